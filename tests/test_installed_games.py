"""Games in packages of their own: found where they are installed, played like any other, and harmless where broken."""

import json
import os
import re
import subprocess
import sys
import tomllib

import pypdfium2
import pytest

import callboard
from callboard_locales import catalog
from callboard_scoring.evening import Evening
from callboard_scoring.games import GAMES, all_games, faults, faults_of, find_game, known_games
from callboard_scoring.installed import Fault
from callboard_scoring.pads import Paper
from conftest import LANGUAGES, ROOT, environment, run_callboard, start_callboard

BUILT_IN = [game.id for game in GAMES]
FIREFLIES = ROOT / "tests" / "games" / "fireflies"
languages = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(scope="module")
def fireflies(tmp_path_factory):
    """The folder in which the package is installed, as pip installs packages."""
    folder = tmp_path_factory.mktemp("site")
    quietly = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *quietly, "--target", folder, FIREFLIES], check=True, timeout=120
    )
    return folder


@pytest.fixture
def played(fireflies, beside):
    beside(fireflies)


def cases(name):
    return tomllib.loads((FIREFLIES / "fireflies" / "golden" / f"{name}.toml").read_text("utf-8"))["case"]


# --- Played ----------------------------------------------------------------------------------------------------------


def test_an_installed_game_is_scored_by_a_process(fireflies):
    path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(fireflies)]))
    line = ("score", "fireflies", "night", "Аня: Я6 Я4 З6 сова", "Боря: Б5 К5 К1 З5", "--lang", "ru")
    ran = start_callboard(*line, PYTHONPATH=path)
    assert (ran.status, ran.err) == (0, "")
    assert "Аня: +10; ярче всех — светлячки янтарного цвета: Я6, Я4 [1]" in ran.out
    assert "Боря: итого 8 очков" in ran.out
    assert "Неясные места правил: 1 ([" in ran.out


@pytest.mark.usefixtures("played")
@languages
def test_every_golden_case_comes_out(language):
    for stage in ("night", "final"):
        golden = cases(stage)
        records = [{"game": "fireflies", "stage": stage, **case["record"]} for case in golden]
        ran = run_callboard("batch", "--lang", language, stdin="".join(json.dumps(record) + "\n" for record in records))
        assert ran.status == 0, ran.out
        for case, line in zip(golden, ran.out.splitlines(), strict=True):
            result = json.loads(line)
            players = {player["name"]: player for player in result["players"]}
            assert {name: player["total"] for name, player in players.items()} == case["totals"]
            assert {name: players[name]["rank"] for name in case.get("ranks", {})} == case.get("ranks", {})
            assert result.get("winners") == case.get("winners")
            assert [step["case"] for step in result.get("ladder", [])] == [
                step["case"] for step in case.get("ladder", [])
            ]
            for name, texts in case.get("texts", {}).get(language, {}).items():
                assert [told["text"] for told in players[name]["lines"]] == texts


@pytest.mark.usefixtures("played")
def test_every_refused_case_is_refused():
    for case in cases("refused"):
        with pytest.raises(callboard.RecordError) as refused:
            callboard.read("fireflies", case["stage"], case["record"])
        found = [[error["path"], error["code"]] for error in refused.value.tell("es")]
        assert found == case["errors"], case["name"]


@pytest.mark.usefixtures("played")
@languages
def test_an_installed_game_is_listed_set_up_and_looked_up(language):
    title = {"ru": "Светлячки", "en": "Fireflies", "es": "Luciérnagas"}[language]
    listed = run_callboard("games", "--lang", language)
    assert (listed.status, listed.err) == (0, "")
    assert f"{title} (fireflies)" in listed.out
    assert "errors" not in run_callboard("games", "--json").json()

    made = run_callboard("setup", title, "--players", "2", "--lang", language, "--json").json()
    again = run_callboard("setup", "fireflies", "--code", made["code"], "--lang", language, "--json").json()
    assert again == made
    assert made["draws"]["colour"] in ("amber", "green", "red", "white")
    assert {"piece": "firefly", "count": 6} in made["box"]
    assert len(made["steps"]) == 5

    tie = {"ru": "что если ничья", "en": "what if there is a tie", "es": "qué pasa si hay empate"}[language]
    answer = run_callboard("rules", "fireflies", tie, "--lang", language, "--json").json()
    assert answer["covered"]
    assert answer["hits"][0]["id"] == "fireflies/tie-break"

    word = {"ru": "светлячки", "en": "fireflies", "es": "luciérnagas"}[language]
    terms = run_callboard("glossary", word, "--lang", language, "--json").json()["terms"]
    assert ("fireflies", "firefly") in [(term["game"], term["en"][0]) for term in terms]

    for stage in ("night", "final"):
        example = run_callboard("example", "fireflies", stage, "--lang", language)
        scored = run_callboard("score", "fireflies", stage, "-", "--lang", language, stdin=example.out)
        assert (scored.status, scored.err) == (0, "")
        schema = run_callboard("schema", "fireflies", stage, "--lang", language).json()
        assert schema["title"].startswith(title)


