"""Draw the picture in README.md from a really scored season: `python .pictures/make.py`."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from callboard_cli.face import Face
from callboard_cli.showing import show_result
from callboard_cli.table import Table
from callboard_locales import catalog
from callboard_scoring.games import find_game

HERE = Path(__file__).parent
WORDS = ["season=1", "mood=comedy", "Valère: C3 C3 C2 T2 T1 +4", "Hippolyte: C2 C2 C1 C1 T2 T2 T1"]
COLUMNS = 82


def draw() -> str:
    """Score the example of the rulebook and return the picture as SVG."""
    game = find_game("histrio")
    assert game is not None  # noqa: S101  # it is the game of the picture
    face = Face(catalog("en"), plain=False)
    result = Table(face, game, "season").score_typed(WORDS)
    console = Console(
        record=True,
        width=COLUMNS,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        markup=False,
        highlight=False,
        _environ={},
    )
    console.print(Text("$ " + shlex.join(["callboard", "score", "histrio", "season", *WORDS]), style="dim"))
    show_result(face, game, "season", result, explain=False, console=console)
    svg = console.export_svg(title="callboard", theme=MONOKAI, unique_id="season")
    # Rich asks a font server for its font; any monospaced font of the reader's own does.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code", "monospace")


if __name__ == "__main__":
    (HERE / "season.svg").write_text(draw(), encoding="utf-8")
    sys.stdout.write("season.svg\n")
