"""What is typed of a set-up: its options, and what is wished of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from callboard_cli.input.vocabulary import Vocabulary
from callboard_cli.ui.names import said_in_all, words_of
from callboard_cli.ui.output import UI, CommandLineError, visible
from callboard_cli.ui.wording import label, said_of, token, yes_or_no
from callboard_locales import Catalog
from callboard_scoring.constrained_draws import (
    Demands,
    Made,
    SetupPart,
    Shape,
    both_times,
    choose,
    parts_of,
    says_something,
    staying,
    things_of,
    unlike_parts,
)
from callboard_scoring.game import Game
from callboard_scoring.options import SHARED, by_rule, option_values
from callboard_scoring.records import Record
from callboard_scoring.words import fold

if TYPE_CHECKING:
    from callboard_nights.storage.store import Store


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


def option_lines(ui: UI, game: Game) -> list[tuple[str, str]]:
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
        rendered = [way for way in ways if name != "first" or way == "drawn" or (way == "rule" and _has_rule(model))]
        shown = {player: visible(player) for player in seated} if name == "first" else {}
        return Vocabulary(
            ui.catalog,
            [*shown, *ways],
            lambda spoken: {way: words_of(spoken, message) for way, message in ways.items()},
            lambda: shown | {way: _first(ui, ways[way]) for way in rendered},
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


_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
"""Things that are called so can be typed as plain numbers."""


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
    kept: tuple[str, ...] = ()
    """The parts that are as they were, and say something of those who play now."""
    vain: tuple[str, ...] = ()
    """The parts that were to be kept, and say nothing of them."""
    both: tuple[str, ...] | None = None
    """Those of the players who were there then, too; None where all were."""
    parts: Mapping[str, SetupPart] = field(default_factory=dict)
    """All parts of the set-up."""

    @property
    def rolled(self) -> tuple[str, ...]:
        """The parts that were rolled."""
        return tuple(name for name, part in self.parts.items() if name not in self.kept and not part.is_decided)


def meet(  # noqa: PLR0913, PLR0917  # for whom, from what
    ui: UI, game: Game, names: Sequence[str], options: Record, wishes: Wishes, base: Made | None, saved: Store
) -> Met:
    """Make a set-up that meets all wishes; without a base, parts are kept from the last evening that was set up.

    Of a base all stays of which nothing else is wished; where parts of it are kept by name, the others are rolled.

    :raises CommandLineError: for a part or a thing that there is not, or where there is nothing to keep it from.
    :raises ClashError: when no set-up meets them all.
    """
    from callboard_cli.input.evenings import last_set_up  # most set-ups ask for no evening

    parts = {name: part for name, part in parts_of(game, names, options).items() if name}
    keep = _read(part_words(ui, game, parts), "usage.no-setup-part", wishes.keep)
    without = _things_read(ui, game, parts, wishes)
    is_asked = wishes.unlike_last or (keep and base is None)
    night, last = (last_set_up(saved, game) if is_asked else None) or ("", None)
    kept = base or last
    if keep and kept is None:
        raise CommandLineError("usage.setup-no-night")
    if kept is not None:
        had = {name: part for name, part in parts.items() if kept.draws.get(name) is not None}
        words = part_words(ui, game, parts)
        for name in keep:
            if name not in had:
                known = ", ".join(words.shown[one] for one in had) or "—"
                raise CommandLineError("usage.setup-not-kept", part=words.shown[name], known=known)
    unlike = last if wishes.unlike_last else None
    demands = Demands(keep, kept if keep else base, without, unlike, all_stays=base is not None and not keep)
    made = choose(game, names, options, demands)
    if demands.all_stays and base is not None and _is_same(made, base):
        made = base  # its code may be of an earlier version
    stays = staying(parts, demands, names)
    both = tuple(both_times(demands.base, names)) if demands.base is not None else names
    vain = tuple(name for name in stays if not says_something(parts[name].shape, both, names))
    return Met(
        made,
        demands,
        code=str(demands.base.code) if demands.base is not None else "",
        night=night if keep and base is None else "",
        last=night if wishes.unlike_last else None,
        differs=unlike_parts(parts, demands, names),
        kept=tuple(name for name in stays if name not in vain),
        vain=vain,
        both=None if len(both) == len(names) else tuple(both),
        parts=parts,
    )


def _is_same(made: Made, base: Made) -> bool:
    """Tell whether two set-ups are the same, whatever their codes."""
    return (made.names, made.options, made.draws) == (base.names, base.options, base.draws)


def drawn_parts(game: Game, players: int = 0) -> dict[str, SetupPart]:
    """Return the parts of a game's usual set-up, for so many players or else for the most."""
    fewest, most = game.players
    number = players if fewest <= players <= most else most
    parts = parts_of(game, [f"\0{place}" for place in range(number)], game.setup()[1]())
    return {name: part for name, part in parts.items() if name}


