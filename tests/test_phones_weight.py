"""What a page weighs over the Wi-Fi, with all that it brings: counted as it is sent, packed."""

import re

import pytest
from phones import Evening

from callboard_scoring.games import GAMES, find_game
from conftest import LANGUAGES

pytestmark = pytest.mark.usefixtures("evenings_end")

MOST = 60_000
"""The most bytes of a first page with its styles and scripts."""
BROUGHT = re.compile(r'(?:href|src)="/static/([\w.]+\.(?:css|js|svg))"')
IMPORTED = re.compile(r'(?:from|import)\s*\(?\s*"\./([\w.]+\.js)"')


def weight(answer):
    assert answer.status_code == 200
    return int(answer.headers["content-length"])


def brought(phone, names):
    """What files weigh that a page names, with all scripts that these may import, at once or later."""
    weights, left = {}, [*names]
    while left:
        name = left.pop()
        if name not in weights:
            answer = phone.get(f"/static/{name}")
            weights[name] = weight(answer)
            left += IMPORTED.findall(answer.text) if name.endswith(".js") else []
    return weights


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_first_page_with_all_that_it_brings_is_small(game, language):
    most = max(find_game(game).players)
    evening = Evening(game, tuple(f"Player {number}" for number in range(most)), language=language)
    paths = [f"?stage={stage}" for stage in find_game(game).stages] + ["/setup", "/rules"]
    for phone in (evening.host, evening.reader, evening.players["Player 0"]):
        for path in [*paths, *(["/host"] if phone is evening.host else [])]:
            page = phone.get(path)
            assert page.headers["content-encoding"] == "gzip"
            files = brought(phone, BROUGHT.findall(page.text))
            assert {"page.css", "page.js", "fields.js"} <= {*files}
            told = {path: weight(page), **files}
            assert sum(told.values()) <= MOST, told
