"""What somebody feeds in to harm: bounded before it costs anything, told in words, and never a traceback."""

import json
import os
import subprocess
import sys

import pytest

from callboard_cli.app import run
from callboard_cli.entry.files import LIMIT, UnreadableError, lines, parse
from callboard_cli.speech.face import Face
from callboard_cli.speech.shells import command_line, program
from callboard_locales import catalog
from callboard_scoring.bounds import DEPTH, ITEMS, LENGTH, out_of_bounds
from callboard_scoring.draws import Code, CodeError, _check
from callboard_scoring.games import GAMES
from conftest import environment

# --- Bytes -----------------------------------------------------------------------------------------------------------

DOTS = ".a" * (LIMIT // 2 - 16)
ROUND = LIMIT // 8
LARGE = {
    "a key of dots": f"a{DOTS} = 1",
    "a header of dots": f"[a{DOTS}]",
    "quoted keys with dots": '"a"' + '."a"' * (LIMIT // 4 - 8) + " = 1",
    "dots after a text": f'b = "" # it\'s\n"\\"" = 1\na{DOTS} = 1',
    "dots after a text of lines": f'b = """\n"\\"""" # "\na{DOTS} = 1',
    "dots in a table": f"b = {{ a{DOTS} = 1 }}",
    "lists in lists": "a = " + "[" * ROUND + "]" * ROUND,
    "tables in tables": "a = " + "{a=" * ROUND,
    "JSON's lists in lists": '{"a": ' + "[" * ROUND + "]" * ROUND + "}",
    "JSON's tables in tables": '{"a":' * ROUND + "1" + "}" * ROUND,
}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_what_is_nested_too_deeply_is_refused_before_it_is_parsed(text, monkeypatch):
    for parser in ("tomllib.loads", "json.loads"):
        monkeypatch.setattr(parser, lambda *_, **__: pytest.fail("parsed"))
    assert len(text) <= LIMIT
    with pytest.raises(UnreadableError) as refused:
        parse(text)
    assert refused.value.code == "error.deep"


@pytest.mark.parametrize(
    "text",
    [
        'name = "' + ".[" * 20 + '"',
        "name = '" + ".[" * 20 + "' # " + ".[" * 50,
        'name = """' + ".[\n" * 20 + '"""',
        "name = '''" + ".[\n" * 20 + "'''",
        "a = [" + "1.5, " * 50 + "]",
        "a = 1.5\n" + "".join(f"a{n}.b = 1.5\n" for n in range(50)),
        '{"name": "' + ".[" * 20 + '"}',
        '{"name": "\\"' + ".[" * 20 + '"}',
    ],
)
def test_dots_and_brackets_in_a_text_are_not_nested(text):
    assert isinstance(parse(text), dict)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_record_of_a_table_is_out_of_bounds(game):
    for stage in game.stages:
        raw = game.example(stage)
        assert out_of_bounds(raw) == ()
        assert parse(json.dumps(raw)) == raw


def test_a_key_given_twice_is_found_by_looking_once():
    looks = []

    class Key(str):
        __slots__ = ()

        def __eq__(self, other):
            looks.append(1)
            return str.__eq__(self, other)

        __hash__ = str.__hash__

    from callboard_cli.entry.files import _once

    keys = [Key(number) for number in range(2000)]
    with pytest.raises(UnreadableError) as refused:
        _once([(key, 1) for key in (*keys, Key("1999"))])
    assert refused.value.values == {"key": "1999"}
    assert len(looks) < 3 * len(keys)


MEASURED = """
import resource, sys
from callboard_cli.app import run
status = run(sys.argv[1:])
seconds = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
print(status, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts the memory in kilobytes")
@pytest.mark.parametrize("text", [LARGE["a key of dots"], f"a{'.a' * 11}=1\n" * (LIMIT // 26)], ids=["one", "many"])
def test_dotted_keys_take_no_memory(text):
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, "score", "histrio", "season", "-"],
        input=text.encode(),
        capture_output=True,
        env=environment(),
        check=True,
    )
    status, megabytes = done.stderr.split()[-2:]
    assert status == b"1"
    assert int(megabytes) < 200


@pytest.mark.parametrize(
    "hostile", [LARGE["JSON's lists in lists"], " " * (LIMIT + 1), '{"game": ' + "[" * 900 + "]" * 900 + "}"]
)
def test_a_hostile_line_of_a_batch_is_told_in_its_place(hostile, tmp_path, capsys):
    good = json.dumps({"game": "histrio", "stage": "final", **GAMES[0].example("final")})
    file = tmp_path / "batch.jsonl"
    file.write_text(f"{good}\n{hostile}\n{good}\n", encoding="utf-8")
    assert [number for number, _ in lines(str(file))] == [1, 2, 3]
    assert run(["batch", str(file), "--lang", "en"]) == 1
    first, refused, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == last
    assert refused["errors"][0]["code"] in ("deep", "too-large")


# --- Raw records -----------------------------------------------------------------------------------------------------


def nested(depth, innermost=1):
    for _ in range(depth):
        innermost = [innermost]
    return innermost


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (nested(DEPTH), []),
        (nested(DEPTH + 1), [("error.deep", (0,) * DEPTH)]),
        ({"players": [1] * (ITEMS - 1)}, []),
        ({"players": [1] * ITEMS}, [("error.too-many-values", ())]),
        ({"players": {str(n): n for n in range(ITEMS)}}, [("error.too-many-values", ())]),
        ({"name": "a" * LENGTH}, []),
        (
            {"a": "a" * (LENGTH + 1), "b": ["a", "b" * (LENGTH + 1)]},
            [("error.text-long", ("a",)), ("error.text-long", ("b", 1))],
        ),
        ({"a": {"k" * (LENGTH + 1): 1}}, [("error.text-long", ("a",))]),
        (nested(100_000), [("error.deep", (0,) * DEPTH)]),
        (None, []),
        (7, []),
    ],
    ids=range(11),
)
def test_a_raw_record_is_measured(raw, expected):
    assert [(problem.code, problem.location) for problem in out_of_bounds(raw)] == expected


def test_what_contains_itself_is_measured_too():
    raw = []
    raw.append(raw)
    assert [problem.code for problem in out_of_bounds(raw)] == ["error.deep"]
    wide = []
    wide += [wide] * 10
    assert [problem.code for problem in out_of_bounds(wide)] == ["error.too-many-values"]


# --- Words of the command line ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "players", ["0" * 5000, "0002" + "0" * 5000, "2" * 5000, "4" + "0" * 400, "²", "4_0", "+4", "-4"]
)
def test_a_number_of_players_has_few_digits(players, capsys):
    assert run(["setup", "histrio", f"--players={players}", "--lang", "en"]) == 2
    assert "This game is for 2–5 players" in capsys.readouterr().err


def test_a_number_of_players_may_begin_with_zeros():
    assert run(["setup", "histrio", "--players", "004"]) == 0


@pytest.mark.parametrize("code", ["histrio-{}-0-000000-1", "histrio-4-{}-000000-1", "{}-4-0-000000-1"])
def test_a_code_has_few_characters(code):
    parts = code.format("4" * 5000)
    with pytest.raises(CodeError) as refused:
        Code.read(parts + _check(parts.replace("-", "")), "histrio")
    assert refused.value.problem == "error.code-shape"


@pytest.mark.parametrize(
    ("words", "posix", "windows"),
    [
        (["setup", "Ann"], "setup Ann", "setup Ann"),
        (["Ann Lee", "Ива́н"], "'Ann Lee' 'Ива́н'", '"Ann Lee" "Ива́н"'),
        (["it's"], "'it'\"'\"'s'", '"it\'s"'),
        (["A&del", "a|b", "x>y", "%PATH%", "^"], "'A&del' 'a|b' 'x>y' %PATH% '^'", '"A&del" "a|b" "x>y" "%PATH%" "^"'),
        (['say "hi"', "a\\"], "'say \"hi\"' 'a\\'", '"say \\"hi\\"" a\\'),
        (["a b\\", 'a\\"'], "'a b\\' 'a\\\"'", '"a b\\\\" "a\\\\\\""'),
        ([""], "''", '""'),
    ],
    ids=range(7),
)
def test_a_command_to_be_pasted_is_quoted_for_the_shell(words, posix, windows):
    assert command_line(words, windows=False) == posix
    assert command_line(words, windows=True) == windows


def test_the_program_of_a_pager_is_found_in_either_shells_words():
    assert program("less -R", windows=False) == "less"
    assert program("C:\\bin\\less.exe -R", windows=True) == "C:\\bin\\less.exe"
    assert program('"C:\\Program Files\\less.exe" -R', windows=True) == "C:\\Program Files\\less.exe"
    assert program(" ", windows=False) == program("", windows=True) == ""


@pytest.mark.parametrize("variable", ["PAGER", "MANPAGER"])
@pytest.mark.parametrize("command", ["less 'x", 'less "', "no-such-pager"])
def test_a_pager_that_cannot_be_started_hides_nothing(variable, command, monkeypatch, capfd):
    monkeypatch.setenv(variable, command)
    Face(catalog("en"), plain=False).page("line\n" * 200)
    assert capfd.readouterr() == ("line\n" * 200 + "\n", "")


def test_a_pager_writes_no_file_and_starts_no_program(monkeypatch):
    for name in ("PAGER", "MANPAGER", "LESSSECURE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LESS", "")
    monkeypatch.setenv("LESSCHARSET", "utf-8")
    seen = []
    monkeypatch.setattr("rich.pager.SystemPager.show", lambda *_: seen.append(os.environ.get("LESSSECURE")))
    Face(catalog("en"), plain=False).page("line\n" * 200)
    monkeypatch.setenv("LESSSECURE", "1")  # so that it is taken out again
    assert seen == ["1"]
