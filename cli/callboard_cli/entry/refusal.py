"""A record that was refused, in words: each problem with its place, and a pointer where it was typed."""

from __future__ import annotations

from dataclasses import dataclass

from callboard_cli.entry.files import UnreadableError
from callboard_cli.entry.keys import own_keys
from callboard_cli.entry.problems import HINTED, described
from callboard_cli.entry.raw import Typing
from callboard_cli.entry.stage import Stage
from callboard_cli.speech.face import Face, visible
from callboard_locales import Catalog
from callboard_scoring.problems import Problem, RefusedError

MOST = 100
"""The most problems of one record that are told; nobody reads more, and a page may send thousands."""


@dataclass(frozen=True)
class Refusal:
    """What is wrong with a record: path, code and text of each problem, and a pointer into what was typed."""

    errors: list[dict[str, str]]
    pointers: list[str]
    """One for each problem; empty where there is no line to point at."""

    def show(self, face: Face) -> None:
        """Tell people all problems, on standard error."""
        face.say(face.catalog.plural("error.heading", len(self.errors)) % {"count": len(self.errors)}, err=True)
        for error, pointer in zip(self.errors, self.pointers, strict=True):
            face.say(f"- {error['text']}", err=True)
            if pointer:
                face.emit(pointer, err=True)


def refused(
    error: RefusedError, catalog: Catalog, stage: Stage | None, raw: object, typing: Typing | None = None
) -> Refusal:
    """Put into words why a record was refused; `raw` is what was read of it, and `typing` how it was typed."""
    if stage is not None and isinstance(raw, dict):
        raw, _ = own_keys(raw, stage.model, stage.game.id)  # a problem's place is told by the fields' own names
    problems = error.problems[:MOST]
    if len(error.problems) > MOST:
        problems = (*problems, Problem((), "error.more", {"count": len(error.problems) - MOST}))
    told: dict[tuple[str, str], tuple[dict[str, str], str]] = {}
    hint = True
    for problem in problems:
        described_one = described(problem, catalog, stage, raw, hint=hint)
        hint = hint and problem.code not in HINTED  # how a line is typed is told once
        told.setdefault((described_one["path"], described_one["text"]), (described_one, _pointer(problem, typing)))
    return Refusal([one for one, _ in told.values()], [pointer for _, pointer in told.values()])


def unreadable(error: UnreadableError, catalog: Catalog) -> Refusal:
    """Put into words why bytes are no record."""
    text = _why(error, catalog)
    if error.instead:
        text = f"{text} {catalog.text('usage.instead') % {'line': visible(error.instead)}}"
    return Refusal([{"path": "", "code": error.code.rpartition("error.")[2], "text": text}], [""])


def tell_unreadable(face: Face, error: UnreadableError) -> None:
    """Tell people why bytes are no record, on standard error: with the line, a pointer, and what to type instead."""
    face.say(_why(error, face.catalog), err=True)
    if error.span is not None:
        from callboard_cli.entry.pointing import pointed  # noqa: PLC0415  # as below

        face.emit(pointed(error.span), err=True)
    if error.instead:
        face.emit(face.text("usage.instead", line=visible(error.instead)), err=True)


def _why(error: UnreadableError, catalog: Catalog) -> str:
    values = {key: visible(str(value)) for key, value in error.values.items()}
    return catalog.text(error.code) % values if values else catalog.text(error.code)


def _pointer(problem: Problem, typing: Typing | None) -> str:
    span = problem.values.get("span") or (typing.span(problem.location) if typing else None)
    if span is None:
        return ""
    from callboard_cli.entry.pointing import pointed  # noqa: PLC0415  # it measures letters with Rich

    return pointed(span)
