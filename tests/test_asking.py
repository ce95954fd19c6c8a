"""Asking for a record, without a terminal: which question comes next, and what answers make of it."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callboard_cli.input.parser import typed
from callboard_cli.input.parser.field_types import in_one_line
from callboard_cli.input.parser.tables import Lines, as_line
from callboard_cli.input.prompts.dialog import Talk
from callboard_cli.input.prompts.draft import WORDS
from callboard_cli.input.prompts.terminal import suggested
from callboard_cli.input.prompts.words import asked, command_of, complaints, helped, told_so_far
from callboard_cli.input.stage import Stage, example_of
from callboard_locales import catalog
from callboard_scoring.games import GAMES, find_game
from conftest import one_language_each

STAGES = [(game.id, stage) for game in GAMES for stage in game.stages]


def stage_of(game, name):
    return Stage(find_game(game), name)


def answers_of(stage, words):
    """What is answered at each place to get the stage's example."""
    example = example_of(stage, words)
    talk = Talk.start(stage, words.language)
    sheet, book = talk.sheet, {}
    for kind in stage.kinds:
        value = example.get(kind.name)
        if kind is sheet.seats:
            book[kind.name,] = ", ".join(row["name"] for row in value)
        if isinstance(kind, Lines):
            for place, row in enumerate(value or ()):
                book[kind.name, place] = as_line({**row, "name": None}, kind.model, stage.game.id, words)
        elif value is not None and kind not in sheet.bare:
            (said,) = kind.arguments(value, stage.game.id, words)
            book[kind.name,] = said.partition("=")[2]
    if sheet.walk is not None:
        pairs = zip(example[sheet.walk.leads], example[sheet.walk.follows], strict=True)
        book[WORDS] = [word for pair in pairs for word in pair]
    else:
        told = [(kind, example[kind.name]) for kind in sheet.bare if example.get(kind.name)]
        bare = [word for kind, value in told for word in kind.words(value, stage.game.id, words)]
        book[WORDS] = in_one_line(bare)
    return book


def answer_all(talk, book):
    """Answer each question from a book of answers; nothing is asked twice."""
    walked = iter(book[WORDS]) if isinstance(book[WORDS], list) else None
    for _ in range(60):
        question = talk.question
        if question is None:
            return talk
        text = next(walked) if question.ring is not None else book.get(question.place, "")
        talk = talk.answered(text)
        assert talk.refused is None, (question, text, talk.refused.problems)
    raise AssertionError(talk.question)


@one_language_each
@pytest.mark.parametrize(("game", "name"), STAGES)
def test_each_example_is_answered_question_by_question_in_the_words_of_its_line(game, name, language):
    stage, words = stage_of(game, name), catalog(language)
    talk = answer_all(Talk.start(stage, language), answers_of(stage, words))
    assert talk.sheet.read.record == stage.record(example_of(stage, words))
    again = shlex.split(command_of(talk.sheet, words))[4:]
    if "--lang" in again:
        del again[again.index("--lang") :]
    read = typed.read(again, stage, language)
    assert stage.record(read.raw, read.problems) == talk.sheet.read.record


@one_language_each
@pytest.mark.parametrize(("game", "name"), STAGES)
def test_every_question_says_what_it_takes_and_every_command_left_behind_goes_on_from_there(game, name, language):
    stage, words = stage_of(game, name), catalog(language)
    book, talk = answers_of(stage, words), Talk.start(stage, language)
    walked = iter(book[WORDS]) if isinstance(book[WORDS], list) else None
    while (question := talk.question) is not None:
        said = asked(question, talk.sheet, words, first=True)
        assert said.prompt.strip()
        assert all("%(" not in line for line in (*said.before, said.prompt))
        assert list(helped(question, talk.sheet, words)), question
        left = shlex.split(command_of(talk.sheet, words))[4:]
        resumed = Talk.resumed(stage, language, left[: left.index("--lang")] if "--lang" in left else left)
        assert resumed.sheet.read.raw == talk.sheet.read.raw
        assert resumed.sheet.names == talk.sheet.names
        talk = talk.answered(next(walked) if question.ring is not None else book.get(question.place, ""))
    assert len(told_so_far(talk.sheet, words)) == sum(map(bool, talk.sheet.answers.values())) + bool(talk.sheet.names)


