"""A run in the tests' own process and one in a process of its own show the same, and neither leaves anything behind."""

import os
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest

from callboard_cli.app import COMMANDS
from conftest import (
    LANGUAGES,
    environment,
    pytest_cmdline_main,
    pytest_runtest_protocol,
    run_callboard,
    start_callboard,
)
from running import answer, edit, rest, spawn_callboard

SEASON = ("score", "histrio", "season", "season=1", "mood=comedy", "Valère: C3 C3 C2 T2 T1 +4", "Ипполит: C2 C2")
RECORD = '{"players": [{"name": "Ann", "ecus": 3}, {"name": "Боб", "ecus": 2}]}'
# Arguments, standard input, and what the environment says.
SAMPLE = [
    ([], "", {}),
    (["--version"], "", {}),
    (["games"], "", {"LANG": "es_AR.UTF-8"}),
    (["games", "--json", "--lang", "ru"], "", {"PYTHONIOENCODING": "ascii"}),
    (["games", "--lang", "ru"], "", {"PYTHONIOENCODING": "ascii"}),
    (["games", "--lang", "fr"], "", {"CALLBOARD_LANG": "es"}),
    (["scoer"], "", {"CALLBOARD_LANG": "ru", "PYTHONIOENCODING": "ascii"}),
    (["schema", "histrio", "final"], "", {"LC_ALL": "es_ES.UTF-8"}),
    (["example", "histrio", "season"], "", {"CALLBOARD_LANG": "ru"}),
    (["score", "--help"], "", {"COLUMNS": "40", "LC_ALL": "es_ES"}),
    (["score", "--help"], "", {"COLUMNS": "200"}),
    ([*SEASON, "--explain"], "", {"ACCESSIBLE": "1"}),
    ([*SEASON, "--json"], "", {}),
    ([*SEASON, "A\udcff: C3", "--also", "ru"], "", {}),
    (["score", "histrio", "season"], "1\n", {}),
    (["score", "histrio", "final", "-"], RECORD, {}),
    (["score", "histrio", "final", "-"], RECORD.encode("utf-16"), {"CALLBOARD_LANG": "es"}),
    (["score", "histrio", "final", "missing.toml", "--json"], "", {}),
    (["check", "histrio", "final", "Ada: 31", "Ben: 27", "--claimed", "Ada=30"], "", {"LANG": "ru_RU.UTF-8"}),
    (["night", "undo", "--dry-run"], "", {"CALLBOARD_HOME": "/nowhere", "CALLBOARD_LANG": "es"}),
    (["table", "tomak", "--json"], "", {"CALLBOARD_HOME": "/nowhere", "CALLBOARD_LANG": "ru"}),
    (["replay", "-", "--json"], "callboard dispute 1\n", {}),
    (["print", "pad", "histrio", "--size", "huge"], "", {"CALLBOARD_LANG": "es"}),
    (["report", "score", "histrio", "final", "Ada: 31", "Ben: 27", "--out", "-"], "", {"CALLBOARD_LANG": "es"}),
    (["stats", "--csv"], "", {"CALLBOARD_HOME": "/nowhere", "CALLBOARD_LANG": "ru"}),
    (["game", "new", "--lang", "es"], "", {}),
    (["batch"], f"{RECORD}\n\n{{}}\r\n".encode() + b"\xff\n", {}),
    (["rules", "historia", "технологиями", "--why"], "", {}),
    (["rules", "histrio", "--section", "setup"], "", {"LANG": "ru_RU.UTF-8", "PAGER": "false", "LINES": "5"}),
    (["rules", "historia", "castling"], "", {}),
    (["glossary", "costume designer"], "", {"NO_COLOR": "1"}),
    (["setup", "histrio", "--code", "histrio-4-0-000c1s-16"], "", {}),
    (["--show-completion", "fish"], "", {}),
    ([], "", {"_CALLBOARD_COMPLETE": "complete_bash", "COMP_WORDS": "callboard score h", "COMP_CWORD": "2"}),
]


def test_the_sample_has_every_command_and_language():
    assert set(COMMANDS) <= {word for arguments, _, _ in SAMPLE for word in arguments}
    assert set(LANGUAGES) <= {word[:2] for *_, extra in SAMPLE for word in extra.values()} | {"en"}


@pytest.mark.parametrize(
    ("arguments", "stdin", "extra"),
    [pytest.param(*one, marks=[] if place % 8 == 1 else pytest.mark.long) for place, one in enumerate(SAMPLE)],
    ids=lambda it: " ".join(it) if type(it) is list else "",
)
def test_both_ways_show_the_same(arguments, stdin, extra):
    assert run_callboard(*arguments, stdin=stdin, **extra) == start_callboard(*arguments, stdin=stdin, **extra)


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_process_that_was_forked_and_one_that_starts_anew_show_the_same_on_a_terminal():
    shown = []
    for anew in (False, True):
        child = spawn_callboard("score", "magnificent", "perform", "--lang", "en", columns=40, anew=anew)
        answer(child, "11 +2, orange large, orange gem, tent +2", "20 +5 gren large")
        edit(child, "20 +5 gren large", "20 +5 green large")
        answer(child, "", "orange large 1", "orange 1", "2", "")
        shown.append((rest(child), child.exitstatus))
        child = spawn_callboard("rules", "histrio", "хамелеонами", "--lang", "es", columns=70, anew=anew)
        shown.append((rest(child), child.exitstatus))
    assert shown[:2] == shown[2:]


