"""The store of evenings: what it keeps, and that it keeps it whatever is killed, full, damaged, older or newer."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import random
import re
import shutil
import sqlite3
import stat
import sys
import threading
import time
import tracemalloc
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from types import SimpleNamespace

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from callboard_nights.events import Event, another_id, is_id, new_id
from callboard_nights.night import night_of
from callboard_nights.seating import LogError
from callboard_nights.statistics import summary_of
from callboard_nights.storage import database, drafts, files
from callboard_nights.storage.drafts import Draft
from callboard_nights.storage.links import KeptLinks
from callboard_nights.storage.schema import MOST_BYTES, MOST_EVENTS, NightRow, TooLargeError, as_text, chain, sound_part
from callboard_nights.storage.store import Store
from running import run_callboard

PAGE = 4096
FILES = {"nights.sqlite3", "nights.lock", "nights.good.sqlite3"}
posix = pytest.mark.skipif(sys.platform == "win32", reason="processes are forked")


def event(number, size=20):
    """A note or, where that would be too long, a text that somebody typed."""
    at = f"2026-11-22T19:{number % 60:02}:00Z"
    if size < 400:
        return Event("noted", at, "Борис", {"note": f"{number} {'Ё' * size}"})
    typed = {"troupe": f"{number} {'Ё' * size}"}
    return Event("typed", at, "Борис", {"stage": "season", "whose": "Борис", "typed": typed})


def began(day=1, game="histrio"):
    data = {"game": game, "players": ["Ann", "Борис"], "setup": None}
    return Event("began", f"2026-11-{day:02}T19:30:00Z", "", data)


def begin(store, night, *events, day=1, **how):
    """Begin an evening, with what a list tells of it."""
    log = (began(day), *events)
    return store.begin(log, summary_of(night_of(log)), night=night, **how)


def grown(state):
    """One note more."""
    return state.after(event(len(state.log)))


def add(store, night, *events):
    """Add events, or a note; return the log."""
    return store.transact(night, lambda state: state.after(*events) if events else grown(state))[1].log


def noted(store):
    """What the list tells of each evening's note."""
    return {each.night: each.table and each.table["note"] for each in store.summaries()}


def listing(folder):
    """Every file of a folder, with its bytes."""
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def codes(store):
    return [notice.code for notice in store.notices]


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "saved")


# What it keeps


def test_what_is_kept_is_read_again_word_for_word(store):
    night = begin(store, "tomak-histrio")
    answered = add(store, night)
    assert night == "tomak-histrio"
    assert store.read(night) == answered == (began(), event(1))
    assert Store(store.folder).read(night) == answered
    assert store.notices == []


def test_odd_words_come_back_as_they_were(store):
    data = {"stage": "season", "whose": "", "typed": {"mood": "\"'\\ %s \n\t \u2028 Ё 🎭", "": "0"}}
    typed = Event("typed", "2026-11-22T19:30:00Z", "", data)
    assert Store(store.folder).read(begin(store, "a", typed)) == (began(), typed)
    assert store.notices == []


def test_the_newest_is_listed_first_and_what_began_at_one_time_by_when_it_was_kept(store):
    for night, day in (("old", 1), ("older", 1), ("new", 3), ("between", 2)):
        begin(store, night, Event("noted", "2026-11-22T19:30:00Z", "", {"note": night}), day=day)
    listed = store.summaries()
    assert [each.night for each in listed] == ["new", "between", "older", "old"]
    assert [each.table["note"] for each in listed] == [each.night for each in listed]
    assert listed[0].began == "2026-11-03T19:30:00Z"


def test_whoever_follows_sees_that_something_was_written_without_opening_the_file(store, monkeypatch):
    assert store.touched() is None
    night = begin(store, "a")
    before = store.touched()
    assert before is not None
    store.transact(night, lambda state: state)
    store.read(night)
    assert store.touched() == Store(store.folder).touched() == before
    add(store, night)
    assert store.touched() != before
    monkeypatch.setattr(sqlite3, "connect", lambda *_, **__: pytest.fail("opened"))
    assert store.touched() == Store(store.folder).touched() is not None


def test_what_another_program_wrote_while_a_third_reads_is_seen_too(store):
    night = begin(store, "a")
    with database.reading(store.folder / "nights.sqlite3"):
        before = store.touched()
        add(store, night)
        assert store.touched() != before  # though the file itself is as it was
    assert len(store.read(night)) == 2


def test_only_what_was_added_since_is_read_and_folded(store, monkeypatch):
    night = begin(store, "a", *map(event, range(1, 100)))
    state, read = store.state(night), []
    events = database.Database.events
    monkeypatch.setattr(database.Database, "events", lambda *given: read.append(events(*given)) or read[-1])
    assert store.state(night) is state
    add(Store(store.folder), night)
    assert store.state(night).log == (*state.log, event(100))
    assert store.transact(night, grown)[1].log[-1] == event(101)
    assert [len(rows) for rows in read] == [0, 100, 1, 0]
    with closing(sqlite3.connect(store.folder / "nights.sqlite3", isolation_level=None)) as connection:
        row = NightRow(*connection.execute("SELECT * FROM nights").fetchone())
        connection.execute("DELETE FROM events WHERE number > 1")
        connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", chain("a", [began(), event(7)])[1])
        row = NightRow.of("a", row.created, row.began, 2, row.summary)
        connection.execute("REPLACE INTO nights VALUES (?, ?, ?, ?, ?, ?)", row)
    assert store.read(night) == (began(), event(7))  # another log is read from its beginning


def test_a_list_tells_what_stood_after_the_last_event(store):
    night = begin(store, "a")
    add(store, night)
    assert noted(store) == {"a": event(1).data["note"]}
    store.begin((began(),), {"told": "by nobody"}, night="b")
    assert noted(store)["b"] is None
    store.transact("b", lambda state: state)
    assert noted(store)["b"] == ""
    assert len(store.read("b")) == 1


def test_one_evening_at_most_is_the_current_one(store):
    assert store.current() is None
    first = begin(store, "first")
    assert store.current() == first
    second = begin(store, "second", current=False)
    assert store.current() == first
    store.choose(second)
    assert store.current() == second
    store.remove(first)
    assert store.current() == second
    store.remove(second)
    assert store.current() is None
    assert store.summaries() == []


def test_an_evening_that_is_removed_leaves_no_word_behind(store):
    secret = Event("noted", "2026-11-22T19:30:00Z", "", {"note": "nobody else's business" * 10})
    kept = begin(store, "kept")
    night = begin(store, "gone", secret)
    os.utime(store.folder / "nights.good.sqlite3", (0, 0))
    add(store, night)
    assert b"business" in (store.folder / "nights.good.sqlite3").read_bytes()
    store.remove(night)
    with pytest.raises(files.UnknownNightError):
        store.read(night)
    assert set(listing(store.folder)) == FILES
    assert b"business" not in b"".join(listing(store.folder).values())
    assert store.read(kept) == (began(),)


def test_a_beginning_finds_all_that_begin_so_and_a_whole_id_only_itself(store):
    for night in ("tomak-histrio", "tomak-histrio-2", "tomas-intrigo", "to", "bolan-histrio"):
        begin(store, night)
    assert store.matching("tom") == ["tomak-histrio", "tomak-histrio-2", "tomas-intrigo"]
    assert store.matching("tomak-histrio") == ["tomak-histrio"]
    assert store.matching("to") == ["to"]
    assert len(store.matching("")) == 5
    assert store.matching("x") == store.matching("to%") == store.matching("_o") == store.matching("Ё") == []


def test_an_id_that_is_taken_gets_another_word_before_the_game(store):
    nights = [begin(store, "tomak-histrio", day=day) for day in range(1, 6)]
    assert len(set(nights)) == 5
    assert all(night.endswith("-histrio") and is_id(night) for night in nights)
    assert [store.read(night) for night in nights] == [(began(day),) for day in range(1, 6)]


