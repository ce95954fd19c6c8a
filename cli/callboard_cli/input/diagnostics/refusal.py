"""A record that was refused, in words: one message a cause, with the places it concerns and where they were written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from callboard_cli.input.diagnostics.problems import HINTED, Worded, hinted, message, worded
from callboard_cli.input.files import UnreadableError
from callboard_cli.input.parser.state import Typing
from callboard_cli.input.parser.tokenizer import Span
from callboard_cli.input.stage import Stage, own_keys
from callboard_cli.ui.output import UI, visible
from callboard_locales import Catalog
from callboard_scoring.problems import Location, Problem, RefusedError
from callboard_scoring.words import fold

MOST = 100
"""The most problems of one record that are told; nobody reads more, and a page may send thousands."""
SHOWN = 8
"""The most messages that people are told at a time."""
_GUESSES = 20
"""The most mistyped words of one record that are compared with what was probably meant."""


class Source(Protocol):
    """Words or a file that a record was read from."""

    def span(self, location: Location) -> Span | None:
        """Return where the nearest piece around a location was written."""


@dataclass(frozen=True)
class Refusal:
    """What is wrong with a record: path, code and text of each problem, and what people are told instead."""

    errors: list[dict[str, str]]
    messages: list[Cause] = field(default_factory=list)
    """One for each cause, the most important first."""

    def show(self, ui: UI) -> None:
        """Tell people what is wrong, on standard error."""
        ui.say(ui.catalog.plural("error.heading", len(self.messages)) % {"count": len(self.messages)}, err=True)
        for cause in self.messages[:SHOWN]:
            ui.say(f"- {cause.text}", err=True)
            if cause.spans:
                from callboard_cli.input.diagnostics.pointing import pointed_all  # it measures letters with Rich

                ui.emit(pointed_all(cause.spans), err=True)
            for line in cause.instead:
                ui.emit(f"  {ui.text('usage.instead', line=visible(line))}", err=True)
        if len(self.messages) > SHOWN:
            ui.say(ui.text("error.more", count=len(self.messages) - SHOWN), err=True)


def refused(  # noqa: PLR0913  # what was read, how and where, and how to speak of it
    error: RefusedError,
    catalog: Catalog,
    stage: Stage | None,
    raw: object,
    written: Source | None = None,
    *,
    hint: str | None = None,
) -> Refusal:
    """Put into words why a record was refused; `raw` is what was read of it, and `written` where.

    What fits nowhere is told with the hint, or without one with how a line is typed.
    """
    if stage is not None and isinstance(raw, dict):
        raw, _ = own_keys(raw, stage.model, stage.game.id)  # a problem's place is told by the fields' own names
    problems = error.problems[:MOST]
    if len(error.problems) > MOST:
        problems = (*problems, Problem((), "error.more", {"count": len(error.problems) - MOST}))
    met: dict[tuple[str, str], Place] = {}
    placed = [_placed(problem, written) for problem in problems]
    for problem in _hinted(placed, catalog, stage, hint=hint, typing=written if isinstance(written, Typing) else None):
        one = worded(problem, catalog, stage, raw)
        met.setdefault((one.data["path"], one.text), Place(one, problem.values["span"]))
    shown = causes([_numbered(place, catalog) for place in met.values()], catalog, stage.game.id if stage else "")
    return Refusal([place.worded.data for place in met.values()], shown)


def _placed(problem: Problem, written: Source | None) -> Problem:
    """Return a problem with where it was written, if it was."""
    span = problem.values.get("span") or (written.span(problem.location) if written else None)
    return replace(problem, values={**problem.values, "span": span})


def _numbered(place: Place, catalog: Catalog) -> Place:
    """Return a problem with the number of its line before its place, where that is the line of a file."""
    if place.span is None or not place.span.number:
        return place
    line = catalog.text("refusal.line") % {"line": place.span.number}
    return replace(place, worded=replace(place.worded, place=" · ".join(filter(None, (line, place.worded.place)))))


def _hinted(
    problems: Iterable[Problem], catalog: Catalog, stage: Stage | None, *, hint: str | None, typing: Typing | None
) -> Iterator[Problem]:
    """Yield problems with what their words need; how a line is typed is told once."""
    for number, problem in enumerate(problems):
        if stage is None:
            yield problem
            continue
        one = hinted(problem, catalog, stage, hint=hint, guesses=number < _GUESSES, typing=typing)
        if problem.code in HINTED and one.values.get("hint"):
            hint = ""
        yield one


def unreadable(error: UnreadableError, catalog: Catalog) -> Refusal:
    """Put into words why bytes are no record."""
    text = _why(error, catalog)
    if error.instead:
        text = f"{text} {catalog.text('usage.instead') % {'line': visible(error.instead)}}"
    return Refusal([{"path": "", "code": error.code.rpartition("error.")[2], "text": text}])


def tell_unreadable(ui: UI, error: UnreadableError) -> None:
    """Tell people why bytes are no record, on standard error: with the line, a pointer, and what to type instead."""
    ui.say(_why(error, ui.catalog), err=True)
    if error.span is not None:
        from callboard_cli.input.diagnostics.pointing import pointed

        ui.emit(pointed(error.span), err=True)
    if error.instead:
        ui.emit(ui.text("usage.instead", line=visible(error.instead)), err=True)


def _why(error: UnreadableError, catalog: Catalog) -> str:
    values = {key: visible(str(value)) for key, value in error.values.items()}
    return catalog.text(error.code) % values if values else catalog.text(error.code)


# --- One message a cause ---------------------------------------------------------------------------------------------

_PLACES = 6
"""The most places that one message lists."""
_WORDS = "error.typed-word"
_OTHER = "error.other-stage"
_LINE = "error.no-colon"
_FIRST = (_OTHER, _LINE, "error.two-names")
"""What is told before all else: what else is wrong may come of it."""
_LAST = ("missing", "too_short")
"""What is told last: a word that was not understood may have been what is lacking."""
_OF_ANOTHER = ("missing", "too_short", "extra_forbidden", "error.extra-meant")
"""What is wrong with every record of another stage."""


_OUT_OF_TURN = "error.out-of-turn"
_COUNTED = ("too_long", _OUT_OF_TURN)
"""What is wrong with a line of which one thing was taken for two."""


@dataclass(frozen=True)
class Place:
    """A problem in words, and where it was typed if it was."""

    worded: Worded
    span: Span | None


@dataclass(frozen=True)
class Cause:
    """What is wrong, in one message."""

    text: str
    spans: list[Span]
    """The parts of lines that it is about."""
    instead: list[str]
    """The lines as they should be typed, where that is more than the message says."""


def causes(places: Sequence[Place], catalog: Catalog, game: str) -> list[Cause]:
    """Return what people are told of these problems, the most important first."""
    groups: dict[object, list[Place]] = defaultdict(list)
    is_other = any(place.worded.problem.code == _OTHER for place in places)
    has_outside = any("outside" in place.worded.problem.values for place in places)
    is_out_of_turn = any(place.worded.problem.code == _OUT_OF_TURN for place in places)
    guessed = (place for place in reversed(places) if "guess" in place.worded.problem.values)
    meant = {place.span: place for place in guessed if place.span is not None}
    kept = [
        place
        for at, place in enumerate(places)
        if not (is_other and place.worded.problem.code in _OF_ANOTHER)
        and not (has_outside and _is_of_table(place.worded.problem))
        and not (is_out_of_turn and _lacks_one(place.worded.problem))
        and not any(_is_in(place, one) for one in meant.values())
        and not any(_is_beside(place, one) for one in places[:at])
    ]
    for place in sorted(kept, key=_rank):
        groups[_kind(place, catalog, game)].append(place)
    lines = [place.span.line for place in kept if place.span is not None]
    return [
        Cause(
            _text(group, catalog),
            list(dict.fromkeys(place.span for place in group if place.span is not None)),
            list(_instead(group, lines)),
        )
        for group in groups.values()
    ]


def _is_in(place: Place, other: Place) -> bool:
    """Tell whether a problem only comes of what another says was meant otherwise.

    It is about a part of that, or counts its parts: as one thing twice, or as more things than there may be.
    """
    one, whole, problem = place.span, other.span, place.worded.problem
    if place is other or one is None or whole is None or (one.line, one.number) != (whole.line, whole.number):
        return False
    if problem.code == "error.key-twice":
        return fold(str(problem.values["key"])) in fold(other.worded.given).split()
    is_part = whole.start <= one.start and one.end <= whole.end
    return is_part or (problem.code in _COUNTED and not whole.number)


def _is_of_table(problem: Problem) -> bool:
    """Tell whether a problem is about how much lies on the table, and not about a word."""
    return len(problem.location) == 1 and "given" not in problem.values


def _lacks_one(problem: Problem) -> bool:
    """Tell whether the table lacks one thing: the word whose absence puts another out of turn."""
    count, limit = problem.values.get("count"), problem.values.get("limit")
    return _is_of_table(problem) and isinstance(count, int) and limit == count + 1


def _is_beside(place: Place, other: Place) -> bool:
    """Tell whether two lists typed in turn in one line have the same wrong length, so that one message is enough."""
    one, two = place.worded.problem, other.worded.problem
    if place.span is None or other.span is None or not (_is_of_table(one) and _is_of_table(two)):
        return False
    in_one_line = (place.span.line, place.span.number) == (other.span.line, other.span.number)
    counted, others = ([problem.values.get(name) for name in ("count", "limit")] for problem in (one, two))
    return in_one_line and None not in counted and one.location != two.location and counted == others


def _rank(place: Place) -> int:
    """Return which problems come first: those of which others may come, and last what is only lacking."""
    code = place.worded.problem.code
    return _FIRST.index(code) - len(_FIRST) if code in _FIRST else int(code in _LAST)


def _kind(place: Place, catalog: Catalog, game: str) -> object:
    """Return the key by which problems are grouped into one message: their sentence without what was typed."""
    problem = place.worded.problem
    if _is_word(problem):
        return _WORDS
    values = {**problem.values, "given": "", "hint": ""}
    return problem.code, message(Problem(problem.location, problem.code, values), catalog, game)


def _text(group: Sequence[Place], catalog: Catalog) -> str:
    """Return one message for several problems of a kind."""
    first, *others = (place.worded for place in group)
    if not others:
        return first.text
    if _is_word(first.problem):
        hints = (place.worded.problem.values.get("hint") for place in group)
        hint = next(filter(None, hints), "")
        return (catalog.text("refusal.words") % {"words": _words(group, catalog), "hint": hint}).rstrip()
    same = [other.place for other in others if other.what == first.what and other.place]
    if len(same) == len(others) and first.place:
        return replace(first, place=_listed([first.place, *same])).text
    if all(place.span is not None for place in group):
        return first.text  # the others are pointed at
    others_said = [" ".join(_said(other, first, catalog)) for other in others]
    return f"{first.text}. {catalog.text('refusal.same') % {'places': _listed(others_said)}}"


def _is_word(problem: Problem) -> bool:
    """Tell whether a problem is a word that fits nowhere, or that one of the game's was probably meant by."""
    is_known = "number" in problem.values or "outside" in problem.values
    return "guess" in problem.values or (problem.code == _WORDS and not is_known)


