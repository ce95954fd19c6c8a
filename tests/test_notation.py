"""How a stage is typed: the line that its help shows is the example, and reads back as it."""

import pytest

from callboard_cli.entry import typed
from callboard_cli.entry.examples import example_of
from callboard_cli.entry.games import all_games
from callboard_cli.entry.stage import Stage
from callboard_locales import LANGUAGES, catalog

STAGES = [(game, stage) for game in all_games() for stage in game.stages]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), STAGES, ids=lambda part: getattr(part, "id", part))
def test_the_line_of_a_stage_reads_back_as_its_example(game, name, language):
    stage, words = Stage(game, name), catalog(language)
    example = example_of(stage, words)
    line = typed.write(example, stage, words)
    typing = typed.read(line, stage, language)
    assert stage.record(typing.raw, typing.problems) == stage.record(example)
    assert not any(f" {field}=" in word for word in line for field in ("hat_place", "steal_from", "send_to_court"))
