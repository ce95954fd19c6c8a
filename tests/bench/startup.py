"""How long a whole command takes, as a ratio to a Typer application with two empty commands in the same environment.

    python tests/bench/startup.py [RUNS]

Each command runs in turn with the floor, so that a machine whose speed drifts slows both; the median of the ratios is
printed beside the limit we keep, for a pipe, and for a terminal, on which Rich lays a page out. Install Callboard (not
editable) first: a checkout compiles its catalogs as it goes.
"""

from __future__ import annotations

import contextlib
import os
import pty
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

FLOOR = """
import typer
app = typer.Typer()
@app.command()
def first(): pass
@app.command()
def second(): pass
app()
"""
SEASON = ["season=1", "mood=comedy", "Valère: C3 C3 C2 T2 T1 +4", "Hippolyte: C2 C2 C1 C1 T2 T2 T1"]
COMMANDS = {
    "games": (1.0, ["games"]),
    "rules": (1.15, ["rules", "histrio", "chameleon"]),
    "score": (1.25, ["score", "histrio", "season", *SEASON]),
    "setup": (1.25, ["setup", "histrio", "--players", "4"]),
    "night": (1.5, ["night"]),
    "night add": (1.5, ["night", "add", "court", "needle=comedy 1", "T2 T3 C4"]),
}
EVENING = (
    ["night", "start", "histrio", "Valère", "Hippolyte"],
    ["night", "add", "season", *SEASON],
)
"""What the commands on evenings find."""
ENVIRONMENT = {**os.environ, "LANG": "ru_RU.UTF-8", "TERM": "xterm-256color", "PAGER": "cat"}


def in_a_pipe(command: list[str]) -> float:
    """Run a command to its end and return how long that took, in seconds."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=ENVIRONMENT)
    return time.perf_counter() - start


def on_a_terminal(command: list[str]) -> float:
    """Do the same before a terminal, whose screen nobody looks at."""
    start = time.perf_counter()
    screen, terminal = pty.openpty()
    with subprocess.Popen(command, stdout=terminal, env=ENVIRONMENT) as process:
        os.close(terminal)
        with contextlib.suppress(OSError):  # which says on Linux that the last writer is gone
            while os.read(screen, 65536):
                pass
    os.close(screen)
    if process.returncode:
        raise SystemExit(f"{command}: {process.returncode}")
    return time.perf_counter() - start


def ratio(run: Callable[[list[str]], float], command: list[str], floor: list[str], runs: int) -> float:
    """Return the median of how many times the floor's time a command takes."""
    run(command), run(floor)
    return statistics.median(run(command) / run(floor) for _ in range(runs))


def main() -> None:
    """Print one line a command."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "floor.py"
        script.write_text(FLOOR, encoding="utf-8")
        floor = [sys.executable, str(script), "first"]
        ENVIRONMENT["CALLBOARD_HOME"] = folder
        for arguments in EVENING:
            in_a_pipe([sys.executable, "-m", "callboard_cli", *arguments])
        for name, (limit, arguments) in COMMANDS.items():
            command = [sys.executable, "-m", "callboard_cli", *arguments]
            piped, shown = (ratio(run, command, floor, runs) for run in (in_a_pipe, on_a_terminal))
            print(f"{name}: {piped:.2f} × the floor (limit {limit}), {shown:.2f} on a terminal, {runs} pairs")


if __name__ == "__main__":
    main()
