"""What a game under construction tells, in each language that has a catalog: results, lines and refusals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from callboard_cli.display.machine_results import unruled_data
from callboard_cli.entry.refusing.problems import described, hinted
from callboard_cli.entry.stage import Stage
from callboard_cli.speech.wording import sentence
from callboard_cli.workshop.draft import Draft
from callboard_cli.workshop.finding import Said
from callboard_locales import Catalog
from callboard_scoring.ledger import AnyResult, Line
from callboard_scoring.problems import Problem


def tell(draft: Draft, stage: str, result: AnyResult) -> dict[str, Mapping[str, Any]]:
    """Tell a result in each language as the machine interface does, with what lines lacked that gave nothing.

    :raises Exception: what the words of a line that cannot be told raise.
    """
    return {
        language: unruled_data(words, draft.game, stage, result, why_not=True)
        for language, words in draft.spoken.items()
    }


def untold(draft: Draft, line: Line) -> Iterator[tuple[str, str]]:
    """Yield each language in which the words of a line cannot be filled, with what is in the way."""
    for language, words in draft.spoken.items():
        try:
            sentence(words, draft.game.id, line)
        except Exception as error:  # noqa: BLE001  # values of any kind meet words of any kind
            yield language, str(error)


def said(draft: Draft, stage: str, raw: object, problems: Iterable[Problem]) -> Said:
    """Return what is wrong with a record, in each language that has a catalog."""
    name = Stage(draft.game, stage)
    return Said(
        {
            language: "; ".join(_said(problem, words, name, raw) for problem in problems)
            for language, words in draft.spoken.items()
        }
        or {"en": "; ".join(f"{problem.path}: {problem.code}" for problem in problems)}
    )


def refusals(draft: Draft, stage: str, problems: Iterable[Problem]) -> set[tuple[str, str]]:
    """Return problems as a case of refusal writes them: the path, and the code that the machine interface tells."""
    name = Stage(draft.game, stage)
    hints = [hinted(problem, Catalog("en"), name, guesses=False) for problem in problems]
    return {(problem.path, problem.code.rpartition("error.")[2]) for problem in hints}


def _said(problem: Problem, words: Catalog, stage: Stage, raw: object) -> str:
    try:
        return described(problem, words, stage, raw)["text"]
    except Exception:  # noqa: BLE001  # words under construction; another check tells what is wrong with them
        return f"{problem.path}: {problem.code}"
