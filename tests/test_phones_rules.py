"""The rules of any game on the page, and the words of all games, with the same answers as at a terminal."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from phones import Evening, Phone

from callboard_scoring.games import GAMES
from running import run_callboard


@pytest.fixture(scope="module")
def evening():
    return Evening("histrio", ("Ann", "Bob", "Cid"))


def links(answer):
    return {unescape(link) for link in re.findall('href="([^"]*)"', answer.text)}


def asked_game(answer):
    """The game that the form on the page asks about."""
    (game,) = re.findall('name="game" value="([^"]*)"', answer.text)
    return game


def test_each_game_is_offered_and_the_one_that_is_played_is_asked_about(evening):
    page = evening.reader.get("/rules")
    assert {f"/{evening.own.read}/rules?game={game.id}" for game in GAMES} <= links(page)
    assert asked_game(page) == "histrio"


@pytest.mark.parametrize(
    ("game", "question"),
    [
        ("histrio", "what does a chameleon do"),
        ("turandot", "two of us bid the same"),
        ("intrigo", "what does the thief do"),
        ("historia", "how many points for a territory"),
    ],
)
def test_a_question_about_any_game_is_answered_as_at_a_terminal(evening, game, question):
    page = evening.players["Ann"].get(f"/rules?game={game}&q={question}")
    (best, *_) = run_callboard("rules", game, *question.split(), "--json").json()["hits"]
    assert f"<h2>{best['title']}</h2>" in page.text
    assert asked_game(page) == game
    cited = [link for link in links(page) if "/rules?game=" in link and "&q=" in link]
    assert cited
    assert all(f"?game={game}&" in link for link in cited)


@pytest.mark.parametrize("game", ["", "chess", "../histrio", "x" * 500])
def test_of_what_is_no_game_here_the_rules_of_the_evening_are_shown(evening, game):
    assert asked_game(evening.reader.get(f"/rules?game={game}")) == "histrio"


@pytest.mark.parametrize(
    ("language", "asked", "own", "other"),
    [
        ("en", "каравелла", "caravel", "carabela"),
        ("ru", "seal", "печать", "sello"),
        ("es", "мастер", "maestr", "master"),
    ],
)
def test_a_word_of_any_language_is_found_in_the_readers(evening, language, asked, own, other):
    text = Phone(evening, evening.own.read, language).get(f"/glossary?q={asked}").text.casefold()
    assert own in text
    assert other in text


def test_a_word_that_no_game_has_is_said_to_be_none_and_without_one_all_are_shown(evening):
    assert "No game has such a word." in evening.reader.get("/glossary?q=xyzzyx").text
    every = evening.reader.get("/glossary")
    assert "Chameleon" in every.text
    assert any("/rules?game=turandot&q=" in link for link in links(every))
    assert f"/{evening.own.read}/glossary" in links(evening.reader.get("/rules"))


@pytest.mark.parametrize(
    "question", ["In Turandot, who wins a tie?", "¿Quién gana un empate en turandot?", "Кто выиграл в Турандот?"]
)
def test_a_question_that_names_another_game_is_asked_of_that_one_whose_name_stands_above(evening, question):
    answer = evening.reader.get(f"/rules?{urlencode({'q': question, 'game': 'histrio'})}")
    assert asked_game(answer) == "turandot"
    assert "<h2>Turandot</h2>" in answer.text
    assert "<h2>Turandot</h2>" not in evening.reader.get("/rules?q=tie").text
