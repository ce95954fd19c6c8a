"""Lines as they are typed at a shell, at prompts, and where Tab is pressed."""

from __future__ import annotations

import os

from attacks import TURNING, battered
from callboard_cli import app
from callboard_locales import LANGUAGES
from entrances.commands import flags
from entrances.material import STAGES, typed_line


def notation(random, commands):
    """Lines as they are typed at a shell."""
    game, name = random.choice(STAGES)
    language = random.choice(LANGUAGES)
    line = typed_line(random, game, name, language)
    command, more = "score", flags(random)
    if random.random() < 0.15:
        claimed = battered(random, random.choice(("Ann 12, Bob 9", "Valère 13", "12 9", "1")), 2)
        command, more = "check", {"as_json": more["as_json"], "claimed": [claimed]}
    elif random.random() < 0.05:
        more["of"] = [battered(random, random.choice(("Ann", "Bob", "Анна")), 2)]
    commands.put(random, command, [game, name, *line], language, screen=random.random() < 0.03, **more)
    return 1


def answers(random, commands):
    """Answers at prompts: good ones, bad ones, and all that may be typed in their place."""
    game, name = random.choice(STAGES)
    language = random.choice(LANGUAGES)
    count = random.choice((3, 8, 12))
    given = []
    for place in range(count):
        what = random.random()
        line = typed_line(random, game, name, language)
        if place == 0 and what < 0.8:
            given.append(random.choice(("Ann, Bob, Cid", "Ann Bob", "Аня, Боря, Вера", "Ann: x, Bob: -")))
        elif what < 0.1:
            given.append(random.choice(("?", "<", "-", "", " ", "0", "1", "3", "99999")))
        elif what < 0.8 and line:
            one = random.choice(line)
            given.append(one.partition(":")[2].strip() or one.partition("=")[2] if random.random() < 0.8 else one)
        else:
            given.append(battered(random, random.choice(line or ["3"]), 2))
    commands.answers = iter(given)
    begun = typed_line(random, game, name, language)[:2] if random.random() < 0.2 else []
    how = ["--lang", language, *(["--plain"] if random.random() < 0.5 else [])]
    line = [random.choice(("score", "score", "check")), game, name, *how, "--", *begun]
    if random.random() < 0.05:
        line = random.choice(([], ["score"], ["setup", game], ["rules"])) + how
    commands.run(line, asking=True, share=count)
    return max(1, count - len(list(commands.answers)))


def completed(random, commands):
    """What a shell hands over when Tab is pressed."""
    game, name = random.choice(STAGES)
    line = typed_line(random, game, name, "en")
    words_ = random.choice(
        (["score", game, name, *line], ["rules", game], ["setup", game, *line[:1]], ["print", "pad", ""], line)
    )
    text = "callboard " + " ".join(words_)
    text = battered(random, text[: random.randint(10, max(10, len(text)))], 2)
    surroundings = {"_CALLBOARD_COMPLETE": random.choice(app._COMPLETED), "_CALLBOARD_LINE": text.replace("\0", "")}  # noqa: SLF001
    surroundings = {key: one.encode("utf-8", "replace").decode() for key, one in surroundings.items()}
    before = {key: os.environ.get(key) for key in surroundings}
    os.environ.update(surroundings)
    try:
        commands.run([], ours="\t" + "".join(TURNING))  # a shell takes back the word that it handed over
    finally:
        for key, one in before.items():
            del os.environ[key]
            if one is not None:
                os.environ[key] = one
    return 1
