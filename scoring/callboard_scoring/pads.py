"""Pads to score on by hand: which rows a stage has on paper, and the numbers that its arithmetic needs.

A game declares it as data: `PAPER` in the module `paper` of its folder. The rows are those that the stage's scorer has
lines for, in its order; their words, and the arithmetic in small, are in the catalogs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from callboard_scoring.ledger import Value


@dataclass(frozen=True)
class Row:
    """A row of a pad: what somebody writes down of each player."""

    rule: str
    """The id of the rule whose lines it takes, `histrio/season-best-show`."""
    also: tuple[str, ...] = ()
    """The ids of rules whose lines it takes as well: those that say why there is nothing to write down."""
    case: str = ""
    """Which row it is, where several take lines of one rule: the catalogs have its words under both."""
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
    """The numbers that its arithmetic is told with."""
    times: int = 1
    """How often it is printed: the most lines of the rule that a player may have."""
    boxes: tuple[str, ...] = ()
    """Into what a player's place is divided, by the names of its captions; a number is its own. None: one number."""
    widths: tuple[int, ...] = ()
    """The relative widths of the boxes; none: all equal."""
    others: tuple[str, ...] | None = None
    """Into what the place of who is no player is divided; None: as a player's."""
    players_only: bool = False
    """Whether only players have a place in it."""
    points: bool = True
    """Whether what is written down are points, which its part adds up."""
    ours: bool = False
    """Whether it is an intermediate value, for which the scorer has no line."""
    shared: bool = False
    """Whether the table has one place for it, not each player one."""
    once: bool = False
    """Whether it is kept for the whole game, though its part is one of many rounds: it has a page of its own."""

    @property
    def name(self) -> str:
        """What its words go by in the catalogs, after the game: `season-best-show`, `scoring.wonders`."""
        section = self.rule.partition("/")[2]
        return f"{section}.{self.case}" if self.case else section


@dataclass(frozen=True)
class PadRing:
    """Around a part: the places of its first row, in a square as on the table, clockwise from a corner.

    There are as many as the row stands there times, the same number on each side. A pad has nothing beside such a part.
    """

    first: str
    """The caption of the place in the first corner, by its name."""
    between: str
    """The caption of the place between each two, by its name."""


@dataclass(frozen=True)
class PadPart:
    """A part of a pad: what is written down of one leg of a game, such as a round."""

    stage: str
    rows: tuple[Row, ...]
    fields: Mapping[str, int] = field(default_factory=dict, hash=False)
    """The fields that tell which leg it is, `{"season": 1}`."""
    start: bool = False
    """Whether a player begins it with points that are written down first."""
    total: bool = True
    """Whether its points are added up below its rows."""
    below: tuple[Row, ...] = ()
    """Rows that look at that total, such as who wins a tie: those of lines that are no player's own."""
    others: tuple[str, ...] = ()
    """Who has a column beside the players, by the names of their fields, such as an imaginary player."""
    ring: PadRing | None = None
    """How the places of its first row lie around all others; None where it is a row as they are."""

    @property
    def all_rows(self) -> tuple[Row, ...]:
        """Its rows, and those below the total."""
        return self.rows + self.below


Pad = Callable[[int], tuple[PadPart, ...]]
"""What is written down of a stage by so many players."""


@dataclass(frozen=True)
class Paper:
    """What a game puts on paper: the pads of its stages in the order of play, and a colour of its own."""

    pads: Mapping[str, Pad] = field(default_factory=dict, hash=False)
    colour: str = "#444444"
    """What its headings are printed in, as `#rrggbb`; dark enough to be read on white."""
    ornament: str = ""
    """Which of the ornaments of the templates its character is like; none where it names none."""

    def parts(self, players: int, stage: str = "") -> tuple[PadPart, ...]:
        """Return the parts of a stage for so many players; without a stage, those of the whole game."""
        return tuple(part for name, pad in self.pads.items() if stage in ("", name) for part in pad(players))
