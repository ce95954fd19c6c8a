"""Each message that holds a number, a name or a list reads as a native reader has seen it, with 0, 1, 2, 5, 21 and 101."""

import pytest
from numbers_page import FOLDER, page

from conftest import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_with_numbers_and_names_read_as_they_were_read(language):
    # When this differs: `python tests/numbers_page.py`, and read what has changed.
    shown = (FOLDER / f"{language}.txt").read_text(encoding="utf-8").split("\n")
    assert list(page(language)) == shown
    assert len(shown) > 2000
