"""The README is followed to the letter."""

import re
import shlex

import pytest

from callboard_cli.app import COMMANDS
from callboard_locales import catalog
from callboard_scoring.games import GAMES
from conftest import LANGUAGES, ROOT, run_callboard
from running import run_shell

READMES = {path.name: path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("README*.md"))}
README = READMES["README.md"]
SLOW = re.compile(r"callboard print |[|>] ")
"""What presses a sheet or needs a shell: in the suite of one README, in the long run of all."""
BLOCKS = [
    pytest.param(
        block,
        id=" ".join([name, *block.split()[1:4]]),
        marks=[pytest.mark.long] if name != "README.md" and SLOW.search(block) else [],
    )
    for name, text in READMES.items()
    for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    if block.startswith("callboard")
]
readmes = pytest.mark.parametrize("name", READMES)


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


@readmes
def test_the_readme_names_every_command_game_and_stage(name):
    for command in COMMANDS:
        assert f"`callboard {command}" in READMES[name]
    for game in GAMES:
        for stage in game.stages:
            assert f"`{stage}`" in READMES[name]


def test_the_readme_says_what_each_dependency_is_for():
    listed = re.search(
        r"^dependencies = \[(.*?)\]", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    section = README[README.index("## Dependencies") : README.index("## Speed")].casefold()
    for name in re.findall(r'"([a-z-]+)', listed[1]):
        assert f"[{name}]" in section
