"""The fields that events are made of: which stage, which entry, when, how many points."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic.types import StringConstraints

from callboard_nights.events import MOST_NOTED
from callboard_scoring.fields import count

MOST_ENTRIES = 9_999
"""The most entries of an evening."""
MOMENT = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z$"
"""What a time looks like, in UTC."""
Table = dict[str, Any]
Stage = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
Number = Annotated[int, count(1, MOST_ENTRIES)]
GameId = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]{1,29}$")]
Note = Annotated[str, StringConstraints(max_length=MOST_NOTED)]
Points = Annotated[int, count(-(10**9), 10**9)]
Moment = Annotated[str, StringConstraints(pattern=MOMENT)]
