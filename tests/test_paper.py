"""All that is printed, read back from its PDF: whole, legible, in the languages asked for, and always the same.

A sheet of each game is in the suite, in each size and on each paper. In the long run is all that is printed, with every
pair of what a page else depends on (for how many, in which languages, how large, and on which paper), and every page.
"""

import itertools
import random
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import settings

from callboard_cli.paper.aids import aid_view
from callboard_cli.paper.pads import pad_view
from callboard_cli.paper.press import FORMATS, SIZES, STOCKS, NoRoomError, Wanted, number_of_pages, press
from callboard_cli.ui.output import UI
from callboard_locales import catalog
from callboard_scoring.games import GAMES, find_game
from conftest import LANGUAGES, ROOT, sampled, start_callboard
from pages import MM, SHEETS, Box, Page, Piece, read_pages, squeezed, words_of

FIREFLIES = ROOT / "tests" / "games" / "fireflies"
MARGINS = {"normal": 11 * MM, "large": 11 * MM, "saving": 8 * MM}
"""What is left free around a sheet, but for its foot."""
PRINTABLE = 5 * MM
"""What some printers leave out at the edges."""
SMALLEST = {"normal": 9, "large": 14, "saving": 8}
"""The smallest letters of all that stands on a sheet, in points."""
MOST_PAGES = {"aid": 3, "pad": 5}
"""For one language, in whatever size."""
SPOKEN = [(one, other) for one in LANGUAGES for other in ("", *LANGUAGES) if one != other]
"""The languages of a sheet: one, and perhaps a second beside it."""
PART = settings.get_profile("part").max_examples
"""Where no more than so many examples are looked at, every seventh sheet has to do."""
CYRILLIC = frozenset("абвгдеёжзийклмнопрстуфхцчшщъыьэюя")
MARKED = CYRILLIC | frozenset("áéíóúñü¿¡")
"""Letters that a reader of PDF does not find unless the fonts tell which they are."""


# --- What there is to print ------------------------------------------------------------------------------------------


def folder_of_rules(game):
    return ROOT / "rules_text" / "callboard_rules" / game.id


def kinds_of(game):
    """Return what is printed of a game: the pad of all of it, as "", of each stage, and the aid."""
    stages = tuple(game.paper().pads)
    has_aid = "{.aid}" in (folder_of_rules(game) / "en.md").read_text(encoding="utf-8")
    whole = ("",) if len(stages) > 1 else ()  # of a single stage the whole pad is the same
    return (*whole, *stages, *(("aid",) if has_aid else ()))


KINDS = [(game.id, kind) for game in GAMES for kind in kinds_of(game)]
AXES = (KINDS, ("fewest", "most", "between"), LANGUAGES, ("alone", "next", "last"), SIZES, STOCKS)
"""What a page depends on; the second language is one of the two others."""


def pairwise(axes):
    """Return combinations of one value of each axis, few of them, in which every two values of any two axes meet."""
    pairs = list(itertools.combinations(range(len(axes)), 2))
    unmet = {(a, b, x, y) for a, b in pairs for x in range(len(axes[a])) for y in range(len(axes[b]))}
    drawn = random.Random(17)

    def met(row):
        return {(a, b, row[a], row[b]) for a, b in pairs} & unmet

    while unmet:
        a, b, x, y = min(unmet)
        rows = [[drawn.randrange(len(axis)) for axis in axes] for _ in range(60)]
        for row in rows:
            row[a], row[b] = x, y
        best = max(rows, key=lambda row: len(met(row)))
        unmet -= met(best)
        yield tuple(axis[at] for axis, at in zip(axes, best, strict=True))


class Wish(NamedTuple):
    """A sheet as somebody may wish it."""

    game: str
    kind: str
    players: int
    spoken: tuple[str, str]
    size: str
    paper: str

    def __str__(self):
        """Name it in a test's name."""
        many = self.players or ""
        return f"{self.game} {self.kind or 'all'} {many} {'+'.join(filter(None, self.spoken))} {self.size} {self.paper}"


