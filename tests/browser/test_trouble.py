"""What happens at a table: no Wi-Fi, phones asleep, pages loaded again, a server that ends, two who write one field."""

from __future__ import annotations

import time

from browser.phones import quoted


def troupe(phone):
    """Return what the troupe's field is called, and what stands in it."""
    return phone.called("histrio", "troupe")


def saved(phone):
    """Wait until the phone says that it saved."""
    begins = phone.say("phones/word.saved").partition("{")[0].strip()
    phone.until(lambda: any(text.startswith(begins) for text in phone.texts("//*[@id='status']")), what="saved")


def test_what_is_typed_while_the_server_is_gone_is_sent_when_it_is_back(served, phones):
    evening, (anna, ben, _) = served("histrio"), phones
    anna.go(evening.seats[0])
    ben.go(evening.host + "?stage=season&part=" + "%D0%90%D0%BD%D1%8F")
    anna.write(troupe(anna), "К3 К3")
    saved(anna)
    evening.stop()
    anna.write(troupe(anna), "К3 К3 Т2")
    anna.reads(anna.say("phones/word.offline"), within=15)
    anna.holds(troupe(anna), "К3 К3 Т2")
    evening.start()
    saved_by = time.monotonic()
    ben.until(lambda: ben.field(troupe(ben)).get_property("value") == "C3 C3 T2", 30, "what Аня typed")
    assert time.monotonic() - saved_by < 30


def test_what_is_half_typed_is_there_when_the_page_is_loaded_again(served, phone):
    evening = served("histrio")
    phone.go(evening.seats[1])
    phone.write(troupe(phone), "C3 T")
    phone.driver.refresh()
    phone.holds(troupe(phone), "C3 T")


def test_whoever_taps_a_word_and_looks_up_a_rule_finds_it_there_and_is_not_told_that_another_changed_it(served, phone):
    evening = served("histrio")
    phone.go(evening.seats[1])
    chip = phone.find(
        "//*[contains(@data-name, '.troupe')]//*[contains(@class, 'chips')][not(@inert)]//button[@value='C3']"
    )
    rules = phone.find(f"//footer//a[normalize-space()={quoted(phone.say('phones/rules'))}]")
    phone.driver.execute_script("for (const each of arguments) each.click()", chip, rules)  # before anything is saved
    phone.find("//*[@id='q']")
    phone.tap(phone.say("phones/page"))
    phone.holds(troupe(phone), "C3")
    phone.settle()
    assert phone.say("phones/word.changed") not in phone.text


def test_what_was_typed_short_and_is_told_in_whole_words_is_nobody_elses(served, phone):
    evening = served("magnificent")
    phone.go(f"{evening.seats[1]}?stage=round")
    dice = phone.called("magnificent", "dice")
    phone.write(dice, "o5 g3")
    rules = phone.find(f"//footer//a[normalize-space()={quoted(phone.say('phones/rules'))}]")
    phone.driver.execute_script("arguments[0].click()", rules)  # before anything is saved
    phone.find("//*[@id='q']")
    phone.go(f"{evening.seats[1]}?stage=round")
    phone.holds(dice, "orange 5, green 3")
    phone.settle()
    assert phone.say("phones/word.changed") not in phone.text


def test_a_phone_without_wifi_keeps_what_is_typed_and_sends_it_later(served, phones):
    evening, (_, ben, clara) = served("histrio"), phones
    ben.go(evening.seats[1])
    ben.set_connection(is_there=False)
    ben.write(troupe(ben), "C3 C2")
    ben.reads(ben.say("phones/word.offline"), within=15)
    clara.go(evening.host + "?stage=season&part=Ben")
    clara.holds(troupe(clara), "")
    ben.set_connection(is_there=True)
    clara.holds(troupe(clara), "C3 C2", within=20)


def test_of_two_who_write_into_one_field_it_is_told_who_wrote_last(served, phones):
    evening, (anna, ben, _) = served("histrio"), phones
    anna.go(evening.seats[0])
    ben.go(evening.host + "?stage=season&part=" + "%D0%90%D0%BD%D1%8F")
    anna.write(troupe(anna), "К3")
    saved(anna)
    ben.holds(troupe(ben), "C3")  # the host reads it in his own words
    ben.write(troupe(ben), "C3 C2")
    saved(ben)
    # Her finger is still in the field, which keeps what she sees; then she leaves it.
    anna.driver.execute_script("document.activeElement.blur()")
    anna.holds(troupe(anna), "К3 К2")
    anna.reads(anna.say("phones/host"))


def test_two_who_write_into_different_fields_of_one_part_keep_both(served, phones):
    evening, (anna, ben, _) = served("histrio"), phones
    anna.go(evening.seats[0])
    ben.go(evening.host + "?stage=season&part=" + "%D0%90%D0%BD%D1%8F")
    anna.write(troupe(anna), "К3")
    ben.write(ben.called("histrio", "requests"), "5")
    for phone in (anna, ben):
        phone.driver.execute_script("document.activeElement.blur()")
    for phone, text in ((anna, "К3"), (ben, "C3")):
        phone.holds(troupe(phone), text)
        phone.holds(phone.called("histrio", "requests"), "5")


def test_the_mood_that_all_forgot_is_asked_for_on_every_phone_and_a_tap_makes_the_entry(served, phones):
    evening = served("histrio")
    for phone, seat in zip(phones, evening.seats, strict=True):
        phone.go(seat)
        phone.write(phone.called("histrio", "requests"), "4")
        phone.tap(phone.say("phones/done"))
        phone.find(f"//button[normalize-space()={quoted(phone.say('phones/reopen'))}]")
    for phone in phones:
        phone.find(f"//legend[normalize-space()={quoted(phone.called('histrio', 'mood'))}]")
    anna = phones[0]
    anna.choose(anna.called("histrio", "mood"), "комедия")
    for phone in phones:
        phone.reads(phone.say("phones/just"))


# The last one here: with the next page a browser that slept answers no more.
def test_a_phone_that_slept_shows_the_standing_when_it_wakes(served, phones):
    evening, (anna, ben, _) = served("histrio"), phones
    anna.go(evening.seats[0])
    ben.go(evening.seats[1])
    anna.set_asleep(is_asleep=True)
    ben.write(troupe(ben), "C3")
    saved(ben)
    anna.set_asleep(is_asleep=False)
    anna.reads(f"Ben\n{anna.say('phones/state.typing')}")
