"""The page's requests and forms."""

from __future__ import annotations

import asyncio
import json
import re
from urllib.parse import quote, urlencode

from attacks import atom, battered, battered_bytes
from callboard_scoring.games import GAMES
from entrances.material import words
from entrances.watching import BrokenError


class Served:
    """A table, its guard before it, asked in this process; after some requests the evening begins anew."""

    REQUESTS = 300

    def __init__(self, commands):
        self.commands = commands
        self.runner = asyncio.Runner()
        commands.patched.setattr("anyio.to_thread.run_sync", _at_once)
        self.left = 0
        self.failures = []

    def renew(self, random):
        """Begin another evening."""
        from phones import AT, Page

        from callboard_nights import commands
        from callboard_nights.night import night_of
        from callboard_nights.statistics import summary_of
        from callboard_nights.storage.store import Store

        self.game = random.choice(GAMES)
        names = ["Ann", "Bob", "Cid"][: max(2, self.game.players[0])]
        store = Store(self.commands.folder / f"table-{random.randrange(10**9)}")
        log = commands.begin(self.game, tuple(names), AT, "")
        night = store.begin(log, summary_of(night_of(log)), night="a-table")
        self.tokens = self.serve(store, night, len(names))
        self.names = names
        self.left = self.REQUESTS
        self.fields = []
        for token in self.tokens:
            status, body, _ = self.ask("GET", f"/{token}", b"", b"", [])
            for form in Page(body.decode()).forms if status == 200 else ():
                self.fields.append((form.action, form.fields, sorted(form.names), form.buttons))

    def serve(self, store, night, seats):
        """Serve an evening, and return its links: the host's, that of who only reads, and the seats'."""
        from phones import PLACE

        from callboard_cli.phones.evenings import Evenings
        from callboard_cli.phones.front import application
        from callboard_cli.phones.middleware import Guard, Limits, Rate
        from callboard_cli.phones.table import Table
        from callboard_nights.storage.links import KeptLinks

        links = KeptLinks(store.folder)
        own = links.of(night, seats)
        evenings = Evenings(store, links)
        evenings.tables[night] = Table(store, night)  # as it was opened before anybody forged it
        free = Rate(10**9, 10**9)
        self.guard = Guard(
            application(evenings, PLACE),
            known=lambda token: links.bearer(token) is not None,
            failed=self.failures.append,
            limits=Limits(requests=free, posts=free, body_seconds=0.05),
        )
        return [own.host, own.read, *own.seats]

    def asked(self, method, path, query, body, headers):
        """Ask for something as an input, look at the answer, and return it."""
        with self.commands.watch.input((method, path, body)):
            answer = self.ask(method, path, query, body, headers)
        if self.failures:
            raise self.failures.pop()
        look_at_answer(*answer)
        return answer

    def close(self):
        """Serve nothing any more."""
        self.runner.close()

    def ask(self, method, path, query, body, headers):
        """Ask for something, and return the status, the body, and the headers."""
        return self.runner.run(self._asked(method, path, query, body, headers))

    async def _asked(self, method, path, query, body, headers):
        sent = [body]

        async def receive():
            return {"type": "http.request", "body": sent.pop()} if sent else {"type": "http.disconnect"}

        told = headers or [(b"host", b"192.168.1.5:8470"), (b"content-length", b"%d" % len(body))]
        return await self.answered(method, path, query, told, receive)

    async def answered(self, method, path, query, headers, receive):
        """Ask for something as a connection does, and return what came of it."""
        started, parts = {}, []
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": quote(path, safe="/%", errors="replace").encode(),
            "query_string": query,
            "root_path": "",
            "headers": headers,
            "client": ("192.168.1.9", 50000),
            "server": ("192.168.1.5", 8470),
        }

        async def send(message):
            if message["type"] == "http.response.start":
                started.update(message)
            else:
                parts.append(message.get("body", b""))

        await self.guard(scope, receive, send)
        return started.get("status"), b"".join(parts), started.get("headers", [])


async def _at_once(ask, *given, **_):
    """Do here what the page does in a thread of its own: a new one for each request takes longer than its answer."""
    return ask(*given)


def page(random, commands):
    """Requests for the page, and forms as it sends them."""
    served = commands.through(Served)
    if served.left <= 0:
        served.renew(random)
    served.left -= 1
    token = random.choice(served.tokens) if random.random() < 0.93 else battered(random, served.tokens[-1], 1)
    method, path, query, body = "GET", f"/{token}", b"", b""
    headers = [(b"host", b"192.168.1.5:8470")]
    what = random.random()
    if what < 0.6:
        method = "POST"
        path, pairs = _form(random, served, token)
        body = urlencode(pairs, errors="surrogatepass").encode()
        if random.random() < 0.05:
            body = battered_bytes(random, body)
    else:
        path += random.choice(_PATHS)
        pairs = [(name, battered(random, good, 2)) for name, good in _QUERIES if random.random() < 0.4]
        query = urlencode(pairs, errors="surrogatepass").encode()[:2048]
    if random.random() < 0.1:
        path = battered(random, path, 2)
    headers.append((b"content-length", b"%d" % len(body)))
    for name, good in _HEADERS:
        if random.random() < 0.15:
            text = battered(random, good, 1) if random.random() < 0.5 else good
            headers.append((name, text.encode("utf-8", "replace").translate(None, b"\r\n\0")))
    served.asked(method, path, query, body, headers)
    return 1


