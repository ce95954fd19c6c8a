"""The links of an evening: kept, taken back, never guessed, and gone with the evening."""

import json
import os
import sqlite3
import stat
import sys
import tracemalloc
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest

from callboard_nights.events import Event
from callboard_nights.storage import database, files
from callboard_nights.storage.links import (
    MOST_BYTES,
    MOST_NIGHTS,
    MOST_SEATS,
    NAME,
    Bearer,
    KeptLinks,
    SeatTakenError,
    TakenBackError,
)
from callboard_nights.storage.store import Store

NIGHT = "tomak-histrio"
posix = pytest.mark.skipif(sys.platform == "win32", reason="modes of files")


@pytest.fixture
def kept(tmp_path):
    return KeptLinks(tmp_path / "saved")


def test_links_are_made_when_they_are_first_asked_for_and_stay_what_they_are(kept):
    assert not kept.folder.exists()
    links = kept.of(NIGHT, 3)
    assert len(set(links.tokens)) == 6
    assert all(len(token) == 22 and token.isascii() for token in links.tokens)
    assert kept.of(NIGHT, 3) == links
    assert KeptLinks(kept.folder).of(NIGHT, 3) == links
    assert kept.of("nobody-yet", 0).seats == ()
    assert not set(links.tokens) & set(kept.of("other", 3).tokens)


def test_a_token_lets_in_whom_it_was_made_for_and_nobody_else(kept):
    links = kept.of(NIGHT, 2)
    assert kept.bearer(links.host) == Bearer(NIGHT, "host", None)
    assert kept.bearer(links.read) == Bearer(NIGHT, "read", None)
    assert kept.bearer(links.join) == Bearer(NIGHT, "join", None)
    assert [kept.bearer(token) for token in links.seats] == [Bearer(NIGHT, "seat", 0), Bearer(NIGHT, "seat", 1)]
    wrong = ["", links.host[:-1], links.host + "A", links.host.swapcase(), "ё" * 22, "\udcff", "x" * 10**6, "seats"]
    assert [kept.bearer(token) for token in wrong] == [None] * len(wrong)


def test_a_link_taken_back_lets_nobody_in_wherever_that_was_done(kept):
    before = kept.of(NIGHT, 2)
    elsewhere = KeptLinks(kept.folder)
    assert elsewhere.bearer(before.seats[1])
    after = kept.renew(NIGHT, "seat", 1)
    assert (after.host, after.read, after.seats[0]) == (before.host, before.read, before.seats[0])
    assert after.seats[1] != before.seats[1]
    assert elsewhere.bearer(before.seats[1]) is None
    assert elsewhere.bearer(after.seats[1]) == Bearer(NIGHT, "seat", 1)


@pytest.mark.parametrize(
    ("role", "seat"), [("host", None), ("read", None), ("join", None), ("seat", 0), ("seat", 1), ("seat", 2)]
)
def test_of_all_links_only_the_one_that_is_taken_back_is_another(kept, role, seat):
    before, others = kept.of(NIGHT, 3), kept.of("other", 3)
    after = kept.renew(NIGHT, role, seat)
    token = after.seats[seat] if role == "seat" else getattr(after, role)
    seats = tuple(token if place == seat else one for place, one in enumerate(before.seats))
    assert after == replace(before, seats=seats, **({} if role == "seat" else {role: token}))
    assert token not in (*before.tokens, *others.tokens)
    assert kept.bearer(token) == Bearer(NIGHT, role, seat)
    assert kept.of("other", 3) == others


def test_a_link_that_was_taken_back_already_is_not_taken_back_again(kept):
    before = kept.of(NIGHT, 2)
    after = kept.renew(NIGHT, "seat", 1, instead_of=before.seats[1])
    with pytest.raises(TakenBackError):
        kept.renew(NIGHT, "seat", 1, instead_of=before.seats[1])
    assert kept.of(NIGHT, 2) == after
    assert kept.renew(NIGHT, "seat", 1, instead_of=after.seats[1]) != after


def state(kept):
    found = (kept.folder / NAME).stat()
    return found.st_mtime_ns, found.st_ino


def test_nothing_is_written_where_nothing_changes(kept):
    kept.of(NIGHT, 2)
    before = state(kept)
    assert kept.of(NIGHT, 2) == KeptLinks(kept.folder).of(NIGHT, 1)
    kept.remove("other")
    assert state(kept) == before
    assert {file.name for file in kept.folder.iterdir()} == {NAME, "nights.lock"}


