"""What people are told of a record that is refused: one message a cause, with what was probably meant, and where."""

import json
import re
import time
import tomllib

import pytest

from callboard_cli.input.diagnostics.refusal import SHOWN, refused
from callboard_cli.input.notation import notation
from callboard_cli.input.parser.typed import read, write
from callboard_cli.input.source_map import Places
from callboard_cli.input.stage import stage_of
from callboard_cli.ui.wording import token
from callboard_locales import catalog
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.problems import RefusedError
from conftest import EVENINGS, LANGUAGES, run_callboard, sampled
from running import rest, spawn_callboard, uncoloured

SEASON = ("histrio", "season", "season=1", "mood=comedy")
CITY = ("histrio", "city", "player=Ada", "Ada: 3", "Ben: 2", "needle=comedy 1")
ROUND = ("magnificent", "round", "round=1")
LORDS = ("intrigo", "round", "Ada: Contarini 1", "Ben: Dandolo 0", "Cleo: Gradenigo 2")
BIDS = ("turandot", "round", "round=1", "puccini=Ben", "Ben: 1")


def told(*words, language="en", **extra):
    """What people are told, line by line."""
    ran = run_callboard("score", *words, "--lang", language, **{"COLUMNS": "120", **extra})
    assert (ran.status, ran.out) == (1, ""), ran.out
    return ran.err.splitlines()


def causes(*words, language="en"):
    """The messages alone, each without its dash."""
    return [line.removeprefix("- ") for line in told(*words, language=language) if line.startswith("- ")]


def codes(*words):
    ran = run_callboard("score", *words, "--json")
    return [(error["path"], error["code"]) for error in ran.json()["errors"]]


def scored(game, stage, *words, language="en"):
    here = stage_of(find_game(game), stage)
    typing = read(words, here, language)
    return here.record(typing.raw, typing.problems)


# --- What was probably meant -----------------------------------------------------------------------------------------

# What is typed, the word in it that is wrong, and what it was probably meant to be, as the reader's language has it.
MEANT = [
    ("en", [*LORDS, "merchants Contarini 4 ducat theif military"], "theif", "thief"),
    ("en", [*LORDS, "mercants Contarini 4"], "mercants", "merchants"),
    ("en", ["historia", "tally", "Ada: teritories 12"], "teritories 12", "territories 12"),
    ("en", [*ROUND, "Ada: 30 +9 O5 oarnge 3 G2 C3 tents 3"], "oarnge 3", "orange 3"),
    ("en", [*ROUND, "Ada: 30 +9 O5 O3 G2 C3 tnts 3/6"], "tnts 3/6", "tents 3/6"),
    ("en", ["magnificent", "picks", "round=1", "Ada: pwer 12"], "pwer 12", "power 12"),
    ("en", ["magnificent", "power", "O3", "ornge 5"], "ornge 5", "orange 5"),
    ("en", [*LORDS[:2], "Ada: Contarni 1", *LORDS[3:], "ducat"], "Contarni", "Contarini"),
    ("en", [*SEASON, "Ada: chamelion", "Ben: T1"], "chamelion", "chameleon"),
    ("en", [*SEASON, "Ada: T1 reqest 4", "Ben: T1"], "reqest 4", "request 4"),
    ("en", [*SEASON[:-1], "mood=comdy", "Ada: T1", "Ben: T1"], "comdy", "comedy"),
    ("en", [*CITY, "managers=supply 1, theatre 2", "acobat"], "acobat", "acrobat"),
    ("en", [*BIDS, "Ada: 3 blfuf"], "blfuf", "bluff"),
    ("en", [*BIDS, "Ada: monney 1"], "monney 1", "money 1"),
    ("ru", [*LORDS, "купечество Контарини 4 дукат вро"], "вро", "вор"),
    ("ru", ["historia", "tally", "Аня: територии 12"], "територии 12", "территории 12"),
    ("ru", [*ROUND, "Аня: 30 +9 О5 О3 З2 П3 шатрыы 3/6"], "шатрыы 3/6", "шатры 3/6"),
    ("ru", [*SEASON, "Аня: хамелион", "Боря: Т1"], "хамелион", "хамелеон"),
    ("ru", [*BIDS, "Аня: 3 блёфф"], "блёфф", "блеф"),
    ("es", [*LORDS, "mercaderes Contarini 4 ducado ladorn"], "ladorn", "ladrón"),
    ("es", ["historia", "tally", "Ana: teritorios 12"], "teritorios 12", "territorios 12"),
    ("es", [*ROUND, "Ana: 30 +9 N5 narnja 3 V2 T3 tiendas 3"], "narnja 3", "naranja 3"),
    ("es", [*SEASON, "Ana: T1 solisitud 4", "Beto: T1"], "solisitud 4", "solicitud 4"),
    ("es", [*BIDS, "Ana: 3 frol"], "frol", "farol"),
]


