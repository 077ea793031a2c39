"""Simulations that are killed at random moments, each in a process of its own, and resumed.

python -m run_files.killed_runs FOLDER ROUNDS SEED
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

import sarrus
from run_files.machines import (
    SETUPS,
    STOPS,
    Setup,
    assert_begins,
    assert_same,
    cube,
    falling,
    pendulum,
    swinging,
)
from sarrus import ResultFile
from sarrus.storage import RunWriter
from sarrus.system import Run

LONG = {"until": 4.0, "every": 1e-3}
RUNS: dict[str, Setup] = {
    "rk4": Setup(pendulum, swinging, {**LONG, "method": "rk4", "step": 4e-6}),
    "abm4 with stops": Setup(
        pendulum, swinging, {**LONG, "method": "abm4", "step": 5e-6, "events": STOPS}
    ),
    "bricard": Setup(cube, falling, {**LONG, "method": "rk4", "step": 5e-5}),
    "auto with stops": Setup(
        pendulum,
        swinging,
        {**LONG, "until": 40.0, "rtol": 1e-12, "atol": 1e-13, "events": STOPS},
    ),
    "midpoint": Setup(pendulum, swinging, {**LONG, "method": "midpoint", "step": 8e-6}),
    "bricard auto": Setup(
        cube, falling, {"until": 80.0, "every": 2e-3, "rtol": 1e-11, "atol": 1e-12}
    ),
    "locks": Setup(
        SETUPS["locks rk4"].system,
        SETUPS["locks rk4"].start,
        {**SETUPS["locks rk4"].how, "until": 4.0, "step": 2e-5},
    ),
    "functions": Setup(
        SETUPS["functions auto"].system,
        SETUPS["functions auto"].start,
        {**SETUPS["functions auto"].how, "until": 1000.0},
        SETUPS["functions auto"].again,
    ),
    "sampled": Setup(
        SETUPS["sampled rk4"].system,
        SETUPS["sampled rk4"].start,
        {"until": 40.0, "every": 0.01, "method": "rk4", "step": 1e-4},
        SETUPS["sampled rk4"].again,
    ),
}


def acknowledging(pipe: int) -> None:
    """Let every block of states that is written be told, once the call has returned."""
    write = RunWriter.states

    def told(self: RunWriter, *given: Any) -> int:
        number = write(self, *given)
        os.write(pipe, self.count.to_bytes(4, "little"))
        return number

    RunWriter.states = told  # type: ignore[method-assign]


def killed(setup: Setup, path: Path, source: random.Random, wall: float) -> int:
    """Start or resume a run in another process, kill it; return the states acknowledged."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        acknowledging(writing)
        how = ResultFile(path, every=0.02)
        if path.exists():
            setup.resume(path, file=how)
        else:
            setup.run(file=how)
        os._exit(0)
    os.close(writing)
    while not path.exists():
        time.sleep(0.001)
    time.sleep(source.random() * wall)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as stream:
        told = stream.read()
    return int.from_bytes(told[-4:], "little") if told else 0


def main(folder: Path, rounds: int, seed: int) -> dict[str, Any]:
    """Kill each run twice, resume it, and count what was lost, wrong or different."""
    source = random.Random(seed)
    whole: dict[str, tuple[Run, float]] = {}
    found = {"rounds": 0, "killed": 0, "states": 0, "lost": 0, "wrong": 0, "different": 0}
    for turn in range(rounds):
        name = source.choice(list(RUNS))
        setup, path = RUNS[name], folder / f"{turn}.sarrus"
        if name not in whole:
            run = setup.run()
            whole[name] = run, run.account.wall
        run, wall = whole[name]
        acknowledged = killed(setup, path, source, wall)
        if source.random() < 0.3:
            acknowledged = max(acknowledged, killed(setup, path, source, wall))
        found["rounds"] += 1
        opened = sarrus.open_run(path, **setup.again()) if acknowledged else None
        known = 0 if opened is None else len(opened)
        found["killed"] += known < len(run)
        found["states"] += known
        found["lost"] += max(0, acknowledged - known)
        try:
            if opened is not None:
                assert_begins(opened, run)
        except AssertionError:
            found["wrong"] += 1
        try:
            assert_same(setup.resume(path), run, counts=False)
        except AssertionError:
            found["different"] += 1
        path.unlink()
    return found


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
