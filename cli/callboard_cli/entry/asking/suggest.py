"""What can stand at the end of an answer that is being typed."""

from __future__ import annotations

from dataclasses import replace

from callboard_cli.entry.asking.questions import Question
from callboard_cli.entry.asking.sheet import Sheet
from callboard_cli.entry.offering.candidates import candidates
from callboard_cli.entry.reading.tables import Line, Lines
from callboard_cli.speech.wording import label
from callboard_locales import Catalog


def suggested(answer: str, question: Question, sheet: Sheet, catalog: Catalog) -> list[str]:
    """Return the answers that may come of one that is begun: each is it, with another last word."""
    place, kind = question.place, sheet.kind(question.place)
    if sheet.seats is not None and place == (sheet.seats.name,):
        return []  # nobody can know the names
    before = sheet.answers.get(place, "") if question.within or question.ring is not None else ""
    lead = f"{before}, " if before else ""
    if kind is not None:
        name = label(catalog, sheet.stage.game.id, kind.name)
        whose = sheet.names[int(place[1])] if kind is sheet.seats else name
        lead = f"{whose}: {lead}" if isinstance(kind, (Line, Lines)) else f"{name}={lead}"
    others = replace(sheet, answers={known: text for known, text in sheet.answers.items() if known != place})
    words = [word for word in others.arguments(catalog) if not word.endswith(":")]
    found = candidates(sheet.stage, words, f"{lead}{answer}", catalog)
    return [one.text.removeprefix(lead) for one in found]