def test_a_process_reads_compiled_catalogs_and_one_of_a_checkout_compiles_the_same_words(catalogs_compiled_once):
    if catalogs_compiled_once is None:
        pytest.skip("without pytest's cache no catalogs are kept")
    script = (
        "import sys; from callboard_cli.app import run; status = run(sys.argv[1:]);"
        "print('babel.messages' in sys.modules, file=sys.stderr); sys.exit(status)"
    )
    checkout = os.environ["PYTHONPATH"].removeprefix(str(catalogs_compiled_once)).removeprefix(os.pathsep)
    shown = []
    for path in (os.environ["PYTHONPATH"], checkout):
        command = [sys.executable, "-c", script, "score", "histrio", "--help", "--lang", "ru"]
        shown.append(subprocess.run(command, capture_output=True, env=environment(PYTHONPATH=path), check=True))
    assert shown[0].stdout == shown[1].stdout != b""
    assert [one.stderr.split() for one in shown] == [[b"False"], [b"True"]]


def surroundings():
    names = ("argv", "stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__")
    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    return dict(os.environ), [getattr(sys, name) for name in names], handlers


def test_nothing_is_left_behind():
    before = surroundings()
    first = run_callboard("games")
    for arguments, stdin, extra in SAMPLE:
        run_callboard(*arguments, stdin=stdin, **extra)
        assert surroundings() == before
    assert run_callboard("games") == first


def test_a_mistake_of_the_program_reaches_the_test(monkeypatch):
    monkeypatch.setattr("callboard_cli.app.build", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run_callboard("games")


def test_only_the_whole_suite_takes_all_processors_and_its_workers_start_no_others():
    """A worker's would never end."""
    source = pytest.Config.ArgsSource
    by_file = {"dist": "loadfile", "loadscopereorder": False}
    for asked, given, more, taken in (
        (source.TESTPATHS, {"numprocesses": None, "dist": "no"}, {}, {"numprocesses": "auto", **by_file}),
        (source.TESTPATHS, {"numprocesses": 3, "dist": "no"}, {}, {"numprocesses": 3, **by_file}),
        (source.TESTPATHS, {"numprocesses": 3, "dist": "each"}, {}, {}),
        (source.TESTPATHS, {"numprocesses": 0, "dist": "no"}, {}, {}),
        (source.TESTPATHS, {"dist": "no"}, {}, {}),
        (source.TESTPATHS, {"numprocesses": None, "dist": "no"}, {"workerinput": {}}, {}),
        (source.ARGS, {"numprocesses": None, "dist": "no"}, {}, {}),
    ):
        config = SimpleNamespace(args_source=asked, option=SimpleNamespace(), getoption=given.get, **more)
        pytest_cmdline_main(config)
        assert vars(config.option) == taken


@pytest.mark.parametrize(
    ("outcomes", "more", "told"),
    [
        ("setup passed, call passed, teardown passed", {}, "call passed"),
        ("setup passed, call failed, teardown passed", {}, "call failed"),
        ("setup skipped, teardown passed", {}, "setup skipped"),
        ("setup failed, teardown failed", {}, "setup failed, teardown failed"),
        ("setup passed, call passed, teardown failed", {}, "call passed, teardown failed"),
        ("setup passed, call passed, teardown passed", {"verbose": 1}, None),
        ("setup passed, call passed, teardown passed", {"durations": 20}, None),
        ("setup passed, call passed, teardown passed", {"xmlpath": "report.xml"}, None),
    ],
)
def test_a_worker_tells_of_a_test_that_it_passed_or_all_that_went_wrong(outcomes, more, told, monkeypatch):
    reports = [
        SimpleNamespace(when=when, outcome=outcome, passed=outcome == "passed")
        for when, outcome in (one.split() for one in outcomes.split(", "))
    ]
    monkeypatch.setattr("conftest.runtestprotocol", lambda *_, **__: reports)
    sent = []
    option = SimpleNamespace(**{"verbose": -1, "durations": None, "xmlpath": None, **more})
    item = SimpleNamespace(
        config=SimpleNamespace(option=option, workerinput={}),
        ihook=SimpleNamespace(pytest_runtest_logreport=lambda report: sent.append(f"{report.when} {report.outcome}")),
    )
    assert pytest_runtest_protocol(item, None) is (None if told is None else True)
    assert ", ".join(sent) == (told or "")
    del item.config.workerinput
    assert pytest_runtest_protocol(item, None) is None
