"""What is typed in an evening: a stage's words, of which those that are known already may lack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from callboard_cli.entry.asking.sheet import Sheet, sheet_of
from callboard_cli.entry.reading.kinds import Kind
from callboard_cli.entry.reading.raw import Typing
from callboard_cli.entry.stage import Stage
from callboard_nights.entries import Whole
from callboard_nights.night import Night
from callboard_nights.typed import entry_model
from callboard_scoring.checks import same_name
from callboard_scoring.records import Record, item_model


@dataclass(frozen=True)
class EveningStage(Stage):
    """A stage of an evening's game, read after all that stands."""

    night: Night = field(kw_only=True, hash=False)
    """The evening as it is before this entry."""

    @cached_property
    def model(self) -> type[Record]:
        """The model of what is typed: what is carried over may lack."""
        return entry_model(self.game, self.name)

    def read(self, content: Mapping[str, Any]) -> Record:
        """Make the whole record of what was typed and what is known."""
        record: Record = self.whole(content).played.record
        return record

    def whole(self, content: Mapping[str, Any]) -> Whole:
        """Make the whole record, and score it.

        :raises RefusedError: with all that is wrong with it.
        """
        return self.night.whole(self.name, content, self.words)

    def seated(self, arguments: Sequence[str], language: str) -> Sheet:
        """Put the words of a command line in their places, with everybody who plays."""
        sheet = sheet_of(arguments, self, language)
        if sheet.seats is None:
            return sheet
        typed = {same_name(name): place for place, name in enumerate(sheet.names)}
        own = {place: text for place, text in sheet.answers.items() if place[:1] != (sheet.seats.name,)}
        strangers = [name for name in sheet.names if same_name(name) not in map(same_name, self.night.players)]
        names = [*self.night.players, *strangers]
        for seat, name in enumerate(names):
            text = sheet.answers.get((sheet.seats.name, typed.get(same_name(name), -1)))
            if text:
                own[(sheet.seats.name, seat)] = text
        return replace(sheet, names=tuple(names), answers=own)


def changed(entered: Mapping[str, Any], typing: Typing, stage: Stage) -> dict[str, Any]:
    """Return an entry with what was typed of it anew: whole fields, and of those who play whole lines."""
    told: dict[str, Any] = dict(entered)
    for kind in stage.kinds:
        if kind.name not in typing.raw or not _was_typed(kind, typing):
            continue
        value = typing.raw[kind.name]
        if kind.name == stage.seats and item_model(stage.model.model_fields[kind.name]) is not None:
            rows = {same_name(str(row.get("name"))): row for row in value}
            kept = [rows.pop(same_name(row["name"]), row) for row in told.get(kind.name, ())]
            value = [*kept, *rows.values()]
        told[kind.name] = value
    return told


def _was_typed(kind: Kind, typing: Typing) -> bool:
    """Tell whether a field was typed, and not only left to mean nothing."""
    return any(location[:1] == (kind.name,) for location in (*typing.spans, *typing.named))
