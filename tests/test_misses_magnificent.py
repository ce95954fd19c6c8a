"""What a line of The Magnificent says that it lacks, at tables made at random: with so much it gives, with less not."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_magnificent import FOUR, four_dice, grids, posters

from callboard_scoring.games.magnificent.cards import CONDITIONS
from callboard_scoring.games.magnificent.pieces import KINDS
from misses import lacking, scored, zeros_of

KNOWN = [name for name in CONDITIONS if name != "coins-paid"]


def lines(stage, raw, name="Ann"):
    """Return a player's lines."""
    return next(score.lines for score in scored("magnificent", stage, raw).players if score.name == name)


def changed(raw, *path, to):
    """Return a record with another value somewhere."""
    further = deepcopy(raw)
    place = further
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return further


# --- Cards -----------------------------------------------------------------------------------------------------------


@st.composite
def poor_cards(draw):
    """A card that is met never or once, with any maximum."""
    condition = draw(st.sampled_from(KNOWN))
    count = draw(st.integers(0, 1)) if CONDITIONS[condition].counted else 0
    return {"condition": condition, "count": count, "max": draw(st.one_of(st.none(), st.integers(0, 12)))}


def holder(dice, **own):
    return {"name": "Ann", "points": 0, "coins": 24, "dice": dice, **own}


def of_a_round(card, dice):
    return {"round": 1, "players": [holder(dice, card=card)]}


def of_the_end(card, dice):
    return {"players": [holder(dice, cards=[card, "flat", "flat", "flat"], plots=[3] * 9, gems=0)]}


def least_count(stage, make, card, dice):
    """Return the smallest count, and for clear dice the smallest die, with which a card gives something."""
    place = 1 if stage == "round" else 0
    if card["condition"] == "clear-dice":
        worth = [(value, make(card, [f"clear {value}", *dice[1:]])) for value in range(1, 7)]
    else:
        worth = [
            (count, make({**card, "count": count}, dice)) for count in range(CONDITIONS[card["condition"]].most + 1)
        ]
    return next(
        ((count, lines(stage, raw)[place].points) for count, raw in worth if lines(stage, raw)[place].points), None
    )


@pytest.mark.parametrize(("stage", "make", "place"), [("round", of_a_round, 1), ("final", of_the_end, 0)])
@given(poor_cards(), four_dice())
def test_so_many_more_and_not_one_fewer_would_make_a_card_give_points(stage, make, place, card, dice):
    raw = make(card, dice)
    zeros_of(scored("magnificent", stage, raw))
    line = lines(stage, raw)[place]
    if line.points:
        assert not line.lacks
        return
    (lack,) = lacking(line)
    least = least_count(stage, make, card, dice)
    if lack["lacks"].endswith(".never"):
        assert least is None
    elif lack["lacks"].endswith(".lacks-hat"):
        assert (lack["least"], least[0]) == (least[0], lack["least"])
    else:
        count, points = least
        if card["condition"] == "rectangle":
            count, points = max(2, count), max(points, lines(stage, make({**card, "count": 2}, dice))[place].points)
        assert (lack["count"], lack["points"]) == (count, points)


@given(four_dice(), st.integers(0, 30), st.integers(1, 3), st.one_of(st.none(), st.integers(1, 12)))
def test_so_many_coins_and_not_one_fewer_would_be_there_for_the_dice_and_for_a_card(dice, coins, number, most):
    card = {"condition": "coins-paid", "count": 0, "max": most}
    raw = {"round": number, "players": [holder(dice, card=card, coins=coins)]}
    paid, scored_card = lines("round", raw)
    for lack in lacking(paid):
        assert paid.points < 0
        assert lines("round", changed(raw, "players", 0, "coins", to=coins + lack["count"]))[0].points == 0
        assert lines("round", changed(raw, "players", 0, "coins", to=coins + lack["count"] - 1))[0].points < 0
    (lack,) = lacking(scored_card)
    missing = lack["more"][0].get("count", 0)
    richer = changed(raw, "players", 0, "coins", to=coins + missing)
    richer["players"][0]["card"] = {**card, "count": 1}
    assert lines("round", richer)[1].points == lack["points"]
    if missing:
        poorer = changed(richer, "players", 0, "coins", to=coins + missing - 1)
        assert lines("round", poorer)[1].points == 0


def table(*owners, stage="round"):
    """A round, or the end, of players with a card each."""
    if stage == "round":
        return {"round": 1, "players": [{"points": 0, "coins": 0, "dice": FOUR, **own} for own in owners]}
    whole = {"points": 0, "coins": 0, "dice": FOUR, "plots": [3] * 9, "gems": 0}
    return {
        "players": [
            {**whole, **own, "cards": [own["card"], "flat", "flat", "flat"], "hat_place": place} | {}
            for place, own in enumerate(owners, 1)
        ]
    }


