"""The page on everybody's phone, asked in this process by browsers without JavaScript: evenings, counts, links, limits."""

import json
import time
from functools import cache
from itertools import pairwise
from urllib.parse import quote, urlencode

import pytest
from babel.messages.pofile import read_po
from phones import AT, Evening, Page, Phone, tool_form

from callboard_cli.input.candidates import value_candidates
from callboard_cli.input.evening_stage import next_stage
from callboard_cli.input.parser.tables import kinds_of
from callboard_cli.phones.forms import Form
from callboard_cli.phones.wording import written
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.counts import State
from callboard_nights.night import night_of
from callboard_scoring.games import GAMES, find_game
from conftest import LANGUAGES, ROOT, one_language, one_language_each, sampled
from played import steps

pytestmark = pytest.mark.usefixtures("evenings_end")

STAGES = [(game.id, stage) for game in GAMES for stage in game.stages]
NAMES = ("Ann", "Bob", "Cid")
SEASON = {"Ann": ("C3 C3 T2", "0", "1000"), "Bob": ("C4", "1", "2000"), "Cid": ("T1", "0", "40")}
"""Who has what in a season: troupe, Chameleons, and Secret Requests whose sums are to be found nowhere else."""
RECORD = {
    "mood": "comedy",
    "players": [
        {"name": name, "troupe": troupe.split(), "chameleons": int(chameleons), "requests": [int(requests)]}
        for name, (troupe, chameleons, requests) in SEASON.items()
    ],
}


def row(name, seat=None):
    """The fields of a player in a season."""
    start = f"players.{NAMES.index(name) if seat is None else seat}."
    troupe, chameleons, requests = SEASON[name]
    return {f"{start}troupe": troupe, f"{start}chameleons": chameleons, f"{start}requests": requests}


def counted(evening, mood="comedy"):
    """All three are done with a season."""
    for name in NAMES:
        more = {"mood": mood} if name == "Ann" else {}
        evening.players[name].fill(row(name) | more, do="done", path="?stage=season")


@cache
def counted_by_hand():
    """The evening with that season entered, without any page."""
    log = commands.begin(find_game("histrio"), NAMES, AT)
    return night_of((*log, commands.add(night_of(log), "season", RECORD, AT)))


@cache
def totals():
    return {one.name: str(one.total) for one in counted_by_hand().standing}


@cache
def gains():
    return {one.name: str(one.total) for one in counted_by_hand().entries[0].played.result.players}


@cache
def secret():
    """All numbers that a result of that season tells, but for small ones."""
    found = set()
    for score in counted_by_hand().entries[0].played.result.players:
        sums = [3]
        for line in score.lines:
            sums += [line.points, sums[-1] + line.points]
        found |= {*sums, *(one - 3 for one in sums), int(totals()[score.name])}
    return {f"{sign}{number}" for number in found if number > 12 for sign in ("", "+", "−")}


@pytest.fixture
def evening():
    return Evening()


# --- Evenings --------------------------------------------------------------------------------------------------------


def texts_of(stage, record, whose, seat, language):
    """What somebody types of a record: the own row, and with the first seat what is the table's."""
    words, rows = catalog(language), Form(stage, {}).rows
    texts = {}
    if seat == 0:
        own = {key: value for key, value in record.items() if rows is None or key != rows.name}
        texts = written(own, stage.model, stage, words)
    if rows is not None:
        mine = next(one for one in record[rows.name] if one["name"] == whose)
        told = written(mine, rows.model, stage, words)
        texts |= {f"{rows.name}.{seat}.{key}": text for key, text in told.items()}
    return texts


def without_gains(step, game):
    """What is typed of a step, with what each has in place of what was gained."""
    total = find_game(game).evening().total
    if not any("gained" in one for one in step.typed.get("players", ())):
        return step.typed
    has = {one["name"]: one[total] for one in step.whole["players"]}
    rows = [{**one, total: has[one["name"]]} for one in step.typed["players"]]
    return {**step.typed, "players": [{key: one[key] for key in one if key != "gained"} for one in rows]}


@pytest.mark.parametrize(
    ("game", "stage", "more"),
    [
        ("histrio", "final", {}),
        ("magnificent", "round", {"coins": "3", "dice": "orange 1 green 1 purple 1 clear 1", "card": "flat"}),
    ],
)
def test_what_was_gained_stands_for_what_there_is(game, stage, more):
    evening = Evening(game)
    texts = {f"players.0.{key}": text for key, text in {"gained": "5", **more}.items()}
    page = evening.players["Ann"].fill(texts, do="done", path=f"?stage={stage}")
    assert page.errors == {}
    assert evening.look().count(stage).part("Ann").is_done


@pytest.mark.parametrize(("game", "turned"), sampled([game.id for game in GAMES], range(3), every=4))
def test_three_play_an_evening_by_forms_alone_each_in_another_language(game, turned):
    evening = Evening(game, NAMES)
    for place, name in enumerate(NAMES):
        evening.players[name].language = LANGUAGES[(place + turned) % 3]
    plain = commands.begin(find_game(game), NAMES, AT)
    for step in steps(game, 11 + turned, NAMES):
        stage = next_stage(night_of(plain), step.stage)
        entered = stage.whole(without_gains(step, game)).entered
        if step.stage == "perform":
            entered = {key: value for key, value in entered.items() if key != "player"}
        whose = stage.called(step.typed["player"]) if step.stage == "perform" else "Ann"
        plain += (commands.add(night_of(plain), step.stage, step.typed, AT),)
        seated = NAMES if Form(stage, {}).rows is not None else (whose,)
        for place, name in enumerate(seated):
            phone = evening.players[name]
            texts = texts_of(stage, entered, name, NAMES.index(name) if len(seated) > 1 else 0, phone.language)
            before = len(evening.look().night.entries)
            page = phone.fill(texts, do="done", path=f"?stage={step.stage}")
            assert page.errors == {}
            assert len(evening.look().night.entries) == before + (place == len(seated) - 1)
            typed = {text for part in evening.typed(step.stage).values() for text in part.values()}
            assert not words_of_others(page, phone.language, game) - typed
    night, expected = evening.look().night, night_of(plain)
    assert [entry.played.record for entry in night.entries] == [entry.played.record for entry in expected.entries]
    assert night.standing == expected.standing
    assert night.winners == expected.winners
    told = evening.reader.page()
    assert told.form() is None
    assert all(name in told.text for name in NAMES)
    assert all(str(abs(one.total)) in told.text for one in night.standing if one.total is not None and not one.holds)


# --- Languages -------------------------------------------------------------------------------------------------------


@cache
def said(language, domain):
    """The sentences of a catalog that stand on a page as they are."""
    file = ROOT / "locales" / "callboard_locales" / language / "LC_MESSAGES" / f"{domain}.po"
    with file.open("rb") as opened:
        messages = [message.string for message in read_po(opened) if message.id]
    texts = [one if isinstance(one, tuple) else (one,) for one in messages]
    return {" ".join(text.split()) for several in texts for text in several if text and "%" not in text}


