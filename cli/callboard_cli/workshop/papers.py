"""What a game under construction puts on paper."""

from __future__ import annotations

from collections.abc import Iterator

from callboard_cli.workshop.draft import Draft
from callboard_scoring.pads import Paper, Part


def paper_of(draft: Draft) -> Paper | None:
    """Return what the game puts on paper; None where it cannot be loaded."""
    try:
        paper = draft.game.paper()
    except Exception:  # noqa: BLE001  # whatever a module under construction does; a check tells it
        return None
    return paper if isinstance(paper, Paper) else None


def all_parts(draft: Draft) -> Iterator[tuple[int, str, Part]]:
    """Yield every part of every pad that gives parts, with the number of players and the stage."""
    paper = paper_of(draft)
    for stage in paper.pads if paper else ():
        for players in numbers_of_players(draft) if stage in draft.game.stages else ():
            parts = pad_parts(draft, stage, players)
            yield from ((players, stage, part) for part in parts) if isinstance(parts, tuple) else ()


def pad_parts(draft: Draft, stage: str, players: int) -> tuple[Part, ...] | Exception | None:
    """Return the parts of a stage's pad, or why there are none; None where it gives something else."""
    paper = paper_of(draft)
    pad = paper.pads.get(stage) if paper else None
    if pad is None:
        return ()
    try:
        parts = tuple(pad(players))
    except Exception as error:  # noqa: BLE001  # whatever a module under construction does
        return error
    return parts if parts and all(isinstance(part, Part) for part in parts) else None


def numbers_of_players(draft: Draft) -> range:
    """Return every number of players that the game is for."""
    fewest, most = draft.game.players
    return range(fewest, most + 1)


def words_of(draft: Draft) -> Iterator[str]:
    """Yield the id of all words that the pads ask for: of each row, of each of its places, and of those in a ring."""
    for _, _, part in all_parts(draft):
        if part.ring is not None:
            yield from (f"{draft.game.id}/pad-box.{box}" for box in (part.ring.first, part.ring.between))
        for row in part.all_rows:
            yield f"{draft.game.id}/pad.{row.name}"
            yield from (
                f"{draft.game.id}/pad-box.{box}" for box in (*row.boxes, *(row.others or ())) if not box.isdecimal()
            )


def words_that_may_be(draft: Draft) -> Iterator[str]:
    """Yield the id of all words that the pads may have: how a row is counted, what a part is called and begins with."""
    for _, _, part in all_parts(draft):
        yield f"{draft.game.id}/pad-part.{part.stage}"
        yield f"{draft.game.id}/pad-start.{part.stage}"
        yield from (f"{draft.game.id}/pad-how.{row.name}" for row in part.all_rows)