@pytest.mark.parametrize(("language", "words", "given", "meant"), MEANT, ids=[f"{case[2]}" for case in MEANT])
def test_a_mistyped_word_is_told_with_the_nearest_that_can_stand_there(language, words, given, meant):
    sentence = catalog(language).text("refusal.meant") % {"given": given, "guess": meant}
    assert [one for one in causes(*words, language=language) if one.endswith(sentence)]


def in_words(record, here, words):
    """A record as it is typed in a language: fields of several words behind their names, tokens in its own words."""
    for line in write(record, here, words):
        start = re.match(r"[^:=]*[:=]|", line).end()
        own = re.sub(r"[A-Za-z][A-Za-z-]{2,}", lambda found: token(words, here.game.id, found[0]), line[start:])
        yield line[:start] + own


@pytest.mark.parametrize(
    ("played", "language"), sampled([(game, stage) for game in GAMES for stage in game.stages], LANGUAGES, every=4)
)
def test_whichever_word_of_an_example_has_two_letters_swapped_is_the_only_mistake_and_told_right(played, language):
    game, stage = played
    here, words = stage_of(game, stage), catalog(language)
    lines = list(in_words(game.example(stage), here, words))
    own = {part for one in here.shorts.spoken[language].shown.values() for part in one.casefold().split()}
    for place, line in enumerate(lines):
        for word in re.finditer(r"[^\W\d_]{4,}", line):
            half = len(word[0]) // 2
            swapped = word[0][: half - 1] + word[0][half] + word[0][half - 1] + word[0][half + 1 :]
            if swapped == word[0] or word[0].casefold() not in own:
                continue
            typed = [*lines[:place], line[: word.start()] + swapped + line[word.end() :], *lines[place + 1 :]]
            typing = read(typed, here, language)
            try:
                here.record(typing.raw, typing.problems)
            except RefusedError as error:
                (cause,) = refused(error, words, here, typing.raw, typing).messages
                assert word[0].casefold() in cause.text.casefold()


SINGERS = "3 m goth calaf, 2 f classicl, 1 i alt, 1 f prof, 1 m am, 1 f com"


def test_what_was_meant_is_read_when_it_is_typed_instead():
    others = [f"{name}: {'1 m goth, ' * 6}{way}" for name, way in (("Ben", "none"), ("Cleo", "staging"))]
    lines = told("turandot", "final", f"Ada: {SINGERS}, gots", *others)
    assert lines[0] == "One thing is wrong with this record:"
    instead = lines[-1].strip().removeprefix("Type: ")
    assert instead == f"Ada: {SINGERS.replace('classicl', 'classical')}, goths"
    assert scored("turandot", "final", instead, *others).players[0].director == "goths"


@pytest.mark.parametrize("word", ["florin", "qwerty", "x" * 500, "5", "-"])
def test_what_is_near_to_nothing_is_not_guessed(word):
    assert not [one for one in causes(*SEASON, f"Ada: {word}", "Ben: zzz") if "did you mean" in one]


def test_a_number_alone_is_no_guess():
    (told,) = causes(*ROUND, "Ann: 30 +9 O5 O3 G2 C3 acrobats 3 max 12")
    assert "“acrobats 3”, “max 12”" in told


@pytest.mark.parametrize(
    ("language", "item", "meant"),
    [
        ("en", "smlal tiles of one colour 3", "small tiles of one colour 3"),
        ("en", "small tilse of one colour 3", "small tiles of one colour 3"),
        ("en", "dcie sum", "dice sum"),
        ("es", "losetas peqeñas de un color 3", "losetas pequeñas de un color 3"),
        ("ru", "сумма кубикво", "сумма кубиков"),
    ],
)
def test_of_a_name_of_several_words_between_commas_all_is_told(language, item, meant):
    sentence = catalog(language).text("refusal.meant") % {"given": item, "guess": meant}
    dice = {"en": "O5 P3 G2 C3", "es": "N5 M3 V2 T3", "ru": "О5 Ф3 З2 П3"}[language]
    assert causes(*ROUND, f"Ada: 30 +9, {dice}, {item}", language=language) == [f"Ada: {sentence}"]


