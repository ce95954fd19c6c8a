"""A game as it lies in its files, each read once; what cannot be read counts as empty, and a finding tells it."""

from __future__ import annotations

import ast
import os
import re
import tomllib
import traceback
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import callboard_locales
import callboard_rules
import callboard_scoring.games
from callboard_cli.authoring.playing import MadeSetup, Played, made_setups, play
from callboard_cli.authoring.texts import NoCatalogError, OwnCatalog, PoFile, RulesText, read_catalog, read_rules_text
from callboard_cli.input.diagnostics.problems import described, hinted
from callboard_cli.input.parser.abbreviations import Shorts, Spoken
from callboard_cli.input.stage import Stage
from callboard_cli.render.json_data import unruled_data
from callboard_cli.ui.output import visible
from callboard_cli.ui.wording import sentence
from callboard_locales import LANGUAGES, Catalog
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult, Line, Outcome
from callboard_scoring.problems import Problem
from callboard_scoring.records import Record
from callboard_scoring.words import Words, fold

TO_WRITE = "TODO"
"""What a skeleton has before all that a person is still to write, in whatever file it is."""


@dataclass(frozen=True)
class GameFiles:
    """The folders and files that a game is made of; none of them need be there."""

    game: Game
    code: Path
    """The modules of its pieces, stages and set-up, and `examples.toml`."""
    rules: Path
    """`ru.md`, `en.md`, `es.md`, `sources.toml`, `glossary.toml`, `asked/`, `answered/` and `unanswered/`."""
    catalogs: Mapping[str, Path]
    """The `.po` file of each language."""
    golden: Path
    """A file of cases for each stage."""
    questions: Path
    """The folder of what the look-up is measured by."""
    question_file: str = "{language}.toml"
    """What a language's file is called there."""


def files_of(game: Game) -> GameFiles:
    """Return where a game's files lie: a built-in one's among all others', another's in its own package."""
    if not game.package.startswith(f"{callboard_scoring.games.__name__}."):
        return own_files(game, game.folder)
    places = (callboard_scoring.games, callboard_rules, callboard_locales)
    return built_in_files(game, *(Path(str(package.__file__)).parent for package in places))


def own_files(game: Game, code: Path) -> GameFiles:
    """Return where the files of a game lie that has a package of its own, with its code in this folder."""
    catalogs = {language: code / "locales" / f"{language}.po" for language in LANGUAGES}
    return GameFiles(game, code, code / "rules", catalogs, code / "golden", code / "questions")


def built_in_files(game: Game, games: Path, rules: Path, locales: Path) -> GameFiles:
    """Return where the files of a built-in game lie, by the folders that hold all games' code, rules and catalogs."""
    tests = games.parents[2] / "tests"
    return GameFiles(
        game,
        games / game.id,
        rules / game.id,
        {language: locales / language / "LC_MESSAGES" / f"{game.id}.po" for language in LANGUAGES},
        tests / "golden" / game.id,
        tests / "questions",
        f"{game.id}.{{language}}.toml",
    )


ADVICE = (
    *("check.asked-few", "check.asked-none", "check.everyday-missing", "check.unanswered-none", "check.uncited"),
    *("check.evening-none", "check.lacks-none"),
    *("check.questions-none", "check.questions-few", "check.questions-known"),
)
"""What makes a game better and does not make it wrong."""
_LONGEST = 300
"""The most characters of a value that are told."""


@dataclass(frozen=True)
class Finding:
    """One thing that is missing or wrong."""

    file: Path
    code: str
    """The id of its words."""
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def kind(self) -> Literal["error", "advice"]:
        """Whether the game is wrong, or could be better."""
        return "advice" if self.code in ADVICE else "error"

    def text(self, words: Catalog) -> str:
        """Say what is wrong and what to do, in the catalog's language."""
        shown = {name: visible(_short(words, value)) for name, value in self.values.items()}
        return words.text(self.code) % shown if shown else words.text(self.code)


