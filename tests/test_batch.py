"""`callboard batch` over many lines: without sentences, on several processors, watched, interrupted, and in little memory."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time

import pytest

import callboard
from callboard_cli.batch.answerer import Answerer, LostError
from callboard_cli.batch.pool import CHUNK, answered
from callboard_scoring.games import GAMES
from conftest import LANGUAGES, environment, run_callboard, start_callboard
from failing import Failing
from running import PATIENCE, uncoloured

EXAMPLES = [{"game": game.id, "stage": stage, **game.example(stage)} for game in GAMES for stage in game.stages]
SMALL = {"game": "histrio", "stage": "final", "players": [{"name": "Ann", "ecus": 3}, {"name": "Bob", "ecus": 2}]}
WRONG = [{"game": "histrio", "stage": "sezon"}, {"game": "histrio", "stage": "final", "players": [{}]}, 7]


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


def untold(data):
    """The same data without `text`."""
    if isinstance(data, dict):
        return {key: untold(value) for key, value in data.items() if key != "text"}
    return [untold(item) for item in data] if isinstance(data, list) else data


# --- What it says ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_text_is_the_same_json_without_text(language):
    text = lines(*EXAMPLES, *WRONG)
    told = run_callboard("batch", "--lang", language, stdin=text)
    bare = run_callboard("batch", "--no-text", "--lang", language, stdin=text)
    assert bare.status == told.status == 1
    assert '"text"' in told.out and '"text"' not in bare.out
    assert [json.loads(line) for line in bare.out.splitlines()] == [
        untold(json.loads(line)) for line in told.out.splitlines()
    ]


def test_a_line_is_answered_alone_as_in_a_batch():
    text = lines(*EXAMPLES, *WRONG)
    for language in (*LANGUAGES, None):
        asked = ["--lang", language] if language else ["--no-text", "--lang", "en"]
        batch = [json.loads(line) for line in run_callboard("batch", *asked, stdin=text).out.splitlines()]
        for line, answer in zip(text.splitlines(), batch, strict=True):
            answer.pop("line", None)
            assert json.loads(callboard.score_line(line, language)) == answer
            assert callboard.score_line(line.encode(), language) == callboard.score_line(line, language)


def test_a_line_that_is_no_text_is_answered_too():
    for line, code in ((b"\xff", "not-utf8"), ("\ud800", "not-utf8"), ("x" * 100_001, "too-large"), ("", "json")):
        (error,) = json.loads(callboard.score_line(line, "en"))["errors"]
        assert error["code"] == code
    with pytest.raises(callboard.UnknownNameError):
        callboard.score_line("{}", "fr")


@pytest.mark.parametrize("given", ["x", "-1", "65", "1.5", "²", "9" * 5000, ""])
def test_jobs_are_a_number_within_reason(given):
    ran = run_callboard("batch", f"--jobs={given}", "--lang", "en")
    assert ran.status == 2
    assert ran.err.startswith("--jobs takes a number from 0 to 64, not “")
    assert len(ran.err) < 200


# --- Several processes -----------------------------------------------------------------------------------------------


def test_several_processes_answer_the_same_in_the_same_order():
    purses = ([{"name": f"Ann {i}", "ecus": i % 60}, {"name": "Bob", "ecus": 9}] for i in range(3 * CHUNK))
    text = lines(*EXAMPLES, WRONG[0], *({**SMALL, "players": players} for players in purses))
    one = run_callboard("batch", "--lang", "ru", stdin=text)
    assert start_callboard("batch", "--jobs", "2", "--lang", "ru", stdin=text) == one


def test_a_process_that_dies_is_told_and_one_that_fails_is_made_good():
    made = [answer for answers in answered(Failing("en"), [(1, "7")], 2) for answer in answers]
    assert made == [Answerer("en").answer("7", 1)]
    with pytest.raises(LostError) as lost:
        list(answered(Failing("en"), [(5, "exit"), (6, "7")], 1))
    assert lost.value.number == 5
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(("language", "told"), [("ru", "со строки 5"), ("en", "from 5 on"), ("es", "la línea 5")])
def test_a_process_that_dies_is_told_in_words(language, told, monkeypatch):
    def lost(*_):
        raise LostError(5)

    monkeypatch.setattr("callboard_cli.commands.batch.answered", lost)
    ran = run_callboard("batch", "--jobs", "2", "--lang", language, stdin="7\n")
    assert (ran.status, ran.out) == (1, "")
    assert told in ran.err


# --- Interrupted, and watched ----------------------------------------------------------------------------------------


def many(tmp_path, number):
    file = tmp_path / "many.jsonl"
    file.write_text(lines(SMALL) * number, encoding="utf-8")
    return file


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal for one process")
@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_ctrl_c_ends_after_a_whole_line_and_leaves_nobody_behind(jobs, tmp_path):
    command = [sys.executable, "-m", "callboard_cli", "batch", str(many(tmp_path, 100_000)), "--jobs", jobs]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "start_new_session": True, "bufsize": 0}
    with subprocess.Popen(command, env=environment(), **pipes) as process:
        first = process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
        rest, complained = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert complained == b""
    out = first + rest
    assert out.endswith(b"\n")
    assert out.count(b"\n") < 100_000
    assert len({*out.splitlines()}) == 1
    json.loads(first)
    until = time.monotonic() + PATIENCE
    while is_there(process.pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_there(process.pid)


def is_there(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(os.name == "nt", reason="no pipes of such a shell")
def test_a_reader_who_has_seen_enough_ends_it_quietly(tmp_path):
    script = f'"{sys.executable}" -m callboard_cli batch {many(tmp_path, 1_000)} --jobs 2 | head -n 1'
    done = subprocess.run(["bash", "-c", script], capture_output=True, env=environment(), check=False)
    assert (done.stdout.count(b"\n"), done.stderr) == (1, b"")


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
@pytest.mark.parametrize(
    ("into", "is_shown"),
    [("> out", True), ("| cat > out", False), pytest.param("--plain > out", False, marks=pytest.mark.long)],
)
def test_a_bar_is_shown_where_the_answers_go_into_a_file(into, is_shown, tmp_path):
    pexpect = pytest.importorskip("pexpect")
    file = many(tmp_path, 300)
    script = f'"{sys.executable}" -m callboard_cli batch {file.name} --lang ru {into}'
    child = pexpect.spawn("bash", ["-c", script], env=environment(), cwd=tmp_path, encoding="utf-8", timeout=PATIENCE)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    shown = uncoloured(child.before)
    if is_shown:
        assert "Посчитано 300 записей" in shown and "100%" in shown
    else:
        assert shown == ""
    assert (tmp_path / "out").read_text("utf-8").count("\n") == 300


# --- Far more than fits into memory, and than one machine ------------------------------------------------------------

PEAK = """
import sys
from callboard_cli.__main__ import main
try: main()
finally:  # its own: what getrusage tells begins with the memory of the process that started it
    (peak,) = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
    print(peak, file=sys.stderr)
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux does, in KiB")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_memory_does_not_grow_with_the_number_of_lines(jobs, tmp_path):
    peaks = []
    for number in (2_000, 60_000):
        command = [sys.executable, "-c", PEAK, "batch", str(many(tmp_path, number)), "--jobs", jobs]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment(), check=True)
        peaks.append(int(done.stderr))
    assert peaks[1] - peaks[0] < 4_000


@pytest.mark.long
def test_a_cluster_answers_as_batch_does(tmp_path):
    reason = "this takes Dask: pip install 'callboard[dask]'"
    bag = pytest.importorskip("dask.bag", reason=reason)
    distributed = pytest.importorskip("distributed", reason=reason)
    text = lines(*EXAMPLES, *WRONG[1:]) * 5
    for part in range(3):
        (tmp_path / f"{part}.jsonl").write_text(text, "utf-8")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster),
    ):
        bag.read_text(str(tmp_path / "*.jsonl")).map(callboard.score_line, "es").to_textfiles(str(tmp_path / "out-*"))
    batch = [json.loads(line) for line in run_callboard("batch", "--lang", "es", stdin=text).out.splitlines()]
    for answer in batch:
        answer.pop("line", None)
    for part in range(3):
        (out,) = tmp_path.glob(f"out-{part}*")
        assert [json.loads(line) for line in out.read_text("utf-8").splitlines()] == batch
