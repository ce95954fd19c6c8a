"""What all that is printed has in common: how it is wanted, and where it goes."""

from pathlib import Path
from typing import Annotated, Any

import typer

from callboard_cli.commands.delivering import STDOUT, place_of
from callboard_cli.commands.options import option
from callboard_cli.commands.placing import ManyPagesError, ScreenError, is_folder, put_down, put_out
from callboard_cli.paper.press import FORMATS, SIZES, STOCKS, NoPressError, NoRoomError, Wanted, press
from callboard_cli.paper.sheets import Sheet
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face, shortened, visible


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
    return Wanted(
        known,
        _known("print.no-paper", paper or STOCKS[0], STOCKS),
        _known("print.no-size", size or SIZES[0], SIZES),
    )


def _known(message: str, given: str, known: tuple[str, ...]) -> Any:
    meant = [one for one in known if one == given.casefold()]
    if not meant:
        raise CommandLineError(message, given=shortened(given), known=", ".join(known))
    return meant[0]


def deliver(
    face: Face, template: str, sheet: Sheet, how: Wanted, out: str, name: str
) -> None:  # what, how and where to
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
            paths = put_down(pages, how.format, out, "-".join((name, *_unusual(how))))
    except NoPressError:
        face.say(face.text("print.no-press"), err=True)
        raise typer.Exit(1) from None
    except NoRoomError:
        raise CommandLineError("print.no-room") from None
    except ManyPagesError as error:
        raise CommandLineError("print.many-pages", count=error.count) from None
    except ScreenError:
        raise CommandLineError("print.to-screen") from None
    for path in paths:
        face.say(face.text("print.printed", path=visible(str(path))))


def _unusual(how: Wanted) -> list[str]:
    """Return what of a sheet is not as most are, for its name."""
    return [one for one, usual in ((how.size, SIZES[0]), (how.paper, STOCKS[0])) if one != usual]
