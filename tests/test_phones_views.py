"""What the page tells, as HTML: results, standing, changes, claims, points one by one, rules and set-ups.

Nothing is served here: the templates are filled in this process.
"""

import itertools
import re
import tomllib
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from phones import Evening, Page, close_all
from questions.measure import questions

import callboard_cli.phones
import callboard_locales
from callboard_cli.authoring.checks.catalogs import marks
from callboard_cli.input.stage import example_of, stage_of
from callboard_cli.phones import pages
from callboard_cli.render.page import page_of
from callboard_cli.ui.output import UI
from callboard_cli.ui.wording import sentence
from callboard_cli.views import lines, results, reveal, rules, standing
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.changes import changes
from callboard_nights.counts import State
from callboard_nights.night import night_of
from callboard_nights.setting_up import set_up_of
from callboard_rules import load_rules
from callboard_scoring.claimed_totals import sums_of
from callboard_scoring.games import GAMES, find_game
from conftest import LANGUAGES, one_language_each

AT = "2026-11-22T19:30:00Z"
HOSTILE = "<b>&\"'"
ADDRESSES = lines.Addresses(
    rule=lambda rule: f"rules?q={rule.partition('/')[2]}",
    entry=lambda number: f"entry/{number}",
    edit=lambda number: f"entry/{number}/edit",
)
VOID = {"input", "br", "hr", "meta", "link"}
LARGEST = 20_000
"""The most bytes that an ordinary result takes on the page."""
STAGES = [(game.id, stage) for game in GAMES for stage in game.stages]


def ui(language="en", also=None):
    return UI(catalog(language), plain=True, also=catalog(also) if also else None)


class Read(HTMLParser):
    """HTML as a browser reads it: its text, its tags, and whether each that is opened is closed."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.texts, self.links = [], [], [], []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        assert not re.search(r"['\"<]", tag)
        assert not {name for name, _ in attrs} & {"style", "onclick", "onload", "onerror"}
        self.tags.append((tag, dict(attrs)))
        self.links += [value for name, value in attrs if name == "href"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def text(self):
        return " ".join("".join(self.texts).split())


def read(template, view, language="en", also=None, **more):
    """Fill the macro of a template that is named after it, or `template.macro`, and read what comes of it."""
    name, _, macro = template.partition(".")
    reader = ui(language, also)
    spoken = {"t": reader.text, "language": language, "also": also or ""}
    template = pages._environment().get_template(f"{name}.html")  # noqa: SLF001  # one macro of it alone
    html = str(getattr(template.make_module(spoken), macro or name)(view, **more))
    page = Read(html)
    page.html = html
    assert "callboard " not in page.text
    assert not re.search(r"(?<!\w)--\w", page.text)
    return page


def number_of(cell):
    return int(cell.total.replace("−", "-"))


def flat(text):
    return " ".join(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_page_are_all_there_and_say_the_same(language):
    own, english = whole(language), whole("en")
    assert own.keys() == english.keys()
    for name, forms in own.items():
        assert all(forms), name
        assert len(forms) == ({"ru": 3, "en": 2, "es": 2}[language] if len(english[name]) > 1 else 1), name
        places = {place for form in forms for place in re.findall(r"%\(\w+\)s", form)}
        assert places == {place for form in english[name] for place in re.findall(r"%\(\w+\)s", form)}, name
        assert language == "en" or not {mark for form in forms for mark in marks(language, form)}, name
    room = Path(callboard_cli.phones.__file__).parent
    files = [*room.glob("templates/*.html"), *room.glob("*.py"), *room.with_name("views").glob("*.py")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    asked = set(re.findall(r"\bphones/[a-z-]+(?:\.[a-z-]+)?(?![a-z.-])", text))
    families = set(re.findall(r"\bphones/[a-z]+\.(?=[{\"])", text))  # of which the page says which one it needs
    assert asked - own.keys() <= {family.rstrip(".") for family in families}
    assert {name for name in own.keys() - asked if not name.startswith(tuple(families))} == set()


def whole(language):
    """Every message of the page, with its forms."""
    file = Path(callboard_locales.__file__).parent / language / "LC_MESSAGES" / "phones.po"
    with file.open("rb") as opened:
        told = [message for message in read_po(opened) if message.id]
    names = [message.id if isinstance(message.id, str) else message.id[0] for message in told]
    forms = [message.string if isinstance(message.string, tuple) else (message.string,) for message in told]
    return dict(zip(names, forms, strict=True))


# --- Results ---------------------------------------------------------------------------------------------------------


@cache
def scored(game, stage, language):
    known = stage_of(find_game(game), stage)
    return known.score(known.record(example_of(known, catalog(language))))


def result_page(told_to, game, stage, result, **more):
    """A result as a page has it."""
    return results.linked_page(told_to, game, page_of(told_to, game, stage, result), ADDRESSES, **more)


@one_language_each
@pytest.mark.parametrize(("game", "stage"), STAGES)
def test_a_result_says_each_line_its_points_and_what_came_out(game, stage, language):
    described, words, result = find_game(game), catalog(language), scored(game, stage, language)
    page = read("result", result_page(ui(language), described, stage, result), language)
    said = page_of(ui(language), described, stage, result)
    assert len(page.html.encode()) <= LARGEST
    for row in [*said.above, *said.answer.rows]:
        assert flat(row.text) in page.text
        assert row.points in page.text
        assert all(flat(item.whole) in page.text for item in row.items)
    for account in said.accounts:
        assert account.name in page.text
        assert not account.total or words.text("result.total") % {"points": account.total} in page.text
    for told in [*said.answer.totals, *said.answer.gains, said.answer.first, *said.doubts]:
        assert flat(told) in page.text
    for fact in [*said.answer.facts, *(fact for account in said.accounts for fact in account.facts)]:
        assert flat(fact.name) in page.text
        assert flat(fact.value) in page.text
    known = load_rules(game, language).sections
    assert {f"rules?q={rule.partition('/')[2]}" for rule in said.cited.numbers} == {*page.links}
    assert all(known[link.partition("=")[2]].title in page.text for link in page.links)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_no_words_of_another_language(language):
    """Of the page's own messages, those that are another sentence in another language."""
    own = {text for forms in whole(language).values() for text in forms}
    others = {text for other in LANGUAGES for forms in whole(other).values() for text in forms} - own
    for game, stage in STAGES:
        view = result_page(ui(language), find_game(game), stage, scored(game, stage, language))
        page = read("result", view, language)
        assert not {flat(text) for text in page.texts} & others
        assert language == "ru" or not re.search("[А-Яа-яЁё]", page.text)
        if language == "ru":
            own_words = {one.text for one in all_lines(view)}
            assert all(re.search("[А-Яа-яЁё]", text) for text in own_words)


