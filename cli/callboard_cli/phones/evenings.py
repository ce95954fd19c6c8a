"""The evenings that are served together: who is let in to them, how another begins, and who goes on to it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from callboard_cli.input.evenings import begun
from callboard_cli.phones.table import Table
from callboard_nights.storage.store import Store
from callboard_scoring.fields import same_name
from callboard_scoring.game import Game
from callboard_scoring.problems import Problem, RefusedError

if TYPE_CHECKING:
    from callboard_nights.storage.links import KeptLinks, Links

MOST = 50
"""The most evenings that are served until the command is started again."""


class Evenings:
    """The evenings that are served, each with its table; with a front, where its host begins one or goes on with one.

    The link of the front is another one each time: whoever has it gets into every evening that is not over.
    """

    def __init__(self, saved: Store, links: KeptLinks, *, has_front: bool = False) -> None:
        """Take the store and the links to its evenings; none is served yet."""
        self.saved = saved
        self.links = links
        self.front = secrets.token_urlsafe(16) if has_front else ""
        """The token of the front; empty where there is none."""
        self.tables: dict[str, Table] = {}
        """The table of each evening, by its ID, in the order in which they were opened."""
        self.opened: Callable[[str], None] = lambda _: None
        """Is told the ID of each evening that is served from now on."""
        self._next: dict[str, str] = {}
        self._onward: dict[str, str] = {}

    def table(self, token: str) -> Table | None:
        """Return the table that a link leads to; None where it leads to no evening that is served."""
        bearer = self.links.bearer(token)
        return None if bearer is None else self.tables.get(bearer.night)

    def knows(self, token: str) -> bool:
        """Tell whether a link leads anywhere."""
        return self.is_front(token) or self.table(token) is not None

    def is_front(self, token: str) -> bool:
        """Tell whether it is the link of the front."""
        return bool(self.front) and secrets.compare_digest(token.encode(), self.front.encode())

    def links_of(self, name: str) -> Links:
        """Return the links of an evening that is served."""
        return self.links.of(name, len(self.tables[name].look().night.players))

    def open(self, name: str) -> Links:
        """Serve a saved evening from now on, and return its links.

        :raises RefusedError: too many are served.
        :raises LogError: its game is not here.
        :raises StoreError: it can be neither read nor written.
        """
        if name in self.tables:
            return self.links_of(name)
        self._look_whether_full()
        table = Table(Store(self.saved.folder) if self.tables else self.saved, name)  # a store keeps one of them read
        links = self.links.of(name, len(table.look().night.players))
        self.tables[name] = table
        self.opened(name)
        return links

    def begin(self, game: Game, names: Sequence[str], after: str = "") -> Links:
        """Begin an evening, serve it, and return its links.

        :param after: the evening whose phones are led there; where they were led on already no other one begins.
        :raises CommandLineError: a name cannot be typed in this game.
        :raises RefusedError: too many are served.
        """
        if after in self._next:
            return self.links_of(self._next[after])
        self._look_whether_full()
        name, _ = begun(self.saved, game, names)
        links = self.open(name)
        if after:
            self._next[after] = name
            self._lead_on(after, name)
        return links

    def onward(self, token: str) -> str:
        """Return where whoever has a link goes on, since their evening has another one after it; empty without."""
        return self._onward.get(token, "")

    def _lead_on(self, before: str, name: str) -> None:
        """Lead all who have links of an evening to their own of another one; who does not play there may join.

        It is these very links that lead there: one that is taken back afterwards leads nowhere.
        """
        old, new = self.links_of(before), self.links_of(name)
        seats = {same_name(player): seat for seat, player in enumerate(self.tables[name].look().night.players)}
        led = {old.host: new.host, old.read: new.read, old.join: new.join}
        for seat, player in enumerate(self.tables[before].look().night.players):
            place = seats.get(same_name(player))
            led[old.seats[seat]] = new.join if place is None else new.seats[place]
            if place is not None and seat in old.taken:
                self.links.take(name, place)
        self._onward |= {token: f"/{to}" for token, to in led.items()}

    def _look_whether_full(self) -> None:
        if len(self.tables) >= MOST:
            raise RefusedError([Problem((), "error.table.too-many-evenings", {"most": MOST})])
