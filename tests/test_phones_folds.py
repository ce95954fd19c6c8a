"""What others filled in of the table's own is folded to a line, so that no stray tap changes it."""

import re

import pytest
from phones import Evening

NAMES = ("Ann", "Bob", "Cid")
RING = {"palace.0": "military", "gaps.0": "Contarini 4", "palace.1": "ducat"}


def folds(phone, path):
    """The lines to which fields are folded, by the names of the fields."""
    page = phone.page(path)
    found = {}
    for attributes, line in re.findall(r'<details class="fold"([^>]*)>\s*<summary[^>]*>([^<]*)<', page.html):
        if " open" not in attributes:
            found[re.search('data-name="([^"]*)"', attributes)[1]] = line
    return found


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "Mood: comedy · Ann, "), ("ru", "Настроение: комедия · Ann, "), ("es", "Humor: comedia · Ann, ")],
)
def test_what_another_said_is_a_line_with_who_and_when(language, line):
    evening = Evening("histrio", NAMES, language=language)
    ann, bob, _ = evening.players.values()
    assert folds(bob, "?stage=season") == {}
    ann.json({"stage": "season", "part": "Ann", "mood": line.split(": ")[1].split(" ")[0]})
    for phone in (bob, evening.host):
        told = folds(phone, "?stage=season")
        assert told.keys() == {"mood"}
        assert re.fullmatch(rf"{line}\d\d:\d\d", told["mood"])
    assert folds(ann, "?stage=season") == {}, "not for who typed it"
    assert "mood" in bob.page("?stage=season").form().names, "whoever opens it changes it"


def test_of_a_ring_it_says_how_far_it_is_walked():
    evening = Evening("intrigo", NAMES)
    ann, bob, _ = evening.players.values()
    ann.json({"stage": "round", "part": "Ann", **RING})
    assert re.fullmatch(r"Palace: 2 of 12 places · Ann, \d\d:\d\d", folds(bob, "?stage=round")["palace"])
    assert folds(ann, "?stage=round") == {}


def test_what_is_wrong_is_not_folded_nor_what_was_emptied():
    evening = Evening("histrio", NAMES)
    ann, bob, _ = evening.players.values()
    for text in ("rabbit", ""):
        ann.json({"stage": "season", "part": "Ann", "mood": text})
        assert folds(bob, "?stage=season") == {}


def test_whoever_wrote_last_goes_on_typing():
    evening = Evening("histrio", NAMES)
    ann, bob, _ = evening.players.values()
    ann.json({"stage": "season", "part": "Ann", "mood": "comedy"})
    bob.json({"stage": "season", "part": "Bob", "mood": "tragedy"})
    assert folds(bob, "?stage=season") == {}
    assert folds(ann, "?stage=season")["mood"].startswith("Mood: tragedy · Bob, ")


def test_the_script_is_told_which_to_fold():
    evening = Evening("histrio", NAMES)
    ann, bob, _ = evening.players.values()
    told = ann.json({"stage": "season", "part": "Ann", "mood": "comedy"}).json()
    assert told["folds"] == {}
    asked = bob.get("/live?stage=season", headers={"accept": "application/json"}).json()
    assert asked["folds"] == folds(bob, "?stage=season")
