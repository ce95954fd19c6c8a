"""`callboard example`: a record to start from, with comments."""

from collections.abc import Callable
from typing import Annotated, Any

from callboard_cli.choosing import chosen_game, chosen_stage, game_argument, stage_argument
from callboard_cli.face import Face
from callboard_scoring.game import Game


def command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def example(
        game: Annotated[str, game_argument(face)] = "",
        stage: Annotated[str, stage_argument(face)] = "",
    ) -> None:
        """Print a commented TOML record that `score` reads back."""
        chosen = chosen_game(game)
        name = chosen_stage(chosen, stage)
        comment = face.text("example.comment", command=f"callboard score {chosen.id} {name} -")
        face.emit(f"# {face.text(f'{chosen.id}/game')} · {face.text(f'{chosen.id}/stage.{name}')}")
        face.emit(f"# {comment}")
        for line in _toml(chosen.example(name), "", set(), face, chosen):
            face.emit(line)

    return example


def _toml(table: dict[str, Any], path: str, told: set[str], face: Face, game: Game) -> list[str]:
    """Write a table: what is no table first, as TOML wants it; each field is explained where it first stands."""
    lines: list[str] = []
    inner = {key: value for key, value in table.items() if _is_table(value)}
    for key, value in table.items():
        if key not in inner:
            lines += _comment(key, told, face, game)
            lines.append(f"{_key(_person(key, face, game))} = {_value(value, face, game)}")
    for key, value in inner.items():
        name = f"{path}{key}"
        for item in value if isinstance(value, list) else [value]:
            lines += ["", *_comment(key, told, face, game)]
            lines.append(f"[[{name}]]" if isinstance(value, list) else f"[{name}]")
            lines += _toml(item, f"{name}.", told, face, game)
    return lines


def _is_table(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def _comment(key: str, told: set[str], face: Face, game: Game) -> list[str]:
    message = f"{game.id}/help.{key}"
    if key in told or not face.catalog.has(message):
        return []
    told.add(key)
    return [f"# {face.text(message)}"]


def _person(text: str, face: Face, game: Game) -> str:
    """Return a person's name as people of the reader's language have it; whatever else it is stays."""
    person = f"{game.id}/person.{text}"
    return face.text(person) if face.catalog.has(person) else text


def _worded(text: str, face: Face, game: Game) -> str:
    """Return a person's name or a token in the reader's language; whatever else it is stays."""
    from callboard_cli.wording import token  # noqa: PLC0415  # help needs none

    person = _person(text, face, game)
    return person if person != text else token(face.catalog, game.id, text)


def _value(value: Any, face: Face, game: Game) -> str:  # noqa: ANN401  # TOML
    if isinstance(value, str):
        return _quoted(_worded(value, face, game))
    if isinstance(value, list):
        return "[" + ", ".join(_value(item, face, game) for item in value) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").isalnum() else _quoted(key)


def _quoted(text: str) -> str:
    import json  # noqa: PLC0415  # help needs none

    from callboard_cli.results import carries_letters  # noqa: PLC0415  # as above

    return json.dumps(text, ensure_ascii=not carries_letters())  # a TOML string is a JSON string
