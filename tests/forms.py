"""The other forms of a record: as JSON and as words of each language it is the same record, with the same numbers."""

from __future__ import annotations

import json

from callboard_cli.input.parser.typed import read, write
from callboard_cli.render.json_data import unruled_data
from callboard_locales import LANGUAGES, catalog


def assert_one_in_all_forms(stage, record, raw=None):
    """Write a record down in each form, and read it again; `raw` is how it is typed, where it is kept otherwise."""
    assert stage.record(json.loads(record.model_dump_json(by_alias=True))) == record
    results = []
    for language in LANGUAGES:
        said = catalog(language)
        words = write(record.model_dump(mode="json") if raw is None else raw, stage, said)
        typing = read(words, stage, language)
        read_again = stage.record(typing.raw, typing.problems)
        assert read_again == record, words
        results.append(_numbers_of(unruled_data(said, stage.game, stage.name, stage.score(read_again))))
    assert results[0] == results[1] == results[2]


def _numbers_of(value):
    """A result as data without its sentences, and so without the words of a language."""
    if isinstance(value, dict):
        return {key: _numbers_of(inner) for key, inner in value.items() if key != "text"}
    return [_numbers_of(inner) for inner in value] if isinstance(value, list) else value
