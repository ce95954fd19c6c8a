"""The store of evenings: what it keeps, and that it keeps it whatever is killed, full, damaged, older or newer."""

from __future__ import annotations

import errno
import json
import os
import random
import re
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
from hypothesis import assume, given
from hypothesis import strategies as st

from callboard_nights.events import Event
from callboard_nights.keeping import drafts, files, migrations, salvage, shelf, tables, trouble
from callboard_nights.keeping.drafts import Draft
from callboard_nights.keeping.ids import another, is_id, new_id
from callboard_nights.keeping.links import KeptLinks
from callboard_nights.keeping.pages import rows
from callboard_nights.keeping.shelf import Contents, Kept, Shelf
from callboard_nights.keeping.store import Append, Store
from callboard_nights.keeping.tables import MOST_BYTES, MOST_EVENTS, EventRow, StateRow, TooLargeError, chain

PAGE = files.PAGE
posix = pytest.mark.skipif(sys.platform == "win32", reason="processes are forked")


def event(number, size=20, kind="entered"):
    return Event(kind, f"2026-11-22T19:{number % 60:02}:00Z", "Борис", {"entry": number, "words": ["Ё" * size]})


def began(day=1, game="histrio"):
    return Event("began", f"2026-11-{day:02}T19:30:00Z", "", {"game": game, "players": ["Ann", "Борис"]})


def grown(log, *events):
    return Append(events or (event(len(log)),), {"events": len(log) + len(events or (1,))})


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
    night = store.begin((began(),), {"game": "histrio"}, night="tomak-histrio")
    answered = store.append(night, grown)
    assert night == "tomak-histrio"
    assert store.read(night) == answered == (began(), event(1))
    assert Store(store.folder).read(night) == answered
    assert store.notices == []


def test_a_table_of_another_kind_and_odd_words_come_back_as_plain_ones(store):
    from types import MappingProxyType

    odd = {"words": "\0\x1f\"'\\ \u2028 Ё 🎭", "numbers": [0, -1, 2**70, 1.5, True, None], "none": {}, "": ""}
    night = store.begin((Event("began", "2026-11-22T19:30:00Z", "Ё\0", MappingProxyType(odd)),), {}, night="a")
    assert store.read(night) == (Event("began", "2026-11-22T19:30:00Z", "Ё\0", odd),)
    assert store.notices == []


def test_the_newest_is_listed_first_and_what_began_at_one_time_by_when_it_was_kept(store):
    for night, day in (("old", 1), ("older", 1), ("new", 3), ("between", 2)):
        store.begin((began(day),), {"of": night}, night=night)
    listed = store.summaries()
    assert [each.night for each in listed] == ["new", "between", "older", "old"]
    assert [each.table for each in listed] == [{"of": each.night} for each in listed]
    assert listed[0].began == "2026-11-03T19:30:00Z"


def test_whoever_follows_sees_that_something_was_written_without_opening_the_file(store, monkeypatch):
    assert store.touched() is None
    night = store.begin((began(),), {}, night="a")
    before = store.touched()
    assert before is not None
    store.append(night, lambda _: Append((), {}))
    assert store.touched() == Store(store.folder).touched() == before
    store.append(night, grown)
    assert store.touched() != before
    monkeypatch.setattr(sqlite3, "connect", lambda *_, **__: pytest.fail("opened"))
    assert store.touched() == Store(store.folder).touched() is not None


def test_a_list_tells_what_was_given_with_the_last_event(store):
    night = store.begin((began(),), {"events": 1}, night="a")
    store.append(night, grown)
    store.append(night, lambda _: Append((), {"told": "anew"}))
    assert [each.table for each in store.summaries()] == [{"told": "anew"}]
    assert len(store.read(night)) == 2


def test_one_evening_at_most_is_the_current_one(store):
    assert store.current() is None
    first = store.begin((began(),), {}, night="first")
    assert store.current() == first
    second = store.begin((began(),), {}, night="second", current=False)
    assert store.current() == first
    store.choose(second)
    assert store.current() == second
    store.remove(first)
    assert store.current() == second
    store.remove(second)
    assert store.current() is None
    assert store.summaries() == []


def test_an_evening_that_is_removed_leaves_no_word_behind(store):
    secret = Event("noted", "2026-11-22T19:30:00Z", "", {"note": "nobody else's business" * 100})
    night = store.begin((began(), secret), {"note": "business"}, night="gone")
    kept = store.begin((began(),), {}, night="kept")
    store.remove(night)
    with pytest.raises(trouble.UnknownNightError):
        store.read(night)
    assert b"business" not in b"".join(listing(store.folder).values())
    assert store.read(kept) == (began(),)


def test_a_beginning_finds_all_that_begin_so_and_a_whole_id_only_itself(store):
    for night in ("tomak-histrio", "tomak-histrio-2", "tomas-intrigo", "to", "bolan-histrio"):
        store.begin((began(),), {}, night=night)
    assert store.matching("tom") == ["tomak-histrio", "tomak-histrio-2", "tomas-intrigo"]
    assert store.matching("tomak-histrio") == ["tomak-histrio"]
    assert store.matching("to") == ["to"]
    assert len(store.matching("")) == 5
    assert store.matching("x") == store.matching("to%") == store.matching("_o") == store.matching("Ё") == []


def test_an_id_that_is_taken_gets_another_word_before_the_game(store):
    nights = [store.begin((began(day),), {"day": day}, night="tomak-histrio") for day in range(1, 6)]
    assert len(set(nights)) == 5
    assert all(night.endswith("-histrio") and is_id(night) for night in nights)
    assert [store.read(night) for night in nights] == [(began(day),) for day in range(1, 6)]


@given(st.text("abc-0123456789", min_size=1, max_size=32))
def test_ids_are_short_and_can_be_said(game):
    for night in (new_id(game), another(game), another(new_id(game))):
        assert is_id(night)
        assert not night.endswith("-")
        word = night.partition("-")[0]
        assert len(word) == 5
        assert all((letter in "aeiou") == (place % 2 == 1) for place, letter in enumerate(word))


def test_an_id_ends_with_the_game_and_so_does_another_in_its_place():
    assert new_id("Histrio!")[5:] == "-histrio"
    assert new_id("g" * 40)[5:] == f"-{'g' * 26}"
    assert another("tomak-histrio-2")[5:] == "-histrio-2"
    assert another("histrio")[5:] == "-histrio"


def test_ids_are_many_and_none_of_them_is_rude():
    words = {new_id("intrigo") for _ in range(2000)}
    assert len(words) > 1800
    assert not [word for word in words if word[:3] in {"fuk", "put", "suk", "pid", "nig"}]


@pytest.mark.parametrize("night", ["Tomak", "a b", "ё", "a" * 33, "../a", "a\n"])
def test_what_is_no_id_is_refused(store, night):
    with pytest.raises(ValueError, match=re.escape(night)):
        store.begin((began(),), {}, night=night)
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
    with pytest.raises(trouble.StoreNotFolderError) as raised:
        Store.at_home()
    assert raised.value.path == nowhere
    assert asked == [(("callboard",), {"appauthor": False})]  # else Windows has a folder of ours in a folder of ours
    assert list(tmp_path.iterdir()) == []


# Nothing is written that was not asked for


def ask_all(store):
    store.current()
    store.summaries()
    store.matching("t")
    with pytest.raises(trouble.UnknownNightError) as raised:
        store.read("nobody")
    assert raised.value.values == {"night": "nobody"}


