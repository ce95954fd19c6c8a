"""A set-up for people: the steps first, then who takes what, what was drawn, and the code that brings it back."""

from __future__ import annotations

from dataclasses import dataclass

from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.shells import command_line
from callboard_cli.speech.wording import sentence, unit_of
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.setup import Pieces, Setup


@dataclass(frozen=True)
class _Step:
    """One step, in words."""

    text: str
    also: str
    """The same in the second language; empty where there is none."""
    rule: str


def show_setup(face: Face, game: Game, names: list[str], code: str, setup: Setup) -> None:
    """Show a set-up, and the command with the names as given that makes it again; in plain mode one fact a line."""
    steps = [
        _Step(
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
    title = face.beside(_title, game.id)
    again, command = (
        face.beside(Catalog.text, "setup.again"),
        command_line(["callboard", "setup", game.id, *names, "--code", code]),
    )
    if face.plain:
        face.say(title)
        for number, step in enumerate(steps, 1):
            face.say(f"{number}. {step.text} [{step.rule}]")
            if face.also:
                face.say(f"  {face.also.language}: {step.also}")
        _picture(face, game, setup)
        for name, pieces in takes + piles:
            face.say(f"{name}: {', '.join(pieces)}")
        face.say(f"{again} {command}")
        return
    _print(face, title, steps)
    _picture(face, game, setup)
    _print_pieces(face, takes + piles)
    face.say()
    face.say(again)
    face.emit(f"  {command}")  # unbroken, to be copied


def _title(words: Catalog, game: str) -> str:
    return f"{words.text(f'{game}/game')} · {words.text('setup.title')}"


def _pieces(face: Face, game: Game, pieces: Pieces) -> list[str]:
    return [face.beside(unit_of, f"{game.id}/unit.{piece}", count) for piece, count in pieces.items()]


def _picture(face: Face, game: Game, setup: Setup) -> None:
    """Draw the picture, or say it where it cannot be drawn."""
    if setup.picture is None:
        return
    from callboard_cli.display.drawing import draw, read  # noqa: PLC0415  # few set-ups have a picture

    console = face.console()
    drawn = None if face.plain else draw(face, game, setup.picture, console.width)
    if drawn is None:
        face.say(face.text("picture.reading"))
        for stop in read(face, game, setup.picture):
            face.say(stop)
    for line in drawn or ():
        console.print(line)


def _print(face: Face, title: str, steps: list[_Step]) -> None:
    from rich.table import Table  # noqa: PLC0415  # plain output needs none
    from rich.text import Text  # noqa: PLC0415  # as above

    console = face.console()
    console.print(Text(title, style="bold"))
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    for number, step in enumerate(steps, 1):
        words = Text(step.text).append(f" [{step.rule.partition('/')[2]}]", style="dim")
        table.add_row(Text(f"{number}.", style="bold"), words)
        if step.also:
            table.add_row("", Text(step.also, style="italic"))
    console.print(table)


def _print_pieces(face: Face, takes: list[tuple[str, list[str]]]) -> None:
    from rich.table import Table  # noqa: PLC0415  # plain output needs none
    from rich.text import Text  # noqa: PLC0415  # as above

    console = face.console()
    if takes:
        pieces = Table.grid(padding=(0, 2))
        pieces.add_column(max_width=max(16, console.width // 3), overflow="fold")
        pieces.add_column()
        for name, items in takes:
            pieces.add_row(Text(name, style="bold"), Text(", ".join(items)))
        console.print()
        console.print(pieces)
