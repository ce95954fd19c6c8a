"""Why these points? Each sentence of `golden_sentences/GAME.toml` is told so, in three languages, and none is missing.

A file has `[[sentence]]` after `[[sentence]]`: each reason and each doubt of the game, in each form in which a golden case
tells it (singular and plural of each language, one, two or several names, zero, less than zero, each word in each of its
forms):

    [[sentence]]
    reason = "season-matching-actors.comedy"    # rule and case, without the game
    case = "Valère gets 3 for his comedians"    # the case of golden/, golden_misses/ or golden_otherwise.toml that tells
                                                # it; of a step of a set-up its `code` instead, for these players
    whose = "Valère"                            # whose line it is; left out: nobody's
    points = 3                                  # left out: none
    values = { count = 3, actors = ["C3"] }     # all values; of a line among them its reason, points and values
    ru = "…"                                    # what people read
    en = "…"
    es = "…"

`[agrees]` says what holds of what a sentence `gives` and of the numbers in it, whatever the table: of the `record`, the
player's `seat` in it, the values of the player's lines as `mine` and those of the `notes`, the `lines` that are nobody's,
the `totals`, the `outcome`. Each reason that gives points stands there, and each that tells several numbers, or in `[apart]` with why these have nothing to do with it.
"""

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callboard_cli.input.stage import stage_of
from callboard_cli.render.rows import doubted
from callboard_cli.ui.wording import sentence, token
from callboard_locales import catalog
from callboard_scoring.constrained_draws import bring_back
from callboard_scoring.draws import Code
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.ledger import Line
from callboard_scoring.problems import Doubt
from conftest import GOLDEN, LANGUAGES
from played import PLAYED, seats, steps

TESTS = Path(__file__).parent
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eva", "Fay")
PLACE = re.compile(r"%\(([^)]+)\)s")
DECLARED = re.compile(r'\breason\(\s*"([^"]+)"|"(\w+/doubt\.[^"]+)"')
EQUATION = re.compile(r"−?\d+(?: [+−×] −?\d+)+ = −?\d+")
each_game = pytest.mark.parametrize("game", [game.id for game in GAMES])


@dataclass(frozen=True)
class Told:
    """A line or a doubt, whose it is, and the record and the result in which it stands."""

    whose: str
    line: Line | Doubt
    record: Any = None
    result: Any = None

    @property
    def id(self):
        return self.line.code if isinstance(self.line, Doubt) else self.line.reason.id

    @property
    def points(self):
        return 0 if isinstance(self.line, Doubt) else self.line.points

    def said(self, language):
        """Return the sentence as people read it."""
        game = find_game(self.id.partition("/")[0])
        tell, about = (doubted, game) if isinstance(self.line, Doubt) else (sentence, game.id)
        return tell(catalog(language), about, self.line)

    def written(self):
        """Return it as the files have it, without its words."""
        told = {"reason": self.id.partition("/")[2], "values": written(self.line.values)}
        return told | ({"whose": self.whose} if self.whose else {}) | ({"points": self.points} if self.points else {})


def written(value):
    """Return values as the files have them; TOML has no word for nothing, so "" stands for it."""
    if isinstance(value, Line):
        return Told("", value).written()
    if isinstance(value, (list, tuple)):
        return [written(one) for one in value]
    return "" if value is None else {k: written(v) for k, v in value.items()} if isinstance(value, dict) else value


def within(told):
    """Yield what is told, and each line that its values hold, however deep."""
    yield told
    for value in told.line.values.values():
        for one in value if isinstance(value, (list, tuple)) else ():
            if isinstance(one, Line):
                yield from within(replace(told, line=one))


# --- What cases tell -------------------------------------------------------------------------------------------------


def read(file):
    return tomllib.loads(file.read_text(encoding="utf-8"))


def every(game, stage, raw):
    """Yield all that a record has told: lines, notes, the tie-break, what was missing, what else there could be, doubts."""
    here = stage_of(find_game(game), stage)
    record = here.record(raw)
    result = here.game.score(stage, record)
    lines = [(score.name, line) for score in result.players for line in (*score.lines, *score.notes)]
    lines += [("", line) for line in (*result.steps, *result.lines, *result.ladder)]
    lines += [(whose, lack) for whose, line in lines for lack in line.lacks]
    lines += [(one.name, one.why) for one in here.game.otherwise(stage, record) if isinstance(one.why, Line)]
    lines += [(doubt.whose, doubt) for doubt in result.doubts]
    for whose, line in lines:
        yield from within(Told(whose, line, record, result))


