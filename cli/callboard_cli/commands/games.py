"""`callboard games`: what can be asked for."""

import typer

from callboard_cli.commands.options import JsonOption
from callboard_cli.input.vocabulary import fault_text, tell_faults, tried
from callboard_cli.ui.names import listed, title_of
from callboard_cli.ui.output import SCHEMA, UI, to_json
from callboard_locales import LANGUAGES
from callboard_scoring.games import faults


def games(ctx: typer.Context, *, as_json: JsonOption = False) -> None:
    """List the games, their players, stages and languages."""
    ui: UI = ctx.obj
    titles, unreadable = tried(lambda game: ui.beside(title_of, game.id))
    wrong = [*faults(), *unreadable]
    if as_json:
        known = [
            {
                "id": game.id,
                "title": title_of(ui.catalog, game.id),
                "players": list(game.players),
                "stages": list(game.stages),
                "languages": list(LANGUAGES),
            }
            for game in titles
        ]
        told = [{"game": fault.game, "text": fault_text(ui, fault)} for fault in wrong]
        ui.emit(to_json({"schema": SCHEMA, "games": known, **({"errors": told} if told else {})}))
        return
    for game, title in titles.items():
        least, most = game.players
        ui.say(ui.text("games.line", id=game.id, title=title, least=least, most=most))
        for stage in game.stages:
            name = listed(ui.catalog, game.id, stage)
            ui.say(f"  {game.id} {name}: {ui.text(f'{game.id}/stage-help.{stage}')}")
    ui.say(ui.text("games.languages", languages=", ".join(LANGUAGES)))
    tell_faults(ui, wrong)
