"""The colour by which a game's page is recognised: data of the game, and readable wherever it is written."""

import re
from dataclasses import replace

import pytest
from phones import Evening, Phone
from test_phones_static import SCHEMES as STYLES
from test_phones_static import colours, contrast

from callboard_cli.phones.accent import NEUTRAL, SCHEMES, colours_of
from callboard_scoring import games
from callboard_scoring.games import GAMES

ACCENTS = {"": NEUTRAL, **{game.id: game.accent for game in GAMES}}
TEXT_ON = {"paper": ("deep",), "card": ("deep",), "tint": ("ink", "faint"), "deep": ("on-deep",), "band": ("on-band",)}
"""What is written on what."""


def test_each_game_has_a_colour_of_its_own():
    assert None not in ACCENTS.values()
    assert len(set(ACCENTS.values())) == len(ACCENTS)


@pytest.mark.parametrize("game", ACCENTS)
def test_text_stands_out_in_the_colours_of_each_game(game):
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in ACCENTS[game])
    for style, own in zip(STYLES, colours_of(ACCENTS[game]), strict=True):
        colour = {**colours(style), **own}
        weak = {
            (text, ground)
            for ground, texts in TEXT_ON.items()
            for text in texts
            if contrast(colour[text], colour[ground]) < 4.5
        }
        assert weak == set()


def test_the_style_of_every_page_has_the_neutral_colours_and_what_accents_are_mixed_with():
    for style, own, scheme in zip(STYLES, colours_of(NEUTRAL), SCHEMES, strict=True):
        colour = colours(style)
        assert {name: colour[name] for name in own} == own
        assert (scheme.card, scheme.ink, scheme.on_deep) == (colour["card"], colour["ink"], colour["on-deep"])


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_page_has_the_colours_of_its_game(game):
    evening = Evening(game)
    for phone in [*evening.phones, Phone(evening, evening.own.join, "en")]:
        page = phone.page()
        (address,) = [own["href"] for tag, own in page.tags if own.get("href", "").endswith("/accent.css")]
        answer = phone.get(address.removeprefix(f"/{phone.token}"))
        assert answer.headers["content-type"].startswith("text/css")
        bright, dark = colours_of(ACCENTS[game])
        assert f"--deep:{bright['deep']};" in answer.text
        assert f"--deep:{dark['deep']};" in answer.text
        themes = {own["media"]: own["content"] for tag, own in page.tags if own.get("name") == "theme-color"}
        assert themes == {
            "(prefers-color-scheme: light)": bright["band"],
            "(prefers-color-scheme: dark)": dark["band"],
        }


def test_a_game_that_brings_no_colour_has_the_neutral_one(monkeypatch):
    monkeypatch.setitem(games._BUILT_IN, "histrio", replace(games.find_game("histrio"), accent=None))  # noqa: SLF001
    bright, _ = colours_of(NEUTRAL)
    assert f"--deep:{bright['deep']};" in Evening().host.get("/accent.css").text
