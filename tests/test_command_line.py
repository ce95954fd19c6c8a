"""The command line: every command, every language, every exit status; as a process where only that can be the proof."""

import json
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from callboard_cli.app import COMMANDS, NIGHT, PRINT, REPORT
from callboard_rules import load_rules
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.records import field_names
from conftest import LANGUAGES, ROOT, environment, one_language, one_language_each, run_callboard, start_callboard
from running import run_shell, sections

languages = pytest.mark.parametrize("language", LANGUAGES)
EVENING = {
    "ru": ["сезон=1", "настроение=комедия", "Валера: К3 К3 К2 Т2 Т1 +4", "Ипполит: К2 К2 К1 К1 Т2 Т2 Т1"],
    "en": ["season=1", "mood=comedy", "Valère: C3 C3 C2 T2 T1 +4", "Hippolyte: C2 C2 C1 C1 T2 T2 T1"],
    "es": ["temporada=1", "humor=comedia", "Valère: C3 C3 C2 T2 T1 +4", "Hippolyte: C2 C2 C1 C1 T2 T2 T1"],
}


# --- Languages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "told"), [("ru", "Языка «de» здесь нет"), ("es", "idioma «de»"), ("en", "“de”")])
def test_an_unknown_language_is_said_to_be_so_in_the_one_that_was_chosen(language, told):
    ran = run_callboard("games", "--lang", "de", CALLBOARD_LANG=language, LANG="C.UTF-8")
    assert ran.status == 2
    assert told in ran.err


@pytest.mark.parametrize("language", ["ru", "es"])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_no_english_is_left_in_help(command, language):
    """Every sentence of the English page is another one here; what stays Latin is names, options and examples."""
    arguments = [command, "--help"] if command else ["--help"]
    page = run_callboard(*arguments, "--lang", language)
    english = run_callboard(*arguments, "--lang", "en")
    assert page.status == english.status == 0
    lines = {line.strip() for line in english.out.splitlines() if line.strip()}
    same = {line.strip() for line in page.out.splitlines()} & lines
    assert {
        line for line in same if not line.startswith(("callboard ", "--install-completion", "--show-completion"))
    } == set()
    shown = "\n".join(
        line
        for line in page.out.splitlines()
        if line.split(maxsplit=1)[:1] not in ([word] for word in (*NIGHT, *PRINT))
    )
    text = re.sub(
        r"callboard \S+.*|--\S+|bash\|\S+|ru\|en\|es|CALLBOARD_LANG|\bCallboard\b|JSON( Schema| Lines)?|TOML|CSV|PDF|UTF-8|BG Stats|Tab\b",
        "",
        shown,
    )
    if language == "ru":
        left = set(re.findall(r"[A-Za-z]{2,}", text)) - {*COMMANDS, *NIGHT, *PRINT, *REPORT}
        assert left <= {"callboard", "id", "ID", "score", "season", "new", "lint", "docs", "adding", "game", "md"}
    else:
        assert not re.search(
            r"\b(the|and|show|with|for|of|usage|options|exit|message|required|default)\b", text, re.IGNORECASE
        )


@languages
def test_help_of_every_command_shows_an_example_and_fits_forty_columns(language):
    for command in COMMANDS:
        page = run_callboard(command, "--help", "--lang", language, COLUMNS="40")
        assert f"callboard {command}" in page.out.split("\n", 1)[1]
        wide = [
            line for line in page.out.splitlines() if len(line) > 40 and "callboard " not in line and "--" not in line
        ]
        assert wide == []


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        (["--lang", "ru"], {"CALLBOARD_LANG": "es", "LANG": "en_GB.UTF-8"}, "ru"),
        (["--lang=es_MX"], {}, "es"),
        ([], {"CALLBOARD_LANG": "es", "LC_ALL": "ru_RU.UTF-8"}, "es"),
        ([], {"LC_ALL": "ru_RU.UTF-8", "LANG": "es_ES.UTF-8"}, "ru"),
        ([], {"LC_MESSAGES": "es_AR", "LANG": "ru_RU.UTF-8"}, "es"),
        ([], {"LANG": "ru_UA.UTF-8"}, "ru"),
        ([], {"LANG": "RU_ru.utf8@euro"}, "ru"),
        ([], {"LANG": "fr_FR.UTF-8"}, "en"),
        ([], {"LANG": "C"}, "en"),
        ([], {"LANG": "POSIX"}, "en"),
        ([], {"LANG": ""}, "en"),
    ],
)
def test_the_language_is_chosen_by_option_then_variable_then_system(arguments, environment, language):
    words = {"ru": "игроков", "en": "players", "es": "jugadores"}[language]
    for order in ([*arguments, "games"], ["games", *arguments]):
        ran = run_callboard(*order, **environment)
        assert ran.status == 0
        assert words in ran.out


