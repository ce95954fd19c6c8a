"""The Magnificent: what holds for every table; the best set of posters and the filled plots against plain search."""

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callboard_scoring.draws import Draw
from callboard_scoring.games import find_game
from callboard_scoring.games.magnificent.camp import largest_rectangle, named
from callboard_scoring.games.magnificent.final import fill, verdict
from callboard_scoring.games.magnificent.grid import cells_of, full_columns, full_rows
from callboard_scoring.games.magnificent.records import CONDITIONS, DICE, KINDS
from callboard_scoring.records import read_record

GAME = find_game("magnificent")
COLOURS = ("orange", "green", "purple")


def scored(stage, raw):
    return GAME.scorer(stage)(read_record(GAME.record(stage), raw, {}))


@st.composite
def four_dice(draw):
    """Four dice that two players' bag holds."""
    bag = [kind for kind, number in DICE[2].items() for _ in range(number)]
    kinds = draw(st.permutations(bag))[:4]
    return [f"{kind} {draw(st.integers(1, 6))}" for kind in kinds]


cards = st.builds(
    lambda condition, count, most: {
        "condition": condition,
        "count": min(count, CONDITIONS[condition].most),
        "max": most,
    },
    st.sampled_from([name for name in CONDITIONS if name not in ("coins-paid", "coloured-gems")]),
    st.integers(0, 9),
    st.one_of(st.none(), st.integers(0, 24)),
)


def plain_points(card, dice):
    """A card's points, told once more from the rulebook's words."""
    clear = sum(int(die[-1]) for die in dice if die.startswith("clear"))
    highest = max(sum(int(die[-1]) for die in dice if die.startswith(colour)) for colour in COLOURS)
    each = {
        "small-tiles-colour": 4,
        "large-tiles-colour": 5,
        "tiles-colour": 3,
        "small-tiles": 3,
        "large-tiles": 4,
        "tents": 3,
        "rectangle": 1,
        "columns": 6,
        "rows": 7,
        "trainers": 3,
        "artist": 5,
        "artists": 4,
        "fire-posters": 4,
        "hat": 1,
        "coins-paid": 3,
        "coloured-gems": 3,
    }
    fixed = {"flat": 8, "dice-sum": highest + clear, "clear-dice": 2 * clear}
    points = fixed.get(card["condition"], each.get(card["condition"], 0) * card["count"])
    return points if card["max"] is None else min(points, card["max"])


def test_every_condition_gives_what_the_rulebook_says():
    assert len(CONDITIONS) == 19
    dice = ["orange 5", "orange 3", "green 6", "clear 2"]
    for condition in CONDITIONS:
        count = 2 if CONDITIONS[condition].counted else 0
        card = {"condition": condition, "count": count, "max": None}
        raw = {"round": 1, "players": [{"name": "A", "points": 0, "coins": 100, "dice": dice, "card": card}]}
        assert scored("round", raw).players[0].total == plain_points(card, dice), condition


@given(four_dice(), cards, st.integers(-20, 100), st.integers(0, 40), st.sampled_from([1, 2, 3]))
def test_a_round_pays_what_it_can_and_loses_the_rest(dice, card, points, coins, number):
    raw = {"round": number, "players": [{"name": "A", "points": points, "coins": coins, "dice": dice, "card": card}]}
    result = scored("round", raw)
    outcome = result.outcome["players"]["A"]
    clear = sum(int(die[-1]) for die in dice if die.startswith("clear"))
    due = clear + max(sum(int(die[-1]) for die in dice if die.startswith(colour)) for colour in COLOURS)
    assert outcome["due"] == due
    assert outcome["paid"] + outcome["missing"] == due
    assert outcome["paid"] + outcome["coins"] == coins
    assert outcome["missing"] == 0 or outcome["coins"] == 0
    assert result.players[0].total == points - number * outcome["missing"] + plain_points(card, dice)
    if coins < 40:
        richer = {**raw, "players": [{**raw["players"][0], "coins": coins + 1}]}
        assert scored("round", richer).players[0].total >= result.players[0].total


