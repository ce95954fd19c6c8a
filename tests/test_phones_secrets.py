"""What is hidden on the page while a count is sealed or bids lie face down: whoever asks, and whatever is asked."""

import re
from itertools import product
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from phones import Evening, Page, close_all

from callboard_locales import catalog
from callboard_nights import counts
from conftest import LANGUAGES

pytestmark = pytest.mark.usefixtures("evenings_end")

NAMES = ("Ann", "Bob", "Cid")
SECRETS = {"Ann": "7001", "Bob": "7002", "Cid": "7003"}
"""What each typed, to be found nowhere else."""
WRONG = {name: f"zq{seat}" for seat, name in enumerate(NAMES)}
"""The same, where it cannot be read."""
TOTALS = {"Ann": "8001", "Bob": "8002", "Cid": "8003"}
"""What each counted."""
JSON = {"accept": "application/json"}
BIDS = {"Ann": ("1", "1"), "Bob": ("2", "2"), "Cid": ("3", "3")}


@pytest.fixture
def sealed():
    evening = Evening()
    evening.host.tool("sealed")
    return evening


@pytest.fixture
def bidding():
    return Evening("turandot")


def at(stage, part=""):
    return "?" + urlencode({"stage": stage, **({"part": part} if part else {})})


def row(name, texts):
    return {f"players.{NAMES.index(name)}.{key}": text for key, text in texts.items()}


def season(name, text=None):
    return row(name, {"troupe": "C3", "chameleons": "0", "requests": text or SECRETS[name]})


def enter(evening, name, do="save", **more):
    """A player types a season, in words that are the same in each language."""
    phone = evening.players[name]
    mood = {"mood": phone.page(at("season")).form().choices["mood"][1]} if name == "Ann" else {}
    return phone.fill({**season(name), **mood, **more}, do=do, path=at("season"))


def bid(evening, name, do="save"):
    number, money = BIDS[name]
    who = {"round": "1", "puccini": "Ann"} if name == "Ann" else {}
    return evening.players[name].fill({**row(name, {"number": number, "money": money}), **who}, do=do, path=at("round"))


def is_hidden(evening, stage, name):
    look = evening.look()
    return counts.is_hidden(look.count(stage), look.night.game, name, "")


def answers(evening, stage):
    """All that somebody can be answered without changing what stands: who asked, for what, and the answer."""
    paths = ["", at("final"), "/entry/1", "/entry/1?why-not=1", "/live", "/setup"]
    paths += ["/words?" + urlencode({"stage": stage, "name": "players.1.requests"})]
    hosted = [f"/host{at(stage)}", "/undo", "/redo", "/entry/1/edit"]
    for phone in evening.phones:
        is_host = phone is evening.host
        for path in [*paths, *(hosted if is_host else ())]:
            yield phone, path, phone.get(path)
        for name in NAMES if is_host else ("Bob",):  # a player is shown the own part whatever is asked for
            yield phone, at(stage, name), phone.get(f"{at(stage, name)}&told=1")
            yield phone, "/live JSON", phone.get(f"/live{at(stage, name)}&told=1", headers=JSON)
        forms = [{"stage": stage}, {"stage": stage, "do": "done"}]
        if is_host:
            hidden = [name for name in NAMES if is_hidden(evening, stage, name)]
            forms += [{"stage": stage, "part": name} for name in NAMES]
            forms += [{"stage": stage, "part": name, "claimed": "7", **season(name)} for name in hidden]
        for form in forms[:1] if not is_host else forms:
            yield phone, f"POST {form}", phone.post(data=form)
            yield phone, f"POST {form}", phone.post(data=form, headers=JSON)


def leaks(evening, stage, opened=()):
    """Who reads what another typed, and where; what one typed, one may read, and the host what is opened."""
    own = {phone.token: name for name, phone in evening.players.items()}
    for phone, path, answer in answers(evening, stage):
        may_read = {own.get(phone.token, ""), *(opened if phone is evening.host else ())}
        for name in {*NAMES} - may_read:
            if any(text in answer.text for text in (SECRETS[name], WRONG[name], TOTALS[name])):
                yield own.get(phone.token, "not a player"), path, name


# --- Who reads -------------------------------------------------------------------------------------------------------


def test_nobody_reads_what_another_typed_in_a_sealed_count(sealed):
    for name in NAMES:
        enter(sealed, name)
    assert [*leaks(sealed, "season")] == []
    for name in NAMES:
        enter(sealed, name, do="done", claimed=TOTALS[name])
    assert sealed.look().count("season").all_done
    assert [*leaks(sealed, "season")] == []
    sealed.host.tool("count", path="")
    assert sealed.look().counts.hidden == (1,)
    assert [*leaks(sealed, "season")] == []
    sealed.host.follow(sealed.host.send(sealed.host.page("/undo").form("/undo"), ""))
    assert sealed.look().count("season").all_done
    assert [*leaks(sealed, "season")] == []
    redo = sealed.host.page("/redo")
    assert redo.part("notice") == catalog("en").text("phones/redo-hidden")
    assert not {str(3 + int(text)) for text in SECRETS.values()} & {*redo.text.split()}
    sealed.host.follow(sealed.host.send(redo.form("/redo"), ""))
    assert sealed.look().counts.hidden == (1,)


