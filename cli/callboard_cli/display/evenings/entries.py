"""The entries of an evening in words: which they are, what each gave, and why one does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from callboard_cli.display.answer import BETWEEN, answer_of, brief_of
from callboard_cli.display.evenings.standing import Said, minus, with_number
from callboard_cli.display.machine import outcome_data
from callboard_cli.display.rulings import doubted
from callboard_cli.entry.evening import edited_stage
from callboard_cli.entry.refusing.refusal import refused
from callboard_cli.speech.face import Face, signed, visible
from callboard_cli.speech.naming import shown_command, title_of
from callboard_cli.speech.wording import label
from callboard_locales import Catalog
from callboard_nights.entries import WHOSE, path_fields
from callboard_nights.night import Entry, Night
from callboard_scoring.evening import Played
from callboard_scoring.game import Leg
from callboard_scoring.problems import RefusedError

OVER = "error.night.over"
"""Why an entry does not fit that nothing in itself can mend."""


def what(night: Night, entry: Entry) -> Said:
    """Return what was entered: the season or round, or the stage and of which round."""
    game = night.game
    names = dict.fromkeys(name for leg in game.path for name in leg.fields)
    given = {name: _value(entry, name) for name in names}
    numbers = {name: value for name, value in given.items() if isinstance(value, int)}
    is_told = bool(numbers) and set(path_fields(game, entry.stage)) & numbers.keys()
    whose = (entry.played.whose if entry.played is not None else entry.entered.get(WHOSE)) or ""

    def said(words: Catalog) -> str:
        told = [f"{label(words, game.id, name)} {value}" for name, value in numbers.items()]
        stage = [] if is_told else [title_of(words, game.id, entry.stage)]
        return ", ".join([*stage, *told, *([visible(str(whose))] if whose else [])])

    return said


def coming(words: Catalog, night: Night, leg: Leg) -> str:
    """Name what comes next: the season or round, or the stage."""
    numbers = [f"{label(words, night.game.id, name)} {value}" for name, value in leg.fields.items()]
    return ", ".join(numbers) or title_of(words, night.game.id, leg.stage)


def _value(entry: Entry, name: str) -> object:
    """Return what a record has under a field; of one that does not count what was typed."""
    return entry.entered.get(name) if entry.played is None else getattr(entry.played.record, name, None)


def numbered(night: Night, entry: Entry) -> Said:
    """Return an entry's number, and what was entered."""
    told = what(night, entry)
    return lambda words: words.text("night/entry") % {"number": entry.number, "what": told(words)}


def gave(face: Face, night: Night, played: Played, *, with_standing: bool = False) -> list[str]:
    """Say in a line or a few what an entry gave: points, what there is from then on, or what came of it beside.

    Told with the standing, it leaves out what that says.
    """
    evening = night.game.evening()
    if played.stage in (*evening.adds, *evening.sets):
        write = signed if played.stage in evening.adds else minus
        return [BETWEEN.join(with_number(name, write(points)) for name, points in evening.given(played).items())]
    answer = answer_of(face, night.game, played.stage, played.result, outcome_data(played.result), ())
    if with_standing and is_held(night, played):
        answer = replace(answer, gains=[], first="")
    return [line for line in brief_of(face, "", replace(answer, doubts=0)) if line]


def is_held(night: Night, played: Played) -> bool:
    """Tell whether what came of an entry for each player is what they hold now."""
    held = {one.name: one.holds for one in night.standing}
    return any(held.values()) and outcome_data(played.result).get("players") == held


def reasons(face: Face, night: Night, entry: Entry) -> list[str]:
    """Say why an entry does not fit, a cause a sentence, as it would have been refused."""
    stage = edited_stage(night, entry)
    filled, _ = stage.night.entering(entry.stage, entry.entered).filled(entry.entered)
    return [cause.text for cause in refused(RefusedError(entry.problems), face.catalog, stage, filled).messages]


def doubts(face: Face, night: Night, entry: Entry) -> list[str]:
    """Say what of an entry cannot be."""
    found = entry.played.result.doubts if entry.played is not None else ()
    return [face.text("result.doubt", text=doubted(face.catalog, night.game, doubt)) for doubt in found]


def count_doubts(night: Night) -> int:
    """Return how many doubts there are in all entries that count."""
    return sum(len(played.result.doubts) for played in night.played)


def count_misfits(face: Face, night: Night) -> str:
    """Say which entries do not fit and count nothing; empty where all do."""
    numbers = [str(entry.number) for entry in night.entries if entry.stands and not entry.fits]
    told = {"numbers": face.catalog.list(numbers)}
    return face.catalog.plural("night/misfits", len(numbers)) % told if numbers else ""


def misfit(face: Face, night: Night, entry: Entry, *, with_command: bool = True) -> Iterator[str]:
    """Yield that an entry does not fit, why, and the command that mends it."""
    yield face.text("night/misfit", entry=numbered(night, entry)(face.catalog))
    yield from (f"- {why}" for why in reasons(face, night, entry))
    if with_command and all(problem.code != OVER for problem in entry.problems):
        command = shown_command(face, ["night", "edit", str(entry.number)])
        yield face.text("night/mend", command=command)
