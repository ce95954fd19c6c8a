"""What people demand of a set-up: parts kept, things left out, another than last time; and which demands clash.

What the product chooses is compared with all outcomes there are, tried here one by one with the demands written anew.
"""

import random
from collections import Counter
from itertools import combinations, product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callboard_scoring.constrained_draws import (
    MOST_TRIED,
    ClashError,
    Demands,
    bring_back,
    choose,
    make,
    parts_of,
    roll,
    staying,
    things_of,
)
from callboard_scoring.draws import Code, CodeError, Draw
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.options import option_values

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
CIRCLES, ORDERS, PEOPLE, DEALT = {"seats"}, {"choosing", "order"}, {"first", "puccini"}, {"families", "boards"}
TABLES = [
    (game.id, players, options)
    for game in GAMES
    for players in range(game.players[0], game.players[1] + 1)
    for options in [{}, *({name: "given"} for name in ("seats", "first") if name in game.setup()[1].model_fields)]
]
FEW = [table for table in TABLES if table[1] <= 3]


def each(tables, *, decided=True):
    """Each table; the suite takes the smallest of a game, and one where the players decide; the others are long."""
    own = {game: [table for table in tables if table[0] == game] for game, _, _ in tables}
    given = {game: [table for table in some if table[2]][: int(decided)] for game, some in own.items()}
    plain = {game: [table for table in some if not table[2]] for game, some in own.items()}
    few = [table for game in own for table in (*plain[game][:1], *given[game])]
    return [pytest.param(table, id=str(table), marks=[] if table in few else pytest.mark.long) for table in tables]


def table_of(table):
    game, players, options = table
    found = find_game(game)
    return found, NAMES[:players], found.setup()[1](**options)


def by_seed(seed):
    return random.Random(seed).randrange


def every(game, names, options, part):
    """Every set-up that differs in this part alone."""
    limits = [lot.limit for lot in roll(game, names, options, lambda _: 0).lots if lot.part == part]
    for digits in product(*map(range, limits)):
        left = iter(digits)
        yield make(game, names, options, Draw(lambda name, _, left=left: next(left) if name == part else 0))


def tried(game, names, options):
    """The parts that can be tried."""
    parts = parts_of(game, names, options)
    return [name for name, part in parts.items() if name and prod(part.limits) <= MOST_TRIED]


def circle(seats, others):
    """Who has whom on the left, among those who are there both times."""
    both = [name for name in seats if name in others]
    return {name: both[place - 1] for place, name in enumerate(both)}


def unlike(name, value, last, names):
    """Whether a part is another than last time, for each whom it is about."""
    if name in DEALT:
        return [value[who] != last[who] for who in value if who in last]
    if name in CIRCLES:
        return [circle(value, last) != circle(last, value)] if len(circle(value, last)) > 2 else []
    if name in ORDERS:
        return [value[0] != last[0]] if len(value) > 1 else []
    return [value != last] if name in PEOPLE and len(names) > 1 else []


# --- Codes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_set_up_comes_back_from_its_code_without_any_chance(game, monkeypatch):
    monkeypatch.setattr("secrets.randbelow", lambda _: pytest.fail("chance was asked"))
    model = game.setup()[1]
    for chosen in product(*(option_values(model, name) for name in model.model_fields)):
        options = model(**dict(zip(model.model_fields, chosen, strict=True)))
        for players in range(game.players[0], game.players[1] + 1):
            made = roll(game, NAMES[:players], options, by_seed(str((game.id, chosen, players))))
            assert bring_back(game, NAMES[:players], Code.read(str(made.code), game.id)) == made


