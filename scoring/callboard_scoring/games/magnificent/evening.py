"""The Magnificent over an evening: a round and the end say how many points there are, a performance adds some.

At the end of a round, from its last turn to the master cards, only the payment and the cards change anything: picks,
`choose` and `round` of one number tell of one table, and those of the third round of the table of `final` too.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product, takewhile
from typing import Any

from callboard_scoring.evening import Carried, Evening, Known, Past, Played, totals_of
from callboard_scoring.games.magnificent.contradictions import SAME_FOR_ALL, written
from callboard_scoring.games.magnificent.grid import TILES, corners_of
from callboard_scoring.games.magnificent.holders import Holder, held, told
from callboard_scoring.games.magnificent.pieces import LARGE_TILES, ROUNDS, SMALL_TILES, STORAGE, TURNS
from callboard_scoring.games.magnificent.setup import dice_rolled
from callboard_scoring.games.magnificent.track import comparable, hat_problem, height, power_of
from callboard_scoring.problems import Doubt, Location

# --- What was entered ------------------------------------------------------------------------------------------------


def of_round(past: Past, stage: str, number: int) -> Played | None:
    """Return the record of a stage that was entered last of a round."""
    return next((one for one in reversed(past.played) if one.stage == stage and one.record.round == number), None)


def number_of(past: Past) -> int:
    """Return which round the next record is of; the end of the game is of the last one."""
    number: int = past.now.get("round", ROUNDS)
    return number


def is_next(past: Past) -> bool:
    """Tell whether the next record is of the round that is played now: the one after the last that was paid for."""
    last = past.last("round")
    return past.now.get("round") == (1 if last is None else last.record.round + 1)


def performances(past: Past) -> Iterator[Played]:
    """Yield those that were entered since the last payment, the newest first."""
    since = takewhile(lambda one: one.stage != "round", reversed(past.played))
    return (one for one in since if one.stage == "perform")


# --- Points, coins and dice ------------------------------------------------------------------------------------------


def points(past: Past) -> Mapping[str, int] | None:
    """Return the fewest points before the payment: only payments take any (Russian rulebook, payment)."""
    return past.totals if is_next(past) and of_round(past, "choose", number_of(past)) is None else None


def coins(past: Past) -> Mapping[str, int] | None:
    """Return the coins of the set-up or of the last payment, with those of performances since; turns bring more."""
    last = past.last("round")
    if last is None:
        left = dict(past.draws.get("coins", {}))
    else:
        left = {name: paid.coins for name, paid in last.outcome.players.items()}
    if not left or not is_next(past) or of_round(past, "choose", number_of(past)) is not None:
        return None
    for one in performances(past):
        left[one.whose] += one.outcome.coins
    return left


def as_chosen(field: str) -> Known:
    """Return what tells a player's field as it was when cards were chosen: nothing changes it before the payment."""

    def known(past: Past) -> Mapping[str, Any] | None:
        chosen = of_round(past, "choose", number_of(past))
        return None if chosen is None else _column(chosen, field)

    return known


def _column(played: Played, field: str) -> Mapping[str, Any] | None:
    """Return a field of all players who have something in it; None where nobody has."""
    rows = played.record.model_dump(mode="json")["players"]
    return {row["name"]: row[field] for row in rows if row[field] != []} or None


def last_points(past: Past) -> Mapping[str, int] | None:
    """Return the points after the last round: between it and the end nothing gives any."""
    last = of_round(past, "round", ROUNDS)
    return None if last is None else totals_of(last)


def last_coins(past: Past) -> Mapping[str, int] | None:
    """Return the coins that the payment and the card of the last round left."""
    last = of_round(past, "round", ROUNDS)
    return None if last is None else {name: paid.coins for name, paid in last.outcome.players.items()}


def last_dice(past: Past) -> Mapping[str, list[str]] | None:
    """Return the dice that were taken in the last round."""
    last = of_round(past, "round", ROUNDS) or of_round(past, "choose", ROUNDS)
    return None if last is None else _column(last, "dice")


# --- Hats ------------------------------------------------------------------------------------------------------------


def slid(past: Past) -> list[str] | None:
    """Return the players by their hats as they slid down after the round before, from space 1 upward."""
    picked = of_round(past, "picks", number_of(past) - 1)
    return None if picked is None or len(past.players) == 1 else list(reversed(picked.outcome.order))


