"""Words agree with what they stand beside: colours with gems, tiles and dice, types with singers, nouns with numbers."""

import pytest

from callboard_cli.ui.wording import token
from callboard_locales import catalog

SPANISH = ("--lang", "es", "--plain")


@pytest.mark.parametrize(
    ("canonical", "form", "told"),
    [
        ("purple 4", "token", "morado 4"),
        ("purple", "token", "morado"),
        ("purple large", "token", "morada grande"),
        ("purple small", "camp", "morada pequeña"),
        ("tent 2 +1 gem purple", "token", "carpa 2 +1 gema morada"),
        ("purple", "gems", "morada"),
        ("orange", "gems", "naranja"),
        ("clear", "grid", "transparente"),
    ],
)
def test_a_spanish_colour_agrees_with_its_piece(canonical, form, told):
    assert token(catalog("es"), "magnificent", canonical, form) == told


@pytest.mark.parametrize(
    ("canonical", "told"),
    [
        ("2 female classical", "2 mujer clásica"),
        ("3 male goth calaf", "3 hombre gótico Calaf"),
        ("1 indefinite comedian", "1 indefinido cómico"),
    ],
)
def test_a_spanish_type_agrees_with_the_singer(canonical, told):
    assert token(catalog("es"), "turandot", canonical) == told


def test_a_spanish_type_agrees_with_the_singer_where_help_shows_how_to_type_one(callboard):
    assert "2 mujer clásica" in callboard("score", "turandot", "final", "--help", *SPANISH).out


def test_gems_tiles_and_squares_are_feminine_on_the_page_too(callboard):
    camp = callboard("score", "magnificent", "camp", "NNMM", *SPANISH).out
    assert "1. naranja, naranja, morada, morada" in camp
    record = ("póster: 5, morada grande, gema morada, carpa", "morada grande", "gema morada", "límite=1")
    told = callboard("score", "magnificent", "perform", *record, *SPANISH).out
    assert "gemas descartadas, por color: morada ×1" in told
    assert "gemas: naranja 0, verde 0, morada 1, transparente 0" in told
    example = callboard("example", "magnificent", "perform", "--lang", "es").out
    assert "morada = 1" in example
    assert '"morada grande" = 1' in example
    assert "morado" not in example


@pytest.mark.parametrize("word", ["carpa", "tienda"])
def test_a_tent_is_understood_by_its_old_spanish_name(callboard, word):
    record = (f"póster: 5, {word} 2 +1", "naranja grande", "gema naranja", "límite=1")
    told = callboard("score", "magnificent", "perform", *record, *SPANISH).out
    assert "póster 1: completado, 7 puntos y 1 moneda, contando su carpa" in told
    cards = f"Ana: 30 +9, naranja 5, naranja 3, verde 2, transparente 3, {word}s 3 máx 12"
    told = callboard("score", "magnificent", "round", "ronda=2", cards, *SPANISH).out
    assert "carpas: 3 × 3 = 9" in told


ONE_OF_IT = [
    ("histrio", "season", ("temporada=1", "humor=comedia", "Ana: C3 C1 T1", "Bruno: C2"), "1 comediante, 1 ecu: C2"),
    ("histrio", "season", ("temporada=1", "humor=comedia", "Ana: C3"), "jugadores: el mínimo es 2, pero hay 1"),
    (
        "magnificent",
        "round",
        ("ronda=2", "Ana: 30 +10, naranja 5, naranja 3, verde 2, transparente 3, fijo"),
        "y solo hay 10: −2 por cada una de las que faltan (1)",
    ),
    ("magnificent", "power", ("dado=naranja 3", "gema"), "descarte de 1 gema, a 2 de poder por gema"),
    ("magnificent", "camp", ("NNN.", "A1-D1"), "parcela A1-D1: 1 casilla sin cubrir"),
    (
        "magnificent",
        "perform",
        ("póster: 5, gema naranja, carpa", "naranja grande", "gema verde", "límite=1"),
        "póster 1: hace falta tener 1 gema más, aun contando las transparentes",
    ),
    (
        "histrio",
        "city",
        ("jugador=Ana", "Ana: 3", "Bruno: 2", "gestores=reserva 3, Teatro 0", "aguja=comedia 1", "T3"),
        "T3: un gestor va al Teatro, que ahora tiene 1 gestor, es decir, 1 ecu",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "stage", "record", "told"), ONE_OF_IT, ids=lambda one: one if isinstance(one, str) else ""
)
def test_a_spanish_sentence_is_right_of_one_too(callboard, game, stage, record, told):
    ran = callboard("score", game, stage, *record, *SPANISH)
    assert told in ran.out + ran.err
