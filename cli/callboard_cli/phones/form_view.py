"""A stage's form as a page shows it: the fields of a player's part and of the table's, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from callboard_cli.input.diagnostics.problems import hinted
from callboard_cli.input.diagnostics.problems import worded as worded_problem
from callboard_cli.input.diagnostics.refusal import SHOWN
from callboard_cli.input.evening_stage import EveningStage
from callboard_cli.input.parser.field_types import Kind
from callboard_cli.input.parser.state import LOOSE, Typing
from callboard_cli.input.parser.tables import Players, as_line, kinds_of
from callboard_cli.input.prompts.dialog import is_short
from callboard_cli.input.prompts.draft import LACKING
from callboard_cli.phones.controls import Control, Controls, Field, Group, Shown, all_controls
from callboard_cli.phones.forms import LINE, Form, ParsedForm, field_at, name_of
from callboard_cli.phones.saving import is_untouched
from callboard_cli.phones.table import Snapshot, Visitor
from callboard_cli.phones.wording import worded
from callboard_cli.render.dates import hour
from callboard_cli.ui.output import shortened, visible
from callboard_cli.ui.wording import capital, how_typed
from callboard_cli.views.lines import without_commands
from callboard_locales import Catalog, catalog
from callboard_nights.counts import Count, CountPart
from callboard_nights.entries import WHOSE
from callboard_scoring.problems import Problem

TOLD, NO_TOTAL = "told", "no-total"
"""What came of a form that was sent."""
_BEGUN = re.compile(r"[^\s,;]*\Z")
"""The word that is typed last."""
_NUMBER = re.compile(r"\d*\Z")
"""The number that is typed last."""


@dataclass(frozen=True)
class FormPage:
    """A form as a template has it."""

    action: str
    stage: str
    part: str
    """Whose part is entered."""
    seen: int
    heading: str
    own: list[Field] | None
    """The fields of a player's row; None where the stage has none, or nobody's part is chosen."""
    table: list[Field]
    """The fields that are the table's own."""
    line: Control
    told: list[str]
    """What is told of the whole: that somebody wrote over the table's own, and what is wrong."""
    asks_table: bool
    """Whether all are done, and only something of the table's own is still to be filled in or put right."""
    closed: bool
    """Whether it is done, so that nothing is typed until it is opened again."""
    may_reopen: bool
    state: str
    """What it was made of beside texts: when that is another, the page is loaded anew."""
    claims: bool
    """Whether the total that somebody counted is asked for."""
    claims_alone: bool
    """Whether that is what this stage gives, without what there was before."""
    claimed: str
    problems: Mapping[str, str]
    """What is wrong with each field."""
    is_hidden: bool
    """Whether the visitor may not read the part, so that nothing of it is in the form."""
    folds: Mapping[str, str]
    """What others filled in of the table's own, in short, by the names of the fields: these are folded."""


def form_page(look: Snapshot, visitor: Visitor, stage: str, part: str, hints: Collection[str]) -> FormPage:
    """Return the form of a stage: a player's part, and the table's.

    Of the `hints` `TOLD` says what is missing, too, and `NO_TOTAL` that what was claimed is no total.
    """
    words = visitor.ui.catalog
    count, form = look.count_for(stage, visitor), look.form_for(stage, visitor)
    own_part, table_part = (count.part(whose) for whose in (part, ""))
    is_hidden = look.hides(stage, part, visitor)
    has_row = form.rows is not None and bool(part) and not is_hidden
    everybody = is_complete(count, form)
    asks_table = everybody and is_table_wrong(look.form(stage, words.language))
    problems = problems_of(
        form,
        part if has_row else "",
        is_told=everybody or TOLD in hints,
        is_complete=everybody and count == look.count(stage),  # of what is hidden, nothing is told but that it is wrong
    )
    if NO_TOTAL in hints:
        problems["claimed"] = words.text("phones/no-total")
    controls = Controls(form.stage, words)
    seat = form.stage.players.index(part) if has_row else 0
    start = f"{form.rows.name}.{seat}." if form.rows is not None else ""
    known = _known(form)
    own: list[Field] | None = None
    if has_row and form.rows is not None:
        shown = _shown(form, own_part, start, problems, words, known.get(part, {}), form.stage.before(part))
        own = controls.of(kinds_of(form.rows.model), start, shown, controls.row_example(form.rows.name))
    if TOLD in hints and has_row and is_untouched(form, part):
        problems[""] = _nothing_typed(form, own or [], words)
    if TOLD in hints and form.rows is not None and not part:
        problems.setdefault("", words.text("phones/whose"))
    shown = _shown(form, table_part, "", problems, words, known[""], form.stage.before())
    if visitor.name and WHOSE in form.stage.model.model_fields:
        shown = replace(shown, texts={WHOSE: visitor.name, **shown.texts})
    raw = form.whole.raw
    table = [
        one
        for one in controls.of(form.own, "", shown)
        if form.stage.model.applies(one.name.partition(".")[0], raw) or table_part.fields.get(one.name)
    ]
    line_name = start.rstrip(".") if has_row else "words"
    typed = (own_part if has_row else table_part).fields.get(LINE)
    field = form.rows.name if has_row and form.rows is not None else ""
    line = Control(
        line_name,
        visitor.ui.text("phones/line-label"),
        "text",
        typed.text if typed is not None else "",
        help=without_commands(how_typed(words, look.night.game.id, stage, field)),
        problem=problems.get(line_name, ""),
    )
    return FormPage(
        visitor.home,
        stage,
        part,
        look.version,
        visible(part),
        own,
        table,
        line,
        [text for text in (_overruled(own_part, words), problems.get("", "")) if text],
        asks_table=asks_table,
        closed=own_part.is_done if has_row else False,
        state=f"{stage} {count.number} {own_part.is_done} {own_part.locked} {count.is_sealed} {asks_table} {is_hidden}",
        may_reopen=not (count.is_sealed and everybody) or visitor.is_host,
        claims=count.is_sealed and has_row,
        claims_alone=stage in look.night.game.evening().adds,
        claimed="" if own_part.claimed is None else str(own_part.claimed),
        problems=problems,
        is_hidden=is_hidden,
        folds=dict(_folds(table, table_part, visitor)),
    )


