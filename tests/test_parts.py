"""What everybody types of a count before it is entered: nothing is lost, nothing of it counts, and who may what."""

from dataclasses import replace
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callboard_cli.input.diagnostics.refusal import refused as refusal
from callboard_cli.render.claims import NOWHERE, finding_of
from callboard_cli.ui.output import UI
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights import count_commands as own
from callboard_nights.counts import EVENT, KINDS, FieldText, Fold, State, counts_of, readable
from callboard_nights.events import Event
from callboard_nights.night import night_of
from callboard_nights.seating import LogError
from callboard_nights.serialization.receipt import receipt
from callboard_nights.serialization.texts import dispute_text, log_text, read_text
from callboard_nights.totals import claims_checked
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.problems import RefusedError
from conftest import LANGUAGES
from played import PLAYED, scored, seats, steps

AT = "2026-11-22T19:30:00Z"
LATER = "2026-11-22T19:31:00Z"
seeds = st.integers(0, 2**32 - 1)


def season(**changed):
    """Ann has 3 + 3 = 6 and with her requests more, Bob 2."""
    rows = [("Ann", ["C3", "C3"], [4]), ("Bob", ["C2"], [])]
    players = [{"name": name, "troupe": cards, "chameleons": 0, "requests": asked} for name, cards, asked in rows]
    return {"mood": "comedy", "players": players, **changed}


class Table:
    """An evening at which several write."""

    def __init__(self, game="histrio", names=("Ann", "Bob"), stage="season"):
        self.log = commands.begin(find_game(game), names, AT)
        self.stage = stage

    @property
    def night(self):
        return night_of(self.log)

    @property
    def counts(self):
        return counts_of(self.log)

    @property
    def count(self):
        return self.counts.count(self.stage)

    def part(self, whose):
        return self.count.part(whose)

    def done(self, event):
        """Write an event, if there is one."""
        if event is not None:
            self.log = (*self.log, event)
        return event

    def type(self, whose, by=None, seen=None, at=AT, **typed):
        by = whose if by is None else by
        made = own.type_part(self.night, self.counts, self.stage, whose, by=by, typed=typed, at=at, seen=seen)
        self.done(made.event)
        return made

    def act(self, act, whose, by=None, **values):
        by = whose if by is None else by
        return self.done(act(self.night, self.counts, self.stage, whose, by=by, at=AT, **values))

    def host(self, act, *told, **values):
        return self.done(act(self.night, self.counts, *told, at=AT, **values))

    def enter(self, **changed):
        self.done(commands.add(self.night, self.stage, season(**changed), AT))

    def undo(self):
        self.done(commands.undo(self.night, AT))

    def redo(self):
        self.done(commands.redo(self.night, AT))

    def rename(self, old, new):
        self.done(commands.rename(self.night, old, new, AT))


@pytest.fixture
def table():
    return Table()


def refused(act, *told, **values):
    """Return the codes with which something is refused; in each language there are words for them."""
    with pytest.raises(RefusedError) as caught:
        act(*told, **values)
    for language in LANGUAGES:
        told = refusal(RefusedError(caught.value.problems), catalog(language), None, {}).errors
        assert all(one["text"] and "%(" not in one["text"] for one in told)
        assert all(catalog(language).has(problem.code) for problem in caught.value.problems)
    return [problem.code for problem in caught.value.problems]


# --- What is typed ---------------------------------------------------------------------------------------------------


def test_what_is_typed_stands_as_it_was_typed_wrong_or_not(table):
    table.type("Ann", troupe=" C3 Q9 ", requests="4\r\n5\n")
    table.type("", "Bob", mood="comedy")
    assert table.count.typed() == {"Ann": {"troupe": " C3 Q9 ", "requests": "4\n5\n"}, "": {"mood": "comedy"}}
    assert (table.part("Ann").version, table.part("").version, table.part("Bob").version) == (1, 2, 0)


def test_who_wrote_a_field_is_who_changed_its_text(table):
    table.type("Ann", troupe="C3", requests="4")
    table.type("Ann", "", at=LATER, troupe="C3", requests="5")
    assert table.part("Ann").fields == {"troupe": FieldText("C3", "Ann", AT), "requests": FieldText("5", "", LATER)}


def test_a_field_that_was_emptied_is_not_typed_any_more_and_tells_who_did_it(table):
    table.type("Ann", troupe="C3", requests="4")
    table.type("Ann", "", at=LATER, requests="4", troupe="")
    assert table.part("Ann").typed == {"requests": "4"}
    assert table.part("Ann").fields["troupe"] == FieldText("", "", LATER)


def test_what_stands_already_is_no_event(table):
    table.type("Ann", troupe="C3")
    assert table.type("Ann", "", troupe="C3", requests="") == own.Typing(None)
    assert table.act(own.reopen, "Ann") is None
    assert table.act(own.claim, "Ann", total=None) is None
    assert table.host(own.unlock, "season", "Ann") is None
    assert table.host(own.make_sealed, "season", sealed=False) is None
    for act, told in ((own.claim, {"total": 3}), (own.finish, {})):
        assert table.act(act, "Ann", **told)
        assert table.act(act, "Ann", **told) is None
    assert table.host(own.lock, "season", "Ann")
    assert table.host(own.lock, "season", "Ann") is None
    assert table.host(own.make_sealed, "season")
    assert table.host(own.make_sealed, "season") is None


