"""Intrigo counted once more, from the rulebook alone: building by building, with claims, histories and hands tried out.

The tables below are typed from the Russian rulebook (the cards' values from the sources that the rules text names) and
not taken from the code.
"""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from callboard_cli.input.stage import stage_of
from callboard_scoring.games import find_game
from forms import assert_one_in_all_forms

GAME = find_game("intrigo")
ROUND = stage_of(GAME, "round")
LED = ("contarini", "dandolo", "gradenigo", "morosini")
BOX = dict.fromkeys(LED, (2, 3, 4)) | {"tiepolo": (2, 3, 3, 4)}
FACTIONS = ("merchants", "military", "clergy", "farmers", "workers")
KINDS = ("merchant", "assassin", "courtesan", "gondolier", "palace-guard", "thief")
BUILDINGS = {3: 12, 4: 16}
SEALS, DUCATS, INFLUENCE = 3, 32, 3
NAMES = ("Zoe", "Ann", "Bob", "Cid")
DOWN = " face-down"
few = settings(max_examples=max(4, settings().max_examples // 4))
seeds = st.integers(0, 2**32 - 1)


def scored(raw):
    return ROUND.score(ROUND.record(raw))


def short(line):
    return line.reason.id.removeprefix("intrigo/")


# --- Tables ----------------------------------------------------------------------------------------------------------


def hand_of(players):
    """Return the intrigue cards with which so many play: three leave Tiepolo in the box."""
    return [f"{family} {value}" for family in BOX for value in BOX[family] if players == 4 or family != "tiepolo"]


def table(seed):
    """Return a table that can be typed, whether or not it can be played: the edges are aimed at."""
    random = Random(seed)
    players = random.choice((3, 4))
    size = BUILDINGS[players]
    cards, others = hand_of(players), [kind for kind in KINDS for _ in range(INFLUENCE)]
    random.shuffle(cards)
    if random.random() < 0.3:  # equal values side by side
        cards.sort(key=lambda card: card[-1], reverse=random.random() < 0.5)
    bought = random.sample(others, random.choice((0, 0, 1, 2, 4, size // 2, size)))
    if random.random() < 0.2:  # all traders of the box
        bought = ["merchant"] * INFLUENCE
    gaps = cards[: size - len(bought)]
    for kind in bought:
        gaps.insert(random.randint(0, len(gaps)), kind)
    turned = random.choice((0, 0, 0.1, 0.4, 1))
    gaps = [card + DOWN if " " in card and random.random() < turned else card for card in gaps]

    bag = [faction for faction in FACTIONS for _ in range(SEALS)]
    random.shuffle(bag)
    if random.random() < 0.3:
        bag.sort()
    palace = [bag.pop() if place % 2 == 0 else "ducat" for place in range(size)]
    if random.random() < 0.3:  # what earlier traders left
        palace[random.randrange(0, size, 2)] = "ducat"
    for _ in range(random.choice((0, 0, 1, 3, size))):
        one, other = random.randrange(size), random.randrange(size)
        palace[one], palace[other] = palace[other], palace[one]
    emptied, turned = random.choice((0, 0, 0.1, 0.5, 1)), random.choice((0, 0, 0.1, 0.5))
    palace = ["none" if random.random() < emptied else lies for lies in palace]
    palace = [lies + DOWN if lies != "none" and random.random() < turned else lies for lies in palace]

    left = DUCATS - sum(token.startswith("ducat") for token in palace)
    rows = []
    for name, family in zip(random.sample(NAMES, players), random.sample(LED, players), strict=True):
        ducats = random.choice((0, 1, random.randint(0, left), left))
        ducats = min(ducats, left)
        left -= ducats
        seals = dict(random.sample([(faction, random.randint(0, 3)) for faction in FACTIONS], random.randint(0, 4)))
        if random.random() < 0.3:  # one short of winning
            seals = random.choice((dict.fromkeys(random.sample(FACTIONS, 4), 1), {random.choice(FACTIONS): 3}))
        rows.append({"name": name, "family": family, "ducats": ducats, "seals": seals})
    return {"players": rows, "palace": palace, "gaps": gaps}


tables = st.builds(table, seeds)


# --- The awards, building by building --------------------------------------------------------------------------------


def value(card):
    """The number that two cards are compared by; nothing where there is none to see."""
    return None if card in KINDS or card.endswith(DOWN) else int(card[-1])


def claim(card, other):
    """Tell whether a card takes a token from the card across: it shows a value, and the other none or a lower one."""
    return value(card) is not None and (value(other) is None or value(card) > value(other))


def judged(raw, place):
    """Return why a building's token goes where it goes, to whom, and what had to be read into the rules."""
    lies, beside = raw["palace"][place], (raw["gaps"][place - 1], raw["gaps"][place])
    led = {row["family"]: row["name"] for row in raw["players"]}
    seen = [card for card in beside if value(card) is not None]
    down = [card for card in beside if card.endswith(DOWN)]
    takers = [card.split()[0] for card, other in (beside, beside[::-1]) if claim(card, other)]
    alone = ["awards.alone"] if len(seen) == 1 else []
    assert len(takers) < 2
    if lies == "none":
        case, readings = "empty", ["token-placement.ducats-out"] if place % 2 else []
    elif lies.endswith(DOWN):
        case, readings = "token-face-down", []
    elif not seen:
        case = ("two-influence", "influence-and-face-down", "two-face-down")[len(down)]
        readings = ["awards-nobody.no-value"] if down else []
    elif not takers:
        case, readings = "equal", []
    elif takers[0] not in led:
        case, readings = "tiepolo" if takers[0] == "tiepolo" else "ownerless", alone
    else:
        case = "higher" if len(seen) == 2 else "beside-face-down" if down else "beside-influence"
        astray = ["misplaced-token.won"] if (lies == "ducat") == (place % 2 == 0) else []
        return f"awards.{case}", led[takers[0]], ["awards.owner", *alone, *astray]
    return f"awards-nobody.{case}", None, readings


def has_won(seals):
    """Look at the five cards in front of a player: one shows a 4, or none a 0."""
    shown = [seals.get(faction, 0) for faction in FACTIONS]
    return "four-alike" if max(shown) > 3 else "all-five" if min(shown) > 0 else ""


def walk(raw):
    """Go round the palace from the door; return who has what when it ends, the awards, and each award that wins."""
    holds = {row["name"]: {"ducats": row["ducats"], "seals": Counter(row["seals"])} for row in raw["players"]}
    at_the_end, awards, wins = None, [], []
    for place, lies in enumerate(raw["palace"]):
        why, winner, readings = judged(raw, place)
        if not wins:
            awards.append((place + 1, lies, winner, why, readings))
        if winner and lies == "ducat":
            holds[winner]["ducats"] += 1
        elif winner:
            holds[winner]["seals"][lies] += 1
            if has_won(holds[winner]["seals"]):
                wins.append((place + 1, winner, lies, has_won(holds[winner]["seals"])))
                at_the_end = at_the_end or plain(holds)
    return at_the_end or plain(holds), awards, wins


def plain(holds):
    """What everybody has, without what is not there."""
    return {name: {"ducats": own["ducats"], "seals": dict(+own["seals"])} for name, own in holds.items()}


def last_lines(raw, awards, wins):
    """Return what is said after the buildings: rule and case, values and readings."""
    if wins:
        number, winner, token, why = wins[0]
        yield f"victory.{why}", {"winner": winner, "token": token, "count": 4}, []
        if number < len(raw["palace"]):
            late = ["victory.first"] if {one[1] for one in wins} - {winner} else []
            yield "victory.not-awarded", {"building": number + 1}, late
        return
    stay = [number for number, lies, winner, *_ in awards if not winner and lies != "none"]
    if not stay:
        yield "round-end.all-taken", {}, []
        return
    turned = [number for number in stay if raw["palace"][number - 1].endswith(DOWN)]
    readings = ["round-end.unclaimed", *(["thief.stays"] if turned else [])]
    yield "round-end.tokens-stay", {"buildings": stay}, readings


MOVED = ("merchant.face-down", "gondolier.face-down", "palace-guard.face-down")
"""Whether what lies face down was moved there is looked at below."""


@given(tables)
def test_each_building_is_awarded_as_walking_round_the_palace_has_it(raw):
    result = scored(raw)
    holds, awards, wins = walk(raw)
    expected = []
    for number, token, winner, why, readings in awards:
        before, after = raw["gaps"][number - 2], raw["gaps"][number - 1]
        first, second = (after, before) if (value(after) or 0) > (value(before) or 0) else (before, after)
        values = {"building": number, "token": token, "card": first, "other": second, "winner": winner}
        expected.append((why, values, readings))
    told = [
        (
            short(line),
            dict(line.values),
            [name for name in (one.id.removeprefix("intrigo/") for one in line.readings) if name not in MOVED],
        )
        for line in result.lines
    ]
    assert told == [*expected, *last_lines(raw, awards, wins)]
    assert not any(line.points for line in result.lines)
    assert [(award.building, award.token, award.winner, award.rule) for award in result.outcome.awards] == [
        (number, token, winner, f"intrigo/{why.partition('.')[0]}") for number, token, winner, why, _ in awards
    ]
    assert {name: one.model_dump() for name, one in result.outcome.players.items()} == holds
    assert result.winners == tuple(winner for _, winner, *_ in wins[:1])
    assert [(one.name, one.total, one.lines) for one in result.players] == [
        (row["name"], 0, ()) for row in raw["players"]
    ]
    assert result.scored is False
    names = [winner or "" for _, _, winner, *_ in awards] + [None] * (len(raw["palace"]) - len(awards))
    picture = result.picture
    assert [(stop.token, stop.name) for stop in picture.stops] == list(zip(raw["palace"], names, strict=True))
    assert (list(picture.between), picture.first, picture.told) == (raw["gaps"], "door", True)


@given(tables)
def test_no_seal_and_no_ducat_comes_or_goes(raw):
    """What players have afterwards and what stays is what they had and what lay there."""
    result = scored(raw)
    won = {award.building for award in result.outcome.awards if award.winner}
    stays = [token.removesuffix(DOWN) for number, token in enumerate(raw["palace"], 1) if number not in won]
    before, after = Counter(token.removesuffix(DOWN) for token in raw["palace"]), Counter(stays)
    for row in raw["players"]:
        before += Counter(row["seals"], ducat=row["ducats"])
        holds = result.outcome.players[row["name"]]
        after += Counter(holds.seals, ducat=holds.ducats)
    assert after == before


@given(tables, seeds)
def test_the_order_of_players_and_of_their_seals_changes_nothing(raw, seed):
    random = Random(seed)
    rows = [{**row, "seals": dict(random.sample([*row["seals"].items()], len(row["seals"])))} for row in raw["players"]]
    before, after = scored(raw), scored({**raw, "players": random.sample(rows, len(rows))})
    assert after.outcome == before.outcome
    assert after.winners == before.winners
    assert after.lines == before.lines
    assert [line.lacks for line in after.lines] == [line.lacks for line in before.lines]
    assert after.doubts == before.doubts


@given(tables)
def test_a_higher_card_of_ones_own_loses_no_token(raw):
    """Each card is put in the place of the next lower one of its family; unless the game ends, which cuts it short."""
    before = scored(raw)
    lying = {card.removesuffix(DOWN) for card in raw["gaps"]}
    for gap, card in enumerate(raw["gaps"]):
        if value(card) is None or card.startswith("tiepolo"):
            continue
        higher = card[:-1] + str(int(card[-1]) + 1)
        if higher in lying or higher.endswith("5"):
            continue
        after = scored({**raw, "gaps": [*raw["gaps"][:gap], higher, *raw["gaps"][gap + 1 :]]})
        led = {row["family"]: row["name"] for row in raw["players"]}
        own = led.get(card.split()[0])
        if own and not before.winners and not after.winners:
            ours, theirs = (
                {award.building for award in one.outcome.awards if award.winner == own} for one in (before, after)
            )
            assert ours <= theirs


@few
@given(tables)
def test_a_table_survives_its_words_and_its_json_and_is_one_in_three_languages(raw):
    assert_one_in_all_forms(ROUND, ROUND.record(raw))


# --- What was missing ------------------------------------------------------------------------------------------------


@cache
def fewest(*shown):
    """Return with how many more seals five cards win, by trying all that may come."""
    return next(
        number
        for number in range(6)
        if any(
            has_won(Counter(dict(zip(FACTIONS, shown, strict=True))) + Counter(more))
            for more in combinations_with_replacement(FACTIONS, number)
        )
    )


def with_gap(raw, gap, card):
    return {**raw, "gaps": [*raw["gaps"][:gap], card, *raw["gaps"][gap + 1 :]]}


def wins_with(raw, gap, card, place):
    """Return who wins a building with another card in a gap, if the game gets as far as that."""
    awards = {number: winner for number, _, winner, *_ in walk(with_gap(raw, gap, card))[1]}
    return awards.get(place + 1)


def is_bound(raw, card):
    """Tell whether something else would lie otherwise without a card, or nobody knows how it came to lie so."""
    cards, tokens = (any(piece.endswith(DOWN) for piece in raw[field]) for field in ("gaps", "palace"))
    who = (["assassin", "gondolier", "palace-guard"] if cards else []) + (["thief", "merchant"] if tokens else [])
    return card.endswith(DOWN) or card in who or (card in KINDS and "none" in raw["palace"])


def missing(raw, place):
    """Return what would have won a building that nobody wins: rule and values."""
    why, _, _ = judged(raw, place)
    if why.endswith(".empty"):
        return []
    if why.endswith(".token-face-down"):
        token = raw["palace"][place].removesuffix(DOWN)
        _, winner, _ = judged({**raw, "palace": [*raw["palace"][:place], token, *raw["palace"][place + 1 :]]}, place)
        return [("lacks-token-up", {"token": token, "winner": winner}) if winner else ("nobody-either", {})]
    gaps = [gap % len(raw["gaps"]) for gap in (place - 1, place)]
    up = []
    for gap in gaps:
        card = raw["gaps"][gap].removesuffix(DOWN)
        if card != raw["gaps"][gap] and (winner := wins_with(raw, gap, card, place)):
            up.append(("lacks-card-up", {"card": card, "winner": winner}))
    if up:
        return up
    hand = Counter(hand_of(len(raw["players"]))) - Counter(card.removesuffix(DOWN) for card in raw["gaps"])
    tried = []
    for gap, card in product(gaps, hand):
        lying = raw["gaps"][gap]
        winner = None if is_bound(raw, lying) else wins_with(raw, gap, card, place)
        if winner:
            own = lying.split()[0] == card.split()[0]
            tried.append((not own, abs(int(card[-1]) - (value(lying) or 0)), int(card[-1]), gap, card, lying, winner))
    best = sorted(one for one in tried if one[:3] == min(tried)[:3])
    first = {
        lying: ("lacks-card", {"card": card, "other": lying, "winner": who}) for *_, card, lying, who in best[::-1]
    }
    if tried:
        return [first[lying] for lying in dict.fromkeys(one[5] for one in best)]
    any_wins = any(judged(with_gap(raw, gap, card), place)[1] for gap, card in product(gaps, hand))
    return [] if any_wins else [("no-card-left", {})]


def lying(players, palace, gaps):
    """Return a table at which each of these players has what a family begins with: nothing won and no ducats."""
    seats = [{"name": name, "family": family, "ducats": 0, "seals": {}} for name, family in players.items()]
    return {"players": seats, "palace": palace.split(", "), "gaps": gaps.split(", ")}


THREE = {"Zoe": "contarini", "Ann": "gradenigo", "Bob": "morosini"}
FOUR = {"Ann": "contarini", "Cid": "gradenigo", "Bob": "dandolo", "Zoe": "morosini"}
TWO_ALIKE = lying(
    THREE,
    "farmers, ducat, farmers, ducat, merchants, ducat, farmers, ducat, workers face-down, ducat, workers, ducat",
    "gondolier, merchant, courtesan, merchant, assassin, palace-guard, courtesan, thief, courtesan, palace-guard, "
    "merchant, assassin",
)
"""A card on either side would win in place of what lies there, and change as little."""
LEFT_FACE_DOWN = lying(
    FOUR,
    "military, merchants, workers, ducat, workers, ducat, ducat, ducat, military, ducat, military, ducat, merchants, "
    "ducat, workers, ducat",
    "morosini 2 face-down, tiepolo 3, tiepolo 3, contarini 4 face-down, dandolo 4, merchant, dandolo 3, "
    "tiepolo 2 face-down, merchant, contarini 2, contarini 3, tiepolo 4 face-down, morosini 3 face-down, merchant, "
    "gradenigo 4, gradenigo 2",
)
"""Somebody turned these cards: another one in their place would lie face up."""
ALL_TURNED = lying(
    FOUR,
    "workers, ducat face-down, workers face-down, ducat, ducat, ducat face-down, military face-down, ducat face-down, "
    "military, ducat face-down, military face-down, ducat face-down, merchants, ducat face-down, merchants, "
    "workers face-down",
    "gondolier, palace-guard, merchant, courtesan, merchant, merchant, palace-guard, palace-guard, gondolier, "
    "courtesan, thief, assassin, assassin, assassin, thief, gondolier",
)
"""The tokens that lie face down need the cards that turn them, and those alone."""


@given(tables)
@example(TWO_ALIKE)
@example(LEFT_FACE_DOWN)
@example(ALL_TURNED)
def test_what_is_missing_is_what_trying_every_card_in_every_hand_finds(raw):
    result = scored(raw)
    holds, _, _ = walk(raw)
    for line in result.lines:
        lacks = [(short(one).partition(".")[2], dict(one.values)) for one in line.lacks]
        if line.reason.rule == "intrigo/awards-nobody":
            assert lacks == missing(raw, line.values["building"] - 1)
        elif line.reason.rule == "intrigo/round-end":
            least = {
                name: fewest(*(own["seals"].get(faction, 0) for faction in FACTIONS)) for name, own in holds.items()
            }
            assert lacks == [("lacks", least)]
        else:
            assert lacks == []
