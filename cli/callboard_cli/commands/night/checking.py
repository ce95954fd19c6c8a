"""`callboard night check`: totals that people counted beside the standing of an evening."""

from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from callboard_cli.commands.claimed import asked_claims, claimed_option, look_claimed, refuse_claims, typed_claims
from callboard_cli.commands.given import besides
from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.commands.night.showing import night_argument
from callboard_cli.entry.choosing import json_option
from callboard_cli.entry.claims import claims_as_options
from callboard_cli.entry.nights import meant, opened
from callboard_cli.speech.face import Face
from callboard_cli.speech.naming import own_command
from callboard_nights.counting import otherwise_of, sums_of
from callboard_scoring.counting import compared
from callboard_scoring.problems import Problem, RefusedError


def check(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def command(
        night: Annotated[str, night_argument(face)] = "",
        *,
        claimed: Annotated[list[str], claimed_option(face)] = [],  # noqa: B006  # Typer never changes it
        explain: Annotated[
            bool, typer.Option("--explain", help=face.text("check.explain"), show_default=False)
        ] = False,
        as_json: Annotated[bool, json_option(face)] = False,
    ) -> None:
        """Compare totals with the standing, and say what makes the difference."""
        if "=" in night:  # a total, and no evening's name
            refuse_claims(face, [Problem((), "error.claim-missing")], as_json=as_json)
        with answering(face, as_json=as_json) as saved:
            name = meant(saved, night)
            stands = opened(saved, name)
            sums = sums_of(stands)
            if not sums:
                raise RefusedError([Problem((), "error.night.no-points", {"more": ["claim.night-instead"]})])
            look_claimed(face, claimed, as_json=as_json)

            def again(told: Sequence[str]) -> str:
                which = [name] if night else []
                options = [*claims_as_options(told), *besides(face, explain=explain)]
                return own_command(face.catalog, ["night", "check", *which, *options])

            if claimed:
                totals = typed_claims(face, claimed, stands.players, stands.seating.former, as_json=as_json)
            else:
                totals = asked_claims(face, stands.players, again)
            found = compared(sums, totals, lambda: otherwise_of(stands))
            if as_json:
                from callboard_cli.display.machine import checked_data

                emit(face, saved, {"night": name, "players": checked_data(face.catalog, stands.game, found)})
                return
            from callboard_cli.display.counts.of_evenings import show_night_checked  # a program sees none

            show_night_checked(face, name if night else "", stands, sums, found, explain=explain)

    return command


COMMANDS = {"check": check}
