"""A picture of a table, for whoever looks at it and for whoever would rather have it read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from callboard_cli.ui.output import UI
from callboard_cli.ui.wording import token
from callboard_scoring.game import Game
from callboard_scoring.ledger import Grid, Picture

if TYPE_CHECKING:
    from rich.text import Text

_NARROW, _WIDE = 44, 100
"""How many letters a picture may be wide: those of a phone held upright, or those to which it is moved sideways."""


@dataclass(frozen=True)
class Drawing:
    """A picture in letters, and the same in words."""

    ui: UI
    game: Game
    picture: Picture

    def drawn(self, width: int) -> list[Text] | None:
        """Draw the picture for a width in cells; None where that is too narrow for it."""
        from callboard_cli.render.drawing import draw  # it brings Rich

        return draw(self.ui, self.game, self.picture, width)

    @property
    def rows(self) -> list[str]:
        """Its letters, as narrow as may be; none where it is too wide for a page."""
        return [line.plain.rstrip() for line in self.drawn(_NARROW) or self.drawn(_WIDE) or ()]

    @property
    def words(self) -> list[str]:
        """The picture in words, a row or a stop a line; nothing where lines beside it say the same."""
        words, game, picture = self.ui.catalog, self.game.id, self.picture
        if isinstance(picture, Grid):
            names = [[token(words, game, cell, "grid") for cell in row] for row in picture.rows]
            return [f"{number}. {', '.join(row)}" for number, row in enumerate(names, 1)]
        if picture.told:
            return []
        return [f"{number}. {token(words, game, stop.token)}" for number, stop in enumerate(picture.stops, 1)]


def drawing_of(ui: UI, game: Game, picture: Picture | None) -> Drawing | None:
    """Return what shows a picture, if there is one."""
    return None if picture is None else Drawing(ui, game, picture)