@cache
def foreign(language, game):
    """What another language says, and this one does not."""
    domains = ("phones", game)
    own = {text for domain in domains for text in said(language, domain)}
    others = {text for other in LANGUAGES if other != language for domain in domains for text in said(other, domain)}
    titles = {catalog(other).text(f"{game}/game") for other in LANGUAGES}
    return {text for text in others - own - titles if len(text) > 3}


def words_of_others(page, language, game):
    """What stands on a page as another language says it."""
    return {" ".join(text.split()) for text in page.texts} & foreign(language, game)


# --- While somebody types --------------------------------------------------------------------------------------------


def test_who_types_sees_the_own_lines_and_nobody_else_does(evening):
    ann = evening.players["Ann"]
    page = ann.fill({"mood": "comedy", **row("Ann")}, path="?stage=season")
    assert "So far: 1005 ecus" in page.part("own")  # 2 comedians, a pleasing show, and the request
    for phone in (evening.players["Bob"], evening.reader, evening.host):
        told = phone.page("?stage=season")
        assert "own" not in told.by_class or "1005" not in told.part("own")
        assert not {"1000", "1005", "C3 C3 T2"} & {*told.text.split(), *field_texts(told)}
        assert not {"1000", "1005"} & {*Page(phone.get("/live?stage=season").text).text.split()}
    data = evening.players["Bob"].json({"stage": "season"}).json()
    assert "1000" not in json.dumps(data)
    assert "C3 C3" not in json.dumps(data)


def field_texts(page):
    return [text for form in page.forms for _, text in form.fields]


def test_the_host_enters_for_who_has_no_phone_and_the_player_is_told_who_wrote(evening):
    page = evening.host.fill(row("Bob"), path="?" + urlencode({"stage": "season", "part": "Bob"}))
    assert page.form().value("players.1.troupe") == "C4"
    bob = evening.players["Bob"].page("?stage=season")
    assert bob.form().value("players.1.troupe") == "C4"
    assert catalog("en").text("phones/host") in bob.part("written")
    evening.host.fill({}, do="done", path="?" + urlencode({"stage": "season", "part": "Bob"}))
    assert evening.look().count("season").part("Bob").is_done


def test_the_last_one_who_is_done_makes_the_entry(evening):
    phones = evening.players
    phones["Ann"].fill({"mood": "comedy", **row("Ann")}, do="done", path="?stage=season")
    phones["Bob"].fill(row("Bob"), do="done", path="?stage=season")
    assert evening.look().night.entries == ()
    assert totals()["Ann"] not in phones["Ann"].page().text
    page = phones["Cid"].fill(row("Cid"), do="done", path="?stage=season")
    assert len(evening.look().night.entries) == 1
    for phone in evening.phones:
        told = phone.page()
        assert all(total in told.text for total in totals().values())
    assert page.form().value("players.2.troupe") == ""


def test_done_is_taken_back_before_all_are(evening):
    ann = evening.players["Ann"]
    page = ann.fill(row("Ann"), do="done", path="?stage=season")
    assert ("do", "reopen") in page.form().buttons
    assert "players.0.troupe" not in page.form().names
    page = ann.follow(ann.send(page.form(), "reopen"))
    assert page.form().value("players.0.troupe") == "C3 C3 T2"
    assert not evening.look().count("season").part("Ann").is_done


def test_what_is_wrong_is_told_whom_it_concerns_and_what_was_typed_stays(evening):
    bob = evening.players["Bob"]
    page = bob.fill({"players.1.troupe": "C3 Q9", "players.1.requests": "many"}, do="done", path="?stage=season")
    assert {*page.errors} == {"players.1.troupe", "players.1.requests", "mood"}
    assert "Q9" in page.errors["players.1.troupe"]
    assert page.form().value("players.1.troupe") == "C3 Q9"
    assert page.form().value("players.1.requests") == "many"
    assert not evening.look().count("season").part("Bob").is_done
    assert evening.players["Ann"].page("?stage=season").errors == {}
    again = bob.page("?stage=season")  # as long as somebody types, nothing is said of what is missing
    assert {*again.errors} == {"players.1.troupe", "players.1.requests"}
    assert again.form().value("players.1.requests") == "many"


def test_what_is_missing_of_the_table_is_told_everybody_once_all_are_done(evening):
    for name in NAMES:
        page = evening.players[name].fill(row(name), do="done", path="?stage=season")
    assert evening.look().night.entries == ()
    for phone in evening.phones:
        assert catalog("en").text("phones/wrong") in phone.page("?stage=season").text
    assert "mood" in page.errors
    host = evening.host.fill({"mood": "comedy"}, path="?stage=season")
    assert len(evening.look().night.entries) == 1
    assert catalog("en").text("phones/wrong") not in host.text


def test_what_was_forgotten_of_the_table_is_a_field_on_every_phone_and_whoever_fills_it_in_first_makes_the_entry(
    evening,
):
    for name in NAMES:
        evening.players[name].fill(row(name), do="done", path="?stage=season")
    for name in NAMES:
        page = evening.players[name].page("?stage=season")
        assert page.by_class.get("table", "").strip() and "mood" not in page.by_class.get("typed", "").lower()
        assert ("a", {"href": "#table"}) in page.tags
        assert "save" in [do for _, do in page.form().buttons]
    assert ("a", {"href": "#table"}) not in evening.reader.page("?stage=season").tags
    evening.players["Cid"].fill({"mood": "comedy"}, path="?stage=season")
    assert len(evening.look().night.entries) == 1


def test_a_page_is_loaded_anew_once_only_the_table_is_to_be_filled_in(evening):
    ann = evening.players["Ann"]
    page = ann.fill(row("Ann"), do="done", path="?stage=season")
    for name in NAMES[1:]:
        evening.players[name].fill(row(name), do="done", path="?stage=season")
    told = ann.get("/live?stage=season", headers={"accept": "application/json"}).json()
    assert told["state"] != page.form().attributes["data-state"]


def test_a_number_that_counts_as_0_if_it_is_left_empty_shows_it_and_one_that_has_to_be_typed_does_not():
    page = Evening("intrigo").players["Ann"].page("?stage=round")
    shown = {own["name"]: own.get("placeholder") for tag, own in page.tags if tag == "input" and "name" in own}
    seals = {name: text for name, text in shown.items() if name.startswith("players.0.seals.")}
    assert seals and {*seals.values()} == {"0"}
    assert shown["players.0.ducats"] is None


def test_the_host_who_is_done_with_nobodys_part_is_asked_whose_and_with_a_line_of_several_they_all_are():
    evening = Evening()
    page = evening.host.fill({}, do="done", path="?stage=final")
    assert catalog("en").text("phones/whose") in page.part("error")
    page = evening.host.fill({"words": "Ann: 12; Bob: 10"}, do="done", path="?stage=final")
    assert [evening.look().count("final").part(name).is_done for name in NAMES] == [True, True, False]
    assert catalog("en").text("phones/whose") in page.part("error")
    evening.host.fill({"words": "Cid: 3"}, do="done", path="?stage=final")
    assert len(evening.look().night.entries) == 1


def test_a_form_with_more_fields_than_any_is_refused_in_words(evening):
    before = evening.look().version
    answer = evening.players["Ann"].post(data={f"players.0.x{number}": "1" for number in range(500)})
    assert answer.status_code == 400
    assert catalog("en").text("phones/unread") in Page(answer.text).text
    assert evening.look().version == before


