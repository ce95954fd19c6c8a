"""Serving the page: its port, the server and its connections, ended by a signal."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from types import FrameType
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from callboard_cli.phones.middleware import HEADERS, Guard
from callboard_cli.phones.requests import is_own, shared
from callboard_scoring.problems import Problem, RefusedError

PORT = 8470
"""The port that is taken when nobody says which."""
TRIED = 10
"""How many ports are tried then, from that one on."""
ANY = "0.0.0.0"  # noqa: S104  # whoever asks for a table asks for others to reach it; the guard stands before it
"""All addresses of this computer."""
ANY_6 = "::"
"""The same with those of version 6."""
MOST = 400
"""The most connections in all, of others than the computer that serves: thirty phones, and a hundred that watch."""
_FILES = 100
"""How many files a process may need besides."""
MOST_OF_ADDRESS = 32
"""The most of one address. A browser opens six, and a phone may have several."""
PATIENCE = 10.0
"""Seconds in which a request has to be asked for, once somebody is connected or has begun to."""
_WAITING = 64
"""How many may wait to be connected."""
_GRACE = 1
"""The seconds in which what was asked for is still answered."""


def bound(host: str, port: int | None) -> socket.socket:
    """Return a socket that others can connect to from now on.

    :param host: an address or a name of this computer.
    :param port: None: one that is free, from `PORT` on; 0: any that is free.
    :raises RefusedError: it cannot be had; the problem says why.
    """
    try:
        family, kind, _, _, where = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (OSError, UnicodeError):
        raise RefusedError([Problem((), "error.table.no-host", {"host": host})]) from None
    tried = [port] if port is not None else range(PORT, PORT + TRIED)
    for one in tried:
        listening = socket.socket(family, kind, socket.IPPROTO_TCP)  # by name, or asyncio does not send at once
        try:
            if sys.platform == "win32":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # whoever began again would wait
            if where[0] == ANY_6 and socket.has_dualstack_ipv6():
                listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # systems differ in what they take
            listening.bind((where[0], one, *where[2:]))
            listening.listen(_WAITING)
        except OSError as error:
            listening.close()
            if error.errno not in _TAKEN:
                raise RefusedError([_problem(error, host, one)]) from None
        else:
            return listening
    if port is None:
        raise RefusedError([Problem((), "error.table.ports-taken", {"first": PORT, "last": PORT + TRIED - 1})])
    raise RefusedError([Problem((), "error.table.port-taken", {"port": port})])


_TAKEN = {errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE)}


def _problem(error: OSError, host: str, port: int) -> Problem:
    """Say why somebody cannot be served there."""
    if error.errno in {errno.EACCES, errno.EPERM}:
        return Problem((), "error.table.port-denied", {"port": port})
    return Problem((), "error.table.no-host", {"host": host})


def port_of(listening: socket.socket) -> int:
    """Return the port of a socket."""
    return int(listening.getsockname()[1])


def serve(listening: socket.socket, guard: Guard, ready: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM, or until the terminal is closed.

    :param ready: called once, when everybody who asks is answered.
    """
    config = uvicorn.Config(
        guard,
        loop="asyncio",
        http=Connection,
        ws="none",
        lifespan="off",
        interface="asgi3",
        proxy_headers=False,  # nobody stands between a phone and this computer: whoever says so is not believed
        server_header=False,
        log_config=None,
        access_log=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=_GRACE,
        h11_max_incomplete_event_size=16 * 1024,
    )
    _allow_files()
    with _silence():
        _Server(config, guard, ready).run(sockets=[listening])


def _allow_files() -> None:
    """Ask the system for as many files as there may be connections; by itself it may allow 256."""
    with suppress(ImportError, OSError, ValueError):  # Windows counts them otherwise; what is denied stays as it is
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST + _FILES
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class Connection(H11Protocol):
    """A connection that is closed when no request comes in time, or when there are too many.

    The server's own class waits for a request without end, and its `limit_concurrency` then answers 503 to everybody:
    200 connections that say nothing, or send a header now and then, hold a page as long as they like.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        """Take what the server gives its own class."""
        super().__init__(*given, **named)
        self._hurry: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the server
        """Take a connection, or close it where there are too many."""
        super().connection_made(transport)
        if self._is_too_many():
            transport.abort()
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._calm()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what was sent; the headers of a request have to come in a while."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._calm()
        elif self._hurry is None:
            self._wait()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request as all is answered, whatever the server would say of it."""
        del msg
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            text = f"{HTTPStatus.BAD_REQUEST.phrase}\n".encode()
            own = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(text))]
            headers = [*own, (b"cache-control", b"no-store"), (b"connection", b"close"), *HEADERS.items()]
            for event in (
                h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
                h11.Data(data=text),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _is_too_many(self) -> bool:
        """Tell whether there are too many without this one; the computer that serves always gets in."""
        if self.client is None or is_own(self.client[0], self.server[0] if self.server else ""):
            return False
        others = (one for one in self.connections if isinstance(one, Connection) and one is not self)
        clients = [one.client[0] for one in others if one.client]
        own = shared(self.client[0])
        return len(clients) >= MOST or sum(shared(client) == own for client in clients) >= MOST_OF_ADDRESS

    def _wait(self) -> None:
        self._hurry = self.loop.call_later(PATIENCE, self.transport.abort)

    def _calm(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None


class _Server(uvicorn.Server):
    """A server that ends for good reasons only, and then quietly."""

    def __init__(self, config: uvicorn.Config, guard: Guard, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._guard = guard
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin, and say so."""
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # of connections that break
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; event streams at once, which would go on for ever."""
        self._guard.end_streams()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End at a signal; the process is not killed by it afterwards."""
        numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
        before = {number: signal.signal(number, self._end) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _end(self, number: int, _: FrameType | None) -> None:
        self.force_exit = self.should_exit and number == signal.SIGINT
        self.should_exit = True


_ENDING = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


@contextmanager
def _silence() -> Iterator[None]:
    """Let no library write on the terminal: what people are told is told by the table itself."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        with suppress(ValueError):
            logging.disable(before)