@pytest.mark.parametrize("table", each(TABLES))
def test_a_number_that_no_set_up_has_brings_nothing_back(table):
    game, names, options = table_of(table)
    made = roll(game, names, options, by_seed(1))
    over = prod(lot.limit for lot in made.lots)
    highest = roll(game, names, options, lambda limit: limit - 1).code
    assert highest.number == over - 1
    assert bring_back(game, names, highest).code == highest
    for number in (over, over + made.code.number, over * 31, 32**60):
        forged = Code.read(str(Code(game.id, len(names), made.code.options, number)), game.id)
        with pytest.raises(CodeError) as told:
            bring_back(game, names, forged)
        assert told.value.problem == "error.code-shape"


@pytest.mark.parametrize(("game", "players"), [("histrio", 2), ("turandot", 2), ("turandot", 3), ("historia", 4)])
def test_every_number_of_a_small_set_up_is_another_outcome(game, players):
    found, names, options = table_of((game, players, {}))
    number = prod(lot.limit for lot in roll(found, names, options, lambda _: 0).lots)
    draws = {str(bring_back(found, names, code_of(found, names, options, one)).draws) for one in range(number)}
    assert len(draws) == number


def code_of(game, names, options, number, version="2"):
    code = roll(game, names, options, lambda _: 0).code
    lowest = prod(lot.limit for lot in roll(game, names, options, lambda _: 0).lots)
    return Code(game.id, len(names), code.options, number if version == "1" else number % lowest, version)


@pytest.mark.parametrize(
    "text", ["histrio-4-0-00qp-2", "histrio-4-0-0000-2", "histrio-4-0-qo-2", "histrio-4-0--2", "-4-0-qp-2"]
)
def test_a_number_is_written_in_one_way_only(text):
    from callboard_scoring.draws import _check

    with pytest.raises(CodeError) as told:
        Code.read(text + _check(text.replace("-", "")), "histrio")
    assert told.value.problem == "error.code-shape"


# --- Parts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [game for game in GAMES if "first" in game.setup()[1].model_fields], ids=lambda game: game.id
)
def test_what_the_table_decides_has_no_lot(game):
    options = game.setup()[1](seats="given", first="given")
    made = roll(game, NAMES[: game.players[1]], options, by_seed(1))
    assert {"seats", "first", "puccini"}.isdisjoint(lot.part for lot in made.lots)


@pytest.mark.parametrize("table", each(FEW))
def test_parts_do_not_depend_on_each_other(table):
    """Whatever the other lots are: of two set-ups that share those of one part, that part is the same."""
    game, names, options = table_of(table)
    for seed in range(5):
        one, other = (roll(game, names, options, by_seed(2 * seed + place)) for place in (0, 1))
        assert one.parts == other.parts
        for name in (name for name, is_decided in one.parts.items() if not is_decided):
            own = iter([lot.digit for lot in one.lots if lot.part == name])
            others = {key: iter([lot.digit for lot in other.lots if lot.part == key]) for key in other.parts}
            mixed = make(
                game, names, options, Draw(lambda part, _, n=name, o=own, m=others: next(o if part == n else m[part]))
            )
            if name in CIRCLES:
                assert circle(mixed.draws[name], names) == circle(one.draws[name], names)
            else:
                assert mixed.draws[name] == one.draws[name]


@pytest.mark.parametrize("table", each(FEW))
def test_each_outcome_of_a_part_is_met_equally_often(table):
    """Of what a part can be; of the seats all circles, since a circle that is turned round is the same."""
    game, names, options = table_of(table)
    for name in tried(game, names, options):
        met = Counter(
            str(sorted(circle(one.draws[name], names).items()) if name in CIRCLES else one.draws[name])
            for one in every(game, names, options, name)
        )
        assert len(set(met.values())) == 1


def test_things_are_what_players_can_be_dealt():
    told = {game.id: things_of(parts_of(game, NAMES[: game.players[1]], game.setup()[1]())) for game in GAMES}
    assert told == {
        "histrio": [],
        "historia": [],
        "turandot": [],
        "intrigo": ["contarini", "dandolo", "gradenigo", "morosini"],
        "magnificent": ["I", "II", "III", "IV"],
    }


