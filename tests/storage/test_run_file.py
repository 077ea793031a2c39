"""The result file of a run: states, checkpoints, events and segments, and going on."""

from __future__ import annotations

import io
import os
import time
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus.errors import EnvironmentProblem, ModelError
from sarrus.storage import LogReader, LogWriter, RunReader, RunWriter, StatesBlock, encode
from sarrus.storage.block import HEADER_SIZE
from storage.samples import sample_table, write_run


def test_run_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "run.sarrus"
    t, rows = write_run(path)
    with RunReader.open(path) as run:
        assert run.head == {"model": "four-bar", "seed": 7}
        assert run.end == {"steps": 200}
        assert len(run) == 200
        assert run.times().tobytes() == t.tobytes()
        assert run.rows().tobytes() == rows.tobytes()
        assert run.blocks[3] == StatesBlock(60, 20, 8)
        assert len(run.blocks) == 10
        assert [e.record["name"] for e in run.events] == [f"contact {k}" for k in range(10)]
        assert [e.state for e in run.events] == [20 * (k + 1) for k in range(10)]
        assert [(s.state, s.record) for s in run.segments] == [(0, {"mode": "free"})]
        assert run.checkpoint(4)["block"] == 4
        assert run.checkpoint(-1)["last"].tobytes() == rows[-1].tobytes()
        assert not run.gaps
        assert run.notices == []


def test_any_range_of_states_is_read(tmp_path: Path) -> None:
    t, rows = write_run(tmp_path / "run.sarrus", blocks=7, size=3)
    with RunReader.open(tmp_path / "run.sarrus") as run:
        for first in range(-3, 25):
            for last in (*range(-3, 25), None):
                assert np.array_equal(run.times(first, last), t[first:last])
                assert np.array_equal(run.rows(first, last), rows[first:last])
                assert run.rows(first, last).shape[1] == 3


def test_only_the_blocks_needed_are_read(tmp_path: Path) -> None:
    path = tmp_path / "run.sarrus"
    _, rows = write_run(path, blocks=10, size=20)
    with RunReader.open(path) as run:
        whole = path.read_bytes()
        other = bytearray(whole)
        for block in range(len(run.blocks)):
            if block not in (4, 5):
                at = run._log[2 * block + 2].offset + HEADER_SIZE + 100
                other[at] ^= 255
        path.write_bytes(other)
        assert np.array_equal(run.rows(90, 120), rows[90:120])
        with pytest.raises(EnvironmentProblem, match=r"F13 \[block 14\]"):
            run.rows(90, 121)


def test_few_blocks_are_kept_in_memory(tmp_path: Path) -> None:
    path, (t, rows) = tmp_path / "run.sarrus", sample_table(5000, 20)
    with RunWriter.create(path, {}) as writer:
        for k in range(40):
            writer.states(t + k, rows, {"k": k})
    tracemalloc.start()
    try:
        with RunReader.open(path) as run:
            for k in range(40):
                assert np.array_equal(run.rows(5000 * k + 7, 5000 * k + 9), rows[7:9])
                assert run.checkpoint(k) == {"k": k}
        assert tracemalloc.get_traced_memory()[1] < 9 * rows.nbytes
    finally:
        tracemalloc.stop()


def test_states_of_a_read_are_the_callers_own(tmp_path: Path) -> None:
    _, rows = write_run(tmp_path / "run.sarrus")
    with RunReader.open(tmp_path / "run.sarrus") as run:
        for _ in range(2):
            table, checkpoint = run.rows(0, 5), run.checkpoint(0)
            assert np.array_equal(table, rows[:5])
            assert np.array_equal(checkpoint["last"], rows[19])
            table[:] = 0
            checkpoint["last"][:] = 0


def test_run_without_states_has_no_states(tmp_path: Path) -> None:
    RunWriter.create(tmp_path / "run.sarrus", {"a": 1}).close()
    with RunReader.open(tmp_path / "run.sarrus") as run:
        assert (len(run), run.times().shape, run.rows().shape) == (0, (0,), (0, 0))
        assert run.end is None
        assert "interrupted, or still being written: 0 states" in str(run.notices[0])
        with pytest.raises(IndexError):
            run.checkpoint(0)
    with RunWriter.resume(tmp_path / "run.sarrus") as writer:
        assert (writer.head, writer.checkpoint, writer.count) == ({"a": 1}, None, 0)


