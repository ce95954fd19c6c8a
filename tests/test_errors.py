"""Every way in which a record is refused: its code, its path, and a text in each language that is not English."""

import json
import re
import tomllib

import pytest

from callboard_cli.input.diagnostics.problems import PYDANTIC_CODES, message
from callboard_cli.ui.output import UI
from callboard_locales import catalog
from callboard_scoring.records import Problem
from conftest import GOLDEN, LANGUAGES, ROOT, run_callboard


def player(name="Ann", **changes):
    return {"name": name, "troupe": ["C3"], "chameleons": 0, "requests": [], **changes}


def season(*players, **changes):
    return {"stage": "season", "season": 1, "mood": "comedy", "players": [*players], **changes}


def final(*ecus):
    return {"stage": "final", "players": [{"name": f"P{n}", "ecus": amount} for n, amount in enumerate(ecus)]}


BOB = player("Bob")


def refused_cases():
    """A name, a record, and all problems it has: path and code. What TOML cannot say stands below."""
    for file in sorted(GOLDEN.glob("*/refused.toml")):
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            record = {"game": file.parent.name, "stage": case["stage"], **case["record"]}
            yield case["name"], record, {tuple(error) for error in case["errors"]}


CASES = [
    *refused_cases(),
    ("a stage mistyped", {"stage": "сизон"}, {("stage", "choice-meant")}),
    ("a name with half a letter", season(player("A\ud800"), BOB), {("players[0].name", "name-characters")}),
    ("a name with an end of a line in it", season(player("A\u2028da"), BOB), {("players[0].name", "name-characters")}),
    (
        "a name with an end of a paragraph in it",
        season(player("A\u2029da"), BOB),
        {("players[0].name", "name-characters")},
    ),
]


@pytest.fixture(scope="module")
def answers():
    """All records in all languages, by one run a language."""
    text = "".join(json.dumps({"game": "histrio", **record}) + "\n" for _, record, _ in CASES)
    answered = {}
    for language in LANGUAGES:
        ran = run_callboard("batch", "--lang", language, stdin=text)
        assert ran.status == 1
        lines = [json.loads(line) for line in ran.out.splitlines()]
        assert len(lines) == len(CASES)
        answered[language] = dict(zip((name for name, _, _ in CASES), lines, strict=True))
    return answered


@pytest.mark.parametrize(("name", "expected"), [(name, expected) for name, _, expected in CASES])
def test_all_problems_are_told_at_once(name, expected, answers):
    number = [case[0] for case in CASES].index(name) + 1
    english = answers["en"][name]
    assert english["line"] == number
    assert {(error["path"], error["code"]) for error in english["errors"]} == expected
    for language in ("ru", "es"):
        for error, original in zip(answers[language][name]["errors"], english["errors"], strict=True):
            assert (error["path"], error["code"]) == (original["path"], original["code"])
            assert error["text"] != original["text"]
            assert "%(" not in error["text"]


def test_every_code_of_pydantic_that_we_put_into_words_is_one_that_a_record_can_give():
    met = {code for _, _, expected in CASES for _, code in expected}
    assert set(PYDANTIC_CODES) <= met


def test_a_message_names_the_player_the_field_and_what_would_be_right(answers):
    (error,) = answers["ru"]["an actor of level 9"]["errors"]
    assert (
        error["text"]
        == "Ann · труппа · 2: «C9» — не актёр: нужны буква К (комедиант) или Т (трагик) и уровень от 1 до 5, например К3"
    )


