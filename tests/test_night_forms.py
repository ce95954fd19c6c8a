"""What an evening's text may hold, to the last field: what is refused and why, and what is other when it is counted again."""

import json
import re
import tracemalloc
import zlib
from dataclasses import replace
from datetime import date
from random import Random
from string import ascii_letters, digits

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from callboard_nights import commands
from callboard_nights.count_commands import MOST_CLAIMED, MOST_FIELDS, MOST_SHOWN, MOST_TYPED, MOST_WEIGHT
from callboard_nights.counts import EVENT
from callboard_nights.night import night_of
from callboard_nights.seating import LogError
from callboard_nights.serialization import envelope, receipts_02
from callboard_nights.serialization.receipt import (
    LONGEST,
    MOST,
    _bytes,
    _code,
    _dictionary,
    is_receipt,
    read_receipt,
    receipt,
)
from callboard_nights.serialization.replaying import Difference, Entered, differences, recounted, result_of
from callboard_nights.serialization.texts import dispute_text, log_text, read_text
from callboard_scoring.games import find_game
from callboard_scoring.records import Record

AT = "2026-11-22T19:30:00Z"
BROKEN = "error.night.text-broken"
ID = "bodak-histrio"


def code_of(read, *told):
    """Return the code with which something is refused; none where it is not."""
    try:
        read(*told)
    except LogError as error:
        return error.code
    return ""


# --- Logs ------------------------------------------------------------------------------------------------------------


def event(kind, by="", at=AT, **data):
    return {"kind": kind, "at": at, "by": by, "data": data}


BEGAN = event("began", game="histrio", players=["Ann", "Bob"], setup=None)
SEASON = event("entered", stage="season", entered={})


def typed(by="", stage="season", whose="Ann", **texts):
    return event("typed", by=by, stage=stage, whose=whose, typed=texts)


def of_part(kind, by="", whose="Ann", **data):
    return event(kind, by=by, stage="season", whose=whose, **data)


def log_read(*events, **changed):
    return read_text(
        envelope.written("night", [json.dumps({"night": ID, "callboard": "0.2.0", "events": events, **changed})])
    )


POSSIBLE = [
    event("noted", note="at Eva's"),
    event("noted", note=""),
    event("took-back"),
    event("gave-back"),
    event("ended", at="2026-11-22T19:30:00.123456Z"),
    event("resumed"),
    event("changed", entry=1, entered={}),
    event("seated", old="Ann", new="Zoe"),
    event("seated", old="Ann", new="ANN"),
    typed(a="1"),
    typed(by="Ann", a="1\n"),
    typed(by="Ann", whose="", mood="comedy"),
    of_part("claimed", total=MOST_CLAIMED),
    of_part("claimed", by="Ann", total=-MOST_CLAIMED),
    of_part("claimed", total=None),
    of_part("sealed", by="Ann", sealed=True),
    of_part("sealed", whose="", sealed=True),
    of_part("locked", locked=True),
    of_part("locked", whose="", locked=False),
    of_part("opened"),
    event("revealed", entry=1, shown=MOST_SHOWN),
    event("revealed", entry=1, shown=None),
    event("ticked", by="Ann", code="histrio-2-0-000007-1f", step=1, ticked=True),
    event("ticked", code="x", step=99, ticked=False),
]
IMPOSSIBLE = [
    event("noted", note="a\x07"),
    event("noted", note="x" * 501),
    event("noted"),
    event("took-back", note="x"),
    event("ended", by="A\x07"),
    event("changed", entry=2, entered={}),
    event("changed", entry=0, entered={}),
    event("entered", stage="evening", entered={}),
    event("entered", stage="season", entered={"mood": "x" * 100_000}),
    event("changed", entry=1, entered={"mood": "x" * 100_000}),
    event("seated", old="Zoe", new="Eva"),
    event("seated", old="Ann", new="bob"),
    event("seated", old="Ann", new=""),
    BEGAN,
    typed(by="Bob", a="1"),
    typed(by="Zoe", a="1"),
    typed(whose="Zoe", a="1"),
    typed(stage="evening", a="1"),
    typed(a=""),
    typed(a="1\r"),
    typed(a="1\x07"),
    typed(a="x" * (MOST_TYPED + 1)),
    typed(**{str(number): "1" for number in range(MOST_FIELDS + 1)}),
    of_part("claimed", total=MOST_CLAIMED + 1),
    of_part("claimed", total=-MOST_CLAIMED - 1),
    of_part("claimed", whose="", total=3),
    of_part("claimed", by="Ann", whose="", total=3),
    of_part("claimed", total=True),
    of_part("sealed", by="Bob", sealed=True),
    of_part("sealed", by="Ann", whose="", sealed=True),
    of_part("sealed", sealed=1),
    of_part("locked", by="Ann", locked=True),
    of_part("opened", by="Ann"),
    of_part("opened", by="Bob"),
    of_part("opened", whose=""),
    of_part("opened", whose="Zoe"),
    of_part("opened", opened=True),
    event("revealed", entry=2, shown=1),
    event("revealed", by="Ann", entry=1, shown=1),
    event("revealed", entry=1, shown=MOST_SHOWN + 1),
    event("revealed", entry=1, shown=-1),
    event("ticked", by="Zoe", code="x", step=1, ticked=True),
    event("ticked", code="x", step=0, ticked=True),
    event("ticked", code="x", step=100, ticked=True),
    event("ticked", code="x" * 101, step=1, ticked=True),
    event("ticked", code="X y", step=1, ticked=True),
    event("ticked", code="x", step=1, ticked=1),
    event("ticked", code="x", step=1),
]