@pytest.mark.parametrize("stage", ["round", "final"])
@pytest.mark.parametrize(
    ("own", "others"),
    [
        ("small-tiles 0", "small-tiles 48"),
        ("small-tiles-colour 0", "small-tiles 48"),
        ("large-tiles 0", "large-tiles 36"),
        ("tiles-colour 0", "tiles-colour 28"),
        ("artist 0", "fire-posters 54"),
    ],
)
def test_what_the_others_have_whole_nobody_is_said_to_lack(stage, own, others):
    def both(card):
        raw = table({"name": "Ann", "card": own}, {"name": "Bob", "card": card}, stage=stage)
        if stage == "final":
            for player in raw["players"]:
                del player["card"]
        return next(line for line in lines(stage, raw) if line.reason.rule.endswith(("cards", "card-scoring")))

    condition, most = others.split()
    left = 84 - 28 if condition == "tiles-colour" else 0
    (lack,) = lacking(both(others))
    (fewer,) = lacking(both(f"{condition} {int(most) - 1}"))
    assert lack["lacks"].endswith(".lacks" if left else ".all-taken")
    assert fewer["lacks"].endswith(".lacks")


def test_coins_that_lie_with_others_nobody_is_said_to_lack():
    poor = {"name": "Ann", "card": "coins-paid 0", "coins": 0, "dice": ["orange 1", "orange 1", "green 1", "clear 1"]}
    rich = {"name": "Bob", "card": "flat", "dice": ["green 1", "purple 1", "purple 2", "clear 1"]}

    def told(coins):
        paid, card = lines("round", table(poor, {**rich, "coins": coins}))
        return [*lacking(paid), *lacking(card)]

    assert [lack["count"] for lack in told(116)] == [3, 1]
    assert [lack["count"] for lack in told(117)] == [3]
    assert told(118) == []


# --- The end ---------------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(1, 20), min_size=9, max_size=9), st.integers(0, 12), st.integers(0, 4))
def test_so_many_gems_cells_and_coins_and_not_one_fewer_would_give_points(plots, gems, coins):
    cards = ["artist 1", "flat", "flat", "flat"]
    raw = {"players": [{"name": "Ann", "points": 0, "coins": coins, "cards": cards, "plots": plots, "gems": gems}]}
    *_, money, plot = lines("final", raw)
    (lack,) = lacking(money)
    for short, points in ((0, 1), (1, 0)):
        assert (
            lines("final", changed(raw, "players", 0, "coins", to=coins + lack["count"] - short))[-2].points == points
        )
    if plot.points:
        assert not plot.lacks
        return
    told = {lack["lacks"].removeprefix("final-plots.lacks-"): lack for lack in lacking(plot)}
    assert set(told) == ({"gems", "cells"} if min(plots) <= 12 else {"cells"})
    for kind, lack in told.items():
        for short, points in ((0, 4), (1, 0)):
            number, count = lack["number"] - 1, lack["count"] - short
            path = ("gems",) if kind == "gems" else ("plots", number)
            to = gems + count if kind == "gems" else plots[number] - count
            assert lines("final", changed(raw, "players", 0, *path, to=to))[-1].points == points


# --- Posters ---------------------------------------------------------------------------------------------------------


def stepped(raw, place, missing):
    """Add what a poster lacks to the camp, the storage and the space."""
    further = deepcopy(raw)
    for piece in missing:
        kind = piece["lacks"].removeprefix("perform-reward.")
        if kind == "a-tent":
            further["posters"][place]["tent"] = {"points": 0, "coins": 0, "gem": None}
        elif kind == "tiles":
            further["camp"][piece["tile"]] = further["camp"].get(piece["tile"], 0) + piece["count"]
        elif kind == "more-gems":
            for gem in piece["gems"]:
                further["gems"][gem["gem"]] = further["gems"].get(gem["gem"], 0) + gem["count"]
        else:
            further["limit"] += piece["count"]
            assert further["limit"] == piece["limit"]
    return further


def less(missing):
    """Yield what a poster lacks without one of its pieces."""
    for place, piece in enumerate(missing):
        others = [*missing[:place], *missing[place + 1 :]]
        if piece["lacks"].endswith("a-tent"):
            yield others
        elif piece["lacks"].endswith("more-gems"):
            for number, gem in enumerate(piece["gems"]):
                fewer = {**gem, "count": gem["count"] - 1}
                yield [*others, {**piece, "gems": [*piece["gems"][:number], fewer, *piece["gems"][number + 1 :]]}]
        else:
            fewer = {**piece, "count": piece["count"] - 1}
            yield [*others, fewer | ({"limit": piece["limit"] - 1} if "limit" in piece else {})]


def value(poster):
    """Return what a poster and its tent give."""
    tent = poster["tent"] or {"points": 0, "coins": 0}
    return poster["points"] + poster["coins"] + tent["points"] + tent["coins"]


