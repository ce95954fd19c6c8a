"""The Magnificent: what holds for every table; the best set of posters and the filled plots against plain search."""

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import callboard
from callboard_cli.input.parser import typed as entry
from callboard_cli.input.stage import stage_of
from callboard_cli.ui.wording import token_words
from callboard_scoring.games import find_game
from callboard_scoring.games.magnificent.cards import CONDITIONS
from callboard_scoring.games.magnificent.final import fill, verdict
from callboard_scoring.games.magnificent.grid import cells_of, corners_of, full_columns, full_rows, largest_rectangle
from callboard_scoring.games.magnificent.pieces import DICE, KINDS
from callboard_scoring.problems import RefusedError
from callboard_scoring.records import read_record
from callboard_scoring.words import NO_WORDS
from running import on_a_terminal, uncoloured

GAME = find_game("magnificent")
COLOURS = ("orange", "green", "purple")


def scored(stage, raw):
    return GAME.scorer(stage)(read_record(GAME.record(stage), raw, NO_WORDS))


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


@settings(deadline=None)
@given(four_dice(), cards, st.integers(-20, 100), st.integers(0, 40), st.sampled_from([1, 2, 3]))
def test_a_round_pays_what_it_can_and_loses_the_rest(dice, card, points, coins, number):
    raw = {"round": number, "players": [{"name": "A", "points": points, "coins": coins, "dice": dice, "card": card}]}
    result = scored("round", raw)
    outcome = result.outcome.players["A"]
    clear = sum(int(die[-1]) for die in dice if die.startswith("clear"))
    due = clear + max(sum(int(die[-1]) for die in dice if die.startswith(colour)) for colour in COLOURS)
    assert outcome.due == due
    assert outcome.paid + outcome.missing == due
    assert outcome.paid + outcome.coins == coins
    assert outcome.missing == 0 or outcome.coins == 0
    assert result.players[0].total == points - number * outcome.missing + plain_points(card, dice)
    if coins < 40:
        richer = {**raw, "players": [{**raw["players"][0], "coins": coins + 1}]}
        assert scored("round", richer).players[0].total >= result.players[0].total


