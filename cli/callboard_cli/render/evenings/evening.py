"""An evening for people: its standing, an entry as it was made, what comes next, and the list of all."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from callboard_cli.input.evening_stage import EveningStage, next_stage
from callboard_cli.input.notation import notation
from callboard_cli.input.parser import typed
from callboard_cli.input.stage import example_of, stage_of
from callboard_cli.render.dates import day, moment
from callboard_cli.render.evenings.standing import (
    count_doubts,
    count_misfits,
    doubts,
    first_of,
    flow,
    gave,
    has_points,
    holdings_of,
    is_held,
    leading,
    misfit,
    reasons,
    standing_of,
    table_of,
    what,
    words_of,
)
from callboard_cli.render.notations import lines_of
from callboard_cli.render.page import Page, page_of
from callboard_cli.render.results import View, show_page
from callboard_cli.render.rows import legs_in_words
from callboard_cli.render.summary import BETWEEN, brief_of, doubts_text, facts_of
from callboard_cli.ui.names import command_line, shown_command, title_of
from callboard_cli.ui.output import UI, visible
from callboard_cli.ui.wording import label
from callboard_locales import Catalog
from callboard_nights.night import Entry, Night
from callboard_scoring.evening import Played, totals_of
from callboard_scoring.games import find_game

BOLD, DIM, ALARMING = "bold", "dim", "bold yellow"
_LONGEST = 70
"""The most characters of a word in an example; of a longer one the beginning shows how it goes."""


def tell(ui: UI, text: str, style: str = "") -> None:
    """Tell a line; on a screen in this style."""
    if ui.plain or not style:
        ui.say(text)
        return
    from rich.text import Text  # plain output needs none

    ui.console().print(Text(ui.fitted(text), style=style), soft_wrap=True)


def alarm(ui: UI, text: str) -> None:
    """Tell a line that is to be seen at once, if there is any."""
    if text:
        tell(ui, text, ALARMING)


def show_standing(ui: UI, night: Night, *, with_leaders: bool = False) -> None:
    """Tell the standing, who is first, and what lies on the table."""
    for line in stands(ui, night, with_leaders=with_leaders, flows=True):
        tell(ui, line, BOLD)


def stands(ui: UI, night: Night, *, with_leaders: bool = False, flows: bool = False) -> Iterator[str]:
    """Yield the lines of the standing."""
    pieces = standing_of(ui, night)
    yield from flow(ui, pieces) if flows else filter(None, [BETWEEN.join(pieces)])
    holdings = [] if pieces else holdings_of(ui, night)
    if holdings:
        yield f"{ui.beside(Catalog.text, 'night/holds')}:"
        yield from (f"  {line}" for line in holdings)
    if night.entries and not holdings and not has_points(night):
        yield from ([ui.beside(Catalog.text, "night/no-points")] if with_leaders and _counts(night) else [])
    first = (leading if with_leaders else first_of)(ui, night)
    if first:
        yield first
    if (night.entries or with_leaders) and not night.is_won:
        yield from table_of(ui, night, night.table)


def _counts(night: Night) -> bool:
    """Tell whether the game has points at all."""
    return bool(night.game.evening().adds or night.game.evening().sets)


def show_next(ui: UI, night: Night, *, name: str = "", with_example: bool = False) -> None:
    """Tell the command that comes next, unbroken, to be copied; with an example, how that is typed."""
    command = next_command(ui, night, name)
    if not command:
        return
    shown = example(ui, night) if with_example and not name else ""
    if shown:
        ui.say(ui.text("night/example", line=visible(shown)))
    ui.emit(f"{ui.text('result.next')} {visible(command)}")


def show_misfits(ui: UI, night: Night) -> None:
    """Tell which entries do not fit what stands before them, and why."""
    for entry in night.entries:
        if entry.stands and not entry.fits:
            for line in misfit(ui, night, entry):
                alarm(ui, line)


def next_command(ui: UI, night: Night, name: str = "") -> str:
    """Return the command to go on with; by `name` where the evening is not the current one, which others are about.

    Empty where nothing is left to do.
    """
    if name or night.ended is not None:
        return "" if night.ended is not None and not name else shown_command(ui, ["night", "resume", name])
    astray = next((entry.number for entry in night.entries if entry.stands and not entry.fits), None)
    if astray is not None:  # until it is put right nobody can win
        return shown_command(ui, ["night", "edit", str(astray)])
    if night.next is None:
        return shown_command(ui, ["night", "end"])
    stage = next_stage(night, night.next.stage, ui.options)
    return stage.command(ui.catalog, stage.lines(night.players, ui.catalog))


def example(ui: UI, night: Night) -> str:
    """Return what is typed of what comes next: an example without what is known; empty where nothing need be."""
    stage = next_stage(night, night.next.stage) if night.next is not None else None
    return "" if stage is None or stage.can_be_drawn else command_line(map(_cut, _example_words(ui, stage)))


def about_entry(ui: UI, night: Night, name: str) -> list[str]:
    """Return how an entry of a stage is typed: an example without what is known, and each field with its meaning."""
    stage = next_stage(night, name)
    return lines_of(ui, stage, notation(stage, ui.catalog), stage.command(ui.catalog, _example_words(ui, stage)))


def _example_words(ui: UI, stage: EveningStage) -> list[str]:
    return typed.write(_unknown(stage, ui), stage, ui.catalog)


def _cut(word: str) -> str:
    return word if len(word) <= _LONGEST else f"{word[:_LONGEST].rpartition(' ')[0]} …"


def _unknown(stage: EveningStage, ui: UI) -> dict[str, Any]:
    """Return the example of a stage for this table's first player, without what is known or told by the path."""
    night = stage.night
    raw = example_of(stage, ui.catalog)
    known = night.known(stage.name) - _changed_by(stage, ui)
    shown = {key: value for key, value in raw.items() if key not in known}
    seats = stage.seats
    rows = shown.get(seats) if seats is not None else None
    if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows):
        first = {key: value for key, value in rows[0].items() if f"{seats}.{key}" not in known}
        shown[str(seats)] = [{**first, "name": night.players[0]}]
    return shown


