"""Words that are looked up, such as games and stages: a whole word of any language, or the only one that begins so."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from callboard_cli.ui.names import listed, short_name, words_of
from callboard_cli.ui.output import UI, CommandLineError, missed, nearest, shortened, visible
from callboard_locales import DEFAULT, LANGUAGES, Catalog, catalog
from callboard_scoring.game import Game
from callboard_scoring.games import GAMES, all_games, find_game
from callboard_scoring.installed import Fault, loaded
from callboard_scoring.words import fold

if TYPE_CHECKING:
    from callboard_rules.glossary import Term


def endings(names: Iterable[str], said: Sequence[str], begun: str) -> Iterator[str]:
    """Yield of each name that begins so what stands for its word that was begun; `said` are its words before that one.

    Read as people type, whatever the case and the accents; what was begun stays as it was typed.
    """
    typed = "".join(f"{word} " for word in said)
    length = len(typed + begun)
    return (begun + name[length:] for name in names if len(name) > len(typed) and _same(name[:length], typed + begun))


def _same(text: str, other: str) -> bool:
    return fold(text) == fold(other) and text[-1:].isspace() == other[-1:].isspace()


T = TypeVar("T")


def tried(use: Callable[[Game], T]) -> tuple[dict[Game, T], list[Fault]]:
    """Do something with the texts of all games; of an installed one whose texts cannot be read, say so instead."""
    done: dict[Game, T] = {}
    faults: list[Fault] = []
    for game in all_games():
        try:
            done[game] = use(game)
        except Exception as error:  # whatever is wrong with somebody else's files
            if game in GAMES:
                raise
            faults.append(Fault(game.id, "usage.game-texts", {"id": game.id, "error": _told(error)}))
    return done, faults


def terms_called(word: str) -> tuple[list[Term], list[Fault]]:
    """Return the words of all games that are called so, or like that; every word to none. And what is unreadable."""
    from callboard_rules.glossary import find_terms, load_glossary  # help needs none

    known, unreadable = tried(lambda game: load_glossary(game.id))
    if word:
        return find_terms(word, [game.id for game in known]), unreadable
    return [term for own in known.values() for term in own], unreadable


def broken(error: Exception) -> Fault | None:
    """Say what broke: an installed game that this run has loaded, or our own texts; None for a mistake of our code."""
    from callboard_rules import RulesFormatError  # most runs end well

    games = ", ".join(game.id for game in loaded())
    if games:
        return Fault(games, "usage.game-broke", {"id": games, "error": _told(error)})
    return Fault("", "usage.broken", {"what": str(error)}) if isinstance(error, RulesFormatError) else None


def _told(error: Exception) -> str:
    """Name an error as programmers do, with the place in the game: whoever makes the game has to mend it."""
    frames = traceback.extract_tb(error.__traceback__)
    folders = [game.folder for game in loaded()]
    own = [frame for frame in frames if any(Path(frame.filename).is_relative_to(folder) for folder in folders)]
    where = f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""
    return f"{type(error).__name__}: {error}{where}"


def fault_text(ui: UI, fault: Fault) -> str:
    """Say what is wrong with an installed game."""
    return ui.text(fault.code, **{key: visible(value) for key, value in fault.values.items()})


def tell_faults(ui: UI, faults: Iterable[Fault]) -> None:
    """Tell on standard error what is wrong with installed games; it keeps nobody from going on."""
    for fault in faults:
        ui.say(fault_text(ui, fault), err=True)


U = TypeVar("U")

BEGINNING = 2
"""The fewest letters that stand for a word that begins so: a single one begins too many, and is typed by mistake."""


@dataclass(frozen=True)
class Vocabulary(Generic[T]):
    """What may be typed for each of a few things. No catalog is read for whoever types an id."""

    catalog: Catalog
    """The reader's words: beginnings are looked for among these first."""
    things: Collection[T]
    said: Callable[[Catalog], Mapping[T, Iterable[str]]]
    """Returns what they are called in a language."""
    show: Callable[[], Mapping[T, str]]
    """Returns how the reader types them."""
    list_all: Callable[[Collection[T]], Iterable[str]] | None = None
    """Returns how messages list some of them, where that is not as the reader types them."""
    id_of: Callable[[T], str] = str

    @cached_property
    def shown(self) -> Mapping[T, str]:
        """What each of them is called in the reader's words."""
        return self.show()

    def listed(self, things: Collection[T] | None = None) -> list[str]:
        """Return these of them as messages list them, or all."""
        wanted = self.shown if things is None else things
        return list(self.list_all(list(wanted)) if self.list_all else (self.shown.get(one, str(one)) for one in wanted))

    def named(self, word: str) -> T | None:
        """Return what a whole word stands for, in any language; None where that is nothing here."""
        given = fold(word)
        return next((words[given] for words in self._languages() if given in words), None)

    def found(self, word: str, least: int = BEGINNING) -> list[T]:
        """Return all that a word may stand for: one thing, where it is whole, or what has a word that begins so.

        Beginnings have at least so many letters; where a word of the reader's begins so, those of others do not count.
        """
        given, named = fold(word), self.named(word)
        if named is not None:
            return [named]
        if len(given) < least or given.isdecimal():
            return []
        ids, *spoken = self._languages()
        own = {**ids, **self._words(self.catalog)}.items()
        for words in (own, [pair for each in spoken for pair in each.items()]):
            begun = {thing for name, thing in words if name.startswith(given)}
            if begun:
                return [thing for thing in self.things if thing in begun]
        return []

    def find(self, word: str) -> T | None:
        """Return what a word stands for, or the only thing that has a word that begins so."""
        found = self.found(word)
        return found[0] if len(found) == 1 else None

    def nearest(self, word: str) -> str | None:
        """Return what was probably meant by a mistyped word, as the reader types it, if anything is near."""
        words = {known: thing for each in self._languages() for known, thing in each.items()}
        near = nearest(fold(word), list(words))
        return self.shown.get(words[near]) if near else None

    def read(self, word: str, unknown: str, several: str = "usage.several", *, told: str | None = None) -> T:
        """Return what a word stands for, or the only thing that has a word that begins so.

        :raises CommandLineError: there is no such thing, with the nearest one, or there are several; `unknown` and
            `several` are the messages, and `told` is what they complain of, where that is more than the word.
        """
        found = self.found(word)
        if len(found) == 1:
            return found[0]
        if found:
            raise CommandLineError(several, given=shortened(word), known=", ".join(self.listed(found)))
        raise missed(unknown, word if told is None else told, self.listed() or ["—"], self.nearest(word))

    def _languages(self) -> Iterator[Mapping[str, T]]:
        """Yield the folded words: the ids, then those of each language."""
        yield {fold(self.id_of(one)): one for one in self.things}
        yield from (self._words(catalog(language)) for language in LANGUAGES)

    def _words(self, spoken: Catalog) -> dict[str, T]:
        return {fold(word): thing for thing, words in self.said(spoken).items() for word in words}