def test_a_player_called_as_a_side_of_the_coin_is_still_somebody():
    game = find_game("histrio")
    options = game.setup()[1]()
    last = roll(game, ("heads", "tails"), options, by_seed(3))
    coins = {
        choose(game, ("heads", "tails"), options, Demands(last=last), by_seed(seed)).draws["coin"] for seed in range(20)
    }
    assert coins == {"heads", "tails"}


# --- Kept ------------------------------------------------------------------------------------------------------------


class Asked:
    """Chance that remembers what it answered."""

    def __init__(self, below):
        self.below = below
        self.answers = []

    def __call__(self, limit):
        self.answers.append((limit, self.below(limit)))
        return self.answers[-1][1]


def place_of(base, name):
    """Which question to chance decides a part, where nothing is wanted of any other."""
    parts = list(base.parts)
    return sum(parts.index(lot.part) < parts.index(name) for lot in base.lots)


@pytest.mark.parametrize("table", each(FEW))
@pytest.mark.parametrize("version", ["1", "2"])
def test_kept_parts_stay_and_the_lots_of_the_others_are_what_chance_says(table, version):
    game, names, options = table_of(table)
    base = bring_back(game, names, code_of(game, names, options, 77, version))
    for name in [name for name in base.parts if base.draws.get(name) is not None]:
        for seed in range(5):
            chance = Asked(by_seed(seed))
            made = choose(game, names, options, Demands((name,), base), chance)
            if name in CIRCLES:
                assert circle(made.draws[name], names) == circle(base.draws[name], names)
            else:
                assert made.draws[name] == base.draws[name]
            del chance.answers[place_of(made, name)]
            assert chance.answers == [(lot.limit, lot.digit) for lot in made.lots if lot.part != name]
            assert bring_back(game, names, Code.read(str(made.code), game.id)) == made


def test_all_parts_kept_are_the_same_set_up():
    for table in TABLES:
        game, names, options = table_of(table)
        base = roll(game, names, options, by_seed(5))
        again = choose(game, names, options, Demands(tuple(base.parts), base), by_seed(6))
        assert again.draws == base.draws


def test_what_is_kept_is_kept_by_name_whoever_is_new():
    game = find_game("intrigo")
    options = game.setup()[1]()
    base = roll(game, ("ann", "Bob", "Cleo", "Dan"), options, by_seed(4))
    for seed in range(20):
        made = choose(game, ("Eve", "Bob", "Ann"), options, Demands(("families", "seats"), base), by_seed(seed))
        was, now = base.draws["families"], made.draws["families"]
        assert (now["Ann"], now["Bob"]) == (was["ann"], was["Bob"])
    with pytest.raises(ClashError) as told:
        choose(game, ("Eve", "Fay", "Gus"), options, Demands(("families", "seats", "first"), base), by_seed(1))
    assert [(clash.part, [one.kind for one in clash.demands]) for clash in told.value.clashes] == [
        ("seats", ["keep"]),
        ("families", ["keep"]),
        ("first", ["keep"]),
    ]


def test_dice_are_kept_only_where_as_many_are_rolled():
    game = find_game("magnificent")
    options = game.setup()[1]
    base = roll(game, NAMES[:3], options(), by_seed(8))
    again = choose(game, NAMES[:3], options(round=2), Demands(("dice",), base), by_seed(9))
    assert again.draws["dice"] == base.draws["dice"]
    with pytest.raises(ClashError):
        choose(game, NAMES[:4], options(), Demands(("dice",), base), by_seed(9))


