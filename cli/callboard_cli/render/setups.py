"""A set-up for people: the steps, who takes what, what was drawn, the code that brings it back, and what was wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from callboard_cli.input.setups import Met, part_text, part_words, parts_text, things_text, unlike_text
from callboard_cli.render.plain import Telling, tell_picture
from callboard_cli.render.rows import SetupPage, cited_by, drawing_of, notes_of, rules_of
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI, CommandLineError, visible
from callboard_cli.ui.wording import in_words, label, token, unit_of
from callboard_locales import Catalog
from callboard_scoring.constrained_draws import Clash, ClashError, Demand, Shape
from callboard_scoring.game import Game
from callboard_scoring.setup import Pieces, Setup


def setup_in_words(
    ui: UI, game: Game, options: Mapping[str, object], setup: Setup, *, explain: bool = False
) -> SetupPage:
    """Put a set-up with these options into words; with `explain` the notes too that it follows."""
    steps = notes_of(ui, game, setup.steps)
    hands = [(visible(seat.name), _pieces(ui, game, seat.take, seat.which)) for seat in setup.seats if seat.take]
    piles = [
        (ui.beside(Catalog.text, title), _pieces(ui, game, pieces))
        for title, pieces in (("setup.take", setup.take), ("setup.box", setup.box))
        if pieces
    ]
    title = ui.beside(_title, game.id, options)
    return SetupPage(
        title, steps, cited_by(ui, game, steps, explain=explain), hands, piles, drawing_of(ui, game, setup.picture)
    )


def show_setup(  # noqa: PLR0913  # what to show, and how
    ui: UI,
    game: Game,
    options: Mapping[str, object],
    command: str,
    setup: Setup,
    *,
    told: Sequence[str] = (),
    following: str = "",
    explain: bool = False,
) -> None:
    """Show a set-up with these options, the command that makes it again, and the one that is `following`.

    What was demanded of it is `told` before that.

    In plain mode it is one fact a line.

    With `explain`, the rules' texts stand under the steps that cite them, and those of the notes that it follows.
    """
    whole = setup_in_words(ui, game, options, setup, explain=explain)
    rules = rules_of(ui, game) if explain else None
    again = ui.beside(Catalog.text, "setup.again")
    if not ui.plain:
        from callboard_cli.render.rich_lines import setup_on_screen  # it brings Rich

        setup_on_screen(ui, game, whole, rules)
        ui.say()
        for line in told:
            ui.say(line)
        ui.say(again)
        ui.emit(f"  {command}")  # unbroken, to be copied
        if following:
            ui.emit(f"{ui.text('result.next')} {following}")
        return
    telling = Telling(ui, whole.cited, rules)
    ui.say(whole.title)
    for number, step in enumerate(whole.steps, 1):
        telling.line(step, f"{number}. ")
    for name, pieces in whole.takes:
        ui.say(f"{name}: {', '.join(pieces)}")
    telling.references(game)
    if whole.picture is not None:
        tell_picture(ui, whole.picture)
    for line in told:
        ui.say(line)
    ui.say(f"{again} {command}")
    if following:
        ui.say(f"{ui.text('result.next')} {following}")


def _title(words: Catalog, game: str, options: Mapping[str, object]) -> str:
    """Return the game's title, and which set-up it is."""
    return f"{title_of(words, game)} · {kind_of(words, game, options)}"


def kind_of(words: Catalog, game: str, options: Mapping[str, object]) -> str:
    """Say that this is a set-up, and of which season or round: an option that is a number."""
    numbered = [f"{label(words, game, name)} {value}" for name, value in options.items() if type(value) is int]
    return " · ".join([words.text("setup.title"), *numbered])


def _pieces(ui: UI, game: Game, pieces: Pieces, which: Mapping[str, str] | None = None) -> list[str]:
    """Count pieces in words, and tell which it is where that was drawn."""
    named = {piece: f" ({ui.beside(token, game.id, name)})" for piece, name in (which or {}).items()}
    return [
        ui.beside(unit_of, f"{game.id}/unit.{piece}", count) + named.get(piece, "") for piece, count in pieces.items()
    ]


def met_lines(ui: UI, game: Game, met: Met) -> list[str]:
    """Say what of a set-up was kept, left out and made another than last time; at a mixed table in both languages."""
    lines = _met_lines(ui, game, met)
    if ui.also is None:
        return lines
    beside = _met_lines(replace(ui, catalog=ui.also, also=None), game, met)
    return [" / ".join(pair) for pair in zip(lines, beside, strict=True)]


def _met_lines(ui: UI, game: Game, met: Met) -> list[str]:
    """Say it in one language."""
    lines = []
    if met.code:
        lines.append(_kept(ui, game, met))
    lines += [_in_vain(ui, game, part, met.both or ()) for part in met.vain if part in met.demands.keep]
    if met.demands.without:
        things = things_text(ui, game, met.parts, met.demands.without)
        lines.append(ui.text("setup.left-out", things=ui.catalog.list(things)))
    if met.last == "":
        lines.append(ui.text("setup.no-last"))
    elif met.last:
        message = "setup.unlike" if met.differs else "setup.unlike-nothing"
        line = ui.text(message, parts=unlike_text(ui, game, met.parts, met.differs), night=met.last)
        free = [part for part in met.rolled if met.parts[part].shape is Shape.OTHER]
        lines.append(f"{line} {ui.text('setup.free', parts=parts_text(ui, game, free))}" if free else line)
    return lines


