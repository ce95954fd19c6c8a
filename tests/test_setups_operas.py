"""What each number of players takes out of the box, what goes back, and every step, piece by piece."""

import pytest

from callboard_scoring.draws import Draw
from callboard_scoring.games import find_game

# A line for each piece; for each number of players what one seat has, what comes out of the box, what goes back.
PIECES = {
    "histrio": """
        players               2         3         4         5
        board             0/1/0     0/1/0     0/1/0     0/1/0
        theatre           0/1/0     0/1/0     0/1/0     0/1/0
        encounter-card   0/48/0    0/48/0    0/48/0    0/48/0
        secret-request   0/22/0    0/22/0    0/22/0    0/22/0
        gold-coin        0/10/0    0/10/0    0/10/0    0/10/0
        silver-coin      0/20/0    0/20/0    0/20/0    0/20/0
        copper-coin      3/50/0    3/50/0    3/50/0    3/50/0
        travel-card     16/32/8   8/24/16    8/32/8    8/40/0
        caravel         16/32/8   8/24/16    8/32/8    8/40/0
        manager          6/12/3     3/9/6    3/12/3    3/15/0
    """,
    "turandot": """
        players               2         3         4         5
        singer           0/36/0    0/36/0    0/36/0    0/36/0
        director          0/9/0     0/9/0     0/9/0     0/9/0
        costume-designer  0/1/0     0/1/0     0/1/0     0/1/0
        carpenter         0/0/1     0/0/1     0/1/0     0/1/0
        opera-character   0/6/0     0/6/0     0/6/0     0/6/0
        puccini           0/1/0     0/1/0     0/1/0     0/1/0
        number-card      3/6/24   4/12/18   5/20/10    6/30/0
        money-card        3/6/9     3/9/6    3/12/3    3/15/0
        bluff-card        1/2/3     1/3/2     1/4/1     1/5/0
        summary-card      1/2/3     1/3/2     1/4/1     1/5/0
    """,
    "intrigo": """
        players               3         4
        first-player-card 0/1/0     0/1/0
        building-card    0/12/4    0/16/0
        family-card       1/3/1     1/4/0
        intrigue-card    0/12/4    0/16/0
        faction-card     5/15/5    5/20/0
        influence-card   0/18/0    0/18/0
        bag               0/1/0     0/1/0
        ducat            1/32/0    1/32/0
        seal             0/15/0    0/15/0
    """,
    "historia": """
        players               1          2          3          4          5         6
        board             0/1/0      0/1/0      0/1/0      0/1/0      0/1/0     0/1/0
        leader-card      0/18/0     0/18/0     0/18/0     0/18/0     0/18/0    0/18/0
        wonder-card      0/48/0     0/48/0     0/48/0     0/48/0     0/48/0    0/48/0
        civbot-card       0/7/0      0/7/0      0/7/0      0/7/0      0/7/0     0/7/0
        event-card       0/12/0     0/12/0     0/12/0     0/12/0     0/12/0    0/12/0
        time-marker       0/2/0      0/2/0      0/2/0      0/2/0      0/2/0     0/2/0
        territory-tile   0/16/0     0/16/0     0/16/0     0/16/0     0/16/0    0/16/0
        action-card    10/10/50   10/20/40   10/30/30   10/40/20   10/50/10   10/60/0
        advisor-card     5/5/30    5/10/25    5/15/20    5/20/15    5/25/10    5/30/5
        power-cube       9/9/45    9/18/36    9/27/27    9/36/18     9/45/9    9/54/0
        development-marker 1/1/5     1/2/4      1/3/3      1/4/2      1/5/1     1/6/0
        order-marker      1/1/5      1/2/4      1/3/3      1/4/2      1/5/1     1/6/0
        point-marker      1/1/5      1/2/4      1/3/3      1/4/2      1/5/1     1/6/0
        reference-sheet   1/1/5      1/2/4      1/3/3      1/4/2      1/5/1     1/6/0
    """,
}
# Each step in order: for whom, if not for all, and its numbers; several where they go by the number of players.
STEPS = {
    "histrio": """
        setup.seats
        setup.board
        setup.toss
        setup.colours
        setup.own-pieces            travel_card=8 caravel=8 manager=3
        two-players.setup    @2     travel_card=8 caravel=8 manager=3
        setup.box            @234
        setup.requests              count=22
        setup.encounters            count=48 cities=8 left=40
        setup.purses                ecus=3
        setup.treasury
        travel.first-turn
    """,
    "turandot": """
        setup.seats
        setup.characters
        setup.stagehands     @45
        setup.no-carpenter   @23
        setup.colours
        setup.own-cards             numbers=3/4/5/6 money=3
        setup.numbers-back   @234   numbers=3/4/5/6
        setup.colours-back   @234   unused=3/2/1/0 cards=33/22/11/0
        setup.decks                 singers=36 directors=9
        setup.puccini
        two-players.setup    @2
        casting.first-round         count=3/4/5/6
        components.count            used=69/80/94/109 box=40/29/15/0 total=109
    """,
    "intrigo": """
        setup.seats
        setup.first
        setup-three-players.family  @3
        setup-three-players.back    @3
        setup.family
        setup.family
        setup.family
        setup.family         @4
        setup.own-pieces            factions=5
        palace.build                count=12/16 side=4/5
        token-placement.tokens
        setup.influence             kinds=6 count=3
        draft.first-round
    """,
    "historia": """
        setup.board
        setup.wonders               count=3/4/5/6/7/8
        setup.action-cards
        setup.advisors
        setup.cubes
        setup.order
        setup.map
        setup.unknown
    """,
}
FIRST = {"turandot": ("puccini", "puccini"), "intrigo": ("first-player-card", "first")}
"""The piece of whoever begins, and the draw that says who."""
TABLES = [
    pytest.param(game, players, column, id=f"{game}-{players}")
    for game, table in PIECES.items()
    for column, players in enumerate(map(int, table.split("\n")[1].split()[1:]))
]


