"""The Magnificent, turns and ends of rounds that were played by the rules: nothing about them is doubted.

The tables are played here from the rulebook's words, turn by turn, without a look at what the doubts know; extremes are
aimed at. The track is one of those that can be: 4 spaces or more without a number, then rising powers, 6, 10, 12 and 16
among them.
"""

from hypothesis import given
from hypothesis import strategies as st

from callboard_scoring.games import find_game
from callboard_scoring.records import read_record
from callboard_scoring.words import NO_WORDS

GAME = find_game("magnificent")
COLOURS = ("orange", "green", "purple")
NAMES = ("Ada", "Ben", "Cleo", "Dan")
ROLLED = {2: (3, 2), 3: (4, 3), 4: (5, 4)}
"""The dice of each colour and the clear ones, by the number of players."""
EACH = {
    "small-tiles-colour": 4,
    "large-tiles-colour": 5,
    "tiles-colour": 3,
    "small-tiles": 3,
    "large-tiles": 4,
    "tents": 3,
    "coins-paid": 3,
    "flat": 8,
    "rectangle": 1,
    "columns": 6,
    "rows": 7,
    "dice-sum": 1,
    "trainers": 3,
    "artist": 5,
    "artists": 4,
    "fire-posters": 4,
    "clear-dice": 2,
    "coloured-gems": 3,
    "hat": 1,
}
"""What each card gives for each time, by the rulebook."""
AIMED_AT = ("artist", "fire-posters", "hat", "rectangle")
"""The cards that are doubted for their count alone, and so tried more often."""
NO_COUNT = ("flat", "dice-sum", "clear-dice")

randoms = st.randoms(use_true_random=False)
extremes = st.sampled_from(["least", "any", "most"])
"""How a table is played: as little as can be, anyhow, or as much as can be."""


def pick(random, extreme, least, most):
    """A number between two: the least, any, or the most."""
    return {"least": least, "most": most}.get(extreme, random.randint(least, most))


def told(stage, raw):
    return GAME.score(stage, read_record(GAME.record(stage), raw, NO_WORDS))


# --- The table -------------------------------------------------------------------------------------------------------


def taken_dice(random, players):
    """Four dice for each, taken in turn from those rolled; alone also those that discarded posters add."""
    coloured, clear = ROLLED.get(players, (1, 2))
    tent = [*COLOURS * coloured, *["clear"] * clear]
    reserve = [*COLOURS * (5 - coloured)] if players == 1 else []
    own = [[] for _ in range(players)]
    for _ in range(4):
        for dice in own:
            if reserve and random.random() < 0.7:
                tent.append(reserve.pop(random.randrange(len(reserve))))
            kind = tent.pop(random.randrange(len(tent)))
            dice.append(f"{kind} {random.choice([1, 6, random.randint(1, 6)])}")
    return own


def due(dice):
    shown = {kind: sum(int(die[-1]) for die in dice if die.startswith(kind)) for kind in (*COLOURS, "clear")}
    return max(shown[kind] for kind in COLOURS) + shown["clear"]


def points_before(random, extreme, number, players):
    """Points after the rounds before this one: each pays what it can and scores a card."""
    points = pick(random, extreme, 0, 60)
    for earlier in range(1, number):
        owed = 24 if extreme == "least" else due(taken_dice(random, players)[0])
        coins = pick(random, extreme, 0, 30)
        points += -earlier * max(0, owed - coins) + pick(random, extreme, 0, 40)
    return points


def completed(random, extreme, number, second_tent):
    """Posters completed and tents on the board after some rounds, played turn by turn; side B of II has a tent."""
    tents, posters = (1 + second_tent), 0
    for turn in range(4 * number):
        most_first = turn < {1: 1, 2: 3, 3: 3}[number]
        travels = most_first if extreme == "most" else random.random() < 0.4
        if travels:
            tents = min(5, tents + 1)
        elif extreme != "least":
            posters += tents if extreme == "most" else random.randint(0, tents)
    return posters, tents - 1


def track(random):
    """The printed powers from the bottom of the track, None where there is none."""
    others = random.sample([7, 8, 9, 11, 13, 14, 15, 17, 18, 19, 20], random.randint(0, 6))
    return [*[None] * random.randint(4, 8), *sorted({6, 10, 12, 16, *others})]


def placed(random, spaces, players):
    """The hats on the track, as places from the bottom: one each, or two; alone 6, 10 and 16 are taken."""
    rivals = [spaces.index(power) + 1 for power in (6, 10, 16)] if players == 1 else []
    vacant = [place for place in range(1, len(spaces) + 1) if place not in rivals]
    random.shuffle(vacant)
    return [[vacant.pop() for _ in range(random.randint(1, 2))] for _ in range(players)], rivals


