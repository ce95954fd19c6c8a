"""What each floor of the code may import, as ARCHITECTURE.md draws it; and what that page says of files is so."""

import ast
import re
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest

from callboard_scoring.games import GAMES
from conftest import ROOT

ROOTS = ("cli", "nights", "scoring", "rules_text", "locales")
FLOORS = (
    ("callboard_scoring", "callboard_rules", "callboard_locales"),
    ("callboard_nights",),
    ("callboard_cli.ui",),
    ("callboard_cli.input",),
    ("callboard_cli.render",),
    ("callboard_cli.views", "callboard_cli.completion", "callboard_cli.batch"),
    ("callboard_cli.paper", "callboard_cli.phones"),
    ("callboard_cli.authoring",),
    ("callboard_cli", "callboard_cli.commands"),
)
"""The packages from the lowest floor to the highest. Neighbours on a floor know nothing of each other, except that the
application and its commands are one."""
STRICTER = {
    "callboard_nights": {"callboard_scoring"},
    "callboard_cli.ui": {"callboard_scoring", "callboard_locales"},
    "callboard": {"callboard_scoring", "callboard_rules", "callboard_locales"},
}
"""Floors that know less than all that stands below them; the API for programs has its own."""
STRICTER["callboard"] |= {f"callboard_cli.{name}" for name in ("ui", "input", "render", "batch")}
BELOW = {
    name: STRICTER.get(name, {other for lower in FLOORS[:at] for other in lower})
    for at, floor_ in enumerate(FLOORS)
    for name in floor_
}
BELOW["callboard"] = STRICTER["callboard"]
BELOW["callboard_cli"] |= {"callboard_cli.commands"}
BELOW["callboard_cli.commands"] |= {"callboard_cli"}
"""What each package may import besides itself."""


def modules():
    """Return all modules of the product by their dotted names."""
    found = {}
    for root in ROOTS:
        for path in (ROOT / root).rglob("*.py"):
            parts = path.relative_to(ROOT / root).with_suffix("").parts
            if parts[0].startswith("callboard"):
                found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


@cache
def imports(module, *, with_types=False):
    """Return the modules of ours that a module imports anywhere; what only type checkers read if asked to."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    nodes = list(ast.walk(tree))
    guards = [node for node in nodes if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)]
    left_out = set() if with_types else {id(inner) for node in guards for inner in ast.walk(node)}
    found = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module and id(node) not in left_out:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= names & MODULES.keys() or {node.module} & MODULES.keys()
        elif isinstance(node, ast.Import) and id(node) not in left_out:
            found |= {alias.name for alias in node.names} & MODULES.keys()
    return found


def floor(module):
    """Return the floor on which a module stands: the longest name in the table that its own begins with."""
    return max((name for name in BELOW if f"{module}.".startswith(f"{name}.")), key=len)


@pytest.mark.parametrize("name", BELOW)
def test_a_floor_imports_only_what_stands_below_it(name):
    wrong = {
        (module, imported)
        for module in MODULES
        if floor(module) == name
        for imported in imports(module)
        if floor(imported) not in BELOW[name] | {name}
    }
    assert wrong == set()


def test_no_imports_run_in_a_circle():
    """Not even those that stand within functions, or that only type checkers read."""
    graph = {module: imports(module, with_types=True) - {module} for module in MODULES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def test_only_the_scorers_know_the_games():
    """A game is found by its id; what is written for one game stands in that game's folder."""
    games = {game.id for game in GAMES}
    for module, path in MODULES.items():
        if module.startswith("callboard_scoring.games."):
            own = module.split(".")[2]
            others = {imported.split(".")[2] for imported in imports(module) if ".games." in imported}
            assert others <= {own}, module
        elif module.startswith("callboard_cli"):
            assert not {game for game in games if game in path.read_text(encoding="utf-8").casefold()}, module


def test_the_map_names_what_is_there():
    """ARCHITECTURE.md is short enough to be read, and every folder, module and test that it names exists."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 1200
    roots = [ROOT, ROOT / "cli/callboard_cli", *(path for path in ROOT.glob("*/callboard_*") if path.is_dir())]
    for name in re.findall(r"`([\w./]+(?:\.py|\.md|/))`", text):
        assert any((root / name).exists() for root in roots), name