def _kept(ui: UI, game: Game, met: Met) -> str:
    """Say what is as it was, for whom where others play now, and what was rolled."""
    if not met.rolled and met.demands.all_stays:
        return ui.text("setup.kept-all", code=met.code)
    shown = []
    if met.kept:
        message = "setup.kept-of-night" if met.night else "setup.kept-of-code"
        parts = ui.catalog.list([_whose(ui, game, met, part) for part in met.kept])
        shown.append(ui.text(message, parts=parts, night=met.night, code=met.code))
    if met.rolled:
        shown.append(ui.text("setup.rolled", parts=parts_text(ui, game, met.rolled)))
    return " ".join(shown)


def _whose(ui: UI, game: Game, met: Met, part: str) -> str:
    """Return what a part that was kept is called, and of whom it was kept where not all were there then."""
    shown = part_text(ui, game, part)
    if met.both is None or met.parts[part].shape in {Shape.PERSON, Shape.OTHER}:
        return shown
    return ui.text("setup.kept-only", part=shown, names=ui.catalog.list([visible(name) for name in met.both]))


def _in_vain(ui: UI, game: Game, part: str, both: Sequence[str]) -> str:
    """Say that of a part nothing could be kept, for too few of those who play were there then."""
    names = ui.catalog.list([visible(name) for name in both]) or ui.text("replay.nobody")
    return ui.text("setup.kept-vain", part=part_text(ui, game, part), names=names)


def met_data(met: Met) -> dict[str, Any]:
    """Return the same for programs, only what there is to say."""
    data: dict[str, Any] = {}
    if met.code:
        of = {"night": met.night} if met.night else {}
        whose = {"players": list(met.both)} if met.both is not None else {}
        data["keep"] = {"parts": list(met.kept), "code": met.code, **of, **whose}
    if met.demands.without:
        data["without"] = list(met.demands.without)
    if met.last is not None:
        data["unlike"] = {"night": met.last or None, "parts": list(met.differs)}
    return {"demands": data} if data else {}


def clashing(ui: UI, game: Game, error: ClashError, players: int) -> CommandLineError:
    """Return the complaint about demands that no set-up meets, each clash on a line."""
    lines = [ui.fitted(f"  {_clash(ui, game, one, players)}") for one in error.clashes]
    return CommandLineError("usage.setup-clash", lines=lines)


def _clash(ui: UI, game: Game, clash: Clash, players: int) -> str:
    """Say which demands clash, and why where that can be said in a word."""
    demands = "; ".join(_demand(ui, game, clash, demand) for demand in clash.demands)
    kinds = {demand.kind for demand in clash.demands}
    if clash.is_decided:
        option = _option(ui, game, clash)
        return ui.text("setup.clash-decided", demands=demands, option=option)
    if kinds == {"without"}:
        return ui.text("setup.clash-left", demands=demands, left=clash.left, players=players)
    if kinds == {"keep"}:
        return ui.text("setup.clash-kept", demands=demands)
    return ui.text("setup.clash", demands=demands)


def _option(ui: UI, game: Game, clash: Clash) -> str:
    """Return the option by which the table decided a part: `first=Ann`, `seats=given`."""
    name = "seats" if clash.shape is Shape.CIRCLE else "first"
    if clash.decided is None:
        value = ui.text("setup.rule")
    else:
        value = ui.text("setup.given") if name == "seats" else clash.decided
    return f"{part_words(ui, game, [name]).shown[name]}={visible(value.partition('|')[0])}"


def _demand(ui: UI, game: Game, clash: Clash, demand: Demand) -> str:
    """Say one demand as it was typed, and what it means here."""
    if demand.kind == "without":
        return f"--without {token(ui.catalog, game.id, demand.value)}"
    part = part_words(ui, game, [clash.part]).shown[clash.part]
    if demand.kind == "keep":
        return ui.text("setup.demand-keep", part=part, value=_told(ui, game, clash.shape, demand.value))
    value = {demand.who: demand.value} if demand.who else demand.value
    return ui.text("setup.demand-unlike", value=_told(ui, game, clash.shape, value))


def _told(ui: UI, game: Game, shape: Shape, value: Any) -> str:
    """Put the value of a part into words: names as they are, tokens in the reader's words."""
    if isinstance(value, Mapping):
        return ", ".join(f"{visible(name)}: {token(ui.catalog, game.id, thing)}" for name, thing in value.items())
    if shape in {Shape.CIRCLE, Shape.ORDER}:
        return ", ".join(map(visible, value))
    return visible(value) if shape is Shape.PERSON else str(in_words(ui.catalog, game.id, value))
