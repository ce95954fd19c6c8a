"""Short forms of a game's words: a letter, a beginning. `O5`, `or 5` and `orange 5` are one and the same.

Whatever the catalogs call a token may be typed by its beginning, and by its letter where it has one. A beginning of
words for several tokens stands for each of them: where it is typed tells which is meant, or that it is too short.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import product

from callboard_cli.input.parser.spoken import stems
from callboard_locales import LANGUAGES, catalog
from callboard_scoring.game import Game
from callboard_scoring.words import cut, fold, join

_DOT = re.compile(r"(?<=[^\W\d_])\.")
"""The full stop of a shortened word."""
_LONGEST = 6
"""The most words of one token's name."""
_MOST = 64
"""The most readings of one text that are looked at."""
_REMEMBERED = 20_000
"""How many texts are kept with what they stand for."""
BEGINNING = 2
"""The fewest letters of a beginning among other words; a single letter there is a letter of the catalogs."""


@cache
def fits(pattern: str) -> Callable[[str], re.Match[str] | None]:
    """Return what matches whole canonical texts with a field's pattern: hundreds of pieces of a line are looked at."""
    return re.compile(pattern, re.ASCII).fullmatch


@dataclass(frozen=True)
class Spoken:
    """What a language calls the tokens of a game."""

    words: tuple[tuple[str, str], ...]
    """Every token with every word for it; the first one is shown."""
    letters: tuple[tuple[str, str], ...]
    """Tokens with the letters by which they are typed."""

    @cached_property
    def shown(self) -> Mapping[str, str]:
        """The word that is shown, by its token."""
        return dict(reversed(self.words))

    @cached_property
    def whole(self) -> Mapping[str, str]:
        """Tokens by their words, folded."""
        return {fold(word): token for token, word in self.words}

    @cached_property
    def by_letter(self) -> Mapping[str, frozenset[str]]:
        """All tokens of a letter, folded; marks such as `*` are for drawings only."""
        found: dict[str, set[str]] = {}
        for token, letter in self.letters:
            if letter.isalpha():
                found.setdefault(fold(letter), set()).add(token)
        return {letter: frozenset(tokens) for letter, tokens in found.items()}


