"""What can be done to a count before it is entered: each act is an event, or is refused; nothing is written here.

An act that would change nothing is no event: None. `by` is the player whose link it was, or "" for the host.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from callboard_nights.commands import look_open, standing_entry
from callboard_nights.counts import Count, CountPart, Counts, FieldText, is_hidden, weight
from callboard_nights.events import Event, Kind
from callboard_nights.night import Night
from callboard_nights.player_names import meant
from callboard_scoring.fields import same_name
from callboard_scoring.problems import Problem, RefusedError

MOST_FIELDS = 200
"""The most fields of a part."""
MOST_KEY = 60
"""The most characters of a field's place."""
MOST_TYPED = 5_000
"""The most characters of all texts of a part."""
MOST_WEIGHT = 800_000
"""What all events of counts may weigh in an evening, so that it can still be entered and sent on. They are always
fewer than an evening holds."""
MOST_OF_PLAYERS = MOST_WEIGHT * 9 // 10
"""What they may weigh where a player adds one: what is left then is the host's."""
MOST_CLAIMED = 999_999
"""The largest total that can be claimed, and below nothing the least; six digits, as elsewhere."""
MOST_SHOWN = 999
"""The most steps of a reveal."""
_LINES = "\n\t"
"""What of the characters that cannot be seen may be typed."""


@dataclass(frozen=True)
class Typing:
    """What came of typing."""

    event: Event | None
    """None where all of it stands already."""
    overwritten: Mapping[str, FieldText] = field(default_factory=dict)
    """By fields, what somebody else wrote after the form was made, in whose place another text stands now."""


def type_part(  # noqa: PLR0913  # what an evening knows, what was typed, by whom, and when
    night: Night,
    counts: Counts,
    stage: str,
    whose: str,
    *,
    by: str,
    typed: Mapping[str, str],
    at: str,
    seen: int | None = None,
) -> Typing:
    """Type a whole part: of a player, or with "" of what is the whole table's.

    :param seen: the version of the part of which the form was made. What others changed since stays, but for the
        fields that were changed in the form as well.
    :raises RefusedError: when it may not be written, the form was of a count that is entered by now, or it is too much.
    """
    mine = {key: text.replace("\r\n", "\n").replace("\r", "\n") for key, text in typed.items() if text}
    _look_small(mine)
    count, part = _writable(night, counts, stage, whose, by)
    theirs = part.typed
    overwritten: dict[str, FieldText] = {}
    then = count if seen is None else counts.count_at(stage, seen)
    if then.number != count.number:
        raise RefusedError([Problem((), "error.night.part-entered")])
    if seen is not None and seen < part.version:
        base = then.part(part.whose).typed
        mine, both = _merged(base, theirs, mine)
        overwritten = {key: part.fields[key] for key in both if part.fields[key].by != by}
        _look_small(mine)
    if mine == theirs:
        return Typing(None)
    return Typing(counted(counts, "typed", at, by, {"stage": stage, "whose": part.whose, "typed": mine}), overwritten)


