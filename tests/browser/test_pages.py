"""Every page, as the browser has it: what a screen reader is told, colours, sizes, and what goes over the wire."""

from __future__ import annotations

import re
import time
from itertools import pairwise
from urllib.parse import urlsplit

import pytest

from browser.evenings import EVENINGS
from browser.phones import WIDTH, quoted
from browser.playing import standing_of
from callboard_cli.input.evening_stage import next_stage
from callboard_cli.input.parser import typed
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.night import night_of
from callboard_scoring.games import find_game

TARGET = 44
"""The fewest pixels that a thumb finds."""
WEIGHT = 50_000
"""The most bytes of the first page, with all that it brings."""
ROLES = {"textbox", "radio", "spinbutton", "combobox", "checkbox", "button", "link", "heading", "DisclosureTriangle"}

PLACES = """
const all = [...document.querySelectorAll("main input, main textarea, main button, main summary")];
return all.filter((one) => one.checkVisibility() && !one.closest(".chips, .growers, .grid, .bar"))
  .map((one) => one.getBoundingClientRect()).map((r) => [Math.round(r.top + r.height / 2), Math.round(r.left)]);"""
CONTRASTS = """
const rgb = (text) => { const all = text.match(/[\\d.]+/g).map(Number); return [...all.slice(0, 3), all[3] ?? 1]; };
const over = (top, below) => [0, 1, 2].map((n) => top[n] * top[3] + below[n] * (1 - top[3]));
const light = (colour) => { const [r, g, b] = colour.map((one) => { const c = one / 255;
  return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const canvas = matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
const behind = (element) => { const layers = [];
  for (let one = element; one; one = one.parentElement) layers.unshift(rgb(getComputedStyle(one).backgroundColor));
  return layers.reduce((below, top) => over(top, below), canvas); };
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const element = node.parentElement;
  if (!node.textContent.trim() || !element.checkVisibility() || element.closest("[disabled], .unseen, svg")) continue;
  const back = behind(element);
  const [a, b] = [light(over(rgb(getComputedStyle(element).color), back)), light(back)];
  const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (contrast < 4.5) found.push(`${contrast.toFixed(2)} ${node.textContent.trim().slice(0, 40)}`);
}
return found;"""
TARGETS = """
const [least] = arguments, found = [];
for (const one of document.querySelectorAll("button, input:not([type=hidden]), select, textarea, summary, main a.button, nav a")) {
  const whole = one.type === "radio" ? one.closest("label") : one;
  const r = whole.getBoundingClientRect();
  if (r.width && one.checkVisibility() && Math.min(r.height, one.tagName === "A" || one.tagName === "SUMMARY" ? least : r.width) < least - 0.5)
    found.push(`${Math.round(r.width)}×${Math.round(r.height)} ${one.tagName} ${one.name ?? ""} ${one.textContent.trim().slice(0, 30)}`);
}
return found;"""
WIDER = """
const [width] = arguments, found = [];
for (const one of document.querySelectorAll("body *")) {
  const r = one.getBoundingClientRect();
  if (r.width && one.checkVisibility() && (r.right > width + 0.5 || r.left < -0.5) && !one.closest(".grid, pre, .code, .unseen, .scrolls"))
    found.push(`${Math.round(r.left)}–${Math.round(r.right)} ${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)}`);
}
return document.documentElement.scrollWidth > width ? ["the page: " + document.documentElement.scrollWidth, ...found] : found;"""
CUT = """
const found = [];
for (const one of document.querySelectorAll("body *")) {
  const style = getComputedStyle(one);
  if (!one.checkVisibility() || one.matches(".unseen, .chips, input, textarea, pre, .grid, svg *, option, datalist")) continue;
  if (["hidden", "clip"].includes(style.overflowX) && one.scrollWidth > one.clientWidth + 1) found.push(`${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)}`);
}
return found;"""


def forms(evening, game):
    """Return the addresses of the forms of a game."""
    return [f"{evening.seats[0]}?stage={stage}" for stage in find_game(game).stages]


def tree(phone):
    """Return the nodes of the page as a screen reader has them, those that are ignored left out."""
    phone.cdp("Accessibility.enable")
    nodes = phone.cdp("Accessibility.getFullAXTree")["nodes"]
    return [one for one in nodes if not one.get("ignored")]


def of(node, what):
    """Return a value of a node."""
    return node.get(what, {}).get("value", "")


