"""An evening shown to people: where the table stands, every entry, what a change does, all evenings."""

import re
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from callboard_cli.render.charts import chart
from callboard_cli.render.dates import day
from callboard_cli.render.evenings import evening
from callboard_cli.render.evenings import evening as nights
from callboard_cli.render.evenings import standing as shown_changes
from callboard_cli.render.evenings.evening import beginnings, standing_lines
from callboard_cli.render.results import View
from callboard_cli.ui.output import UI
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.changes import changes
from callboard_nights.events import Event
from callboard_nights.night import night_of
from callboard_scoring.games import find_game
from conftest import LANGUAGES
from running import run_callboard

AT = "2026-11-22T12:00:00Z"
COMEDY, TRAGEDY = ["C3", "C3", "C2"], ["T3"]


def season(number, ada, ben, requests=()):
    troupes = {"Ada": (ada, []), "Ben": (ben, list(requests))}
    players = [
        {"name": name, "troupe": troupe, "chameleons": 0, "requests": own} for name, (troupe, own) in troupes.items()
    ]
    return {"season": number, "mood": "comedy", "players": players}


def final(ada, ben):
    return {"players": [{"name": "Ada", "gained": ada}, {"name": "Ben", "gained": ben}]}


class Table:
    """An evening in memory: what is done to it, and what is shown of it."""

    def __init__(self, capsys, game="histrio", names=("Ada", "Ben"), code=""):
        self.log = commands.begin(find_game(game), names, AT, code)
        self._capsys = capsys

    @property
    def night(self):
        return night_of(self.log)

    def add(self, stage, **raw):
        self.log = (*self.log, commands.add(self.night, stage, raw, AT))
        return self

    def do(self, act, *given):
        before = self.night
        self.log = (*self.log, act(before, *given, AT))
        return before, self.night

    def told(self, show, *given, language="en", also=None, plain=True, **options):
        self._capsys.readouterr()
        ui = UI(catalog(language), plain, catalog(also) if also else None)
        show(ui, *given, **options)
        return self._capsys.readouterr().out

    def show(self, *, language="en", also=None, **options):
        return self.told(nights.show_night, "bad-histrio", self.night, language=language, also=also, **options)

    def change(self, before, after, number=0, *, is_done=True, language="en", also=None):
        told = changes(before, after, number)
        return self.told(shown_changes.show_changes, told, is_done=is_done, language=language, also=also)


@pytest.fixture
def table(capsys):
    return Table(capsys)


@pytest.fixture
def played(table):
    """Ada has 3 + 9 + 12 = 24 ecus, Ben 3 + 11 + 0 = 14."""
    table.add("season", **season(1, COMEDY, ["C2", "C2", "C1", "C1"], requests=[4]))
    return table.add("season", **season(2, ["C3", "C3"], TRAGEDY))


# --- What begins, and what is entered --------------------------------------------------------------------------------


def test_a_set_up_tells_the_seats_what_is_known_and_the_next_command(capsys):
    begun = Table(capsys, "intrigo", ("Ada", "Ben", "Cleo"), "intrigo-3-x-000007-1z")
    told = begun.told(nights.show_start, "bad-intrigo", begun.night).splitlines()
    assert told[:4] == [
        "Intrigo · bad-intrigo",
        "clockwise: Ben, Cleo, Ada",
        "palace: 1 military, 2 ducat, 3 merchants, 4 ducat, 5 merchants, 6 ducat, 7 farmers, 8 ducat, 9 farmers, 10 ducat, 11 workers, 12 ducat",
        "family: Ben Dandolo, Cleo Morosini, Ada Contarini",
    ]
    assert told[-2:] == ["next: callboard night add round Ben: Cleo: Ada:", "come back here: callboard night"]


def test_what_is_known_is_not_in_the_example(capsys):
    begun = Table(capsys, "turandot", ("Ada", "Ben", "Cleo"), "turandot-3-x-000007-1o")
    told = begun.told(nights.show_start, "bad-turandot", begun.night)
    assert "Puccini: Ben\n" in told
    assert "for example: 'Ben: 3 +1'\n" in told