@given(st.text("abc-0123456789", min_size=1, max_size=32))
def test_ids_are_short_and_can_be_said(game):
    for night in (new_id(game), another_id(game), another_id(new_id(game))):
        assert is_id(night)
        assert not night.endswith("-")
        word = night.partition("-")[0]
        assert len(word) == 5
        assert all((letter in "aeiou") == (place % 2 == 1) for place, letter in enumerate(word))


def test_an_id_ends_with_the_game_and_so_does_another_in_its_place():
    assert new_id("Histrio!")[5:] == "-histrio"
    assert new_id("g" * 40)[5:] == f"-{'g' * 26}"
    assert another_id("tomak-histrio-2")[5:] == "-histrio-2"
    assert another_id("histrio")[5:] == "-histrio"


def test_ids_are_many_and_none_of_them_is_rude():
    words = {new_id("intrigo") for _ in range(2000)}
    assert len(words) > 1800
    assert not [word for word in words if word[:3] in {"fuk", "put", "suk", "pid", "nig"}]


@pytest.mark.parametrize("night", ["Tomak", "a b", "ё", "a" * 33, "../a", "a\n"])
def test_what_is_no_id_is_refused(store, night):
    with pytest.raises(ValueError, match=re.escape(night)):
        begin(store, night)
    assert not store.folder.exists()


def test_nobody_saved_anything_at_home_yet(monkeypatch, tmp_path):
    monkeypatch.setenv("CALLBOARD_HOME", str(tmp_path / "mine"))
    assert Store.at_home().folder == tmp_path / "mine"
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CALLBOARD_HOME", "~/mine")
    assert Store.at_home().folder == tmp_path / "mine"
    monkeypatch.setenv("CALLBOARD_HOME", "")
    assert Store.at_home().folder.name == "callboard"
    monkeypatch.delenv("CALLBOARD_HOME")
    assert Store.at_home().folder.name == "callboard"
    asked = []
    nowhere = Path("~/.local/share/callboard")
    monkeypatch.setattr("platformdirs.user_data_path", lambda *given, **named: asked.append((given, named)) or nowhere)
    with pytest.raises(files.StoreNotFolderError) as raised:
        Store.at_home()
    assert raised.value.path == nowhere
    assert asked == [(("callboard",), {"appauthor": False})]  # else Windows has a folder of ours in a folder of ours
    assert list(tmp_path.iterdir()) == []


# Nothing is written that was not asked for


def ask_all(store):
    store.current()
    store.summaries()
    store.matching("t")
    with pytest.raises(files.UnknownNightError) as raised:
        store.read("nobody")
    assert raised.value.values == {"night": "nobody"}


def ask_for_nobody(store):
    """Ask for an evening that is not there: it is told by its name, and in which folder."""
    for ask in (
        lambda: store.read("nobody"),
        lambda: store.transact("nobody", grown),
        lambda: store.choose("nobody"),
        lambda: store.remove("nobody"),
    ):
        with pytest.raises(files.UnknownNightError) as raised:
            ask()
        assert (raised.value.path, raised.value.values) == (store.folder, {"night": "nobody"})


def test_who_only_reads_makes_nothing(store, tmp_path):
    ask_all(store)
    ask_for_nobody(store)
    assert list(tmp_path.iterdir()) == []


def test_an_evening_that_is_not_there_is_told_by_its_name_and_nothing_changes(store):
    begin(store, "a")
    add(store, "a")
    before = listing(store.folder)
    ask_for_nobody(store)
    assert listing(store.folder) == before


@pytest.mark.parametrize(
    "name", ["plain", "50% ?#&=;+", "Ёлки 🎭", "a'b\"c", "%41", pytest.param("a\\b:c\n", marks=posix)]
)
def test_who_only_reads_leaves_every_file_as_it_is_whatever_the_folder_is_called(tmp_path, name):
    store = Store(tmp_path / name)
    night = begin(store, "tomak")
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in store.folder.iterdir()}
    ask_all(store)
    assert store.read(night) == (began(),)
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in store.folder.iterdir()} == before
    assert {path.name for path in before} == {"nights.sqlite3", "nights.lock"}
    assert [path.name for path in tmp_path.iterdir()] == [name]


@posix
def test_a_folder_whose_name_is_no_text_is_a_folder_too(tmp_path):
    store = Store(Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe")))
    assert store.read(begin(store, "a")) == (began(),)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (PurePosixPath("/a b/50%/?#"), "file:///a%20b/50%25/%3F%23?mode=ro"),
        (PureWindowsPath(r"C:\Ann\50%"), "file:///C:/Ann/50%25?mode=ro"),
        (PureWindowsPath(r"\\table\share\x"), "file:////table/share/x?mode=ro"),
    ],
)
def test_paths_of_all_systems_are_told_to_the_database(path, expected):
    assert database.address(path, "mode=ro") == expected


def test_a_decision_that_is_none_changes_nothing(store):
    night = begin(store, "a")
    before = listing(store.folder)

    def refuse(state):
        assert state.log == (began(),)
        raise OSError(28, "not ours")  # nor is it told as the store's

    with pytest.raises(OSError, match="not ours"):
        store.transact(night, refuse)
    store.choose(night)
    store.transact(night, lambda state: state)
    assert listing(store.folder).keys() - before.keys() == {"nights.good.sqlite3"}
    assert store.read(night) == (began(),)
    before = listing(store.folder)
    store.transact(night, lambda state: state)
    assert listing(store.folder) == before


def test_what_no_log_of_ours_holds_is_not_written(store):
    night = begin(store, "a")
    with pytest.raises(LogError):
        store.transact(night, lambda state: state.after(Event("noted", "now", "", {"note": "x"})))
    assert store.read(night) == Store(store.folder).read(night) == (began(),)


@pytest.mark.parametrize(
    ("events", "summary", "code"),
    [
        ([event(1)] * MOST_EVENTS, {}, "store.too-many"),
        ([Event("noted", "now", "", {"note": "x" * MOST_BYTES})], {}, "store.too-large"),
        ([Event("noted", "x" * MOST_BYTES, "y")], {}, "store.too-large"),
        ([event(1)], {"note": "x" * MOST_BYTES}, "store.too-large"),
        ([Event("noted", "now", "\ud800")], {}, "store.no-text"),
        ([Event("noted", None)], {}, "store.no-text"),
        ([Event("noted", "now", "", {"note": "\ud800"})], {}, "store.no-text"),
        ([Event("noted", "now", "", {"note": float("nan")})], {}, "store.no-text"),
        ([Event("noted", "now", "", {"note": {1, 2}})], {}, "store.no-text"),
        ([event(1)], {"note": 10**5000}, "store.no-text"),
    ],
)
def test_what_no_evening_holds_is_refused_before_anything_is_made(store, events, summary, code):
    with pytest.raises(files.TooMuchError) as raised:
        store.begin((began(), *events), summary, night="b")
    assert (raised.value.code, raised.value.path) == (code, store.folder)
    assert not store.folder.exists()


def test_what_no_evening_holds_is_not_added_to_one(store):
    night = begin(store, "a")
    before = listing(store.folder)["nights.sqlite3"]
    for events, code in (
        ([event(1)] * MOST_EVENTS, "store.too-many"),
        ([Event("ended", "x" * MOST_BYTES)], "store.too-large"),
        ([Event("ended", "\ud800")], "store.no-text"),
    ):
        with pytest.raises(files.TooMuchError) as raised:
            add(store, night, *events)
        assert (raised.value.code, raised.value.path) == (code, store.folder)
    assert listing(store.folder)["nights.sqlite3"] == before


