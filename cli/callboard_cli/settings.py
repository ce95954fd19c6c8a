"""What somebody sets once and for all: the file `config.toml`, and what `callboard help config` tells of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields

from callboard_cli.ui.output import UI, CommandLineError, visible
from callboard_locales import LANGUAGES

FILE = "config.toml"
MOST = 16 * 1024
"""The most bytes of the file that are read."""


@dataclass(frozen=True)
class Settings:
    """What the file says; what a line says itself comes before it."""

    lang: str = ""
    """The language, unless `CALLBOARD_LANG` names one."""
    also: str = ""
    """The second language."""
    plain: bool = False
    """Whether to keep to plain lines."""
    paper: str = ""
    """The paper to print on."""
    size: str = ""
    """The size of the letters to print."""


NAMES = tuple(one.name for one in fields(Settings))


def place(environ: Mapping[str, str] = os.environ) -> str:
    """Return where the file is, or would be: in `CALLBOARD_HOME`, else where such files are kept."""
    if home := environ.get("CALLBOARD_HOME"):
        return os.path.join(os.path.expanduser(home), FILE)  # noqa: PTH111, PTH118  # as for evenings; it costs nothing
    usual = environ.get("APPDATA") if os.name == "nt" else environ.get("XDG_CONFIG_HOME")
    return os.path.join(usual or os.path.expanduser("~/.config"), "callboard", FILE)  # noqa: PTH111, PTH118


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Return what the file says; nothing where there is none.

    :raises CommandLineError: when it cannot be read, or says something that is no setting.
    """
    path = place(environ)
    try:
        with open(path, "rb") as file:  # noqa: PTH123  # most have no such file: nothing is loaded to see that
            content = file.read(MOST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return Settings()
    except OSError:
        raise CommandLineError("config.unreadable", path=visible(path)) from None
    return _settings(content, path)


def _settings(content: bytes, path: str) -> Settings:
    import tomllib  # only where there is a file

    try:
        if len(content) > MOST:
            raise CommandLineError("config.long", path=visible(path), limit=MOST // 1024)
        told = tomllib.loads(content.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        raise CommandLineError("config.no-toml", path=visible(path)) from None
    for name, value in told.items():
        usual = getattr(Settings(), name, None) if name in NAMES else None
        if usual is None:
            raise CommandLineError("config.unknown", path=visible(path), given=visible(name), known=", ".join(NAMES))
        if not isinstance(value, type(usual)):
            wanted = "config.wants-yes-or-no" if isinstance(usual, bool) else "config.wants-text"
            raise CommandLineError(wanted, path=visible(path), given=name)
    return Settings(**told)


def tell_settings(ui: UI) -> None:
    """Tell where the file of settings is, and each setting with what it may be."""
    from callboard_cli.paper.press import SIZES, STOCKS  # only who asks reads of paper

    path = place()
    state = ui.text("config.there" if os.path.isfile(path) else "config.none")  # noqa: PTH113
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
