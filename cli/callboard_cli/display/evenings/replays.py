"""An evening that was counted again from a text, for people and for machines, with what came to something else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from callboard_cli.display.evenings.machine import night_data
from callboard_cli.speech.face import Face, visible
from callboard_locales import Catalog
from callboard_nights.night import Night
from callboard_nights.writing.replaying import Difference


@dataclass(frozen=True)
class Replay:
    """An evening from a text."""

    name: str
    """Its ID; empty where the text does not tell it."""
    night: Night
    version: str
    """The version of Callboard that wrote the text."""
    here: str
    """The version that counted it again."""
    differences: tuple[Difference, ...] | None = None
    """What came to something else; None where the text tells no results."""

    @property
    def is_of_other(self) -> bool:
        """Whether another version wrote it."""
        return self.version != self.here


def replay_data(words: Catalog, replay: Replay) -> dict[str, Any]:
    """Return an evening as it stands, and what another version counted otherwise."""
    data = night_data(words, replay.name, replay.night)
    data["night"] = replay.name or None
    if replay.is_of_other or replay.differences:
        data["version"] = replay.version
        if replay.differences is not None:
            data["differs"] = [_data(one) for one in replay.differences]
    return data


def _data(one: Difference) -> dict[str, Any]:
    data = {"entry": one.entry, "name": one.name, "then": one.then, "now": one.now}
    return data if one.what == "total" else {**data, "what": one.what}


def show_replay(face: Face, replay: Replay) -> None:
    """Show where the table stood, and what another version counted otherwise."""
    from callboard_cli.display.evenings.evening import show_night  # a program sees none

    show_night(face, replay.name or face.text("replay.receipt"), replay.night, whole=True, is_saved=False)
    face.say()
    if replay.is_of_other:
        face.say(face.text("replay.version", version=visible(replay.version), here=replay.here))
    for one in replay.differences or ():
        face.say(_sentence(face, one))
    if replay.differences == ():
        face.say(face.text("replay.same"))


_SENTENCES = {
    "total": "replay.total",
    "rank": "replay.rank",
    "lines": "replay.lines",
    "holds": "replay.holds",
    "winners": "replay.winners",
    "fits": "replay.fits",
}
"""The words for what came to something else."""


def _sentence(face: Face, one: Difference) -> str:
    """Say what came to something else."""
    where = face.text("replay.standing") if one.entry is None else face.text("replay.entry", entry=one.entry)
    if one.name is not None:
        where = f"{where} · {visible(one.name)}"
    return face.text(_SENTENCES[one.what], where=where, then=_told(face, one.then), now=_told(face, one.now))


def _told(face: Face, value: object) -> str:
    """Say who won; a number as it is."""
    if isinstance(value, (list, tuple)):
        names = [visible(str(name)) for name in value if isinstance(name, str)]
        return face.catalog.list(names) if names else face.text("replay.nobody")
    return face.text("replay.nobody") if value is None else str(value).replace("-", "−")