@pytest.mark.parametrize("environment", [{"LANG": "ru_RU.UTF-8"}, {"LANG": "es_ES"}, {}])
def test_a_language_we_lack_is_an_error_that_names_the_three(environment):
    for arguments, extra in ((["--lang", "fr"], {}), ([], {"CALLBOARD_LANG": "fr"}), (["--lang="], {})):
        ran = run_callboard("games", *arguments, **environment, **extra)
        assert ran.status == 2
        assert "ru, en, es" in ran.err
        assert ran.out == ""


@languages
def test_usage_errors_speak_the_language_and_say_where_help_is(language):
    lines = [
        ["scoer"],
        ["score", "histro"],
        ["score", "histrio", "seson"],
        ["score"],
        ["score", "histrio"],
        ["score", "histrio", "season"],
        ["score", "histrio", "season", "--jsn"],
        ["score", "histrio", "season", "a.toml", "b.toml"],
        ["rules", "histrio", "--section"],
        ["rules", "histrio", "--section", "nowhere"],
        ["rules", "histrio", "--json=1"],
        ["games", "too", "much"],
        ["setup", "histrio"],
        ["setup", "histrio", "--players", "9"],
        ["setup", "histrio", "--players", "4", "Ann", "Bob"],
        ["setup", "histrio", "Ann", "ann"],
        ["setup", "histrio", "Ann", "Bob", "winter=1"],
        ["setup", "histrio", "Ann", "Bob", "season=3"],
        ["setup", "histrio", "--code", "histrio-4-0-000000-1a"],
        ["setup", "histrio", "--code", "rubbish"],
        ["--show-completion", "tcsh"],
        ["--lang"],
    ]
    for line in lines:
        told = (
            run_callboard(*line, "--lang", language)
            if line != ["--lang"]
            else run_callboard(*line, CALLBOARD_LANG=language)
        )
        assert told.status == 2, line
        assert told.out == "", line
        assert "--help" in told.err
        assert "%(" not in told.err
        if language == "ru":
            first = told.err.splitlines()[0]
            assert re.search("[а-я]", first), first
            assert not re.search(r"\b(No|option|such|Missing|argument|Invalid)\b", first), first


@pytest.mark.parametrize("option", ["--lang", "--also"])
def test_a_program_reads_in_json_that_a_language_is_none(option):
    ran = run_callboard("score", "histrio", "final", "Ann: 3", "Bob: 4", "--json", option, "xx", CALLBOARD_LANG="es")
    assert (ran.status, ran.err) == (2, "")
    (error,) = ran.json()["errors"]
    assert error["code"] == "usage.no-language"
    assert "xx" in error["text"]
    assert "ru, en, es" in error["text"]


def test_a_flag_takes_no_value_and_an_option_needs_one(callboard):
    assert "“--json” takes no value" in callboard("games", "--json=5").err
    assert "“--code” needs a value" in callboard("setup", "histrio", "--code").err


@pytest.mark.parametrize(
    "line",
    [["season=1", "season=2", "mood=comedy"], ["season=1", "mood=comedy", "mood: comedy"]],
)
@pytest.mark.parametrize("player", ["Ann: C3", "Ann: X chameleons=2", "Ann: chameleons=2 X", "Ann: C3 name=Zed"])
def test_nothing_typed_twice_is_silently_dropped(line, player, callboard):
    ran = callboard("score", "histrio", "season", *line, player, "Bob: -", "--json")
    assert ran.status == 1
    codes = [error["code"] for error in ran.json()["errors"]]
    assert codes.count("key-twice") == (1 if player == "Ann: C3" else 2)


def test_a_set_up_option_given_twice_is_refused(callboard):
    assert callboard("setup", "histrio", "Ann", "Bob", "season=1", "сезон=2").status == 2


def test_suggestions_speak_the_language_and_never_repeat_the_word(callboard):
    ran = callboard("score", "histrio", "season", "сезн=1", "name=Ann", "--lang", "ru")
    assert "«сезон»" in ran.err
    assert "«имя»" not in ran.err


def test_a_language_alone_shows_the_help_page(callboard):
    for line in (["--lang", "ru"], ["--lang=ru", "--plain"]):
        ran = callboard(*line)
        assert (ran.status, ran.err) == (0, "")
        assert "За столом" in ran.out


def test_data_can_be_read_back_whatever_the_encoding_of_the_output():
    schema = run_callboard("schema", "histrio", "season", "--lang", "ru", PYTHONIOENCODING="ascii")
    assert "Histrio" in schema.json()["title"]
    example = run_callboard("example", "histrio", "season", "--lang", "en", PYTHONIOENCODING="ascii")
    ran = run_callboard("score", "histrio", "season", "-", "--json", stdin=example.out)
    assert ran.json()["players"][0]["name"] == "Valère"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a disk that is always full")  # noqa: PTH110
def test_a_full_disk_is_told_and_not_a_traceback():
    script = f'"{sys.executable}" -m callboard_cli games > /dev/full'
    done = subprocess.run(["bash", "-c", script], capture_output=True, env=environment(), check=False)
    assert done.returncode == 1
    assert done.stderr.decode() == "The output cannot be written: the disk is full, or you may not write there.\n"


def test_a_colon_after_a_field_is_no_player(callboard):
    ran = callboard("score", "histrio", "season", "season: 1", "mood: comedy", "Ann: C3", "Bob: T1", "--json")
    assert [player["name"] for player in ran.json()["players"]] == ["Ann", "Bob"]


def test_names_are_joined_as_the_language_does():
    from callboard_locales import catalog

    assert catalog("en").list(["Ann", "Bob", "Cid"]) == "Ann, Bob and Cid"
    assert catalog("ru").list(["Аня", "Борис"]) == "Аня и Борис"
    assert [catalog("es").list(["Ana", name]) for name in ("Inés", "Hilario", "Yago", "Hierro", "Iago")] == [
        "Ana e Inés",
        "Ana e Hilario",
        "Ana y Yago",
        "Ana y Hierro",
        "Ana y Iago",
    ]


def test_a_field_typed_twice_is_refused_as_in_a_file(callboard):
    ran = callboard("score", "histrio", "court", "needle=comedy 1", "игла=комедия 2", "C3")
    assert ran.status == 1
    assert "“needle” is given twice" in ran.err
    assert callboard("score", "histrio", "court", "needle=comedy 1", "actors=C3, C2", "T1", "--json").status == 0


def test_a_mistyped_word_is_given_its_nearest_neighbour(callboard):
    assert "“score”" in callboard("scoer").err
    assert "“histrio”" in callboard("score", "histro").err
    assert "“season”" in callboard("score", "histrio", "seson").err
    assert "--json" in callboard("games", "--jsn").err
    assert "“season-best-show”" in callboard("rules", "histrio", "--section", "best-show").err


# --- Scoring ---------------------------------------------------------------------------------------------------------


@languages
def test_a_season_typed_in_each_language_is_the_example_of_the_rulebook(language):
    ran = run_callboard("score", "histrio", "season", *EVENING[language], "--json", "--lang", language)
    assert ran.status == 0
    assert [player["total"] for player in ran.json()["players"]] == [13, 7]
    shown = run_callboard("score", "histrio", "season", *EVENING[language], "--lang", language)
    name = "Валера" if language == "ru" else "Valère"
    assert re.search(rf"^{name}: .*13 (экю|ecus)$", shown.out, re.MULTILINE)


@pytest.mark.parametrize("line", ["Ann: К3 к3 C2 С2 t2 Т2 т1 X Х х +4", "Ann: K3 k3 с2 c2 т2 T2 t1 x X Х, +4"])
def test_letters_that_look_alike_and_any_case_are_read(line):
    ran = run_callboard("score", "histrio", "season", "season=1", "mood=Х", line, "Bob: -", "--json")
    assert ran.status == 1  # no mood begins so
    ran = run_callboard("score", "histrio", "season", "season=1", "mood=КОМЕДИЯ", line, "Bob: -", "--json")
    first, second = ran.json()["players"]
    assert first["lines"][0]["values"]["actors"] == ["C3", "C3", "C2", "C2"]
    assert ran.json()["outcome"]["players"]["Ann"]["difference"] == 10 - 5 + 3
    assert first["total"] == 4 + 3 + 3 + 4
    assert second["total"] == 0


