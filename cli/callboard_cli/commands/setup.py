"""`callboard setup`, a set-up that a code brings back, and `night start`: an evening begins, with one or without."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.commands.options import GameArgument, JsonOption, argument, option
from callboard_cli.completion import offers
from callboard_cli.input.choosing import asked, given_game, is_asking
from callboard_cli.input.next_command import after_setup
from callboard_cli.input.players import number_of_players, told_in
from callboard_cli.input.setups import Wishes, meet, option_words, read_options
from callboard_cli.input.vocabulary import Vocabulary
from callboard_cli.render.json_data import setup_data
from callboard_cli.render.results import View
from callboard_cli.render.setups import clashing, met_data, met_lines, show_setup
from callboard_cli.ui.names import command_line, with_options
from callboard_cli.ui.output import UI, CommandLineError, to_json, visible
from callboard_scoring.constrained_draws import ClashError, Made, bring_back, options_of, roll
from callboard_scoring.draws import Code, CodeError
from callboard_scoring.fields import same_name
from callboard_scoring.game import Game
from callboard_scoring.options import led_by
from callboard_scoring.records import Record
from callboard_scoring.setup import Setup

if TYPE_CHECKING:
    from callboard_nights.night import Night
    from callboard_nights.storage.store import Store


NamesArgument = Annotated[list[str], argument("setup.names-metavar", "setup.names", offers.setup_words)]
PlayersOption = Annotated[str, option("--players", "setup.players", "setup.players-metavar", offers.numbers_of_players)]
CodeOption = Annotated[str, option("--code", "setup.code", "setup.code-metavar")]
KeepOption = Annotated[list[str], option("--keep", "setup.keep", "setup.keep-metavar", offers.setup_parts)]
WithoutOption = Annotated[list[str], option("--without", "setup.without", "setup.without-metavar", offers.setup_things)]
NotLikeLastOption = Annotated[bool, option("--not-like-last", "setup.not-like-last")]


@dataclass(frozen=True)
class Requested:
    """A set-up as it was asked for."""

    made: Made
    options: Record
    names: Sequence[str]
    """Those that were typed; empty where only a number was."""
    seated: Sequence[str]
    """The players, in the order in which they were told, or as they are called without names."""
    wish: Wished | None
    """What was wished of it."""
    idle: Sequence[str] = ()
    """The options, as they were typed, that change nothing at such a table."""

    def again(self, game: Game) -> str:
        """Return the command that makes it again."""
        return command_line(["callboard", "setup", game.id, *with_options(self.names, ["--code", str(self.made.code)])])


def set_up(  # what was typed
    ui: UI, game: Game, words: Sequence[str], players: str, code: str, wishes: Wishes, *, as_json: bool = False
) -> Requested:
    """Make the set-up of these words: names, and options as `key=value`; at a terminal who plays is asked.

    :raises CommandLineError: when there is none such.
    :raises typer.Exit: when a wish looks at evenings that cannot be read, which is told.
    """
    _, model = game.setup()
    given, options_told = _apart(words)
    with _code_read():
        known = Code.read(code, game.id) if code else None
        kept = options_of(game, known).model_dump() if known else {}
    coded = known.players if known else None
    if given or not (players or known):
        names, told = who_plays(ui, game, given, as_json=as_json)
        players = _same_number(players, told)
    else:
        names = []
    number = number_of_players(game, names, players, coded)
    named = seated = names or unnamed(ui, number)
    chosen = read_options(ui, game, options_told, model, seated)
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
    idle = list(_idle(ui, game, options_told, {**kept, **chosen}, seated))
    return Requested(made, options, names, seated, wish, idle)


def _idle(ui: UI, game: Game, words: Iterable[str], chosen: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    """Yield those of the options that change nothing: without them the same lots make the same set-up."""
    _, model = game.setup()
    known = option_words(ui, game, model)

    def made(options: Mapping[str, Any]) -> Setup:
        return roll(game, names, model(**options), lambda _: 0).setup

    for word in words:
        name = known.find(word.partition("=")[0])
        others = {one: value for one, value in chosen.items() if one != name}
        if model(**others) != model(**chosen) and made(others) == made(chosen):
            yield word


@contextmanager
def _code_read() -> Iterator[None]:
    """Complain of a code that brings nothing back."""
    try:
        yield
    except CodeError as error:
        raise CommandLineError(
            error.problem, **{key: visible(str(value)) for key, value in error.values.items()}
        ) from None


def _apart(words: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the words that tell who plays, and the options, which may stand between commas with those."""
    names: list[str] = []
    options: list[str] = []
    for word in words:
        pieces = list(filter(None, map(str.strip, word.split(",")))) if "=" in word else [word]
        for piece in pieces:
            (options if "=" in piece else names).append(piece)
    return names, options


