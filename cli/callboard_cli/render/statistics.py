"""Statistics for people and programs: who played and won how often with how many points, and who beats whom."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from callboard_cli.render.evenings.standing import minus
from callboard_cli.render.tallies import OfGame, decimal, pair_text, tallies_of, tally_text, titled, without_winner
from callboard_cli.ui.names import shown_command
from callboard_cli.ui.output import UI, shortened, visible
from callboard_locales import Catalog
from callboard_nights.statistics import Pair, Play, Record, pairs_of, records_of
from callboard_scoring.fields import same_name

_MOST_PAIRS = 12
"""The most pairs of a game that are shown, unless they are those of players who were asked for."""
_MOST_SPELT = 5
"""The most names of which is said that others are written nearly alike."""


def show_statistics(ui: UI, plays: Sequence[Play], names: frozenset[str], *, is_all: bool) -> None:
    """Show how people did in these evenings; of some players only what concerns them."""
    if not plays:
        message, words = ("night/stats-none", ["night", "end"]) if is_all else ("night/stats-nobody", ["stats"])
        _with_commands(ui, ui.text(message), [words])
        return
    games = list(games_of(ui, plays, names))
    tallies = tallies_of(one for game in games for one in game.records)
    if ui.plain:
        for line in (line for game in games for line in _plain(ui, game, names)):
            ui.say(line)
        title = ui.beside(Catalog.text, "night/stats-all-games")
        for one in tallies:
            ui.say(f"{title}: {visible(one.name)}: {ui.beside(tally_text, one)}")
    else:
        from callboard_cli.render.charts import overall, screen  # plain output needs none

        width = shutil.get_terminal_size().columns
        lines = [line for game in games for line in screen(ui, game, names, width)]
        ui.page("\n".join([*lines, *overall(ui, tallies, width)]).rstrip("\n"))
    if any(game.left_out for game in games):
        name = max((one for game in games for one in game.records), key=lambda one: one.plays).name
        _with_commands(ui, ui.text("night/stats-more"), [["stats", "--player", name]])
    for shown, commands in _alike(ui, plays, names):
        _with_commands(ui, shown, commands)


def missing_text(ui: UI, name: str, meant: str | None) -> str:
    """Say that somebody has played no evening that ended, and who was probably meant."""
    if meant is None:
        return ui.text("night/stats-no-player", given=shortened(name))
    return ui.text("night/stats-no-player-meant", given=shortened(name), meant=visible(meant))


def show_missing(ui: UI, game: str, name: str, meant: str | None) -> None:
    """Say it with the command that shows more: whoever was meant, or else all players."""
    words = ["stats", *([game] if game else []), *(["--player", meant] if meant else [])]
    _with_commands(ui, missing_text(ui, name, meant), [words])


def _with_commands(ui: UI, told: str, commands: Iterable[Sequence[str]]) -> None:
    """Say something, and below it commands that do it, a line each that nothing breaks."""
    ui.say(told)
    for words in commands:
        ui.emit(f"  {shown_command(ui, words)}")


def games_of(ui: UI, plays: Sequence[Play], names: frozenset[str]) -> Iterator[OfGame]:
    """Yield what there is to tell of each game, in the order of the list of games."""
    counts = Counter(play.game for play in plays)
    unknown = Counter(play.game for play in plays if not play.is_known)
    unwon = Counter(play.game for play in plays if play.is_known and not play.won)
    pairs: Mapping[str, list[Pair]] = {
        game: [one for one in own if any(one.before) or one.level]
        for game, own in groupby(pairs_of(plays), key=lambda one: one.game)
    }
    for game, own in groupby(records_of(plays), key=lambda one: one.game):
        records = [one for one in own if not names or one.name in names]
        shown = [one for one in pairs.get(game, ()) if not names or names.intersection(one.names)]
        shown.sort(key=lambda one: -one.plays)
        most = len(shown) if names else _MOST_PAIRS
        title = visible(ui.beside(titled, game))
        records.sort(key=lambda one: -one.plays)
        yield OfGame(title, counts[game], unknown[game], unwon[game], records, shown[:most], max(0, len(shown) - most))


def _plain(ui: UI, game: OfGame, names: frozenset[str]) -> Iterator[str]:
    """Yield a game's facts, a line each."""
    for one in game.records:
        yield f"{game.title}: {visible(one.name)}: {ui.beside(_told, one)}"
    for line in without_winner(ui, game):
        yield f"{game.title}: {line}"
    for pair in game.pairs:
        yield f"{game.title}: {pair_text(ui, pair, names)}"


def _told(words: Catalog, one: Record) -> str:
    """Say how somebody did."""
    shown = [tally_text(words, one)]
    if one.average is not None and one.best is not None:
        shown.append(words.text("night/stats-average") % {"number": decimal(words, one.average)})
        shown.append(words.text("night/stats-best") % {"number": minus(one.best)})
    return ", ".join(shown)


def _alike(ui: UI, plays: Sequence[Play], names: frozenset[str]) -> Iterator[tuple[str, Sequence[Sequence[str]]]]:
    """Yield which names differ in nothing but their case, and what joins them: each is counted by itself."""
    often = Counter(name for play in plays for name in play.players)
    nights = {name: play.night for play in plays for name in play.players}  # the newest of each
    spelt: dict[str, list[str]] = {}
    for name in often:
        spelt.setdefault(same_name(name), []).append(name)
    several = [own for own in spelt.values() if len(own) > 1 and (not names or names.intersection(own))]
    for own in several[:_MOST_SPELT]:
        *others, most = sorted(own, key=lambda name: (often[name], name))
        text = ui.text("night/stats-alike", names=", ".join(map(visible, [most, *reversed(others)])))
        yield text, (["night", "resume", nights[others[-1]]], ["night", "rename", others[-1], most], ["night", "end"])


def statistics_data(plays: Collection[Play], names: frozenset[str], lost: int = 0) -> dict[str, Any]:
    """Return the records and pairs of these plays, of some players only theirs, and how many could not be counted.

    A pair has two names, how often each was placed before the other in the same order, how often they were level, and
    the plays that they had together.
    """
    return {
        "players": [
            {
                "name": one.name,
                "game": one.game,
                "plays": one.plays,
                "wins": one.wins,
                "average": one.average,
                "best": one.best,
            }
            for one in records_of(plays)
            if not names or one.name in names
        ],
        "pairs": [
            {
                "names": list(one.names),
                "game": one.game,
                "before": list(one.before),
                "level": one.level,
                "plays": one.plays,
            }
            for one in pairs_of(plays)
            if not names or names.intersection(one.names)
        ],
        **({"uncounted": lost} if lost else {}),
    }
