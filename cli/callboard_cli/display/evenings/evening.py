"""An evening for people: its standing, an entry as it was made, what comes next, and the list of all."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from callboard_cli.display.answer import BETWEEN, brief_of, doubts_told, facts_of
from callboard_cli.display.evenings.standing import (
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
)
from callboard_cli.display.notations import lines_of
from callboard_cli.display.page import Page, page_of
from callboard_cli.display.results import View, show_page
from callboard_cli.display.when import day, moment
from callboard_cli.entry.evening import EveningStage, next_stage
from callboard_cli.entry.notation import notation
from callboard_cli.entry.reading import typed
from callboard_cli.entry.stage import example_of, stage_of
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.naming import shown_command, title_of
from callboard_cli.speech.shells import command_line
from callboard_cli.speech.wording import label
from callboard_locales import Catalog
from callboard_nights.names import spelled
from callboard_nights.night import Entry, Night
from callboard_scoring.evening import Played, totals_of
from callboard_scoring.games import find_game

BOLD, DIM, ALARMING = "bold", "dim", "bold yellow"
_LONGEST = 70
"""The most characters of a word in an example; of a longer one the beginning shows how it goes."""


def tell(face: Face, text: str, style: str = "") -> None:
    """Tell a line; on a screen in this style."""
    if face.plain or not style:
        face.say(text)
        return
    from rich.text import Text  # plain output needs none

    face.console().print(Text(face.fitted(text), style=style), soft_wrap=True)


def alarm(face: Face, text: str) -> None:
    """Tell a line that is to be seen at once, if there is any."""
    if text:
        tell(face, text, ALARMING)


def show_standing(face: Face, night: Night, *, with_leaders: bool = False) -> None:
    """Tell the standing, who is first, and what lies on the table."""
    for line in stands(face, night, with_leaders=with_leaders, flows=True):
        tell(face, line, BOLD)


def stands(face: Face, night: Night, *, with_leaders: bool = False, flows: bool = False) -> Iterator[str]:
    """Yield the lines of the standing."""
    pieces = standing_of(face, night)
    yield from flow(face, pieces) if flows else filter(None, [BETWEEN.join(pieces)])
    holdings = [] if pieces else holdings_of(face, night)
    if holdings:
        yield f"{face.beside(Catalog.text, 'night/holds')}:"
        yield from (f"  {line}" for line in holdings)
    if night.entries and not holdings and not has_points(night):
        yield from ([face.beside(Catalog.text, "night/no-points")] if with_leaders and _counts(night) else [])
    first = (leading if with_leaders else first_of)(face, night)
    if first:
        yield first
    if night.entries and not night.is_won:
        yield from table_of(face, night, night.table)


def _counts(night: Night) -> bool:
    """Tell whether the game has points at all."""
    return bool(night.game.evening().adds or night.game.evening().sets)


def show_next(face: Face, night: Night, *, name: str = "", with_example: bool = False) -> None:
    """Tell the command that comes next, unbroken, to be copied; with an example, how that is typed."""
    command = next_command(face, night, name)
    if not command:
        return
    shown = example(face, night) if with_example and not name else ""
    if shown:
        face.say(face.text("night/example", line=visible(shown)))
    face.emit(f"{face.text('result.next')} {visible(command)}")


def show_misfits(face: Face, night: Night) -> None:
    """Tell which entries do not fit what stands before them, and why."""
    for entry in night.entries:
        if entry.stands and not entry.fits:
            for line in misfit(face, night, entry):
                alarm(face, line)


def next_command(face: Face, night: Night, name: str = "") -> str:
    """Return the command to go on with; by `name` where the evening is not the current one, which others are about.

    Empty where nothing is left to do.
    """
    if name or night.ended is not None:
        return "" if night.ended is not None and not name else shown_command(face, ["night", "resume", name])
    astray = next((entry.number for entry in night.entries if entry.stands and not entry.fits), None)
    if astray is not None:  # until it is put right nobody can win
        return shown_command(face, ["night", "edit", str(astray)])
    if night.next is None:
        return shown_command(face, ["night", "end"])
    stage = next_stage(night, night.next.stage, face.options)
    names = [f"{player}:" for player in night.players] if stage.seats is not None else []
    return stage.command(face.catalog, names)


def example(face: Face, night: Night) -> str:
    """Return what is typed of what comes next: the stage's example without what is known; empty after the end."""
    if night.next is None:
        return ""
    return command_line(map(_cut, _example_words(face, next_stage(night, night.next.stage))))


