"""How smoothly the page follows the fingers on a phone six times as slow: frames while somebody types, beside a bare page.

    python tests/bench/frames.py [GAME STAGE FIELD]

Typed is a letter each tenth of a second, into a field of the page and, in the same run, into the only field of an empty
page. A frame is long where more than 50 ms pass until the next one. Printed are the frames of both and their ratio. It
needs Chromium, its driver and selenium.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from browser.phones import Phone, missing  # the tests know how to hold a phone
from browser.serving import Served

SLOWER = 6
LETTERS = 30
PAUSE = 0.1
BARE = "data:text/html,<!DOCTYPE html><meta name=viewport content='width=device-width'><input name=bare>"
WATCH = """
window.frames_ = [];
let before = performance.now();
const watch = (now) => { frames_.push(now - before); before = now; requestAnimationFrame(watch); };
requestAnimationFrame(watch);"""
"""Notes how long each frame takes."""


def frames(phone: Phone, address: str, name: str) -> list[float]:
    """Return the milliseconds of each frame while somebody types."""
    phone.go(address)
    phone.settle()
    field = phone.find(f"//*[@name='{name}']")
    field.click()
    phone.cdp("Emulation.setCPUThrottlingRate", rate=SLOWER)
    phone.driver.execute_script(WATCH)
    for place in range(LETTERS):
        phone.cdp("Input.insertText", text="C3 "[place % 3])
        time.sleep(PAUSE)
    told = phone.driver.execute_script("return frames_")
    phone.cdp("Emulation.setCPUThrottlingRate", rate=1)
    return [float(one) for one in told[1:]]


def told(name: str, taken: list[float]) -> str:
    """Return what frames came to."""
    ordered, long = sorted(taken), sum(one > 50 for one in taken)  # as browsers call a task long
    most = ordered[int(0.95 * len(ordered))]
    share = 100 * long / len(taken)
    return f"{name}: {len(taken)} frames, half in {median(taken):.0f} ms, 95 % in {most:.0f} ms; {long} long ({share:.0f} %)"


def main(game: str, stage: str, name: str) -> None:
    """Measure a bare page and the page of a stage, in turn, twice each."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        evening = Served(Path(folder) / "store", game, ("Ann", "Ben", "Cleo"))
        phone = Phone(Path(folder) / "phone", "en", "Ann")
        try:
            bare, page = [], []
            for _ in range(2):
                bare += frames(phone, BARE, "bare")
                page += frames(phone, f"{evening.seats[0]}?stage={stage}", name)
        finally:
            phone.quit()
            evening.stop()
    print(told("bare page", bare))
    print(told(f"{game} {stage}", page))
    print(f"frames of the page in the same time: {len(page) / len(bare):.2f} of the bare page's")


if __name__ == "__main__":
    if missing():
        sys.exit(missing())
    main(*(sys.argv[1:] or ("histrio", "season", "players.0.troupe")))