@pytest.mark.parametrize(
    ("t", "rows"),
    [
        ([], np.zeros((0, 3))),
        ([0.0], np.zeros((2, 3))),
        ([0.0], [1.0]),
        ([[0.0]], [[1.0]]),
        ([0.0], np.zeros((1, 4))),
    ],
)
def test_states_of_wrong_shape_are_refused(tmp_path: Path, t: Any, rows: Any) -> None:
    with RunWriter.create(tmp_path / "run.sarrus", {}) as writer:
        writer.states([0.0], np.zeros((1, 3)), {})
        with pytest.raises(ValueError, match="rows"):
            writer.states(t, rows, {})
        assert writer.count == 1


def test_interrupted_run_goes_on_behind_its_last_states(tmp_path: Path) -> None:
    path, (t, rows) = tmp_path / "run.sarrus", sample_table(60)
    with RunWriter.create(path, {"model": 1}) as writer:
        for k in range(3):
            writer.states(t[10 * k : 10 * k + 10], rows[10 * k : 10 * k + 10], {"k": k})
        writer.event({"after": "the last states"})
    with path.open("ab") as stream:
        stream.write(b"torn")
    with RunReader.open(path) as run:
        assert "interrupted at t = 0.29 s, or still being written: 30 states" in str(run.notices[0])
    with RunWriter.resume(path) as writer:
        assert (writer.head, writer.checkpoint, writer.count) == ({"model": 1}, {"k": 2}, 30)
        with pytest.raises(ValueError, match="rows of 4 numbers follow rows of 3"):
            writer.states([0.3], np.zeros((1, 4)), {})
        writer.states(t[30:], rows[30:], {"k": 3})
        writer.end({"steps": 60})
    with RunReader.open(path, verify=True) as run:
        assert np.array_equal(run.times(), t)
        assert np.array_equal(run.rows(), rows)
        assert len(run.events) == 0
        assert run.notices == []


def test_run_goes_on_behind_any_block_of_states(tmp_path: Path) -> None:
    path = tmp_path / "run.sarrus"
    t, rows = write_run(path)
    with RunReader.open(path) as run:
        number = run.blocks[4].block
    for wrong in (0, 1, number + 1, 99, -1):
        with pytest.raises(ModelError, match="no intact block of states"):
            RunWriter.resume(path, wrong)
    with RunWriter.resume(path, number) as writer:
        assert (writer.count, writer.checkpoint["block"]) == (100, 4)
        writer.segment({"mode": "locked"})
        writer.states(t[100:], -rows[100:], {})
    with RunReader.open(path) as run:
        assert np.array_equal(run.rows(), np.r_[rows[:100], -rows[100:]])
        assert run.end is None
        assert [s.state for s in run.segments] == [0, 100]
        assert len(run.events) == 4


def test_lost_states_are_counted_and_named(tmp_path: Path) -> None:
    """A damaged block of states costs its states alone; all others are counted without them."""
    path = tmp_path / "run.sarrus"
    t, rows = write_run(path, blocks=10, size=20)
    whole = path.read_bytes()
    with RunReader.open(path) as run:
        logged = [run._log[2 * k + 2] for k in range(10)]
    for hurt in ([0], [4], [9], [2, 3], [0, 5, 9], list(range(10))):
        data = bytearray(whole)
        for k in hurt:
            data[logged[k].offset + (0 if k % 2 else HEADER_SIZE + 7)] ^= 4
        path.write_bytes(data)
        keep = np.ones(200, bool)
        for k in hurt:
            keep[20 * k : 20 * k + 20] = False
        with RunReader.open(path, verify=True) as run:
            assert len(run) == keep.sum()
            assert np.array_equal(run.rows(), rows[keep]) or not keep.any()
            assert np.array_equal(run.times(), t[keep])
            assert [g.written for g in run.gaps] == [20 * k for k in hurt]
            assert [g.count for g in run.gaps] == [20 for _ in hurt]
            assert [g.state for g in run.gaps] == [int(keep[: 20 * k].sum()) for k in hurt]
            texts = " ".join(str(notice) for notice in run.notices)
            for k in hurt:
                assert f"block {2 * k + 2} is damaged" in texts
                assert f"states {20 * k} to {20 * k + 19} are lost" in texts
            assert len(run.events) == 10


