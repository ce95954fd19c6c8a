"""Words typed short: letters, beginnings, numbers on either side of their word, one line for all players, y and n.

Each short form says exactly what the whole words say; what may be two things is refused, with both of them named.
That no short form of any game is read as something else follows from how they are read: by every word that begins so.
"""

import pytest

import callboard
from callboard_cli.input.parser.typed import MOST_TYPED, read
from callboard_cli.input.prompts.dialog import Talk
from callboard_cli.input.stage import stage_of
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.problems import RefusedError
from conftest import LANGUAGES, one_language_each, run_callboard


def scored(game, stage, *words, language="en"):
    """What comes of typed words, for programs, in English: the record that was read tells it."""
    here = stage_of(find_game(game), stage)
    typing = read(words, here, language)
    return here.record(typing.raw, typing.problems)


def errors(game, stage, *words, language="en"):
    """The paths and codes of what is wrong with typed words."""
    told = run_callboard("score", game, stage, *words, "--json", "--lang", language).json()
    return [(error["path"], error["code"]) for error in told["errors"]]


ROUND = ("magnificent", "round", "round=1")
WHOLE = "Ada: 30 +9, orange 5, orange 3, green 2, clear 3, tents 3 max 6"


@pytest.mark.parametrize(
    "line",
    [
        "30 +9 O5 O3 G2 C3 tents 3/6",
        "30 +9 o5 o3 g2 c3 tents 3 / 6",
        "30 +9 O5 3 G2 C3 tents 3/6",
        "30 +9 or 5 ora 3 gre 2 cle 3 tent 3 max 6",
        "30 points 9 coins orange 5 3 green 2 clear 3 tents 3/6",
        "points 30 coins 9 5 orange 3 orange 2 green 3 clear tents 3 at most 6",
        "9 coins, 30 points, 5 or, 3 o, 2 g, 3 c, tents 3/6",
        "tents 3/6 O5 O3 G2 C3 30 9 coins",
        "30 +9 О5 О3 З2 П3 шатры 3/6",
        "30 очков 9 монет оранж. 5 ор 3 зел 2 прозр 3 шатров 3 до 6",
        "30 +9 N5 N3 V2 T3 tiendas 3/6",
        "30 puntos 9 monedas naranja 5 3 ver 2 transp 3 carpas 3 máx 6",
    ],
)
@one_language_each
def test_dice_by_letters_beginnings_and_numbers_on_either_side(line, language):
    assert scored(*ROUND, f"Ada: {line}", language=language) == scored(*ROUND, WHOLE)


@pytest.mark.parametrize(
    ("line", "path", "code"),
    [
        ("30 coins 9 O5 O3 G2 C3 flat", "players[0]", "typed-order"),
        ("4 orange 5 green 2 clear 3 purple 1 +9 flat", "players[0]", "typed-order"),
        ("9 coins 30 O5 O3 G2 C3 flat", "players[0]", "typed-order"),
        ("30 +9 O5 O3 G2 C3 co 3", "players[0]", "typed-short"),
        ("30 +9 O5 O3 G2 purple gems 2 flat", "players[0].dice[3]", "die"),
        ("30 +9 O5 O3 G2 O8 flat", "players[0].dice[3]", "die"),
        ("30 +9 O5 O3 G2 oarnge 3 flat", "players[0]", "typed-word"),
        ("30 +9 O5 O3 G2 W3 flat", "players[0]", "typed-word"),
        ("30 +9 O5 O3 G2 C3 flat 3", "players[0].card.count", "no-count"),
    ],
)
def test_one_mistake_is_one_error(line, path, code):
    assert errors(*ROUND, f"Ada: {line}") == [(path, code)]


def test_a_beginning_of_several_words_is_refused_with_each_of_them():
    told = run_callboard("score", *ROUND, "Ada: 30 +9 O5 O3 G2 C3 col 3").err
    assert "coloured gems 3 and columns 3" in told
    assert "^^^^^\n" in told


def test_a_number_of_points_and_dice_with_their_numbers_first_are_told_apart_where_they_can_be():
    line = scored(*ROUND, "Ada: 4 orange 5 green 2 clear 3 purple +9 30 flat").players[0]
    assert (line.points, line.dice) == (30, ("orange 4", "green 5", "clear 2", "purple 3"))
    line = scored(*ROUND, "Ada: 4, orange 5 green 2 clear 3 purple 1 +9 flat").players[0]
    assert (line.points, line.dice) == (4, ("orange 5", "green 2", "clear 3", "purple 1"))


POWER = ["die=clear 3", "as=orange", "orange 5", "gems=3", "modifiers=1"]


