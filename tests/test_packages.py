"""The wheel brings what an installation needs and nothing else, and the sdist all that makes the wheel."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from callboard_scoring.games import GAMES
from conftest import LANGUAGES, ROOT

pytestmark = pytest.mark.long  # building writes all indexes

SOURCES = ("cli/callboard", "cli/callboard_cli", "nights/callboard_nights", "scoring/callboard_scoring")
TEXTS = ("rules_text/callboard_rules", "locales/callboard_locales")


def tracked():
    """What git tracks, or all that lies here where there is no git."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        return {name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()}
    parts = ("__pycache__", ".venv", "build", "dist", ".hypothesis", ".pytest_cache", ".mypy_cache", ".ruff_cache")
    files = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return {path.as_posix() for path in files if not set(path.parts) & set(parts) and path.suffix != ".mo"}


def build(kind, root, folder):
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    (made,) = folder.iterdir()
    return made


def contents(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return contents(build("wheel", ROOT, tmp_path_factory.mktemp("wheel")))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    return build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


def test_the_wheel_holds_the_packages_their_texts_built_and_nothing_else(wheel):
    inside = {name for name in tracked() if name.startswith(tuple(f"{source}/" for source in (*SOURCES, *TEXTS)))}
    lists = {name for name in inside if name.startswith("rules_text/") and {"asked", "answered"} & {*name.split("/")}}
    lists |= {name for name in inside if name.endswith(".po") or ("/unanswered/" in name and name.endswith(".toml"))}
    expected = {name.partition("/")[2] for name in inside - lists}
    expected |= {f"{name.partition('/')[2].removesuffix('.po')}.mo" for name in lists if name.endswith(".po")}
    expected |= {
        f"callboard_rules/{folder}/{language}.index"
        for folder in ("unanswered", *(game.id for game in GAMES))
        for language in LANGUAGES
    }
    about = {name for name in wheel if ".dist-info/" in name}
    shared = {name.partition(".data/data/")[2] for name in wheel if ".data/data/" in name}
    assert shared == {f"share/man/{folder}man1/callboard.1" for folder in ("", "ru/", "es/")}
    assert {name for name in wheel if name not in about and ".data/" not in name} == expected
    assert {name.partition("/")[2] for name in about} == {
        *("METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE")
    }


def test_no_file_tells_where_it_was_made(wheel):
    here = [str(ROOT).encode(), str(Path.home()).encode() + b"/", sys.prefix.encode()]
    assert not [name for name, content in wheel.items() for place in here if place in content]


def test_the_sdist_holds_what_git_tracks_and_makes_the_same_wheel(sdist, wheel, tmp_path):
    with tarfile.open(sdist) as archive:
        top = sdist.name.removesuffix(".tar.gz")
        names = {name.removeprefix(f"{top}/") for name in archive.getnames()}
        assert names == tracked() | {"PKG-INFO"}
        archive.extractall(tmp_path, filter="data")
    (tmp_path / "built").mkdir()
    assert contents(build("wheel", tmp_path / top, tmp_path / "built")) == wheel
