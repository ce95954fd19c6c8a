"""What is asked, in the reader's words: questions, what may be answered, and the answers so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from callboard_cli.input.diagnostics.refusal import SHOWN, refused
from callboard_cli.input.notation import Entry, Notation, notation
from callboard_cli.input.parser import typed
from callboard_cli.input.parser.field_types import InTurn, Kind, in_one_line
from callboard_cli.input.parser.tables import Line, Lines, as_line, kinds_of
from callboard_cli.input.parser.tokenizer import Span
from callboard_cli.input.prompts.dialog import Question
from callboard_cli.input.prompts.draft import WORDS, Place, Sheet
from callboard_cli.input.prompts.keyboard import HELP
from callboard_cli.input.stage import example_of
from callboard_cli.ui.output import visible
from callboard_cli.ui.wording import fill, how_typed, in_words, label, said_of
from callboard_locales import Catalog
from callboard_scoring.problems import Problem, RefusedError


@dataclass(frozen=True)
class Asked:
    """A question in words: what is said before it, and what stands before the answer."""

    before: tuple[str, ...]
    prompt: str


def asked(question: Question, sheet: Sheet, catalog: Catalog, *, first: bool) -> Asked:
    """Put a question into words; the `first` one about a line of its kind says what the line takes."""
    place, kind = question.place, sheet.kind(question.place)
    game = sheet.stage.game.id
    if kind is not None and question.within:
        who = _whose(place, sheet, catalog)
        return Asked((), f"{who} · {_question(question.within, sheet, catalog)}")
    if sheet.seats is not None and place == (sheet.seats.name,):
        own = said_of(catalog, "ask", game, sheet.stage.name, sheet.seats.name)
        values = {"fewest": sheet.seats.fewest, "most": sheet.seats.most}
        return Asked((), own or catalog.text("ask.names") % values)
    if isinstance(kind, Lines):
        prompt = _whose(place, sheet, catalog)
        if kind is not sheet.seats and question.optional:
            prompt = catalog.text("ask.no-more") % {"question": prompt}
        takes = _line_takes(kind, question, sheet, catalog) if first else ()
        known = sheet.stage.before(sheet.names[int(place[1])]) if kind is sheet.seats else {}
        return Asked((*takes, *_known(known, sheet, catalog)), prompt)
    if question.ring is not None:
        return _walk(question, sheet, catalog, first=first)
    if kind is None:
        return Asked(_words_take(sheet, catalog) if first else (), _bare_question(sheet, catalog))
    prompt = _question(kind.name, sheet, catalog)
    return Asked((), catalog.text("ask.or-none") % {"question": prompt} if question.optional else prompt)


def _known(held: Mapping[str, Any], sheet: Sheet, catalog: Catalog) -> Iterator[str]:
    """Yield a line that says what was so before, where anything is known."""
    game = sheet.stage.game.id
    shown = [f"{label(catalog, game, name)} {in_words(catalog, game, value)}" for name, value in held.items()]
    if shown:
        yield f"  {catalog.text('ask.before') % {'known': ', '.join(shown)}}"


def _whose(place: Place, sheet: Sheet, catalog: Catalog) -> str:
    """Return whose line a place is, or which of several."""
    kind = sheet.kind(place)
    assert kind is not None  # noqa: S101  # for the type checkers: lines have a field
    name = label(catalog, sheet.stage.game.id, kind.name)
    if kind is sheet.seats:
        return visible(sheet.names[int(place[1])])
    return f"{name} {int(place[1]) + 1}" if isinstance(kind, Lines) else name


def _question(field: str, sheet: Sheet, catalog: Catalog) -> str:
    """Return what a field is, and what may be answered."""
    game, kind = sheet.stage.game.id, sheet.fields.get(field)  # none is a field of a player
    typed = None if kind is None or isinstance(kind, InTurn) else kind.typed
    is_alone = typed is not None and (typed.lies or typed.follows)  # and not one by one with another
    own = "" if is_alone else said_of(catalog, "ask", game, sheet.stage.name, field)
    return own or label(catalog, game, field)


def _bare_question(sheet: Sheet, catalog: Catalog) -> str:
    """Return what the words without a name are."""
    kinds = _asked_for(sheet)
    return _names(kinds, sheet, catalog)


def _names(kinds: tuple[Kind, ...], sheet: Sheet, catalog: Catalog) -> str:
    shown = [kind.name for kind in kinds if kind.name != "name"]
    if len(shown) == 1:  # room for what is meant by it
        return _question(shown[0], sheet, catalog)
    return ", ".join(label(catalog, sheet.stage.game.id, name) for name in shown)


def _line_takes(kind: Lines, question: Question, sheet: Sheet, catalog: Catalog) -> tuple[str, ...]:
    """Say what a line takes: its fields, and the example's; none that is known, unless something is wrong with it."""
    game, example = sheet.stage.game.id, (example_of(sheet.stage, catalog).get(kind.name) or [])[:1]
    own = said_of(catalog, "ask", game, sheet.stage.name, kind.name) if kind is not sheet.seats else ""
    wrong = {step for problem in question.problems for step in problem.location}
    known = {one.name for one in kinds_of(kind.model) if one.typed and one.typed.known and one.name not in wrong}
    kinds = tuple(one for one in kinds_of(kind.model) if one.name not in {"name", *known})
    if not kinds:
        return ()
    fields = catalog.text("ask.line") % {"fields": _names(kinds, sheet, catalog)}
    lines = [as_line(row | dict.fromkeys({"name", *known}), kind.model, game, catalog) for row in example]
    return (own,) if own else (fields, *_such_as(lines, catalog))


