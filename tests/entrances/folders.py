"""The texts and the data of a game that somebody else wrote, as `game lint` reads them; its code is code, and trusted."""

from __future__ import annotations

import shutil
import sys
import tomllib

from attacks import battered, in_bytes, in_toml, wrecked
from callboard_locales import LANGUAGES
from entrances.material import TESTS
from entrances.watching import BrokenError

DATA = {".toml", ".po", ".md"}
A_FEW = 4
"""How many of the checks look at one input: all of them take a quarter of a second."""
A_LITTLE = 0.01
"""How often the look-up is asked hundreds of questions besides."""


class Folder:
    """A copy of a small good game, one or two of whose files are put back as they were after each input."""

    def __init__(self, commands):
        from callboard_cli.authoring import check

        self.folder = commands.folder / "games" / "fireflies"
        shutil.copytree(TESTS / "games" / "fireflies" / "fireflies", self.folder)
        self.good = {path: path.read_text("utf-8") for path in self.folder.rglob("*") if path.suffix in DATA}
        self.slow = [check.lookup.found, check.lookup.rates]
        self.checks = [one for one in check.CHECKS if one not in self.slow]
        self._check_files = check.check_files
        self._met = []
        check.check_folder(self.folder, ())  # its modules are loaded once
        files = check.files_of(sys.modules["fireflies"].GAME)
        commands.patched.setattr(check, "check_folder", lambda _: self._checked(files))
        self._read_once(commands.patched, files)

    @staticmethod
    def _read_once(patched, files):
        """Have what nobody changed be read once: that takes longer than most checks."""
        from callboard_cli.authoring import draft

        good = draft.Draft(files)
        for name in ("modules", "_nodes", "literals"):
            patched.setattr(draft.Draft, name, getattr(good, name))
        read, known = draft.read_catalog, {po.path: (good.text(po.path), po) for po in good.catalogs.values()}

        def read_again(path, text):
            return known[path][1] if known[path][0] == text else read(path, text)

        patched.setattr(draft, "read_catalog", read_again)

    def _checked(self, files):
        checked = self._check_files(files, self.chosen)
        self._met[:] = [one for one in checked.findings if one.code == "check.stumbled"]
        return checked

    def stumbled(self):
        """Return what a check broke off with, which it does only over code."""
        return [dict(one.values) for one in self._met]

    def close(self):
        """Forget the game."""
        for name in [name for name in sys.modules if name.partition(".")[0] == "fireflies"]:
            del sys.modules[name]


def checked_folders(random, commands):
    """The texts and data of a game."""
    folder = commands.through(Folder)
    changed = random.sample(sorted(folder.good), random.choice((1, 1, 2)))
    for path in changed:
        path.write_bytes(_hostile(random, path, folder.good[path]))
    folder.chosen = random.sample(folder.checks, A_FEW) + (folder.slow if random.random() < A_LITTLE else [])
    try:
        words = ["check", str(folder.folder)]
        commands.put(random, "game", words, random.choice(LANGUAGES), as_json=random.random() < 0.3)
        if stumbled := folder.stumbled():
            raise BrokenError(f"stumbled: {stumbled}")
    finally:
        for path in changed:
            path.write_text(folder.good[path], "utf-8")
    return 1


def _hostile(random, path, text):
    if path.suffix == ".toml" and random.random() < 0.6:
        text = in_toml(random, wrecked(random, tomllib.loads(text)))
    if random.random() < 0.6:
        text = battered(random, text)
    return in_bytes(random, text)
