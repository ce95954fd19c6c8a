"""Histrio's pieces and records. Actors are `C1`-`C5` (comedians) and `T1`-`T5` (tragedians)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import Field

from callboard_scoring.records import (
    EACH_ONCE,
    OR_NOBODY,
    Check,
    Name,
    Problem,
    Record,
    Token,
    Typed,
    above,
    choice,
    count,
    names_taken,
    players_taken,
)

# What the box holds (Russian rulebook, the list of components).
ENCOUNTER_CARDS = 48
ECUS = 10 * 10 + 20 * 5 + 50 * 1
MANAGERS = 3  # of each colour
COLOURS = 5
REQUESTS_SCORED = {1: 1, 2: 2}
"""The most Secret Requests that can pay at the end of each season (both rulebooks, the season's count)."""

Mood = Annotated[str, choice("comedy", "tragedy")]
Actor = Annotated[str, Token("histrio/error.actor", "[CT][1-5]")]
CityCard = Annotated[str, Token("histrio/error.city-card", r"[CT][1-5]|bonus [1-9]\d{0,2}|acrobat")]
# No source gives the dial's length; three digits are more than all 48 cards could move the needle.
Needle = Annotated[str, Token("histrio/error.needle", r"(comedy|tragedy) [1-9]\d{0,2}")]
Ecus = Annotated[int, count(0, ECUS)]


class Player(Record):
    """What lies before one player at the end of a season."""

    name: Name
    troupe: Annotated[tuple[Actor, ...], Field(max_length=ENCOUNTER_CARDS), Typed(r"[CT]\d*")]
    chameleons: Annotated[int, count(0, ENCOUNTER_CARDS), Typed("X", counts=True)]
    requests: Annotated[tuple[Ecus, ...], Typed(r"\+\S*")]
    """The ecus that each Secret Request scored now pays."""


class Season(Record):
    """The table at the end of a season."""

    season: Annotated[int, count(1, 2)]
    mood: Mood
    players: Annotated[tuple[Player, ...], Field(min_length=2, max_length=COLOURS)]

    def checks(self) -> tuple[Check, ...]:
        """Look across the players: names, the requests that a season allows, the deck, the coins."""
        return self._names, self._requests, self._deck, self._coins

    def _names(self) -> Iterator[Problem]:
        return players_taken(self.players)

    def _requests(self) -> Iterator[Problem]:
        limit = REQUESTS_SCORED[self.season]
        for i, player in enumerate(self.players):
            yield from above(limit, len(player.requests), ("players", i, "requests"), "histrio/error.requests")

    def _deck(self) -> Iterator[Problem]:
        cards = sum(len(player.troupe) + player.chameleons for player in self.players)
        return above(ENCOUNTER_CARDS, cards, ("players",), "histrio/error.encounter-cards")

    def _coins(self) -> Iterator[Problem]:
        paid = sum(sum(player.requests) for player in self.players)
        return above(ECUS, paid, ("players",), "histrio/error.coins")


class Court(Record):
    """Actors on their way to the Court, and the needle before they arrive."""

    needle: Needle
    actors: Annotated[tuple[Actor, ...], Field(min_length=1, max_length=ENCOUNTER_CARDS), Typed(r"[CT]\d*")]
    dial: Annotated[int, count(1, 999)] | None = None
    """The spaces in each sector, if somebody counted them."""

    def checks(self) -> tuple[Check, ...]:
        """Look whether the needle stands on the dial."""
        return (self._dial,)

    def _dial(self) -> Iterator[Problem]:
        if self.dial is not None:
            yield from above(self.dial, int(self.needle.split()[1]), ("needle",), "histrio/error.beyond-dial")


class Managers(Record):
    """Where managers are: the player's own in supply, those of all colours in the theatre."""

    supply: Annotated[int, count(0, MANAGERS)]
    theatre: Annotated[int, count(0, MANAGERS * COLOURS)]


class City(Record):
    """One player alone in a city: the purses, the theatre and the cards before they are resolved."""

    player: Name
    ecus: Annotated[dict[Name, Ecus], EACH_ONCE, Field(min_length=2, max_length=COLOURS), Typed(r"[^:]+: *\d+")]
    managers: Managers
    needle: Needle
    cards: Annotated[
        tuple[CityCard, ...], Field(min_length=1, max_length=ENCOUNTER_CARDS), Typed(r"[CT]\d*|bonus( \d+)?|acrobat")
    ]
    """In the order in which they are resolved: the last laid first."""
    steal_from: tuple[Annotated[Name | None, OR_NOBODY], ...] = ()
    """One opponent for each actor of level 2, in order; None where nobody has an ecu."""
    send_to_court: Annotated[Actor | None, OR_NOBODY] = None

    def checks(self) -> tuple[Check, ...]:
        """Look across the fields: names, coins, managers, and whether the cards can be resolved as told."""
        return self._names, self._coins, self._managers, self._resolution

    def _names(self) -> Iterator[Problem]:
        return names_taken((("ecus", name), name) for name in self.ecus)

    def _coins(self) -> Iterator[Problem]:
        return above(ECUS, sum(self.ecus.values()), ("ecus",), "histrio/error.coins")

    def _managers(self) -> Iterator[Problem]:
        managers = self.managers.supply + self.managers.theatre
        return above(MANAGERS * len(self.ecus), managers, ("managers",), "histrio/error.managers")

    def _resolution(self) -> Iterable[Problem]:
        from callboard_scoring.games.histrio.city import resolve  # noqa: PLC0415  # it resolves this very model

        return resolve(self).problems


class Purse(Record):
    """What one player has at the end of the game."""

    name: Name
    ecus: Annotated[Ecus, Typed(r"\d+")]


class Final(Record):
    """The purses after season 2."""

    players: Annotated[tuple[Purse, ...], Field(min_length=2, max_length=COLOURS)]

    def checks(self) -> tuple[Check, ...]:
        """Look across the players: names and coins."""
        return self._names, self._coins

    def _names(self) -> Iterator[Problem]:
        return players_taken(self.players)

    def _coins(self) -> Iterator[Problem]:
        return above(ECUS, sum(player.ecus for player in self.players), ("players",), "histrio/error.coins")
