"""Points shown category by category, for the page: what each gives everybody, the sums by then, and who leads.

Each step says how long it is looked at, so that all who show it by themselves keep the same pace.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from callboard_cli.render.evenings.standing import minus, what
from callboard_cli.render.rows import owner_of, rules_of
from callboard_cli.render.sections import title_of as title_of_section
from callboard_cli.render.summary import named
from callboard_cli.ui.output import UI, signed, visible
from callboard_cli.ui.wording import capital
from callboard_cli.views.lines import Addresses
from callboard_cli.views.standing import StandingView, standing_of_night
from callboard_locales import Catalog
from callboard_nights.night import Entry, Night
from callboard_nights.totals import lines_for
from callboard_scoring.evening import Played
from callboard_scoring.ledger import Line

STEP = 4.0
"""Seconds for which a step is looked at."""
SUSPENSE = 7.0
"""The same before the last category, and before the winner."""


@dataclass(frozen=True)
class Cell:
    """What a category gives one of the table, and what they have by then."""

    seat: int
    """From 0; who is no player sits behind the players."""
    rank: int
    """The place by then; 0 of who is no player."""
    name: str
    points: str
    """With sign; empty of what there was before."""
    total: str
    first: bool
    """Whether nobody has more by then."""
    had: int
    """What there was before this category, in hundredths of what the first has by then: a bar."""
    gained: int
    """What this category adds to the bar."""


@dataclass(frozen=True)
class Category:
    """A rule that gives points."""

    number: int
    """From 1; 0 of what there was before."""
    title: str
    address: str
    """Where its rule is to be read; empty where it cannot be."""
    cells: Sequence[Cell]
    """The most first."""
    leads: str
    """Who leads by then."""
    said: str
    """All of it in a sentence, for whoever listens."""
    coming: str
    """How much is still to come."""
    seconds: float
    """How long it is looked at."""


@dataclass(frozen=True)
class RevealView:
    """The categories of an entry that are shown by now."""

    title: str
    shown: Sequence[Category]
    """The newest first; the last is what there was before any."""
    count: int
    """How many categories there are."""
    standing: StandingView | None
    """The standing with the winner, once everything is shown; None before."""


@dataclass(frozen=True)
class _Own:
    """The lines of one of the table, or of who is no player and yet has points."""

    name: str
    lines: Sequence[Line]
    before: int = 0
    is_player: bool = True

    def given(self, rules: Collection[str]) -> int:
        """Return what these categories give."""
        return sum(line.points for line in self.lines if line.reason.rule in rules)


def count_of_categories(night: Night, number: int) -> int:
    """Return in how many steps the points of an entry are shown: its categories; 0 of one that does not count."""
    entry = next((one for one in night.entries if one.number == number), None)
    return 0 if entry is None or entry.played is None else len(_categories(entry.totals, entry.played))


def seconds_of(shown: int, count: int) -> float:
    """Return how long so many of all categories are looked at: longest before the last one, and before the winner.

    >>> [seconds_of(shown, 3) for shown in range(4)]
    [4.0, 4.0, 7.0, 7.0]
    """
    return SUSPENSE if shown >= count - 1 else STEP


def reveal_view(ui: UI, night: Night, number: int, shown: int | None, addresses: Addresses) -> RevealView | None:
    """Tell the first categories of an entry, so many as are `shown`, or with None all and how the table stands then.

    :returns: None where the entry does not count.
    """
    entry = next((one for one in night.entries if one.number == number), None)
    if entry is None or entry.played is None:
        return None
    rules = _categories(entry.totals, entry.played)
    count = len(rules) if shown is None else max(0, min(shown, len(rules)))
    told = _Told(ui, night.until(number + 1), list(_table(ui, night, entry, entry.played)), rules, addresses)
    return RevealView(
        capital(ui.beside(what(night, entry))),
        [told.category(place) for place in range(count, -1, -1)],
        len(rules),
        standing_of_night(ui, told.night, addresses) if shown is None else None,
    )


def _table(ui: UI, night: Night, entry: Entry, played: Played) -> Iterator[_Own]:
    """Yield each player in seat order, then who is no player and yet has points."""
    evening = night.game.evening()
    starts = {score.name: score.start for score in played.result.players}
    is_counted = entry.stage in (*evening.adds, *evening.sets)
    for name, total in entry.totals.items():
        lines = lines_for(played, name)
        before = total - sum(line.points for line in lines) if is_counted else starts.get(name, 0)
        yield _Own(name, lines, before)
    for lines in map(tuple, played.result.others().values()):
        yield _Own(owner_of(ui, night.game, lines[0]), lines, is_player=False)


def _categories(names: Iterable[str], played: Played) -> list[str]:
    """Return the rules that give anybody points, in the order in which lines are told of all."""
    ordered: list[str] = []
    for lines in [*(lines_for(played, name) for name in names), *played.result.others().values()]:
        own = _Own("", lines)
        place = 0
        for rule in dict.fromkeys(line.reason.rule for line in lines):
            if not own.given([rule]):
                continue
            if rule not in ordered:
                ordered.insert(place, rule)
            place = ordered.index(rule) + 1
    return ordered


@dataclass(frozen=True)
class _Told:
    """What the categories of an entry are told of."""

    ui: UI
    night: Night
    """As it stands after the entry."""
    table: Sequence[_Own]
    rules: Sequence[str]
    """All categories, as they are shown."""
    addresses: Addresses

    def category(self, number: int) -> Category:
        """Tell the last of so many categories; with none of them, what there was before."""
        ui, shown = self.ui, self.rules[:number]
        section = rules_of(ui, self.night.game).sections.get(shown[-1].partition("/")[2]) if shown else None
        title = title_of_section(ui, section) if section else ui.text(self._untitled(number))
        first = _first(self.table, shown)
        leads = _leads(ui, self.night, first, _first(self.table, shown[:-1]) if shown else first)
        cells = list(self._cells(shown, first))
        told = "; ".join(
            f"{one.name} {one.points}, {one.total}" if shown else f"{one.name} {one.total}" for one in cells
        )
        return Category(
            number,
            title,
            self.addresses.rule(section.rule) if section else "",
            cells,
            leads,
            ". ".join(filter(None, (f"{title}: {told}", leads))),
            self._coming(number),
            seconds_of(number, len(self.rules)),
        )

    def _untitled(self, number: int) -> str:
        """Return the message for what no section of the rules names."""
        if number:
            return "phones/category"
        return "phones/before" if self.rules else "phones/by-now"

    def _cells(self, shown: Sequence[str], first: Sequence[str]) -> Iterator[Cell]:
        """Yield what these categories give each, and the last of them; the most first."""
        totals = [one.before + one.given(shown) for one in self.table]
        most = max(totals, default=0)
        for seat, one in sorted(enumerate(self.table), key=lambda each: (not each[1].is_player, -totals[each[0]])):
            given = one.given(shown[-1:])
            length, had = (max(0, 100 * has // most) if most > 0 else 0 for has in (totals[seat], totals[seat] - given))
            ahead = [
                has for other, has in zip(self.table, totals, strict=True) if other.is_player and has > totals[seat]
            ]
            yield Cell(
                seat,
                len(ahead) + 1 if one.is_player else 0,
                visible(one.name),
                signed(given) if shown else "",
                minus(totals[seat]),
                one.is_player and one.name in first,
                min(had, length),
                max(0, length - had),
            )

    def _coming(self, number: int) -> str:
        """Say how much is still to come: nothing that tells more than the rules and the game do."""
        left = len(self.rules) - number
        if left > 1:
            return self.ui.catalog.plural("phones/left", left) % {"count": left}
        if left:
            return self.ui.text("phones/last-rule")
        return self.ui.text("phones/and-winner") if self.night.is_won else ""


def _first(table: Sequence[_Own], shown: Sequence[str]) -> list[str]:
    """Return which players have the most with these categories."""
    totals = {one.name: one.before + one.given(shown) for one in table if one.is_player}
    most = max(totals.values(), default=0)
    return [name for name, total in totals.items() if total == most]


def _leads(ui: UI, night: Night, names: list[str], before: list[str]) -> str:
    """Say who leads, or takes the lead now; of who plays alone nothing."""
    if len(night.players) == 1:
        return ""
    if len(names) == len(night.players):
        return ui.beside(Catalog.text, "night/level")
    return ui.beside(named, "result.leaders" if names == before else "night/leads", [visible(name) for name in names])
