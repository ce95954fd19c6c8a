"""Turandot on paper: whom each round brought, and the points of the companies after the last."""

from __future__ import annotations

from callboard_scoring.games.turandot.casting import DIRECTOR, FAVOURITES, MISMATCHES, SEX, STAGING, STARS
from callboard_scoring.games.turandot.final import IMAGINARY, PUCCINI, PUCCINI_PENALTY, ROLE
from callboard_scoring.games.turandot.pieces import DIRECTOR_ROUND, MONEY, ROLES, ROUNDS
from callboard_scoring.games.turandot.round import ALONE, DIRECTOR_LEFT_OVER, FIRE, FIRING_ROUNDS
from callboard_scoring.pads import PadPart, Paper, Row

_NUMBERS = {role: number for number, role in enumerate(ROLES, 1)}
_HALF = len(ROLES) // 2
"""So many places for stars stand beside each other."""


_BID_AND_HIRED = (2, 3)
"""How wide the places of a bid, such as 3 + 2, and of a singer are, one against the other."""

_PUCCINI = Row(
    "turandot/casting",
    case="puccini",
    boxes=tuple(map(str, range(1, ROUNDS + 1))),
    points=False,
    ours=True,
    shared=True,
)
"""Who holds Puccini's card in each round."""


def _others(players: int) -> tuple[str, ...]:
    """Return who plays beside two players."""
    return ("imaginary",) if players == 2 else ()  # noqa: PLR2004  # the rules for two


def rounds(players: int) -> tuple[PadPart, ...]:
    """Return the seven rounds, which give no points: each player's bid, what came of it, and who had Puccini's card."""
    return (
        PadPart(
            "round",
            (*map(_round, range(1, ROUNDS + 1)), _PUCCINI),
            total=False,
            others=_others(players),
        ),
    )


def _round(number: int) -> Row:
    """Return a round's row: of an imaginary player only who comes, whose role is told by how many came before."""
    place = number if number < DIRECTOR_ROUND else number - 1
    return Row(
        _told_of(number),
        values={"round": number},
        boxes=("bid", "hired"),
        widths=_BID_AND_HIRED,
        others=() if number == DIRECTOR_ROUND else (str(place),),
        points=False,
        ours=True,
    )


def _told_of(number: int) -> str:
    """Return the rule that tells what is special in a round."""
    if number == DIRECTOR_ROUND:
        return DIRECTOR_LEFT_OVER.rule
    return FIRE.rule if number <= FIRING_ROUNDS else ALONE.rule


def final(players: int) -> tuple[PadPart, ...]:
    """Return the cast, and what it gives in the order of the rulebook; with two players what Puccini takes, too."""
    sung_by = {sex: [_NUMBERS[role] for role in ROLES if SEX[role] == sex] for sex in ("female", "male")}
    rows = (
        _cast("leads", ROLES[:_HALF]),
        _cast("ministers", ROLES[_HALF:]),
        Row(STARS.rule),
        Row(STAGING.rule, values={"most": MONEY}, players_only=True),
        Row(FAVOURITES.rule),
        Row(MISMATCHES.rule, values=sung_by),
        Row(DIRECTOR["none"].rule),
    )
    if not _others(players):
        return (PadPart("final", rows),)
    puccini = Row(PUCCINI.rule, values={"penalty": PUCCINI_PENALTY}, players_only=True)
    imaginary = Row(IMAGINARY.rule, case="imaginary", points=False, ours=True, shared=True)
    return (PadPart("final", (*rows, puccini), below=(imaginary,), others=_others(players)),)


def _cast(case: str, roles: tuple[str, ...]) -> Row:
    boxes = tuple(str(_NUMBERS[role]) for role in roles)
    return Row(ROLE.rule, case=case, boxes=boxes, points=False, ours=True)


PAPER = Paper({"round": rounds, "final": final}, colour="#0f5f4c", ornament="fret")
"""The pads, in jade under a fret."""
