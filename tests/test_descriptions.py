"""What games are described with: fields, reasons and lines, results, evenings, and the set-ups of games of any shape."""

import datetime as dt
from dataclasses import dataclass, replace
from typing import Annotated, Literal

import pytest
from pydantic import Field, TypeAdapter, ValidationError

from callboard_scoring.constrained_draws import (
    Clash,
    ClashError,
    Demand,
    Demands,
    Shape,
    both_times,
    bring_back,
    choose,
    make,
    options_of,
    parts_of,
    roll,
    says_something,
    staying,
)
from callboard_scoring.draws import Code, CodeError, Draw, Lot, Seeded, Told, number_of, toss
from callboard_scoring.evening import Carried, Evening, Past, Played, total, totals_of
from callboard_scoring.fields import EACH_ONCE, OR_NOBODY, Name, Seats, Token, Typed, choice, count
from callboard_scoring.game import Game, Leg
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.ledger import Line, Outcome, Result, Score, latest, leaders, ranks, reading, readings_of, reason
from callboard_scoring.options import (
    Led,
    Ruled,
    Seated,
    by_rule,
    decode_options,
    encode_options,
    led_by,
    option_values,
    own_options,
)
from callboard_scoring.pads import PadPart, Paper, Row
from callboard_scoring.problems import Doubt, Problem, RefusedError
from callboard_scoring.records import Record, Seat, doubts_in, read_alone, read_record, whole_model
from callboard_scoring.setup import Seat as SetUpSeat
from callboard_scoring.setup import Setup
from callboard_scoring.words import NO_WORDS, Words, cut, draw, fold, join, spell

RUSSIAN = Words({"k": "C"})


def wrong(kind, value, words=NO_WORDS):
    """The codes and values with which a field refuses something; none where it takes it."""
    try:
        TypeAdapter(kind).validate_python(value, context=words)
    except ValidationError as error:
        return [(one["type"], one.get("ctx", {})) for one in error.errors()]
    return []


# --- Fields ----------------------------------------------------------------------------------------------------------


def test_a_count_takes_whole_numbers_of_its_range_in_no_other_clothes():
    kind = Annotated[int, count(2, 4)]
    assert [value for value in (1, 2, 3, 4, 5) if not wrong(kind, value)] == [2, 3, 4]
    assert wrong(kind, 1) == [("greater_than_equal", {"ge": 2})]
    assert wrong(kind, 5) == [("less_than_equal", {"le": 4})]
    for value in ("3", 3.0, True, None):
        assert [code for code, _ in wrong(kind, value)] == ["int_type"]


def test_a_choice_takes_its_words_alone_and_tells_which_they_are():
    kind = Annotated[str, choice("a.b", "cd")]
    assert [value for value in ("a.b", "axb", "cd", "CD", "a", "a.b cd") if not wrong(kind, value)] == ["cd", "CD"]
    assert wrong(kind, "axb") == [("error.choice", {"options": ["a.b", "cd"]})]
    assert TypeAdapter(Annotated[str, choice("a", "b")]).json_schema() == {"type": "string", "enum": ["a", "b"]}
    own = choice("six-types", "comedy")
    assert (own.code, own.pattern, own.options) == ("error.choice", r"six\-types|comedy", ("six-types", "comedy"))
    assert not wrong(Annotated[str, own], "six-types")


def test_a_token_is_read_by_the_words_that_are_given_and_is_nothing_but_text():
    kind = Annotated[str, Token("error.actor", "[CT][1-5]")]
    assert TypeAdapter(kind).validate_python("к 3", context=RUSSIAN) == "C3"
    assert TypeAdapter(kind).validate_python("c3") == "C3"
    assert wrong(kind, "к3") == [("error.actor", {})]
    assert wrong(kind, "C33", RUSSIAN) == [("error.actor", {})]
    assert wrong(kind, 3) == [("string_type", {})]
    assert TypeAdapter(kind).json_schema() == {"type": "string", "pattern": "^([CT][1-5])$"}


def test_what_people_do_not_tell_apart_when_they_type_is_folded():
    assert {fold(text) for text in ("К3", "k3", "Ｋ3", " к3 ")} == {"k3"}
    assert fold("Палатка ё") == fold("ПАЛАТКА  Е") == fold("палатка_e")
    assert [fold("face–down"), fold("Árbol")] == ["face down", "arbol"]


