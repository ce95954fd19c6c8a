"""The passage that answers comes first: which it is, how it is shown, and what is offered where nothing is sure."""

import re

import pytest
from questions.measure import questions

from callboard_rules import load_answered, load_rules
from callboard_rules.passages import marked, passages_of
from callboard_rules.search import search
from callboard_scoring.games import GAMES
from conftest import LANGUAGES, one_language, run_callboard
from running import on_a_terminal

games = pytest.mark.parametrize("game", [game.id for game in GAMES])
languages = pytest.mark.parametrize("language", LANGUAGES)
STYLE = re.compile(r"\x1b\[[0-9;]*m")
ROOM = 480
"""How many letters the passages shown first have at most: a dozen lines of 40 columns."""


@games
def test_a_section_has_the_same_passages_in_all_languages(game):
    texts = [load_rules(game, language).sections for language in LANGUAGES]
    for name in texts[0]:
        kinds = [[one.note.kind if one.note else "" for one in passages_of(text[name])] for text in texts]
        assert kinds[0] == kinds[1] == kinds[2], name
        assert all(one.text and one.loudness for text in texts for one in passages_of(text[name]))


@games
@languages
def test_every_passage_of_the_text_can_be_marked_where_it_stands(game, language):
    for section in load_rules(game, language).sections.values():
        for passage in passages_of(section):
            text = marked(section.body, [passage], "▶")
            assert text.count("▶") == (passage.note is None)
            assert text.replace("▶ ", "") == section.body


@games
def test_what_single_passages_answer_is_known_in_each_language(game):
    asked = [load_answered(game, language) for language in LANGUAGES]
    assert list(asked[0]) == list(asked[1]) == list(asked[2])
    assert all(len(one) >= 5 for one in asked)


def test_passages_are_paragraphs_items_rows_and_notes():
    sections = load_rules("turandot", "en").sections
    casting = [passage.whole for passage in passages_of(sections["casting"])]
    bids = next(one for one in casting if "three kinds of bid" in one)
    assert bids.endswith("exactly 1 money card and no number: a try for the costume designer or the carpenter.")
    rows = [passage.text for passage in passages_of(sections["hiring-ties"]) if "·" in passage.text]
    assert rows[0].startswith("Money on one number: Ada 2, Ben 2, Cleo 1 · Who gets the singer: nobody")
    *_, example, note = passages_of(sections["hiring-ties"])
    assert note.note is not None
    assert (example.loudness, note.loudness) == (1.0, 0.4)


FIRST = [
    ("en", "turandot", "can i bid only money", "exactly 1 money card and no number"),
    ("en", "magnificent", "can i rotate tiles", "Rotate or flip a tile"),
    ("en", "magnificent", "how many posters", "54 posters"),
    ("en", "histrio", "how do we decide the winner", "whoever has the most"),
    ("ru", "histrio", "нечем платить пятёрке", "Если платить нечем"),
    ("es", "magnificent", "cuantas carpas puedo tener", "4 fichas como mucho"),
    ("en", "turandot", "why bluff", "The bluff card buys nothing"),
    ("en", "turandot", "does director 5 count twice", "a favourite role is then worth 1 + 1 = 2"),
    ("ru", "histrio", "акробата только что взяли можно сразу сыграть", "до конца той фазы розыгрыша"),
    ("ru", "histrio", "дружественная труппа попала в город с моей", "если основная труппа встретила дружественную"),
    ("es", "histrio", "los gestores vuelven al acabar la temporada", "entre una temporada y otra"),
    ("es", "turandot", "cuántos directores se ponen en la mesa con 4 jugadores", "Jugadores: 4"),
]


@pytest.mark.parametrize(
    ("language", "order"),
    [
        ("en", "the second the carpenter (with 4 or 5 players)."),
        ("ru", "второй — плотника (при 4 или 5 игроках)."),
        ("es", "el segundo, al carpintero (con 4 o 5 jugadores)."),
    ],
)
def test_a_passage_told_by_itself_has_the_number_of_players_that_it_holds_for(language, order):
    passages = [one.whole for one in passages_of(load_rules("turandot", language).sections["stagehands"])]
    assert sum(order in passage for passage in passages) == 1


