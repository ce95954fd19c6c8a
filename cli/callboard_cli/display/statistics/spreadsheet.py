"""Statistics for a spreadsheet: CSV in UTF-8, in which no cell is run.

There is no mark of the byte order before it: what is printed goes through pipes as often as into a file, and a reader
that does not expect the mark takes it for a part of the first head. Decimals stand behind a full stop in any language.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any

from callboard_cli.display.statistics.tallies import titled
from callboard_cli.display.when import second
from callboard_locales import Catalog
from callboard_nights.statistics import Play, records_of

_RUN = "=+-@"
"""What a spreadsheet takes for the beginning of a formula, the wide forms of these too."""
_BEGINNING = re.compile(r"(^|[,;|\t\r\n])(\s*)(\S)")
"""The beginning of a cell, or of what is one to a spreadsheet that expects another separator."""
_CONTROL = ("\t", "\r", "\n", "\0")

RECORD = ("night/game", "night/player", "night/plays", "night/wins", "night/average", "night/best")
PLAY = ("night/evening", "night/date", "night/game", "night/player", "night/points", "night/place", "night/won")
"""The heads of both sheets."""

Row = Sequence[Any]


def record_rows(words: Catalog, plays: Collection[Play], names: frozenset[str]) -> Iterator[Row]:
    """Yield a row of heads, and one for each player and game; wins are empty where nobody knows who won any play."""
    yield [words.text(head) for head in RECORD]
    for one in records_of(plays):
        if not names or one.name in names:
            yield [titled(words, one.game), one.name, one.plays, one.wins if one.known else None, one.average, one.best]


def play_rows(words: Catalog, plays: Collection[Play], names: frozenset[str]) -> Iterator[Row]:
    """Yield a row of heads, and one for each evening and player, the oldest first."""
    title = cache(partial(titled, words))
    yield [words.text(head) for head in PLAY]
    for play in plays:
        for seat, name in enumerate(play.players):
            if not names or name in names:
                yield [
                    play.night,
                    second(play.began).partition(" ")[0],
                    title(play.game),
                    name,
                    None if play.points is None else play.points[seat],
                    None if play.places is None else play.places[seat],
                    int(name in play.won) if play.is_known else None,
                ]


def sheet_of(rows: Iterable[Row]) -> str:
    """Write rows as CSV; texts are quoted, numbers stay numbers, and None is an empty cell."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    harmless = cache(defused)
    for row in rows:
        writer.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue().removesuffix("\n")


def defused(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: with an apostrophe before what would begin one.

    What begins one, and that wide letters, tabs and line ends count, is the advice of OWASP on CSV injection.

    >>> defused("=1+1"), defused("Ann; @SUM(A1)"), defused("Ann-Marie")
    ("'=1+1", "Ann; '@SUM(A1)", 'Ann-Marie')
    """
    text = _BEGINNING.sub(_marked, text)
    return f"'{text}" if text.startswith(_CONTROL) else text


def _marked(beginning: re.Match[str]) -> str:
    separator, blanks, letter = beginning.groups()
    is_run = unicodedata.normalize("NFKC", letter)[:1] in _RUN
    return f"{separator}{blanks}'{letter}" if is_run else beginning[0]
