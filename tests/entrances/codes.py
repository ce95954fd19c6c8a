"""Codes of set-ups."""

from __future__ import annotations

import json
from functools import cache

from attacks import battered
from callboard_locales import LANGUAGES
from callboard_scoring.games import GAMES
from entrances.material import TESTS


@cache
def codes():
    files = ("codes.jsonl", "codes-2.jsonl")
    return [
        json.loads(line)["code"] for file in files for line in (TESTS / "golden" / file).read_text("utf-8").splitlines()
    ]


def code_words(random, commands):
    """Codes of set-ups, and what else is asked of one."""
    game = random.choice(GAMES).id
    own = [code for code in codes() if code.startswith(game)]
    code = random.choice(own if random.random() < 0.9 else codes())
    if random.random() < 0.85:
        code = battered(random, code, 2)
    more = {"code": code} if random.random() < 0.9 else {"players": battered(random, "3", 2)}
    line = []
    if random.random() < 0.3:
        line = [battered(random, "Ann", 1) if random.random() < 0.4 else name for name in ("Ann", "Bob", "Cid")]
    if random.random() < 0.2:
        line.append(battered(random, random.choice(("first=Ann", "seats=yes", "mode=solo", "first=rule")), 2))
    if random.random() < 0.2:
        more[random.choice(("keep", "without"))] = [battered(random, random.choice(("seats", "first", "mood", "x")), 1)]
    if random.random() < 0.05:
        more["not_like_last"] = True
    screen, language = random.random() < 0.03, random.choice(LANGUAGES)
    commands.put(random, "setup", [game, *line], language, screen=screen, as_json=random.random() < 0.4, **more)
    return 1
