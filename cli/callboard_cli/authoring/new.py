"""The skeleton of a new game: every line that follows from its id, its players and its stages.

What no line follows from is marked TO_WRITE, and yet the skeleton runs: players' points are added, and seats drawn.
The folder `skeleton` has a template of Jinja for each file; `stage.…` is filled once for each stage but the last, and
`final.…` for that one.
"""

from __future__ import annotations

import contextlib
import keyword
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from callboard_cli.authoring.draft import GameFiles, built_in_files, own_files
from callboard_cli.ui.output import shortened
from callboard_locales import LANGUAGES
from callboard_scoring.game import Game
from callboard_scoring.games import known_games
from callboard_scoring.installed import ID, MOST_PLAYERS, MOST_STAGES, STAGE

Problem = tuple[str, Mapping[str, object]]
"""What is wrong with what was asked for: the id of its words, and their values."""

_NO_STAGES = frozenset(
    {"setup", "pieces", "evening", "refused"}  # modules and files of every game
    | {"game", "stage", "field", "help", "ask", "token", "unit", "typed", "example", "error"}  # families of messages
)
_SKELETON = Path(__file__).parent / "skeleton"
_POINTS = 20
"""What the first person of an example has; the next has one less, and so on."""
_TOO_MANY = 1000
"""More than the skeleton's MOST_POINTS."""


class NewGameError(Exception):
    """No skeleton can be written; `problems` tells everything that stands against it."""

    def __init__(self, problems: list[Problem]) -> None:
        """Keep the problems."""
        super().__init__(", ".join(message for message, _ in problems))
        self.problems = problems


@dataclass(frozen=True)
class Skeleton:
    """A skeleton that was written."""

    id: str
    folder: Path
    """The folder of the package, or of the built-in game's code."""
    files: tuple[Path, ...]


def write_game(name: str, players: str, stages: str, *, built_in: bool) -> Skeleton:
    """Write the skeleton of a game, from its id, its players ("2-4") and its stages ("round,final").

    It becomes a package in the folder where one stands, or part of the checkout of Callboard in which one stands.

    :raises NewGameError: when it cannot be; then nothing is written.
    """
    name, wanted = name.strip(), [stage.strip() for stage in stages.split(",", MOST_STAGES + 1)]
    bounds = _players(players)
    checkout = _checkout() if built_in else None
    problems = [*_name_problems(name, built_in=built_in), *_stage_problems(wanted)]
    if not players.strip():
        problems.append(("usage.new-no-players", {"most": MOST_PLAYERS}))
    elif bounds is None:
        problems.append(("usage.new-players", {"given": shortened(players), "most": MOST_PLAYERS}))
    if built_in and checkout is None:
        problems.append(("usage.new-no-checkout", {}))
    if problems or bounds is None:
        raise NewGameError(problems)
    package = f"callboard_scoring.games.{name}" if checkout else name
    game = Game(name, package, bounds, tuple(wanted), ())
    root = Path.cwd() / name
    content = dict(skeleton(game, _files(game, root, checkout), None if checkout else root))
    taken = [path for path in content if path.exists()]
    if taken:
        raise NewGameError([("usage.new-exists", {"file": os.path.commonpath(taken)})])
    _write(content)
    return Skeleton(name, root if checkout is None else _files(game, root, checkout).code, tuple(content))


def _files(game: Game, root: Path, checkout: Path | None) -> GameFiles:
    if checkout is None:
        return own_files(game, root / game.id)
    folders = ("scoring/callboard_scoring/games", "rules_text/callboard_rules", "locales/callboard_locales")
    return built_in_files(game, *(checkout / folder for folder in folders))


def _name_problems(name: str, *, built_in: bool) -> Iterator[Problem]:
    """Yield why this can be no game's id."""
    if not name:
        yield "usage.new-no-id", {}
    elif not ID.fullmatch(name) or keyword.iskeyword(name) or name.startswith("callboard"):
        yield "usage.new-id", {"given": shortened(name)}
    elif name in known_games():
        yield "usage.new-game-taken", {"given": name}
    elif not built_in and _is_package(name):
        yield "usage.new-package-taken", {"given": name}


def _is_package(name: str) -> bool:
    """Tell whether Python knows a package of this name already; the folder of the game itself is none."""
    if name in sys.stdlib_module_names:
        return True
    spec = find_spec(name)
    return spec is not None and spec.origin is not None


def _players(text: str) -> tuple[int, int] | None:
    """Read "2-4", or "4" for exactly four."""
    match = re.fullmatch(r"([0-9]{1,2})(?:[-–]([0-9]{1,2}))?", text.strip())
    if match is None:
        return None
    fewest, most = int(match[1]), int(match[2] or match[1])
    return (fewest, most) if 1 <= fewest <= most <= MOST_PLAYERS else None


