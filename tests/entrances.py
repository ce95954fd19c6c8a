"""The entrances at which somebody can feed something in, each in this process, and what has to hold for every input."""

from __future__ import annotations

import asyncio
import codecs
import io
import json
import os
import re
import resource
import signal
import sys
import time
import tomllib
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import ClassVar
from urllib.parse import quote, urlencode

import pytest
import typer

from attacks import (
    TURNING,
    atom,
    battered,
    battered_bytes,
    dispute,
    in_bytes,
    in_json,
    in_toml,
    spoiled,
    unseen,
    value,
    wrecked,
)
from callboard_cli import app
from callboard_cli.entry.examples import example_of
from callboard_cli.entry.reading import typed
from callboard_cli.entry.stage import Stage
from callboard_locales import LANGUAGES, catalog
from callboard_rules import building
from callboard_scoring.games import GAMES
from conftest import is_long
from running import environment

HERE = Path(__file__).parent
SECONDS = 1.0
"""The most processor time of an input."""
PATIENCE = 20
"""The processor time after which one is given up."""
MEGABYTES = 200
"""How much the process may grow in all."""
COLOURS = re.compile(r"\x1b\[(?:(?:[0-4]|[34][0-7]|[34]8;5;\d+)(?:;|(?=m)))*m")
"""What our own screens are coloured with; no attack has any of these."""


class HangError(BaseException):
    """Something went on for far too long. Nothing catches it."""


class BrokenError(AssertionError):
    """Something that must not be."""


# --- What has to hold ------------------------------------------------------------------------------------------------


class Watch:
    """What has to hold for each input: quick, small, and nothing touched but what is allowed."""

    def __init__(self, folder):
        """Take the folder in which things may be written."""
        self.allowed = str(folder)
        self.slowest = 0.0
        self.last = None
        self._beside = 0.0
        self.touched = []
        self._began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    @contextmanager
    def input(self, given, share=1) -> Iterator[None]:
        """Give something in; it may take a share of a second more for each further one in it."""
        global _watching  # noqa: PLW0603  # a hook of Python's stays for ever
        self.touched.clear()
        self.last = given
        self._beside = 0.0
        began = time.process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
        _watching = self
        try:
            yield
        finally:
            _watching = None
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        took = time.process_time() - began - self._beside
        self.slowest = max(self.slowest, took / share)
        if took > SECONDS * share:
            raise BrokenError(f"slow: {took:.1f} s")
        if self.touched:
            raise BrokenError(f"touched: {self.touched[0]}")
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - self._began) // 1024
        if grown > MEGABYTES:
            self._began += grown * 1024
            raise BrokenError(f"grown by {grown} MB")

    def beside(self, make, *given):
        """Make what only a checkout has to make, such as an index; no input has to answer for it."""
        global _watching  # noqa: PLW0603  # as above
        before, _watching = _watching, None
        began = time.process_time()
        try:
            return make(*given)
        finally:
            _watching = before
            self._beside += time.process_time() - began

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


# --- The command line ------------------------------------------------------------------------------------------------


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
    _LEADING: ClassVar = {"score": 2, "check": 2, "rules": 1, "setup": 1, "replay": 1, "glossary": 0}

    def __init__(self, face, name, words, options):
        leading = self._LEADING[name]
        callback = import_module(f"callboard_cli.commands.{name}").command(face)
        rest = [list(words[leading:])] if name != "replay" else []
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
        self._built = {}
        self._directly = None
        build = app.build

        def kept(face, arguments=()):
            if self._directly is not None:
                return Direct(face, *self._directly)
            named = tuple(word for word in arguments if word in _NAMED)
            key = (face.catalog.language, face.also and face.also.language, face.plain, named)
            if key not in self._built:
                self._built[key] = build(face, arguments)
            return self._built[key]

        patched.setattr(app, "build", kept)
        patched.setattr("callboard_cli.speech.face._has_pager", lambda _: False)
        patched.setattr(building, "build_index", partial(self.watch.beside, building.build_index))
        patched.setattr("builtins.input", self._typed)
        self.answers = iter(())

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


_NAMED = {*app.COMMANDS, "pad", "aid", "start", "add", "show", "list", "export", "import", "setup", "night"}
STAGES = [(game.id, stage) for game in GAMES for stage in game.stages]


@cache
def stage_of(game, name):
    return Stage(next(one for one in GAMES if one.id == game), name)


