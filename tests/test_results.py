"""Results as people at a table need them: the answer last, the reasons above it, citations within reach."""

import io
import json
import math
import re

import pytest
from rich.console import Console

from callboard_cli.input.parser.typed import read
from callboard_cli.input.stage import stage_of
from callboard_cli.render.results import WHOLE, View, show_result
from callboard_cli.render.rich_lines import flowed
from callboard_cli.ui.output import UI
from callboard_locales import catalog
from callboard_scoring.games import GAMES, find_game
from conftest import LANGUAGES, one_language_each, sampled
from running import on_a_terminal, sections, uncoloured

STAGES = [(game.id, stage) for game in GAMES for stage in game.stages]
SEASON = ("histrio", "season", "season=2", "mood=comedy")
FIVE = ("Eve: C3 C3 C2 +4", "Cleo: C3 C2 X +3 +250", "Ada: C1 T1", "Bartholomew: T3", "Dan: C1 T3 X")
PHONE = 23
"""Lines of a small screen, less the one of the next prompt."""


def typed(game, stage, *words, language="en"):
    here = stage_of(find_game(game), stage)
    return here.record(read(words, here, language).raw)


def shown(game, stage, *words, language="en", width=40, view=WHOLE):
    """The lines that a screen of this width shows, of typed words or of the stage's example."""
    here = stage_of(find_game(game), stage)
    record = typed(game, stage, *words, language=language) if words else here.record(here.game.example(stage))
    console = Console(file=io.StringIO(), width=width, markup=False, emoji=False, highlight=False, _environ={})
    show_result(UI(catalog(language), plain=False), here.game, stage, here.score(record), view, console=console)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def answer_in(lines):
    """The lines below the last rule: the answer."""
    ruled = [number for number, line in enumerate(lines) if re.fullmatch("─+", line)]
    return lines[ruled[-1] + 1 :] if ruled else lines


# --- The answer ------------------------------------------------------------------------------------------------------


def test_five_players_on_a_phone_have_the_answer_and_the_way_to_the_reasons_on_one_screen():
    status, told = on_a_terminal("score", *SEASON, *FIVE, "--lang", "en", lines=24, columns=40)
    *lines, onward = [line.rstrip() for line in uncoloured(told).splitlines()]
    assert status == 0
    assert all(len(line) <= 40 for line in lines)
    assert onward == "next: callboard score histrio final Eve: Cleo: Ada: Bartholomew: Dan:"
    screen = lines[-(PHONE - math.ceil(len(onward) / 40)) :]
    assert "§1 season-matching-actors ·" in screen
    assert any(line.startswith("Open points of the rules: 5 (§1, §2,") for line in screen)
    assert screen[-7:] == [
        "Cleo 260 · Eve 17 ·",
        "Ada and Dan: 1 each ·",
        "Bartholomew 0 ecus",
        "1 warning above; scored as entered",
        "Reasons above · Eve only: --of Eve ·",
        "with the rules: --explain ·",
        "why not: --why-not",
    ]


@pytest.mark.parametrize(("game", "stage"), STAGES)
@one_language_each
def test_what_a_stage_cites_and_its_answer_are_on_one_small_screen(game, stage, language):
    lines = shown(game, stage, language=language)
    assert all(len(line) <= 40 for line in lines)
    first = next((number for number, line in enumerate(lines) if line.startswith("§1 ")), 0)
    assert len(lines) - first <= PHONE
    assert not [line for line in lines[first:] if "…" in line]


ALIKE = "30 +9, orange 5, green 3, purple 2, clear 3, flat, flat, flat, flat, plots=1 1 1 1 1 1 1 1 1, gems=0"
HATS = (f"Ann: {ALIKE}, hat=3", f"Bob: {ALIKE}, hat=5")
"""Two who are alike but for their hats."""