def ask_for_nobody(store):
    """Ask for an evening that is not there: it is told by its name, and in which folder."""
    for ask in (
        lambda: store.read("nobody"),
        lambda: store.append("nobody", grown),
        lambda: store.choose("nobody"),
        lambda: store.remove("nobody"),
    ):
        with pytest.raises(trouble.UnknownNightError) as raised:
            ask()
        assert (raised.value.path, raised.value.values) == (store.folder, {"night": "nobody"})


def test_who_only_reads_makes_nothing(store, tmp_path):
    ask_all(store)
    ask_for_nobody(store)
    assert list(tmp_path.iterdir()) == []


def test_an_evening_that_is_not_there_is_told_by_its_name_and_nothing_changes(store):
    store.begin((began(),), {}, night="a")
    before = listing(store.folder)
    ask_for_nobody(store)
    assert listing(store.folder) == before


@pytest.mark.parametrize(
    "name", ["plain", "50% ?#&=;+", "Ёлки 🎭", "a'b\"c", "%41", pytest.param("a\\b:c\n", marks=posix)]
)
def test_who_only_reads_leaves_every_file_as_it_is_whatever_the_folder_is_called(tmp_path, name):
    store = Store(tmp_path / name)
    night = store.begin((began(),), {}, night="tomak")
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in store.folder.iterdir()}
    ask_all(store)
    assert store.read(night) == (began(),)
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in store.folder.iterdir()} == before
    assert {path.name for path in before} == {"nights.sqlite3", "nights.lock"}
    assert [path.name for path in tmp_path.iterdir()] == [name]


@posix
def test_a_folder_whose_name_is_no_text_is_a_folder_too(tmp_path):
    store = Store(Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe")))
    assert store.read(store.begin((began(),), {}, night="a")) == (began(),)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (PurePosixPath("/a b/50%/?#"), "file:///a%20b/50%25/%3F%23?mode=ro"),
        (PureWindowsPath(r"C:\Ann\50%"), "file:///C:/Ann/50%25?mode=ro"),
        (PureWindowsPath(r"\\table\share\x"), "file:////table/share/x?mode=ro"),
    ],
)
def test_paths_of_all_systems_are_told_to_the_database(path, expected):
    assert files.address(path, "ro") == expected


def test_a_decision_that_is_none_changes_nothing(store):
    night = store.begin((began(),), {}, night="a")
    before = listing(store.folder)

    def refuse(log):
        assert log == (began(),)
        raise OSError(28, "not ours")  # nor is it told as the store's

    with pytest.raises(OSError, match="not ours"):
        store.append(night, refuse)
    store.choose(night)
    store.append(night, lambda _: Append((), {}))
    assert listing(store.folder) == before


