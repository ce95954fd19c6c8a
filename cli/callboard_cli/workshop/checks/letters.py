"""The marks of each language: quotation marks, ё, and ¿…? ¡…!, in catalogs and rules texts alike."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