def test_words_are_spelled_as_long_names_first_and_what_nobody_knows_stays():
    words = Words({"k": "C", "бohyc": "bonus", "six": "6", "six types": "six-types", "a b c d e f": "long"})
    told = {"к 3": "C3", "БОНУС  2": "bonus 2", "Six-Types": "six-types", "six": "6", "a b c d e f k": "long C"}
    assert {text: spell(text, words) for text in told} == told
    assert spell("Nobody +2 x", words) == "Nobody +2 x"
    assert spell("a b c d e f g", Words({"a b c d e f g": "longer"})) == "a b c d e f g"
    assert [spell(text, NO_WORDS) for text in ("c3", "BONUS 2", "six - types", "x")] == [
        "C3",
        "bonus 2",
        "six - types",
        "X",
    ]
    assert cut("face-down o5 +1 5-1") == ["face", "down", "o", "5", "+", "1", "5", "-", "1"]
    assert join(["o", "5", "+", "1", "cards", "2"]) == "o5 +1 cards 2"
    assert draw("нВ.*", Words(letters={"h": "O", "b": "G"})) == "OG.*"


def test_ranks_are_shared_by_who_has_as_many():
    assert (ranks([9, 4, 9]), ranks([9, 9, 9], [False, True, False]), ranks([])) == ([1, 3, 1], [2, 1, 2], [])
    assert (leaders([9, 4, 9]), leaders([1])) == ([0, 2], [0])


def test_a_name_is_trimmed_and_bounded_and_nothing_in_it_is_invisible():
    assert TypeAdapter(Name).validate_python("  Ann Lee\t") == "Ann Lee"
    assert wrong(Name, " \t") == [("error.name-empty", {})]
    assert wrong(Name, f" {'x' * 40} ") == []
    assert wrong(Name, "x" * 42) == [("error.name-long", {"limit": 40, "count": 42})]
    for character in "\n\x7f\u200b\u202e\ud800\u2028\u2029":
        assert wrong(Name, f"A{character}b") == [("error.name-characters", {})]
    assert wrong(Name, "A\u00a0b") == []  # a space that does not break is one that somebody sees


def test_a_dash_of_any_length_is_nobody():
    kind = Annotated[str | None, OR_NOBODY]
    assert [TypeAdapter(kind).validate_python(text) for text in ("-", " – ", "—", "--", "a")] == [
        *[None] * 3,
        "--",
        "a",
    ]


def test_two_keys_that_are_read_as_one_are_both_named():
    kind = Annotated[dict[Name, int], EACH_ONCE]
    assert TypeAdapter(kind).validate_python({"Ann": 1, "Bob": 2}) == {"Ann": 1, "Bob": 2}
    assert wrong(kind, {"Bob": 1, "Ann": 2, "Ann ": 3}) == [("error.name-twice", {"key": "Ann", "other": "Ann "})]
    assert wrong(kind, [1]) == [("dict_type", {})]


def test_seats_bound_how_many_play():
    kind = Annotated[tuple[int, ...], Seats(2, 3)]
    assert [number for number in range(6) if not wrong(kind, [0] * number)] == [2, 3]


def test_an_amount_with_a_plus_is_added():
    assert Typed(r"\+\d+").is_added
    assert not Typed(r"\d+").is_added


class Bag(Seat):
    card: Annotated[str, Token("error.actor", "[CT][1-5]")]
    coins: Annotated[int, count(0, 9)]

    def checks(self):
        return (self._poor,)

    def doubts(self):
        return (self._rich,)

    def _poor(self):
        if self.card == "C3" and self.name == "Ann":
            yield Problem(("card",), "poor", {"card": self.card})

    def _rich(self):
        if self.coins == 9:
            yield Problem(("coins",), "rich", {"coins": 9})


class Round(Record):
    round: Annotated[int, count(1, 3)]
    owner: Bag | None = None
    players: Annotated[tuple[Bag, ...], Seats(1, 3)]

    def doubts(self):
        return (lambda: [Problem(("round",), "late")] if self.round == 3 else [],)


