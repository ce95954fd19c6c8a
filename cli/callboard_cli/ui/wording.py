"""Lines into sentences: the words come from the catalogs, the numbers and tokens from the line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from callboard_cli.ui.names import said_in_all
from callboard_cli.ui.output import visible
from callboard_locales import Catalog, kept
from callboard_scoring.game import Game
from callboard_scoring.ledger import Line
from callboard_scoring.words import Words, fold

_WORD = re.compile(r"[A-Za-z][A-Za-z-]*")


def sentence(words: Catalog, game: str, line: Line) -> str:
    """Return the sentence of a line in the catalog's language."""
    return _filling(words, game, line.reason.id)(line.values)


def fill(words: Catalog, game: str, message: str, values: Mapping[str, Any]) -> str:
    """Fill a message's places with the values that they name.

    `%(name)s` stands for a value as it is, `%(count:unit)s` for a number with its noun, `%(card.form)s` for a token or
    several in that form, `%(dice.grouped)s` for tokens that end in numbers, those of a kind together and equal ones
    counted ("orange 5 ×2, 3; green 1"), `%(stars.sum)s` for numbers with a plus between them, `%(*)s` for every value
    with its key, where the keys are players. What is told item by item has a message for each item, with commas
    between them or, as `%(cast.list)s`, with "and" before the last.
    """
    return _filling(words, game, message)(values)


def itemized(words: Catalog, game: str, line: Line) -> tuple[str, tuple[tuple[str, Line], ...]]:
    """Return a line's sentence and what it ends with item by item, each under a name: a casting. Else no items."""
    lead, _, place = words.text(line.reason.id).rpartition("%(")
    items = line.values.get(place.removesuffix(")s"), ())
    lines = [item for item in items if isinstance(item, Line)] if isinstance(items, (list, tuple)) else []
    shown = tuple((sentence(words, game, item), item) for item in lines)
    if len(shown) < 2 or not all(": " in text for text, _ in shown):  # noqa: PLR2004  # one is no list
        return sentence(words, game, line), ()
    return _filling_text(words, game, lead)(line.values).rstrip(" :"), shown


Values = Mapping[str, Any]
Teller = Callable[[Values], str]
"""What says the values of a place of a text."""


@kept
def _filling(words: Catalog, game: str, message: str) -> Teller:
    """Return what fills the places of a message: they are looked through once."""
    return _filling_text(words, game, words.text(message))


def _filling_text(words: Catalog, game: str, text: str) -> Teller:
    """Return what fills the places of a text of a game, as `fill` describes them."""
    found = _Found()
    shape = (text % found).replace("%", "%%").replace(_PLACE, "%s")
    formed: tuple[str, ...] = ()
    tellers: list[Teller] = []
    for place in found.places:
        tellers.append(_teller(words, game, place, formed))
        name, _, form = place.partition(".")
        if form and ":" not in place and form != "sum":
            formed = (name, *formed)
    return lambda values: shape % tuple([tell(values) for tell in tellers])


_PLACE = "\0"
"""What stands for a place while a text is looked through: no catalog has it."""


class _Found(dict[str, str]):
    """The places of a text, in its order."""

    def __init__(self) -> None:
        super().__init__()
        self.places: list[str] = []

    def __missing__(self, place: str) -> str:
        self.places.append(place)
        return _PLACE


def _teller(words: Catalog, game: str, place: str, formed: Sequence[str]) -> Teller:
    """Return what says the values of a place; `formed` has the names of tokens before it, the nearest first."""
    if place == "*":
        return lambda values: ", ".join(f"{visible(name)} {value}" for name, value in values.items())
    name, _, unit = place.partition(":")
    if unit:
        message = f"{game}/unit.{unit}"
        return lambda values: unit_of(words, message, values[name])
    name, _, form = place.partition(".")
    if form == "sum":
        return lambda values: " + ".join(map(str, values[name])).replace("+ -", "− ").replace("-", "−")

    def formless(values: Values) -> str:
        value = values[name]
        if isinstance(value, int):
            return str(value).replace("-", "−")
        return _several(words, game, value, form) if isinstance(value, (list, tuple)) else visible(str(value))

    def in_form(values: Values) -> str:
        value = values[name]
        if isinstance(value, (list, tuple)):
            return _several(words, game, value, form)
        return token(words, game, str(value), form, _last_token(values, formed) if formed else "")

    return in_form if form else formless


