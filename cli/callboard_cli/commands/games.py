"""`callboard games`: what can be asked for."""

from collections.abc import Callable
from typing import Annotated

from callboard_cli.entry.choosing import json_option
from callboard_cli.entry.games import fault_text, tell_faults, tried
from callboard_cli.speech.data import SCHEMA, to_json
from callboard_cli.speech.face import Face
from callboard_cli.speech.naming import listed, title_of
from callboard_locales import LANGUAGES
from callboard_scoring.games import faults


def command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def games(*, as_json: Annotated[bool, json_option(face)] = False) -> None:
        """List the games, their players, stages and languages."""
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

    return games
