"""A result in words, before it is laid out for a screen or told line by line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from callboard_cli.display.machine_results import outcome_data
from callboard_cli.display.rulings import doubted, rulings_told
from callboard_cli.speech.face import Face, signed, visible
from callboard_cli.speech.naming import title_of
from callboard_cli.speech.wording import label, sentence, token, unit_of
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult, Line
from callboard_scoring.pictures import Picture


@dataclass(frozen=True)
class Row:
    """One line of a result, in words."""

    points: str
    """With sign; empty where the line gives points to nobody."""
    text: str
    also: str
    """The same in the second language; empty where there is none."""
    rule: str
    best: bool
    whose: str
    """Whom it is about, where it is in no player's part and yet about somebody; parts have their name above."""


@dataclass(frozen=True)
class Account:
    """One player's part of a result, in words."""

    name: str
    rank: int
    won: bool
    rows: list[Row]
    start: str
    notes: list[Row]
    facts: list[str]
    total: str
    """Empty where totals mean nothing."""

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing to tell of the player, as of one who picks alone."""
        return not (self.won or self.start or self.rows or self.notes or self.facts or self.total)


@dataclass(frozen=True)
class Page:
    """A whole result, in words."""

    title: str
    doubts: list[str]
    """What cannot occur in play, and was scored as typed."""
    picture: Picture | None
    accounts: list[Account]
    rows: list[Row]
    ends: list[str]
    """The winners, the tie-break, and what else came out."""
    rulings: list[str]
    """What the rulebooks leave open or disagree about, and what was scored meets."""


def page_of(face: Face, game: Game, stage: str, result: AnyResult) -> Page:
    """Put a result into words, at a mixed table in two languages."""
    outcome = outcome_data(result)
    per_player = outcome.get("players", {})
    names = {score.name for score in result.players}
    accounts = [
        Account(
            name=visible(score.name),
            rank=rank,
            won=result.decided and score.name in (result.winners or ()),
            rows=_rows(face, game, score.lines),
            start=face.beside(unit_of, f"{game.id}/unit.points", score.start) if score.start and score.lines else "",
            notes=_notes(face, game, score.notes),
            facts=[] if score.notes else _facts(face, game, per_player.get(score.name, {}), names),
            total=face.beside(unit_of, f"{game.id}/unit.points", score.total) if result.scored else "",
        )
        for score, rank in zip(result.players, result.ranks(), strict=True)
    ]
    ends: list[str] = []
    if result.winners and (result.decided or len(result.players) > 1):
        told = "result.winners" if result.decided else "result.leaders"
        ends.append(face.beside(_first, told, [visible(name) for name in result.winners]))
        ends += [face.beside(sentence, game.id, step) for step in result.ladder]
    rest = {key: value for key, value in outcome.items() if key != "players"}
    title = face.beside(_title, game.id, stage)
    rows = _notes(face, game, result.lines)
    ends += _facts(face, game, rest, names)
    doubts = [face.text("result.doubt", text=doubted(face.catalog, game, doubt)) for doubt in result.doubts]
    if doubts:
        ends.append(face.beside(_doubts_above, len(doubts)))
    return Page(title, doubts, result.picture, accounts, rows, ends, rulings_told(face, game, result.readings))


def _doubts_above(words: Catalog, count: int) -> str:
    return words.plural("result.doubts-above", count) % {"count": count}


def _title(words: Catalog, game: str, stage: str) -> str:
    return f"{title_of(words, game)} · {title_of(words, game, stage)}"


def _first(words: Catalog, told: str, names: list[str]) -> str:
    return words.plural(told, len(names)) % {"names": words.list(names)}


def _rows(face: Face, game: Game, lines: Iterable[Line]) -> list[Row]:
    """Put lines into words."""
    return [
        Row(
            points=signed(line.points),
            text=sentence(face.catalog, game.id, line),
            also=sentence(face.also, game.id, line) if face.also else "",
            rule=line.reason.rule,
            best=line.reason.best,
            whose=face.beside(label, game.id, line.whose) if line.whose else "",
        )
        for line in lines
    ]


def _notes(face: Face, game: Game, lines: Iterable[Line]) -> list[Row]:
    """Put lines into words that give no player points."""
    return [replace(row, points="" if row.points == "0" else row.points) for row in _rows(face, game, lines)]


def _facts(face: Face, game: Game, outcome: Mapping[str, Any], names: set[str]) -> list[str]:
    """Say what came out that is no points; what the totals say already is left out."""
    return [
        f"{face.beside(label, game.id, key)}: {_value(face, game, key, value, names)}"
        for key, value in outcome.items()
        if face.catalog.has(f"{game.id}/field.{key}")
        and not (value and isinstance(value, Mapping) and set(value) <= names)
    ]


def _value(face: Face, game: Game, field: str, value: Any, names: set[str]) -> str:  # noqa: ANN401  # whatever it holds
    """Say what came out under a field; tokens have the form that the field asks for."""
    if isinstance(value, bool):
        return face.beside(Catalog.text, "result.yes" if value else "result.no")
    if value in (None, [], {}):
        return "—"
    if isinstance(value, Mapping):
        told = ((_key(face, game, field, key), _value(face, game, key, inner, names)) for key, inner in value.items())
        return ", ".join(f"{key} {inner}" for key, inner in told)
    if isinstance(value, (list, tuple)):
        return ", ".join(_value(face, game, field, item, names) for item in value)
    if isinstance(value, str):
        return visible(value) if value in names else face.beside(token, game.id, value, field)
    return str(value).replace("-", "−")


def _key(face: Face, game: Game, field: str, key: str) -> str:
    """Name what a number belongs to: a field, or a piece."""
    if face.catalog.has(f"{game.id}/field.{key}"):
        return face.beside(label, game.id, key)
    return face.beside(token, game.id, key, field)
