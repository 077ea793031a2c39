"""What does not fit into memory, or under a limit of the system, is refused before it begins."""

from __future__ import annotations

import errno
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from run_files.programs import environment
from sarrus import gallery, resources
from sarrus.cli.ending import report_failure
from sarrus.cli.screen import Screen
from sarrus.kernels.background import Watcher
from sarrus.resources import free_bytes

PENDULUM = gallery.pendulum().compile(kernels=())


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with a megabyte of memory."""
    monkeypatch.setattr(resources, "LARGE", 1e5)
    monkeypatch.setattr(resources, "free_bytes", lambda: 1e6)


def test_free_memory_is_known_here() -> None:
    assert free_bytes() > 1e7
    if Path("/proc/meminfo").exists():
        assert math.isfinite(free_bytes())


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_a_limit_of_the_process_counts() -> None:
    program = (
        "import resource, sarrus.resources as r\n"
        "resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))\n"
        "assert 2**28 < r.free_bytes() < 2**31, r.free_bytes()\n"
    )
    subprocess.run([sys.executable, "-c", program], env=environment(), check=True, timeout=60)


def test_a_run_says_how_many_bytes(small: None) -> None:
    start = PENDULUM.assemble({"A": 0.1})
    rule = (
        r"E-MEM \[states of the run\]: needs [\d,]+ bytes .* 20,001 states of 5 numbers; 1,000,000"
    )
    for how in ({"method": "rk4", "step": 1e-4}, {}):
        with pytest.raises(sarrus.EnvironmentProblem, match=rule):
            PENDULUM.simulate(start, until=2.0, every=1e-4, **how)
    assert len(PENDULUM.simulate(start, until=2.0, every=1e-2)) == 201


def test_times_that_do_not_fit(small: None) -> None:
    with pytest.raises(sarrus.EnvironmentProblem, match=r"E-MEM \[every\].*200,001 states"):
        PENDULUM.simulate(PENDULUM.assemble({"A": 0.1}), until=2.0, every=1e-5)


def test_a_batch_says_how_many_bytes(small: None) -> None:
    start = PENDULUM.assemble({"A": 0.1})
    how = {"until": 0.2, "method": "rk4", "step": 1e-3, "every": 1e-3}
    with pytest.raises(sarrus.EnvironmentProblem, match=r"E-MEM .*100 runs of 201 states"):
        PENDULUM.simulate([start] * 100, **how)
    with pytest.raises(sarrus.EnvironmentProblem, match=r"E-MEM .*1,000 runs with 201 samples"):
        PENDULUM.on("cpu").simulate(
            [start] * 1000, until=0.2, step=1e-3, every=1e-3, keep=["A.angle"]
        )


def test_rows_of_states_that_do_not_fit(small: None) -> None:
    """Results of many states are refused before they are computed; arrays of the caller are not."""
    q = np.zeros((1_000_000, 1))
    rule = r"E-MEM \[results\]: needs 8,000,000 bytes .* 1,000,000 states.*out="
    with pytest.raises(sarrus.EnvironmentProblem, match=rule):
        PENDULUM.mass_matrix(q)
    own = np.empty((len(q), 1, 1))
    assert PENDULUM.mass_matrix(q, out=own) is own
    assert PENDULUM.mass_matrix(q[:1000]).shape == (1000, 1, 1)


def test_a_history_that_does_not_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = PENDULUM.assemble({"A": 0.1})
    PENDULUM.simulate(start, until=2.0, every=1e-4, file=tmp_path / "run.sarrus").states.close()  # type: ignore[attr-defined]
    run = sarrus.open_run(tmp_path / "run.sarrus")
    monkeypatch.setattr(resources, "LARGE", 1e5)
    monkeypatch.setattr(resources, "free_bytes", lambda: 1e5)
    with pytest.raises(sarrus.EnvironmentProblem, match=r"E-MEM \[states\].*20,001 states"):
        _ = run.t
    run.states.close()  # type: ignore[attr-defined]


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_more_workers_than_files(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    monkeypatch.setattr(resource, "getrlimit", lambda which: (64, 64))
    with pytest.raises(sarrus.EnvironmentProblem, match=r"E-LIMIT .*96 open files for 32 workers"):
        sarrus.sweep(
            gallery.four_bar, {"crank": np.linspace(0.1, 0.2, 32)}, measure="max A.rate",
            until=0.1, workers=32, rates={"A": 1.0},
        )  # fmt: skip


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (MemoryError(), "E-MEM"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), "E-MEM"),
        (OSError(errno.EMFILE, "Too many open files"), "E-LIMIT"),
        (OSError(errno.EAGAIN, "Resource temporarily unavailable"), "E-LIMIT"),
        (RuntimeError("can't start new thread"), "E-LIMIT"),
        (OSError(errno.EACCES, "Permission denied"), "E-DISK"),
    ],
)
def test_what_the_system_refuses_is_told_as_what_it_is(
    error: BaseException, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report_failure(error, ["run"], Screen(json=False)) == 5
    assert f"error {code} [" in capsys.readouterr().err


def test_without_threads_kernels_stay_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: Any) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", refused)
    watcher = Watcher()
    watcher._run_thread()
    watcher.end()


@pytest.mark.skipif(os.name != "posix", reason="needs limits of processes")
@pytest.mark.parametrize("megabytes", [60, 200, pytest.param(500, marks=pytest.mark.slow)])
def test_under_a_limit_of_address_space(megabytes: int, tmp_path: Path) -> None:
    """It works, or says E-MEM: libraries would end the process in silence."""
    limit = f"ulimit -v {1024 * megabytes}; exec "
    command = f"'{sys.executable}' -m sarrus.cli run p.yaml --json"
    (tmp_path / "p.yaml").write_text(
        "sarrus: 1\nbodies:\n  rod: {mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.001]}\n"
        "joints:\n  A: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}\n"
        "run: {until: 1}\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        ["sh", "-c", limit + command], env=environment(), cwd=tmp_path, capture_output=True,
        text=True, timeout=120,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 5), done.stderr
    if done.returncode:
        assert "E-MEM" in done.stderr + done.stdout
