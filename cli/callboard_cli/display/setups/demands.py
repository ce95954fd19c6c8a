"""What was wanted of a set-up, told beside it; and what cannot be had together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from callboard_cli.entry.demands import Met, part_words, told_part, told_parts, told_things, unlike_told
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.wording import in_words, token
from callboard_scoring.game import Game
from callboard_scoring.lots import Clash, ClashError, Demand
from callboard_scoring.parts import Shape


def met_lines(face: Face, game: Game, met: Met) -> list[str]:
    """Say what of a set-up was kept, left out and made another than last time; at a mixed table in both languages."""
    lines = _met_lines(face, game, met)
    if face.also is None:
        return lines
    beside = _met_lines(replace(face, catalog=face.also, also=None), game, met)
    return [" / ".join(pair) for pair in zip(lines, beside, strict=True)]


def _met_lines(face: Face, game: Game, met: Met) -> list[str]:
    """Say it in one language."""
    lines = []
    if met.code:
        lines.append(_kept(face, game, met))
    lines += [_in_vain(face, game, part, met.both or ()) for part in met.vain if part in met.demands.keep]
    if met.demands.without:
        things = told_things(face, game, met.parts, met.demands.without)
        lines.append(face.text("setup.left-out", things=face.catalog.list(things)))
    if met.last == "":
        lines.append(face.text("setup.no-last"))
    elif met.last:
        message = "setup.unlike" if met.differs else "setup.unlike-nothing"
        line = face.text(message, parts=unlike_told(face, game, met.parts, met.differs), night=met.last)
        free = [part for part in met.rolled if met.parts[part].shape is Shape.OTHER]
        lines.append(f"{line} {face.text('setup.free', parts=told_parts(face, game, free))}" if free else line)
    return lines


def _kept(face: Face, game: Game, met: Met) -> str:
    """Say what is as it was, for whom where others play now, and what was rolled."""
    if not met.rolled and met.demands.all_stays:
        return face.text("setup.kept-all", code=met.code)
    told = []
    if met.kept:
        message = "setup.kept-of-night" if met.night else "setup.kept-of-code"
        parts = face.catalog.list([_whose(face, game, met, part) for part in met.kept])
        told.append(face.text(message, parts=parts, night=met.night, code=met.code))
    if met.rolled:
        told.append(face.text("setup.rolled", parts=told_parts(face, game, met.rolled)))
    return " ".join(told)


def _whose(face: Face, game: Game, met: Met, part: str) -> str:
    """Return what a part that was kept is called, and of whom it was kept where not all were there then."""
    shown = told_part(face, game, part)
    if met.both is None or met.parts[part].shape in {Shape.PERSON, Shape.OTHER}:
        return shown
    return face.text("setup.kept-only", part=shown, names=face.catalog.list([visible(name) for name in met.both]))


def _in_vain(face: Face, game: Game, part: str, both: Sequence[str]) -> str:
    """Say that of a part nothing could be kept, for too few of those who play were there then."""
    names = face.catalog.list([visible(name) for name in both])
    return face.text("setup.kept-vain", part=told_part(face, game, part), names=names)


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


def clashing(face: Face, game: Game, error: ClashError, players: int) -> CommandLineError:
    """Return the complaint about demands that no set-up meets, each clash on a line."""
    lines = [face.fitted(f"  {_clash(face, game, one, players)}") for one in error.clashes]
    return CommandLineError("usage.setup-clash", lines=lines)


def _clash(face: Face, game: Game, clash: Clash, players: int) -> str:
    """Say which demands clash, and why where that can be said in a word."""
    demands = "; ".join(_demand(face, game, clash, demand) for demand in clash.demands)
    kinds = {demand.kind for demand in clash.demands}
    if clash.is_decided:
        option = _option(face, game, clash)
        return face.text("setup.clash-decided", demands=demands, option=option)
    if kinds == {"without"}:
        return face.text("setup.clash-left", demands=demands, left=clash.left, players=players)
    if kinds == {"keep"}:
        return face.text("setup.clash-kept", demands=demands)
    return face.text("setup.clash", demands=demands)


def _option(face: Face, game: Game, clash: Clash) -> str:
    """Return the option by which the table decided a part: `first=Ann`, `seats=given`."""
    name = "seats" if clash.shape is Shape.CIRCLE else "first"
    if clash.decided is None:
        value = face.text("setup.rule")
    else:
        value = face.text("setup.given") if name == "seats" else clash.decided
    return f"{part_words(face, game, [name]).shown[name]}={visible(value.partition('|')[0])}"


def _demand(face: Face, game: Game, clash: Clash, demand: Demand) -> str:
    """Say one demand as it was typed, and what it means here."""
    if demand.kind == "without":
        return f"--without {token(face.catalog, game.id, demand.value)}"
    part = part_words(face, game, [clash.part]).shown[clash.part]
    if demand.kind == "keep":
        return face.text("setup.demand-keep", part=part, value=_told(face, game, clash.shape, demand.value))
    value = {demand.who: demand.value} if demand.who else demand.value
    return face.text("setup.demand-unlike", value=_told(face, game, clash.shape, value))


def _told(face: Face, game: Game, shape: Shape, value: Any) -> str:
    """Put the value of a part into words: names as they are, tokens in the reader's words."""
    if isinstance(value, Mapping):
        return ", ".join(f"{visible(name)}: {token(face.catalog, game.id, thing)}" for name, thing in value.items())
    if shape in {Shape.CIRCLE, Shape.ORDER}:
        return ", ".join(map(visible, value))
    return visible(value) if shape is Shape.PERSON else str(in_words(face.catalog, game.id, value))
