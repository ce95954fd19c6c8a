"""Runs the tests that were collected against each mutant, in a copy of this very process (`fork`).

A pytest plugin (`-p forking`): it does not run tests once, but each mutant's until one fails. First a copy runs all of
them to see which come by each statement and how long they take. What the right function gave is not remembered when the
wrong one is asked, and neither is an index that was built with it; of all else the copies begin with what quick tests
need. Before that it is looked whether all tests pass so without any mutant.
"""

from __future__ import annotations

import functools
import gc
import json
import os
import pickle
import resource
import shutil
import signal
import struct
import sys
import tempfile
import time
from collections import defaultdict
from itertools import accumulate, chain, zip_longest
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, Phase, settings

import callboard_locales
from callboard_locales import LANGUAGES
from callboard_rules import ANY
from callboard_rules.known import load_index
from callboard_scoring.games import GAMES
from making import have_told, mutants_of

KILLED, SURVIVED, TOO_LONG, UNTESTED = "killed", "survived", "too long", "untested"
MEMORY = 4 << 30
"""Bytes that a mutant may take before it counts as noticed."""
QUICK = 0.1
"""How many seconds a test takes at most that is run to warm up."""
ROOT = Path(__file__).parents[2]
INDEXES = [(game, language) for game in (ANY, *(game.id for game in GAMES)) for language in LANGUAGES]
_NOTICED = struct.Struct("ii")
"""A process, and the number of the test that failed in it."""


def pytest_addoption(parser):
    group = parser.getgroup("mutants")
    group.addoption("--mutate", action="append", default=[], metavar="MODULE=PATH", help="a module to make mutants of")
    group.addoption("--every", type=int, default=1, help="try only each n-th mutant")
    group.addoption("--only", default="", help="try only mutants whose name holds this")
    group.addoption("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time")
    group.addoption("--most-seconds", type=float, default=1e9, help="how long the tests of a mutant take at most")
    group.addoption("--among", default="", help="try only mutants that survived by this file, written as `--told` is")
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
    if config.getoption("among"):
        told = map(json.loads, Path(config.getoption("among")).read_text("utf-8").splitlines())
        survived = {known_by(one) for one in told if one["outcome"] in (SURVIVED, UNTESTED)}
        mutants = [mutant for mutant in mutants if known_by(vars(mutant)) in survived]
    calls, seconds = in_a_copy(lambda: watched(session.items, mutants))
    has_rules = any(module.startswith("callboard_rules") for module in files)
    building = in_a_copy(lambda: called_in_building(mutants)) if has_rules else set()
    read_all_words()
    trials = Trials(session.items, calls, seconds, config.getoption("most_seconds"), Path(config.getoption("told")))
    with tempfile.TemporaryDirectory() as folder:
        first = [mutant for mutant in mutants if mutant.place[:2] in building]
        if first:
            trials.look_right(Path(folder))
        trials.try_all(first, config.getoption("jobs"), Path(folder))
        warm_up(session, seconds, files)
        trials.look_right(Path(folder))
        others = [mutant for mutant in mutants if mutant.place[:2] not in building]
        trials.try_all(others, config.getoption("jobs"), Path(folder))
    return True


def known_by(mutant):
    """Return what a mutant is known by: where it is, and what was changed."""
    return tuple(mutant[key] for key in ("module", "function", "was", "now"))


