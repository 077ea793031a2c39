"""Workers where no process can be forked (Windows): interpreters of their own, the same bits."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from typing import Any

import numpy as np
import pytest

from sarrus.errors import EnvironmentProblem
from sarrus.sweeps import spawned, workers
from sarrus.sweeps.pool import Pool
from sarrus.sweeps.rows import CRASHED, DONE
from sarrus.sweeps.spawned import SpawnedWorkers
from simulation.machines import pendulum
from sweeps.fake_runs import value, work

TARGET = "sweeps.fake_runs:prepared"


@pytest.fixture
def no_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system that cannot fork, nor read a file elsewhere than where it was left."""
    monkeypatch.delattr(os, "fork", raising=False)
    monkeypatch.delattr(os, "pread", raising=False)
    assert not workers.can_fork()


def pool(runs: int, fake: dict[str, Any], count: int, **how: Any) -> Pool:
    tasks = iter([(i, {"run": i}) for i in range(runs)])
    return Pool(workers.worker_source(TARGET, fake), count, tasks, **how)


@pytest.mark.usefixtures("no_fork")
@pytest.mark.slow
def test_a_sweep_has_the_bits_of_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    system = pendulum().compile(kernels=())
    how: dict[str, Any] = {
        "start": system.assemble({"A": 0.3}), "until": 0.2, "measure": ["last A.angle"]
    }  # fmt: skip
    over = {"rod.mass": [1.0, 1.5, 2.0]}
    alone = system.sweep(over, **how, workers=0)
    made = system.sweep(over, **how, workers=2)
    assert made.how == "workers" and not made.failed
    assert made["last A.angle"].tobytes() == alone["last A.angle"].tobytes()


@pytest.mark.usefixtures("no_fork")
def test_a_worker_that_dies_costs_an_attempt_and_its_words_are_kept() -> None:
    """Run 1 kills every worker that makes it; all others are right."""
    made = pool(6, work(poison=[1]), 2, attempts=2)
    rows = {row.run: row for row in made.rows()}
    assert {run for run in rows if rows[run].status == DONE} == {0, 2, 3, 4, 5}
    assert all(rows[run].values == (value(run),) for run in rows if run != 1)
    assert rows[1].status == CRASHED and made.killed == 2
    assert "ended 2 workers, the last one by SIGSEGV" in rows[1].text
    assert "Fatal Python error" in rows[1].text  # faulthandler's words, in the log


@pytest.mark.slow
@pytest.mark.usefixtures("no_fork")
def test_a_third_of_all_attempts_is_killed() -> None:
    made = pool(200, work(deadly=0.45), 3, attempts=1000)
    rows = list(made.rows())
    assert sorted(row.run for row in rows) == list(range(200))
    found = {row.run: row.values[0] for row in rows}
    assert np.array_equal([found[i] for i in range(200)], [value(i) for i in range(200)])
    assert made.killed > 60


@pytest.mark.usefixtures("no_fork")
def test_workers_end_with_their_coordinator() -> None:
    """Also those that hang."""
    made = pool(3, work(hanging=[1, 2]), 2, limit=60.0)
    rows = made.rows()
    assert next(rows).run == 0
    pids = [worker.pid for worker in made._busy.values()]
    rows.close()
    assert pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_workers_that_are_not_what_they_should_be(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EnvironmentProblem, match=r"S29.*no_such_module"):
        SpawnedWorkers("sweeps.no_such_module:prepared", work()).worker()
    with monkeypatch.context() as patch:
        patch.setattr("sarrus.__version__", "0.0.0")
        with pytest.raises(EnvironmentProblem, match=r"S29.*another version"):
            SpawnedWorkers(TARGET, work()).worker()
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")
    with pytest.raises(EnvironmentProblem, match="S29"):
        SpawnedWorkers(TARGET, work()).worker()


class Alive:
    """A process that has not ended."""

    def poll(self) -> None:
        return None


def test_who_does_not_know_the_number_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers that come to the port first, in silence or with another number, get nothing."""
    monkeypatch.setattr(spawned, "AT_THE_DOOR", 0.05)
    secret, strangers = b"s" * spawned.SECRET_BYTES, []
    with socket.create_server((spawned.HOME, 0)) as door:
        at = door.getsockname()
        for said in (b"", b"x" * spawned.SECRET_BYTES, secret[:-1], b"GET / HTTP/1.1\r\n"):
            strangers.append(socket.create_connection(at))
            strangers[-1].sendall(said)
        own = socket.create_connection(at)
        own.sendall(secret)
        found = spawned._wait(door, secret, Alive())
    assert found is not None and found.getpeername() == own.getsockname()
    for stranger in strangers:
        stranger.settimeout(5.0)
        with contextlib.suppress(ConnectionError):
            assert stranger.recv(1) == b""
        stranger.close()
    found.close()
    own.close()


def test_a_process_that_does_not_come_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spawned, "TRIES", 1)
    monkeypatch.setattr(spawned, "__name__", "sweeps.no_such_module")
    with pytest.raises(EnvironmentProblem, match=r"S29.*their process ends at once"):
        SpawnedWorkers(TARGET, work()).worker()
