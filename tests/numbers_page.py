"""Write down how each message reads with each number, name and list: `python tests/numbers_page.py`.

`golden_numbers/LANGUAGE.txt` is for a native eye: every message that holds a number, a name or a list, with 0, 1, 2, 5,
21 and 101, and with one and two names of either gender. Read what has changed before you keep it.

A message whose nouns follow its numbers has a line for each of them. Of any other, what stands in braces is one of
several, `{0|1|2|5|21|101}`, and the words around them have to go with all. `‹card›` is any other value.
"""

import re
from pathlib import Path

from babel.messages.pofile import read_po

from callboard_cli.ui.wording import unit_of
from callboard_locales import LANGUAGES, catalog

FOLDER = Path(__file__).parent / "golden_numbers"
CATALOGS = Path(__file__).parents[1] / "locales" / "callboard_locales"
NUMBERS = (0, 1, 2, 5, 21, 101)
NAMES = {"en": ("Ada", "Ben"), "ru": ("Анна", "Борис"), "es": ("Ana", "Bruno")}
PLACE = re.compile(r"%\(([^)]+)\)s")
COUNTED = frozenset(
    [
        "against",
        "amount",
        "aside",
        "best",
        "bought",
        "chameleons",
        "characters",
        "claimed",
        "clear",
        "coins",
        "comedy",
        "count",
        "difference",
        "due",
        "each",
        "entries",
        "entry",
        "every",
        "examined",
        "fewest",
        "gained",
        "gems",
        "half",
        "highest",
        "large",
        "least",
        "limit",
        "lost",
        "max",
        "missing",
        "money",
        "moved",
        "most",
        "n",
        "now",
        "number",
        "other-count",
        "own",
        "paid",
        "players",
        "points",
        "power",
        "raw",
        "rest",
        "round",
        "rounds",
        "season",
        "shown",
        "small",
        "spare",
        "spent",
        "stars",
        "swaps",
        "taken",
        "theatre",
        "top",
        "total",
        "traders",
        "tragedy",
        "whole",
    ]
)
"""The places that hold a number."""
NAMED = frozenset(["by", "for", "holder", "name", "player", "rival", "toward-name", "who", "whose", "winner"])
"""The places that hold a player's name."""
LISTED = frozenset(["missing-names", "names", "others", "winners"])
"""The places that hold the names of several, or of one."""


def page(language):
    """Yield the lines of a language's page."""
    for file in sorted((CATALOGS / language / "LC_MESSAGES").glob("*.po")):
        yield f"# {file.stem}"
        with file.open("rb") as source:
            messages = [message for message in read_po(source) if message.id]
        for message in messages:
            told = list(of_message(language, file.stem, message))
            if told:
                yield from (message.id if isinstance(message.id, str) else message.id[0], *told, "")


def of_message(language, domain, message):
    """Yield how a message reads; nothing where it holds no number and no name."""
    if isinstance(message.id, tuple):
        yield from (f"  {others(language, catalog(language).plural(message.id[0], n), n)}" for n in NUMBERS)
        return
    text = catalog(language).text(message.id)
    places = PLACE.findall(text)
    if any(":" in place for place in places):
        for n in NUMBERS:
            told = PLACE.sub(lambda place: with_unit(language, domain, place, n), text)  # noqa: B023  # called here
            yield f"  {others(language, told, n)}"
    elif any(base(place) in COUNTED | NAMED | LISTED for place in places):
        yield f"  {others(language, text, None)}"


def with_unit(language, domain, place, n):
    """Return a number with its noun; any other place as it is."""
    _, _, unit = place[1].partition(":")
    return unit_of(catalog(language), f"{domain}/unit.{unit}", n) if unit else place[0]


def others(language, text, n):
    """Return a text with all its other places filled, numbers with `n` or else with each."""
    one, two = NAMES[language]

    def shown(place):
        name = base(place[1])
        if name in COUNTED:
            return str(n) if n is not None else "{" + "|".join(map(str, NUMBERS)) + "}"
        if name in NAMED:
            return f"{{{one}|{two}}}"
        if name in LISTED:
            return f"{{{one}|{catalog(language).list([one, two])}}}"
        return f"‹{place[1]}›"

    return PLACE.sub(shown, text).replace("\n", "⏎")


def base(place):
    """Return the name of a place, without the form in which it is told."""
    return re.split(r"[.:]", place)[0]


def main():
    """Write all pages."""
    FOLDER.mkdir(exist_ok=True)
    for language in LANGUAGES:
        (FOLDER / f"{language}.txt").write_text("\n".join(page(language)), encoding="utf-8")


if __name__ == "__main__":
    main()
