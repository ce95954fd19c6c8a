"""Words that begin as what was typed so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from callboard_scoring.words import fold


def endings(names: Iterable[str], said: Sequence[str], begun: str) -> Iterator[str]:
    """Yield of each name that begins so what stands for its word that was begun; `said` are its words before that one.

    Read as people type, whatever the case and the accents; what was begun stays as it was typed.
    """
    typed = "".join(f"{word} " for word in said)
    length = len(typed + begun)
    return (begun + name[length:] for name in names if len(name) > len(typed) and _same(name[:length], typed + begun))


def _same(text: str, other: str) -> bool:
    return fold(text) == fold(other) and text[-1:].isspace() == other[-1:].isspace()