def test_what_can_be_done_is_read_as_it_was_written():
    for one in POSSIBLE:
        read = log_read(BEGAN, SEASON, one)
        assert (read.night, read.version, len(read.log)) == (ID, "0.2.0", 3)
        told = read.log[2]
        assert (told.kind, told.at, told.by, told.data) == (one["kind"], one["at"], one["by"], one["data"])
        assert read_text(log_text(ID, read.log, "0.2.0")) == read


def test_what_cannot_be_done_is_no_text_of_ours():
    for one in IMPOSSIBLE:
        assert code_of(log_read, BEGAN, SEASON, one) == BROKEN, one


def test_a_text_is_of_an_evening_that_can_begin():
    for players in (["Ann"], list("ABCDEF"), ["Ann", "ann"], ["Ann", " Bob"]):
        assert code_of(log_read, event("began", game="histrio", players=players, setup=None)) == BROKEN
    for players in (["A", "B"], list("ABCDE")):
        assert len(log_read(event("began", game="histrio", players=players, setup=None)).log) == 1
    setup = {"code": "histrio-2-0-000007-1f", "names": ["Bob", "Ann"]}
    set_up = {**BEGAN, "data": {**BEGAN["data"], "setup": setup}}
    assert log_read(set_up).log[0].data["setup"] == setup
    other = {**BEGAN, "data": {**BEGAN["data"], "setup": {**setup, "names": ["Ann", "Cid"]}}}
    assert code_of(log_read, other) == BROKEN
    assert code_of(log_read) == code_of(log_read, SEASON) == BROKEN
    assert code_of(log_read, event("began", game="chess", players=["Ann", "Bob"], setup=None)) == "error.night.no-game"
    assert code_of(lambda: log_read(BEGAN, night="no id")) == BROKEN
    assert code_of(lambda: log_read(BEGAN, callboard="0 2")) == BROKEN
    assert code_of(lambda: log_read(BEGAN, more=1)) == BROKEN
    assert code_of(read_text, envelope.written("evening", ["{}"])) == "error.night.text-none"


