"""Reading the rules: the words that led there stand out, long texts are paged, and `--why` tells what matched."""

import sys

import pytest

from callboard_rules import load_rules
from conftest import LANGUAGES, environment, run_callboard

languages = pytest.mark.parametrize("language", LANGUAGES)
ASKED = {
    "ru": ("хамелеонами", "Хамелеон", "хамелеонами"),
    "en": ("chameleons", "Chameleon", "chameleons"),
    "es": ("camaleones", "Camaleón", "camaleones"),
}


def on_a_terminal(*arguments, lines=200, columns=80, **extra):
    pexpect = pytest.importorskip("pexpect")
    child = pexpect.spawn(
        sys.executable,
        ["-m", "callboard_cli", *arguments],
        env=environment(**extra),
        encoding="utf-8",
        dimensions=(lines, columns),
        timeout=30,
    )
    child.expect(pexpect.EOF)
    child.close()
    assert "Traceback" not in child.before
    return child.exitstatus, child.before.replace("\r\n", "\n")


@languages
def test_the_words_asked_for_stand_out_in_any_form(language):
    question, form, _ = ASKED[language]
    status, shown = on_a_terminal("rules", "histrio", question, "--lang", language)
    assert status == 0
    body = shown.split("\n", 1)[1]
    marked = "\x1b[30;43m" + form
    assert marked in body or marked.replace("30;43", "1;30;43") in body
    section = on_a_terminal("rules", "histrio", "--section", "chameleon", "--lang", language)[1]
    assert "\x1b[30;43m" not in section
    assert "\x1b" not in run_callboard("rules", "histrio", question, "--lang", language).out


@languages
def test_what_is_longer_than_the_screen_goes_through_the_pager(language, tmp_path):
    paged = tmp_path / "paged"
    for arguments in (["--section", "setup"], ["--contents"]):
        pager = f"cat > {paged}"
        line = ("rules", "histrio", *arguments, "--lang", language)
        status, shown = on_a_terminal(*line, lines=12, PAGER=pager)
        assert (status, shown) == (0, "")
        assert paged.read_text().strip()
        paged.unlink()
        status, shown = on_a_terminal(*line, PAGER=pager)
        assert status == 0
        assert len(shown.splitlines()) > 12
        assert not paged.exists()
        assert on_a_terminal(*line, "--plain", lines=12, PAGER=pager)[1].strip()
        assert not paged.exists()


WHY = {
    "ru": ("Ближайший вопрос, на который отвечают: «", "Общие слова: "),
    "en": ("Nearest question that they answer: “", "Words in common: "),
    "es": ("La más parecida que sí responden: «", "Palabras en común: "),
}


@languages
def test_why_tells_the_nearest_known_question_and_the_words_in_common(language):
    question, _, typed = ASKED[language]
    line = ("rules", "histrio", question, "--lang", language)
    plain = run_callboard(*line).out
    asked, words = run_callboard(*line, "--why").out.removeprefix(plain).splitlines()
    assert asked.startswith(WHY[language][0])
    assert asked.endswith("(chameleon)")
    assert words == WHY[language][1] + typed
    hit = run_callboard(*line, "--why", "--json").json()["hits"][0]
    assert hit["why"]["words"] == [typed]
    assert hit["why"]["asked"] in asked


@languages
def test_why_tells_what_was_read_with_the_keys_in_another_layout(language):
    read = {"ru": "Прочитано как: ", "en": "Read as: ", "es": "Leído como: "}[language]
    assert f"{read}хамелеон\n" in run_callboard("rules", "histrio", "[fvtktjy", "--why", "--lang", language).out
    assert read not in run_callboard("rules", "histrio", "хамелеон", "--why", "--lang", language).out


@languages
def test_what_is_not_covered_names_the_nearest_sections_and_why(language):
    question = {"ru": "можно ли продать каравеллу банку", "en": "selling my caravel", "es": "vender mi carabela"}[
        language
    ]
    line = ("rules", "histrio", question, "--lang", language)
    ran = run_callboard(*line)
    assert (ran.status, ran.out) == (1, "")
    told = ran.err.splitlines()
    assert "--contents" in told[0]
    titles = {section.title: section.id for section in load_rules("histrio", language).sections.values()}
    assert 1 < len(told) <= 4
    for near in told[1:]:
        assert any(f"{title} (--section {name})" in near for title, name in titles.items())
    data = run_callboard(*line, "--json", "--why").json()
    assert data["covered"] is False
    assert [hit["id"].partition("/")[2] for hit in data["hits"][: len(told) - 1]] == [
        near.rpartition("--section ")[2].rstrip(")") for near in told[1:]
    ]
    assert data["unanswered"] in run_callboard(*line, "--why").err
