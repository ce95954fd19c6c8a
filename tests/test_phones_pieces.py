"""Words as pieces on the page: what a game says of their looks, and what a phone is told of it."""

import re
from urllib.parse import urlencode

import pytest
from phones import Evening
from test_phones_static import STATIC, contrast

from callboard_cli.input.parser.tables import Fields, kinds_of
from callboard_scoring.game import COLOURS, SHAPES
from callboard_scoring.games import GAMES

PIECES = STATIC["pieces.css"]
INK = "#241f1b"


def fields_of(kinds):
    """The names of all fields, those in tables too."""
    for kind in kinds:
        yield kind.name
        if isinstance(kind, Fields) or hasattr(kind, "model"):
            yield from fields_of(kinds_of(kind.model))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_says_of_its_own_pieces_how_they_look_in_shapes_and_colours_that_there_are(game):
    fields = {name for stage in game.stages for name in fields_of(kinds_of(game.record(stage)))}
    assert game.shapes.keys() <= {*game.tokens} | fields
    assert game.colours.keys() <= {*game.tokens}
    assert {*game.shapes.values()} <= {*SHAPES}
    assert {*game.colours.values()} <= {*COLOURS}


@pytest.mark.parametrize("name", [*SHAPES, *COLOURS])
def test_every_shape_and_every_colour_is_drawn(name):
    assert re.search(rf"\.{name}\b", PIECES)


@pytest.mark.parametrize("colour", ["", *COLOURS])
def test_what_is_written_on_a_piece_stands_out(colour):
    rule = re.search(rf"^\.{colour or 'piece'} {{(.*?)}}", PIECES, re.DOTALL | re.MULTILINE)[1]
    ground = re.search(r"background: (#\w+)", rule)[1]
    ink = re.search(r"(?<![-\w])color: (#\w+)", rule)
    whole = [
        one if len(one) == 7 else "#" + "".join(2 * digit for digit in one[1:])
        for one in (ground, ink[1] if ink else INK)
    ]
    assert contrast(*whole) >= 4.5


def laid(game, stage, name, text, language):
    """The pieces that a phone is told of a text, each with what of the text it is."""
    asked = urlencode({"stage": stage, "name": name, "text": text})
    told = Evening(game, language=language).players["Ann"].get(f"/words?{asked}").json()["pieces"]
    return [(text[one["start"] : one["end"]], one["piece"]) for one in told]


@pytest.mark.parametrize(
    ("game", "stage", "name", "language", "text", "pieces"),
    [
        ("histrio", "season", "troupe", "ru", "К3 т2 ", [("К3", "card|yellow|К3"), ("т2", "card|red|Т2")]),
        ("magnificent", "round", "dice", "en", "o5 green 3", [("o5", "die|orange|O5"), ("green 3", "die|green|G3")]),
        ("magnificent", "round", "dice", "es", "transparente 2", [("transparente 2", "die|clear|T2")]),
        ("magnificent", "round", "dice", "en", "orange 5 rabbit", []),
        ("turandot", "final", "singers", "en", "1 man goth", [("1 man goth", "card||M1")]),
        ("histrio", "season", "troupe", "en", "-", []),
    ],
)
def test_what_is_typed_is_told_as_pieces_if_all_of_it_are_some(game, stage, name, language, text, pieces):  # noqa: PLR0917  # a case
    assert laid(game, stage, f"players.0.{name}", text, language) == pieces


def test_a_number_that_can_come_next_is_the_die_that_it_would_make():
    asked = urlencode({"stage": "round", "name": "players.0.dice", "text": "orange "})
    told = Evening("magnificent").players["Ann"].get(f"/words?{asked}").json()["words"]
    five = next(one for one in told if one["text"] == "5")
    assert (five["piece"], five["said"]) == ("die|orange|O5", "orange 5")


@pytest.mark.parametrize(("game", "stage"), [("histrio", "season"), ("intrigo", "round"), ("magnificent", "round")])
def test_what_can_be_tapped_is_drawn(game, stage):
    page = Evening(game).players["Ann"].page(f"?stage={stage}")
    assert any(
        "data-piece" in own or "data-looks" in own or own.get("class", "").startswith("piece") for _, own in page.tags
    )
    assert any(own.get("href") == "/static/pieces.css" for _, own in page.tags)


def test_a_game_that_says_nothing_of_its_pieces_shows_words():
    page = Evening("historia").players["Ann"].page()
    assert not any("data-piece" in own or own.get("href") == "/static/pieces.css" for _, own in page.tags)


def test_a_list_of_numbers_has_a_key_that_says_that_there_are_none():
    page = Evening().players["Ann"].page("?stage=season")
    (requests,) = [own for _, own in page.tags if own.get("data-name") == "players.0.requests"]
    assert (requests["data-kind"], requests["data-none"]) == ("numbers", "I have none")


def test_what_was_typed_short_is_told_beside_its_whole_words():
    evening = Evening("magnificent")
    page = evening.players["Ann"].fill({"players.0.dice": "o5 g3"}, path="?stage=round")
    (dice,) = [own for _, own in page.tags if own.get("name") == "players.0.dice"]
    assert dice["data-typed"] == "o5 g3"
    fields = evening.players["Ann"].get("/live?stage=round", headers={"accept": "application/json"}).json()["fields"]
    assert (fields["players.0.dice"]["text"], fields["players.0.dice"]["typed"]) == ("orange 5, green 3", "o5 g3")
