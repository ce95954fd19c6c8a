"""What somebody feeds in to harm: good inputs made bad, by structure, by letters and by bytes, from a seed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache

UNSEEN = ("\x1b[5;41m", "\x1b]0;owned\x07", "\x1b[2J\x1b[H", "\x9b5m", "\x07", "\x08" * 3, "\r", "\x00", "\x7f", "\x85")
"""What a terminal would act on."""
TURNING = ("\u202e", "\u2066", "\u200f", "\u061c", "\u200b", "\u00ad", "\ufeff", "\u2028", "\u2029", "\U000e0041")
"""What turns or hides the letters after it."""
MARKUP = (
    "[blink]zq[/blink]",
    "[/]",
    "[link=http://zq.example]zq[/link]",
    ":pile_of_poo:",
    "<zq onload=zq()>",
    '" zq="1',
    "' zq='1",
    "</textarea><zq>",
    "</script><zq>",
    "<!--zq",
    "&#60;zq&#62;",
    "{{7*7}}",
    "{% raw %}",
    "%(name)s",
    "%s%n%d",
    "{0}{name!r}",
    "$(touch zq)",
    "`touch zq`",
    "; touch zq",
    "\\",
    "'",
    '"',
    "#{1+1}",
    "\n#set page()\n",
)
"""What another program would read something into."""
STRANGE = (
    "",
    " ",
    "\u00a0",
    "ǅ",
    "ß",
    "İ",
    "ﬁ",
    "e\u0301" * 40,
    "\u0338" * 60,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0010ffff",
    "\ud800",
    "\udcff",
    "漢字",
    "שלום",
    "مرحبا",
    "СЗ",
    "C3",
    "Ё",
    "-",
    "−",
    "—",
    "+",
    "?",
    "<",
    "×",
    "=",
    ":",
    ";",
    ",",
    ".",
    "..",
    "../../etc/passwd",
    "/etc/passwd",
    "C:\\con",
    "~",
    "*",
    "--json",
    "--help",
    "-",
    "null",
    "true",
    "нет",
    "__class__",
    "__proto__",
    "players.0.name",
    "players",
    "name",
)
"""Letters and words that mean something elsewhere, or hardly fit anywhere."""
DIGITS = (
    "0",
    "-0",
    "-1",
    "00",
    "1",
    "7",
    "99",
    "1000000",
    "2147483648",
    "9223372036854775808",
    "1" + "0" * 30,
    "9" * 400,
    "9" * 5000,
    "1.5",
    "1e9",
    "1e999",
    "0x10",
    "1_000",
    "NaN",
    "Infinity",
    "٣",
    "１２",
    "²",
    "½",
    "1-2",
    "3×2",
    "C3 ×9999999",
    "+99999999999",
)
"""Numbers as they are written, and what looks like one."""
ODD = (
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1",
    "5",
    "1000000",
    str(2**63),
    "1" + "0" * 30,
    "-1" + "0" * 30,
    "0.5",
    "1e308",
)
ODD += ("[]", "{}", "[[]]", "[null]", '{"": ""}', str([1] * 30))
"""Values of other kinds than anything expects."""


LONG = 1_000
"""How long what is repeated, or stands before thousands of numbers, may be: to make an input is to take no memory."""
_KINDS = ((UNSEEN, 20), (TURNING, 10), (MARKUP, 20), (STRANGE, 25), (DIGITS, 20))


def atom(random):
    """Return something that hurts, or that nobody expects."""
    kind = random.randrange(100)
    for known, share in _KINDS:
        if kind < share:
            return random.choice(known)
        kind -= share
    if kind < 4:
        return chr(random.choice((random.randrange(0x80), random.randrange(0x3000), random.randrange(0x110000))))
    return atom(random)[:LONG] * random.choice((2, 10, 100, 1000))


def battered(random, text, most=4):
    """Return a text with some of its letters gone, doubled, moved, or something else among them."""
    for _ in range(random.randint(1, most)):
        start = random.randint(0, len(text))
        end = min(len(text), start + random.choice((0, 0, 1, 1, 2, 5, 20, 200)))
        what = random.randrange(8)
        if what < 3:
            text = text[:start] + atom(random) + text[end:]
        elif what == 3:
            text = text[:start] + text[end:]
        elif what == 4:
            text = text[:end] + text[start:]
        elif what == 5:
            text = text[:start] + text[start:end][::-1] + text[end:]
        elif what == 6:
            other = random.randint(0, len(text))
            text = text[:start] + text[other : other + random.randint(1, 30)] + text[end:]
        else:
            text = text[:start] if random.random() < 0.3 else text[:start] + text[start:end].swapcase() + text[end:]
    if random.random() < 0.002:
        text = text[:200] * random.choice((10, 100, 400))
    return text


def in_bytes(random, text):
    """Return a text as bytes, which now and then are none of a text."""
    content = text.encode("utf-8", "surrogatepass" if random.random() < 0.5 else "backslashreplace")
    what = random.random()
    if what < 0.05:
        return text.encode(random.choice(("utf-16", "utf-8-sig", "utf-16-le", "utf-32")), "replace")
    if what < 0.15:
        return battered_bytes(random, content)
    return content


def battered_bytes(random, content, most=6):
    """Return bytes with some of them changed, gone, or others among them."""
    made = bytearray(content)
    for _ in range(random.randint(1, most)):
        place = random.randrange(len(made) + 1)
        what = random.randrange(6)
        if what < 2 and place < len(made):
            made[place] = random.choice((made[place] ^ 1 << random.randrange(8), random.randrange(256), 0, 255))
        elif what == 2:
            made[place:place] = random.randbytes(random.choice((1, 1, 2, 8, 64)))
        elif what == 3:
            del made[place : place + random.choice((1, 1, 2, 8, 64))]
        elif what == 4:
            other = random.randrange(len(made) + 1)
            made[place : place + 64] = made[other : other + 64]
        elif random.random() < 0.2:
            del made[place:]
    return bytes(made)


# --- Records ---------------------------------------------------------------------------------------------------------


def value(random, depth=0):
    """Return raw data that nobody expects."""
    what = random.random()
    if what < 0.35:
        return json.loads(random.choice(ODD))
    if what < 0.8 or depth > 3:
        return atom(random)
    if what < 0.9:
        return [value(random, depth + 1) for _ in range(random.randint(0, 4))]
    return {str(atom(random)): value(random, depth + 1) for _ in range(random.randint(0, 4))}


def wrecked(random, raw, most=3):
    """Return raw data of which some places are something else, or what stands elsewhere in it."""
    copy = _copied(raw)
    if not isinstance(copy, dict):
        return value(random)
    for _ in range(random.randint(0, most)):
        holder, key = random.choice(list(_places(copy)))
        what = random.randrange(10)
        if what < 3:
            holder[key] = value(random)
        elif what == 3:
            other, place = random.choice(list(_places(raw)))
            holder[key] = _copied(other[place])
        elif what == 4:
            del holder[key]
        elif what == 5:
            holder[key] = [_copied(holder[key]) for _ in range(random.choice((1, 2, 3, 40)))]
        elif what == 6 and isinstance(holder[key], list):
            holder[key] = [*(_copied(one) for one in holder[key] * random.choice((2, 3, 30))), value(random)]
        elif what == 7 and isinstance(holder, dict):
            holder[str(atom(random))] = _copied(holder[key])
        elif what == 8 and isinstance(holder[key], str):
            holder[key] = battered(random, holder[key], 2)
        elif isinstance(holder[key], int):
            holder[key] = random.choice((holder[key] + 1, holder[key] - 1, -holder[key], 10 ** random.randint(1, 40)))
        else:
            holder[key] = {str(atom(random)): holder[key]}
        if not copy:
            break
    if random.random() < 0.003:
        many = range(random.choice((100, 2000, 9000)))
        copy = {**copy, **{f"{atom(random)[:LONG]}{number}": number for number in many}}
    if random.random() < 0.003:
        inner = value(random)
        for _ in range(random.choice((5, 20, 200))):
            inner = [inner] if random.random() < 0.5 else {"players": inner}
        copy["players"] = inner
    return copy


def spoiled(random, raw, share=0.2):
    """Return raw data in which some of the texts are others; games, stages and keys stay."""
    if isinstance(raw, dict):
        kept = ("game", "stage", "setup")
        return {key: inner if key in kept else spoiled(random, inner, share) for key, inner in raw.items()}
    if isinstance(raw, list):
        return [spoiled(random, inner, share) for inner in raw]
    return str(atom(random)) if isinstance(raw, str) and random.random() < share else raw


def _copied(raw):
    if isinstance(raw, dict):
        return {key: _copied(inner) for key, inner in raw.items()}
    return [_copied(inner) for inner in raw] if isinstance(raw, list) else raw


def _places(raw):
    """Return each place of raw data: what it is in, and its key there."""
    pairs = list(raw.items()) if isinstance(raw, dict) else list(enumerate(raw))
    for key, inner in pairs:
        yield raw, key
        if isinstance(inner, (dict, list)) and inner:
            yield from _places(inner)


def in_json(random, raw):
    """Return raw data as JSON, in one of the ways in which it may be written."""
    how = {"ensure_ascii": random.random() < 0.3, "indent": random.choice((None, None, 1, "\t"))}
    text = json.dumps(raw, **how)
    if random.random() < 0.05 and isinstance(raw, dict) and raw:
        key = random.choice(list(raw))
        text = f"{{{json.dumps(key)}: 1, {text[1:]}"
    return text


def in_toml(random, raw):
    """Return raw data as TOML, as far as it can be."""
    if not isinstance(raw, Mapping):
        return f"{_inline(random, raw)}\n"
    plain, tables = [], []
    for key, inner in raw.items():
        if isinstance(inner, dict) and random.random() < 0.5:
            tables.append(f"[{_key(random, key)}]\n{in_toml(random, inner)}")
        elif (
            isinstance(inner, list) and inner and all(isinstance(one, dict) for one in inner) and random.random() < 0.5
        ):
            tables += [f"[[{_key(random, key)}]]\n{in_toml(random, one)}" for one in inner]
        else:
            plain.append(f"{_key(random, key)} = {_inline(random, inner)}\n")
    return "".join(plain + tables)


def _key(random, key):
    bare = re.fullmatch("[A-Za-z0-9_-]+", key) and random.random() < 0.9
    return key if bare else _quoted(random, key)


def _quoted(random, text):
    what = random.random()
    if what < 0.1 and "'" not in text:
        return f"'{text}'"
    if what < 0.15:
        return f'"""{text}"""'
    return json.dumps(text, ensure_ascii=random.random() < 0.3)


def _inline(random, inner):
    if isinstance(inner, str):
        return _quoted(random, inner)
    if isinstance(inner, list):
        return f"[{', '.join(_inline(random, one) for one in inner)}]"
    if isinstance(inner, dict):
        return "{" + ", ".join(f"{_key(random, key)} = {_inline(random, one)}" for key, one in inner.items()) + "}"
    return "''" if inner is None else json.dumps(inner)


def dispute(body, kind="dispute"):
    """Return a text of an evening with this body, and the checksum that whoever writes one can work out, too."""
    from callboard_nights.serialization.envelope import _checksum

    lines = [f"callboard {kind} 1", *body.split("\n")]
    return "\n".join([*lines, f"checksum {_checksum(lines)}", ""]).encode("utf-8", "surrogatepass")


@cache
def unseen():
    """Return what finds a character that is not seen, or turns others, in a text that is shown.

    What joins two emoji into one picture may be there.
    """
    import sys
    import unicodedata

    kinds = {"Cc", "Cf", "Zl", "Zp"}
    found = [code for code in range(sys.maxunicode) if unicodedata.category(chr(code)) in kinds and code != ord("\n")]
    joining = r"(?<=[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])\u200d(?=[\u2190-\u27bf\U0001f000-\U0001faff])"
    return re.compile(f"(?!{joining})[" + "".join(map(re.escape, map(chr, found))) + "]")
