"""Asking for a record field by field. A wrong word is pointed at and asked again; nothing that was right is lost."""

from __future__ import annotations

import contextlib
import shlex
from typing import Any

import typer
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from callboard_cli.display.machine import to_json
from callboard_cli.entry import typed as notation
from callboard_cli.entry.files import UnreadableError
from callboard_cli.entry.table import Refusal, Table
from callboard_cli.speech.face import Face
from callboard_cli.speech.wording import label, said_of
from callboard_scoring.ledger import Result
from callboard_scoring.records import Location, Problem, Record, RefusedError, field_type, names_taken, problems_of


def ask(table: Table) -> Result:
    """Ask for each field, and again for those that the whole record shows to be wrong."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401, PLC0415  # input() then lets a line be edited

    face, game = table.face, table.game.id
    face.say(face.text("ask.intro", stage=face.text(f"{game}/stage.{table.stage}")))
    asker = _Asker(table)
    try:
        asker.record(table.model, (), asker.raw)
        while True:
            try:
                return table.score(asker.raw)
            except Refusal as refusal:
                refusal.show(face, as_json=False)
                asker.again(asker.raw, table)
    except (EOFError, KeyboardInterrupt):
        face.say()
        face.say(face.text("ask.stopped"), err=True)
        face.emit(f"  {_again(table, asker.raw)}", err=True)
        raise typer.Exit(1) from None


def _again(table: Table, raw: dict[str, Any]) -> str:
    """Return a command with all that was answered so far: as typed words, or as JSON where words would be misread."""
    game, language = table.game.id, table.face.catalog.language
    command = f"callboard score {game} {table.stage}"
    words = notation.written(raw, table.model, game, table.face.catalog)
    if notation.read(words, table.model, game, table.words).problems or any(":" in name for name in _names(raw)):
        return f"printf '%s' {shlex.quote(to_json(raw))} | {command} - --lang {language}"
    return " ".join(part for part in (command, shlex.join(words), f"--lang {language}") if part)


def _names(raw: dict[str, Any]) -> list[str]:
    """Return the names of the players, as far as they were given."""
    return [player["name"] for player in raw.get("players", ()) if "name" in player]


class _Asker:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._face: Face = table.face
        self._game = table.game.id
        self.raw: dict[str, Any] = {}
        """What was answered so far; stopping loses none of it."""
        self._again: list[Location] = []

    def record(self, model: type[Record], where: Location, raw: dict[str, Any]) -> None:
        """Ask for all fields of a table, and write the answers into it."""
        for name, info in model.model_fields.items():
            if model.applies(name, raw):
                self._any(raw, name, info, where)

    def _any(self, holder: dict[str, Any], name: str, info: FieldInfo, where: Location, who: str = "") -> None:
        """Ask for a field of any kind: the players, a table, or a single answer."""
        it = notation.shape(info)
        if it.kind == "players" and it.model is not None:
            holder[name] = []
            self._players(it.model, info, holder[name])
        elif it.kind == "rows" and it.model is not None:
            holder[name] = []
            self._rows(it.model, info, name, holder[name])
        elif it.kind == "table" and it.model is not None:
            self.record(it.model, (*where, name), holder.setdefault(name, {}))
        else:
            self._field(holder, name, info, where, who=who)

    def again(self, raw: dict[str, Any], table: Table) -> None:
        """Ask once more for the fields that are wrong together; where that is the whole, for the whole."""
        try:
            table.record(raw)
        except RefusedError as error:
            locations: list[Location] = list(
                dict.fromkeys(_field_of(problem.location, table.model) for problem in error.problems)
            )
        else:
            return
        if locations == self._again:  # it was asked for already, so the mistake is elsewhere
            locations = [(name,) for name in table.model.model_fields]
        self._again = locations
        for location in locations:
            holder: Any = raw
            model: type[Record] = table.model
            for step in location[:-1]:
                inner = notation.shape(model.model_fields[step]).model if isinstance(step, str) else None
                model = inner or model
                holder = holder[step]
            name = str(location[-1])
            who = str(holder.get("name", "")) if holder is not raw else ""
            self._any(holder, name, model.model_fields[name], (), who)

    def _players(self, model: type[Record], info: FieldInfo, players: list[dict[str, Any]]) -> None:
        """Ask for players until an empty name, as many as the game takes."""
        least, most = _bounds(info)
        while len(players) < most:
            number = len(players) + 1
            prompt = self._face.text("ask.player" if number <= least else "ask.player-more", number=number)
            player: dict[str, Any] = {}
            if not self._field(
                player, "name", model.model_fields["name"], (), prompt=prompt, may_skip=number > least, others=players
            ):
                break
            players.append(player)
            for name, field in model.model_fields.items():
                if name != "name" and model.applies(name, player):
                    self._field(player, name, field, (), who=player["name"])

    def _rows(self, model: type[Record], info: FieldInfo, name: str, rows: list[dict[str, Any]]) -> None:
        """Ask for tables without a name, each typed as one line, until an empty one."""
        _, most = _bounds(info)
        while len(rows) < most:
            prompt = f"{self._question(name)} {len(rows) + 1}"
            answer = self._line(prompt)
            if not answer.strip():
                break
            typing = notation.read_line(answer, model, self._game, self._table.words)
            try:
                model.model_validate(typing.raw["value"], context=self._table.words)
                problems = typing.problems
            except ValidationError as error:
                problems = [*typing.problems, *problems_of(error)]
            if problems:
                self._complain(prompt, answer, [self._table.hinted(problem) for problem in problems], typing)
            else:
                rows.append(typing.raw["value"])

    @staticmethod
    def _line(prompt: str) -> str:
        try:
            return input(f"{prompt}: ")
        except UnicodeDecodeError:
            raise UnreadableError("error.not-utf8") from None

    def _field(  # noqa: PLR0913  # what to ask, where it goes, and how it may be answered
        self,
        holder: dict[str, Any],
        name: str,
        info: FieldInfo,
        where: Location,
        *,
        who: str = "",
        prompt: str = "",
        may_skip: bool = False,
        others: list[dict[str, Any]] | None = None,
    ) -> bool:
        """Ask for one field until it is right; tell whether there is an answer."""
        words = [who, *(label(self._face.catalog, self._game, str(step)) for step in where)]
        prompt = prompt or " · ".join([*filter(None, words), self._question(name)])
        it = notation.shape(info)
        while True:
            answer = self._line(prompt)
            if may_skip and not answer.strip():
                return False
            if not answer.strip() and not info.is_required():
                holder[name] = info.get_default(call_default_factory=True)
                return True
            if it.typed is not None and answer.strip() in notation.NOTHING:
                answer = ""
            if not answer.strip() and it.typed is not None and it.typed.absent is not None:
                answer = str(it.typed.absent)
            typing = notation.read_field(answer, info, self._game, self._table.words)
            value = typing.raw.get("value")
            if it.typed is not None and it.typed.counts and not answer.strip():
                value = 0
            if name == "name":
                value = answer
            problems = self._wrong(value, info, name, others or [])
            if not problems:
                holder[name] = value
                return True
            self._complain(prompt, answer, problems, typing)

    def _question(self, name: str) -> str:
        """Return what a field is, and what may be answered."""
        words = self._face.catalog
        return said_of(words, "ask", self._game, self._table.stage, name) or label(words, self._game, name)

    def _wrong(self, value: object, info: FieldInfo, name: str, others: list[dict[str, Any]]) -> list[Problem]:
        try:
            valid = field_type(info).validate_python(value, context=self._table.words)
        except ValidationError as error:
            return list(problems_of(error))
        if name != "name":
            return []
        names = [other["name"].strip() for other in others]
        return list(names_taken((("name",), known) for known in [*names, valid]))

    def _complain(self, prompt: str, answer: str, problems: list[Problem], typing: notation.Typing) -> None:
        from callboard_cli.entry.pointing import pointed  # noqa: PLC0415  # only a mistake needs it
        from callboard_cli.entry.problems import message  # noqa: PLC0415  # as above

        for problem in problems:
            span = (
                problem.values.get("span")
                or typing.span(("value", *problem.location))
                or notation.Span(answer, 0, len(answer))
            )
            line = f"{prompt}: {span.line}"
            shift = len(line) - len(span.line)
            self._face.emit(pointed(notation.Span(line, span.start + shift, span.end + shift)), err=True)
            self._face.say(f"  {message(problem, self._face, self._game)}", err=True)


def _field_of(location: Location, model: type[Record]) -> Location:
    """Return the location of the field that a problem is in: items of lists are asked for together."""
    if len(location) > 2 and location[0] == "players":  # noqa: PLR2004  # players, which, field
        return location[:3]
    if location and isinstance(location[0], str) and location[0] in model.model_fields:
        return location[:1]
    return (next(iter(model.model_fields)),)


def _bounds(info: FieldInfo) -> tuple[int, int]:
    """Return the fewest and the most players."""
    least = next((extra.min_length for extra in info.metadata if hasattr(extra, "min_length")), 1)
    most = next((extra.max_length for extra in info.metadata if hasattr(extra, "max_length")), 99)
    return least, most
