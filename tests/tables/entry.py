"""What a table that plays by the rulebook has to tell an evening, and what it may leave out."""

from copy import deepcopy
from dataclasses import dataclass, field

from callboard_scoring.constrained_draws import roll
from callboard_scoring.games import find_game


@dataclass(frozen=True)
class Entry:
    """A record as the table lies, and what is known of it by the rules and by what was entered before."""

    stage: str
    record: dict
    known: tuple[str, ...] = ()
    """What follows, so that it need not be typed; of players as `players.coins`."""
    offered: dict = field(default_factory=dict)
    """What is likely, and no more: of a player's field a value for each name."""
    lies: dict | None = None
    """What lay on the table before anything could change it, None where nobody can know it; none where nothing is known."""
    typed_as: dict = field(default_factory=dict)
    """What is typed in place of fields of the record; None for nothing."""
    whose: str = ""
    """Whose it is, where the record does not say so."""
    doubts: tuple[str, ...] = ()
    """What is doubted by right, as something before it was not entered: where and why."""
    mistakes: tuple[tuple[str, str, dict], ...] = ()
    """What a table may enter in its place: the doubt that there is to be, the stage and the record."""

    @property
    def whole(self):
        return {**self.record, "player": self.whose} if self.whose else self.record

    @property
    def typed(self):
        """The record without what is known, and with whose it is."""
        told = {key: deepcopy(value) for key, value in self.whole.items() if key not in self.known} | self.typed_as
        told = {key: value for key, value in told.items() if value is not None or key not in self.typed_as}
        if isinstance(told.get("players"), list):
            hidden = {name.removeprefix("players.") for name in self.known}
            told["players"] = [{key: row[key] for key in row if key not in hidden} for row in told["players"]]
        return told


NAMES = ("Ann", "Bob", "Cid", "Dan", "Eva", "Fay")


@dataclass(frozen=True)
class SetUp:
    """What the set-up drew for a table, whether or not the evening is told of it."""

    names: tuple[str, ...]
    """Those who play, as they are told."""
    seats: tuple[str, ...]
    """As they sit."""
    draws: dict
    code: str
    """Empty where the evening is not told."""

    def table(self, entries):
        return Table(self.names, self.code, tuple(entries))


@dataclass(frozen=True)
class Table:
    """An evening at a table: who plays, the code of the set-up if it is told, and what is entered."""

    names: tuple[str, ...]
    code: str
    entries: tuple[Entry, ...]


def set_up(game, random, **options):
    """Set a game up for as many as may play."""
    described = find_game(game)
    names = NAMES[: random.randint(*described.players)]
    made = roll(described, names, described.setup()[1](**options), random.randrange)
    is_told = random.random() < 0.6
    seats = tuple(seat.name for seat in made.setup.seats) if is_told else names
    return SetUp(names, seats, dict(made.draws), str(made.code) if is_told else "")


def changed(record, seat, **fields):
    """Return a record in which some fields of a player are others."""
    other = deepcopy(record)
    other["players"][seat] |= fields
    return other
