"""The Magnificent: tables that were played by the rules raise no doubt, where camps, posters and last cards are counted.

The tables are built here by playing: tiles are laid, tents are set up, posters are completed, dice are taken; what the
cards count is then counted on them. Nothing of the doubts' own code is used.
"""

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from callboard_cli.ui.wording import token_words
from callboard_scoring.games import find_game
from callboard_scoring.records import read_record

GAME = find_game("magnificent")
WORDS = token_words(GAME)
LETTERS = "OGP"
CELLS = {"small": 4, "large": 6}
STACKS = {"small": 16, "large": 12}
BAGS = {2: (3, 3, 3, 2), 3: (4, 4, 4, 3), 4: (5, 5, 5, 4)}
KINDS = ("orange", "green", "purple", "clear")
TRACK = (0, 0, 0, 0, 4, 6, 8, 10, 12, 14, 16, 18)
"""The power of the spaces from the bottom: no source has all of them, but they grow, and four have none."""
TAKEN_ALONE = (6, 10, 16)
# fmt: off
EACH = {
    "small-tiles-colour": 4, "large-tiles-colour": 5, "tiles-colour": 3, "small-tiles": 3, "large-tiles": 4, "tents": 3,
    "coins-paid": 3, "flat": 8, "rectangle": 1, "columns": 6, "rows": 7, "dice-sum": 1, "trainers": 3, "artist": 5,
    "artists": 4, "fire-posters": 4, "clear-dice": 2, "coloured-gems": 3, "hat": 1,
}
# fmt: on
"""The points of each condition, in the order of the rulebook."""
TIMES = {"tents": 4, "flat": 1}
"""How often a condition can be met that not even six times can."""

# --- Playing ---------------------------------------------------------------------------------------------------------


@dataclass
class Camp:
    """A camp in which tiles are laid one after another, each in one piece and beside another."""

    height: int
    width: int
    cells: dict = field(default_factory=dict)
    laid: Counter = field(default_factory=Counter)

    def around(self, cell):
        row, column = cell
        beside = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
        return [(r, c) for r, c in beside if 0 <= r < self.height and 0 <= c < self.width]

    def lay(self, chance, letter, size):
        free = {(r, c) for r in range(self.height) for c in range(self.width)} - set(self.cells)
        starts = [cell for cell in free if not self.cells or any(near in self.cells for near in self.around(cell))]
        if not starts:
            return False
        tile = {chance.choice(sorted(starts))}
        while len(tile) < CELLS[size]:
            more = sorted({near for cell in tile for near in self.around(cell)} & free - tile)
            if not more:
                return False
            tile.add(chance.choice(more))
        self.cells.update(dict.fromkeys(tile, letter))
        self.laid[letter, size] += 1
        return True

    def rows(self, gems=()):
        def drawn(cell):
            return self.cells.get(cell, "*" if cell in gems else ".")

        return ["".join(drawn((row, column)) for column in range(self.width)) for row in range(self.height)]

    def open(self):
        return [(r, c) for r in range(self.height) for c in range(self.width) if (r, c) not in self.cells]

    def nine_plots(self, chance):
        """Cut the camp by two lines each way into nine rectangles, from corner to corner."""
        down = [0, *sorted(chance.sample(range(1, self.height), 2)), self.height]
        across = [0, *sorted(chance.sample(range(1, self.width), 2)), self.width]
        return [
            (top, left, bottom - 1, right - 1) for top, bottom in pairwise(down) for left, right in pairwise(across)
        ]

    def largest(self, letter):
        best = 0
        for top in range(self.height):
            for left in range(self.width):
                most = self.width
                for bottom in range(top, self.height):
                    run = 0
                    while left + run < min(self.width, left + most) and self.cells.get((bottom, left + run)) == letter:
                        run += 1
                    most = run
                    best = max(best, (bottom - top + 1) * most)
        return best


@dataclass
class Player:
    """What a player has after so many rounds of four turns."""

    camp: Camp
    tents: int
    posters: list
    trainers: int
    gems: dict
    coins: int
    dice: list
    place: int

    def counts(self, chance):
        """Tell how often each condition is met; where a colour or an artist can be chosen, any of them."""
        laid, letter = self.camp.laid, chance.choice(LETTERS)
        cells, camp = self.camp.cells, self.camp
        shown = Counter(artist for artist, _symbol in self.posters)
        symbol = chance.choice(LETTERS)
        return {
            "small-tiles-colour": laid[letter, "small"],
            "large-tiles-colour": laid[letter, "large"],
            "tiles-colour": laid[letter, "small"] + laid[letter, "large"],
            "small-tiles": sum(laid[each, "small"] for each in LETTERS),
            "large-tiles": sum(laid[each, "large"] for each in LETTERS),
            "tents": self.tents,
            "coins-paid": 0,
            "rectangle": camp.largest(letter),
            "columns": sum(all((r, c) in cells for r in range(camp.height)) for c in range(camp.width)),
            "rows": sum(all((r, c) in cells for c in range(camp.width)) for r in range(camp.height)),
            "trainers": self.trainers,
            "artist": max(shown.values(), default=0),
            "artists": len(shown),
            "fire-posters": sum(each == symbol for _artist, each in self.posters),
            "coloured-gems": sum(number for kind, number in self.gems.items() if kind != "clear"),
            "hat": TRACK[self.place - 1],
        }

    def cards(self, chance, number):
        cards = []
        for _ in range(number):
            condition = chance.choice(list(EACH))
            card = {"condition": condition, "count": self.counts(chance).get(condition, 0)}
            if chance.random() < 0.4:
                card["max"] = EACH[condition] * chance.randint(1, TIMES.get(condition, 6))
            cards.append(card)
        return cards