def test_counts_of_other_stages_are_others(table):
    table.type("Ann", troupe="C3")
    made = own.type_part(table.night, table.counts, "final", "Ann", by="Ann", typed={"ecus": "9"}, at=AT)
    table.done(made.event)
    assert {stage: count.typed() for stage, count in table.counts.open.items()} == {
        "season": {"Ann": {"troupe": "C3"}},
        "final": {"Ann": {"ecus": "9"}},
    }


def test_what_is_no_log_tells_nothing():
    with pytest.raises(LogError):
        counts_of((Event("noted", AT, "", {"note": ""}),))


# --- Two on one part -------------------------------------------------------------------------------------------------


def test_two_who_changed_other_fields_both_have_theirs(table):
    table.type("Ann", troupe="C3", requests="4")
    table.type("Ann", seen=1, troupe="C3 C3", requests="4")
    made = table.type("Ann", "", seen=1, troupe="C3", requests="5", chameleons="1")
    assert table.part("Ann").typed == {"troupe": "C3 C3", "requests": "5", "chameleons": "1"}
    assert made.overwritten == {}


def test_where_two_changed_one_field_the_later_stands_and_is_told_of_the_other(table):
    table.type("Ann", troupe="C3")
    table.type("Ann", seen=1, troupe="C3 C3", at=LATER)
    made = table.type("Ann", "", seen=1, troupe="C2")
    assert table.part("Ann").typed == {"troupe": "C2"}
    assert made.overwritten == {"troupe": FieldText("C3 C3", "Ann", LATER)}


def test_nobody_is_told_to_have_overwritten_themselves(table):
    table.type("Ann", troupe="C3")
    assert table.type("Ann", seen=0, troupe="C3 C3").overwritten == {}


texts = st.dictionaries(st.sampled_from("abcd"), st.sampled_from("123"))


@given(texts, texts, texts)
def test_merging_loses_nothing_that_only_one_changed(base, theirs, mine):
    table = Table()
    table.type("Ann", "", **base)
    seen = table.part("Ann").version
    table.type("Ann", "", seen, LATER, **theirs)
    is_newer = table.part("Ann").version > seen
    made = table.type("Ann", "Ann", seen, LATER, **mine)
    both = set()
    for key in "abcd":
        was, other, now = base.get(key, ""), theirs.get(key, ""), table.part("Ann").typed.get(key, "")
        if mine.get(key, "") == was:
            assert now == other
        elif other == was:
            assert now == mine.get(key, "")
        else:
            assert now == mine.get(key, "")
            if now != other:
                both.add(key)
    assert set(made.overwritten) == (both if is_newer else set())
    assert all(one == FieldText(theirs.get(key, ""), "", LATER) for key, one in made.overwritten.items())


def test_a_form_of_a_count_that_is_entered_by_now_is_not_taken_for_the_next(table):
    table.type("Ann", troupe="C3")
    table.enter()
    assert refused(table.type, "Ann", seen=1, troupe="C3 C3") == ["error.night.part-entered"]
    assert refused(table.type, "Bob", seen=0, troupe="C3") == ["error.night.part-entered"]
    assert table.type("Ann", seen=table.part("Ann").version, troupe="C4").event
    table.undo()
    assert refused(table.type, "Bob", seen=2, troupe="C3") == ["error.night.part-entered"]
    assert table.type("Bob", seen=len(table.log) - 1, troupe="C3").event
    assert table.count.typed() == {"Ann": {"troupe": "C3"}, "Bob": {"troupe": "C3"}}


# --- Entered, taken back, given back ---------------------------------------------------------------------------------


def test_an_entry_begins_another_count_and_keeps_the_one_it_was_made_of(table):
    table.type("Ann", troupe="C3")
    table.act(own.claim, "Ann", total=6)
    table.act(own.finish, "Ann")
    table.enter()
    assert table.count.typed() == {}
    assert (table.count.number, table.count.began, table.part("Ann").version) == (1, 4, 4)
    made = table.counts.entered[1]
    assert (made.typed(), made.claims, made.waiting) == ({"Ann": {"troupe": "C3"}}, {"Ann": 6}, ("Bob",))


def test_an_entry_that_is_taken_back_brings_its_parts_back_and_the_next_ones_wait(table):
    table.type("Ann", troupe="C3")
    first = table.count
    table.enter()
    table.type("Ann", troupe="T1")
    table.undo()
    assert table.count == first
    table.type("Ann", troupe="C3 C3")
    table.enter()
    assert table.count.typed() == {"Ann": {"troupe": "T1"}}
    assert [table.counts.entered[number].typed() for number in (1, 2)] == [
        {"Ann": {"troupe": "C3"}},
        {"Ann": {"troupe": "C3 C3"}},
    ]


def test_a_count_begins_where_it_can_first_be_typed(table):
    table.enter()
    table.undo()
    table.enter()
    assert (table.count.number, table.count.began) == (1, 1)
    table.enter(season=2)
    assert (table.count.number, table.count.began) == (2, 4)
    assert table.type("Ann", seen=4, troupe="C3").event


