"""The set-up of a table on its page: the steps, what of them is done and by whom, and what a tap on one does."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from callboard_cli.phones.form_view import written_by
from callboard_cli.phones.saving import NotAllowedError
from callboard_cli.phones.table import Snapshot, Visitor, addresses_of
from callboard_cli.render.rows import Row, SetupPage
from callboard_cli.views.results import setup_page
from callboard_nights.setting_up import set_up_of, tick, ticks_of

TICK, UNTICK = "tick", "untick"
"""The buttons of a step: it is done, or not any more; their value is its number."""
_NUMBERS = re.compile(r"(\d+)")


@dataclass(frozen=True)
class Step:
    """A step of the set-up."""

    number: int
    row: Row
    runs: Sequence[tuple[str, bool]]
    """Its words piece by piece, and whether a piece is a number."""
    is_done: bool
    by: str
    """Who said so, and when; empty where nobody did."""


def setup_values(look: Snapshot, visitor: Visitor) -> dict[str, Any]:
    """Return what the page of the set-up shows, and its live part alone."""
    made, words = set_up_of(look.night, look.counts), visitor.ui.catalog
    values = {"home": visitor.home, "code": look.night.seating.code, "setup": None, "version": look.version}
    if made is None:
        return values
    language = ("set-up", str(made.code), words.language, visitor.token)
    whole: SetupPage = look.made(language, lambda: setup_page(visitor.ui, look.night.game, made, addresses_of(visitor)))
    ticks = ticks_of(made, look.counts)
    steps = [
        Step(
            number,
            row,
            [(run, run.isdecimal()) for run in _NUMBERS.split(row.text) if run],
            number in ticks,
            written_by(words, ticks[number].by, ticks[number].at) if number in ticks else "",
        )
        for number, row in enumerate(whole.steps, 1)
    ]
    return {
        **values,
        "code": str(made.code),
        "setup": whole,
        "steps": steps,
        "done": len(ticks),
        "may_tick": visitor.may_write and not look.night.is_over,
    }


def is_offered(look: Snapshot) -> bool:
    """Tell whether a page offers the set-up by itself: nothing is entered, nothing is typed, and not all is ready."""
    made = set_up_of(look.night, look.counts)
    is_begun = bool(look.night.entries or look.counts.open)
    return made is not None and not is_begun and len(ticks_of(made, look.counts)) < len(made.setup.steps)


def ticked(look: Snapshot, visitor: Visitor, fields: Mapping[str, str], at: str) -> Snapshot:
    """Return the evening after a tap on a step; on none that there is, it stays as it is.

    :raises NotAllowedError: when who taps may only read.
    """
    if not visitor.may_write:
        raise NotAllowedError
    step, is_done = step_of(fields), TICK in fields
    return look.after(tick(look.night, look.counts, step, by=visitor.name, at=at, ticked=is_done))


def step_of(fields: Mapping[str, str]) -> int:
    """Return the number of the step that was tapped; 0 of none."""
    number = fields.get(TICK, fields.get(UNTICK, ""))
    return int(number) if re.fullmatch(r"[0-9]{1,3}", number) else 0