def part_words(ui: UI, game: Game, parts: Iterable[str]) -> Vocabulary[str]:
    """Return the words for parts of a game's set-up."""
    names = list(parts)

    def said(spoken: Catalog) -> dict[str, list[str]]:
        return {
            name: shared_words(spoken, name) if name in SHARED else words_of(spoken, f"{game.id}/part.{name}")
            for name in names
        }

    def shown() -> dict[str, str]:
        return {name: next(iter(words), name) for name, words in said(ui.catalog).items()}

    return Vocabulary(ui.catalog, names, said, shown)


def demand_lines(ui: UI, game: Game) -> list[tuple[str, str]]:
    """Return how demands on a game's set-up are typed, with the parts and the things that it has, and their meaning."""
    parts = drawn_parts(game)
    things = thing_words(ui, game, parts).shown.values()
    shown = [(f"--keep {'|'.join(part_words(ui, game, parts).shown.values())}", ui.text("setup.keep-here"))]
    if things:
        shown.append((f"--without {'|'.join(things)}", ui.text("setup.without-here")))
    differing = [name for name, part in parts.items() if part.shape is not Shape.OTHER]
    free = [name for name in parts if name not in differing]
    meaning = ui.text("setup.not-like-last-here", parts=unlike_text(ui, game, parts, differing))
    if free:
        meaning += f" {ui.text('setup.free', parts=parts_text(ui, game, free))}"
    return [*shown, ("--not-like-last", meaning)]


def parts_text(ui: UI, game: Game, parts: Iterable[str]) -> str:
    """List parts as a sentence names them."""
    return ui.catalog.list([part_text(ui, game, name) for name in parts])


def unlike_text(ui: UI, game: Game, parts: Mapping[str, SetupPart], names: Iterable[str]) -> str:
    """List parts that are others than last time; of an order it is only who is first."""
    rendered = []
    for name in names:
        shown = part_text(ui, game, name)
        rendered.append(ui.text("setup.order-first", part=shown) if parts[name].shape is Shape.ORDER else shown)
    return ui.catalog.list(rendered)


def part_text(ui: UI, game: Game, part: str) -> str:
    """Return what a sentence calls a part, which is not always what is typed for it."""
    return ui.text("setup.first-told") if part == "first" else part_words(ui, game, [part]).shown[part]


def things_text(ui: UI, game: Game, parts: Mapping[str, SetupPart], things: Iterable[str]) -> list[str]:
    """Return the things, those of a part together behind what they are: families Dandolo and Morosini."""
    wanted = list(things)
    shown = []
    for name, part in parts.items():
        own = [token(ui.catalog, game.id, thing) for thing in part.things if thing in wanted]
        if own:
            kind = part_words(ui, game, [name]).shown[name]
            one = f"{game.id}/kind.{name}"
            if len(own) == 1 and ui.catalog.has(one):
                kind = ui.text(one)
            shown.append(f"{kind} {ui.catalog.list(own)}")
    return shown


def thing_words(ui: UI, game: Game, parts: Mapping[str, SetupPart]) -> Vocabulary[str]:
    """Return the words for what the parts of a game's set-up deal to players."""
    things = things_of(parts)

    def said(spoken: Catalog) -> dict[str, list[str]]:
        numbers = {thing: [str(_ROMAN.index(thing) + 1)] for thing in things if thing in _ROMAN}
        return {thing: words_of(spoken, f"{game.id}/token.{thing}") + numbers.get(thing, []) for thing in things}

    return Vocabulary(
        ui.catalog,
        things,
        said,
        lambda: {thing: token(ui.catalog, game.id, thing) for thing in things},
        lambda wanted: things_text(ui, game, parts, wanted),
    )


def _things_read(ui: UI, game: Game, parts: Mapping[str, SetupPart], wishes: Wishes) -> tuple[str, ...]:
    """Read what nobody is to be dealt.

    :raises CommandLineError: for what is not dealt, and where nothing is.
    """
    words = thing_words(ui, game, parts)
    if wishes.without and not words.shown:
        is_ever = bool(things_of(drawn_parts(game)))
        raise CommandLineError("usage.setup-deals-nothing-here" if is_ever else "usage.setup-deals-nothing")
    return _read(words, "usage.no-setup-thing", wishes.without)


def _read(words: Vocabulary[str], message: str, typed: Iterable[str]) -> tuple[str, ...]:
    """Read words, several with commas between; each that is meant once. Where there is none, that is a word, too."""
    asked = (word for several in typed for word in [*filter(None, map(str.strip, several.split(",")))] or [""])
    return tuple(dict.fromkeys(words.read(word, message) for word in asked))
