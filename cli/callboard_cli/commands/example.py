"""`callboard example`: a record to start from, with comments."""

import json
from collections.abc import Callable
from typing import Annotated, Any

from callboard_cli.entry.choosing import chosen_game, chosen_stage, game_argument, stage_argument
from callboard_cli.entry.examples import example_of
from callboard_cli.entry.stage import Stage
from callboard_cli.speech.data import carries_letters
from callboard_cli.speech.face import Face
from callboard_cli.speech.naming import short_name, title_of
from callboard_cli.speech.wording import said_of


def command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def example(
        game: Annotated[str, game_argument(face)] = "",
        stage: Annotated[str, stage_argument(face)] = "",
    ) -> None:
        """Print a commented TOML record that `score` reads back."""
        chosen = chosen_game(face, game)
        name = chosen_stage(face, chosen, stage)
        comment = face.text(
            "example.comment", command=f"callboard score {chosen.id} {short_name(face.catalog, chosen.id, name)} -"
        )
        face.emit(f"# {title_of(face.catalog, chosen.id)} · {title_of(face.catalog, chosen.id, name)}")
        face.emit(f"# {comment}")
        here = Stage(chosen, name)
        for line in _Example(face, here).toml(example_of(here, face.catalog), ""):
            face.emit(line)

    return example


class _Example:
    """A record in the reader's words as TOML, with comments."""

    def __init__(self, face: Face, stage: Stage) -> None:

        self._face = face
        self._stage = stage
        self._told: set[str] = set()

    def toml(self, table: dict[str, Any], path: str) -> list[str]:
        """Write a table: what is no table first, as TOML wants it; each field is explained where it first stands."""
        lines: list[str] = []
        inner = {key: value for key, value in table.items() if _is_table(value)}
        for key, value in table.items():
            if key not in inner:
                lines += [*self._comment(key), f"{_key(key)} = {_value(value)}"]
        for key, value in inner.items():
            name = f"{path}{key}"
            for item in value if isinstance(value, list) else [value]:
                lines += ["", *self._comment(key)]
                lines.append(f"[[{name}]]" if isinstance(value, list) else f"[{name}]")
                lines += self.toml(item, f"{name}.")
        return lines

    def _comment(self, key: str) -> list[str]:

        meaning = said_of(self._face.catalog, "help", self._stage.game.id, self._stage.name, key)
        if key in self._told or not meaning:
            return []
        self._told.add(key)
        return [f"# {meaning}"]


def _value(value: Any) -> str:  # noqa: ANN401  # TOML
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_table(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").isalnum() else _quoted(key)


def _quoted(text: str) -> str:

    return json.dumps(text, ensure_ascii=not carries_letters())  # a TOML string is a JSON string