def _same_number(players: str, told: str) -> str:
    """Return the number that --players and the words tell.

    :raises CommandLineError: when they tell two.
    """
    if players and told and players != told:
        raise CommandLineError("usage.players-differ", numbers=", ".join(map(visible, (told, players))))
    return players or told


def who_plays(ui: UI, game: Game, words: Sequence[str], *, as_json: bool) -> tuple[list[str], str]:
    """Return the names that words tell, or how many play; at a terminal it is asked, also which of two is meant.

    Neither where nothing is told and there is nobody to ask.

    :raises CommandLineError: the names may be meant in two ways, and there is nobody to ask.
    """
    if not words:
        return asked_names(ui, game) if is_asking(as_json=as_json) else ([], "")
    told = told_in(words, *game.players)
    if told.otherwise:
        ways = {names: command_line(map(visible, names)) for names in (told.names, told.otherwise)}
        if not is_asking(as_json=as_json):
            one, other = ways.values()
            raise CommandLineError("usage.two-readings", one=one, other=other)
        from callboard_cli.input.prompts.keyboard import choose  # nearly all names are clear

        vocabulary = Vocabulary(ui.catalog, tuple(ways), lambda _: {}, lambda: ways)
        return list(asked(ui, lambda: choose(ui, ui.text("choose.names"), vocabulary))), ""
    return list(told.names), told.number


def named_or_numbered(ui: UI, game: Game, words: Sequence[str], *, as_json: bool) -> list[str]:
    """Return who plays by these words, or by what is asked; where only a number is told, as players without names are.

    :raises CommandLineError: when nobody does, or as `who_plays`.
    """
    names, number = who_plays(ui, game, words, as_json=as_json)
    if number:
        number_of_players(game, [], number, None)
        return unnamed(ui, int(number))
    if not names:
        fewest, most = game.players
        raise CommandLineError("night.players-missing", least=fewest, most=most)
    return names


def unnamed(ui: UI, number: int) -> list[str]:
    """Return what so many players without names are called."""
    return [ui.text("setup.player-name", number=place + 1) for place in range(number)]


def asked_names(ui: UI, game: Game) -> tuple[list[str], str]:
    """Ask at the terminal who plays, or how many, until both will do; who leaves ends the command."""
    from callboard_cli.input.prompts.keyboard import HELP, Keyboard, prompted  # most lines have the names

    keyboard, typed = Keyboard(plain=ui.plain), ""
    fewest, most = game.players
    while True:
        prompt, begun = ui.text("ask.names-or-number", fewest=fewest, most=most), typed
        keyboard.tell_of(ui, begun)
        before = f"{begun} " if begun else ""
        typed = asked(ui, lambda: keyboard.line(prompted(ui, prompt), before)).strip()  # noqa: B023  # called at once
        added = typed.removeprefix(begun).strip()
        if begun and added.startswith(begun):  # typed anew behind what was wrong
            typed = added
        if added == HELP:  # behind an answer as well
            ui.say(f"  {ui.text('ask.names-help')}")
            typed = begun
            continue
        try:
            told = told_in([typed], fewest, most, parted=False)
            names = list(told.names)
            number_of_players(game, names, told.number, None)
        except CommandLineError as error:
            ui.say(f"  {ui.text(error.message, **error.values)}", err=True)
        else:
            return names, told.number


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


@dataclass(frozen=True)
class Begun:
    """An evening that was begun, and is the current one now."""

    name: str
    night: Night
    saved: Store
    left_open: str = ""
    """The evening that was the current one and has not ended."""

    def show(self, ui: UI) -> None:
        """Say that it begins, and what comes next."""
        from callboard_cli.render.evenings.evening import show_start  # a program sees none

        show_start(ui, self.name, self.night, left_open=self.left_open)


def begin_evening(ui: UI, game: Game, names: Sequence[str], code: str, *, as_json: bool) -> Begun:
    """Save a new evening of these players, with the code of its set-up if there was one.

    :raises CommandLineError: when a name cannot be typed in this game.
    :raises typer.Exit: when it cannot be saved, which is told.
    """
    from callboard_cli.input.evenings import begun, running_in  # most set-ups are not saved

    with answering(ui, as_json=as_json) as saved:
        running, before = running_in(saved) or ("", None)
        name, night = begun(saved, game, names, code)
    is_open = before is not None and before.ended is None and not before.is_won
    return Begun(name, night, saved, left_open=running if is_open else "")