_ANY = catalog(DEFAULT)
"""For words that are looked for whole: whose they are makes no difference then."""


def games(words: Catalog = _ANY, only: Collection[Game] | None = None) -> Vocabulary[Game]:
    """Return the words for all games that load, or only these; one whose texts cannot be read has its id alone."""
    known = all_games() if only is None else only

    def each(use: Callable[[Game], U]) -> dict[Game, U]:
        return {game: value for game, value in tried(use)[0].items() if game in known}

    def said(spoken: Catalog) -> Mapping[Game, Iterable[str]]:
        return each(lambda game: [part for name in words_of(spoken, f"{game.id}/game") for part in names_in(name)])

    def shown(name: Callable[[Catalog, str], str]) -> Mapping[Game, str]:
        return {game: game.id for game in known} | each(lambda game: name(words, game.id))

    def value(wanted: Collection[Game]) -> list[str]:
        return [name for game, name in shown(listed).items() if game in wanted]

    return Vocabulary(words, known, said, lambda: shown(short_name), value, attrgetter("id"))


def names_in(title: str) -> Iterator[str]:
    """Yield a title and its parts, as one may type them: “Chess («Шахматы»)” is “Chess” and “Шахматы” too."""
    yield title
    yield from (part for part in re.split(r"[(«»)]", title) if part.strip())


def named_game(name: str) -> Game | None:
    """Return the game of this id, or of this name in any language."""
    return find_game(name) or games().named(name)


def game_named(name: str, words: Catalog = _ANY) -> Game | None:
    """Return the game that a word stands for, or the only one that has a name that begins so."""
    return find_game(name) or games(words).find(name)


def stages(game: Game, words: Catalog = _ANY, only: Collection[str] | None = None) -> Vocabulary[str]:
    """Return the words for the stages of a game, by their ids, or only these of them."""
    known = game.stages if only is None else only
    return Vocabulary(
        words,
        known,
        lambda spoken: {stage: words_of(spoken, f"{game.id}/stage.{stage}") for stage in known},
        lambda: {stage: short_name(words, game.id, stage) for stage in known},
        lambda wanted: [listed(words, game.id, stage) for stage in wanted],
    )