@pytest.mark.parametrize(("language", "game", "question", "words"), FIRST)
def test_the_passage_that_answers_is_the_first_that_is_shown(language, game, question, words):
    section, passage = search(game, question, language).first[0]
    assert words in passage.whole
    shown = run_callboard("rules", game, question, "--lang", language).out.splitlines()
    assert any(words in line for line in shown[:3])
    assert (
        passage.whole
        in run_callboard("rules", game, question, "--lang", language, "--json").json()["hits"][0]["passage"]
    )
    assert section.title in shown


UNKNOWN = [
    ("es", "histrio", "cuantos camaleones trae el mazo"),
    ("ru", "histrio", "сколько актёров 5 уровня в колоде"),
    ("es", "magnificent", "cuantos puntos da el poster de bronson"),
    ("en", "intrigo", "what is the price of the gondolier"),
    ("ru", "magnificent", "сколько клеток во всём лагере"),
    ("en", "turandot", "how many men are there among the singers"),
]


@pytest.mark.parametrize(("language", "game", "question"), UNKNOWN)
def test_a_question_for_what_no_source_gives_is_told_that_first(language, game, question):
    answer = search(game, question, language)
    _, passage = answer.first[0]
    assert answer.covered
    assert passage.note is not None
    assert passage.note.kind == "unknown"
    heading = {"ru": "Неизвестно: ", "en": "Not known: ", "es": "No se sabe: "}[language]
    assert heading in run_callboard("rules", game, question, "--lang", language).out.splitlines()[0]


@pytest.mark.parametrize(("language", "game", "question", "words"), [FIRST[0], FIRST[4], FIRST[5]])
def test_on_a_small_screen_the_answer_is_in_the_first_lines(language, game, question, words):
    status, shown = on_a_terminal("rules", game, question, "--lang", language, columns=40, lines=400)
    assert status == 0
    first = " ".join(STYLE.sub("", " ".join(shown.splitlines()[:16])).split())
    assert "▶" in first
    assert words in first


@one_language
def test_what_is_shown_first_has_room_on_a_small_screen(language):
    for game in GAMES:
        for section in load_rules(game.id, language).sections.values():
            first = search(game.id, section.title, language).first
            assert [one.id for one, _ in first] == [section.id]
            assert first[0][1] == passages_of(section)[0]
    for question in ("как", "how", "cómo", "bluff", "карта", "carta", "who gets the singer when two bid the same"):
        first = search("turandot", question, language).first
        assert len(first) <= 3
        assert len(first) <= 1 or sum(len(passage.whole) for _, passage in first) <= ROOM * len(first)


def unsure(language):
    """Find a question of players that two sections answer as nearly."""
    asked = ((game, one.text) for game, spoken, own in questions() if spoken == language for one in own if one.sections)
    answers = ((game, question, search(game, question, language)) for game, question in asked)
    return next(found for found in answers if found[2].covered and not found[2].sure)


@one_language
def test_where_two_sections_are_as_near_three_are_offered(language):
    game, question, answer = unsure(language)
    shown = run_callboard("rules", game, question, "--lang", language)
    assert shown.status == 0
    offered = [line for line in shown.out.splitlines() if f"callboard rules {game} --section " in line]
    assert [line.rpartition(" ")[2] for line in offered] == [hit.section.id for hit in answer.hits[:3]]
    for hit in answer.hits[:3]:
        (line,) = [line for line in shown.out.splitlines() if line.startswith(f"{hit.section.title}: ")]
        assert len(line) <= len(hit.section.title) + 2 + 160
    data = run_callboard("rules", game, question, "--lang", language, "--json").json()
    assert (data["covered"], data["sure"]) == (True, False)


@pytest.mark.parametrize(
    ("typed", "full"), [("cant pay the dice", "can't pay the dice"), ("dont we pay", "don’t we pay")]
)
def test_an_apostrophe_may_be_left_out(typed, full):
    assert search("magnificent", typed, "en") == search("magnificent", full, "en")
