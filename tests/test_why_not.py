"""`--why-not`: under a line that gave nothing what was missing, for people and for programs, where it is asked."""

import json
import re

import pytest
from test_results import answer_in, shown

from callboard_cli.render.results import View
from conftest import LANGUAGES, run_callboard, sampled

SEASON = ("histrio", "season", "season=1", "mood=comedy", "Ann: C3 C2", "Bob: T3 C2", "Cid: C4")
MISSING = {
    "en": ("2 more levels of comedians would please the King", "6 more levels of comedians would equal the best show"),
    "ru": (
        "ещё 2 уровня комедиантов — и шоу понравилось бы Королю",
        "ещё 6 уровней комедиантов — и шоу сравнялось бы с лучшим",
    ),
    "es": (
        "con 2 niveles más de comediantes agradaría al Rey",
        "con 6 niveles más de comediantes igualaría al mejor espectáculo",
    ),
}
"""What Bob's show lacked to please, and to be the best."""
ASKED = ("--why-not", "--explain")


def score(*more, language="en"):
    ran = run_callboard("score", *SEASON, *more, "--lang", language)
    assert ran.status == 0, ran.err
    return ran


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_in_plain_lines_what_was_missing_stands_below_the_line_that_gave_nothing(asked, language):
    lines = score(asked, language=language).out.splitlines()
    for missing, number in zip(MISSING[language], (2, 3), strict=True):
        place = lines.index(f"Bob: → {missing}")
        assert re.fullmatch(rf"Bob: 0; .+ \[{number}\]", lines[place - 1])
    assert [line for line in lines if line.startswith("Cid: → ")] == [f"Cid: → {one_more(language)}"]
    assert not [line for line in lines if line.startswith("Ann: → ")]


