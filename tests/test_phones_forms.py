"""A record and the form that it is typed in on the page are the same: texts by the names of its fields."""

import tomllib
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callboard_cli.input.evening_stage import next_stage
from callboard_cli.input.parser.tables import as_line, kinds_of
from callboard_cli.phones import form_view
from callboard_cli.phones.controls import Controls, Group, Shown, all_controls
from callboard_cli.phones.forms import LINE, Form, name_of
from callboard_cli.phones.saving import spread, texts_in
from callboard_cli.phones.table import Visitor
from callboard_cli.phones.wording import written
from callboard_cli.ui.output import UI
from callboard_cli.ui.wording import how_typed
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.night import night_of
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.problems import RefusedError
from callboard_scoring.records import read_record, seats_field
from conftest import GOLDEN, LANGUAGES, sampled
from played import seats, steps

AT = "2026-11-22T19:30:00Z"
STAGES = [(game.id, stage) for game in GAMES for stage in game.stages]
NAMES = ("a.b", "<b>Ann</b>", '"Ann\' & Bob"', "Ñandú 1", "Я" * 40, "players.0", "0")
"""What somebody may be called, however little the name of a field would like it."""


@cache
def begun(game, names):
    return night_of(commands.begin(find_game(game), names, AT))


def seated(game, stage, record):
    """Who sits at a record's table; as many strangers as it takes where it does not say."""
    told = record.get(seats_field(find_game(game).record(stage)) or "hats")
    if isinstance(told, list):
        return tuple(row["name"] if seats_field(find_game(game).record(stage)) else row for row in told)
    strangers = ("Ann", "Bob", "Cid")[: max(2, find_game(game).players[0])]
    return tuple(told) if isinstance(told, dict) and told else strangers


def stage_for(game, stage, record):
    """A stage at the beginning of an evening, and a record of it as it is typed there."""
    names = seated(game, stage, record)
    own = next_stage(begun(game, names), stage)
    whose = {"player": names[0]} if "player" in own.model.model_fields and "player" not in record else {}
    return own, {**record, **whose}


def texts_of(stage, record, language):
    """The texts of a record's form, by whose part they are in."""
    words, rows = catalog(language), Form(stage, {}).rows
    own = {key: value for key, value in record.items() if rows is None or key != rows.name}
    texts = {"": written(own, stage.model, stage, words)}
    if rows is not None:
        texts |= {row["name"]: written(row, rows.model, stage, words) for row in record.get(rows.name, ())}
    return texts


def read(stage, texts, language="en"):
    """The record that a form makes."""
    reading = Form(stage, texts, language).whole
    assert not reading.problems
    return stage.read(stage.content(reading.raw))


def with_rows(game, stage):
    """A stage that has a row for each player, its example, and who plays."""
    own, record = stage_for(game, stage, find_game(game).example(stage))
    return own, record, own.players


ROWED = [
    (game, stage) for game, stage in STAGES if Form(stage_for(game, stage, find_game(game).example(stage))[0], {}).rows
]


# --- There and back --------------------------------------------------------------------------------------------------


@cache
def golden(game, stage):
    """The golden cases of a stage: each is an entry of some evening."""
    file = GOLDEN / game / f"{stage}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))["case"]


def comes_back(game, stage, record, language):
    own, record = stage_for(game, stage, record)
    whole = own.whole(record)
    reading = Form(own, texts_of(own, whole.entered, language), language).whole
    return not reading.problems and own.read(own.content(reading.raw)) == whole.played.record


@pytest.mark.parametrize(
    ("game", "stage", "place", "language"),
    [
        # a third of each stage's cases in one language, and all in all when there is time
        pytest.param(*each, place, language, marks=[] if place == number == turn % thirds else pytest.mark.long)
        for turn, each in enumerate(STAGES)
        for thirds in [min(len(golden(*each)), len(LANGUAGES))]
        for place in range(thirds)
        for number, language in enumerate(LANGUAGES)
    ],
)
def test_each_golden_record_is_written_into_a_form_and_read_again(game, stage, place, language):
    cases = golden(game, stage)[place :: len(LANGUAGES)]
    assert cases
    lost = [case["name"] for case in cases if not comes_back(game, stage, case["record"], language)]
    assert lost == []


