"""`callboard glossary`: a game's word in the three languages."""

from collections.abc import Mapping
from typing import Annotated

import typer

from callboard_cli.commands.options import JsonOption, argument
from callboard_cli.completion import offers
from callboard_cli.input.vocabulary import tell_faults, tried
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import SCHEMA, UI, shortened, to_json
from callboard_locales import LANGUAGES


def glossary(
    ctx: typer.Context,
    word: Annotated[list[str], argument("[glossary.word-metavar]...", "glossary.word", offers.terms)] = [],
    *,
    as_json: JsonOption = False,
) -> None:
    """Find a word of the games in all languages."""
    ui: UI = ctx.obj
    from callboard_rules.glossary import find_terms, load_glossary  # help needs none

    asked = " ".join(word).strip()
    known, unreadable = tried(lambda game: load_glossary(game.id))
    tell_faults(ui, unreadable)
    games = [game.id for game in known]
    terms = find_terms(asked, games) if asked else [term for own in known.values() for term in own]
    if as_json:
        found = [{"game": term.game, "section": f"{term.game}/{term.section}", **term.names} for term in terms]
        ui.emit(to_json({"schema": SCHEMA, "terms": found}))
    elif not terms:
        ui.say(ui.text("glossary.none", given=shortened(asked)), err=True)
    else:
        for term in terms:
            _show(ui, term.game, term.names, term.section)
    if not terms:
        raise typer.Exit(1)


def _show(ui: UI, game: str, names: Mapping[str, tuple[str, ...]], section: str) -> None:
    """Say a term: the reader's name first, the others' names, and where the rules explain it."""
    own = ui.catalog.language
    others = [f"{language}: {', '.join(names[language])}" for language in LANGUAGES if language != own]
    also = f" ({', '.join(names[own][1:])})" if names[own][1:] else ""
    ui.say(f"{names[own][0]}{also} — {'; '.join(others)}")
    ui.say("  " + ui.text("glossary.where", game=title_of(ui.catalog, game), id=game, section=section))
