"""A set-up's steps in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """One step, in words."""

    text: str
    also: str
    """The same in the second language; empty where there is none."""
    rule: str
