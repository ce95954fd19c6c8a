"""The files of a skeleton, made of the templates beside this module.

A template is a text with `$names` in it. What stands between `@ stage` and `@ end` is written once for each stage, and
so for each person of the example with `@ player`; between `@ several` and `@ end` only for a game of more than one
player, and `@ solo` for one alone; between `@ earlier` and `@ end` only for one with stages before the last, and
`@ alone` for one without. Files named `stage.…` and `final.…` are written for each stage, `final.…` for the
last one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import Template

from callboard_cli.workshop.files import GameFiles
from callboard_locales import LANGUAGES
from callboard_scoring.game import Game

_HERE = Path(__file__).parent
_POINTS = 20
"""What the first person of an example has; the next has one less, and so on."""

_TOO_MANY = 1000
"""More than the skeleton's MOST_POINTS."""

Values = Mapping[str, str]
Blocks = Mapping[str, list[Values]]
"""What a block is written for: the values of each time; for none, it is left out."""


def skeleton(game: Game, files: GameFiles, package: Path | None) -> Iterator[tuple[Path, str]]:
    """Yield each file of the skeleton with its text; `package` is the folder around a package of the game's own."""
    whole = _values(game)
    stages: list[Values] = [{**whole, "stage": stage} for stage in game.stages]
    blocks: Blocks = {
        "stage": stages,
        "player": [{**whole, **person} for person in _people(game)],
        "several": [whole] if game.players[1] > 1 else [],
        "solo": [whole] if game.players[1] == 1 else [],
        "earlier": [whole] if len(stages) > 1 else [],
        "alone": [whole] if len(stages) == 1 else [],
    }
    times = {"stage": stages[:-1], "final": stages[-1:]}
    for template in sorted(_HERE.glob("*/**/*.txt")):
        folder, *inner = template.relative_to(_HERE).with_suffix("").parts
        own = Path(*inner)
        for values in times.get(own.stem, [whole]):
            named = own.with_stem(values["stage"]) if "stage" in values else own
            target = _target(files, package, folder, named)
            if target is not None:
                yield target, _filled(template.read_text(encoding="utf-8"), values, blocks)


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


def _filled(text: str, values: Values, blocks: Blocks) -> str:
    """Write out a template: its blocks as often as they are wanted, its names filled in."""
    written: list[str] = []
    block: list[str] = []
    each: list[Values] | None = None
    for line in text.splitlines(keepends=True):
        if line.startswith("@ end"):
            written += [Template("".join(block)).substitute({**values, **own}) for own in each or []]
            block, each = [], None
        elif line.startswith("@ "):
            written.append(Template("".join(block)).substitute(values))
            block, each = [], blocks[line[2:].strip()]
        else:
            block.append(line)
    return "".join([*written, Template("".join(block)).substitute(values)])


def _values(game: Game) -> dict[str, str]:
    """Return what follows from a game's id, players and stages."""
    fewest, most = game.players
    people = _people(game)
    table = [(person["name"], _POINTS - place) for place, person in enumerate(people)]
    tied = [(name, _POINTS) for name, _ in table[:2]] + [(name, 0) for name, _ in table[2:]]
    first = people[0]
    inside = game.package.startswith("callboard_scoring.")
    module = f"from {game.package}.pieces import"
    bounds, box = f"{module} FEWEST, MOST_POINTS, PLAYERS\n", f"{module} BOX\n"
    return {
        "id": game.id,
        "title": game.id.capitalize(),
        "fewest": str(fewest),
        "most": str(most),
        "numbers": ", ".join(map(str, range(fewest, most + 1))),
        "range": f"{fewest}–{most}" if fewest < most else str(most),
        "stages": _quoted(game.stages),
        "earlier": _quoted(game.stages[:-1]),
        "path": ", ".join(f'Leg("{stage}")' for stage in game.stages) + "," * (len(game.stages) == 1),
        "first": game.stages[0],
        "last": game.stages[-1],
        "related": '"setup", "tie-break"' if most > 1 else '"setup"',
        "winner": first["name"],
        **{f"ann_{language}": first[f"name_{language}"] for language in LANGUAGES},
        "example": _rows(table),
        "totals": _pairs(table),
        "ranks": _pairs([(name, place) for place, (name, _) in enumerate(table, 1)]),
        "tied": _rows(tied),
        "tied_totals": _pairs(tied),
        "tied_winners": ", ".join(f'"{name}"' for name, _ in tied[:2]),
        "tied_text": f"Equal points: {' and '.join(name for name, _ in tied[:2])} share the victory.",
        "refused": _rows([(table[0][0], _TOO_MANY), *table[1:]]),
        "inside": bounds if inside else "",
        "after": "" if inside else f"\n{bounds}",
        "inside_box": box if inside else "",
        "after_box": "" if inside else f"\n{box}",
    }


def _people(game: Game) -> list[dict[str, str]]:
    """Return the people of an example: at least two where so many play, each with a name in each language."""
    fewest, most = game.players
    names = tomllib.loads((_HERE / "names.toml").read_text(encoding="utf-8"))
    spoken = zip(*(names[language].split() for language in LANGUAGES), strict=True)
    people = [{f"name_{language}": name for language, name in zip(LANGUAGES, each, strict=True)} for each in spoken]
    return [{"name": person["name_en"], **person} for person in people[: max(fewest, min(most, 2))]]


def _quoted(names: Sequence[str]) -> str:
    """Write names as a tuple has them between its brackets."""
    return ", ".join(f'"{name}"' for name in names) + "," * (len(names) == 1)


def _rows(table: list[tuple[str, int]]) -> str:
    return "\n".join(f'    {{ name = "{name}", points = {points} }},' for name, points in table)


def _pairs(table: list[tuple[str, int]]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in table)