@pytest.mark.parametrize(
    "words",
    [
        ["clear 3", "as=orange", "orange 5", "gem", "gem", "gem", "+1"],
        ["clear 3 orange 5, 3 gems +1", "as=o"],
        ["c3", "o5", "gem", "gem 2", "+1", "as=or"],
        ["o5", "+1", "gem 3", "colour=orange", "die=clear 3"],
        ["П3 О5, 3 самоцвета, 1 прибавки", "цвет=ор"],
        ["T3 N5 gema 3 +1", "como=n"],
    ],
)
def test_the_first_bare_die_is_the_die_that_is_taken(words):
    language = "es" if "T3" in words[0] else "ru" if "П3" in words[0] else "en"
    assert scored("magnificent", "power", *words, language=language) == scored("magnificent", "power", *POWER)


@pytest.mark.parametrize(
    ("words", "language"),
    [
        (["c3", "as=or", "orange gem", "clear gem 2"], "en"),
        (["c3", "as=or", "2 clear gems", "gem orange"], "en"),
        (["П3", "цвет=ор", "оранжевый самоцвет", "2 прозрачных самоцвета"], "ru"),
        (["T3", "como=n", "gema naranja", "2 gemas transparentes"], "es"),
    ],
)
def test_gems_told_by_their_colours_keep_them(words, language):
    record = scored("magnificent", "power", *words, language=language)
    assert (record.gems, record.gem_kinds, record.discarded) == (0, {"orange": 1, "clear": 2}, 3)


def test_a_bare_clear_die_lacks_its_colour_and_nothing_else():
    assert errors("magnificent", "power", "clear 3") == [("as", "as-missing")]


