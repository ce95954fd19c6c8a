"""`callboard night add`, `edit`, `undo` and `redo`: what is entered or corrected, and what a change would do."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.commands.options import BriefOption, ExplainOption, JsonOption, WhyNotOption, argument, option
from callboard_cli.commands.read_record import Given, asked, besides, given, is_file
from callboard_cli.completion import offers
from callboard_cli.input.choosing import chosen_stage, is_asking
from callboard_cli.input.evening_stage import EveningStage, edited_stage, next_stage
from callboard_cli.input.evenings import (
    Act,
    current,
    done,
    forget,
    keeping,
    left_half_way,
    meant,
    now,
    opened,
    previewed,
    stage_left,
)
from callboard_cli.input.vocabulary import stages
from callboard_cli.render.evenings.json_data import changes_data, next_data, standing_data
from callboard_cli.render.json_data import result_data
from callboard_cli.render.results import View
from callboard_cli.ui.names import listed
from callboard_cli.ui.output import UI, CommandLineError
from callboard_nights import commands
from callboard_nights.changes import changes
from callboard_nights.events import Event
from callboard_nights.night import Night
from callboard_scoring.problems import Problem, RefusedError

if TYPE_CHECKING:
    from callboard_nights.storage.store import Store


DryOption = Annotated[bool, option("--dry-run", "night.dry-run")]


def told_change(  # what is done, to what, and how it is told
    ui: UI, saved: "Store", name: str, act: Act, number: Callable[[Night], int], *, dry: bool, as_json: bool
) -> None:
    """Do something to an evening and say what that changed, or only say what it would change."""
    before, after = (previewed if dry else done)(saved, name, act)
    shown = changes(before, after, number(before))
    if as_json:
        emit(ui, saved, changes_data(name, shown))
        return
    from callboard_cli.render.evenings.standing import show_changes  # a program sees none

    show_changes(ui, shown, is_done=not dry)


def undo(ctx: typer.Context, *, dry: DryOption = False, as_json: JsonOption = False) -> None:
    """Take the last change back."""
    _step(ctx.obj, commands.undo, lambda night: night.done[-1].entry, dry=dry, as_json=as_json)


def redo(ctx: typer.Context, *, dry: DryOption = False, as_json: JsonOption = False) -> None:
    """Let what was taken back stand again."""
    _step(ctx.obj, commands.redo, lambda night: night.undone[-1].entry, dry=dry, as_json=as_json)


def _step(
    ui: UI, act: Callable[[Night, str], Event], number: Callable[[Night], int], *, dry: bool, as_json: bool
) -> None:
    with answering(ui, as_json=as_json, beside={"changes": []}) as saved:
        at = now()
        told_change(ui, saved, meant(saved), lambda night: act(night, at), number, dry=dry, as_json=as_json)


def add(
    ctx: typer.Context,
    stage: Annotated[str, argument("[help.stage-metavar]", "night.stage", offers.night_stages)] = "",
    record: Annotated[list[str], argument("score.record-metavar", "night.record", offers.night_record)] = [],
    *,
    explain: ExplainOption = False,
    why_not: WhyNotOption = False,
    brief: BriefOption = False,
    as_json: JsonOption = False,
) -> None:
    """Enter a record."""
    ui: UI = ctx.obj
    with answering(ui, as_json=as_json) as saved:
        name = meant(saved)
        night = opened(saved, name)
        commands.look_open(night)  # before anything is asked
        name_of_stage, words = _stage_first(night, [*filter(None, [stage]), *record])
        shown = besides(ui, explain=explain, why_not=why_not, brief=brief)
        if not (name_of_stage or words) and is_asking(as_json=as_json):  # what was left half-way goes on
            name_of_stage = stage_left(saved, name, night)
        typed = _next(ui, night, name_of_stage, shown, is_typed=bool(words))
        begun = [] if words or not is_asking(as_json=as_json) else left_half_way(saved, name, night, typed.name)
        is_drawn = not (words or begun) and typed.can_be_drawn
        kept = keeping(ui, saved, name, night, typed)
        if begun:
            from callboard_cli.input.prompts.dialog import Talk  # only who is asked

            ui.say(ui.text("night.half-way"))
            read = asked(ui, Talk.resumed(typed, ui.catalog.language, begun), kept=kept)
        elif is_drawn:
            lots = typed.drawn()
            read = Given(typed.read(lots), dict(lots))
        else:
            read = given(ui, typed, words, as_json=as_json, kept=kept)
        # Who was asked has looked at this very round, whatever was entered meanwhile.
        raw = {**night.expected(typed.name), **read.raw} if read.again else read.raw
        with _kept_answers(ui, read):
            before, after = done(saved, name, lambda now_: commands.add(now_, typed.name, raw, now(), typed.words))
        forget(saved)
        meanwhile = [entry.number for entry in before.entries[len(night.entries) :]]
        played = after.entries[-1].played
        assert played is not None  # noqa: S101  # for the type checkers: an entry that was taken fits
        if as_json:
            data = {
                "night": name,
                "entry": len(after.entries),
                "result": result_data(ui.catalog, after.game, typed.name, played.result, why_not=why_not or explain),
                "standing": standing_data(after.standing),
                "next": next_data(after),
            }
            emit(ui, saved, data)
        else:
            from callboard_cli.render.evenings.evening import show_entry  # a program sees none

            show_entry(ui, after, View(explain=explain, why_not=why_not, brief=brief), is_drawn=is_drawn)
            if meanwhile:
                numbers = ui.catalog.list([str(number) for number in meanwhile])
                ui.say(ui.catalog.plural("night.meanwhile", len(meanwhile)) % {"numbers": numbers})


def _stage_first(night: Night, words: list[str]) -> tuple[str, list[str]]:
    """Take the stage from the words; a line, a field, a file, or words that are like no stage's name, are none.

    A stage's name is one, also where a file or a folder happens to be called so.
    """
    if not words:
        return "", words
    known, first = stages(night.game), words[0]
    goes_on = len(first.split()) > 1 or any(":" in word for word in words[1:])  # `comedy "Ann: C3"`
    is_record = (
        ":" in first
        or "=" in first
        or (goes_on and not (known.found(first) or known.nearest(first)))
        or (not known.named(first) and is_file(words[:1]))
    )
    return ("", words) if is_record and night.next is not None else (words[0], words[1:])


def _next(ui: UI, night: Night, stage: str, shown: tuple[str, ...], *, is_typed: bool) -> EveningStage:
    """Return the stage that is named, or else the one that comes next; a record that is typed prepares nothing.

    :raises CommandLineError: when none is named, and the game does not tell which comes next.
    """
    if stage:
        return next_stage(night, chosen_stage(ui, night.game, stage), shown)
    following = night.leg if is_typed else night.next
    if following is not None:
        return next_stage(night, following.stage, shown)
    if len(night.game.scored) == 1:
        return next_stage(night, night.game.scored[0], shown)
    names = ", ".join(listed(ui.catalog, night.game.id, one) for one in night.game.stages)
    raise CommandLineError("night.stage-missing", known=names)


def edit(
    ctx: typer.Context,
    entry: Annotated[str, argument("night.entry-metavar", "night.entry")] = "",
    record: Annotated[list[str], argument("score.record-metavar", "night.anew")] = [],
    *,
    dry: DryOption = False,
    as_json: JsonOption = False,
) -> None:
    """Give an entry anew."""
    ui: UI = ctx.obj
    with answering(ui, as_json=as_json) as saved:
        name = meant(saved)
        night = opened(saved, name)
        number = entry_number(entry, night)
        before = commands.standing_entry(night, number)
        stage = edited_stage(night, before, besides(ui, dry_run=dry))
        if not record and not as_json and not is_asking(as_json=False):
            raise CommandLineError("usage.record-missing")
        if record or as_json:
            read = given(ui, stage, record, as_json=as_json, onto=before.entered)
        else:
            from callboard_cli.input.prompts.dialog import Talk  # only who is asked looks at the entry as it is

            read = asked(ui, Talk.resumed(stage, ui.catalog.language, onto=before.entered))
        at = now()
        with _kept_answers(ui, read):
            told_change(
                ui,
                saved,
                name,
                lambda stands: commands.change(stands, number, read.raw, at, stage.words),
                lambda _: number,
                dry=dry,
                as_json=as_json,
            )


@contextmanager
def _kept_answers(ui: UI, read: Given) -> Iterator[None]:
    """Lose no answers where something was entered or taken back elsewhere meanwhile: tell the command that has them."""
    try:
        yield
    except RefusedError:
        if read.again:
            ui.emit(f"  {read.again}", err=True)
        raise


def entry_number(given_: str, night: Night) -> int:
    """Return the number of an entry, as it was typed.

    :raises CommandLineError: when none was.
    :raises RefusedError: when none was and no entry stands, or it is no number.
    """
    numbers = ", ".join(str(entry.number) for entry in night.entries if entry.stands)
    if not given_ and not numbers:
        raise RefusedError([Problem((), "error.night.no-entries")])
    if not given_:
        raise CommandLineError("night.entry-missing", known=numbers)
    text = given_.removeprefix("#")
    if not text.isdecimal() or len(text) > _LONGEST:
        raise RefusedError([Problem((), "error.night.no-entry", {"given": given_, "count": len(night.entries)})])
    return int(text)


_LONGEST = 6
"""The most digits of an entry's number."""


def about_add(ui: UI, words: Sequence[str]) -> list[str]:
    """Return how the stage that is named is typed, or else the one that comes next; nothing without an evening."""
    from callboard_cli.render.evenings.evening import about_entry  # only help

    night = current()
    if night is None:
        return []
    following = night.next.stage if night.next is not None else None
    stage = stages(night.game, ui.catalog).find(words[0]) if words else None
    stage = stage or following
    return [] if stage is None else about_entry(ui, night, stage)
