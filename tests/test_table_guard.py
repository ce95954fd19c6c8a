"""The guard before the page: what it lets through, what it refuses and how, and that a flood costs nothing."""

import asyncio
import os
import random
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import pytest

from callboard_cli.phones.middleware import HEADERS, Buckets, Guard, Limits, Rate
from callboard_cli.phones.requests import MOST_BODY, names_of
from callboard_cli.phones.serving import MOST, MOST_OF_ADDRESS, PATIENCE, Connection

TOKEN = "A" * 22
OTHER = "B" * 22
PHONE = "192.168.1.20"
HERE = "192.168.1.5"
OWN = f"http://{HERE}:8470"


class Clock:
    """Seconds that go on when a test says so."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


class Answer:
    """What was sent to a browser."""

    def __init__(self):
        self.sent = []

    async def __call__(self, message):
        self.sent.append(message)

    @property
    def status(self):
        return self.sent[0]["status"] if self.sent else None

    @property
    def headers(self):
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def body(self):
        return b"".join(message.get("body", b"") for message in self.sent[1:])


class Page:
    """A page that counts who came through to it."""

    def __init__(self, headers=(), fails=None):
        self.came = []
        self.headers = list(headers)
        self.fails = fails

    async def __call__(self, scope, receive, send):
        message = await receive()
        self.came.append((scope["method"], scope["path"], message.get("body")))
        if self.fails == "before":
            raise KeyError("secret")
        await send({"type": "http.response.start", "status": 200, "headers": self.headers})
        if self.fails == "after":
            raise KeyError("secret")
        await send({"type": "http.response.body", "body": b"page"})


async def nothing_more():
    await asyncio.Event().wait()


def scope_of(path=f"/{TOKEN}", method="GET", *, headers=(), query=b"", client=PHONE, server=(HERE, 8470), host=None):
    given = [(b"host", (host if host is not None else f"{HERE}:8470").encode())] if host != "" else []
    given += [(name.encode(), value.encode("latin-1")) for name, value in headers]
    return {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "headers": given,
        "client": (client, 50000),
        "server": server,
    }


def guarded(page=None, **given):
    return Guard(page or Page(), known=lambda token: token in (TOKEN, OTHER), **given)


def ask(guard, *, body=None, **request):
    """Ask for something; a body is sent in pieces."""
    headers = list(request.pop("headers", ()))
    pieces = [body] if isinstance(body, bytes) else list(body or ())
    if pieces and "transfer-encoding" not in dict(headers):
        headers.append(("content-length", str(sum(map(len, pieces)))))
    answer = Answer()
    taken = []

    async def receive():
        if not pieces:
            await nothing_more()
        taken.append(pieces.pop(0))
        return {"type": "http.request", "body": taken[-1], "more_body": bool(pieces)}

    asyncio.run(guard(scope_of(headers=headers, **request), receive, answer))
    answer.taken = taken
    return answer


def post(guard, origin=OWN, **request):
    headers = [("origin", origin)] if origin is not None else []
    return ask(guard, method="POST", headers=[*headers, *request.pop("headers", ())], **request)


# What comes through


def test_a_page_is_asked_for_and_a_form_is_sent():
    page = Page()
    guard = guarded(page)
    assert ask(guard).body == b"page"
    assert post(guard, body=[b"do=", b"save"]).status == 200
    assert ask(guard, method="HEAD").status == 200
    assert page.came == [("GET", f"/{TOKEN}", b""), ("POST", f"/{TOKEN}", b"do=save"), ("HEAD", f"/{TOKEN}", b"")]


# From whom


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8470",
        HERE,
        f"{HERE}:80",
        "192.168.1.6:8470",
        f"{HERE}:8470.evil.example",
        "localhost:8470",
        "127.0.0.1:8470",
        "0.0.0.0:8470",
        f"user@{HERE}:8470",
    ],
)
def test_a_request_for_another_host_is_refused_as_after_dns_rebinding(host):
    page = Page()
    answer = ask(guarded(page), host=host)
    assert answer.status == 421
    assert page.came == []


@pytest.mark.parametrize(
    ("host", "server"),
    [
        ("127.0.0.1:8470", ("127.0.0.1", 8470)),
        ("localhost:8470", ("127.0.0.1", 8470)),
        ("LocalHost:8470", ("127.0.0.1", 8470)),
        ("[::1]:8470", ("::1", 8470)),
        ("10.0.0.7:9", ("10.0.0.7", 9)),
        ("10.0.0.7", ("10.0.0.7", 80)),
        ("10.0.0.7:8470", ("::ffff:10.0.0.7", 8470)),
        ("[2001:db8::5]:8470", ("2001:db8::5", 8470)),
        ("Laptop.local:8470", ("10.0.0.7", 8470)),
    ],
)
def test_the_address_where_a_request_comes_in_is_the_host_that_is_served(host, server):
    assert ask(guarded(hosts=["laptop.local:8470"]), host=host, server=server).status == 200


def test_two_hosts_are_none():
    assert ask(guarded(), headers=[("host", f"{HERE}:8470")]).status == 400
    assert names_of("nothing", 8470) == set()


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "http://evil.example",
        f"https://{HERE}:8470",
        f"http://{HERE}",
        f"http://{HERE}:8471",
        "file://",
        OWN + "/",
    ],
)
def test_a_form_from_another_page_is_refused(origin):
    page = Page()
    assert post(guarded(page), origin=origin, body=b"do=save").status == 403
    assert page.came == []


@pytest.mark.parametrize(
    "headers",
    [
        [("referer", "http://evil.example/")],
        [("referer", f"{OWN}.evil.example/")],
        [("sec-fetch-site", "cross-site")],
        [("sec-fetch-site", "same-site")],
    ],
)
def test_a_browser_that_sends_no_origin_tells_a_foreign_page_otherwise(headers):
    assert post(guarded(), origin=None, headers=headers, body=b"x").status == 403


@pytest.mark.parametrize("headers", [[], [("referer", f"{OWN}/{TOKEN}")], [("sec-fetch-site", "same-origin")]])
def test_what_comes_of_no_other_page_is_let_through(headers):
    assert post(guarded(), origin=None, headers=headers, body=b"x").status == 200


def test_two_origins_are_none():
    assert post(guarded(), headers=[("origin", OWN)], body=b"x").status == 400


# What and how much


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "X" * 100])
def test_there_are_three_methods(method):
    answer = ask(guarded(), method=method)
    assert answer.status == 405
    assert answer.headers["allow"] == "GET, HEAD, POST"


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("/" + "x" * 199, b"", 200),
        ("/" + "x" * 200, b"", 414),
        ("/", b"q=" + b"x" * 2046, 200),
        ("/", b"q=" + b"x" * 2047, 414),
        ("/static/../../etc/passwd", b"", 400),
        ("/..", b"", 400),
        ("/./x", b"", 400),
        ("/a\\..\\b", b"", 400),
        ("/a\0", b"", 400),
        ("/a\r\nset-cookie: x", b"", 400),
        ("http://evil.example/", b"", 400),
        ("*", b"", 400),
        ("", b"", 400),
        ("/rules/Ёж", b"", 200),
    ],
    ids=lambda it: str(it)[:20],
)
def test_paths_are_short_and_clean_and_lead_nowhere_else(path, query, status):
    assert ask(guarded(), path=path, query=query).status == status


def test_a_body_is_counted_while_it_comes_and_no_more_of_it_is_taken():
    page = Page()
    guard = guarded(page)
    whole = [b"x" * 16384] * 4
    assert post(guard, body=whole).status == 200
    assert len(page.came[0][2]) == MOST_BODY
    answer = post(guard, body=[*whole, b"x", *whole], headers=[("transfer-encoding", "chunked")])
    assert (answer.status, answer.headers["connection"]) == (413, "close")
    assert sum(map(len, answer.taken)) == MOST_BODY + 1
    announced = post(guard, headers=[("content-length", str(MOST_BODY + 1))])
    assert (announced.status, announced.taken) == (413, [])
    assert len(page.came) == 1


@pytest.mark.parametrize("length", ["-1", "1e3", "٣", "x", "9" * 30, "+5"])
def test_a_length_that_is_none_is_refused(length):
    headers = [("content-length", length.encode().decode("latin-1"))]
    assert post(guarded(), headers=headers).status == 400


def test_a_page_that_is_asked_for_has_no_body():
    assert ask(guarded(), body=b"x").status == 400
    assert ask(guarded(), headers=[("content-length", "0")]).status == 200


def test_a_body_that_does_not_come_is_not_waited_for():
    guard = guarded(limits=Limits(body_seconds=0))
    assert post(guard, headers=[("content-length", "5")]).status == 408


def test_who_goes_away_while_a_body_comes_gets_no_answer_and_does_no_harm():
    failures = []
    page = Page()
    guard = guarded(page, failed=failures.append)
    answer = Answer()

    async def receive():
        return {"type": "http.disconnect"}

    headers = [("content-length", "5"), ("origin", OWN)]
    asyncio.run(guard(scope_of(method="POST", headers=headers), receive, answer))
    assert (answer.sent, page.came, failures) == ([], [], [])


# What every answer says


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"path": "/static/page.css"},
        {"path": "/" + "x" * 300},
        {"path": "/.."},
        {"host": "evil.example"},
        {"method": "PUT"},
        {"method": "POST", "headers": [("origin", "null")]},
        {"method": "POST", "headers": [("content-length", "99999999")]},
        {"path": "/" + "C" * 22},
    ],
    ids=str,
)
@pytest.mark.parametrize("page", [None, Page(fails="before")])
def test_every_answer_has_the_headers_that_keep_browsers_safe(request_, page):
    headers = ask(guarded(page), **request_).headers
    assert headers["content-security-policy"] == (
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' blob:; "
        "manifest-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "server" not in headers


def test_a_page_can_say_how_long_it_is_kept_and_nothing_else_of_these():
    own = [
        (b"Cache-Control", b"no-cache"),
        (b"Server", b"x"),
        (b"Content-Security-Policy", b"default-src *"),
        (b"ETag", b"1"),
    ]
    answer = ask(guarded(Page(own)))
    names = [name for name, _ in answer.sent[0]["headers"]]
    assert len(names) == len(set(names))
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["etag"] == "1"
    assert answer.headers["content-security-policy"] == HEADERS[b"content-security-policy"].decode()
    assert "server" not in answer.headers


def test_a_failure_is_told_to_the_host_and_not_to_the_browser():
    failures = []
    answer = ask(guarded(Page(fails="before"), failed=failures.append))
    assert answer.status == 500
    assert b"secret" not in answer.body and b"KeyError" not in answer.body
    assert [type(failure) for failure in failures] == [KeyError]
    with pytest.raises(KeyError):  # the server hangs up
        ask(guarded(Page(fails="after"), failed=failures.append))
    assert len(failures) == 2


def test_who_is_refused_is_told_so_in_words_that_the_table_has():
    guard = guarded(words=lambda status, languages: f"{status} {languages}")
    answer = ask(guard, method="PUT", headers=[("accept-language", "ru,en;q=0.5")])
    assert answer.body == b"405 ru,en;q=0.5\n"


# How often


@pytest.mark.parametrize(("client", "server"), [("127.0.0.1", ("127.0.0.1", 8470)), (HERE, (HERE, 8470))])
def test_the_host_is_never_locked_out_of_the_own_computer(client, server):
    guard = guarded(clock=Clock())
    host = f"{server[0]}:8470"
    answers = [ask(guard, client=client, server=server, host=host).status for _ in range(400)]
    assert set(answers) == {200}


def test_a_device_with_many_addresses_of_one_network_is_one():
    guard = guarded(limits=Limits(requests=Rate(1, 30)), clock=Clock())
    server = ("2001:db8::5", 8470)
    tried = [
        ask(guard, client=f"2001:db8::{number + 100:x}", server=server, host="[2001:db8::5]:8470").status
        for number in range(40)
    ]
    assert tried == [200] * 30 + [429] * 10


def test_a_flood_of_an_address_ends_at_the_guard():
    page = Page()
    clock = Clock()
    guard = guarded(page, clock=clock)
    answers = [ask(guard) for _ in range(320)]
    assert [answer.status for answer in answers].count(200) == len(page.came) == 300
    assert answers[-1].headers["retry-after"] == "1"
    assert ask(guard, client="192.168.1.21").status == 200
    clock.now += 1
    assert ask(guard).status == 200


def test_it_knows_whether_anybody_has_come_by_a_link_from_another_computer():
    guard = guarded()
    ask(guard, path="/nobody", client="192.168.1.20")
    assert not guard.is_visited
    ask(guard, client="192.168.1.20")
    assert guard.is_visited


def test_writing_is_limited_by_the_link_wherever_it_is_used():
    clock = Clock()
    guard = guarded(clock=clock)
    sent = [post(guard, body=b"x", client=f"192.168.1.{100 + number}").status for number in range(65)]
    assert sent == [200] * 60 + [429] * 5
    assert post(guard, body=b"x", path=f"/{OTHER}").status == 200
    clock.now += 1
    assert [post(guard, body=b"x").status for _ in range(11)] == [200] * 10 + [429]


def test_buckets_remember_a_bounded_number_and_never_more_than_is_allowed_at_once():
    clock = Clock()
    buckets = Buckets(Rate(1, 3), clock, most=2)
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 1]
    clock.now += 1000
    assert [buckets.take("a") for _ in range(5)] == [0, 0, 0, 1, 1]
    for who in "bc":
        buckets.take(who)
    assert [buckets.take("c") for _ in range(3)] == [0, 0, 1]  # remembered
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 1]  # forgotten


# Event streams


class Stream:
    """A page that sends events until it is ended."""

    def __init__(self):
        self.open = 0
        self.began = asyncio.Event()

    async def __call__(self, scope, receive, send):
        await receive()
        if scope["method"] == "POST":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body"})
            return
        self.open += 1
        try:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"data: 1\n\n", "more_body": True})
            self.began.set()
            await nothing_more()
        finally:
            self.open -= 1


async def settled():
    """Let everything go on that can."""
    for _ in range(20):
        await asyncio.sleep(0)


class Reader:
    """A phone that follows events."""

    def __init__(self, guard, token=TOKEN, **request):
        self.left = asyncio.Event()
        self.answer = Answer()
        scope = scope_of(path=f"/{token}/events", **request)
        self.task = asyncio.ensure_future(guard(scope, self.receive, self.answer))

    async def receive(self):
        await self.left.wait()
        return {"type": "http.disconnect"}


def streaming(test):
    asyncio.run(test())


def test_events_come_as_they_are_sent_and_end_when_the_reader_leaves():
    @streaming
    async def test():
        page = Stream()
        reader = Reader(guarded(page))
        await settled()
        assert reader.answer.sent[1]["body"] == b"data: 1\n\n"
        assert (page.open, reader.task.done()) == (1, False)
        reader.left.set()
        await settled()
        assert (page.open, reader.task.done()) == (0, True)


def test_all_streams_end_at_once_when_the_table_ends_and_none_begins():
    @streaming
    async def test():
        page = Stream()
        guard = guarded(page)
        readers = [Reader(guard), Reader(guard, OTHER)]
        await settled()
        guard.end_streams()
        await settled()
        assert page.open == 0
        assert [reader.answer.sent[-1].get("more_body", False) for reader in readers] == [False, False]
        late = Reader(guard)
        await settled()
        assert (late.answer.status, late.answer.headers["retry-after"]) == (503, "5")


def test_of_one_stream_too_many_of_a_link_at_an_address_the_oldest_ends():
    @streaming
    async def test():
        page = Stream()
        guard = guarded(page, limits=Limits(streams_of_reader=2))
        readers = []
        for _ in range(4):
            readers.append(Reader(guard))
            await settled()
        other = Reader(guard, OTHER)
        await settled()
        assert [reader.task.done() for reader in (*readers, other)] == [True, True, False, False, False]
        assert page.open == 3
        guard.end_streams()
        await settled()


def test_there_are_so_many_streams_in_all():
    @streaming
    async def test():
        page = Stream()
        guard = guarded(page, limits=Limits(streams=2))
        readers = [Reader(guard), Reader(guard), Reader(guard, OTHER)]
        await settled()
        assert [reader.answer.status for reader in readers] == [200, 200, 503]
        guard.end_streams()
        await settled()


def test_a_link_that_is_taken_back_hears_nothing_more():
    @streaming
    async def test():
        page = Stream()
        links = {TOKEN, OTHER}
        guard = Guard(page, known=links.__contains__)
        readers = [Reader(guard), Reader(guard, OTHER)]
        await settled()
        links.remove(TOKEN)
        host = Answer()
        await guard(scope_of(f"/{OTHER}/host", "POST", headers=[("origin", OWN)]), nothing_more, host)
        await settled()
        assert [reader.task.done() for reader in readers] == [True, False]
        guard.end_streams()
        await settled()


def test_a_stream_of_no_link_is_the_page_that_says_so_and_a_head_has_no_end():
    page = Page()
    guard = guarded(page)
    assert ask(guard, path="/" + "C" * 22 + "/events").body == b"page"
    assert ask(guard, path=f"/{TOKEN}/events", method="HEAD").status == 405


def test_a_stream_that_fails_is_a_failure_like_another():
    failures = []
    answer = ask(guarded(Page(fails="before"), failed=failures.append), path=f"/{TOKEN}/events")
    assert (answer.status, len(failures)) == (500, 1)


def test_what_is_no_request_is_not_answered():
    page, answer = Page(), Answer()
    asyncio.run(guarded(page)({"type": "websocket", "headers": []}, nothing_more, answer))
    assert (page.came, answer.sent) == ([], [])


def test_nothing_that_comes_in_makes_the_guard_fail():
    random_ = random.Random(16)
    guard = guarded(clock=Clock(), failed=lambda error: pytest.fail(repr(error)))
    for _ in range(300):
        text = os.urandom(random_.randrange(40)).decode("latin-1")
        names = ["origin", "referer", "content-length", "sec-fetch-site", "accept-language", "host"]
        headers = [(random_.choice(names), text) for _ in range(random_.randrange(3))]
        answer = ask(
            guard, path=f"/{text}", method=random_.choice(["GET", "POST", text or "X"]), headers=headers, client=text
        )
        assert answer.status in {200, 400, 403, 405, 408, 413, 414, 421, 429}


# Connections


class Wire:
    """The other end of a connection, and the loop that would call it later."""

    def __init__(self, client=PHONE, server=HERE):
        self.names = {"peername": (client, 50000), "sockname": (server, 8470)}
        self.is_cut = False
        self.written = b""
        self.later = []

    def get_extra_info(self, name):
        return self.names.get(name)

    def call_later(self, seconds, called):
        timer = SimpleNamespace(seconds=seconds, called=called, is_cancelled=False)
        timer.cancel = lambda: setattr(timer, "is_cancelled", True)
        self.later.append(timer)
        return timer

    def create_task(self, coroutine):
        coroutine.close()
        return mock.Mock()

    def abort(self):
        self.is_cut = True

    def write(self, content):
        self.written += content

    close = abort

    def is_closing(self):
        return self.is_cut

    def pause_reading(self):
        pass

    resume_reading = pause_reading

    @property
    def waits(self):
        return [timer.seconds for timer in self.later if not timer.is_cancelled]


class Door:
    """Where connections come in."""

    def __init__(self):
        import uvicorn
        from uvicorn.server import ServerState

        self.config = uvicorn.Config(
            Page(), http=Connection, ws="none", lifespan="off", log_config=None, proxy_headers=False
        )
        self.state = ServerState()

    def enter(self, *where):
        wire = Wire(*where)
        wire.connection = Connection(self.config, self.state, app_state={}, _loop=wire)
        wire.connection.connection_made(wire)
        if wire.is_cut:
            wire.connection.connection_lost(None)
        return wire


def test_one_address_holds_so_many_connections_and_others_still_get_in():
    door = Door()
    wires = [door.enter() for _ in range(MOST_OF_ADDRESS + 5)]
    assert [wire.is_cut for wire in wires] == [False] * MOST_OF_ADDRESS + [True] * 5
    assert not door.enter("192.168.1.21").is_cut
    wires[0].connection.connection_lost(None)
    assert not door.enter().is_cut


def test_there_are_so_many_connections_in_all_and_the_host_gets_in_all_the_same():
    door = Door()
    wires = [door.enter(f"192.168.1.{100 + number % 50}") for number in range(MOST + 5)]
    assert [wire.is_cut for wire in wires].count(True) == 5
    assert not door.enter(HERE).is_cut
    assert not door.enter("127.0.0.1", "127.0.0.1").is_cut


@pytest.mark.skipif(sys.platform == "win32", reason="limits of files")
def test_it_may_have_as_many_files_as_connections_where_the_system_lets_it(monkeypatch):
    import resource

    from callboard_cli.phones import serving

    served = []
    monkeypatch.setattr(serving, "_Server", lambda *_: SimpleNamespace(run=lambda **given: served.append(given)))
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    try:
        serving.serve("a socket", guarded(), lambda: None)
        allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert served == [{"sockets": ["a socket"]}]
    assert allowed > MOST


def test_who_connects_and_asks_for_nothing_is_given_up():
    wire = Door().enter()
    assert wire.waits == [PATIENCE]
    wire.connection.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n")
    assert wire.waits == [PATIENCE]  # a header now and then does not help
    wire.connection.data_received(b"X: y\r\n")
    assert wire.waits == [PATIENCE]
    wire.later[0].called()
    assert wire.is_cut


def test_who_has_asked_is_given_time():
    wire = Door().enter()
    wire.connection.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert wire.waits == []


def test_what_is_no_request_is_answered_with_what_every_answer_says():
    wire = Door().enter()
    wire.connection.data_received(b"\0\r\n\r\n")
    assert wire.written.startswith(b"HTTP/1.1 400 ")
    assert all(name + b": " + value in wire.written for name, value in HEADERS.items())
    assert wire.is_cut


# What is written down


def test_every_test_that_the_description_of_all_this_names_is_there():
    tests = Path(__file__).parent
    told = (tests.parent / "docs" / "table-security.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", told))
    written = "".join(
        (tests / name).read_text(encoding="utf-8") for name in set(re.findall(r"tests/(test_\w+\.py)", told))
    )
    assert len(named) > 20
    assert named <= set(re.findall(r"^def (test_\w+)", written, re.MULTILINE))
