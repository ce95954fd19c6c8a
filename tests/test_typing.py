"""What people type at the table: in turn, with plus signs, dashes and gaps; and what is printed to be typed again."""

import json
import re
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import callboard
from callboard_cli.input.diagnostics.refusal import refused
from callboard_cli.input.parser.typed import read, write
from callboard_cli.input.prompts.dialog import Talk
from callboard_cli.input.prompts.words import command_of
from callboard_cli.input.stage import stage_of
from callboard_locales import catalog
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.problems import RefusedError
from callboard_scoring.records import field_names
from conftest import GOLDEN, LANGUAGES, run_callboard
from running import run_shell

PLAYERS = ["Ada: Contarini 1", "Ben: Dandolo 0", "Cleo: Gradenigo 2"]
TOKENS = [
    "merchants",
    "ducat",
    "military",
    "ducat",
    "clergy",
    "ducat",
    "farmers",
    "ducat",
    "workers",
    "ducat",
    "merchants",
    "ducat",
]
CARDS = "Contarini 4,Dandolo 2,Contarini 3,thief,Gradenigo 2,Dandolo 4,Morosini 2,Morosini 3,Contarini 2,Gradenigo 3,Dandolo 3,Gradenigo 4"
CARDS = CARDS.split(",")


def awards(*walk):
    return run_callboard("score", "intrigo", "round", *PLAYERS, *walk, "--json")


def walk():
    return [word for pair in zip(TOKENS, CARDS, strict=True) for word in pair]


def test_a_walk_and_two_lists_one_after_the_other_are_the_same():
    expected = awards(", ".join(walk())).json()
    assert awards(", ".join([*TOKENS, *CARDS])).json() == expected
    assert awards(*walk()).json() == expected
    assert awards("palace=" + ", ".join(TOKENS), "gaps=" + ", ".join(CARDS)).json() == expected


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ([CARDS[-1], *walk()[:-1]], CARDS[-1]),
        ([walk()[0], walk()[2], *walk()[3:13], walk()[1], *walk()[13:]], walk()[4]),
        ([walk()[0], walk()[2], walk()[1], *walk()[3:]], walk()[4]),
        ([*walk()[:1], "merchant", *walk()[2:]], None),
    ],
    ids=[
        "starting on a card",
        "a card in the wrong place",
        "two words swapped",
        "a card beside a card is one too many",
    ],
)
def test_a_walk_that_breaks_off_is_never_read_as_another(words, wrong):
    ran = awards(", ".join(words))
    if wrong is None:  # the trader stands where a card may stand: it is a legal walk
        assert ran.status == 0
        return
    assert ran.status == 1
    assert [error["code"] for error in ran.json()["errors"]] == ["out-of-turn"]
    told = run_callboard("score", "intrigo", "round", *PLAYERS, ", ".join(words)).err
    assert f"“{wrong}” does not belong in this place" in told
    assert "^" * len(wrong) in told


@pytest.mark.parametrize(
    ("place", "word", "path"),
    [(8, "scribes", "palace[4]"), (1, "Venice 3", "gaps[0]"), (3, "-", "gaps[1]"), (7, "thief face down", "gaps[3]")],
)
def test_a_word_that_nobody_knows_is_the_only_mistake_of_a_walk(place, word, path):
    words = [*walk()[:place], word, *walk()[place + 1 :]]
    ran = awards(", ".join(words))
    assert [error["path"] for error in ran.json()["errors"]] == [path]
    assert word in ran.json()["errors"][0]["text"]


def test_a_word_that_nobody_knows_is_the_only_mistake_of_two_lists():
    for place, path in ((5, "palace[5]"), (15, "gaps[3]")):
        words = [*TOKENS, *CARDS]
        words[place] = "florin"
        assert [error["path"] for error in awards(", ".join(words)).json()["errors"]] == [path]


