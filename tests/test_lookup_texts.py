"""A made-up game's rules texts, read whole: sections, notes, sources, passages, what goes on an aid, what is known."""

from array import array

import pytest

from callboard_rules import (
    ANY,
    Note,
    RulesFormatError,
    Section,
    find_rulings,
    load_answered,
    load_asked,
    load_rules,
    load_unanswered,
    loader,
    read_note,
)
from callboard_rules.building import Asked, build_index, index_of, known_of
from callboard_rules.glossary import Term, find_terms, load_glossary
from callboard_rules.index import NONE, NOWHERE, DamagedError, pack, packed, unpack, unpacked
from callboard_rules.known import Known, load_index
from callboard_rules.markdown import attributes_of, blocks, on_aid, with_attributes
from callboard_rules.passages import Passage, marked, nearness, passages_of, place_of
from callboard_rules.rates import Question, Rates, rates, read_questions, share
from callboard_rules.search import Answer, Hit, search
from callboard_rules.words import stem

TEXT = """+++
title = "Zoo"
+++

## Box {#components}

In the box there are:

- 24 foxes. {.aid}
- 3 owls
  of wood. {.designer}
- crabs: 2 red, 1–3 stars.

> [!unknown] {#wolves} How many wolves there are is not told.

## Feeding {#feeding}

Feed first. Whoever feeds
an owl gets. {.other} {.aid}

| Animal | Food |
|---|---|
| fox | hen |
| owl | mouse |
{.aid}

Example: Ann feeds a fox.

> [!disagreement] {#tie .designer} Who feeds first
> is told otherwise. {.aid}

> [!inference] We feed at night.

## Ends {#ends}

| Name | Coins | Points |
|---|---|---|
| fox | 1 | 2 |

1. count
2. compare:

- one
- two
"""
SOURCES = """
[books]
ru = {title = "Зоопарк"}
en = {title = "Zoo"}

[places.ru]
"с. 3" = {en = "p. 3", es = "pág. 3"}

[sections.components]
authority = "rulebook"
ru = "с. 3"
en = "p. 4"

[sections.feeding]
authority = "designer"
related = ["components"]
ru = "с. 9"

[sections.ends]
authority = "inference"
"""
GLOSSARY = """
[[term]]
ru = ["лиса", "лис"]
en = ["fox", "vixen", "red dog"]
es = ["zorro"]
section = "feeding"

[[term]]
ru = ["краб"]
en = ["crab"]
es = ["cangrejo"]
section = "components"

[[term]]
ru = ["волк"]
en = ["wolf"]
es = ["lobo"]
section = "ends"
"""
LISTS = {
    "asked/en.toml": 'feeding = ["who eats"]\n',
    "answered/en.toml": '[feeding]\n"hen" = ["what eats a fox"]\n',
    "unanswered/en.toml": 'others = ["is it fun"]\nmore = ["zebra"]\n',
    "questions.toml": """
[[question]]
text = "who eats"
sections = ["feeding"]
kind = "natural"
half = "held"
answer = ["fox | hen", "nothing"]

[[question]]
text = "zebra"
sections = []

[[question]]
text = "кто ест"
sections = ["ends"]
kind = "cross"
answer = "count"

[[question]]
text = "wolves"
sections = ["components"]
kind = "unknown"
""",
}


def put(tmp_path):
    """Write the game's files."""
    files = {"sources.toml": SOURCES, "glossary.toml": GLOSSARY, **{f"{one}.md": TEXT for one in ("ru", "en", "es")}}
    for name, text in {**files, **LISTS}.items():
        file = tmp_path / "zoo" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


@pytest.fixture
def zoo(tmp_path):
    """Lay out the game, and return its folder."""
    put(tmp_path)
    with loader.laid("zoo", tmp_path / "zoo"):
        yield tmp_path / "zoo"


UNKNOWN = Note("unknown", "How many wolves there are is not told.", "wolves")
TIE = Note("disagreement", "Who feeds first is told otherwise.", "tie", "designer", on_aid=True)
OURS = Note("inference", "We feed at night.")


