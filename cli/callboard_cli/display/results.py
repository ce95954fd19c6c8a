"""Results for people: players side by side or below each other as the width allows, or one fact a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from callboard_cli.speech.face import Face, signed, visible
from callboard_cli.speech.wording import label, sentence, token, unit_of
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.ledger import Line, Result
from callboard_scoring.pictures import Picture

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from callboard_rules import Rules

COLUMN = 36
"""The narrowest column, in cells, in which a reason is still a sentence and no ladder."""
_BEST = "★"


@dataclass(frozen=True)
class Row:
    """One line of a result, in words."""

    points: str
    """With sign; empty where the line gives points to nobody."""
    text: str
    also: str
    """The same in the second language; empty where there is none."""
    rule: str
    best: bool
    whose: str
    """Whom it is about, where it is in no player's part and yet about somebody; parts have their name above."""


@dataclass(frozen=True)
class Account:
    """One player's part of a result, in words."""

    name: str
    rank: int
    won: bool
    rows: list[Row]
    start: str
    notes: list[Row]
    facts: list[str]
    total: str
    """Empty where totals mean nothing."""


@dataclass(frozen=True)
class Page:
    """A whole result, in words."""

    title: str
    picture: Picture | None
    accounts: list[Account]
    rows: list[Row]
    ends: list[str]
    """The winners, the tie-break, and what else came out."""
    rulings: list[str]
    """What the rulebooks leave open or disagree about, and what was scored meets."""


def show_result(  # noqa: PLR0913  # what to show, and how
    face: Face, game: Game, stage: str, result: Result, *, explain: bool, console: Console | None = None
) -> None:
    """Show a result, on a console of one's own if one is given; with `explain`, rules' texts under their lines."""
    page = _page(face, game, stage, result)
    rules = None
    if explain:
        from callboard_rules import load_rules  # noqa: PLC0415  # a score without explanations needs no texts

        rules = load_rules(game.id, face.catalog.language)
    if face.plain:
        _plain(face, game, page, rules)
    else:
        _print(console or face.console(), face, game, page, rules)


def _page(face: Face, game: Game, stage: str, result: Result) -> Page:
    per_player = result.outcome.get("players", {})
    names = {score.name for score in result.players}
    accounts = [
        Account(
            name=visible(score.name),
            rank=rank,
            won=score.name in (result.winners or ()),
            rows=_rows(face, game, score.lines),
            start=face.beside(unit_of, f"{game.id}/unit.points", score.start) if score.start and score.lines else "",
            notes=_notes(face, game, score.notes),
            facts=[] if score.notes else _facts(face, game, per_player.get(score.name, {}), names),
            total=face.beside(unit_of, f"{game.id}/unit.points", score.total) if result.scored else "",
        )
        for score, rank in zip(result.players, result.ranks(), strict=True)
    ]
    ends: list[str] = []
    if result.winners:
        ends.append(face.beside(_won, [visible(name) for name in result.winners]))
        ends += [face.beside(sentence, game.id, step) for step in result.ladder]
    rest = {key: value for key, value in result.outcome.items() if key != "players"}
    title = face.beside(_title, game.id, stage)
    rows = _notes(face, game, result.lines)
    ends += _facts(face, game, rest, names)
    return Page(title, result.picture, accounts, rows, ends, _rulings(face, game, result))


def _title(words: Catalog, game: str, stage: str) -> str:
    return f"{words.text(f'{game}/game')} · {words.text(f'{game}/stage.{stage}')}"


def _won(words: Catalog, names: list[str]) -> str:
    return words.plural("result.winners", len(names)) % {"names": words.list(names)}


def _rulings(face: Face, game: Game, result: Result) -> list[str]:
    """Put into words the notes that concern what was scored, each with its section."""
    from callboard_cli.display.machine import rulings  # noqa: PLC0415  # keeps JSON out of start-up

    return [
        f"{face.text(f'rules.note-{note.kind}')} [{section.id}]: {note.text}"
        for section, note in rulings(face.catalog, game, result)
    ]


