"""Checks of what the look-up knows of a game: terms, the questions of players, and how well it answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from callboard_cli.authoring.draft import Draft, Finding
from callboard_locales import LANGUAGES
from callboard_rules import ANY, RulesFormatError, load_asked, load_everyday, load_rules, load_unanswered
from callboard_rules.glossary import load_glossary
from callboard_rules.known import load_known
from callboard_rules.loader import folder_of, read_table
from callboard_rules.passages import passages_of, place_of
from callboard_rules.rates import rates as rates_of
from callboard_rules.rates import read_questions, share
from callboard_rules.search import search
from callboard_rules.words import plain_letters

DOZEN = 12
"""How many questions a section needs to be found by."""
MEASURED = 30
"""How many questions the look-up is measured by."""
ENOUGH = 20
"""How many questions tell a rate at all."""
FIRST, THREE, REFUSED = 0.6, 0.8, 0.2
"""How many questions have to find a section of theirs first, or among three; how many may be refused at the most."""


def glossary(draft: Draft) -> Iterator[Finding]:
    """Look whether every term has names in three languages, each name once, and a section that is there."""
    file = draft.files.rules / "glossary.toml"
    terms = draft.table(file).get("term", [])
    met: set[tuple[str, str]] = set()
    for number, term in enumerate(terms if isinstance(terms, list) else [], 1):
        named = term if isinstance(term, Mapping) else {}
        shown = next((str(named[one][0]) for one in ("en", *LANGUAGES) if _names(named.get(one))), f"{number}")
        if named.get("section") not in draft.sections and draft.rules:
            yield Finding(file, "check.term-section", {"term": shown, "id": named.get("section", "—")})
        for language in LANGUAGES:
            names = _names(named.get(language))
            if not names:
                yield Finding(file, "check.term-names", {"term": shown, "language": language})
            for name in names:
                key = (language, plain_letters(name))
                if key in met:
                    yield Finding(file, "check.term-twice", {"name": name, "language": language})
                met.add(key)


def _names(names: object) -> list[str]:
    """Return the names of a term in one language, if they are written as names are."""
    if not isinstance(names, list):
        return []
    return [name for name in names if isinstance(name, str) and name.strip()]


def asked(draft: Draft) -> Iterator[Finding]:
    """Look whether players' questions are there for every section, each for one section."""
    for language in LANGUAGES:
        file = draft.files.rules / "asked" / f"{language}.toml"
        if not file.exists():
            yield Finding(file, "check.asked-none", {"few": DOZEN})
            continue
        if file in draft.unread:
            continue
        lists = {name: _names(questions) for name, questions in draft.table(file).items()}
        for name in draft.sections:
            if name not in lists:
                yield Finding(file, "check.asked-missing", {"id": name})
        few = [name for name in draft.sections if 0 <= len(lists.get(name, range(DOZEN))) < DOZEN]
        if few:
            yield Finding(file, "check.asked-few", {"few": DOZEN, "ids": few})
        for name in lists:
            if name not in draft.sections and draft.rules:
                yield Finding(file, "check.asked-unknown", {"id": name})
        yield from _asked_twice(draft, file, lists, draft.files.rules / "unanswered" / f"{language}.toml")


def everyday(draft: Draft) -> Iterator[Finding]:
    """Look whether a section is named for each question that people ask of any game, or that the game has none."""
    file = draft.files.rules / "everyday.toml"
    if file in draft.unread:
        return
    named = draft.table(file) if file.exists() else {}
    asked_of_any = read_table(ANY, f"everyday/{LANGUAGES[0]}.toml")
    if missing := [name for name in asked_of_any if not isinstance(named.get(name), str)]:
        yield Finding(file, "check.everyday-missing", {"ids": missing})
    if unknown := [name for name in named if name not in asked_of_any]:
        yield Finding(file, "check.everyday-unknown", {"ids": unknown})
    for section in sorted({one for one in named.values() if isinstance(one, str) and one}):
        if section not in draft.sections and draft.rules:
            yield Finding(file, "check.asked-unknown", {"id": section})


def answered(draft: Draft) -> Iterator[Finding]:
    """Look whether what single passages answer stands under words of one passage, of a section that is there."""
    if not _readable(draft):
        return
    for language in draft.rules:
        file = draft.files.rules / "answered" / f"{language}.toml"
        if not file.exists() or file in draft.unread:
            continue
        sections = load_rules(draft.game.id, language).sections
        for name, lists in draft.table(file).items():
            if name not in sections:
                yield Finding(file, "check.asked-unknown", {"id": name})
            else:
                passages = passages_of(sections[name])
                for words in lists if isinstance(lists, Mapping) else [str(lists)]:
                    if place_of(words, passages) is None:
                        yield Finding(file, "check.answered-words", {"id": name, "words": words})


