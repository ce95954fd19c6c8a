"""The Magnificent's pieces and records. A die is `orange 3`, a camp tile `orange large`, a card `tents 3 max 12`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import (
    AfterValidator,
    Field,
    GetJsonSchemaHandler,
    ValidationInfo,
    create_model,
    model_validator,
)
from pydantic_core import CoreSchema, PydanticCustomError

from callboard_scoring.games.magnificent.grid import (
    EMPTY,
    GRID,
    PLOTS,
    Areas,
    Rows,
    area_of,
    camp_problems,
    full_columns,
    full_rows,
    largest_rectangle,
    open_cells,
)
from callboard_scoring.records import (
    EACH_ONCE,
    OR_NOBODY,
    Check,
    Location,
    Name,
    Problem,
    Record,
    Token,
    Typed,
    above,
    choice,
    count,
    players_taken,
)
from callboard_scoring.words import spell

PLAYERS = 4
COLOURS = ("orange", "green", "purple")
KINDS = (*COLOURS, "clear")
"""The kinds of dice and of gems."""
DICE: Mapping[int, Mapping[str, int]] = {
    1: {"orange": 5, "green": 5, "purple": 5, "clear": 4},
    2: {"orange": 3, "green": 3, "purple": 3, "clear": 2},
    3: {"orange": 4, "green": 4, "purple": 4, "clear": 3},
    4: {"orange": 5, "green": 5, "purple": 5, "clear": 4},
}
"""The dice in the game by the number of players; a single player may roll any of the nineteen."""
DICE_TAKEN = 4  # in a round
COINS = 16 * 1 + 12 * 2 + 8 * 5 + 4 * 10
STORAGE = 3  # gems of each kind a player can store
TENTS = 4  # beside the starting one
TRAINERS = 8  # of each colour
ARTISTS = 6
POSTERS = 54
POSTER_SPACES = 5
LARGE_TILES = 12  # of each colour
SMALL_TILES = 16  # of each colour
CARDS_LEFT = 4
UNKNOWN = 99
"""Where no source gives a limit (rows, cells, spaces): more than any table could need."""


@dataclass(frozen=True)
class Condition:
    """What a master card gives points for."""

    points: int
    """For each; for a card without a count, once, or for each pip."""
    most: int = 0
    """The most times it can be met with what is in the box; 0 where no count is taken."""

    @property
    def counted(self) -> bool:
        """Whether it takes a count."""
        return bool(self.most)


CONDITIONS: Mapping[str, Condition] = {
    "small-tiles-colour": Condition(4, SMALL_TILES),
    "large-tiles-colour": Condition(5, LARGE_TILES),
    "tiles-colour": Condition(3, SMALL_TILES + LARGE_TILES),
    "small-tiles": Condition(3, SMALL_TILES * len(COLOURS)),
    "large-tiles": Condition(4, LARGE_TILES * len(COLOURS)),
    "tents": Condition(3, TENTS),
    "coins-paid": Condition(3, COINS),
    "flat": Condition(8),
    "rectangle": Condition(1, 10 * UNKNOWN),
    "columns": Condition(6, UNKNOWN),
    "rows": Condition(7, UNKNOWN),
    "dice-sum": Condition(1),
    "trainers": Condition(3, TRAINERS),
    "artist": Condition(5, POSTERS),
    "artists": Condition(4, ARTISTS),
    "fire-posters": Condition(4, POSTERS),
    "clear-dice": Condition(2),
    "coloured-gems": Condition(3, STORAGE * len(COLOURS)),
    "hat": Condition(1, UNKNOWN),
}
"""All conditions of master cards (Russian rulebook, scoring master cards)."""

_COLOURS = "|".join(COLOURS)
_KINDS = "|".join(KINDS)
_CONDITIONS = "|".join(CONDITIONS)


def _in_order(text: str) -> str:
    """Put a tile's colour first and its size second, whichever came first."""
    return " ".join(sorted(text.split(), key=("orange", "green", "purple", "large", "small").index))


def _kind(text: str) -> str:
    return text.replace("gem", "").strip()


