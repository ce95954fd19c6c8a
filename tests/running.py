"""How tests run the command: in this process, as a process of its own, and on a real terminal.

What a run shows is the same in the first two (`test_running.py` proves it on a sample), so a test starts a process only
where the process is what it proves: closed streams, full disks, signals, imports, the shell's own words.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest import mock

import pytest

from callboard_cli.__main__ import main

PATIENCE = 120
"""Seconds after which a process or a terminal is given up: far more than a busy machine takes."""
DECIDE = ("LANG", "LC_ALL", "LC_MESSAGES", "CALLBOARD_LANG", "NO_COLOR", "ACCESSIBLE", "COLUMNS", "LINES", "PAGER")
"""What decides about language and looks on the machine that tests."""
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
    with (
        mock.patch.dict(os.environ, surroundings, clear=True),
        mock.patch.multiple(sys, argv=["callboard", *arguments], **given),
        _signals_kept(),
    ):
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


def spawn_callboard(*arguments, lines=60, columns=100, **extra):
    """Start the command on a pseudo-terminal of this size."""
    pexpect = pytest.importorskip("pexpect")
    child = pexpect.spawn(
        sys.executable,
        ["-m", "callboard_cli", *arguments],
        env=environment(**extra),
        encoding="utf-8",
        dimensions=(lines, columns),
        timeout=PATIENCE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests in the background ignore Ctrl+C
    )
    child.delaybeforesend = None
    return child


def answer(child, *answers):
    """Type each answer at its own prompt."""
    for text in answers:
        child.expect(r": $")
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
    child.expect(r": $")
    for _ in range(4):
        child.sendintr()
        if child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=PATIENCE / 4) == 0:
            break
    return _closed(child)


def _closed(child):
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