@pytest.mark.parametrize(
    ("players", "told"),
    [
        (("Ann: 5", "Bob: 7", "Cid: 5"), "Bob 7 · Ann and Cid: 5 ecus each"),
        (("Ann: 5", "Bob: 5"), "Ann and Bob: 5 ecus each"),
        (("Player 1: 4", "Player 2: 1"), "Player 1: 4 · Player 2: 1 ecu"),
    ],
)
def test_totals_stand_in_order_with_the_unit_once(players, told):
    lines = shown("histrio", "final", *players)
    assert lines[lines.index(told) + 1].partition(":")[0] in ("Winner", "Shared victory")


def test_who_wins_a_tie_stands_before_the_others_and_the_step_below():
    lines = shown("magnificent", "final", *HATS)
    (place,) = [number for number, line in enumerate(lines) if line.startswith("Bob ") and "· Ann" in line]
    below = " ".join(lines[place + 1 :])
    assert below.startswith("Winner: Bob Equal points, so the higher hat wins")
    assert re.search(r"Ann 3, Bob 5\. §\d", below)


def test_no_mark_between_players_stands_on_a_line_of_its_own():
    assert flowed(["Standing: Ann 16", "Ben 9"], 16) == ["Standing: Ann 16", "Ben 9"]


def test_a_name_is_never_cut_and_totals_break_between_players():
    names = ["Anna Maria", "Bartholomew the Elder", "Wolfeschlegelsteinhausenbergerdorffwelch", "Dan", "Eve"]
    told = answer_in(shown("histrio", "final", *(f"{name}: {12 - place}" for place, name in enumerate(names))))
    assert told[1:5] == [
        "Anna Maria 12 ·",
        "Bartholomew the Elder 11 ·",
        "Wolfeschlegelsteinhausenbergerdorffwelch",
        "10 ·",
    ]
    assert told[5] == "Dan 9 · Eve 8 ecus"


@pytest.mark.parametrize(("language", "width"), sampled(LANGUAGES, (40, 80, 120)))
def test_at_a_stage_without_totals_the_answer_is_who_has_what(language, width):
    words = catalog(language)
    round_ = answer_in(shown("intrigo", "round", language=language, width=width))
    ducats = words.text("intrigo/field.ducats").partition("|")[0]
    assert round_[0].startswith(f"Ada: {ducats} 3; ")
    assert "—" not in round_[2]  # who has no seals has nothing to tell of them
    hired = answer_in(shown("turandot", "round", language=language, width=width))
    designer = words.text("turandot/token.costume-designer.round-staging")
    assert [line.partition(":")[0] for line in hired[:3]] == ["Misha", "Vanya", "Yulia"]
    assert designer in " ".join(hired)
    chosen = answer_in(shown("magnificent", "choose", language=language, width=width))
    assert chosen[0].startswith("Ada: 2. ")
    assert "26" in " ".join(chosen)
    picked = answer_in(shown("magnificent", "picks", language=language, width=width))
    assert picked[0] == f"{words.text('magnificent/field.order')}: Cleo, Ada, Ben"


# --- Reasons and citations -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "stage"), STAGES)
def test_lines_tell_every_number_that_a_screen_shows_and_cite_what_it_cites(game, stage, callboard):
    example = callboard("example", game, stage, "--lang", "en").out
    told = callboard("score", game, stage, "-", "--lang", "en", stdin=example).out
    lines = shown(game, stage, width=120)
    own = set(re.findall(r"\d+", re.sub(r"\[\d+\]", "", told)))
    assert set(re.findall(r"\d+", re.sub(r"§\d+", "", "\n".join(lines)))) <= own
    cited = dict(re.findall(r"§(\d+) ([a-z][a-z0-9-]+)", "\n".join(lines)))
    assert {number: name for name, number in sections(told).items()} == cited
    assert set(re.findall(r"\[(\d+)\]$", told, re.MULTILINE)) <= set(cited)


def test_a_section_has_one_number_and_it_is_told_once_how_to_read_it():
    lines = shown(*SEASON, *FIVE, width=80)
    assert [line for line in lines if "§1 season" in line] == [
        "§1 season-matching-actors · §2 season-pleasing-show · §3 season-best-show ·"
    ]
    assert sum("callboard rules histrio --section ID" in line for line in lines) == 1
    assert sum("season-" in line for line in lines) == 2