def starting_places(past: Past) -> Mapping[str, Sequence[int]] | None:
    """Return where the hats stand when a round begins: who does not perform has it there at its end, too."""
    prepared = of_round(past, "prepare", number_of(past))
    if len(past.players) == 1:
        order: Sequence[str] | None = past.players
    elif number_of(past) == 1:
        order = past.draws.get("seats")
    else:
        order = (prepared.record.hats if prepared is not None else ()) or slid(past)
    return None if order is None else {name: [place] for place, name in enumerate(order, 1)}


def last_hats(past: Past) -> Mapping[str, int | str] | None:
    """Return the spaces of the hats that are left after the last round, of two the higher: they do not slide down."""
    picked = of_round(past, "picks", ROUNDS)
    hats: Mapping[str, int | str] | None = None if picked is None else picked.outcome.hats
    return hats


def may_be_one_space(one: int | str, other: int | str) -> bool:
    """Tell whether two words for a space can mean the same: nobody knows which place shows which power."""
    return one == other or not comparable(one, other)


# --- What cannot be after what was entered ---------------------------------------------------------------------------

GROWING = ("tents", "small-tiles", "large-tiles", "rows", "columns", "artists")
"""Conditions whose count only grows: tiles and tents stay where they are laid, completed posters are put away."""
STEADY = tuple(condition for condition in SAME_FOR_ALL if condition != "hat")
"""Conditions that count one thing of a player's, of which there is one number at one moment."""
WITH_CARDS = ("choose", "round")
"""The stages whose record has master cards at the end of a round."""


def _number(record: Any) -> int:
    """Return which round's end a record is of; the end of the game is of the last one's."""
    number: int = getattr(record, "round", ROUNDS)
    return number


def _tables(past: Past, rounds: Iterable[int]) -> Iterator[tuple[str, Holder]]:
    """Yield what each player had when cards were looked at, at the end of some rounds, one round after the other."""
    for number, stage in product(rounds, WITH_CARDS):
        one = of_round(past, stage, number)
        yield from ((player.name, player) for player in (one.record.players if one is not None else ()))


def counted(past: Past, rounds: Iterable[int]) -> dict[str, dict[str, int]]:
    """Return the most that each player's cards counted of a condition at the end of some rounds."""
    most: dict[str, dict[str, int]] = {name: {} for name in past.players}
    for name, player in _tables(past, rounds):
        for _, card in told(player):
            most[name][card.condition] = max(card.met, most[name].get(card.condition, 0))
    return most


def performed(past: Past) -> dict[str, Counter[str]]:
    """Return what each player must have by the performances so far, as cards count it.

    One of the tents is printed on the board, and every poster shows an artist (Russian rulebook, performing).
    """
    least: dict[str, Counter[str]] = {name: Counter() for name in past.players}
    for one in past.all("perform"):
        tiles = one.record.camp.items()
        least[one.whose] |= Counter(
            {
                "tents": sum(poster.tent is not None for poster in one.record.posters) - 1,
                "small-tiles": sum(number for tile, number in tiles if tile.endswith("small")),
                "large-tiles": sum(number for tile, number in tiles if tile.endswith("large")),
                "artists": bool(one.outcome.completed),
            }
        )
    return least


def count_doubts(past: Past, record: Any) -> Iterator[Doubt]:
    """Doubt counts that are others at the same moment, or fewer than there were of what only grows."""
    number = _number(record)
    now, before = counted(past, (number,)), counted(past, range(1, number))
    shown = performed(past) if is_next(past) or not hasattr(record, "round") else {}
    for seat, player in enumerate(record.players):
        least = Counter(before[player.name]) | shown.get(player.name, Counter())
        for place, card in told(player):
            at, name = ("players", seat, *place, "count"), card.condition
            fact = written((name, card.met))
            if name in STEADY and now[player.name].get(name, card.met) != card.met:
                values = {"card": fact, "other": now[player.name][name]}
                yield Doubt(at, "magnificent/doubt.other-count", values, player.name)
            elif name in GROWING and card.met < least[name]:
                yield Doubt(at, "magnificent/doubt.grown", {"card": fact, "limit": least[name]}, player.name)


