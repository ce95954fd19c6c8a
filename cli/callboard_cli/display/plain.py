"""A result told line by line, one fact each, for pipes, screen readers and whoever wants no boxes."""

from __future__ import annotations

from callboard_cli.display.page import Page, Row
from callboard_cli.display.spoken import spoken
from callboard_cli.speech.face import Face
from callboard_rules import Rules
from callboard_scoring.game import Game


def tell(face: Face, game: Game, page: Page, rules: Rules | None) -> None:
    """Tell a page; with rules, their texts under the lines that cite them."""
    told: set[str] = set()
    face.say(page.title)
    for line in (*page.doubts, *(spoken(face, game, page.picture) if page.picture else ())):
        face.say(line)
    for account in page.accounts:
        if account.start:
            face.say(f"{account.name}: {face.text('result.start', points=account.start)}")
        for row in account.rows:
            _row(face, row, f"{account.name}: ", rules, told)
        for row in account.notes:
            _row(face, row, f"{account.name}: ", rules, told)
        for fact in account.facts:
            face.say(f"{account.name}: {fact}")
        if account.total:
            face.say(f"{account.name}: {face.text('result.total', points=account.total)}")
    for row in page.rows:
        whose = f"{row.whose[0].upper()}{row.whose[1:]}: " if row.whose else ""
        _row(face, row, whose, rules, told)
    for end in [*page.ends, *page.rulings]:
        face.say(end)


def _row(face: Face, row: Row, name: str, rules: Rules | None, told: set[str]) -> None:
    points = f"{row.points}; " if row.points else ""
    face.say(f"{name}{points}{row.text} [{row.rule}]")
    if face.also and row.also != row.text:
        face.say(f"  {face.also.language}: {row.also}")
    if rules is not None:
        for text in _rule_lines(face, row.rule, rules, told):
            face.say(f"  {text}")


def _rule_lines(face: Face, rule: str, rules: Rules, told: set[str]) -> list[str]:
    """Return a rule's text in plain lines; the second time only its title."""
    from callboard_cli.display.sections import body_of  # noqa: PLC0415  # only explanations need it
    from callboard_rules.plain import plain_lines  # noqa: PLC0415  # as above

    section = rules.sections.get(rule.partition("/")[2])
    if section is None:
        return []  # a reason need not cite a section of its own
    if rule in told:
        return [face.text("result.rule-above", title=section.title)]
    told.add(rule)
    return [f"{section.title}.", *plain_lines(body_of(face.catalog, section))]
