"""Intrigo on paper: each line of the scorer is a place of the ring or a row within it, in its order."""

import pytest

from callboard_cli.paper.pads import pad_view
from callboard_cli.ui.output import UI
from callboard_locales import catalog
from callboard_rules import load_rules
from callboard_scoring.games import find_game
from callboard_scoring.games.intrigo.pieces import FACTIONS, RING
from callboard_scoring.games.intrigo.round import victory
from conftest import LANGUAGES
from papers import records, unmet_rows

GAME = find_game("intrigo")


def part_for(players):
    (part,) = GAME.paper().parts(players, "round")
    return part


def test_each_line_has_its_row():
    for one in records("intrigo"):
        assert not any(score.lines for score in one.result.players), one.name  # no line is one player's own
        ring = one.part.rows[0]
        assert ring.times == len(one.raw["palace"]) == len(one.raw["gaps"])
        for row, line in zip(one.rows_of(one.result.lines), one.result.lines, strict=True):
            assert (row == ring) == ("building" in line.values and line.reason.case != "not-awarded"), one.name


def test_what_players_have_afterwards_finds_its_places():
    for one in records("intrigo"):
        boxes = {row.case: row.boxes for row in one.part.rows if row.ours}
        for holdings in one.result.outcome.players.values():
            for faction, seals in holdings.seals.items():
                assert str(seals) in boxes[faction], one.name
        ring = one.part.rows[0]
        for award in one.result.outcome.awards:
            assert award.rule in (ring.rule, *ring.also), one.name


def test_some_record_meets_each_row():
    assert unmet_rows("intrigo", lambda result: [result.lines]) == set()


@pytest.mark.parametrize("players", RING)
def test_so_many_boxes_win_as_the_rule_says(players):
    part = part_for(players)
    (rule,) = (row for row in part.rows if row.rule == "intrigo/victory" and not row.case)
    assert rule.values == {"limit": 4, "factions": len(FACTIONS)}
    boxes = {row.case: len(row.boxes) for row in part.rows if row.case in FACTIONS}
    assert set(boxes) == set(FACTIONS)
    for faction, number in boxes.items():
        assert victory({faction: number})
        assert not victory({faction: number - 1})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", RING)
def test_the_ring_has_a_place_for_each_building_and_one_between_each_two(players, language):
    view = pad_view(UI(catalog(language), plain=True), GAME, players)
    part, kept = view.parts
    assert part.ring.number == RING[players]
    assert part.ring.number % 4 == 0  # as many on each side, each corner counted once
    assert part.ring.row.section == (load_rules("intrigo", language).sections["awards"].title,)
    assert all((part.ring.first, part.ring.between, *part.ring.row.boxes))
    assert part.ring.row.label not in [row.label for row in (*part.rows, *kept.rows)]
    assert sum(row.shared for row in part.rows) == 2
    assert "____" in part.title  # which round it is


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_down_of_a_round_and_whose_it_is(language):
    """Row by row: a card of each faction counts up to 4, and only what stays or is cut short is the whole table's.

    Families and seals are kept for the whole game, apart from what a round brings.
    """
    words = catalog(language)
    part, kept = pad_view(UI(words, plain=True), GAME, 4).parts

    def named(*names):
        return tuple(words.text(f"intrigo/pad-box.{name}") for name in names)

    ring = part.ring
    assert (ring.first, ring.between, ring.row.boxes) == (*named("door", "card"), named("token", "winner"))
    assert ring.row.label == (words.text("intrigo/pad.awards"),)
    seals = ("1", "2", "3", "4")
    of_a_round = [
        ("organisation-cards.ducats", named("before", "after"), False),
        ("victory.not-awarded", (), True),
        ("round-end", (), True),
    ]
    of_the_game = [
        ("organisation-cards.family", (), False),
        *((f"organisation-cards.{faction}", seals, False) for faction in FACTIONS),
        ("victory", (), False),
    ]
    for told, rows in ((part, of_a_round), (kept, of_the_game)):
        assert [(row.label, row.boxes, row.shared) for row in told.rows] == [
            ((words.text(f"intrigo/pad.{name}"),), boxes, shared) for name, boxes, shared in rows
        ]
    assert {row.kind for row in (ring.row, *part.rows, *kept.rows)} == {"note"}  # nothing is added up