def grid_doubts(past: Past, record: Any) -> Iterator[Doubt]:
    """Doubt squares whose tile is gone, or of another colour: tiles are never moved (Russian rulebook, building)."""
    rounds = range(1, _number(record) + 1)
    drawn = {name: player.grid for name, player in _tables(past, rounds) if player.grid}
    for seat, player in enumerate(record.players):
        before = drawn.get(player.name, ())
        if list(map(len, before)) != list(map(len, player.grid)):
            continue  # another part of the camp, as nobody has to draw all of it
        moved = [
            corners_of((row, column, row, column))
            for row, cells in enumerate(before)
            for column, cell in enumerate(cells)
            if cell in TILES and player.grid[row][column] != cell
        ]
        if moved:
            yield Doubt(("players", seat, "grid"), "magnificent/doubt.camp-moved", {"squares": moved}, player.name)


def _conditions(past: Past, stage: str, number: int) -> dict[str, Counter[str]] | None:
    """Return the master cards in each player's record of a round by their conditions."""
    played = of_round(past, stage, number)
    if played is None:
        return None
    return {player.name: Counter(card.condition for _, card in held(player)) for player in played.record.players}


def card_doubts(past: Past, record: Any) -> Iterator[Doubt]:
    """Doubt a scored card that was none of the five, and five or four without those that were left of five.

    Of five cards one is scored and put away, and only then another comes (Russian rulebook, end of a round).
    """
    is_scored, is_end = hasattr(record.players[0], "card"), not hasattr(record, "round")
    number = _number(record) if is_scored or is_end else record.round - 1
    five, scored = _conditions(past, "choose", number), _conditions(past, "round", number)
    if five is None:
        return
    for seat, player in enumerate(record.players):
        own = Counter(card.condition for _, card in held(player))
        if is_scored and own - five[player.name]:
            values = {"card": player.card.condition, "cards": list(five[player.name].elements())}
            yield Doubt(("players", seat, "card"), "magnificent/doubt.card-chosen", values, player.name)
        elif not is_scored and scored is not None and scored[player.name] <= five[player.name]:
            gone = five[player.name] - scored[player.name] - own
            if gone:
                values = {"cards": list(gone.elements())}
                yield Doubt(("players", seat, "cards"), "magnificent/doubt.cards-kept", values, player.name)


def hats_counted(past: Past, number: int) -> dict[str, int | str]:
    """Return the spaces of hats at the end of a round as cards counted them: those with a number."""
    return {
        name: f"power {card.met}"
        for name, player in _tables(past, (number,))
        for _, card in held(player)
        if card.condition == "hat" and card.met
    }


def hat_doubts(past: Past, record: Any) -> Iterator[Doubt]:
    """Doubt cards that count another space than that of the hat when sets were picked, or cards were scored."""
    number = _number(record)
    picked = of_round(past, "picks", number)
    hats = {**hats_counted(past, number), **(picked.outcome.hats if picked is not None else {})}
    for seat, player in enumerate(record.players):
        space = hats.get(player.name)
        if space is None or space == getattr(player, "hat_place", None):
            continue  # the record has both and looks at them itself
        for place, card in held(player):
            if card.condition == "hat":
                yield from _hat_doubts(("players", seat, *place, "count"), card.met, space, player.name)


def _hat_doubts(at: Location, number: int, space: int | str, whose: str) -> Iterator[Doubt]:
    """Doubt that a card counts a hat on a space with this number, where the hat is."""
    problem = hat_problem(at, number, space)
    if problem is not None:
        yield Doubt(problem.location, problem.code, problem.values, whose)


def picks_doubts(past: Past, record: Any) -> Iterator[Doubt]:
    """Doubt hats on other spaces than those that cards counted at the end of the same round."""
    hats = hats_counted(past, record.round)
    for seat, player in enumerate(record.players):
        if player.name in hats:
            number = power_of(hats[player.name])
            yield from _hat_doubts(("players", seat, "hats"), number, player.highest, player.name)


