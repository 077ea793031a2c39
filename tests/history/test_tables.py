"""Histories as CSV, pandas and xarray: exact numbers, units, and clear words without a library."""

from __future__ import annotations

import csv
import importlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sarrus import EnvironmentProblem, ModelError
from sarrus.system import Run
from sarrus.system.history import History
from sarrus.system.rows import chunk as chunks

NAMES = ["crank_pivot.angle", "rod.position", "ball.reaction.force", "rod.rotation", "ball.effort"]


def test_csv_is_read_back_exactly(turn: Run, tmp_path: Path) -> None:
    history = History(turn)
    path = history.to_csv(tmp_path / "run.csv", NAMES)
    assert path == tmp_path / "run.csv" and [p.name for p in tmp_path.iterdir()] == ["run.csv"]
    with path.open(newline="", encoding="utf-8") as stream:
        head, *rows = csv.reader(stream)
    assert head[:5] == [
        "t [s]",
        "crank_pivot.angle [rad]",
        "rod.position.x [m]",
        "rod.position.y [m]",
        "rod.position.z [m]",
    ]
    assert "rod.rotation.xy" in head and "ball.effort.omega_y [N m]" in head
    table = np.array(rows, dtype=float)
    values = history.read(*NAMES)
    expected = np.column_stack([history.t, *(v.reshape(len(history), -1) for v in values.values())])
    assert np.array_equal(table, expected)  # to the last bit


def test_csv_is_written_chunk_by_chunk(
    turn: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = History(turn).to_csv(tmp_path / "whole.csv", NAMES).read_text()
    monkeypatch.setattr(chunks, "MOST", 17)
    assert History(turn).to_csv(tmp_path / "parts.csv", NAMES).read_text() == whole


def test_csv_has_all_coordinates_by_default(turn: Run, tmp_path: Path) -> None:
    head = History(turn).to_csv(tmp_path / "run.csv").read_text().splitlines()[0]
    assert head.startswith("t [s],crank_pivot.angle [rad],crank_pivot.rate [rad/s],ball.quat_w,")
    assert head.endswith("guide.displacement [m],guide.speed [m/s]")


def test_csv_that_cannot_be_written_leaves_nothing(turn: Run, tmp_path: Path) -> None:
    history = History(turn)
    with pytest.raises(EnvironmentProblem, match="cannot be written"):
        history.to_csv(tmp_path / "no" / "folder.csv")
    with pytest.raises(ModelError, match="is not a channel"):
        history.to_csv(tmp_path / "run.csv", ["rod.positon"])
    assert not list(tmp_path.iterdir())


def test_pandas(turn: Run) -> None:
    pytest.importorskip("pandas")
    history = History(turn)
    frame = history.to_pandas(NAMES)
    assert frame.index.name == "t" and np.array_equal(frame.index, history.t)
    np.testing.assert_array_equal(frame["rod.position.y"], history["rod.position"][:, 1])
    np.testing.assert_array_equal(frame["ball.reaction.force.z"], history["ball.reaction.force.z"])
    units = frame.attrs["units"]
    assert (units["t"], units["crank_pivot.angle"], units["ball.reaction.force.x"]) == (
        "s",
        "rad",
        "N",
    )
    assert "position of the origin of 'rod'" in frame.attrs["descriptions"]["rod.position.x"]
    assert list(history.to_pandas("rod.position").columns) == [f"rod.position.{c}" for c in "xyz"]
    assert "slider_crank" in frame.attrs["title"]
    load = history.load("guide").to_pandas()
    assert "guide.wrench.force.x" in load.columns and len(load.columns) == 9


def test_xarray(turn: Run, four_bar: Run) -> None:
    pytest.importorskip("xarray")
    history = History(turn)
    data = history.to_xarray([*NAMES, "rod.quat_wxyz", "rod.rpy"])
    assert data["rod.position"].dims == ("t", "axis") and data["rod.rotation"].dims[0] == "t"
    np.testing.assert_array_equal(data["rod.position"].sel(axis="z"), history["rod.z"])
    np.testing.assert_array_equal(data["rod.rpy"].sel(rpy="yaw"), history["rod.rpy.yaw"])
    assert data["rod.position"].attrs["units"] == "m" and data.t.attrs["units"] == "s"
    assert "reaction" not in data["rod.position"].attrs["long_name"]
    force = history["ball.reaction.force"]
    assert data["ball.reaction.force"].attrs["long_name"] == force.description
    loose = History(four_bar).to_xarray(["A.reaction.force"])["A.reaction.force"]
    assert list(loose.attrs["unique"]) == [1, 1, 0] and loose.attrs["because"] == "C"
    point = history.point("rod", (0.1, 0, 0)).to_xarray()
    assert len(point) == 3
    pose = history.relative_pose("rod", "slider").to_xarray()
    assert len(pose) == 4


@pytest.mark.parametrize("library", ["pandas", "xarray"])
def test_missing_libraries_are_named(
    turn: Run, monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    real = importlib.import_module

    def missing(name: str, *rest: object) -> object:
        if name == library:
            raise ModuleNotFoundError(f"No module named '{name}'")
        return real(name, *rest)

    monkeypatch.setattr("sarrus.system.history.tables.import_module", missing)
    with pytest.raises(EnvironmentProblem, match=f"library '{library}'.*pip install"):
        getattr(History(turn), f"to_{library}")()


def test_histories_load_no_library_of_tables() -> None:
    program = (
        "import sys; import sarrus.system.history\n"
        "sys.exit(bool({'pandas', 'xarray', 'matplotlib'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
