"""Checks of a game's words: every id has them in every language, written rightly, and no two things share a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from callboard_cli.authoring.checks.evening import told_names
from callboard_cli.authoring.checks.paper import words_of, words_that_may_be
from callboard_cli.authoring.draft import TO_WRITE, Draft, Family, Finding
from callboard_cli.authoring.texts import PLACE, Message
from callboard_cli.input.stage import about_words
from callboard_cli.input.vocabulary import games as game_words
from callboard_cli.input.vocabulary import names_in
from callboard_cli.ui.names import said_in_all
from callboard_scoring.games import all_games
from callboard_scoring.options import SHARED, own_options
from callboard_scoring.records import field_names, parts_of
from callboard_scoring.setup import Setup
from callboard_scoring.words import fold

_QUOTES = re.compile(r'["“”]')
_WITHOUT_YO = re.compile(r"\b(ее|еще|актер\w*|счет\w*|орел|трех|четырех|берет|придет|вернет)\b", re.IGNORECASE)
"""Words that Russian spells with ё; only such as are no other words without it."""


def marks(language: str, text: str) -> Iterator[str]:
    """Yield the name of each habit of the language that a text breaks: `quotes`, `yo`, `opening`."""
    if language in ("ru", "es") and _QUOTES.search(text):
        yield "quotes"
    if language == "ru" and _WITHOUT_YO.search(text):
        yield "yo"
    if language == "es" and any(text.count(end) != text.count(start) for start, end in ("¿?", "¡!")):
        yield "opening"


PLURALS = {"ru": 3, "en": 2, "es": 2}
"""How many forms a noun has beside a number."""
_WORD = re.compile(r"[a-z]{3,}", re.IGNORECASE)
_OWN_NAMES = re.compile(r"/(game$|example\.|token\..*\.letter$)")
"""Messages that may be the same in any two languages."""
_SENTENCES = re.compile(r"/(stage-help|help|ask|typed|error|doubt)\.")
"""Messages that are sentences, as reasons are: the same in two languages that share an alphabet only by mistake."""


def needed(draft: Draft) -> Iterator[tuple[str, str]]:
    """Yield the id of all words that the game asks for, with what kind of thing they are for."""
    own = draft.game.id
    yield "title", f"{own}/game"
    for stage in draft.game.stages:
        yield from (("stage", f"{own}/{family}.{stage}") for family in ("stage", "stage-help", "typed"))
    yield from (("reason", name) for name in draft.reasons)
    yield from (("doubt", name) for name in draft.doubts)
    yield from (("refusal", name) for name in dict.fromkeys((*draft.refusals, *_raised(draft))))
    fields = {name: stage for stage in draft.stages for name in field_names(draft.stages[stage].model)}
    options = own_options(draft.options) if draft.options is not None else []
    yield from (("field", f"{own}/field.{name}") for name in sorted({*fields, *options, *told_names(draft)}))
    yield from (("help", f"{own}/help.{name}") for name in sorted({*fields, *options}))
    parts = {name for setup in draft.setups for name in setup.parts if name not in SHARED}
    yield from (("part", f"{own}/part.{name}") for name in sorted(parts))
    yield from (("token", f"{own}/token.{token}") for token in draft.game.tokens)
    yield from (("token", f"{own}/token.{token}.letter") for token in draft.game.letters)
    yield from (("unit", f"{own}/unit.{unit}") for unit in sorted(_units(draft)))
    yield from (("example", f"{own}/example.{name}") for name in sorted(_names(draft)))
    yield from (("pad", name) for name in dict.fromkeys(words_of(draft)))


def _raised(draft: Draft) -> Iterator[str]:
    """Yield the id of every problem of the game's own that a case meets, however the code comes by it."""
    for case in draft.refused:
        yield from (one.code for one in case.played.refused if one.code.startswith(f"{draft.game.id}/error."))


def missing(draft: Draft) -> Iterator[Finding]:
    """Look for ids without words, also for those that only another language has words for."""
    asked = dict.fromkeys(needed(draft))
    for language, po in draft.catalogs.items():
        for family, name in asked:
            if name not in po.messages:
                yield Finding(po.path, "check.no-words", {"family": Family(family), "id": name})
        ids = {name for _, name in asked}
        for other, others in draft.catalogs.items():
            for name in others.messages:
                if name not in po.messages and name not in ids:
                    ids.add(name)
                    values = {"id": name, "other": draft.files.catalogs[other].name if _apart(draft) else other}
                    yield Finding(po.path, "check.untranslated", values)
        if not ids - set(po.messages):
            yield from _order(draft, language)


