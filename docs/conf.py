"""The documentation as a site: `python -m sphinx -W -c docs . build/site`, with what `.[docs]` brings."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]

project = "Callboard"
version = release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
extensions = ["myst_parser"]
# The pages lie where they are read as Markdown, and point to those beside and above them.
include_patterns = [
    "docs/*.md",
    "docs/*/*.md",
    "docs/index.rst",
    "README*.md",
    "CHANGELOG.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
]
root_doc = "docs/index"
myst_heading_anchors = 4
html_theme = "furo"
html_title = f"Callboard {version}"
html_show_copyright = False