def _changed_by(stage: EveningStage, ui: UI) -> set[str]:
    """Return the fields that are known unless something is played which is played in the example."""
    evening = stage.game.evening()
    carried = [one for one in (*evening.lies, *evening.at_most, *evening.at_least) if stage.name in one.stages]
    plain = stage_of(stage.game, stage.name)
    record = plain.read(example_of(plain, ui.catalog)) if carried else None
    return {one.field for one in carried if one.may_have_changed(record)}


_WIDE = 72
"""From this width on, in cells, an evening is one line."""
_GAP = 2
_NARROWEST = 10


def show_start(ui: UI, name: str, night: Night, *, left_open: str = "") -> None:
    """Say that an evening begins: who plays in which order, what is known already, and how to go on and come back.

    Of one that is left open for it, say how to go back to that.
    """
    tell(ui, _title(ui, night, name), BOLD)
    tell(ui, players_text(ui, night))
    for line in known_lines(ui, night):
        tell(ui, line)
    show_standing(ui, night)
    show_next(ui, night, with_example=True)
    ui.emit(ui.text("night/back", command=shown_command(ui, ["night"])))
    if left_open:
        ui.emit(ui.text("night/left-open", night=left_open, command=shown_command(ui, ["night", "resume", left_open])))


def show_night(  # noqa: PLR0913  # what is shown, and what of it can be done
    ui: UI,
    name: str,
    night: Night,
    *,
    whole: bool = False,
    is_current: bool = True,
    is_saved: bool = True,
    half_way: str = "",
) -> None:
    """Show where the table stands; `whole` with every entry.

    Of one that is not the current evening the next command is the one that makes it so; where an entry was left, that
    which goes on, `half_way`. Nothing can be done to one that is not saved.
    """
    tell(ui, _title(ui, night, name), BOLD)
    began = [moment(ui.catalog, night.began)] if night.began else []
    tell(ui, BETWEEN.join([*began, players_text(ui, night)]))
    if night.ended is not None:
        tell(ui, ui.text("night/ended", when=moment(ui.catalog, night.ended)))
    if whole:
        _whole(ui, night)
    else:
        _newest(ui, night)
        show_misfits(ui, night)
    count = count_doubts(night)
    if count and not whole:
        command = shown_command(ui, ["night", "show", *([] if is_current else [name])])
        alarm(ui, ui.catalog.plural("night/doubts", count) % {"count": count, "command": command})
    show_standing(ui, night, with_leaders=True)
    if not is_saved:
        return
    if night.ended is not None and is_current:
        ui.emit(ui.text("night/open-again", command=shown_command(ui, ["night", "resume", name])))
    elif half_way:
        ui.emit(ui.text("night/half-way", command=half_way))
    else:
        show_next(ui, night, name="" if is_current else name, with_example=not whole)


