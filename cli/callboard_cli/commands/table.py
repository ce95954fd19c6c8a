"""`callboard table`: everybody at the table on their own phone."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from callboard_cli.commands.night.answering import answering, warnings
from callboard_cli.commands.options import JsonOption, argument, option
from callboard_cli.commands.setup import begin_evening, named_or_numbered
from callboard_cli.completion import offers
from callboard_cli.input.choosing import chosen_game, is_asking
from callboard_cli.input.players import number_of_players
from callboard_cli.ui.output import UI, CommandLineError, visible

if TYPE_CHECKING:
    from callboard_cli.phones.opening import Beginning
    from callboard_nights.storage.store import Store

_MOST_PORT = 65535


def _offered(ctx: typer.Context, incomplete: str) -> offers.Offered:
    """Offer what a table can be opened for: as the first word a saved evening or a game; the others are names."""
    return [] if ctx.params.get("words") else [*offers.nights(ctx, incomplete), *offers.games(ctx, incomplete)]


def table(
    ctx: typer.Context,
    words: Annotated[list[str], argument("table.words-metavar", "table.words", _offered)] = [],
    *,
    page: Annotated[bool, option("--page", "table.page")] = False,
    port: Annotated[str, option("--port", "table.port", "table.port-metavar")] = "",
    host: Annotated[str, option("--host", "table.host", "table.host-metavar")] = "",
    as_json: JsonOption = False,
) -> None:
    """Serve an evening to everybody at the table."""
    ui: UI = ctx.obj
    number = _port(port)
    if page and words:
        raise CommandLineError("table.page-and-words")
    with answering(ui, as_json=as_json) as saved:
        chosen = None if page else _chosen(ui, saved, words, as_json=as_json)
        from callboard_cli.phones.opening import Opened, open_table  # what cannot be served needs no server

        opened: Opened = open_table(saved, chosen, host, number)
    opened.serve(ui, warnings(ui, saved) if as_json else None)


def _port(given: str) -> int | None:
    """Return the port that was asked for.

    :raises CommandLineError: it is none.
    """
    if not given:
        return None
    if not (given.isascii() and given.isdigit() and len(given) <= len(str(_MOST_PORT)) and int(given) <= _MOST_PORT):
        raise CommandLineError("table.no-port", given=visible(given[:40]))
    return int(given)


def _chosen(ui: UI, saved: "Store", words: Sequence[str], *, as_json: bool) -> "str | Beginning":
    """Return the ID of the evening that is meant, or what begins a new one.

    A word alone is an evening's, if one begins so, else a game's.

    :raises RefusedError: there is no such evening, or several.
    :raises CommandLineError: there is no such game, or not for so many.
    """
    from callboard_cli.input.evenings import meant
    from callboard_cli.input.prompts.keyboard import asked_game  # only who has named nothing is asked
    from callboard_cli.input.vocabulary import games

    if not words and saved.current() is None and is_asking(as_json=as_json):
        words = [asked_game(ui, ui.text("choose.game")).id]
    first, *names = words or [""]
    is_game = bool(first) and bool(games(ui.catalog).found(first))
    if not names and (not is_game or saved.matching(first.strip().casefold())):
        return meant(saved, first)
    game = chosen_game(ui, first)
    names = named_or_numbered(ui, game, names, as_json=as_json)
    number_of_players(game, names, "", None)

    return lambda: begin_evening(ui, game, names, "", as_json=as_json).name
