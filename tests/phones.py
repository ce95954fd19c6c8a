"""A phone without JavaScript: it reads a page as a browser does, fills in its fields and sends its forms."""

from __future__ import annotations

import asyncio
import re
from contextlib import ExitStack
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest

from callboard_cli.phones import application as answering
from callboard_cli.phones.addresses import Address, Place
from callboard_cli.phones.evenings import Evenings
from callboard_cli.phones.front import application
from callboard_cli.phones.table import Table
from callboard_nights import commands
from callboard_nights.night import night_of
from callboard_nights.statistics import summary_of
from callboard_nights.storage.links import KeptLinks
from callboard_nights.storage.store import Store
from callboard_scoring.games import find_game

PLACE = Place((Address("192.168.1.5"),), 8470, is_shared=True, is_asked=False)
ADDRESS = PLACE.origin
VOID = {"input", "br", "hr", "meta", "link", "option", "img"}
AT = "2026-11-22T19:30:00Z"


class Asked(httpx2.BaseTransport):
    """What carries a request to an application in this process and its answer back, whole: one loop, no network.

    Nor is there a thread beside the loop, which would be begun and ended for each request: `test_table_serving.py` asks
    an application that is served, with its threads.
    """

    def __init__(self, application):
        self._application, self._runner = application, asyncio.Runner()

    def handle_request(self, request):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(answering.Turns, "__call__", _done)
            return self._runner.run(self._answered(request))

    def close(self):
        self._runner.close()

    async def _answered(self, request):
        url, sent, started, body = request.url, [request.read()], {}, []
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": request.method,
            "scheme": url.scheme,
            "path": url.path,
            "raw_path": url.raw_path.partition(b"?")[0],
            "query_string": url.query,
            "root_path": "",
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "client": ("192.168.1.9", 50000),
            "server": (url.host, url.port),
        }

        async def receive():
            return {"type": "http.request", "body": sent.pop()} if sent else {"type": "http.disconnect"}

        async def send(message):
            if message["type"] == "http.response.start":
                assert not started
                started.update(message)
            else:
                assert started and message["type"] == "http.response.body"
                assert not body or body[-1]["more_body"]
                body.append({"more_body": False, **message})

        await self._application(scope, receive, send)
        assert body and not body[-1]["more_body"]
        content = b"".join(one.get("body", b"") for one in body)
        return httpx2.Response(started["status"], headers=started["headers"], content=content, request=request)


async def _done(_, work, *given):
    return work(*given)


OPEN = ExitStack()
"""The evenings that are still served: who asks them, and the folders they are kept in."""


def close_all():
    """Serve none of the evenings any more, and leave nothing of them."""
    OPEN.close()


@dataclass
class SentForm:
    """A form as a browser has it."""

    action: str
    method: str
    attributes: dict
    fields: list[tuple[str, str]] = field(default_factory=list)
    """Names with what stands there and would be sent."""
    names: set[str] = field(default_factory=set)
    """The names of the fields that can be changed."""
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def value(self, name):
        return dict(self.fields).get(name, "")