@settings(deadline=None)
@given(four_dice(), st.lists(cards, min_size=5, max_size=5, unique_by=lambda card: card["condition"]))
def test_advice_is_the_points_now_and_half_of_each_other_card(dice, five):
    raw = {"round": 2, "players": [{"name": "A", "points": 0, "coins": 0, "dice": dice, "cards": five}]}
    result = scored("choose", raw)
    now = [plain_points(card, dice) for card in five]
    choices = result.outcome.players["A"].choices
    assert list(choices) == [now[i] + sum(now[j] // 2 for j in range(5) if j != i) for i in range(5)]
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


@given(
    st.lists(posters, max_size=5),
    st.dictionaries(st.sampled_from(["orange large", "orange small", "green large"]), st.integers(0, 3)),
    st.dictionaries(st.sampled_from(KINDS), st.integers(0, 3)),
    st.integers(0, 5),
)
def test_the_best_set_of_posters_equals_exhaustive_search(own, camp, gems, limit):
    record = {"posters": own, "camp": camp, "gems": gems, "limit": limit}
    result = scored("perform", record)
    assert result.outcome.model_dump(mode="json") == plain_best(record)
    assert sum(line.points for line in result.lines) == result.outcome.points


# --- Plots and the camp ----------------------------------------------------------------------------------------------


@settings(deadline=None)
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


@settings(deadline=None)
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


@settings(deadline=None)
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
            first, _, last = corners_of(found).partition("-")
            assert len(cells_of(f"{first}-{last or first}")) == most


@pytest.mark.parametrize(
    ("points", "expected"),
    [(199, "none"), (200, "win"), (219, "win"), (220, "ringmaster"), (239, "ringmaster"), (240, "magnificent")],
)
def test_solo_verdicts_change_exactly_at_their_thresholds(points, expected):
    assert verdict(points) == expected


def typed(stage, *arguments):
    """The raw data of words typed at the table, which all fit somewhere."""
    typing = entry.read(arguments, stage_of(GAME, stage))
    assert typing.problems == []
    return typing.raw


@pytest.mark.parametrize(
    ("words", "space"),
    [
        ("hat=7", 7),
        ("power 12", "power 12"),
        ("ОД 12", "ОД 12"),
        ("hat=power 12", "power 12"),
        ("шляпа=ОД 12", "ОД 12"),
        ("sombrero=poder 12", "poder 12"),
    ],
)
def test_a_hat_is_told_by_its_place_or_by_what_is_printed_there(words, space):
    line = f"Ada: 30 +9, flat, flat, flat, flat, gems=0, {words}"
    (player,) = typed("final", line)["players"]
    assert (player["points"], player["hat_place"]) == (30, space)
    assert typed("final", f"Ada: {words} 30 +9, flat, flat, flat, flat, gems=0")["players"] == [player]
    assert doubted("final", {"players": [{**player, "plots": [1] * 9}]}) == set()


def test_who_picks_alone_has_no_empty_frame():
    status, shown = on_a_terminal("score", "magnificent", "picks", "round=1", "Zoe: power 12", "--lang", "en")
    assert (status, "╭" in shown) == (0, False)
    assert "hats above yours: 1" in uncoloured(shown)


@pytest.mark.parametrize(
    ("colour", "refused"), [("orange", set()), ("green", {("as", "as-coloured")}), (None, set())], ids=str
)
def test_a_coloured_die_may_be_told_as_its_own_colour(colour, refused):
    turn = {"die": "orange 3", "as": colour, "earlier": ["orange 5"], "gems": 0, "modifiers": 0}
    assert refusals("power", turn) == refused


# --- Letters ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "drawn"),
    [("ОоOo", "OOOO"), ("ЗзGg", "GGGG"), ("НNn", "OOO"), ("ФфPp", "PPPP"), ("VvMm", "GGPP"), ("-_·.*", "....*")],
)
def test_a_row_is_read_however_one_of_the_three_languages_writes_it(row, drawn):
    record = read_record(GAME.record("camp"), {"grid": [row]}, token_words(GAME))
    assert record.grid == (drawn,)
    assert typed("camp", row)["grid"] == [row]


def test_english_letters_need_no_words_and_rows_no_other_letters():
    assert read_record(GAME.record("camp"), {"grid": ["OGP*.", "ogp*."]}, NO_WORDS).grid == ("OGP*.", "OGP*.")
    for row in ("O O", "OX", "O…", "", "O\u0301"):
        with pytest.raises(RefusedError) as refused:
            read_record(GAME.record("camp"), {"grid": [row]}, token_words(GAME))
        assert [problem.code for problem in refused.value.problems] == ["magnificent/error.row"], row


@pytest.mark.parametrize("area", ["B2-C3", "b2-c3", "В2–С3", " в 2 — с 3 ", "B2-c3"])
def test_a_plot_is_read_with_letters_that_look_alike_and_any_hyphen(area):
    record = read_record(GAME.record("camp"), {"grid": ["...", "...", "..."], "areas": [area]}, NO_WORDS)
    assert record.areas == ("B2-C3",)
    compact = area.replace(" ", "").replace("—", "–")
    assert typed("camp", "...", compact) == {"grid": ["..."], "areas": [compact]}


# --- Limits ----------------------------------------------------------------------------------------------------------

FOUR = ["orange 1", "green 1", "purple 1", "clear 1"]


def refusals(stage, raw):
    """What is wrong with a record: paths and codes without the game's name."""
    try:
        read_record(GAME.record(stage), raw, NO_WORDS)
    except RefusedError as error:
        return {(problem.path, problem.code.removeprefix("magnificent/error.")) for problem in error.problems}
    return set()


def doubted(stage, raw):
    """What of a record cannot occur: paths and codes without the game's name."""
    doubts = GAME.score(stage, read_record(GAME.record(stage), raw, token_words(GAME))).doubts
    return {(doubt.path, doubt.code.removeprefix("magnificent/doubt.")) for doubt in doubts}


def owner(name="A", **changes):
    return {"name": name, "points": 0, "coins": 5, "dice": FOUR, "card": "flat", **changes}


def of_round(*owners, number=1):
    return "round", {"round": number, "players": [*owners]}


def of_end(*ends):
    whole = {"points": 0, "coins": 5, "dice": FOUR, "cards": ["flat"] * 4, "plots": [0] * 9, "gems": 0, "hat_place": 1}
    return "final", {"players": [{"name": "ABCDE"[place], **whole, **own} for place, own in enumerate(ends)]}


def of_posters(*posters, **changes):
    blank = {"tiles": {}, "gems": {}, "points": 1, "coins": 0, "tent": None}
    return "perform", {"posters": [{**blank, **own} for own in posters], "camp": {}, "gems": {}, "limit": 1, **changes}


def of_track(*hats, **changes):
    players = [{"name": "ABCDE"[place], "hats": own} for place, own in enumerate(hats)]
    return "picks", {"round": 1, "players": players, **changes}


FEW, MANY = "greater_than_equal", "less_than_equal"
GEMS = "posters[0].gems.orange"
COUNT = "players[0].card.count"
# A record at its limit, then one beyond it, and where and why that is refused.
LIMITS = [
    (of_posters({"gems": {"orange": 0}}), of_posters({"gems": {"orange": -1}}), (GEMS, FEW)),
    (of_posters({"gems": {"orange": 12}}), of_posters({"gems": {"orange": 13}}), (GEMS, MANY)),
    (of_posters(gems={"clear": 3}), of_posters(gems={"clear": 4}), ("gems.clear", MANY)),
    (of_posters(gems={"clear": 0}), of_posters(gems={"clear": -1}), ("gems.clear", FEW)),
    (
        of_posters({"tiles": {"green small": 16}}),
        of_posters({"tiles": {"green small": 17}}),
        ("posters[0].tiles.green small", MANY),
    ),
    (of_posters(camp={"green large": 12}), of_posters(camp={"green large": 13}), ("camp.green large", "tiles")),
    (of_posters(limit=0), of_posters(limit=-1), ("limit", FEW)),
    (of_posters(*[{}] * 5), of_posters(*[{}] * 6), ("posters", "too_long")),
    (of_posters({"points": 0}), of_posters({"points": -1}), ("posters[0].points", FEW)),
    (of_end({"hat_place": 1}), of_end({"hat_place": 0}), ("players[0].hat_place", FEW)),
    (of_end({"hat_place": 99}), of_end({"hat_place": 100}), ("players[0].hat_place", MANY)),
    (of_end({"gems": 12}), of_end({"gems": 13}), ("players[0].gems", MANY)),
    (of_end({"gems": 0}), of_end({"gems": -1}), ("players[0].gems", FEW)),
    (of_end({"plots": [0] * 9}), of_end({"plots": [-1, *[0] * 8]}), ("players[0].plots[0]", FEW)),
    (of_end({"coins": 120}), of_end({"coins": 121}), ("players[0].coins", MANY)),
    (of_end({}), of_end(), ("players", "too_short")),
    (
        of_end(*({"hat_place": place} for place in (1, 2, 3, 4))),
        of_end(*({"hat_place": place} for place in (1, 2, 3, 4, 5))),
        ("players", "too_long"),
    ),
    (of_round(owner(card="artists 6")), of_round(owner(card="artists 7")), (COUNT, "count")),
    (of_round(owner(card="trainers 8")), of_round(owner(card="trainers 9")), (COUNT, "count")),
    (of_round(owner(card="tents 4")), of_round(owner(card="tents 5")), (COUNT, "count")),
    (of_round(owner(card="coloured-gems 9")), of_round(owner(card="coloured-gems 10")), (COUNT, "count")),
    (
        of_round(owner(card="artist 30"), owner("B", card="fire-posters 24")),
        of_round(owner(card="artist 30"), owner("B", card="fire-posters 25")),
        ("players", "posters-shared"),
    ),
    (
        of_round(owner(card="small-tiles 40"), owner("B", card="small-tiles-colour 8")),
        of_round(owner(card="small-tiles 40"), owner("B", card="small-tiles-colour 9")),
        ("players", "tiles-shared"),
    ),
    (
        of_round(owner(card="large-tiles 30"), owner("B", card="large-tiles-colour 6")),
        of_round(owner(card="large-tiles 30"), owner("B", card="large-tiles-colour 7")),
        ("players", "tiles-shared"),
    ),
    (
        of_round(*(owner(name, card="tiles-colour 21") for name in "ABCD")),
        of_round(*(owner(name, card=f"tiles-colour {21 + (name == 'D')}") for name in "ABCD")),
        ("players", "tiles-shared"),
    ),
    (
        of_round(owner(coins=60), owner("B", coins=60)),
        of_round(owner(coins=60), owner("B", coins=61)),
        ("players", "coins"),
    ),
    (of_round(owner(), number=3), of_round(owner(), number=4), ("round", MANY)),
    (of_round(owner(points=9999)), of_round(owner(points=10000)), ("players[0].points", MANY)),
    (of_round(owner(points=-9999)), of_round(owner(points=-10000)), ("players[0].points", FEW)),
    (of_round(owner(card="tents 1 max 990")), of_round(owner(card="tents 1 max 991")), ("players[0].card.max", MANY)),
    (of_round(owner(card="rectangle 136")), of_round(owner(card="rectangle 137")), (COUNT, "count")),
    (of_track([1], [2]), of_track([0], [2]), ("players[0].hats[0]", FEW)),
    (of_track([99], [2]), of_track([100], [2]), ("players[0].hats[0]", MANY)),
    (of_track([3, 4], [5, 6]), of_track([3, 4, 7], [5, 6]), ("players[0].hats", "too_long")),
    (of_track([3], dummies=[4, 5, 6]), of_track([3], dummies=[4, 5, 5]), ("dummies", "dummies")),
    (of_track([3], dummies=[4, 5, 6]), of_track([3], dummies=[4, 5]), ("dummies", "dummies")),
    (of_track([7, 4], dummies=[4, 5, 6]), of_track([7, 7], dummies=[4, 5, 6]), ("players[0].hats[1]", "space-taken")),
    (("camp", {"grid": ["O" * 17] * 8}), ("camp", {"grid": ["O" * 23] * 6}), ("grid", "cells")),
    (("camp", {"grid": ["O" * 26]}), ("camp", {"grid": ["O" * 27]}), ("grid[0]", "too_long")),
    (("camp", {"grid": ["."] * 99}), ("camp", {"grid": ["."] * 100}), ("grid", "too_long")),
    (
        ("camp", {"grid": ["OO", "OO"], "areas": ["A1-B2"]}),
        ("camp", {"grid": ["OO", "OO"], "areas": ["A1-B3"]}),
        ("areas[0]", "area-outside"),
    ),
    (
        ("camp", {"grid": ["OO", "OO"], "areas": ["A1-B2"]}),
        ("camp", {"grid": ["OO", "OO"], "areas": ["A1-C2"]}),
        ("areas[0]", "area-outside"),
    ),
]


@pytest.mark.parametrize(("right", "wrong", "expected"), LIMITS)
def test_what_is_at_a_limit_is_scored_and_one_more_is_refused(right, wrong, expected):
    scored(*right)
    assert refusals(*wrong) == {expected}


@pytest.mark.parametrize(
    ("right", "wrong", "where"),
    [
        (of_round(owner(coins=10, card="coins-paid 8")), of_round(owner(coins=10, card="coins-paid 9")), COUNT),
        (of_round(owner(coins=1, card="coins-paid 0")), of_round(owner(coins=1, card="coins-paid 1")), COUNT),
        (
            of_end({"cards": ["coins-paid 2", "coins-paid 3", "flat", "flat"]}),
            of_end({"cards": ["coins-paid 3", "coins-paid 3", "flat", "flat"]}),
            "players[0].cards[1].count",
        ),
    ],
)
def test_coins_named_beyond_those_that_are_there_are_doubted_and_change_nothing(right, wrong, where):
    assert doubted(*right) == set()
    assert doubted(*wrong) == {(where, "paid")}
    as_many, more = (scored(*one).outcome for one in (right, wrong))
    assert [one.total for one in scored(*right).players] == [one.total for one in scored(*wrong).players]
    assert as_many == more


def test_who_counts_no_tiles_takes_none_of_them():
    assert refusals(*of_round(owner(card="large-tiles 36"), owner("B"))) == set()


@pytest.mark.parametrize("condition", ["artist", "fire-posters"])
def test_nobody_has_more_posters_than_there_are(condition):
    assert refusals(*of_round(owner(card=f"{condition} 54"))) == set()
    assert refusals(*of_round(owner(card=f"{condition} 55"))) == {(COUNT, "count"), ("players", "posters-shared")}


@pytest.mark.parametrize(
    ("players", "limit"), [(1, (5, 5, 5, 4)), (2, (3, 3, 3, 2)), (3, (4, 4, 4, 3)), (4, (5, 5, 5, 4))]
)
def test_the_dice_in_the_game_are_those_of_the_number_of_players(players, limit):
    """Of each kind as many as there are is right, one more is refused at the die beyond; one player has but four."""
    for kind, number in zip(KINDS, limit, strict=True):
        for total in (number, number + 1):
            if total > 4 * players:
                continue
            thrown = iter([f"{kind} 1"] * total)
            others = iter([f"{KINDS[each]} 2" for each in range(4) if KINDS[each] != kind for _ in range(limit[each])])
            dice = [[next(thrown, None) or next(others) for _ in range(4)] for _ in range(players)]
            found = refusals(*of_round(*(owner("ABCD"[place], dice=own) for place, own in enumerate(dice))))
            beyond = divmod(number, 4)
            assert found == ({(f"players[{beyond[0]}].dice[{beyond[1]}]", "dice")} if total > number else set())


def test_the_dice_of_a_turn_are_those_of_a_game_of_four():
    def of_turn(die, *earlier, **changes):
        return "power", {"die": die, "earlier": [*earlier], "gems": 0, "modifiers": 0, **changes}

    assert refusals(*of_turn("clear 1", *["clear 1"] * 3, **{"as": "green"})) == set()
    assert refusals(*of_turn("orange 7", "clear 1", "blue 2")) == {("die", "die"), ("earlier[1]", "die")}
    assert refusals(*of_turn("orange 1", gems=12, modifiers=99)) == set()
    assert refusals(*of_turn("orange 1", gems=13, modifiers=100)) == {("gems", MANY), ("modifiers", MANY)}
    assert refusals(*of_turn("orange 1", **{"as": "-"})) == set()


@pytest.mark.parametrize(
    "condition",
    ["tents", "trainers", "small-tiles", "large-tiles", "artists", "coloured-gems", "hat", "rows", "columns"],
)
def test_two_cards_that_count_one_thing_have_the_same_count(condition):
    end = {"gems": 4, "hat_place": 7, "cards": [f"{condition} 1", "flat", f"{condition} 2", "flat"]}
    assert doubted(*of_end(end)) == {("players[0].cards[2].count", "cards-differ")}
    assert doubted(*of_end({**end, "cards": [f"{condition} 1", "flat"] * 2})) == set()


@pytest.mark.parametrize(
    "condition", ["small-tiles-colour", "large-tiles-colour", "tiles-colour", "rectangle", "artist", "fire-posters"]
)
def test_two_cards_that_may_count_different_things_may_differ(condition):
    assert doubted(*of_end({"cards": [f"{condition} 2", "flat", f"{condition} 3", "flat"]})) == set()


def test_one_unreadable_player_or_card_hides_no_other_mistake():
    players = [owner("A", dice=["blue 1"], card="balloons"), owner("B", card="artists 7")]
    assert refusals(*of_round(*players)) == {
        ("players[0].dice", "too_short"),
        ("players[0].dice[0]", "die"),
        ("players[0].card", "card"),
        ("players[1].card.count", "count"),
    }
    ends = of_end({"name": ""}, {"cards": ["tents 1", "tents x", "tents 2", "hat"]})
    assert refusals(*ends) == {
        ("players[0].name", "error.name-empty"),
        ("players[1].hat_place", "place-taken"),
        ("players[1].cards[1]", "card"),
        ("players[1].cards[3].count", "card-count"),
    }
    unread = of_end({"cards": [{"condition": "tents", "max": -1}, *["flat"] * 3]})
    assert refusals(*unread) == {("players[0].cards[0].max", FEW), ("players[0].cards[0].count", "card-count")}
    assert refusals(*of_end({"hat_place": "x"}, {})) == {("players[0].hat_place", "space")}
    assert refusals(*of_round(owner(coins="x"), owner("B", coins=120))) == {("players[0].coins", "int_type")}
    assert refusals(*of_end({"cards": ["coloured-gems", *["flat"] * 3]})) == {
        ("players[0].cards[0].count", "card-count")
    }
    assert refusals(*of_track([3, 300], [5, 5])) == {
        ("players[0].hats[1]", MANY),
        ("players[1].hats[1]", "space-taken"),
    }


def test_a_card_and_a_tent_are_one_word_or_a_table():
    words = scored(*of_round(owner(card="tents 3 max 6"))).players
    assert words == scored(*of_round(owner(card={"condition": "tents", "count": 3, "max": 6}))).players
    assert refusals(*of_round(owner(card=f"tents {'9' * 900}"))) == {(COUNT, MANY)}
    assert refusals(*of_round(owner(card=f"tents {'9' * 5000}"))) == {("players[0].card", "error.text-long")}
    tents = ["tent 2 +1 gem orange", "tent 2 +1 orange gem", {"points": 2, "coins": 1, "gem": "orange"}]
    shows = [scored(*of_posters({"tent": tent}, gems={"orange": 1})).outcome for tent in tents]
    assert {(show.points, show.coins, show.gems["orange"]) for show in shows} == {(3, 1, 1)}
    assert refusals(*of_posters({"tent": {"points": 2}})) == {("posters[0].tent.coins", "missing")}
    schema = GAME.record("round").model_json_schema()["$defs"]["Card"]
    assert [kind["type"] for kind in schema["anyOf"]] == ["string", "object"]


@pytest.mark.parametrize(
    ("coins", "case", "points"), [(4, "too-few", 0), (5, "coins", 1), (9, "coins", 1), (10, "coins", 2)]
)
def test_each_five_coins_left_are_a_point(coins, case, points):
    line = scored(*of_end({"coins": coins})).players[0].lines[4]
    assert (line.reason.id, line.points) == (f"magnificent/final-coins.{case}", points)


def test_nine_plots_drawn_in_the_camp_are_as_good_as_their_open_cells():
    nine = [f"{column}{row}-{column}{row}" for row in (1, 2, 3) for column in "ABC"]
    drawn = of_end({"grid": ["OOG", "O.G", "*.."], "areas": nine, "plots": None, "gems": 1})
    told = of_end({"plots": [0, 0, 0, 0, 1, 0, 1, 1, 1], "gems": 1})
    assert scored(*drawn).outcome == scored(*told).outcome
    assert scored(*drawn).outcome.players["A"].plots_covered == 6  # five by tiles, one by the gem drawn


def test_what_a_typed_line_does_not_mention_there_is_none_of():
    assert typed("power", "die=orange 3") == {"die": "orange 3", "earlier": [], "gems": 0, "modifiers": 0}
    (poster,) = typed("perform", "posters: 5, orange large")["posters"]
    assert poster == {"points": 5, "coins": 0, "tiles": {"orange large": 1}, "gems": {}, "tent": None}


@pytest.mark.parametrize(
    ("hats", "asked"), [([["7"]], True), ([["3"]], False), ([["power 12"]], False), ([["7"], ["8"]], False)]
)
def test_only_who_plays_alone_and_told_a_place_with_a_number_is_asked_for_the_other_hats(hats, asked):
    given = {"players": [{"hats": own} for own in hats]}
    assert GAME.record("picks").applies("dummies", given) is asked
    assert GAME.record("picks").applies("round", given)


def test_a_space_is_told_by_its_place_or_by_what_is_printed_there_in_any_language():
    for line in ("power 12, 3", "ОД 12, 3", "poder 12, 3", "power 12 3"):
        raw = typed("picks", "round=1", f"Ada: {line}", "Ben: 2")
        assert read_record(GAME.record("picks"), raw, token_words(GAME)).players[0].hats == ("power 12", 3)


def test_a_solo_game_tells_its_verdict_and_a_game_of_more_has_none():
    alone = scored(*of_end({"points": 160})).outcome.model_dump(mode="json")
    assert alone["solo"] == "win"
    together = scored(*of_end({}, {"hat_place": 2})).outcome.model_dump(mode="json")
    assert set(together) == {"players"}


MASTERS = ["tents 1", "zzz", "flat", "flat"]


@pytest.mark.parametrize(
    ("stage", "players", "told"),
    [
        ("final", [{"name": "Ann", "hat_place": 6}, {"name": "Bob", "hat_place": 6}], "Ann is on 6 already"),
        ("final", [{"hat_place": 6}, {"name": "Bob", "hat_place": 6}], "… is on 6 already"),
        (
            "final",
            [{"name": "Ann", "hat_place": 7}, {"name": "Bob", "hat_place": "power 12"}],
            "space 7 from the bottom or power 12;",
        ),
        (
            "final",
            [{"name": "Ann", "hat_place": "power 12"}, {"name": "Bob", "hat_place": 7}],
            "space 7 from the bottom or power 12;",
        ),
        ("final", [{"name": "Ann", "cards": MASTERS}], "small tiles of one colour, large tiles"),
        ("picks", [{"name": "Ann", "hats": [6]}, {"name": "Bob", "hats": [6]}], "Ann has one on 6 already"),
        ("picks", [{"name": "Ann", "hats": [6, 6]}], "Ann has one on 6 already"),
        ("picks", [{"hats": [6]}, {"name": "Bob", "hats": [6]}], "… has one on 6 already"),
        ("picks", [{"name": "Ann", "hats": ["power 0"]}], "at least 1, not"),
    ],
)
def test_a_refusal_names_the_other_player_and_the_conditions_to_choose_from(stage, players, told):
    with pytest.raises(callboard.RecordError) as refused:
        callboard.read("magnificent", stage, {"players": players})
    assert any(told in one["text"] for one in refused.value.tell("en"))


@pytest.mark.parametrize(("language", "space"), [("en", "power 12"), ("ru", "ОД 12"), ("es", "poder 12")])
def test_a_space_that_is_taken_is_named_in_the_words_of_who_reads(language, space):
    for stage, hat in (("final", {"hat_place": "power 12"}), ("picks", {"hats": ["power 12"]})):
        with pytest.raises(callboard.RecordError) as refused:
            callboard.read("magnificent", stage, {"players": [{"name": "Ann", **hat}, {"name": "Bob", **hat}]})
        (text,) = (one["text"] for one in refused.value.tell(language) if one["code"].endswith("-taken"))
        assert f" {space} " in text
        assert "Ann" in text


def at_the_end_of_a_round(card, coins=9, grid=()):
    dice = ["orange 5", "orange 1", "green 2", "clear 3"]
    return {
        "round": 1,
        "players": [{"name": "Ann", "points": 5, "coins": coins, "dice": dice, "card": card, "grid": grid}],
    }


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (at_the_end_of_a_round("rectangle 0 max 8"), ("one-tile-laid", {}, {"count": 2, "raw": 2, "points": 2})),
        (at_the_end_of_a_round("coins-paid 0", coins=10), ("one-coin-paid", {}, {"count": 1, "raw": 3, "points": 3})),
        (at_the_end_of_a_round("coins-paid 0"), ("coins-more", {"count": 1}, {"count": 1, "raw": 3, "points": 3})),
        (at_the_end_of_a_round("rows 0"), ("one-row", {}, {"count": 1, "raw": 7, "points": 7})),
        (
            at_the_end_of_a_round("rows", grid=["OO....", "OOGG..", "..GG.."]),
            ("lacks-row", {"row": 2, "count": 2}, {"count": 1, "raw": 7, "points": 7}),
        ),
        (
            at_the_end_of_a_round("rows", grid=["OOOO...."]),
            ("lacks-row", {"row": 1, "count": 4}, {"count": 1, "raw": 7, "points": 7}),
        ),
    ],
)
def test_a_card_at_an_edge_tells_what_it_lacks_by_one(table, told):
    (score,) = callboard.score(callboard.read("magnificent", "round", table)).players
    (lack,) = score.lines[-1].lacks
    values = dict(lack.values)
    (more,) = values.pop("more")
    assert (more.reason.case, dict(more.values), values) == told