def test_what_a_reason_says_is_not_said_again_below_it():
    season = "\n".join(shown(*SEASON, *FIVE, width=120))
    assert "difference towards" not in season
    final = "\n".join(shown("magnificent", "final", width=120))
    assert "plots covered:" not in final
    tally = "\n".join(shown("historia", "tally", width=120))
    assert "as you counted" not in tally
    assert tally.count("This only adds what you counted") == 1


TROUPE = "1 male goth, 3 female comedian, 2 female amateur, 1 male amateur, 2 male professional, 1 female alternative"
TWO = ("puccini=Ann", f"Ann: {TROUPE}, none", f"Bob: {TROUPE}, goths", f"imaginary: {TROUPE}, indefinite")


def test_a_casting_has_a_role_a_line_with_what_it_costs(callboard):
    lines = shown("turandot", "final", *TWO, width=80)
    roles = [line for line in lines if re.match(r"│ (Turandot|Calaf|Liù|Ping|Pong|Pang) +\d★", line)]
    imaginary = roles[6:]
    assert len(roles) == 12  # of Ann with Bob beside her, and of nobody
    assert [line.split()[1] for line in imaginary] == ["Turandot", "Calaf", "Liù", "Ping", "Pong", "Pang"]
    assert [line.split()[-2] for line in imaginary] == ["−1", "−1", "amateur", "amateur", "professional", "−1"]
    assert len({line.index("★") for line in imaginary}) == 1
    told = callboard("score", "turandot", "final", *TWO, "--lang", "en").out.splitlines()
    assert "Imaginary: Turandot: 1★ male · goth; −1" in told


def test_the_imaginary_player_has_a_frame_and_a_total_like_a_player():
    lines = shown("turandot", "final", *TWO, width=80)
    frame = next(number for number, line in enumerate(lines) if line.startswith("╭─ Imaginary ─"))
    end = next(number for number, line in enumerate(lines) if number > frame and line.startswith("╰"))
    assert lines[end - 1].startswith("│ = 7 points")
    assert "Imaginary 7" in answer_in(lines)[0]


# --- More and less ---------------------------------------------------------------------------------------------------


def test_explained_a_result_ends_with_the_same_answer_and_each_note_stands_once():
    words = (*SEASON, "Ann: C1 T2 X", "Bob: C2 T3 X")
    explained = shown(*words, width=80, view=View(explain=True))
    assert answer_in(explained)[:-1] == answer_in(shown(*words, width=80))[:-2]  # of two lines of ways one is left
    assert sum("Our reading" in line for line in explained) == 2
    assert not [line for line in explained if "Open points" in line]


@pytest.mark.parametrize(("language", "width"), sampled(LANGUAGES, (40, 80)))
def test_no_word_of_a_table_of_the_rules_is_cut_in_an_explanation(language, width):
    lines = shown("historia", "tally", language=language, width=width, view=View(explain=True))
    assert all(len(line) <= width for line in lines)
    assert not [line for line in lines if "…" in line]


def test_the_command_to_go_on_with_is_the_last_line_and_unbroken():
    onward = "callboard score histrio season season=2 Anna: Bartholomew: Cleo: Dan: Eve:"
    assert shown(*SEASON, *FIVE, view=View(next=onward))[-1] == f"next: {onward}"


@pytest.mark.parametrize(("game", "stage"), STAGES)
def test_in_brief_a_result_has_four_lines_at_most_and_no_frames(game, stage, callboard):
    example = callboard("example", game, stage, "--lang", "en").out
    told = callboard("score", game, stage, "-", "--brief", "--lang", "en", stdin=example).out.splitlines()
    whole = callboard("score", game, stage, "-", "--lang", "en", stdin=example).out
    assert told[0] == whole.splitlines()[0]
    assert 2 <= len(told) <= 4
    assert not re.search("[─-╿\x1b]", "\n".join(told))
    assert set(re.findall(r"\d+", "\n".join(told))) <= set(re.findall(r"\d+", whole))