def wish(combination):
    """Return which sheet a combination of values means."""
    (game, kind), number, language, second, size, paper = combination
    fewest, most = find_game(game).players
    many = {"fewest": fewest, "most": most, "between": fewest + (most - fewest + len(kind) % 2) // 2}[number]
    at = LANGUAGES.index(language)
    other = {"alone": "", "next": LANGUAGES[at - 2], "last": LANGUAGES[at - 1]}[second]
    return Wish(game, kind, 0 if kind == "aid" else many, (language, other), size, paper)


def everything():
    """Yield every sheet there is."""
    for (game, kind), spoken, size, paper in itertools.product(KINDS, SPOKEN, SIZES, STOCKS):
        fewest, most = find_game(game).players
        for players in (0,) if kind == "aid" else range(fewest, most + 1):
            yield Wish(game, kind, players, spoken, size, paper)


def view_of(game, kind, players, spoken):
    """Return the template of a sheet, and the sheet as data."""
    ui = UI(catalog(spoken[0]), plain=True, also=catalog(spoken[1]) if spoken[1] else None)
    return ("aid", aid_view(ui, game)) if kind == "aid" else ("pad", pad_view(ui, game, players, kind))


# --- What should stand on a sheet -----------------------------------------------------------------------------------


def headings_of(view):
    """Return what stands at the head and the foot of each page."""
    return [view.title, view.subtitle, *view.foot]


def rows_of(view):
    return [row for part in view.parts for row in part.rows]


def texts_of(template, view):
    """Return every text between the head and the foot of a sheet, as often as it should stand there."""
    texts = []
    if template == "pad":
        texts += [part.title for part in view.parts]
        texts += [name for name in view.columns if name]
        for row in rows_of(view):
            texts += [*row.label, *row.how, *([f"§ {' / '.join(row.section)}"] if row.section else [])]
        return texts
    for section in itertools.chain(*view.languages):
        texts += [section.title]
        texts += ["".join(run.text for run in note.runs) for note in section.notes]
        texts += [note.kind for note in section.notes]
        for block in section.blocks:
            texts += ["".join(run.text for run in cell) for piece in block.pieces for cell in piece.cells]
    return [text for text in texts if text]


def captions_missing(pages, view):
    """Return the captions of each row that stand neither at every player's places nor once beside the row's name."""
    beside = [squeezed(" | ".join(row.boxes)) for row in rows_of(view)]
    rows = [
        row
        for row, told in zip(rows_of(view), beside, strict=True)
        if row.boxes and not any(told in page.text for page in pages)
    ]
    every = Counter(
        caption
        for row in rows
        for name in ([""] if row.shared else view.columns)
        for caption in ((() if row.players_only else row.others) if name else row.boxes)
    )
    standing = Counter(piece.text.strip() for page in pages for piece in page.pieces)
    lost = {caption for caption, times in every.items() if standing[caption] < times}
    return [row.boxes for row in rows if lost & {*row.boxes}]


def missing(pages, texts):
    """Return each text that does not stand on the pages as often as it should, with how often it does."""
    wanted = {squeezed(one): texts.count(one) for one in texts}
    standing = {one: sum(page.text.count(one) for page in pages) for one in wanted}
    return {one: standing[one] for one, times in wanted.items() if standing[one] < times}


@cache
def vocabulary(game, language):
    """Return every word that a sheet of this game may use in this language: of its catalogs and its rules."""
    locales = ROOT / "locales" / "callboard_locales" / language / "LC_MESSAGES"
    catalogs = [(locales / f"{name}.po").read_text(encoding="utf-8") for name in (game.id, "paper", "callboard")]
    lines = [line for text in catalogs for line in text.splitlines() if line.startswith(("msgstr", '"'))]
    rules = (folder_of_rules(game) / f"{language}.md").read_text(encoding="utf-8")
    return words_of("\n".join([*lines, rules]))


# --- What holds for every page ---------------------------------------------------------------------------------------


def assert_whole_pages(template, view, size, paper):
    """Look at all that holds for a sheet whatever its words are, and return its pages."""
    texts = texts_of(template, view)
    marked = {word for text in (*texts, *headings_of(view)) for word in re.findall(r"\w+", text) if MARKED & set(word)}
    (pdf,) = press(template, view, Wanted("pdf", paper, size))
    pages = read_pages(pdf, *marked)
    assert number_of_pages(pdf) == len(pages)
    foot = squeezed("".join(view.foot))
    for page in pages:
        assert sorted((page.width, page.height)) == pytest.approx(SHEETS[paper], abs=1)
        assert list(page.outside(PRINTABLE)) == []
        assert [text for text in page.outside(MARGINS[size] - MM) if squeezed(text) not in foot] == []
        assert list(page.overlapping()) == []
        assert missing([page], headings_of(view)) == {}
        assert {piece.font for piece in page.pieces if not piece.is_embedded} == set()
        assert {(piece.text, piece.size) for piece in page.pieces if piece.size < SMALLEST[size] - 0.01} == set()
    assert missing(pages, texts) == {}
    if template == "pad":
        assert captions_missing(pages, view) == []
    unfound = marked.difference(*(page.found for page in pages))
    assert {word for word in unfound if any(word.casefold() in page.words for page in pages)} == set()
    assert len(pages) <= MOST_PAGES[template] * (2 if view.also else 1)
    return pages


def assert_own_words(page, game, spoken):
    """Look for words that the languages of a sheet do not have; the command is no word of any."""
    known = words_of(f"callboard rules {game.id}").union(*(vocabulary(game, one) for one in spoken if one))
    assert page.words - known == set()
    if "ru" not in spoken:
        names = words_of(catalog(spoken[0]).text(f"{game.id}/game"))
        assert {word for word in page.words - names if CYRILLIC & set(word)} == set()


def assert_right(wished):
    game = find_game(wished.game)
    template, view = view_of(game, wished.kind, wished.players, wished.spoken)
    pages = assert_whole_pages(template, view, wished.size, wished.paper)
    for page in pages:
        assert_own_words(page, game, wished.spoken)
    if wished.kind == "aid" and wished.size == "normal":
        assert len(pages) == (2 if view.also else 1)


def each_kind_once():
    """Return every kind with values of the other axes, of which every two meet."""
    return [(kind, *more) for kind, more in zip(KINDS, itertools.cycle([*pairwise(AXES[1:])]), strict=False)]


SHEETS_ONCE = list(dict.fromkeys(map(wish, each_kind_once())))
FEW = SHEETS_ONCE[1::3]
"""What the suite sees: to set a page in type takes as long as a hundred other tests."""


@pytest.mark.parametrize(
    "wished", [pytest.param(one, marks=[] if one in FEW else pytest.mark.long) for one in SHEETS_ONCE], ids=str
)
def test_a_sheet_is_whole(wished):
    assert_right(wished)


def test_the_suite_sees_a_sheet_of_every_game_and_both_kinds_in_every_size_and_on_every_paper():
    assert {one.game for one in FEW} == {game.id for game in GAMES}
    assert {one.kind == "aid" for one in FEW} == {True, False}
    assert {one.size for one in FEW} == {*SIZES}
    assert {one.paper for one in FEW} == {*STOCKS}
    assert {language for one in FEW for language in one.spoken} == {"", *LANGUAGES}


def test_the_long_run_sees_every_kind_and_every_two_of_what_else_a_page_depends_on():
    met = each_kind_once()
    assert {kind for kind, *_ in met} == {*KINDS}
    for one, other in itertools.combinations(range(1, len(AXES)), 2):
        assert {(row[one], row[other]) for row in met} == {*itertools.product(AXES[one], AXES[other])}


@pytest.mark.long
@pytest.mark.parametrize("wished", list(everything())[:: 1 if settings().max_examples > PART else 7], ids=str)
def test_every_sheet_is_whole(wished):
    assert_right(wished)


@pytest.fixture
def fireflies(beside, tmp_path):
    """A small game beside ours."""
    about = tmp_path / "fireflies-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: fireflies\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[callboard.games]\nfireflies = fireflies:GAME\n", encoding="utf-8")
    beside(tmp_path)
    beside(FIREFLIES)
    return find_game("fireflies")


