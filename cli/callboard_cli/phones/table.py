"""The table that the phones sit round: a saved evening as it is now, and what is written of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Literal, TypeVar, cast
from urllib.parse import quote, urlencode

from callboard_cli.input.evening_stage import EveningStage, next_stage
from callboard_cli.phones.forms import Form
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI, visible
from callboard_cli.views.lines import Addresses
from callboard_locales import DEFAULT, LANGUAGES, catalog
from callboard_nights.counts import Count, Counts, State, is_hidden, readable
from callboard_nights.events import Event
from callboard_nights.night import Night

if TYPE_CHECKING:
    from callboard_nights.storage.store import Store


_Made = TypeVar("_Made")
_Key = tuple[str, str] | tuple[str, str, str | None]
"""A form's stage and language, and for whom it leaves out what is hidden from them, if anything is."""


@dataclass(frozen=True)
class Snapshot:
    """An evening at one moment."""

    name: str
    """Its ID."""
    state: State

    @property
    def version(self) -> int:
        """The place of its newest event in the log; it only grows."""
        return len(self.state.log) - 1

    @property
    def night(self) -> Night:
        """What stands."""
        return self.state.night

    @property
    def counts(self) -> Counts:
        """What each player typed, and what of it is counted."""
        return self.state.counts

    @property
    def revealed(self) -> str:
        """How far the sealed count is shown that is not all shown yet: its entry and the categories; empty without."""
        number = min(self.counts.hidden, default=0)
        return f"{number}.{self.counts.revealed.get(number, 0)}" if number else ""

    def count(self, stage: str) -> Count:
        """Return what was typed for a stage since it was entered last."""
        return self.counts.count(stage)

    def stage(self, name: str) -> EveningStage:
        """Return a stage for one more entry."""
        return next_stage(self.night, name)

    def form(self, name: str, language: str) -> Form:
        """Return what was typed for a stage, as a form has it."""
        return self._form((name, language), self.count(name))

    def hides(self, stage: str, whose: str, visitor: Visitor) -> bool:
        """Tell whether a part is hidden from a visitor."""
        return is_hidden(self.count(stage), self.night.game, whose, visitor.reader)

    def count_for(self, stage: str, visitor: Visitor) -> Count:
        """Return what was typed for a stage, as far as a visitor may read it."""
        return readable(self.count(stage), self.night.game, visitor.reader)

    def form_for(self, stage: str, visitor: Visitor) -> Form:
        """Return that as a form: what is made of it cannot tell what the visitor may not read."""
        count, language = self.count_for(stage, visitor), visitor.ui.catalog.language
        if count == self.count(stage):
            return self.form(stage, language)
        return self._form((stage, language, visitor.reader), count)

    def _form(self, key: _Key, count: Count) -> Form:
        if key not in self._forms:
            before, parts = self._forms_before.get(key), count.typed()
            stage, language, *_ = key
            self._forms[key] = before.later(parts) if before else Form(self.stage(stage), parts, language)
        return self._forms[key]

    def made(self, what: Hashable, make: Callable[[], _Made]) -> _Made:
        """Return what is made of the evening at this moment, once for all who ask for the same."""
        if what not in self._made:
            self._made[what] = make()
        return cast("_Made", self._made[what])

    @cached_property
    def _made(self) -> dict[Hashable, object]:
        """What was made of the evening: as many as its readers have links, languages and stages."""
        return {}

    @cached_property
    def _forms(self) -> dict[_Key, Form]:
        """The forms that were asked for: a page needs the same one for its fields and for what it tells."""
        return {}

    @cached_property
    def _forms_before(self) -> dict[_Key, Form]:
        """Forms of an earlier moment at which the same stood, so that only what was typed since is read."""
        return {}

    def after(self, event: Event | None) -> Snapshot:
        """Return the evening once this is done, too, if it is anything."""
        return self if event is None else self.later(self.state.after(event))

    def later(self, state: State) -> Snapshot:
        """Return the evening at a later moment."""
        if state is self.state:
            return self
        later = Snapshot(self.name, state)
        if later.night is self.night:
            later._forms_before.update(self._forms_before | self._forms)
        return later


