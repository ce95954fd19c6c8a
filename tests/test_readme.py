"""The README is followed to the letter."""

import re
import subprocess
import sys

import pytest

from callboard_cli.app import COMMANDS
from callboard_scoring.games import GAMES
from conftest import ROOT, environment

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
LINES = [block for block in BLOCKS if block.startswith("callboard")]


@pytest.mark.parametrize("block", LINES)
def test_every_command_of_the_readme_runs(block, tmp_path):
    script = f'set -eu\ncallboard() {{ "{sys.executable}" -m callboard_cli "$@"; }}\n{block}'
    done = subprocess.run(["bash", "-c", script], capture_output=True, cwd=tmp_path, env=environment(), check=False)
    assert (done.returncode, done.stderr.decode()) == (0, "")
    assert len(done.stdout) > 100


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
    section = README[README.index("### Dependencies") : README.index("### Speed")].casefold()
    for name in re.findall(r'"([a-z]+)', listed[1]):
        assert f"[{name}]" in section
