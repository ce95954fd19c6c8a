"""Evenings as texts: what is written is read for ever, what was altered is told, and whatever comes does no harm."""

import io
import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import palaces
from callboard_cli.render.evenings import receipt as pictures
from callboard_cli.ui.output import UI, own_version
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.night import Night, night_of
from callboard_nights.seating import LogError
from callboard_nights.serialization import envelope
from callboard_nights.serialization.receipt import read_receipt, receipt
from callboard_nights.serialization.replaying import differences, recounted
from callboard_nights.serialization.texts import Exported, dispute_text, log_text, read_text
from callboard_scoring.games import GAMES
from conftest import LANGUAGES, run_callboard

TEXTS = Path(__file__).parent / "texts"
LOGS = sorted(TEXTS.glob("night-1*.txt"))
DISPUTES = sorted(TEXTS.glob("dispute-1*.txt"))
BOTH = [*LOGS, *DISPUTES]
RECEIPTS_1, RECEIPTS = (
    tomllib.loads((TEXTS / f"receipts-{version}.toml").read_text(encoding="utf-8"))["receipt"] for version in (1, 2)
)
GAME = {game.id: game for game in GAMES}
AT = "2026-11-22T19:30:00Z"
LETTERS = ("Александрина", "Бонифатьевна", "Вениаминовна", "Герасимчукин", "Добронравова", "Ёлкина-Щукин")


def named(path):
    return path.stem


def said(path):
    return path.read_text(encoding="utf-8")