def resumed(game, name, *words, language="en"):
    return Talk.resumed(stage_of(game, name), language, words)


def questions(talk, *answers):
    """The places that are asked for, one after the other."""
    asked_for = []
    for text in answers:
        assert talk.question is not None, asked_for
        asked_for.append(talk.question.place)
        talk = talk.answered(text)
    return asked_for, talk


def test_a_half_typed_line_asks_only_for_the_rest():
    places, talk = questions(resumed("histrio", "season", "season=2", "Ada:", "Ben:"), "tragedy", "T2 T3", "-")
    assert places == [("mood",), ("players", 0), ("players", 1)]
    assert talk.question is None
    assert [player.name for player in talk.sheet.read.record.players] == ["Ada", "Ben"]
    assert talk.sheet.read.record.season == 2


def test_a_whole_line_asks_nothing_and_what_may_be_left_out_is_not_asked_for():
    assert resumed("histrio", "court", "needle=comedy 1", "T2").question is None
    assert questions(Talk.start(stage_of("histrio", "court"), "en"), "comedy 1", "T2")[1].question.optional


def test_of_a_line_that_lacks_one_field_only_that_is_asked_for():
    line = "Ada: 100, +14, O1 G1 P1 C1, tents 3, rows 1, flat, columns 2, plots=0 0 1 2 2 4 5 6 9, hat=4"
    talk = resumed("magnificent", "final", line)
    assert (talk.question.place, talk.question.within) == (("players", 0), "gems")
    assert talk.answered("lots").refused.problems[0].location == ("players", 0, "gems")
    talk = talk.answered("lots").answered("5")
    assert talk.question is None
    assert talk.sheet.read.record.players[0].gems == 5
    assert "gems=5" in talk.sheet.answers["players", 0]


def test_of_a_line_that_lacks_a_word_only_that_is_typed():
    talk = resumed("magnificent", "round", "round=2", "Ada: 41 12 coins, P4 2 G6 1")
    assert (talk.question.place, talk.question.within) == (("players", 0), "card")
    refused = talk.answered("dise sum").refused
    ((told, _),) = complaints(refused.problems, refused.sheet, catalog("en"))
    assert "did you mean “dice sum”?" in told
    line = "Ada: 41 12 coins, P4 2 G6 1, dice sum"
    assert talk.answered("dice sum").sheet.arguments(catalog("en")) == ["round=2", line]
    assert talk.answered("tents 3 max 12").question is None


@pytest.mark.parametrize(
    ("name", "line", "within", "answer"),
    [
        ("round", "12 O5 3 G2 C3 tents 3", "coins", "8"),
        ("round", "+8 O5 3 G2 C3 tents 3", "points", "12"),
        ("final", "61 +14 tents 3, rows 1, flat, columns 2, plots=0 0 1 2 2 4 5 6 9, gems=5", "hat_place", "4"),
    ],
)
def test_the_one_field_that_a_line_lacks_is_answered_with_its_number_alone(name, line, within, answer):
    talk = resumed("magnificent", name, "round=1", f"Ada: {line}") if name == "round" else None
    talk = talk or resumed("magnificent", name, f"Ada: {line}", "Ben:")
    assert talk.question.within == within
    talk = talk.answered(answer)
    assert talk.refused is None
    assert talk.sheet.read.raw["players"][0][within] == int(answer)