@pytest.mark.parametrize("game", EVENINGS)
def test_a_screen_reader_is_told_every_field_in_the_order_in_which_it_is_seen(served, phone, game):
    evening = served(game)
    for address in [*forms(evening, game), f"{evening.host}/host", f"{evening.reading}/rules?q=a"]:
        phone.go(address)
        phone.settle()
        nodes = tree(phone)
        nameless = [
            (of(one, "role"), of(one, "value"))
            for one in nodes
            if of(one, "role") in ROLES and not of(one, "name").strip()
        ]
        assert not nameless, address
        headings = [one for one in nodes if of(one, "role") == "heading"]
        levels = [next(p["value"]["value"] for p in one["properties"] if p["name"] == "level") for one in headings]
        assert levels.count(1) == 1
        assert levels[0] == 1
        assert all(after - before <= 1 for before, after in pairwise(levels)), levels
        for (y, x), (below, right) in pairwise(phone.driver.execute_script(PLACES)):
            assert below > y + 20 or (below > y - 20 and right >= x), address


def test_what_is_wrong_with_a_field_is_its_description(served, phone):
    evening = served("histrio")
    phone.go(evening.seats[1])
    name = phone.called("histrio", "troupe")
    phone.write(name, "C3 rabbit")
    phone.driver.execute_script("document.activeElement.blur()")
    phone.until(lambda: phone.field(name).get_attribute("aria-invalid") == "true", what="that it is wrong")
    node = next(one for one in tree(phone) if of(one, "role") == "textbox" and of(one, "name") == name)
    assert "rabbit" in of(node, "description")
    invalid = next(one["value"]["value"] for one in node["properties"] if one["name"] == "invalid")
    assert invalid == "true"


def test_whoever_is_done_with_nothing_typed_is_told_so_and_says_with_a_key_that_there_is_nothing(served, phones):
    evening, moods = served("histrio"), ("комедия", "comedy", "comedia")
    for phone, seat, mood in zip(phones, evening.seats, moods, strict=True):
        phone.go(seat)
        phone.choose(phone.called("histrio", "mood"), mood)
        phone.tap(phone.say("phones/done"))
        phone.reads(phone.say("phones/nothing-typed-key", key=phone.say("phones/none")))
        none = phone.say("phones/none")
        troupe = phone.called("histrio", "troupe")
        chips = "//*[contains(@data-name, '.troupe')]//*[contains(@class, 'chips')][not(@inert)]"
        phone.touch(f"{chips}//button[normalize-space()={quoted(none)}]")
        phone.holds(troupe, "- ")
        phone.touch(f"{chips}//button")
        phone.until(lambda: "-" not in phone.field(troupe).get_property("value"), what="an actor")  # noqa: B023
        phone.tap(f"{troupe}: {phone.say('phones/word.last-away')}")
        phone.touch(f"{chips}//button[normalize-space()={quoted(none)}]")
        phone.tap(phone.say("phones/done"))
        is_done = "//li[@class='done'] | //details[contains(@class, 'just')]"  # once all are done, it is counted
        phone.until(lambda: phone.has(is_done), what="done")  # noqa: B023


def test_a_master_card_is_tapped_with_all_its_numbers(served, phone):
    evening = served("magnificent")
    phone.go(f"{evening.seats[1]}?stage=round")
    chips = "//*[contains(@data-name, '.card')]//*[contains(@class, 'chips')][not(@inert)]"
    for word in ("tents", "2", "max", "1", "12"):
        chip = f"{chips}//button[@value='{word}']"
        size = phone.find(chip).size
        assert size["height"] < 60, "a digit is no oval"
        phone.touch(chip)
    phone.holds(phone.called("magnificent", "card"), "tents 2 max 12 ")


@pytest.mark.parametrize("is_dark", [False, True], ids=["bright", "dark"])
def test_all_text_stands_out_from_what_is_behind_it(served, phones, is_dark):
    for phone, game in zip(phones, ("magnificent", "histrio", "intrigo"), strict=True):
        evening = served(game)
        phone.set_dark(is_dark=is_dark)
        for address in [
            *forms(evening, game),
            f"{evening.host}/host",
            evening.reading,
            f"{evening.reading}/rules?q={game}",
        ]:
            phone.go(address)
            phone.settle()
            assert phone.driver.execute_script(CONTRASTS) == [], address


