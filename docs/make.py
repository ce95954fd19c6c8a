"""Write what follows from the texts of `--help`, for each language: `python docs/make.py`.

That is the page on how each game is typed, of which the beginning is written by hand and stays, and the manual page.
`tests/test_docs.py` compares them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from callboard_cli.app import build
from callboard_cli.input.notation import Entry, notation
from callboard_cli.input.setups import demand_lines, option_lines
from callboard_cli.input.stage import Stage, example_of
from callboard_cli.render.man import man_page
from callboard_cli.ui.names import command_line, listed, short_name, title_of
from callboard_cli.ui.output import UI
from callboard_locales import LANGUAGES, Catalog, catalog
from callboard_scoring.game import Game
from callboard_scoring.games import GAMES

HERE = Path(__file__).parent
PAGES = {language: HERE / ("" if language == "en" else language) / "typing.md" for language in LANGUAGES}
MANUALS = {language: HERE / "man" / ("" if language == "en" else language) / "callboard.1" for language in LANGUAGES}
_FIRST_GAME = re.compile(r"^## ", re.MULTILINE)
_MARKUP = re.compile(r"[\\`*_<>\[\]]")
"""What Markdown would read as more than a letter."""


def page(language: str) -> str:
    """Return the whole page: its beginning as it is, and all games from their texts."""
    beginning = _FIRST_GAME.split(PAGES[language].read_text(encoding="utf-8"), maxsplit=1)[0]
    parts = [part for game in GAMES for part in _game(game, catalog(language))]
    return "\n\n".join([beginning.rstrip(), *parts]) + "\n"


def manual(language: str) -> str:
    """Return the manual page."""
    ui = UI(catalog(language), plain=True)
    return man_page(ui, build(ui))


def _game(game: Game, words: Catalog) -> Iterator[str]:
    """Yield the paragraphs of a game: each of its stages, and its set-up."""
    yield f"## {title_of(words, game.id)}"
    for name in game.stages:
        stage = Stage(game, name)
        shown = notation(stage, words)
        yield f"### {listed(words, game.id, name)}: {title_of(words, game.id, name)}"
        yield _command("score", game.id, short_name(words, game.id, name), *shown.words)
        yield _fields(shown.entries, words)
        yield _plain(shown.line)
    ui = UI(words, plain=True)
    yield f"### {ui.text('setup.title')} (setup)"
    yield _command("setup", game.id, *_players(game, words))
    lines = [*option_lines(ui, game), *demand_lines(ui, game)]
    yield _fields((Entry("", typed, meaning) for typed, meaning in lines), words)


def _players(game: Game, words: Catalog) -> list[str]:
    """Return the names of the players of the first example that has some."""
    examples = (example_of(Stage(game, name), words) for name in game.scored)
    return next([player["name"] for player in example["players"]] for example in examples if example.get("players"))


def _command(*arguments: str) -> str:
    """Return a command as a block; in double quotes, which every shell reads."""
    return f"```sh\n{command_line(['callboard', *arguments], windows=True)}\n```"


def _fields(entries: Iterable[Entry], words: Catalog) -> str:
    """Return a list of what is typed; what is typed within a line stands below it."""
    return "\n".join(
        f"{'  ' if entry.within else ''}- `{entry.typed}` — {_plain(entry.whole(words))}" for entry in entries
    )


def _plain(text: str) -> str:
    """Return a text as Markdown, with what it shows as code left alone."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(piece if piece.startswith("`") else _MARKUP.sub(r"\\\g<0>", piece) for piece in pieces)


if __name__ == "__main__":
    for pages, made in ((PAGES, page), (MANUALS, manual)):
        for spoken, path in pages.items():
            path.parent.mkdir(exist_ok=True, parents=True)
            path.write_text(made(spoken), encoding="utf-8")
            sys.stdout.write(f"{path.relative_to(HERE)}\n")
