"""`callboard` alone, at a terminal: a few questions lead to a score, a set-up or a rule, and say the command for it."""

from collections.abc import Sequence

from callboard_cli.input.evenings import current
from callboard_cli.input.prompts.keyboard import HELP, Keyboard, asked_game, asked_stage, choose
from callboard_cli.input.vocabulary import Vocabulary, game_named, games
from callboard_cli.ui.names import command_line, short_name, title_of
from callboard_cli.ui.output import UI, visible
from callboard_locales import Catalog
from callboard_scoring.game import Game

WAYS = {
    "score": "lead.score",
    "setup": "lead.setup",
    "rules": "lead.rules",
    "night": "lead.night",
    "table": "lead.table",
}
"""The commands that it leads to, with the words for each."""


def lead(ui: UI, arguments: Sequence[str], game: str = "") -> list[str]:
    """Return the words of the command that somebody is led to, with those given already; none when they leave.

    The word for a game may be among those.
    """
    options = list(arguments)
    if game:
        options.remove(game)
    try:
        words = [*_asked(ui, game_named(game, ui.catalog) if game else None), *options]
    except (EOFError, KeyboardInterrupt):
        ui.emit("")
        return []
    ui.say(ui.text("lead.command"))
    ui.emit(f"  {command_line(['callboard', *map(visible, words)])}")
    return words


def _asked(ui: UI, game: Game | None) -> list[str]:
    shown = {way: ui.text(said).partition(": ") for way, said in WAYS.items()}
    meanings: dict[str | Game, str] = {way: meaning for way, (_, _, meaning) in shown.items()}
    while not isinstance(way := choose(ui, _heading(ui, game), _ways(ui.catalog), meanings), str):
        game = way
    if way in {"night", "table"} and game is None and current() is not None:
        return [way]
    if way == "table" and game is None:
        return [way, "--page"]
    game = game or asked_game(ui, ui.text("choose.game"))
    if way == "night":
        return [way, "start", game.id]
    if way == "score":
        return [way, game.id, short_name(ui.catalog, game.id, asked_stage(ui, game, game.scored))]
    if way in {"setup", "table"}:
        return [way, game.id]
    keyboard = Keyboard(plain=ui.plain)
    while not (question := keyboard.line(ui.text("lead.question")).strip(" -")):
        pass  # an empty line is no question, and a dash would begin an option
    return [way, game.id, question]


def _heading(ui: UI, game: Game | None) -> str:
    """Return what is asked first; of a game that is named, what to do with it."""
    if game is None:
        return ui.text("lead.what", help=HELP)
    return ui.text("lead.what-with", game=title_of(ui.catalog, game.id))


def _ways(words: Catalog) -> Vocabulary[str | Game]:
    """Return what the ways are called: the command, and what is shown before the colon; a game is understood too."""
    games_told = games(words)

    def shown(spoken: Catalog) -> dict[str | Game, str]:
        return {way: spoken.text(said).partition(": ")[0] for way, said in WAYS.items()}

    return Vocabulary(
        words,
        (*WAYS, *games_told.things),
        lambda spoken: {way: [name] for way, name in shown(spoken).items()} | dict(games_told.said(spoken)),
        lambda: shown(words),
        id_of=lambda one: one if isinstance(one, str) else one.id,
    )
