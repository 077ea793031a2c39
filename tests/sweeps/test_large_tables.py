"""Tables of many runs: compact in memory, Parquet by parts on disk, read lazily."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from sarrus.errors import EnvironmentProblem, ModelError
from sarrus.results.export import sweep_table
from sarrus.sweeps import Sweep, read_table
from sarrus.sweeps.plans import Keys, points
from sarrus.sweeps.rows import CRASHED, DONE, FAILED, Row, RowTable

RUNS = 1000


@pytest.fixture
def sweep() -> Sweep:
    rows = RowTable(RUNS, 2)
    for i in range(RUNS - 1):
        failed = Row(i, FAILED, (), "E-STEP", 0.5, "too small")
        rows.add(failed if i == 7 else Row(i, DONE, (i / 3.0, -float(i))))
    over = {"crank.mass": [1.0 + i / 7.0 for i in range(RUNS)]}
    units = {"crank.mass": "kg", "top": "rad/s"}
    return Sweep(points(over), ("top", "low"), rows, units=units)


def test_rows_are_as_they_were_put_in() -> None:
    rows = RowTable(5, 1)
    given = {3: Row(3, DONE, (0.1,)), 1: Row(1, CRASHED, (), "S27", float("inf"), "dead")}
    for row in given.values():
        rows.add(row)
    # as text: a time that is not a number equals nothing
    assert {k: repr(row) for k, row in rows.items()} == {k: repr(given[k]) for k in (1, 3)}
    assert list(rows) == [1, 3]
    assert rows.failed_runs() == [1]
    assert 0 not in rows
    with pytest.raises(KeyError):
        rows[0]


def test_a_million_rows_take_little_memory() -> None:
    rows = RowTable(1_000_000, 4)
    assert rows.measured.nbytes + rows.status.nbytes + sys.getsizeof(rows._others) < 34e6


def test_the_table_counts_and_tells(sweep: Sweep) -> None:
    assert sweep.summary() == "1,000 runs: 998 done, 1 failed, 1 missing"
    assert list(sweep.failed) == [7]
    assert np.isnan(sweep["top"][[7, 999]]).all()


@pytest.mark.parametrize("part", [100, 10_000])
def test_parquet_is_read_lazily_to_the_same_bits(
    sweep: Sweep, part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep_table, "PART", part)
    path = tmp_path / "runs.parquet"
    sweep.export(path)
    assert path.is_dir() == (part == 100)
    table = read_table(path)
    assert len(table) == RUNS
    assert table.names == ["crank.mass", "top", "low", "status"]
    assert table.units == {"crank.mass": "kg", "top": "rad/s"}
    for name in ("crank.mass", "top", "low"):
        assert np.array_equal(table[name], sweep[name], equal_nan=True)
    parts = list(table.parts(["low", "status"], rows=64))
    assert max(len(part["low"]) for part in parts) <= 64
    whole = np.concatenate([part["low"] for part in parts])
    assert np.array_equal(whole, sweep["low"], equal_nan=True)
    assert "1,000 runs" in repr(table)
    with pytest.raises(EnvironmentProblem, match="E-EXISTS"):
        sweep.export(path)
    sweep.export(path, overwrite=True)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["runs.parquet"]


def test_mistakes_are_named(sweep: Sweep, tmp_path: Path) -> None:
    with pytest.raises(EnvironmentProblem, match="E01"):
        read_table(tmp_path / "nothing.parquet")
    table = read_table(sweep.export(tmp_path / "runs.parquet"))
    with pytest.raises(ModelError, match=r"'tpo'.*top"):
        table["tpo"]


def test_keys_are_computed_when_they_are_asked_for() -> None:
    asked: list[int] = []

    def key(i: int) -> str:
        asked.append(i)
        return str(i)

    keys = Keys(10**9, key)
    assert (len(keys), keys[5], keys[2:4]) == (10**9, "5", ["2", "3"])
    assert asked == [5, 2, 3]
    with pytest.raises(IndexError):
        keys[10**9]