def entered(game, *steps):
    """An evening with these records, each a stage and what was typed of it."""
    first = next(raw["players"] for _, raw in steps if isinstance(raw.get("players"), list))
    log = commands.begin(GAME[game], [row["name"] for row in first], AT)
    for stage, raw in steps:
        log = (*log, commands.add(night_of(log), stage, raw, AT))
    return log


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder of one's own for all that is saved, in which one also stands."""
    monkeypatch.setenv("CALLBOARD_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def saved():
    """Save the golden evening; return its ID."""
    ran = run_callboard("night", "import", str(TEXTS / "night-1.txt"), "--json")
    assert ran.status == 0
    return ran.json()["night"]


# --- Written and read again ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", LOGS, ids=named)
def test_a_log_of_version_1_is_read_and_written_again_as_it_is(path):
    read = read_text(said(path))
    assert isinstance(read, Exported)
    assert log_text(read.night, read.log, read.version) == said(path)
    assert all(entry.fits for entry in night_of(read.log).entries if entry.stands)


@pytest.mark.parametrize("path", DISPUTES, ids=named)
def test_a_dispute_of_version_1_is_counted_again_to_the_same(path):
    account = read_text(said(path))
    night = recounted(account)
    assert differences(account, night) == ()
    assert dispute_text(account.night, night, account.version) == said(path)


@pytest.mark.parametrize(("log", "dispute"), [("night-1", "dispute-1"), ("night-1-performed", "dispute-1-performed")])
def test_a_dispute_holds_what_stands_of_the_log_with_its_numbers_and_no_times(log, dispute):
    read = read_text(said(TEXTS / f"{log}.txt"))
    night, account = night_of(read.log), read_text(said(TEXTS / f"{dispute}.txt"))
    assert dispute_text(read.night, night, read.version) == said(TEXTS / f"{dispute}.txt")
    again = recounted(account)
    assert (again.standing, again.winners, again.players) == (night.standing, night.winners, night.players)
    assert [one.number for one in again.entries] == [one.number for one in night.entries if one.stands]
    assert not re.search(r"\d\d:\d\d", said(TEXTS / f"{dispute}.txt"))


def test_an_entry_that_does_not_fit_is_in_a_dispute_and_does_not_fit_there():
    log = entered("histrio", ("final", GAME["histrio"].example("final")))
    late = replace(commands.add(night_of(log[:1]), "season", GAME["histrio"].example("season"), AT))
    night = night_of((*log, late))
    again = recounted(read_text(dispute_text("bodak-histrio", night, "0.2.0")))
    assert [entry.fits for entry in again.entries] == [True, False]
    assert again.winners is None is night.winners
    assert [problem.code for problem in again.entries[1].problems] == ["error.night.over"]


def test_lines_are_short_and_have_no_blanks_at_their_ends():
    for path in BOTH:
        for line in said(path).splitlines():
            assert line == line.strip()
            assert len(line) <= envelope.WIDTH or line.count(",") <= 1


# --- Altered ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [TEXTS / "night-1.txt", TEXTS / "dispute-1.txt"], ids=named)
def test_one_altered_character_anywhere_is_told(path):
    text, chance = said(path).rstrip("\n"), Random(1)
    for place in sorted({*range(0, len(text), 17), *range(30), *range(len(text) - 45, len(text))}):
        character = text[place]
        if character == "\n":
            continue
        wrong = chance.choice([other for other in "0a{ é" if other != character])
        for altered in (text[:place] + wrong + text[place + 1 :], text[:place] + text[place + 1 :]):
            with pytest.raises(LogError):
                envelope.read(altered)


def test_lines_that_are_joined_swapped_or_missing_are_told():
    lines = said(TEXTS / "dispute-1.txt").splitlines()
    for place in range(len(lines) - 1):
        for altered in (
            [*lines[:place], lines[place] + lines[place + 1], *lines[place + 2 :]],
            [*lines[:place], *lines[place + 1 :]],
            [*lines[: place + 1], "", *lines[place + 1 :]],
        ):
            with pytest.raises(LogError):
                envelope.read("\n".join(altered))


@pytest.mark.parametrize("path", BOTH, ids=named)
def test_how_lines_end_and_how_letters_are_written_does_not_count(path):
    text = said(path)
    whole = envelope.read(text)
    same = (text.replace("\n", "\r\n"), text.replace("\n", "\r"), text.rstrip("\n"), f"\ufeff{text}", text + "\n")
    for other in (*same, envelope.in_ascii(text)):
        assert envelope.read(other) == whole
    assert envelope.in_ascii(text).isascii()


@pytest.mark.parametrize(
    ("code", "alter"),
    [
        ("text-blanks", lambda text: text.replace(",\n", ", \n")),
        ("text-blanks", lambda text: text.replace("\n", "\n\n")),
        ("text-quotes", lambda text: re.sub(r'"(\w*)"', r"“\1”", text)),
        ("text-quoted", lambda text: "".join(f"> {line}\n" for line in text.splitlines())),
        ("text-around", lambda text: f"Hola, mira esto:\n\n{text}\nUn saludo"),
        ("text-cut", lambda text: text[: len(text) // 2]),
        ("text-none", lambda _: "points = 3\n"),
        ("text-none", lambda _: ""),
        ("text-altered", lambda text: text.replace("31", "32")),
    ],
)
def test_what_mail_and_chats_do_to_a_text_is_told_by_name(code, alter):
    with pytest.raises(LogError) as raised:
        read_text(alter(said(TEXTS / "dispute-1.txt")))
    assert raised.value.code == f"error.night.{code}"


@pytest.mark.parametrize("kind", ["night", "dispute", "receipt"])
def test_a_newer_form_is_refused_and_said_to_be_newer(kind):
    if kind == "receipt":
        here, read, text = 2, read_receipt, RECEIPTS[0]["text"].replace(":2:", ":3:", 1)
    else:
        here, read, text = 1, read_text, said(TEXTS / f"{kind}-1.txt").replace(f"{kind} 1", f"{kind} 2", 1)
    with pytest.raises(LogError) as raised:
        read(text)
    assert raised.value.code == "error.night.text-newer"
    assert raised.value.values == {"version": str(here + 1), "here": str(here)}


# --- Whatever comes --------------------------------------------------------------------------------------------------


WRITTEN = [envelope.read(said(path)) for path in BOTH]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def places_in(value, at=()):
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places_in(inner, (*at, key))


def put(value, at, new):
    if not at:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[at[0]] = put(copy[at[0]], at[1:], new)
    return copy


def replayed(text):
    """Replay a text; whatever is wrong with it is a LogError."""
    read = read_text(text)
    night = night_of(read.log) if isinstance(read, Exported) else recounted(read)
    if not isinstance(read, Exported):
        differences(read, night)
    return night


@given(st.sampled_from(WRITTEN), st.data())
def test_a_made_up_text_with_a_right_checksum_is_an_evening_or_is_refused(framed, data):
    at = data.draw(st.sampled_from(list(places_in(framed.body))))
    made = envelope.written(framed.kind, [json.dumps(put(framed.body, at, data.draw(VALUES)))])
    try:
        night = replayed(made)
    except LogError:
        return
    assert isinstance(night, Night) and night.standing is not None


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")))
def test_any_text_at_all_is_refused(text):
    for read in (read_text, read_receipt):
        with pytest.raises(LogError):
            read(text)


@pytest.mark.parametrize(
    "body",
    [
        "[" * 90_000,
        f"[{'[],' * 9_000}{'[' * 9_000}",
        '"' * 90_000,
        '\\"' * 45_000,
        '{"a":' * 18_000,
        "9" * 90_000,
        "1e999",
        "NaN",
        '{"a":1,"a":2}',
        "{}",
    ],
    ids=lambda body: body[:8],
)
def test_what_costs_a_careless_reader_much_is_refused_at_once(body):
    for text in (body, envelope.written("night", [body]), envelope.written("dispute", [body])):
        with pytest.raises(LogError):
            read_text(text)


def test_what_could_not_have_been_done_is_no_log():
    began, *rest = envelope.read(said(TEXTS / "night-1.txt")).body["events"]
    stranger = {"kind": "seated", "at": AT, "by": "", "data": {"old": "Zoe", "new": "Zora"}}
    twice = {"kind": "seated", "at": AT, "by": "", "data": {"old": "Анна", "new": "josé"}}
    unknown = {"kind": "changed", "at": AT, "by": "", "data": {"entry": 9, "entered": {}}}
    stage = {"kind": "entered", "at": AT, "by": "", "data": {"stage": "evening", "entered": {}}}
    timeless = {**rest[0], "at": "yesterday"}
    crowd = put(began, ("data", "players"), ["A", "B", "C", "D", "E", "F"])
    for events in (
        [],
        rest,
        [began, began],
        *([began, one] for one in (stranger, twice, unknown, stage, timeless)),
        [crowd],
    ):
        body = {"night": "bodak-histrio", "callboard": "0.2.0", "events": events}
        with pytest.raises(LogError) as raised:
            read_text(envelope.written("night", [json.dumps(body)]))
        assert raised.value.code == "error.night.text-broken"


# --- The commands ----------------------------------------------------------------------------------------------------


def test_a_log_is_replayed_as_the_evening_is_shown_and_saved_nowhere(home):
    replay = run_callboard("replay", str(TEXTS / "night-1.txt"), "--json")
    assert replay.status == 0 and not (home / "home").exists()
    name = saved()
    shown = run_callboard("night", "show", name, "--json").json()
    told = replay.json()
    assert {key: told[key] for key in shown} == shown
    assert shown["night"] == "bodak-histrio"


@pytest.mark.usefixtures("home")
def test_export_writes_the_same_bytes_again_in_every_language():
    name = saved()
    for option, path in ((), TEXTS / "night-1.txt"), (("--dispute",), TEXTS / "dispute-1.txt"):
        texts = {run_callboard("--lang", one, "night", "export", name, *option).out for one in LANGUAGES}
        (text,) = {run_callboard("night", "export", name, *option).out, *texts}
        assert text.replace(f'"{own_version()}"', '"0.2.0"').splitlines()[:-1] == said(path).splitlines()[:-1]
        ascii_only = run_callboard("night", "export", name, *option, PYTHONIOENCODING="ascii").out
        assert ascii_only.isascii() and envelope.read(ascii_only) == envelope.read(text)


@pytest.mark.parametrize("text", [said(path) for path in BOTH] + [RECEIPTS[0]["text"]])
def test_nothing_can_be_done_to_what_is_only_replayed(text):
    for language in LANGUAGES:
        ran = run_callboard("--lang", language, "replay", "-", stdin=text)
        assert ran.status == 0 and "callboard night" not in ran.out
        assert all(line.strip(" ·") == line.strip() for line in ran.out.splitlines())


@pytest.mark.usefixtures("home")
def test_import_keeps_the_id_and_the_current_evening_and_takes_nothing_twice():
    started = run_callboard("night", "start", "histrio", "Ann", "Bob", "--json").json()["night"]
    text = said(TEXTS / "night-1.txt")
    assert run_callboard("night", "import", "-", "--json", stdin=text).json() == {
        "schema": 1,
        "night": "bodak-histrio",
        "imported": True,
    }
    assert run_callboard("night", "import", "-", "--json", stdin=text).json()["imported"] is False
    assert run_callboard("night", "--json").json()["night"] == started
    assert len(run_callboard("night", "list", "--json").json()["nights"]) == 2


@pytest.mark.usefixtures("home")
def test_other_content_under_a_known_id_gets_another_id_and_only_once():
    name = saved()
    log = read_text(said(TEXTS / "night-1.txt")).log
    other = log_text(name, log[:-1], "0.2.0")
    first = run_callboard("night", "import", "-", "--json", stdin=other).json()
    assert first["was"] == name != first["night"]
    assert run_callboard("night", "import", "-", "--json", stdin=other).json()["night"] == first["night"]
    assert len(run_callboard("night", "list", "--json").json()["nights"]) == 2
    told = run_callboard("--lang", "es", "night", "import", "-", stdin=log_text(name, log[:-2], "0.2.0"))
    assert "Aquí ya hay otra velada guardada como bodak-histrio" in told.out


@pytest.mark.parametrize("path", BOTH, ids=named)
@pytest.mark.parametrize("command", [("replay",), ("night", "import")], ids=" ".join)
def test_an_altered_text_is_an_error_and_nothing_is_saved(home, path, command):
    text = said(path).rstrip("\n")
    for altered in (text[:-1] + ("0" if text[-1] != "0" else "1"), text.replace("1", "2", 3)):
        ran = run_callboard(*command, "-", "--json", stdin=altered)
        assert ran.status == 1 and ran.json()["errors"][0]["code"].startswith("night.text-")
    assert not (home / "home").exists()


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("text", [said(DISPUTES[0]), RECEIPTS[0]["text"]], ids=["dispute", "receipt"])
def test_what_is_not_a_whole_evening_is_not_imported(text):
    ran = run_callboard("night", "import", "-", "--json", stdin=text)
    assert (ran.status, ran.json()["errors"][0]["code"]) == (1, "night.import-dispute")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("given", "status", "code"),
    [("nowhere.txt", 2, "no-file"), (".", 2, "directory"), ("-", 1, "not-utf8")],
)
def test_a_file_that_cannot_be_read_is_told(given, status, code):
    ran = run_callboard("replay", given, "--json", stdin=b"\xff\xfa")
    assert (ran.status, ran.json()["errors"][0]["code"]) == (status, code)
    assert run_callboard("replay", given, stdin=b"\xff\xfa").status == status


# --- Another version -------------------------------------------------------------------------------------------------


def of_before(*changes):
    """The golden dispute as a version 0.1.0 would have written it that came to something else at these places."""
    body = envelope.read(said(TEXTS / "dispute-1.txt")).body | {"callboard": "0.1.0"}
    for at, value in changes:
        body = put(body, at, value)
    return envelope.written("dispute", [json.dumps(body)])


FIRST = ("entries", 0, "result", "players", 0)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([], []),
        ([((*FIRST, "total"), 99)], [{"entry": 1, "name": "Анна", "then": 99, "now": 12}]),
        ([((*FIRST, "rank"), 2)], [{"entry": 1, "name": "Анна", "then": 2, "now": 1, "what": "rank"}]),
        (
            [(("entries", 2, "result", "winners"), ["José"])],
            [{"entry": 4, "name": None, "then": ["José"], "now": ["Анна", "José"], "what": "winners"}],
        ),
        ([(("standing", 1, "total"), 7)], [{"entry": None, "name": "José", "then": 7, "now": 31}]),
    ],
    ids=["nothing", "total", "rank", "winners", "standing"],
)
def test_what_another_version_counted_otherwise_is_told(changes, expected):
    ran = run_callboard("replay", "-", "--json", stdin=of_before(*changes))
    assert (ran.status, ran.json()["version"], ran.json()["differs"]) == (0, "0.1.0", expected)


