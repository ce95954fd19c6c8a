"""Intrigo's doubts: no table that comes of legal play raises one, our own tables neither, and nearby ones do."""

import shlex
import tomllib
from collections import Counter
from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as st

from callboard_scoring.games import find_game
from callboard_scoring.records import doubts_in, read_record
from callboard_scoring.words import NO_WORDS
from conftest import EVENINGS, ROOT, run_callboard
from palaces import DOWN, TASTES, Evening, evenings, tables

RECORD = find_game("intrigo").record("round")


def doubts(table):
    return [doubt.code.rpartition(".")[2] for doubt in doubts_in(read_record(RECORD, table, NO_WORDS))]


@given(evenings)
def test_no_table_that_comes_of_legal_play_is_doubted(tables):
    for table in tables:
        assert doubts(table) == [], table


def test_legal_play_reaches_the_extremes_and_they_are_not_doubted():
    """Seeds that were looked for: what lies face down, what is empty, out of place and bought, as much as there can be."""
    seen = Counter()
    for seed, players, saving, taste, eager in product(range(4), (3, 4), (0, 6), TASTES, (0.3, 1)):
        evening = Evening(
            seed, players, eager=eager, taste=taste, saving=saving, dearest=1, spoil=saving > 0, cunning=True
        )
        for table in evening.rounds(9):
            palace, gaps = table["palace"], table["gaps"]
            reached = {
                "cards down": sum(card.endswith(DOWN) for card in gaps),
                "tokens down": sum(token.endswith(DOWN) for token in palace),
                "empty": palace.count("none"),
                "bought": sum(" " not in card for card in gaps),
                "seals misplaced": sum(token not in ("none", "ducat", "ducat" + DOWN) for token in palace[1::2]),
                "ducats misplaced": sum(token.startswith("ducat") for token in palace[::2]),
            }
            if any(reached.values()):
                assert doubts(table) == [], table
            seen |= Counter(reached)
    assert seen["cards down"] == 3
    assert seen["tokens down"] == 3
    assert seen["empty"] == 8
    assert seen["bought"] >= 12
    assert seen["seals misplaced"] == 3
    assert seen["ducats misplaced"] >= 2


@given(tables, st.data())
def test_a_piece_more_face_down_than_somebody_turned_is_doubted(table, data):
    for field, who, code in (
        ("gaps", "assassin", "cards-face-down"),
        ("palace", "thief", "tokens-face-down"),
    ):
        pieces = table[field]
        face_up = [
            place
            for place, piece in enumerate(pieces)
            if not piece.endswith(DOWN) and piece != "none" and (field == "palace" or " " in piece)
        ]
        more = 1 + table["gaps"].count(who) - sum(piece.endswith(DOWN) for piece in pieces)
        assume(len(face_up) >= more)
        turned = data.draw(st.lists(st.sampled_from(face_up), min_size=more, max_size=more, unique=True))
        wrong = [piece + DOWN if place in turned else piece for place, piece in enumerate(pieces)]
        assert doubts({**table, field: wrong}) == [code]


@given(tables, st.data())
def test_an_empty_building_that_shows_a_seal_is_doubted(table, data):
    place = 2 * data.draw(st.integers(0, len(table["palace"]) // 2 - 1))
    assume(not table["palace"][place].endswith(DOWN))
    palace = [*table["palace"][:place], "none", *table["palace"][place + 1 :]]
    owned = sum(player["ducats"] for player in table["players"])
    assume(owned + sum(token.startswith("ducat") for token in palace) <= 32)
    assert "seals-missing" in doubts({**table, "palace": palace})


def test_the_tables_of_the_page_of_scoring_and_of_the_evening_can_be():
    """A golden case and the example say themselves what is doubted in them."""
    lines = (ROOT / "docs" / "scoring.md").read_text(encoding="utf-8").splitlines()
    typed = [shlex.split(line)[1:] for line in lines if line.startswith("callboard score intrigo round")]
    evening = tomllib.loads((EVENINGS / "intrigo.toml").read_text(encoding="utf-8"))
    typed.extend(["score", "intrigo", "round", *step["en"]] for step in evening["step"])
    assert len(typed) >= 4
    for arguments in typed:
        assert "doubts" not in run_callboard(*arguments, "--json").json()


def test_of_cards_face_down_those_are_told_that_nobody_reaches():
    gaps = [*("assassin", "contarini 4" + DOWN, "contarini 2", "contarini 3", "dandolo 2", "assassin", "dandolo 3")]
    gaps += ["dandolo 4", "gradenigo 2", "gradenigo 3" + DOWN, "gradenigo 4", "morosini 2"]
    players = [
        {"name": name, "family": name, "ducats": 1, "seals": {}} for name in ("contarini", "dandolo", "gradenigo")
    ]
    palace = ["merchants", "ducat", "clergy", "ducat", "workers", "ducat"] * 2
    table = read_record(RECORD, {"players": players, "palace": palace, "gaps": gaps}, NO_WORDS)
    (doubt,) = doubts_in(table)
    assert (doubt.code, doubt.values) == ("intrigo/doubt.cards-apart", {"cards": ["gradenigo 3"]})