def _apart(draft: Draft) -> bool:
    """Tell whether the catalogs' files have names of their own, instead of folders."""
    return len({path.name for path in draft.files.catalogs.values()}) > 1


def _order(draft: Draft, language: str) -> Iterator[Finding]:
    """Look whether a catalog has its messages in the order of the English one, so that they can be compared."""
    po, english = draft.catalogs[language], draft.catalogs.get("en")
    if english is None or set(po.messages) != set(english.messages):
        return
    pairs = zip(po.messages, english.messages, strict=True)
    moved = next((name for name, other in pairs if name != other), None)
    if moved is not None:
        yield Finding(po.path, "check.order", {"id": moved})


def unused(draft: Draft) -> Iterator[Finding]:
    """Look for words that nothing asks for; not while part of the code cannot be loaded."""
    if set(draft.stages) != set(draft.game.stages) or draft.options is None:
        return
    own = draft.game.id
    fields = {stage: field_names(code.model) for stage, code in draft.stages.items()}
    stage_fields = {*set().union(*fields.values()), *(f"{stage}-{name}" for stage in fields for name in fields[stage])}
    outcomes = {
        told
        for stage, code in draft.stages.items()
        for model in _models_in(code.outcome)
        for name in model.model_fields
        for told in (name, f"{stage}-{name}")
    }
    texts = {text for stage in draft.stages.values() for text in _texts(stage.example)}
    known = {name for _, name in needed(draft)}
    known |= {f"{own}/{family}.{name}" for family in ("help", "ask", "place") for name in stage_fields}
    known |= {f"{own}/typed.{stage}-{name}" for stage in fields for name in fields[stage]}
    known |= {f"{own}/field.{name}" for name in outcomes} | {f"{own}/example.{text}" for text in texts}
    known |= {f"{own}/standing", *words_that_may_be(draft)}
    known |= {f"{own}/kind.{name}" for setup in draft.setups for name in setup.parts}
    known |= {text for text in draft.literals if re.fullmatch(rf"{own}/[a-z-]+\.[a-z0-9-]+", text)}
    forms = re.compile(rf"{own}/token\.({'|'.join(map(re.escape, draft.game.tokens))})\.[^.]+")
    for po in draft.catalogs.values():
        for name in po.messages:
            if name not in known and not (draft.game.tokens and forms.fullmatch(name)):
                code = "check.token-unknown" if name.startswith(f"{own}/token.") else "check.no-use"
                yield Finding(po.path, code, {"id": name})


def written(draft: Draft) -> Iterator[Finding]:
    """Look at each message by itself: written at all, in its own language, with the marks and forms of it."""
    english = draft.catalogs.get("en")
    for language, po in draft.catalogs.items():
        if po.plurals != PLURALS[language]:
            yield Finding(po.path, "check.plurals", {"count": po.plurals, "wanted": PLURALS[language]})
        for name in po.twice:
            yield Finding(po.path, "check.twice", {"id": name})
        for name in po.obsolete:
            yield Finding(po.path, "check.obsolete", {"id": name})
        for name, words in po.messages.items():
            other = english.messages.get(name) if english is not None else None
            code = next(_wrong(language, words, other, name in draft.reasons), None)
            if code is not None:
                yield Finding(po.path, code, {"id": name})
            elif other is not None and words.places != other.places:
                values = {"id": name, "here": _listed(words.places), "english": _listed(other.places)}
                yield Finding(po.path, "check.places", values)
            yield from (
                Finding(po.path, f"check.{mark}", {"id": name})
                for mark in dict.fromkeys(mark for form in words.forms for mark in marks(language, form))
                if not (mark == "quotes" and "/typed." in name)
            )


def _wrong(language: str, words: Message, english: Message | None, reason: bool) -> Iterator[str]:  # noqa: FBT001  # a fact
    """Yield what is wrong with a message, the gravest first."""
    if not any(form.strip() for form in words.forms):
        yield "check.empty"
    if words.fuzzy:
        yield "check.fuzzy"
    if any(TO_WRITE in form for form in words.forms):
        yield "check.placeholder"
    plural = english.plural if english is not None else words.plural
    if words.plural != plural or sum(bool(form.strip()) for form in words.forms) != (
        PLURALS[language] if plural else 1
    ):
        yield "check.forms"
    if any("%" in PLACE.sub("", form) for form in words.forms):
        yield "check.percent"
    if language != "en" and english is not None and _is_english(language, words, english, reason):
        yield "check.english"
    if words.places and not words.comment and "/unit." not in words.id:
        yield "check.comment"


