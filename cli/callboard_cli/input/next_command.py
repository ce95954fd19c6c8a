"""What comes next at the table, as a command that is ready to run: it asks for what nobody can know yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from callboard_cli.input.parser.field_types import Counts, Kind
from callboard_cli.input.parser.tables import Players, Purses, as_line, kinds_of
from callboard_cli.input.stage import stage_of
from callboard_cli.ui.names import score_command
from callboard_cli.ui.output import UI
from callboard_cli.ui.wording import key_word, token
from callboard_locales import Catalog
from callboard_scoring.game import Game, Leg
from callboard_scoring.ledger import AnyResult
from callboard_scoring.records import Record

if TYPE_CHECKING:
    from callboard_scoring.evening import Carried, Past

Known = list[tuple["Carried", Any]]
"""Fields of the next record with what is sure of them."""


def after_score(ui: UI, game: Game, stage: str, record: Record, result: AnyResult) -> str:
    """Return the command for what is scored after this record; empty after the end, and beside the main path.

    It has what is sure from this record alone.
    """
    given = {name: getattr(record, name) for name in type(record).model_fields}
    leg = game.leg_after(stage, given, won=bool(result.decided and result.winners))
    if leg is None:
        return ""
    from callboard_scoring.evening import Past, Played  # after the end nobody asks

    evening, played = game.evening(), Played(stage, record, result)
    names = tuple(score.name for score in result.players)
    if evening.adds and stage not in evening.sets:
        return _command(ui, game, leg, names, [])  # what players have is the sum of records that are not here
    totals = evening.added(dict.fromkeys(names, evening.start), played)
    return _command(ui, game, leg, names, _known(game, leg, Past(names, totals, (played,), now=leg.fields)))


def after_setup(
    ui: UI, game: Game, options: Mapping[str, object], names: Iterable[str], draws: Mapping[str, Any]
) -> str:
    """Return the command for what is scored first after a set-up for these players, with what it drew for them."""
    leg = game.first_leg(options)
    if leg is None:
        return ""
    from callboard_scoring.evening import Past

    players = tuple(names)
    totals = dict.fromkeys(players, game.evening().start)
    known = _known(game, leg, Past(players, totals, draws=draws, now=leg.fields)) if players else []
    return _command(ui, game, leg, players, known)


def _known(game: Game, leg: Leg, past: Past) -> Known:
    """Return what is sure of the next record; what is only likely is nobody's to fill in."""
    evening = game.evening()
    values = ((carried, carried.value(past)) for carried in evening.known(evening.exact, leg.stage))
    return [(carried, value) for carried, value in values if value is not None]


def _command(ui: UI, game: Game, leg: Leg, names: tuple[str, ...], known: Known) -> str:
    words = ui.catalog
    line = [f"{key_word(words, game.id, name)}={value}" for name, value in leg.fields.items()]
    lines = {name: f"{name}:" for name in names}
    if known:  # else the next stage need not be loaded
        stage = stage_of(game, leg.stage)
        kinds, lines = stage.kinds, {line.removesuffix(":"): line for line in stage.lines(names, words)}
        own = {carried.name: value for carried, value in known if not carried.is_of_players}
        for kind in kinds:
            if kind.name in own:
                line += kind.arguments(_worded(own[kind.name], kind, game, words), game.id, words)
        seated = next((kind for kind in kinds if isinstance(kind, Players)), None)
        of_players = [(carried.name, value) for carried, value in known if carried.is_of_players]
        if seated is not None:
            for name in names:
                shown = {field: value[name] for field, value in of_players if name in value}
                lines[name] = f"{name}: {_line(shown, seated, game, words)}".rstrip()
    return score_command(ui, game.id, leg.stage, [*line, *lines.values()])


def _line(told: Mapping[str, Any], seated: Players, game: Game, words: Catalog) -> str:
    """Write what is known of a player, to which the rest is added."""
    kinds = {kind.name: kind for kind in kinds_of(seated.model)}
    row = {name: _worded(value, kinds[name], game, words) for name, value in told.items()}
    return as_line(row, seated.model, game.id, words)


def _worded(value: Any, kind: Kind, game: Game, words: Catalog) -> Any:
    """Return a value with its tokens in the reader's words; what is no token, such as a name, as it is."""
    if isinstance(kind, Counts):
        return value if isinstance(kind, Purses) else {token(words, game.id, key): of for key, of in value.items()}
    if isinstance(value, (list, tuple)):
        return [_worded(one, kind, game, words) for one in value]
    return token(words, game.id, value, kind.name) if isinstance(value, str) and kind.exact else value
