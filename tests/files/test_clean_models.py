"""B7: right models give no errors and no warnings, as files and after being written to files."""

from __future__ import annotations

from pathlib import Path

import pytest

from files.sources import FOLDERS, ROOT
from sarrus import load
from sarrus.formats.writing import yaml_text
from sarrus.gallery.examples import EXAMPLES
from sarrus.study import Study

NOT_PHYSICAL: dict[str, tuple[str, ...]] = {
    "puma560": ("M03", "M04"),  # its table has link 1 without mass, with one moment alone
}
"""Models whose published numbers no body can have, and the warnings that say so."""
FILES = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.yaml"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_B7_files(path: Path) -> None:
    assert Study.load(path, strict=True).model.notices == ()


@pytest.mark.parametrize("name", EXAMPLES)
def test_B7_gallery_as_files(name: str, tmp_path: Path) -> None:
    example = EXAMPLES[name]
    path = tmp_path / "model.yaml"
    path.write_text(yaml_text(example.model(), example.study_sections()), encoding="utf-8")
    told = [n for n in load(path).notices if n.code not in NOT_PHYSICAL.get(name, ())]
    assert [n for n in told if n.severity != "notice"] == []
    Study.load(path)
