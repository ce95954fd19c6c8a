"""Build ahead, into the wheel, what an installed Callboard would else build at each start: catalogs, and indexes."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class AheadHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling leaves its config type open
    """Hatchling calls it before each build of the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write, outside the checkout, one .mo for each .po and one index for each game and language; add them."""
        if version == "editable":
            return  # a checkout reads its .po files, so that a translator's edit shows on the next run
        self._built = tempfile.TemporaryDirectory(prefix="callboard-")
        built = Path(self._built.name)
        self._compile_catalogs(built, build_data)
        self._build_indexes(built, build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  # as hatchling calls it
        """Take away what the wheel holds by now."""
        if version != "editable":
            self._built.cleanup()

    def _compile_catalogs(self, built: Path, build_data: dict[str, Any]) -> None:
        root = Path(self.root) / "locales"
        sys.path.insert(0, str(root))
        from callboard_locales import compile_catalog  # found only now

        for po in sorted(root.glob("callboard_locales/*/LC_MESSAGES/*.po")):
            inside = po.relative_to(root).with_suffix(".mo")
            target = built / inside
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(compile_catalog(po.read_bytes()))
            build_data["force_include"][str(target)] = inside.as_posix()

    def _build_indexes(self, built: Path, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, str(Path(self.root) / "rules_text"))
        from callboard_rules import ANY  # found only now
        from callboard_rules.building import build_index
        from callboard_rules.index import pack
        from callboard_rules.known import file_of
        from callboard_rules.languages import LANGUAGES

        rules = Path(self.root) / "rules_text" / "callboard_rules"
        for game in (ANY, *sorted(sources.parent.name for sources in rules.glob("*/sources.toml"))):
            for language in LANGUAGES:
                inside = Path("callboard_rules", game, file_of(game, language))
                target = built / inside
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(pack(build_index(game, language)))
                build_data["force_include"][str(target)] = inside.as_posix()
