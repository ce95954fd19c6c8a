"""Where a table stands, in words: who has how much, what players hold, who is first, and what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from callboard_cli.display.answer import BETWEEN, Fact, facts_of, gains_of, named, placed
from callboard_cli.speech.face import Face, visible
from callboard_locales import Catalog
from callboard_nights.night import Night, Standing

Said = Callable[[Catalog], str]
"""A sentence, in the language of a catalog."""


def has_points(night: Night) -> bool:
    """Tell whether points mean anything by now: the game adds some up, and there are any."""
    evening = night.game.evening()
    counting = (*evening.adds, *evening.sets)
    return bool(counting) and (any(night.totals.values()) or any(one.stage in counting for one in night.played))


def standing_of(face: Face, night: Night) -> list[str]:
    """Return the standing as pieces that are told one after the other, the most points first; empty without points."""
    if not has_points(night):
        return []
    places: dict[tuple[int, int, bool], list[str]] = {}
    for one in night.standing:
        places.setdefault((-one.total, one.rank, False), []).append(visible(one.name))
    first, *others = placed(face, night.game, places)
    return [f"{face.beside(Catalog.text, 'night/standing')}: {first}", *others]


def holdings_of(face: Face, night: Night) -> list[str]:
    """Say in a line each what players hold, where that and not points decides."""
    ordered = sorted(night.standing, key=lambda one: one.rank)
    told = ((one, "; ".join(fact.brief for fact in held(face, night, one.holds))) for one in ordered)
    return [f"{visible(one.name)}: {facts}" for one, facts in told if facts]


def held(face: Face, night: Night, holds: Mapping[str, Any] | None) -> list[Fact]:
    """Say what somebody holds."""
    return gains_of(face, night.game, "", holds or {}, night.players)


def first_of(face: Face, night: Night) -> str:
    """Say who won, or leads where nothing tells who wins; empty as long as that is not known."""
    if night.winners is None or night.last is None:
        return ""
    if not night.winners:
        return face.beside(Catalog.text, "night/nobody")
    if not night.is_won and len(night.players) == 1:
        return ""
    told = "result.winners" if night.is_won else "result.leaders"
    return face.beside(named, told, [visible(name) for name in night.winners])


def leaders(night: Night) -> tuple[str, ...]:
    """Return who has the most; nobody where points mean nothing, or all have the same."""
    first = tuple(one.name for one in night.standing if one.rank == 1)
    return first if has_points(night) and len(first) < len(night.players) else ()


def leading(face: Face, night: Night) -> str:
    """Say who won or leads; empty where nobody does."""
    first = leaders(night)
    told = first_of(face, night)
    return told or (face.beside(named, "result.leaders", list(map(visible, first))) if first else "")


def table_of(face: Face, night: Night, table: Mapping[str, Any]) -> list[str]:
    """Say what lies on the table, in a line each."""
    return [str(fact) for fact in facts_of(face, night.game, table, night.players)]


def moves(face: Face, before: Standing, after: Standing, night: Night) -> Iterator[str]:
    """Yield what a player has now instead of what there was."""
    if before.total != after.total:
        yield with_number(after.name, f"{minus(before.total)} → {minus(after.total)}")
    if before.holds != after.holds:
        was, now = dict(before.holds or {}), dict(after.holds or {})
        for key in dict.fromkeys((*was, *now)):
            if was.get(key) != now.get(key):
                pair = (facts_of(face, night.game, {key: one.get(key)}, ()) for one in (was, now))
                for old, new in zip(*pair, strict=True):
                    yield f"{visible(after.name)}: {old.name} {old.value} → {new.value}"


def with_number(name: str, number: str) -> str:
    """Put a number behind a name; with a colon, where the name ends in one too."""
    told = visible(name)
    return f"{told}: {number}" if told[-1:].isdecimal() else f"{told} {number}"


def minus(number: int) -> str:
    """Write a whole number."""
    return str(number).replace("-", "−")


def flow(face: Face, pieces: Sequence[str]) -> list[str]:
    """Return lines of pieces that stand one after the other; on a screen none is broken that a line can hold."""
    if face.plain or not pieces:
        return [BETWEEN.join(pieces)] if pieces else []
    import shutil  # only a screen has a width

    from callboard_cli.display.sheet import flowed  # it brings Rich

    return flowed(pieces, shutil.get_terminal_size().columns)
