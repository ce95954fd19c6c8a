"""Reading the rules: the words that led there stand out, long texts are paged, and `--why` tells what matched."""

import pytest

from callboard_locales import catalog
from callboard_rules import load_rules
from callboard_rules.markdown import plain_lines
from callboard_rules.search import search
from callboard_scoring.games import GAMES
from conftest import LANGUAGES, one_language, run_callboard, sampled
from running import on_a_terminal

languages = pytest.mark.parametrize("language", LANGUAGES)
ASKED = {
    "ru": ("хамелеонами", "Хамелеон", "хамелеонами"),
    "en": ("chameleons", "Chameleon", "chameleons"),
    "es": ("camaleones", "Camaleón", "camaleones"),
}


@one_language
def test_the_words_asked_for_stand_out_in_any_form(language):
    question, form, _ = ASKED[language]
    status, shown = on_a_terminal("rules", "histrio", question, "--lang", language)
    assert status == 0
    body = shown.split("\n", 1)[1]
    marked = "\x1b[30;43m" + form
    assert marked in body or marked.replace("30;43", "1;30;43") in body
    assert "\x1b" not in run_callboard("rules", "histrio", question, "--lang", language).out


@one_language
def test_no_word_stands_out_where_nothing_was_asked_for(language):
    section = on_a_terminal("rules", "histrio", "--section", "chameleon", "--lang", language)[1]
    assert "\x1b[1m" in section
    assert "30;43" not in section


@one_language
def test_the_pager_itself_is_asked_to_write_nothing_that_it_might_garble(language, tmp_path):
    told = tmp_path / "told"
    on_a_terminal("rules", "histrio", "--contents", "--lang", language, lines=12, PAGER=f"printenv LESS > {told}; cat")
    assert told.read_text(encoding="utf-8").isascii()


@one_language
@pytest.mark.parametrize("arguments", [["--section", "setup"], ["--contents"]], ids=" ".join)
def test_what_is_longer_than_the_screen_goes_through_the_pager(arguments, language, tmp_path):
    paged = tmp_path / "paged"
    pager = f"cat > {paged}"
    line = ("rules", "histrio", *arguments, "--lang", language)
    status, shown = on_a_terminal(*line, lines=12, PAGER=pager)
    assert (status, shown) == (0, "")
    rows = paged.read_text(encoding="utf-8").splitlines()
    place = rows.index(catalog(language).text("rules.pager"))
    assert place < 12
    assert rows[place - 1 : place] in ([], [""])
    assert rows[place + 1] == ""
    assert len(rows) > 12 + 2
    paged.unlink()
    status, shown = on_a_terminal(*line, PAGER=pager)
    assert status == 0
    assert len(shown.splitlines()) > 12
    assert not paged.exists()
    assert on_a_terminal(*line, "--plain", lines=12, PAGER=pager)[1].strip()
    assert not paged.exists()


@one_language
def test_the_pager_shows_the_answer_before_how_to_leave_it(language, tmp_path):
    paged = tmp_path / "paged"
    line = ("rules", "histrio", "how many Secret Requests may I keep", "--lang", language)
    assert on_a_terminal(*line, lines=14, PAGER=f"cat > {paged}")[0] == 0
    rows = paged.read_text(encoding="utf-8").splitlines()
    place = rows.index(catalog(language).text("rules.pager"))
    assert 2 <= place < 14
    assert any("▶" in row for row in rows[:place])