TABLES = [
    (
        "round",
        "E8, Galina: 11 coins due, 9 there, 2 points lost for each of the 2 missing in round 2",
        "card",
        "flat 0",
    ),
    (
        "final",
        "E10 and D7: halves, the halved maximum, coins, and gems that fill the nearest plots",
        "cards",
        "tents 3",
    ),
    (
        "perform",
        "E6, Pyotr: the middle poster has no tent, the outer two give 23 points and 6 coins",
        "posters.2.tent",
        "tent 0 +0 gem orange",
    ),
]
"""Cards and tents that came from a file as tables, and how one of each is typed."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("stage", "name", "key", "typed"), TABLES)
def test_what_came_from_a_file_as_a_table_is_shown_as_it_is_typed(stage, name, key, typed, language):
    record = next(case["record"] for case in golden("magnificent", stage) if case["name"] == name)
    assert comes_back("magnificent", stage, record, language)
    own, record = stage_for("magnificent", stage, record)
    texts = texts_of(own, own.whole(record).entered, language)
    assert not [text for part in texts.values() for text in part.values() if "{" in text]
    shown = next(part[key] for part in texts.values() if key in part)
    assert language != "en" or typed in shown


@pytest.mark.parametrize(("place", "language"), sampled(STAGES, LANGUAGES))
def test_an_example_is_written_into_a_form_and_read_again(place, language):
    game, stage = place
    own, record = stage_for(game, stage, find_game(game).example(stage))
    assert read(own, texts_of(own, record, language), language) == own.read(record)


@pytest.mark.parametrize("game", [game.id for game in GAMES])
@settings(max_examples=max(3, settings.default.max_examples // 10))
@given(seed=st.integers(0, 2**32), language=st.sampled_from(LANGUAGES))
def test_whatever_is_played_can_be_typed_in_forms(game, seed, language):
    log = commands.begin(find_game(game), seats(game, seed), AT)
    for step in steps(game, seed, seats(game, seed)):
        night = night_of(log)
        own = next_stage(night, step.stage)
        record = own.read(step.typed)
        entered = own.whole(step.typed).entered
        assert read(own, texts_of(own, entered, language), language) == record
        log += (commands.add(night, step.stage, step.typed, AT),)


@pytest.mark.parametrize(("place", "language"), sampled(STAGES, LANGUAGES))
def test_each_field_is_called_as_the_record_calls_it_and_written_texts_stand_in_one(place, language):
    game, stage = place
    own, record = stage_for(game, stage, find_game(game).example(stage))
    form, words = Form(own, {}, language), catalog(language)
    texts = texts_of(own, record, language)
    parts = [("", form.own, texts[""])]
    if form.rows is not None:
        whose = own.players[0]
        start = f"{form.rows.name}.0."
        row = {f"{start}{key}": text for key, text in texts[whose].items()}
        parts.append((start, kinds_of(form.rows.model), row))
    for start, kinds, shown in parts:
        controls = list(all_controls(Controls(own, words).of(kinds, start, Shown(shown))))
        names = [one.name for one in controls]
        assert len({*names}) == len(names)
        keys = [name.removeprefix(start) for name in names]
        assert {key.partition(".")[0] for key in keys} == {kind.name for kind in kinds} - {"name"}
        assert all(form.has(own.players[0] if start else "", key) for key in keys)
        for name, text in shown.items():
            field = next(one for one in controls if f"{name}.".startswith(f"{one.name}."))
            assert (
                text == field.text
                or text in field.text.split(", ")
                or text.split() == field.text.split()
                or (name != field.name and f"{name.removeprefix(f'{field.name}.')} {text}" in field.text.split(", "))
            )
        assert all(one.label for one in controls)


# --- What is wrong ---------------------------------------------------------------------------------------------------

NO_FORM = {
    "one source in two languages",  # a form has one field for it
    "one faction in two languages",
    "amounts in a list",
    "a word for a troupe",  # every text of a list is a list
    "a number for an actor",  # every text is a text
    "a season in quotes",
    "a needle that is only a number",
    "a camp of numbers",
    "a row with a space",
    "a bluff that is a word",
    "roles that are true",
    "a key nobody knows",  # and has no field
    "a key nearly right",
    "an imaginary player with a staging element",
    "a missing key",  # an empty field that counts nothing
    "a round that says neither which one it is nor who holds Puccini",  # the evening knows the round
    "a source counted and yet not",  # told of the field, in which they stand together
    "a condition there is not",  # told of the card
    "no players at all",
    "stealing from nobody though Bob has ecus",  # a lone dash is an empty list
}
"""What a form cannot say, or says otherwise."""


def refused():
    for file in sorted(GOLDEN.glob("*/refused.toml")):
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            if case["name"] in NO_FORM:
                continue
            try:
                stage_for(file.parent.name, case["stage"], case["record"])
            except (RefusedError, KeyError, AttributeError, TypeError):
                continue  # nobody could begin such an evening
            yield pytest.param(file.parent.name, case, id=case["name"])


@pytest.mark.parametrize(("game", "case"), list(refused()))
def test_what_is_wrong_stands_at_the_field_it_is_about(game, case):
    own, record = stage_for(game, case["stage"], case["record"])
    form = Form(own, texts_of(own, record, "en"), "en")
    reading = form.whole
    found = {(one.path, one.code.rpartition("/")[2].removeprefix("error.")) for one in reading.problems}
    assert {tuple(error) for error in case["errors"]} <= found
    for problem in reading.problems:
        name = name_of(problem, form)
        steps_to = [str(step) for step in problem.location]
        is_whole = form.rows is not None and len(steps_to) == 1 and steps_to[0] == form.rows.name
        assert (name == "") == is_whole
        assert name.split(".") == steps_to[: name.count(".") + 1] or is_whole
    told = form_view.told(reading.problems, reading, form)
    groups = [Controls(own, catalog("en")).of(form.own, "", Shown(form.parts[""], told))]
    if form.rows is not None:
        for seat, whose in enumerate(own.players):
            start = f"{form.rows.name}.{seat}."
            texts = {f"{start}{key}": text for key, text in form.parts[whose].items()}
            groups.append(Controls(own, catalog("en")).of(kinds_of(form.rows.model), start, Shown(texts, told)))
    shown = " ".join(one.problem for fields in groups for one in walked(fields))
    assert told
    assert all(text in shown for name, text in told.items() if name)


def test_of_two_wrong_words_of_a_field_each_is_told_in_a_line_of_its_own():
    own, record = stage_for("histrio", "season", find_game("histrio").example("season"))
    texts = texts_of(own, record, "en")
    wrong = {name: {**part, "troupe": "C9 C3 nonsense"} if "troupe" in part else part for name, part in texts.items()}
    form = Form(own, wrong, "en")
    first, second = form_view.told(form.whole.problems, form.whole, form)["players.0.troupe"].split("\n")
    assert ("C9" in first, "nonsense" in second) == (True, True)


def walked(fields):
    """All fields and groups of a form."""
    for one in fields:
        yield one
        if isinstance(one, Group):
            for row in one.rows:
                yield from walked(row)


# --- What is left out ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "language"), sampled(ROWED, LANGUAGES))
def test_an_empty_field_says_what_a_line_says_that_does_not_mention_it(place, language):
    game, stage = place
    own, record, _ = with_rows(game, stage)
    words, rows = catalog(language), Form(own, {}).rows
    row = record[rows.name][0]
    whose = row["name"]
    told = own.reworded({rows.name: [row]}, words)[rows.name][0]
    for left_out in [None, *(key for key in row if key != "name")]:
        fields = written({key: row[key] for key in row if key != left_out}, rows.model, own, words)
        empty = {left_out: "  "} if left_out else {}
        line = as_line({key: told[key] for key in told if key not in (left_out, "name")}, rows.model, game, words)
        if not line.strip():
            continue  # an empty line says nothing at all
        by_fields = Form(own, {whose: {**fields, **empty}}, language).row(whose)
        by_line = Form(own, {whose: {LINE: line}}, language).row(whose)
        if not by_line.problems:
            assert made(own, rows, by_fields) == made(own, rows, by_line)
        assert [(one.path, one.code) for one in by_fields.problems] == [
            (one.path, one.code) for one in by_line.problems
        ]


def made(own, rows, reading):
    """A player's row as the record has it."""
    return read_record(rows.model, reading.raw[rows.name][-1], own.words)


