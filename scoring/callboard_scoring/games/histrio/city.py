"""Histrio, one player alone in a city: the cards, resolved one after the other (both rulebooks, Resolution)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from callboard_scoring.fields import EACH_ONCE, OR_NOBODY, Name, Seats, Typed, above, count, same_name
from callboard_scoring.games.histrio.near_misses import a_manager, ecus_to_pay, something_to_steal
from callboard_scoring.games.histrio.pieces import (
    COLOURS,
    ECUS,
    ENCOUNTER_CARDS,
    MANAGERS,
    MOST_ON_BONUS,
    TREASURY,
    Actor,
    CityCard,
    Ecus,
    Needle,
    NeedleAfter,
    owed,
    piled_up,
)
from callboard_scoring.games.histrio.theatre import (
    Dial,
    Movement,
    beyond_dial,
    influence,
    level,
    mood_of,
    stopped,
    told,
)
from callboard_scoring.ledger import Line, Outcome, Result, Score, reading, reason
from callboard_scoring.problems import Check, Problem
from callboard_scoring.records import Record

# NOTE: a Bonus of %(amount)s ecus.
BONUS = reason("histrio/bonus-cards.taken")
ACROBAT = reason("histrio/acrobats.gained")
# NOTE: %(card.token)s is an actor, such as C1. So in all lines of a city.
RECOVERED = reason("histrio/actor-level-1.recovered")
# NOTE: %(victim)s is the opponent's name.
STOLEN = reason("histrio/actor-level-2.stolen")
# NOTE: the victim's own line; %(thief)s is who stole.
ROBBED = reason("histrio/actor-level-2.robbed")
# NOTE: %(victim)s has nothing.
NOTHING_TO_STEAL = reason("histrio/actor-level-2.nothing")
NOBODY_TO_ROB = reason("histrio/actor-level-2.nobody")
# NOTE: %(theatre)s managers stand in the theatre once the player's own is placed.
PLACED = reason("histrio/actor-level-3.placed")
# NOTE: no manager in supply; %(theatre)s stand in the theatre.
NONE_LEFT = reason("histrio/actor-level-3.none-left")
NO_EFFECT = reason("histrio/actor-level-4.no-effect")
PAID = reason("histrio/actor-level-5.paid")
UNPAID = reason("histrio/actor-level-5.unpaid")
SENT = reason("histrio/send-to-court.sent")
NOT_SENT = reason("histrio/send-to-court.nobody")
# NOTE: %(actors.token)s is a list of actors.
JOINED = reason("histrio/troupe.joined")
NOBODY_JOINED = reason("histrio/troupe.nobody")
THIS_TURN_TOO = reading("histrio/actor-level-1.this-turn-too")
EMPTY_PURSE = reading("histrio/actor-level-2.empty-purse")
NO_MANAGER = reading("histrio/actor-level-3.no-manager")
MUST_PAY = reading("histrio/actor-level-5.must-pay")


class Managers(Record):
    """Where managers are: the player's own in supply, those of all colours in the theatre."""

    supply: Annotated[int, count(0, MANAGERS)]
    theatre: Annotated[int, count(0, MANAGERS * COLOURS)]


class City(Record):
    """One player alone in a city: the purses, the theatre and the cards before they are resolved."""

    player: Name
    ecus: Annotated[dict[Name, Ecus], EACH_ONCE, Seats(2, COLOURS), Typed(r"[^:]+: *\d+")]
    managers: Managers
    needle: Needle
    cards: Annotated[
        tuple[CityCard, ...], Field(min_length=1, max_length=ENCOUNTER_CARDS), Typed(r"[CT]\d*|bonus( \d+)?|acrobat")
    ]
    """In the order in which they are resolved: the last laid first."""
    steal_from: tuple[Annotated[Name | None, OR_NOBODY], ...] = ()
    """One opponent for each actor of level 2, in order; None, or no more of them, where nobody has an ecu."""
    send_to_court: Annotated[Actor | None, OR_NOBODY] = None
    dial: Dial = None

    def checks(self) -> tuple[Check, ...]:
        """Look across the fields: managers, the needle on its dial, and whether the cards can be resolved as told."""
        return self._managers, lambda: beyond_dial(self.needle, self.dial), lambda: resolve(self).problems

    def doubts(self) -> tuple[Check, ...]:
        """Look at the coins of the box, the cards that a city can hold, bonuses, and the player's own managers."""
        return self._coins, lambda: piled_up(len(self.cards), ("cards",)), self._bonuses, self._own_managers

    def _coins(self) -> Iterator[Problem]:
        after = sum(resolve(self).ecus.values())
        return owed(max(after, sum(self.ecus.values())), ("ecus",))

    def _bonuses(self) -> Iterator[Problem]:
        for place, card in enumerate(self.cards):
            if card.startswith("bonus"):
                yield from above(MOST_ON_BONUS, amount_of(card), ("cards", place), "histrio/doubt.bonus")

    def _own_managers(self) -> Iterator[Problem]:
        """Doubt where the player's managers are neither in supply nor in the theatre (both rulebooks, level 3)."""
        if self.managers.supply + self.managers.theatre < MANAGERS:
            values = {"player": self.player, **dict(self.managers), "limit": MANAGERS}
            yield Problem(("managers",), "histrio/doubt.managers", values)

    def _managers(self) -> Iterator[Problem]:
        managers = self.managers.supply + self.managers.theatre
        return above(MANAGERS * len(self.ecus), managers, ("managers",), "histrio/error.managers")


