"""The Magnificent, the end of the game: half of four master cards, coins, plots with gems, and who wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from callboard_scoring.fields import OR_NOBODY, Seats, Typed, above, count, taken
from callboard_scoring.games.magnificent.cards import (
    ABOUT_DICE,
    CARD,
    Card,
    CardReasons,
    card_line,
    coins_for,
    half_readings,
    points_halved,
)
from callboard_scoring.games.magnificent.contradictions import gem_doubts
from callboard_scoring.games.magnificent.grid import (
    PLOTS,
    TILES,
    Areas,
    area_problems,
    gems_drawn,
    reached_in,
    without_tile,
)
from callboard_scoring.games.magnificent.holders import Holder, coins_left, counted, held, table_checks, table_doubts
from callboard_scoring.games.magnificent.near_misses import LATER, card_lacks
from callboard_scoring.games.magnificent.payment import points_doubts
from callboard_scoring.games.magnificent.pieces import (
    CARDS_LEFT,
    DICE_TAKEN,
    DICE_TYPED,
    KINDS,
    PLAYERS,
    ROUNDS,
    SOLO_HATS,
    STORAGE,
    UNKNOWN,
    Die,
)
from callboard_scoring.games.magnificent.track import (
    FOOT,
    UNNUMBERED,
    Space,
    comparable,
    hat_problem,
    height,
    is_place,
    power_of,
)
from callboard_scoring.ledger import Line, Outcome, Result, Score, leaders, reading, reason
from callboard_scoring.problems import Check, Location, Problem
from callboard_scoring.records import Record, read_field

# NOTE: %(covered:plot)s covered, %(tiles)s of them by tiles alone; %(filled.list)s tells which the gems fill.
COVERED = reason("magnificent/final-plots.plots")
WITH_GEMS = reason("magnificent/final-plots.with-gems")
# NOTE: the plot %(number)s, which takes %(gems)s gems; in a list of them.
FILLED = reason("magnificent/final-plots.filled")
NOTHING_COVERED = reason("magnificent/final-plots.none")

# NOTE: %(count:gem)s more would cover the plot %(number)s, and give %(points:points)s.
GEMS_LACKED = reason("magnificent/final-plots.lacks-gems")
# NOTE: tiles on %(count:cell)s more of the plot %(number)s would cover it, with the gems that are there.
CELLS_LACKED = reason("magnificent/final-plots.lacks-cells")

PLOTS_APART = reading("magnificent/final-plots.apart")

POINTS_A_PLOT = 4
MOST_GEMS = STORAGE * len(KINDS)
"""The most gems that a player has."""


class Plots(Outcome):
    """What became of one player's plots."""

    plots_covered: int
    gems_used: int
    """The fewest that cover so many."""


def fill(plots: Sequence[int], gems: int) -> list[int]:
    """Return which plots to fill with gems, as places: as many as can be, with the fewest gems.

    Every plot gives the same and a gem covers one cell, so the plots with the fewest open cells come first.
    """
    filled: list[int] = []
    for place in sorted(range(len(plots)), key=lambda each: plots[each]):
        if 0 < plots[place] <= gems:
            filled.append(place)
            gems -= plots[place]
    return sorted(filled)


def covered(plots: Sequence[int], gems: int) -> Plots:
    """Return how many plots are covered, with so many gems for the cells that no tile covers."""
    filled = fill(plots, gems)
    return Plots(plots_covered=plots.count(0) + len(filled), gems_used=sum(plots[place] for place in filled))


def _lacks(plots: Sequence[int], gems: int, reached: Sequence[int]) -> Iterator[Line]:
    """Tell what covers the nearest plot: gems, if a player can have so many, or tiles on as many of its cells."""
    fewest = min(plots)
    place = plots.index(fewest)
    values = {"number": place + 1, "count": fewest - gems, "points": POINTS_A_PLOT}
    if fewest <= MOST_GEMS:
        yield GEMS_LACKED(**values)
    if reached[place] >= fewest - gems:
        yield CELLS_LACKED(**values)