def _last_token(values: Values, formed: Iterable[str]) -> str:
    """Return the token of the place before, with which the next one agrees; nothing where that has several."""
    for name in formed:
        value = values[name]
        if not isinstance(value, (list, tuple)):
            return str(value)
    return ""


def _several(words: Catalog, game: str, values: Sequence[Any], form: str) -> str:
    if values and isinstance(values[0], Line):
        shown = [sentence(words, game, item) for item in values]
        return words.list(shown) if form == "list" else ", ".join(shown)
    if form == "grouped":
        return _grouped(words, game, tuple(map(str, values)))
    if form:
        return ", ".join([token(words, game, str(item), form) for item in values])
    return words.list([visible(str(item)) for item in values])


@kept
def _grouped(words: Catalog, game: str, pieces: tuple[str, ...]) -> str:
    """Name pieces such as dice by their kinds, of each kind the highest number first, and count equal ones."""
    kinds: dict[str, Counter[str]] = {}
    for piece in pieces:
        kind, _, number = piece.rpartition(" ")
        kinds.setdefault(kind, Counter())[number] += 1
    shown = []
    for kind, numbers in kinds.items():
        highest = sorted(numbers, key=lambda number: (number.isdecimal(), number), reverse=True)
        names = [token(words, game, f"{kind} {highest[0]}".strip()), *highest[1:]]
        counts = [f"\u00a0×{numbers[number]}" if numbers[number] > 1 else "" for number in highest]
        shown.append(", ".join(map("".join, zip(names, counts, strict=True))))
    return "; ".join(shown)


@kept
def unit_of(words: Catalog, message: str, number: int) -> str:
    """Return a number with its noun in the right form: "1 ecu", "3 ecus"."""
    return words.plural(message, abs(number)) % {"n": str(number).replace("-", "−")}


@kept
def token(words: Catalog, game: str, canonical: str, form: str = "token", before: str = "") -> str:
    """Return a canonical token in the reader's words; a form is another shape of them ("toward comedy").

    A word agrees with the one before it or after it where the catalog has a form for that: "мужчина · классический",
    and after "женщина" "классическая"; "morado 4", and before "grande" "morada". A word without such a form stays as
    it is.
    """
    names = _WORD.findall(canonical)
    among = zip(names, [before, *names], [*names[1:], ""], strict=False)

    def word(_: re.Match[str]) -> str:
        name, last, following = next(among)
        message = f"{game}/token.{name}"
        messages = (f"{message}.{shape}" for shape in (f"after-{last}", f"before-{following}", form))
        return next((words.text(known).partition("|")[0] for known in (*messages, message) if words.has(known)), name)

    return _WORD.sub(word, canonical)


def drawn(words: Catalog, game: Game, row: str) -> str:
    """Return a row of a drawing in the reader's letters; a mark that they use too stays as it is."""
    shown = {}
    for name, letter in game.letters.items():
        said = words.text(f"{game.id}/token.{name}.letter").split("|")
        shown[letter] = letter if letter in said else said[0]
    return "".join(shown.get(letter, letter) for letter in row)


@cache
def token_words(game: Game) -> Words:
    """Return the words for the game's tokens and the letters of its drawings, in all languages."""
    return Words(
        {fold(canonical): canonical for canonical in game.tokens}
        | {fold(word): canonical for canonical, word in _said(game.id, "token", game.tokens)},
        {fold(word) or word: game.letters[name] for name, word in _said(game.id, "token", game.letters, ".letter")},
    )


