"""One module a command; each has `command(face)`, which returns the function that Typer calls.

These modules do without `from __future__ import annotations`: Typer reads a parameter's help from its annotation,
and the help is in a language that is known only when `command` runs.
"""
