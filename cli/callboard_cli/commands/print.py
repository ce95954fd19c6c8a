"""`callboard print`: pads, aids, set-ups and finished evenings on paper."""

from pathlib import Path
from typing import Annotated, Any

import typer

from callboard_cli.commands.options import GameArgument, NightArgument, argument, option
from callboard_cli.commands.output_files import (
    STDOUT,
    ManyPagesError,
    ScreenError,
    is_folder,
    place_of,
    put_down,
    put_out,
)
from callboard_cli.commands.setup import (
    CodeOption,
    KeepOption,
    NamesArgument,
    NotLikeLastOption,
    PlayersOption,
    WithoutOption,
    set_up,
)
from callboard_cli.completion import offers
from callboard_cli.input.choosing import chosen_stage, given_game
from callboard_cli.input.setups import Wishes
from callboard_cli.input.vocabulary import stages
from callboard_cli.paper.pads import pad_view
from callboard_cli.paper.press import FORMATS, SIZES, STOCKS, NoPressError, NoRoomError, Wanted, number_of_pages, press
from callboard_cli.paper.sheets import Sheet
from callboard_cli.settings import place, read_settings
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI, CommandLineError, shortened, visible
from callboard_scoring.game import Game


def _one_of(name: str, told: str, known: tuple[str, ...]) -> Any:
    return option(name, told, "|".join(known), lambda: list(known))


OutOption = Annotated[str, option("--out", "print.out", "print.out-metavar")]
FormatOption = Annotated[str, _one_of("--format", "print.format", FORMATS)]
PaperOption = Annotated[str, _one_of("--paper", "print.paper", STOCKS)]
SizeOption = Annotated[str, _one_of("--size", "print.size", SIZES)]


def wanted(out: str, form: str, paper: str, size: str) -> Wanted:
    """Return how a sheet is wanted: where no format is named, what a file's name ends with tells it, or else PDF.

    :raises CommandLineError: when there is no such format, paper or size, or the file's name ends as another format.
    """
    suffix = "" if is_folder(out) else Path(out).suffix.removeprefix(".").casefold()
    if not form and suffix and suffix not in FORMATS:
        raise CommandLineError("print.no-suffix", given=shortened(out), known=", ".join(FORMATS))
    known = _known("print.no-format", form or suffix or FORMATS[0], FORMATS)
    if suffix in FORMATS and suffix != known:
        raise CommandLineError("print.two-formats", given=shortened(out), format=known)
    settings = read_settings()
    return Wanted(
        known,
        _known("print.no-paper", paper, STOCKS) if paper else _set_once(settings.paper, STOCKS),
        _known("print.no-size", size, SIZES) if size else _set_once(settings.size, SIZES),
    )


def _known(message: str, given: str, known: tuple[str, ...], **more: str) -> Any:
    meant = [one for one in known if one == given.casefold()]
    if not meant:
        raise CommandLineError(message, given=shortened(given), known=", ".join(known), **more)
    return meant[0]


def _set_once(given: str, known: tuple[str, ...]) -> Any:
    """Return what the file of settings says, or else what is usual."""
    return _known("config.no-such", given, known, path=visible(place())) if given else known[0]


def deliver(ui: UI, template: str, sheet: Sheet, how: Wanted, out: str, name: str) -> None:  # what, how and where to
    """Print a sheet and say where it is: in the file that was asked for, on standard output, or in one of this name.

    :raises CommandLineError: when it has more pages than the place can take, or the place cannot be written.
    :raises typer.Exit: when there is nothing to print with.
    """
    try:
        with place_of(out):
            pages = press(template, sheet, how)
            if out == STDOUT:
                put_out(pages)
                return
            written = put_down(pages, how.format, out, "-".join((name, *_unusual(how))))
    except NoPressError:
        ui.say(ui.text("print.no-press"), err=True)
        raise typer.Exit(1) from None
    except NoRoomError:
        raise CommandLineError("print.no-room") from None
    except ManyPagesError as error:
        raise CommandLineError("print.many-pages", count=error.count) from None
    except ScreenError:
        raise CommandLineError("print.to-screen") from None
    count = number_of_pages(pages[0]) if how.format == "pdf" else 1
    more = f" ({ui.catalog.plural('print.pages', count) % {'count': count}})" if count > 1 else ""
    for one in written:
        ui.say(one.told(ui, "print.printed") + more)
    if how.size == "saving":
        ui.say(ui.text("print.small"))


