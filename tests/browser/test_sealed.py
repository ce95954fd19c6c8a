"""A sealed count: nobody sees points until all are done; then the host shows them rule by rule."""

from __future__ import annotations

from browser.playing import enter, standing_of

SEASON = (
    {"troupe": "К3 К3 К2 Т2 Т1", "requests": "4"},
    {"troupe": "C2 C2 C1 C1 T2 T2 T1"},
    {"troupe": "C1 T3", "chameleons": "1"},
)
CLAIMS = ("13", "10", "1")
"""The totals that they counted: Ben forgot that his show is not the best."""


def points_shown(phone):
    """Return the points of the rule that was shown last, and the sums with them."""
    points = phone.texts("//section[@class='reveal']//td[@class='points']")
    return points if len(points) == 2 * len(SEASON) else []


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
    ben.tap(ben.say("phones/reveal-next"))
    shown = [phone.until(lambda: points_shown(phone), what="points of the first rule") for phone in phones]  # noqa: B023
    assert shown == [["+3", "6", "+4", "7", "+1", "4"]] * 3
    ben.tap(ben.say("phones/reveal-all"))
    for phone in phones:
        phone.until(lambda: "16" in standing_of(phone, "Аня"), what="Аня: 16")  # noqa: B023
        phone.reads(phone.say("phones/claims"))
        differ = phone.texts("//section[@class='claims']//*[@class='differs']")
        assert len(differ) == 1
        assert "7" in differ[0] or "10" in differ[0]


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
