"""The Magnificent's set-ups: every count and every step, by the number of players and the options."""

import pytest

from callboard_scoring.draws import Draw
from callboard_scoring.games import find_game
from callboard_scoring.games.magnificent.pieces import KINDS

GAME = find_game("magnificent")


def made(players, **options):
    """A set-up for so many, and its steps without the game's name."""
    make, model = GAME.setup()
    setup = make(tuple(f"P{place}" for place in range(players)), model(**options), Draw(7))
    return setup, [step.reason.id.removeprefix("magnificent/") for step in setup.steps]


# What the box holds, and what of it is left in the box by the number of players (Russian rulebook, components, set-up).
PIECES = {
    "board": (1, (0, 0, 0, 0)),
    "player-board": (4, (3, 2, 1, 0)),
    "die": (19, (0, 8, 4, 0)),
    "gem": (48, (0, 0, 0, 0)),
    "wagon": (3, (0, 0, 0, 0)),
    "trainer": (32, (24, 16, 8, 0)),
    "scoring-marker": (4, (3, 2, 1, 0)),
    "hat": (8, (3, 4, 2, 0)),
    "master-card": (56, (0, 0, 0, 0)),
    "poster": (54, (5, 4, 3, 2)),
    "tent": (16, (1, 1, 1, 1)),
    "coin": (120, (0, 0, 0, 0)),
    "trainer-tile": (12, (0, 0, 0, 0)),
    "large-tile": (36, (0, 0, 0, 0)),
    "small-tile": (48, (0, 0, 0, 0)),
}
OWN = {"scoring-marker": 1, "hat": 2, "player-board": 1, "poster": 1, "master-card": 4, "trainer-tile": 1}
COINS = {1: [6], 2: [5, 7], 3: [5, 6, 7], 4: [5, 6, 6, 7]}


@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_pieces_of_a_set_up(players, advanced):
    setup, _ = made(players, advanced=advanced)
    back = {piece: left[players - 1] for piece, (_, left) in PIECES.items()}
    assert dict(setup.box) == {piece: number for piece, number in back.items() if number}
    assert dict(setup.take) == {piece: number - back[piece] for piece, (number, _) in PIECES.items()}
    side_a = [{"gem": 4, "coin": coins, "trainer": 1} for coins in COINS[players]]
    assert [dict(seat.take) for seat in setup.seats] == [{**OWN, **({} if advanced else own)} for own in side_a]
    assert [seat.name for seat in setup.seats] == setup.draws["seats"]
    assert setup.draws["first"] == setup.seats[0].name
    if not advanced:
        assert list(setup.draws["coins"].values()) == COINS[players]
    assert ("coins" in setup.draws) is not advanced


TABLE = ["setup.display", "setup.wagons", "setup.tents", "setup.posters"]
BOARDS = ["player-setup.board"]
SHARED = ["setup.seats", "setup.supply", "setup.dice"]
ALONE = ["setup.supply", "setup.dice", "setup.whole-deck", *TABLE, "solo.hats", *BOARDS]
USUAL = [*SHARED, "setup.deck", *TABLE, "player-setup.hats"]
ADVANCED = [*SHARED, "setup.whole-deck", *TABLE, "player-setup.hats"]
DEALT = ["player-setup.poster", "player-setup.cards"]
DRAFTED = ["setup-advanced.sides", "player-setup.poster", "setup-advanced.draft", "setup-advanced.resources"]
LAST = ["player-setup.resources", "player-setup.coin"]
TILES = "player-setup.trainer-tiles"
STEPS = {
    (1, False): [*ALONE, "player-setup.poster", "solo.side-a", "solo.cards", "player-setup.resources", "solo.tiles"],
    (1, True): [*ALONE, *DRAFTED[:2], "solo.cards", "setup-advanced.resources", "solo.tiles"],
    (2, False): [*USUAL, *BOARDS * 2, *DEALT, "player-setup.unused-cards", *LAST, f"{TILES}-two"],
    (2, True): [*ADVANCED, *BOARDS * 2, *DRAFTED, "player-setup.coin", f"{TILES}-two"],
    (3, False): [*USUAL, *BOARDS * 3, *DEALT, "player-setup.unused-cards", *LAST, TILES],
    (3, True): [*ADVANCED, *BOARDS * 3, *DRAFTED, "player-setup.coin", TILES],
    (4, False): [*USUAL, *BOARDS * 4, *DEALT, *LAST, TILES],
    (4, True): [*ADVANCED, *BOARDS * 4, *DRAFTED, "player-setup.coin", TILES],
}


