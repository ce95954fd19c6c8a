"""How `check` and `night check` tell what would explain another total: what comes first, and what stands last."""

import json
import re
import sys
from unittest import mock

import pytest

from callboard_cli.render.claims import first_sentences
from callboard_locales import catalog
from callboard_scoring.claimed_totals import Otherwise
from callboard_scoring.game import Game
from callboard_scoring.games import find_game
from callboard_scoring.ledger import Reading, Reason
from conftest import LANGUAGES, one_language_each, run_callboard, sampled
from running import answer, edit, on_a_terminal, rest, spawn_callboard, uncoloured

SEASON = ["histrio", "season", "season=1", "mood=comedy", "Ada: C3 C2 T1 +4", "Bob: C2 T2"]
"""Ada has 2 + 3 + 3 + 4 = 12, Bob 1; with a difference of zero that pleases Bob has 4."""
PAID = Reason("histrio/season-secret-request.paid")
LEVEL = Reading("histrio/season-pleasing-show.level")
terminal = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")


def check(*words, others=None, **extra):
    with mock.patch.object(Game, "otherwise", return_value=others or []):
        ran = run_callboard("check", *SEASON, *words, **extra)
    assert (ran.status, ran.err) == (0, ""), ran
    return ran.out


def begun(language, name):
    """The beginning of a message, up to its first place."""
    return catalog(language).text(name).partition("%")[0]


# --- What comes first ------------------------------------------------------------------------------------------------


def test_what_was_decided_otherwise_is_an_item_of_the_same_list():
    told = check("--claimed", "Ada=9", others=[Otherwise("Ada", -3, PAID(1, ecus=1)), Otherwise("Ada", -3, LEVEL)])
    items = re.findall(r"^Ada: (\d\.) (\w+)", told, re.MULTILINE)
    assert items == [("1.", "Left"), ("2.", "Left"), ("3.", "Counted"), ("4.", "An")]
    assert told.count("Any one of these would explain it:") == 1


def test_pairs_are_told_only_where_nothing_single_explains_it_or_all_is_asked_for():
    claimed, other = ["--claimed", "Ada=5"], [Otherwise("Ada", -7, PAID(1, ecus=1))]
    single, alone = check(*claimed, others=other), check(*claimed)
    assert "Ada: Counted another way: " in single
    assert "Left out" not in single
    assert single.count("--explain") >= 1
    assert "Ada: There are more: --explain" in single
    assert "Ada: Any one of these pairs would explain it:" in alone
    whole = check(*claimed, "--explain", others=other)
    answered = whole[whole.index("Ada: you counted") :].splitlines()
    assert answered[1] == "Ada: Any one of these would explain it:" or answered[1].startswith("Ada: 1. Counted another")
    assert answered.index("Ada: Or two together:") == 2
    assert [line[:7] for line in answered[3:7]] == ["Ada: 2.", "Ada: 2.", "Ada: 3.", "Ada: 3."]


def test_of_many_pairs_three_are_told():
    amounts = {"territories": 100, "leaders": 101, "wonders": 102, "technology": 103, "raid": 104, "military": 105}
    raw = json.dumps({"players": [{"name": "Ada", "amounts": amounts}]})
    words = ["check", "historia", "tally", "-", "--claimed", f"Ada={sum(amounts.values()) + 1}"]
    found = run_callboard(*words, "--json", stdin=raw).json()["players"][0]["explanations"]
    assert len(found) == 5
    told = run_callboard(*words, stdin=raw).out
    assert set(re.findall(r"^Ada: (\d)\. ", told, re.MULTILINE)) == {"1", "2", "3"}
    assert "Ada: There are more: --explain" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_open_point_tells_what_we_follow_and_what_it_is_the_other_way(language):
    words = catalog(language)
    told = check("--claimed", "Bob=4", "--lang", language, others=[Otherwise("Bob", 3, LEVEL)])
    line = next(line for line in told.splitlines() if line.startswith(f"Bob: {begun(language, 'claim.reading')}"))
    assert words.text("rules.note-inference")[1:] in line
    follows, _, otherwise = line.rpartition("4")
    assert "0" in follows  # the note's first sentence, about a difference of 0
    assert otherwise.startswith(". [")
    assert len(line) < 400


