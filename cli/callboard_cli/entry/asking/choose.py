"""Choosing one of a few at a terminal: by its number, or by the beginning of a word for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from callboard_cli.entry.asking.keyboard import HELP, Keyboard
from callboard_cli.entry.games import tried
from callboard_cli.entry.vocabulary import Vocabulary, games, stages
from callboard_cli.speech.face import Face, shortened
from callboard_cli.speech.naming import title_of
from callboard_scoring.game import Game

T = TypeVar("T")
_NONE: Mapping[Any, str] = {}


def choose(face: Face, heading: str, vocabulary: Vocabulary[T], meanings: Mapping[T, str] = _NONE) -> T:
    """Ask which one, until it is one: its number, a word for it, or the beginning of one, for all are on the screen.

    :raises EOFError, KeyboardInterrupt: when whoever is asked leaves.
    """
    keyboard = Keyboard(plain=face.plain)
    names = vocabulary.shown
    _show(face, heading, names, meanings)
    while True:
        text = keyboard.line(face.text("choose.which")).strip()
        numbers = dict(zip(map(str, range(1, len(names) + 1)), names, strict=True))
        found = [numbers[text]] if text in numbers else vocabulary.found(text, least=1)
        if len(found) == 1:
            return found[0]
        if text in ("", HELP):
            _show(face, heading, names, meanings)
        elif not found:
            face.say(f"  {_unmatched(face, text, vocabulary)}", err=True)
        else:
            several = ", ".join(names[thing] for thing in found)
            face.say(f"  {face.text('choose.several', given=shortened(text), options=several)}", err=True)


def _unmatched(face: Face, text: str, vocabulary: Vocabulary[T]) -> str:
    """Say that a text is none of them, and which one was probably meant."""
    names = list(vocabulary.shown.values())
    meant = vocabulary.nearest(text)
    if meant:
        return face.text("choose.none-meant", given=shortened(text), number=names.index(meant) + 1, meant=meant)
    return face.text("choose.none", given=shortened(text), count=len(names))


def _show(face: Face, heading: str, names: Mapping[T, str], meanings: Mapping[T, str]) -> None:
    face.say(heading)
    for number, (thing, name) in enumerate(names.items(), 1):
        face.say(f"  {number} {name}{f': {meanings[thing]}' if meanings.get(thing) else ''}")


def asked_game(face: Face, heading: str) -> Game:
    """Ask which game is meant.

    :raises EOFError, KeyboardInterrupt: when whoever is asked leaves.
    """
    titles, _ = tried(lambda game: title_of(face.catalog, game.id))
    return choose(face, heading, replace(games(face.catalog, titles), show=lambda: titles))


def asked_stage(face: Face, game: Game, among: Collection[str]) -> str:
    """Ask which of these stages of a game is meant; of a single one nobody is asked.

    :raises EOFError, KeyboardInterrupt: when whoever is asked leaves.
    """
    if len(among) == 1:
        return next(iter(among))
    helps = {stage: face.text(f"{game.id}/stage-help.{stage}") for stage in among}
    return choose(face, face.text("choose.stage"), stages(game, face.catalog, among), helps)