def test_a_page_for_nobody_does_not_name_the_program(evening):
    for path in ("/", "/x", "/static/none", "/x/rules"):
        answer = evening.client.get(path)
        assert answer.status_code == 404
        assert "callboard" not in answer.text.lower()


@pytest.mark.parametrize(
    ("language", "none", "actor"),
    [
        ("en", "not chosen", "C1, comedian 1"),
        ("ru", "не выбрано", "К1, комедиант 1"),
        ("es", "sin elegir", "C1, comediante 1"),
    ],
)
def test_a_choice_of_nothing_and_an_actor_of_two_letters_are_read_out_in_words(language, none, actor):
    phone = Evening(language=language).players["Ann"]
    page = phone.page("?stage=season")
    assert none in page.part("unseen")
    assert actor in [own.get("aria-label") for tag, own in page.tags if tag == "button"]
    asked = urlencode({"stage": "season", "name": "players.0.troupe", "text": ""})
    assert actor in [each["said"] for each in phone.get(f"/words?{asked}").json()["words"]]


@pytest.mark.parametrize(
    ("language", "token", "card"),
    [("en", "Token 1", "Card 1"), ("ru", "Жетон 1", "Карта 1"), ("es", "Ficha 1", "Carta 1")],
)
def test_a_place_of_the_ring_is_called_by_what_lies_there(language, token, card):
    page = Evening("intrigo", language=language).players["Ann"].page("?stage=round")
    assert f"{token}{card}" in page.text


def test_a_page_has_a_link_past_its_head_colours_for_the_frame_and_a_manifest_that_begins_at_its_own_link(evening):
    ann = evening.players["Ann"]
    page = ann.page("?stage=season")
    first = next(own for tag, own in page.tags if tag in {"a", "button", "input"})
    assert first["href"] == "#main"
    assert [tag for tag, own in page.tags if own.get("id") == "main"] == ["main"]
    (style,) = [own["href"] for tag, own in page.tags if own.get("href", "").endswith("/accent.css")]
    style = ann.get(style.removeprefix(f"/{ann.token}")).text
    colours = [own["content"] for tag, own in page.tags if own.get("name") == "theme-color"]
    assert [f"--band:{colour};" in style for colour in colours] == [True, True]
    (address,) = [own["href"] for tag, own in page.tags if own.get("rel") == "manifest"]
    manifest = ann.get(address.removeprefix(f"/{ann.token}")).json()
    assert manifest["start_url"] == f"/{ann.token}"
    assert ann.get(manifest["icons"][0]["src"]).status_code == 200
    assert not [own for _, own in Page(evening.client.get("/x").text).tags if own.get("rel") == "manifest"]


# --- Two at once -----------------------------------------------------------------------------------------------------


def test_two_who_write_different_fields_of_the_table_keep_both(evening):
    ann, bob = (evening.players[name] for name in ("Ann", "Bob"))
    theirs = bob.page("?stage=season").form()
    ann.fill({"mood": "comedy"}, path="?stage=season")
    bob.follow(bob.send(theirs, "save", {"season": "1", "players.1.troupe": "C4"}))
    assert evening.typed("season") == {"": {"mood": "comedy", "season": "1"}, "Bob": {"troupe": "C4"}}


def test_of_two_who_write_one_field_the_later_stands_and_everybody_is_told_who_it_was(evening):
    ann, bob = (evening.players[name] for name in ("Ann", "Bob"))
    theirs = bob.page("?stage=season").form()
    ann.fill({"mood": "comedy"}, path="?stage=season")
    bob.follow(bob.send(theirs, "save", {"mood": "tragedy"}))
    assert evening.typed("season")[""] == {"mood": "tragedy"}
    for phone in (ann, evening.host):
        page = phone.page("?stage=season")
        assert page.form().value("mood") == "tragedy"
        assert "Bob, " in page.part("written")


def test_who_is_done_looks_again_when_another_player_writes_over_what_is_the_whole_tables(evening):
    ann, bob, cid = evening.players.values()
    ann.fill(row("Ann") | {"mood": "comedy"}, do="done", path="?stage=season")
    cid.fill(row("Cid"), do="done", path="?stage=season")
    bob.fill({"season": "1"}, path="?stage=season")  # what nobody had typed overrules nobody
    assert evening.look().count("season").waiting == ("Bob",)
    bob.fill(row("Bob") | {"mood": "tragedy"}, do="done", path="?stage=season")
    assert evening.look().count("season").waiting == ("Ann", "Cid")
    told = catalog("en").text("phones/overruled") % {"name": "Bob"}
    assert told in ann.page("?stage=season").text
    assert told not in bob.page("?stage=season").text
    ann.fill({"mood": "comedy"}, do="done", path="?stage=season")
    assert evening.look().count("season").waiting == ("Bob", "Cid")
    evening.host.fill({"mood": "tragedy"}, path="?stage=season")  # the host's word is the last
    bob.fill({}, do="done", path="?stage=season")
    cid.fill({}, do="done", path="?stage=season")
    assert evening.look().night.entries[-1].entered["mood"] == "tragedy"
    assert evening.look().night.entries[-1].entered["season"] == 1


@one_language
def test_what_is_to_be_prepared_is_offered_beside_what_comes_next_and_a_side_of_the_coin_is_enough(language):
    evening = Evening(language=language)
    comedy = catalog(language).text("histrio/token.comedy").partition("|")[0]
    counted(evening, comedy)
    ann, bob, _ = evening.players.values()
    first = ann.page()
    assert first.form().attributes["data-stage"] == "season"
    assert ("a", {"href": f"/{ann.token}?stage=prepare"}) in first.tags
    prepare = ann.page("?stage=prepare").form()
    tails = catalog(language).text("histrio/token.tails")
    ann.follow(ann.send(prepare, "save", {"words": tails}))
    assert bob.page().form().attributes["data-stage"] == "prepare"  # somebody types it
    ann.follow(ann.send(ann.page().form(), "done", {}))
    assert evening.look().night.entries[-1].played.record.needle == "tragedy 1"
    assert bob.page().form().attributes["data-stage"] == "season"
    counted(evening, comedy)
    assert evening.look().night.entries[-1].stage == "season"


def test_a_request_that_lies_face_up_is_offered_in_the_second_season(evening):
    counted(evening)
    ann = evening.players["Ann"].page("?stage=season")
    known = [tag.get("data-take") for name, tag in ann.tags if name == "span"]
    assert "1000" in known


def test_a_table_that_prepares_nothing_here_types_what_comes_next(evening):
    counted(evening)
    ann, bob, _ = evening.players.values()
    ann.fill(row("Ann"), path="?stage=season")
    assert bob.page().form().attributes["data-stage"] == "season"


def test_what_the_host_corrected_meanwhile_stays_where_the_player_did_not_touch_it(evening):
    ann = evening.players["Ann"]
    ann.fill(row("Ann"), path="?stage=season")
    old = ann.page("?stage=season").form()
    evening.host.fill({"players.0.troupe": "C1"}, path="?" + urlencode({"stage": "season", "part": "Ann"}))
    ann.follow(ann.send(old, "save", {"players.0.chameleons": "1"}))
    assert evening.typed("season")["Ann"] == {"troupe": "C1", "chameleons": "1", "requests": "1000"}