def test_what_lines_lacked_is_told_where_it_is_asked():
    stage = stage_of(find_game("magnificent"), "round")
    known = example_of(stage, catalog("en"))
    result = stage.score(stage.record(known))
    said = page_of(ui(), stage.game, "round", result, why_not=True)
    lacks = [lack.text for row in said.above for lack in row.lacks]
    asked, quiet = (
        read("result", result_page(ui(), stage.game, "round", result, with_lacks=asked)) for asked in (True, False)
    )
    assert all(flat(lack) in asked.text for lack in lacks)
    assert not any(flat(lack) in quiet.text for lack in lacks if lack not in {row.text for row in said.above})


def test_a_second_language_is_marked_as_such():
    described, result = find_game("histrio"), scored("histrio", "season", "en")
    page = read("result", result_page(ui("en", "ru"), described, "season", result), "en", "ru")
    marked = [attributes for tag, attributes in page.tags if "lang" in attributes]
    assert {one["lang"] for one in marked} == {"ru"}
    for score in result.players:
        for line in score.lines:
            assert flat(sentence(catalog("ru"), "histrio", line)) in page.text


def test_notes_that_decided_something_are_told_once_with_their_section():
    night = palace_night()
    view = results.entry_view(ui(), night, 1, ADDRESSES)
    notes = [note for one in all_lines(view.result) for note in one.notes]
    assert notes
    assert len({note.text for note in notes}) == len(notes)
    page = read("result.entry", view)
    assert all(page.text.count(flat(note.text)) == 1 and note.kind in page.text for note in notes)


def all_lines(view):
    return [*view.above, *view.answer.rows]


@pytest.mark.parametrize(("game", "stage"), [pair for pair in STAGES if scored(*pair, "ru").picture])
def test_a_picture_is_drawn_for_the_eye_and_said_for_the_ear(game, stage):
    result = scored(game, stage, "ru")
    view = result_page(ui("ru"), find_game(game), stage, result)
    page = read("result", view, "ru")
    assert [attributes["aria-hidden"] for tag, attributes in page.tags if tag == "pre"] == ["true"]
    assert all(flat(row) in page.text for row in view.picture.words)
    assert view.picture.words or result.picture.told


