"""What an evening knows of each field, as the page in the game's folder says, is what its code says."""

import re

import pytest

from callboard_nights.entries import WHOSE
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.records import item_model, seats_field, tables_of
from conftest import ROOT

PARTS = {
    "exact": "exact",
    "at most": "at_most",
    "at least": "at_least",
    "offered": "proposed",
    "left": "left",
    "lies": "lies",
}
"""What the column `known` says, with the part of an evening that says the same."""
HEAD = ["stage", "field", "known", "from", "source"]


def rows_of(text):
    """Return the cells of each row of the page's table, below its head."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    assert rows[0] == HEAD
    assert {*rows[1]} == {"---"}
    return rows[2:]


def page_of(game):
    return (find_game(game).folder / "evening.md").read_text(encoding="utf-8")


def told(game):
    """Return what a page says: stage, field, and what is known of it."""
    for stages, field, known, *_ in rows_of(page_of(game)):
        yield from ((stage, field, known) for stage in stages.split(", "))


def fields_of(game, stage):
    """Return all fields of a stage's record, those of a table in it each by itself."""
    model = find_game(game).record(stage)
    for name, info in model.model_fields.items():
        inner = next(tables_of(info.annotation), None)
        is_list = item_model(info) is not None
        if inner is None or (is_list and name != seats_field(model)):
            yield name
        else:
            yield from (f"{name}.{one}" for one in inner.model_fields)
    if stage in find_game(game).evening().asks_whose:
        yield WHOSE


def coded(game):
    """Return the same as the game's code says it."""
    evening = find_game(game).evening()
    for stage in find_game(game).stages:
        known = {
            (one.field, word) for word, part in PARTS.items() for one in evening.known(getattr(evening, part), stage)
        }
        fields = [*fields_of(game, stage)]
        known |= {(name, "exact") for leg in find_game(game).path for name in leg.fields if name in fields}
        known |= {(name, "exact") for name in fields if name.endswith(".name")}
        yield from ((stage, field, word) for field, word in known)
        yield from ((stage, field, "asked") for field in fields if field not in dict(known))


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_page_says_of_every_field_what_the_code_does(game):
    rows = [*told(game)]
    assert sorted(rows) == sorted(coded(game))
    assert all(all(row) for row in rows_of(page_of(game)))


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_what_a_page_links_to_is_there_and_explains_each_of_its_words(game):
    path, heading = re.search(r"\]\((\S+?)#(\S+)\)", page_of(game)).groups()
    guide = (find_game(game).folder / path).resolve()
    assert guide.is_relative_to(ROOT)
    text = guide.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    assert heading in [re.sub(r"[^\w -]", "", one).lower().replace(" ", "-") for one in headings]
    words = re.findall(r"^\| ([a-z ]+) \| (?:`(\w+)`|–)", text, re.MULTILINE)
    assert {*words} >= {*PARTS.items(), ("asked", "")}
