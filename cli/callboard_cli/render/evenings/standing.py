"""Where a table stands and what its entries were, in words: who has how much, and what each entry gave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from callboard_cli.input.diagnostics.refusal import refused
from callboard_cli.input.evening_stage import edited_stage
from callboard_cli.render.json_data import outcome_data
from callboard_cli.render.rulings import doubted, legs_told
from callboard_cli.render.summary import BETWEEN, Fact, answer_of, brief_of, facts_of, gains_of, named, placed
from callboard_cli.ui.names import shown_command, title_of
from callboard_cli.ui.output import UI, signed, visible
from callboard_cli.ui.wording import label
from callboard_locales import Catalog
from callboard_nights.entries import WHOSE, path_fields
from callboard_nights.night import Entry, Night, Standing
from callboard_scoring.evening import Played
from callboard_scoring.game import Leg
from callboard_scoring.problems import RefusedError

Said = Callable[[Catalog], str]
"""A sentence, in the language of a catalog."""


def has_points(night: Night) -> bool:
    """Tell whether points mean anything by now: the game adds some up, and there are any."""
    evening = night.game.evening()
    counting = (*evening.adds, *evening.sets)
    return bool(counting) and (any(night.totals.values()) or any(one.stage in counting for one in night.played))


def standing_of(ui: UI, night: Night) -> list[str]:
    """Return the standing as pieces that are told one after the other, the most points first; empty without points."""
    if not has_points(night):
        return []
    places: dict[tuple[int, int, bool], list[str]] = {}
    for one in night.standing:
        places.setdefault((-one.total, one.rank, False), []).append(visible(one.name))
    first, *others = placed(ui, night.game, places)
    return [f"{ui.beside(Catalog.text, 'night/standing')}: {first}", *others]


def holdings_of(ui: UI, night: Night) -> list[str]:
    """Say in a line each what players hold, where that and not points decides."""
    ordered = sorted(night.standing, key=lambda one: one.rank)
    told = ((one, "; ".join(fact.brief for fact in held(ui, night, one.holds))) for one in ordered)
    return [f"{visible(one.name)}: {facts}" for one, facts in told if facts]


def held(ui: UI, night: Night, holds: Mapping[str, Any] | None) -> list[Fact]:
    """Say what somebody holds."""
    return gains_of(ui, night.game, "", holds or {}, night.players)


def first_of(ui: UI, night: Night) -> str:
    """Say who won, or leads where nothing tells who wins; empty as long as that is not known."""
    if night.winners is None or night.last is None:
        return ""
    if not night.winners:
        return ui.beside(Catalog.text, "night/nobody")
    if not night.is_won and len(night.players) == 1:
        return ""
    told = "result.winners" if night.is_won else "result.leaders"
    return ui.beside(named, told, [visible(name) for name in night.winners])


def leaders(night: Night) -> tuple[str, ...]:
    """Return who has the most; nobody where points mean nothing, or all have the same."""
    first = tuple(one.name for one in night.standing if one.rank == 1)
    return first if has_points(night) and len(first) < len(night.players) else ()


def leading(ui: UI, night: Night) -> str:
    """Say who won or leads; empty where nobody does."""
    first = leaders(night)
    told = first_of(ui, night)
    return told or (ui.beside(named, "result.leaders", list(map(visible, first))) if first else "")


def table_of(ui: UI, night: Night, table: Mapping[str, Any]) -> list[str]:
    """Say what lies on the table, in a line each."""
    return [str(fact) for fact in facts_of(ui, night.game, table, night.players)]


def moves(ui: UI, before: Standing, after: Standing, night: Night) -> Iterator[str]:
    """Yield what a player has now instead of what there was."""
    if before.total != after.total:
        yield with_number(after.name, f"{minus(before.total)} → {minus(after.total)}")
    if before.holds != after.holds:
        was, now = dict(before.holds or {}), dict(after.holds or {})
        for key in dict.fromkeys((*was, *now)):
            if was.get(key) != now.get(key):
                pair = (facts_of(ui, night.game, {key: one.get(key)}, ()) for one in (was, now))
                for old, new in zip(*pair, strict=True):
                    yield f"{visible(after.name)}: {old.name} {old.value} → {new.value}"


def with_number(name: str, number: str) -> str:
    """Put a number behind a name; with a colon, where the name ends in one too."""
    told = visible(name)
    return f"{told}: {number}" if told[-1:].isdecimal() else f"{told} {number}"


def minus(number: int) -> str:
    """Write a whole number."""
    return str(number).replace("-", "−")


def flow(ui: UI, pieces: Sequence[str]) -> list[str]:
    """Return lines of pieces that stand one after the other; on a screen none is broken that a line can hold."""
    if ui.plain or not pieces:
        return [BETWEEN.join(pieces)] if pieces else []
    import shutil  # only a screen has a width

    from callboard_cli.render.rich_lines import flowed  # it brings Rich

    return flowed(pieces, shutil.get_terminal_size().columns)


OVER = "error.night.over"
"""Why an entry does not fit that nothing in itself can mend."""


def what(night: Night, entry: Entry) -> Said:
    """Return what was entered: the season or round, or the stage and of which round."""
    game = night.game
    names = dict.fromkeys(name for leg in game.path for name in leg.fields)
    given = {name: _value(entry, name) for name in names}
    numbers = {name: value for name, value in given.items() if isinstance(value, int)}
    is_leg = entry.stage not in game.preparations and set(path_fields(game, entry.stage)) & numbers.keys()
    whose = (entry.played.whose if entry.played is not None else entry.entered.get(WHOSE)) or ""

    def said(words: Catalog) -> str:
        told = [f"{label(words, game.id, name)} {value}" for name, value in numbers.items()]
        stage = [] if is_leg else [title_of(words, game.id, entry.stage)]
        return ", ".join([*stage, *told, *([visible(str(whose))] if whose else [])])

    return said


def coming(words: Catalog, night: Night, leg: Leg) -> str:
    """Name what comes next: the season or round, its preparation, or the stage."""
    return legs_told(words, night.game, [leg])


def _value(entry: Entry, name: str) -> object:
    """Return what a record has under a field; of one that does not count what was typed."""
    return entry.entered.get(name) if entry.played is None else getattr(entry.played.record, name, None)


def numbered(night: Night, entry: Entry) -> Said:
    """Return an entry's number, and what was entered."""
    told = what(night, entry)
    return lambda words: words.text("night/entry") % {"number": entry.number, "what": told(words)}


