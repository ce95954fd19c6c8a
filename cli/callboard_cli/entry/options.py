"""Options of a set-up as they are typed: `season=2`, by the words for them and for their values in any language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from callboard_cli.speech.complaints import CommandLineError, missed, nearest
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.naming import said_in_all
from callboard_cli.speech.wording import field_words, label, said_of, token, token_words, yes_or_no
from callboard_scoring.game import Game
from callboard_scoring.options import SHARED, by_rule, option_values
from callboard_scoring.records import Record
from callboard_scoring.words import fold, spell

_SHARED = {"seats": "setup.seats", "first": "setup.first"}
"""The words for the options that games share."""
_DECIDED = {"given": "setup.given", "drawn": "setup.drawn"}
_BY_RULE = "setup.rule"
"""The words for who decides."""


@dataclass(frozen=True)
class Words:
    """What can be typed for one of a few things."""

    meant: dict[str, Any]
    """Folded words in all languages, each with what it means."""
    shown: dict[Any, str]
    """What each is called in the reader's words."""
    told: Sequence[str] = ()
    """How all of them are listed, where that is not by what each is called alone."""

    def read(self, message: str, typed: str, complained_of: str) -> Any:
        """Return what a word means.

        :raises CommandLineError: when it is none of them; it names the nearest one.
        """
        if fold(typed) in self.meant:
            return self.meant[fold(typed)]
        near = nearest(fold(typed), list(self.meant))
        meant = self.shown.get(self.meant[near]) if near else None
        raise missed(message, complained_of, list(self.told or self.shown.values()) or ["—"], meant)


@dataclass(frozen=True)
class Wishes:
    """What was typed of what else people want of a set-up; `demands.py` reads it."""

    keep: Sequence[str] = ()
    """The parts that stay as they were."""
    without: Sequence[str] = ()
    """The things that nobody is dealt."""
    unlike_last: bool = False
    """Whether what is rolled has to be another than last time."""

    def __bool__(self) -> bool:
        """Tell whether anything was."""
        return bool(self.keep or self.without or self.unlike_last)


def read_options(
    face: Face, game: Game, words: Iterable[str], model: type[Record], seated: Sequence[str]
) -> dict[str, Any]:
    """Read `season=2` and its like; the first player is named.

    :raises CommandLineError: for an option or a value that the game's set-up has not.
    """
    options = option_words(face, game, model)
    chosen: dict[str, Any] = {}
    for word in words:
        key, _, value = word.partition("=")
        if "first" not in model.model_fields and _is_said(key, _SHARED["first"]) and _is_said(value, _BY_RULE):
            raise CommandLineError("usage.no-first-rule")
        name = options.read("usage.no-setup-option", key, key)
        if name in chosen:
            raise CommandLineError("error.key-twice", key=visible(key))
        values = value_words(face, game, model, name, seated)
        spelled = spell(value, token_words(game))
        chosen[name] = values.read("usage.no-setup-value", spelled if fold(spelled) in values.meant else value, word)
        if name == "first" and chosen[name] == "rule" and "rule" not in seated:
            if not _has_rule(model):
                raise CommandLineError("usage.no-first-rule")
            chosen[name] = by_rule(model, "rule")
    return chosen


def _is_said(word: str, message: str) -> bool:
    """Tell whether a word stands for something, in any language."""
    return fold(word) in set(map(fold, said_in_all(message)))


def told_options(face: Face, game: Game) -> list[tuple[str, str]]:
    """Return each option of a game's set-up as it is typed, `season=1|2`, with what it means."""
    _, model = game.setup()
    shown = option_words(face, game, model).shown
    return [
        (f"{shown[name]}={_told_values(face, game, model, name)}", _meaning(face, game, name))
        for name in model.model_fields
    ]


def _told_values(face: Face, game: Game, model: type[Record], name: str) -> str:
    if name == "first":
        ways = [face.text("setup.names-metavar").strip("[].…")]
        return "|".join([*ways, *([_first(face, _BY_RULE)] if _has_rule(model) else [])])
    return "|".join(value_words(face, game, model, name, ()).shown.values())


def _meaning(face: Face, game: Game, name: str) -> str:
    return face.text(f"setup.{name}-help") if name in SHARED else said_of(face.catalog, "help", game.id, "setup", name)


def option_words(face: Face, game: Game, model: type[Record]) -> Words:
    """Return the words for the options of a game's set-up."""
    meant: dict[str, str] = {}
    shown = {}
    for name in model.model_fields:
        shared = name in SHARED
        said = map(fold, said_in_all(_SHARED[name])) if shared else field_words(game.id, [name])
        meant |= dict.fromkeys(said, name)
        shown[name] = _first(face, _SHARED[name]) if shared else label(face.catalog, game.id, name)
    return Words({**meant, **{fold(name): name for name in model.model_fields}}, shown)


def value_words(face: Face, game: Game, model: type[Record], name: str, seated: Sequence[str]) -> Words:
    """Return the words for what an option can have."""
    if name in SHARED:
        meant: dict[str, Any] = {fold(word): by for by, said in _DECIDED.items() for word in (by, *said_in_all(said))}
        shown: dict[Any, str] = {by: _first(face, said) for by, said in _DECIDED.items()}
        if name == "first":
            meant |= {fold(word): "rule" for word in ("rule", *said_in_all(_BY_RULE))}
            meant |= {fold(player): player for player in seated}
            shown = {player: visible(player) for player in seated} | {"drawn": shown["drawn"]}
            shown |= {"rule": _first(face, _BY_RULE)} if _has_rule(model) else {}
        return Words(meant, shown)
    if model.model_fields[name].annotation is bool:
        return Words(dict(yes_or_no()), {True: face.text("result.yes"), False: face.text("result.no")})
    values = option_values(model, name)
    return Words(
        {fold(str(value)): value for value in values},
        {value: token(face.catalog, game.id, str(value)) for value in values},
    )


def shared_words(face: Face, name: str) -> tuple[list[str], str]:
    """Return all words for an option that games share, and the reader's."""
    return list(said_in_all(_SHARED[name])), _first(face, _SHARED[name])


def _has_rule(model: type[Record]) -> bool:
    """Tell whether the rulebook says who begins."""
    return getattr(model, "BY_RULE", None) is not None


def _first(face: Face, message: str) -> str:
    return face.text(message).partition("|")[0]