@pytest.mark.usefixtures("zoo")
def test_a_section_is_what_its_text_and_its_source_say():
    rules = load_rules("zoo", "en")
    assert (rules.title, dict(rules.books)) == ("Zoo", {"ru": "Зоопарк", "en": "Zoo"})
    assert list(rules.sections) == ["components", "feeding", "ends"]
    assert rules.sections["components"] == Section(
        game="zoo",
        id="components",
        language="en",
        title="Box",
        written="In the box there are:\n\n- 24 foxes. {.aid}\n- 3 owls\n  of wood. {.designer}\n- crabs: 2 red, 1–3 stars.",
        notes=(UNKNOWN,),
        authority="rulebook",
        sources={"ru": "с. 3", "en": "p. 4"},
        places={"ru": "p. 3"},
        related=(),
    )
    assert [block.lines() for block in rules.sections["components"].aid] == [["24 foxes."]]
    feeding = rules.sections["feeding"]
    assert feeding.notes == (TIE, OURS)
    assert (feeding.authority, feeding.sources, feeding.places) == ("designer", {"ru": "с. 9"}, {})
    assert feeding.related == ("components",)
    assert [(block.kind, block.lines()) for block in feeding.aid] == [
        ("paragraph", ["Feed first. Whoever feeds an owl gets."]),
        ("table", ["Animal · Food", "fox · hen", "owl · mouse"]),
    ]
    assert feeding.rule == "zoo/feeding"
    assert feeding.told(str.upper).startswith("Feed first. Whoever feeds\nan owl gets.OTHER\n")
    assert feeding.body.startswith("Feed first. Whoever feeds\nan owl gets.\n")
    assert [note.heading for note in feeding.notes] == ["designer", "inference"]
    assert rules.sections["ends"].sources == {}
    assert load_rules("zoo", "ru").sections["components"].places == {}


def test_sources_need_no_places_and_an_authority_that_there_is(zoo):
    without = SOURCES.replace('[places.ru]\n"с. 3" = {en = "p. 3", es = "pág. 3"}\n', "")
    assert "places" not in without
    (zoo / "sources.toml").write_text(without, "utf-8")
    assert load_rules("zoo", "en").sections["components"].places == {}
    (zoo / "sources.toml").write_text(without.replace('"designer"', '"hearsay"'), "utf-8")
    loader.forget()
    with pytest.raises(RulesFormatError, match=r"zoo/sources\.toml: feeding has no such authority: hearsay"):
        load_rules("zoo", "en")


@pytest.mark.usefixtures("zoo")
def test_what_players_ask_is_read_by_section_and_without():
    assert load_asked("zoo", "en") == {"feeding": ["who eats"]}
    assert load_answered("zoo", "en") == {"feeding": {"hen": ["what eats a fox"]}}
    assert load_unanswered("zoo", "en") == ["is it fun", "zebra"]
    assert (load_asked("zoo", "ru"), load_answered("zoo", "ru"), load_unanswered("zoo", "ru")) == ({}, {}, [])


def test_a_note_says_its_kind_its_name_and_who_disagrees():
    assert read_note("> [!inference] So.") == Note("inference", "So.")
    assert read_note("> [!inference] {#so} So.") == Note("inference", "So.", "so")
    assert read_note("> [!disagreement] {.book} So.") == Note("disagreement", "So.", "", "book")
    assert read_note("> [!disagreement] {#so .book} So {.aid}") == Note("disagreement", "So", "so", "book", on_aid=True)
    assert read_note("So.") is None


@pytest.mark.usefixtures("zoo")
def test_a_ruling_is_the_note_that_a_reading_names():
    (tie, wolves) = find_rulings("zoo", "en", ["zoo/feeding.tie", "zoo/components.wolves"])
    assert (tie[0].id, tie[1]) == ("feeding", TIE)
    assert (wolves[0].id, wolves[1]) == ("components", UNKNOWN)