@cache
def records(game, name):
    """Return good records of a stage, and some that are refused."""
    folder, stage = HERE / "golden" / game, stage_of(game, name)
    found = [example_of(stage, catalog(language)) for language in LANGUAGES]
    file = folder / f"{name}.toml"
    if file.is_file():
        found += [case["record"] for case in tomllib.loads(file.read_text("utf-8"))["case"] if "record" in case][:60]
    refused = tomllib.loads((folder / "refused.toml").read_text("utf-8"))["case"]
    return found + [case["record"] for case in refused if case.get("stage") == name and "record" in case][:30]


@cache
def words(game, name, language):
    """Return good records of a stage as they are typed."""
    stage, made = stage_of(game, name), []
    for raw in records(game, name):
        with suppress(Exception):  # one that is refused cannot be written
            made.append(typed.write(stage.reworded(raw, catalog(language)), stage, catalog(language)))
    return made


def wrecked_record(random, game, name):
    other = random.choice(records(*random.choice(STAGES))) if random.random() < 0.03 else None
    raw = other or random.choice(records(game, name))
    return value(random) if random.random() < 0.02 else wrecked(random, raw)


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


def json_bytes(random, commands):
    """Records as JSON, from standard input or a file."""
    return _bytes(random, commands, in_json, ".json")


def toml_bytes(random, commands):
    """Records as TOML, from standard input or a file."""
    return _bytes(random, commands, in_toml, ".toml")


def _bytes(random, commands, written, suffix):
    game, name = random.choice(STAGES)
    text = written(random, wrecked_record(random, game, name))
    content = in_bytes(random, battered(random, text) if random.random() < 0.5 else text)
    if random.random() < 0.02:
        content = random.randbytes(random.choice((1, 10, 100, 1000)))
    given, stdin = "-", content
    if random.random() < 0.1:
        given, stdin = f"record{random.choice((suffix, suffix.upper(), ''))}", b""
        (commands.folder / given).write_bytes(content)
    language, screen = random.choice(LANGUAGES), random.random() < 0.03
    commands.put(random, "score", [game, name, given], language, stdin=stdin, screen=screen, **flags(random))
    return 1


def json_lines(random, commands):
    """JSON Lines, many at a time; each that is not empty has its answer, in its place."""
    count = random.choice((1, 40, 40, 80))
    lines = []
    for _ in range(count):
        game, name = random.choice(STAGES)
        raw = wrecked_record(random, game, name)
        if isinstance(raw, dict) and random.random() < 0.95:
            raw = {"game": game, "stage": name, **raw}
            if random.random() < 0.1:
                raw[random.choice(("game", "stage"))] = random.choice((value(random), game, name))
        text = in_json(random, raw).replace("\n", " ")
        lines.append(in_bytes(random, battered(random, text) if random.random() < 0.4 else text))
    _, told, _ = commands.run(["batch", *spoken(random, as_json=0)], b"\n".join(lines), share=count)
    answers = [json.loads(line) for line in told.splitlines()]
    asked = [line for line in b"\n".join(lines).split(b"\n") if not _is_blank(line + b"\n")]
    if len(answers) != len(asked):
        raise BrokenError(f"{len(asked)} lines, {len(answers)} answers")
    numbers = [one["line"] for one in answers if "line" in one]
    if numbers != sorted(set(numbers)):
        raise BrokenError("not in order")
    return count


def _is_blank(line):
    is_wide = line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    with suppress(UnicodeDecodeError):
        return not line.decode("utf-16" if is_wide else "utf-8-sig").strip()
    return False


def typed_line(random, game, name, language):
    """Return the words of a record, which are battered here and there."""
    known = words(game, name, language)
    line = list(random.choice(known)) if known and random.random() < 0.95 else []
    for _ in range(random.randint(0, 2)):
        place = random.randrange(len(line) + 1)
        what = random.randrange(6)
        if what < 3 and place < len(line):
            line[place] = battered(random, line[place], 2)
        elif what == 3:
            line.insert(place, battered(random, random.choice((*line, "Ann: ", "season=1")), 3))
        elif what == 4:
            del line[place : place + 1]
        else:
            line.insert(place, str(atom(random)))
    return line


