"""Turandot as players type it at the table, in each language: its own short words, and one error for one mistake."""

import pytest

from callboard_cli.input.parser.typed import read
from callboard_cli.input.stage import stage_of
from callboard_scoring.games import find_game
from conftest import run_callboard


def scored(stage, *words, language="en"):
    """The record that is read from typed words."""
    here = stage_of(find_game("turandot"), stage)
    typing = read(words, here, language)
    return here.record(typing.raw, typing.problems)


def told(stage, *words, language="en"):
    """What is said to be wrong with typed words: paths, codes and sentences."""
    errors = run_callboard("score", "turandot", stage, *words, "--json", "--lang", language).json().get("errors", ())
    return [(error["path"], error["code"], error["text"]) for error in errors]


# --- A round -------------------------------------------------------------------------------------------------------

TABLE = {
    "en": ("round=2", "puccini=Ben", "Ben: 1", "Cleo: 2"),
    "ru": ("раунд=2", "пуччини=Боря", "Боря: 1", "Вера: 2"),
    "es": ("ronda=2", "puccini=Bea", "Bea: 1", "Ciro: 2"),
}


@pytest.mark.parametrize(
    ("language", "line", "bid"),
    [
        ("en", "Ann: no. 3, 1 money", (3, 1, False)),
        ("en", "Ann: #3 +2 bluff", (3, 2, True)),
        ("en", "Ann: number: 3, money: 2", (3, 2, False)),
        ("en", "Ann: - +1", (None, 1, False)),
        ("ru", "Аня: №3 1 деньги", (3, 1, False)),
        ("ru", "Аня: № 3, 2 карты денег, блеф", (3, 2, True)),
        ("ru", "Аня: 1 карта денег", (None, 1, False)),
        ("es", "Ana: nº3 2 cartas de dinero", (3, 2, False)),
        ("es", "Ana: n.º 3 farol", (3, 0, True)),
        ("es", "Ana: 1 dinero", (None, 1, False)),
    ],
)
def test_a_bid_as_players_type_it(language, line, bid):
    first = scored("round", *TABLE[language], line, language=language).players[-1]
    assert (first.number, first.money, first.bluff) == bid


@pytest.mark.parametrize(
    ("language", "line", "path", "code"),
    [
        ("ru", "Аня: 2 3", "players[2]", "typed-word"),
        ("ru", "Аня: +2", "players[2].money", "lone-money"),
        ("ru", "Аня: 3 +4", "players[2].money", "less_than_equal"),
        ("ru", "Аня: блеф", "players[2].number", "bluff-alone"),
        ("ru", "Аня: тройка", "players[2]", "typed-word"),
        ("en", "Ann: goths", "players[2]", "typed-word"),
        ("en", "Ann: 2 bluff bluff", "players[2]", "typed-word"),
        ("en", "Ann: 1 -1", "players[2]", "typed-word"),
        ("en", "Ann: -", "players[2].number", "no-bid"),
        ("en", "Ann: 5", "players[2].number", "number-out"),
        ("es", "Ana: 1.5", "players[2]", "typed-word"),
        ("es", "Ana: farol farol", "players[2]", "typed-word"),
        ("es", "Ana:", "players[2]", "line-required"),
        ("es", "Ana: -", "players[2].number", "no-bid"),
        ("es", "Ana: 2 +2 +2", "players[2].money", "less_than_equal"),
        ("es", "Ana: dinero", "players[2]", "typed-word"),
    ],
)
def test_a_mistaken_bid_is_one_error(language, line, path, code):
    assert [(at, what) for at, what, _ in told("round", *TABLE[language], line, language=language)] == [(path, code)]


# --- The end of the game -------------------------------------------------------------------------------------------

SIX = {
    "en": "3 m go ca, 2 f cl tu, 1 f am li, 2 m pr, 1 i co, 2 m al",
    "ru": "3 м го ка, 2 ж кл ту, 1 ж лю лю, 2 м пр, 1 н ко, 2 м ал",
    "es": "3 h gó ca, 2 f cl tu, 1 f af li, 2 h pr, 1 i có, 2 h al",
}
SINGERS = (
    *("3 male goth calaf", "2 female classical turandot", "1 female amateur liu"),
    *("2 male professional", "1 indefinite comedian", "2 male alternative"),
)
OTHERS = {
    "en": (f"Ben: {SIX['en']}, none", f"Cleo: {SIX['en']}, staging"),
    "ru": (f"Боря: {SIX['ru']}, без эффекта", f"Вера: {SIX['ru']}, элементы"),
    "es": (f"Bea: {SIX['es']}, ninguno", f"Ciro: {SIX['es']}, puesta en escena"),
}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "director goths, staging 2"),
        ("en", "director: goths, 2 elements"),
        ("en", "goths staging: 2"),
        ("ru", "режиссёр готы, 2 элемента"),
        ("ru", "режиссер: готы, +1 +1"),
        ("ru", "готы 2 элемента постановки"),
        ("es", "director góticos, 2 elementos"),
        ("es", "director de escena góticos, +2"),
        ("es", "goticos, elementos 2"),
    ],
)
def test_a_director_and_elements_by_their_names(language, words):
    name = {"en": "Ann", "ru": "Аня", "es": "Ana"}[language]
    last = scored("final", *OTHERS[language], f"{name}: {SIX[language]}, {words}", language=language).players[-1]
    assert (last.singers, last.director, last.staging) == (SINGERS, "goths", 2)