BAD_BYTES = [
    ("broken TOML", b"season == 1", "toml"),
    ("TOML without a value", b"season = ", "toml-end"),
    ("TOML that breaks off", b'mood = """comedy', "toml-end"),
    ("a Cyrillic key of TOML", "сезон = 1".encode(), "toml-key"),
    ("TOML's text without quotes", b"mood = comedy", "toml-text"),
    ("a yes that TOML has not", b"bluff = True", "toml-yes"),
    ("a colon in TOML", b'mood: "comedy"', "toml-colon"),
    ("quotation marks of books", "mood = “comedy”".encode(), "toml-quotes"),
    ("a text without its end", b'mood = "comedy', "toml-quote"),
    ("TOML without a comma", b'troupe = ["C3" "C4"]', "toml-comma"),
    ("two fields on a line", b'season = 1 mood = "comedy"', "toml-line"),
    ("broken JSON", b'{"season": 1,', "json"),
    ("a key twice in JSON", b'{"season": 1, "season": 2}', "key-twice"),
    ("a number that is none", b'{"season": NaN}', "number"),
    ("a number of 5,000 digits", b'{"season": ' + b"9" * 5000 + b"}", "number"),
    ("a TOML number of 5,000 digits", b"season = " + b"9" * 5000, "number"),
    ("deep JSON", b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "deep"),
    ("deep TOML", b"a = " + b"[" * 40_000 + b"]" * 40_000, "deep"),
    ("a picture", b"\x89PNG\r\n\x1a\n\x00\x00", "not-utf8"),
    ("zeros", b"\x00" * 64, "binary"),
    ("Cyrillic in an old encoding", "настроение".encode("cp1251"), "not-utf8"),
    ("half a letter of UTF-16", "season = 1\n".encode("utf-16")[:-1], "not-utf8"),
    ("a list", b"[1]\n", None),
    ("a lone number", b"7", "no-table"),
    ("a hexadecimal number of 6,000 digits", b"season = 0x" + b"F" * 6000, None),
    ("nothing", b"", None),
    ("too much", b" " * 100_001, "too-large"),
]


@pytest.mark.parametrize(("content", "code"), [case[1:] for case in BAD_BYTES], ids=[case[0] for case in BAD_BYTES])
def test_whatever_the_bytes_there_is_an_answer_and_no_traceback(content, code, tmp_path):
    for source in ("stdin", "file"):
        path = tmp_path / "record.dat"
        path.write_bytes(content)
        target = "-" if source == "stdin" else str(path)
        ran = run_callboard("score", "histrio", "season", target, "--json", stdin=content if source == "stdin" else b"")
        assert ran.status == 1
        errors = ran.json()["errors"]
        assert errors
        if code:
            assert code in [error["code"] for error in errors]
            told = run_callboard("score", "histrio", "season", target, "--lang", "ru", stdin=content)
            assert told.status == 1
            assert any("а" <= letter <= "я" for letter in told.err)


def test_a_huge_file_is_refused_by_its_size_without_being_read(tmp_path):
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(1_000_000_000)
    ran = run_callboard("score", "histrio", "season", str(path))
    assert ran.status == 1
    assert "100000 bytes" in ran.err


