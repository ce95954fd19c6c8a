"""The event streams of the page: many at a time, broken off at any moment, with whatever they say of themselves."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

from attacks import battered
from entrances.table_page import Served, look_at_answer
from entrances.watching import BrokenError

TOLD = re.compile(rb"(?:: \n\n|event: (?:message|joined)\ndata: [\d,]+\n\n)*")
"""All that a stream ever says."""
TURNS = 30
"""After so many turns the server ends."""
HEADERS = (
    (b"last-event-id", "3"),
    (b"accept", "text/event-stream"),
    (b"accept-language", "ru"),
    (b"cookie", "lang=es"),
    (b"cache-control", "no-cache"),
    (b"content-length", "0"),
    (b"transfer-encoding", "chunked"),
    (b"range", "bytes=0-"),
    (b"origin", "http://192.168.1.5:8470"),
    (b"host", "192.168.1.5:8470"),
)
WRITTEN = (("/undo", b""), ("/redo", b""), ("/host", b"do=newlink&whose=Ann"), ("", b"do=save&whose=Ann&stage=final"))
"""What the host writes meanwhile; of a link that is new the streams of the old one end."""


@dataclass(frozen=True)
class Asked:
    """How a stream is asked for."""

    method: str
    path: str
    query: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    turns: int | None
    """After how many turns it is broken off; None where it stays until it is ended."""
    written: tuple[str, bytes] | None
    """What the host writes before."""


class Streams(Served):
    """A table whose streams look at once whether there is anything new."""

    def __init__(self, commands):
        super().__init__(commands)
        commands.patched.setattr("callboard_cli.phones.live_view._LOOK_EVERY", 0.0)
        commands.patched.setattr("callboard_cli.phones.live_view._HEARTBEAT", 0.0)


def streams(random, commands):
    """Streams at one table, and what is written while they are open; at the end each of them has ended."""
    served = commands.through(Streams)
    if served.left <= 0:
        served.renew(random)
    count = random.choice((1, 2, 3, 8, 8, 20) if random.random() < 0.95 else (100,))
    served.left -= count
    asked = [_stream(random, served) for _ in range(count)]
    with commands.watch.input(asked, share=count):
        answers = served.runner.run(_together(served, asked))
    if served.failures:
        raise served.failures.pop()
    for status, body, headers in answers:
        if status is None or (status == 503 and b"retry-after" in dict(headers)):
            continue  # whoever asked is gone, or there are too many
        look_at_answer(status, body, headers)
        kind = dict(headers).get(b"content-type", b"")
        if kind.startswith(b"text/event-stream") and not TOLD.fullmatch(body):
            raise BrokenError(f"said: {body[:80]!r}")
    if served.guard._streams:  # noqa: SLF001  # nobody is told how many are open
        raise BrokenError(f"{len(served.guard._streams)} streams are open")  # noqa: SLF001
    return count


def _stream(random, served):
    """Return how one is asked for."""
    token = random.choice(served.tokens)
    path = f"/{token}/events" if random.random() < 0.9 else battered(random, f"/{token}/events", 1)
    headers = [] if random.random() < 0.05 else [(b"host", b"192.168.1.5:8470")]
    for name, good in HEADERS:
        if random.random() < (0.01 if name == b"host" else 0.2):
            text = battered(random, good, 1) if random.random() < 0.6 else good
            headers.append((name, text.encode("utf-8", "replace").translate(None, b"\r\n\0")))
    query = battered(random, "lastEventId=3", 1).encode("utf-8", "replace")[:2048] if random.random() < 0.1 else b""
    return Asked(
        random.choice(("GET",) * 18 + ("HEAD", "POST")),
        path,
        query,
        tuple(headers),
        None if random.random() < 0.02 else random.choice((0, 0, 1, 2, 5, 20)),
        random.choice(WRITTEN) if random.random() < 0.05 else None,
    )


async def _together(served, asked):
    """Ask for all streams at once, and return what came of each."""
    running = asyncio.gather(*(_one(served, one) for one in asked))
    if any(one.turns is None for one in asked):
        for _ in range(TURNS):
            await asyncio.sleep(0)
        served.guard.end_streams()
        served.left = 0  # nothing is served any more
    return await running


async def _one(served, one):
    left = one.turns

    async def receive():
        nonlocal left
        if left is None:
            await asyncio.Event().wait()
        if left > 0:
            left -= 1
            await asyncio.sleep(0)
            return {"type": "http.request", "body": b"?" * left, "more_body": True}
        return {"type": "http.disconnect"}

    if one.written is not None:
        path, sent = one.written
        body = [sent]

        async def told():
            return {"type": "http.request", "body": body.pop()} if body else {"type": "http.disconnect"}

        headers = [(b"host", b"192.168.1.5:8470"), (b"content-length", b"%d" % len(sent))]
        await served.answered("POST", f"/{served.tokens[0]}{path}", b"", headers, told)
    return await served.answered(one.method, one.path, one.query, list(one.headers), receive)
