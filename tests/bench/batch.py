"""How long `callboard batch` takes for a line, as a ratio to what pydantic takes to check and write the same record.

    python tests/bench/batch.py [LINES] [ROUNDS] [GAME.STAGE …]

So many different lines of each stage are made of its golden cases: players have other names in each, and some numbers
are others, as far as the record is still read. The floor reads each line (JSON, without the two keys that say what it
is for) with the model of the stage's own record, `model_validate_json`, with the words of the stage's tokens as context,
and writes it again, `model_dump_json`. The batch reads the same lines from a file (with the two keys), answers them as
`callboard batch` does, and writes the answers to nowhere: in each of the languages, and without sentences. Both run in
turn in one process, which looks for garbage as seldom as the command does; its own processor time is measured, so that
a busy machine slows both alike. What is printed is the median of the ratios of all rounds; the last line has all stages
together, each counting by its floor.
"""

from __future__ import annotations

import gc
import json
import os
import random
import statistics
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import callboard
from callboard_cli.__main__ import MANY
from callboard_cli.batch.answerer import Answerer
from callboard_cli.input.files import Lines
from callboard_cli.input.stage import stage_of

GOLDEN = Path(__file__).parents[1] / "golden"
WAYS = {"ru": 8.0, "en": 8.0, "es": 8.0, "no text": 5.0}
"""The languages, and none, with the ratio that is aimed at."""
CHANGES = 3
"""The most numbers of a record that are changed."""


def stages() -> Iterator[tuple[callboard.Game, str, list[dict[str, Any]]]]:
    """Yield each stage with the records of its golden cases, in canonical tokens."""
    for game in callboard.games():
        for stage in game.stages:
            cases = tomllib.loads((GOLDEN / game.id / f"{stage}.toml").read_text("utf-8"))["case"]
            records = [callboard.read(game.id, stage, case["record"]).model_dump(mode="json") for case in cases]
            yield game, stage, [each for each in records if not set(players(each)) & set(game.tokens)]


def players(record: dict[str, Any]) -> list[str]:
    """Return the names of those who play."""
    seats = record.get("players", ())
    return [seat["name"] for seat in seats] if isinstance(seats, list) else list(seats)


def renamed(raw: Any, names: dict[str, str]) -> Any:
    """Return raw data with other names in place of these."""
    if isinstance(raw, dict):
        return {names.get(key.casefold(), key): renamed(value, names) for key, value in raw.items()}
    if isinstance(raw, list):
        return [renamed(item, names) for item in raw]
    return names.get(raw.casefold(), raw) if isinstance(raw, str) else raw


def numbers(raw: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each table or list that holds a number, with its key or place."""
    inner = raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ()
    for key, value in inner:
        if type(value) is int:
            yield raw, key
        yield from numbers(value)


def varied(game: str, stage: str, record: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a record with some numbers one more or one less, as far as it is still read."""
    for _ in range(CHANGES):
        places = list(numbers(record))
        if not places:
            return record
        holder, key = chance.choice(places)
        before = holder[key]
        holder[key] += chance.choice((-1, 1))
        try:
            callboard.read(game, stage, record)
        except callboard.RecordError:
            holder[key] = before
    return record


def records_of(game: callboard.Game, stage: str, known: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """Return so many different records of a stage."""
    chance = random.Random(18)
    made = []
    for number in range(count):
        record = known[number % len(known)]
        names = {name.casefold(): f"{name[:30]} {number}" for name in players(record)}
        made.append(varied(game.id, stage, renamed(record, names), chance))
    return made


def timed(run: Callable[[], None]) -> float:
    """Return how much processor time a run takes, in seconds."""
    start = time.process_time()
    run()
    return time.process_time() - start


def measured(game: callboard.Game, stage: str, records: list[dict[str, Any]], rounds: int) -> dict[str, list[float]]:
    """Return the seconds of each round of the floor, under "", and of each of the WAYS."""
    model, words = game.record(stage), stage_of(game, stage).words
    bare = [json.dumps(record, ensure_ascii=False) for record in records]

    def floor() -> None:
        for line in bare:
            model.model_validate_json(line, context=words).model_dump_json()

    with tempfile.TemporaryDirectory() as folder, Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        file = Path(folder) / "lines.jsonl"
        whole = ({"game": game.id, "stage": stage, **record} for record in records)
        file.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in whole), "utf-8")

        def batch(language: str | None) -> None:
            answerer = Answerer(language)
            for number, content in Lines(str(file)):
                print(answerer.answer(content, number).text, file=nowhere)

        runs: dict[str, Callable[[], None]] = {"": floor}
        runs |= {way: lambda way=way: batch(way if way in callboard.LANGUAGES else None) for way in WAYS}  # type: ignore[misc]
        for run in runs.values():
            run()  # catalogs and rules are read once
        seconds: dict[str, list[float]] = {way: [] for way in runs}
        for _ in range(rounds):
            for way, run in runs.items():
                seconds[way].append(timed(run))
    return seconds


def ratio(seconds: dict[str, list[float]], way: str) -> float:
    """Return the median of how many times the floor's time one way takes."""
    return statistics.median(one / least for one, least in zip(seconds[way], seconds[""], strict=True))


def main() -> None:
    """Print one line a stage, and one for all."""
    gc.set_threshold(MANY)
    count, rounds = (int(given) for given in (*sys.argv[1:3], *("1000", "7")[len(sys.argv[1:3]) :]))
    wanted = sys.argv[3:]
    print(f"{'':20}{'floor, µs':>10}" + "".join(f"{way:>10}" for way in WAYS) + f"   × the floor, {rounds} rounds")
    every: dict[str, list[float]] = {way: [0.0] * rounds for way in ("", *WAYS)}
    made = 0
    for game, stage, known in stages():
        name = f"{game.id}.{stage}"
        if wanted and name not in wanted:
            continue
        seconds = measured(game, stage, records_of(game, stage, known, count), rounds)
        for way, each in seconds.items():
            every[way] = [one + more for one, more in zip(every[way], each, strict=True)]
        made += count
        tell(name, seconds, count)
    tell("all", every, made)
    print(f"{'aimed at':20}{'':10}" + "".join(f"{limit:10.1f}" for limit in WAYS.values()))


def tell(name: str, seconds: dict[str, list[float]], count: int) -> None:
    """Print what one line of a stage takes."""
    least = statistics.median(seconds[""]) / count * 1e6
    print(f"{name:20}{least:10.1f}" + "".join(f"{ratio(seconds, way):10.1f}" for way in WAYS), flush=True)


if __name__ == "__main__":
    main()
