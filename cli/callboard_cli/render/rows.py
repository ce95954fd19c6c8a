"""Lines of a result in words, the small numbers of the sections that they cite, the notes and doubts, and pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI, signed, visible
from callboard_cli.ui.wording import fill, in_words, itemized, label, sentence, token
from callboard_locales import Catalog
from callboard_scoring.game import Game, Leg
from callboard_scoring.ledger import Grid, Line, Picture, Reading, readings_of

if TYPE_CHECKING:
    from rich.text import Text

    from callboard_rules import Note as RulesNote
    from callboard_rules import Rules, Section
    from callboard_scoring.problems import Doubt


LACKED = "→"
"""What stands before what a line lacked."""


@dataclass(frozen=True)
class Item:
    """What a line tells item by item, such as who sings one role."""

    name: str
    """Empty where the item has none."""
    text: str
    points: str
    """With sign; empty where it gives none."""

    @property
    def whole(self) -> str:
        """The item as a sentence."""
        text = f"{self.name}: {self.text}" if self.name else self.text
        return f"{text}; {self.points}" if self.points else text


@dataclass(frozen=True)
class Link:
    """A section of the rules that a page or a sheet points to."""

    number: int
    title: str
    address: str


@dataclass(frozen=True)
class Note:
    """A note of the rules that decided something, in words."""

    kind: str
    rule: str
    """The id of the section that has it."""
    text: str
    link: Link | None = None
    """The same to follow, on a page and on paper."""


@dataclass(frozen=True)
class Lack:
    """What was missing for a line that gave nothing to give something."""

    text: str
    also: str
    """The same in the second language; empty where there is none, or it is no other."""


@dataclass(frozen=True)
class Row:
    """One line of a result, in words."""

    points: str
    """With sign; empty where the line gives points to nobody."""
    text: str
    items: tuple[Item, ...]
    also: str
    """The same in the second language; empty where there is none, or it is no other."""
    rule: str
    """The id of the section that it cites."""
    best: bool
    readings: tuple[str, ...]
    """The ids of the notes of the rules that decided it."""
    lacks: tuple[Lack, ...] = ()
    """What was missing, where it gave nothing; told where it is asked."""
    link: Link | None = None
    """The section that it cites, on a page and on paper, if it can be read."""
    notes: tuple[Note, ...] = ()
    """The notes that decided it and are not told above, on a page and on paper."""


def rows_of(ui: UI, game: Game, lines: Iterable[Line]) -> list[Row]:
    """Put lines into words."""
    return [_row(ui, game, line) for line in lines]


def notes_of(ui: UI, game: Game, lines: Iterable[Line]) -> list[Row]:
    """Put lines into words that give no player points."""
    return [replace(row, points="" if row.points == "0" else row.points) for row in rows_of(ui, game, lines)]


def _row(ui: UI, game: Game, line: Line) -> Row:
    text, items = itemized(ui.catalog, game.id, line)
    also = sentence(ui.also, game.id, line) if ui.also else ""
    return Row(
        points=signed(line.points),
        text=text,
        items=tuple(_item(shown, inner) for shown, inner in items),
        also="" if also == text else also,
        rule=line.reason.rule,
        best=line.reason.best,
        readings=tuple(reading.id for reading in readings_of([line])),
        lacks=tuple(_lack(ui, game, lack) for lack in line.lacks),
    )


def _lack(ui: UI, game: Game, lack: Line) -> Lack:
    text = sentence(ui.catalog, game.id, lack)
    also = sentence(ui.also, game.id, lack) if ui.also else ""
    return Lack(text, "" if also == text else also)


def _item(told: str, line: Line) -> Item:
    name, colon, text = told.partition(": ")
    return Item(name if colon else "", text if colon else told, signed(line.points) if line.points else "")


def owner_of(ui: UI, game: Game, line: Line) -> str:
    """Name who is no player and yet has this line."""
    name = ui.beside(label, game.id, line.whose)
    return f"{name[0].upper()}{name[1:]}"


@dataclass(frozen=True)
class Cited:
    """The sections and notes that the lines of a page cite."""

    numbers: Mapping[str, int]
    """The number of each section, in the order in which they are met."""
    readings: tuple[str, ...]
    """The ids of the notes that decided something."""
    notes: Mapping[str, Note]
    """These in words, by their ids, where they are asked for."""
    open_text: str = "result.readings"
    """The message that says how many notes decided something."""

    def names(self, mark: str) -> list[str]:
        """Return the list that tells what the numbers stand for: "§1 payment"."""
        return [f"{mark % number} {rule.partition('/')[2]}" for rule, number in self.numbers.items()]

    def how(self, ui: UI, game: Game) -> str:
        """Say how to read a section."""
        return ui.text("result.read-rule", game=game.id) if self.numbers else ""

    def open_points(self, ui: UI, mark: str) -> str:
        """Say in one line how many notes decided something, and where; nothing where none did, or they are told."""
        if not self.readings or self.notes:
            return ""
        numbers = sorted({self.numbers[reading.partition(".")[0]] for reading in self.readings})
        return ui.text(self.open_text, count=len(self.readings), sections=", ".join(mark % one for one in numbers))

    def untold(self, row: Row, told: set[str]) -> Iterator[Note]:
        """Yield the notes that decided a line and are not told yet; from now on they are."""
        for reading in row.readings:
            if reading in self.notes and reading not in told:
                told.add(reading)
                yield self.notes[reading]


def cited_by(ui: UI, game: Game, rows: Iterable[Row], *, explain: bool) -> Cited:
    """Find what lines cite; with `explain` the notes in words."""
    rows = list(rows)
    readings = tuple(dict.fromkeys(reading for row in rows for reading in row.readings))
    rules = dict.fromkeys([*(row.rule for row in rows), *(reading.partition(".")[0] for reading in readings)])
    notes = {}
    if explain:
        found = rulings(ui.catalog, game, map(Reading, readings))
        for reading, (section, note) in zip(readings, found, strict=True):
            notes[reading] = Note(ui.text(f"rules.note-{note.heading}"), section.rule, note.text)
    return Cited({rule: number for number, rule in enumerate(rules, 1)}, readings, notes)


def rulings(catalog: Catalog, game: Game, readings: Iterable[Reading]) -> list[tuple[Section, RulesNote]]:
    """Return the notes that these readings name, each with its section, in the catalog's language."""
    names = [reading.id for reading in readings]
    if not names:
        return []
    from callboard_rules import find_rulings  # most scores and set-ups meet none

    return find_rulings(game.id, catalog.language, names)