def test_two_entries_that_are_taken_back_are_not_mixed(table):
    table.type("Ann", troupe="C3")
    table.enter()
    table.type("Bob", troupe="T1")
    table.enter(season=2)
    table.undo()
    table.undo()
    assert table.count.typed() == {"Ann": {"troupe": "C3"}}
    table.redo()
    assert table.count.typed() == {"Bob": {"troupe": "T1"}}
    table.redo()
    assert table.count.typed() == {}


def test_what_was_typed_while_an_entry_was_taken_back_goes_with_it(table):
    table.type("Ann", troupe="C3")
    table.enter()
    table.undo()
    table.type("Ann", troupe="C3 C3")
    table.redo()
    assert table.count.typed() == {}
    assert table.counts.entered[1].typed() == {"Ann": {"troupe": "C3"}}
    table.undo()
    assert table.count.typed() == {"Ann": {"troupe": "C3 C3"}}


def test_a_change_that_is_taken_back_is_no_entry(table):
    table.type("Ann", troupe="C3")
    table.enter()
    table.done(commands.change(table.night, 1, season(mood="tragedy"), AT))
    table.undo()
    assert table.count.typed() == {}
    table.undo()
    assert table.count.typed() == {"Ann": {"troupe": "C3"}}


def test_an_entry_of_which_nothing_was_typed_has_no_count(table):
    table.enter()
    assert table.counts.entered == {}


# --- Other names -----------------------------------------------------------------------------------------------------


def test_a_name_that_was_changed_speaks_for_all_that_was_typed(table):
    table.type("Ann", troupe="C3")
    table.act(own.claim, "Ann", total=6)
    table.rename("Ann", "Zoë")
    assert table.counts.players == ("Zoë", "Bob")
    assert table.part("Zoë").fields == {"troupe": FieldText("C3", "Zoë", AT)}
    assert table.count.claims == {"Zoë": 6}
    table.type("ann", "Zoë", seen=1, troupe="C3 C3")  # a form that still has the name of before
    assert table.log[-1].data["whose"] == "Zoë"
    assert list(table.count.typed()) == ["Zoë"]


def test_two_who_swap_their_names_swap_what_is_whose(table):
    table.type("Ann", troupe="C3")
    table.type("Bob", troupe="T1")
    for old, new in (("Ann", "Cid"), ("Bob", "Ann"), ("Cid", "Bob")):
        table.rename(old, new)
    assert table.count.typed() == {"Bob": {"troupe": "C3"}, "Ann": {"troupe": "T1"}}


def test_who_has_a_name_that_another_had_before_types_for_themselves(table):
    table.type("Ann", troupe="C3")
    table.rename("Ann", "Zoë")
    table.rename("Bob", "Ann")
    table.type("Ann", troupe="T1")
    assert table.part("Ann").fields == {"troupe": FieldText("T1", "Ann", AT)}
    assert table.part("Zoë").fields == {"troupe": FieldText("C3", "Zoë", AT)}


# --- Who may what ----------------------------------------------------------------------------------------------------


def test_a_player_writes_the_own_part_and_the_tables_and_the_host_all(table):
    table.type("", "Ann", mood="comedy")
    table.type("Ann", "", troupe="C3")
    for act, values in ((own.finish, {}), (own.reopen, {}), (own.claim, {"total": 1})):
        assert refused(table.act, act, "Ann", "Bob", **values) == ["error.night.part-others"]
    assert refused(table.type, "Ann", "Bob", troupe="") == ["error.night.part-others"]


def test_a_locked_part_is_the_hosts(table):
    table.host(own.lock, "season", "ann")
    for act, values in ((own.finish, {}), (own.reopen, {}), (own.claim, {"total": 1})):
        assert refused(table.act, act, "Ann", **values) == ["error.night.part-locked"]
    assert refused(table.type, "Ann", troupe="C3") == ["error.night.part-locked"]
    assert table.type("Ann", "", troupe="C3").event
    assert table.act(own.finish, "Ann", "")
    assert table.host(own.unlock, "season", "Ann")
    assert table.act(own.reopen, "Ann")


def test_what_is_the_tables_can_be_locked_too(table):
    table.host(own.lock, "season", "")
    assert refused(table.type, "", "Ann", mood="comedy") == ["error.night.part-locked"]


def test_nobody_writes_a_part_that_is_done(table):
    table.act(own.finish, "Ann")
    assert refused(table.type, "Ann", troupe="C3") == ["error.night.part-sealed"]
    assert refused(table.type, "Ann", "", troupe="C3") == ["error.night.part-sealed"]
    assert refused(table.act, own.claim, "Ann", total=3) == ["error.night.part-sealed"]
    table.act(own.reopen, "Ann")
    assert table.type("Ann", troupe="C3").event


def test_in_a_sealed_count_only_the_host_opens_anything_once_all_are_done(table):
    table.host(own.make_sealed, "season")
    table.act(own.finish, "Ann")
    assert table.count.waiting == ("Bob",)
    table.act(own.reopen, "Ann")
    table.act(own.finish, "Ann")
    table.act(own.finish, "Bob")
    assert table.count.all_done
    assert refused(table.act, own.reopen, "Ann") == ["error.night.part-all-sealed"]
    assert refused(table.type, "", "Ann", mood="comedy") == ["error.night.part-all-sealed"]
    assert table.act(own.reopen, "Ann", "")


def test_in_an_open_count_everybody_opens_the_own_part_again(table):
    for name in ("Ann", "Bob"):
        table.act(own.finish, name)
    assert table.act(own.reopen, "Ann")


