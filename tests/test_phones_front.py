"""Before an evening and after it: a host begins one on the page, and the same people go on to the next."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import httpx2
import pytest
from phones import ADDRESS, OPEN, PLACE, Asked, Evening, Phone

from callboard_cli.input.evenings import begun
from callboard_cli.phones import evenings as module
from callboard_cli.phones.evenings import Evenings
from callboard_cli.phones.front import application
from callboard_nights import commands
from callboard_nights.storage.links import KeptLinks
from callboard_nights.storage.store import Store
from callboard_scoring.games import GAMES, find_game
from conftest import LANGUAGES

HISTRIO = find_game("histrio")


class Front:
    """A table that is served with its front and no evening yet."""

    def __init__(self, language="en"):
        self.store = Store(Path(OPEN.enter_context(TemporaryDirectory(prefix="callboard-front-"))))
        self.links = KeptLinks(self.store.folder)
        self.evenings = Evenings(self.store, self.links, has_front=True)
        client = httpx2.Client(transport=Asked(application(self.evenings, PLACE)), base_url=ADDRESS)
        self.client = OPEN.enter_context(client)
        self.host = Phone(self, self.evenings.front, language)

    def phone(self, token, language="en"):
        return Phone(self, token, language)

    @property
    def nights(self):
        return [one.night for one in self.store.summaries()]


@pytest.fixture
def front():
    return Front()


def begin(front, game="histrio", names=("Ann", "Bob"), **more):
    fields = [("game", game), ("seen", str(len(front.evenings.tables))), *(("name", name) for name in names)]
    return post(front.host, "", [*fields, *more.items()])


def post(phone, path, fields):
    """Send fields of which several have one name."""
    headers = {"content-type": "application/x-www-form-urlencoded"}
    return phone.post(path, content=urlencode(fields).encode(), headers=headers)


def form_of(page, front):
    return next(form for form in page.forms if form.action == f"/{front.host.token}" and form.method == "get")


# The front


def test_a_host_taps_a_game_and_names_and_begins(front):
    page = front.host.page()
    assert "What do you play?" in page.text
    games = [own["href"] for tag, own in page.tags if tag == "a" and "?game=" in own.get("href", "")]
    assert len(games) == len(GAMES)
    page = front.host.page("?game=histrio&new=Ann,+%D0%91%D0%BE%D0%B1")
    form = form_of(page, front)
    assert [text for name, text in form.fields if name == "name"] == ["Ann", "Боб"]
    assert front.nights == []  # nothing is kept before it begins
    answer = begin(front, names=["Ann", "Боб"])
    (name,) = front.nights
    host = front.links.of(name, 2).host
    assert (answer.status_code, answer.headers["location"]) == (303, f"/{host}?joining=1")
    assert front.store.current() == name
    assert list(front.evenings.tables[name].look().night.players) == ["Ann", "Боб"]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ("name=Ann&add=Bob", ["Ann", "Bob"]),
        ("name=Ann&name=Bob&name=Cid&away=1", ["Ann", "Cid"]),
        ("name=Ann&name=Bob&name=Cid&up=2", ["Ann", "Cid", "Bob"]),
        ("name=Ann&up=0", ["Ann"]),
        ("name=Ann&up=99999999999&away=-1", ["Ann"]),
        ("name=Ann&new=ann", ["Ann"]),
        ("new=%3Cb%3E", ["<b>"]),
    ],
)
def test_names_are_added_ordered_and_taken_away(front, fields, told):
    page = front.host.page(f"?game=histrio&{fields}")
    assert [text for name, text in form_of(page, front).fields if name == "name"] == told
    assert "<b>" not in page.html.replace("&lt;b&gt;", "")


def test_as_many_names_are_taken_as_a_table_has_seats_and_no_more_can_be_added_than_can_play(front):
    page = front.host.page("?game=histrio&" + "&".join(f"name=N{number}" for number in range(100)))
    form = form_of(page, front)
    assert len([name for name, _ in form.fields if name == "name"]) == 20
    assert "new" not in form.names
    full = front.host.page("?game=histrio&" + "&".join(f"name=N{number}" for number in range(5)))
    assert "new" not in form_of(full, front).names


@pytest.mark.parametrize(
    "names", [[], ["Ann"], ["Ann", "Ann"], [f"N{n}" for n in range(6)], ["Ann", "a:b"], ["x" * 99]]
)
def test_what_cannot_be_played_is_told_and_does_not_begin(front, names):
    answer = begin(front, names=names)
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text
    assert front.nights == []


@pytest.mark.parametrize("game", ["", "nothing", "x" * 5_000])
def test_without_a_game_it_does_not_begin(front, game):
    assert begin(front, game=game).status_code == 409
    assert front.nights == []


def test_what_is_sent_twice_begins_one_evening(front):
    fields = [("game", "histrio"), ("seen", "0"), ("name", "Ann"), ("name", "Bob")]
    places = {post(front.host, "", fields).headers["location"] for _ in range(2)}
    assert len(places) == len(front.nights) == 1


def test_an_evening_that_is_not_over_is_gone_on_with_and_names_of_before_are_offered(front):
    name, _ = begun(front.store, HISTRIO, ["Zoe", "Ян"])
    page = front.host.page()
    assert "Going on" in page.text and "Zoe" in page.text
    answer = front.host.post(data={"night": name})
    assert answer.headers["location"] == f"/{front.links.of(name, 2).host}?joining=1"
    assert front.nights == [name]
    offered = form_of(front.host.page("?game=histrio&name=Zoe"), front).buttons
    assert ("add", "Ян") in offered and ("add", "Zoe") not in offered


def test_what_is_over_is_not_gone_on_with(front):
    name, _ = begun(front.store, HISTRIO, ["Zoe", "Ян"])
    ended(front.store, name)
    assert "Going on" not in front.host.page().text
    assert front.host.post(data={"night": name}).status_code == 200
    assert front.host.post(data={"night": "../x"}).status_code == 200
    assert front.evenings.tables == {}


def ended(store, name):
    store.transact(name, lambda state: state.after(commands.end(state.night, "2026-11-29T20:00:00Z")))


def test_who_is_not_the_host_begins_nothing(front):
    begin(front)
    (name,) = front.nights
    links = front.links.of(name, 2)
    fields = [("game", "histrio"), ("name", "Ann"), ("name", "Bob"), ("seen", "1")]
    for token in (links.read, links.join, links.seats[0], "A" * 22, "front"):
        post(front.phone(token), "", fields)
        assert post(front.phone(token), "/again", fields).status_code in (403, 404)
        assert front.phone(token).get("?game=histrio").status_code in (200, 404)
    assert front.nights == [name]


def test_without_a_front_nobody_has_its_link():
    evening = Evening()
    assert not evening.evenings.is_front("")
    assert evening.client.get("/").status_code == 404


def test_so_many_evenings_are_served_and_no_more_begin(front, monkeypatch):
    monkeypatch.setattr(module, "MOST", 2)
    for _ in range(2):
        assert begin(front).status_code == 303
    answer = begin(front)
    assert answer.status_code == 409 and "2 evenings are open here already" in answer.text
    assert len(front.nights) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_front_leads_to_rules_and_words_and_speaks_each_language(language):
    front = Front(language)
    page = front.host.page()
    for path in ("/rules", "/glossary"):
        assert any(own.get("href") == f"/{front.host.token}{path}" for tag, own in page.tags if tag == "a")
        assert front.host.get(path).status_code == 200
    answer = front.host.post("/language", data={"lang": "es"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/{front.host.token}")
    assert front.host.get("/events").status_code == 404


def test_the_page_needs_neither_the_terminals_libraries_nor_the_server():
    script = "import sys, callboard_cli.phones.front; print(*{'typer', 'click', 'rich', 'uvicorn'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


# Joining


def test_the_host_sees_the_code_and_who_has_come():
    evening = Evening(names=("Ann", "Bob"))
    page = evening.host.page("?joining=1")
    assert evening.own.join in page.text and "<svg" in page.html
    assert "not yet" in page.text
    Phone(evening, evening.own.join, "en").post(data={"name": "Ann"})
    told = evening.host.get("/live?joining=1", headers={"accept": "application/json"}).json()
    assert told["live"].count("has joined") == 2  # for the eye and for the ear
    for phone in (evening.reader, evening.players["Ann"]):
        assert evening.own.join not in phone.get("?joining=1").text


# Again


@pytest.fixture
def over():
    evening = Evening(names=("Ann", "Боб", "Cid"))
    Phone(evening, evening.own.join, "en").post(data={"name": "Боб"})
    ended(evening.store, evening.night)
    return evening


def after(evening):
    """The evening after one, and its links."""
    *_, name = evening.evenings.tables
    return name, evening.links.of(name, 3)


def test_one_button_begins_the_same_game_with_the_same_people_and_leads_all_there(over):
    before = over.log
    page = over.host.page("/host")
    form = page.form("/again")
    answer = over.host.post("/again", data=dict(form.fields))
    name, links = after(over)
    assert name != over.night and answer.headers["location"] == f"/{links.host}?joining=1"
    night = over.evenings.tables[name].look().night
    assert (night.game.id, night.players) == ("histrio", ("Ann", "Боб", "Cid"))
    assert over.log == before  # the old evening stays as it was
    for phone, to in [*zip(over.players.values(), links.seats, strict=True), (over.reader, links.read)]:
        page = phone.page()
        assert any(own == {"href": f"/{to}"} for tag, own in page.tags if tag == "a")
        assert Phone(over, to, "en").get().status_code == 200
    assert links.taken == (1,)  # whoever had joined need not join again
    assert Phone(over, over.own.join, "en").get().headers["location"] == f"/{links.join}"


def test_pressed_twice_one_evening_begins(over):
    places = {over.host.post("/again").headers["location"] for _ in range(3)}
    assert len(places) == 1 and len(over.evenings.tables) == 2


def test_another_game_and_other_people_are_chosen_as_on_the_front(over):
    page = over.host.page("/again")
    assert "Cid" in page.text
    fields = [("game", "turandot"), ("name", "Cid"), ("name", "Dan")]
    assert post(over.host, "/again", fields).status_code == 303
    name, _ = after(over)
    links = over.links.of(name, 2)
    night = over.evenings.tables[name].look().night
    assert (night.game.id, night.players) == ("turandot", ("Cid", "Dan"))
    onward = [over.evenings.onward(token) for token in over.own.seats]
    assert onward == [f"/{links.join}", f"/{links.join}", f"/{links.seats[0]}"]


def test_before_it_is_over_no_other_one_begins():
    evening = Evening()
    assert "/again" not in evening.host.get("/host").text
    assert evening.host.post("/again").status_code == 409
    assert len(evening.evenings.tables) == 1


def test_what_cannot_begin_is_told_there(over):
    answer = post(over.host, "/again", [("game", "histrio"), ("name", "Ann")])
    assert answer.status_code == 409 and 'role="alert"' in answer.text
    assert len(over.evenings.tables) == 1


def test_a_link_taken_back_afterwards_is_not_led_to_the_one_in_its_place(over):
    over.host.post("/again")
    name, links = after(over)
    anew = over.links.renew(name, "seat", 0).seats[0]
    onward = over.evenings.onward(over.own.seats[0])
    assert onward == f"/{links.seats[0]}" != f"/{anew}"
    assert over.client.get(onward).status_code == 404