def test_what_goes_on_an_aid_is_marked_at_its_end():
    rows = "1. one {.aid}\n   more\n2. two\n   more {.aid}\n- three {.aid}"
    (block,) = on_aid(rows)
    assert (block.kind, block.start, block.lines()) == ("steps", 2, ["2. two more", "three"])
    assert attributes_of(rows) == ["aid"] * 3
    assert with_attributes(rows, lambda _: "") == rows.replace(" {.aid}", "")
    (table,) = on_aid("| a |\n|---|\n| b |\n{.aid}")
    assert table.lines() == ["a", "b"]
    assert (on_aid("not {.aid} here"), attributes_of("not {.aid} here")) == ([], [])


def test_a_passage_may_end_with_several_attributes():
    (told,) = blocks("Feed first. {.other} {.aid}")
    assert (told.lines(), told.pieces[0].attributes) == (["Feed first."], ("other", "aid"))
    assert with_attributes("Feed first. {.other} {.aid}\nMore.", lambda name: f" ({name})") == (
        "Feed first. (other) (aid)\nMore."
    )


def test_a_list_may_stand_right_below_a_paragraph():
    told = blocks("\nThere are:\n- foxes\n- owls\n  too\n\n3. third")
    assert [(block.kind, block.lines(), block.start) for block in told] == [
        ("paragraph", ["There are:"], 1),
        ("list", ["foxes", "owls too"], 1),
        ("steps", ["3. third"], 3),
    ]
    assert [piece.line for block in told for piece in block.pieces] == [1, 2, 3, 6]


# --- Passages --------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("zoo")
def test_passages_are_told_by_themselves_and_know_their_line():
    sections = load_rules("zoo", "en").sections
    lead = "In the box there are:"
    assert passages_of(sections["components"]) == [
        Passage(lead, 0),
        Passage("24 foxes.", 2, lead=lead),
        Passage("3 owls of wood.", 3, lead=lead),
        Passage("crabs: 2 red, 1–3 stars.", 5, lead=lead),
        Passage("How many wolves there are is not told.", 6, UNKNOWN),
    ]
    assert passages_of(sections["feeding"]) == [
        Passage("Feed first. Whoever feeds an owl gets.", 0),
        Passage("Animal: fox · Food: hen", 5),
        Passage("Animal: owl · Food: mouse", 6),
        Passage("Example: Ann feeds a fox.", 8, loudness=0.4),
        Passage("Who feeds first is told otherwise.", 9, TIE, loudness=0.4),
        Passage("We feed at night.", 9, OURS, loudness=0.4),
    ]
    assert [one.text for one in passages_of(sections["ends"])] == [
        "Name: fox · Coins: 1 · Points: 2",
        "1. count",
        "2. compare: one two",
    ]
    assert passages_of(sections["components"])[1].whole == f"{lead} 24 foxes."
    assert [one.untold for one in passages_of(sections["components"])] == [False] * 4 + [True]


@pytest.mark.usefixtures("zoo")
def test_words_are_placed_in_one_passage_alone_and_passages_marked():
    section = load_rules("zoo", "en").sections["feeding"]
    passages = passages_of(section)
    assert [place_of(words, passages) for words in ("Animal", "mouse", "zebra")] == [None, 2, None]
    rows = marked(section.body, [passages[0], passages[2], passages[5]], "▶").split("\n")
    assert rows[0] == "▶ Feed first. Whoever feeds"
    assert rows[6] == "| ▶ owl | mouse |"
    assert sum("▶" in row for row in rows) == 2