@pytest.mark.parametrize("by", ["", "Ann"])
def test_who_does_not_play_and_what_is_no_stage_are_told(table, by):
    assert refused(table.type, "Cid", by, troupe="C3") == ["error.night.unknown-player"]
    assert refused(table.type, "Ann", "Cid", troupe="C3") == ["error.night.unknown-player"]
    assert refused(table.act, own.claim, "", by, total=3) == ["error.night.part-nobody"]
    assert refused(table.act, own.finish, "", by) == ["error.night.part-nobody"]
    table.stage = "round"
    assert refused(table.type, "Ann", by, troupe="C3") == ["error.night.unknown-stage"]


def test_nothing_is_typed_after_the_end(table):
    table.type("Ann", troupe="C3")
    table.done(commands.end(table.night, AT))
    assert refused(table.type, "Ann", troupe="C3 C3") == ["error.night.ended"]
    table.done(commands.resume(table.night, AT))
    assert table.type("Ann", troupe="C3 C3").event
    final = {"players": [{"name": "Ann", "ecus": 31}, {"name": "Bob", "ecus": 27}]}
    table.done(commands.add(table.night, "final", final, AT))
    for act in (own.finish, own.reopen):
        assert refused(table.act, act, "Ann") == ["error.night.over"]
    assert refused(table.host, own.make_sealed, "season") == ["error.night.over"]
    assert refused(table.host, own.lock, "season", "Ann") == ["error.night.over"]


# --- What is hidden --------------------------------------------------------------------------------------------------

READERS = ("", "Ann", "Bob", None)
"""The host, two players, and a stranger."""


def readers(table, whose):
    """Return who may read what is typed in a part."""
    game = table.night.game
    return {one for one in READERS if readable(table.count, game, one).typed().get(whose) == table.count.typed()[whose]}


def test_in_a_sealed_count_a_part_is_read_by_whom_it_is_of(table):
    table.type("Ann", troupe="C3")
    table.type("", "Bob", mood="comedy")
    assert readers(table, "Ann") == {*READERS}
    table.host(own.make_sealed, "season")
    assert readers(table, "Ann") == {"Ann"}
    assert readers(table, "") == {*READERS}
    table.act(own.finish, "Ann")
    table.act(own.finish, "Bob")
    assert readers(table, "Ann") == {"Ann"}
    assert readable(table.count, table.night.game, "").all_done


def test_what_the_host_typed_for_somebody_the_host_reads_until_another_writes_there(table):
    table.host(own.make_sealed, "season")
    table.type("Ann", "", troupe="C3")
    table.act(own.claim, "Ann", "", total=3)
    assert readers(table, "Ann") == {"", "Ann"}
    table.type("Ann", troupe="C3", requests="4")
    assert readers(table, "Ann") == {"Ann"}


def test_a_total_that_a_player_counted_is_hidden_with_the_part(table):
    table.host(own.make_sealed, "season")
    table.act(own.claim, "Ann", total=3)
    assert [readable(table.count, table.night.game, one).claims for one in READERS] == [{}, {"Ann": 3}, {}, {}]


def test_what_is_hidden_the_host_neither_writes_over_nor_finds_out_by_guessing(table):
    table.host(own.make_sealed, "season")
    table.type("Ann", troupe="C3")
    for typed in ({"troupe": "C3"}, {"troupe": "C4"}, {}):
        assert refused(table.type, "Ann", "", **typed) == ["error.night.part-hidden"]
    assert refused(table.act, own.claim, "Ann", "", total=3) == ["error.night.part-hidden"]
    assert refused(table.act, own.finish, "Ann", "") == ["error.night.part-hidden"]
    table.act(own.finish, "Ann")
    assert refused(table.type, "Ann", "", troupe="C3") == ["error.night.part-hidden"]
    assert table.act(own.reopen, "Ann", "")


def test_the_host_opens_a_part_once_and_the_count_tells_it_ever_after(table):
    assert table.host(own.open_part, "season", "Ann") is None
    table.type("Ann", troupe="C3")
    assert table.host(own.open_part, "season", "Ann") is None  # an open count hides nothing
    table.host(own.make_sealed, "season")
    assert table.host(own.open_part, "season", "ann") == Event("opened", AT, "", {"stage": "season", "whose": "Ann"})
    assert readers(table, "Ann") == {"", "Ann"}
    assert table.host(own.open_part, "season", "Ann") is None
    table.type("Bob", troupe="C2")
    assert readers(table, "Bob") == {"Bob"}
    table.type("Ann", "", troupe="C4")
    table.rename("Ann", "Zoë")
    table.enter(players=[{**row, "name": name} for row, name in zip(season()["players"], ("Zoë", "Bob"), strict=True)])
    assert table.counts.entered[1].part("Zoë").opened_at == AT
    assert not table.count.part("Zoë").opened_at
    assert refused(table.host, own.open_part, "season", "") == ["error.night.part-nobody"]


def test_a_count_that_is_sealed_no_more_has_its_parts_opened(table):
    table.host(own.make_sealed, "season")
    table.type("Ann", troupe="C3")
    table.type("Bob", "", troupe="C2")
    table.type("", "Ann", mood="comedy")
    table.host(own.make_sealed, "season", sealed=False)
    table.host(own.make_sealed, "season")
    assert {whose: part.opened_at for whose, part in table.count.parts.items()} == {"Ann": AT, "Bob": "", "": ""}