Colour = Annotated[str, choice(*COLOURS)]
Die = Annotated[str, Token("magnificent/error.die", rf"({_KINDS}) [1-6]")]
Tile = Annotated[
    str,
    Token("magnificent/error.tile", rf"({_COLOURS}) (large|small)|(large|small) ({_COLOURS})"),
    AfterValidator(_in_order),
]
Gem = Annotated[str, Token("magnificent/error.gem", rf"(gem )?({_KINDS})( gem)?"), AfterValidator(_kind)]
TILES = Typed(rf"(({_COLOURS}) (large|small)|(large|small) ({_COLOURS}))( \d+)?")
GEMS = Typed(rf"(gem )?({_KINDS})( gem)?( \d+)?")
Tiles = Annotated[dict[Tile, Annotated[int, count(0, SMALL_TILES)]], EACH_ONCE]
Points = Annotated[int, count(-9999, 9999)]
Coins = Annotated[int, count(0, COINS)]
Many = Annotated[int, count(0, 10 * UNKNOWN)]


def value(die: Die) -> int:
    """Return the number a die shows, 1-6."""
    return int(die.split()[1])


def colour(die: Die) -> str:
    """Return a die's colour: orange, green, purple or clear."""
    return die.split()[0]


def dice_problems(dice: Iterable[tuple[Location, Die]], players: int) -> Iterator[Problem]:
    """Yield a problem for each die beyond those in the game with so many players (Russian rulebook, set-up)."""
    limits = DICE.get(players, {})
    seen: Counter[str] = Counter()
    for location, die in dice:
        kind = colour(die)
        seen[kind] += 1
        if limits and seen[kind] > limits[kind]:
            values = {"given": die, "limit": limits[kind], "players": players}
            yield Problem(location, "magnificent/error.dice", values)


# --- Power -----------------------------------------------------------------------------------------------------------


class _Taken(Record):
    die: Die
    """The die taken this turn."""


if TYPE_CHECKING:
    _TakenAs = _Taken
else:  # `as` is a word of Python's own, so this field cannot be written as the others are
    _TakenAs = create_model("_TakenAs", __base__=_Taken, **{"as": (Annotated[Colour | None, OR_NOBODY], None)})


class Power(_TakenAs):
    """A die just taken, and what adds to it."""

    earlier: Annotated[tuple[Die, ...], Field(max_length=DICE_TAKEN - 1), Typed(rf"({_KINDS})( \d+)?")]
    """The dice taken before in this round."""
    gems: Annotated[int, count(0, 2 * STORAGE), Typed("gem", counts=True)]
    """Gems discarded: of the die's colour, or clear."""
    modifiers: Annotated[int, count(0, UNKNOWN), Typed(r"\+\d+", absent=0)]
    """What cards and trainers add this turn."""

    def checks(self) -> tuple[Check, ...]:
        """Look whether a clear die has a colour, and whether there are so many dice."""
        return self._as, self._dice

    @property
    def colour(self) -> str:
        """The colour in which the die counts."""
        return self.chosen or colour(self.die)

    @property
    def chosen(self) -> str | None:
        """The colour chosen for a clear die."""
        chosen: str | None = getattr(self, "as")
        return chosen

    @classmethod
    def applies(cls, field: str, given: Mapping[str, Any]) -> bool:
        """Ask for a colour where the die might be clear; what was typed is not read yet, so ask for any."""
        del given
        return field in cls.model_fields

    def _as(self) -> Iterator[Problem]:
        is_clear = colour(self.die) == "clear"
        if is_clear != (self.chosen is not None):
            code = "magnificent/error.as-missing" if is_clear else "magnificent/error.as-coloured"
            yield Problem(("as",), code, {"given": self.die})

    def _dice(self) -> Iterator[Problem]:
        dice = [(("die",), self.die), *((("earlier", place), die) for place, die in enumerate(self.earlier))]
        return dice_problems(dice, PLAYERS)


# --- Performing ------------------------------------------------------------------------------------------------------