def test_a_form_of_a_count_that_is_entered_by_now_is_refused_with_a_reason_and_changes_nothing(evening):
    cid = evening.players["Cid"]
    old = cid.page("?stage=season").form()
    counted(evening)
    before = evening.log
    answer = cid.send(old, "save", {"players.2.troupe": "C5"})
    assert answer.status_code == 409
    assert Page(answer.text).part("notice")
    assert "errors" in cid.json({**dict(old.fields), "players.2.troupe": "C5"}).json()
    assert evening.log == before


def test_a_form_that_says_nothing_new_writes_nothing(evening):
    ann = evening.players["Ann"]
    ann.fill(row("Ann"), path="?stage=season")
    before = evening.log
    ann.fill({}, path="?stage=season")
    assert evening.log == before


def test_a_field_whose_text_came_from_a_typed_line_can_be_emptied_and_typed_anew():
    evening = Evening("magnificent", NAMES)
    ann = evening.players["Ann"]
    page = ann.fill({"words": "camp=green large 1"}, path="?stage=perform")
    assert page.form().value("camp") == "green large 1"
    assert page.form().value("words") == ""
    page = ann.fill({"camp": "orange large 2"}, path="?stage=perform")
    assert page.form().value("camp") == "orange large 2"
    assert evening.look().form("perform", "en").table()["camp"] == {"orange large": 2}
    page = ann.fill({"camp": ""}, path="?stage=perform")
    assert page.form().value("camp") == ""
    assert "camp" not in evening.look().form("perform", "en").table()


def test_what_somebody_chose_in_another_language_is_chosen_in_the_own_one(evening):
    evening.players["Ann"].language = "ru"
    ann = evening.players["Ann"].page("?stage=season").form()
    word = next(text for text in ann.choices["mood"] if text)
    evening.players["Ann"].fill({"mood": word}, path="?stage=season")
    form = evening.players["Bob"].page("?stage=season").form()
    assert form.choices["mood"] == ["", "comedy", "tragedy"]
    assert form.value("mood") == "comedy"


# --- A sealed count --------------------------------------------------------------------------------------------------


def everything(evening, stage="season"):
    """All that can be asked for by GET, and what a form is answered, by everybody."""
    paths = ["", f"?stage={stage}", "?stage=final", "/live", f"/live?stage={stage}", "/entry/1", "/entry/1?why-not=1"]
    paths += ["?stage=season&part=Bob"]
    hosted = ["/undo", "/redo", "/host", "/entry/1/edit"]
    paths += ["/words?" + urlencode({"stage": stage, "name": "players.0.requests", "text": ""})]
    for phone in evening.phones:
        for path in [*paths, *(hosted if phone is evening.host else ())]:
            yield phone, path, phone.get(path).text
        if phone is not evening.reader:
            yield phone, "POST", phone.json({"stage": stage}).text


def leaks(evening, typed=()):
    """Where any number of the result is told; what somebody typed may stand in the own form."""
    for phone, path, text in everything(evening):
        shown = text
        if path == "POST":
            data = json.loads(text)
            assert isinstance(data, dict)
            shown = data.get("live", "") + json.dumps(data.get("problems", {}))
        words = {*Page(f"<div>{shown}</div>" if path == "POST" else shown).text.split()} if "<" in shown else {shown}
        if found := words & (secret() - {*typed}):
            yield phone.token == evening.own.host, path, found


def test_in_a_sealed_count_nobody_is_told_any_points_before_all_are_revealed(evening):
    evening.host.tool("sealed")
    assert evening.look().count("season").is_sealed
    assert 'value="count" class="primary" disabled' in evening.host.page().html  # in its place before it can be tapped
    evening.players["Ann"].fill(
        {"mood": "comedy", **row("Ann"), "claimed": gains()["Ann"]}, do="done", path="?stage=season"
    )
    assert [*leaks(evening)] == []
    evening.players["Bob"].fill({**row("Bob"), "claimed": "2000"}, do="done", path="?stage=season")
    evening.players["Cid"].fill(row("Cid"), path="?stage=season")
    assert [*leaks(evening)] == []
    evening.players["Cid"].fill({}, do="done", path="?stage=season")
    assert evening.look().night.entries == ()  # the host has the whole table counted
    assert [*leaks(evening)] == []
    evening.host.tool("count", path="")
    assert len(evening.look().night.entries) == 1
    found = [leak for leak in leaks(evening) if leak[1] not in ("/undo", "/entry/1/edit")]
    assert found == []


def sealed_and_counted(evening):
    evening.host.tool("sealed")
    claims = {"Ann": gains()["Ann"], "Bob": str(int(gains()["Bob"]) - 1), "Cid": ""}
    for name in NAMES:
        more = {"mood": "comedy"} if name == "Ann" else {}
        texts = {**row(name), **more, "claimed": claims[name]}
        evening.players[name].fill(texts, do="done", path="?stage=season")
    return evening.host.tool("count", path="")


def test_taking_back_or_correcting_a_sealed_count_tells_no_points_either(evening):
    sealed_and_counted(evening)
    assert [leak for leak in leaks(evening) if leak[1] == "/undo"] == []
    for answer in (evening.host.get("/entry/1/edit"), evening.host.post("/entry/1/edit", data={"do": "preview"})):
        assert answer.status_code == 409
        assert not {*Page(answer.text).text.split()} & secret()


def reveal_of(page):
    """What is revealed, without what the host alone can do with it."""
    return page.part("reveal").replace("Correct entry 1", "").replace("  ", " ")


def test_a_sealed_count_is_revealed_step_by_step_to_the_winner(evening):
    page = sealed_and_counted(evening)
    shown = [evening.reader.page().part("reveal")]
    assert not {*shown[0].split()} & secret()
    for _ in range(20):
        if page.form("/host") is None:
            break
        page = evening.host.tool("reveal", path="")
        told = [phone.page() for phone in evening.phones]
        assert len({reveal_of(one) for one in told}) == 1
        shown.append(told[1].part("reveal"))
    assert evening.look().counts.hidden == ()
    assert len(shown) >= 4
    assert all(one != other for one, other in pairwise(shown))
    assert all(totals()["Bob"] not in text for text in shown[:-2])
    for phone in evening.phones:
        last = phone.page()
        assert all(total in last.text for total in totals().values())
        assert phone.get("/entry/1").status_code == 200


def test_a_category_is_shown_once_though_the_host_asks_twice(evening):
    form = sealed_and_counted(evening).form("/host")
    evening.host.follow(evening.host.send(form, "reveal"))
    first = reveal_of(evening.reader.page())
    page = evening.host.follow(evening.host.send(form, "reveal"))
    assert reveal_of(evening.reader.page()) == first
    evening.host.follow(evening.host.send(page.form("/host"), "reveal"))
    assert reveal_of(evening.reader.page()) != first