class Owned(Record):
    owner: Bag


def refused(read, *given):
    with pytest.raises(RefusedError) as told:
        read(*given)
    return [(problem.path, problem.code) for problem in told.value.problems]


def bag(name="Ann", card="к3", coins=1):
    return {"name": name, "card": card, "coins": coins}


def test_what_is_right_beside_what_is_wrong_is_read_by_the_same_words():
    """Of the table, of the row itself, and of the others' rows: what is said of a token is said in any language."""
    raw = {"round": 7, "players": [bag()]}
    assert refused(read_record, Round, raw, RUSSIAN) == [("round", "less_than_equal"), ("players[0].card", "poor")]
    raw = {"round": 1, "players": [bag(coins=99), bag("Bob", coins=-1)]}
    assert refused(read_record, Round, raw, RUSSIAN) == [
        ("players[0].coins", "less_than_equal"),
        ("players[1].coins", "greater_than_equal"),
        ("players[0].card", "poor"),
    ]
    raw = {"round": 1, "owner": bag(), "players": [bag("Bob", coins=99)]}
    assert refused(read_record, Round, raw, RUSSIAN) == [
        ("players[0].coins", "less_than_equal"),
        ("owner.card", "poor"),
    ]
    raw = {"owner": bag(coins=99)}
    assert refused(read_record, Owned, raw, RUSSIAN) == [("owner.coins", "less_than_equal"), ("owner.card", "poor")]
    assert refused(read_alone, Round, {}, bag(coins=99), RUSSIAN, 2) == [("coins", "less_than_equal"), ("card", "poor")]
    record, own = read_alone(Round, {"round": 7, "owner": bag("Eve", "к1")}, bag("Bob"), RUSSIAN, 3)
    assert (own.card, record.owner.card, len(record.players)) == ("C3", "C1", 3)


def test_what_cannot_occur_is_told_with_the_name_of_whom_it_is_about():
    raw = {"round": 1, "owner": bag("Eve", coins=9), "players": [bag("Bob"), bag("Cleo", coins=9)]}
    assert list(doubts_in(read_record(Round, raw, RUSSIAN))) == [
        Doubt(("owner", "coins"), "rich", {"coins": 9}, "Eve"),
        Doubt(("players", 1, "coins"), "rich", {"coins": 9}, "Cleo"),
    ]
    raw = {"round": 3, "players": [bag("Bob")]}
    assert list(doubts_in(read_record(Round, raw, RUSSIAN))) == [Doubt(("round",), "late", {}, "")]


class Whole(Bag):
    more: int = 0


class Begun(Bag):
    whole = Whole


def test_what_a_player_has_is_made_whole_where_some_of_it_is_known():
    assert [whole_model(model) for model in (Begun, Bag, Round, Record)] == [Whole, Bag, Round, Record]


class Purse(Record):
    coins: Annotated[tuple[Annotated[int, count(0, 9)], ...], Field(min_length=2, max_length=3)]
    round: int = 1


@pytest.mark.parametrize(
    ("raw", "code", "values"),
    [
        ({"coins": [1]}, "too_short", {"field_type": "Tuple", "min_length": 2, "actual_length": 1, "given": "[…]"}),
        ({"coins": [1] * 5}, "too_long", {"field_type": "Tuple", "max_length": 3, "actual_length": 5, "given": "[…]"}),
        ({"coins": [1, 99]}, "less_than_equal", {"le": 9, "given": 99}),
        ({"coins": [1, 1], "round": {"a": 1}}, "int_type", {"given": "{…}"}),
        ({"coins": [1, 1], "round": None}, "int_type", {"given": "null"}),
        ({"coins": [1, 1], "round": dt.date(2026, 11, 22)}, "int_type", {"given": "…"}),
        ({"coins": [1, 1], "round": "x"}, "int_parsing", {"given": "x"}),
        ({"coins": [1, 1], "round": 1.5}, "int_from_float", {"given": 1.5}),
    ],
)
def test_a_problem_has_the_numbers_that_its_words_need(raw, code, values):
    with pytest.raises(RefusedError) as told:
        read_record(Purse, raw, NO_WORDS)
    assert [(problem.code, problem.values) for problem in told.value.problems] == [(code, values)]


