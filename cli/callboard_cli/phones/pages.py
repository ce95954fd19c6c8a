"""What a visitor sees: each page in plain data, filled into its template; nothing that anybody typed is ever markup."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined

from callboard_cli.input.vocabulary import named_game, terms_called, tried
from callboard_cli.phones.accent import NEUTRAL, colours_of
from callboard_cli.phones.bar import bar_of
from callboard_cli.phones.controls import all_controls
from callboard_cli.phones.form_view import form_page, line_told
from callboard_cli.phones.live_view import live_values, opened_of
from callboard_cli.phones.setting_up import is_offered
from callboard_cli.phones.table import Link, Snapshot, Visitor, addresses_of, part_links, tabs_of
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI, visible
from callboard_cli.views.results import entry_view
from callboard_cli.views.reveal import reveal_view
from callboard_cli.views.rules import LONGEST, rules_view
from callboard_cli.views.sharing import SharedResult, shared_result
from callboard_cli.views.standing import evening_view
from callboard_cli.views.statistics import statistics_view
from callboard_locales import LANGUAGES
from callboard_nights.statistics import Play
from callboard_nights.storage.links import Links
from callboard_rules import load_rules
from callboard_scoring.game import Game

_EMPTY = re.compile(r"\n\s*\n")
"""Lines of a page with nothing in them; where what was typed has such lines, it is in the field of a drawing."""
_UNREAD = re.compile(r"|//.*|/\*((?!\*/).)*\*/")
"""Lines of a style or a script that only its writers read."""
_BESIDE = re.compile(r"\s*\(.*\)")
"""What a game is also called, which the one line at the head has no room for."""


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("callboard_cli.phones"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def rendered(name: str, ui: UI, **values: Any) -> str:
    """Fill a template, such as `live.html`; in it `t` gives the words of a message, `also` is the second language."""
    spoken = {"t": ui.text, "language": ui.catalog.language, "also": ui.also.language if ui.also else ""}
    return _EMPTY.sub("\n", _environment().get_template(name).render(**spoken, **values))


def lean(text: str) -> str:
    r"""Return a page, a style or a script without what only its writers read: indents, empty lines, lines of comments.

    >>> lean("  // why\n\n  let a = 1;\n/* who */\n")
    'let a = 1;'
    """
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if not _UNREAD.fullmatch(line))


WORDS = (
    "saved",
    "offline",
    "refused",
    "changed",
    "take",
    "less",
    "more",
    "last-away",
    "keyboard",
    "row-more",
    "row-away",
    "column-more",
    "column-away",
    "area",
    "sign",
    "digit-away",
    "number-next",
    "close",
    "piece-away",
    "place",
    "next",
    "back",
    "overview",
    "as-it-lay",
)
"""What the script says, by the ids of the words."""


def stage_of(look: Snapshot) -> str:
    """Return the stage that the page is about where nobody asks for another: what comes next, or the last.

    What prepares it is offered beside it, and comes first only once somebody types it: a table can do without it.
    """
    night = look.night
    if night.next is None or night.leg is None:
        return night.game.stages[-1]
    is_prepared = look.count(night.leg.stage).parts or not look.count(night.next.stage).parts
    return night.leg.stage if is_prepared else night.next.stage


def preparation_of(look: Snapshot, visitor: Visitor, stage: str) -> Link | None:
    """Return the way to what prepares a stage, where that is still to do; None where nothing is."""
    night = look.night
    if night.next is None or night.leg is None or stage != night.leg.stage or night.next.stage == stage:
        return None
    prepares = night.next.stage
    return Link(
        f"{visitor.home}?{urlencode({'stage': prepares})}", title_of(visitor.ui.catalog, night.game.id, prepares)
    )


def asked_for(look: Snapshot, visitor: Visitor, query: Mapping[str, str]) -> tuple[str, str]:
    """Return which stage and whose part a page is asked for; what there is not is as good as nothing."""
    stage, part = query.get("stage", ""), visitor.name or query.get("part", "")
    night = look.night
    return stage if stage in night.game.stages else stage_of(look), part if part in night.players else ""


def bare(home: str, ui: UI) -> dict[str, Any]:
    """Return what every page needs, where nothing is known of an evening: not even which program answers."""
    return {
        "title": ui.text("phones/page"),
        "subtitle": "",
        "home": home,
        "accent": "",
        **_theme(NEUTRAL),
        "tabs": [],
        "links": [],
        "words": WORDS,
        "sent": [],
        "version": 0,
    }


def _theme(accent: tuple[str, str]) -> dict[str, Any]:
    """Return the colours of the band at the head of a page, which a phone's own bars take on, too."""
    return {"themes": dict(zip(("light", "dark"), (each["band"] for each in colours_of(accent)), strict=True))}


