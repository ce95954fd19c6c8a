"""The set-up ticked off on several phones at once, and its page as a screen reader has it."""

from __future__ import annotations

from itertools import pairwise

from browser.serving import send
from callboard_cli.ui.wording import sentence
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.counts import State
from callboard_nights.setting_up import set_up_of
from callboard_scoring.games import find_game

READ = {"heading", "checkbox", "link", "DisclosureTriangle"}
"""The roles of what somebody is led from one to the next by."""

TAPPED_AT_ONCE = """
new MutationObserver(() => {
  const box = document.querySelector("[role=checkbox][value='4'][aria-checked=true]");
  if (!box || window.tapped) return;
  window.tapped = true;
  box.click();
}).observe(document.getElementById("live"), { childList: true });"""
"""A thumb that comes down on the fourth step just after somebody else has ticked it."""


def box(step):
    return f"//button[@role='checkbox'][@value='{step}']"


def is_ticked(phone, step):
    return phone.until(lambda: phone.has(f"{box(step)}[@aria-checked='true']"), what=f"step {step}")


def open_all(phones, evening):
    for phone, seat in zip(phones, evening.seats, strict=True):
        phone.go(f"{seat}/setup")
        phone.settle()


def test_all_see_what_one_ticks_and_what_two_tick_at_once_is_ticked(served, phones):
    evening = served("histrio")
    open_all(phones, evening)
    anna, ben, clara = phones
    anna.touch(box(1))
    for phone in phones:
        assert is_ticked(phone, 1)
        phone.until(lambda: "Аня, " in phone.text, what="who it was")  # noqa: B023
    anna.touch(box(1))
    ben.until(lambda: ben.has(f"{box(1)}[@aria-checked='false']"), what="that it was taken back")
    for phone in (anna, clara):
        phone.set_connection(is_there=False)
    for phone in (anna, clara):
        phone.touch(box(3))
    for phone in (anna, clara):
        phone.set_connection(is_there=True)
    assert all(is_ticked(phone, 3) for phone in phones)
    anna.until(lambda: anna.say("phones/word.offline") not in anna.text, what="what was tapped there")
    clara.until(lambda: clara.say("phones/word.offline") not in clara.text, what="what was tapped there")
    assert all(is_ticked(phone, 3) for phone in phones)


def test_who_taps_a_step_as_another_ticks_it_does_not_take_it_back(served, phone):
    evening = served("histrio")
    phone.go(f"{evening.seats[1]}/setup")
    phone.settle()
    phone.driver.execute_script(TAPPED_AT_ONCE)
    send(f"{evening.seats[0]}/setup", tick="4")
    phone.until(lambda: phone.driver.execute_script("return window.tapped"), what="a tap")
    send(f"{evening.seats[0]}/setup", tick="5")
    assert is_ticked(phone, 5)
    assert is_ticked(phone, 4)


def test_what_is_tapped_without_a_connection_is_sent_later(served, phones):
    evening = served("histrio")
    open_all(phones, evening)
    anna, ben, _ = phones
    anna.set_connection(is_there=False)
    anna.touch(box(2))
    assert is_ticked(anna, 2)
    anna.reads(anna.say("phones/word.offline"))
    anna.set_connection(is_there=True)
    assert is_ticked(ben, 2)
    assert is_ticked(anna, 2)


def test_nothing_moves_under_the_thumb_while_the_others_tick(served, phones):
    evening = served("magnificent")
    open_all(phones, evening)
    anna = phones[0]
    place = "return document.querySelector('#step-7').getBoundingClientRect().top + scrollY"
    anna.driver.execute_script("document.querySelector('#step-7 button').focus(); scrollTo(0, 600)")
    before = [anna.driver.execute_script(one) for one in (place, "return scrollY")]
    send(f"{evening.seats[1]}/setup", tick="9")
    assert is_ticked(anna, 9)
    assert anna.driver.execute_script("return document.activeElement.value") == "7"
    assert [anna.driver.execute_script(one) for one in (place, "return scrollY")] == before


def test_all_is_ready_on_all_phones_and_without_scripts_too(served, phones, plain_phone):
    evening = served("turandot")
    open_all(phones, evening)
    plain_phone.go(f"{evening.seats[1]}/setup")
    count = len(plain_phone.all("//button[@role='checkbox']"))
    for step in range(1, count):
        send(f"{evening.seats[0]}/setup", tick=str(step))
    plain_phone.touch(box(count))
    for phone in (*phones, plain_phone):
        phone.reads(phone.say("phones/setup-ready"))
    phones[1].tap(phones[1].say("phones/setup-go"))
    phones[1].find("//form[@id='part']")
    assert phones[1].say("phones/setup-offer") not in phones[1].text


def test_a_screen_reader_is_led_from_step_to_step_each_a_box_with_its_words_and_its_rule(served, phone):
    evening = served("histrio", ("Ann", "Ben"))
    send(f"{evening.seats[0]}/setup", tick="2")
    phone.go(f"{evening.seats[0]}/setup")
    phone.settle()
    words = catalog("en")
    code = phone.find("//*[@class='code']").text.partition(": ")[2]
    made = set_up_of(
        State.of(commands.begin(find_game("histrio"), ("Ann", "Ben"), "2026-11-22T19:30:00Z", code)).night, None
    )
    assert made is not None
    steps = [sentence(words, "histrio", step) for step in made.setup.steps]
    read = list(reading(phone))
    assert read[0] == ("heading", phone.say("phones/setup"), None)
    boxes = [(name, checked) for role, name, checked in read if role == "checkbox"]
    assert boxes == [(step, "true" if number == 2 else "false") for number, step in enumerate(steps, 1)]
    for (role, _, _), (following, name, _) in pairwise(read):
        assert role != "checkbox" or (following == "link" and name), "the rule of a step comes behind it"


def reading(phone):
    """Yield what a screen reader reads of the main part, one after another: its role, its name, and whether ticked."""
    phone.cdp("Accessibility.enable")
    nodes = {one["nodeId"]: one for one in phone.cdp("Accessibility.getFullAXTree")["nodes"]}

    def below(node):
        role, name = (node.get(key, {}).get("value", "") for key in ("role", "name"))
        if role in READ and not node.get("ignored"):
            told = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
            yield role, name.strip(), told.get("checked")
        for child in node.get("childIds", ()):
            if child in nodes:
                yield from below(nodes[child])

    main = next(one for one in nodes.values() if one.get("role", {}).get("value") == "main")
    return below(main)
