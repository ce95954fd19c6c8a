"""Options of a set-up as they are typed: `season=2`, by the words for them and for their values in any language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from callboard_cli.input.vocabulary import Vocabulary
from callboard_cli.ui.names import said_in_all, words_of
from callboard_cli.ui.output import UI, CommandLineError, visible
from callboard_cli.ui.wording import label, said_of, token, yes_or_no
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.options import SHARED, by_rule, option_values
from callboard_scoring.records import Record
from callboard_scoring.words import fold

_SHARED = {"seats": "setup.seats", "first": "setup.first"}
"""The words for the options that games share."""
_BY_RULE = "setup.rule"
"""The words for who decides."""


@dataclass(frozen=True)
class Wishes:
    """The further wishes for a set-up, as they were typed; `constraints.py` reads them."""

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
    ui: UI, game: Game, words: Iterable[str], model: type[Record], seated: Sequence[str]
) -> dict[str, Any]:
    """Read `season=2` and its like; the first player is named.

    :raises CommandLineError: for an option or a value that the game's set-up has not.
    """
    options = option_words(ui, game, model)
    chosen: dict[str, Any] = {}
    for word in words:
        key, _, value = word.partition("=")
        if "first" not in model.model_fields and _is_said(key, _SHARED["first"]) and _is_said(value, _BY_RULE):
            raise CommandLineError("usage.no-first-rule")
        name = options.read(key, "usage.no-setup-option")
        if name in chosen:
            raise CommandLineError("error.key-twice", key=visible(key))
        values = value_words(ui, game, model, name, seated)
        chosen[name] = values.read(value, "usage.no-setup-value", told=word)
        if name == "first" and chosen[name] == "rule" and "rule" not in seated:
            if not _has_rule(model):
                raise CommandLineError("usage.no-first-rule")
            chosen[name] = by_rule(model, "rule")
    return chosen


def _is_said(word: str, message: str) -> bool:
    """Tell whether a word stands for something, in any language."""
    return fold(word) in set(map(fold, said_in_all(message)))


def told_options(ui: UI, game: Game) -> list[tuple[str, str]]:
    """Return each option of a game's set-up as it is typed, `season=1|2`, with what it means."""
    _, model = game.setup()
    shown = option_words(ui, game, model).shown
    return [
        (f"{shown[name]}={_told_values(ui, game, model, name)}", _meaning(ui, game, name))
        for name in model.model_fields
    ]


def _told_values(ui: UI, game: Game, model: type[Record], name: str) -> str:
    if name == "first":
        ways = [ui.text("setup.names-metavar").strip("[].…")]
        return "|".join([*ways, *([_first(ui, _BY_RULE)] if _has_rule(model) else [])])
    return "|".join(value_words(ui, game, model, name, ()).shown.values())


def _meaning(ui: UI, game: Game, name: str) -> str:
    return ui.text(f"setup.{name}-help") if name in SHARED else said_of(ui.catalog, "help", game.id, "setup", name)


def option_words(ui: UI, game: Game, model: type[Record]) -> Vocabulary[str]:
    """Return the words for the options of a game's set-up."""

    def said(spoken: Catalog) -> dict[str, list[str]]:
        return {name: words_of(spoken, _SHARED.get(name, f"{game.id}/field.{name}")) for name in model.model_fields}

    def shown() -> dict[str, str]:
        return {
            name: _first(ui, _SHARED[name]) if name in SHARED else label(ui.catalog, game.id, name)
            for name in model.model_fields
        }

    return Vocabulary(ui.catalog, list(model.model_fields), said, shown)


def value_words(ui: UI, game: Game, model: type[Record], name: str, seated: Sequence[str]) -> Vocabulary[Any]:
    """Return the words for what an option can have; of the first player these are the players, too."""
    if name in SHARED:
        ways = {"given": "setup.given", "drawn": "setup.drawn"} | ({"rule": _BY_RULE} if name == "first" else {})
        told = [way for way in ways if name != "first" or way == "drawn" or (way == "rule" and _has_rule(model))]
        shown = {player: visible(player) for player in seated} if name == "first" else {}
        return Vocabulary(
            ui.catalog,
            [*shown, *ways],
            lambda spoken: {way: words_of(spoken, message) for way, message in ways.items()},
            lambda: shown | {way: _first(ui, ways[way]) for way in told},
        )
    if model.model_fields[name].annotation is bool:
        answers = yes_or_no()
        return Vocabulary(
            ui.catalog,
            (True, False),
            lambda _: {answer: [word for word in answers if answers[word] is answer] for answer in (True, False)},
            lambda: {True: ui.text("result.yes"), False: ui.text("result.no")},
        )
    values = option_values(model, name)
    return Vocabulary(
        ui.catalog,
        values,
        lambda spoken: {value: words_of(spoken, f"{game.id}/token.{value}") for value in values},
        lambda: {value: token(ui.catalog, game.id, str(value)) for value in values},
    )


def shared_words(spoken: Catalog, name: str) -> list[str]:
    """Return the words that a language has for an option that games share; the first one is shown."""
    return words_of(spoken, _SHARED[name])


def _has_rule(model: type[Record]) -> bool:
    """Tell whether the rulebook says who begins."""
    return getattr(model, "BY_RULE", None) is not None


def _first(ui: UI, message: str) -> str:
    return ui.text(message).partition("|")[0]