@pytest.mark.usefixtures("played")
def test_an_installed_game_is_offered_by_completion_and_where_a_name_is_wrong():
    ran = run_callboard(_CALLBOARD_COMPLETE="complete_bash", COMP_WORDS="callboard score f", COMP_CWORD="2")
    assert ran.out.split() == ["fireflies"]
    ran = run_callboard(_CALLBOARD_COMPLETE="complete_bash", COMP_WORDS="callboard score fireflies ", COMP_CWORD="3")
    assert ran.out.split() == ["night", "final"]
    ran = run_callboard("score", "firefly", "night")
    assert ran.status == 2
    assert "Did you mean “fireflies”?" in ran.err
    ran = run_callboard("batch", stdin='{"game": "firefly", "stage": "night"}\n')
    assert "fireflies" in ran.json()["errors"][0]["text"]


@pytest.mark.usefixtures("played")
def test_programs_find_an_installed_game():
    record = callboard.read_typed("fireflies", "final", "Ann: 13 7 9 +2", "Bob: 9 11 9 +2")
    told = callboard.tell(record, "es")
    assert told["winners"] == ["Ann", "Bob"]
    assert [step["case"] for step in told["ladder"]] == ["moons", "shared"]
    assert "fireflies" in [game.id for game in callboard.games()]
    with pytest.raises(callboard.UnknownNameError) as unknown:
        callboard.game("chess")
    assert "fireflies" in unknown.value.known


def test_where_nothing_is_installed_nobody_reads_what_is(monkeypatch, beside, tmp_path):
    beside(tmp_path)
    monkeypatch.setattr("importlib.metadata.entry_points", None)  # to call it would fail
    ran = run_callboard("score", "historia", "tally", "Ann: raid 3")
    assert (ran.status, ran.err) == (0, "")


# --- Evenings --------------------------------------------------------------------------------------------------------

FRESH = """
import json, sys

from phones import Evening, close_all
from running import run_callboard

def on_phones():
    evening = Evening("fireflies", names, language=language)
    phones = evening.players.values()
    told = [evening.host.page(path).html for path in ("", "?stage=night", "?stage=final", "/rules")]
    for seat, (phone, line) in enumerate(zip(phones, record)):
        told.append(phone.fill({f"players.{seat}.jar": line.partition(":")[2]}, do="done", path="?stage=night").html)
    assert [entry.stage for entry in evening.look().night.entries] == ["night"]
    told += [evening.reader.page(path).html for path in ("", "/entry/1")]
    close_all()
    return [("page", 0, text, "") for text in told]

def on_the_command_line():
    for line in lines:
        ran = run_callboard(*line)
        yield line, ran.status, ran.out, ran.err

language, names, record, lines = json.load(sys.stdin)
told = [*on_phones(), *on_the_command_line()] if language == "es" else [*on_the_command_line(), *on_phones()]
json.dump(told, sys.stdout)
"""
"""Runs commands and asks pages in a process that has seen no game before the first of them does."""
SPOKEN = {
    "ru": ("ночь", "конец игры", ["Аня: Я6 Я4 З6", "Боря: Б5 К5 К1 З5"], "янтарного"),
    "en": ("night", "final", ["Ann: A6 A4 G6", "Bob: W5 R5 R1 G5"], "amber"),
    "es": ("noche", "final", ["Ana: A6 A4 V6", "Blas: B5 R5 R1 V5"], "ámbar"),
}
"""In each language what the stages are called, a record, and a word of the reasons."""


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("language", ["ru", pytest.param("en", marks=pytest.mark.long), "es"])  # "es": the page first
def test_an_evening_of_an_installed_game_speaks_and_understands_each_language(language, fireflies, tmp_path):
    night, final, record, word = SPOKEN[language]
    names = [line.partition(":")[0] for line in record]
    home, pdf = {"CALLBOARD_HOME": str(tmp_path)}, tmp_path / "evening.pdf"
    (tmp_path / "line.jsonl").write_text('{"game": "fireflies", "stage": "night"}\n', "utf-8")

    def prepared(*line):
        ran = run_callboard("night", *line, "--lang", language, **home)
        assert (ran.status, ran.err) == (0, "")
        return ran.out

    prepared("start", "fireflies", *names)
    prepared("add", final, f"{names[0]}: 13 7 9 +2", f"{names[1]}: 6 14 12")
    receipt = prepared("export", "--receipt").strip()
    (tmp_path / "dispute.txt").write_text(prepared("export", "--dispute"), "utf-8")
    prepared("end")
    ended = json.loads(prepared("list", "--json"))["nights"][0]["night"]
    prepared("start", "fireflies", *names)
    prepared("add", night, *record)

    ran = _in_a_fresh_process(
        [fireflies, ROOT / "tests"],
        [language, names, record],
        ("night",),
        ("night", "show"),
        ("night", "show", "--entry", "1", "--explain"),
        ("night", "add", night, *record),
        ("night", "add", night[:3], *record),
        ("night", "edit", "1", *record),
        ("night", "undo"),
        ("night", "check", "--claimed", f"{names[0]}=99"),
        ("night", "list"),
        ("night", "show", ended),
        ("replay", str(tmp_path / "dispute.txt")),
        ("replay", receipt),
        ("report", "entry", "1", "--says", "?", "--out", "-"),
        ("stats",),
        ("print", "night", ended, "--out", str(pdf)),
        CALLBOARD_HOME=str(tmp_path),
        CALLBOARD_LANG=language,
    )
    told = "".join(out for _, _, out, _ in ran) + _text_of(pdf)
    for line, status, out, err in ran:
        assert (line, status, err) == (line, 0, "")
        assert line[0] == "report" or not re.findall(r".{,40}fireflies/\w.{,40}", out), line
    assert word in told


