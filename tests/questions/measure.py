"""How well the rules look-up answers, on questions of players: a table for each language, by half.

    python tests/questions/measure.py

`held`, by now the larger half, is what nothing was tuned on. A question is answered first, or among the first three, by
one of the sections named with it; one that the rules do not answer ought to be said to be not covered.
"""

from __future__ import annotations

import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from callboard_rules.search import search

HERE = Path(__file__).parent


@dataclass
class Tally:
    """What came of a set of questions, as yes or no for each."""

    first: list[bool] = field(default_factory=list)
    three: list[bool] = field(default_factory=list)
    cross: list[bool] = field(default_factory=list)
    """Among the first three, of those asked in another language than they are read in."""
    refused: list[bool] = field(default_factory=list)
    """Said to be not covered, of those that the rules answer."""
    recognised: list[bool] = field(default_factory=list)
    """Said to be not covered, of those that they do not answer."""


def questions() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield each question with its game and the reader's language."""
    for file in sorted(HERE.glob("*.toml")):
        game, language = file.stem.split(".")
        for question in tomllib.loads(file.read_text(encoding="utf-8"))["question"]:
            yield game, language, question


def measure() -> dict[tuple[str, str], Tally]:
    """Ask everything, and return a tally for each language and half."""
    tallies: dict[tuple[str, str], Tally] = defaultdict(Tally)
    for game, language, question in questions():
        tally = tallies[language, question["half"]]
        answer = search(game, question["text"], language)
        found = [hit.section.id for hit in answer.hits]
        right = set(question["sections"])
        if not right:
            tally.recognised.append(not answer.covered)
            continue
        tally.first.append(bool(set(found[:1]) & right))
        tally.three.append(bool(set(found[:3]) & right))
        tally.refused.append(not answer.covered)
        if question["kind"] == "cross":
            tally.cross.append(tally.three[-1])
    return dict(tallies)


def percent(answers: list[bool]) -> str:
    """Return how many are yes, in percent."""
    return f"{100 * sum(answers) / len(answers):.0f} %"


def main() -> None:
    """Print the table."""
    sys.stdout.write("| language | half | questions | first | first three | cross-language | refused | recognised |\n")
    sys.stdout.write("|---|---|---|---|---|---|---|---|\n")
    for (language, half), tally in sorted(measure().items()):
        number = len(tally.first) + len(tally.recognised)
        parts = (tally.first, tally.three, tally.cross, tally.refused, tally.recognised)
        sys.stdout.write(f"| {language} | {half} | {number} | {' | '.join(map(percent, parts))} |\n")


if __name__ == "__main__":
    main()
