"""What lies under the thumb: the first field on the first screen, and Done wherever one scrolls."""

from __future__ import annotations

import pytest

from browser.evenings import EVENINGS
from browser.playing import enter
from callboard_scoring.games import find_game

SCREENS = {
    "upright": (360, 640, "100%"),
    "upright in large letters": (360, 640, "200%"),
    "lying": (640, 360, "100%"),
    "lying in large letters": (640, 360, "200%"),
}
LEAST = 44
"""How many pixels of a field are enough to tap it."""
FIRST = """
const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().height > 0;
const bar = document.querySelector(".bar").getBoundingClientRect();
const touched = "input:not([type=hidden]), textarea, .chips button, button.known, .square, [role=group] button, summary";
const field = [...document.querySelectorAll("#part :is(" + touched + ")")].find(seen);
return [field.getBoundingClientRect().top, bar.top, bar.bottom];"""
"""Where the first field begins, and where the bar lies."""
COVERED = """
const bar = document.querySelector(".bar").getBoundingClientRect();
const fields = [...document.querySelectorAll("#part :is(input:not([type=hidden]), textarea)")];
const [least] = arguments;
return fields.filter((one) => one.checkVisibility() && !one.closest(".keys [inert]")).filter((one) => {
  document.activeElement.blur();
  one.focus();
  const { top, height } = one.getBoundingClientRect();
  return top + Math.min(height, least) > bar.top + 1 || top < -1;
}).map((one) => one.name);"""
"""Which fields do not lie above the bar, with so much of them as a tap needs, while they have the focus."""


def turn(phone, width, height, letters):
    """Hold the phone that way, and have letters of that size."""
    phone.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True)
    phone.until(lambda: phone.driver.execute_script("return innerHeight") == height, what="another way to hold it")
    phone.driver.execute_script("document.documentElement.style.fontSize = arguments[0]; scrollTo(0, 0)", letters)


@pytest.mark.parametrize("game", EVENINGS)
def test_the_first_field_and_done_are_on_the_first_screen_of_each_stage(served, phones, game):
    evening, low = served(game), {}
    for phone, seat in zip(phones, evening.seats, strict=True):
        for stage in find_game(game).stages:
            phone.go(f"{seat}?stage={stage}")
            phone.settle()
            for name, screen in SCREENS.items():
                turn(phone, *screen)
                field, bar, end = phone.driver.execute_script(FIRST)
                assert end == screen[1], "the bar is at the bottom"
                if field + LEAST > bar:
                    low[phone.language, stage, name] = round(field), round(bar)
    assert low == {}


@pytest.mark.parametrize("game", EVENINGS)
def test_the_bar_covers_no_field_that_has_the_focus(served, phone, game):
    evening = served(game)
    for stage in find_game(game).stages:
        phone.go(f"{evening.seats[1]}?stage={stage}")
        phone.settle()
        for screen in SCREENS.values():
            turn(phone, *screen)
            assert phone.driver.execute_script(COVERED, LEAST) == [], (stage, screen)


FOLDED = "//details[@class='fold'][@data-name='mood'][not(@open)]/summary"
LEGEND = "//fieldset[@data-name='mood']/legend"


def season(evening, phone, number):
    """Have the form of a season on the screen, and its first field in use."""
    phone.go(f"{evening.seats[number]}?stage=season")
    phone.settle()
    phone.field(phone.called("histrio", "troupe")).click()


def place_of(phone, path):
    """Return where something lies on the screen."""
    return phone.driver.execute_script("return arguments[0].getBoundingClientRect().top", phone.find(path))


def test_what_another_fills_in_out_of_sight_is_folded_and_nothing_moves_under_who_types(served, phones):
    evening, (anna, ben, _) = served("histrio"), phones
    season(evening, anna, 0)
    before = place_of(anna, "//textarea")
    season(evening, ben, 1)
    enter(ben, "histrio", {"mood": "comedy"})
    line = anna.find(FOLDED)
    anna.until(lambda: "Ben, " in line.text, what="who wrote it")
    assert place_of(anna, "//textarea") == before
    assert anna.driver.execute_script("return document.activeElement.name") == "players.0.troupe"
    assert not ben.has(FOLDED), "who typed it has it open"
    anna.touch(FOLDED)
    anna.choose(anna.called("histrio", "mood"), "трагедия")
    anna.find(LEGEND)


def test_what_somebody_looks_at_is_folded_only_when_it_is_out_of_sight(served, phones):
    evening, (anna, ben, _) = served("histrio"), phones
    season(evening, anna, 0)
    season(evening, ben, 1)
    anna.driver.execute_script("document.querySelector('[data-name=mood]').scrollIntoView({block: 'center'})")
    before = place_of(anna, LEGEND)
    enter(ben, "histrio", {"mood": "comedy"})
    anna.until(lambda: "Ben, " in anna.text, what="who wrote it")
    assert place_of(anna, LEGEND) == before
    anna.driver.execute_script("scrollTo(0, 0)")
    anna.find(FOLDED)


def test_the_bar_leads_to_what_is_missing_and_says_who_is_waited_for_at_once(served, phones):
    evening, (anna, ben, _) = served("histrio"), phones
    season(evening, anna, 0)
    season(evening, ben, 1)
    anna.touch("//*[@id='waits']")
    mood = anna.driver.execute_script("return document.activeElement.closest('fieldset').dataset.name")
    assert mood == "mood"
    assert 0 < place_of(anna, LEGEND) < place_of(anna, "//*[@class='bar']")
    ben.write(ben.called("histrio", "troupe"), "C3")
    ben.tap(ben.say("phones/done"))
    ben.reads(ben.say("phones/bar.waiting", names="Аня, Clara"))
    enter(anna, "histrio", {"mood": "комедия"})
    anna.write(anna.called("histrio", "troupe"), "К3")
    anna.reads(anna.say("phones/bar.ready"))
