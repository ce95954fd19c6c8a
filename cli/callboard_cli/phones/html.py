"""Pages as HTML: templates, filled with words of a language; nothing that anybody typed is ever markup."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from callboard_cli.speech.face import Face


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("callboard_cli.phones"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def rendered(name: str, face: Face, **values: Any) -> str:  # noqa: ANN401  # whatever a template needs
    """Fill a template, such as `part.html`; in it `t` gives the words of a message in the face's language."""
    return _environment().get_template(name).render(t=face.text, language=face.catalog.language, **values)