class Tent(Record):
    """A tent under a poster; typed as `tent 2 +1 gem orange`: points, coins, and the gem it wants."""

    points: Annotated[int, count(0, UNKNOWN)]
    coins: Annotated[int, count(0, UNKNOWN)]
    gem: Annotated[Gem | None, OR_NOBODY] = None

    @model_validator(mode="before")
    @classmethod
    def _read(cls, raw: object, info: ValidationInfo) -> object:
        if not isinstance(raw, str):
            return raw
        pattern = rf"tent( (?P<points>\d+))?( \+(?P<coins>\d+))?( (gem )?(?P<gem>{_KINDS})( gem)?)?"
        match = re.fullmatch(pattern, spell(raw, info.context or {}), re.ASCII)
        if match is None:
            raise PydanticCustomError("magnificent/error.tent", "magnificent/error.tent")
        return {"points": int(match["points"] or 0), "coins": int(match["coins"] or 0), "gem": match["gem"]}

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Describe both spellings."""
        return {"anyOf": [{"type": "string"}, handler(schema)]}


class Poster(Record):
    """A poster in one of the five spaces, with what it wants and gives, and the tent below it."""

    points: Annotated[int, count(0, UNKNOWN), Typed(r"\d+")]
    coins: Annotated[int, count(0, UNKNOWN), Typed(r"\+\d+", absent=0)]
    tiles: Annotated[Tiles, TILES]
    gems: Annotated[dict[Gem, Annotated[int, count(0, STORAGE * len(KINDS))]], EACH_ONCE, GEMS]
    tent: Annotated[Annotated[Tent | None, OR_NOBODY], Typed(rf"tent( \d+)?( \+\d+)?( (gem )?({_KINDS})( gem)?)?")]


class Perform(Record):
    """Posters, camp and gems at the moment of performing."""

    posters: Annotated[tuple[Poster, ...], Field(max_length=POSTER_SPACES)]
    camp: Annotated[Tiles, TILES]
    """The tiles laid in the camp."""
    gems: Annotated[dict[Gem, Annotated[int, count(0, STORAGE)]], EACH_ONCE, GEMS]
    """The gems in storage."""
    limit: Annotated[int, count(0, UNKNOWN)]
    """The most posters to complete: what the space of the hat allows, with trainers."""

    def checks(self) -> tuple[Check, ...]:
        """Look whether the box holds so many tiles."""
        return (self._tiles,)

    def _tiles(self) -> Iterator[Problem]:
        shown = [(("posters", place, "tiles"), poster.tiles) for place, poster in enumerate(self.posters)]
        for location, tiles in [(("camp",), self.camp), *shown]:
            for tile, number in tiles.items():
                limit = LARGE_TILES if tile.endswith("large") else SMALL_TILES
                yield from above(limit, number, (*location, tile), "magnificent/error.tiles")


# --- Cards and rounds ------------------------------------------------------------------------------------------------


class Card(Record):
    """A master card and how often its condition is met; typed as `tents 3 max 12`."""

    condition: Annotated[str, choice(*CONDITIONS)]
    count: Many | None = None
    """How often the condition is met; left out where none is taken, or where the camp's grid tells it."""
    max: Annotated[Many | None, OR_NOBODY] = None
    """The printed maximum of points, if there is one."""

    @model_validator(mode="before")
    @classmethod
    def _read(cls, raw: object, info: ValidationInfo) -> object:
        if not isinstance(raw, str):
            return raw
        pattern = rf"(?P<condition>{_CONDITIONS})( (?P<count>\d+))?( max (?P<max>\d+))?"
        match = re.fullmatch(pattern, spell(raw, info.context or {}), re.ASCII)
        if match is None:
            raise PydanticCustomError("magnificent/error.card", "magnificent/error.card", {"options": list(CONDITIONS)})
        return {
            "condition": match["condition"],
            **{key: int(match[key]) for key in ("count", "max") if match[key] is not None},
        }

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Describe both spellings."""
        return {"anyOf": [{"type": "string"}, handler(schema)]}

    def checks(self) -> tuple[Check, ...]:
        """Look whether the condition can be met so often."""
        return (self._count,)

    def _count(self) -> Iterator[Problem]:
        most = CONDITIONS[self.condition].most
        code = "magnificent/error.count" if most else "magnificent/error.no-count"
        yield from above(most, self.count or 0, ("count",), code)


CARD = Typed(rf"({_CONDITIONS})( \d+)?( max \d+)?")
FourDice = Annotated[tuple[Die, ...], Field(min_length=DICE_TAKEN, max_length=DICE_TAKEN), Typed(rf"({_KINDS})( \d+)?")]


class Holder(Record):
    """What every player has at the end of a round."""

    name: Name
    points: Annotated[Points, Typed(r"-?\d+")]
    coins: Annotated[Coins, Typed(r"\+\d+")]
    dice: FourDice
    grid: Annotated[Rows, GRID] = ()
    """The camp in letters, for cards about rows and columns; left out where their counts are given."""

    def checks(self) -> tuple[Check, ...]:
        """Look at the grid, and whether each card's count is known and right."""
        return (lambda: camp_problems(self.grid, ())), self._counts, self._alike

    def held(self) -> Iterator[tuple[Location, Card]]:
        """Yield the master cards, each with its place in the record."""
        raise NotImplementedError

    def _counts(self) -> Iterator[Problem]:
        for location, card in self.held():
            told = camp_count(card.condition, self.grid)
            if told is None and card.count is None and CONDITIONS[card.condition].counted:
                yield Problem((*location, "count"), "magnificent/error.card-count")
            elif told is not None and card.count not in (None, told):
                values = {"count": card.count, "limit": told}
                yield Problem((*location, "count"), "magnificent/error.camp-differs", values)
            elif card.condition == "rectangle" and len(set(map(len, self.grid))) == 1:
                most = max(area_of(largest_rectangle(self.grid, letter)) for letter in "OGP")
                yield from above(most, card.count or 0, (*location, "count"), "magnificent/error.camp-rectangle")

    def _alike(self) -> Iterator[Problem]:
        seen: dict[str, int | None] = {}
        for location, card in self.held():
            if card.condition in SAME_FOR_ALL and seen.setdefault(card.condition, card.count) != card.count:
                values = {"count": card.count, "other": seen[card.condition]}
                yield Problem((*location, "count"), "magnificent/error.cards-differ", values)