class CityOutcome(Outcome):
    """What the visit leaves behind."""

    ecus: dict[Name, int]
    kept: tuple[Actor, ...]
    """The actors that join the troupe, in the order of resolution; so with the next."""
    discarded: tuple[CityCard, ...]
    managers: Managers
    recovered: bool
    """Whether the player's Travel cards and caravels come back."""
    needle: NeedleAfter
    changed: bool
    """Whether the King's mood did."""


@dataclass
class Resolution:
    """A city half resolved: what has happened so far, and what could not."""

    player: str
    ecus: dict[str, int]
    supply: int
    theatre: int
    victims: list[str | None]
    """Whom to steal from, one for each actor of level 2 still to come."""
    lines: dict[str, list[Line]]
    kept: list[Actor] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    recovered: bool = False
    stolen: int = 0
    """How many actors of level 2 were resolved."""
    missed: list[str | None] = field(default_factory=list)
    """From whom they could steal nothing; None where nobody was named."""
    unpaid: int = 0
    """How many actors of level 5 could not be paid."""
    unnamed: bool = False
    """Whether one of them could have stolen, and no more opponents are named."""
    problems: list[Problem] = field(default_factory=list)

    def gain(self, line: Line, name: str | None = None) -> None:
        """Write a line to a player's account (the one alone in the city, unless named)."""
        name = name or self.player
        self.ecus[name] += line.points
        is_owed = line.points > 0 and sum(self.ecus.values()) > ECUS
        self.lines[name].append(line.under(TREASURY, when=is_owed))


def score(record: City) -> Result[CityOutcome]:
    """Resolve a city that one player visits alone, card by card, and what becomes of the purses and the theatre."""
    done = resolve(record)
    movement = _court(done, record)
    return Result(
        players=tuple(Score(name, tuple(done.lines[name]), ecus) for name, ecus in record.ecus.items()),
        outcome=CityOutcome(
            ecus=done.ecus,
            kept=tuple(done.kept),
            discarded=tuple(done.discarded),
            managers=Managers(supply=done.supply, theatre=done.theatre),
            recovered=done.recovered,
            needle=movement.after,
            changed=movement.changed,
        ),
    )


def resolve(city: City) -> Resolution:
    """Resolve all cards in order, and find what could not be, who is sent to the Court included."""
    player = _spelled(city.player, city.ecus)
    done = Resolution(
        player=player or city.player,
        ecus=dict(city.ecus),
        supply=city.managers.supply,
        theatre=city.managers.theatre,
        victims=list(city.steal_from),
        lines={name: [] for name in city.ecus},
    )
    if player is None:
        done.problems.append(Problem(("player",), "histrio/error.player", {"names": list(city.ecus)}))
        return done
    for card in city.cards:
        if card.startswith("bonus"):
            _bonus(done, card)
        elif card == "acrobat":
            done.gain(ACROBAT())
        else:
            _LEVELS[level(card)](done, card)
    twos = sum(card[1:] == "2" for card in city.cards)
    if done.unnamed or twos < len(city.steal_from):
        values = {"count": twos, "given": len(city.steal_from)}
        done.problems.append(Problem(("steal_from",), "histrio/error.steal-count", values))
    sent = city.send_to_court
    if sent is not None and sent not in done.kept:
        done.problems.append(Problem(("send_to_court",), "histrio/error.not-in-hand", {"given": sent}))
    return done