def test_the_nearest_passage_has_the_rarest_words_and_no_more_than_it_needs():
    passages = [Passage("a", 0), Passage("b", 1), Passage("c", 2, loudness=0.5)]
    assert nearness(passages, [], [3, 3, 3]) == [1.0, 0.5, 1 / 6]
    assert nearness([], [], []) == []
    near = nearness(passages, [(1.0, [0, 1, 0])], [3, 3, 3])
    assert near == pytest.approx([1.0, 0.5 + 0.9808292530117262, 1 / 6])  # ln(1 + 2.5 / 1.5) · 2.2 / 2.2
    often = nearness(passages, [(1.0, [0, 2, 0])], [3, 3, 3])
    assert often[1] == pytest.approx(0.5 + 0.9808292530117262 * 2 * 2.2 / 3.2)
    long = nearness(passages, [(1.0, [0, 1, 0])], [3, 12, 0])
    assert long[1] == pytest.approx(0.5 + 0.9808292530117262 * 2.2 / (1 + 1.2 * (0.7 + 0.3 * 12 / 5)))
    softly = nearness(passages, [(1.0, [0.3, 1, 0.29])], [3, 3, 3])
    rarity = 0.47000362924573563  # ln(1 + 1.5 / 2.5): two of three have it
    assert softly[0] == pytest.approx(1 + rarity * 0.3 * 2.2 / 1.5)
    assert softly[2] == pytest.approx(0.5 * (1 / 3 + rarity * 0.29 * 2.2 / 1.49))


# --- What is known ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("zoo")
def test_all_that_is_known_of_a_game_is_put_together():
    lists = load_asked("zoo", "en"), load_unanswered("zoo", "en"), load_answered("zoo", "en")
    known, told, said = known_of("zoo", "en", *lists)
    counted = ("how many {} are there", "how many {} in the deck", "how many {} in the box")
    assert known == [
        Asked("components", "Box", 0),
        Asked("feeding", "Feeding", 0),
        Asked("feeding", "who eats"),
        Asked("feeding", "what eats a fox", 1),
        Asked("ends", "Ends", 0),
        Asked("feeding", "fox"),
        Asked("feeding", "vixen"),
        Asked("feeding", "red dog"),
        *(Asked("components", one.format("fox"), 1) for one in counted),
        Asked("components", "crab"),
        *(Asked("components", one.format("crab"), 3) for one in counted),
        Asked("ends", "wolf"),
        Asked(NONE, "is it fun"),
        Asked(NONE, "zebra"),
    ]
    assert [(name, one.text) for name, one in told][:2] == [
        ("components", "In the box there are:"),
        ("components", "24 foxes."),
    ]
    assert len(told) == 5 + 6 + 3
    assert said[("fox",)] == {"vixen"}
    assert said[("vixen",)] == {"fox"}
    assert said[("red", "dog")] == {"fox", "vixen"}
    assert said[("coin",)] == {"cash", "buck"}
    assert said[("cit",)] == {"town"}


def test_a_number_is_of_a_piece_but_for_small_words_between_them(zoo):
    text = TEXT.replace("24 foxes", "24 of the foxes").replace("crabs: 2", "crabs: of the 2")
    (zoo / "en.md").write_text(
        text.replace("In the box", "So red foxes sleep\n\nWolf tokens too\n\nIn the box"), "utf-8"
    )
    known, *_ = known_of("zoo", "en", {}, [], {})
    places = {one.text: one.passage for one in known if one.subject == "components" and "there" in one.text}
    assert places == {"how many fox are there": 3, "how many crab are there": 5, "how many wolf are there": NOWHERE}


def test_a_line_of_three_signs_in_a_text_is_text(zoo):
    (zoo / "en.md").write_text(TEXT.replace("1. count", "+++\n1. count"), "utf-8")
    assert "+++" in load_rules("zoo", "en").sections["ends"].body
    (zoo / "sources.toml").write_text(SOURCES.replace('ru = {title = "Зоопарк"}', "ru = 1"), "utf-8")
    loader.forget()
    with pytest.raises(RulesFormatError, match=r"zoo/sources.toml: books\.ru is no table"):
        load_rules("zoo", "en")


def test_what_is_said_instead_is_known_of_any_game_too():
    index = build_index(ANY, "en")
    assert index.has(stem("town", "en"))  # of a city
    assert set(index.passage_of) == {NOWHERE}
    assert index.subjects == [NONE]


