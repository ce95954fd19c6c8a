"""The three catalogs say the same things, wholly, and nothing that the code does not ask for."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from pydantic import TypeAdapter

import callboard_locales
from callboard_cli.app import COMMANDS
from callboard_cli.display.machine_results import ResultData, outcome_data
from callboard_cli.entry.problems import PYDANTIC_CODES
from callboard_cli.speech.wording import token_words
from callboard_locales import LANGUAGES, catalog
from callboard_rules import AUTHORITIES, NOTE_KINDS, load_rules
from callboard_scoring.games import GAMES
from callboard_scoring.records import field_names
from callboard_scoring.words import spell

HERE = Path(callboard_locales.__file__).parent
ROOT = Path(__file__).parents[1]
DOMAINS = ("callboard", *(game.id for game in GAMES))
PLACE = re.compile(r"%\(([^)]+)\)s")
PLURALS = {"ru": 3, "en": 2, "es": 2}


def po(language, domain):
    with (HERE / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return read_po(file, abort_invalid=True)


def messages(language, domain):
    found = {}
    for message in po(language, domain):
        if message.id:
            name = message.id if isinstance(message.id, str) else message.id[0]
            assert name not in found, f"{name} is there twice"
            found[name] = message
    return found


def forms(message):
    return list(message.string) if isinstance(message.string, tuple) else [message.string]


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalog_is_whole(language, domain):
    whole = messages(language, domain)
    english = messages("en", domain)
    assert list(whole) == list(english)
    assert not po(language, domain).obsolete
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
    for domain in DOMAINS:
        for name, message in messages(language, domain).items():
            for form in forms(message):
                if not name.endswith((".examples", "typed.court", "typed.city")):
                    assert not re.search(r'["“”]', form), name
                if language == "es":
                    assert form.count("?") == form.count("¿"), name
                    assert form.count("!") == form.count("¡"), name
                else:
                    assert not re.search(r"\b(ее|еще|актер\w*|счет\w*|орел)\b", form, re.IGNORECASE), name


def outcome_keys(outcome):
    for key, value in outcome.items():
        if key == "players":
            for own in value.values():
                yield from own
        else:
            yield key
            if isinstance(value, dict):
                yield from value


def result_keys():
    """Every key of a result, however deep."""
    schema = TypeAdapter(ResultData).json_schema()
    for own in (schema, *schema.get("$defs", {}).values()):
        yield from own.get("properties", {})


FAMILIES = r"app|help|games|score|setup|rules|glossary|batch|example|schema|result|picture|ask|usage|error"


def asked_for(domain):
    """Every id the code can ask this domain for: those written out, and the families it puts together."""
    literals = {
        node.value
        for source in ("cli", "scoring")
        for path in ROOT.glob(f"{source}/**/*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    ids = {
        name
        for name in literals
        if re.fullmatch(rf"({FAMILIES})\.[a-z0-9_-]*[a-z0-9_]|[a-z]+/[a-z0-9-]+\.[a-z0-9-]+", name)
    }
    if domain == "callboard":
        ids = {name for name in ids if "/" not in name}
        ids |= {f"{command}.{part}" for command in COMMANDS for part in ("short", "help", "examples")}
        ids |= {f"error.{code}" for code in PYDANTIC_CODES}
        ids |= {f"rules.note-{kind}" for kind in NOTE_KINDS} | {f"rules.authority-{who}" for who in AUTHORITIES}
        ids |= {f"rules.book-{book}" for game in GAMES for book in load_rules(game.id, "en").books}
        ids |= {f"{name}-meant" for name in ids if re.fullmatch(r"usage\.no-(command|game|stage|section|option)", name)}
        ids |= {"help.arguments", "help.options"}
        ids |= {f"schema.{key}" for key in result_keys()}
        return ids
    game = next(game for game in GAMES if game.id == domain)
    ids = {name for name in ids if name.startswith(f"{domain}/")}
    ids.add(f"{domain}/game")
    for stage in game.stages:
        ids |= {f"{domain}/stage.{stage}", f"{domain}/stage-help.{stage}", f"{domain}/typed.{stage}"}
    return ids


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_id_in_the_code_is_in_the_catalogs_and_the_other_way_round(domain):
    known = set(messages("en", domain))
    needed = asked_for(domain)
    assert needed - known == set()
    families = re.compile(rf"{domain}/(field|help|ask|token|unit|example)\.")
    assert {name for name in known - needed if not families.match(name)} == set()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_field_token_and_unit_is_in_the_catalogs_and_the_other_way_round(game):
    known = set(messages("en", game.id))
    records = {name for stage in game.stages for name in field_names(game.record(stage))}
    outcomes = set()
    for stage in game.stages:
        record = game.record(stage).model_validate(game.example(stage))
        outcomes |= set(outcome_keys(outcome_data(game.scorer(stage)(record))))
    options = set(game.setup()[1].model_fields)
    named = {name.rpartition(".")[2] for name in known if f"{game.id}/field." in name}
    assert records | options <= named
    assert named - records - options - outcomes == set()
    own = {f"{stage}-{name}" for stage in game.stages for name in field_names(game.record(stage))}
    helped = {name.rpartition(".")[2] for name in known if f"{game.id}/help." in name}
    assert records <= helped <= records | own
    asked = {name.rpartition(".")[2] for name in known if f"{game.id}/ask." in name}
    assert asked <= records | own
    tokens = {name.split(".")[1] for name in known if f"{game.id}/token." in name}
    assert tokens == set(game.tokens)
    units = {name.rpartition(".")[2] for name in known if f"{game.id}/unit." in name}
    used = {
        place.split(":")[1]
        for name in known
        for form in forms(messages("en", game.id)[name])
        for place in PLACE.findall(form)
        if ":" in place
    }
    make, model = game.setup()
    from callboard_scoring.draws import Draw

    for number in range(game.players[0], game.players[1] + 1):
        setup = make(tuple(map(str, range(number))), model(), Draw(0))
        used |= set(setup.take) | set(setup.box) | {piece for seat in setup.seats for piece in seat.take}
    assert units == used | {"points"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_shown_for_a_token_is_read_back(game, language):
    words = token_words(game)
    for token in game.tokens:
        for word in catalog(language).text(f"{game.id}/token.{token}").split("|"):
            assert spell(word, words) == token
            assert spell(word.upper(), words) == token


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("ru", "1 комедиант, 2 комедианта, 5 комедиантов, 11 комедиантов, 21 комедиант, 111 комедиантов"),
        ("en", "1 comedian, 2 comedians, 5 comedians, 11 comedians, 21 comedians, 111 comedians"),
        ("es", "1 comediante, 2 comediantes, 5 comediantes, 11 comediantes, 21 comediantes, 111 comediantes"),
    ],
)
def test_plural_forms(language, expected):
    from callboard_cli.speech.wording import unit_of

    told = [unit_of(catalog(language), "histrio/unit.comedian", n) for n in (1, 2, 5, 11, 21, 111)]
    assert ", ".join(told) == expected
