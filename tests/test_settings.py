"""What is set once: the file of settings, what comes before it, and what is wrong with it."""

import pytest

from conftest import LANGUAGES, one_language, run_callboard

FINAL = ("score", "histrio", "final", "Ann: 31", "Bob: 27")


@pytest.fixture
def home(tmp_path):
    """A folder of Callboard's own, and what is asked with a file of settings in it."""

    def run(text, *words, **environment):
        (tmp_path / "config.toml").write_text(text, encoding="utf-8")
        return run_callboard(*words, CALLBOARD_HOME=str(tmp_path), **environment)

    return run


def test_the_language_is_what_the_line_says_else_the_variable_else_the_file_else_the_system(home):
    assert "Gana: Ann" in home('lang = "es"', *FINAL).out
    assert "Победитель: Ann" in home('lang = "es"', *FINAL, CALLBOARD_LANG="ru").out
    assert "Winner: Ann" in home('lang = "es"', *FINAL, "--lang", "en", CALLBOARD_LANG="ru").out
    assert "Winner: Ann" in home("", *FINAL, LANG="en_GB.UTF-8").out


def test_a_second_language_stands_beside_the_first(home):
    assert "Winner: Ann / Gana: Ann" in home('lang = "en"\nalso = "es"', *FINAL).out


def test_paper_and_letters_are_those_of_the_file_unless_the_line_says_others(home, tmp_path):
    told = {"tall": 'paper = "letter"\nsize = "large"', "usual": ""}
    names = {}
    for name, text in told.items():
        folder = tmp_path / name
        folder.mkdir()
        ran = home(text, "print", "pad", "histrio", "--format", "svg", "--out", f"{folder}/", "--lang", "en")
        assert ran.status == 0, ran.err
        names[name] = {one.name for one in folder.iterdir()}
    assert all("large" in one and "letter" in one for one in names["tall"])
    assert not any("large" in one or "letter" in one for one in names["usual"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("lang = 3", "lang takes a word in quotation marks"),
        ('lang = "de"', "No language “de” here"),
        ('langg = "en"', "“langg” is not a setting; the settings are lang, also, plain, paper, size"),
        ('plain = "yes"', "plain takes true or false"),
        ("lang en", "not valid TOML"),
        ("a = " + "[" * 5000, "not valid TOML"),
        ("# " + "x" * 20_000, "longer than 16 KB"),
    ],
)
def test_what_is_wrong_with_the_file_is_told_with_its_place(home, tmp_path, text, told):
    ran = home(text, *FINAL, LANG="en_GB.UTF-8")
    assert ran.status == 2
    assert told in ran.err
    assert "Traceback" not in ran.err
    assert "de" in told or str(tmp_path) in ran.err


def test_a_file_that_is_no_text_is_told(tmp_path):
    (tmp_path / "config.toml").write_bytes(b'lang = "\xff"')
    ran = run_callboard(*FINAL, CALLBOARD_HOME=str(tmp_path), LANG="en_GB.UTF-8")
    assert (ran.status, "not valid TOML" in ran.err) == (2, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_the_file_and_its_lines_are_a_right_file_whatever_stands_there_now(home, tmp_path, language):
    shown = home("langg = 1", "help", "config", "--lang", language)
    assert shown.status == 0
    assert str(tmp_path / "config.toml") in shown.out.replace("\n", "")
    lines = [line.strip() for line in shown.out.splitlines() if " = " in line and "#" in line]
    assert [line.partition(" ")[0] for line in lines] == ["lang", "also", "plain", "paper", "size"]
    assert home("\n".join(lines), *FINAL).status == 0
    assert "callboard help config" in home("", "--help", "--lang", language).out


@one_language
def test_what_is_wrong_is_told_to_a_program_too(home, language):
    ran = home("langg = 1", *FINAL, "--json", CALLBOARD_LANG=language)
    assert [error["code"] for error in ran.json()["errors"]] == ["config.unknown"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_paper_that_there_is_none_of_is_told_with_the_file_that_names_it(language, home, tmp_path):
    ran = home('paper = "a5"', "print", "aid", "histrio", "--out", str(tmp_path / "aid.pdf"), "--lang", language)
    assert (ran.status, ran.out) == (2, "")
    told = ran.err.splitlines()[0]
    assert all(word in told for word in (str(tmp_path / "config.toml"), "a5", "a4, letter", "callboard help config"))
