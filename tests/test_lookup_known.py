"""What is known in one language, and how near words that are only alike, mistyped, or said otherwise come to it."""

from math import log

import pytest

from callboard_rules.building import Asked, index_of
from callboard_rules.glossary import find_terms
from callboard_rules.index import NONE, NOWHERE, stems_alike, stems_mistaken
from callboard_rules.known import Known
from callboard_rules.passages import Passage
from callboard_rules.search import Answer, search
from callboard_rules.words import plain_words
from conftest import LANGUAGES

QUESTIONS = [
    Asked("ship", "caravel", 0),
    Asked("ship", "caravel sails", 1),
    Asked("town", "castle gate"),
    Asked("town", "castle", 0),
    Asked(NONE, "dragon"),
    Asked(NONE, "castle dragon gate"),
]
PASSAGES = [("ship", Passage("caravels sail", 0)), ("ship", Passage("wind", 1)), ("town", Passage("castle walls", 0))]


def known_of(questions=QUESTIONS, passages=PASSAGES, language="en"):
    return Known(language, (index_of(language, questions, passages),))


def near(known, *words):
    """Return how near each known question is to these words, where it is at all."""
    return {one.text: one.score for one in known.compare(words)[0]}


def rarity(number, having):
    return log(1 + (number - having + 0.5) / (having + 0.5))


def brevity(length, average):
    return 2.2 / (1 + 1.2 * (0.25 + 0.75 * length / average))


def test_a_known_word_counts_by_its_letters_and_its_rarity_and_in_short_questions_more():
    found, about = known_of().compare(["caravel"])
    weight, average = (1 + 0.2 * 7) * rarity(6, 2), 10 / 6
    assert [(one.text, one.subject, one.passage) for one in found] == [
        ("caravel", "ship", 0),
        ("caravel sails", "ship", 1),
    ]
    assert [one.score for one in found] == pytest.approx([weight * brevity(1, average), weight * brevity(2, average)])
    words = {"ship": 1 + 2 + 2 + 1, "town": 2 + 1 + 2}
    times = 3 * 2.2 / (3 + 1.2 * (0.25 + 0.75 * words["ship"] / (11 / 2)))
    assert about == {"ship": pytest.approx(weight * times)}


def test_a_mistyped_word_counts_for_the_one_it_is_near_and_less():
    known = known_of()
    index = known.indexes[0]
    assert stems_mistaken(index, "carvel") == {"caravel"}
    assert stems_mistaken(index, "caravle") == {"caravel"}
    assert stems_mistaken(index, "xaravek") == stems_mistaken(index, "cxrxvel") == frozenset()
    assert stems_mistaken(index, "win") == frozenset()
    assert stems_mistaken(index, "castls") == {"castl"}
    alike = stems_alike(index, "carvel")
    assert alike == {"caravel": pytest.approx(2 * 4 / 13)}  # " ca", "car", "vel", "el "
    score = near(known, "carvel")["caravel"]
    sure = max(0.7, 0.8 * 8 / 13)
    assert score == pytest.approx((1 + 0.2 * 6) * sure * rarity(6, 2) * brevity(1, 10 / 6))
    longer = near(known, "caravelst")["caravel"]
    share = 2 * 7 / (9 + 8)  # " ca", "car", … "vel", "els" of caravels
    assert stems_alike(index, "caravelst") == {"caravel": pytest.approx(share)}
    assert longer == pytest.approx((1 + 0.2 * 9) * max(0.7, 0.8 * share) * rarity(6, 2) * brevity(1, 10 / 6))
    assert near(known, "zebra") == {}


def test_a_number_counts_for_itself_and_a_word_is_like_no_number():
    known = known_of([Asked("ship", "level 12"), Asked("ship", "level 13"), Asked("ship", "level one")], [])
    scores = near(known, "12")
    assert scores == {"level 12": pytest.approx(2.0 * rarity(3, 1) * brevity(2, 2))}
    assert near(known, "one").keys() == near(known, "1").keys() == {"level one"}


def test_two_words_in_a_row_count_besides():
    known = known_of()
    both = near(known, "castle", "gate")
    single = near(known, "castle"), near(known, "gate")
    pair = 0.4 * (rarity(6, 3) + rarity(6, 2)) * brevity(2, 10 / 6)
    assert both["castle gate"] == pytest.approx(single[0]["castle gate"] + single[1]["castle gate"] + pair)
    apart = single[0]["castle dragon gate"] + single[1]["castle dragon gate"]
    assert both["castle dragon gate"] == pytest.approx(apart)


def test_a_word_is_known_where_it_stands():
    known = known_of()
    assert (known.has("castles"), known.has("the"), known.has("zebra")) == (True, False, False)
    small = known_of([Asked("ship", "the ship")], [])
    assert (small.has("the"), small.has("the", matter=True), small.has("ships", matter=True)) == (True, False, True)
    assert (known.has_about("castle", "town"), known.has_about("castle", "ship")) == (True, False)
    assert not small.has_about("the", "ship")
    assert [known.is_near(word) for word in ("caravels", "carvel", "castlet")] == [True] * 3
    assert [known.is_near(word) for word in ("castleton", "zebra", "the")] == [False] * 3
    assert known.sizes == (4, 2, 2)


def test_a_thing_that_the_game_has_not_is_lacking():
    known = known_of()
    assert known.lacks(["dragons"])
    assert known.lacks(["red", "dragon", "here"])
    assert not known.lacks(["castle"])
    assert not known_of([*QUESTIONS, Asked("town", "the dragon sleeps")]).lacks(["dragon"])
    two = known_of([Asked("town", "castle gate"), Asked(NONE, "gate castle"), Asked(NONE, "a castle dragon gate")])
    assert two.lacks(["gate", "castle"])
    assert not two.lacks(["castle", "gate"])
    assert not two.lacks(["dragon"])


