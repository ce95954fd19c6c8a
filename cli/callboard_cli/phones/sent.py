"""What a browser sent: the fields of a form, and whether its script waits for the answer."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import parse_qsl

from starlette.requests import Request

MOST_FIELDS = 400
"""The most fields of a form that are read."""


async def pairs_of(request: Request) -> list[tuple[str, str]]:
    """Return the fields of a form that was sent; of what is none, nothing."""
    body = await request.body()
    with suppress(ValueError):
        return parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    return []


def wants_json(request: Request) -> bool:
    """Tell whether the script asks."""
    return "application/json" in request.headers.get("accept", "")