@pytest.mark.parametrize(
    ("language", "line", "path", "code"),
    [
        ("ru", "Аня: 3 м го пинг, 2 ж кл, 1 ж лю, 2 м пр, 1 н ко, 2 м ал, готы", "players[2].singers[0]", "singer"),
        ("ru", "Аня: 4 м го ка, 2 ж кл, 1 ж лю, 2 м пр, 1 н ко, 2 м ал, готы", "players[2].singers[0]", "singer"),
        ("en", "Ann: 3 m go ca tu, 2 f cl, 1 f am, 2 m pr, 1 i co, 2 m al, goths", "players[2].singers[0]", "singer"),
        ("en", "Ann: 3 m go, 2 f cl, 1 f am, 2 m pr, 1 i, 2 m al, goths", "players[2].singers[4]", "singer"),
        ("en", "Ann: 0 m go ca, 2 f cl, 1 f am, 2 m pr, 1 i co, 2 m al, goths", "players[2].singers[0]", "singer"),
        ("es", "Ana: 3 gó, 2 f cl, 1 f af, 2 h pr, 1 i có, 2 h al, góticos", "players[2].singers[0]", "singer"),
        ("es", "Ana: 3 h tenor, 2 f cl, 1 f af, 2 h pr, 1 i có, 2 h al, góticos", "players[2].singers[0]", "singer"),
        ("es", "Ana: 3 h gó, 2 f cl, 1 f af, 2 h pr, 1 i có, góticos", "players[2].singers", "too_short"),
    ],
)
def test_a_mistaken_singer_is_one_error(language, line, path, code):
    wrong = told("final", *OTHERS[language], line, language=language)
    assert [(at, what) for at, what, _ in wrong] == [(path, code)]


@pytest.mark.parametrize(("language", "name"), [("en", "Ann"), ("ru", "Аня"), ("es", "Ana")])
def test_whoever_names_no_director_reads_which_ones_there_are(language, name):
    wrong = told("final", *OTHERS[language], f"{name}: {SIX[language]}, xyzzy", language=language)
    assert [(at, what) for at, what, _ in wrong] == [("players[2]", "typed-word")]
    named = {
        "en": "goths, comedians, alternatives, classicals, favourites, staging, six types, indefinite or none",
        "ru": "готы, комедианты, альтернативные, классические, любимые роли, элементы постановки, шесть типов",
        "es": "góticos, cómicos, alternativos, clásicos, favoritos, puesta en escena, seis tipos, indefinidos o ninguno",
    }
    assert named[language] in wrong[0][2]


@pytest.mark.parametrize(
    "who", ["imaginary", "Imaginary player", "the imaginary player", "Воображаемый игрок", "jugador imaginario"]
)
def test_the_imaginary_player_goes_by_any_name_that_the_program_uses(who):
    two = [f"Ann: {SIX['en']}, goths", f"Bob: {SIX['en']}, comedians", "puccini=Ann"]
    assert told("final", *two, f"{who}: {SIX['en']}, six types") == []


def test_a_staging_element_of_the_imaginary_player_is_said_not_to_be():
    two = ("puccini=Ann", f"Ann: {SIX['en']}, goths", f"Ben: {SIX['en']}, none")
    ((path, code, text),) = told("final", *two, f"imaginary: {SIX['en']}, six types, +1")
    assert (path, code) == ("imaginary", "typed-word")
    assert "The imaginary player has no staging elements." in text


@pytest.mark.parametrize(
    ("language", "name", "holder", "said"),
    [
        ("en", "Ann", "puccini=Ann", "Puccini: this counts only in a game for two; leave it out (§ two-players)"),
        ("ru", "Аня", "пуччини=Аня", "Пуччини: это нужно только при игре вдвоём; уберите (§ two-players)"),
        ("es", "Ana", "puccini=Ana", "Puccini: esto solo cuenta en partidas de dos jugadores; quítalo (§ two-players)"),
    ],
)
def test_puccini_is_said_to_count_with_two_players_only_for_each_table_has_it(language, name, holder, said):
    director = {"en": "goths", "ru": "готы", "es": "góticos"}[language]
    typed = (*OTHERS[language], f"{name}: {SIX[language]}, {director}", holder)
    assert told("final", *typed, language=language) == [("puccini", "only-two", said)]