def _said(other: Worded, first: Worded, catalog: Catalog) -> Iterator[str]:
    """Yield where a problem is that was told of another place already, and what was typed there."""
    if other.place and other.place != first.place:
        yield other.place
    if "given" in other.problem.values and other.what != first.what:
        yield catalog.text("refusal.word") % {"given": other.given}


def _words(group: Sequence[Place], catalog: Catalog) -> str:
    """Return what was typed, with what was probably meant, and with whose it is before it."""
    whose: dict[str, list[str]] = defaultdict(list)
    for place in group:
        given, guess = place.worded.given, place.worded.problem.values.get("guess")
        form = "refusal.word" if guess is None else "refusal.word-meant"
        meant = visible(str(guess))  # more than one word of it may be as it was typed
        whose[place.worded.holder].append(catalog.text(form) % {"given": given, "guess": meant})
    return "; ".join(f"{name}: {_listed(words)}" if name else _listed(words) for name, words in whose.items())


def _listed(words: Sequence[str]) -> str:
    """Return as many words as one message lists, and an ellipsis where there are more."""
    return ", ".join(dict.fromkeys(words[:_PLACES])) + (" …" if len(words) > _PLACES else "")


def _instead(group: Sequence[Place], lines: Sequence[str]) -> Iterator[str]:
    """Yield lines as they should be typed: without a colon, or with several words mistyped and nothing else wrong."""
    for place in group:
        if place.worded.problem.code == _LINE and (line := place.worded.problem.values.get("instead")):
            yield line
    typed: dict[str, list[tuple[Span, str]]] = defaultdict(list)
    for place in group:
        meant = place.worded.problem.values.get("guess")
        if isinstance(meant, str) and place.span is not None and not place.span.number:
            typed[place.span.line].append((place.span, meant))
    for line, words in typed.items():
        if len(words) > 1 and lines.count(line) == len(words):
            for span, meant in sorted(words, key=lambda one: -one[0].start):
                line = line[: span.start] + meant + line[span.end :]  # noqa: PLW2901  # from its end to its beginning
            yield line