def test_claimed_totals_are_checked_when_all_is_revealed_and_not_before(evening):
    sealed_and_counted(evening)
    assert all("claims" not in phone.page().by_class for phone in evening.phones)
    evening.host.tool("reveal-all", path="")
    for phone in evening.phones:
        page = phone.page()
        assert page.part("agrees") == f"{gains()['Ann']} agrees."
        assert f"you counted {int(gains()['Bob']) - 1}; it is {gains()['Bob']}" in page.part("differs")
        assert "Cid" not in page.part("claims")


def test_once_all_have_sealed_only_the_host_opens_a_part_again(evening):
    evening.host.tool("sealed")
    counted(evening)
    for name in NAMES:
        page = evening.players[name].page("?stage=season")
        assert ("do", "reopen") not in page.form().buttons
        before = evening.log
        assert evening.players[name].post(data={"stage": "season", "do": "reopen"}).status_code == 409
        assert evening.log == before
    evening.host.tool("reopen", path="/host?stage=season", whose="Bob")
    assert not evening.look().count("season").part("Bob").is_done
    assert "players.1.troupe" in evening.players["Bob"].page("?stage=season").form().names


def test_a_claimed_total_that_is_no_number_is_told_and_is_none(evening):
    evening.host.tool("sealed")
    ann = evening.players["Ann"]
    page = ann.fill({"claimed": "many"}, path="?stage=season")
    assert page.errors == {"claimed": catalog("en").text("phones/no-total")}
    assert evening.look().count("season").part("Ann").claimed is None
    assert ann.fill({"claimed": "−12"}, path="?stage=season").form().value("claimed") == "-12"
    assert ann.fill({"claimed": ""}, path="?stage=season").form().value("claimed") == ""
    assert evening.look().count("season").part("Ann").claimed is None


# --- The host --------------------------------------------------------------------------------------------------------


def test_what_the_host_locks_only_the_host_writes_until_it_is_unlocked(evening):
    evening.host.tool("lock", whose="Bob")
    before = evening.log
    bob = evening.players["Bob"]
    assert bob.post(data={"stage": "season", "players.1.troupe": "C1"}).status_code == 409
    assert bob.json({"stage": "season", "players.1.troupe": "C1"}).json()["errors"]
    assert evening.log == before
    evening.host.fill({"players.1.troupe": "C2"}, path="?" + urlencode({"stage": "season", "part": "Bob"}))
    evening.players["Ann"].fill(row("Ann"), path="?stage=season")
    evening.host.tool("unlock", whose="Bob")
    page = bob.fill({"players.1.troupe": "C3"}, path="?stage=season")
    assert page.form().value("players.1.troupe") == "C3"


def test_the_host_opens_again_a_part_that_is_done(evening):
    evening.players["Bob"].fill(row("Bob"), do="done", path="?stage=season")
    evening.host.tool("reopen", whose="Bob")
    assert not evening.look().count("season").part("Bob").is_done
    assert evening.players["Bob"].page("?stage=season").form().value("players.1.troupe") == "C4"


def test_undo_and_redo_are_shown_before_they_are_done(evening):
    counted(evening)
    host, done = evening.host, evening.log
    page = host.page("/undo")
    assert evening.log == done
    assert all(total in page.text for total in totals().values())
    page = host.follow(host.send(page.form("/undo"), ""))
    assert [entry.stands for entry in evening.look().night.entries] == [False]
    assert evening.players["Ann"].page("?stage=season").form().fields  # what was typed is there again
    assert evening.typed("season")["Ann"]["troupe"] == "C3 C3 T2"
    page = host.page("/redo")
    assert all(total in page.text for total in totals().values())
    page = host.follow(host.send(page.form("/redo"), ""))
    assert [entry.stands for entry in evening.look().night.entries] == [True]
    assert evening.typed("season") == {}
    assert all(total in page.text for total in totals().values())
    assert evening.log[: len(done)] == done


@one_language
def test_a_step_that_is_sent_twice_is_done_once(language, evening):
    for mood in ("comedy", "tragedy"):
        counted(evening, mood)
    host = Phone(evening, evening.own.host, language)

    def entries():
        return [entry.stands for entry in evening.look().night.entries]

    undo = host.page("/undo").form("/undo")
    host.follow(host.send(undo, ""))
    again = host.send(undo, "")
    page = Page(again.text)
    assert (again.status_code, entries()) == (409, [True, False])
    assert page.part("notice") == catalog(language).text("phones/elsewhere")
    host.follow(host.send(page.form("/undo"), ""))  # what it shows now is what is meant
    assert entries() == [False, False]
    redo = host.page("/redo").form("/redo")
    host.follow(host.send(redo, ""))
    assert host.send(redo, "").status_code == 409
    assert entries() == [True, False]
    host.follow(host.send(host.page("/redo").form("/redo"), ""))
    assert entries() == [True, True]


def test_an_entry_that_somebody_corrected_meanwhile_is_not_written_over(evening):
    counted(evening)
    host = evening.host
    first = host.page("/entry/1/edit").form("/entry/1/edit")
    host.follow(host.send(first, "save", {"players.0.troupe": "C1"}))
    late = host.send(first, "save", {"players.0.troupe": "C5"})
    page = Page(late.text)
    assert late.status_code == 409
    assert page.part("notice") == catalog("en").text("phones/elsewhere")
    assert evening.look().night.entries[0].entered["players"][0]["troupe"] == ["C1"]
    assert page.form("/entry/1/edit").value("players.0.troupe") == "C5"  # nothing that was typed is lost
    host.follow(host.send(page.form("/entry/1/edit"), "save"))
    assert evening.look().night.entries[0].entered["players"][0]["troupe"] == ["C5"]
    twice = page.form("/entry/1/edit")
    done = evening.log
    assert host.send(twice, "save").status_code == 409
    assert evening.log == done


def test_what_stands_is_what_the_whole_log_says_at_every_moment(evening):
    counted(evening)
    host = evening.host
    host.follow(host.send(host.page("/undo").form("/undo"), ""))
    host.tool("reopen", whose="Ann")
    evening.players["Ann"].fill({"players.0.troupe": "C5"}, path="?stage=season")
    log = evening.log
    assert {"began", "typed", "sealed", "entered", "took-back"} <= {event.kind for event in log}
    state = State.of(log[:1])
    nights = [state.night]
    for event in log[1:]:
        state = state.after(event)
        assert state.night == night_of(state.log)
        nights.append(state.night)
    assert len({*map(id, nights)}) < len(log) / 2  # what counts nothing has nothing scored again
    assert evening.look().night == night_of(log)


def test_a_correction_is_shown_before_it_is_done(evening):
    counted(evening)
    host, before = evening.host, evening.log
    form = host.page("/entry/1/edit").form("/edit")
    assert form.value("players.0.troupe") == "C3 C3 T2"
    assert form.value("mood") == "comedy"
    preview = Page(host.send(form, "preview", {"players.0.requests": "1001"}).text)
    assert str(int(totals()["Ann"]) + 1) in preview.text
    assert preview.form("/edit").value("players.0.requests") == "1001"
    assert evening.log == before
    wrong = Page(host.send(form, "save", {"players.0.troupe": "C9"}).text)
    assert {*wrong.errors} == {"players.0.troupe"}
    assert wrong.form("/edit").value("players.0.troupe") == "C9"
    assert evening.log == before
    page = host.follow(host.send(preview.form("/edit"), "save"))
    assert str(int(totals()["Ann"]) + 1) in page.text
    assert len(evening.log) == len(before) + 1


