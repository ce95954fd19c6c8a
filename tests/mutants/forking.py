"""Runs the tests that were collected against each mutant, in a copy of this very process (`fork`).

A pytest plugin (`-p forking`): it does not run tests once, but each mutant's until one fails. First a copy runs all of
them to see which functions each test calls and how long it takes. Copies begin where nothing has been computed yet, so
nothing that the right function gave is remembered when the wrong one is asked.
"""

from __future__ import annotations

import json
import os
import pickle
import resource
import signal
import sys
import time
from collections import defaultdict
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, Phase, settings

import callboard_locales
from callboard_locales import LANGUAGES
from making import Mutant, mutants_of

KILLED, SURVIVED, TOO_LONG, UNTESTED = "killed", "survived", "too long", "untested"
MEMORY = 4 << 30
"""Bytes that a mutant may take before it counts as noticed."""


def pytest_addoption(parser):
    group = parser.getgroup("mutants")
    group.addoption("--mutate", action="append", default=[], metavar="MODULE=PATH", help="a module to make mutants of")
    group.addoption("--every", type=int, default=1, help="try only each n-th mutant")
    group.addoption("--only", default="", help="try only mutants whose name holds this")
    group.addoption("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time")
    group.addoption("--told", help="the file that is told what became of each")


@pytest.hookimpl(tryfirst=True)
def pytest_configure():
    # The same examples for each mutant, and no search for the smallest one that fails.
    settings.register_profile(
        "mutants",
        deadline=None,
        derandomize=True,
        database=None,
        max_examples=50,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    items[:] = [item for item in items if not item.get_closest_marker("xfail")]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session):
    settings.load_profile("mutants")
    config = session.config
    files = dict(pair.split("=", 1) for pair in config.getoption("mutate"))
    mutants = [mutant for module, path in files.items() for mutant in mutants_of(module, Path(path))]
    mutants = [mutant for mutant in mutants if config.getoption("only") in mutant.name][:: config.getoption("every")]
    calls, seconds = seen(session.items, set(files.values()))
    places = {
        mutant: (mutant.original().__code__.co_filename, mutant.original().__code__.co_firstlineno)
        for mutant in mutants
    }
    outcomes = {}
    running = {}
    read_all_words()

    def wait():
        process, status = os.wait()
        mutant = running.pop(process)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM:
            outcomes[mutant] = TOO_LONG
        else:
            outcomes[mutant] = SURVIVED if status == 0 else KILLED
        if len(outcomes) % 200 == 0:
            print(f"{len(outcomes)} of {len(mutants)}", file=sys.stderr, flush=True)

    for mutant in mutants:
        tests = tests_of(calls[places[mutant]], session.items, seconds)
        if not tests:
            outcomes[mutant] = UNTESTED
            continue
        while len(running) >= config.getoption("jobs"):
            wait()
        process = os.fork()
        if process == 0:
            attempt(mutant, [session.items[place] for place in tests], 5 + 5 * sum(seconds[place] for place in tests))
        running[process] = mutant
    while running:
        wait()
    told = [
        {
            "module": mutant.module,
            "function": mutant.function,
            "was": mutant.was,
            "now": mutant.now,
            "outcome": outcomes[mutant],
        }
        for mutant in mutants
    ]
    Path(config.getoption("told")).write_text(json.dumps(told, ensure_ascii=False), "utf-8")
    return True


def tests_of(callers, items, seconds):
    """Return the places of the tests to run: those that call a function, the quickest first, then others of their files.

    What a test before it asked for, and a file remembers, a test does not call: it may notice all the same.
    """
    files = {items[place].path for place in callers}
    beside = {place for place, item in enumerate(items) if item.path in files} - set(callers)
    return [place for some in (callers, beside) for place in sorted(some, key=lambda place: seconds[place])]


def read_all_words():
    """Compile all catalogs here, and not again in each copy."""
    for language in LANGUAGES:
        for path in (Path(callboard_locales.__file__).parent / language / "LC_MESSAGES").glob("*.po"):
            callboard_locales.catalog(language).text(f"{path.stem}/")


def attempt(mutant: Mutant, items, limit):
    """Run tests until one fails, and end this process: 0 where none did."""
    silence()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, limit)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        mutant.take_place()
        for item, following in zip(items, [*items[1:], None], strict=True):
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                os._exit(1)
    except BaseException:  # noqa: BLE001  # whatever it is, it was noticed
        os._exit(1)
    os._exit(0)


def silence():
    """Let nobody hear this process."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nothing, stream)


def seen(items, files):
    """Return by place in a file (its path, the line of a function) which tests call it, and how long each test takes."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        try:
            answer = watched(items, files)
        except BaseException as error:  # noqa: BLE001  # told to the process that waits
            answer = repr(error)
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(answer, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pickle.load(pipe)  # noqa: S301  # our own copy's
    os.waitpid(process, 0)
    if isinstance(answer, str):
        pytest.exit(f"without any mutant: {answer}", 1)
    calls, seconds = answer
    return defaultdict(set, calls), seconds


def watched(items, files):
    """Run all tests once and note which functions of these files each calls; what a shared fixture calls is all its tests'."""
    calls, seconds, shared = defaultdict(set), [], defaultdict(set)
    current: set[tuple[str, int]] = set()

    def note(frame, event, _):
        if event == "call" and frame.f_code.co_filename in files:
            current.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    for place, (item, following) in enumerate(zip(items, [*items[1:], None], strict=True)):
        started = time.perf_counter()
        current.clear()
        fixtures = set()
        item.config.pluginmanager.register(Setting(current, fixtures), "setting")
        sys.setprofile(note)
        try:
            reports = runtestprotocol(item, log=False, nextitem=following)
        finally:
            sys.setprofile(None)
            item.config.pluginmanager.unregister(name="setting")
        for report in reports:
            if report.failed:
                raise AssertionError(f"{item.nodeid}: {report.longreprtext}")
        seconds.append(time.perf_counter() - started)
        shared[item.path] |= fixtures
        for call in current:
            calls[call].add(place)
    for place, item in enumerate(items):
        for call in shared[item.path]:
            calls[call].add(place)
    return dict(calls), seconds


class Setting:
    """Keeps what was called while the fixtures of a test were made."""

    def __init__(self, current, fixtures):
        self.current, self.fixtures = current, fixtures

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self):
        result = yield
        self.fixtures.update(self.current)
        return result
