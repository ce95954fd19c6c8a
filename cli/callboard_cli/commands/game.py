"""`callboard games` lists them; `callboard game` is for who adds one: `new` and `lint`."""

from typing import Annotated

import typer

from callboard_cli.commands.options import JsonOption, argument, option, ways_with
from callboard_cli.completion import offers
from callboard_cli.input.choosing import chosen_game
from callboard_cli.input.vocabulary import fault_text, tell_faults, tried
from callboard_cli.ui.names import listed, title_of
from callboard_cli.ui.output import SCHEMA, UI, CommandLineError, to_json, unknown, visible
from callboard_locales import LANGUAGES
from callboard_scoring.games import faults


def games(
    ctx: typer.Context,
    game: Annotated[str, argument("[help.game-metavar]", "games.game", offers.games)] = "",
    *,
    as_json: JsonOption = False,
) -> None:
    """List the games, their players, stages and languages; of a single one also what can be done with it."""
    ui: UI = ctx.obj
    titles, unreadable = tried(lambda game: ui.beside(title_of, game.id))
    chosen = chosen_game(ui, game) if game else None
    if chosen:
        titles = {chosen: titles[chosen]} if chosen in titles else {}
        unreadable = [fault for fault in unreadable if fault.game == chosen.id]
    wrong = unreadable if chosen else [*faults(), *unreadable]
    if as_json:
        known = [
            {
                "id": one.id,
                "title": title_of(ui.catalog, one.id),
                "players": list(one.players),
                "stages": list(one.stages),
                "languages": list(LANGUAGES),
            }
            for one in titles
        ]
        shown = [{"game": fault.game, "text": fault_text(ui, fault)} for fault in wrong]
        ui.emit(to_json({"schema": SCHEMA, "games": known, **({"errors": shown} if shown else {})}))
        return
    for one, title in titles.items():
        least, most = one.players
        ui.say(ui.text("games.line", id=one.id, title=title, least=least, most=most))
        for stage in one.stages:
            name = listed(ui.catalog, one.id, stage)
            ui.say(f"  {one.id} {name}: {ui.text(f'{one.id}/stage-help.{stage}')}")
    ui.say(ui.text("games.languages", languages=", ".join(LANGUAGES)))
    for line in ways_with(ui, chosen) if chosen else ():
        ui.emit(line)
    tell_faults(ui, wrong)


WORDS = ("new", "lint")
"""What can be done to a game."""
LINT = ("lint", "check")
"""What looks through a game, by its name and by the one of 0.2, which no help tells any more."""


def game(
    ctx: typer.Context,
    word: Annotated[
        str,
        argument(
            "|".join(WORDS), "game.word", lambda incomplete: [word for word in WORDS if word.startswith(incomplete)]
        ),
    ] = "",
    name: Annotated[str, argument("game.name-metavar", "game.name", offers.files())] = "",
    *,
    players: Annotated[str, option("--players", "game.players", "game.players-metavar")] = "",
    stages: Annotated[str, option("--stages", "game.stages", "game.stages-metavar")] = "",
    built_in: Annotated[bool, option("--built-in", "game.built-in")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write a new game's skeleton, or look through a game."""
    ui: UI = ctx.obj
    if word == "new":
        _new(ui, name, players, stages, built_in=built_in, as_json=as_json)
    elif word in LINT:
        _lint(ui, name, as_json=as_json)
    elif word:
        raise unknown("usage.no-word", word, list(WORDS))
    else:
        raise CommandLineError("usage.word-missing", known=", ".join(WORDS))


def _new(
    ui: UI, name: str, players: str, stages: str, *, built_in: bool, as_json: bool
) -> None:  # the command's own arguments
    """Write the skeleton, or say all at once why it cannot be written."""
    from callboard_cli.authoring.new import NewGameError, write_game  # only this word needs it

    try:
        written = write_game(name, players, stages, built_in=built_in)
    except NewGameError as error:
        errors = [
            {
                "path": "",
                "code": code,
                "text": ui.text(code, **{key: visible(str(value)) for key, value in values.items()}),
            }
            for code, values in error.problems
        ]
        if as_json:
            ui.emit(to_json({"schema": SCHEMA, "errors": errors}))
        for one in () if as_json else errors:
            ui.say(one["text"], err=True)
        raise typer.Exit(2) from None
    if as_json:
        files = [str(file) for file in written.files]
        ui.emit(to_json({"schema": SCHEMA, "game": written.id, "folder": str(written.folder), "files": files}))
        return
    ui.say(ui.text("game.written", id=written.id, count=len(written.files), folder=visible(str(written.folder))))
    if built_in:
        ui.say(ui.text("game.next-built-in", id=written.id))
    else:
        ui.say(ui.text("game.next-package", folder=visible(str(written.folder))))
    ui.say(ui.text("game.next", command=f"callboard game lint {written.id}"))


def _lint(ui: UI, name: str, *, as_json: bool) -> None:
    """Tell what is missing or wrong in one game, or in all."""
    from callboard_cli.authoring.check import check_all, check_named  # only this word needs it

    checked = check_named(ui, name) if name else check_all()
    if as_json:
        ui.emit(to_json({"schema": SCHEMA, "games": [one.data(ui.catalog) for one in checked]}))
    for one in () if as_json else checked:
        for finding in one.findings:
            message = "check.advice" if finding.kind == "advice" else "check.line"
            ui.say(ui.text(message, file=visible(one.name(finding.file)), text=finding.text(ui.catalog)))
        number = len(one.findings)
        values = {"game": visible(one.game), "count": number}
        ui.say((ui.catalog.plural("check.findings", number) if number else ui.catalog.text("check.right")) % values)
    if not all(one.is_right for one in checked):
        raise typer.Exit(1)