@pytest.mark.parametrize(("place", "language"), sampled(STAGES, LANGUAGES))
def test_an_entry_as_it_stands_can_be_corrected_in_every_game(place, language):
    game, stage = place
    example = find_game(game).example(stage)
    whole = Evening(game, seated(example), language=language)
    log = whole.log
    event = commands.add(night_of(log), stage, {**example, **({"player": "Ann"} if stage == "perform" else {})}, AT)
    whole.table.write(lambda look: look.after(event))
    form = whole.host.page("/entry/1/edit").form("/edit")
    page = Page(whole.host.send(form, "preview").text)
    assert page.errors == {}
    before = whole.look().night.entries[0].played.record
    whole.host.follow(whole.host.send(form, "save"))
    assert whole.look().night.entries[0].played.record == before


STRANGERS = ("Ann", "Bob", "Cid")


def seated(example):
    rows = example.get("players")
    return tuple(one["name"] for one in rows or ()) or tuple(example.get("ecus", example.get("hats", STRANGERS)))


def test_a_new_link_ends_the_old_one_and_no_other(evening):
    old = evening.players["Bob"]
    evening.host.tool("newlink", whose="Bob")
    for path in ("", "/live", "/rules", "/setup", "/entry/1", "/words", "/events"):
        assert old.get(path).status_code == 404
    assert old.post(data={"stage": "season", "players.1.troupe": "C1"}).status_code == 404
    assert evening.typed("season") == {}
    links = evening.links.of(evening.night, 3)
    assert links.seats[1] != old.token
    assert (links.seats[0], links.seats[2], links.host, links.read) == (
        evening.own.seats[0],
        evening.own.seats[2],
        evening.own.host,
        evening.own.read,
    )
    assert links.seats[1] in evening.host.page("/host").text
    bob = Phone(evening, links.seats[1], "en")
    assert bob.fill(row("Bob"), path="?stage=season").form().value("players.1.troupe") == "C4"
    evening.host.tool("newlink", whose="")
    assert evening.reader.get().status_code == 404


@pytest.mark.parametrize(("whose", "language"), [*zip(("Bob", "", "Bob"), LANGUAGES, strict=True)])
def test_a_new_link_that_is_asked_for_twice_is_made_once(whose, language, evening):
    host = Phone(evening, evening.own.host, language)
    form = tool_form(host.page("/host"), "newlink", whose)
    host.follow(host.send(form, "newlink"))
    links = evening.links.of(evening.night, 3)
    again = host.send(form, "newlink")
    page = Page(again.text)
    assert (again.status_code, evening.links.of(evening.night, 3)) == (409, links)
    assert page.part("notice") == catalog(language).text("phones/link-renewed")
    assert (links.seats[1] if whose else links.read) in page.text
    host.follow(host.send(tool_form(page, "newlink", whose), "newlink"))  # who still wants another one gets it
    assert evening.links.of(evening.night, 3) != links


@pytest.mark.parametrize("do", ["lock", "sealed", "end"])
def test_what_the_host_does_twice_is_done_once(do, evening):
    host, whose = evening.host, "Bob" if do == "lock" else ""
    form = tool_form(host.page("/host"), do, whose)
    host.follow(host.send(form, do))
    done = evening.log
    assert host.send(form, do).status_code in (303, 409)
    assert evening.log == done


def test_a_part_that_is_sent_again_after_it_was_entered_is_none_of_the_next(evening):
    for name in NAMES:
        mood = {"mood": "comedy"} if name == "Ann" else {}
        evening.players[name].fill({**row(name), **mood}, path="?stage=season")
        form = evening.players[name].page("?stage=season").form()
        evening.players[name].follow(evening.players[name].send(form, "done"))
    assert len(evening.look().night.entries) == 1
    done = evening.log
    assert evening.players["Cid"].send(form, "done").status_code == 409
    assert evening.log == done


def test_an_ended_evening_takes_nothing_until_it_goes_on(evening):
    counted(evening)
    ann = evening.players["Ann"]
    old = ann.page("?stage=season").form()
    evening.host.tool("end")
    before = evening.log
    for phone in evening.phones:
        page = phone.page()
        assert page.form() is None
        assert page.part("notice")
        assert all(total in page.text for total in totals().values())
    assert ann.send(old, "save", {"players.0.troupe": "C1"}).status_code == 409
    assert evening.log == before
    evening.host.tool("resume")
    page = ann.fill({"players.0.troupe": "C1"}, path="?stage=season")
    assert page.form().value("players.0.troupe") == "C1"


def test_nothing_to_undo_or_to_correct_is_told_and_is_no_error(evening):
    for path in ("/undo", "/redo", "/entry/1/edit", "/entry/7/edit"):
        answer = evening.host.get(path)
        assert answer.status_code == 409
        assert Page(answer.text).part("notice")
    assert evening.host.get("/entry/7").status_code == 404


# --- Who may do what -------------------------------------------------------------------------------------------------


def test_by_the_link_to_read_nothing_can_be_sent_and_there_is_nothing_to_type(evening):
    reader = evening.reader
    before = evening.log
    for path in ("", "/host", "/undo", "/redo", "/entry/1/edit"):
        assert reader.post(path, data={"stage": "season", "mood": "comedy", "do": "end"}).status_code == 403
        if path:
            assert reader.get(path).status_code == 403
    assert reader.json({"stage": "season", "mood": "comedy"}).status_code == 403
    for path in ("", "?stage=season", "?stage=final&part=Ann"):
        page = reader.page(path)
        assert all(form.action.endswith("/language") for form in page.forms)
        assert not [tag for tag, _ in page.tags if tag in ("input", "textarea", "select")]
    assert evening.log == before


@pytest.mark.parametrize(
    "data",
    [
        {"players.1.troupe": "C1"},
        {"players.0.troupe": "C1", "players.2.requests": "9"},
        {"players.1": "C1 C2"},
        {"part": "Bob", "players.1.troupe": "C1"},
        {"mood": "comedy", "players.1.troupe": ""},
    ],
)
def test_another_players_field_is_refused_and_nothing_is_saved(evening, data):
    before = evening.log
    answer = evening.players["Ann"].post(data={"stage": "season", "do": "done", **data})
    assert answer.status_code == 403
    assert Page(answer.text).part("notice")
    assert evening.players["Ann"].json({"stage": "season", **data}).status_code == 403
    assert evening.log == before


def test_a_part_that_is_named_by_a_player_is_the_players_own(evening):
    evening.players["Ann"].fill(row("Ann"), path="?stage=season")
    answer = evening.players["Ann"].post(data={"stage": "season", "part": "Bob", "do": "done"})
    assert answer.status_code == 403
    count = evening.look().count("season")
    assert not (count.part("Ann").is_done or count.part("Bob").is_done)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"luck": "9"}, "luck"),
        ({"players.0.luck": "9"}, "luck"),
        ({"players.9.troupe": "C1"}, "9"),
        ({"stage": "encore"}, "encore"),
        ({"<b>": "9"}, "<b>"),
        ({"players.0.name": "Zed"}, "name"),
    ],
)
def test_a_field_that_there_is_not_is_told_and_nothing_is_saved(evening, data, told):
    before = evening.log
    answer = evening.players["Ann"].post(data={"stage": "season", "mood": "comedy", **data})
    assert answer.status_code == 409
    page = Page(answer.text)
    assert told in page.text
    assert "b" not in {tag for tag, _ in page.tags}
    assert told in " ".join(evening.players["Ann"].json({"stage": "season", **data}).json()["errors"])
    assert evening.log == before