@pytest.mark.parametrize(
    ("kind", "spoken", "size"), sampled(("aid", "", "night", "final"), (("en", "es"), ("ru", ""), ("es", "")), SIZES)
)
def test_a_sheet_of_a_game_beside_ours_is_whole(kind, spoken, size, fireflies):
    template, view = view_of(fireflies, kind, 4, spoken)
    pages = assert_whole_pages(template, view, size, "a4")
    own = {"ru": "светлячков", "en": "fireflies", "es": "luciérnagas"}
    if kind == "aid":
        told = {word for page in pages for word in page.words - words_of("callboard rules fireflies")}
        assert {language for language, word in own.items() if word in told} == {*spoken} - {"", "en"}


# --- The same again --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_sheet_gives_the_same_bytes(form):
    _, view = view_of(find_game("histrio"), "season", 5, ("ru", "es"))
    coarse = 50  # dots per inch
    first, again, other = (
        press("pad", view, Wanted(form, "a4", size), coarse) for size in ("normal", "normal", "large")
    )
    assert first == again
    assert first != other
    assert len(first) == 1


def test_another_process_at_another_place_and_time_prints_the_same_bytes(tmp_path):
    file = tmp_path / "pad.pdf"
    elsewhere = {"PYTHONHASHSEED": "17", "TZ": "Asia/Kamchatka", "LANG": "es_ES.UTF-8"}
    ran = start_callboard("print", "pad", "histrio", "--players", "3", "--lang", "ru", "--out", str(file), **elsewhere)
    assert (ran.status, ran.err) == (0, "")
    template, view = view_of(find_game("histrio"), "", 3, ("ru", ""))
    assert [file.read_bytes()] == press(template, view, Wanted())
    assert b"/CreationDate" not in file.read_bytes()