def test_what_cannot_be_read_is_told_to_who_typed_it_and_to_nobody_else(sealed):
    for name in NAMES:
        sealed.players[name].fill(row(name, {"troupe": WRONG[name]}), path="?stage=season")
    assert [*leaks(sealed, "season")] == []
    for name in NAMES:
        assert WRONG[name] in sealed.players[name].page("?stage=season&told=1").text


def test_a_bid_is_read_by_nobody_else_until_all_have_bid(bidding):
    bid(bidding, "Ann", "done")
    bid(bidding, "Bob", "done")
    bid(bidding, "Cid")
    for name in NAMES:
        page = bidding.host.page(at("round", name))
        assert not {*row(name, {"number": "", "money": ""})} & page.form().names
        data = bidding.host.get(f"/live{at('round', name)}", headers={"accept": "application/json"}).json()
        assert not [key for key in data["fields"] if key.startswith("players.")]
        assert catalog("en").text("phones/blind") in page.part("live")
    bidding.players["Cid"].fill({}, do="done", path=at("round"))
    assert len(bidding.look().night.entries) == 1
    assert bidding.host.get("/entry/1").status_code == 200


def test_the_host_sees_that_a_part_is_there_and_who_is_done(sealed):
    enter(sealed, "Ann", do="done")
    enter(sealed, "Bob")
    who = sealed.host.page("?stage=season&part=Bob").part("who")
    assert who == "Ann done Bob is typing Cid nothing yet"


def test_an_open_count_is_read_by_the_host_as_ever():
    evening = Evening()
    enter(evening, "Bob")
    page = evening.host.page(at("season", "Bob"))
    assert page.form().value("players.1.requests") == SECRETS["Bob"]
    assert ("do", "open-part") not in [button for form in page.forms for button in form.buttons]


def test_what_is_wrong_with_hidden_parts_is_told_only_by_whose_they_are(sealed):
    many = "C3 C3 C3 C3 C3"  # more than there are
    for name in NAMES:
        texts = {"troupe": many, "chameleons": "0", "requests": SECRETS[name]}
        sealed.players[name].fill(row(name, texts), do="done", path="?stage=season")
    assert sealed.look().count("season").all_done
    assert [*leaks(sealed, "season")] == []
    for phone in sealed.phones:
        told = phone.page("?stage=season").part("doubt")
        assert catalog("en").text("phones/wrong") in told
        assert "mood" in told.casefold()  # which is the whole table's
        assert "C3" not in told
    assert 'value="count" class="primary" disabled' in sealed.host.page("?stage=season").html


# --- The host opens --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_host_opens_a_part_and_everybody_is_told_as_long_as_it_is_on_the_page(language):
    evening = Evening(language=language)
    evening.host.tool("sealed")
    enter(evening, "Bob")
    page = evening.host.tool("open-part", path=at("season", "Bob"), whose="Bob")
    assert page.form().value("players.1.requests") == SECRETS["Bob"]
    enter(evening, "Cid")
    assert [*leaks(evening, "season", opened=("Bob",))] == []
    told = re.split(r"%\(\w+\)s", catalog(language).text("phones/opened"))[1].strip()
    for phone in evening.phones:
        for path in ("", at("season"), at("final"), "/live"):
            notices = phone.page(path).part("notice") if path != "/live" else Page(phone.get(path).text).part("notice")
            assert told in notices
            assert "Bob" in notices
    enter(evening, "Ann", do="done")
    for name in ("Bob", "Cid"):
        evening.players[name].fill({}, do="done", path="?stage=season")
    evening.host.tool("count", path="")
    for phone in evening.phones:
        assert told in phone.page().part("notice")
    evening.host.tool("reveal-all", path="")
    for phone in evening.phones:
        assert told in phone.page("/entry/1").part("notice")
    assert [event.kind for event in evening.log].count("opened") == 1


def test_a_bid_that_was_opened_is_told_on_its_entry(bidding):
    bid(bidding, "Ann", "done")
    bidding.host.tool("open-part", path=at("round", "Ann"), whose="Ann")
    assert bidding.host.page(at("round", "Ann")).form() is not None
    bid(bidding, "Bob", "done")
    bid(bidding, "Cid", "done")
    assert "The host opened Ann's part" in bidding.reader.page("/entry/1").part("notice")


def test_a_sealed_count_that_is_made_open_is_told_as_its_parts_opened(sealed):
    enter(sealed, "Bob")
    sealed.host.tool("open", path="/host?stage=season")
    for phone in sealed.phones:
        assert "The host opened Bob's part" in phone.page("?stage=season").part("notice")


def test_who_is_no_host_opens_nothing(sealed):
    enter(sealed, "Bob")
    before = sealed.log
    for phone in (sealed.players["Ann"], sealed.players["Bob"], sealed.reader):
        answer = phone.post("/host", data={"do": "open-part", "stage": "season", "whose": "Bob"})
        assert answer.status_code == 403
    assert sealed.host.get("/host?do=open-part&stage=season&whose=Bob").status_code == 200
    assert sealed.log == before


