"""An evening of each game on three phones in three languages, to the end."""

from __future__ import annotations

import re
import time
from functools import partial

import pytest

from browser.conftest import PLAYERS
from browser.evenings import EVENINGS, RING, WON
from browser.playing import enter, open_stage, standing_of

SOON = 2.0
"""Seconds in which all phones show what one of them did."""


def is_entered(phone):
    """Tell whether nothing is typed of the next entry, or somebody won."""
    return phone.first or phone.text.count(phone.say("phones/state.waiting")) == len(PLAYERS)


def play(evening, game, phones):
    """Play an evening of a game to its end, and return how many seconds each standing took to be seen everywhere."""
    took = []
    for phone, seat in zip(phones, evening.seats, strict=True):
        phone.go(seat)
    for step in EVENINGS[game]:
        for phone, part in zip(phones, step.parts, strict=True):
            open_stage(phone, evening, game, step.stage)
            enter(phone, game, part)
            if phone is phones[1]:
                enter(phone, game, step.table, ring=RING)
            phone.tap(phone.say("phones/done"))
        done = time.monotonic()
        for phone in phones:
            if not phone.runs_scripts:
                phone.driver.refresh()
            phone.until(partial(is_entered, phone), what="an entry")
            for name, has in zip(evening.players, step.stands, strict=True):
                if has:
                    phone.until(lambda: re.search(rf"\b{has}\b", standing_of(phone, name)), what=f"{name}: {has}")  # noqa: B023
        took.append(time.monotonic() - done)
    return took


def is_over(evening, game, phones):
    """See on each phone who won."""
    winner = evening.players[WON[game]]
    for phone in phones:
        if not phone.runs_scripts:
            phone.driver.refresh()
        phone.until(lambda: winner in phone.first, what=f"that {winner} won")  # noqa: B023
        others = set(evening.players) - {winner}
        assert not any(name in phone.first for name in others)


@pytest.mark.parametrize("game", EVENINGS)
def test_an_evening_of_each_game_is_played_on_three_phones_in_three_languages(served, phones, game):
    evening = served(game)
    took = play(evening, game, phones)
    is_over(evening, game, phones)
    for phone in phones:
        phone.listen()
        assert not phone.complaints
    begun = time.monotonic()
    for phone in phones:
        phone.driver.refresh()
    is_over(evening, game, phones)
    loaded = time.monotonic() - begun
    assert min(took) < max(SOON, 3 * loaded)  # the quickest; a machine that is busy loads pages slowly, too


@pytest.mark.parametrize("game", EVENINGS)
def test_an_evening_of_each_game_is_played_by_a_phone_that_runs_no_scripts_too(served, phones, plain_phone, game):
    evening, table = served(game), [phones[0], plain_phone, phones[2]]
    play(evening, game, table)
    is_over(evening, game, table)