SEASON = ("histrio", "season", "season=1", "mood=comedy")
LORDS = ("intrigo", "round", "Ada: Contarini 1", "Ben: Dandolo 0", "Cleo: Gradenigo 2")
# A sentence, what is typed behind `callboard score`, standard input, and all problems it has: path and code.
TYPED = [
    ("a line that was forgotten", [*SEASON, "Ann: C3", "Bob:"], "", {("players[1]", "line-missing")}),
    ("a line that cannot be nothing", ["histrio", "final", "Ann: 3", "Bob:"], "", {("players[1]", "line-required")}),
    ("a player without a colon", [*SEASON, "Ann C3", "Ann: -", "Bob: -"], "", {("", "no-colon")}),
    ("a word that fits nowhere", [*SEASON, "Ann: C3 stage", "Bob: -"], "", {("players[0]", "typed-word")}),
    ("a field typed twice", [*SEASON, "season=2", "Ann: C3", "Bob: -"], "", {("season", "key-twice")}),
    (
        "a card after a card",
        [*LORDS, "ducat, Contarini 4, Dandolo 2"],
        "",
        {("", "out-of-turn"), ("palace", "palace"), ("gaps", "gaps")},
    ),
    (
        "a family that nobody leads",
        [*LORDS, "Dan: Tiepolo 1", "ducat, Contarini 4"],
        "",
        {("players[3].family", "choice"), ("palace", "palace"), ("gaps", "gaps")},
    ),
    (
        "the record of another stage",
        ["histrio", "court", "-"],
        json.dumps({"game": "histrio", **final(3, 2)}),
        {("stage", "other-stage"), ("players", "extra_forbidden"), ("needle", "missing"), ("actors", "missing")},
    ),
    ("more words than anybody types", ["histrio", "final", "Ann: " + "1 " * 3000], "", {("", "typed-long")}),
    (
        "two names before a colon",
        ["histrio", "final", "Ann and Bob: 31", "Cid: 4"],
        "",
        {("", "two-names")},
    ),
    (
        "a number of times, or of Chameleons",
        ["histrio", "season", "season=1", "mood=comedy", "Ann: C3 x2", "Bob: T1"],
        "",
        {("players[0]", "typed-either")},
    ),
    (
        "a number between two words",
        ["magnificent", "round", "round=1", "Ada: 30 coins 9 O5 O3 G2 C3 tents 3"],
        "",
        {("players[0]", "typed-order")},
    ),
    (
        "a beginning of several words",
        ["magnificent", "round", "round=1", "Ada: 30 +9 O5 O3 G2 C3 co 3"],
        "",
        {("players[0]", "typed-short")},
    ),
    ("a word of a thousand letters", ["histrio", "court", f"needle={'x' * 1001}", "C3"], "", {("needle", "text-long")}),
    (
        "more cards than all decks",
        ["histrio", "court", "-"],
        json.dumps({"needle": "comedy 1", "actors": ["C1"] * 3001}),
        {("", "too-many-values")},
    ),
    ("a file there is not", ["histrio", "season", "missing.toml"], "", {("", "no-file")}),
    ("a folder for a file", ["histrio", "season", "."], "", {("", "directory")}),
    ("a file that cannot be opened", ["histrio", "season", f"{__file__}/night.toml"], "", {("", "closed-file")}),
]


@pytest.mark.parametrize(
    ("arguments", "stdin", "expected"), [case[1:] for case in TYPED], ids=[case[0] for case in TYPED]
)
def test_what_is_typed_is_refused_in_every_language(arguments, stdin, expected, callboard):
    told = set()
    for language in LANGUAGES:
        ran = callboard("score", *arguments, "--json", "--lang", language, stdin=stdin)
        found = {(error["path"], error["code"]) for error in ran.json()["errors"]}
        assert found == expected
        told |= {error["text"] for error in ran.json()["errors"]}
        people = callboard("score", *arguments, "--lang", language, stdin=stdin)
        assert (people.status, people.out) == (ran.status, "")
        codes = {code for _, code in expected}
        others = ("missing", "extra_forbidden") if "other-stage" in codes else ()
        others += ("gaps",) if {"palace", "gaps"} <= codes else ()  # a walk that is short is told once
        assert all(error["text"] in people.err for error in ran.json()["errors"] if error["code"] not in others)
    assert len(told) == len(expected) * len(LANGUAGES)


@pytest.mark.parametrize(
    ("language", "needed"),
    [
        ("en", "opponents to steal from: 0 needed, one for each level 2 actor; 1 named"),
        ("ru", "соперников нужно 0, по одному на каждого актёра 2-го уровня, а названо 1"),
        ("es", "rivales a quienes robar: uno por cada actor de nivel 2, aquí 0; indicados: 1"),
    ],
)
def test_where_nobody_steals_no_opponent_is_asked_for(language, needed, callboard):
    city = [
        "player=Ada",
        "ecus=Ada 3, Bob 1",
        "managers=supply 3, theatre 0",
        "needle=comedy 1",
        "C4",
        "steal from=Bob",
    ]
    assert needed in callboard("score", "histrio", "city", *city, "--lang", language).err


