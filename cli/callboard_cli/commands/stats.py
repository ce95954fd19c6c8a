"""`callboard stats`: how people did over all evenings that ended, for them, for programs, sheets and BG Stats."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.commands.options import JsonOption, argument, option
from callboard_cli.completion import offers
from callboard_cli.input.choosing import chosen_game
from callboard_cli.ui.output import UI, CommandLineError, to_json

if TYPE_CHECKING:
    from callboard_nights.statistics import Play


def stats(
    ctx: typer.Context,
    game: Annotated[str, argument("[help.game-metavar]", "stats.game", offers.games)] = "",
    *,
    player: Annotated[list[str], option("--player", "stats.player", "score.of-metavar", offers.players)] = [],
    as_csv: Annotated[bool, option("--csv", "stats.csv")] = False,
    each: Annotated[bool, option("--plays", "stats.plays")] = False,
    as_bgstats: Annotated[bool, option("--bgstats", "stats.bgstats")] = False,
    as_json: JsonOption = False,
) -> None:
    """Tell how people did."""
    ui: UI = ctx.obj
    if as_csv + as_bgstats + as_json > 1:
        raise CommandLineError("stats.one-form")
    if each and not as_csv:
        raise CommandLineError("stats.plays-of-csv")
    from callboard_cli.input.evenings import ended_plays, named_players, no_players, of_game  # help needs none

    with answering(ui, as_json=as_json) as saved:
        known, lost = ended_plays(saved)
        asked = _asked_game(ui, game, known)
        plays = of_game(known, asked)
        names = named_players(plays, player)
        shown = [play for play in plays if not player or names.intersection(play.players)]
        if as_json:
            from callboard_cli.render.statistics import statistics_data  # most are read

            emit(ui, saved, statistics_data(shown, names, lost))
        elif as_csv:
            from callboard_cli.render.exports import play_rows, record_rows, sheet_of

            _complain_of_missing(ui, no_players(known, player))
            rows = play_rows(ui.catalog, shown, names) if each else record_rows(ui.catalog, shown, names)
            ui.emit(sheet_of(rows))
        elif as_bgstats:
            from callboard_cli.render.exports import play_file

            _complain_of_missing(ui, no_players(known, player))
            ui.emit(to_json(play_file(ui.catalog, shown)))
        else:
            from callboard_cli.render.statistics import show_missing, show_statistics  # programs see none

            missing = no_players(known, player)
            if shown or len(missing) < len(player) or not known:
                show_statistics(ui, shown, names, is_all=not (game or player))
            for name, meant in missing if known else ():
                played = meant is None or any(meant in play.players for play in plays)
                show_missing(ui, asked if played else "", name, meant)
        if lost and not as_json:
            ui.say(ui.catalog.plural("night/stats-lost", lost) % {"count": lost}, err=True)


def _complain_of_missing(ui: UI, missing: Sequence[tuple[str, str | None]]) -> None:
    """Say beside data who of those asked for has never played."""
    if missing:
        from callboard_cli.render.statistics import missing_text

        for name, meant in missing:
            ui.say(missing_text(ui, name, meant), err=True)


def _asked_game(ui: UI, given: str, plays: Sequence["Play"]) -> str:
    """Return the id of the game that is meant, which need not be here any more; empty where none is named.

    :raises CommandLineError: when no game is called so.
    """
    return given if not given or any(play.game == given for play in plays) else chosen_game(ui, given).id