def test_whoever_reads_a_traceback_is_told_every_problem():
    problems = [Problem(("players", 1, "coins"), "rich"), Problem((), "empty"), Problem(("round",), "late")]
    assert str(RefusedError(problems)) == "players[1].coins: rich, : empty, round: late"


# --- Lines and results -----------------------------------------------------------------------------------------------

RULE = reason("game/rule.case")
NOTE, OTHER = reading("rule.note"), reading("rule.other")


def test_a_reason_is_known_by_its_name_and_says_how_its_line_is_shown():
    assert (RULE.id, RULE.rule, RULE.case, RULE.best, RULE.answer) == (
        "game/rule.case",
        "game/rule",
        "case",
        False,
        False,
    )
    assert (reason("a.b", best=True).best, reason("a.b", best=True).answer) == (True, False)
    assert (reason("a.b", answer=True).best, reason("a.b", answer=True).answer) == (False, True)
    assert reason("game/rule.case") == RULE != reason("game/rule.other")
    assert RULE != "game/rule.case"
    assert hash(reason("game/rule.case")) == hash(RULE) != hash(reason("game/rule.other"))
    assert reading("rule.note") == NOTE != OTHER


def test_a_line_keeps_all_that_it_is_told_whatever_is_added():
    line = Line(RULE, 3, {"coins": 2}, "imaginary")
    assert RULE(3, coins=2) == Line(RULE, 3, {"coins": 2})
    assert (RULE().points, RULE().whose, RULE().readings, RULE().missing) == (0, "", (), ())
    assert line.whose == "imaginary"
    assert (line.under(), line.under(NOTE, when=False)) == (line, line)
    under = line.under(NOTE).under(OTHER, when=2)
    assert under == Line(RULE, 3, {"coins": 2}, "imaginary", (NOTE, OTHER))
    lacking = under.lacking(lambda more, *, less: RULE(more, less=less), 5, less=1)
    assert lacking == under
    assert lacking.lacks == (RULE(5, less=1),)
    again = lacking.lacking(lambda: None).lacking(lambda: [RULE(6), RULE(7)]).under(NOTE)
    assert again.lacks == (RULE(5, less=1), RULE(6), RULE(7))
    assert again == replace(under, readings=(NOTE, OTHER, NOTE))


def test_readings_of_lines_in_lines_are_told_once_and_in_order():
    inner = RULE(1).under(OTHER)
    lines = [RULE(1, several=[inner, RULE(2).under(NOTE)], none=(), word="x").under(NOTE), RULE(2, one=(inner,))]
    assert readings_of(lines) == (NOTE, OTHER)


def test_ranks_go_by_totals_and_after_a_tie_break_the_winners_alone_are_first():
    players = tuple(Score(name, (RULE(points),), start=1) for name, points in (("Ann", 4), ("Bob", 9), ("Cleo", 9)))
    result = Result(players)
    assert [score.total for score in result.players] == [5, 10, 10]
    assert result.ranks() == [3, 1, 1]
    assert replace(result, winners=("Bob",)).ranks() == [3, 1, 1]
    assert replace(result, ladder=(RULE(),)).ranks() == [3, 1, 1]
    assert replace(result, ladder=(RULE(),), winners=("Cleo",)).ranks() == [3, 2, 1]
    assert replace(result, ladder=(RULE(),), winners=("Bob", "Cleo")).ranks() == [3, 1, 1]


def test_what_a_scorer_made_last_is_kept_and_nothing_else():
    asked = []

    @latest
    def score(record):
        """Score."""
        asked.append(record)
        return [*record]

    one, other = ["a"], ["b"]
    first = score(one)
    assert score(one) is first
    assert score(other) == ["b"]
    assert score(one) is not first
    assert (asked, score.__doc__) == ([["a"], ["b"], ["a"]], "Score.")


# --- Games, evenings and pads -----------------------------------------------------------------------------------------------