def _merged(
    base: Mapping[str, str], theirs: Mapping[str, str], mine: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Return a part with what two changed of it, and the fields that both changed to another text: there mine stands.

    >>> _merged({"a": "1", "b": "1", "c": "1"}, {"a": "2", "b": "1", "c": "2"}, {"a": "1", "b": "3", "c": "3"})
    ({'a': '2', 'b': '3', 'c': '3'}, ['c'])
    """
    told: dict[str, str] = {}
    both: list[str] = []
    for key in dict.fromkeys((*theirs, *mine, *base)):
        was, other, own = (texts.get(key, "") for texts in (base, theirs, mine))
        if own not in (was, other) and other != was:
            both.append(key)
        stands = other if own == was else own
        if stands:
            told[key] = stands
    return told, both


def claim(  # noqa: PLR0913  # of which count, by whom, and when
    night: Night, counts: Counts, stage: str, whose: str, *, by: str, total: int | None, at: str
) -> Event | None:
    """Claim the total that a player counted, or with None take it back.

    :raises RefusedError: when the part may not be written, or there is no such total.
    """
    _, part = _writable(night, counts, stage, whose, by)
    _look_player(part)
    if total is not None and not -MOST_CLAIMED <= total <= MOST_CLAIMED:
        raise RefusedError([Problem((), "error.night.claim-large", {"limit": len(str(MOST_CLAIMED))})])
    if total == part.claimed:
        return None
    return counted(counts, "claimed", at, by, {"stage": stage, "whose": part.whose, "total": total})


def finish(  # noqa: PLR0913  # of which count, by whom, and when
    night: Night, counts: Counts, stage: str, whose: str, *, by: str, at: str
) -> Event | None:
    """Say that a player is done.

    :raises RefusedError: when the part may not be written.
    """
    return _set_done(night, counts, stage, whose, by=by, at=at, is_done=True)


def reopen(  # noqa: PLR0913  # of which count, by whom, and when
    night: Night, counts: Counts, stage: str, whose: str, *, by: str, at: str
) -> Event | None:
    """Say that a player is not done after all. Once all are done in a sealed count, only the host may.

    :raises RefusedError: when the part may not be written.
    """
    return _set_done(night, counts, stage, whose, by=by, at=at, is_done=False)


def _set_done(  # noqa: PLR0913  # of which count, by whom, and when
    night: Night, counts: Counts, stage: str, whose: str, *, by: str, at: str, is_done: bool
) -> Event | None:
    count, part = _part(night, counts, stage, whose, by)
    _look_player(part)
    _look_own(count, part, by)
    if is_done:
        look_shown(night, count, part.whose, by)
    if part.is_done == is_done:
        return None
    if not is_done and by and count.is_sealed and count.all_done:
        raise RefusedError([Problem((), "error.night.part-all-sealed")])
    return counted(counts, "sealed", at, by, {"stage": stage, "whose": part.whose, "sealed": is_done})


# --- The host's own --------------------------------------------------------------------------------------------------


def lock(night: Night, counts: Counts, stage: str, whose: str, at: str) -> Event | None:
    """Let only the host write a part.

    :raises RefusedError: when there is no such part.
    """
    return _lock(night, counts, stage, whose, at, locked=True)


def unlock(night: Night, counts: Counts, stage: str, whose: str, at: str) -> Event | None:
    """Let a part be written again.

    :raises RefusedError: when there is no such part.
    """
    return _lock(night, counts, stage, whose, at, locked=False)


def _lock(night: Night, counts: Counts, stage: str, whose: str, at: str, *, locked: bool) -> Event | None:  # noqa: PLR0913  # of which count, by whom, and when
    _, part = _part(night, counts, stage, whose, "")
    if part.locked == locked:
        return None
    return counted(counts, "locked", at, "", {"stage": stage, "whose": part.whose, "locked": locked})


def open_part(night: Night, counts: Counts, stage: str, whose: str, at: str) -> Event | None:
    """Let the host read a part that is hidden, of which everybody is told.

    :raises RefusedError: when there is no such part.
    """
    count, part = _part(night, counts, stage, whose, "")
    _look_player(part)
    if not is_hidden(count, night.game, part.whose, ""):
        return None
    return counted(counts, "opened", at, "", {"stage": stage, "whose": part.whose})


def make_sealed(night: Night, counts: Counts, stage: str, at: str, *, sealed: bool = True) -> Event | None:
    """Make a count a sealed one, in which no points are told before all are done, or an open one.

    With that the host opens what was hidden in it.

    :raises RefusedError: when nothing can be entered at this stage.
    """
    count, _ = _part(night, counts, stage, "", "")
    if count.is_sealed == sealed:
        return None
    return counted(counts, "sealed", at, "", {"stage": stage, "whose": "", "sealed": sealed})


def reveal(night: Night, counts: Counts, entry: int, shown: int | None, at: str) -> Event | None:
    """Show so many steps of an entry that was counted sealed to everybody, or with None all.

    :raises RefusedError: when it does not stand, or was not counted sealed.
    """
    standing_entry(night, entry)
    made = counts.entered.get(entry)
    if made is None or not made.is_sealed:
        raise RefusedError([Problem((), "error.night.not-sealed", {"given": entry})])
    if shown is not None:
        shown = min(max(shown, 0), MOST_SHOWN)
    if counts.revealed.get(entry, 0) == shown:
        return None
    return Event("revealed", at, "", {"entry": entry, "shown": shown})


# --- What is possible ------------------------------------------------------------------------------------------------


def misshapen(typed: Mapping[str, str]) -> Iterator[Problem]:
    """Yield why texts are no part that can be kept: too many, too long, or with characters that cannot be seen."""
    if len(typed) > MOST_FIELDS or any(len(key) > MOST_KEY for key in typed):
        yield Problem((), "error.night.part-fields", {"limit": MOST_FIELDS, "most": MOST_KEY})
        return
    characters = sum(map(len, typed.values()))
    if characters > MOST_TYPED:
        yield Problem((), "error.night.part-long", {"count": characters, "limit": MOST_TYPED})
        return
    if not all(key.isprintable() for key in typed) or not all(map(_can_be_kept, typed.values())):
        yield Problem((), "error.night.part-characters")


def _can_be_kept(text: str) -> bool:
    """Tell whether a text holds no sign that controls a machine, and no half of a letter."""
    return text.isprintable() or all(
        letter in _LINES or unicodedata.category(letter) not in ("Cc", "Cs") for letter in text
    )


def _look_small(typed: Mapping[str, str]) -> None:
    problems = list(misshapen(typed))
    if problems:
        raise RefusedError(problems)


def _part(night: Night, counts: Counts, stage: str, whose: str, by: str) -> tuple[Count, CountPart]:
    """Return the count of a stage that is open, and a part of it.

    :raises RefusedError: when nothing can be entered, there is no such stage, or somebody does not play.
    """
    look_open(night)
    if stage not in night.game.stages:
        raise RefusedError([Problem((), "error.night.unknown-stage", {"given": stage})])
    player = meant(whose, night.players, night.seating.former) if whose else ""
    strangers = [name for name, known in ((whose, player), (by, _known(night, by))) if known is None]
    if strangers:
        values = {"given": strangers[0], "names": list(night.players)}
        raise RefusedError([Problem((), "error.night.unknown-player", values)])
    count = counts.count(stage)
    return count, count.part(player or "")


def _known(night: Night, by: str) -> str | None:
    """Return who writes, if it is the host or a player, by the very name."""
    return by if not by or by in night.players else None


def _look_player(part: CountPart) -> None:
    """Look whether a part is a player's.

    :raises RefusedError: when it is nobody's.
    """
    if not part.whose:
        raise RefusedError([Problem((), "error.night.part-nobody")])


def _look_own(count: Count, part: CountPart, by: str) -> None:
    """Look whether somebody may write a part at all: the host may each, a player the own one and what is nobody's.

    :raises RefusedError: when not.
    """
    if not by:
        return
    if part.whose and same_name(part.whose) != same_name(by):
        raise RefusedError([Problem((), "error.night.part-others", {"name": part.whose})])
    if part.locked:
        raise RefusedError([Problem((), "error.night.part-locked")])
    if not part.whose and count.is_sealed and count.all_done:
        raise RefusedError([Problem((), "error.night.part-all-sealed")])


def look_shown(night: Night, count: Count, whose: str, by: str) -> None:
    """Look whether who writes a part may read it: else one could guess what stands in it, or write over it unseen.

    :raises RefusedError: when it is hidden.
    """
    if is_hidden(count, night.game, whose, by):
        raise RefusedError([Problem((), "error.night.part-hidden", {"name": whose})])


def _writable(night: Night, counts: Counts, stage: str, whose: str, by: str) -> tuple[Count, CountPart]:
    """Return the count of a stage that is open, and a part of it that can be written.

    :raises RefusedError: when there is none, or it cannot.
    """
    count, part = _part(night, counts, stage, whose, by)
    _look_own(count, part, by)
    look_shown(night, count, part.whose, by)
    if part.is_done:
        raise RefusedError([Problem((), "error.night.part-sealed", {"name": part.whose})])
    return count, part


def counted(counts: Counts, kind: Kind, at: str, by: str, data: Mapping[str, Any]) -> Event:
    """Return an event that weighs something, if there is room for one more.

    :raises RefusedError: when there is none.
    """
    event = Event(kind, at, by, data)
    share = MOST_OF_PLAYERS // max(1, len(counts.players))  # nobody types so much that the others cannot
    if counts.weight + weight(event) > (MOST_OF_PLAYERS if by else MOST_WEIGHT) or (
        by and counts.weights.get(by, 0) + weight(event) > share
    ):
        raise RefusedError([Problem((), "error.night.parts-full")])
    return event
