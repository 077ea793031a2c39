"""The tutorials run from top to bottom, and their own checks hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.pages import DOCS, cells, run
from sarrus.model.joints import TYPES

TUTORIALS = sorted((DOCS / "tutorials").glob("*.md"))
WANTED = {
    "first_mechanism", "closed_loops", "reactions", "drives_and_motors", "prescribed_motion",
    "vehicles", "stiff_systems", "modes", "steady_motion", "control", "equations", "states",
    "own_force", "own_element", "own_joint", "cutting_force", "design", "synthesis", "assemblies",
    "machine_elements", "flexible_links", "cars", "realtime", "fmu", "fmu_in", "c_code",
}  # fmt: skip


OTHERS = {"c_code", "fmu", "fmu_in", "realtime"}
"""Those on other programs, which list what these must know of formats."""


@pytest.fixture(autouse=True)
def no_joint_types_left() -> Iterator[None]:
    """Leave no joint type of a tutorial to other tests."""
    yield
    for name in set(TYPES) - TYPES.own:
        TYPES.remove(TYPES[name])


def test_all_are_there() -> None:
    assert {page.stem for page in TUTORIALS} == WANTED


@pytest.mark.slow
@pytest.mark.parametrize("page", TUTORIALS, ids=lambda p: p.stem)
def test_tutorial_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = run(page)
    assert "sarrus" in names or "export" in names


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda p: p.stem)
def test_tutorial_is_short_and_checks_itself(page: Path) -> None:
    is_of_others = page.stem in OTHERS
    lines = len(page.read_text(encoding="utf-8").splitlines())
    assert 60 <= lines <= (190 if is_of_others else 135)
    code = "".join(code for _, code in cells(page))
    assert len(cells(page)) >= (3 if is_of_others else 4)
    assert code.count("assert") >= (2 if is_of_others else 3)
    assert ".plot(" in code or page.stem == "c_code"


def test_a_failing_cell_is_told_with_its_line(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Title\n\n```{code-cell}\nx = 1\nassert x == 2\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError) as caught:
        run(page)
    assert caught.traceback[-1].lineno == 4