@pytest.mark.usefixtures("home")
def test_the_same_version_is_not_told():
    name = saved()
    text = run_callboard("night", "export", name, "--dispute").out
    told = run_callboard("replay", "-", "--json", stdin=text).json()
    assert "version" not in told and "differs" not in told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Entry 1 · Анна: 99 then, 12 now."),
        ("ru", "Запись 1 · Анна: тогда 99, теперь 12."),
        ("es", "Anotación 1 · Анна: entonces 99, ahora 12."),
    ],
)
def test_people_are_told_too(language, told):
    ran = run_callboard("--lang", language, "replay", "-", stdin=of_before(((*FIRST, "total"), 99)))
    assert told in ran.out and "0.1.0" in ran.out


# --- Receipts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "golden",
    [
        *RECEIPTS_1[: len(GAME)],  # one of each game; to read one of 0.2 takes its time
        *(pytest.param(golden, marks=pytest.mark.long) for golden in RECEIPTS_1[len(GAME) :]),
        *RECEIPTS,
    ],
    ids=lambda golden: golden["text"][:40],
)
def test_a_receipt_of_every_version_is_read_for_ever(golden):
    account = read_receipt(golden["text"])
    night = recounted(account)
    assert (list(night.winners), dict(night.totals)) == (golden["winners"], golden["standing"])
    assert differences(account, night) == ()
    assert read_receipt(receipt(night, account.version)) == account