# --- Evenings --------------------------------------------------------------------------------------------------------


@cache
def golden(game):
    file = Path(__file__).parent / "golden_evenings" / f"{game}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))["evening"]


def log_of(evening, rename=()):
    """The log of a golden evening to its end; what is refused in it is left out."""
    state = State.of(commands.begin(find_game(evening["game"]), evening["players"], AT, evening.get("code", "")))
    for step in evening["step"]:
        night = state.night
        if "refused" in step:
            continue
        what = step.get("do")
        if what == "add":
            state = state.after(commands.add(night, step["stage"], step["typed"], AT))
        elif what == "edit":
            state = state.after(commands.change(night, step["entry"], step["typed"], AT))
        elif what == "rename":
            state = state.after(commands.rename(night, step["old"], step["new"], AT))
        elif what:
            state = state.after(getattr(commands, what)(night, AT))
    for old, new in rename:
        state = state.after(commands.rename(state.night, old, new, AT))
    return state.log


NIGHTS = [pytest.param(evening, id=evening["name"]) for game in GAMES for evening in golden(game.id)[:4]]
"""A few evenings of each game."""


def palace_night():
    """An evening with an open point of the rules that decided something."""
    for evening in golden("histrio") + golden("turandot") + golden("magnificent"):
        night = night_of(log_of(evening))
        if night.entries and night.entries[0].played and night.entries[0].played.result.readings:
            return night
    raise AssertionError


@one_language_each
@pytest.mark.parametrize("evening", NIGHTS)
def test_an_evening_says_who_has_how_much_what_was_entered_and_what_comes_next(evening, language):
    night = night_of(log_of(evening))
    view = standing.evening_view(ui(language), night, ADDRESSES)
    page = read("standing.evening", view, language)
    standings = {one.name: one for one in night.standing}
    places = view.standing.places
    assert [place.rank for place in places] == sorted(place.rank for place in places)
    assert {place.name for place in places} == {*standings}
    won = {*night.winners} if night.is_won and night.winners else set()
    assert not won or {place.name for place in places[: len(won)]} == won
    for place in places:
        one = standings[place.name]
        assert place.rank in (0, one.rank)
        assert place.name in page.text
        assert not place.points or str(abs(one.total)) in place.points
        assert place.points in page.text
        assert flat(place.holds) in page.text
    assert flat(view.standing.first) in page.text
    numbers = [attributes["value"] for tag, attributes in page.tags if tag == "li" and "value" in attributes]
    assert numbers == [str(entry.number) for entry in night.entries]
    for entry, line in zip(night.entries, view.entries, strict=True):
        kind = "taken-back" if not entry.stands else "fits" if entry.fits else "misfit"
        assert line.kind == kind
        assert all(flat(told) in page.text for told in [line.title, *line.told, *line.doubts])
        assert (f"entry/{entry.number}" in page.links) == entry.fits
        told = results.entry_view(ui(language), night, entry.number, ADDRESSES)
        assert (told is None) == (not entry.fits)
        if told is not None:
            again = read("result.entry", told, language)
            assert all(flat(place.points) in again.text for place in told.standing.places)
    assert bool(view.next) == (night.next is not None)
    assert len(page.html.encode()) <= LARGEST


def test_a_winner_stands_with_the_ladder_that_decided_it_and_its_rules():
    log = commands.begin(find_game("histrio"), ["Ann", "Bob"], AT)
    rows = [{"name": name, "ecus": 20} for name in ("Ann", "Bob")]
    log += (commands.add(night_of(log), "final", {"players": rows}, AT),)
    night = night_of(log)
    view = standing.standing_of_night(ui(), night, ADDRESSES)
    page = read("standing", view)
    assert view.is_won
    assert all(flat(sentence(catalog("en"), "histrio", line)) in page.text for line in night.last.result.ladder)
    assert len(view.lines) >= len(night.last.result.ladder)


def test_where_nobody_has_points_yet_that_is_said_and_who_sits_where():
    night = night_of(commands.begin(find_game("magnificent"), ["Ann", "Bob"], AT))
    page = read("standing.evening", standing.evening_view(ui(), night, ADDRESSES))
    assert "Ann, Bob" in page.text
    assert not [tag for tag, _ in page.tags if tag == "table"]