def accent_address(visitor: Visitor) -> str:
    """Return where a visitor's pages have the colours of their game."""
    return f"{visitor.home}/accent.css"


def frame(look: Snapshot, visitor: Visitor, stage: str = "") -> dict[str, Any]:
    """Return what stands round every page of an evening."""
    words, game = visitor.ui.catalog, look.night.game
    whose = visible(visitor.name) or visitor.ui.text(f"phones/role.{visitor.role}")
    places = {"": "phones/page", "/rules": "phones/rules", "/setup": "phones/setup"}
    places |= {f"/host?stage={stage}" if stage else "/host": "phones/host-page"} if visitor.is_host else {}
    return {
        "title": (title := title_of(words, game.id)),
        "heading": _BESIDE.sub("", title),
        "subtitle": whose,
        "home": visitor.home,
        "accent": accent_address(visitor),
        **_theme(game.accent or NEUTRAL),
        "tabs": [],
        "links": [Link(f"{visitor.home}{path}", visitor.ui.text(message)) for path, message in places.items()],
        "words": WORDS,
        "sent": [],
        "pieces": bool(game.shapes),
        "count": len(look.night.entries),
        "version": look.version,
    }


@dataclass(frozen=True)
class Name:
    """A player whom somebody may say to be."""

    name: str
    shown: str
    is_taken: bool


def names_of(look: Snapshot, links: Links) -> list[Name]:
    """Return who plays, and who of them has joined."""
    return [Name(name, visible(name), seat in links.taken) for seat, name in enumerate(look.night.players)]


def names_values(look: Snapshot, visitor: Visitor, links: Links, late: str) -> dict[str, Any]:
    """Return what the page shows on which somebody says who they are."""
    game = look.night.game
    return {
        **bare(visitor.home, visitor.ui),
        "title": title_of(visitor.ui.catalog, game.id),
        "accent": accent_address(visitor),
        **_theme(game.accent or NEUTRAL),
        "names": names_of(look, links),
        "watch": f"/{links.read}",
        "late": visible(late),
    }


def page_values(look: Snapshot, visitor: Visitor, stage: str, part: str, hints: Collection[str]) -> dict[str, Any]:
    """Return what the page of a stage shows."""
    can_type = is_open(look, visitor)
    form = form_page(look, visitor, stage, part, hints) if can_type else None
    return {
        **live_values(look, visitor, stage),
        "links": frame(look, visitor, stage)["links"],
        "tabs": tabs_of(look, visitor, stage, part) if can_type else [],
        "form": form,
        "line_now": line_told(look, visitor, stage, part) if form and part else "",
        "offers_setup": is_offered(look),
        "preparation": preparation_of(look, visitor, stage) if can_type else None,
        "bar": bar_of(look, visitor, stage, part),
        "parts": part_links(look, visitor, stage, part) if visitor.is_host and can_type else [],
    }


def answer(look: Snapshot, visitor: Visitor, stage: str, part: str, hints: Collection[str]) -> dict[str, Any]:
    """Return what the script needs to know of a form: what stands in its fields, and what is wrong there."""
    asked = ("answer", visitor.token, visitor.ui.catalog.language, stage, part, frozenset(hints))
    return look.made(asked, lambda: _answer(look, visitor, stage, part, hints))


def _answer(look: Snapshot, visitor: Visitor, stage: str, part: str, hints: Collection[str]) -> dict[str, Any]:
    bar = asdict(bar_of(look, visitor, stage, part))
    if not is_open(look, visitor):
        entries = len(look.night.entries)
        return {"version": look.version, "count": entries, "state": "", "problems": {}, "fields": {}, "bar": bar}
    form = form_page(look, visitor, stage, part, hints)
    controls = all_controls([*(form.own or []), *form.table, form.line])
    return {
        "version": look.version,
        "state": form.state,
        "count": len(look.night.entries),
        "problems": {name: text for name, text in form.problems.items() if text},
        "fields": {one.name: {"text": one.text, "typed": one.typed, "written": one.written} for one in controls},
        "folds": form.folds,
        "bar": bar,
    }