def test_what_names_a_section_is_known_whole():
    known = known_of()
    assert known.subjects_named("caravels") == {"ship"}
    assert known.subjects_named("carvel") == {"ship"}
    assert known.subjects_named("the caravel") == {"ship"}
    assert known.subjects_named("a castle gate") == {"town"}
    assert known.subjects_named("the the caravel") == {"ship"}
    assert known.subjects_named("big caravel") == known.subjects_named("dragon") == known.subjects_named("the") == set()
    assert known.ids_meant("castle gates", ["castle-gate", "gate"]) == {"castle-gate"}
    assert known.is_called("the caravels", "A Caravel", "ship")
    assert known.is_called("castle gates", "Town", "castle-gate")
    assert not known.is_called("the", "The", "the")
    assert known.meant("carvel zebra") == [("caravel", "zebra")]


def test_a_passage_is_as_near_as_the_best_meaning_of_each_word():
    known = known_of()
    passages = [one for name, one in PASSAGES if name == "ship"]
    first, second = known.near_passages("wind", "ship", passages)
    assert first == 1.0
    lengths = [2 + 0.3 * 1, 1 + 0.3 * 2]
    held = 1.2 * (0.7 + 0.3 * lengths[1] / (sum(lengths) / 2))
    assert second == pytest.approx(0.5 + rarity(6, 0) * rarity(2, 1) * 2.2 / (1 + held))
    assert known.near_passages("the", "ship", passages) == [1.0, 0.5]
    mistyped = known.near_passages("wynd", "ship", passages)
    assert mistyped[1] == pytest.approx(0.5 + rarity(6, 0) * rarity(2, 1) * 0.7 * 2.2 / (0.7 + held))


def test_questions_of_two_lists_are_known_together():
    own, any_game = index_of("en", QUESTIONS, PASSAGES), index_of("en", [Asked(NONE, "rain")] * 2, [])
    known = Known("en", (own, any_game))
    assert known.sizes == (4, 2, 4)
    assert near(known, "rain") == {"rain": pytest.approx((1 + 0.2 * 4) * rarity(8, 2) * brevity(1, 1))}
    assert near(known, "caravel")["caravel"] == pytest.approx((1 + 0.2 * 7) * rarity(8, 2) * brevity(1, 10 / 6))
    assert known.meant("rain") == [("rain",), ("rain",)]
    assert known.lacks(["rain"])
    assert {one.passage for one in known.compare(["rain"])[0]} == {NOWHERE}


def test_a_word_that_is_known_anywhere_is_no_mistake():
    known = Known("en", (index_of("en", [Asked("den", "fable")], []), index_of("en", [Asked(NONE, "table")], [])))
    assert known.meant("table") == [("tabl",), ("tabl",)]
    assert known.meant("cable") == [("fabl",), ("tabl",)]


# --- As people ask ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "question", "language", "section", "read"),
    [
        ("histrio", "chameleon", "en", "chameleon", "chameleon"),
        ("histrio", "хамелеон", "en", "chameleon", "хамелеон"),
        ("histrio", "[fvtktjy", "en", "chameleon", "хамелеон"),
        ("histrio", "фскщифеы", "es", "acrobats", "acrobats"),
        ("histrio", "acrobast", "ru", "acrobats", "acrobast"),
    ],
)
def test_a_name_is_understood_in_any_language_and_layout(game, question, language, section, read):
    answer = search(game, question, language)
    assert (answer.covered, answer.sure) == (True, True)
    assert answer.hits[0].section.id == section
    assert answer.hits[0].section.language == language
    assert answer.words == answer.hits[0].question == read


@pytest.mark.parametrize("question", ["", "?!", "xyzzyq plugh", "the"])
def test_what_has_nothing_to_do_with_the_game_is_not_answered(question):
    answer = search("histrio", question, "en")
    assert answer == Answer((), covered=False, sure=False, first=(), unanswered="", words=plain_words(question))


def test_a_question_in_another_language_is_compared_with_what_is_known_in_that():
    for language in LANGUAGES:
        answer = search("histrio", "we both ended up at city 5, so who gets the stuff", language)
        assert (answer.hits[0].section.id, answer.hits[0].section.language) == ("shared-city", language)
        assert answer.hits[0].asked == "we both picked the same city, who gets the cards"


def test_another_layout_is_only_read_where_it_makes_more_than_half_of_the_words():
    assert search("histrio", "[fvtktjy", "en").words == "хамелеон"
    assert search("histrio", "[fvtktjy qqqqq", "en").words == "fvtktjy qqqqq"


def test_a_question_in_another_layout_is_as_one_in_the_right_one():
    assert search("histrio", "фскщифеы", "en") == search("histrio", "acrobats", "en")
    rain = search("histrio", "will it rain tomorrow", "en")
    assert (rain.covered, rain.unanswered, rain.words) == (False, "will it rain", "will it rain tomorrow")


def test_who_asks_for_no_section_gets_none():
    answer = search("histrio", "chameleon", "en", limit=0)
    assert answer == Answer((), covered=False, sure=False, first=(), unanswered="", words="chameleon")


def test_as_many_sections_are_told_as_are_asked_for():
    assert [len(search("histrio", "actor", "en", limit=limit).hits) for limit in (1, 2, 5)] == [1, 2, 5]
    assert len(search("histrio", "actor", "en").hits) == 5


def test_a_long_question_is_read_as_far_as_it_is_bounded():
    assert search("histrio", "chameleon " * 31, "en").words == " ".join(["chameleon"] * 30)
    assert find_terms("caravel " + "x" * 400, ["histrio"]) == find_terms("caravel", ["histrio"])
