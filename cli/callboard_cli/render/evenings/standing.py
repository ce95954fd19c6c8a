"""Where a table stands, in words: who has how much, what each entry gave, and what a change does to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

from callboard_cli.input.diagnostics.refusal import refused
from callboard_cli.input.evening_stage import edited_stage
from callboard_cli.input.parser.typed import write
from callboard_cli.render.json_data import outcome_data
from callboard_cli.render.rows import doubted, legs_in_words
from callboard_cli.render.summary import BETWEEN, Fact, answer_of, brief_of, facts_of, gains_of, named, placed
from callboard_cli.ui.names import shown_command, title_of
from callboard_cli.ui.output import UI, signed, visible
from callboard_cli.ui.wording import label
from callboard_locales import Catalog
from callboard_nights.changes import Changes
from callboard_nights.entries import SAME, WHOSE, path_fields
from callboard_nights.night import Change, Entry, Night, Standing
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
    return [f"{ui.beside(standing_word, night)}: {first}", *others]


def standing_word(words: Catalog, night: Night) -> str:
    """Return what the standing is called; a game may have a word for what it leaves out until somebody has won."""
    own = f"{night.game.id}/standing"
    return words.text(own if words.has(own) and night.entries and not night.is_won else "night/standing")


def holdings_of(ui: UI, night: Night) -> list[str]:
    """Say in a line each what players hold, where that and not points decides."""
    ordered = sorted(night.standing, key=lambda one: one.rank)
    shown = ((one, "; ".join(fact.brief for fact in held(ui, night, one.holds))) for one in ordered)
    return [f"{visible(one.name)}: {facts}" for one, facts in shown if facts]


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
    message = "result.winners" if night.is_won else "result.leaders"
    return ui.beside(named, message, [visible(name) for name in night.winners])


def leaders(night: Night) -> tuple[str, ...]:
    """Return who has the most; nobody where points mean nothing, or all have the same."""
    first = tuple(one.name for one in night.standing if one.rank == 1)
    return first if has_points(night) and len(first) < len(night.players) else ()


def leading(ui: UI, night: Night) -> str:
    """Say who won or leads; empty where nobody does."""
    first = leaders(night)
    shown = first_of(ui, night)
    return shown or (ui.beside(named, "result.leaders", list(map(visible, first))) if first else "")


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
    text = visible(name)
    return f"{text}: {number}" if text[-1:].isdecimal() else f"{text} {number}"


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
        shown = [f"{label(words, game.id, name)} {value}" for name, value in numbers.items()]
        stage = [] if is_leg else [title_of(words, game.id, entry.stage)]
        return ", ".join([*stage, *shown, *([visible(str(whose))] if whose else [])])

    return said


def coming(words: Catalog, night: Night, leg: Leg) -> str:
    """Name what comes next: the season or round, its preparation, or the stage."""
    return legs_in_words(words, night.game, [leg])


def _value(entry: Entry, name: str) -> object:
    """Return what a record has under a field; of one that does not count what was typed."""
    return entry.entered.get(name) if entry.played is None else getattr(entry.played.record, name, None)


def numbered(night: Night, entry: Entry) -> Said:
    """Return an entry's number, and what was entered."""
    shown = what(night, entry)
    return lambda words: words.text("night/entry") % {"number": entry.number, "what": shown(words)}


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


def doubts(ui: UI, night: Night, entry: Entry, places: Mapping[int, int] | None = None) -> list[str]:
    """Say what of an entry cannot be; other entries are named by their numbers, or by their `places` on paper."""
    found = entry.played.result.doubts if entry.played is not None else ()
    if places is not None:
        found = tuple(
            replace(doubt, values={**doubt.values, "number": places[doubt.values["number"]]})
            if doubt.code == SAME
            else doubt
            for doubt in found
        )
    return [ui.text("result.doubt", text=doubted(ui.catalog, night.game, doubt)) for doubt in found]


def count_doubts(night: Night) -> int:
    """Return how many doubts there are in all entries that count."""
    return sum(len(played.result.doubts) for played in night.played)