def notation(random, commands):
    """Lines as they are typed at a shell."""
    game, name = random.choice(STAGES)
    language = random.choice(LANGUAGES)
    line = typed_line(random, game, name, language)
    command, more = "score", flags(random)
    if random.random() < 0.15:
        claimed = battered(random, random.choice(("Ann 12, Bob 9", "Valère 13", "12 9", "1")), 2)
        command, more = "check", {"as_json": more["as_json"], "claimed": [claimed]}
    elif random.random() < 0.05:
        more["of"] = [battered(random, random.choice(("Ann", "Bob", "Анна")), 2)]
    commands.put(random, command, [game, name, *line], language, screen=random.random() < 0.03, **more)
    return 1


def answers(random, commands):
    """Answers at prompts: good ones, bad ones, and all that may be typed in their place."""
    game, name = random.choice(STAGES)
    language = random.choice(LANGUAGES)
    count = random.choice((3, 8, 12))
    given = []
    for place in range(count):
        what = random.random()
        line = typed_line(random, game, name, language)
        if place == 0 and what < 0.8:
            given.append(random.choice(("Ann, Bob, Cid", "Ann Bob", "Аня, Боря, Вера", "Ann: x, Bob: -")))
        elif what < 0.1:
            given.append(random.choice(("?", "<", "-", "", " ", "0", "1", "3", "99999")))
        elif what < 0.8 and line:
            one = random.choice(line)
            given.append(one.partition(":")[2].strip() or one.partition("=")[2] if random.random() < 0.8 else one)
        else:
            given.append(battered(random, random.choice(line or ["3"]), 2))
    commands.answers = iter(given)
    begun = typed_line(random, game, name, language)[:2] if random.random() < 0.2 else []
    how = ["--lang", language, *(["--plain"] if random.random() < 0.5 else [])]
    line = [random.choice(("score", "score", "check")), game, name, *how, "--", *begun]
    if random.random() < 0.05:
        line = random.choice(([], ["score"], ["setup", game], ["rules"])) + how
    commands.run(line, asking=True, share=count)
    return max(1, count - len(list(commands.answers)))


@cache
def codes():
    files = ("codes.jsonl", "codes-2.jsonl")
    return [
        json.loads(line)["code"] for file in files for line in (HERE / "golden" / file).read_text("utf-8").splitlines()
    ]


def code_words(random, commands):
    """Codes of set-ups, and what else is asked of one."""
    game = random.choice(GAMES).id
    own = [code for code in codes() if code.startswith(game)]
    code = random.choice(own if random.random() < 0.9 else codes())
    if random.random() < 0.85:
        code = battered(random, code, 2)
    more = {"code": code} if random.random() < 0.9 else {"players": battered(random, "3", 2)}
    line = []
    if random.random() < 0.3:
        line = [battered(random, "Ann", 1) if random.random() < 0.4 else name for name in ("Ann", "Bob", "Cid")]
    if random.random() < 0.2:
        line.append(battered(random, random.choice(("first=Ann", "seats=yes", "mode=solo", "first=rule")), 2))
    if random.random() < 0.2:
        more[random.choice(("keep", "without"))] = [battered(random, random.choice(("seats", "first", "mood", "x")), 1)]
    if random.random() < 0.05:
        more["not_like_last"] = True
    screen, language = random.random() < 0.03, random.choice(LANGUAGES)
    commands.put(random, "setup", [game, *line], language, screen=screen, as_json=random.random() < 0.4, **more)
    return 1


@cache
def texts():
    folder = HERE / "texts"
    return [file.read_text("utf-8") for file in sorted(folder.glob("*.txt"))]


@cache
def receipts():
    return [one["text"] for one in tomllib.loads((HERE / "texts" / "receipts-1.toml").read_text("utf-8"))["receipt"]]


def handed_texts(random, commands):
    """Receipts, disputes and evenings as texts, some of them with a checksum that is right."""
    what = random.random()
    language, as_json = random.choice(LANGUAGES), random.random() < 0.5
    if what < 0.25:
        text = battered(random, random.choice(receipts()), 2)
        commands.put(random, "replay", [text], language, as_json=as_json)
        return 1
    text = random.choice(texts())
    if what < 0.8:
        text = battered(random, text)
    else:
        head, *body, _ = text.rstrip("\n").split("\n")
        raw = wrecked(random, json.loads("\n".join(body)), most=2)
        inner = json.dumps(raw, ensure_ascii=random.random() < 0.5)
        if random.random() < 0.2:
            inner = battered(random, inner, 2)
        text = dispute(inner, head.split(" ")[1]).decode("utf-8", "surrogatepass")
    content = in_bytes(random, text) if random.random() < 0.3 else text.encode("utf-8", "replace")
    commands.put(random, "replay", ["-"], language, stdin=content, as_json=as_json)
    return 1


