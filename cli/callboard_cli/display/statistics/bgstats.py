"""Evenings as a play file of BG Stats, the app (.bgsplay), which the app opens and imports, several plays at once.

The app's maker documents a link with one play (www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-
websites/): its dates, ranks, winners and start players are meant alike. The file's shape is that of public samples:

* pastebin.com/iDbHyBui: a file that the app wrote;
* ctuncan/bga_bgstats, main.py, and soul28561/bgstats-lichess-import, src/main/java/LichessImport.java: programs that
  write such files of many plays to be imported;
* theiam79/BGStats.Bot, src/BGStats.Bot/Models: the keys that a reader of such files expects, and
  theiam79/hermod-bot, tests/Hermod.BGStats.Tests/PlayFileParserTests.cs: a file of the app with six plays.

Nothing is made up. Where somebody played, how long, who was new and the game's number at BoardGameGeek are not known:
there is no place, 0 stands for the others as the samples have it, and keys that would say more are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import NAMESPACE_DNS, uuid5

from callboard_cli.display.statistics.tallies import titled
from callboard_cli.display.when import second
from callboard_locales import Catalog
from callboard_nights.statistics import Play

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
