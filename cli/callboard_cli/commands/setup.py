"""`callboard setup`: a fair set-up that a code brings back."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer
from pydantic import TypeAdapter, ValidationError

from callboard_cli.display.machine import setup_data
from callboard_cli.display.setups.telling import show_setup
from callboard_cli.entry.choosing import asked_for_game, chosen_game, game_argument, is_asking, json_option
from callboard_cli.entry.following import after_setup
from callboard_cli.entry.offering import offers
from callboard_cli.entry.options import Wishes, read_options
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.data import to_json
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.shells import command_line
from callboard_scoring.checks import names_taken
from callboard_scoring.draws import Code, CodeError
from callboard_scoring.fields import Name
from callboard_scoring.game import Game
from callboard_scoring.making import bring_back, options_of, roll
from callboard_scoring.options import led_by

if TYPE_CHECKING:
    from callboard_cli.commands.night.beginning import Begun
    from callboard_cli.commands.wishing import Wished


def command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def setup(  # noqa: PLR0913  # one parameter an option
        game: Annotated[str, game_argument(face)] = "",
        names: Annotated[
            list[str],
            typer.Argument(
                metavar=face.text("setup.names-metavar"),
                help=face.text("setup.names"),
                show_default=False,
                autocompletion=offers.setup_words(face),
            ),
        ] = [],  # noqa: B006  # Typer takes the default as it is and never changes it
        *,
        players: Annotated[
            str,
            typer.Option(
                metavar=face.text("setup.players-metavar"),
                help=face.text("setup.players"),
                show_default=False,
                autocompletion=offers.numbers_of_players,
            ),
        ] = "",
        code: Annotated[
            str, typer.Option(metavar=face.text("setup.code-metavar"), help=face.text("setup.code"), show_default=False)
        ] = "",
        keep: Annotated[
            list[str],
            typer.Option(
                metavar=face.text("setup.keep-metavar"),
                help=face.text("setup.keep"),
                show_default=False,
                autocompletion=offers.setup_parts(face),
            ),
        ] = [],  # noqa: B006  # as above
        without: Annotated[
            list[str],
            typer.Option(
                metavar=face.text("setup.without-metavar"),
                help=face.text("setup.without"),
                show_default=False,
                autocompletion=offers.setup_things(face),
            ),
        ] = [],  # noqa: B006  # as above
        not_like_last: Annotated[
            bool, typer.Option("--not-like-last", help=face.text("setup.not-like-last"), show_default=False)
        ] = False,
        night: Annotated[bool, typer.Option("--night", help=face.text("setup.night"), show_default=False)] = False,
        explain: Annotated[
            bool, typer.Option("--explain", help=face.text("score.explain"), show_default=False)
        ] = False,
        as_json: Annotated[bool, json_option(face)] = False,
    ) -> None:
        """Set a game up: seats, draws, pieces, steps."""
        chosen = asked_for_game(face) if not game and is_asking(as_json=as_json) else chosen_game(face, game)
        wishes = Wishes(keep, without, not_like_last)
        _setup(face, chosen, names, players, code, wishes, night=night, explain=explain, as_json=as_json)

    return setup


def _setup(  # noqa: PLR0913, PLR0917  # the command's own arguments
    face: Face,
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
    _, model = game.setup()
    names = [word for word in words if "=" not in word]
    with _code_read():
        known = Code.read(code, game.id) if code else None
        kept = options_of(game, known).model_dump() if known else {}
    if not (names or players or known) and is_asking(as_json=as_json):
        names, players = asked_names(face, game)
    number = number_of_players(game, names, players, known.players if known else None)
    named = seated = names or [face.text("setup.player-name", number=place + 1) for place in range(number)]
    chosen = read_options(face, game, [word for word in words if "=" in word], model, seated)
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
        from callboard_cli.commands.wishing import wished  # noqa: PLC0415  # most set-ups are simply rolled

        wish = wished(face, game, seated, options, wishes, base, as_json=as_json)
    made = wish.made if wish else base or roll(game, seated, options)
    begun: Begun | None = None
    if night:
        from callboard_cli.commands.night.beginning import begin_evening  # noqa: PLC0415  # most set-ups are not saved

        begun = begin_evening(face, game, seated, str(made.code), as_json=as_json)
    if as_json:
        data = setup_data(face.catalog, game, str(made.code), options.model_dump(), made.setup)
        more = {**(wish.data if wish else {}), **({"night": begun.name} if begun else {})}
        face.emit(to_json({**data, **more}))
        return
    again = command_line(["callboard", "setup", game.id, *names, "--code", str(made.code)])
    seats = [seat.name for seat in made.setup.seats] if names else ()
    following = after_setup(face, game, options.model_dump(), seats, made.draws) if begun is None else ""
    told = wish.lines if wish else ()
    show_setup(face, game, options.model_dump(), again, made.setup, told=told, following=following, explain=explain)
    if begun is not None:
        begun.show(face)


@contextmanager
def _code_read() -> Iterator[None]:
    """Complain of a code that brings nothing back."""
    try:
        yield
    except CodeError as error:
        raise CommandLineError(
            error.problem, **{key: visible(str(value)) for key, value in error.values.items()}
        ) from None


def asked_names(face: Face, game: Game) -> tuple[list[str], str]:
    """Ask at the terminal who plays, or how many, until both will do; who leaves ends the command."""
    from callboard_cli.entry.asking.keyboard import Keyboard  # noqa: PLC0415  # most lines have the names
    from callboard_cli.entry.asking.people import names_in  # noqa: PLC0415

    keyboard, typed = Keyboard(plain=face.plain), ""
    fewest, most = game.players
    while True:
        try:
            typed = keyboard.line(face.text("ask.names-or-number", fewest=fewest, most=most), typed).strip()
        except (EOFError, KeyboardInterrupt):
            face.emit("")
            raise typer.Exit(1) from None
        names, number = ([], typed) if typed.isdecimal() else (names_in(typed), "")
        try:
            number_of_players(game, names, number, None)
        except CommandLineError as error:
            face.say(f"  {face.text(error.message, **error.values)}", err=True)
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

    for place, name in enumerate(names):
        try:
            names[place] = TypeAdapter(Name).validate_python(name)
        except ValidationError:
            raise CommandLineError("usage.name", given=visible(name)) from None
    for problem in names_taken(((place,), name) for place, name in enumerate(names)):
        raise CommandLineError("usage.name-taken", given=visible(problem.values["other"]))