@cache
def questions():
    folder = HERE / "questions"
    return {
        (game.id, language): [
            one["text"] for one in tomllib.loads((folder / f"{game.id}.{language}.toml").read_text("utf-8"))["question"]
        ]
        for game in GAMES
        for language in LANGUAGES
    }


def asked_rules(random, commands):
    """Questions, names of sections, and terms."""
    game, language = random.choice(GAMES).id, random.choice(LANGUAGES)
    text = random.choice(questions()[game, language if random.random() < 0.9 else "en"])
    text = battered(random, text, 3) if random.random() < 0.9 else "".join(atom(random) for _ in range(4))
    as_json, screen = random.random() < 0.5, random.random() < 0.02
    what = random.random()
    if what < 0.15:
        commands.put(random, "glossary", [text], language, as_json=as_json, screen=screen)
    elif what < 0.4:
        commands.put(random, "rules", [game], language, section=text, as_json=as_json, screen=screen)
    else:
        given = text.split(" ") if random.random() < 0.5 else [text]
        commands.put(random, "rules", [game, *given], language, as_json=as_json, why=what > 0.95, screen=screen)
    return 1


def command_words(random, commands):
    """Whole command lines of words that mean something in another place."""
    line = []
    for _ in range(random.randint(1, 6)):
        what = random.random()
        if what < 0.35:
            line.append(random.choice(_HARMLESS))
        elif what < 0.6:
            line.append(
                random.choice((*(game.id for game in GAMES), "season", "final", "round", "2", "Ann", "Bob", "x=1"))
            )
        elif what < 0.85:
            line.append(battered(random, random.choice((*_HARMLESS, "histrio", "season", "histrio-4-0-000000-1")), 2))
        else:
            line.append(str(atom(random)))
    line = [
        word for word in line if not word.startswith("--in") and word not in {"table", "new", "print", "pad", "aid"}
    ]
    commands.run([*line, *(spoken(random) if random.random() < 0.7 else [])])
    return 1


_HARMLESS = ("games", "score", "check", "replay", "stats", "setup", "rules", "glossary", "batch", "example", "schema")
_HARMLESS += (
    "--json",
    "--lang",
    "--also",
    "--plain",
    "--help",
    "--version",
    "--explain",
    "--code",
    "--players",
    "--of",
)
_HARMLESS += (
    "--claimed",
    "--section",
    "--contents",
    "--why",
    "-",
    "--",
    "night",
    "--keep",
    "--lang=ru",
    "--format",
    "--stage",
)


def printed(random, commands):
    """What is asked of print; what comes of the press is a page of no letters."""
    made = commands.folder / "out"
    made.mkdir(exist_ok=True)
    game = random.choice(GAMES).id
    out = random.choice(
        (
            str(made),
            f"{made}/",
            f"{made}/sheet.pdf",
            f"{made}/{battered(random, 'sheet.svg', 2)}".replace("\0", ""),
            "-",
            "sheet.png",
        )
    )
    line = random.choice(
        (["pad", game], ["aid", game], ["setup", game, "Ann", "Bob", "Cid"], ["pad", game, "final"], ["night"])
    )
    line = [battered(random, word, 1) if random.random() < 0.1 and place else word for place, word in enumerate(line)]
    for name, good in (
        ("--format", "svg"),
        ("--paper", "letter"),
        ("--size", "large"),
        ("--players", "3"),
        ("--out", out),
    ):
        if random.random() < (0.8 if name == "--out" else 0.2):
            line.append(f"{name}={battered(random, good, 2) if random.random() < 0.5 and name != '--out' else good}")
    line = [word.replace("\0", "") for word in line]  # no command line has any
    commands.run(["print", *line, "--lang", random.choice(LANGUAGES)])
    if random.random() < 0.02:
        for file in made.iterdir():
            if file.is_file():
                file.unlink()
    return 1


