"""Building the index of known questions: ahead of time for the wheel, or in memory where there is no file."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import accumulate, chain, pairwise
from typing import NamedTuple, TypeAlias, TypeVar

from callboard_rules import (
    ANY,
    RulesFormatError,
    load_answered,
    load_asked,
    load_everyday,
    load_rules,
    load_unanswered,
)
from callboard_rules.glossary import load_glossary
from callboard_rules.index import NONE, NOWHERE, Index
from callboard_rules.languages import COUNTED, SAID
from callboard_rules.passages import Passage, nearness, passages_of, place_of
from callboard_rules.words import matters, pieces_of, plain_words, stem, stems, telling

_BOX = "components"
"""The section that tells what is in the box."""
_RANGE = re.compile(r"\d+[–-]\d+")
"""What a piece may show, "1–3 stars", and no number of pieces."""
_BEFORE, _BEHIND = 2, 2
"""How many words before or behind the name of a piece its number stands at most."""
_YEAR = 4
"""How many digits a year has: such a number counts no pieces."""
_T = TypeVar("_T")
_Said: TypeAlias = Mapping[tuple[str, ...], set[str]]


class Asked(NamedTuple):
    """A known question."""

    subject: str
    """The id of the section that answers it, or NONE."""
    text: str
    passage: int | None = None
    """Which passage of the section answers it, counted from 0, where that is known, or NOWHERE."""


def build_index(game: str, language: str) -> Index:
    """Build the index of a game, or of the questions about ANY.

    :raises RulesFormatError: when a text breaks the format.
    """
    unanswered = load_unanswered(game, language)
    if game == ANY:
        return index_of(language, [Asked(NONE, question) for question in unanswered], [], _other_names(game, language))
    asked, answered = load_asked(game, language), load_answered(game, language)
    return index_of(language, *known_of(game, language, asked, unanswered, answered))


def known_of(
    game: str,
    language: str,
    asked: Mapping[str, list[str]],
    unanswered: list[str],
    answered: Mapping[str, Mapping[str, list[str]]],
) -> tuple[list[Asked], list[tuple[str, Passage]], _Said]:
    """Return all that is known of a game: the questions, each section's passages in order, and what else is said.

    Questions are known by their section, by nothing that answers, and by their passage.
    """
    sections = load_rules(game, language).sections
    for kind, lists in (("asked", asked), ("answered", answered)):
        for name in lists:
            if name not in sections:
                raise RulesFormatError(f"{game}/{kind}/{language}.toml: there is no section {name}")
    passages = {name: passages_of(section) for name, section in sections.items()}
    known: list[Asked] = []
    for name, section in sections.items():
        known.append(Asked(name, section.title, 0))
        known += [Asked(name, question) for question in asked.get(name, [])]
        for words, questions in answered.get(name, {}).items():
            place = place_of(words, passages[name])
            if place is None:
                raise RulesFormatError(f"{game}/answered/{language}.toml: {name}: not in one passage alone: {words}")
            known += [Asked(name, question, place) for question in questions]
    known, unanswered = _with_everyday(game, language, known, unanswered)
    boxed = set(stems(" ".join(passage.whole for passage in passages.get(_BOX, [])), language))
    for term in load_glossary(game):
        if term.section not in sections:
            raise RulesFormatError(f"{game}/glossary.toml: there is no section {term.section}")
        known += [Asked(term.section, name) for name in term.names[language]]
        pieces = [name for name in term.names[language] if boxed.issuperset(stems(name, language))]
        for name in pieces:
            place = _counting(telling(name, language), passages[_BOX], language)
            known += [Asked(_BOX, counted.format(name), place) for counted in COUNTED[language]]
    known += [Asked(NONE, question) for question in unanswered]
    listed = [(name, passage) for name, parts in passages.items() for passage in parts]
    return known, listed, _other_names(game, language)


def _with_everyday(
    game: str, language: str, known: list[Asked], unanswered: list[str]
) -> tuple[list[Asked], list[str]]:
    """Return what is known, answered and not, with what is asked of any game.

    What a section answers stands in no other list; what the game has not, only where no other list has it. No section
    knows more of it than it knows besides, so that a game of a few questions is still found by its own.

    :raises RulesFormatError: when a section that should answer is not there.
    """
    sections, everyday = load_rules(game, language).sections, dict(load_everyday(game, language))
    none = everyday.pop(NONE, [])
    if unknown := everyday.keys() - sections.keys():
        raise RulesFormatError(f"{game}/everyday.toml: there is no section {min(unknown)}")
    answered = {plain_words(question): name for name, questions in everyday.items() for question in questions}
    known = [one for one in known if answered.get(plain_words(one.text), one.subject) == one.subject]
    there = {plain_words(one.text) for one in known}
    own = Counter(one.subject for one in known)
    new = {name: [one for one in asked if plain_words(one) not in there] for name, asked in everyday.items()}
    more = [Asked(name, one) for name, asked in new.items() for one in spread(asked, own[name])]
    left = [question for question in unanswered if plain_words(question) not in answered]
    taken = there.union(map(plain_words, left))
    return [*known, *more], [*left, *(question for question in none if plain_words(question) not in taken)]


def spread(items: list[_T], most: int) -> list[_T]:
    """Return at most so many items, evenly spread."""
    return items if len(items) <= most else [items[place * len(items) // most] for place in range(most)]


def _other_names(game: str, language: str) -> _Said:
    """Return the words that people use instead of a name, by its stems: other names of one word, and synonyms.

    So each known question is found by any name that the glossary has for a thing in it.
    """
    other_names: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for word, others in SAID[language].items():
        other_names[stems(word, language)].update(plain_words(others).split())
    for term in load_glossary(game) if game != ANY else ():
        words = {plain_words(name) for name in term.names[language]}
        for name in words:
            other_names[stems(name, language)].update(other for other in words - {name} if " " not in other)
    return other_names


def _counting(name: tuple[str, ...], passages: list[Passage], language: str) -> int:
    """Return which passage gives the number of a piece, in digits near its name, or says that no source does."""
    for place, passage in enumerate(passages):
        if not passage.note and any(_is_counted(name, *parts, language) for parts in pairwise(_parts(passage.whole))):
            return place
    untold = [place for place, one in enumerate(passages) if one.untold]
    return next((place for place in untold if set(name).issubset(stems(passages[place].whole, language))), NOWHERE)


def _parts(text: str) -> list[str]:
    """Return what stands between the colons of a text, and an end: "of 6 types: Goth" counts no Goths."""
    return [*_RANGE.sub(" ", text).split(":"), ""]


def _is_counted(name: tuple[str, ...], part: str, following: str, language: str) -> bool:
    """Tell whether a part of a text names a piece, and a number in digits near it, which may stand in the next."""
    words = [word for word in plain_words(part).split() if matters(word, language)]
    behind = [word for word in plain_words(following).split() if matters(word, language)]
    stemmed = tuple(stem(word, language) for word in words)
    starts = [start for start in range(len(stemmed)) if stemmed[start : start + len(name)] == name]
    near = [[*words, *behind][max(0, start - _BEFORE) : start + len(name) + _BEHIND] for start in starts]
    return any(word.isdigit() and len(word) < _YEAR for words_near in near for word in words_near)


def index_of(
    language: str, questions: list[Asked], passages: list[tuple[str, Passage]], said: _Said | None = None
) -> Index:
    """Build the index of questions and passages, each with its subject, which has its passages in their order.

    A word with other names is indexed under each of them.
    """
    documents = [(one.subject, plain_words(one.text).split()) for one in questions]
    documents += [(subject, plain_words(passage.whole).split()) for subject, passage in passages]
    places: dict[str, list[int]] = defaultdict(list)
    lengths: list[int] = []
    stem_by_form: dict[str, str] = {}
    place = 0
    by_first: dict[str, list[tuple[tuple[str, ...], set[str]]]] = defaultdict(list)
    for name, others in (said or {}).items():
        by_first[name[0]].append((name, others))
    for _, words in documents:
        own = tuple(stem(word, language) for word in words)
        stem_by_form.update(zip(words, own, strict=True))
        for number, word in enumerate(own):
            here = {word}
            for name, others in by_first.get(word, ()):
                if own[number : number + len(name)] == name:
                    said_here = {other: stem(other, language) for other in others}
                    stem_by_form.update(said_here)
                    here.update(said_here.values())
            for one in here:
                places[one].append(place)
            place += 1
        lengths.append(len(words))
        place += 1
    word_stems, forms = sorted(places), sorted(stem_by_form)
    forms_with: dict[str, list[int]] = defaultdict(list)
    for number, form in enumerate(forms):
        for piece in pieces_of(form):
            forms_with[piece].append(number)
    pieces = sorted(forms_with)
    subjects = list(dict.fromkeys(subject for subject, _ in documents))
    numbers = {subject: number for number, subject in enumerate(subjects)}
    stem_numbers = {word_stem: number for number, word_stem in enumerate(word_stems)}
    return Index(
        [" ".join(question.text.split()) for question in questions],
        subjects,
        word_stems,
        forms,
        pieces,
        [numbers[subject] for subject, _ in documents],
        _answering(language, questions, passages, [words for _, words in documents]),
        lengths,
        [stem_numbers[stem_by_form[form]] for form in forms],
        *_joined(places[word_stem] for word_stem in word_stems),
        *_joined(forms_with[piece] for piece in pieces),
    )


def _answering(
    language: str, questions: list[Asked], passages: list[tuple[str, Passage]], documents: list[list[str]]
) -> list[int]:
    """Return by question and by passage: which passage of its subject answers it or is nearest, or it is.

    The documents are the plain words of the questions, then of the passages.
    """
    counted_in = [Counter(stem(word, language) for word in words if matters(word, language)) for words in documents]
    asked, passage_words = counted_in[: len(questions)], counted_in[len(questions) :]
    having = Counter(chain.from_iterable(asked))
    rarity = {word: math.log(1 + (len(asked) - number + 0.5) / (number + 0.5)) for word, number in having.items()}
    own: dict[str, list[Passage]] = defaultdict(list)
    words: dict[str, list[Counter[str]]] = defaultdict(list)
    numbers = []
    for (subject, passage), counted in zip(passages, passage_words, strict=True):
        numbers.append(len(own[subject]))
        own[subject].append(passage)
        words[subject].append(counted)
    for question, counted in zip(questions, asked, strict=True):
        if question.passage is not None and question.passage != NOWHERE and question.subject in words:
            words[question.subject][question.passage].update(counted)
    lengths = {subject: [text.total() for text in texts] for subject, texts in words.items()}
    nearest = []
    for question, counted in zip(questions, asked, strict=True):
        texts = words.get(question.subject, [])
        if question.passage is None and texts:
            weighed = [(rarity[word], [text.get(word, 0) for text in texts]) for word in counted]
            near = nearness(own[question.subject], weighed, lengths[question.subject])
            nearest.append(near.index(max(near)))
        else:
            nearest.append(NOWHERE if question.passage is None else question.passage)
    return [*nearest, *numbers]


def _joined(lists: Iterable[list[int]]) -> tuple[list[int], list[int]]:
    """Return where each list ends, and all of them in one."""
    kept_lists = list(lists)
    return list(accumulate(map(len, kept_lists))), list(chain.from_iterable(kept_lists))