def rules_of(ui: UI, game: Game) -> Rules:
    """Return the rules of a game in the reader's language."""
    from callboard_rules import load_rules  # only explanations need them

    return load_rules(game.id, ui.catalog.language)


def doubted(catalog: Catalog, game: Game, doubt: Doubt) -> str:
    """Say what cannot be, and of whom."""
    what = fill(catalog, game.id, doubt.code, _said(catalog, game, doubt.values))
    return f"{visible(doubt.whose)}: {what}" if doubt.whose else what


def legs_in_words(words: Catalog, game: Game, legs: Iterable[Leg]) -> str:
    """Name legs of a game's path: seasons or rounds, those of one stage together, and stages that have no number."""
    shown: dict[tuple[str, ...], list[str]] = {}
    for leg in legs:
        prepares = leg.stage in game.preparations
        name = (title_of(words, game.id, leg.stage),) if prepares or not leg.fields else ()
        numbers = shown.setdefault((*name, *(label(words, game.id, field) for field in leg.fields)), [])
        numbers += map(str, leg.fields.values())
    return "; ".join(f"{', '.join(name)} {', '.join(numbers)}".strip() for name, numbers in shown.items())


def _said(catalog: Catalog, game: Game, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values of a doubt about a `field` with its name, and with what is in it in the reader's words."""
    if "legs" in values:
        return {**values, "legs": legs_in_words(catalog, game, values["legs"])}
    if "field" not in values:
        return values
    shown = {name: in_words(catalog, game.id, value) for name, value in values.items() if name != "places"}
    if "places" in values:  # each with what lay there, where that is known
        pieces = ((place, piece and token(catalog, game.id, piece)) for place, piece in values["places"])
        shown["places"] = ", ".join(f"{place} ({piece})" if piece else str(place) for place, piece in pieces)
    return {**shown, "field": label(catalog, game.id, values["field"])}


_NARROW, _WIDE = 44, 100
"""How many letters a picture may be wide: those of a phone held upright, or those to which it is moved sideways."""


@dataclass(frozen=True)
class Drawing:
    """A picture in letters, and the same in words."""

    ui: UI
    game: Game
    picture: Picture

    def drawn(self, width: int) -> list[Text] | None:
        """Draw the picture for a width in cells; None where that is too narrow for it."""
        from callboard_cli.render.drawing import draw  # it brings Rich

        return draw(self.ui, self.game, self.picture, width)

    @property
    def rows(self) -> list[str]:
        """Its letters, as narrow as may be; none where it is too wide for a page."""
        return [line.plain.rstrip() for line in self.drawn(_NARROW) or self.drawn(_WIDE) or ()]

    @property
    def words(self) -> list[str]:
        """The picture in words, a row or a stop a line; nothing where lines beside it say the same."""
        words, game, picture = self.ui.catalog, self.game.id, self.picture
        if isinstance(picture, Grid):
            names = [[token(words, game, cell, "grid") for cell in row] for row in picture.rows]
            return [f"{number}. {', '.join(row)}" for number, row in enumerate(names, 1)]
        if picture.told:
            return []
        return [f"{number}. {token(words, game, stop.token)}" for number, stop in enumerate(picture.stops, 1)]


def drawing_of(ui: UI, game: Game, picture: Picture | None) -> Drawing | None:
    """Return what shows a picture, if there is one."""
    return None if picture is None else Drawing(ui, game, picture)


@dataclass(frozen=True)
class SetupPage:
    """A set-up in words, before it is laid out for a screen or told line by line."""

    title: str
    steps: list[Row]
    cited: Cited
    hands: list[tuple[str, list[str]]]
    """Who takes what."""
    piles: list[tuple[str, list[str]]]
    """What is taken for the table, and what goes back into the box."""
    picture: Drawing | None
    links: list[Link] = field(default_factory=list)
    """What is cited, on a page."""

    @property
    def takes(self) -> list[tuple[str, list[str]]]:
        """All of both, the players first."""
        return self.hands + self.piles
