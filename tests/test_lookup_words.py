"""Words as the look-up reads them: what is one word, what is like another, and how much of a question is read."""

from itertools import product

import pytest

from callboard_rules import words
from callboard_rules.markdown import plain_lines, table_lines


def test_a_question_is_read_up_to_the_last_whole_word_that_has_room():
    longest = "x" * 300
    assert words.bounded(longest) == longest
    assert words.bounded(longest + "y") == longest
    assert words.bounded("x" * 299 + " yz") == "x" * 299
    assert words.bounded("a b " + longest) == "a b"


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("кто", ("ru",)),
        ("а", ("ru",)),
        ("я", ("ru",)),
        ("who 3", ("en", "es")),
        ("ГОРОД", ("ru",)),
        ("3 + 4", ("ru", "en", "es")),
        ("", ("ru", "en", "es")),
        ("город city", ("ru", "en", "es")),
    ],
)
def test_letters_tell_which_languages_a_question_may_be_of(text, languages):
    assert words.languages_of(text) == languages


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Ёлка, ЕЩЁ ёж!", "елка еще еж"),
        ("the king's turn", "the king turn"),
        ("the king’s turn, can't", "the king turn cant"),
        ("¿Cuántas_monedas?", "cuántas monedas"),
        ("«d'un»", "dun"),
    ],
)
def test_plain_words_have_small_letters_and_no_signs(text, plain):
    assert words.plain_words(text) == plain


def test_capitals_and_small_letters_lose_their_dots_alike():
    assert words.folded("Ёлка, ещё") == "Елка, еще"


def test_plain_letters_have_no_accents_and_a_space_around_each_word():
    assert words.plain_letters("Carabela's ñandú, йод") == " carabela nandu иод "
    assert words.pieces_of("fox") == {" fo", "fox", "ox "}
    assert words.pieces_of("¡a!") == {" a "}


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("ru", ["комедиант", "комедианты", "комедиантов", "комедиантами"]),
        ("ru", ["два", "две", "двух", "2"]),
        ("en", ["actor", "actors"]),
        ("en", ["token", "tokens"]),
        ("en", ["first", "one", "1"]),
        ("es", ["carbón", "carbones"]),
        ("es", ["primero", "primer", "uno", "1"]),
    ],
)
def test_the_forms_of_a_word_have_one_stem(language, forms):
    assert len({words.stem(form, language) for form in forms}) == 1
    assert words.stems(" ".join(forms), language) == (words.stem(forms[0], language),) * len(forms)


def test_a_stem_keeps_three_letters_and_loses_one_ending_after_the_other():
    stems = {"ties": "tie", "ying": "ying", "eyes": "eye", "played": "pla", "cities": "cit", "buses": "bus"}
    assert {word: words.stem(word, "en") for word in stems} == stems


def test_small_words_tell_nothing_and_do_not_stand_out():
    assert words.telling("what is the fox of a king", "en") == tuple(
        words.stem(word, "en") for word in ("what", "fox", "king")
    )
    found = words.words_like("the foxes of ann", "Foxes and a fox of Ann; foxes, Foxes foxy", "en")
    assert found == ["Foxes", "foxes", "foxy"]
    assert words.words_like("the fox with them", "with foxes, then", "en") == ["foxes"]
    assert words.asks_value("how many", "en")
    assert words.asks_value("сколько стоит", "ru")
    assert not words.asks_value("who wins", "en")


# --- Mistakes --------------------------------------------------------------------------------------------------------


def distance(typed, meant):
    """Return the fewest letters that are wrong, too many, missing or swapped with the next, by trying everything."""
    if not typed or not meant:
        return len(typed) + len(meant)
    ways = [
        distance(typed[:-1], meant[:-1]) + (typed[-1] != meant[-1]),
        distance(typed[:-1], meant) + 1,
        distance(typed, meant[:-1]) + 1,
    ]
    if typed[-2:] == meant[-2:][::-1] and len(typed) > 1:
        ways.append(distance(typed[:-2], meant[:-2]) + 1)
    return min(ways)


def test_a_mistake_is_a_letter_wrong_too_many_missing_or_two_swapped():
    some = ["".join(letters) for size in range(4) for letters in product("abc", repeat=size)]
    some += ["abcab", "bacab", "abacb", "abcb", "cabab"]
    for typed, meant in product(some[::3], some[1::4]):
        for most in (0, 1, 2):
            assert words.mistaken(typed, meant, most) == (distance(typed, meant) <= most), (typed, meant, most)


def test_longer_words_may_have_more_mistakes():
    allowed = [words.mistakes_allowed("x" * size) for size in range(10)]
    assert allowed == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2]


def test_the_other_layout_is_what_the_same_keys_type():
    assert words.other_layouts("gtdtw") == ("певец",)
    assert words.other_layouts("певец") == ("gtdtw",)
    assert words.other_layouts("123") == ()
    assert set(words.other_layouts("qй")) == {"йй", "qq"}
    keys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
    (typed,) = words.other_layouts(keys)
    assert typed == "ёйцукенгшщзхъфывапролджэячсмитьбю"


# --- Passages and lines ----------------------------------------------------------------------------------------------


def test_the_sentences_that_share_most_are_told_and_cut_at_a_word():
    lines = ["The fox sleeps. A wolf hunts at night!", "An owl sees."]
    assert words.passage_like("wolf", lines, "en") == "The fox sleeps. A wolf hunts at night! An owl sees."
    far = ["Nothing is told here of it. " * 6, "A wolf hunts."]
    assert words.passage_like("wolf", far, "en").endswith("A wolf hunts.")
    beside = f"The end of it is told here{', and so on' * 15}."
    assert words.passage_like("the wolf", [beside, "A wolf hunts."], "en") == "A wolf hunts."
    long = ["wolf " * 40]
    told = words.passage_like("wolf", long, "en")
    assert told == ("wolf " * 31) + "wolf…"
    exact = "wolf " + "x" * 155
    assert words.passage_like("wolf", [exact], "en") == exact


def test_markdown_is_told_as_plain_lines():
    text = """
One **bold** and
two *slanted* lines.

- an item
  goes on
- another
  goes on too

1. first
2. second

| Name | Points |
|------|-------:|
| fox  | 3 |
| X | - |

| Name | Points | Coins |
|---|---|---|
| owl | 4 | 2 |
"""
    assert plain_lines(text) == [
        "One bold and two slanted lines.",
        "an item goes on",
        "another goes on too",
        "1. first",
        "2. second",
        "Name · Points",
        "fox · 3",
        "X · -",
        "Name: owl · Points: 4 · Coins: 2",
    ]
    assert plain_lines("2 * 3 and snake*case stay") == ["2 * 3 and snake*case stay"]
    assert table_lines([["", "Points", "Coins"], ["owl", "4", "2"]]) == ["owl · Points: 4 · Coins: 2"]
