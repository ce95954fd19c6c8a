"""Good records and lines of every stage, and what is made of them."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from functools import cache
from pathlib import Path

from attacks import atom, battered, value, wrecked
from callboard_cli.input.parser import typed
from callboard_cli.input.stage import Stage, example_of
from callboard_locales import LANGUAGES, catalog
from callboard_scoring.games import GAMES

TESTS = Path(__file__).parents[1]
LONGEST = 128 * 1024
"""The most characters of a word of a command line: Linux takes no longer one, and other systems none near it."""

STAGES = [(game.id, stage) for game in GAMES for stage in game.stages]


@cache
def stage_of(game, name):
    return Stage(next(one for one in GAMES if one.id == game), name)


@cache
def records(game, name):
    """Return good records of a stage, and some that are refused."""
    folder, stage = TESTS / "golden" / game, stage_of(game, name)
    found = [example_of(stage, catalog(language)) for language in LANGUAGES]
    file = folder / f"{name}.toml"
    if file.is_file():
        found += [case["record"] for case in tomllib.loads(file.read_text("utf-8"))["case"] if "record" in case][:60]
    refused = tomllib.loads((folder / "refused.toml").read_text("utf-8"))["case"]
    return found + [case["record"] for case in refused if case.get("stage") == name and "record" in case][:30]


@cache
def words(game, name, language):
    """Return good records of a stage as they are typed."""
    stage, made = stage_of(game, name), []
    for raw in records(game, name):
        with suppress(Exception):  # one that is refused cannot be written
            made.append(typed.write(stage.reworded(raw, catalog(language)), stage, catalog(language)))
    return [line for line in made if line]


def wrecked_record(random, game, name):
    other = random.choice(records(*random.choice(STAGES))) if random.random() < 0.03 else None
    raw = other or random.choice(records(game, name))
    return value(random) if random.random() < 0.02 else wrecked(random, raw)


def typed_line(random, game, name, language):
    """Return the words of a record, which are battered here and there."""
    known = words(game, name, language)
    line = list(random.choice(known)) if known and random.random() < 0.95 else []
    for _ in range(random.randint(0, 2)):
        place = random.randrange(len(line) + 1)
        what = random.randrange(6)
        if what < 3 and place < len(line):
            line[place] = battered(random, line[place], 2)
        elif what == 3:
            line.insert(place, battered(random, random.choice((*line, "Ann: ", "season=1")), 3))
        elif what == 4:
            del line[place : place + 1]
        else:
            line.insert(place, str(atom(random)))
    return [word[:LONGEST] for word in line]
