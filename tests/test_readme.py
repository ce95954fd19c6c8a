"""The README is followed to the letter."""

import re
import shlex

import pytest

from callboard_cli.app import COMMANDS
from callboard_scoring.games import GAMES
from conftest import ROOT, run_callboard
from running import run_shell

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
LINES = [block for block in BLOCKS if block.startswith("callboard")]


@pytest.mark.parametrize("block", LINES, ids=lambda block: " ".join(block.split()[1:4]))
def test_every_command_of_the_readme_runs(block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = [shlex.split(line) for line in block.replace("\\\n", "").splitlines()]
    if any({"|", ">", "<", "&&"} & set(line) for line in words):  # what only a shell can do
        runs = [run_shell(f"set -eu\n{block}")]
    else:
        runs = [run_callboard(*line) for _callboard, *line in words]
    assert [(ran.status, ran.err) for ran in runs] == [(0, "")] * len(runs)
    assert all(len(ran.out) > 50 for ran in runs)


def test_the_readme_names_every_command_game_and_stage():
    for command in COMMANDS:
        assert f"`callboard {command}" in README
    for game in GAMES:
        for stage in game.stages:
            assert f"`{stage}`" in README


def test_the_readme_says_what_each_dependency_is_for():
    listed = re.search(
        r"^dependencies = \[(.*?)\]", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    section = README[README.index("## Dependencies") : README.index("## Speed")].casefold()
    for name in re.findall(r'"([a-z-]+)', listed[1]):
        assert f"[{name}]" in section
