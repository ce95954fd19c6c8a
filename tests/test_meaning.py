"""What questions mean: the table that is kept, where it is silent, and what everybody asks of any game."""

import pytest

from callboard_rules import load_rules, meaning
from callboard_rules.index import NONE
from callboard_rules.loader import forget
from callboard_rules.meaning import FILE, WIDTH, direction, load_table, meaning_of
from callboard_rules.passages import passages_of
from callboard_rules.search import search
from callboard_rules.words import agreement
from callboard_scoring.games import GAMES

MOST = 1_500_000
"""The most bytes of the table."""


def likeness(one, other):
    table = load_table()
    return sum(a * b for a, b in zip(direction(table, one), direction(table, other), strict=True))


# --- The table -------------------------------------------------------------------------------------------------------


def test_the_table_knows_every_section_and_passage_of_every_game_and_is_no_larger_than_it_may_be():
    table = load_table()
    assert FILE.stat().st_size <= MOST
    for game in GAMES:
        sections = load_rules(game.id, "en").sections
        assert table.places[game.id].keys() == {NONE, *sections}
        numbers = {name: len(passages_of(section)) for name, section in sections.items()}
        assert {name: len(places) for name, places in table.passages[game.id].items()} == numbers


@pytest.mark.parametrize(
    ("one", "alike", "other"),
    [
        ("how much money do I start with", "con cuánto dinero empiezo", "who wins a tie"),
        ("кто выигрывает при ничьей", "who wins a tie", "сколько монет в начале"),
        ("два человека", "dos jugadores", "перевернуть карту"),
    ],
)
def test_what_means_the_same_lies_nearer_than_what_does_not_in_whatever_language(one, alike, other):
    assert likeness(one, alike) > likeness(one, other)
    assert likeness(one, one) == pytest.approx(1)


def test_a_mistyped_question_lies_near_what_was_meant():
    assert likeness("who satrts the game", "who starts the game") > 0.7


def test_a_question_without_words_lies_nowhere():
    assert list(direction(load_table(), "?!")) == [0.0] * WIDTH


def test_a_game_that_the_table_does_not_know_has_no_voice_in_it():
    assert meaning_of("fireflies", "who wins") is None


@pytest.mark.parametrize("damage", [b"", b"callboard", None])
def test_without_the_table_the_words_decide_alone(damage, tmp_path, monkeypatch):
    file = tmp_path / "meaning.table"
    if damage is not None:
        file.write_bytes(damage)
    monkeypatch.setattr(meaning, "FILE", file)
    forget()
    try:
        assert load_table() is None
        answer = search("histrio", "what does a chameleon do", "en")
    finally:
        monkeypatch.undo()
        forget()
    assert answer.hits[0].section.id == "chameleon"
    assert load_table() is not None


# --- Sides -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "asked", "agrees", "contradicts"),
    [
        ("en", "two of us bid the same", "a tie: nobody takes the singer", "who bids more takes the singer"),
        ("en", "the card is face down", "turn the card that lies face down", "two open cards of different value"),
        ("ru", "поставили поровну", "при ничьей певца не берёт никто", "у кого больше, тот и берёт"),
        ("ru", "карта лежит закрытой", "карта лицом вниз не считается", "открытые карты сравнивают"),
        ("es", "la carta está boca abajo", "si está boca abajo, no cuenta", "las cartas boca arriba se comparan"),
        ("es", "soy un hombre", "un hombre en ese papel: −1", "una mujer en ese papel: −1"),
    ],
)
def test_a_passage_that_takes_the_side_that_is_asked_about_counts_more(language, asked, agrees, contradicts):
    assert agreement(asked, agrees, language) > 1 >= agreement(asked, contradicts, language)
    assert agreement(asked, "", language) == 1


def test_what_denies_as_the_question_does_counts_more():
    assert agreement("when may I not play an acrobat", "not while somebody resolves a city", "en") > 1
    assert agreement("when may I play an acrobat", "not while somebody resolves a city", "en") == 1