def _asked_twice(draft: Draft, file: Path, lists: Mapping[str, list[str]], unanswered: Path) -> Iterator[Finding]:
    """Look for a question that stands in two places, so that they speak against each other."""
    met: dict[str, str] = {}
    none = draft.table(unanswered) if unanswered.exists() else {}
    for where, groups in ((file, lists), (unanswered, {name: _names(questions) for name, questions in none.items()})):
        for name, questions in groups.items():
            for question in questions:
                key = plain_letters(question)
                first = met.setdefault(key, name)
                if questions.count(question) > 1:
                    yield Finding(where, "check.asked-again", {"question": question, "id": name})
                elif first != name:
                    yield Finding(where, "check.asked-twice", {"question": question, "id": name, "other": first})


def measured(draft: Draft) -> Iterator[Finding]:
    """Look whether there is what the look-up is measured by, and what it does not answer."""
    for language in LANGUAGES:
        file, unanswered = draft.questions(language), draft.files.rules / "unanswered" / f"{language}.toml"
        if not unanswered.exists():
            yield Finding(unanswered, "check.unanswered-none")
        if not file.exists():
            yield Finding(file, "check.questions-none", {"few": MEASURED})
            continue
        try:
            questions = read_questions(file)
        except RulesFormatError:  # `rates` tells it
            continue
        if len(questions) < MEASURED:
            yield Finding(file, "check.questions-few", {"few": MEASURED, "count": len(questions)})
        if draft.is_built_in:  # their sets grew with the look-up, and are thinned when they are measured
            continue
        asked_file = draft.files.rules / "asked" / f"{language}.toml"
        lists = draft.table(asked_file).values() if asked_file.exists() else ()
        known = {plain_letters(question) for one in lists for question in _names(one)}
        for question in questions:
            if question.kind != "cross" and plain_letters(str(question.text)) in known:
                yield Finding(file, "check.questions-known", {"question": question.text})


def found(draft: Draft) -> Iterator[Finding]:
    """Look whether each section is found by its title, its id and the names of its terms."""
    if not _known(draft):
        return
    terms = load_glossary(draft.game.id)
    for language, text in draft.rules.items():
        file = draft.files.rules / f"{language}.md"
        for section in text.sections:
            names = {name: 2 for term in terms if term.section == section.id for name in term.names[language]}
            names |= {section.title: 1, section.id: 1}
            for name, among in names.items():
                if section.id not in _found(draft, name, language)[:among]:
                    yield Finding(file, "check.not-found", {"name": name, "id": section.id})


def rates(draft: Draft) -> Iterator[Finding]:
    """Look how well the look-up answers the questions that it is measured by."""
    if not _known(draft):
        return
    for language in LANGUAGES:
        file = draft.questions(language)
        if not file.exists():
            continue
        try:
            questions = read_questions(file)
        except RulesFormatError as error:
            yield Finding(file, "check.questions", {"error": error})
            continue
        for question in questions:
            for name in question.sections:
                if name not in draft.sections:
                    yield Finding(file, "check.question-section", {"question": question.text, "id": name})
        rated = rates_of(draft.game.id, language, questions)
        if len(rated.first) < ENOUGH:
            continue
        first, three, refused = share(rated.first), share(rated.three), share(rated.refused)
        if first < FIRST or three < THREE or refused > REFUSED:
            given = {"first": f"{first:.0%}", "three": f"{three:.0%}", "refused": f"{refused:.0%}"}
            floors = {"least": f"{FIRST:.0%}", "least_three": f"{THREE:.0%}", "most": f"{REFUSED:.0%}"}
            yield Finding(file, "check.rates", {**given, **floors})


def _found(draft: Draft, name: str, language: str) -> list[str]:
    return [hit.section.id for hit in search(draft.game.id, name, language).hits]


def _known(draft: Draft) -> bool:
    """Tell whether the look-up can be asked."""
    if not _readable(draft):
        return False
    try:
        for language in LANGUAGES:
            load_known(draft.game.id, language)
    except RulesFormatError:  # other checks tell what cannot be read
        return False
    return True


def _readable(draft: Draft) -> bool:
    """Tell whether the rules and what is asked of them can be read, and it is known where they lie."""
    game = draft.game.id
    if Path(str(folder_of(game))) != draft.files.rules:
        return False
    try:
        load_glossary(game)
        for language in LANGUAGES:
            load_rules(game, language)
            load_asked(game, language)
            load_everyday(game, language)
            load_unanswered(game, language)
    except RulesFormatError:  # other checks tell what cannot be read
        return False
    return True


CHECKS = (glossary, asked, everyday, answered, measured, found, rates)
