"""What a mistyped word of a line was probably meant to be, by what can stand in its place: tokens and names of fields.

A guess is told only where it is read without a mistake, so that whoever types it instead is understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache

from callboard_cli.input.parser.abbreviations import BEGINNING
from callboard_cli.input.parser.field_types import InTurn, Kind, Lexicon
from callboard_cli.input.parser.spoken import plainly, says_nothing, signed
from callboard_cli.input.parser.state import LOOSE, Typing
from callboard_cli.input.parser.tables import Fields, Lines, Players, kinds_of, seated_kind
from callboard_cli.input.parser.tokenizer import Span, items
from callboard_cli.input.parser.typed import read
from callboard_cli.input.stage import Stage
from callboard_cli.ui.wording import field_words, label, token
from callboard_locales import Catalog
from callboard_scoring.problems import Location, Problem, RefusedError
from callboard_scoring.words import fold

LENGTH = 100
"""The most characters of a text that is compared: no item is longer."""
WORDS = 8
"""The most words of it."""
_ALIKE = 0.7
"""How alike a word and its guess have to be, from 0 to 1, unless two neighbouring letters changed places."""
_ALIKE_SHORT = 0.66
"""How alike a word of three letters has to be: one of them may be another."""
_ALIKE_WORDS = 0.6
"""How alike the words have to be, from 0 to 1, in which a text and its guess differ."""
_NEAREST = 3
"""How many of the nearest words are tried."""
_WINDOW = 5
"""The most words that are one name together."""
_LEAST = 3
"""The fewest letters of a word that can be mistyped: two are a beginning."""
_OF_WORDS = ("error.typed-word", "error.choice")
"""The problems of words that are nothing here, beside those of the games' own tokens."""
_NUMBER = re.compile(r"\s+\d{1,3}(?![\w+/-])", re.ASCII)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


@dataclass(frozen=True)
class Guess:
    """What was probably meant."""

    given: str
    """What was typed: what the problem is about, or more of the line around it."""
    meant: str
    span: Span | None
    """Where that stands; None where it was not typed in a line."""


def guess(problem: Problem, stage: Stage, catalog: Catalog) -> Guess | None:
    """Return what was probably meant where a problem is, in the reader's words; None where nothing is near."""
    if problem.code not in _OF_WORDS and "/" not in problem.code:
        return None
    given, span = problem.values.get("given"), problem.values.get("span")
    if not isinstance(given, str) or not given.strip() or len(given) > LENGTH:
        return None
    kinds = tuple(problem.values.get("kinds") or kinds_at(problem.location, stage))
    beside = tuple(_beside(kinds, stage))
    options = tuple(problem.values.get("options", ()))
    is_bare = problem.code == "error.typed-word" and not problem.location
    for text, where, alone in _parts(given, span if isinstance(span, Span) else None):
        meant = named(text, stage, catalog) if is_bare else None
        meant = meant or _guessed(text, stage, kinds, options, catalog, alone=alone)
        if meant is None and not _reads(text, stage, kinds, catalog, alone=alone):
            meant = _guessed(text, stage, beside, (), catalog, alone=alone)
        if meant is not None and numbers_in(meant) == numbers_in(text):
            return Guess(text, meant, where)
    return None


def numbers_in(text: str) -> list[str]:
    """Return the numbers of a text with their signs: no guess changes one."""
    return sorted(re.findall(r"[-+]?\d+", signed((text, *plainly(text))[-1])))


def is_accepted(found: Guess, typing: Typing, stage: Stage, catalog: Catalog) -> bool:
    """Tell whether what was probably meant is read without a mistake where it would stand."""
    if found.span is None or found.span.number or found.span.line not in typing.lines:
        return True
    line, start = found.span.line, found.span.start
    instead = line[:start] + found.meant + line[found.span.end :]
    again = read([instead if one == line else one for one in typing.lines], stage, catalog.language)
    try:
        stage.record(again.raw, again.problems)
    except RefusedError as error:
        of_words = [problem for problem in error.problems if "given" in problem.values]
        wrong = [(problem.code, problem.values.get("span") or again.span(problem.location)) for problem in of_words]
        end = start + len(found.meant)
        return not any(
            span.line == instead
            and start <= span.start
            and span.end <= end
            # what is wrong with a whole line may be what it lacks
            and (span.text != instead or code == "error.typed-word")
            for code, span in wrong
            if span is not None
        )
    return True


