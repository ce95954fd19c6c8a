"""Take the screens of the page in three languages, light and dark: `python .pictures/screens.py FOLDER [LANGUAGE…]`.

They are to look at, before a change and after it. Like the tests of the page in a browser, it needs Chromium, its
driver and selenium. What stands on a screen comes by the addresses and forms of the page alone, so that it can be taken
of any version.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from browser.phones import Phone, missing  # noqa: E402  # the tests know how to hold a phone
from browser.serving import Served, get, send  # noqa: E402

NAMES = {
    "ru": ("Валера", "Константин-Максимилиан", "Камилла"),
    "en": ("Valère", "Bartholomew-Alexander", "Camille"),
    "es": ("Lope", "María de los Ángeles", "Camila"),
}
TROUPES = ("C3 C3 C2 T2 T1", "C2 C2 C1 C1 T2 T2 T1", "C1 T3")
"""Of the three, in a season."""
Shown = tuple[str, str, str]
"""A screen: its name, its address, and what is at its top; empty for the top of the page."""


def screens(folder: Path, names: tuple[str, ...]) -> Iterator[Shown]:
    """Yield what to look at, once it is there to be seen."""
    evening = Served(folder / "histrio", "histrio", names)
    own, host = evening.seats[0], evening.host
    try:
        yield "01-join", f"{evening.address}/{joining(host)}", ""
        yield "02-host", f"{host}/host", ""
        for step in ("1", "2", "3", "5"):
            send(f"{evening.seats[int(step) % 3]}/setup", tick=step)
        yield "03-set-up", f"{own}/setup", ""
        yield "04-rules", f"{own}/rules?{urlencode({'q': 'mood'})}", ""
        send(own, **{"stage": "season", "mood": "comedy", "players.0.troupe": "C3 C3 C2", "do": "save"})
        yield "05-form", own, ""
        send(f"{host}/host", stage="season", do="sealed")
        for seat, link in enumerate(evening.seats):
            if seat == len(names) - 1:
                yield "06-sealed", own, ""
            send(link, stage="season", **{"mood": "comedy", f"players.{seat}": TROUPES[seat], "do": "done"})
        send(f"{host}/host", stage="season", do="count")
        send(f"{host}/host", do="reveal")
        yield "07-reveal", own, "#live"
        send(f"{host}/host", do="reveal-all")
        for seat, link in enumerate(evening.seats):
            send(link, stage="final", **{f"players.{seat}.ecus": str(27 - 8 * seat), "do": "done"})
        yield "08-winner", own, ""
        send(f"{host}/host", do="end")
        yield "09-ended", host, ""
    finally:
        evening.stop()
    for name, game, stage, top in (
        ("10-ring", "intrigo", "round", "[data-kind=ring]"),
        ("11-camp", "magnificent", "round", "[data-kind=grid]"),
        ("12-numbers", "historia", "tally", "[data-kind=number]"),
    ):
        evening = Served(folder / game, game, names)
        try:
            yield name, f"{evening.seats[0]}?stage={stage}", top
        finally:
            evening.stop()


def joining(host: str) -> str:
    """Return what is its own in the link by which all join."""
    links = get(f"{host}/host").split('<p class="link"><a href="')[1:]
    return links[0].partition('"')[0].rpartition("/")[2]


def take(folder: Path, language: str) -> None:
    """Take all screens of a language, each light and dark."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as kept:
        phone = Phone(Path(kept) / "phone", language, "")
        try:
            for name, address, top in screens(Path(kept), NAMES[language]):
                for is_dark in (False, True):
                    phone.set_dark(is_dark=is_dark)
                    phone.go(address)
                    phone.settle()
                    script = "document.querySelector(arguments[0] || 'body')?.scrollIntoView({ block: 'start' })"
                    phone.driver.execute_script(script, top)
                    file = folder / f"{name}-{language}{'-dark' if is_dark else ''}.png"
                    phone.driver.save_screenshot(str(file))
        finally:
            phone.quit()


if __name__ == "__main__":
    if missing():
        sys.exit(missing())
    where = Path(sys.argv[1])
    where.mkdir(parents=True, exist_ok=True)
    for each in sys.argv[2:] or NAMES:
        take(where, each)
