"""What a set-up is asked for (names, options, a code, wishes: parts to keep), and the set-up that comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from callboard_cli.commands.night.answering import answering
from callboard_cli.commands.options import argument, option
from callboard_cli.completion import offers
from callboard_cli.input.choosing import is_asking
from callboard_cli.input.constraints import meet
from callboard_cli.input.options import Wishes, read_options
from callboard_cli.input.players import between_commas, possible
from callboard_cli.render.setups import clashing, met_data, met_lines
from callboard_cli.ui.names import command_line, with_options
from callboard_cli.ui.output import UI, CommandLineError, visible
from callboard_scoring.constrained_draws import ClashError, Made, bring_back, options_of, roll
from callboard_scoring.draws import Code, CodeError
from callboard_scoring.fields import names_taken
from callboard_scoring.game import Game
from callboard_scoring.options import led_by
from callboard_scoring.records import Record

NamesArgument = Annotated[list[str], argument("setup.names-metavar", "setup.names", offers.setup_words)]
PlayersOption = Annotated[str, option("--players", "setup.players", "setup.players-metavar", offers.numbers_of_players)]
CodeOption = Annotated[str, option("--code", "setup.code", "setup.code-metavar")]
KeepOption = Annotated[list[str], option("--keep", "setup.keep", "setup.keep-metavar", offers.setup_parts)]
WithoutOption = Annotated[list[str], option("--without", "setup.without", "setup.without-metavar", offers.setup_things)]
NotLikeLastOption = Annotated[bool, option("--not-like-last", "setup.not-like-last")]


@dataclass(frozen=True)
class SetUp:
    """A set-up as it was asked for."""

    made: Made
    options: Record
    names: Sequence[str]
    """Those that were typed; empty where only a number was."""
    seated: Sequence[str]
    """The players, in the order in which they were told, or as they are called without names."""
    wish: Wished | None
    """What was wished of it."""

    def again(self, game: Game) -> str:
        """Return the command that makes it again."""
        return command_line(["callboard", "setup", game.id, *with_options(self.names, ["--code", str(self.made.code)])])


def set_up(  # what was typed
    ui: UI, game: Game, words: Sequence[str], players: str, code: str, wishes: Wishes, *, as_json: bool = False
) -> SetUp:
    """Make the set-up of these words: names, and options as `key=value`; at a terminal who plays is asked.

    :raises CommandLineError: when there is none such.
    :raises typer.Exit: when a wish looks at evenings that cannot be read, which is told.
    """
    _, model = game.setup()
    names = list(between_commas(word for word in words if "=" not in word))
    with _code_read():
        known = Code.read(code, game.id) if code else None
        kept = options_of(game, known).model_dump() if known else {}
    if not (names or players or known) and is_asking(as_json=as_json):
        names, players = asked_names(ui, game)
    number = number_of_players(game, names, players, known.players if known else None)
    named = seated = names or [ui.text("setup.player-name", number=place + 1) for place in range(number)]
    chosen = read_options(ui, game, [word for word in words if "=" in word], model, seated)
    if chosen.get("first") in seated:
        around, chosen["first"] = led_by(seated, chosen["first"])
        names = seated = list(around)  # the command that repeats it has them in this order
    if known is not None and not wishes and {**kept, **chosen} != kept:
        raise CommandLineError("usage.code-and-options")
    options = model(**{**kept, **chosen})
    with _code_read():
        base = bring_back(game, named if wishes else seated, known) if known else None
    wish: Wished | None = None
    if wishes:
        wish = wished(ui, game, seated, options, wishes, base, as_json=as_json)
    made = wish.made if wish else base or roll(game, seated, options)
    return SetUp(made, options, names, seated, wish)


@contextmanager
def _code_read() -> Iterator[None]:
    """Complain of a code that brings nothing back."""
    try:
        yield
    except CodeError as error:
        raise CommandLineError(
            error.problem, **{key: visible(str(value)) for key, value in error.values.items()}
        ) from None


def asked_names(ui: UI, game: Game) -> tuple[list[str], str]:
    """Ask at the terminal who plays, or how many, until both will do; who leaves ends the command."""
    from callboard_cli.input.prompts.dialog import names_in
    from callboard_cli.input.prompts.keyboard import HELP, Keyboard, prompted  # most lines have the names

    keyboard, typed = Keyboard(plain=ui.plain), ""
    fewest, most = game.players
    while True:
        prompt, begun = ui.text("ask.names-or-number", fewest=fewest, most=most), typed
        try:
            typed = keyboard.line(prompted(ui, prompt), begun).strip()
        except (EOFError, KeyboardInterrupt):
            ui.emit("")
            raise typer.Exit(1) from None
        if typed.removeprefix(begun).strip() == HELP:  # behind an answer as well
            ui.say(f"  {ui.text('ask.names-help')}")
            typed = begun
            continue
        names, number = ([], typed) if typed.isdecimal() else (names_in(typed), "")
        try:
            number_of_players(game, names, number, None)
        except CommandLineError as error:
            ui.say(f"  {ui.text(error.message, **error.values)}", err=True)
        else:
            return names, number


def number_of_players(game: Game, names: list[str], players: str, coded: int | None) -> int:
    """Return how many play, from the names, --players and the code, which must agree.

    :raises CommandLineError: when they do not, or the game is not for so many, or a name is not one.
    """
    least, most = game.players
    asked = int(players) if re.fullmatch("[0-9]{1,4}", players) else None  # of thousands of digits Python reads none
    if players and (asked is None or not least <= asked <= most):
        raise CommandLineError("usage.players", given=visible(players), least=least, most=most)
    numbers = {number for number in (len(names) or None, asked, coded) if number}
    if not numbers:
        raise CommandLineError("usage.players-missing", least=least, most=most)
    if len(numbers) > 1:
        raise CommandLineError("usage.players-differ", numbers=", ".join(map(str, sorted(numbers))))
    number = numbers.pop()
    if not least <= number <= most:
        raise CommandLineError("usage.players", given=number, least=least, most=most)
    _check_names(names)
    return number


def _check_names(names: list[str]) -> None:
    names[:] = map(possible, names)
    for problem in names_taken(((place,), name) for place, name in enumerate(names)):
        raise CommandLineError("usage.name-taken", given=visible(problem.values["other"]))


@dataclass(frozen=True)
class Wished:
    """What came of it."""

    made: Made
    lines: list[str]
    """What of it was wished, for people."""
    data: dict[str, Any]
    """The same for programs."""


def wished(  # for whom, from what
    ui: UI,
    game: Game,
    names: Sequence[str],
    options: Record,
    wishes: Wishes,
    base: Made | None,
    *,
    as_json: bool,
) -> Wished:
    """Make a set-up that meets all wishes; what is kept is kept from the base, or else from the last evening.

    :raises CommandLineError: when none does, or a part or a thing is none of this game's.
    :raises typer.Exit: when the evenings cannot be read, which is told.
    """
    with answering(ui, as_json=as_json) as saved:
        try:
            met = meet(ui, game, names, options, wishes, base, saved)
        except ClashError as error:
            raise clashing(ui, game, error, len(names)) from None
    return Wished(met.made, met_lines(ui, game, met), met_data(met))
