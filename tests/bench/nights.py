"""How long `callboard night list` and `stats` take where there are many evenings, and a save in a long evening.

    python tests/bench/nights.py [NIGHTS]

The evenings are written straight into the store's file, each of a game of two with five events, all of them ended. A save
is one more event of an evening of 4,900 events beside one of 50: by a store that has read the evening before, as that of a
page has, and by one that has not, as each command has.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from itertools import combinations
from pathlib import Path

from callboard_nights.commands import add, begin, end
from callboard_nights.events import Event, new_id
from callboard_nights.night import night_of
from callboard_nights.statistics import summary_of
from callboard_nights.storage import database
from callboard_nights.storage.schema import as_text, chain
from callboard_nights.storage.store import Store
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
        known[name] = database.Kept(name, len(known), tuple(chain(name, log)), len(log), as_text(summary))
    database.build(database.place(folder), database.Contents(tuple(known.values()), next(iter(known))))


def saving(folder, number):
    """Return the processor's seconds of a save in an evening of so many events: by who knows it, and who reads it first.

    The disk takes as long for either, and longer than all else.
    """
    store = Store(folder)
    log = begin(find_game("histrio"), NAMES[:2], "2026-01-01T19:00:00Z")
    typed = {"stage": "season", "whose": NAMES[0], "typed": {"troupe": "C3"}}
    log += tuple(
        Event("noted", "2026-01-01T20:00:00Z", "", {"note": f"{place}"})
        if place % 2
        else Event("typed", "2026-01-01T20:00:00Z", "", {**typed, "typed": {"troupe": f"C{place}"}})
        for place in range(number - 1)
    )
    night = store.begin(log, summary_of(night_of(log)), night=new_id("histrio"))
    told = []
    for saved in [lambda: store] * 15, [lambda: Store(folder)] * 15:
        best = 9.0
        for place, one in enumerate(saved):
            start = time.process_time()
            event = Event("typed", "2026-01-01T21:00:00Z", "", {**typed, "typed": {"troupe": f"T{place}"}})
            one().transact(night, lambda state, event=event: state.after(event))
            best = min(best, time.process_time() - start)
        told.append(best)
    return told


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
    with tempfile.TemporaryDirectory() as short, tempfile.TemporaryDirectory() as long:
        for who, one, other in zip(
            ("who knows the evening", "who reads it first"),
            saving(Path(short), 50),
            saving(Path(long), 4_900),
            strict=True,
        ):
            print(f"a save by {who}: {one * 1000:.1f} ms with 50 events, {other / one:.1f} times that with 4,900")


if __name__ == "__main__":
    main()