def plots_line(plots: Sequence[int], gems: int, *, reached: Sequence[int] = ()) -> Line:
    """Explain the points for plots; where they are not drawn, that they lie apart is our reading.

    Where they are, `reached` tells how many open cells of each a tile could still cover.

    If they overlapped one gem would serve two of them, so that one which was left open could be filled.
    """
    filled = fill(plots, gems)
    found = covered(plots, gems)
    if not found.plots_covered:
        return NOTHING_COVERED(gems=gems, fewest=min(plots)).lacking(_lacks, plots, gems, reached or plots)
    near = any(0 < gaps <= gems for place, gaps in enumerate(plots) if place not in filled)
    line = (WITH_GEMS if filled else COVERED)(
        found.plots_covered * POINTS_A_PLOT,
        covered=found.plots_covered,
        tiles=plots.count(0),
        each=POINTS_A_PLOT,
        gems=found.gems_used,
        filled=[FILLED(number=place + 1, gems=plots[place]) for place in filled],
    )
    return line.under(PLOTS_APART, when=near and not reached)


# NOTE: as for a card scored in a round, and then half of it, %(points)s.
HALF_COUNTED = reason("magnificent/final-master-cards.counted")
HALF_CAPPED = reason("magnificent/final-master-cards.capped")
HALF_FLAT = reason("magnificent/final-master-cards.flat")
HALF_DICE_SUM = reason("magnificent/final-master-cards.dice-sum")
HALF_CLEAR_DICE = reason("magnificent/final-master-cards.clear-dice")
# NOTE: %(coins:coin)s left; one point for each %(each)s.
COINS = reason("magnificent/final-coins.coins")
# NOTE: fewer than %(each)s are left.
TOO_FEW_COINS = reason("magnificent/final-coins.too-few")
# NOTE: %(count:coin)s more would give a point.
COINS_LACKED = reason("magnificent/final-coins.lacks")
# NOTE: %(*)s is each leader with the place of the hat.
TIE_BREAK = reason("magnificent/tie-break.hats")
# NOTE: %(numbered)s are leaders with the power of the hat's space, %(foot)s those below with the place from the bottom.
TIE_BREAK_FOOT = reason("magnificent/tie-break.hats-foot")
# NOTE: %(name)s is a leader, whose hat is on %(space)s.
TIED_HAT = reason("magnificent/tie-break.hat")
# NOTE: a solo game of %(points:points)s.
SOLO = {
    "none": reason("magnificent/solo.none", answer=True),
    "win": reason("magnificent/solo.win", answer=True),
    "ringmaster": reason("magnificent/solo.ringmaster", answer=True),
    "magnificent": reason("magnificent/solo.magnificent", answer=True),
}
# NOTE: %(count:points)s more win a solo game.
SOLO_LACKS = reason("magnificent/solo.lacks")

PAID_FIRST = reading("magnificent/final-master-cards.coins-paid")

HALF = CardReasons(HALF_COUNTED, HALF_CAPPED, HALF_FLAT, HALF_DICE_SUM, HALF_CLEAR_DICE)
COINS_A_POINT = 5
Verdict = Literal["none", "win", "ringmaster", "magnificent"]
VERDICTS: Mapping[Verdict, int] = {"magnificent": 240, "ringmaster": 220, "win": 200}
"""The points that a solo game takes for each verdict, best first (Russian rulebook, solo)."""


