"""An entry that somebody left half-way: whose answers it has, and whether it is still about what comes next."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from callboard_cli.entry.evening import EveningStage, next_stage
from callboard_cli.speech.face import Face
from callboard_locales import Catalog
from callboard_nights.night import Night
from callboard_nights.storage import drafts
from callboard_nights.storage.drafts import Draft

if TYPE_CHECKING:
    from callboard_cli.entry.asking.sheet import Sheet
    from callboard_nights.storage.store import Store


def keeping(face: Face, saved: Store, name: str, night: Night, stage: EveningStage) -> Callable[[Sheet], None]:
    """Return what keeps the answers to a stage's questions."""

    def kept(sheet: Sheet) -> None:
        from callboard_cli.entry.asking.words import words_of  # only who is asked

        words = tuple(words_of(sheet, face.catalog))
        drafts.keep(saved.folder, Draft(name, len(night.entries), stage.name, words))

    return kept


def left_half_way(saved: Store, name: str, night: Night, stage: str) -> list[str]:
    """Return the answers that were kept to the questions about what comes next in an evening; of this stage."""
    draft = _draft(saved, name, night)
    return list(draft.words) if draft is not None and stage == draft.stage else []


def going_on(catalog: Catalog, saved: Store, name: str, night: Night) -> str:
    """Return the command that goes on from there; empty where nothing was left half-way."""
    draft = _draft(saved, name, night)
    return "" if draft is None else next_stage(night, draft.stage).command(catalog, ())


def _draft(saved: Store, name: str, night: Night) -> Draft | None:
    draft = drafts.kept(saved.folder)
    if draft is None or (draft.night, draft.entries) != (name, len(night.entries)) or not draft.words:
        return None
    return draft if draft.stage in night.game.stages and night.ended is None and not night.is_won else None


def forget(saved: Store) -> None:
    """Forget what was kept: it has been entered."""
    drafts.drop(saved.folder)
