"""A second opinion of the look-up: the same arithmetic, slow and obvious, over made-up rules whose words have one form."""

from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import pairwise
from math import log
from random import Random

import pytest

from callboard_rules.index import NONE
from callboard_rules.known import Known, load_index
from callboard_rules.loader import laid
from callboard_rules.passages import passages_of
from callboard_rules.search import search

GAME = "zoo"
SMALL = "the"
"""A word that tells nothing, and an article."""
VALUE = "price"
"""A word that asks for a value, which a note may say that no source tells."""
WORDS = ("fox", "owl", "crab", "wolf", "hawk", "lynx", "moth", "newt", "3", "12", VALUE, SMALL)
"""No two are forms of one another, nor alike, and none has another name."""
RULE, BESIDE = 1.0, 0.4


@dataclass
class Told:
    """A section: its passages with how loud each speaks, and what is known to ask for it."""

    title: str
    passages: list = field(default_factory=list)
    """Each as `(text, kind)`: a rule, an example, an inference, or what is unknown."""
    asked: list = field(default_factory=list)
    answered: dict = field(default_factory=dict)
    """By the place of a passage: questions that it alone answers."""

    @property
    def loudness(self):
        return [RULE if kind in ("rule", "unknown") else BESIDE for _, kind in self.passages]

    def file(self, name):
        """Write it as the rules texts have it."""
        signs = {"rule": "", "example": "", "inference": "> [!inference] ", "unknown": "> [!unknown] "}
        return "\n\n".join([f"## {self.title} {{#{name}}}", *(signs[kind] + text for text, kind in self.passages)])


def made_up(seed):
    """Make up a game's sections and what it does not answer."""
    random = Random(seed)

    def some(most):
        return " ".join(random.choice(WORDS) for _ in range(random.randint(1, most)))

    sections = {}
    for name in ("den", "lair", "nest")[: random.randint(2, 3)]:
        texts = [
            (f"{name}{number}begin {some(random.choice((9, 90)))}.", "rule") for number in range(random.randint(1, 3))
        ]
        texts += [(f"Example {some(6)}.", "example")] * random.randint(0, 1)
        texts += [(f"Whether {some(6)}.", random.choice(("inference", "unknown"))) for _ in range(random.randint(0, 2))]
        answered = {0: [some(4) for _ in range(random.randint(0, 2))]}
        sections[name] = Told(f"{name}s {some(1)}", texts, [some(4) for _ in range(random.randint(1, 9))], answered)
    unanswered = [some(4) for _ in range(random.randint(0, 40))]
    known = [text for one in sections.values() for text in one.asked] + unanswered
    return (
        sections,
        unanswered,
        [*(some(5) for _ in range(25)), *random.sample(known, 6), *(one.title for one in sections.values())],
    )


def put(folder, sections, unanswered):
    """Write a game's rules into a folder."""
    (folder / "asked").mkdir(parents=True)
    (folder / "unanswered").mkdir()
    (folder / "answered").mkdir()
    whole = "\n\n".join(['+++\ntitle = "Zoo"\n+++', *(one.file(name) for name, one in sections.items())])
    (folder / "en.md").write_text(whole + "\n", "utf-8")
    origin = [f'[sections.{name}]\nauthority = "rulebook"' for name in sections]
    (folder / "sources.toml").write_text("\n".join(["[books]", *origin]), "utf-8")
    asked = [f"{name} = {one.asked!r}" for name, one in sections.items()]
    (folder / "asked/en.toml").write_text("\n".join(asked), "utf-8")
    (folder / "unanswered/en.toml").write_text(f"zoo = {unanswered!r}", "utf-8")
    answered = [f"[{name}]\n{name}0begin = {one.answered[0]!r}" for name, one in sections.items()]
    (folder / "answered/en.toml").write_text("\n".join(answered), "utf-8")


# --- Slow and obvious ------------------------------------------------------------------------------------------------


def words_of(text):
    return text.lower().replace(".", " ").split()


def telling(words):
    return [word for word in words if word != SMALL]


def follows(pair, words):
    return any(tuple(words[place : place + len(pair)]) == tuple(pair) for place in range(len(words) - len(pair) + 1))


def counts(times, length, average, held=0.75):
    return times * 2.2 / (times + 1.2 * (1 - held + held * length / average))


def rare(number, having):
    return log(1 + (number - having + 0.5) / (having + 0.5))


def nearness(loudness, weighed, lengths):
    average = sum(lengths) / len(lengths)
    scores = [1 / (1 + place) for place in range(len(loudness))]
    for weight, times in weighed:
        own = rare(len(times), sum(time >= 0.3 for time in times))
        for place, time in enumerate(times):
            scores[place] += weight * own * counts(time, lengths[place], average, 0.3) if time else 0
    return [score * loud for score, loud in zip(scores, loudness, strict=True)]


