"""Turandot's pads have the scorer's own lines, in its order; a round, which gives none, what comes of a bid."""

import pytest

from callboard_cli.paper.pads import pad_view
from callboard_cli.ui.output import UI
from callboard_locales import catalog
from callboard_scoring.games import find_game
from callboard_scoring.games.turandot.pieces import DIRECTOR_ROUND, ROLES, ROUNDS
from papers import records, unmet_rows

GAME = find_game("turandot")


def test_each_line_of_a_company_is_on_its_row():
    for one in records("turandot", "final"):
        own = [row for row in one.part.rows if not row.ours]
        for score in one.result.players:
            assert one.rows_of(score.lines) == own, one.name
        points = [line for line in one.result.lines if line.whose == "imaginary" and line.points]
        assert len(one.rows_of(points)) == len(points)
        assert bool(one.part.others) == (one.result.outcome.imaginary_total is not None), one.name


def test_some_record_meets_each_row():
    assert unmet_rows("turandot") == set()


def test_a_round_has_places_for_what_comes_of_it():
    for one in records("turandot", "round"):
        assert not any(score.lines for score in one.result.players), one.name
        assert all(row.ours and not row.points for row in one.part.rows)
        row = one.part.rows[one.raw["round"] - 1]
        assert row.values == {"round": one.raw["round"]}
        assert row.boxes == ("bid", "hired")


@pytest.mark.parametrize("players", range(2, 6))
def test_each_round_and_each_role_has_a_place_and_round_four_hires_directors(players):
    rounds, final = GAME.paper().parts(players)
    *each, puccini = rounds.rows
    assert len(each) == ROUNDS
    assert [row.values["round"] for row in each if row.name == "director-round"] == [DIRECTOR_ROUND]
    assert (puccini.shared, puccini.boxes) == (True, tuple(map(str, range(1, ROUNDS + 1))))  # who holds the card
    boxes = [box for row in final.rows for box in row.boxes]
    assert boxes == [str(number) for number, _ in enumerate(ROLES, 1)]


@pytest.mark.parametrize(("players", "others"), [(2, ("imaginary",)), (3, ()), (5, ())])
def test_the_imaginary_player_of_a_game_for_two_has_a_column(players, others):
    assert [part.others for part in GAME.paper().parts(players)] == [others, others]


def test_the_imaginary_player_has_a_place_for_who_comes_in_the_order_of_the_roles_and_none_for_what_it_never_has():
    rounds, final = GAME.paper().parts(2)
    assert [row.others for row in rounds.rows[:-1]] == [("1",), ("2",), ("3",), (), ("4",), ("5",), ("6",)]
    assert [row.name for row in final.rows if row.players_only] == ["score-staging", "two-players"]


def test_with_two_players_it_is_said_how_the_imaginary_one_sings_and_wins():
    (final,) = GAME.paper().parts(2, "final")
    assert [(row.name, row.shared, row.ours) for row in final.below] == [("two-players.imaginary", True, True)]
    assert all(not part.below for part in GAME.paper().parts(3))


BID = ("note", ("bid", "hired"))
FIRES = "a director is fired at the end"
SAID = [
    ("Round 1", FIRES, *BID),
    ("Round 2", FIRES, *BID),
    ("Round 3", FIRES, *BID),
    ("Round 4: director", "no costume designer, no carpenter", *BID),
    ("Round 5", "", *BID),
    ("Round 6", "", *BID),
    ("Round 7", "", *BID),
    ("Holder of the Puccini card, by round", "", "note", ("1", "2", "3", "4", "5", "6", "7")),
    ("1 Turandot, 2 Calaf, 3 Liù", "stars of each singer; ring a favourite role", "note", ("1", "2", "3")),
    ("4 Ping, 5 Pong, 6 Pang", "", "note", ("4", "5", "6")),
    ("Stars", "a point each; ties go to the most stars", "points", ()),
    ("Staging elements", "a point each, 3 at the most", "points", ()),
    ("Favourite roles", "a point each", "points", ()),
    ("Wrong sex", "a point less for each man in roles 1 and 3 and each woman in roles 2, 4, 5 and 6", "points", ()),
    ("Director", "bonus less penalty; may be below zero", "points", ()),
    ("Total", "", "total", ()),
]
PUCCINI = ("Puccini card", "−1 for whoever holds it at the end", "points", ())
IMAGINARY = (
    "Imaginary player",
    "singers in the order they came; wins only with more than either of you",
    "note",
    (),
)
"""What stands on the pad: what a row is called, how it is counted, what it is, and its places (the rulebook's end of the game)."""


@pytest.mark.parametrize("players", range(2, 6))
def test_each_row_says_how_it_is_counted_with_the_numbers_of_the_rulebook(players):
    view = pad_view(UI(catalog("en"), plain=True), GAME, players)
    assert [part.title for part in view.parts] == ["The seven rounds", "The end of the game"]
    rows = [
        (row.label[0].replace("\xa0", " "), " ".join(row.how), row.kind, row.boxes)
        for part in view.parts
        for row in part.rows
    ]
    assert rows == (SAID if players > 2 else [*SAID[:-1], PUCCINI, SAID[-1], IMAGINARY])
    assert {row.widths for row in view.parts[0].rows[:-1]} == {(2, 3)}  # more room for who is hired than for the bid
    assert view.columns == [""] * players + ["imaginary"] * (players == 2)
