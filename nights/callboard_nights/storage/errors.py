"""What can be wrong with the store: a class and a code each, with the values that its words need. No sentences here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Notice:
    """What people are told though it went well: something was damaged.

    ================ ================================================================== ===============================
    store.damaged    a file is damaged; what could be read of it was read               path, nights, events,
                                                                                        lost_nights, lost_events
    store.renewed    the same, before something was written: the file as it was is       the same, and kept (a path)
                     kept beside, and a sound one stands in its place
    store.from-copy  of some evenings more could be read of the last good copy           nights, path, at
    store.night-cut  of an evening only the first events stand                           night, events, lost_events
    store.night-lost of an evening that is known none does                               night, lost_events
    ================ ================================================================== ===============================

    What is lost is counted as far as it is known: nobody knows of an evening of which nothing at all can be read.
    """

    code: str
    values: Mapping[str, str | int] = field(default_factory=dict)


class StoreError(Exception):
    """Something that the store cannot do. Nothing was changed, and nothing is half done."""

    code: str = "store.failing"

    def __init__(self, path: Path, **values: str | int) -> None:
        """Keep the file or folder that it is about, and what else the words need."""
        super().__init__(self.code, str(path), values)
        self.path = path
        self.values = values


class StoreFailingError(StoreError):
    """The medium fails: it can be neither read nor written as it should."""


class StoreBusyError(StoreError):
    """Others were at work all the time that one waits."""

    code = "store.busy"


class StoreFullError(StoreError):
    """There is no room left: on the disk, in a quota, in what a file may take."""

    code = "store.full"


class StoreReadOnlyError(StoreError):
    """Nothing can be written here."""

    code = "store.read-only"


class StoreDeniedError(StoreError):
    """Who runs this may not read it, or not write it."""

    code = "store.denied"


class StoreNotFolderError(StoreError):
    """Something else stands where a folder is needed."""

    code = "store.not-a-folder"


class StoreNotFileError(StoreError):
    """Something else, as a folder, stands where the file would."""

    code = "store.not-a-file"


class StoreUnfinishedError(StoreError):
    """Somebody was killed while writing; the file has to be put right first, and here nothing can be written."""

    code = "store.unfinished"


class NewerStoreError(StoreError):
    """A newer Callboard wrote it; it is left as it is. Values: `version`, and `known`, the newest known here."""

    code = "store.newer"


class UnknownNightError(StoreError):
    """There is no such evening. Values: `night`."""

    code = "store.unknown-night"


class TooMuchError(StoreError):
    """More than an evening can hold: `store.too-many`, `store.too-large` or `store.no-text`. Values: `most`."""

    code = "store.too-many"

    def __init__(self, path: Path, code: str, **values: str | int) -> None:
        """Keep which of the three it is."""
        self.code = code
        super().__init__(path, **values)


class DamagedError(Exception):
    """A file that is not as it was written. Nobody outside sees it: what can be read is read instead."""
