"""How many taps it takes to enter a whole round, and that no keyboard comes up meanwhile."""

from __future__ import annotations

import re

import pytest

from browser.phones import Phone, quoted
from callboard_cli.input.evening_stage import next_stage
from callboard_cli.input.parser import typed
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.night import night_of
from callboard_scoring.games import find_game


class Thumb:
    """A thumb that counts its taps, and types nothing."""

    def __init__(self, phone: Phone, game: str) -> None:
        self.phone, self.game, self.taps = phone, game, 0

    def tap(self, path: str) -> None:
        """Tap what an XPath finds; of all fields only those open a keyboard that say so."""
        self.phone.touch(path)
        self.taps += 1
        focused = "const one = document.activeElement; return one.matches('input, textarea') ? one.inputMode : 'none'"
        assert self.phone.driver.execute_script(focused) == "none", path

    def key(self, name: str, text: str) -> None:
        """Tap a key of a field by what it says, or is called."""
        said = quoted(text)
        field = f"//*[@data-kind][contains(concat(@data-name, '$'), {quoted(f'{name}$')})]"
        live = "[not(ancestor::*[@inert])]"
        self.tap(f"{field}//button{live}[@value={said} or @aria-label={said} or normalize-space()={said}]")

    def number(self, name: str, digits: str) -> None:
        """Tap the field, then the digits on its pad."""
        self.tap(f"//*[contains(concat(@data-name, '$'), {quoted(f'{name}$')})]//input")
        for digit in digits:
            self.key(name, digit)

    def square(self, name: str) -> None:
        """Tap a square of a grid."""
        self.tap(f"//*[@class='grid']//button[starts-with(@aria-label, {quoted(f'{name}:')})]")

    def area(self, start: str, end: str) -> None:
        """Tap two corners."""
        self.square(start)
        self.square(end)


def stands(phone: Phone, name: str) -> str:
    """Return what stands in a field, with a comma between several, however it was parted."""
    text = phone.driver.execute_script("return document.querySelector(arguments[0]).value", f"[name$='.{name}']")
    pieces = re.findall(r"[^\s\d,]*\s?\d+", text)
    return ", ".join(one.strip() for one in pieces)


def test_a_magnificent_round_with_its_camp_takes_thirty_taps(served, phone):
    evening = served("magnificent")
    phone.go(f"{evening.seats[1]}?stage=round")
    phone.find("//*[@class='grid']")
    thumb = Thumb(phone, "magnificent")
    thumb.number(".points", "18")
    thumb.number(".coins", "12")
    for colour, value in (("orange", "6"), ("orange", "2"), ("purple", "1"), ("clear", "4")):
        thumb.key(".dice", colour)
        thumb.key(".dice", value)
    thumb.key(".grid", phone.say("phones/word.area"))
    thumb.area("A1", "B3")
    thumb.key(".grid", phone.say("phones/word.column-more"))
    thumb.key(".grid", "G")
    thumb.area("C1", "D2")
    for word in ("tents", "2", "max", "1", "12"):
        thumb.key(".card", word)
    for name, text in (("points", "18"), ("coins", "12"), ("dice", "orange 6, orange 2, purple 1, clear 4")):
        phone.until(lambda: stands(phone, name) == text, what=f"{text} in {name}")  # noqa: B023
    grid = phone.driver.execute_script("return document.querySelector('[data-kind=grid] textarea').value")
    assert grid == "OOGG\nOOGG\nOO.."
    thumb.tap("//button[@value='done']")
    phone.find("//li[@class='done']")
    assert thumb.taps <= 30


def test_an_intrigo_ring_of_which_the_tokens_are_known_takes_twenty_taps(served, phone):
    game = find_game("intrigo")
    record = game.example("round")
    evening = served("intrigo", tuple(row["name"] for row in record["players"]))
    night = night_of(commands.begin(game, evening.players, "2026-11-22T19:30:00Z"))
    evening.run("night", "add", "round", *typed.write(record, next_stage(night, "round"), catalog("en")))
    phone.go(f"{evening.seats[0]}?stage=round")
    thumb = Thumb(phone, "intrigo")
    phone.find("//*[contains(@class, 'ring')]")
    thumb.tap(f"//button[normalize-space()={quoted(phone.say('phones/word.as-it-lay'))}]")
    cards = [f"{family} {value}" for family in ("Contarini", "Dandolo", "Gradenigo", "Morosini") for value in (2, 3, 4)]
    token, card = (phone.say(f"intrigo/place.{one}") for one in ("palace", "gaps"))
    seals = iter(("merchants", "military", "clergy", "farmers", "workers") * 3)
    for place in range(1, 13):
        for name, words in ((token, seals), (card, iter(cards[place - 1 :]))):
            group = f"//*[@role='group'][@aria-label={quoted(f'{name} {place}')}]"
            phone.find(group)
            if not phone.has(f"{group}//button[@aria-pressed='true']"):
                thumb.tap(f"{group}//button[@value={quoted(next(words))}]")
    values = phone.driver.execute_script(
        "return [...document.querySelectorAll('.ring li input')].map((one) => one.value)"
    )
    assert all(values)
    assert thumb.taps <= 20


@pytest.mark.parametrize("words", [("C3", "C2", "T1")])
def test_a_tap_takes_a_piece_away_and_the_text_can_be_opened(served, phone, words):
    evening = served("histrio")
    phone.go(f"{evening.seats[1]}?stage=season")
    thumb = Thumb(phone, "histrio")
    for word in words:
        thumb.key(".troupe", word)
    laid = "//*[@class='laid']//button"
    phone.until(lambda: len(phone.all(laid)) == 4, what="three pieces, and the key to the text")
    thumb.tap(f"{laid}[@aria-label={quoted('C2: ' + phone.say('phones/word.piece-away'))}]")
    phone.until(lambda: stands(phone, "troupe") == "C3, T1", what="two")
    phone.touch(f"//*[@class='laid']//button[@aria-label={quoted(phone.say('phones/word.keyboard'))}]")
    phone.until(lambda: not phone.has(laid), what="the text")
    phone.driver.switch_to.active_element.send_keys("T5")
    phone.until(lambda: stands(phone, "troupe") == "C3, T1, T5", what="three")


def test_what_it_was_before_is_taken_over_where_that_stands(served, phone):
    phone.go(f"{served('histrio').seats[0]}?stage=city")
    phone.settle()
    taken = phone.driver.execute_script("""
        const keys = [...document.querySelectorAll("fieldset.group .control button.known")];
        const fields = keys.map((key) => key.closest(".control").querySelector("input"));
        keys[1].click();
        return fields.map((field) => field.value);
    """)
    assert len(taken) >= 2
    assert taken[0] == "" != taken[1]


def test_a_piece_taken_away_leaves_all_others_on_offer(served, phone):
    phone.go(f"{served('histrio').seats[0]}?stage=season")
    phone.settle()
    thumb = Thumb(phone, "histrio")
    field = "//*[@data-kind='tokens'][contains(@data-name, '.troupe')]"
    offered = f"{field}//*[contains(@class, 'chips')][not(@inert)]/button"
    first = phone.texts(offered)
    for place in (1, 2, 3):
        thumb.tap(f"({offered})[{place}]")
    phone.until(lambda: len(phone.texts(f"{field}//*[@class='laid']/button")) == 4, what="three pieces and a keyboard")
    thumb.tap(f"({field}//*[@class='laid']/button)[2]")
    phone.until(lambda: len(phone.texts(f"{field}//*[@class='laid']/button")) == 3, what="two pieces")
    phone.settle()
    assert phone.texts(offered) == first[:-1]  # all but that one has none
