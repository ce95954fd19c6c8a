"""How a stage is typed: the line that its help shows is the example, and reads back as it."""

import pytest

from callboard_cli.input.parser import typed
from callboard_cli.input.stage import Stage, example_of
from callboard_cli.ui.names import command_line, short_name
from callboard_cli.ui.wording import label, said_of
from callboard_locales import LANGUAGES, catalog
from callboard_scoring.game import Game, Leg
from callboard_scoring.games import all_games, find_game
from callboard_scoring.options import own_options
from callboard_scoring.records import field_names
from conftest import one_language_each
from running import run_callboard

STAGES = [(game, stage) for game in all_games() for stage in game.stages]
PARTS = ("condition", "count", "max", "gem")
"""Fields of what is typed as one word: a card, a tent."""


@one_language_each
@pytest.mark.parametrize(("game", "name"), STAGES, ids=lambda part: getattr(part, "id", part))
def test_the_line_of_a_stage_reads_back_as_its_example(game, name, language):
    stage, words = Stage(game, name), catalog(language)
    example = example_of(stage, words)
    line = typed.write(example, stage, words)
    typing = typed.read(line, stage, language)
    assert stage.record(typing.raw, typing.problems) == stage.record(example)
    assert not any(f" {field}=" in word for word in line for field in ("hat_place", "steal_from", "send_to_court"))


@one_language_each
@pytest.mark.parametrize(("game", "name"), STAGES, ids=lambda part: getattr(part, "id", part))
def test_the_help_of_a_stage_shows_its_line_and_a_word_for_each_of_its_fields(game, name, language):
    shown = run_callboard("score", game.id, name, "--help", "--lang", language).out
    stage, words = Stage(game, name), catalog(language)
    assert typed.write(example_of(stage, words), stage, words)[0] in shown
    for field in field_names(stage.model) - {"name", "players", *PARTS}:
        meaning = said_of(words, "help", game.id, name, field)
        assert " ".join(meaning.split()) in " ".join(shown.split()), field


@pytest.mark.parametrize("words", [("--lang", "ru", "final", "--help"), ("final", "--help", "--lang", "ru")])
def test_help_knows_a_stage_from_what_an_option_takes(words):
    shown = run_callboard("score", "histrio", *words).out
    assert "callboard score histrio финал 'Валера: 31' 'Ипполит: 27'" in shown
    assert "Посчитать раунд" not in shown
    assert "Валера: 31" not in run_callboard("score", "--lang", "histrio", "final", "--help").out


@pytest.mark.parametrize("command", ["score", "check", "report score", "schema"])
def test_help_knows_what_is_typed_short_as_the_command_does(command):
    def told(*words):
        return run_callboard(*command.split(), *words, "--help", "--lang", "ru").out

    assert told("histri", "fin") == told("пьеса", "финал") == told("histrio", "final")
    assert told("turan") == told("turandot") != told()
    assert told("hist") == told()  # of several nothing is told


