"""Compile the message catalogs into the wheel, so that an installed Callboard starts without parsing them."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling leaves its config type open
    """Hatchling calls it before each build of the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write one .mo for each .po, outside the checkout, and have hatchling put it beside the .po."""
        if version == "editable":
            return  # a checkout reads its .po files, so that a translator's edit shows on the next run
        root = Path(self.root) / "locales"
        compiled = Path(tempfile.mkdtemp(prefix="callboard-catalogs-"))
        for po in sorted(root.glob("callboard_locales/*/LC_MESSAGES/*.po")):
            catalog = read_po(io.BytesIO(po.read_bytes()), abort_invalid=True)
            inside = po.relative_to(root).with_suffix(".mo")
            target = compiled / inside
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as file:
                write_mo(file, catalog)
            build_data["force_include"][str(target)] = inside.as_posix()
