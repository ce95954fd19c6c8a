"""Choosing one of a few at a terminal: by its number, or by the beginning of a word for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from callboard_cli.entry.asking.keyboard import HELP, Keyboard
from callboard_cli.entry.games import tried
from callboard_cli.entry.names import game_names
from callboard_cli.speech.complaints import nearest
from callboard_cli.speech.face import Face, shortened
from callboard_cli.speech.naming import said_in_all, short_name, title_of
from callboard_scoring.game import Game
from callboard_scoring.words import fold

T = TypeVar("T")
_DIGITS = 4
"""More digits than a number of a list has."""


@dataclass(frozen=True)
class Option(Generic[T]):
    """One of a few things to choose from."""

    value: T
    name: str
    """What it is called here."""
    words: frozenset[str]
    """Everything it may be called, folded."""
    meaning: str = ""


def choose(face: Face, heading: str, options: Sequence[Option[T]]) -> T:
    """Ask which one, until it is one.

    :raises EOFError, KeyboardInterrupt: when whoever is asked leaves.
    """
    keyboard = Keyboard(plain=face.plain)
    _show(face, heading, options)
    while True:
        text = keyboard.line(face.text("choose.which")).strip()
        found = matching(text, options)
        if len(found) == 1:
            return found[0].value
        if text in ("", HELP):
            _show(face, heading, options)
        elif not found:
            face.say(f"  {_unmatched(face, text, options)}", err=True)
        else:
            several = ", ".join(option.name for option in found)
            face.say(f"  {face.text('choose.several', given=shortened(text), options=several)}", err=True)


def matching(text: str, options: Sequence[Option[T]]) -> list[Option[T]]:
    """Return the options that a number, a word or the beginning of one may mean."""
    if text.isdecimal() and len(text) < _DIGITS:
        return list(options[int(text) - 1 : int(text)]) if int(text) else []
    begun = fold(text)
    whole = [option for option in options if begun in option.words]
    own = [option for option in options if begun and fold(option.name).startswith(begun)]
    return whole or own or [one for one in options if begun and any(word.startswith(begun) for word in one.words)]


def _unmatched(face: Face, text: str, options: Sequence[Option[T]]) -> str:
    """Say that a text is none of the options, and which one was probably meant."""
    meant = nearest(fold(text), [word for option in options for word in option.words])
    for number, option in enumerate(options, 1):
        if meant in option.words:
            return face.text("choose.none-meant", given=shortened(text), number=number, meant=option.name)
    return face.text("choose.none", given=shortened(text), count=len(options))


def _show(face: Face, heading: str, options: Iterable[Option[T]]) -> None:
    face.say(heading)
    for number, option in enumerate(options, 1):
        face.say(f"  {number} {option.name}{f': {option.meaning}' if option.meaning else ''}")


def asked_game(face: Face, heading: str) -> Game:
    """Ask which game is meant.

    :raises EOFError, KeyboardInterrupt: when whoever is asked leaves.
    """
    titles, _ = tried(lambda game: (title_of(face.catalog, game.id), game_names(game)))
    return choose(face, heading, [Option(game, title, names | {game.id}) for game, (title, names) in titles.items()])


def asked_stage(face: Face, game: Game, stages: Collection[str]) -> str:
    """Ask which of these stages of a game is meant; of a single one nobody is asked.

    :raises EOFError, KeyboardInterrupt: when whoever is asked leaves.
    """
    if len(stages) == 1:
        return next(iter(stages))
    words = face.catalog
    options = [
        Option(
            stage,
            short_name(words, game.id, stage),
            frozenset(map(fold, (stage, *said_in_all(f"{game.id}/stage.{stage}")))),
            words.text(f"{game.id}/stage-help.{stage}"),
        )
        for stage in stages
    ]
    return choose(face, face.text("choose.stage"), options)