def played(chance, fullness, players, rounds):
    """Play so many rounds: 0 is a table where little happened, 1 one with all that there can be."""
    stacks = {(letter, size): number for letter in LETTERS for size, number in STACKS.items()}
    bag = [kind for kind, number in zip(KINDS, BAGS.get(players, ()), strict=False) for _ in range(number)]
    chance.shuffle(bag)
    alone = players == 1
    places = [place for place, power in enumerate(TRACK, 1) if not (alone and power in TAKEN_ALONE)]
    places = chance.sample(places, players)
    table = []
    for seat in range(players):
        camp = Camp(chance.randint(3, 9), chance.randint(3, 12))
        for _ in range(round(fullness * chance.randint(0, 40))):
            tile = chance.choice(LETTERS), chance.choice(["small", "large"])
            if stacks[tile] and camp.lay(chance, *tile):
                stacks[tile] -= 1
        tents = chance.randint(0, 1)  # side B of board II begins with one
        posters = []
        for _turn in range(4 * rounds):
            action = chance.choice(["build", "travel", "perform"]) if fullness < 1 else "perform"
            if tents < 4 and (action == "travel" or (fullness == 1 and chance.random() < 0.3)):
                tents += 1
            elif action == "perform":
                completed = chance.randint(0, tents + 1) if fullness < 1 else tents + 1
                posters += [(chance.randint(1, 6), chance.choice(LETTERS)) for _ in range(completed)]
        posters = posters[: (48 + players) // players]  # spare starting ones are in the box
        if alone:
            added = [chance.choice(KINDS[:3]) for _ in range(chance.randint(0, 4))]
            bag = chance.sample([*KINDS[:3], "clear", "clear", *added], 4)
        table.append(
            Player(
                camp,
                tents,
                posters,
                round(fullness * 8) if fullness in (0, 1) else chance.randint(0, 8),
                {kind: 3 if fullness == 1 else chance.randint(0, round(3 * fullness)) for kind in KINDS},
                chance.randint(0, round(30 * fullness)),
                [f"{kind} {chance.randint(1, 6)}" for kind in bag[4 * seat : 4 * seat + 4]],
                places[seat],
            )
        )
    return table


def seat(player, name, cards, **more):
    return {"name": name, "points": 20, "coins": player.coins, "dice": player.dice, "cards": cards, **more}


def area(rectangle):
    top, left, bottom, right = rectangle
    return f"{chr(65 + left)}{top + 1}-{chr(65 + right)}{bottom + 1}"


def inside(rectangle, cells):
    top, left, bottom, right = rectangle
    return sum(top <= row <= bottom and left <= column <= right for row, column in cells)


# --- The stages ------------------------------------------------------------------------------------------------------


def of_camp(chance, table):
    camp = table[0].camp
    gems = chance.sample(camp.open(), min(len(camp.open()), sum(table[0].gems.values())))
    return {"grid": camp.rows(gems), "areas": [area(plot) for plot in camp.nine_plots(chance)]}


def of_choose(chance, table, rounds):
    players = []
    for player, name in zip(table, "ABCD", strict=False):
        drawn = {"grid": player.camp.rows()} if chance.random() < 0.5 else {}
        players.append(seat(player, name, player.cards(chance, 5), **drawn))
    return {"round": rounds, "players": players}


def of_final(chance, table):
    players = []
    for player, name in zip(table, "ABCD", strict=False):
        plots = player.camp.nine_plots(chance)
        gems = sum(player.gems.values())
        own = {"gems": gems, "hat_place": player.place}
        told = chance.choice(["areas", "numbers", "both"])
        if told == "areas":
            bare = player.camp.open()
            placed = chance.sample(bare, min(len(bare), chance.randint(0, gems)))
            own |= {"grid": player.camp.rows(placed), "areas": [area(plot) for plot in plots]}
        else:
            own["plots"] = [inside(plot, player.camp.open()) for plot in plots]
        if told == "both":
            own["grid"] = player.camp.rows()
        players.append(seat(player, name, player.cards(chance, 4), **own))
    return {"players": players}


def of_perform(chance, table):
    player = table[0]
    names = {"O": "orange", "G": "green", "P": "purple"}
    camp = {f"{names[letter]} {size}": number for (letter, size), number in player.camp.laid.items()}
    posters = []
    spaces = sorted(chance.sample(range(5), chance.randint(0, 5)))
    roofed = {0, *chance.sample(range(1, 5), player.tents)}
    for space in spaces:
        tiles = Counter(
            f"{chance.choice(KINDS[:3])} {chance.choice(['small', 'large'])}" for _ in range(chance.randint(1, 3))
        )
        tent = {"points": 0, "coins": 2, "gem": None} if space in roofed else None
        posters.append({"tiles": dict(tiles), "gems": {}, "points": chance.randint(0, 20), "coins": 1, "tent": tent})
    return {"posters": posters, "camp": camp, "gems": player.gems, "limit": chance.randint(0, 6)}


@pytest.mark.parametrize("stage", ["camp", "choose", "final", "perform"])
def test_a_table_that_was_played_raises_no_doubt(stage):
    @given(st.integers(0, 2**32), st.sampled_from([0, 0.3, 0.6, 1]), st.integers(1, 4), st.integers(1, 3))
    @example(1, 0, 1, 1)
    @example(2, 1, 4, 1)
    @example(3, 1, 1, 3)
    @example(4, 1, 2, 2)
    @example(5, 0, 4, 3)
    def check(seed, fullness, players, rounds):
        chance = random.Random(seed)
        rounds = 3 if stage == "final" else rounds
        table = played(chance, fullness, players, rounds)
        raw = {
            "camp": lambda: of_camp(chance, table),
            "choose": lambda: of_choose(chance, table, rounds),
            "final": lambda: of_final(chance, table),
            "perform": lambda: of_perform(chance, table),
        }[stage]()
        result = GAME.score(stage, read_record(GAME.record(stage), raw, WORDS))
        assert [(doubt.path, doubt.code, dict(doubt.values)) for doubt in result.doubts] == []

    check()


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize(("rows", "width"), [(1, 4), (2, 3), (2, 2), (8, 17), (4, 26)])
def test_one_colour_can_fill_a_rectangle_of_whole_tiles_up_to_all_of_them(letter, rows, width):
    raw = {"grid": [letter * width] * rows}
    assert GAME.score("camp", read_record(GAME.record("camp"), raw, WORDS)).doubts == ()


@given(st.integers(0, 2**32), st.sampled_from([0.3, 0.6, 1]), st.integers(2, 9))
def test_a_tile_more_of_one_colour_than_there_are_in_all_is_doubted(seed, fullness, more):
    chance = random.Random(seed)
    (player,) = played(chance, fullness, 1, 3)
    counts = player.counts(chance)
    cards = [{"condition": name, "count": counts[name]} for name in ("small-tiles", "small-tiles-colour", "tents")]
    cards[1]["count"] = min(16, counts["small-tiles"] + more)
    raw = {"round": 3, "players": [seat(player, "A", [*cards, {"condition": "flat"}, {"condition": "flat"}])]}
    doubts = GAME.score("choose", read_record(GAME.record("choose"), raw, WORDS)).doubts
    doubted = [doubt.code for doubt in doubts] == ["magnificent/doubt.small-tiles"]
    assert doubted is (cards[1]["count"] > counts["small-tiles"])


def spread(number):
    """Every way to spread so many tiles over three colours."""
    return [(one, two, number - one - two) for one in range(number + 1) for two in range(number + 1 - one)]


def can_be(facts, small, large):
    """Tell whether any camp of so many tiles meets all facts, by looking at each way in which they can be coloured."""
    cells = 4 * small + 6 * large
    crossed = dict(facts).get("rows", 0) * dict(facts).get("columns", 0)
    if crossed > cells or (not cells and any(number for name, number in facts if name in ("rows", "columns"))):
        return False
    meets = {
        "small-tiles-colour": lambda number, some, _many: some == number,
        "large-tiles-colour": lambda number, _some, many: many == number,
        "tiles-colour": lambda number, some, many: some + many == number,
        "rectangle": lambda number, some, many: 4 * some + 6 * many >= number,
    }
    return any(
        all(
            name not in meets or any(meets[name](number, *each) for each in zip(own, others, strict=True))
            for name, number in facts
        )
        for own in spread(small)
        for others in spread(large)
    )


colour_facts = st.tuples(
    st.sampled_from(["small-tiles-colour", "large-tiles-colour", "tiles-colour", "rectangle"]), st.integers(2, 12)
)
line_facts = st.tuples(st.sampled_from(["rows", "columns"]), st.integers(0, 4))


@given(st.integers(0, 4), st.integers(0, 4), st.lists(st.one_of(colour_facts, line_facts), min_size=3, max_size=3))
def test_counts_of_tiles_are_doubted_exactly_where_no_camp_has_them(small, large, facts):
    names = [name for name, _ in facts]
    if any(names.count(name) > 1 for name in ("rows", "columns")):
        return  # two counts of one thing are another doubt
    cards = [("small-tiles", small), ("large-tiles", large), *facts]
    player = {
        "name": "A",
        "points": 20,
        "coins": 0,
        "dice": ["orange 1", "green 1", "purple 1", "clear 1"],
        "cards": [{"condition": name, "count": number} for name, number in cards],
    }
    doubts = GAME.score("choose", read_record(GAME.record("choose"), {"round": 3, "players": [player]}, WORDS)).doubts
    assert len(doubts) == (0 if can_be(facts, small, large) else 1)
