"""A game's texts and data that somebody wrote to harm, or by mistake: `game lint` tells what is wrong with them."""

import shutil
import sys

import pytest

from callboard_cli.authoring import check
from callboard_cli.authoring.checks import lookup
from entrances.material import TESTS


@pytest.fixture
def game(tmp_path, monkeypatch):
    """A copy of the small good game."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    folder = tmp_path / "fireflies"
    shutil.copytree(TESTS / "games" / "fireflies" / "fireflies", folder, ignore=shutil.ignore_patterns("__pycache__"))
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "fireflies"]:
        del sys.modules[name]


QUICK = [one for one in check.CHECKS if one not in (lookup.found, lookup.rates)]
"""All checks but those that ask the look-up hundreds of questions."""


def found(folder, checks):
    return {(one.file.relative_to(folder).as_posix(), one.code) for one in check.check_folder(folder, checks).findings}


def rewritten(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("checks", [QUICK, pytest.param(check.CHECKS, marks=pytest.mark.long)], ids=["quick", "all"])
@pytest.mark.parametrize("plural", ["plural=(n !\u2029= 1)", "plural=1/n", "plural=(n != 1", "plural=" + "(" * 500])
def test_a_rule_for_plurals_that_cannot_be_followed_makes_a_file_no_catalog(plural, checks, game):
    rewritten(game / "locales" / "en.po", "plural=(n != 1)", plural)
    codes = found(game, checks)
    assert ("locales/en.po", "check.not-po") in codes
    assert not any(code == "check.stumbled" for _, code in codes)
