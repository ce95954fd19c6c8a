"""Put each wrong score of `wrong_scores.toml` into a copy of the code, and see whether the suite notices.

    python tests/wrong_scores.py [NUMBER …]

Of each is printed the test that failed first. The exit status is 1 where one was not noticed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
GAMES = Path("scoring/callboard_scoring/games")
FIRST = ("tests/test_golden.py", *sorted(str(file.relative_to(ROOT)) for file in ROOT.glob("tests/test_second_*.py")))
"""What is most likely to notice, and takes a few seconds; if it does not, the whole suite is asked."""
PACKAGES = ("cli", "nights", "scoring", "rules_text", "locales")


@contextmanager
def copied() -> Iterator[Path]:
    """Make a copy of the checkout for a while."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "callboard")
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", ".hypothesis"))
        yield copy


def first_failure(copy: Path, files: Sequence[str] = ()) -> str:
    """Run the suite, or some files of it, in a copy until a test fails; return that test, or nothing if none does."""
    path = os.pathsep.join(str(copy / package) for package in PACKAGES)
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *files],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", ran.stdout, re.MULTILINE)
    return found[1] if ran.returncode and found else ""


def main() -> None:
    """Print what noticed each."""
    wrongs = tomllib.loads((ROOT / "tests" / "wrong_scores.toml").read_text("utf-8"))["wrong"]
    chosen = [int(number) for number in sys.argv[1:]] or range(1, len(wrongs) + 1)
    missed = 0
    with copied() as copy:
        if first := first_failure(copy, FIRST):
            sys.exit(f"{first} fails though nothing is wrong")
    for number in chosen:
        wrong = wrongs[number - 1]
        with copied() as copy:
            file = copy / GAMES / wrong["file"]
            text = file.read_text("utf-8")
            if text.count(wrong["was"]) != 1:
                sys.exit(f"{number}. {wrong['what']}: {wrong['file']} does not hold “{wrong['was']}” once")
            file.write_text(text.replace(wrong["was"], wrong["now"]), "utf-8")
            noticed = first_failure(copy, FIRST) or first_failure(copy)
        missed += not noticed
        print(f"{number}. {wrong['what']}: {noticed or 'NOT NOTICED'}", flush=True)
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
