"""What all sheets share: the head, the lines with their rules, and pictures as plain data for the templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from callboard_cli.render.rows import Drawing
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI, visible
from callboard_cli.ui.wording import token
from callboard_cli.views.lines import Addresses
from callboard_scoring.game import Game
from callboard_scoring.ledger import Grid, Ring

ON_PAPER = Addresses(rule=lambda _: "", entry=lambda _: "")
"""Nothing can be followed on paper: a section is cited by its title."""


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
    foot: Sequence[str]
    """Lines at the bottom of every page."""
    lacking: str
    """What stands there too where letters are told by their numbers."""


def on_sheet(ui: UI, game: Game, subtitle: str) -> dict[str, Any]:
    """Return what every sheet of a game has, under the game's title; the subtitle says what it is."""
    paper, command = game.paper(), f"callboard rules {game.id}"
    return {
        "title": _titled(ui, game),
        "subtitle": subtitle,
        "colour": paper.colour,
        "ornament": paper.ornament,
        "language": ui.catalog.language,
        "also": ui.also.language if ui.also else "",
        "foot": [words.text("paper/foot") % {"command": command} for words in ui.catalogs],
        "lacking": ui.text("paper/lacking"),
    }


def _titled(ui: UI, game: Game) -> str:
    """Return the game's title; at a mixed table in both languages, unless one of them says it all."""
    titles = [title_of(words, game.id) for words in ui.catalogs]
    whole = [title for title in titles if all(title.startswith(other) for other in titles)]
    return whole[0] if whole else " / ".join(titles)


_FACE_DOWN = " face-down"


@dataclass(frozen=True)
class Spot:
    """What lies in one place."""

    words: str
    """Empty where nothing does."""
    is_down: bool = False
    """Whether it lies face down."""
    name: str = ""
    """Who got it; a dash where nobody did."""


@dataclass(frozen=True)
class PaperPicture:
    """A ring of places, or a grid."""

    kind: Literal["ring", "grid"]
    legend: str
    spots: Sequence[Spot] = ()
    """The places of a ring, clockwise from the top left corner."""
    between: Sequence[Spot] = ()
    """What lies after each of them."""
    first: str = ""
    """What the first place is called; empty where it is nothing but the first."""
    rows: Sequence[Sequence[str]] = ()
    """The letters of a grid, row by row."""
    words: Sequence[str] = ()
    """The same in words."""


def on_paper(drawing: Drawing | None) -> PaperPicture | None:
    """Return a picture for paper; None where there is none."""
    if drawing is None:
        return None
    ui, game, picture = drawing.ui, drawing.game, drawing.picture
    if isinstance(picture, Grid):
        letters = [[token(ui.catalog, game.id, cell, "letter") for cell in row] for row in picture.rows]
        return PaperPicture("grid", "", rows=letters, words=drawing.words)
    return _ring(ui, game, picture)


def _ring(ui: UI, game: Game, ring: Ring) -> PaperPicture:
    is_decided = bool(ring.between) and any(stop.name is not None for stop in ring.stops)
    names = ["" if not is_decided or one.name is None else visible(one.name) or "–" for one in ring.stops]
    spots = [_spot(ui, game, one.token, name) for one, name in zip(ring.stops, names, strict=True)]
    legend = [ui.text("picture.ring"), *([ui.text("picture.ring-won")] if is_decided else [])]
    between = [_spot(ui, game, card) for card in ring.between]
    first = ui.text(f"{game.id}/pad-box.{ring.first}") if ring.first else ""
    return PaperPicture("ring", " ".join(legend), spots, between, first)


def _spot(ui: UI, game: Game, canonical: str, name: str = "") -> Spot:
    lying = canonical.removesuffix(_FACE_DOWN)
    return Spot(token(ui.catalog, game.id, lying) if lying else "", canonical != lying, name)
