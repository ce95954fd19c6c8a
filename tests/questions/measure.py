"""How well the rules look-up answers, on questions of players: a table for each language, by half.

    python tests/questions/measure.py [--thin NUMBER | --blind]

`held`, by now the larger half, is what nothing was tuned on. A question is answered first, or among the first three, by
one of the sections named with it; one that the rules do not answer ought to be said to be not covered, or to be known to
no source. `passage first`: of the questions marked with words of the passage that answers, how many have it among the
passages (three at the most) that are shown before the section; `only offered`: of those whose section comes first, how
many are offered several sections in place of it.

With `--thin`, each section keeps at most so many of its known questions, evenly spread over its list, and the game's own
unanswered ones are thinned as much: so a game is answered that somebody has just written. The table then has a row for
each game, with all that is known and with so much of it, and the totals of each language and half.

With `--blind`, what is in `blind/` is asked: four readers wrote it from the rulebooks alone, and no known question was
added by it. The weight of the table of meaning in refusing was chosen with `a` and `b`; nothing was chosen with `c` and `d`.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path
from zlib import crc32

from callboard_rules.rates import Question, Rates, rates, read_questions, share

HERE = Path(__file__).parent
READERS = ("a", "b", "c", "d")
HEAD = "questions | first | first three | cross-language | refused | recognised | passage first | only offered"


@cache
def questions() -> tuple[tuple[str, str, list[Question]], ...]:
    """Return each file's questions with their game and the reader's language."""
    files = sorted(HERE.glob("*.toml"))
    return tuple((*file.stem.split("."), read_questions(file)) for file in files)


def measure(most: int | None = None, every: int = 1) -> dict[tuple[str, str, str], Rates]:
    """Ask everything, or about every so manieth question, and return the rates of each game, language and half."""
    return {
        (game, language, half): rates(
            game, language, [one for one in asked if one.half == half and not crc32(one.text.encode()) % every], most
        )
        for game, language, asked in questions()
        for half in ("held", "tuning")
    }


def blind() -> dict[tuple[str, str, str], Rates]:
    """Ask what is blind, and return the rates of each game, language and reader."""
    files = {tuple(file.stem.split(".")): read_questions(file) for file in sorted((HERE / "blind").glob("*.toml"))}
    return {
        (game, language, reader): rates(game, language, [one for one in asked if one.half == reader])
        for (game, language), asked in files.items()
        for reader in READERS
    }


def totals(measured: dict[tuple[str, str, str], Rates], *names: int) -> dict[tuple[str, ...], Rates]:
    """Add up what was measured by some of game (0), language (1) and half (2)."""
    added: dict[tuple[str, ...], Rates] = defaultdict(Rates)
    for place, found in measured.items():
        added[tuple(place[name] for name in names)].add(found)
    return dict(added)


def row(found: Rates) -> str:
    """Return the cells of a row."""
    parts = (found.first, found.three, found.cross, found.refused, found.recognised, found.passage, found.offered)
    return " | ".join([str(found.number), *(f"{100 * share(part):.0f} %" for part in parts)])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How well the rules look-up answers.")
    parser.add_argument("--thin", type=int, metavar="NUMBER", help="known questions a section, besides all")
    parser.add_argument("--blind", action="store_true", help="what nothing was mended by")
    asked = parser.parse_args()
    most, full = asked.thin, blind() if asked.blind else measure()
    if most is None:
        lines = [f"| language | half | {HEAD} |", f"|{'---|' * 10}"]
        lines += [f"| {' | '.join(place)} | {row(found)} |" for place, found in sorted(totals(full, 1, 2).items())]
    else:
        thin = measure(most)
        lines = [f"| of | known | {HEAD} |", f"|{'---|' * 10}"]
        for names in ((0,), (0, 1), (1, 2), (1,), (2,), ()):
            few = totals(thin, *names)
            for place, found in sorted(totals(full, *names).items()):
                of = " ".join(place) or "all"
                lines += [f"| {of} | all | {row(found)} |", f"| {of} | {most} | {row(few[place])} |"]
    sys.stdout.write("\n".join([*lines, ""]))


if __name__ == "__main__":
    main()
