"""Pictures in words, for whoever would rather have them read than look."""

from __future__ import annotations

from callboard_cli.speech.face import Face
from callboard_cli.speech.wording import token
from callboard_scoring.game import Game
from callboard_scoring.pictures import Grid, Picture


def spoken(face: Face, game: Game, picture: Picture) -> list[str]:
    """Say a picture in words: a row or a stop a line; nothing where lines beside it say the same."""
    if isinstance(picture, Grid):
        names = [[token(face.catalog, game.id, cell, "grid") for cell in row] for row in picture.rows]
        return [f"{number}. {', '.join(row)}" for number, row in enumerate(names, 1)]
    if picture.told:
        return []
    return [f"{number}. {token(face.catalog, game.id, stop.token)}" for number, stop in enumerate(picture.stops, 1)]
