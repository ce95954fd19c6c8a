"""Asking each player at a terminal which total was counted."""

from __future__ import annotations

from collections.abc import Sequence

from callboard_cli.entry.asking.keyboard import Keyboard
from callboard_cli.entry.claims import DIGITS, total_in
from callboard_cli.speech.face import Face, shortened, visible


def ask_totals(face: Face, players: Sequence[str], into: dict[str, int]) -> None:
    """Ask for each player's total in turn; who has none is skipped. Answers are kept as they come.

    :raises EOFError, KeyboardInterrupt: when whoever is asked leaves.
    """
    keyboard = Keyboard(plain=face.plain)
    face.say(face.text("claim.ask"))
    for name in players:
        prompt = face.text("claim.prompt", name=visible(name))
        while text := keyboard.line(face.fitted(prompt, DIGITS)).strip():
            total = total_in(text)
            if total is not None:
                into[name] = total
                break
            face.say(f"  {face.text('claim.no-number', given=shortened(text), limit=DIGITS)}", err=True)