@pytest.mark.parametrize("target", ["missing.toml", ".", f"{__file__}/night.toml"])
def test_a_file_that_cannot_be_read_is_a_mistake_of_the_command_line(target, callboard):
    ran = callboard("score", "histrio", "season", target, "--lang", "es")
    assert ran.status == 2
    assert target in ran.err


CODES = [
    ("rubbish", "code-shape"),
    ("histrio-4-9-00002d-1i", "code-shape"),
    ("histrio-4-0-000000-1a", "code-mistyped"),
    ("histrio-4-0-00002d-2m", "code-shape"),  # of version 2, which has no leading zeros
    ("histrio-4-0-140-2h", "code-shape"),  # one more than all outcomes
    ("histrio-4-0-2d-3g", "code-version"),
    ("chess-2-0-00002d-1h", "code-game"),
]


@pytest.mark.parametrize(("typed", "code"), CODES)
def test_a_code_that_makes_no_set_up_is_told_why(typed, code, callboard):
    for language in LANGUAGES:
        ran = callboard("setup", "histrio", "--code", typed, "--lang", language)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(catalog(language).text(f"error.{code}").partition("%(")[0])


def test_every_error_is_reached_by_a_case_above():
    """The heading and a nameless player's number are no errors; `other` is for what pydantic may invent one day."""
    catalogs = ROOT.glob("locales/callboard_locales/en/LC_MESSAGES/*.po")
    written = "\n".join(path.read_text(encoding="utf-8") for path in catalogs)
    declared = set(re.findall(r'^msgid "(\S*error\.\S+)"$', written, re.MULTILINE))
    declared -= {"error.heading", "error.player-number", "error.other"}
    declared -= {
        name for name in declared if name.startswith(("error.night.", "error.store.", "error.claim-", "error.table."))
    }  # test_night_commands.py, test_store.py, test_checks_counted.py, test_table_serving.py
    reached = {f"error.{code}" for _, code in CODES} | {f"error.{code}" for *_, code in BAD_BYTES if code}
    reached |= {"error.more", *(f"error.{code}" for *_, expected in TYPED for _, code in expected)}
    for _, record, expected in CASES:
        for _, code in expected:
            own = f"{record.get('game', 'histrio')}/error.{code}"
            reached.add(own if own in declared else f"error.{code}")
    assert len(declared) > 100
    assert declared - reached == set(), "write a case for each"


def test_an_error_that_nobody_knows_yet_is_told_all_the_same():
    ui = UI(catalog("en"), plain=True)
    assert message(Problem(("mood",), "invented"), ui, "histrio") == catalog("en").text("error.other")


def test_names_are_shown_as_typed_and_never_interpreted(callboard):
    record = season(player("[bold]x[/bold]"), player("%(count)s \\u001b[31m"))
    ran = callboard("score", "histrio", "season", "-", stdin=json.dumps(record))
    assert ran.status == 0
    assert "[bold]x[/bold]: total" in ran.out
    assert "%(count)s \\u001b[31m: total" in ran.out
    bad = callboard("score", "histrio", "season", "-", stdin=json.dumps(season(player("\u001b[31m\u202e"), BOB)))
    assert bad.status == 1
    assert "\u001b" not in bad.err
    assert "\u202e" not in bad.err
    assert "\\x1b[31m\\u202e" in bad.err


def test_a_bad_line_of_a_batch_leaves_its_errors_in_its_place_and_the_run_goes_on(callboard):
    good = json.dumps(
        {"game": "histrio", "stage": "final", "players": [{"name": "A", "ecus": 3}, {"name": "B", "ecus": 2}]}
    )
    lines = [
        good,
        "not json",
        "",
        '{"game": "chess", "stage": "mate"}',
        '{"game": "histrio", "stage": "coda"}',
        "[]",
        '{"game": "histrio"}',
        "{}",
        good,
    ]
    ran = callboard("batch", stdin="\n".join(lines))
    assert ran.status == 1
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [answer.get("line") for answer in answers] == [None, 2, 4, 5, 6, 7, 8, None]
    assert [[error["path"] for error in answer.get("errors", [])] for answer in answers] == [
        [],
        [""],
        ["game"],
        ["stage"],
        [""],
        ["stage"],
        ["game", "stage"],
        [],
    ]
    assert answers[0]["winners"] == answers[-1]["winners"] == ["A"]


