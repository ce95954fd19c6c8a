"""A saved evening as plain data: who won and how, then every entry with its lines, and the texts that prove it."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from callboard_cli.input.evening_stage import reworded
from callboard_cli.input.parser.typed import write
from callboard_cli.input.stage import Stage
from callboard_cli.paper.sheets import ON_PAPER, PaperPicture, Sheet, on_paper, on_sheet
from callboard_cli.render.dates import moment
from callboard_cli.render.evenings.evening import players_text
from callboard_cli.render.evenings.receipt import QUIET, code_of
from callboard_cli.render.evenings.standing import coming, doubts, minus, reasons, what, with_number
from callboard_cli.render.page import Account, page_of
from callboard_cli.render.rows import Row
from callboard_cli.render.summary import BETWEEN, Fact
from callboard_cli.ui.output import UI, own_version, visible
from callboard_cli.ui.wording import capital, unit_of
from callboard_cli.views.lines import without_commands
from callboard_cli.views.results import linked_page
from callboard_cli.views.standing import StandingView, standing_of_night
from callboard_locales import Catalog
from callboard_nights.night import Entry, Night
from callboard_nights.serialization.envelope import in_ascii
from callboard_nights.serialization.receipt import receipt
from callboard_nights.serialization.texts import dispute_text
from callboard_scoring.ledger import Ring

MOST = 200
"""The most entries that stand on one sheet, so that it is printed within two seconds; a long evening has thirty."""
LONGEST = 2_900
"""The most bytes of a text that gets a QR code: the largest one holds 2,953."""


@dataclass(frozen=True)
class EntryOnPaper:
    """An entry that stands."""

    title: str
    entered: Sequence[str]
    """What was entered, as it is typed: an argument is settled by that."""
    told: Sequence[str]
    """What came out, where no player's part tells it; of an entry that does not fit, why."""
    doubts: Sequence[str] = ()
    accounts: Sequence[Account] = ()
    rows: Sequence[Row] = ()
    """What is nobody's."""
    facts: Sequence[Fact] = ()
    picture: PaperPicture | None = None
    after: str = ""
    """What all have after it."""


@dataclass(frozen=True)
class Proof:
    """The text from which anybody can count the evening again."""

    code: str
    """The QR code of it or of its receipt, as SVG; empty where neither fits one."""
    told: Sequence[str]
    """What it is, and how it is read."""
    file: str
    """The name of the text that goes along with a PDF; empty where none can."""
    text: str


@dataclass(frozen=True)
class EveningSheet(Sheet):
    """A whole evening."""

    facts: Sequence[str]
    """Who played, when, and whether it goes on."""
    standing: StandingView
    entries: Sequence[EntryOnPaper]
    entered: str
    """What stands before what was entered."""
    after: str
    """What stands before what all have after an entry."""
    proof: Proof


def evening_sheet(ui: UI, night: Night, name: str, *, with_file: bool) -> EveningSheet:
    """Return the sheet of an evening that is saved under a name; a file goes `with` a PDF alone.

    :raises LogError: when the text of it is longer than one that is read again.
    """
    head = on_sheet(ui, night.game, _kind(ui, is_over=night.is_over))
    return EveningSheet(
        **{**head, "foot": [*head["foot"], f"{head['title']} · {name}"]},
        facts=list(_facts(ui, night, is_over=night.is_over)),
        standing=standing_of_night(ui, night, ON_PAPER),
        entries=list(_entries(ui, night)),
        entered=ui.text("paper/entered"),
        after=ui.beside(Catalog.text, "paper/after"),
        proof=proof_of(ui, night, name, with_file=with_file),
    )


def proof_of(ui: UI, night: Night, name: str, *, with_file: bool) -> Proof:
    """Return the texts of an evening, and the code of the one that fits: the whole, else its receipt.

    :raises LogError: when the whole is longer than one that is read again.
    """
    whole = dispute_text(name, night, own_version())
    code, shown = code_text(night, whole)
    file = f"{name}.txt" if with_file else ""
    lines = [ui.text(shown, command="callboard replay" if code else f"callboard night export {name} --dispute")]
    lines += [ui.text("paper/attached", file=file, command="callboard replay")] if file else []
    return Proof(_drawn(code) if code else "", lines, file, whole)


def code_text(night: Night, whole: str) -> tuple[str, str]:
    """Return the text for a QR code and the message that says what it is: the whole, its receipt, or none that fits.

    It has the letters of ASCII alone, which every reader reads.
    """
    if len(ascii_whole := in_ascii(whole)) <= LONGEST:
        return ascii_whole, "paper/code-whole"
    short = receipt(night, own_version()) or ""
    return (short, "paper/code-receipt") if 0 < len(short) <= LONGEST else ("", "paper/no-code")


