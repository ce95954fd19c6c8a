"""Checks of what a game puts on paper: a row of a pad for each line of the scorer, and a line for each row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import callboard_cli.paper as printed
from callboard_cli.authoring.draft import Draft, Finding, trouble
from callboard_cli.authoring.playing import Played
from callboard_cli.ui.wording import fill
from callboard_scoring.ledger import Line
from callboard_scoring.pads import PadPart, Paper, Row
from callboard_scoring.records import field_names, seats_field


def paper_of(draft: Draft) -> Paper | None:
    """Return what the game puts on paper; None where it cannot be loaded."""
    try:
        paper = draft.game.paper()
    except Exception:  # noqa: BLE001  # whatever a module under construction does; a check tells it
        return None
    return paper if isinstance(paper, Paper) else None


def all_parts(draft: Draft) -> Iterator[tuple[int, str, PadPart]]:
    """Yield every part of every pad that gives parts, with the number of players and the stage."""
    paper = paper_of(draft)
    for stage in paper.pads if paper else ():
        for players in numbers_of_players(draft) if stage in draft.game.stages else ():
            parts = pad_parts(draft, stage, players)
            yield from ((players, stage, part) for part in parts) if isinstance(parts, tuple) else ()


def pad_parts(draft: Draft, stage: str, players: int) -> tuple[PadPart, ...] | Exception | None:
    """Return the parts of a stage's pad, or why there are none; None where it gives something else."""
    paper = paper_of(draft)
    pad = paper.pads.get(stage) if paper else None
    if pad is None:
        return ()
    try:
        parts = tuple(pad(players))
    except Exception as error:  # noqa: BLE001  # whatever a module under construction does
        return error
    return parts if parts and all(isinstance(part, PadPart) for part in parts) else None


def numbers_of_players(draft: Draft) -> range:
    """Return every number of players that the game is for."""
    fewest, most = draft.game.players
    return range(fewest, most + 1)


def words_of(draft: Draft) -> Iterator[str]:
    """Yield the id of all words that the pads ask for: of each row, of each of its places, and of those in a ring."""
    for _, _, part in all_parts(draft):
        if part.ring is not None:
            yield from (f"{draft.game.id}/pad-box.{box}" for box in (part.ring.first, part.ring.between))
        for row in part.all_rows:
            yield f"{draft.game.id}/pad.{row.name}"
            yield from (
                f"{draft.game.id}/pad-box.{box}" for box in (*row.boxes, *(row.others or ())) if not box.isdecimal()
            )


def words_that_may_be(draft: Draft) -> Iterator[str]:
    """Yield the id of all words that the pads may have: how a row is counted, what a part is called and begins with."""
    for _, _, part in all_parts(draft):
        yield f"{draft.game.id}/pad-part.{part.stage}"
        yield f"{draft.game.id}/pad-start.{part.stage}"
        yield from (f"{draft.game.id}/pad-how.{row.name}" for row in part.all_rows)


LEAST_CONTRAST = 4.5
"""Of headings with white paper, as the Web Content Accessibility Guidelines (2.1, 1.4.3) have it for text."""
_COLOUR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)
_ORNAMENT = re.compile(r"^  ([a-z]+): \(step, height", re.MULTILINE)
"""How the template that all sheets share names each ornament that it draws."""


def readable(draft: Draft) -> Iterator[Finding]:
    """Look whether the game says what it puts on paper, where it has a module for it."""
    file = _file(draft)
    if not file.exists():
        return
    try:
        said = getattr(draft.game.load("paper"), "PAPER", None)
    except Exception as error:  # noqa: BLE001  # whatever a module under construction does
        yield Finding(file, "check.import", trouble(error, draft.files.code))
        return
    if not isinstance(said, Paper):
        yield Finding(file, "check.no-paper")


def looks(draft: Draft) -> Iterator[Finding]:
    """Look whether the colour can be read on white, and the ornament is one that can be drawn."""
    paper, file = paper_of(draft), _file(draft)
    if paper is None:
        return
    if not _COLOUR.fullmatch(str(paper.colour)):
        yield Finding(file, "check.pad-colour", {"given": paper.colour})
    elif (contrast := contrast_with_white(paper.colour)) < LEAST_CONTRAST:
        values = {"given": paper.colour, "contrast": f"{contrast:.1f}", "least": LEAST_CONTRAST}
        yield Finding(file, "check.pad-pale", values)
    if paper.ornament and paper.ornament not in (known := ornaments()):
        yield Finding(file, "check.pad-ornament", {"given": paper.ornament, "known": known})


def ornaments() -> tuple[str, ...]:
    """Return the names of the ornaments that sheets can have."""
    template = Path(printed.__file__).parent / "templates" / "page.typ"
    return tuple(_ORNAMENT.findall(template.read_text(encoding="utf-8")))


