"""Building the index of what is known: into the wheel, ahead; or in memory, where no wheel brought it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import accumulate, chain

from callboard_rules import ANY, RulesFormatError, load_asked, load_rules, load_unanswered
from callboard_rules.glossary import load_glossary
from callboard_rules.index import NONE, Index
from callboard_rules.words import pieces_of, plain_words, stem


def build_index(game: str, language: str) -> Index:
    """Build the index of a game, or of the questions about ANY.

    :raises RulesFormatError: when a text breaks the format.
    """
    if game == ANY:
        return index_of(language, [(NONE, question) for question in load_unanswered(game, language)], [])
    return index_of(language, *known_of(game, language, load_asked(game, language), load_unanswered(game, language)))


def known_of(
    game: str, language: str, asked: Mapping[str, list[str]], unanswered: list[str]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return all that is known of a game, each with its subject: the questions, and the sections' own texts."""
    sections = load_rules(game, language).sections.values()
    for name in asked:
        if name not in load_rules(game, language).sections:
            raise RulesFormatError(f"{game}/asked/{language}.toml: there is no section {name}")
    questions = {section.id: [section.title, *asked.get(section.id, [])] for section in sections}
    for term in load_glossary(game):
        if term.section not in questions:
            raise RulesFormatError(f"{game}/glossary.toml: there is no section {term.section}")
        questions[term.section] += term.names[language]
    known = [(subject, question) for subject, names in questions.items() for question in names]
    return [*known, *((NONE, question) for question in unanswered)], [
        (section.id, f"{section.title}\n{section.body}") for section in sections
    ]


def index_of(language: str, questions: list[tuple[str, str]], texts: list[tuple[str, str]]) -> Index:
    """Build the index of questions and texts, each with its subject."""
    places: dict[str, list[int]] = defaultdict(list)
    lengths: list[int] = []
    stem_by_form: dict[str, str] = {}
    place = 0
    for _, text in (*questions, *texts):
        words = plain_words(text).split()
        for word in words:
            stem_by_form[word] = stem(word, language)
            places[stem_by_form[word]].append(place)
            place += 1
        lengths.append(len(words))
        place += 1
    stems, forms = sorted(places), sorted(stem_by_form)
    forms_with: dict[str, list[int]] = defaultdict(list)
    for number, form in enumerate(forms):
        for piece in pieces_of(form):
            forms_with[piece].append(number)
    pieces = sorted(forms_with)
    subjects = list(dict.fromkeys(subject for subject, _ in (*questions, *texts)))
    numbers = {subject: number for number, subject in enumerate(subjects)}
    stem_numbers = {word_stem: number for number, word_stem in enumerate(stems)}
    return Index(
        [" ".join(question.split()) for _, question in questions],
        subjects,
        stems,
        forms,
        pieces,
        [numbers[subject] for subject, _ in (*questions, *texts)],
        lengths,
        [stem_numbers[stem_by_form[form]] for form in forms],
        *_joined(places[word_stem] for word_stem in stems),
        *_joined(forms_with[piece] for piece in pieces),
    )


def _joined(lists: Iterable[list[int]]) -> tuple[list[int], list[int]]:
    """Return where each list ends, and all of them in one."""
    kept_lists = list(lists)
    return list(accumulate(map(len, kept_lists))), list(chain.from_iterable(kept_lists))