def is_open(look: Snapshot, visitor: Visitor) -> bool:
    """Tell whether a visitor can type anything now."""
    night = look.night
    return visitor.may_write and not night.is_over and not look.counts.hidden


def rules_values(played: Game, visitor: Visitor, question: str, game: str = "") -> dict[str, Any]:
    """Return what the look-up of the rules shows.

    It asks the game that the question names; else the one of that ID, or the one that is played.
    """
    words = visitor.ui.catalog
    readable, _ = tried(lambda one: load_rules(one.id, words.language))
    said = re.findall(r"\w+", question[:LONGEST].casefold())
    asked = next((one for name in (*said, game) if (one := named_game(name)) in readable), played)
    others = [
        Link(f"{visitor.home}/rules?game={quote(one.id)}", title_of(words, one.id), one == asked) for one in readable
    ]
    return {
        "rules": rules_view(visitor.ui, asked, question, addresses_of(visitor)),
        "game": asked.id,
        "other": title_of(words, asked.id) if asked != played else "",
        "games": others,
        "glossary": f"{visitor.home}/glossary",
    }


@dataclass(frozen=True)
class Word:
    """A word of a game, as the page has it."""

    name: str
    others: str
    """What it is called in the other languages."""
    place: Link
    """Where the rules explain it."""


def glossary_values(visitor: Visitor, word: str) -> dict[str, Any]:
    """Return the words of all games that are called so, or like that, in any language; all words to none."""
    asked, own = " ".join(word[:LONGEST].split()), visitor.ui.catalog.language
    terms, _ = terms_called(asked)
    address = addresses_of(visitor).rule
    words = [
        Word(
            ", ".join(term.names[own]),
            "; ".join(f"{other}: {', '.join(term.names[other])}" for other in LANGUAGES if other != own),
            Link(address(f"{term.game}/{term.section}"), title_of(visitor.ui.catalog, term.game)),
        )
        for term in terms
    ]
    return {"glossary_words": words, "asked": asked, "most": LONGEST}


def entry_values(look: Snapshot, visitor: Visitor, number: int, *, why_not: bool) -> dict[str, Any] | None:
    """Return what an entry shows; None where there is none, or it is not shown yet."""
    hidden = look.counts.hidden
    if hidden and number >= min(hidden):
        return None
    shown = entry_view(visitor.ui, look.night, number, addresses_of(visitor), with_lacks=why_not)
    count = look.counts.entered.get(number)
    opened = [] if count is None else [*opened_of(count, look, visitor.ui)]
    return None if shown is None else {"entry": shown, "why_not": why_not, "opened": opened}


def reveal_values(look: Snapshot, visitor: Visitor, number: int) -> dict[str, Any] | None:
    """Return all steps in which an entry is shown; None where there is none, or it is not shown yet."""
    hidden = look.counts.hidden
    if hidden and number >= min(hidden):
        return None
    shown = reveal_view(visitor.ui, look.night, number, None, addresses_of(visitor))
    return None if shown is None else {"reveal": shown, "number": number}


def shared_of(look: Snapshot, visitor: Visitor) -> SharedResult:
    """Return the result to hand on, as far as it is shown."""
    hidden = look.counts.hidden
    night = look.night.until(min(hidden)) if hidden else look.night
    standing = evening_view(visitor.ui, look.night, addresses_of(visitor), hidden=hidden).standing
    return shared_result(visitor.ui, night, standing)


def result_values(look: Snapshot, visitor: Visitor) -> dict[str, Any]:
    """Return what the page shows from which a result is handed on."""
    return {"result": shared_of(look, visitor), "game": look.night.game.id}


def statistics_values(look: Snapshot, visitor: Visitor, plays: Iterable[Play]) -> dict[str, Any]:
    """Return how those who play this evening did over all evenings of this computer."""
    return {
        "statistics": statistics_view(visitor.ui, plays, look.night.players),
        "is_counted": look.night.ended is not None,
    }
