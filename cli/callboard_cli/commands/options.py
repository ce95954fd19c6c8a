"""Commands and groups whose help is in the reader's language, each loaded when a line names it, and shared options.

What is declared of a command are ids of messages. They are put into words as it is loaded, in the language of the run:
its `UI` is the `obj` of every context. Contexts, formatters and parameters are classes private to Typer: Any here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from callboard_cli.completion import offers
from callboard_cli.input.choosing import is_asking
from callboard_cli.input.vocabulary import game_named, stages
from callboard_cli.ui.names import command_line, said_in_all
from callboard_cli.ui.output import UI, CommandLineError, own_version, unknown, visible
from callboard_locales import LANGUAGES
from callboard_scoring.game import Game

_HELP = ("--help", "-h")
_GENERAL = ("--lang", "--also", "--plain")
"""The options that every command takes."""
_ID = re.compile(r"[a-z]+\.[a-z-]+")
_EMPTY = {"--out"}
"""The options whose value may be empty: such a place is the folder where one is."""
_WORDS = "callboard.words"
"""What a command was given, kept for its help, which is asked for before the words are read."""
_ENTRY = "night add"
_TELLING = {
    _ENTRY: ("commands.night.entering", "about_add"),
    "check": ("render.notations", "about_check"),
    "example": ("render.notations", "about_example"),
    "print setup": ("render.notations", "about_printed_setup"),
    "report score": ("render.notations", "about_reported"),
    "schema": ("render.notations", "about_schema"),
    "score": ("render.notations", "about_stage"),
    "setup": ("render.notations", "about_setup"),
}
"""The module and the function that tell what help says of a game or a stage, by the command."""


class NoCommandError(Exception):
    """The line names no command, and there is somebody to ask for one; it may name a game."""

    def __init__(self, game: str = "") -> None:
        """Keep the word for the game."""
        super().__init__(game)
        self.game = game


def about(ui: UI, command: str, words: Sequence[str]) -> list[str]:
    """Return what the help of a command such as `print setup` says of the game and the stage that its words name.

    Nothing where they name nothing; an entry of an evening is known without words.
    """
    if command not in _TELLING or not (words or command == _ENTRY):
        return []
    module, function = _TELLING[command]
    shown: list[str] = getattr(import_module(f"callboard_cli.{module}"), function)(ui, words)
    return shown


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
    asked = next((place for place, word in enumerate(args) if word in _HELP), None)
    if asked is None:
        return args
    own = next((place for place in range(asked, len(args)) if args[place] in commands), None)
    if own is None or "--" in args[:own]:
        return args
    return [*args[:asked], *args[asked + 1 : own + 1], args[asked], *args[own + 1 :]]


class _AsTyped:
    """How a parameter takes its words: as they are."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        del param, ctx
        return list(value) if isinstance(value, tuple) else value


class _Page:
    """The parts of a help page that commands and groups share."""

    def get_params(self, ctx: Any) -> list[Any]:
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]  # of the class beside this one
        for param in params:
            # All of ours are words or flags. To check even that, Typer would import pydantic and build a validator
            # for each parameter, typed or not: a third of a start-up.
            param.get_runtime_param = _AsTyped
        return params

    def get_help_option_names(self, ctx: Any) -> list[str]:
        """Return what asks for help, in one order: Typer keeps these names in a set."""
        return list(ctx.help_option_names)

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc]  # of the class beside this one
        if option is not None:
            option.help = ctx.obj.text("help.help")
        return option

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        pieces = self.collect_usage_pieces(ctx)
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=ctx.obj.text("help.usage") + " ")

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        names = [str(param.metavar) for param in self.get_params(ctx) if param.param_type_name == "argument"]
        return [ctx.obj.text("help.options-metavar"), *names]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and options; those that every command takes stand on the first page alone."""
        general = set(_GENERAL if ctx.parent is not None else ())
        records: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
        for param in self.get_params(ctx):
            if general.intersection(param.opts):
                continue
            name = str(param.metavar or "") if param.param_type_name == "argument" else ", ".join(param.opts)
            if param.param_type_name == "option" and param.metavar:
                name += f" {param.metavar}"
            records[param.param_type_name].append((name, param.help or ""))
        for kind, rows in records.items():
            if rows:
                with formatter.section(ctx.obj.text(f"help.{kind}s")):
                    formatter.write_dl(rows, col_max=_column(formatter))
        if general:
            formatter.write_paragraph()
            formatter.write_text(ctx.obj.text("help.general") % {"options": ", ".join(_GENERAL)})


class Command(_Page, TyperCommand):
    """A command, whose help tells more of the game and the stage that its words name."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of a line.

        :raises CommandLineError: when there are more than the command takes, or an option's value is empty.
        """
        ctx.allow_extra_args = True
        ctx.meta[_WORDS] = _words(args, self.get_params(ctx))
        super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            self._look_through(ctx)
        rest: list[str] = ctx.args
        return rest

    def _look_through(self, ctx: Any) -> None:
        """Look whether every word has its place, and every option that takes a value has one."""
        for param in self.get_params(ctx):
            is_option = param.param_type_name == "option" and param.opts[0] not in _EMPTY
            is_typed = is_option and ctx.get_parameter_source(param.name).name == "COMMANDLINE"
            # Where an empty value is not as good as none, the command itself says what it takes.
            if is_typed and ctx.params.get(param.name) in ("", [""]) and not param.default:
                raise CommandLineError("usage.value-missing", given=param.opts[0], value=param.metavar)
        if ctx.args:
            first, *rest = ctx.meta[_WORDS] or [""]
            game = game_named(first, ctx.obj.catalog)
            lines = ways_with(ctx.obj, game, rest) if game else ()
            raise CommandLineError("usage.extra", lines=lines, given=visible(" ".join(ctx.args)))

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write what the command is for, or instead what it is for a game that is named."""
        shown = about(ctx.obj, ctx.command_path.partition(" ")[2], ctx.meta.get(_WORDS, []))
        if shown:
            formatter.write("\n" + "\n".join(shown) + "\n")
        else:
            super().format_help_text(ctx, formatter)


