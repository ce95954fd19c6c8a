"""What is typed or piped in to harm: some in the suite, a hundred thousand an entrance in the long job, from a seed.

What came out once stays as a case. `ATTACK_SEED=7 ATTACK_INPUTS=5000 python -m pytest -m long tests/test_hostile_inputs.py`
takes other inputs, and so many; what fails is told with its seed and the number of its round, which bring it back.
"""

import json
import socket
import subprocess
from contextlib import suppress
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest

from attacks import dispute
from callboard_cli.ui.output import to_json
from entrances import TYPED
from entrances.attacking import attacked, opened, survives
from entrances.table_page import Served, look_at_answer
from entrances.watching import look


@pytest.mark.parametrize("entrance", TYPED)
def test_no_input_breaks_anything(entrance, request, tmp_path, capsys):
    survives(TYPED[entrance], request.config, tmp_path, capsys)


@pytest.mark.long
@pytest.mark.parametrize("entrance", TYPED)
def test_a_hundred_thousand_inputs_break_nothing(entrance, request, tmp_path, capsys):
    survives(TYPED[entrance], request.config, tmp_path, capsys)


# --- What would be noticed -------------------------------------------------------------------------------------------


def raises(_, commands):
    with commands.watch.input(""):
        raise KeyError("zq")


def shows(_, __):
    look("\x1b[5m")


def turns(_, __):
    look("\x1b[1m\u202e", screen=True)


def writes(_, commands):
    with commands.watch.input(""), suppress(OSError):
        Path("/no-such-folder/zq").write_text("zq", encoding="utf-8")


def connects(_, commands):
    with commands.watch.input(""), suppress(OSError), socket.socket() as line:
        line.connect(("127.0.0.1", 9))


def starts(_, commands):
    with commands.watch.input(""), suppress(OSError):
        subprocess.run(["/no-such-folder/zq"], check=False)


def dawdles(_, commands):
    with commands.watch.input("", share=0.001):
        sum(range(300_000))


def hangs(_, commands):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("entrances.watching.PATIENCE", 0.05)
        with commands.watch.input(""), suppress(Exception):
            while True:
                pass


def grows(_, commands):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("entrances.watching.MEGABYTES", -1)  # it is as large as it was
        patched.setattr("entrances.watching.SELDOM", 1)
        with commands.watch.input(""):
            pass


def unescaped(_, __):
    look_at_answer(200, b"<p><zq onload=zq()>", [(b"content-type", b"text/html"), (b"content-security-policy", b"")])


@pytest.mark.parametrize("entrance", [raises, shows, turns, writes, connects, starts, dawdles, hangs, grows, unescaped])
def test_whatever_must_not_be_is_noticed(entrance, tmp_path):
    assert len(attacked(entrance, 1, "1", tmp_path).broken) == 1


# --- What broke once -------------------------------------------------------------------------------------------------

ENGLISH = ["--lang", "en", "--plain"]
BEGAN = '{"kind":"began","at":"2026-11-22T19:01:00Z","by":"","data":{"game":"histrio","players":["Ann","Bob"],"setup":null}}'
TOLD = '{"night":"bodak-histrio","callboard":"0.2.0","events":[%s,%s]}'
HALVES = {
    "a note": r'{"kind":"noted","at":"2026-11-22T19:02:00Z","by":"","data":{"note":"\ud800"}}',
    "a record": r'{"kind":"entered","at":"2026-11-22T19:02:00Z","by":"","data":{"stage":"season","entered":{"\ud800":1}}}',
    "what is typed": r'{"kind":"typed","at":"2026-11-22T19:02:00Z","by":"","data":{"stage":"season","whose":"","typed":{"\ud800":"x"}}}',
    "who did it": r'{"kind":"noted","at":"2026-11-22T19:02:00Z","by":"\ud800","data":{}}',
}
KEPT = {
    "a question of which no word is near any of the rules' is answered as any other that they do not answer": (
        ["rules", "histrio", *ENGLISH, "--", "مرحباC3", "×9999999\x7f²"],
        {},
        "Nothing on this was found",
    ),
    "who leaves a prompt is shown no control character in the command that goes on": (
        ["score", "histrio", "season", *ENGLISH],
        {"asking": True, "answers": ["1", "comedy\x1b[5;41m", "comedy\x1b[5;41m"]},
        r"mood=comedy\x1b[5;41m",
    ),
    "nor what hides letters in words that were typed at first": (
        ["score", "intrigo", "round", *ENGLISH, "--", "Ada\U000e0041"],
        {"asking": True},
        r"round 'Ada\U000e0041'",
    ),
    "nor where a question leads to a command": (
        [*ENGLISH],
        {"asking": True, "answers": ["rules", "histrio", "coins \x9b5m"]},
        r"rules histrio 'coins \x9b5m'",
    ),
    "what was probably meant repeats no control character of what was typed around it": (
        [
            "score",
            "turandot",
            "final",
            *ENGLISH,
            "--",
            "Ann: singers 3 hombre \ralternatvo",
            "Bob: 3 hombre \ralternatvo",
        ],
        {},
        r"hombre \ralternative",
    ),
    "no name holds an end of a line that the command which makes a set-up again would show": (
        ["setup", "historia", "A\u2028nn", "Bob", "Cid", "--code", "historia-3-0-0-2x", *ENGLISH],
        {},
        "cannot be a name",
    ),
    **{
        f"half of a pair of surrogates in {what} of an evening's text makes it none": (
            ["replay", "-", *ENGLISH],
            {"stdin": dispute(TOLD % (BEGAN, event), "night")},
            "it isn't a valid evening",
        )
        for what, event in HALVES.items()
    },
}


@pytest.mark.parametrize(("arguments", "how", "expected"), KEPT.values(), ids=KEPT)
def test_what_broke_once_is_mended(arguments, how, expected, tmp_path):
    with opened(tmp_path) as commands:
        commands.answers = iter(how.get("answers", ()))
        run = {name: given for name, given in how.items() if name != "answers"}
        _, out, err = commands.run(arguments, **run)
    assert expected in out + err


@pytest.mark.parametrize("line", [["night", "show"], ["night", "remove", "--yes"], ["table"]], ids=" ".join)
@pytest.mark.parametrize("name", ["\udcff", "tomak\ud800"])
def test_half_a_letter_begins_no_name_of_an_evening(line, name, tmp_path):
    with opened(tmp_path) as commands:
        commands.run(["night", "start", "histrio", "Ann", "Ben"])
        status, _, told = commands.run([*line, "--lang", "en", "--", name])
    assert status == 1
    assert "There is no evening" in told


def test_what_was_typed_where_something_else_can_be_chosen_turns_no_letters_of_the_page(tmp_path):
    with opened(tmp_path) as commands:
        served = commands.through(Served)
        random = Random(1)
        served.renew(random)
        while served.game.id != "histrio":
            served.renew(random)
        form = "stage=season&part=&seen=0&do=save&mood=" + quote("1\u2066")
        headers = [(b"host", b"192.168.1.5:8470"), (b"content-length", b"%d" % len(form))]
        status, *_ = served.asked("POST", f"/{served.tokens[0]}", b"", form.encode(), headers)
        assert status == 303
        _, body, _ = served.asked("GET", f"/{served.tokens[0]}", b"", b"", [])
    assert r"<span>1\u2066</span>" in body.decode()


def test_what_programs_are_told_holds_nothing_that_a_terminal_acts_on():
    told = to_json({"name": "\x7f\x1b\x9b\u202e"})
    assert told.isprintable()
    assert json.loads(told) == {"name": "\x7f\x1b\x9b\u202e"}