def _parts(given: str, span: Span | None) -> Iterator[tuple[str, Span | None, bool]]:
    """Yield what may have been one item: all between two commas, what is wrong, and that with the number behind it.

    Each is told with whether it has to be one item alone.
    """
    if span is None or span.number:
        yield given, span, False
        return
    line = span.line
    begin = max(line.rfind(mark, 0, span.start) for mark in ",;:=") + 1
    end = min((place for mark in ",;" if (place := line.find(mark, span.end)) >= 0), default=len(line))
    between = line[begin:end]
    begin += len(between) - len(between.lstrip())
    group = Span(line, begin, begin + len(between.strip()))
    if group.text != given and len(group.text) <= LENGTH and re.search(r"[,;]", line):
        yield group.text, group, True
    yield given, span, False
    number = _NUMBER.match(line, span.end)
    if number is not None:
        behind = Span(line, span.start, number.end())
        yield behind.text, behind, True


def _beside(kinds: Sequence[Kind], stage: Stage) -> list[Kind]:
    """Return the list whose words are typed in turn with those of this one: after a mistake it may be its turn."""
    names = {name for kind in kinds if isinstance(kind, InTurn) for name in (kind.leads, kind.follows)}
    return [kind for kind in stage.kinds if kind.name in names and kind not in kinds]


def named(text: str, stage: Stage, catalog: Catalog) -> str | None:
    """Return a value that was typed without its field's name, `comedy`, or without `=`, with both: `mood=comedy`."""
    typing = Typing(stage.game.id, stage.words, stage.shorts, catalog.language)
    fields = [kind for kind in stage.kinds if kind.typed is None and not isinstance(kind, (Fields, Lines))]
    for kind in fields:
        name = label(catalog, stage.game.id, kind.name)
        reading = typing.reading(text, None, kind.exact) if kind.exact else None
        if reading is not None and len(reading.texts) == 1:
            return f"{name}={text}"
        word, _, value = text.strip().partition(" ")
        is_value = value.isdecimal() if kind.numeric else not kind.exact or typing.reading(value, None, kind.exact)
        if value and is_value and fold(word) in typing.labels(kind.name):
            return f"{name}={value}"
    return None


def _reads(text: str, stage: Stage, kinds: tuple[Kind, ...], catalog: Catalog, *, alone: bool) -> bool:
    """Tell whether what was typed is a word of these kinds, so that what is wrong with it is no slip."""
    typing = Typing(stage.game.id, stage.words, stage.shorts, catalog.language)
    return bool(kinds) and (_is_item if alone else _is_read)(typing, kinds, text)


@lru_cache(maxsize=256)
def _guessed(  # noqa: PLR0913  # what was typed, and all that tells what it can be
    given: str, stage: Stage, kinds: tuple[Kind, ...], options: tuple[str, ...], catalog: Catalog, *, alone: bool
) -> str | None:
    if _reads(given, stage, kinds, catalog, alone=alone):
        return None
    typing = Typing(stage.game.id, stage.words, stage.shorts, catalog.language)
    is_read = _is_item if alone else _is_read
    found = _nearest(given, _words(stage, kinds, catalog), lambda text: is_read(typing, kinds, text))
    if found is None and options:
        named = _said(options, stage, catalog)
        found = _nearest(given, named, lambda text: text in named.values())
    return found


def lacks_number(problem: Problem, stage: Stage, catalog: Catalog) -> bool:
    """Tell whether a word that fits nowhere would with a number beside it: `money` for `money 1`."""
    given = problem.values.get("given")
    kinds = problem.values.get("kinds")
    if problem.code != "error.typed-word" or not kinds or not isinstance(given, str) or len(given) > LENGTH:
        return False
    typing = Typing(stage.game.id, stage.words, stage.shorts, catalog.language)
    return not re.search(r"[\d,;]", given) and any(kind.reading(typing, f"{given} 1") is not None for kind in kinds)


