"""Every way in which a record is refused: its code, its path, and a text in each language that is not English."""

import json
import re

import pytest

from callboard_cli.entry.problems import PYDANTIC_CODES, message
from callboard_cli.speech.face import Face
from callboard_locales import catalog
from callboard_scoring.records import Problem
from conftest import LANGUAGES, ROOT, run_callboard


def player(name="Ann", **changes):
    return {"name": name, "troupe": ["C3"], "chameleons": 0, "requests": [], **changes}


def season(*players, **changes):
    return {"stage": "season", "season": 1, "mood": "comedy", "players": [*players], **changes}


def city(**changes):
    record = {
        "stage": "city",
        "player": "Ann",
        "ecus": {"Ann": 3, "Bob": 2},
        "managers": {"supply": 3, "theatre": 1},
        "needle": "comedy 1",
        "cards": ["T3"],
        "steal_from": [],
    }
    return {**record, **changes}


def final(*ecus):
    return {"stage": "final", "players": [{"name": f"P{n}", "ecus": amount} for n, amount in enumerate(ecus)]}


BOB = player("Bob")
HALF = {"stage": "court", "actors": ["T1"]}
# A sentence, a record, and all problems it has: path and code.
CASES = [
    ("an actor of level 9", season(player(troupe=["C3", "C9"]), BOB), {("players[0].troupe[1]", "actor")}),
    ("an actor of no kind", season(player(troupe=["Q1"]), BOB), {("players[0].troupe[0]", "actor")}),
    ("a number for an actor", season(player(troupe=[3]), BOB), {("players[0].troupe[0]", "string_type")}),
    ("a word for a troupe", season(player(troupe="C3"), BOB), {("players[0].troupe", "tuple_type")}),
    ("a mood there is not", season(player(), BOB, mood="farce"), {("mood", "choice")}),
    ("a third season", season(player(), BOB, season=3), {("season", "less_than_equal")}),
    ("a season in quotes", season(player(), BOB, season="1"), {("season", "int_type")}),
    ("a season and a half", season(player(), BOB, season=1.5), {("season", "int_type")}),
    ("a season that is true", season(player(), BOB, season=True), {("season", "int_type")}),
    ("fewer than no chameleons", season(player(chameleons=-1), BOB), {("players[0].chameleons", "greater_than_equal")}),
    ("a player alone", season(player()), {("players", "too_short")}),
    ("six players", season(*(player(f"P{n}") for n in range(6))), {("players", "too_long")}),
    ("no players at all", {"stage": "season", "season": 1, "mood": "comedy"}, {("players", "missing")}),
    ("players that are a table", season(player(), BOB, players={"a": 1}), {("players", "tuple_type")}),
    ("a player that is a word", season("Ann", player("Cid"), BOB), {("players[0]", "model_type")}),
    ("a key nobody knows", season(player(lucky=7), BOB), {("players[0].lucky", "extra_forbidden")}),
    ("a key nearly right", season(player(troup=[]), BOB), {("players[0].troup", "extra-meant")}),
    (
        "a missing key",
        season({"name": "Ann", "troupe": [], "requests": []}, BOB),
        {("players[0].chameleons", "missing")},
    ),
    ("a name of spaces", season(player("  "), BOB), {("players[0].name", "name-empty")}),
    ("a name of 41 letters", season(player("x" * 41), BOB), {("players[0].name", "name-long")}),
    ("a name with an escape", season(player("\u001b[31mAnn"), BOB), {("players[0].name", "name-characters")}),
    ("a name with half a letter", season(player("A\ud800"), BOB), {("players[0].name", "name-characters")}),
    ("one name twice, but for its case", season(player("bob"), BOB), {("players[1].name", "name-taken")}),
    ("two requests in season 1", season(player(requests=[1, 2]), BOB), {("players[0].requests", "requests")}),
    ("three in season 2", season(player(requests=[1, 2, 3]), BOB, season=2), {("players[0].requests", "requests")}),
    (
        "49 cards",
        season(player(troupe=["C1"] * 24, chameleons=1), player("Bob", troupe=["T1"] * 24)),
        {("players", "encounter-cards")},
    ),
    ("more coins than the box", season(player(requests=[200]), player("Bob", requests=[51])), {("players", "coins")}),
    ("a needle on a zero", {**HALF, "needle": "comedy 0"}, {("needle", "needle")}),
    ("a needle beyond the dial", {**HALF, "needle": "comedy 7", "dial": 6}, {("needle", "beyond-dial")}),
    ("nobody at the court", {"stage": "court", "needle": "comedy 1", "actors": []}, {("actors", "too_short")}),
    ("a needle with a minus", {**HALF, "needle": "comedy -3"}, {("needle", "needle")}),
    ("an actor with a minus", season(player(troupe=["T-1"]), BOB), {("players[0].troupe[0]", "actor")}),
    ("a bonus with a minus", city(cards=["bonus -2"]), {("cards[0]", "city-card")}),
    ("only two purses, of one name", city(ecus={"Ann": 3, "Ann ": 1}), {("ecus", "name-twice")}),
    (
        "purses beyond the box, and a card that pays nothing",
        city(ecus={"Ann": 200, "Bob": 99}, cards=["T4"]),
        {("ecus", "coins")},
    ),
    ("251 ecus at the end", final(250, 1), {("players", "coins")}),
    ("a stranger in the city", city(player="Cid"), {("player", "player")}),
    ("a card that is none", city(cards=["T3", "chair"]), {("cards[1]", "city-card")}),
    ("managers of a sixth colour", city(managers={"supply": 3, "theatre": 4}), {("managers", "managers")}),
    ("purses that are a list", city(ecus=[3, 2]), {("ecus", "dict_type")}),
    ("two purses of one name", city(ecus={"Ann": 3, " Ann": 1, "Bob": 2}), {("ecus", "name-twice")}),
    ("nobody named to steal from", city(cards=["C2"]), {("steal_from", "steal-count")}),
    ("stealing from oneself", city(cards=["C2"], steal_from=["Ann"]), {("steal_from[0]", "opponent")}),
    (
        "stealing from nobody though Bob has ecus",
        city(cards=["C2"], steal_from=[None]),
        {("steal_from[0]", "victim-missing")},
    ),
    (
        "stealing from an empty purse though another is not",
        city(ecus={"Ann": 3, "Bob": 2, "Cid": 0}, cards=["C2"], steal_from=["Cid"]),
        {("steal_from[0]", "victim-poor")},
    ),
    ("sending an actor who is not there", city(send_to_court="T4"), {("send_to_court", "not-in-hand")}),
    (
        "sending an actor who was not paid",
        city(ecus={"Ann": 0, "Bob": 2}, cards=["T5"], send_to_court="T5"),
        {("send_to_court", "not-in-hand")},
    ),
    (
        "a bonus greater than the treasury",
        city(ecus={"Ann": 200, "Bob": 49}, cards=["bonus 2"]),
        {("cards[0]", "treasury")},
    ),
    (
        "everything at once",
        season(
            player("Ann", troupe=["C9", "C1"], requests=[1, 2]),
            player("ANN", chameleons="1"),
            {"name": "Cid"},
            mood="x",
        ),
        {
            ("mood", "choice"),
            ("players[0].troupe[0]", "actor"),
            ("players[0].requests", "requests"),
            ("players[1].name", "name-taken"),
            ("players[1].chameleons", "int_type"),
            ("players[2].troupe", "missing"),
            ("players[2].chameleons", "missing"),
            ("players[2].requests", "missing"),
        },
    ),
]