class Group(_Page, TyperGroup):
    """Commands that are loaded where a line names them: the others are names on the help page."""

    paths: Mapping[str, Any] = {}
    """Each command with its module below `commands` and its function: `score:score`; a group also with its commands."""
    shared: Sequence[Any] = ()
    """The options that all of them take."""
    sections: Mapping[str, Iterable[str]] = {}
    """The sections in which the help page has them, by the ids of their headings; empty for a single one."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands in the order of the help page."""
        del ctx
        return list(self.paths)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, loaded; nothing where there is none of this name."""
        if cmd_name in self.paths and cmd_name not in self.commands:
            self.commands[cmd_name] = self._load(ctx.obj, cmd_name)
        return self.commands.get(cmd_name)

    def _load(self, ui: UI, name: str) -> Any:
        path, paths = self.paths[name] if isinstance(self.paths[name], tuple) else (self.paths[name], {})
        module, _, function = path.partition(":")
        loaded = made(ui, getattr(import_module(f"callboard_cli.commands.{module}"), function), paths, self.shared)
        loaded.name = name
        loaded.short_help = self.summary(ui, name)
        loaded.help, examples = self._told(ui, name)
        if examples:
            loaded.help += "\n\n\b\n" + "\n  ".join([ui.text("help.example"), *ui.text(examples).splitlines()])
        return loaded

    def _told(self, ui: UI, name: str) -> tuple[str, str]:
        """Return what a command is for, and the id of its examples; empty where the group's own help shows them."""
        if not self.name:
            return ui.text(f"{name}.help"), f"{name}.examples"
        own = f"{self.name}.{name}-example"
        return ui.text(f"{self.name}.{name}"), own if ui.catalog.has(own) else ""

    def summary(self, ui: UI, name: str) -> str:
        """Return what a command is for, in a line."""
        return self._told(ui, name)[0].partition(". ")[0].rstrip(".") if self.name else ui.text(f"{name}.short")

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of a line up to the command."""
        rest: list[str] = super().parse_args(ctx, _help_behind(args, self.paths))
        return rest

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return what may stand on the line."""
        return [*super().collect_usage_pieces(ctx), ctx.obj.text("help.command-metavar")]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, and then the commands."""
        super().format_options(ctx, formatter)
        for heading, names in (self.sections or {"help.commands": self.paths}).items():
            with formatter.section(ctx.obj.text(heading)):
                formatter.write_dl([(name, self.summary(ctx.obj, name)) for name in names], col_max=_column(formatter))
        if ctx.parent is None:
            formatter.write_paragraph()
            formatter.write_text(ctx.obj.text("help.config"))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is named; `help` and `version` are done at once.

        :raises NoCommandError: when it is a game, alone, and somebody can be asked what to do with it.
        :raises CommandLineError: when there is none; it names the nearest one, or what can be done with a game.
        :raises typer.Exit: when that is all.
        """
        if not args or args[0].startswith("-") or args[0] in self.paths or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        ui, word, *rest = ctx.obj, *args
        if word.casefold() in said_in_all("answer.help"):
            if not self.name and rest and rest[0].casefold() in said_in_all("answer.config"):
                import_module("callboard_cli.settings").tell_settings(ui)
                raise typer.Exit
            if not self.name and rest[:1] == ["--man"]:
                ui.emit(import_module("callboard_cli.render.man").man_page(ui, self).rstrip())
                raise typer.Exit
            if rest:
                return self.resolve_command(ctx, [*rest, _HELP[0]])
            ui.emit(ctx.get_help())
            raise typer.Exit
        if not self.name and word.casefold() in said_in_all("answer.version"):
            ui.emit(f"callboard {own_version()}")
            raise typer.Exit
        game = game_named(word, ui.catalog)
        if game is None:
            raise unknown("usage.no-command", word, list(self.paths))
        rest = _words(rest, self.shared)
        if not (self.name or rest) and is_asking(as_json=False):
            raise NoCommandError(word)
        own = (name for name in self.list_commands(ctx) if self._takes_game(ctx, name))
        lines = [_line(self.name, name, game.id, *rest) for name in own] if self.name else ways_with(ui, game, rest)
        raise CommandLineError("usage.game-alone", lines=lines, given=visible(word))

    def _takes_game(self, ctx: Any, name: str) -> bool:
        """Tell whether one of the commands is about a game."""
        return any(param.name == "game" for param in self.get_command(ctx, name).params)


