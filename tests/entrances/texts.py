"""Receipts, disputes and evenings as texts."""

from __future__ import annotations

import json
import tomllib
from functools import cache

from attacks import battered, dispute, in_bytes, wrecked
from callboard_locales import LANGUAGES
from entrances.material import TESTS


@cache
def texts():
    folder = TESTS / "texts"
    return [file.read_text("utf-8") for file in sorted(folder.glob("*.txt"))]


@cache
def receipts():
    files = sorted((TESTS / "texts").glob("receipts-*.toml"))
    return [one["text"] for file in files for one in tomllib.loads(file.read_text("utf-8"))["receipt"]]


def handed_texts(random, commands):
    """Receipts, disputes and evenings as texts, some of them with a checksum that is right."""
    what = random.random()
    language, as_json = random.choice(LANGUAGES), random.random() < 0.5
    if what < 0.25:
        text = battered(random, random.choice(receipts()), 2)
        commands.put(random, "replay", [text], language, as_json=as_json)
        return 1
    text = random.choice(texts())
    if what < 0.8:
        text = battered(random, text)
    else:
        head, *body, _ = text.rstrip("\n").split("\n")
        raw = wrecked(random, json.loads("\n".join(body)), most=2)
        inner = json.dumps(raw, ensure_ascii=random.random() < 0.5)
        if random.random() < 0.2:
            inner = battered(random, inner, 2)
        text = dispute(inner, head.split(" ")[1]).decode("utf-8", "surrogatepass")
    content = in_bytes(random, text) if random.random() < 0.3 else text.encode("utf-8", "replace")
    commands.put(random, "replay", ["-"], language, stdin=content, as_json=as_json)
    return 1
