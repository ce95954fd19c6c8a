"""What is told to type next has all that the record before says for sure, and runs once the rest is added."""

import shlex
import tomllib
from itertools import pairwise

import pytest

from callboard_cli.input.parser import typed
from callboard_cli.input.parser.tables import as_line
from callboard_cli.input.stage import Stage
from callboard_cli.input.vocabulary import stages
from callboard_locales import LANGUAGES, catalog
from callboard_scoring.evening import Carried, Evening, total
from callboard_scoring.game import Game
from callboard_scoring.games import find_game
from callboard_scoring.records import item_model
from conftest import EVENINGS, one_language_each, run_callboard

SURE = {
    ("turandot", "round"): {"round", "puccini"},
    ("intrigo", "round"): {"family", "seals"},
    ("magnificent", "round"): {"round"},
    ("magnificent", "final"): {"points", "coins", "dice"},
}
"""The fields that the command has; of others it has none."""
PATHS = [
    (evening["game"], before, after)
    for evening in (tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(EVENINGS.glob("*.toml")))
    for path in [[step for step in evening["step"] if step["stage"] in ("round", "final")]]
    for before, after in pairwise(path)
]
JOINTS = (", ", " ")
"""What may stand between what was told and what is added to it."""


def told_after(*command, language="en"):
    """Return the words of the command that is told at the end, as a shell reads them."""
    shown = run_callboard(*command, "--lang", language, LANG=language)
    assert shown.status == 0, shown.err
    return shlex.split(shown.out.splitlines()[-1].partition("callboard ")[2])


def completed(words, given, stage, language, joint):
    """Return told words with everything that they lack of what was given, as people type it."""
    sure = SURE.get((stage.game.id, stage.name), set())
    own = [word for word in words if not word.endswith(":") and ": " not in word]
    lines = {word.partition(":")[0]: word for word in words if word not in own}
    rest = {name: value for name, value in given.items() if name not in {*sure, stage.seats}}
    model = item_model(stage.model.model_fields[stage.seats])
    for row in given[stage.seats]:
        added = {name: value for name, value in row.items() if name not in {*sure, "name"}}
        line = as_line(added, model, stage.game.id, catalog(language))
        lines[row["name"]] += (" " if lines[row["name"]].endswith(":") else joint) + line
    return [*own, *typed.write(rest, stage, catalog(language)), *lines.values()]


@one_language_each
@pytest.mark.parametrize("joint", JOINTS, ids=["comma", "blank"])
@pytest.mark.parametrize(("game", "before", "after"), PATHS)
def test_what_is_told_next_and_the_rest_are_the_next_record(game, before, after, joint, language):
    _, played, name, *words = told_after("score", game, before["stage"], *before[language], language=language)
    assert (played, stages(find_game(game)).named(name)) == (game, after["stage"])
    stage = Stage(find_game(game), after["stage"])
    given = typed.read(after[language], stage, language)
    read = typed.read(completed(words, given.raw, stage, language, joint), stage, language)
    assert stage.record(read.raw, read.problems) == stage.record(given.raw, given.problems)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("file", "drawn"), [("turandot", {"puccini": "Ben"}), ("intrigo", {})])
def test_after_a_set_up_what_it_drew_is_told(file, drawn, language):
    evening = tomllib.loads((EVENINGS / f"{file}.toml").read_text(encoding="utf-8"))
    (made,), first = evening["setup"], evening["step"][0]
    words = told_after("setup", file, *made["names"], "--code", made["code"], language=language)[3:]
    stage = Stage(find_game(file), first["stage"])
    given = typed.read(first[language], stage, language)
    order = [word.partition(":")[0] for word in words if ":" in word]
    read = typed.read(completed(words, given.raw, stage, language, ", "), stage, language)
    record = stage.record(read.raw, read.problems)
    rows = sorted(given.raw["players"], key=lambda row: order.index(row["name"]))
    assert record == stage.record({**given.raw, "players": rows, **drawn})


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (
            ("score", "magnificent", "round", "round=1", "Ada: 30 +9 O5 O3 G2 C3 flat", "Ben: 0 +20 P1 P2 P3 G1 dice sum"),
            ["round=2", "Ada:", "Ben:"],  # coins and points change in ways that nobody enters
        ),
        (("score", "turandot", "round", "round=7", "puccini=Ben", "Ada: 1", "Ben: 2", "Cleo: 3"), ["Ada:", "Ben:", "Cleo:"]),
        (("score", "turandot", "round", "round=7", "puccini=Ben", "Ada: 1", "Ben: 2"), ["Puccini=Ben", "Ada:", "Ben:", "imaginary:"]),
        (("score", "turandot", "round", "round=4", "puccini=ping", "Ping: 1", "Ada Lee: 2", "A. B: 3"), ["round=5", "Puccini=Ada Lee", "Ping:", "Ada Lee:", "A. B:"]),
        (("score", "turandot", "round", "round=1", "puccini=Ada", "Ada: 1", "Liù: 2"), ["round=2", "Puccini=Liù", "Ada:", "Liù:"]),
        (("setup", "turandot", "--players", "3"), ["round=1"]),
        (("setup", "magnificent", "Ada", "round=3"), ["round=3", "Ada:"]),
    ],
)  # fmt: skip
def test_only_what_is_sure_is_told(command, told):
    assert told_after(*command)[3:] == told


def test_what_players_have_is_not_told_where_the_records_before_are_not_here(monkeypatch):
    adding = Evening(adds=("season",), exact=(Carried(("final",), "players.ecus", total),))
    monkeypatch.setattr(Game, "evening", lambda _: adding)
    season = ("score", "histrio", "season", "season=2", "mood=comedy", "Ada: C3", "Ben: T1")
    assert told_after(*season)[3:] == ["Ada:", "Ben:"]
    setting = Evening(sets=("season",), exact=adding.exact)
    monkeypatch.setattr(Game, "evening", lambda _: setting)
    assert told_after(*season)[3:] == ["Ada: 11", "Ben: 0"]
