"""Checks of what a game, its stages and its fields are called: what is typed for one is not read as another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from callboard_cli.entry.games import tried
from callboard_cli.entry.names import game_names, names_in
from callboard_cli.entry.stage import about_words
from callboard_cli.speech.naming import said_in_all
from callboard_cli.workshop.draft import Draft
from callboard_cli.workshop.finding import Finding
from callboard_scoring.options import SHARED
from callboard_scoring.records import Record, tables_of
from callboard_scoring.words import fold


def games(draft: Draft) -> Iterator[Finding]:
    """Look for a name of the game that another one goes by, in one language or in two."""
    own = draft.game.id
    others = {name: game.id for game, names in tried(game_names)[0].items() for name in (*names, game.id)}
    for language, said in draft.said(f"{own}/game"):
        for name in names_in(said):
            other = others.get(fold(name), own)
            if other != own:
                yield Finding(draft.files.catalogs[language], "check.same-game", {"word": name.strip(), "other": other})


def stages(draft: Draft) -> Iterator[Finding]:
    """Look for stages that share a name."""
    yield from _shared(draft, _STAGE, draft.game.stages)


def fields(draft: Draft) -> Iterator[Finding]:
    """Look for fields of one table, or options of the set-up, that share a name: files have them by it as a key."""
    for stage in draft.stages.values():
        whole, *inner = _tables(stage.model)
        yield from _shared(draft, _FIELD, whole.model_fields, about_words())
        for table in inner:
            yield from _shared(draft, _FIELD, table.model_fields)
    if draft.options is not None:
        yield from _shared(draft, _FIELD, draft.options.model_fields)


def parts(draft: Draft) -> Iterator[Finding]:
    """Look for parts of the set-up that share a name: it tells which one is kept."""
    named = dict.fromkeys(name for setup in draft.setups for name in setup.parts)
    shared = {fold(word): name for name in SHARED if name in named for word in said_in_all(f"setup.{name}")}
    yield from _shared(draft, _PART, [name for name in named if name not in SHARED], shared)


def _tables(model: type[Record]) -> Iterator[type[Record]]:
    """Yield a record's model, and those of the tables in it."""
    yield model
    for info in model.model_fields.values():
        for table in tables_of(info.annotation):
            yield from _tables(table)


_STAGE = ("stage", "check.same-stage")
_FIELD = ("field", "check.same-field")
_PART = ("part", "check.same-part")
_NONE: Mapping[str, str] = {}


def _shared(
    draft: Draft, kind: tuple[str, str], names: Iterable[str], taken: Mapping[str, str] = _NONE
) -> Iterator[Finding]:
    """Yield a finding for each word of one of these that is another's too; `taken` has words of others, folded."""
    family, code = kind
    owners = {**taken, **{fold(name): name for name in names}}
    for name in names:
        for language, word in draft.said(f"{draft.game.id}/{family}.{name}"):
            other = owners.setdefault(fold(word), name)
            if other != name:
                values = {"word": word, "name": name, "other": other}
                yield Finding(draft.files.catalogs[language], code, values)


CHECKS = (games, stages, fields, parts)