def test_bids_that_are_laid_blind_are_hidden_until_all_are_laid():
    table = Table("turandot", stage="round")
    table.type("Ann", number="3", money="2")
    assert readers(table, "Ann") == {"Ann"}
    table.act(own.finish, "Ann")
    assert readers(table, "Ann") == {"Ann"}
    table.type("Bob", "", number="3")
    table.act(own.finish, "Bob", "")
    assert readers(table, "Ann") == {*READERS}
    table.act(own.reopen, "Bob")
    assert readers(table, "Ann") == {"Ann"}
    assert [(game.id, game.evening().blind) for game in GAMES if game.evening().blind] == [("turandot", ("round",))]


# --- What is sealed, and revealed ------------------------------------------------------------------------------------


def sealed_and_entered(table):
    table.host(own.make_sealed, "season")
    for name in ("Ann", "Bob"):
        table.act(own.finish, name)
    table.enter()
    return table


def test_a_sealed_entry_is_hidden_until_all_is_revealed(table):
    sealed_and_entered(table)
    assert table.counts.hidden == (1,)
    table.host(own.reveal, 1, 2)
    assert (table.counts.hidden, table.counts.revealed) == ((1,), {1: 2})
    assert table.host(own.reveal, 1, 2) is None
    table.host(own.reveal, 1, None)
    assert (table.counts.hidden, table.counts.revealed) == ((), {1: None})
    assert table.host(own.reveal, 1, None) is None
    assert not table.count.is_sealed  # the next one is as the host says


def test_a_sealed_entry_that_is_taken_back_is_not_hidden_and_its_successor_is(table):
    sealed_and_entered(table)
    table.host(own.reveal, 1, None)
    table.undo()
    assert table.counts.hidden == ()
    assert table.count.all_done
    table.enter()
    assert table.counts.hidden == (2,)


def test_a_reveal_is_of_an_entry_that_stands_and_was_counted_sealed(table):
    assert refused(table.host, own.reveal, 1, 1) == ["error.night.no-entry"]
    table.enter()
    assert refused(table.host, own.reveal, 1, 1) == ["error.night.not-sealed"]
    table.undo()
    assert refused(table.host, own.reveal, 1, 1) == ["error.night.taken-back"]


def test_a_reveal_goes_on_after_the_game_is_over_and_the_evening_ended():
    table = Table(stage="final")
    table.host(own.make_sealed, "final")
    final = {"players": [{"name": "Ann", "ecus": 31}, {"name": "Bob", "ecus": 27}]}
    table.done(commands.add(table.night, "final", final, AT))
    table.host(own.reveal, 1, 1)
    table.done(commands.end(table.night, AT))
    assert table.host(own.reveal, 1, 10**9).data == {"entry": 1, "shown": own.MOST_SHOWN}


# --- Not too much ----------------------------------------------------------------------------------------------------


def test_a_part_is_bounded(table):
    most = {f"{number:060}": "x" * 25 for number in range(own.MOST_FIELDS)}
    assert sum(map(len, most.values())) == own.MOST_TYPED
    assert table.type("Ann", **most).event
    assert refused(table.type, "Ann", **most, more="x") == ["error.night.part-fields"]
    assert refused(table.type, "Ann", **{"k" * 61: "x"}) == ["error.night.part-fields"]
    assert refused(table.type, "Ann", troupe="x" * 5001) == ["error.night.part-long"]
    for text in ("\0", "\x1b[31m", "\ud800", "\x7f"):
        assert refused(table.type, "Ann", troupe=text) == ["error.night.part-characters"]
        assert refused(table.type, "Ann", **{f"k{text}": "x"}) == ["error.night.part-characters"]
    for text in ("é 🎭 ‍ \u202e", "a\tb\nc"):
        assert table.type("Ann", troupe=text).event


def test_what_two_typed_together_is_bounded_too(table):
    table.type("Ann", troupe="C3")
    table.type("Ann", seen=1, troupe="C3", a="x" * 4000)
    assert refused(table.type, "Ann", "", 1, troupe="C3", b="x" * 4000) == ["error.night.part-long"]


@pytest.mark.parametrize("total", [-1_000_000, 1_000_000, pytest.param(10**5000, id="thousands of digits")])
def test_a_claim_is_bounded(table, total):
    assert refused(table.act, own.claim, "Ann", total=total) == ["error.night.claim-large"]
    assert table.act(own.claim, "Ann", total=-999_999)


def test_who_types_without_end_uses_up_no_more_than_a_share_of_their_own(table):
    one = Event("typed", AT, "Ann", {"stage": "season", "whose": "Ann", "typed": {"troupe": "я" * 5000}})
    other = replace(one, data={**one.data, "typed": {"troupe": "ю" * 5000}})
    times = own.MOST_OF_PLAYERS // len(table.night.players) // (EVENT + 5006)
    table.log = (*table.log, *(one if number % 2 else other for number in range(times)))
    assert refused(table.type, "Ann", troupe="x" * 5000) == ["error.night.parts-full"]
    assert table.type("Bob", troupe="C3")
    assert table.type("Ann", "", troupe="C3")  # the host, for Ann


