"""A set-up for people: the steps first, then who takes what, what was drawn, and the code that brings it back."""

from __future__ import annotations

from collections.abc import Mapping

from callboard_cli.display.rulings import rulings_told
from callboard_cli.display.spoken import spoken
from callboard_cli.display.steps import Step
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.naming import title_of
from callboard_cli.speech.wording import label, sentence, unit_of
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.setup import Pieces, Setup


def show_setup(face: Face, game: Game, options: Mapping[str, object], command: str, setup: Setup) -> None:
    """Show a set-up with these options, and the command that makes it again; in plain mode one fact a line."""
    steps = [
        Step(
            text=sentence(face.catalog, game.id, step),
            also=sentence(face.also, game.id, step) if face.also else "",
            rule=step.reason.rule,
        )
        for step in setup.steps
    ]
    takes = [(visible(seat.name), _pieces(face, game, seat.take)) for seat in setup.seats if seat.take]
    piles = [
        (face.beside(Catalog.text, title), _pieces(face, game, pieces))
        for title, pieces in (("setup.take", setup.take), ("setup.box", setup.box))
        if pieces
    ]
    title = face.beside(_title, game.id, options)
    again = face.beside(Catalog.text, "setup.again")
    if not face.plain:
        from callboard_cli.display.setups_abreast import show  # noqa: PLC0415  # it brings Rich

        show(face, game, title, steps, setup.picture, takes + piles)
        face.say()
        for ruling in rulings_told(face, game, setup.readings):
            face.say(ruling)
        face.say(again)
        face.emit(f"  {command}")  # unbroken, to be copied
        return
    face.say(title)
    for number, step in enumerate(steps, 1):
        face.say(f"{number}. {step.text} [{step.rule}]")
        if face.also:
            face.say(f"  {face.also.language}: {step.also}")
    if setup.picture is not None:
        face.say(face.text("picture.reading"))
        for stop in spoken(face, game, setup.picture):
            face.say(stop)
    for name, pieces in takes + piles:
        face.say(f"{name}: {', '.join(pieces)}")
    for ruling in rulings_told(face, game, setup.readings):
        face.say(ruling)
    face.say(f"{again} {command}")


def _title(words: Catalog, game: str, options: Mapping[str, object]) -> str:
    """Return the game's title, that this is a set-up, and of which season or round: an option that is a number."""
    numbered = [f"{label(words, game, name)} {value}" for name, value in options.items() if type(value) is int]
    return " · ".join([title_of(words, game), words.text("setup.title"), *numbered])


def _pieces(face: Face, game: Game, pieces: Pieces) -> list[str]:
    return [face.beside(unit_of, f"{game.id}/unit.{piece}", count) for piece, count in pieces.items()]