def test_a_host_who_names_nobody_there_is_told(evening):
    before = evening.log
    assert "Zed" in Page(evening.host.post(data={"stage": "season", "part": "Zed"}).text).text
    for do in ("lock", "unlock", "reopen", "newlink", "sealed", "count", "reveal", "dance", ""):
        answer = evening.host.post("/host", data={"do": do, "whose": "Zed", "stage": "encore"})
        assert answer.status_code in (303, 409)
    assert evening.log == before


def test_asking_changes_nothing(evening):
    counted(evening)
    before, links = evening.log, (evening.store.folder / "links.json").read_bytes()
    query = urlencode({"stage": "season", "mood": "tragedy", "do": "done", "players.0.troupe": "C1", "whose": "Bob"})
    paths = [
        "",
        "/live",
        "/words",
        "/rules",
        "/setup",
        "/entry/1",
        "/undo",
        "/redo",
        "/host",
        "/entry/1/edit",
        "/language",
    ]
    for phone in (evening.host, evening.reader, evening.players["Ann"]):
        for path in paths:
            for more in (f"?{query}", f"?{query}&do=newlink&lang=ru"):
                assert phone.get(path + more).status_code < 500
    assert evening.log == before
    assert (evening.store.folder / "links.json").read_bytes() == links


def test_an_unknown_link_is_always_answered_alike(evening):
    strangers = ["x" * 22, evening.own.host[:-1], evening.own.host + "x", evening.own.read.swapcase(), "static", "%00"]
    answers = set()
    for token in strangers:
        stranger = Phone(evening, token, "en")
        for path in ("", "/live", "/events", "/words", "/rules", "/setup", "/entry/1", "/host", "/undo", "/elsewhere"):
            answer = stranger.get(path)
            answers.add((answer.status_code, answer.text))
        for path in ("", "/host", "/undo", "/language", "/entry/1/edit"):
            answer = stranger.post(path, data={"do": "end", "stage": "season"})
            answers.add((answer.status_code, answer.text))
    ((status, text),) = answers
    assert status == 404
    assert all(name not in text for name in (*NAMES, *evening.own.tokens))


# --- Words of languages, sizes, Tab ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "language"), sampled([game.id for game in GAMES], LANGUAGES))
def test_no_page_has_words_of_another_language(game, language):
    evening = Evening(game, NAMES, language=language)
    for phone in evening.phones:
        for stage in find_game(game).stages:
            page = phone.page(f"?stage={stage}")
            assert not words_of_others(page, language, game)
            assert ("html", language) in {(tag, own.get("lang")) for tag, own in page.tags}
    for path in ("/host", "/rules?q=a", "/setup"):
        assert not words_of_others(evening.host.page(path), language, game)


def test_whoever_chooses_a_language_is_spoken_to_in_it():
    evening = Evening(language="ru")
    ann = evening.players["Ann"]
    assert ("html", "ru") in {(tag, own.get("lang")) for tag, own in ann.page().tags}
    form = ann.page().form("/language")
    assert {value for _, value in form.buttons} == {*LANGUAGES}
    answer = ann.post("/language", data={"lang": "es"})
    assert "lang=es" in answer.headers["set-cookie"]
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert ("html", "es") in {(tag, own.get("lang")) for tag, own in ann.follow(answer).tags}
    evening.client.cookies.clear()
    assert "set-cookie" not in ann.post("/language", data={"lang": "xx"}).headers


@one_language_each
@pytest.mark.parametrize(
    ("game", "stage", "name", "kind", "before", "begun"),
    [
        ("histrio", "season", "players.0.troupe", "troupe", "", ""),
        ("histrio", "season", "players.0.troupe", "troupe", "C3 ", ""),
        ("turandot", "final", "players.0.singers", "singers", "", ""),
        ("turandot", "final", "players.0.singers", "singers", "3 ", ""),
        ("magnificent", "round", "players.0.card", "card", "", ""),
        ("magnificent", "round", "players.0.dice", "dice", "", ""),
        ("intrigo", "round", "gaps.0", "gaps", "", ""),
    ],
)
def test_a_field_offers_what_tab_offers(game, stage, name, kind, before, begun, language):  # noqa: PLR0917  # a case
    evening = Evening(game, language=language)
    phone = evening.players["Ann"]
    own = evening.look().stage(stage)
    form = Form(own, {}, language)
    kinds = own.kinds if not name.startswith("players") else kinds_of(form.rows.model)
    one = next(each for each in kinds if each.name == kind)
    found = value_candidates(own, one, before, begun, catalog(language))
    several = len({each.meaning for each in found} - {""}) > 1  # else it is what the field's own help says
    expected = [(each.text, each.meaning if several else "") for each in found]
    asked = urlencode({"stage": stage, "name": name, "text": before + begun})
    told = [(each["text"], each["meaning"]) for each in phone.get(f"/words?{asked}").json()["words"]]
    assert told
    several = len({meaning for _, meaning in expected}) > 1  # else it is what the field's help says
    assert told == [(text, meaning if several else "") for text, meaning in expected][: len(told)]
    assert len(told) == min(len(expected), 60)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("tents ", {"max", *"0123456789"}),
        ("tents 2 ", {"max", *(f"2{digit}" for digit in "0123456789")}),
        ("tents 2 max ", {*"0123456789"}),
        ("tents 2 max 1 ", {f"1{digit}" for digit in "0123456789"}),
        ("tents 2 max 12 ", set()),
        ("flat ", {"max"}),
    ],
)
def test_every_number_of_a_master_card_is_offered(typed, offered):
    asked = urlencode({"stage": "round", "name": "players.0.card", "text": typed})
    told = Evening("magnificent").players["Ann"].get(f"/words?{asked}").json()["words"]
    assert {each["text"] for each in told} == offered


@pytest.mark.parametrize("name", ["", "x", "players", "players.0", "players.0.luck", "a." * 900])
def test_of_what_is_no_field_nothing_is_offered(evening, name):
    asked = urlencode({"stage": "season", "name": name, "text": "C"})
    assert evening.players["Ann"].get(f"/words?{asked}").json()["words"] == []
    assert evening.players["Ann"].get(f"/words?{quote(name)}").json()["words"] == []


# --- Whatever else can be sent ---------------------------------------------------------------------------------------