SAME_FOR_ALL = ("tents", "trainers", "small-tiles", "large-tiles", "artists", "coloured-gems", "hat", "rows", "columns")
"""Conditions that count one thing of the player's: two such cards cannot have different counts."""


def camp_count(condition: str, grid: Sequence[str]) -> int | None:
    """Return how often the camp meets a card's condition, where the card is about full rows or columns."""
    if condition not in ("rows", "columns") or len(set(map(len, grid))) != 1:
        return None
    return len(full_rows(grid) if condition == "rows" else full_columns(grid))


def sums(dice: Sequence[Die]) -> Mapping[str, int]:
    """Return the sum of a player's dice of each colour and of the clear ones."""
    return {kind: sum(value(die) for die in dice if colour(die) == kind) for kind in KINDS}


def due(dice: Sequence[Die]) -> int:
    """Return the coins due: the highest sum of one colour and the sum of the clear dice (Russian rulebook, payment)."""
    by_colour = sums(dice)
    return max(by_colour[kind] for kind in COLOURS) + by_colour["clear"]


class Payer(Holder):
    """One player at the end of a round, who pays for the dice before a card is scored."""

    def checks(self) -> tuple[Check, ...]:
        """Look whether cards take more coins than the payment leaves."""
        return *super().checks(), self._paid

    def _paid(self) -> Iterator[Problem]:
        left = max(0, self.coins - due(self.dice))
        for location, card in self.held():
            if card.condition == "coins-paid":
                yield from above(left, card.count or 0, (*location, "count"), "magnificent/error.paid")


class RoundPlayer(Payer):
    """One player, with the master card to be scored."""

    card: Annotated[Card, CARD]

    def held(self) -> Iterator[tuple[Location, Card]]:
        """Yield the card to be scored."""
        yield ("card",), self.card


SHARED: Mapping[tuple[str, ...], int] = {
    ("small-tiles", "small-tiles-colour"): SMALL_TILES * len(COLOURS),
    ("large-tiles", "large-tiles-colour"): LARGE_TILES * len(COLOURS),
    ("tiles-colour",): (SMALL_TILES + LARGE_TILES) * len(COLOURS),
    ("fire-posters", "artist"): POSTERS,
}
"""What all players share: conditions that count it, and how much of it there is."""
SHARED_CODES = {
    conditions: "magnificent/error.posters-shared" if "artist" in conditions else "magnificent/error.tiles-shared"
    for conditions in SHARED
}


