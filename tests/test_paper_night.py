"""Evenings on paper: every reason on as many pages as it takes, and the text from which anybody can count it again."""

import re
from functools import cache

import pypdfium2
import pytest

from callboard_cli.paper.evenings import LONGEST, code_text, evening_sheet
from callboard_cli.paper.press import SIZES, STOCKS, Wanted, press
from callboard_cli.render.evenings.standing import what
from callboard_cli.ui.output import UI, own_version
from callboard_cli.ui.wording import capital, itemized
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.night import night_of
from callboard_nights.serialization.receipt import read_receipt
from callboard_nights.serialization.replaying import differences, recounted
from callboard_nights.serialization.texts import dispute_text, read_text
from callboard_rules import load_rules
from callboard_scoring.games import GAMES, find_game
from conftest import LANGUAGES, run_callboard, sampled
from pages import MM, read_pages
from played import seats, steps

AT = "2026-11-22T19:30:00Z"
NAME = "tomak-evening"
COARSE = 50
"""Dots per inch of what nobody looks at."""


@cache
def evening(game, seed=1, names=None):
    """An evening that was played by chance."""
    names = names or seats(game, seed)
    log = commands.begin(find_game(game), names, AT)
    for step in steps(game, seed, names):
        log = (*log, commands.add(night_of(log), step.stage, step.entered, AT))
    night = night_of(log)
    assert night.entries
    return night


def letters(text):
    """A text without what breaks lines: blanks, hyphens, signs."""
    return re.sub(r"[\W_]", "", text)


def pressed(night, language="en", also=None, **wanted):
    ui = UI(catalog(language), True, catalog(also) if also else None)
    how = Wanted(**wanted)
    return press("night", evening_sheet(ui, night, NAME, with_file=how.format == "pdf"), how, COARSE)


def read(pdf):
    """Return the text of all pages, letters alone."""
    return "".join(letters(page.get_textpage().get_text_range()) for page in pypdfium2.PdfDocument(pdf))


def attached(pdf):
    """Return the file that goes along, by its name."""
    document = pypdfium2.PdfDocument(pdf)
    files = [document.get_attachment(place) for place in range(document.count_attachments())]
    return {file.get_name(): bytes(file.get_data()).decode() for file in files}


def lines_of(night):
    """Yield every line of every result."""
    for played in night.played:
        result = played.result
        yield from (line for score in result.players for line in (*score.lines, *score.notes))
        yield from (line for line in result.lines if not line.reason.answer)


@pytest.mark.parametrize(
    ("game", "language", "size", "paper"),
    sampled(GAMES, LANGUAGES, SIZES, STOCKS, every=3),
    ids=lambda one: getattr(one, "id", one),
)
def test_every_entry_and_every_reason_is_on_paper(game, language, size, paper):
    night, words, sections = evening(game.id), catalog(language), load_rules(game.id, language).sections
    (pdf,) = pressed(night, language, size=size, paper=paper)
    text = read(pdf)
    for entry in night.entries:
        assert letters(f"{entry.number}. {capital(what(night, entry)(words))}") in text
    for line in lines_of(night):
        told, items = itemized(words, game.id, line)
        assert letters(told) in text
        assert all(letters(item) in text for item, _ in items)
        assert letters(sections[line.reason.rule.partition("/")[2]].title) in text
    assert all(letters(f"{one.name}") in text for one in night.standing)


def test_what_was_entered_stands_there_with_what_followed_from_before():
    text = read(pressed(evening("histrio"), "ru")[0])
    assert letters("Введено: сезон=1; настроение=") in text
    assert letters("У каждого вначале: 3 экю") in text
    night = evening("turandot")
    text = read(pressed(night, "en")[0])
    rounds = [entry.played.record for entry in night.entries if entry.stands and entry.stage == "round"]
    assert rounds
    assert all(letters(f"Entered: round={one.round}; {one.players[0].name}") in text for one in rounds)
    assert all(letters(f"Puccini={one.puccini}") in text for one in rounds)  # which nobody typed but for the first