@pytest.mark.parametrize(
    ("language", "item", "meant"),
    [("en", "level 3 comedian", "comedian 3")],
)
def test_a_level_beside_its_number_is_told_as_it_is_typed(language, item, meant):
    sentence = catalog(language).text("refusal.meant") % {"given": item, "guess": meant}
    assert causes(*SEASON, f"Ada: C2, {item}", "Ben: T1", language=language) == [f"Ada: {sentence}"]


PALACE = (
    "merchants, Contarini 4, ducat, Dandolo 2, military, Contarini 3, ducat, thief, clergy, Gradenigo 2, ducat, "
    "Dandolo 4, farmers, Morosini 2, ducat, Morosini 3, workers, Contarini 2, ducat, Gradenigo 3, merchants, assassin, "
    "ducat, Gradenigo 4"
)
LORDS = ("intrigo", "round", "Ada: Contarini 1", "Ben: Dandolo 0", "Cleo: Gradenigo 3")


def test_a_forgotten_token_is_told_once_and_not_that_the_palace_is_short_of_it():
    (only,) = causes(*LORDS, PALACE.replace("ducat, Dandolo 2", "Dandolo 2"))
    assert "Dandolo 2" in only


@pytest.mark.parametrize(
    ("line", "typed", "meant"),
    [
        (PALACE.replace("thief", "вар"), "вар", "вор"),
        (PALACE.replace("thief", "вро"), "вро", "вор"),
    ],
)
def test_of_three_letters_one_may_be_another(line, typed, meant):
    sentence = catalog("ru").text("refusal.meant") % {"given": typed, "guess": meant}
    (only,) = causes(*LORDS, line, language="ru")
    assert only.endswith(sentence)


def test_a_number_alone_is_no_guess_of_a_word():
    sentences = causes("turandot", "round", "round=1", "puccini=Ben", "Ada: Cleo2 +1", "Ben: 2", "Cleo: 3")
    assert sentences
    assert not any("“ 2”" in sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "comedian level 3"),
        ("ru", "комедиант уровня 3"),
        ("es", "comediante de nivel 3"),
        ("es", "comediante nivel 3"),
    ],
)
def test_a_level_behind_its_actor_is_read(language, line):
    assert scored(*SEASON, f"Ada: {line}", "Ben: T1", language=language).players[0].troupe == ("C3",)


def test_what_a_mistyped_field_lacks_is_not_told_beside_it():
    words = [*CITY, "managers=supply 1, theatre 2", "T2", "stela from=Ben"]
    assert causes(*words) == ["stela from: there is no such field here; did you mean “steal from”?"]


def test_who_reads_a_record_from_the_keyboard_is_told_so():
    child = spawn_callboard("score", "histrio", "final", "-", "--lang", "en")
    child.expect("Ctrl\\+D")
    child.sendline('{"players": [{"name": "Ada", "ecus": 3}, {"name": "Ben", "ecus": 2}]}')
    child.sendeof()
    assert "Ada" in uncoloured(rest(child))
    assert child.exitstatus == 0


def test_a_card_that_somebody_has_already_is_no_mistyped_word():
    walk = ["Contarini 4", "Contarini 4"] * 6
    palace = ["merchants", "ducat"] * 6
    (one, *_) = causes(*LORDS, f"palace={', '.join(palace)}", f"gaps={', '.join(walk)}")
    assert "did you mean" not in one


def test_a_word_that_lacks_its_number_is_told_so():
    assert causes(*BIDS, "Ada: 3 +1", "Cleo: money") == ["Cleo: “money” needs a number beside it, such as “money 1”"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_many_words_to_choose_from_the_nearest_are_listed_and_where_all_are(language):
    record = {
        "round": 1,
        "players": [
            {
                "name": "Ada",
                "points": 1,
                "coins": 1,
                "dice": ["orange 5", "orange 3", "green 2", "clear 3"],
                "card": {"condition": "cubes", "count": 2},
            }
        ],
    }
    ran = run_callboard("score", "magnificent", "round", "-", "--lang", language, stdin=json.dumps(record))
    (line,) = (line for line in ran.err.splitlines() if line.startswith("- "))
    assert "callboard score magnificent round --help" in line
    assert "19" in line
    assert len(line) < 250


def test_a_value_that_may_be_none_is_told_how():
    assert causes("magnificent", "power", "clear 3", "as=pink") == [
        "colour: “pink” is not possible here; choose from: orange, green, purple (“-” for none)"
    ]


def test_a_clear_die_without_its_colour_is_told_what_to_type():
    for language, typed in (("en", "as=orange"), ("ru", "цвет=оранжевый"), ("es", "color=naranja")):
        (one,) = causes("magnificent", "power", "clear 3", language=language)
        assert typed in one
        assert scored("magnificent", "power", "clear 3", typed, language=language).model_dump()["as"] == "orange"


# --- One message a cause ---------------------------------------------------------------------------------------------


def test_a_list_that_is_too_short_or_too_long_is_pointed_at_where_it_ends():
    assert told(*ROUND, "Ann: 30 +9 O5 O3 G2 tents 3")[1:] == [
        "- Ann · dice: at least 4 needed; 3 given",
        "  Ann: 30 +9 O5 O3 G2 tents 3",
        "                   ^^",
    ]
    assert told(*ROUND, "Ann: 30 +9 O5 O3 G2 C3 P4 tents 3")[3] == "                         ^^"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mistake_says_how_its_own_line_is_typed_and_not_the_lines_of_others(language):
    words = catalog(language)
    player, walk = (words.text(f"intrigo/typed.round-{field}") for field in ("players", "palace"))
    (message, *_) = causes("intrigo", "round", "Ada: Xyzzy 1", "Ben: Dandolo 0", "Cleo: Gradenigo 2", language=language)
    assert message.endswith(player)
    (message, *_) = causes(*LORDS, "Contarini 4, ducat, thief", language=language)
    assert message.endswith(walk)


def test_words_that_fit_nowhere_are_one_message_with_a_pointer_under_each():
    lines = told("historia", "tally", "Ada: teritories 12 wonders 8 moth 5", "Ben: wnders 3")
    assert lines[1].startswith("- Not recognised: Ada: “teritories 12” (“territories 12”?), “moth 5”; Ben: “wnders 3”")
    assert lines[2:4] == ["  Ada: teritories 12 wonders 8 moth 5", "       ^^^^^^^^^^^^^           ^^^^^^"]
    assert len([line for line in lines if line.startswith("- ")]) == 1


def test_one_sentence_of_several_players_is_told_once():
    lines = told(*SEASON, "Ada: C6 C2", "Ben: T0 C9", "Cleo: C3")
    assert lines[0] == "One thing is wrong with this record:"
    assert lines[2:] == ["  Ada: C6 C2", "       ^^", "  Ben: T0 C9", "       ^^ ^^"]
    missing = causes("magnificent", "round", "round=1", "Ada: 30 +9 O5 P3 G2 C3", "Ben: 20 +9 O5 G3 G2 C3")
    assert len(missing) == 1
    assert missing[0].startswith("Ada · card, Ben · card: this is missing (such as tents 3 max 12). The master card")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_missing_in_a_line_is_told_as_the_help_of_its_stage_has_it(language):
    stage, words = stage_of(find_game("histrio"), "season"), catalog(language)
    entry = notation(stage, words).entry("mood")
    _, mood = causes("histrio", "season", "Ada: C3", "Ben: T1", language=language)
    assert mood.endswith(words.text("refusal.typed") % {"typed": entry.typed, "meaning": entry.meaning})


def test_a_line_that_is_longer_than_the_screen_is_shown_where_it_is_wrong():
    line = "Ada: territories 12 wnders 8 raid 3 war 4 tourism 5 miltary 6"
    shown = told("historia", "tally", line, COLUMNS="40")
    assert [line for line in shown if "^" in line] != []
    assert all(len(line) <= 40 for line in shown if not line.startswith(("- ", "  Type")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_more_messages_are_shown_than_anybody_reads_and_programs_are_told_all(language):
    mistyped = {"name": "Ada", "pionts": 1, "coinss": 1, "dicee": [], "cardd": "flat"}
    wrong = {"name": "x" * 41, "points": 99_999, "coins": -1, "dice": ["orange 9"], "card": "flat 3"}
    record = {"roundd": 1, "players": [mistyped, wrong, {"name": "x", "points": "y", "coins": 500, "dice": 1}]}
    ran = run_callboard("score", "magnificent", "round", "-", "--lang", language, stdin=json.dumps(record))
    lines = ran.err.splitlines()
    shown = [line for line in lines if line.startswith("- ")]
    count = int(re.search(r"\d+", lines[0])[0])
    assert len(shown) == SHOWN < count
    assert lines[-1] == catalog(language).text("error.more") % {"count": count - SHOWN}
    ran = run_callboard("score", "magnificent", "round", "-", "--json", stdin=json.dumps(record))
    assert len(ran.json()["errors"]) >= count


# --- Nothing that only follows ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        (["histrio", "final", "Ada 31", "Ben 20"], "Ada: 31 Ben: 20"),
        (["histrio", "final", "Ada", "31", "Ben", "20"], "Ada: 31 Ben: 20"),
        ([*SEASON, "Ada C3 X", "Ben T1 +4"], "Ada: C3 X Ben: T1 +4"),
        ([*LORDS[:3], "Ben Dandolo 0", "Cleo: Gradenigo 2", "Dan: Morosini 1", "ducat, thief"], "Ben: Dandolo 0"),
        ([*LORDS[:3], "Dan Dandolo 0", *LORDS[4:], "ducat, thief"], "Dan: Dandolo 0"),
    ],
)
def test_a_line_without_its_colon_is_the_only_mistake(words, instead):
    assert {code for _, code in codes(*words)} == {"no-colon"}
    assert told(*words)[-1] == f"  Type: {instead}"


def test_a_walk_is_no_line_without_its_colon():
    (one,) = causes(*LORDS, "купечсетво Контарини 4 дукат вро военные убийцца", language="ru")
    assert "«купечсетво» («купечество»?)" in one
    assert "«вро» («вор»?)" in one


def test_the_record_of_another_stage_is_told_so_and_nothing_that_comes_of_it():
    record = {"game": "histrio", "stage": "final", "players": [{"name": "Ada", "ecus": 3}, {"name": "Ben", "ecus": 2}]}
    ran = run_callboard("score", "histrio", "court", "-", stdin=json.dumps(record))
    assert [line for line in ran.err.splitlines() if line.startswith("- ")] == [
        "- line 1 · stage: the file says “final”, but “court” is being scored"
    ]


def test_a_players_field_before_the_players_is_told_where_it_belongs():
    line = "Ada: 200 +9 O5 O3 G2 C3, flat, flat, flat, rows 1, gems=5 hat=3"
    words = ["magnificent", "final", line, "plots=0", "0", "1", "2", "2", "4", "5", "6", "9"]
    assert codes(*words) == [("plots", "extra_forbidden")]
    assert causes(*words)[0].endswith("this stands in a player's line, after the name and a colon: Ada: … plots=…")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_table_has_in_a_players_line_is_told_once(language):
    walk = ["thief", "none", "assassin", "ducat"]
    words = [word for line in LORDS for word in line.split(" ")] + walk
    sentence = catalog(language).text("refusal.outside") % {"given": "thief none assassin"}
    assert causes(*words, language=language)[0].startswith(f"Cleo: {sentence.partition(' none')[0]}")
    assert len(causes(*words, language=language)) == 1


def test_a_field_of_the_table_at_the_end_of_a_players_line_is_the_tables():
    assert scored(*SEASON[:-1], "Ada: C3 mood=comedy", "Ben: T1").mood == "comedy"


@pytest.mark.parametrize(
    ("words", "language"),
    [
        (["managers=supply", "1", "theatre", "4"], "en"),
        (["managers=1", "in", "supply", "4", "in", "the", "theatre"], "en"),
        (["gestores=1", "reserva", "4", "Teatro"], "es"),
        (["управляющие=запас", "1", "театр", "4"], "ru"),
    ],
)
def test_managers_need_no_quotation_marks(words, language):
    managers = scored(*CITY, *words, "T4", language=language).managers
    assert (managers.supply, managers.theatre) == (1, 4)


def test_lists_behind_their_names_need_no_quotation_marks():
    camp = ["camp=orange", "large", "2", "gems=orange", "2", "limit=2"]
    record = scored("magnificent", "perform", "poster: 11 +2", *camp)
    assert (record.camp, record.gems) == ({"orange large": 2}, {"orange": 2})


def test_what_is_no_thing_of_the_game_does_not_lack_its_number_too():
    assert codes("magnificent", "perform", "poster: 11", "camp=purpel", "gems=-", "limit=2") == [
        ("camp.purpel", "tile")
    ]


# --- The line of a file ----------------------------------------------------------------------------------------------

TOML = """# a comment
"сезон" = 1
mood = "comdy"

[[players]]
name = "Ann"  # [x]
troupe = [
  "C3", "C9",
]
chameleons = 0
requests = []
[[players]]
name = "Ben"
chameleons = 0
troupe = ["C1"]
requests = [99999]
"""
JSON = """{"season": 1, "mood": "comedy",
 "players": [{"name": "Ann", "troupe": ["C3", "C9"], "chameleons": 0, "requests": []},
             {"name": "Ben", "troupe": ["C3"], "chameleons": "x", "requests": []}]}
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_value_of_a_file_is_shown_with_its_line_and_number(language):
    ran = run_callboard("score", "histrio", "season", "-", "--lang", language, stdin=TOML)
    lines = ran.err.splitlines()
    word = catalog(language).text("refusal.line") % {"line": 3}
    assert lines[1].startswith(f"- {word} · ")
    assert lines[2:4] == ['  mood = "comdy"', "         ^^^^^^^"]
    assert '    "C3", "C9",\n          ^^^^\n' in ran.err
    assert "  requests = [99999]\n              ^^^^^\n" in ran.err


def test_json_is_shown_as_toml_is(tmp_path):
    path = tmp_path / "night.json"
    path.write_text(JSON, encoding="utf-8")
    ran = run_callboard("score", "histrio", "season", str(path), COLUMNS="120")
    lines = ran.err.splitlines()
    assert [line.partition(" · ")[0] for line in lines if line.startswith("- ")] == ["- line 2", "- line 3"]
    assert lines[3].index("^") == lines[2].index('"C9"')
    data = run_callboard("score", "histrio", "season", str(path), "--json").json()
    assert [error["path"] for error in data["errors"]] == ["players[0].troupe[1]", "players[1].chameleons"]
    assert not [error for error in data["errors"] if "line" in error["text"]]


# A text, whether it is JSON, a place in what it says, and the part of it that stands there.
WHERE = [
    ("a = 1\r\nb = 2\r\n", False, ("b",), "2"),
    ("a.b = { c = [1, [2, 3]], \"d e\" = 'x' }", False, ("a", "b", "c", 1, 1), "3"),
    ("a.b = { c = [1, [2, 3]], \"d e\" = 'x' }", False, ("a", "b", "d e"), "'x'"),
    ("[a.b]\nc = 1.5\n[a.d]\nc = 2", False, ("a", "d", "c"), "2"),
    ("[[a]]\nx = 1\n[[a]]\nx = 2\n[[a.b]]\ny = 3", False, ("a", 1, "b", 0, "y"), "3"),
    ("[[a]]\nx = 1\n[[a]]\nx = 2", False, ("a", 1, "missing"), "[[a]]"),
    ('a = """\n[[b]]\n"""  # b = 7\nb = [ # ]\n  1,\n  2 ]', False, ("b", 1), "2"),
    ("a = 1979-05-27T07:32:00Z\nb = 1", False, ("b",), "1"),
    ("a = '''\n'''", False, ("a",), "'''"),
    ('{"a": {"b": [1, {"c": "x}]"}]}}', True, ("a", "b", 1, "c"), '"x}]"'),
    ('{"a\\"b": 1, "c": -1.5e3}', True, ("c",), "-1.5e3"),
    ('{"a\\"b": 1, "c": -1.5e3}', True, ('a"b',), "1"),
]


@pytest.mark.parametrize(("text", "is_json", "location", "part"), WHERE)
def test_a_value_is_found_where_it_stands(text, is_json, location, part):
    span = Places(text, is_json, "histrio").span(location)
    assert span.text == part
    assert span.line in text.replace("\r", "").split("\n")
    assert text.replace("\r", "").split("\n")[span.number - 1] == span.line


@pytest.mark.parametrize(
    ("text", "is_json"),
    [
        ('{"a": [' + "1, " * 30_000 + '"x"]}', True),
        ("a = [" + "1, " * 30_000 + "]", False),
        ("a = 1\n" * 0 + "".join(f"k{number} = {number}\n" for number in range(8_000)), False),
        ("a = '" + "x" * 90_000 + "'", False),
        ('a = "' + '\\"' * 40_000 + '"', False),
        (f'"{"я" * 40_000}" = 1', False),
        ("#" * 90_000 + "\na = 1", False),
        (" " * 90_000 + "\na = 1", False),
    ],
    ids=range(8),
)
def test_a_large_file_is_looked_through_as_quickly_as_it_is_read(text, is_json):
    start = time.process_time()
    places = Places(text, is_json, "histrio")
    for number in range(20):
        places.span(("a", number))
    assert time.process_time() - start < 1


def test_as_many_mistyped_words_as_may_be_typed_are_told_in_no_time():
    here = stage_of(find_game("magnificent"), "final")
    line = "Ada: " + ", ".join(f"oarnge {'lrage' * (number % 4)} {number}" for number in range(250))
    start = time.process_time()
    with pytest.raises(RefusedError):
        scored("magnificent", "final", line[:4900])
    ran = run_callboard("score", here.game.id, here.name, line[:4900])
    assert ran.status == 1
    assert time.process_time() - start < 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_walk_that_is_a_pair_short_or_long_is_told_once(language):
    first = tomllib.loads((EVENINGS / "intrigo.toml").read_text(encoding="utf-8"))["step"][0]
    *players, walk = first[language]
    short, long = (
        ", ".join(walk.split(", ")[:-2]),
        f"{walk}, {catalog('en').text('intrigo/token.none').partition('|')[0]}, assassin",
    )
    for pairs, line in ((11, short), (13, long)):
        told = run_callboard("score", "intrigo", "round", *players, line, "--lang", language)
        assert told.status == 1
        assert (told.err.count("- "), told.err.count(f" {pairs} (")) == (1, 1)
        found = run_callboard("score", "intrigo", "round", *players, line, "--json").json()["errors"]
        assert [error["path"] for error in found] == ["palace", "gaps"]  # programs are told of both
    words = short.split(", ")
    apart = [f"palace={', '.join(words[::2])}", f"gaps={', '.join(words[1::2])}"]
    told = run_callboard("score", "intrigo", "round", *players, *apart, "--lang", language)
    assert told.err.count("- ") == 2  # each list was typed by itself


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "large orange 3 max 20"),  # would be the card of all large tiles, with other points
        ("ru", "большие оранжевые 3 макс 20"),
        ("es", "grandes naranjas 3 max 20"),
    ],
)
def test_no_guess_leaves_a_colour_out(language, line):
    found = causes("magnificent", "round", "round=1", f"Ada: 30 +9 O5 O3 G2 P4, {line}", language=language)
    meant = catalog(language).text("refusal.meant").partition(";")[2].partition("%(guess)s")[0]
    assert not any(meant in cause for cause in found)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ru", ("historia", "tally", "Аня: чудеса восемнадцать ×2", "Боря: территории 5")),
        ("ru", ("histrio", "final", "Аня: 20, Боря плюс 0")),
        ("en", ("histrio", "final", "Ada: 20, Ben plus 0")),
        ("es", ("historia", "tally", "Ana: maravillas dieciocho ×2", "Blas: territorios 5")),
    ],
)
def test_no_guess_leaves_a_word_out(language, words):
    meant = catalog(language).text("refusal.meant").partition(";")[2].partition("%(guess)s")[0]
    assert not any(meant in cause for cause in causes(*words, language=language))


def test_gems_are_told_in_any_case():
    line = "100 +14 O1 G1 P1 C1, tents 3, rows 1, flat, columns 1, plots=0 0 1 1 2 3 4 5 6, hat=4"
    other = "Ben: 90 +3 O1 G1 P1 C2, tents 3, rows 1, flat, columns 1, plots=0 0 1 1 2 3 4 5 6, gems 3, hat=5"
    record = scored("magnificent", "final", f"Ada: {line}, самоцветов 4", other, language="ru")
    assert [player.gems for player in record.players] == [4, 3]