def test_what_is_opened_twice_is_told_once(sealed):
    enter(sealed, "Bob")
    page = sealed.host.page(at("season", "Bob"))
    form = next(form for form in page.forms if ("do", "open-part") in form.buttons)
    sealed.host.follow(sealed.host.send(form, "open-part"))
    done = sealed.log
    sealed.host.follow(sealed.host.send(form, "open-part"))
    assert sealed.log == done


# --- The host types for somebody without a phone ---------------------------------------------------------------------


def test_the_host_types_a_part_and_reads_it_until_its_player_writes_there(sealed):
    host = sealed.host
    page = host.fill(season("Cid"), path=at("season", "Cid"))
    assert page.form().value("players.2.requests") == SECRETS["Cid"]
    enter(sealed, "Cid", **{"players.2.chameleons": "1"})
    page = host.page(at("season", "Cid"))
    assert "players.2.requests" not in page.form().names
    assert SECRETS["Cid"] not in page.html


def test_a_part_that_was_hidden_meanwhile_is_not_written_over(sealed):
    host = sealed.host
    form = host.page(at("season", "Bob")).form()
    enter(sealed, "Bob")
    before = sealed.log
    for text in ("4", SECRETS["Bob"]):
        answer = host.send(form, "save", season("Bob", text))
        assert answer.status_code == 409
        assert "hidden" in Page(answer.text).text
    assert sealed.log == before
    page = host.tool("open-part", path=at("season", "Bob"), whose="Bob")
    host.follow(host.send(page.form(), "save", season("Bob", "4")))
    assert sealed.players["Bob"].page("?stage=season").form().value("players.1.requests") == "4"


def guess_answers():
    """What the host is answered who tries texts and totals in a hidden part: right and wrong, typing and done."""
    told = set()
    for do, is_right in product(("save", "done"), (False, True)):
        evening = Evening()
        evening.host.tool("sealed")
        enter(evening, "Bob", claimed="99")
        if do == "done":
            evening.players["Bob"].fill({}, do="done", path="?stage=season")
        text = SECRETS["Bob"] if is_right else "1"
        for more in (season("Bob", text), {"claimed": "99" if is_right else "98"}, {"words": f"Bob: C3 +{text}"}):
            answer = evening.host.json({"stage": "season", "part": "Bob", **more})
            told.add((answer.status_code, answer.text))
    return told


def test_guessing_tells_the_host_nothing():
    ((status, text),) = guess_answers()
    assert status == 409
    assert "Bob" in text


def test_the_host_types_what_is_the_tables_beside_a_hidden_part(sealed):
    enter(sealed, "Bob")
    page = sealed.host.fill({"mood": "comedy"}, path=at("season", "Bob"))
    assert page.form().value("mood") == "comedy"
    assert sealed.typed("season")["Bob"]["requests"] == SECRETS["Bob"]


# --- Whatever happens ------------------------------------------------------------------------------------------------

WHO = st.sampled_from(NAMES)
ACTS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["type", "wrong", "claim", "done", "reopen", "host-types", "lock", "open"]), WHO),
        st.tuples(st.sampled_from(["count", "undo"]), st.just("")),
    ),
    min_size=2,
    max_size=8,
)


def act(evening, kind, name):
    """Do something to a sealed season, if it can be done."""
    seat, host = NAMES.index(name) if name else 0, evening.host
    acts = {
        "type": lambda: evening.players[name].post(data={"stage": "season", "mood": "comedy", **season(name)}),
        "wrong": lambda: evening.players[name].post(data={"stage": "season", f"players.{seat}.troupe": WRONG[name]}),
        "claim": lambda: evening.players[name].post(data={"stage": "season", "claimed": TOTALS[name]}),
        "done": lambda: evening.players[name].post(data={"stage": "season", "do": "done"}),
        "reopen": lambda: host.post("/host", data={"stage": "season", "do": "reopen", "whose": name}),
        "host-types": lambda: host.post(data={"stage": "season", "part": name, f"players.{seat}.troupe": "T1"}),
        "lock": lambda: host.post("/host", data={"stage": "season", "do": "lock", "whose": name}),
        "open": lambda: host.post("/host", data={"stage": "season", "do": "open-part", "whose": name}),
        "count": lambda: host.post("/host", data={"stage": "season", "do": "count"}),
        "undo": lambda: host.post("/undo"),
    }
    assert acts[kind]().status_code in (303, 409)


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ACTS)
def test_whatever_is_done_and_asked_no_text_of_another_is_answered_while_it_is_sealed(acts):
    evening = Evening()
    evening.host.tool("sealed")
    try:
        for kind, name in acts:
            act(evening, kind, name)
        count = evening.look().count("season")
        shown = [name for name in NAMES if count.part(name).opened_at]
        assert [*leaks(evening, "season", shown)] == []
    finally:
        close_all()
