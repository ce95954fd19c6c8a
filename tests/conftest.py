"""What tests share: the command run, the three languages, and how much is looked at."""

# ruff: noqa: E402  # what compiled modules are kept in is set before most are imported
from __future__ import annotations

import gc
import os
import pickle
import shutil
import signal
import sys
import tempfile
import tomllib
from collections import defaultdict
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import product
from pathlib import Path

COMPILED = str(Path(__file__).parents[1] / ".pytest_cache" / "compiled")
"""Where compiled modules are kept when Python may not write them beside the sources (`PYTHONDONTWRITEBYTECODE`)."""
if sys.dont_write_bytecode:  # else each process compiles, and rewrites for pytest, all that it imports from here on
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = COMPILED
    sys.dont_write_bytecode = False

import pytest
from _pytest.doctest import DoctestModule
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, is_hypothesis_test, settings

import callboard_locales
import callboard_rules
from callboard_locales import catalog
from callboard_rules import ANY, building, loader
from callboard_rules.index import pack, unpack
from callboard_scoring import installed
from callboard_scoring.games import GAMES
from running import Ran, environment, run_callboard, start_callboard

__all__ = [
    "EVENINGS",
    "GOLDEN",
    "LANGUAGES",
    "ROOT",
    "Ran",
    "environment",
    "one_language",
    "one_language_each",
    "run_callboard",
    "sampled",
    "start_callboard",
    "with_nulls",
]

GOLDEN = Path(__file__).parent / "golden"
EVENINGS = Path(__file__).parent / "evenings"
ROOT = Path(__file__).parents[1]
LANGUAGES = ("ru", "en", "es")
collect_ignore = ["games", "mutants"]  # packages that tests install; what needs mutmut

# A busy machine is no failure: no deadlines. What fails is printed as a line that brings it back. Each run tries other
# examples, but not where a change is to land (`.ci/run`): that must not fail for what it did not touch.
settings.register_profile(
    "suite",
    settings.get_profile("default"),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
    derandomize=bool(os.environ.get("CI")),
    max_examples=6,
)
settings.register_profile("part", settings.get_profile("suite"), max_examples=150)
settings.register_profile("long", settings.get_profile("suite"), max_examples=3000)
settings.load_profile("suite")


SLOWEST = {
    f"test_{name}"
    for name in (
        *("game_check", "night_terminal", "questions", "command_line", "store", "night_texts", "readme", "typing"),
        *("night_commands", "installed_games", "hostile", "running", "lots", "turandot", "startup", "statistics"),
    )
}
"""The files that take longest; whoever came to one of them last would be waited for."""
PRESSING = ("test_paper", "test_paper_night", "test_paper_setup", "test_print_command")
"""The files that print: Typst keeps all that it ever set in type, and a large process is slow to fork."""


def remembered(loads):
    """Have each text in TOML parsed once: many tests read the same golden cases, lists of questions and examples."""

    @lru_cache(maxsize=512)
    def parsed(text):
        return pickle.dumps(loads(text))

    def read(text, **how):
        return loads(text, **how) if how else pickle.loads(parsed(text))  # noqa: S301  # nobody sees another's changes

    return read


tomllib.loads = remembered(tomllib.loads)

MEMORY = "/dev/shm"  # no name in it is foreseen
"""Where Linux keeps files in memory: thousands are written and removed again, and a disk is waited for each time."""
ROOM = 500_000_000
"""How much of it has to be free, in bytes: a run takes a tenth."""


def keep_files_in_memory():
    """Have temporary files of tests, and of what they start, in memory, where there is room and nobody says where."""
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = MEMORY


keep_files_in_memory()
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a run in the background; what it starts would not hear Ctrl+C
    signal.signal(signal.SIGINT, signal.default_int_handler)