# --- Turandot --------------------------------------------------------------------------------------------------------


def bid(name="A", number=1, money=0, *, bluff=False):
    return {"name": name, "number": number, "money": money, "bluff": bluff}


def bids(*laid, **changes):
    record = {"game": "turandot", "stage": "round", "round": 1, "puccini": "A", "players": [*laid]}
    return {**record, **changes}


def troupe(name="A", director="none", **changes):
    return {"name": name, "singers": ["1 male goth"] * 6, "director": director, "staging": 0, **changes}


def opera(*troupes, **changes):
    return {"game": "turandot", "stage": "final", "players": [*troupes], **changes}


THREE = [troupe("B", "goths"), troupe("C", "staging")]
IMAGINARY = {"singers": ["1 male goth"] * 6, "director": "indefinite"}
CASES += [
    ("a number that three do not use", bids(bid("A", 5), bid("B", 4), bid("C")), {("players[0].number", "number-out")}),
    ("a number there is not", bids(bid("A", 7), bid("B")), {("players[0].number", "number-out")}),
    ("four money cards", bids(bid("A", 1, 4), bid("B")), {("players[0].money", "less_than_equal")}),
    ("an eighth round", bids(bid("A"), bid("B"), round=8), {("round", "less_than_equal")}),
    ("a bluff that is a word", bids(bid("A", bluff="yes"), bid("B")), {("players[0].bluff", "bool_type")}),
    ("a bluff that is a number", bids(bid("A", bluff=1), bid("B")), {("players[0].bluff", "bool_type")}),
    ("two money cards alone", bids(bid("A", None, 2), bid("B")), {("players[0].money", "lone-money")}),
    ("no bid at all", bids(bid("A", None), bid("B")), {("players[0].number", "no-bid")}),
    ("a bluff alone", bids(bid("A", "-", bluff=True), bid("B")), {("players[0].number", "bluff-alone")}),
    ("a stranger holds Puccini", bids(bid("A"), bid("B"), puccini="Z"), {("puccini", "puccini")}),
    (
        "every bid wrong in its own way",
        bids(bid("A", 9), bid("B", None, 3), bid("a", None), bid("D", None, bluff=True), puccini=""),
        {
            ("puccini", "name-empty"),
            ("players[0].number", "number-out"),
            ("players[1].money", "lone-money"),
            ("players[2].name", "name-taken"),
            ("players[2].number", "no-bid"),
            ("players[3].number", "bluff-alone"),
        },
    ),
    (
        "a singer of four stars",
        opera(troupe(singers=["4 male goth"] * 6), *THREE),
        {(f"players[0].singers[{place}]", "singer") for place in range(6)},
    ),
    (
        "a singer who loves a role that nobody does",
        opera(troupe(singers=["3 male goth ping", *["1 male goth"] * 5]), *THREE),
        {("players[0].singers[0]", "singer")},
    ),
    ("five singers", opera(troupe(singers=["1 male goth"] * 5), *THREE), {("players[0].singers", "too_short")}),
    ("seven singers", opera(troupe(singers=["1 male goth"] * 7), *THREE), {("players[0].singers", "too_long")}),
    ("a director there is not", opera(troupe(director="amateurs"), *THREE), {("players[0].director", "choice")}),
    ("one director twice", opera(troupe(director="goths"), *THREE), {("players[1].director", "director-taken")}),
    ("four staging elements", opera(troupe(staging=4), *THREE), {("players[0].staging", "less_than_equal")}),
    ("a singer in two roles", opera(troupe(roles=[0, 1, 2, 3, 4, 4]), *THREE), {("players[0].roles", "roles")}),
    ("a casting of five", opera(troupe(roles=[0, 1, 2, 3, 4]), *THREE), {("players[0].roles", "roles")}),
    (
        "a role named twice",
        opera(troupe(roles=["turandot", "turandot", "liu", "ping", "pong", "pang"]), *THREE),
        {("players[0].roles", "roles")},
    ),
    (
        "roles and numbers mixed",
        opera(troupe(roles=["turandot", 1, 2, 3, 4, 5]), *THREE),
        {("players[0].roles", "roles")},
    ),
    ("roles that are true", opera(troupe(roles=[True, 0, 2, 3, 4, 5]), *THREE), {("players[0].roles[0]", "int_type")}),
    (
        "two players without Puccini and the imaginary player",
        opera(troupe(), troupe("B", "goths")),
        {("puccini", "puccini-missing"), ("imaginary", "imaginary-missing")},
    ),
    (
        "three players with both",
        opera(troupe(), *THREE, puccini="A", imaginary=IMAGINARY),
        {("puccini", "only-two"), ("imaginary", "only-two")},
    ),
    (
        "an imaginary player with another's director, and a stranger with Puccini",
        opera(troupe(), troupe("B", "indefinite"), puccini="Z", imaginary=IMAGINARY),
        {("imaginary.director", "director-taken"), ("puccini", "puccini")},
    ),
    (
        "an imaginary player with five singers",
        opera(troupe(), troupe("B", "goths"), puccini="A", imaginary={**IMAGINARY, "singers": ["1 male goth"] * 5}),
        {("imaginary.singers", "too_short")},
    ),
]


