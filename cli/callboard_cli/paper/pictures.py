"""Pictures of a table as plain data, for a template that draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from callboard_cli.display.pictures import Drawing
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.wording import token
from callboard_scoring.game import Game
from callboard_scoring.pictures import Grid, Ring

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
    face, game, picture = drawing.face, drawing.game, drawing.picture
    if isinstance(picture, Grid):
        letters = [[token(face.catalog, game.id, cell, "letter") for cell in row] for row in picture.rows]
        return PaperPicture("grid", "", rows=letters, words=drawing.words)
    return _ring(face, game, picture)


def _ring(face: Face, game: Game, ring: Ring) -> PaperPicture:
    is_decided = bool(ring.between) and any(stop.name is not None for stop in ring.stops)
    names = ["" if not is_decided or one.name is None else visible(one.name) or "–" for one in ring.stops]
    spots = [_spot(face, game, one.token, name) for one, name in zip(ring.stops, names, strict=True)]
    legend = [face.text("picture.ring"), *([face.text("picture.ring-won")] if is_decided else [])]
    between = [_spot(face, game, card) for card in ring.between]
    first = face.text(f"{game.id}/pad-box.{ring.first}") if ring.first else ""
    return PaperPicture("ring", " ".join(legend), spots, between, first)


def _spot(face: Face, game: Game, canonical: str, name: str = "") -> Spot:
    lying = canonical.removesuffix(_FACE_DOWN)
    return Spot(token(face.catalog, game.id, lying) if lying else "", canonical != lying, name)