WHY = {
    "ru": ("Ближайший вопрос, на который правила отвечают: «", "Слова вопроса, которые есть в этом разделе: "),
    "en": ("Nearest question that the rules do answer: “", "Words of yours that this section has: "),
    "es": (
        "La pregunta más parecida que las reglas sí responden: «",
        "Palabras de tu pregunta que conoce esta sección: ",
    ),
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
def test_what_was_read_with_the_keys_in_another_layout_is_said(language):
    read = {"ru": "Прочитано как: ", "en": "Read as: ", "es": "Leído como: "}[language]
    shown = run_callboard("rules", "histrio", "[fvtktjy", "--lang", language).out
    assert shown.startswith(f"{read}хамелеон\n")
    assert read not in run_callboard("rules", "histrio", "хамелеон", "--lang", language).out


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


@languages
def test_related_rules_are_named_after_the_next_best(language):
    question, _, _ = ASKED[language]
    line = ("rules", "histrio", question, "--lang", language)
    sections = load_rules("histrio", language).sections
    hits = [hit["id"].partition("/")[2] for hit in run_callboard(*line, "--json").json()["hits"]]
    related = [name for name in sections["chameleon"].related if name not in hits[:3]]
    titles = [sections[name].title for name in (*hits[1:3], *related)][:3]
    assert run_callboard(*line).out.splitlines()[-1].endswith(f": {' · '.join(titles)}")
    for title in titles:
        assert title in run_callboard("rules", "histrio", title, "--lang", language).out.splitlines()[:2]


@pytest.mark.parametrize(("language", "columns"), sampled(LANGUAGES, (24, 40, 80)))
def test_a_table_too_wide_for_the_screen_loses_no_word(language, columns):
    section = load_rules("historia", language).sections["scoring"]
    words = {word for word in section.body.replace("*", " ").replace("|", " ").split() if word.isalpha()}
    shown = on_a_terminal("rules", "historia", "--section", "scoring", "--lang", language, columns=columns)[1]
    assert "…" not in shown
    assert {word for word in words if word not in shown} == set()


DICE = {
    "ru": "Игроков: 2 · Оранжевых: 3 · Зелёных: 3 · Фиолетовых: 3 · Прозрачных: 2 · Всего кубиков: 11 · Строк на «Ярмарке»: 3",
    "en": "Players: 2 · Orange: 3 · Green: 3 · Purple: 3 · Clear: 2 · Dice in all: 11 · Rows on display: 3",
    "es": "Jugadores: 2 · Naranjas: 3 · Verdes: 3 · Morados: 3 · Transparentes: 2 · Dados en total: 11 · Filas del expositor: 3",
}


@languages
def test_where_a_table_is_told_row_by_row_each_number_has_the_name_of_its_column(language):
    line = ("rules", "magnificent", "--section", "setup", "--lang", language)
    assert DICE[language] in run_callboard(*line, "--plain").out.splitlines()
    shown = " ".join(on_a_terminal(*line, columns=40)[1].split())
    assert DICE[language] in shown


def test_a_pager_that_is_not_there_loses_nothing():
    shown = on_a_terminal("rules", "histrio", "--section", "setup", lines=12, PAGER="no-such-pager -x")[1]
    assert len(shown.splitlines()) > 12
    assert "§ setup" in shown


@languages
def test_a_machine_reads_of_a_section_what_people_do(language):
    for name in ("overview", "chameleon"):
        section = load_rules("histrio", language).sections[name]
        read = run_callboard("rules", "histrio", "--section", name, "--json", "--lang", language).json()["hits"][0]
        assert read["text"] == section.told(lambda who: f" *({catalog(language).text(f'rules.authority-{who}')})*")
        notes = [(note["kind"], note.get("between", ""), note["text"]) for note in read["notes"]]
        assert notes == [(note.kind, note.between, note.text) for note in section.notes] != []
        assert (read["authority"], read["sources"]) == (section.authority, dict(section.sources))
        assert read["places"] == dict(section.places) != {}
        assert read["related"] == [f"histrio/{other}" for other in section.related]


HEADINGS = [
    ("ru", "histrio", "shared-city", [": Настроение Короля ·", ": El humor del rey (Настроение Короля) ·"]),
    (
        "en",
        "histrio",
        "shared-city",
        [": Настроение Короля (The King's mood) ·", ": El humor del rey (The King's mood) ·"],
    ),
    ("es", "histrio", "shared-city", [": Настроение Короля (El humor del Rey) ·", ": El humor del rey ·"]),
    ("en", "magnificent", "tents", [": Получение жетонов шатров (Gaining tents) ·"]),
    ("es", "magnificent", "tents", [": Получение жетонов шатров (Conseguir carpas) ·"]),
]


@pytest.mark.parametrize(("language", "game", "section", "told"), HEADINGS)
def test_a_heading_in_another_language_is_told_in_the_readers_too(language, game, section, told):
    shown = run_callboard("rules", game, "--section", section, "--lang", language, "--plain").out
    (origin,) = (line for line in shown.splitlines() if "§" in line)
    assert [one for one in told if one not in origin] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@languages
def test_every_place_in_a_book_is_told_in_the_readers_language(game, language):
    for section in load_rules(game.id, language).sections.values():
        assert set(section.places) == set(section.sources) - {language}
        assert all(section.places.values())


@languages
def test_a_game_and_a_section_may_be_called_by_their_titles(language):
    by_id = run_callboard("rules", "histrio", "--section", "chameleon", "--lang", language)
    title = load_rules("histrio", language).sections["chameleon"].title
    for game in ("Histrio", "пьеса из леса", "ПЬЕСА  ИЗ ЛЕСА"):
        assert run_callboard("rules", game, "--section", title, "--lang", language) == by_id
    assert run_callboard("rules", "турандот", "--contents", "--lang", language).status == 0
    assert run_callboard("rules", "The Magnificent", "--contents", "--lang", language).status == 0


@languages
def test_two_things_at_once_are_refused_rather_than_one_of_them_dropped(language):
    for arguments in (["season", "--section", "chameleon"], ["season", "--contents"], ["--section", "x", "--contents"]):
        ran = run_callboard("rules", "histrio", *arguments, "--lang", language)
        assert (ran.status, ran.out) == (2, "")
        assert "--section" in ran.err
        assert "--contents" in ran.err


@pytest.mark.parametrize(("game", "language"), sampled([game.id for game in GAMES], LANGUAGES))
def test_a_snippet_is_a_sentence_of_its_section(game, language):
    sections = load_rules(game, language).sections
    for section in sections.values():
        hits = search(game, section.title, language).hits
        for hit in hits:
            assert 15 < len(hit.snippet) <= 161
            assert hit.snippet.rstrip("…") in " ".join(plain_lines(hit.section.body))
