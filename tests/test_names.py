"""Games, stages, options and the keys of files go by their names in every language, and by their ids."""

import json
import re

import pytest

import callboard
from callboard_cli.input.vocabulary import Vocabulary
from callboard_locales import catalog
from callboard_scoring.games import GAMES
from conftest import LANGUAGES, run_callboard

STAGES = [(game, stage) for game in GAMES for stage in game.stages]


def names_of(message):
    """Return every name that a message has, in all languages."""
    return [name for language in LANGUAGES for name in catalog(language).text(message).split("|")]


def is_understood(*arguments):
    """Tell whether a game and a stage are understood: what is printed is the example of a record."""
    ran = run_callboard("example", *arguments, "--lang", "en")
    return ran.status == 0 and ran.out


# --- Games and stages ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "stage"), STAGES, ids=[f"{game.id}-{stage}" for game, stage in STAGES])
def test_a_stage_goes_by_each_of_its_names(game, stage):
    example = is_understood(game.id, stage)
    assert example
    names = names_of(f"{game.id}/stage.{stage}")
    assert len(set(names)) > 1
    for name in {*names, names[0].upper(), f" {names[-1]} "}:
        assert is_understood(game.id, name) == example, name


@pytest.mark.parametrize(("language", "stage"), [("en", "city"), ("es", "ciudad"), ("ru", "город")])
def test_an_example_says_what_to_type_with_the_readers_name_of_the_stage(language, stage):
    assert f"callboard score histrio {stage} -\n" in run_callboard("example", "histrio", "city", "--lang", language).out


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_a_game_goes_by_each_of_its_names(game):
    example = is_understood(game.id, game.stages[0])
    names = names_of(f"{game.id}/game")
    parts = [part for name in names for part in re.split("[«»()]", name) if part.strip()]
    for name in {*names, *parts, *map(str.upper, parts)}:
        assert is_understood(name, game.stages[0]) == example, name


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("histrio", ["хистрио", "гистрио", "Пьеса из Леса", "HISTRIO"]),
        (
            "magnificent",
            ["грандиозное", "Грандиозное представление", "el magnifico", "El Magnífico", "the magnificent"],
        ),
        ("turandot", ["турандот", "ТУРАНДОТ", "Turandot"]),
        ("intrigo", ["интриго"]),
        ("historia", ["хистория"]),
    ],
)
def test_a_game_is_found_as_people_call_it(game, typed):
    for name in typed:
        assert callboard.game(name).id == game
        assert run_callboard("rules", name, "--contents").out == run_callboard("rules", game, "--contents").out


@pytest.mark.parametrize(
    "line",
    [["турандот", "раунд"], ["Turandot", "RONDA"], ["turandot", "una ronda"]],
    ids=" ".join,
)
def test_a_score_is_the_same_by_any_name(line):
    typed = ["puccini=Ann", "Ann: 1", "Bob: 2"]
    assert (
        run_callboard("score", *line, *typed, "--json").json()
        == run_callboard("score", "turandot", "round", *typed, "--json").json()
    )


MISTYPED = [
    ("ru", ["score", "histrio", "сизон"], "сезон"),
    ("ru", ["score", "histrio", "seson"], "сезон"),
    ("en", ["score", "histrio", "сизон"], "season"),
    ("es", ["example", "histrio", "temporda"], "temporada"),
    ("es", ["schema", "histrio", "сизон"], "temporada"),
    ("ru", ["rules", "туранбот"], "турандот"),
    ("es", ["setup", "туранбот"], "turandot"),
    ("ru", ["setup", "magnificant"], "грандиозное"),
]


@pytest.mark.parametrize(("language", "line", "meant"), MISTYPED)
def test_a_mistyped_name_gets_a_guess_in_the_readers_language(language, line, meant):
    ran = run_callboard(*line, "--lang", language)
    message = "usage.no-game-meant" if line[0] in {"rules", "setup"} else "usage.no-stage-meant"
    values = {"given": line[-1], "meant": meant, "known": "\0"}
    assert ran.status == 2
    assert ran.err.startswith((catalog(language).text(message) % values).partition("\0")[0])


@pytest.mark.parametrize(
    ("language", "known"),
    [
        ("ru", "сезон (season), двор (court), город (city), финал (final)"),
        ("en", "season, court, city, final"),
        ("es", "temporada (season), corte (court), ciudad (city), final"),
    ],
)
def test_stages_are_listed_by_the_readers_word_and_the_id(language, known):
    ran = run_callboard("score", "histrio", "--lang", language)
    assert ran.err.startswith(catalog(language).text("usage.stage-missing") % {"known": known})
    listed = run_callboard("games", "--lang", language).out
    assert all(f"  histrio {name}: " in listed for name in known.split(", "))


