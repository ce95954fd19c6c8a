"""What people say around pieces: “and”, “a”, “two”, “minus 2”, “×2”, endings of words, and keys in another layout.

The words are in the catalogs and read in every language. Nothing here knows a game: a text is put as a player would
type it in short, and whoever knows the pieces tells whether it is one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from itertools import permutations

from callboard_cli.ui.names import said_in_all, words_of
from callboard_locales import LANGUAGES, catalog
from callboard_scoring.words import fold

_SIGN = re.compile(r"[−﹣－](?=\s*\d)|(?<![^\s=:,;(])[‐-–](?=\d)")
"""A minus that is no hyphen, as it is printed or as telephones write it: `−2`, `–2`."""
_REPEATED = re.compile(
    r"(?P<piece>.*[^\W\d_].*?)(?P<gap>\s*)(?:[×*✕]|(?<!\w)[xх]|(?<=\d)[xх])\s*(?P<times>\d{1,2})", re.IGNORECASE
)
_TIMES = re.compile(r"(?P<times>\d{1,2})\s*[×*xх✕](?P<gap>\s*)(?P<piece>.*[^\W\d_].*)", re.IGNORECASE)
_LONGEST = 100
"""The most characters of a piece that is repeated."""
_MOST_WORDS = 6
"""Of how many words a name is at most."""
MOST_REPEATED = 20
"""How often a piece can be said to be there at once."""
_DASH = re.compile(r"(?<=[^\W\d_])(?:\s*[-‐-―]\s+|[-‐-―])(?=\d)")
"""A dash between a word and its number, which may be a minus: `war - 2`, `war-2`."""
_ORDINAL = re.compile(r"(?<![^\s(])(\d+)(?:-?(?:й|я|е|го|ю|ый|ая)|st|nd|rd|th|\.?[ªº])(?!\w)", re.IGNORECASE)
_STARS = re.compile(r"(?<!\d)(?<!\d )★+")
"""Stars instead of their number."""
_WORD = re.compile(r"[^\W\d_]+")
_MARKS = re.compile(r"[()★☆⭐]|(?<=[^\s:]):(?=\s|\d)|(?<=\d)\*(?=\s)|\.(?=\s|$)")
"""Signs that say nothing: brackets, a colon behind a word, the stars of a drawing."""
_LETTERS = 3
"""The fewest letters of a word that has an ending, or was typed with the keys of another layout."""
_LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
_CYRILLIC_KEYS = "ёйцукенгшщзхъфывапролджэячсмитьбю"
_LAYOUTS = tuple(
    str.maketrans(keys, others) for keys, others in ((_LATIN_KEYS, _CYRILLIC_KEYS), (_CYRILLIC_KEYS, _LATIN_KEYS))
)


def signed(text: str) -> str:
    """Return a text with every minus that stands directly before a number as a hyphen, character by character.

    >>> signed("−2 –3 A1–B2 4 – 5")
    '-2 -3 A1–B2 4 – 5'
    """
    return _SIGN.sub("-", text)


@cache
def _words(message: str) -> frozenset[str]:
    """Return the words of a message in all languages. Letters that only look alike are no other's here: «с» is no C."""
    return frozenset(word.casefold() for word in said_in_all(message))


_DIGITS = frozenset("123456789")
"""The numbers that follow a ten, “thirty two”."""


@cache
def joining() -> re.Pattern[str]:
    """Return what parts pieces as a comma does: “and”, in every language, but not within “treinta y dos”."""
    words = "|".join(sorted(map(re.escape, _words("spoken.and")), key=len, reverse=True))
    no_ten = "".join(f"(?<!{re.escape(ten)} )" for ten in sorted(_tens()))
    small = {word for word, number in _numbers().items() if number in _DIGITS} | _words("spoken.one")
    digits = "|".join(map(re.escape, sorted(small)))
    no_digit = rf"(?!(?:{words})\s+(?:{digits})(?!\S))"
    return re.compile(rf"(?:{no_ten}|{no_digit})(?<!\S)(?:{words})(?!\S)", re.IGNORECASE)


