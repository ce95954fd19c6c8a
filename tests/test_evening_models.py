"""Random evenings of every game against a plain list of what was done, and whatever else may be typed."""

import json
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callboard_nights import commands
from callboard_nights.changes import changes
from callboard_nights.counts import State, counts_of
from callboard_nights.entries import GAINED, SAME
from callboard_nights.night import night_of
from callboard_scoring.games import find_game
from callboard_scoring.problems import RefusedError
from played import NAMES, PLAYED, STARTING_ECUS, scored, seats, steps

AT = "2026-11-22T19:30:00Z"
every_game = pytest.mark.parametrize("game", PLAYED)
few = settings(max_examples=max(3, settings().max_examples // 10))
"""A whole evening takes its time, and each of these tests looks at every game."""
seeds = st.integers(0, 2**32 - 1)


def begun(game, names):
    return commands.begin(find_game(game), names, AT)


def played(game, names, entries, log=None):
    """Return the log of an evening in which these are entered, each a stage and a record."""
    log = log or begun(game, names)
    for stage, raw in entries:
        log = (*log, commands.add(night_of(log), stage, raw, AT))
    return log


def facts(night):
    """All that an evening says, without its log."""
    return {
        "entries": [entry_facts(entry) for entry in night.entries],
        "standing": night.standing,
        "winners": night.winners,
        "next": night.next,
        "table": night.table,
        "ended": night.ended is not None,
    }


def without_same(told):
    """The facts without the doubt that an entry was typed twice, which is about the words alone."""
    entries = [
        (*most, [doubt for doubt in doubts if doubt[1] != SAME], problems)
        for *most, doubts, problems in told["entries"]
    ]
    return {**told, "entries": entries}


def entry_facts(entry):
    record = entry.played and entry.played.record.model_dump(mode="json", by_alias=True)
    doubts = [(doubt.path, doubt.code) for doubt in entry.played.result.doubts] if entry.played else []
    problems = [(problem.path, problem.code) for problem in entry.problems]
    return entry.number, entry.stage, entry.stands, record, doubts, problems


# --- A plain list of what was done -----------------------------------------------------------------------------------

ADDS = {"histrio": ("season",), "magnificent": ("perform",), "historia": ("tally",)}
SETS = {"histrio": ("city", "final"), "magnificent": ("round", "final"), "turandot": ("final",)}
"""Which stages add to the standing and which set it, as the contract for saved evenings has it."""
START = {"histrio": STARTING_ECUS}


@dataclass
class Plain:
    """An evening as a list of what was done: `done` is replayed from its beginning whenever anybody asks."""

    game: str
    names: tuple
    done: list = field(default_factory=list)
    undone: list = field(default_factory=list)
    stages: list = field(default_factory=list)

    before_end: list = field(default_factory=list)

    def do(self, *what):
        self.done.append(what)
        self.before_end = list(self.undone) if what == ("end",) else []
        self.undone.clear()

    @property
    def records(self):
        """What stands of each entry, by its number."""
        records = {}
        for what, *rest in self.done:
            if what in ("add", "edit"):
                records[rest[0]] = rest[1]
        return records

    @property
    def is_ended(self):
        return ("end",) in self.done

    @property
    def is_over(self):
        """Whether somebody has won, or nobody can any more."""
        return self.game != "historia" and self.outcome(fits_only=True)[2] is not None

    def outcome(self, *, fits_only=False):
        """Return the totals, the ranks, the winners, and which of the entries fit."""
        totals = dict.fromkeys(self.names, START.get(self.game, 0))
        ranks, winners, over, fitting = None, None, False, []
        for number, raw in sorted(self.records.items()):
            stage = self.stages[number - 1]
            if over:
                continue
            fitting.append(number)
            whose = raw.get("player") if stage == "perform" else None
            result = scored(self.game, stage, {key: raw[key] for key in raw if key != "player" or not whose})
            if whose:
                totals[whose] += result.outcome.points
            elif stage in SETS.get(self.game, ()):
                totals = {score.name: score.total for score in result.players}
            elif stage in ADDS.get(self.game, ()):
                totals = {score.name: totals[score.name] + score.total for score in result.players}
            if result.decided and (result.winners or (result.winners == () and stage == "final")):
                over, winners = True, result.winners
                ranks = dict(zip([score.name for score in result.players], result.ranks(), strict=True))
        ranks = ranks or {name: 1 + sum(other > own for other in totals.values()) for name, own in totals.items()}
        if self.game == "historia" and fitting:
            winners = tuple(name for name in self.names if ranks[name] == 1)
        if len(fitting) < len(self.records) and not fits_only:
            winners = None
        return totals, ranks, winners, fitting


class Both:
    """An evening and the plain list, to which the same things are done; what one refuses the other does, too."""

    def __init__(self, game, seed):
        self.names, self.random = seats(game, seed), Random(seed)
        self.fresh = steps(game, seed, self.names)
        self.plain = Plain(game, self.names)
        self.log = begun(game, self.names)

    @property
    def night(self):
        return night_of(self.log)

    def keep(self, event):
        self.log = (*self.log, event)

    def add(self):
        step = next(iter(self.fresh), None)
        if step is None:
            return
        over = self.plain.is_over
        if self.plain.is_ended or over:
            code = "error.night.ended" if self.plain.is_ended else "error.night.over"
            assert refused(commands.add, self.night, step.stage, step.entered, AT) == [((), code)]
            return
        self.keep(commands.add(self.night, step.stage, step.entered, AT))
        self.plain.stages.append(step.stage)
        self.plain.do("add", len(self.plain.stages), self.fresh.pop(0).entered)

    def edit(self):
        fitting = self.plain.outcome()[3]
        if not fitting:
            assert refused(commands.change, self.night, 1, {}, AT)[0][1] in (
                "error.night.no-entry",
                "error.night.taken-back",
            )
            return
        number = self.random.choice(fitting)
        other = steps(self.plain.game, self.random.randrange(2**32), self.names)
        for step in [step for step in other if step.stage == self.plain.stages[number - 1]][:1]:
            self.keep(commands.change(self.night, number, step.entered, AT))
            self.plain.do("edit", number, step.entered)

    def undo(self):
        self._step(self.plain.done, self.plain.undone, commands.undo, "error.night.nothing-to-undo")

    def redo(self):
        self._step(self.plain.undone, self.plain.done, commands.redo, "error.night.nothing-to-redo")

    def _step(self, here, there, act, otherwise):
        if here:
            self.keep(act(self.night, AT))
            there.append(here.pop())
        else:
            assert refused(act, self.night, AT) == [((), otherwise)]

    def end(self):
        if self.plain.is_ended:
            assert refused(commands.end, self.night, AT) == [((), "error.night.ended")]
        else:
            self.keep(commands.end(self.night, AT))
            self.plain.do("end")

    def resume(self):
        if not self.plain.is_ended:
            assert refused(commands.resume, self.night, AT) == [((), "error.night.not-ended")]
        else:
            self.keep(commands.resume(self.night, AT))
            is_last = self.plain.done[-1] == ("end",)
            self.plain.done.remove(("end",))
            # What could stand again before the end can again: going on after all is no new change.
            self.plain.undone[:] = [what for what in self.plain.before_end if is_last and what != ("end",)]

    def note(self):
        self.keep(commands.note("late", AT))


WHAT = ("add", "add", "add", "edit", "undo", "undo", "redo", "end", "resume", "note")


def refused(act, *arguments):
    with pytest.raises(RefusedError) as caught:
        act(*arguments)
    return [(problem.location, problem.code) for problem in caught.value.problems]


def check(plain, night):
    totals, ranks, winners, fitting = plain.outcome()
    assert [entry.stage for entry in night.entries] == plain.stages  # whatever was undone: no number is used again
    assert [entry.number for entry in night.entries] == list(range(1, len(plain.stages) + 1))
    assert [entry.number for entry in night.entries if entry.stands] == sorted(plain.records)
    assert [entry.number for entry in night.entries if entry.fits] == fitting
    assert {one.name: one.total for one in night.standing} == totals
    assert {one.name: one.rank for one in night.standing} == ranks
    assert night.winners == winners
    assert (night.ended is not None) == plain.is_ended
    for entry in night.entries:
        if entry.fits:
            raw = plain.records[entry.number]
            whole = {key: raw[key] for key in raw if key in type(entry.played.record).model_fields}
            assert entry.played.result == of_the_evening(entry, scored(plain.game, entry.stage, whole))
        elif entry.stands:
            assert [problem.code for problem in entry.problems] == ["error.night.over"]


def of_the_evening(entry, result):
    """Return a scorer's own result with the doubts of the evening before those of the record."""
    own = [doubt for doubt in entry.played.result.doubts if doubt not in result.doubts]
    return replace(result, doubts=(*own, *result.doubts))


@every_game
@few
@given(seeds, st.lists(st.sampled_from(WHAT), max_size=12))
def test_a_log_says_what_a_plain_list_of_what_was_done_says_and_so_does_each_beginning_of_it(game, seed, what):
    both = Both(game, seed)
    for one in what:
        getattr(both, one)()
        check(both.plain, both.night)


@every_game
@few
@given(seeds, st.lists(st.sampled_from((*WHAT, "rename")), max_size=12), st.data())
def test_an_evening_that_is_extended_is_what_it_is_folded_from_its_beginning(game, seed, what, data):
    both = Both(game, seed)
    for one in what:
        if one == "rename":
            old, new = both.night.players[0], data.draw(st.sampled_from(("Ada", "Zoe")))
            both.keep(commands.rename(both.night, old, new, AT))
            break  # the plain list knows nobody by another name
        getattr(both, one)()
    state = State.of(both.log[:1])
    for end in sorted(data.draw(st.sets(st.integers(1, len(both.log)), max_size=6)) | {len(both.log)}):
        state = state.after(*both.log[len(state.log) : end])
        if data.draw(st.booleans()):
            assert state.night == night_of(both.log[:end])
    assert (state.night, state.counts) == (night_of(both.log), counts_of(both.log))


def test_what_is_only_equal_to_what_was_read_is_read_anew():
    names = ("Ann", "Bob")
    one = {"players": [{"name": name, "amounts": {"war": 1}} for name in names]}
    true = {"players": [{"name": name, "amounts": {"war": True}} for name in names]}
    assert one == true
    fits = []
    for raw in (one, true, one):
        event = commands.Event("entered", AT, "", {"stage": "tally", "entered": raw})
        fits += [entry.fits for entry in night_of((*begun("historia", names), event)).entries]
    assert fits == [True, False, True]


# --- Undo, redo, edit, rename ----------------------------------------------------------------------------------------


@every_game
@few
@given(seeds, st.data())
def test_as_many_redos_as_undos_are_nothing_and_anything_new_ends_redo(game, seed, data):
    names = seats(game, seed)
    fresh = steps(game, seed, names)[:5]
    log = played(game, names, [(step.stage, step.typed) for step in fresh])
    log = (*log, commands.change(night_of(log), 1, fresh[0].whole if not fresh[0].whose else fresh[0].entered, AT))
    before = facts(night_of(log))
    count = data.draw(st.integers(1, len(fresh) + 1))
    for _ in range(count):
        log = (*log, commands.undo(night_of(log), AT))
    assert [entry.stands for entry in night_of(log).entries].count(True) == len(fresh) - max(0, count - 1)
    others = commands.after(log, commands.end(night_of(log), AT))
    assert refused(commands.redo, others, AT) == [((), "error.night.nothing-to-redo")]
    for _ in range(count):
        log = (*log, commands.redo(night_of(log), AT))
    assert facts(night_of(log)) == before
    assert refused(commands.redo, night_of(log), AT) == [((), "error.night.nothing-to-redo")]


@every_game
@few
@given(seeds, seeds, st.data())
def test_an_edit_is_the_evening_replayed_with_the_new_value_and_undo_brings_the_old_one_back(game, seed, other, data):
    names = seats(game, seed)
    fresh = steps(game, seed, names)
    log = played(game, names, [(step.stage, step.typed) for step in fresh])
    before = night_of(log)
    number = data.draw(st.integers(1, len(fresh)))
    new = [step for step in steps(game, other, names) if step.stage == fresh[number - 1].stage][:1]
    for step in new:
        try:
            event = commands.change(before, number, step.typed, AT)
        except RefusedError:
            continue  # of another evening, in which something else was known
        after = night_of((*log, event))
        entered = [log_event.data for log_event in log[1:]]
        entered[number - 1] = {"stage": step.stage, "entered": event.data["entered"]}
        replayed = night_of((log[0], *(commands.Event("entered", AT, "", data) for data in entered)))
        assert facts(after) == facts(replayed)
        assert facts(night_of((*log, event, commands.undo(after, AT)))) == facts(before)
        told = changes(before, after, number)
        moved = {one.name for one, was in zip(after.standing, before.standing, strict=True) if one != was}
        assert {pair.name for pair in told.players} == moved
        assert (told.winners is not None) == (before.winners != after.winners)
        assert all(one > number for one in told.unreached)


@every_game
@few
@given(seeds, st.data())
def test_another_name_changes_no_number_whenever_it_was_given(game, seed, data):
    names = seats(game, seed)
    fresh = steps(game, seed, names)
    before = night_of(played(game, names, [(step.stage, step.typed) for step in fresh]))
    old, place = data.draw(st.sampled_from(names)), data.draw(st.integers(0, len(fresh)))
    told = json.dumps([step.typed for step in fresh])
    swapped = json.loads(told.replace(f'"{old}"', '"Zoe"').replace(f'"{old.upper()}"', '"ZOE"'))
    log = played(game, names, [(step.stage, step.typed) for step in fresh[:place]])
    log = (*log, commands.rename(night_of(log), old.upper(), " Zoe ", AT))
    renamed = night_of(played(game, names, [(fresh[at].stage, swapped[at]) for at in range(place, len(fresh))], log))
    assert renamed.players == tuple("Zoe" if name == old else name for name in names)
    for one, was in zip(renamed.standing, before.standing, strict=True):
        assert (one.total, one.rank, one.holds) == (was.total, was.rank, was.holds)
    text, was = (json.dumps(list(map(entry_facts, night.entries))) for night in (renamed, before))
    assert text == was.replace(f'"{old}"', '"Zoe"')
    assert [entry.fits for entry in renamed.entries] == [True] * len(fresh)


# --- What is left out ------------------------------------------------------------------------------------------------


@every_game
@few
@given(seeds)
def test_what_was_left_out_and_filled_in_is_what_typing_it_would_have_been(game, seed):
    names = seats(game, seed)
    fresh = steps(game, seed, names)
    whole = night_of(played(game, names, [(step.stage, step.entered) for step in fresh]))
    typed = night_of(played(game, names, [(step.stage, step.typed) for step in fresh]))
    assert without_same(facts(typed)) == without_same(facts(whole))
    for entry, step in zip(typed.entries, fresh, strict=True):
        record = json.loads(json.dumps(entry.played.record.model_dump(mode="json", by_alias=True)))
        alone = scored(game, entry.stage, record)  # the completed record needs no evening
        assert of_the_evening(entry, alone) == entry.played.result
        assert set(entry.entered) == set(step.typed)
        assert all(GAINED not in row for row in record.get("players", ()))
        again = commands.add(typed.until(entry.number), entry.stage, entry.entered, AT)
        assert again.data["entered"] == entry.entered == json.loads(json.dumps(entry.entered))
        own = {doubt.code for doubt in entry.played.result.doubts if doubt not in alone.doubts}
        assert own <= {"night/doubt.same"}, (entry.number, own)  # as two performances may be


# --- Whatever else is typed ------------------------------------------------------------------------------------------

junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([*NAMES, "ann", 10**60]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5) | st.sampled_from(NAMES), inner),
    max_leaves=8,
)


