"""Prompts, on a real pseudo-terminal: asked field by field, a wrong word pointed at, nothing lost."""

import re

import pytest

from conftest import LANGUAGES, sampled
from running import answer, interrupted, rest, spawn_callboard, uncoloured

pytest.importorskip("pexpect")

ENTER = ""


def evening(mood, first, troupe, second, other):
    return ["1", mood, first, troupe, ENTER, "4", second, other, "0", ENTER, ENTER]


LATIN = ("Valère", "C3 C3 C2 T2 T1", "Hippolyte", "C2 C2 C1 C1 T2 T2 T1")
ANSWERS = {
    "ru": evening("комедия", "Валера", "К3 К3 К2 Т2 Т1", "Ипполит", "К2 К2 К1 К1 Т2 Т2 Т1"),
    "en": evening("comedy", *LATIN),
    "es": evening("comedia", *LATIN),
}


def start(stage, language, columns=100, game="histrio", **extra):
    return spawn_callboard("score", game, stage, "--lang", language, lines=40, columns=columns, **extra)


def shown_to_the_end(child):
    shown = uncoloured(rest(child))
    assert child.exitstatus == 0, shown
    return shown


@pytest.mark.parametrize(("language", "columns"), sampled(LANGUAGES, (40, 80, 120)))
def test_a_season_is_asked_field_by_field_and_shown_with_its_reasons(language, columns):
    child = start("season", language, columns)
    answer(child, *ANSWERS[language])
    shown = shown_to_the_end(child)
    assert all(len(line) <= columns for line in shown.splitlines()[:-1])
    assert "= 13" in shown
    assert "= 7" in shown
    assert re.search(r"§\d season-best-show", shown)
    side_by_side = any(
        ("Hippolyte" in line and "Valère" in line) or ("Валера" in line and "Ипполит" in line)
        for line in shown.splitlines()
        if "─" in line
    )
    assert side_by_side == (columns >= 80)


def test_a_wrong_word_is_pointed_at_and_asked_again():
    child = start("season", "en")
    answer(child, "3")
    child.expect("at most 2")
    answer(child, "1", "comedy", "Ann", "C3 C8 T1")
    child.expect(r"Ann · actors \(C3 T1 …\): C3 C8 T1\r\n( +)\^\^\r\n")
    assert len(child.match[1]) == len("  Ann · actors (C3 T1 …): C3 ")
    child.expect("level from 1 to 5")
    answer(child, "C3 C2 T1", ENTER, ENTER, "ann")
    child.expect("another player already has this name")
    answer(child, "Bob", ENTER, ENTER, ENTER, ENTER)
    shown = shown_to_the_end(child)
    assert "5 − 1 = 4 in favour of comedy" in shown


def test_what_is_wrong_only_together_is_asked_again_and_the_rest_is_kept():
    child = start("season", "en")
    answer(child, "1", "comedy", "Ann", "C3", ENTER, "4 5", "Bob", ENTER, ENTER, ENTER, ENTER)
    child.expect("at most 1 can be scored this season, not 2")
    child.expect("Ann · ecus of the Secret Requests scored")
    answer(child, "4")
    shown = shown_to_the_end(child)
    assert "a Secret Request pays 4 ecus" in shown


def test_a_mistake_that_was_asked_for_already_has_everything_asked_again():
    child = start("city", "en")
    answer(child, "Ann", "Ann 3, Bob 2", "3", "1", "tragedy 1", "T3, C2, C2", "Bob", ENTER)
    child.expect("2 needed, one for each level 2 actor; 1 named")
    answer(child, "Bob")  # the cards were meant to hold one of level 2 only
    answer(child, "Ann", "Ann 3, Bob 2", "3", "1", "tragedy 1", "T3, C2", "Bob", "-")
    shown = shown_to_the_end(child)
    assert "= 6 ecus" in shown


def test_a_city_is_asked_for_with_its_tables():
    child = start("city", "es")
    answer(child, "Ana", "Ana 3, Bruno 2", "3", "1", "tragedia 1", "T3, bonificación 2, C2", "Bruno", "C2")
    shown = shown_to_the_end(child)
    assert "= 8 ecus" in shown
    assert "comedia 2" in shown


def test_stopping_loses_nothing_and_shows_no_traceback():
    child = start("season", "ru")
    answer(child, "1", "комедия", "Валера", "К3 Т1")
    shown = interrupted(child)
    assert child.exitstatus == 1
    assert "callboard score histrio season сезон=1 настроение=комедия 'Валера: К3 Т1' --lang ru" in shown


def test_the_end_of_input_stops_too():
    child = start("final", "en")
    child.expect(r": $")
    child.sendeof()
    shown = rest(child)
    assert child.exitstatus == 1
    assert "  callboard score histrio final --lang en" in shown


@pytest.mark.parametrize("extra", [{"NO_COLOR": "1"}, {"ACCESSIBLE": "1"}, {"TERM": "dumb"}])
def test_plain_surroundings_get_plain_lines(extra):
    child = start("final", "en", **extra)
    answer(child, "Ann", "31", "Bob", "31", ENTER)
    shown = rest(child)
    assert "\x1b[1m" not in shown
    assert not re.search("[─-╿]", shown)
    assert "Ann and Bob 31 ecus" in shown
    assert "Shared victory: Ann and Bob" in shown


