"""A set-up for people: the steps first, then who takes what, what was drawn, and the code that brings it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from callboard_cli.display.pictures import Drawing, drawing_of
from callboard_cli.display.plain import Telling, tell_picture
from callboard_cli.display.rows import Cited, Link, Row, cited_by, notes_of
from callboard_cli.display.rulings import rules_of
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.naming import title_of
from callboard_cli.speech.wording import label, token, unit_of
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.setup import Pieces, Setup


@dataclass(frozen=True)
class ToldSetup:
    """A set-up in words, before it is laid out for a screen or told line by line."""

    title: str
    steps: list[Row]
    cited: Cited
    hands: list[tuple[str, list[str]]]
    """Who takes what."""
    piles: list[tuple[str, list[str]]]
    """What is taken for the table, and what goes back into the box."""
    picture: Drawing | None
    links: list[Link] = field(default_factory=list)
    """What is cited, on a page."""

    @property
    def takes(self) -> list[tuple[str, list[str]]]:
        """All of both, the players first."""
        return self.hands + self.piles


def setup_in_words(
    face: Face, game: Game, options: Mapping[str, object], setup: Setup, *, explain: bool = False
) -> ToldSetup:
    """Put a set-up with these options into words; with `explain` the notes too that it follows."""
    steps = notes_of(face, game, setup.steps)
    hands = [(visible(seat.name), _pieces(face, game, seat.take, seat.which)) for seat in setup.seats if seat.take]
    piles = [
        (face.beside(Catalog.text, title), _pieces(face, game, pieces))
        for title, pieces in (("setup.take", setup.take), ("setup.box", setup.box))
        if pieces
    ]
    title = face.beside(_title, game.id, options)
    return ToldSetup(
        title, steps, cited_by(face, game, steps, explain=explain), hands, piles, drawing_of(face, game, setup.picture)
    )


def show_setup(  # noqa: PLR0913  # what to show, and how
    face: Face,
    game: Game,
    options: Mapping[str, object],
    command: str,
    setup: Setup,
    *,
    told: Sequence[str] = (),
    following: str = "",
    explain: bool = False,
) -> None:
    """Show a set-up with these options, the command that makes it again, and the one that is `following`.

    What was demanded of it is `told` before that.

    In plain mode it is one fact a line.

    With `explain`, the rules' texts stand under the steps that cite them, and those of the notes that it follows.
    """
    whole = setup_in_words(face, game, options, setup, explain=explain)
    rules = rules_of(face, game) if explain else None
    again = face.beside(Catalog.text, "setup.again")
    if not face.plain:
        from callboard_cli.display.setups.abreast import show  # it brings Rich

        show(face, game, whole, rules)
        face.say()
        for line in told:
            face.say(line)
        face.say(again)
        face.emit(f"  {command}")  # unbroken, to be copied
        if following:
            face.emit(f"{face.text('result.next')} {following}")
        return
    telling = Telling(face, whole.cited, rules)
    face.say(whole.title)
    for number, step in enumerate(whole.steps, 1):
        telling.line(step, f"{number}. ")
    for name, pieces in whole.takes:
        face.say(f"{name}: {', '.join(pieces)}")
    telling.references(game)
    if whole.picture is not None:
        tell_picture(face, whole.picture)
    for line in told:
        face.say(line)
    face.say(f"{again} {command}")
    if following:
        face.say(f"{face.text('result.next')} {following}")


def _title(words: Catalog, game: str, options: Mapping[str, object]) -> str:
    """Return the game's title, and which set-up it is."""
    return f"{title_of(words, game)} · {kind_of(words, game, options)}"


def kind_of(words: Catalog, game: str, options: Mapping[str, object]) -> str:
    """Say that this is a set-up, and of which season or round: an option that is a number."""
    numbered = [f"{label(words, game, name)} {value}" for name, value in options.items() if type(value) is int]
    return " · ".join([words.text("setup.title"), *numbered])


def _pieces(face: Face, game: Game, pieces: Pieces, which: Mapping[str, str] | None = None) -> list[str]:
    """Count pieces in words, and tell which it is where that was drawn."""
    named = {piece: f" ({face.beside(token, game.id, name)})" for piece, name in (which or {}).items()}
    return [
        face.beside(unit_of, f"{game.id}/unit.{piece}", count) + named.get(piece, "") for piece, count in pieces.items()
    ]