def test_an_index_holds_each_word_where_it_stands_and_what_is_said_instead():
    questions = [Asked("den", " Red  fox "), Asked("den", "a fox", 1), Asked(NONE, "owl")]
    passages = [("den", Passage("Foxes sleep", 0)), ("den", Passage("fox", 1))]
    index = index_of("en", questions, passages, {("red", "fox"): {"vixen"}, ("owl",): {"bird"}})
    assert index.questions == ["Red fox", "a fox", "owl"]
    assert index.subjects == ["den", NONE]
    assert list(index.subject_of) == [0, 0, 1, 0, 0]
    assert list(index.lengths) == [2, 2, 1, 2, 1]
    assert list(index.passage_of) == [0, 1, NOWHERE, 0, 1]
    assert index.stems == ["a", "bird", "fox", "owl", "red", "sleep", "vixen"]
    assert index.forms == ["a", "bird", "fox", "foxes", "owl", "red", "sleep", "vixen"]
    stands = {stem: list(index.places_of(stem)) for stem in index.stems}
    assert stands == {
        "a": [3],
        "bird": [6],
        "fox": [1, 4, 8, 11],
        "owl": [6],
        "red": [0],
        "sleep": [9],
        "vixen": [0],
    }
    assert [index.forms[number] for number in index.forms_with_piece("fox")] == ["fox", "foxes"]
    assert list(index.forms_with_piece("zzz")) == list(index.places_of("zzz")) == []
    assert [index.stems[index.stem_of[number]] for number in range(8)] == [
        "a",
        "bird",
        "fox",
        "fox",
        "owl",
        "red",
        "sleep",
        "vixen",
    ]
    assert unpack(pack(index)).document_at == index.document_at == [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4]
    assert pack(unpack(pack(index))) == pack(index)


def test_an_index_tells_who_has_which_words():
    questions = [Asked("den", "red fox"), Asked("den", "fox"), Asked("nest", "owl"), Asked(NONE, "fox red")]
    passages = [("den", Passage("a red fox red", 0)), ("nest", Passage("owl owl fox", 0))]
    index = index_of("en", questions, passages)
    assert index.documents_about == {"den": [0, 1, 4], "nest": [2, 5], NONE: [3]}
    assert index.words_about == {"den": 7, "nest": 4}
    assert (index.average, index.average_about, index.answered) == (6 / 4, 11 / 2, 4)
    assert (index.frequency("fox"), index.frequency("owl"), index.frequency("zebra")) == (3, 1, 0)
    assert index.documents_with_pair("red", "fox") == {0, 4}
    assert index.documents_with_pair("fox", "red") == {3, 4}
    assert index.documents_with_pair("fox", "owl") == set()
    assert index.subjects_with(["red", "fox"]) == {"den"}
    assert index.subjects_with(["owl", "owl", "fox"]) == {"nest"}
    assert index.subjects_named(["fox"]) == {"den"}
    assert index.subjects_named(["red"]) == index.subjects_named(["fox", "red"]) == set()
    assert (index.is_unanswered(["fox", "red"]), index.is_unanswered(["fox"])) == (True, False)
    assert (index.has("fox"), index.has("zebra")) == (True, False)
    assert (index.voice(3), index.voice(4)) == (0.3, 1.0)
    assert index.in_passages("den", "fox", 2) == [pytest.approx(1.6), 0.0]
    assert index.passage_lengths("den", 2) == [pytest.approx(4 + 0.3 * 3), 0.0]


def test_an_index_of_nothing_is_one():
    index = index_of("en", [], [])
    assert (index.average, index.average_about, index.answered) == (1.0, 1.0, 0)
    assert pack(unpack(pack(index))) == pack(index)


def test_texts_and_numbers_come_back_and_damage_is_noticed():
    texts, numbers = [["a", "ё b", ""], []], [[0, 65_535], [65_536], []]
    file = packed(texts, numbers)
    told, counted = unpacked(file, 2)
    assert told == texts
    assert [list(one) for one in counted] == numbers
    assert [one.typecode for one in counted if isinstance(one, array)] == ["H", "I", "H"]
    assert file.startswith(b"Callboard index 2\n")
    for place in range(len(file)):
        damaged = file[:place] + bytes([file[place] ^ 1]) + file[place + 1 :]
        with pytest.raises(DamagedError):
            unpacked(damaged, 2)