# --- Shapes of fields ------------------------------------------------------------------------------------------------


def codes(reading, form):
    return [(name_of(one, form), one.code.rpartition("/")[2]) for one in reading.problems]


def ring():
    own, record = stage_for("intrigo", "round", find_game("intrigo").example("round"))
    return own, record, texts_of(own, record, "en")


def test_each_place_of_a_ring_is_a_field_and_an_empty_one_is_told_at_its_place():
    own, record, texts = ring()
    assert {f"palace.{place}" for place in range(len(record["palace"]))} <= {*texts[""]}
    without = {key: text for key, text in texts[""].items() if key != "palace.3"}
    for part in (without, {**texts[""], "palace.3": " "}):
        form = Form(own, {**texts, "": part})
        assert ("palace.3", "missing") in codes(form.whole, form)
        assert len(form.table()["palace"]) == len(record["palace"]) - 1


def test_names_that_come_twice_in_a_list_stay_two():
    own, record, texts = ring()
    twice = [place for place, item in enumerate(record["palace"]) if record["palace"].count(item) > 1]
    assert twice, "the example has a building twice"
    assert read(own, texts).palace == own.read(record).palace


def test_a_number_of_a_table_is_a_field_of_its_own():
    own, record, texts = ring()
    whose = own.players[0]
    part = {key: text for key, text in texts[whose].items() if not key.startswith("seals.")}
    reading = Form(own, {whose: {**part, "seals.clergy": "1", "seals.workers": ""}}).row(whose)
    assert reading.raw["players"][0]["seals"] == {"clergy": 1}
    form = Form(own, {whose: {**part, "seals.clergy": "many"}})
    assert [name for name, _ in codes(form.row(whose), form)] == ["players.0.seals.clergy"]
    del record


