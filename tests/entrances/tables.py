"""What is asked of `callboard table`: which evening, which port, which address. Nothing is served."""

from __future__ import annotations

import asyncio
import socket
from functools import partial

from attacks import atom, battered
from callboard_scoring.games import GAMES
from entrances.commands import spoken

MOST_SAVED = 40
"""After so many inputs the evenings that were begun are taken away."""
HERE = {"", "127.0.0.1", "localhost", "0.0.0.0", "::", "::1"}  # noqa: S104  # names; nobody is asked for them
PORTS = ("", "0", "8470", "65535", "65536", "-1", "80 80")


class Tables:
    """Tables that are opened and at once ended, without asking any network for a name."""

    def __init__(self, commands):
        from callboard_cli.phones import opening, serving

        patched, beside = commands.patched, commands.watch.beside
        real = socket.getaddrinfo

        def known(host, *given, **named):
            if host not in HERE:
                str(host).encode("idna")  # which is what is done first with a name, and may fail
                raise socket.gaierror(socket.EAI_NONAME, "no such name")
            return real(host, *given, **named)

        async def announced(ready):
            ready()

        def served(listening, guard, ready):
            del listening, guard
            asyncio.run(announced(ready))

        patched.setattr(serving.socket, "getaddrinfo", known)
        patched.setattr(opening, "bound", partial(beside, opening.bound))
        patched.setattr(opening, "addresses", partial(beside, opening.addresses))
        patched.setattr(opening, "serve", served)


def opened_tables(random, commands):
    """Evenings that a table is opened for, with whatever port and host."""
    commands.through(Tables)
    commands.forget(MOST_SAVED)
    words = random.choice(
        (
            [random.choice(GAMES).id, "Ann", "Bob", "Cid"],
            [random.choice(GAMES).id, "Ann", "Bob"],
            [random.choice(GAMES).id],
            ["x"],
            [],
        )
    )
    words = [battered(random, word, 1) if random.random() < 0.15 else word for word in words]
    if random.random() < 0.1:
        words.append(str(atom(random)))
    for name, goods in (("--port", PORTS), ("--host", sorted(HERE))):
        if random.random() < 0.7:
            good = random.choice(goods)
            words.append(f"{name}={battered(random, good, 1) if random.random() < 0.4 else good}")
    words = [word.replace("\0", "") for word in words]
    how = spoken(random)
    commands.run(["table", *words, *how], data="--json" in how and "--help" not in words, screen=random.random() < 0.03)
    return 1
