"""Tables as people say them are read as they are meant, or refused: never as another table."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from talk import STAGES, Teller

from callboard_cli.input.diagnostics.problems import hinted
from callboard_cli.input.diagnostics.refusal import refused
from callboard_cli.input.diagnostics.suggestions import numbers_in
from callboard_cli.input.evening_stage import next_stage
from callboard_cli.input.parser.typed import read, write
from callboard_cli.input.stage import example_of, stage_of
from callboard_cli.ui.wording import token
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.commands import begin
from callboard_nights.night import night_of
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.problems import RefusedError
from conftest import LANGUAGES, sampled

STAGES_PLAYED = [(game, stage) for game in GAMES for stage in game.stages]
AT = "2026-11-22T19:30:00Z"


def heard(language, game, stage, *words):
    here = stage_of(find_game(game), stage)
    typing = read(words, here, language)
    return here.record(typing.raw, typing.problems)


def told(tell, language, seed, free):
    """How a table that is told comes out: `read`, `refused`, or what was read instead."""
    game, stage, raw, lines = tell(Teller(language, seed, free))
    here = stage_of(find_game(game), stage)
    try:
        meant = here.record(raw)
    except RefusedError:
        return "no table"
    try:
        return "read" if (found := heard(language, game, stage, *lines)) == meant else (lines, found)
    except RefusedError:
        return "refused"


def outcomes(tell, language, seeds):
    """How often tables come out so: of each one line is told freely, or all of them."""
    lines = len(tell(Teller(language, 0, -1))[3])
    return Counter(told(tell, language, seed, free if (free := seed % (lines + 1)) < lines else None) for seed in seeds)


def test_a_table_as_people_say_it_is_read_as_it_is_meant_or_refused():
    played = enumerate(product(STAGES, LANGUAGES))
    found = sum((outcomes(tell, language, [seed]) for seed, (tell, language) in played), Counter())
    assert set(found) <= {"read", "refused", "no table"}
    assert found["read"] > found["refused"]


@pytest.mark.long
@pytest.mark.parametrize(("tell", "language"), list(product(STAGES, LANGUAGES)))
def test_ten_thousand_lines_of_a_stage_are_read_as_they_are_meant_or_refused(tell, language, pytestconfig):
    is_part = pytestconfig.getoption("hypothesis_profile", None) == "part"
    assert set(outcomes(tell, language, range(60 if is_part else 3400))) <= {"read", "refused", "no table"}


SEASON = {
    "en": ("season=1", "mood=comedy", "Ben: T1"),
    "ru": ("сезон=1", "настроение=комедия", "Боря: Т1"),
    "es": ("temporada=1", "humor=comedia", "Bruno: T1"),
}


@pytest.mark.parametrize(
    ("language", "line", "troupe", "chameleons"),
    [
        ("en", "C3 ×2 T1", ["C3", "C3", "T1"], 0),
        ("en", "C3x2, 2× T1", ["C3", "C3", "T1", "T1"], 0),
        ("en", "C3 *2", ["C3", "C3"], 0),
        ("en", "a comedian of level 3 and two chameleons", ["C3"], 2),
        ("ru", "К3х2", ["C3", "C3"], 0),
        ("ru", "трагика 3 и хамелеона", ["T3"], 1),
        ("ru", "комедиант третьего уровня", ["C3"], 0),
        ("es", "comediantes 3, trágicas 3", ["C3", "T3"], 0),
        ("es", "C3 y X", ["C3"], 1),
        ("es", "un camaleón", [], 1),
    ],
)
def test_a_troupe_with_the_words_of_talk(language, line, troupe, chameleons):
    player = heard(language, "histrio", "season", *SEASON[language], f"A: {line}").players[-1]
    assert (list(player.troupe), player.chameleons) == (troupe, chameleons)


@pytest.mark.parametrize(
    ("language", "line", "amounts"),
    [
        ("ru", "прочее минус 2", {"other": -2}),
        ("ru", "прочее −2, 24 территории", {"other": -2, "territories": 24}),
        ("en", "other minus two", {"other": -2}),
        ("en", "other –2", {"other": -2}),
        ("es", "24 territorios y otros menos 2", {"territories": 24, "other": -2}),
    ],
)
def test_a_minus_in_words_and_as_it_is_printed(language, line, amounts):
    assert heard(language, "historia", "tally", f"A: {line}").players[0].amounts == amounts


@pytest.mark.parametrize(
    ("language", "line", "amount"),
    [
        ("en", "territories thirteen", 13),
        ("en", "territories thirty two", 32),
        ("en", "territories forty-one", 41),
        ("en", "territories twenty", 20),
        ("ru", "территории двадцать шесть", 26),
        ("ru", "территории двадцать один", 21),
        ("ru", "территории минус тридцать", -30),
        ("es", "territorios dieciocho", 18),
        ("es", "territorios veintidós", 22),
        ("es", "territorios treinta y dos", 32),
        ("es", "territorios cuarenta y uno", 41),
    ],
)
def test_numbers_in_words_up_to_a_hundred(language, line, amount):
    assert heard(language, "historia", "tally", f"A: {line}").players[0].amounts == {"territories": amount}


@pytest.mark.parametrize(
    ("language", "coins"),
    [("en", "two coins"), ("ru", "две монеты"), ("es", "dos monedas"), ("es", "treinta y dos monedas")],
)
def test_an_amount_in_words_is_of_the_field_that_it_is_of_in_digits(language, coins):
    mine = {"en": "o5 o4 g3 c1, tents 2", "ru": "о5 о4 з3 п1, шатры 2", "es": "n5 n4 v3 t1, carpas 2"}[language]
    other = {"en": "g1 g2 p1 p2, tents 2", "ru": "з1 з2 ф1 ф2, шатры 2", "es": "v1 v2 m1 m2, carpas 2"}[language]
    record = heard(language, "magnificent", "round", "round=1", f"A: 5, {coins}, {mine}", f"B: 5 +2 {other}")
    assert record.players[0].coins == (32 if "treinta" in coins else 2)


@pytest.mark.parametrize("line", ["wonders ×2", "wonders x2", "wonders × 2"])
def test_points_of_something_that_is_there_twice_are_not_2(line):
    with pytest.raises(RefusedError):
        heard("en", "historia", "tally", f"A: {line}")


@pytest.mark.parametrize(
    ("language", "line"),
    [("es", "territorios treinta y diez"), ("en", "territories two thirty"), ("en", "territories thirty ten")],
)
def test_a_number_that_can_be_heard_otherwise_is_refused(language, line):
    with pytest.raises(RefusedError):
        heard(language, "historia", "tally", f"A: {line}")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ru", ["первый раунд", "Пуччини у Веры", "Вера: 1", "Боря: 2", "Аня: 3 и с блефом"]),
        ("ru", ["первый", "раунд", "Пуччини", "у", "Веры", "Вера: 1", "Боря: 2", "Аня: 3 блеф"]),
        ("es", ["primera ronda", "Puccini es Вера", "Вера: 1", "Боря: 2", "Аня: 3 y farol"]),
        ("en", ["round one", "Puccini has Вера", "Вера: 1", "Боря: 2", "Аня: 3 and bluff"]),
    ],
)
def test_fields_named_without_a_mark_and_names_in_another_case(language, words):
    record = heard(language, "turandot", "round", *words)
    assert (record.round, record.puccini, record.players[-1].bluff) == (1, "Вера", True)


def test_who_is_stolen_from_in_the_genitive():
    lines = [
        "К1 Т2 Т2",
        "игрок=Аня",
        "Аня: 3",
        "Боря: 4",
        "Вера: 5",
        "распорядители=3 в запасе и 0 в театре",
        "игла=трагедию 1",
    ]
    record = heard("ru", "histrio", "city", *lines, "украсть у Бори и Веры", "ко двору -")
    assert (record.steal_from, record.needle) == (("Боря", "Вера"), "tragedy 1")


@pytest.mark.parametrize(
    ("language", "typed", "row"),
    [
        ("ru", "vjhjpbyb lerfns 1", {"family": "морозини", "ducats": 1, "seals": {}}),
        ("en", "Dandolo 1 merchants x2", {"family": "Dandolo", "ducats": 1, "seals": {"merchants": 2}}),
        ("es", "Dandolo, un ducado, militares ×2", {"family": "Dandolo", "ducats": 1, "seals": {"militares": 2}}),
    ],
)
def test_keys_of_another_layout_and_seals_counted_by_a_sign(language, typed, row):
    assert read([f"A: {typed}"], stage_of(find_game("intrigo"), "round"), language).raw["players"] == [
        {"name": "A", **row}
    ]


@pytest.mark.parametrize(
    ("game", "stage", "words", "readings"),
    [
        ("histrio", "season", [*SEASON["en"], "Ada: C3 x2"], ["C3 ×2", "C3, 2 x"]),
        ("historia", "tally", ["Ada: war - 3"], ["war 3", "war -3"]),
    ],
)
def test_what_has_two_readings_is_refused_with_both(game, stage, words, readings):
    with pytest.raises(RefusedError) as error:
        heard("en", game, stage, *words)
    (problem,) = error.value.problems
    assert problem.code == "error.typed-either"
    assert list(problem.values["options"]) == readings


@pytest.mark.parametrize(
    ("language", "words", "instead"),
    [
        ("ru", ["Вера- 31", "Боря: 4"], "Вера: 31"),
        ("en", ["Cleo - 31", "Ben: 4"], "Cleo: 31"),
    ],
)
def test_a_dash_in_place_of_a_colon_is_no_part_of_the_name_and_no_minus(language, words, instead):
    here = stage_of(find_game("histrio"), "final")
    typing = read(words, here, language)
    with pytest.raises(RefusedError) as error:
        here.record(typing.raw, typing.problems)
    told = refused(error.value, catalog(language), here, typing.raw, typing)
    assert [line for cause in told.messages for line in cause.instead] == [instead]


SLIPS = "abcdeorstxабвеорсух0123456789 -–−×*,:=.()"
"""What fingers hit beside a key, or leave."""


@pytest.mark.parametrize(("played", "language"), sampled(STAGES_PLAYED, LANGUAGES))
@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_whatever_is_suggested_is_accepted_and_has_the_same_numbers(played, language, data):
    game, stage = played
    here, words = stage_of(game, stage), catalog(language)
    lines = [line for line in write(example_of(here, words), here, words) if line]
    at = data.draw(st.integers(0, len(lines) - 1))
    place = data.draw(st.integers(0, len(lines[at])))
    slip = data.draw(st.sampled_from(["", *SLIPS]))
    typed = [*lines[:at], lines[at][:place] + slip + lines[at][place + 1 :], *lines[at + 1 :]]
    typing = read(typed, here, language)
    try:
        here.record(typing.raw, typing.problems)
    except RefusedError as error:
        before = refused(error, words, here, typing.raw, typing)
        placed = [
            replace(problem, values={**problem.values, "span": typing.span(problem.location)})
            for problem in error.problems
        ]
        for problem in (hinted(one, words, here, typing=typing) for one in placed):
            span = problem.values.get("span")
            if "guess" not in problem.values or span is None:
                continue
            said, guess = problem.values["given"], problem.values["guess"]
            assert numbers_in(said) == numbers_in(guess), before.messages
            line = span.line[: span.start] + guess + span.line[span.end :]
            again = read([line if one == span.line else one for one in typing.lines], here, language)
            end = span.start + len(guess)
            wrong = [one.values["span"] for one in again.problems if one.code == "error.typed-word"]
            assert not [one for one in wrong if one.line == line and span.start <= one.start and one.end <= end], said


def forms(game, language):
    """Every word that the program prints for a token by itself."""
    words = catalog(language)
    for one in game.tokens:
        for name in (one, *(f"{one}.{form}" for form in ("short",))):
            if words.has(f"{game.id}/token.{name}"):
                yield one, words.text(f"{game.id}/token.{name}").partition("|")[0]


@pytest.mark.parametrize(("game", "language"), sampled(GAMES, LANGUAGES))
def test_every_printed_word_of_a_piece_is_read_back_as_it(game, language):
    """Each word stands for its piece wherever a field takes the piece: alone, or with its number."""
    shown = {one: text for one, text in forms(game, language) if any(letter.isalpha() for letter in text)}
    for stage in game.stages:
        here = stage_of(game, stage)
        for one, text in shown.items():
            for reading in here.shorts.whole(text, one, language, inflected=True):
                assert reading == one, (text, token(catalog(language), game.id, one))


def evening(*names):
    """The last stage of an evening that these begin."""
    return next_stage(night_of(commands.begin(find_game("histrio"), names, AT)), "final")


@pytest.mark.parametrize("name", ["Иван", "Петрович", "Ивана Петровича", "Петровича", "И.П.", "иван петрович"])
def test_a_player_of_an_evening_by_a_part_of_the_name(name):
    own = evening("Иван Петрович", "Вера Ильина", "Аня")
    assert own.called(name) == "Иван Петрович"
    assert own.called("Оля") == "Оля"
    assert evening("Иван Петрович", "Иван Ильич").called("Иван") == "Иван"


@pytest.mark.parametrize(
    ("language", "ecus"),
    [
        ("en", "Ann 3 and Bob 32"),
        ("en", "Ann three, Bob thirty-two"),
        ("ru", "Ann 3 и Bob 32"),
        ("ru", "Ann: три и Bob: тридцать два"),
        ("es", "Ann 3 y Bob treinta y dos"),
    ],
)
def test_purses_are_told_with_and_between_them_and_in_words(language, ecus):
    city = ["player=Ann", f"ecus={ecus}", "managers=supply 3, theatre 0", "needle=comedy 1", "T3"]
    assert heard(language, "histrio", "city", *city).ecus == {"Ann": 3, "Bob": 32}


@pytest.mark.parametrize(("language", "joint"), [("en", "and"), ("ru", "и"), ("es", "y")])
def test_places_of_a_palace_are_told_with_and_between_them(language, joint):
    log = begin(find_game("intrigo"), ("Ann", "Bob", "Cid"), "2026-11-22T19:30:00Z", "intrigo-3-x-000007-1z")
    typing = read([f"palace=3:clergy {joint} 9:farmers"], next_stage(night_of(log), "round"), language)
    assert typing.raw["palace"] == {"3": "clergy", "9": "farmers"}
    assert typing.problems == []
