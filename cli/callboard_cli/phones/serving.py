"""Serving the page: a port of one's own, a server that ends when it is told to, and a word when it is ready."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import uvicorn

from callboard_cli.phones.connections import Connection
from callboard_cli.phones.guard import Guard
from callboard_scoring.problems import Problem, RefusedError

PORT = 8470
"""The port that is taken when nobody says which."""
TRIED = 10
"""How many ports are tried then, from that one on."""
ANY = "0.0.0.0"  # noqa: S104  # whoever asks for a table asks for others to reach it; the guard stands before it
"""All addresses of this computer."""
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
        listening = socket.socket(family, kind)
        try:
            if sys.platform == "win32":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # whoever began again would wait
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
    with _silence():
        _Server(config, guard, ready).run(sockets=[listening])


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
