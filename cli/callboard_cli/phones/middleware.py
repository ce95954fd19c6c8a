"""The guard before the page: who may ask for what, how much and how often, and what every answer says to browsers.

It is plain ASGI, so that server-sent events pass as they come. What it lets through has a known Host, no foreign
Origin, a short clean path, and its body whole and small; docs/table-security.md says against whom.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from http import HTTPStatus

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from callboard_cli.phones.requests import MOST_BODY, Refused, Request, read_request

HEADERS = {
    b"content-security-policy": (
        b"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' blob:; "
        b"manifest-src 'self'; "
        b"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    b"referrer-policy": b"same-origin",
    b"x-content-type-options": b"nosniff",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""What every answer says, whatever the page itself would say. `Cache-Control` is the page's, else `no-store`."""
_NEVER = {b"server", *HEADERS}

Words = Callable[[int, str], str]
"""What a person is told who is refused, by the status and the languages that the browser asks for."""

Clock = Callable[[], float]
"""Seconds that never go back."""


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    a_second: float
    at_once: int


class Buckets:
    """A token bucket for each of many: how often they may do something. Its memory is bounded.

    >>> seconds = [0.0]
    >>> buckets = Buckets(Rate(0.5, 2), lambda: seconds[0])
    >>> [buckets.take("Ann") for _ in range(3)], buckets.take("Bob")
    ([0, 0, 2], 0)
    >>> seconds[0] = 2.0
    >>> buckets.take("Ann")
    0
    """

    def __init__(self, rate: Rate, clock: Clock, most: int = 1024) -> None:
        """Say how much is allowed.

        :param most: of how many it is remembered; who was seen longest ago is forgotten first, and begins anew.
        """
        self._rate = rate
        self._clock = clock
        self._most = most
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, who: Hashable) -> int:
        """Take one, if one is left.

        :returns: how many whole seconds to wait; 0 where it was taken.
        """
        now = self._clock()
        left, then = self._left.get(who, (self._rate.at_once, now))
        left = min(self._rate.at_once, left + (now - then) * self._rate.a_second)
        missing = 1 - left
        wait = math.ceil(missing / self._rate.a_second) if missing > _ROUNDED else 0
        self._left[who] = (left if wait else left - 1, now)
        self._left.move_to_end(who)
        while len(self._left) > self._most:
            self._left.popitem(last=False)
        return wait


_ROUNDED = 1e-9
"""What sums of fractions may lack of a whole one."""

_REQUESTS, _POSTS = Rate(50, 300), Rate(10, 60)


@dataclass(frozen=True)
class Limits:
    """How much is allowed to whom."""

    requests: Rate = _REQUESTS
    """Requests, an address."""
    posts: Rate = _POSTS
    """What is written, a link."""
    streams_of_reader: int = 6
    """Open event streams, a link and an address: of one too many the oldest ends, left by a phone that fell asleep."""
    streams: int = 160
    """Open event streams in all."""
    body_seconds: float = 10.0
    """How long a body may take to come."""


def plain_words(status: int, _languages: str) -> str:
    """Name a status as the protocol does."""
    return HTTPStatus(status).phrase


