"""Finding the index of what is known: the one that was built ahead, or else one built now."""

from __future__ import annotations

from callboard_rules.index import Index, unpack
from callboard_rules.packing import DamagedError
from callboard_rules.shelf import RulesFormatError, folder_of, kept


@kept
def load_index(game: str, language: str) -> Index:
    """Return a game's index, or that of the questions about ANY: the one built ahead, or else one built now.

    :raises RulesFormatError: when it is damaged and cannot be built anew, or a text breaks the format.
    """
    folder = folder_of(game)
    ahead = folder / file_of(game, language)
    try:
        return unpack(ahead.read_bytes())
    except (OSError, DamagedError) as error:
        lists = [folder / name / f"{language}.toml" for name in ("asked", "answered", "unanswered")]
        if ahead.is_file() and not any(file.is_file() for file in lists):
            raise RulesFormatError(f"{ahead}: {error}; install Callboard anew") from error
    from callboard_rules.building import build_index  # where all is built ahead, nothing is

    return build_index(game, language)


def file_of(game: str, language: str) -> str:
    """Return where, in the folder of a game, its index lies that was built ahead."""
    return f"{language}.index" if game else f"unanswered/{language}.index"
