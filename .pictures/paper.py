"""Print the pictures of paper in docs, as `callboard print` prints them: `python .pictures/paper.py`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from callboard_cli.paper import press
from callboard_cli.paper.aids import aid_view
from callboard_cli.paper.pads import pad_view
from callboard_cli.ui.output import UI
from callboard_locales import LANGUAGES, catalog
from callboard_scoring.games import find_game

HERE = Path(__file__).parent
PAD, PLAYERS, AID = "magnificent", 4, "intrigo"
DOTS_PER_INCH = 100
"""That small letters can be read where a page shows the picture as it is."""


def main() -> None:
    """Print a pad and an aid in each language."""
    pad, aid = find_game(PAD), find_game(AID)
    assert pad is not None and aid is not None  # noqa: PT018, S101  # built-in games
    how = replace(press.Wanted(), format="png")
    for language in LANGUAGES:
        ui = UI(catalog(language), plain=True)
        behind = "" if language == "en" else f"-{language}"
        for name, sheet in (("pad", pad_view(ui, pad, PLAYERS)), ("aid", aid_view(ui, aid))):
            assert sheet is not None  # noqa: S101  # both have them
            page, *_ = press.press(name, sheet, how, DOTS_PER_INCH)  # a pad goes on with the end of the game
            (HERE / f"{name}{behind}.png").write_bytes(page)


if __name__ == "__main__":
    main()