@pytest.mark.parametrize(("golden", "others"), [(RECEIPTS_1[0], "aZ0-_"), (RECEIPTS[0], "aZ0-:/")], ids=["0.2", "now"])
def test_one_altered_character_of_a_receipt_is_told(golden, others):
    text, chance = golden["text"], Random(2)
    for place, character in enumerate(text):
        for other in (chance.choice([one for one in others if one != character]), ""):
            with pytest.raises(LogError):
                read_receipt(text[:place] + other + text[place + 1 :])


@pytest.mark.usefixtures("home")
def test_the_command_before_a_receipt_and_a_file_with_it_are_understood():
    for golden in (RECEIPTS_1[0], RECEIPTS[0]):
        text = golden["text"]
        Path("receipt.txt").write_text(f"{text}\n", encoding="utf-8")
        for told in (f"callboard replay {text}", "receipt.txt", text):
            assert run_callboard("replay", told, "--json").json()["winners"] == golden["winners"]


def camp(chance):
    """A camp with tiles that do not overlap, and two gems."""
    rows = [["."] * 9 for _ in range(9)]
    for _ in range(60):
        width, height = chance.choice([(2, 3), (3, 2), (1, 4), (2, 2), (4, 1)])
        left, top, colour = chance.randint(0, 9 - width), chance.randint(0, 9 - height), chance.choice("OGP")
        cells = [(top + row, left + column) for row in range(height) for column in range(width)]
        if all(rows[row][column] == "." for row, column in cells):
            for row, column in cells:
                rows[row][column] = colour
    bare = [(row, column) for row in range(9) for column in range(9) if rows[row][column] == "."]
    for row, column in chance.sample(bare, min(2, len(bare))):
        rows[row][column] = "*"
    return ["".join(row) for row in rows]


