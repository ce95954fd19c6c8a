"""Evenings from texts that are saved: `night import`, and what is done with what came in."""

from __future__ import annotations

import json

from attacks import battered, dispute, in_bytes, wrecked
from entrances.commands import spoken
from entrances.texts import texts

MOST_SAVED = 25
"""After so many inputs the evenings that were taken over are taken away."""


def imported(random, commands):
    """Texts that are taken over, mostly with a checksum that fits; what came in is shown, printed and sent on."""
    commands.forget(MOST_SAVED)
    text = random.choice([one for one in texts() if one.startswith("callboard night")])
    if random.random() < 0.15:
        text = battered(random, text)
    else:
        head, *body, _ = text.rstrip("\n").split("\n")
        raw = json.loads("\n".join(body))
        if random.random() < 0.3:
            raw = wrecked(random, raw, most=2)
        else:
            event = random.choice(raw["events"])
            event["data"] = wrecked(random, event["data"], most=2) if event["data"] else event["data"]
        text = dispute(json.dumps(raw, ensure_ascii=random.random() < 0.5), head.split(" ")[1]).decode(
            "utf-8", "surrogatepass"
        )
    content = in_bytes(random, text) if random.random() < 0.1 else text.encode("utf-8", "replace")
    how = spoken(random)
    status, *_ = commands.run(["night", "import", "-", *how], content, data="--json" in how)
    if status:
        return 1
    line = random.choice(
        (
            ["night", "list"],
            ["night", "show", "bodak"],
            ["night", "show", "bodak", "--entry", "1", "--explain"],
            ["night", "resume", "bodak"],
            ["night", "edit", "1", "Ann: C3"],
            ["night", "undo"],
            ["night", "export", "bodak", "--dispute"],
            ["print", "night", "bodak", "--out=-"],
            ["stats"],
        )
    )
    commands.run([*line, *(how if line[0] != "print" else [])])
    return 2
