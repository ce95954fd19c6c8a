"""What came out, in words: the answer of a result, which is told last, so that it is on any screen, and its facts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from callboard_cli.render.rows import Row, notes_of, owner_of
from callboard_cli.ui.names import command_line
from callboard_cli.ui.output import UI, visible
from callboard_cli.ui.wording import label, sentence, token, unit_of
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult

BETWEEN = " · "
"""What stands between things told in one line."""


class Way(Enum):
    """How to come to the reasons, by the message that tells it."""

    ABOVE = "result.way"
    OF = "result.way-of"
    EXPLAIN = "result.way-explain"
    WHY_NOT = "result.way-why-not"


@dataclass(frozen=True)
class Answer:
    """What came out, in words, from top to bottom."""

    totals: list[str]
    """Who has how much, the most first; who share a place stand together. Empty where totals mean nothing."""
    gains: list[str]
    """What each player has where there are no totals."""
    first: str
    """Who won, or leads; empty where nobody does."""
    rows: list[Row]
    """The steps of the tie-break that were needed, and what else is of the whole."""
    facts: list[Fact]
    doubts: int
    """How many there are."""
    ways: list[str]
    """How to come to the reasons; empty where there are none."""

    @property
    def total_lines(self) -> list[str]:
        """Who has how much in one line; where there are no totals, a line for what each player has."""
        return [BETWEEN.join(self.totals)] if self.totals else self.gains

    @property
    def is_blank(self) -> bool:
        """Whether nothing came out that is told here."""
        return not (self.totals or self.gains or self.first or self.rows or self.facts)


def answer_of(  # noqa: PLR0913, PLR0917  # what to put into words, and what is told beside it
    ui: UI, game: Game, stage: str, result: AnyResult, outcome: Mapping[str, Any], ways: Iterable[Way]
) -> Answer:
    """Put into words what came out, and these ways to the reasons."""
    names = [score.name for score in result.players]
    rest = {key: value for key, value in outcome.items() if key != "players"}
    return Answer(
        totals=_totals(ui, game, result) if result.scored and names else [],
        gains=[] if result.scored else list(_gains(ui, game, stage, result, outcome)),
        first=_first(ui, result),
        rows=notes_of(ui, game, [*result.ladder, *(line for line in result.lines if line.reason.answer)]),
        facts=facts_of(ui, game, rest, names),
        doubts=len(result.doubts),
        ways=[_way(ui, names, way) for way in ways],
    )


def _totals(ui: UI, game: Game, result: AnyResult) -> list[str]:
    """Name players with their totals, the most first, and the unit once; who is no player has no place, but a total."""
    places: dict[tuple[int, int, bool], list[str]] = {}
    for score, rank in zip(result.players, result.ranks(), strict=True):
        places.setdefault((-score.total, rank, False), []).append(visible(score.name))
    for own in result.others().values():
        places[-sum(line.points for line in own), 0, True] = [owner_of(ui, game, own[0])]
    return placed(ui, game, places)


def placed(ui: UI, game: Game, places: Mapping[tuple[int, int, bool], list[str]]) -> list[str]:
    """Name who shares each place with their total, the most first, and the unit once.

    A place is minus the total, the rank, and whether it is of who is no player.
    """
    ordered = sorted(places, key=lambda place: (place[0], place[2], place[1]))
    shown = []
    for place in ordered:
        who, total = ui.catalog.list(places[place]), -place[0]
        number = str(total).replace("-", "−")
        if place == ordered[-1]:
            number = ui.beside(unit_of, f"{game.id}/unit.points", total)
        if len(places[place]) > 1:
            shown.append(ui.text("result.each", names=who, total=number))
        else:
            shown.append(f"{who}: {number}" if who[-1].isdecimal() else f"{who} {number}")
    return shown


def _gains(ui: UI, game: Game, stage: str, result: AnyResult, outcome: Mapping[str, Any]) -> Iterator[str]:
    """Say in a line what each player has at a stage that gives no points."""
    names = [score.name for score in result.players]
    for score in result.players:
        own = outcome.get("players", {}).get(score.name, {})
        shown = [ui.beside(sentence, game.id, line) for line in score.notes if line.reason.answer]
        shown += [fact.brief for fact in gains_of(ui, game, stage, own, names)]
        if shown:
            yield f"{visible(score.name)}: {'; '.join(shown)}"


def _first(ui: UI, result: AnyResult) -> str:
    if not result.winners or not (result.decided or len(result.players) > 1):
        return ""
    message = "result.winners" if result.decided else "result.leaders"
    return ui.beside(named, message, [visible(name) for name in result.winners])


def named(words: Catalog, told: str, names: list[str]) -> str:
    """Fill a message that has its own form for several with names."""
    return words.plural(told, len(names)) % {"names": words.list(names)}


def _way(ui: UI, names: list[str], way: Way) -> str:
    if way is Way.OF:
        return ui.text(way.value, name=visible(names[0]), option=command_line(["--of", visible(names[0])]))
    return ui.text(way.value)


def doubts_text(ui: UI, count: int, message: str = "result.doubts-above") -> str:
    """Say how many doubts there are; nothing where there are none."""

    def said(words: Catalog) -> str:
        return words.plural(message, count) % {"count": count}

    return ui.beside(said) if count else ""


def brief_of(ui: UI, title: str, answer: Answer) -> list[str]:
    """Return what one reads aloud or pastes into a chat: title, totals, who won and why, and how many doubts."""
    whole = [answer.first, *(row.text for row in answer.rows), *map(str, answer.facts)]
    lines = [title, BETWEEN.join(answer.totals or answer.gains), BETWEEN.join(filter(None, whole))]
    return [line for line in [*lines, doubts_text(ui, answer.doubts, "result.doubts")] if line]


@dataclass(frozen=True)
class Fact:
    """A field of an outcome and what came out under it, in words."""

    name: str
    value: str

    def __str__(self) -> str:
        """Tell it on a line of its own."""
        return f"{self.name}: {self.value}"

    @property
    def brief(self) -> str:
        """Tell it among others of the same player."""
        return f"{self.name} {self.value}".rstrip()


def facts_of(ui: UI, game: Game, outcome: Mapping[str, Any], names: Collection[str]) -> list[Fact]:
    """Say what came out that is no points; what the totals of these players say already is left out."""
    return [
        Fact(ui.beside(label, game.id, key), _value(ui, game, key, value, names))
        for key, value in outcome.items()
        if ui.catalog.has(f"{game.id}/field.{key}")
        and not (value and isinstance(value, Mapping) and set(value) <= set(names))
        and not (isinstance(value, list) and value == list(names) and len(value) == 1)  # who plays alone is no news
    ]


def gains_of(ui: UI, game: Game, stage: str, outcome: Mapping[str, Any], names: Collection[str]) -> list[Fact]:
    """Say in short what a player has at a stage without points: not what did not come, and of a yes only the name.

    Where a field is called otherwise at this stage, the catalogs have `field.round-staging`.
    """
    own = {
        f"{stage}-{key}" if ui.catalog.has(f"{game.id}/field.{stage}-{key}") else key: value
        for key, value in outcome.items()
        if value not in (None, [], {}) and value is not False
    }
    return [
        Fact(fact.name, "" if value is True else fact.value)
        for (key, value) in own.items()
        for fact in facts_of(ui, game, {key: value}, names)
    ]


def _value(ui: UI, game: Game, field: str, value: Any, names: Collection[str]) -> str:
    """Say what came out under a field; tokens have the form that the field asks for."""
    if isinstance(value, bool):
        return ui.beside(Catalog.text, "result.yes" if value else "result.no")
    if value in (None, [], {}):
        return "—"
    if isinstance(value, Mapping):
        shown = ((_key(ui, game, field, key), _value(ui, game, key, inner, names)) for key, inner in value.items())
        return ", ".join(f"{key} {inner}" for key, inner in shown)
    if isinstance(value, (list, tuple)):
        return ", ".join(_value(ui, game, field, item, names) for item in value)
    if isinstance(value, str):
        return visible(value) if value in names else ui.beside(token, game.id, value, field)
    return str(value).replace("-", "−")


def _key(ui: UI, game: Game, field: str, key: str) -> str:
    """Name what a number belongs to: a field, or a piece."""
    if ui.catalog.has(f"{game.id}/field.{key}"):
        return ui.beside(label, game.id, key)
    return ui.beside(token, game.id, key, field)