@st.composite
def spoilt(draw, raw):
    """A record in which something, however deep, is something else, lacks, or is too much."""
    raw = json.loads(json.dumps(raw))
    at = raw
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        extra = draw(st.sampled_from(["gained", "player", "points", "round", "name", "x"]))
        key = draw(st.sampled_from([*keys, extra] if isinstance(at, dict) else keys)) if keys else None
        if key is None:
            return raw
        if isinstance(at, dict) and key not in at:
            at[key] = draw(junk)
            return raw
        if isinstance(at[key], (dict, list)) and draw(st.booleans()):
            at = at[key]
            continue
        if draw(st.booleans()):
            del at[key]
        else:
            at[key] = draw(junk)
        return raw


@cache
def after_the_first(game, seed):
    """Return the log of an evening with one entry, and what is played next."""
    names = seats(game, seed)
    first, *rest = steps(game, seed, names)
    return played(game, names, [(first.stage, first.typed)]), rest[:3] or [first]


@every_game
@given(st.integers(0, 20), st.data())
def test_whatever_is_typed_is_a_record_or_refused_with_places(game, seed, data):
    log, following = after_the_first(game, seed)
    step = data.draw(st.sampled_from(following))
    raw = data.draw(spoilt(step.typed) | spoilt(step.entered) | junk)
    try:
        event = commands.add(night_of(log), step.stage, raw, AT)
    except RefusedError as error:
        assert all(problem.code for problem in error.problems)
        assert 0 < len(error.problems) < 60
        assert all(isinstance(problem.path, str) for problem in error.problems)
    else:
        entry = commands.after(log, event).entries[-1]
        assert entry.fits
        assert entry.entered == event.data["entered"]


@every_game
def test_what_is_too_large_is_refused_at_once(game):
    night = night_of(begun(game, seats(game, 1)))
    stage = find_game(game).stages[0]
    deep = []
    for _ in range(50):
        deep = [deep]
    for raw in (
        {"players": [{"name": f"N{number}"} for number in range(10**5)]},
        {"players": {f"N{number}": 1 for number in range(10**5)}},
        {"x" * 10**6: 1},
        {"players": deep},
        {"players": [{"name": "x" * 10**6}]},
    ):
        assert len(refused(commands.add, night, stage, raw, AT)) <= 3