def made(game, players, seed=1, **options):
    make, model = find_game(game).setup()
    return make(tuple("ABCDEF"[:players]), model(**options), Draw(seed))


def told(steps):
    numbers = [{key: value for key, value in step.values.items() if isinstance(value, int)} for step in steps]
    return [(step.reason.id, values) for step, values in zip(steps, numbers, strict=True)]


def expected_steps(game, players, column):
    for line in STEPS[game].strip().split("\n"):
        step, *words = line.split()
        whose = words.pop(0) if words and words[0].startswith("@") else f"@{players}"
        if str(players) in whose:
            values = (word.partition("=") for word in words)
            numbers = {key: number.split("/") for key, _, number in values}
            yield f"{game}/{step}", {key: int(own[column % len(own)]) for key, own in numbers.items()}


def test_every_number_of_players_is_here():
    counted = {
        game: [players for name, players, _ in (table.values for table in TABLES) if name == game] for game in PIECES
    }
    for game, players in counted.items():
        fewest, most = find_game(game).players
        assert players == list(range(fewest, most + 1))


@pytest.mark.parametrize(("game", "players", "column"), TABLES)
def test_each_piece_is_taken_or_put_back_exactly_as_often_as_it_should(game, players, column):
    rows = [line.split() for line in PIECES[game].strip().split("\n")[1:]]
    counts = {piece: [int(number) for number in columns[column].split("/")] for piece, *columns in rows}
    setup = made(game, players)
    assert dict(setup.take) == {piece: take for piece, (_, take, _) in counts.items() if take}
    assert dict(setup.box) == {piece: box for piece, (_, _, box) in counts.items() if box}
    assert sorted(seat.name for seat in setup.seats) == list("ABCDEF"[:players])
    own = {piece: seat for piece, (seat, _, _) in counts.items() if seat}
    first, drawn = FIRST.get(game, ("", "seats"))
    for seat in setup.seats:
        assert dict(seat.take) == (own | {first: 1} if seat.name == setup.draws.get(drawn) else own)


@pytest.mark.parametrize(("game", "players", "column"), TABLES)
def test_each_step_is_told_in_its_place_with_its_numbers(game, players, column):
    setup = made(game, players)
    assert told(setup.steps) == list(expected_steps(game, players, column))
    seats = next((step for step in setup.steps if step.reason.case in ("seats", "order")), None)
    assert seats.values["names"] == [seat.name for seat in setup.seats]


def test_histrio_s_second_season_only_clears_the_table_and_tosses_again():
    setup = made("histrio", 3, season=2)
    steps = [("actors", {}), ("keep", {}), ("acrobats", {}), ("travel", {}), ("cities", {}), ("deck", {"cities": 8})]
    assert told(setup.steps) == [(f"histrio/second-season.{step}", values) for step, values in [*steps, ("toss", {})]]
    assert [(seat.name, seat.take) for seat in setup.seats] == [("A", {}), ("B", {}), ("C", {})]
    assert (setup.take, setup.box) == ({}, {})


@pytest.mark.parametrize("season", [1, 2])
def test_heads_begins_with_comedy_and_tails_with_tragedy(season):
    starts = {"heads": ("comedy 1", "comedy"), "tails": ("tragedy 1", "tragedy")}
    seen = set()
    for seed in range(20):
        setup = made("histrio", 2, seed, season=season)
        (toss,) = (step for step in setup.steps if step.reason.case == "toss")
        assert (setup.draws["needle"], setup.draws["mood"]) == starts[setup.draws["coin"]]
        drawn = {"side": setup.draws["coin"], "needle": setup.draws["needle"], "mood": setup.draws["mood"]}
        assert toss.values == drawn
        seen.add(setup.draws["coin"])
    assert seen == set(starts)


def test_an_expert_of_historia_begins_without_a_used_cube():
    ids = [step.reason.case for step in made("historia", 2, expert=True).steps]
    assert ids == ["board", "wonders", "action-cards", "advisors", "cubes-expert", "order", "map", "unknown"]


@pytest.mark.parametrize("players", [3, 4])
def test_intrigo_tells_each_player_s_family_and_the_one_that_nobody_leads(players):
    setup = made("intrigo", players)
    led = [
        (step.values["name"], step.values["family"]) for step in setup.steps if step.reason.id == "intrigo/setup.family"
    ]
    assert dict(led) == setup.draws["families"]
    assert [name for name, _ in led] == [seat.name for seat in setup.seats]
    removed = [step.values["family"] for step in setup.steps if step.reason.id == "intrigo/setup-three-players.family"]
    assert removed == ([setup.draws["removed"]] if players == 3 else [])
    (tokens,) = (step for step in setup.steps if step.reason.id == "intrigo/token-placement.tokens")
    assert tokens.values["seals"] == setup.draws["palace"][::2]