def test_nothing_of_a_sealed_count_is_told_before_it_is_shown():
    night = night_of(log_of(golden("histrio")[0]))
    first = standing.evening_view(ui(), night, ADDRESSES, hidden=[1])
    page = read("standing.evening", first)
    assert {line.kind for line in first.entries} == {"hidden", "taken-back"}
    assert {place.points for place in first.standing.places} == {"3 ecus"}  # with which each began
    assert not first.next
    assert not any(link.startswith("entry/") and not link.endswith("/edit") for link in page.links)


@cache
def misfits():
    """Evenings as they stood when entries did not fit for another reason than before, with the numbers of these."""
    codes, found = set(), []
    for log in (log_of(evening) for game in GAMES for evening in golden(game.id)):
        for state in itertools.accumulate(log[1:], State.after, initial=State.of(log[:1])):
            missed = [entry for entry in state.night.entries if entry.stands and not entry.fits]
            met = {problem.code for entry in missed for problem in entry.problems}
            if missed and not codes >= met:
                codes |= met
                found.append((state.night, [entry.number for entry in missed]))
    assert "error.night.over" in codes
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_that_does_not_fit_says_why_without_advice_for_a_terminal(language):
    for night, missed in misfits():
        view = standing.evening_view(ui(language), night, ADDRESSES)
        page = read("standing.evening", view, language)
        assert [line.number for line in view.misfits] == missed
        assert all(len(line.told) > 1 and all(flat(told) in page.text for told in line.told) for line in view.misfits)


@one_language_each
@pytest.mark.parametrize("evening", NIGHTS)
def test_a_step_back_and_a_correction_say_what_they_change(evening, language):
    log = commands.begin(find_game(evening["game"]), evening["players"], AT, evening.get("code", ""))
    assert log
    whole = log_of(evening)
    for end in range(2, len(whole) + 1):
        before, after = night_of(whole[: end - 1]), night_of(whole[:end])
        event = whole[end - 1]
        if event.kind not in ("took-back", "gave-back", "changed"):
            continue
        number = event.data.get("entry", 0)
        told = standing.changes_view(ui(language), changes(before, after, number), ADDRESSES)
        page = read("changes", told, language)
        for one, other in zip(before.standing, after.standing, strict=True):
            assert one.total == other.total or any(
                str(abs(one.total)) in line and str(abs(other.total)) in line for line in told.lines
            )
        assert all(flat(line) in page.text for line in [told.heading, *told.lines])
        assert [number for number, _ in told.edits] == list(changes(before, after, number).unreached)


@pytest.mark.parametrize("evening", NIGHTS)
def test_a_name_is_never_markup(evening):
    log = log_of(evening, [(night_of(log_of(evening)).players[0], HOSTILE)])
    night = night_of(log)
    tags = {tag for tag, _ in read("standing.evening", standing.evening_view(ui(), night, ADDRESSES)).tags}
    pages = [read("standing.evening", standing.evening_view(ui(), night, ADDRESSES))]
    for entry in night.entries:
        if entry.fits:
            pages.append(read("result.entry", results.entry_view(ui(), night, entry.number, ADDRESSES)))
            pages.append(read("reveal", reveal.reveal_view(ui(), night, entry.number, 1, ADDRESSES)))
    for entry in night.entries:
        claimed = {score.name: score.total + 1 for score in entry.played.result.players} if entry.fits else {}
        pages.append(read("claims", results.claims_of_entry(ui(), night, entry.number, claimed, ADDRESSES)))
    if night.done:
        after = night_of((*log, commands.undo(night, AT)))
        pages.append(read("changes", standing.changes_view(ui(), changes(night, after), ADDRESSES)))
    assert "b" not in tags
    assert all("b" not in {tag for tag, _ in page.tags} for page in pages)
    assert any(HOSTILE in page.text for page in pages)
    assert any("&lt;b&gt;" in page.html for page in pages)


