"""The manual page, in roff: what the help says of all commands, and the files, variables and exit statuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from callboard_cli.ui.output import UI, own_version

_EXAMPLE = re.compile(r"\n\n\x08\n")
"""What parts a command's help from its examples."""


def man_page(ui: UI, group: Any) -> str:
    """Return the manual page in the language of a run, of the commands of its application."""
    return "\n".join(_lines(ui, group)) + "\n"


def _lines(ui: UI, group: Any) -> Iterator[str]:
    context = group.make_context("callboard", [], resilient_parsing=True, obj=ui)
    yield rf'.TH CALLBOARD 1 "" "Callboard {own_version()}"'
    yield from _section(ui, "name")
    yield rf"callboard \- {_text(ui.text('man.what'))}"
    yield from _section(ui, "synopsis")
    yield rf".B callboard\n{_text(ui.text('man.line'))}".replace(r"\n", "\n")
    yield from _section(ui, "description")
    yield from _paragraphs(group.help)
    yield from _section(ui, "options")
    yield from _params(group.params)
    for heading, names in group.sections.items():
        yield f".SH {_text(ui.text(heading).upper())}"
        for name in names:
            command = group.get_command(context, name)
            yield from _command(name, command)
            inner: Any = getattr(command, "paths", {})
            own = command.make_context(name, [], parent=context, resilient_parsing=True) if inner else None
            for each in inner:
                yield from _command(f"{name} {each}", command.get_command(own, each))
    yield from _section(ui, "files")
    for name in ("config", "evenings"):
        yield from (".TP", _text(ui.text(f"man.{name}")), _text(ui.text(f"man.{name}-what")))
    yield from _section(ui, "environment")
    for name in ("CALLBOARD_LANG", "CALLBOARD_HOME"):
        yield from (".TP", f".B {name}", _text(ui.text(f"man.{name.partition('_')[2].lower()}-what")))
    yield from _section(ui, "exit")
    for status in range(3):
        yield from (".TP", f".B {status}", _text(ui.text(f"man.exit-{status}")))


def _section(ui: UI, name: str) -> Iterator[str]:
    yield f".SH {_text(ui.text(f'man.{name}').upper())}"


def _command(name: str, command: Any) -> Iterator[str]:
    """Yield what a command is for, its examples, and what it takes; the options that all take are told once."""
    told, *examples = _EXAMPLE.split(command.help or "", maxsplit=1)
    arguments = [str(param.metavar) for param in command.params if param.param_type_name == "argument"]
    yield f".SS {_text(' '.join(['callboard', name, *arguments]))}"
    yield from _paragraphs(told)
    for text in examples:
        yield from (".PP", ".nf", *(_text(line.rstrip()) for line in text.splitlines()), ".fi")
    yield from _params([param for param in command.params if getattr(param, "expose_value", True)])


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        yield from (".PP", _text(" ".join(paragraph.split())))


def _params(params: list[Any]) -> Iterator[str]:
    """Yield arguments and options, each with its meaning."""
    for param in params:
        is_option = param.param_type_name == "option"
        names = ", ".join(param.opts) if is_option else ""
        shown = " ".join(filter(None, (names, str(param.metavar or ""))))
        if param.help:
            yield from (".TP", f".B {_text(shown)}", _text(" ".join(param.help.split())))


def _text(text: str) -> str:
    """Return a text as roff: no line of it is a request, and a hyphen stays one when it is copied."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped
