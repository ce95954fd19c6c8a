"""Whole command lines."""

from __future__ import annotations

from attacks import atom, battered
from callboard_scoring.games import GAMES
from entrances.commands import spoken


def command_words(random, commands):
    """Whole command lines of words that mean something in another place."""
    line = []
    for _ in range(random.randint(1, 6)):
        what = random.random()
        if what < 0.35:
            line.append(random.choice(_HARMLESS))
        elif what < 0.6:
            line.append(
                random.choice((*(game.id for game in GAMES), "season", "final", "round", "2", "Ann", "Bob", "x=1"))
            )
        elif what < 0.85:
            line.append(battered(random, random.choice((*_HARMLESS, "histrio", "season", "histrio-4-0-000000-1")), 2))
        else:
            line.append(str(atom(random)))
    line = [
        word for word in line if not word.startswith("--in") and word not in {"table", "new", "print", "pad", "aid"}
    ]
    commands.run([*line, *(spoken(random) if random.random() < 0.7 else [])])
    return 1


_HARMLESS = ("games", "score", "check", "replay", "stats", "setup", "rules", "glossary", "batch", "example", "schema")
_HARMLESS += (
    "--json",
    "--lang",
    "--also",
    "--plain",
    "--help",
    "--version",
    "--explain",
    "--code",
    "--players",
    "--of",
)
_HARMLESS += (
    "--claimed",
    "--section",
    "--contents",
    "--why",
    "-",
    "--",
    "night",
    "--keep",
    "--lang=ru",
    "--format",
    "--stage",
)