# --- Intrigo ---------------------------------------------------------------------------------------------------------

FAMILIES = ["contarini", "dandolo", "gradenigo", "morosini"]


def lord(name="A", family="contarini", ducats=0, **seals):
    return {"name": name, "family": family, "ducats": ducats, "seals": seals}


def lords(number):
    return [lord("ABCD"[place], FAMILIES[place]) for place in range(number)]


RING = [f"{family} {value}" for family in FAMILIES for value in (2, 3, 4)]


def palace(players=None, **changes):
    record = {
        "game": "intrigo",
        "stage": "round",
        "players": players or lords(3),
        "palace": ["none"] * 12,
        "gaps": RING,
    }
    return {**record, **changes}


CASES += [
    ("eleven buildings", palace(palace=["none"] * 11), {("palace", "palace")}),
    ("thirteen gaps", palace(gaps=[*RING, "thief"]), {("gaps", "gaps")}),
    ("a ring for three with four players", palace(lords(4)), {("palace", "palace"), ("gaps", "gaps")}),
    ("two lords", palace(lords(2)), {("players", "too_short")}),
    ("one family twice", palace([*lords(2), lord("C", "dandolo")]), {("players[2].family", "family-taken")}),
    ("Tiepolo's own player", palace([*lords(2), lord("C", "tiepolo")]), {("players[2].family", "choice")}),
    ("Tiepolo with three", palace(gaps=[*RING[:11], "tiepolo 2"]), {("gaps[11]", "no-tiepolo")}),
    (
        "four seals before the awards",
        palace([*lords(2), lord("C", FAMILIES[2], clergy=4)]),
        {("players[2].seals", "already-won")},
    ),
    (
        "all five before the awards",
        palace([*lords(2), lord("C", FAMILIES[2], merchants=1, military=1, clergy=1, farmers=1, workers=1)]),
        {("players[2].seals", "already-won")},
    ),
    (
        "a seal of no faction",
        palace([*lords(2), lord("C", FAMILIES[2], vintners=1)]),
        {("players[2].seals.vintners", "choice")},
    ),
    (
        "fewer seals than none",
        palace([*lords(2), lord("C", FAMILIES[2], clergy=-1)]),
        {("players[2].seals.clergy", "greater_than_equal")},
    ),
    (
        "one faction in two languages",
        palace([*lords(2), lord("C", FAMILIES[2], clergy=1, clero=1)]),
        {("players[2].seals", "name-twice")},
    ),
    ("one card in two gaps", palace(gaps=[*RING[:11], "contarini 2 face-down"]), {("gaps[11]", "card")}),
    ("a value of 5", palace(gaps=[*RING[:11], "contarini 5"]), {("gaps[11]", "gap")}),
    ("an influence card face down", palace(gaps=[*RING[:11], "thief face-down"]), {("gaps[11]", "gap")}),
    ("four thieves", palace(gaps=[*RING[:8], *["thief"] * 4]), {("gaps[11]", "card")}),
    (
        "four seals of one kind lying",
        palace(palace=[*["clergy"] * 3, "clergy face-down", *["none"] * 8]),
        {("palace[3]", "seals")},
    ),
    ("a token that is none", palace(palace=["florin", *["none"] * 11]), {("palace[0]", "token")}),
    ("nothing, face down", palace(palace=["none face-down", *["none"] * 11]), {("palace[0]", "token")}),
    (
        "more ducats than the box",
        palace([*lords(2), lord("C", FAMILIES[2], 32)], palace=["ducat", *["none"] * 11]),
        {("players", "ducats")},
    ),
]


