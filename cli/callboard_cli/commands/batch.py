"""`callboard batch`: JSON Lines in, one result a line out."""

from collections.abc import Callable
from typing import Annotated

import typer

from callboard_cli.face import Face
from callboard_cli.reading import UnreadableError, lines, parse_json


def command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def batch(
        file: Annotated[
            str,
            typer.Argument(metavar=face.text("batch.file-metavar"), help=face.text("batch.file"), show_default=False),
        ] = "-",
    ) -> None:
        """Score one record a line; a bad line leaves its errors in its place, and the run goes on."""
        from callboard_cli.results import SCHEMA, result_data, to_json  # noqa: PLC0415  # help needs none
        from callboard_cli.table import Refusal, Table, score_record, unreadable  # noqa: PLC0415  # as above

        tables: dict[tuple[str, str], Table] = {}
        bad = False
        for number, content in lines(file):
            try:
                if isinstance(content, UnreadableError):
                    raise content
                table, result = score_record(face, parse_json(content), tables)
                answer = result_data(face.catalog, table.game, table.stage, result)
            except (Refusal, UnreadableError) as error:
                refusal = unreadable(error, face) if isinstance(error, UnreadableError) else error
                answer = {"schema": SCHEMA, "line": number, "errors": refusal.errors}
                bad = True
            face.emit(to_json(answer))
        if bad:
            raise typer.Exit(1)

    return batch
