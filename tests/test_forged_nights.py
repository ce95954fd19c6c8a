"""A file of evenings whose every checksum is right, around events that nothing of ours ever wrote."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from attacks import dispute
from callboard_cli.app import run
from callboard_cli.phones.live_view import followed
from callboard_locales import LANGUAGES, catalog
from callboard_nights.seating import LogError
from callboard_nights.storage.files import StoreBusyError
from callboard_nights.storage.schema import _checksum
from callboard_nights.storage.store import Store
from entrances.attacking import opened
from entrances.table_page import Served
from running import run_callboard

AT = "2026-11-22T19:02:00Z"
BEGAN = {"game": "histrio", "players": ["Ann", "Ben"], "setup": None}
SEASON = {"stage": "season", "entered": {"season": 1, "mood": "comedy", "players": []}}
PART = {"stage": "season", "whose": "Ann"}
STRANGE = {
    "a beginning without players": [("began", {"game": "histrio"})],
    "a beginning whose players are no names": [("began", {**BEGAN, "players": [["Ann"], 2]})],
    "a beginning of one player": [("began", {**BEGAN, "players": ["Ann"]})],
    "a beginning of two players of one name": [("began", {**BEGAN, "players": ["Ann", "Ann"]})],
    "a beginning with a set-up that is none": [("began", {**BEGAN, "setup": {"code": 3}})],
    "no beginning": [("entered", SEASON)],
    "a second beginning": [("began", BEGAN), ("began", BEGAN)],
    "a game whose name is a path": [("began", {**BEGAN, "game": "../os"})],
    "a game whose name is a list": [("began", {**BEGAN, "game": ["histrio"]})],
    "a kind that there is not": [("began", BEGAN), ("exploded", {})],
    "a time that is none": [("began", BEGAN), ("ended", {}, "soon", "")],
    "somebody with a long name": [("began", BEGAN), ("ended", {}, AT, "A" * 41)],
    "somebody whose name turns a terminal red": [("began", BEGAN), ("ended", {}, AT, "\x1b[31m")],
    "an entry without a stage": [("began", BEGAN), ("entered", {"entered": {}})],
    "an entry of a stage that there is not": [("began", BEGAN), ("entered", {**SEASON, "stage": "autumn"})],
    "an entry that is a list": [("began", BEGAN), ("entered", {"stage": "season", "entered": []})],
    "an entry larger than any table": [
        ("began", BEGAN),
        ("entered", {"stage": "season", "entered": {"x": [0] * 9999}}),
    ],
    "another entry than there are": [("began", BEGAN), ("changed", {"entry": 1, "entered": {}})],
    "an entry by no number": [("began", BEGAN), ("changed", {"entry": "1", "entered": {}})],
    "a name for nobody": [("began", BEGAN), ("seated", {"old": "Zoe", "new": "Eva"})],
    "a name without another": [("began", BEGAN), ("seated", {"old": "Ann"})],
    "a note that is a number": [("began", BEGAN), ("noted", {"note": 3})],
    "a note with a control character": [("began", BEGAN), ("noted", {"note": "\x1b[2J"})],
    "an end with something in it": [("began", BEGAN), ("ended", {"now": True})],
    "a part that is no text": [("began", BEGAN), ("typed", {**PART, "typed": {"mood": 1}})],
    "a part of nobody who plays": [("began", BEGAN), ("typed", {**PART, "whose": "Zoe", "typed": {}})],
    "a total that is true": [("began", BEGAN), ("claimed", {**PART, "total": True})],
    "a lock that is a word": [("began", BEGAN), ("locked", {**PART, "locked": "yes"})],
    "a step of no entry": [("began", BEGAN), ("revealed", {"entry": 1, "shown": None})],
}
TORN = [
    "",
    "x",
    "[]",
    "3",
    "null",
    "{",
    '{"a":NaN}',
    '{"a":"\\ud800"}',
    '{"a":' + "[" * 60 + "]" * 60 + "}",
    "9" * 5000,
]
"""What no event has as its data: it is no table, or none that can be written as JSON."""


class Forger:
    """Who opens a good file with another program and works all checksums out anew."""

    def __init__(self, folder):
        self.file = folder / "nights.sqlite3"

    def ask(self, question, *values):
        with closing(sqlite3.connect(self.file, isolation_level=None)) as connection:
            return connection.execute(question, values).fetchall()

    def events(self, night, events):
        """Have an evening hold these events: kind, data as a table or as text, and when and by whom."""
        self.ask("DELETE FROM events WHERE night = ?", night)
        before = ""
        for number, (kind, data, *rest) in enumerate(events, 1):
            text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, separators=(",", ":"))
            row = (night, number, kind, *(rest or (AT, "")), text)
            before = _checksum(*row, before)
            self.ask("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", *row, before)
        self.night(night, events=len(events))

    def night(self, night, **told):
        """Have the list tell something else of an evening."""
        names = ("night", "created", "began", "events", "summary")
        ((*row, _),) = self.ask("SELECT * FROM nights WHERE night = ?", night)
        row = [told.get(name, old) for name, old in zip(names, row, strict=True)]
        self.ask("DELETE FROM nights WHERE night = ?", night)
        self.ask("INSERT INTO nights VALUES (?, ?, ?, ?, ?, ?)", *row, _checksum(*row))


@pytest.fixture
def forger(tmp_path, monkeypatch):
    """Two evenings, the second of which is going to be another one."""
    monkeypatch.setenv("CALLBOARD_HOME", str(tmp_path))
    begin("Ann", "Ben")
    return Forger(tmp_path)


@pytest.fixture
def good(forger):
    """The ID of the evening that nobody touches."""
    return forger.ask("SELECT night FROM nights")[0][0]


@pytest.fixture
def forged(forger, good):
    """The ID of the other one."""
    begin("Ann", "Ben")
    return next(night for (night,) in forger.ask("SELECT night FROM nights") if night != good)


def begin(*names):
    assert run_callboard("night", "start", "histrio", *names).status == 0


def strange(night, forger, language):
    return catalog(language).text("error.night.strange") % {"night": night, "path": forger.file}


@pytest.mark.parametrize("events", STRANGE.values(), ids=STRANGE)
def test_what_nothing_of_ours_wrote_is_told_and_left_as_it_is(events, forger, good, forged):
    forger.events(forged, events)
    before = forger.file.read_bytes()
    for line in (["show", forged], ["export", forged], ["note", "x"], ["undo"]):
        told = run_callboard("night", *line, "--lang", "en")
        assert (told.status, told.err.strip()) == (1, strange(forged, forger, "en"))
    assert forger.file.read_bytes() == before
    assert run_callboard("night", "show", good).status == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_the_language_of_who_asks_to_programs_too(language, forger, forged):
    forger.events(forged, STRANGE["a note that is a number"])
    told = run_callboard("night", "show", forged, "--json", "--lang", language)
    (error,) = json.loads(told.out)["errors"]
    assert (error["code"], error["text"]) == ("night.strange", strange(forged, forger, language))


def test_an_evening_that_was_read_is_refused_once_an_event_before_its_last_was_changed(forger, forged, tmp_path):
    evenings = Store(tmp_path)
    forger.events(forged, [("began", BEGAN), ("noted", {"note": "x"}), ("ended", {})])
    assert evenings.read(forged) == evenings.read(forged)
    forger.events(forged, [("began", BEGAN), ("noted", {"note": 3}), ("ended", {})])
    with pytest.raises(LogError):
        evenings.read(forged)


def test_an_evening_that_is_strange_can_be_removed(forger, forged):
    forger.events(forged, STRANGE["an entry without a stage"])
    assert run_callboard("night", "remove", forged, "--yes").status == 0
    assert run_callboard("night", "show", forged).status == 1


def test_no_name_that_is_no_game_s_is_looked_for_among_what_is_installed(forger, forged, monkeypatch):
    looked_for = []
    monkeypatch.setattr("callboard_scoring.installed.find", looked_for.append)
    forger.events(forged, STRANGE["a game whose name is a path"])
    assert run(["night", "show", forged, "--lang", "en"]) == 1
    forger.events(forged, [("began", {**BEGAN, "game": "fireflies"})])
    assert run(["night", "show", forged, "--lang", "en"]) == 1
    assert looked_for == ["fireflies"]


@pytest.mark.parametrize("text", TORN)
def test_data_that_is_no_table_of_ours_is_damaged_and_what_stands_before_it_is_read(text, forger, forged):
    forger.events(forged, [("began", BEGAN), ("noted", text)])
    told = run_callboard("night", "show", forged, "--lang", "en")
    assert told.status == 0
    assert f"Only the beginning of the evening {forged} can be read (events: 1, lost: 1)." in told.err


@pytest.mark.parametrize(
    "summary",
    [
        "x",
        "[]",
        "{}",
        '{"game":"histrio"}',
        '{"game":3,"players":4,"began":5,"ended":6,"winners":7,"note":8}',
        '{"game":"histrio","players":["Ann","Ben"],"began":"x 2026-11-22T19:30:00Z","ended":null,"winners":null,"note":""}',
        '{"game":"histrio","players":["\\u001b[31m","Ben"],"began":"now","ended":null,"winners":null,"note":""}',
    ],
)
def test_what_a_list_cannot_have_told_is_worked_out_anew(summary, forger, good, forged):
    def listed():
        answer = json.loads(run_callboard("night", "list", "--json").out)
        return {one["night"]: one for one in answer["nights"]}

    known = listed()
    forger.night(forged, summary=summary)
    assert listed() == known
    assert set(known) == {good, forged}
    assert run_callboard("stats").status == 0


def test_what_was_told_with_the_last_event_is_believed_and_not_worked_out_anew(good, tmp_path):
    (summary,) = Store(tmp_path).summaries()
    assert summary.night == good
    assert (summary.table["game"], summary.table["players"]) == ("histrio", ["Ann", "Ben"])


def test_a_list_tells_all_others_and_which_one_it_cannot_tell(forger, good, forged):
    forger.events(forged, STRANGE["an entry without a stage"])
    forger.night(forged, summary="{}")
    told = run_callboard("night", "list", "--lang", "en")
    assert (told.status, good in told.out, forged in told.out) == (0, True, False)
    assert told.err.strip() == strange(forged, forger, "en")
    data = json.loads(run_callboard("night", "list", "--json", "--lang", "en").out)
    assert ([one["night"] for one in data["nights"]], data["warnings"]) == ([good], [strange(forged, forger, "en")])


@pytest.mark.parametrize("column", ["created", "events"])
def test_a_number_that_is_none_is_damaged(column, forger, good, forged):
    forger.night(forged, **{column: "x"})
    told = run_callboard("night", "list", "--lang", "en")
    assert (told.status, good in told.out, forged in told.out) == (0, True, True)
    assert "is damaged" in told.err


def test_a_checksum_that_is_empty_fits_no_row_that_has_none(forger, forged):
    forger.ask("UPDATE events SET data = ?, checksum = '' WHERE night = ?", b"\xff", forged)
    told = run_callboard("night", "show", forged, "--lang", "en")
    assert f"The evening {forged} cannot be read any more (events lost: 1)." in told.err


def test_nor_does_it_fit_what_a_list_tells(forger, good, forged, tmp_path):
    forger.ask("UPDATE nights SET began = ?, checksum = ''", b"\xff")
    evenings = Store(tmp_path)
    assert {one.night for one in evenings.summaries()} == {good, forged}
    assert evenings.current() in {None, forged}
    assert [notice.code for notice in evenings.notices] == ["store.damaged"]


def test_the_page_tells_it_to_everybody_and_no_stream_fails(forger, forged, tmp_path):
    with opened(tmp_path) as commands:
        served = commands.through(Served)
        tokens = served.serve(Store(tmp_path), forged, 2)
        forger.events(forged, STRANGE["an entry without a stage"])
        for token in tokens:
            for path in ("", "/live", "/events"):
                status, body, _ = served.asked("GET", f"/{token}{path}", b"", b"", [])
                if path != "/events" or status != 200:  # that of the host and of who only reads waits for better times
                    assert (status, "holds something that this Callboard never writes" in body.decode()) == (409, True)


def test_a_stream_goes_on_where_nobody_can_tell_for_a_while_who_follows(monkeypatch):
    monkeypatch.setattr("callboard_cli.phones.live_view._LOOK_EVERY", 0)
    first, second = ({"message": version} for version in ("1", "3"))
    answers = iter([first, StoreBusyError(Path()), LogError("error.night.strange"), first, second, None])

    async def news():
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def told():
        return [one async for one in followed(SimpleNamespace(followers=0), news)]

    assert asyncio.run(told()) == [f"event: message\ndata: {version}\n\n" for version in (1, 3)]


ODD = {"season": 1, "mood": ["comedy"], "players": {"Ann": {"troupe": "C3"}, "Ben": 3}}


SEATS = (["Ann"], [{"troupe": ["C3"]}], *([{"name": "Ann", "chameleons": many}] for many in (10**20, -(10**20))))


@pytest.mark.parametrize("odd", [ODD, *({**ODD, "players": seats} for seats in SEATS)])
def test_an_entry_of_an_odd_shape_is_printed_and_given_anew(odd, tmp_path, monkeypatch):
    monkeypatch.setenv("CALLBOARD_HOME", str(tmp_path))
    events = [("began", BEGAN), ("entered", {"stage": "season", "entered": odd})]
    body = {"night": "bodak-histrio", "callboard": "0.2.0"}
    body["events"] = [{"kind": kind, "at": AT, "by": "", "data": data} for kind, data in events]
    text = dispute(json.dumps(body), "night").decode()
    assert run_callboard("night", "import", "-", stdin=text).status == 0
    assert run_callboard("night", "resume", "bodak").status == 0
    monkeypatch.setattr("callboard_cli.commands.print.press", lambda *_, **__: [b"page"])
    assert run(["print", "night", "bodak", "--out", str(tmp_path / "night.pdf")]) == 0
    assert run(["night", "edit", "1", "Ann: C3", "Ben: C2"]) in {0, 1}