@pytest.mark.usefixtures("zoo")
def test_what_is_written_in_two_languages_speaks_for_a_section_in_both():
    def known_in(game, language):
        return Known(language, (load_index(game, language),))

    scores = {one: search("zoo", "hen", one, known_in=known_in).hits[0].score for one in ("ru", "en", "es")}
    assert scores["ru"] == pytest.approx(scores["en"] + scores["es"], abs=0.002)  # who reads neither is told by both
    assert scores["en"] != scores["es"]


# --- The glossary ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("zoo")
def test_a_term_is_found_by_its_name_its_words_or_something_like_them():
    fox, crab, wolf = load_glossary("zoo")
    names = {"ru": ("лиса", "лис"), "en": ("fox", "vixen", "red dog"), "es": ("zorro",)}
    assert fox == Term("zoo", names, "feeding")
    for word in ("FOX", "vixens", "dog", "лисы", "zorros", "ajx", "djkr"):
        found = find_terms(word, ["zoo"])
        assert found in ([fox], []) if word == "ajx" else found == [wolf if word == "djkr" else fox], word
    assert find_terms("cangreja", ["zoo"]) == [crab]
    assert find_terms("zebra", ["zoo"]) == find_terms("the", ["zoo"]) == []


# --- How well it answers ---------------------------------------------------------------------------------------------


def test_questions_are_read_with_what_answers_them(zoo):
    first, second, third, fourth = read_questions(zoo / "questions.toml")
    assert first == Question("who eats", ("feeding",), "natural", "held", ("fox | hen", "nothing"))
    assert second == Question("zebra", ())
    assert (third.answer, fourth.kind) == (("count",), "unknown")
    for broken in ("question = 1", "[[question]]\ntext = 'x'", "["):
        (zoo / "questions.toml").write_text(broken, "utf-8")
        with pytest.raises(RulesFormatError, match=r"questions\.toml: not a list of \[\[question\]\]"):
            read_questions(zoo / "questions.toml")
    with pytest.raises(RulesFormatError, match="nowhere"):
        read_questions(zoo / "nowhere.toml")


def test_a_passage_answers_that_has_all_the_words_of_one_answer():
    question = Question("who eats", ("feeding",), answer=("fox | hen", "wolf"))
    assert question.answered_by(Passage("Animal: fox · Food: hen", 0))
    assert not question.answered_by(Passage("Animal: fox · Food: mouse", 0))
    assert question.answered_by(Passage("the WOLF", 0))
    assert question.answered_by(Passage("none", 0, lead="A wolf eats:"))
    assert not Question("who eats", ("feeding",)).answered_by(Passage("fox", 0))


def test_rates_are_counted_of_each_kind_of_question(zoo):
    found = rates("zoo", "en", read_questions(zoo / "questions.toml"))
    assert found == Rates(
        first=[True, False],
        three=[True, False],
        cross=[False],
        refused=[False, True],
        recognised=[True, True],
        passage=[True, False],
        offered=[False],
    )
    assert found.number == 4
    found.add(Rates(first=[False], recognised=[False]))
    assert (found.first, found.recognised, found.number) == ([True, False, False], [True, True, False], 6)
    assert (share([True, False]), share([])) == (0.5, 0.0)


@pytest.fixture
def answers(monkeypatch):
    """Have each question answered as is said here; return the answers by question, and what else was asked."""
    told, asked = {}, []

    def answered(_, question, __, limit=5, known_in=None):
        asked.append((limit, known_in))
        return told[question]

    monkeypatch.setattr("callboard_rules.rates.search", answered)
    return told, asked


def told_by(*names, covered=True, sure=True, first=()):
    """Return an answer in which these sections are found."""
    sections = load_rules("zoo", "en").sections
    hits = tuple(Hit(sections[name], 1.0, (), "", (), "") for name in names)
    return Answer(hits, covered=covered, sure=sure, first=tuple(first), unanswered="", words="")