@one_language_each
@pytest.mark.parametrize(("game", "stage"), [(game.id, stage) for game in GAMES for stage in game.stages])
def test_an_example_pipes_straight_back_into_score_in_any_language(game, stage, language):
    example = run_callboard("example", game, stage, "--lang", language)
    assert example.status == 0
    assert example.out.count("\n# ") >= 2
    results = [
        run_callboard("score", game, stage, "-", "--json", "--lang", other, stdin=example.out) for other in LANGUAGES
    ]
    assert [ran.status for ran in results] == [0, 0, 0]
    assert len({json.dumps(ran.json()["outcome"]) for ran in results}) == 1


@pytest.mark.parametrize(("game", "stage"), [(game.id, stage) for game in GAMES for stage in game.stages])
def test_an_example_speaks_the_readers_language(game, stage):
    lines = run_callboard("example", game, stage, "--lang", "ru").out.splitlines()
    told = [line for line in lines if not line.startswith(("#", "areas"))]
    quoted = [text for line in told for text in re.findall('"([^"]*)"', line)]
    assert quoted or stage == "court"
    assert [text for text in quoted if re.search("[A-Za-z]", text)] == []
    keys = {line.partition(" = ")[0].strip() for line in told if " = " in line}
    assert {key for key in keys if '"' not in key} <= set(field_names(find_game(game).record(stage)))


def properties(schema):
    """Every field that a schema describes, however deep."""
    for value in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from properties(value)
    if isinstance(schema, dict):
        yield from schema.get("properties", {}).values()


@pytest.mark.parametrize(("game", "stage"), [(game.id, stage) for game in GAMES for stage in game.stages])
def test_the_schema_describes_the_example_in_the_readers_language(game, stage):
    schema = run_callboard("schema", game, stage, "--lang", "ru").json()
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    described = list(properties(schema))
    assert len(described) > len(schema["properties"]) or "$defs" not in schema
    assert all(re.search("[а-я]", field["description"]) for field in described)


def test_the_same_record_is_read_from_toml_json_stdin_and_words(tmp_path):
    record = {
        "season": 1,
        "mood": "comedy",
        "players": [
            {"name": "Ann", "troupe": ["C3", "T1"], "chameleons": 1, "requests": [4]},
            {"name": "Bob", "troupe": [], "chameleons": 0, "requests": []},
        ],
    }
    (tmp_path / "night.json").write_text(json.dumps(record), encoding="utf-8-sig")
    toml = 'season = 1\nmood = "Comedia"\n[[players]]\nname = " Ann "\ntroupe = ["c 3", "т1"]\nchameleons = 1\nrequests = [4]\n'
    toml += '[[players]]\nname = "Bob"\ntroupe = []\nchameleons = 0\nrequests = []\n'
    (tmp_path / "night.toml").write_text(toml, encoding="utf-8")
    ways = [
        run_callboard("score", "histrio", "season", str(tmp_path / "night.json"), "--json"),
        run_callboard("score", "histrio", "season", str(tmp_path / "night.toml"), "--json"),
        run_callboard("score", "histrio", "season", "-", "--json", stdin=toml),
        run_callboard("score", "histrio", "season", "-", "--json", stdin=json.dumps(record)),
        run_callboard("score", "histrio", "season", "season=1", "mood=comedy", "Ann: C3 T1 X +4", "Bob: -", "--json"),
        run_callboard("score", "histrio", "season", "Ann: C3,T1,X,+4", "Bob: -", "humor=comedia", "сезон=1", "--json"),
    ]
    assert [ran.status for ran in ways] == [0] * len(ways)
    assert len({ran.out for ran in ways}) == 1


def test_a_whole_city_is_typed_in_one_line(callboard):
    ran = callboard(
        *(
            "score",
            "histrio",
            "city",
            "player=ann",
            "needle=tragedy 1",
            "managers=supply:3, theatre:1",
            "Ann: 3",
            "Bob:2",
        ),
        *("cards=T3, bonus 2, acrobat, C2", "steal_from=Bob", "send_to_court=C2", "--json"),
    )
    assert ran.status == 0, ran.err
    outcome = ran.json()["outcome"]
    assert outcome["ecus"] == {"Ann": 8, "Bob": 1}
    assert (outcome["kept"], outcome["discarded"]) == (["T3"], ["bonus 2", "C2"])
    bare = callboard(
        *(
            "score",
            "histrio",
            "city",
            "игрок=Ann",
            "игла=трагедия 1",
            "распорядители=запас 3, театр 1",
            "Ann:3",
            "Bob:2",
        ),
        *("Т3", "бонус 2", "акробат", "К2", "украсть_у=Bob", "ко двору=К2", "--json"),
    )
    assert bare.status == 0, bare.err
    assert bare.json()["outcome"] == outcome