class Trials:
    """Tries mutants, each in a copy of this process, and keeps what became of them."""

    def __init__(self, items, calls, seconds, most_seconds, told):
        self.items, self.calls, self.seconds, self.most_seconds, self.told = items, calls, seconds, most_seconds, told
        self._running = {}
        self._last = {}
        """By function: the tests that noticed its mutants, the last one last. They are likely to notice the next one."""
        self._reading, self._writing = os.pipe()
        self._heard = {}

    def try_all(self, mutants, jobs, folder):
        for mutant in mutants:
            tests = self.tests_of(mutant)
            if not tests:
                self._tell(mutant, UNTESTED)
                continue
            while len(self._running) >= jobs:
                self._wait()
            process = os.fork()
            if process == 0:
                self._attempt(mutant, tests, folder / str(os.getpid()))
            self._running[process] = mutant, folder / str(process)
        while self._running:
            self._wait()

    def tests_of(self, mutant):
        """Return the tests that come by what is changed: those that noticed others of its function, then as time allows.

        Last come others of their files: what a test before it asked for, and a file remembers, a test does not come by,
        and may notice all the same.
        """
        callers = self.calls[mutant.place]
        files = {self.items[test].path for test in callers}
        beside = {test for test, item in enumerate(self.items) if item.path in files} - set(callers)
        turns = [*self._in_turn(callers), *self._in_turn(beside)]
        within = accumulate((self.seconds[test] for test in turns), initial=0)
        quick = [test for test, before in zip(turns, within, strict=False) if before <= self.most_seconds]
        noticed = [test for test in reversed(self._last.get(mutant.place[:2], {})) if test in self.calls[mutant.place]]
        return list(dict.fromkeys((*noticed, *quick)))

    def _in_turn(self, tests):
        """Return tests in the order in which they are tried: by turns the quickest of all, and the quickest of each file."""
        by_speed = sorted(tests, key=lambda test: self.seconds[test])
        files = defaultdict(list)
        for test in by_speed:
            files[self.items[test].path].append(test)
        by_file = [test for turn in zip_longest(*files.values()) for test in turn if test is not None]
        return list(dict.fromkeys(chain.from_iterable(zip(by_speed, by_file, strict=True))))

    def look_right(self, folder):
        """Look whether all tests pass where there is no mutant, run as they are for one."""
        process = os.fork()
        if process == 0:
            self._attempt(None, self._in_turn(range(len(self.items))), folder / "right")
        status = os.waitpid(process, 0)[1]
        shutil.rmtree(folder / "right", ignore_errors=True)
        if status:
            what = self.items[self._told_by(process)].nodeid if os.WIFEXITED(status) else "a test takes too long"
            pytest.exit(f"without any mutant: {what}", 1)

    def _attempt(self, mutant, tests, folder):
        """Run tests until one fails, and end this process: 0 where none did."""
        silence()
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        items = [self.items[test] for test in tests]
        test = tests[0]
        try:
            folder.mkdir()
            items[0].config._tmp_path_factory._basetemp = folder
            if mutant is not None:
                mutant.take_place()
            for test, item, following in zip(tests, items, [*items[1:], None], strict=True):
                signal.setitimer(signal.ITIMER_VIRTUAL, 3 + 10 * self.seconds[test])
                signal.setitimer(signal.ITIMER_REAL, 30 + 30 * self.seconds[test])
                if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                    break
            else:
                os._exit(0)
        except BaseException:  # noqa: BLE001, S110  # whatever it is, it was noticed
            pass
        os.write(self._writing, _NOTICED.pack(os.getpid(), test))
        os._exit(1)

    def _wait(self):
        process, status = os.wait()
        mutant, folder = self._running.pop(process)
        shutil.rmtree(folder, ignore_errors=True)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) in {signal.SIGALRM, signal.SIGVTALRM}:
            self._tell(mutant, TOO_LONG)
        elif status == 0:
            self._tell(mutant, SURVIVED)
        elif os.WIFSIGNALED(status):
            self._tell(mutant, KILLED)
        else:
            test = self._told_by(process)
            noticed = self._last.setdefault(mutant.place[:2], {})
            noticed.pop(test, None)
            noticed[test] = None
            self._tell(mutant, KILLED, self.items[test].nodeid)

    def _tell(self, mutant, outcome, by=""):
        """Write down at once what became of a mutant."""
        row = {key: getattr(mutant, key) for key in ("module", "function", "was", "now")}
        with self.told.open("a", encoding="utf-8") as file:
            print(json.dumps({**row, "outcome": outcome, "by": by}, ensure_ascii=False), file=file)

    def _told_by(self, process):
        """Return the test that noticed a mutant; what others told meanwhile is kept."""
        while process not in self._heard:
            other, test = _NOTICED.unpack(os.read(self._reading, _NOTICED.size))
            self._heard[other] = test
        return self._heard.pop(process)


def read_all_words():
    """Compile all catalogs here, and not again in each copy."""
    for language in LANGUAGES:
        for path in (Path(callboard_locales.__file__).parent / language / "LC_MESSAGES").glob("*.po"):
            callboard_locales.catalog(language).text(f"{path.stem}/")


def warm_up(session, seconds, modules):
    """Have imported, compiled and remembered here what quick tests need, and not again in each copy.

    What functions that may be mutants gave is forgotten again; were anything of it left, it could only hide a mutant.
    """
    items = [item for item, needed in zip(session.items, seconds, strict=True) if needed < QUICK]
    for item, following in zip(items, [*items[1:], session], strict=True):
        runtestprotocol(item, log=False, nextitem=following)
    gc.unfreeze()
    below = ("callboard_locales", *(() if any("scoring" in name for name in modules) else ("callboard_scoring",)))
    for cached in gc.get_objects():
        if isinstance(cached, functools._lru_cache_wrapper):
            file = getattr(sys.modules.get(cached.__module__), "__file__", None) or ""
            if Path(file).is_relative_to(ROOT) and not cached.__module__.startswith(below):
                cached.cache_clear()
    gc.collect()
    gc.freeze()


def called_in_building(mutants):
    """Return the functions that building the indexes calls; it leaves nothing behind but in a copy."""
    called = set()
    have_told(mutants, lambda place: called.add(place[:2]))
    for game, language in INDEXES:
        load_index(game, language)
    return called


def silence():
    """Let nobody hear this process."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nothing, stream)


def in_a_copy(work):
    """Do a piece of work in a copy of this process, and return what it returned."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        try:
            answer = work()
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
    return answer


def watched(items, mutants):
    """Run all tests once; return which come by each statement, and how long each takes.

    What a shared fixture calls is all its tests'; what is kept of a function is the first's who asked, so that a mutant
    of it may be shown too few tests, never too many.
    """
    calls, seconds, shared = defaultdict(set), [], defaultdict(set)
    current = set()
    have_told(mutants, current.add)
    for place, (item, following) in enumerate(zip(items, [*items[1:], None], strict=True)):
        started = time.process_time()
        current.clear()
        fixtures = set()
        item.config.pluginmanager.register(Setting(current, fixtures), "setting")
        try:
            reports = runtestprotocol(item, log=False, nextitem=following)
        finally:
            item.config.pluginmanager.unregister(name="setting")
        for report in reports:
            if report.failed:
                raise AssertionError(f"{item.nodeid}: {report.longreprtext}")
        seconds.append(time.process_time() - started)
        shared[item.path] |= fixtures
        for call in current:
            calls[call].add(place)
    for place, item in enumerate(items):
        for call in shared[item.path]:
            calls[call].add(place)
    return defaultdict(set, calls), seconds


class Setting:
    """Keeps what was called while the fixtures of a test were made."""

    def __init__(self, current, fixtures):
        self.current, self.fixtures = current, fixtures

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self):
        result = yield
        self.fixtures.update(self.current)
        return result
