"""Intrigo once more, what lies around the awards: what the box and the play allow, whole evenings, and the set-up.

As in `test_second_intrigo.py` all tables are typed from the rulebook; what can lie face down is found by playing all orders
in which influence cards can be laid, and all that each of them may do.
"""

import re
from collections import Counter
from itertools import product
from math import factorial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_second_intrigo import (
    BUILDINGS,
    DOWN,
    DUCATS,
    FACTIONS,
    GAME,
    INFLUENCE,
    KINDS,
    LED,
    ROUND,
    SEALS,
    hand_of,
    has_won,
    scored,
    seeds,
    tables,
)

import callboard
from callboard_nights import commands
from callboard_nights.night import night_of
from callboard_scoring.constrained_draws import roll
from callboard_scoring.draws import Draw
from callboard_scoring.problems import RefusedError
from palaces import NAMES, Evening

few = settings(max_examples=max(4, settings().max_examples // 4))
AT = "2026-11-22T19:30:00Z"
DEAREST = 6
"""What no influence card is believed to cost more than: no source gives the prices."""


def told(problems):
    return sorted((one.path, one.code.removeprefix("intrigo/"), str(sorted(one.values.items()))) for one in problems)


# --- What is refused -------------------------------------------------------------------------------------------------


def wrong(raw):
    """Return all that the box does not hold, and what cannot be before the awards: place, code, values."""
    rows, palace, gaps = raw["players"], raw["palace"], raw["gaps"]
    expected = BUILDINGS[len(rows)]
    for code, number in (("palace", len(palace)), ("gaps", len(gaps))):
        if number != expected:
            yield code, f"error.{code}", {"count": number, "limit": expected, "players": len(rows)}
    for place, row in enumerate(rows):
        if has_won(row["seals"]):
            yield f"players[{place}].seals", "error.already-won", {"limit": 4}
        before = [other["name"] for other in rows[:place] if other["family"] == row["family"]]
        if before:
            yield f"players[{place}].family", "error.family-taken", {"given": row["family"], "other": before[0]}
    own = Counter([*(card.split()[0] for card in hand_of(4)), *(kind for kind in KINDS for _ in range(INFLUENCE))])
    faces = [card.split()[0] for card in gaps]
    for place, card in enumerate(faces):
        if len(rows) == 3 and card == "tiepolo":
            yield f"gaps[{place}]", "error.no-tiepolo", {}
        if faces[: place + 1].count(card) > own[card]:
            yield f"gaps[{place}]", "error.card", {"given": card, "limit": own[card]}
    lying = [token.removesuffix(DOWN) for token in palace]
    for place, token in enumerate(lying):
        if token in FACTIONS and lying[: place + 1].count(token) > SEALS:
            yield f"palace[{place}]", "error.seals", {"given": token, "limit": SEALS}
    out = lying.count("ducat") + sum(row["ducats"] for row in rows)
    if out > DUCATS:
        yield "players", "error.ducats", {"count": out, "limit": DUCATS}


def spoilt(raw, seed):
    """Return a table with a few things in it that cannot be, each of which the others may hide."""
    random = Random(seed)
    rows, palace, gaps = [{**row} for row in raw["players"]], list(raw["palace"]), list(raw["gaps"])
    for what in random.sample(range(9), random.randint(1, 3)):
        row, place, seal = random.choice(rows), random.randrange(len(gaps) - 1), random.choice(FACTIONS)
        if what == 0:
            row["family"] = random.choice(LED)
        elif what == 1:
            gaps[place] = gaps[random.randrange(len(gaps) - 1)].removesuffix(DOWN)
        elif what == 2:
            gaps[place] = random.choice(("tiepolo 2", "tiepolo 3", "tiepolo 4")) + random.choice(("", DOWN))
        elif what == 3:
            gaps[: len(gaps) // 2] = [random.choice(KINDS) for _ in range(len(gaps) // 2)]
        elif what == 4:
            palace[place : place + 4] = [seal] * min(4, len(palace) - place)
        elif what == 5:
            row["ducats"] = random.randint(25, 32)
        elif what == 6:
            row["seals"] = random.choice(({seal: 4}, dict.fromkeys(FACTIONS, random.randint(1, 4))))
        elif what == 7:
            palace = random.choice((palace[:-1], [*palace, "none"], palace[:12]))
        else:
            gaps = random.choice((gaps[:-1], [*gaps, "thief"], gaps[:12]))
    return {"players": rows, "palace": palace, "gaps": gaps}


@given(tables, seeds)
def test_exactly_what_the_box_does_not_hold_is_refused_and_all_of_it_at_once(raw, seed):
    other = spoilt(raw, seed)
    expected = sorted((path, code, str(sorted(values.items()))) for path, code, values in wrong(other))
    assert not list(wrong(raw))
    ROUND.record(raw)
    try:
        ROUND.record(other)
    except RefusedError as refused:
        assert told(refused.problems) == expected
    else:
        assert not expected


# --- What is doubted -------------------------------------------------------------------------------------------------


def doubted(raw):
    """Return what cannot lie so though it can be scored, but for how far turned pieces may have gone: code and values."""
    palace, gaps, size = raw["palace"], raw["gaps"], len(raw["palace"])
    faces = [card.removesuffix(DOWN) for card in gaps if " " in card]
    many = {card: faces.count(card) - hand_of(4).count(card) for card in faces}
    if any(more > 0 for more in many.values()):
        yield "doubt.cards-unknown", {"cards": [card for card, more in many.items() for _ in range(more)]}
    for code, pieces, who in (("cards", gaps, "assassin"), ("tokens", palace, "thief")):
        turned = len([piece for piece in pieces if piece.endswith(DOWN)])
        if turned > gaps.count(who):
            yield f"doubt.{code}-face-down", {"count": turned, "limit": gaps.count(who)}
    lying = [token.removesuffix(DOWN) for token in palace]
    for_seals, for_ducats = lying[::2], lying[1::2]
    if "none" in for_seals:
        empty = [number for number in range(1, size, 2) if lying[number - 1] == "none"]
        yield "doubt.seals-missing", {"buildings": empty, "limit": size // 2 + 3, "count": 15}
    middle = 32 - lying.count("ducat") - sum(row["ducats"] for row in raw["players"])
    bought = sum(gaps.count(kind) for kind in KINDS)
    if "none" in for_ducats and middle > DEAREST * bought:
        empty = [number for number in range(2, size + 1, 2) if lying[number - 1] == "none"]
        yield "doubt.ducats-missing", {"buildings": empty, "count": middle, "bought": bought}
    seals = sum(token in FACTIONS for token in for_ducats)
    ducats = for_seals.count("ducat")
    if seals > 3 and ducats > 3:
        yield "doubt.begun-elsewhere", {"count": seals + ducats, "limit": 6}
    elif seals > 3:
        yield "doubt.seals-misplaced", {"count": seals, "limit": 3}
    elif ducats > 3:
        yield "doubt.ducats-misplaced", {"count": ducats, "limit": 3}
    elif "none" not in for_seals:
        number = sum(token in FACTIONS for token in lying)
        earlier = 3 - gaps.count("merchant")
        if not size // 2 - earlier <= number <= size // 2 + earlier:
            yield "doubt.seals-number", {"count": number, "usual": size // 2, "earlier": earlier}


@given(tables, st.lists(st.tuples(st.integers(0, 15), st.integers(1, 9)), max_size=3))
def test_what_cannot_lie_so_is_doubted_and_nothing_else(raw, printed):
    """Some cards show another value than other sources tell: which they are, the rulebook does not say."""
    gaps = list(raw["gaps"])
    for place, value in printed:
        if " " in (card := gaps[place % len(gaps)]):
            gaps[place % len(gaps)] = re.sub(r"\d", str(value), card)
    raw = {**raw, "gaps": gaps}
    doubts = [doubt for doubt in scored(raw).doubts if not doubt.code.endswith("-apart")]
    expected = list(doubted(raw))
    assert sorted((one.code.removeprefix("intrigo/"), str(one.values)) for one in doubts) == sorted(
        (code, str(values)) for code, values in expected
    )
    assert {doubt.path for doubt in doubts} <= {"gaps", "palace"}


def spent(state, pieces):
    """Return a state of places face down and others taken, with these two pieces of one swap in each other's place."""
    down, taken = state
    one, other = pieces
    swapped = {one: other, other: one}
    down = frozenset(swapped.get(place, place) for place in down)
    return down, (taken | {one, other}) - down


def histories(size, laid):
    """Play influence cards in every order and in every way: return each set of gaps in which cards can lie face down.

    A gap that is not known to be taken may be empty or hold a card, as is wanted; but where an influence card comes to lie
    in the end, no other may be left.
    """
    found, met, todo = set(), set(), [((frozenset(), frozenset()), frozenset())]
    while todo:
        position = todo.pop()
        if position in met:
            continue
        met.add(position)
        (down, taken), done = position
        if len(done) == len(laid):
            found.add(down)
        for gap in laid.keys() - done - down - taken:
            now = done | {gap}
            ways = [(down, taken)]
            for one in {(gap - 1) % size, (gap + 1) % size} - now:
                others = set(range(size)) - now - {one}
                if laid[gap] == "assassin":
                    ways.append((down | {one}, taken - {one}))
                elif laid[gap] == "gondolier":
                    ways += [spent((down, taken), (one, other)) for other in others]
                elif laid[gap] == "palace-guard":
                    for other in others - down - taken:
                        after, still = spent((down, taken), (one, other))
                        ways.append((after, still - {one}))
            todo += [(way, now) for way in ways]
    return found


def turned_tokens(size, laid):
    """Return each set of buildings on which tokens can lie face down; a trader's two tokens change places."""
    found, met, todo = set(), set(), [(frozenset(), frozenset())]
    while todo:
        position = todo.pop()
        if position in met:
            continue
        met.add(position)
        down, done = position
        if len(done) == len(laid):
            found.add(down)
        for gap in laid.keys() - done:
            now = done | {gap}
            todo.append((down, now))
            for one in (gap, (gap + 1) % size):
                if laid[gap] == "thief":
                    todo.append((down | {one}, now))
                elif laid[gap] == "merchant":
                    todo += [
                        (spent((down, frozenset()), (one, other))[0], now) for other in range(size) if other != one
                    ]
    return found


def lain(size, laid, *, cards=(), tokens=()):
    """Return a table with these influence cards in the gaps, and these pieces face down."""
    hand = iter(hand_of(3 if size == 12 else 4))
    seals = iter(FACTIONS * 2)
    return {
        "players": [
            {"name": name, "family": family, "ducats": 0, "seals": {}}
            for name, family in list(zip(NAMES, LED, strict=True))[: size // 4]
        ],
        "palace": [
            ("ducat" if place % 2 else next(seals)) + (DOWN if place in tokens else "") for place in range(size)
        ],
        "gaps": [laid.get(gap) or next(hand) + (DOWN if gap in cards else "") for gap in range(size)],
    }


def readings_of(result):
    return {one.id.removeprefix("intrigo/") for one in result.readings if one.id.endswith(".face-down")}


sizes = pytest.mark.parametrize("size", [12, pytest.param(16, marks=pytest.mark.long)])


@sizes
@pytest.mark.parametrize("mover", ["gondolier", "palace-guard", "courtesan"])
def test_where_one_assassin_s_card_can_lie_by_playing_all_that_can_happen(mover, size):
    """Each place of another card around the palace, and each of the card face down."""
    seen = Counter()
    for at in range(1, size):
        laid = {0: "assassin", at: mover}
        possible = histories(size, laid)
        nobody_moved = histories(size, {0: "assassin", at: "thief"})
        for gap in set(range(size)) - laid.keys():
            raw = lain(size, laid, cards=[gap])
            result = scored(raw)
            is_possible = frozenset([gap]) in possible
            assert [(doubt.path, doubt.code, doubt.values) for doubt in result.doubts] == (
                []
                if is_possible
                else [("gaps", "intrigo/doubt.cards-apart", {"cards": [raw["gaps"][gap][: -len(DOWN)]]})]
            )
            moved = is_possible and frozenset([gap]) not in nobody_moved
            beside = {gap + 1, (gap + 1) % size + 1}
            for line in result.lines:
                reads = [one.id for one in line.readings if one.id.endswith(".face-down")]
                assert reads == (
                    [f"intrigo/{mover}.face-down"] if moved and line.values.get("building") in beside else []
                )
            seen[is_possible, moved] += 1
    assert len(seen) == (2 if mover == "courtesan" else 3)


@sizes
@pytest.mark.parametrize("mover", ["merchant", "courtesan"])
def test_where_one_thief_s_token_can_lie_by_playing_all_that_can_happen(mover, size):
    seen = Counter()
    for at in range(1, size):
        laid = {0: "thief", at: mover}
        possible, nobody_moved = turned_tokens(size, laid), turned_tokens(size, {0: "thief"})
        for place in range(size):
            result = scored(lain(size, laid, tokens=[place]))
            is_possible = frozenset([place]) in possible
            assert [(doubt.path, doubt.code, doubt.values) for doubt in result.doubts] == (
                [] if is_possible else [("palace", "intrigo/doubt.tokens-apart", {"buildings": [place + 1]})]
            )
            moved = is_possible and frozenset([place]) not in nobody_moved
            for line in result.lines:
                reads = [one.id for one in line.readings if one.id.endswith(".face-down")]
                assert reads == (
                    [f"intrigo/{mover}.face-down"] if moved and line.values.get("building") == place + 1 else []
                )
            seen[is_possible, moved] += 1
    assert len(seen) == (2 if mover == "courtesan" else 3)


@few
@given(seeds)
def test_nothing_that_can_come_of_several_turners_and_movers_is_doubted(seed):
    """Three or four influence cards; and where nothing lies face down, nothing is read of it."""
    random = Random(seed)
    size = random.choice((12, 16))
    who = [
        "assassin",
        *random.choices(("assassin", "gondolier", "palace-guard", "courtesan"), k=random.choice((2, 2, 3))),
    ]
    if max(map(who.count, who)) > 3:
        return
    laid = dict(zip(random.sample(range(size), len(who)), who, strict=True))
    possible = histories(size, laid)
    for down in random.sample(sorted(possible, key=sorted), min(len(possible), 8)):
        result = scored(lain(size, laid, cards=down))
        assert not result.doubts, (laid, down)
        if not down:
            assert not readings_of(result)
    who = ["thief", *random.choices(("thief", "merchant"), k=random.choice((1, 2)))]
    laid = dict(zip(random.sample(range(size), len(who)), who, strict=True))
    possible = turned_tokens(size, laid)
    for down in random.sample(sorted(possible, key=sorted), min(len(possible), 8)):
        assert not scored(lain(size, laid, tokens=down)).doubts, (laid, down)


# --- Evenings --------------------------------------------------------------------------------------------------------


@few
@given(seeds, st.booleans(), st.booleans())
def test_an_evening_carries_over_what_its_players_have_after_each_round(seed, is_set_up, is_prepared):
    """Played here without the scorer; typed are the palace, and what ducats are left once the cards were paid for.

    A palace that was prepared need not be typed where nothing can have changed it.
    """
    players = 3 + seed % 2
    names = NAMES[:players]
    evening = Evening(seed, players, eager=0.3, dearest=2)
    code, laid = "", ()
    if is_set_up:
        made = callboard.set_up("intrigo", names)
        code, laid = made.code, made.setup.draws["palace"]
        evening.owners = {family: NAMES.index(name) for name, family in made.setup.draws["families"].items()}
    families = {NAMES[seat]: family for family, seat in evening.owners.items()}
    log = commands.begin(GAME, names, AT, code)
    holds = {one.name: one.holds for one in night_of(log).standing}
    assert holds == {name: {"ducats": 1, "seals": {}} if is_set_up else None for name in names}
    for number in range(5):
        seals = evening.lay_out(() if number else laid)
        if number and is_prepared:
            log = (*log, commands.add(night_of(log), "prepare", {"seals": seals}, AT))
            prepared = night_of(log).entries[-1].played
            assert list(prepared.outcome.palace) == [token or "none" for token in evening.palace]
            assert not prepared.result.doubts
        evening.fill(number)
        whole = evening.table()
        known = ("name", "ducats") if number or is_set_up else ("name", "ducats", "family", "seals")
        typed = {**whole, "players": [{key: row[key] for key in known} for row in whole["players"]]}
        if (number and is_prepared) or (is_set_up and not number):
            may_lie_otherwise = {"merchant", "thief"} & set(whole["gaps"])
            left_out = {key: value for key, value in typed.items() if key != "palace"}
            if may_lie_otherwise:
                with pytest.raises(RefusedError):
                    commands.add(night_of(log), "round", left_out, AT)
            else:
                typed = left_out
        log = (*log, commands.add(night_of(log), "round", typed, AT))
        has_ended = evening.award()
        night = night_of(log)
        assert list(night.entries[-1].played.record.palace) == whole["palace"]
        played = night.entries[-1].played
        assert {row.name: (row.family, dict(row.seals), row.ducats) for row in played.record.players} == {
            row["name"]: (families[row["name"]], row["seals"], row["ducats"]) for row in whole["players"]
        }
        assert not played.result.doubts
        holds = {one.name: one.holds for one in night.standing}
        assert holds == {
            name: {"ducats": evening.ducats[seat], "seals": dict(evening.seals[seat])}
            for seat, name in enumerate(names)
        }
        assert night.is_won == has_ended
        assert (night.next is None) == has_ended
        if has_ended:
            (winner,) = night.winners
            assert has_won(evening.seals[NAMES.index(winner)])
            break


def test_an_evening_doubts_another_family_other_seals_and_more_ducats_than_there_were():
    evening = Evening(3, 3, eager=0)  # nobody buys anything
    log = commands.begin(GAME, NAMES[:3], AT)
    tables = []
    for number in range(2):
        evening.lay_out()
        evening.fill(number)
        tables.append(evening.table())
        assert not evening.award()
    log = (*log, commands.add(night_of(log), "round", tables[0], AT))
    rows = [{**row} for row in tables[1]["players"]]
    rows[0]["family"], rows[1]["family"] = rows[1]["family"], rows[0]["family"]
    rows[1]["seals"] = {**rows[1]["seals"], "clergy": rows[1]["seals"].get("clergy", 0) + 1}
    rows[2]["ducats"] += 1
    log = (*log, commands.add(night_of(log), "round", {**tables[1], "players": rows}, AT))
    places = [night_of(log).players.index(row["name"]) for row in rows]
    doubts = {(one.path, one.code) for one in night_of(log).entries[-1].played.result.doubts}
    assert doubts == {
        (f"players[{places[0]}].family", "night/doubt.carried"),
        (f"players[{places[1]}].family", "night/doubt.carried"),
        (f"players[{places[1]}].seals", "night/doubt.carried"),
        (f"players[{places[2]}].ducats", "night/doubt.beyond"),
    }


# --- The set-up ------------------------------------------------------------------------------------------------------


class Lots(Draw):
    """Draws that are told beforehand, with a note of what was asked for."""

    def __init__(self, *lots):
        self.asked = []
        self.left = list(lots)
        super().__init__(self.next)

    def next(self, part, limit):
        self.asked.append((part, limit))
        return self.left.pop(0) % limit if self.left else 0


@pytest.mark.parametrize(
    ("players", "outcomes"), [(3, 6 * 24 * 3), pytest.param(4, 24 * 24 * 4, marks=pytest.mark.long)]
)
def test_all_seats_families_and_first_players_come_up_once_by_trying_all_lots(players, outcomes):
    make, options = GAME.setup()
    met = set()
    limits = [*range(players, 1, -1), *(4, 3, 2), *range(15, 1, -1), players]
    few = [range(limit) for limit in [*range(players, 1, -1), 4, 3, 2]]
    for lots in product(*few, range(players)):
        draw = Lots(*lots[:-1], *(limit - 1 for limit in range(15, 1, -1)), lots[-1])
        setup = make(NAMES[:players], options(), draw)
        parts = ["seats"] * (players - 1) + ["families"] * 3 + ["palace"] * 14 + ["first"]
        assert draw.asked == list(zip(parts, limits, strict=True))
        draws = setup.draws
        met.add((tuple(draws["seats"]), tuple(sorted(draws["families"].items())), draws["removed"], draws["first"]))
        unturned = [faction for faction in FACTIONS for _ in range(3)][: 2 * players]
        assert draws["palace"] == [token for seal in unturned for token in (seal, "ducat")]
    assert len(met) == outcomes == factorial(players) * 24 * players


@given(seeds, st.sampled_from([3, 4]))
def test_the_seals_come_out_of_the_bag_one_after_the_other(seed, players):
    """The bag is shuffled from the back, and its first seals go round from the door; all else follows from the draws."""
    random = Random(seed)
    lots = [random.randrange(limit) for limit in range(15, 1, -1)]
    draw = Draw(lambda part, _: lots.pop(0) if part == "palace" else 0)
    bag = [faction for faction in FACTIONS for _ in range(3)]
    for last, lot in zip(range(14, 0, -1), list(lots), strict=True):
        bag[last], bag[lot] = bag[lot], bag[last]
    make, options = GAME.setup()
    setup = make(NAMES[:players], options(), draw)
    assert setup.draws["palace"] == [token for seal in bag[: 2 * players] for token in (seal, "ducat")]
    assert [stop.token for stop in setup.picture.stops] == setup.draws["palace"]
    assert (setup.picture.first, setup.picture.between) == ("door", ())
    led = dict(setup.draws["families"])
    assert [seat.which for seat in setup.seats] == [{"family-card": led[seat.name]} for seat in setup.seats]
    assert [seat.name for seat in setup.seats] == setup.draws["seats"] == list(led)
    assert {*led.values(), setup.draws["removed"]} - {None} == set(LED)


@pytest.mark.parametrize("seats", ["drawn", "given"])
@pytest.mark.parametrize("first", ["drawn", "given", "rule"])
def test_what_the_table_decides_is_not_drawn_and_every_part_can_be_rolled_alone(seats, first):
    options = GAME.setup()[1](seats=seats, first=first)
    made = roll(GAME, NAMES, options, lambda _: 0)
    assert made.parts == {"seats": seats == "given", "families": False, "palace": False, "first": first != "drawn"}
    assert {lot.part for lot in made.lots} == {part for part, is_decided in made.parts.items() if not is_decided}
    assert made.draws.keys() == {"seats", "first", "families", "removed", "palace"}
    assert (made.draws["first"] is None) == (first == "rule")
