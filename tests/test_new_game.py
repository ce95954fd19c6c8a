"""`callboard game new`: a skeleton that runs as it is written, in three languages, or a gentle word why there is none."""

import json
import re
import shlex
import shutil
import tomllib

import pytest
from babel.messages.pofile import read_po

from callboard_cli.authoring.draft import TO_WRITE
from callboard_cli.input.diagnostics.problems import PYDANTIC_CODES
from callboard_rules import load_rules
from conftest import LANGUAGES, ROOT, run_callboard
from pages import read_pages, squeezed

languages = pytest.mark.parametrize("language", LANGUAGES)
OPTIONS = ("--players", "2-4", "--stages", "round,final")


@pytest.fixture
def here(tmp_path, monkeypatch, beside):
    """An empty folder to stand in; what is imported from it is forgotten."""
    folder = tmp_path / "here"
    folder.mkdir()
    beside(folder)
    monkeypatch.chdir(folder)
    return folder


def files(folder):
    """What somebody wrote there; what Python keeps beside it is nobody's."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def test_a_program_reads_in_json_what_was_written_or_why_not(here):
    written = run_callboard("game", "new", "lanterns", *OPTIONS, "--json").json()
    assert (written["game"], written["folder"]) == ("lanterns", str(here / "lanterns"))
    assert sorted(written["files"]) == [str(file) for file in files(here)]
    refused = run_callboard("game", "new", "Bad!", "--json")
    codes = ["usage.new-id", "usage.new-no-stages", "usage.new-no-players"]
    assert (refused.status, refused.err) == (2, "")
    assert [error["code"] for error in refused.json()["errors"]] == codes


# --- What is written -------------------------------------------------------------------------------------------------


@pytest.fixture
def installing(beside):
    """Install a package as far as finding it goes: its folder on the path, with its entry points beside it."""

    def install(folder, game):
        about = folder / f"callboard_{game}-0.1.0.dist-info"
        about.mkdir()
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
        about.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1\n", "utf-8")
        lines = [f"{name} = {value}" for name, value in project["entry-points"]["callboard.games"].items()]
        about.joinpath("entry_points.txt").write_text("\n".join(["[callboard.games]", *lines]), "utf-8")
        beside(folder)

    return install


SKELETONS = [
    ("midges", "2-4", "round,final"),
    ("wasps", "1", "tally"),
    ("crickets", "7-20", "dawn,noon,dusk"),
    ("gnats2", "1–6", "a,b,c,d,e,f,g,h,i,j,k,l"),
]


@pytest.mark.parametrize(("game", "players", "stages"), SKELETONS)
def test_a_skeleton_runs_as_it_is_written(game, players, stages, here, installing):
    written = run_callboard("game", "new", game, "--players", players, "--stages", stages)
    assert (written.status, written.err) == (0, "")
    assert f"({len(files(here))} files)" in written.out
    installing(here / game, game)
    wanted, titles = stages.split(","), set()
    for place, language in enumerate(LANGUAGES):
        listed = run_callboard("games", "--json", "--lang", language).json()
        own = next(one for one in listed["games"] if one["id"] == game)
        assert own["stages"] == wanted
        assert own["title"].startswith(f"{TO_WRITE} {game.capitalize()} (")
        titles.add(own["title"])
        for stage in wanted[place::3] if len(wanted) > len(LANGUAGES) else wanted:  # of many each language has some
            example = run_callboard("example", game, stage, "--lang", language)
            scored = run_callboard("score", game, stage, "-", "--lang", language, stdin=example.out)
            assert (scored.status, scored.err) == (0, "")
            assert f"[1] {stage}\n" in scored.out
            assert f"{game}/" not in scored.out.replace(f"[{game}/{stage}]", "")  # no id stands for words
            schema = run_callboard("schema", game, stage, "--lang", language).json()
            assert schema["properties"]["players"]["description"]
            section = run_callboard("rules", game, "--section", stage, "--lang", language)
            assert (section.status, section.err) == (0, "")
        most = str(own["players"][1])
        made = run_callboard("setup", game, "--players", most, "--lang", language)
        assert (made.status, made.err) == (0, "")
        assert "[1] setup\n" in made.out
        told = run_callboard("rules", game, "setup", "--lang", language)
        assert (told.status, told.err) == (0, "")
    assert len(titles) == len(LANGUAGES)  # each asks for the name in its own language


@pytest.mark.parametrize(("game", "players", "stages"), SKELETONS)
def test_the_cases_of_a_skeleton_come_out(game, players, stages, here, installing):
    run_callboard("game", "new", game, "--players", players, "--stages", stages)
    installing(here / game, game)
    golden = here / game / game / "golden"
    for stage in stages.split(","):
        for case in tomllib.loads((golden / f"{stage}.toml").read_text("utf-8"))["case"]:
            record = {"game": game, "stage": stage, **case["record"]}
            result = run_callboard("batch", stdin=json.dumps(record)).json()
            assert {player["name"]: player["total"] for player in result["players"]} == case["totals"]
            assert result.get("winners") == case.get("winners")
            assert result.get("ladder", []) == case.get("ladder", [])
    refused = tomllib.loads((golden / "refused.toml").read_text("utf-8"))["case"]
    assert [case["stage"] for case in refused] == stages.split(",")
    for case in refused:
        record = {"game": game, "stage": case["stage"], **case["record"]}
        errors = run_callboard("batch", stdin=json.dumps(record)).json()["errors"]
        assert [[error["path"], error["code"]] for error in errors] == case["errors"]


@pytest.mark.parametrize(
    ("game", "players", "stages"),
    [pytest.param(*one, marks=[] if one in SKELETONS[1::2] else pytest.mark.long) for one in SKELETONS],
)
def test_a_skeleton_has_a_pad_and_an_aid_of_a_page_each(game, players, stages, here, installing):
    run_callboard("game", "new", game, "--players", players, "--stages", stages)
    installing(here / game, game)
    for sheet in ("pad", "aid"):
        printed = run_callboard("print", sheet, game, "--out", f"{sheet}.pdf", "--lang", "ru")
        assert (printed.status, printed.err) == (0, "")
        (page,) = read_pages((here / f"{sheet}.pdf").read_bytes())
        sections = load_rules(game, "ru").sections
        assert all(squeezed(sections[stage].title) in page.text for stage in stages.split(","))


@pytest.mark.parametrize(("game", "players", "stages"), SKELETONS)
def test_the_check_lists_what_a_person_is_to_write_and_nothing_else(game, players, stages, here):
    run_callboard("game", "new", game, "--players", players, "--stages", stages)
    (checked,) = run_callboard("game", "lint", str(here / game), "--json").json()["games"]
    assert {finding["code"] for finding in checked["findings"]} == {
        "unwritten",
        "placeholder",
        "asked-few",
        "questions-few",
    }
    home = here / game / game
    marked = {path.relative_to(home).as_posix() for path in files(home) if TO_WRITE in path.read_text("utf-8")}
    assert {finding["file"] for finding in checked["findings"]} == marked


def test_the_commands_of_the_guide_do_what_it_says(here, installing):
    section = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    assert "(docs/adding-a-game.md)" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    commands, *_ = section.partition("\n## 1.")
    lines = [shlex.split(line, comments=True) for line in commands.splitlines() if line.startswith("    ")]
    assert [line[:3] for line in lines] == [
        ["callboard", "game", "new"],
        ["callboard", "game", "lint"],
        ["pip", "install", "-e"],
        ["callboard", "score", "fireflies"],
    ]
    new, check, install, score = lines
    assert run_callboard(*new[1:]).status == 0
    assert run_callboard(*check[1:]).status == 1  # there is much to be written
    installing(here / install[3], "fireflies")
    scored = run_callboard(*score[1:])
    assert (scored.status, scored.err) == (0, "")
    for name in re.findall(r"\(\.\./(tests/[a-z/]+)\)", section):
        assert (ROOT / name).exists()
    fireflies = ROOT / "tests" / "games" / "fireflies" / "fireflies"
    code = "\n".join(path.read_text("utf-8") for path in fireflies.glob("*.py"))
    for name in re.findall(r"fireflies/[a-z-]+\.[a-z-]+", section):
        assert f'"{name}"' in code  # its examples are those of the game it shows
    assert {code for code in PYDANTIC_CODES if f"`{code}`" not in section} == set()  # what refused.toml may name


def test_catalogs_have_the_same_ids_and_texts_the_same_sections(here):
    run_callboard("game", "new", "midges", *OPTIONS)
    game = here / "midges" / "midges"
    ids, sections = [], []
    for language in LANGUAGES:
        with (game / "locales" / f"{language}.po").open("rb") as file:
            ids.append([message.id for message in read_po(file, abort_invalid=True) if message.id])
        text = (game / "rules" / f"{language}.md").read_text("utf-8")
        sections.append([line.partition("{#")[2] for line in text.splitlines() if line.startswith("## ")])
        assert f'language = "{language}"' in text
    assert ids[0] == ids[1] == ids[2]
    assert sections[0] == sections[1] == sections[2]
    assert not any("$" in path.read_text("utf-8") or "\n@ " in path.read_text("utf-8") for path in files(here))


def test_a_built_in_game_goes_into_the_checkout_where_one_stands(here, monkeypatch):
    checkout = here / "callboard"
    home = checkout / "scoring" / "callboard_scoring" / "games"
    home.mkdir(parents=True)
    home.joinpath("__init__.py").touch()
    inside = checkout / "tests"
    inside.mkdir()
    monkeypatch.chdir(inside)
    written = run_callboard("game", "new", "midges", *OPTIONS, "--built-in")
    assert (written.status, written.err) == (0, "")
    assert "midges.GAME" in written.out
    found = {path.relative_to(checkout).as_posix() for path in files(checkout)}
    assert {
        "scoring/callboard_scoring/games/midges/round.py",
        "rules_text/callboard_rules/midges/asked/ru.toml",
        "locales/callboard_locales/es/LC_MESSAGES/midges.po",
        "tests/golden/midges/final.toml",
        "tests/questions/midges.en.toml",
    } < found
    assert not any(name.endswith(("pyproject.toml", "README.md")) for name in found)
    shapes = ROOT / "scoring" / "callboard_scoring" / "games" / "historia"
    assert {path.name for path in shapes.iterdir() if path.suffix} <= {
        *(path.name for path in (home / "midges").iterdir()),
        "tally.py",
        "evening.md",  # what an evening knows, for the games that Callboard brings
        "receipt.txt",  # made of records, once there are any
        *("otherwise.py", "common_mistakes.py"),  # of a game in which people decide or count something otherwise
        "alone.py",  # of one in which a player's own row tells anything by itself
    }
    module = (home / "midges" / "final.py").read_text("utf-8")
    imports = [line for line in module.splitlines() if line.startswith("from callboard_scoring")]
    assert imports == sorted(imports)
    assert "from callboard_scoring.games.midges.pieces import" in module


# --- What is not -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), ["Which id?", "--players is missing: how many", "--stages is missing: what"]),
        (("midges", "--stages", "final", "--players", " "), ["--players is missing"]),
        (("Midges", *OPTIONS), ["“Midges” cannot be a game's id"]),
        (("m", *OPTIONS), ["“m” cannot be a game's id"]),
        (("midge-s", *OPTIONS), ["“midge-s” cannot be a game's id"]),
        (("../midges", *OPTIONS), ["“../midges” cannot be a game's id"]),
        (("lambda", *OPTIONS), ["“lambda” cannot be a game's id"]),
        (("callboardx", *OPTIONS), ["“callboardx” cannot be a game's id"]),
        (("x" * 30_000, *OPTIONS), [f"“{'x' * 39}…” cannot be a game's id"]),
        (("histrio", *OPTIONS), ["There is a game “histrio” already."]),
        (("random", *OPTIONS), ["Python has a package “random” already"]),
        (("pytest", *OPTIONS), ["Python has a package “pytest” already"]),
        (("midges", "--players", "4-2", "--stages", "final"), ["“4-2” isn't valid"]),
        (("midges", "--players", "0", "--stages", "final"), ["“0” isn't valid"]),
        (("midges", "--players", "2-21", "--stages", "final"), ["“2-21” isn't valid"]),
        (("midges", "--players", "9" * 5000, "--stages", "final"), ["isn't valid"]),
        (("midges", "--players", "2", "--stages", "final,setup"), ["“setup” cannot be a stage"]),
        (("midges", "--players", "2", "--stages", "pieces"), ["“pieces” cannot be a stage"]),
        (("midges", "--players", "2", "--stages", "evening"), ["“evening” cannot be a stage"]),
        (("midges", "--players", "2", "--stages", "class"), ["“class” cannot be a stage"]),
        (("midges", "--players", "2", "--stages", "field"), ["“field” cannot be a stage"]),
        (("midges", "--players", "2", "--stages", "a,,b"), ["“” cannot be a stage"]),
        (("midges", "--players", "2", "--stages", "../a"), ["“../a” cannot be a stage"]),
        (("midges", "--players", "2", "--stages", "a,b,a"), ["“a” is given twice"]),
        (("midges", "--players", "2", "--stages", ",".join("abcdefghijklm")), ["at most 12"]),
        (("midges", *OPTIONS, "--built-in"), ["is not in a checkout"]),
        (("if", "--players", "x", "--stages", "Y,y,y"), ["“if”", "“Y”", "“y” is given twice", "“x” isn't valid"]),
    ],
)
def test_what_cannot_be_is_told_all_at_once_and_nothing_is_written(arguments, told, here):
    ran = run_callboard("game", "new", *arguments)
    assert (ran.status, ran.out) == (2, "")
    lines = ran.err.splitlines()
    assert len(lines) == len(told)
    for text in told:
        assert any(text in line for line in lines)
    assert len({run_callboard("game", "new", *arguments, "--lang", language).err for language in LANGUAGES}) == 3
    assert files(here.parent) == []


def test_nothing_is_overwritten(here):
    run_callboard("game", "new", "midges", *OPTIONS)
    shutil.rmtree(here / "midges" / "midges")
    before = {path: path.read_bytes() for path in files(here)}
    ran = run_callboard("game", "new", "midges", *OPTIONS)
    assert (ran.status, ran.out) == (2, "")
    (told,) = ran.err.splitlines()  # one line for the folder, not one for each file
    assert told.endswith(f": {here / 'midges'}")
    assert {path: path.read_bytes() for path in files(here)} == before


def test_where_a_file_cannot_be_written_none_is_left(here):
    (here / "midges").mkdir()
    (here / "midges" / "midges").write_text("a file where a folder is to be", "utf-8")
    ran = run_callboard("game", "new", "midges", *OPTIONS)
    assert (ran.status, ran.out) == (2, "")
    assert str(here / "midges" / "midges") in ran.err
    assert files(here) == [here / "midges" / "midges"]


@languages
def test_what_to_do_is_asked_for(language):
    ran = run_callboard("game", "--lang", language)
    assert ran.status == 2
    assert "new, lint" in ran.err
    assert "new" in run_callboard("game", "nwe", "--lang", language).err
