"""What stands in a form, in a reader's words: of a record, and of what somebody typed in other words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from callboard_cli.input.candidates import choices_of, takes_names, vocabulary_of
from callboard_cli.input.evening_stage import EveningStage, reworded
from callboard_cli.input.parser.field_types import Counts, Flag, InTurn, Items, Kind
from callboard_cli.input.parser.state import Typing
from callboard_cli.input.parser.tables import Fields, Lines, Purses, kinds_of
from callboard_cli.input.parser.tokenizer import Span
from callboard_cli.phones.forms import LINE, Form, field_at
from callboard_locales import Catalog
from callboard_scoring import records
from callboard_scoring.records import Record
from callboard_scoring.words import draw, spell


def worded(form: Form, whose: str, words: Catalog) -> Mapping[str, str]:
    """Return the texts of a part in a reader's words, those that can be read; the others as they were typed."""
    if (whose, words.language) not in form.wordings:
        texts, model = form.parts.get(whose, {}), form.model(whose)
        form.wordings[whose, words.language] = {
            key: _worded(key, text, model, form.stage, words) if key else text for key, text in texts.items()
        }
    return form.wordings[whose, words.language]


def _worded(key: str, text: str, model: type[Record], stage: EveningStage, words: Catalog) -> str:
    found = field_at(model, key.split("."))
    if found is None or not any(letter.isalpha() for letter in text):
        return text
    own, kind = found
    is_drawn = set(draw(text, stage.words).replace("\n", "").replace(" ", "")) <= set(stage.game.letters.values())
    if takes_names(stage, kind) or not (is_drawn or isinstance(kind, Flag) or vocabulary_of(stage, kind)):
        return text
    value = _read_alone(kind, text, stage, words.language)
    if value is None:
        return text
    if isinstance(value, str):
        value = next((one.meant(value) for one in records.choices_of(own.model_fields[kind.name])), value)
    shown = reworded({kind.name: value}, own, stage.game, words)[kind.name]
    again = (
        _list(kind, shown) if isinstance(kind, Items) else dict(texts_of(kind, shown, stage.game.id, words)).get(LINE)
    )
    return again if again and _read_alone(kind, again, stage, words.language) == value else text


def _read_alone(kind: Kind, text: str, stage: EveningStage, language: str) -> Any:
    """Return what a text says for a field, in canonical tokens; None where it cannot be read, or says nothing."""
    typing = Typing(stage.game.id, stage.words, stage.shorts, language)
    table: dict[str, Any] = {}
    kind.read(typing, (kind.name,), table, Span.whole(text))
    return None if typing.problems else _canonical(table.get(kind.name), stage)


def _canonical(value: Any, stage: EveningStage) -> Any:
    if isinstance(value, list):
        return [_canonical(one, stage) for one in value]
    if isinstance(value, Mapping):
        return {spell(str(key), stage.words): one for key, one in value.items()}
    if not isinstance(value, str):
        return value
    letters = draw(value, stage.words)
    return letters if set(letters) <= set(stage.game.letters.values()) else spell(value, stage.words)


# --- Written ---------------------------------------------------------------------------------------------------------


def written(raw: Mapping[str, Any], model: type[Record], stage: EveningStage, words: Catalog) -> dict[str, str]:
    """Return the texts that make these raw data of a table again, in the reader's words, by their keys."""
    shown = reworded(raw, model, stage.game, words)
    texts: dict[str, str] = {}
    for kind in kinds_of(model):
        counts = isinstance(kind, Counts) and choices_of(stage, kind)  # each has a field of its own
        value = raw.get(kind.name) if counts or isinstance(kind, Purses) else shown.get(kind.name)
        if kind.name != "name" and value is not None:
            own = texts_of(kind, value, stage.game.id, words)
            texts |= {".".join(filter(None, (kind.name, key))): text for key, text in own}
    return texts


def texts_of(kind: Kind, value: Any, game: str, words: Catalog) -> Iterator[tuple[str, str]]:
    """Yield the texts of a field's value, each by what stands in its key behind the field's name."""
    if isinstance(kind, Lines):
        for number, row in enumerate(value):
            yield from ((f"{number}.{key}", text) for key, text in _inner_texts(kind, row, game, words))
    elif isinstance(kind, Fields):
        yield from _inner_texts(kind, value, game, words)
    elif isinstance(kind, Counts):
        if not value:
            yield LINE, "-"
        for key, of in value.items():
            first, *others = of if isinstance(of, list) else [of]
            yield key, "".join([str(first), *(f"{one:+}" for one in others)])
    elif isinstance(kind, InTurn):
        yield from ((str(number), str(item)) for number, item in enumerate(value))
    elif isinstance(kind, Items):
        yield LINE, _list(kind, value)
    elif isinstance(value, bool):
        yield LINE, words.text("result.yes" if value else "result.no")
    else:
        yield LINE, str(value)


def _list(kind: Items, value: Sequence[Any]) -> str:
    """Return a list as it is typed; of one that holds nothing but a nought, that it is no empty one."""
    items = ["-" if item is None else str(item) for item in value]
    if items == ["0"] and kind.typed is not None and kind.typed.is_added:
        return "+0"
    return (" " if kind.numeric or (kind.typed is not None and not any(" " in one for one in items)) else ", ").join(
        items
    )


def _inner_texts(kind: Fields | Lines, row: Mapping[str, Any], game: str, words: Catalog) -> Iterator[tuple[str, str]]:
    for one in kinds_of(kind.model):
        if row.get(one.name) is not None:
            for key, text in texts_of(one, row[one.name], game, words):
                yield ".".join(filter(None, (one.name, key))), text
