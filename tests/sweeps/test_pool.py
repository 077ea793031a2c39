"""W01 to W06, S1 to S3: nothing is lost, nothing is there twice, whatever dies."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from promises.record import tell
from sarrus.errors import EnvironmentProblem, ModelError
from sarrus.storage import LogReader, LogWriter, decode, encode
from sarrus.sweeps.ledger import NAME
from sarrus.sweeps.pool import Pool
from sarrus.sweeps.rows import CRASHED, DONE, TIMEOUT
from sarrus.sweeps.workers import ForkServer
from sweeps.coordinator import fake_sweep
from sweeps.fake_runs import value, work

pytestmark = pytest.mark.slow


TARGET = "sweeps.fake_runs:prepared"
RUNS = 1000
TRUTH = np.array([value(i) for i in range(RUNS)])


def pool(runs: int, fake: dict[str, Any], workers: int, **how: Any) -> Pool:
    tasks = iter([(i, {"run": i}) for i in range(runs)])
    return Pool(ForkServer(TARGET, fake), workers, tasks, **how)


def attempts(notes: Path) -> int:
    return len(notes.read_bytes().split())


def test_S1_a_third_of_all_attempts_is_killed(tmp_path: Path) -> None:
    """Killed at any instant: in the run, in the answer, before the next run."""
    notes = tmp_path / "notes"
    made = pool(RUNS, work(deadly=0.45, notes=str(notes)), 3, attempts=1000)
    rows = list(made.rows())
    assert sorted(row.run for row in rows) == list(range(RUNS))
    assert {row.status for row in rows} == {DONE}
    found = {row.run: row.values[0] for row in rows}
    assert np.array_equal([found[i] for i in range(RUNS)], TRUTH)
    assert made.killed >= 0.3 * attempts(notes) > 0.3 * RUNS


@pytest.mark.slow
def test_S1_ten_thousand(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    made = pool(10_000, work(deadly=0.45, notes=str(notes)), 2, attempts=1000)
    rows = list(made.rows())
    assert sorted(row.run for row in rows) == list(range(10_000))
    assert all(row.values == (value(row.run),) for row in rows)
    assert made.killed >= 0.3 * attempts(notes)
    tell("sweeps", 10_000, workers_killed=made.killed, lost=0)


def test_S1_killed_from_outside_with_the_fork_server(tmp_path: Path) -> None:
    """Workers are killed by their numbers, and so is the process that they come from."""
    made = pool(RUNS, work(seconds=2e-3), 2, attempts=1000)
    over, dead, dice = threading.Event(), [0, 0], random.Random(5)

    def killer() -> None:
        while not over.wait(dice.uniform(0.01, 0.05)):
            busy = list(made._busy.values())
            fork_server = made.fork_server._process
            if fork_server is not None and busy and dead[1] < 2 and dice.random() < 0.1:
                fork_server.kill()
                dead[1] += 1
            elif busy:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(dice.choice(busy).pid, signal.SIGKILL)
                dead[0] += 1

    thread = threading.Thread(target=killer, daemon=True)
    rows = []
    try:
        for row in made.rows():
            if not rows:
                thread.start()
            rows.append(row)
            if len(rows) == RUNS - 20:
                over.set()  # at the end numbers of processes may belong to others
                thread.join()
    finally:
        over.set()
    assert sorted(row.run for row in rows) == list(range(RUNS))
    assert all(row.values == (TRUTH[row.run],) for row in rows)
    assert dead[0] > 10 and dead[1] > 0


def test_S3_poison_and_hanging_runs_are_listed_and_no_others(tmp_path: Path) -> None:
    poison, hanging = list(range(7, 1000, 125)), [30, 444, 801]
    notes = tmp_path / "notes"
    fake = work(poison=poison, hanging=hanging, notes=str(notes))
    sweep = fake_sweep(RUNS, fake, workers=3, limit=0.5, folder=tmp_path / "ledger")
    by = {status: set(np.flatnonzero(sweep.status == status)) for status in (CRASHED, TIMEOUT)}
    assert by == {CRASHED: set(poison), TIMEOUT: set(hanging)}
    assert set(sweep.failed) == {*poison, *hanging}
    fine = sweep.status == DONE
    assert np.array_equal(sweep["x"][fine], TRUTH[fine]) and np.all(np.isnan(sweep["x"][~fine]))
    assert {sweep.failed[i].code for i in poison} == {"S27"}
    assert "SIGSEGV" in sweep.failed[7].diagnosis and "SIGKILL" in sweep.failed[132].diagnosis
    assert "Segmentation fault" in sweep.failed[7].diagnosis  # its last words
    assert {sweep.failed[i].code for i in hanging} == {"S28"}
    noted = [int(word) for word in notes.read_bytes().split()]
    assert [noted.count(i) for i in poison] == [3] * len(poison)
    assert [noted.count(i) for i in hanging] == [2] * len(hanging)
    again = fake_sweep(RUNS, fake, workers=3, limit=0.5, folder=tmp_path / "ledger")
    assert again.reused == RUNS and attempts(notes) == len(noted)
    assert list(again.status) == list(sweep.status)


def rows_on_disk(folder: Path) -> dict[int, float]:
    """Read the ledger by itself, block by block."""
    path = folder / NAME
    if not path.exists():
        return {}
    with LogReader.open(path, verify=True) as reader:
        kept = [decode(reader.read(i)) for i in range(len(reader)) if reader[i].kind == "row"]
    assert len({record["run"] for record in kept}) == len(kept), "a row is there twice"
    return {record["run"]: float(record["values"][0]) for record in kept}


def test_S2_coordinator_killed_again_and_again(tmp_path: Path) -> None:
    """What was in the ledger when the coordinator died is never made again."""
    folder, notes = tmp_path / "sweep", tmp_path / "notes"
    notes.touch()
    program = [sys.executable, "-m", "sweeps.coordinator", str(folder), str(notes), str(RUNS)]
    path = os.pathsep.join(p for p in sys.path if p)
    environment = {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}
    dice, kills, before = random.Random(2), 0, 0
    while True:
        known, noted = rows_on_disk(folder), attempts(notes)
        goal = len(known) + dice.randint(150, 240)
        process = subprocess.Popen(program, env=environment)
        try:
            while process.poll() is None and len(rows_on_disk(folder)) < goal:
                time.sleep(0.1)
            process.kill()
        finally:
            process.wait()
        later = [int(word) for word in notes.read_bytes().split()[noted:]]
        assert not set(later) & set(known), "an acknowledged run was made again"
        assert set(known) <= set(rows_on_disk(folder)), "an acknowledged run was lost"
        if process.returncode == 0:
            break
        kills += 1
        assert kills < 60 and (len(rows_on_disk(folder)) > before or kills == 1)
        before = len(rows_on_disk(folder))
    assert kills >= 3
    found = rows_on_disk(folder)
    assert sorted(found) == list(range(RUNS))
    assert np.array_equal([found[i] for i in range(RUNS)], TRUTH)


def test_W05_rows_that_are_there_twice_damaged_or_of_another_run(tmp_path: Path) -> None:
    folder = tmp_path / "sweep"
    sweep = fake_sweep(20, work(), workers=2, folder=folder)
    path = folder / NAME
    with LogReader.open(path) as reader:
        offsets = {reader[i].first: reader[i].offset for i in range(1, len(reader))}
        record = decode(reader.read(1))
    with LogWriter.reopen(path) as writer:
        writer.append("row", encode({**record, "values": np.array([99.0])}), first=record["run"])
    data = bytearray(path.read_bytes())
    data[offsets[5] + 120] ^= 0xFF
    path.write_bytes(data)
    again = fake_sweep(20, work(), workers=2, folder=folder)
    assert again.reused == 19, "the damaged row alone is made again"
    assert np.array_equal(again["x"], sweep["x"]) and np.array_equal(again["x"], TRUTH[:20])


def test_W04_a_folder_of_another_sweep_is_refused(tmp_path: Path) -> None:
    fake_sweep(20, work(), workers=1, folder=tmp_path)
    with pytest.raises(ModelError, match=r"S26.*different: runs, values"):
        fake_sweep(21, work(), workers=1, folder=tmp_path)


def test_two_sweeps_do_not_write_to_one_folder(tmp_path: Path) -> None:
    fake_sweep(2, work(), workers=1, folder=tmp_path)
    with LogWriter.reopen(tmp_path / NAME), pytest.raises(EnvironmentProblem, match="in use"):
        fake_sweep(2, work(), workers=1, folder=tmp_path)


def test_ctrl_c_keeps_all(tmp_path: Path) -> None:
    """The interrupt comes after some runs; the same call goes on with the others."""
    notes = tmp_path / "notes"

    def stop(fraction: float) -> None:
        if fraction >= 0.3:
            raise KeyboardInterrupt

    fake = work(notes=str(notes))
    half = fake_sweep(100, fake, workers=2, folder=tmp_path, progress=stop)
    assert half.interrupted and np.sum(half.status == DONE) == 30
    assert np.sum(half.status == "missing") == 70 and not half.failed
    whole = fake_sweep(100, fake, workers=2, folder=tmp_path)
    assert not whole.interrupted and whole.reused == 30
    assert np.array_equal(whole["x"], TRUTH[:100])


def test_W07_workers_that_are_not_what_they_should_be(monkeypatch: pytest.MonkeyPatch) -> None:
    fork_server = ForkServer("sweeps.no_such_module:prepared", work())
    with pytest.raises(EnvironmentProblem, match=r"S29.*no_such_module"):
        fork_server.worker()
    monkeypatch.setattr("sarrus.__version__", "0.0.0")
    with pytest.raises(EnvironmentProblem, match=r"S29.*another version"):
        ForkServer(TARGET, work()).worker()


def test_workers_end_with_their_coordinator(tmp_path: Path) -> None:
    """Also those that hang."""
    made = pool(4, work(hanging=[1, 2, 3]), 3, limit=60.0)
    rows = made.rows()
    assert next(rows).run == 0
    pids = [worker.pid for worker in made._busy.values()]
    assert len(pids) >= 2
    rows.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
