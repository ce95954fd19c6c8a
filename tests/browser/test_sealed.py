"""A sealed count: nobody sees points until all are done; then the host shows them rule by rule."""

from __future__ import annotations

from browser.phones import quoted
from browser.playing import enter, standing_of

SEASON = (
    {"troupe": "К3 К3 К2 Т2 Т1", "requests": "4"},
    {"troupe": "C2 C2 C1 C1 T2 T2 T1"},
    {"troupe": "C1 T3", "chameleons": "1"},
)
CLAIMS = ("13", "10", "1")
"""The totals that they counted: Ben forgot that his show is not the best."""


def step_shown(phone):
    """Return the points of the rule that was shown last, and the sums with them; the most first."""
    return phone.texts("//section[@class='reveal']/table//td[contains(@class, 'points')]")


def test_a_sealed_count_is_shown_rule_by_rule_on_all_phones(served, phones):
    evening = served("histrio")
    anna, ben, clara = phones
    # The host's page is on a tab of Ben's phone: it is his computer.
    ben.go(f"{evening.host}/host")
    ben.tap(ben.say("phones/make-sealed"))
    ben.reads(ben.say("phones/make-open"))  # else a form that is loaded too soon is loaded once more
    for phone, seat, part, claim in zip(phones, evening.seats, SEASON, CLAIMS, strict=True):
        phone.go(seat)
        enter(phone, "histrio", part)
        if phone is ben:
            enter(phone, "histrio", {"mood": "comedy"})
        phone.write(phone.say("phones/claimed"), claim)
        phone.tap(phone.say("phones/done"))
        phone.find(
            f"//button[normalize-space()='{phone.say('phones/reopen')}']" if phone is not clara else "//*[@id='live']"
        )
        for each in phones[: phones.index(phone) + 1]:
            assert not any(standing_of(each, name).endswith(("16", "10", "4")) for name in evening.players)
            assert 'class="points">+' not in each.source, "points in the page before all are done"
            assert each.say("phones/so-far", points="").split("%")[0] not in each.text
    for phone in phones:
        phone.reads(phone.say("phones/sealed-all"))
        assert "16" not in standing_of(phone, "Аня")

    ben.go(evening.host)
    ben.tap(ben.say("phones/count"))
    for phone in (anna, clara):
        phone.reads(phone.say("phones/reveal-wait"))
        assert "16" not in phone.text
    first = ["+4", "7", "+3", "6", "+1", "4"]
    for phone in phones:  # nobody taps anything
        phone.until(lambda: step_shown(phone) == first, what="the points of the first rule")  # noqa: B023
    ben.tap(ben.say("phones/pause"))
    ben.find(f"//button[normalize-space()={quoted(ben.say('phones/go-on'))}]")
    ben.tap(ben.say("phones/reveal-next"))
    second = ["+3", "10", "+3", "9", "0", "4"]
    for phone in phones:
        phone.until(lambda: step_shown(phone) == second, what="the points of the second rule")  # noqa: B023
    ben.tap(ben.say("phones/reveal-all"))
    for phone in phones:
        phone.until(lambda: "16" in standing_of(phone, "Аня"), what="Аня: 16")  # noqa: B023
        phone.reads(phone.say("phones/claims"))
        differ = phone.texts("//section[@class='claims']//*[@class='differs']")
        assert len(differ) == 1
        assert "7" in differ[0] or "10" in differ[0]
        phone.find("//form[@id='part']")  # all go on by themselves


POINTS = ("24", "12", "18")


def test_a_final_is_shown_by_itself_up_to_the_winner_who_can_be_shown_to_friends(served, phones):
    evening = served("historia")
    ben, clara = phones[1:]
    ben.go(f"{evening.host}/host")
    ben.tap(ben.say("phones/make-sealed"))
    ben.reads(ben.say("phones/make-open"))
    for done, (phone, seat, points) in enumerate(zip((ben, ben, clara), evening.seats, POINTS, strict=True), start=1):
        phone.go(seat)
        enter(phone, "historia", f"{'territorios' if phone is clara else 'territories'} {points}")
        phone.tap(phone.say("phones/done"))
        phone.until(lambda: len(phone.all("//li[@class='done']")) == done, what="that it is done")  # noqa: B023
    ben.go(evening.host)
    ben.tap(ben.say("phones/count"))
    for phone in (ben, clara):
        phone.until(lambda: step_shown(phone)[:2] == ["+24", "24"], what="the only rule")  # noqa: B023
        assert not phone.first
    for phone in (ben, clara):
        phone.until(lambda: "Аня" in phone.first, what="who is first")  # noqa: B023
    evening.run("night", "end")
    for phone in (ben, clara):
        phone.tap(phone.say("phones/share"))
        phone.until(lambda: phone.texts("//a[contains(@href, 'blob:')]"), what="the picture")  # noqa: B023
        link = phone.find("//a[@download]")
        assert link.get_attribute("download").endswith(".png")
        phone.tap(phone.say("phones/copy"))
        phone.find(f"//button[normalize-space()={quoted(phone.say('phones/copied'))}]")
        phone.listen()
        assert not phone.complaints


NEXT = "document.querySelector('[data-do=next]').click(); return document.getAnimations().length"


def test_rows_move_to_their_places_unless_somebody_asked_for_less(served, phone):
    evening = served("historia")
    evening.run(
        *("night", "add", "tally", "Аня: territories 24, war 1", "Ben: territories 12, war 20", "Clara: territories 3")
    )
    evening.run("night", "end")
    phone.go(evening.seats[1])
    phone.tap(phone.say("phones/step-by-step"))
    phone.find("//*[contains(@class, 'played')]")
    assert phone.driver.execute_script(NEXT) > 0
    assert phone.texts("//tr[@data-seat]/th")[0].startswith("Ben")
    phone.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    phone.driver.refresh()
    phone.find("//*[contains(@class, 'played')]")
    assert phone.driver.execute_script(NEXT) == 0
    phone.tap(phone.say("phones/reveal-next"))
    phone.reads(phone.say("phones/has"))
    assert "Ben" in phone.text


def test_a_part_that_the_host_opens_is_told_on_the_phone_of_its_player_at_once(served, phones):
    evening = served("histrio")
    anna, ben, _ = phones
    ben.go(f"{evening.host}/host")
    ben.tap(ben.say("phones/make-sealed"))
    ben.reads(ben.say("phones/make-open"))
    anna.go(evening.seats[0])
    ben.go(evening.host)
    ben.tap(evening.players[0])
    field = "//form[@id='part']//*[@name='players.0.troupe']"
    ben.find(field)  # nothing is typed yet, so that the host could
    enter(anna, "histrio", SEASON[0])
    ben.find(f"//button[normalize-space()='{ben.say('phones/open-part')}']")
    assert not ben.has(field)
    assert "К3" not in ben.source
    ben.tap(ben.say("phones/open-part"))
    ben.find(field)
    anna.until(lambda: anna.texts("//*[@id='live']//p[@class='notice'][contains(., 'Аня')]"), what="that it was opened")
