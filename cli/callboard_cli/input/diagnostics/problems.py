"""What is wrong with a record, in words: whose, which field, and what would be right."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from callboard_cli.input.diagnostics.suggestions import guess, is_accepted, is_of_table, kinds_at, lacks_number, likest
from callboard_cli.input.parser.state import Typing
from callboard_cli.input.stage import Stage
from callboard_cli.ui.names import short_name
from callboard_cli.ui.output import nearest_name, shortened, visible
from callboard_cli.ui.wording import fill, how_typed, label, token
from callboard_locales import Catalog
from callboard_scoring.problems import Location, Problem
from callboard_scoring.words import spell

# Every code that the models of records can give, beside the games' own; `other` stands for one we have not met.
PYDANTIC_CODES = (
    "missing",
    "extra_forbidden",
    "int_type",
    "greater_than_equal",
    "less_than_equal",
    "bool_type",
    "string_type",
    "too_short",
    "too_long",
    "tuple_type",
    "dict_type",
    "model_type",
)
_MOST_BITS = 120
"""The longest whole number that is written out."""
HINTED = ("error.typed-word", "error.out-of-turn", "error.no-colon", "error.line-required")
"""Problems of typing, whose words say how a line of the stage is typed."""


MANY = 9
"""The most words to choose from that are all listed; of more the nearest are."""
_LISTED = 5
"""How many of the nearest."""
_NOT_THAT = ("int_type", "error.choice", "less_than_equal", "greater_than_equal")
"""Problems of a value that may also be none."""


@dataclass(frozen=True)
class Worded:
    """A problem in words."""

    problem: Problem
    """The problem, with what its words need."""
    place: str
    """Where it is: whose, which field; empty where it is about the whole record."""
    what: str
    """What is wrong, and what would be right."""

    @property
    def text(self) -> str:
        """The whole sentence."""
        return f"{self.place}: {self.what}" if self.place else self.what

    @property
    def holder(self) -> str:
        """Whose it is, or which field: the place without the numbers of items."""
        return re.sub(r"( · \d+)+$", "", self.place)

    @property
    def given(self) -> str:
        """What was typed, as messages repeat it."""
        return shortened(_written(self.problem.values.get("given", "")))

    @property
    def data(self) -> dict[str, str]:
        """What the machine interface tells: path, code and text."""
        code = self.problem.code.rpartition("error.")[2]
        return {"path": visible(self.problem.path), "code": code, "text": self.text}


def described(problem: Problem, catalog: Catalog, stage: Stage | None, raw: object) -> dict[str, str]:
    """Return a problem as the machine interface tells it, by its own words: nothing is guessed.

    Without a stage it is one of a record that names none.
    """
    return worded(
        problem if stage is None else hinted(problem, catalog, stage, guesses=False), catalog, stage, raw
    ).data


def worded(problem: Problem, catalog: Catalog, stage: Stage | None, raw: object) -> Worded:
    """Put a problem into words, which has by now what they need."""
    at = where(problem.location, catalog, stage, raw)
    return Worded(problem, at, message(problem, catalog, stage.game.id if stage else ""))


def where(location: Location, catalog: Catalog, stage: Stage | None, raw: object) -> str:
    """Say where a problem is: the player's name, the field, and which item of a list."""
    words: list[str] = []
    holder: Any = raw
    seats = stage.seats if stage else None
    names = stage.players if stage else ()
    for step, inner in zip_longest(location, location[1:]):
        holder = _inside(holder, step)
        if isinstance(step, str):
            if step != seats or not isinstance(inner, int):  # players go by their names
                words.append(label(catalog, stage.game.id if stage else "", step))
        elif isinstance(holder, Mapping) and isinstance(holder.get("name"), str) and holder["name"].strip():
            words.append(shortened(holder["name"].strip()))
        elif location[0] == seats and not words and step < len(names):  # who has no line, as all of it is known
            words.append(shortened(names[step]))
        elif words:
            words.append(f"{step + 1}")
        else:
            words.append(catalog.text("error.player-number") % {"number": step + 1})
    return " · ".join(words)


def _inside(holder: Any, step: str | int) -> Any:
    try:
        return holder[step]
    except (KeyError, IndexError, TypeError):
        return None


def message(problem: Problem, catalog: Catalog, game: str) -> str:
    """Say what is wrong and what would be right."""
    values = dict(problem.values)
    for name in {"given", "key", "other"} & values.keys():
        values[name] = shortened(_written(values[name]))
    said = fill(catalog, game, _words_of(problem), values).rstrip()
    if problem.code == "error.night.unknown-player" and (guess := nearest_name(values["given"], values["names"])):
        values |= {"more": ["refusal.name-meant"], "meant": guess}
    more = [catalog.text(message) % values for message in values.get("more", ())]
    return " ".join([said, *more])


