"""What a form that was sent does to an evening: which events are written of it. Nothing here knows HTTP."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from callboard_cli.input.parser.tables import kinds_of
from callboard_cli.phones.forms import LINE, Form
from callboard_cli.phones.table import Snapshot, Visitor
from callboard_cli.phones.wording import worded, written
from callboard_nights import commands, count_commands
from callboard_nights.count_commands import MOST_TYPED
from callboard_nights.counts import Counts
from callboard_nights.entries import GAINED
from callboard_nights.events import Event
from callboard_nights.night import Night
from callboard_scoring.fields import same_name
from callboard_scoring.problems import Problem, RefusedError

DONE, REOPEN = "done", "reopen"
"""What a form may be sent for, beside being saved."""
WORDS = "words"
"""The field in which the table's own part is typed as one line."""
_OWN = ("stage", "seen", "claimed", "do", "part")
"""The names in a form that are no fields of a record."""
MOST_NAMED = 60
"""The most characters of a name that is told to be none."""
_TOTAL = re.compile(r"[+-]?\d{1,6}", re.ASCII)


class NotAllowedError(Exception):
    """A form says something of a part that its link does not enter."""


@dataclass(frozen=True)
class Posted:
    """A form that was sent."""

    stage: str
    do: str = "save"
    part: str = ""
    """The player whose part was shown."""
    seen: int | None = None
    """The version of the evening that it was made of."""
    claimed: str | None = None
    """The total that somebody counted; None where it was not asked for."""
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The texts of each part, by their keys."""


def posted(look: Snapshot, visitor: Visitor, pairs: Iterable[tuple[str, str]]) -> Posted:
    """Read the fields of a form; of a name that comes several times, its texts are one list.

    :raises RefusedError: when it is of no stage of the game, or of somebody who does not play.
    """
    together: dict[str, list[str]] = {}
    for name, text in pairs:
        together.setdefault(name, []).append(text)
    fields = {name: ", ".join(filter(None, texts)) if len(texts) > 1 else texts[0] for name, texts in together.items()}
    night = look.night
    following = night.leg.stage if night.leg is not None else night.game.stages[-1]
    stage = fields.get("stage") or following
    if stage not in night.game.stages:
        raise RefusedError([Problem(("stage",), "error.other-stage", {"given": stage, "expected": following})])
    part = visitor.name or fields.get("part", "")
    if part and part not in night.players:
        raise RefusedError(
            [Problem(("part",), "error.night.unknown-player", {"given": part, "names": list(night.players)})]
        )
    if visitor.name and fields.get("part", visitor.name) not in ("", visitor.name):
        raise NotAllowedError
    empty = Form(look.stage(stage), {})
    texts = texts_in(empty, fields)
    seen = fields.get("seen", "")
    return Posted(
        stage,
        fields.get("do", "save"),
        part if empty.rows is not None else "",
        int(seen) if re.fullmatch(r"\d{1,6}", seen) else None,
        fields.get("claimed"),
        texts,
    )


def texts_in(empty: Form, fields: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return the texts of each part, by whose it is and by their keys, of a form's fields by their names.

    A line of the whole table may bring players' lines.

    :raises RefusedError: when there is more than anybody types, or a name is no field's.
    """
    count = sum(map(len, fields.values()))
    if count > MOST_TYPED:
        raise RefusedError([Problem((), "error.night.part-long", {"count": count, "limit": MOST_TYPED})])
    texts: dict[str, dict[str, str]] = {}
    for name, text in fields.items():
        if name in _OWN:
            continue
        whose, key = part_of(name, empty)
        if whose and key == "name" and same_name(text) == same_name(whose):
            continue  # a program says whose it is once more
        if key != LINE and not empty.has(whose, key):
            raise RefusedError([Problem((name[:MOST_NAMED],), "extra_forbidden", {"given": name[:MOST_NAMED]})])
        texts.setdefault(whose, {})[key] = text
    own, lines = parted(texts.get("", {}).get(LINE, ""), empty)
    if lines:
        texts[""][LINE] = own
        for whose, line in lines.items():
            texts.setdefault(whose, {})[LINE] = line
    return texts


def parted(line: str, empty: Form) -> tuple[str, dict[str, str]]:
    """Cut a line of the whole table into what is the table's own, and the lines of players in it."""
    if empty.rows is None:
        return line, {}
    own: list[str] = []
    lines: dict[str, str] = {}
    for piece in re.split(r"[;\n]", line):
        name, colon, rest = piece.partition(":")
        called = empty.stage.called(name.strip().strip("\"'"))
        if colon and called in empty.stage.players:
            lines[called] = rest.strip().strip("\"'")
        elif piece.strip():
            own.append(piece.strip())
    return "; ".join(own) if len(own) > 1 else "".join(own), lines


def part_of(name: str, empty: Form) -> tuple[str, str]:
    """Return whose part a field is in, and its key there.

    :raises RefusedError: when nobody has such a row.
    """
    if name == WORDS:
        return "", LINE
    found = empty.placed(name)
    if found is None:
        rows, seat, *_ = name.split(".")
        values = {"given": seat, "names": list(empty.stage.players)}
        raise RefusedError([Problem((rows, int(seat)), "error.night.unknown-player", values)])
    return found