def test_an_evening_in_which_too_much_was_typed_can_still_be_entered_and_sent_on(table):
    one = Event("typed", AT, "Ann", {"stage": "season", "whose": "Ann", "typed": {"troupe": "я" * 5000}})
    times = own.MOST_WEIGHT // (EVENT + 5006)
    other = replace(one, data={**one.data, "typed": {"troupe": "ю" * 5000}})
    table.log = (*table.log, *(one if number % 2 else other for number in range(times)))
    assert refused(table.type, "Ann", troupe="C3") == ["error.night.parts-full"]
    assert refused(table.type, "Ann", "", troupe="x" * 5000) == ["error.night.parts-full"]
    assert table.type("Ann", "", troupe="C3").event  # something is left for the host
    sealed_log = table.log
    table.enter()
    text = log_text("bodak-histrio", table.log, "0.2.0")
    begun = process_time()
    assert read_text(text).log == table.log
    assert process_time() - begun < 5
    with pytest.raises(LogError):
        read_text(log_text("bodak-histrio", (*sealed_log, one), "0.2.0"))


def test_a_full_evening_is_folded_at_once(table):
    typed = [
        Event("typed", AT, "Ann", {"stage": "season", "whose": "Ann", "typed": {"troupe": f"C{number}"}})
        for number in range(4900)
    ]
    table.log = (*table.log, *typed)
    begun = process_time()
    assert table.part("Ann").typed == {"troupe": "C4899"}
    assert process_time() - begun < 2


# --- Whole evenings --------------------------------------------------------------------------------------------------

WORDS = st.sampled_from(["", "C3", "C3 C3", "я «ё»", " \n ", "Q9", '"\\', "🎭"])
TYPED = st.dictionaries(st.sampled_from(["", "troupe", "seals.red", "palace.3"]), WORDS, max_size=3)
WHO = st.sampled_from(["", "Ann", "Bob", "Zoë"])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("type"), WHO, WHO, TYPED, st.integers(0, 30) | st.none()),
        st.tuples(st.sampled_from(["finish", "reopen", "lock", "unlock", "open"]), WHO, WHO),
        st.tuples(st.just("claim"), WHO, WHO, st.integers(-9, 99) | st.none()),
        st.tuples(st.just("make_sealed"), st.booleans()),
        st.tuples(st.just("reveal"), st.integers(1, 3), st.integers(0, 5) | st.none()),
        st.tuples(st.sampled_from(["enter", "undo", "redo", "end", "resume", "change"])),
        st.tuples(st.just("rename"), WHO, WHO),
    ),
    max_size=25,
)


def written(table, step):
    """Return what a step does, as far as it does anything.

    :raises RefusedError: when it cannot be done.
    """
    kind, *told = step
    night, counts = table.night, table.counts
    of_parts = {
        "type": lambda: (
            own.type_part(night, counts, "season", told[0], by=told[1], typed=told[2], at=AT, seen=told[3]).event
        ),
        "finish": lambda: own.finish(night, counts, "season", told[0], by=told[1], at=AT),
        "reopen": lambda: own.reopen(night, counts, "season", told[0], by=told[1], at=AT),
        "claim": lambda: own.claim(night, counts, "season", told[0], by=told[1], total=told[2], at=AT),
        "lock": lambda: own.lock(night, counts, "season", told[0], AT),
        "unlock": lambda: own.unlock(night, counts, "season", told[0], AT),
        "open": lambda: own.open_part(night, counts, "season", told[0], AT),
        "make_sealed": lambda: own.make_sealed(night, counts, "season", AT, sealed=told[0]),
        "reveal": lambda: own.reveal(night, counts, *told, AT),
        "rename": lambda: commands.rename(night, *told, AT) if all(told) else None,
        "enter": lambda: commands.add(night, "season", of_all(night), AT),
        "change": lambda: commands.change(night, 1, {**of_all(night), "mood": "tragedy"}, AT),
    }
    return of_parts[kind]() if kind in of_parts else getattr(commands, kind)(night, AT)


def of_all(night):
    """Return a season of those who play, by the names that they have now."""
    rows = [{**row, "name": name} for row, name in zip(season()["players"], night.players, strict=True)]
    return season(players=rows, season=1)


def log_by(steps):
    table = Table()
    for step in steps:
        try:
            table.done(written(table, step))
        except RefusedError:
            continue
    return table.log


def said(night):
    """Return all that an evening says, but for the places of its changes in the log."""
    changes = [[(one.event, one.entry) for one in some] for some in (night.done, night.undone)]
    return replace(night, done=(), undone=()), changes, night.standing, night.winners, night.next, dict(night.table)


@given(STEPS)
def test_nothing_that_is_typed_changes_what_stands(steps):
    log = log_by(steps)
    alone = tuple(event for event in log if event.kind not in KINDS)
    assert said(night_of(log)) == said(night_of(alone))
    assert dispute_text("bodak-histrio", night_of(log), "0.2.0") == dispute_text(
        "bodak-histrio", night_of(alone), "0.2.0"
    )


@given(STEPS)
def test_what_is_exported_is_imported_the_same(steps):
    log = log_by(steps)
    read = read_text(log_text("bodak-histrio", log, "0.2.0")).log
    assert read == log
    assert counts_of(read) == counts_of(log)