def is_of_table(problem: Problem, stage: Stage, catalog: Catalog) -> bool:
    """Tell whether words that fit nowhere in a player's line are what the whole table has: cards of a walk, say."""
    given = problem.values.get("given")
    if problem.code != "error.typed-word" or problem.location[:1] != (stage.seats,) or not isinstance(given, str):
        return False
    typing = Typing(stage.game.id, stage.words, stage.shorts, catalog.language)
    lexicon = Lexicon(typing, stage.kinds)
    return all(lexicon(item.text) is not None for item in items(Span.whole(given[:LENGTH]), lexicon))


def likest(given: str, tokens: Sequence[str], stage: Stage) -> list[str]:
    """Return tokens, the likest to what was given first; as they stand where nothing of it is like any."""
    name = fold(given[:LENGTH])
    alike = dict.fromkeys(tokens, 0.0)
    for one in stage.shorts.spoken.values():
        for word, known in one.whole.items():
            if known in alike:
                alike[known] = max(alike[known], SequenceMatcher(None, name, word).ratio())
    return sorted(tokens, key=lambda known: -alike[known])


def kinds_at(location: Location, stage: Stage) -> list[Kind]:
    """Return the field that a problem is in, of the record or, where it names none of its own, of a player's line."""
    seated = seated_kind(stage.kinds)
    kinds: Sequence[Kind] = stage.kinds
    if location and isinstance(seated, Players) and location[0] not in {kind.name for kind in kinds}:
        kinds = kinds_of(seated.model)
    found: list[Kind] = []
    for step in location:
        if isinstance(step, str):
            found = [kind for kind in kinds if kind.name == step]
            if not found or not isinstance(found[0], (Fields, Lines)):
                break
            kinds = kinds_of(found[0].model)
    return found


def _words(stage: Stage, kinds: Iterable[Kind], catalog: Catalog) -> dict[str, str]:
    """Return what may be typed for these fields in any language, folded, each with what the reader is shown."""
    found: dict[str, str] = {}
    for kind in kinds:
        found |= _labels(stage.game.id, kind.name, catalog) if kind.typed is not None else {}
        patterns = [pattern for pattern in (kind.exact, kind.typed.pattern if kind.typed else "") if pattern]
        tokens = frozenset[str]().union(*map(stage.shorts.vocabulary, patterns))
        found |= _said(tokens, stage, catalog)
    return found


def _labels(game: str, field: str, catalog: Catalog) -> dict[str, str]:
    """Return what a field is called in any language, folded, with the same word of the reader's, or else the first."""
    own = [word for name in (f"{game}/field.{field}", f"field.{field}") for word in catalog.text(name).split("|")]
    return {word: label(catalog, game, field) for word in field_words(game, [field])} | {
        fold(word): word for word in own
    }


def _said(tokens: Iterable[str], stage: Stage, catalog: Catalog) -> dict[str, str]:
    """Return each word for these tokens in any language, folded, with itself where the reader's language has it.

    A word of another language has the one that the reader is shown.
    """
    wanted = set(tokens)
    found: dict[str, str] = {}
    for language, one in sorted(stage.shorts.spoken.items(), key=lambda item: item[0] == catalog.language):
        is_own = language == catalog.language
        for name, word in reversed(one.words):
            if name in wanted:
                found[fold(word)] = word if is_own else token(catalog, stage.game.id, name)
    return found


def _is_read(typing: Typing, kinds: Sequence[Kind], text: str) -> bool:
    """Tell whether fields read a text without a mistake: as items of a line, or as the value of the only one."""
    if len(kinds) == 1 and (reading := kinds[0].reading(typing, text, least=1)) is not None:
        return reading.weight != LOOSE and len(reading.texts) == 1
    lexicon = Lexicon(typing, kinds)
    cut = list(items(Span.whole(text), lexicon))
    return bool(cut) and all(lexicon(item.text) == 0 and len(lexicon.short_for(item.text)) <= 1 for item in cut)


def _is_item(typing: Typing, kinds: Sequence[Kind], text: str) -> bool:
    """Tell whether a text is one item, and right, for one of these fields."""
    readings = (kind.reading(typing, text) for kind in kinds)
    return any(reading is not None and reading.weight != LOOSE and len(reading.texts) == 1 for reading in readings)


