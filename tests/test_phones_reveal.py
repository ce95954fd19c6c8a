"""After the game: points shown step by step, the result to hand on, and who has played how often; who sees what."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from phones import AT, Evening, Page, Phone

from callboard_cli.phones.reveal import Pace, shown_by_now
from callboard_cli.views.reveal import STEP, count_of_categories, seconds_of
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.night import night_of
from callboard_nights.statistics import summary_of
from callboard_scoring.games import find_game
from conftest import LANGUAGES

pytestmark = pytest.mark.usefixtures("evenings_end")

NAMES = ("Ann", "Bob", "Cid")
SEASON = {"Ann": ("C3 C3 T2", "0", "1000"), "Bob": ("C4", "1", "2000"), "Cid": ("T1", "0", "40")}
HOSTILE = '<b>&"Ann"</b>'
LONG = "Bartholomew Featherstonehaugh-Cholmondeley"[:40]


@pytest.fixture
def sealed():
    evening = Evening()
    evening.host.tool("sealed")
    enter_season(evening)
    evening.host.tool("count", path="")
    return evening


def enter_season(evening):
    for seat, (name, (troupe, chameleons, requests)) in enumerate(zip(evening.names, SEASON.values(), strict=True)):
        phone = evening.players[name]
        texts = {"troupe": troupe, "chameleons": chameleons, "requests": requests}
        mood = {"mood": phone.page("?stage=season").form().choices["mood"][1]} if seat == 0 else {}
        own = {f"players.{seat}.{key}": text for key, text in texts.items()}
        phone.fill(own | mood, do="done", path="?stage=season")


def won(evening):
    """The last season, at whose end somebody has won."""
    enter_season(evening)
    for seat, (name, ecus) in enumerate(zip(evening.names, (9, 12, 7), strict=True)):
        evening.players[name].fill({f"players.{seat}.ecus": str(ecus)}, do="done", path="?stage=final")
    assert evening.look().night.is_won


def test_whoever_plays_again_ends_what_somebody_has_won_so_that_it_counts():
    evening = Evening()
    won(evening)
    assert evening.host.post("/again").status_code == 303
    assert evening.look().night.ended is not None
    assert evening.names[1] in evening.host.page("/statistics").text


def step_of(page):
    """Which step a page shows: its number, and of each row the place, the name, what is given, and the sum."""
    told = re.search(r'<table data-step="(\d+)">(.*?)</table>', page.html, re.DOTALL)
    if told is None:
        return None
    rows = re.findall(r"<tr data-seat.*?</tr>", told[2], re.DOTALL)
    cells = [re.findall(r"<t[dh][^>]*>([^<]*)<", row) for row in rows]
    return int(told[1]), cells


# --- Step by step ----------------------------------------------------------------------------------------------------


def test_each_step_gives_somebody_points_and_the_most_stand_first(sealed):
    steps = [step_of(sealed.reader.page())]
    while (page := sealed.host.tool("reveal", path="")).form("/host") is not None:
        told = [step_of(phone.page()) for phone in sealed.phones]
        assert all(one == told[0] for one in told)
        steps.append(step_of(page))
    assert [number for number, _ in steps] == list(range(len(steps)))
    assert len(steps) >= 4
    for number, rows in steps:
        sums = [int(row[-1]) for row in rows]
        assert sums == sorted(sums, reverse=True)
        assert [row[0] for row in rows] == [str(1 + sum(other > own for other in sums)) for own in sums]
        assert not number or any(row[2] not in ("", "0") for row in rows)
    standing = {one.name: one.total for one in sealed.look().night.standing}
    assert {row[1]: int(row[-1]) for row in steps[-1][1]} == standing
    assert step_of(sealed.reader.page()) is None


def test_each_step_cites_its_rule_and_says_how_much_is_still_to_come(sealed):
    while (page := sealed.host.tool("reveal", path="")).form("/host") is not None:
        shown = sealed.reader.page()
        assert re.search(r'<h3><a href="/[^"]+/rules\?game=[^"]+">', shown.html)
        assert shown.html.count('<section class="reveal">') == 1
        left = shown.part("coming")
        assert ("Still to be shown" in left) + (left == catalog("en").text("phones/last-rule")) + (not left) == 1
    assert "coming" not in page.by_class


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_is_read_out_as_one_sentence(language):
    evening = Evening(language=language)
    evening.host.tool("sealed")
    enter_season(evening)
    evening.host.tool("count", path="")
    evening.host.tool("reveal", path="")
    news = re.search(r'data-news="([^"]*)"', evening.reader.get("/live").text)[1]
    number, rows = step_of(evening.reader.page())
    assert number == 1
    for _, name, given, total in rows:
        assert f"{name} {given}, {total}" in news


def test_the_host_alone_pauses_it_and_lets_it_go_on(sealed):
    assert ("do", "go-on") not in sealed.host.page().form("/host").buttons
    page = sealed.host.tool("pause", path="")
    assert ("do", "go-on") in page.form("/host").buttons
    assert ("do", "pause") not in page.form("/host").buttons
    assert ("do", "go-on") in Page(sealed.host.get("/live").text).form("/host").buttons
    assert ("do", "pause") in sealed.host.tool("go-on", path="").form("/host").buttons
    for phone in (sealed.reader, *sealed.players.values()):
        assert phone.post("/host", data={"do": "pause"}).status_code == 403
        assert phone.page().form("/host") is None


def test_it_goes_on_by_itself_at_its_pace_and_longest_before_the_last_and_the_winner(sealed):
    seconds, table, took = [0.0], sealed.table, [(0.0, sealed.look().version)]
    pace = Pace(lambda: seconds[0])
    while (look := shown_by_now(table, pace)).counts.hidden:
        seconds[0] += 0.5
        if look.version != took[-1][1]:
            took.append((seconds[0], look.version))
    took.append((seconds[0] + 0.5, look.version))
    waits = [later - one for (one, _), (later, _) in pairwise(took)]
    assert len(waits) == count_of_categories(look.night, 1) + 1
    assert all(abs(wait - seconds_of(place, len(waits) - 1)) <= 1 for place, wait in enumerate(waits))
    assert waits[-1] > waits[0] < waits[-2]


def test_several_who_look_on_do_not_hurry_it_and_a_pause_holds(sealed):
    seconds = [0.0]
    pace, look = Pace(lambda: seconds[0]), sealed.look()
    assert not pace.is_due(look)
    seconds[0] = STEP
    assert [pace.is_due(look) for _ in range(3)] == [True, False, False]
    pace.pause(look, is_paused=True)
    seconds[0] = 10 * STEP
    assert not pace.is_due(look)
    pace.pause(look, is_paused=False)
    assert not pace.is_due(look)
    seconds[0] = 11 * STEP
    assert pace.is_due(look)
    sealed.host.tool("reveal-all", path="")
    assert not pace.is_paused(sealed.look())
    assert not pace.is_due(sealed.look())


# --- What was counted openly -----------------------------------------------------------------------------------------


def test_an_open_count_is_shown_step_by_step_to_whoever_likes():
    evening = Evening()
    enter_season(evening)
    for phone in evening.phones:
        page = phone.page("/reveal/1")
        numbers = [int(one) for one in re.findall(r'data-step="(\d+)"', page.html)]
        assert numbers == list(range(len(numbers)))
        assert len(numbers) >= 4
        assert page.html.rindex("data-step") < page.html.index('class="standing')
        assert phone.get("/reveal/2").status_code == 404
    assert evening.log[-1].kind == "entered"


def test_what_is_not_shown_yet_is_on_no_other_page_either(sealed):
    secret = {str(one.total) for one in sealed.look().night.standing}
    for phone in sealed.phones:
        assert phone.get("/reveal/1").status_code == 404
        for path in ("/result", "/result.svg"):
            assert not secret & {*re.findall(r"\d+", phone.get(path).text)}
    sealed.host.tool("reveal-all", path="")
    for phone in sealed.phones:
        assert phone.get("/reveal/1").status_code == 200
        assert all(total in phone.get("/result.svg").text for total in secret)


# --- What next -------------------------------------------------------------------------------------------------------


def next_steps(phone):
    """The links of what one can do next, without the own link that they begin with; and the buttons."""
    page = phone.page()
    assert catalog("en").text("phones/thanks") in page.part("after")
    after = re.search(r'<nav class="after".*?</nav>', page.html, re.DOTALL)[0]
    links = [one.removeprefix(f"/{phone.token}") for one in re.findall(r'href="([^"]+)"', after)]
    assert all(phone.get(one).status_code == 200 for one in links)
    return links, re.findall(r'<button[^>]* value="([^"]+)"', after)


def test_at_the_end_everybody_is_thanked_and_told_what_they_can_do_next():
    evening = Evening()
    assert all("after" not in phone.page().by_class for phone in evening.phones)
    won(evening)
    assert next_steps(evening.host) == (["/result", "/statistics", "/again"], ["end"])
    assert next_steps(evening.players["Ann"]) == (["/result", "/statistics"], [])
    assert next_steps(evening.reader) == (["/result"], [])
    evening.host.tool("end", path="")
    assert next_steps(evening.host) == (["/result", "/statistics", "/again"], [])


def test_the_steps_of_an_end_that_was_counted_openly_are_offered():
    evening = Evening("historia")
    rows = [{"name": name, "amounts": {"territories": 24 - seat}} for seat, name in enumerate(NAMES)]
    evening.table.write(
        lambda look: look.after(commands.add(look.night, look.night.game.stages[0], {"players": rows}, AT))
    )
    evening.host.tool("end")
    assert next_steps(evening.reader) == (["/reveal/1", "/result"], [])


# --- The result to hand on -------------------------------------------------------------------------------------------


def picture_of(phone):
    answer = phone.get("/result.svg")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    return ET.fromstring(answer.text)  # noqa: S314  # our own


def written_in(picture):
    return [one.text for one in picture.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_is_a_picture_and_a_text_for_everybody(language):
    evening = Evening(language=language)
    won(evening)
    night = evening.look().night
    for phone in evening.phones:
        texts = " ".join(written_in(picture_of(phone)))
        page = phone.page("/result")
        told = page.by_id["result-text"]
        for one in night.standing:
            assert f"{one.rank}. {one.name}" in told
            assert one.name in texts
            assert re.search(rf"\b{one.total}\b", told)
            assert re.search(rf"\b{one.total}\b", texts)
        assert "2026" in texts
        assert "2026" in told
        assert night.winners[0] in told.splitlines()[2]
        assert f'href="/{phone.token}/result.svg" download="' in page.html


def test_names_are_letters_in_the_picture_and_long_ones_stay_inside():
    names = (HOSTILE, LONG, "汉" * 40)
    evening = Evening(names=names)
    won(evening)
    picture = picture_of(evening.reader)
    written = " ".join(written_in(picture))
    assert HOSTILE in written
    assert not [*picture.iter("b")]
    height = int(picture.get("height"))
    for one in picture.iter("{http://www.w3.org/2000/svg}text"):
        wide = sum(2 if ord(letter) > 0x2E80 else 1 for letter in one.text)
        length = wide * float(one.get("font-size")) * 0.64
        start = float(one.get("x")) - (length if one.get("text-anchor") == "end" else 0)
        assert start >= 60
        assert start + length <= 1020, one.text
        assert float(one.get("y")) < height
    assert "".join(written.split()).count("汉") == 40


def test_the_picture_asks_nobody_for_anything():
    evening = Evening()
    won(evening)
    text = evening.reader.get("/result.svg").text
    assert set(re.findall(r"\w+://[^\s\"'<>]+", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<script|<image|href|style=|url\(", text)


# --- Who has played how often ----------------------------------------------------------------------------------------


def played(evening, names, ecus):
    """An evening of others on the same computer, which ended."""
    log = commands.begin(find_game("histrio"), names, AT)
    rows = [{"name": name, "ecus": has} for name, has in zip(names, ecus, strict=True)]
    log = (*log, commands.add(night_of(log), "final", {"players": rows}, AT))
    log = (*log, commands.end(night_of(log), AT))
    evening.store.begin(log, summary_of(night_of(log)), night=f"b-{len(evening.store.summaries())}-histrio")


def test_who_plays_sees_how_often_those_at_the_table_have_played_and_nobody_else():
    evening = Evening()
    played(evening, ("Ann", "Bob"), (31, 22))
    played(evening, ("Ann", "Zoe"), (11, 44))
    played(evening, ("Yan", "Zoe"), (11, 44))
    for phone in (evening.host, *evening.players.values()):
        page = phone.page("/statistics")
        rows = [re.findall(r">([^<]+)</t[hd]>", row) for row in page.html.split("<tr>")]
        assert ["Ann", "2", "1", "21", "31"] in rows
        assert ["Bob", "1", "0", "22", "22"] in rows
        assert "Zoe" not in page.text
        assert "Yan" not in page.text
        assert catalog("en").text("phones/counted-once-ended") in page.text
    answer = evening.reader.get("/statistics")
    assert answer.status_code == 403
    assert "31" not in Page(answer.text).text
    evening.host.tool("end")
    assert catalog("en").text("phones/counted-once-ended") not in evening.host.page("/statistics").text


def test_where_nobody_has_played_yet_that_is_said():
    evening = Evening()
    assert catalog("en").text("phones/no-statistics") in evening.host.page("/statistics").text


def test_the_link_to_join_leads_to_none_of_it(sealed):
    joining = Phone(sealed, sealed.own.join, "en")
    sealed.host.tool("reveal-all", path="")
    for path in ("/reveal/1", "/result", "/result.svg", "/statistics"):
        assert joining.get(path).status_code == 404
