"""What is missing or wrong in a game, file by file."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from callboard_cli.authoring.checks import Check, catalogs, code, evening, golden, lookup, paper, rules, setups, typed
from callboard_cli.authoring.draft import Draft, Finding, GameFiles, files_of, trouble
from callboard_cli.input.choosing import chosen_game
from callboard_cli.ui.output import UI
from callboard_locales import Catalog, forget
from callboard_rules.loader import laid
from callboard_scoring.game import Game
from callboard_scoring.games import all_games, faults, faults_of, find_game
from callboard_scoring.installed import Fault

CHECKS: tuple[Check, ...] = (
    *code.CHECKS,
    *evening.CHECKS,
    *typed.CHECKS,
    *catalogs.CHECKS,
    *rules.CHECKS,
    *golden.CHECKS,
    *setups.CHECKS,
    *paper.CHECKS,
    *lookup.CHECKS,
)


@dataclass(frozen=True)
class Checked:
    """A game, and what was found in its files."""

    game: str
    """Its id; of one that does not load the folder's name."""
    root: Path
    """The folder by which its files are named."""
    findings: tuple[Finding, ...]

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong; there may be advice."""
        return all(finding.kind != "error" for finding in self.findings)

    def data(self, words: Catalog) -> dict[str, Any]:
        """Return this as the machine interface has it."""
        findings = [
            {
                "file": self.name(finding.file),
                "code": finding.code.partition(".")[2],
                "kind": finding.kind,
                "text": finding.text(words),
            }
            for finding in self.findings
        ]
        return {"game": self.game, "findings": findings}

    def name(self, file: Path) -> str:
        """Name a file by its place in the game's folder, or in the checkout."""
        return file.relative_to(self.root).as_posix() if file.is_relative_to(self.root) else str(file)


def check_all() -> list[Checked]:
    """Check every game of this installation, also those that do not load."""
    return [*map(check_game, all_games()), *map(_check_fault, faults())]


def check_named(ui: UI, name: str) -> list[Checked]:
    """Check the game of this id, or the one in this folder.

    :raises CommandLineError: when there is no such game and no such folder; it names the nearest game.
    """
    game = find_game(name)
    broken = list(map(_check_fault, faults_of(name)))
    if game is not None or broken:
        return [*([check_game(game)] if game else []), *broken]
    return [check_folder(Path(name)) if Path(name).is_dir() else check_game(chosen_game(ui, name))]


def check_game(game: Game) -> Checked:
    """Check a game that was loaded."""
    return check_files(files_of(game))


def check_folder(folder: Path, checks: Iterable[Check] = CHECKS) -> Checked:
    """Check the game in a folder: its package, or the folder in which that lies under the same name."""
    folder = folder.resolve()
    package = next((one for one in (folder / folder.name, folder) if (one / "__init__.py").is_file()), folder)
    file = package / "__init__.py"
    if not file.is_file():
        return Checked(folder.name, folder, (Finding(file, "check.missing"),))
    sys.path.insert(0, str(package.parent))
    try:
        _forget(package.name)
        game = getattr(importlib.import_module(package.name), "GAME", None)
        if not isinstance(game, Game):
            return Checked(package.name, package, (Finding(file, "check.no-game"),))
        files = files_of(game)
        with laid(game.id, files.rules):
            return check_files(files, checks)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a package under construction does
        return Checked(package.name, package, (Finding(file, "check.import", trouble(error, package)),))
    finally:
        sys.path.remove(str(package.parent))


def _forget(package: str) -> None:
    """Forget a game that was loaded from elsewhere under this name."""
    if isinstance(getattr(sys.modules.get(package), "GAME", None), Game):
        for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
            del sys.modules[name]
    importlib.invalidate_caches()


def _check_fault(fault: Fault) -> Checked:
    """Tell why an installed package gives no game."""
    finding = Finding(Path(fault.values.get("package", fault.game)), fault.code, fault.values)
    return Checked(fault.game, Path(), (finding,))


def check_files(files: GameFiles, checks: Iterable[Check] = CHECKS) -> Checked:
    """Check a game wherever its files lie; what is told of one file stands together."""
    draft = Draft(files)
    if draft.is_built_in and not files.golden.is_dir() and not any(path.exists() for path in files.catalogs.values()):
        return Checked(files.game.id, draft.root, (Finding(files.code, "check.no-checkout"),))
    found: dict[str, Finding] = {}
    for check in checks:
        try:
            for finding in check(draft):
                found.setdefault(repr(finding), finding)
        except Exception as error:  # noqa: BLE001  # whatever a game under construction makes a check meet
            values = {"check": check.__name__, **trouble(error, files.code)}
            found[check.__name__] = Finding(files.code / "__init__.py", "check.stumbled", values)
    forget()  # what was made of the draft's own catalogs
    order = list(dict.fromkeys(finding.file for finding in found.values()))
    return Checked(
        files.game.id, draft.root, tuple(sorted(found.values(), key=lambda finding: order.index(finding.file)))
    )