def completed(random, commands):
    """What a shell hands over when Tab is pressed."""
    game, name = random.choice(STAGES)
    line = typed_line(random, game, name, "en")
    words_ = random.choice(
        (["score", game, name, *line], ["rules", game], ["setup", game, *line[:1]], ["print", "pad", ""], line)
    )
    text = "callboard " + " ".join(words_)
    text = battered(random, text[: random.randint(10, max(10, len(text)))], 2)
    surroundings = {"_CALLBOARD_COMPLETE": random.choice(app._COMPLETED), "_CALLBOARD_LINE": text.replace("\0", "")}  # noqa: SLF001
    surroundings = {key: one.encode("utf-8", "replace").decode() for key, one in surroundings.items()}
    before = {key: os.environ.get(key) for key in surroundings}
    os.environ.update(surroundings)
    try:
        commands.run([], ours="\t" + "".join(TURNING))  # a shell takes back the word that it handed over
    finally:
        for key, one in before.items():
            del os.environ[key]
            if one is not None:
                os.environ[key] = one
    return 1


# --- Evenings --------------------------------------------------------------------------------------------------------


@cache
def good_store():
    """Return the bytes of a file with some evenings."""
    from tempfile import TemporaryDirectory

    from callboard_nights.keeping import files
    from callboard_nights.keeping.store import Store
    from callboard_nights.listing import summary_of
    from callboard_nights.night import night_of
    from callboard_nights.writing.texts import Exported, read_text

    with TemporaryDirectory() as folder:
        store = Store(Path(folder))
        for text in texts():
            read = read_text(text)
            if isinstance(read, Exported):
                store.begin(read.log, summary_of(night_of(read.log)), night=read.night)
        return files.place(store.folder).read_bytes()