def test_a_game_s_path_tells_what_is_scored_first_and_next():
    first, second, final = Leg("season", {"season": 1}), Leg("season", {"season": 2}), Leg("final")
    game = Game("own", "own", (2, 4), ("season", "city", "final"), (), path=(first, second, final))
    assert [game.first_leg(options) for options in ({}, {"season": 2}, {"season": 3})] == [first, second, first]
    assert [game.leg_after("season", {"season": number}, won=False) for number in (1, 2, 3)] == [second, final, None]
    assert game.leg_after("season", {}, won=False) is None  # nobody knows after which
    assert game.leg_after("final", {}, won=True) is None
    assert game.leg_after("city", {}, won=False) is None
    again = Leg("round", until_won=True)
    rounds = replace(game, path=(Leg("round", {"round": 0}), again))
    assert rounds.leg_after("round", {}, won=False) == again
    assert rounds.leg_after("round", {"round": 0}, won=False) == again
    assert replace(game, path=(again,)).leg_after("round", {}, won=True) is None
    alone = replace(game, path=())
    assert (alone.first_leg({}), alone.leg_after("season", {}, won=False)) == (None, None)
    assert hash(game) == hash("own")


def test_a_stage_without_an_outcome_has_none():
    found = {(game.id, stage): game.outcome(stage) for game in GAMES for stage in game.stages}
    assert None in found.values()
    assert all(model is None or issubclass(model, Outcome) for model in found.values())
    assert any(model is not None for model in found.values())


def played(stage, *points):
    names = ("Ann", "Bob")
    players = tuple(Score(name, (RULE(each),)) for name, each in zip(names, points, strict=False))
    return Played(stage, stage.upper(), Result(players))


def test_what_is_known_of_an_evening_is_asked_for_by_its_stage():
    first, city, second = played("season", 1, 2), played("city", 3, 4), played("season", 5, 6)
    past = Past(("Ann", "Bob"), {"Ann": 6, "Bob": 8}, (first, city, second))
    assert (past.last("season"), past.last("city"), past.last("city", "season")) == (second, city, second)
    assert past.last("final") is None
    assert list(past.all("season")) == [first, second]
    assert past.at({"season": 3}) == Past(past.players, past.totals, past.played, now={"season": 3})
    assert total(past) == totals_of(played("final", 6, 8)) == {"Ann": 6, "Bob": 8}


def test_a_stage_adds_to_the_standing_or_sets_it_or_leaves_it():
    gives = {"choose": lambda one: {"Bob": len(one.stage)}}
    evening = Evening(adds=("season", "choose"), sets=("final",), gives=gives)
    before = {"Ann": 10, "Bob": 20}
    assert evening.added(before, played("season", 1, 2)) == {"Ann": 11, "Bob": 22}
    assert evening.added(before, played("choose", 1, 2)) == {"Ann": 10, "Bob": 26}
    assert evening.added(before, played("final", 7)) == {"Ann": 7, "Bob": 20}
    assert evening.added(before, played("city", 1, 2)) == before


def test_a_field_that_is_carried_is_the_table_s_or_each_player_s():
    coins = Carried(("season", "final"), "players.coins", total)
    puccini = Carried(("final",), "puccini", total)
    assert (coins.is_of_players, coins.name) == (True, "coins")
    assert (puccini.is_of_players, puccini.name) == (False, "puccini")
    evening = Evening(exact=(coins, puccini))
    assert list(evening.known(evening.exact, "final")) == [coins, puccini]
    assert list(evening.known(evening.exact, "season")) == [coins]


def test_a_pad_has_the_parts_of_a_stage_or_of_all():
    parts = {stage: PadPart(stage, (Row(f"game/{stage}"),)) for stage in ("round", "final")}
    paper = Paper({stage: (lambda players, part=part: (part,) * players) for stage, part in parts.items()})
    assert paper.parts(2, "final") == (parts["final"],) * 2
    assert paper.parts(1) == (parts["round"], parts["final"])
    assert paper.parts(1, "nothing") == ()


# --- Set-ups of games of any shape -----------------------------------------------------------------------------------


class Options(Ruled):
    dealt: bool = True


