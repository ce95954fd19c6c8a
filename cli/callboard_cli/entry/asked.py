"""Asking for a record field by field. A wrong word is pointed at and asked again; nothing that was right is lost."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from callboard_cli.entry import typed
from callboard_cli.entry.files import UnreadableError
from callboard_cli.entry.items import Span
from callboard_cli.entry.kinds import Holder, Kind
from callboard_cli.entry.pointing import pointed
from callboard_cli.entry.problems import hinted, message
from callboard_cli.entry.raw import Typing
from callboard_cli.entry.refusal import refused
from callboard_cli.entry.stage import Stage
from callboard_cli.entry.tables import Players, kinds_of
from callboard_cli.speech.data import to_json
from callboard_cli.speech.face import Face
from callboard_cli.speech.naming import title_of
from callboard_cli.speech.shells import command_line
from callboard_cli.speech.wording import label, said_of
from callboard_scoring.checks import names_taken
from callboard_scoring.fields import Name
from callboard_scoring.problems import Location, Problem, RefusedError
from callboard_scoring.records import Record, field_type, problems_of, read_record


class Stopped(Exception):  # noqa: N818  # nothing went wrong
    """Whoever was asked has left; `raw` is what was answered so far."""

    def __init__(self, raw: dict[str, Any]) -> None:
        """Keep the answers."""
        super().__init__()
        self.raw = raw


def ask(stage: Stage, face: Face) -> Record:
    """Ask for each field, and again for those that the whole record shows to be wrong.

    :raises Stopped: when whoever is asked leaves before the end.
    """
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401, PLC0415  # input() then lets a line be edited

    face.say(face.text("ask.intro", stage=title_of(face.catalog, stage.game.id, stage.name)))
    asker = _Asker(stage, face)
    whole = Holder(stage.model, asker.raw)
    try:
        asker.record(whole)
        while True:
            try:
                return stage.record(asker.raw)
            except RefusedError as error:
                refused(error, face.catalog, stage, asker.raw).show(face)
                asker.again(error.problems)
    except (EOFError, KeyboardInterrupt):
        raise Stopped(asker.raw) from None


def command_so_far(stage: Stage, face: Face, raw: dict[str, Any]) -> str:
    """Return a command with all that was answered so far: as typed words, or as JSON where words would be misread."""
    language = face.catalog.language
    command = f"callboard score {stage.game.id} {stage.name}"
    words = typed.write(raw, stage, face.catalog)
    if typed.read(words, stage, language).problems or any(":" in name for name in _names(raw, stage)):
        return f"printf '%s' {shlex.quote(to_json(raw))} | {command} - --lang {language}"
    return " ".join(part for part in (command, command_line(words), f"--lang {language}") if part)


def _names(raw: dict[str, Any], stage: Stage) -> list[str]:
    """Return the names of the players, as far as they were given."""
    players = next((kind.name for kind in stage.kinds if isinstance(kind, Players)), "")
    return [player["name"] for player in raw.get(players, ())]


class _Asker:
    """Asks for fields of any kind; see `kinds.Asker`."""

    def __init__(self, stage: Stage, face: Face) -> None:
        self._stage = stage
        self._face = face
        self._game = stage.game.id
        self.raw: dict[str, Any] = {}
        """What was answered so far; stopping loses none of it."""
        self._again: list[Location] = []

    def record(self, holder: Holder) -> None:
        """Ask for each field of a table."""
        for kind in kinds_of(holder.model):
            if holder.model.applies(kind.name, holder.table):
                kind.ask(self, holder)

    def again(self, problems: Iterable[Problem]) -> None:
        """Ask once more for the fields that are wrong together; where that is the whole, for the whole."""
        locations: list[Location] = list(dict.fromkeys(self._field_of(problem.location) for problem in problems))
        if locations == self._again:  # it was asked for already, so the mistake is elsewhere
            locations = [(kind.name,) for kind in self._stage.kinds]
        self._again = locations
        for name, *inside in locations:
            holder = Holder(self._stage.model, self.raw)
            if inside:
                players = next(kind for kind in self._stage.kinds if isinstance(kind, Players))
                table = self.raw[players.name][inside[0]]
                holder = Holder(players.model, table, table["name"])
            self._field(holder, str(inside[-1] if inside else name))

    def _field_of(self, location: Location) -> Location:
        """Return the location of the field that a problem is in: items of lists are asked for together."""
        if len(location) > 2 and location[0] == self._stage.seats:  # noqa: PLR2004  # players, which, field
            return location[:3]
        fields = self._stage.model.model_fields
        return location[:1] if location and location[0] in fields else (next(iter(fields)),)

    def _field(self, holder: Holder, name: str) -> None:
        """Ask for one field; a player's name is asked as it was the first time."""
        if holder.who and name == "name":
            others = [player for player in self.raw[str(self._stage.seats)] if player is not holder.table]
            self._name(holder.table, f"{holder.who} · {self._question(name)}", others, may_skip=False)
            return
        next(kind for kind in kinds_of(holder.model) if kind.name == name).ask(self, holder)

    def players(self, kind: Kind, model: type[Record], bounds: tuple[int, int], holder: Holder) -> None:
        """Ask for players until an empty name, as many as the game takes, and for what each has."""
        fewest, most = bounds
        seated = holder.table[kind.name] = []
        while len(seated) < most:
            number = len(seated) + 1
            prompt = self._face.text("ask.player" if number <= fewest else "ask.player-more", number=number)
            player: dict[str, Any] = {}
            if not self._name(player, prompt, seated, may_skip=number > fewest):
                break
            seated.append(player)
            own = Holder(model, player, player["name"])
            for each in kinds_of(model):
                if each.name not in player and model.applies(each.name, player):
                    each.ask(self, own)

    def _name(self, player: dict[str, Any], prompt: str, others: list[dict[str, Any]], *, may_skip: bool) -> bool:
        """Ask for a player's name until it is one, and nobody else's; tell whether there is an answer."""
        while True:
            answer = self._line(prompt)
            if may_skip and not answer.strip():
                return False
            try:
                name = TypeAdapter(Name).validate_python(answer)
            except ValidationError as error:
                problems = list(problems_of(error))
            else:
                names = [other["name"].strip() for other in others]
                problems = list(names_taken(((), known) for known in [*names, name]))
            if not problems:
                player["name"] = answer
                return True
            self._complain(prompt, answer, problems)

    def lines(self, kind: Kind, model: type[Record], most: int, holder: Holder) -> None:
        """Ask for tables without a name, each typed as one line, until an empty one."""
        rows = holder.table[kind.name] = []
        while len(rows) < most:
            prompt = f"{self._question(kind.name)} {len(rows) + 1}"
            answer = self._line(prompt)
            if not answer.strip():
                break
            typing = typed.read_table(answer, model, self._stage, self._face.catalog.language)
            problems = list(typing.problems)
            try:
                read_record(model, typing.raw, self._stage.words)
            except RefusedError as error:
                problems += error.problems
            if problems:
                self._complain(prompt, answer, problems, typing)
            else:
                rows.append(typing.raw)

    def value(self, kind: Kind, holder: Holder) -> None:
        """Ask for one field until it is right."""
        info = holder.model.model_fields[kind.name]
        words = [holder.who, *(label(self._face.catalog, self._game, str(step)) for step in holder.where)]
        prompt = " · ".join([*filter(None, words), self._question(kind.name)])
        while True:
            answer = self._line(prompt)
            if not answer.strip() and not info.is_required():
                holder.table[kind.name] = info.get_default(call_default_factory=True)
                return
            typing = typed.read_answer(kind.answer(answer), kind, self._stage, self._face.catalog.language)
            if typing.problems:
                self._complain(prompt, answer, typing.problems, typing)
                continue
            try:
                field_type(holder.model, kind.name).validate_python(typing.raw[kind.name], context=self._stage.words)
            except ValidationError as error:
                problems = [replace(problem, location=(kind.name, *problem.location)) for problem in problems_of(error)]
                self._complain(prompt, answer, problems, typing)
            else:
                holder.table[kind.name] = typing.raw[kind.name]
                return

    @staticmethod
    def _line(prompt: str) -> str:
        try:
            return input(f"{prompt}: ")[: typed.MOST_TYPED]
        except UnicodeDecodeError:
            raise UnreadableError("error.not-utf8") from None

    def _question(self, name: str) -> str:
        """Return what a field is, and what may be answered."""
        words = self._face.catalog
        return said_of(words, "ask", self._game, self._stage.name, name) or label(words, self._game, name)

    def _complain(self, prompt: str, answer: str, problems: list[Problem], typing: Typing | None = None) -> None:
        """Point at each thing that is wrong with an answer, and say what would be right."""
        for problem in problems:
            typed_at = problem.values.get("span") or (typing.span(problem.location) if typing else None)
            span = typed_at or Span.whole(answer)
            line = f"{prompt}: {span.line}"
            shift = len(line) - len(span.line)
            self._face.emit(pointed(Span(line, span.start + shift, span.end + shift)), err=True)
            said = message(hinted(problem, self._face.catalog, self._stage), self._face.catalog, self._game)
            self._face.say(f"  {said}", err=True)
