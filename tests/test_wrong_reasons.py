"""A right number with a wrong reason: how many of the wrong ones are noticed, whatever the table."""

import re
from dataclasses import replace

import pytest
from test_sentences import PLACE, agree, told_by_cases

from callboard_locales import catalog
from callboard_scoring.games import GAMES
from callboard_scoring.ledger import Line


@pytest.mark.long
def test_six_of_seven_wrong_numbers_would_be_noticed_at_whatever_table():
    """Whatever stands in a golden sentence is compared whole; this is about all other lines of all cases."""
    wrong = noticed = 0
    for game in (game.id for game in GAMES):
        for told in {
            (one.id, repr(one.line.values)): one for case in told_by_cases(game).values() for one in case
        }.values():
            for changed in changes(told) if isinstance(told.line, Line) else ():
                wrong += 1
                noticed += not agrees(changed)
    assert wrong > 5000
    assert noticed / wrong > 6 / 7


def changes(told):
    """Yield what is told with one of the values that are shown wrong: a number one more, a list without its last."""
    shown = {re.split(r"[.:]", place)[0] for place in PLACE.findall(catalog("en").text(told.id))}
    for name, value in told.line.values.items():
        listed = isinstance(value, (list, tuple)) and value and not isinstance(value[0], Line)
        if name in shown and (listed or type(value) is int):
            values = {**told.line.values, name: list(value)[:-1] if listed else value + 1}
            yield replace(told, line=replace(told.line, values=values))


def agrees(told):
    """Tell whether the numbers agree; those that lead to nowhere do not."""
    try:
        agree(told)
    except (AssertionError, LookupError, ZeroDivisionError):
        return False
    return True
