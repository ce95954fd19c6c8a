"""What people should know beside the points: open points of the rules where they decide, and tables that cannot be."""

import pytest

from callboard_cli.speech.wording import fill
from callboard_locales import catalog
from conftest import LANGUAGES
from running import on_a_terminal, uncoloured

MET = {
    "en": ("Our reading [season-pleasing-show]: ", "Our reading [season-matching-actors]: "),
    "ru": ("Наше толкование [season-pleasing-show]: ", "Наше толкование [season-matching-actors]: "),
    "es": ("Nuestra interpretación [season-pleasing-show]: ", "Nuestra interpretación [season-matching-actors]: "),
}
SEASON = ("score", "histrio", "season", "season=1", "mood=comedy")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_that_meets_a_ruling_says_so_once(callboard, language):
    level = (*SEASON, "Ann: C1 T2 X", "Bob: C2 T3 X", "--lang", language)
    told = callboard(*level).out.splitlines()
    for opening in MET[language]:
        assert len([line for line in told if line.startswith(opening)]) == 1
    rulings = callboard(*level, "--json").json()["rulings"]
    assert [(ruling["rule"], ruling["case"], ruling["kind"]) for ruling in rulings] == [
        ("histrio/season-matching-actors", "paid-anyway", "inference"),
        ("histrio/season-pleasing-show", "level", "inference"),
    ]
    assert {f"{MET[language][0]}{rulings[1]['text']}", f"{MET[language][1]}{rulings[0]['text']}"} < set(told)


def test_a_score_that_meets_none_says_nothing(callboard):
    plain = (*SEASON, "Ann: C3", "Bob: C2")
    assert "[season-pleasing-show]:" not in callboard(*plain).out
    assert callboard(*plain, "--json").json()["rulings"] == []


def test_a_disagreement_says_who_disagrees(callboard):
    second = ("score", "histrio", "season", "season=2", "mood=comedy", "Ann: C3 +2 +4", "Bob: C2")
    first, last = callboard(*second, "--json").json()["rulings"]
    assert (first["kind"], first["between"], last["kind"]) == ("disagreement", "book", "inference")
    assert "between" not in last
    assert "The rulebook disagrees with itself [season-secret-request]: " in callboard(*second).out


def test_a_set_up_tells_what_it_follows_and_nothing_else(callboard):
    three = ("setup", "intrigo", "Ann", "Bob", "Cleo")
    kept = (*three, "seats=given", "first=Ann")
    own = {"intrigo/setup.seats-by-lot", "intrigo/setup.most-ambitious"}
    drawn, given = (
        {f"{ruling['rule']}.{ruling['case']}" for ruling in callboard(*line, "--json").json()["rulings"]}
        for line in (three, kept)
    )
    assert drawn - given == own
    assert "Not known [setup]: Nothing is said of the seats." in callboard(*three).out
    assert "Nothing is said of the seats." not in callboard(*kept).out


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
    assert not [line for line in told[above + 1 :] if "]: " not in line]  # only rulings
    (data,) = callboard(*SEVEN, "--json", "--lang", language).json()["doubts"]
    assert data == {"path": "actors", "code": "histrio/doubt.cards", "text": doubt}


def test_a_doubt_comes_first_on_a_screen_too():
    status, shown = on_a_terminal(*SEVEN, "--lang", "en", columns=160)
    told = [line.strip() for line in uncoloured(shown).splitlines() if line.strip()]
    assert (status, told[1].partition(":")[0]) == (0, "Check this")


def test_a_table_that_can_be_has_no_doubts(callboard):
    assert "doubts" not in callboard(*SIX, "--json").json()
    assert catalog("en").text("result.doubt").partition("%")[0] not in callboard(*SIX).out
