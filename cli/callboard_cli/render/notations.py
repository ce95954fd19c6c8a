"""How a stage is typed, shown: by help, where a stage is asked for, and where one was forgotten."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Iterable, Sequence

from callboard_cli.input.claims import CheckedStage, ReportedStage, no_totals, with_totals
from callboard_cli.input.diagnostics.problems import message
from callboard_cli.input.notation import Entry, Notation, notation, stage_lines
from callboard_cli.input.setups import demand_lines, option_lines
from callboard_cli.input.stage import Stage, example_of
from callboard_cli.input.vocabulary import game_named, stages
from callboard_cli.ui.names import listed, short_name, shown_command, title_of
from callboard_cli.ui.output import UI
from callboard_scoring.game import Game

_WIDE = 72
"""From this width on, in cells, meanings stand beside what is typed."""
_COLUMN = 28
"""The widest column of what is typed."""


def about_stage(ui: UI, words: Sequence[str]) -> list[str]:
    """Return how the stage that these words name is typed to score it, or each stage of the game that they name.

    Nothing where they name no game, or a stage that it has not.
    """
    return _about(ui, words, Stage)


def about_reported(ui: UI, words: Sequence[str]) -> list[str]:
    """Return the same of what is typed to report a score."""
    return _about(ui, words, ReportedStage)


def about_example(ui: UI, words: Sequence[str]) -> list[str]:
    """Return the command that prints the example of the stage that these words name, or that of each stage."""
    return _about_named(ui, words, "example")


def about_schema(ui: UI, words: Sequence[str]) -> list[str]:
    """Return the same of the command that prints a schema; with the options among the words."""
    return _about_named(ui, words, "schema")


def _about_named(ui: UI, words: Sequence[str], command: str) -> list[str]:
    """Return the stages that words name, each with the command that takes no more than its name and these options."""
    game, options = game_named(words[0], ui.catalog), [word for word in words if word.startswith("-")]
    if game is None:
        return []
    typed = [word for word in words[1:] if word not in options][:1]
    names = [stages(game, ui.catalog).find(word) for word in typed] or game.scored
    return [line for name in names if name for line in _named_lines(ui, game, name, command, options)]


def _named_lines(ui: UI, game: Game, stage: str, command: str, options: Sequence[str]) -> list[str]:
    name = short_name(ui.catalog, game.id, stage)
    title = f"{name}: {title_of(ui.catalog, game.id, stage)}"
    return [title, f"  {shown_command(ui, [command, game.id, name], options=options)}"]


def _about(ui: UI, words: Sequence[str], made: Callable[[Game, str], Stage]) -> list[str]:
    game = game_named(words[0], ui.catalog)
    if game is None:
        return []
    if len(words) == 1:
        return [line for name in game.scored for line in stage_lines(made(game, name), ui.catalog)]
    name = stages(game, ui.catalog).find(words[1])
    return [] if name is None else whole_notation(ui, made(game, name))


def about_setup(ui: UI, words: Sequence[str]) -> list[str]:
    """Return the options of the set-up of the game that these words name; nothing where they name none."""
    return _about_setup(ui, words, "setup")


def about_printed_setup(ui: UI, words: Sequence[str]) -> list[str]:
    """Return the same of what is typed to print one."""
    return _about_setup(ui, words, "print setup")


def _about_setup(ui: UI, words: Sequence[str], command: str) -> list[str]:
    game = game_named(words[0], ui.catalog)
    if game is None:
        return []
    names = [ui.text("setup.names-metavar").strip("[].…")] * game.players[0]
    title = ui.text("setup.title")
    options = [Entry("", typed, meaning) for typed, meaning in [*option_lines(ui, game), *demand_lines(ui, game)]]
    return [
        f"{title_of(ui.catalog, game.id)} · {title}",
        "",
        ui.text("notation.heading"),
        f"  callboard {command} {game.id} {' '.join(names)}",
        "",
        *_fields(ui, options),
    ]


def whole_notation(ui: UI, stage: Stage) -> list[str]:
    """Return the whole of how a stage is typed: its example, ready to run, and each field with its meaning."""
    name = short_name(ui.catalog, stage.game.id, stage.name)
    shown = notation(stage, ui.catalog)
    file = ui.text("notation.file", command=f"callboard example {stage.game.id} {name} > {stage.name}.toml")
    return [*lines_of(ui, stage, shown, stage.command(ui.catalog, shown.words)), *_wrapped(ui, file, "")]


def lines_of(ui: UI, stage: Stage, told: Notation, command: str) -> list[str]:
    """Return how a stage is typed: a command as an example, each field with its meaning, and a line in a sentence."""
    return [
        f"{title_of(ui.catalog, stage.game.id)} · {title_of(ui.catalog, stage.game.id, stage.name)}",
        "",
        ui.text("notation.heading"),
        f"  {command}",
        "",
        *_fields(ui, told.entries),
        "",
        *_wrapped(ui, told.line, ""),
    ]


def _fields(ui: UI, entries: Iterable[Entry]) -> Iterable[str]:
    """Lay fields out: in two columns where there is room, else, and in plain mode, each in a line of its own."""
    beside = not ui.plain and _width() >= _WIDE
    for entry in entries:
        meaning = entry.whole(ui.catalog)
        typed = f"{'    ' if entry.within else '  '}{entry.typed}"
        if beside and len(typed) < _COLUMN:
            yield from _wrapped(ui, f"{typed:{_COLUMN}}{meaning}", " " * _COLUMN)
        elif beside:
            yield typed
            yield from _wrapped(ui, f"{'':{_COLUMN}}{meaning}", " " * _COLUMN)
        else:
            yield from _wrapped(ui, f"{typed} — {meaning}", " " * 6)


def _wrapped(ui: UI, text: str, indent: str) -> list[str]:
    if ui.plain:
        return [text]
    return textwrap.wrap(
        text, _width(), subsequent_indent=indent, break_on_hyphens=False, break_long_words=False, drop_whitespace=True
    ) or [""]


def _width() -> int:
    return min(shutil.get_terminal_size().columns, 100)


def about_check(ui: UI, words: Sequence[str]) -> list[str]:
    """Return how the stage that these words name is typed with totals, or else each stage that has some.

    Nothing where they name no game, or a stage that it has not.
    """
    game = game_named(words[0], ui.catalog)
    stage = stages(game, ui.catalog).find(words[1]) if game is not None and len(words) > 1 else None
    if game is None or (stage is None and len(words) > 1):
        return []
    counted = with_totals(game)
    if stage not in counted and (stage or not counted):
        why = ui.fitted(message(no_totals(ui.catalog, game), ui.catalog, game.id))
        return [title_of(ui.catalog, game.id, stage or ""), "", why]
    if stage is None:
        examples = [_counted(ui, game, name) for name in counted]
        return [line for example in examples for line in stage_lines(example, ui.catalog)]
    example = _counted(ui, game, stage)
    shown = notation(example, ui.catalog)
    where = ", ".join(listed(ui.catalog, game.id, name) for name in counted)
    there = ui.fitted(ui.text("claim.totals-at", stages=where))
    return [*lines_of(ui, example, shown, example.command(ui.catalog, shown.words)), there]


def _counted(ui: UI, game: Game, stage: str) -> CheckedStage:
    """Return a stage with the total that the first player of its example has."""
    plain = CheckedStage(game, stage)
    score = plain.score(plain.record(example_of(plain, ui.catalog))).players[0]
    return CheckedStage(game, stage, (f"{score.name}={score.total}",))