def night_files(random, commands):
    """The files in which evenings are kept: the evenings, the links, and an answer that was begun."""
    from callboard_nights.keeping import drafts, files, links

    folder = commands.folder / "home"
    folder.mkdir(exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
    what = random.random()
    if what < 0.3:
        good = {
            "schema": 1,
            "nights": {"bodak-histrio": {"host": "h" * 22, "read": "r" * 22, "seats": ["s" * 22, "t" * 22]}},
        }
        text = in_json(random, wrecked(random, good))
        content = in_bytes(random, battered(random, text) if random.random() < 0.3 else text)
        (folder / links.NAME).write_bytes(content)
        kept = links.KeptLinks(folder)
        with commands.watch.input(content):
            token = random.choice(("h" * 22, "", battered(random, "s" * 22, 1)))
            found = _stored(lambda: kept.bearer(token))
            if found is not None and found.night != "bodak-histrio" and not links.is_id(found.night):
                raise BrokenError(f"let in: {found}")
        return 1
    if what < 0.5:
        good = {"night": "bodak-histrio", "entries": 1, "stage": "season", "words": ["season=1", "Ann: C3"]}
        content = in_bytes(random, in_json(random, wrecked(random, good)))
        (folder / drafts.NAME).write_bytes(content)
        with commands.watch.input(content):
            drafts.kept(folder)
        return 1
    content = _changed(random, good_store()) if random.random() < 0.8 else random.choice(hostile_stores())
    files.place(folder).write_bytes(content)
    os.environ["CALLBOARD_HOME"] = str(folder)
    try:
        _read_all(random, commands, folder)
    finally:
        del os.environ["CALLBOARD_HOME"]
    return 1


def _read_all(random, commands, folder):
    """Read evenings that somebody changed, as commands or the page do."""
    from callboard_nights.keeping.store import Store
    from callboard_nights.night import night_of
    from callboard_nights.seating import LogError

    if random.random() < 0.15:
        line = random.choice((["night", "list"], ["night", "show"], ["stats"], ["night", "export"], ["night"]))
        how = spoken(random)
        commands.run([*line, *how], data="--json" in how and line != ["night", "export"])
        return
    store = Store(folder)
    with commands.watch.input("store"):
        summaries = _stored(store.summaries) or []
        log = _stored(lambda: store.read(random.choice([one.night for one in summaries]))) if summaries else None
        if log is not None:
            with suppress(LogError):
                night_of(log)


def _stored(ask):
    from callboard_nights.keeping.trouble import StoreError

    try:
        return ask()
    except StoreError:
        return None


def _changed(random, content):
    """Return the bytes of a file of which some pages are wrong."""
    if random.random() < 0.7:
        return battered_bytes(random, content)
    page = 4096
    made = bytearray(content)
    start = random.randrange(0, len(made), page)
    what = random.randrange(4)
    if what == 0:
        made[start : start + page] = bytes(page)
    elif what == 1:
        other = random.randrange(0, len(made), page)
        made[start : start + page] = made[other : other + page]
    elif what == 2:
        made[start : start + page] = random.randbytes(page)
    else:
        del made[start:]
    return bytes(made)


@cache
def hostile_stores():
    """Return files whose every checksum is right, and in whose events and summaries somebody wrote other words."""
    from tempfile import TemporaryDirectory

    from callboard_nights.events import Event
    from callboard_nights.keeping import files
    from callboard_nights.keeping.store import Store
    from callboard_nights.keeping.trouble import StoreError
    from callboard_nights.listing import summary_of
    from callboard_nights.night import night_of
    from callboard_nights.writing.texts import Exported, read_text

    random, made = Random(5), []
    logs = [read.log for text in texts() if isinstance(read := read_text(text), Exported)]
    while len(made) < 8:
        with TemporaryDirectory() as folder:
            store = Store(Path(folder))
            for number in range(3):
                log = list(random.choice(logs))
                for _ in range(random.randint(1, 5)):
                    place = random.randrange(len(log))
                    one = log[place]
                    by, at = (str(atom(random)) if random.random() < 0.2 else old for old in (one.by, one.at))
                    log[place] = Event(one.kind, at, by, spoiled(random, one.data))
                told = {
                    **summary_of(night_of(logs[0])),
                    "note": str(atom(random)),
                    "players": [str(atom(random)), "Ann"],
                }
                with suppress(StoreError):
                    store.begin(tuple(log), told, night=f"evil{number}-histrio")
            place = files.place(store.folder)
            if place.is_file():
                made.append(place.read_bytes())
    return made


# --- The page --------------------------------------------------------------------------------------------------------


class Served:
    """A table, its guard before it, asked in this process; after some requests the evening begins anew."""

    REQUESTS = 300

    def __init__(self, commands):
        self.commands = commands
        self.runner = asyncio.Runner()
        self.left = 0
        self.failures = []

    def renew(self, random):
        from phones import AT, PLACE, Page

        from callboard_cli.phones.application import application
        from callboard_cli.phones.guard import Guard, Limits
        from callboard_cli.phones.limits import Rate
        from callboard_nights import acts
        from callboard_nights.keeping.links import KeptLinks
        from callboard_nights.keeping.store import Store
        from callboard_nights.listing import summary_of
        from callboard_nights.night import night_of

        self.game = random.choice(GAMES)
        names = ["Ann", "Bob", "Cid"][: max(2, self.game.players[0])]
        folder = self.commands.folder / f"table-{random.randrange(10**9)}"
        store = Store(folder)
        log = acts.begin(self.game, tuple(names), AT, "")
        night = store.begin(log, summary_of(night_of(log)), night="a-table")
        links = KeptLinks(folder)
        own = links.of(night, len(names))
        free = Rate(10**9, 10**9)
        self.guard = Guard(
            application(store, night, links, PLACE),
            known=lambda token: links.bearer(token) is not None,
            failed=self.failures.append,
            limits=Limits(guesses=free, requests=free, posts=free),
        )
        self.tokens = [own.host, own.read, *own.seats]
        self.names = names
        self.left = self.REQUESTS
        self.fields = []
        for token in self.tokens:
            status, body, _ = self.ask("GET", f"/{token}", b"", b"", [])
            for form in Page(body.decode()).forms if status == 200 else ():
                self.fields.append((form.action, form.fields, sorted(form.names), form.buttons))

    def ask(self, method, path, query, body, headers):
        """Ask for something, and return the status, the body, and the headers."""
        return self.runner.run(self._asked(method, path, query, body, headers))

    async def _asked(self, method, path, query, body, headers):
        started, parts, sent = {}, [], [body]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": quote(path, safe="/%", errors="replace").encode(),
            "query_string": query,
            "root_path": "",
            "headers": headers or [(b"host", b"192.168.1.5:8470"), (b"content-length", b"%d" % len(body))],
            "client": ("192.168.1.9", 50000),
            "server": ("192.168.1.5", 8470),
        }

        async def receive():
            return {"type": "http.request", "body": sent.pop()} if sent else {"type": "http.disconnect"}

        async def send(message):
            if message["type"] == "http.response.start":
                started.update(message)
            else:
                parts.append(message.get("body", b""))

        await self.guard(scope, receive, send)
        return started.get("status"), b"".join(parts), started.get("headers", [])


