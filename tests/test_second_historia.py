"""Historia's tally added once more, from what the rules texts at hand establish: it is a sum, and no source tells more."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from callboard_cli.input.stage import stage_of
from callboard_cli.paper.pads import pad_view
from callboard_cli.ui.output import UI
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.night import night_of
from callboard_scoring.draws import Seeded
from callboard_scoring.games import find_game
from callboard_scoring.records import read_record
from callboard_scoring.words import NO_WORDS
from forms import assert_one_in_all_forms

few = settings(max_examples=max(5, settings().max_examples // 4))
GAME = find_game("historia")
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eva", "Fay")
SOURCES = ("territories", "leaders", "wonders", "government", "technology", "military")
SOURCES += ("raid", "war", "trade", "tourism", "exploit", "other")
OPEN = {
    "territories": {"when-territories", "territory-values"},
    "leaders": {"leader-values"},
    "government": {"government-values"},
    "technology": {"beyond-16"},
    "military": {"beyond-16"},
}
"""What no source tells, or about which they disagree."""


def scored(*amounts):
    raw = {"players": [{"name": name, "amounts": own} for name, own in zip(NAMES, amounts, strict=False)]}
    return GAME.score("tally", read_record(GAME.record("tally"), raw, NO_WORDS))


def plain(lines):
    return [
        (
            line.reason.id.removeprefix("historia/scoring."),
            line.points,
            dict(line.values),
            {reading.id.removeprefix("historia/scoring.") for reading in line.readings},
        )
        for line in lines
    ]


def lines_of(amounts):
    """One line for each source that was counted, in their order; several amounts are counted up one by one."""
    lines = []
    for source in (one for one in SOURCES if one in amounts):
        amount = amounts[source]
        if isinstance(amount, int):
            lines.append(("added", amount, {"source": source}, OPEN.get(source, set())))
            continue
        points = 0
        for one in amount:
            points += one
        lines.append(("added-up", points, {"source": source, "amounts": amount}, OPEN.get(source, set())))
    return lines or [("nothing", 0, {}, set())]


EXPLOIT = "historia/doubt.exploit"


def brings_any(amount):
    """Whether an amount, or any part of it, brings points."""
    return any(one > 0 for one in ([amount] if isinstance(amount, int) else amount))


def assert_tally(*amounts):
    result = scored(*amounts)
    totals = []
    for score, own in zip(result.players, amounts, strict=True):
        assert plain(score.lines) == lines_of(own)
        totals.append(sum(points for _, points, _, _ in lines_of(own)))
        assert (score.start, score.total, score.notes) == (0, totals[-1], ())
    lead = [name for name, total in zip(NAMES, totals, strict=False) if not any(other > total for other in totals)]
    notes = [("not-computed", 0, {}, {"alone"} if len(amounts) == 1 else set())]
    if len(lead) > 1:
        notes.append(("no-tie-break", 0, {"names": lead}, {"tie"}))
    assert plain(result.lines) == notes
    assert (list(result.winners), result.decided, result.ladder) == (lead, False, ())
    gaining = [name for name, own in zip(NAMES, amounts, strict=False) if brings_any(own.get("exploit", 0))]
    assert [(doubt.whose, doubt.code) for doubt in result.doubts] == [(name, EXPLOIT) for name in gaining]
    assert result.ranks() == [1 + sum(other > own for other in totals) for own in totals]


amounts = st.one_of(
    st.integers(-9999, 9999),
    st.integers(-3, 3),
    st.lists(st.integers(-3, 9), min_size=1, max_size=12),
)
counted = st.dictionaries(st.sampled_from(SOURCES), amounts, max_size=6)
tables = st.lists(counted, min_size=1, max_size=6)


def test_each_source_alone_and_in_company_for_one_player_to_six():
    for source, amount in product(SOURCES, (0, -1, 7, [4], [4, 6, 8], [-1, 0, 1])):
        assert_tally({source: amount})
        assert_tally({source: amount}, {"other": 7})
    for players in range(1, 7):
        for own in ({}, {"war": 0}, {"raid": 3, "trade": [2, 2]}):
            assert_tally(*[own] * players)


@given(tables)
def test_any_tally(table):
    assert_tally(*table)


@given(tables, st.randoms(use_true_random=False))
def test_in_whatever_order_players_and_their_sources_are_told_each_has_the_same(table, random):
    before = {score.name: score.total for score in scored(*table).players}
    rows = [
        {"name": name, "amounts": dict(random.sample(list(own.items()), len(own)))}
        for name, own in zip(NAMES, table, strict=False)
    ]
    random.shuffle(rows)
    after = GAME.score("tally", read_record(GAME.record("tally"), {"players": rows}, NO_WORDS))
    assert {score.name: score.total for score in after.players} == before


@given(counted, st.integers(1, 6))
def test_a_row_alone_has_all_its_lines(own, players):
    alone = GAME.alone("tally", {}, {"name": "Ann", "amounts": own}, NO_WORDS, players)
    assert (alone.name, alone.waits, plain(alone.lines)) == ("Ann", (), lines_of(own))


def as_typed(amount):
    """One amount in a list is typed as that number."""
    return amount[0] if isinstance(amount, list) and len(amount) == 1 else amount


@few
@given(tables)
def test_as_words_and_as_json_a_record_is_the_same_and_has_one_number_in_three_languages(table):
    stage = stage_of(GAME, "tally")
    rows = [
        {"name": name, "amounts": {source: as_typed(amount) for source, amount in own.items()}}
        for name, own in zip(NAMES, table, strict=False)
    ]
    assert_one_in_all_forms(stage, stage.record({"players": rows}))


def test_in_an_evening_tallies_add_up():
    log = commands.begin(GAME, NAMES[:2], "2026-11-22T19:30:00Z")
    for own in ({"war": 3}, {"war": [4, 5]}):
        raw = {"players": [{"name": "Ann", "amounts": own}, {"name": "Bob", "amounts": {}}]}
        log = (*log, commands.add(night_of(log), "tally", raw, "2026-11-22T19:30:00Z"))
    assert {one.name: one.total for one in night_of(log).standing} == {"Ann": 12, "Bob": 0}


def test_every_set_up_takes_the_pieces_of_the_spanish_list():
    """Sixty action cards and 35 advisors are ten and five for each of six, and five advisors more."""
    own = {"action-card": 10, "advisor-card": 5, "power-cube": 9}
    own |= dict.fromkeys(("development-marker", "order-marker", "point-marker", "reference-sheet"), 1)
    table = {"board": 1, "leader-card": 18, "wonder-card": 48, "time-marker": 2, "territory-tile": 16}
    most = {"action-card": 60, "advisor-card": 35, "power-cube": 54}
    make, options = GAME.setup()
    for players in range(1, 7):
        draw = Seeded(players)
        made = make(NAMES[:players], options(), draw)
        assert set(draw.parts) == {"order"}
        assert [dict(seat.take) for seat in made.seats] == [own] * players
        assert tuple(made.draws["order"]) == tuple(seat.name for seat in made.seats)
        assert made.take == table | {piece: number * players for piece, number in own.items()}
        left = {piece: most.get(piece, 6) - number * players for piece, number in own.items()}
        left = {piece: number for piece, number in left.items() if number}
        assert made.box == {"civbot-card": 7, "event-card": 12, **left}
        (wonders,) = (step.values["count"] for step in made.steps if step.reason.case == "wonders")
        assert wonders == players + 2


def test_a_pad_has_a_place_for_each_era_where_something_is_counted_in_each():
    (part,) = pad_view(UI(catalog("en"), plain=True), GAME, 6).parts
    *rows, total = part.rows
    assert [row.boxes for row in rows] == [("1", "2", "3")] * 2 + [()] * 10
    assert {row.kind for row in rows} == {"points"}
    assert total.kind == "total"