@pytest.mark.usefixtures("zoo")
def test_rates_tell_the_first_from_the_first_three_and_the_offered_from_the_sure(answers):
    told, asked = answers
    section = load_rules("zoo", "en").sections["components"]
    rule, untold = (passages_of(section)[place] for place in (1, 4))
    told |= {
        "first": told_by("ends", "feeding"),
        "second": told_by("feeding", "ends"),
        "fourth": told_by("feeding", "feeding", "components", "ends"),
        "offered": told_by("ends", sure=False),
        "offered wrongly": told_by("feeding", sure=False),
        "refused": told_by("ends", covered=False, sure=False),
    }
    found = rates("zoo", "en", [Question(text, ("ends",)) for text in told])
    assert found == Rates(
        first=[True, False, False, True, False, True],
        three=[True, True, False, True, False, True],
        refused=[False] * 5 + [True],
        offered=[False, True],
    )
    assert asked == [(3, None)] * 6
    told |= {
        "untold": told_by("components", first=[(section, untold), (section, rule)]),
        "told": told_by("components", first=[(section, rule), (section, untold)]),
        "marked": told_by("components", first=[(section, rule)]),
        "nothing": told_by("components"),
        "not covered": told_by(covered=False),
    }
    unknown = [Question(text, ("components",), "unknown") for text in ("untold", "told", "nothing")]
    marked = Question("marked", ("components",), "unknown", answer=("24 foxes",))
    assert rates("zoo", "en", [*unknown, marked]).recognised == [True, False, False, True]
    assert rates("zoo", "en", [Question("told", ()), Question("not covered", ())]).recognised == [False, True]


def test_with_fewer_known_questions_those_are_left_that_lie_evenly(zoo, answers):
    told, asked = answers
    told["any"] = told_by("ends")
    (zoo / "asked/en.toml").write_text('feeding = ["a fox", "b fox", "c fox", "d fox"]\nends = ["e"]', "utf-8")
    (zoo / "unanswered/en.toml").write_text('others = ["u", "v", "w", "x", "y"]', "utf-8")
    loader.forget()
    rates("zoo", "en", [Question("any", ("ends",))], most=2)
    ((limit, known_in),) = asked
    own, any_game = known_in("zoo", "en").indexes
    asked_of = [text for text in own.questions if text.endswith(" fox")]
    assert (limit, asked_of) == (3, ["a fox", "c fox"])
    assert [text for text in own.questions if len(text) == 1] == ["e", "u", "v", "x"]  # three of five, as three of five
    assert "what eats a fox" not in own.questions
    assert any_game is load_index(ANY, "en")


def test_a_file_without_a_question_has_none(zoo):
    (zoo / "questions.toml").write_text("", "utf-8")
    assert read_questions(zoo / "questions.toml") == []


# --- What is kept ----------------------------------------------------------------------------------------------------


def test_what_was_read_is_kept_until_it_is_forgotten_and_a_folder_for_as_long_as_was_said(tmp_path):
    read = []
    kept = loader.kept(lambda what: read.append(what) or len(read))
    assert (kept("a"), kept("a"), kept("b")) == (1, 1, 2)
    loader.forget()
    assert kept("a") == 3
    put(tmp_path)
    with loader.laid("zoo", tmp_path / "zoo"):
        assert kept("a") == 4
        assert load_rules("zoo", "en").title == "Zoo"
    assert kept("a") == 5
    with pytest.raises(RulesFormatError, match="zoo/sources"):
        load_rules("zoo", "en")


@pytest.mark.usefixtures("zoo")
def test_what_is_answered_and_what_is_not():
    answer = search("zoo", "what eats a fox", "en")
    assert [(hit.section.id, passage.text) for hit in answer.hits[:1] for passage in hit.passages[:1]] == [
        ("feeding", "Animal: fox · Food: hen")
    ]
    assert search("zoo", "is it fun", "en").unanswered == "is it fun"
    assert load_unanswered(ANY, "en")