def test_all_games_are_listed_as_the_reader_types_them():
    known = "хистрио (histrio), historia, интриго (intrigo), грандиозное (magnificent), турандот (turandot)"
    asked = run_callboard("score", "--lang", "ru").err
    assert asked.startswith(catalog("ru").text("usage.game-missing") % {"known": known})


def test_a_batch_takes_games_and_stages_by_any_name():
    players = [{"name": "Ann", "ecus": 3}, {"name": "Bob", "ecus": 2}]
    ids = {"game": "histrio", "stage": "final"}
    kinds = [ids, {"game": "Хистрио", "stage": "финал"}, {"игра": "гистрио", "этап": "конец игры"}]
    kinds += [{"juego": "Histrio", "etapa": "fin de la partida"}]
    lines = [json.dumps({**kind, "players": players}) for kind in kinds]
    answers = run_callboard("batch", stdin="\n".join(lines)).out.splitlines()
    assert len(answers) == len(kinds)
    assert set(answers) == {answers[0]}
    assert json.loads(answers[0])["winners"] == ["Ann"]


@pytest.mark.parametrize(("language", "meant"), [("ru", "сезон"), ("en", "season"), ("es", "temporada")])
def test_a_batch_guesses_a_mistyped_stage_in_the_readers_language(language, meant):
    ran = run_callboard("batch", "--lang", language, stdin='{"game": "хистрио", "stage": "xyz"}\n{"game": 3}')
    (unknown,), numbered = (json.loads(line)["errors"] for line in ran.out.splitlines())
    assert (unknown["path"], unknown["code"]) == ("stage", "choice")
    assert [(error["path"], error["code"]) for error in numbered] == [("game", "choice"), ("stage", "missing")]
    (near,) = json.loads(run_callboard("batch", "--lang", language, stdin='{"game": "histrio", "stage": "сизон"}').out)[
        "errors"
    ]
    assert near["code"] == "choice-meant"
    marks = {"ru": "«»", "en": "“”", "es": "«»"}[language]
    assert f"{marks[0]}{meant}{marks[1]}" in near["text"]


def test_a_file_may_say_what_it_is_for_by_any_name():
    players = '[[players]]\nname = "Ann"\necus = 3\n[[players]]\nname = "Bob"\necus = 2\n'
    for head in ('game = "хистрио"\nstage = "финал"\n', '"игра" = "Histrio"\n"этап" = "конец игры"\n'):
        assert run_callboard("score", "histrio", "финал", "-", stdin=head + players).status == 0
    other = run_callboard("score", "histrio", "final", "-", "--lang", "ru", stdin='"этап" = "сезон"\n' + players)
    assert other.status == 1
    assert "этап: в файле «сезон», а считается «финал»" in other.err


def test_a_name_that_is_no_id_costs_no_more_than_the_catalogs():
    """However long it is, it is compared once; and what is shown of it is short."""
    ran = run_callboard("batch", stdin=json.dumps({"game": "х" * 90_000, "stage": "я" * 5}))
    assert ran.status == 1
    assert len(ran.out) < 1000


# --- Options of set-ups ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["season=2", "сезон=2", "СЕЗОН=2", "temporada=2"])
def test_an_option_goes_by_each_of_its_names(typed):
    setup = ("setup", "histrio", "Ann", "Bob")
    code = run_callboard(*setup, "season=2", "--json").json()["code"]
    assert run_callboard(*setup, typed, "--code", code).out == run_callboard(*setup, "--code", code).out
    other = run_callboard(*setup, typed.replace("2", "1"), "--code", code)
    assert other.status == 2


@pytest.mark.parametrize(
    ("game", "begun", "chosen"),
    [
        ("histrio", ["seas=2"], {"season": 2, "seats": "drawn"}),
        ("histrio", ["СЕЗ=2", "seats=giv"], {"season": 2, "seats": "given"}),
        ("intrigo", ["fi=given", "sitios=giv"], {"seats": "given", "first": "given"}),
        ("magnificent", ["ronda=1", "adv=ye"], {"round": 1, "advanced": True}),
    ],
)
def test_the_beginning_of_an_option_or_of_its_value_is_enough(game, begun, chosen):
    options = run_callboard("setup", game, "Bob", "Bonnie", "Cid", *begun, "--json").json()["options"]
    assert {name: options[name] for name in chosen} == chosen


def test_who_begins_may_be_named_by_the_beginning_of_a_name():
    made = run_callboard("setup", "intrigo", "Bob", "Bonnie", "Cid", "fi=bon", "--json").json()
    assert made["draws"]["first"] == "Bonnie"


@pytest.mark.parametrize(
    ("begun", "whole"), [("cham", "chameleon"), ("Histrio/season-best", "season-best-show"), ("Хамел", "chameleon")]
)
def test_the_beginning_of_a_section_or_of_its_title_is_enough(begun, whole):
    line = ("rules", "histrio", "--lang", "en", "--section")
    assert run_callboard(*line, begun).out == run_callboard(*line, whole).out != ""