def card(random, extreme, counts):
    """A master card with what the player has of it, and sometimes with a maximum of so many times."""
    condition = random.choice([*EACH, *AIMED_AT * 4])
    times = random.randint(1, {"tents": 4, "artists": 6}.get(condition, 8))
    most = times * EACH[condition] if condition != "flat" and random.random() < 0.5 else None
    number = None if condition in NO_COUNT else counts.get(condition, pick(random, extreme, 0, 3))
    return {"condition": condition, "count": number, "max": most}


@st.composite
def rounds(draw):
    random, extreme = draw(randoms), draw(extremes)
    number, players = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    spaces = track(random)
    hats, _ = placed(random, spaces, players)
    in_play = 54 - 6 + players  # each has a starting poster, the others are in the box
    seats = []
    for name, dice, own in zip(NAMES, taken_dice(random, players), hats, strict=False):
        posters, tents = completed(random, extreme, number, second_tent=not seats)
        artist = random.randint(0, posters) if extreme != "most" else posters
        coins = pick(random, extreme, 0, 30)
        left = max(0, coins - due(dice))
        counts = {
            "hat": spaces[max(own) - 1] or 0,
            "tents": tents,
            "artist": min(artist, in_play // players),
            "artists": min(posters, random.randint(0, 6)),
            "fire-posters": min(posters, in_play // players),
            "coins-paid": random.randint(0, left),
            "rectangle": random.choice([0, 2, 3, 4, 136 // players]),
            "trainers": pick(random, extreme, 0, 8),
            "coloured-gems": pick(random, extreme, 0, 9),
            "small-tiles-colour": pick(random, extreme, 0, 16 // players),
            "large-tiles-colour": pick(random, extreme, 0, 12 // players),
        }
        points = points_before(random, extreme, number, players)
        seats.append(
            {"name": name, "points": points, "coins": coins, "dice": dice, "card": card(random, extreme, counts)}
        )
    return {"round": number, "players": seats}


@given(rounds())
def test_a_round_played_by_the_rules_is_not_doubted(raw):
    assert told("round", raw).doubts == ()


# --- Hats ------------------------------------------------------------------------------------------------------------


@st.composite
def tracks(draw):
    """A track with hats on it, told by places or, where that can be compared, by what is printed."""
    random = draw(randoms)
    players = draw(st.integers(1, 4))
    spaces = track(random)
    hats, rivals = placed(random, spaces, players)
    by_power = random.random() < 0.5 and all(place <= 4 or spaces[place - 1] for own in hats for place in own)

    def tell(place):
        power = spaces[place - 1]
        return f"power {power}" if by_power and power else place

    seats = [{"name": name, "hats": [tell(place) for place in own]} for name, own in zip(NAMES, hats, strict=False)]
    raw = {"round": draw(st.integers(1, 3)), "players": seats}
    return ({**raw, "dummies": rivals} if players == 1 and not by_power else raw), hats, rivals


@given(tracks())
def test_hats_on_any_track_are_not_doubted_and_pick_in_their_true_order(table):
    raw, hats, rivals = table
    result = told("picks", raw)
    assert result.doubts == ()
    highest = {name: max(own) for name, own in zip(NAMES, hats, strict=False)}
    order = sorted(highest, key=highest.__getitem__, reverse=True)
    assert list(result.outcome.order) == order
    assert result.outcome.first_player == (order[-1] if raw["round"] < 3 else None)
    assert result.outcome.sets_discarded == sum(rival > highest["Ada"] for rival in rivals)
    if len(order) == 2:
        gap = highest[order[0]] - highest[order[1]] > 1
        assert result.outcome.discards in (order[0] if gap else order[1], None)


# --- Power -----------------------------------------------------------------------------------------------------------


@st.composite
def turns(draw):
    """A turn: a die, earlier ones, gems that are stored or gained, and what the card and trainers add."""
    random, extreme = draw(randoms), draw(extremes)
    own = taken_dice(random, 4)[0][: random.randint(1, 4)]
    stored = pick(random, extreme, 0, 3) + pick(random, extreme, 0, 3)
    gained = pick(random, extreme, 0, 1) + pick(random, extreme, 0, 1)
    trainers = pick(random, extreme, 0, 8)
    card_adds = pick(random, extreme, 0, 2)
    tile_adds = pick(random, extreme, 0, 3) if trainers else 0
    added = card_adds + tile_adds + pick(random, extreme, 0, trainers - bool(tile_adds))
    raw = {"die": own[-1], "earlier": own[:-1], "gems": stored + gained, "modifiers": added}
    return {**raw, "as": "green"} if own[-1].startswith("clear") else raw


@given(turns())
def test_a_turn_played_by_the_rules_is_not_doubted(raw):
    result = told("power", raw)
    assert result.doubts == ()
    assert result.outcome.power >= int(raw["die"][-1]) + 2 * raw["gems"] + raw["modifiers"]
