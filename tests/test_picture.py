"""The pictures in the READMEs and in docs are what the program shows today."""

import html
import importlib.util
import re

import pytest

from conftest import ROOT


def words(svg):
    """What is written in a picture; where the strokes lie may differ from one release of Rich to the next."""
    return html.unescape(" ".join(re.findall(r">([^<]+)</text>", svg))).split()


spec = importlib.util.spec_from_file_location("make", ROOT / ".pictures" / "make.py")
make = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make)


@pytest.mark.parametrize("name", make.PICTURES)
def test_the_pictures_have_not_drifted(name):
    kept = words((ROOT / ".pictures" / f"{name}.svg").read_text(encoding="utf-8"))
    assert words(make.draw(name)) == kept


def test_each_picture_stands_on_a_page_of_its_language():
    for name, (language, *_) in make.PICTURES.items():
        readme = ROOT / ("README.md" if language == "en" else f"README.{language}.md")
        pages = (ROOT / "docs" / ("" if language == "en" else language)).glob("*.md")
        shown = [page for page in (readme, *pages) if f".pictures/{name}.svg" in page.read_text(encoding="utf-8")]
        assert len(shown) == 1, name


def test_a_picture_asks_nobody_for_anything():
    for picture in (ROOT / ".pictures").glob("*.svg"):
        text = picture.read_text(encoding="utf-8")
        assert set(re.findall(r"\w+://[^\s\"'<>]+", text)) == {"http://www.w3.org/2000/svg"}, picture.name
        assert "@font-face" not in text


def test_the_pictures_show_what_they_are_there_for():
    season = words((ROOT / ".pictures" / "season.svg").read_text(encoding="utf-8"))
    assert season[season.index("13") - 1 : season.index("13") + 2] == ["=", "13", "ecus"]
    palace = words((ROOT / ".pictures" / "palace.svg").read_text(encoding="utf-8"))
    assert any("╔1══" in word for word in palace)
    assert any(word.startswith("Winner:") for word in palace)
