"""R5: a result file holds all that is needed to make its run again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sarrus
from run_files.machines import SETUPS, in_blocks, many_blocks
from run_files.programs import environment
from sarrus.storage import RunReader, RunWriter

assert len(SETUPS) >= 20


@pytest.mark.parametrize("name", SETUPS)
def test_R5_run_is_reproduced(name: str, tmp_path: Path) -> None:
    """Each by its own method, from nothing but its file and the functions of the user."""
    setup, path = SETUPS[name], tmp_path / "run.sarrus"
    run = setup.run(file=path)
    again = sarrus.rerun(path, **setup.again())
    assert again.events == run.events or name.split()[1] in ("adams", "bdf", "ida")
    assert len(again) == len(run) and np.array_equal(again.t, run.t)
    content = path.read_bytes()
    assert sarrus.open_run(path, **setup.again()).final.t == run.final.t
    assert path.read_bytes() == content


def test_R5_in_another_process(tmp_path: Path) -> None:
    """With another seed of Python's hashes, and no cache of kernels."""
    path = tmp_path / "run.sarrus"
    run = SETUPS["stops auto"].run(file=path)
    program = "import sys, sarrus; r = sarrus.rerun(sys.argv[1], cache=None); print(len(r))"
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        env={**environment(), "PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == len(run)


def altered(good: Path, path: Path, state: int, column: int, by: float) -> None:
    """Write a file like another, with one number changed."""
    with RunReader.open(good) as reader, RunWriter.create(path, reader.head) as writer:
        rows = reader.rows()
        rows[state, column] += by
        writer.states(reader.times(), rows, {})
        writer.end(reader.end or {})


def test_F20_names_the_first_difference(tmp_path: Path) -> None:
    """The smallest difference that a number can have is one."""
    setup, good, path = SETUPS["tree auto"], tmp_path / "good.sarrus", tmp_path / "bad.sarrus"
    run = setup.run(file=good)
    altered(good, path, 37, 1, float(np.spacing(run.q[37, 1])))
    with pytest.raises(sarrus.ModelError, match="F20") as differs:
        sarrus.rerun(path)
    text = str(differs.value)
    assert "state 37" in text and f"t = {run.t[37]:.9g}" in text
    assert sarrus.__version__ in text and np.__version__ in text


def test_F20_what_is_not_a_number_differs(tmp_path: Path) -> None:
    setup, good, path = SETUPS["tree rk4"], tmp_path / "good.sarrus", tmp_path / "bad.sarrus"
    setup.run(file=good)
    altered(good, path, 50, 0, float("nan"))
    with pytest.raises(sarrus.ModelError, match="F20"):
        sarrus.rerun(path)


def test_F20_ended_run_with_too_few_or_too_many_states(tmp_path: Path) -> None:
    """A run that says it has ended has all its states, and no others."""
    setup, good, path = SETUPS["tree rk4"], tmp_path / "good.sarrus", tmp_path / "bad.sarrus"
    setup.run(file=good)
    for count in (-20, 20):
        with (
            RunReader.open(good) as reader,
            RunWriter.create(path, reader.head, overwrite=True) as writer,
        ):
            t, rows = reader.times(), reader.rows()
            if count < 0:
                t, rows = t[:count], rows[:count]
            else:
                more = t[-1] + 0.01 * np.arange(1.0, count + 1)
                t, rows = np.append(t, more), np.vstack([rows, rows[-count:]])
            writer.states(t, rows, {})
            writer.end(reader.end or {})
        with pytest.raises(sarrus.ModelError, match="F20"):
            sarrus.rerun(path)


def test_interrupted_run_is_reproduced_as_far_as_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many_blocks(monkeypatch)
    setup, path = SETUPS["tree rk4"], tmp_path / "run.sarrus"
    setup.run(file=in_blocks(path)).states.close()  # type: ignore[attr-defined]
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    assert sarrus.rerun(path).final.t == 2.0


def test_run_that_stopped_is_reproduced(tmp_path: Path) -> None:
    """It stops again, and what it has until then is compared."""
    setup, path = SETUPS["tree auto"], tmp_path / "run.sarrus"
    event = sarrus.Event("B", at=0.4, direction="up", do=sarrus.events.Bounce(0.2), name="limit")
    end = sarrus.Event("B", at=0.4, direction="down", do=sarrus.events.Bounce(0.2), name="back")
    with pytest.raises(sarrus.SimulationStopped):
        setup.run(file=path, events=(event, end))
    again, kept = sarrus.rerun(path), sarrus.open_run(path)
    assert np.array_equal(again.q, kept.q) and len(again) == len(kept)
    codes = [[notice.code for notice in run.notices] for run in (again, kept)]
    assert "E-ZENO" in codes[0] and "E-ZENO" in codes[1]
