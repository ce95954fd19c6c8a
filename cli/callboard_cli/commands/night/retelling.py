"""`callboard night show --entry`: what was entered before, told again with its reasons."""

from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.commands.night.entering import entry_number
from callboard_cli.commands.score import named_players
from callboard_cli.display.evenings.machine import errors_data, standing_data
from callboard_cli.display.machine import result_data
from callboard_cli.display.results import View
from callboard_cli.entry.nights import meant, opened
from callboard_cli.speech.face import Face
from callboard_nights import acts
from callboard_nights.names import meant as meant_player
from callboard_nights.night import Entry, Night
from callboard_scoring.evening import Played

if TYPE_CHECKING:
    from callboard_nights.storage.store import Store


def show_again(face: Face, given: str, number: str, view: View, *, as_json: bool) -> None:
    """Show what came of an entry, and where the table stood after it; of one that does not fit, why."""
    with answering(face, as_json=as_json) as saved:
        name = meant(saved, given)
        night = opened(saved, name)
        entry, played = scored_entry(face, saved, night, number, as_json=as_json)
        result, then = played.result, night.until(entry.number + 1)
        asked = [meant_player(one, night.players, night.seating.former) or one for one in view.of]
        of = named_players(face, night.game, asked, result)
        if as_json:
            data = {
                "night": name,
                "entry": entry.number,
                "result": result_data(
                    face.catalog, night.game, entry.stage, result, why_not=view.why_not or view.explain
                ),
                "standing": standing_data(then.standing),
            }
            emit(face, saved, data)
            return
        from callboard_cli.display.evenings.entry import show_retold  # a program sees none

        show_retold(face, then, replace(view, of=of))


def scored_entry(
    face: Face, saved: "Store", night: Night, number: str, *, as_json: bool = False
) -> tuple[Entry, Played]:
    """Return an entry with what came of it; of one that does not fit say why, and end the command.

    :raises typer.Exit: as said.
    :raises RefusedError: when there is no such entry.
    :raises CommandLineError: when none was named.
    """
    entry = acts.standing_entry(night, entry_number(number, night))
    if entry.played is None:
        _refuse(face, saved, night, entry, as_json=as_json)
        raise typer.Exit(1)
    return entry, entry.played


def _refuse(face: Face, saved: "Store", night: Night, entry: Entry, *, as_json: bool) -> None:
    """Say why an entry does not fit, and how to mend it."""
    if as_json:
        emit(face, saved, {"errors": errors_data(face.catalog, night, entry)})
        return
    from callboard_cli.display.evenings.entries import misfit

    for line in misfit(face, night, entry):
        face.say(line, err=True)
