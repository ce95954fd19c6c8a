"""The index that the wheel brings answers as the one built from the texts; and where it cannot be read, that one does."""

import pytest
from questions.measure import questions

from callboard_rules import known
from callboard_rules.search import search
from conftest import LANGUAGES

GAME = "historia"
ASKED = [(language, question["text"]) for game, language, question in questions() if game == GAME]


@pytest.fixture
def ahead(tmp_path, monkeypatch):
    """Build the indexes of a game ahead, and have them taken for those of the wheel."""
    for language in LANGUAGES:
        folder = tmp_path / language
        folder.mkdir()
        known.build_index(GAME, language, str(folder))
    known.load_known.cache_clear()
    monkeypatch.setattr(known, "AHEAD", str(tmp_path))
    yield tmp_path
    known.load_known.cache_clear()


def answers():
    return [search(GAME, text, language) for language, text in ASKED]


@pytest.mark.usefixtures("ahead")
def test_an_index_built_ahead_answers_the_same(monkeypatch):
    read = answers()
    assert {known.load_known(GAME, language).folder is None for language in LANGUAGES} == {False}
    known.load_known.cache_clear()
    monkeypatch.setattr(known, "AHEAD", "nowhere")
    assert read == answers()
    assert known.load_known(GAME, "en").folder is None


def test_nothing_is_written_beside_an_index_built_ahead(ahead):
    before = sorted((path, path.stat().st_mtime_ns) for path in ahead.rglob("*"))
    answers()
    assert sorted((path, path.stat().st_mtime_ns) for path in ahead.rglob("*")) == before


@pytest.mark.parametrize("damage", ["meta.json", "*.idx", "*.store", "*"])
def test_an_index_that_cannot_be_read_is_built_anew(ahead, damage, monkeypatch):
    for path in ahead.rglob(damage):
        if path.is_file():
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    read = answers()
    known.load_known.cache_clear()
    monkeypatch.setattr(known, "AHEAD", "nowhere")
    assert read == answers()