def set_up(names, options, draw):
    """A game that draws outside its parts, deals to somebody who does not play, and has an order, a person and a list of coins."""
    draw.below(3)
    seated = options.seated(names, draw)
    draws = {"seats": seated}
    if options.dealt:
        things = draw.part("cards").shuffled(["a", "b", "c"])
        draws["cards"] = dict(zip((*names, "nobody") if len(names) == 2 else names, things, strict=False))
        draws["order"] = draw.part("order").shuffled(names)
    first = draw.part("first", decided=options.first != "drawn").one(names)
    draws["first"] = options.starter(names, first)
    draws["coins"] = [draw.part("coins").one(("heads", "tails"))]
    return Setup(tuple(map(SetUpSeat, seated)), {}, {}, draws, ())


@dataclass(frozen=True, eq=False)
class Own(Game):
    def setup(self):
        return set_up, Options


OWN = Own("own", "own", (2, 4), ("final",), ())
"""Nothing of it is asked but its set-up."""
NAMES = ("Ann", "Abe", "Ada")


def by(*digits):
    """Chance that says these, then always the first."""
    left = iter(digits)
    return lambda limit: next(left, 0) % limit


def test_what_is_drawn_outside_of_parts_is_of_no_name():
    draw = Draw(lambda part, limit: limit - 1 if part else 0)
    assert (draw.below(4), draw.lots) == (0, [Lot("", 4, 0)])
    assert (draw.part("coin").below(4), draw.lots) == (3, [Lot("", 4, 0), Lot("coin", 4, 3)])
    assert draw.parts == {"coin": False}
    assert draw.part("first", decided=True).below(4) == 0
    assert (len(draw.lots), draw.parts) == (2, {"coin": False, "first": True})
    seeded, other = Seeded(5), Seeded(5)
    seeded.part("first", decided=True).below(4)
    assert seeded.lots == []
    assert [other.below(4), other.below(99)][1] == seeded.below(99)


def test_each_part_has_its_shape_and_its_lots():
    parts = parts_of(OWN, NAMES, Options())
    assert {name: (part.shape, part.limits, part.is_decided) for name, part in parts.items()} == {
        "": (Shape.OTHER, (3,), False),
        "seats": (Shape.CIRCLE, (3, 2), False),
        "cards": (Shape.DEALT, (3, 2), False),
        "order": (Shape.ORDER, (3, 2), False),
        "first": (Shape.PERSON, (3,), False),
        "coins": (Shape.OTHER, (2,), False),
    }
    assert parts["cards"].things == ("a", "b", "c")
    assert parts["seats"].things == ()
    assert [value for _, value in parts["first"].outcomes] == list(NAMES)
    assert parts_of(OWN, NAMES, Options(first="given"))["first"].is_decided


