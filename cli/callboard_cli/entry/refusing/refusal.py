"""A record that was refused, in words: each problem with its place, and a pointer where it was written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

from callboard_cli.entry.filing.files import UnreadableError
from callboard_cli.entry.keys import own_keys
from callboard_cli.entry.reading.items import Span
from callboard_cli.entry.reading.raw import Typing
from callboard_cli.entry.refusing.causes import Cause, Place, causes
from callboard_cli.entry.refusing.problems import HINTED, hinted, told
from callboard_cli.entry.stage import Stage
from callboard_cli.speech.face import Face, visible
from callboard_locales import Catalog
from callboard_scoring.problems import Location, Problem, RefusedError

MOST = 100
"""The most problems of one record that are told; nobody reads more, and a page may send thousands."""
SHOWN = 8
"""The most messages that people are told at a time."""
_GUESSES = 20
"""The most mistyped words of one record that are compared with what was probably meant."""


class Written(Protocol):
    """Words or a file that a record was read from."""

    def span(self, location: Location) -> Span | None:
        """Return where the nearest piece around a location was written."""


@dataclass(frozen=True)
class Refusal:
    """What is wrong with a record: path, code and text of each problem, and what people are told instead."""

    errors: list[dict[str, str]]
    messages: list[Cause] = field(default_factory=list)
    """One for each cause, the most important first."""

    def show(self, face: Face) -> None:
        """Tell people what is wrong, on standard error."""
        face.say(face.catalog.plural("error.heading", len(self.messages)) % {"count": len(self.messages)}, err=True)
        for cause in self.messages[:SHOWN]:
            face.say(f"- {cause.text}", err=True)
            if cause.spans:
                from callboard_cli.entry.refusing.pointing import pointed_all  # it measures letters with Rich

                face.emit(pointed_all(cause.spans), err=True)
            for line in cause.instead:
                face.emit(f"  {face.text('usage.instead', line=visible(line))}", err=True)
        if len(self.messages) > SHOWN:
            face.say(face.text("error.more", count=len(self.messages) - SHOWN), err=True)


def refused(  # noqa: PLR0913  # what was read, how and where, and how to speak of it
    error: RefusedError,
    catalog: Catalog,
    stage: Stage | None,
    raw: object,
    written: Written | None = None,
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
    for problem in _hinted(placed, catalog, stage, hint=hint, in_line=isinstance(written, Typing)):
        one = told(problem, catalog, stage, raw)
        met.setdefault((one.data["path"], one.text), Place(one, problem.values["span"]))
    shown = causes([_numbered(place, catalog) for place in met.values()], catalog, stage.game.id if stage else "")
    return Refusal([place.told.data for place in met.values()], shown)


def _placed(problem: Problem, written: Written | None) -> Problem:
    """Return a problem with where it was written, if it was."""
    span = problem.values.get("span") or (written.span(problem.location) if written else None)
    return replace(problem, values={**problem.values, "span": span})


def _numbered(place: Place, catalog: Catalog) -> Place:
    """Return a problem with the number of its line before its place, where that is the line of a file."""
    if place.span is None or not place.span.number:
        return place
    line = catalog.text("refusal.line") % {"line": place.span.number}
    return replace(place, told=replace(place.told, place=" · ".join(filter(None, (line, place.told.place)))))


def _hinted(
    problems: Iterable[Problem], catalog: Catalog, stage: Stage | None, *, hint: str | None, in_line: bool
) -> Iterator[Problem]:
    """Yield problems with what their words need; how a line is typed is told once."""
    for number, problem in enumerate(problems):
        if stage is None:
            yield problem
            continue
        one = hinted(problem, catalog, stage, hint=hint, guesses=number < _GUESSES, in_line=in_line)
        if problem.code in HINTED and one.values.get("hint"):
            hint = ""
        yield one


def unreadable(error: UnreadableError, catalog: Catalog) -> Refusal:
    """Put into words why bytes are no record."""
    text = _why(error, catalog)
    if error.instead:
        text = f"{text} {catalog.text('usage.instead') % {'line': visible(error.instead)}}"
    return Refusal([{"path": "", "code": error.code.rpartition("error.")[2], "text": text}])


def tell_unreadable(face: Face, error: UnreadableError) -> None:
    """Tell people why bytes are no record, on standard error: with the line, a pointer, and what to type instead."""
    face.say(_why(error, face.catalog), err=True)
    if error.span is not None:
        from callboard_cli.entry.refusing.pointing import pointed

        face.emit(pointed(error.span), err=True)
    if error.instead:
        face.emit(face.text("usage.instead", line=visible(error.instead)), err=True)


def _why(error: UnreadableError, catalog: Catalog) -> str:
    values = {key: visible(str(value)) for key, value in error.values.items()}
    return catalog.text(error.code) % values if values else catalog.text(error.code)