@pytest.mark.parametrize("game", sampled(GAMES, every=2), ids=lambda game: game.id)
def test_the_attached_text_counts_to_the_same_evening(game):
    night = evening(game.id, 2)
    (pdf,) = pressed(night)
    (name, text), *others = attached(pdf).items()
    assert (name, others) == (f"{NAME}.txt", [])
    assert text == dispute_text(NAME, night, own_version())
    account = read_text(text)
    again = recounted(account)
    assert again.totals == night.totals
    assert again.winners == night.winners
    assert not list(differences(account, again))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_code_holds_the_whole_where_that_fits_and_else_the_receipt(game):
    names = None if game.id == "intrigo" else ("Ёлка", "José")  # its evenings have names of their own
    night = evening(game.id, 1, names)
    whole = dispute_text(NAME, night, own_version())
    text, told = code_text(night, whole)
    assert text.isascii()
    assert len(text) <= LONGEST
    if told == "paper/code-whole":
        assert recounted(read_text(text)).totals == night.totals
    elif told == "paper/code-receipt":
        assert recounted(read_receipt(text)).winners == night.winners
    else:
        assert (text, told, night.winners) == ("", "paper/no-code", None)


def test_of_an_evening_that_goes_on_it_is_said_and_how_its_text_comes():
    night = evening("intrigo")
    assert night.winners is None
    text = read(pressed(night)[0])
    assert letters("an evening in progress") in text
    assert letters("Not finished: this is the standing so far.") in text
    assert letters(f"Too long for a QR code. The whole evening as a text: callboard night export {NAME}") in text


def test_a_finished_one_tells_who_won_and_by_which_step():
    last = {"players": [{"name": "Ann", "ecus": 3}, {"name": "Bob", "ecus": 3}]}
    log = commands.begin(find_game("histrio"), ["Ann", "Bob"], AT)
    log = (*log, commands.add(night_of(log), "final", last, AT))
    (pdf,) = pressed(night_of(log))
    assert letters("Shared victory: Ann and Bob") in read(pdf)
    assert letters("the finished evening") in read(pdf)


def test_an_entry_that_does_not_fit_stands_there_with_its_reason_and_one_taken_back_does_not():
    log = commands.begin(find_game("historia"), ["Ann", "Bob"], AT)
    first = {"players": [{"name": "Ann", "amounts": {"war": 3}}, {"name": "Bob", "amounts": {}}]}
    log = (*log, commands.add(night_of(log), "tally", first, AT))
    twice = (*log, log[-1])
    text = read(pressed(night_of(twice))[0])
    assert ("doesnotfitcountsnothing" in text) is night_of(twice).has_misfits
    undone = (*twice, commands.undo(night_of(twice), AT))
    assert len(evening_sheet(UI(catalog("en"), True), night_of(undone), NAME, with_file=True).entries) == 1


def test_the_same_evening_gives_the_same_bytes_and_pictures_are_a_page_each():
    night = evening("turandot")
    first, again, drawn = pressed(night), pressed(night), pressed(night, format="svg")
    assert first == again
    assert len(drawn) == len(pressed(night, format="png")) > 1  # a PDF tells of its text, too
    assert attached(first[0])
    assert "PDF" not in "".join(page.decode() for page in drawn)


def test_two_languages_stand_on_one_sheet():
    night = evening("histrio")
    text = read(pressed(night, "es", "ru")[0])
    for language in ("es", "ru"):
        assert all(letters(itemized(catalog(language), "histrio", line)[0]) in text for line in lines_of(night))


def test_an_evening_is_printed_from_its_id(tmp_path):
    home = {"CALLBOARD_HOME": str(tmp_path / "home")}
    none = run_callboard("print", "night", "--lang", "en", **home)
    assert (none.status, none.out) == (1, "")
    assert "There is no current evening" in none.err
    assert run_callboard("night", "start", "historia", "Ada", "Ben", **home).status == 0
    assert run_callboard("night", "add", "tally", "Ada: war 3", "Ben: 0", "--lang", "en", **home).status == 0
    unknown = run_callboard("print", "night", "owl", "--lang", "en", **home)
    assert (unknown.status, unknown.out) == (1, "")
    assert "owl" in unknown.err
    out = tmp_path / "evening.pdf"
    ran = run_callboard("print", "night", "--out", str(out), "--lang", "en", **home)
    assert (ran.status, ran.err) == (0, "")
    (text,) = attached(out.read_bytes()).values()
    file = tmp_path / "attached.txt"
    file.write_text(text, encoding="utf-8")
    again = run_callboard("replay", str(file), "--json", **home).json()
    shown = run_callboard("night", "show", "--json", **home).json()
    assert again["standing"] == shown["standing"]


