"""The checks of a game, a module a subject; each is a function that yields what it finds in a game's files."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from callboard_cli.authoring.draft import Draft, Finding

Check = Callable[[Draft], Iterator[Finding]]
