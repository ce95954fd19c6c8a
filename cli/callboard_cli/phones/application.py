"""The page of an evening as an ASGI application: which path answers what. What is answered is made elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from http import HTTPStatus
from importlib.resources import files
from typing import Any, ParamSpec, TypeVar
from urllib.parse import parse_qsl, urlencode

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from callboard_cli.input.candidates import takes_names, value_candidates
from callboard_cli.input.diagnostics.refusal import refused
from callboard_cli.input.evenings import as_refused, ended_plays, now
from callboard_cli.phones import pages
from callboard_cli.phones.accent import NEUTRAL, accent_style
from callboard_cli.phones.addresses import Place
from callboard_cli.phones.controls import options_of
from callboard_cli.phones.evenings import Evenings
from callboard_cli.phones.form_view import NO_TOTAL, TOLD, begun, kind_of, numbers
from callboard_cli.phones.forms import Form
from callboard_cli.phones.host import ACTIONS, JOINING, Action, Hosting, ToShow, joining_values
from callboard_cli.phones.live_view import followed, live_values
from callboard_cli.phones.pages import lean, rendered
from callboard_cli.phones.pieces import pieces_in
from callboard_cli.phones.reveal import Pace, shown_by_now
from callboard_cli.phones.saving import DONE, WORDS, NotAllowedError, claimed_in, posted, saved
from callboard_cli.phones.setting_up import setup_values, step_of, ticked
from callboard_cli.phones.table import Snapshot, Table, Visitor, ui_of
from callboard_cli.ui.output import UI
from callboard_cli.views.lines import without_commands
from callboard_locales import LANGUAGES
from callboard_nights.seating import LogError
from callboard_nights.storage.files import StoreError
from callboard_nights.storage.links import SeatTakenError
from callboard_scoring.game import Game
from callboard_scoring.problems import RefusedError

MOST_CHIPS = 60
"""The most words that are offered at a time."""
MOST_FIELDS = 400
"""The most fields of a form that are read."""
MOST_ASKED = 400
"""The most characters of a text of which is asked how it may go on."""
NAMES = ("", "/accent.css", "/language", "/manifest")
"""What the link to join leads to."""
STATIC = {
    "page.css": "text/css",
    "fields.css": "text/css",
    "pieces.css": "text/css",
    "page.js": "text/javascript",
    "fields.js": "text/javascript",
    "making.js": "text/javascript",
    "pads.js": "text/javascript",
    "boards.js": "text/javascript",
    "reveal.js": "text/javascript",
    "reveal.css": "text/css",
    "ticks.js": "text/javascript",
    "ticks.css": "text/css",
    "icon.svg": "image/svg+xml",
}
"""The files that every page brings, and what they are."""

_P = ParamSpec("_P")
_T = TypeVar("_T")
Answer = Callable[[Visitor, Request], Response]


class Turns:
    """What takes a while is done in a thread, one thing after another.

    Threads that all compute wait for each other wherever they read the file: thirty phones then wait ten times as long.
    """

    def __init__(self) -> None:
        """Let the first one begin."""
        self._limiter = CapacityLimiter(1)

    async def __call__(self, work: Callable[_P, _T], *given: _P.args, **named: _P.kwargs) -> _T:
        """Do something when its turn comes."""
        return await to_thread.run_sync(partial(work, *given, **named), limiter=self._limiter)


class Served:
    """An evening that is served."""

    def __init__(self, evenings: Evenings, table: Table, place: Place, in_turn: Turns) -> None:
        """Take the table, and the evenings of which it is one.

        :param place: where the others reach it, for the codes on the host's page.
        """
        self._evenings = evenings
        self._table = table
        self._links = evenings.links
        self._place = place
        self._pace = Pace()
        self._in_turn = in_turn

    def app(self) -> Starlette:
        """Return the application."""
        answers: Mapping[str, Answer] = {
            "": self._page,
            "/live": self._live,
            "/words": self._words,
            "/rules": self._rules,
            "/glossary": self._glossary,
            "/setup": self._setup,
            "/entry/{number:int}": self._entry,
            "/reveal/{number:int}": self._reveal,
            "/result": self._result,
            "/result.svg": self._picture,
            "/statistics": self._statistics,
            "/manifest": self._manifest,
            "/accent.css": self._accent,
        }
        routes = [Route(f"/{{token}}{path}", self._asked(get), methods=["GET"]) for path, get in answers.items()]
        routes.append(Route("/{token}/events", self._events, methods=["GET"]))
        routes.append(Route("/{token}", self._save, methods=["POST"]))
        routes.append(Route("/{token}/setup", self._tick, methods=["POST"]))
        routes.append(Route("/{token}/language", self._language, methods=["POST"]))
        routes += [
            Route(f"/{{token}}{path}", self._hosted(action), methods=["GET", "POST"])
            for path, action in ACTIONS.items()
        ]
        return Starlette(
            routes=routes,
            exception_handlers={404: self._missing, 405: self._missing},
            middleware=[Middleware(GZipMiddleware)],
        )

    # --- Who asks ----------------------------------------------------------------------------------------------------

    def _visitor(self, request: Request) -> Visitor | None:
        """Return who asks; None where the link is none of this evening's."""
        ui = ui_for(request)
        token = request.path_params.get("token", "")
        bearer = self._links.bearer(token)
        if bearer is None or bearer.night != self._table.name:
            return None
        if bearer.role == "join" and request.url.path not in {f"/{token}{path}" for path in NAMES}:
            return None  # it leads to the names, and nowhere else
        if bearer.role != "seat":
            return Visitor(token, bearer.role, "", ui)
        request.state.home = f"/{token}"  # who has a link is told why the evening cannot be read
        players = self._table.look().night.players
        seat = bearer.seat or 0
        return Visitor(token, "player", players[seat], ui) if seat < len(players) else None

    def _asked(self, answer: Answer) -> Callable[[Request], Awaitable[Response]]:
        """Return what answers a GET of who has a link."""

        async def asked(request: Request) -> Response:
            return await self._in_turn(self._answered, request, answer)

        return asked

    def _hosted(self, action: Action) -> Callable[[Request], Awaitable[Response]]:
        """Return what answers the host, and nobody else."""

        async def hosted(request: Request) -> Response:
            pairs = (await pairs_of(request) if request.method == "POST" else None) or []

            def answer(visitor: Visitor, request: Request) -> Response:
                if not visitor.is_host:
                    return self._told(visitor, request, HTTPStatus.FORBIDDEN, "phones/host-only")
                done = action(self._hosting(visitor), request, pairs)
                if isinstance(done, ToShow):
                    return self._html(visitor, done.template, status=done.status, **done.values)
                return RedirectResponse(done, HTTPStatus.SEE_OTHER)

            return await self._in_turn(self._answered, request, answer)

        return hosted

    def _hosting(self, visitor: Visitor) -> Hosting:
        def begin(game: Game, names: Sequence[str]) -> str:
            return self._evenings.begin(game, names, after=self._table.name).host

        return Hosting(self._table, self._links, visitor, self._place, begin, self._pace)

    def _answered(self, request: Request, answer: Answer) -> Response:
        """Answer who has a link, and tell in words what cannot be done."""
        visitor: Visitor | None = None
        try:
            visitor = self._visitor(request)
            if visitor is None:
                return nobody(request)
            return answer(visitor, request)
        except NotAllowedError:
            assert visitor is not None  # noqa: S101  # for the type checkers
            return self._told(visitor, request, HTTPStatus.FORBIDDEN, "phones/not-yours")
        except (RefusedError, LogError, StoreError) as error:
            return self._refused(visitor, request, error)

    # --- Pages -------------------------------------------------------------------------------------------------------

    def _page(self, visitor: Visitor, request: Request) -> Response:
        if visitor.role == "join":
            return self._names(visitor)
        if visitor.is_host and JOINING in request.query_params:
            return self._html(visitor, "joining.html", **joining_values(self._hosting(visitor)))
        look = self._table.look()
        stage, part = pages.asked_for(look, visitor, request.query_params)
        hints = request.query_params.keys() & {TOLD, NO_TOTAL}
        values = pages.page_values(look, visitor, stage, part, hints)
        values["is_paused"] = self._pace.is_paused(look)
        return self._html(visitor, "page.html", **values, onward=self._evenings.onward(visitor.token))

    def _live(self, visitor: Visitor, request: Request) -> Response:
        """Answer with what changes while others type; the script is told of its form, too."""
        look, query = self._table.look(), request.query_params
        if visitor.is_host and JOINING in query:
            come = rendered("come.html", visitor.ui, **joining_values(self._hosting(visitor)))
            return JSONResponse({"version": look.version, "live": come})
        stage, part = pages.asked_for(look, visitor, query)
        if not _wants_json(request):
            return HTMLResponse(self._live_part(look, visitor, stage))
        data = pages.answer(look, visitor, stage, part, query.keys() & {TOLD, NO_TOTAL})
        return JSONResponse({**data, "live": self._live_part(look, visitor, stage)})

    def _live_part(self, look: Snapshot, visitor: Visitor, stage: str) -> str:
        words, is_paused = visitor.ui.catalog.language, self._pace.is_paused(look)
        return look.made(
            ("live", visitor.token, words, stage, is_paused),
            lambda: rendered("live.html", visitor.ui, **live_values(look, visitor, stage), is_paused=is_paused),
        )

    def _words(self, visitor: Visitor, request: Request) -> Response:
        """Answer with what may come next in a field, as Tab would offer it."""
        look, query = self._table.look(), request.query_params
        stage, name, text = (query.get(key, "") for key in ("stage", "name", "text"))
        if stage not in look.night.game.stages or len(text) > MOST_ASKED:
            return JSONResponse({"words": [], "pieces": []})
        form = Form(look.stage(stage), {}, visitor.ui.catalog.language)
        kind = kind_of(form, name)
        if kind is None:
            return JSONResponse({"words": [], "pieces": []})
        if takes_names(form.stage, kind):  # a dash is nobody
            return JSONResponse({"words": [{"text": one} for one in (*look.night.players, "-")], "pieces": []})
        before, word = begun(text)
        found = value_candidates(form.stage, kind, before, word, visitor.ui.catalog)
        options = options_of(found, form.stage, kind, visitor.ui.catalog, before)[:MOST_CHIPS]
        told = [
            {"text": one.text, "meaning": one.meaning, "said": one.said, "piece": str(one.piece or "")}
            for one in options
        ]
        said = {one.text for one in found}
        told += [
            {"text": number, "begun": digit} for number, digit in numbers(form.stage, kind, text) if number not in said
        ]
        pieces = [
            {"text": one.text, "start": one.start, "end": one.end, "piece": str(one.piece), "whole": one.piece.is_whole}
            for one in pieces_in(form.stage, kind, text, visitor.ui.catalog)
        ]
        return JSONResponse({"words": told, "pieces": pieces})

    def _rules(self, visitor: Visitor, request: Request) -> Response:
        question, game = (request.query_params.get(name, "") for name in ("q", "game"))
        values = pages.rules_values(self._table.look().night.game, visitor, question, game)
        return self._html(visitor, "rules_page.html", **values)

    def _glossary(self, visitor: Visitor, request: Request) -> Response:
        return self._html(
            visitor, "glossary_page.html", **pages.glossary_values(visitor, request.query_params.get("q", ""))
        )

    def _setup(self, visitor: Visitor, request: Request) -> Response:
        return self._setup_of(self._table.look(), visitor, request)

    def _setup_of(self, look: Snapshot, visitor: Visitor, request: Request) -> Response:
        """Answer with the set-up; the script is told of what changes in it."""
        values = setup_values(look, visitor)
        if _wants_json(request):
            return JSONResponse({"version": look.version, "live": rendered("ticks.html", visitor.ui, **values)})
        return self._html(visitor, "setup_page.html", **values)

    def _entry(self, visitor: Visitor, request: Request) -> Response:
        look = self._table.look()
        number = request.path_params["number"]
        values = pages.entry_values(look, visitor, number, why_not="why-not" in request.query_params)
        if values is None:
            return self._told(visitor, request, HTTPStatus.NOT_FOUND, "phones/no-entry")
        return self._html(visitor, "entry_page.html", **values)

    def _reveal(self, visitor: Visitor, request: Request) -> Response:
        values = pages.reveal_values(self._table.look(), visitor, request.path_params["number"])
        if values is None:
            return self._told(visitor, request, HTTPStatus.NOT_FOUND, "phones/no-entry")
        return self._html(visitor, "reveal_page.html", **values)

    def _result(self, visitor: Visitor, request: Request) -> Response:
        del request
        return self._html(visitor, "result_page.html", **pages.result_values(self._table.look(), visitor))

    def _picture(self, visitor: Visitor, request: Request) -> Response:
        """Answer with the result as a picture, which this computer sends nowhere else."""
        del request
        result = pages.shared_of(self._table.look(), visitor)
        return Response(rendered("shared.svg", visitor.ui, result=result), media_type=STATIC["icon.svg"])

    def _statistics(self, visitor: Visitor, request: Request) -> Response:
        """Answer with how those at this table did; a link for reading shows this evening alone."""
        if not visitor.may_write:
            return self._told(visitor, request, HTTPStatus.FORBIDDEN, "phones/players-only")
        plays, _ = ended_plays(self._table.saved)
        return self._html(visitor, "statistics.html", **pages.statistics_values(self._table.look(), visitor, plays))

    def _names(self, visitor: Visitor, late: str = "") -> Response:
        """Ask who somebody is.

        :param late: the name that they chose, and somebody else had before them.
        """
        if onward := self._evenings.onward(visitor.token):
            return RedirectResponse(onward, HTTPStatus.SEE_OTHER)
        look = self._table.look()
        links = self._links.of(look.name, len(look.night.players))
        values = pages.names_values(look, visitor, links, late)
        return HTMLResponse(rendered("join.html", visitor.ui, **values), HTTPStatus.CONFLICT if late else HTTPStatus.OK)

    def _joined(self, visitor: Visitor, name: str) -> Response:
        """Let somebody join as one of those who play: their own page is that player's."""
        players = self._table.look().night.players
        if name not in players:
            return self._names(visitor)
        try:
            token = self._links.take(self._table.name, players.index(name))
        except SeatTakenError:
            return self._names(visitor, late=name)
        return RedirectResponse(f"/{token}", HTTPStatus.SEE_OTHER)

    def _manifest(self, visitor: Visitor, request: Request) -> Response:
        """Answer with what a phone needs to keep the page among its apps: what it is called, and where it begins."""
        del request
        icon = {"src": "/static/icon.svg", "sizes": "any", "type": STATIC["icon.svg"]}
        frame = pages.frame(self._table.look(), visitor)
        told = {"name": frame["title"], "start_url": visitor.home, "display": "minimal-ui", "icons": [icon]}
        told |= {"theme_color": frame["themes"]["light"]}
        return JSONResponse(told, media_type="application/manifest+json")

    def _accent(self, visitor: Visitor, request: Request) -> Response:
        """Answer with the colours by which the game's pages are recognised."""
        del visitor, request
        style = accent_style(self._table.look().night.game.accent or NEUTRAL)
        return Response(style, media_type="text/css", headers={"Cache-Control": "private, max-age=86400"})

    # --- What is written ---------------------------------------------------------------------------------------------

    async def _save(self, request: Request) -> Response:
        pairs = await pairs_of(request)
        request.state.sent = [text for name, text in pairs or [] if "." in name or name == WORDS]

        def save(visitor: Visitor, request: Request) -> Response:
            if visitor.role == "join":
                return self._joined(visitor, dict(pairs or []).get("name", ""))
            if not visitor.may_write:
                return self._told(visitor, request, HTTPStatus.FORBIDDEN, "phones/read-only")
            if pairs is None:
                return self._told(visitor, request, HTTPStatus.BAD_REQUEST, "phones/unread")
            before = self._table.look()
            form = posted(before, visitor, pairs)
            look = self._table.write(lambda now_: saved(now_, visitor, form, now()))
            is_new = len(look.night.entries) > len(before.night.entries)
            hints = [TOLD] if form.do == DONE and not is_new else []
            hints += [NO_TOTAL] if form.claimed and claimed_in(form.claimed) is None else []
            if _wants_json(request):
                data = pages.answer(look, visitor, form.stage, form.part, hints)
                gone = {"home": visitor.home} if is_new else {}
                return JSONResponse({**data, **gone, "live": self._live_part(look, visitor, form.stage)})
            query = {"part": form.part} if visitor.is_host and form.part else {}
            if not is_new:
                query |= {"stage": form.stage}
                query |= dict.fromkeys(hints, "1")
            return RedirectResponse(
                f"{visitor.home}?{urlencode(query)}" if query else visitor.home, HTTPStatus.SEE_OTHER
            )

        return await self._in_turn(self._answered, request, save)

    async def _tick(self, request: Request) -> Response:
        fields = dict(await pairs_of(request) or [])

        def tap(visitor: Visitor, request: Request) -> Response:
            look = self._table.write(lambda now_: ticked(now_, visitor, fields, now()))
            if _wants_json(request):
                return self._setup_of(look, visitor, request)
            step = step_of(fields)
            return RedirectResponse(f"{visitor.home}/setup" + (f"#step-{step}" if step else ""), HTTPStatus.SEE_OTHER)

        return await self._in_turn(self._answered, request, tap)

    async def _language(self, request: Request) -> Response:
        pairs = await pairs_of(request) or []
        return await self._in_turn(self._answered, request, lambda visitor, _: chose(visitor, pairs))

    # --- What happens ------------------------------------------------------------------------------------------------

    async def _events(self, request: Request) -> Response:
        def follow(_: Visitor, request: Request) -> Response:
            told = followed(self._table, lambda: self._in_turn(self._news, request))
            return StreamingResponse(told, media_type="text/event-stream")

        return await self._in_turn(self._answered, request, follow)

    def _news(self, request: Request) -> Mapping[str, str] | None:
        """Return what a page that listens is told: the evening's version, where to go on, and the host who joins."""
        visitor = self._visitor(request)
        if visitor is None:
            return None
        look = shown_by_now(self._table, self._pace)
        told = {"message": str(look.version), "onward": self._evenings.onward(visitor.token)}
        if visitor.is_host:
            told["joined"] = ",".join(map(str, self._links.of(self._table.name, 0).taken))
        return told

    # --- Answers -----------------------------------------------------------------------------------------------------

    def _html(self, visitor: Visitor, template: str, *, status: HTTPStatus = HTTPStatus.OK, **values: Any) -> Response:
        look = self._table.look()
        return HTMLResponse(rendered(template, visitor.ui, **{**pages.frame(look, visitor), **values}), status)

    def _told(self, visitor: Visitor, request: Request, status: HTTPStatus, message: str) -> Response:
        """Answer with one sentence, and the way back."""
        if _wants_json(request):
            return JSONResponse({"message": visitor.ui.text(message)}, status)
        return self._html(visitor, "told.html", status=status, texts=[visitor.ui.text(message)])

    def _refused(self, visitor: Visitor | None, request: Request, error: Exception) -> Response:
        """Answer with why something cannot be done."""
        home = visitor.home if visitor is not None else getattr(request.state, "home", "")
        if not home:
            return nobody(request)
        ui = visitor.ui if visitor is not None else ui_for(request)
        texts = why(ui, error)
        if _wants_json(request):
            return JSONResponse({"errors": texts, "message": " ".join(texts)}, HTTPStatus.CONFLICT)
        return HTMLResponse(rendered("told.html", ui, **pages.bare(home, ui), texts=texts), HTTPStatus.CONFLICT)

    async def _missing(self, request: Request, error: Exception) -> Response:
        """Answer to a path or a method that there is not."""
        del error
        return nobody(request)


