"""The palace as a picture, on a real pseudo-terminal: a square where there is room, lines where there is none."""

import re

import pytest

from conftest import LANGUAGES, one_language, run_callboard, sampled
from running import on_a_terminal, uncoloured

pytest.importorskip("pexpect")

FAMILIES = ("contarini", "dandolo", "gradenigo", "morosini")
SEALS = ("merchants", "military", "clergy face-down", "farmers", "workers", "merchants", "military", "farmers")
DUCATS = ("ducat", "ducat", "ducat", "ducat", "none", "ducat", "ducat face-down", "ducat")
TOKENS = [token for pair in zip(SEALS, DUCATS, strict=True) for token in pair]
CARDS = ["contarini 4", "gradenigo 3", "contarini 2", "dandolo 4", "thief", "dandolo 3", "assassin"]
CARDS += ["contarini 3 face-down", "gradenigo 4", "palace-guard", "morosini 4", "morosini 3", "tiepolo 4", "thief"]
CARDS += ["tiepolo 2", "gradenigo 2"]
WALK = ", ".join(f"{token}, {card}" for token, card in zip(TOKENS, CARDS, strict=True))
PLAYERS = [f"{name}: {family} 5" for name, family in zip(("Ann", "Bob", "Cid", "Dorothea Long"), FAMILIES, strict=True)]
"""All but 5 of the ducats are out: so one building was left without."""


def shown(columns, *arguments, **extra):
    status, text = on_a_terminal(*arguments, lines=90, columns=columns, **extra)
    assert status == 0, text
    return uncoloured(text).splitlines()


@pytest.mark.parametrize(("language", "columns"), sampled(LANGUAGES, (80, 120)))
def test_the_ring_runs_clockwise_from_the_door_in_the_top_left_corner(language, columns):
    lines = shown(columns, "score", "intrigo", "round", *PLAYERS, WALK, "--lang", language)
    assert all(len(line) <= columns for line in lines[:-1])  # the last is a command, unbroken
    heads = [re.findall(r"[┌╔](\d+)", line) for line in lines if re.search(r"[┌╔]\d", line)]
    assert heads == [["1", "2", "3", "4", "5"], ["16", "6"], ["15", "7"], ["14", "8"], ["13", "12", "11", "10", "9"]]
    assert sum("▼" in line for line in lines) >= 3  # two tokens, one card, and the legend
    assert any("╔1═" in line for line in lines)


def test_each_winner_stands_under_the_token_that_is_won():
    lines = shown(120, "score", "intrigo", "round", *PLAYERS, WALK, "--lang", "en")
    data = run_callboard("score", "intrigo", "round", *PLAYERS, WALK, "--json", "--lang", "en").json()
    won = [award["winner"] or "–" for award in data["outcome"]["awards"]]
    assert len(set(won)) == 5
    top = next(number for number, line in enumerate(lines) if "╔1═" in line)
    columns = [match.start() for match in re.finditer(r"[╔┌]\d", lines[top])]
    ends = [match.end() for match in re.finditer(r"[╗┐]", lines[top])]
    under = [lines[top + 2][start + 1 : end - 1].strip() for start, end in zip(columns, ends, strict=True)]
    assert [name.rstrip("…") for name in under] == [
        name[: len(told.rstrip("…"))] for name, told in zip(won, under, strict=False)
    ]


@one_language
def test_a_narrow_screen_reads_the_palace_instead(language):
    lines = shown(40, "setup", "intrigo", "--players", "4", "--lang", language)
    assert not any("┌" in line for line in lines)
    read = [line for line in lines if re.fullmatch(r"(\d+)\. [^\W\d]+", line)]
    assert [line.partition(".")[0] for line in read] == [str(number) for number in range(1, 17)]
    lines = shown(40, "score", "intrigo", "round", *PLAYERS, WALK, "--lang", language)
    assert not any("┌" in line for line in lines)
    assert all(len(line) <= 40 for line in lines[:-1])  # the last is a command, unbroken


