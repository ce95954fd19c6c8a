"""What a line of Histrio says that it lacks, at tables made at random: with so much it gives something, with less not."""

from copy import deepcopy

from hypothesis import given
from hypothesis import strategies as st
from test_properties import tables

from misses import scored, zeros_of

CITY_CARDS = ("C2", "T2", "C2", "C3", "C5", "T5", "bonus 1", "C1")


def points(game_stage, raw, name, rule, number=0):
    """Return what a player's line of a rule gives, of several the one with this number."""
    (score,) = (score for score in scored("histrio", game_stage, raw).players if score.name == name)
    return [line for line in score.lines if line.reason.rule == f"histrio/{rule}"][number]


def with_levels(raw, place, kind, levels):
    """Lay so many levels of a kind of actor before a player."""
    further = deepcopy(raw)
    cards = [f"{kind}5"] * (levels // 5) + ([f"{kind}{levels % 5}"] if levels % 5 else [])
    further["players"][place]["troupe"].extend(cards)
    return further


@given(tables())
def test_so_many_levels_and_not_one_fewer_would_please_or_be_the_best(raw):
    result = scored("histrio", "season", raw)
    zeros_of(result)
    kind = raw["mood"][0].upper()
    for place, score in enumerate(result.players):
        for line in (line for line in score.lines if line.lacks):
            (lack,) = line.lacks
            rule = line.reason.rule.removeprefix("histrio/")
            count = lack.values.get("count", 1)
            after = points("season", with_levels(raw, place, kind, count), score.name, rule)
            assert after.points > 0
            assert after.reason.case != "shared" or not lack.reason.id.endswith("alone")
            if "ecus" in lack.values:
                assert after.points == lack.values["ecus"]
            assert points("season", with_levels(raw, place, kind, count - 1), score.name, rule).points == 0


@st.composite
def cities(draw):
    """Draw visits of somebody poor to a city of thieves."""
    cards = draw(st.lists(st.sampled_from(CITY_CARDS), min_size=1, max_size=6))
    ecus = {name: draw(st.integers(0, 2)) for name in ("Ann", "Bob", "Cid")}
    raw = {
        "player": "Ann",
        "ecus": ecus,
        "managers": {"supply": draw(st.integers(0, 1)), "theatre": draw(st.integers(0, 1))},
        "needle": "comedy 1",
        "cards": cards,
        "steal_from": [],
    }
    purses = dict(ecus)
    for _ in (card for card in cards if card[1:] == "2"):
        victim = draw(st.sampled_from(("Bob", "Cid") if any((purses["Bob"], purses["Cid"])) else ("Bob", "Cid", None)))
        if victim is not None:
            purses[victim] = max(0, purses[victim] - 1)
        raw["steal_from"].append(victim)
    return raw


def richer(raw, name, ecus, victims=None):
    """Put ecus into a purse, and name whom to steal from."""
    further = deepcopy(raw)
    further["ecus"][name] += ecus
    further["steal_from"] = further["steal_from"] if victims is None else victims
    return further


@given(cities())
def test_in_a_city_so_many_ecus_and_not_one_fewer_would_be_there_to_steal_or_to_pay(raw):
    result = scored("histrio", "city", raw)
    zeros_of(result)
    numbers = {}
    for line in result.players[0].lines:
        rule = line.reason.rule.removeprefix("histrio/")
        number = numbers[rule] = numbers.get(rule, -1) + 1
        for lack in line.lacks:
            count = lack.values.get("count", 1)
            if lack.reason.case == "lacks-victim":
                for name in lack.values["names"]:
                    victims = [*raw["steal_from"][:number], name, *raw["steal_from"][number + 1 :]]
                    assert points("city", {**raw, "steal_from": victims}, "Ann", rule, number).points == 1
            elif rule == "actor-level-2":
                for name in ("Bob", "Cid"):
                    victims = [victim or name for victim in raw["steal_from"]]
                    named = [*victims[:number], name, *victims[number + 1 :]]
                    if name == lack.values["victim"]:
                        assert points("city", richer(raw, name, count, named), "Ann", rule, number).points == 1
                    if raw["steal_from"][number] in (name, None):
                        less = richer(raw, name, count - 1, named)
                        assert points("city", less, "Ann", rule, number).points == 0
            elif rule == "actor-level-5":
                assert points("city", richer(raw, "Ann", count), "Ann", rule, number).reason.case == "paid"
                assert points("city", richer(raw, "Ann", count - 1), "Ann", rule, number).reason.case == "unpaid"
            else:
                further = {**raw, "managers": {**raw["managers"], "supply": 1}}
                assert points("city", further, "Ann", rule, number).points == lack.values["ecus"]