@pytest.mark.parametrize(
    ("name", "line", "within", "answer"),
    [
        ("round", "12 +8 tents 3", "dice", "O5 3 G2 C3"),
        ("final", "61 +14 plots=0 0 1 2 2 4 5 6 9, gems=5", "cards", "tents 3, rows 1, flat, columns 2"),
        ("final", "61 +14 tents 3, rows 1, flat, columns 2, gems=5", "plots", "0 0 1 2 2 4 5 6 9"),
        ("final", "61 +14 dice sum, rows 1, flat, columns 2, plots=0 0 1 2 2 4 5 6 9, gems=5", "dice", "O5 3 G2 C3"),
    ],
)
def test_a_list_of_which_a_line_has_nothing_is_asked_for_like_any_other_field(name, line, within, answer):
    first = {"round": ["round=1"], "final": []}[name]
    talk = resumed("magnificent", name, *first, "Ada:", "Ben:").answered(line)
    assert talk.refused is None
    assert (talk.question.place, talk.question.within) == (("players", 0), within)
    assert talk.answered(answer).refused is None


def test_a_list_of_which_something_is_typed_is_told_to_be_too_short():
    talk = resumed("magnificent", "round", "round=1", "Ada:").answered("12 +8 O5 tents 3")
    assert [problem.code for problem in talk.refused.problems] == ["too_short"]


@pytest.mark.parametrize(
    ("typed_line", "places"),
    [
        (("season=1", "mood=comdy", "Ada: C3", "Ben: T1"), [("mood",)]),
        (("season=3", "mood=comedy", "Ada: C9", "Ben:"), [("players", 1), ("season",), ("players", 0)]),
        (("sesaon=1", "mood=comedy", "Ada: C3", "Ben: T1"), [("season",)]),
    ],
)
def test_what_is_wrong_is_asked_again_alone_with_what_was_typed(typed_line, places):
    right = {("season",): "1", ("mood",): "comedy", ("players", 0): "C3", ("players", 1): "T1"}
    talk = resumed("histrio", "season", *typed_line)
    before = []
    while talk.question is not None:
        before.append((talk.question.place, talk.question.text))
        talk = talk.answered(right[talk.question.place])
    assert [place for place, _ in before] == places
    assert all(text in " ".join(typed_line) for _, text in before)
    assert talk.sheet.read.record is not None


def test_a_wrong_answer_is_not_taken_until_it_is_given_twice_and_then_the_last_look_shows_it():
    _, talk = questions(Talk.start(stage_of("histrio", "season"), "en"), "1", "comedy", "Ada, Ben")
    refused = talk.answered("C3 C8 T1")
    assert refused.question.place == ("players", 0)
    assert [problem.location for problem in refused.refused.problems] == [("players", 0, "troupe", 1)]
    assert ("players", 0) not in refused.sheet.answers
    assert refused.answered("C3 C2 T1").refused is None
    insisting = refused.answered("C3 C8 T1").answered("T1")
    assert insisting.question is None
    assert insisting.sheet.read.record is None
    assert insisting.edited(("players", 0)).answered("C3").sheet.read.record is not None


def test_what_is_wrong_only_together_is_asked_again_and_other_answers_can_be_put_right():
    city = Talk.start(stage_of("histrio", "city"), "en")
    _, talk = questions(city, "Ada", "Ada 3, Ben 2", "supply 3, theatre 1", "tragedy 1", "T3, C2, C2", "Ben")
    assert talk.question.place == ("steal_from",)
    assert talk.refused.problems
    talk = talk.answered("Ben")  # the cards were meant to hold one of level 2 only
    assert talk.question.place == ("send_to_court",)
    talk = talk.answered("")
    talk = talk.answered("")  # nobody counted the dial
    assert talk.question is None
    assert talk.sheet.read.record is None
    talk = talk.edited(WORDS).answered("T3, C2")
    assert talk.sheet.read.record.cards == ("T3", "C2")


SIX = "1 m goth, 1 m goth, 1 f goth, 1 m goth, 1 f goth, 1 m goth"


