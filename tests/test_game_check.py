"""`callboard game lint`: a good game has no finding, and each way of breaking one is named, with its file."""

import compileall
import importlib
import inspect
import json
import re
import shutil
import stat
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from callboard_cli.authoring import check, draft
from callboard_cli.authoring.checks import code, golden, lookup, setups, typed
from callboard_cli.authoring.draft import built_in_files
from callboard_cli.authoring.texts import read_catalog
from callboard_locales import catalog
from callboard_rules.search import search
from callboard_scoring.games import GAMES
from callboard_scoring.installed import Fault
from conftest import LANGUAGES, ROOT, run_callboard

FIREFLIES = ROOT / "tests" / "games" / "fireflies" / "fireflies"
QUICK = [one for one in check.CHECKS if one not in (lookup.found, lookup.rates)]
"""All checks but those that ask the look-up hundreds of questions."""


@cache
def catalog_of(text):
    """A catalog that says this: of the three of a game, most ways of breaking it leave two or all as they are."""
    return read_catalog(Path(), text)


def marks_of(folder):
    """Return all files and folders in a folder, and by what one sees that a file is another one."""
    seen = {path.relative_to(folder): path.stat() for path in folder.rglob("*") if "__pycache__" not in path.parts}
    return {path: stat.S_ISREG(one.st_mode) and (one.st_mtime_ns, one.st_size) for path, one in seen.items()}


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """A copy of the small good game, compiled, and what it consists of."""
    folder = tmp_path_factory.mktemp("games") / "fireflies"
    shutil.copytree(FIREFLIES, folder, ignore=shutil.ignore_patterns("__pycache__"))
    compileall.compile_dir(folder, quiet=1)
    return folder, marks_of(folder)


@pytest.fixture
def game(copied, monkeypatch):
    """A copy of the small good game; whoever breaks it breaks nobody else's, for whatever is broken is put back."""
    folder, good = copied
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(draft, "read_catalog", lambda path, text: replace(catalog_of(text), path=path))
    yield folder
    mend(folder, good)