def _rows(face: Face, game: Game, lines: Iterable[Line]) -> list[Row]:
    """Put lines into words."""
    return [
        Row(
            points=signed(line.points),
            text=sentence(face.catalog, game.id, line),
            also=sentence(face.also, game.id, line) if face.also else "",
            rule=line.reason.rule,
            best=line.reason.best,
            whose=face.beside(label, game.id, line.whose) if line.whose else "",
        )
        for line in lines
    ]


def _notes(face: Face, game: Game, lines: Iterable[Line]) -> list[Row]:
    """Put lines into words that give no player points."""
    return [replace(row, points="" if row.points == "0" else row.points) for row in _rows(face, game, lines)]


def _facts(face: Face, game: Game, outcome: Mapping[str, Any], names: set[str]) -> list[str]:
    """Say what came out that is no points; what the totals say already is left out."""
    return [
        f"{face.beside(label, game.id, key)}: {_value(face, game, value, names)}"
        for key, value in outcome.items()
        if face.catalog.has(f"{game.id}/field.{key}")
        and not (value and isinstance(value, Mapping) and set(value) <= names)
    ]


def _value(face: Face, game: Game, value: Any, names: set[str]) -> str:  # noqa: ANN401  # whatever an outcome holds
    if isinstance(value, bool):
        return face.beside(Catalog.text, "result.yes" if value else "result.no")
    if value in (None, [], {}):
        return "—"
    if isinstance(value, Mapping):
        return ", ".join(f"{_key(face, game, key)} {_value(face, game, inner, names)}" for key, inner in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(_value(face, game, item, names) for item in value)
    if isinstance(value, str):
        return visible(value) if value in names else face.beside(token, game.id, value)
    return str(value).replace("-", "−")


def _key(face: Face, game: Game, key: str) -> str:
    """Name what a number belongs to: a field, or a piece."""
    known = face.catalog.has(f"{game.id}/field.{key}")
    return face.beside(label if known else token, game.id, key)


# --- One fact a line -------------------------------------------------------------------------------------------------


def _plain(face: Face, game: Game, page: Page, rules: Rules | None) -> None:
    told: set[str] = set()
    face.say(page.title)
    for line in _read(face, game, page):
        face.say(line)
    for account in page.accounts:
        if account.start:
            face.say(f"{account.name}: {face.text('result.start', points=account.start)}")
        for row in account.rows:
            _plain_row(face, row, f"{account.name}: ", rules, told)
        for row in account.notes:
            _plain_row(face, row, f"{account.name}: ", rules, told)
        for fact in account.facts:
            face.say(f"{account.name}: {fact}")
        if account.total:
            face.say(f"{account.name}: {face.text('result.total', points=account.total)}")
    for row in page.rows:
        whose = f"{row.whose[0].upper()}{row.whose[1:]}: " if row.whose else ""
        _plain_row(face, row, whose, rules, told)
    for end in [*page.ends, *page.rulings]:
        face.say(end)


def _read(face: Face, game: Game, page: Page) -> list[str]:
    """Say the picture, if there is one and nothing else says the same."""
    if page.picture is None:
        return []
    from callboard_cli.display.drawing import read  # noqa: PLC0415  # few results have a picture

    return read(face, game, page.picture)


def _plain_row(face: Face, row: Row, name: str, rules: Rules | None, told: set[str]) -> None:
    points = f"{row.points}; " if row.points else ""
    face.say(f"{name}{points}{row.text} [{row.rule}]")
    if face.also and row.also != row.text:
        face.say(f"  {face.also.language}: {row.also}")
    if rules is not None:
        for text in _rule_lines(face, row.rule, rules, told):
            face.say(f"  {text}")


def _rule_lines(face: Face, rule: str, rules: Rules, told: set[str]) -> list[str]:
    """Return a rule's text in plain lines; the second time only its title."""
    from callboard_rules.plain import plain_lines  # noqa: PLC0415  # only explanations need it

    section = rules.sections[rule.partition("/")[2]]
    if rule in told:
        return [face.text("result.rule-above", title=section.title)]
    told.add(rule)
    return [f"{section.title}.", *plain_lines(section.body)]


# --- Side by side ----------------------------------------------------------------------------------------------------


def _print(console: Console, face: Face, game: Game, page: Page, rules: Rules | None) -> None:
    for renderable in rendered(face, game, page, rules, console.width):
        console.print(renderable)


def rendered(face: Face, game: Game, page: Page, rules: Rules | None, width: int) -> Iterable[RenderableType]:
    """Lay a page out for a width in cells; with rules, players stand below each other and texts below their lines."""
    from rich.table import Table  # noqa: PLC0415  # plain output needs none
    from rich.text import Text  # noqa: PLC0415  # as above

    yield Text(page.title, style="bold")
    if page.picture is not None:
        from callboard_cli.display.drawing import draw  # noqa: PLC0415  # few results have a picture

        drawn = draw(face, game, page.picture, width)
        yield from map(Text, _read(face, game, page)) if drawn is None else drawn
    told: set[str] = set()
    abreast = 1 if rules else max(1, min(len(page.accounts), (width + 1) // (COLUMN + 1)))
    for first in range(0, len(page.accounts), abreast):
        group = page.accounts[first : first + abreast]
        grid = Table.grid(expand=True)
        for _ in range(abreast):
            grid.add_column(ratio=1)
        grid.add_row(*(_panel(face, account, rules, told) for account in group))
        yield grid
    if page.rows:
        yield _row_table(face, page.rows, rules, told)
    for end in page.ends:
        yield Text(end, style="bold" if page.accounts else "")
    for ruling in page.rulings:
        yield Text(ruling, style="dim")


def _panel(face: Face, account: Account, rules: Rules | None, told: set[str]) -> RenderableType:
    from rich import box  # noqa: PLC0415  # plain output needs none
    from rich.console import Group  # noqa: PLC0415  # as above
    from rich.panel import Panel  # noqa: PLC0415  # as above
    from rich.text import Text  # noqa: PLC0415  # as above

    title = Text(f"{_BEST} {account.name}" if account.won else account.name, style="bold")
    parts: list[RenderableType] = []
    if len(title) > COLUMN - 6:  # a frame would cut it
        parts.append(Text(title.plain, style="bold", overflow="fold"))
        title = Text()
    if account.start:
        parts.append(Text(face.text("result.start", points=account.start)))
    if account.rows:
        parts.append(_row_table(face, account.rows, rules, told))
    if account.notes:
        parts.append(_row_table(face, account.notes, rules, told))
    parts += [Text(fact) for fact in account.facts]
    if account.total:
        parts.append(Text(f"= {account.total}", style="bold"))
    return Panel(Group(*parts), title=title, title_align="left", box=box.ROUNDED)


def _row_table(face: Face, rows: list[Row], rules: Rules | None, told: set[str]) -> RenderableType:
    from rich.markdown import Markdown  # noqa: PLC0415  # plain output needs none
    from rich.padding import Padding  # noqa: PLC0415  # as above
    from rich.table import Table  # noqa: PLC0415  # as above
    from rich.text import Text  # noqa: PLC0415  # as above

    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=1, overflow="fold")
    for row in rows:
        text = Text(row.text)
        if row.best:
            text = Text(f"{_BEST} ", style="bold").append(row.text)
        name = row.rule.partition("/")[2]
        if row.points:
            table.add_row(Text(row.points, style=_style(row.points)), text)
            table.add_row("", Text(f"§ {name}", style="dim"))
        else:
            table.add_row("", text.append(f" [{name}]", style="dim"))
        if row.also and row.also != row.text:
            table.add_row("", Text(row.also, style="italic"))
        if rules is not None:
            section = rules.sections[name]
            if row.rule in told:
                table.add_row("", Text(face.text("result.rule-above", title=section.title), style="italic"))
            else:
                told.add(row.rule)
                table.add_row("", Padding(Markdown(f"**{section.title}**\n\n{section.body}"), (0, 0, 1, 2)))
    return table


def _style(points: str) -> str:
    return {"+": "bold green", "−": "bold red"}.get(points[:1], "")