def page(random, served):
    """Requests for the page, and forms as it sends them."""
    if served.left <= 0:
        served.renew(random)
    served.left -= 1
    token = random.choice(served.tokens) if random.random() < 0.93 else battered(random, served.tokens[-1], 1)
    method, path, query, body = "GET", f"/{token}", b"", b""
    headers = [(b"host", b"192.168.1.5:8470")]
    what = random.random()
    if what < 0.6:
        method = "POST"
        path, pairs = _form(random, served, token)
        body = urlencode(pairs, errors="surrogatepass").encode()
        if random.random() < 0.05:
            body = battered_bytes(random, body)
    else:
        path += random.choice(_PATHS)
        pairs = [(name, battered(random, good, 2)) for name, good in _QUERIES if random.random() < 0.4]
        query = urlencode(pairs, errors="surrogatepass").encode()[:2048]
    if random.random() < 0.1:
        path = battered(random, path, 2)
    headers.append((b"content-length", b"%d" % len(body)))
    for name, good in _HEADERS:
        if random.random() < 0.15:
            text = battered(random, good, 1) if random.random() < 0.5 else good
            headers.append((name, text.encode("utf-8", "replace").translate(None, b"\r\n\0")))
    with served.commands.watch.input((method, path, body)):
        status, answer, told = served.ask(method, path, query, body, headers)
    if served.failures:
        raise served.failures.pop()
    look_at_answer(status, answer, told)
    return 1


_PATHS = (
    "",
    "/live",
    "/words",
    "/rules",
    "/rules",
    "/setup",
    "/entry/1",
    "/entry/2",
    "/entry/99999999999999",
    "/entry/1/edit",
)
_PATHS += (
    "/host",
    "/undo",
    "/redo",
    "/language",
    "/nothing",
    "/static/page.js",
    "/../static/page.js",
    "/entry/-1",
    "/entry/²",
)
_QUERIES = (
    ("stage", "season"),
    ("part", "Ann"),
    ("name", "players.0.troupe"),
    ("text", "C3 C2"),
    ("q", "how many cards"),
    ("told", "1"),
    ("why-not", "1"),
)
_HEADERS = (
    (b"accept", "application/json"),
    (b"accept-language", "ru,en;q=0.5"),
    (b"cookie", "lang=es"),
    (b"origin", "http://192.168.1.5:8470"),
    (b"referer", "http://192.168.1.5:8470/x"),
    (b"content-type", "application/x-www-form-urlencoded"),
    (b"sec-fetch-site", "same-origin"),
    (b"x-forwarded-for", "127.0.0.1"),
)


def _form(random, served, token):
    """Return where a form goes, and its fields."""
    game, stages = served.game, served.game.stages
    if random.random() < 0.25 or not served.fields:
        fields = [
            ("do", random.choice(_BUTTONS)),
            ("stage", random.choice(stages)),
            ("whose", random.choice(served.names)),
        ]
        path = f"/{token}" + random.choice(("", "/host", "/undo", "/redo", "/entry/1/edit", "/language"))
        fields += [("entry", "1"), ("to", "0"), ("lang", "ru"), ("note", "x"), ("old", "Ann"), ("new", "Eva")]
    else:
        path, known, names, buttons = random.choice(served.fields)
        fields = list(known)
        stage = dict(known).get("stage") or random.choice(stages)
        line = random.choice(words(game.id, stage, "en") or [[""]]) if stage in stages else [""]
        values = [word.partition("=")[2] or word.partition(":")[2].strip() or word for word in line]
        have = {name for name, _ in fields}
        fields = [
            (name, random.choice(values) if random.random() < 0.5 else text)
            for name, text in fields
            if name not in ("stage", "seen", "part")
        ] + [(name, text) for name, text in fields if name in ("stage", "seen", "part")]
        fields += [(name, random.choice(values)) for name in names if name not in have and random.random() < 0.5]
        fields.append(random.choice(buttons) if buttons else ("do", "save"))
    for _ in range(random.randint(0, 3)):
        place = random.randrange(len(fields))
        name, text = fields[place]
        if random.random() < 0.75:
            fields[place] = (name, battered(random, text, 2))
        elif random.random() < 0.5:
            fields[place] = (battered(random, name, 1), text)
        else:
            fields.append((name, str(atom(random))))
    if random.random() < 0.003:
        fields += [(f"players.0.{number}", "1") for number in range(random.choice((50, 399, 5000)))]
    return path, fields