class Guard:
    """An application with a guard before it."""

    def __init__(  # noqa: PLR0913  # all of it is the table's own, or has a use in tests
        self,
        app: ASGIApp,
        *,
        hosts: Collection[str] = (),
        known: Callable[[str], bool],
        words: Words = plain_words,
        failed: Callable[[Exception], None] = lambda _: None,
        limits: Limits = Limits(),
        clock: Clock = time.monotonic,
    ) -> None:
        """Stand before an application.

        :param hosts: names with ports, `laptop.local:8470`, served besides the address where a request comes in.
        :param known: whether a token is that of a link.
        :param failed: is told what went wrong in the application; the browser is not.
        """
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._known = known
        self._words = words
        self._failed = failed
        self._limits = limits
        self._requests = Buckets(limits.requests, clock)
        self._posts = Buckets(limits.posts, clock)
        self._streams: list[tuple[str, str, asyncio.Event]] = []
        """The link and the address of each open event stream, and what ends it, the oldest first."""
        self._is_over = False
        self.is_visited = False
        """Whether anybody has come by a link from another computer."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        answer = _Answer(send)
        try:
            await self._answer(scope, receive, answer)
        except Refused as refused:
            await self._refuse(scope, answer, refused)
        except _GoneError:
            return
        except Exception as error:
            self._failed(error)
            if answer.is_begun:
                raise  # the server hangs up, so that nobody takes it for the whole
            await self._refuse(scope, answer, Refused(HTTPStatus.INTERNAL_SERVER_ERROR))

    def end_streams(self) -> None:
        """End all event streams, and let no new one begin: nothing is served any more."""
        self._is_over = True
        for _, _, ended in self._streams:
            ended.set()

    async def _answer(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        request = read_request(scope, self._hosts)
        if self._let_in(request) and request.is_stream:
            await self._stream(scope, request, receive, answer)
            return
        body = await self._body(request, receive)
        await self._app(scope, _given(body, receive), answer)
        if request.method == "POST":
            for token, _, ended in self._streams:
                if not self._known(token):  # its link was taken back
                    ended.set()

    def _let_in(self, request: Request) -> bool:
        """Count what somebody does, and tell whether they come by a link.

        The computer that serves may read as often as it likes.

        :raises Refused: it is too much.
        """
        if not request.is_own:
            _wait(self._requests.take(request.address))
        is_known = bool(request.token) and self._known(request.token)
        self.is_visited = self.is_visited or (is_known and not request.is_own)
        if request.method == "POST":
            _wait(self._posts.take(request.token if is_known else request.address))
        return is_known

    async def _body(self, request: Request, receive: Receive) -> bytes:
        """Return the body of a request, which is counted as it comes.

        :raises Refused: it is too large, or comes too slowly.
        """
        body = b""
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                while request.has_body:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise _GoneError
                    body += message.get("body", b"")
                    if len(body) > MOST_BODY:
                        raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            raise Refused(HTTPStatus.REQUEST_TIMEOUT) from None
        return body

    async def _stream(self, scope: Scope, request: Request, receive: Receive, answer: _Answer) -> None:
        """Let an event stream run until it ends by itself, its reader is gone, or it is ended here.

        :raises Refused: there are too many.
        """
        if self._is_over or len(self._streams) >= self._limits.streams:
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, 5)
        reader = (request.token, request.address)
        open_ones = [ended for *whose, ended in self._streams if tuple(whose) == reader and not ended.is_set()]
        for ended in open_ones[: len(open_ones) - self._limits.streams_of_reader + 1]:
            ended.set()
        ended = asyncio.Event()
        entered = (*reader, ended)
        self._streams.append(entered)
        running = asyncio.ensure_future(_run(self._app(scope, _given(b"", _never), answer)))
        watched = [running, asyncio.ensure_future(_gone(receive)), asyncio.ensure_future(_run(ended.wait()))]
        try:
            await asyncio.wait(watched, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._streams.remove(entered)
            for task in watched:
                task.cancel()
            failures = await asyncio.gather(*watched, return_exceptions=True)
        if isinstance(failures[0], Exception):
            raise failures[0]
        await answer.finish()

    async def _refuse(self, scope: Scope, answer: _Answer, refused: Refused) -> None:
        """Answer that something is not done."""
        asked = b", ".join(value for name, value in scope["headers"] if name == b"accept-language")
        text = f"{self._words(refused.status, asked.decode('latin-1')[:200])}\n".encode()
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(text))]
        if refused.wait:
            headers.append((b"retry-after", b"%d" % refused.wait))
        if refused.status == HTTPStatus.METHOD_NOT_ALLOWED:
            headers.append((b"allow", b"GET, HEAD, POST"))
        if scope["method"] not in {"GET", "HEAD"}:
            headers.append((b"connection", b"close"))  # what is left of its body is not waited for
        await answer({"type": "http.response.start", "status": int(refused.status), "headers": headers})
        await answer({"type": "http.response.body", "body": text})


class _GoneError(Exception):
    """Who asked is not there any more."""


class _Answer:
    """What is sent, with what every answer says."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.is_begun = False
        self._is_finished = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            own = [(name.lower(), value) for name, value in message.get("headers", [])]
            kept = [(name, value) for name, value in own if name not in _NEVER]
            if all(name != b"cache-control" for name, _ in kept):
                kept.append((b"cache-control", b"no-store"))
            message = {**message, "headers": [*kept, *HEADERS.items()]}
            self.is_begun = True
        elif message["type"] == "http.response.body":
            self._is_finished = not message.get("more_body", False)
        await self._send(message)

    async def finish(self) -> None:
        """Send the end of what was begun."""
        if not self.is_begun:
            await self({"type": "http.response.start", "status": 204, "headers": []})
        if not self._is_finished:
            await self({"type": "http.response.body", "body": b""})


def _wait(seconds: int) -> None:
    """Refuse where somebody has to wait."""
    if seconds:
        raise Refused(HTTPStatus.TOO_MANY_REQUESTS, seconds)


def _given(body: bytes, receive: Receive) -> Receive:
    """Return what an application receives: a whole body, then what comes after it."""
    given = [body]

    async def received() -> Message:
        return {"type": "http.request", "body": given.pop(), "more_body": False} if given else await receive()

    return received


async def _never() -> Message:
    """Wait until nobody waits for it any more."""
    await asyncio.Event().wait()
    raise AssertionError


async def _gone(receive: Receive) -> None:
    """Wait until who asked is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _run(awaited: object) -> None:
    """Make one kind of what is waited for."""
    await awaited  # type: ignore[misc]  # whatever can be waited for