@pytest.mark.parametrize(
    ("events", "summary", "code"),
    [
        ([event(1)] * MOST_EVENTS, {}, "store.too-many"),
        ([event(1, size=MOST_BYTES // 2)], {}, "store.too-large"),
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
def test_what_no_evening_holds_is_refused_before_anything_is_written(store, events, summary, code):
    night = store.begin((began(),), {}, night="a")
    before = listing(store.folder)
    for change in (
        lambda: store.append(night, lambda _: Append(events, summary)),
        lambda: store.begin((began(), *events), summary, night="b"),
    ):
        with pytest.raises(trouble.TooMuchError) as raised:
            change()
        assert (raised.value.code, raised.value.path) == (code, store.folder)
    assert listing(store.folder) == before


@pytest.mark.parametrize("summary", [{"note": "x" * MOST_BYTES}, {"note": "\ud800"}])
def test_of_what_no_evening_holds_not_even_a_folder_is_made(store, summary):
    with pytest.raises(trouble.TooMuchError):
        store.begin((began(),), summary, night="a")
    assert not store.folder.exists()


def test_an_event_and_what_a_list_tells_are_as_large_as_they_may_be_and_no_larger(store):
    def noted(size):
        empty = len("noted" + "now" + '{"x":""}') + len("Ё".encode())
        return Event("noted", "now", "Ё", {"x": "y" * (size - empty)})

    largest, summary = noted(MOST_BYTES), {"x": "y" * (MOST_BYTES - len('{"x":""}'))}
    night = store.begin((largest,), summary, night="a")
    assert store.read(night) == (largest,)
    assert store.summaries()[0].table == summary
    for events, told in (((noted(MOST_BYTES + 1),), {}), ((), {"x": summary["x"] + "y"})):
        with pytest.raises(trouble.TooMuchError) as raised:
            store.append(night, lambda _, events=events, told=told: Append(events, told))
        assert raised.value.code == "store.too-large"


def test_as_many_tables_as_one_likes_stand_beside_each_other_and_fifty_in_one_another(store):
    def deep(tables, inner):
        for place in range(tables - 1):
            inner = {"a": inner} if place % 2 else [inner]
        return {"a": inner}

    beside = [[[], {}]] * 60
    for data in ({"a": beside}, {"a": "[{" * 60}, deep(50, 1), deep(49, []), {**deep(50, 1), "b": beside}):
        night = store.begin((Event("began", "now", "", data),), data, night="a")
        assert store.read(night)[0].data == data
        assert store.summaries()[0].table == data
        store.remove(night)
    for data in (deep(51, 1), deep(50, {}), deep(50, [])):
        with pytest.raises(trouble.TooMuchError) as raised:
            store.begin((Event("began", "now", "", data),), {}, night="a")
        assert raised.value.code == "store.no-text"


@pytest.mark.parametrize("depth", [200, 20_000])
def test_tables_in_tables_without_end_are_refused(store, depth):
    """Some Pythons read and write what others cannot, and an evening goes from one to another."""
    deep = []
    for _ in range(depth):
        deep = [deep]
    with pytest.raises(trouble.TooMuchError):
        store.begin((Event("began", "now", "", {"deep": deep}),), {}, night="a")
    assert not store.folder.exists()


def test_the_longest_evening_is_kept(store):
    night = store.begin((began(),), {}, night="long")
    events = [event(number) for number in range(1, MOST_EVENTS)]
    store.append(night, lambda _: Append(events, {}))
    assert store.read(night) == (began(), *events)
    with pytest.raises(trouble.TooMuchError):
        store.append(night, grown)
    large = store.begin((event(0, size=MOST_BYTES // 2 - 100),), {"x": "y" * (MOST_BYTES - 10)}, night="large")
    assert store.read(large) == (event(0, size=MOST_BYTES // 2 - 100),)


def test_the_store_knows_logs_and_no_game():
    import ast

    folder = Path(files.__file__).parent
    known = {"events", "files", "ids", "links", "migrations", "pages", "salvage", "shelf", "tables", "trouble"}
    for name in (known - {"events"}) | {"store"}:
        for node in ast.walk(ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("callboard"):
                package, _, module = node.module.partition(".")
                imported = {module} if module else {each.name for each in node.names}
                assert package == "callboard_nights"
                assert {each.removeprefix("keeping.") for each in imported} <= known | {"keeping"}, (name, imported)


def test_what_only_who_uses_a_store_needs_is_imported_by_nobody_else():
    import subprocess

    late = {"sqlite3", "hashlib", "platformdirs", "json"}
    asked = f"import sys, callboard_nights.keeping.store; print(sorted({late} & set(sys.modules)))"
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
        night = store.begin((began(),), {}, night="shared", current=False)
        for number in range(30):
            mine = Event("noted", "now", who, {"number": number})
            store.append("shared", lambda log, mine=mine: Append((mine,), {"events": len(log) + 1}))
            assert store.read("shared")
        assert store.read(night)

    assert ended(*(forked(lambda who=who: play(who)) for who in "ab")) == [0, 0]
    log = store.read("shared")
    assert len(log) == 61
    for who in "ab":
        assert [each.data["number"] for each in log if each.by == who] == list(range(30))
    assert {each.table["events"] for each in store.summaries() if each.night == "shared"} == {61}
    assert len(store.summaries()) == 2
    assert store.notices == []


@posix
def test_who_waits_too_long_is_told_and_who_reads_does_not_wait(store, monkeypatch):
    night = store.begin((began(),), {}, night="a")
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    ready, go = os.pipe(), os.pipe()

    def hold(log):
        os.write(ready[1], b"x")
        os.read(go[0], 1)
        return grown(log)

    child = forked(lambda: store.append(night, hold))
    os.read(ready[0], 1)
    assert store.read(night) == (began(),)
    with pytest.raises(trouble.StoreBusyError) as raised:
        store.append(night, grown)
    assert raised.value.code == "store.busy"
    os.write(go[1], b"x")
    assert ended(child) == [0]
    assert len(store.read(night)) == 2
    for end in (*ready, *go):
        os.close(end)


def test_a_decision_that_asks_the_store_is_told_so_instead_of_waiting_for_ever(store, monkeypatch):
    night = store.begin((began(),), {}, night="a")
    monkeypatch.setattr(files, "PATIENCE", 0.01)
    with pytest.raises(trouble.StoreBusyError) as raised:
        store.append(night, lambda _: store.read(night))
    assert raised.value.path == store.folder / "nights.sqlite3"
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
    night = store.begin((began(),), {}, night="killed")
    expected = 0

    def play(pipe):
        for _ in range(10_000):
            store.append(
                night, lambda log: Append((event(len(log), size=random.randrange(4000)),), {"events": len(log)})
            )
            os.write(pipe, b"x")

    chance = random.Random(14)
    for _ in range(kills):
        if expected > MOST_EVENTS // 2:
            store.remove(night)
            store.begin((began(),), {}, night=night)
            expected = 0
        answered = len(killed(play, chance.uniform(0, 0.03)))
        log = store.read(night)
        assert expected + answered <= len(log) - 1 <= expected + answered + 1
        assert [each.data["entry"] for each in log[1:]] == list(range(1, len(log)))
        assert store.summaries()[0].table in ({"events": len(log) - 1}, {})
        expected = len(log) - 1
    store.append(night, grown)
    assert set(listing(store.folder)) == {"nights.sqlite3", "nights.lock"}  # no journal
    assert store.notices == []


@posix
@many_kills(6, 200)
@pytest.mark.parametrize("state", ["none", "older", "damaged"])
def test_a_kill_while_a_file_is_made_or_renewed_loses_nothing(tmp_path, kills, state, older, whole):
    chance = random.Random(state)
    for number in range(kills):
        folder = tmp_path / str(number)
        store = Store(folder)
        if state != "none":
            folder.mkdir()
            (folder / "nights.sqlite3").write_bytes(older if state == "older" else b"?" * PAGE + whole[PAGE:])
        before = {each.night: store.read(each.night) for each in store.summaries()}

        def play(pipe, store=store):
            store.begin((began(),), {}, night="new")
            os.write(pipe, b"x")

        answered = killed(play, chance.uniform(0, 0.012))
        after = {each.night: store.read(each.night) for each in store.summaries()}
        if answered or "new" in after:
            assert after.pop("new") == (began(),)
        assert after == before
        store.begin((began(),), {}, night="newer")
        assert store.read("newer") == (began(),)
        assert not [name for name in listing(folder) if "journal" in name or "new." in name]


def left_unfinished(store, night):
    """Leave the file as somebody does who is killed in the middle of writing it."""
    file = store.folder / "nights.sqlite3"
    before = file.read_bytes()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.executescript("PRAGMA cache_size=1; PRAGMA cache_spill=1; BEGIN IMMEDIATE")
        connection.execute("UPDATE nights SET summary = '?'")
        connection.execute("UPDATE events SET data = '?'")
        connection.executemany(
            "INSERT INTO events VALUES (?, ?, '', '', '', ?, '')", [(night, n, "?" * 900) for n in range(900, 990)]
        )
        left = listing(store.folder)
    for name, content in left.items():
        (store.folder / name).write_bytes(content)
    assert left["nights.sqlite3"] != before
    assert left["nights.sqlite3-journal"]
    return before


@posix
@pytest.mark.parametrize("first", ["read", "append"])
def test_what_somebody_left_unfinished_is_put_right_by_the_next(store, first):
    night = store.begin((began(), *map(event, range(1, 40))), {}, night="a")
    log = store.read(night)
    before = left_unfinished(store, night)
    if first == "read":
        assert store.read(night) == log
        assert listing(store.folder)["nights.sqlite3"] == before
    else:
        assert store.append(night, grown)[:-1] == log
    assert set(listing(store.folder)) == {"nights.sqlite3", "nights.lock"}
    assert store.notices == []


@posix
def test_a_first_page_that_somebody_left_half_written_is_put_right_too(store):
    night = store.begin((began(), *map(event, range(1, 40))), {}, night="a")
    log = store.read(night)
    before = left_unfinished(store, night)
    file = store.folder / "nights.sqlite3"
    file.write_bytes(bytes(100) + file.read_bytes()[100:])
    assert store.read(night) == log
    assert listing(store.folder) == {"nights.sqlite3": before, "nights.lock": b""}
    assert store.notices == []


@posix
def test_where_what_was_left_unfinished_cannot_be_put_right_that_is_told_and_no_wrong_data(store, monkeypatch):
    night = store.begin((began(), *map(event, range(1, 40))), {}, night="a")
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
            with pytest.raises(trouble.StoreUnfinishedError) as raised:
                ask()
            assert raised.value.path == store.folder / "nights.sqlite3"
    assert listing(store.folder) == before
    assert len(store.read(night)) == 40


@contextmanager
def held(path):
    """Have somebody else write a file all the time."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


def test_whoever_waits_for_somebody_else_is_told_for_which_file_and_reads_meanwhile(store, monkeypatch):
    night = store.begin((began(),), {}, night="a")
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    started = time.monotonic()
    for name in ("nights.lock", "nights.sqlite3"):
        with held(store.folder / name):
            if name == "nights.lock":
                assert store.read(night) == (began(),)
            else:
                with pytest.raises(trouble.StoreBusyError) as raised:
                    store.read(night)
                assert raised.value.path == store.folder / name
            with pytest.raises(trouble.StoreBusyError) as raised:
                store.append(night, grown)
            assert raised.value.path == store.folder / name
    assert time.monotonic() - started < 3
    assert len(store.append(night, grown)) == 2


def test_a_thread_waits_for_another(store, monkeypatch):
    night = store.begin((began(),), {}, night="a")
    monkeypatch.setattr(files, "PATIENCE", 10)
    holding, go = threading.Event(), threading.Event()

    def hold(log):
        holding.set()
        go.wait(10)
        return grown(log)

    holder = threading.Thread(target=store.append, args=(night, hold))
    holder.start()
    holding.wait(10)
    threading.Timer(0.1, go.set).start()
    assert len(Store(store.folder).append(night, grown)) == 3
    holder.join()


def test_a_lock_that_another_program_spoilt_is_told_as_a_medium_that_fails(store):
    store.begin((began(),), {}, night="a")
    (store.folder / "nights.lock").write_bytes(b"?" * PAGE)
    with pytest.raises(trouble.StoreFailingError) as raised:
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
    for _ in range(100):
        store.append(night, lambda log: grown(log, event(len(log), size=4000)))


def test_on_a_full_disk_what_was_answered_stands(small_disk):
    store = Store(small_disk[0])
    night = store.begin((began(),), {}, night="a")
    with pytest.raises(trouble.StoreFullError) as raised:
        fill_up(store, night)
    assert raised.value.code == "store.full"
    log = store.read(night)
    assert len(log) > 5
    assert store.summaries()[0].table == {"events": len(log)}
    with pytest.raises(trouble.StoreFullError):
        fill_up(store, night)
    assert store.read(night) == log
    file = small_disk[0] / "nights.sqlite3"
    file.write_bytes(b"?" * PAGE + file.read_bytes()[PAGE:])
    before = listing(small_disk[0])
    assert store.read(night) == log  # told in memory; for a copy there is no room
    with pytest.raises(trouble.StoreFullError):
        store.append(night, grown)
    assert listing(small_disk[0]) == before


@posix
def test_beyond_what_a_file_may_take_what_was_answered_stands(store):
    import resource

    night = store.begin((began(),), {}, night="a")

    def write():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        with pytest.raises((trouble.StoreFullError, trouble.StoreFailingError)):
            fill_up(store, night)

    assert ended(forked(write)) == [0]
    log = store.read(night)
    assert len(log) > 3
    assert store.append(night, grown) == (*log, event(len(log)))
    assert store.notices == []


def test_on_a_read_only_disk_everything_is_read_and_nothing_written(small_disk):
    folder, seal = small_disk
    store = Store(folder)
    night = store.begin((began(),), {}, night="a")
    assert seal()
    assert store.read(night) == (began(),)
    assert store.current() == night
    ask_all(store)
    for change in (
        lambda: store.append(night, grown),
        lambda: store.begin((began(),), {}, night="b"),
        lambda: store.remove(night),
        lambda: Store(folder / "below").begin((began(),), {}, night="b"),
    ):
        with pytest.raises(trouble.StoreReadOnlyError) as raised:
            change()
        assert raised.value.path.is_relative_to(folder)
    ask_all(Store(folder / "below"))


def test_on_a_read_only_disk_what_was_left_unfinished_is_told_and_no_wrong_data(small_disk):
    folder, seal = small_disk
    store = Store(folder)
    night = store.begin((began(), *map(event, range(1, 40))), {}, night="a")
    left_unfinished(store, night)
    assert seal()
    for ask in (store.current, store.summaries, lambda: store.read(night)):
        with pytest.raises(trouble.StoreUnfinishedError):
            ask()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_what_is_forbidden_is_told(store):
    night = store.begin((began(),), {}, night="a")
    store.folder.chmod(0o555)
    assert store.read(night) == (began(),)
    with pytest.raises(trouble.StoreDeniedError):
        store.append(night, grown)
    store.folder.chmod(0o000)
    with pytest.raises(trouble.StoreDeniedError):
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
        night = store.begin((began(),), {}, night="a")

        def try_it():
            os.setuid(65534)
            assert store.read(night) == (began(),)
            with pytest.raises(trouble.StoreDeniedError):
                store.append(night, grown)
            with pytest.raises(trouble.StoreDeniedError):
                Store(Path(folder) / "below").begin((began(),), {}, night="b")

        def try_closed():
            os.setuid(65534)
            with pytest.raises(trouble.StoreDeniedError):
                store.read(night)
            with pytest.raises(trouble.StoreDeniedError):
                store.append(night, grown)

        assert ended(forked(try_it)) == [0]
        (store.folder / "nights.sqlite3").chmod(0o600)
        assert ended(forked(try_closed)) == [0]
        Path(folder).chmod(0o700)
        assert ended(forked(try_closed)) == [0]


def test_something_else_in_the_place_of_the_folder_or_the_file_is_told(tmp_path):
    (tmp_path / "file").write_text("mine")
    for store in (Store(tmp_path / "file"), Store(tmp_path / "file" / "below")):
        for ask in (lambda: store.begin((began(),), {}, night="a"), store.current):  # noqa: B023  # asked at once
            with pytest.raises(trouble.StoreNotFolderError) as raised:
                ask()
            assert raised.value.path.is_relative_to(tmp_path / "file")
    assert (tmp_path / "file").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    (tmp_path / "nights.sqlite3").mkdir()
    store = Store(tmp_path)
    for ask in (store.current, lambda: store.begin((began(),), {}, night="a")):
        with pytest.raises(trouble.StoreNotFileError) as raised:
            ask()
        assert raised.value.path == tmp_path / "nights.sqlite3"


@posix
def test_a_pipe_in_the_place_of_the_file_is_told_and_nobody_waits_for_it(store):
    store.folder.mkdir()
    os.mkfifo(store.folder / "nights.sqlite3")
    for ask in (store.current, lambda: store.begin((began(),), {}, night="a")):
        with pytest.raises(trouble.StoreNotFileError) as raised:
            ask()
        assert raised.value.path == store.folder / "nights.sqlite3"


def test_a_link_to_a_file_elsewhere_stays_one(tmp_path, whole):
    (tmp_path / "there").mkdir()
    real = tmp_path / "there" / "real.sqlite3"
    real.write_bytes(b"?" * PAGE + whole[PAGE:])
    (tmp_path / "here").mkdir()
    link = tmp_path / "here" / "nights.sqlite3"
    link.symlink_to(real)
    store = Store(tmp_path / "here")
    store.append("night-0", grown)
    assert codes(store) == ["store.renewed"]
    assert link.is_symlink()
    assert len(Store(tmp_path / "here").read("night-0")) == 14


REFUSED_BY_THE_DATABASE = {
    trouble.StoreFullError: ["FULL"],
    trouble.StoreUnfinishedError: ["READONLY_ROLLBACK"],
    trouble.StoreBusyError: ["BUSY", "BUSY_SNAPSHOT", "LOCKED", "PROTOCOL"],
    trouble.StoreDeniedError: ["PERM", "AUTH"],
    trouble.StoreFailingError: ["IOERR", "IOERR_WRITE", "NOMEM", "INTERRUPT", "NOLFS"],
}


@pytest.mark.parametrize(("kind", "names"), REFUSED_BY_THE_DATABASE.items())
def test_what_the_database_refuses_is_told_in_our_words(tmp_path, kind, names):
    for name in names:
        error = sqlite3.OperationalError(name)
        error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{name}")
        with pytest.raises(trouble.StoreError) as raised, files.told(tmp_path / "a"):
            raise error
        assert (type(raised.value), raised.value.path) == (kind, tmp_path / "a"), name


@pytest.mark.parametrize("name", ["IOERR_SHORT_READ", "CORRUPT", "CORRUPT_INDEX", "NOTADB", "ERROR", ""])
def test_whatever_else_the_database_says_comes_of_damage(tmp_path, name):
    error = sqlite3.DatabaseError(name)
    if name:
        error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{name}")
    with pytest.raises(trouble.DamagedError), files.told(tmp_path / "a"):
        raise error


REFUSED_BY_THE_SYSTEM = {
    errno.ENOSPC: trouble.StoreFullError,
    errno.EDQUOT: trouble.StoreFullError,
    errno.EFBIG: trouble.StoreFullError,
    errno.EACCES: trouble.StoreDeniedError,
    errno.EPERM: trouble.StoreDeniedError,
    errno.ENOTDIR: trouble.StoreNotFolderError,
    errno.EEXIST: trouble.StoreNotFolderError,
    errno.EROFS: trouble.StoreReadOnlyError,
    errno.EISDIR: trouble.StoreNotFileError,
    errno.EIO: trouble.StoreFailingError,
}


@pytest.mark.parametrize(("number", "kind"), REFUSED_BY_THE_SYSTEM.items())
def test_what_the_system_refuses_is_told_of_the_file_that_it_names(tmp_path, number, kind):
    for named, told in (("b", Path("b")), (b"\xff", Path(os.fsdecode(b"\xff"))), (None, tmp_path / "a")):
        with pytest.raises(trouble.StoreError) as raised, files.told(tmp_path / "a"):
            raise OSError(number, "", named)
        assert (type(raised.value), raised.value.path) == (kind, told)
    with pytest.raises(trouble.StoreFailingError), files.told(tmp_path / "a"):
        raise OSError("of no number")


@posix
@pytest.mark.parametrize("name", ["CANTOPEN", "CANTOPEN_ISDIR", "READONLY", "READONLY_DIRECTORY"])
def test_why_a_file_cannot_be_opened_is_looked_for_where_the_database_does_not_tell(tmp_path, monkeypatch, name):
    allowed = {tmp_path: os.R_OK | os.W_OK | os.X_OK, tmp_path / "a": os.R_OK | os.W_OK}
    monkeypatch.setattr(os, "access", lambda path, wanted: allowed.get(path, 0) & wanted == wanted)

    def why(path):
        error = sqlite3.OperationalError(name)
        error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{name}")
        with pytest.raises(trouble.StoreError) as raised, files.told(path):
            raise error
        return type(raised.value), raised.value.path

    path = tmp_path / "a"
    assert why(tmp_path) == (trouble.StoreNotFileError, tmp_path)
    assert why(tmp_path / "none" / "a") == (trouble.StoreNotFolderError, tmp_path / "none")
    assert why(path) == (trouble.StoreFailingError, path)
    path.write_text("")
    assert why(path) == (trouble.StoreFailingError, path)
    for other, rights in ((path, os.R_OK), (path, os.W_OK), (tmp_path, os.W_OK), (tmp_path, os.R_OK | os.X_OK)):
        with monkeypatch.context() as patched:
            patched.setitem(allowed, other, rights)
            assert why(path) == (trouble.StoreDeniedError, path)
    path.unlink()
    with monkeypatch.context() as patched:
        patched.setitem(allowed, tmp_path, os.R_OK)
        assert why(path) == (trouble.StoreDeniedError, path)
    sealed = SimpleNamespace(f_flag=os.ST_RDONLY)
    monkeypatch.setattr(os, "statvfs", lambda folder: {tmp_path: sealed}[folder])
    assert why(path) == (trouble.StoreReadOnlyError, path)


def test_an_error_of_the_store_says_to_whoever_reads_a_traceback_what_it_is_about(store):
    store.begin((began(),), {}, night="a")
    with pytest.raises(trouble.UnknownNightError) as raised:
        store.read("nobody")
    assert raised.value.args == ("store.unknown-night", str(store.folder), {"night": "nobody"})
    with pytest.raises(trouble.TooMuchError) as raised:
        store.append("a", lambda _: Append([event(1)] * MOST_EVENTS, {}))
    assert raised.value.path == store.folder
    assert raised.value.args == ("store.too-many", str(store.folder), {"most": MOST_EVENTS})
    with pytest.raises(trouble.TooMuchError) as raised:
        store.append("a", lambda _: Append((), {"x": "y" * MOST_BYTES}))
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

OLDEST = """
CREATE TABLE evenings (id TEXT PRIMARY KEY, current INTEGER NOT NULL, log TEXT NOT NULL);
INSERT INTO evenings VALUES ('oldest', 0, '[["began", "2025-01-01T19:00:00Z", {"game": "histrio"}]]');
INSERT INTO evenings VALUES ('second', 1, '[["began", "2025-01-02T19:00:00Z", {}], ["ended", "2025-01-02T22:00:00Z", {}]]');
"""
"""A version 0, made up: one table, each log as one text, no checksums."""


def read_oldest(connection):
    rows = connection.execute("SELECT id, current, log FROM evenings ORDER BY rowid").fetchall()
    nights = [
        Kept(tuple(chain(night, [Event(kind, at, "", data) for kind, at, data in json.loads(log)])))
        for night, _, log in rows
    ]
    return Contents(tuple(nights), next((night for night, current, _ in rows if current), ""))


@pytest.fixture
def older(tmp_path, monkeypatch):
    monkeypatch.setitem(migrations.OLDER, 0, read_oldest)
    connection = sqlite3.connect(tmp_path / "older.sqlite3")
    connection.executescript(OLDEST)
    connection.close()
    return (tmp_path / "older.sqlite3").read_bytes()


def test_a_file_of_an_older_version_is_read_as_it_is(store, older):
    store.folder.mkdir()
    (store.folder / "nights.sqlite3").write_bytes(older)
    assert store.current() == "second"
    assert [each.kind for each in store.read("second")] == ["began", "ended"]
    assert [(each.night, each.table) for each in store.summaries()] == [("second", None), ("oldest", None)]
    ask_all(store)
    assert listing(store.folder) == {"nights.sqlite3": older}
    assert store.notices == []


def test_whatever_may_fail_is_told_of_a_file(store, older, monkeypatch):
    places = []

    def noted(block):
        @contextmanager
        def within(path):
            places.append(path)
            with block(path):
                yield

        return within

    for module in (files, migrations, salvage, shelf):
        monkeypatch.setattr(module, "told", noted(module.told))
    monkeypatch.setattr(files, "in_turn", noted(files.in_turn))
    store.folder.mkdir()
    (store.folder / "nights.sqlite3").write_bytes(older)
    store.append("second", grown)
    for links in (KeptLinks(store.folder), KeptLinks(store.folder)):
        links.of("second", 2)
        (store.folder / "links.json").write_bytes(b"?")
    changed(store, ("DELETE FROM state",))
    assert store.current() is None
    store.begin((began(),), {}, night="third")
    assert codes(store) == ["store.damaged", "store.renewed"]
    in_memory = Path(":memory:")  # what was saved is looked at there
    assert {place.parent for place in places if place != in_memory} == {store.folder, store.folder.parent}


def test_before_a_file_of_an_older_version_is_changed_a_copy_is_kept(store, older):
    store.folder.mkdir()
    (store.folder / "nights.sqlite3").write_bytes(older)
    store.append("second", grown)
    assert len(store.read("second")) == 3
    assert store.current() == "second"
    assert store.read("oldest")[0].data == {"game": "histrio"}
    found = listing(store.folder)
    assert set(found) == {"nights.sqlite3", "nights.lock", "nights.version-0.sqlite3"}
    assert found["nights.version-0.sqlite3"] == older
    store.append("second", grown)
    assert set(listing(store.folder)) == set(found)


def test_an_older_version_that_nobody_had_is_damaged(store, older, monkeypatch):
    monkeypatch.delitem(migrations.OLDER, 0)
    store.folder.mkdir()
    (store.folder / "nights.sqlite3").write_bytes(older)
    assert store.summaries() == []
    assert codes(store) == ["store.damaged"]
    monkeypatch.setitem(migrations.OLDER, 0, lambda _: json.loads("?"))
    assert store.summaries() == []


@pytest.mark.parametrize("version", [2, 7, 2**30])
def test_a_file_of_a_newer_version_is_left_as_it_is(store, version):
    night = store.begin((began(),), {}, night="a")
    connection = sqlite3.connect(store.folder / "nights.sqlite3")
    connection.executescript(f"PRAGMA user_version = {version}; ALTER TABLE nights ADD COLUMN colour TEXT")
    connection.close()
    before = listing(store.folder)
    for ask in (
        store.current,
        store.summaries,
        lambda: store.matching("a"),
        lambda: store.read(night),
        lambda: store.append(night, grown),
        lambda: store.begin((began(),), {}, night="b"),
        lambda: store.choose(night),
        lambda: store.remove(night),
    ):
        with pytest.raises(trouble.NewerStoreError) as raised:
            ask()
        assert raised.value.path == store.folder / "nights.sqlite3"
        assert raised.value.values == {"version": version, "known": 1}
    assert listing(store.folder) == before


def test_of_a_large_file_only_the_beginning_is_read_to_see_whose_it_is(store):
    store.begin((began(),), {}, night="a")
    file = store.folder / "nights.sqlite3"
    connection = sqlite3.connect(file)
    connection.executescript("PRAGMA user_version = 2")
    connection.close()
    os.truncate(file, 100 * MOST_BYTES)
    tracemalloc.start()
    try:
        with pytest.raises(trouble.NewerStoreError):
            store.current()
        assert tracemalloc.get_traced_memory()[1] < 5 * MOST_BYTES
    finally:
        tracemalloc.stop()


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
        store.begin(log, {"of": night}, night=night)
    return Whole((store.folder / "nights.sqlite3").read_bytes())


class Whole(bytes):
    """Bytes that no failed test prints."""

    __slots__ = ()

    def __repr__(self):
        return "whole"


def test_each_page_of_random_bytes_costs_only_what_stood_on_it(tmp_path, whole):
    chance = random.Random(5)
    for page in range(len(whole) // PAGE):
        store = Store(tmp_path / str(page))
        store.folder.mkdir()
        damaged = whole[: page * PAGE] + chance.randbytes(PAGE) + whole[(page + 1) * PAGE :]
        (store.folder / "nights.sqlite3").write_bytes(damaged)
        nights = {each.night for each in store.summaries()}
        logs = {night: read_or_not(store, night) for night in nights}
        assert all(log == LOGS[night][: len(log)] for night, log in logs.items())
        assert sum(log == LOGS[night] for night, log in logs.items()) >= 2, page
        if logs != LOGS:
            assert store.notices, page
        assert listing(store.folder) == {"nights.sqlite3": damaged}


@pytest.mark.parametrize(
    ("damage", "nights"),
    [
        (lambda _: b"", 0),
        (lambda _: b"mine, and no database", 0),
        (lambda whole: bytes(len(whole)), 0),
        (lambda whole: b"?" * 100 + whole[100:], 6),
        (lambda whole: b"?" * PAGE + whole[PAGE:], 6),
        (lambda whole: b"s" + whole[1:60] + b"\xff" * 4 + whole[64:], 6),
        (lambda whole: whole[: len(whole) // 2], None),
        (lambda whole: whole[:-PAGE], None),
        (lambda whole: whole[:18] + b"\2\2" + whole[20:], 6),
        (lambda whole: whole.replace(b"CREATE TABLE nights", b"CREATE TABLE knight", 1), 6),
        (lambda whole: whole.replace(b"tablestate", b"tablestat\0", 1), 6),
        (lambda whole: whole.replace(b"CREATE TABLE state", b"CREATE \x9f\x9f\x9f\x9f\x9f state", 1), 6),
    ],
    ids=[
        "empty",
        "other",
        "zeros",
        "head",
        "first page",
        "magic",
        "half",
        "last page",
        "journal",
        "name",
        "schema",
        "letters",
    ],
)
def test_what_can_be_read_of_a_damaged_file_is_read_and_before_it_is_changed_it_is_kept(store, whole, damage, nights):
    store.folder.mkdir()
    damaged = damage(whole)
    assert damaged != whole
    (store.folder / "nights.sqlite3").write_bytes(damaged)
    found = {each.night: store.read(each.night) for each in store.summaries()}
    assert nights is None or found == dict(list(LOGS.items())[:nights])
    assert all(log == LOGS[night][: len(log)] for night, log in found.items())
    assert listing(store.folder) == {"nights.sqlite3": damaged}
    assert codes(store)[0] == "store.damaged"
    assert store.notices[0].values["path"] == str(store.folder / "nights.sqlite3")
    events = sum(map(len, found.values()))
    assert store.notices[0].values["nights"] == len(found)
    assert store.notices[0].values["events"] == events

    writer = Store(store.folder)
    writer.begin((began(),), {}, night="new")
    notice = writer.notices[0]
    assert notice.code == "store.renewed"
    assert notice.values["path"] == str(store.folder / "nights.sqlite3")
    assert Path(notice.values["kept"]).read_bytes() == damaged
    assert Path(notice.values["kept"]).name.startswith("nights.damaged-20")
    fresh = Store(store.folder)
    assert {each.night: fresh.read(each.night) for each in fresh.summaries()} == {**found, "new": (began(),)}
    assert fresh.current() == "new"
    assert fresh.notices == []
    for again in (damaged, damaged + b"?" * PAGE):
        (store.folder / "nights.sqlite3").write_bytes(again)
        writer = Store(store.folder)
        writer.begin((began(),), {}, night="new")
        name = Path(writer.notices[0].values["kept"]).name
        number = "" if again == damaged else "-2"
        assert re.fullmatch(rf"nights\.damaged-\d{{4}}-\d\d-\d\d{number}\.sqlite3", name)


SIZES = [*range(9), *range(930, 995), *range(4335, 4350), *range(4550, 4575), *range(4820, 4840), *range(5060, 5090)]
SIZES += [*range(8180, 8190), *range(16370, 16385)]
NUMBERS = [0, 1, 2, -1, *(sign * 2**power + more for power in range(6, 63) for sign in (1, -1) for more in (-1, 0, 1))]


@pytest.mark.parametrize("reserved", [0, 4, 12, 200])
def test_every_row_of_a_sound_file_is_found_page_by_page(tmp_path, reserved):
    """Rows of each length around which they flow over, and numbers of each length, also where a system reserves bytes."""
    written = {("size", number, "x" * size) for number, size in enumerate([*SIZES, 70_000, 200_000])}
    written |= {("Ё", number, "\0") for number in NUMBERS}
    file = tmp_path / "a"
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.executescript(f"PRAGMA page_size={PAGE}; CREATE TABLE gone (x); DROP TABLE gone; VACUUM")
    page = bytearray(file.read_bytes())
    assert len(page) == PAGE
    page[20], page[105:107] = reserved, (PAGE - reserved).to_bytes(2)
    file.write_bytes(page)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE t (a TEXT, b INTEGER, c TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID")
        too_long = ("long", 1, "x" * (2 * MOST_BYTES + PAGE))
        connection.executemany("INSERT INTO t VALUES (?, ?, ?)", [*written, too_long])
        connection.execute("COMMIT")
        assert connection.execute("PRAGMA quick_check").fetchall() == [("ok",)]
    found = list(rows(file.read_bytes()))
    assert written <= set(found)
    assert too_long not in found
    if not reserved:
        assert len(found) == len(written)


@pytest.mark.parametrize("pages", [3, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", [2, 10])
def test_noise_that_begins_as_a_page_of_rows_does_gives_nothing_and_breaks_nothing(kind, pages):
    chance = random.Random(kind)
    for size in [*range(1, 14), *[PAGE] * pages, 3 * PAGE + 7]:
        noise = bytes([kind]) + chance.randbytes(size - 1)
        most = noise[:3] + b"\xff\xff" + noise[5:]
        assert [*rows(noise), *rows(most), *rows(bytes([kind]) * size)] == []


@pytest.mark.parametrize("byte", [b"8", b"\xff"])
def test_of_an_evening_the_events_before_the_first_wrong_one_stand_and_the_rest_is_told(store, whole, byte):
    store.folder.mkdir()
    wrong = '{"entry":7,"words":["ЁЁЁЁЁЁЁЁЁЁЁЁЁЁЁЁЁЁЁЁ"]}'.encode()
    assert whole.count(wrong) == 4
    damaged = whole.replace(wrong, wrong.replace(b"7", byte), 1)  # of one evening
    (store.folder / "nights.sqlite3").write_bytes(damaged)
    found = {night: store.read(night) for night in LOGS}
    (cut,) = (night for night in LOGS if found[night] != LOGS[night])
    assert found[cut] == LOGS[cut][:7]
    assert store.notices[-1] == trouble.Notice("store.night-cut", {"night": cut, "events": 7, "lost_events": 6})
    assert store.notices[0].values["lost_events"] == 6
    assert len(store.notices) == 2

    other = next(night for night in LOGS if night != cut)
    store.append(other, grown)
    assert codes(store) == ["store.damaged", "store.night-cut"]  # that one is whole
    store.append(cut, lambda log: grown(log, event(99)))
    assert codes(store) == ["store.damaged", "store.night-cut", "store.renewed"]
    fresh = Store(store.folder)
    assert fresh.read(cut) == (*LOGS[cut][:7], event(99))
    assert fresh.read(other)[:13] == LOGS[other]
    assert fresh.notices == []


def test_what_was_told_of_an_evening_that_is_not_whole_is_not_told_any_more(store, whole):
    store.folder.mkdir()
    (store.folder / "nights.sqlite3").write_bytes(whole.replace(b'"of":"night-3"', b'"of":"night-4"', 1))
    assert {each.night: each.table for each in store.summaries()}["night-3"] is None
    assert store.read("night-3") == LOGS["night-3"]
    assert codes(store)[0] == "store.damaged"


@pytest.mark.parametrize(("night", "current"), [("night-3", "night-5"), ("night-5", None)])
def test_an_evening_of_which_no_event_stands_is_told_and_is_not_the_current_one(store, whole, night, current):
    store.folder.mkdir()
    began_then = b"began2026-11-0%dT19:30:00Z" % (int(night[-1]) + 1)
    place = next(at for at in range(len(whole)) if whole.startswith(began_then, at))
    (store.folder / "nights.sqlite3").write_bytes(whole[:place] + b"BEGAN" + whole[place + 5 :])
    with pytest.raises(trouble.UnknownNightError):
        store.read(night)
    assert store.notices[-1] == trouble.Notice("store.night-lost", {"night": night, "lost_events": 13})
    values = {"path": str(store.folder / "nights.sqlite3"), "nights": 5, "events": 65}
    assert store.notices == [
        trouble.Notice("store.damaged", {**values, "lost_nights": 1, "lost_events": 13}),
        store.notices[-1],
    ]
    saved = Store(store.folder)
    with pytest.raises(trouble.UnknownNightError):
        saved.append(night, grown)
    assert saved.current() == current
    assert codes(saved) == ["store.renewed", "store.night-lost"]


def changed(store, *statements):
    """Have another program change the file."""
    with closing(sqlite3.connect(store.folder / "nights.sqlite3", isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(*statement)


def test_that_another_evening_is_the_current_one_is_believed_of_nobody_else(store):
    for night in "ab":
        store.begin((began(),), {}, night=night)
    changed(store, ("UPDATE state SET current = 'a'",))
    assert store.current() is None
    assert codes(store) == ["store.damaged"]
    changed(store, ("DELETE FROM state",))
    assert Store(store.folder).current() is None
    assert [each.night for each in store.summaries()] == ["b", "a"]


def test_events_that_no_list_names_are_never_written_over(store):
    for night in "ab":
        store.begin((began(),), {}, night=night)
    row = StateRow.of("b", 1)
    changed(store, ("DELETE FROM nights WHERE night = 'a'",), ("REPLACE INTO state VALUES (?, ?, ?, ?)", row))
    assert [each.night for each in store.summaries()] == ["b"]
    other = store.begin((began(2),), {}, night="a")
    assert other != "a"
    assert codes(store) == ["store.renewed"]
    assert (store.read("a"), store.read(other)) == ((began(),), (began(2),))


def test_evenings_of_one_moment_are_saved_though_nothing_tells_which_was_first(store):
    for night in "abc":
        store.begin((began(), Event("noted", "now", "", {"of": night})), {}, night=night)
    changed(store, ("UPDATE nights SET summary = '?'",))
    assert {each.night: each.table for each in store.summaries()} == dict.fromkeys("abc")
    assert [store.read(night)[1].data for night in "abc"] == [{"of": night} for night in "abc"]
    assert store.current() == "c"
    assert codes(store) == ["store.damaged"]


def test_evenings_that_are_saved_keep_their_order_and_what_a_list_tells_of_them(store):
    for night in "cba":
        store.begin((began(),), {"of": night}, night=night)
    changed(store, ("DELETE FROM state",))
    assert [(each.night, each.table) for each in store.summaries()] == [(night, {"of": night}) for night in "abc"]


def test_an_evening_that_no_list_names_is_found_by_its_beginning(store):
    for night in ("hamo-histrio", "tomak-histrio"):
        store.begin((began(),), {}, night=night)
    changed(store, ("DELETE FROM nights WHERE night = 'hamo-histrio'",))
    assert store.matching("hamo") == ["hamo-histrio"]
    assert codes(store) == ["store.damaged"]


DEEP = [
    '{"x":' * 60 + "{}" + "}" * 60,
    '{"x":[' * 30 + "]}" * 30,
    json.dumps({"x": "y" * MOST_BYTES}),
]


@pytest.mark.parametrize("data", DEEP, ids=["deep", "deep in lists", "long"])
def test_what_nobody_could_have_written_is_not_believed_though_its_checksum_is_right(data):
    parts = ("a", 1, "noted", "now", "")
    right = EventRow(*parts, '{"x":1}', tables._checksum(*parts, '{"x":1}', ""))  # noqa: SLF001  # as a forger does
    assert right.follows("")
    assert not EventRow(*parts, data, tables._checksum(*parts, data, "")).follows("")  # noqa: SLF001


def test_checksums_are_what_they_always_were():
    assert StateRow.of("tomak-histrio", 3).checksum == "216bea3ecc5f99e1741533a4"
    assert chain("a", [began()])[0].checksum == "ba26015afc7509cb951eafc8"


def test_what_is_spoilt_as_soon_as_it_is_written_is_told_as_a_medium_that_fails(store, monkeypatch):
    def damaged(*_, **__):
        raise trouble.DamagedError

    store.begin((began(),), {}, night="a")
    monkeypatch.setattr(Shelf, "check", damaged)
    with pytest.raises(trouble.StoreFailingError) as raised:
        store.append("a", grown)
    assert raised.value.path == store.folder / "nights.sqlite3"


def test_what_fails_in_the_middle_is_told_of_the_file(tmp_path):
    def fail(*_):
        error = sqlite3.OperationalError("full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    shelf = Shelf(SimpleNamespace(execute=fail, executemany=fail), tmp_path / "a")
    for ask in (shelf.state, lambda: shelf.fill(Contents()), lambda: shelf.choose("a")):
        with pytest.raises(trouble.StoreFullError) as raised:
            ask()
        assert raised.value.path == tmp_path / "a"


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


@given(st.lists(damages, min_size=1, max_size=2), st.sampled_from(sorted(LOGS)))
def test_whatever_is_damaged_only_what_was_written_is_read_and_what_is_missing_is_told(whole, kinds, night):
    import tempfile

    damaged = whole
    for kind in kinds:
        damaged = damage(damaged, *kind) if damaged else damaged
    assume(damaged != whole)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "nights.sqlite3").write_bytes(damaged)
        store = Store(folder)
        try:
            read = {each: read_or_not(store, each) for each in LOGS}
            listed = {each.night: each for each in store.summaries()}
            current = store.current()
            store.matching("night")
        except trouble.NewerStoreError:
            assert listing(folder) == {"nights.sqlite3": damaged}
            return
        assert listing(folder) == {"nights.sqlite3": damaged}
        assert all(log == LOGS[each][: len(log)] for each, log in read.items())
        assert set(listed) <= set(LOGS)
        assert all(each.table in (None, {"of": each.night}) for each in listed.values())
        if not store.notices:
            assert read == LOGS
            assert set(listed) == set(LOGS)
            assert current == "night-5"
        try:
            answered = store.append(night, lambda log: grown(log, event(99)))
        except trouble.UnknownNightError:
            assert not read[night]
            return
        assert answered == (*read[night], event(99))
        fresh = Store(folder)
        assert fresh.read(night) == answered
        assert all(read_or_not(fresh, each) == read[each] for each in LOGS if each != night)
        if "store.renewed" in codes(store):
            assert fresh.notices == []
            (kept,) = folder.glob("nights.damaged-*")
            assert kept.read_bytes() == damaged


def read_or_not(store, night):
    try:
        return store.read(night)
    except trouble.UnknownNightError:
        return ()


def test_a_journal_of_a_file_that_is_not_there_spoils_no_new_one(store):
    store.folder.mkdir()
    journal = b"\xd9\xd5\x05\xf9 of another file" * 100
    (store.folder / "nights.sqlite3-journal").write_bytes(journal)
    assert store.read(store.begin((began(),), {}, night="a")) == (began(),)
    assert store.notices == []
    found = listing(store.folder)
    assert set(found) == {"nights.sqlite3", "nights.lock", "nights.damaged-journal.sqlite3"}
    assert found["nights.damaged-journal.sqlite3"] == journal


def test_an_empty_journal_of_a_file_that_is_not_there_is_only_taken_away(store):
    store.folder.mkdir()
    (store.folder / "nights.sqlite3-journal").write_bytes(b"")
    store.begin((began(),), {}, night="a")
    assert set(listing(store.folder)) == {"nights.sqlite3", "nights.lock"}


@posix
def test_what_cannot_be_written_down_for_good_is_told_and_leaves_nothing_half(store, whole, monkeypatch):
    def fail(_):
        raise OSError(errno.EIO, "")  # which names no file

    file = store.folder / "nights.sqlite3"
    for content in (None, b"?" * PAGE + whole[PAGE:]):
        store.folder.mkdir(exist_ok=True)
        if content is not None:
            file.write_bytes(content)
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", fail)
            with pytest.raises(trouble.StoreFailingError) as raised:
                store.begin((began(),), {}, night="a")
        assert raised.value.path == file
        assert set(listing(store.folder)) <= {"nights.sqlite3", "nights.lock"}
        assert content is None or file.read_bytes() == content


@pytest.mark.parametrize("content", ["none", "damaged"])
def test_a_disk_that_is_full_while_a_file_is_made_is_told_and_nothing_is_half_done(store, whole, monkeypatch, content):
    store.folder.mkdir()
    file = store.folder / "nights.sqlite3"
    if content == "damaged":
        file.write_bytes(b"?" * PAGE + whole[PAGE:])
    before = file.read_bytes() if content == "damaged" else None
    connect = sqlite3.connect

    def small(address, **how):
        connection = connect(address, **how)
        if "nights.new" in address:
            connection.execute("PRAGMA max_page_count=1")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(trouble.StoreFullError) as raised:
        store.begin((began(),), {}, night="a")
    assert raised.value.path == file
    kept = {name for name in listing(store.folder) if name.startswith("nights.damaged-")}
    assert set(listing(store.folder)) - kept == {"nights.lock", *([file.name] if before else [])}
    assert (len(kept), before and file.read_bytes()) == ((1, before) if before else (0, None))


def test_a_file_that_ends_in_its_head_is_damaged_and_of_no_version(store, whole):
    store.folder.mkdir()
    for head in (whole[:60] + b"\xff" * 4, whole[:60] + b"\xff" * 39):
        (store.folder / "nights.sqlite3").write_bytes(head)
        assert store.summaries() == []
    assert codes(store) == ["store.damaged"]


def test_a_copy_has_a_name_of_its_own_for_each_content_whenever_it_was_made(tmp_path):
    file = tmp_path / "a"
    for content, name in ((b"one", "kept"), (b"two", "kept-2"), (b"six", "kept-3")):
        file.write_bytes(content)
        os.utime(file, (1, 1))
        copy = files.keep(file, "kept")
        os.utime(copy, (1, 1))
        assert (copy.name, copy.read_bytes()) == (f"{name}.sqlite3", content)


def test_after_anything_is_written_every_page_of_the_file_is_sound_though_who_reads_looks_at_a_few(tmp_path, whole):
    unseen = 0
    for page in range(1, len(whole) // PAGE):
        store = Store(tmp_path / str(page))
        store.folder.mkdir()
        damaged = whole[: page * PAGE] + b"\n" + bytes(PAGE - 1) + whole[(page + 1) * PAGE :]
        (store.folder / "nights.sqlite3").write_bytes(damaged)
        unseen += read_or_not(store, "night-0") == LOGS["night-0"] and not store.notices
        store.begin((began(),), {}, night="new")
        with closing(sqlite3.connect(store.folder / "nights.sqlite3")) as connection:
            assert connection.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)], page
    assert 0 < unseen < page


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
    night = store.begin((began(),), {}, night="a")
    assert asked
    assert Store(store.folder).read(night) == (began(),)


def test_what_cannot_be_text_has_one_code():
    with pytest.raises(TooLargeError, match=r"^store\.no-text$") as raised:
        chain("a", [Event("noted", "\ud800", "")])
    assert raised.value.code == "store.no-text"