def show_brief(ui: UI, night: Night) -> None:
    """Show what one pastes into a chat: lines that nothing breaks, without colours."""
    ui.emit(BETWEEN.join([ui.beside(title_of, night.game.id), day(ui.catalog, night.began)]))
    standing = [entry for entry in night.entries if entry.fits]
    if standing:
        for line in _entry_lines(ui, night, standing[-1], with_standing=True)[:1]:
            ui.emit(line)
    for line in stands(ui, night, with_leaders=True):
        ui.emit(line)
    for line in filter(None, [count_misfits(ui, night), visible(night.note)]):
        ui.emit(line)


def show_list(ui: UI, tables: Iterable[Mapping[str, Any]], current: str | None) -> None:
    """Show all evenings, the newest first."""
    shown = list(tables)
    if not shown:
        ui.say(ui.text("night/none"))
        return
    ui.page("\n".join(standing_lines(ui, shown, current)))


def show_end(ui: UI, name: str, night: Night, *, is_done: bool) -> None:
    """Show how an evening ended, or would end."""
    tell(ui, _title(ui, night, name), BOLD)
    for line in _newest_reasons(ui, night):
        tell(ui, line)
    show_misfits(ui, night)
    show_standing(ui, night, with_leaders=True)
    if not is_done:
        ui.say(ui.text("night/end-dry"))
        return
    ui.say(ui.text("night/end"))
    if night.missing:
        alarm(ui, ui.text("night/unfinished", legs=legs_in_words(ui.catalog, night.game, night.missing)))
    ui.emit(ui.text("night/open-again", command=shown_command(ui, ["night", "resume", name])))
    if night.is_won:
        command = shown_command(ui, ["night", "show", name, "--receipt"])
        ui.emit(ui.text("night/receipt", command=command))


def players_text(ui: UI, night: Night) -> str:
    """Name those who play; clockwise where a set-up seated them."""
    names = ", ".join(map(visible, night.players))
    return ui.text("night/clockwise", names=names) if night.seating.code and len(night.players) > 1 else names


def known_lines(ui: UI, night: Night) -> Iterator[str]:
    """Yield what the set-up decided that is carried over: what lies on the table, and what each player has."""
    yield from table_of(ui, night, night.table)
    if night.next is None:
        return
    evening = night.game.evening()
    past = night.before(night.next.fields)
    for carried in evening.known(evening.exact, night.next.stage):
        value = carried.value(past)
        if not carried.is_of_players or not isinstance(value, Mapping):
            continue
        own = ((one, facts_of(ui, night.game, {carried.name: value.get(one)}, ())) for one in night.players)
        shown = [f"{visible(one)} {fact.value}" for one, facts in own for fact in facts if value.get(one)]
        if shown:
            yield f"{ui.beside(label, night.game.id, carried.name)}: {', '.join(shown)}"


# --- Parts -----------------------------------------------------------------------------------------------------------


def _title(ui: UI, night: Night, name: str) -> str:
    return f"{ui.beside(title_of, night.game.id)} · {name}"


# --- Entries ---------------------------------------------------------------------------------------------------------


def _entry_lines(ui: UI, night: Night, entry: Entry, *, with_standing: bool = False) -> list[str]:
    """Say in a line or two which entry it is, and what it gave; of the newest without what the standing says."""
    title = f"{entry.number}. {ui.beside(what(night, entry))}"
    if not entry.stands:
        return [f"{title}: {ui.beside(Catalog.text, 'night/taken-back')}"]
    if entry.played is None:
        return [f"{title}: {ui.text('night/not-fitting')}", *(f"   {why}" for why in reasons(ui, night, entry))]
    first, *others = gave(ui, night, entry.played, with_standing=with_standing) or [""]
    return [f"{title}: {first}".rstrip(": "), *(f"   {line}" for line in others)]


def _newest(ui: UI, night: Night) -> None:
    """Tell the newest entry that counts."""
    standing = [entry for entry in night.entries if entry.fits]
    if standing:
        for line in _entry_lines(ui, night, standing[-1], with_standing=True):
            tell(ui, line)


def _newest_reasons(ui: UI, night: Night) -> Sequence[str]:
    """Return by which steps somebody won, where the game is over."""
    last = night.last
    if last is None or not night.is_won:
        return []
    answer = page_of(ui, night.game, last.stage, last.result).answer
    return [row.text for row in answer.rows]