@pytest.mark.parametrize(
    "extra",
    [
        {"NO_COLOR": "1"},
        *(pytest.param(one, marks=pytest.mark.long) for one in ({"ACCESSIBLE": "1"}, {"TERM": "dumb"})),
    ],
    ids=str,
)
def test_plain_surroundings_get_one_building_a_line_and_no_square(extra):
    lines = shown(120, "score", "intrigo", "round", *PLAYERS, WALK, "--lang", "en", **extra)
    assert not any(re.search("[─-╿]", line) for line in lines)
    told = [int(match[1]) for line in lines if (match := re.match(r"building (\d+)", line))]
    assert told == list(range(1, 17))
    assert not any(re.match(r"\d+\. ", line) for line in lines)  # the ring says no more than the lines


@pytest.mark.parametrize(("players", "last"), [("3", ["10", "9", "8", "7"]), ("4", ["13", "12", "11", "10", "9"])])
def test_the_palace_set_up_is_drawn_with_its_tokens_and_nobody_in_it(players, last):
    lines = shown(80, "setup", "intrigo", "--players", players, "--lang", "en")
    heads = [re.findall(r"[┌╔](\d+)", line) for line in lines if re.search(r"[┌╔]\d", line)]
    assert heads[-1] == last
    assert sum(line.count("ducat") for line in lines if "│" in line or "║" in line) == {"3": 6, "4": 8}[players]


def test_a_token_is_as_long_face_down_as_face_up_and_nobody_is_not_yet():
    seals = ("workers", "workers face-down", "military", "clergy", "farmers", "merchants", "clergy", "farmers")
    tokens = [token for seal in seals for token in (seal, "ducat")]
    cards = ["dandolo 2", "thief", "contarini 3", "contarini 4", "gradenigo 2", "dandolo 4", "dandolo 3", "gradenigo 4"]
    cards += [
        "gradenigo 3",
        *(f"morosini {value}" for value in (4, 3, 2)),
        *(f"tiepolo {value}" for value in (4, 3, 2)),
    ]
    walk = [f"{token}, {card}" for token, card in zip(tokens, [*cards, "contarini 2"], strict=True)]
    players = ["Ann: contarini 1 military 3", *PLAYERS[1:]]
    lines = shown(80, "score", "intrigo", "round", *players, ", ".join(walk), "--lang", "ru")
    assert sum(line.count("рабоч.") for line in lines if "║" in line) == 2
    data = run_callboard("score", "intrigo", "round", *players, ", ".join(walk), "--json").json()
    decided = len(data["outcome"]["awards"])
    assert decided < 16
    nobody = sum(award["winner"] is None for award in data["outcome"]["awards"])
    assert sum(len(re.findall(r"[│║] +– +[│║]", line)) for line in lines) == nobody


def test_names_that_look_alike_when_cut_are_told_apart():
    players = [
        f"{name}: {family} 5"
        for name, family in zip(("Alexander I", "Alexander II", "Cid", "Dan"), FAMILIES, strict=True)
    ]
    lines = shown(80, "score", "intrigo", "round", *players, WALK, "--lang", "ru")
    assert any("…1" in line for line in lines)
    assert any("…2" in line for line in lines)


@pytest.mark.parametrize("columns", [80, pytest.param(120, marks=pytest.mark.long)])
def test_what_is_cut_short_in_russian_ends_with_a_dot_face_down_too(columns):
    lines = shown(columns, "score", "intrigo", "round", *PLAYERS, WALK, "--lang", "ru")
    ring = "\n".join(line for line in lines if not line.startswith("здание"))
    assert re.search(r"(Кон\.|Контарини) 3▼", ring)
    cut = set(re.findall(r"(\w+) \d", ring)) - {"Контарини", "Дандоло", "Градениго", "Морозини", "Тьеполо"}
    assert not {name for name in cut if name[0] in "КДГМТ"}
    assert not re.search(r"[.\d] ?…", ring)
