"""Points shown category by category, for the page: what each gives everybody, the sums by then, and who leads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from callboard_cli.render.evenings.standing import minus, what
from callboard_cli.render.rows import owner_of, rules_of
from callboard_cli.render.sections import title_of as title_of_section
from callboard_cli.render.summary import named
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI, signed, visible
from callboard_cli.views.lines import Addresses
from callboard_cli.views.results import EntryView, entry_view
from callboard_locales import Catalog
from callboard_nights.night import Entry, Night
from callboard_nights.totals import lines_for
from callboard_scoring.evening import Played
from callboard_scoring.ledger import Line


@dataclass(frozen=True)
class Cell:
    """What a category gives one of the table, and what they have by then."""

    name: str
    points: str
    """With sign; empty of what there was before."""
    total: str
    first: bool
    """Whether nobody has more by then."""


@dataclass(frozen=True)
class Category:
    """A rule that gives points."""

    number: int
    """From 1; 0 of what there was before."""
    title: str
    address: str
    """Where its rule is to be read; empty where it cannot be."""
    cells: Sequence[Cell]
    """In seat order."""
    leads: str
    """Who leads by then."""


@dataclass(frozen=True)
class RevealView:
    """The categories of an entry that are shown by now."""

    title: str
    shown: Sequence[Category]
    """The newest first; the last is what there was before any."""
    count: int
    """How many categories there are."""
    left: str
    """That there are still so many; empty where all are shown."""
    whole: EntryView | None
    """Once all are shown, the entry with the winner and the standing."""


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


def reveal_view(ui: UI, night: Night, number: int, shown: int | None, addresses: Addresses) -> RevealView | None:
    """Tell the first categories of an entry, so many as are `shown`, or with None all; None where it does not count."""
    entry = next((one for one in night.entries if one.number == number), None)
    if entry is None or entry.played is None:
        return None
    rules = _categories(entry.totals, entry.played)
    count = len(rules) if shown is None else max(0, min(shown, len(rules)))
    left = len(rules) - count
    table = list(_table(ui, night, entry, entry.played))
    return RevealView(
        f"{ui.beside(title_of, night.game.id)} · {ui.beside(what(night, entry))}",
        [_category(ui, night, table, rules[:place], addresses) for place in range(count, -1, -1)],
        len(rules),
        ui.catalog.plural("phones/left", left) % {"count": left} if left else "",
        None if left else entry_view(ui, night, number, addresses),
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
        place = 0
        for rule in dict.fromkeys(line.reason.rule for line in lines if line.points):
            if rule not in ordered:
                ordered.insert(place, rule)
            place = ordered.index(rule) + 1
    return ordered


def _category(ui: UI, night: Night, table: Sequence[_Own], shown: Sequence[str], addresses: Addresses) -> Category:
    """Tell the last of the categories that are shown; with none of them, what there was before."""
    first = _first(table, shown)
    cells = [
        Cell(
            visible(one.name),
            signed(one.given(shown[-1:])) if shown else "",
            minus(one.before + one.given(shown)),
            one.is_player and one.name in first,
        )
        for one in table
    ]
    section = rules_of(ui, night.game).sections.get(shown[-1].partition("/")[2]) if shown else None
    return Category(
        len(shown),
        title_of_section(ui, section) if section else ui.text("phones/category" if shown else "phones/before"),
        addresses.rule(section.rule) if section else "",
        cells,
        _leads(ui, night, first, _first(table, shown[:-1]) if shown else first),
    )


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
