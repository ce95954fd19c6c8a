"""What people want of a set-up, as it is typed: parts that stay, things left out, another one than last time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from callboard_cli.entry.options import Wishes, Words, shared_words
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face
from callboard_cli.speech.naming import said_in_all
from callboard_cli.speech.wording import token, token_words
from callboard_scoring.game import Game
from callboard_scoring.lots import Demands, Part, choose, parts_of, things_of, unlike_parts
from callboard_scoring.making import Made
from callboard_scoring.options import SHARED
from callboard_scoring.records import Record
from callboard_scoring.words import fold, spell

if TYPE_CHECKING:
    from callboard_nights.keeping.store import Store


@dataclass(frozen=True)
class Met:
    """What came of wishes: a set-up, and what was asked of it."""

    made: Made
    demands: Demands
    code: str = ""
    """The code of the set-up from which parts were kept."""
    night: str = ""
    """The ID of the evening from which parts were kept, if it was one."""
    last: str | None = None
    """The ID of the evening that it is not to be like; empty where there is none, None where that was not asked."""
    differs: tuple[str, ...] = ()
    """The parts that are others than on that evening."""


def meet(  # noqa: PLR0913, PLR0917  # for whom, from what
    face: Face, game: Game, names: Sequence[str], options: Record, wishes: Wishes, base: Made | None, saved: Store
) -> Met:
    """Make a set-up that meets all wishes; without a base, parts are kept from the last evening that was set up.

    :raises CommandLineError: for a part or a thing that there is not, or where there is nothing to keep it from.
    :raises ClashError: when no set-up meets them all.
    """
    from callboard_cli.entry.nights import last_set_up  # noqa: PLC0415  # most set-ups ask for no evening

    parts = {name: part for name, part in parts_of(game, names, options).items() if name}
    keep = _read(part_words(face, game, parts), "usage.no-setup-part", wishes.keep, game)
    without = _read(thing_words(face, game, parts), "usage.no-setup-thing", wishes.without, game)
    is_asked = wishes.unlike_last or (keep and base is None)
    night, last = (last_set_up(saved, game) if is_asked else None) or ("", None)
    kept = base or last
    if keep and kept is None:
        raise CommandLineError("usage.setup-no-night")
    if kept is not None:
        had = {name: part for name, part in parts.items() if kept.draws.get(name) is not None}
        words = part_words(face, game, parts)
        for name in keep:
            if name not in had:
                known = ", ".join(words.shown[one] for one in had) or "—"
                raise CommandLineError("usage.setup-not-kept", part=words.shown[name], known=known)
    demands = Demands(keep, kept if keep else None, without, last if wishes.unlike_last else None)
    return Met(
        choose(game, names, options, demands),
        demands,
        code=str(kept.code) if keep and kept is not None else "",
        night=night if keep and base is None else "",
        last=night if wishes.unlike_last else None,
        differs=unlike_parts(parts, demands, names),
    )


def drawn_parts(game: Game, players: int = 0) -> dict[str, Part]:
    """Return the parts of a game's usual set-up, for so many players or else for the most."""
    fewest, most = game.players
    number = players if fewest <= players <= most else most
    parts = parts_of(game, [f"\0{place}" for place in range(number)], game.setup()[1]())
    return {name: part for name, part in parts.items() if name}


def part_words(face: Face, game: Game, parts: Iterable[str]) -> Words:
    """Return the words for parts of a game's set-up."""
    meant: dict[str, str] = {}
    shown: dict[str, str] = {}
    for name in parts:
        said, shown[name] = _said(face, game, name)
        meant |= {fold(word): name for word in (name, *said)}
    return Words(meant, shown)


def told_demands(face: Face, game: Game) -> list[tuple[str, str]]:
    """Return how demands on a game's set-up are typed, with the parts and the things that it has, and their meaning."""
    parts = drawn_parts(game)
    things = thing_words(face, game, parts).shown.values()
    told = [(f"--keep {'|'.join(part_words(face, game, parts).shown.values())}", face.text("setup.keep"))]
    if things:
        told.append((f"--without {'|'.join(things)}", face.text("setup.without")))
    return [*told, ("--not-like-last", face.text("setup.not-like-last"))]


def _said(face: Face, game: Game, part: str) -> tuple[list[str], str]:
    """Return all words for a part, and the reader's."""
    if part in SHARED:
        return shared_words(face, part)
    message = f"{game.id}/part.{part}"
    return list(said_in_all(message)), face.text(message).partition("|")[0] if face.catalog.has(message) else part


def thing_words(face: Face, game: Game, parts: Mapping[str, Part]) -> Words:
    """Return the words for what the parts of a game's set-up deal to players."""
    things = things_of(parts)
    said = {fold(word): thing for thing in things for word in said_in_all(f"{game.id}/token.{thing}")}
    return Words(
        said | {fold(thing): thing for thing in things},
        {thing: token(face.catalog, game.id, thing) for thing in things},
    )


def _read(words: Words, message: str, typed: Iterable[str], game: Game) -> tuple[str, ...]:
    """Read words, several with commas between; each that is meant once."""
    found = []
    for word in (one.strip() for several in typed for one in several.split(",")):
        if word:
            spelled = spell(word, token_words(game))
            found.append(words.read(message, spelled if fold(spelled) in words.meant else word, word))
    return tuple(dict.fromkeys(found))
