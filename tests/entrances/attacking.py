"""How an entrance is attacked, and how much."""

from __future__ import annotations

import os
import time
import traceback
from contextlib import closing, contextmanager
from dataclasses import dataclass
from random import Random

import pytest

from conftest import is_long
from entrances.commands import Commands
from entrances.watching import HangError, hooked
from running import environment


@contextmanager
def opened(folder):
    """Return what an entrance is attacked through: the command in this process, whose folder this is."""
    hooked()
    before = dict(os.environ)
    with pytest.MonkeyPatch.context() as patched:
        for name in os.environ.keys() - environment().keys():
            patched.delenv(name)
        for name, one in environment(HOME=str(folder), CALLBOARD_HOME=str(folder / "nights"), COLUMNS="80").items():
            if before.get(name) != one:
                patched.setenv(name, one)
        patched.chdir(folder)
        patched.setattr("callboard_cli.commands.print.press", lambda *_, **__: [b"page"])
        commands = Commands(folder, patched)
        commands.run(["games"])
        commands.watch.slowest = 0.0
        with closing(commands):
            yield commands


@dataclass(frozen=True)
class Tally:
    """What came of an attack."""

    entrance: str
    seed: str
    inputs: int
    seconds: float
    """Of the processor's time, with what it took to make the inputs."""
    slowest: float
    """Of one of them."""
    broken: list[str]
    """What broke, each way of breaking once."""

    def __str__(self):
        told = f"{self.entrance}: {self.inputs} inputs of seed {self.seed} in {self.seconds:.0f} s"
        return f"{told}, the slowest {self.slowest:.2f} s, {len(self.broken)} broke"


def attacked(entrance, count, seed, folder):
    """Attack an entrance with at least so many inputs."""
    broken, done, number = {}, 0, 0
    with opened(folder) as commands:
        began = time.process_time()
        while done < count:
            random = Random(f"{seed}/{entrance.__name__}/{number}")
            try:
                done += entrance(random, commands)
            except (Exception, HangError, SystemExit) as error:  # noqa: BLE001  # whatever it is, it must not be
                done += 1
                told = "".join(traceback.format_exception(error)[-4:])
                where = traceback.extract_tb(error.__traceback__)[-1]
                key = (type(error).__name__, where.filename, where.lineno, str(error)[:9])
                broken.setdefault(
                    key, f"{entrance.__name__}, seed {seed}, round {number}: {commands.watch.last!r:.600}\n{told}"
                )
            number += 1
        took = time.process_time() - began
    return Tally(entrance.__name__, str(seed), done, took, commands.watch.slowest, list(broken.values()))


# --- How much is attacked ----------------------------------------------------------------------------------------------

SEED = os.environ.get("ATTACK_SEED", "18")
INPUTS = {"suite": 10, "part": 3_000, "long": 100_000}
"""How many inputs each entrance takes, at least."""


def how_many(config):
    """Return how many inputs are taken in this run."""
    asked = os.environ.get("ATTACK_INPUTS")
    if asked:
        return int(asked)
    if not is_long(config):
        return INPUTS["suite"]
    return INPUTS["part" if config.getoption("hypothesis_profile", None) == "part" else "long"]


def survives(entrance, config, folder, capsys):
    """Attack an entrance, tell in a long run what it took, and fail with all that broke."""
    tally = attacked(entrance, how_many(config), SEED, folder)
    if is_long(config):
        with capsys.disabled():
            print(f"\n{tally}")
    assert not tally.broken, "\n\n".join(tally.broken)
