"""What was read of an evening is kept for all who look at it, until somebody writes."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from phones import Evening

from callboard_cli.phones.table import Table
from callboard_nights import count_commands

AT = "2026-11-29T20:00:00Z"
PLAYERS = ("Ann", "Bob", "Cid")


@pytest.fixture
def evening():
    return Evening(names=PLAYERS)


def typing(name, text):
    """A change that types a player's part."""

    def change(look):
        typed = count_commands.type_part(
            look.night, look.counts, "season", name, by=name, typed={"troupe": text}, at=AT
        )
        return look.after(typed.event)

    return change


def test_who_looks_at_the_same_moment_gets_the_same_look(evening):
    table = Table(evening.store, evening.night)
    with ThreadPoolExecutor(8) as pool:
        looks = list(pool.map(lambda _: table.look(), range(40)))
    assert len({id(look) for look in looks}) == 1
    table.write(typing("Ann", "C1"))
    assert table.look() is not looks[0]


def test_of_a_part_that_says_the_same_what_was_read_is_kept(evening):
    table = evening.table
    table.write(typing("Ann", "C1"))
    before = table.look().form("season", "en")
    row = before.row("Ann")
    table.write(typing("Bob", "T2"))
    after = table.look().form("season", "en")
    assert after.row("Ann") is row
    assert after.parts["Bob"] == {"troupe": "T2"}
    table.write(typing("Ann", "C2"))
    assert table.look().form("season", "en").row("Ann") is not row
