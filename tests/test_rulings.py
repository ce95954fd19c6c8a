"""What people should know beside the points: open points of the rules where they decide, and tables that cannot be."""

import pytest

from callboard_cli.ui.wording import fill
from callboard_locales import catalog
from conftest import LANGUAGES
from running import on_a_terminal, sections, uncoloured

KIND = {"en": "Our reading", "ru": "Наше толкование", "es": "Nuestra interpretación"}
SEASON = ("score", "histrio", "season", "season=1", "mood=comedy")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_that_meets_a_ruling_says_so_once(callboard, language):
    level = (*SEASON, "Ann: C1 T2 X", "Bob: C2 T3 X", "--lang", language)
    told, explained = callboard(*level).out, callboard(*level, "--explain").out.splitlines()
    rulings = callboard(*level, "--json").json()["rulings"]
    assert [(ruling["rule"], ruling["case"], ruling["kind"]) for ruling in rulings] == [
        ("histrio/season-matching-actors", "paid-anyway", "inference"),
        ("histrio/season-pleasing-show", "level", "inference"),
    ]
    number_of = sections(told)
    met = {"count": 2, "sections": "[1], [2]"}
    assert (number_of["season-matching-actors"], number_of["season-pleasing-show"]) == ("1", "2")
    assert told.splitlines().count(catalog(language).text("result.readings") % met) == 1
    for number, ruling in enumerate(rulings, 1):
        assert ruling["text"] not in told
        assert explained.count(f"  {KIND[language]} [{number}]: {ruling['text']}") == 1


def test_a_score_that_meets_none_says_nothing(callboard):
    plain = (*SEASON, "Ann: C3", "Bob: C2")
    assert "open points" not in callboard(*plain).out.casefold()
    assert "Our reading" not in callboard(*plain, "--explain").out
    assert callboard(*plain, "--json").json()["rulings"] == []


def test_a_disagreement_says_who_disagrees(callboard):
    second = ("score", "histrio", "season", "season=2", "mood=comedy", "Ann: C3 +2 +4", "Bob: C2")
    first, last = callboard(*second, "--json").json()["rulings"]
    assert (first["kind"], first["between"], last["kind"]) == ("disagreement", "book", "inference")
    assert "between" not in last
    number = sections(callboard(*second).out)["season-secret-request"]
    assert f"  The rulebook disagrees with itself [{number}]: " in callboard(*second, "--explain").out


def test_a_set_up_tells_what_it_follows_and_nothing_else(callboard):
    three = ("setup", "intrigo", "Ann", "Bob", "Cleo")
    kept = (*three, "seats=given", "first=Ann")
    own = {"intrigo/setup.seats-by-lot", "intrigo/setup.most-ambitious"}
    drawn, given = (
        {f"{ruling['rule']}.{ruling['case']}" for ruling in callboard(*line, "--json").json()["rulings"]}
        for line in (three, kept)
    )
    assert drawn - given == own
    seats = "Not known [1]: Nothing is said of the seats."
    assert seats in callboard(*three, "--explain").out
    assert seats not in callboard(*three).out + callboard(*kept, "--explain").out


SEVEN = ("score", "histrio", "court", "needle=comedy 1", "C1 T1 C1 T1 C1 T1 C1")
SIX = ("score", "histrio", "court", "needle=comedy 1", "C1 T1 C1 T1 C1 T1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_that_cannot_be_is_scored_and_doubted_first_and_counted_last(callboard, language):
    words = catalog(language)
    doubt = fill(words, "histrio", "histrio/doubt.cards", {"count": 7, "limit": 6})
    ran = callboard(*SEVEN, "--lang", language)
    told = ran.out.splitlines()
    assert ran.status == 0
    assert told[1] == words.text("result.doubt") % {"text": doubt}
    above = told.index(words.plural("result.doubts-above", 1) % {"count": 1})
    assert above == len(told) - 2  # below it stands how to come to the reasons
    (data,) = callboard(*SEVEN, "--json", "--lang", language).json()["doubts"]
    assert data == {"path": "actors", "code": "histrio/doubt.cards", "text": doubt}


def test_a_doubt_comes_first_on_a_screen_too():
    status, shown = on_a_terminal(*SEVEN, "--lang", "en", columns=160)
    told = [line.strip() for line in uncoloured(shown).splitlines() if line.strip()]
    assert (status, told[1].partition(":")[0]) == (0, "Check this")


def test_a_table_that_can_be_has_no_doubts(callboard):
    assert "doubts" not in callboard(*SIX, "--json").json()
    assert catalog("en").text("result.doubt").partition("%")[0] not in callboard(*SIX).out