def _unusual(how: Wanted) -> list[str]:
    """Return what of a sheet is not as most are, for its name."""
    return [one for one, usual in ((how.size, SIZES[0]), (how.paper, STOCKS[0])) if one != usual]


def pad(
    ctx: typer.Context,
    game: GameArgument = "",
    stage: Annotated[str, argument("[help.stage-metavar]", "print.stage", offers.pad_stages)] = "",
    *,
    players: Annotated[
        str, option("--players", "print.players", "setup.players-metavar", offers.numbers_of_players)
    ] = "",
    out: OutOption = "",
    form: FormatOption = "",
    paper: PaperOption = "",
    size: SizeOption = "",
) -> None:
    """Print a pad."""
    ui: UI = ctx.obj
    chosen = given_game(ui, game)
    leg = chosen_stage(ui, chosen, stage) if stage else ""
    how = wanted(out, form, paper, size)
    sheet = pad_view(ui, chosen, _number(chosen, players), leg)
    if sheet is None:
        known = ", ".join(stages(chosen, ui.catalog).listed(chosen.paper().pads))
        raise CommandLineError(
            "print.no-pad-stage" if leg and known else "print.no-pad", given=visible(stage), known=known
        )
    name = "-".join(filter(None, (chosen.id, "pad", leg, players, ui.catalog.language)))
    deliver(ui, "pad", sheet, how, out, name)


def aid(
    ctx: typer.Context,
    game: GameArgument = "",
    *,
    out: OutOption = "",
    form: FormatOption = "",
    paper: PaperOption = "",
    size: SizeOption = "",
) -> None:
    """Print a player aid."""
    from callboard_cli.paper.aids import aid_view  # other sheets need no whole rules

    ui: UI = ctx.obj
    chosen = given_game(ui, game)
    how = wanted(out, form, paper, size)
    sheet = aid_view(ui, chosen)
    if sheet is None:
        raise CommandLineError("print.no-aid", game=title_of(ui.catalog, chosen.id))
    deliver(ui, "aid", sheet, how, out, f"{chosen.id}-aid-{ui.catalog.language}")


def _number(game: Game, players: str) -> int:
    """Return for how many a pad is: as many as the game is for, where that is not said.

    :raises CommandLineError: when the game is not for so many.
    """
    least, most = game.players
    if not players:
        return most
    if not (players.isascii() and players.isdecimal() and len(players) < 3 and least <= int(players) <= most):  # noqa: PLR2004  # digits of a number of players
        raise CommandLineError("usage.players", given=visible(players), least=least, most=most)
    return int(players)


def night(
    ctx: typer.Context,
    night: NightArgument = "",
    *,
    out: OutOption = "",
    form: FormatOption = "",
    paper: PaperOption = "",
    size: SizeOption = "",
) -> None:
    """Print an evening."""
    ui: UI = ctx.obj
    how = wanted(out, form, paper, size)
    from callboard_cli.commands.night.answering import answering  # other sheets need no evenings
    from callboard_cli.input.evenings import meant, opened
    from callboard_cli.paper.evenings import MOST, evening_sheet

    with answering(ui, as_json=False) as saved:
        name = meant(saved, night)
        evening = opened(saved, name)
        standing = sum(entry.stands for entry in evening.entries)
        if standing > MOST:
            raise CommandLineError("print.too-long", count=standing, limit=MOST, night=name)
        sheet = evening_sheet(ui, evening, name, with_file=how.format == "pdf")
    deliver(ui, "night", sheet, how, out, f"{name}-{ui.catalog.language}")


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
    out: OutOption = "",
    form: FormatOption = "",
    paper: PaperOption = "",
    size: SizeOption = "",
) -> None:
    """Print a set-up."""
    from callboard_cli.paper.setups import setup_sheet  # other sheets need none

    ui: UI = ctx.obj
    chosen = given_game(ui, game)
    how = wanted(out, form, paper, size)
    done = set_up(ui, chosen, names, players, code, Wishes(keep, without, not_like_last))
    sheet = setup_sheet(ui, chosen, done.made, done.again(chosen), done.wish.lines if done.wish else ())
    deliver(ui, "setup", sheet, how, out, f"{done.made.code}-{ui.catalog.language}")
