"""The READMEs and the pages of docs are followed to the letter."""

import re
import shlex

import pytest

from callboard_cli.app import COMMANDS, SECTIONS
from callboard_locales import catalog
from callboard_scoring.games import GAMES
from conftest import LANGUAGES, ROOT, run_callboard
from running import run_shell

READMES = sorted(ROOT.glob("README*.md"))
DOCS = sorted((ROOT / "docs").rglob("*.md"))
TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in (*READMES, *DOCS)}
"""All pages that are read at a table, by where they lie."""
PAGES = {"ru": "docs/ru/", "en": "docs/", "es": "docs/es/"}
"""Where the pages of a language lie."""
INSTALLING = {
    *("pipx install .", "uv tool install .", "uvx --from . callboard games", ". .venv/bin/activate"),
    *('pipx install ".[print]"', 'uv tool install ".[print,dask]"', '.venv/bin/pip install ".[dask]"'),
}
"""What needs a network or changes the terminal that it is typed in; `.ci/run` follows the line that makes `.venv`."""
SLOW = re.compile(r"callboard print |[|>] ")
"""What presses a sheet or needs a shell."""


def language_of(name):
    other = re.search(r"\b(ru|es)\b", name)
    return other[0] if other else "en"


def is_in_the_suite(name, number, block):
    """Of what is slow, and of pages that are made of examples which other tests read, the suite takes one language."""
    language = language_of(name)
    if name.endswith("typing.md"):
        return language == LANGUAGES[number % len(LANGUAGES)]
    return language == "en" or not SLOW.search(block)


BLOCKS = [
    pytest.param(
        block,
        id=" ".join([name, *block.split()[1:4]]),
        marks=[] if is_in_the_suite(name, number, block) else [pytest.mark.long],
    )
    for name, text in TEXTS.items()
    for number, block in enumerate(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    if block.startswith("callboard ")
]
DOUBTS = [catalog(language).text("result.doubt").partition("%")[0] for language in LANGUAGES]
"""What a table that cannot occur is told with."""


def commands(block):
    return [shlex.split(line) for line in block.replace("\\\n", "").splitlines()]


@pytest.mark.parametrize("block", BLOCKS)
def test_every_command_of_the_readme_runs_and_every_table_can_occur(block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = commands(block)
    if any({"|", ">", "<", "&&"} & set(line) for line in words):  # what only a shell can do
        runs = [run_shell(f"set -eu\n{block}", CALLBOARD_HOME=str(tmp_path))]
    else:
        runs = [run_callboard(*line, CALLBOARD_HOME=str(tmp_path)) for _callboard, *line in words]
    assert [(ran.status, ran.err) for ran in runs] == [(0, "")] * len(runs)
    assert all(len(ran.out) > 20 for ran in runs)
    assert not [ran.out for ran in runs for doubt in DOUBTS if f"\n{doubt}" in ran.out]


def test_no_block_has_a_command_that_is_not_run():
    for name, text in TEXTS.items():
        for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
            lines = block.replace("\\\n", "").splitlines()
            if block.startswith("callboard "):
                assert all(line.startswith("callboard ") for line in lines), name
            else:
                assert {line for line in lines if not line.startswith("python3 -m venv .venv && ")} <= INSTALLING, name


@pytest.mark.parametrize("path", READMES, ids=lambda path: path.name)
def test_the_readme_is_short_and_names_every_command_as_the_help_page_does(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.split()) <= 700
    words = catalog(language_of(path.name))
    for section, commands_here in SECTIONS.items():
        assert f"- {words.text(section)}: {', '.join(f'`{command}`' for command in commands_here)}\n" in text


@pytest.mark.parametrize("folder", PAGES.values())
def test_the_page_of_commands_names_every_command_game_and_stage(folder):
    page = TEXTS[f"{folder}commands.md"]
    for command in COMMANDS:
        assert f"`callboard {command}" in page
    for game in GAMES:
        for stage in game.stages:
            assert f"`{stage}`" in page


@pytest.mark.parametrize("folder", PAGES.values())
def test_it_is_said_what_each_dependency_is_for(folder):
    listed = re.search(
        r"^dependencies = \[(.*?)\]", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    page = TEXTS[f"{folder}dependencies.md"].casefold()
    for name in re.findall(r'"([a-z-]+)', listed[1]):
        assert f"[{name}]" in page
