"""Pages as HTML: templates, filled with words of a language; nothing that anybody typed is ever markup."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from callboard_cli.speech.face import Face

_EMPTY = re.compile(r"\n\s*\n")
"""Lines of a page with nothing in them; where what was typed has such lines, it is in the field of a drawing."""
_UNREAD = re.compile(r"|//.*|/\*((?!\*/).)*\*/")
"""Lines of a style or a script that only its writers read."""


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("callboard_cli.phones"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def rendered(name: str, face: Face, **values: Any) -> str:
    """Fill a template, such as `part.html`; in it `t` gives the words of a message."""
    return _EMPTY.sub("\n", _environment().get_template(name).render(**_spoken(face), **values))


def _spoken(face: Face) -> dict[str, Any]:
    """Return what every template speaks with: `t` for the words of messages, and the ids of the languages."""
    return {"t": face.text, "language": face.catalog.language, "also": face.also.language if face.also else ""}


def lean(text: str) -> str:
    r"""Return a page, a style or a script without what only its writers read: indents, empty lines, lines of comments.

    >>> lean("  // why\n\n  let a = 1;\n/* who */\n")
    'let a = 1;'
    """
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if not _UNREAD.fullmatch(line))


def told_in(name: str, macro: str, face: Face, view: object, **more: object) -> str:
    """Fill one macro of a template with what it tells, such as `standing` of `standing.html`."""
    module = _environment().get_template(name).make_module(_spoken(face))
    return str(getattr(module, macro)(view, **more))