def _words_take(sheet: Sheet, catalog: Catalog) -> tuple[str, ...]:
    """Say what the words without a name may be, where there are several fields for them."""
    if len(_asked_for(sheet)) == 1:
        return ()
    game, example = sheet.stage.game.id, example_of(sheet.stage, catalog)
    words = [
        word for kind in sheet.bare if example.get(kind.name) for word in kind.words(example[kind.name], game, catalog)
    ]
    return _such_as([in_one_line(words)], catalog)


def _asked_for(sheet: Sheet) -> tuple[Kind, ...]:
    """Return the fields of words without a name that are worth asking for."""
    model, raw = sheet.stage.model, sheet.read.raw
    return tuple(kind for kind in sheet.bare if model.applies(kind.name, raw))


def _such_as(examples: list[str], catalog: Catalog) -> tuple[str, ...]:
    return tuple(f"  {catalog.text('ask.such')} {example}" for example in examples if example)


def _walk(question: Question, sheet: Sheet, catalog: Catalog, *, first: bool) -> Asked:
    """Ask for the next words of a walk, with how far it has come."""
    ring, walk = question.ring, sheet.walk
    assert ring is not None  # noqa: S101  # for the type checkers: who calls has looked
    assert walk is not None  # noqa: S101
    name = label(catalog, sheet.stage.game.id, walk.name)
    example = example_of(sheet.stage, catalog)
    pairs = zip(example.get(walk.leads) or (), example.get(walk.follows) or (), strict=False)
    words = [word for pair in list(pairs)[:2] for word in pair]
    before = _such_as([f"{', '.join(words)} …"], catalog) if first else ()
    so_far = catalog.text("ask.walk") % {"field": name, "count": ring.count, "limit": ring.limit}
    return Asked(
        (*before, f"{so_far} … {visible(', '.join(ring.last))}" if ring.last else so_far), _next(sheet, catalog)
    )


def _next(sheet: Sheet, catalog: Catalog) -> str:
    """Ask for the next word: of which of the two lists it is."""
    walk, raw = sheet.walk, sheet.read.raw
    assert walk is not None  # noqa: S101  # for the type checkers: who calls has looked
    leading, following = (len(raw.get(name) or ()) for name in (walk.leads, walk.follows))
    return _question(walk.follows if leading > following else walk.leads, sheet, catalog)


# --- Help -----------------------------------------------------------------------------------------------------------


