"""How tests run the command: in this process, as a process of its own, and on a real terminal.

What a run shows is the same in the first two (`test_running.py` proves it on a sample), so a test starts a process only
where the process is what it proves: closed streams, full disks, signals, imports, the shell's own words.
"""

from __future__ import annotations

import ctypes
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pkgutil import walk_packages

import pytest

from callboard_cli.__main__ import main
from callboard_locales import LANGUAGES, catalog
from callboard_scoring.games import GAMES

PATIENCE = 120
"""Seconds after which a process or a terminal is given up: far more than a busy machine takes."""
DECIDE = ("LANG", "LC_ALL", "LC_MESSAGES", "CALLBOARD_LANG", "NO_COLOR", "ACCESSIBLE", "COLUMNS", "LINES", "PAGER")
"""What decides about language and looks on the machine that tests."""
PROMPTED = r"(?<!\[Enter): $"
"""The end of a prompt, and not the half of it that may come alone: "poster 2 [Enter: no more]: "."""
AHEAD = (
    *("callboard_cli.commands", "callboard_cli.render", "callboard_cli.input"),
    *("callboard_nights", "callboard_rules", "callboard_scoring"),
)
"""The packages that are imported before a process is forked: else each fork would import what it needs of them."""
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@dataclass(frozen=True)
class Ran:
    """A finished run of the command."""

    status: int
    out: str
    err: str

    def json(self):
        return json.loads(self.out)


