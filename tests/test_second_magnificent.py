"""The Magnificent once more: each stage by the slowest obvious way, from the Russian rulebook alone.

Nothing here knows how the scorers count. The tables are typed again, coins and gems are paid one after the other, every
set of posters and of plots is tried, and where a track is known in part every track that fits is looked at.
"""

from itertools import combinations, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from callboard_cli.input.stage import stage_of
from callboard_scoring.draws import Seeded
from callboard_scoring.games import find_game
from callboard_scoring.ledger import Grid
from callboard_scoring.problems import RefusedError
from forms import assert_one_in_all_forms

few = settings(max_examples=max(5, settings().max_examples // 3))
COLOURS = ("orange", "green", "purple")
STAGES = ("power", "perform", "round", "choose", "picks", "camp", "final")
BAG = {
    1: {"orange": 5, "green": 5, "purple": 5, "clear": 4},
    2: {"orange": 3, "green": 3, "purple": 3, "clear": 2},
    3: {"orange": 4, "green": 4, "purple": 4, "clear": 3},
    4: {"orange": 5, "green": 5, "purple": 5, "clear": 4},
}
"""The dice by the number of players; who plays alone may come to roll any of them."""
EACH = {
    "small-tiles-colour": (4, 16),
    "large-tiles-colour": (5, 12),
    "tiles-colour": (3, 28),
    "small-tiles": (3, 48),
    "large-tiles": (4, 36),
    "tents": (3, 4),
    "coins-paid": (3, 120),
    "rectangle": (1, 136),
    "columns": (6, 99),
    "rows": (7, 99),
    "trainers": (3, 8),
    "artist": (5, 54),
    "artists": (4, 6),
    "fire-posters": (4, 54),
    "coloured-gems": (3, 9),
    "hat": (1, 99),
}
"""What a master card gives for each, and how many of it there are: 16 small and 12 large tiles of a colour, 40 coins that
are worth 120, 54 posters of 6 artists, 4 tents and 8 trainers a player, 3 gems a colour; how many rows, columns and
spaces there are no source says."""
UNCOUNTED = ("flat", "dice-sum", "clear-dice")


def stage(name):
    return stage_of(find_game("magnificent"), name)


def scored(name, raw):
    return stage(name).score(stage(name).record(raw))


def added_up(result):
    """The totals, each of which is what the player had and the points of the lines."""
    for each in result.players:
        assert each.total == each.start + sum(line.points for line in each.lines)
    return {each.name: each.total for each in result.players}


def points_by_rule(lines):
    """The points of each rule of some lines, in the order they are told."""
    rules = {}
    for line in lines:
        rules.setdefault(line.reason.rule.removeprefix("magnificent/"), []).append(line.points)
    return rules


# --- What the rulebook says ------------------------------------------------------------------------------------------


def pips(dice, kind):
    return sum(int(die.split()[1]) for die in dice if die.split()[0] == kind)


def coins_due(dice):
    """The coins due: whichever colour asks for the most, and the clear dice."""
    return max(pips(dice, colour) + pips(dice, "clear") for colour in COLOURS)


def paid(coins, due):
    """Pay coin by coin: what is left, and how many are missing."""
    missing = 0
    for _ in range(due):
        if coins:
            coins -= 1
        else:
            missing += 1
    return coins, missing


def whole(card, dice, count):
    """A card's points at the end of a round, if its condition is met so often."""
    if card["condition"] == "flat":
        points = 8
    elif card["condition"] == "dice-sum":
        points = coins_due(dice)
    elif card["condition"] == "clear-dice":
        points = pips(dice, "clear") + pips(dice, "clear")
    else:
        points = sum(EACH[card["condition"]][0] for _ in range(count))
    return points if card.get("max") is None else min(points, card["max"])


def half(card, dice, count):
    """A card's points at the end of the game: half of all, no more than half of the maximum, both rounded down."""
    points = whole({**card, "max": None}, dice, count) // 2
    return points if card.get("max") is None else min(points, card["max"] // 2)


def met(card, grid, coins=120):
    """How often a card's condition is met: as it says, or as the camp shows; with no more coins than are there."""
    if card.get("count") is not None or card["condition"] in UNCOUNTED:
        return min(card.get("count") or 0, coins if card["condition"] == "coins-paid" else 999)
    lines = grid if card["condition"] == "rows" else list(zip(*grid, strict=True))
    return sum(all(cell in "OGP" for cell in line) for line in lines)


def coins_of(card, coins):
    """The coins that a card takes of those left: as many as it names, none that would give no point."""
    taken = 0
    if card["condition"] == "coins-paid":
        most = card.get("max")
        while taken < min(card["count"], coins) and (most is None or 3 * taken < most):
            taken += 1
    return taken


def plots_of(player):
    """The cells of each plot without a tile, as told or as drawn."""
    if "plots" in player:
        return player["plots"]
    gaps = []
    for area in player["areas"]:
        (left, top), (right, bottom) = ((ord(corner[0]) - ord("A"), int(corner[1:]) - 1) for corner in area.split("-"))
        cells = [player["grid"][row][column] for row in range(top, bottom + 1) for column in range(left, right + 1)]
        gaps.append(sum(cell in ".*" for cell in cells))
    return gaps


def best_filled(plots, gems):
    """The most plots that can be covered and the fewest gems for them, of all sets of plots."""
    found = []
    for chosen in product((False, True), repeat=len(plots)):
        spent = sum(gaps for gaps, is_chosen in zip(plots, chosen, strict=True) if is_chosen)
        if spent <= gems:
            found.append((sum(chosen), -spent))
    most, spent = max(found)
    return most, -spent


# --- Tables ----------------------------------------------------------------------------------------------------------


@st.composite
def dice_of(draw, players):
    """Four dice for each player, out of those in the game."""
    bag = [kind for kind, number in BAG[players].items() for _ in range(number)]
    kinds = draw(st.permutations(bag))
    faces = draw(st.lists(st.integers(1, 6), min_size=4 * players, max_size=4 * players))
    dice = [f"{kind} {face}" for kind, face in zip(kinds, faces, strict=False)]
    return [dice[4 * seat : 4 * seat + 4] for seat in range(players)]


grids = st.tuples(st.integers(2, 4), st.integers(1, 4), st.sampled_from(["OGP", "OGPPO.", "OG.*"])).flatmap(
    lambda size: st.lists(st.text(size[2], min_size=size[0], max_size=size[0]), min_size=size[1], max_size=size[1])
)


@st.composite
def cards(draw, coins, *, drawn):
    """A master card that may take so many coins, about rows and columns only where the camp is drawn or told."""
    condition = draw(st.sampled_from([*EACH, *UNCOUNTED, "coins-paid", "dice-sum"]))
    most = draw(st.none() | st.integers(0, 26))
    card = {"condition": condition} | ({} if most is None else {"max": most})
    if condition in EACH and not (drawn and condition in ("rows", "columns")):
        limit = coins if condition == "coins-paid" else min(EACH[condition][1], 9)
        beyond = [limit + 2] if condition == "coins-paid" else []
        card["count"] = draw(st.sampled_from([0, 1, limit, limit // 2, *beyond])) if limit else 0
    return card


@st.composite
def ends_of_rounds(draw, number_of_cards=None):
    """The end of a round: coins that are more, fewer or as many as are due; one card each, or several."""
    players = []
    for seat, dice in enumerate(draw(dice_of(draw(st.integers(1, 4))))):
        coins = max(0, coins_due(dice) + draw(st.sampled_from([-30, -3, -1, 0, 1, 5, 12])))
        left, _ = paid(coins, coins_due(dice))
        grid = draw(st.just([]) | grids)
        own = [draw(cards(left, drawn=bool(grid))) for _ in range(number_of_cards or 1)]
        player = {"name": "ABCD"[seat], "points": draw(st.integers(-99, 250)), "coins": coins, "dice": dice}
        player |= {"grid": grid} if grid else {}
        players.append(player | ({"cards": own} if number_of_cards else {"card": own[0]}))
    return {"round": draw(st.integers(1, 3)), "players": players}


def camp_of_nine(widths, heights, letters):
    """A camp of nine plots, three by three, so wide and so high; letters fill it from the top left."""
    width, height = sum(widths), sum(heights)
    cells = iter(letters)
    grid = ["".join(next(cells) for _ in range(width)) for _ in range(height)]
    columns = [(sum(widths[:place]), sum(widths[: place + 1]) - 1) for place in range(3)]
    rows = [(sum(heights[:place]), sum(heights[: place + 1]) - 1) for place in range(3)]
    areas = [
        f"{chr(65 + left)}{top + 1}-{chr(65 + right)}{bottom + 1}" for top, bottom in rows for left, right in columns
    ]
    return {"grid": grid, "areas": areas}


threes = st.tuples(*[st.integers(1, 2)] * 3)
camps_of_nine = st.builds(
    camp_of_nine,
    threes,
    threes,
    st.sampled_from(["OGP.", "OGPOGPOGP.", "OGPOG.*"]).flatmap(lambda of: st.text(of, min_size=36, max_size=36)),
)
SPACES = (*range(1, 5), *(f"power {number}" for number in (5, 6, 7, 10, 12, 13, 16, 18)))
"""Spaces of the track that can be compared: those at its foot by their place, others by what they show."""


@st.composite
def ends(draw):
    """The end of the game; half of the tables have everybody tied."""
    number = draw(st.integers(1, 4))
    hats = draw(st.permutations(draw(st.sampled_from([SPACES, tuple(range(1, 13))]))))
    dice = draw(dice_of(number))
    players = []
    for seat in range(number):
        coins = left = draw(st.sampled_from([0, 1, 4, 5, 9, 10, 14, 30]))
        camp = draw(st.just({}) | camps_of_nine)
        own = []
        for _ in range(4):
            card = draw(cards(left, drawn=bool(camp)))
            left -= coins_of(card, left)
            own.append(card)
        plots = draw(st.lists(st.sampled_from([0, 0, 1, 1, 2, 3, 4, 13]), min_size=9, max_size=9))
        players.append(
            {
                "name": "ABCD"[seat],
                "points": draw(st.sampled_from([0, -7, 120, 150, 160, 170])),
                "coins": coins,
                "dice": dice[seat],
                "cards": own,
                "gems": draw(st.integers(0, 12)),
                "hat_place": hats[seat],
                **(camp or {"plots": plots}),
            }
        )
    if draw(st.booleans()):
        totals = [player["points"] + sum(sum(own) for own in end_points(player)[0].values()) for player in players]
        for player, total in zip(players, totals, strict=True):
            player["points"] += 190 - total
    return {"players": players}


def end_points(player):
    """A player's points at the end by rule, and what became of the plots."""
    grid = player.get("grid", [])
    left, halves = player["coins"], []
    for card in player["cards"]:
        count = met(card, grid)
        taken = coins_of(card, left)
        left -= taken
        halves.append(half(card, player["dice"], taken if card["condition"] == "coins-paid" else count))
    for_coins = 0
    while left >= 5:
        left, for_coins = left - 5, for_coins + 1
    drawn = sum(row.count("*") for row in grid)
    covered, spent = best_filled(plots_of(player), max(player["gems"], drawn))
    # covered by tiles alone are the plots that want no gem: to try them too changes nothing
    return {"final-master-cards": halves, "final-coins": [for_coins], "final-plots": [4 * covered]}, (covered, spent)


posters = st.builds(
    lambda points, coins, tiles, gems, tent: {
        "points": points,
        "coins": coins,
        "tiles": tiles,
        "gems": gems,
        "tent": tent,
    },
    st.integers(0, 4),
    st.integers(0, 2),
    st.dictionaries(st.sampled_from(["orange large", "orange small", "green large"]), st.integers(1, 2), max_size=2),
    st.dictionaries(st.sampled_from([*COLOURS, "clear"]), st.integers(0, 2), max_size=2),
    st.none()
    | st.builds(
        lambda points, coins, gem: {"points": points, "coins": coins, "gem": gem},
        st.integers(0, 2),
        st.integers(0, 2),
        st.none() | st.sampled_from([*COLOURS, "clear"]),
    ),
)


@st.composite
def performances(draw):
    """Posters, a camp and gems; in some a trainer tile or master cards have their say."""
    own = draw(st.lists(posters, max_size=5))
    raw = {
        "posters": own,
        "camp": draw(
            st.dictionaries(st.sampled_from(["orange large", "orange small", "green large"]), st.integers(1, 4))
        ),
        "gems": draw(st.dictionaries(st.sampled_from([*COLOURS, "clear"]), st.integers(0, 3))),
        "limit": draw(st.integers(0, 5)),
    }
    if draw(st.booleans()):
        later = draw(st.lists(st.integers(0, 5), min_size=len(own), max_size=len(own)))
        raw |= {"per_poster": draw(st.integers(0, 1)), "left_out": draw(st.integers(0, 1)), "card_points": later}
    return raw


@st.composite
def turns(draw):
    """A turn: a die, the colour of a clear one, dice before it, gems and what is added."""
    kinds = draw(st.permutations([kind for kind, number in BAG[4].items() for _ in range(number)]))
    faces = draw(st.lists(st.integers(1, 6), min_size=1, max_size=4))
    dice = [f"{kind} {face}" for kind, face in zip(kinds, faces, strict=False)]
    turn = {"die": dice[0], "earlier": dice[1:], "gems": draw(st.integers(0, 6)), "modifiers": draw(st.integers(0, 6))}
    if dice[0].startswith("clear"):
        turn["as"] = draw(st.sampled_from(COLOURS))
    if draw(st.booleans()):
        turn["gem_kinds"] = {"clear": draw(st.integers(0, 3)), turn.get("as", dice[0].split()[0]): 1}
    return turn


@st.composite
def tracks(draw):
    """The track at the end of a round: one or two hats of each player, on spaces that can be compared."""
    number = draw(st.integers(1, 4))
    spaces = iter(draw(st.permutations(draw(st.sampled_from([SPACES, tuple(range(1, 11))])))))
    players = [
        {"name": "ABCD"[seat], "hats": [next(spaces) for _ in range(draw(st.integers(1, 2)))]} for seat in range(number)
    ]
    raw = {"round": draw(st.integers(1, 3)), "players": players}
    if number == 1 and any(isinstance(hat, int) and hat > 4 for hat in players[0]["hats"]):
        raw["dummies"] = draw(st.permutations([5, 7, 9, 11, 14]))[:3]
    return raw


camps = st.one_of(grids.map(lambda grid: {"grid": grid}), camps_of_nine)
TABLES = {
    "power": turns(),
    "perform": performances(),
    "round": ends_of_rounds(),
    "choose": ends_of_rounds(5),
    "picks": tracks(),
    "camp": camps,
    "final": ends(),
}


# --- Power -----------------------------------------------------------------------------------------------------------


def power_of(turn):
    """The power of a turn by the rules of its parts."""
    kind = turn.get("as", turn["die"].split()[0])
    gems = turn["gems"] + sum(turn.get("gem_kinds", {}).values())
    return {
        "power": [pips(turn["earlier"], kind), sum(2 for _ in range(gems)), turn["modifiers"]],
        "clear-dice": [int(turn["die"][-1])],
    }


def is_power_right(turn):
    result = scored("power", turn)
    expected = power_of(turn)
    by_id = {line.reason.id.removeprefix("magnificent/"): line.points for line in result.lines}
    die = by_id.pop("power.die", None) if turn["die"][:5] != "clear" else by_id.pop("clear-dice.die", None)
    assert [die] == expected["clear-dice"]
    assert by_id.pop("clear-dice.earlier", 0) == 0
    assert list(by_id.values()) == expected["power"]
    assert result.outcome.power == die + sum(expected["power"])
    return True


@given(turns())
def test_power_is_the_die_and_whatever_adds_to_it(turn):
    assert is_power_right(turn)


def test_every_die_after_every_other_die_has_its_power():
    """All dice of a turn, whatever colour a clear one counts as, after all single dice before it."""
    kinds = [*COLOURS, "clear"]
    for kind, before in product(kinds, kinds):
        for counts_as in COLOURS if kind == "clear" else (kind,):
            for face, earlier in ((face, other) for face in range(1, 7) for other in (1, 6)):
                turn = {"die": f"{kind} {face}", "earlier": [f"{before} {earlier}"], "gems": 0, "modifiers": 0}
                assert is_power_right({**turn, "as": counts_as})


# --- A round ---------------------------------------------------------------------------------------------------------


@given(ends_of_rounds())
def test_a_round_is_paid_coin_by_coin(raw):
    result = scored("round", raw)
    totals = added_up(result)
    for player, each in zip(raw["players"], result.players, strict=True):
        left, missing = paid(player["coins"], coins_due(player["dice"]))
        card = player["card"]
        points = whole(card, player["dice"], met(card, player.get("grid", []), left))
        lost = -sum({1: 1, 2: 2, 3: 3}[raw["round"]] for _ in range(missing))
        assert points_by_rule(each.lines) == {"payment": [lost], "master-card-scoring": [points]}
        assert totals[player["name"]] == player["points"] + lost + points
        outcome = result.outcome.players[player["name"]]
        assert (outcome.due, outcome.missing) == (coins_due(player["dice"]), missing)
        assert outcome.coins == left - coins_of(card, left)
        assert outcome.paid + coins_of(card, left) + outcome.coins == player["coins"]  # no coin gets lost


def one_card(card, dice=("orange 5", "green 3", "purple 1", "clear 2"), coins=120):
    player = {"name": "A", "points": 0, "coins": coins, "dice": list(dice), "card": card}
    return scored("round", {"round": 1, "players": [player]}).players[0].total


def four_cards(card, coins=120):
    dice = ["orange 5", "green 3", "purple 1", "clear 2"]
    raw = {"name": "A", "points": 0, "coins": coins, "dice": dice, "plots": [9] * 9, "gems": 0}
    return [
        line.points for line in scored("final", {"players": [raw | {"cards": [card, *["flat"] * 3]}]}).players[0].lines
    ]


@pytest.mark.parametrize("condition", EACH)
def test_each_card_gives_its_points_as_often_as_there_is_anything_to_count(condition):
    each, most = EACH[condition]
    cap = min(most, 120 - 7) if condition == "coins-paid" else most  # seven coins are due for the dice
    for count in sorted({0, 1, 2, 3, cap // 2, cap - 1, cap}):
        card = {"condition": condition, "count": count}
        assert one_card(card) == each * count
        assert four_cards(card)[0] == each * count // 2
        for maximum in {each * count // 2, each * count, each * count + each, 5}:
            assert one_card(card | {"max": maximum}) == min(each * count, maximum)
            assert four_cards(card | {"max": maximum})[0] == min(each * count // 2, maximum // 2)
    with pytest.raises(RefusedError):
        one_card({"condition": condition, "count": most + 1})


def test_cards_without_a_count_give_the_same_however_often():
    for sums, faces in (((6, 1), (6, 1, 1, 1)), ((8, 4), (3, 5, 4, 4)), ((6, 12), (6, 6, 6, 6))):
        kinds = ("orange", "orange", "clear", "purple") if sums == (8, 4) else ("purple", "green", "clear", "clear")
        dice = [f"{kind} {face}" for kind, face in zip(kinds, faces, strict=True)]
        highest, clear = max(pips(dice, colour) for colour in COLOURS), pips(dice, "clear")
        assert one_card("dice-sum", dice) == highest + clear
        assert one_card("clear-dice", dice) == 2 * clear
        assert one_card("flat", dice) == 8


# --- Which card ------------------------------------------------------------------------------------------------------


@given(ends_of_rounds(5))
def test_each_choice_is_one_card_now_and_half_of_each_other(raw):
    result = scored("choose", raw)
    for player, told in zip(raw["players"], result.players, strict=True):
        left, _ = paid(player["coins"], coins_due(player["dice"]))
        grid, totals = player.get("grid", []), []
        for chosen, card in enumerate(player["cards"]):
            total = whole(card, player["dice"], met(card, grid, left))
            coins = left - coins_of(card, left)
            for other in (one for place, one in enumerate(player["cards"]) if place != chosen):
                taken = coins_of(other, coins)
                coins -= taken
                total += half(other, player["dice"], taken if other["condition"] == "coins-paid" else met(other, grid))
            totals.append(total)
        advice = result.outcome.players[player["name"]]
        assert list(advice.choices) == totals
        assert list(advice.best) == [place for place, total in enumerate(totals) if total == max(totals)]
        assert (told.total, told.lines, result.scored) == (0, (), False)
        assert [line.reason.best for line in told.notes[:5]] == [total == max(totals) for total in totals]


# --- The end ---------------------------------------------------------------------------------------------------------


@given(ends())
def test_the_end_is_halves_coins_and_every_set_of_plots_tried(raw):
    result = scored("final", raw)
    totals = added_up(result)
    for player, each in zip(raw["players"], result.players, strict=True):
        points, filled = end_points(player)
        assert points_by_rule(each.lines) == points
        assert totals[player["name"]] == player["points"] + sum(sum(own) for own in points.values())
        outcome = result.outcome.players[player["name"]]
        assert (outcome.plots_covered, outcome.gems_used) == filled
    most = max(totals.values())
    if len(totals) == 1:
        titles = [name for name, least in (("magnificent", 240), ("ringmaster", 220), ("win", 200)) if most >= least]
        assert result.outcome.solo == (titles or ["none"])[0]
        assert result.winners == (("A",) if most >= 200 else ())
        return
    tied = [player for player in raw["players"] if totals[player["name"]] == most]
    for track in tracks_that_fit([player["hat_place"] for player in raw["players"]]):
        highest = max(tied, key=lambda player: place_on(track, player["hat_place"]))
        assert result.winners == (highest["name"],)
    assert (len(result.ladder) == 1) == (len(tied) > 1)
    for player, rank in zip(raw["players"], result.ranks(), strict=True):
        better = sum(total > totals[player["name"]] for total in totals.values())
        is_second = len(tied) > 1 and player in tied and player["name"] not in result.winners
        assert rank == 1 + better + is_second


@pytest.mark.parametrize(
    ("points", "solo"),
    [(199, "none"), (200, "win"), (219, "win"), (220, "ringmaster"), (239, "ringmaster"), (240, "magnificent")],
)
def test_alone_a_title_is_for_no_point_less(points, solo):
    dice = ["orange 1", "green 1", "purple 1", "clear 1"]
    player = {"name": "A", "coins": 4, "dice": dice, "cards": ["flat"] * 4, "plots": [1] * 9, "gems": 0}
    result = scored("final", {"players": [{**player, "points": points - 16}]})
    assert (result.players[0].total, result.outcome.solo) == (points, solo)
    assert result.winners == (() if solo == "none" else ("A",))


@pytest.mark.parametrize(("fewest", "lacked"), [(12, ["lacks-gems", "lacks-cells"]), (13, ["lacks-cells"])])
def test_a_plot_lacks_gems_as_long_as_a_storage_holds_so_many(fewest, lacked):
    """Three of each of four kinds are twelve."""
    player = {"name": "A", "points": 0, "coins": 4, "cards": ["flat"] * 4, "plots": [14] * 8 + [fewest], "gems": 1}
    (line,) = [one for one in scored("final", {"players": [player]}).players[0].lines if "plots" in one.reason.rule]
    assert [(lack.reason.case, lack.values["count"]) for lack in line.lacks] == [(case, fewest - 1) for case in lacked]


def test_plots_that_gems_could_cover_as_well_lie_apart_by_our_reading():
    """With one gem for two plots of one open cell each, it would cover both if they shared the cell."""
    player = {"name": "A", "points": 0, "coins": 4, "cards": ["flat"] * 4, "gems": 1}
    for plots, is_read in (([1, 1], True), ([1, 2], False)):
        result = scored("final", {"players": [player | {"plots": plots + [9] * 7}]})
        told = [one.id for one in result.players[0].lines[-1].readings]
        assert told == ["magnificent/final-plots.apart"] * is_read


def test_a_maximum_read_as_whole_takes_no_more_coins_than_there_are():
    """Halved to 3 points it takes 2 of 3 coins and gives 3; were it whole, 3 coins would give half of 9."""
    player = {"name": "A", "points": 0, "coins": 3, "plots": [9] * 9, "gems": 0}
    here = stage("final")
    record = here.record({"players": [player | {"cards": ["coins-paid 5 max 6", *["flat"] * 3]}]})
    every = here.game.otherwise("final", record)
    told = [
        (one.name, one.points)
        for one in every
        if getattr(one.why, "id", "") == "magnificent/final-master-cards.maximum"
    ]
    assert told == [("A", 1)]


# --- Performing ------------------------------------------------------------------------------------------------------


def ways_to_pay(wanted, stored):
    """Every way to pay for gems one after the other, each with its own colour or a clear one."""
    ways = {(0, 0, 0, 0)}
    kinds = [*COLOURS, "clear"]
    for gem in wanted:
        ways = {
            tuple(number + (kind == used) for kind, number in zip(kinds, way, strict=True))
            for way in ways
            for used in {gem, "clear"}
            if way[kinds.index(used)] < stored.get(used, 0)
        }
    return ways


def are_laid(shown, camp, spared):
    """Whether the camp has all tiles shown, taken from it one by one, but for so many."""
    there = [tile for tile, number in camp.items() for _ in range(number)]
    for tile in shown:
        if tile in there:
            there.remove(tile)
        elif spared:
            spared -= 1
        else:
            return False
    return True


def best_performance(raw):
    """The best of all sets of posters with all ways to pay for them; the first keys of each say how good it is."""
    found, examined = [], 0
    places = range(len(raw["posters"]))
    for chosen in (some for size in range(6) for some in combinations(places, size)):
        if len(chosen) > raw["limit"]:
            continue
        examined += 1
        own = [raw["posters"][place] for place in chosen]
        if any(poster["tent"] is None for poster in own):
            continue
        shown = [tile for poster in own for tile, number in poster["tiles"].items() for _ in range(number)]
        if not are_laid(shown, raw["camp"], raw.get("left_out") or 0):
            continue
        gems = [gem for poster in own for gem, number in poster["gems"].items() for _ in range(number)]
        gems += [poster["tent"]["gem"] for poster in own if poster["tent"]["gem"]]
        points = [poster["points"] + poster["tent"]["points"] for poster in own]
        bonus = sum(raw.get("per_poster") or 0 for _ in own)
        later = sum(raw["card_points"][place] for place in chosen) if raw.get("card_points") else 0
        coins = sum(poster["coins"] + poster["tent"]["coins"] for poster in own)
        for way in ways_to_pay(gems, raw["gems"]):
            key = (-(sum(points) + bonus + later), -coins, sum(way), way[3], len(chosen), chosen)
            found.append((key, way, points, bonus, coins))
    key, way, points, bonus, coins = min(found, key=lambda each: each[0])
    spent = dict(zip([*COLOURS, "clear"], way, strict=True))
    return {
        "completed": key[-1],
        "points": sum(points) + bonus,
        "coins": coins,
        "gems": spent,
        "sets_examined": examined,
    }, points


@given(performances())
def test_the_best_performance_is_the_best_of_all_sets_and_all_ways_to_pay(raw):
    result = scored("perform", raw)
    outcome, points = best_performance(raw)
    assert result.outcome.model_dump() == outcome
    assert [line.points for line in result.lines if line.reason.case == "completed"] == points
    assert sum(line.points for line in result.lines) == outcome["points"]


@pytest.mark.parametrize(("size", "in_the_box"), [("large", 12), ("small", 16)])
@pytest.mark.parametrize("more", [0, 1])
def test_a_poster_lacks_no_more_tiles_than_the_box_has(size, in_the_box, more):
    """Two posters that show so many tiles together, and one more, with half of them in the camp."""
    tile = f"green {size}"
    half_of_them = in_the_box // 2
    shown = [{"points": 8, "tiles": {tile: half_of_them}}, {"points": 5, "tiles": {tile: half_of_them + more}}]
    own = [poster | {"coins": 0, "gems": {}, "tent": "tent"} for poster in shown]
    result = scored("perform", {"posters": own, "camp": {tile: half_of_them + more}, "gems": {}, "limit": 2})
    assert result.outcome.completed == (0,)
    lacked = [lack.values["missing"] for line in result.lines for lack in line.lacks]
    assert [[(one.reason.case, one.values["count"]) for one in each] for each in lacked] == (
        [] if more else [[("tiles", half_of_them)]]
    )


def test_a_poster_lacks_a_gem_more_than_it_takes_where_an_earlier_set_is_as_good_without_it():
    """With one orange gem the third could be completed with the second, and a clear gem; but so could the first."""
    want = [({"green large": 2}, {"clear": 1}, "tent orange gem"), ({"green large": 1}, {}, "tent")]
    want.append(({"orange large": 2, "green large": 2}, {"orange": 2}, "-"))
    own = [{"points": 4, "coins": 0, "tiles": tiles, "gems": gems, "tent": tent} for tiles, gems, tent in want]
    raw = {
        "posters": own,
        "camp": {"orange large": 2, "green large": 1},
        "gems": {"clear": 1},
        "limit": 0,
        "left_out": 1,
    }
    (lacked,) = scored("perform", raw).lines[2].lacks
    told = [(one.reason.case, one.values.get("count")) for one in lacked.values["missing"]]
    assert told == [("a-tent", None), ("tiles", 1), ("more-gems", 2), ("more-room", 2)]
    own[2] |= {"tent": {"points": 0, "coins": 0, "gem": None}}
    own[0] |= {"tent": {"points": 0, "coins": 0, "gem": "orange"}}
    own[1] |= {"tent": {"points": 0, "coins": 0, "gem": None}}
    for gems, best in ((2, (1, 2)), (1, (0, 1))):
        more = raw | {"camp": {"orange large": 2, "green large": 2}, "gems": {"clear": 1, "orange": gems}, "limit": 2}
        assert best_performance(more)[0]["completed"] == best


@pytest.mark.parametrize(("fewer", "coins"), [(0, 1), (1, 1), (2, 1), (3, 1), (5, 2), (6, 2), (2, 0)])
def test_fewer_points_for_more_coins_are_told_where_a_missing_coin_of_the_last_round_costs_more(fewer, coins):
    """Each missing coin costs 3 points at the most: for so many coins that is more than the points, or it is not."""
    own = [{"tiles": {}, "gems": {}, "tent": "tent"} for _ in range(2)]
    raw = {"posters": [own[0] | {"points": 9, "coins": 1}, own[1] | {"points": 9 - fewer, "coins": 1 + coins}]}
    result = scored("perform", raw | {"camp": {}, "gems": {}, "limit": 1})
    told = [line.values for line in result.lines if line.reason.id == "magnificent/payment.more-coins"]
    is_better = 0 < fewer < 3 * coins
    assert told == ([{"posters": [2], "points": 9 - fewer, "coins": 1 + coins}] if is_better else [])


# --- Picking ---------------------------------------------------------------------------------------------------------


def tracks_that_fit(told):
    """Every track that may be printed on the board, from the bottom: four spaces or more that show nothing, then rising
    powers, 6, 10, 12 and 16 among them, and those that somebody told."""
    known = {6, 10, 12, 16} | {int(str(space).split()[1]) for space in told if not isinstance(space, int)}
    for foot in (4, 5, 7):
        for another in range(1, 21):
            yield [0] * foot + sorted(known | {another})


def place_on(track, space):
    """The place of a space on a track, counted from 0."""
    return space - 1 if isinstance(space, int) else track.index(int(space.split()[1]))


def is_pick_right(raw):
    result = scored("picks", raw)
    told = [hat for player in raw["players"] for hat in player["hats"]]
    orders, gaps, above = set(), set(), set()
    for track in tracks_that_fit(told):
        hats = {
            player["name"]: sorted(player["hats"], key=lambda hat: place_on(track, hat)) for player in raw["players"]
        }
        order = sorted(hats, key=lambda name: place_on(track, hats[name][-1]), reverse=True)
        orders.add(tuple(order))
        own = [place_on(track, hats[name][-1]) for name in order]
        gaps.add(any(own[1] < space < own[0] for space in range(own[0]) if len(own) == 2) if len(own) == 2 else None)
        others = [space - 1 for space in raw.get("dummies", ())] or [track.index(power) for power in (6, 10, 16)]
        above.add(sum(other > own[0] for other in others) if len(own) == 1 else 0)
        back = {name: each[0] for name, each in hats.items() if len(each) == 2}
        assert result.outcome.taken_back == back
        assert result.outcome.hats == {name: each[-1] for name, each in hats.items()}
    assert len(orders) == len(above) == 1
    assert result.scored is False
    order = orders.pop()
    assert result.outcome.order == order
    gap = gaps.pop() if len(gaps) == 1 else None
    assert result.outcome.discards == (None if gap is None else order[0] if gap else order[1])
    assert result.outcome.sets_discarded == above.pop()
    assert result.outcome.first_player == (order[-1] if raw["round"] < 3 else None)
    return True


@given(tracks())
def test_who_picks_when_is_the_same_on_every_track_that_fits(raw):
    assert is_pick_right(raw)


def test_two_hats_on_every_two_spaces_have_a_gap_where_every_track_that_fits_has_one():
    for number, (one, other) in enumerate(product((*SPACES, *range(5, 8)), repeat=2)):
        raw = {"round": 1 + number % 3, "players": [{"name": "A", "hats": [one]}, {"name": "B", "hats": [other]}]}
        high = [space for space in (one, other) if isinstance(space, int) and space > 4]
        if one == other or (high and not isinstance(one, type(other))):  # one space, or nobody knows which is higher
            with pytest.raises(RefusedError):
                scored("picks", raw)
        else:
            assert is_pick_right(raw)


@pytest.mark.parametrize("own", [1, 4, *(f"power {number}" for number in (5, 6, 8, 10, 11, 12, 14, 16, 18))])
def test_alone_a_set_goes_for_each_hat_of_others_above(own):
    """On every track that fits, with the others on 6, 10 and 16."""
    assert is_pick_right({"round": 1, "players": [{"name": "A", "hats": [own]}]})


# --- The camp --------------------------------------------------------------------------------------------------------


@given(camps)
def test_the_camp_is_looked_at_rectangle_by_rectangle(raw):
    result = scored("camp", raw)
    grid = raw["grid"]
    height, width = len(grid), len(grid[0])
    areas = [(top, left, bottom, right) for top, bottom in product(range(height), repeat=2) if top <= bottom
             for left, right in product(range(width), repeat=2) if left <= right]  # fmt: skip
    largest = dict.fromkeys(COLOURS, 0)
    for top, left, bottom, right in areas:
        cells = [grid[row][column] for row in range(top, bottom + 1) for column in range(left, right + 1)]
        for colour, letter in zip(COLOURS, "OGP", strict=True):
            if cells.count(letter) == len(cells):
                largest[colour] = max(largest[colour], len(cells))
    without_gems = {"grid": [row.replace("*", "O") for row in grid], "areas": raw.get("areas", [])}
    assert result.outcome.model_dump() == {
        "rows": met({"condition": "rows"}, grid),
        "columns": met({"condition": "columns"}, grid),
        "rectangles": largest,
        "plots": tuple(plots_of(without_gems)),
    }
    kinds = {"O": "orange", "G": "green", "P": "purple", "*": "gem", ".": "none"}
    assert result.picture == Grid(tuple(tuple(kinds[letter] for letter in row) for row in grid))


@pytest.mark.parametrize("way", ["round", "choose", "final"])
@pytest.mark.parametrize(("condition", "grid"), [("rows", ["OO.", "GG.", "PP."]), ("columns", ["OGP", "OGP", "..."])])
def test_where_every_gap_is_smaller_than_a_tile_no_row_or_column_can_be_filled_any_more(way, condition, grid):
    cards = [{"condition": condition}, *["flat"] * (3 if way == "final" else 4)]
    player = {
        "name": "A",
        "points": 0,
        "coins": 9,
        "dice": ["orange 1", "green 1", "purple 1", "clear 1"],
        "grid": grid,
    }
    own = {"cards": cards} if way != "round" else {"card": cards[0]}
    end = {"plots": [1] * 9, "gems": 0} if way == "final" else {}
    result = scored(way, {"players": [player | own | end]} | ({} if way == "final" else {"round": 1}))
    told = [
        line
        for line in (*result.players[0].lines, *result.players[0].notes)
        if line.values.get("condition") == condition
    ]
    rule = "final-master-cards" if way == "final" else "master-card-scoring"
    assert [lack.reason.id for line in told for lack in line.lacks] == [f"magnificent/{rule}.no-room"]


# --- The set-up ------------------------------------------------------------------------------------------------------

# fmt: off
PIECES = {
    "board": 1, "player-board": 4, "die": 19, "gem": 48, "wagon": 3, "trainer": 32, "scoring-marker": 4, "hat": 8,
    "master-card": 56, "poster": 54, "tent": 16, "coin": 16 * 1 + 12 * 2 + 8 * 5 + 4 * 10, "trainer-tile": 12,
    "large-tile": 3 * 12, "small-tile": 3 * 16,
}
# fmt: on
"""The list of components, but for the 6 starting posters, which are taken to be among the 54."""


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@few
@given(st.integers(0, 2**64 - 1), st.booleans())
def test_a_set_up_deals_one_box_and_the_first_player_gives_a_coin_to_the_last(number, seed, sides):
    make, options = find_game("magnificent").setup()
    names = ("Ann", "Bob", "Cid", "Dan")[:number]
    made = make(names, options(sides=sides), Seeded(seed))
    assert {piece: made.take[piece] + made.box.get(piece, 0) for piece in made.take} == PIECES
    assert {seat.name for seat in made.seats} == set(names)
    assert made.draws["seats"] == [seat.name for seat in made.seats]
    assert made.draws["first"] == made.seats[0].name
    for seat, coins in zip(made.seats, {1: [6], 2: [5, 7], 3: [5, 6, 7], 4: [5, 6, 6, 7]}[number], strict=True):
        assert seat.which == {"player-board": made.draws["boards"][seat.name]}
        everybody = {"scoring-marker": 1, "hat": 2, "player-board": 1, "poster": 1, "master-card": 4, "trainer-tile": 1}
        assert seat.take == everybody | ({} if sides else {"gem": 4, "coin": coins, "trainer": 1})
    assert set(made.draws["boards"].values()) <= {"I", "II", "III", "IV"}
    assert len(set(made.draws["boards"].values())) == number
    numbers = {line.reason.case: line.values for line in made.steps}
    assert numbers["display"]["rows"] == {1: 4, 2: 3, 3: 3, 4: 4}[number]
    tiles = next(numbers[case] for case in ("tiles", "trainer-tiles", "trainer-tiles-two") if case in numbers)
    assert tiles["count"] == {1: 2, 2: 3, 3: 3, 4: 4}[number]
    assert (numbers["tents"]["count"], numbers["posters"]["count"]) == (15, 4)
    needed = sides and "II" in made.draws["boards"].values()  # side B of board II begins with the last one
    assert made.box.get("tent", 0) == (0 if needed else 1)
    rolled = {1: (1, 1, 1, 2), 2: (3, 3, 3, 2), 3: (4, 4, 4, 3), 4: (5, 5, 5, 4)}[number]
    assert tuple(sum(die.startswith(kind) for die in made.draws["dice"]) for kind in (*COLOURS, "clear")) == rolled


# --- On paper, and what a program asks ---------------------------------------------------------------------------------


def test_the_pads_have_a_row_for_each_rule_with_the_numbers_of_the_rulebook():
    paper = find_game("magnificent").paper()
    for players, titles in ((1, True), (2, False), (4, False)):
        rounds = paper.parts(players, "round")
        assert [part.fields for part in rounds] == [{"round": 1}, {"round": 2}, {"round": 3}]
        for lost, part in enumerate(rounds, 1):
            assert [(row.rule, row.values, row.boxes, row.times, row.points) for row in part.rows] == [
                ("magnificent/payment", {"each": lost}, ("due", "missing", "points"), 1, True),
                ("magnificent/master-card-scoring", {}, (), 1, True),
            ]
            assert part.start
        (end,) = paper.parts(players, "final")
        assert [(row.rule, row.values, row.boxes, row.times, row.points) for row in end.rows] == [
            ("magnificent/final-master-cards", {}, ("whole", "half"), 4, True),
            ("magnificent/final-coins", {"each": 5}, ("coins", "points"), 1, True),
            ("magnificent/final-plots", {"each": 4}, ("plots", "points"), 1, True),
        ]
        solo = {"win": 200, "ringmaster": 220, "magnificent": 240}
        expected = (
            ("magnificent/solo", solo, ("200", "220", "240"), False)
            if titles
            else ("magnificent/tie-break", {}, (), False)
        )
        assert [(row.rule, row.values, row.boxes, row.points) for row in end.below] == [expected]
        assert end.start


@pytest.mark.parametrize(
    ("name", "unasked"),
    [("power", {"gem_kinds", "as"}), ("perform", {"per_poster", "left_out", "card_points"}), ("final", set())],
)
def test_nobody_is_asked_for_what_few_have(name, unasked):
    model = stage(name).model
    assert {field for field in model.model_fields if not model.applies(field, {})} == unasked


def test_a_program_is_told_how_spaces_and_cards_are_written():
    schema = stage("picks").model.model_json_schema()
    space = {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 99}, {"type": "string"}]}
    assert schema["$defs"]["Hats"]["properties"]["hats"]["items"] == space
    text, table = stage("round").model.model_json_schema()["$defs"]["Card"]["anyOf"]
    assert (text, table["type"]) == ({"type": "string"}, "object")
    assert set(table["properties"]) == {"condition", "count", "max"}


def test_a_player_whose_name_cannot_be_read_holds_a_space_all_the_same():
    player = {"points": 0, "coins": 0, "cards": ["flat"] * 4, "plots": [1] * 9, "gems": 0, "hat_place": 3}
    with pytest.raises(RefusedError) as refused:
        scored("final", {"players": [player | {"name": ""}, player | {"name": "Bob"}]})
    (taken,) = [problem for problem in refused.value.problems if problem.code == "magnificent/error.place-taken"]
    assert (taken.path, set(taken.values.values()) & {"…"}) == ("players[1].hat_place", {"…"})


# --- Whatever the stage ----------------------------------------------------------------------------------------------


def card_words(card):
    count = f" {card['count']}" if "count" in card else ""
    return card["condition"] + count + (f" max {card['max']}" if "max" in card else "")


def tent_words(tent):
    gem = f" gem {tent['gem']}" if tent and tent["gem"] else ""
    return "-" if tent is None else f"tent {tent['points']} +{tent['coins']}{gem}"


def as_words(raw):
    """A record with each card and each tent as people write it: as one item."""
    players = [
        player
        | ({"card": card_words(player["card"])} if "card" in player else {})
        | ({"cards": list(map(card_words, player["cards"]))} if "cards" in player else {})
        for player in raw.get("players", ())
    ]
    posters = [poster | {"tent": tent_words(poster["tent"])} for poster in raw.get("posters", ())]
    return raw | ({"players": players} if players else {}) | ({"posters": posters} if posters else {})


def comparable(result):
    """What a result says of each player by name, whatever their order."""
    ranks = result.ranks() if result.scored else [0] * len(result.players)
    players = {
        each.name: (each.start, [(line.reason, line.points) for line in each.lines], rank)
        for each, rank in zip(result.players, ranks, strict=True)
    }
    return players, result.winners, result.outcome


@pytest.mark.parametrize("name", ["round", "choose", "picks", "final"])
@few
@given(st.data())
def test_the_order_of_players_changes_nothing(name, data):
    raw = data.draw(TABLES[name])
    other = {**raw, "players": data.draw(st.permutations(raw["players"]))}
    assert comparable(scored(name, other)) == comparable(scored(name, raw))


@few
@given(ends(), st.data())
def test_the_order_of_cards_plots_and_dice_changes_no_total(raw, data):
    """That of cards only where there are coins for all of them: those that are short go to the first."""
    players = []
    for player in raw["players"]:
        is_short = sum(coins_of(card, 120) for card in player["cards"]) > player["coins"]
        keys = [key for key in ("cards", "dice", "plots") if key in player and not (is_short and key == "cards")]
        players.append(player | {key: data.draw(st.permutations(player[key])) for key in keys})
    result, other = scored("final", raw), scored("final", {"players": players})
    assert added_up(result) == added_up(other)
    assert result.outcome == other.outcome


@pytest.mark.parametrize("name", STAGES)
@few
@given(st.data())
def test_a_record_written_down_is_the_record_that_is_read_again(name, data):
    """As JSON, and in the words of each language; and what is told in it has the same numbers."""
    raw, here = data.draw(TABLES[name]), stage(name)
    assume(raw.get("posters") != [])  # who has none types nothing, and is asked for them
    record = here.record(raw)
    for own, player in zip(raw.get("players", ()), getattr(record, "players", ()), strict=True):
        cards = [own["card"]] if "card" in own else own.get("cards", [])
        read_again = [player.card] if "card" in own else getattr(player, "cards", ())
        assert [card.as_item() for card in read_again] == [card_words(card) for card in cards]
    for own, poster in zip(raw.get("posters", ()), getattr(record, "posters", ()), strict=True):
        assert own["tent"] is None or poster.tent.as_item() == tent_words(own["tent"])
    assert_one_in_all_forms(here, record, as_words(raw))


@pytest.mark.parametrize("name", ["round", "final"])
@few
@given(st.data())
def test_a_coin_more_never_scores_less(name, data):
    raw = data.draw(TABLES[name])
    players = [{**player, "coins": min(player["coins"] + 1, 30)} for player in raw["players"]]
    before, after = added_up(scored(name, raw)), added_up(scored(name, {**raw, "players": players}))
    assert all(after[player["name"]] >= before[player["name"]] for player in raw["players"] if player["coins"] < 30)


@given(performances(), st.sampled_from([*COLOURS, "clear"]), st.sampled_from(["orange large", "green large"]))
def test_a_gem_a_tile_or_a_poster_allowed_more_is_never_worth_less(raw, gem, tile):
    worth = best_performance(raw)[0]
    for more in (
        {"gems": {**raw["gems"], gem: min(3, raw["gems"].get(gem, 0) + 1)}},
        {"camp": {**raw["camp"], tile: raw["camp"].get(tile, 0) + 1}},
        {"limit": raw["limit"] + 1},
    ):
        if not raw.get("card_points"):
            assert scored("perform", {**raw, **more}).outcome.points >= worth["points"]