# --- What would be seen if it were wrong -----------------------------------------------------------------------------


def piece(text, left=100.0, low=100.0, size=10.0):
    return Piece(text, Box(left, low, left + 5 * len(text), low + size), size, "Serif", is_embedded=True)


def test_what_is_wrong_with_a_page_is_seen():
    line = Box(90, 104, 300, 105)
    page = Page(
        595,
        842,
        (piece("Total"), piece("Points", 120), piece("edge", 590), piece("fine", 300, 300)),
        (line,),
        frozenset(),
    )
    assert [one for one, _ in page.overlapping()] == ["Total", "Total", "Points"]
    assert list(page.outside(10)) == ["edge"]
    assert missing([page], ["Total", "Total", "fi-\nne"]) == {"Total": 1}


def test_far_more_than_a_page_holds_is_printed_on_several():
    game = find_game("intrigo")
    aid = aid_view(UI(catalog("en"), plain=True), game)
    pages = assert_whole_pages("aid", replace(aid, languages=[[*aid.languages[0]] * 3]), "normal", "a4")
    assert len(pages) == 2
    assert [f"{number}/2" in page.text for number, page in enumerate(pages, 1)] == [True, True]


def test_what_stands_together_and_has_no_room_on_a_page_is_refused_and_not_cut():
    game = find_game("intrigo")
    view = pad_view(UI(catalog("en"), plain=True), game, 3)
    rows = [replace(row, how=["very " * 4000]) for row in view.parts[-1].rows]
    with pytest.raises(NoRoomError):
        press("pad", replace(view, parts=[replace(view.parts[-1], rows=rows)]), Wanted())
