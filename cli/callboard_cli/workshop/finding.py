"""What is missing or wrong in a game, as values: in which file, what (the id of its words), and what the words need."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from callboard_cli.speech.face import visible
from callboard_locales import Catalog

ADVICE = (
    *("check.asked-few", "check.asked-none", "check.unanswered-none", "check.uncited"),
    *("check.evening-none", "check.lacks-none"),
    *("check.questions-none", "check.questions-few", "check.questions-known"),
)
"""What makes a game better and does not make it wrong."""
_LONGEST = 300
"""The most characters of a value that are told."""


@dataclass(frozen=True)
class Finding:
    """One thing that is missing or wrong."""

    file: Path
    code: str
    """The id of its words."""
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def kind(self) -> Literal["error", "advice"]:
        """Whether the game is wrong, or could be better."""
        return "advice" if self.code in ADVICE else "error"

    def text(self, words: Catalog) -> str:
        """Say what is wrong and what to do, in the catalog's language."""
        shown = {name: visible(_short(words, value)) for name, value in self.values.items()}
        return words.text(self.code) % shown if shown else words.text(self.code)


def _short(words: Catalog, value: object) -> str:
    """Write a value as people read it: names with commas between them, a thing's kind in words."""
    if isinstance(value, Family):
        return words.text(f"check.family-{value.name}")
    if isinstance(value, Said):
        value = value.texts.get(words.language) or next(iter(value.texts.values()), "")
    if isinstance(value, (list, tuple, set, frozenset)):
        items = list(map(str, value))
        value = ", ".join(sorted(items) if isinstance(value, (set, frozenset)) else items)
    text = " ".join(str(value).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


@dataclass(frozen=True)
class Family:
    """What kind of thing needs words, such as a reason; it has words itself."""

    name: str


@dataclass(frozen=True)
class Said:
    """What the game itself says, by language."""

    texts: Mapping[str, str]


def trouble(error: BaseException, folder: Path) -> dict[str, object]:
    """Return what an exception out of a game's code says, and where in the game's folder it came up."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(folder)
    ]
    where = f"{Path(frames[-1].filename).relative_to(folder)}:{frames[-1].lineno}" if frames else "—"
    if isinstance(error, SyntaxError) and error.filename:
        where = f"{Path(error.filename).name}:{error.lineno}"
    return {"error": f"{type(error).__name__}: {error}", "where": where}