def _spelled(name: str | None, ecus: dict[str, int]) -> str | None:
    """Return a name as the purses spell it."""
    return next((known for known in ecus if name is not None and same_name(known) == same_name(name)), None)


def amount_of(bonus: str) -> int:
    """Return the coins on a bonus."""
    return int(bonus.split()[1])


def _bonus(done: Resolution, card: str) -> None:
    amount = amount_of(card)
    done.gain(BONUS(amount, amount=amount))
    done.discarded.append(card)


def _recover(done: Resolution, card: Actor) -> None:
    done.recovered = True
    done.gain(RECOVERED(card=card).under(THIS_TURN_TOO))
    done.kept.append(card)


def _steal(done: Resolution, card: Actor) -> None:
    """Take one ecu from the opponent who was named, if there is any; nobody need be named where nobody has one."""
    done.kept.append(card)
    where = ("steal_from", done.stolen)
    done.stolen += 1
    is_told = bool(done.victims)
    named = done.victims.pop(0) if is_told else None
    victim = _spelled(named, done.ecus)
    rich = [name for name, ecus in done.ecus.items() if ecus and name != done.player]
    if named is not None and (victim is None or victim == done.player):
        names = [name for name in done.ecus if name != done.player]
        done.problems.append(Problem(where, "histrio/error.opponent", {"given": named, "names": names}))
    elif victim is None and rich and is_told:
        done.problems.append(Problem(where, "histrio/error.victim-missing", {"names": rich}))
    elif victim is None and rich:
        done.unnamed = True  # said once, for all of them, by `resolve`
    elif victim in rich:
        done.gain(ROBBED(-1, card=card, thief=done.player), victim)  # first, for no ecu comes from the treasury
        done.gain(STOLEN(1, card=card, victim=victim))
    else:
        line = NOBODY_TO_ROB(card=card) if victim is None else NOTHING_TO_STEAL(card=card, victim=victim)
        opponents = {name: ecus for name, ecus in done.ecus.items() if name != done.player}
        done.gain(line.under(EMPTY_PURSE).lacking(something_to_steal, victim, opponents, tuple(done.missed)))
        done.missed.append(victim)


def _place_manager(done: Resolution, card: Actor) -> None:
    """Place a manager if one is left (no rulebook says what happens otherwise), then collect for all in the theatre."""
    left = done.supply > 0
    if left:
        done.supply -= 1
        done.theatre += 1
    line = (PLACED if left else NONE_LEFT)(done.theatre, card=card, theatre=done.theatre)
    done.gain(line.under(NO_MANAGER, when=not left).lacking(a_manager, done.theatre))
    done.kept.append(card)


def _nothing(done: Resolution, card: Actor) -> None:
    done.gain(NO_EFFECT(card=card))
    done.kept.append(card)


def _pay(done: Resolution, card: Actor) -> None:
    """Pay one ecu; who cannot loses the card, and the needle does not move for it."""
    if done.ecus[done.player]:
        done.gain(PAID(-1, card=card).under(MUST_PAY))
        done.kept.append(card)
    else:
        done.gain(UNPAID(card=card).lacking(ecus_to_pay, done.unpaid))
        done.unpaid += 1
        done.discarded.append(card)


_LEVELS: dict[int, Callable[[Resolution, Actor], None]] = {
    1: _recover,
    2: _steal,
    3: _place_manager,
    4: _nothing,
    5: _pay,
}


def _court(done: Resolution, city: City) -> Movement:
    """Send one actor in hand to the Court, or none; the others join the troupe."""
    sent = city.send_to_court
    movement = influence(city.needle, [sent] if sent else [], city.dial)
    if sent:
        done.kept.remove(sent)
        done.discarded.append(sent)
        done.gain(SENT(card=sent, toward=mood_of(sent), level=level(sent)))
        done.gain(told(movement))
        for line in stopped(movement, level(sent)):
            done.gain(line)
    elif done.kept:
        done.gain(NOT_SENT())
    if movement.changed:
        done.supply, done.theatre = MANAGERS, 0
    done.gain(JOINED(actors=list(done.kept)) if done.kept else NOBODY_JOINED())
    return movement