def _drawn(text: str) -> str:
    stream = io.BytesIO()
    code_of(text).save(stream, kind="svg", xmldecl=False, border=QUIET, dark="#000", light="#fff")
    return stream.getvalue().decode()


def _kind(ui: UI, *, is_over: bool) -> str:
    return ui.beside(Catalog.text, "paper/evening" if is_over else "paper/evening-open")


def _facts(ui: UI, night: Night, *, is_over: bool) -> Iterator[str]:
    yield players_text(ui, night)
    if night.began:
        yield moment(ui.catalog, night.began)
    if night.ended is not None:
        yield ui.text("night/ended", when=moment(ui.catalog, night.ended))
    if not is_over:
        yield ui.text("paper/goes-on")
        if night.next is not None:
            yield ui.text("phones/next", what=ui.beside(coming, night, night.next))
    if any(night.start.values()):
        points = unit_of(ui.catalog, f"{night.game.id}/unit.points", max(night.start.values()))
        yield ui.text("paper/begun-with", points=points)
    if night.seating.code:
        yield ui.text("night/setup", code=visible(night.seating.code))
    if night.note:
        yield ui.text("night/note", note=visible(night.note))


def _entries(ui: UI, night: Night) -> Iterator[EntryOnPaper]:
    """Yield the entries that stand, numbered as they do: nobody reads of those taken back.

    A note of the rules is told where it decides something for the first time.
    """
    noted: set[str] = set()
    standing = [entry for entry in night.entries if entry.stands]
    places = {entry.number: place for place, entry in enumerate(standing, 1)}
    for entry in standing:
        yield _entry(ui, night, entry, noted, places)


def _entered(ui: UI, night: Night, entry: Entry) -> list[str]:
    """Return what was entered as it is typed; of what counts the whole record, with what followed from before."""
    stage = Stage(night.game, entry.stage)
    raw = entry.entered if entry.played is None else entry.played.record.model_dump(mode="json", by_alias=True)
    shown = reworded(raw, stage.model, night.game, ui.catalog)
    return list(map(visible, write(shown, stage, ui.catalog)))


def _entry(ui: UI, night: Night, entry: Entry, noted: set[str], places: Mapping[int, int]) -> EntryOnPaper:
    title = f"{places[entry.number]}. {capital(ui.beside(what(night, entry)))}"
    played = entry.played
    if played is None:
        why = list(filter(None, map(without_commands, reasons(ui, night, entry))))
        return EntryOnPaper(title, _entered(ui, night, entry), [ui.text("night/not-fitting"), *why])
    page = linked_page(ui, night.game, page_of(ui, night.game, entry.stage, played.result), ON_PAPER)
    is_last = night.is_won and played is night.last
    accounts = [_account(ui, one, noted) for one in page.accounts]
    answer, drawing = page.answer, page.picture
    return EntryOnPaper(
        title,
        _entered(ui, night, entry),
        [] if accounts and played.result.scored else answer.total_lines,
        list(map(without_commands, doubts(ui, night, entry, places))),
        accounts,
        # The end's steps stand above with the winner; who is level by one record alone says nothing of the evening.
        _once([*page.rows, *(answer.rows if played.result.decided and not is_last else ())], noted),
        answer.facts,
        None if drawing and isinstance(drawing.picture, Ring) and drawing.picture.told else on_paper(drawing),
        _after(night, entry, is_last=is_last),
    )


def _account(ui: UI, one: Account, noted: set[str]) -> Account:
    """Return a player's part with its start and its total as they are said."""
    start = ui.text("result.start", points=one.start) if one.start else ""
    total = ui.text("result.total", points=one.total) if one.total else ""
    return replace(one, rows=_once([*one.rows, *one.notes], noted), notes=[], start=start, total=total)


def _after(night: Night, entry: Entry, *, is_last: bool) -> str:
    """Say what all have after an entry that changed it; the last one's stands above."""
    if is_last or entry.stage not in night.game.evening().adds:
        return ""
    return BETWEEN.join(with_number(name, minus(total)) for name, total in entry.totals.items())


def _once(lines: Sequence[Row], noted: set[str]) -> list[Row]:
    """Return lines with those of their notes that were not told yet."""
    shown: list[Row] = []
    for line in lines:
        shown.append(replace(line, notes=tuple(note for note in line.notes if note.text not in noted)))
        noted.update(note.text for note in line.notes)
    return shown
