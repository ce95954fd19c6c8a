"""Set-ups on paper: every step, every piece and the command that brings it back."""

import re
from dataclasses import replace

import pypdfium2
import pytest

from callboard_cli.paper.press import SIZES, STOCKS, Wanted, press
from callboard_cli.paper.setups import setup_sheet
from callboard_cli.render.rows import notes_of
from callboard_cli.ui.output import UI
from callboard_locales import catalog
from callboard_rules import load_rules
from callboard_scoring.constrained_draws import roll
from callboard_scoring.games import GAMES
from conftest import LANGUAGES, run_callboard, sampled
from pages import MM, read_pages

NAMES = ("Александра-Вениаминовна Добронравова-Щук", "Begoña", "Cleo", "Dan", "Eva", "Fay")
"""One of them as long as a name can be."""


def letters(text):
    """A text without what breaks lines: blanks, hyphens, signs."""
    return re.sub(r"[\W_]", "", text)


def read(pdf):
    """Return the pages' text, letters alone."""
    return [letters(page.get_textpage().get_text_range()) for page in pypdfium2.PdfDocument(pdf)]


def made(game, number, below=lambda _: 0):
    return roll(game, NAMES[:number], game.setup()[1](), below)


@pytest.mark.parametrize(
    ("game", "language", "size", "paper"),
    sampled(GAMES, LANGUAGES, SIZES, STOCKS, every=3),
    ids=lambda one: getattr(one, "id", one),
)
def test_a_set_up_is_one_page_or_several_in_large_print_on_which_nothing_is_missing(game, language, size, paper):
    words, sections = UI(catalog(language), True), load_rules(game.id, language).sections
    for number in {*game.players}:
        done = made(game, number)
        sheet = setup_sheet(words, game, done, f"callboard setup {game.id} --code {done.code}")
        pages = read(press("setup", sheet, Wanted("pdf", paper, size))[0])
        assert len(pages) == 1 or size == "large"
        page = "".join(pages)
        for row in notes_of(words, game, done.setup.steps):
            assert letters(row.text + sections[row.rule.partition("/")[2]].title) in page
        for name, pieces in (*sheet.hands, *sheet.piles):
            assert letters(name + "".join(pieces)) in page
        assert letters(sheet.command) in page


def test_a_mixed_table_reads_each_step_in_both_languages():
    (game,) = (game for game in GAMES if game.id == "magnificent")
    done = made(game, 4)
    sheet = setup_sheet(UI(catalog("es"), True, catalog("ru")), game, done, "callboard")
    page = "".join(read(press("setup", sheet, Wanted(size="large"))[0]))
    for language in ("es", "ru"):
        assert all(letters(row.text) in page for row in notes_of(UI(catalog(language), True), game, done.setup.steps))


def test_the_same_set_up_gives_the_same_bytes_and_its_ring_is_drawn():
    (game,) = (game for game in GAMES if game.id == "intrigo")
    sheet = setup_sheet(UI(catalog("en"), True), game, made(game, 3), "callboard")
    first, again = (press("setup", sheet, Wanted())[0] for _ in range(2))
    assert first == again
    assert [spot.words for spot in sheet.picture.spots][1::2] == ["ducat"] * 6
    assert letters("Clockwise from the double frame") in read(first)[0]
    assert letters("1 door") in read(first)[0]


def test_far_more_than_a_page_holds_is_printed_on_several_and_never_cut():
    (game,) = (game for game in GAMES if game.id == "magnificent")
    sheet = setup_sheet(UI(catalog("ru"), True), game, made(game, 4), "callboard")
    huge = replace(sheet, steps=[*sheet.steps] * 4, hands=[*sheet.hands] * 3)
    pages = read_pages(press("setup", huge, Wanted())[0])
    assert len(pages) > 1
    assert "".join(letters(page.text) for page in pages).count(letters(sheet.steps[-1].text)) == 4
    assert min(piece.size for page in pages for piece in page.pieces) >= 9
    assert [pair for page in pages for pair in page.overlapping()] == []


def test_a_letter_that_no_font_has_is_told_by_its_number():
    (game,) = (game for game in GAMES if game.id == "histrio")
    done = roll(game, ["\U000fabcd Ann", "Ben ★"], game.setup()[1]())  # of private use: nobody's font has it
    sheet = setup_sheet(UI(catalog("en"), True), game, done, "callboard")
    (page,) = read(press("setup", sheet, Wanted())[0])
    assert "FABCDAnn" in page
    assert letters("a letter that no font on this computer has") in page
    plain = setup_sheet(UI(catalog("en"), True), game, made(game, 2), "callboard")
    assert letters("a letter that no font") not in read(press("setup", plain, Wanted())[0])[0]


def test_a_name_in_one_long_word_stays_within_its_place():
    (game,) = (game for game in GAMES if game.id == "histrio")
    name = "W" * 40
    done = roll(game, [name, "Ben"], game.setup()[1]())
    (page,) = read_pages(press("setup", setup_sheet(UI(catalog("en"), True), game, done, "callboard"), Wanted())[0])
    assert not list(page.outside(10 * MM))
    assert name in letters(page.text)
    pieces = ("Travel cards", "caravels", "managers")
    assert not [pair for pair in page.overlapping() if any(word in "".join(pair) for word in pieces)]


def test_it_is_printed_from_the_words_of_setup(tmp_path):
    out = tmp_path / "made.pdf"
    words = ("intrigo", "Ada", "Ben", "Cleo", "--code", "intrigo-3-x-000007-1z")
    ran = run_callboard("print", "setup", *words, "--out", str(out), "--lang", "en")
    assert (ran.status, ran.err) == (0, "")
    (page,) = read(out.read_bytes())
    shown = run_callboard("setup", *words, "--lang", "en").out
    steps = re.findall(r"^\d+\. (.+) \[\d+\]$", shown, flags=re.MULTILINE)
    assert len(steps) == 13
    assert all(letters(step) in page for step in steps)
    assert letters("callboard setup intrigo Ada Ben Cleo --code intrigo-3-x-000007-1z") in page


def test_a_set_up_in_which_nobody_takes_anything_is_printed(tmp_path):
    paths = [str(tmp_path / f"{number}.pdf") for number in (2, 5)]
    for number, path in zip((2, 5), paths, strict=True):
        ran = run_callboard("print", "setup", "histrio", "season=2", "--players", str(number), "--out", path)
        assert (ran.status, ran.err) == (0, "")
        assert len(pypdfium2.PdfDocument(path)) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("intrigo",), "who plays?"),
        (("intrigo", "Ada", "ada", "Ben"), "name"),
        (("intrigo", "Ada", "Ben", "Cleo", "--code", "owl-3-x-000007-1z"), "code"),
        (("turandot", "Ada", "Ben", "colour=red"), "colour"),
    ],
)
def test_what_setup_refuses_is_refused_here_in_the_same_words(tmp_path, words, told):
    ran = run_callboard("print", "setup", *words, "--out", str(tmp_path / "none.pdf"), "--lang", "en")
    assert ran.status != 0
    assert told in ran.err.casefold()
    assert ran.err.splitlines()[0] == run_callboard("setup", *words, "--lang", "en").err.splitlines()[0]
    assert not any(tmp_path.iterdir())


def test_tab_offers_what_setup_does():
    for line in ("intrigo Ada --keep ", "turandot Ada ", "turandot Ada first=", "intrigo --players "):
        told = [
            run_callboard(_CALLBOARD_COMPLETE="fish", _CALLBOARD_LINE=f"callboard {words} {line}").out
            for words in ("print setup", "setup")
        ]
        assert told[0] == told[1] != ""
