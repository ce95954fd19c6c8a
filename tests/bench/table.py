"""How `callboard table` holds many phones: each listens, saves once a second, and reads what it is told of.

    python tests/bench/table.py [PHONES] [SECONDS] [EARLIER]

The phones are shared out among five players of Histrio; those beyond thirty have the link for reading, and only listen.
The floor, in the same run, is a page of Starlette that does nothing but commit a row to SQLite, asked by as many. Before,
the evening can be made long, by so many earlier saves. Printed are the times of a save, what was refused, and what the
server took.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva")
MOST_SAVING = 30
FLOOR = """
import sqlite3, sys, socket, uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse
from starlette.routing import Route
import threading
kept = sqlite3.connect(sys.argv[1], check_same_thread=False, isolation_level=None)
kept.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE rows (text)")
one = threading.Lock()
def commit(body):
    with one:
        kept.execute("INSERT INTO rows VALUES (?)", (body,))
async def save(request):
    await run_in_threadpool(commit, await request.body())
    return PlainTextResponse("")
listening = socket.socket()
listening.bind(("127.0.0.1", 0))
print(listening.getsockname()[1], flush=True)
app = Starlette(routes=[Route("/", save, methods=["POST"])])
uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False)).run(sockets=[listening])
"""


class Phone:
    """A browser at the table: a connection for what it asks, and one that listens."""

    def __init__(self, link: str, number: int) -> None:
        """Take the link."""
        at = urlsplit(link)
        self.host, self.port, self.path, self.number = at.hostname, at.port, at.path, number
        self.saved: list[float] = []
        self.refused: list[int] = []
        self.told = self.looked = self.version = 0
        self._changed = asyncio.Event()
        self._reader: asyncio.StreamReader | None = None

    def connect(self) -> Coroutine[Any, Any, tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Connect, where it can be from an address of its own, as phones do."""
        own = (f"127.0.1.{self.number + 1}", 0) if sys.platform == "linux" else None
        return asyncio.open_connection(self.host, self.port, local_addr=own)

    async def ask(self, method: str, path: str, body: str = "") -> tuple[int, bytes]:
        """Return the status and the body of an answer."""
        if self._reader is None:
            self._reader, self._writer = await self.connect()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nAccept: application/json\r\n"
        head += "Accept-Encoding: gzip\r\n"
        if body:
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        self._writer.write(f"{head}\r\n{body}".encode())
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
        content = b""
        if "content-length" in headers:
            content = await self._reader.readexactly(int(headers["content-length"]))
        elif headers.get("transfer-encoding") == "chunked":
            while size := int(await self._reader.readline(), 16):
                content += await self._reader.readexactly(size)
                await self._reader.readline()
            await self._reader.readline()
        if headers.get("connection") == "close":
            self._writer.close()
            self._reader = None
        return int(lines[0].split()[1]), content

    async def listen(self) -> None:
        """Read the stream of events; each says that there is something to look at."""
        while True:
            reader, writer = await self.connect()
            writer.write(f"GET {self.path}/events HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n\r\n".encode())
            while line := await reader.readline():
                if line.startswith(b"data:") and int(line[5:]) > self.version:
                    self.told += 1
                    self._changed.set()
            writer.close()
            await asyncio.sleep(1)

    async def look(self) -> None:
        """Read what has changed, once at a time."""
        other = Phone(f"http://{self.host}:{self.port}{self.path}", self.number)
        while True:
            await self._changed.wait()
            self._changed.clear()
            status, body = await other.ask("GET", f"{self.path}/live")
            self.looked += status == 200
            self.take(body)

    def take(self, body: bytes) -> None:
        """Know the newest version that was told."""
        told = json.loads(gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body or b"{}")
        self.version = max(self.version, told.get("version", 0))

    async def save(self, until: float, field: str) -> None:
        """Save something else each second."""
        await asyncio.sleep(self.number / MOST_SAVING)
        turn = 0
        while (began := time.perf_counter()) < until:
            turn += 1
            body = urlencode(
                {field.format(seat=self.number % len(NAMES)): f"C{turn % 3 + 1}, T{self.number % 3 + 1}", "do": "save"}
                if field
                else {"x": turn}
            )
            status, answer = await self.ask("POST", self.path or "/", body)
            self.saved.append(time.perf_counter() - began)
            self.take(answer)
            if status != 200:
                self.refused.append(status)
            await asyncio.sleep(max(0.0, began + 1 - time.perf_counter()))


