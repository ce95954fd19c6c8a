"""Why nobody wins a token of Intrigo: what would have won it, at tables played at random, against looking at each card."""

from collections import Counter
from itertools import combinations_with_replacement

from hypothesis import given
from hypothesis import strategies as st

from callboard_scoring.games.intrigo.pieces import FACTIONS, INFLUENCE, RING, VALUES
from callboard_scoring.games.intrigo.round import seals_short, victory
from misses import lacking, scored
from palaces import DOWN, tables


def awards(raw):
    """Return who wins which building, up to the one that ends the game."""
    outcome = scored("intrigo", "round", raw).outcome
    return {award.building: award.winner for award in outcome.awards}


def with_gap(raw, gap, card):
    """Lay another card into a gap."""
    return {**raw, "gaps": [*raw["gaps"][:gap], card, *raw["gaps"][gap + 1 :]]}


def hands(raw):
    """Return the intrigue cards that are not in the palace."""
    families = [family for family in VALUES if family != "tiepolo" or len(raw["gaps"]) > RING[3]]
    box = Counter(f"{family} {value}" for family in families for value in VALUES[family])
    return list(box - Counter(gap.removesuffix(DOWN) for gap in raw["gaps"]))


def changes(raw, building, *, needed=True):
    """Yield each card of a hand that would win a building, in which gap: how much changes, and who wins.

    What turned something over is left where it is, unless it is not `needed`.
    """
    before = building - 2 if building > 1 else len(raw["gaps"]) - 1
    for gap in (before, building - 1):
        lying = raw["gaps"][gap]
        if needed and (lying.endswith(DOWN) or (lying in INFLUENCE and is_needed(raw, lying))):
            continue
        for card in hands(raw):
            winner = awards(with_gap(raw, gap, card)).get(building)
            if winner:
                own = lying.split()[0] == card.split()[0]
                value = int(lying.removesuffix(DOWN)[-1]) if " " in lying and lying not in INFLUENCE else 0
                yield (not own, abs(int(card[-1]) - value), int(card[-1])), lying, card, winner


def is_needed(raw, card):
    """Tell whether a table would be another without an influence card: something lies face down, or is missing."""
    cards, tokens = (any(piece.endswith(DOWN) for piece in raw[field]) for field in ("gaps", "palace"))
    return (
        "none" in raw["palace"]
        or (cards and card in ("assassin", "gondolier", "palace-guard"))
        or (tokens and card in ("thief", "merchant"))
    )


def steps(raw, lack, building):
    """Yield the table after what a line lacks."""
    gaps = [(building - 2) % len(raw["gaps"]), building - 1]
    if lack["lacks"].endswith("-token-up"):
        tokens = list(raw["palace"])
        tokens[building - 1] = lack["token"]
        yield {**raw, "palace": tokens}
    for gap in gaps:
        if lack["lacks"].endswith("-card-up") and raw["gaps"][gap] == lack["card"] + DOWN:
            yield with_gap(raw, gap, lack["card"])
        if lack["lacks"].endswith("-card") and raw["gaps"][gap] == lack["other"]:
            yield with_gap(raw, gap, lack["card"])


@given(tables)
def test_what_is_said_to_be_missing_wins_the_token_and_no_smaller_change_does(raw):
    result = scored("intrigo", "round", raw)
    doubts = {doubt.code for doubt in result.doubts}
    for line in result.lines:
        if not line.reason.rule.endswith("awards-nobody"):
            assert not line.lacks or line.reason.rule.endswith("round-end")
            continue
        building = line.values["building"]
        told = lacking(line)
        named = [lack for lack in told if ".lacks-" in lack["lacks"]]
        for lack in named:
            after = list(steps(raw, lack, building))
            assert any(awards(table).get(building) == lack["winner"] for table in after)
            for table in after:
                assert {doubt.code for doubt in scored("intrigo", "round", table).doubts} <= doubts
        cards = [lack for lack in named if lack["lacks"].endswith("-card")]
        if cards:
            found = list(changes(raw, building))
            least = min(found)[0]
            expected = {(lying, card) for change, lying, card, _ in found if change == least}
            assert {(lack["other"], lack["card"]) for lack in cards} <= expected
        if [lack["lacks"] for lack in told] == ["awards-nobody.no-card-left"]:
            assert not list(changes(raw, building, needed=False))
        if line.reason.case == "empty":
            assert not told
        if line.reason.case == "token-face-down":
            assert len(told) == 1


@given(st.dictionaries(st.sampled_from(FACTIONS), st.integers(1, 3)))
def test_the_seals_short_of_victory_are_the_fewest_that_win(seals):
    short = seals_short(seals)
    if victory(seals):
        assert short == 0
        return
    fewest = next(
        number
        for number in range(1, 6)
        if any(victory(Counter(seals) + Counter(more)) for more in combinations_with_replacement(FACTIONS, number))
    )
    assert short == fewest


def test_where_every_card_that_would_win_lies_in_the_palace_that_is_told():
    raw = {
        "players": [
            {"name": name, "family": family, "ducats": 1, "seals": {}}
            for name, family in (("Ann", "contarini"), ("Bob", "dandolo"), ("Cid", "gradenigo"))
        ],
        "palace": ["merchants", "ducat"] * 3 + ["clergy", "ducat"] * 3,
        "gaps": [
            *("contarini 3", "dandolo 3", "dandolo 4", "contarini 2", "gradenigo 4", "dandolo 2"),
            *("gradenigo 3", "gradenigo 2", "contarini 4", "morosini 2", "morosini 3", "morosini 4"),
        ],
    }
    (line,) = (one for one in scored("intrigo", "round", raw).lines if one.reason.case == "equal")
    assert lacking(line) == [{"lacks": "awards-nobody.no-card-left"}]
