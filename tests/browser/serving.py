"""`callboard table` as a process, which can be stopped and started again at the same port."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from urllib.parse import urlencode
from urllib.request import urlopen

from running import PATIENCE, environment


def get(address):
    """Return a page as it is sent."""
    with urlopen(address) as answer:  # noqa: S310  # of an evening that is served here
        return answer.read().decode()


def send(address, **fields):
    """Send a form, as a phone without scripts does."""
    urlopen(address, urlencode(fields).encode()).close()  # noqa: S310


class Served:
    """An evening that is served to its table."""

    def __init__(self, folder, game, players):
        """Begin the evening and serve it; nobody but this computer reaches it."""
        self._environment = environment(CALLBOARD_HOME=str(folder), CALLBOARD_LANG="en")
        self.players = players
        told = self._start(game, *players, "--port", "0")
        self.night = told["night"]
        self.host = told["host"]
        """The host's link."""
        self.reading = told["read"]
        """The link to read."""
        self.seats = [told["players"][name] for name in players]
        """The links of the players, in their order."""
        self.address = self.host.rpartition("/")[0]

    def _start(self, *words):
        command = [sys.executable, "-m", "callboard_cli", "table", *words, "--host", "127.0.0.1", "--json"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, env=self._environment, text=True)
        return json.loads(self._process.stdout.readline())

    def run(self, *words):
        """Type a command at the computer that serves it."""
        command = [sys.executable, "-m", "callboard_cli", *words]
        subprocess.run(command, env=self._environment, stdout=subprocess.DEVNULL, check=True)

    def start(self):
        """Serve it again, at the same port."""
        self._start(self.night, "--port", self.address.rpartition(":")[2])

    def stop(self):
        """Serve it no more."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM if os.name != "nt" else signal.CTRL_BREAK_EVENT)
        self._process.wait(PATIENCE)
        self._process.stdout.close()
