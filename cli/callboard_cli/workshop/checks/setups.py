"""Checks of a game's set-ups against the cases that say what each takes, hands out, leaves in the box and tells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from callboard_cli.workshop.checks.golden import apart
from callboard_cli.workshop.draft import Draft
from callboard_cli.workshop.finding import Finding
from callboard_cli.workshop.setup_cases import SetupCase, read_setup_case
from callboard_cli.workshop.setups import MadeSetup
from callboard_scoring.options import SHARED
from callboard_scoring.setup import Setup


def setups(draft: Draft) -> Iterator[Finding]:
    """Look whether each set-up takes, hands out, leaves and tells what its case says, and whether each has a case."""
    if draft.options is None or not draft.cases(draft.setup_file):
        return
    made = [setup for setup in draft.setups if isinstance(setup.made, Setup)]
    covered: set[tuple[int, str, object]] = set()
    for raw in draft.cases(draft.setup_file):
        where: dict[str, object] = {"name": raw.get("name", "?")}
        try:
            case = read_setup_case(raw, draft.options)
            own = [setup for setup in made if case.covers(setup)]
            yield from _told_apart(draft, case, own)
        except Exception as error:  # noqa: BLE001  # whatever somebody writes into a case
            yield Finding(
                draft.setup_file, "check.setup-unread", {**where, "error": f"{type(error).__name__}: {error}"}
            )
            continue
        if not own:
            yield Finding(draft.setup_file, "check.setup-of-none", where)
        covered |= {key for setup in own for key in _choices(setup)}
    for players, option, value in dict.fromkeys(key for setup in made for key in _choices(setup)):
        if (players, option, value) not in covered:
            options = f"{option}={value}" if option else "—"
            yield Finding(draft.setup_file, "check.setup-uncovered", {"players": players, "options": options})


def _choices(setup: MadeSetup) -> Iterator[tuple[int, str, object]]:
    """Yield what a case has to be there for: so many players, with each value of each option of the game's own."""
    yield setup.players, "", None
    yield from ((setup.players, name, value) for name, value in setup.options.items() if name not in SHARED)


def _told_apart(draft: Draft, case: SetupCase, setups: list[MadeSetup]) -> Iterator[Finding]:
    """Yield each difference of a case once for each number of players."""
    met: set[tuple[int, str]] = set()
    for setup in setups:
        if not isinstance(setup.made, Setup):
            continue
        for difference in case.differences(setup.players, setup.options, setup.made):
            if (setup.players, difference.key) in met:
                continue
            met.add((setup.players, difference.key))
            expected, given = _unlike(difference.expected, difference.given)
            key = f"{difference.key} ({setup.players})"
            values = {"name": case.name, "key": key, "expected": expected, "given": given}
            yield Finding(draft.setup_file, "check.case-differs", values)


def _unlike(expected: Any, given: Any) -> tuple[Any, Any]:
    """Return only what differs: of pieces those, of steps the first that is another."""
    if isinstance(expected, list):
        pairs = zip_longest(expected, given, fillvalue="—")
        return next(pair for pair in pairs if pair[0] != pair[1])
    return apart(expected, given)


CHECKS = (setups,)