@pytest.mark.parametrize(("left", "lacks"), [(1, [{"count": 1}]), (0, [])])
def test_the_last_coin_of_the_box_is_one_that_somebody_may_lack(left, lacks):
    own = {"points": 0, "cards": ["flat"] * 4, "plots": [3] * 9, "gems": 0}
    players = [
        {"name": "Ann", "coins": 4, "hat_place": 1, **own},
        {"name": "Bob", "coins": 116 - left, "hat_place": 2, **own},
    ]
    score, _ = callboard.score(callboard.read("magnificent", "final", {"players": players})).players
    assert [
        dict(lack.values) for line in score.lines for lack in line.lacks if line.reason.rule.endswith("coins")
    ] == lacks


def test_a_camp_is_looked_at_wherever_it_is_drawn():
    """A lone cell is no tile's; 144 cells of one colour are too many for one camp, which is told once."""
    doubts = callboard.score(
        callboard.read("magnificent", "round", at_the_end_of_a_round("rows", grid=["O..", "..."]))
    ).doubts
    assert [(doubt.path, doubt.code) for doubt in doubts] == [("players[0].grid", "magnificent/doubt.block")]
    with pytest.raises(callboard.RecordError) as refused:
        callboard.read("magnificent", "round", at_the_end_of_a_round("flat", grid=["O" * 12] * 12))
    assert [one["path"] for one in refused.value.tell("en")] == ["players[0].grid"]


