"""Help pages in the reader's language. Typer has no catalogs for them, so two subclasses lay them out."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any

from typer.core import TyperCommand, TyperGroup

from callboard_cli.speech.complaints import CommandLineError, unknown
from callboard_cli.speech.face import Face, visible

_HELP = "--help"
_WORDS = "callboard.words"
"""What a command was given, kept for its help, which is asked for before the words are read."""


def _column(formatter: Any) -> int:
    """Return how wide the names on a help page may be before their text goes to the next line."""
    return int(min(30, formatter.width // 3))


def _words(arguments: Iterable[str], params: Iterable[Any]) -> list[str]:
    """Return what stands in a command's line that is neither an option nor what an option takes."""
    taking = {name for param in params if not getattr(param, "is_flag", True) for name in param.opts}
    rest: Iterator[str] = iter(arguments)
    found = []
    for word in rest:
        if word in taking:
            next(rest, None)
        elif not word.startswith("-"):
            found.append(word)
    return found


def _help_behind(args: list[str], commands: Container[str]) -> list[str]:
    """Return a group's line with `--help` behind the command that it was typed before: it is that one's help."""
    if _HELP not in args:
        return args
    asked = args.index(_HELP)
    own = next((place for place in range(asked, len(args)) if args[place] in commands), None)
    if own is None or "--" in args[:own]:
        return args
    return [*args[:asked], *args[asked + 1 : own + 1], _HELP, *args[own + 1 :]]


class _AsTyped:
    """How a parameter takes its words: as they are."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        del param, ctx
        return list(value) if isinstance(value, tuple) else value


def speaking(  # noqa: C901  # two small classes
    face: Face, about: Callable[[str, list[str]], list[str]]
) -> tuple[type[TyperCommand], type[TyperGroup]]:
    """Return the classes of a command and of the group of all commands that speak this language.

    `about` tells, by a command such as `print setup` and its words, what help says of just that game or stage; nothing
    where the words name none.
    """

    class Spoken:
        """The parts of a help page that both share. Contexts and formatters are classes private to Typer: Any here."""

        def get_params(self, ctx: Any) -> list[Any]:
            params: list[Any] = super().get_params(ctx)  # type: ignore[misc]  # of the class beside this one
            for param in params:
                # All of ours are words or flags. To check even that, Typer would import pydantic and build a validator
                # for each parameter, typed or not: a third of a start-up.
                param.get_runtime_param = _AsTyped
            return params

        def get_help_option(self, ctx: Any) -> Any:
            option = super().get_help_option(ctx)  # type: ignore[misc]  # as above
            if option is not None:
                option.help = face.text("help.help")
            return option

        def format_usage(self, ctx: Any, formatter: Any) -> None:
            pieces = self.collect_usage_pieces(ctx)
            formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=face.text("help.usage") + " ")

        def collect_usage_pieces(self, ctx: Any) -> list[str]:
            params = self.get_params(ctx)
            names = [str(param.metavar) for param in params if param.param_type_name == "argument"]
            return [face.text("help.options-metavar"), *names]

        def format_options(self, ctx: Any, formatter: Any) -> None:
            records: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
            for param in self.get_params(ctx):
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
            ctx.meta[_WORDS] = _words(args, self.get_params(ctx))
            super().parse_args(ctx, args)
            if ctx.args and not ctx.resilient_parsing:
                raise CommandLineError("usage.extra", given=visible(" ".join(ctx.args)))
            rest: list[str] = ctx.args
            return rest

        def format_help_text(self, ctx: Any, formatter: Any) -> None:
            told = about(ctx.command_path.partition(" ")[2], ctx.meta.get(_WORDS, []))
            if told:
                formatter.write("\n" + "\n".join(told) + "\n")
            else:
                super().format_help_text(ctx, formatter)

    class Group(Spoken, TyperGroup):
        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            rest: list[str] = super().parse_args(ctx, _help_behind(args, self.commands))
            return rest

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
