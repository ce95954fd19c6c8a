"""What commands offer for their arguments where Tab is pressed: each a function that Typer calls, with descriptions.

Descriptions are in the reader's language. What is needed to know them is imported when Tab is pressed.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import typer

from callboard_cli.input.vocabulary import endings, game_named, tried
from callboard_cli.input.vocabulary import stages as stage_words
from callboard_cli.ui.names import short_name, title_of
from callboard_cli.ui.output import UI
from callboard_locales import LANGUAGES, catalog
from callboard_scoring.game import Game
from callboard_scoring.games import all_games, known_games
from callboard_scoring.words import fold

if TYPE_CHECKING:
    from callboard_nights.night import Night


Offered = list[tuple[str, str]]
"""What can stand for a word that was begun, each with what it means."""
RECORDS = (".toml", ".json")
LINES = (".jsonl", ".json")
"""How the files end that hold one record, or one a line."""
TEXTS = (".txt",)
"""How the files end that hold an evening."""
_MOST_NIGHTS = 50
"""The most evenings that are offered."""
_MOST_FILES = 200
"""The most files of a folder that are offered."""


def games(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer the games with their titles: their ids, or where none begins so the reader's names."""
    ui: UI = ctx.obj
    titles = tried(lambda game: title_of(ui.catalog, game.id))[0]
    shown = {game.id: title for game, title in titles.items()}
    ids = [(known, shown.get(known, "")) for known in known_games()]
    names = ((short_name(ui.catalog, game.id), title) for game, title in titles.items())
    return _begun(incomplete, ids) or _begun(incomplete, names)