FOLLOWED = [
    (
        ["city", "player=Ada", "ecus=Ada 0, Bob 1", "managers=supply 0, theatre 3", "needle=tragedy 1", "C3"],
        "Ada=0",
        {
            "en": "place none, and still collect 1 ecu for each manager standing there",
            "ru": "никого не ставить, но всё равно взять по 1 экю за каждого, кто там стоит",
            "es": "no poner ninguno y cobrar igualmente 1 ecu por cada gestor que haya allí",
        },
    ),
    (
        ["season", "season=2", "mood=comedy", "Ada: C2 +4 +1", "Bob: C3"],
        "Ada=7",
        {
            "en": "one new card each season, with the first one able to score again",
            "ru": "каждый сезон по одной новой карте, и первая может принести экю ещё раз",
            "es": "una carta nueva por temporada, y la primera puede puntuar otra vez",
        },
    ),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("typed", "claimed", "followed"), FOLLOWED)
def test_what_we_follow_is_our_way_of_reading_and_not_what_the_rulebooks_leave_out(typed, claimed, followed, language):
    told = run_callboard("check", "histrio", *typed, "--claimed", claimed, "--lang", language).out
    begins = catalog(language).text("claim.reading").partition("%(text)s")[0].rpartition(". ")[2]
    (line,) = [line for line in told.splitlines() if begins in line]
    assert followed[language] in line.lower()


def test_of_a_long_note_whole_sentences_are_told():
    text = "May one refuse to pay? We say no: the wage is compulsory. You may still send the actor to Court afterwards."
    assert first_sentences(text, 20) == "May one refuse to pay? We say no: the wage is compulsory."
    assert first_sentences(text) == text
    assert first_sentences("One, e.g. two. Three.", 5) == "One, e.g. two."


@one_language_each
@pytest.mark.parametrize(
    ("other", "message", "values"),
    [
        (Otherwise("Ada", 30, PAID(-15, ecus=15), way="reversed"), "claim.reversed", {"what": "−15; "}),
        (Otherwise("Ada", 30, way="until"), "claim.until-start", {}),
        (Otherwise("Ada", 30, entry=1, way="until"), "claim.until", {"name": "Ada", "number": 1}),
        (Otherwise("Ada", 30, entry=1, way="without"), "claim.without", {"number": 1}),
    ],
    ids=["reversed", "start", "until", "without"],
)
def test_each_way_of_counting_otherwise_has_its_words(evening, language, other, message, values):
    with mock.patch("callboard_cli.commands.night.showing.otherwise_of", return_value=[other]):
        told = evening("check", "--claimed", "Ada=45", "--lang", language).out
    line = next(line for line in told.splitlines() if line.startswith(f"Ada: {begun(language, message)}"))
    assert all(str(value) in line for value in values.values())


# --- What stands last ------------------------------------------------------------------------------------------------


def test_a_short_command_leads_to_the_whole_count_and_of_a_long_one_the_way():
    wide = check("--claimed", "Ada=8", COLUMNS="130").splitlines()
    assert wide[-1].startswith("The whole count: callboard score histrio season season=1")
    assert wide[-1].endswith("--of Ada")
    narrow = check("--claimed", "Ada=8", COLUMNS="60").splitlines()
    assert narrow[-1] == (
        "With the rules: --explain · the whole count: score in place of check, --of Ada in place of --claimed"
    )
    assert "callboard score" not in check("--claimed", "Ada=12", COLUMNS="60")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_from_a_pipe_has_no_command_that_cannot_run_again(language):
    raw = json.dumps(find_game("histrio").example("season"))
    told = run_callboard("check", "histrio", "season", "-", "--claimed", "Valère=9", "--lang", language, stdin=raw).out
    assert "callboard score" not in told
    assert told.splitlines()[-1].endswith("--explain")


@terminal
@pytest.mark.parametrize(("language", "columns"), sampled(LANGUAGES, (40, 80)))
def test_what_was_asked_for_is_repeated_above_the_answer(language, columns):
    child = spawn_callboard("check", *SEASON, "--lang", language)
    answer(child, "8", "")
    lines = uncoloured(rest(child)).rstrip().splitlines()
    again = next(place for place, line in enumerate(lines) if line.startswith(catalog(language).text("ask.again")))
    head = next(place for place, line in enumerate(lines) if line.startswith("Ada: "))
    assert again < head
    status, shown = on_a_terminal("check", *SEASON, "--claimed", "Ada=8", "--lang", language, columns=columns)
    below = uncoloured(shown).rstrip().splitlines()
    place = next(place for place, line in enumerate(below) if line.startswith("Ada: "))
    assert status == 0
    assert len(below) - place < 12
    assert max(map(len, below)) <= columns


