"""A result file that is deleted, moved or replaced while it is written: nothing is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import sarrus
from cli.conftest import PENDULUM
from run_files.machines import SETUPS, assert_begins, assert_same, in_blocks, many_blocks
from run_files.programs import environment
from sarrus.storage import LogReader, LogWriter, RunReader, RunWriter

pytestmark = pytest.mark.skipif(os.name != "posix", reason="open files cannot be taken away")


def delete(path: Path) -> None:
    path.unlink()


def move(path: Path) -> None:
    path.rename(path.with_name("moved.sarrus"))


def replace(path: Path) -> None:
    path.with_name("other").write_bytes(b"another file")
    path.with_name("other").replace(path)


def take_the_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


HOW = [delete, move, replace]


@pytest.mark.parametrize("how", HOW)
def test_blocks_before_and_the_one_that_notices_are_saved(
    how: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "run.sarrus"
    writer = RunWriter.create(path, {"model": 1})
    t, rows = np.arange(30.0), np.random.default_rng(1).normal(size=(30, 4))
    writer.states(t[:10], rows[:10], {"k": 1})
    how(path)
    with pytest.raises(sarrus.EnvironmentProblem, match=r"E-GONE .*20 states are safe"):
        writer.states(t[10:20], rows[10:20], {"k": 2})
    assert writer.path == str(tmp_path / "run.rescued.sarrus")
    writer.states(t[20:], rows[20:], {"k": 3})
    writer.end({})
    writer.close()
    with RunReader.open(tmp_path / "run.rescued.sarrus", verify=True) as run:
        assert np.array_equal(run.rows(), rows) and np.array_equal(run.times(), t)
        assert run.notices == []
    if how is replace:
        assert path.read_bytes() == b"another file", "what took its place is not touched"


def test_folder_that_is_moved_and_file_that_is_deleted_before_it_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    writer = LogWriter.create(folder / "run.sarrus")
    writer.append("k", b"first")
    take_the_folder(folder / "run.sarrus")
    with pytest.raises(sarrus.EnvironmentProblem, match="E-GONE"):
        writer.append("k", b"second")
    rescued = Path(writer.path)
    rescued.rename(tmp_path / "kept.sarrus")
    writer.close()
    assert writer.path != str(rescued) or rescued.exists()
    with LogReader.open(writer.path, verify=True) as log:
        assert [log.read(k) for k in range(len(log))] == [b"first", b"second"]
    os.unlink(writer.path)


def test_another_current_folder_takes_nothing_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)
    with LogWriter.create("run.sarrus") as writer:
        monkeypatch.chdir(tmp_path / "other")
        writer.append("k", b"x")
    assert os.listdir() == []


@pytest.mark.parametrize("how", HOW)
def test_a_run_stops_and_goes_on_to_the_same_end(
    how: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many_blocks(monkeypatch)
    setup, path, calls = SETUPS["stops auto"], tmp_path / "run.sarrus", []
    whole = setup.run()
    write = RunWriter.states

    def taking(self: RunWriter, *given: object) -> int:
        calls.append(self)
        if len(calls) == 4:
            how(path)
        return write(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(RunWriter, "states", taking)
    with pytest.raises(sarrus.EnvironmentProblem, match="E-GONE") as stopped:
        setup.run(file=in_blocks(path, 20))
    part = stopped.value.run  # type: ignore[attr-defined]
    assert 20 < len(part) < len(whole)
    assert_begins(part, whole)
    assert_same(setup.resume(tmp_path / "run.rescued.sarrus"), whole, counts=False)


@pytest.mark.slow
def test_exit_code_5_and_the_way_to_go_on(tmp_path: Path) -> None:
    (tmp_path / "long.yaml").write_text(PENDULUM.replace("until: 1,", "until: 1e5,"))
    process = subprocess.Popen(
        [sys.executable, "-m", "sarrus.cli", "run", "long.yaml"], env=environment(), cwd=tmp_path,
        text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    path = tmp_path / "long.sarrus"
    while process.poll() is None and not (path.exists() and path.stat().st_size > 100_000):
        time.sleep(0.02)
    path.unlink()
    _, err = process.communicate(timeout=60)
    assert process.returncode == 5, err
    assert "error E-GONE [file]" in err and "long.rescued.sarrus" in err
    run = sarrus.open_run(tmp_path / "long.rescued.sarrus")
    assert len(run) > 100 and np.all(np.diff(run.t) > 0.0)