def test_a_dash_in_a_walk_is_a_building_without_a_token():
    empty, dash = ([*walk()[:22], nothing, *walk()[23:]] for nothing in ("none", "-"))
    assert awards(", ".join(dash)).json() == awards(", ".join(empty)).json()
    tokens = "palace=" + " ".join([*TOKENS[:11], "-"])
    assert awards(tokens, "gaps=" + ", ".join(CARDS)).json() == awards(", ".join(empty)).json()


@pytest.mark.parametrize(
    ("language", "word"), [("es", "mercader"), ("es", "merc"), ("en", "merchant"), ("en", "merch")]
)
def test_a_word_for_a_token_and_a_card_is_the_one_whose_turn_it_is(language, word):
    whole, short = (
        ", ".join([token, *walk()[1:3], card, *walk()[4:]]) for token, card in (("merchants", "trader"), (word, word))
    )
    typed = run_callboard("score", "intrigo", "round", *PLAYERS, short, "--json", "--lang", language)
    assert typed.json()["outcome"] == awards(whole).json()["outcome"]


OTHER_FORMS = {
    "merchants": "купечества, купцы, comercio",
    "military": "военный, солдаты, ejército, soldiers",
    "clergy": "духовенства, церковь, clérigos, church",
    "farmers": "фермер, крестьяне, agricultura",
    "workers": "рабочий, рабочих, obrero",
    "ducat": "монеты, дукатов, monedas, coin",
    "none": "ничего, пустое, ninguna, nothing",
    "merchant": "продавцы, продавца, vendedores, traders",
    "assassin": "убийцы, asesinos, assassins",
    "courtesan": "куртизанки, cortesanas, courtesans",
    "gondolier": "гондольеры, гондола, gondoleros, góndola, gondola",
    "palace-guard": "стража, дворцовые стражники, дворцовая стража, guardias de palacio, guardias, palace guards, guards",
    "thief": "воры, вора, ladrones, thieves",
}


