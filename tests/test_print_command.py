"""`callboard print`: what a line may ask for, where the sheets go, and that nothing is lost on the way."""

import os
import sys
from pathlib import Path

import pytest

from callboard_cli.app import PRINT
from callboard_cli.commands import output_files
from callboard_cli.commands import print as printing
from callboard_cli.paper.press import FORMATS, SIZES, STOCKS
from conftest import LANGUAGES, one_language_each, run_callboard
from pages import read_pages
from running import run_shell

PAD = ("print", "pad", "histrio")
languages = pytest.mark.parametrize("language", LANGUAGES)
TOLD = {"ru": "Готово к печати", "en": "Printed", "es": "Listo para imprimir"}
BEGINS = {"pdf": b"%PDF-", "svg": b"<svg", "png": b"\x89PNG"}
MINE = b"what somebody else has written"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A folder of its own to print into."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def refused(*arguments, status=2):
    """Return the one line that says what is wrong with a run that printed nothing."""
    ran = run_callboard(*arguments, "--lang", "en")
    assert (ran.status, ran.out) == (status, "")
    told, *hint = ran.err.splitlines()
    assert all("--help" in line for line in hint)
    return told


# --- Where it goes ---------------------------------------------------------------------------------------------------


@languages
def test_a_sheet_goes_into_this_folder_under_a_name_that_says_what_it_is(language, here):
    ran = run_callboard(*PAD, "--lang", language)
    assert (ran.status, ran.err, ran.out) == (0, "", f"{TOLD[language]}: histrio-pad-{language}.pdf\n")
    assert names(here) == [f"histrio-pad-{language}.pdf"]
    assert len(read_pages((here / f"histrio-pad-{language}.pdf").read_bytes())) == 1


@pytest.mark.parametrize(
    ("more", "name"),
    [
        (("season",), "histrio-pad-season-en.pdf"),
        (("--players", "3"), "histrio-pad-3-en.pdf"),
        (("season", "--players", "2", "--format", "svg"), "histrio-pad-season-2-en.svg"),
        (("--format", "PNG"), "histrio-pad-en.png"),
        (("final", "--size", "large", "--paper", "letter"), "histrio-pad-final-en-large-letter.pdf"),
    ],
)
def test_the_name_tells_stage_players_and_kind(more, name, here):
    assert run_callboard(*PAD, *more, "--lang", "en").out == f"Printed: {name}\n"
    (file,) = here.iterdir()
    assert file.name == name
    assert file.read_bytes().startswith(BEGINS[name[-3:]])


@pytest.mark.usefixtures("here")
def test_it_is_said_how_many_pages_there_are_and_that_letters_are_small():
    several = run_callboard("print", "aid", "turandot", "--size", "large", "--lang", "ru")
    assert (several.out, several.err) == ("Готово к печати: turandot-aid-ru-large.pdf (2 страницы)\n", "")
    small = run_callboard(*PAD, "--size", "saving", "--lang", "es")
    assert small.err == ""
    assert small.out == "Listo para imprimir: histrio-pad-es-saving.pdf\nLetra pequeña: desde 8 puntos.\n"


def test_what_lies_under_that_name_is_left_alone_unless_it_is_the_same(here):
    pad = here / "histrio-pad-en.pdf"
    pad.write_bytes(MINE)
    assert run_callboard(*PAD).out == "Printed: histrio-pad-en-2.pdf\n"
    assert run_callboard(*PAD).out == "Printed: histrio-pad-en-2.pdf\n"
    (here / "histrio-pad-en-2.pdf").write_bytes(MINE)
    assert run_callboard(*PAD).out == "Printed: histrio-pad-en-3.pdf\n"
    assert pad.read_bytes() == (here / "histrio-pad-en-2.pdf").read_bytes() == MINE


def test_a_folder_of_the_name_is_no_sheet(here):
    (here / "histrio-pad-en.pdf").mkdir()
    assert run_callboard(*PAD).out == "Printed: histrio-pad-en-2.pdf\n"