def _in_a_fresh_process(folders, given, *lines, **surroundings):
    path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), *map(str, folders)]))
    done = subprocess.run(
        [sys.executable, "-c", FRESH],
        input=json.dumps([*given, lines]),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(PYTHONPATH=path, **surroundings),
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _text_of(pdf):
    return " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))


# --- Broken ----------------------------------------------------------------------------------------------------------

GOOD = """
from callboard_scoring.game import Game
GAME = Game(id="{id}", package=__name__, players=(2, 4), stages=("final",), tokens=())
"""


def install(folder, game, text, *, name="", called=""):
    """Install a package as far as its code and its entry point go; pip may have it by another name than its code's."""
    name = name or f"package_{game}"
    (folder / f"{name}.py").write_text(text, encoding="utf-8")
    about = folder / f"{name}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {called or name}\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[callboard.games]\n{game} = {name}:GAME\n", encoding="utf-8")


BROKEN = {
    "fails": ("import nothing_of_this_name", "cannot be loaded: ModuleNotFoundError: No module named"),
    "raises": ("raise ValueError('\\x1b[31mred')", r"cannot be loaded: ValueError: \x1b[31mred"),
    "leaves": ("import sys; sys.exit(3)", "cannot be loaded: SystemExit: 3"),
    "syntax": ("def GAME(:", "cannot be loaded: SyntaxError"),
    "empty": ("", "holds no description of a game"),
    "no": ("GAME = 'no game'", "holds no description of a game"),
    "named": (GOOD.format(id="other"), "describes another game: “other”"),
    "crowd": (GOOD.format(id="crowd").replace("(2, 4)", "(0, 99)"), "in the package package_crowd is wrong: players"),
    "listed": (GOOD.format(id="listed").replace("(2, 4)", "[2, 4]"), "is wrong: players"),
    "stageless": (GOOD.format(id="stageless").replace('("final",)', '"final"'), "is wrong: stages"),
    "badly": (GOOD.format(id="badly").replace('"final"', '"a b", "c/d"'), "is wrong: stages"),
    "thirteen": (GOOD.format(id="thirteen").replace('("final",)', 'tuple("abcdefghijklm")'), "is wrong: stages"),
    "double": (GOOD.format(id="double").replace('("final",)', '("a", "a")'), "is wrong: stages"),
    "nowhere": (GOOD.format(id="nowhere").replace('("final",)', "()"), "is wrong: stages"),
    "backwards": (GOOD.format(id="backwards").replace("(2, 4)", "(4, 2)"), "is wrong: players"),
    "crowded": (GOOD.format(id="crowded").replace("(2, 4)", "(2, 21)"), "is wrong: players"),
    "numbered": (GOOD.format(id="numbered").replace("tokens=()", "tokens=('a', 1)"), "is wrong: tokens"),
    "worded": (GOOD.format(id="worded").replace("tokens=()", "tokens=['a']"), "is wrong: tokens"),
    "all": (GOOD.format(id="all").replace("(2, 4)", "2").replace("tokens=()", "tokens=1"), "is wrong: players, tokens"),
    "homeless": (GOOD.format(id="homeless").replace("__name__", "'nowhere'"), "is wrong: package"),
    **{name: (GOOD.format(id=name), "is wrong: id") for name in ("callboard", "night", "paper", "phones")},
}