def is_long(config):
    """Tell whether this is a run of what takes longer: `python -m pytest -m long`."""
    return config.getoption("markexpr") == "long"


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """The whole suite takes all processors, a file at a time; a part of it, or a debugger, this process alone."""
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not hasattr(config, "workerinput")
    is_browser = config.getoption("markexpr") == "browser"  # three phones are enough for a machine
    if whole and not is_browser and config.getoption("numprocesses", 0) != 0 and config.getoption("dist") == "no":
        # of pytest-xdist, where it is installed
        config.option.numprocesses = config.getoption("numprocesses") or "auto"
        config.option.dist = "loadfile"  # a module's fixtures are made once
        config.option.loadscopereorder = False  # what takes longest begins first, as below


def pytest_configure(config):
    config.pluginmanager.register(Examples())
    if is_long(config) and not config.getoption("hypothesis_profile", None):
        settings.load_profile("long")


class Examples:
    """Looks for examples in docstrings where there are any: to look through a module takes longer than most tests.

    A plugin: pytest asks this file only about files beside it.
    """

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path):
        modules = yield
        return [one for one in modules if not isinstance(one, DoctestModule) or ">>>" in file_path.read_text("utf-8")]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Begin with what takes longest, and print last. In a long run look at what holds for every table too, with more examples."""
    items.sort(key=lambda item: (item.path.stem in PRESSING, item.path.stem not in SLOWEST))
    turns = defaultdict(dict)
    for item in items:
        if item.get_closest_marker("one_each"):
            language, seen = item.callspec.params["language"], turns[item.path, item.originalname]
            others = tuple(part for part in item.callspec.id.split("-") if part != language)
            turn = seen.setdefault(others, len(seen))
            if language != LANGUAGES[turn % len(LANGUAGES)]:
                item.add_marker("long")
    if is_long(config):
        for item in items:
            if is_hypothesis_test(getattr(item, "obj", None)):
                item.add_marker("long")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """Have a worker send one message of a test that passed, where nobody wants to know more.

    To send and receive five takes more than most tests: that it begins, is set up, is called, is torn down, and ends.
    """
    told = item.config.option
    if not hasattr(item.config, "workerinput") or told.verbose > 0 or told.durations is not None or told.xmlpath:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


def pytest_collection_finish():
    """What was collected stays: it need not be looked through for what can go, time and again."""
    if sys.pycache_prefix == COMPILED:
        sys.dont_write_bytecode = True  # nothing is kept of what tests themselves write, such as games in the making
    gc.collect()
    gc.freeze()


one_language = pytest.mark.parametrize(
    "language", [LANGUAGES[0], *(pytest.param(language, marks=pytest.mark.long) for language in LANGUAGES[1:])]
)
"""For what hardly depends on the language and takes its time: one in the suite, the others in the long run."""


def one_language_each(test):
    """For what takes its time with many values and languages: in the suite one language with each value, in turn."""
    return pytest.mark.parametrize("language", LANGUAGES)(pytest.mark.one_each(test))


def sampled(*axes, every=1):
    """Every combination of one value of each axis; of these the suite takes as few as show each value, the rest are long.

    Where one takes its time, the suite takes each second, third or whatever `every` says of those few.
    """
    most = max(map(len, axes))
    few = {tuple(axis[place % len(axis)] for axis in axes) for place in range(0, most, every)}
    return [pytest.param(*each, marks=[] if each in few else pytest.mark.long) for each in product(*axes)]


def with_nulls(value):
    """TOML has no null: in expected results "" stands for it."""
    if isinstance(value, dict):
        return {key: with_nulls(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_nulls(inner) for inner in value]
    return None if value == "" else value


def shared_folder(config, tmp_path_factory):
    """Return the folder of a run that all its processes share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if hasattr(config, "workerinput") else own


def kept_folder(config, tmp_path_factory, name):
    """Return a folder that is there in the next run too; without pytest's cache one of this run's."""
    cache = getattr(config, "cache", None)
    folder = shared_folder(config, tmp_path_factory) / name if cache is None else Path(cache.mkdir(name))
    folder.mkdir(exist_ok=True)
    return folder


