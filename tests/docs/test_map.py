"""The map of the repository names every package, and no file that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.pages import DOCS

SOURCES = DOCS.parent / "src" / "sarrus"
MAP = (DOCS / "map.md").read_text(encoding="utf-8")


def packages(folder: Path) -> list[str]:
    return sorted(found.parent.name for found in folder.glob("*/__init__.py"))


def test_every_package_has_its_row() -> None:
    rows = re.findall(r"^\| (`src/sarrus/.*?) \|", MAP, re.M)
    named = {name.rpartition("/")[2] for row in rows for name in re.findall(r"`([\w./]+)`", row)}
    assert set(packages(SOURCES)) <= named


@pytest.mark.parametrize("large", ["model", "system"])
def test_every_folder_of_the_large_packages_has_its_row(large: str) -> None:
    named = set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (`\w+`.*?) \|", MAP, re.M))))
    assert set(packages(SOURCES / large)) <= named


def test_files_to_read_first_are_there() -> None:
    rows = re.findall(r"^\| `src/sarrus/(\w+)`.*\| (.*?) \|$", MAP, re.M)
    assert len(rows) > 25
    for package, files in rows:
        for file in re.findall(r"`([\w/]+\.\w+)`", files):
            assert (SOURCES / package / file).exists(), f"{package}: {file}"