def test_two_players_are_asked_for_puccini_and_the_imaginary_player_and_three_are_not():
    start = Talk.start(stage_of("turandot", "final"), "en")
    _, two = questions(start, "Ada Ben", f"{SIX}, goths", f"{SIX}, none, roles=Calaf Ping Turandot Pong Pang Liù")
    places, two = questions(two, "Ben", f"{SIX}, comedians")
    assert places == [("puccini",), ("imaginary",)]
    assert two.question is None
    assert two.sheet.read.record.players[1].roles is not None
    _, three = questions(start, "Ada Ben Cleo", f"{SIX}, goths", f"{SIX}, none", f"{SIX}, six types, +1")
    assert three.question is None
    lacking = questions(start, "Ada Ben Cleo", SIX)[1]
    assert (lacking.question.place, lacking.question.within) == (("players", 0), "director")


def test_what_another_answer_makes_wrong_is_asked_again_with_what_was_answered():
    _, talk = questions(Talk.start(stage_of("histrio", "season"), "en"), "2", "comedy", "Ada Ben", "C3 +4 +5", "T1")
    talk = talk.edited(("season",)).answered("1")
    assert talk.question.place == ("players", 0)
    assert talk.question.text == "C3 +4 +5"
    assert talk.question.problems
    assert talk.answered("C3 +4").sheet.read.record is not None
    assert talk.answered("C3 +4 +5").question is None


def test_a_director_that_somebody_has_is_refused_at_once():
    _, talk = questions(Talk.start(stage_of("turandot", "final"), "en"), "Ada Ben Cleo", f"{SIX}, goths")
    assert talk.answered(f"{SIX}, goths").refused.problems[0].location == ("players", 1, "director")


def test_a_clear_die_is_asked_for_its_colour_and_a_coloured_one_is_not():
    power = Talk.start(stage_of("magnificent", "power"), "en")
    assert questions(power, "clear 3")[1].question.place == ("as",)
    assert questions(power, "orange 3")[1].question is None
    assert questions(power, "clear 3, as=orange")[1].question is None


# --- Intrigo's walk --------------------------------------------------------------------------------------------------

LORDS = ("Ada: Contarini 1", "Ben: Dandolo 0", "Cleo: Gradenigo 2")


def test_the_ring_fills_as_one_walks_and_one_wrong_word_is_asked_for_again_alone():
    talk = resumed("intrigo", "round", *LORDS)
    assert (talk.question.place, talk.question.ring.count, talk.question.ring.limit) == (WORDS, 0, 12)
    talk = talk.answered("merchants").answered("Contarini 4 ducat")
    assert talk.question.ring.count == 2
    assert talk.question.ring.last == ("merchants", "Contarini 4", "ducat")
    talk = talk.answered("Dandolo 2, military, theif, ducat")
    assert talk.refused.text == "theif, ducat"
    assert talk.sheet.answers[WORDS] == "merchants, Contarini 4 ducat, Dandolo 2, military"
    talk = talk.answered("thief, ducat")
    assert talk.refused is None
    assert talk.question.ring.count == 4


def test_a_ring_that_is_not_full_yet_is_no_mistake():
    talk = resumed("intrigo", "round", *LORDS, "merchants, Contarini 4")
    assert talk.mistakes(talk.sheet.read.problems) == []
    wrong = resumed("intrigo", "round", "Ada: Contarini 99", *LORDS[1:], "merchants, Contarini 4")
    assert [problem.location for problem in wrong.mistakes(wrong.sheet.read.problems)] == [("players", 0, "ducats")]


def test_going_back_in_the_ring_takes_back_what_was_typed_last():
    talk = resumed("intrigo", "round", *LORDS).answered("merchants").answered("Contarini 4").back()
    assert talk.question.text == "Contarini 4"
    assert talk.sheet.answers[WORDS] == "merchants"
    assert talk.answered("Contarini 3").sheet.answers[WORDS] == "merchants, Contarini 3"
    assert talk.back().question.text == "merchants"


