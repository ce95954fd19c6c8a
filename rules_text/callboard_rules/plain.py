"""Markdown of the rules texts as plain lines, for pipes and screen readers."""

from __future__ import annotations

import re


def plain_lines(markdown: str) -> list[str]:
    """Return the text without marks: a paragraph, a list item and a row of a table are one line each."""
    lines: list[str] = []
    for paragraph in re.split(r"\n{2,}", markdown.strip()):
        rows = paragraph.split("\n")
        if all(row.startswith("|") for row in rows):
            cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
            lines += [" · ".join(row) for row in cells if not set("".join(row)) <= set("-: ")]
        elif any(re.match(r"(- |\d+\. )", row) for row in rows):
            for row in rows:
                if re.match(r"(- |\d+\. )", row) or not lines:
                    lines.append(row.removeprefix("- "))
                else:
                    lines[-1] += f" {row.strip()}"
        else:
            lines.append(" ".join(row.strip() for row in rows))
    return [re.sub(r"\*\*|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)", "", line) for line in lines]
