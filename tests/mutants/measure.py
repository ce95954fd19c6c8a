"""How many wrong functions the tests notice: mutants of each part of the house, and those that no test saw.

    python tests/mutants/measure.py [PART …] [--every N] [--only WORDS] [--jobs N]

A part has a file of its name here: its modules, the tests that must notice, and the survivors that are known, each with
why it does not matter. Of each part is printed how many mutants there are, how many were noticed, and each that was not
and is not known. The exit status is 1 where fewer are noticed than `LEAST` per cent, or an unknown one survives.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LEAST = 95
"""Per cent of the mutants that have to be noticed."""
SURVIVED = ("survived", "untested")
ALL_TESTS = 1e9
"""More seconds than all tests take together."""
NO_TESTS_RUN = 5
"""How pytest ends where it ran none in its own process."""


def modules_of(patterns):
    """Return the modules that a part's patterns mean, with their files."""
    files = {}
    for pattern in patterns:
        for path in sorted(ROOT.glob(pattern)):
            parts = path.relative_to(ROOT).with_suffix("").parts[1:]
            name = ".".join(part for part in parts if part != "__init__")
            files[name] = importlib.util.find_spec(name).origin
    return files


def place_of(mutant):
    """Return what a mutant is known by: where it is, and what was changed."""
    return tuple(mutant[key] for key in ("module", "function", "was", "now"))


def tried(part, options):
    """Return what became of a part's mutants.

    Which tests are the quickest is a matter of the machine and the hour: what they did not notice, and is not known, is
    shown to all tests before it counts as a survivor.
    """
    known = [place_of(one) for one in part.get("survivors", [])]
    outcomes = outcomes_of(part, options)
    missed = [one for one in outcomes if one["outcome"] == "survived" and place_of(one) not in known]
    if missed and options.most_seconds < ALL_TESTS:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".json") as among:
            among.writelines(json.dumps(one) + "\n" for one in missed)
            among.flush()
            whole = argparse.Namespace(**{**vars(options), "among": among.name, "most_seconds": ALL_TESTS})
            again = {place_of(one): one for one in outcomes_of(part, whole)}
        outcomes = [again.get(place_of(one), one) for one in outcomes]
    if options.keep:
        Path(options.keep).write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in outcomes), "utf-8")
    return outcomes, known


def outcomes_of(part, options):
    """Run a part's tests against its mutants and return what became of each."""
    with tempfile.NamedTemporaryFile(suffix=".json") as told:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "forking", "-p", "no:cacheprovider", "-p", "no:xdist"]
        command += [f"--mutate={module}={path}" for module, path in modules_of(part["modules"]).items()]
        command += [
            "--told",
            told.name,
            "--every",
            str(options.every),
            "--only",
            options.only,
            "--jobs",
            str(options.jobs),
            "--most-seconds",
            str(options.most_seconds),
            "--among",
            options.among,
        ]
        command += ["-k", part["select"]] if "select" in part else []
        command += [path for pattern in part["tests"] for path in sorted(map(str, ROOT.glob(pattern)))]
        path = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
        ran = subprocess.run(  # noqa: PLW1510  # what it told is looked at
            command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True
        )
        text = Path(told.name).read_text("utf-8")
        if ran.returncode not in (0, NO_TESTS_RUN):
            if options.keep:
                Path(options.keep).write_text(text, "utf-8")
            sys.exit(f"{text.count(chr(10))} tried, and then: {ran.stdout}")
        return list(map(json.loads, text.splitlines()))


def main() -> None:
    """Print what became of the mutants of each part."""
    parts = {file.stem: tomllib.loads(file.read_text("utf-8")) for file in sorted(HERE.glob("*.toml"))}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=[*parts, []], metavar="PART", help=", ".join(parts))
    parser.add_argument("--every", type=int, default=1, metavar="N", help="try only each n-th mutant")
    parser.add_argument("--only", default="", metavar="WORDS", help="try only mutants whose name holds these words")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="mutants at a time")
    parser.add_argument(
        "--most-seconds",
        type=float,
        default=ALL_TESTS,
        metavar="N",
        help="take the quickest tests of each mutant first, and all only where those notice nothing",
    )
    parser.add_argument("--among", default="", metavar="FILE", help="try only what survived by a file of `--keep`")
    parser.add_argument(
        "--keep", default="", metavar="FILE", help="write what became of each mutant into a file, a line each"
    )
    options = parser.parse_args()
    bad = False
    for name in options.parts or parts:
        started = time.monotonic()
        outcomes, known = tried(parts[name], options)
        count = Counter(one["outcome"] for one in outcomes)
        missed = [one for one in outcomes if one["outcome"] in SURVIVED]
        unknown = [one for one in missed if place_of(one) not in known]
        share = 100 * (1 - len(missed) / len(outcomes)) if outcomes else 100
        for one in unknown:
            print(f"{one['outcome']}: {one['module']}: {one['function']}\n  - {one['was']}\n  + {one['now']}")
        print(
            f"{name}: {share:.1f} % of {len(outcomes)} mutants noticed ({count['too long']} by their time);"
            f" {len(missed) - len(unknown)} known and {len(unknown)} unknown survivors; {time.monotonic() - started:.0f} s",
            flush=True,
        )
        bad = bad or bool(unknown) or share < LEAST
    sys.exit(bad)


if __name__ == "__main__":
    main()
