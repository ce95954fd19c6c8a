"""Turandot: what comes of playing by the rules raises no doubt, and no other number of staging elements escapes one."""

from itertools import combinations, combinations_with_replacement, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callboard_scoring.games import find_game
from callboard_scoring.records import read_record
from callboard_scoring.words import NO_WORDS

GAME = find_game("turandot")
SEXES = ("male", "female", "indefinite")
KINDS = ("professional", "amateur", "alternative", "classical", "comedian", "goth")
DIRECTORS = (
    *("goths", "comedians", "alternatives", "classicals"),
    *("favourites", "staging", "six-types", "indefinite", "none"),
)
SINGERS = [
    f"{stars} {sex} {kind}{loved}"
    for stars, sex, kind, loved in product((1, 2, 3), SEXES, KINDS, ("", " turandot", " calaf", " liu"))
]


def doubts(stage, raw):
    return GAME.score(stage, read_record(GAME.record(stage), raw, NO_WORDS)).doubts


# --- A game, played by the rulebook once more: nothing here comes from the code that doubts --------------------------


def bid(draw, way, numbers, money):
    """Lay what phase 1 allows: a number, a number and money, or one money card alone."""
    if way == "alone" and money:
        return None, 1
    number = draw(st.integers(1, numbers))
    if way == "spend":
        return number, money
    laid = draw(st.integers(0, money))
    return (None, 1) if way == "any" and laid and draw(st.booleans()) else (number, laid)


def hired(bids):
    """Say which seats take a card: whoever alone bid the most on a number."""
    taken = {}
    for number in {number for number, _ in bids if number is not None}:
        on_it = sorted(((money, seat) for seat, (bid, money) in enumerate(bids) if bid == number), reverse=True)
        if len(on_it) == 1 or on_it[0][0] > on_it[1][0]:
            taken[on_it[0][1]] = number
    return taken


def staged(bids, holder, turn):
    """Say which seats win a staging element: clockwise from Puccini's holder, who may not, in all rounds but one."""
    clockwise = [(holder + step) % len(bids) for step in range(1, len(bids))]
    tried = [seat for seat in clockwise if bids[seat][0] is None]
    return [] if turn == 4 else tried[: 2 if len(bids) > 3 else 1]


@st.composite
def evenings(draw):
    """A whole game: the records of its seven rounds and of its end, with what the table aims at drawn for each seat."""
    players = draw(st.integers(2, 5))
    chance = Random(draw(st.integers(0, 2**32)))
    ways = draw(st.lists(st.sampled_from(["alone", "spend", "any"]), min_size=players, max_size=players))
    names = [f"P{seat}" for seat in range(players)]
    deck = draw(st.sampled_from([SINGERS, ["3 male goth turandot"], ["1 indefinite amateur"]]))
    starter = draw(st.integers(0, players - 1))
    directors = chance.sample(DIRECTORS, 6)
    money, staging = [3] * players, [0] * players
    companies = [[] for _ in range(players + 1)]  # the last is the imaginary player's
    rounds = []
    for turn in range(1, 8):
        holder = (starter + turn - 1) % players
        bids = [bid(draw, way, players + 1, left) for way, left in zip(ways, money, strict=True)]
        rounds.append(
            {
                "round": turn,
                "puccini": names[holder],
                "players": [
                    {"name": name, "number": number, "money": laid, "bluff": chance.random() < 0.5}
                    for name, (number, laid) in zip(names, bids, strict=True)
                ],
            }
        )
        taken = hired(bids)
        for seat in staged(bids, holder, turn):
            staging[seat] += 1
            money[seat] -= 1
        for seat in taken:
            money[seat] -= bids[seat][1]
        row = directors[: players + 1] if turn == 4 else [chance.choice(deck) for _ in range(players + 1)]
        left = [card for number, card in enumerate(row, 1) if number not in taken.values()]
        chance.shuffle(left)
        for seat in range(players):
            companies[seat].append(row[taken[seat] - 1] if seat in taken else left.pop())
        companies[-1] += left
    told = [
        {
            "name": name,
            "singers": company[:3] + company[4:],
            "director": company[3],
            "staging": elements,
            **({"roles": chance.sample(range(6), 6)} if chance.random() < 0.3 else {}),
        }
        for name, company, elements in zip(names, companies[:-1], staging, strict=True)
    ]
    final = {"players": chance.sample(told, players)}
    if players == 2:
        *_, company = companies
        final["puccini"] = names[holder].lower()  # of the seventh round: the card stays
        final["imaginary"] = {"singers": company[:3] + company[4:], "director": company[3]}
    return rounds, final


@given(evenings())
def test_a_game_played_by_the_rules_raises_no_doubt(evening):
    rounds, final = evening
    for turn in rounds:
        assert doubts("round", turn) == ()
    assert doubts("final", final) == ()


# --- Every number of staging elements that players can end with -------------------------------------------------------


def reachable(players):
    """Every way in which elements can lie before the seats, the first of which began with Puccini."""
    found = {(0,) * players}
    for turn in (1, 2, 3, 5, 6, 7):
        others = [seat for seat in range(players) if seat != (turn - 1) % players]
        hires = [seats for many in range(3 if players > 3 else 2) for seats in combinations(others, many)]
        found = {
            tuple(elements + (seat in seats) for seat, elements in enumerate(before))
            for before in found
            for seats in hires
        }
        found = {elements for elements in found if max(elements) <= 3}  # three money cards
    return found


def ended(elements, **two):
    """The end of a game with so many elements before each player."""
    company = ["1 male goth"] * 6
    players = [
        {"name": f"P{seat}", "singers": company, "director": director, "staging": number}
        for seat, (number, director) in enumerate(zip(elements, DIRECTORS, strict=False))
    ]
    return {"players": players, **two}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_staging_elements_are_doubted_where_no_game_can_bring_them_and_nowhere_else(players):
    possible = {tuple(sorted(elements)) for elements in reachable(players)}
    for elements in combinations_with_replacement(range(4), players):
        assert bool(doubts("final", ended(elements))) == (elements not in possible), elements


@pytest.mark.parametrize("holder", [0, 1])
def test_of_two_players_whoever_began_with_puccini_ends_with_it_and_with_two_elements_at_the_most(holder):
    imaginary = {"singers": ["1 male goth"] * 6, "director": "none"}
    possible = {elements if holder == 0 else elements[::-1] for elements in reachable(2)}
    for elements in product(range(4), repeat=2):
        raw = ended(elements, puccini=f"P{holder}", imaginary=imaginary)
        found = [(doubt.code, doubt.whose) for doubt in doubts("final", raw)]
        assert found == ([] if elements in possible else [("turandot/doubt.staging-holder", f"P{holder}")]), elements
