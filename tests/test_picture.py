"""The picture in the README is what the program shows today."""

import importlib.util

from conftest import ROOT


def test_the_picture_of_the_readme_has_not_drifted():
    spec = importlib.util.spec_from_file_location("make", ROOT / ".pictures" / "make.py")
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    svg = (ROOT / ".pictures" / "season.svg").read_text(encoding="utf-8")
    assert make.draw() == svg
    assert "13&#160;ecus" in svg
    assert "season.svg" in (ROOT / "README.md").read_text(encoding="utf-8")
