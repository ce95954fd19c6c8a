"""What has to hold for every input: quick, small, nothing touched, nothing of it shown that anybody acts on."""

from __future__ import annotations

import gc
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from attacks import unseen

SECONDS = 1.0
"""The most processor time of an input."""
PATIENCE = 20
"""The processor time after which one is given up."""
MEGABYTES = 200
"""How much the process may grow in all."""
WORTH_A_LOOK = 0.01
"""The processor time from which on the process is measured: whoever takes much memory at once needs longer."""
SELDOM = 64
"""After so many inputs it is measured anyway: what grows little by little is seen a little later."""
COLOURS = re.compile(r"\x1b\[(?:(?:[0-4]|[34][0-7]|[34]8;5;\d+)(?:;|(?=m)))*m")
"""What our own screens are coloured with; no attack has any of these."""


class HangError(BaseException):
    """Something went on for far too long. Nothing catches it."""


class BrokenError(AssertionError):
    """Something that must not be."""


class Watch:
    """What has to hold for each input: quick, small, and nothing touched but what is allowed."""

    def __init__(self, folder):
        """Take the folder in which things may be written."""
        self.allowed = str(folder)
        self.slowest = 0.0
        self.last = None
        self.touched = []
        self._inputs = 0
        self._beside = 0.0
        self._ended = 0.0
        self._peak = _megabytes()
        self._grown = 0

    @contextmanager
    def input(self, given, share=1) -> Iterator[None]:
        """Give something in; it may take a share of a second more for each further one in it.

        A process that was attacked for an hour takes a second to look for garbage: it does so between the inputs.
        """
        global _watching  # noqa: PLW0603  # a hook of Python's stays for ever
        self.touched.clear()
        self.last = given
        self._inputs += 1
        self._beside = 0.0
        began = time.process_time()
        if began - self._ended > WORTH_A_LOOK:
            self._growth()  # a large input is no fault of the program's
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
        _watching = self
        gc.disable()
        try:
            yield
        finally:
            gc.enable()
            _watching = None
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            self._ended = time.process_time()
        took = self._ended - began - self._beside
        self.slowest = max(self.slowest, took / share)
        if took > SECONDS * share:
            raise BrokenError(f"slow: {took:.1f} s")
        if self.touched:
            raise BrokenError(f"touched: {self.touched[0]}")
        if took > WORTH_A_LOOK or self._inputs % SELDOM == 0:
            self._measure()

    def _measure(self):
        """Look at how much inputs have made the process grow."""
        self._grown += self._growth()
        if self._grown > MEGABYTES:
            grown, self._grown = self._grown, 0
            raise BrokenError(f"grown by {grown} MB")

    def _growth(self):
        """Return how much larger the process has been at most than ever before."""
        now = _megabytes()
        grown, self._peak = now - self._peak, now
        return grown

    def beside(self, make, *given):
        """Make what only a checkout has to make, such as an index; no input has to answer for it."""
        global _watching  # noqa: PLW0603  # as above
        before, _watching = _watching, None
        began = time.process_time()
        self._grown += self._growth()
        try:
            return make(*given)
        finally:
            _watching = before
            self._beside += time.process_time() - began
            self._growth()

    def see(self, event, details):
        """Look at what is done to the system."""
        if event == "open":
            path, mode, flags = details
            if isinstance(path, int) or not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND):
                return
            if not self._is_allowed(path):
                self.touched.append(f"{event} {path!r} {mode}")
        elif event in _FOREIGN or event.startswith(("socket.", "shutil.", "os.exec", "os.spawn", "ctypes.dlopen")):
            if event in _INWARD or (
                details and isinstance(details[0], (str, bytes, os.PathLike)) and self._is_allowed(details[0])
            ):
                return
            self.touched.append(f"{event} {details!r:.200}")

    def _is_allowed(self, path):
        whole = os.path.abspath(os.fsdecode(path))  # noqa: PTH100  # a link counts as where it stands
        compiled = f"{os.sep}__pycache__" in whole  # which Python writes where a module is imported first
        return compiled or whole.startswith((self.allowed, "/dev/null")) or whole == "/dev/tty"


_FOREIGN = {
    "os.remove",
    "os.rename",
    "os.mkdir",
    "os.rmdir",
    "os.link",
    "os.symlink",
    "os.chmod",
    "os.truncate",
    "os.system",
}
_FOREIGN |= {
    "subprocess.Popen",
    "os.fork",
    "os.forkpty",
    "os.kill",
    "os.putenv",
    "os.chdir",
    "pty.spawn",
    "webbrowser.open",
}
_INWARD = {"os.putenv", "socket.__new__"}
_watching: Watch | None = None
_hooked = False


def _megabytes():
    """Return how large the process has been at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def hooked():
    """Have Python tell what is done to the system."""
    global _hooked  # noqa: PLW0603  # it is told for ever, and only looked at while something is watched

    def told(event, details):
        if _watching is not None:
            watch = _watching
            watch.see(event, details)

    def hang(*_):
        raise HangError

    if not _hooked:
        sys.addaudithook(told)
        _hooked = True
    signal.signal(signal.SIGVTALRM, hang)


def look(text, *, screen=False, ours=""):
    """Look at what was shown for what no input may bring there; some letters may be our own."""
    bare = COLOURS.sub("", text) if screen else text
    bare = bare.translate(dict.fromkeys(map(ord, ours)))
    found = unseen().search(bare.encode("utf-8", "backslashreplace").decode())
    if found:
        raise BrokenError(f"shown: {found[0]!r} in {bare[max(0, found.start() - 60) : found.end() + 20]!r}")
    if "\N{PILE OF POO}" in text:
        raise BrokenError("a word became a picture")
    if "Traceback" in text:
        raise BrokenError("a traceback")