def final_doubts(past: Past, record: Any) -> Iterator[Doubt]:
    """Doubt hats in another order than sets were picked in, and gems that do not go with those that cards counted."""
    hats = last_hats(past)
    if hats is not None:
        given = {player.name: player.hat_place or hats[player.name] for player in record.players}
        orders = [sorted(hats, key=lambda name: height(spaces[name]), reverse=True) for spaces in (given, hats)]
        if all(may_be_one_space(given[name], hats[name]) for name in hats) and orders[0] != orders[1]:
            yield Doubt(("players",), "magnificent/doubt.hats-order", {"given": orders[0], "known": orders[1]})
    gems = counted(past, (ROUNDS,))
    for seat, player in enumerate(record.players):
        known = gems[player.name].get("coloured-gems")
        is_counted = any(card.condition == "coloured-gems" for card in player.cards)
        if known is not None and not is_counted and not known <= player.gems <= known + STORAGE:
            values = {"count": known, "gems": player.gems, "limit": STORAGE}
            yield Doubt(("players", seat, "gems"), "magnificent/doubt.coloured-gems", values, player.name)


def table_doubts(past: Past, record: Any) -> Iterator[Doubt]:
    """Doubt what the cards and camps of a record contradict."""
    for look in (count_doubts, grid_doubts, card_doubts, hat_doubts):
        yield from look(past, record)


def perform_doubts(past: Past, record: Any) -> Iterator[Doubt]:
    """Doubt a performance beyond the turns, a camp smaller than it was, and camps beyond the box.

    Tiles never leave a camp (Russian rulebook, building).
    """
    whose = past.now.get("player", "")
    since = [*takewhile(lambda one: one.stage in ("perform", "power", "camp"), reversed(past.played))]
    count = sum(one.stage == "perform" and one.whose == whose for one in since) + 1
    last = past.last("round")
    number = 1 if last is None else last.record.round + 1
    if number > ROUNDS or of_round(past, "choose", number) is not None:
        yield Doubt((), "magnificent/doubt.late", {"round": min(number, ROUNDS)}, whose)
    elif count > TURNS:
        yield Doubt((), "magnificent/doubt.turns", {"count": count, "limit": TURNS}, whose)
    camps: dict[str, Counter[str]] = {name: Counter() for name in past.players}
    for one in past.all("perform"):
        camps[one.whose] |= Counter(one.record.camp)
    own = Counter(record.camp)
    for tile, lost in (camps.get(whose, Counter()) - own).items():
        values = {"tile": tile, "count": own[tile], "limit": own[tile] + lost}
        yield Doubt(("camp",), "magnificent/doubt.camp-smaller", values, whose)
    for tile, number in own.items():
        together = number + sum(camp[tile] for name, camp in camps.items() if name != whose)
        limit = LARGE_TILES if tile.endswith("large") else SMALL_TILES
        if together > limit:
            values = {"tile": tile, "count": together, "limit": limit}
            yield Doubt(("camp",), "magnificent/doubt.camps", values, whose)


def prepare_doubts(past: Past, record: Any) -> Iterator[Doubt]:
    """Doubt the dice of another number of players: without hats the record does not tell it."""
    players = len(past.players)
    if record.players != players:
        values = {"count": len(record.dice), "players": players, "limit": dice_rolled(players).total()}
        yield Doubt(("dice",), "magnificent/doubt.dice-players", values)


EVENING = Evening(
    exact=(
        *(Carried(("round",), f"players.{field}", as_chosen(field)) for field in ("points", "coins", "dice", "grid")),
        Carried(("final",), "players.points", last_points),
        Carried(("final",), "players.coins", last_coins),
        Carried(("final",), "players.dice", last_dice),
        Carried(("final",), "players.hat_place", last_hats, may_be_one_space),
        Carried(("prepare",), "hats", slid, operator.eq),
    ),
    at_least=(Carried(("round", "choose"), "players.points", points),),
    proposed=(
        Carried(("round", "choose"), "players.coins", coins),
        Carried(("picks",), "players.hats", starting_places),
    ),
    doubts={
        "perform": perform_doubts,
        "choose": table_doubts,
        "round": table_doubts,
        "picks": picks_doubts,
        "prepare": prepare_doubts,
        "final": lambda past, record: (*table_doubts(past, record), *final_doubts(past, record)),
    },
    adds=("perform",),
    sets=("round", "final"),
    gives={"perform": lambda played: {played.whose: played.outcome.points}},
    total="points",
    asks_whose=("perform",),
    closes=("picks",),
)
