"""An evening for people: where the table stands, and what comes next."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from callboard_cli.display.answer import BETWEEN, brief_of, doubts_told
from callboard_cli.display.entries import count_doubts, count_misfits, doubts, gave, is_held, misfit, reasons, what
from callboard_cli.display.facts import facts_of
from callboard_cli.display.page import Page, page_of
from callboard_cli.display.results import View, show_page
from callboard_cli.display.standing import first_of, flow, has_points, holdings_of, leading, standing_of, table_of
from callboard_cli.display.upcoming import example, next_command
from callboard_cli.display.when import day, moment
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.naming import own_command, title_of
from callboard_cli.speech.wording import label
from callboard_locales import Catalog
from callboard_nights.night import Entry, Night
from callboard_scoring.evening import Played, totals_of

BOLD, DIM, ALARMING = "bold", "dim", "bold yellow"


def show_start(face: Face, name: str, night: Night) -> None:
    """Say that an evening begins: who plays in which order, what is known already, and how to go on and come back."""
    tell(face, _title(face, night, name), BOLD)
    tell(face, _players(face, night))
    for line in _known(face, night):
        tell(face, line)
    _standing(face, night)
    _next(face, night, with_example=True)
    face.emit(face.text("night/back", command=own_command(face.catalog, ["night"])))


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
    _standing(face, night)
    _alarm(face, doubts_told(face, len(played.result.doubts)))
    _misfits(face, night)
    before = night.until(entry.number).next
    following = night.next
    is_new = following is not None and (before is None or before.stage != following.stage)
    _next(face, night, with_example=is_new)


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
    tell(face, BETWEEN.join([*began, _players(face, night)]))
    if night.ended is not None:
        tell(face, face.text("night/ended", when=moment(face.catalog, night.ended)))
    if whole:
        _whole(face, night)
    else:
        _newest(face, night)
        _misfits(face, night)
    count = count_doubts(night)
    if count and not whole:
        command = own_command(face.catalog, ["night", "show", *([] if is_current else [name])])
        _alarm(face, face.catalog.plural("night/doubts", count) % {"count": count, "command": command})
    _standing(face, night, with_leaders=True)
    if not is_saved:
        return
    if night.ended is not None and is_current:
        face.emit(face.text("night/open-again", command=own_command(face.catalog, ["night", "resume", name])))
    elif half_way:
        face.emit(face.text("night/half-way", command=half_way))
    else:
        _next(face, night, name="" if is_current else name, with_example=not whole)


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
    from callboard_cli.display.night_list import lines_of  # noqa: PLC0415  # nothing else needs it

    told = list(tables)
    if not told:
        face.say(face.text("night/none"))
        return
    face.page("\n".join(lines_of(face, told, current)))


def show_end(face: Face, name: str, night: Night, *, is_done: bool) -> None:
    """Show how an evening ended, or would end."""
    tell(face, _title(face, night, name), BOLD)
    for line in _newest_reasons(face, night):
        tell(face, line)
    _misfits(face, night)
    _standing(face, night, with_leaders=True)
    if not is_done:
        face.say(face.text("night/end-dry"))
        return
    face.say(face.text("night/end"))
    face.emit(face.text("night/open-again", command=own_command(face.catalog, ["night", "resume", name])))
    if night.is_won:
        command = own_command(face.catalog, ["night", "show", name, "--receipt"])
        face.emit(face.text("night/receipt", command=command))


# --- Parts -----------------------------------------------------------------------------------------------------------


def tell(face: Face, text: str, style: str = "") -> None:
    """Tell a line; on a screen in this style."""
    if face.plain or not style:
        face.say(text)
        return
    from rich.text import Text  # noqa: PLC0415  # plain output needs none

    face.console().print(Text(face.fitted(text), style=style), soft_wrap=True)


def _alarm(face: Face, text: str) -> None:
    if text:
        tell(face, text, ALARMING)


def _title(face: Face, night: Night, name: str) -> str:
    return f"{face.beside(title_of, night.game.id)} · {name}"


def _players(face: Face, night: Night) -> str:
    """Name those who play; clockwise where a set-up seated them."""
    names = ", ".join(map(visible, night.players))
    return face.text("night/clockwise", names=names) if night.seating.code and len(night.players) > 1 else names


def _known(face: Face, night: Night) -> Iterator[str]:
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


def _standing(face: Face, night: Night, *, with_leaders: bool = False) -> None:
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


def _next(face: Face, night: Night, *, name: str = "", with_example: bool = False) -> None:
    """Tell the command that comes next, unbroken, to be copied; with an example, how that is typed."""
    command = next_command(face, night, name)
    if not command:
        return
    shown = example(face, night) if with_example and not name else ""
    if shown:
        face.say(face.text("night/example", line=visible(shown)))
    face.emit(f"{face.text('result.next')} {visible(command)}")


def _misfits(face: Face, night: Night) -> None:
    for entry in night.entries:
        if entry.stands and not entry.fits:
            for line in misfit(face, night, entry):
                _alarm(face, line)


# --- Entries ---------------------------------------------------------------------------------------------------------


def entry_page(  # noqa: PLR0913  # what is told, and how much of it
    face: Face, night: Night, entry: Entry, played: Played, view: View, *, is_retold: bool = False
) -> Page:
    """Put what came of an entry into words, without what the standing below it says.

    To be explained, a new one would have to be entered again; one that is retold need not.
    """
    page = page_of(face, night.game, entry.stage, played.result, of=view.of, explain=view.explain, why_not=view.why_not)
    evening = night.game.evening()
    answer = replace(page.answer, doubts=0, ways=page.answer.ways if is_retold else page.answer.ways[:1])
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
    from callboard_cli.display.chart import chart, told  # noqa: PLC0415  # only a whole evening has one

    if face.plain:
        for name, totals in told(night):
            face.say(face.text("night/course", name=visible(name), totals=", ".join(totals)))
        return
    for line in chart(night, shutil.get_terminal_size().columns):
        face.emit(line)