def _whole(ui: UI, night: Night) -> None:
    """Tell every entry, with its doubts; then the course of the totals, and the note."""
    if night.seating.code:
        tell(ui, ui.text("night/setup", code=visible(night.seating.code)))
    for entry in night.entries:
        style = DIM if not entry.stands else "" if entry.fits else ALARMING
        for line in _entry_lines(ui, night, entry):
            tell(ui, line, style)
        for doubt in doubts(ui, night, entry):
            tell(ui, f"   {doubt}", ALARMING)
    _course(ui, night)
    if night.note:
        tell(ui, ui.text("night/note", note=visible(night.note)))


def _course(ui: UI, night: Night) -> None:
    from callboard_cli.render.charts import chart, told  # only a whole evening has one

    if ui.plain:
        for name, totals in told(night):
            ui.say(ui.text("night/course", name=visible(name), totals=", ".join(totals)))
        return
    for line in chart(night, shutil.get_terminal_size().columns):
        ui.emit(line)


def standing_lines(ui: UI, tables: Sequence[Mapping[str, Any]], current: str | None) -> Iterator[str]:
    """Yield the lines of these evenings; in plain mode one each, with what is enough to type for it behind its ID.

    On a screen that beginning stands out, and a narrow one has two lines each.
    """
    enough = beginnings([str(table["night"]) for table in tables])
    titles = cache(lambda game: _titled(ui, game))
    rows = [
        (str(table["night"]), titles(str(table["game"])), day(ui.catalog, str(table["began"])), _rest(ui, table))
        for table in tables
    ]
    if ui.plain:
        for name, title, when, rest in rows:
            shown = f"{name} ({enough[name]})" if enough[name] != name else name
            yield BETWEEN.join([shown, title, when, *rest, *_current(ui, name, current)])
        return
    yield from _screen(ui, rows, enough, current)


def beginnings(names: Sequence[str]) -> Mapping[str, str]:
    """Return for each ID the shortest beginning that no other has; the whole one where there is none."""
    ordered = sorted(names)
    pairs = zip(["", *ordered], ordered, [*ordered[1:], ""], strict=False)
    return {name: name[: max(_alike(name, before), _alike(name, after)) + 1] for before, name, after in pairs}


def _alike(one: str, other: str) -> int:
    """Return with how many letters both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (letter, its) in pairs if letter != its), min(len(one), len(other)))


def _titled(ui: UI, game: str) -> str:
    """Return a game's title; of one that is not here its ID."""
    return visible(game) if find_game(game) is None else ui.beside(title_of, game)


def _rest(ui: UI, table: Mapping[str, Any]) -> list[str]:
    """Return who plays, how it ended, and the note."""
    players = ", ".join(visible(str(name)) for name in table["players"])
    note = visible(str(table.get("note") or ""))
    return [players, _outcome(ui, table), *([note] if note else [])]


def _outcome(ui: UI, table: Mapping[str, Any]) -> str:
    """Say who was first; otherwise whether it goes on."""
    winners = table.get("winners")
    if winners:
        names = [visible(str(name)) for name in winners]
        return ui.beside(lambda words: words.text("night/first") % {"names": words.list(names)})
    if winners is not None:
        return ui.beside(Catalog.text, "night/nobody")
    return ui.beside(Catalog.text, "night/over" if table.get("ended") else "night/going-on")


def _current(ui: UI, name: str, current: str | None) -> list[str]:
    return [ui.beside(Catalog.text, "night/current")] if name == current else []