def _folds(table: Sequence[Field], part: CountPart, visitor: Visitor) -> Iterator[tuple[str, str]]:
    """Yield what another filled in, with what stands there in short, who wrote it and when.

    It is folded so that no stray tap changes what is everybody's; whoever typed it last goes on typing.
    """
    for one in table:
        inner = list(all_controls([one]))
        texts = [part.fields[each.name] for each in inner if each.name in part.fields and part.fields[each.name].text]
        last = max(texts, key=lambda each: each.at, default=None)
        if last is not None and last.by != visitor.name and not any(each.problem for each in (one, *inner)):
            written = written_by(visitor.ui.catalog, last.by, last.at)
            yield one.name, f"{one.label}: {_in_short(one, inner, visitor)} · {written}"


def _in_short(one: Field, inner: Sequence[Control], visitor: Visitor) -> str:
    """Say what stands in a field: of a ring how much of it is walked."""
    if isinstance(one, Group) and one.kind == "ring":
        walked = sum(1 for row in one.rows if any(each.text for each in all_controls(row)))
        return visitor.ui.text("phones/fold.places", count=walked, of=len(one.rows))
    shown = (each.text if isinstance(one, Control) else f"{each.label} {each.text}" for each in inner if each.text)
    return shortened(", ".join(" ".join(text.split()) for text in shown))


def _nothing_typed(form: Form, own: Sequence[Field], words: Catalog) -> str:
    """Tell a player whose part is empty so, and how to say that one has nothing, where that may be."""
    if not (isinstance(form.rows, Players) and form.rows.may_be_nothing(form.stage.words)):
        return words.text("phones/nothing-typed-yet")
    none = words.text("phones/none")
    has_key = any(option.meaning == none for one in all_controls(own) for option in one.options)
    return words.text("phones/nothing-typed-key") % {"key": none} if has_key else words.text("phones/nothing-typed")


def _overruled(part: CountPart, words: Catalog) -> str:
    """Tell a player to look again at what another wrote over since; empty where nobody did."""
    return words.text("phones/overruled") % {"name": visible(part.reopened_by)} if part.reopened_by else ""


def line_told(look: Snapshot, visitor: Visitor, stage: str, part: str) -> str:
    """Say how a player's part is typed as one line; nothing while there is nothing in it, or anything is wrong.

    Nor is anything said of one that is sealed, where a "+4" would look like points.
    """
    words, form = visitor.ui.catalog, look.form_for(stage, visitor)
    if look.count(stage).is_sealed or form.rows is None or not form.parts.get(part) or form.row(part).problems:
        return ""
    texts = worded(form, part, words)
    own = (form if texts == form.parts[part] else Form(form.stage, {part: texts}, words.language)).row(part)
    row = own.raw[form.rows.name][form.stage.players.index(part)]
    line = as_line({**row, "name": None}, form.rows.model, form.stage.game.id, words)
    return words.text("phones/line-now") % {"line": line} if line else ""


def is_complete(count: Count, form: Form) -> bool:
    """Tell whether everybody who has a part is done."""
    return form.rows is not None and count.all_done


def is_table_wrong(form: Form) -> bool:
    """Tell whether something is wrong with a field that is the table's own, or it is missing."""
    return form.rows is not None and any(one.location[:1] not in {(), (form.rows.name,)} for one in form.whole.problems)


def _known(form: Form) -> Mapping[str, Mapping[str, Any]]:
    """Return what is known anyway of each part's fields."""
    stage = form.stage
    known: dict[str, dict[str, Any]] = {"": dict(stage.night.expected(stage.name))}
    for carried, value in stage.night.entering(stage.name, {}).known():
        if carried.is_of_players:
            for name, own in value.items():
                known.setdefault(name, {})[carried.name] = own
        else:
            known[""][carried.name] = value
    for carried, lying in stage.night.entering(stage.name, {}).lying():
        known[""][carried.name] = lying
    return known


