"""Stages as they are typed in a saved evening, where fields that follow from earlier entries may be left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from callboard_cli.input.parser.spoken import declined
from callboard_cli.input.stage import Stage
from callboard_cli.ui.names import own_command, short_name
from callboard_cli.ui.wording import drawn, label, token
from callboard_locales import Catalog
from callboard_nights.entries import Whole, entry_model
from callboard_nights.night import Entry, Night
from callboard_nights.player_names import holds_names, meant, table_in
from callboard_scoring.fields import Typed
from callboard_scoring.game import Game
from callboard_scoring.records import Record


@dataclass(frozen=True)
class EveningStage(Stage):
    """A stage of an evening's game, read after all that stands."""

    night: Night = field(kw_only=True, hash=False)
    """The evening as it is before this entry."""
    edited: int = field(default=0, kw_only=True)
    """The number of the entry that is given anew; 0 of a new one."""

    @cached_property
    def model(self) -> type[Record]:
        """The model of what is typed, in which fields that are carried over are optional."""
        return entry_model(self.game, self.name, self.night.known(self.name))

    @property
    def players(self) -> tuple[str, ...]:
        """Those who play the evening."""
        return self.night.players

    @property
    def about(self) -> tuple[str, ...]:
        """The arguments with which help tells how a new entry is typed; the evening knows the game."""
        return () if self.edited else (self.name,)

    def called(self, name: str) -> str:
        """Return a player's name as the evening spells it: by a former one, in another case, by a part only one has."""
        return meant(name, self.players, self.night.seating.former) or declined(name, self.players) or name

    def title(self, words: Catalog) -> str:
        """Return what the stage is called, with which one of its kind comes next: the round, the season."""
        numbers = self.night.expected(self.name).items()
        told = [f"{label(words, self.game.id, name)} {value}" for name, value in numbers]
        title = super().title(words)
        is_said = any(one.startswith(f"{title} ") for one in told)  # “round, round 2”
        return ", ".join(told if is_said else [title, *told])

    def reworded(self, raw: Mapping[str, Any], words: Catalog) -> Mapping[str, Any]:
        """Return raw data in canonical tokens with the reader's words in place of them; names stay as they are."""
        return reworded(raw, self.model, self.game, words)

    @property
    def can_be_drawn(self) -> bool:
        """Whether all that is typed of the stage may be drawn by lot."""
        return self.game.draw(self.name) is not None

    def drawn(self) -> Mapping[str, Any]:
        """Draw by lot what is typed of the stage, of what the evening leaves to be drawn."""
        from callboard_scoring.constrained_draws import chance  # most entries are typed
        from callboard_scoring.draws import Draw

        draw = self.game.draw(self.name)
        past = self.night.entering(self.name, {}).past
        return draw(past, Draw(lambda _, limit: chance(limit))) if draw is not None else {}

    def knows(self, field: str) -> bool:
        """Tell whether a field need not be asked for: it follows from what was entered."""
        return field in self.night.known(self.name)

    def before(self, who: str = "") -> Mapping[str, Any]:
        """Return what may be as it was: what a player has had last, and what lies on the table."""
        told: dict[str, Any] = {}
        entering = self.night.entering(self.name, {})
        if not who:
            told = {lying.name: list(pieces) for lying, pieces in entering.lying() if None not in pieces}
        for carried, value in entering.proposed():
            if not carried.is_of_players and not who:
                told[carried.name] = value
            elif carried.is_of_players and who in value:
                told[carried.name] = value[who]
        return told

    def read(self, content: Mapping[str, Any]) -> Record:
        """Make the whole record of what was typed and what is known."""
        record: Record = self.whole(content).played.record
        return record

    def whole(self, content: Mapping[str, Any]) -> Whole:
        """Make the whole record, and score it.

        :raises RefusedError: with all that is wrong with it.
        """
        return self.night.whole(self.name, content, self.words)

    def command(self, catalog: Catalog, words: Iterable[str]) -> str:
        """Return the command that enters these words, or gives the entry anew."""
        verb = ("edit", str(self.edited)) if self.edited else ("add", short_name(catalog, self.game.id, self.name))
        return own_command(catalog, ["night", *verb], words, self.options)


def next_stage(night: Night, name: str, besides: tuple[str, ...] = ()) -> EveningStage:
    """Return a stage of an evening's game for one more entry."""
    return EveningStage(night.game, name, night=night, besides=besides)


def edited_stage(night: Night, entry: Entry, besides: tuple[str, ...] = ()) -> EveningStage:
    """Return the stage of an entry that is given anew."""
    until = night.until(entry.number)
    return EveningStage(night.game, entry.stage, night=until, edited=entry.number, besides=besides)


def reworded(raw: Mapping[str, Any], model: type[Record], game: Game, catalog: Catalog) -> dict[str, Any]:
    """Return raw data in canonical tokens with the reader's words in place of them; names stay as they are."""

    def told(value: Any, field: str) -> Any:
        if isinstance(value, Mapping):
            return {token(catalog, game.id, str(key), field): told(inner, field) for key, inner in value.items()}
        if isinstance(value, list):
            return [told(item, field) for item in value]
        if isinstance(value, str):
            drawing = is_drawing(model, field, game, value)
            return drawn(catalog, game, value) if drawing else token(catalog, game.id, value, field)
        return value

    def row_of(row: Mapping[str, Any], table: type[Record], field: str) -> Any:
        if table.as_item is not Record.as_item:  # as a file may have it, though people type it as one item
            with suppress(ValidationError):  # of an entry that does not fit
                return told(table.model_validate(row).as_item(), field)
        return reworded(row, table, game, catalog)

    own: dict[str, Any] = {}
    for name, value in raw.items():
        known = name in model.model_fields
        table = table_in(model, name) if known else None
        if table is not None and isinstance(value, Mapping):
            own[name] = row_of(value, table, name)
        elif table is not None and isinstance(value, list):
            own[name] = [row_of(row, table, name) if isinstance(row, Mapping) else told(row, name) for row in value]
        else:
            own[name] = value if not known or holds_names(model, name) else told(value, name)
    return own


def is_drawing(model: type[Record], field: str, game: Game, text: str) -> bool:
    """Tell whether a text is a row of a drawing: letters of the game's drawings alone, as the field takes them."""
    known = model.model_fields.get(field)
    typed = (one for one in (known.metadata if known is not None else ()) if isinstance(one, Typed))
    return set(text) <= set(game.letters.values()) and any(re.fullmatch(one.pattern, text) for one in typed)