def full(game, names, chance):
    """The stage that ends a game, and a record of it that tells of each player all that can be told."""
    if game == "histrio":
        return "final", {"players": [{"name": name, "ecus": chance.randint(1, 60)} for name in names]}
    if game == "historia":
        kinds = ("territories", "leaders", "wonders", "technology", "raid", "government", "military", "war", "other")
        rows = [{"name": name, "amounts": {kind: chance.randint(1, 60) for kind in kinds}} for name in names]
        return "tally", {"players": rows}
    if game == "turandot":
        from callboard_scoring.games.turandot.pieces import DIRECTORS, TYPES

        roles = ("", " calaf", " turandot", " liu")
        directors = chance.sample(list(DIRECTORS), len(names))
        rows = [
            {
                "name": name,
                "singers": [
                    f"{chance.randint(1, 3)} {chance.choice(('male', 'female'))} {chance.choice(TYPES)}{chance.choice(roles)}"
                    for _ in range(6)
                ],
                "director": director,
                "staging": chance.randint(0, 3),
                "roles": chance.sample(range(6), 6),
            }
            for name, director in zip(names, directors, strict=True)
        ]
        if len(names) > 2:
            return "final", {"players": rows}
        left = {"singers": rows[0]["singers"], "director": "none"}
        return "final", {"players": rows, "puccini": names[0], "imaginary": left}
    if game == "intrigo":
        *_, table = palaces.Evening(chance.randint(1, 10**6), len(names), eager=0.9).rounds(12)
        for row, name in zip(table["players"], names, strict=True):
            row["name"] = name
        return "round", table
    from callboard_scoring.games.magnificent.cards import CONDITIONS

    drawn = ("rows", "columns", "rectangle")
    plots = [f"{left}{top}-{right}{top + 2}" for left, right in ("AC", "DF", "GI") for top in (1, 4, 7)]
    dice = [f"{colour} {chance.randint(1, 6)}" for colour in ("orange", "green", "purple", "clear")]
    rows = [
        {
            "name": name,
            "points": chance.randint(80, 220),
            "coins": chance.randint(12, 25),
            "dice": chance.sample(dice, 4),
            "grid": camp(chance),
            "cards": [
                {"condition": kind, "max": chance.choice([None, 12, 20, 24])}
                | ({"count": chance.randint(1, 3)} if CONDITIONS[kind].counted and kind not in drawn else {})
                for kind in chance.sample(list(CONDITIONS), 4)
            ],
            "areas": plots,
            "gems": chance.randint(2, 7),
            "hat_place": chance.randint(1, 20),
        }
        for name in names
    ]
    return "final", {"players": rows}


@pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(game.id, number, marks=[pytest.mark.long] if number < game.players[1] else [])
        for game in GAMES
        for number in range(game.players[0], game.players[1] + 1)
    ],
)
def test_the_largest_receipt_fits_a_qr_code_of_eighty_columns(game, players):
    """The camps of four players fit 84 columns."""
    for seed in range(1, 500):
        stage, raw = full(game, LETTERS[:players], Random(seed))
        try:
            night = night_of(entered(game, (stage, raw)))
        except commands.RefusedError:
            continue  # such as more clear dice than there are
        text = receipt(night, own_version())
        if text is not None:
            break
    code = pictures.code_of(text)
    assert code.mode == "alphanumeric"
    assert code.symbol_size(border=pictures.QUIET)[0] <= (84 if (game, players) == ("magnificent", 4) else 80)
    account = read_receipt(text)
    again = recounted(account)
    assert differences(account, again) == ()
    assert (again.standing, again.winners, again.players) == (night.standing, night.winners, night.players)


def test_a_game_that_nobody_won_has_a_receipt():
    stage, raw = full("magnificent", LETTERS[:1], Random(3))
    row = raw["players"][0] | {"points": 1, "coins": 12, "cards": ["flat"] * 4, "hat_place": None}
    night = night_of(entered("magnificent", (stage, {"players": [row]})))
    assert night.winners == ()
    assert recounted(read_receipt(receipt(night, "0.2.0"))).winners == ()