@pytest.mark.parametrize(
    ("language", "wish", "given", "known"),
    [
        ("en", ["sea=2"], "sea", "seats, season"),
        ("en", ["first=bo"], "bo", "Bob, Bonnie"),
        ("es", ["--keep", "se"], "se", "asientos, palacio"),
    ],
)
def test_a_beginning_of_several_words_is_told_with_them(language, wish, given, known):
    game = "histrio" if wish[0].endswith("=2") else "intrigo"
    ran = run_callboard("setup", game, "Bob", "Bonnie", "Cid", *wish, "--lang", language)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(catalog(language).text("usage.several") % {"given": given, "known": known})


def test_what_may_be_typed_by_its_beginning_has_two_letters_of_it_and_is_no_number():
    assert run_callboard("setup", "histrio", "Ann", "Bob", "s=2").status == 2
    shown = {"one": "One", "ten": "Ten"}
    words = Vocabulary(
        catalog("en"), ("one", "ten"), lambda _: {"one": ["1", "uno"], "ten": ["10", "100"]}, lambda: shown
    )
    assert [words.find(word) for word in ("1", "10", "100", "on", "UN", "o", "ones", "")] == [
        *("one", "ten", "ten", "one", "one", None, None, None)
    ]
    assert words.find("o1") is None


@pytest.mark.parametrize(
    ("language", "option", "message", "meant"),
    [
        ("ru", "сизон=2", "usage.no-setup-option", "сезон"),
        ("ru", "seson=2", "usage.no-setup-option", "сезон"),
        ("en", "temporda=2", "usage.no-setup-option", "season"),
        ("es", "сезоон=2", "usage.no-setup-option", "temporada"),
        ("ru", "места=нашы", "usage.no-setup-value", "наши"),
        ("es", "seats=givn", "usage.no-setup-value", "nuestros"),
    ],
)
def test_a_mistyped_option_gets_a_guess_in_the_readers_language(language, option, message, meant):
    ran = run_callboard("setup", "histrio", "Ann", "Bob", option, "--lang", language)
    given = option.partition("=")[0] if message.endswith("option") else option
    said = catalog(language).text(f"{message}-meant") % {"given": given, "meant": meant, "known": "\0"}
    assert ran.status == 2
    assert ran.err.startswith(said.partition("\0")[0])


def test_an_option_like_nothing_is_told_with_those_that_there_are():
    ran = run_callboard("setup", "histrio", "Ann", "Bob", "xyz=2", "--lang", "ru")
    assert ran.err.startswith(catalog("ru").text("usage.no-setup-option") % {"given": "xyz", "known": "места, сезон"})
    three = run_callboard("setup", "histrio", "Ann", "Bob", "сезон=3", "--lang", "ru")
    assert three.err.startswith(catalog("ru").text("usage.no-setup-value") % {"given": "сезон=3", "known": "1, 2"})


# --- Keys of files ---------------------------------------------------------------------------------------------------

EVENINGS = {
    "en": {"season": 1, "Mood": "comedy", "players": [
        {"name": "Ann", "troupe": ["C3"], "chameleons": 0, "requests": [4]},
        {"name": "Bob", "TROUPE": ["T1"], "chameleons": 1, "requests": []},
    ]},
    "ru": {"сезон": 1, "Настроение": "комедия", "игроки": [
        {"имя": "Ann", "ТРУППА": ["К3"], "хамелеоны": 0, "просьбы": [4]},
        {"имя": "Bob", "труппа": ["Т1"], "хамелеоны": 1, "просьбы": []},
    ]},
    "es": {"temporada": 1, "HUMOR": "comedia", "jugadores": [
        {"nombre": "Ann", "compania": ["C3"], "camaleones": 0, "solicitudes": [4]},
        {"nombre": "Bob", "compañía": ["T1"], "camaleones": 1, "solicitudes": []},
    ]},
}  # fmt: skip
"""One evening as each language has it."""


def as_toml(table):
    """Write the tables above as TOML: keys in quotation marks, players as tables in line."""
    return "".join(f"{json.dumps(key, ensure_ascii=False)} = {_toml(value)}\n" for key, value in table.items())


def _toml(value):
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key, ensure_ascii=False)} = {_toml(inner)}" for key, inner in value.items())
        return "{ " + ", ".join(pairs) + " }"
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("write", [json.dumps, as_toml], ids=["json", "toml"])
def test_the_keys_of_a_file_are_read_in_any_language(language, write):
    ran = run_callboard("score", "histrio", "season", "-", "--json", stdin=write(EVENINGS[language]))
    assert ran.status == 0
    assert ran.json() == run_callboard("score", "histrio", "season", "-", "--json", stdin=write(EVENINGS["en"])).json()
    record = callboard.read("histrio", "season", EVENINGS[language])
    assert record == callboard.read("histrio", "season", EVENINGS["en"])


