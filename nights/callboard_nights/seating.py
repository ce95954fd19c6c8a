"""Who plays an evening of which game, and how it was set up: what the first event of a log says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from callboard_nights.events import Event, Log
from callboard_nights.player_names import renamed
from callboard_scoring.constrained_draws import Made, bring_back
from callboard_scoring.draws import Code, CodeError
from callboard_scoring.fields import same_name
from callboard_scoring.game import Game
from callboard_scoring.games import find_game


class LogError(ValueError):
    """A log that tells nothing: `code` is the id of the words that say why, `values` what they need."""

    def __init__(self, code: str, **values: str) -> None:
        """Keep them."""
        super().__init__(code)
        self.code = code
        self.values = values


@dataclass(frozen=True)
class Seating:
    """Who plays what, and how it was set up."""

    game: Game
    players: tuple[str, ...]
    """Those who play, clockwise after a set-up, else as they were named."""
    code: str = ""
    """The code of the set-up; empty where there was none."""
    named: tuple[str, ...] = ()
    """The players in the order in which the set-up was given them."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of the set-up."""
    draws: Mapping[str, Any] = field(default_factory=dict)
    """What chance decided at the set-up."""
    set_up: Made | None = None
    """The set-up; None where there was none, or it cannot be brought back."""
    former: Mapping[str, str] = field(default_factory=dict)
    """What players were called before, as `same_name` has it, with what they are called now."""

    @property
    def data(self) -> dict[str, Any]:
        """What the first event of a log says of it."""
        return {"game": self.game.id, "players": list(self.players), "setup": self._setup}

    @property
    def _setup(self) -> dict[str, Any] | None:
        return {"code": self.code, "names": list(self.named)} if self.code else None


def seated(game: Game, names: Sequence[str], code: str = "") -> Seating:
    """Seat players: as a set-up of this code has them, or as they are named.

    :raises CodeError: when the code brings no set-up of this game back, or one for another number of players.
    """
    if not code:
        return Seating(game, tuple(names))
    made = bring_back(game, names, Code.read(code, game.id))
    players = tuple(seat.name for seat in made.setup.seats)
    return Seating(game, players, str(made.code), made.names, made.options.model_dump(), made.draws, made)


def renames_in(events: Sequence[Event]) -> list[tuple[int, str, str]]:
    """Return who goes by another name since: the place of each such event, the old name and the new one."""
    return [(place, one.data["old"], one.data["new"]) for place, one in enumerate(events) if one.kind == "seated"]


def set_up_in(log: Log) -> Made | None:
    """Return the set-up of an evening, under the names that its players go by now.

    None where there was none, or it cannot be brought back here.

    :raises LogError: when the game is not here.
    """
    if not log or log[0].kind != "began":
        return None
    seating = seating_of(log[0].data, [(old, new) for _, old, new in renames_in(log[1:])])
    return seating.set_up


def seating_of(data: Mapping[str, Any], renames: Sequence[tuple[str, str]]) -> Seating:
    """Return who plays by the data of a log's first event, under the names that they go by after these renames.

    A set-up whose generator is no longer here is told by its code alone.

    :raises LogError: when the game is not here.
    """
    game = find_game(str(data["game"]))
    if game is None:
        raise LogError("error.night.no-game", game=str(data["game"]))
    players = tuple(renamed(name, renames) for name in data["players"])
    setup = data.get("setup") or {}
    code, named = setup.get("code", ""), tuple(renamed(name, renames) for name in setup.get("names", ()))
    former = {same_name(old): renamed(new, renames[place:]) for place, (old, new) in enumerate(renames, 1)}
    try:
        made = seated(game, named, code)
    except CodeError:
        return Seating(game, players, code, named, former=former)
    return replace(made, players=players, code=code, named=named, former=former)
