"""Tab: what can stand where somebody types, with what it means, in the language of the line; and real shells ask it."""

import os
import re
import shutil
import sys

import pytest

from callboard_cli.completion.shells import read_line
from callboard_cli.input.candidates import candidates
from callboard_cli.input.notation import notation
from callboard_cli.input.stage import stage_of
from callboard_locales import catalog
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.words import fold, spell
from conftest import LANGUAGES, ROOT, run_callboard, sampled
from running import PATIENCE, environment

STAGES = [(game.id, stage) for game in GAMES for stage in game.stages]
ACTORS = ["C1", "C2", "C3", "C4", "C5", "T1", "T2", "T3", "T4", "T5"]
TYPES = ["professional", "amateur", "alternative", "classical", "comedian", "goth"]


def offered(game, stage, *words, language="en"):
    """What can stand for the last of these words, behind the part of it that is kept."""
    *before, begun = words
    found = candidates(stage_of(find_game(game), stage), before, begun, catalog(language))
    kept = re.sub(r"[^\s,;:=]*\Z", "", begun)
    assert all(one.text.startswith(kept) for one in found)
    return [one.text.removeprefix(kept) for one in found]


def tabbed(line, shell="fish", **extra):
    """What the command tells a shell that asks what can stand at the end of a line."""
    told = run_callboard(_CALLBOARD_COMPLETE=shell, _CALLBOARD_LINE=line, **extra)
    assert (told.status, told.err) == (0, "")
    return told.out.splitlines()


# --- A score's line --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (("histrio", "season", ""), ["season=", "mood="]),
        (("histrio", "season", "season=1", ""), ["mood="]),
        (("histrio", "season", "season="), ["1", "2"]),
        (("histrio", "season", "mood=com"), ["comedy"]),
        (("histrio", "season", "mood: com"), ["comedy"]),
        (("histrio", "season", "Ada: C3 "), [*ACTORS, "X"]),
        (("histrio", "season", "Ada: C3 t"), ["t1", "t2", "t3", "t4", "t5"]),
        (("histrio", "season", "Ada:C"), ACTORS[:5]),
        (("histrio", "season", "Ada: C3 Ben: T1 C"), ACTORS[:5]),
        (("histrio", "season", "Ada: X chameleons="), []),  # any number
        (("histrio", "season", "Ada"), []),  # a new name is nobody's to know
        (("histrio", "court", "T2 T"), ACTORS[5:]),
        (("histrio", "city", "steal f"), ["from="]),
        (("histrio", "city", "steal-f"), ["steal-from="]),
        (("histrio", "city", "ecus=Ann Lee 3, Bob 2", "player=Ann Lee", "steal-from="), ["Ann Lee", "Bob"]),
        (("histrio", "city", "ecus=Ann Lee 3, Bob 2", "steal from=Bob, Ann L"), ["Lee"]),
        (("histrio", "city", "managers=supply 3, "), ["theatre"]),
        (("intrigo", "round", "Ada: D"), ["Dandolo"]),
        (("intrigo", "round", "Ada: Dandolo, 1, clergy 2, "), ["merchants", "military", "farmers", "workers"]),
        (("intrigo", "round", "merchants, pal"), ["palace guard"]),  # a token, and then a card
        (("intrigo", "round", "merchants, palace gu"), ["guard"]),
        (("intrigo", "round", "merchants, Dandolo "), ["2", "3", "4"]),
        (("intrigo", "round", "merchants, Dandolo 2, d"), ["ducat"]),
        (("magnificent", "power", "die=clear "), ["1", "2", "3", "4", "5", "6"]),
        (("magnificent", "power", "colour="), ["orange", "green", "purple"]),
        (("magnificent", "perform", "pos"), ["poster:"]),
        (("magnificent", "perform", "camp=orange "), ["large", "small"]),
        (("magnificent", "round", "Ada: 3 +9 O5 3 G2 C3 f"), ["flat", "fire posters"]),  # she has her four dice
        (("magnificent", "round", "Ada: 3 +9 O5 3 G2 C3 flat g"), ["grid="]),  # and her card
        (("magnificent", "round", "Ada: small ti"), ["tiles of one colour", "tiles"]),
        (("magnificent", "final", "Ada: 100, plots=0 0 1, h"), ["hat", "hat="]),
        (("turandot", "final", "Misha: 3 male "), TYPES),
        (("turandot", "final", "Misha: 3 m goth c"), ["calaf", "comedians", "classicals"]),
        (("turandot", "final", "Misha: 3 male goth, roles=Liù c"), ["calaf"]),
        (("turandot", "final", "imaginary: 3 ma"), ["male"]),
        (("turandot", "round", "Misha: 4 +1 b"), ["bluff"]),
        (("turandot", "round", "Misha: 4 bluff="), ["yes", "no"]),
        (("turandot", "round", "Misha: 4", "Vanya: 4 +2", "puccini="), ["Misha", "Vanya"]),
        (("turandot", "round", "puccini=Vanya", "Misha: 4", "V"), ["Vanya:"]),
        (("turandot", "round", "round="), ["1", "2", "3", "4", "5", "6", "7"]),
    ],
)
def test_what_can_stand_on_a_line(line, expected):
    assert sorted(offered(*line)) == sorted(expected)