def test_a_folder_full_of_such_names_is_told(here):
    for number in ("", *(f"-{place}" for place in range(2, 100))):
        (here / f"histrio-pad-en{number}.pdf").write_bytes(MINE)
    assert "histrio-pad-en.pdf" in refused(*PAD)
    assert {path.read_bytes() for path in here.iterdir()} == {MINE}


@pytest.mark.parametrize(
    ("out", "form", "file"),
    [
        ("x.pdf", "pdf", "x.pdf"),
        ("x", "pdf", "x.pdf"),
        ("x.svg", "svg", "x.svg"),
        ("x.PNG", "png", "x.PNG"),
        ("a.b/x", "pdf", "a.b/x.pdf"),
        ("a.b/x.svg", "svg", "a.b/x.svg"),
        ("a.b", "pdf", "a.b/histrio-pad-en.pdf"),
        ("a.b/", "pdf", "a.b/histrio-pad-en.pdf"),
        (".", "pdf", "histrio-pad-en.pdf"),
        ("a.b/..", "pdf", "histrio-pad-en.pdf"),
        ("", "pdf", "histrio-pad-en.pdf"),
        ("бланк 1.pdf", "pdf", "бланк 1.pdf"),
    ],
)
def test_out_names_a_file_or_a_folder(out, form, file, here):
    (here / "a.b").mkdir()
    ran = run_callboard(*PAD, "--out", out, "--lang", "en")
    assert (ran.status, ran.err) == (0, "")
    assert (here / file).read_bytes().startswith(BEGINS[form])
    told = ran.out.removeprefix("Printed: ").removesuffix("\n")
    assert (here / told).resolve() == here / file
    assert [path for path in here.rglob("*") if path.is_file()] == [here / file]


def test_the_root_is_a_folder_too():
    assert printing.wanted(os.sep, "", "", "").format == "pdf"


def test_the_file_that_was_asked_for_is_replaced(here):
    file = here / "x.pdf"
    file.write_bytes(MINE)
    file.chmod(0o600)
    (here / "y.pdf").symlink_to("x.pdf")
    told = run_callboard(*PAD, "--out", "y.pdf", "--lang", "en")
    assert (told.status, told.out) == (0, f"Printed: y.pdf → {file.resolve()} (in place of what was there)\n")
    assert file.read_bytes().startswith(BEGINS["pdf"])
    assert (here / "y.pdf").is_symlink()
    assert file.stat().st_mode & 0o777 == 0o600
    assert names(here) == ["x.pdf", "y.pdf"]


def test_a_kind_beside_another_ending_is_refused(here):
    told = refused(*PAD, "--out", "x.pdf", "--format", "svg")
    assert "x.pdf" in told
    assert "svg" in told
    assert names(here) == []
    assert run_callboard(*PAD, "--out", "x.svg", "--format", "svg").status == 0


@pytest.mark.parametrize(
    ("out", "told"),
    [
        ("nowhere/x.pdf", "nowhere"),
        ("nowhere/", "nowhere"),
        ("file/x.pdf", "file"),
        ("x" * 300, "xxx"),
        ("/proc/x.pdf", "/proc/x.pdf"),
    ],
)
def test_a_place_that_cannot_be_written_is_told_in_a_line(out, told, here):
    (here / "file").write_bytes(MINE)
    line = refused(*PAD, "--out", out)
    assert told in line
    assert "install" not in line
    assert names(here) == ["file"]


@languages
def test_what_is_wrong_with_the_place_is_told_in_the_language(language):
    told = {"ru": "Папки «nowhere» нет", "en": "no folder “nowhere”", "es": "carpeta «nowhere»"}
    assert told[language] in run_callboard(*PAD, "--out", "nowhere/x.pdf", "--lang", language).err


def test_a_file_that_may_not_be_written_is_not_replaced(here, monkeypatch):
    file = here / "x.pdf"
    file.write_bytes(MINE)
    monkeypatch.setattr(os, "access", lambda path, _: not file.samefile(path))  # who tests may write anything
    assert "x.pdf" in refused(*PAD, "--out", "x.pdf")
    assert file.read_bytes() == MINE