def count_misfits(ui: UI, night: Night) -> str:
    """Say which entries do not fit and count nothing; empty where all do."""
    numbers = [str(entry.number) for entry in night.entries if entry.stands and not entry.fits]
    shown = {"numbers": ui.catalog.list(numbers)}
    return ui.catalog.plural("night/misfits", len(numbers)) % shown if numbers else ""


def misfit(ui: UI, night: Night, entry: Entry, *, with_command: bool = True) -> Iterator[str]:
    """Yield that an entry does not fit, why, and the command that mends it."""
    yield ui.text("night/misfit", entry=numbered(night, entry)(ui.catalog))
    yield from (f"- {why}" for why in reasons(ui, night, entry))
    if with_command and all(problem.code != OVER for problem in entry.problems):
        command = shown_command(ui, ["night", "edit", str(entry.number)])
        yield ui.text("night/mend", command=command)


class Way(Enum):
    """Which way a change goes, by the messages that tell it: done, and as it would be."""

    UNDO = ("night/undo", "night/undo-dry")
    REDO = ("night/redo", "night/redo-dry")
    EDIT = ("night/edit", "night/edit-dry")


def show_changes(ui: UI, changes: Changes, *, is_done: bool) -> None:
    """Say what an undo, a redo or an edit changes, or would change where it is not done."""
    ui.say(heading_of(ui, changes, is_done=is_done))
    for line in _corrected(ui, changes):
        ui.say(line)
    for line in [*changed_in(ui, changes), *_unreached(ui, changes)] or [ui.text("night/no-change")]:
        ui.say(line)
    for line in flow(ui, standing_of(ui, changes.after)) if changes.players else []:
        ui.say(line)
    if not is_done:
        ui.say(ui.text("night/dry"))
        return
    way, _ = _done(changes)
    message, back = ("night/take-back", "redo") if way is Way.UNDO else ("night/go-back", "undo")
    ui.emit(ui.text(message, command=shown_command(ui, ["night", back])))


def words_of(ui: UI, night: Night, entry: Entry) -> list[str]:
    """Return what was typed of an entry, as it was read."""
    stage = edited_stage(night, entry)
    return write(stage.reworded(entry.entered, ui.catalog), stage, ui.catalog)


def _corrected(ui: UI, changes: Changes) -> Iterator[str]:
    """Yield each line of an entry that was given anew as it was read, with the one in whose place it stands."""
    way, change = _done(changes)
    nights = (changes.before, changes.after)
    old, new = (next((one for one in night.entries if one.number == change.entry), None) for night in nights)
    if way is not Way.EDIT or old is None or new is None:
        return
    was, now = words_of(ui, changes.before, old), words_of(ui, changes.after, new)
    heads = {re.split("[:=]", line)[0]: line for line in was}
    for line in now:
        before = heads.get(re.split("[:=]", line)[0])
        if before is not None and line not in was:
            yield ui.text("night/read-instead", line=visible(line), before=visible(before))
        elif line not in was:
            yield ui.text("night/read", line=visible(line))


def heading_of(ui: UI, changes: Changes, *, is_done: bool) -> str:
    """Say what is taken back, given back or given anew, or would be where it is not done."""
    way, change = _done(changes)
    told_done, told_dry = way.value
    heading = told_done if is_done else told_dry
    what = _what(changes.before if way is Way.UNDO else changes.after, change, way)
    return ui.beside(lambda words: words.text(heading) % {"what": what(words)})


def changed_in(ui: UI, changes: Changes, *, with_commands: bool = True) -> list[str]:
    """Say what is another thing now, in a line each; of an entry that does not fit, with the command that mends it."""
    return [
        *_players(ui, changes),
        *_first(ui, changes),
        *_table(ui, changes),
        *_others(ui, changes),
        *_entries(ui, changes, with_commands=with_commands),
    ]


def _done(changes: Changes) -> tuple[Way, Change]:
    """Return which way a change went, and what was changed."""
    before, after = changes.before, changes.after
    if len(after.undone) > len(before.undone):
        return Way.UNDO, after.undone[-1]
    is_redo = bool(before.undone) and after.done[-1] == before.undone[-1] and after.undone == before.undone[:-1]
    return (Way.REDO if is_redo else Way.EDIT), after.done[-1]


