"""Intrigo: every pair of cards beside a token, the game that stops at the winning award, and the palace set up."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from callboard_scoring.draws import Seeded
from callboard_scoring.evening import Past, Played
from callboard_scoring.games import find_game
from callboard_scoring.games.intrigo.pieces import FACTIONS, FAMILIES, INFLUENCE, VALUES
from callboard_scoring.problems import RefusedError
from callboard_scoring.records import read_record
from callboard_scoring.words import NO_WORDS
from palaces import DOWN, Evening, tables

GAME = find_game("intrigo")
BOX = [f"{family} {value}" for family, values in VALUES.items() for value in values]
CARDS = [*BOX, *(f"{card} face-down" for card in BOX), *(kind for kind in INFLUENCE for _ in range(3))]


EMPTY = ("none",)
SEALS_AND_DUCATS = [token for faction in (*FACTIONS, *FACTIONS[:3]) for token in (faction, "ducat")]


def scored(raw):
    return GAME.score("round", read_record(GAME.record("round"), raw, NO_WORDS))


def player(name, family, ducats=0, **seals):
    return {"name": name, "family": family, "ducats": ducats, "seals": seals}


def table(players, palace, gaps):
    families = zip(("Ann", "Bob", "Cid", "Dan"), FAMILIES, strict=True)
    return {
        "players": [player(name, family) for name, family in families][:players],
        "palace": palace,
        "gaps": gaps,
    }


def value(card):
    words = card.split()
    return int(words[1]) if len(words) == 2 else 0


def table_of(before, after):
    """Return a table of four with these cards beside the door; whoever turned one over lies across a building."""
    around = ["assassin"] * after.endswith(" face-down"), ["assassin"] * before.endswith(" face-down")
    left = Counter(BOX) - Counter(card.removesuffix(" face-down") for card in (before, after))
    fill = list(left.elements())[: 14 - sum(map(len, around))]
    return table(4, SEALS_AND_DUCATS, [after, *around[0], *fill, *around[1], before])


def test_every_pair_of_cards_beside_a_token_by_enumeration():
    """The higher open intrigue card wins for its family's owner; told here in another way than the scorer tells it."""
    owners = dict(zip(FAMILIES, ("Ann", "Bob", "Cid", "Dan"), strict=True))
    seen = Counter()
    for before, after in set(permutations(CARDS, 2)):
        copies = Counter(card.removesuffix(" face-down") for card in (before, after))
        if any(number > Counter(BOX)[card] for card, number in copies.items() if card in BOX):
            continue
        result = scored(table_of(before, after))
        assert not result.doubts, (before, after)
        award = result.outcome.awards[0]
        open_values = sorted((value(card), card.split()[0]) for card in (before, after))
        (low, _), (high, family) = open_values
        winner = owners.get(family) if high > low else None
        assert award.winner == winner, (before, after)
        assert award.rule == ("intrigo/awards" if winner else "intrigo/awards-nobody")
        seen[winner] += 1
    assert min(seen[name] for name in (None, "Ann", "Bob", "Cid", "Dan")) > 100


@given(tables)
def test_every_token_is_awarded_once_or_stays_and_the_game_stops_at_the_winning_award(raw):
    result = scored(raw)
    awards = result.outcome.awards
    for given_player in raw["players"]:
        own = [award.token for award in awards if award.winner == given_player["name"]]
        after = result.outcome.players[given_player["name"]]
        assert after.ducats == given_player["ducats"] + own.count("ducat")
        expected = Counter(given_player["seals"]) + Counter(piece for piece in own if piece != "ducat")
        assert after.seals == dict(+expected)
        assert not any(piece == "none" or piece.endswith("face-down") for piece in own)
    winning = [
        name
        for name, after in result.outcome.players.items()
        if max(after.seals.values(), default=0) == 4 or len(after.seals) == 5
    ]
    assert list(result.winners) == winning
    assert len(winning) <= 1
    assert [award.building for award in awards] == list(range(1, len(awards) + 1))
    if winning:
        assert awards[-1].winner == winning[0]
    else:
        assert len(awards) == len(raw["palace"])
    assert len(result.lines) == len(awards) + (1 if len(awards) == len(raw["palace"]) else 2)
    assert [line.reason.rule for line in result.lines[: len(awards)]] == [award.rule for award in awards]


@given(tables, st.randoms(use_true_random=False))
def test_the_order_in_which_players_are_named_changes_nothing(raw, random):
    other = {**raw, "players": random.sample(raw["players"], len(raw["players"]))}
    before, after = scored(raw), scored(other)
    assert before.outcome.awards == after.outcome.awards
    assert before.winners == after.winners


@given(tables, st.data())
def test_a_card_more_than_its_family_has_is_refused_and_one_that_only_other_sources_do_not_know_is_doubted(raw, data):
    """Put any intrigue card into another gap too: the family has one too many, or is told of otherwise."""
    places = [place for place, card in enumerate(raw["gaps"]) if " " in card and not card.startswith("tiepolo 3")]
    assume(places)
    source = data.draw(st.sampled_from(places))
    target = data.draw(st.sampled_from([place for place in range(len(raw["gaps"])) if place != source]))
    gaps = list(raw["gaps"])
    gaps[target] = gaps[source]
    family = gaps[source].split()[0]
    own = [place for place, card in enumerate(gaps) if card.split()[0] == family]
    limit = len(VALUES[family])
    if len(own) > limit:
        with pytest.raises(RefusedError) as refused:
            scored({**raw, "gaps": gaps})
        (problem,) = refused.value.problems
        assert (problem.code, problem.location) == ("intrigo/error.card", ("gaps", own[limit]))
    else:
        (doubt,) = (one for one in scored({**raw, "gaps": gaps}).doubts if one.code == "intrigo/doubt.cards-unknown")
        assert doubt.values["cards"] == [gaps[source].removesuffix(DOWN)]