def test_a_bid_is_asked_with_its_yes_and_no_and_a_dash_is_no_number():
    child = start("round", "ru", game="turandot")
    answer(child, "1", "Аня", "4", "1", ENTER, "Боря", "-", "1", "да", "Вера", "2", ENTER)
    child.expect("карта блефа")
    child.expect(r": $")
    child.sendline("наверное")
    child.expect("здесь нужно да или нет")
    answer(child, "нет", ENTER, "Вера")
    shown = shown_to_the_end(child)
    assert "номер 4 никто больше не сыграл" in shown
    assert "костюмера" in shown


SIX = "1 male goth, 1 male goth, 1 female goth, 1 male goth, 1 female goth, 1 male goth"


def test_two_players_are_asked_for_puccini_and_the_imaginary_player():
    child = start("final", "en", game="turandot")
    answer(child, "Ada", SIX, "goths", "0", ENTER)
    answer(child, "Ben", SIX, "goths", "1", "Calaf Ping Turandot Pong Pang Liù", ENTER)
    child.expect("Who holds Puccini")
    answer(child, "Ben", SIX, "none")
    child.expect("Ada has it")
    answer(child, "comedians")
    shown = shown_to_the_end(child)
    assert "your casting" in shown
    assert "Imaginary player" in shown


def test_three_players_are_not_asked_for_what_only_two_have():
    child = start("final", "en", game="turandot")
    for name, director in (("Ada", "goths"), ("Ben", "none"), ("Cleo", "staging")):
        answer(child, name, SIX, director, "0", ENTER)
    answer(child, ENTER)
    shown = shown_to_the_end(child)
    assert "Puccini" not in shown


@pytest.mark.parametrize(
    ("language", "palace", "gaps"),
    [
        (
            "ru",
            "военные, дукат, купечество, дукат, пусто, дукат, рабочие лицом вниз, дукат, пусто, дукат, пусто, дукат",
            "Контарини 4, Дандоло 2, вор, вор, стражник, Дандоло 4, Градениго 4 лицом вниз, убийца, Градениго 2, Градениго 3, Контарини 2, Дандоло 3",
        ),
        (
            "es",
            "militares, ducado, mercaderes, ducado, vacío, ducado, obreros boca abajo, ducado, vacío, ducado, vacío, ducado",
            "Contarini 4, Dandolo 2, ladrón, ladrón, guardia, Dandolo 4, Gradenigo 4 boca abajo, asesino, Gradenigo 2, Gradenigo 3, Contarini 2, Dandolo 3",
        ),
    ],
)
def test_a_palace_is_asked_for_and_drawn(language, palace, gaps):
    child = start("round", language, game="intrigo")
    for name, family, seals in (("Ada", "Contarini", "-"), ("Ben", "Dandolo", ENTER), ("Cleo", "Gradenigo", "clero 1")):
        answer(child, name, family, "1", seals)
    answer(child, ENTER, palace, gaps)
    shown = shown_to_the_end(child)
    assert "╔1═" in shown
    assert "▼" in shown


def test_a_performance_is_asked_poster_by_poster():
    child = start("perform", "en", game="magnificent")
    answer(child, "11 +2, orange large, orange gem, tent +2", "20 +5 gren large")
    child.expect("fits nowhere")
    answer(child, "20 +5 green large", ENTER, "orange large 1", "orange 1", "2")
    shown = shown_to_the_end(child)
    assert "poster 1: completed, 11 points and 4 coins with its tent" in re.sub(r"\s+", " ", shown)
    assert "poster 2: no tent below it" in re.sub(r"\s+", " ", shown)


def test_a_drawn_camp_needs_no_counts_and_a_counted_one_no_drawing():
    child = start("final", "en", game="magnificent")
    dice = "orange 1, green 1, purple 1, clear 1"
    nine = "A1-A1 B1-B1 C1-C1 A2-A2 B2-B2 C2-C2 A3-A3 B3-B3 C3-C3"
    answer(child, "Ada", "100", "4", dice, "OOO GG. ...", "rows, flat, flat, tents 1", nine, "1", "3")
    answer(child, "Ben", "90", "4", dice, ENTER, "rows 1, flat, flat, tents 1", "0 0 0 0 0 1 1 1 1", "1", "4", ENTER)
    shown = re.sub(r"[\s│]+", " ", shown_to_the_end(child))
    assert "= 136 points" in shown
    assert "= 126 points" in shown


def test_stopping_shows_the_answers_of_every_kind_as_words_that_are_read_again():
    child = start("round", "en", game="turandot")
    answer(child, "1", "Ada", "4", "1", "yes", "Ben", "-", "1", ENTER)
    shown = interrupted(child)
    assert "callboard score turandot round round=1 'Ada: 4 +1 bluff' 'Ben: +1' --lang en" in shown


def test_a_clear_die_is_asked_for_its_colour():
    child = start("power", "en", game="magnificent")
    answer(child, "clear 3")
    child.expect("Colour of a clear die")
    answer(child, "orange", "orange 5", "1", ENTER)
    assert "10" in shown_to_the_end(child)