def gave(ui: UI, night: Night, played: Played, *, with_standing: bool = False) -> list[str]:
    """Say in a line or a few what an entry gave: points, what there is from then on, or what came of it beside.

    Told with the standing, it leaves out what that says.
    """
    evening = night.game.evening()
    if played.stage in (*evening.adds, *evening.sets):
        write = signed if played.stage in evening.adds else minus
        return [BETWEEN.join(with_number(name, write(points)) for name, points in evening.given(played).items())]
    answer = answer_of(ui, night.game, played.stage, played.result, outcome_data(played.result), ())
    if with_standing and is_held(night, played):
        answer = replace(answer, gains=[], first="")
    return [line for line in brief_of(ui, "", replace(answer, doubts=0)) if line]


def is_held(night: Night, played: Played) -> bool:
    """Tell whether what came of an entry for each player is what they hold now."""
    held = {one.name: one.holds for one in night.standing}
    return any(held.values()) and outcome_data(played.result).get("players") == held


def reasons(ui: UI, night: Night, entry: Entry) -> list[str]:
    """Say why an entry does not fit, a cause a sentence, as it would have been refused."""
    stage = edited_stage(night, entry)
    filled, _ = stage.night.entering(entry.stage, entry.entered).filled(entry.entered)
    return [cause.text for cause in refused(RefusedError(entry.problems), ui.catalog, stage, filled).messages]


def doubts(ui: UI, night: Night, entry: Entry) -> list[str]:
    """Say what of an entry cannot be."""
    found = entry.played.result.doubts if entry.played is not None else ()
    return [ui.text("result.doubt", text=doubted(ui.catalog, night.game, doubt)) for doubt in found]


def count_doubts(night: Night) -> int:
    """Return how many doubts there are in all entries that count."""
    return sum(len(played.result.doubts) for played in night.played)


def count_misfits(ui: UI, night: Night) -> str:
    """Say which entries do not fit and count nothing; empty where all do."""
    numbers = [str(entry.number) for entry in night.entries if entry.stands and not entry.fits]
    told = {"numbers": ui.catalog.list(numbers)}
    return ui.catalog.plural("night/misfits", len(numbers)) % told if numbers else ""


def misfit(ui: UI, night: Night, entry: Entry, *, with_command: bool = True) -> Iterator[str]:
    """Yield that an entry does not fit, why, and the command that mends it."""
    yield ui.text("night/misfit", entry=numbered(night, entry)(ui.catalog))
    yield from (f"- {why}" for why in reasons(ui, night, entry))
    if with_command and all(problem.code != OVER for problem in entry.problems):
        command = shown_command(ui, ["night", "edit", str(entry.number)])
        yield ui.text("night/mend", command=command)