def about_entry(face: Face, night: Night, name: str) -> list[str]:
    """Return how an entry of a stage is typed: an example without what is known, and each field with its meaning."""
    stage = next_stage(night, name)
    return lines_of(
        face, stage, notation(stage, face.catalog), stage.command(face.catalog, _example_words(face, stage))
    )


def _example_words(face: Face, stage: EveningStage) -> list[str]:
    return typed.write(_unknown(stage, face), stage, face.catalog)


def _cut(word: str) -> str:
    return word if len(word) <= _LONGEST else f"{word[:_LONGEST].rpartition(' ')[0]} …"


def _unknown(stage: EveningStage, face: Face) -> dict[str, Any]:
    """Return the example of a stage for this table's first player, without what is known or told by the path."""
    night = stage.night
    raw = _at_this_table(example_of(stage_of(stage.game, stage.name), face.catalog), stage)
    known = night.known(stage.name)
    told = {key: value for key, value in raw.items() if key not in known}
    seats = stage.seats
    rows = told.get(seats) if seats is not None else None
    if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows):
        first = {key: value for key, value in rows[0].items() if f"{seats}.{key}" not in known}
        told[str(seats)] = [{**first, "name": night.players[0]}]
    return told


def _at_this_table(raw: Mapping[str, Any], stage: EveningStage) -> dict[str, Any]:
    """Return an example in which those who play here stand in place of whoever plays in it."""
    players = stage.players
    seated: dict[str, str] = {}
    return dict(spelled(raw, stage.model, lambda name: seated.setdefault(name, players[len(seated) % len(players)])))


_WIDE = 72
"""From this width on, in cells, an evening is one line."""
_GAP = 2
_NARROWEST = 10


def show_start(face: Face, name: str, night: Night) -> None:
    """Say that an evening begins: who plays in which order, what is known already, and how to go on and come back."""
    tell(face, _title(face, night, name), BOLD)
    tell(face, players_told(face, night))
    for line in known_told(face, night):
        tell(face, line)
    show_standing(face, night)
    show_next(face, night, with_example=True)
    face.emit(face.text("night/back", command=shown_command(face, ["night"])))


