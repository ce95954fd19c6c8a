"""Words as the pieces that they stand for: which shape, in which colour, and what is written on it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from callboard_cli.input.evening_stage import EveningStage
from callboard_cli.input.parser.field_types import NONE, Items, Kind, Lexicon
from callboard_cli.input.parser.state import Typing
from callboard_cli.input.parser.tokenizer import Span, items
from callboard_cli.input.stage import Stage
from callboard_cli.ui.wording import capital, token
from callboard_locales import Catalog
from callboard_scoring.words import spell

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_NUMBER = re.compile(r"\d+")
_LEVEL = re.compile(r"[^\W\d_]\d+")
"""A letter and a number, which are written on a piece as they are."""
_INITIALS = 2
"""How many letters of a longer word stand for it, where its game has none that does."""


@dataclass(frozen=True)
class Piece:
    """How a piece is drawn; it is read out as the word that it stands for."""

    shape: str
    colour: str
    """Empty for a neutral one."""
    mark: str
    """What is written on it, for whoever sees no colours."""
    is_whole: bool
    """Whether that says all that the text does."""

    def __str__(self) -> str:
        """Write it as the page's scripts read it."""
        return f"{self.shape}|{self.colour}|{self.mark}"


@dataclass(frozen=True)
class Laid:
    """A piece of a list, and where in its text it stands."""

    text: str
    start: int
    end: int
    piece: Piece


def piece_of(stage: Stage | EveningStage, field: str, text: str, words: Catalog) -> Piece | None:
    """Return the piece that a word or several stand for in a field; None where its game does not say how it looks."""
    game = stage.game
    said = spell(text, stage.words)
    names = [name for name in _WORD.findall(said) if name != NONE]
    names.sort(key=lambda name: name not in game.colours)
    shape = next((game.shapes[name] for name in (*names, field) if name in game.shapes), "")
    if not shape or not names or not {*names} <= {*game.tokens}:
        return None
    colour = next((game.colours[name] for name in names if name in game.colours), "")
    is_whole = len(names) == 1 and len(_NUMBER.findall(said)) <= 1
    return Piece(shape, colour, _mark(stage, said, names, words), is_whole)


def piece_offered(stage: Stage | EveningStage, field: str, text: str, before: str, words: Catalog) -> Piece | None:
    """Return the piece of a word that can come next: of a number together with the word that stands before it."""
    if not text.isdecimal():
        return piece_of(stage, field, text, words)
    last = re.split(r"[\s,;]+", before.strip())[-1]
    return None if last.isdecimal() else piece_of(stage, field, f"{last} {text}", words)


def _mark(stage: Stage | EveningStage, said: str, names: list[str], words: Catalog) -> str:
    """Return what is written on a piece: its letter and its number, or as much of a word as finds room."""
    if _LEVEL.fullmatch(said):
        return token(words, stage.game.id, said)
    number = "".join(_NUMBER.findall(said)[:1])
    letters = (f"{stage.game.id}/token.{name}.letter" for name in names)
    letter = next((words.text(one).partition("|")[0] for one in letters if words.has(one)), "")
    if letter or len(names) > 1:
        return f"{letter}{number}"
    return f"{capital(token(words, stage.game.id, names[0])[:_INITIALS])}{number}"


def pieces_in(stage: EveningStage, kind: Kind, text: str, words: Catalog) -> tuple[Laid, ...]:
    """Return the pieces of a list, as it is typed; none where any of it cannot be read, or is no piece."""
    if not (isinstance(kind, Items) and text.strip() and stage.game.shapes):
        return ()
    typing = Typing(stage.game.id, stage.words, stage.shorts, words.language)
    found = [
        _laid(stage, kind, typing, item, words)
        for item in items(Span.whole(text), Lexicon(typing, [kind]), together="," in text)
    ]
    laid = tuple(one for one in found if one is not None)
    return laid if len(laid) == len(found) and not typing.problems else ()


def _laid(stage: EveningStage, kind: Kind, typing: Typing, item: Span, words: Catalog) -> Laid | None:
    match = kind.reading(typing, item.text)
    if match is None or len(match.texts) != 1:
        return None
    piece = piece_of(stage, kind.name, match.texts[0], words)
    if piece is None:
        return None
    return Laid(token(words, stage.game.id, spell(match.texts[0], stage.words)), item.start, item.end, piece)