def test_game_and_stage_in_a_file_must_agree_with_the_command(callboard):
    record = {"game": "histrio", **final(3, 2)}
    assert callboard("score", "histrio", "final", "-", stdin=json.dumps(record)).status == 0
    other = callboard("score", "histrio", "court", "-", "--json", stdin=json.dumps(record))
    assert other.status == 1
    assert ("stage", "other-stage") in [(error["path"], error["code"]) for error in other.json()["errors"]]


def test_of_many_problems_a_hundred_are_told_and_how_many_more(callboard):
    record = {"needle": "comedy 1", "actors": ["Q1"] * 250}
    for language in LANGUAGES:
        ran = callboard("score", "histrio", "court", "-", "--json", "--lang", language, stdin=json.dumps(record))
        errors = ran.json()["errors"]
        assert [error["code"] for error in errors].count("actor") == 100
        assert errors[-1]["code"] == "more"
        assert re.findall(r"\d+", errors[-1]["text"]) == [str(250 - 100)]


def test_a_purse_is_named_with_its_field(callboard):
    city = ["player=Ann", "ecus=Ann 3, ann 1, Bob 2", "managers=supply 3, theatre 1", "needle=comedy 1", "cards=T3"]
    for language, field in (("ru", "экю"), ("en", "ecus"), ("es", "ecus")):
        (error,) = callboard("score", "histrio", "city", *city, "--json", "--lang", language).json()["errors"]
        assert error["text"].startswith(f"{field} · ann: ")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_read_as_the_shells_of_each_system_write_it(callboard, tmp_path, encoding):
    path = tmp_path / "season.toml"
    path.write_text(callboard("example", "histrio", "season").out, encoding=encoding)
    assert "13 ecus" in callboard("score", "histrio", "season", str(path)).out


@pytest.mark.parametrize(
    ("language", "palace", "gaps", "told"),
    [
        ("en", "palace=", "gaps=", "more merchants seals than the box holds (3)"),
        ("ru", "дворец=", "карты=", "таких печатей больше, чем в коробке: купечество (там 3)"),
        ("es", "palacio=", "huecos=", "hay más sellos de los que trae la caja: mercaderes (máximo: 3)"),
    ],
)
def test_a_piece_more_than_the_box_holds_is_no_mistyped_word(language, palace, gaps, told, tmp_path):
    """The seal of the merchants is nearly called as the merchant is, whose card lies in the gap beside it."""
    tokens = [
        "merchants",
        "ducat",
        "merchants",
        "ducat",
        "merchants",
        "ducat",
        "merchants",
        "ducat",
        *["clergy", "ducat"] * 2,
    ]
    cards = [*("contarini 2", "dandolo 2", "contarini 3", "gradenigo 2", "contarini 4", "dandolo 4", "dandolo 3")]
    cards += ["morosini 3", "gradenigo 3", "morosini 4", "morosini 2", "gradenigo 4"]
    lines = [f"{name}: {family} 0" for name, family in (("Ann", "contarini"), ("Bob", "dandolo"), ("Cid", "gradenigo"))]
    words = [palace + ", ".join(tokens), gaps + ", ".join(cards), *lines]
    record = {
        "players": [{"name": line[:3], "family": line[5:-2], "ducats": 0, "seals": {}} for line in lines],
        "palace": tokens,
        "gaps": cards,
    }
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), "utf-8")
    for given in (words, [str(file)]):
        ran = run_callboard("score", "intrigo", "round", *given, "--lang", language)
        assert ran.status == 1
        assert told in ran.err
