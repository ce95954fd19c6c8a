"""A pad as plain data: the rows of each part, what they are called, and in small how they are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from callboard_cli.paper.sheets import Sheet, on_sheet
from callboard_cli.ui.output import UI
from callboard_cli.ui.wording import capital, fill, label
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.pads import PadPart, Row

Kind = Literal["points", "note", "start", "total"]


@dataclass(frozen=True)
class RowView:
    """A row: at a mixed table its words are there in both languages."""

    kind: Kind
    label: Sequence[str]
    how: Sequence[str] = ()
    """How it is counted."""
    section: Sequence[str] = ()
    """The title of the section that it cites, where that says more than the row's own name."""
    boxes: Sequence[str] = ()
    """The captions of a player's places, where there are several."""
    widths: Sequence[int] = ()
    """How wide those are, one against the other; none where all are alike."""
    others: Sequence[str] = ()
    """The captions of the places of who is no player."""
    players_only: bool = False
    """Whether who is no player has no place in it."""
    shared: bool = False
    """Whether there is one place for all players."""
    boxes_also: Sequence[str] = ()
    """The same captions in the second language, where they are others; then they stand beside the row's name."""


@dataclass(frozen=True)
class RingView:
    """Places in a square around a part."""

    row: RowView
    """What is written down of each of them."""
    number: int
    first: str
    """The caption of the first one, in a corner."""
    between: str
    """The caption of what lies between two."""


@dataclass(frozen=True)
class PartView:
    """A part: a round, a season, the end."""

    title: str
    rows: Sequence[RowView]
    ring: RingView | None = None


@dataclass(frozen=True)
class PadView(Sheet):
    """A whole pad."""

    columns: Sequence[str]
    """A place for each player's name; who is no player has one by name."""
    parts: Sequence[PartView]
    name: str
    """What stands small where a player's name is to be written."""


def pad_view(ui: UI, game: Game, players: int, stage: str = "") -> PadView | None:
    """Return the pad of a stage, or of the whole game, for so many players; None where nothing is scored on paper."""
    parts = game.paper().parts(players, stage)
    if not parts:
        return None
    others = dict.fromkeys(name for part in parts for name in part.others)
    kind = ui.beside(Catalog.text, "paper/pad")
    what = f"{kind} · {ui.beside(_stage_name, game, stage)}" if stage else kind
    return PadView(
        **on_sheet(ui, game, what),
        columns=["" for _ in range(players)] + [ui.beside(label, game.id, name) for name in others],
        parts=list(_told_once(one for part in parts for one in _parts(ui, game, part))),
        name=ui.beside(Catalog.text, "paper/pad-name"),
    )


def _parts(ui: UI, game: Game, part: PadPart) -> Iterator[PartView]:
    """Yield a part without what is kept for the whole game, and that as a part of its own."""
    yield _part(ui, game, replace(part, rows=tuple(row for row in part.rows if not row.once)))
    if kept := [one for row in part.rows if row.once for one in _rows(ui, game, row)]:
        yield PartView(ui.beside(Catalog.text, "paper/pad-whole-game"), kept)


def _part(ui: UI, game: Game, part: PadPart) -> PartView:
    rows = [
        *_start(ui, game, part),
        *(one for row in part.rows[1 if part.ring else 0 :] for one in _rows(ui, game, row)),
        *_total(ui, part),
        *(one for row in part.below for one in _rows(ui, game, row)),
    ]
    return PartView(ui.beside(_part_title, game, part), rows, _ring(ui, game, part))


def _ring(ui: UI, game: Game, part: PadPart) -> RingView | None:
    if part.ring is None:
        return None
    first, between = (ui.text(f"{game.id}/pad-box.{name}") for name in (part.ring.first, part.ring.between))
    row = part.rows[0]
    return RingView(next(_rows(ui, game, replace(row, times=1))), row.times, first, between)


def _told_once(parts: Iterable[PartView]) -> Iterator[PartView]:
    """Yield parts that tell how a row is counted only where it stands first, and cite a section once each."""
    shown: set[tuple[str, ...]] = set()
    for part in parts:
        rows, cited = [], set()
        for row in part.rows:
            how = () if tuple(row.how) in shown else row.how
            rows.append(replace(row, how=how, section=() if tuple(row.section) in cited else row.section))
            cited.add(tuple(row.section))
        yield replace(part, rows=rows)
        shown.update(tuple(row.how) for row in part.rows)


def _start(ui: UI, game: Game, part: PadPart) -> Iterator[RowView]:
    if part.start:
        own = f"{game.id}/pad-start.{part.stage}"
        message = own if ui.catalog.has(own) else "paper/pad-start"
        yield RowView("start", _in_each(ui, lambda words: words.text(message)))


def _total(ui: UI, part: PadPart) -> Iterator[RowView]:
    if part.total:
        yield RowView("total", _in_each(ui, lambda words: words.text("paper/pad-total")))


def _rows(ui: UI, game: Game, row: Row) -> Iterator[RowView]:
    def filled(message: str) -> Sequence[str]:
        return _in_each(ui, lambda words: fill(words, game.id, message, row.values))

    def captions(words: Catalog, boxes: Sequence[str] = row.boxes) -> tuple[str, ...]:
        return tuple(box if box.isdecimal() else words.text(f"{game.id}/pad-box.{box}") for box in boxes)

    boxes = captions(ui.catalog)
    also = captions(ui.also) if ui.also else boxes
    others = boxes if row.others is None else captions(ui.catalog, row.others)
    for number in range(1, row.times + 1):
        shown = filled(f"{game.id}/pad.{row.name}")
        how = f"{game.id}/pad-how.{row.name}"
        yield RowView(
            "points" if row.points else "note",
            [f"{one} {number}" for one in shown] if row.times > 1 else shown,
            filled(how) if ui.catalog.has(how) and number == 1 else (),
            () if row.ours or number > 1 else _cited(ui, row, shown),
            boxes,
            row.widths,
            others,
            row.players_only,
            row.shared,
            also if also != boxes else (),
        )


def _cited(ui: UI, row: Row, shown: Sequence[str]) -> Sequence[str]:
    """Return the title of the section that a row cites; none where the row is called like it."""
    from callboard_rules import load_rules  # help pages need none

    game, _, section = row.rule.partition("/")
    titles = _in_each(ui, lambda words: load_rules(game, words.language).sections[section].title)
    return () if titles == shown else titles


def _in_each(ui: UI, say: Callable[[Catalog], str]) -> Sequence[str]:
    """Return what is said in a language, at a mixed table in both."""
    return tuple(dict.fromkeys(map(say, ui.catalogs)))


def _stage_name(words: Catalog, game: Game, stage: str) -> str:
    """Return what a pad of a stage is called: by its own words, where there are some, or as the stage is."""
    own = f"{game.id}/pad-part.{stage}"
    return words.text(own if words.has(own) else f"{game.id}/stage.{stage}").partition("|")[0]


def _part_title(words: Catalog, game: Game, part: PadPart) -> str:
    """Return which leg it is, by the fields that tell, or else what the stage is called."""
    shown = [f"{label(words, game.id, name)} {number}" for name, number in part.fields.items()]
    return capital(", ".join(shown) or _stage_name(words, game, part.stage))
