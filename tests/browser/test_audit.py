"""Every kind of page is asked axe-core's rules of WCAG 2.2 A and AA, light and dark; one is read as a screen reader has it."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlencode

import pytest

from browser.evenings import EVENINGS
from browser.serving import get, send
from callboard_cli.input.evening_stage import next_stage
from callboard_cli.input.parser import typed
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.night import night_of
from callboard_scoring.games import find_game

FOUND = find_spec("axe_playwright_python")
SOURCE = Path(FOUND.origin).with_name("axe.min.js").read_text("utf-8") if FOUND and FOUND.origin else ""
with_axe = pytest.mark.skipif(
    not SOURCE, reason="there is no axe-core here: pip install --no-deps --require-hashes -r tests/browser/axe.txt"
)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
AUDIT = """
const [only, done] = arguments;
document.querySelectorAll("main details").forEach((one) => (one.open = true));
document.querySelectorAll(".bar").forEach((one) => (one.style.position = "static"));
document.querySelectorAll(".chips").forEach((one) => (one.style.maxHeight = "none"));
axe.run(document, { resultTypes: ["violations"], runOnly: only }).then(({ violations }) =>
  done(violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
    `${id}: ${html.slice(0, 160)} ${failureSummary.split("\\n").slice(1, 3).join(";").slice(0, 240)}`))));"""
"""What breaks a rule of the page as it is shown, with all that can be unfolded.

The bar at the foot lies after the page, and all words to tap are shown: what is covered or cut off at the moment can be
scrolled to.
"""


WHOLE = "histrio"
"""The game of which all pages are looked at, dark ones too: those of the others differ in their forms."""


def violations(phone, schemes=(False, True)):
    """Return what breaks a rule of accessibility on a page, light or dark."""
    found = []
    for is_dark in schemes:
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        phone.cdp("Emulation.setEmulatedMedia", features=[scheme, still])
        if not is_dark:
            phone.driver.execute_script(SOURCE)
        only = {"type": "rule", "values": ["color-contrast"]} if is_dark else {"type": "tag", "values": TAGS}
        found += [f"{scheme['value']}: {one}" for one in phone.driver.execute_async_script(AUDIT, only)]
    return found


def forms(evening, game):
    """Yield the pages of an evening that differ most from game to game."""
    own = evening.seats[0]
    yield f"{own}/setup"
    for stage in find_game(game).stages:
        yield f"{own}?stage={stage}&told=1"


def pages(evening, game):
    """Yield the pages of an evening, from the first to the last: an entry is made meanwhile, and in the end it is over."""
    own, host, read = evening.seats[0], evening.host, evening.reading
    listed = get(f"{host}/host")
    yield f"{evening.address}/{'x' * 22}"
    yield f"{own}/entry/99"
    for link in sorted({one.partition('"')[0] for one in listed.split('<a href="http://')[1:]}):
        yield f"http://{link}"
    for path in ("/host", "/setup", "/rules", "/rules?q=a", "/rules?q=zzz", "/glossary", "/glossary?q=a"):
        yield f"{host}{path}"
    send(f"{own}/setup", tick="1")
    yield f"{read}/setup"
    yield from forms(evening, game)
    for stage in find_game(game).stages:
        yield f"{host}?{urlencode({'stage': stage, 'part': evening.players[1]})}"
    stage = find_game(game).path[0].stage
    record = find_game(game).example(stage)
    night = night_of(commands.begin(find_game(game), evening.players, "2026-11-22T19:30:00Z"))
    evening.run("night", "add", stage, *typed.write(record, next_stage(night, stage), catalog("en")))
    yield from (own, read, f"{own}/entry/1?why-not=1", f"{host}/entry/1/edit", f"{host}/undo")
    send(f"{host}/host", do="end")
    yield host
    yield own


@with_axe
@pytest.mark.parametrize("game", EVENINGS)
def test_no_page_breaks_a_rule_of_accessibility(served, phones, game):
    stage = find_game(game).path[0].stage
    evening = served(game, tuple(row["name"] for row in find_game(game).example(stage)["players"]))
    phone = phones[list(EVENINGS).index(game) % 3]
    found, is_whole = {}, game == WHOLE
    for address in pages(evening, game) if is_whole else forms(evening, game):
        phone.go(address)
        phone.settle()
        found[address.removeprefix(evening.address)] = violations(phone, (False, True) if is_whole else (False,))
    assert {path: told for path, told in found.items() if told} == {}


@with_axe
def test_no_page_of_a_sealed_count_breaks_a_rule_of_accessibility(served, phone):
    evening = served("histrio")
    host, found = evening.host, {}

    def look(*addresses):
        for address in addresses:
            phone.go(address)
            phone.settle()
            found[f"{len(found)} {address.removeprefix(evening.address)}"] = violations(phone)

    send(f"{host}/host", stage="season", do="sealed")
    for seat, (link, troupe) in enumerate(zip(evening.seats, ("C3 rabbit", "C2 C2 C1", "C1 T3"), strict=True)):
        send(link, stage="season", **{"mood": "comedy", f"players.{seat}": troupe, "do": "done"})
    look(evening.seats[0], evening.seats[1])
    send(
        evening.seats[0], stage="season", **{"players.0": "C3", "players.0.troupe": "C3", "claimed": "9", "do": "done"}
    )
    look(host)
    send(f"{host}/host", stage="season", do="count")
    send(f"{host}/host", do="reveal")
    look(host, evening.seats[0], evening.reading)
    send(f"{host}/host", do="reveal-all")
    look(evening.reading)
    assert {path: told for path, told in found.items() if told} == {}


@with_axe
def test_the_audit_finds_what_nobody_can_read_or_name(served, phone):
    phone.go(f"{served('histrio').seats[0]}?stage=final")
    phone.settle()
    phone.driver.execute_script(
        "document.querySelector('main label').remove(); document.querySelector('h1').style.color = '#ccc';"
    )
    assert {told.split(": ")[1] for told in violations(phone)} == {"label", "color-contrast"}
