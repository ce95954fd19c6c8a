"""The store of who knows what logs mean: what nothing of ours could have written is refused, and left as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from callboard_nights.events import Log
from callboard_nights.keeping.store import Store
from callboard_nights.seating import LogError

if TYPE_CHECKING:
    from callboard_nights.keeping.tables import EventRow, NightRow


class Evenings(Store):
    """The evenings of a folder, each looked through as it is read: that its checksums fit proves nothing."""

    _sound = ""
    """The checksum of the last event of the log that was looked through last: it is over all before it, too."""

    def _log(self, rows: Sequence[EventRow]) -> Log:
        """Return the log of rows.

        :raises LogError: when it holds what no log of ours does, or its game is not here.
        """
        from callboard_nights.keeping import files  # Tab asks for evenings, too
        from callboard_nights.sound import StrangeError, look_through

        log = super()._log(rows)
        if rows[-1].checksum == self._sound:
            return log
        try:
            look_through(log)
        except StrangeError as error:
            raise LogError(error.code, night=rows[0].night, path=str(self.folder / files.NAME)) from None
        self._sound = rows[-1].checksum
        return log

    def _table(self, row: NightRow) -> Mapping[str, Any] | None:
        """Return what a list tells of an evening; None where nothing of ours told it: it has to be worked out."""
        from callboard_nights.sound import is_summary

        table = super()._table(row)
        return table if table is not None and is_summary(table) else None