def _short(words: Catalog, value: object) -> str:
    """Write a value as people read it: names with commas between them, a thing's kind in words."""
    if isinstance(value, Family):
        return words.text(f"check.family-{value.name}")
    if isinstance(value, Said):
        value = value.texts.get(words.language) or next(iter(value.texts.values()), "")
    if isinstance(value, (list, tuple, set, frozenset)):
        items = list(map(str, value))
        value = ", ".join(sorted(items) if isinstance(value, (set, frozenset)) else items)
    text = " ".join(str(value).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


@dataclass(frozen=True)
class Family:
    """What kind of thing needs words, such as a reason; it has words itself."""

    name: str


@dataclass(frozen=True)
class Said:
    """What the game itself says, by language."""

    texts: Mapping[str, str]


def trouble(error: BaseException, folder: Path) -> dict[str, object]:
    """Return what an exception out of a game's code says, and where in the game's folder it came up."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(folder)
    ]
    where = f"{Path(frames[-1].filename).relative_to(folder)}:{frames[-1].lineno}" if frames else "—"
    if isinstance(error, SyntaxError) and error.filename:
        where = f"{Path(error.filename).name}:{error.lineno}"
    return {"error": f"{type(error).__name__}: {error}", "where": where}


@dataclass(frozen=True)
class StageCode:
    """What a stage's module says."""

    name: str
    model: type[Record]
    outcome: type[Outcome] | None
    example: Mapping[str, Any] | None


@dataclass(frozen=True)
class Case:
    """A case of a file, and what comes of its record."""

    file: Path
    stage: str
    case: Mapping[str, Any]
    played: Played

    @property
    def name(self) -> str:
        """Its name, or where there is none a question mark."""
        return str(self.case.get("name") or "?")


class Draft:
    """A game's files, and what is in them as far as it can be read."""

    def __init__(self, files: GameFiles) -> None:
        """Take where they lie."""
        self.files = files
        self.game: Game = files.game
        self.unread: dict[Path, Finding] = {}
        """What is wrong with each file that could not be read."""
        self._tables: dict[Path, dict[str, Any]] = {}

    # --- Files -------------------------------------------------------------------------------------------------------

    @cached_property
    def root(self) -> Path:
        """The folder by which files are named: the game's own, or the checkout's."""
        files = self.files
        folders = [files.code, files.rules, *(path.parent for path in files.catalogs.values()), files.golden]
        return Path(os.path.commonpath(folders))

    @property
    def is_built_in(self) -> bool:
        """Whether the game's files lie among those of all other built-in ones."""
        return not self.files.rules.is_relative_to(self.files.code)

    def questions(self, language: str) -> Path:
        """Return the file of what the look-up is measured by."""
        return self.files.questions / self.files.question_file.format(language=language)

    def text(self, path: Path) -> str:
        """Return what a file says; nothing where it cannot be read."""
        try:
            return path.read_text(encoding="utf-8")
        except FileNotFoundError:
            self.unread[path] = Finding(path, "check.missing")
        except UnicodeError:
            self.unread[path] = Finding(path, "check.not-utf8")
        except OSError as error:
            self.unread[path] = Finding(path, "check.unreadable", {"error": error.strerror or error})
        return ""

    def table(self, path: Path) -> dict[str, Any]:
        """Return the tables of a TOML file; none where it cannot be read."""
        if path not in self._tables:
            self._tables[path] = {}
            try:
                self._tables[path] = tomllib.loads(self.text(path))
            except (ValueError, RecursionError) as error:
                self.unread[path] = Finding(path, "check.not-toml", {"error": error})
        return self._tables[path]

    def cases(self, path: Path) -> list[dict[str, Any]]:
        """Return the tables named `case` of a TOML file, if it has any."""
        cases = self.table(path).get("case", [])
        return [case for case in cases if isinstance(case, dict)] if isinstance(cases, list) else []

    @cached_property
    def modules(self) -> dict[Path, ast.Module]:
        """Every module of the game's code, as it is written."""
        found = {}
        for path in sorted(self.files.code.rglob("*.py")):
            try:
                found[path] = ast.parse(self.text(path), str(path))
            except (SyntaxError, ValueError) as error:
                self.unread[path] = Finding(path, "check.not-python", trouble(error, self.files.code))
        return found

    @cached_property
    def _nodes(self) -> tuple[tuple[ast.AST, Path], ...]:
        """Every node of the code, with its module: to go through them takes longer than to look at each."""
        return tuple((node, path) for path, module in self.modules.items() for node in ast.walk(module))

    @cached_property
    def literals(self) -> dict[str, Path]:
        """Every text that the code writes out, with the first module that does."""
        found: dict[str, Path] = {}
        for node, path in self._nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.setdefault(node.value, path)
        return found

    @cached_property
    def reasons(self) -> dict[str, Path]:
        """The id of every reason that the code declares, with its module."""
        return dict(self._declared("reason"))

    @cached_property
    def readings(self) -> dict[str, Path]:
        """The id of every reading that the code declares, with its module."""
        return dict(self._declared("reading"))

    def _declared(self, function: str) -> Iterator[tuple[str, Path]]:
        """Yield each id that the code declares by calling this function."""
        for node, path in self._nodes:
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == function:
                name = node.args[0] if node.args else None
                if isinstance(name, ast.Constant) and isinstance(name.value, str):
                    yield name.value, path

    @cached_property
    def refusals(self) -> dict[str, Path]:
        """The id of every problem of its own that the code can tell, with its module."""
        return self._written("error")

    @cached_property
    def doubts(self) -> dict[str, Path]:
        """The id of every doubt that the code can tell, with its module."""
        return self._written("doubt")

    def _written(self, family: str) -> dict[str, Path]:
        """Return each id of this family that the code writes out."""
        own = re.compile(rf"{re.escape(self.game.id)}/{family}\.[a-z0-9-]+")
        return {text: path for text, path in self.literals.items() if own.fullmatch(text)}

    # --- Code --------------------------------------------------------------------------------------------------------

    @cached_property
    def examples(self) -> dict[str, Any]:
        """The example records by their stage."""
        return self.table(self.files.code / "examples.toml")

    @cached_property
    def stages(self) -> dict[str, StageCode]:
        """The stages whose modules load and say what they take and give."""
        found = {}
        for name in self.game.stages:
            try:
                model, outcome = self.game.record(name), self.game.outcome(name)
            except Exception:  # noqa: BLE001, S112  # whatever a module under construction does; `checks.code` tells it
                continue
            if isinstance(model, type) and issubclass(model, Record):
                example = self.examples.get(name)
                found[name] = StageCode(name, model, outcome, example if isinstance(example, dict) else None)
        return found

    @cached_property
    def options(self) -> type[Record] | None:
        """The model of the set-up's options, if it can be loaded."""
        try:
            model = self.game.setup()[1]
        except Exception:  # noqa: BLE001  # whatever a module under construction does; `checks.code` tells it
            return None
        return model if isinstance(model, type) and issubclass(model, Record) else None

    @cached_property
    def setups(self) -> list[MadeSetup]:
        """Set-ups for every number of players with every choice of options, some draws of each."""
        return made_setups(self.game, self.options) if self.options is not None else []

    def play(self, stage: str, raw: object) -> Played:
        """Read and score a raw record of a stage that loads, whatever comes of it."""
        return play(self.game, stage, self.stages[stage].model, self.words, raw)

    @cached_property
    def golden(self) -> list[Case]:
        """The golden cases of the stages that load, with what comes of their records."""
        return [
            Case(path, name, case, self.play(name, case.get("record")))
            for name in self.stages
            for path in [self.files.golden / f"{name}.toml"]
            for case in self.cases(path)
        ]

    @cached_property
    def refused(self) -> list[Case]:
        """The cases of refusal of the stages that load, with what comes of their records."""
        return [
            Case(self.refused_file, case["stage"], case, self.play(case["stage"], case.get("record")))
            for case in self.cases(self.refused_file)
            if isinstance(case.get("stage"), str) and case["stage"] in self.stages
        ]

    @property
    def refused_file(self) -> Path:
        """The file of the cases of refusal."""
        return self.files.golden / "refused.toml"

    @property
    def setup_file(self) -> Path:
        """The file of the cases of the set-up."""
        return self.files.golden / "setup.toml"

    # --- Words -------------------------------------------------------------------------------------------------------

    @cached_property
    def catalogs(self) -> dict[str, PoFile]:
        """The catalogs that can be read."""
        found = {}
        for language, path in self.files.catalogs.items():
            try:
                found[language] = read_catalog(path, self.text(path)) if self.text(path) else None
            except NoCatalogError as error:
                self.unread[path] = Finding(path, "check.not-po", {"error": error})
        return {language: po for language, po in found.items() if po is not None}

    @cached_property
    def spoken(self) -> dict[str, OwnCatalog]:
        """What the game says in each language, from the files that are checked."""
        return {language: OwnCatalog(language, self.game.id, po) for language, po in self.catalogs.items()}

    def said(self, message: str) -> Iterator[tuple[str, str]]:
        """Yield each language's words for an id that may have several, with the language."""
        for language, po in self.catalogs.items():
            if message in po.messages:
                for word in po.messages[message].forms[0].split("|"):
                    yield language, word

    @cached_property
    def words(self) -> Words:
        """The words of the tokens and letters, as the command line reads them."""
        game = self.game
        tokens = {fold(token): token for token in game.tokens}
        for token in game.tokens:
            tokens |= {fold(word): token for _, word in self.said(f"{game.id}/token.{token}")}
        letters = {
            fold(word) or word: letter
            for token, letter in game.letters.items()
            for _, word in self.said(f"{game.id}/token.{token}.letter")
        }
        return Words(tokens, letters)

    @cached_property
    def shorts(self) -> Shorts:
        """The short forms of the tokens' words, as the command line reads them."""

        def spoken(language: str, form: str = "") -> tuple[tuple[str, str], ...]:
            ids = ((token, f"{self.game.id}/token.{token}{form}") for token in self.game.tokens)
            words = ((token, own, word) for token, message in ids for own, word in self.said(message))
            return tuple((token, word) for token, own, word in words if own == language)

        return Shorts({language: Spoken(spoken(language), spoken(language, ".letter")) for language in self.catalogs})

    # --- Rules -------------------------------------------------------------------------------------------------------

    @cached_property
    def sources(self) -> dict[str, Any]:
        """Where the rules come from."""
        return self.table(self.files.rules / "sources.toml")

    @cached_property
    def rules(self) -> dict[str, RulesText]:
        """The rules text of each language, if there is one."""
        texts = {language: self.text(self.files.rules / f"{language}.md") for language in LANGUAGES}
        return {language: read_rules_text(text) for language, text in texts.items() if text}

    @cached_property
    def sections(self) -> list[str]:
        """The ids of all sections that any language has."""
        return list(dict.fromkeys(section.id for text in self.rules.values() for section in text.sections))


def tell(draft: Draft, stage: str, result: AnyResult) -> dict[str, Mapping[str, Any]]:
    """Tell a result in each language as the machine interface does, with what lines lacked that gave nothing.

    :raises Exception: what the words of a line that cannot be told raise.
    """
    return {
        language: unruled_data(words, draft.game, stage, result, why_not=True)
        for language, words in draft.spoken.items()
    }


def untold(draft: Draft, line: Line) -> Iterator[tuple[str, str]]:
    """Yield each language in which the words of a line cannot be filled, with what is in the way."""
    for language, words in draft.spoken.items():
        try:
            sentence(words, draft.game.id, line)
        except Exception as error:  # noqa: BLE001  # values of any kind meet words of any kind
            yield language, str(error)


def said(draft: Draft, stage: str, raw: object, problems: Iterable[Problem]) -> Said:
    """Return what is wrong with a record, in each language that has a catalog."""
    name = Stage(draft.game, stage)
    return Said(
        {
            language: "; ".join(_said(problem, words, name, raw) for problem in problems)
            for language, words in draft.spoken.items()
        }
        or {"en": "; ".join(f"{problem.path}: {problem.code}" for problem in problems)}
    )


def refusals(draft: Draft, stage: str, problems: Iterable[Problem]) -> set[tuple[str, str]]:
    """Return problems as a case of refusal writes them: the path, and the code that the machine interface tells."""
    name = Stage(draft.game, stage)
    hints = [hinted(problem, Catalog("en"), name, guesses=False) for problem in problems]
    return {(problem.path, problem.code.rpartition("error.")[2]) for problem in hints}


def _said(problem: Problem, words: Catalog, stage: Stage, raw: object) -> str:
    try:
        return described(problem, words, stage, raw)["text"]
    except Exception:  # noqa: BLE001  # words under construction; another check tells what is wrong with them
        return f"{problem.path}: {problem.code}"
