"""The Magnificent, the end of the game: half of four master cards, coins, plots with gems, and who wins."""

from __future__ import annotations

from callboard_scoring.games.magnificent.cards import CardReasons, card_line, counted, points_halved
from callboard_scoring.games.magnificent.records import Final, FinalPlayer
from callboard_scoring.games.magnificent.rounds import paid_for
from callboard_scoring.ledger import Line, Result, Score, reason
from callboard_scoring.ranking import leaders

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
# NOTE: %(covered:plot)s covered, %(tiles)s of them by tiles alone; %(filled)s tells which the gems fill.
PLOTS = reason("magnificent/final-plots.plots")
PLOTS_WITH_GEMS = reason("magnificent/final-plots.with-gems")
NO_PLOTS = reason("magnificent/final-plots.none")
# NOTE: %(*)s is each leader with the place of the hat.
TIE_BREAK = reason("magnificent/tie-break.hats")
# NOTE: a solo game of %(points:points)s.
SOLO = {
    "none": reason("magnificent/solo.none"),
    "win": reason("magnificent/solo.win"),
    "ringmaster": reason("magnificent/solo.ringmaster"),
    "magnificent": reason("magnificent/solo.magnificent"),
}

HALF = CardReasons(HALF_COUNTED, HALF_CAPPED, HALF_FLAT, HALF_DICE_SUM, HALF_CLEAR_DICE)
COINS_A_POINT = 5
POINTS_A_PLOT = 4
VERDICTS = {"magnificent": 240, "ringmaster": 220, "win": 200}
"""The points that a solo game takes for each verdict, best first (Russian rulebook, solo)."""


def fill(plots: tuple[int, ...], gems: int) -> list[int]:
    """Return which plots to fill with gems, as places: as many as can be, with the fewest gems.

    Every plot gives the same and a gem covers one cell, so the plots with the fewest open cells come first.
    """
    filled: list[int] = []
    for place in sorted(range(len(plots)), key=lambda each: plots[each]):
        if 0 < plots[place] <= gems:
            filled.append(place)
            gems -= plots[place]
    return sorted(filled)


def verdict(points: int) -> str:
    """Return how a solo game ends: none, win, ringmaster or magnificent."""
    return next((name for name, least in VERDICTS.items() if points >= least), "none")


def final(record: Final) -> Result:
    """Score the end of the game in the rulebook's order; a tie goes to the higher hat."""
    scores = tuple(Score(player.name, _lines(player), player.points) for player in record.players)
    outcome: dict[str, object] = {
        "players": {
            player.name: {"plots_covered": _covered(player), "gems_used": _gems_used(player)}
            for player in record.players
        }
    }
    if len(scores) == 1:
        solo = verdict(scores[0].total)
        line = SOLO[solo](points=scores[0].total)
        return Result(
            players=scores,
            lines=(line,),
            winners=(scores[0].name,) if solo != "none" else (),
            outcome={**outcome, "solo": solo},
        )
    tied = leaders([score.total for score in scores])
    places = {record.players[place].name: record.players[place].hat_place for place in tied}
    return Result(
        players=scores,
        winners=(max(places, key=places.__getitem__),),
        ladder=(TIE_BREAK(**places),) if len(tied) > 1 else (),
        outcome=outcome,
    )


def _lines(player: FinalPlayer) -> tuple[Line, ...]:
    cards = [card_line(card, player.dice, points_halved(card, player.dice), HALF) for card in counted(player)]
    coins = player.coins - sum(map(paid_for, player.cards))
    why = COINS if coins >= COINS_A_POINT else TOO_FEW_COINS
    return *cards, why(coins // COINS_A_POINT, coins=coins, each=COINS_A_POINT), _plots(player)


def _covered(player: FinalPlayer) -> int:
    return player.open_plots.count(0) + len(fill(player.open_plots, player.gems))


def _gems_used(player: FinalPlayer) -> int:
    return sum(player.open_plots[place] for place in fill(player.open_plots, player.gems))


def _plots(player: FinalPlayer) -> Line:
    filled = fill(player.open_plots, player.gems)
    covered = _covered(player)
    if not covered:
        return NO_PLOTS(gems=player.gems, fewest=min(player.open_plots))
    why = PLOTS_WITH_GEMS if filled else PLOTS
    return why(
        covered * POINTS_A_PLOT,
        covered=covered,
        tiles=player.open_plots.count(0),
        each=POINTS_A_PLOT,
        gems=_gems_used(player),
        filled=[f"{place + 1} (+{player.open_plots[place]})" for place in filled],
    )
