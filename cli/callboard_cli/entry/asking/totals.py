"""Asking each player at a terminal which total was counted."""

from __future__ import annotations

from collections.abc import Sequence

from callboard_cli.entry.asking.keyboard import Keyboard
from callboard_cli.entry.asking.questions import BACK, HELP
from callboard_cli.entry.claims import DIGITS, total_in
from callboard_cli.speech.face import Face, shortened, visible


def ask_totals(face: Face, players: Sequence[str], into: dict[str, int]) -> None:
    """Ask for each player's total in turn; who has none is skipped. Answers are kept as they come.

    A wrong answer stays in the line to be mended, and one can go back to the player before.

    :raises EOFError, KeyboardInterrupt: when whoever is asked leaves.
    """
    keyboard = Keyboard(plain=face.plain)
    face.say(face.text("claim.ask", help=HELP, back=BACK))
    place, begun = 0, ""
    while place < len(players):
        name = players[place]
        prompt = face.fitted(face.text("claim.prompt", name=visible(name)), DIGITS)
        text = keyboard.line(prompt, begun).strip()
        mark = text.removeprefix(begun).strip() if keyboard.edits else text  # behind an answer as well
        total = total_in(text)
        if mark == HELP:
            face.say(f"  {face.text('claim.help', limit=DIGITS, back=BACK)}")
        elif mark == BACK:
            place = max(0, place - 1)
            begun = str(into.pop(players[place], ""))
        elif text and total is None:
            face.say(f"  {face.text('claim.no-number', given=shortened(text), limit=DIGITS)}", err=True)
            begun = text
        else:
            into.update({name: total} if total is not None else {})
            place, begun = place + 1, ""