# --- The Magnificent -------------------------------------------------------------------------------------------------

FOUR = ["orange 1", "green 1", "purple 1", "clear 1"]


def magnificent(stage, **fields):
    return {"game": "magnificent", "stage": stage, **fields}


def taken(**changes):
    return magnificent("power", **{"die": "orange 3", "earlier": [], "gems": 0, "modifiers": 0, **changes})


def owner(name="A", **changes):
    return {"name": name, "points": 0, "coins": 5, "dice": FOUR, "card": "flat", **changes}


def end(name="A", place=1, **changes):
    player = {"name": name, "points": 0, "coins": 5, "dice": FOUR, "cards": ["flat"] * 4, "plots": [0] * 9, "gems": 0}
    return {**player, "hat_place": place, **changes}


def rounds(*owners, number=1):
    return magnificent("round", round=number, players=[*owners])


def finish(*ends):
    return magnificent("final", players=[*ends])


POSTER = {"tiles": {}, "gems": {}, "points": 1, "coins": 0, "tent": None}


def posters(*own, **changes):
    return magnificent("perform", **{"posters": [*own], "camp": {}, "gems": {}, "limit": 1, **changes})


def track(*hats, **changes):
    players = [{"name": "ABCD"[place], "hats": own} for place, own in enumerate(hats)]
    return magnificent("picks", **{"round": 1, "players": players, **changes})


