"""What somebody feeds in to harm: bounded before it costs anything, told in words, and never a traceback."""

import errno
import json
import os
import signal
import stat
import subprocess
import sys
import threading
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callboard_cli.__main__ import main
from callboard_cli.app import run
from callboard_cli.completion import shells
from callboard_cli.input.files import LIMIT, Lines, UnreadableError, _parse_slowly, parse, parse_json
from callboard_cli.ui.names import command_line
from callboard_cli.ui.output import UI, program
from callboard_locales import catalog
from callboard_rules import RulesFormatError
from callboard_scoring.draws import Code, CodeError, _check
from callboard_scoring.games import GAMES
from callboard_scoring.problems import DEPTH, ITEMS, LENGTH, Problem, out_of_bounds
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
        assert list(out_of_bounds(raw)) == []
        assert parse(json.dumps(raw)) == raw


KEYS = st.sampled_from(['"a"', '"b"', '"c:d"', '"\\u0061"', '"é"', '"\\ud800"'])
VALUES = st.sampled_from(
    [
        *(
            "1",
            "-0",
            "1.5",
            "1e400",
            "-1e-400",
            "NaN",
            "-Infinity",
            "true",
            "null",
            "01",
            "1.",
            "+1",
            "9" * 30,
            "9" * 5000,
        ),
        *(
            '"x\\u0000"',
            '"\t"',
            '"\\ud83d\\ude00"',
            '"\\ud83d"',
            '"\x7f"',
            '"\u2028"',
            "'a'",
            "5e-324",
            "",
            "[",
            "}",
            "\ufeff",
        ),
    ]
)
JSON = st.recursive(
    VALUES,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[{','.join(items)}]")
        | st.lists(
            st.tuples(KEYS, st.sampled_from(":,"), inner) | st.tuples(KEYS, st.just(" : "), inner), max_size=3
        ).map(lambda pairs: f"{{{','.join(map(''.join, pairs))}}}")
    ),
)


@given(JSON, st.integers(0, DEPTH + 2), st.sampled_from(["[]", '{"a":1}']))
def test_json_says_the_same_to_whoever_reads_it_quickly_and_to_whoever_tells_what_is_wrong(inner, depth, innermost):
    def read(parser, text):
        try:
            return repr(parser(text))
        except UnreadableError as error:
            return error.code, error.values

    for text in (inner, "[" * depth + innermost + "]" * depth, '{"a":' * depth + innermost + "}" * depth):
        assert read(parse_json, text) == read(_parse_slowly, text)


def test_a_key_given_twice_is_found_by_looking_once():
    looks = []

    class Key(str):
        __slots__ = ()

        def __eq__(self, other):
            looks.append(1)
            return str.__eq__(self, other)

        __hash__ = str.__hash__

    from callboard_cli.input.files import _once

    keys = [Key(number) for number in range(2000)]
    with pytest.raises(UnreadableError) as refused:
        _once([(key, 1) for key in (*keys, Key("1999"))])
    assert refused.value.values == {"key": "1999"}
    assert len(looks) < 3 * len(keys)


