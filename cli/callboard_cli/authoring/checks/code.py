"""Checks of a game's files and code: all can be read, nothing is left to write, and stages and set-up come out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from callboard_cli.authoring.draft import TO_WRITE, Draft, Finding, said, trouble, untold
from callboard_cli.authoring.playing import MadeSetup
from callboard_locales import LANGUAGES
from callboard_scoring.games import GAMES
from callboard_scoring.ledger import Alone, Line, Score
from callboard_scoring.problems import RefusedError
from callboard_scoring.records import seats_field, seats_of
from callboard_scoring.setup import Setup

_WELCOME = ("asked", "answered", "unanswered", "questions")
"""What a game may do without; other checks advise it."""


def readable(draft: Draft) -> Iterator[Finding]:
    """Look whether every file is there and can be read."""
    files = draft.files
    draft.modules  # noqa: B018  # reads them
    draft.rules  # noqa: B018
    for path in files.catalogs.values():
        draft.text(path)
    draft.catalogs  # noqa: B018
    draft.table(files.code / "examples.toml")
    for name in ("sources", "glossary"):
        draft.table(files.rules / f"{name}.toml")
    for name in (*draft.game.stages, "refused", "setup"):
        draft.table(files.golden / f"{name}.toml")
    for language in LANGUAGES:
        for path in (
            files.rules / "asked" / f"{language}.toml",
            files.rules / "answered" / f"{language}.toml",
            files.rules / "unanswered" / f"{language}.toml",
            draft.questions(language),
        ):
            if path.exists():
                draft.table(path)
    for path, finding in draft.unread.items():
        if not (finding.code == "check.missing" and path.parent.name in _WELCOME):
            yield finding


def unwritten(draft: Draft) -> Iterator[Finding]:
    """Look for what the skeleton left to write; words and rules texts have a check of their own, by their ids."""
    folders = (draft.files.code, draft.files.rules, draft.files.golden)
    paths = {path for folder in folders for kind in ("*.py", "*.toml") for path in folder.rglob(kind)}
    for path in sorted(paths):
        lines = draft.text(path).splitlines()
        numbers = [number for number, line in enumerate(lines, 1) if TO_WRITE in line]
        if numbers:
            yield Finding(path, "check.unwritten", {"lines": numbers})


_ID = re.compile(r"[a-z][a-z0-9]*")
_LIMITS = {"integer": ("maximum", "exclusiveMaximum"), "array": ("maxItems",)}
"""What says how much a field may hold at most, in a JSON Schema."""


def description(draft: Draft) -> Iterator[Finding]:
    """Look at what the game says of itself: its id, how many play it, its stages."""
    game, file = draft.game, draft.files.code / "__init__.py"
    built_in = next((one for one in GAMES if one.id == game.id), None)
    folder = game.package.rpartition(".")[2]
    if not _ID.fullmatch(game.id):
        yield Finding(file, "check.id-shape", {"id": game.id})
    elif built_in is not None and built_in.package != game.package:
        yield Finding(file, "check.id-taken", {"id": game.id})
    elif folder != game.id:
        yield Finding(file, "check.id-folder", {"id": game.id, "folder": folder})
    least, most = game.players
    if not 1 <= least <= most:
        yield Finding(file, "check.players", {"least": least, "most": most})
    if not game.stages or len(set(game.stages)) < len(game.stages):
        yield Finding(file, "check.stages", {"stages": game.stages})


def seats(draft: Draft) -> Iterator[Finding]:
    """Look whether as many play each stage as play the game."""
    least, most = draft.game.players
    for name, stage in draft.stages.items():
        for bounds in filter(None, map(seats_of, stage.model.model_fields.values())):
            if (bounds.fewest, bounds.most) != (least, most):
                values = {"least": least, "most": most, "fewest": bounds.fewest, "largest": bounds.most, "stage": name}
                yield Finding(_module(draft, name), "check.seats", values)


def stages(draft: Draft) -> Iterator[Finding]:
    """Look whether each stage is a module with a scorer that says what it takes and gives."""
    for name in draft.game.stages:
        file = draft.files.code / f"{name}.py"
        if not file.exists() and not file.with_suffix("").is_dir():
            yield Finding(file, "check.no-stage", {"stage": name})
            continue
        try:
            score = getattr(draft.game.load(name), "score", None)
        except Exception as error:  # noqa: BLE001  # whatever a module under construction does
            yield Finding(file, "check.import", trouble(error, draft.files.code))
            continue
        if not callable(score):
            yield Finding(file, "check.no-score", {"stage": name})
        elif name not in draft.stages:
            yield Finding(file, "check.no-annotations", {"stage": name})


def path(draft: Draft) -> Iterator[Finding]:
    """Look whether each leg of the main path is a stage of the game, and its fields are the record's."""
    for leg in draft.game.path:
        stage = draft.stages.get(leg.stage)
        if leg.stage not in draft.game.stages or (stage and not leg.fields.keys() <= stage.model.model_fields.keys()):
            told = ", ".join([leg.stage, *leg.fields])
            yield Finding(draft.files.code / "__init__.py", "check.path", {"leg": told})


