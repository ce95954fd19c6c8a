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


def parts_of(draft: Draft) -> list[tuple[int, Part]]:
    """Return every part of the game's pads, with the number of players that it is for; none of a pad that fails."""
    paper = paper_of(draft)
    fewest, most = draft.game.players
    found: list[tuple[int, Part]] = []
    for players in range(fewest, most + 1) if paper is not None else ():
        try:
            found += [(players, part) for part in paper.parts(players) if isinstance(part, Part)] if paper else []
        except Exception:  # noqa: BLE001, S112  # as above
            continue
    return found


def words_of(draft: Draft) -> Iterator[str]:
    """Yield the id of all words that the pads ask for: of each row, of each of its places, and of those in a ring."""
    for _, part in parts_of(draft):
        if part.ring is not None:
            yield from (f"{draft.game.id}/pad-box.{box}" for box in (part.ring.first, part.ring.between))
        for row in part.all_rows:
            yield f"{draft.game.id}/pad.{row.name}"
            yield from (
                f"{draft.game.id}/pad-box.{box}" for box in (*row.boxes, *(row.others or ())) if not box.isdecimal()
            )


def words_that_may_be(draft: Draft) -> Iterator[str]:
    """Yield the id of all words that the pads may have: how a row is counted, what a part is called and begins with."""
    for _, part in parts_of(draft):
        yield f"{draft.game.id}/pad-part.{part.stage}"
        yield f"{draft.game.id}/pad-start.{part.stage}"
        yield from (f"{draft.game.id}/pad-how.{row.name}" for row in part.all_rows)
