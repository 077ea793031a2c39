"""`sarrus cam`: every file that is named is written, or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.conftest import Command
from sarrus import read_curve

LAW = ["cam", "roller", "--angles", "0,120deg", "--lifts", "0,8mm", "--base", "30mm"]


def test_all_files_are_written(sarrus: Command) -> None:
    words = [*LAW, "--roller", "8mm"]
    done = sarrus(*words, "-o", "cam.dxf", "-o", "cam.csv", "--json")
    assert done.code == 0 and done.data["files"] == ["cam.dxf", "cam.csv"]
    drawn = read_curve("cam.dxf")
    assert drawn.is_closed and drawn.length == pytest.approx(done.data["length"], rel=1e-4)
    assert done.data["lift"] == pytest.approx(8e-3) and Path("cam.csv").exists()
    again = sarrus(*words, "-o", "new.csv", "-o", "cam.dxf")
    assert again.code == 5 and not Path("new.csv").exists()
