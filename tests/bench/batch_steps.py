"""Where the time of `callboard batch` goes: what each step with a line takes, beside the floor of `batch.py`.

    python tests/bench/batch_steps.py [LINES] [ROUNDS]

The lines are those of `batch.py`. Each step of each line counts by its quickest round, in microseconds, and what is
printed is the mean of all lines. `tell` makes the answer as data without sentences, `tell in Russian` with them.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from batch import records_of, stages

import callboard
from callboard_cli.__main__ import MANY
from callboard_cli.input.files import parse_json
from callboard_cli.input.stage import own_keys, stage_of
from callboard_cli.render.json_data import result_data
from callboard_cli.ui.output import to_json
from callboard_locales import catalog
from callboard_scoring.problems import out_of_bounds
from callboard_scoring.records import doubts_in, problems_in

Steps = dict[str, float]


def stepped(game: callboard.Game, stage: str, record: dict[str, Any]) -> Steps:
    """Return how long each step with a record takes, in seconds."""
    found, seconds = stage_of(game, stage), {}
    line = json.dumps({"game": game.id, "stage": stage, **record}, ensure_ascii=False)
    bare = json.dumps(record, ensure_ascii=False)

    def take(step: str, run: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        made = run()
        seconds[step] = time.perf_counter() - start
        return made

    take("floor", lambda: found.model.model_validate_json(bare, context=found.words).model_dump_json())
    take("parse", lambda: parse_json(line))
    table, _ = take("keys", lambda: own_keys(record, found.model, game.id))
    take("bounds", lambda: list(out_of_bounds(table)))
    read = take("validate", lambda: found.model.model_validate(table, context=found.words))
    take("checks", lambda: list(problems_in(read)))
    take("score", lambda: game.scorer(stage)(read))
    take("doubts", lambda: list(doubts_in(read)))
    result = game.score(stage, read)
    data = take("tell", lambda: result_data(None, game, stage, result))
    take("write", lambda: to_json(data, letters=True))
    take("tell in Russian", lambda: result_data(catalog("ru"), game, stage, result))
    return seconds


def main() -> None:
    """Print a line a step."""
    gc.set_threshold(MANY)
    count, rounds = (int(given) for given in (*sys.argv[1:3], *("100", "7")[len(sys.argv[1:3]) :]))
    means: Steps = defaultdict(float)
    every = [
        (game, stage, record) for game, stage, known in stages() for record in records_of(game, stage, known, count)
    ]
    for each in every:
        taken = [stepped(*each) for _ in range(rounds + 1)]
        for step in taken[0]:
            means[step] += min(one[step] for one in taken) / len(every)
    for step, mean in means.items():
        print(f"{step:16}{mean * 1e6:8.1f} µs")


if __name__ == "__main__":
    main()