def test_tab_offers_the_evenings_as_for_the_other_commands(tmp_path):
    home = {"CALLBOARD_HOME": str(tmp_path)}
    assert run_callboard("night", "start", "histrio", "Ada", "Ben", **home).status == 0
    told = [
        run_callboard(_CALLBOARD_COMPLETE="fish", _CALLBOARD_LINE=f"callboard {words} ", **home).out
        for words in ("print night", "night show")
    ]
    assert told[0] == told[1]
    assert "histrio" in told[0]


def test_an_evening_longer_than_any_is_not_set_in_type(tmp_path, monkeypatch):
    monkeypatch.setattr("callboard_cli.paper.evenings.MOST", 1)
    home = {"CALLBOARD_HOME": str(tmp_path)}
    run_callboard("night", "start", "histrio", "Ann", "Ben", **home)
    for mood in ("comedy", "tragedy"):
        assert run_callboard("night", "add", "season", f"mood={mood}", "Ann: C3", "Ben: T2", **home).status == 0
    ran = run_callboard("print", "night", "--lang", "en", "--out", str(tmp_path / "x.pdf"), **home)
    assert (ran.status, (tmp_path / "x.pdf").exists()) == (2, False)
    assert ran.err.startswith("This evening has 2 entries, and a sheet takes 1")


def _seat(name):
    return {"name": name, "troupe": ["C1"], "chameleons": 0, "requests": []}


def test_entries_are_numbered_as_they_stand_also_where_a_doubt_names_one():
    log = commands.begin(find_game("histrio"), ["Ada", "Ben"], AT)
    for mood in ("tragedy", "comedy"):
        raw = {"mood": mood, "players": [_seat("Ada"), _seat("Ben")]}
        log = (*log, commands.add(night_of(log), "season", raw, AT))
        if mood == "tragedy":
            log = (*log, commands.undo(night_of(log), AT))
    log = (*log, commands.add(night_of(log), "season", raw, AT))
    sheet = evening_sheet(UI(catalog("en"), True), night_of(log), NAME, with_file=False)
    assert [one.title for one in sheet.entries] == ["1. Season 1", "2. Season 2"]
    assert any("exactly as in entry 1" in doubt for doubt in sheet.entries[1].doubts)


def test_the_standing_of_an_unfinished_evening_is_called_what_it_is():
    log = commands.begin(find_game("histrio"), ["Ada", "Ben"], AT)
    raw = {"mood": "comedy", "players": [_seat("Ada"), _seat("Ben")]}
    log = (*log, commands.add(night_of(log), "season", raw, AT))
    shown = evening_sheet(UI(catalog("en"), True), night_of(log), NAME, with_file=False).standing
    assert shown.called == "Standing (cities as entered)"
    ended = {"players": [{"name": "Ada", "ecus": 9}, {"name": "Ben", "ecus": 7}]}
    log = (*log, commands.add(night_of(log), "final", ended, AT))
    assert evening_sheet(UI(catalog("en"), True), night_of(log), NAME, with_file=False).standing.called == "Standing"


@pytest.mark.parametrize(("game", "size"), sampled(("intrigo", "turandot", "magnificent"), SIZES, every=2))
def test_no_evening_ends_with_a_page_of_a_few_lines(game, size):
    smallest = {"normal": 9, "large": 14, "saving": 8}[size]
    for seed in range(1, 6):
        pages = read_pages(pressed(evening(game, seed), size=size)[0])
        lines = {round(piece.box.low) for piece in pages[-1].pieces if piece.box.low > 20 * MM}  # above the foot
        assert len(pages) == 1 or len(lines) > 5
        assert min(piece.size for page in pages for piece in page.pieces) > smallest - 0.01