def part(times: list[float], share: float) -> str:
    """Return which time so many do not exceed, in milliseconds."""
    return f"{1000 * sorted(times)[min(len(times) - 1, int(share * len(times)))]:.0f} ms"


def used(process: subprocess.Popen[str]) -> tuple[float, float]:
    """Return the processor's seconds and the megabytes that a process has; of other systems than Linux, nothing."""
    try:
        words = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0, 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def load(
    name: str, process: subprocess.Popen[str], phones: list[Phone], seconds: float, field: str
) -> list[float]:
    """Let all phones save for a while, and print what came of it."""
    before, memory = used(process)
    following = phones if field else []
    listening = [asyncio.create_task(each) for phone in following for each in (phone.listen(), phone.look())]
    await asyncio.sleep(2 if field else 0)
    began = time.perf_counter()
    saving = phones[:MOST_SAVING]
    await asyncio.gather(*(phone.save(began + seconds, field) for phone in saving))
    took = time.perf_counter() - began
    for task in listening:
        task.cancel()
    after, now = used(process)
    times = [each for phone in phones for each in phone.saved]
    refused = sum(len(phone.refused) for phone in phones)
    told, looked = sum(phone.told for phone in phones), sum(phone.looked for phone in phones)
    print(
        f"{name}: {len(times)} saves of {len(saving)}, {len(phones)} phones listen; half in {part(times, 0.5)}, "
        f"99 % in {part(times, 0.99)}; {refused} refused; told {told}, read {looked}; "
        f"{100 * (after - before) / took:.0f} % of a processor; {memory:.0f} -> {now:.0f} MB"
    )
    return times


def started(command: list[str]) -> tuple[subprocess.Popen[str], str]:
    """Return a server and its first line."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline() if process.stdout else ""


async def main(number: int, seconds: float, typed: int) -> None:
    """Measure the floor, then the table."""
    with tempfile.TemporaryDirectory() as folder:
        process, port = started([sys.executable, "-c", FLOOR, f"{folder}/floor.sqlite3"])
        try:
            await asyncio.sleep(0.5)
            phones = [Phone(f"http://127.0.0.1:{int(port)}", place) for place in range(min(number, MOST_SAVING))]
            floor = await load("floor", process, phones, min(seconds, 10), "")
        finally:
            process.kill()
        os.environ["CALLBOARD_HOME"] = folder
        process, line = started(
            [
                sys.executable,
                "-m",
                "callboard_cli",
                "table",
                "histrio",
                *NAMES,
                "--json",
                "--host",
                "127.0.0.1",
                "--port",
                "0",
            ]
        )
        try:
            told = json.loads(line)
            links = [told["players"][NAMES[place % len(NAMES)]] for place in range(min(number, MOST_SAVING))]
            links += [told["read"]] * (number - len(links))
            phones = [Phone(link, place) for place, link in enumerate(links)]
            first = Phone(links[0], 0)
            for turn in range(typed):
                await first.ask("POST", first.path, urlencode({"players.0.troupe": f"C{turn % 3 + 1}", "do": "save"}))
                await asyncio.sleep(0.2)
            times = await load("table", process, phones, seconds, "players.{seat}.troupe")
            ratio = sorted(times)[len(times) // 2] / sorted(floor)[len(floor) // 2]
            print(f"a save takes {ratio:.1f} times the floor")
            await asyncio.sleep(5)
            print(f"{used(process)[1]:.0f} MB when nobody is there any more")
        finally:
            process.kill()


if __name__ == "__main__":
    count, duration, before = (*map(int, sys.argv[1:]), *(30, 20, 0)[len(sys.argv) - 1 :])
    asyncio.run(main(count, duration, before))
