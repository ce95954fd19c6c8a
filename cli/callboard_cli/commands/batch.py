"""`callboard batch`: JSON Lines in, one result a line out."""

import os
from collections.abc import Generator
from contextlib import closing
from typing import Annotated

import typer

from callboard_cli.batch.answerer import Answer, Answerer, LostError
from callboard_cli.batch.pool import answered, interrupts_delayed, progress
from callboard_cli.commands.options import argument, option, ways_with
from callboard_cli.completion import offers
from callboard_cli.input.files import Lines
from callboard_cli.input.vocabulary import game_named
from callboard_cli.ui.output import UI, CommandLineError, carries_letters, shortened, visible

MOST_JOBS = 64
"""The most processes at a time."""


def batch(
    ctx: typer.Context,
    file: Annotated[str, argument("batch.file-metavar", "batch.file", offers.files(*offers.LINES))] = "-",
    *,
    no_text: Annotated[bool, option("--no-text", "batch.no-text")] = False,
    jobs: Annotated[str, option("--jobs", "batch.jobs", "batch.jobs-metavar")] = "1",
) -> None:
    """Score one record a line; a bad line leaves its errors in its place, and the run goes on."""
    ui: UI = ctx.obj
    number = _number(jobs)
    answerer = Answerer(None if no_text else ui.catalog.language, carries_letters())
    ui.say_waiting(file)
    game = None if file == "-" or os.path.exists(file) else game_named(file, ui.catalog)  # noqa: PTH110  # Path's fails on names too long
    if game is not None:
        raise CommandLineError("batch.game", lines=ways_with(ui, game)[: len(game.stages)], given=visible(file))
    lines = Lines(file)
    try:
        is_right = _write(ui, lines, _answered(answerer, lines, number))
    except LostError as error:
        ui.say(ui.text("batch.lost", line=error.number), err=True)
        is_right = False
    if not is_right:
        raise typer.Exit(1)


def _write(ui: UI, lines: Lines, chunks: Generator[list[Answer], None, None]) -> bool:
    """Write the answers as they come, and tell whether all lines were right."""
    is_right = True
    with progress(ui, lines) as tell, closing(chunks):
        for answers in chunks:
            with interrupts_delayed():
                ui.emit("\n".join([answer.text for answer in answers]))
            is_right = is_right and all(answer.is_right for answer in answers)
            tell(len(answers))
    return is_right


def _answered(answerer: Answerer, lines: Lines, jobs: int) -> Generator[list[Answer], None, None]:
    """Yield the answers to lines in their order: one by one, or as many as one of several processes has at a time."""
    if jobs == 1:
        for number, content in lines:
            yield [answerer.answer(content, number)]
        return
    yield from answered(answerer, lines, jobs)


def _number(given: str) -> int:
    """Return how many processes were asked for; 0 stands for as many as there are processors.

    :raises CommandLineError: when it is no such number.
    """
    if not (given.isascii() and given.isdecimal() and len(given) <= len(str(MOST_JOBS)) and int(given) <= MOST_JOBS):
        raise CommandLineError("batch.no-jobs", given=shortened(given), most=MOST_JOBS)
    return int(given) or min(_processors(), MOST_JOBS)


def _processors() -> int:
    """Return how many processors this process may use."""
    own = getattr(os, "sched_getaffinity", None)
    return (len(own(0)) if own else os.cpu_count()) or 1
