"""The conversation at a terminal: a question, a line typed, and before anything counts a look at everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from callboard_cli.input.candidates import candidates
from callboard_cli.input.diagnostics.pointing import pointed_all
from callboard_cli.input.parser.tables import Line, Lines
from callboard_cli.input.prompts.dialog import Question, Refused, Talk
from callboard_cli.input.prompts.draft import WORDS, Place, Sheet
from callboard_cli.input.prompts.keyboard import BACK, HELP, Keyboard, prompted
from callboard_cli.input.prompts.words import asked, complaints, helped, told_so_far
from callboard_cli.ui.output import UI, shortened, visible
from callboard_cli.ui.wording import label
from callboard_locales import Catalog
from callboard_scoring.problems import Problem
from callboard_scoring.records import Record


class Stopped(Exception):  # noqa: N818  # nothing went wrong
    """Whoever was asked has left; `sheet` has what was answered so far."""

    def __init__(self, sheet: Sheet) -> None:
        """Keep the answers."""
        super().__init__()
        self.sheet = sheet


def converse(
    talk: Talk,
    ui: UI,
    told: frozenset[Place] = frozenset(),
    *,
    drawn: Callable[[Record], None] = lambda _: None,
    kept: Callable[[Sheet], None] = lambda _: None,
) -> Sheet:
    """Ask until everything is answered and looked at; `told` are places of which it was said what is wrong.

    `drawn` shows a record that is whole, above the last look at it; `kept` gets the answers after each one.

    :raises Stopped: when whoever is asked leaves before the end.
    """
    return _Terminal(talk, ui, told, drawn, kept).whole()


class _Terminal:
    """Asks the questions of a conversation, one after the other."""

    def __init__(
        self,
        talk: Talk,
        ui: UI,
        told: frozenset[Place],
        drawn: Callable[[Record], None],
        kept: Callable[[Sheet], None],
    ) -> None:
        self._talk = talk
        self._drawn = drawn
        self._kept = kept
        self._ui = ui
        self._told = set(told)
        self._explained: set[Place] = set()
        self._keyboard = Keyboard(plain=ui.plain)

    def whole(self) -> Sheet:
        """Ask for everything, and show it before it counts."""
        stage = self._talk.sheet.stage
        ui = self._ui
        title = stage.title(ui.catalog)
        ui.say(ui.text("ask.intro", stage=f"{title[:1].upper()}{title[1:]}", help=HELP, back=BACK))
        try:
            if not self._talk.thorough:
                for _, line in told_so_far(self._talk.sheet, ui.catalog):
                    ui.say(f"  {line}")
            while True:
                question = self._talk.question
                if question is not None:
                    self._ask(question)
                    self._kept(self._talk.said)
                elif self._looked_at():
                    return self._talk.sheet
        except (EOFError, KeyboardInterrupt):
            raise Stopped(self._talk.said) from None

    # --- A question --------------------------------------------------------------------------------------------------

    def _ask(self, question: Question) -> None:
        """Ask a question once; it is open still if the answer is not taken."""
        sheet, ui = self._talk.sheet, self._ui
        about = (*question.place[:1], len(question.place))  # those who play are asked for once, their lines often
        said = asked(question, sheet, ui.catalog, first=about not in self._explained)
        self._explained.add(about)
        for line in said.before:
            ui.say(line)
        refused = self._talk.refused
        if question.problems and refused is None and question.place not in self._told:
            self._complain(sheet, question.text, question.problems)
        self._told.discard(question.place)
        before = question.text if refused is None else refused.text
        while True:
            text = self._line(said.prompt, before, question, refused)
            mark = text.strip().removeprefix(before).strip()  # behind a line that began with an answer as well
            if mark != HELP:
                break
            self._help(question)
        self._talk = self._talk.back() if mark == BACK else self._answered(text, mark, refused)
        if self._talk.refused is not None:
            self._complain(self._talk.refused.sheet, self._talk.refused.text, self._talk.refused.problems)

    def _answered(self, text: str, added: str, refused: Refused | None) -> Talk:
        """Take an answer; where it is what was refused with nearly the same `added` behind it, that alone is meant."""
        talk = self._talk.answered(text)
        if refused is None or added in ("", text.strip()) or not _is_typed_anew(added, refused.text):
            return talk
        anew = self._talk.answered(added)
        is_whole = talk.refused is None and not added.startswith(refused.text)
        return talk if is_whole or anew.refused is not None else anew

    def _line(self, prompt: str, before: str, question: Question, refused: Refused | None) -> str:
        """Return what is typed; where the line before cannot be edited, the wrong word alone may be typed instead."""

        def complete(line: str) -> list[str]:
            return suggested(line, question, self._talk.sheet, self._ui.catalog)

        if self._keyboard.edits or not before:
            begun = f"{before} " if before else ""  # what is added to it is a word of its own
            self._keyboard.tell_of(self._ui, before)
            return self._keyboard.line(prompted(self._ui, prompt), begun, complete)
        only = None if refused is None else _only(refused)
        if only is not None:
            start, end = only
            instead = self._ui.text("ask.instead", given=visible(before[start:end]))
            while not (text := self._keyboard.line(instead).strip()):
                pass  # nothing is no word
            return text if text in (HELP, BACK) else f"{before[:start]}{text}{before[end:]}"
        self._ui.say(f"  {visible(before)}")
        text = self._keyboard.line(prompted(self._ui, self._ui.text("ask.or-same", question=prompt)))
        return text if text.strip() else before

    def _complain(self, sheet: Sheet, answer: str, problems: Sequence[Problem]) -> None:
        """Say what is wrong with an answer, and point at it."""
        for text, spans in complaints(problems, sheet, self._ui.catalog):
            here = [span for span in spans if answer and answer in span.line]
            if here:
                self._ui.emit(pointed_all(here), err=True)
            self._ui.say(f"  {text}", err=True)

    # --- The last look -----------------------------------------------------------------------------------------------

    def _looked_at(self) -> bool:
        """Show everything, numbered; tell whether it may count now."""
        sheet, ui = self._talk.sheet, self._ui
        lines = told_so_far(sheet, ui.catalog)
        self._show(lines)
        is_ready = sheet.read.record is not None
        prompt = ui.text("ask.look-ready" if is_ready else "ask.look-wrong")
        while True:
            text = self._keyboard.line(prompted(ui, prompt)).strip()
            if not text and is_ready:
                return True
            if text == BACK:
                self._talk = self._talk.back()
                return False
            if text.isdecimal() and len(text) < _LONG and 1 <= int(text) <= len(lines):
                self._talk = self._talk.edited(lines[int(text) - 1][0])
                return False
            if self._named(text):
                return False
            if text == HELP:
                self._help(Question(WORDS))
            elif not text:
                ui.say(f"  {ui.text('ask.look-first')}", err=True)
            else:
                ui.say(f"  {ui.text('ask.look-what', given=shortened(text))}", err=True)

    def _show(self, lines: list[tuple[Place, str]]) -> None:
        """Show all answers, and what is wrong with them together."""
        sheet, ui = self._talk.sheet, self._ui
        if sheet.read.record is not None:
            self._drawn(sheet.read.record)
        ui.say(ui.text("ask.look"))
        for number, (_, line) in enumerate(lines, 1):
            ui.say(f"{number:2} {line}")
        self._complain(sheet, "", sheet.read.problems)

    def _help(self, question: Question) -> None:
        """Say what may be answered."""
        for line in helped(question, self._talk.sheet, self._ui.catalog):
            self._ui.say(line)

    def _named(self, text: str) -> bool:
        """Take a field by its name, `dial=6`; tell whether it was one."""
        talk = self._talk.typed(text)
        if talk is None:
            return False
        if talk.refused is not None:
            self._complain(talk.refused.sheet, talk.refused.text, talk.refused.problems)
        self._talk = talk
        return True


_LONG = 4
"""More digits than a line's number has."""


_ALIKE = 0.6
"""How alike a line typed anew is to the one that was refused, from 0 to 1."""


def _is_typed_anew(added: str, refused: str) -> bool:
    """Tell whether what stands behind a refused line is the same line once more; a word more belongs to it."""
    return " " not in refused.strip() or SequenceMatcher(None, added, refused).ratio() >= _ALIKE


def _only(refused: Refused) -> tuple[int, int] | None:
    """Return where in an answer the only part is that is wrong; None where all of it is, or several parts are."""
    typing = refused.sheet.read.typing
    spans = {problem.values.get("span") or typing.span(problem.location) for problem in refused.problems}
    span = spans.pop() if len(spans) == 1 else None
    if span is None or not span.line.endswith(refused.text):
        return None
    shift = len(span.line) - len(refused.text)  # of a walk's line only the end was answered now
    start, end = span.start - shift, span.end - shift
    return (start, end) if start >= 0 and end - start < len(refused.text) else None


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