def show_night(  # noqa: PLR0913  # what is shown, and what of it can be done
    face: Face,
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
    tell(face, _title(face, night, name), BOLD)
    began = [moment(face.catalog, night.began)] if night.began else []
    tell(face, BETWEEN.join([*began, players_told(face, night)]))
    if night.ended is not None:
        tell(face, face.text("night/ended", when=moment(face.catalog, night.ended)))
    if whole:
        _whole(face, night)
    else:
        _newest(face, night)
        show_misfits(face, night)
    count = count_doubts(night)
    if count and not whole:
        command = shown_command(face, ["night", "show", *([] if is_current else [name])])
        alarm(face, face.catalog.plural("night/doubts", count) % {"count": count, "command": command})
    show_standing(face, night, with_leaders=True)
    if not is_saved:
        return
    if night.ended is not None and is_current:
        face.emit(face.text("night/open-again", command=shown_command(face, ["night", "resume", name])))
    elif half_way:
        face.emit(face.text("night/half-way", command=half_way))
    else:
        show_next(face, night, name="" if is_current else name, with_example=not whole)


def show_brief(face: Face, night: Night) -> None:
    """Show what one pastes into a chat: lines that nothing breaks, without colours."""
    face.emit(BETWEEN.join([face.beside(title_of, night.game.id), day(face.catalog, night.began)]))
    standing = [entry for entry in night.entries if entry.fits]
    if standing:
        for line in _entry_lines(face, night, standing[-1], with_standing=True)[:1]:
            face.emit(line)
    for line in stands(face, night, with_leaders=True):
        face.emit(line)
    for line in filter(None, [count_misfits(face, night), visible(night.note)]):
        face.emit(line)


def show_list(face: Face, tables: Iterable[Mapping[str, Any]], current: str | None) -> None:
    """Show all evenings, the newest first."""
    told = list(tables)
    if not told:
        face.say(face.text("night/none"))
        return
    face.page("\n".join(standing_lines(face, told, current)))


def show_end(face: Face, name: str, night: Night, *, is_done: bool) -> None:
    """Show how an evening ended, or would end."""
    tell(face, _title(face, night, name), BOLD)
    for line in _newest_reasons(face, night):
        tell(face, line)
    show_misfits(face, night)
    show_standing(face, night, with_leaders=True)
    if not is_done:
        face.say(face.text("night/end-dry"))
        return
    face.say(face.text("night/end"))
    face.emit(face.text("night/open-again", command=shown_command(face, ["night", "resume", name])))
    if night.is_won:
        command = shown_command(face, ["night", "show", name, "--receipt"])
        face.emit(face.text("night/receipt", command=command))


def players_told(face: Face, night: Night) -> str:
    """Name those who play; clockwise where a set-up seated them."""
    names = ", ".join(map(visible, night.players))
    return face.text("night/clockwise", names=names) if night.seating.code and len(night.players) > 1 else names


def known_told(face: Face, night: Night) -> Iterator[str]:
    """Yield what the set-up decided that is carried over: what lies on the table, and what each player has."""
    yield from table_of(face, night, night.table)
    if night.next is None:
        return
    evening = night.game.evening()
    past = night.before(night.next.fields)
    for carried in evening.known(evening.exact, night.next.stage):
        value = carried.value(past)
        if not carried.is_of_players or not isinstance(value, Mapping):
            continue
        own = ((one, facts_of(face, night.game, {carried.name: value.get(one)}, ())) for one in night.players)
        told = [f"{visible(one)} {fact.value}" for one, facts in own for fact in facts if value.get(one)]
        if told:
            yield f"{face.beside(label, night.game.id, carried.name)}: {', '.join(told)}"


# --- Parts -----------------------------------------------------------------------------------------------------------


def _title(face: Face, night: Night, name: str) -> str:
    return f"{face.beside(title_of, night.game.id)} · {name}"


# --- Entries ---------------------------------------------------------------------------------------------------------


def _entry_lines(face: Face, night: Night, entry: Entry, *, with_standing: bool = False) -> list[str]:
    """Say in a line or two which entry it is, and what it gave; of the newest without what the standing says."""
    title = f"{entry.number}. {face.beside(what(night, entry))}"
    if not entry.stands:
        return [f"{title}: {face.beside(Catalog.text, 'night/taken-back')}"]
    if entry.played is None:
        return [f"{title}: {face.text('night/not-fitting')}", *(f"   {why}" for why in reasons(face, night, entry))]
    first, *others = gave(face, night, entry.played, with_standing=with_standing) or [""]
    return [f"{title}: {first}".rstrip(": "), *(f"   {line}" for line in others)]


def _newest(face: Face, night: Night) -> None:
    """Tell the newest entry that counts."""
    standing = [entry for entry in night.entries if entry.fits]
    if standing:
        for line in _entry_lines(face, night, standing[-1], with_standing=True):
            tell(face, line)


def _newest_reasons(face: Face, night: Night) -> Sequence[str]:
    """Return by which steps somebody won, where the game is over."""
    last = night.last
    if last is None or not night.is_won:
        return []
    answer = page_of(face, night.game, last.stage, last.result).answer
    return [row.text for row in answer.rows]


def _whole(face: Face, night: Night) -> None:
    """Tell every entry, with its doubts; then the course of the totals, and the note."""
    if night.seating.code:
        tell(face, face.text("night/setup", code=visible(night.seating.code)))
    for entry in night.entries:
        style = DIM if not entry.stands else "" if entry.fits else ALARMING
        for line in _entry_lines(face, night, entry):
            tell(face, line, style)
        for doubt in doubts(face, night, entry):
            tell(face, f"   {doubt}", ALARMING)
    _course(face, night)
    if night.note:
        tell(face, face.text("night/note", note=visible(night.note)))


def _course(face: Face, night: Night) -> None:
    from callboard_cli.display.evenings.chart import chart, told  # only a whole evening has one

    if face.plain:
        for name, totals in told(night):
            face.say(face.text("night/course", name=visible(name), totals=", ".join(totals)))
        return
    for line in chart(night, shutil.get_terminal_size().columns):
        face.emit(line)


def standing_lines(face: Face, tables: Sequence[Mapping[str, Any]], current: str | None) -> Iterator[str]:
    """Yield the lines of these evenings; in plain mode one each, with what is enough to type for it behind its ID.

    On a screen that beginning stands out, and a narrow one has two lines each.
    """
    enough = beginnings([str(table["night"]) for table in tables])
    titles = cache(lambda game: _titled(face, game))
    rows = [
        (str(table["night"]), titles(str(table["game"])), day(face.catalog, str(table["began"])), _rest(face, table))
        for table in tables
    ]
    if face.plain:
        for name, title, when, rest in rows:
            told = f"{name} ({enough[name]})" if enough[name] != name else name
            yield BETWEEN.join([told, title, when, *rest, *_current(face, name, current)])
        return
    yield from _screen(face, rows, enough, current)


def beginnings(names: Sequence[str]) -> Mapping[str, str]:
    """Return for each ID the shortest beginning that no other has; the whole one where there is none."""
    ordered = sorted(names)
    pairs = zip(["", *ordered], ordered, [*ordered[1:], ""], strict=False)
    return {name: name[: max(_alike(name, before), _alike(name, after)) + 1] for before, name, after in pairs}


def _alike(one: str, other: str) -> int:
    """Return with how many letters both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (letter, its) in pairs if letter != its), min(len(one), len(other)))


def _titled(face: Face, game: str) -> str:
    """Return a game's title; of one that is not here its ID."""
    return visible(game) if find_game(game) is None else face.beside(title_of, game)


def _rest(face: Face, table: Mapping[str, Any]) -> list[str]:
    """Return who plays, how it ended, and the note."""
    players = ", ".join(visible(str(name)) for name in table["players"])
    note = visible(str(table.get("note") or ""))
    return [players, _outcome(face, table), *([note] if note else [])]


def _outcome(face: Face, table: Mapping[str, Any]) -> str:
    """Say who was first; otherwise whether it goes on."""
    winners = table.get("winners")
    if winners:
        names = [visible(str(name)) for name in winners]
        return face.beside(lambda words: words.text("night/first") % {"names": words.list(names)})
    if winners is not None:
        return face.beside(Catalog.text, "night/nobody")
    return face.beside(Catalog.text, "night/over" if table.get("ended") else "night/going-on")


def _current(face: Face, name: str, current: str | None) -> list[str]:
    return [face.beside(Catalog.text, "night/current")] if name == current else []


def _screen(
    face: Face, rows: Sequence[tuple[str, str, str, list[str]]], enough: Mapping[str, str], current: str | None
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
        told = BETWEEN.join([*_current(face, name, current), *rest])
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


def show_entry(face: Face, night: Night, view: View) -> None:
    """Show what came of the newest entry, and then where the table stands."""
    entry = night.entries[-1]
    played = entry.played
    assert played is not None  # noqa: S101  # for the type checkers: an entry that was taken fits
    page = entry_page(face, night, entry, played, view)
    if view.brief:
        for line in brief_of(face, page.title, page.answer):
            face.emit(line)
        for line in stands(face, night):
            face.emit(line)
        for doubt in doubts(face, night, entry):
            face.emit(doubt)
        return
    show_page(face, night.game, page, view)
    show_standing(face, night)
    alarm(face, doubts_told(face, len(played.result.doubts)))
    show_misfits(face, night)
    before = night.until(entry.number).next
    following = night.next
    is_new = following is not None and (before is None or before.stage != following.stage)
    show_next(face, night, with_example=is_new)


def show_retold(face: Face, night: Night, view: View) -> None:
    """Show what came of the newest entry of an evening as it was then, and where the table stood."""
    entry = night.entries[-1]
    played = entry.played
    assert played is not None  # noqa: S101  # for the type checkers: only what counts is told again
    page = entry_page(face, night, entry, played, view, is_retold=True)
    told = list(stands(face, night, flows=not view.brief))
    if view.brief:
        for line in (*brief_of(face, page.title, page.answer), *told, *doubts(face, night, entry)):
            face.emit(line)
        return
    show_page(face, night.game, page, view)
    if told:
        tell(face, face.text("night/after", number=entry.number))
    for line in told:
        tell(face, line, BOLD)
    if played.result.doubts:
        tell(face, doubts_told(face, len(played.result.doubts)), ALARMING)


def entry_page(  # noqa: PLR0913  # what is told, and how much of it
    face: Face, night: Night, entry: Entry, played: Played, view: View, *, is_retold: bool = False
) -> Page:
    """Put what came of an entry into words, without what the standing below it says.

    A new one cannot be entered once more to be explained: for that it is told again.
    """
    page = page_of(face, night.game, entry.stage, played.result, of=view.of, explain=view.explain, why_not=view.why_not)
    evening = night.game.evening()
    ways = page.answer.ways
    if ways and not is_retold:
        more = [] if view.explain else [face.text("night/more", number=entry.number)]
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
            answer = replace(answer, totals=[f"{face.beside(what(night, entry))}: {first}", *others])
    elif night.is_won:
        answer = replace(answer, first="")
    if is_held(night, played):
        answer = replace(answer, gains=[])
    number = face.text("night/number", number=entry.number)
    cited = page.cited if is_retold else replace(page.cited, open_text="night/readings")
    which = face.beside(what(night, entry))
    title = page.title if which in page.title else f"{page.title} · {which}"
    return replace(page, title=f"{title} · {number}", answer=answer, cited=cited, again=view.again)