def examples(draft: Draft) -> Iterator[Finding]:
    """Look whether each stage has an example that can be scored and told."""
    file = draft.files.code / "examples.toml"
    for name in draft.examples:
        if name not in draft.game.stages:
            yield Finding(file, "check.example-stage", {"stage": name})
    for name, stage in draft.stages.items():
        if stage.example is None:
            yield Finding(file, "check.no-example", {"stage": name})
            continue
        played = draft.play(name, stage.example)
        if played.refused:
            problems = said(draft, name, stage.example, played.refused)
            yield Finding(file, "check.example-refused", {"stage": name, "problems": problems})
        elif played.crash is not None:
            values = {"stage": name, **trouble(played.crash, draft.files.code)}
            yield Finding(file, "check.example-crash", values)
        for doubt in played.result.doubts if played.result else ():
            yield Finding(file, "check.example-doubt", {"stage": name, "path": doubt.path, "id": doubt.code})


def limits(draft: Draft) -> Iterator[Finding]:
    """Look for fields without an upper limit, where no case shows that too much is refused."""
    shown = {(case.stage, _anywhere(problem.path)) for case in draft.refused for problem in case.played.refused}
    for name, stage in draft.stages.items():
        try:
            schema = stage.model.model_json_schema()
        except Exception as error:  # noqa: BLE001  # whatever a model under construction does
            yield Finding(_module(draft, name), "check.import", trouble(error, draft.files.code))
            continue
        for field in dict.fromkeys(_unlimited(schema, schema.get("$defs", {}), "")):
            like = re.compile(re.escape(field).replace(r"\*", "[^.]+"))
            if not any(stage_name == name and like.fullmatch(path) for stage_name, path in shown):
                yield Finding(_module(draft, name), "check.unlimited", {"stage": name, "field": field})


def setups(draft: Draft) -> Iterator[Finding]:
    """Look whether the game can be set up for every number of players and with every choice of options."""
    file = draft.files.code / "setup.py"
    if not file.exists():
        yield Finding(file, "check.no-setup")
        return
    try:
        draft.game.setup()
    except Exception as error:  # noqa: BLE001  # whatever a module under construction does
        yield Finding(file, "check.import", trouble(error, draft.files.code))
        return
    if draft.options is None:
        yield Finding(file, "check.no-options")
        return
    met = set()
    limits: dict[tuple[object, ...], object] = {}
    for setup in draft.setups:
        options = ", ".join(f"{name}={value}" for name, value in setup.options.items()) or "—"
        where: dict[str, object] = {"players": setup.players, "options": options}
        if isinstance(setup.made, Exception):
            refused = isinstance(setup.made, RefusedError)
            values = {**where, **trouble(setup.made, draft.files.code)}
            finding = Finding(file, "check.setup-refused" if refused else "check.setup-crash", values)
        elif not isinstance(setup.made, Setup):
            finding = Finding(file, "check.no-options")
        else:
            same = limits.setdefault((setup.players, *setup.options.items()), setup.limits) == setup.limits
            wrong = next(_wrong_pieces(draft, setup.made), None) or next(_wrong_parts(setup, steady=same), None)
            if setup.is_steady and wrong is None:
                continue
            code, values = wrong or ("check.setup-chance", {})
            finding = Finding(file, code, {**where, **values})
        if (key := (finding.code, *map(finding.values.get, ("error", "piece", "part")))) not in met:
            met.add(key)
            yield finding


def _wrong_parts(setup: MadeSetup, *, steady: bool) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield each part that cannot be kept: without a value among the draws, or of lots that depend on others."""
    draws = setup.made.draws if isinstance(setup.made, Setup) else {}
    for name in setup.parts:
        if name not in draws:
            yield "check.setup-part", {"part": name}
    if not steady:
        yield "check.setup-lots", {}


def _wrong_pieces(draft: Draft, made: Setup) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield each kind of piece that is handed out without being taken, or taken without being in the box."""
    seated = Counter(piece for seat in made.seats for piece in Counter(seat.take).elements())
    for piece, count in seated.items():
        if count > made.take.get(piece, 0):
            yield "check.setup-seats", {"piece": piece, "count": count, "taken": made.take.get(piece, 0)}
    box, known = _box(draft)
    for piece, count in made.take.items() if box else ():
        if piece not in known or count > box.get(piece, count):
            yield "check.setup-box", {"piece": piece, "count": count, "held": box.get(piece, 0)}


