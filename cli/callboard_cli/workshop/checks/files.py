"""Checks of a game's files: they are all there, they can be read, and nothing in them is left to write."""

from __future__ import annotations

from collections.abc import Iterator

from callboard_cli.workshop.draft import Draft
from callboard_cli.workshop.files import TO_WRITE
from callboard_cli.workshop.finding import Finding
from callboard_locales import LANGUAGES

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


CHECKS = (readable, unwritten)
