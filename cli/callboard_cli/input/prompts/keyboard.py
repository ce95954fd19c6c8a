"""Lines typed at a terminal: edited, completed and remembered where the system can do that, else as they come."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import ModuleType
from typing import Any, TypeVar

from callboard_cli.input.claims import DIGITS, total_in
from callboard_cli.input.files import UnreadableError
from callboard_cli.input.parser.typed import MOST_TYPED
from callboard_cli.input.vocabulary import Vocabulary, games, stages, tried
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI, shortened, visible
from callboard_scoring.game import Game

HELP, BACK = "?", "<"
"""What asks for help, and what goes back to the question before."""
Completer = Callable[[str], Sequence[str]]
"""Returns the lines that may come of one that is begun."""
_ROOM = 10
"""The fewest cells that a prompt leaves for an answer."""
_SEPARATES = " ,;:="
"""What stands between words that are completed."""


def _editor() -> ModuleType | None:
    try:
        import readline  # most runs ask nothing
    except ImportError:  # Windows, and Pythons built without it
        return None
    return readline


def prompted(ui: UI, prompt: str) -> str:
    """Return a prompt that leaves room for an answer: what is too long for that is said above it."""
    *lines, last = ui.fitted(prompt, _ROOM).splitlines() or [""]
    for line in lines:
        ui.emit(line)
    return last


class Keyboard:
    """Where answers are typed. Nothing of them is written anywhere: they are remembered for this run only."""

    def __init__(self, *, plain: bool) -> None:
        """Take whether to leave lines as they come, for screen readers and simple terminals."""
        self._editor: Any = None if plain else _editor()
        self._has_told = False

    @property
    def edits(self) -> bool:
        """Whether a line can begin with what was typed before."""
        return self._editor is not None

    def tell_of(self, ui: UI, before: str) -> None:
        """Say, the first time, that what was typed before stands in the line and can be changed there."""
        if before and self.edits and not self._has_told:
            self._has_told = True
            ui.say(f"  {ui.text('ask.editable')}")

    def line(self, prompt: str, before: str = "", complete: Completer | None = None) -> str:
        """Return what is typed, as far as anybody types; the line begins with `before` where it can be edited.

        :raises EOFError, KeyboardInterrupt: when whoever is asked leaves.
        :raises UnreadableError: when it is no text.
        """
        with self._ready(before, complete):
            try:
                return input(f"{prompt}: ")[: MOST_TYPED + 1]
            except UnicodeDecodeError:
                raise UnreadableError("error.not-utf8") from None

    @contextmanager
    def _ready(self, before: str, complete: Completer | None) -> Iterator[None]:
        editor = self._editor
        if editor is None:
            yield
            return
        found: list[str] = []

        def completed(begun: str, number: int) -> str | None:
            if number == 0:
                line = editor.get_line_buffer()[: editor.get_endidx()]
                kept = line.removesuffix(begun)
                found[:] = (
                    [one.removeprefix(kept) for one in complete(line) if one.startswith(kept)] if complete else []
                )
                if len(found) == 1 and found[0][-1:] not in "=:":
                    found[0] += " "  # the next word may come
            return found[number] if number < len(found) else None

        editor.set_completer_delims(_SEPARATES)
        editor.set_completer(completed)
        editor.parse_and_bind("bind ^I rl_complete" if "libedit" in (editor.__doc__ or "") else "tab: complete")
        editor.set_startup_hook(lambda: editor.insert_text(before))
        try:
            yield
        finally:
            editor.set_startup_hook()
            editor.set_completer()


def ask_totals(ui: UI, players: Sequence[str], into: dict[str, int]) -> None:
    """Ask for each player's total in turn; who has none is skipped. Answers are kept as they come.

    A wrong answer stays in the line to be mended, and one can go back to the player before.

    :raises EOFError, KeyboardInterrupt: when whoever is asked leaves.
    """
    keyboard = Keyboard(plain=ui.plain)
    ui.say(ui.text("claim.ask", help=HELP, back=BACK))
    place, begun = 0, ""
    while place < len(players):
        name = players[place]
        prompt = ui.fitted(ui.text("claim.prompt", name=visible(name)), DIGITS)
        keyboard.tell_of(ui, begun)
        text = keyboard.line(prompt, f"{begun} " if begun else "").strip()
        mark = text.removeprefix(begun).strip() if keyboard.edits else text  # behind an answer as well
        total = total_in(text)
        if total is None and mark:  # typed anew behind what was wrong
            total = total_in(mark)
        if mark == HELP:
            ui.say(f"  {ui.text('claim.help', limit=DIGITS, back=BACK)}")
        elif mark == BACK:
            place = max(0, place - 1)
            begun = str(into.pop(players[place], ""))
        elif text and total is None:
            ui.say(f"  {ui.text('claim.no-number', given=shortened(text), limit=DIGITS)}", err=True)
            begun = text
        else:
            into.update({name: total} if total is not None else {})
            place, begun = place + 1, ""


T = TypeVar("T")
_NONE: Mapping[Any, str] = {}


def choose(ui: UI, heading: str, vocabulary: Vocabulary[T], meanings: Mapping[T, str] = _NONE) -> T:
    """Ask which one, until it is one: its number, a word for it, or the beginning of one, for all are on the screen.

    :raises EOFError, KeyboardInterrupt: when whoever is asked leaves.
    """
    keyboard = Keyboard(plain=ui.plain)
    names = vocabulary.shown
    _show(ui, heading, names, meanings)
    while True:
        text = keyboard.line(ui.text("choose.which")).strip()
        numbers = dict(zip(map(str, range(1, len(names) + 1)), names, strict=True))
        found = [numbers[text]] if text in numbers else vocabulary.found(text, least=1)
        if len(found) == 1:
            return found[0]
        if text in ("", HELP):
            _show(ui, heading, names, meanings)
        elif not found:
            ui.say(f"  {_unmatched(ui, text, vocabulary)}", err=True)
        else:
            several = ", ".join(names.get(thing) or vocabulary.id_of(thing) for thing in found)
            ui.say(f"  {ui.text('choose.several', given=shortened(text), options=several)}", err=True)


def _unmatched(ui: UI, text: str, vocabulary: Vocabulary[T]) -> str:
    """Say that a text is none of them, and which one was probably meant."""
    names = list(vocabulary.shown.values())
    meant = vocabulary.nearest(text)
    if meant:
        return ui.text("choose.none-meant", given=shortened(text), number=names.index(meant) + 1, meant=meant)
    return ui.text("choose.none", given=shortened(text), count=len(names))


def _show(ui: UI, heading: str, names: Mapping[T, str], meanings: Mapping[T, str]) -> None:
    ui.say(heading)
    for number, (thing, name) in enumerate(names.items(), 1):
        ui.say(f"  {number} {name}{f': {meanings[thing]}' if meanings.get(thing) else ''}")


def asked_game(ui: UI, heading: str) -> Game:
    """Ask which game is meant.

    :raises EOFError, KeyboardInterrupt: when whoever is asked leaves.
    """
    titles, _ = tried(lambda game: title_of(ui.catalog, game.id))
    return choose(ui, heading, replace(games(ui.catalog, titles), show=lambda: titles))


def asked_stage(ui: UI, game: Game, among: Collection[str]) -> str:
    """Ask which of these stages of a game is meant; of a single one nobody is asked.

    :raises EOFError, KeyboardInterrupt: when whoever is asked leaves.
    """
    if len(among) == 1:
        return next(iter(among))
    helps = {stage: ui.text(f"{game.id}/stage-help.{stage}") for stage in among}
    return choose(ui, ui.text("choose.stage"), stages(game, ui.catalog, among), helps)