@cache
def _numbers() -> dict[str, str]:
    """Return the words for numbers, each with its digits."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        for number, words in enumerate(words_of(catalog(language), "spoken.numbers")):
            found |= dict.fromkeys(words.casefold().split(), str(number))
        for number, word in enumerate(words_of(catalog(language), "spoken.tens"), 2):
            found[word.casefold()] = f"{number}0"
    return found


@cache
def _tens() -> frozenset[str]:
    """Return the words for 20, 30 and so on, behind which a smaller number belongs to them."""
    return _words("spoken.tens")


@lru_cache(maxsize=8192)
def plainly(text: str) -> tuple[str, ...]:
    """Return how a text may be put without the words around its piece; nothing where it has none.

    >>> plainly("a comedian of level 3")
    ('1 comedian 3', 'comedian 3')
    >>> plainly("minus two")
    ('-2',)
    """
    if text.rstrip().endswith(":"):  # what follows is its number
        return ()
    stars = _STARS.sub(lambda stars: str(len(stars[0])), text)
    bare = _MARKS.sub(" ", _ORDINAL.sub(r"\1", stars))
    return tuple(dict.fromkeys(one for one in (_said(bare, one=True), _said(bare, one=False)) if one and one != text))


def _said(text: str, *, one: bool) -> str:
    """Return the words of a text that say anything, numbers in digits; “a” is a number or nothing."""
    said: list[str] = []
    minus, is_ten = "", False
    for word in _parted(text):
        name = word.casefold()
        number = "1" if name in _words("spoken.one") else _numbers().get(name)
        if name in _words("spoken.minus"):
            minus = "-"
        elif is_ten and number is not None and number in _DIGITS:  # “thirty two”
            said[-1] = said[-1][:-1] + number
        elif (is_ten and name in _words("spoken.and")) or (name in _words("spoken.one") and not one):
            continue  # “treinta y dos”; “a” is no number here
        elif number is not None or name not in _words("spoken.little"):
            said.append(minus + (number or word))
            minus = ""
        is_ten = name in _tens()
    return "" if minus else " ".join(said)


def _parted(text: str) -> Iterator[str]:
    """Yield the words of a text; of a number in two words, “thirty-two”, both."""
    for word in text.split():
        parts = word.casefold().split("-")
        yield from parts if all(part in _numbers() or part in _words("spoken.one") for part in parts) else [word]


def says_nothing(word: str) -> bool:
    """Tell whether a word says nothing by itself, such as “the” or “of”."""
    return word.casefold() in _words("spoken.little")


def repeated(text: str) -> Iterator[tuple[str, int, bool]]:
    """Yield each way in which a text is a piece that is there several times: the piece, how often, and how it is put.

    The last tells whether the sign could be the letter x of a piece of its own: `C3 x2` is said of a game with an X.
    """
    for pattern in (_REPEATED, _TIMES) if len(text) <= _LONGEST else ():
        found = pattern.fullmatch(text)
        if found is not None and 1 <= int(found["times"]) <= MOST_REPEATED:
            is_letter = bool(found["gap"]) and re.search(r"[xх]", text, re.IGNORECASE) is not None
            yield found["piece"].strip(), int(found["times"]), is_letter


def counted(text: str) -> Iterator[str]:
    """Yield a text that begins with a number with that behind its first words instead, however many these are.

    >>> list(counted("3 clear dice max 12"))
    ['clear 3 dice max 12', 'clear dice 3 max 12', 'clear dice max 12 3']
    """
    number, *words = text.split() or [""]  # of a line that only separates lines nothing is left
    if re.fullmatch(r"[+-]?\d+", number, re.ASCII) and not _SIGNS.intersection(words):
        for place in range(1, min(len(words), _MOST_WORDS) + 1):
            if re.match(r"[+-]?\d", "".join(words[place : place + 1])):  # two numbers would be one thing's
                continue
            yield " ".join([*words[:place], number, *words[place:]])


def reordered(text: str) -> Iterator[str]:
    """Yield a text of three or four words, of which one is a number, in any order with the number first.

    >>> list(reordered("male goth 3"))
    ['3 male goth', '3 goth male']
    """
    words = text.split()
    numbers = [word for word in words if word.isdecimal()]
    if len(numbers) == 1 and len(words) in _REORDERED:
        others = [word for word in words if not word.isdecimal()]
        yield from (" ".join([*numbers, *order]) for order in permutations(others))


_REORDERED = (3, 4)
_SIGNS = frozenset("+-–—")
"""Signs that belong to the number behind them, and to none before."""


def dashed(text: str) -> tuple[str, ...]:
    """Return both readings of a dash with a space between a word and a number: as a dash, and as a minus."""
    return (_DASH.sub(" ", text), _DASH.sub(" -", text)) if _DASH.search(text) else ()


@lru_cache(maxsize=8192)
def other_layout(text: str) -> str:
    """Return what the same keys type in the other layout; nothing where that is no word of the other letters.

    >>> other_layout("vjh3"), other_layout("дандоло"), other_layout("r3")
    ('мор3', 'lfyljkj', '')
    """
    words = _WORD.findall(text)
    if not words or max(map(len, words)) < _LETTERS or not all(len(word) > 1 for word in words):
        return ""
    lower = text.casefold()
    is_latin = all("a" <= letter <= "z" for letter in "".join(words).casefold())
    is_cyrillic = all("а" <= letter <= "я" or letter == "ё" for letter in "".join(words).casefold())
    return lower.translate(_LAYOUTS[0]) if is_latin else lower.translate(_LAYOUTS[1]) if is_cyrillic else ""


# --- Endings ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def stems(name: str, least: int = _LETTERS) -> frozenset[str]:
    """Return what a folded name may be without the endings of its words; nothing of a word that is too short.

    >>> bool(stems(fold("comediantes")) & stems(fold("comediante"))), bool(stems(fold("Веры")) & stems(fold("Вера")))
    (True, True)
    """
    words = name.split()
    if len(words) > _FEW:
        return frozenset()
    found = {""}
    for word in words:
        bare = {word[: len(word) - length] for length in range(min(_longest(), len(word) - least) + 1)} | {word}
        found = {f"{before} {one}" for before in found for one in bare if _is_stem(one, word)}
    return frozenset(found)


def _is_stem(stem: str, word: str) -> bool:
    ending = word[len(stem) :]
    return not ending or (ending in _endings() and stem[-1:] not in {ending[0], *_VOWELS})


_NAME = 2
"""The same of a name: «у Ани»."""
_VOWELS = "ыиюяэ"
"""Letters that are part of an ending, and end no word without it."""
_FEW = 3
"""The most words of a name that is declined."""


@cache
def _endings() -> Collection[str]:
    return frozenset({"", *(fold(ending) for ending in _words("spoken.endings"))})


@cache
def _longest() -> int:
    return max(map(len, _endings()))


def declined(name: str, names: Collection[str]) -> str | None:
    """Return which of these names is meant in another case, or by one of its words, if only one can be.

    >>> declined("Петровича", ["Иван Петрович", "Вера"]), declined("И.П.", ["Иван Петрович", "Вера"])
    ('Иван Петрович', 'Иван Петрович')
    """
    for is_meant in (_is_declined, _is_part, _is_initials):
        found = [one for one in names if is_meant(name, one)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _is_declined(name: str, other: str) -> bool:
    return bool(stems(fold(name), _NAME) & stems(fold(other), _NAME))


def _is_part(name: str, other: str) -> bool:
    parts = fold(other).split()
    return len(parts) > 1 and any(fold(name) == part or _is_declined(name, part) for part in parts)


def _is_initials(name: str, other: str) -> bool:
    letters = re.findall(r"([^\W\d_])\.", name.casefold())
    return len(letters) > 1 and letters == [part[0] for part in other.casefold().split()]


# --- A number behind a name ------------------------------------------------------------------------------------------

_LONG = 3
"""The most words of a number, “treinta y dos”."""


def apart(text: str) -> tuple[str, str]:
    """Return a name and what stands behind it: the last word, or the words of one number."""
    words = text.split()
    for length in range(min(_LONG, len(words) - 1), 1, -1):
        if said_number(words[-length]) is not None and said_number(" ".join(words[-length:])) is not None:
            return " ".join(words[:-length]), " ".join(words[-length:])
    name, _, rest = text.rpartition(" ")
    return (name, rest) if name else (text, text)


def said_number(text: str) -> int | None:
    """Return the number that words say; None where they say none."""
    return next((int(said) for said in plainly(text) if re.fullmatch(r"[+-]?\d{1,4}", said, re.ASCII)), None)
