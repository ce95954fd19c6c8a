"""Intrigo on paper: each line of the scorer is a place of the ring or a row within it, in its order."""

import tomllib

import pytest

from callboard_cli.paper.pads import pad_view
from callboard_cli.speech.face import Face
from callboard_cli.speech.wording import token_words
from callboard_locales import catalog
from callboard_scoring.games import find_game
from callboard_scoring.games.intrigo.pieces import FACTIONS, RING
from callboard_scoring.games.intrigo.round import victory
from callboard_scoring.records import read_record
from conftest import GOLDEN, LANGUAGES

GAME = find_game("intrigo")


def records():
    yield pytest.param(GAME.example("round"), id="the example")
    for case in tomllib.loads((GOLDEN / "intrigo/round.toml").read_text(encoding="utf-8"))["case"]:
        yield pytest.param(case["record"], id=case["name"])


def scored(raw):
    return GAME.score("round", read_record(GAME.record("round"), raw, token_words(GAME)))


def part_for(players):
    (part,) = GAME.paper().parts(players, "round")
    return part


def rows_of(part, lines):
    """Return the row of each line, in the order of the pad; a row stands there as often as it says."""
    places = [row for row in part.rows if not row.ours for _ in range(row.times)]
    found = []
    for line in lines:
        same = [row for row in places if line.reason.rule in (row.rule, *row.also)]
        fitting = [row for row in same if row.case == line.reason.case] or same
        place = next((place for place, row in enumerate(places) if row in fitting), None)
        assert place is not None, f"{line.reason.id} has no row left"
        found.append(places[place])
        del places[: place + 1]
    return found


@pytest.mark.parametrize("raw", list(records()))
def test_each_line_has_its_row(raw):
    result, part = scored(raw), part_for(len(raw["players"]))
    assert not any(score.lines for score in result.players)  # no line is one player's own
    ring = part.rows[0]
    assert ring.times == len(raw["palace"]) == len(raw["gaps"])
    for row, line in zip(rows_of(part, result.lines), result.lines, strict=True):
        assert (row == ring) == ("building" in line.values and line.reason.case != "not-awarded")


@pytest.mark.parametrize("raw", list(records()))
def test_what_players_have_afterwards_finds_its_places(raw):
    result, part = scored(raw), part_for(len(raw["players"]))
    boxes = {row.case: row.boxes for row in part.rows if row.ours}
    for holdings in result.outcome.players.values():
        for faction, seals in holdings.seals.items():
            assert str(seals) in boxes[faction]
    ring = part.rows[0]
    for award in result.outcome.awards:
        assert award.rule in (ring.rule, *ring.also)


def test_some_record_meets_each_row():
    met = set()
    for (raw,) in (param.values for param in records()):
        met |= {row.name for row in rows_of(part_for(len(raw["players"])), scored(raw).lines)}
    parts = [part_for(players) for players in RING]
    assert {row.name for part in parts for row in part.rows if not row.ours} == met


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
    view = pad_view(Face(catalog(language), plain=True), GAME, players)
    (part,) = view.parts
    assert part.ring.number == RING[players]
    assert part.ring.number % 4 == 0  # as many on each side, each corner counted once
    assert part.ring.row.section == "awards"
    assert all((part.ring.first, part.ring.between, *part.ring.row.boxes))
    assert part.ring.row.label not in [row.label for row in part.rows]
    assert sum(row.shared for row in part.rows) == 2
    assert "____" in part.title  # which round it is