def test_an_event_and_what_a_list_tells_are_as_large_as_they_may_be_and_no_larger():
    def sized(size):
        empty = len("noted" + "now" + '{"x":""}') + len("Ё".encode())
        return Event("noted", "now", "Ё", {"x": "y" * (size - empty)})

    (row,) = sound_part(chain("a", [sized(MOST_BYTES)]))
    assert row.event == sized(MOST_BYTES)
    summary = {"x": "y" * (MOST_BYTES - len('{"x":""}'))}
    assert json.loads(as_text(summary)) == summary
    for write in (lambda: chain("a", [sized(MOST_BYTES + 1)]), lambda: as_text({"x": summary["x"] + "y"})):
        with pytest.raises(TooLargeError, match="too-large"):
            write()


def test_as_many_tables_as_one_likes_stand_beside_each_other_and_fifty_in_one_another():
    def deep(tables, inner):
        for place in range(tables - 1):
            inner = {"a": inner} if place % 2 else [inner]
        return {"a": inner}

    beside = [[[], {}]] * 60
    for data in ({"a": beside}, {"a": "[{" * 60}, deep(50, 1), deep(49, []), {**deep(50, 1), "b": beside}):
        (row,) = sound_part(chain("a", [Event("began", "now", "", data)]))
        assert row.event.data == json.loads(as_text(data)) == data
    for data in (deep(51, 1), deep(50, {}), deep(50, []), deep(200, 1), deep(20_000, 1)):
        with pytest.raises(TooLargeError, match="no-text"):  # some Pythons read and write what others cannot
            as_text(data)


def test_the_longest_evening_is_kept(store):
    night = begin(store, "long")
    events = [event(number) for number in range(1, MOST_EVENTS)]
    add(store, night, *events)
    assert store.read(night) == Store(store.folder).read(night) == (began(), *events)
    with pytest.raises(files.TooMuchError):
        add(store, night)