def test_tokens_and_cards_are_understood_in_other_forms_of_their_names_and_by_what_belongs_to_them():
    places = {"merchants": 0, "military": 4, "clergy": 8, "farmers": 12, "workers": 16, "ducat": 2, "none": 2}
    for canonical, word in ((one, word) for one, said in OTHER_FORMS.items() for word in said.split(", ")):
        place = places.get(canonical, 7)
        words = [*walk()[:place], word, *walk()[place + 1 :]]
        record = callboard.read_typed("intrigo", "round", *PLAYERS, ", ".join(words))
        assert (record.gaps if place % 2 else record.palace)[place // 2] == canonical, word


@pytest.mark.parametrize(
    ("place", "letter", "path", "options"),
    [
        (0, "m", "palace[0]", "Morosini, merchants and military"),
        (2, "d", "palace[1]", "Dandolo and ducat"),
        (2, "д", "palace[1]", "Дандоло, духовенство и дукат"),
        (7, "д", "gaps[3]", "Дандоло и дворцовый стражник"),
        (20, "C", "palace[10]", "Contarini y clero"),
    ],
)
def test_a_letter_for_a_family_and_for_what_is_due_is_refused_with_both_named(place, letter, path, options):
    words = [*walk()[:place], letter, *walk()[place + 1 :]]
    language = "ru" if letter == "д" else "en" if letter.islower() else "es"
    ran = run_callboard("score", "intrigo", "round", *PLAYERS, ", ".join(words), "--json", "--lang", language)
    assert [(error["path"], error["code"]) for error in ran.json()["errors"]] == [(path, "typed-short")]
    assert options in ran.json()["errors"][0]["text"]


def test_a_players_line_without_its_colon_is_told_as_one_mistake():
    for lines in (["Ada Contarini 1", *PLAYERS[1:]], [*PLAYERS, "Eve M 1"]):
        ran = run_callboard("score", "intrigo", "round", *lines, ", ".join(walk()), "--json")
        assert "no-colon" in {error["code"] for error in ran.json()["errors"]}
        assert not {"typed-word", "out-of-turn", "gap"} & {error["code"] for error in ran.json()["errors"]}


@pytest.mark.parametrize("purse", ["3", "3 дуката", "дукаты 3", "3 ducados", "ducats 3"])
def test_a_number_of_ducats_beside_its_word(purse):
    ran = run_callboard("score", "intrigo", "round", f"Ada: C {purse}", *PLAYERS[1:], ", ".join(walk()), "--json")
    assert ran.json()["outcome"]["players"]["Ada"]["ducats"] == 5


@pytest.mark.parametrize(
    ("language", "letters", "down"), [("en", "CDGM", "down"), ("ru", "КДГМ", "вниз"), ("es", "CDGM", "abajo")]
)
def test_a_family_is_typed_by_its_letter(language, letters, down):
    families = dict(zip(("Contarini", "Dandolo", "Gradenigo", "Morosini"), letters, strict=True))
    short = " ".join(families[word[:-2]] + word[-1] if word[:-2] in families else word for word in walk())
    seats = [" ".join(families.get(word, word) for word in player.split()) for player in PLAYERS]
    ran = run_callboard("score", "intrigo", "round", *seats, short, "--json", "--lang", language)
    assert ran.json()["outcome"] == awards(", ".join(walk())).json()["outcome"]
    turned = short.replace(f"{letters[2]}3", f"{letters[2]}3 {down}")
    told = run_callboard("score", "intrigo", "round", *seats, turned, "--json", "--lang", language)
    assert [doubt["code"] for doubt in told.json()["doubts"]] == ["intrigo/doubt.cards-face-down"]


@pytest.mark.parametrize(
    "line", ["Ada: 3 +2", "Ada: 3 +1 +1", "Ada: 3+2", "Ada: 3 + 2", "Ada: 3+1+1", "Ada: +1 3 +1", "Ada:3,+2"]
)
def test_money_cards_add_up_however_they_are_spaced(line):
    ran = run_callboard("score", "turandot", "round", "round=1", "puccini=Ben", line, "Ben: 1", "--json")
    assert ran.json()["outcome"]["players"]["Ada"]["spent"] == 2


def test_a_dash_is_no_number_and_a_number_given_twice_is_refused():
    ran = run_callboard("score", "turandot", "round", "round=1", "puccini=Ben", "Ada: - +1", "Ben: 1", "--json")
    assert ran.json()["outcome"]["players"]["Ada"]["staging"] == "costume-designer"
    for line in ("Ada: 3 4", "Ada: money=1 +1 3", "Ada: number=3 4"):
        assert run_callboard("score", "turandot", "round", "round=1", "puccini=Ben", line, "Ben: 1").status == 1


def test_one_unreadable_number_hides_no_other_players_mistake():
    both = run_callboard("score", "turandot", "round", "round=1", "puccini=Ada", "Ada: 7", "Ben: 4", "--json").json()
    assert [error["path"] for error in both["errors"]] == ["players[0].number", "players[1].number"]


def test_money_that_was_not_laid_does_not_come_back():
    laid = ["Ada: 2", "Ben: 2", "Cleo: 3 +1", "Dan: 3", "Eve: 3 +1"]
    ran = run_callboard("score", "turandot", "round", "round=5", "puccini=Ada", *laid, "--json").json()
    for player in ran["players"]:
        returned = ran["outcome"]["players"][player["name"]]["returned"]
        assert ("comes back" in player["notes"][0]["text"]) == bool(returned)


def test_a_key_takes_all_its_words():
    singers = "Ada: " + ", ".join(["1 male goth"] * 6)
    ways = ["roles=Calaf Turandot Liù Ping Pong Pang", "roles=1 0 2 3 4 5", "Calaf Turandot Liù Ping Pong Pang"]
    others = [
        f"{name}: {', '.join(['1 male goth'] * 6)}, {director}" for name, director in (("B", "none"), ("C", "staging"))
    ]
    told = {
        json.dumps(
            run_callboard("score", "turandot", "final", f"{singers}, goths, +1, {way}", *others, "--json").json()
        )
        for way in ways
    }
    assert len(told) == 1
    assert '"casting": [1, 0, 2, 3, 4, 5]' in told.pop()


def left(game, stage, *answers, language="en"):
    """The command that is left when the questions are left half-way."""
    talk = Talk.start(stage_of(find_game(game), stage), language)
    for text in answers:
        talk = talk.answered(text)
    return command_of(talk.sheet, catalog(language))


def test_stopping_keeps_a_zero_and_the_language():
    command = left("intrigo", "round", "Ada Ben Cleo", "Contarini, 0, military 3", "dandolo 0", language="ru")
    assert command == "callboard score intrigo раунд 'Ada: Contarini, 0, military 3' 'Ben: dandolo 0' Cleo: --lang ru"


def test_stopping_keeps_names_of_several_words_and_quotes_in_the_shell():
    command = left("histrio", "final", "O'Neill, Ana María", "3", "4")
    assert [player["name"] for player in run_shell(f"{command} --json").json()["players"]] == ["O'Neill", "Ana María"]


def test_a_player_s_line_with_an_equals_sign_is_told_how_it_is_typed(callboard):
    told = callboard("score", "histrio", "season", "season=1", "mood=comedy", "Ada=C3 C2", "Ben=T1", "--lang", "en").err
    assert told.startswith("One thing is wrong with this record:\n- “Ada=C3 C2”: a player's line begins with the name")
    assert told.endswith("  Type: Ada: C3 C2\n  Type: Ben: T1\n")
    for mistyped in (["roud=1", "Ada: 1"], ["round=1", "Ada: 1", "Ada=3"]):  # a field, and who has a line already
        ran = callboard("score", "turandot", "round", "puccini=Ada", *mistyped, "Ben: 2", "--json")
        assert ran.json()["errors"][0]["code"] in ("extra_forbidden", "extra-meant")


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("territories 12 wonders 8 military -1", None),
        ("territories 12, wonders 8, military -1", None),
        ("teritories 12 wonders 8", "teritories 12"),
        ("territories 12, wondrous things 8 military -1", "wondrous things 8"),
        ("territories 12 wonders", "wonders"),
    ],
)
def test_sources_are_typed_with_commas_or_without_and_words_that_fit_nowhere_are_told_together(line, wrong, callboard):
    ran = callboard("score", "historia", "tally", f"Ada: {line}", "--json")
    if wrong is None:
        assert ran.status == 0
    else:
        texts = [error["text"] for error in ran.json()["errors"]]
        assert [re.split(" isn't recognised| needs a number", text)[0] for text in texts] == [f"Ada: “{wrong}”"]