# --- Without, and unlike the last time -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table", each([table for table in FEW if table[0] in ("intrigo", "magnificent")], decided=False)
)
def test_nobody_is_dealt_what_is_left_out_and_all_else_is_equally_likely(table):
    game, names, options = table_of(table)
    name = "families" if game.id == "intrigo" else "boards"
    things = things_of(parts_of(game, names, options))
    for number in range(1, len(things) + 1):
        for without in combinations(things, number):
            fitting = [one for one in every(game, names, options, name) if not {*one.draws[name].values()} & {*without}]
            if not fitting:
                with pytest.raises(ClashError) as told:
                    choose(game, names, options, Demands(without=without))
                (clash,) = told.value.clashes
                assert (clash.part, clash.left) == (name, len(names) - 1)
                assert len(clash.demands) == len(things) - len(names) + 1
                continue
            assert chosen(game, names, options, Demands(without=without), name) == Counter(map(of(name), fitting))


def chosen(game, names, options, demands, name):
    """What a part becomes, by every choice among the outcomes that fit, each once."""
    place = place_of(roll(game, names, options, lambda _: 0), name)
    first = Asked(lambda _: 0)
    choose(game, names, options, demands, first)
    values = Counter()
    for digit in range(first.answers[place][0]):
        left = iter([*[0] * place, digit])
        values[of(name)(choose(game, names, options, demands, lambda _, left=left: next(left, 0)))] += 1
    return values


def of(name):
    return lambda made: str(sorted(made.draws[name].items()))


@given(st.data())
def test_what_is_rolled_is_never_as_it_was(data):
    table = data.draw(st.sampled_from(FEW))
    game, names, options = table_of(table)
    others = data.draw(st.permutations(NAMES))[: data.draw(st.integers(*(min(limit, 5) for limit in game.players)))]
    last = roll(game, others, game.setup()[1](), by_seed(data.draw(st.integers(0, 999))))
    keep = data.draw(
        st.sets(st.sampled_from([name for name in last.parts if name in DEALT | PEOPLE | ORDERS] or ["-"]))
    )
    demands = Demands(tuple(keep - {"-"}), last, last=last)
    try:
        made = choose(game, names, options, demands, by_seed(data.draw(st.integers(0, 999))))
    except ClashError as error:
        assert {clash.part for clash in error.clashes} <= keep
        return
    for name, is_decided in made.parts.items():
        if name in keep or is_decided:
            continue
        assert all(unlike(name, made.draws[name], last.draws[name], names)), (name, made.draws, last.draws)