CASES += [
    ("a seventh face", taken(die="orange 7"), {("die", "die")}),
    ("a blue die", taken(earlier=["blue 3"]), {("earlier[0]", "die")}),
    ("a clear die without a colour", taken(die="clear 3"), {("as", "as-missing")}),
    ("a coloured die with another colour", taken(**{"as": "green"}), {("as", "as-coloured")}),
    ("a clear die as a clear one", taken(die="clear 3", **{"as": "clear"}), {("as", "choice")}),
    ("four dice before the fifth", taken(earlier=["orange 1"] * 4), {("earlier", "too_long")}),
    ("seven gems", taken(gems=7), {("gems", "less_than_equal")}),
    ("five dice in a round", rounds(owner(dice=[*FOUR, "orange 2"])), {("players[0].dice", "too_long")}),
    (
        "more orange dice than two players have",
        rounds(owner(dice=["orange 1"] * 3 + ["clear 1"]), owner("B", dice=["orange 2", *FOUR[1:]])),
        {("players[1].dice[0]", "dice")},
    ),
    ("five players", rounds(*(owner("ABCDE"[n]) for n in range(5))), {("players", "too_long")}),
    ("a card there is not", rounds(owner(card="balloons 3")), {("players[0].card", "card")}),
    (
        "a condition there is not",
        rounds(owner(card={"condition": "balloons"})),
        {("players[0].card.condition", "choice")},
    ),
    ("a card without its count", rounds(owner(card="tents")), {("players[0].card.count", "card-count")}),
    ("five tents", rounds(owner(card="tents 5")), {("players[0].card.count", "count")}),
    ("a count for a card without one", rounds(owner(card="flat 2")), {("players[0].card.count", "no-count")}),
    ("more coins for a card than are left", rounds(owner(card="coins-paid 4")), {("players[0].card.count", "paid")}),
    ("121 coins", rounds(owner(coins=120), owner("B", coins=1)), {("players", "coins")}),
    ("a fourth round", rounds(owner(), number=4), {("round", "less_than_equal")}),
    (
        "rows that the camp does not have",
        rounds(owner(card="rows 2", grid=["OO", "O."])),
        {("players[0].card.count", "camp-differs")},
    ),
    ("a camp with a longer row", rounds(owner(grid=["OO", "OOO"])), {("players[0].grid[1]", "row-width")}),
    ("a camp with a letter too many", rounds(owner(grid=["OX"])), {("players[0].grid[0]", "row")}),
    ("a camp of numbers", rounds(owner(grid=[12])), {("players[0].grid[0]", "string_type")}),
    ("a camp 27 cells wide", rounds(owner(grid=["O" * 27])), {("players[0].grid[0]", "too_long")}),
    ("three cards at the end", finish(end(cards=["flat"] * 3)), {("players[0].cards", "too_short")}),
    ("eight plots", finish(end(plots=[0] * 8)), {("players[0].plots", "too_short")}),
    ("thirteen gems", finish(end(gems=13)), {("players[0].gems", "less_than_equal")}),
    ("two hats on one space", finish(end(), end("B")), {("players[1].hat_place", "place-taken")}),
    (
        "more coloured gems on a card than in storage",
        finish(end(gems=1, cards=["coloured-gems 2", *["flat"] * 3])),
        {("players[0].cards[0].count", "gems-stored")},
    ),
    (
        "more tiles counted than the box holds, over two players",
        rounds(owner(card="large-tiles 20"), owner("B", card="large-tiles 17")),
        {("players", "tiles-shared")},
    ),
    (
        "more posters counted than there are, over two players",
        rounds(owner(card="artist 30"), owner("B", card="fire-posters 30")),
        {("players", "posters-shared")},
    ),
    (
        "a rectangle larger than any in the camp",
        rounds(owner(card="rectangle 9", grid=["OOG", "OO."])),
        {("players[0].card.count", "camp-rectangle")},
    ),
    (
        "two counts of the same tents",
        finish(end(cards=["tents 2", "tents 3", "flat", "flat"])),
        {("players[0].cards[1].count", "cards-differ")},
    ),
    (
        "more open cells in plots than in the camp",
        finish(end(grid=["O.", "OO"], plots=[2, *[0] * 8])),
        {("players[0].plots", "camp-plots")},
    ),
    (
        "a poster of thirteen large tiles",
        posters({**POSTER, "tiles": {"orange large": 13}}),
        {("posters[0].tiles.orange large", "tiles")},
    ),
    ("a camp of one colour that the box does not hold", magnificent("camp", grid=["O" * 14] * 10), {("grid", "cells")}),
    ("a row with a space", magnificent("camp", grid=["O O"]), {("grid[0]", "row")}),
    (
        "two cards that take more coins than there are",
        finish(end(cards=["coins-paid 3", "coins-paid 3", "flat", "flat"])),
        {("players[0].cards", "paid-cards")},
    ),
    ("no plots at all", finish(end(plots=None)), {("players[0].plots", "plots-missing")}),
    (
        "plots told twice, and only two of them drawn",
        finish(end(grid=["OOO"], areas=["A1-A1", "B1-B1"])),
        {("players[0].plots", "plots-twice")},
    ),
    (
        "two plots drawn of nine",
        finish(end(plots=None, grid=["OOO"], areas=["A1-A1", "B1-B1"])),
        {("players[0].areas", "areas-few")},
    ),
    (
        "plots outside the camp and over each other",
        magnificent("camp", grid=["OOO", "..."], areas=["A1-B2", "B2-C2", "A1-D1", "A0-B1"]),
        {("areas[3]", "area")},
    ),
    (
        "plots outside the camp, and over each other",
        magnificent("camp", grid=["OOO", "..."], areas=["A1-B2", "B2-C2", "A1-D1"]),
        {("areas[1]", "area-overlaps"), ("areas[2]", "area-outside")},
    ),
    ("six posters", posters(*[POSTER] * 6), {("posters", "too_long")}),
    (
        "a tile of no colour",
        posters({**POSTER, "tiles": {"clear large": 1}}),
        {("posters[0].tiles.clear large", "tile")},
    ),
    ("a red gem", posters(POSTER, gems={"red": 1}), {("gems.red", "gem")}),
    ("a fourth gem of a kind", posters(POSTER, gems={"orange": 4}), {("gems.orange", "less_than_equal")}),
    ("thirteen large tiles", posters(POSTER, camp={"orange large": 13}), {("camp.orange large", "tiles")}),
    ("one tile named twice", posters(POSTER, camp={"orange large": 1, "large orange": 1}), {("camp", "name-twice")}),
    ("a tent that is none", posters({**POSTER, "tent": "hut 3"}), {("posters[0].tent", "tent")}),
    ("two hats on a space", track([3, 5], [5]), {("players[1].hats[0]", "space-taken")}),
    ("three hats of one player", track([3, 5, 7], [1]), {("players[0].hats", "too_long")}),
    ("a solo game without the other hats", track([3]), {("dummies", "dummies")}),
    ("other hats in a game for two", track([3], [4], dummies=[6, 7, 8]), {("dummies", "no-dummies")}),
]


