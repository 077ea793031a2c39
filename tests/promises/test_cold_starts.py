"""Many processes start at once on one empty cache, some are killed: the others do not notice."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from promises.record import tell
from sarrus.kernels import Cache

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")

SCRIPT = """
import sys
import numpy as np
from sarrus.gallery import four_bar, puma560

which = int(sys.argv[1])
system = (four_bar, puma560)[which % 2]().compile(wait=which % 3 == 0)
if system.closed:
    state = system.assemble({"A": 0.4}, rates={"A": 3.0})
    print(system.accelerations(state).vdot.tobytes().hex())
else:
    q = np.linspace(0.1, 0.6, system.nq)
    print(system.forward_dynamics(q, q, q).tobytes().hex())
"""
AT_ONCE = 6


def started(which: int, folder: Path) -> subprocess.Popen[str]:
    source = str(Path(__file__).parents[2] / "src")
    environment = {"PYTHONPATH": source, "SARRUS_CACHE": str(folder), "PATH": os.environ["PATH"]}
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", SCRIPT, str(which)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def starts(count: int, folder: Path, seed: int) -> dict[str, int]:
    """Start processes, a few at once, kill a third of them; return what became of them."""
    rng = random.Random(seed)
    answers: dict[int, set[str]] = {0: set(), 1: set()}
    found = {"right": 0, "killed": 0, "wrong": 0}
    running: list[tuple[int, float, subprocess.Popen[str]]] = []
    left = list(range(count))
    while left or running:
        while left and len(running) < AT_ONCE:
            which = left.pop()
            end = time.monotonic() + rng.uniform(0.05, 2.0) if rng.random() < 1 / 3 else 1e300
            running.append((which, end, started(which, folder)))
        for item in list(running):
            which, end, process = item
            if time.monotonic() > end and process.poll() is None:
                process.kill()
            if process.poll() is None:
                continue
            output, error = process.communicate()
            running.remove(item)
            if process.returncode == -9:
                found["killed"] += 1
            elif process.returncode or error:
                found["wrong"] += 1
            else:
                answers[which % 2].add(output)
                found["right"] += 1
        time.sleep(0.005)
    assert all(len(values) <= 1 for values in answers.values()), "not the same bits"
    return found


def check(count: int, folder: Path) -> dict[str, int]:
    found = starts(count, folder, seed=count)
    assert found["wrong"] == 0 and found["right"] + found["killed"] == count
    assert found["right"] > count / 3
    last = started(0, folder)  # what those that were killed have left is passed over
    output, error = last.communicate(timeout=120)
    assert (last.returncode, error) == (0, "") and output
    assert Cache(folder).folder == folder
    return found


def test_few_cold_starts(tmp_path: Path) -> None:
    check(4, tmp_path / "kernels")


@pytest.mark.slow
def test_two_hundred_cold_starts_some_killed(tmp_path: Path) -> None:
    tell("cold_starts", 200, **check(200, tmp_path / "kernels"))