@pytest.mark.parametrize(
    ("night", "role", "seat"),
    [("nobody", "host", None), (NIGHT, "seat", 2), (NIGHT, "seat", -1), (NIGHT, "seat", None)],
)
def test_a_link_that_is_not_there_cannot_be_taken_back(kept, night, role, seat):
    links = kept.of(NIGHT, 2)
    with pytest.raises(KeyError):
        kept.renew(night, role, seat)
    assert kept.of(NIGHT, 2) == links


def test_who_joins_later_gets_a_link_and_the_others_keep_theirs(kept):
    links = kept.of(NIGHT, 2)
    more = kept.of(NIGHT, 3)
    assert more.seats[:2] == links.seats
    assert len(more.seats) == 3
    assert kept.of(NIGHT, 1) == more


@posix
def test_only_the_owner_can_read_them_from_the_first_byte_on(kept):
    before = os.umask(0)
    try:
        kept.of(NIGHT, 2)
    finally:
        os.umask(before)
    assert stat.S_IMODE((kept.folder / NAME).stat().st_mode) == 0o600


def test_an_evening_takes_its_links_with_it(tmp_path):
    store = Store(tmp_path)
    began = Event("began", "2026-11-22T19:30:00Z", "", {"game": "histrio", "players": ["Ann", "Bob"]})
    for night in (NIGHT, "other"):
        store.begin((began,), {}, night=night)
    kept = KeptLinks(tmp_path)
    links, others = kept.of(NIGHT, 2), kept.of("other", 2)
    store.remove(NIGHT)
    assert kept.bearer(links.host) is None
    assert links.host not in (tmp_path / NAME).read_text(encoding="utf-8")
    assert kept.bearer(others.host)
    store.begin((began,), {}, night=NIGHT)  # imported again under its ID
    assert not set(kept.of(NIGHT, 2).tokens) & set(links.tokens)


def test_an_evening_without_links_leaves_no_file_of_them_when_it_goes(tmp_path):
    store = Store(tmp_path)
    store.begin((Event("began", "", "", {}),), {}, night=NIGHT)
    store.remove(NIGHT)
    assert not (tmp_path / NAME).exists()


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"null",
        b"[" * 50_000,
        b"{" + b" " * 300_000 + b"}",
        b'{"schema": 1}',
        b'{"schema": true, "nights": {}}',
        b'{"schema": 1, "nights": {"a": {"host": "short", "read": "short", "seats": []}}}',
        b'{"schema": 1, "nights": {"a": {"host": 5, "read": 6, "seats": 7}}}',
        json.dumps({"schema": 1, "nights": {"a": {"host": "x" * 22, "read": "x" * 22, "seats": []}}}).encode(),
        json.dumps({"schema": 1, "nights": {"../a": {"host": "x" * 22, "read": "y" * 22, "seats": []}}}).encode(),
        json.dumps({"schema": 1, "nights": {"a": {"host": "x" * 22, "read": "y" * 22, "seats": [7]}}}).encode(),
        json.dumps({"schema": 1, "nights": {"a": {"host": "x" * 21, "read": "y" * 22, "seats": []}}}).encode(),
        json.dumps({"schema": 1, "nights": {"a": {"host": "x" * 22, "read": "y" * 44, "seats": []}}}).encode(),
    ],
    ids=lambda it: it[:40].decode(errors="replace"),
)
def test_a_damaged_file_lets_nobody_in_is_kept_beside_and_told(kept, damaged):
    links = kept.of(NIGHT, 2)
    (kept.folder / NAME).write_bytes(damaged)
    assert kept.bearer(links.host) is None
    assert kept.bearer("x" * 22) is None
    anew = kept.of(NIGHT, 2)
    assert not set(anew.tokens) & set(links.tokens)
    (notice,) = kept.notices
    assert notice.code == "store.links-renewed"
    assert notice.values["path"] == str(kept.folder / NAME)
    aside = kept.folder / notice.values["kept"]
    assert aside.read_bytes() == damaged
    assert aside.name.startswith("links.damaged-")
    assert aside.suffix == ".json"
    assert KeptLinks(kept.folder).of(NIGHT, 2) == anew