def test_the_imaginary_player_has_a_line_in_the_next_command_of_a_game_for_two_alone(capsys):
    for names, others in ((("Ada", "Ben"), " imaginary:"), (("Ada", "Ben", "Cleo"), "")):
        table = Table(capsys, "turandot", names)
        for number in range(1, 8):
            bids = {name: {"number": 1 + (seat + number) % 3} for seat, name in enumerate(names)}
            rows = [{"name": name, "money": 0, "bluff": False, **bid} for name, bid in bids.items()]
            table.add("round", round=number, puccini=names[(number - 1) % len(names)], players=rows)
        shown = table.told(nights.show_next, table.night).splitlines()[-1]
        assert shown == f"next: callboard night add final {' '.join(f'{name}:' for name in names)}{others}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["histrio", "historia"])
def test_the_next_command_filled_with_the_example_is_taken(language, game, tmp_path):
    own = {"CALLBOARD_HOME": str(tmp_path), "CALLBOARD_LANG": language}
    *_, example, following, _ = run_callboard("night", "start", game, "Ada", "Ben", **own).out.splitlines()
    command = shlex.split(following.partition(": ")[2])
    assert command[:3] == ["callboard", "night", "add"]
    (_, *words) = re.split(r": ", example, maxsplit=1)
    *fields, line = shlex.split(words[0])
    assert command[-2:] == ["Ada:", "Ben:"]
    filled = [line, line.replace("Ada:", "Ben:")]
    ran = run_callboard(*command[1:-2], *fields, *filled, **own)
    assert ran.status == 0, ran.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_of_an_evening_names_those_who_play(language, tmp_path):
    own = {"CALLBOARD_HOME": str(tmp_path), "CALLBOARD_LANG": language}
    run_callboard("night", "start", "histrio", "Ada", "Ben", **own)
    lines = run_callboard("night", "add", "city", "--help", **own).out.splitlines()
    (command,) = [shlex.split(line) for line in lines if line.startswith("  callboard night add ")]
    ran = run_callboard(*command[1:], **own)
    assert ran.status == 0, ran.err
    shown = run_callboard("night", "start", "turandot", "Ada", "Ben", "Cleo", **own).out
    assert re.search("'Ada: 3 \\+1' (Пуччини|Puccini)=Ada\n", shown)


@pytest.mark.parametrize(
    ("language", "gained", "standing", "following"),
    [
        (
            "en",
            "season 2: Ada 12 · Ben 0 ecus",
            "Standing (cities as entered): Ada 24 · Ben 14 ecus",
            "next: callboard night add final",
        ),
        (
            "ru",
            "сезон 2: Ada 12 · Ben 0 экю",
            "Общий счёт (города — по записям): Ada 24 · Ben 14 экю",
            "дальше: callboard night add финал",
        ),
        (
            "es",
            "temporada 2: Ada 12 · Ben 0 ecus",
            "Marcador (ciudades según lo anotado): Ada 24 · Ben 14 ecus",
            "después: callboard night add final",
        ),
    ],
)
def test_the_standing_comes_after_what_the_season_gave(played, language, gained, standing, following):
    told = played.told(evening.show_entry, played.night, View(), language=language).splitlines()
    assert told.index(gained) < told.index(standing)
    assert told[-1].startswith(following)
    assert sum("24" in line for line in told) == 1


def test_a_winner_is_told_once_and_totals_too(played):
    played.add("final", **final(2, 0))
    told = played.told(evening.show_entry, played.night, View()).splitlines()
    assert told[-3:] == ["Standing: Ada 26 · Ben 14 ecus", "Winner: Ada", "next: callboard night end"]
    assert [line for line in told if "Winner" in line] == ["Winner: Ada"]


def test_in_brief_there_is_no_reason(played):
    told = played.told(evening.show_entry, played.night, View(brief=True)).splitlines()
    assert told == [
        "Histrio · the end of a season · season 2 · entry 2",
        "season 2: Ada 12 · Ben 0 ecus",
        "Standing (cities as entered): Ada 24 · Ben 14 ecus",
        "read as: season=2 mood=comedy 'Ada: C3 C3' 'Ben: T3'",
    ]


def test_an_entry_is_told_again_and_not_entered_again_for_its_reasons(capsys):
    begun = Table(capsys, "historia")
    begun.add("tally", players=[{"name": "Ada", "amounts": {"war": 4}}, {"name": "Ben", "amounts": {"war": 1}}])
    told = begun.told(evening.show_entry, begun.night, View())
    assert told.count("--explain") == told.count("more: night show --entry 1 --explain") == 1
    assert "--of" not in told
    assert told.count("In the lead: Ada") == 1


