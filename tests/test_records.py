"""Reading records: every problem at once, nothing guessed, and a mistake in a check is never taken for an answer."""

from typing import Annotated

import pytest
from pydantic import AfterValidator, Field

from callboard_scoring.fields import Seats, Typed, count
from callboard_scoring.problems import Problem, RefusedError
from callboard_scoring.records import Record, Seat, read_field, read_record
from callboard_scoring.words import NO_WORDS


class Purse(Seat):
    coins: Annotated[int, count(0, 9), Typed(r"\d+")]


class Table(Record):
    round: Annotated[int, count(1, 3)]
    players: Annotated[tuple[Purse, ...], Seats(1, 4)]

    def checks(self):
        return (self._all_coins, self._coins_by_round)

    def _all_coins(self):
        total = sum(read_field(player, "coins", 0) for player in self.players)
        if total > 12:
            yield Problem(("players",), "coins", {"count": total})

    def _coins_by_round(self):
        for place, player in enumerate(self.players):
            if player.coins > 3 * self.round:
                yield Problem(("players", place, "coins"), "round-coins")


def told(raw, model=Table):
    with pytest.raises(RefusedError) as refused:
        read_record(model, raw, NO_WORDS)
    return [(problem.path, problem.code) for problem in refused.value.problems]


def player(name, coins):
    return {"name": name, "coins": coins}


def test_a_record_that_is_right_is_read():
    record = read_record(Table, {"round": 2, "players": [player(" Ann ", 3), player("Bob", 6)]}, NO_WORDS)
    assert [(seat.name, seat.coins) for seat in record.players] == [("Ann", 3), ("Bob", 6)]


class Misspelt(Table):
    def checks(self):
        return (lambda: [self.plyers],)


class Misread(Table):
    def checks(self):
        return (lambda: [{}["round"]],)


@pytest.mark.parametrize(("model", "mistake"), [(Misspelt, AttributeError), (Misread, LookupError)])
@pytest.mark.parametrize("coins", [1, -1], ids=["a right record", "a wrong one"])
def test_a_mistake_in_a_check_lets_no_table_pass(model, mistake, coins):
    with pytest.raises(mistake):
        read_record(model, {"round": 1, "players": [player("Ann", coins)]}, NO_WORDS)


def test_what_can_be_read_is_checked_though_the_rest_is_wrong():
    raw = {"round": 9, "players": [player("Ann", 9), player("ann", 8), player("Bob", -1)]}
    assert told(raw) == [
        ("round", "less_than_equal"),
        ("players[2].coins", "greater_than_equal"),
        ("players[1].name", "error.name-taken"),
        ("players", "coins"),
    ]


def test_one_player_who_cannot_be_read_hides_no_other():
    raw = {"round": 1, "players": [player("Ann", 9), 7, player("Bob", 9)]}
    found = told(raw)
    assert ("players[1]", "model_type") in found
    assert ("players", "coins") in found
    assert ("players[0].coins", "round-coins") in found


def test_players_are_bounded_and_their_names_differ_without_a_word_in_the_record():
    assert told({"round": 1, "players": []}) == [("players", "too_short")]
    five = [player(name, 1) for name in "ABCDE"]
    assert told({"round": 1, "players": five}) == [("players", "too_long")]
    assert told({"round": 1, "players": [player("É", 1), player("e\u0301", 1)]}) == [
        ("players[1].name", "error.name-taken")
    ]


def odd(number):
    if not number % 2:
        raise ValueError(number)
    return number


class Stock(Record):
    pieces: Annotated[tuple[Annotated[int, count(1, 9)], ...], Field(min_length=2)]
    counts: Annotated[dict[str, int], Field(max_length=3)] = Field(default_factory=dict)
    coins: Annotated[int, AfterValidator(odd)] = 1


def refused(raw, model=Stock):
    with pytest.raises(RefusedError) as told_:
        read_record(model, raw, NO_WORDS)
    return {(problem.path, problem.code): problem.values for problem in told_.value.problems}


def test_of_what_is_too_short_or_too_long_it_is_told_how_long_what_was_given_is():
    short = refused({"pieces": [0]})
    assert short["pieces", "too_short"]["actual_length"] == 1  # what is wrong was given, too
    long = refused({"pieces": [1, 1], "counts": dict.fromkeys("abcdefg", 1)})
    assert long["counts", "too_long"]["actual_length"] == 7


def test_wrong_items_make_nothing_too_short_and_hide_nothing_behind_them():
    assert set(refused({"pieces": [0, 1], "coins": "x"})) == {
        ("pieces[0]", "greater_than_equal"),
        ("coins", "int_parsing"),
    }


def test_everybody_who_has_a_name_that_is_taken_is_told_who_has_it():
    found = refused({"round": 1, "players": [player(name, 1) for name in ("Ann", "ANN", "ann")]}, Table)
    assert {path: values["other"] for (path, _), values in found.items()} == {
        "players[1].name": "Ann",
        "players[2].name": "Ann",
    }


def test_the_values_of_a_problem_are_what_words_can_tell():
    assert refused({"pieces": [1, 1], "coins": 2}) == {("coins", "value_error"): {"given": 2}}


def test_a_table_is_typed_field_by_field_and_asked_for_each_if_it_says_nothing_else():
    table = read_record(Table, {"round": 1, "players": [player("Ann", 1)]}, NO_WORDS)
    assert table.as_item() == ""
    assert Table.applies("round", {})


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"round": 1, "players": [1] * 3001}, [("", "error.too-many-values")]),
        ({"round": 1, "players": [{"name": "A" * 1001, "coins": 1}]}, [("players[0].name", "error.text-long")]),
    ],
)
def test_what_no_table_holds_is_refused_before_it_is_looked_at(raw, expected):
    assert told(raw) == expected


def test_thousands_of_problems_are_all_found():
    raw = {"round": 1, "players": [player("Ann", 1)], **{f"x{number}": 0 for number in range(2900)}}
    assert len(told(raw)) == 2900