def state_of(package):
    """Return what tells one state of a package from another: all that stands in its files, code and texts."""
    content = blake2b(digest_size=8)
    for file in sorted(Path(package.__file__).parent.rglob("*.*")):
        if file.suffix in {".py", ".toml", ".md", ".po"}:
            content.update(f"{file}\0".encode() + file.read_bytes())
    return content.hexdigest()


@pytest.fixture(scope="session", autouse=True)
def indexes_built_once(request, tmp_path_factory):
    """Have each index of a checkout built once, until anything changes in what indexes are built of and with.

    The next to ask, in whichever process and run, reads it as an installation does (`test_index.py` proves that both
    answer the same).
    """
    shared = kept_folder(request.config, tmp_path_factory, "indexes")
    state = state_of(callboard_rules)
    for file in shared.glob("*.index"):
        if state not in file.name:
            file.unlink(missing_ok=True)
    build = building.build_index
    folders = {game: loader.folder_of(game) for game in (ANY, *(game.id for game in GAMES))}

    def build_once(game, language):
        if loader.folder_of(game) != folders.get(game):
            return build(game, language)  # of a test's own lists
        return kept(game, language)

    @cache  # tests with games of their own have the look-up forget all that it has read
    def kept(game, language):
        file = shared / f"{game}.{language}.{state}.index"
        if file.is_file():
            return unpack(file.read_bytes())
        index = build(game, language)
        unfinished = shared / f"{os.getpid()}.unfinished"
        unfinished.write_bytes(pack(index))
        unfinished.replace(file)
        return index

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(building, "build_index", build_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def catalogs_compiled_once(request, tmp_path_factory):
    """Have this process, and those that tests start, find compiled catalogs, as an installation does.

    To compile them is half of what a process of a checkout does; `test_running.py` proves that one still can. Without
    pytest's cache all would be compiled for the few tests of this run, so each process compiles its own.
    """
    if getattr(request.config, "cache", None) is None:
        yield None
        return
    shared = kept_folder(request.config, tmp_path_factory, "catalogs")
    folder = shared / state_of(callboard_locales)
    if not folder.is_dir():
        for older in shared.glob("[!u]*"):
            shutil.rmtree(older, ignore_errors=True)
        unfinished = shared / f"unfinished-{os.getpid()}"
        lay_catalogs(unfinished / callboard_locales.__name__)
        try:
            unfinished.rename(folder)
        except OSError:  # another process was faster
            shutil.rmtree(unfinished)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
        patched.setattr(callboard_locales, "_HERE", folder / callboard_locales.__name__)
        yield folder


def lay_catalogs(target):
    """Lay the package of catalogs as a wheel has it: each of them compiled."""
    package = Path(callboard_locales.__file__).parent
    shutil.copytree(package, target, ignore=shutil.ignore_patterns("*.po", "*.mo", "__pycache__"))
    for source in package.rglob("*.po"):
        compiled = callboard_locales.compile_catalog(source.read_bytes())
        (target / source.relative_to(package)).with_suffix(".mo").write_bytes(compiled)


@pytest.fixture
def callboard():
    return run_callboard


@pytest.fixture
def beside(monkeypatch):
    """Put folders of installed packages beside Callboard, for one test."""
    folders = []

    def forget():
        before = installed.names()
        installed._entry_points.cache_clear()  # noqa: SLF001  # as in a new process
        installed._read.cache_clear()  # noqa: SLF001
        loader.forget()
        for game, language in product({*before, *installed.names()}, LANGUAGES):
            catalog(language).forget(game)
        inside = tuple(f"{folder}{os.sep}" for folder in folders)
        for name, module in list(sys.modules.items()):
            if (getattr(module, "__file__", None) or "").startswith(inside):
                del sys.modules[name]

    def put(folder):
        folders.append(folder)
        monkeypatch.syspath_prepend(folder)
        forget()

    yield put
    monkeypatch.undo()
    forget()


@pytest.fixture
def evenings_end():
    """Serve none of the evenings of a test any more, once it is over."""
    yield
    from phones import close_all

    close_all()
