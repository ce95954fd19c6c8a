"""Ways from page to page: what leads where for whom."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlencode

from callboard_cli.phones.table import Look
from callboard_cli.phones.visitors import Visitor
from callboard_cli.speech.face import visible
from callboard_cli.speech.naming import title_of
from callboard_cli.telling.lines import Addresses


@dataclass(frozen=True)
class Link:
    """A way to another page."""

    href: str
    text: str
    current: bool = False
    is_main: bool = True
    """Whether it is told at once, and not folded away."""


def addresses_of(visitor: Visitor) -> Addresses:
    """Return where a visitor's pages have what they point to."""
    return Addresses(
        rule=lambda rule: f"{visitor.home}/rules?q={quote(rule.partition('/')[2])}",
        entry=lambda number: f"{visitor.home}/entry/{number}",
        edit=(lambda number: f"{visitor.home}/entry/{number}/edit") if visitor.is_host else None,
    )


def tabs_of(look: Look, visitor: Visitor, stage: str, part: str = "") -> list[Link]:
    """Return a way to each stage of the game."""
    words, game = visitor.face.catalog, look.night.game
    main = {leg.stage for leg in game.path} or set(game.stages)
    more = {"part": part} if visitor.is_host and part else {}
    return [
        Link(
            f"{visitor.home}?{urlencode({'stage': one, **more})}",
            title_of(words, game.id, one),
            one == stage,
            one in main or one == stage,
        )
        for one in game.stages
    ]


def part_links(look: Look, visitor: Visitor, stage: str, part: str) -> list[Link]:
    """Return a way for the host to each player's part, for who has no phone."""
    if look.form(stage, visitor.face.catalog.language).rows is None:
        return []
    return [
        Link(f"{visitor.home}?{urlencode({'stage': stage, 'part': name})}", visible(name), name == part)
        for name in look.night.players
    ]