def _said(game: str, family: str, names: Iterable[str], form: str = "") -> Iterator[tuple[str, str]]:
    """Yield each of these names with every word for it, in all languages."""
    for name in names:
        for word in said_in_all(f"{game}/{family}.{name}{form}"):
            yield name, word


@cache
def yes_or_no() -> dict[str, bool]:
    """Return the words for yes and no in all languages, folded."""
    answers = {"answer.yes": True, "answer.no": False}
    said = {word: answers[message] for message in answers for word in map(fold, said_in_all(message))}
    return {"true": True, "false": False} | said  # as programs say it


def is_nothing(text: str) -> bool:
    """Tell whether a text says that there is nothing: a dash, a word for it in any language, or nothing at all."""
    word = fold(text)
    return not word or (word.isalpha() and word in _nothing())  # a dash folds to nothing


def is_empty(text: str) -> bool:
    """Tell whether a text says that there are none of what could be several: that there is nothing, or 0."""
    return is_nothing(text) or text.strip() == "0"


@cache
def _nothing() -> frozenset[str]:
    return frozenset(map(fold, said_in_all("answer.nothing")))


_OF_EVENINGS = frozenset({"gained", "player"})
"""The fields that records of all games may have in an evening."""


def of_evenings(words: Catalog, field: str) -> str:
    """Return what a field means that records of all games may have in an evening; nothing for any other."""
    return words.text(f"night.{field}-help") if field in _OF_EVENINGS else ""


def field_words(game: str, fields: list[str]) -> dict[str, str]:
    """Return the words for these fields in all languages, and their own names, folded, each with the field's name."""
    named = {fold(name): name for name in fields}
    for name in _OF_EVENINGS.intersection(fields):
        named |= {fold(word): name for word in said_in_all(f"field.{name}")}
    return {fold(word): name for name, word in _said(game, "field", fields)} | named


def in_words(words: Catalog, game: str, value: Any) -> Any:
    """Return a value of a record in the reader's words: a token, several of them, or how many of each."""
    if isinstance(value, Mapping):
        return ", ".join(f"{token(words, game, str(key))} {of}" for key, of in value.items()) or "–"
    if isinstance(value, (list, tuple)):
        return ", ".join(token(words, game, str(item)) for item in value) or "–"
    return token(words, game, value) if isinstance(value, str) else value


def capital(text: str) -> str:
    """Return a text as it stands at the beginning of a line."""
    return text[:1].upper() + text[1:]


def label(words: Catalog, game: str, field: str) -> str:
    """Return a field's name in the reader's words."""
    messages = (f"{game}/field.{field}", f"field.{field}")
    return next((words.text(known).partition("|")[0] for known in messages if words.has(known)), visible(field))


def key_word(words: Catalog, game: str, field: str) -> str:
    """Return a field's name as it is typed within a line, where it has to be one word: the first that is."""
    messages = (f"{game}/field.{field}", f"field.{field}")
    names = (name for known in messages if words.has(known) for name in words.text(known).split("|"))
    return next((name for name in names if not re.search(r"\s", name)), field)


def how_typed(words: Catalog, game: str, stage: str, field: str = "") -> str:
    """Return how a line of a stage is typed; of a field whose line has words of its own, only those."""
    messages = (f"{game}/typed.{stage}-{field}", f"{game}/typed.{stage}")
    return words.text(next(filter(words.has, messages), messages[-1]))


def said_of(words: Catalog, family: str, game: str, stage: str, field: str) -> str:
    """Return the `help` of a field or how to `ask` for it, at this stage if it has its own; empty where it has none."""
    messages = (f"{game}/{family}.{stage}-{field}", f"{game}/{family}.{field}")
    return next((words.text(message) for message in messages if words.has(message)), "")