@pytest.mark.parametrize("table", each(FEW))
@pytest.mark.parametrize("version", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_all_stays_as_in_the_base_but_what_misses_a_demand(table, version):
    game, names, options = table_of(table)
    things = things_of(parts_of(game, names, options))
    for seed in range(2):
        base = bring_back(game, names, code_of(game, names, options, 31 * seed + 7, version))
        last = roll(game, names, options, by_seed(seed))
        for without in ((), *((thing,) for thing in things if len(things) > len(names))):
            demands = Demands(base=base, without=without, last=last, all_stays=True)
            made = choose(game, names, options, demands, by_seed(seed))
            for name in [name for name, is_decided in made.parts.items() if not is_decided]:
                was = base.draws[name]
                is_met = all(unlike(name, was, last.draws[name], names))
                if name in DEALT:
                    is_met = is_met and not {*was.values()} & {*without}
                    assert not {*made.draws[name].values()} & {*without}
                assert all(unlike(name, made.draws[name], last.draws[name], names))
                assert (name in staying(parts_of(game, names, options), demands, names)) == is_met
                if is_met:
                    assert of_any(name, made.draws[name], names) == of_any(name, was, names)
        calm = choose(game, names, options, Demands(base=base, all_stays=True), by_seed(seed))
        assert calm.draws == base.draws
        assert calm.code == base.code or version == "1"


def of_any(name, value, names):
    """What is to stay of a part: of seats the circle, which begins with whoever is first."""
    if name in CIRCLES:
        return circle(value, names)
    return sorted(value.items()) if isinstance(value, dict) else value


@pytest.mark.parametrize("table", each(FEW))
def test_a_long_row_of_evenings_never_repeats_the_one_before(table):
    game, names, options = table_of(table)
    last = roll(game, names, options, by_seed(0))
    met = {name: set() for name in tried(game, names, options)}
    for seed in range(40):
        made = choose(game, names, options, Demands(last=last), by_seed(seed))
        for name, is_decided in made.parts.items():
            assert is_decided or all(unlike(name, made.draws[name], last.draws[name], names))
        for name, values in met.items():
            values.add(str(made.draws[name]))
        last = made
    if len(names) == 3:  # and it gets everywhere, over the evenings
        for name in PEOPLE & met.keys():
            assert len(met[name]) == (1 if made.parts[name] else 3)


# --- Clashes ---------------------------------------------------------------------------------------------------------


@given(st.data())
def test_demands_clash_where_no_outcome_meets_them_and_each_that_is_named_is_needed(data):
    table = data.draw(st.sampled_from([table for table in FEW if table[0] in ("intrigo", "magnificent")]))
    game, names, options = table_of(table)
    name = "families" if game.id == "intrigo" else "boards"
    things = things_of(parts_of(game, names, options))
    last = roll(game, names, options, by_seed(data.draw(st.integers(0, 999))))
    base = roll(game, names, options, by_seed(data.draw(st.integers(0, 999))))
    without = tuple(data.draw(st.sets(st.sampled_from(things))))
    keep = (name,) if data.draw(st.booleans()) else ()
    is_unlike = data.draw(st.booleans())
    demands = Demands(keep, base, without, last if is_unlike else None)
    outcomes = [one.draws[name] for one in every(game, names, options, name)]
    wanted = {("without", thing, ""): (lambda value, t=thing: t not in value.values()) for thing in without}
    if keep:
        wanted["keep", str(base.draws[name]), ""] = lambda value: value == base.draws[name]
    elif is_unlike:
        for who in names:
            wanted["unlike", last.draws[name][who], who] = lambda value, w=who: value[w] != last.draws[name][w]
    fitting = [value for value in outcomes if all(holds(value) for holds in wanted.values())]
    try:
        made = choose(game, names, options, demands, by_seed(1))
    except ClashError as error:
        (clash,) = error.clashes
        assert not fitting
        named = [
            wanted[one.kind, one.value if one.kind != "keep" else str(base.draws[name]), one.who]
            for one in clash.demands
        ]
        assert not any(all(holds(value) for holds in named) for value in outcomes)
        for number in range(len(named)):
            rest = [holds for place, holds in enumerate(named) if place != number]
            assert any(all(holds(value) for holds in rest) for value in outcomes)
        fewer = combinations(wanted.values(), len(named) - 1)
        assert all(any(all(holds(value) for holds in some) for value in outcomes) for some in fewer)
    else:
        assert made.draws[name] in fitting


def test_what_the_table_decided_clashes_with_what_is_kept_all_parts_at_once():
    game = find_game("intrigo")
    model = game.setup()[1]
    base = roll(game, NAMES[:4], model(first="given"), by_seed(1))
    options = model(first="given", seats="given")
    names = ("Bob", "Ann", "Dan", "Cleo")
    with pytest.raises(ClashError) as told:
        choose(game, names, options, Demands(("seats", "first"), base, ("contarini",)), by_seed(2))
    clashes = {clash.part: clash for clash in told.value.clashes}
    assert set(clashes) == {"seats", "first", "families"} or circle(names, NAMES) == circle(base.draws["seats"], NAMES)
    assert (clashes["first"].is_decided, clashes["first"].decided) == (True, "Bob")
    assert [one.value for one in clashes["first"].demands] == ["Ann"]
    assert clashes["families"].left == 3


def test_the_rulebook_s_own_rule_leaves_nobody_to_keep():
    game = find_game("turandot")
    model = game.setup()[1]
    base = roll(game, NAMES[:3], model(), by_seed(1))
    with pytest.raises(ClashError) as told:
        choose(game, NAMES[:3], model(first="rule"), Demands(("puccini",), base), by_seed(2))
    (clash,) = told.value.clashes
    assert clash.is_decided
    assert clash.decided is None
