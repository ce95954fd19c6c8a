"""Files of older versions: what each holds is read as one of this version would hold it.

A version that is left behind gets a function here. Nothing else knows of it: what is only read is read into memory, and
before something is written a copy is kept and a new file put in the old one's place.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from callboard_nights.keeping.files import connected, told
from callboard_nights.keeping.shelf import Contents
from callboard_nights.keeping.trouble import DamagedError

OLDER: dict[int, Callable[[sqlite3.Connection], Contents]] = {}
"""For each version before this one what reads a file of it. Version 1 is the first that anybody has."""


def read_older(path: Path, version: int) -> Contents:
    """Read what a file of an older version holds.

    :raises DamagedError: it does not hold what that version would.
    """
    if version not in OLDER:
        raise DamagedError
    with connected(path, "ro") as connection, told(path):
        connection.execute("BEGIN")
        try:
            return OLDER[version](connection)
        except (TypeError, ValueError, LookupError):
            raise DamagedError from None