def records(game):
    """Return the records of a game's cases, by name: those of golden/, and of what just misses, or could be otherwise."""
    golden = [(file.stem, case) for file in sorted((GOLDEN / game).glob("*.toml")) for case in read(file)["case"]]
    missed = read(TESTS / "golden_misses" / f"{game}.toml").get("case", ())
    others = [case for case in read(TESTS / "golden_otherwise.toml")["case"] if case["game"] == game]
    return {
        case["name"]: (stage, case["record"])
        for stage, case in (*golden, *((case["stage"], case) for case in (*missed, *others)))
        if stage not in ("refused", "setup")
    }


@cache
def told_by_cases(game):
    """Return all that a game's cases tell, by their names."""
    return {name: list(every(game, stage, raw)) for name, (stage, raw) in records(game).items()}


def steps_of(game, code):
    """Return what a set-up tells, for as many players as its code is for."""
    read_code = Code.read(code, game)
    made = bring_back(find_game(game), NAMES[: read_code.players], read_code)
    return [one for step in made.setup.steps for one in within(Told("", step))]


@cache
def entries(game):
    """Return a file's sentences, each with what its case tells so; None where it tells no such thing."""
    found = []
    for entry in read(TESTS / "golden_sentences" / f"{game}.toml")["sentence"]:
        fact = {key: entry[key] for key in ("reason", "whose", "points", "values") if key in entry}
        told = steps_of(game, entry["code"]) if "code" in entry else told_by_cases(game)[entry["case"]]
        found.append((entry, next((one for one in told if one.written() == fact), None)))
    return found


# --- Each sentence ---------------------------------------------------------------------------------------------------


@each_game
def test_each_sentence_is_told_for_that_reason_with_those_values_in_those_words(game):
    for entry, told in entries(game):
        expected = {language: entry[language] for language in LANGUAGES}
        given = told and {language: told.said(language) for language in LANGUAGES}
        assert given == expected, (entry["reason"], entry.get("case"), entry["values"])


@each_game
def test_no_reason_and_no_doubt_is_without_its_sentence(game):
    # What an evening doubts is told in golden_evenings.
    files = [file for file in find_game(game).folder.glob("*.py") if file.stem != "evening"]
    sources = [file.read_text(encoding="utf-8") for file in files]
    declared = {name or doubt for source in sources for name, doubt in DECLARED.findall(source)}
    assert {f"{game}/{entry['reason']}" for entry, _ in entries(game)} == declared
    assert len(declared) > 20


@each_game
def test_no_form_that_a_case_tells_is_missing(game):
    assert list(missing(game)) == []  # `python tests/missing_sentences.py` writes them down


def missing(game):
    """Yield what a case is the first to tell in a form that no sentence shows, with the case's name."""
    shown = {form for _, told in entries(game) for form in forms(told)}
    met = set()
    for case, every_told in told_by_cases(game).items():
        for told in every_told:
            known = (told.id, repr(told.line.values))
            if known not in met and not shown.issuperset(forms(told)):
                shown.update(forms(told))
                yield case, told
            met.add(known)


def forms(told):
    """Yield each form that a sentence takes by its values: what the catalogs choose by number, by gender, by order."""
    game, before = told.id.partition("/")[0], ""
    yield (told.id,)
    for place in PLACE.findall(catalog("en").text(told.id)):
        name, _, unit = place.partition(":")
        name, _, form = name.partition(".")
        value = told.line.values if name == "*" else told.line.values[name]
        if unit:
            words = (catalog(language).plural(f"{game}/unit.{unit}", value) for language in LANGUAGES)
            yield told.id, place, value < 0, not value, *words
        elif isinstance(value, (list, tuple, dict)):
            yield told.id, place, min(len(value), 3)
            for one in value if form not in ("", "sum", "list") else ():
                yield from words_of(game, "token" if form == "grouped" else form, str(one), "")
        elif form:
            yield from words_of(game, form, str(value), before)
            before = str(value)
        elif isinstance(value, int):
            yield told.id, place, value < 0, not value