# --- One's own part, totals counted by hand, and points one by one ---------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_ones_own_lines_stand_with_what_waits_for_the_others(language):
    result = scored("histrio", "season", language)
    own, game = result.players[0].lines, find_game("histrio")
    waits = [own[-1].reason.rule]
    view = lines.own_lines(ui(language), game, own[:-1], waits, ADDRESSES)
    page = read("lines.own", view, language)
    assert all(flat(sentence(catalog(language), "histrio", line)) in page.text for line in own[:-1])
    assert load_rules("histrio", language).sections[waits[0].partition("/")[2]].title in page.text
    assert str(sum(line.points for line in own[:-1])) in view.points
    nothing = read("lines.own", lines.own_lines(ui(language), game, [], [], ADDRESSES), language)
    assert catalog(language).text("phones/no-lines") in nothing.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_totals_counted_by_hand_agree_or_are_explained(language):
    night = night_of(log_of(golden("histrio")[0]))
    ann, bob = sums_of(night.entries[0].played.result)
    part = next(part for part in ann.parts if part.line and part.points)
    claimed = {ann.name: ann.total - part.points, bob.name: bob.total}
    told = results.claims_of_entry(ui(language), night, 1, claimed, ADDRESSES)
    page = read("claims", told, language)
    assert [claim.agrees for claim in told.verdicts] == [False, True]
    assert flat(sentence(catalog(language), "histrio", part.line)) in page.text
    assert all(flat(claim.head) in page.text for claim in told.verdicts)
    far = results.claims_of_entry(ui(language), night, 1, {ann.name: ann.total + 9999}, ADDRESSES)
    assert catalog(language).text("phones/unexplained") in read("claims", far, language).text


@one_language_each
@pytest.mark.parametrize("evening", NIGHTS)
def test_categories_are_shown_one_by_one_up_to_the_standing(evening, language):
    night = night_of(log_of(evening))
    for entry in (entry for entry in night.entries if entry.fits):
        count = reveal.count_of_categories(night, entry.number)
        views = [reveal.reveal_view(ui(language), night, entry.number, n, ADDRESSES) for n in range(count + 1)]
        pages = [read("reveal", view, language) for view in views]
        assert [view.standing for view in views] == [None] * (count + 1)
        for step, (view, page) in enumerate(zip(views, pages, strict=True)):
            assert len(view.shown) == step + 1
            assert all(one.title in page.text and flat(one.leads) in page.text for one in view.shown)
            newest = view.shown[0]
            assert (step == 0) or any(cell.points != "0" for cell in newest.cells)
            assert [cell.rank for cell in newest.cells if cell.rank] == sorted(
                1 + sum(number_of(other) > number_of(cell) for other in newest.cells if other.rank)
                for cell in newest.cells
                if cell.rank
            )
            assert all(0 <= cell.had <= cell.had + cell.gained <= 100 for cell in newest.cells)
            assert all(cell.name in newest.said and cell.total in newest.said for cell in newest.cells)
            titles = [one.title for one in views[-1].shown[: count - step]]
            assert not any(f">{title}<" in page.html for title in titles if title not in {x.title for x in view.shown})
        players = [cell for cell in views[-1].shown[0].cells if cell.name in night.players]
        if entry.stage in (*night.game.evening().adds, *night.game.evening().sets):
            assert {cell.name: cell.total for cell in players} == {
                name: str(total).replace("-", "−") for name, total in entry.totals.items()
            }
        whole = reveal.reveal_view(ui(language), night, entry.number, None, ADDRESSES)
        assert whole == replace(views[-1], standing=whole.standing)
        steps = read("reveal.steps", whole, language).text
        places = [steps.index(one.title) for one in whole.shown]
        assert places == sorted(places, reverse=True)
        assert flat(whole.standing.first) in steps
    assert reveal.reveal_view(ui(language), night, 99, None, ADDRESSES) is None


def test_who_is_no_player_is_shown_with_what_it_gets_and_never_leads():
    for evening in golden("turandot"):
        night = night_of(log_of(evening))
        for entry in (entry for entry in night.entries if entry.played and entry.played.result.lines):
            owned = [line for line in entry.played.result.lines if line.whose]
            view = reveal.reveal_view(ui(), night, entry.number, None, ADDRESSES)
            assert view.count == reveal.count_of_categories(night, entry.number)
            if owned:
                others = [cell for cell in view.shown[0].cells if cell.name not in night.players]
                assert [cell.total for cell in others] == [str(sum(line.points for line in owned))]
                assert not any(cell.first for cell in others)
                return
    pytest.fail("no evening of Turandot has an imaginary player")