def test_in_brief_who_won_and_by_which_step_and_how_many_doubts(callboard):
    told = callboard("score", "magnificent", "final", *HATS, "--brief", "--lang", "en")
    _title, totals, won, read_as = told.out.splitlines()
    assert read_as.startswith("read as: ")
    assert re.fullmatch(r"Bob (\d+) · Ann \1 points", totals)
    assert won == "Winner: Bob · Equal points, so the higher hat wins; spaces of the hats: Ann 3, Bob 5."
    seven = ("score", "histrio", "court", "needle=comedy 1", "C1 T1 C1 T1 C1 T1 C1", "--brief", "--lang", "en")
    assert callboard(*seven).out.splitlines()[-2:] == [
        "1 warning; scored as entered",
        "read as: 'needle=comedy 1' 'C1 T1 C1 T1 C1 T1 C1'",
    ]
    status, screen = on_a_terminal(*seven, columns=20)
    assert (status, uncoloured(screen)) == (0, callboard(*seven).out)


def test_of_one_player_the_reasons_are_told_alone_and_the_answer_whole(callboard):
    whole = callboard("score", *SEASON, *FIVE, "--lang", "en").out.splitlines()
    told = callboard("score", *SEASON, *FIVE, "--of", "ada", "--of", "Dan", "--lang", "en").out.splitlines()
    reasons = [line.partition(":")[0] for line in told if re.match(r"\w+: (.*\[\d\]|total )", line)]
    assert list(dict.fromkeys(reasons)) == ["Ada", "Dan"]
    assert [line for line in whole if line.startswith("Ada: total")] == [line for line in told if "Ada: total" in line]
    assert next(line for line in whole if " · Ada" in line) in told
    awards = callboard("score", "intrigo", "round", "-", "--of", "Cleo", "--lang", "en", stdin=example("intrigo")).out
    assert re.findall(r"^building (\d+)", awards, re.MULTILINE) == ["1", "4", "8", "9", "11", "12"]
    assert "Ada: ducats 3" in awards


def example(game, stage="round"):
    return json.dumps(find_game(game).example(stage))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_nobody_has_is_refused_with_those_there_are(language, callboard):
    told = callboard("score", *SEASON, *FIVE, "--of", "Zoe", "--lang", language)
    assert (told.status, told.out) == (2, "")
    assert "Zoe" in told.err
    assert "Eve, Cleo, Ada, Bartholomew, Dan" in told.err
    alone = callboard("score", "magnificent", "power", "die=orange 3", "--of", "Zoe", "--lang", language)
    assert (alone.status, alone.out) == (2, "")
    assert "--of" in alone.err


# --- Games and set-ups -----------------------------------------------------------------------------------------------


def test_the_languages_of_the_games_are_told_once(callboard):
    told = callboard("games", "--lang", "en").out.splitlines()
    assert [line for line in told if "ru, en, es" in line] == [told[-1]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_dice_of_a_set_up_are_grouped_and_a_drawn_piece_is_named(language, callboard):
    line = ("setup", "magnificent", "Ann", "Bob", "Cid", "Dan", "--code")
    code = callboard(*line[:-1], "--json").json()["code"]
    data = callboard(*line, code, "--json", "--lang", language).json()
    (dice,) = [step for step in data["steps"] if "dice" in step["values"]]
    orange = sorted((die.split()[1] for die in dice["values"]["dice"] if die.startswith("orange")), reverse=True)
    counted = ", ".join(
        ui + (f"\u00a0×{orange.count(ui)}" if orange.count(ui) > 1 else "") for ui in dict.fromkeys(orange)
    )
    assert f" {counted}; " in dice["text"]
    told = callboard(*line, code, "--lang", language).out
    assert all(f"({numeral})" in told for numeral in data["draws"]["boards"].values())
    palace = callboard("setup", "intrigo", "Ann", "Bob", "Cid", "Dan", "--lang", language).out
    assert all(f"({name.partition('|')[0]})" in palace for name in families(language))


def families(language):
    return [
        catalog(language).text(f"intrigo/token.{name}") for name in ("contarini", "dandolo", "gradenigo", "morosini")
    ]