@given(STEPS)
def test_each_entry_that_is_taken_back_brings_back_what_it_was_made_of(steps):
    table = Table()
    table.log = log_by(steps)
    if table.night.ended is not None:
        table.done(commands.resume(table.night, AT))
    before = table.count
    table.enter(**of_all(table.night))
    begun = table.count
    table.undo()
    assert table.count == before
    table.redo()
    assert table.count == begun
    assert begun.number == before.number + 1


@given(STEPS, st.integers(0, 30))
def test_the_counts_of_before_are_those_of_a_shorter_log(steps, place):
    log = tuple(event for event in log_by(steps) if event.kind != "seated")
    for stage in ("season", "final"):
        assert counts_of(log).count_at(stage, place) == counts_of(log[: place + 1]).count(stage)


@given(STEPS, st.lists(st.integers(0, 30), max_size=4))
def test_an_evening_that_is_extended_is_the_same_as_one_that_is_folded_from_its_beginning(steps, cuts):
    log = log_by(steps)
    state, before = State.of(log[:1]), 1
    for cut in (*sorted(cut for cut in cuts if 0 < cut < len(log)), len(log)):
        if cut % 2:
            assert state.night.players  # what stands is not always asked for on the way
        state = state.after(*log[before:cut])
        before = max(cut, before)
        assert (state.log, state.counts) == (log[:before], counts_of(log[:before]))
        assert state.night == night_of(log[:before])


@pytest.mark.parametrize("events", [50, 5_000])
def test_an_event_more_is_all_that_is_folded_and_looked_at_however_long_the_evening_is(events, monkeypatch):
    log = Table().log
    for number in range(events):
        data = {"stage": "season", "whose": "Ann", "typed": {"troupe": f"C{number}"}}
        log = (*log, Event("noted", AT, "", {"note": "x"}) if number % 5 else Event("typed", AT, "Ann", data))
    state = State.of(log)
    assert state.night.entries == ()
    folded = []
    take = Fold.take
    monkeypatch.setattr(Fold, "take", lambda self, events: folded.extend(events) or take(self, events))
    more = Event("typed", AT, "Bob", {"stage": "season", "whose": "Bob", "typed": {"troupe": "T1"}})
    after = state.after(more)
    seen = len(state.log) - 1
    own.type_part(after.night, after.counts, "season", "Ann", by="Ann", typed={"troupe": "T9"}, at=AT, seen=seen)
    assert folded == [more]
    assert after.night is state.night


# --- Texts that are not ours -----------------------------------------------------------------------------------------

ANN = {"stage": "season", "whose": "Ann"}
BAD = [
    Event("typed", AT, "Ann", {**ANN, "whose": "Bob", "typed": {"troupe": "C3"}}),
    Event("typed", AT, "Cid", {**ANN, "typed": {"troupe": "C3"}}),
    Event("typed", AT, "", {**ANN, "whose": "Cid", "typed": {"troupe": "C3"}}),
    Event("typed", AT, "", {**ANN, "whose": "ann", "typed": {"troupe": "C3"}}),
    Event("typed", AT, "", {**ANN, "stage": "round", "typed": {"troupe": "C3"}}),
    Event("typed", AT, "", {**ANN, "typed": {"troupe": ""}}),
    Event("typed", AT, "", {**ANN, "typed": {"troupe": "a\r\nb"}}),
    Event("typed", AT, "", {**ANN, "typed": {"troupe": "\x1b"}}),
    Event("typed", AT, "", {**ANN, "typed": {"troupe": 3}}),
    Event("typed", AT, "", {**ANN, "typed": {"k" * 61: "x"}}),
    Event("typed", AT, "", {**ANN, "typed": {"troupe": "x" * 5001}}),
    Event("typed", AT, "", {**ANN, "typed": {str(number): "x" for number in range(201)}}),
    Event("typed", AT, "", {**ANN, "typed": {}, "more": 1}),
    Event("typed", AT, "", ANN),
    Event("claimed", AT, "", {**ANN, "total": 1_000_000}),
    Event("claimed", AT, "", {**ANN, "total": True}),
    Event("claimed", AT, "", {**ANN, "total": "3"}),
    Event("claimed", AT, "", {**ANN, "whose": "", "total": 3}),
    Event("claimed", AT, "Bob", {**ANN, "total": 3}),
    Event("sealed", AT, "", {**ANN, "sealed": 1}),
    Event("sealed", AT, "", {**ANN, "sealed": None}),
    Event("sealed", AT, "Ann", {**ANN, "whose": "", "sealed": True}),
    Event("locked", AT, "Ann", {**ANN, "locked": True}),
    Event("opened", AT, "Bob", ANN),
    Event("opened", AT, "", {**ANN, "whose": ""}),
    Event("revealed", AT, "", {"entry": 1, "shown": 1}),
    Event("revealed", AT, "", {"entry": 0, "shown": 1}),
]
GOOD = [
    Event("typed", AT, "Ann", {**ANN, "typed": {"": "C3 C3", "seals.red": "1\n2"}}),
    Event("typed", AT, "Ann", {**ANN, "whose": "", "typed": {}}),
    Event("claimed", AT, "", {**ANN, "total": None}),
    Event("sealed", AT, "", {**ANN, "whose": "", "sealed": True}),
    Event("locked", AT, "", {**ANN, "whose": "", "locked": False}),
    Event("opened", AT, "", ANN),
]