SIX = {
    "en": "3 m go ca, 2 f cl, 1 i al, 1 w pro, 1 m am, 1 f co tu",
    "ru": "3 м го ка, 2 ж кл, 1 н ал, 1 ж пр, 1 м люб, 1 ж ко ту",
    "es": "3 h gó ca, 2 f clá, 1 i al, 1 mu pr, 1 h af, 1 f có tu",
}
SINGERS = (
    "3 male goth calaf, 2 female classical, 1 indefinite alternative, "
    "1 female professional, 1 male amateur, 1 female comedian turandot"
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_singers_by_the_letters_of_the_language(language):
    other = "1 male goth, " * 6
    lines = [f"B: {other} none", f"C: {other} goths"]
    short_line = SIX[language].replace("1 w pro", "1 f pro")
    assert scored("turandot", "final", f"A: {short_line}, +1, staging", *lines, language=language) == scored(
        "turandot", "final", f"A: {SINGERS}, +1, staging", *lines
    )


def test_a_letter_of_two_languages_is_the_chosen_ones():
    def sexes(language):
        lines = [f"{name}: {'1 m goth, ' * 6} {way}" for name, way in (("A", "goths"), ("B", "none"), ("C", "staging"))]
        return {
            singer.split()[1] for singer in scored("turandot", "final", *lines, language=language).players[0].singers
        }

    assert [sexes(language) for language in ("en", "ru")] == [{"male"}, {"male"}]


def test_a_letter_for_two_things_in_one_language_is_refused_with_both_named():
    lines = [f"{name}: {'1 h gó, ' * 6} {way}" for name, way in (("B", "góticos"), ("C", "puesta en escena"))]
    line = f"A: 3 m gótico, {'1 h gó, ' * 5} ninguno"  # masculino, o mujer
    with pytest.raises(callboard.RecordError) as refused:
        callboard.read_typed("turandot", "final", line, *lines, language="es")
    (error,) = refused.value.tell("es")
    assert "3 hombre gótico" in error["text"]
    assert "3 mujer gótica" in error["text"]


@pytest.mark.parametrize(
    "line",
    [
        "number 4, money 2",
        "номер 4, деньги 2",
        "número 4, dinero 2",
        "4 номер 2 карты денег",
        "money card 2 4",
        "4 +1 +1",
    ],
)
def test_bids_as_the_rulebooks_name_them(line):
    record = scored("turandot", "round", "round=1", "puccini=Ben", f"Ada: {line}, bl", "Ben: 1", "Cleo: 2")
    assert (record.players[0].number, record.players[0].money, record.players[0].bluff) == (4, 2, True)


@pytest.mark.parametrize("request_of_4", ["+4", "request 4", "просьба 4", "4 solicitud", "secret request 4"])
def test_requests_by_their_name(request_of_4):
    record = scored("histrio", "season", "season=1", "mood=t", f"Ada: C3 X {request_of_4} T1", "Ben: -")
    assert (record.mood, record.players[0].requests, record.players[0].troupe) == ("tragedy", (4,), ("C3", "T1"))
    assert (record.players[1].troupe, record.players[1].requests, record.players[1].chameleons) == ((), (), 0)


@pytest.mark.parametrize(
    ("mood", "meant"), [("c", "comedy"), ("t", "tragedy"), ("ком", "comedy"), ("Т", "tragedy"), ("trag", "tragedy")]
)
def test_a_choice_by_its_beginning(mood, meant):
    assert scored("histrio", "season", "season=1", f"mood={mood}", "Ada: C3", "Ben: T1").mood == meant


SEASON = ("histrio", "season", "season=1", "mood=comedy")


@pytest.mark.parametrize(
    "words",
    [
        ["Ada: C3 C2 Ben: T1 +4"],
        ["Ada:", "C3", "C2", "Ben:", "T1", "+4"],
        ["Ada: C3 C2, Ben: T1 +4"],
        ["Ada:C3 C2; Ben:T1 +4"],
        ["Ada: C3 C2", "Ben:", "T1", "+4"],
    ],
)
def test_players_need_no_quotation_marks(words):
    assert scored(*SEASON, *words) == scored(*SEASON, "Ada: C3 C2", "Ben: T1 +4")


def test_fields_of_players_and_of_the_table_are_told_apart_from_names():
    solo = ["Ada:", "200", "+9", "O5", "O3", "G2", "C3", "flat,", "flat,", "flat,", "rows", "1", "gems=5", "hat=3"]
    record = scored("magnificent", "final", *solo, "plots=0 0 1 2 2 4 5 6 9")
    assert (record.players[0].gems, record.players[0].hat_place) == (5, 3)
    posters = scored(
        "magnificent", "perform", "poster: 11 +2 O large poster: 7 gem O", "gems=-", "camp=O lar", "limit=2"
    )
    assert [poster.points for poster in posters.posters] == [11, 7]
    ecus = ["player=Ann", "needle=c 1", "managers=supply 3, theatre 1", "T3", "Ann:", "3", "Bob:", "2", "acr"]
    city = scored("histrio", "city", *ecus, "steal_from=-", "send_to_court=-")
    assert (city.ecus, city.cards) == ({"Ann": 3, "Bob": 2}, ("T3", "acrobat"))


@pytest.mark.parametrize(
    "chameleons", ["X X", "2 X", "2X", "X2", "2 chameleons", "chameleons 2", "1 chameleon 1 chameleon", "2 хамелеона"]
)
def test_chameleons_by_their_number(chameleons):
    record = scored(*SEASON, f"Ada: T1, {chameleons}, C3", "Ben: 2 camaleones")
    assert record.players[0].chameleons == record.players[1].chameleons == 2
    assert record.players[0].troupe == ("T1", "C3")


@pytest.mark.parametrize("line", ["-1 chameleons", "chameleons -1", "-1 X", "3C", "3C 2T", "T2 3 comedians"])
def test_a_number_that_says_how_many_of_nothing_fits_nowhere(line):
    """A sign is not dropped, and a number before an actor's letter may be how many as well as the level."""
    assert errors(*SEASON, f"Ada: {line}", "Ben: T1") == [("players[0]", "typed-word")]


CITY = ("histrio", "city", "player=Ada", "Ada: 3", "Ben: 2", "needle=comedy 1")


@pytest.mark.parametrize(
    "managers",
    [
        "supply 1 theatre 4",
        "supply 1, theatre 4",
        "theatre: 4, supply: 1",
        "1 in supply, 4 in the theatre",
        "1 in supply 4 in the theater",
        "в запасе 1 в театре 4",
        "1 en reserva, 4 en el Teatro",
    ],
)
def test_managers_as_people_say_where_they_are(managers):
    where = scored(*CITY, f"managers={managers}", "T4").managers
    assert (where.supply, where.theatre) == (1, 4)


@pytest.mark.parametrize("managers", ["3", "1 4", "1, 4", "-", ""])
def test_managers_that_are_nowhere_are_one_error(managers):
    assert errors(*CITY, f"managers={managers}", "T4") == [("managers", "typed-word")]


def test_a_number_behind_a_word_needs_no_quotation_marks():
    quoted = scored(*CITY, "managers=supply 3, theatre 0", "bonus 2", "acrobat", "C4")
    assert (
        scored(*CITY[:-1], "needle=comedy", "1", "managers=supply 3, theatre", "0", "bonus", "2", "acrobat", "C4")
        == quoted
    )
    court = scored("histrio", "court", "needle=трагедия", "2", "трагик", "2", "комедиант", "3")
    assert (court.needle, court.actors) == ("tragedy 2", ("T2", "C3"))


@pytest.mark.parametrize("nothing", ["-", "0", "none", "нет", "nada", ""])
def test_nothing_is_said_in_many_ways(nothing):
    record = scored("magnificent", "perform", "poster: 11 +2", f"camp={nothing}", f"gems={nothing}", "limit=2")
    assert (record.camp, record.gems) == ({}, {})


@pytest.mark.parametrize("nothing", ["-", "—", "0", "none", "ничего"])
def test_a_player_with_nothing(nothing):
    expected = scored(*SEASON, "Ada: C3", "Eve: requests=")
    assert scored(*SEASON, f"Ada: C3 Eve: {nothing}") == expected
    assert scored(*SEASON, "Ada: C3", f"Eve: troupe={nothing} requests={nothing}") == expected


@pytest.mark.parametrize(
    "line", ["terr 4+6+8 gov 10", "territories 4 + 6 +8, gov 10", "territories 4 gov 10 territory 6 территории 8"]
)
def test_what_is_counted_several_times(line):
    amounts = {"territories": (4, 6, 8), "government": 10}
    assert scored("historia", "tally", f"Ada: {line}").players[0].amounts == amounts


@pytest.mark.parametrize(
    ("line", "amounts"),
    [
        ("raid 1+0+2+0+3+0+1+0+2+0+3+1", {"raid": (1, 0, 2, 0, 3, 0, 1, 0, 2, 0, 3, 1)}),
        (
            "форма правления 1 + 0 + 2 + 0 + 3 + 0 + 1 + 0 + 2 + 0 + 3 + 1",
            {"government": (1, 0, 2, 0, 3, 0, 1, 0, 2, 0, 3, 1)},
        ),
        ("war 3-5+4 expl -1-1 - 1", {"war": (3, -5, 4), "exploit": (-1, -1, -1)}),
    ],
)
def test_what_is_counted_in_every_turn_and_below_zero(line, amounts):
    assert scored("historia", "tally", f"Ada: {line}").players[0].amounts == amounts


@pytest.mark.parametrize(
    "line", ["expl -2 war 3", "exploit −2, war 3", "exploit minus 2 war +3", "эксп -2 вой 3", "эксп минус два, вой 3"]
)
def test_a_number_below_zero_behind_a_short_word(line):
    amounts = {"exploit": -2, "war": 3}
    assert scored("historia", "tally", f"Ada: {line}").players[0].amounts == amounts


def test_a_dash_among_other_words_is_a_list_of_nothing():
    lines = ["Ada: Cont 1 merch 2", "Ben: dand 0", "Cleo: Grad 2 -"]
    assert {path for path, _ in errors("intrigo", "round", *lines)} == {"palace", "gaps"}


def test_a_zero_is_a_number_where_one_number_is_meant():
    assert ("dial", "greater_than_equal") in errors("histrio", "court", "needle=comedy 1", "dial=0", "C3")


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("y", "n", "yes")), ("ru", ("д", "н", "ДА")), ("es", ("s", "n", "si"))],
)
def test_yes_and_no_by_a_letter(language, words):
    assert [
        scored("turandot", "round", "round=1", "puccini=B", f"A: 3 bluff={word}", "B: 1", language=language)
        .players[0]
        .bluff
        for word in words
    ] == [True, False, True]


