"""Totals that people counted beside ours, for the page: who agrees, and what would explain a difference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from callboard_cli.display.counts.verdicts import Verdict, number_of, verdicts_of
from callboard_cli.speech.face import Face
from callboard_cli.telling.lines import Addresses, Citing, Rule, Told, told
from callboard_nights.counting import claims_checked
from callboard_nights.night import Night
from callboard_scoring.counting import Checked


@dataclass(frozen=True)
class FindingView:
    """One thing that would make a difference."""

    mark: str
    """The number of its explanation; empty of a single one, and of the second of a pair."""
    told: Told
    rule: Rule | None


@dataclass(frozen=True)
class ClaimView:
    """What is told of one player's total."""

    name: str
    agrees: bool
    head: str
    """Who counted how many, and how many there are."""
    hint: str
    findings: Sequence[tuple[str, Sequence[FindingView]]]
    """What would explain the difference, each kind of explanations with what stands above it."""
    rest: str
    """That there are more explanations, or none."""


@dataclass(frozen=True)
class ClaimsView:
    """What came of comparing totals."""

    claims: Sequence[ClaimView]
    rules: Sequence[Rule]


def claims_of_entry(
    face: Face, night: Night, number: int, claimed: Mapping[str, int], addresses: Addresses
) -> ClaimsView:
    """Compare totals, by the players' names, with those that an entry gives by itself."""
    found = claims_checked(night, number, claimed)
    entry = next((one for one in night.entries if one.number == number), None)
    scores = entry.played.result.players if entry is not None and entry.played is not None else ()
    with_lines = {score.name for score in scores if score.lines}

    def unexplained(one: Checked) -> str:
        if one.name in with_lines:
            return face.text("phones/unexplained")
        return face.text("claim.no-lines", total=number_of(one.total))

    verdicts = verdicts_of(face, night.game, found, explain=False, unexplained=unexplained, others="phones/others")
    return _told(face, night, found, verdicts, addresses)


def _told(
    face: Face, night: Night, found: Sequence[Checked], verdicts: Iterable[Verdict], addresses: Addresses
) -> ClaimsView:
    verdicts = list(verdicts)
    rows = [finding.row for verdict in verdicts for finding in verdict.findings if finding.row is not None]
    citing = Citing(face, night.game, rows, addresses)
    claims = [
        ClaimView(
            verdict.name,
            one.agrees,
            verdict.head,
            verdict.hint,
            list(_findings(face, verdict, citing)),
            verdict.rest,
        )
        for one, verdict in zip(found, verdicts, strict=True)
    ]
    return ClaimsView(claims, citing.rules)


def _findings(face: Face, verdict: Verdict, citing: Citing) -> Iterable[tuple[str, Sequence[FindingView]]]:
    before = ""
    for lead, findings in verdict.parts:
        shown = []
        for mark, finding in findings:
            own = "" if mark == before != "–" else mark
            shown.append(FindingView(own, told(face, finding.text, finding.also), citing.rule(finding.rule)))
            before = mark
        yield lead, shown
