"""Changes that come while another is written are written together, and none of them bears another's fault."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event as Gate
from time import monotonic, sleep

import pytest
from phones import Evening

from callboard_cli.phones.table import Table
from callboard_nights import count_commands
from callboard_nights.storage.files import StoreFailingError
from callboard_scoring.problems import Problem, RefusedError

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


def refused(_):
    raise RefusedError([Problem((), "error.night.none")])


def together(table, *changes):
    """Ask for changes while another holds the file, and return what came of each."""
    go, began = Gate(), Gate()

    def slow(look):
        began.set()
        assert go.wait(10)
        return look

    with ThreadPoolExecutor(len(changes) + 1) as pool:
        first = pool.submit(table.write, slow)
        assert began.wait(10)
        others = [pool.submit(table.write, change) for change in changes]
        until = monotonic() + 10
        while len(table._waiting) < len(changes) and monotonic() < until:  # noqa: SLF001  # nothing outside tells
            sleep(0.001)
        go.set()
        first.result(10)
        return [other.exception(10) or other.result(10) for other in others]


def test_what_waits_is_written_at_once_and_each_is_told_the_same(evening, monkeypatch):
    table, written = evening.table, []
    transact = evening.store.transact
    monkeypatch.setattr(evening.store, "transact", lambda *given: written.append(1) or transact(*given))
    looks = together(table, *(typing(name, f"C{place + 1}") for place, name in enumerate(PLAYERS)))
    assert len(written) == 2
    assert len({id(look) for look in looks}) == 1
    assert evening.typed("season") == {name: {"troupe": f"C{place + 1}"} for place, name in enumerate(PLAYERS)}


def test_what_is_refused_is_told_to_who_asked_and_nobody_else(evening):
    results = together(evening.table, typing("Ann", "C1"), refused, typing("Bob", "C2"))
    assert [isinstance(result, RefusedError) for result in results] == [False, True, False]
    assert evening.typed("season") == {"Ann": {"troupe": "C1"}, "Bob": {"troupe": "C2"}}


def test_where_writing_together_fails_each_is_written_alone(evening, monkeypatch):
    table, transact = evening.table, evening.store.transact

    def failing(night, change):
        _, after = transact(night, lambda state: state)
        changed = change(after)
        if len(changed.log) > len(after.log) + 1 or any("C3" in str(event.data) for event in changed.log):
            raise StoreFailingError(evening.store.folder)
        return transact(night, change)

    monkeypatch.setattr(evening.store, "transact", failing)
    results = together(table, typing("Ann", "C1"), typing("Bob", "C2"), typing("Cid", "C3"))
    assert [isinstance(result, StoreFailingError) for result in results] == [False, False, True]
    assert evening.typed("season") == {"Ann": {"troupe": "C1"}, "Bob": {"troupe": "C2"}}


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
