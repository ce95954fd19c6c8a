"""The command line in this process: what all entrances but the page are attacked through."""

from __future__ import annotations

import io
import json
import sys
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import ClassVar

import typer

from callboard_cli import app
from callboard_locales import LANGUAGES
from callboard_rules import building
from entrances.watching import BrokenError, Watch, look


class Stream(io.StringIO):
    """What a command writes to."""

    encoding = "utf-8"

    def __init__(self, *, screen):
        super().__init__()
        self._screen = screen
        self.buffer = io.BytesIO()

    def isatty(self):
        return self._screen


def _option(key, told):
    name = f"--{key.replace('_', '-')}"
    return "" if key == "as_json" or told is False else name if told is True else f"{name}={told}"


class Direct:
    """A command that is called as Typer would call it, with what it reads of a line."""

    commands: ClassVar = {}
    _LEADING: ClassVar = {"score": 2, "check": 2, "rules": 1, "setup": 1, "replay": 1, "glossary": 0, "game": 2}
    _NO_MORE: ClassVar = {"replay", "game"}
    """Commands that take no list of words."""

    def __init__(self, callback, name, words, options):
        leading = self._LEADING[name]
        rest = [list(words[leading:])] if name not in self._NO_MORE else []
        self._call = partial(callback, *words[:leading], *rest, **options)

    def main(self, *_, **__):
        try:
            return self._call()
        except typer.Exit as left:
            return left.exit_code


class Commands:
    """The command, run in this process; the application is built once for each way of asking for it."""

    def __init__(self, folder, patched):
        self.watch = Watch(folder)
        self.folder = folder
        self.patched = patched
        """What is changed in the program as long as it is attacked."""
        self._built = {}
        self._closing = ExitStack()
        self._saving = 0
        self._directly = None
        build = app.build

        def kept(ui):
            if self._directly is not None:
                name, words, options = self._directly
                module, _, function = app.COMMANDS[name].partition(":")
                callback = getattr(import_module(f"callboard_cli.commands.{module}"), function)
                return Direct(partial(callback, SimpleNamespace(obj=ui)), name, words, options)
            return self._once(ui.catalog.language, build, ui)

        patched.setattr(app, "build", kept)
        patched.setattr("callboard_cli.ui.output._has_pager", lambda _: False)
        patched.setattr(building, "build_index", partial(self.watch.beside, building.build_index))
        patched.setattr("builtins.input", self._typed)
        self.answers = iter(())

    def _once(self, key, make, *given):
        """Return what was made for a key, which is made the first time."""
        if key not in self._built:
            self._built[key] = make(*given)
        return self._built[key]

    def through(self, make):
        """Return what an entrance needs besides, made of these commands the first time, and closed when all is over."""
        return self._once(make, self._made, make)

    def _made(self, make):
        made = make(self)
        self._closing.callback(getattr(made, "close", lambda: None))
        return made

    def forget(self, most):
        """Take away what was saved, once for so many inputs: evenings that are many take long to list."""
        self._saving += 1
        if self._saving % most == 0:
            saved = self.folder / "nights"
            for file in saved.iterdir() if saved.is_dir() else ():
                file.unlink()

    def close(self):
        """Close what was needed besides."""
        self._closing.close()

    def _typed(self, prompt=""):
        look(prompt)
        answer = next(self.answers, None)
        if answer is None:
            raise EOFError
        return answer

    def run(self, arguments, stdin=b"", *, screen=False, asking=False, share=1, ours="", data=False):
        """Run a command line and look at what it shows; return its exit status and what it wrote."""
        self._directly = None
        return self._run(arguments, stdin, screen=screen, asking=asking, share=share, ours=ours, data=data)

    def put(self, random, name, words, language, *, stdin=b"", screen=False, **options):
        """Give words and options to a command; mostly without Typer, which takes longer than all the rest."""
        data = options.get("as_json", False)
        spoken_ = ["--json", "--lang", language] if data else ["--lang", language]
        if screen or random.random() < 0.1:
            flags = [
                _option(key, one)
                for key, each in options.items()
                for one in (each if isinstance(each, list) else [each])
            ]
            return self.run([name, *filter(None, flags), *spoken_, "--", *words], stdin, screen=screen, data=data)
        self._directly = (name, words, options)
        return self._run([name, *spoken_], stdin, given=(name, words, options), data=data)

    def _run(self, arguments, stdin, *, screen=False, asking=False, share=1, ours="", data=False, given=None):
        out, err = Stream(screen=screen or asking), Stream(screen=screen or asking)
        streams = sys.stdin, sys.stdout, sys.stderr
        sys.stdin = SimpleNamespace(buffer=io.BytesIO(stdin), isatty=lambda: asking, encoding="utf-8")
        sys.stdout, sys.stderr = out, err
        try:
            with self.watch.input((given or arguments, stdin), share):
                status = app.run(arguments)
        finally:
            sys.stdin, sys.stdout, sys.stderr = streams
        told = out.getvalue()
        if status not in (0, 1, 2):
            raise BrokenError(f"status {status}")
        look(told, screen=screen or asking, ours=ours)
        look(err.getvalue(), screen=screen or asking)
        if data and told:
            try:
                json.loads(told)
            except ValueError:
                raise BrokenError(f"no JSON: {told[:200]!r}") from None
        return status, told, err.getvalue()


def spoken(random, *, as_json=0.3):
    """Return how a command is asked to speak."""
    more = ["--json"] if random.random() < as_json else []
    if random.random() < 0.03:
        more += ["--also", random.choice(LANGUAGES)]
    return [*more, "--lang", random.choice(LANGUAGES)]


def flags(random, **more):
    """Return options that a result may be asked for with."""
    told = {name: True for name in ("explain", "why_not", "brief") if random.random() < 0.05}
    return {"as_json": random.random() < 0.4, **told, **more}