def _nearest(given: str, words: Mapping[str, str], is_right: Callable[[str], bool]) -> str | None:
    """Return a text with its mistyped words replaced by the nearest of these, where it is right then."""
    attempts = sorted(_attempts(given, words))  # of several ways to a text the nearest is the last
    right = {text: alike for alike, text in attempts if text != given and keeps_words(given, text) and is_right(text)}
    whole = {text: SequenceMatcher(None, given.casefold(), text.casefold()).ratio() for text in right}
    return max(right, key=lambda text: right[text] + whole[text], default=None)


def _attempts(given: str, words: Mapping[str, str]) -> Iterator[tuple[float, str]]:
    """Yield texts that may have been meant, each with how alike it is: with one name put right, or with every word."""
    places = list(_WORD.finditer(given))
    if len(places) > WORDS:
        return
    known = list(words)
    every: list[tuple[float, int, int, str]] = []
    for first, start in enumerate(places):
        for last in places[first : first + _WINDOW]:
            name = fold(given[start.start() : last.end()])
            if len(name) < _LEAST or not _is_name(given[start.start() : last.end()]):
                break
            swapped = [word for word in known if len(word) == len(name) and _is_swapped(word, name)]
            cutoff = _ALIKE_SHORT if len(name) == _LEAST else _ALIKE
            near = swapped or get_close_matches(name, known, n=_NEAREST, cutoff=cutoff)
            for word in near:
                alike = SequenceMatcher(None, name, word).ratio()
                yield alike, given[: start.start()] + words[word] + given[last.end() :]
            if near and last is start and not _is_begun(name, known):
                every.append((SequenceMatcher(None, name, near[0]).ratio(), start.start(), start.end(), words[near[0]]))
    if len(every) > 1:
        text = given
        for _, begin, end, word in reversed(every):
            text = text[:begin] + word + text[end:]
        yield min(alike for alike, *_ in every), text
    yield from ((0, text) for text in _without_one(given, places, known))


def _without_one(given: str, places: Sequence[re.Match[str]], known: Sequence[str]) -> Iterator[str]:
    """Yield a text without its only word that says nothing, its number last: `level 3 comedian` is `comedian 3`."""
    little = (place for place in places if says_nothing(place.group()))
    unknown = [place for place in little if not _is_begun(fold(place.group()), known)]
    numbers = re.findall(r"\d+", given)
    if len(unknown) == 1 and len(numbers) == 1:
        (place,) = unknown
        rest = re.sub(r"[0-9]+", "", given[: place.start()] + given[place.end() :]).split()
        if rest:  # a number alone is no name
            yield f"{' '.join(rest)} {numbers[0]}"


def keeps_words(given: str, meant: str) -> bool:
    """Tell whether a guess has every word that was typed, and no other: a word less or more is another thing.

    >>> keeps_words("large ornage 3", "large orange 3"), keeps_words("large orange 3", "large tiles 3")
    (True, False)
    """
    words = ([word for word in _WORD.findall(text) if not says_nothing(word)] for text in (given, meant))
    typed, said = ([fold(word) for word in each] for each in words)
    for word in list(typed):
        if word in said:
            typed.remove(word)
            said.remove(word)
    return SequenceMatcher(None, "".join(typed), "".join(said)).ratio() >= _ALIKE_WORDS


def _is_swapped(word: str, other: str) -> bool:
    """Tell whether a word is another, of as many letters, but for two neighbours that changed places."""
    differing = [place for place, pair in enumerate(zip(word, other, strict=True)) if pair[0] != pair[1]]
    first, *rest = differing or [0]
    return rest == [first + 1] and word[first : first + 2] == other[first : first + 2][::-1]


def _is_name(text: str) -> bool:
    """Tell whether words stand together as one name does, with nothing but spaces between them."""
    return all(part.isspace() or _WORD.fullmatch(part) for part in re.split(r"(\s+)", text))


def _is_begun(name: str, known: Iterable[str]) -> bool:
    """Tell whether a word is the beginning of one that is known, or a letter."""
    return len(name) < BEGINNING or any(word.startswith(name) for word in known)
