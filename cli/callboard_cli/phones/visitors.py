"""Who asks for a page: by which link, and in which language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from callboard_cli.speech.face import Face
from callboard_locales import DEFAULT, LANGUAGES, catalog

Role = Literal["host", "player", "read"]


@dataclass(frozen=True)
class Visitor:
    """Who asks."""

    token: str
    """What stands in the link."""
    role: Role
    name: str
    """The player whose link it is; empty of the host's and of the one to read."""
    face: Face

    @property
    def home(self) -> str:
        """The path of the visitor's page."""
        return f"/{self.token}"

    @property
    def may_write(self) -> bool:
        """Whether anything can be entered by this link."""
        return self.role != "read"

    @property
    def is_host(self) -> bool:
        """Whether it is the host's link."""
        return self.role == "host"

    def may_type(self, whose: str) -> bool:
        """Tell whether the visitor may type a part: one's own and the table's, and the host's are all."""
        return self.is_host or (self.may_write and whose in ("", self.name))


def face_of(chosen: str, accepted: str) -> Face:
    """Return how to speak to whoever chose this language, or else whose browser accepts these."""
    return Face(catalog(chosen if chosen in LANGUAGES else _accepted(accepted)), plain=True)


def _accepted(header: str) -> str:
    """Return the language that a browser likes best, of an `Accept-Language` header.

    >>> _accepted("de-DE,de;q=0.9,es-MX;q=0.8,en;q=0.7")
    'es'
    """
    wanted: list[tuple[float, str]] = []
    for part in header[:_LONGEST].split(","):
        name, _, rest = part.strip().partition(";")
        language = name.strip().lower().partition("-")[0]
        weight = rest.strip().removeprefix("q=")
        if language in LANGUAGES:
            wanted.append((_number(weight) if rest else 1.0, language))
    return max(wanted, key=lambda one: one[0], default=(0.0, DEFAULT))[1]


_LONGEST = 200
"""The most characters of such a header that are looked at."""


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