def ways_with(ui: UI, game: Game, rest: Sequence[str] = ()) -> list[str]:
    """Return the commands for a game; where a stage follows it, only the one that scores it."""
    known = stages(game, ui.catalog)
    if rest and known.find(rest[0]):
        return [_line("score", game.id, *rest)]
    scores = [_line("score", game.id, name) for name in known.shown.values()]
    return [*scores, *(_line(*way, game.id) for way in (("night", "start"), ("setup",), ("rules",)))]


def _line(*words: str) -> str:
    return f"  {command_line(['callboard', *map(visible, words)])}"


def made(
    ui: UI, function: Callable[..., Any], paths: Mapping[str, Any] = {}, shared: Sequence[Any] = ()
) -> Any:  # it is never changed
    """Return the command of a function, or the group of these commands, with its options told in words.

    `shared` are told already.
    """
    command = copy(declared(function, is_group=bool(paths)))
    command.params = [copy(param) for param in command.params]
    for param in command.params:
        param.help = _in_words(ui, param.help)
        param.metavar = _in_words(ui, param.metavar)
    command.params += shared
    if paths:
        command.paths, command.shared, command.commands = paths, shared, {}
    return command


_SETTINGS = {"help_option_names": list(_HELP)}


@cache  # Typer looks through every annotation of a function
def declared(function: Callable[..., Any], *, is_group: bool = False) -> Any:
    """Return the command or the group of a function, with the ids of messages in place of words; never changed."""
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    if is_group:
        app.callback(cls=Group, invoke_without_command=True, context_settings=_SETTINGS)(function)
    else:
        app.command(cls=Command, context_settings=_SETTINGS)(function)
    return get_command(app)


def _in_words(ui: UI, text: str | None) -> str | None:
    """Return a text with the words of each message in place of its id."""
    return text and _ID.sub(lambda found: ui.text(found[0]), text)


def argument(metavar: str, told: str, offered: Callable[..., Any] | None = None) -> Any:
    """Describe an argument: how it is called, what it is for, and what can stand there where Tab is pressed.

    The metavar is the id of a message, in brackets where the argument may be left out, or what can be typed.
    """
    return typer.Argument(metavar=metavar, help=told, show_default=False, autocompletion=offered)


def option(name: str, told: str, metavar: str | None = None, offered: Callable[..., Any] | None = None) -> Any:
    """Describe an option as `argument` does an argument; one without a metavar is a flag."""
    return typer.Option(name, metavar=metavar, help=told, show_default=False, autocompletion=offered)


GameArgument = Annotated[str, argument("help.game-metavar", "help.game", offers.games)]
StageArgument = Annotated[str, argument("help.stage-metavar", "help.stage", offers.stages)]
RecordArgument = Annotated[list[str], argument("score.record-metavar", "score.record", offers.record)]
NightArgument = Annotated[str, argument("[night.id-metavar]", "night.id", offers.nights)]
JsonOption = Annotated[bool, option("--json", "help.json")]
ExplainOption = Annotated[bool, option("--explain", "score.explain")]
WhyNotOption = Annotated[bool, option("--why-not", "score.why-not")]
BriefOption = Annotated[bool, option("--brief", "score.brief")]
LangOption = Annotated[str | None, option("--lang", "app.lang", "|".join(LANGUAGES), offers.languages)]
AlsoOption = Annotated[str | None, option("--also", "app.also", "|".join(LANGUAGES), offers.languages)]
PlainOption = Annotated[bool, option("--plain", "app.plain")]


def show_help(ctx: typer.Context) -> None:
    """Show the help of a group where none of its commands is named."""
    if ctx.invoked_subcommand is None:
        ctx.obj.emit(ctx.get_help())