@pytest.mark.parametrize(
    ("stage", "answers"),
    [
        (("turandot", "round"), ("1", "Ada Ben", "3 +1 bl", "+1", "Ada")),
        (("histrio", "court"), ("com 1", "C3 T2", "")),
        (("magnificent", "power"), ("c 3, O5 3", "or")),
    ],
)
def test_prompts_take_short_forms_too(stage, answers):
    game, name = stage
    talk = Talk.start(stage_of(find_game(game), name), "en")
    for text in answers:
        talk = talk.answered(text)
        assert talk.refused is None
    assert talk.question is None
    assert talk.sheet.read.record is not None


def test_the_same_thing_is_said_once():
    told = run_callboard("score", *SEASON, *["wings"] * 12, "Ada: C3 moth moth moth T1 owl", "Ben: T1").err
    assert told.count("“moth") == 1
    assert told.count("A player's line takes") == 1
    assert errors("histrio", "final", "Ann", "31", "Bob", "20") == [("", "no-colon")]


@pytest.mark.parametrize(
    "words",
    [
        "A: ",
        *(
            pytest.param(each, marks=pytest.mark.long)
            for each in ("or ", "5 orange ", "30 coins ", "3 m go ", "co ", "a=")
        ),
    ],
)
def test_as_much_as_may_be_typed_is_read_to_its_end(words):
    line = "Ada: " + (words * MOST_TYPED)[: MOST_TYPED - 5]
    for game in GAMES:
        for stage in game.stages:
            with pytest.raises(RefusedError):
                scored(game.id, stage, line)