_BUTTONS = (
    "save",
    "done",
    "reopen",
    "lock",
    "unlock",
    "sealed",
    "open",
    "count",
    "reveal",
    "reveal-all",
    "newlink",
    "undo",
    "redo",
    "resume",
)


def look_at_answer(status, answer, headers):
    """Look at what a browser was answered."""
    if status is None or status >= 500:
        raise BrokenError(f"status {status}")
    told = dict(headers)
    if any(ord("\r") in one or ord("\n") in one for pair in headers for one in pair):
        raise BrokenError("a header of several lines")
    if not any(name == b"content-security-policy" for name in told):
        raise BrokenError("no policy")
    text = answer.decode()
    kind = told.get(b"content-type", b"")
    if kind.startswith(b"application/json"):
        data = json.loads(text)
        text = data.get("live", "") if isinstance(data, dict) else ""
    elif not kind.startswith(b"text/html"):
        return
    if "<zq" in text or '" zq=' in text or "' zq=" in text or "<!--zq" in text:
        raise BrokenError("markup of the input")
    bare = _TYPED.sub("", text)
    found = _ACTIVE.search(bare)
    if found:
        raise BrokenError(f"shown: {found[0]!r} in {bare[max(0, found.start() - 60) : found.end() + 20]!r}")


_ACTIVE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What is told in no page: what a terminal acts on, and what turns letters round."""
_TYPED = re.compile(r' value="[^"]*"|<textarea[^>]*>[^<]*</textarea>')
"""What stands in fields as it was typed: each is a box of its own, out of which nothing turns letters."""

TYPED = {
    one.__name__: one for one in (json_bytes, toml_bytes, json_lines, notation, code_words, command_words, completed)
}
"""Those of the command line and of what is piped in."""
KEPT = {one.__name__: one for one in (answers, handed_texts, asked_rules, night_files, page, printed)}
"""Those of the prompts, of evenings and their page, of the rules and of print."""
ENTRANCES = TYPED | KEPT


@contextmanager
def opened(entrance, folder):
    """Return what an entrance is attacked through: the command in this process, or a table that is served."""
    hooked()
    before = dict(os.environ)
    with pytest.MonkeyPatch.context() as patched:
        for name in os.environ.keys() - environment().keys():
            patched.delenv(name)
        for name, one in environment(HOME=str(folder), CALLBOARD_HOME=str(folder / "nights"), COLUMNS="80").items():
            if before.get(name) != one:
                patched.setenv(name, one)
        patched.chdir(folder)
        patched.setattr("callboard_cli.commands.print.printing.press", lambda *_, **__: [b"page"])
        commands = Commands(folder, patched)
        commands.run(["games"])
        commands.watch.slowest = 0.0
        if entrance is page:
            served = Served(commands)
            yield served
            served.runner.close()
        else:
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
    with opened(entrance, folder) as through:
        watch = through.commands.watch if entrance is page else through.watch
        began = time.process_time()
        while done < count:
            random = Random(f"{seed}/{entrance.__name__}/{number}")
            try:
                done += entrance(random, through)
            except (Exception, HangError, SystemExit) as error:  # noqa: BLE001  # whatever it is, it must not be
                done += 1
                told = "".join(traceback.format_exception(error)[-4:])
                where = traceback.extract_tb(error.__traceback__)[-1]
                key = (type(error).__name__, where.filename, where.lineno, str(error)[:9])
                broken.setdefault(key, f"{entrance.__name__}, seed {seed}, round {number}: {watch.last!r:.600}\n{told}")
            number += 1
        took = time.process_time() - began
    return Tally(entrance.__name__, str(seed), done, took, watch.slowest, list(broken.values()))


# --- How much is attacked ----------------------------------------------------------------------------------------------

SEED = os.environ.get("ATTACK_SEED", "18")
INPUTS = {"suite": 20, "part": 3_000, "long": 100_000}
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
    tally = attacked(ENTRANCES[entrance], how_many(config), SEED, folder)
    if is_long(config):
        with capsys.disabled():
            print(f"\n{tally}")
    assert not tally.broken, "\n\n".join(tally.broken)