def contrast_with_white(colour: str) -> float:
    """Return the contrast of a colour `#rrggbb` with white, 1-21, by the formula of WCAG 2.1.

    >>> round(contrast_with_white("#000000"))
    21
    """
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]  # noqa: PLR2004  # the formula's
    luminance = sum(weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return 1.05 / (luminance + 0.05)


def pads(draft: Draft) -> Iterator[Finding]:
    """Look whether each pad is of a stage, gives parts for every number of players, and cites sections there are."""
    file = _file(draft)
    paper = paper_of(draft)
    for stage in paper.pads if paper else ():
        if stage not in draft.game.stages:
            yield Finding(file, "check.pad-stage", {"stage": stage})
            continue
        for players in numbers_of_players(draft):
            where = {"stage": stage, "players": players}
            parts = pad_parts(draft, stage, players)
            if isinstance(parts, Exception):
                yield Finding(file, "check.pad-crash", {**where, **trouble(parts, draft.files.code)})
                break
            if parts is None:
                yield Finding(file, "check.pad-parts", where)
                break
            for part in parts:
                yield from _wrong_part(draft, stage, part)


def _wrong_part(draft: Draft, stage: str, part: PadPart) -> Iterator[Finding]:
    """Yield what is wrong with a part by itself: its stage, the fields that tell which it is, what its rows cite."""
    file = _file(draft)
    if part.stage != stage:
        yield Finding(file, "check.pad-stage", {"stage": part.stage})
    known = field_names(draft.stages[stage].model) if stage in draft.stages else part.fields
    for field in part.fields:
        if field not in known:
            yield Finding(file, "check.pad-field", {"stage": stage, "field": field})
    for row in part.all_rows:
        for rule in (row.rule, *row.also):
            game, _, section = rule.partition("/")
            if draft.sections and (game != draft.game.id or section not in draft.sections):
                yield Finding(file, "check.pad-section", {"stage": stage, "id": rule})


def told(draft: Draft) -> Iterator[Finding]:
    """Look whether the words of each row can be filled with its values."""
    rows = {(row.name, *row.values): row for _, _, part in all_parts(draft) for row in part.all_rows}
    for row in rows.values():
        for language, words in draft.spoken.items():
            for message in (f"{draft.game.id}/{family}.{row.name}" for family in ("pad", "pad-how")):
                try:
                    _ = words.has(message) and fill(words, draft.game.id, message, row.values)
                except Exception as error:  # noqa: BLE001  # values of any kind meet words of any kind
                    yield Finding(draft.files.catalogs[language], "check.untold", {"id": message, "error": error})


def lines(draft: Draft) -> Iterator[Finding]:
    """Look whether each player's lines, in every case and example, fit the rows in their order, and each row is met."""
    found: dict[tuple[str, object], Finding] = {}
    met: set[tuple[str, str]] = set()
    for name, stage, played in _all_played(draft):
        part = _part_of(draft, stage, played)
        if part is None or played.result is None:
            continue
        met |= {(stage, line.reason.rule) for line in (*played.result.lines, *played.result.ladder)}
        for score in played.result.players:
            rows = placed(part, score.lines)
            met |= {(stage, row.name) for row in rows}
            if len(rows) < len(score.lines):
                code, values = _unplaced(part, score.lines, len(rows))
                where = {"name": name, "player": score.name, "id": values["id"]}
                found.setdefault((code, values["id"]), Finding(_file(draft), code, {**where, **values}))
    yield from found.values()
    if set(draft.stages) != set(draft.game.stages):
        return  # a stage that does not load meets nothing
    for _, stage, part in all_parts(draft):
        for row in part.all_rows:
            if not row.ours and not met & {(stage, row.name), (stage, row.rule)}:
                yield Finding(_file(draft), "check.pad-unmet", {"stage": stage, "row": row.name})


def placed(part: PadPart, told_lines: Sequence[Line]) -> list[Row]:
    """Return the row of each line in the order of the pad, as far as there is one.

    Of several rows of one rule a line takes the one whose case it names, among its values or as its own.
    """
    left = [row for row in part.rows if not row.ours for _ in range(row.times)]
    rows: list[Row] = []
    for line in told_lines:
        same = [row for row in left if line.reason.rule in (row.rule, *row.also)]
        named = {line.reason.case, *(value for value in line.values.values() if isinstance(value, str))}
        fitting = [row for row in same if row.case in named] or same
        if not fitting:
            break
        rows.append(fitting[0])
        del left[: left.index(fitting[0]) + 1]
    return rows


def _unplaced(part: PadPart, told_lines: Sequence[Line], place: int) -> tuple[str, dict[str, object]]:
    """Return why the line in this place has no row: there is none, too few, or it stands before another's."""
    rule = told_lines[place].reason.rule
    times = sum(row.times for row in part.rows if not row.ours and rule in (row.rule, *row.also))
    count = sum(line.reason.rule == rule for line in told_lines)
    if not times:
        return "check.pad-no-row", {"id": rule}
    return (
        ("check.pad-times", {"id": rule, "count": count, "times": times})
        if count > times
        else ("check.pad-order", {"id": rule})
    )


def _all_played(draft: Draft) -> Iterator[tuple[str, str, Played]]:
    """Yield what came of each example and case, with its name and stage."""
    for stage, code in draft.stages.items():
        if code.example is not None:
            yield f"examples.toml, {stage}", stage, draft.play(stage, code.example)
    yield from ((case.name, case.stage, case.played) for case in draft.golden)


def _part_of(draft: Draft, stage: str, played: Played) -> PadPart | None:
    """Return the part of a pad on which a record is written down; None where its stage is not scored on paper."""
    seats = seats_field(type(played.record)) if played.record is not None else None
    if seats is None:
        return None
    parts = pad_parts(draft, stage, len(getattr(played.record, seats)))
    return (
        next((part for part in parts if _is_of(part.fields, played.record)), None) if isinstance(parts, tuple) else None
    )


def _is_of(fields: Mapping[str, int], record: Any) -> bool:
    return all(getattr(record, name, None) == value for name, value in fields.items())


def _file(draft: Draft) -> Path:
    return draft.files.code / "paper.py"


CHECKS = (readable, looks, pads, told, lines)