def test_what_is_asked_for_may_be_answered_without_commas_too():
    command = left("historia", "tally", "Ada,", "territories 12 wonders 8 military -1")
    assert "'Ada: territories 12 wonders 8 military -1'" in command


@pytest.mark.parametrize("digits", [18, 19, 30, 3999])
def test_a_number_is_blamed_for_its_size_however_long(digits, callboard):
    ran = callboard("score", "historia", "tally", f"Ada: territories {'9' * digits}", "--json")
    assert [error["code"] for error in ran.json()["errors"]] == ["less_than_equal"]


def test_a_schema_lets_a_record_say_what_it_is_for():
    schema = run_callboard("schema", "intrigo", "round").json()
    assert schema["properties"]["game"]["const"] == "intrigo"
    assert schema["properties"]["stage"]["const"] == "round"
    assert "game" not in schema["required"]


def test_players_are_lines_and_no_field(callboard):
    ran = callboard("score", "histrio", "season", "players=Ann", "Ann: C3", "--json")
    assert ran.status == 1
    assert "no-colon" in [error["code"] for error in ran.json()["errors"]]


def pieces():
    """What a line may be made of: every game's words and fields, in all languages, numbers, marks and rubbish."""
    words = {
        "1",
        "2",
        "+1",
        "+ 2",
        "3+1",
        "-",
        "-3",
        "9" * 30,
        "1.5",
        "OOG.",
        "A1-B2",
        "%(x)s",
        "[b]",
        ":",
        "=",
        "::",
        ",",
    }
    for game in GAMES:
        for language in LANGUAGES:
            said = catalog(language)
            words |= {word for token in game.tokens for word in said.text(f"{game.id}/token.{token}").split("|")}
            for stage in game.stages:
                fields = field_names(game.record(stage))
                words |= {
                    f"{said.text(f'{game.id}/field.{name}')}={end}" for name in fields for end in ("", "1", "x y")
                }
                words |= {f"{name}:" for name in fields}
    return sorted(words | {"Ann:", "Bob:", "imaginary:", "poster:"})