def stages(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer the stages of the game before with their titles: the reader's names for them, or else ids."""
    return _stages(ctx, incomplete, lambda game: game.scored)


def pad_stages(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer those of them that have a pad."""
    return _stages(ctx, incomplete, lambda game: game.paper().pads)


def _stages(ctx: typer.Context, incomplete: str, among: Callable[[Game], Iterable[str]]) -> Offered:
    ui: UI = ctx.obj
    game = _game(ctx)
    titles = {stage: title_of(ui.catalog, game.id, stage) for stage in among(game)} if game else {}
    names = ((short_name(ui.catalog, game.id, stage), title) for stage, title in titles.items()) if game else ()
    return _begun(incomplete, names) or _begun(incomplete, titles.items())


def record(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer what can stand on a score's line, and as its first word the files that may hold a record."""
    from callboard_cli.input.candidates import candidates
    from callboard_cli.input.stage import Stage

    ui: UI = ctx.obj
    game = _game(ctx)
    stage = stage_words(game, ui.catalog).find(ctx.params.get("stage") or "") if game else None
    before = ctx.params.get("record") or []
    if game is None or stage is None or any(word.endswith(RECORDS) for word in before):
        return []
    found: Offered = list(candidates(Stage(game, stage), before, incomplete, ui.catalog))
    return found if before else found + _files(incomplete, RECORDS)


def nights(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer the saved evenings, the newest first: by their IDs, with game and players."""
    from callboard_cli.input.evenings import store

    ui: UI = ctx.obj
    shown = ((one.night, one.table or {}) for one in store().summaries()[:_MOST_NIGHTS])
    titles = tried(lambda game: title_of(ui.catalog, game.id))[0]
    names = {game.id: title for game, title in titles.items()}
    return [
        (night, f"{names.get(str(table.get('game')), '')}: {', '.join(table.get('players', ()))}")
        for night, table in shown
        if night.startswith(incomplete)
    ]


def players(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer those who played evenings that ended, each with how many."""
    from callboard_cli.input.evenings import store
    from callboard_cli.ui.wording import unit_of  # it brings what scores

    ui: UI = ctx.obj
    tables = (one.table or {} for one in store().summaries())
    played = Counter(name for table in tables if table.get("ended") for name in table["players"])
    shown = ((name, unit_of(ui.catalog, "night/unit.play", count)) for name, count in played.most_common())
    return _begun(incomplete, shown)


def night_stages(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer the stages of the current evening's game, the one that comes next first."""
    from callboard_cli.input.evenings import current

    ui: UI = ctx.obj
    night = current()
    if night is None:
        return []
    following = [] if night.next is None else [night.next.stage]
    stages = dict.fromkeys([*following, *night.game.stages])
    words = ui.catalog
    return _begun(
        incomplete, ((short_name(words, night.game.id, one), title_of(words, night.game.id, one)) for one in stages)
    )


def night_record(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer what can stand on the line of the current evening's next entry, and files that may hold a record."""
    from callboard_cli.input.candidates import candidates
    from callboard_cli.input.evening_stage import next_stage
    from callboard_cli.input.evenings import current

    ui: UI = ctx.obj
    night = current()
    stage = stage_words(night.game, ui.catalog).find(ctx.params.get("stage") or "") if night else None
    before = ctx.params.get("record") or []
    if night is None or stage is None or any(word.endswith(RECORDS) for word in before):
        return []
    own = next_stage(night, stage)
    typed = {own.called(word.partition(":")[0]) for word in before if ":" in word}
    names = [(f"{name}:", "") for name in night.players if own.seats is not None and name not in typed]
    found: Offered = list(candidates(own, before, incomplete, ui.catalog))
    found = list(dict.fromkeys([*found, *_begun(incomplete, names)]))
    return found if before else found + _files(incomplete, RECORDS)


def setup_words(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer the options of a game's set-up, their values, and the names typed before for who begins."""
    from callboard_cli.input.setups import option_lines, option_words, value_words

    ui: UI = ctx.obj
    game = _game(ctx)
    if game is None:
        return []
    _, model = game.setup()
    before = ctx.params.get("names") or []
    options = option_words(ui, game, model)
    meanings = [meaning for _, meaning in option_lines(ui, game)]
    given = {options.find(word.partition("=")[0]) for word in before if "=" in word}
    key, has_value, _ = incomplete.partition("=")
    if has_value:
        names = [word for word in before if "=" not in word]
        name = options.find(key)
        values = value_words(ui, game, model, name, names).shown.values() if name else ()
        return _begun(incomplete, ((f"{key}={value}", "") for value in values))
    shown = zip(options.shown.items(), meanings, strict=True)
    named = (("-".join(name.split()), rendered) for (key, name), rendered in shown if key not in given)
    return _begun(incomplete, ((f"{name}=", rendered) for name, rendered in named))


def setup_parts(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer the parts that a game's set-up draws, for as many players as were named."""
    from callboard_cli.input.setups import drawn_parts, part_words

    ui: UI = ctx.obj
    game = _game(ctx)
    if game is None:
        return []
    return _listed(incomplete, part_words(ui, game, drawn_parts(game, len(_named(ctx)))).shown.values())


def setup_things(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer what a game's set-up can deal to players."""
    from callboard_cli.input.setups import drawn_parts, thing_words

    ui: UI = ctx.obj
    game = _game(ctx)
    if game is None:
        return []
    return _listed(incomplete, thing_words(ui, game, drawn_parts(game, len(_named(ctx)))).shown.values())


def _named(ctx: typer.Context) -> list[str]:
    """Return the names among the words of a set-up."""
    return [word for word in ctx.params.get("names") or [] if "=" not in word]


def _listed(incomplete: str, words: Iterable[str]) -> Offered:
    """Return the words that go on with a list, several with commas between."""
    lead, comma, begun = incomplete.rpartition(",")
    before = lead.split(",")
    others = ((word, "") for word in words if word not in before)
    return [(f"{lead}{comma}{text}", "") for text, _ in _begun(begun, others)]


def numbers_of_players(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer how many may play the game."""
    game = _game(ctx)
    least, most = game.players if game else (1, 0)
    return _begun(incomplete, ((str(number), "") for number in range(least, most + 1)))


def sections(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer the sections of a game's rules by their ids, with their titles."""
    ui: UI = ctx.obj
    return _begun(incomplete, _sections(ui, _game(ctx)))


def question(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer the titles of a game's sections as whole questions; and as words that were begun the game's own terms."""
    ui: UI = ctx.obj
    game = _game(ctx)
    titles = dict(_sections(ui, game))
    words = [(name, titles.get(section, "")) for name, section in _terms(ui, game) if incomplete]
    whole = [] if ctx.params.get("question") else [(title, section) for section, title in titles.items()]
    return _begun(incomplete, [*words, *whole])


def terms(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer the words of all games in the chosen language, each with its game."""
    ui: UI = ctx.obj
    said = ctx.params.get("word") or []
    return [
        (text, title_of(ui.catalog, game.id))
        for game in all_games()
        for text in endings((name for name, _ in _terms(ui, game)), said, incomplete)
    ]


def languages(incomplete: str) -> Offered:
    """Offer the languages, each by its own name."""
    return _begun(incomplete, ((language, catalog(language).text("app.language")) for language in LANGUAGES))


def files(*endings: str) -> Callable[..., Offered]:
    """Offer files that end so, and folders on the way to them."""
    return lambda incomplete: _files(incomplete, endings)


def _begun(incomplete: str, named: Iterable[tuple[str, str]]) -> Offered:
    """Return what begins as what was typed so far."""
    return [(text, meaning) for name, meaning in named for text in endings([name], (), incomplete)]


def _game(ctx: typer.Context) -> Game | None:
    """Return the game that stands on the line."""
    return game_named(ctx.params.get("game") or "")


def _sections(ui: UI, game: Game | None) -> Iterator[tuple[str, str]]:
    """Yield the ids of a game's sections with their titles."""
    from callboard_rules import load_rules

    if game is not None:
        for section in load_rules(game.id, ui.catalog.language).sections.values():
            yield section.id, section.title


def _terms(ui: UI, game: Game | None) -> Iterator[tuple[str, str]]:
    """Yield the names of a game's terms with the sections that explain them."""
    from callboard_rules.glossary import load_glossary

    for term in load_glossary(game.id) if game is not None else ():
        for name in term.names[ui.catalog.language]:
            yield name, term.section


def _files(incomplete: str, endings: Iterable[str]) -> Offered:
    """Return files and folders that begin as a path does; hidden ones only where their dot was typed."""
    name = incomplete.rpartition("/")[2]
    lead = incomplete.removesuffix(name)
    try:
        with os.scandir(os.path.expanduser(lead) or ".") as entries:  # noqa: PTH111  # the text stays as it was typed
            begun = (entry for entry in entries if entry.name.startswith(name) and (name or entry.name[0] != "."))
            near = sorted(islice(begun, _MOST_FILES), key=lambda entry: entry.name)
            folders = {entry.name: entry.is_dir() for entry in near}
    except (OSError, ValueError):
        return []
    ends = tuple(endings)
    return [
        (f"{lead}{known}{'/' if is_folder else ''}", "")
        for known, is_folder in folders.items()
        if is_folder or known.lower().endswith(ends)
    ]


def claimed(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer the players whose total may be given: those of the record's words so far, or of the evening."""
    ui: UI = ctx.obj
    names = _record_names(ui, ctx) if "stage" in ctx.params else _night(ctx).players
    given = {fold(text.rpartition("=" if "=" in text else ":")[0]) for text in ctx.params.get("claimed") or ()}
    left = (f"{name}=" for name in names if fold(name) not in given)
    return [(text, "") for text in endings(left, (), incomplete)]


def entries(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer the entries that count, by their numbers, with what was entered; the newest first."""
    from callboard_cli.render.evenings.standing import what  # only Tab needs it

    ui: UI = ctx.obj
    night = _night(ctx)
    counted = [entry for entry in reversed(night.entries) if entry.fits]
    shown = ((str(entry.number), what(night, entry)(ui.catalog)) for entry in counted)
    return [(number, meaning) for number, meaning in shown if number.startswith(incomplete)]


def _record_names(ui: UI, ctx: typer.Context) -> Iterator[str]:
    """Yield the players of the words of a record."""
    from callboard_cli.input.parser import typed
    from callboard_cli.input.stage import Stage

    game = game_named(ctx.params.get("game") or "", ui.catalog)
    name = stage_words(game, ui.catalog).find(ctx.params.get("stage") or "") if game else None
    if game is None or name is None:
        return
    stage = Stage(game, name)
    read = typed.read(ctx.params.get("record") or [], stage, ui.catalog.language)
    rows = read.raw.get(stage.seats or "") or ()
    yield from (row["name"] for row in rows if isinstance(row, dict) and isinstance(row.get("name"), str))


def _night(ctx: typer.Context) -> Night:
    """Return the evening that is named, or else the current one."""
    from callboard_cli.input.evenings import meant, opened, store

    saved = store()
    return opened(saved, meant(saved, ctx.params.get("night") or ""))