def _is_english(language: str, words: Message, english: Message, reason: bool) -> bool:  # noqa: FBT001  # a fact
    """Tell whether a message was left in English: its words are the same, and not such as may be."""
    if words.forms[0] != english.forms[0] or not _WORD.search(PLACE.sub("", words.forms[0])):
        return False
    if language == "ru":
        return not _OWN_NAMES.search(words.id)
    return reason or bool(_SENTENCES.search(words.id))


def _listed(places: frozenset[str]) -> str:
    return ", ".join(f"%({place})s" for place in sorted(places)) or "—"


def _units(draft: Draft) -> set[str]:
    """Return the nouns that numbers need: those in messages, and the pieces of the set-ups."""
    used = {
        place.partition(":")[2]
        for po in draft.catalogs.values()
        for words in po.messages.values()
        for place in words.places
        if ":" in place
    }
    for setup in draft.setups:
        if isinstance(setup.made, Setup):
            used |= {*setup.made.take, *setup.made.box, *(piece for seat in setup.made.seats for piece in seat.take)}
    return used | {"points"}


def _names(draft: Draft) -> set[str]:
    """Return the names of those who play in the examples."""
    values = (value for stage in draft.stages.values() for value in _values_in(stage.example))
    return {value["name"] for value in values if isinstance(value, Mapping) and isinstance(value.get("name"), str)}


def _texts(example: Any) -> set[str]:
    """Return every text and every key of an example."""
    told = (value for value in _values_in(example) if isinstance(value, (str, Mapping)))
    return {text for value in told for text in ([value] if isinstance(value, str) else map(str, value))}


def _values_in(value: Any) -> Iterator[Any]:
    """Yield a value, and all that is in it: of tables without their keys."""
    yield value
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from _values_in(inner)


def _models_in(annotation: Any, met: frozenset[Any] = frozenset()) -> Iterator[type[BaseModel]]:
    """Yield the models that an annotation mentions, and those of their fields; one within itself is met once."""
    for part in parts_of(annotation):
        if isinstance(part, type) and issubclass(part, BaseModel) and part not in met:
            yield part
            for info in part.model_fields.values():
                yield from _models_in(info, met | {part})


def games(draft: Draft) -> Iterator[Finding]:
    """Look for a name of the game that another one goes by, in one language or in two."""
    own = draft.game.id
    others = game_words(only=[game for game in all_games() if game.id != own])
    for language, said in draft.said(f"{own}/game"):
        for name in names_in(said):
            other = others.named(name)
            if other is not None:
                values = {"word": name.strip(), "other": other.id}
                yield Finding(draft.files.catalogs[language], "check.same-game", values)


def stages(draft: Draft) -> Iterator[Finding]:
    """Look for stages that share a name."""
    yield from _shared(draft, _STAGE, draft.game.stages)


def fields(draft: Draft) -> Iterator[Finding]:
    """Look for fields of one table, or options of the set-up, that share a name: files have them by it as a key."""
    for stage in draft.stages.values():
        whole, *inner = _models_in(stage.model)
        yield from _shared(draft, _FIELD, whole.model_fields, about_words())
        for table in inner:
            yield from _shared(draft, _FIELD, table.model_fields)
    if draft.options is not None:
        yield from _shared(draft, _FIELD, draft.options.model_fields)


def parts(draft: Draft) -> Iterator[Finding]:
    """Look for parts of the set-up that share a name: it tells which one is kept."""
    named = dict.fromkeys(name for setup in draft.setups for name in setup.parts)
    shared = {fold(word): name for name in SHARED if name in named for word in said_in_all(f"setup.{name}")}
    yield from _shared(draft, _PART, [name for name in named if name not in SHARED], shared)


_STAGE = ("stage", "check.same-stage")
_FIELD = ("field", "check.same-field")
_PART = ("part", "check.same-part")
_NONE: Mapping[str, str] = {}


def _shared(
    draft: Draft, kind: tuple[str, str], names: Iterable[str], taken: Mapping[str, str] = _NONE
) -> Iterator[Finding]:
    """Yield a finding for each word of one of these that is another's too; `taken` has words of others, folded."""
    family, code = kind
    owners = {**taken, **{fold(name): name for name in names}}
    for name in names:
        for language, word in draft.said(f"{draft.game.id}/{family}.{name}"):
            other = owners.setdefault(fold(word), name)
            if other != name:
                values = {"word": word, "name": name, "other": other}
                yield Finding(draft.files.catalogs[language], code, values)


CHECKS = (games, stages, fields, parts, missing, unused, written)