def test_help_shows_the_command_that_it_is_the_help_of():
    def typed(*words):
        shown = run_callboard(*words, "--help", "--lang", "en").out
        return {line.strip() for line in shown.splitlines() if line.startswith("  callboard ")}

    scored = "callboard score histrio final 'Valère: 31' 'Hippolyte: 27'"
    assert typed("score", "histrio", "final") == {scored}
    assert typed("schema", "histrio", "final") == {"callboard schema histrio final"}
    assert typed("example", "histrio", "final") == {"callboard example histrio final"}
    assert typed("report", "score", "histrio", "final") == {scored.replace("score", "report score", 1)}
    assert typed("check", "histrio", "final") == {f"{scored.replace('score', 'check', 1)} --claimed Valère=31"}
    assert typed("setup", "histrio") == {"callboard setup histrio NAME NAME"}
    assert typed("print", "setup", "histrio") == {"callboard print setup histrio NAME NAME"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_names_no_stage_is_shown_the_line_of_each(language):
    for game in all_games():
        ran = run_callboard("score", game.id, "--lang", language)
        assert ran.status == 2
        for name in game.scored:
            stage, words = Stage(game, name), catalog(language)
            assert typed.write(example_of(stage, words), stage, words)[0] in ran.err


@pytest.mark.parametrize("command", ["score", "check", "report score", "example", "schema"])
def test_what_is_shown_in_place_of_a_stage_is_the_command_itself(command):
    ran = run_callboard(*command.split(), "histrio", "--lang", "en")
    shown = [line.strip() for line in ran.err.splitlines() if line.startswith("  ")]
    stages = ["season", "city", "final"] if command == "check" else ["season", "court", "city", "final"]
    assert ran.err.startswith(f"Which stage? There are: {', '.join(stages)}.\n")
    assert [line.partition(" histrio ")[0] for line in shown] == [f"callboard {command}"] * len(stages)
    assert [line.split(" histrio ")[1].split()[0] for line in shown] == stages


def test_what_is_shown_in_place_of_a_stage_has_the_options_and_the_language():
    shown = run_callboard("schema", "histrio", "--result", "--lang", "es").err.splitlines()
    assert shown[1:3] == [
        "temporada: fin de temporada",
        "  callboard schema histrio temporada --result --lang es",
    ]


def test_who_gives_no_record_is_shown_how_one_is_typed():
    ran = run_callboard("report", "score", "histrio", "final", "--lang", "en")
    assert (ran.status, ran.out) == (2, "")
    assert "  callboard report score histrio final 'Valère: 31' 'Hippolyte: 27'\n" in ran.err
    assert "Ecus at this point." in ran.err


def test_every_word_to_choose_from_stands_in_the_help_of_its_stage():
    shown = " ".join(run_callboard("score", "magnificent", "round", "--help", "--lang", "es").out.split())
    assert "losetas pequeñas de un color, " in shown
    assert ", sombrero." in shown


# --- What comes next ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stage", "given", "won", "then"),
    [
        ("season", {"season": 1}, False, Leg("season", {"season": 2}, preparation="prepare")),
        ("season", {"season": 2}, False, Leg("final")),
        ("final", {}, True, None),
        ("court", {}, False, None),
    ],
)
def test_after_each_leg_of_the_main_path_comes_the_next(stage, given, won, then):
    assert find_game("histrio").leg_after(stage, given, won=won) == then


def test_a_stage_is_scored_again_until_somebody_has_won():
    game = find_game("intrigo")
    assert game.leg_after("round", {}, won=False) == Leg("round", until_won=True, preparation="prepare")
    assert game.leg_after("round", {}, won=True) is None


def test_after_a_set_up_for_a_later_round_comes_that_round():
    assert find_game("magnificent").first_leg({"round": 2}) == Leg("round", {"round": 2}, preparation="prepare")
    assert find_game("magnificent").first_leg({}) == Leg("round", {"round": 1})


def test_where_a_record_does_not_tell_which_leg_it_is_nothing_is_said_to_come_next():
    fireflies = Game("fireflies", __name__, (2, 4), ("night", "final"), (), path=(*[Leg("night")] * 3, Leg("final")))
    assert fireflies.leg_after("night", {}, won=False) is None
    assert fireflies.leg_after("final", {}, won=True) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_a_set_up_shows_each_option_with_its_values(language):
    words = catalog(language)
    for game in all_games():
        shown = " ".join(run_callboard("setup", game.id, "--help", "--lang", language).out.split())
        _, model = game.setup()
        for name in own_options(model):
            assert f"{label(words, game.id, name)}=" in shown
            assert " ".join(said_of(words, "help", game.id, "setup", name).split()) in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_and_a_set_up_end_with_what_comes_next_ready_to_run(language):
    here = () if language == "en" else ("--lang", language)
    for stage, fields, then in (("season", ["season=1", "mood=comedy"], 2), ("season", ["season=2", "mood=comedy"], 0)):
        told = run_callboard("score", "histrio", stage, *fields, "Ada Lee: C3", "Ben: T1", *here, LANG="en").out
        words = catalog(language)
        time = [f"{label(words, 'histrio', 'season')}={then}"] if then else []
        name = short_name(words, "histrio", "season" if then else "final")
        line = command_line(["callboard", "score", "histrio", name, *time, "Ada Lee:", "Ben:", *here])
        assert told.splitlines()[-1] == f"{words.text('result.next')} {line}"
    told = run_callboard("setup", "magnificent", "Ada", "round=3", "--lang", language, LANG=language).out
    assert told.splitlines()[-1].endswith("=3 Ada:")


def test_after_the_end_and_beside_the_main_path_nothing_is_said_to_come_next():
    for words in (["final", "Ada: 3", "Ben: 4"], ["court", "needle=comedy 1", "T2 C3"]):
        assert "callboard score" not in run_callboard("score", "histrio", *words).out


def test_what_comes_next_is_told_where_the_variable_names_no_language():
    told = run_callboard(
        "score", "histrio", "season", "season=1", "mood=c", "Ada: C3", "Ben: -", "--lang", "ru", CALLBOARD_LANG="xx"
    )
    assert told.status == 0
    assert told.out.splitlines()[-1].endswith("--lang ru")