def _what(night: Night, change: Change, way: Way) -> Said:
    """Return what was taken back or given anew: an entry, the change of one, or the end."""
    entry = next((entry for entry in night.entries if entry.number == change.entry), None)
    if entry is None:
        return lambda words: words.text("night/the-end")
    shown = numbered(night, entry)
    if change.event.kind != "changed" or way is Way.EDIT:
        return shown
    return lambda words: words.text("night/the-change") % {"entry": shown(words)}


def _players(ui: UI, changes: Changes) -> Iterator[str]:
    """Yield what each player has now, for whom anything changes."""
    for one in changes.players:
        yield from moves(ui, one.before, one.after, changes.after)


def _first(ui: UI, changes: Changes) -> Iterator[str]:
    """Yield who wins now, or takes the lead."""
    before, after = changes.before, changes.after
    if before.is_won or after.is_won:
        if changes.winners is None:
            return
        first = first_of(ui, after)
        yield first or ui.beside(Catalog.text, "night/open" if after.has_misfits else "night/goes-on")
        if first:
            return
    elif changes.winners is not None and after.winners is None and after.has_misfits:
        yield ui.beside(Catalog.text, "night/open")
    names = leaders(after)
    if names != leaders(before) and (names or has_points(after)):
        shown = [visible(name) for name in names]
        yield ui.beside(_leading, shown)


def _leading(words: Catalog, names: list[str]) -> str:
    if not names:
        return words.text("night/level")
    return words.plural("night/leads", len(names)) % {"names": words.list(names)}


def _table(ui: UI, changes: Changes) -> Iterator[str]:
    """Yield what lies on the table now, and what comes next, where that is another one."""
    was, now = changes.table or ({}, {})
    for key in dict.fromkeys((*was, *now)):
        if key != "next" and was.get(key) != now.get(key):
            nights = (changes.before, was), (changes.after, now)
            old, new = (table_of(ui, night, {key: table.get(key)}) for night, table in nights)
            yield from (f"{one} → {other.partition(': ')[2]}" for one, other in zip(old, new, strict=True))
    leg = changes.after.next
    if leg is not None and leg != changes.before.next:
        yield ui.beside(_then, changes.after, leg)


def _then(words: Catalog, night: Night, leg: Leg) -> str:
    return words.text("night/then") % {"what": coming(words, night, leg)}


def _others(ui: UI, changes: Changes) -> Iterator[str]:
    """Yield what came of an entry that the standing does not tell: whom bids hire now, who gets which token."""
    night = changes.after
    evening = night.game.evening()
    for entry in changes.others:
        played, before = entry.played, changes.before.entries[entry.number - 1].played
        if played is None or before is None or (changes.players and played.stage in (*evening.adds, *evening.sets)):
            continue  # the standing tells it
        shown = gave(ui, night, played)
        if shown != gave(ui, changes.before, before):
            yield ui.text("night/now", entry=numbered(night, entry)(ui.catalog), what=BETWEEN.join(shown))


def _entries(ui: UI, changes: Changes, *, with_commands: bool) -> Iterator[str]:
    """Yield which entries do not fit any more and why, which fit again, and what is doubtful that was not."""
    after = changes.after
    for entry in changes.misfits:
        yield from misfit(ui, after, entry, with_command=with_commands)
    missed = {entry.number for entry in changes.before.entries if entry.stands and not entry.fits}
    again = (numbered(after, entry) for entry in after.entries if entry.fits and entry.number in missed)
    yield from (ui.beside(_fits, shown) for shown in again)
    for entry, doubt in changes.doubted:
        told_doubt = ui.text("result.doubt", text=doubted(ui.catalog, after.game, doubt))
        yield ui.text("night/now", entry=numbered(after, entry)(ui.catalog), what=told_doubt)


def _unreached(ui: UI, changes: Changes) -> Iterator[str]:
    """Yield which later entries the change does not reach, and how to give them anew."""
    if changes.unreached:
        numbers = ui.catalog.list([str(number) for number in changes.unreached])
        commands = (shown_command(ui, ["night", "edit", str(number)]) for number in changes.unreached)
        values = {"numbers": numbers, "commands": BETWEEN.join(commands)}
        yield ui.catalog.plural("night/unreached", len(changes.unreached)) % values


def _fits(words: Catalog, told: Said) -> str:
    return words.text("night/fits") % {"entry": told(words)}
