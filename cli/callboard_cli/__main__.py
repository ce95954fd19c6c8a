"""The process: its streams, what interrupts it, and its exit status. Also `python -m callboard_cli`."""

import gc
import os
import sys

MANY = 200_000
"""How many objects are made before Python looks for garbage: a start-up makes fewer, and hardly any garbage."""


def main() -> None:
    """Run the command line and leave with its exit status: 0 done, 1 the record is wrong, 2 the command line is.

    Ctrl-C is 130 from the first import on, which is why nothing is imported above.
    """
    gc.set_threshold(MANY)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")  # which it would look for in all installed packages
    try:
        from callboard_cli.app import run
        from callboard_cli.ui.output import open_streams

        open_streams()
        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    except OSError as error:  # the words themselves cannot be read: the system's own have to do
        print(f"callboard: {error}", file=sys.stderr)  # noqa: T201  # nobody knows the language yet
        status = 1
    gc.freeze()  # what is left goes with the process; nobody has to look through it
    sys.exit(status)


if __name__ == "__main__":
    main()
