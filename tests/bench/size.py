"""How much an installation takes on disk, in megabytes: Callboard, and each library that it brings.

    python tests/bench/size.py

Install Callboard (not editable) first: `pip install .`. Counted is what `pip` installed, without what Python compiles.
"""

from __future__ import annotations

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution

MEGABYTE = 1_000_000


def needed(name: str, known: dict[str, Distribution]) -> dict[str, Distribution]:
    """Return a distribution and all that it needs without extras, by name, as far as they are here."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return known  # only for another system or Python
    known[name] = found
    for line in found.requires or ():
        other = re.match(r"[\w.-]+", line)
        spelled = re.sub(r"[-_.]+", "-", other[0]).lower() if other else ""
        if spelled and "extra ==" not in line and spelled not in known:
            needed(spelled, known)
    return known


def size(found: Distribution) -> int:
    """Return how many bytes its files have."""
    files = (found.locate_file(file) for file in found.files or () if not str(file).endswith(".pyc"))
    return sum(file.stat().st_size for file in files if file.is_file())  # type: ignore[attr-defined]


def main() -> None:
    """Print one line a library, the largest first, and the whole."""
    sizes = {name: size(found) for name, found in needed("callboard", {}).items()}
    for name, bytes_taken in sorted(sizes.items(), key=lambda one: -one[1]):
        print(f"{name}: {bytes_taken / MEGABYTE:.1f} MB")
    print(f"all: {sum(sizes.values()) / MEGABYTE:.1f} MB")


if __name__ == "__main__":
    main()
