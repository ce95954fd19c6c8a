"""The files in which evenings are kept."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

from attacks import atom, battered, battered_bytes, in_bytes, in_json, spoiled, wrecked
from entrances.commands import spoken
from entrances.texts import texts
from entrances.watching import BrokenError


@cache
def good_store():
    """Return the bytes of a file with some evenings."""
    from tempfile import TemporaryDirectory

    from callboard_nights.night import night_of
    from callboard_nights.serialization.texts import Exported, read_text
    from callboard_nights.statistics import summary_of
    from callboard_nights.storage import database
    from callboard_nights.storage.store import Store

    with TemporaryDirectory() as folder:
        store = Store(Path(folder))
        for text in texts():
            read = read_text(text)
            if isinstance(read, Exported):
                store.begin(read.log, summary_of(night_of(read.log)), night=read.night)
        return database.place(store.folder).read_bytes()


def night_files(random, commands):
    """The files in which evenings are kept: the evenings, the links, and an answer that was begun."""
    from callboard_nights.storage import database, drafts, links

    folder = commands.folder / "home"
    folder.mkdir(exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
    what = random.random()
    if what < 0.3:
        good = {
            "schema": 1,
            "nights": {"bodak-histrio": {"host": "h" * 22, "read": "r" * 22, "seats": ["s" * 22, "t" * 22]}},
        }
        text = in_json(random, wrecked(random, good))
        content = in_bytes(random, battered(random, text) if random.random() < 0.3 else text)
        (folder / links.NAME).write_bytes(content)
        kept = links.KeptLinks(folder)
        with commands.watch.input(content):
            token = random.choice(("h" * 22, "", battered(random, "s" * 22, 1)))
            found = _stored(lambda: kept.bearer(token))
            if found is not None and found.night != "bodak-histrio" and not links.is_id(found.night):
                raise BrokenError(f"let in: {found}")
        return 1
    if what < 0.5:
        good = {"night": "bodak-histrio", "entries": 1, "stage": "season", "words": ["season=1", "Ann: C3"]}
        content = in_bytes(random, in_json(random, wrecked(random, good)))
        (folder / drafts.NAME).write_bytes(content)
        with commands.watch.input(content):
            drafts.kept(folder)
        return 1
    content = _changed(random, good_store()) if random.random() < 0.8 else random.choice(hostile_stores())
    database.place(folder).write_bytes(content)
    os.environ["CALLBOARD_HOME"] = str(folder)
    try:
        _read_all(random, commands, folder)
    finally:
        del os.environ["CALLBOARD_HOME"]
    return 1


def _read_all(random, commands, folder):
    """Read evenings that somebody changed, as commands or the page do."""
    from callboard_nights.night import night_of
    from callboard_nights.storage.store import Store

    if random.random() < 0.15:
        line = random.choice((["night", "list"], ["night", "show"], ["stats"], ["night", "export"], ["night"]))
        how = spoken(random)
        commands.run([*line, *how], data="--json" in how and line != ["night", "export"])
        return
    store = Store(folder)
    with commands.watch.input("store"):
        summaries = _stored(store.summaries) or []
        log = _stored(lambda: store.read(random.choice([one.night for one in summaries]))) if summaries else None
        if log is not None:
            night_of(log)


def _stored(ask):
    from callboard_nights.seating import LogError
    from callboard_nights.storage.files import StoreError

    try:
        return ask()
    except (StoreError, LogError):
        return None


def _changed(random, content):
    """Return the bytes of a file of which some pages are wrong."""
    if random.random() < 0.7:
        return battered_bytes(random, content)
    page = 4096
    made = bytearray(content)
    start = random.randrange(0, len(made), page)
    what = random.randrange(4)
    if what == 0:
        made[start : start + page] = bytes(page)
    elif what == 1:
        other = random.randrange(0, len(made), page)
        made[start : start + page] = made[other : other + page]
    elif what == 2:
        made[start : start + page] = random.randbytes(page)
    else:
        del made[start:]
    return bytes(made)


@cache
def hostile_stores():
    """Return files whose every checksum is right, and in whose events and summaries somebody wrote other words."""
    from tempfile import TemporaryDirectory

    from callboard_nights.events import Event
    from callboard_nights.night import night_of
    from callboard_nights.serialization.texts import Exported, read_text
    from callboard_nights.statistics import summary_of
    from callboard_nights.storage import database
    from callboard_nights.storage.files import StoreError
    from callboard_nights.storage.store import Store

    random, made = Random(5), []
    logs = [read.log for text in texts() if isinstance(read := read_text(text), Exported)]
    while len(made) < 8:
        with TemporaryDirectory() as folder:
            store = Store(Path(folder))
            for number in range(3):
                log = list(random.choice(logs))
                for _ in range(random.randint(1, 5)):
                    place = random.randrange(len(log))
                    one = log[place]
                    by, at = (str(atom(random)) if random.random() < 0.2 else old for old in (one.by, one.at))
                    log[place] = Event(one.kind, at, by, spoiled(random, one.data))
                told = {
                    **summary_of(night_of(logs[0])),
                    "note": str(atom(random)),
                    "players": [str(atom(random)), "Ann"],
                }
                with suppress(StoreError):
                    store.begin(tuple(log), told, night=f"evil{number}-histrio")
            place = database.place(store.folder)
            if place.is_file():
                made.append(place.read_bytes())
    return made
