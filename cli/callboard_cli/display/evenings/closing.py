"""What closes whatever is shown of an evening: where the table stands, what does not fit, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from callboard_cli.display.answer import BETWEEN
from callboard_cli.display.evenings.entries import misfit
from callboard_cli.display.evenings.standing import (
    first_of,
    flow,
    has_points,
    holdings_of,
    leading,
    standing_of,
    table_of,
)
from callboard_cli.display.evenings.upcoming import example, next_command
from callboard_cli.speech.face import Face, visible
from callboard_locales import Catalog
from callboard_nights.night import Night

BOLD, DIM, ALARMING = "bold", "dim", "bold yellow"


def tell(face: Face, text: str, style: str = "") -> None:
    """Tell a line; on a screen in this style."""
    if face.plain or not style:
        face.say(text)
        return
    from rich.text import Text  # plain output needs none

    face.console().print(Text(face.fitted(text), style=style), soft_wrap=True)


def alarm(face: Face, text: str) -> None:
    """Tell a line that is to be seen at once, if there is any."""
    if text:
        tell(face, text, ALARMING)


def show_standing(face: Face, night: Night, *, with_leaders: bool = False) -> None:
    """Tell the standing, who is first, and what lies on the table."""
    for line in stands(face, night, with_leaders=with_leaders, flows=True):
        tell(face, line, BOLD)


def stands(face: Face, night: Night, *, with_leaders: bool = False, flows: bool = False) -> Iterator[str]:
    """Yield the lines of the standing."""
    pieces = standing_of(face, night)
    yield from flow(face, pieces) if flows else filter(None, [BETWEEN.join(pieces)])
    holdings = [] if pieces else holdings_of(face, night)
    if holdings:
        yield f"{face.beside(Catalog.text, 'night/holds')}:"
        yield from (f"  {line}" for line in holdings)
    if night.entries and not holdings and not has_points(night):
        yield from ([face.beside(Catalog.text, "night/no-points")] if with_leaders and _counts(night) else [])
    first = (leading if with_leaders else first_of)(face, night)
    if first:
        yield first
    if night.entries and not night.is_won:
        yield from table_of(face, night, night.table)


def _counts(night: Night) -> bool:
    """Tell whether the game has points at all."""
    return bool(night.game.evening().adds or night.game.evening().sets)


def show_next(face: Face, night: Night, *, name: str = "", with_example: bool = False) -> None:
    """Tell the command that comes next, unbroken, to be copied; with an example, how that is typed."""
    command = next_command(face, night, name)
    if not command:
        return
    shown = example(face, night) if with_example and not name else ""
    if shown:
        face.say(face.text("night/example", line=visible(shown)))
    face.emit(f"{face.text('result.next')} {visible(command)}")


def show_misfits(face: Face, night: Night) -> None:
    """Tell which entries do not fit what stands before them, and why."""
    for entry in night.entries:
        if entry.stands and not entry.fits:
            for line in misfit(face, night, entry):
                alarm(face, line)
