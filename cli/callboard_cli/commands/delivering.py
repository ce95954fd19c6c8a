"""Where a file goes that a command makes, and what is wrong with a place that cannot take it."""

from collections.abc import Iterator
from contextlib import contextmanager

from callboard_cli.commands.placing import NoFolderError
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import visible

STDOUT = "-"
"""What is typed for standard output."""


@contextmanager
def place_of(out: str) -> Iterator[None]:
    """Tell people why the place that they asked for cannot be written.

    :raises CommandLineError: in place of what the system says; of standard output the system has its say.
    """
    try:
        yield
    except UnicodeEncodeError:  # half a letter is in no file's name
        raise CommandLineError("usage.unwritable", file=visible(out)) from None
    except OSError as error:
        if out == STDOUT:
            raise
        place = visible(str(error.filename or out))
        if isinstance(error, NoFolderError):
            raise CommandLineError("usage.no-folder", folder=place) from None
        taken = isinstance(error, FileExistsError)
        raise CommandLineError("usage.taken" if taken else "usage.unwritable", file=place) from None
