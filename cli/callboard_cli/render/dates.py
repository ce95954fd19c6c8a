"""When something was done, as the clock on the wall shows it, in the order in which the language writes a date."""

from __future__ import annotations

from datetime import datetime

from callboard_cli.ui.output import visible
from callboard_locales import Catalog


def day(words: Catalog, at: str) -> str:
    """Return the day of an event in the person's own time; what is no time is shown as it is."""
    return _written(words, "night/day", at)


def moment(words: Catalog, at: str) -> str:
    """Return the day and the time of an event in the person's own time; what is no time is shown as it is."""
    return _written(words, "night/moment", at)


def hour(at: str) -> str:
    """Return the time of an event by this computer's clock, `20:31`; what is no time is left as it is."""
    here = _here(at)
    return at if here is None else f"{here.hour:02}:{here.minute:02}"


def second(at: str) -> str:
    """Return the time of an event in the person's own time, `2026-11-22 20:31:09`; what is no time is left as it is."""
    here = _here(at)
    return at if here is None else here.replace(tzinfo=None).isoformat(" ", "seconds")


def _here(at: str) -> datetime | None:
    """Return when it was by the clock of whoever asks; None of what is no time."""
    try:
        return datetime.fromisoformat(at).astimezone()
    except (ValueError, OverflowError, OSError):  # beyond what this system's clock knows
        return None


def _written(words: Catalog, message: str, at: str) -> str:
    here = _here(at)
    if here is None:
        return visible(at)
    return words.text(message) % {
        "year": f"{here.year:04}",
        "month": f"{here.month:02}",
        "day": f"{here.day:02}",
        "time": f"{here.hour:02}:{here.minute:02}",
    }