def mend(folder, good):
    """Put back whatever is broken, and forget what was loaded."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "fireflies"]:
        del sys.modules[name]
    now = marks_of(folder)
    for path in sorted(now.keys() - {path for path in good if now.get(path) == good[path]}, reverse=True):
        (folder / path).rmdir() if (folder / path).is_dir() else (folder / path).unlink()
    for path in good:
        if now.get(path) != good[path]:
            shutil.copy2(FIREFLIES / path, folder / path)
    importlib.invalidate_caches()


# --- Ways to break a file --------------------------------------------------------------------------------------------


def instead(name, old, new):
    """Write something else in place of what a file says."""

    def broken(folder):
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text, f"{name} has changed: {old}"
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return broken


def added(name, text):
    """Write something behind what a file says."""

    def broken(folder):
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write(text)

    return broken


def without(name):
    """Take a file away."""
    return lambda folder: (folder / name).unlink()


def folder_named(name):
    """Make a folder."""
    return lambda folder: (folder / name).mkdir()


def written(name, content):
    """Write a file anew."""
    return lambda folder: (folder / name).write_bytes(content)


def without_message(name, message):
    """Take a message out of a catalog."""

    def broken(folder):
        text = (folder / name).read_text(encoding="utf-8")
        blocks = text.split("\n\n")
        kept = [block for block in blocks if f'msgid "{message}"' not in block]
        assert len(kept) == len(blocks) - 1, f"{name} has no {message}"
        (folder / name).write_text("\n\n".join(kept), encoding="utf-8")

    return broken


def without_section(name, section):
    """Take a section out of a rules text."""

    def broken(folder):
        text = (folder / name).read_text(encoding="utf-8")
        shorter = re.sub(rf"## [^\n]* {{#{section}}}\n.*?(?=\n## |\Z)", "", text, flags=re.DOTALL)
        assert shorter != text, f"{name} has no {section}"
        (folder / name).write_text(shorter, encoding="utf-8")

    return broken


def without_case(name, title):
    """Take a case out of a file of cases."""

    def broken(folder):
        blocks = (folder / name).read_text(encoding="utf-8").split("[[case]]\n")
        kept = [block for block in blocks if title not in block]
        assert len(kept) == len(blocks) - 1, f"{name} has no {title}"
        (folder / name).write_text("[[case]]\n".join(kept), encoding="utf-8")

    return broken


def fewer_questions(name, section):
    """Leave a section its first eleven questions."""

    def broken(folder):
        text = (folder / name).read_text(encoding="utf-8")
        start, lines, end = re.fullmatch(rf"(.*^{section} = \[\n)(.*?)(^\].*)", text, re.DOTALL | re.MULTILINE).groups()
        kept = "".join(lines.splitlines(keepends=True)[:11])
        (folder / name).write_text(start + kept + end, encoding="utf-8")

    return broken


def all_of(*ways):
    """Break several things."""

    def broken(folder):
        for way in ways:
            way(folder)

    return broken


def message(name, text):
    """Return a message as a catalog has it."""
    return f'\nmsgid "{name}"\nmsgstr "{text}"\n'


OWL_CASE = """
[[case]]
name = "{name}"
{source}
record.players = [
    {{ name = "Ann", jar = [{jar}], owl = true }},
    {{ name = "Bob", jar = [], owl = false }},
]
totals = {{ Ann = -3, Bob = 0 }}
{more}
"""
REFUSED_CASE = """
[[case]]
name = "a way of breaking"
source = "the tests"
stage = "{stage}"
errors = {errors}
record.players = [{{ name = "Ann", jar = [{jar}], owl = false }}, {{ name = "Bob", jar = [], owl = false }}]
"""


def case(name="a way of breaking", source='source = "the tests"', jar="", more=""):
    return OWL_CASE.format(name=name, source=source, jar=jar, more=more)


ALL_MISSING = [
    *("examples.toml", "night.py", "setup.py"),
    *("locales/ru.po", "locales/en.po", "locales/es.po"),
    *("rules/ru.md", "rules/en.md", "rules/es.md", "rules/sources.toml", "rules/glossary.toml"),
    *("golden/night.toml", "golden/final.toml", "golden/refused.toml", "golden/setup.toml"),
]
ALL_TOML = [name for name in ALL_MISSING if name.endswith(".toml")]

# A sentence, the way of breaking, and the finding: its file, its code, and what its words name.
FILES = [
    (
        f"no {name}",
        without(name),
        name,
        "no-stage" if name == "night.py" else "no-setup" if name == "setup.py" else "missing",
        (),
    )
    for name in ALL_MISSING
]
FILES += [(f"no TOML in {name}", added(name, "\n= 3\n"), name, "not-toml", ("line",)) for name in ALL_TOML]
FILES += [
    ("no TOML in what players ask", added("rules/asked/ru.toml", "= 3"), "rules/asked/ru.toml", "not-toml", ()),
    ("a catalog that breaks off", added("locales/ru.po", '\nmsgid "x\n'), "locales/ru.po", "not-po", ()),
    (
        "a catalog in an old encoding",
        written("locales/ru.po", "игра".encode("cp1251")),
        "locales/ru.po",
        "not-utf8",
        (),
    ),
    ("a rules text that is no text", written("rules/es.md", b"\xff\xfe"), "rules/es.md", "not-utf8", ()),
    ("a rules text without a top", instead("rules/en.md", "+++", ""), "rules/en.md", "no-title", ()),
    ("a module that is no Python", added("night.py", "\ndef :\n"), "night.py", "not-python", ("night.py:",)),
    (
        "a file that is a folder",
        all_of(without("examples.toml"), folder_named("examples.toml")),
        "examples.toml",
        "unreadable",
        (),
    ),
    ("what the skeleton left", added("pieces.py", "\n# TODO how many\n"), "pieces.py", "unwritten", ()),
]
CODE = [
    ("a package that raises", added("__init__.py", "\n1 / 0\n"), "__init__.py", "import", ("__init__.py:", "ZeroDiv")),
    ("a package that leaves", added("__init__.py", "\nraise SystemExit(3)\n"), "__init__.py", "import", ("SystemExit",)),
    ("a package without its game", instead("__init__.py", "GAME =", "PLAY ="), "__init__.py", "no-game", ("GAME",)),
    ("an id with a capital", instead("__init__.py", 'id="fireflies"', 'id="Fireflies"'), "__init__.py", "id-shape", ("Fireflies",)),
    ("an id of a built-in game", instead("__init__.py", 'id="fireflies"', 'id="histrio"'), "__init__.py", "id-taken", ("histrio",)),
    ("an id unlike the folder", instead("__init__.py", 'id="fireflies"', 'id="moths"'), "__init__.py", "id-folder", ("moths", "fireflies")),
    ("players the wrong way round", instead("__init__.py", "(2, 4)", "(4, 2)"), "__init__.py", "players", ("4", "2")),
    ("a leg of no stage", instead("__init__.py", 'Leg("final")', 'Leg("dawn")'), "__init__.py", "path", ("dawn",)),
    ("a leg by no field", instead("__init__.py", 'Leg("final")', 'Leg("final", {"night": 3})'), "__init__.py", "path", ("final, night",)),
    ("players unlike a stage's seats", instead("__init__.py", "(2, 4)", "(2, 5)"), "night.py", "seats", ("night", "2 to 5", "2 to 4")),
    ("one stage twice", instead("__init__.py", '("night", "final")', '("night", "final", "night")'), "__init__.py", "stages", ("night",)),
    ("a stage without a module", instead("__init__.py", '"final")', '"final", "dawn")'), "dawn.py", "no-stage", ("dawn",)),
    ("a stage that raises", added("night.py", "\nraise RuntimeError('moth')\n"), "night.py", "import", ("night.py:", "moth")),
    ("a stage without a scorer", instead("night.py", "def score(", "def count("), "night.py", "no-score", ("night",)),
    ("a scorer that takes anything", instead("night.py", "score(record: Night)", "score(record)"), "night.py", "no-annotations", ("night", "Result[")),
    ("a scorer that gives anything", instead("night.py", " -> Result[None]:", ":"), "night.py", "no-annotations", ("night",)),
    ("a stage without an example", instead("examples.toml", "[night]", "[knight]"), "examples.toml", "no-example", ("[night]",)),
    ("an example of no stage", added("examples.toml", "\n[dawn]\nx = 1\n"), "examples.toml", "example-stage", ("[dawn]",)),
    ("an example that is refused", instead("examples.toml", '"A6"', '"A9"'), "examples.toml", "example-refused", ("night", "Ann", "such as A3")),
    ("a scorer that breaks off", instead("night.py", "    yield _pairs(player.jar", "    yield _pairs(player.bottle"), "examples.toml", "example-crash", ("night", "night.py:", "bottle")),
    ("a case on which it breaks off", instead("night.py", "        return EMPTY()", "        return EMPTY(1 // 0)"), "golden/night.toml", "case-crash", ("an empty jar", "night.py:", "ZeroDivision")),
    ("no set-up", instead("setup.py", "def setup(", "def lay_out("), "setup.py", "import", ("setup",)),
    ("no options of the set-up", instead("setup.py", "class Options(Record)", "class Options"), "setup.py", "no-options", ("Options",)),
    ("a set-up that fails for three", instead("setup.py", "    seats = draw", "    assert len(names) != 3\n    seats = draw"), "setup.py", "setup-crash", ("for 3", "setup.py:")),
    ("a set-up that fails with an option", all_of(instead("setup.py", '"""Nothing to choose."""', "full: bool = False"), instead("setup.py", "    del options", "    assert not options.full")), "setup.py", "setup-crash", ("full=True",)),
    ("a set-up that gives nothing", instead("setup.py", "    return Setup(", "    return str("), "setup.py", "setup-crash", ("for 2",)),
    ("a set-up that refuses", instead("setup.py", "    seats = draw", "    from callboard_scoring.problems import RefusedError\n    if len(names) == 4:\n        raise RefusedError([])\n    seats = draw"), "setup.py", "setup-refused", ("for 4",)),
    ("seats with more than is taken", instead("setup.py", '"jar": 1', '"jar": 2'), "setup.py", "setup-seats", ("for 2", "4 of “jar”", "only 2")),
    ("a piece that the box lacks", all_of(instead("setup.py", '"jar": len', '"moth": 1, "jar": len'), instead("setup.py", "if BOX[piece]", "if BOX.get(piece, 0)")), "setup.py", "setup-box", ("“moth”", "0")),
    ("more pieces than the box holds", instead("setup.py", '"jar": len(names)', '"jar": 2 * len(names)'), "setup.py", "setup-box", ("for 3", "6 of “jar”", "4")),
    ("chance that is not drawn", all_of(instead("setup.py", "SEATS = reason", "FEW = []\nSEATS = reason"), instead("setup.py", "    take = {", "    FEW.append(1)\n    lamp = names[len(FEW) % 2]\n    take = {")), "setup.py", "setup-chance", ("for 2",)),
    ("a part that is not among the draws", instead("setup.py", '"lamp": lamp, ', ""), "setup.py", "setup-part", ("for 2", "“lamp”")),
    ("a lot that depends on another", instead("setup.py", "    take = {", "    if lamp == seats[0]:\n        draw.below(2)\n    take = {"), "setup.py", "setup-lots", ("for 2",)),
    ("a number without a limit", instead("final.py", "Annotated[int, count(0, MOST_MOONS_HELD), ", "Annotated[int, "), "final.py", "unlimited", ("players[].moons", "final")),
    ("a list without a limit", all_of(instead("night.py", "Field(max_length=JAR), ", ""), without_case("golden/refused.toml", "six fireflies")), "night.py", "unlimited", ("players[].jar", "night")),
    ("something otherwise at no stage", added("otherwise.py", 'OTHERWISE = {"dawn": lambda record: ()}\n'), "otherwise.py", "evening-stage", ("OTHERWISE", "dawn")),
    ("nothing in what is otherwise", added("otherwise.py", "STAGES = {}\n"), "otherwise.py", "import", ("OTHERWISE",)),
    ("what breaks off as it looks for what is otherwise", added("otherwise.py", 'OTHERWISE = {"night": lambda record: [1 / 0]}\n'), "examples.toml", "example-crash", ("otherwise.py:1", "ZeroDiv")),
    ("something alone at no stage", instead("alone.py", '"night": night', '"dawn": night'), "alone.py", "evening-stage", ("ALONE", "dawn")),
    ("nothing in what is alone", instead("alone.py", "ALONE = ", "STAGES = "), "alone.py", "import", ("ALONE",)),
    ("what breaks off as it looks at another row", instead("alone.py", "def night(player: dusk.Player, _: dusk.Night) -> Alone:\n", "def night(player, _):\n    1 / 0\n"), "alone.py", "case-crash", ("alone.py:11", "ZeroDiv")),
    ("other lines alone than in the end", instead("alone.py", "tuple(dusk.own_lines(player))", "()"), "alone.py", "alone-differs", ("Ann",)),
    ("another start alone than in the end", instead("alone.py", "tuple(end.own_lines(player))", "tuple(end.own_lines(player)), 1"), "alone.py", "alone-differs", ("Ann",)),
    ("a reason of what is otherwise that no case meets", added("otherwise.py", 'from callboard_scoring.ledger import reason\n\n# NOTE: nobody.\nOWLS = reason("fireflies/owl.owls")\nOTHERWISE = {}\n'), "otherwise.py", "unreached", ("fireflies/owl.owls",)),
]  # fmt: skip
EVENING_END = '    sets=("final",),\n'


def carried(more):
    """Write more into what the evening of the game carries over, behind functions that may find it."""
    return all_of(
        instead("evening.py", EVENING_END, f"{EVENING_END}    {more}\n"),
        instead("evening.py", "EVENING = ", "def stars(past):\n    return past.last('night').outcome\n\n\nEVENING = "),
    )


def at_most(field, value, stage="final", kind="at_most"):
    """Carry something over."""
    return carried(f'{kind}=(Carried(("{stage}",), "{field}", {value}),),')


EVERYBODY = "lambda past: dict.fromkeys(past.players, {})"
EVENINGS = [
    ("no evening", without("evening.py"), "evening-none", ("EVENING",)),
    ("an evening that raises", added("evening.py", "\n1 / 0\n"), "import", ("evening.py:", "ZeroDiv")),
    ("an evening without its data", instead("evening.py", "EVENING =", "NIGHT ="), "no-evening", ("EVENING",)),
    ("an evening that is a table", added("evening.py", "\nEVENING = {}\n"), "no-evening", ("Evening(…)",)),
    ("a stage that adds and is none", instead("evening.py", '("night",)', '("dawn",)'), "evening-stage", ("adds", "dawn")),
    ("a stage that sets and is none", instead("evening.py", EVENING_END, EVENING_END.replace("final", "dusk")), "evening-stage", ("sets", "dusk")),
    ("a stage that gives and is none", carried('gives={"dawn": totals_of},'), "evening-stage", ("gives", "dawn")),
    ("a stage of nobody that is none", carried('asks_whose=("dawn",),'), "evening-stage", ("asks_whose", "dawn")),
    ("a stage in order that is none", carried('in_order=("dawn",),'), "evening-stage", ("in_order", "dawn")),
    ("a blind stage that is none", carried('blind=("dawn",),'), "evening-stage", ("blind", "dawn")),
    ("a field of no stage", instead("evening.py", '(("final",)', '(("final", "dawn")'), "evening-stage", ("exact", "dawn")),
    ("a field of another stage", instead("evening.py", '(("final",)', '(("night",)'), "evening-field", ("night", "players.nights")),
    ("a field of nobody", at_most("stars", "stars"), "evening-field", ("final", "stars")),
    ("a field of those who are called otherwise", at_most("seats.moons", "stars"), "evening-field", ("seats.moons",)),
    ("a total that is no field", carried('total="stars",'), "evening-total", ("stars",)),
    ("a stage that gives nobody anything", carried('gives={"night": lambda played: {}},'), "evening-gives", ("night", "{}")),
    ("a stage that gives words", carried('gives={"final": lambda played: {one.name: "x" for one in played.result.players}},'), "evening-gives", ("final", "'Ann': 'x'")),
    ("a stage whose gains break off", carried('gives={"night": lambda played: {"Ann": played.outcome.points}},'), "evening-crash", ("gives", "evening.py:", "points")),
    ("a word for a number", at_most("players.moons", EVERYBODY.format("'x'")), "evening-value", ("players.moons", "x")),
    ("more than the field holds", at_most("players.moons", EVERYBODY.format(4), kind="proposed"), "evening-value", ("players.moons", "4")),
    ("a limit that is no number", at_most("players.nights", EVERYBODY.format([0, 0, 0])), "evening-value", ("players.nights",)),
    ("how many are left, as one number", at_most("players", "lambda past: 3", kind="left"), "evening-value", ("players", "3")),
    ("how many are left, in words", at_most("players", "lambda past: {'Ann': 'x'}", kind="left"), "evening-value", ("players", "x")),
    ("what is left of a field that is none", at_most("owls", "lambda past: {'owl': 3}", kind="left"), "evening-field", ("final", "owls")),
    ("somebody who does not play", at_most("players.moons", "lambda past: {'Zoe': 1}", kind="proposed"), "evening-value", ("players.moons", "Zoe")),
    ("one number for everybody", at_most("players.moons", "lambda past: 3"), "evening-value", ("players.moons", "3")),
    ("all of those who play", at_most("players", "lambda past: [{'name': 'Ann'}]", kind="proposed"), "evening-value", ("players", "Ann")),
    ("a function that breaks off at the start", at_most("players.moons", "stars"), "evening-crash", ("players.moons", "evening.py:", "NoneType")),
    ("one that breaks off after a night", at_most("players.moons", "lambda past: past.played and past.played[0].record.stars"), "evening-crash", ("players.moons", "stars")),
    ("one that breaks off after a set-up", at_most("players.moons", "lambda past: past.draws and past.draws['owl']"), "evening-crash", ("players.moons", "owl")),
    ("a table that is none", carried("table=lambda past: [1],"), "evening-value", ("table", "1")),
    ("a table that breaks off", carried("table=stars,"), "evening-crash", ("table", "evening.py:")),
    ("what changed and breaks off", carried("changed={'night': lambda past, record: past.played and [past.played[0].record.owls]},"), "evening-crash", ("changed", "owls")),
    ("what changed at no place", carried("changed={'night': lambda past, record: [(('players', 9), 1)]},"), "evening-value", ("changed", "9")),
    ("what changed of a field that is none", carried("changed={'night': lambda past, record: [(('players', 0, 'owls'), 1)]},"), "evening-value", ("changed", "owls")),
    ("what only one holds", carried("holds=lambda past: {past.players[0]: {'moons': 1}},"), "evening-value", ("holds", "moons")),
]  # fmt: skip
CODE += [(name, way, "evening.py", code, told) for name, way, code, told in EVENINGS]
WORDS = [
    ("no words for what lies on the table", carried("table=lambda past: {'lamp': past.players[0]},"), "locales/ru.po", "no-words", ("field", "fireflies/field.lamp")),
    ("no words for what is held", carried("holds=lambda past: {name: {'stars': 0} for name in past.players},"), "locales/es.po", "no-words", ("field", "fireflies/field.stars")),
    *(
        (f"no words for {name}", without_message("locales/ru.po", f"fireflies/{name}"), "locales/ru.po", "no-words", (told, f"fireflies/{name}"))
        for name, told in (
            ("game", "title"),
            ("stage.night", "stage"),
            ("stage-help.night", "stage"),
            ("typed.night", "stage"),
            ("glow.level", "reason"),
            ("setup.lamp", "reason"),
            ("error.moons", "refusal"),
            ("field.moons", "field"),
            ("help.moons", "help"),
            ("token.amber", "short word"),
            ("unit.lamp", "counted thing"),
            ("unit.points", "counted thing"),
            ("example.Ann", "example"),
        )
    ),
    ("no words for a refusal that is put together", all_of(instead("pieces.py", '"fireflies/error.firefly"', '"/".join(("fireflies", "error.firefly"))'), without_message("locales/ru.po", "fireflies/error.firefly")), "locales/ru.po", "no-words", ("refusal", "fireflies/error.firefly")),
    ("words for nothing", added("locales/en.po", message("fireflies/glow.dim", "dim")), "locales/en.po", "no-use", ("fireflies/glow.dim",)),
    ("words for no field", added("locales/en.po", message("fireflies/field.wings", "wings")), "locales/en.po", "no-use", ("fireflies/field.wings",)),
    ("words that one language lacks", without_message("locales/es.po", "fireflies/ask.jar"), "locales/es.po", "untranslated", ("fireflies/ask.jar",)),
    ("a message moved", all_of(without_message("locales/es.po", "fireflies/ask.owl"), added("locales/es.po", message("fireflies/ask.owl", "¿tiene el búho?"))), "locales/es.po", "order", ("fireflies/ask.nights",)),
    ("another place", instead("locales/ru.po", "света: %(lights)s", "света: %(light)s"), "locales/ru.po", "places", ("fireflies/pairs.", "%(lights)s", "%(light)s")),
    ("a place that the line has not", all_of(*(instead(f"locales/{language}.po", ": %(nights.sum)s", ": %(days.sum)s") for language in LANGUAGES)), "locales/en.po", "untold", ("fireflies/nights.added", "days")),
    ("a plural form too few", instead("locales/ru.po", 'msgstr[2] "%(n)s очков"\n', ""), "locales/ru.po", "forms", ("fireflies/unit.points",)),
    ("a header of another language", instead("locales/en.po", "nplurals=2; plural=(n != 1)", "nplurals=3; plural=(n != 1)"), "locales/en.po", "plurals", ("3", "2")),
    ("empty words", instead("locales/es.po", 'msgstr "búho"', 'msgstr ""'), "locales/es.po", "empty", ("fireflies/",)),
    ("fuzzy words", instead("locales/es.po", 'msgid "fireflies/field.owl"', '#, fuzzy\nmsgid "fireflies/field.owl"'), "locales/es.po", "fuzzy", ("fireflies/field.owl",)),
    ("obsolete words", added("locales/es.po", '\n#~ msgid "fireflies/old"\n#~ msgstr "viejo"\n'), "locales/es.po", "obsolete", ("fireflies/old",)),
    ("a message twice", added("locales/en.po", message("fireflies/field.owl", "owl")), "locales/en.po", "twice", ("fireflies/field.owl",)),
    ("words of the skeleton", instead("locales/ru.po", 'msgstr "сова"', 'msgstr "TODO сова"'), "locales/ru.po", "placeholder", ("fireflies/",)),
    ("English in Russian", instead("locales/ru.po", 'msgid "fireflies/field.owl"\nmsgstr "сова"', 'msgid "fireflies/field.owl"\nmsgstr "owl"'), "locales/ru.po", "english", ("fireflies/field.owl",)),
    ("English in Spanish", all_of(without_message("locales/es.po", "fireflies/moons.none"), added("locales/es.po", message("fireflies/moons.none", "no moons"))), "locales/es.po", "english", ("fireflies/moons.none",)),
    ("a percent sign", instead("locales/en.po", "no pair of equal light", "0 % of pairs"), "locales/en.po", "percent", ("fireflies/pairs.none",)),
    ("nothing for translators", instead("locales/en.po", "#. %(count:moon)s is the number with its noun.\n", ""), "locales/en.po", "comment", ("fireflies/moons.held", "#.")),
    ("straight quotation marks", instead("locales/ru.po", 'msgstr "сова"', 'msgstr "\\"сова\\""'), "locales/ru.po", "quotes", ("fireflies/",)),
    ("a word without ё", instead("locales/ru.po", 'msgstr "сова"', 'msgstr "еще сова"'), "locales/ru.po", "yo", ("fireflies/",)),
    ("a question without its beginning", instead("locales/es.po", 'msgstr "búho"', 'msgstr "búho?"'), "locales/es.po", "opening", ("fireflies/",)),
]  # fmt: skip
TOKENS = [
    ("words of a token that is not told", instead("__init__.py", '"white", "owl"', '"white"'), "locales/en.po", "token-unknown", ("fireflies/token.owl", "add it to tokens of GAME")),
    ("a typed word that is no token", instead("__init__.py", '"white", "owl"', '"white"'), "__init__.py", "token-missing", ("“owl”", "“night”")),
    ("a choice that is no token", all_of(instead("night.py", "tuple[Firefly, ...]", 'tuple[Annotated[str, choice("moth", "owl")], ...]'), instead("night.py", "import Seats", "import choice, Seats")), "__init__.py", "token-missing", ("“moth”", "“night”")),
    ("two tokens of one word", all_of(without_message("locales/es.po", "fireflies/token.owl"), added("locales/es.po", message("fireflies/token.owl", "Ámbar"))), "locales/es.po", "same-word", ("owl", "amber")),
    ("a word that is another token", all_of(without_message("locales/es.po", "fireflies/token.owl"), added("locales/es.po", message("fireflies/token.owl", "red"))), "locales/es.po", "same-word", ("red", "owl")),
    ("a word that is read in parts", all_of(without_message("locales/en.po", "fireflies/token.owl"), added("locales/en.po", message("fireflies/token.owl", "owl!"))), "locales/en.po", "read-back", ("owl!", "owl")),
    ("a token of two capitals", instead("__init__.py", '"owl")', '"owl", "YH")'), "__init__.py", "token-spelling", ("“YH”", "“yh”")),
    ("a token of a small letter", instead("__init__.py", '"owl")', '"owl", "y")'), "__init__.py", "token-spelling", ("“y”", "“Y”")),
    ("a choice with a number at its word", all_of(instead("night.py", "tuple[Firefly, ...]", 'tuple[Annotated[str, choice("owl3")], ...]'), instead("night.py", "import Seats", "import choice, Seats")), "__init__.py", "token-spelling", ("“owl3”", "“owl 3”")),
    ("a letter of a drawing that another token has", all_of(instead("__init__.py", '"owl"),', '"owl"), letters={"owl": "O", "red": "R"},'), added("locales/en.po", message("fireflies/token.owl.letter", "R")), added("locales/en.po", message("fireflies/token.red.letter", "D"))), "__init__.py", "read-back", ("“R”", "“O”")),
    ("a token that a saved evening does not read", all_of(instead("pieces.py", '[1-{BRIGHTEST}]"', '[1-{BRIGHTEST}]|AA 1"'), instead("pieces.py", "firefly[1:]", "firefly[-1]"), added("golden/night.toml", case(jar='"AA1"'))), "golden/night.toml", "case-saved", ("a way of breaking", "such as A3")),
    ("a token that a saved evening reads as another", all_of(instead("pieces.py", '[1-{BRIGHTEST}]"', '[1-{BRIGHTEST}]|AA 1|aa 1"'), instead("pieces.py", "firefly[1:]", "firefly[-1]"), instead("pieces.py", "firefly[0]]", "firefly[0].upper()]"), added("golden/night.toml", case(jar='"AA1"'))), "golden/night.toml", "case-saved", ("a way of breaking", "aa 1")),
    ("a word of two fields", instead("night.py", 'Typed("owl")', r'Typed(r"owl|A\d")'), "night.py", "two-fields", ("“jar”", "“owl”")),
    ("a pattern that takes another's words", instead("final.py", 'Typed(r"-?\\d+")', 'Typed(r"[-+]?\\d+")'), "final.py", "swallowed", ("moons", "nights", "+2")),
]  # fmt: skip
NAMES = [
    ("a game named as another", instead("locales/es.po", 'msgstr "Luciérnagas"', 'msgstr "Luciérnagas|Хистрио"'), "locales/es.po", "same-game", ("Хистрио", "histrio")),
    ("a game named as another in brackets", instead("locales/en.po", 'msgstr "Fireflies"', 'msgstr "Fireflies (Turandot)"'), "locales/en.po", "same-game", ("“Turandot”", "game turandot")),
    ("two stages of one name", instead("locales/ru.po", 'msgid "fireflies/stage.final"\nmsgstr "', 'msgid "fireflies/stage.final"\nmsgstr "Ночь|'), "locales/ru.po", "same-stage", ("Ночь", "final and night")),
    ("a stage named as another's id", instead("locales/es.po", 'msgid "fireflies/stage.night"\nmsgstr "', 'msgid "fireflies/stage.night"\nmsgstr "final|'), "locales/es.po", "same-stage", ("“final”", "night")),
    ("two fields of one name", instead("locales/ru.po", 'msgid "fireflies/field.moons"\nmsgstr "', 'msgid "fireflies/field.moons"\nmsgstr "nights|'), "locales/ru.po", "same-field", ("“nights”", "moons")),
    ("two parts of one name", instead("locales/ru.po", 'msgid "fireflies/part.lamp"\nmsgstr "', 'msgid "fireflies/part.lamp"\nmsgstr "места|'), "locales/ru.po", "same-part", ("“места”", "lamp", "seats")),
    ("a field named as what a record is for", instead("locales/ru.po", 'msgid "fireflies/field.players"\nmsgstr "', 'msgid "fireflies/field.players"\nmsgstr "игра|'), "locales/ru.po", "same-field", ("“игра”", "players", "game")),
]  # fmt: skip
TYPED = [
    ("a pattern that is none", instead("night.py", r'[A-Z]\d+"', r'[A-Z\d+"'), "night.py", "pattern", ("jar", "night", r"[A-Z\d+")),
    ("a pattern of other words", instead("night.py", r'[A-Z]\d+"', r'moth\d+"'), "examples.toml", "typed-refused", ("night", "A6", "owl")),
    ("a pattern that means another field", instead("night.py", 'Typed("owl")', 'Typed("W3")'), "examples.toml", "typed-other", ("night", "Б3")),
    ("an example line that cannot be", instead("locales/ru.po", "Аня: Я6", "Аня: Ящерица6"), "locales/ru.po", "typed-line", ("fireflies/typed.night", "Ящерица6")),
    ("an example line of nothing", instead("locales/en.po", "Ann: 13 7 9", "Ann: 13 7"), "locales/en.po", "typed-line", ("fireflies/typed.final", "Ann: 13 7 +2")),
]  # fmt: skip
RULES = [
    ("a section that lines cite", all_of(*(without_section(f"rules/{language}.md", "pairs") for language in LANGUAGES)), "night.py", "no-section", ("pairs",)),
    ("a section that one language lacks", without_section("rules/es.md", "jar"), "rules/es.md", "section-missing", ("jar",)),
    ("a section moved", all_of(without_section("rules/es.md", "moons"), added("rules/es.md", "\n## Las lunas de todos {#moons}\n\nAl final 1 luna da 1 punto, 2 lunas dan 3 y 3 lunas dan 6.\n")), "rules/es.md", "section-order", ("tie-break",)),
    ("a section twice", added("rules/en.md", "\n## Again {#moons}\n\nAt the end 1 moon gives 1 point, 2 moons give 3 and 3 moons give 6.\n"), "rules/en.md", "section-twice", ("moons",)),
    ("a section nobody leads to", all_of(*(added(f"rules/{language}.md", f"\n## {title} {{#wings}}\n\n{'…' * 50}\n") for language, title in (("ru", "Крылья"), ("en", "Wings"), ("es", "Alas"))), added("rules/sources.toml", '\n[sections.wings]\nauthority = "other"\nrelated = ["jar"]\n')), "rules/sources.toml", "uncited", ("wings",)),
    ("a heading without its id", instead("rules/en.md", "{#jar}", ""), "rules/en.md", "stray", ("The jar",)),
    ("text before the first heading", instead("rules/en.md", "## How Fireflies", "Hello.\n\n## How Fireflies"), "rules/en.md", "stray", ("Hello.",)),
    ("a title of 41 letters", instead("rules/en.md", "## The owl {", f"## {'o' * 41} {{"), "rules/en.md", "title-long", ("owl", "40")),
    ("a title in one language only", all_of(*(instead(f"rules/{language}.md", title, "## Owl {#owl}") for language, title in (("ru", "## Сова {#owl}"), ("en", "## The owl {#owl}"), ("es", "## El búho {#owl}")))), "rules/ru.md", "title-same", ("owl",)),
    ("two sections of one title", instead("rules/en.md", "## Moons {", "## The owl {"), "rules/en.md", "title-twice", ("moons", "The owl")),
    ("a section that says nothing", instead("rules/en.md", "At the end 1 moon gives 1 point, 2 moons give 3 and 3 moons give 6.", "1 1 2 3 3 6"), "rules/en.md", "body-short", ("moons", "40")),
    ("another number", instead("rules/ru.md", "6", "7"), "rules/ru.md", "digits", ("two-players",)),
    ("a note of no kind", instead("rules/en.md", "> [!unknown]", "> [!rumour]"), "rules/en.md", "note-kind", ("pairs", "rumour", "inference")),
    ("a note without its text", instead("rules/en.md", "> [!unknown] ", "> [!unknown]\n\n"), "rules/en.md", "note-broken", ("pairs",)),
    ("a note that one language lacks", instead("rules/es.md", "> [!unknown] ", ""), "rules/es.md", "notes-differ", ("pairs", "unknown")),
    ("a disagreement of nobody", all_of(*(instead(f"rules/{language}.md", "[!unknown]", "[!disagreement]") for language in ("ru", "en", "es"))), "rules/en.md", "note-between", ("pairs", "designer")),
    ("a reading of ours between some", all_of(*(instead(f"rules/{language}.md", "{#odd}", "{#odd .book}") for language in ("ru", "en", "es"))), "rules/es.md", "note-between", ("pairs", "book")),
    ("a note with two names", instead("rules/en.md", "{#odd}", "{#even}"), "rules/ru.md", "notes-differ", ("pairs", "unknown #even", "unknown #odd")),
    ("a name of two notes", added("rules/en.md", "\n> [!unknown] {#tie} Who begins.\n\n> [!unknown] {#tie} Who ends.\n"), "rules/en.md", "note-twice", ("fireflies/", ".tie")),
    ("a reading that is no note", added("night.py", '\nSUM = reading("fireflies/glow.sum")\n'), "rules/en.md", "reading-note", ("fireflies/glow.sum", "{#sum}")),
    ("a note that nobody cites", added("rules/en.md", "\n> [!unknown] {#weather} What rain does.\n"), "rules/en.md", "note-uncited", (".weather",)),
    ("a passage by nobody", added("rules/en.md", "\nRain ends the night. {.rumour}\n"), "rules/en.md", "passage", ("rumour", "designer")),
    ("a passage by others", added("rules/en.md", "\nRain ends the night. {.other}\n"), "rules/ru.md", "passages-differ", ("other", "—")),
    ("a text of the skeleton", instead("rules/en.md", "A jar holds", "TODO A jar holds"), "rules/en.md", "placeholder", ("jar",)),
    ("English quotation marks", instead("rules/ru.md", "## Сова {", "## “Сова” {"), "rules/ru.md", "quotes", ("owl",)),
    ("a rule without ё", instead("rules/ru.md", "## Сова {", "## Еще сова {"), "rules/ru.md", "yo", ("owl",)),
    ("an exclamation without its beginning", instead("rules/es.md", "## El búho {", "## El búho! {"), "rules/es.md", "opening", ("owl",)),
    ("a section from nowhere", instead("rules/sources.toml", "[sections.owl]", "[sections.howl]"), "rules/sources.toml", "no-source", ("owl",)),
    ("a passage on the aid in one language", added("rules/en.md", "\nRain ends the night. {.aid}\n"), "rules/ru.md", "aid-differs", ("0", "1")),
    ("a source of no section", added("rules/sources.toml", '\n[sections.wings]\nauthority = "other"\nrelated = ["jar"]\n'), "rules/sources.toml", "source-unused", ("wings",)),
    ("nobody's authority", instead("rules/sources.toml", '"rulebook"', '"neighbour"'), "rules/sources.toml", "authority", ("overview", "neighbour", "designer")),
    ("a rulebook without the place", instead("rules/sources.toml", '[sections.overview]\nauthority = "rulebook"\nen = "page 1"', '[sections.overview]\nauthority = "rulebook"'), "rules/sources.toml", "no-place", ("overview",)),
    ("a place in one language only", instead("rules/sources.toml", ', es = "pág. 1" }', " }"), "rules/sources.toml", "place-untranslated", ("page 1", "es", "[places.en]")),
    ("a place that is a number", instead("rules/sources.toml", '"page 1" = { ru = "с. 1", es = "pág. 1" }', '"page 1" = 1'), "rules/sources.toml", "place-untranslated", ("page 1", "ru, es")),
    ("a place that nothing cites", instead("rules/sources.toml", "[places.en]", '[places.en]\n"page 9" = { ru = "с. 9", es = "pág. 9" }'), "rules/sources.toml", "place-unused", ("page 9",)),
    ("places in a book that there is not", instead("rules/sources.toml", "[places.en]", '[places.ru]\n"с. 1" = { en = "page 1", es = "pág. 1" }\n\n[places.en]'), "rules/sources.toml", "place-unused", ("с. 1", "[places.ru]")),
    ("no relatives", instead("rules/sources.toml", '["overview", "two-players"]', "[]"), "rules/sources.toml", "related", ("setup", "0")),
    ("five relatives", instead("rules/sources.toml", '["overview", "two-players"]', '["overview", "two-players", "jar", "owl", "moons"]'), "rules/sources.toml", "related", ("setup", "5", "4")),
    ("a relative that is none", instead("rules/sources.toml", '["overview", "two-players"]', '["overview", "wings"]'), "rules/sources.toml", "related-unknown", ("setup", "wings")),
    ("its own relative", instead("rules/sources.toml", '["overview", "two-players"]', '["setup"]'), "rules/sources.toml", "related-unknown", ("setup",)),
    ("a rulebook in no language of ours", instead("rules/sources.toml", "[books.en]", "[books.fr]"), "rules/sources.toml", "book", ("fr",)),
    ("a rulebook without a title", instead("rules/sources.toml", 'title = "“Fireflies”"\n', ""), "rules/sources.toml", "book-title", ("en",)),
]  # fmt: skip
GOLDEN = [
    ("a reason that no case reaches", without_case("golden/night.toml", "an empty jar"), "night.py", "unreached", ("fireflies/glow.empty",)),
    ("nothing that says what was missing", instead("night.py", ".lacking(_partners, jar, free)", ""), "final.py", "lacks-none", ("fireflies/pairs.none", "fireflies/moons.none", "lacking(")),
    ("what a case says was missing", instead("golden/night.toml", "ещё один светлячок света 1", "ещё один светлячок света 2"), "golden/night.toml", "case-differs", ("lacks.ru.Cid", "света 2", "света 1")),
    ("a refusal that no case meets", without_case("golden/refused.toml", "no such firefly"), "pieces.py", "unraised", ("fireflies/error.firefly",)),
    ("no case beyond the box", all_of(without_case("golden/refused.toml", "more moons"), without_case("golden/refused.toml", "nights and moons that cannot be")), "golden/refused.toml", "no-limit", ("final",)),
    ("a file of no cases", written("golden/night.toml", b"x = 1\n"), "golden/night.toml", "no-cases", ("[[case]]",)),
    ("cases of no stage", written("golden/dawn.toml", b""), "golden/dawn.toml", "case-stage", ("dawn",)),
    ("another total", instead("golden/night.toml", "Ann = 13, Bob = 6", "Ann = 13, Bob = 7"), "golden/night.toml", "case-differs", ("the brightest colour counts", "totals", "7", "6")),
    ("another line", instead("golden/night.toml", "glow = 11", "glow = 12"), "golden/night.toml", "case-differs", ("lines.Ann", "12", "11")),
    ("another rank", instead("golden/night.toml", "ranks = { Ann = 1", "ranks = { Ann = 2"), "golden/night.toml", "case-differs", ("ranks.Ann", "2", "1")),
    ("another text", instead("golden/night.toml", "Я6, Я4, Я1", "Я6"), "golden/night.toml", "case-differs", ("texts.ru.Ann", "Я6, Я4, Я1")),
    ("a refusal for nothing", instead("golden/refused.toml", 'errors = [["players[0].jar", "too_long"]]', "errors = []"), "golden/refused.toml", "case-differs", ("errors = nothing",)),
    ("another winner", instead("golden/final.toml", 'winners = ["Dora"]', 'winners = ["Bob"]'), "golden/final.toml", "case-differs", ("winners", "Dora", "Bob")),
    ("another ladder", instead("golden/final.toml", 'case = "moons"', 'case = "suns"'), "golden/final.toml", "case-differs", ("ladder", "suns", "moons")),
    ("a player who is not there", instead("golden/night.toml", "lines.Bob", "lines.Zoe"), "golden/night.toml", "case-differs", ("lines.Zoe",)),
    ("a case that is refused", instead("golden/night.toml", '"A6", "A4"', '"A6", "A9"'), "golden/night.toml", "case-refused", ("the brightest colour counts", "such as A3")),
    ("a case without a source", added("golden/night.toml", case(source="")), "golden/night.toml", "case-source", ("a way of breaking",)),
    ("a case without a name", added("golden/night.toml", case(name="")), "golden/night.toml", "case-name", ("5",)),
    ("two cases of one name", added("golden/night.toml", case() + case()), "golden/night.toml", "case-twice", ("a way of breaking",)),
    ("a key that nobody reads", added("golden/night.toml", case(more="total = 3")), "golden/night.toml", "case-key", ("a way of breaking", "total", "totals")),
    ("a refusal that is none", added("golden/refused.toml", REFUSED_CASE.format(stage="night", errors="[]", jar="")), "golden/refused.toml", "not-refused", ("a way of breaking",)),
    ("a refusal for something else", added("golden/refused.toml", REFUSED_CASE.format(stage="night", errors='[["players", "moons"]]', jar='"A9"')), "golden/refused.toml", "case-differs", ("a way of breaking", "players: moons", "players[0].jar[0]: firefly")),
    ("a refusal of no stage", added("golden/refused.toml", REFUSED_CASE.format(stage="dawn", errors="[]", jar="")), "golden/refused.toml", "refused-stage", ("a way of breaking", "dawn")),
    ("an example that cannot be", instead("examples.toml", '"G2"', '"R2"'), "examples.toml", "example-doubt", ("night", "players", "fireflies/doubt.colours")),
    ("a doubt that no case expects", instead("golden/night.toml", 'doubts = [["players", "colours"]]\n', ""), "golden/night.toml", "case-differs", ("doubts", "colours")),
    ("a doubt that no case raises", added("night.py", '\nDOUBT = "fireflies/doubt.owl"\n'), "night.py", "undoubted", ("fireflies/doubt.owl",)),
    ("a doubt without words", added("night.py", '\nDOUBT = "fireflies/doubt.owl"\n'), "locales/en.po", "no-words", ("fireflies/doubt.owl",)),
    ("a reading that no case meets", all_of(added("night.py", '\nSUM = reading("fireflies/owl.sum")\n')), "night.py", "reading-unmet", ("fireflies/owl.sum",)),
    ("a reading that is told too often", instead("night.py", "when=odd", "when=True"), "golden/night.toml", "case-differs", ("readings", "pairs.odd")),
    ("a reading that every case meets", instead("night.py", "when=odd)", "when=True).under(THREE_ALIKE)"), "night.py", "reading-always", ("fireflies/pairs.odd", "night")),
    ("a check that breaks off", instead("night.py", "for place, firefly in enumerate(player.jar):", "for place, firefly in enumerate(player.bottle):"), "golden/refused.toml", "case-crash", ("night.py:", "bottle")),
]  # fmt: skip
LOOKUP = [
    ("a term of no section", instead("rules/glossary.toml", 'section = "jar"', 'section = "wings"'), "rules/glossary.toml", "term-section", ("jar", "wings")),
    ("a term that one language lacks", instead("rules/glossary.toml", 'es = ["tarro", "frasco"]', "es = []"), "rules/glossary.toml", "term-names", ("jar", "es")),
    ("a name of two terms", instead("rules/glossary.toml", '"frasco"', '"Luna"'), "rules/glossary.toml", "term-twice", ("luna", "es")),
    ("a section nobody asks for", instead("rules/asked/en.toml", "setup = [", "set-up = ["), "rules/asked/en.toml", "asked-missing", ("setup",)),
    ("an everyday question without a section", instead("rules/everyday.toml", 'win = "', '# win = "'), "rules/everyday.toml", "everyday-missing", ("win",)),
    ("an everyday question that nobody asks", added("rules/everyday.toml", 'weather = ""\n'), "rules/everyday.toml", "everyday-unknown", ("weather",)),
    ("an everyday question of no section", instead("rules/everyday.toml", 'win = "overview"', 'win = "wings"'), "rules/everyday.toml", "asked-unknown", ("wings",)),
    ("questions of no section", instead("rules/asked/en.toml", "setup = [", "set-up = ["), "rules/asked/en.toml", "asked-unknown", ("set-up",)),
    ("eleven questions", fewer_questions("rules/asked/en.toml", "overview"), "rules/asked/en.toml", "asked-few", ("overview", "12")),
    ("a question twice", instead("rules/asked/en.toml", '"how do we set the game up"', '"how do you win"'), "rules/asked/en.toml", "asked-twice", ("how do you win", "setup", "overview")),
    ("a question twice in one place", instead("rules/asked/en.toml", '"how do we set the game up"', '"how do we set the game up", "how do we set the game up"'), "rules/asked/en.toml", "asked-again", ("stands twice in “setup”",)),
    ("what no passage answers", added("rules/answered/en.toml", '\n[jar]\n"a pickle" = ["does a pickle glow"]\n'), "rules/answered/en.toml", "answered-words", ("jar", "a pickle")),
    ("what a passage of no section answers", instead("rules/answered/en.toml", "[owl]", "[wings]"), "rules/answered/en.toml", "asked-unknown", ("wings",)),
    ("nothing without an answer", without("rules/unanswered/es.toml"), "rules/unanswered/es.toml", "unanswered-none", ()),
    ("nothing to measure by", without("questions/es.toml"), "questions/es.toml", "questions-none", ("30",)),
    ("29 questions to measure by", instead("questions/es.toml", "[[question]]", "[[quest]]"), "questions/es.toml", "questions-few", ("30", "29")),
    ("a question that is known", instead("questions/en.toml", 'text = "jar"', 'text = "How do you win"'), "questions/en.toml", "questions-known", ("How do you win",)),
    ("nobody's questions", without("rules/asked/en.toml"), "rules/asked/en.toml", "asked-none", ()),
]  # fmt: skip
SETUP_TOML = "golden/setup.toml"
SETUPS = [
    ("a set-up that no case is for", instead(SETUP_TOML, "players = [2, 3, 4]", "players = [2, 3]"), SETUP_TOML, "setup-unread", ("a jar each", "[18, 24, 24] is not for 2")),
    ("a number of players that no case is for", added(SETUP_TOML, "\n[[case]]\nname = 'nobody'\nsource = 'x'\nplayers = [7]\n"), SETUP_TOML, "setup-of-none", ("nobody",)),
    ("an option that no case is for", all_of(instead("setup.py", '"""Nothing to choose."""', "full: bool = False"), *(added(f"locales/{language}.po", message("fireflies/field.full", language)) for language in LANGUAGES)), SETUP_TOML, "setup-uncovered", ("for 3", "full=True")),
    ("an option that there is not", instead(SETUP_TOML, "players = [2, 3, 4]", "players = [2, 3, 4]\noptions = { full = true }"), SETUP_TOML, "setup-unread", ("full",)),
    ("a case of a set-up without steps", instead(SETUP_TOML, "steps = [", "step = ["), SETUP_TOML, "case-differs", ("steps (2)", "setup.seats")),
    ("a key of a set-up's case that nobody reads", instead(SETUP_TOML, "steps = [", "step = ["), SETUP_TOML, "case-key", ("step", "steps")),
    ("a key of a piece that nobody reads", instead(SETUP_TOML, "moon = { take = 8 }", "moon = { takes = 8 }"), SETUP_TOML, "setup-unread", ("takes",)),
    ("a draw that there is not", instead(SETUP_TOML, 'name = "draws.lamp"', 'name = "draws.light"'), SETUP_TOML, "setup-unread", ("light",)),
    ("another piece of the set-up", instead(SETUP_TOML, "moon = { take = 8 }", "moon = { take = 9 }"), SETUP_TOML, "case-differs", ("take (3)", "9", "8")),
    ("another piece in the box", instead(SETUP_TOML, "box = [2, 1, 0]", "box = [2, 2, 0]"), SETUP_TOML, "case-differs", ("box (3)", "2", "1")),
    ("another piece of a seat", instead(SETUP_TOML, "jar = { seat = 1", "jar = { seat = [[1, 2], 1, 1]"), SETUP_TOML, "case-differs", ("seat 2 (2)", "2", "1")),
    ("another holder", instead(SETUP_TOML, 'of = "draws.lamp"', 'of = "seats[0]"'), SETUP_TOML, "case-differs", ("seat 1 (4)", "lamp")),
    ("another step of the set-up", instead(SETUP_TOML, '    { step = "setup.jars" },\n', ""), SETUP_TOML, "case-differs", ("steps (4)", "setup.jars", "setup.shuffle")),
    ("a step too many", instead(SETUP_TOML, "for = { players = 2 }", "for = { players = [2, 3] }"), SETUP_TOML, "setup-unread", ("colour",)),
    ("another value of a step", instead(SETUP_TOML, 'names = "seats"', 'names = "seats[::-1]"'), SETUP_TOML, "case-differs", ("steps (3)", "setup.seats")),
    ("a set-up that takes none of a piece", instead("setup.py", "for piece, number in take.items() if BOX[piece] > number", "for piece, number in take.items()"), SETUP_TOML, "case-differs", ("box (2)", "moon", "0")),
    ("a set-up that drops a step", instead("setup.py", "    yield SHUFFLE()\n", ""), SETUP_TOML, "case-differs", ("steps (3)", "setup.shuffle", "setup.lamp")),
]  # fmt: skip
PAPERS = [
    ("a paper that raises", added("paper.py", "\n1 / 0\n"), "import", ("paper.py:", "ZeroDiv")),
    ("a paper without its data", instead("paper.py", "PAPER = ", "PADS = "), "no-paper", ("PAPER = Paper",)),
    ("a paper that is a table", added("paper.py", "\nPAPER = {}\n"), "no-paper", ("PAPER",)),
    ("a pad of no stage", instead("paper.py", '{"night": night', '{"dawn": night'), "pad-stage", ("dawn",)),
    ("a pad under another stage", instead("paper.py", 'PadPart("night"', 'PadPart("final"'), "pad-stage", ("final",)),
    ("a pad that fails for three", instead("paper.py", "def night(_: int) -> tuple[PadPart, ...]:\n", "def night(_):\n    1 / (_ - 3)\n"), "pad-crash", ("night", "3", "paper.py:", "ZeroDiv")),
    ("a pad that gives rows", instead("paper.py", '(PadPart("night", rows),) * NIGHTS', "rows"), "pad-parts", ("night", "2")),
    ("a pad that gives nothing", instead("paper.py", '(PadPart("night", rows),) * NIGHTS', "None"), "pad-crash", ("night", "NoneType")),
    ("a part by no field", instead("paper.py", 'PadPart("night", rows)', 'PadPart("night", rows, {"moon": 1})'), "pad-field", ("night", "moon")),
    ("a row of no section", instead("paper.py", "Row(OWL.rule,", 'Row("fireflies/howl",'), "pad-section", ("night", "fireflies/howl")),
    ("a row of another game's section", instead("paper.py", "Row(OWL.rule,", 'Row("moths/owl",'), "pad-section", ("moths/owl",)),
    ("a line without a row", instead("paper.py", '        Row(OWL.rule, values={"penalty": OWL_PENALTY}),\n', ""), "pad-no-row", ("examples.toml, night", "Bob", "fireflies/owl")),
    ("a row that is not often enough there", instead("night.py", "        yield OWL(-OWL_PENALTY)", "        yield OWL(-1)\n        yield OWL(1 - OWL_PENALTY)"), "pad-times", ("fireflies/owl: 2", "them: 1")),
    ("rows in another order", instead("paper.py", '        Row(BRIGHTEST.rule),\n        Row(PAIRS.rule, values={"points": POINTS_PER_PAIR}),\n', '        Row(PAIRS.rule, values={"points": POINTS_PER_PAIR}),\n        Row(BRIGHTEST.rule),\n'), "pad-order", ("Ann", "fireflies/pairs")),
    ("a row that no case meets", instead("paper.py", "Row(BRIGHTEST.rule)", 'Row("fireflies/jar"), Row(BRIGHTEST.rule)'), "pad-unmet", ("night", "jar")),
    ("a row of one case that no case meets", instead("paper.py", "points=False, ours=True", "points=False"), "pad-unmet", ("final", "nights")),
    ("a colour that is none", instead("paper.py", "#3a4a1e", "olive"), "pad-colour", ("olive", "#rrggbb")),
    ("a colour that is pale", instead("paper.py", "#3a4a1e", "#c8d48a"), "pad-pale", ("#c8d48a", "4.5", "1.6")),
    ("an ornament that is none", instead("paper.py", "bunting", "moths"), "pad-ornament", ("moths", "bunting", "waves")),
]  # fmt: skip
CODE += [(name, way, "paper.py", code, told) for name, way, code, told in PAPERS]
WORDS += [
    ("no words for a row", without_message("locales/ru.po", "fireflies/pad.owl"), "locales/ru.po", "no-words", ("pad", "fireflies/pad.owl")),
    ("words of no row", all_of(*(added(f"locales/{language}.po", message("fireflies/pad-how.jar", language)) for language in LANGUAGES)), "locales/en.po", "no-use", ("fireflies/pad-how.jar",)),
    ("a place that a row has not", instead("paper.py", 'values={"penalty": OWL_PENALTY}', ""), "locales/en.po", "untold", ("fireflies/pad-how.owl", "penalty")),
]  # fmt: skip


def in_company(ways):
    """Put two or three ways together that one run can show: of different files, with different findings."""
    groups = []
    for way in ways:
        fitting = (
            one for one in groups if len(one) < 3 and not {way[2], way[3]} & {x for each in one for x in each[2:4]}
        )
        if (group := next(fitting, None)) is None:
            groups.append([way])
        else:
            group.append(way)
    return groups


WAYS = [
    *([way] for way in (*FILES, *CODE, *TOKENS, *TYPED)),  # of which most leave nothing that can be looked at
    *in_company([*SETUPS, *WORDS, *NAMES, *RULES, *GOLDEN, *LOOKUP]),
]


def found(checked, file, code):
    return [one for one in checked.findings if checked.name(one.file) == file and one.code == f"check.{code}"]


def in_words(finding):
    texts = [finding.text(catalog(language)) for language in LANGUAGES]
    assert len(set(texts)) == len(LANGUAGES)
    assert not any("%(" in text.replace("%(n)s", "") and "places" not in finding.code for text in texts)
    return dict(zip(LANGUAGES, texts, strict=True))


@cache
def source_of(told):
    return inspect.getsource(told)


def own_checks(codes):
    """Yield the checks that tell these findings, then those whose module does; the long run makes all the others too."""
    for place in (lambda check: check, lambda check: sys.modules[check.__module__]):
        yield [one for one in QUICK if any(f'"check.{code}"' in source_of(place(one)) for code in codes)]
    yield QUICK


def unmet(ways, checks, folder):
    """Return the ways of breaking a game that its checks do not name, and all that they tell."""
    for _, way, *_ in ways:
        way(folder)
    left = ways
    for made in checks([way[3] for way in ways]):
        checked = check.check_folder(folder, made)
        assert not [one for one in checked.findings if one.code == "check.stumbled"]
        left = [way for way in left if not is_told(checked, *way[2:])]
        if not left:
            break
    return left, [(checked.name(one.file), one.code, dict(one.values)) for one in checked.findings]


def is_told(checked, file, code, named):
    """Tell whether what was found in a file names all this."""
    texts = [in_words(one)["en"].casefold() for one in found(checked, file, code)]
    return any(all(name.casefold() in text for name in named) for text in texts)


@pytest.mark.parametrize(
    "checks", [own_checks, pytest.param(lambda _: [QUICK], marks=pytest.mark.long)], ids=["", "all"]
)
@pytest.mark.parametrize("ways", WAYS, ids=lambda ways: "; ".join(way[0] for way in ways))
def test_each_way_of_breaking_a_game_is_named(ways, checks, game, copied):
    left, _ = unmet(ways, checks, game)
    for way in left:  # which another one may have hidden
        mend(*copied)
        alone, told = unmet([way], checks, game)
        assert not alone, told


LONG = (golden.results, setups.setups, typed.fields_apart)
"""Of built-in games the first two are told by test_golden and test_setups; the last tries every pair of what can be typed."""


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)], ids=["quick", "whole"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_built_in_games_have_no_finding(game, whole):
    checked = check.check_files(check.files_of(game), [one for one in QUICK if whole or one not in LONG])
    assert [(checked.name(one.file), one.text(catalog("en"))) for one in checked.findings] == []


def test_what_the_look_up_does_not_answer_is_named(game):
    def rated():
        return check.check_folder(game, [lookup.rates])

    (game / "questions" / "en.toml").write_text(
        "".join(f'[[question]]\ntext = "where does the owl sit, {n}"\nsections = ["moons"]\n' for n in range(30)),
        encoding="utf-8",
    )
    (rates,) = found(rated(), "questions/en.toml", "rates")
    assert "0%" in in_words(rates)["en"]
    (game / "questions" / "en.toml").write_text('[[question]]\ntext = "?"\nsections = ["wings"]\n', encoding="utf-8")
    (unknown,) = found(rated(), "questions/en.toml", "question-section")
    assert "wings" in in_words(unknown)["en"]
    no_texts = (
        'text = ["?"]\nsections = []',
        'text = "?"\nsections = [["wings"]]',
        'text = "?"\nsections = []\nanswer = [3]',
    )
    for told in ("question = 3", *(f"[[question]]\n{each}" for each in no_texts)):
        (game / "questions" / "en.toml").write_text(told, encoding="utf-8")
        assert found(rated(), "questions/en.toml", "questions"), told


def test_a_name_that_finds_no_section_of_its_own_is_named(game, monkeypatch):
    def without_owls(name, question, language):
        answer = search(name, question, language)
        return replace(answer, hits=tuple(hit for hit in answer.hits if hit.section.id != "owl"))

    monkeypatch.setattr(lookup, "search", without_owls)
    met = found(check.check_folder(game, [lookup.found]), "rules/en.md", "not-found")
    assert {one.values["id"] for one in met} == {"owl"}
    assert {one.values["name"] for one in met} == {"The owl", "owl"}
    assert "owl" in in_words(met[0])["en"]


def test_questions_of_no_section_are_told_once_and_not_by_the_look_up(game):
    instead("rules/asked/en.toml", "setup = [", "set-up = [")(game)
    checked = check.check_folder(game)
    assert found(checked, "rules/asked/en.toml", "asked-unknown")
    assert {checked.name(one.file) for one in checked.findings} == {"rules/asked/en.toml"}


def test_a_check_that_breaks_off_is_told_and_the_others_go_on(game):
    def broken(draft):
        yield check.Finding(draft.files.code / "night.py", "check.no-setup")
        raise LookupError("a moth")

    checked = check.check_folder(game, [broken, code.readable, code.unwritten])
    assert [one.code for one in checked.findings] == ["check.no-setup", "check.stumbled"]
    assert "a moth" in in_words(checked.findings[1])["en"]


def test_a_built_in_game_without_its_sources_is_not_taken_for_a_bad_one(tmp_path):
    files = built_in_files(GAMES[0], *(tmp_path / "a" / "b" / "c" / name for name in ("games", "rules", "locales")))
    checked = check.check_files(files)
    assert [one.code for one in checked.findings] == ["check.no-checkout"]
    in_words(checked.findings[0])


def test_every_finding_there_is_has_a_way_to_meet_it():
    here = Path(__file__).read_text(encoding="utf-8")
    sources = (ROOT / "cli" / "callboard_cli" / "authoring").rglob("*.py")
    codes = {
        code for path in sources for code in re.findall(r'"check\.([a-z0-9-]+)"', path.read_text(encoding="utf-8"))
    }
    assert len(codes) > 90
    assert {code for code in codes if not re.search(rf'"(check\.)?{code}"', here)} == set()


def test_an_empty_folder_and_whatever_lies_in_a_game_end_in_findings(tmp_path):
    assert [one.code for one in check.check_folder(tmp_path).findings] == ["check.missing"]
    (tmp_path / "moths").mkdir()
    (tmp_path / "moths" / "__init__.py").write_text(
        "from callboard_scoring.game import Game\n"
        "GAME = Game(id='moths', package=__name__, players=(1, 2), stages=('night',), tokens=())\n"
    )
    checked = check.check_folder(tmp_path / "moths")
    assert {"check.missing", "check.no-stage", "check.no-setup"} <= {one.code for one in checked.findings}
    assert "check.stumbled" not in {one.code for one in checked.findings}
    for finding in checked.findings:
        in_words(finding)


def test_the_command_tells_what_is_wrong_file_by_file(game):
    without_message("locales/ru.po", "fireflies/glow.level")(game)
    told = run_callboard("game", "lint", str(game), "--lang", "ru")
    assert told.status == 1
    assert "locales/ru.po: нет слов для причины fireflies/glow.level; добавьте msgid" in told.out
    assert told.out.endswith("fireflies: 1 замечание.\n")
    data = json.loads(run_callboard("game", "lint", str(game), "--json").out)
    (checked,) = data["games"]
    (finding,) = checked["findings"]
    assert (data["schema"], checked["game"]) == (1, "fireflies")
    assert (finding["file"], finding["code"], finding["kind"]) == ("locales/ru.po", "no-words", "error")
    assert "fireflies/glow.level" in finding["text"]


def test_the_command_tells_that_a_good_game_is_right(game):
    good = run_callboard("game", "lint", str(game))
    assert run_callboard("game", "check", str(game)) == good  # as it was called in 0.2
    assert (good.status, good.out) == (0, "fireflies: nothing is missing or wrong.\n")


def test_advice_is_no_mistake(game):
    fewer_questions("rules/asked/en.toml", "overview")(game)
    told = run_callboard("game", "lint", str(game))
    assert told.status == 0
    assert told.out.startswith("rules/asked/en.toml: advice: ")
    assert told.out.endswith("fireflies: 1 finding.\n")


def test_a_game_that_there_is_not_is_told_with_those_there_are():
    told = run_callboard("game", "lint", "turandor")
    assert told.status == 2
    assert "turandot" in told.err


def test_packages_that_clash_or_do_not_load_are_told_beside_the_games(monkeypatch):
    faults = (
        Fault("histrio", "usage.game-clash", {"id": "histrio", "package": "histrio-again"}),
        Fault("moths", "usage.game-fails", {"id": "moths", "package": "moths", "error": "ImportError: wings"}),
    )
    monkeypatch.setattr(check, "all_games", tuple)
    monkeypatch.setattr(check, "faults", lambda: faults)
    told = run_callboard("game", "lint", "--json", "--lang", "es")
    assert told.status == 1
    games = told.json()["games"]
    assert [(one["game"], one["findings"][0]["code"]) for one in games] == [
        ("histrio", "game-clash"),
        ("moths", "game-fails"),
    ]
    assert games[0]["findings"][0]["file"] == "histrio-again"
    assert "wings" in games[1]["findings"][0]["text"]
    monkeypatch.setattr(check, "faults_of", lambda _: faults[1:])
    assert "ImportError: wings" in run_callboard("game", "lint", "moths").out