class Table:
    """A saved evening that several read and write at once.

    One reads it for all: whoever asks meanwhile gets what that one read.
    """

    def __init__(self, saved: Store, name: str) -> None:
        """Take the store and the ID of the evening."""
        self.saved = saved
        self.name = name
        self.followers = 0
        """How many pages are told what changes."""
        self._last: Snapshot | None = None
        self._touched: object = None
        self._reading = Lock()

    def look(self) -> Snapshot:
        """Return the evening as it is now."""
        with self._reading:
            touched = self.saved.touched()
            if self._last is not None and touched == self._touched:
                return self._last
            look = self._keep(self.saved.state(self.name))
            self._touched = touched
            return look

    def write(self, change: Callable[[Snapshot], Snapshot]) -> Snapshot:
        """Change the evening as it is when nobody else writes.

        :raises RefusedError: whatever `change` raises; nothing is written.
        """
        _, state = self.saved.transact(self.name, lambda state: change(self._keep(state)).state)
        return self._keep(state)

    def _keep(self, state: State) -> Snapshot:
        """Keep the evening as it is now; whoever reads it at that moment may keep an older one, and reads again."""
        last = self._last
        self._last = now = last.later(state) if last is not None else Snapshot(self.name, state)
        return now


Role = Literal["front", "host", "player", "read", "join"]


@dataclass(frozen=True)
class Visitor:
    """Who asks."""

    token: str
    """What stands in the link."""
    role: Role
    name: str
    """The player whose link it is; empty of all other links."""
    ui: UI

    @property
    def home(self) -> str:
        """The path of the visitor's page."""
        return f"/{self.token}"

    @property
    def reader(self) -> str | None:
        """As whom the visitor reads what is typed: a player, "" the host, None as a stranger."""
        return self.name if self.may_write else None

    @property
    def may_write(self) -> bool:
        """Whether anything can be entered by this link."""
        return self.role in ("host", "player")

    @property
    def is_host(self) -> bool:
        """Whether it is the host's link."""
        return self.role == "host"

    def may_type(self, whose: str) -> bool:
        """Tell whether the visitor may type a part: one's own and the table's, and the host's are all."""
        return self.is_host or (self.may_write and whose in ("", self.name))


def ui_of(chosen: str, accepted: str) -> UI:
    """Return how to speak to whoever chose this language, or else whose browser accepts these."""
    return UI(catalog(chosen if chosen in LANGUAGES else _accepted(accepted)), plain=True)


def _accepted(header: str) -> str:
    """Return the language that a browser likes best, of an `Accept-Language` header.

    >>> _accepted("de-DE,de;q=0.9,es-MX;q=0.8,en;q=0.7")
    'es'
    """
    wanted: list[tuple[float, str]] = []
    for part in header[:_LONGEST].split(","):
        name, _, rest = part.strip().partition(";")
        language = name.strip().lower().partition("-")[0]
        weight = rest.strip().removeprefix("q=")
        if language in LANGUAGES:
            wanted.append((_number(weight) if rest else 1.0, language))
    return max(wanted, key=lambda one: one[0], default=(0.0, DEFAULT))[1]


_LONGEST = 200
"""The most characters of such a header that are looked at."""


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


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
        rule=lambda rule: "{}/rules?game={}&q={}".format(visitor.home, *map(quote, rule.split("/", 1))),
        entry=lambda number: f"{visitor.home}/entry/{number}",
        edit=(lambda number: f"{visitor.home}/entry/{number}/edit") if visitor.is_host else None,
    )


def tabs_of(look: Snapshot, visitor: Visitor, stage: str, part: str = "") -> list[Link]:
    """Return a way to each stage of the game."""
    words, game = visitor.ui.catalog, look.night.game
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


def part_links(look: Snapshot, visitor: Visitor, stage: str, part: str) -> list[Link]:
    """Return a way for the host to each player's part, for who has no phone."""
    if look.form(stage, visitor.ui.catalog.language).rows is None:
        return []
    return [
        Link(f"{visitor.home}?{urlencode({'stage': stage, 'part': name})}", visible(name), name == part)
        for name in look.night.players
    ]