# --- Where the table stands ------------------------------------------------------------------------------------------


def test_the_table_in_a_few_lines(played):
    told = played.show().splitlines()
    assert told[0] == "Histrio · bad-histrio"
    assert told[1].endswith("· Ada, Ben")
    assert told[2:5] == [
        "2. season 2: Ada +12 · Ben 0",
        "Standing (cities as entered): Ada 24 · Ben 14 ecus",
        "In the lead: Ada",
    ]
    assert len(told) < 9


def test_another_evening_than_the_current_one_is_gone_on_with_first(played):
    assert played.show(is_current=False).splitlines()[-1] == "next: callboard night resume bad-histrio"
    assert "night add" not in played.show(is_current=False)


def test_the_command_shows_another_evening_as_another(tmp_path):
    own = {"CALLBOARD_HOME": str(tmp_path), "CALLBOARD_LANG": "en"}
    first = run_callboard("night", "start", "histrio", "Ada", "Ben", "--json", **own).json()["night"]
    run_callboard("night", "start", "historia", "Ada", "Ben", **own)
    told = run_callboard("night", "show", first, **own).out
    assert told.splitlines()[-1] == f"next: callboard night resume {first}"


def test_every_entry_undone_ones_and_the_course(played):
    played.do(commands.undo)
    played.add("season", **season(2, ["C3"], ["C3", "C3"]))
    told = played.show(whole=True).splitlines()
    assert told[2:7] == [
        "1. season 1: Ada +9 · Ben +11",
        "2. season 2: undone",
        "3. season 2: Ada +6 · Ben +12",
        "Ada, total after each entry: 12, 18",
        "Ben, total after each entry: 14, 26",
    ]


def test_what_is_whole_is_plain_without_a_screen(played):
    told = played.show(whole=True)
    assert not re.search("[\x1b▁-█─-╿]", told)


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_chart_fits_its_width_and_ends_with_the_totals(capsys, width):
    name = "Константин Константинович Константинопол"
    evening = Table(capsys, "historia", (name, "漢字 名前"))
    for _ in range(30):
        rows = [{"name": one, "amounts": {"war": war}} for one, war in ((name, 7), ("漢字 名前", -1))]
        evening.add("tally", players=rows)
    lines = list(chart(evening.night, width))
    assert [line.split()[-1].lstrip("▁▂▃▄▅▆▇█") for line in lines[-2:]] == ["210", "−30"]
    assert max(map(cell_len, lines)) <= width
    assert lines[-2].rstrip("210 ").endswith("█")


def test_one_total_is_no_course(table):
    table.add("season", **season(1, COMEDY, TRAGEDY))
    assert not list(chart(table.night, 80))
    assert "after each entry" not in table.show(whole=True)


def test_what_does_not_fit_is_told_with_its_reason_and_how_to_mend_it(played):
    played.add("final", **final(2, -12))
    before = played.night
    given_anew = season(1, COMEDY, TRAGEDY)
    _, after = played.do(lambda night, at: commands.change(night, 1, given_anew, at))
    told = played.change(before, after, 1)
    for shown in (told, played.show()):
        assert "counts for nothing: entry 3, the end of the game\n- Ben · ecus: must be at least 0, not -9\n" in shown
        assert "to correct it: callboard night edit 3\n" in shown
    assert "Who wins stays open" in told
    assert "3. the end of the game: does not fit" in played.show(whole=True)
    before, after = played.do(commands.undo)
    back = played.change(before, after)
    assert "Fits again and counts: entry 3, the end of the game" in back
    assert "Winner: Ada" in back


def test_what_players_hold_stands_where_that_decides(capsys):
    evening = Table(capsys, "intrigo", ("Ada", "Ben", "Cleo"), "intrigo-3-x-000007-1z")
    told = evening.told(nights.show_brief, evening.night)
    assert "What players hold:\n  Ben: ducats 1\n" in told


def test_no_points_are_no_standing(capsys):
    evening = Table(capsys, "turandot", ("Ada", "Ben"))
    assert "Standing" not in evening.show()