def test_in_each_seat_one_joins_until_its_link_is_taken_back(kept):
    links = kept.of(NIGHT, 2)
    assert kept.take(NIGHT, 1) == links.seats[1]
    with pytest.raises(SeatTakenError):
        KeptLinks(kept.folder).take(NIGHT, 1)
    assert KeptLinks(kept.folder).of(NIGHT, 2).taken == (1,)
    kept.renew(NIGHT, "join")
    assert kept.of(NIGHT, 2).taken == (1,)
    anew = kept.renew(NIGHT, "seat", 1)
    assert anew.taken == ()
    assert kept.take(NIGHT, 1) == anew.seats[1]
    for seat in (-1, 2):
        with pytest.raises(KeyError):
            kept.take(NIGHT, seat)


def test_an_evening_whose_file_knows_no_link_to_join_gets_one(kept):
    kept.folder.mkdir()
    (kept.folder / NAME).write_text(json.dumps({"schema": 1, "nights": {NIGHT: told(1, 2)}}), encoding="utf-8")
    assert kept.bearer("") is None
    links = kept.of(NIGHT, 2)
    assert (links.host, links.read, list(links.seats)) == tuple(told(1, 2).values())
    assert kept.bearer(links.join) == Bearer(NIGHT, "join")


@pytest.mark.parametrize("taken", [[2], [-1], [0, 0], ["0"], [True], 5])
def test_a_file_in_which_nobody_knows_who_has_joined_is_damaged(kept, taken):
    kept.folder.mkdir()
    text = json.dumps({"schema": 1, "nights": {NIGHT: {**told(1, 2), "taken": taken}}})
    (kept.folder / NAME).write_text(text, encoding="utf-8")
    assert kept.bearer(told(1)["host"]) is None


def test_a_file_of_a_newer_callboard_is_left_as_it_is(kept):
    kept.of(NIGHT, 2)
    newer = b'{"schema": 2, "nights": []}'
    (kept.folder / NAME).write_bytes(newer)
    for asked in (lambda: kept.of(NIGHT, 2), lambda: kept.bearer("x"), lambda: kept.renew(NIGHT, "host")):
        with pytest.raises(files.NewerStoreError) as raised:
            asked()
        assert raised.value.path == kept.folder / NAME
        assert raised.value.values == {"version": 2, "known": 1}
    assert (kept.folder / NAME).read_bytes() == newer


def told(number, seats=0):
    """A night of the file, with tokens that no other has."""
    host, read, *rest = (f"{number:011}{place:011}" for place in range(2 + seats))
    return {"host": host, "read": read, "seats": rest}


@pytest.mark.parametrize(
    ("nights", "more", "is_right"),
    [
        (MOST_NIGHTS, "", True),
        (MOST_NIGHTS + 1, "", False),
        (1, " ", True),
        (1, "  ", False),
    ],
)
def test_a_file_holds_as_much_as_we_write_and_no_more(kept, nights, more, is_right):
    kept.folder.mkdir()
    every = {f"night-{number}": told(number) for number in range(nights)}
    text = json.dumps({"schema": 1, "nights": every})
    if more:
        text += " " * (MOST_BYTES - 1 - len(text)) + more
    (kept.folder / NAME).write_text(text, encoding="utf-8")
    assert kept.bearer(told(0)["host"]) == (Bearer("night-0", "host") if is_right else None)


@pytest.mark.parametrize(("seats", "is_right"), [(MOST_SEATS, True), (MOST_SEATS + 1, False)])
def test_an_evening_has_as_many_links_as_players_and_no_more(kept, seats, is_right):
    kept.folder.mkdir()
    text = json.dumps({"schema": 1, "nights": {NIGHT: told(1, seats)}})
    (kept.folder / NAME).write_text(text, encoding="utf-8")
    assert kept.bearer(told(1)["host"]) == (Bearer(NIGHT, "host") if is_right else None)


def test_of_a_huge_file_hardly_anything_is_read(kept):
    kept.folder.mkdir()
    with (kept.folder / NAME).open("wb") as file:
        file.truncate(100 * MOST_BYTES)
    tracemalloc.start()
    try:
        assert kept.bearer("x" * 22) is None
        assert tracemalloc.get_traced_memory()[1] < 5 * MOST_BYTES
    finally:
        tracemalloc.stop()