@pytest.mark.parametrize("game", EVENINGS)
def test_thumbs_find_everything_and_nothing_is_lost_with_long_names_and_large_letters(served, phones, game):
    evening = served(game, ("Константин-Максимилиан Преображенский", "Ben", "María de los Ángeles"))
    phone = phones[list(EVENINGS).index(game) % 3]
    own = [f"{evening.host}/host", f"{evening.seats[0]}/setup", f"{evening.reading}/rules?q=a"]
    for address in [*forms(evening, game), *own]:
        phone.go(address)
        phone.settle()
        assert phone.driver.execute_script(WIDER, WIDTH) == [], address
        assert phone.driver.execute_script(TARGETS, TARGET) == [], address
        phone.driver.execute_script("document.documentElement.style.fontSize = '200%'")
        assert phone.driver.execute_script(WIDER, WIDTH) == [], f"{address}, twice as large"
        assert phone.driver.execute_script(CUT) == [], f"{address}, twice as large"


def test_points_of_three_digits_are_whole_beside_a_long_name(served, phone):
    name = "Константин-Максимилиан Преображенский"
    evening = served("historia", (name, "Ben", "María de los Ángeles"))
    phone.go(f"{evening.host}?stage=tally")
    phone.tap(phone.say("phones/line"))
    line = f"{name}: territories 118; Ben: leaders 2; María de los Ángeles: leaders 1"
    phone.write(phone.say("phones/line-label"), line)
    phone.tap(phone.say("phones/done"))
    phone.until(lambda: "118" in standing_of(phone, name), what="118")
    cut = "return [...document.querySelectorAll('.standing')].filter((one) => one.scrollWidth > one.clientWidth).length"
    assert phone.driver.execute_script(cut) == 0


def test_most_of_a_round_board_is_seen_and_the_rest_by_scrolling_it_alone(served, phone):
    record = find_game("intrigo").example("round")
    evening = served("intrigo", tuple(row["name"] for row in record["players"]))
    night = night_of(commands.begin(find_game("intrigo"), evening.players, "2026-11-22T19:30:00Z"))
    evening.run("night", "add", "round", *typed.write(record, next_stage(night, "round"), catalog("en")))
    phone.go(f"{evening.reading}/entry/1")
    board = phone.find("//figure/pre")
    assert board.get_property("scrollWidth") < 2 * board.get_property("clientWidth")
    assert phone.driver.execute_script(WIDER, WIDTH) == []


def test_when_it_was_saved_is_told_as_everywhere(served, phone):
    evening = served("histrio")
    phone.go(evening.seats[1])
    phone.write(phone.called("histrio", "requests"), "4")
    told = phone.until(lambda: phone.texts("//*[@id='status'][text()]"), what="saved")[0]
    assert re.fullmatch(rf"{phone.say('phones/word.saved')} \d\d:\d\d", told)


def test_pages_ask_nobody_else_and_break_no_rule_of_their_own(served, phone):
    evening = served("magnificent")
    host = urlsplit(evening.address).netloc
    phone.cdp("Network.enable")
    for address in [
        *forms(evening, "magnificent"),
        f"{evening.host}/host",
        evening.reading,
        f"{evening.reading}/rules?q=gem",
    ]:
        phone.go(address)
        phone.settle()
    phone.listen()
    asked = [one["params"]["request"]["url"] for one in phone.requests if one["method"] == "Network.requestWillBeSent"]
    assert any(urlsplit(url).netloc == host for url in asked)
    assert [
        url for url in asked if urlsplit(url).scheme in {"http", "https", "ws", "wss"} and urlsplit(url).netloc != host
    ] == []
    assert phone.complaints == []


@pytest.mark.parametrize("game", EVENINGS)
def test_the_first_page_is_light(served, phone, game):
    evening = served(game)
    phone.cdp("Network.enable")
    phone.cdp("Network.clearBrowserCache")
    phone.listen()
    phone.requests.clear()
    phone.go(evening.seats[1])
    phone.settle()
    phone.listen()
    weight = sum(
        one["params"]["encodedDataLength"] for one in phone.requests if one["method"] == "Network.loadingFinished"
    )
    assert 2_000 < weight <= WEIGHT


def test_fifteen_seconds_from_the_command_to_the_first_field_of_another_phone(served, phone):
    begun = time.monotonic()
    evening = served("histrio")
    phone.go(evening.seats[1])
    phone.write(phone.called("histrio", "troupe"), "C3")
    saved = phone.say("phones/word.saved").partition("{")[0].strip()
    phone.until(lambda: any(text.startswith(saved) for text in phone.texts("//*[@id='status']")), what=saved)
    assert time.monotonic() - begun < 15