class Page(HTMLParser):
    """A page: its text, its forms, what stands under an id or a class."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.html = html
        self.forms, self.tags, self.texts = [], [], []
        self.by_id, self.by_class = {}, {}
        self._open, self._form, self._area = [], None, None
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        own = dict(attrs)
        self.tags.append((tag, own))
        if tag not in VOID:
            self._open.append((tag, own))
            if own.get("id"):
                assert own["id"] not in self.by_id
                self.by_id[own["id"]] = ""
        if tag == "form":
            self._form = SentForm(own.get("action", ""), own.get("method", "get"), own)
            self.forms.append(self._form)
        owner = next((form for form in self.forms if form.attributes.get("id") == own.get("form", "")), self._form)
        if owner is None or any("disabled" in each for _, each in self._open) or "disabled" in own:
            return
        name, value = own.get("name", ""), own.get("value", "")
        if tag == "input" and own.get("type") == "radio":
            self._form.names.add(name)
            self._form.choices.setdefault(name, []).append(value)
            if "checked" in own:
                self._form.fields.append((name, value))
        elif tag == "input":
            self._form.fields.append((name, value))
            if own.get("type") != "hidden":
                self._form.names.add(name)
        elif tag == "textarea":
            self._area = (name, [])
            self._form.names.add(name)
        elif tag == "button" and own.get("type") != "button":
            owner.buttons.append((name, value))

    def handle_endtag(self, tag):
        assert self._open.pop()[0] == tag
        if tag == "textarea" and self._area is not None and self._form is not None:
            name, text = self._area
            self._form.fields.append((name, "".join(text).removeprefix("\n").replace("\n", "\r\n")))
            self._area = None
        if tag == "form":
            self._form = None

    def handle_data(self, data):
        self.texts.append(data)
        if self._area is not None:
            self._area[1].append(data)
        for _, own in self._open:
            if own.get("id"):
                self.by_id[own["id"]] += data
            for name in (own.get("class") or "").split():
                self.by_class[name] = self.by_class.get(name, "") + data

    @property
    def text(self):
        return " ".join("".join(self.texts).split())

    def part(self, name):
        """What is told under an id or in a class; empty where there is none."""
        return " ".join(self.by_id.get(name, self.by_class.get(name, "")).split())

    @property
    def errors(self):
        """What is wrong, by the names of the fields."""
        told = {
            name.removesuffix("-error"): text.strip() for name, text in self.by_id.items() if name.endswith("-error")
        }
        return {name: text for name, text in told.items() if text}

    def form(self, action=None):
        """The form of a part, or the first that is sent somewhere."""
        if action is None:
            return next((form for form in self.forms if form.attributes.get("id") == "part"), None)
        return next((form for form in self.forms if form.action.endswith(action)), None)


class Evening:
    """An evening that is served, in this process."""

    def __init__(self, game="histrio", names=("Ann", "Bob", "Cid"), code="", language="en"):
        self.names = names
        self.store = Store(Path(OPEN.enter_context(TemporaryDirectory(prefix="callboard-phones-"))))
        log = commands.begin(find_game(game), names, AT, code)
        self.night = self.store.begin(log, summary_of(night_of(log)), night=f"a-{game}")
        self.links = KeptLinks(self.store.folder)
        self.own = self.links.of(self.night, len(names))
        self.evenings = Evenings(self.store, self.links)
        self.evenings.open(self.night)
        served = application(self.evenings, PLACE)
        client = httpx2.Client(transport=Asked(served), base_url=ADDRESS, headers={"user-agent": "phone"})
        self.client = OPEN.enter_context(client)
        self.host = Phone(self, self.own.host, language)
        self.reader = Phone(self, self.own.read, language)
        self.players = {name: Phone(self, token, language) for name, token in zip(names, self.own.seats, strict=True)}

    @property
    def table(self):
        return Table(self.store, self.night)

    def look(self):
        return self.table.look()

    @property
    def phones(self):
        return [self.host, self.reader, *self.players.values()]

    @property
    def log(self):
        return self.store.read(self.night)

    def typed(self, stage):
        """What is typed of a stage, without who has nothing."""
        return self.look().count(stage).typed()


class Phone:
    """Somebody's phone."""

    def __init__(self, evening, token, language):
        self.evening, self.token, self.language = evening, token, language
        self.home = f"/{token}"

    def get(self, path="", **more):
        return self._asked("GET", path, **more)

    def post(self, path="", data=None, **more):
        return self._asked("POST", path, data=data, **more)

    def json(self, data):
        return self.post(data=data, headers={"accept": "application/json"})

    def _asked(self, method, path, headers=(), **more):
        url = path if path.startswith("/static") else f"/{self.token}{path}"
        told = {"accept-language": self.language, **dict(headers)}
        return self.evening.client.request(method, url, headers=told, follow_redirects=False, **more)

    def page(self, path=""):
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return Page(answer.text)

    def follow(self, answer):
        """The page that a browser shows in the end."""
        assert answer.status_code == 303, answer.text
        place = urlsplit(answer.headers["location"])
        assert place.path.startswith(f"/{self.token}")
        return self.page(place.path.removeprefix(f"/{self.token}") + (f"?{place.query}" if place.query else ""))

    def send(self, form, do, changes=None):
        """Press a button of a form of which some fields were changed, and return the answer."""
        changes = dict(changes or {})
        assert {*changes} <= form.names
        for name, text in changes.items():
            assert name not in form.choices or text in form.choices[name]
        assert ("do", do) in form.buttons or not do
        fields = {name: changes.get(name, text) for name, text in form.fields}
        fields |= {name: text for name, text in changes.items() if name not in fields}
        assert form.method == "post"
        path = form.action.removeprefix(f"/{self.token}")
        return self.post(path, data={**fields, **({"do": do} if do else {})})

    def fill(self, texts, do="save", path=""):
        """Fill in the form of a page and press a button; what has no row yet comes after it was saved."""
        page = self.page(path)
        groups = {name.rpartition(".")[0] for name in page.form().names}
        left = {name: text for name, text in texts.items() if text != "-" or name not in groups}
        while True:
            form = page.form()
            here = form_texts(left, form)
            left = {name: text for name, text in left.items() if field_of(name, form) is None}
            page = self.follow(self.send(form, "save" if left else do, here))
            if not left:
                return page
            assert here, f"no fields for {left}"

    def tool(self, do, path="/host", whose=""):
        """Press a button of the host's."""
        return self.follow(self.send(tool_form(self.page(path), do, whose), do))


def tool_form(page, do, whose=""):
    """The form of a button of the host's."""
    return next(form for form in page.forms if ("do", do) in form.buttons and form.value("whose") == whose)


def field_of(name, form):
    """The field of a page in which a text goes: the one of its name, or of what it is in."""
    steps = name.split(".")
    fewest = 3 if steps[0] == "players" else 1  # `players.0` is a whole line
    places = (".".join(steps[:count]) for count in range(len(steps), fewest - 1, -1))
    return next((place for place in places if place in form.names), None)


def form_texts(texts, form):
    """Texts as they stand in the fields of a page: several things in one field are a list."""
    fields = {}
    for name, text in texts.items():
        place = field_of(name, form)
        if place is not None:
            told = text if place == name else f"{name.removeprefix(f'{place}.')} {text}"
            fields.setdefault(place, []).append(told)
    return {place: ", ".join(several) for place, several in fields.items()}


def query_of(answer):
    return parse_qs(urlsplit(answer.headers["location"]).query)


def numbers(text):
    """The numbers in a text."""
    return {*re.findall(r"(?<![\w.])[+−-]?\d+(?![\w])", text)}