def test_rows_with_an_empty_one_between_them_are_the_rows_that_say_anything():
    own, record = stage_for("magnificent", "perform", find_game("magnificent").example("perform"))
    texts = texts_of(own, record, "en")[""]
    first = {key: text for key, text in texts.items() if key.startswith("posters.0.")}
    rest = {key: text for key, text in texts.items() if not key.startswith("posters.")}
    between = {f"posters.1.{key.split('.', 2)[2]}": "" for key in first}
    again = {f"posters.2.{key.split('.', 2)[2]}": text for key, text in first.items()}
    raw = Form(own, {"": {**rest, **first, **between, **again}}).table()
    assert raw["posters"] == [record["posters"][0]] * 2


def test_what_is_wrong_in_a_row_behind_an_empty_one_stands_at_that_row():
    own, record = stage_for("magnificent", "perform", find_game("magnificent").example("perform"))
    texts = texts_of(own, record, "en")[""]
    rest = {key: text for key, text in texts.items() if not key.startswith("posters.")}
    first = {key: text for key, text in texts.items() if key.startswith("posters.0.")}
    third = {f"posters.2.{key.split('.', 2)[2]}": text for key, text in first.items()}
    form = Form(own, {"": {**rest, **first, **third, "posters.2.points": "many"}})
    assert [name for name, _ in codes(form.whole, form)] == ["posters.2.points"]


# --- Typed lines -----------------------------------------------------------------------------------------------------


def visitor(language="en", name=""):
    return Visitor("x" * 22, "player" if name else "host", name, UI(catalog(language), plain=True))


@pytest.mark.parametrize(("place", "language"), sampled(ROWED, LANGUAGES))
def test_a_typed_line_of_a_player_goes_into_the_fields(place, language):
    game, stage = place
    own, record, players = with_rows(game, stage)
    words, rows = catalog(language), Form(own, {}).rows
    told = own.reworded(record, words)[rows.name]
    for row, plain in zip(told, record[rows.name], strict=True):
        line = as_line({**row, "name": None}, rows.model, game, words)
        form = Form(own, {plain["name"]: {LINE: line}}, language)
        texts = spread(form, plain["name"], visitor(language, plain["name"]))
        assert LINE not in texts
        fields = Form(own, {plain["name"]: texts}, language).row(plain["name"])
        assert made(own, rows, fields) == made(own, rows, form.row(plain["name"]))
    assert players


def test_the_words_of_a_table_go_into_its_fields():
    own, _, _ = with_rows("histrio", "season")
    texts = spread(Form(own, {"": {LINE: "mood=comedy season=1"}}), "", visitor())
    assert texts == {"season": "1", "mood": "comedy"}


def test_what_the_help_of_a_line_tells_can_be_typed_there():
    own, _ = stage_for("histrio", "court", find_game("histrio").example("court"))
    assert 'needle="comedy 1"' in how_typed(catalog("en"), "histrio", "court", "")
    assert Form(own, {"": {LINE: 'C3 T2 needle="comedy 1"'}}).table() == {"actors": ["C3", "T2"], "needle": "comedy 1"}


