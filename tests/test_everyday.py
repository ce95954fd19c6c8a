"""What people ask of any game: forty questions in a dozen ways each, which every game answers or has nothing of."""

import shutil
import tomllib
from itertools import combinations

import pytest

from callboard_rules import ANY, RulesFormatError, load_everyday
from callboard_rules.building import build_index
from callboard_rules.index import NONE
from callboard_rules.loader import folder_of, laid
from callboard_rules.search import search
from callboard_rules.words import plain_words
from callboard_scoring.games import GAMES
from conftest import LANGUAGES, ROOT, sampled


def everyday(language):
    return tomllib.loads(folder_of(ANY).joinpath(f"everyday/{language}.toml").read_text(encoding="utf-8"))


def test_forty_questions_of_any_game_are_asked_in_a_dozen_ways_in_each_language():
    asked = {language: everyday(language) for language in LANGUAGES}
    assert len({tuple(lists) for lists in asked.values()}) == 1
    for lists in asked.values():
        assert len(lists) == 40
        assert all(len(questions) >= 10 for questions in lists.values())
        for one, other in combinations(lists.values(), 2):
            assert {plain_words(question) for question in one}.isdisjoint(map(plain_words, other))


@pytest.mark.parametrize(("game", "language"), sampled(GAMES, LANGUAGES, every=2))
def test_none_of_what_everybody_asks_is_refused_and_the_right_section_comes_first(game, language):
    named = tomllib.loads(folder_of(game.id).joinpath("everyday.toml").read_text(encoding="utf-8"))
    assert list(named) == list(everyday(language))
    asked = [(name, one) for name, ones in load_everyday(game.id, language).items() for one in ones if name]
    answers = [(section, search(game.id, question, language, limit=3)) for section, question in asked]
    assert [answer.words for _, answer in answers if not answer.covered] == []
    found = [[hit.section.id for hit in answer.hits] for _, answer in answers]
    assert all(section in names for (section, _), names in zip(answers, found, strict=True))
    assert sum(section == names[0] for (section, _), names in zip(answers, found, strict=True)) >= 0.98 * len(answers)


@pytest.fixture
def everyday_of(tmp_path):
    """The rules of a small game with an `everyday.toml` of so many lines."""

    def lay(text):
        folder = tmp_path / "glow"
        shutil.copytree(ROOT / "tests" / "games" / "fireflies" / "fireflies" / "rules", folder, dirs_exist_ok=True)
        (folder / "everyday.toml").write_text(text, encoding="utf-8")
        return laid("glow", folder)

    return lay


def test_what_the_game_has_not_is_not_answered_and_what_it_has_stands_in_no_other_list(everyday_of):
    with everyday_of('win = "tie-break"\nage = ""\n'):
        index = build_index("glow", "en")
        subjects = dict(zip(index.questions, (index.subjects[one] for one in index.subject_of), strict=False))
    for name, subject in (("win", "tie-break"), ("age", NONE)):
        assert {subjects[" ".join(question.split())] for question in everyday("en")[name]} == {subject}


@pytest.mark.parametrize("text", ['weather = "setup"\n', "win = 3\n", 'win = "nowhere"\n'])
def test_a_question_or_a_section_that_there_is_none_of_is_refused(text, everyday_of):
    with everyday_of(text), pytest.raises(RulesFormatError, match=r"everyday\.toml"):
        build_index("glow", "en")