def helped(question: Question, sheet: Sheet, catalog: Catalog) -> Iterator[str]:
    """Yield what may be answered: how it is typed, and what each word means."""
    shown = notation(sheet.stage, catalog)
    kind = sheet.kind(question.place)
    if kind is sheet.seats and kind is not None and len(question.place) == 1:
        names = [str(row["name"]) for row in example_of(sheet.stage, catalog)[kind.name]]
        yield from _such_as([", ".join(names)], catalog)
        return
    entries = list(_entries(question, sheet, shown))
    for entry in entries:
        yield f"  {entry.typed} — {entry.meaning}"
    if not question.within and (kind is None or (isinstance(kind, (Line, Lines)) and len(question.place) > 1)):
        walk = sheet.walk.name if question.ring is not None and sheet.walk is not None else ""
        field = kind.name if kind is not None else walk
        yield how_typed(catalog, sheet.stage.game.id, sheet.stage.name, field)


def _entries(question: Question, sheet: Sheet, told: Notation) -> Iterator[Entry]:
    """Yield how the fields are typed that a question is about."""
    kind = sheet.kind(question.place)
    names = {one.name for one in sheet.bare} if kind is None else {kind.name}
    is_line = isinstance(kind, Lines) and len(question.place) > 1
    holder = ""
    for entry in told.entries:
        if not entry.within:
            holder = entry.name
        if entry.within:
            is_asked = is_line and holder in names and question.within in ("", entry.name)
        else:
            is_asked = not is_line and entry.name in names
        if is_asked:
            yield entry


# --- What is wrong --------------------------------------------------------------------------------------------------


def complaints(problems: Sequence[Problem], sheet: Sheet, catalog: Catalog) -> list[tuple[str, tuple[Span, ...]]]:
    """Say what is wrong with answers, the same thing once; with where it was typed."""
    asking = [problem for problem in problems if problem.code.startswith(("ask.", "usage."))]  # of names alone
    others = [problem for problem in problems if problem not in asking]
    said: list[tuple[str, tuple[Span, ...]]] = [
        (fill(catalog, sheet.stage.game.id, one.code, one.values), ()) for one in asking
    ]
    if not others:
        return said
    hint = catalog.text("ask.hint") % {"help": HELP}
    shown = refused(RefusedError(others), catalog, sheet.stage, sheet.read.raw, sheet.read.typing, hint=hint)
    return [*said, *((cause.text, tuple(cause.spans)) for cause in shown.messages[:SHOWN])]


# --- The answers so far ---------------------------------------------------------------------------------------------


def told_so_far(sheet: Sheet, catalog: Catalog) -> list[tuple[Place, str]]:
    """Return each answer as a line, in the order of the fields, with its place; those who play are in their lines."""
    game = sheet.stage.game.id
    lines: list[tuple[Place, str]] = []
    for kind in sheet.stage.kinds:
        if kind in sheet.bare[:1] and sheet.answers.get(WORDS):
            lines.append((WORDS, f"{_names(_asked_for(sheet), sheet, catalog)}: {visible(sheet.answers[WORDS])}"))
        if kind is sheet.seats:
            if sheet.names:
                lines.append(((kind.name,), f"{label(catalog, game, kind.name)}: {visible(', '.join(sheet.names))}"))
            places: list[Place] = [(kind.name, seat) for seat in range(len(sheet.names))]
        else:
            places = [place for place in sheet.answers if place[:1] == (kind.name,) and sheet.answers[place]]
        for place in places:
            name = _whose(place, sheet, catalog) if isinstance(kind, Lines) else label(catalog, game, kind.name)
            lines.append((place, f"{name}: {visible(sheet.answers.get(place, ''))}".rstrip()))
    return lines


def command_of(sheet: Sheet, catalog: Catalog) -> str:
    """Return the command with all answers: it takes them, or asks for what they lack."""
    return sheet.stage.command(catalog, words_of(sheet, catalog))


def words_of(sheet: Sheet, catalog: Catalog) -> list[str]:
    """Return all answers as the words of a command line."""
    words = sheet.arguments(catalog)
    if typed.read(words, sheet.stage, catalog.language).raw == sheet.read.raw:
        return words
    return typed.write(sheet.read.raw, sheet.stage, catalog)  # a name among words without one cannot stand there