@languages
def test_a_mistyped_card_is_mended_from_its_message(language):
    wrong = [word.replace("Т1", "Т7").replace("T1", "T7") for word in EVENING[language]]
    ran = run_callboard("score", "histrio", "season", *wrong, "--lang", language)
    assert ran.status == 1
    assert ran.out == ""
    lines = ran.err.splitlines()
    assert lines[0].rstrip(":").rstrip()[-1].isalpha()
    names = ("Валера", "Ипполит") if language == "ru" else ("Valère", "Hippolyte")
    assert lines[1].startswith(f"- {names[0]} · ")  # one sentence for both
    assert f", {names[1]} · " in lines[1]
    assert "5" in lines[1]  # what would be right: a level up to 5
    for name, line in zip(names, (2, 4), strict=True):
        assert lines[line].startswith(f"  {name}: ")
        assert lines[line + 1] == " " * lines[line].find("Т7" if language == "ru" else "T7") + "^^"
    assert len(lines) == 6


@languages
def test_explain_puts_the_text_of_the_rule_under_its_line(language):
    plain = run_callboard("score", "histrio", "season", *EVENING[language], "--lang", language)
    told = run_callboard("score", "histrio", "season", *EVENING[language], "--lang", language, "--explain")
    *reasons, way, onward = plain.out.splitlines()
    assert set(reasons) <= set(told.out.splitlines())
    assert way.startswith(told.out.splitlines()[-2])
    assert onward == told.out.splitlines()[-1]
    text = run_callboard("rules", "histrio", "--section", "season-best-show", "--lang", language).out.splitlines()
    body, number_of = told.out.splitlines(), sections(told.out)
    place = next(number for number, line in enumerate(body) if line.endswith(f"[{number_of['season-best-show']}]"))
    assert body[place + 1] == f"  {text[0]}."
    assert body[place + 2] == f"  {text[1]}"


# --- Looks -----------------------------------------------------------------------------------------------------------

BOX = re.compile("[─-╿\u001b]")


def test_a_pipe_gets_one_fact_a_line_and_no_boxes(callboard):
    ran = callboard("score", "histrio", "season", *EVENING["en"])
    assert not BOX.search(ran.out)
    number_of = sections(ran.out)
    assert [line for line in ran.out.splitlines() if re.match("Valère 13 · Hippolyte 7 ecus$", line)]
    data = callboard("score", "histrio", "season", *EVENING["en"], "--json").json()
    for player in data["players"]:
        for line in player["lines"]:
            points = f"+{line['points']}" if line["points"] else "0"
            assert (
                f"{player['name']}: {points}; {line['text']} [{number_of[line['rule'].partition('/')[2]]}]"
                in ran.out.splitlines()
            )
        assert any(
            re.fullmatch(rf"{player['name']}: total {player['total']} ecus", line) for line in ran.out.splitlines()
        )


# --- Set-up ----------------------------------------------------------------------------------------------------------


@languages
def test_a_code_brings_the_same_set_up_back_whoever_asks(language):
    from callboard_scoring.draws import Code

    code = str(Code("histrio", 4, ("0",), 12345, version="1"))
    assert code == "histrio-4-0-000c1s-16"
    ran = run_callboard("setup", "histrio", "Ann", "Bob", "Cid", "Dee", "--code", code, "--json", "--lang", language)
    assert ran.status == 0
    data = ran.json()
    assert data["code"] == code
    assert data["draws"] == {
        "coin": "heads",
        "needle": "comedy 1",
        "mood": "comedy",
        "seats": ["Dee", "Cid", "Ann", "Bob"],
        "choosing": ["Cid", "Ann", "Bob", "Dee"],
    }
    assert [player["name"] for player in data["players"]] == data["draws"]["seats"]
    assert {piece["piece"]: piece["count"] for piece in data["box"]} == {"travel-card": 8, "caravel": 8, "manager": 3}
    assert all(step["rule"].startswith("histrio/") for step in data["steps"])


