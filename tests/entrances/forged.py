"""A store's file that somebody forged: whose every checksum is right, around whatever they wrote into it."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from functools import cache

from attacks import atom, battered, value, wrecked
from callboard_locales import LANGUAGES
from callboard_nights.storage.store import Store
from entrances.nights import good_store
from entrances.table_page import Served

KINDS = ("began", "entered", "changed", "took-back", "gave-back", "seated", "noted", "ended", "resumed", "typed")
KINDS += ("claimed", "sealed", "locked", "opened", "revealed", "ticked", "", "x", "__init__", "Began")
DATA = (
    {},
    {"stage": "season", "entered": {}},
    {"entry": 1, "entered": {}},
    {"entry": 10**30, "entered": {"players": 1}},
    {"old": "Ann", "new": "Eva"},
    {"note": "x"},
    {"stage": "season", "whose": "", "typed": {"mood": "comedy"}},
    {"stage": "season", "whose": "Ann", "total": 3},
    {"stage": "season", "whose": "Ann", "sealed": True},
    {"stage": "season", "whose": "Ann", "locked": 1},
    {"entry": 1, "shown": None},
    {"game": "os", "players": ["Ann", "Bob"], "setup": None},
    {"game": "histrio", "players": ["Ann", "Bob"], "setup": {"code": "histrio-2-0-0-0", "names": ["Ann", "Bob"]}},
)
"""Data of every kind of event, which stand with other kinds here."""
SELDOM, OFTEN = 0.02, 0.2
"""How often what takes long is asked for (a receipt, and a page with its code), and that or another text."""
NIGHT, CREATED, BEGAN, EVENTS, SUMMARY = range(5)
"""Where things stand in a row of `nights`."""
KIND, AT, WHO, TOLD = range(2, 6)
"""Where things stand in a row of `events`."""


def forged_nights(random, commands):
    """Evenings that are read, and went on with, out of a forged file."""
    from callboard_nights.storage import database

    folder = commands.folder / "forged"
    folder.mkdir(exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
    state, nights, events = (list(map(list, rows)) for rows in _rows())
    state[0][1] = random.choice(nights)[NIGHT]
    for _ in range(random.randint(1, 2)):
        random.choice((_event, _event, _event, _event, _event, _night, _state))(random, state, nights, events)
    database.place(folder).write_bytes(_file(state, nights, events))
    if random.random() < 0.1:
        served = commands.through(Served)
        token = random.choice(served.serve(Store(folder), random.choice(_rows()[1])[NIGHT], 3))
        served.asked("GET", f"/{token}{random.choice(('', '/live', '/entry/1', '/host', '/events'))}", b"", b"", [])
        return 1
    os.environ["CALLBOARD_HOME"] = str(folder)
    try:
        line, is_json = _asked(random, [row[NIGHT] for row in nights])
        commands.run(line, data=is_json)
    finally:
        os.environ["CALLBOARD_HOME"] = str(commands.folder / "nights")
    return 1


def _asked(random, nights):
    """Return a command line about an evening, and whether it answers in JSON."""
    night = str(random.choice(nights)).replace("\0", "")
    who = random.choice(("Ann", "Анна", "José", "Zoe"))
    name = [night] if random.random() < 0.9 else []
    drawn = (["print", "night", *name, "--out=-"], ["night", "export", "--receipt", *name])
    texts = (
        ["night", "export", *name],
        ["night", "export", "--dispute", *name],
        ["stats", "--csv", "--plays"],
        ["stats", "--bgstats"],
    )
    told = (
        ["night"],
        ["night", "show", *name],
        ["night", "show", *name],
        ["night", "show", "--entry", "1", *name],
        ["night", "list"],
        ["night", "check", "--claimed", f"{who}=3"],
        ["night", "undo"],
        ["night", "redo"],
        ["night", "end"],
        ["night", "note", "a word"],
        ["night", "rename", who, "Zoe"],
        ["night", "add", "season", "mood=comedy", f"{who}: C3"],
        ["night", "edit", "1", f"{who}: C3"],
        ["night", "resume", *name],
        ["night", "remove", "--yes", *name],
        ["setup", "histrio", "Ann", "Bob", "--not-like-last"],
        ["stats"],
        ["stats", "--player", who],
    )
    what = random.random()
    if what < SELDOM:
        line, is_text = random.choice(drawn), True
    else:
        is_text = what < OFTEN
        line = random.choice(texts if is_text else told)
    is_json = not is_text and random.random() < 0.3
    return [*line, "--lang", random.choice(LANGUAGES), *(["--json"] if is_json else [])], is_json


def _in_memory(content):
    """Return the bytes of a file as a database in memory has them: without a write-ahead log."""
    return content[:18] + b"\1\1" + content[20:]


@cache
def _rows():
    """Return the rows of a good file: of `current`, of `nights`, and of `events`."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(_in_memory(good_store()))
        tables = ("current", "nights", "events ORDER BY night, number")
        return tuple(connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables)  # noqa: S608