def test_nothing_half_written_is_left(here, monkeypatch):
    def full(page, file):
        file.write(page[:10])
        raise OSError(28, "No space left on device", file.name)

    (here / "x.pdf").write_bytes(MINE)
    monkeypatch.setattr(output_files, "_write", full)
    for out in ("x.pdf", "y.pdf", ""):
        assert "cannot be written" in refused(*PAD, "--out", out)
    assert {path.name: path.read_bytes() for path in here.iterdir()} == {"x.pdf": MINE}


# --- Several pages ---------------------------------------------------------------------------------------------------


def put_down(out, name):
    """Put two pages down, and return where they are."""
    return [one.path for one in output_files.put_down([b"one", b"two"], "svg", out, name)]


def test_several_pages_have_numbers():
    paths = put_down("night.svg", "histrio-night-en")
    assert [str(path) for path in paths] == ["night-1.svg", "night-2.svg"]
    assert [path.read_bytes() for path in paths] == [b"one", b"two"]
    paths = put_down("", "histrio-night-en")
    assert [str(path) for path in paths] == ["histrio-night-en-1.svg", "histrio-night-en-2.svg"]


def test_a_page_takes_no_name_that_nobody_asked_for(here):
    (here / "night-2.svg").write_bytes(MINE)
    with pytest.raises(FileExistsError) as taken:
        output_files.put_down([b"one", b"two"], "svg", "night.svg", "histrio-night-en")
    assert taken.value.filename == "night-2.svg"
    assert names(here) == ["night-2.svg"]
    (here / "night-2.svg").write_bytes(b"two")
    assert len(output_files.put_down([b"one", b"two"], "svg", "night.svg", "histrio-night-en")) == 2


def test_where_one_of_several_names_is_taken_all_are_others(here):
    (here / "n-2.svg").write_bytes(MINE)
    paths = put_down("", "n")
    assert [str(path) for path in paths] == ["n-2-1.svg", "n-2-2.svg"]
    assert (here / "n-2.svg").read_bytes() == MINE


# --- Standard output -------------------------------------------------------------------------------------------------


def test_standard_output_takes_the_sheet_and_nothing_else(here):
    ran = run_shell("callboard print pad histrio --out - | cat > copy.pdf; callboard print pad histrio --out kept.pdf")
    assert ran.err == ""
    assert ran.out == "Printed: kept.pdf\n"
    assert (here / "copy.pdf").read_bytes() == (here / "kept.pdf").read_bytes()


def test_a_reader_that_goes_and_a_full_disk_are_no_crash():
    gone = run_shell("callboard print pad histrio --out - --format svg | head -c 5")
    assert (gone.out, gone.err) == ("<svg ", "")
    if Path("/dev/full").exists():
        full = run_shell("callboard print pad histrio --out - > /dev/full")
        assert full.status == 1
        assert full.err == "The output cannot be written: the disk is full, or you may not write there.\n"


def test_alone_it_shows_what_can_be_printed():
    for arguments in (["print"], ["print", "--lang", "ru"], ["print", "--plain"]):
        alone, asked = (run_callboard(*arguments, *more, CALLBOARD_LANG="es") for more in ((), ("--help",)))
        assert (alone.status, alone.err) == (0, "")
        assert alone.out == asked.out


def test_a_device_is_no_place_for_a_file():
    ran = run_callboard("print", "pad", "histrio", "--out", "/dev/null", "--lang", "en")
    assert ran.status != 0
    assert ran.err.startswith("“/dev/null” cannot be written")
    assert not Path("/dev/null.pdf").exists()


def test_a_terminal_is_spared_a_file(monkeypatch):
    monkeypatch.setattr(output_files, "_is_screen", lambda: True)
    assert "--out" in refused(*PAD, "--out", "-")


def test_standard_output_takes_one_picture(monkeypatch):
    monkeypatch.setattr(printing, "press", lambda *_: [b"one", b"two"])
    assert "2 pages" in refused(*PAD, "--out", "-", "--format", "svg")