def test_a_plot_lies_over_any_that_was_told_before():
    areas = ["A1-A2", "B1-B2", "A2-A3", *(f"{letter}1-{letter}1" for letter in "DEFGHI")]
    own = {
        "points": 0,
        "coins": 0,
        "cards": ["flat"] * 4,
        "gems": 0,
        "hat_place": 1,
        "grid": ["." * 9] * 9,
        "areas": areas,
    }
    with pytest.raises(callboard.RecordError) as refused:
        callboard.read("magnificent", "final", {"players": [{"name": "Ann", **own}]})
    assert [(one["path"], one["code"]) for one in refused.value.tell("en")] == [
        ("players[0].areas[2]", "area-overlaps")
    ]


ALONE = [{"name": "Ann", "hats": ["5"]}]


@pytest.mark.parametrize(
    ("stage", "field", "players", "asked"),
    [
        ("picks", "dummies", ALONE, True),
        ("picks", "dummies", [{"name": "Ann", "hats": ["4"]}], False),
        ("picks", "dummies", [{"name": "Ann", "hats": ["4", "5"]}], True),
        ("picks", "dummies", [{"name": "Ann", "hats": ["power 12"]}], False),
        ("picks", "dummies", [{"name": "Ann"}], False),
        ("picks", "dummies", [*ALONE, {"name": "Bob", "hats": ["6"]}], False),
        ("picks", "round", ALONE, True),
        ("perform", "per_poster", (), False),
        ("perform", "left_out", (), False),
        ("perform", "card_points", (), False),
        ("perform", "limit", (), True),
    ],
)
def test_asked_is_only_for_what_may_matter(stage, field, players, asked):
    assert GAME.record(stage).applies(field, {"players": players}) is asked