@pytest.fixture
def broken(tmp_path, beside):
    """All of these installed at once, beside a built-in game's name and one game in two packages."""
    for game, (text, _) in BROKEN.items():
        install(tmp_path, game, text)
    install(tmp_path, "histrio", GOOD.format(id="histrio"))
    install(tmp_path, "twin", GOOD.format(id="twin"))
    install(tmp_path, "twin", GOOD.format(id="twin"), name="package_other")
    beside(tmp_path)


def test_the_smallest_and_the_largest_game_are_games(tmp_path, beside):
    stages = (*"abcdefghijk", "x" * 20)
    install(tmp_path, "ab", GOOD.format(id="ab").replace("(2, 4)", "(1, 1)"))
    large = GOOD.format(id="l" * 30).replace("(2, 4)", "(20, 20)").replace('("final",)', repr(stages))
    install(tmp_path, "L" * 30, large, name="package_large")
    beside(tmp_path)
    assert [game.id for game in all_games()] == [*BUILT_IN, "ab", "l" * 30]
    assert faults() == faults_of("ab") == ()
    assert find_game(" AB ").players == (1, 1)
    assert find_game("nothing") is None
    assert known_games() == [*BUILT_IN, "ab", "l" * 30]


def test_a_game_that_says_nothing_of_evenings_and_paper_carries_nothing_over_and_prints_nothing(tmp_path, beside):
    install(tmp_path, "bare", GOOD.format(id="bare"))
    beside(tmp_path)
    assert find_game("bare").evening() == Evening()
    assert find_game("bare").paper() == Paper()


def test_a_game_is_found_among_all_that_may_stand_on_the_path(tmp_path, beside, monkeypatch):
    install(tmp_path, "ab", GOOD.format(id="ab"))
    for name in "abcdefgh":
        (tmp_path / f"{name}-1.dist-info").mkdir()  # packages that offer nothing at all
    archive = tmp_path / "archive.zip"
    archive.write_bytes(b"")
    beside(tmp_path)
    monkeypatch.setattr(sys, "path", [str(archive), str(tmp_path / "nowhere"), *sys.path])
    assert known_games() == [*BUILT_IN, "ab"]


def test_a_game_is_found_in_the_folder_in_which_python_runs(tmp_path, beside, monkeypatch):
    install(tmp_path, "ab", GOOD.format(id="ab"))
    beside(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["" if place == str(tmp_path) else place for place in sys.path])
    assert known_games() == [*BUILT_IN, "ab"]


def test_a_package_is_told_by_the_name_that_it_is_installed_by(tmp_path, beside):
    install(tmp_path, "empty", "", name="of_code", called="of-shops")
    beside(tmp_path)
    assert faults() == (Fault("empty", "usage.game-none", {"id": "empty", "package": "of-shops"}),)


def test_of_three_packages_of_one_name_the_first_is_taken_and_each_other_is_told_beside_it(tmp_path, beside):
    for name in ("package_a", "package_b", "package_c"):
        install(tmp_path, "triple", GOOD.format(id="triple"), name=name)
    install(tmp_path, "histrio", GOOD.format(id="histrio"))
    beside(tmp_path)
    first = find_game("triple").package
    others = sorted({"package_a", "package_b", "package_c"} - {first})
    told = sorted(faults_of(" Triple"), key=lambda fault: fault.values["package"])
    assert told == [
        Fault("triple", "usage.game-twice", {"id": "triple", "package": name, "other": first}) for name in others
    ]
    clash = Fault("histrio", "usage.game-clash", {"id": "histrio", "package": "package_histrio"})
    assert faults_of("histrio") == (clash,)
    assert [fault.game for fault in faults()] == ["histrio", "triple", "triple"]