def test_the_lead_is_taken_only_where_it_changes():
    night = night_of(log_of(golden("histrio")[0]))
    view = reveal.reveal_view(ui(), night, 1, None, ADDRESSES)
    told = [(one.number, [cell.name for cell in one.cells if cell.first], one.leads) for one in view.shown[::-1]]
    for (_, before, _), (_, first, leads) in itertools.pairwise(told):
        assert ("takes the lead" in leads) == (first != before and len(first) == 1)
        assert leads.startswith("In the lead") == (first == before and len(first) < len(night.players))
    assert len({tuple(first) for _, first, _ in told}) > 1


# --- Rules and set-ups -----------------------------------------------------------------------------------------------


@one_language_each
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_section_can_be_read_by_its_id(game, language):
    for name, section in load_rules(game, language).sections.items():
        view = rules.rules_view(ui(language), find_game(game), name, ADDRESSES)
        page = read("rules", view, language, action="rules")
        assert section.title in page.text
        words = re.sub(r"\*+|^\|?[-: |]+\|$|^\d+\. |^- |\|", " ", section.body, flags=re.MULTILINE)
        assert all(word in page.text for word in words.split())
        assert all(flat(note.text.replace("*", "")) in page.text for note in section.notes)
        assert "**" not in page.text


def test_a_question_finds_what_the_terminal_finds(callboard):
    for language, question in (
        ("en", "what is a chameleon"),
        ("ru", "что делает хамелеон"),
        ("es", "qué es un camaleón"),
    ):
        view = rules.rules_view(ui(language), find_game("histrio"), question, ADDRESSES)
        page = read("rules", view, language, action="rules")
        found = callboard("rules", "histrio", question, "--json", "--lang", language).json()["hits"][0]
        assert view.section.title == found["title"]
        assert found["title"] in page.text
        assert [attributes for tag, attributes in page.tags if tag == "form"] == [
            {"class": "look-up", "method": "get", "action": "rules"}
        ]
        assert "mark" in {tag for tag, _ in page.tags}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_rules_do_not_answer_is_said_so(language):
    view = rules.rules_view(ui(language), find_game("histrio"), "qwzxv", ADDRESSES)
    page = read("rules", view, language, action="rules")
    assert view.is_refused
    assert view.section is None
    assert catalog(language).text("phones/not-answered") in page.text
    every = [section.title for section in load_rules("histrio", language).sections.values()]
    assert all(title in page.text for title in every)
    nothing = rules.rules_view(ui(language), find_game("histrio"), "  ", ADDRESSES)
    assert [offer.title for offer in nothing.contents] == every


def test_a_question_is_bounded_and_never_markup():
    long = rules.rules_view(ui(), find_game("histrio"), f"chameleon {HOSTILE} " * 1000, ADDRESSES)
    page = read("rules", long, action="rules")
    assert long.is_cut
    assert len(long.question) <= rules.LONGEST
    (field,) = [attributes for tag, attributes in page.tags if tag == "input"]
    assert field["value"] == long.question
    assert "b" not in {tag for tag, _ in page.tags}
    assert catalog("en").text("phones/question-cut") % {"count": rules.LONGEST} in page.text


def test_several_sections_are_offered_where_none_surely_answers():
    asked = ((game, one.text) for game, spoken, own in questions() if spoken == "en" for one in own if one.sections)
    views = (rules.rules_view(ui(), find_game(game), question, ADDRESSES) for game, question in asked)
    view = next(view for view in views if view.offers)
    page = read("rules", view, action="rules")
    assert len(view.offers) > 1
    assert all(offer.address in page.links and flat(offer.text) in page.text for offer in view.offers)
    assert catalog("en").text("rules.either") in page.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_set_up_says_its_steps_and_what_each_takes(game, language):
    evening = Evening(game, language=language)
    made, html = set_up_of(evening.look().night, evening.look().counts), evening.reader.get("/setup").text
    page = Page(html)
    for step in made.setup.steps:
        assert flat(sentence(catalog(language), game, step)) in page.text
    whole = results.setup_page(ui(language), find_game(game), made, ADDRESSES)
    assert {seat.name for seat in made.setup.seats if seat.take} <= {name for name, _ in whole.takes}
    assert all(flat(piece) in page.text for _, pieces in whole.takes for piece in pieces)
    assert str(made.code) in page.text
    assert len(html.encode()) <= LARGEST
    close_all()