def environment(**extra):
    """The environment without whatever decides about language and looks on the machine that tests."""
    clean = {name: value for name, value in os.environ.items() if name not in DECIDE}
    return {**clean, "LANG": "C.UTF-8", "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **extra}


# --- Without a terminal ----------------------------------------------------------------------------------------------


def run_callboard(*arguments, stdin="", **extra):
    """Run the command in this process: with its own arguments, environment and streams, and nothing left behind."""
    surroundings = environment(**extra)
    out, err = io.BytesIO(), io.BytesIO()
    streams = {
        "stdin": _stream(io.BytesIO(_bytes(stdin)), surroundings),
        "stdout": _stream(out, surroundings),
        "stderr": _stream(err, surroundings, errors="backslashreplace"),
    }
    given = streams | {f"__{name}__": stream for name, stream in streams.items()}
    with _surrounded(surroundings), pytest.MonkeyPatch.context() as patched, _signals_kept():
        for name, value in {"argv": ["callboard", *arguments], **given}.items():
            patched.setattr(sys, name, value)
        try:
            status = main()
        except SystemExit as left:
            status = left.code
        for stream in (sys.stdout, sys.stderr, streams["stdout"], streams["stderr"]):
            stream.flush()
        told, complained = out.getvalue(), err.getvalue()
    return _ran(status or 0, told, complained)


def start_callboard(*arguments, stdin="", **extra):
    """Run the command as a process of its own."""
    return _finished([sys.executable, "-m", "callboard_cli", *arguments], stdin, **extra)


def run_shell(script, stdin="", cwd=None, **extra):
    """Run a line of a shell in which `callboard` is the command under test."""
    defined = f'callboard() {{ {shlex.quote(sys.executable)} -m callboard_cli "$@"; }}\n{script}'
    return _finished(["bash", "-c", defined], stdin, cwd, **extra)


def _finished(command, stdin, cwd=None, **extra):
    surroundings = environment(**extra)
    done = subprocess.run(
        command, input=_bytes(stdin), capture_output=True, cwd=cwd, env=surroundings, timeout=PATIENCE, check=False
    )
    return _ran(done.returncode, done.stdout, done.stderr)


def _ran(status, out, err):
    told, complained = (text.decode("utf-8").replace("\r\n", "\n") for text in (out, err))
    assert "Traceback" not in told + complained
    return Ran(status, told, complained)


def _bytes(stdin):
    return stdin if isinstance(stdin, bytes) else stdin.encode("utf-8", "surrogatepass")


def _stream(raw, surroundings, errors="strict"):
    encoding, _, given = surroundings["PYTHONIOENCODING"].partition(":")
    return io.TextIOWrapper(raw, encoding, given or errors, newline="\n")


@contextmanager
def _surrounded(surroundings) -> Iterator[None]:
    """Have this environment and no other, and put back the one before; most of both is the same."""
    before = dict(os.environ)
    _surround(surroundings)
    try:
        yield
    finally:
        _surround(before)


def _surround(surroundings):
    now = dict(os.environ)
    for name in now.keys() - surroundings.keys():
        del os.environ[name]
    for name, value in surroundings.items():
        if now.get(name) != value:
            os.environ[name] = value


@contextmanager
def _signals_kept() -> Iterator[None]:
    """Put back what a run answers signals with: the tests' own process goes on."""
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGPIPE") if hasattr(signal, name)]
    kept = {number: signal.getsignal(number) for number in numbers}
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


# --- On a terminal ---------------------------------------------------------------------------------------------------


def spawn_callboard(*arguments, lines=60, columns=100, anew=False, **extra):
    """Start the command on a pseudo-terminal of this size, as a process of its own.

    That is a fork of this one, which has read all modules and words already, unless it has to start `anew`.
    """
    pexpect = pytest.importorskip("pexpect")
    surroundings = environment(**extra)
    forked = not anew and _terminal_again() is not None
    if forked:
        _read_ahead()
    child = pexpect.spawn(
        sys.executable,
        ["-m", "callboard_cli", *arguments],
        env=surroundings,
        encoding="utf-8",
        dimensions=(lines, columns),
        timeout=PATIENCE,
        preexec_fn=partial(_run_forked, arguments, surroundings) if forked else _interruptible,
    )
    child.delaybeforesend = None
    return child


def _interruptible():
    """Have Ctrl+C interrupt, which tests in the background ignore."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@cache
def _terminal_again():
    """Return what has the editing of lines look again on which terminal it is; None where that cannot be had.

    pytest has imported it, on another one.
    """
    try:
        return ctypes.CDLL(import_module("readline").__file__).rl_reset_terminal
    except (ImportError, OSError, AttributeError, TypeError):
        return None


@cache
def _read_ahead():
    """Import what commands need, also on a terminal, and read the words of all games in all languages."""
    for package in map(import_module, AHEAD):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith(".training"):  # no command needs it, and its libraries may not be here
                import_module(module.name)
    for language in LANGUAGES:
        for game in GAMES:
            catalog(language).has(f"{game.id}/")
        run_callboard("score", "histrio", "season", "--lang", language)


def _run_forked(arguments, surroundings):
    """Run the command in a process that has just been forked on its terminal, and leave with its status."""
    status = 1
    try:
        os.closerange(3, 1024)  # whoever has forked waits for the last of these to be closed
        os.environ.clear()
        os.environ.update(surroundings)
        sys.argv = ["callboard", *arguments]
        for number, (name, mode) in enumerate({"stdin": "r", "stdout": "w", "stderr": "w"}.items()):
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115  # as long as it runs
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)
        for name, handler in (("SIGINT", signal.default_int_handler), ("SIGPIPE", signal.SIG_IGN)):
            signal.signal(getattr(signal, name), handler)  # as Python starts
        _terminal_again()(None)
        main()
    except SystemExit as left:
        status = left.code or 0
    except BaseException:  # noqa: BLE001  # nothing of this process's tests may go on in that one
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)


def answer(child, *answers):
    """Type each answer at its own prompt."""
    for text in answers:
        child.expect(PROMPTED)
        child.sendline(text)


def edit(child, before, text):
    """Type another answer in place of the one with which the line begins."""
    child.expect_exact(f": {before}")
    child.sendline(f"\x15{text}")  # Ctrl+U


def rest(child):
    """What a terminal shows from here to the end, with its colours."""
    child.expect(pytest.importorskip("pexpect").EOF)
    return _closed(child)


def interrupted(child):
    """Press Ctrl+C at a prompt, and return the rest; again where it was lost between the prompt and the reading."""
    pexpect = pytest.importorskip("pexpect")
    child.expect(PROMPTED)
    for _ in range(4):
        child.sendintr()
        if child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=PATIENCE / 4) == 0:
            break
    return _closed(child)


def _closed(child):
    if child.flag_eof:
        child.wait()  # it ends by itself, and nobody has to wait for longer than that
        child.ptyproc.delayafterclose = 0
    child.close()
    assert "Traceback" not in child.before
    return child.before.replace("\r\n", "\n")


def on_a_terminal(*arguments, lines=200, columns=80, **extra):
    """The exit status of a run on a terminal that asks nothing, and what was shown."""
    child = spawn_callboard(*arguments, lines=lines, columns=columns, **extra)
    shown = rest(child)
    return child.exitstatus, shown


def sections(told):
    """The number of each section in the list of a result told line by line: `[3] season-best-show`."""
    return {name: number for number, name in re.findall(r"^\[(\d+)\] (\S+)$", told, re.MULTILINE)}


def uncoloured(text):
    """A terminal's text without its control sequences."""
    return _CONTROL.sub("", text)