def test_a_line_without_quotation_marks_goes_on_word_by_word():
    assert offered("turandot", "final", "Misha:", "3", "male", "g") == ["goth"]
    assert offered("histrio", "season", "Ada:", "C3", "m") == ["mood="]


def test_words_are_the_readers_and_others_where_none_of_them_begins_so():
    assert offered("histrio", "season", "настр", language="ru") == ["настроение="]
    assert offered("histrio", "season", "настроение=", language="ru") == ["комедия", "трагедия"]
    assert offered("histrio", "season", "настроение=com", language="ru") == ["comedy"]
    assert offered("turandot", "final", "Миша: 3 жен кл", language="ru") == ["классическая"]
    assert offered("magnificent", "perform", "póster: 11, nar", language="es") == ["naranja"]


def test_what_a_candidate_means_is_said_in_the_readers_language():
    stage = stage_of(find_game("histrio"), "season")
    (mood,) = candidates(stage, (), "на", catalog("ru"))
    assert mood.meaning == catalog("ru").text("histrio/help.mood")


@pytest.mark.parametrize(("stage", "language"), sampled(STAGES, LANGUAGES, every=4))
def test_each_word_of_an_example_is_offered_after_its_first_letter(stage, language):
    here = stage_of(find_game(stage[0]), stage[1])
    words = notation(here, catalog(language)).words
    known = set(here.words.tokens)
    asked = 0
    for place, argument in enumerate(words):
        for word in re.finditer(r"(?<![^\s,])[^\W\d]{2,}(?![^\s,])", argument):
            if fold(word[0]) in known:
                begun = argument[: word.start() + 1]
                found = candidates(here, words[:place], begun, catalog(language))
                ends = [spell(one.text[word.start() :], here.words) for one in found]
                assert any(end.startswith(spell(word[0], here.words)) for end in ends), begun
                asked += 1
    assert asked or stage[1] in {"season", "court", "final", "picks", "camp", "tally", "city", "prepare"}


@pytest.mark.parametrize(
    "begun",
    [
        "Ada: " + "C3 " * 1700,
        "=" * 4000,
        "Ada: roles=roles=",
        ":",
        "=:",
        "x" * 6000,
        "Ada: \x00\u200b[(*",
        "Ada: 9" * 60,
    ],
)
def test_whatever_is_typed_is_bounded_and_breaks_nothing(begun):
    for game, stage in (("histrio", "season"), ("turandot", "final"), ("intrigo", "round")):
        assert len(candidates(stage_of(find_game(game), stage), (), begun, catalog("en"))) < 100


