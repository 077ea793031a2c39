"""The page of the first five minutes does what it shows."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from project_program import project_program


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    return project_program("tools/docs_first_minutes.py")


def test_steps_cover_the_list(tool: ModuleType) -> None:
    shown = "\n".join(step.shown for step in tool.steps(tool.PAGE.read_text(encoding="utf-8")))
    for verb in ("doctor", "new", "run", "export", "plot", "check", "size"):
        assert f"sarrus {verb}" in shown
    assert "--set crank.mass=800g" in shown and ".urdf" in shown and "c_code" in shown


@pytest.mark.slow
def test_every_command_ends_as_shown(tool: ModuleType, tmp_path: Path) -> None:
    folder = tool.prepare(tmp_path)
    for step in tool.steps(tool.PAGE.read_text(encoding="utf-8")):
        _, done = tool.run(step, folder)
        assert done.returncode == step.expected, f"{step.shown}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr
    names = {path.name for path in folder.iterdir()}
    assert {"four_bar.sarrus", "four_bar.html", "heavy.sarrus", "both.png", "pick.html"} <= names
    assert {path.name for path in (folder / "c").iterdir()} >= {"four_bar.c", "four_bar.h"}