def saved(look: Snapshot, visitor: Visitor, form: Posted, at: str) -> Snapshot:
    """Return the evening after a form was sent: what was typed, whether it is done, and the entry that all make.

    :raises NotAllowedError: when it says something of a part that the link does not enter.
    :raises RefusedError: when a part cannot be written now.
    """
    if not all(visitor.may_type(whose) for whose in (*form.texts, form.part)):
        raise NotAllowedError
    writing = Writing(look, visitor, form.stage, at)
    writing.look_shown(form)
    if form.do == REOPEN:
        writing.reopen(form.part)
        return writing.look
    for whose, texts in form.texts.items():
        writing.type(whose, texts, form.seen)
    if form.claimed is not None and form.part:
        writing.claim(form.part, form.claimed)
    if form.do == DONE:
        for whose in [form.part] if form.part else [one for one in form.texts if one] or [""]:
            writing.done(whose)
    writing.enter_all()
    return writing.look


class Writing:
    """An evening that is written on: each event comes after what stands by then."""

    def __init__(self, look: Snapshot, visitor: Visitor, stage: str, at: str) -> None:
        """Take the evening as it is, and who writes of which stage, and when."""
        self.look = look
        self._visitor = visitor
        self._by = visitor.name
        self._stage = stage
        self._at = at

    def do(self, event: Event | None) -> None:
        """Add an event, if there is one."""
        self.look = self.look.after(event)

    def look_shown(self, form: Posted) -> None:
        """Look whether nothing is written of a part that is hidden from who writes: even no change would tell of it.

        :raises RefusedError: when anything is.
        """
        own = form.part if form.claimed is not None or form.do == DONE else ""
        for whose in (*form.texts, own):
            count_commands.look_shown(self.look.night, self.look.count(self._stage), whose, self._by)

    def type(self, whose: str, texts: Mapping[str, str], seen: int | None) -> None:
        """Type a part; what is not mentioned stays, and a line that can be read goes into the fields."""
        stands = self.look.count(self._stage).part(whose)
        stage, words = self.look.stage(self._stage), self._visitor.ui.catalog
        shown = worded(Form(stage, {whose: stands.typed}, self._language), whose, words)
        mine = {key: stands.typed[key] if text == shown.get(key) else text for key, text in texts.items()}
        told = spread(Form(stage, {whose: replaced(stands.typed, mine)}, self._language), whose, self._visitor)
        if stands.is_done and dict(told) == stands.typed:
            return
        typed = count_commands.type_part(*self._now, whose, by=self._by, typed=told, at=self._at, seen=seen)
        self.do(typed.event)

    def claim(self, part: str, text: str) -> None:
        """Keep the total that somebody counted; what is no number is none."""
        total = claimed_in(text)
        if total != self.look.count(self._stage).part(part).claimed:
            self.do(count_commands.claim(*self._now, part, by=self._by, total=total, at=self._at))

    def reopen(self, part: str) -> None:
        """Say that a part is not done after all."""
        self.do(count_commands.reopen(*self._now, part, by=self._by, at=self._at))

    def done(self, part: str) -> None:
        """Say that a part is done, if nothing is wrong with it; the last one makes the entry of an open count."""
        form = self.look.form(self._stage, self._language)
        if form.rows is None:
            self.enter()
        elif part and not form.row(part).problems and not is_untouched(form, part):
            self.do(count_commands.finish(*self._now, part, by=self._by, at=self._at))

    def enter_all(self) -> None:
        """Make the entry of an open count in which all are done."""
        count = self.look.count(self._stage)
        if count.parts and count.all_done and not count.is_sealed:
            self.enter()

    def enter(self) -> bool:
        """Make the entry of all parts; False where anything is wrong with it, which the pages tell."""
        form = self.look.form(self._stage, self._language)
        read = form.whole
        if read.problems:
            return False
        try:
            raw = form.stage.content(read.raw)
            self.do(commands.add(self.look.night, self._stage, raw, self._at, form.stage.words))
        except RefusedError:
            return False
        return True

    @property
    def _now(self) -> tuple[Night, Counts, str]:
        return self.look.night, self.look.counts, self._stage

    @property
    def _language(self) -> str:
        return self._visitor.ui.catalog.language


def replaced(stands: Mapping[str, str], texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of a part with newer ones; one of a whole field takes the place of those within it.

    >>> replaced({"camp.green large": "1", "mood": "comedy"}, {"camp": "orange large 2"})
    {'mood': 'comedy', 'camp': 'orange large 2'}
    """
    whole = {key.partition(".")[0] for key in texts if "." not in key}
    within = {key.partition(".")[0] for key in texts if "." in key}
    kept = {key: text for key, text in stands.items() if "." not in key or key.partition(".")[0] not in whole}
    return {key: text for key, text in kept.items() if "." in key or key not in within} | dict(texts)


def is_untouched(form: Form, part: str) -> bool:
    """Tell whether nothing was typed of a part of which not everything is known: that is more likely forgotten."""
    if form.rows is None or any(text.strip() for text in form.parts.get(part, {}).values()):
        return False
    known = {name for name in form.stage.night.known(form.stage.name) if name.startswith("players.")}
    own = {f"players.{kind.name}" for kind in kinds_of(form.rows.model)} - {"players.name", f"players.{GAINED}"}
    return bool(own - known)


def claimed_in(text: str) -> int | None:
    """Return the total that a text says; None where it says none."""
    text = text.replace("−", "-").strip()
    return int(text) if _TOTAL.fullmatch(text) else None


def spread(form: Form, whose: str, visitor: Visitor) -> Mapping[str, str]:
    """Return the texts of a part with those of its line, if that can be read, in their fields."""
    texts = dict(form.parts[whose])
    line = texts.get(LINE, "")
    if not line.strip():
        texts.pop(LINE, None)
        return texts
    read = form.line(whose)
    if read.problems or not read.raw:
        return texts
    own = written(read.raw, form.model(whose), form.stage, visitor.ui.catalog)
    names = {key.partition(".")[0] for key in own}
    kept = {key: text for key, text in texts.items() if key != LINE and key.partition(".")[0] not in names}
    return kept | own
