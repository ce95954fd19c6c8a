"""`callboard` alone, at a terminal: a few questions lead to a score, a set-up or a rule, and say the command for it."""

from collections.abc import Sequence

from callboard_cli.input.evenings import current
from callboard_cli.input.prompts.keyboard import HELP, Keyboard, asked_game, asked_stage, choose
from callboard_cli.input.vocabulary import Vocabulary
from callboard_cli.ui.names import command_line, short_name
from callboard_cli.ui.output import UI, visible
from callboard_locales import Catalog

WAYS = {"score": "lead.score", "setup": "lead.setup", "rules": "lead.rules", "night": "lead.night"}
"""The commands that it leads to, with the words for each."""


def lead(ui: UI, arguments: Sequence[str]) -> list[str]:
    """Return the words of the command that somebody is led to, with those given already; none when they leave."""
    try:
        words = [*_asked(ui), *arguments]
    except (EOFError, KeyboardInterrupt):
        ui.emit("")
        return []
    ui.say(ui.text("lead.command"))
    ui.emit(f"  {command_line(['callboard', *map(visible, words)])}")
    return words


def _asked(ui: UI) -> list[str]:
    shown = {way: ui.text(said).partition(": ") for way, said in WAYS.items()}
    meanings = {way: meaning for way, (_, _, meaning) in shown.items()}
    way = choose(ui, ui.text("lead.what", help=HELP), _ways(ui.catalog), meanings)
    if way == "night" and current() is not None:
        return [way]
    game = asked_game(ui, ui.text("choose.game"))
    if way == "night":
        return [way, "start", game.id]
    if way == "score":
        return [way, game.id, short_name(ui.catalog, game.id, asked_stage(ui, game, game.scored))]
    if way == "setup":
        return [way, game.id]
    keyboard = Keyboard(plain=ui.plain)
    while not (question := keyboard.line(ui.text("lead.question")).strip(" -")):
        pass  # an empty line is no question, and a dash would begin an option
    return [way, game.id, question]


def _ways(words: Catalog) -> Vocabulary[str]:
    """Return what the ways are called: the command, and what is shown before the colon."""

    def shown(spoken: Catalog) -> dict[str, str]:
        return {way: spoken.text(said).partition(": ")[0] for way, said in WAYS.items()}

    return Vocabulary(
        words, tuple(WAYS), lambda spoken: {way: [name] for way, name in shown(spoken).items()}, lambda: shown(words)
    )