LINES = st.lists(st.lists(st.sampled_from(pieces()), min_size=1, max_size=7).map(" ".join), max_size=5)
UNFILLED = re.compile(r"%\((?!x\))\w+\)")  # what was typed, %(x)s, may be quoted, and cut


@pytest.mark.parametrize(
    ("game", "stage"), [(game, stage) for game in GAMES for stage in game.stages], ids=lambda it: getattr(it, "id", it)
)
@settings(max_examples=max(4, settings().max_examples // 3))
@given(arguments=LINES)
def test_whatever_is_typed_is_scored_or_refused(game, stage, arguments):
    here = stage_of(game, stage)
    typing = read(arguments, here)
    try:
        result = here.score(here.record(typing.raw, typing.problems))
    except RefusedError as error:
        refusal = refused(error, catalog("ru"), here, typing.raw, typing)
        assert refusal.errors
        assert not any(UNFILLED.search(problem["text"]) for problem in refusal.errors)
    else:
        assert result.players or result.lines


def records(game, stage):
    """The example of a stage, and the records of its golden cases."""
    yield game.example(stage)
    for case in tomllib.loads((GOLDEN / game.id / f"{stage}.toml").read_text(encoding="utf-8"))["case"]:
        yield case["record"]


@pytest.mark.parametrize("in_turn", [True, pytest.param(False, marks=pytest.mark.long)], ids=["one", "all"])
@pytest.mark.parametrize(
    ("game", "stage"), [(game, stage) for game in GAMES for stage in game.stages], ids=lambda it: getattr(it, "id", it)
)
def test_a_record_written_as_words_is_read_back_in_every_language(game, stage, in_turn):
    here = stage_of(game, stage)
    read_back = 0
    given_ones = list(records(game, stage))
    for place, raw in enumerate(given_ones[:: max(1, len(given_ones) // 9)] if in_turn else given_ones):
        for language in LANGUAGES[place % 3 :][:1] if in_turn else LANGUAGES:
            words = write(raw, here, catalog(language))
            if not any("{" in word for word in words):  # a card told as a table has no words of its own
                typing = read(words, here)
                assert here.record(typing.raw, typing.problems) == here.record(raw), words
                read_back += 1
    assert read_back >= 3


@pytest.mark.parametrize(
    ("language", "token", "card"),
    [("en", "farmers face up", "assassin up"), ("ru", "фермерство лицом вверх", "убийца открыт"), ("es", "agricultores boca arriba", "asesino boca arriba")],
)  # fmt: skip
@pytest.mark.parametrize("joint", [", ", " "], ids=["comma", "blank"])
def test_what_lies_face_up_is_as_if_nothing_were_said(language, token, card, joint):
    stage = stage_of(find_game("intrigo"), "round")
    example = stage.game.example("round")
    walk = [word for pair in zip(example["palace"], example["gaps"], strict=True) for word in pair]
    walk[walk.index("farmers")], walk[walk.index("assassin")] = token, card
    players = write({"players": example["players"]}, stage, catalog(language))
    typing = read([*players, joint.join(walk)], stage, language)
    assert stage.record(typing.raw, typing.problems) == stage.record(example)
