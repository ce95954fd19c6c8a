"""Statistics for other programs: CSV, in which no cell is run, and a play file of BG Stats (.bgsplay)."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any
from uuid import NAMESPACE_DNS, uuid5

from callboard_cli.render.dates import second
from callboard_cli.render.tallies import titled
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


ABOUT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, "
    "try to use a share, export or open-in function to open it with Board Game Stats."
)
"""What such a file says of itself, in English in all samples."""
_OURS = uuid5(NAMESPACE_DNS, "callboard")


def play_file(words: Catalog, plays: Sequence[Play]) -> dict[str, Any]:
    """Return a play file of these evenings; the same evening is the same play whenever it is written."""
    games = {game: number for number, game in enumerate(dict.fromkeys(play.game for play in plays), 1)}
    players = {name: number for number, name in enumerate(_names(plays), 1)}
    by_end = sorted(plays, key=lambda play: play.ended)
    newest = {game: second(ended) for game, ended in {play.game: play.ended for play in by_end}.items()}
    last = {name: play.ended for play in by_end for name in play.players}
    pointless = {play.game for play in plays if play.places} - {play.game for play in plays if play.points}
    return {
        "about": ABOUT,
        "players": [
            {
                "uuid": _uuid("player", name),
                "id": number,
                "name": name,
                "isAnonymous": False,
                "modificationDate": second(last[name]),
                "bggUsername": "",
            }
            for name, number in players.items()
        ],
        "locations": [],
        "games": [
            {
                "uuid": _uuid("game", game),
                "id": number,
                "name": titled(words, game),
                "modificationDate": newest[game],
                "cooperative": False,
                "highestWins": True,
                "noPoints": game in pointless,
                "usesTeams": False,
                "bggId": 0,
                "bggYear": 0,
            }
            for game, number in games.items()
        ],
        "plays": [_play(play, games[play.game], players) for play in plays],
        "userInfo": {"meRefId": 0},
    }


def _names(plays: Iterable[Play]) -> list[str]:
    return list(dict.fromkeys(name for play in plays for name in play.players))


def _uuid(*told: str) -> str:
    """Return what the app knows something by: the same for the same words."""
    return str(uuid5(_OURS, "\n".join(told)))


def _play(play: Play, game: int, players: dict[str, int]) -> dict[str, Any]:
    ended = second(play.ended)
    return {
        "uuid": _uuid("play", play.game, play.night, play.began),
        "modificationDate": ended,
        "entryDate": ended,
        "playDate": second(play.began),
        "usesTeams": False,
        "durationMin": 0,
        "ignored": False,
        "manualWinner": not _is_won_by_points(play),
        "rounds": 0,
        "gameRefId": game,
        "board": "",
        "scoringSetting": 0,
        "playerScores": [_score(play, seat, players[name]) for seat, name in enumerate(play.players)],
    }


def _is_won_by_points(play: Play) -> bool:
    """Tell whether those have won who have the most: not after a tie-break, and not where somebody imaginary did."""
    if play.points is None:
        return False
    most = max(play.points)
    return play.won == {name for name, points in zip(play.players, play.points, strict=True) if points == most}


def _score(play: Play, seat: int, player: int) -> dict[str, Any]:
    """Return what a player had; the rank only where somebody won, and who began only where the set-up said so."""
    name = play.players[seat]
    return {
        "score": "" if play.points is None else str(play.points[seat]),
        "winner": name in play.won,
        **({} if play.first is None else {"startPlayer": name == play.first}),
        "playerRefId": player,
        "role": "",
        "rank": play.places[seat] if play.won and play.places is not None else 0,
        "seatOrder": 0,
    }
