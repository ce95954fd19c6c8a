"""Histrio's pieces: what the box holds, and the tokens. Actors are `C1`-`C5` (comedians) and `T1`-`T5` (tragedians)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from callboard_scoring.fields import Token, above, choice, count
from callboard_scoring.ledger import reading
from callboard_scoring.problems import Location, Problem
from callboard_scoring.setup import Pieces

# What the box holds (Russian rulebook, the list of components).
COLOURS = 5
MANAGERS = 3  # of each colour
ENCOUNTER_CARDS = 48
LEVELS = 5
"""The highest level of an actor's experience."""
COINS: Pieces = {"gold-coin": 10, "silver-coin": 20, "copper-coin": 50}
WORTH = {"gold-coin": 10, "silver-coin": 5, "copper-coin": 1}
"""What a coin is worth, in ecus."""
ECUS = sum(number * WORTH[coin] for coin, number in COINS.items())
MOST_ECUS = 9999
"""Coins may be owed beyond the box; no game comes near this."""
STARTING_ECUS = 3
"""What each purse holds after the set-up (Russian rulebook, set-up)."""
SEASONS = 2
"""The last season ends the game (both rulebooks, end of the game)."""
TURNS = 6
"""The most turns of a season: 48 Encounter cards, 8 in each row (both rulebooks, New Opportunities)."""
OF_A_COLOUR: Pieces = {"travel-card": 8, "caravel": 8, "manager": MANAGERS}
COMMON: Pieces = {"board": 1, "theatre": 1, "encounter-card": ENCOUNTER_CARDS, "secret-request": 22, **COINS}

Mood = Annotated[str, choice("comedy", "tragedy")]
Actor = Annotated[str, Token("histrio/error.actor", "[CT][1-5]")]
CityCard = Annotated[str, Token("histrio/error.city-card", r"[CT][1-5]|bonus [1-9]\d{0,2}|acrobat")]
MOST_ON_BONUS = 3
"""The most coins on a bonus, by another source; neither rulebook gives the amounts."""
KNOWN_SPACES = 2
"""How many spaces each sector has at least: the rulebooks' example moves the needle by two. No source gives more."""
Needle = Annotated[str, Token("histrio/error.needle", r"(comedy|tragedy) [1-9]\d{0,2}")]
NeedleAfter = Annotated[str, Token("histrio/error.needle", r"(comedy|tragedy) [1-9]\d{0,3}")]
"""Where the needle comes to, which no known end of the dial bounds: from space 999 it still moves outwards."""
Ecus = Annotated[int, count(0, MOST_ECUS)]
TREASURY = reading("histrio/bonus-cards.treasury")


def owed(ecus: int, location: Location) -> Iterator[Problem]:
    """Yield a doubt where more ecus are at a table than the box has coins for; no rulebook says what happens then."""
    return above(ECUS, ecus, location, "histrio/doubt.coins")


def piled_up(cards: int, location: Location) -> Iterator[Problem]:
    """Yield a doubt where more cards lie in a city than a season has turns: each turn adds one."""
    return above(TURNS, cards, location, "histrio/doubt.cards")
