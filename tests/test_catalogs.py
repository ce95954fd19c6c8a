"""The command's own catalogs say the same things, wholly, and nothing that the code does not ask for.

The games' catalogs are looked at by `callboard game lint` (test_game_check.py).
"""

import ast
import datetime as dt
import re
from pathlib import Path

import babel.messages.catalog
import pytest
from babel.messages.pofile import read_po
from pydantic import TypeAdapter

import callboard_locales
from callboard_cli.app import COMMANDS, NIGHT, PRINT, REPORT
from callboard_cli.authoring.checks.catalogs import marks
from callboard_cli.input.diagnostics.problems import PYDANTIC_CODES
from callboard_cli.render.json_data import ResultData
from callboard_cli.settings import NAMES as SETTINGS
from callboard_locales import LANGUAGES, catalog, compile_catalog
from callboard_nights.storage.files import StoreError
from callboard_rules import AUTHORITIES, DISAGREEING, NOTE_KINDS
from callboard_scoring.options import SHARED

HERE = Path(callboard_locales.__file__).parent
ROOT = Path(__file__).parents[1]
PLACE = re.compile(r"%\(([^)]+)\)s")
PLURALS = {"ru": 3, "en": 2, "es": 2}


DOMAINS = ("callboard", "night")
"""The command's own catalogs: what commands say, and what is said of an evening."""


def po(language, domain):
    with (HERE / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return read_po(file, abort_invalid=True)


def messages(language):
    found = {}
    for message in (message for domain in DOMAINS for message in po(language, domain)):
        if message.id:
            name = message.id if isinstance(message.id, str) else message.id[0]
            assert name not in found, f"{name} is there twice"
            found[name] = message
    return found


def forms(message):
    return list(message.string) if isinstance(message.string, tuple) else [message.string]


def test_a_catalog_compiled_later_is_the_same_to_the_byte(monkeypatch):
    class Later(dt.datetime):
        @classmethod
        def now(cls, tz=None):
            return super().now(tz) + dt.timedelta(days=400)

    source = (HERE / "ru" / "LC_MESSAGES" / "night.po").read_bytes()
    before = compile_catalog(source)
    monkeypatch.setattr(babel.messages.catalog.datetime, "datetime", Later)
    assert compile_catalog(source) == before
    assert b"EMAIL@ADDRESS" not in before


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalog_is_whole(language):
    whole = messages(language)
    english = messages("en")
    assert list(whole) == list(english)
    assert not any(po(language, domain).obsolete for domain in DOMAINS)
    for name, message in whole.items():
        assert not message.fuzzy, name
        assert all(forms(message)), f"{name} is empty"
        plural = not isinstance(english[name].id, str)
        assert len(forms(message)) == (PLURALS[language] if plural else 1), name
        places = {place for form in forms(message) for place in PLACE.findall(form)}
        assert places == {place for form in forms(english[name]) for place in PLACE.findall(form)}, name
        for form in forms(message):
            assert "%" not in PLACE.sub("", form), f"{name} has a % that is no place"


@pytest.mark.parametrize("language", ["ru", "es"])
def test_quotation_marks_and_yo_are_those_of_the_language(language):
    for name, message in messages(language).items():
        broken = {mark for form in forms(message) for mark in marks(language, form)}
        assert broken <= ({"quotes"} if name.endswith(".examples") else set()), name


def result_keys():
    """Every key of a result, however deep."""
    schema = TypeAdapter(ResultData).json_schema()
    for own in (schema, *schema.get("$defs", {}).values()):
        yield from own.get("properties", {})


FAMILIES = r"app|config|help|man|games|game|score|night|replay|stats|store|setup|rules|glossary|batch|example|schema|result|notation|picture|ask|choose|lead|answer|usage|error|refusal|field|list|check|claim|table|print|report|spoken"
KINDS_OF_WORDS = (
    "nothing",
    "title",
    "stage",
    "reason",
    "doubt",
    "refusal",
    "field",
    "help",
    "part",
    "token",
    "unit",
    "example",
    "pad",
)
"""What a game can lack words for."""
FILES = {"config.toml", "glossary.toml", "setup.py", "setup.toml"}
"""What looks like an id in the code and is the name of a file."""


def subclasses(one):
    """A class and all that are made of it."""
    return {one}.union(*map(subclasses, one.__subclasses__()))


def asked_for():
    """Every id the code can ask for: those written out, and the families it puts together."""
    literals = {
        node.value
        for source in ("cli", "nights", "scoring", "locales")
        for path in ROOT.glob(f"{source}/**/*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    ids = {
        name
        for name in (literal.strip("[].") for literal in literals)
        if re.fullmatch(rf"({FAMILIES})\.[a-z0-9_.-]*[a-z0-9_]|night/[a-z0-9.-]*[a-z0-9]", name)
    } - FILES
    ids |= (
        {f"night.{word}" for word in NIGHT}
        | {f"print.{word}" for word in PRINT}
        | {f"report.{word}" for word in REPORT}
        | {
            f"{family}.{name}"
            for family, name in (
                ("field", "gained"),
                ("field", "player"),
                ("night", "check-example"),
                ("night", "gained-help"),
                ("night", "player-help"),
            )
        }
    )
    failures = {one.code for one in subclasses(StoreError)} | {"store.too-many", "store.too-large", "store.no-text"}
    ids = ids - failures | {f"error.{code}" for code in failures}
    ids |= {f"{command}.{part}" for command in COMMANDS for part in ("short", "help", "examples")}
    ids |= {f"error.{code}" for code in PYDANTIC_CODES}
    ids |= {f"rules.note-{kind}" for kind in {*NOTE_KINDS, *DISAGREEING} - {"disagreement"}} | {
        f"rules.authority-{who}" for who in AUTHORITIES
    }
    ids |= {f"rules.book-{book}" for book in LANGUAGES}
    ids |= {
        f"{name}-meant"
        for name in ids
        if re.fullmatch(
            r"usage\.no-(command|game|stage|section|option|word|setup-option|setup-value|setup-part|setup-thing|player)",
            name,
        )
    }
    ids |= {f"config.{name}" for name in SETTINGS}
    ids |= {f"man.{part}" for part in ("name", "synopsis", "description", "options", "files", "environment", "exit")}
    ids |= {f"man.{part}" for file in ("config", "evenings") for part in (file, f"{file}-what")}
    ids |= {"man.lang-what", "man.home-what"} | {f"man.exit-{status}" for status in range(3)}
    ids |= {"help.arguments", "help.options"} | {f"setup.{option}-help" for option in SHARED}
    ids |= {f"schema.{key}" for key in result_keys()}
    ids |= {f"check.family-{kind}" for kind in KINDS_OF_WORDS} | {
        f"check.{mark}" for mark in ("quotes", "yo", "opening")
    }
    return ids


def test_every_id_in_the_code_is_in_the_catalogs_and_the_other_way_round():
    assert set(messages("en")) == asked_for()


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("ru", "1 комедиант, 2 комедианта, 5 комедиантов, 11 комедиантов, 21 комедиант, 111 комедиантов"),
        ("en", "1 comedian, 2 comedians, 5 comedians, 11 comedians, 21 comedians, 111 comedians"),
        ("es", "1 comediante, 2 comediantes, 5 comediantes, 11 comediantes, 21 comediantes, 111 comediantes"),
    ],
)
def test_plural_forms(language, expected):
    from callboard_cli.ui.wording import unit_of

    told = [unit_of(catalog(language), "histrio/unit.comedian", n) for n in (1, 2, 5, 11, 21, 111)]
    assert ", ".join(told) == expected
