"""Markdown of the rules texts as plain lines, for pipes and screen readers."""

from __future__ import annotations

import re
from collections.abc import Sequence


def plain_lines(markdown: str) -> list[str]:
    """Return the text without marks: a paragraph, a list item and a row of a table are one line each."""
    lines: list[str] = []
    for paragraph in re.split(r"\n{2,}", markdown.strip()):
        rows = paragraph.split("\n")
        if all(row.startswith("|") for row in rows):
            cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
            lines += table_lines([row for row in cells if not set("".join(row)) <= set("-: ")])
        elif any(re.match(r"(- |\d+\. )", row) for row in rows):
            for row in rows:
                if re.match(r"(- |\d+\. )", row) or not lines:
                    lines.append(row.removeprefix("- "))
                else:
                    lines[-1] += f" {row.strip()}"
        else:
            lines.append(" ".join(row.strip() for row in rows))
    return [re.sub(r"\*\*|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)", "", line) for line in lines]


def table_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return each row of a table as a line; of more than two columns, each cell with the name of its column."""
    header, *body = rows
    if len(header) <= 2:  # noqa: PLR2004  # a name and what belongs to it
        return [" · ".join(row) for row in rows]
    return [
        " · ".join(f"{name}: {cell}" if name else cell for name, cell in zip(header, row, strict=True)) for row in body
    ]
