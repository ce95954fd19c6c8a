"""What happens at a table, as a stream of server-sent events: whoever follows hears when there is anything new."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from starlette.concurrency import run_in_threadpool

from callboard_cli.phones.table import Table
from callboard_nights.seating import LogError
from callboard_nights.storage.errors import StoreError

_LOOK_EVERY = 0.3
"""Seconds between two looks whether anybody wrote anything, here or at a terminal."""
_HEARTBEAT = 15.0
"""Seconds after which a stream says that it is still there."""


async def followed(table: Table, is_let_in: Callable[[], Awaitable[object]]) -> AsyncIterator[str]:
    """Yield the version of an evening whenever it is another, until the link is taken back.

    Where the evening, or who follows it, cannot be read for a while, nothing is told, and the stream goes on.
    """
    told, touched, quiet = -1, None, 0.0
    while True:
        with suppress(StoreError, LogError):
            if not await is_let_in():
                return
            if (now := table.touched()) != touched:
                touched = now
                look = await run_in_threadpool(table.look)
                if look.version != told:
                    told, quiet = look.version, 0.0
                    yield f"data: {told}\n\n"
        await asyncio.sleep(_LOOK_EVERY)
        quiet += _LOOK_EVERY
        if quiet >= _HEARTBEAT:
            quiet = 0.0
            yield ": \n\n"