# --- Who plays -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ada, Ben", ("Ada", "Ben")),
        ("Ada Ben Cleo", ("Ada", "Ben", "Cleo")),
        ("1, 2", ("1", "2")),
        ("Ana María, Ben,", ("Ana María", "Ben")),
        ("Ada: 3 Ben: 4", ("Ada", "Ben")),
    ],
)
def test_all_names_go_on_one_line(text, names):
    assert Talk.start(stage_of("histrio", "final"), "en").answered(text).sheet.names == names


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Ada", "ask.seats"),
        ("a b c d e f", "ask.seats"),
        ("Ada, ada", "error.name-taken"),
        (f"Ada, {'b' * 41}", "error.name-long"),
        ("Ada, players", "ask.no-name"),
        ("Ada 31 Ben 27", "ask.item"),
        ("Ada, a=b", "ask.no-name"),
        ("Ada, Ben\u200b", "error.name-characters"),
        ("Ada: 3 Ada: 4", "error.name-taken"),
        ("", "ask.empty"),
    ],
)
def test_names_that_cannot_be_are_refused_and_why(text, code):
    talk = Talk.start(stage_of("histrio", "final"), "en").answered(text)
    assert [problem.code for problem in talk.refused.problems] == [code]
    assert not talk.sheet.names


def test_lines_typed_where_names_are_asked_for_are_kept():
    talk = Talk.start(stage_of("histrio", "final"), "en").answered("Ada: 31 Ben:")
    assert talk.question.place == ("players", 1)
    assert talk.answered("27").sheet.read.record is not None


def test_who_is_renamed_keeps_the_line_and_who_moves_takes_it_along():
    _, talk = questions(Talk.start(stage_of("histrio", "final"), "en"), "Ada, Ben, Cleo", "1", "2", "3")
    lines = talk.edited(("players",)).answered("Cleo, Ada, Ben, Dan").sheet.arguments(catalog("en"))
    assert lines == ["Cleo: 3", "Ada: 1", "Ben: 2", "Dan:"]
    assert talk.edited(("players",)).answered("Ada, Bea, Cleo").sheet.arguments(catalog("en")) == [
        "Ada: 1",
        "Bea: 2",
        "Cleo: 3",
    ]


# --- Back, and by name -----------------------------------------------------------------------------------------------


def test_going_back_shows_the_answer_before_and_loses_none_behind_it():
    _, talk = questions(Talk.start(stage_of("histrio", "season"), "en"), "1", "comedy", "Ada Ben", "C3")
    back = talk.back().back().back()
    assert (back.question.place, back.question.text) == (("mood",), "comedy")
    again = back.answered("tragedy")
    assert again.question.place == ("players", 1)
    assert again.sheet.answers["players", 0] == "C3"
    assert again.back().question.place == ("players", 0)
    assert Talk.start(stage_of("histrio", "season"), "en").back().question.place == ("season",)


def test_a_field_may_be_given_by_its_name_at_the_last_look():
    talk = resumed("histrio", "court", "needle=comedy 1", "T2")
    assert talk.typed("dial=6").sheet.read.record.dial == 6
    assert talk.typed("dial=x").refused.problems
    assert talk.typed("nothing=6") is None
    assert talk.typed("7") is None


def test_a_line_without_its_colon_is_put_right_where_the_names_are_asked_for():
    talk = resumed("histrio", "season", "season=1", "mood=comedy", "Ann C3", "Bob T1")
    assert (talk.question.place, talk.question.text) == (("players",), "Ann C3 Bob T1")
    assert "'Ann C3 Bob T1'" in command_of(talk.sheet, catalog("en"))
    assert talk.answered("Ann: C3 Bob: T1").sheet.read.record is not None


def test_what_may_be_left_out_at_other_tables_has_to_be_said_at_one_that_needs_it():
    talk = Talk.start(stage_of("turandot", "final"), "en").answered("Ada, Ben")
    talk = talk.answered(f"{SIX}, goths").answered(f"{SIX}, six types")
    for place, answer in ((("puccini",), "Ada"), (("imaginary",), f"{SIX}, none")):
        assert (talk.question.place, talk.question.optional) == (place, False)
        (refused,) = talk.answered("").refused.problems
        assert refused.code == f"turandot/error.{place[0]}-missing"
        talk = talk.answered(answer)
    assert talk.question is None
    assert talk.sheet.read.record is not None
    three = Talk.start(stage_of("turandot", "final"), "en").answered("Ada, Ben, Cleo")
    for director in ("goths", "six types", "none"):
        three = three.answered(f"{SIX}, {director}")
    assert three.question is None  # nobody but two need them