def test_there_are_never_more_than_a_bound_of_them(kept):
    early, first, second = (kept.of(night, MOST_SEATS - 1) for night in ("early", "first", "second"))
    early = kept.of("early", MOST_SEATS)  # asked for again, when somebody joined
    for number in range(MOST_NIGHTS - 2):
        last = kept.of(f"night-{number}", MOST_SEATS)
    assert kept.bearer(first.host) is None
    assert kept.bearer(second.host) == Bearer("second", "host")
    assert kept.bearer(early.host) == Bearer("early", "host")
    assert kept.bearer(last.host)
    assert KeptLinks(kept.folder).bearer(last.seats[-1]) == Bearer(f"night-{MOST_NIGHTS - 3}", "seat", MOST_SEATS - 1)
    for night, seats in (("x", MOST_SEATS + 1), ("x", -1), ("../x", 2), ("", 2)):
        with pytest.raises(ValueError):
            kept.of(night, seats)


def test_what_cannot_be_written_is_told_in_the_words_of_the_store(kept):
    kept.folder.write_text("a file where a folder is needed")
    with pytest.raises(files.StoreError):
        kept.of(NIGHT, 2)


@posix
def test_a_killed_writer_leaves_the_old_links_whole(kept, monkeypatch):
    links = kept.of(NIGHT, 2)

    def killed(_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", killed)
        with pytest.raises(KeyboardInterrupt):
            kept.renew(NIGHT, "host")
    assert {file.name for file in kept.folder.iterdir()} == {NAME, "nights.lock"}
    assert KeptLinks(kept.folder).of(NIGHT, 2) == links
    assert kept.renew(NIGHT, "host").host != links.host


def test_what_a_killed_writer_left_is_in_nobody_s_way(kept):
    kept.folder.mkdir()
    (kept.folder / ".links.json.new").write_text("half")
    links = kept.of(NIGHT, 2)
    assert KeptLinks(kept.folder).of(NIGHT, 2) == links
    assert {file.name for file in kept.folder.iterdir()} == {NAME, "nights.lock"}


def test_a_file_of_links_that_lies_elsewhere_stays_there(kept, tmp_path):
    kept.folder.mkdir()
    (tmp_path / "there").mkdir()
    (kept.folder / NAME).symlink_to(tmp_path / "there" / "real.json")
    links = kept.of(NIGHT, 2)
    assert (kept.folder / NAME).is_symlink()
    assert links.host in (tmp_path / "there" / "real.json").read_text(encoding="utf-8")
    assert kept.bearer(links.host) == Bearer(NIGHT, "host")


def test_who_takes_away_what_somebody_else_took_away_meanwhile_is_content(kept, monkeypatch):
    links = kept.of(NIGHT, 2)

    @contextmanager
    def overtaken(_):
        (kept.folder / NAME).write_text('{"schema": 1, "nights": {}}')
        yield

    monkeypatch.setattr("callboard_nights.storage.links.locked", overtaken)
    kept.remove(NIGHT)
    assert kept.bearer(links.host) is None


def test_links_are_written_by_one_at_a_time_and_who_waits_too_long_is_told(kept, monkeypatch):
    monkeypatch.setattr(database, "PATIENCE", 0.01)
    kept.folder.mkdir()
    with closing(sqlite3.connect(kept.folder / "nights.lock", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(files.StoreBusyError) as raised:
            kept.of(NIGHT, 2)
    assert raised.value.path == kept.folder / "nights.lock"
    assert not (kept.folder / NAME).exists()


def test_what_cannot_be_set_aside_for_its_owner_alone_is_set_aside_all_the_same(kept, monkeypatch):
    kept.folder.mkdir()
    (kept.folder / NAME).write_text("damaged")

    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr("pathlib.Path.chmod", refuse)
    links = kept.of(NIGHT, 2)
    assert kept.bearer(links.host) == Bearer(NIGHT, "host")
    assert [notice.code for notice in kept.notices] == ["store.links-renewed"]


@posix
def test_what_is_set_aside_is_still_its_owner_s_alone(kept):
    kept.folder.mkdir()
    (kept.folder / NAME).write_text("damaged")
    (kept.folder / NAME).chmod(0o644)
    kept.of(NIGHT, 2)
    (notice,) = kept.notices
    assert stat.S_IMODE((kept.folder / notice.values["kept"]).stat().st_mode) == 0o600
