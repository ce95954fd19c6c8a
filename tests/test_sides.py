"""Pairs of questions that differ in one word: what is shown first answers the one that was asked, not its opposite."""

import tomllib
from collections import Counter

import pytest

from callboard_rules import load_rules
from callboard_rules.passages import passages_of
from callboard_rules.search import search
from callboard_rules.words import plain_words
from conftest import ROOT

PAIRS = tomllib.loads((ROOT / "tests" / "pairs_of_questions.toml").read_text(encoding="utf-8"))["pair"]
"""Written from the rulebooks by a reader who had not asked the look-up anything."""


def has(passage, line):
    text = plain_words(passage.whole)
    return all(plain_words(cell) in text for cell in line.split("|"))


def came_of(pair, asked, other):
    answer = search(pair["game"], pair[asked], pair["language"])
    shown = [passage for _, passage in answer.first]
    if not answer.covered:
        return "refused"
    if any(has(passage, pair[f"{asked}_line"]) for passage in shown):
        return "right"
    return "opposite" if any(has(passage, pair[f"{other}_line"]) for passage in shown) else "neither"


def share(pairs):
    came = Counter(came_of(pair, *sides) for pair in pairs for sides in (("a", "b"), ("b", "a")))
    return {name: number / came.total() for name, number in came.items()}


def test_each_line_that_answers_is_in_the_rules():
    assert len(PAIRS) == 200
    for pair in PAIRS:
        sections = load_rules(pair["game"], pair["language"]).sections.values()
        told = [passage for section in sections for passage in passages_of(section)]
        for line in (pair["a_line"], pair["b_line"]):
            assert any(has(passage, line) for passage in told), line


def test_what_is_shown_first_answers_what_was_asked_and_seldom_only_the_opposite():
    found = share(PAIRS[::5])
    assert found["right"] >= 0.75
    assert found.get("opposite", 0) <= 0.12


@pytest.mark.long
def test_the_same_of_all_pairs():
    found = share(PAIRS)
    assert found["right"] >= 0.78
    assert found["opposite"] <= 0.1