def _stage_problems(stages: list[str]) -> Iterator[Problem]:
    """Yield why these can be no game's stages."""
    if not any(stages):
        yield "usage.new-no-stages", {}
        return
    if len(stages) > MOST_STAGES:
        yield "usage.new-many-stages", {"most": MOST_STAGES}
        return
    for stage in dict.fromkeys(stages):
        if not STAGE.fullmatch(stage) or keyword.iskeyword(stage) or stage in _NO_STAGES:
            yield "usage.new-stage", {"given": shortened(stage)}
        elif stages.count(stage) > 1:
            yield "usage.new-stage-twice", {"given": stage}


def _checkout() -> Path | None:
    """Return the checkout of Callboard in which one stands."""
    here = Path.cwd()
    games = "scoring/callboard_scoring/games/__init__.py"
    return next((folder for folder in (here, *here.parents) if (folder / games).is_file()), None)


def _write(content: Mapping[Path, str]) -> None:
    """Write all files, or none.

    :raises NewGameError: when one cannot be written.
    """
    done: list[Path] = []
    for path, text in content.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                done.append(path)
                file.write(text)
        except OSError:
            for each in done:
                with contextlib.suppress(OSError):
                    each.unlink()
            raise NewGameError([("usage.unwritable", {"file": path})]) from None


# --- Templates -------------------------------------------------------------------------------------------------------


def skeleton(game: Game, files: GameFiles, package: Path | None) -> Iterator[tuple[Path, str]]:
    """Yield each file of the skeleton with its text; `package` is the folder around a package of the game's own."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # a mistyped command needs no templates

    environment = Environment(  # noqa: S701  # no HTML
        loader=FileSystemLoader(_SKELETON),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        comment_start_string="{##",  # `{#id}` stands behind titles in the rules
    )
    environment.filters |= {"rows": _rows, "pairs": _pairs, "quoted": _quoted, "in_tuple": _in_tuple}
    values = _values(game)
    times = {"stage": game.stages[:-1], "final": game.stages[-1:]}
    for name in environment.list_templates(extensions=["txt"]):
        folder, *inner = Path(name).with_suffix("").parts
        template, own = environment.get_template(name), Path(*inner)
        for stage in times.get(own.stem, [""]):
            target = _target(files, package, folder, own.with_stem(stage) if stage else own)
            if target is not None:
                yield target, template.render(values, stage=stage)


def _target(files: GameFiles, package: Path | None, folder: str, own: Path) -> Path | None:
    """Return where a template's file is to lie; None where this game has no such file."""
    match folder:
        case "package":
            return package / own if package else None
        case "locales":
            return files.catalogs[own.stem]
        case "questions":
            return files.questions / files.question_file.format(language=own.stem)
        case "golden":
            return files.golden / own
        case "rules":
            return files.rules / own
        case _:
            return files.code / own


def _values(game: Game) -> dict[str, object]:
    """Return what the templates are filled with."""
    fewest, most = game.players
    people = _people(game)
    table = [(person["en"], _POINTS - place) for place, person in enumerate(people)]
    return {
        "id": game.id,
        "title": game.id.capitalize(),
        "package": game.package,
        "built_in": game.package.startswith("callboard_scoring."),
        "fewest": fewest,
        "most": most,
        "numbers": range(fewest, most + 1),
        "stages": game.stages,
        "people": people,
        "example": table,
        "ranks": [(name, place) for place, (name, _) in enumerate(table, 1)],
        "tied": [(name, 0 if place > 1 else _POINTS) for place, (name, _) in enumerate(table)],
        "tied_names": [name for name, _ in table[:2]],
        "refused": [(table[0][0], _TOO_MANY), *table[1:]],
    }


def _people(game: Game) -> list[dict[str, str]]:
    """Return the people of an example, at least two where so many play: what each is called in each language."""
    fewest, most = game.players
    names = tomllib.loads((_SKELETON / "names.toml").read_text(encoding="utf-8"))
    spoken = zip(*(names[language].split() for language in LANGUAGES), strict=True)
    people = [dict[str, str](zip(LANGUAGES, each, strict=True)) for each in spoken]
    return people[: max(fewest, min(most, 2))]


def _rows(table: Iterable[tuple[str, int]]) -> str:
    """Write the players of a record, each in a line."""
    return "\n".join(f'    {{ name = "{name}", points = {points} }},' for name, points in table)


def _pairs(table: Iterable[tuple[str, int]]) -> str:
    """Write what is between the brackets of a table of TOML."""
    return ", ".join(f"{name} = {value}" for name, value in table)


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _in_tuple(names: tuple[str, ...]) -> str:
    """Write names as a tuple has them between its brackets."""
    return _quoted(names) + "," * (len(names) == 1)