class Table(Record):
    """What tables of several players share."""

    def checks(self) -> tuple[Check, ...]:
        """Look across the players: names, dice, coins, tiles, posters."""
        return self._names, self._dice, self._coins, self._shared

    def holders(self) -> Sequence[Holder]:
        """Return the players."""
        raise NotImplementedError

    def _names(self) -> Iterator[Problem]:
        return players_taken(self.holders())

    def _dice(self) -> Iterator[Problem]:
        players = self.holders()
        dice = (
            (("players", i, "dice", place), die)
            for i, player in enumerate(players)
            for place, die in enumerate(player.dice)
        )
        return dice_problems(dice, len(players))

    def _coins(self) -> Iterator[Problem]:
        return above(COINS, sum(player.coins for player in self.holders()), ("players",), "magnificent/error.coins")

    def _shared(self) -> Iterator[Problem]:
        """Look whether cards count more tiles or posters, over all players, than the box holds."""
        for conditions, limit in SHARED.items():
            counts = (
                max((card.count or 0 for _, card in player.held() if card.condition in conditions), default=0)
                for player in self.holders()
            )
            yield from above(limit, sum(counts), ("players",), SHARED_CODES[conditions])


class Round(Table):
    """The end of a round: payment, and one master card each."""

    round: Annotated[int, count(1, 3)]
    players: Annotated[tuple[RoundPlayer, ...], Field(min_length=1, max_length=PLAYERS)]

    def holders(self) -> Sequence[Holder]:
        """Return the players."""
        return self.players


class ChoosePlayer(Payer):
    """One player with all five master cards, before one of them is scored."""

    cards: Annotated[tuple[Card, ...], Field(min_length=CARDS_LEFT + 1, max_length=CARDS_LEFT + 1), CARD]

    def held(self) -> Iterator[tuple[Location, Card]]:
        """Yield the five cards."""
        yield from ((("cards", place), card) for place, card in enumerate(self.cards))


class Choose(Table):
    """The end of a round, before each player scores one of five master cards."""

    round: Annotated[int, count(1, 3)]
    players: Annotated[tuple[ChoosePlayer, ...], Field(min_length=1, max_length=PLAYERS)]

    def holders(self) -> Sequence[Holder]:
        """Return the players."""
        return self.players


# --- Picks in the order of hats --------------------------------------------------------------------------------------


class Hats(Record):
    """Where one player's hats stand, counted from the bottom of the performance track."""

    name: Name
    hats: Annotated[tuple[Annotated[int, count(1, UNKNOWN)], ...], Field(min_length=1, max_length=2), Typed(r"\d+")]


class Picks(Record):
    """The performance track at the end of a round."""

    round: Annotated[int, count(1, 3)]
    players: Annotated[tuple[Hats, ...], Field(min_length=1, max_length=PLAYERS)]
    dummies: Annotated[tuple[Annotated[int, count(1, UNKNOWN)], ...], Field(max_length=3)] = ()
    """Solo: the places of the three hats that stand on 6, 10 and 16."""

    def checks(self) -> tuple[Check, ...]:
        """Look across the track: names, one hat a space, the solo player's dummies."""
        return self._names, self._spaces, self._dummies

    @classmethod
    def applies(cls, field: str, given: Mapping[str, Any]) -> bool:
        """Ask for the dummies of a solo player."""
        return field != "dummies" or len(given["players"]) == 1

    def _names(self) -> Iterator[Problem]:
        return players_taken(self.players)

    def _spaces(self) -> Iterator[Problem]:
        seen: set[int] = set(self.dummies)
        for i, player in enumerate(self.players):
            for place, hat in enumerate(player.hats):
                if hat in seen:
                    yield Problem(("players", i, "hats", place), "magnificent/error.space-taken", {"given": hat})
                seen.add(hat)

    def _dummies(self) -> Iterator[Problem]:
        wanted = 3 if len(self.players) == 1 else 0
        if len(set(self.dummies)) != wanted:
            code = "magnificent/error.dummies" if wanted else "magnificent/error.no-dummies"
            yield Problem(("dummies",), code, {"limit": wanted})