# --- The whole command -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("callboard sco", "score\tScore a round or the end, and say why."),
        ("CALLBOARD_LANG=ru callboard score mag", "magnificent\tThe Magnificent"),
        ("callboard --lang es score histrio te", "temporada\tfin de temporada"),
        ("callboard score histrio --lang ru се", "сезон\tконец сезона"),
        ("callboard rules histrio --he", f"--help\t{catalog('en').text('help.help')}"),
        ("callboard score histrio season --expl", "--explain\t"),
        ("callboard games --lang=r", "--lang=ru\tрусский"),
        ("callboard games --also ", "es\tespañol"),
        ("callboard rules intrigo --section aw", "awards\tPhase 3: who wins a token"),
        ("callboard rules intrigo gondo", "gondolier\t"),
        ("callboard glossary gondo", "gondolier\tIntrigo"),
        ("callboard glossary palace gu", "guard\tIntrigo"),
        ("callboard setup turandot Ann Bob first=B", "first=Bob"),
        ("callboard setup turandot Ann Bob seats=", "seats=given"),
        ("callboard setup histrio --players ", "4"),
        ("callboard setup histrio sea", "season=\t"),
        ("callboard score histrio season --lang ru настр", "настроение=\tНастроение Короля"),
    ],
)
def test_each_part_of_a_line_is_completed_with_its_meaning(line, expected):
    assert any(told.startswith(expected) for told in tabbed(line, CALLBOARD_LANG="en")), tabbed(line)


def test_players_whose_total_may_be_claimed_are_those_of_the_record_or_of_the_evening(tmp_path):
    line = "callboard check histrio season season=1 'Ada: C3' 'Bob: T1' --claimed "
    assert tabbed(line) == ["Ada=", "Bob="]
    assert tabbed(f"{line}b") == ["bob="]
    assert tabbed(f"{line}Ada=3 --claimed ") == ["Bob="]
    assert tabbed("callboard check histrio season night.toml --claimed ") == []
    home = {"CALLBOARD_HOME": str(tmp_path)}
    assert tabbed("callboard night check --claimed ", **home) == []
    name = run_callboard("night", "start", "histrio", "Eva", "Leo", "--json", **home).json()["night"]
    assert tabbed("callboard night check --claimed ", **home) == ["Eva=", "Leo="]
    assert run_callboard("night", "add", "mood=comedy", "Eva: C3", "Leo: T1", **home).status == 0
    assert run_callboard("night", "start", "historia", "Ada", "Ben", **home).status == 0
    assert tabbed("callboard night check --claimed ", **home) == ["Ada=", "Ben="]
    assert tabbed(f"callboard night check {name} --claimed E", **home) == ["Eva="]
    assert tabbed("callboard night show --entry ", **home) == []
    assert tabbed(f"callboard night show {name} --entry ", CALLBOARD_LANG="en", **home) == ["1\tseason 1"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_name_that_a_terminal_would_act_on_is_not_offered(shell):
    line = "callboard check histrio season 'An\x1b[31mn: C3' 'Bob: T2' --claimed "
    assert [text.partition("\t")[0] for text in tabbed(line, shell)] == ["Bob="]


def test_an_option_that_was_given_is_not_offered_again():
    assert tabbed("callboard score histrio --json --js") == []


def test_files_are_offered_only_where_the_word_may_be_one(tmp_path, monkeypatch):
    for name in ("night.toml", "notes.txt", ".hidden.toml"):
        (tmp_path / name).touch()
    (tmp_path / "nights").mkdir()
    monkeypatch.chdir(tmp_path)
    assert tabbed("callboard score histrio season n") == ["night.toml", "nights/"]
    assert tabbed("callboard score histrio season season=1 n") == []
    assert tabbed("callboard score histrio season night.toml ") == []
    assert tabbed("callboard setup histrio n") == []
    assert tabbed("callboard score histrio season missing/") == []


@pytest.mark.parametrize("line", ["", "callboard nothing x", "callboard score nothing season ", 'callboard "', "x\\"])
def test_tab_never_fails_loudly(line):
    for shell in ("bash", "zsh", "fish"):
        tabbed(line, shell, CALLBOARD_LANG="xx")


@pytest.mark.parametrize(
    ("text", "words", "begun", "quote", "kept"),
    [
        ("callboard score mood=com", ("score",), "mood=com", "", 5),
        ('callboard score "Ada: C3 C', ("score",), "Ada: C3 C", '"', 0),
        ("callboard 'a b' c\\ d e", ("a b", "c d"), "e", "", 0),
        ('callboard mood="com', (), "mood=com", '"', 5),
        ('LANG=es callboard "it\'s" ', ("it's",), "", "", 0),
        ("callboard it\\'s", (), "it's", "", 0),
    ],
)
def test_a_shells_line_is_read_as_the_shell_reads_it(text, words, begun, quote, kept):
    line = read_line(text, "=:")
    assert (line.words, line.begun, line.quote, line.kept) == (words, begun, quote, kept)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("callboard score histrio season mood=com", ["comedy"]),
        ("callboard score turandot round Ann:\\ 3 puccini=A", ["Ann"]),
        ('callboard score histrio city "ecus=Ann Lee 2" player=A', ["Ann\\ Lee"]),
        ('callboard score histrio city "ecus=Ann \\$ 2" "player=A', ["player=Ann \\$"]),
        ('callboard score turandot final "Misha: 3 male go', ["Misha: 3 male goth", "Misha: 3 male goth "]),
    ],
)
def test_bash_is_told_what_it_puts_behind_its_own_breaks_and_marks(line, told):
    assert tabbed(line, "bash", _CALLBOARD_BREAKS=" \t\n\"'><=;|&(:") == told