def test_each_text_stands_under_an_explanation_that_cites_it_and_the_answer_last():
    told = check("--claimed", "Ada=9", "--explain").splitlines()
    pleasing = told.index("  A show that pleases the King.")
    best = told.index("  The best show.")
    assert told[pleasing - 1].startswith("Ada: Left out: +3; 5 − 1 = 4")
    assert told[best - 1].startswith("Ada: Left out: +3; best show")
    assert told[-1].startswith(("Ada: 2. Left out", "The whole count"))
    assert best < told.index("Ada: you counted 9; it is 12, 3 more.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_no_lines_stand_above_none_are_to_be_compared(language):
    words = catalog(language)
    line = ["histrio", "final", "Ada: 30", "Ben: 27", "--claimed", "Ada=99", "--lang", language]
    told = run_callboard("check", *line).out
    assert f"Ada: {words.text('claim.no-lines') % {'total': 30}}" in told.splitlines()
    assert words.text("claim.nothing") not in told


# --- Evenings --------------------------------------------------------------------------------------------------------


@pytest.fixture
def night(tmp_path):
    """Run a command on the evenings of a place of their own."""

    def run(*words, **extra):
        return run_callboard("night", *words, CALLBOARD_HOME=str(tmp_path), **extra)

    return run


@pytest.fixture
def evening(night):
    """An evening of Histrio with one season: Ada has 3 + 12, Ben 3 + 1."""
    assert night("start", "histrio", "Ada", "Ben").status == 0
    assert night("add", "season", "mood=comedy", "Ada: C3 C2 +4", "Ben: C2 T2").status == 0
    return night


@pytest.mark.parametrize("language", LANGUAGES)
def test_more_than_the_standing_may_have_been_gained_and_not_entered_yet(evening, language):
    words = catalog(language)
    told = evening("check", "--claimed", "Ada=21", "--lang", language).out.splitlines()
    head = next(place for place, line in enumerate(told) if line.startswith("Ada: ") and "21" in line)
    assert told[head + 1] == f"Ada: {words.text('claim.gained') % {'number': 1, 'points': '+6'}}"
    fewer = evening("check", "--claimed", "Ada=14", "--lang", language).out
    assert begun(language, "claim.gained") not in fewer
    evening("add", "season", "mood=comedy", "Ada: C3 C2 +4", "Ben: C2 T2")
    evening("add", "final", "Ada: 40", "Ben: 20")
    over = evening("check", "--claimed", "Ada=46", "--lang", language).out
    assert begun(language, "claim.gained") not in over


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_any_points_it_is_said_where_they_come_from(night, language):
    words = catalog(language)
    assert night("start", "turandot", "Ada", "Ben", "Cleo").status == 0
    told = night("check", "--claimed", "Ada=5", "--lang", language).out
    (end,) = [words.text("turandot/stage.final").partition("|")[0]]
    assert f"Ada: {words.text('claim.not-yet') % {'stages': end}}" in told.splitlines()
    assert begun(language, "claim.gained-first") not in told  # nothing of a round is typed as points


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_evening_begins_with_and_what_came_between_entries_have_their_own_words(evening, language):
    words = catalog(language)
    start = evening("check", "--claimed", "Ben=1", "--lang", language).out
    assert begun(language, "claim.beginning") in start
    evening("add", "season", "season=2", "mood=comedy", "Ada: C3 C2 +4", "Ben: C2 T2")
    evening("add", "final", "Ada: gained 7", "Ben: 20")
    total = evening("--json").json()["standing"][0]["total"]
    between = evening("check", "--claimed", f"Ada={total - 7}", "--lang", language).out
    (sentence,) = re.findall(r"^Ada: (?:1\. )?(.*7 .*)$", between.split(f"{total - 7}", 1)[1], re.MULTILINE)[:1]
    told = words.text("claim.since") % {"before": 2, "number": 3, "points": "|"}
    assert told.partition("|")[0] in sentence


def test_the_entry_to_see_again_is_the_one_that_explains_it_and_of_several_none(evening):
    evening("add", "season", "season=2", "mood=tragedy", "Ada: T1", "Ben: T3 +5")
    last = evening("check", "--claimed", "Ben=15").out.splitlines()
    assert last[-1].endswith("callboard night show --entry 2")
    both = evening("check", "--claimed", "Ada=17", "--claimed", "Ben=15").out
    assert "night show" not in both
    assert "night show" not in evening("check", "--claimed", "Ada=900").out


# --- What is typed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mistyped_name_brings_the_nearest(evening, language):
    meant = catalog(language).text("refusal.name-meant") % {"meant": "Ada"}
    for ran in (
        run_callboard("check", *SEASON, "--claimed", "Aad=9", "--lang", language),
        evening("check", "--claimed", "Aad=9", "--lang", language),
        evening("show", "--entry", "1", "--of", "Aad", "--lang", language),
        evening("rename", "Aad", "Zoe", "--lang", language),
    ):
        assert ran.status > 0
        assert meant in ran.err
    far = evening("check", "--claimed", "Zoe=9", "--lang", language)
    assert begun(language, "refusal.name-meant") not in far.err
    assert evening("check", "--claimed", "Aad=9", "--json").json()["errors"][0]["code"] == "claim-unknown"


def test_a_colon_is_taken_as_a_sign_of_equality():
    assert "Ada: 12 agrees." in check("--claimed", "Ada:12", "--claimed", "bob: 1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stage_without_totals_says_where_there_are_some(language):
    words = catalog(language)

    def told(game, stage):
        raw = json.dumps(find_game(game).example(stage))
        return run_callboard("check", game, stage, "-", "--claimed", "Ada=3", "--lang", language, stdin=raw)

    some, none = told("turandot", "round"), told("intrigo", "round")
    assert (some.status, none.status) == (1, 1)
    assert "final" in some.err
    assert begun(language, "claim.totals-at") not in none.err
    assert "--of" in none.err
    assert words.text("error.claim-no-totals") in none.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_of_a_stage_shows_its_line_with_a_total_and_where_there_are_totals(language):
    env = {"CALLBOARD_LANG": language}
    score = run_callboard("score", "histrio", "season", "--help", **env).out
    told = run_callboard("check", "histrio", "season", "--help", **env).out
    example = next(line for line in told.splitlines() if line.startswith("  callboard check"))
    assert re.search(r"--claimed \S+=13'?$", example)
    fields = [line for line in score.splitlines() if line.startswith("  ") and "C3" in line and "callboard" not in line]
    assert all(line in told for line in fields)
    assert begun(language, "claim.totals-at") in told
    game = run_callboard("check", "histrio", "--help", **env).out
    assert game.count("callboard check histrio") == 3
    assert "--of" in run_callboard("check", "intrigo", "--help", **env).out
    night = run_callboard("night", "check", "--help", **env).out
    assert "callboard night check --claimed" in night
    assert f"[{catalog(language).text('night.id-metavar')}]" in night


@terminal
@pytest.mark.parametrize("language", LANGUAGES)
def test_while_totals_are_asked_for_one_may_go_back_ask_for_help_and_mend_a_mistake(language):
    words = catalog(language)
    child = spawn_callboard("check", *SEASON, "--lang", language)
    answer(child, "eight")
    edit(child, "eight", "8")
    answer(child, "?")
    answer(child, "<")
    edit(child, "8", "12")
    answer(child, "1")
    shown = uncoloured(rest(child))
    assert f"Ada: {words.text('claim.agrees') % {'total': 12}}" in shown
    assert f"Bob: {words.text('claim.agrees') % {'total': 1}}" in shown
    prompt = words.text("claim.prompt")
    assert ("Intro" in prompt) == (language == "es")


OPERA = (
    *("turandot", "final", "puccini=Ada"),
    "Ada: 3 male goth Calaf, 2 female classical, 1 female amateur, 2 male amateur, 1 male comedian, 3 male goth, goths",
    "Ben: 2 male goth, 2 female goth, 3 female goth, 1 male comedian, 2 male goth, 1 male goth, six types",
    "imaginary: 1 male goth, 3 female comedian, 2 female amateur, 1 male amateur, 2 male classical, 1 female goth, none",
)
"""A game for two, in which the imaginary player has 10 points less 3."""


@pytest.mark.parametrize(("language", "called"), [("ru", "Воображаемый"), ("en", "Imaginary"), ("es", "Imaginario")])
def test_the_total_of_the_imaginary_player_is_compared_and_told_like_anybody_s(language, called):
    said = ["--lang", language]
    for name in ("imaginary", called):
        told = run_callboard("check", *OPERA, "--claimed", f"{name}=10", *said)
        assert told.status == 0
        (verdict,) = [line for line in told.out.splitlines() if line.startswith(f"{called}: ") and "−3" in line]
        assert "[1]" in verdict
    told = run_callboard("check", *OPERA, "--claimed", f"{called}=9", *said).out
    assert f"--of {called}" in told
    assert [line for line in told.splitlines() if line.startswith(("Ada", "Ben"))] == []
    one = run_callboard("score", *OPERA, "--of", called.upper(), *said).out
    assert f"\n{called}: " in one
    assert "\nAda: " not in one
    (data,) = run_callboard("check", *OPERA, "--claimed", f"{called}=7", "--json", *said).json()["players"]
    assert (data["name"], data["agrees"]) == ("imaginary", True)
