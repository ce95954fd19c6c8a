"""Write down the sentences that `golden_sentences/GAME.toml` does not show yet: `python tests/missing_sentences.py GAME`.

What it prints is what is told now. Read each word and each number of it against the rulebook before you add it.
"""

import json
import re
import sys

from test_sentences import LANGUAGES, NAMES, entries, missing, steps_of

from callboard_cli.authoring.playing import made_setups
from callboard_scoring.constrained_draws import roll
from callboard_scoring.games import find_game


def toml(value):
    """Write a value as TOML does."""
    if isinstance(value, dict):
        inner = (
            f"{key if re.fullmatch('[A-Za-z0-9_-]+', key) else toml(key)} = {toml(one)}" for key, one in value.items()
        )
        return f"{{ {', '.join(inner)} }}" if value else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def entry(told, **where):
    """Write a sentence with its case or its code."""
    written = told.written()
    rows = {"reason": written.pop("reason"), **where, **dict(sorted(written.items(), reverse=True))}
    rows |= {language: told.said(language) for language in LANGUAGES}
    return "\n".join(["[[sentence]]", *(f"{key} = {toml(value)}" for key, value in rows.items())])


def steps_missing(game):
    """Yield the steps of set-ups that no sentence shows, with their codes."""
    met = {told.id for _, told in entries(game.id) if told}
    model = game.setup()[1]
    for one in made_setups(game, model):
        made = roll(game, NAMES[: one.players], model(**one.options), lambda _: 0)
        for told in steps_of(game.id, str(made.code)):
            if told.id not in met:
                met.add(told.id)
                yield str(made.code), told


if __name__ == "__main__":
    (name,) = sys.argv[1:]
    found = [entry(told, case=case) for case, told in missing(name)]
    found += [entry(told, code=code) for code, told in steps_missing(find_game(name))]
    print("\n\n".join(found))
