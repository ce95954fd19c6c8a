"""Games of Histrio played by the rules, with whatever the cards may hold: none of their tables is doubted."""

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from callboard_scoring.games import find_game
from callboard_scoring.records import read_record
from callboard_scoring.words import NO_WORDS

GAME = find_game("histrio")
CITIES = range(1, 9)


def deck(chance, kinds):
    """Lay out 48 Encounter cards: nobody knows how many of each kind there are, so any mixture of these will do."""
    return [chance.choice(kinds) for _ in range(48)]


class Night:
    """One game, played at random by the rulebook; it collects the record of each stage that comes up."""

    def __init__(self, seed, players, kinds, together):
        self.chance, self.together, self.kinds = Random(seed), together, kinds
        self.names = [f"P{number}" for number in range(players)]
        self.ecus = dict.fromkeys(self.names, 3)
        self.theatre = dict.fromkeys(self.names, 0)
        self.acrobats = dict.fromkeys(self.names, 0)
        self.hands = {name: set(CITIES) for name in self.names}
        self.needle = self.chance.choice(["comedy 1", "tragedy 1"])
        self.records = []

    def play(self):
        for season in (1, 2):
            self.troupes = {name: [] for name in self.names}
            pile = deck(self.chance, self.kinds)[: 48 - sum(self.acrobats.values())]
            self.cities = {city: [] for city in CITIES}
            self.deal(pile)
            while True:
                self.turn()
                if not pile:
                    break
                self.deal(pile)
            self.festival(season)
        self.records.append(("final", {"players": [{"name": name, "ecus": self.ecus[name]} for name in self.names]}))
        return self.records

    def deal(self, pile):
        for city in CITIES:
            if pile:
                self.cities[city].append(pile.pop())

    def turn(self):
        shared = self.chance.choice(sorted(set.intersection(*self.hands.values()) or {0}))
        where = {}
        for name in self.names:
            hand = self.hands[name]
            rich = max(sorted(hand), key=lambda city: len(self.cities[city]))
            go = (
                shared if shared and self.chance.random() < self.together else self.chance.choice([rich, *sorted(hand)])
            )
            hand.discard(go)
            where.setdefault(go, []).append(name)
        for city in sorted(where):
            cards, self.cities[city] = self.cities[city][::-1], []
            if len(where[city]) > 1:
                self.court([card for card in cards if card[0] in "CT"])
            elif cards:
                self.alone(where[city][0], cards)
        for name in self.names:
            if len(self.hands[name]) <= 1:
                self.hands[name] = set(CITIES)

    def score(self, stage, raw):
        self.records.append((stage, raw))
        return GAME.score(stage, read_record(GAME.record(stage), raw, NO_WORDS)).outcome

    def court(self, actors):
        if actors:
            told = self.score("court", {"needle": self.needle, "actors": actors})
            self.moved(told)

    def moved(self, told):
        self.needle = told.needle
        if told.changed:
            self.theatre = dict.fromkeys(self.names, 0)

    def alone(self, name, cards):
        others = [other for other in self.names if other != name]
        victims = [self.chance.choice(others) for card in cards if card[1:] == "2"]
        raw = {
            "player": name,
            "ecus": dict(self.ecus),
            "managers": {"supply": 3 - self.theatre[name], "theatre": sum(self.theatre.values())},
            "needle": self.needle,
            "cards": cards,
            "steal_from": victims,
        }
        kept = self.score("city", raw).kept
        self.records.pop()
        raw["send_to_court"] = self.chance.choice([*kept, None])
        told = self.score("city", raw)
        self.ecus = dict(told.ecus)
        self.troupes[name] += told.kept
        self.acrobats[name] += cards.count("acrobat")
        self.theatre[name] = 3 - told.managers.supply
        self.moved(told)
        if told.recovered:
            self.hands[name] = set(CITIES)

    def festival(self, season):
        players = [
            {
                "name": name,
                "troupe": self.troupes[name],
                "chameleons": self.chance.randint(0, self.acrobats[name]),
                "requests": [self.chance.randint(0, 6) for _ in range(self.chance.randint(0, season))],
            }
            for name in self.names
        ]
        raw = {"season": season, "mood": self.needle.split()[0], "players": players}
        record = read_record(GAME.record("season"), raw, NO_WORDS)
        self.records.append(("season", raw))
        for paid in GAME.score("season", record).players:
            self.ecus[paid.name] += paid.total
        self.needle = self.chance.choice(["comedy 1", "tragedy 1"])


ACTORS = [f"{kind}{level}" for kind in "CT" for level in range(1, 6)]
MIXTURES = [
    [*ACTORS, *ACTORS, "bonus 1", "bonus 2", "bonus 3", "acrobat"],
    ["T3", "C3", "T2", "C2", "bonus 3"],
    ["C1", "T1", "acrobat"],
    ["C4", "T5", "C5", "T4"],
    ["acrobat", "bonus 1", "T3"],
]


@given(st.integers(0, 2**32), st.integers(2, 5), st.sampled_from(MIXTURES), st.sampled_from([0, 0.5, 1]))
@example(seed=1, players=2, kinds=MIXTURES[0], together=0)
@example(seed=1, players=5, kinds=MIXTURES[1], together=1)
def test_no_table_of_a_game_by_the_rules_is_doubted(seed, players, kinds, together):
    for stage, raw in Night(seed, players, kinds, together).play():
        result = GAME.score(stage, read_record(GAME.record(stage), raw, NO_WORDS))
        owed = [doubt for doubt in result.doubts if doubt.code == "histrio/doubt.coins"]
        assert [doubt for doubt in result.doubts if doubt not in owed] == [], (stage, raw)
        assert not owed or sum(score.total for score in result.players) > 250  # what the box holds


@pytest.mark.parametrize("players", [2, 3])
def test_the_games_come_to_every_stage_and_to_full_piles(players):
    """The generator itself: a city that nobody visits for a while fills up to six cards."""
    records = [record for seed in range(20) for record in Night(seed, players, MIXTURES[0], 0.3).play()]
    assert {stage for stage, _ in records} == set(GAME.scored)
    assert max(len(raw["cards"]) for stage, raw in records if stage == "city") == 6