def _box(draft: Draft) -> tuple[Mapping[str, int], set[str]]:
    """Return what BOX in the game's pieces counts, if it is there, and the pieces that any table beside it has."""
    try:
        tables = [table for table in vars(draft.game.load("pieces")).items() if isinstance(table[1], Mapping)]
    except ImportError:  # a game may count its pieces elsewhere
        return {}, set()
    return dict(tables).get("BOX", {}), {str(piece) for _, table in tables for piece in table}


def told(draft: Draft) -> Iterator[Finding]:
    """Look whether every line that examples, cases and set-ups give can be told in words."""
    lines = [line for setup in draft.setups if isinstance(setup.made, Setup) for line in setup.made.steps]
    lines += [one.why for case in draft.golden for one in case.played.otherwise if isinstance(one.why, Line)]
    played = [draft.play(name, stage.example) for name, stage in draft.stages.items() if stage.example is not None]
    for one in (*played, *(case.played for case in draft.golden)):
        lines += (*one.result.told(), *one.lacks) if one.result is not None else ()
    # Lines of one reason with values of the same kinds are told alike, so one of them will do.
    kinds = {(line.reason, *((name, type(value)) for name, value in line.values.items())): line for line in lines}
    for line in kinds.values():
        for language, error in untold(draft, line):
            yield Finding(draft.files.catalogs[language], "check.untold", {"id": line.reason.id, "error": error})


def by_stages(draft: Draft) -> Iterator[Finding]:
    """Look whether what is decided differently, and what a row gives alone, where a game says it, is of its stages."""
    for name in ("otherwise", "alone"):
        file = draft.files.code / f"{name}.py"
        if not file.exists():
            continue
        try:
            said = getattr(draft.game.load(name), name.upper())
        except Exception as error:  # noqa: BLE001  # whatever a module under construction does
            yield Finding(file, "check.import", trouble(error, draft.files.code))
            continue
        for stage in said:
            if stage not in draft.game.stages:
                yield Finding(file, "check.evening-stage", {"part": name.upper(), "stage": stage})
        if name == "alone":
            yield from _alone(draft, file)


def _alone(draft: Draft, file: Path) -> Iterator[Finding]:
    """Look whether each row of a case gives alone what the score gives it, but for the rules that wait for others."""
    for case in draft.golden:
        seats = case.played.record and seats_field(type(case.played.record))
        rows = case.case["record"][seats] if seats else ()
        for score, row in zip(case.played.result.players if case.played.result else (), rows, strict=False):
            try:
                part = draft.game.alone(case.stage, case.case["record"], row, draft.words, len(rows))
            except Exception as error:  # noqa: BLE001  # whatever a module under construction does
                yield Finding(file, "check.case-crash", {"name": case.name, **trouble(error, draft.files.code)})
                break
            if part is not None and not _is_part(part, score):
                yield Finding(file, "check.alone-differs", {"name": case.name, "player": score.name})


def _is_part(part: Alone, whole: Score) -> bool:
    """Tell whether what a player has alone is what the player has in the end without the rules that wait."""
    lines, own = ([line for line in one.lines if line.reason.rule not in part.waits] for one in (part, whole))
    told = [[(line.reason, line.points, line.values) for line in each] for each in (lines, own)]
    return part.start == whole.start and told[0] == told[1]


def _module(draft: Draft, stage: str) -> Any:
    return draft.files.code / f"{stage}.py"


def _anywhere(path: str) -> str:
    """Return a path without the places in lists: `players[0].coins` is `players[].coins`."""
    return re.sub(r"\[\d+\]", "[]", path)


def _unlimited(schema: Any, definitions: Mapping[str, Any], path: str) -> Iterator[str]:
    """Yield the path of each number and list in a schema that may grow without end: `players[].seals.*`."""
    if not isinstance(schema, Mapping):
        return
    if "$ref" in schema:
        yield from _unlimited(definitions.get(schema["$ref"].rpartition("/")[2]), definitions, path)
    kind = schema.get("type")
    if kind in _LIMITS and not any(limit in schema for limit in (*_LIMITS[kind], "enum", "const")):
        yield path
    for name, inner in schema.get("properties", {}).items():
        yield from _unlimited(inner, definitions, f"{path}.{name}" if path else name)
    yield from _unlimited(schema.get("items"), definitions, f"{path}[]")
    yield from _unlimited(schema.get("additionalProperties"), definitions, f"{path}.*")
    for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for inner in schema.get(key, ()):
            yield from _unlimited(inner, definitions, path)


CHECKS = (readable, unwritten, description, seats, stages, path, examples, limits, setups, told, by_stages)