# --- What may be asked for -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("pad", "histrio", "--paper", "a3"), ("“a3”", *STOCKS)),
        (("pad", "histrio", "--size", "huge"), ("“huge”", *SIZES)),
        (("pad", "histrio", "--format", "docx"), ("“docx”", *FORMATS)),
        (("pad", "histrio", "--out", "x.txt"), ("“x.txt”", *FORMATS)),
        (("pad", "histrio", "seasno"), ("seasno", "season")),
        (("pad", "histrio", "court"), ("court", "season")),
        (("pad", "histrion"), ("histrion", "histrio")),
        (("pad", "histrio", "--players", "9"), ("9", "2", "5")),
        (("pad", "histrio", "--players", "two"), ("two", "2", "5")),
        (("pad", "histrio", "--players", "-1"), ("2", "5")),
        (("pad", "histrio", "--players", "²"), ("²",)),
        (("pad", "histrio", "season", "final"), ()),
        (("pad",), ()),
        (("pda", "histrio"), ("pda", "pad")),
        (("aid", "nogame"), ("nogame",)),
        (("pad", "histrio", "--paper"), ("--paper", "a4|letter")),
    ],
    ids=" ".join,
)
@one_language_each
def test_what_cannot_be_printed_is_told_in_a_line(arguments, told, language, here):
    ran = run_callboard("--lang", language, "print", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err.splitlines()) <= 3
    if language == "en":
        assert [word for word in told if word not in ran.err] == []
    assert names(here) == []


def test_words_of_options_may_be_in_capitals():
    assert run_callboard(*PAD, "--paper", "A4", "--size", "Large", "--format", "Pdf").status == 0
    assert run_callboard(*PAD, "--paper", "LETTER", "--size", "SAVING", "--out", "x.Pdf").status == 0


@languages
def test_without_typst_a_line_tells_how_to_get_it(language, here, monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)  # to import it fails
    ran = run_callboard(*PAD, "--lang", language)
    assert (ran.status, ran.out) == (1, "")
    (line,) = ran.err.splitlines()
    assert "pip install 'callboard[print]'" in line
    assert names(here) == []


# --- Help and Tab ----------------------------------------------------------------------------------------------------


@languages
@pytest.mark.parametrize("word", ["", *PRINT])
def test_help_fits_forty_columns(word, language):
    page = run_callboard(*filter(None, ("print", word)), "--help", "--lang", language, COLUMNS="40")
    assert (page.status, page.err) == (0, "")
    lines = page.out.splitlines()
    assert [line for line in lines if len(line) > 40 and "callboard " not in line and "--" not in line] == []
    if word:
        assert all(option in page.out for option in ("--out", "--format", "--paper", "--size"))
    else:
        assert all(any(line.strip().startswith(one) for line in lines) for one in PRINT)


def tabbed(line, **extra):
    """Return what Tab offers at the end of a line, without what is said beside it."""
    told = run_callboard(_CALLBOARD_COMPLETE="fish", _CALLBOARD_LINE=f"callboard print {line}", **extra)
    assert (told.status, told.err) == (0, "")
    return [one.partition("\t")[0] for one in told.out.splitlines()]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", list(PRINT)),
        ("pa", ["pad"]),
        ("pad histr", ["histrio"]),
        ("pad histrio sea", ["season"]),
        ("pad histrio --paper ", list(STOCKS)),
        ("pad histrio --paper=", [f"--paper={one}" for one in STOCKS]),
        ("pad histrio --size l", ["large"]),
        ("aid histrio --format ", list(FORMATS)),
        ("pad histrio --play", ["--players"]),
        ("aid histrio --play", []),
    ],
)
def test_tab_offers_what_can_be_printed_and_how(line, expected):
    assert tabbed(line) == expected


def test_tab_offers_only_stages_that_are_scored_on_paper():
    assert tabbed("pad histrio ") == ["season", "final"]


def test_tab_offers_numbers_of_players_of_the_game():
    assert tabbed("pad histrio --players ") == ["2", "3", "4", "5"]


def test_half_a_letter_is_in_no_files_name(tmp_path):
    ran = run_callboard("print", "pad", "turandot", "final", f"--out={tmp_path}/she\ud800.svg", "--lang", "en")
    assert (ran.status, ran.out) == (2, "")
    assert "she" in ran.err
    assert list(tmp_path.glob("*.svg")) == []
