"""What tests share: the command run as a real process, and the three languages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"
EVENINGS = Path(__file__).parent / "evenings"
ROOT = Path(__file__).parents[1]
LANGUAGES = ("ru", "en", "es")


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
    decide = ("LANG", "LC_ALL", "LC_MESSAGES", "CALLBOARD_LANG", "NO_COLOR", "ACCESSIBLE", "COLUMNS")
    clean = {name: value for name, value in os.environ.items() if name not in decide}
    return {**clean, "LANG": "C.UTF-8", "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **extra}


def run_callboard(*arguments, stdin="", **extra):
    content = stdin if isinstance(stdin, bytes) else stdin.encode("utf-8", "surrogatepass")
    done = subprocess.run(
        [sys.executable, "-m", "callboard_cli", *arguments],
        input=content,
        capture_output=True,
        env=environment(**extra),
        timeout=60,
        check=False,
    )
    out, err = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    assert "Traceback" not in out + err
    return Ran(done.returncode, out.replace("\r\n", "\n"), err.replace("\r\n", "\n"))


def with_nulls(value):
    """TOML has no null: in expected results "" stands for it."""
    if isinstance(value, dict):
        return {key: with_nulls(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_nulls(inner) for inner in value]
    return None if value == "" else value


@pytest.fixture
def callboard():
    return run_callboard
