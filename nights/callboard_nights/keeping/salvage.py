"""What can be saved of a damaged file: of each evening the events up to the first that is missing or wrong."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from callboard_nights.keeping.files import told
from callboard_nights.keeping.ids import is_id
from callboard_nights.keeping.pages import rows
from callboard_nights.keeping.shelf import Contents, Kept
from callboard_nights.keeping.tables import EventRow, NightRow, StateRow, sound_part
from callboard_nights.keeping.trouble import Notice


@dataclass(frozen=True)
class Salvaged:
    """What came of a file, and what did not."""

    contents: Contents
    lost: dict[str, int]
    """How many events are missing, at least, of each evening of which some are."""

    def notices(self, path: Path, kept: Path | None = None) -> list[Notice]:
        """Return what people are to be told, and where the file is kept as it was, if it was set aside."""
        standing = {each.night: len(each.events) for each in self.contents.nights}
        found = {"nights": len(standing), "events": sum(standing.values())}
        gone = {"lost_nights": len(self.lost.keys() - standing), "lost_events": sum(self.lost.values())}
        values: dict[str, str | int] = {"path": str(path), **found, **gone}
        whole = Notice("store.renewed", {**values, "kept": str(kept)}) if kept else Notice("store.damaged", values)
        return [whole, *(_of_night(night, standing.get(night), lost) for night, lost in sorted(self.lost.items()))]


def _of_night(night: str, standing: int | None, lost: int) -> Notice:
    """Return what people are to be told of an evening of which not all is there."""
    if standing is None:
        return Notice("store.night-lost", {"night": night, "lost_events": lost})
    return Notice("store.night-cut", {"night": night, "events": standing, "lost_events": lost})


def salvage(path: Path) -> Salvaged:
    """Read what can be read of a damaged file; its own tables need not be found for that."""
    with told(path):
        data = path.read_bytes()
    events: defaultdict[str, list[EventRow]] = defaultdict(list)
    nights: dict[str, NightRow] = {}
    current = ""
    for row in rows(data):
        match row:
            case (str(night), int(), str(), str(), str(), str(), str()) if is_id(night):
                events[night].append(EventRow(*row))  # type: ignore[arg-type]  # as the pattern says
            case (str(night), int(), str(), int(), str(), str()) if is_id(night):
                found = NightRow(*row)  # type: ignore[arg-type]  # as the pattern says
                if found.sound and (night not in nights or nights[night].events < found.events):
                    nights[night] = found
            case (int(), str(), int(), str()):
                state = StateRow(*row)  # type: ignore[arg-type]  # as the pattern says
                current = state.current if state.sound else current
    return _put_together(events, nights, current)


def _put_together(events: dict[str, list[EventRow]], nights: dict[str, NightRow], current: str) -> Salvaged:
    """Make evenings of the rows that were found."""
    kept: list[tuple[tuple[int, str], Kept]] = []
    lost: dict[str, int] = {}
    for night in sorted(events.keys() | nights.keys()):
        found = sorted(events.get(night, []))  # by their numbers
        stand = sound_part(found)
        row = nights.get(night)
        there = row.events if row else len({each.number for each in found})
        if there > len(stand):
            lost[night] = there - len(stand)
        if stand:
            # What was told of more events, or of events before, is not told of these.
            summary = row.summary if row and row.events == len(stand) else "null"
            created = row.created if row else 0
            kept.append(((created, stand[0].at), Kept(tuple(stand), summary)))
    return Salvaged(Contents(tuple(each for _, each in sorted(kept, key=lambda pair: pair[0])), current), lost)