def test_the_store_knows_logs_and_no_game():
    import ast

    for module in Path(files.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("callboard"):
                assert node.module.partition(".")[0] == "callboard_nights", module


def test_what_only_who_uses_a_store_needs_is_imported_by_nobody_else():
    import subprocess

    late = {"sqlite3", "hashlib", "platformdirs", "json"}
    asked = f"import sys, callboard_nights.storage.store; print(sorted({late} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout == "[]\n"


# Two at once, and kills


def forked(work):
    """Run something in a process of its own; return its id. It ends with 0 if nothing was raised."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        work()
        status = 0
    finally:
        os._exit(status)


def ended(*children):
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


@posix
def test_two_processes_wait_for_each_other_and_nothing_is_lost(store):
    def play(who):
        night = begin(store, "shared", current=False)
        for number in range(30):
            mine = Event("noted", "2026-11-22T19:30:00Z", who, {"note": str(number)})
            add(store, "shared", mine)
            assert store.read("shared")
        assert store.read(night)

    assert ended(*(forked(lambda who=who: play(who)) for who in "ab")) == [0, 0]
    log = store.read("shared")
    assert len(log) == 61
    for who in "ab":
        assert [each.data["note"] for each in log if each.by == who] == list(map(str, range(30)))
    assert noted(store)["shared"] == "29"
    assert len(store.summaries()) == 2
    assert store.notices == []


@posix
def test_who_waits_too_long_is_told_and_who_reads_does_not_wait(store, monkeypatch):
    night = begin(store, "a")
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    ready, go = os.pipe(), os.pipe()

    def hold(state):
        os.write(ready[1], b"x")
        os.read(go[0], 1)
        return grown(state)

    child = forked(lambda: store.transact(night, hold))
    os.read(ready[0], 1)
    assert store.read(night) == (began(),)
    with pytest.raises(files.StoreBusyError) as raised:
        store.transact(night, grown)
    assert raised.value.code == "store.busy"
    os.write(go[1], b"x")
    assert ended(child) == [0]
    assert len(store.read(night)) == 2
    for end in (*ready, *go):
        os.close(end)


def test_a_decision_that_reads_the_store_sees_what_stood_before(store):
    night = begin(store, "a")
    seen = []
    store.transact(night, lambda state: seen.append(Store(store.folder).read(night)) or grown(state))
    assert seen == [(began(),)]
    assert len(store.read(night)) == 2


def test_a_decision_that_writes_to_the_store_is_told_so_instead_of_waiting_for_ever(store, monkeypatch):
    night = begin(store, "a")
    monkeypatch.setattr(database, "PATIENCE", 0.01)
    with pytest.raises(files.StoreBusyError) as raised:
        store.transact(night, lambda _: store.transact(night, grown))
    assert raised.value.path == store.folder / "nights.lock"
    assert store.read(night) == (began(),)


def killed(work, seconds):
    """Run something in a process of its own and kill it after a time; return what it wrote into the pipe by then."""
    import signal
    import time

    end, begin = os.pipe()
    child = forked(lambda: work(begin))
    os.close(begin)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    answered = b""
    while part := os.read(end, 1 << 16):
        answered += part
    os.close(end)
    return answered


def many_kills(times, in_a_long_run):
    return pytest.mark.parametrize("kills", [times, pytest.param(in_a_long_run, marks=pytest.mark.long)])


@posix
@many_kills(15, 1000)
def test_what_was_answered_is_there_after_every_kill_and_nothing_half(store, kills):
    night = begin(store, "killed")
    expected = 0

    def play(pipe):
        for number in range(10_000):
            size = random.choice((20, 100, 300, 2000))
            store.transact(night, lambda state, size=size: state.after(event(len(state.log), size)))
            os.write(pipe, b"x")
            if number % 5 == 4:
                os.utime(store.folder / "nights.good.sqlite3", (0, 0))  # so that it is copied anew

    chance = random.Random(14)
    for _ in range(kills):
        if expected > 250:
            store.remove(night)
            begin(store, night)
            expected = 0
        answered = len(killed(play, chance.uniform(0, 0.03)))
        log = store.read(night)
        assert expected + answered <= len(log) - 1 <= expected + answered + 1
        texts = (each.data.get("note") or each.data["typed"]["troupe"] for each in log[1:])
        assert [text.partition(" ")[0] for text in texts] == list(map(str, range(1, len(log))))
        notes = [each.data["note"] for each in log if each.kind == "noted"]
        assert noted(store)[night] == (notes[-1] if notes else "")
        assert log == Store(store.folder).read(night)
        expected = len(log) - 1
    add(store, night)
    assert set(listing(store.folder)) == FILES  # nothing that was begun
    assert store.notices == []


@posix
@many_kills(4, 200)
@pytest.mark.parametrize("state", ["none", "older", "damaged"])
def test_a_kill_while_a_file_is_made_or_renewed_loses_nothing(tmp_path, kills, state, whole):
    chance = random.Random(state)
    for number in range(kills):
        folder = tmp_path / str(number)
        store = Store(folder)
        if state == "older":
            shutil.copytree(OLDER / "counted", folder)
        elif state == "damaged":
            folder.mkdir()
            (folder / "nights.sqlite3").write_bytes(b"?" * PAGE + whole[PAGE:])
            (folder / "nights.good.sqlite3").write_bytes(whole)
        before = {each.night: store.read(each.night) for each in store.summaries()}

        def play(pipe, store=store):
            begin(store, "new")
            os.write(pipe, b"x")

        answered = killed(play, chance.uniform(0, 0.012))
        after = {each.night: store.read(each.night) for each in store.summaries()}
        if answered or "new" in after:
            assert after.pop("new") == (began(),)
        assert after == before
        begin(store, "newer")
        assert store.read("newer") == (began(),)
        assert not [
            name for name in listing(folder) if name.startswith("nights.new") or name.endswith(("-wal", "-shm"))
        ]


def left_unfinished(store, night):
    """Leave the file as somebody does who is killed when the next was written, and not yet put into the file itself."""
    with closing(sqlite3.connect(store.folder / "nights.sqlite3", isolation_level=None)) as connection:
        connection.executescript("PRAGMA wal_autocheckpoint=0; BEGIN; SELECT * FROM nights; COMMIT")
        add(store, night)
        left = listing(store.folder)
    for name, content in left.items():
        (store.folder / name).write_bytes(content)
    (store.folder / "nights.sqlite3-shm").unlink()
    assert left["nights.sqlite3-wal"]


@posix
@pytest.mark.parametrize("first", ["read", "write"])
def test_what_somebody_left_unfinished_is_put_right_by_the_next(store, first):
    night = begin(store, "a", *map(event, range(1, 40)))
    left_unfinished(store, night)
    expected = (began(), *map(event, range(1, 41)))
    fresh = Store(store.folder)
    if first == "read":
        assert fresh.read(night) == expected
    else:
        assert add(fresh, night)[:-1] == expected
    assert set(listing(store.folder)) == FILES
    assert fresh.notices == []


@posix
def test_where_what_was_left_unfinished_cannot_be_put_right_that_is_told_and_no_wrong_data(store, monkeypatch):
    night = begin(store, "a", *map(event, range(1, 40)))
    left_unfinished(store, night)
    before = listing(store.folder)
    connect = sqlite3.connect

    def refuse(address, **how):
        if "mode=rw" in address:
            error = sqlite3.OperationalError("sealed")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error
        return connect(address, **how)

    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", refuse)
        for ask in (store.current, store.summaries, lambda: store.read(night)):
            with pytest.raises(files.StoreUnfinishedError) as raised:
                ask()
            assert raised.value.path == store.folder / "nights.sqlite3"
    assert listing(store.folder) == before
    assert len(store.read(night)) == 41


@contextmanager
def held(path):
    """Have somebody else write a file all the time."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


def test_whoever_waits_for_somebody_else_is_told_for_which_file_and_reads_meanwhile(store, monkeypatch):
    night = begin(store, "a")
    add(store, night)
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    started = time.monotonic()
    for name in ("nights.lock", "nights.sqlite3"):
        with held(store.folder / name):
            assert Store(store.folder).read(night) == (began(), event(1))
            with pytest.raises(files.StoreBusyError) as raised:
                add(store, night)
            assert raised.value.path == store.folder / name
    assert time.monotonic() - started < 3
    assert len(add(store, night)) == 3


def test_a_thread_waits_for_another(store, monkeypatch):
    night = begin(store, "a")
    monkeypatch.setattr(database, "PATIENCE", 10)
    holding, go = threading.Event(), threading.Event()

    def hold(state):
        holding.set()
        go.wait(10)
        return grown(state)

    holder = threading.Thread(target=store.transact, args=(night, hold))
    holder.start()
    holding.wait(10)
    threading.Timer(0.1, go.set).start()
    assert len(add(Store(store.folder), night)) == 3
    holder.join()


def test_a_lock_that_another_program_spoilt_is_told_as_a_medium_that_fails(store):
    begin(store, "a")
    (store.folder / "nights.lock").write_bytes(b"?" * PAGE)
    with pytest.raises(files.StoreFailingError) as raised:
        store.choose("a")
    assert raised.value.path == store.folder / "nights.lock"


# Full, read-only, not for us


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 256 kB, which takes somebody who may mount one."""
    import subprocess

    folder = tmp_path / "disk"
    folder.mkdir()

    def mount(*options):
        return subprocess.run(["mount", *options, str(folder)], capture_output=True, check=False).returncode == 0

    try:
        made = mount("-t", "tmpfs", "-o", "size=256k", "tmpfs")
    except OSError:
        made = False
    if not made:
        pytest.skip("no disk can be mounted here")
    folder_and_seal = (folder, lambda: mount("-o", "remount,ro"))
    yield folder_and_seal
    subprocess.run(["umount", "-l", str(folder)], check=False)


def fill_up(store, night):
    for _ in range(300):
        store.transact(night, lambda state: state.after(event(len(state.log), size=1500)))


def test_on_a_full_disk_what_was_answered_stands(small_disk):
    store = Store(small_disk[0])
    night = begin(store, "a")
    with pytest.raises(files.StoreFullError) as raised:
        fill_up(store, night)
    assert raised.value.code == "store.full"
    log = store.read(night)
    assert len(log) > 5
    assert Store(store.folder).read(night) == log
    with pytest.raises(files.StoreFullError):
        fill_up(store, night)
    assert Store(store.folder).read(night) == log
    file = small_disk[0] / "nights.sqlite3"
    file.write_bytes(file.read_bytes().replace("ЁЁЁ".encode(), "ЖЁЁ".encode(), 1))
    before = {name for name in listing(small_disk[0]) if "-" not in name}
    assert Store(store.folder).summaries()  # told in memory; for a copy there is no room
    with pytest.raises(files.StoreFullError):
        add(Store(store.folder), night)
    assert {name for name in listing(small_disk[0]) if "-" not in name} == before


@posix
def test_beyond_what_a_file_may_take_what_was_answered_stands(store):
    import resource

    night = begin(store, "a")

    def write():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        with pytest.raises((files.StoreFullError, files.StoreFailingError)):
            fill_up(store, night)

    assert ended(forked(write)) == [0]
    log = store.read(night)
    assert len(log) > 3
    assert add(store, night) == (*log, event(len(log)))
    assert store.notices == []


def test_on_a_read_only_disk_everything_is_read_and_nothing_written(small_disk):
    folder, seal = small_disk
    store = Store(folder)
    night = begin(store, "a")
    assert seal()
    assert store.read(night) == (began(),)
    assert store.current() == night
    ask_all(store)
    for change in (
        lambda: add(store, night),
        lambda: begin(store, "b"),
        lambda: store.remove(night),
        lambda: begin(Store(folder / "below"), "b"),
    ):
        with pytest.raises(files.StoreReadOnlyError) as raised:
            change()
        assert raised.value.path.is_relative_to(folder)
    ask_all(Store(folder / "below"))


def test_on_a_read_only_disk_what_was_left_unfinished_is_told_and_no_wrong_data(small_disk):
    folder, seal = small_disk
    store = Store(folder)
    night = begin(store, "a", *map(event, range(1, 40)))
    left_unfinished(store, night)
    assert seal()
    for ask in (store.current, store.summaries, lambda: store.read(night)):
        with pytest.raises(files.StoreUnfinishedError):
            ask()


@posix
def test_where_there_is_no_room_for_a_write_ahead_log_sqlite_keeps_a_journal_of_its_own(store, monkeypatch):
    connect = sqlite3.connect

    class Plain(sqlite3.Connection):
        def execute(self, statement, *values):
            return super().execute(statement.replace("journal_mode=WAL", "journal_mode"), *values)

    monkeypatch.setattr(sqlite3, "connect", lambda *given, **how: connect(*given, **how, factory=Plain))
    night = begin(store, "a")
    assert add(store, night) == Store(store.folder).read(night) == (began(), event(1))
    assert (store.folder / "nights.sqlite3").read_bytes()[18:20] == b"\1\1"
    assert set(listing(store.folder)) == FILES


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_what_is_forbidden_is_told(store):
    night = begin(store, "a")
    store.folder.chmod(0o555)
    assert store.read(night) == (began(),)
    with pytest.raises(files.StoreDeniedError):
        add(store, night)
    store.folder.chmod(0o000)
    with pytest.raises(files.StoreDeniedError):
        store.read(night)
    store.folder.chmod(0o755)


@posix
def test_another_user_is_told_what_is_forbidden():
    """As the test above, where root runs the tests: in a process that gives its rights away."""
    if os.geteuid() != 0:
        pytest.skip("only root becomes somebody else")
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        store = Store(Path(folder))
        night = begin(store, "a")

        def try_it():
            os.setuid(65534)
            assert store.read(night) == (began(),)
            with pytest.raises(files.StoreDeniedError):
                add(store, night)
            with pytest.raises(files.StoreDeniedError):
                begin(Store(Path(folder) / "below"), "b")

        def try_closed():
            os.setuid(65534)
            with pytest.raises(files.StoreDeniedError):
                store.read(night)
            with pytest.raises(files.StoreDeniedError):
                add(store, night)

        assert ended(forked(try_it)) == [0]
        (store.folder / "nights.sqlite3").chmod(0o600)
        assert ended(forked(try_closed)) == [0]
        Path(folder).chmod(0o700)
        assert ended(forked(try_closed)) == [0]


def test_something_else_in_the_place_of_the_folder_or_the_file_is_told(tmp_path):
    (tmp_path / "file").write_text("mine")
    for store in (Store(tmp_path / "file"), Store(tmp_path / "file" / "below")):
        for ask in (lambda: begin(store, "a"), store.current):  # noqa: B023  # asked at once
            with pytest.raises(files.StoreNotFolderError) as raised:
                ask()
            assert raised.value.path.is_relative_to(tmp_path / "file")
    assert (tmp_path / "file").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    (tmp_path / "nights.sqlite3").mkdir()
    store = Store(tmp_path)
    for ask in (store.current, lambda: begin(store, "a")):
        with pytest.raises(files.StoreNotFileError) as raised:
            ask()
        assert raised.value.path == tmp_path / "nights.sqlite3"


@posix
def test_a_pipe_in_the_place_of_the_file_is_told_and_nobody_waits_for_it(store):
    store.folder.mkdir()
    os.mkfifo(store.folder / "nights.sqlite3")
    for ask in (store.current, lambda: begin(store, "a")):
        with pytest.raises(files.StoreNotFileError) as raised:
            ask()
        assert raised.value.path == store.folder / "nights.sqlite3"


def test_a_link_to_a_file_elsewhere_stays_one(tmp_path, whole):
    (tmp_path / "there").mkdir()
    real = tmp_path / "there" / "real.sqlite3"
    real.write_bytes(whole)
    (tmp_path / "here").mkdir()
    link = tmp_path / "here" / "nights.sqlite3"
    link.symlink_to(real)
    store = Store(tmp_path / "here")
    add(store, "night-0")
    real.write_bytes(b"?" * PAGE + real.read_bytes()[PAGE:])
    add(store, "night-0")
    assert codes(store)[0] == "store.renewed"
    assert link.is_symlink()
    assert Store(tmp_path / "here").read("night-0")[:13] == LOGS["night-0"]


def test_who_may_read_a_file_may_read_its_copies_and_nobody_else(store):
    begin(store, "a")
    (store.folder / "nights.sqlite3").chmod(0o600)
    add(store, "a")
    spoilt(store)
    add(store, "a")
    assert codes(store)[0] == "store.renewed"
    kept = [each for each in store.folder.iterdir() if each.name != "nights.lock"]
    assert {stat.S_IMODE(each.stat().st_mode) for each in kept} == {0o600}
    assert len(kept) == 3


REFUSED_BY_THE_DATABASE = {
    files.StoreFullError: ["FULL"],
    files.StoreUnfinishedError: ["READONLY_ROLLBACK"],
    files.StoreBusyError: ["BUSY", "BUSY_SNAPSHOT", "LOCKED", "PROTOCOL"],
    files.StoreDeniedError: ["PERM", "AUTH"],
    files.StoreFailingError: ["IOERR", "IOERR_WRITE", "NOMEM", "INTERRUPT", "NOLFS"],
}


@pytest.mark.parametrize(("kind", "names"), REFUSED_BY_THE_DATABASE.items())
def test_what_the_database_refuses_is_told_in_our_words(tmp_path, kind, names):
    for name in names:
        error = sqlite3.OperationalError(name)
        error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{name}")
        with pytest.raises(files.StoreError) as raised, database.told(tmp_path / "a"):
            raise error
        assert (type(raised.value), raised.value.path) == (kind, tmp_path / "a"), name


@pytest.mark.parametrize("name", ["IOERR_SHORT_READ", "CORRUPT", "CORRUPT_INDEX", "NOTADB", "ERROR", ""])
def test_whatever_else_the_database_says_comes_of_damage(tmp_path, name):
    error = sqlite3.DatabaseError(name)
    if name:
        error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{name}")
    with pytest.raises(files.DamagedError), database.told(tmp_path / "a"):
        raise error


REFUSED_BY_THE_SYSTEM = {
    errno.ENOSPC: files.StoreFullError,
    errno.EDQUOT: files.StoreFullError,
    errno.EFBIG: files.StoreFullError,
    errno.EACCES: files.StoreDeniedError,
    errno.EPERM: files.StoreDeniedError,
    errno.ENOTDIR: files.StoreNotFolderError,
    errno.EEXIST: files.StoreNotFolderError,
    errno.EROFS: files.StoreReadOnlyError,
    errno.EISDIR: files.StoreNotFileError,
    errno.EIO: files.StoreFailingError,
}


@pytest.mark.parametrize(("number", "kind"), REFUSED_BY_THE_SYSTEM.items())
def test_what_the_system_refuses_is_told_of_the_file_that_it_names(tmp_path, number, kind):
    for named, told in (("b", Path("b")), (b"\xff", Path(os.fsdecode(b"\xff"))), (None, tmp_path / "a")):
        with pytest.raises(files.StoreError) as raised, database.told(tmp_path / "a"):
            raise OSError(number, "", named)
        assert (type(raised.value), raised.value.path) == (kind, told)
    with pytest.raises(files.StoreFailingError), database.told(tmp_path / "a"):
        raise OSError("of no number")


@posix
@pytest.mark.parametrize("name", ["CANTOPEN", "CANTOPEN_ISDIR", "READONLY", "READONLY_DIRECTORY"])
def test_why_a_file_cannot_be_opened_is_looked_for_where_the_database_does_not_tell(tmp_path, monkeypatch, name):
    allowed = {tmp_path: os.R_OK | os.W_OK | os.X_OK, tmp_path / "a": os.R_OK | os.W_OK}
    monkeypatch.setattr(os, "access", lambda path, wanted: allowed.get(path, 0) & wanted == wanted)

    def why(path):
        error = sqlite3.OperationalError(name)
        error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{name}")
        with pytest.raises(files.StoreError) as raised, database.told(path):
            raise error
        return type(raised.value), raised.value.path

    path = tmp_path / "a"
    assert why(tmp_path) == (files.StoreNotFileError, tmp_path)
    assert why(tmp_path / "none" / "a") == (files.StoreNotFolderError, tmp_path / "none")
    assert why(path) == (files.StoreFailingError, path)
    path.write_text("")
    assert why(path) == (files.StoreFailingError, path)
    for other, rights in ((path, os.R_OK), (path, os.W_OK), (tmp_path, os.W_OK), (tmp_path, os.R_OK | os.X_OK)):
        with monkeypatch.context() as patched:
            patched.setitem(allowed, other, rights)
            assert why(path) == (files.StoreDeniedError, path)
    path.unlink()
    with monkeypatch.context() as patched:
        patched.setitem(allowed, tmp_path, os.R_OK)
        assert why(path) == (files.StoreDeniedError, path)
    sealed = SimpleNamespace(f_flag=os.ST_RDONLY)
    monkeypatch.setattr(os, "statvfs", lambda folder: {tmp_path: sealed}[folder])
    assert why(path) == (files.StoreReadOnlyError, path)


def test_an_error_of_the_store_says_to_whoever_reads_a_traceback_what_it_is_about(store):
    begin(store, "a")
    with pytest.raises(files.UnknownNightError) as raised:
        store.read("nobody")
    assert raised.value.args == ("store.unknown-night", str(store.folder), {"night": "nobody"})
    with pytest.raises(files.TooMuchError) as raised:
        add(store, "a", *[event(1)] * MOST_EVENTS)
    assert raised.value.path == store.folder
    assert raised.value.args == ("store.too-many", str(store.folder), {"most": MOST_EVENTS})
    with pytest.raises(files.TooMuchError) as raised:
        store.begin((began(),), {"x": "y" * MOST_BYTES}, night="b")
    assert raised.value.values == {"most": MOST_BYTES}
    assert raised.value.args[0] == "store.too-large"


# Left half-way

HALF = Draft("tomak-histrio", 3, "season", ("mood=comedy", "Ёж: C3"))


def test_an_entry_left_half_way_is_kept_beside_the_evenings_until_it_is_dropped(tmp_path):
    folder = tmp_path / "not" / "there"
    drafts.drop(folder)
    assert drafts.kept(folder) is None
    for draft in (replace(HALF, words=()), HALF):
        drafts.keep(folder, draft)
        assert drafts.kept(folder) == draft
        assert set(listing(folder)) == {"draft.json"}
    drafts.drop(folder)
    assert drafts.kept(folder) is None
    drafts.drop(folder)
    assert listing(folder) == {}


def test_an_entry_as_large_as_a_record_is_kept_half_way_and_a_larger_one_is_not(tmp_path):
    file = tmp_path / "draft.json"
    drafts.keep(tmp_path, replace(HALF, words=("",)))
    room = drafts.MOST_BYTES - file.stat().st_size
    largest = replace(HALF, words=("Ё" * (room // 2) + "x" * (room % 2),))
    drafts.keep(tmp_path, largest)
    assert drafts.kept(tmp_path) == largest
    assert file.stat().st_size == drafts.MOST_BYTES
    drafts.keep(tmp_path, replace(largest, stage="seasons"))
    assert drafts.kept(tmp_path) == largest
    file.write_bytes(file.read_bytes() + b" ")
    assert drafts.kept(tmp_path) is None


def test_of_a_huge_file_hardly_anything_is_read_for_an_entry(tmp_path):
    with (tmp_path / "draft.json").open("wb") as file:
        file.truncate(100 * drafts.MOST_BYTES)
    tracemalloc.start()
    try:
        assert drafts.kept(tmp_path) is None
        assert tracemalloc.get_traced_memory()[1] < 5 * drafts.MOST_BYTES
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "told",
    [
        {"night": 1},
        {"entries": True},
        {"entries": "3"},
        {"entries": 3.0},
        {"stage": None},
        {"words": 7},
        {"words": None},
        {"words": ["Ann: C3", 7]},
        {"words": [["Ann: C3"]]},
        *({missing: ...} for missing in ("night", "entries", "stage", "words")),
    ],
)
def test_what_is_no_entry_left_half_way_is_none(tmp_path, told):
    parts = {"night": "tomak-histrio", "entries": 3, "stage": "season", "words": ["Ann: C3"], **told}
    text = json.dumps({name: part for name, part in parts.items() if part is not ...})
    (tmp_path / "draft.json").write_text(text, encoding="utf-8")
    assert drafts.kept(tmp_path) is None


@pytest.mark.parametrize("text", ["", "{", "null", "[]", "7", '"night"', "[" * 50_000, "\ud83c"])
def test_what_is_no_text_of_an_entry_left_half_way_is_none(tmp_path, text):
    (tmp_path / "draft.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    assert drafts.kept(tmp_path) is None


def test_where_nothing_can_be_kept_half_way_nothing_fails(tmp_path):
    drafts.keep(tmp_path, replace(HALF, words=("\ud800",)))
    assert listing(tmp_path) == {}
    (tmp_path / "file").write_text("mine")
    drafts.keep(tmp_path / "file", HALF)
    assert drafts.kept(tmp_path / "file") is None
    drafts.drop(tmp_path / "file")
    assert (tmp_path / "file").read_text() == "mine"


# Older and newer

OLDER = Path(__file__).parent / "evenings_of_0.2"
TOLD = json.loads((OLDER / "told.json").read_text(encoding="utf-8"))


def digest(log):
    """What `told.json` says of a log."""
    told = [[each.kind, each.at, each.by, each.data] for each in log]
    text = json.dumps(told, ensure_ascii=False, sort_keys=True)
    return {"events": len(log), "sha256": hashlib.sha256(text.encode()).hexdigest()}


def answer(*line):
    return json.loads(run_callboard("night", *line, "--json").out)


@pytest.fixture(params=TOLD)
def older(request, tmp_path):
    """A copy of a folder that 0.2 wrote, and what it told of it."""
    shutil.copytree(OLDER / request.param, tmp_path / "older")
    return Store(tmp_path / "older"), TOLD[request.param]


def test_what_0_2_wrote_is_read_as_it_is_and_told_as_0_2_told_it(older, monkeypatch):
    store, told = older
    before = listing(store.folder)
    assert {night: digest(store.read(night)) for night in told["logs"]} == told["logs"]
    assert store.current() == told["current"]
    monkeypatch.setenv("CALLBOARD_HOME", str(store.folder))
    assert answer("list") == told["list"]
    for night, before_preparations in told["show"].items():  # which 0.2 did not know
        shown = answer("show", night)
        following = shown.pop("next")
        assert following in (before_preparations["next"], ["callboard", "night", "add", "prepare"])
        assert shown == {key: value for key, value in before_preparations.items() if key != "next"}
    ask_all(store)
    assert listing(store.folder) == before
    assert store.notices == []


def test_before_what_0_2_wrote_is_changed_a_copy_is_kept(older, monkeypatch):
    store, told = older
    before = listing(store.folder)
    night = told["current"]
    add(store, night, event(1))
    assert digest(store.read(night)[:-1]) == told["logs"][night]
    assert {night: digest(Store(store.folder).read(night)) for night in told["logs"].keys() - {night}} == {
        other: log for other, log in told["logs"].items() if other != night
    }
    assert store.current() == night
    found = listing(store.folder)
    assert set(found) == {*before, *FILES, "nights.version-1.sqlite3"}
    assert found["nights.version-1.sqlite3"] == before["nights.sqlite3"]
    add(store, night, event(2))
    assert set(listing(store.folder)) == set(found)
    monkeypatch.setenv("CALLBOARD_HOME", str(store.folder))
    for each in (answer("show", other) for other in told["show"] if other != night):
        assert each == told["show"][each["night"]]
    assert store.notices == []


def test_the_links_of_0_2_let_the_same_players_in(tmp_path):
    shutil.copytree(OLDER / "counted", tmp_path / "older")
    kept = json.loads((OLDER / "counted" / "links.json").read_text(encoding="utf-8"))["nights"]
    links = KeptLinks(tmp_path / "older")
    assert {night: links.bearer(tokens["host"]).night for night, tokens in kept.items()} == {
        night: night for night in kept
    }
    assert [links.bearer(token).seat for token in kept["bodak-histrio"]["seats"]] == [0, 1]


def test_of_a_damaged_file_of_0_2_the_events_before_the_first_wrong_one_stand(tmp_path):
    shutil.copytree(OLDER / "long", tmp_path / "older")
    file = tmp_path / "older" / "nights.sqlite3"
    damaged = file.read_bytes().replace(b'{"":"x300"}', b'{"":"y300"}')
    file.write_bytes(damaged)
    store = Store(tmp_path / "older")
    cut = {"night": "dalen-intrigo", "events": 301, "lost_events": 300}
    assert len(store.read("dalen-intrigo")) == 301
    assert store.notices[-1] == files.Notice("store.night-cut", cut)
    add(store, "dalen-intrigo")
    assert len(Store(store.folder).read("dalen-intrigo")) == 302
    assert [each.read_bytes() for each in store.folder.glob("nights.damaged-*")] == [damaged]


@pytest.mark.parametrize("version", [3, 7, 2**30])
def test_a_file_of_a_newer_version_is_left_as_it_is(store, version):
    night = begin(store, "a")
    connection = sqlite3.connect(store.folder / "nights.sqlite3")
    connection.executescript(f"PRAGMA user_version = {version}; ALTER TABLE nights ADD COLUMN colour TEXT")
    connection.close()
    before = listing(store.folder)
    for ask in (
        store.current,
        store.summaries,
        lambda: store.matching("a"),
        lambda: store.read(night),
        lambda: add(store, night),
        lambda: begin(store, "b"),
        lambda: store.choose(night),
        lambda: store.remove(night),
    ):
        with pytest.raises(files.NewerStoreError) as raised:
            ask()
        assert raised.value.path == store.folder / "nights.sqlite3"
        assert raised.value.values == {"version": version, "known": 2}
    assert listing(store.folder) == before


# Damaged

LOGS = {
    f"night-{place}": (began(place + 1), *(event(number, size) for number in range(1, 13)))
    for place, size in enumerate((20, 400, 3000, 20, 20, 20))
}
"""Evenings of which some events fill a page and some flow over into several."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of a file with these evenings, the last of which is the current one."""
    store = Store(tmp_path_factory.mktemp("whole"))
    for night, log in LOGS.items():
        store.begin(log, summary_of(night_of(log)), night=night)
    return Whole((store.folder / "nights.sqlite3").read_bytes())


class Whole(bytes):
    """Bytes that no failed test prints."""

    __slots__ = ()

    def __repr__(self):
        return "whole"


def spoilt(store):
    """Have a failing disk write noise over the first page."""
    file = store.folder / "nights.sqlite3"
    file.write_bytes(b"?" * PAGE + file.read_bytes()[PAGE:])


def put(store, damaged, good=None):
    """Have a folder hold a damaged file and, if there is one, the last good copy."""
    store.folder.mkdir(exist_ok=True)
    (store.folder / "nights.sqlite3").write_bytes(damaged)
    if good is not None:
        (store.folder / "nights.good.sqlite3").write_bytes(good)


def logs_of(store):
    return {each.night: store.read(each.night) for each in store.summaries()}


DAMAGES = {
    "empty": lambda _: b"",
    "other": lambda _: b"mine, and no database",
    "zeros": lambda whole: bytes(len(whole)),
    "head": lambda whole: b"?" * 100 + whole[100:],
    "first page": lambda whole: b"?" * PAGE + whole[PAGE:],
    "magic": lambda whole: b"s" + whole[1:60] + b"\xff" * 4 + whole[64:],
    "half": lambda whole: whole[: len(whole) // 2],
    "last page": lambda whole: whole[:-PAGE],
    "name": lambda whole: whole.replace(b"CREATE TABLE nights", b"CREATE TABLE knight", 1),
    "letters": lambda whole: whole.replace(b"CREATE TABLE nights", b"CREATE \x9f\x9f\x9f\x9f\x9f nights", 1),
    "no version": lambda whole: whole[:60] + bytes(4) + whole[64:],
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_kept_and_the_last_good_copy_stands_in_its_place(store, whole, damage):
    damaged = damage(whole)
    assert damaged != whole
    put(store, damaged, whole)
    assert logs_of(store) == LOGS
    assert store.current() == "night-5"
    assert listing(store.folder) == {"nights.sqlite3": damaged, "nights.good.sqlite3": whole}
    path = str(store.folder / "nights.sqlite3")
    told = {"path": path, "nights": 6, "events": 78, "lost_nights": 0, "lost_events": 0}
    assert store.notices[0] == files.Notice("store.damaged", told)
    for copied in store.notices[1:]:
        assert copied.code == "store.from-copy"
        assert copied.values["path"] == str(store.folder / "nights.good.sqlite3")
        assert set(copied.values["nights"].split(", ")) <= set(LOGS)
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", copied.values["at"])
    assert (len(store.notices) == 1) == (damage is DAMAGES["no version"])  # all of that can be read

    writer = Store(store.folder)
    begin(writer, "new")
    assert codes(writer) == ["store.renewed", *codes(store)[1:]]
    kept = Path(writer.notices[0].values["kept"])
    assert writer.notices[0].values == {**told, "kept": str(kept)}
    assert kept.read_bytes() == damaged
    assert re.fullmatch(r"nights\.damaged-\d{4}-\d\d-\d\d\.sqlite3", kept.name)
    fresh = Store(store.folder)
    assert logs_of(fresh) == {**LOGS, "new": (began(),)}
    assert fresh.current() == "new"
    assert fresh.notices == []
    put(store, damaged)
    writer = Store(store.folder)
    begin(writer, "newer")
    assert Path(writer.notices[0].values["kept"]).name == kept.name.replace(".sqlite3", "-2.sqlite3")


def test_where_there_is_no_copy_what_can_be_read_stands(store, whole):
    put(store, b"?" * PAGE + whole[PAGE:])
    assert store.summaries() == []
    assert codes(store) == ["store.damaged"]
    begin(store, "new")
    assert codes(store) == ["store.damaged", "store.renewed"]
    assert logs_of(Store(store.folder)) == {"new": (began(),)}


def wrong(whole, was="Ж"):
    """Have the seventh event of the first evening say something else."""
    text = b'"7 ' + "Ё".encode() * 20
    assert whole.count(text) >= 4
    return whole.replace(text, b'"7 ' + was.encode() + "Ё".encode() * 19, 1)


def test_of_an_evening_the_events_before_the_first_wrong_one_stand_and_the_rest_is_told(store, whole):
    put(store, wrong(whole))
    found = {night: store.read(night) for night in LOGS}
    (cut,) = (night for night in LOGS if found[night] != LOGS[night])
    assert found[cut] == LOGS[cut][:7]
    told = files.Notice("store.night-cut", {"night": cut, "events": 7, "lost_events": 6})
    assert store.notices[1:] == [told]
    assert store.notices[0].values["lost_events"] == 6

    other = next(night for night in LOGS if night != cut)
    (store.folder / "nights.good.sqlite3").write_bytes(b"")  # young: the file is not looked through
    add(store, other)
    assert codes(store) == ["store.damaged", "store.night-cut"]  # that one is whole
    (store.folder / "nights.good.sqlite3").unlink()
    add(store, cut, event(99))
    assert codes(store) == ["store.damaged", "store.night-cut", "store.renewed"]
    fresh = Store(store.folder)
    assert fresh.read(cut) == (*LOGS[cut][:7], event(99))
    assert fresh.read(other)[:13] == LOGS[other]
    assert fresh.notices == []


def test_what_cannot_be_read_comes_from_the_copy_and_what_came_after_it_is_told(store, whole):
    put(store, whole, whole)
    for night in LOGS:
        add(store, night, event(20))
    file = store.folder / "nights.sqlite3"
    file.write_bytes(wrong(file.read_bytes()))
    fresh = Store(store.folder)
    nights = logs_of(fresh)
    (behind,) = (night for night in LOGS if nights[night] == LOGS[night])
    assert all(nights[night] == (*LOGS[night], event(20)) for night in LOGS.keys() - {behind})
    copied, cut = fresh.notices[1:]
    assert (copied.code, copied.values["nights"]) == ("store.from-copy", behind)
    assert cut == files.Notice("store.night-cut", {"night": behind, "events": 13, "lost_events": 1})


def test_an_evening_that_is_missing_from_the_copy_and_cannot_be_read_is_told(store, whole):
    began_then = b"began2026-11-04T19:30:00Z"
    assert whole.count(began_then) == 1
    put(store, whole.replace(began_then, b"BEGAN" + began_then[5:]))
    with pytest.raises(files.UnknownNightError):
        store.read("night-3")
    values = {"path": str(store.folder / "nights.sqlite3"), "nights": 5, "events": 65}
    assert store.notices == [
        files.Notice("store.damaged", {**values, "lost_nights": 1, "lost_events": 13}),
        files.Notice("store.night-lost", {"night": "night-3", "lost_events": 13}),
    ]
    saved = Store(store.folder)
    with pytest.raises(files.UnknownNightError):
        add(saved, "night-3")
    assert saved.current() == "night-5"
    assert codes(saved) == ["store.renewed", "store.night-lost"]


def changed(store, *statements):
    """Have another program change the file."""
    with closing(sqlite3.connect(store.folder / "nights.sqlite3", isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(*statement)


def test_what_was_told_of_an_evening_by_nobody_of_us_is_damage_and_worked_out_anew(store):
    for night in "abc":
        begin(store, night, Event("noted", "2026-11-22T19:30:00Z", "", {"note": night}))
    changed(store, ("UPDATE nights SET summary = '?'",))
    assert noted(store) == dict.fromkeys("abc")
    assert [store.read(night)[1].data for night in "abc"] == [{"note": night} for night in "abc"]
    assert store.current() == "c"
    assert codes(store) == ["store.damaged"]


def test_a_log_whose_end_is_missing_is_damage(store):
    begin(store, "a", event(1), event(2))
    changed(store, ("DELETE FROM events WHERE number = 3",))
    assert store.read("a") == (began(), event(1))
    assert store.notices[-1] == files.Notice("store.night-cut", {"night": "a", "events": 2, "lost_events": 1})


def test_an_evening_that_no_list_names_is_there_as_soon_as_damage_is_found(store):
    for night in ("hamo-histrio", "tomak-histrio"):
        begin(store, night)
    changed(store, ("DELETE FROM nights WHERE night = 'hamo-histrio'",), ("UPDATE nights SET created = 'x'",))
    assert store.matching("hamo") == ["hamo-histrio"]
    assert codes(store) == ["store.damaged"]


def test_checksums_are_what_they_always_were():
    log = [Event("began", "2026-11-01T19:30:00Z", "", {"game": "histrio", "players": ["Ann", "Борис"]})]
    assert chain("a", log)[0].checksum == "ba26015afc7509cb951eafc8"


def test_what_is_spoilt_as_soon_as_it_is_written_is_told_as_a_medium_that_fails(store, monkeypatch):
    def damaged(*_, **__):
        raise files.DamagedError

    begin(store, "a")
    monkeypatch.setattr(database.Database, "row", damaged)
    with pytest.raises(files.StoreFailingError) as raised:
        add(store, "a")
    assert raised.value.path == store.folder / "nights.sqlite3"


# The last good copy


def test_a_copy_is_kept_of_what_stood_when_writing_began_and_then_now_and_again(store):
    good = store.folder / "nights.good.sqlite3"
    begin(store, "a")
    assert not good.exists()  # there was nothing to copy
    add(store, "a")
    add(store, "a")
    assert logs_of_copy(good) == {"a": (began(),)}
    os.utime(good, (time.time() - database.GOOD_FOR - 1,) * 2)
    add(store, "a")
    assert logs_of_copy(good) == {"a": (began(), event(1), event(2))}


def logs_of_copy(good):
    return {each.night: tuple(row.event for row in each.events) for each in database.contents_of(good).nights}


def test_no_copy_is_made_of_a_file_that_is_not_sound(store, whole):
    last = 0
    for page in range(1, len(whole) // PAGE):
        store = Store(store.folder.parent / str(page))
        put(store, whole[: page * PAGE] + b"\n" + bytes(PAGE - 1) + whole[(page + 1) * PAGE :], whole)
        os.utime(store.folder / "nights.good.sqlite3", (0, 0))
        begin(store, "new")
        assert logs_of(Store(store.folder)) == {**LOGS, "new": (began(),)}, page
        last += codes(store)[:1] == ["store.renewed"]
    assert last == page


def test_what_cannot_be_copied_is_saved_all_the_same(store, monkeypatch):
    def full(*_, **__):
        raise files.StoreFullError(store.folder)

    begin(store, "a")
    monkeypatch.setattr(database, "_put", full)
    assert add(store, "a") == (began(), event(1))
    assert "nights.good.sqlite3" not in listing(store.folder)


damages = st.one_of(
    st.tuples(st.just("flip"), st.integers(0, 10**9), st.integers(1, 255)),
    st.tuples(st.just("head"), st.integers(0, 299), st.integers(1, 255)),
    st.tuples(st.just("cut"), st.integers(0, 10**9), st.just(0)),
    st.tuples(st.just("noise"), st.integers(0, 10**9), st.integers(0, 99)),
    st.tuples(st.just("old"), st.integers(0, 10**9), st.integers(0, 10**9)),
)


def damage(whole, kind, place, how):
    place %= len(whole)
    if kind == "cut":
        return whole[:place]
    if kind == "noise":
        return whole[:place] + random.Random(how).randbytes(PAGE) + whole[place + PAGE :]
    if kind == "old":  # one page in the place of another
        page, other = (each % -(-len(whole) // PAGE) * PAGE for each in (place, how))
        return whole[:page] + whole[other : other + PAGE] + whole[page + PAGE :]
    return whole[:place] + bytes([whole[place] ^ how]) + whole[place + 1 :]


@given(st.lists(damages, min_size=1, max_size=2), st.sampled_from(sorted(LOGS)), st.booleans())
@example([("old", 1, 1053)], "night-0", True)  # a page that is sound itself hides evenings
@example([("old", 1, 1053)], "night-0", False)
@example([("old", 128, 0)], "night-3", True)  # what is written to such a file would be lost
@example([("flip", 18, 1)], "night-0", False)  # the file says that nobody may write it
def test_whatever_is_damaged_only_what_was_written_is_read_and_what_is_missing_is_told(whole, kinds, night, has_copy):
    import tempfile

    damaged = whole
    for kind in kinds:
        damaged = damage(damaged, *kind) if damaged else damaged
    assume(damaged != whole)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = Store(folder)
        put(store, damaged, whole if has_copy else None)
        before = listing(folder)
        try:
            read = {each: read_or_not(store, each) for each in LOGS}
            listed = {each.night for each in store.summaries()}
            store.current()
            store.matching("night")
        except files.NewerStoreError:
            assert listing(folder) == before
            return
        assert all(log == LOGS[each][: len(log)] for each, log in read.items())
        assert listed <= set(LOGS)
        if has_copy or not store.notices:
            assert read == LOGS
        try:
            answered = add(store, night, event(99))
        except files.UnknownNightError:
            assert not read[night]
            return
        assert answered == (*read[night], event(99))
        fresh = Store(folder)
        assert fresh.read(night) == answered
        if "store.renewed" in codes(store):
            assert fresh.notices == []
            (kept,) = folder.glob("nights.damaged-*")
            assert kept.read_bytes() == damaged


def read_or_not(store, night):
    try:
        return store.read(night)
    except files.UnknownNightError:
        return ()


# Files


@posix
def test_what_cannot_be_written_down_for_good_is_told_and_leaves_nothing_half(store, monkeypatch):
    def fail(_):
        raise OSError(errno.EIO, "")  # which names no file

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(files.StoreFailingError) as raised:
        begin(store, "a")
    assert raised.value.path in {store.folder / "nights.sqlite3", store.folder}
    assert not store.folder.exists() or set(listing(store.folder)) <= {"nights.sqlite3", "nights.lock"}


@posix
@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP])
def test_a_system_that_cannot_write_folders_down_for_good_does_it_by_itself(store, monkeypatch, number):
    fsync, asked = os.fsync, []

    def only_files(handle):
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            asked.append(handle)
            raise OSError(number, "")
        fsync(handle)

    monkeypatch.setattr(os, "fsync", only_files)
    night = begin(store, "a")
    assert asked
    assert Store(store.folder).read(night) == (began(),)


def test_a_file_is_written_whole_or_stays_as_it_was_and_a_link_stays_a_link(tmp_path, monkeypatch):
    file, link = tmp_path / "file", tmp_path / "link"
    files.write_file(file, b"one")
    file.chmod(0o640)
    link.symlink_to(file)
    files.write_file(link, b"two")
    assert (file.read_bytes(), link.is_symlink(), stat.S_IMODE(file.stat().st_mode)) == (b"two", True, 0o640)
    files.write_file(file, b"three", mode=0o600)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    monkeypatch.setattr(Path, "replace", lambda *_: pytest.fail("moved"))
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(errno.EIO, "5")))
    with pytest.raises(OSError, match="5"):
        files.write_file(file, b"four")
    assert file.read_bytes() == b"three"
    assert {each.name for each in tmp_path.iterdir()} == {"file", "link"}