@pytest.mark.parametrize("event", GOOD, ids=lambda event: event.kind)
def test_what_can_be_done_can_be_sent_on(table, event):
    assert read_text(log_text("bodak-histrio", (*table.log, event), "0.2.0")).log == (*table.log, event)


@pytest.mark.parametrize("event", BAD, ids=lambda event: f"{event.kind} {str(event.data)[:50]}")
def test_what_cannot_be_done_is_no_evening_of_ours(table, event):
    with pytest.raises(LogError) as caught:
        read_text(log_text("bodak-histrio", (*table.log, event), "0.2.0"))
    assert caught.value.code == "error.night.text-broken"


@pytest.mark.parametrize("shown", [-1, 1000, True, "1"])
def test_a_reveal_of_no_number_of_steps_is_none(table, shown):
    table.enter()
    with pytest.raises(LogError):
        read_text(log_text("bodak-histrio", (*table.log, Event("revealed", AT, "", {"entry": 1, "shown": shown})), "0"))


def test_a_receipt_is_the_same_with_parts_and_without(table):
    table.type("Ann", troupe="C3")
    final = {"players": [{"name": "Ann", "ecus": 31}, {"name": "Bob", "ecus": 27}]}
    table.done(commands.add(table.night, "final", final, AT))
    alone = tuple(event for event in table.log if event.kind not in KINDS)
    assert receipt(table.night, "0.2.0") == receipt(night_of(alone), "0.2.0")


# --- Totals that were claimed ----------------------------------------------------------------------------------------


def only(found):
    (one,) = found
    return one


def test_claims_are_of_the_entrys_own_result(table):
    table.enter()
    table.enter(season=2)
    ann, bob = scored("histrio", "season", season(season=2)).players
    own_total = ann.total
    found = claims_checked(table.night, 2, {"Ann": own_total, "Bob": 2 * own_total})
    assert [(one.name, one.total, one.claimed, one.agrees) for one in found] == [
        ("Ann", own_total, own_total, True),
        ("Bob", bob.total, 2 * own_total, False),
    ]
    assert claims_checked(table.night, 3, {"Ann": 1}) == []
    table.undo()
    assert claims_checked(table.night, 2, {"Ann": 1}) == []


def test_a_rule_that_was_forgotten_is_named(table):
    table.enter()
    result = scored("histrio", "season", season(season=1))
    line = next(line for line in result.players[0].lines if line.points)
    one = only(claims_checked(table.night, 1, {"Ann": result.players[0].total - line.points}))
    assert not one.agrees
    assert line.reason.rule in {slip.part.rule for slips in one.explanations for slip in slips}


def test_who_counted_on_from_the_ecus_before_the_season_is_told_so(table):
    table.enter()
    total = scored("histrio", "season", season(season=1)).players[0].total
    one = only(claims_checked(table.night, 1, {"Ann": total + 3}))
    assert ("onto", 3) in {(other.way, other.points) for other in one.otherwise}
    table.enter(season=2)
    again = scored("histrio", "season", season(season=2)).players[0].total
    (one,) = claims_checked(table.night, 2, {"Ann": 3 + total + again})
    assert ("onto", 3 + total) in {(other.way, other.points) for other in one.otherwise}


def test_who_left_out_what_a_record_says_there_was_before_is_told_so():
    raw = find_game("magnificent").example("round")
    table = Table("magnificent", [row["name"] for row in raw["players"]], "round")
    table.done(commands.add(table.night, "round", raw, AT))
    ada = scored("magnificent", "round", raw).players[0]
    one = only(claims_checked(table.night, 1, {"Ada": ada.total - ada.start}))
    assert (None, "start", 30, "left-out") in {
        (slip.part.rule, slip.part.case, slip.part.points, slip.change) for slips in one.explanations for slip in slips
    }
    table.done(commands.add(table.night, "round", raw, AT))  # a record that says itself what there was before
    one = only(claims_checked(table.night, 2, {"Ada": 2 * ada.total}))
    assert "onto" not in {other.way for other in one.otherwise}


@pytest.mark.parametrize("game", [game for game in PLAYED if game != "intrigo"])
@given(seed=seeds)
def test_the_points_of_every_entry_agree_with_its_claims(game, seed):
    names = seats(game, seed)
    log = commands.begin(find_game(game), names, AT)
    for step in steps(game, seed, names):
        log = (*log, commands.add(night_of(log), step.stage, step.entered, AT))
    night = night_of(log)
    for entry in night.entries:
        result = entry.played.result
        given = {score.name: score.total for score in result.players if result.scored}
        if entry.played.whose and not result.players:
            given = dict(night.game.evening().given(entry.played))
        found = claims_checked(night, entry.number, given)
        assert {one.name: one.total for one in found} == given
        assert all(one.agrees for one in found)


def test_what_was_counted_on_has_words_in_each_language(table):
    table.enter()
    total = scored("histrio", "season", season(season=1)).players[0].total
    one = only(claims_checked(table.night, 1, {"Ann": total + 3}))
    other = next(other for other in one.otherwise if other.way == "onto")
    told = [
        finding_of(UI(catalog(language), plain=True), table.night.game, other, one, NOWHERE).text
        for language in LANGUAGES
    ]
    assert len(set(told)) == len(LANGUAGES)
    assert all("3" in text for text in told)