def _shown(  # noqa: PLR0913, PLR0917  # what stands beside the fields
    form: Form,
    part: CountPart,
    start: str,
    problems: Mapping[str, str],
    words: Catalog,
    known: Mapping[str, Any],
    before: Mapping[str, Any],
) -> Shown:
    texts = {f"{start}{key}": text for key, text in worded(form, part.whose, words).items()}
    others = {key: one for key, one in part.fields.items() if one.by != part.whose and one.text}
    written = {f"{start}{key}": written_by(words, one.by, one.at) for key, one in others.items()} if part.whose else {}
    if not part.whose:
        written = {key: written_by(words, one.by, one.at) for key, one in part.fields.items() if one.text}
    typed = {f"{start}{key}": text for key, text in part.typed.items() if text != texts.get(f"{start}{key}")}
    return Shown(texts, problems, typed, written, known, before)


def written_by(words: Catalog, by: str, at: str) -> str:
    """Say who wrote a field, and when."""
    who = visible(by) if by else words.text("phones/host")
    return words.text("phones/written") % {"who": who, "time": hour(at)}


def problems_of(form: Form, part: str, *, is_told: bool, is_complete: bool) -> dict[str, str]:
    """Return what is wrong with a part and the table's own fields, by the names of the fields; the whole's under "".

    As long as somebody types, nothing is said of what is missing.
    """
    has_row = form.rows is not None and bool(part)
    reading = form.whole if is_complete or form.rows is None or not part else form.row(part)
    problems = list(reading.problems)
    if not is_complete and has_row:
        problems += [one for one in form.whole.problems if one.location[:1] != (form.rows.name,) and one.location]  # type: ignore[union-attr]
    if has_row:
        seat = form.stage.players.index(part)
        mine = (form.rows.name, seat)  # type: ignore[union-attr]
        problems = [one for one in problems if one.location[:1] != mine[:1] or one.location[:2] == mine or is_complete]
    elif form.rows is not None:
        problems = [one for one in problems if one.location[:1] != (form.rows.name,)]
    if not (is_told or is_complete):
        problems = [one for one in problems if one.code not in LACKING and not is_unbegun(one, form)]
        problems = [one for one in problems if form.says(name_of(one, form))]
    return told(problems, reading, form)


def is_unbegun(problem: Problem, form: Form) -> bool:
    """Tell whether a problem is only that a ring is not walked to its end yet."""
    return len(problem.location) == 1 and problem.location[0] in form.walked and is_short(problem)


def told(problems: Sequence[Problem], reading: ParsedForm, form: Form) -> dict[str, str]:
    """Put problems into words, by the names of the fields in which they are: a line each."""
    texts: dict[str, list[str]] = {}
    words = catalog(form.language)
    for problem in problems[: 3 * SHOWN]:
        name = name_of(problem, form)
        if not name and problem.location == () and form.rows is None:
            name = "words"
        placed = replace(problem, values={"span": reading.typing.span(problem.location), **problem.values})
        explained = hinted(placed, words, form.stage, hint="")
        one = worded_problem(explained, words, form.stage, reading.raw)
        own = texts.setdefault(name, [])
        text = without_commands(one.what if name else one.text)
        own += [capital(text)] if text not in own else []
    return {name: "\n".join(own) for name, own in texts.items()}


# --- Words that can come next -----------------------------------------------------------------------------------------


def kind_of(form: Form, name: str) -> Kind | None:
    """Return the kind of a form's field, by its name; None where there is no such field."""
    placed = form.placed(name)
    if placed is None or placed[1] == LINE:
        return None
    whose, key = placed
    found = field_at(form.model(whose), key.split("."))
    return None if found is None or found[1] == form.rows else found[1]


def begun(text: str) -> tuple[str, str]:
    """Cut a text before the word that is begun in it."""
    word = str(_BEGUN.search(text)[0])  # type: ignore[index]  # the empty one is found everywhere
    return text.removesuffix(word), word


def numbers(stage: EveningStage, kind: Kind, text: str) -> list[tuple[str, str]]:
    """Return the numbers that can come next where any may, each with what it takes the place of.

    Behind a digit these are the numbers that begin with it: a 12 is tapped as a 1, then as the 12.
    """
    last = re.split("[,;]", text)[-1].strip()
    digit = str(_NUMBER.search(last)[0])  # type: ignore[index]  # the empty one is found everywhere
    if not last or digit == "0" or len(digit) > 1:
        return []
    typing = Typing(stage.game.id, stage.words, stage.shorts)
    before = last.removesuffix(digit).rstrip()
    found = [f"{digit}{one}" for one in "0123456789"]
    read = {number: kind.reading(typing, f"{before} {number}") for number in found}
    begun = text[len(text.rstrip()) - len(digit) :] if digit else ""
    return [(number, begun) for number, one in read.items() if one is not None and one.weight != LOOSE]