def ui_for(request: Request) -> UI:
    """Return the UI in the language of who asks."""
    return ui_of(request.cookies.get("lang", ""), request.headers.get("accept-language", ""))


def nobody(request: Request) -> Response:
    """Answer who has no link: the same whatever was asked for."""
    ui = ui_for(request)
    page = rendered("told.html", ui, **pages.bare("", ui), texts=[ui.text("phones/nobody")])
    return HTMLResponse(page, HTTPStatus.NOT_FOUND)


def chose(visitor: Visitor, pairs: Sequence[tuple[str, str]]) -> Response:
    """Let somebody read in the language that they chose."""
    answer = RedirectResponse(visitor.home, HTTPStatus.SEE_OTHER)
    chosen = dict(pairs).get("lang", "")
    if chosen in LANGUAGES:
        answer.set_cookie("lang", chosen, max_age=31_536_000, httponly=True, samesite="strict")
    return answer


async def static(request: Request) -> Response:
    """Answer with a file that every page brings."""
    name = request.path_params["name"]
    if name not in STATIC:
        return nobody(request)
    return Response(_sent(name), media_type=STATIC[name], headers={"Cache-Control": "no-cache"})


@cache
def _sent(name: str) -> str:
    """Return a file that every page brings, as it is sent."""
    return lean(files("callboard_cli.phones").joinpath("static", name).read_text("utf-8"))


async def pairs_of(request: Request) -> list[tuple[str, str]] | None:
    """Return the fields of a form that was sent; None where it is none, or has more than any of ours."""
    body = await request.body()
    with suppress(ValueError):
        return parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    return None


def _wants_json(request: Request) -> bool:
    """Tell whether the script asks."""
    return "application/json" in request.headers.get("accept", "")


def why(ui: UI, error: Exception) -> list[str]:
    """Say why something cannot be done."""
    return [without_commands(one["text"]) for one in refused(as_refused(error), ui.catalog, None, {}).errors]