def one_more(language):
    return {
        "en": "1 more level of comedians would equal the best show",
        "ru": "ещё 1 уровень комедиантов — и шоу сравнялось бы с лучшим",
        "es": "con 1 nivel más de comediantes igualaría al mejor espectáculo",
    }[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_only_where_it_is_asked_and_the_way_to_it_only_where_there_is_anything(language):
    plain = score(language=language).out
    assert "→" not in plain
    assert plain.count("--why-not") == 1
    assert "--why-not" not in score("--why-not", language=language).out
    assert "--why-not" not in score("--explain", language=language).out
    both_best = ("histrio", "season", "season=1", "mood=comedy", "Ann: C3 +4", "Bob: C3 +2")
    assert "--why-not" not in run_callboard("score", *both_best, "--lang", language).out


@pytest.mark.parametrize(("language", "width"), sampled(LANGUAGES, (40, 80, 120)))
@pytest.mark.parametrize("view", [View(why_not=True), View(explain=True)], ids=ASKED)
def test_on_a_screen_it_stands_in_the_frame_of_its_player_and_the_answer_stays_as_short(language, width, view):
    words = SEASON
    lines = shown(*words, language=language, width=width, view=view)
    assert all(len(line) <= width for line in lines)
    assert sum(line.count("→") for line in lines) == 3
    if width == 40 or view.explain:  # players below each other
        told = re.sub(r"[│\s]+", " ", " ".join(lines))
        for missing in MISSING[language]:
            assert f"→ {missing}" in told
    assert "→" not in "".join(answer_in(lines))
    assert len(answer_in(lines)) <= len(answer_in(shown(*words, language=language, width=width)))


def test_of_one_player_only_that_players_are_told():
    lines = score("--of", "Cid", "--why-not").out.splitlines()
    assert [line for line in lines if "→" in line] == [f"Cid: → {one_more('en')}"]


def test_at_a_mixed_table_it_stands_in_both_languages():
    lines = score("--why-not", "--also", "es", language="ru").out.splitlines()
    for one, other in zip(MISSING["ru"], MISSING["es"], strict=True):
        assert lines[lines.index(f"Bob: → {one}") + 1] == f"  es: {other}"


def test_in_brief_the_answer_alone_is_told():
    assert score("--brief", "--why-not").out == score("--brief").out


def test_programs_are_told_on_asking_and_nothing_else_changes():
    alone = score("--json").json()
    for asked in ASKED:
        told = score("--json", asked).json()
        lacks = {
            (player["name"], line["case"]): line.pop("lacks")
            for player in told["players"]
            for line in player["lines"]
            if "lacks" in line
        }
        assert told == alone
        assert list(lacks) == [("Bob", "wrong-mood"), ("Bob", "not-pleasing"), ("Cid", "surpassed")]
        assert lacks["Bob", "wrong-mood"] == [
            {"rule": "histrio/season-pleasing-show", "case": "lacks-levels", "text": MISSING["en"][0]}
        ]
    record = {"game": "histrio", "stage": "season", "season": 1, "mood": "comedy"}
    players = [{"name": name, "troupe": cards.split()} for name, cards in (line.split(": ") for line in SEASON[4:])]
    each = {"chameleons": 0, "requests": []}
    raw = {**record, "players": [{**player, **each} for player in players]}
    batch = run_callboard("batch", "--lang", "en", stdin=json.dumps(raw) + "\n")
    assert json.loads(batch.out) == alone


@pytest.mark.parametrize("asked", ASKED)
def test_an_entry_of_an_evening_says_it_too(asked, tmp_path):
    def night(*words):
        return run_callboard("night", *words, "--lang", "en", CALLBOARD_HOME=str(tmp_path))

    night("start", "histrio", "Ann", "Bob", "Cid")
    told = night("add", "season", *SEASON[3:], asked).out.splitlines()
    assert f"Bob: → {MISSING['en'][0]}" in told
    assert "→" not in night("add", "season", *SEASON[3:]).out
    night("undo")
    result = night("add", "season", *SEASON[3:], asked, "--json").json()["result"]
    assert [len(line.get("lacks", ())) for line in result["players"][1]["lines"]] == [0, 1, 1, 0]
    night("undo")
    result = night("add", "season", *SEASON[3:], "--json").json()["result"]
    assert not [line for line in result["players"][1]["lines"] if "lacks" in line]


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_it(language):
    for words in (("score",), ("night", "add")):
        assert "--why-not" in run_callboard(*words, "--help", "--lang", language).out


ROUND = ("turandot", "round", "round=1", "puccini=Ann", "Ann: 1 +1", "Bob: 1 +2", "Cid: 2")
TROUPE = "1 female goth, 1 male goth, 1 female amateur, 1 male amateur, 1 male amateur, 1 male amateur"
OPERA = ("turandot", "final", "puccini=Bob", f"Ann: {TROUPE}, none", f"Bob: {TROUPE}, indefinite")
IMAGINARY = f"imaginary: {TROUPE.replace('1', '3')}, favourites"


def test_what_is_no_points_says_it_too_and_so_do_lines_that_are_nobodys():
    told = run_callboard("score", *ROUND, "--why-not", "--json", "--lang", "en").json()
    lacks = [[lack["text"] for line in player["notes"] for lack in line.get("lacks", ())] for player in told["players"]]
    assert lacks == [
        ["2 more money cards, if still in hand, would have hired the singer", "numbers without a rival: 3, 4"],
        [],
        [],
    ]
    told = run_callboard("score", *OPERA, IMAGINARY, "--why-not", "--json", "--lang", "en").json()
    (verdict,) = [line for line in told["lines"] if "lacks" in line]
    assert (verdict["case"], [lack["case"] for lack in verdict["lacks"]]) == ("imaginary-wins", ["lacks-points"])
    for line in told["lines"]:
        assert "lacks" not in line or line is verdict  # of the imaginary player nobody asks what was missing


@pytest.mark.parametrize(("language", "width"), sampled(LANGUAGES, (40, 80, 120)))
def test_a_verdict_says_in_the_answer_what_it_lacked_and_a_bid_in_its_frame(language, width):
    answer = answer_in(shown(*OPERA, IMAGINARY, language="en", width=width, view=View(why_not=True)))
    assert "→ with 12 more points for the better of you the imaginary player would not have won" in " ".join(answer)
    framed = [line for line in shown(*ROUND, language=language, width=width, view=View(why_not=True)) if "→" in line]
    assert len(framed) == 2
    assert all(line.startswith("│") for line in framed)
