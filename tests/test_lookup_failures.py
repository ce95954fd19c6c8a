"""Questions that an earlier look-up failed, each with why: refused, answered with the opposite, or with half of it."""

import tomllib
from collections import Counter

import pytest

from callboard_rules import load_rules
from callboard_rules.passages import passages_of
from callboard_rules.rates import Question
from callboard_rules.search import search
from conftest import ROOT

QUESTIONS = tomllib.loads((ROOT / "tests" / "lookup_failures.toml").read_text(encoding="utf-8"))["question"]
ANSWERED = [one for one in QUESTIONS if one["sections"]]
UNANSWERED = [one for one in QUESTIONS if not one["sections"]]


def asked(question):
    return search(question["game"], question["text"], question["language"])


def each_of(questions):
    return pytest.mark.parametrize("question", questions, ids=[one["text"] for one in questions])


def has_any(words):
    """Return a test of whether a passage has any of these words."""
    return Question("", (), answer=tuple(words)).answered_by


def test_what_is_expected_of_each_question_is_in_the_rules():
    assert len(ANSWERED) >= 100
    assert len(UNANSWERED) >= 5
    assert max(Counter((one["game"], one["language"], one["text"]) for one in QUESTIONS).values()) == 1
    for one in QUESTIONS:
        rules = load_rules(one["game"], one["language"]).sections
        assert set(one["sections"]) <= set(rules), one["text"]
        assert bool(one.get("answer")) == bool(one["sections"]), one["text"]
        answering = [passage for name in one["sections"] for passage in passages_of(rules[name])]
        told = [passage for section in rules.values() for passage in passages_of(section)]
        for words in one.get("answer", ()):
            assert any(map(has_any([words]), answering)), words
        for words in one.get("opposite", ()):
            assert any(map(has_any([words]), told)), words


@each_of(ANSWERED)
def test_its_section_comes_first(question):
    answer = asked(question)
    assert answer.covered, question["why"]
    assert answer.hits[0].section.id in question["sections"], question["why"]


@each_of(ANSWERED)
def test_a_passage_that_answers_is_shown_and_none_that_says_the_opposite_before_it(question):
    shown = [passage for _, passage in asked(question).first]
    answers = list(map(has_any(question["answer"]), shown))
    assert any(answers), question["why"]
    before = shown[: answers.index(True)]
    assert not any(map(has_any(question.get("opposite", ())), before)), question["why"]


@each_of(UNANSWERED)
def test_what_no_rule_answers_is_never_surely_answered(question):
    answer = asked(question)
    tells_unknown = any(passage.untold for _, passage in answer.first[:1])
    assert not answer.covered or tells_unknown or not answer.sure, question["why"]
