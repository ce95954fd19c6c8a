"""What can be done to an evening: each act is an event, or is refused; nothing is written here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from callboard_nights.events import MOST_NOTED, Event, Kind, Log
from callboard_nights.night import Entry, Night, night_of
from callboard_nights.seating import seated
from callboard_scoring.fields import Name, names_taken, player_named, same_name
from callboard_scoring.game import Game
from callboard_scoring.problems import Problem, RefusedError
from callboard_scoring.records import Record, read_record
from callboard_scoring.words import NO_WORDS, Words


class _Names(Record):
    """The names of those who play."""

    names: tuple[Name, ...]


def begin(game: Game, names: Sequence[str], at: str, code: str = "") -> Log:
    """Return the log of an evening that begins.

    :raises RefusedError: when a name is not possible, two are the same, or the game is for more players or fewer.
    :raises CodeError: when the code brings no set-up of this game for so many back.
    """
    read = read_record(_Names, {"names": list(names)}, NO_WORDS).names
    problems = list(names_taken((("names", place), name) for place, name in enumerate(read)))
    fewest, most = game.players
    if not fewest <= len(read) <= most:
        values = {"given": len(read), "least": fewest, "most": most}
        problems.append(Problem(("names",), "usage.players", values))
    if problems:
        raise RefusedError(problems)
    return (Event("began", at, "", seated(game, read, code).data),)


def add(night: Night, stage: str, raw: Mapping[str, Any], at: str, words: Words = NO_WORDS) -> Event:
    """Enter a record at a stage, as far as it is not known already.

    :raises RefusedError: with all that is wrong with it; of an evening that is over or ended only that.
    """
    look_open(night)
    whole = night.whole(stage, raw, words)
    return Event("entered", at, "", {"stage": stage, "entered": whole.entered})


def look_open(night: Night) -> None:
    """Look whether anything can still be entered.

    :raises RefusedError: when the evening is ended, or the game is over.
    """
    if night.ended is not None:
        raise RefusedError([Problem((), "error.night.ended")])
    if night.is_won:
        raise RefusedError([Problem((), "error.night.over")])


def change(night: Night, number: int, raw: Mapping[str, Any], at: str, words: Words = NO_WORDS) -> Event:
    """Give an entry anew.

    :raises RefusedError: with all that is wrong with it; where there is no such entry, or it was taken back, only that.
    """
    whole = night.until(number).whole(standing_entry(night, number).stage, raw, words)
    return Event("changed", at, "", {"entry": number, "entered": whole.entered})


def standing_entry(night: Night, number: int) -> Entry:
    """Return the entry of this number.

    :raises RefusedError: when there is none, or it was taken back.
    """
    found = next((entry for entry in night.entries if entry.number == number), None)
    if found is None:
        raise RefusedError([Problem((), "error.night.no-entry", {"given": number, "count": len(night.entries)})])
    if not found.stands:
        raise RefusedError([Problem((), "error.night.taken-back", {"given": number})])
    return found


def undo(night: Night, at: str) -> Event:
    """Take the newest change that stands back.

    :raises RefusedError: when there is none.
    """
    return _step("took-back", bool(night.done), "error.night.nothing-to-undo", at)


def redo(night: Night, at: str) -> Event:
    """Let the change taken back last stand again.

    :raises RefusedError: when there is none, as after anything new.
    """
    return _step("gave-back", bool(night.undone), "error.night.nothing-to-redo", at)


def end(night: Night, at: str) -> Event:
    """End an evening.

    :raises RefusedError: when it is ended.
    """
    return _step("ended", night.ended is None, "error.night.ended", at)


def resume(night: Night, at: str) -> Event:
    """Go on with an evening that was ended.

    :raises RefusedError: when it was not.
    """
    return _step("resumed", night.ended is not None, "error.night.not-ended", at)


def note(text: str, at: str) -> Event:
    """Keep a few words about an evening.

    :raises RefusedError: when they are too long, or hold what cannot be seen.
    """
    text = " ".join(text.split())
    if len(text) > MOST_NOTED:
        raise RefusedError([Problem((), "error.night.note-long", {"count": len(text), "limit": MOST_NOTED})])
    if not text.isprintable():
        raise RefusedError([Problem((), "error.night.note-characters")])
    return Event("noted", at, "", {"note": text})


def rename(night: Night, old: str, new: str, at: str) -> Event:
    """Let a player go by another name, in all entries.

    :raises RefusedError: when nobody is called so, or the new name is not possible or is another's.
    """
    problems = list(player_named(old, [_Named(name) for name in night.players], (), "error.night.unknown-player"))
    if problems:
        raise RefusedError(problems)
    known = next(name for name in night.players if same_name(name) == same_name(old))
    (read,) = read_record(_Names, {"names": [new]}, NO_WORDS).names
    others = [name for name in night.players if name != known]
    taken = list(names_taken(((), name) for name in (*others, read)))
    if taken:
        raise RefusedError(taken)
    return Event("seated", at, "", {"old": known, "new": read})


class _Named:
    """A player, for checks that look for one by name."""

    def __init__(self, name: str) -> None:
        self.name = name


def _step(kind: Kind, is_possible: bool, otherwise: str, at: str) -> Event:  # noqa: FBT001  # of the acts above
    if not is_possible:
        raise RefusedError([Problem((), otherwise)])
    return Event(kind, at)


def after(log: Log, *events: Event) -> Night:
    """Return what stands once these events are done, too."""
    return night_of((*log, *events))
