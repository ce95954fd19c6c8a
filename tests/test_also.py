"""A mixed table reads the names in two languages: the second stands beside or below the first."""

import itertools

import pytest

from callboard_locales import catalog
from callboard_rules import load_rules
from callboard_rules.glossary import load_glossary
from conftest import LANGUAGES

PAIRS = list(itertools.permutations(LANGUAGES, 2))
pairs = pytest.mark.parametrize(("first", "second"), PAIRS, ids=lambda language: language)


EVENING = ("season=1", "mood=comedy", "Ann: C3 C3 C2 T2 T1 +4", "Bob: C2 C2 C1 C1 T2 T2 T1")


def score(callboard, first, *more):
    return callboard("score", "histrio", "season", *EVENING, "--lang", first, *more)


@pairs
def test_every_line_of_a_score_stands_in_both_languages(callboard, first, second):
    alone = score(callboard, first).out.splitlines()
    players = score(callboard, second, "--json").json()["players"]
    mixed = score(callboard, first, "--also", second).out.splitlines()
    assert mixed[-1].endswith(f" --also {second} --lang {first}" if first != "en" else f" --also {second}")
    mixed[-1] = mixed[-1].replace(f" --also {second}", "")
    below = [line.removeprefix(f"  {second}: ") for line in mixed if line.startswith(f"  {second}: ")]
    assert below == [line["text"] for player in players for line in player["lines"]]
    own = [line for line in mixed if not line.startswith(f"  {second}: ")]
    assert [line.partition(" / ")[0] for line in own[1:]] == [
        old if " / " not in new else old[: new.index(" / ")] for old, new in zip(alone[1:], own[1:], strict=True)
    ]
    assert " / " in own[0]
    titles = [words.text("histrio/game").partition("|")[0] for words in map(catalog, (first, second))]
    assert all(title in mixed[0] for title in titles)


@pairs
def test_what_came_out_stands_in_both_languages(callboard, first, second):
    line = ("score", "histrio", "court", "needle=comedy 1", "T2")
    alone = {language: callboard(*line, "--lang", language).out.splitlines() for language in (first, second)}
    mixed = callboard(*line, "--lang", first, "--also", second).out.splitlines()
    (changed,) = [fact for fact in mixed if fact.startswith(catalog(first).text("histrio/field.changed"))]
    assert catalog(second).text("histrio/field.changed") in changed
    assert changed not in alone[first] + alone[second]


@pairs
def test_a_set_up_names_its_steps_and_pieces_in_both_languages(callboard, first, second):
    names = ("setup", "histrio", "Ann", "Bob", "Cid", "Dan")
    setup = (*names, "--code", callboard(*names, "--json").json()["code"])
    other = callboard(*setup, "--lang", second, "--json").json()
    mixed = callboard(*setup, "--lang", first, "--also", second).out
    for step in other["steps"]:
        assert f"  {second}: {step['text']}\n" in mixed
    caravel = {"en": "8 caravels", "ru": "8 каравелл", "es": "8 carabelas"}
    assert f"{caravel[first]} / {caravel[second]}" in mixed


@pairs
def test_a_rule_has_its_title_and_its_words_in_both_languages(callboard, first, second):
    titles = {language: load_rules("histrio", language).sections["acrobats"].title for language in LANGUAGES}
    out = callboard("rules", "histrio", "--section", "acrobats", "--lang", first, "--also", second).out
    assert out.splitlines()[0] == " / ".join(dict.fromkeys([titles[first], titles[second]]))
    names = next(term.names for term in load_glossary("histrio") if term.section == "acrobats")
    assert f"{names[first][0]} / {names[second][0]}" in out or names[first][0] == names[second][0]
    contents = callboard("rules", "histrio", "--contents", "--lang", first, "--also", second).out
    assert f"{out.splitlines()[0]} — acrobats\n" in contents


@pairs
def test_the_games_have_their_titles_in_both_languages(callboard, first, second):
    titles = [catalog(language).text("histrio/game").partition("|")[0] for language in (first, second)]
    assert " / ".join(dict.fromkeys(titles)) in callboard("games", "--lang", first, "--also", second).out


def test_machines_and_the_same_language_twice_get_nothing_more(callboard):
    assert score(callboard, "ru", "--json", "--also", "es").json() == score(callboard, "ru", "--json").json()
    assert score(callboard, "ru", "--also", "ru").out == score(callboard, "ru").out


def test_an_unknown_second_language_is_refused_with_those_there_are(callboard):
    refused = callboard("games", "--lang", "en", "--also", "de")
    assert refused.status == 2
    assert "de" in refused.err
    assert all(language in refused.err for language in LANGUAGES)
    assert callboard("games", "--lang", "ru", "--also", "de").err != refused.err


def test_what_comes_next_goes_on_in_both_languages(callboard, tmp_path):
    def offered(*words):
        out = callboard(*words, "--also", "es", "--plain", CALLBOARD_HOME=str(tmp_path)).out
        told = (line.partition(": ")[2] for line in out.splitlines())
        return [text for text in told if text.startswith("callboard") and not text.endswith("--section ID")]

    both = " --also es --plain"
    assert offered("night", "start", "histrio", "Ann", "Bob") == [
        f"callboard night add season Ann: Bob:{both}",
        f"callboard night{both}",
    ]
    for words in (["night", "add", "season", *EVENING[1:]], ["night"], ["night", "undo"], ["night", "end"]):
        commands = offered(*words)
        assert commands
        assert all(command.endswith(both) for command in commands), commands
    *_, following = offered("setup", "historia", "Ann", "Bob")
    assert following.endswith(both)
