"""What is asked of the rules."""

from __future__ import annotations

import tomllib
from functools import cache

from attacks import atom, battered
from callboard_locales import LANGUAGES
from callboard_scoring.games import GAMES
from entrances.material import TESTS


@cache
def questions():
    folder = TESTS / "questions"
    return {
        (game.id, language): [
            one["text"] for one in tomllib.loads((folder / f"{game.id}.{language}.toml").read_text("utf-8"))["question"]
        ]
        for game in GAMES
        for language in LANGUAGES
    }


def asked_rules(random, commands):
    """Questions, names of sections, and terms."""
    game, language = random.choice(GAMES).id, random.choice(LANGUAGES)
    text = random.choice(questions()[game, language if random.random() < 0.9 else "en"])
    text = battered(random, text, 3) if random.random() < 0.9 else "".join(atom(random) for _ in range(4))
    as_json, screen = random.random() < 0.5, random.random() < 0.02
    what = random.random()
    if what < 0.15:
        commands.put(random, "glossary", [text], language, as_json=as_json, screen=screen)
    elif what < 0.4:
        commands.put(random, "rules", [game], language, section=text, as_json=as_json, screen=screen)
    else:
        given = text.split(" ") if random.random() < 0.5 else [text]
        commands.put(random, "rules", [game, *given], language, as_json=as_json, why=what > 0.95, screen=screen)
    return 1
