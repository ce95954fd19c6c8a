"""How long a whole command takes, as a ratio to a Typer application with two empty commands in the same environment.

    python tests/bench/startup.py [RUNS]

Each command runs in turn with the floor, so that a machine whose speed drifts slows both; the median of the ratios is
printed beside the limit we keep. Install Callboard (not editable) first: a checkout compiles its catalogs as it goes.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
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
    "games": (1.5, ["games"]),
    "rules": (2.0, ["rules", "histrio", "chameleon"]),
    "score": (2.0, ["score", "histrio", "season", *SEASON]),
    "setup": (2.0, ["setup", "histrio", "--players", "4"]),
}


def seconds(command: list[str]) -> float:
    """Run a command to its end and return how long that took."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env={**os.environ, "LANG": "ru_RU.UTF-8"})
    return time.perf_counter() - start


def main() -> None:
    """Print one line a command."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "floor.py"
        script.write_text(FLOOR, encoding="utf-8")
        floor = [sys.executable, str(script), "first"]
        for name, (limit, arguments) in COMMANDS.items():
            command = [sys.executable, "-m", "callboard_cli", *arguments]
            seconds(command), seconds(floor)
            ratios = [seconds(command) / seconds(floor) for _ in range(runs)]
            print(f"{name}: {statistics.median(ratios):.2f} × the floor (limit {limit}), {runs} pairs")


if __name__ == "__main__":
    main()