def test_a_text_holds_no_more_of_counts_than_an_evening():
    texts = {"a": "x" * (MOST_TYPED - 1)}
    weight = EVENT + MOST_TYPED
    full = [typed(**texts)] * (MOST_WEIGHT // weight)
    left = MOST_WEIGHT - len(full) * weight - EVENT
    assert 0 < left < MOST_TYPED
    assert len(log_read(BEGAN, *full, typed(a="x" * (left - 1))).log) == len(full) + 2
    assert code_of(log_read, BEGAN, *full, typed(a="x" * left)) == BROKEN


# --- The frame -------------------------------------------------------------------------------------------------------


def test_a_text_is_lines_with_their_sum_and_no_longer_than_one_that_is_read():
    text = envelope.written("night", ['{"a":1}'])
    first, body, last, end = text.split("\n")
    assert (first, body, end) == ("callboard night 1", '{"a":1}', "")
    assert last.startswith("checksum ")
    assert len(last) == len("checksum ") + 32
    assert envelope.read(text) == envelope.Framed("night", {"a": 1})
    longest = envelope.LIMIT - len(text) + len('{"a":1}')
    at_most = envelope.written("night", [json.dumps("x" * (longest - 2))])
    assert len(at_most) == envelope.LIMIT
    assert envelope.read(at_most).body == "x" * (longest - 2)
    with pytest.raises(LogError) as caught:
        envelope.written("night", ["x" * (longest + 1)])
    assert (caught.value.code, caught.value.values) == ("error.night.text-long", {"limit": str(envelope.LIMIT)})
    with pytest.raises(LogError) as caught:
        envelope.read("x" * (envelope.LIMIT + 1))
    assert (caught.value.code, caught.value.values) == ("error.night.text-long", {"limit": str(envelope.LIMIT)})


def test_what_cannot_be_seen_is_written_out():
    assert envelope.in_json({"a": "é\u202e\x07ж"}) == '{"a":"é\\u202e\\u0007ж"}'
    assert envelope.in_json(["a", 1, None]) == '["a",1,null]'
    assert envelope.in_ascii('"éж😀"') == '"\\u00e9\\u0436\\ud83d\\ude00"'


def test_lines_are_broken_behind_commas_that_stand_in_no_word():
    items = ["x" * 20 + ",y"] * 6
    lines = envelope.folded(envelope.in_json(items))
    assert "".join(lines) == envelope.in_json(items)
    assert max(map(len, lines)) <= envelope.WIDTH
    assert len(lines) == 3
    full = '["' + "a" * 64 + '",'
    assert (len(full), envelope.folded(full + '"b"]')) == (68, [full + '"b"]'])
    assert envelope.folded(full + '"bb"]') == [full, '"bb"]']
    assert envelope.listed("some", [1, {"a": [2, 3]}]) == ['"some":[', "1,", '{"a":[2,3]}', "]"]
    assert envelope.listed("none", []) == ['"none":[', "]"]


def test_a_text_lies_no_deeper_than_a_record():
    for brackets in ("[]", '{"a":'):
        deep = "[" * 20 + "]" * 20 if brackets == "[]" else '{"a":' * 20 + "1" + "}" * 20
        assert envelope.parsed(deep) is not None
        deeper = f"[{deep}]"
        assert code_of(envelope.parsed, deeper) == BROKEN
    assert envelope.parsed('["[[[[[[[[[[[[[[[[[[[[[[[[[", 1]') == ["[" * 25, 1]
    for broken in ("1.5", "NaN", "Infinity", '{"a":1,"a":1}', "[", "", "1e5"):
        assert code_of(envelope.parsed, broken) == BROKEN


@pytest.mark.parametrize(
    ("code", "alter"),
    [
        ("text-blanks", lambda text: text.replace("\n", " \n")),
        ("text-blanks", lambda text: f"\n{text}"),
        ("text-blanks", lambda text: text.replace("\n", "\n\t")),
        ("text-blanks", lambda text: f"{text.rstrip()} "),
        ("text-quotes", lambda text: text.replace('"a"', "„a‟")),
        ("text-quoted", lambda text: "".join(f">{line}\n" for line in text.splitlines())),
        ("text-around", lambda text: f"{text}\nSee you"),
        ("text-around", lambda text: f"See\n{text}"),
        ("text-around", lambda text: f"{text}\nSee\nyou"),
        ("text-cut", lambda text: "\n".join(text.splitlines()[:-1])),
        ("text-altered", lambda text: text.replace("1}", "2}")),
        ("text-altered", lambda text: f"{text.rstrip()}X"),
        ("text-none", lambda text: text.replace("callboard", "Callboard")),
        ("text-none", lambda text: text.replace("night 1", "night 0")),
    ],
)
def test_what_was_done_to_a_text_is_told(code, alter):
    assert code_of(envelope.read, alter(envelope.written("night", ['{"a":1}']))) == f"error.night.{code}"


# --- Disputes, counted again -----------------------------------------------------------------------------------------


def season(ann, bob):
    rows = [
        {"name": name, "troupe": own, "chameleons": 0, "requests": []} for name, own in (("Ann", ann), ("Bob", bob))
    ]
    return {"mood": "comedy", "players": rows}


def played():
    log = commands.begin(find_game("histrio"), ["Ann", "Bob"], AT)
    log = (*log, commands.add(night_of(log), "season", season(["C3"], []), AT))
    final = {"players": [{"name": "Ann", "ecus": 12}, {"name": "Bob", "ecus": 4}]}
    return night_of((*log, commands.add(night_of(log), "final", final, AT)))


def night_with(*entries):
    """The same evening with these entries, whatever they are."""
    counted = tuple(entry.played for entry in entries if entry.played is not None)
    return replace(played(), entries=entries, played=counted)


def account():
    return read_text(dispute_text(ID, played(), "0.2.0"))


def test_what_was_counted_is_told_and_counted_again_to_the_same():
    told = account()
    assert (told.night, told.version, told.winners) == (ID, "0.2.0", ["Ann"])
    assert told.began == {"game": "histrio", "players": ["Ann", "Bob"], "setup": None}
    assert [(one.number, one.stage) for one in told.entries] == [(1, "season"), (2, "final")]
    assert told.entries[0].result == result_of(played().played[0].result)
    assert [row["total"] for row in told.standing] == [12, 4]
    assert differences(told, recounted(told)) == ()


def test_what_is_counted_again_has_no_times_and_need_not_be_over():
    again = recounted(account())
    assert (again.began, [entry.at for entry in again.entries]) == ("", ["", ""])
    text = dispute_text(ID, played().until(2), "0.2.0")
    told = read_text(text)
    assert told.winners is None
    assert differences(told, recounted(told)) == ()
    assert dispute_text(ID, recounted(told), "0.2.0") == text


def with_result(told, place, **changed):
    entries = list(told.entries)
    entries[place] = replace(entries[place], result={**entries[place].result, **changed})
    return replace(told, entries=tuple(entries))


def test_whatever_another_version_counted_otherwise_is_named_where_it_begins():
    told = account()
    night = recounted(told)
    rows = told.entries[0].result["players"]
    for what, other in (("total", 99), ("rank", 2), ("lines", [])):
        changed = with_result(told, 0, players=[{**rows[0], what: other}, rows[1]])
        assert differences(changed, night) == (Difference(1, "Ann", other, rows[0][what], what),)
    both = with_result(told, 0, players=[{**rows[0], "total": 99, "rank": 2}, rows[1]])
    assert differences(both, night) == (Difference(1, "Ann", 99, rows[0]["total"], "total"),)
    stranger = with_result(told, 0, players=[{"name": "Zoe", "total": 3}])
    assert differences(stranger, night) == (Difference(1, "Zoe", 3, None, "total"),)
    won = with_result(told, 1, winners=["Bob"])
    assert differences(won, night) == (Difference(2, None, ["Bob"], ["Ann"], "winners"),)
    lines = with_result(told, 1, lines=[["a", None, 1]])
    assert differences(lines, night) == (Difference(2, None, [["a", None, 1]], [], "lines"),)
    silent = replace(told, entries=(replace(told.entries[0], result={}), told.entries[1]))
    assert differences(silent, night) == ()
    misfit = replace(told, entries=(replace(told.entries[0], result=None), told.entries[1]))
    assert differences(misfit, night) == (Difference(1, None, False, True, "fits"),)
    row = {**told.standing[0], "total": 1}
    standing = replace(told, standing=[row, told.standing[1]])
    assert differences(standing, night) == (Difference(None, "Ann", 1, 12, "total"),)
    assert differences(replace(standing, standing=None), night) == ()
    assert differences(replace(told, winners=["Bob"]), night) == (Difference(None, None, ["Bob"], ["Ann"], "winners"),)
    held = replace(told, standing=[{**told.standing[0], "holds": {"seals": 1}}])
    assert differences(held, night) == (Difference(None, "Ann", {"seals": 1}, None, "holds"),)


def body_of(text):
    return envelope.read(text).body


def dispute_read(**changed):
    return read_text(
        envelope.written("dispute", [json.dumps({**body_of(dispute_text(ID, played(), "0.2.0")), **changed})])
    )


def test_a_dispute_has_entries_that_count_or_do_not_fit_in_their_order():
    first, second = body_of(dispute_text(ID, played(), "0.2.0"))["entries"]
    bare = {"entry": 1, "stage": "season"}
    result, record = first["result"], first["record"]
    assert len(dispute_read(entries=[first, second]).entries) == 2
    fits = dispute_read(entries=[{**bare, "entered": {"mood": "comedy"}}]).entries[0]
    assert fits == Entered(1, "season", {"mood": "comedy"})
    whose = dispute_read(entries=[{**first, "player": "Ann"}]).entries[0]
    assert whose.content["player"] == "Ann"
    for entries in (
        [second, first],
        [first, first],
        [{**bare, "record": record}],
        [{**bare, "entered": {}, "result": result}],
        [{**bare, "entered": {}, "player": "Ann"}],
        [{**first, "entered": {}}],
        [bare],
        [{**first, "stage": "evening"}],
        [{**first, "entry": 0}],
        [{**bare, "entered": {"mood": "x" * 100_000}}],
    ):
        assert code_of(lambda entries=entries: dispute_read(entries=entries)) == BROKEN


class Dated(Record):
    """A record as a game of somebody else may have it: of more than JSON has, and with a field of another name."""

    day: date = Field(alias="on")
    tokens: frozenset[int]


def test_a_record_is_written_as_json_has_it_under_the_names_that_it_is_typed_with():
    first, last = played().entries
    dated = replace(last.whole.played, record=Dated(on=date(2026, 11, 22), tokens=frozenset({3})))
    night = night_with(first, replace(last, whole=replace(last.whole, played=dated)))
    told = {"on": "2026-11-22", "tokens": [3]}
    assert body_of(dispute_text(ID, night, "0.2.0"))["entries"][1]["record"] == told
    assert read_receipt(receipt(night, "0.2.0")).entries[0].content == told


# --- Receipts --------------------------------------------------------------------------------------------------------


def test_a_receipt_tells_the_end_of_the_game():
    night = played()
    text = receipt(night, "0.2.0")
    assert is_receipt(f" {text}\n")
    assert not is_receipt("points = 3")
    told = read_receipt(f" {text}\n")
    assert (told.version, told.night, told.standing, told.winners) == ("0.2.0", "", None, None)
    assert told.began == {"game": "histrio", "players": ["Ann", "Bob"], "setup": None}
    (entry,) = told.entries
    rows = [{"name": "Ann", "total": 12}, {"name": "Bob", "total": 4}]
    assert (entry.number, entry.stage, entry.result) == (2, "final", {"winners": ["Ann"], "players": rows})
    assert entry.content["players"][0] == {"name": "Ann", "ecus": 12}
    assert differences(told, recounted(told)) == ()


def test_there_is_no_receipt_before_somebody_has_won_or_where_an_entry_does_not_fit():
    night = night_of(commands.begin(find_game("histrio"), ["Ann", "Bob"], AT))
    assert receipt(night, "0.2.0") is None
    assert receipt(played().until(2), "0.2.0") is None
    misfit = Entered(3, "season", {})
    more = replace(account(), entries=(*account().entries, misfit))
    assert [entry.fits for entry in recounted(more).entries] == [True, True, False]
    assert receipt(recounted(more), "0.2.0") is None


def test_a_receipt_holds_no_longer_a_text_than_is_read():
    night = played()
    most = MOST - len(text_in(receipt(night, "")))
    assert len(text_in(receipt(night, "9" * most))) == MOST
    assert receipt(night, "9" * (most + 1)) is None
    chance = Random(1)
    for length, fits in ((3_000, True), (3_800, False)):  # more than the largest QR code holds
        text = receipt(night, "".join(chance.choices(ascii_letters + digits, k=length)))
        assert (text is not None and len(text) <= LONGEST) == fits


def test_the_receipt_of_an_end_that_gives_nobody_points_tells_who_won():
    first, last = played().entries
    end = last.whole.played
    pointless = replace(end, result=replace(end.result, players=()))
    told = read_receipt(receipt(night_with(first, replace(last, whole=replace(last.whole, played=pointless))), "0.2.0"))
    assert told.entries[0].result == {"winners": ["Ann"]}


def text_in(made):
    """Return the text that is compressed in a receipt of Histrio."""
    packed = _bytes(made.split(":", 3)[3])[4:]
    return zlib.decompressobj(-15, _dictionary(find_game("histrio"))).decompress(packed)


def deflated(text, dictionary):
    deflate = zlib.compressobj(wbits=-15, zdict=dictionary)
    return deflate.compress(text) + deflate.flush()


def sealed(head, packed):
    """Make a receipt of compressed bytes, with a right checksum."""
    return head + _code(zlib.crc32(packed, zlib.crc32(head.encode())).to_bytes(4, "big") + packed)


def made(content, game="histrio", version="2", behind=b""):
    """Make a receipt of any content, with bytes behind it and a right checksum."""
    text = content if isinstance(content, bytes) else json.dumps(content, separators=(",", ":")).encode()
    return sealed(f"CALLBOARD:{version}:{game.upper()}:", deflated(text, _dictionary(find_game(game))) + behind)


GOOD = ["0.2.0", ["Ann", "Bob"], 2, "final", {"players": []}, [12, 4], [0]]


def test_a_receipt_that_cannot_have_been_written_is_refused():
    assert read_receipt(made(GOOD)).entries[0].result["winners"] == ["Ann"]
    assert read_receipt(made([*GOOD[:5], [], []])).entries[0].result == {"winners": []}
    wrong = [
        [*GOOD[:5], [12], [0]],
        [*GOOD[:6], [2]],
        [*GOOD[:2], 0, *GOOD[3:]],
        [*GOOD[:2], 10_000, *GOOD[3:]],
        [*GOOD[:3], "evening", *GOOD[4:]],
        ["0 2", *GOOD[1:]],
        ["0.2.0", ["Ann"], *GOOD[2:5], [1], [0]],
        [*GOOD[:5], [10**9 + 1, 1], [0]],
        [*GOOD[:4], {"players": "x" * 1_001}, *GOOD[5:]],
        GOOD[:6],
        {},
    ]
    assert [code_of(read_receipt, made(one)) for one in wrong] == [BROKEN] * len(wrong)
    text = made(GOOD)
    altered = "error.night.receipt-altered"
    for other in (
        text + "0",
        text[:-1],
        text.replace("CALLBOARD", "Callboard"),
        text.lower(),
        text + "A" * LONGEST,
        text + ":::",  # more than two bytes
        text.replace(":2:", ":1:"),
        "CALLBOARD:2:HISTRIO:A",
    ):
        assert code_of(read_receipt, other) == altered
    assert code_of(read_receipt, text.replace(":HISTRIO:", ":TURANDOT:")) == altered
    with pytest.raises(LogError) as caught:
        read_receipt(text.replace(":2:", ":3:"))
    assert (caught.value.code, caught.value.values) == ("error.night.text-newer", {"version": "3", "here": "2"})
    with pytest.raises(LogError) as caught:
        read_receipt(sealed("CALLBOARD:2:CHESS:", b"abcd"))
    assert (caught.value.code, caught.value.values) == ("error.night.no-game", {"game": "chess"})


def test_what_a_hostile_receipt_unpacks_to_is_bounded():
    good = json.dumps(GOOD).encode()
    assert read_receipt(made(good + b" " * (MOST - len(good)))) == read_receipt(made(GOOD))
    huge = made(good + b" " * 1_000_000)
    assert len(huge) < LONGEST
    tracemalloc.start()
    try:
        assert code_of(read_receipt, huge) == BROKEN
        assert tracemalloc.get_traced_memory()[1] < 500_000
    finally:
        tracemalloc.stop()
    whole = deflated(good, _dictionary(find_game("histrio")))
    head = "CALLBOARD:2:HISTRIO:"
    broken = (whole[:-1], whole[:5], b"\x07" + whole, b"\0" * 40)
    assert [code_of(read_receipt, sealed(head, one)) for one in broken] == [BROKEN] * len(broken)
    assert code_of(read_receipt, made(GOOD, behind=b"\0")) == BROKEN


@given(st.binary(max_size=50))
def test_the_characters_of_a_receipt_stand_for_its_bytes(whole):
    code = _code(whole)
    assert _bytes(code) == whole
    assert re.fullmatch(r"[0-9A-Z+./:-]*", code)  # none that a shell changes, all in the QR code's mode of capitals


def test_the_game_of_a_receipt_is_looked_for_among_those_installed_by_its_name_alone(monkeypatch):
    looked_for = []
    monkeypatch.setattr("callboard_scoring.installed.find", looked_for.append)
    text = sealed("CALLBOARD:2:CHESS:", b"abcd")
    assert code_of(read_receipt, text) == "error.night.no-game"
    assert code_of(read_receipt, f"{text}AAAA") == "error.night.receipt-altered"
    assert looked_for == ["chess"]


EACH_BYTE = bytes(byte for byte in range(256) if byte != ord("\n"))
PACKED = [
    ("nothing", b"", b"", "f5"),
    ("what the primer holds", b"primer", b"primer", "5c0e20"),
    ("what is on the very bound", b"\xff" * 100, b"\x80\x00", "ffeff0016d"),
    ("a field of no name", b"", b'{"":[1,{"":"::"}],"a":[[0]]}', "84e48ef00f7e6ec223e4faa0414ecf3d61fc7c2127"),
    ("what zeros follow", b"", b'[w5{"\xc3:,tab\xe8\xefa"[[z', "a4513f2823697eddc464a3c6fdf99e02e4"),
    (
        "each byte",
        b"",
        EACH_BYTE,
        (
            "fff843bcf51198f0abcf3db316e42c6f4f7bae79d16abc867ede0d921649cc4db0637eb22cf45add98d235bd32d250b00d75"
            "c8c198c19c521ef5c7e16905c62f477178dd22cb9de3ee719e229191796f12f0b4e7df28c9d5b7800e55562ff8e8bbdadc03"
            "dc056f8aca2f8bf007c162c7da78be3d626b8f09b07ec918dd46d23fed08c3e5006398f2f9645a1ddb2ead5b88aee094c255"
        ),
    ),
]


@pytest.mark.parametrize(("primer", "text", "packed"), [pytest.param(*one, id=name) for name, *one in PACKED])
def test_what_was_compressed_by_0_2_is_read_for_ever(primer, text, packed):
    assert receipts_02.decompress(bytes.fromhex(packed), primer, MOST) == text


def test_a_text_of_0_2_that_nothing_ends_is_not_read():
    with pytest.raises(ValueError, match=r"^$"):
        receipts_02.decompress(b"\xff" * 9, b"", 50)
    with pytest.raises(ValueError, match=r"^$"):
        receipts_02.decompress(bytes.fromhex("ffeff0016d"), b"\xff" * 100, 2)