@pytest.mark.parametrize(("players", "advanced"), STEPS)
def test_the_steps_of_a_set_up_and_their_numbers(players, advanced):
    setup, steps = made(players, advanced=advanced)
    assert steps == STEPS[players, advanced]
    told = {name: dict(step.values) for name, step in zip(steps, setup.steps, strict=True)}
    names = [seat.name for seat in setup.seats]
    whole = advanced or players == 1
    assert told["setup.whole-deck" if whole else "setup.deck"] == (
        {"cards": 56} if whole else {"cards": 40, "aside": 16}
    )
    assert told["setup.display"] == {"rows": {1: 4, 2: 3, 3: 3, 4: 4}[players]}
    assert told["setup.tents"] == {"count": 15}
    assert told["setup.posters"] == {"count": 4}
    assert told["player-setup.poster"] == {"count": 6}
    assert told["setup-advanced.resources" if advanced else "player-setup.resources"] == {"coins": 6}
    if players == 1:
        assert told["solo.cards"] == {"shown": 6, "kept": 4}
        assert told["solo.tiles"] == {"count": 2}
        return
    assert told["setup.seats"] == told["player-setup.hats"] == {"names": names}
    assert told["player-setup.coin"] == {"name": names[0], "other": names[-1]}
    assert told[steps[-1]] == {"count": {2: 3, 3: 3, 4: 4}[players], "names": names[::-1]}
    if advanced:
        assert told["setup-advanced.draft"] == {"dealt": 5, "kept": 4}
    else:
        assert told["player-setup.cards"] == {"kept": 4}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("number", [2, 3])
def test_the_steps_before_the_second_and_the_third_round(players, number):
    setup, steps = made(players, round=number)
    refill = "next-round.refill" if number == 2 else "next-round.refill-cards"
    alone = ["next-round.trainers", "solo.refill", refill, "solo.dice"]
    assert steps == (alone if players == 1 else ["next-round.trainers", refill, "next-round.hats", "next-round.dice"])
    assert setup.steps[steps.index(refill)].values == {"rows": {1: 4, 2: 3, 3: 3, 4: 4}[players]}
    assert setup.steps[-1].values == {"dice": setup.draws["dice"]}
    assert (dict(setup.take), dict(setup.box), set(setup.draws)) == ({}, {}, {"dice"})
    assert [(seat.name, dict(seat.take)) for seat in setup.seats] == [(f"P{place}", {}) for place in range(players)]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_set_up_rolls_the_right_dice_and_hands_out_the_right_coins(players):
    make, options = GAME.setup()
    names = tuple(f"P{place}" for place in range(players))
    rolled = {1: (1, 1, 1, 2), 2: (3, 3, 3, 2), 3: (4, 4, 4, 3), 4: (5, 5, 5, 4)}[players]
    coins = {1: [6], 2: [5, 7], 3: [5, 6, 7], 4: [5, 6, 6, 7]}[players]
    faces = set()
    for seed in range(300):
        for number in (1, 2, 3):
            setup = make(names, options(round=number), Draw(seed))
            dice = setup.draws["dice"]
            assert tuple(sum(die.startswith(kind) for die in dice) for kind in KINDS) == rolled
            faces |= {die[-1] for die in dice}
        first = make(names, options(), Draw(seed))
        assert [seat.take["coin"] for seat in first.seats] == coins
        assert len(set(first.draws["boards"].values())) == players
        tiles = [step for step in first.steps if step.reason.id.startswith("magnificent/player-setup.trainer-tiles")]
        if players > 1:
            assert tiles[0].values["names"] == [seat.name for seat in reversed(first.seats)]
    assert faces == set("123456")
