"""How long `callboard batch --jobs N` takes by the clock, as a ratio to the floor of `batch.py` in one process.

    python tests/bench/batch_jobs.py [N] [LINES]

So many lines of each stage, made as in `batch.py`, are one file in turn, and the command answers it as a process of its
own, its start included: with 1 process and with N, in each of the languages and without sentences. The floor checks and
writes the same records before each of them. A processor that does something else meanwhile spoils the figure.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from batch import WAYS, records_of, stages

import callboard
from callboard_cli.input.stage import stage_of


def clocked(run: Callable[[], object]) -> float:
    """Return how long a run takes, in seconds."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main() -> None:
    """Print the floor, and a line for each number of processes."""
    processes, count = (int(given) for given in (*sys.argv[1:3], *(str(os.cpu_count()), "4000")[len(sys.argv[1:3]) :]))
    every = [
        (game, stage, record) for game, stage, known in stages() for record in records_of(game, stage, known, count)
    ]
    every = [one for place in range(count) for one in every[place::count]]
    bare = [(stage_of(game, stage), json.dumps(record, ensure_ascii=False)) for game, stage, record in every]

    def floor() -> None:
        for stage, line in bare:
            stage.model.model_validate_json(line, context=stage.words).model_dump_json()

    floor()  # models and words are made once
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "lines.jsonl"
        whole = ({"game": game.id, "stage": stage, **record} for game, stage, record in every)
        file.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in whole), "utf-8")

        def ratio(way: str, jobs: int) -> float:
            told = ["--lang", way] if way in callboard.LANGUAGES else ["--no-text"]
            line = [sys.executable, "-m", "callboard_cli", "batch", str(file), *told, "--jobs", str(jobs)]
            least = clocked(floor)
            return clocked(lambda: subprocess.run(line, check=True, stdout=subprocess.DEVNULL)) / least

        print(f"{len(every)} lines, floor {clocked(floor) / len(every) * 1e6:.1f} µs")
        print(f"{'':12}" + "".join(f"{way:>10}" for way in WAYS) + "   × the floor")
        for jobs in dict.fromkeys((1, processes)):
            print(f"--jobs {jobs:<5}" + "".join(f"{ratio(way, jobs):10.1f}" for way in WAYS), flush=True)


if __name__ == "__main__":
    main()