def test_a_package_that_cannot_be_a_game_is_told_with_what_is_wrong(tmp_path, beside):
    install(tmp_path, "all", BROKEN["all"][0])
    install(tmp_path, "fails", "import nothing_of_this_name")
    install(tmp_path, "named", GOOD.format(id="other"))
    install(tmp_path, "empty", "")
    beside(tmp_path)

    def fault(game, code, **values):
        return Fault(game, f"usage.game-{code}", {"id": game, "package": f"package_{game}", **values})

    error = "ModuleNotFoundError: No module named 'nothing_of_this_name'"
    assert faults() == (
        fault("all", "wrong", fields="players, tokens"),
        fault("empty", "none"),
        fault("fails", "fails", error=error),
        fault("named", "other", other="other"),
    )


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("game", BROKEN)
def test_a_package_that_gives_no_game_says_so_where_it_is_chosen(game):
    ran = run_callboard("score", game.upper(), "final", "Ann: 1")
    assert ran.status == 2
    assert BROKEN[game][1] in ran.err
    assert len({run_callboard("score", game, "final", "--lang", language).err for language in LANGUAGES}) == 3


@pytest.mark.usefixtures("broken")
@languages
def test_broken_packages_are_told_by_games_and_harm_nobody_else(language):
    listed = run_callboard("games", "--lang", language)
    assert listed.status == 0
    assert len(listed.err.splitlines()) == len(BROKEN) + 2
    told = run_callboard("games", "--lang", language, "--json").json()
    assert {error["game"] for error in told["errors"]} == {*BROKEN, "histrio", "twin"}
    assert {game["id"] for game in told["games"]} == {*(game.id for game in GAMES), "twin"}
    for line in (("score", "historia", "tally", "Ann: raid 3"), ("setup", "intrigo", "--players", "3")):
        ran = run_callboard(*line, "--lang", language)
        assert (ran.status, ran.err) == (0, "")
    assert run_callboard("rules", "turandot", "bluff", "--lang", "en").err == ""


@pytest.mark.usefixtures("broken")
def test_of_two_games_of_one_name_the_built_in_one_wins_and_it_is_told():
    ran = run_callboard("setup", "Histrio", "--players", "3")
    assert ran.status == 0
    assert ran.out.startswith("Histrio · set-up")
    assert ran.err == (
        "The package package_histrio brings a game “histrio” too, but Callboard has its own: the built-in one is used.\n"
    )
    ran = run_callboard("setup", "twin", "--players", "3")
    assert "Two packages bring a game “twin”" in ran.err


SCORER = """
from typing import Annotated
from callboard_scoring.fields import Seats
from callboard_scoring.ledger import Result
from callboard_scoring.records import Record, Seat
class Table(Record):
    players: Annotated[tuple[Seat, ...], Seats(2, 4)]
def score(record: Table) -> Result[None]:
    return record.palyers
"""


@pytest.fixture
def rotten(tmp_path, beside):
    """A game that loads and then breaks: in its scorer, its set-up, its rules, its glossary and its catalogs."""
    install(tmp_path, "rotten", "", name="rotten")
    (tmp_path / "rotten.py").unlink()
    home = tmp_path / "rotten"
    for folder in ("rules", "locales"):
        (home / folder).mkdir(parents=True)
    (home / "__init__.py").write_text(GOOD.format(id="rotten"), encoding="utf-8")
    (home / "final.py").write_text(SCORER, encoding="utf-8")
    (home / "setup.py").write_text("import nothing_of_this_name", encoding="utf-8")
    (home / "rules" / "en.md").write_text("no front", encoding="utf-8")
    (home / "rules" / "sources.toml").write_text("[[[", encoding="utf-8")
    (home / "rules" / "glossary.toml").write_text("[[[", encoding="utf-8")
    beside(tmp_path)
    return home


@pytest.mark.usefixtures("rotten")
@pytest.mark.parametrize(
    ("line", "place"),
    [
        (
            ("score", "rotten", "final", "Ann: -", "Bob: -"),
            "AttributeError: 'Table' object has no attribute 'palyers' (final",
        ),
        (("setup", "rotten", "--players", "3"), "ModuleNotFoundError: No module named 'nothing_of_this_name'"),
        (("example", "rotten", "final"), "examples.toml"),
        (("rules", "rotten", "bluff"), "sources.toml"),
    ],
)
def test_a_game_that_breaks_is_told_without_a_traceback(line, place):
    ran = run_callboard(*line)
    assert ran.status == 1
    assert place in ran.err
    assert len(ran.err.splitlines()) == 1


def test_texts_that_cannot_be_read_harm_no_list(rotten):
    ran = run_callboard("glossary", "caravel")
    assert (ran.status, ran.out.split(" ")[0]) == (0, "caravel")
    assert "rotten" in ran.err
    (rotten / "locales" / "en.po").write_text('msgid "rotten/game', encoding="utf-8")
    catalog("en").forget("rotten")
    ran = run_callboard("games", "--lang", "en")
    assert ran.status == 0
    assert "Histrio" in ran.out
    assert "The texts of the game “rotten” cannot be read" in ran.err
