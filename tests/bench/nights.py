"""How long `callboard night list` takes where there are many evenings, beside the empty command line.

    python tests/bench/nights.py [NIGHTS]

The evenings are written straight into the store's file, each of a game with five entries.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from callboard_nights.acts import add, begin, end
from callboard_nights.keeping.ids import new_id
from callboard_nights.keeping.store import Store
from callboard_nights.listing import summary_of
from callboard_nights.night import night_of
from callboard_scoring.games import find_game

SEASON = {
    "mood": "comedy",
    "players": [
        {"name": "Valère", "troupe": ["C3"], "chameleons": 0, "requests": []},
        {"name": "Hippolyte", "troupe": ["T1"], "chameleons": 1, "requests": []},
    ],
}


def evening():
    """Return the log of an evening of two seasons, and what a list tells of it."""
    histrio = find_game("histrio")
    log = begin(histrio, ["Valère", "Hippolyte"], "2026-01-01T19:00:00Z")
    for stage, entered in (
        ("season", SEASON),
        ("season", SEASON),
        ("final", {"players": [{"name": "Valère", "gained": 3}, {"name": "Hippolyte", "gained": 9}]}),
    ):
        log = (*log, add(night_of(log), stage, entered, "2026-01-01T20:00:00Z"))
    log = (*log, end(night_of(log), "2026-01-01T21:00:00Z"))
    return log, summary_of(night_of(log))


def main() -> None:
    """Print how long the list takes, and how long the current evening."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        log, summary = evening()
        for _ in range(number):
            store.begin(log, summary, night=new_id("histrio"))
        environment = {**os.environ, "CALLBOARD_HOME": folder, "PAGER": "cat"}
        for arguments in (["night", "list"], ["night", "list", "--json"], ["night"], ["--version"]):
            start = time.perf_counter()
            command = [sys.executable, "-m", "callboard_cli", *arguments]
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
            print(f"{' '.join(arguments)}: {time.perf_counter() - start:.2f} s with {number} evenings")


if __name__ == "__main__":
    main()