@dataclass
class Found:
    """A section that was found, with its score, the places of its passages, a known question, and the words in common."""

    section: str
    score: float
    places: list
    asked: str
    words: list


@dataclass
class Expected:
    """What is expected to be told."""

    found: list
    is_covered: bool
    is_sure: bool
    unanswered: str
    is_named: bool


class Plain:
    """All that is known of made-up rules, as lists that are looked through from end to end."""

    def __init__(self, sections, unanswered):
        self.sections = sections
        self.texts = {name: [words_of(text) for text, _ in one.passages] for name, one in sections.items()}
        known = []
        for name, one in sections.items():
            known.append((name, words_of(one.title), 0))
            known += [(name, words_of(text), None) for text in one.asked]
            known += [(name, words_of(text), place) for place, texts in one.answered.items() for text in texts]
        known += [(NONE, words_of(text), None) for text in unanswered]
        self.questions = [(name, words) for name, words, _ in known]
        self.places = [self.place(name, words, place, known) for name, words, place in known]

    def place(self, name, words, place, known):
        """Return which passage answers a question: the one that it is known by, or the nearest."""
        if place is not None or name == NONE:
            return place
        answered = {place: [other for where, other, at in known if (where, at) == (name, place)] for place in range(9)}
        whole = [telling(sum(answered[number], list(text))) for number, text in enumerate(self.texts[name])]
        unique = list(dict.fromkeys(telling(words)))
        weighed = [(self.rarity(word), [text.count(word) for text in whole]) for word in unique]
        near = nearness(self.sections[name].loudness, weighed, [len(text) for text in whole])
        return near.index(max(near))

    def rarity(self, word):
        return rare(len(self.questions), sum(word in words for _, words in self.questions))

    def weight(self, word):
        return (2.0 if word.isdigit() else 1 + 0.2 * len(word)) * self.rarity(word)

    def near(self, asked):
        """Return how near each known question is."""
        average = sum(len(words) for _, words in self.questions) / len(self.questions)
        scores = []
        for _, words in self.questions:
            shared = sum(self.weight(word) for word in asked if word in words)
            pairs = [pair for pair in pairwise(asked) if follows(pair, words)]
            shared += sum(0.4 * (self.rarity(one) + self.rarity(other)) for one, other in pairs)
            scores.append(shared * counts(1, len(words), average))
        return scores

    def documents(self, name):
        return [words for where, words in self.questions if where == name] + self.texts[name]

    def about(self, asked, name):
        sizes = {one: sum(map(len, self.documents(one))) for one in self.sections}
        average = sum(sizes.values()) / len(sizes)
        times = {word: sum(words.count(word) for words in self.documents(name)) for word in asked}
        return sum(self.weight(word) * counts(times[word], sizes[name], average) for word in asked if times[word])

    def loudness(self):
        each = sorted(sum(where == name for where, _ in self.questions) for name in self.sections)
        answered = each[len(each) // 2] * len(each)
        unanswered = sum(where == NONE for where, _ in self.questions)
        return 0.98 * (min(1, answered / max(1, unanswered)) * answered / len(each) / 100) ** 0.2

    def lacks(self, asked):
        """Tell whether the question names a thing that is known to be in no section."""
        alone = [words for where, words in self.questions if where == NONE and len(words) < 3 and follows(words, asked)]
        return any(
            not any(follows(one, words) for name in self.sections for words in self.documents(name)) for one in alone
        )

    def named(self, asked):
        """Return the sections that have just this as a question, an article before it or not, or as their id."""
        found = {name for name, words in self.questions if words == asked} - {NONE}
        found |= {name for name in self.sections if asked == [name]}
        return found or (self.named(asked[1:]) if asked[:1] == [SMALL] and asked[1:] else set())

    def passages(self, asked, name, nearest):
        """Return the places of a section's passages, the nearest first."""
        one = self.sections[name]
        titled = words_of(one.title)
        if telling(asked) in (telling(titled), [name]):
            return [0]
        mine = [
            (words, place) for (where, words), place in zip(self.questions, self.places, strict=True) if where == name
        ]
        weighed = []
        for word in dict.fromkeys(telling(asked)):
            spoken = [
                0.3 * sum(words.count(word) for words, at in mine if at == place) for place in range(len(one.passages))
            ]
            times = [more + text.count(word) for more, text in zip(spoken, self.texts[name], strict=True)]
            weighed.append((self.rarity(word), times))
        lengths = [
            len(text) + 0.3 * sum(len(words) for words, at in mine if at == place)
            for place, text in enumerate(self.texts[name])
        ]
        scores = nearness(one.loudness, weighed, lengths)
        loudest = 0.4 * max(scores)
        for rank, (score, place, _) in enumerate(nearest):
            louder = 3 if VALUE in asked and one.passages[place][1] == "unknown" else 1
            scores[place] += loudest * (score / nearest[0][0]) ** 2 * 0.7**rank * louder
        untold = [kind == "unknown" for _, kind in one.passages]
        if any(telling(words) == telling(asked) and not untold[place] for _, place, words in nearest):
            scores = [0 if hidden else score for score, hidden in zip(scores, untold, strict=True)]
        ranked = sorted(range(len(scores)), key=lambda place: (-scores[place], place))
        return [place for place in ranked if scores[place] >= 0.1 * scores[ranked[0]]]

    def answer(self, asked):
        """Return the sections with their scores and passages, whether they answer, and whether the first one does."""
        near = self.near(asked)
        found = {name: [] for name in (*self.sections, NONE)}
        for (name, words), score, place in zip(self.questions, near, self.places, strict=True):
            if score:
                found[name].append((score, place, words))
        for nearest in found.values():
            nearest.reverse()  # of two that are as near the later one comes first
            nearest.sort(key=lambda one: -one[0])
        voices = {name: sum(one[0] * 0.7**rank for rank, one in enumerate(found[name][:8])) for name in found}
        named = self.named(asked)
        about = {name: self.about(asked, name) for name in self.sections}
        scores = {name: voices[name] + 0.6 * about[name] for name in self.sections}
        ranked = [
            name for name in sorted(scores, key=lambda one: (one not in named, -scores[one], one)) if scores[name]
        ]
        matter = telling(asked)
        shared = [word for word in matter if any(word in words for words in self.documents(ranked[0]))]
        voice = (voices[ranked[0]] + 0.2 * about[ranked[0]]) * (1 - 0.5 * (1 - len(shared) / len(matter)))
        voice *= 0.6 if self.lacks(asked) else 1
        is_covered = bool(named) or voices[NONE] * self.loudness() <= voice
        told = [
            Found(
                name,
                round(scores[name], 3),
                self.passages(asked, name, found[name][:8]),
                " ".join(found[name][0][2]) if found[name] else "",
                [word for word in matter if any(word in words for words in self.documents(name))],
            )
            for name in ranked
        ]
        is_sure = bool(named) or len(told) == 1 or told[1].score <= 0.987 * told[0].score
        unanswered = " ".join(found[NONE][0][2]) if found[NONE] else ""
        return Expected(told, is_covered, is_covered and is_sure, unanswered, bool(named))

    def first(self, expected):
        """Return the sections and places of the passages that are shown first."""
        if not expected.is_sure:
            return [(one.section, one.places[0]) for one in expected.found[:3]]
        best, *others = expected.found
        shown = [(best.section, place) for place in best.places]
        if others and not expected.is_named and others[0].score > 0.9 * best.score:
            shown = [*shown[:2], (others[0].section, others[0].places[0])]
        told, room = shown[:1], 480 - self.letters(*shown[0])
        for one in shown[1:5]:
            if len(told) < 3 and self.letters(*one) <= room:
                told.append(one)
                room -= self.letters(*one)
        return told

    def letters(self, name, place):
        return len(self.sections[name].passages[place][0])


@pytest.fixture
def zoo(tmp_path):
    """Return how to look into made-up rules."""
    folders, lies = iter(range(99)), ExitStack()

    def look(sections, unanswered):
        folder = tmp_path / str(next(folders))
        put(folder, sections, unanswered)
        lies.close()
        lies.enter_context(laid(GAME, folder))
        return lambda question: search(
            GAME, question, "en", known_in=lambda game, language: Known(language, (load_index(game, language),))
        )

    with lies:
        yield look


@pytest.mark.parametrize("seed", [*range(6), 9, 33])
def test_what_is_near_a_question_is_what_one_counts_by_hand(zoo, seed):
    sections, unanswered, questions = made_up(seed)
    look, plain = zoo(sections, unanswered), Plain(sections, unanswered)
    for question in questions:
        asked = words_of(question)
        if not telling(asked) or not all(any(word in words for _, words in plain.questions) for word in asked):
            continue  # a word that no question knows is looked for among those of other languages, and like it
        answer, expected = look(question), plain.answer(asked)
        assert (answer.covered, answer.sure) == (expected.is_covered, expected.is_sure), question
        assert answer.unanswered == ("" if expected.is_covered else expected.unanswered), question
        told = expected.found if expected.is_covered else [one for one in expected.found if one.words]
        assert [found_of(hit) for hit in answer.hits] == told, question
        first = [(section.id, passages_of(section).index(passage)) for section, passage in answer.first]
        assert first == (plain.first(expected) if expected.is_covered else []), question


def found_of(hit):
    """Return what a second opinion tells of a section that was found."""
    passages = passages_of(hit.section)
    return Found(hit.section.id, hit.score, [passages.index(one) for one in hit.passages], hit.asked, list(hit.words))


def test_what_is_in_every_question_is_answered_where_nothing_is_unanswered(zoo):
    look = zoo({"den": Told("fox", [("den0begin fox.", "rule")], ["fox"] * 50, {0: []})}, [])
    assert look("fox fox").covered
