"""The front, where a host goes on with an evening or begins one, and the application that leads to all that is served.

Each evening is an application of its own; a link tells to which one its bearer goes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from itertools import islice
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from callboard_cli.input.evenings import opened
from callboard_cli.phones import pages
from callboard_cli.phones.addresses import Place
from callboard_cli.phones.application import Served, Turns, chose, nobody, pairs_of, static, ui_for, why
from callboard_cli.phones.beginning import Draft, begin_values, draft_of
from callboard_cli.phones.evenings import Evenings
from callboard_cli.phones.table import Link, Visitor
from callboard_cli.render.dates import day
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI, CommandLineError, visible
from callboard_nights.seating import LogError
from callboard_nights.storage.files import StoreError
from callboard_scoring.fields import same_name
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.problems import RefusedError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from callboard_nights.storage.store import Store

MOST_GOING_ON = 6
"""The most evenings that are offered to go on with."""
MOST_LOOKED_AT = 40
"""The most evenings that are looked at for these, the newest first."""
MOST_KNOWN = 12
"""The most names of earlier evenings that are offered."""


def application(evenings: Evenings, place: Place) -> ASGIApp:
    """Return the application that serves evenings to those who have their links, and the front to its host.

    :param place: where the others reach it, for the codes on the host's page.
    """
    in_turn = Turns()
    front = Front(evenings, in_turn).app()
    apps: dict[str, Starlette] = {}

    async def routed(scope: Scope, receive: Receive, send: Send) -> None:
        token = scope["path"].split("/")[1]
        table = None
        with suppress(StoreError):
            table = evenings.table(token)
        if table is None:
            await front(scope, receive, send)
            return
        if table.name not in apps:
            apps[table.name] = Served(evenings, table, place, in_turn).app()
        await apps[table.name](scope, receive, send)

    return routed


class Front:
    """The pages of the front; and what somebody is answered whose link leads nowhere."""

    def __init__(self, evenings: Evenings, in_turn: Turns) -> None:
        """Take the evenings."""
        self._evenings = evenings
        self._in_turn = in_turn

    def app(self) -> Starlette:
        """Return the application."""
        answers: Mapping[str, Callable[[Visitor, Request], Response]] = {
            "": self._page,
            "/rules": self._rules,
            "/glossary": self._glossary,
        }
        routes = [Route("/static/{name}", static, methods=["GET"])]
        routes += [Route(f"/{{token}}{path}", self._asked(get), methods=["GET"]) for path, get in answers.items()]
        routes.append(Route("/{token}", self._sent(self._begun), methods=["POST"]))
        routes.append(Route("/{token}/language", self._sent(chose), methods=["POST"]))
        return Starlette(
            routes=routes,
            exception_handlers={404: _missing, 405: _missing},
            middleware=[Middleware(GZipMiddleware)],
        )

    def _asked(self, answer: Callable[[Visitor, Request], Response]) -> Callable[[Request], Awaitable[Response]]:
        async def asked(request: Request) -> Response:
            return await self._in_turn(self._answered, request, answer)

        return asked

    def _sent(
        self, answer: Callable[[Visitor, list[tuple[str, str]]], Response]
    ) -> Callable[[Request], Awaitable[Response]]:
        async def sent(request: Request) -> Response:
            pairs = await pairs_of(request) or []
            return await self._in_turn(self._answered, request, lambda visitor, _: answer(visitor, pairs))

        return sent

    def _answered(self, request: Request, answer: Callable[[Visitor, Request], Response]) -> Response:
        """Answer the host, and tell in words what cannot be done; everybody else is nobody."""
        token = request.path_params["token"]
        if not self._evenings.is_front(token):
            return nobody(request)
        visitor = Visitor(token, "front", "", ui_for(request))
        try:
            return answer(visitor, request)
        except (RefusedError, LogError, StoreError) as error:
            return self._html(visitor, "told.html", status=HTTPStatus.CONFLICT, texts=why(visitor.ui, error))

    def _page(self, visitor: Visitor, request: Request) -> Response:
        return self._shown(visitor, draft_of(visitor.ui, request.query_params.multi_items()))

    def _shown(self, visitor: Visitor, draft: Draft, status: HTTPStatus = HTTPStatus.OK) -> Response:
        saved = self._evenings.saved
        going_on = [] if draft.game else [*islice(_going_on(saved, visitor.ui), MOST_GOING_ON)]
        known = islice(_known(saved), MOST_KNOWN)
        values = begin_values(visitor.ui, draft, visitor.home, known, self._seen())
        return self._html(visitor, "front.html", status=status, going_on=going_on, **values)

    def _seen(self) -> str:
        """Return how many evenings are served: a page that was sent twice has seen fewer."""
        return str(len(self._evenings.tables))

    def _begun(self, visitor: Visitor, pairs: list[tuple[str, str]]) -> Response:
        """Go on with an evening, or begin one; a second time where a page is sent twice that one is meant."""
        fields = dict(pairs)
        if "night" in fields:
            going_on = (one.night for one in _going_on(self._evenings.saved, visitor.ui))
            return (
                _to_table(self._evenings.open(fields["night"]).host)
                if fields["night"] in going_on
                else self._shown(visitor, Draft(None))
            )
        if fields.get("seen", "") != self._seen() and self._evenings.tables:
            return _to_table(self._evenings.links_of([*self._evenings.tables][-1]).host)
        draft = draft_of(visitor.ui, pairs)
        try:
            return _to_table(self._evenings.begin(draft.check(), draft.names).host)
        except CommandLineError as error:
            problem = draft.problem or visitor.ui.text(error.message, **error.values)
            return self._shown(visitor, Draft(draft.game, draft.names, problem), HTTPStatus.CONFLICT)

    def _rules(self, visitor: Visitor, request: Request) -> Response:
        question, game = (request.query_params.get(name, "") for name in ("q", "game"))
        return self._html(visitor, "rules_page.html", **pages.rules_values(GAMES[0], visitor, question, game))

    def _glossary(self, visitor: Visitor, request: Request) -> Response:
        word = request.query_params.get("q", "")
        return self._html(visitor, "glossary_page.html", **pages.glossary_values(visitor, word))

    def _html(self, visitor: Visitor, template: str, *, status: HTTPStatus = HTTPStatus.OK, **values: Any) -> Response:
        ui = visitor.ui
        places = {"": "phones/front", "/rules": "phones/rules", "/glossary": "phones/glossary"}
        frame = {
            **pages.bare("", ui),
            "title": ui.text("phones/front"),
            "subtitle": ui.text("phones/role.host"),
            "home": visitor.home,
            "links": [Link(f"{visitor.home}{path}", ui.text(message)) for path, message in places.items()],
        }
        return HTMLResponse(pages.rendered(template, ui, **{**frame, **values}), status)


async def _missing(request: Request, error: Exception) -> Response:
    """Answer to a path or a method that there is not."""
    del error
    return nobody(request)


def _to_table(token: str) -> Response:
    """Lead a host to where the others join."""
    return RedirectResponse(f"/{token}?joining=1", HTTPStatus.SEE_OTHER)


@dataclass(frozen=True)
class GoingOn:
    """An evening that is not over."""

    night: str
    """Its ID."""
    game: str
    players: str
    day: str


def _going_on(saved: Store, ui: UI) -> Iterator[GoingOn]:
    """Yield the evenings that are not over, the newest first."""
    for one in islice(saved.summaries(), MOST_LOOKED_AT):
        told = one.table
        if told is None or told["ended"] is not None or (game := find_game(told["game"])) is None:
            continue
        with suppress(LogError):
            if not opened(saved, one.night).is_won:
                names = ", ".join(map(visible, told["players"]))
                yield GoingOn(one.night, title_of(ui.catalog, game.id), names, day(ui.catalog, one.began))


def _known(saved: Store) -> Iterator[str]:
    """Yield who played before, who played last first, each once."""
    seen = set()
    for one in islice(saved.summaries(), MOST_LOOKED_AT):
        for name in one.table["players"] if one.table is not None else ():
            if same_name(name) not in seen:
                seen.add(same_name(name))
                yield name