def test_the_printed_command_makes_the_same_set_up_again_names_and_all(callboard):
    shown = callboard("setup", "histrio", "Ann Lee", "Bob", "Cid", "season=1").out
    command = shown.splitlines()[-2].partition(": ")[2]
    assert run_shell(command).out == shown


def test_a_new_set_up_prints_a_code_that_gives_it_again(callboard):
    first = callboard("setup", "histrio", "--players", "3", "--json").json()
    again = callboard("setup", "histrio", "--code", first["code"].upper(), "--json").json()
    assert again == first
    shown = callboard("setup", "histrio", "--code", first["code"])
    assert first["code"] in shown.out.splitlines()[-2]


def test_two_players_take_a_second_colour_and_season_two_takes_nothing(callboard):
    two = callboard("setup", "histrio", "Ann", "Bob", "--json").json()
    assert {piece["piece"]: piece["count"] for piece in two["players"][0]["take"]} == {
        "travel-card": 16,
        "caravel": 16,
        "manager": 6,
        "copper-coin": 3,
    }
    assert "histrio/two-players" in [step["rule"] for step in two["steps"]]
    second = callboard("setup", "histrio", "Анна", "Борис", "сезон=2", "--json", "--lang", "ru").json()
    assert second["options"] == {"season": 2, "seats": "drawn"}
    assert second["take"] == []
    assert {step["rule"] for step in second["steps"]} == {"histrio/second-season"}
    code = second["code"]
    assert callboard("setup", "histrio", "--code", code, "--json").json()["options"] == {"season": 2, "seats": "drawn"}
    assert callboard("setup", "histrio", "--code", code, "season=1").status == 2


@pytest.mark.parametrize(("language", "title"), [("ru", "сезон 2"), ("en", "season 2"), ("es", "temporada 2")])
def test_the_title_of_a_set_up_says_which_season_or_round_it_is_for(callboard, language, title):
    second = callboard("setup", "histrio", "Ann", "Bob", "season=2", "--lang", language).out.splitlines()[0]
    assert second.split(" · ")[-1] == title
    third = callboard("setup", "magnificent", "Ann", "Bob", "round=3", "advanced=yes", "--lang", "en")
    assert third.out.splitlines()[0] == "The Magnificent · set-up · round 3"
    assert callboard("setup", "intrigo", "--players", "3", "--lang", "en").out.startswith("Intrigo · set-up\n")


# --- Rules -----------------------------------------------------------------------------------------------------------


@one_language
def test_a_look_up_shows_the_section_whole_and_names_the_next_ones(language):
    question = {"ru": "хамелеон", "en": "chameleon", "es": "camaleón"}[language]
    data = run_callboard("rules", "histrio", question, "--json", "--lang", language).json()
    assert data["covered"] is True
    assert data["hits"][0]["id"] == "histrio/chameleon"
    assert {"id", "title", "snippet", "score", "lang", "passage"} == set(data["hits"][0])
    assert {hit["lang"] for hit in data["hits"]} == {language}
    shown = run_callboard("rules", "histrio", question, "--lang", language)
    lines = shown.out.splitlines()
    assert lines[0] == data["hits"][0]["title"]
    assert "§ chameleon" in shown.out
    assert lines[1].endswith(data["hits"][0]["passage"])
    assert all(hit["title"] in lines[-1] for hit in data["hits"][1:3])
    assert not BOX.search(shown.out)


@languages
def test_what_the_rules_do_not_answer_ends_with_status_one(language):
    ran = run_callboard("rules", "histrio", "рокировка castling enroque", "--lang", language)
    assert (ran.status, ran.out) == (1, "")
    assert "--contents" in ran.err
    data = run_callboard("rules", "histrio", "castling", "--json", "--lang", language)
    assert data.status == 1
    assert data.json() == {"hits": [], "covered": False}


@languages
def test_a_section_shows_its_source_its_authority_and_where_the_rulebooks_disagree(language):
    ran = run_callboard("rules", "histrio", "--section", "histrio/setup", "--lang", language)
    assert ran.status == 0
    (origin,) = [line for line in ran.out.splitlines() if "§ setup" in line]
    assert "Preparar" in origin
    title = load_rules("histrio", language).sections["two-players"].title
    assert ran.out.splitlines()[-1].endswith(f" · {title}")  # the last of the related rules
    mark = {"ru": "Издания расходятся: ", "en": "The editions disagree: ", "es": "Las ediciones discrepan: "}
    assert any(line.startswith(mark[language]) for line in ran.out.splitlines())


