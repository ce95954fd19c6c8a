"""What every sheet has: a head, a foot, and the game's colour and ornament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from callboard_cli.speech.face import Face
from callboard_cli.speech.naming import title_of
from callboard_cli.telling.lines import Addresses
from callboard_scoring.game import Game

ON_PAPER = Addresses(rule=lambda rule: rule.partition("/")[2], entry=lambda _: "")
"""What paper has in place of links: the ids of sections, which stand behind their mark."""


@dataclass(frozen=True)
class Sheet:
    """A sheet; each kind adds what it tells."""

    title: str
    subtitle: str
    colour: str
    ornament: str
    language: str
    also: str
    """The second language; empty where there is none."""
    languages_told: int
    """How many languages it speaks."""
    foot: Sequence[str]
    """Lines at the bottom of every page."""
    lacking: str
    """What stands there too where letters are told by their numbers."""


def on_sheet(face: Face, game: Game, subtitle: str) -> dict[str, Any]:
    """Return what every sheet of a game has, under the game's title; the subtitle says what it is."""
    paper, command = game.paper(), f"callboard rules {game.id} --section ID"
    return {
        "title": _titled(face, game),
        "subtitle": subtitle,
        "colour": paper.colour,
        "ornament": paper.ornament,
        "language": face.catalog.language,
        "also": face.also.language if face.also else "",
        "languages_told": len(face.catalogs),
        "foot": [words.text("paper/foot") % {"command": command} for words in face.catalogs],
        "lacking": face.text("paper/lacking"),
    }


def _titled(face: Face, game: Game) -> str:
    """Return the game's title; at a mixed table in both languages, unless one of them says it all."""
    titles = [title_of(words, game.id) for words in face.catalogs]
    whole = [title for title in titles if all(title.startswith(other) for other in titles)]
    return whole[0] if whole else " / ".join(titles)