def test_an_empty_line_is_asked_for_again_and_told_how_to_say_that_there_is_nothing():
    talk = resumed("histrio", "season", "season=1", "mood=comedy", "Ann: C3", "Bob:")
    assert [problem.code for problem in talk.answered("").refused.problems] == ["error.line-missing"]
    final = resumed("histrio", "final", "Ann: 3", "Bob:")
    assert [problem.code for problem in final.answered("").refused.problems] == ["error.line-required"]


WORDS_OF_ALL = st.sampled_from(
    [
        *"-?<:=,;+",
        "Ada",
        "Ada:",
        "Ben",
        "C3",
        "C9",
        "X",
        "+4",
        "1",
        "99",
        "comedy",
        "mood=tragedy",
        "none",
        "T2,",
        "O5",
        "orange",
        "gem",
        "tents",
        "3/12",
        "Contarini",
        "4",
        "thief",
        "ducat",
        "merchants",
        "goths",
        "male",
        "OOG.",
        "A1-B2",
        "hat=3",
        "gems=5",
        "\u200b",
        "ecus",
        "poster:",
        "supply",
        "Calaf",
        "бонус",
        "é" * 50,
    ]
)


@given(stage=st.sampled_from(STAGES), answers=st.lists(st.lists(WORDS_OF_ALL, max_size=8).map(" ".join), max_size=20))
def test_whatever_is_answered_the_conversation_goes_on_and_can_be_left(stage, answers):
    talk = Talk.start(stage_of(*stage), "en")
    for text in answers:
        if talk.question is None or text == "<":
            talk = talk.back()
        else:
            said = asked(talk.question, talk.sheet, catalog("en"), first=True)
            assert said.prompt
            talk = talk.answered(text)
    command = shlex.split(command_of(talk.sheet, catalog("en")))
    assert Talk.resumed(stage_of(*stage), "en", command[4:]).sheet.names == talk.sheet.names


@pytest.mark.parametrize(
    ("stage", "answers", "begun", "completed"),
    [
        (("histrio", "season"), ("1",), "com", ["comedy"]),
        (("histrio", "season"), ("1", "comedy"), "A", []),
        (("intrigo", "round"), ("Ada Ben Cleo",), "Mor", ["Morosini"]),
        (("intrigo", "round"), ("Ada Ben Cleo", "Dandolo 1"), "Contarini, 1, mil", ["Contarini, 1, military"]),
        (("intrigo", "round"), ("A B C", "Dan 1", "Con 1", "Mor 1", "ducat"), "gond", ["gondolier"]),
        (("turandot", "round"), ("1", "Ada Ben", "1", "2"), "B", ["Ben"]),
    ],
)
def test_an_answer_is_completed_by_what_can_stand_there(stage, answers, begun, completed):
    talk = questions(Talk.start(stage_of(*stage), "en"), *answers)[1]
    assert suggested(begun, talk.question, talk.sheet, catalog("en")) == completed


@pytest.mark.parametrize("text", ["", "   "])
def test_no_answer_is_one_only_where_it_may_be(text):
    talk = Talk.start(stage_of("histrio", "season"), "en")
    assert [problem.code for problem in talk.answered(text).refused.problems] == ["ask.empty"]


def test_more_than_anybody_types_is_refused():
    talk = Talk.start(stage_of("historia", "tally"), "en").answered("Ada,")
    assert [problem.code for problem in talk.answered("war 1 " * 1000).refused.problems] == ["error.typed-long"]


@pytest.mark.parametrize("yes", ["y", "yes", "д", "да", "s", "sí", "Y"])
def test_yes_is_said_in_any_language(yes):
    line = f"3 +1, bluff={yes}"
    _, talk = questions(Talk.start(stage_of("turandot", "round"), "en"), "1", "Ada Ben", line, "2 bluff=n", "Ada")
    assert [player.bluff for player in talk.sheet.read.record.players] == [True, False]