@pytest.mark.parametrize(("game", "stage"), STAGES, ids=[f"{game.id}-{stage}" for game, stage in STAGES])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_read_with_its_keys_and_tokens_in_each_language(game, stage, language):
    words = catalog(language)

    def worded(value):
        if isinstance(value, list):
            return [worded(item) for item in value]
        if isinstance(value, dict):
            return {_worded(words, game.id, key): worded(inner) for key, inner in value.items()}
        return value

    example = game.example(stage)
    assert callboard.read(game.id, stage, worded(example)) == callboard.read(game.id, stage, example)


def _worded(words, game, key):
    """Return the last of a language's words for a key: for a field, or for a token."""
    for message in (f"{game}/field.{key}", f"{game}/token.{key}"):
        if words.has(message):
            return words.text(message).split("|")[-1]
    return key


def problems_of(record, *line, language="en"):
    """Return path, code and text of what is wrong with a record of Histrio's season, or of another stage."""
    line = line or ("histrio", "season")
    ran = run_callboard("score", *line, "-", "--json", "--lang", language, stdin=json.dumps(record))
    assert ran.status == 1
    return [tuple(error.values()) for error in ran.json()["errors"]]


def test_two_keys_of_one_field_are_both_named():
    record = EVENINGS["en"] | {"сезон": 2}
    assert problems_of(record, language="ru") == [
        ("season", "name-twice", "сезон: «season» и «сезон» — одно и то же; укажите один раз")
    ]
    (first, *others) = EVENINGS["ru"]["игроки"]
    record = EVENINGS["ru"] | {"игроки": [first | {"nombre": "Zoe"}, *others]}
    assert problems_of(record) == [
        ("players[0].name", "name-twice", "Ann · name: “имя” and “nombre” are the same; give it once")
    ]


def test_two_keys_of_one_token_are_both_named():
    seals = {"name": "Ann", "family": "dandolo", "ducats": 0, "seals": {"купцы": 1, "Merchants": 2}}
    told = problems_of({"players": [seals]}, "intrigo", "round")
    text = "Ann · seals: “купцы” and “Merchants” are the same; give it once"
    assert ("players[0].seals", "name-twice", text) in told


def test_problems_are_told_at_the_fields_own_names_whatever_the_keys():
    (first, second) = EVENINGS["ru"]["игроки"]
    record = EVENINGS["ru"] | {"игроки": [first, second | {"труппа": ["К9"]}]}
    ((path, code, text),) = problems_of(record, language="ru")
    assert (path, code) == ("players[1].troupe[0]", "actor")
    assert text.startswith("Bob · труппа · 1: ")


@pytest.mark.parametrize(
    ("language", "key", "text"),
    [
        ("en", "seson", "seson: there is no such field here; did you mean “season”?"),
        ("ru", "сезоон", "сезоон: такого поля здесь нет; может быть, «сезон»?"),
        ("es", "сезоон", "сезоон: este campo no existe aquí; ¿querías decir «temporada»?"),
    ],
)
def test_a_mistyped_key_is_one_mistake(language, key, text):
    record = {name: value for name, value in EVENINGS["en"].items() if name != "season"} | {key: 1}
    assert problems_of(record, language=language) == [(key, "extra-meant", text)]


def test_a_mistyped_key_of_a_players_table_is_one_mistake():
    record = {"players": [{"name": "Ann", "ecus": 3}, {"name": "Bob", "эку": 2}]}
    assert [error[:2] for error in problems_of(record, "histrio", "final")] == [("players[1].эку", "extra-meant")]


def test_a_key_like_nothing_leaves_what_is_missing_to_be_told():
    record = {name: value for name, value in EVENINGS["en"].items() if name != "season"} | {"xyz": 1}
    assert {error[:2] for error in problems_of(record)} == {("season", "missing"), ("xyz", "extra_forbidden")}


def test_a_programs_table_may_have_keys_that_are_no_text():
    with pytest.raises(callboard.RecordError):
        callboard.read("histrio", "season", {1: 2, "players": [{None: 3}]})


def test_a_mistyped_key_of_a_typed_line_is_one_mistake_too():
    typed = ["сизон=1", "mood=comedy", "Ann: C3", "Bob: T1"]
    errors = run_callboard("score", "histrio", "season", *typed, "--json").json()["errors"]
    assert [(error["path"], error["code"]) for error in errors] == [("сизон", "extra-meant")]


def test_thousands_of_unknown_keys_are_told_as_soon_as_few():
    record = {f"seaso{number}": 1 for number in range(2900)}
    assert len(problems_of(record)) == 101  # a hundred, and how many more
