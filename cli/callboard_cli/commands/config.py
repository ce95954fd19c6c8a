"""`callboard help config`: what can be set once, and where."""

from __future__ import annotations

from pathlib import Path

from callboard_cli.paper.press import SIZES, STOCKS
from callboard_cli.settings import place
from callboard_cli.ui.output import UI, visible
from callboard_locales import LANGUAGES


def show(ui: UI) -> None:
    """Tell where the file of settings is, and each setting with what it may be."""
    path = place()
    state = ui.text("config.there" if Path(path).is_file() else "config.none")
    ui.say(ui.text("config.help", path=visible(path), state=state))
    other = next(language for language in LANGUAGES if language != ui.catalog.language)
    settings = {
        "lang": (f'"{ui.catalog.language}"', ", ".join(LANGUAGES)),
        "also": (f'"{other}"', ""),
        "plain": ("true", ""),
        "paper": (f'"{STOCKS[1]}"', ", ".join(STOCKS)),
        "size": (f'"{SIZES[1]}"', ", ".join(SIZES)),
    }
    for name, (value, known) in settings.items():
        line = f"{name} = {value}"
        ui.emit(f"  {line:<18} # {ui.text(f'config.{name}', known=known)}")
    ui.say(ui.text("config.order"))