@languages
def test_contents_list_every_section(language):
    sections = load_rules("histrio", language).sections.values()
    listed = run_callboard("rules", "histrio", "--contents", "--lang", language).out.splitlines()
    assert listed == [f"{section.title} — {section.id}" for section in sections]
    assert run_callboard("rules", "histrio", "--lang", language).out.splitlines() == listed
    data = run_callboard("rules", "histrio", "--contents", "--json", "--lang", language).json()
    assert [section["id"] for section in data["sections"]] == [section.rule for section in sections]


# --- The rest --------------------------------------------------------------------------------------------------------


def test_games_lists_what_the_games_say_of_themselves(callboard):
    data = callboard("games", "--json").json()
    assert [game["id"] for game in data["games"]] == [game.id for game in GAMES]
    for told, game in zip(data["games"], GAMES, strict=True):
        assert told["players"] == list(game.players)
        assert told["stages"] == list(game.stages)
        assert told["languages"] == ["ru", "en", "es"]


def test_version_and_no_arguments(callboard):
    assert re.fullmatch(r"callboard \d+\.\d+\.\d+\n", callboard("--version").out)
    bare = callboard()
    assert bare.status == 0
    assert bare.out == callboard("--help").out


def test_the_console_script_is_the_command():
    script = Path(sysconfig.get_path("scripts")) / "callboard"
    done = subprocess.run([script, "--version"], capture_output=True, text=True, env=environment(), check=True)
    assert done.stdout == run_callboard("--version").out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed_for_each_shell(shell, callboard):
    script = callboard("--show-completion", shell)
    assert script.status == 0
    assert "_CALLBOARD_COMPLETE" in script.out


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("callboard sc", "score"),
        ("callboard score h", "histrio"),
        ("callboard score histrio se", "season"),
        ("callboard games --l", "--lang"),
    ],
)
def test_completion_knows_commands_games_stages_and_options(line, expected):
    words = line.split()
    ran = run_callboard(_CALLBOARD_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1))
    assert expected in ran.out.split()


@pytest.mark.parametrize(
    ("line", "language", "expected"),
    [
        ("callboard score histrio ", "ru", ["сезон", "двор", "город", "финал"]),
        ("callboard score histrio с", "ru", ["сезон"]),
        ("callboard score histrio se", "ru", ["season"]),
        ("callboard score хистрио c", "es", ["corte", "ciudad"]),
        ("callboard score histrio ", "en", ["season", "court", "city", "final"]),
        ("callboard score тур", "ru", ["турандот"]),
        ("callboard score tu", "ru", ["turandot"]),
    ],
)
def test_completion_offers_the_readers_names_and_takes_ids(line, language, expected):
    words = line.split(" ")
    surroundings = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1), "CALLBOARD_LANG": language}
    assert run_callboard(_CALLBOARD_COMPLETE="complete_bash", **surroundings).out.split() == expected


def test_json_is_ascii_where_the_output_cannot_carry_letters():
    ran = start_callboard("games", "--json", "--lang", "ru", PYTHONIOENCODING="ascii")
    assert ran.out.isascii()
    assert "Пьеса" in ran.json()["games"][0]["title"]


def test_a_reader_that_goes_away_is_no_error():
    line = f'"{sys.executable}" -m callboard_cli rules histrio --contents | head -n 1'
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=os.environ, check=False)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_the_tuple_of_games_is_the_folders():
    folders = {path.parent.name for path in ROOT.glob("scoring/callboard_scoring/games/*/__init__.py")}
    assert {game.id for game in GAMES} == folders
    for game in GAMES:
        names = {path.name for path in (ROOT / "scoring/callboard_scoring/games" / game.id).glob("*")}
        assert {
            "__init__.py",
            "pieces.py",
            "setup.py",
            "examples.toml",
            *(f"{stage}.py" for stage in game.stages),
        } <= names