@given(tables)
def test_each_reading_is_told_exactly_where_it_decides(raw):
    """The situations of the notes, looked for in the table and in what came of it."""
    result = scored(raw)
    palace, gaps, size = raw["palace"], raw["gaps"], len(raw["palace"])
    met = set()
    for place, award in enumerate(result.outcome.awards):
        pair = gaps[place - 1], gaps[place]
        values = [value(card) for card in pair]
        if award.winner:
            met.add("awards.owner")
            if award.token in (("ducat",) if place % 2 == 0 else FACTIONS):
                met.add("misplaced-token.won")
        if award.token in EMPTY:
            met.add("token-placement.ducats-out")
        elif not award.token.endswith(DOWN):
            if values.count(0) == 1:
                met.add("awards.alone")
            if not any(values) and any(card.endswith(DOWN) for card in pair):
                met.add("awards-nobody.no-value")
    stay = [award.token for award in result.outcome.awards if not award.winner and award.token not in EMPTY]
    if stay and not result.winners:
        met.add("round-end.unclaimed")
        if any(token.endswith(DOWN) for token in stay):
            met.add("thief.stays")
    told = {reading.id.removeprefix("intrigo/") for reading in result.readings}
    assert told - {"victory.first", *(one for one in told if one.endswith(".face-down"))} == met
    if "victory.first" in told:
        assert result.winners
        assert len(result.outcome.awards) < size
    for who in ("merchant", "gondolier", "palace-guard"):
        if f"{who}.face-down" in told:
            assert who in gaps
            assert any(piece.endswith(DOWN) for piece in (palace if who == "merchant" else gaps))


@pytest.mark.parametrize("seeds", [1000, pytest.param(10_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("players", [3, 4])
def test_every_palace_alternates_from_a_seal_at_the_door_and_holds_no_more_seals_than_the_bag(players, seeds):
    make, options = GAME.setup()
    removed = Counter()
    first = Counter()
    door = Counter()
    names = tuple(f"P{place}" for place in range(players))
    for seed in range(seeds):
        setup = make(names, options(), Seeded(seed))
        draws = setup.draws
        palace = draws["palace"]
        assert len(palace) == {3: 12, 4: 16}[players]
        assert set(palace[1::2]) == {"ducat"}
        assert max(Counter(palace[::2]).values()) <= 3
        assert set(palace[::2]) <= set(FACTIONS)
        assert [stop.token for stop in setup.picture.stops] == palace
        assert sorted([*draws["families"].values(), *([draws["removed"]] if players == 3 else [])]) == sorted(FAMILIES)
        removed[draws["removed"]] += 1
        first[draws["first"]] += 1
        door[palace[0]] += 1
    assert set(removed) == (set(FAMILIES) if players == 3 else {None})
    for counts, options_of in ((first, players), (door, 5), *([(removed, 4)] if players == 3 else [])):
        expected = seeds / options_of
        assert sum((number - expected) ** 2 / expected for number in counts.values()) < 18.5  # 0.1 % for 4 degrees


# --- The preparation -------------------------------------------------------------------------------------------------


@given(st.integers(0, 2**32 - 1), tables)
def test_a_seal_is_drawn_from_the_bag_for_each_empty_building_that_shows_one(seed, raw):
    """Beside it a plain account: the bag holds three of each faction but those that stayed in the palace."""
    record = read_record(GAME.record("round"), raw, NO_WORDS)
    names = tuple(one.name for one in record.players)
    past = Past(names, {}, (Played("round", record, GAME.score("round", record)),))
    known = {one.field: one.value(past) for one in GAME.evening().exact if "prepare" in one.stages}
    if not isinstance(known["stayed"], (list, tuple)):
        return  # somebody has won
    drawn = GAME.draw("prepare")(past, Seeded(seed))["seals"]
    empty = [place for place, lying in enumerate(known["stayed"]) if lying == "none" and place % 2 == 0]
    bag = Counter(dict.fromkeys(FACTIONS, 3)) - Counter(known["stayed"])
    assert len(drawn) == min(len(empty), bag.total())
    assert Counter(drawn) <= bag
    assert Counter(drawn) == Counter(GAME.draw("prepare")(past, Seeded(seed))["seals"])


def test_the_lots_of_a_preparation_are_lots():
    record = read_record(GAME.record("round"), next(Evening(1, 4).rounds(1)), NO_WORDS)
    past = Past(tuple(one.name for one in record.players), {}, (Played("round", record, GAME.score("round", record)),))
    lots = {tuple(GAME.draw("prepare")(past, Seeded(seed))["seals"]) for seed in range(40)}
    assert len(lots) > 5


def test_what_intrigo_prepares_is_told_and_no_score_of_anybody():
    raw = GAME.example("prepare")
    prepared = GAME.score("prepare", read_record(GAME.record("prepare"), raw, NO_WORDS))
    assert (prepared.scored, prepared.players, bool(prepared.steps)) == (False, (), True)