def _file(state, nights, events):
    """Return the bytes of a file of these rows, with all their checksums."""
    from callboard_nights.storage.schema import _checksum

    before = {}
    for row in events:
        row[-1] = before[row[NIGHT]] = _checksum(*row[:-1], before.get(row[NIGHT], ""))
    for row in nights:
        row[-1] = _checksum(*row[:-1])
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(_in_memory(good_store()))
        for table, rows in (("current", state), ("nights", nights), ("events", events)):
            connection.execute(f"DELETE FROM {table}")  # noqa: S608  # a table of ours
            for row in rows:
                connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608
        return connection.serialize()


def _event(random, _, nights, events):
    """Forge an event."""
    row = random.choice(events)
    what = random.randrange(12)
    if what < 6:
        row[TOLD] = _wrecked(random, row[TOLD])
    elif what == 6:
        row[TOLD] = json.dumps(random.choice(DATA))
        row[KIND] = random.choice((row[KIND], random.choice(KINDS)))
    elif what == 7:
        row[KIND] = random.choice(KINDS)
    elif what == 8:
        row[TOLD] = _battered(random, row[TOLD], 2)
    elif what == 9:
        place = random.choice((KIND, AT, WHO))
        row[place] = _battered(random, row[place], 1)
    elif what == 10:
        numbered = [one for one in events if one[NIGHT] == row[NIGHT]]
        other = random.choice(numbered)
        row[KIND : TOLD + 1], other[KIND : TOLD + 1] = other[KIND : TOLD + 1], row[KIND : TOLD + 1]
    else:
        night = next(one for one in nights if one[NIGHT] == row[NIGHT])
        night[EVENTS] = 1 + sum(one[NIGHT] == row[NIGHT] for one in events)
        events.append(
            [row[NIGHT], night[EVENTS], random.choice(KINDS), row[AT], "", json.dumps(random.choice(DATA)), ""]
        )


def _night(random, _, nights, events):
    """Forge what a list tells of an evening."""
    row = random.choice(nights)
    what = random.randrange(8)
    if what < 4:
        row[SUMMARY] = _wrecked(random, row[SUMMARY])
    elif what == 4:
        row[SUMMARY] = _battered(random, row[SUMMARY], 2)
    elif what == 5:
        row[BEGAN] = _battered(random, row[BEGAN], 1)
    elif what == 6:
        row[random.choice((CREATED, EVENTS))] = random.choice((0, -1, 2**62, 1.5, "x"))
    else:
        was, row[NIGHT] = row[NIGHT], _battered(random, row[NIGHT], 1)
        for one in events:
            one[NIGHT] = row[NIGHT] if one[NIGHT] == was else one[NIGHT]


def _state(random, state, nights, _):
    """Forge which evening is the current one."""
    night = nights[0][NIGHT]
    state[0][1] = _battered(random, night, 1) if random.random() < 0.5 else night


def _wrecked(random, text):
    """Return the text of a table of which some places are something else."""
    try:
        raw = json.loads(text)
    except ValueError:
        return text
    made = json.dumps(wrecked(random, raw, 2) if raw else value(random), ensure_ascii=random.random() < 0.7)
    return made if made.isascii() else made.encode("utf-8", "replace").decode()


def _battered(random, kept, most):
    """Return a text with some of its letters others, as the database may hold it; what is no text any more stays."""
    return kept if isinstance(kept, bytes) else _stored(random, battered(random, kept, most))


def _stored(random, text):
    """Return a text as the database may hold it, now and then as something else."""
    kept = text.encode("utf-8", "replace").decode()
    what = random.random()
    if what < 0.1:
        return kept.encode()
    return (
        random.choice((json.dumps(value(random)), str(atom(random)).encode("utf-8", "replace"))) if what < 0.2 else kept
    )