class FinalPlayer(Holder):
    """One player after the third round."""

    all_scored: ClassVar[bool] = True
    dice: Annotated[tuple[Die, ...], Field(max_length=DICE_TAKEN), DICE_TYPED] = ()
    """The four dice; they may be left out where no card looks at them."""
    cards: Annotated[tuple[Card, ...], Field(min_length=CARDS_LEFT, max_length=CARDS_LEFT), CARD]
    areas: Areas = ()
    """The nine plots as rectangles of the grid, so that their open cells are counted; or `plots` tells them."""
    plots: (
        Annotated[tuple[Annotated[int, count(0, UNKNOWN)], ...], Field(min_length=PLOTS, max_length=PLOTS)] | None
    ) = None
    """The uncovered cells of each of the nine plots."""
    gems: Annotated[int, count(0, STORAGE * len(KINDS))]
    """All that are left, with those that the grid shows on the camp."""
    hat_place: Annotated[Annotated[Space | None, OR_NOBODY], Typed(r"power \d+")] = None
    """The space of the hat on the track: its place, larger is higher, or `power 12`. Who plays alone needs none."""

    def checks(self) -> tuple[Check, ...]:
        """Look whether plots are told once, and dice where a card wants them."""
        return *super().checks(), self._plots, self._dice

    def doubts(self) -> tuple[Check, ...]:
        """Look for gems and open cells that are told twice and differ."""
        return *super().doubts(), self._open, self._drawn, lambda: gem_doubts(held(self), self.gems)

    @property
    def open_plots(self) -> tuple[int, ...]:
        """The cells of each plot that no tile covers, as given or as counted in the grid."""
        return tuple(without_tile(self.grid, self.areas)) if self.plots is None else self.plots

    @property
    def covered(self) -> int:
        """How many plots tiles cover, where numbers tell it."""
        return (self.plots or ()).count(0)

    @property
    def gems_left(self) -> int:
        """The gems that can fill cells: those on the camp are among them, wherever they are drawn."""
        return max(self.gems, gems_drawn(self.grid))

    def _plots(self) -> Iterator[Problem]:
        if self.areas:
            yield from area_problems(self.grid, self.areas)
            if self.plots is not None:
                yield Problem(("plots",), "magnificent/error.plots-twice")
            elif len(self.areas) < PLOTS:
                yield Problem(("areas",), "magnificent/error.areas-few", {"count": len(self.areas), "limit": PLOTS})
        elif self.plots is None:
            yield Problem(("plots",), "magnificent/error.plots-missing", {"limit": PLOTS})

    def _dice(self) -> Iterator[Problem]:
        if self.dice and len(self.dice) < DICE_TAKEN:
            yield Problem(("dice",), "too_short", {"min_length": DICE_TAKEN, "actual_length": len(self.dice)})
        for _, card in held(self):
            if not self.dice and card.condition in ABOUT_DICE:
                yield Problem(("dice",), "magnificent/error.dice-missing", {"card": card.condition})

    def _open(self) -> Iterator[Problem]:
        if self.grid and self.plots is not None:
            bare = sum(letter not in TILES for row in self.grid for letter in row)
            yield from above(bare, sum(self.plots), ("plots",), "magnificent/doubt.camp-plots")

    def _drawn(self) -> Iterator[Problem]:
        yield from above(self.gems, gems_drawn(self.grid), ("gems",), "magnificent/doubt.gems-drawn")


class Final(Record):
    """All players after the third round."""

    players: Annotated[tuple[FinalPlayer, ...], Seats(1, PLAYERS)]

    def checks(self) -> tuple[Check, ...]:
        """Look across the players, and at their places on the track."""
        return *table_checks(self), self._missing, self._taken, self._mixed

    def doubts(self) -> tuple[Check, ...]:
        """Look across the players, and whether hats stand on such numbers, and higher ones on higher numbers."""
        return lambda: points_doubts(self.players, ROUNDS), *table_doubts(self, ROUNDS), self._hats, self._beside_others

    def _missing(self) -> Iterator[Problem]:
        for seat, player in enumerate(self.players):
            if len(self.players) > 1 and read_field(player, "hat_place", 0) is None:
                yield Problem(("players", seat, "hat_place"), "missing")

    def _hats(self) -> Iterator[Problem]:
        hats = [
            (("players", seat, "hat_place"), player.hat_place, card.met, player.name)
            for seat, player in enumerate(self.players)
            for _, card in held(player)
            if card.condition == "hat" and player.hat_place is not None
        ]
        yield from filter(None, (hat_problem(location, number, space) for location, space, number, _ in hats))
        places = [hat for hat in hats if is_place(hat[1]) and hat[1] > UNNUMBERED]
        for (_, higher, number, name), (location, lower, other, _) in permutations(places, 2):
            if height(higher) > height(lower) and number < other:
                values = {"given": lower, "space": other, "name": name, "place": higher, "number": number}
                yield Problem(location, "magnificent/doubt.hat-order", values)

    def _beside_others(self) -> Iterator[Problem]:
        """Look whether a solo player's hat is where another stands all game (Russian rulebook, solo)."""
        space = self.players[0].hat_place
        if len(self.players) == 1 and space is not None and not is_place(space) and power_of(space) in SOLO_HATS:
            values = {"given": power_of(space), "spaces": list(SOLO_HATS)}
            yield Problem(("players", 0, "hat_place"), "magnificent/doubt.solo-hat", values)

    def _places(self) -> Iterator[tuple[Location, int | str, str]]:
        for seat, player in enumerate(self.players):
            space: int | str | None = read_field(player, "hat_place", None)
            if space is not None:
                yield ("players", seat, "hat_place"), space, read_field(player, "name", "…")

    def _taken(self) -> Iterator[Problem]:
        return taken(self._places(), "magnificent/error.place-taken")

    def _mixed(self) -> Iterator[Problem]:
        for (_, one, _), (location, other, _) in combinations(self._places(), 2):
            if not comparable(one, other):
                place, power = (one, other) if is_place(one) else (other, one)
                values = {"given": place, "other": power, "limit": UNNUMBERED}
                yield Problem(location, "magnificent/error.spaces-mixed", values)