def _screen(
    ui: UI, rows: Sequence[tuple[str, str, str, list[str]]], enough: Mapping[str, str], current: str | None
) -> Iterator[str]:
    """Yield lines for a screen: columns where it is wide, and else two lines each."""
    from rich.cells import cell_len  # plain output needs none

    width = shutil.get_terminal_size().columns
    names = max(len(name) for name, *_ in rows)
    titles = max(cell_len(title) for _, title, _, _ in rows)
    days = max(cell_len(when) for _, _, when, _ in rows)
    before = names + titles + days + 3 * _GAP
    for name, title, when, rest in rows:
        shown = f"\x1b[1m{enough[name]}\x1b[0m{name[len(enough[name]) :]}"
        told = BETWEEN.join([*_current(ui, name, current), *rest])
        if width >= _WIDE and before < width // 2 + names:
            columns = ((shown, len(name), names), (title, cell_len(title), titles), (when, cell_len(when), days))
            first = "".join(text + " " * (widest - own + _GAP) for text, own, widest in columns)
            indent = before
        else:
            first, indent = f"{shown} · {when}\n  ", 2
            told = f"{title}{BETWEEN}{told}"
        room = max(width - indent, _NARROWEST)
        wide = cell_len(told) - len(told)  # letters that take two cells each
        lines = textwrap.wrap(told, max(room - wide, room // 2)) if cell_len(told) > room else [told]
        yield first + f"\n{' ' * indent}".join(lines)


def show_entry(ui: UI, night: Night, view: View, *, is_drawn: bool = False) -> None:
    """Show what came of the newest entry, and then where the table stands; of lots, how to type one's own instead."""
    entry = night.entries[-1]
    played = entry.played
    assert played is not None  # noqa: S101  # for the type checkers: an entry that was taken fits
    page = entry_page(ui, night, entry, played, view)
    if view.brief:
        for line in brief_of(ui, page.title, page.answer):
            ui.emit(line)
        for line in stands(ui, night):
            ui.emit(line)
        for doubt in doubts(ui, night, entry):
            ui.emit(doubt)
        ui.emit(ui.text("night/read", line=visible(command_line(words_of(ui, night, entry)))))
        return
    show_page(ui, night.game, page, view)
    show_standing(ui, night)
    if is_drawn:
        ui.say(ui.text("night/drawn"))
        ui.emit(f"  {shown_command(ui, ['night', 'edit', str(entry.number)], _drawn_otherwise(ui, night, entry))}")
    alarm(ui, doubts_text(ui, len(played.result.doubts)))
    show_misfits(ui, night)
    before = night.until(entry.number).next
    following = night.next
    is_new = following is not None and (before is None or before.stage != following.stage)
    show_next(ui, night, with_example=is_new)


_DRAWN = 8
"""How often lots are drawn again for an example of others."""


def _drawn_otherwise(ui: UI, night: Night, entry: Entry) -> list[str]:
    """Return how other lots than those of an entry are typed, if a few more draws bring others."""
    stage = next_stage(night.until(entry.number), entry.stage)
    drawn = (dict(stage.drawn()) for _ in range(_DRAWN))
    other = next((lots for lots in drawn if lots != dict(entry.entered)), dict(entry.entered))
    return typed.write(stage.reworded(other, ui.catalog), stage, ui.catalog)


def show_retold(ui: UI, night: Night, view: View) -> None:
    """Show what came of the newest entry of an evening as it was then, and where the table stood."""
    entry = night.entries[-1]
    played = entry.played
    assert played is not None  # noqa: S101  # for the type checkers: only what counts is told again
    page = entry_page(ui, night, entry, played, view, is_retold=True)
    shown = list(stands(ui, night, flows=not view.brief))
    if view.brief:
        for line in (*brief_of(ui, page.title, page.answer), *shown, *doubts(ui, night, entry)):
            ui.emit(line)
        return
    show_page(ui, night.game, page, view)
    if shown:
        tell(ui, ui.text("night/after", number=entry.number))
    for line in shown:
        tell(ui, line, BOLD)
    if played.result.doubts:
        tell(ui, doubts_text(ui, len(played.result.doubts)), ALARMING)


def entry_page(  # noqa: PLR0913  # what is told, and how much of it
    ui: UI, night: Night, entry: Entry, played: Played, view: View, *, is_retold: bool = False
) -> Page:
    """Put what came of an entry into words, without what the standing below it says.

    A new one cannot be entered once more to be explained: for that it is told again.
    """
    page = page_of(ui, night.game, entry.stage, played.result, of=view.of, explain=view.explain, why_not=view.why_not)
    evening = night.game.evening()
    ways = page.answer.ways
    if ways and not is_retold:
        more = [] if view.explain else [ui.text("night/more", number=entry.number)]
        ways = [*ways[:1], *more]
    answer = replace(page.answer, doubts=0, ways=ways)
    if entry.stage in (*evening.adds, *evening.sets):
        answer = replace(answer, first="")
        if not played.result.decided:
            answer = replace(answer, rows=[])  # who is level by this record alone says nothing of the evening
        if totals_of(played) == night.totals:
            answer = replace(answer, totals=[])
        elif answer.totals:
            first, *others = answer.totals
            answer = replace(answer, totals=[f"{ui.beside(what(night, entry))}: {first}", *others])
    elif night.is_won:
        answer = replace(answer, first="")
    if is_held(night, played):
        answer = replace(answer, gains=[])
    number = ui.text("night/number", number=entry.number)
    cited = page.cited if is_retold else replace(page.cited, open_text="night/readings")
    which = ui.beside(what(night, entry))
    title = page.title if which in page.title else f"{page.title} · {which}"
    return replace(page, title=f"{title} · {number}", answer=answer, cited=cited, again=view.again)