# --- The camp -------------------------------------------------------------------------------------------------------


class Camp(Record):
    """The camp as drawn by its owner, and its plots as rectangles of cells."""

    grid: Annotated[Rows, Field(min_length=1), GRID]
    """One word a row: O orange, G green, P purple, * a gem, . empty."""
    areas: Areas = ()
    """Plots from corner to corner, such as A1-C2: columns are letters, rows numbers from the top."""

    def checks(self) -> tuple[Check, ...]:
        """Look whether the rows are equally long and the plots lie on the camp, none over another."""
        return (lambda: camp_problems(self.grid, self.areas),)


# --- The end ---------------------------------------------------------------------------------------------------------


CAMP_PLOTS = "magnificent/error.camp-plots"


class FinalPlayer(Holder):
    """One player after the third round."""

    cards: Annotated[tuple[Card, ...], Field(min_length=CARDS_LEFT, max_length=CARDS_LEFT), CARD]
    areas: Areas = ()
    """The nine plots as rectangles of the grid, so that their open cells are counted; or `plots` tells them."""
    plots: (
        Annotated[tuple[Annotated[int, count(0, UNKNOWN)], ...], Field(min_length=PLOTS, max_length=PLOTS)] | None
    ) = None
    """The uncovered cells of each of the nine plots."""
    gems: Annotated[int, count(0, STORAGE * len(KINDS))]
    hat_place: Annotated[int, count(1, UNKNOWN)]
    """The place of the hat on the performance track; larger is higher."""

    def checks(self) -> tuple[Check, ...]:
        """Look whether plots are told once, and cards take no more coins or gems than there are."""
        return *super().checks(), self._plots, self._paid, self._gems

    @classmethod
    def applies(cls, field: str, given: Mapping[str, Any]) -> bool:
        """Ask for plots either as rectangles of the grid or as numbers."""
        return {"areas": bool(given.get("grid")), "plots": not given.get("areas")}.get(field, True)

    def held(self) -> Iterator[tuple[Location, Card]]:
        """Yield the four cards."""
        yield from ((("cards", place), card) for place, card in enumerate(self.cards))

    @property
    def open_plots(self) -> tuple[int, ...]:
        """The uncovered cells of each plot, as given or as counted in the grid."""
        return tuple(open_cells(self.grid, self.areas)) if self.plots is None else self.plots

    def _plots(self) -> Iterator[Problem]:
        if self.areas:
            yield from camp_problems(self.grid, self.areas)
            if self.plots is not None:
                yield Problem(("plots",), "magnificent/error.plots-twice")
            elif len(self.areas) < PLOTS:
                yield Problem(("areas",), "magnificent/error.areas-few", {"count": len(self.areas), "limit": PLOTS})
        elif self.plots is None:
            yield Problem(("plots",), "magnificent/error.plots-missing", {"limit": PLOTS})
        elif self.grid:
            yield from above(sum(row.count(EMPTY) for row in self.grid), sum(self.plots), ("plots",), CAMP_PLOTS)

    def _paid(self) -> Iterator[Problem]:
        paid = sum(card.count or 0 for card in self.cards if card.condition == "coins-paid")
        return above(self.coins, paid, ("cards",), "magnificent/error.paid-cards")

    def _gems(self) -> Iterator[Problem]:
        for place, card in enumerate(self.cards):
            if card.condition == "coloured-gems":
                yield from above(self.gems, card.count or 0, ("cards", place, "count"), "magnificent/error.gems-stored")


class Final(Table):
    """All players after the third round."""

    players: Annotated[tuple[FinalPlayer, ...], Field(min_length=1, max_length=PLAYERS)]

    def checks(self) -> tuple[Check, ...]:
        """Look across the players, and at their places on the track."""
        return *super().checks(), self._places

    def holders(self) -> Sequence[Holder]:
        """Return the players."""
        return self.players

    def _places(self) -> Iterator[Problem]:
        seen: dict[int, str] = {}
        for i, player in enumerate(self.players):
            if player.hat_place in seen:
                values = {"given": player.hat_place, "other": seen[player.hat_place]}
                yield Problem(("players", i, "hat_place"), "magnificent/error.place-taken", values)
            seen.setdefault(player.hat_place, player.name)
