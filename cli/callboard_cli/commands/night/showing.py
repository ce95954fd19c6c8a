"""`callboard night`, `night show` and `night list`: what stands, and which evenings there are."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.display.evenings.machine import night_data
from callboard_cli.display.results import View
from callboard_cli.entry.choosing import json_option
from callboard_cli.entry.drafts import going_on
from callboard_cli.entry.nights import meant, opened
from callboard_cli.entry.offering import counted, offers
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face
from callboard_nights.listing import listed, summary_of
from callboard_nights.seating import LogError

if TYPE_CHECKING:
    from callboard_nights.storage.store import Store


def night_argument(face: Face, *, is_optional: bool = True) -> Any:
    """Describe the argument that names an evening; left out it is the current one, unless it has to be named."""
    name = face.text("night.id-metavar")
    return typer.Argument(
        metavar=f"[{name}]" if is_optional else name,
        help=face.text("night.id"),
        show_default=False,
        autocompletion=offers.nights(face),
    )


def show(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def command(  # noqa: PLR0913  # one parameter an option
        night: Annotated[str, night_argument(face)] = "",
        *,
        brief: Annotated[bool, typer.Option("--brief", help=face.text("night.brief"), show_default=False)] = False,
        receipt: Annotated[
            bool, typer.Option("--receipt", help=face.text("night.show-receipt"), show_default=False)
        ] = False,
        entry: Annotated[
            str,
            typer.Option(
                "--entry",
                metavar=face.text("night.entry-metavar"),
                help=face.text("night.show-entry"),
                show_default=False,
                autocompletion=counted.entries(face),
            ),
        ] = "",
        explain: Annotated[
            bool, typer.Option("--explain", help=face.text("night.show-explain"), show_default=False)
        ] = False,
        why_not: Annotated[
            bool, typer.Option("--why-not", help=face.text("night.show-why-not"), show_default=False)
        ] = False,
        of: Annotated[
            list[str],
            typer.Option(
                "--of", metavar=face.text("score.of-metavar"), help=face.text("night.show-of"), show_default=False
            ),
        ] = [],  # noqa: B006  # Typer takes the default as it is and never changes it
        as_json: Annotated[bool, json_option(face)] = False,
    ) -> None:
        """Show an evening."""
        if entry:
            from callboard_cli.commands.night.retelling import show_again  # most look at the whole

            view = View(explain=explain, why_not=why_not, brief=brief, of=of)
            show_again(face, night, entry, view, as_json=as_json)
        elif explain or why_not or of:
            option = "--explain" if explain else "--why-not" if why_not else "--of"
            raise CommandLineError("night.show-entry-only", option=option)
        elif receipt and not as_json:
            _show_receipt(face, night)
        else:
            show_night(face, night, brief=brief, whole=True, as_json=as_json)

    return command


def _show_receipt(face: Face, given: str) -> None:
    """Show the code of the record that ended the game."""
    from callboard_cli.display.evenings.receipt import show_receipt  # only the end of a game has one

    with answering(face, as_json=False) as saved:
        name = meant(saved, given)
        show_receipt(face, opened(saved, name), name)


def show_night(face: Face, given: str = "", *, brief: bool = False, whole: bool = False, as_json: bool) -> None:
    """Show where the table stands; `whole` with all entries."""
    with answering(face, as_json=as_json) as saved:
        name = meant(saved, given)
        stands = opened(saved, name)
        if as_json:
            emit(face, saved, night_data(face.catalog, name, stands))
            return
        from callboard_cli.display.evenings import evening as nights  # a program sees none

        if brief:
            nights.show_brief(face, stands)
        else:
            is_current = name == saved.current()
            half_way = going_on(face.catalog, saved, name, stands) if is_current else ""
            nights.show_night(face, name, stands, whole=whole, is_current=is_current, half_way=half_way)


def list_(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def command(*, as_json: Annotated[bool, json_option(face)] = False) -> None:
        """List the evenings, the newest first."""
        with answering(face, as_json=as_json) as saved:
            tables = list(_tables(saved))
            if as_json:
                emit(face, saved, {"nights": tables})
                return
            from callboard_cli.display.evenings.evening import show_list

            show_list(face, tables, saved.current())

    return command


def _tables(saved: "Store") -> Iterator[dict[str, Any]]:
    """Yield what a list tells of each evening; where that was lost and cannot be worked out anew, it is noticed."""
    from callboard_nights.storage.errors import Notice  # help needs none

    for one in saved.summaries():
        try:
            table = one.table if one.table is not None else summary_of(opened(saved, one.night))
        except LogError as error:
            saved.notices.append(Notice(error.code, error.values))
        else:
            yield {"night": one.night, **listed(table)}


COMMANDS = {"show": show, "list": list_}
