"""Evenings of every game, played at random by people who type each record whole, or only what nobody can know."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import dataclass
from random import Random

from callboard_scoring.games import find_game
from callboard_scoring.records import read_record
from callboard_scoring.words import NO_WORDS
from circus import Circus
from palaces import Evening as PalaceEvening

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eva", "Fay")
STARTING_ECUS = 3


@dataclass(frozen=True)
class Step:
    """A record: whole, and as it is typed where all that is known before is left out."""

    stage: str
    whole: dict
    typed: dict
    whose: str = ""

    @property
    def entered(self):
        """The whole record, with whose it is where the stage asks for it."""
        return {**self.whole, "player": self.whose} if self.whose else self.whole


def scored(game, stage, raw):
    """Score a whole record, by the scorer alone."""
    described = find_game(game)
    return described.score(stage, read_record(described.record(stage), raw, NO_WORDS))


def without(raw, *fields, players=()):
    """Return a record without some fields of its own, and of its players without others."""
    told = {key: copy.deepcopy(value) for key, value in raw.items() if key not in fields}
    if players:
        told["players"] = [{key: row[key] for key in row if key not in players} for row in told["players"]]
    return told


def by_gains(raw, totals, field):
    """Return a record in which each player's total is told as what was gained."""
    rows = [{**row, "gained": row[field] - totals[row["name"]]} for row in raw["players"]]
    return {**raw, "players": [{key: row[key] for key in row if key != field} for row in rows]}


# --- Histrio ---------------------------------------------------------------------------------------------------------


def histrio(random, names):
    """Two seasons with courts and cities between them, and the end."""
    totals = dict.fromkeys(names, STARTING_ECUS)
    chameleons = dict.fromkeys(names, 0)
    played = dict.fromkeys(names, 0)
    for season in (1, 2):
        joined = {name: [] for name in names}
        if season == 2 and random.random() < 0.5:
            whole = {"needle": random.choice(("comedy 1", "tragedy 1"))}
            yield Step("prepare", whole, whole)
        if random.random() < 0.3:
            actors = [_actor(random) for _ in range(random.randint(1, 3))]
            whole = {"needle": random.choice(("comedy 2", "tragedy 1")), "actors": actors}
            yield Step("court", whole, whole)
        if random.random() < 0.5:
            whole = _city(random, totals)
            yield Step("city", whole, whole)
            outcome = scored("histrio", "city", whole).outcome
            totals, joined[whole["player"]] = dict(outcome.ecus), [*outcome.kept]
        players = [
            {
                "name": name,
                "troupe": joined[name] + [_actor(random) for _ in range(random.randint(0, 5))],
                "chameleons": chameleons[name] + random.randint(0, 1),
                "requests": [random.randint(1, 6) for _ in range(random.randint(0, played[name] + 1))],
            }
            for name in names
        ]
        whole = {"season": season, "mood": random.choice(("comedy", "tragedy")), "players": players}
        yield Step("season", whole, without(whole, "season"))
        chameleons = {player["name"]: player["chameleons"] for player in players}
        played = {player["name"]: len(player["requests"]) for player in players}  # these may pay once more
        for score in scored("histrio", "season", whole).players:
            totals[score.name] += score.total
    whole = {"players": [{"name": name, "ecus": totals[name] + random.randint(0, 6)} for name in names]}
    yield Step("final", whole, by_gains(whole, totals, "ecus"))


def _actor(random):
    return random.choice("CT") + random.choice("12345")


def _city(random, totals):
    cards = [random.choice(("bonus 2", "acrobat", "C1", "T3", "C4", "T5")) for _ in range(random.randint(1, 4))]
    return {
        "player": random.choice(list(totals)),
        "ecus": dict(totals),
        "managers": {"supply": 3, "theatre": 1},
        "needle": "comedy 1",
        "cards": cards,
    }


# --- Intrigo ---------------------------------------------------------------------------------------------------------


def intrigo(random, names):
    """Rounds until somebody wins."""
    evening = PalaceEvening(random.randrange(2**32), len(names), eager=0.2, spoil=random.random() < 0.3)
    for number, table in enumerate(evening.rounds(5)):
        whole = copy.deepcopy(table)
        whole["players"].sort(key=lambda row: row["name"])
        yield Step("round", whole, without(whole, players=("family", "seals")) if number else whole)


# --- The Magnificent -------------------------------------------------------------------------------------------------


def magnificent(random, names):
    """Three rounds with all that happens in them, of which some is written down, and the end."""
    circus = Circus(random, names, lambda stage, raw: scored("magnificent", stage, raw))
    for entry in circus.entries():
        yield Step(*copy.deepcopy(entry))


# --- Turandot --------------------------------------------------------------------------------------------------------

_TYPES = ("professional", "amateur", "alternative", "classical", "comedian", "goth")
_DIRECTORS = ("goths", "comedians", "alternatives", "classicals", "favourites", "staging", "indefinite", "none")


def turandot(random, names):
    """Seven rounds and the opera."""
    first = random.randrange(len(names))
    money, staging = dict.fromkeys(names, 3), Counter()
    for number in range(1, 8):
        players = []
        for name in names:
            alone = money[name] and random.random() < 0.3
            players.append(
                {
                    "name": name,
                    "number": None if alone else random.randint(1, len(names) + 1),
                    "money": 1 if alone else random.randint(0, min(1, money[name])),
                    "bluff": random.random() < 0.2,
                }
            )
        passed = number - 1
        whole = {"round": number, "puccini": names[(first + passed) % len(names)], "players": players}
        yield Step("round", whole, without(whole, "round", "puccini") if number > 1 else without(whole, "round"))
        for name, hired in scored("turandot", "round", whole).outcome.players.items():
            money[name] -= hired.spent
            staging[name] += hired.staging is not None
    directors = random.sample(_DIRECTORS, len(names) + 1)
    players = [
        {"name": name, "singers": _singers(random), "director": directors.pop(), "staging": staging[name]}
        for name in names
    ]
    whole = {"players": players}
    if len(names) == 2:
        holder = names[(first + 6) % 2]
        whole |= {"puccini": holder, "imaginary": {"singers": _singers(random), "director": directors.pop()}}
    yield Step("final", whole, without(whole, "puccini", players=("staging",)))


def _singers(random):
    sexes = ("male", "female", "indefinite")
    return [f"{random.randint(1, 3)} {random.choice(sexes)} {kind}" for kind in random.sample(_TYPES, 6)]


# --- Historia --------------------------------------------------------------------------------------------------------


def historia(random, names):
    """A few tallies, which are added up."""
    for _ in range(random.randint(1, 3)):
        players = [
            {"name": name, "amounts": {"territories": random.randint(0, 30), "war": random.randint(-3, 9)}}
            for name in names
        ]
        yield Step("tally", {"players": players}, {"players": players})


PLAYED = {game.__name__: game for game in (histrio, intrigo, magnificent, turandot, historia)}


def steps(game, seed, names):
    """Return the records of an evening of a game."""
    return list(PLAYED[game](Random(seed), names))


def seats(game, seed):
    """Return some names, as many as can play."""
    fewest, most = find_game(game).players
    return NAMES[: Random(seed).randint(fewest, most)]