@given(four_dice(), st.lists(cards, min_size=5, max_size=5, unique_by=lambda card: card["condition"]))
def test_advice_is_the_points_now_and_half_of_each_other_card(dice, five):
    raw = {"round": 2, "players": [{"name": "A", "points": 0, "coins": 0, "dice": dice, "cards": five}]}
    result = scored("choose", raw)
    now = [plain_points(card, dice) for card in five]
    choices = result.outcome["players"]["A"]["choices"]
    assert choices == [now[i] + sum(now[j] // 2 for j in range(5) if j != i) for i in range(5)]
    marked = [line.reason.best for line in result.players[0].notes[:5]]
    assert marked == [total == max(choices) for total in choices]


# --- Posters ---------------------------------------------------------------------------------------------------------

amounts = st.dictionaries(st.sampled_from(COLOURS), st.integers(1, 2), max_size=2)
posters = st.builds(
    lambda tiles, gems, points, coins, tent: {
        "tiles": tiles,
        "gems": gems,
        "points": points,
        "coins": coins,
        "tent": tent,
    },
    st.dictionaries(st.sampled_from(["orange large", "orange small", "green large"]), st.integers(1, 2), max_size=2),
    amounts,
    st.integers(0, 6),
    st.integers(0, 2),
    st.one_of(
        st.none(),
        st.builds(
            lambda points, coins, gem: {"points": points, "coins": coins, "gem": gem},
            st.integers(0, 2),
            st.integers(0, 2),
            st.one_of(st.none(), st.sampled_from(COLOURS)),
        ),
    ),
)


def ways_to_pay(wanted, stored):
    """Every way to pay for gems, coloured or clear, one gem after the other."""
    ways = [dict.fromkeys(KINDS, 0)]
    for kind in wanted:
        ways = [{**way, use: way[use] + 1} for way in ways for use in {kind, "clear"} if way[use] < stored.get(use, 0)]
    return ways


def plain_best(record):
    """The best set by every subset and every way to pay for it."""
    found = []
    number = 0
    for size in range(min(record["limit"], len(record["posters"])) + 1):
        for chosen in combinations(range(len(record["posters"])), size):
            number += 1
            own = [record["posters"][place] for place in chosen]
            if any(poster["tent"] is None for poster in own):
                continue
            tiles = {}
            wanted = []
            for poster in own:
                for tile, count in poster["tiles"].items():
                    tiles[tile] = tiles.get(tile, 0) + count
                wanted += [kind for kind, count in poster["gems"].items() for _ in range(count)]
                wanted += [poster["tent"]["gem"]] if poster["tent"]["gem"] else []
            if any(count > record["camp"].get(tile, 0) for tile, count in tiles.items()):
                continue
            points = sum(poster["points"] + poster["tent"]["points"] for poster in own)
            coins = sum(poster["coins"] + poster["tent"]["coins"] for poster in own)
            found += [
                ((-points, -coins, sum(way.values()), way["clear"], size, chosen), way)
                for way in ways_to_pay(wanted, record["gems"])
            ]
    key, way = min(found, key=lambda each: each[0])
    return {"completed": list(key[5]), "points": -key[0], "coins": -key[1], "gems": way, "sets_examined": number}


@settings(max_examples=150, deadline=None)
@given(
    st.lists(posters, max_size=5),
    st.dictionaries(st.sampled_from(["orange large", "orange small", "green large"]), st.integers(0, 3)),
    st.dictionaries(st.sampled_from(KINDS), st.integers(0, 3)),
    st.integers(0, 5),
)
def test_the_best_set_of_posters_equals_exhaustive_search(own, camp, gems, limit):
    record = {"posters": own, "camp": camp, "gems": gems, "limit": limit}
    result = scored("perform", record)
    assert result.outcome == plain_best(record)
    assert sum(line.points for line in result.lines) == result.outcome["points"]


# --- Plots and the camp ----------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 6), min_size=9, max_size=9), st.integers(0, 12))
def test_gems_fill_the_most_plots_with_the_fewest_gems(plots, gems):
    open_plots = [place for place in range(9) if plots[place]]
    every = [
        (len(chosen), -sum(plots[place] for place in chosen))
        for size in range(len(open_plots) + 1)
        for chosen in combinations(open_plots, size)
        if sum(plots[place] for place in chosen) <= gems
    ]
    filled = fill(tuple(plots), gems)
    assert (len(filled), -sum(plots[place] for place in filled)) == max(every)


@given(st.lists(st.integers(0, 6), min_size=9, max_size=9), st.integers(0, 11), st.integers(0, 8))
def test_a_covered_plot_or_one_more_gem_never_loses(plots, gems, place):
    def total(own, stored):
        player = {
            "name": "A",
            "points": 0,
            "coins": 0,
            "dice": ["orange 1", "green 1", "purple 1", "clear 1"],
            "cards": ["flat", "flat", "flat", "flat"],
            "plots": own,
            "gems": stored,
            "hat_place": 1,
        }
        return scored("final", {"players": [player]}).players[0].total

    now = total(plots, gems)
    assert total(plots, gems + 1) >= now
    covered = [0 if each == place else gaps for each, gaps in enumerate(plots)]
    assert total(covered, gems) >= now


grids = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.text("OGP*.", min_size=width, max_size=width), min_size=1, max_size=5)
)


