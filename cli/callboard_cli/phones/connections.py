"""Connections to the table: how many there may be, and how long one may wait before it asks for anything."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from callboard_cli.phones.guard import HEADERS
from callboard_cli.phones.requests import is_own, shared

MOST = 160
"""The most connections in all, of others than the computer that serves; a system may allow 256 files."""
MOST_OF_ADDRESS = 32
"""The most of one address. A browser opens six, and a phone may have several."""
PATIENCE = 10.0
"""Seconds in which a request has to be asked for, once somebody is connected or has begun to."""


class Connection(H11Protocol):
    """A connection that is given up when it asks for nothing, and one too many at once."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Begin as any other."""
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
