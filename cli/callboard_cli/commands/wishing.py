"""A set-up that people wish something of: parts kept, things left out, another than last time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from callboard_cli.commands.night.answering import answering
from callboard_cli.display.setups import clashing, met_data, met_lines
from callboard_cli.entry.demands import meet
from callboard_cli.entry.options import Wishes
from callboard_cli.speech.face import Face
from callboard_scoring.game import Game
from callboard_scoring.lots import ClashError
from callboard_scoring.making import Made
from callboard_scoring.records import Record


@dataclass(frozen=True)
class Wished:
    """What came of it."""

    made: Made
    lines: list[str]
    """What of it was wished, for people."""
    data: dict[str, Any]
    """The same for programs."""


def wished(  # for whom, from what
    face: Face,
    game: Game,
    names: Sequence[str],
    options: Record,
    wishes: Wishes,
    base: Made | None,
    *,
    as_json: bool,
) -> Wished:
    """Make a set-up that meets all wishes; what is kept is kept from the base, or else from the last evening.

    :raises CommandLineError: when none does, or a part or a thing is none of this game's.
    :raises typer.Exit: when the evenings cannot be read, which is told.
    """
    with answering(face, as_json=as_json) as saved:
        try:
            met = meet(face, game, names, options, wishes, base, saved)
        except ClashError as error:
            raise clashing(face, game, error, len(names)) from None
    return Wished(met.made, met_lines(face, game, met), met_data(met))
