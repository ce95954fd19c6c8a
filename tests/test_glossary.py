"""The glossary: any name in any form and language brings the term in all three."""

import re
import time

import pytest

from callboard_rules import load_rules
from callboard_rules.glossary import find_terms, load_glossary
from callboard_rules.words import plain_letters
from callboard_scoring.games import GAMES
from conftest import LANGUAGES, run_callboard

games = pytest.mark.parametrize("game", [game.id for game in GAMES])
ALL = [game.id for game in GAMES]


@games
def test_every_term_has_names_in_three_languages_and_a_section(game):
    terms = load_glossary(game)
    assert len(terms) >= 15
    sections = load_rules(game, "en").sections
    for language in LANGUAGES:
        names = [plain_letters(name) for term in terms for name in term.names[language]]
        assert len(names) == len(set(names)), sorted(name for name in names if names.count(name) > 1)
        assert all(name.strip() for name in names)
    for term in terms:
        assert all(term.names[language] for language in LANGUAGES)
        assert term.section in sections


@games
def test_every_name_finds_its_own_term(game):
    for term in load_glossary(game):
        for names in term.names.values():
            for name in names:
                assert term in find_terms(name, [game]), name
                assert term in find_terms(name.upper(), ALL), name


@pytest.mark.parametrize(
    ("word", "game", "english"),
    [
        ("каравелла", "histrio", "caravel"),
        ("каравеллы", "histrio", "caravel"),
        ("carabelas", "histrio", "caravel"),
        ("caravles", "histrio", "caravel"),
        ("duckats", "intrigo", "ducat"),
        ("rfhfdtkkf", "histrio", "caravel"),
        ("дублёров", "turandot", "understudy"),
        ("дублер", "turandot", "understudy"),
        ("гондольера", "intrigo", "gondolier"),
        ("импресарио", "magnificent", "master card"),
        ("assassins", "intrigo", "assassin"),
        ("Thief's", "intrigo", "thief"),
        ("режиссёрами", "turandot", "director"),
        ("тайной просьбой", "histrio", "secret request"),
        ("дожи", "intrigo", "doge"),
        ("афишу", "magnificent", "poster"),
        ("pósteres", "magnificent", "poster"),
        ("posters", "magnificent", "poster"),
        ("чудесами", "historia", "wonder"),
        ("талант", "histrio", "kind"),
        ("опыту", "histrio", "level"),
        ("виды", "histrio", "kind"),
        ("carpas", "magnificent", "tent"),
        ("tiendas", "magnificent", "tent"),
        ("carteles", "magnificent", "poster"),
        ("afiche", "magnificent", "poster"),
        ("plata", "histrio", "ecu"),
        ("pujas", "turandot", "bid"),
        ("pujar", "turandot", "bid"),
        ("sustitutos", "turandot", "understudy"),
    ],
)
def test_a_word_in_any_form_is_found_first(word, game, english):
    found = run_callboard("glossary", word, "--json")
    assert found.status == 0
    first = found.json()["terms"][0]
    assert (first["game"], first["en"][0].casefold()) == (game, english)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_readers_name_comes_first_and_leads_to_the_rule(language):
    shown = run_callboard("glossary", "costume designer", "--lang", language)
    assert shown.status == 0
    own = {"ru": "костюмер", "en": "costume designer", "es": "figurinista"}[language]
    assert shown.out.casefold().startswith(own)
    assert "callboard rules turandot --section stagehands" in shown.out


def test_a_word_of_no_game_is_said_to_be_none():
    ran = run_callboard("glossary", "рокировка", "--lang", "ru")
    assert ran.status == 1
    assert "«рокировка»" in ran.err
    data = run_callboard("glossary", "xyzzyq", "--json")
    assert data.status == 1
    assert data.json()["terms"] == []


@pytest.mark.parametrize(("word", "language"), [("карты", "ru"), ("cards", "en"), ("cartas", "es")])
def test_a_word_of_many_names_brings_all_of_them(word, language):
    found = run_callboard("glossary", word, "--json").json()["terms"]
    has = re.compile(rf"\b{word[:4]}")
    named = [term for game in ALL for term in load_glossary(game) if any(map(has.search, term.names[language]))]
    assert len(named) > 10
    assert {term.names[language] for term in named} <= {tuple(term[language]) for term in found}


@pytest.mark.parametrize("word", ["the", "и", "de la", "?"])
def test_a_small_word_is_no_name(word, callboard):
    assert callboard("glossary", word, "--json").status == 1
    assert callboard("glossary", f"the {word} carabela", "--json").status == 0


def test_without_a_word_all_are_listed():
    data = run_callboard("glossary", "--json").json()
    assert len(data["terms"]) == sum(len(load_glossary(game)) for game in ALL)


@pytest.mark.parametrize("word", ["каравелла", "carabla", "x"])
def test_what_is_asked_is_bounded_before_it_costs_anything(word):
    start = time.process_time()
    find_terms(f"{word} " * 20_000, ALL)
    find_terms(word * 20_000, ALL)
    assert time.process_time() - start < 2
