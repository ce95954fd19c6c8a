"""What somebody had answered when the window was closed: it is kept beside the evenings, so that it goes on from there.

It is a convenience: where it cannot be written or read, there is none.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from callboard_nights.storage.files import write_file

NAME = "draft.json"
MOST_BYTES = 100_000
"""The most bytes of a draft; as many as of a record."""


@dataclass(frozen=True)
class Draft:
    """An entry that is not whole yet."""

    night: str
    entries: int
    """How many entries the evening had when it was begun: one more, and it is about something else."""
    stage: str
    words: tuple[str, ...]
    """The answers so far, as words of a command line."""


def keep(folder: Path, draft: Draft) -> None:
    """Keep a draft in the place of any other."""
    with suppress(OSError, ValueError):
        text = json.dumps(asdict(draft), ensure_ascii=False).encode()
        if len(text) > MOST_BYTES:
            return
        folder.mkdir(parents=True, exist_ok=True)
        write_file(folder / NAME, text)


def kept(folder: Path) -> Draft | None:
    """Return the draft that is kept."""
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        with (folder / NAME).open("rb") as file:
            text = file.read(MOST_BYTES + 1)
        told = json.loads(text)
        night, entries, stage, words = told["night"], told["entries"], told["stage"], told["words"]
        strings = (night, stage, *words)
        if len(text) <= MOST_BYTES and type(entries) is int and all(isinstance(one, str) for one in strings):
            return Draft(night, entries, stage, tuple(words))
    return None


def drop(folder: Path) -> None:
    """Forget the draft."""
    with suppress(OSError):
        (folder / NAME).unlink()