# --- What a change does ----------------------------------------------------------------------------------------------


def test_undo_says_what_it_takes_back_and_who_leads_then(played):
    before, after = played.do(commands.undo)
    assert played.change(before, after).splitlines() == [
        "Undone: entry 2, season 2",
        "Ada 24 → 12",
        "Ben takes the lead",
        "next: the preparation of the second season",
        "Standing (cities as entered): Ben 14 · Ada 12 ecus",
        "to redo it: callboard night redo",
    ]
    before, after = played.do(commands.redo)
    told = played.change(before, after).splitlines()
    assert told[0] == "Redone: entry 2, season 2"
    assert told[-1] == "to undo that: callboard night undo"


def test_a_look_at_a_change_does_not_claim_that_it_was_done(played):
    before, after = played.do(commands.undo)
    told = played.change(before, after, is_done=False)
    assert told.startswith("Would be undone: entry 2, season 2\nAda 24 → 12\n")
    assert told.endswith("Nothing was changed yet. To do it, leave out --dry-run.\n")


@pytest.mark.parametrize(
    ("language", "heading", "lead"),
    [
        ("en", "Corrected: entry 1, season 1", "Ben takes the lead"),
        ("ru", "Исправлено: запись 1, сезон 1", "Вперёд выходит Ben"),
        ("es", "Se corrige: anotación 1, temporada 1", "Ben se pone en cabeza"),
    ],
)
def test_an_edit_in_each_language(played, language, heading, lead):
    before = played.night
    given_anew = season(1, TRAGEDY, ["C3", "C3", "C3", "C3"], requests=[4])
    _, after = played.do(lambda night, at: commands.change(night, 1, given_anew, at))
    told = played.change(before, after, 1, language=language).splitlines()
    assert told[0] == heading
    assert lead in told


def test_the_correction_of_an_entry_is_taken_back(played):
    played.do(lambda night, at: commands.change(night, 1, season(1, COMEDY, COMEDY), at))
    before, after = played.do(commands.undo)
    assert played.change(before, after).startswith("Undone: the correction of entry 1, season 1\n")


def test_the_end_is_taken_back_and_nothing_changes(played):
    played.do(commands.end)
    before, after = played.do(commands.undo)
    told = played.change(before, after)
    assert told.startswith("Undone: the end of the evening\n")
    assert not re.search("→|lead", told)


def test_an_edit_that_changes_nothing_says_so(played):
    before = played.night
    _, after = played.do(lambda night, at: commands.change(night, 2, season(2, ["C3", "C3"], TRAGEDY), at))
    assert "The standing does not change.\n" in played.change(before, after, 2)


def test_what_an_edit_does_not_reach_is_named(played):
    played.add("final", players=[{"name": "Ada", "ecus": 26}, {"name": "Ben", "ecus": 14}])
    before = played.night
    _, after = played.do(lambda night, at: commands.change(night, 1, season(1, COMEDY, TRAGEDY), at))
    told = played.change(before, after, 1)
    assert "Entry 3 keeps the points" in told
    assert "callboard night edit 3" in told


def test_no_winner_any_more(played):
    played.add("final", **final(2, 0))
    before, after = played.do(commands.undo)
    assert "Now nobody has won yet: the game goes on.\n" in played.change(before, after)


def test_seals_and_the_table_before_and_after(capsys):
    evening = Table(capsys, "turandot", ("Ada", "Ben"))
    bids = [{"name": name, "number": number, "money": 0, "bluff": False} for name, number in (("Ada", 1), ("Ben", 2))]
    evening.add("round", round=1, puccini="Ada", players=bids)
    evening.add("round", players=bids)
    before, after = evening.do(commands.undo)
    told = evening.change(before, after)
    assert "Puccini: Ada → Ben\n" in told
    assert "next: round 2\n" in told


# --- The end, a chat, a list -----------------------------------------------------------------------------------------


def test_the_end_tells_how_to_open_it_again_and_a_receipt_where_somebody_won(played):
    told = played.told(nights.show_end, "bad-histrio", played.night, is_done=True)
    assert "open it again: callboard night resume bad-histrio\n" in told
    assert "--receipt" not in told
    played.add("final", **final(2, 0))
    won = played.told(nights.show_end, "bad-histrio", played.night, is_done=True)
    assert "Winner: Ada\n" in won
    assert won.endswith("callboard night show bad-histrio --receipt\n")
    look = played.told(nights.show_end, "bad-histrio", played.night, is_done=False)
    assert look.endswith("The evening has not ended yet: this only shows how it would end.\n")


