"""`callboard night end`, `resume`, `note`, `rename` and `remove`: what is kept of an evening, and how it is called."""

from typing import Annotated

import typer

from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.commands.night.entering import DryOption
from callboard_cli.commands.options import JsonOption, NightArgument, argument, option
from callboard_cli.entry.choosing import is_asking
from callboard_cli.entry.nights import Act, done, meant, now, opened, previewed
from callboard_cli.entry.offering import offers
from callboard_cli.entry.players import look_apart, possible
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.streams import SCHEMA, to_json
from callboard_nights import acts
from callboard_nights.events import Event
from callboard_nights.night import Night


def end(ctx: typer.Context, *, dry: DryOption = False, as_json: JsonOption = False) -> None:
    """End the evening."""
    face: Face = ctx.obj
    with answering(face, as_json=as_json) as saved:
        name = meant(saved)
        _, after = (previewed if dry else done)(saved, name, lambda night: acts.end(night, now()))
        if as_json:
            emit(face, saved, {"night": name})
        else:
            from callboard_cli.display.evenings.evening import show_end  # a program sees none

            show_end(face, name, after, is_done=not dry)


def resume(
    ctx: typer.Context,
    night: NightArgument = "",
    *,
    as_json: JsonOption = False,
) -> None:
    """Go on with an evening."""
    face: Face = ctx.obj
    with answering(face, as_json=as_json) as saved:
        name = meant(saved, night)
        stands = opened(saved, name)
        if stands.ended is not None:
            _, stands = done(saved, name, lambda one: acts.resume(one, now()))
        saved.choose(name)
        if as_json:
            emit(face, saved, {"night": name})
        else:
            from callboard_cli.display.evenings.evening import show_night

            show_night(face, name, stands)


def note(
    ctx: typer.Context,
    text: Annotated[list[str], argument("night.text-metavar", "night.text")] = [],
    *,
    as_json: JsonOption = False,
) -> None:
    """Keep a few words about the evening."""
    face: Face = ctx.obj
    if not text:
        raise CommandLineError("night.text-missing")
    _kept(face, lambda _: acts.note(" ".join(text), now()), "night.noted", as_json=as_json)


def rename(
    ctx: typer.Context,
    old: Annotated[str, argument("night.old-metavar", "night.old")] = "",
    new: Annotated[str, argument("night.new-metavar", "night.new")] = "",
    *,
    as_json: JsonOption = False,
) -> None:
    """Let a player go by another name."""
    face: Face = ctx.obj
    if not (old and new):
        raise CommandLineError("night.names-missing")
    name = possible(new)

    def renamed(night: Night) -> Event:
        look_apart(night.game, [name])
        return acts.rename(night, old, name, now())

    _kept(face, renamed, "night.renamed", as_json=as_json)


def _kept(face: Face, act: Act, message: str, *, as_json: bool) -> None:
    """Do something that changes no count, and say so."""
    with answering(face, as_json=as_json) as saved:
        name = meant(saved)
        _, after = done(saved, name, act)
        if as_json:
            emit(face, saved, {"night": name})
        else:
            face.say(face.text(message, note=visible(after.note), names=visible(", ".join(after.players))))


def remove(
    ctx: typer.Context,
    night: Annotated[str, argument("night.id-metavar", "night.id", offers.nights)] = "",
    *,
    yes: Annotated[bool, option("--yes", "night.yes")] = False,
    as_json: JsonOption = False,
) -> None:
    """Remove an evening, with its log."""
    face: Face = ctx.obj
    if not night:
        raise CommandLineError("night.id-missing")
    with answering(face, as_json=as_json) as saved:
        name = meant(saved, night)
        if not yes and not (is_asking(as_json=as_json) and _is_sure(face, name)):
            if as_json:
                face.emit(to_json({"schema": SCHEMA, "night": name, "needs": "yes"}))
            else:
                face.say(face.text("night.needs-yes", night=name), err=True)
            raise typer.Exit(1)
        saved.remove(name)
        if as_json:
            emit(face, saved, {"night": name})
        else:
            face.say(face.text("night.removed", night=name))


def _is_sure(face: Face, name: str) -> bool:
    """Ask whether an evening is to go for ever: nothing but its own beginning typed again says so."""
    from callboard_cli.entry.asking.keyboard import Keyboard  # only who is asked

    try:
        typed = Keyboard(plain=face.plain).line(face.text("night.sure", night=name)).strip().casefold()
    except (EOFError, KeyboardInterrupt):
        face.emit("")
        return False
    return typed in {word.casefold() for word in face.text("night.yes-words").split("|")}