# --- Historia --------------------------------------------------------------------------------------------------------


def tally(*amounts):
    players = [{"name": f"P{place}", "amounts": own} for place, own in enumerate(amounts)]
    return {"game": "historia", "stage": "tally", "players": players}


CASES += [
    ("points from nowhere", tally({"luck": 3}), {("players[0].amounts.luck", "choice")}),
    ("half a point", tally({"wonders": 1.5}), {("players[0].amounts.wonders", "int_type")}),
    ("seven civilisations", tally(*[{}] * 7), {("players", "too_long")}),
    ("one source in two languages", tally({"war": 1, "война": 2}), {("players[0].amounts", "name-twice")}),
    ("amounts in a list", tally([3]), {("players[0].amounts", "dict_type")}),
]


@pytest.fixture(scope="module")
def answers():
    """All records in all languages, by one run a language."""
    text = "".join(json.dumps({"game": "histrio", **record}) + "\n" for _, record, _ in CASES)
    answered = {}
    for language in LANGUAGES:
        ran = run_callboard("batch", "--lang", language, stdin=text)
        assert ran.status == 1
        lines = [json.loads(line) for line in ran.out.splitlines()]
        assert len(lines) == len(CASES)
        answered[language] = dict(zip((name for name, _, _ in CASES), lines, strict=True))
    return answered


@pytest.mark.parametrize(("name", "expected"), [(name, expected) for name, _, expected in CASES])
def test_all_problems_are_told_at_once(name, expected, answers):
    number = [case[0] for case in CASES].index(name) + 1
    english = answers["en"][name]
    assert english["line"] == number
    assert {(error["path"], error["code"]) for error in english["errors"]} == expected
    for language in ("ru", "es"):
        for error, original in zip(answers[language][name]["errors"], english["errors"], strict=True):
            assert (error["path"], error["code"]) == (original["path"], original["code"])
            assert error["text"] != original["text"]
            assert "%(" not in error["text"]


def test_every_code_of_pydantic_that_we_put_into_words_is_one_that_a_record_can_give():
    met = {code for _, _, expected in CASES for _, code in expected}
    assert set(PYDANTIC_CODES) <= met


def test_a_message_names_the_player_the_field_and_what_would_be_right(answers):
    (error,) = answers["ru"]["an actor of level 9"]["errors"]
    assert (
        error["text"]
        == "Ann · труппа · 2: «C9» — не актёр: нужны буква К (комедиант) или Т (трагик) и уровень от 1 до 5, например К3"
    )


BAD_BYTES = [
    ("broken TOML", b"season == 1", "toml"),
    ("TOML without a value", b"season = ", "toml-end"),
    ("TOML that breaks off", b'mood = """comedy', "toml-end"),
    ("broken JSON", b'{"season": 1,', "json"),
    ("a key twice in JSON", b'{"season": 1, "season": 2}', "key-twice"),
    ("a number that is none", b'{"season": NaN}', "number"),
    ("a number of 5,000 digits", b'{"season": ' + b"9" * 5000 + b"}", "number"),
    ("a TOML number of 5,000 digits", b"season = " + b"9" * 5000, "number"),
    ("deep JSON", b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "deep"),
    ("deep TOML", b"a = " + b"[" * 40_000 + b"]" * 40_000, "deep"),
    ("a picture", b"\x89PNG\r\n\x1a\n\x00\x00", "not-utf8"),
    ("zeros", b"\x00" * 64, "binary"),
    ("Cyrillic in an old encoding", "настроение".encode("cp1251"), "not-utf8"),
    ("UTF-16", "season = 1\n".encode("utf-16"), "not-utf8"),
    ("a list", b"[1]\n", None),
    ("a lone number", b"7", "no-table"),
    ("a hexadecimal number of 6,000 digits", b"season = 0x" + b"F" * 6000, None),
    ("nothing", b"", None),
    ("too much", b" " * 100_001, "too-large"),
]