def test_a_line_that_nobody_can_read_stays_as_it_was_typed_and_what_is_wrong_is_told():
    own, _, players = with_rows("histrio", "season")
    whose = players[0]
    form = Form(own, {whose: {LINE: "C3 Q9", "chameleons": "1"}})
    assert spread(form, whose, visitor(name=whose)) == {LINE: "C3 Q9", "chameleons": "1"}
    assert form.row(whose).problems


def test_a_players_line_says_all_that_the_player_has():
    own, _, players = with_rows("histrio", "season")
    whose = players[0]
    form = Form(own, {whose: {LINE: "C3 C2", "troupe": "T1", "requests": "4"}})
    texts = spread(form, whose, visitor(name=whose))
    assert texts == {"troupe": "C3 C2", "chameleons": "0", "requests": ""}
    assert Form(own, {whose: texts}).row(whose).raw == form.row(whose).raw


def test_a_tables_words_take_the_place_of_the_fields_that_they_mention_and_of_no_other():
    own, _ = stage_for("histrio", "court", find_game("histrio").example("court"))
    form = Form(own, {"": {LINE: "C3 T2", "needle": "comedy 1", "actors": "T5"}})
    assert spread(form, "", visitor()) == {"actors": "C3 T2", "needle": "comedy 1"}


# --- Names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_players_name_is_never_part_of_a_fields_name(name):
    names = (name, "Zed")
    own = next_stage(begun("histrio", names), "season")
    rows = [{"name": one, "troupe": ["C3", "T2"], "chameleons": 1, "requests": [4]} for one in names]
    record = {"season": 1, "mood": "comedy", "players": rows}
    texts = texts_of(own, record, "en")
    assert read(own, texts) == own.read(record)
    form = Form(own, {**texts, name: {**texts[name], "troupe": "C9"}})
    assert [place for place, _ in codes(form.whole, form)] == ["players.0.troupe"]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name) for name in NAMES],
)
def test_a_purse_of_whoever_plays_is_a_field(name):
    names = (name, "Zed")
    own = next_stage(begun("histrio", names), "city")
    record = {**find_game("histrio").example("city"), "player": "Zed", "ecus": {name: 4, "Zed": 2}, "steal_from": []}
    record = {**record, "cards": ["C1"], "send_to_court": "C1"}
    texts = texts_of(own, record, "en")
    assert texts[""][f"ecus.{name}"] == "4"
    assert read(own, texts) == own.read(record)


def flat(value, key=""):
    """Each value of a record under its own key, `players.0.dice.2`."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from flat(inner, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from flat(inner, f"{key}.{place}")
    else:
        yield key, "" if value is None else str(value)


@pytest.mark.parametrize(("game", "stage"), STAGES)
def test_each_value_of_a_record_can_be_sent_by_its_own_key(game, stage):
    record = find_game(game).example(stage)
    names = list(record.get("ecus", ())) or seated(game, stage, record)
    own = next_stage(begun(game, tuple(names)), stage)
    if "player" in own.model.model_fields:
        record = {"player": names[0], **record}
    sent = texts_in(Form(own, {}), dict(flat(record)))
    made = Form(own, sent).whole
    assert made.problems == ()
    assert own.whole(own.content(made.raw)).played.record == own.whole(own.content(record)).played.record


def test_of_a_field_with_both_bounds_what_was_counted_is_offered_and_not_called_the_most():
    log = commands.begin(find_game("turandot"), ["Ann", "Bob"], AT)
    bids = [{"name": "Ann", "number": 1, "money": 1, "bluff": False}]
    bids += [{"name": "Bob", "number": None, "money": 1, "bluff": False}]
    log = (*log, commands.add(night_of(log), "round", {"puccini": "Ann", "players": bids}, AT))
    shown = {}
    for stage, field in (("round", "money"), ("final", "staging")):
        own = next_stage(night_of(log), stage)
        kinds = kinds_of(Form(own, {}).rows.model)
        fields = Controls(own, catalog("en")).of(kinds, "", Shown({}, before=own.before("Bob")))
        (shown[field],) = [one for one in all_controls(fields) if one.name == field]
    assert (shown["money"].before, shown["money"].is_left) == ("2", True)
    assert (shown["staging"].before, shown["staging"].is_left) == ("1", False)