@pytest.mark.parametrize(
    ("line", "status"),
    [
        pytest.param("games <&-", 0, marks=pytest.mark.long),
        ("games >&-", 0),
        pytest.param("games 2>&-", 0, marks=pytest.mark.long),
        ("scoer 2>&-", 2),
        pytest.param("score histrio season - <&-", 1, marks=pytest.mark.long),
        ("score histrio season <&-", 2),
        pytest.param("batch <&-", 0, marks=pytest.mark.long),
        ("score histrio final $'A\\xff: 1' 'B: 2'", 1),
    ],
)
def test_closed_streams_and_odd_bytes_never_end_in_a_traceback(line, status):
    assert run_shell(f"callboard {line}").status == status


@pytest.mark.parametrize(
    "line",
    [
        ["score", "histrio", "season", ""],
        ["score", "histrio", "final", "A: 999999999999999999999999", "B: 1"],
        ["rules", "histrio", "\udcff"],
    ],
)
def test_odd_words_never_end_in_a_traceback(line, callboard):
    assert callboard(*line).status == 1


def test_the_classes_of_typer_that_complaints_know_by_name_are_there():
    from typer._click import exceptions

    known = re.findall(r'kind == "(\w+)"', (ROOT / "cli/callboard_cli/app.py").read_text("utf-8"))
    assert len(known) >= 2
    assert all(issubclass(getattr(exceptions, name), Exception) for name in known)


def test_a_game_and_a_stage_by_their_ids_are_looked_for_in_no_catalog():
    """Those of the game are read for the words of its tokens, our own for what is told."""
    script = (
        "import sys; from callboard_cli.app import run; from callboard_locales import LANGUAGES, catalog;"
        "status = run(sys.argv[1:]);"
        "print(status, *(f'{name}/{each}' for name in LANGUAGES for each in catalog(name)._domains), file=sys.stderr)"
    )
    line = ["score", "histrio", "final", "Ann: 3", "Bob: 2", "--lang", "en"]
    done = subprocess.run([sys.executable, "-c", script, *line], capture_output=True, text=True, check=True)
    callboard = {"ru/callboard", "en/callboard", "es/callboard"}  # little words of records are known in all languages
    assert set(done.stderr.split()) == {"0", "ru/histrio", "en/histrio", "es/histrio", *callboard}


@pytest.mark.parametrize(("game", "stage"), [("intr", "rou"), ("ИНТР", "раун"), ("intri", "rond")])
def test_the_beginning_of_a_name_that_only_one_has_is_enough(game, stage):
    example = run_callboard("example", game, stage, "--lang", "en")
    assert example.out == run_callboard("example", "intrigo", "round", "--lang", "en").out
    assert (example.status, example.err) == (0, "")


@pytest.mark.parametrize(
    ("language", "game", "stage"),
    [
        ("ru", "С «hist» начинается несколько игр: хистрио (histrio), historia.", "этапов: карта (choose), ярмарка (picks)."),
        ("en", "“hist” is the beginning of several games: histrio, historia.", "several stages: choose, picks."),
        ("es", "«hist» es el comienzo de varios juegos: histrio, historia.", "varias etapas: carta (choose), sombreros (picks)."),
    ],
)  # fmt: skip
def test_the_beginning_of_several_names_is_told_with_them(language, game, stage):
    told = run_callboard("rules", "hist", "--lang", language)
    assert (told.status, told.out) == (2, "")
    assert game in told.err
    told = run_callboard("score", "magnificent", "вы", "--lang", language)
    assert (told.status, told.out) == (2, "")
    assert stage in told.err


def test_a_beginning_is_first_one_in_the_readers_language():
    assert run_callboard("example", "magn", "fin").status == 0  # the Spanish name of a round begins so too
    assert run_callboard("example", "magn", "fin", "--lang", "es").status == 2
    assert run_callboard("example", "magn", "f").status == 2  # one letter is the beginning of too much


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["score", "hstrio", "season"], "usage.no-game"),
        (["score", "histrio", "nothing-like-it"], "usage.no-stage"),
        (["night", "add", "season", "--so"], "usage.no-option"),
        (["setup", "histrio", "--players", "9"], "usage.players"),
        (["score", "histrio", "final", "Ada: 1", "Ben: 2", "--of", "Cleo"], "usage.no-player"),
    ],
)
def test_a_program_reads_what_is_wrong_with_its_command_line_where_it_reads_everything(arguments, code, tmp_path):
    run = run_callboard(*arguments, "--json", CALLBOARD_HOME=str(tmp_path))
    assert (run.status, run.err) == (2, "")
    (error,) = run.json()["errors"]
    assert (error["path"], error["code"]) == ("", code)
    assert error["text"]