@pytest.mark.parametrize(("content", "code"), [case[1:] for case in BAD_BYTES], ids=[case[0] for case in BAD_BYTES])
def test_whatever_the_bytes_there_is_an_answer_and_no_traceback(content, code, tmp_path):
    for source in ("stdin", "file"):
        path = tmp_path / "record.dat"
        path.write_bytes(content)
        target = "-" if source == "stdin" else str(path)
        ran = run_callboard("score", "histrio", "season", target, "--json", stdin=content if source == "stdin" else b"")
        assert ran.status == 1
        errors = ran.json()["errors"]
        assert errors
        if code:
            assert code in [error["code"] for error in errors]
            told = run_callboard("score", "histrio", "season", target, "--lang", "ru", stdin=content)
            assert told.status == 1
            assert any("а" <= letter <= "я" for letter in told.err)


def test_a_huge_file_is_refused_by_its_size_without_being_read(tmp_path):
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(1_000_000_000)
    ran = run_callboard("score", "histrio", "season", str(path))
    assert ran.status == 1
    assert "100000 bytes" in ran.err


SEASON = ("histrio", "season", "season=1", "mood=comedy")
LORDS = ("intrigo", "round", "Ada: Contarini 1", "Ben: Dandolo 0", "Cleo: Gradenigo 2")
# A sentence, what is typed behind `callboard score`, standard input, and all problems it has: path and code.
TYPED = [
    ("a player without a colon", [*SEASON, "Ann C3", "Ann:", "Bob:"], "", {("", "no-colon")}),
    ("a word that fits nowhere", [*SEASON, "Ann: C3 stage", "Bob:"], "", {("players[0]", "typed-word")}),
    ("a field typed twice", [*SEASON, "season=2", "Ann: C3", "Bob:"], "", {("season", "key-twice")}),
    (
        "a card after a card",
        [*LORDS, "ducat, Contarini 4, Dandolo 2"],
        "",
        {("", "out-of-turn"), ("palace", "palace"), ("gaps", "gaps")},
    ),
    (
        "the record of another stage",
        ["histrio", "court", "-"],
        json.dumps({"game": "histrio", **final(3, 2)}),
        {("stage", "other-stage"), ("players", "extra_forbidden"), ("needle", "missing"), ("actors", "missing")},
    ),
    ("more words than anybody types", ["histrio", "final", "Ann: " + "1 " * 3000], "", {("", "typed-long")}),
    ("a word of a thousand letters", ["histrio", "court", f"needle={'x' * 1001}", "C3"], "", {("needle", "text-long")}),
    (
        "more cards than all decks",
        ["histrio", "court", "-"],
        json.dumps({"needle": "comedy 1", "actors": ["C1"] * 3001}),
        {("", "too-many-values")},
    ),
    ("a file there is not", ["histrio", "season", "missing.toml"], "", {("", "no-file")}),
    ("a folder for a file", ["histrio", "season", "."], "", {("", "directory")}),
    ("a file that cannot be opened", ["histrio", "season", f"{__file__}/night.toml"], "", {("", "closed-file")}),
]


@pytest.mark.parametrize(
    ("arguments", "stdin", "expected"), [case[1:] for case in TYPED], ids=[case[0] for case in TYPED]
)
def test_what_is_typed_is_refused_in_every_language(arguments, stdin, expected, callboard):
    told = set()
    for language in LANGUAGES:
        ran = callboard("score", *arguments, "--json", "--lang", language, stdin=stdin)
        found = {(error["path"], error["code"]) for error in ran.json()["errors"]}
        assert found == expected
        told |= {error["text"] for error in ran.json()["errors"]}
        people = callboard("score", *arguments, "--lang", language, stdin=stdin)
        assert (people.status, people.out) == (ran.status, "")
        assert all(error["text"] in people.err for error in ran.json()["errors"])
    assert len(told) == len(expected) * len(LANGUAGES)


@pytest.mark.parametrize("target", ["missing.toml", ".", f"{__file__}/night.toml"])
def test_a_file_that_cannot_be_read_is_a_mistake_of_the_command_line(target, callboard):
    ran = callboard("score", "histrio", "season", target, "--lang", "es")
    assert ran.status == 2
    assert target in ran.err