HOSTILE = {
    "ten thousand fields": urlencode([(f"players.0.x{number}", "1") for number in range(10_000)]),
    "one field ten thousand times": urlencode([("mood", "comedy")] * 10_000),
    "a text of 64 kB": urlencode({"mood": "x" * 65_000}),
    "a line of 64 kB": urlencode({"players.0": "C3 " * 21_000}),
    "as many words as are kept": urlencode({"players.0": "C3 " * 1_600}),
    "words of a table as many as are kept": urlencode({"words": "mood=comedy " * 400}),
    "an own field as long as is kept": urlencode({"players.0.troupe": "C" * 4_900}),
    "many commas": urlencode({"players.0.troupe": "," * 4_900}),
    "many brackets": urlencode({"players.0": "(" * 4_900}),
    "many equals signs": urlencode({"words": "=" * 4_900}),
    "no UTF-8": b"mood=\xff\xfe\xc3\x28&players.0.troupe=\x80",
    "no UTF-8 in per cents": b"mood=%ff%fe&players.0.troupe=%c3%28",
    "half of a letter": b"mood=%ed%a0%80",
    "a nested name": urlencode({"a" + ".a" * 5_000: "1"}),
    "a nested name of a player": urlencode({"players.0" + ".troupe" * 2_000: "1"}),
    "a long number of a player": urlencode({f"players.{'9' * 5_000}.troupe": "1"}),
    "a long number of a row": urlencode({f"players.0.requests.{'9' * 50}": "1"}),
    "a number of 5,000 digits": urlencode({"players.0.chameleons": "9" * 5_000}),
    "a season of 5,000 digits": urlencode({"season": "9" * 4_900}),
    "a request of 4,900 digits": urlencode({"players.0.requests": "9" * 4_900}),
    "a total of 5,000 digits": urlencode({"claimed": "9" * 5_000}),
    "a version of 5,000 digits": urlencode({"seen": "9" * 5_000, "mood": "comedy"}),
    "a version below nothing": urlencode({"seen": "-1", "mood": "comedy"}),
    "a version that is none yet": urlencode({"seen": "99999", "mood": "comedy"}),
    "characters that control": urlencode({"players.0.troupe": "C3\x00\x1b[31m\x07\u202e"}),
    "a name that controls": urlencode({"mo\x00od\x1b": "comedy"}),
    "other digits": urlencode({"players.٠.troupe": "C3", "players.0.chameleons": "１"}),
    "markup": urlencode({"players.0.troupe": "<script>alert(1)</script>", "mood": "\"'><b>"}),
    "another stage": urlencode({"stage": "../../etc/passwd", "mood": "comedy"}),
    "no form": b"\x00\x01\x02" * 100,
    "nothing": b"",
    "JSON": b'{"mood": "comedy"}',
    "ampersands": b"&" * 60_000,
    "equals": b"=&=" * 2_000,
    "per cents": b"%" * 60_000,
}


@pytest.mark.parametrize(
    ("name", "do"),
    [
        pytest.param(name, do, marks=[] if done == (place % 2 == 1) else pytest.mark.long)
        for place, name in enumerate(HOSTILE)
        for done, do in enumerate((b"", b"&do=done"))
    ],
)
def test_whatever_is_sent_is_answered_clearly_at_once_and_saved_whole_or_not_at_all(evening, name, do):
    ann, body = evening.players["Ann"], HOSTILE[name]
    sent = {"content-type": "application/x-www-form-urlencoded"}
    content = (body if isinstance(body, bytes) else body.encode()) + do
    before, began = evening.log, time.process_time()
    answer = ann.post(content=content, headers=sent)
    assert time.process_time() - began < 2  # a second, and much else that a busy machine does
    asked = ann.post(content=content, headers={**sent, "accept": "application/json"})
    page = ann.page("?stage=season")
    assert answer.status_code in (303, 403, 409, 400, 413)
    assert asked.status_code in (200, 403, 409, 400, 413)
    assert "Traceback" not in answer.text + asked.text
    assert "b" not in {tag for tag, _ in page.tags}
    assert not [own for tag, own in page.tags if tag == "script" and "src" not in own]
    if answer.status_code != 303:
        assert evening.log == before
        assert Page(answer.text).part("notice")
    night_of(evening.log)


@pytest.mark.parametrize(
    "action",
    [
        "/host",
        "/entry/1/edit",
        *(pytest.param(each, marks=pytest.mark.long) for each in ("/undo", "/redo", "/language")),
    ],
)
def test_whatever_is_sent_to_the_hosts_tools_is_answered_clearly_at_once(evening, action):
    counted(evening)
    sent = {"content-type": "application/x-www-form-urlencoded"}
    for body in HOSTILE.values():
        began = time.process_time()
        answer = evening.host.post(action, content=body, headers=sent)
        assert answer.status_code in (200, 303, 403, 404, 409, 400, 413)
        assert time.process_time() - began < 1
        night_of(evening.log)
    assert len(evening.look().night.entries) == 1


@pytest.mark.parametrize(
    "path", ["/rules?q=", "/words?stage=season&name=players.0.troupe&text=", "?stage=", "?part=", "/entry/"]
)
def test_whatever_is_asked_is_answered_clearly_at_once(evening, path):
    evening.host.get("/rules?q=king")  # the first to ask has the rules read
    for text in (
        "x" * 2_000,
        "%00",
        "%ff",
        "%F0%9F%8E%AD" * 100,
        "9" * 300,
        "<b>",
        "a." * 500,
        "%E2%80%AE",
        "%0d%0aX: y",
    ):
        for phone in (evening.players["Ann"], evening.host):
            began = time.process_time()
            answer = phone.get(path + text)
            assert answer.status_code in (200, 404, 409)
            assert time.process_time() - began < 1
            assert "<b>" not in answer.text.replace("<b></b>", "")


@pytest.mark.parametrize(
    "names", [("a.b", "<b>Ann</b>", "players.0"), ('"Ann\' & Bob"', "Я" * 40, "0"), ("?&=#", "%41", "../x")]
)
def test_names_are_never_markup_nor_part_of_a_field_or_a_path(names):
    evening = Evening("histrio", names)
    for seat, name in enumerate(names):
        texts = row(NAMES[seat], seat) | ({"mood": "comedy"} if seat == 0 else {})
        page = evening.players[name].fill(texts, do="done", path="?stage=season")
        assert page.errors == {}
        assert name in page.text
    assert len(evening.look().night.entries) == 1
    for phone in evening.phones:
        for path in ("", "?stage=city", "?stage=final&part=" + quote(names[1]), "/setup", "/entry/1"):
            page = phone.page(path)
            assert "b" not in {tag for tag, _ in page.tags}
    host = evening.host.page("/host")
    assert all(name in host.text for name in names)
    evening.host.tool("lock", "/host?stage=season", names[1])
    assert evening.look().count(evening.look().night.leg.stage).part(names[1]).locked
    city = evening.players[names[0]].page("?stage=city").form()
    assert {f"ecus.{name}" for name in names} <= city.names


def test_a_part_is_told_as_the_line_that_makes_it(evening):
    evening.players["Ann"].post(data={"stage": "season", "players.0.troupe": "К3 К3 Т2", "players.0.requests": "4"})
    assert "C3 C3 T2 +4" in evening.players["Ann"].page("?stage=season").text


@pytest.mark.parametrize(("stage", "takes_a_dash"), [("season", True), ("final", False)])
def test_who_is_done_with_nothing_typed_is_told_of_the_dash_only_where_the_line_takes_it(evening, stage, takes_a_dash):
    page = evening.players["Ann"].fill({}, do="done", path=f"?stage={stage}")
    assert ("“-”" in page.text) is takes_a_dash
