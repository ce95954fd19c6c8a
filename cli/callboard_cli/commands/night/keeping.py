"""`callboard night end`, `resume`, `note`, `rename` and `remove`: what is kept of an evening, and how it is called."""

from collections.abc import Callable
from typing import Annotated

import typer

from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.commands.night.showing import night_argument
from callboard_cli.commands.night.steps import dry_option
from callboard_cli.entry.choosing import is_asking, json_option
from callboard_cli.entry.nights import Act, done, meant, now, opened, previewed
from callboard_cli.entry.players import look_apart, possible
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.data import SCHEMA, to_json
from callboard_cli.speech.face import Face, visible
from callboard_nights import acts
from callboard_nights.events import Event
from callboard_nights.night import Night


def end(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def command(
        *, dry: Annotated[bool, dry_option(face)] = False, as_json: Annotated[bool, json_option(face)] = False
    ) -> None:
        """End the evening."""
        with answering(face, as_json=as_json) as saved:
            name = meant(saved)
            _, after = (previewed if dry else done)(saved, name, lambda night: acts.end(night, now()))
            if as_json:
                emit(face, saved, {"night": name})
            else:
                from callboard_cli.display.evenings.evening import show_end  # a program sees none

                show_end(face, name, after, is_done=not dry)

    return command


def resume(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def command(
        night: Annotated[str, night_argument(face)] = "",
        *,
        as_json: Annotated[bool, json_option(face)] = False,
    ) -> None:
        """Go on with an evening."""
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

    return command


def note(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def command(
        text: Annotated[
            list[str],
            typer.Argument(metavar=face.text("night.text-metavar"), help=face.text("night.text"), show_default=False),
        ] = [],  # noqa: B006  # Typer takes the default as it is and never changes it
        *,
        as_json: Annotated[bool, json_option(face)] = False,
    ) -> None:
        """Keep a few words about the evening."""
        if not text:
            raise CommandLineError("night.text-missing")
        _kept(face, lambda _: acts.note(" ".join(text), now()), "night.noted", as_json=as_json)

    return command


def rename(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def command(
        old: Annotated[
            str, typer.Argument(metavar=face.text("night.old-metavar"), help=face.text("night.old"), show_default=False)
        ] = "",
        new: Annotated[
            str, typer.Argument(metavar=face.text("night.new-metavar"), help=face.text("night.new"), show_default=False)
        ] = "",
        *,
        as_json: Annotated[bool, json_option(face)] = False,
    ) -> None:
        """Let a player go by another name."""
        if not (old and new):
            raise CommandLineError("night.names-missing")
        name = possible(new)

        def renamed(night: Night) -> Event:
            look_apart(night.game, [name])
            return acts.rename(night, old, name, now())

        _kept(face, renamed, "night.renamed", as_json=as_json)

    return command


def _kept(face: Face, act: Act, message: str, *, as_json: bool) -> None:
    """Do something that changes no count, and say so."""
    with answering(face, as_json=as_json) as saved:
        name = meant(saved)
        _, after = done(saved, name, act)
        if as_json:
            emit(face, saved, {"night": name})
        else:
            face.say(face.text(message, note=visible(after.note), names=visible(", ".join(after.players))))


def remove(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def command(
        night: Annotated[str, night_argument(face, is_optional=False)] = "",
        *,
        yes: Annotated[bool, typer.Option("--yes", help=face.text("night.yes"), show_default=False)] = False,
        as_json: Annotated[bool, json_option(face)] = False,
    ) -> None:
        """Remove an evening, with its log."""
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

    return command


def _is_sure(face: Face, name: str) -> bool:
    """Ask whether an evening is to go for ever: nothing but its own beginning typed again says so."""
    from callboard_cli.entry.asking.keyboard import Keyboard  # only who is asked

    try:
        typed = Keyboard(plain=face.plain).line(face.text("night.sure", night=name)).strip().casefold()
    except (EOFError, KeyboardInterrupt):
        face.emit("")
        return False
    return typed in {word.casefold() for word in face.text("night.yes-words").split("|")}


COMMANDS = {"end": end, "resume": resume, "note": note, "rename": rename, "remove": remove}