@pytest.mark.usefixtures("home")
def test_nobody_has_a_receipt_before_somebody_has_won():
    name = run_callboard("night", "start", "histrio", "Ann", "Bob", "--json").json()["night"]
    ran = run_callboard("night", "export", name, "--receipt", "--json")
    assert (ran.status, ran.json()["errors"][0]["code"]) == (1, "night.no-receipt")


# --- The picture -----------------------------------------------------------------------------------------------------


def shown(monkeypatch, capsys, columns, *, plain=False):
    """What a terminal of this width gets of the golden evening's receipt."""
    from rich.console import Console

    screen = io.StringIO()
    ui = UI(catalog("en"), plain)
    made = Console(file=screen, width=columns, force_terminal=True, color_system="256", legacy_windows=False)
    monkeypatch.setattr(UI, "console", lambda _: made)
    monkeypatch.setattr(pictures, "carries_letters", lambda: True)
    night = night_of(read_text(said(TEXTS / "night-1.txt")).log)
    pictures.show_receipt(ui, night, "bodak-histrio")
    return screen.getvalue(), capsys.readouterr().out, receipt(night, own_version())


def test_a_code_is_dark_on_light_with_quiet_around_it(home, monkeypatch, capsys):
    import segno

    screen, told, text = shown(monkeypatch, capsys, 80)
    lines = screen.splitlines()
    assert all(line.startswith("\x1b[38;5;16;48;5;231m") for line in lines)
    rows = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines]
    modules = [[block in "█▀" for block in row] for row in rows], [[block in "█▄" for block in row] for row in rows]
    drawn = [row for pair in zip(*modules, strict=True) for row in pair]
    code = segno.make_qr(text, error="L")
    expected = [[bool(module) for module in row] for row in code.matrix_iter(border=4)]
    assert drawn[: len(expected)] == expected and not any(drawn[-1])
    assert "callboard replay" in told and not list(home.glob("*.svg"))


def test_the_largest_code_has_77_columns():
    import segno

    code = segno.make_qr("A" * 619, error="L")  # version 13
    assert {len(line) for line in pictures.half_blocks(code)} == {77}


def test_a_narrow_screen_gets_a_file_and_a_line_that_says_so(home, monkeypatch, capsys):
    screen, told, _ = shown(monkeypatch, capsys, 40)
    assert screen == "" and "bodak-histrio.svg" in told
    assert "<svg" in Path("bodak-histrio.svg").read_text(encoding="utf-8")
    Path("bodak-histrio.svg").write_text("mine", encoding="utf-8")
    assert "bodak-histrio-2.svg" in shown(monkeypatch, capsys, 40)[1]
    assert "bodak-histrio-2.svg" in shown(monkeypatch, capsys, 40)[1]
    assert Path("bodak-histrio.svg").read_text(encoding="utf-8") == "mine" and len(list(home.glob("*.svg"))) == 2


@pytest.mark.usefixtures("home")
def test_plain_is_the_text_itself(monkeypatch, capsys):
    screen, told, text = shown(monkeypatch, capsys, 80, plain=True)
    assert (screen, told) == ("", f"{text}\n")
