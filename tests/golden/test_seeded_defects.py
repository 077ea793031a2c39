"""The seeded defects: each statement is still in the package, and planted there it is caught.

`python tools/seeded_defects.py run` plants all of them and takes most of an hour.
"""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from project_program import project_program

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).parent / "seeded_defects.json"


def tool() -> Any:
    """The program that plants them."""
    return project_program("tools/seeded_defects.py")


@pytest.mark.slow
def test_two_hundred_can_be_planted() -> None:
    """Where one is gone, `python tools/seeded_defects.py refresh` draws another."""
    planter = tool()
    every = planter.every_statement(planter.PACKAGE)
    defects = planter.read()
    gone = [d.file for d in defects if planter.place_of(d, every) is None]
    assert len(defects) == planter.COUNT == 200
    assert not gone, "draw others: python tools/seeded_defects.py refresh"
    for defect in defects:
        path, node = planter.place_of(defect, every)
        compile(planter.text_with(defect, path, node), str(path), "exec")


def test_none_has_survived() -> None:
    listed = json.loads(FILE.read_text(encoding="utf-8"))
    assert {entry["outcome"] for entry in listed} <= {"caught", "equivalent", None}
    equivalent = [entry["by"] for entry in listed if entry["outcome"] == "equivalent"]
    assert len(equivalent) < 20 and all(len(reason.split()) > 4 for reason in equivalent)


def test_a_planted_defect_changes_a_function(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a function that is in use already, and where the line is one of several."""
    planter = tool()
    path = tmp_path / "sarrus" / "small.py"
    path.parent.mkdir()
    path.write_text(
        "def f(x):\n    y = (\n        x\n        + 1\n    )\n    return y\n", encoding="utf-8"
    )
    planter.PACKAGE = path.parent
    names: dict[str, Any] = {}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)
    held = names["f"]
    every = planter.every_statement(planter.PACKAGE)
    defect = planter.Defect("small", "small.py", "f", "y = x + 1", "y = x - 1")
    text = planter.text_with(defect, *planter.place_of(defect, every))
    assert text.splitlines()[5] == "    return y"
    monkeypatch.setitem(sys.modules, "sarrus.small", sys.modules[__name__])
    monkeypatch.setattr(gc, "unfreeze", lambda: None)  # this process goes on
    assert held(3) == 4
    assert planter.replace_code(path, text) and held(3) == 2
    assert not planter.replace_code(path, text)