class FinalOutcome(Outcome):
    """What became of the plots, by player."""

    players: dict[str, Plots]
    solo: Annotated[Verdict | None, Field(exclude_if=lambda value: value is None)] = None
    """How a game of one player ends; left out where there are more."""


def verdict(points: int) -> Verdict:
    """Return how a solo game ends: none, win, ringmaster or magnificent."""
    reached: list[Verdict] = [name for name, least in VERDICTS.items() if points >= least]
    return reached[0] if reached else "none"


def score(record: Final) -> Result[FinalOutcome]:
    """Score the end of the game in the rulebook's order; a tie goes to the higher hat."""
    scores = tuple(Score(player.name, own_lines(player, record), player.points) for player in record.players)
    outcome = FinalOutcome(
        players={player.name: covered(player.open_plots, player.gems_left) for player in record.players}
    )
    if len(scores) == 1:
        return _alone(scores[0], outcome)
    tied = leaders([each.total for each in scores])
    hats = {record.players[place].name: height(record.players[place].hat_place or 0) for place in tied}
    return Result(
        players=scores,
        winners=(max(hats, key=hats.__getitem__),),
        ladder=(_higher_hat(hats),) if len(tied) > 1 else (),
        outcome=outcome,
    )


def _higher_hat(hats: Mapping[str, tuple[bool, int]]) -> Line:
    """Tell on which spaces the leaders' hats are: numbers printed there are not measured by places from the bottom."""
    numbered, foot = (
        [TIED_HAT(name=name, space=space) for name, (told, space) in hats.items() if told is by_power]
        for by_power in (True, False)
    )
    if numbered and foot:
        return TIE_BREAK_FOOT(numbered=numbered, foot=foot).under(FOOT)
    return TIE_BREAK(**{name: space for name, (_, space) in hats.items()})


def _alone(only: Score, outcome: FinalOutcome) -> Result[FinalOutcome]:
    solo = verdict(only.total)
    line = SOLO[solo](points=only.total)
    return Result(
        players=(only,),
        lines=(line if solo != "none" else line.lacking(SOLO_LACKS, count=VERDICTS["win"] - only.total),),
        winners=(only.name,) if solo != "none" else (),
        outcome=outcome.model_copy(update={"solo": solo}),
    )


def own_lines(player: FinalPlayer, record: Final) -> tuple[Line, ...]:
    """Return the cards, the coins and the plots; of all only what they lacked depends on the others."""
    players = record.players
    counting = counted(player)
    coins = player.coins - sum(map(coins_for, counting))
    cards = [_half(card, player.dice).lacking(card_lacks, card, player, players, coins, LATER) for card in counting]
    plots = plots_line(player.open_plots, player.gems_left, reached=reached_in(player.grid, player.areas))
    why = COINS if coins >= COINS_A_POINT else TOO_FEW_COINS
    line = why(coins // COINS_A_POINT, coins=coins, each=COINS_A_POINT)
    return *cards, line.lacking(_coins_lacked, coins, players), plots


def _coins_lacked(coins: int, players: Sequence[FinalPlayer]) -> Iterator[Line]:
    """Tell how many coins more would give a point, if there are none for them and the box has so many."""
    missing = COINS_A_POINT - coins
    if 0 < missing <= coins_left(players):
        yield COINS_LACKED(count=missing)


def _half(card: Card, dice: Sequence[Die]) -> Line:
    """Explain half of a card, with the readings that made it what it is."""
    line = card_line(card, dice, points_halved(card, dice), HALF).under(*half_readings(card, dice))
    return line.under(PAID_FIRST, when=coins_for(card))
