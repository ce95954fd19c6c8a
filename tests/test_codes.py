"""A code of 0.1 still brings back what it brought then: who sits where, what each has, what was drawn, and the steps.

`golden/codes.jsonl` is what 0.1.0 printed for each game, number of players and choice of options, a set-up a line, with
the wording of the steps left out. It is never written anew: what was wrong in it stands below, and nothing else differs.
In which order the steps come now is told by `golden/GAME/setup.toml`.
"""

import json

import pytest

import callboard
from callboard_scoring.draws import SEEDED, VERSION, Code, CodeError
from callboard_scoring.games import GAMES
from callboard_scoring.options import decode_options, encode_options, option_values
from conftest import GOLDEN

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
LINES = [json.loads(line) for line in (GOLDEN / "codes.jsonl").read_text(encoding="utf-8").splitlines()]
CITED_ANEW = {
    "histrio/travel.first-turn": {"histrio/game-turn.first-turn"},
    "magnificent/setup.dice": {"magnificent/setup.dice", "magnificent/solo.first-dice"},
    "magnificent/setup.tents": {"magnificent/setup.tents", "magnificent/setup-advanced.tents"},
    "magnificent/setup.whole-deck": {"magnificent/setup-advanced.deck", "magnificent/solo.deck"},
    "magnificent/setup-advanced.resources": {"magnificent/player-setup.resources-of-a-side"},
    "magnificent/solo.side-a": {"magnificent/player-setup.side-a"},
}
"""Steps that cited a section that does not say so."""
ADDED = {
    "intrigo/setup.supply",
    "magnificent/setup.first",
    "magnificent/player-setup.side-a",
    "magnificent/player-setup.hats",
    "magnificent/solo.hat",
    "magnificent/solo.no-draft",
    "historia/setup.sources",
    "historia/setup.left-out",
    "historia/setup.territories",
    "historia/setup.leaders",
}
"""Steps that were missing."""
LEFT_IN_THE_BOX = {"historia": {"civbot-card": 7, "event-card": 12}}
"""Pieces that were taken, and that no step used."""


TENT_ASIDE = {"tent": 16}
"""With sides to choose the last tent was put into the box, though side B of board II, where drawn, begins with it."""


def made(line):
    game = line["code"].partition("-")[0]
    return game, callboard.set_up(game, NAMES[: len(line["players"])], code=line["code"])


@pytest.mark.parametrize("then", LINES, ids=lambda line: line["code"])
def test_a_code_of_the_first_version_brings_the_same_draws_and_pieces_back(then):
    game, now = made(then)
    assert now.code == then["code"]
    assert [(seat.name, dict(seat.take)) for seat in now.setup.seats] == list(then["players"].items())
    assert dict(now.setup.draws) == then["draws"]
    left = LEFT_IN_THE_BOX.get(game, {})
    take, box = then["take"], {**then["box"], **left}
    if any(name == "setup-advanced.sides" for name, _ in then["steps"]) and "II" in then["draws"]["boards"].values():
        take, box = take | TENT_ASIDE, {piece: number for piece, number in box.items() if piece not in TENT_ASIDE}
    assert {**now.setup.take, **left} == take
    assert dict(now.setup.box) == box


@pytest.mark.parametrize("then", LINES, ids=lambda line: line["code"])
def test_a_code_of_the_first_version_tells_the_same_steps(then):
    game, now = made(then)
    steps = list(now.setup.steps)
    for name, values in then["steps"]:
        known = CITED_ANEW.get(f"{game}/{name}", {f"{game}/{name}"})
        step = next(one for one in steps if one.reason.id in known and values.items() <= json_of(one).items())
        steps.remove(step)
    assert {step.reason.id for step in steps} <= ADDED


SECOND = [json.loads(line) for line in (GOLDEN / "codes-2.jsonl").read_text(encoding="utf-8").splitlines()]
"""What codes of version 2 bring back: who sits where and what was drawn. It is never written anew either."""


@pytest.mark.parametrize("then", SECOND, ids=lambda line: line["code"])
def test_a_code_of_the_second_version_brings_the_same_outcome_back(then):
    now = callboard.set_up(then["code"].partition("-")[0], NAMES[: len(then["seats"])], code=then["code"])
    assert now.code == then["code"]
    assert [seat.name for seat in now.setup.seats] == then["seats"]
    assert dict(now.setup.draws) == then["draws"]


def json_of(step):
    return json.loads(json.dumps(dict(step.values)))


def test_each_game_number_of_players_and_choice_of_options_of_the_first_version_has_a_code():
    kept = {tuple(line["code"].split("-")[:3]) for line in LINES}
    assert len(kept) == len(LINES) == 4 * 2 + 4 + 2 + 4 * 3 * 2 + 6 * 2


# --- The options of a code -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_each_choice_of_options_comes_back_from_its_code(game):
    _, model = game.setup()
    choices = [{}]
    for name in model.model_fields:
        choices = [{**chosen, name: value} for chosen in choices for value in option_values(model, name)]
    met = {}
    for chosen in choices:
        options = model(**chosen)
        code = str(Code(game.id, game.players[0], encode_options(options), 7))
        back = model(**decode_options(model, Code.read(code, game.id).options))
        assert back == options
        assert met.setdefault(code, options) == options


@pytest.mark.parametrize("version", [SEEDED, VERSION])
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("histrio", "2"),  # there is no third season
        ("histrio", "00"),  # nor a second option
        ("histrio", "0f"),  # nor a first player
        ("turandot", "fs"),  # seats come first
        ("turandot", "ss"),
        ("turandot", "s0"),
        ("turandot", "fr"),  # named, or by the rulebook's rule
        ("turandot", "rs"),
        ("magnificent", "0000r"),  # the rulebook's rule is chance
        ("histrio", "0r"),
        ("turandot", "y"),
        ("historia", "s"),  # its order of turns is drawn by rule
        ("magnificent", "3"),
    ],
)
def test_options_that_there_are_not_are_told(game, options, version):
    with pytest.raises(CodeError) as told:
        callboard.set_up(game, NAMES[:3], code=str(Code(game, 3, tuple(options), 7, version)))
    assert told.value.problem == "error.code-shape"


def length(code):
    return len(str(code))


def test_the_longest_code_that_is_read_has_a_hundred_characters():
    fixed = length(Code("histrio", 4, (), 1)) - 1
    longest = Code("histrio", 4, (), 32 ** (100 - fixed) - 1)
    assert length(longest) == 100
    assert Code.read(str(longest), "histrio") == longest
    with pytest.raises(CodeError, match=r"error\.code-shape"):
        Code.read(f" {longest}", "histrio")


def test_a_code_may_hold_every_letter_there_is():
    number = sum(digit * 32**place for place, digit in enumerate(range(32)))
    assert set("0123456789abcdefghjkmnpqrstvwxyz") <= set(str(Code("histrio", 4, (), number)))
    assert Code.read(str(Code("histrio", 4, (), number)), "histrio").number == number
    with pytest.raises(CodeError, match=r"error\.code-mistyped"):
        Code.read("abcdefghijklmnopqrstuvwxyz-4-0-123456789-2a", "histrio")