CODES = [
    ("rubbish", "code-shape"),
    ("histrio-4-9-00002d-1i", "code-shape"),
    ("histrio-4-0-000000-1a", "code-mistyped"),
    ("histrio-4-0-00002d-2m", "code-version"),
    ("chess-2-0-00002d-1h", "code-game"),
]


@pytest.mark.parametrize(("typed", "code"), CODES)
def test_a_code_that_makes_no_set_up_is_told_why(typed, code, callboard):
    for language in LANGUAGES:
        ran = callboard("setup", "histrio", "--code", typed, "--lang", language)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(catalog(language).text(f"error.{code}").partition("%(")[0])


def test_every_error_is_reached_by_a_case_above():
    """The heading and a nameless player's number are no errors; `other` is for what pydantic may invent one day."""
    catalogs = ROOT.glob("locales/callboard_locales/en/LC_MESSAGES/*.po")
    written = "\n".join(path.read_text(encoding="utf-8") for path in catalogs)
    declared = set(re.findall(r'^msgid "(\S*error\.\S+)"$', written, re.MULTILINE))
    declared -= {"error.heading", "error.player-number", "error.other"}
    reached = {f"error.{code}" for _, code in CODES} | {f"error.{code}" for *_, code in BAD_BYTES if code}
    reached |= {"error.more", *(f"error.{code}" for *_, expected in TYPED for _, code in expected)}
    for _, record, expected in CASES:
        for _, code in expected:
            own = f"{record.get('game', 'histrio')}/error.{code}"
            reached.add(own if own in declared else f"error.{code}")
    assert len(declared) > 100
    assert declared - reached == set(), "write a case for each"


def test_an_error_that_nobody_knows_yet_is_told_all_the_same():
    face = Face(catalog("en"), plain=True)
    assert message(Problem(("mood",), "invented"), face, "histrio") == catalog("en").text("error.other")


def test_names_are_shown_as_typed_and_never_interpreted(callboard):
    record = season(player("[bold]x[/bold]"), player("%(count)s \\u001b[31m"))
    ran = callboard("score", "histrio", "season", "-", stdin=json.dumps(record))
    assert ran.status == 0
    assert "[bold]x[/bold]: total" in ran.out
    assert "%(count)s \\u001b[31m: total" in ran.out
    bad = callboard("score", "histrio", "season", "-", stdin=json.dumps(season(player("\u001b[31m\u202e"), BOB)))
    assert bad.status == 1
    assert "\u001b" not in bad.err
    assert "\u202e" not in bad.err
    assert "\\x1b[31m\\u202e" in bad.err


def test_a_bad_line_of_a_batch_leaves_its_errors_in_its_place_and_the_run_goes_on(callboard):
    good = json.dumps(
        {"game": "histrio", "stage": "final", "players": [{"name": "A", "ecus": 3}, {"name": "B", "ecus": 2}]}
    )
    lines = [
        good,
        "not json",
        "",
        '{"game": "chess", "stage": "mate"}',
        '{"game": "histrio", "stage": "coda"}',
        "[]",
        '{"game": "histrio"}',
        "{}",
        good,
    ]
    ran = callboard("batch", stdin="\n".join(lines))
    assert ran.status == 1
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [answer.get("line") for answer in answers] == [None, 2, 4, 5, 6, 7, 8, None]
    assert [[error["path"] for error in answer.get("errors", [])] for answer in answers] == [
        [],
        [""],
        ["game"],
        ["stage"],
        [""],
        ["stage"],
        ["game", "stage"],
        [],
    ]
    assert answers[0]["winners"] == answers[-1]["winners"] == ["A"]


def test_game_and_stage_in_a_file_must_agree_with_the_command(callboard):
    record = {"game": "histrio", **final(3, 2)}
    assert callboard("score", "histrio", "final", "-", stdin=json.dumps(record)).status == 0
    other = callboard("score", "histrio", "court", "-", "--json", stdin=json.dumps(record))
    assert other.status == 1
    assert ("stage", "other-stage") in [(error["path"], error["code"]) for error in other.json()["errors"]]


def test_of_many_problems_a_hundred_are_told_and_how_many_more(callboard):
    record = {"needle": "comedy 1", "actors": ["Q1"] * 250}
    for language in LANGUAGES:
        ran = callboard("score", "histrio", "court", "-", "--json", "--lang", language, stdin=json.dumps(record))
        errors = ran.json()["errors"]
        assert [error["code"] for error in errors].count("actor") == 100
        assert errors[-1]["code"] == "more"
        assert re.findall(r"\d+", errors[-1]["text"]) == [str(250 - 100)]