_BETTER = {
    "outside": "refusal.outside",
    "guess": "refusal.meant",
    "number": "refusal.number",
    "inside": "refusal.inside",
}
"""The words for problems of which more is known than their code tells."""


def _words_of(problem: Problem) -> str:
    """Return the id of the words for a problem: those of its code, or better ones by what is known beside it."""
    values = problem.values
    known = next((name for name in _BETTER if values.get(name)), None)
    if known:
        return _BETTER[known]
    if values.get("given") == "" and (problem.code == "error.choice" or "/" in problem.code):
        return "refusal.choose" if problem.code == "error.choice" else "error.missing"
    if "error." in problem.code:
        return problem.code
    return f"error.{problem.code}" if problem.code in PYDANTIC_CODES else "error.other"


def _written(value: object) -> str:
    """Write a raw value as records write it."""
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return "…"  # Python writes no number of thousands of digits
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def hinted(  # noqa: PLR0913  # what to say, and what not
    problem: Problem,
    catalog: Catalog,
    stage: Stage,
    *,
    hint: str | None = None,
    guesses: bool = True,
    typing: Typing | None = None,
) -> Problem:
    """Add to a problem what its words need: a field's name, what was probably meant, or the words that a line takes.

    It says how a line is typed, unless there is a hint to say instead; without guesses not what a mistyped word was
    meant to be; of what is missing in a line it says how that is typed.
    """
    game = stage.game.id
    if problem.code == "error.key-twice":
        return _with(problem, key=label(catalog, game, problem.values["key"]))
    if problem.code == "error.other-stage":
        name = stage.name if problem.location == ("stage",) else ""
        return _with(problem, expected=short_name(catalog, game, name))
    if problem.code == "error.extra-meant":
        return _with(problem, meant=label(catalog, game, problem.values["meant"]))
    if problem.code == "error.typed-short":  # its words agree with one another: “mujer gótica”
        meant = [token(catalog, game, spell(option, stage.words)) for option in problem.values["options"]]
        problem = _with(problem, options=meant)
    return _explained(problem, catalog, stage, hint=hint, guesses=guesses, typing=typing)


def _explained(  # noqa: PLR0913  # as `hinted`
    problem: Problem, catalog: Catalog, stage: Stage, *, hint: str | None, guesses: bool, typing: Typing | None
) -> Problem:
    """Add to a problem of a value what was probably meant, or what could have been typed."""
    found = guess(problem, stage, catalog) if guesses else None
    if found is not None and (typing is None or is_accepted(found, typing, stage, catalog)):
        return _with(problem, given=found.given, guess=found.meant, span=found.span)
    if guesses and is_of_table(problem, stage, catalog):
        return _with(problem, outside=True)
    if guesses and lacks_number(problem, stage, catalog):
        return _with(problem, number=True)
    if problem.code in HINTED:
        own = how_typed(catalog, stage.game.id, stage.name, _line_of(problem, stage))
        return _with(problem, hint=own if hint is None else hint)
    if typing is not None and problem.code == "missing":
        return _with_notation(problem, catalog, stage)
    return _shortened_list(_or_none(problem, stage), stage)


def _line_of(problem: Problem, stage: Stage) -> str:
    """Return the field in whose line a problem of typing is: the first of those whose words need no name, or a line."""
    bare = (kind.name for kind in stage.kinds if kind.typed is not None)
    return str(problem.location[0]) if problem.location else next(bare, "")


def _with_notation(problem: Problem, catalog: Catalog, stage: Stage) -> Problem:
    """Say of a field that is missing how it is typed, and what it means."""
    from callboard_cli.input.notation import notation  # most records lack nothing

    entry = notation(stage, catalog).entry(str(problem.location[-1]))
    if entry is None:
        return problem
    return _with(problem, more=["refusal.typed"], typed=entry.typed, meaning=entry.meaning)


def _shortened_list(problem: Problem, stage: Stage) -> Problem:
    """Keep of many words to choose from the nearest, and say where all of them are."""
    options = problem.values.get("options", ())
    if len(options) <= MANY or problem.code == "error.typed-short":
        return problem
    command = f"callboard score {stage.game.id} {stage.name} --help"
    near = likest(str(problem.values.get("given", "")), options, stage)[:_LISTED]
    return _with(problem, options=near, more=["refusal.options"], count=len(options), command=command)


def _or_none(problem: Problem, stage: Stage) -> Problem:
    """Say of a value that may be none how that is said."""
    fields = kinds_at(problem.location, stage) if problem.code in _NOT_THAT else []
    if any(kind.optional and problem.location[-1] == kind.name for kind in fields):
        return _with(problem, more=["refusal.or-none"])
    return problem


def _with(problem: Problem, **values: object) -> Problem:
    return Problem(problem.location, problem.code, {**problem.values, **values})
