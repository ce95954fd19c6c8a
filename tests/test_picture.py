"""The picture in the README is what the program shows today."""

import html
import importlib.util
import re

from conftest import ROOT


def words(svg):
    """What is written in a picture; where the strokes lie may differ from one release of Rich to the next."""
    return html.unescape(" ".join(re.findall(r">([^<]+)</text>", svg))).split()


def test_the_picture_of_the_readme_has_not_drifted():
    spec = importlib.util.spec_from_file_location("make", ROOT / ".pictures" / "make.py")
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    kept = words((ROOT / ".pictures" / "season.svg").read_text(encoding="utf-8"))
    assert words(make.draw()) == kept
    assert kept[kept.index("13") - 1 : kept.index("13") + 2] == ["=", "13", "ecus"]
    assert ".pictures/season.svg" in (ROOT / "README.md").read_text(encoding="utf-8")
