"""`callboard games`: what can be asked for."""

import typer

from callboard_cli.commands.options import JsonOption
from callboard_cli.entry.vocabulary import fault_text, tell_faults, tried
from callboard_cli.speech.face import Face
from callboard_cli.speech.naming import listed, title_of
from callboard_cli.speech.streams import SCHEMA, to_json
from callboard_locales import LANGUAGES
from callboard_scoring.games import faults


def games(ctx: typer.Context, *, as_json: JsonOption = False) -> None:
    """List the games, their players, stages and languages."""
    face: Face = ctx.obj
    titles, unreadable = tried(lambda game: face.beside(title_of, game.id))
    wrong = [*faults(), *unreadable]
    if as_json:
        known = [
            {
                "id": game.id,
                "title": title_of(face.catalog, game.id),
                "players": list(game.players),
                "stages": list(game.stages),
                "languages": list(LANGUAGES),
            }
            for game in titles
        ]
        told = [{"game": fault.game, "text": fault_text(face, fault)} for fault in wrong]
        face.emit(to_json({"schema": SCHEMA, "games": known, **({"errors": told} if told else {})}))
        return
    for game, title in titles.items():
        least, most = game.players
        face.say(face.text("games.line", id=game.id, title=title, least=least, most=most))
        for stage in game.stages:
            name = listed(face.catalog, game.id, stage)
            face.say(f"  {game.id} {name}: {face.text(f'{game.id}/stage-help.{stage}')}")
    face.say(face.text("games.languages", languages=", ".join(LANGUAGES)))
    tell_faults(face, wrong)
