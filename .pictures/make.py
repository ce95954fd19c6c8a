"""Draw the pictures in the READMEs and in docs from really scored records: `python .pictures/make.py`."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from callboard_cli.input.parser.typed import read
from callboard_cli.input.stage import stage_of
from callboard_cli.render.results import show_result
from callboard_cli.ui.names import command_line, short_name
from callboard_cli.ui.output import UI
from callboard_locales import catalog
from callboard_scoring.games import find_game

HERE = Path(__file__).parent
SEASON = ["season=1", "mood=comedy", "Valère: C3 C3 C2 T2 T1 +4", "Hippolyte: C2 C2 C1 C1 T2 T2 T1"]
PALACE = [
    *("Ada: Contarini 1", "Ben: Dandolo 0 military 3", "Cleo: Gradenigo 2"),
    "merchants, Contarini 4, ducat, Dandolo 2, clergy face down, thief, ducat, Contarini 3, workers, Gradenigo 2",
    "ducat, Dandolo 4, military, Contarini 2, ducat, Morosini 3 face down, farmers, assassin, ducat, Gradenigo 3",
    "merchants, Dandolo 3, ducat, Gradenigo 4",
]
SEASON_RU = ["сезон=1", "настроение=комедия", "Валера: К3 К3 К2 Т2 Т1 +4", "Ипполит: К2 К2 К1 К1 Т2 Т2 Т1"]
PALACE_RU = [
    *("Аня: Контарини 1", "Боря: Дандоло 0 военные 3", "Вера: Градениго 2"),
    "купечество, Контарини 4, дукат, Дандоло 2, духовенство лицом вниз, вор, дукат, Контарини 3, рабочие, Градениго 2",
    "дукат, Дандоло 4, военные, Контарини 2, дукат, Морозини 3 лицом вниз, фермерство, убийца, дукат, Градениго 3",
    "купечество, Дандоло 3, дукат, Градениго 4",
]
SEASON_ES = ["temporada=1", "humor=comedia", "Lope: C3 C3 C2 T2 T1 +4", "Tirso: C2 C2 C1 C1 T2 T2 T1"]
PALACE_ES = [
    *("Ana: Contarini 1", "Bruno: Dandolo 0 militares 3", "Clara: Gradenigo 2"),
    "mercaderes, Contarini 4, ducado, Dandolo 2, clero boca abajo, ladrón, ducado, Contarini 3, obreros, Gradenigo 2",
    "ducado, Dandolo 4, militares, Contarini 2, ducado, Morosini 3 boca abajo, agricultores, asesino, ducado",
    "Gradenigo 3, mercaderes, Dandolo 3, ducado, Gradenigo 4",
]
PICTURES = {
    "season": ("en", "histrio", "season", SEASON),
    "palace": ("en", "intrigo", "round", PALACE),
    "season-ru": ("ru", "histrio", "season", SEASON_RU),
    "palace-ru": ("ru", "intrigo", "round", PALACE_RU),
    "season-es": ("es", "histrio", "season", SEASON_ES),
    "palace-es": ("es", "intrigo", "round", PALACE_ES),
}
"""The language, the game, the stage and the typed words of each."""
COLUMNS = 82


def draw(name: str) -> str:
    """Score what is typed and return the picture as SVG."""
    language, game_id, stage, words = PICTURES[name]
    game = find_game(game_id)
    assert game is not None  # noqa: S101  # it is the game of the picture
    ui = UI(catalog(language), plain=False)
    here = stage_of(game, stage)
    result = here.score(here.record(read(words, here).raw))
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
    line = ["callboard", "score", game_id, short_name(ui.catalog, game_id, stage), *words]
    console.print(Text("$ " + command_line(line, windows=False), style="dim"))
    show_result(ui, game, stage, result, console=console)
    svg = console.export_svg(title="callboard", theme=MONOKAI, unique_id=name)
    # Rich asks a font server for its font; any monospaced font of the reader's own does.
    svg = re.sub(r"@font-face \{.*?\}\s*|<!-- Generated with .*? -->\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("<svg ", '<svg xml:space="preserve" ', 1)  # some drop the spaces that a piece begins with
    return svg.replace("Fira Code", "monospace")


if __name__ == "__main__":
    for picture in PICTURES:
        (HERE / f"{picture}.svg").write_text(draw(picture), encoding="utf-8")
        sys.stdout.write(f"{picture}.svg\n")
