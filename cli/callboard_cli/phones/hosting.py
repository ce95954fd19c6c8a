"""The host at an evening: what is done to it, and what answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from starlette.requests import Request

from callboard_cli.phones.addresses import Place
from callboard_cli.phones.table import Look, Table
from callboard_cli.phones.visitors import Visitor
from callboard_cli.speech.face import Face
from callboard_nights.events import Event

if TYPE_CHECKING:
    from callboard_nights.storage.links import KeptLinks

Pairs = Sequence[tuple[str, str]]
"""The fields of a form that was sent."""


@dataclass(frozen=True)
class ToShow:
    """A page to show."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)
    status: HTTPStatus = HTTPStatus.OK


@dataclass(frozen=True)
class Hosting:
    """The host at an evening."""

    table: Table
    links: KeptLinks
    visitor: Visitor
    place: Place
    """Where the others reach this computer."""

    @property
    def face(self) -> Face:
        """How to speak to the host."""
        return self.visitor.face

    def do(self, act: Callable[[Look], Event | None]) -> Look:
        """Do something to the evening, if there is anything to do."""
        return self.table.write(lambda look: look.after(act(look)))


Action = Callable[[Hosting, Request, Pairs], "ToShow | str"]
"""What answers a request of the host's: a page, or where to go."""