def test_states_are_read_without_the_head(tmp_path: Path) -> None:
    path = tmp_path / "run.sarrus"
    _, rows = write_run(path)
    with RunReader.open(path) as run:
        head, end = run.head, run._log[len(run._log) - 1].offset
    data = bytearray(path.read_bytes())
    data[512 + 40] ^= 1
    path.write_bytes(data)
    with RunReader.open(path) as run:
        assert np.array_equal(run.rows(), rows)
        assert run.head == head, "its copy stands with the account of the run"
        assert run.end is not None and "head" not in run.end
    with RunReader(LogReader(io.BytesIO(data[:end]), "cut.sarrus")) as run:
        assert np.array_equal(run.rows(), rows)
        with pytest.raises(ModelError, match=r"F13 .*has no intact head"):
            _ = run.head
    with pytest.raises(ModelError, match=r"F13 .*has no intact head"):
        RunWriter.resume(path)
    assert path.read_bytes()[512:] == data[512:]


HOSTILE = {
    "more states than bytes": (2**61, b"x"),
    "no states": (0, encode({"t": np.zeros(0), "rows": np.zeros((0, 1)), "checkpoint": {}})),
    "fewer than said": (9, encode({"t": np.zeros(8), "rows": np.zeros((8, 1)), "checkpoint": {}})),
    "no rows": (1, encode({"t": np.zeros(1), "checkpoint": {}})),
    "integers": (1, encode({"t": np.zeros(1), "rows": np.ones((1, 1), int), "checkpoint": {}})),
    "no checkpoint": (1, encode({"t": np.zeros(1), "rows": np.zeros((1, 1))})),
    "no object": (1, encode([1, 2])),
    "no record": (1, b"123456789"),
    "another width": (1, encode({"t": np.zeros(1), "rows": np.zeros((1, 5)), "checkpoint": {}})),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_block_of_states_is_refused_or_left_out(tmp_path: Path, name: str) -> None:
    """A file with right checksums that no RunWriter has written."""
    path, (count, data) = tmp_path / "run.sarrus", HOSTILE[name]
    with LogWriter.create(path, opening=("head", encode({}))) as log:
        good = encode({"t": np.zeros(2), "rows": np.ones((2, 3)), "checkpoint": {}})
        log.append("states", good, first=0, count=2)
        log.append("states", data, first=2, count=count)
    with RunReader.open(path, verify=True) as run:
        assert np.array_equal(run.rows(0, 2), np.ones((2, 3)))
        assert run.notices
        if len(run) > 2:
            with pytest.raises(ModelError, match=r"run.sarrus:1:\d+: error F13 \[block 2\]"):
                run.rows()


def test_hostile_width_does_not_fill_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "run.sarrus"
    with LogWriter.create(path, opening=("head", encode({}))) as log:
        wide = encode({"t": np.zeros(1), "rows": np.zeros((1, 200_000)), "checkpoint": {}})
        long = encode({"t": np.zeros(200_000), "rows": np.zeros((200_000, 0)), "checkpoint": {}})
        log.append("states", wide, first=0, count=1)
        log.append("states", long, first=1, count=200_000)
    with RunReader.open(path) as run, pytest.raises(ModelError, match="F13"):
        run.rows()


def test_blocks_of_unknown_kind_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "run.sarrus"
    with LogWriter.create(path, opening=("head", encode({"a": 1}))) as log:
        log.append("future", b"?")
    with RunReader.open(path) as run:
        assert (run.head, len(run)) == ({"a": 1}, 0)


def write_large(path: Path, megabytes: int) -> float:
    """Write a run; return the speed in MB/s."""
    t, rows = sample_table(10_000, 12)
    begin = time.perf_counter()
    with RunWriter.create(path, {"model": 1}) as writer:
        for k in range(megabytes):
            writer.states(t + 100 * k, rows, {"k": k})
        writer.end({})
    return path.stat().st_size / (time.perf_counter() - begin) / 1e6


@pytest.mark.slow
def test_large_file_is_written_and_opened_fast(
    tmp_path: Path, record_property: pytest.RecordProperty
) -> None:
    path = tmp_path / "run.sarrus"
    speed = write_large(path, 300)
    begin = time.perf_counter()
    tracemalloc.start()
    with RunReader.open(path) as run:
        seconds = time.perf_counter() - begin
        assert len(run) == 3_000_000
        memory = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert run.times(1_500_000, 1_500_001)[0] == 15_000.0
    begin = time.perf_counter()
    RunReader.open(path, verify=True).close()
    record_property("MB/s", speed)
    record_property("scan", seconds)
    record_property("verify", time.perf_counter() - begin)
    os.unlink(path)
    assert seconds < 1
    assert memory < 10e6
