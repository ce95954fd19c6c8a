"""Records as JSON and TOML, and many of them as JSON Lines."""

from __future__ import annotations

import codecs
import json
from contextlib import suppress

from attacks import battered, in_bytes, in_json, in_toml, value
from callboard_locales import LANGUAGES
from entrances.commands import flags, spoken
from entrances.material import STAGES, wrecked_record
from entrances.watching import BrokenError


def json_bytes(random, commands):
    """Records as JSON, from standard input or a file."""
    return _bytes(random, commands, in_json, ".json")


def toml_bytes(random, commands):
    """Records as TOML, from standard input or a file."""
    return _bytes(random, commands, in_toml, ".toml")


def _bytes(random, commands, written, suffix):
    game, name = random.choice(STAGES)
    text = written(random, wrecked_record(random, game, name))
    content = in_bytes(random, battered(random, text) if random.random() < 0.5 else text)
    if random.random() < 0.02:
        content = random.randbytes(random.choice((1, 10, 100, 1000)))
    given, stdin = "-", content
    if random.random() < 0.1:
        given, stdin = f"record{random.choice((suffix, suffix.upper(), ''))}", b""
        (commands.folder / given).write_bytes(content)
    language, screen = random.choice(LANGUAGES), random.random() < 0.03
    commands.put(random, "score", [game, name, given], language, stdin=stdin, screen=screen, **flags(random))
    return 1


def json_lines(random, commands):
    """JSON Lines, many at a time; each that is not empty has its answer, in its place."""
    count = random.choice((1, 40, 40, 80))
    lines = []
    for _ in range(count):
        game, name = random.choice(STAGES)
        raw = wrecked_record(random, game, name)
        if isinstance(raw, dict) and random.random() < 0.95:
            raw = {"game": game, "stage": name, **raw}
            if random.random() < 0.1:
                raw[random.choice(("game", "stage"))] = random.choice((value(random), game, name))
        text = in_json(random, raw).replace("\n", " ")
        lines.append(in_bytes(random, battered(random, text) if random.random() < 0.4 else text))
    _, told, _ = commands.run(["batch", *spoken(random, as_json=0)], b"\n".join(lines), share=count)
    answers = [json.loads(line) for line in told.splitlines()]
    asked = [line for line in b"\n".join(lines).split(b"\n") if not _is_blank(line + b"\n")]
    if len(answers) != len(asked):
        raise BrokenError(f"{len(asked)} lines, {len(answers)} answers")
    numbers = [one["line"] for one in answers if "line" in one]
    if numbers != sorted(set(numbers)):
        raise BrokenError("not in order")
    return count


def _is_blank(line):
    is_wide = line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    with suppress(UnicodeDecodeError):
        return not line.decode("utf-16" if is_wide else "utf-8-sig").strip()
    return False
