"""What is asked of print."""

from __future__ import annotations

from attacks import battered
from callboard_locales import LANGUAGES
from callboard_scoring.games import GAMES


def printed(random, commands):
    """What is asked of print; what comes of the press is a page of no letters."""
    made = commands.folder / "out"
    made.mkdir(exist_ok=True)
    game = random.choice(GAMES).id
    out = random.choice(
        (
            str(made),
            f"{made}/",
            f"{made}/sheet.pdf",
            f"{made}/{battered(random, 'sheet.svg', 2)}".replace("\0", ""),
            "-",
            "sheet.png",
        )
    )
    line = random.choice(
        (["pad", game], ["aid", game], ["setup", game, "Ann", "Bob", "Cid"], ["pad", game, "final"], ["night"])
    )
    line = [battered(random, word, 1) if random.random() < 0.1 and place else word for place, word in enumerate(line)]
    for name, good in (
        ("--format", "svg"),
        ("--paper", "letter"),
        ("--size", "large"),
        ("--players", "3"),
        ("--out", out),
    ):
        if random.random() < (0.8 if name == "--out" else 0.2):
            line.append(f"{name}={battered(random, good, 2) if random.random() < 0.5 and name != '--out' else good}")
    line = [word.replace("\0", "") for word in line]  # no command line has any
    commands.run(["print", *line, "--lang", random.choice(LANGUAGES)])
    if random.random() < 0.02:
        for file in made.iterdir():
            if file.is_file():
                file.unlink()
    return 1