def gems_of(poster):
    """Return how many gems a poster and its tent ask for."""
    return sum(poster["gems"].values()) + bool(poster["tent"] and poster["tent"]["gem"])


@given(
    st.lists(posters, max_size=4),
    st.dictionaries(st.sampled_from(["orange large", "orange small", "green large"]), st.integers(0, 3)),
    st.dictionaries(st.sampled_from(KINDS), st.integers(0, 3)),
    st.integers(0, 4),
    st.integers(0, 1),
)
def test_with_what_a_poster_lacks_it_is_in_the_best_set_and_without_a_piece_of_that_it_is_not(
    own, camp, gems, limit, left_out
):
    raw = {"posters": own, "camp": camp, "gems": gems, "limit": limit, "left_out": left_out}
    result = scored("magnificent", "perform", raw)
    for place, line in enumerate(result.lines[: len(own)]):
        if place in result.outcome.completed:
            assert not line.lacks
            continue
        if not line.lacks:
            # A storage holds three gems of a kind, and the others that are worth as much go before it.
            least = value(own[place])
            wanted = sum(gems_of(poster) for poster in own if value(poster) >= least)
            assert not least or wanted > 3
            continue
        (lack,) = lacking(line)
        assert lack["number"] == place + 1
        after = stepped(raw, place, lack["missing"])
        assert place in scored("magnificent", "perform", after).outcome.completed
        for fewer in less(lack["missing"]):
            assert place not in scored("magnificent", "perform", stepped(raw, place, fewer)).outcome.completed


def test_nothing_helps_where_full_storages_do_not_suffice():
    def told(wanted, stored):
        poster = {"points": 8, "coins": 0, "tiles": {}, "gems": wanted, "tent": "tent"}
        raw = {"posters": [poster], "camp": {}, "gems": stored, "limit": 1}
        return lacking(scored("magnificent", "perform", raw).lines[0])

    assert told({"orange": 4, "clear": 2}, {"orange": 3, "clear": 2})
    assert told({"orange": 4, "clear": 3}, {"orange": 3, "clear": 2}) == []
    assert told({"orange": 7}, {}) == []


# --- The camp --------------------------------------------------------------------------------------------------------


def gap_of(grid, row, column):
    """Return how many cells hang together with one that no tile covers."""
    found, edge = {(row, column)}, [(row, column)]
    for own_row, own_column in edge:
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            near = own_row + down, own_column + right
            inside = 0 <= near[0] < len(grid) and 0 <= near[1] < len(grid[0])
            if inside and near not in found and grid[near[0]][near[1]] in "*.":
                found.add(near)
                edge.append(near)
    return len(found)


@given(grids)
def test_the_fullest_row_and_column_that_tiles_can_fill_lack_as_many_squares_as_they_have_open(grid):
    result = scored("magnificent", "camp", {"grid": grid})
    for case, own in (("no-rows", grid), ("no-columns", ["".join(column) for column in zip(*grid, strict=True)])):
        gaps = [[column for column, cell in enumerate(row) if cell in "*."] for row in own]
        fillable = [len(gaps[row]) for row in range(len(own)) if all(gap_of(own, row, each) >= 4 for each in gaps[row])]
        for line in (one for one in result.lines if one.reason.case == case):
            (lack,) = lacking(line)
            if not fillable:
                assert lack == {"lacks": "master-conditions.no-room"}
                continue
            place = lack["row"] - 1 if case == "no-rows" else ord(lack["column"]) - ord("A")
            assert all(gap_of(own, place, each) >= 4 for each in gaps[place])
            assert len(gaps[place]) == lack["count"] == min(fillable) > 0
    for line in (one for one in result.lines if one.reason.case == "no-rectangle"):
        open_cells = [
            (row, column) for row, cells in enumerate(grid) for column in range(len(cells)) if cells[column] in "*."
        ]
        whole = [gap_of(grid, *cell) for cell in open_cells]
        assert bool(line.lacks) == (max(whole, default=0) >= 4)


def test_tiles_are_not_said_to_cover_a_plot_whose_gap_takes_none():
    cards = ["artist 1", "flat", "flat", "flat"]
    areas = [f"{left}{row}-{right}{row}" for row in (1, 2, 3) for left, right in ("AB", "CD", "EF")]

    def told(*rows):
        player = {"name": "Ann", "points": 0, "coins": 0, "cards": cards, "grid": rows, "areas": areas, "gems": 0}
        return [lack["lacks"] for lack in lacking(lines("final", {"players": [player]})[-1])]

    assert told(".O.O.O", "O.O.O.", ".O.O.O") == ["final-plots.lacks-gems"]
    assert told("......", "......", "......") == ["final-plots.lacks-gems", "final-plots.lacks-cells"]