_PATHS = (
    "",
    "/live",
    "/words",
    "/rules",
    "/rules",
    "/setup",
    "/manifest",
    "/entry/1",
    "/entry/2",
    "/entry/99999999999999",
    "/entry/1/edit",
)
_PATHS += (
    "/host",
    "/undo",
    "/redo",
    "/language",
    "/nothing",
    "/static/page.js",
    "/../static/page.js",
    "/entry/-1",
    "/entry/²",
)
_QUERIES = (
    ("stage", "season"),
    ("part", "Ann"),
    ("name", "players.0.troupe"),
    ("text", "C3 C2"),
    ("q", "how many cards"),
    ("told", "1"),
    ("why-not", "1"),
)
_HEADERS = (
    (b"accept", "application/json"),
    (b"accept-language", "ru,en;q=0.5"),
    (b"cookie", "lang=es"),
    (b"origin", "http://192.168.1.5:8470"),
    (b"referer", "http://192.168.1.5:8470/x"),
    (b"content-type", "application/x-www-form-urlencoded"),
    (b"sec-fetch-site", "same-origin"),
    (b"x-forwarded-for", "127.0.0.1"),
)


def _form(random, served, token):
    """Return where a form goes, and its fields."""
    game, stages = served.game, served.game.stages
    if random.random() < 0.25 or not served.fields:
        fields = [
            ("do", random.choice(_BUTTONS)),
            ("stage", random.choice(stages)),
            ("whose", random.choice(served.names)),
        ]
        path = f"/{token}" + random.choice(("", "/host", "/undo", "/redo", "/entry/1/edit", "/language", "/setup"))
        fields += [
            ("tick", "1"),
            ("entry", "1"),
            ("to", "0"),
            ("lang", "ru"),
            ("note", "x"),
            ("old", "Ann"),
            ("new", "Eva"),
        ]
    else:
        path, known, names, buttons = random.choice(served.fields)
        fields = list(known)
        stage = dict(known).get("stage") or random.choice(stages)
        line = random.choice(words(game.id, stage, "en") or [[""]]) if stage in stages else [""]
        values = [word.partition("=")[2] or word.partition(":")[2].strip() or word for word in line]
        have = {name for name, _ in fields}
        fields = [
            (name, random.choice(values) if random.random() < 0.5 else text)
            for name, text in fields
            if name not in ("stage", "seen", "part")
        ] + [(name, text) for name, text in fields if name in ("stage", "seen", "part")]
        fields += [(name, random.choice(values)) for name in names if name not in have and random.random() < 0.5]
        fields.append(random.choice(buttons) if buttons else ("do", "save"))
    for _ in range(random.randint(0, 3)):
        place = random.randrange(len(fields))
        name, text = fields[place]
        if random.random() < 0.75:
            fields[place] = (name, battered(random, text, 2))
        elif random.random() < 0.5:
            fields[place] = (battered(random, name, 1), text)
        else:
            fields.append((name, str(atom(random))))
    if random.random() < 0.003:
        fields += [(f"players.0.{number}", "1") for number in range(random.choice((50, 399, 5000)))]
    return path, fields


_BUTTONS = (
    "save",
    "done",
    "reopen",
    "lock",
    "unlock",
    "sealed",
    "open",
    "count",
    "open-part",
    "reveal",
    "reveal-all",
    "newlink",
    "undo",
    "redo",
    "resume",
)


def look_at_answer(status, answer, headers):
    """Look at what a browser was answered."""
    if status is None or status >= 500:
        raise BrokenError(f"status {status}")
    told = dict(headers)
    if any(ord("\r") in one or ord("\n") in one for pair in headers for one in pair):
        raise BrokenError("a header of several lines")
    if not any(name == b"content-security-policy" for name in told):
        raise BrokenError("no policy")
    text = answer.decode()
    kind = told.get(b"content-type", b"")
    if kind.startswith(b"application/json"):
        data = json.loads(text)
        text = data.get("live", "") if isinstance(data, dict) else ""
    elif not kind.startswith(b"text/html"):
        return
    if "<zq" in text or '" zq=' in text or "' zq=" in text or "<!--zq" in text:
        raise BrokenError("markup of the input")
    bare = _TYPED.sub("", text)
    found = _ACTIVE.search(bare)
    if found:
        raise BrokenError(f"shown: {found[0]!r} in {bare[max(0, found.start() - 60) : found.end() + 20]!r}")


_ACTIVE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What is told in no page: what a terminal acts on, and what turns letters round."""
_TYPED = re.compile(r' value="[^"]*"|<textarea[^>]*>[^<]*</textarea>')
"""What stands in fields as it was typed: each is a box of its own, out of which nothing turns letters."""