def test_for_a_chat_there_are_few_lines(played):
    told = played.told(nights.show_brief, played.night, plain=False)
    assert told.splitlines()[1:] == [
        "2. season 2: Ada +12 · Ben 0",
        "Standing (cities as entered): Ada 24 · Ben 14 ecus",
        "In the lead: Ada",
    ]


def row(night, **more):
    return {"night": night, "game": "histrio", "players": ["Ada", "Ben"], "began": AT, "ended": None, **more}


def test_a_list_has_a_line_each():
    rows = [
        row("bad-histrio", winners=None, note="at Ben's"),
        row("bat-histrio", winners=["Ada"], ended=AT, note=""),
        row("kit-histrio", winners=[], note=""),
        row("lot-other", winners=None, ended=AT, note="") | {"game": "other"},
    ]
    told = list(standing_lines(UI(catalog("en"), plain=True), rows, "kit-histrio"))
    assert told == [
        "bad-histrio (bad) · Histrio · 2026-11-22 · Ada, Ben · still open · at Ben's",
        "bat-histrio (bat) · Histrio · 2026-11-22 · Ada, Ben · first place: Ada",
        "kit-histrio (k) · Histrio · 2026-11-22 · Ada, Ben · nobody at the table has won · the current one",
        "lot-other (l) · other · 2026-11-22 · Ada, Ben · ended",
    ]


def test_no_evenings_are_told(table):
    assert table.told(nights.show_list, [], None).startswith("There are no evenings yet.")


@pytest.mark.parametrize(("width", "lines"), [(40, 2), (120, 1)])
def test_a_narrow_list_has_two_lines_each(monkeypatch, width, lines):
    monkeypatch.setenv("COLUMNS", str(width))
    rows = [row("bad-histrio", winners=None, note=""), row("bat-histrio", winners=["Ada"], note="")]
    for told in standing_lines(UI(catalog("en"), plain=False), rows, None):
        assert len(told.splitlines()) == lines
        assert "\x1b[1mba" in told


@given(st.sets(st.text("abc-", min_size=1, max_size=5), min_size=1))
def test_a_beginning_is_the_shortest_that_only_one_has(names):
    for name, beginning in beginnings(sorted(names)).items():
        assert name.startswith(beginning)
        others = [other for other in names if other != name]
        assert beginning == name or not any(other.startswith(beginning) for other in others)
        assert beginning[:-1] == "" or any(other.startswith(beginning[:-1]) for other in others)


# --- Any evening -----------------------------------------------------------------------------------------------------


def test_at_a_mixed_table_names_stand_in_both_languages(played):
    told = played.show(also="es", whole=True)
    assert "1. season 1 / temporada 1: Ada +9 · Ben +11\n" in told
    assert "Standing (cities as entered) / Marcador (ciudades según lo anotado): Ada 24 · Ben 14 ecus\n" in told
    before, after = played.do(commands.undo)
    told = played.change(before, after, also="ru")
    assert told.startswith("Undone: entry 2, season 2 / Отменено: запись 2, сезон 2\n")
    assert "Ben takes the lead / Вперёд выходит Ben\n" in told


def test_nothing_in_a_log_acts_on_a_terminal(table):
    (began,) = table.log
    names = ["A\x1b[31mda", "Ben\u202e"]
    table.log = (
        Event("began", "\x1b[0m", "", {**began.data, "players": names}),
        Event("noted", AT, "", {"note": "\x07"}),
    )
    told = table.show(whole=True) + table.told(nights.show_start, "x", table.night)
    told += table.told(nights.show_brief, table.night) + table.told(nights.show_end, "x", table.night, is_done=True)
    told += "\n".join(standing_lines(UI(catalog("en"), plain=True), [row("x", winners=names, note="\x07")], None))
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", told)


def test_what_is_no_time_is_shown_as_it_is():
    assert day(catalog("en"), "once") == "once"
    assert day(catalog("ru"), AT) == "22.11.2026"