@dataclass(frozen=True, eq=False)
class Shorts:
    """The short forms of a game's words, in all languages."""

    spoken: Mapping[str, Spoken]

    @cached_property
    def _beginnings(self) -> Mapping[str, frozenset[str]]:
        """All tokens that a word begins with these letters for, folded."""
        found: dict[str, set[str]] = {}
        for one in self.spoken.values():
            for word, token in one.whole.items():
                for length in range(1, len(word) + 1):
                    found.setdefault(word[:length], set()).add(token)
        return {beginning: frozenset(tokens) for beginning, tokens in found.items()}

    @cached_property
    def _whole(self) -> Mapping[str, frozenset[str]]:
        """All tokens of a whole word, folded."""
        found: dict[str, set[str]] = {}
        for one in self.spoken.values():
            for word, token in (*one.whole.items(), *((fold(token), token) for token in one.shown)):
                found.setdefault(word, set()).add(token)
        return {word: frozenset(tokens) for word, tokens in found.items()}

    @cached_property
    def _stems(self) -> Mapping[str, frozenset[str]]:
        """All tokens of a word that is so without its endings."""
        found: dict[str, set[str]] = {}
        for word, tokens in self._whole.items():
            for stem in stems(word):
                found.setdefault(stem, set()).update(tokens)
        return {stem: frozenset(tokens) for stem, tokens in found.items()}

    def _inflected(self, name: str) -> frozenset[str]:
        """Return the tokens of a word in another number or case."""
        return frozenset[str]().union(*(self._stems.get(stem, ()) for stem in stems(name)))

    @cached_property
    def _vocabularies(self) -> dict[str, frozenset[str]]:
        """The tokens of patterns met so far."""
        return {}

    def vocabulary(self, pattern: str) -> frozenset[str]:
        """Return the tokens that a pattern names."""
        if pattern not in self._vocabularies:
            plain = re.sub(r"\[(\w+)\]", lambda letters: "|".join(letters[1]), pattern).replace("\\-", "-")
            tokens = {token for one in self.spoken.values() for token in one.shown}
            self._vocabularies[pattern] = frozenset(
                token for token in tokens if re.search(rf"(?<![\w-]){re.escape(token)}(?![\w-])", plain)
            )
        return self._vocabularies[pattern]

    @lru_cache(_REMEMBERED)  # noqa: B019  # they are kept with their games, as long as the process lives
    def whole(
        self, text: str, pattern: str, language: str, least: int = BEGINNING, *, inflected: bool = False
    ) -> tuple[str, ...]:
        """Return what a text with short forms stands for, in canonical tokens: all that fits the pattern.

        Letters are read in this language first, beginnings of at least so many letters in all languages, and words in
        another number or case where asked for. A whole word is a beginning like others where it fits in no other way:
        in «1 ж лю лю» the first is a type, the second a role.
        """
        vocabulary = self.vocabulary(pattern)
        parts = cut(_DOT.sub(" ", text))

        def begun(name: str) -> frozenset[str]:
            return self._begun(name, language, least) & vocabulary

        def meant(name: str) -> frozenset[str]:
            return self._whole.get(name, frozenset()) & vocabulary or begun(name)

        def declined(name: str) -> frozenset[str]:
            return meant(name) or (frozenset() if name in self._whole else self._inflected(name) & vocabulary)

        ways = (meant, begun, declined) if inflected else (meant, begun)
        return next(filter(None, (_fitting(parts, pattern, way) for way in ways)), ())

    def _begun(self, name: str, language: str, least: int) -> frozenset[str]:
        """Return the tokens that a letter or a beginning may stand for."""
        if len(name) == 1:
            own = self.spoken[language].by_letter.get(name) if language in self.spoken else None
            if own is not None:
                return own
            letters = frozenset[str]().union(*(one.by_letter.get(name, ()) for one in self.spoken.values()))
            if letters or least > 1:
                return letters
        return self._beginnings.get(name, frozenset()) if len(name) >= least else frozenset()

    def named(self, letter: str, pattern: str) -> tuple[str, ...]:
        """Return the tokens of a pattern whose names begin with a letter, which may be another token's own."""
        languages, begins = self.spoken.values(), fold(letter)
        named = self.vocabulary(pattern)
        return tuple(
            sorted(token for token in named if any(fold(one.shown[token]).startswith(begins) for one in languages))
        )

    @lru_cache(8)  # noqa: B019  # as the others
    def unmarked(self, language: str) -> frozenset[str]:
        """Return the words of a language that stand beside any other: “clásico” does, “clásica” only beside a woman."""
        return frozenset(part for word in self.spoken[language].shown.values() for part in fold(word).split())

    def shown(self, canonical: str, language: str) -> str:
        """Return canonical tokens in the words of a language."""
        words = self.spoken[language].shown if language in self.spoken else {}
        return re.sub(r"[A-Za-z][A-Za-z-]*", lambda word: words.get(word[0], word[0]), canonical)


def _fitting(parts: list[str], pattern: str, meant: Callable[[str], frozenset[str]]) -> tuple[str, ...]:
    """Return what these parts may stand for in canonical tokens, as far as it fits the pattern."""
    choices: list[Iterable[str]] = []
    place = 0
    while place < len(parts):
        length, tokens = _first(parts[place : place + _LONGEST], meant)
        if not tokens and parts[place].isalpha():
            return ()
        choices.append(sorted(tokens) or parts[place : place + 1])
        place += length
    if math.prod(len(list(tokens)) for tokens in choices) > _MOST:
        return ()
    return tuple(dict.fromkeys(filter(fits(pattern), map(join, product(*choices)))))


def _first(parts: list[str], meant: Callable[[str], frozenset[str]]) -> tuple[int, frozenset[str]]:
    """Return how many of these words the name at the beginning has, and which tokens it may stand for."""
    words = next((place for place, part in enumerate(parts) if not part.isalpha()), len(parts))
    for length in range(words, 0, -1):
        tokens = meant(fold(" ".join(parts[:length])))
        if tokens:
            return length, tokens
    return 1, frozenset()


@cache
def shorts_of(game: Game) -> Shorts:
    """Return the short forms of a game's words, as its catalogs have them."""
    return Shorts({language: Spoken(_said(game, language), _said(game, language, ".letter")) for language in LANGUAGES})


def _said(game: Game, language: str, form: str = "") -> tuple[tuple[str, str], ...]:
    """Return each token with every word for it in a language, or with its letters if it has any."""
    words = catalog(language)
    messages = [(token, f"{game.id}/token.{token}{form}") for token in game.tokens]
    said = [(token, words.text(message).split("|")) for token, message in messages if not form or words.has(message)]
    return tuple((token, word) for token, several in said for word in several)
