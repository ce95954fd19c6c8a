"""Nothing moves under a thumb: neither because a field was left, nor because the server answered."""

from __future__ import annotations

import pytest

from browser.evenings import EVENINGS
from browser.phones import Phone

NARROW = 320
PLACES = """
const found = {};
for (const one of document.querySelectorAll("main :is(input, textarea, button, summary, legend, label, a, .chips), #live")) {
  if (!one.checkVisibility() || one.parentElement.closest("[data-kind=tokens] .chips, #live, .bar")) continue;
  const { left, top, right, bottom } = one.getBoundingClientRect(), isLive = one.id === "live";
  const name = isLive ? "live" : [one.tagName, one.name, one.ariaLabel, one.tagName === "TEXTAREA" || one.textContent].join(" ");
  found[name] = [left, top + scrollY, right, isLive ? 0 : bottom + scrollY].map(Math.round);
}
return found;"""
"""Where everything lies that somebody may touch, on the page; of what others do only where it begins."""
OVERLAPS = """
const touched = [...document.querySelectorAll("#part :is(input, textarea, button)")];
const keys = touched.filter((one) => one.checkVisibility() && !one.closest(".chips"));
const parts = (one) => one.getBoundingClientRect();
return [...document.querySelectorAll(".error:not(:empty)")].flatMap((error) => keys.filter((key) => (
  parts(error).top + 2 < parts(key).bottom && parts(key).top + 2 < parts(error).bottom
  && parts(error).left < parts(key).right && parts(key).left < parts(error).right
)).map((key) => [error.id, key.name || key.ariaLabel]));"""
"""Which complaints lie over what somebody may touch, by more than the frame of it."""
FIELDS = "//form[@id='part']//*[self::textarea or self::input[not(@type='hidden' or @type='radio')]]"
MISTYPED = "кролик 77 tigre 9999 "
SHORT = ("о5 о3 з2 п3", "o5 o3 g2 c3", "n5 n3 v2 t3")
"""Four dice, as short as they can be typed in each language."""


def narrow(phone: Phone, address: str) -> None:
    """Open a page on a narrow screen, until all of it is drawn."""
    phone.go(address)
    phone.cdp("Emulation.setDeviceMetricsOverride", width=NARROW, height=640, deviceScaleFactor=1, mobile=True)
    phone.until(lambda: phone.driver.execute_script("return innerWidth") == NARROW, what="a narrow screen")
    phone.find("//*[@class='keys']")
    if phone.all("//*[@data-kind='grid']"):
        phone.find("//*[@class='grid']")


def places(phone: Phone) -> dict[str, list[int]]:
    """Return where everything lies, in letters of the usual size and in large ones."""
    found = {}
    for size in ("200%", "100%"):
        phone.driver.execute_script("document.documentElement.style.fontSize = arguments[0]", size)
        lie = phone.driver.execute_script(PLACES)
        found |= {f"{size} {name}": place for name, place in lie.items()}
    return found


def moved(before: dict[str, list[int]], phone: Phone) -> dict[str, tuple[list[int], list[int] | None]]:
    """Leave the field, wait until that is saved, and return what lies elsewhere by now, or nowhere."""
    phone.driver.execute_script("document.activeElement.blur()")
    saved = phone.say("phones/word.saved").partition("{")[0].strip()
    phone.until(lambda: any(text.startswith(saved) for text in phone.texts("//*[@id='status']")), what=saved)
    after = places(phone)
    return {name: (lay, after.get(name)) for name, lay in before.items() if after.get(name) != lay}


@pytest.mark.parametrize("game", EVENINGS)
def test_nothing_moves_where_all_that_is_typed_is_wrong(served, phones, game):
    evening, number = served(game), list(EVENINGS).index(game) % 3
    phone = phones[number]
    narrow(phone, evening.seats[number])
    before = places(phone)
    assert len(before) > 20
    for field in phone.all(FIELDS):
        field.send_keys(MISTYPED)
    assert moved(before, phone) == {}
    assert any(phone.texts("//*[@class='error']")), "something is wrong"


def test_what_is_wrong_lies_over_nothing_that_somebody_may_touch(served, phone):
    evening = served("historia")
    narrow(phone, evening.seats[0])
    before = places(phone)
    for field in phone.all(FIELDS)[:3]:
        field.send_keys("x")
    assert moved(before, phone) == {}
    assert len([text for text in phone.texts("//*[@class='error']") if text]) == 3
    assert phone.driver.execute_script(OVERLAPS) == []


def test_nothing_moves_where_what_was_typed_short_is_told_in_whole_words(served, phones):
    evening = served("magnificent")
    for phone, seat, dice in zip(phones, evening.seats, SHORT, strict=True):
        narrow(phone, seat)
        before = places(phone)
        name = phone.called("magnificent", "dice")
        phone.field(name).send_keys(dice)
        assert moved(before, phone) == {}
        phone.until(lambda: len(phone.field(name).get_property("value")) > 25, what="whole words")  # noqa: B023
        assert moved(before, phone) == {}


def test_nothing_moves_while_words_are_tapped(served, phones):
    evening = served("magnificent")
    words = "//*[contains(@data-name, '.dice')]//*[contains(@class, 'chips')][not(@inert)]//button"
    for phone, seat in zip(phones, evening.seats, strict=True):
        narrow(phone, seat)
        before = places(phone)
        for _ in range(2):
            first = phone.until(lambda: phone.texts(words), what="words")[0]  # noqa: B023
            phone.touch(words)
            phone.until(lambda: phone.texts(words)[:1] not in ([], [first]), what="other words")  # noqa: B023
        assert moved(before, phone) == {}


def test_what_is_wrong_is_told_in_whole_over_what_follows_while_its_field_is_used(served, phone):
    evening = served("histrio")
    narrow(phone, evening.seats[1])
    before = places(phone)
    name = phone.called("histrio", "troupe")
    phone.field(name).send_keys("rabbit")
    assert moved(before, phone) == {}
    error = phone.find("//*[contains(@data-name, '.troupe')]//*[@class='error']")
    assert error.get_property("clientHeight") < error.get_property("scrollHeight")
    phone.field(name).click()
    phone.until(lambda: error.get_property("clientHeight") >= error.get_property("scrollHeight"), what="the whole")
