"""What a command does without, so that it starts as fast as it does; `tests/bench/startup.py` measures how fast."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from conftest import environment

RULES = ["rules", "historia", "technology"]
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no process forks there")
NOWHERE = str(Path(__file__).with_name("no-evenings"))
"""Where nothing is saved."""
SEASON = ["season=1", "mood=comedy", "Ann: C3 C3 C2", "Bob: T1 T2"]


BEGUN = """
import atexit, os, sys
from callboard_cli.app import run

for line in sys.stdin:
    screen, *arguments = line.rstrip("\\n").split("\\t")
    process = os.fork()
    if not process:
        atexit.register(lambda: print(*sys.modules, file=sys.stderr))
        sys.stdout.isatty = lambda: screen == "screen"
        sys.exit(run(arguments))
    print("ended", os.waitpid(process, 0)[1], file=sys.stderr, flush=True)
"""
"""Runs each command in a process that has imported what all commands do, and nothing else."""


@cache
def begun():
    """Return the process that begins the others; it ends with whoever asks it."""
    return subprocess.Popen(
        [sys.executable, "-c", BEGUN],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(LANG="ru_RU.UTF-8", TERM="xterm", CALLBOARD_HOME=NOWHERE),
    )


@pytest.fixture(scope="module", autouse=True)
def begun_ends():
    yield
    with begun():
        begun().stdin.close()
    begun.cache_clear()


@cache
def imported(*arguments, screen=False):
    """Return the modules that a command has imported by its end, before what it takes for a screen if asked to."""
    print("screen" if screen else "file", *arguments, sep="\t", file=begun().stdin, flush=True)
    told = []
    for line in begun().stderr:
        told += line.split()
        if told[-2:-1] == ["ended"]:
            break
    assert told[-2:] == ["ended", "0"]
    return set(told)


def test_a_command_that_is_begun_so_imports_what_it_does_in_a_process_of_its_own():
    script = "import sys; from callboard_cli.app import run; run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script, "games"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        env=environment(LANG="ru_RU.UTF-8", TERM="xterm", CALLBOARD_HOME=NOWHERE),
    )
    assert imported("games") - {"atexit", "ended", "0"} == {*done.stderr.split()} - {"atexit"}


BROUGHT = {"json"} if sys.version_info >= (3, 13) else set()
"""What `importlib.metadata` brings, by which pydantic looks for plugins."""


@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (["games"], {"pydantic"}),  # which Typer has check every parameter, left to itself
        (RULES, {"pydantic", "json"}),
        (["glossary", "chameleon"], {"pydantic"}),
        (["score", "--help"], {"callboard_cli.commands.setup"}),
        (["stats", "--json"], {"rich", "babel.lists", "callboard_cli.render.exports"}),
        (
            ["score", "histrio", "season", *SEASON],
            {"json", "babel.lists", "callboard_scoring.games.histrio.final"},
        ),  # which reads all that CLDR knows of Russian
        (["score", "histrio", "final", "Ada: 3", "Ben: 4"], {"callboard_scoring.evening"}),  # after the end
        (
            ["score", "histrio", "season", *SEASON],
            {"callboard_scoring.draws", "callboard_nights.night", "callboard_cli.input.prompts.keyboard"},
        ),
        (
            ["check", "histrio", "season", *SEASON, "--claimed", "Ann=9"],
            {"json", "babel.lists", "callboard_rules", "rich", "callboard_nights.night", "callboard_scoring.draws"},
        ),
        (["setup", "histrio", "--players", "4"], {"json", "babel.lists"}),
        # What each need not know of the rest; a checkout compiles its catalogs with Babel.
        (["games"], {"callboard_scoring.records", "callboard_rules", "rich"}),
        (RULES, {"callboard_scoring.records", "callboard_scoring.ledger", "rich"}),
        (["rules", "histrio", "--section", "chameleon"], {"callboard_rules.index", "callboard_scoring.records"}),
        (["score", "histrio", "season", *SEASON], {"callboard_rules", "callboard_scoring.draws", "rich"}),
        (  # it follows readings, and counts them
            ["setup", "histrio", "--players", "4"],
            {"callboard_rules", "callboard_scoring.games.histrio.season", "rich"},
        ),
        (  # it follows none
            ["setup", "magnificent", "--players", "4", "round=2"],
            {"callboard_rules", "callboard_scoring.games.magnificent.round", "rich"},
        ),
    ],
)
def test_a_command_does_without(arguments, absent):
    assert imported(*arguments) & absent - BROUGHT == set()


@pytest.mark.parametrize(
    "arguments", [["games"], ["night", "list"], ["table", "--help"], ["score", "histrio", "season", *SEASON]], ids=str
)
def test_only_a_table_that_is_served_loads_what_serves_it(arguments):
    assert imported(*arguments) & {"starlette", "uvicorn", "jinja2", "ifaddr", "h11", "asyncio"} == set()


PRESS = {"typst", "typst._typst", "callboard_cli.paper.press", "callboard_cli.commands.output_files"}


@pytest.mark.parametrize(
    "arguments",
    [["games"], ["score", "histrio", "season", *SEASON], ["setup", "histrio", "--players", "4"], ["print", "--help"]],
    ids=str,
)
def test_only_what_prints_loads_the_press(arguments):
    assert imported(*arguments) & PRESS == set()


def test_help_of_a_sheet_loads_no_typst_and_a_sheet_does(tmp_path):
    assert not {name for name in imported("print", "pad", "--help") if name.partition(".")[0] == "typst"}
    printed = imported("print", "pad", "histrio", "--out", str(tmp_path / "pad.pdf"))
    assert "typst" in printed
    assert printed & {"json.tool", "rich", "babel.lists", "callboard_nights.night", "segno"} == set()


def test_totals_that_agree_are_compared_with_hardly_more_than_a_score_needs():
    check = imported("check", "histrio", "season", *SEASON, "--claimed", "Ann=9", "--claimed", "Bob=0")
    score = imported("score", "histrio", "season", *SEASON)
    assert {name for name in check - score if not name.startswith("callboard")} == set()
    assert check - score <= {
        "callboard_cli.commands.check",
        "callboard_cli.render.counts",
        "callboard_cli.render.claims",
        "callboard_cli.render.claims_shown",
        "callboard_cli.input.claims",
        "callboard_nights",
        "callboard_nights.player_names",
        "callboard_scoring.claimed_totals",
    }


@pytest.mark.parametrize("arguments", [["score", "histrio", "season", *SEASON], ["setup", "histrio", "--players", "4"]])
def test_a_screen_is_laid_out_without_reading_markdown(arguments):
    modules = imported(*arguments, screen=True)
    assert "rich.table" in modules
    assert modules & {"rich.markdown", "markdown_it", "pygments", "callboard_rules"} == set()
