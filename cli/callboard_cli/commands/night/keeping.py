"""`callboard night end`, `resume`, `note`, `rename` and `remove`: what is kept of an evening, and how it is called."""

from typing import Annotated

import typer

from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.commands.night.entering import DryOption
from callboard_cli.commands.options import JsonOption, NightArgument, argument, option
from callboard_cli.completion import offers
from callboard_cli.input.choosing import is_asking
from callboard_cli.input.evenings import Act, done, meant, now, opened, previewed
from callboard_cli.input.players import alike, look_apart, possible
from callboard_cli.ui.output import SCHEMA, UI, CommandLineError, to_json, visible
from callboard_nights import commands
from callboard_nights.events import Event
from callboard_nights.night import Night
from callboard_nights.player_names import meant as meant_player


def end(ctx: typer.Context, *, dry: DryOption = False, as_json: JsonOption = False) -> None:
    """End the evening."""
    ui: UI = ctx.obj
    with answering(ui, as_json=as_json) as saved:
        name = meant(saved)
        _, after = (previewed if dry else done)(saved, name, lambda night: commands.end(night, now()))
        if as_json:
            emit(ui, saved, {"night": name})
        else:
            from callboard_cli.render.evenings.evening import show_end  # a program sees none

            show_end(ui, name, after, is_done=not dry)


def resume(
    ctx: typer.Context,
    night: NightArgument = "",
    *,
    as_json: JsonOption = False,
) -> None:
    """Go on with an evening."""
    ui: UI = ctx.obj
    with answering(ui, as_json=as_json) as saved:
        name = meant(saved, night)
        stands = opened(saved, name)
        if stands.ended is not None:
            _, stands = done(saved, name, lambda one: commands.resume(one, now()))
        saved.choose(name)
        if as_json:
            emit(ui, saved, {"night": name})
        else:
            from callboard_cli.render.evenings.evening import show_night

            show_night(ui, name, stands)


def note(
    ctx: typer.Context,
    text: Annotated[list[str], argument("night.text-metavar", "night.text")] = [],
    *,
    as_json: JsonOption = False,
) -> None:
    """Keep a few words about the evening."""
    ui: UI = ctx.obj
    if not text:
        raise CommandLineError("night.text-missing")
    _kept(ui, lambda _: commands.note(" ".join(text), now()), "night.noted", as_json=as_json)


def rename(
    ctx: typer.Context,
    old: Annotated[str, argument("night.old-metavar", "night.old")] = "",
    new: Annotated[str, argument("night.new-metavar", "night.new")] = "",
    *,
    as_json: JsonOption = False,
) -> None:
    """Let a player go by another name."""
    ui: UI = ctx.obj
    if not (old and new):
        raise CommandLineError("night.names-missing")
    name = possible(new)

    def renamed(night: Night) -> Event:
        look_apart(night.game, [name])
        known = meant_player(old, night.players, night.seating.former) or old
        for _, other in alike([*(one for one in night.players if one != known), name]):
            raise CommandLineError("usage.name-alike", given=visible(name), other=visible(other))
        return commands.rename(night, known, name, now())

    _kept(ui, renamed, "night.renamed", as_json=as_json)


def _kept(ui: UI, act: Act, message: str, *, as_json: bool) -> None:
    """Do something that changes no count, and say so."""
    with answering(ui, as_json=as_json) as saved:
        name = meant(saved)
        _, after = done(saved, name, act)
        if as_json:
            emit(ui, saved, {"night": name})
        else:
            ui.say(ui.text(message, note=visible(after.note), names=visible(", ".join(after.players))))


def remove(
    ctx: typer.Context,
    night: Annotated[str, argument("night.id-metavar", "night.remove-id", offers.nights)] = "",
    *,
    yes: Annotated[bool, option("--yes", "night.yes")] = False,
    as_json: JsonOption = False,
) -> None:
    """Remove an evening, with its log."""
    ui: UI = ctx.obj
    if not night:
        raise CommandLineError("night.id-missing")
    with answering(ui, as_json=as_json) as saved:
        name = meant(saved, night)
        if not yes and not (is_asking(as_json=as_json) and _is_sure(ui, name)):
            if as_json:
                ui.emit(to_json({"schema": SCHEMA, "night": name, "needs": "yes"}))
            else:
                ui.say(ui.text("night.needs-yes", night=name), err=True)
            raise typer.Exit(1)
        saved.remove(name)
        if as_json:
            emit(ui, saved, {"night": name})
        else:
            ui.say(ui.text("night.removed", night=name))


def _is_sure(ui: UI, name: str) -> bool:
    """Ask whether an evening is to go for ever: nothing but its own beginning typed again says so."""
    from callboard_cli.input.prompts.keyboard import Keyboard  # only who is asked

    try:
        typed = Keyboard(plain=ui.plain).line(ui.text("night.sure", night=name)).strip().casefold()
    except (EOFError, KeyboardInterrupt):
        ui.emit("")
        return False
    return typed in {word.casefold() for word in ui.text("night.yes-words").split("|")}
