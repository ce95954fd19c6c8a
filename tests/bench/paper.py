"""How long a printed page takes as a whole process, as a ratio to what a Typer application with two empty commands takes.

    python tests/bench/paper.py [RUNS]

Each command runs in turn with the floor, as in `startup.py`; the median of the ratios is printed, and beside it the
seconds of the median run, and of the first one, for which nothing was read before. A page should take less than half a
second. Install Callboard (not editable) first: a checkout compiles its catalogs as it goes.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from startup import FLOOR

ENOUGH = 0.5
"""Seconds that a page may take on a machine with nothing else to do."""
PAGES = {
    "pad": ["pad", "histrio"],
    "pad, one stage": ["pad", "magnificent", "final"],
    "pad, two languages": ["pad", "histrio", "--also", "es"],
    "pad, as a picture": ["pad", "histrio", "--format", "png"],
    "aid": ["aid", "intrigo"],
    "aid, two languages": ["aid", "intrigo", "--also", "es"],
}
ENVIRONMENT = {**os.environ, "LANG": "ru_RU.UTF-8", "TERM": "dumb"}


def timed(command: list[str]) -> float:
    """Run a command to its end and return how long that took, in seconds."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=ENVIRONMENT)
    return time.perf_counter() - start


def main() -> None:
    """Print one line a page."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "floor.py"
        script.write_text(FLOOR, encoding="utf-8")
        floor = [sys.executable, str(script), "first"]
        timed(floor)
        for name, arguments in PAGES.items():
            file = str(Path(folder) / f"page.{'png' if 'png' in arguments else 'pdf'}")
            command = [sys.executable, "-m", "callboard_cli", "print", *arguments, "--out", file]
            first = timed(command)
            pairs = [(timed(command), timed(floor)) for _ in range(runs)]
            ratio = statistics.median(page / least for page, least in pairs)
            seconds = statistics.median(page for page, _ in pairs)
            print(
                f"{name}: {ratio:.2f} × the floor, {seconds:.2f} s (at first {first:.2f} s; limit {ENOUGH} s), {runs} pairs"
            )


if __name__ == "__main__":
    main()