# --- Real shells -----------------------------------------------------------------------------------------------------

START = {"bash": ["--noprofile", "--rcfile", "start", "-i"], "zsh": ["-i"], "fish": ["-i"]}
FILES = {
    "bash": {"start": "source ./script\n"},
    "zsh": {".zshrc": "autoload -Uz compinit; compinit -u -D; source ./script\n"},
    "fish": {"fish/config.fish": "source ./script\n"},
}


PACKAGES = ("cli", "nights", "scoring", "rules_text", "locales")


@pytest.fixture(params=START)
def shell(request, tmp_path):
    """An interactive shell with our script, in which `callboard` tells what it was given but where Tab asks it."""
    pexpect = pytest.importorskip("pexpect")
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    command = tmp_path / "bin" / "callboard"
    command.parent.mkdir()
    command.write_text(
        "#!/bin/sh\n"
        'if [ -z "$_CALLBOARD_COMPLETE" ]; then printf "<%s>" "$@"; echo; exit; fi\n'
        f'exec {sys.executable} -m callboard_cli "$@"\n'
    )
    command.chmod(0o755)
    (tmp_path / "script").write_text(run_callboard("--show-completion", request.param).out)
    for name, text in FILES[request.param].items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    surroundings = environment(
        HOME=str(tmp_path),
        ZDOTDIR=str(tmp_path),
        XDG_CONFIG_HOME=str(tmp_path),
        PATH=f"{command.parent}{os.pathsep}{os.environ['PATH']}",
        PYTHONPATH=os.pathsep.join([os.environ.get("PYTHONPATH", str(ROOT)), *map(str, map(ROOT.joinpath, PACKAGES))]),
        CALLBOARD_LANG="en",
    )
    child = pexpect.spawn(
        request.param,
        START[request.param],
        cwd=tmp_path,
        env=surroundings,
        encoding="utf-8",
        dimensions=(50, 120),
        timeout=PATIENCE,
    )
    child.delaybeforesend = None
    yield child
    child.close(force=True)


@pytest.mark.parametrize(
    ("sent", "given"),
    [
        pytest.param(
            'callboard score histrio season mo\tcom\t"Ada: C3 X" Ben: T1 se\t2\r',
            "<score><histrio><season><mood=comedy><Ada: C3 X><Ben:><T1><season=2>",
            id="words",
            marks=pytest.mark.long,
        ),
        pytest.param(
            'callboard score turandot final "Misha: 3 male go\t, 2 fem\t" pu\tMisha\r',
            "<Misha: 3 male goth, 2 female><puccini=Misha>",
            id="in quotes",
        ),
    ],
)
def test_a_shell_completes_a_line_and_passes_on_what_is_meant(sent, given, shell):
    shell.send(sent)
    shell.expect_exact(given)


def test_a_shell_lists_what_can_stand_there(shell):
    shell.send("callboard score histrio season \t\t")
    shell.expect("mood=")
    if not shell.command.endswith("bash"):  # which has no place for a meaning
        shell.expect("The King's mood")
