"""What Typer would say in English, said in the reader's language: help pages and complaints about the command line.

Typer has catalogs for none of it, and its click part writes most of it as literals. So help is laid out by two
subclasses, and a complaint is put into words by its class, never by its sentence.
"""

from __future__ import annotations

import difflib
from typing import Any

from typer.core import TyperCommand, TyperGroup

from callboard_cli.speech.face import Face, visible


class CommandLineError(Exception):
    """Something on the command line that cannot be done: the id of the words that say what, and their values."""

    def __init__(self, message: str, **values: object) -> None:
        """Keep the message and its values."""
        super().__init__(message)
        self.message = message
        self.values = values


def nearest(word: str, known: list[str]) -> str | None:
    """Return the known word that a mistyped one was meant to be, if one is near."""
    return next(iter(difflib.get_close_matches(word.casefold(), known, n=1, cutoff=0.6)), None)


def unknown(message: str, word: str, known: list[str]) -> CommandLineError:
    """Complain of a word that is none of the known ones, suggesting the nearest."""
    meant = nearest(word, known)
    given = visible(word)
    if meant is None:
        return CommandLineError(message, given=given, known=", ".join(known))
    return CommandLineError(f"{message}-meant", given=given, known=", ".join(known), meant=meant)


def _column(formatter: Any) -> int:
    """Return how wide the names on a help page may be before their text goes to the next line."""
    return int(min(30, formatter.width // 3))


def speaking(face: Face) -> tuple[type[TyperCommand], type[TyperGroup]]:  # noqa: C901  # two small classes
    """Return the classes of a command and of the group of all commands that speak this language."""

    class Spoken:
        """The parts of a help page that both share. Contexts and formatters are classes private to Typer: Any here."""

        def get_help_option(self, ctx: Any) -> Any:
            option = super().get_help_option(ctx)  # type: ignore[misc]  # of the class beside this one
            if option is not None:
                option.help = face.text("help.help")
            return option

        def format_usage(self, ctx: Any, formatter: Any) -> None:
            pieces = self.collect_usage_pieces(ctx)
            formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=face.text("help.usage") + " ")

        def collect_usage_pieces(self, ctx: Any) -> list[str]:
            params = self.get_params(ctx)  # type: ignore[attr-defined]  # as above
            names = [str(param.metavar) for param in params if param.param_type_name == "argument"]
            return [face.text("help.options-metavar"), *names]

        def format_options(self, ctx: Any, formatter: Any) -> None:
            records: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
            for param in self.get_params(ctx):  # type: ignore[attr-defined]  # as above
                name = str(param.metavar or "") if param.param_type_name == "argument" else ", ".join(param.opts)
                if param.param_type_name == "option" and param.metavar:
                    name += f" {param.metavar}"
                records[param.param_type_name].append((name, param.help or ""))
            for kind, rows in records.items():
                if rows:
                    with formatter.section(face.text(f"help.{kind}s")):
                        formatter.write_dl(rows, col_max=_column(formatter))

    class Command(Spoken, TyperCommand):
        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            ctx.allow_extra_args = True
            super().parse_args(ctx, args)
            if ctx.args and not ctx.resilient_parsing:
                raise CommandLineError("usage.extra", given=visible(" ".join(ctx.args)))
            rest: list[str] = ctx.args
            return rest

    class Group(Spoken, TyperGroup):
        def collect_usage_pieces(self, ctx: Any) -> list[str]:
            return [*super().collect_usage_pieces(ctx), face.text("help.command-metavar")]

        def format_options(self, ctx: Any, formatter: Any) -> None:
            super().format_options(ctx, formatter)
            rows = [(name, self.commands[name].short_help or "") for name in self.list_commands(ctx)]
            with formatter.section(face.text("help.commands")):
                formatter.write_dl(rows, col_max=_column(formatter))

        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            if args and not args[0].startswith("-") and args[0] not in self.commands and not ctx.resilient_parsing:
                raise unknown("usage.no-command", args[0], list(self.commands))
            return super().resolve_command(ctx, args)

    return Command, Group


def complaint(error: Exception, face: Face, group: TyperGroup) -> str:
    """Put a complaint about the command line of this application into words, Typer's own ones too."""
    if isinstance(error, CommandLineError):
        return face.text(error.message, **error.values)
    kind = type(error).__name__
    option = getattr(error, "option_name", None)
    if kind == "NoSuchOption":
        known = getattr(error, "possibilities", None) or []
        code, values = "usage.no-option", {"given": visible(str(option)), "known": ", ".join(known)}
        return face.text(f"{code}-meant" if known else code, **values)
    if kind == "BadOptionUsage":
        params = [param for one in (group, *group.commands.values()) for param in one.params]
        flag = any(getattr(param, "is_flag", False) for param in params if option in param.opts)
        return face.text("usage.no-value" if flag else "usage.value-missing", given=visible(str(option)))
    parameter = getattr(error, "param", None)
    if parameter is not None:
        return face.text("usage.bad-value", given=parameter.opts[0])
    return face.text("usage.other")