def test_a_key_given_twice_is_not_told_at_length():
    key = "k" * (LIMIT // 3)
    with pytest.raises(UnreadableError) as refused:
        parse(f'{{"{key}": 1, "{key}": 2}}')
    assert refused.value.values == {"key": "k" * 39 + "…"}


MEASURED = """
import sys
from callboard_cli.app import run
status = run(sys.argv[1:])
# Its own memory: what getrusage tells begins with that of the process which started it.
(peak,) = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(status, int(peak) // 1024, file=sys.stderr)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts the memory in kilobytes")
@pytest.mark.parametrize(
    "text",
    [pytest.param(LARGE["a key of dots"], marks=pytest.mark.long), f"a{'.a' * 11}=1\n" * (LIMIT // 26)],
    ids=["one", "many"],
)
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
    assert [number for number, _ in Lines(str(file))] == [1, 2, 3]
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
        (
            {"a" * LENGTH: "b" * LENGTH, "c": {"k" * LENGTH: 1}, "d": ("e" * (LENGTH + 1),)},
            [("error.text-long", ("d", 0))],
        ),
        ({"k" * (LENGTH + 1): 1, "b": "b" * (LENGTH + 1)}, [("error.text-long", ())]),
        ({"a": "a" * (LENGTH + 1), "b": [1] * (ITEMS - 2)}, [("error.text-long", ("a",))]),
        (nested(100_000), [("error.deep", (0,) * DEPTH)]),
        (None, []),
        (7, []),
    ],
    ids=range(14),
)
def test_a_raw_record_is_measured(raw, expected):
    limits = {"error.deep": DEPTH, "error.too-many-values": ITEMS, "error.text-long": LENGTH}
    assert list(out_of_bounds(raw)) == [Problem(place, code, {"limit": limits[code]}) for code, place in expected]


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


@pytest.mark.parametrize(
    "code", ["histrio-{}-0-000000-1", "histrio-4-{}-000000-1", "{}-4-0-000000-1", "histrio-4-0-{}-2"]
)
def test_a_code_has_few_characters(code):
    parts = code.format("4" * 5000)
    with pytest.raises(CodeError) as refused:
        Code.read(parts + _check(parts.replace("-", "")), "histrio")
    assert refused.value.problem == "error.code-shape"


@pytest.mark.parametrize(
    ("words", "posix", "windows"),
    [
        (["setup", "Ann"], "setup Ann", "setup Ann"),
        (["setup", "Аня", "Íñigo", "сезон=2"], "setup Аня Íñigo сезон=2", "setup Аня Íñigo сезон=2"),
        (["Ann Lee", "Ива́н"], "'Ann Lee' 'Ива́н'", '"Ann Lee" "Ива́н"'),
        (["it's"], "'it'\"'\"'s'", '"it\'s"'),
        (["A&del", "a|b", "x>y", "%PATH%", "^"], "'A&del' 'a|b' 'x>y' %PATH% '^'", '"A&del" "a|b" "x>y" "%PATH%" "^"'),
        (['say "hi"', "a\\"], "'say \"hi\"' 'a\\'", '"say \\"hi\\"" a\\'),
        (["a b\\", 'a\\"'], "'a b\\' 'a\\\"'", '"a b\\\\" "a\\\\\\""'),
        ([""], "''", '""'),
    ],
    ids=range(8),
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
    UI(catalog("en"), plain=False).page("line\n" * 200)
    assert capfd.readouterr() == ("line\n" * 200 + "\n", "")


def test_a_pager_writes_no_file_and_starts_no_program(monkeypatch):
    for name, value in (("PAGER", ""), ("MANPAGER", ""), ("LESS", ""), ("LESSCHARSET", "utf-8"), ("LESSSECURE", "0")):
        monkeypatch.setenv(name, value)
    seen = []
    monkeypatch.setattr("rich.pager.SystemPager.show", lambda *_: seen.append(os.environ.get("LESSSECURE")))
    UI(catalog("en"), plain=False).page("line\n" * 200)
    assert seen == ["1"]


# --- Streams and signals ---------------------------------------------------------------------------------------------

LONG = ["rules", "histrio", "--section", "setup"]
SHORT = ["games"]
HELD = {"PYTHONUNBUFFERED": ""}
"""Written when there is enough of it, or at the end."""
AT_ONCE = {"PYTHONUNBUFFERED": "1"}
ASCII = {**HELD, "PYTHONIOENCODING": "ascii"}
"""Typer then writes past the text stream."""
REFUSED = ["score", "histrio", "season", "7", "--json"]


@pytest.mark.parametrize(
    ("line", "extra", "status"),
    [
        pytest.param(LONG, HELD, 0, marks=pytest.mark.long),
        (SHORT, HELD, 0),
        pytest.param(REFUSED, HELD, 1, marks=pytest.mark.long),
        (REFUSED, AT_ONCE, 0),  # which ends before it has come to a status
        (["--help"], ASCII, 0),
    ],
    ids=["long", "short", "refused", "refused at once", "help"],
)
def test_a_reader_that_went_away_is_nobodys_mistake(line, extra, status):
    reader, writer = os.pipe()
    os.close(reader)
    done = ran(line, stdout=writer, stderr=subprocess.PIPE, **extra)
    os.close(writer)
    assert (done.returncode, done.stderr) == (status, b"")


full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a disk that is always full")  # noqa: PTH110


def ran(line, **extra):
    streams = {name: extra.pop(name) for name in ("stdin", "stdout", "stderr") if name in extra}
    python = [sys.executable, "-X", "dev", "-W", "error::ResourceWarning", "-m", "callboard_cli"]
    return subprocess.run([*python, *line], env=environment(**extra), check=False, **streams)


@full
@pytest.mark.parametrize(
    ("line", "status"),
    [
        (["scoer"], 2),
        (SHORT, 0),
        *(
            pytest.param(*one, marks=pytest.mark.long)
            for one in ((["--lang", "fr"], 2), (["score", "histrio", "season", "7"], 1))
        ),
    ],
)
def test_complaints_that_cannot_be_written_leave_the_status_as_it_is(line, status):
    with open("/dev/full", "wb") as disk:  # noqa: PTH123
        assert ran(line, stdout=subprocess.DEVNULL, stderr=disk).returncode == status


@full
@pytest.mark.parametrize(
    ("line", "extra"),
    [
        pytest.param(LONG, HELD, marks=pytest.mark.long),
        (SHORT, AT_ONCE),
        (["--version"], HELD),
        pytest.param(["--help"], ASCII, marks=pytest.mark.long),
    ],
    ids=["long", "short", "version", "help"],
)
def test_a_full_disk_is_told_whatever_was_to_be_written(line, extra):
    with open("/dev/full", "wb") as disk:  # noqa: PTH123
        done = ran([*line, "--lang", "en"], stdout=disk, stderr=subprocess.PIPE, **extra)
    assert done.returncode == 1
    assert done.stderr.decode() == "The output cannot be written: the disk is full, or you may not write there.\n"


@pytest.mark.parametrize(
    "closed", ["<&- >&- 2>&-", *(pytest.param(one, marks=pytest.mark.long) for one in ("<&-", ">&-"))]
)
def test_nothing_is_left_open(closed):
    script = f'"{sys.executable}" -X dev -W error::ResourceWarning -m callboard_cli batch {closed}'
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, stdin=subprocess.DEVNULL, env=environment(), check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("language", ["ru", "en", "es"])
def test_a_missing_file_of_our_own_is_a_broken_installation_and_no_full_disk(language, monkeypatch, capsys):
    def gone(*_):
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", "/lib/examples.toml")

    monkeypatch.setattr("callboard_scoring.game.Game.example", gone)
    assert run(["example", "histrio", "season", "--lang", language]) == 1
    assert capsys.readouterr().err == catalog(language).text("usage.broken") % {"what": "/lib/examples.toml"} + "\n"


def test_where_the_very_words_are_missing_the_system_has_its_say(monkeypatch, capsys):
    def closed(*_):
        raise PermissionError(errno.EACCES, "Permission denied", "callboard.mo")

    monkeypatch.setattr("callboard_locales.Catalog.text", closed)
    monkeypatch.setattr("callboard_cli.ui.output.open_streams", lambda: None)
    monkeypatch.setattr(sys, "argv", ["callboard", "games"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 1
    assert capsys.readouterr().err == "callboard: [Errno 13] Permission denied: 'callboard.mo'\n"


def test_standard_input_that_cannot_be_read_is_no_full_disk(monkeypatch, capsys):
    def folder(*_):
        raise IsADirectoryError(errno.EISDIR, "Is a directory")

    reading = SimpleNamespace(read=folder, readline=folder)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=reading, isatty=lambda: False))
    for line in (["score", "histrio", "season", "-"], ["batch"]):
        assert run([*line, "--lang", "en"]) == 2
        assert "The file “-” cannot be opened." in capsys.readouterr().err


def test_ctrl_c_while_importing_ends_quietly(monkeypatch, capsys):
    class Interrupted:
        def __getattr__(self, name):
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "callboard_cli.app", Interrupted())
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal for one process")
def test_ctrl_c_while_running_ends_quietly():
    python = [sys.executable, "-X", "dev", "-m", "callboard_cli", "batch"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(python, env=environment(PYTHONUNBUFFERED="1"), **pipes) as process:
        process.stdin.write(b"7\n")
        process.stdin.flush()
        assert b"no-table" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read().strip() == b""


# --- The shell's start-up file ---------------------------------------------------------------------------------------

OLD = "# старое\n".encode("cp1251") + b"alias ll='ls -l'"


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("shell", "name", "script"),
    [("bash", ".bashrc", ".bash_completions/callboard.sh"), ("zsh", ".zshrc", ".zfunc/_callboard")],
)
def test_completion_adds_to_the_start_up_file_and_keeps_the_old(shell, name, script, home, capsys):
    start = home / name
    start.write_bytes(OLD)
    start.chmod(0o640)
    assert run(["--install-completion", shell, "--lang", "en"]) == 0
    assert str(home / f"{name}.before-callboard") in capsys.readouterr().out
    added = start.read_bytes()
    assert added.startswith(OLD + b"\n")
    assert (str(home / script) if shell == "bash" else "fpath+=~/.zfunc").encode() in added
    assert "_CALLBOARD_COMPLETE" in (home / script).read_text(encoding="utf-8")
    assert (home / f"{name}.before-callboard").read_bytes() == OLD
    if os.name != "nt":
        assert stat.S_IMODE(start.stat().st_mode) == 0o640
    assert run(["--install-completion", shell, "--lang", "en"]) == 0
    assert "before-callboard" not in capsys.readouterr().out
    assert start.read_bytes() == added
    assert (home / f"{name}.before-callboard").read_bytes() == OLD
    assert not list(home.rglob("*-new"))


def test_completion_where_there_is_no_start_up_file(home, capsys):
    for shell, name in (("bash", ".bashrc"), ("zsh", ".zshrc"), ("fish", ".config/fish/completions/callboard.fish")):
        assert run(["--install-completion", shell]) == 0
        assert (home / name).stat().st_size
    assert "before-callboard" not in capsys.readouterr().out


def test_a_line_that_typer_wrote_is_not_written_again(home):
    line = f"source '{home}/.bash_completions/callboard.sh'\n".encode()
    (home / ".bashrc").write_bytes(line)
    assert run(["--install-completion", "bash"]) == 0
    assert (home / ".bashrc").read_bytes() == line


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_start_up_file_that_is_a_link_stays_one(home):
    (home / "dotfiles").mkdir()
    (home / "dotfiles/bashrc").write_bytes(OLD)
    (home / ".bashrc").symlink_to("dotfiles/bashrc")
    assert run(["--install-completion", "bash"]) == 0
    assert (home / ".bashrc").is_symlink()
    assert (home / "dotfiles/bashrc").read_bytes().startswith(OLD + b"\nsource ")


def test_installations_at_once_lose_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(shells, "_PATIENCE", 10_000)
    file = tmp_path / "start"
    file.write_bytes(OLD + b"\n")
    change = shells._change  # noqa: SLF001  # the installer adds the same line each time, which proves nothing
    ends = [f"{number}\n".encode() for number in range(12)]
    threads = [threading.Thread(target=change, args=(file, lambda old, end=end: old + end)) for end in ends]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert file.read_bytes().startswith(OLD + b"\n")
    assert sorted(file.read_bytes().removeprefix(OLD + b"\n").splitlines(keepends=True)) == sorted(ends)


def test_an_installation_that_breaks_off_leaves_the_old_file_whole(home, monkeypatch, capsys):
    def disk_full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    (home / ".bashrc").write_bytes(OLD)
    monkeypatch.setattr("os.fsync", disk_full)
    assert run(["--install-completion", "bash", "--lang", "en"]) == 2
    assert "cannot be written: the disk is full" in capsys.readouterr().err
    assert (home / ".bashrc").read_bytes() == OLD
    assert not list(home.rglob("*-new"))


def test_what_stands_in_the_way_of_completion_is_named(home, monkeypatch, capsys):
    def told(shell):
        assert run(["--install-completion", shell, "--lang", "en"]) == 2
        return capsys.readouterr().err

    (home / ".bashrc").mkdir()
    assert f"“{home / '.bashrc'}” is a folder" in told("bash")
    (home / ".zshrc.callboard-new").touch()
    monkeypatch.setattr(shells, "_PATIENCE", 1)
    assert f"delete “{home / '.zshrc.callboard-new'}”" in told("zsh")
    (home / ".config").touch()
    assert "callboard.fish” cannot be written" in told("fish")
    monkeypatch.setenv("PATH", str(home))
    assert "no PowerShell called “powershell”" in told("powershell")
    monkeypatch.setattr("pathlib.Path.home", lambda: (_ for _ in ()).throw(RuntimeError))
    assert "home folder cannot be found" in told("bash")


def test_a_damaged_index_of_ours_is_told_as_a_broken_installation(capsys, monkeypatch):
    def damaged(*_arguments):
        raise RulesFormatError("histrio/en.index: damaged")

    monkeypatch.setattr("callboard_rules.search.load_known", damaged)
    assert run(["rules", "histrio", "chameleon", "--lang", "en"]) == 1
    shown = capsys.readouterr()
    assert "histrio/en.index: damaged" in shown.err
    assert "Traceback" not in shown.err