def words_of(game, form, canonical, before):
    """Yield the form of a token without its numbers, in all languages, which any sentence of the game may show."""
    yield game, form, *(re.sub(r"\d+", "", token(catalog(one), game, canonical, form, before)) for one in LANGUAGES)


# --- The numbers in it -----------------------------------------------------------------------------------------------


@cache
def agreements(game):
    """Return what holds of the numbers in each sentence that has some."""
    table = read(TESTS / "golden_sentences" / f"{game}.toml")["agrees"]
    return {f"{game}/{name}": compile(rule, name, "eval") for name, rule in table.items()}


def agree(told):
    """Look whether the points and the numbers of a sentence agree, and whether it names others than whose it is."""
    for value in told.line.values.values():
        names = value if isinstance(value, (list, tuple)) else [value]
        assert not told.whose or told.whose not in names, told
    rule = agreements(told.id.partition("/")[0]).get(told.id)
    if rule:
        assert eval(rule, known_of(told)), (told.id, told.points, told.line.values)  # noqa: S307  # our own file


def known_of(told):
    """Return what a rule may speak of: the values, and the table of which they are told."""
    players = {player.name: player for player in getattr(told.record, "players", ())}
    own = [score for score in told.result.players if score.name == told.whose]
    return {
        **told.line.values,
        "gives": told.points,
        "record": told.record,
        "seat": players.get(told.whose) or getattr(told.record, getattr(told.line, "whose", "") or "players", None),
        "outcome": told.result.outcome,
        "lines": told.result.lines,
        "totals": [score.total for score in told.result.players],
        "mine": {line.reason.rule.partition("/")[2]: line.values for score in own for line in score.lines},
        "notes": [line.values for score in own for line in score.notes],
    }


def reads(told):
    """Look whether each language tells the same numbers, and equations that are so."""
    said = [told.said(language) for language in LANGUAGES]
    assert len({tuple(sorted(re.findall(r"\d+", text))) for text in said}) == 1, said
    for text in said:
        for equation in EQUATION.findall(re.sub(r" \([^)]*\)", "", text)):
            one, other = equation.replace("−", "-").replace("×", "*").split(" = ")
            assert eval(one) == int(other), text  # noqa: S307  # numbers and signs


@each_game
def test_the_numbers_of_each_sentence_agree_with_its_points_and_are_the_same_in_each_language(game):
    for _, told in entries(game):
        reads(told)
    for case in told_by_cases(game).values():
        for told in case:
            agree(told)


@each_game
def test_what_gives_points_or_tells_several_numbers_says_how_they_agree(game):
    needed = {
        told.id
        for case in told_by_cases(game).values()
        for told in case
        if not isinstance(told.line, Doubt)
        if told.points or sum(type(value) is int for value in told.line.values.values()) > 1
        if "%(*)s" not in catalog("en").text(told.id)  # whose values are the players' own
    }
    apart = {f"{game}/{name}" for name in read(TESTS / "golden_sentences" / f"{game}.toml").get("apart", ())}
    assert needed - set(agreements(game)) - apart == set()
    assert apart.isdisjoint(agreements(game))
    assert apart | set(agreements(game)) <= {told.id for case in told_by_cases(game).values() for told in case}


@given(st.sampled_from(sorted(PLAYED)), st.integers(0, 2**32 - 1))
def test_so_it_is_in_evenings_played_at_random(game, seed):
    for step in steps(game, seed, seats(game, seed)):
        for told in every(game, step.stage, step.whole):
            agree(told)
            reads(told)


@pytest.mark.long
@each_game
def test_no_form_that_such_an_evening_tells_is_missing(game):
    """The same evenings in each run: what is rare among all others must not fail a run that has nothing to do with it."""
    shown = {form for _, told in entries(game) for form in forms(told)}
    for seed in range(80):
        for step in steps(game, seed, seats(game, seed)):
            for told in every(game, step.stage, step.whole):
                assert set(forms(told)) <= shown, (seed, told)