@given(grids)
def test_rectangles_rows_and_columns_equal_plain_search(grid):
    grid = tuple(grid)
    height, width = len(grid), len(grid[0])
    tiles = set("OGP")
    assert full_rows(grid) == [row for row in range(height) if set(grid[row]) <= tiles]
    assert full_columns(grid) == [column for column in range(width) if {row[column] for row in grid} <= tiles]
    for letter in "OGP":
        sizes = {}
        for top, left, bottom, right in product(range(height), range(width), range(height), range(width)):
            if top <= bottom and left <= right:
                inside = {grid[row][column] for row in range(top, bottom + 1) for column in range(left, right + 1)}
                if inside == {letter}:
                    sizes[top, left, bottom, right] = (bottom - top + 1) * (right - left + 1)
        found = largest_rectangle(grid, letter)
        most = max(sizes.values(), default=0)
        assert found == min((corner for corner, size in sizes.items() if size == most), default=None)
        if found is not None:
            assert len(cells_of(named(found))) == most


@pytest.mark.parametrize(
    ("points", "expected"),
    [(199, "none"), (200, "win"), (219, "win"), (220, "ringmaster"), (239, "ringmaster"), (240, "magnificent")],
)
def test_solo_verdicts_change_exactly_at_their_thresholds(points, expected):
    assert verdict(points) == expected


# --- Set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_set_up_rolls_the_right_dice_and_hands_out_the_right_coins(players):
    make, options = GAME.setup()
    names = tuple(f"P{place}" for place in range(players))
    rolled = {1: (1, 1, 1, 2), 2: (3, 3, 3, 2), 3: (4, 4, 4, 3), 4: (5, 5, 5, 4)}[players]
    coins = {1: [6], 2: [5, 7], 3: [5, 6, 7], 4: [5, 6, 6, 7]}[players]
    faces = set()
    for seed in range(300):
        for number in (1, 2, 3):
            setup = make(names, options(round=number), Draw(seed))
            dice = setup.draws["dice"]
            assert tuple(sum(die.startswith(kind) for die in dice) for kind in KINDS) == rolled
            faces |= {die[-1] for die in dice}
        first = make(names, options(), Draw(seed))
        assert [seat.take["coin"] for seat in first.seats] == coins
        assert len(set(first.draws["boards"].values())) == players
        tiles = [step for step in first.steps if step.reason.id.startswith("magnificent/player-setup.trainer-tiles")]
        if players > 1:
            assert tiles[0].values["names"] == [seat.name for seat in reversed(first.seats)]
    assert faces == set("123456")


def test_the_last_round_gets_no_trainer_tiles_and_the_advanced_set_up_drafts():
    make, options = GAME.setup()
    names = ("A", "B", "C")
    ids = {number: [step.reason.id for step in make(names, options(round=number), Draw(1)).steps] for number in (2, 3)}
    assert "magnificent/next-round.refill" in ids[2]
    assert "magnificent/next-round.refill-cards" in ids[3]
    advanced = make(names, options(advanced=True), Draw(1))
    told = [step.reason.id for step in advanced.steps]
    assert "magnificent/setup-advanced.draft" in told
    assert "magnificent/player-setup.cards" not in told
    assert (
        next(step for step in advanced.steps if step.reason.id == "magnificent/setup.whole-deck").values["cards"] == 56
    )
