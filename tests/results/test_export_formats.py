"""Exported files read back by other programs: exact numbers, units, descriptions, labels."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.system import Run
from sarrus.system.history import History
from sarrus.system.rows import chunk as chunks

CHANNELS = ["hand.position", "hand.rotation", "waist.angle", "slide.speed"]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file is written in several chunks."""
    monkeypatch.setattr(chunks, "MOST", 17)


def names(history: History) -> list[str]:
    """All channels that stand in the list: every shape, unit and description there is."""
    return [line.name for line in history.channels()]


def scalars(history: History, name: str) -> dict[str, np.ndarray]:
    """The components of a channel by name, as the history itself gives them."""
    channel = history[name]
    if not channel.components:
        return {name: np.asarray(channel)}
    flat = np.asarray(channel).reshape(len(history), -1)
    return {f"{name}.{part}": flat[:, k] for k, part in enumerate(channel.components)}


def same(a: Any, b: Any) -> bool:
    """Equal to the last bit, NaN included."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return a.shape == b.shape and a.tobytes() == b.tobytes()


@pytest.fixture
def arm(arm_run: Run) -> History:
    return History(arm_run)


@pytest.fixture
def four_bar(four_bar_run: Run) -> History:
    return History(four_bar_run)


def test_csv(arm: History, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    listed = names(arm)
    path = arm.export(tmp_path / "run.csv", listed, about={"rtol": 1e-10})
    frame = pandas.read_csv(path)
    assert frame.columns[0] == "t [s]" and same(frame["t [s]"], arm.t)
    assert all(kind.kind == "f" for kind in frame.dtypes)
    about = json.loads(path.with_name("run.csv-metadata.json").read_text(encoding="utf-8"))
    told = {column["titles"]: column for column in about["tableSchema"]["columns"]}
    count = 1
    for name in listed:
        for part, values in scalars(arm, name).items():
            channel = arm[part]
            label = f"{part} [{channel.unit}]" if channel.unit else part
            assert same(frame[label], values)
            assert told[label]["description"] == " ".join(channel.description.split())
            assert told[label]["unit"] == channel.unit and told[label]["unique"]
            count += 1
    assert len(frame.columns) == count
    assert about["model"] == "arm" and about["rtol"] == 1e-10 and about["url"] == "run.csv"
    assert about["program"] == f"Sarrus {sarrus.__version__}" and about["method"] == "dop853"
    # without any library as well
    with path.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.reader(stream))
    assert rows[0] == list(frame.columns) and same(np.array(rows[1:], dtype=float), frame)


@pytest.mark.parametrize("ending", [".nc", ".h5"])
def test_netcdf(arm: History, tmp_path: Path, ending: str) -> None:
    h5netcdf = pytest.importorskip("h5netcdf")
    listed = names(arm) if ending == ".nc" else CHANNELS
    path = arm.export(tmp_path / f"run{ending}", listed, about={"rtol": 1e-10, "strict": True})
    with h5netcdf.File(path, "r") as file:
        assert same(file["t"][:], arm.t) and file["t"].attrs["units"] == "s"
        assert file.attrs["model"] == "arm" and file.attrs["rtol"] == 1e-10
        assert file.attrs["Conventions"].startswith("CF-") and file.attrs["method"] == "dop853"
        assert file.attrs["program"] == f"Sarrus {sarrus.__version__}"
        found = {v.attrs["channel"]: v for v in file.variables.values() if "channel" in v.attrs}
        for name in listed:
            channel = arm[name]
            units = {arm[part].unit for part in scalars(arm, name)}
            for part in scalars(arm, name) if len(units) > 1 else [name]:
                variable, expected = found.pop(part), arm[part]
                assert same(variable[...], expected)
                assert variable.attrs["units"] == (expected.unit or "1")
                assert variable.attrs["long_name"] == expected.description
                assert variable.dimensions[0] == "t"
            if len(units) == 1 and channel.ndim == 2:
                (dimension,) = variable.dimensions[1:]
                assert [
                    bytes(x).decode() if isinstance(x, bytes) else x for x in file[dimension][...]
                ] == list(channel.components)
        assert not found


def test_netcdf_is_read_by_xarray(arm: History, tmp_path: Path) -> None:
    xarray = pytest.importorskip("xarray")
    pytest.importorskip("h5netcdf")
    path = arm.export(tmp_path / "run.nc", CHANNELS)
    with xarray.open_dataset(path, engine="h5netcdf") as data:
        assert data["hand.position"].dims == ("t", "axis") and data.t.dtype == float
        assert same(data["hand.position"].sel(axis="y"), arm["hand.position.y"])
        assert data["hand.rotation"].dims == ("t", "row", "column")
        assert same(data["hand.rotation"].sel(row="x", column="z"), arm["hand.rotation"][:, 0, 2])
        assert data["waist.angle"].attrs["units"] == "rad"


def test_mat(arm: History, tmp_path: Path) -> None:
    from scipy.io import loadmat

    listed = names(arm)
    path = arm.export(tmp_path / "run.mat", listed, about={"settings": {"rtol": 1e-10}})
    found = loadmat(path, simplify_cells=True)["history"]
    assert same(found["t"], arm.t)
    assert list(found["names"]) == listed
    fields = list(found["fields"])
    assert fields == list(found["data"]) and len(set(fields)) == len(fields)
    assert all(f.isidentifier() and f.isascii() and len(f) <= 63 for f in fields)
    for field, name, unit, words in zip(
        fields, listed, found["units"], found["descriptions"], strict=True
    ):
        assert same(found["data"][field], arm[name])
        assert (unit if len(unit) else "") == arm[name].unit and words == arm[name].description
    assert found["data"]["waist_angle"] is not None
    assert found["about"]["model"] == "arm" and found["about"]["method"] == "dop853"
    assert json.loads(found["about"]["settings"]) == {"rtol": 1e-10}


def test_parquet(arm: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("sarrus.results.export.parquet.GROUP", 40)
    listed = names(arm)
    path = arm.export(tmp_path / "run.parquet", listed)
    file = parquet.ParquetFile(path)
    assert file.num_row_groups == 3  # 51, 50 (17 at a time) and an empty or last group
    table = file.read()
    assert same(table["t"], arm.t)
    count = 1
    for name in listed:
        for part, values in scalars(arm, name).items():
            assert same(table[part], values)
            kept = table.schema.field(part).metadata
            assert kept[b"unit"].decode() == arm[part].unit
            assert kept[b"description"].decode() == arm[part].description
            count += 1
    assert table.num_columns == count
    about = json.loads(file.schema_arrow.metadata[b"sarrus"])
    assert about["model"] == "arm" and about["program"] == f"Sarrus {sarrus.__version__}"
    assert about["method"] == "dop853" and about["states"] == len(arm)


def test_labels_of_reactions_go_along(four_bar: History, tmp_path: Path) -> None:
    """Joint A of the planar four-bar in space: its force along the axes of the pins is open."""
    name = "A.reaction.force"
    force = four_bar[name]
    assert tuple(force.unique) == (True, True, False) and force.because == ("C",)

    path = four_bar.export(tmp_path / "run.csv", [name])
    about = json.loads(path.with_name("run.csv-metadata.json").read_text(encoding="utf-8"))
    columns = about["tableSchema"]["columns"][1:]
    assert [c["unique"] for c in columns] == [True, True, False] and columns[2]["because"] == "C"

    h5netcdf = pytest.importorskip("h5netcdf")
    with h5netcdf.File(four_bar.export(tmp_path / "run.nc", [name]), "r") as file:
        assert list(file[name].attrs["unique"]) == [1, 1, 0]
        assert file[name].attrs["because"] == "C"

    from scipy.io import loadmat

    found = loadmat(four_bar.export(tmp_path / "run.mat", [name]), simplify_cells=True)["history"]
    assert list(found["unique"]) == [1, 1, 0] and found["because"] == "C"

    parquet = pytest.importorskip("pyarrow.parquet")
    path = four_bar.export(tmp_path / "run.parquet", [name])
    kept = parquet.ParquetFile(path).metadata.metadata[b"sarrus.channels"]
    assert [c.get("unique") for c in json.loads(kept)] == [None, True, True, False]
    assert json.loads(kept)[3]["because"] == "C"