def test_another_order_and_another_person_have_somebody_else_first():
    last = roll(OWN, NAMES, Options(), by(1, 2, 1, 2, 0, 1, 1, 2))
    orders = set()
    for seed in range(60):
        made = choose(OWN, NAMES, Options(), Demands(last=last), by(*(seed // 7 ** (place % 3) for place in range(9))))
        assert made.draws["order"][0] != last.draws["order"][0]
        assert made.draws["first"] != last.draws["first"]
        assert all(made.draws["cards"][name] != last.draws["cards"][name] for name in NAMES)
        orders.add(tuple(made.draws["order"]))
    assert len(orders) == 4


def test_whoever_does_not_play_keeps_the_own_name_from_one_set_up_to_the_next():
    """Of what was dealt to an imaginary player, nothing is anybody's who is there now."""
    base = roll(OWN, ("ann", "Bob"), Options(), by())
    assert set(base.draws["cards"]) == {"ann", "Bob", "nobody"}
    for seed in range(6):
        made = choose(OWN, NAMES, Options(), Demands(("cards",), base), by(seed))
        assert made.draws["cards"]["Ann"] == base.draws["cards"]["ann"]
        last = choose(OWN, ("Ann", "nobody", "Bob"), Options(), Demands(last=base), by(seed))
        was = {name.casefold(): thing for name, thing in base.draws["cards"].items()}
        assert all(thing != was[name.casefold()] for name, thing in last.draws["cards"].items())


def test_who_is_not_there_any_more_stands_in_nobody_s_way():
    base = roll(OWN, ("Ann", "Eve", "Abe", "Zoe"), Options(), by(0, 3, 1, 1, 0, 0, 0, 2, 1, 0, 1))
    for seed in range(6):
        made = choose(OWN, NAMES, Options(), Demands(("order", "seats"), base), by(seed))
        was = [name for name in base.draws["order"] if name in NAMES]
        assert [name for name in made.draws["order"] if name in was] == was
    made = choose(OWN, NAMES, Options(), Demands(last=base), by(0, 0, 0, 1))
    assert made.draws["first"] in NAMES
    assert both_times(base, ("ANN", "Ada", "Abe")) == ["ANN", "Abe"]


def test_what_the_base_did_not_have_is_rolled_and_does_not_stay():
    base = roll(OWN, NAMES, Options(first="rule", dealt=False), by(0, 1, 1))
    demands = Demands(base=base, all_stays=True)
    parts = parts_of(OWN, NAMES, Options())
    assert staying(parts, demands, NAMES) == ("seats", "coins")
    made = choose(OWN, NAMES, Options(), demands, by(2, 2, 1, 1))
    assert (made.draws["seats"], made.draws["coins"]) == (base.draws["seats"], base.draws["coins"])
    unlike = choose(OWN, NAMES, Options(), Demands(last=base), by(2, 2, 1, 1))
    assert unlike.draws["order"][0] in NAMES
    free = choose(OWN, NAMES, Options(), Demands(all_stays=True), by(1, 2, 1))
    assert free.draws["seats"] == roll(OWN, NAMES, Options(), by(1, 2, 1)).draws["seats"]


@pytest.mark.parametrize("game", [OWN, find_game("histrio")], ids=["a list", "a side"])
def test_who_is_called_as_a_side_of_a_coin_turns_none(game):
    (part,) = {"coin", "coins"} & set(parts_of(game, NAMES, game.setup()[1]()))
    for digit in (0, 1):
        base = next(
            made
            for made in (
                roll(game, ("heads", "tails"), game.setup()[1](), by(*[0] * place, digit)) for place in range(20)
            )
            if made.draws[part] in (["heads", "tails"][digit], [["heads", "tails"][digit]])
        )
        made = choose(game, ("Heads", "Tails"), game.setup()[1](), Demands((part,), base), by())
        assert made.draws[part] == base.draws[part]


def test_a_clash_tells_the_part_its_shape_and_the_fewest_demands():
    base = roll(OWN, NAMES, Options(), by())
    thing = base.draws["cards"]["Ann"]
    with pytest.raises(ClashError) as told:
        choose(OWN, NAMES, Options(first="given"), Demands(("cards", "first"), base, (thing,)), by())
    cards = Demand("keep", base.draws["cards"])
    assert told.value.clashes == (Clash("cards", Shape.DEALT, (Demand("without", thing),), left=2),)
    base = roll(OWN, NAMES, Options(), by(*[0] * 7, 2))
    with pytest.raises(ClashError) as told:
        choose(OWN, NAMES, Options(first="given"), Demands(("first",), base), by())
    assert told.value.clashes == (Clash("first", Shape.PERSON, (Demand("keep", "Ada"),), True, "Ann", 0),)
    with pytest.raises(ClashError) as told:
        choose(OWN, NAMES[:2], Options(), Demands(("cards",), base, (base.draws["cards"]["Ann"],)), by())
    assert told.value.clashes[0].demands[0].kind == cards.kind


def test_a_part_says_nothing_of_too_few():
    said = [
        [number for number in range(4) if says_something(shape, NAMES[:number], NAMES)]
        for shape in (Shape.CIRCLE, Shape.ORDER, Shape.PERSON, Shape.OTHER, Shape.DEALT)
    ]
    assert said == [[3], [2, 3], *[[0, 1, 2, 3]] * 3]
    assert says_something(Shape.CIRCLE, NAMES[:2], NAMES[:2])
    assert says_something(Shape.CIRCLE, NAMES, (*NAMES, "Bob"))  # three of four sit one way round or the other


def test_a_code_brings_back_what_was_drawn_outside_of_parts_too():
    made = roll(OWN, NAMES, Options(), by(2, 1, 1, 2, 1, 0, 1, 2))
    assert made.lots[0] == Lot("", 3, 2)
    assert make(OWN, NAMES, Options(), made.code.draw()) == made


class Sided(Ruled):
    sides: bool = False
    round: Literal[1, 2, 3] = 1


class Chance(Led):
    BY_RULE = "drawn"


def test_options_are_carried_by_a_character_each_and_what_was_decided_by_letters():
    assert own_options(Sided) == ["sides", "round"]
    assert (option_values(Sided, "sides"), option_values(Sided, "round")) == ((False, True), (1, 2, 3))
    for options, characters in (
        ({}, "00"),
        ({"sides": True, "round": 3, "seats": "given", "first": "rule"}, "12sr"),
        ({"round": 2, "first": "given"}, "01f"),
    ):
        assert encode_options(Sided(**options)) == tuple(characters)
        assert Sided(**decode_options(Sided, characters)) == Sided(**options)
    assert decode_options(Sided, "1") == {"sides": True}  # of a code that is older than the rounds
    assert decode_options(Sided, "s") == {"seats": "given"}
    assert decode_options(Sided, "") == {}
    assert encode_options(Record()) == ()


@pytest.mark.parametrize(
    ("model", "characters"),
    [
        *((Sided, characters) for characters in ("2", "03", "000", "00x", "00rs", "00ss", "00fr", "s0", "0s0", "-1")),
        (Led, "r"),
        (Seated, "f"),
        (Record, "s"),
        (Record, "0"),
    ],
)
def test_characters_that_stand_for_no_options_are_refused(model, characters):
    with pytest.raises(CodeError) as told:
        decode_options(model, characters)
    assert (told.value.problem, told.value.values) == ("error.code-shape", {})


def test_who_begins_is_drawn_or_named_or_found_out_by_the_table():
    assert led_by(("A", "B", "C"), "B") == (("B", "C", "A"), "given")
    assert led_by(("A", "B", "C"), "drawn") == (("A", "B", "C"), "drawn")
    assert [by_rule(model, "rule") for model in (Ruled, Led, Chance, Record)] == ["rule", "rule", "drawn", "rule"]
    assert [by_rule(model, "given") for model in (Ruled, Chance)] == ["given", "given"]
    begin = [Ruled(first=first).starter(NAMES, "Ada") for first in ("drawn", "given", "rule")]
    assert begin == ["Ada", "Ann", None]
    assert [Led(first=first).leader(NAMES, "Ada") for first in ("drawn", "given")] == ["Ada", "Ann"]


def test_seats_that_the_table_has_are_kept_and_nothing_is_drawn_for_them():
    draw = Draw(lambda _, limit: limit - 2)
    assert Seated(seats="given").seated(NAMES, draw) == ["Ann", "Abe", "Ada"]
    assert (draw.lots, draw.parts) == ([], {"seats": True})
    assert Seated().seated(NAMES, draw) == ["Ada", "Ann", "Abe"]
    assert (draw.lots, draw.parts) == ([Lot("seats", 3, 1), Lot("seats", 2, 0)], {"seats": False})


def test_lots_are_one_number_and_are_read_off_it_in_their_order():
    lots = [Lot("a", 3, 2), Lot("b", 10, 7), Lot("a", 2, 1)]
    number = number_of(lots)
    assert number == 2 + 3 * 7 + 30 * 1
    told = Told(number)
    assert [told.part(lot.part).below(lot.limit) for lot in lots] == [2, 7, 1]
    assert (told.left, told.lots) == (0, lots)
    assert Told(number + 60).left == number + 60
    assert [toss(Told(side)) for side in (0, 1)] == ["heads", "tails"]


def test_a_code_brings_nothing_back_for_another_number_of_players_or_of_options_that_there_are_not():
    made = roll(OWN, NAMES, Options(seats="given", dealt=True), by(2, 1, 1))
    assert str(made.code).startswith("own-3-1s-")
    assert options_of(OWN, made.code) == Options(seats="given", dealt=True)
    assert bring_back(OWN, NAMES, made.code) == made
    with pytest.raises(CodeError) as told:
        bring_back(OWN, NAMES[:2], made.code)
    assert (told.value.problem, told.value.values) == ("usage.players-differ", {"numbers": "2, 3"})
    for code in (Code("own", 3, ("2",), 0), Code("own", 3, ("1",), 10**9)):
        with pytest.raises(CodeError) as told:
            bring_back(OWN, NAMES, code)
        assert told.value.problem == "error.code-shape"
