"""Totals that people counted by hand, as they are typed: `Ann=84`, or `Ann:84` as a line of a player begins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from callboard_cli.input.stage import Stage
from callboard_cli.ui.names import listed, said_in_all
from callboard_cli.ui.output import nearest_name
from callboard_cli.ui.wording import capital, label
from callboard_locales import Catalog
from callboard_nights.player_names import meant
from callboard_scoring.claimed_totals import sums_of
from callboard_scoring.fields import same_name
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult
from callboard_scoring.problems import Problem, RefusedError


def called(words: Catalog, game: str, whose: str) -> str:
    """Return the reader's name for who is this field of a record."""
    return capital(label(words, game, whose))


def others_by_names(game: str, result: AnyResult) -> dict[str, str]:
    """Return each who is no player and has lines here, as a field, by every name in any language."""
    return {
        same_name(name): whose for whose in result.others() for name in (whose, *said_in_all(f"{game}/field.{whose}"))
    }


OPTION = "--claimed"
DIGITS = 6
"""The most digits of a total."""
_TOTAL = re.compile(rf"([+−–-]?)([0-9]{{1,{DIGITS}}})")
"""A whole number, with the minus of a keyboard or of a printer."""
_NOBODY: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class CheckedStage(Stage):
    """A stage whose record is compared with totals: the command that repeats it has them too."""

    verb = ("check",)

    claimed: tuple[str, ...] = ()
    """The totals as they were typed."""

    @property
    def options(self) -> tuple[str, ...]:
        """The totals, and how what differs is to be shown."""
        return *claims_as_options(self.claimed), *self.besides


@dataclass(frozen=True)
class ReportedStage(Stage):
    """A stage whose score is reported: the command that repeats it says the same of it."""

    verb = ("report", "score")

    claimed: tuple[str, ...] = ()
    """The totals as they were typed."""
    says: str = ""
    """What is wrong."""
    with_names: bool = False
    """Whether the players' names stay as they are."""
    out: str = ""
    """Where the report goes."""

    @property
    def options(self) -> tuple[str, ...]:
        """The totals, what is wrong, where the report goes, and how that is told."""
        says = ("--says", self.says) if self.says else ()
        names = ("--with-names",) if self.with_names else ()
        out = ("--out", self.out) if self.out else ()
        return *claims_as_options(self.claimed), *says, *names, *out, *self.besides


def claims_as_options(claimed: Iterable[str]) -> tuple[str, ...]:
    """Return the options that give totals, as they are typed."""
    return tuple(part for text in claimed for part in (OPTION, text))


def with_totals(game: Game) -> list[str]:
    """Return the stages of a game that give players totals, as their examples do."""
    stages = (Stage(game, name) for name in game.stages)
    return [stage.name for stage in stages if sums_of(stage.score(stage.record(game.example(stage.name))))]


def no_totals(catalog: Catalog, game: Game) -> Problem:
    """Return that a stage gives no totals, with those that do; of a game without any, how to see what players have."""
    stages = [listed(catalog, game.id, stage) for stage in with_totals(game)]
    if stages:
        return Problem((), "error.claim-no-totals", {"more": ["claim.totals-at"], "stages": ", ".join(stages)})
    command = f"callboard score {game.id} … --of {catalog.text('score.of-metavar')}"
    return Problem((), "error.claim-no-totals", {"more": ["claim.no-totals-anywhere"], "command": command})


def total_in(text: str) -> int | None:
    """Return the whole number that a text is; None where it is none, or too long.

    >>> total_in("84"), total_in(" −3 "), total_in("1e9"), total_in("")
    (84, -3, None, None)
    """
    met = _TOTAL.fullmatch(text.strip())
    if met is None:
        return None
    return int(met[2]) if met[1] in ("", "+") else -int(met[2])


def claims_in(typed: Sequence[str], players: Sequence[str], former: Mapping[str, str] = _NOBODY) -> dict[str, int]:
    """Return each claimed total by the player's name as the table spells it, in seat order.

    :raises RefusedError: with all that is wrong with them.
    """
    found: dict[str, int] = {}
    problems = (problem for text in typed for problem in _read(text, players, former, found))
    met = {(problem.code, problem.values["given"]): problem for problem in problems}
    if met:
        raise RefusedError(met.values())
    return {name: found[name] for name in players if name in found}


def misshapen(typed: Iterable[str]) -> Iterator[Problem]:
    """Yield which of these are no name with a total: that can be told before there is a record."""
    yield from (Problem((), "error.claim-shape", {"given": text}) for text in typed if not all(_apart(text)))


def _apart(text: str) -> tuple[str, str]:
    name, _, number = text.rpartition("=" if "=" in text else ":")
    return name.strip(), number.strip()


def _read(text: str, players: Sequence[str], former: Mapping[str, str], found: dict[str, int]) -> Iterator[Problem]:
    """Read one claim into those found before, and yield what is wrong with it. A name may hold a sign of equality."""
    name, number = _apart(text)
    if not (name and number):
        yield from misshapen([text])
        return
    player, total = meant(name, players, former), total_in(number)
    if player is None:
        guess = nearest_name(name, players)
        more = {"more": ["refusal.name-meant"], "meant": guess} if guess else {}
        yield Problem((), "error.claim-unknown", {"given": name, "names": list(players), **more})
    if total is None:
        yield Problem((), "error.claim-number", {"given": text, "limit": DIGITS})
    if player in found:
        yield Problem((), "error.claim-twice", {"given": player})
    elif player is not None:
        found[player] = total or 0