def prepare_evening(ui: UI, game: Game, done: Requested, *, as_json: bool) -> tuple[str, Night] | None:
    """Enter what was drawn as a preparation, where the current evening of these players comes to what it prepares.

    None where there is no such evening: then this set-up begins one.

    :raises typer.Exit: when it cannot be saved, which is told.
    """
    from callboard_cli.input.evenings import done as written  # most set-ups are not saved
    from callboard_cli.input.evenings import now, running_in
    from callboard_nights import commands

    leg = game.first_leg(done.options.model_dump())
    if leg is None or not (leg.fields and leg.preparation):
        return None
    with answering(ui, as_json=as_json) as saved:
        name, night = running_in(saved) or ("", None)
        if night is None or night.game != game or night.ended is not None or night.leg != leg:
            return None
        if set(map(same_name, night.players)) != set(map(same_name, done.seated)):
            return None
        drawn = {**leg.fields, **done.made.setup.draws}
        fields = game.record(leg.preparation).model_fields
        raw = {field: value for field, value in drawn.items() if field in fields}
        _, after = written(saved, name, lambda stands: commands.add(stands, leg.preparation, raw, now()))
    return name, after


def start(
    ctx: typer.Context,
    game: GameArgument = "",
    names: Annotated[list[str], argument("setup.names-metavar", "night.names")] = [],
    *,
    code: Annotated[str, option("--code", "night.code", "setup.code-metavar")] = "",
    as_json: JsonOption = False,
) -> None:
    """Begin an evening."""
    ui: UI = ctx.obj
    chosen = given_game(ui, game, as_json=as_json)
    given = named_or_numbered(ui, chosen, names, as_json=as_json)
    try:
        number_of_players(chosen, given, "", Code.read(code, chosen.id).players if code else None)
    except CodeError as error:
        values = {key: visible(str(value)) for key, value in error.values.items()}
        raise CommandLineError(error.problem, **values) from None
    begun = begin_evening(ui, chosen, given, code, as_json=as_json)
    if as_json:
        emit(ui, begun.saved, {"night": begun.name, "game": chosen.id, "players": list(begun.night.players)})
    else:
        begun.show(ui)


def setup(
    ctx: typer.Context,
    game: GameArgument = "",
    names: NamesArgument = [],
    *,
    players: PlayersOption = "",
    code: CodeOption = "",
    keep: KeepOption = [],
    without: WithoutOption = [],
    not_like_last: NotLikeLastOption = False,
    night: Annotated[bool, option("--night", "setup.night")] = False,
    explain: Annotated[bool, option("--explain", "setup.explain")] = False,
    as_json: JsonOption = False,
) -> None:
    """Set a game up: seats, draws, pieces, steps."""
    ui: UI = ctx.obj
    chosen = given_game(ui, game, as_json=as_json)
    wishes = Wishes(keep, without, not_like_last)
    _setup(ui, chosen, names, players, code, wishes, night=night, explain=explain, as_json=as_json)


def _setup(  # the command's own arguments
    ui: UI,
    game: Game,
    words: list[str],
    players: str,
    code: str,
    wishes: Wishes,
    *,
    night: bool,
    explain: bool,
    as_json: bool,
) -> None:
    done = set_up(ui, game, words, players, code, wishes, as_json=as_json)
    made, options, wish = done.made, done.options.model_dump(), done.wish
    begun: Begun | None = None
    prepared = prepare_evening(ui, game, done, as_json=as_json) if night else None
    if night and prepared is None:
        begun = begin_evening(ui, game, done.seated, str(made.code), as_json=as_json)
    if as_json:
        data = setup_data(ui.catalog, game, str(made.code), options, made.setup)
        more = {**(wish.data if wish else {}), **({"night": begun.name} if begun else {})}
        if prepared is not None:
            more |= {"night": prepared[0], "entry": len(prepared[1].entries)}
        ui.emit(to_json({**data, **more}))
        return
    for word in done.idle:
        ui.say(ui.text("setup.idle", option=visible(word)), err=True)
    if prepared is not None:
        from callboard_cli.render.evenings.evening import show_entry  # most set-ups begin an evening or none

        show_entry(ui, prepared[1], View(explain=explain), is_drawn=True)
        return
    seats = [seat.name for seat in made.setup.seats] if done.names else ()
    following = after_setup(ui, game, options, seats, made.draws) if begun is None else ""
    shown = wish.lines if wish else ()
    show_setup(ui, game, options, done.again(game), made.setup, told=shown, following=following, explain=explain)
    if begun is not None:
        begun.show(ui)
