"""How long `callboard night list` and `stats` take where there are many evenings, beside the empty command line.

    python tests/bench/nights.py [NIGHTS]

The evenings are written straight into the store's file, each of a game of two with five events, all of them ended.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from itertools import combinations
from pathlib import Path

from callboard_nights.acts import add, begin, end
from callboard_nights.keeping import files
from callboard_nights.keeping.ids import new_id
from callboard_nights.keeping.shelf import Contents, Kept, Shelf
from callboard_nights.keeping.tables import as_text, chain
from callboard_nights.listing import summary_of
from callboard_nights.night import night_of
from callboard_scoring.games import find_game

COMMANDS = (
    ["night", "list"],
    ["night", "list", "--json"],
    ["night"],
    ["stats"],
    ["stats", "--json"],
    ["stats", "--csv", "--plays"],
    ["stats", "--bgstats"],
    ["--version"],
)
NAMES = ("Valère", "Hippolyte", "Анна", "Борис", "Cleo", "Dan", "Eva", "Fay", "Gil", "Hal")
"""Who plays: each pair of these in turn."""


def evening(names):
    """Return the log of an evening of two seasons, and what is told of it without the log."""
    histrio = find_game("histrio")
    log = begin(histrio, names, "2026-01-01T19:00:00Z")
    one, other = names
    troupes = [{"name": one, "troupe": ["C3"]}, {"name": other, "troupe": ["T1"]}]
    season = {"mood": "comedy", "players": [{**row, "chameleons": 0, "requests": []} for row in troupes]}
    for stage, entered in (
        ("season", season),
        ("season", season),
        ("final", {"players": [{"name": one, "gained": 3}, {"name": other, "gained": len(other)}]}),
    ):
        log = (*log, add(night_of(log), stage, entered, "2026-01-01T20:00:00Z"))
    log = (*log, end(night_of(log), "2026-01-01T21:00:00Z"))
    return log, summary_of(night_of(log))


def fill(folder, number):
    """Keep so many evenings in a folder."""
    evenings = [evening(pair) for pair in combinations(NAMES, 2)]
    known = {}
    while len(known) < number:
        log, summary = evenings[len(known) % len(evenings)]
        name = new_id("histrio")
        known[name] = Kept(tuple(chain(name, log)), as_text(summary))
    contents = Contents(tuple(known.values()), next(iter(known)))
    path = files.place(folder)
    files.build(path, lambda connection: Shelf(connection, path).fill(contents))


def main() -> None:
    """Print how long each takes."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder), number)
        environment = {**os.environ, "CALLBOARD_HOME": folder, "PAGER": "cat"}
        for arguments in COMMANDS:
            start = time.perf_counter()
            command = [sys.executable, "-m", "callboard_cli", *arguments]
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
            print(f"{' '.join(arguments)}: {time.perf_counter() - start:.2f} s with {number} evenings")


if __name__ == "__main__":
    main()
