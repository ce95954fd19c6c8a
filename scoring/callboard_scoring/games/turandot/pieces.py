"""Turandot's cards. A singer is `3 male goth calaf`: stars, sex, type, and a favourite role if the card shows one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from callboard_scoring.fields import Token, Typed, choice
from callboard_scoring.setup import Pieces

PLAYERS = 5
MONEY = 3  # cards of each colour
ROUNDS = 7
DIRECTOR_ROUND = 4
SINGERS = 6
"""How many each player has at the end: one from every round but the fourth."""
ROLES = ("turandot", "calaf", "liu", "ping", "pong", "pang")
SEXES = ("male", "female", "indefinite")
TYPES = ("professional", "amateur", "alternative", "classical", "comedian", "goth")


@dataclass(frozen=True)
class Effect:
    """What a director gives: points for each of one thing, and as many fewer for each of another."""

    plus: str | None = None
    minus: str | None = None
    points: int = 1


DIRECTORS: Mapping[str, Effect] = {
    "goths": Effect(plus="goth", minus="comedian"),
    "comedians": Effect(plus="comedian", minus="goth"),
    "alternatives": Effect(plus="alternative", minus="classical"),
    "classicals": Effect(plus="classical", minus="alternative"),
    "favourites": Effect(plus="favourite"),
    "staging": Effect(plus="staging"),
    "six-types": Effect(plus="six-types", points=3),
    "indefinite": Effect(plus="indefinite"),
    "none": Effect(),
}
"""The nine directors (Russian rulebook, the fourth round). The first four and the last three need no casting."""

BOX: Pieces = {
    "singer": 36,
    "director": len(DIRECTORS),
    "costume-designer": 1,
    "carpenter": 1,
    "opera-character": len(ROLES),
    "puccini": 1,
}
"""What is nobody's (Russian rulebook, components; the printed list leaves out the directors and the last two)."""
OF_A_COLOUR: Pieces = {"number-card": len(ROLES), "money-card": MONEY, "bluff-card": 1, "summary-card": 1}
CARPENTER_FROM = 4
"""With fewer players the carpenter is out of the game."""
STAGING_OF_A_ROUND: Mapping[int, int] = {2: 1, 3: 1, 4: 2, 5: 2}
"""By players, how many staging elements a round can bring: the costume designer's and, where he plays, the carpenter's
(Russian rulebook, set-up and phase 2). The fourth round brings none."""
STAGING_OF_HOLDER = 2
"""How many the one can have who holds Puccini at the end of a game for two. It changes hands before each new round, six
times; so that player has it in rounds 1, 3, 5 and 7 too and may not hire then (Russian rulebook, phase 2)."""

_SEXES, _TYPES, _FAVOURITES, _ROLES = map("|".join, (SEXES, TYPES, ROLES[:3], ROLES))
Singer = Annotated[str, Token("turandot/error.singer", rf"[123] ({_SEXES}) ({_TYPES})( ({_FAVOURITES}))?")]
_NEARLY = rf"\d+(?= )(( ({_SEXES}))?( ({_TYPES}))?|( [^\s\d=]+){{2}})( ({_ROLES})){{0,2}}"
"""What is meant for a singer: one without sex or type, of a type there is not, or who loves two roles or Ping."""
Singers = Annotated[tuple[Singer, ...], Field(min_length=SINGERS, max_length=SINGERS), Typed(_NEARLY, any_order=True)]
Director = Annotated[str, choice(*DIRECTORS), Typed("|".join(DIRECTORS))]
