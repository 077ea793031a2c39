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


def _longer(name: str, until: float, **how: Any) -> Setup:
    """Return one of the set-ups that lasts longer."""
    setup = SETUPS[name]
    return Setup(setup.system, setup.start, {**setup.how, "until": until, **how}, setup.again)


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
    "pece": _longer("bricard pece", 200.0),
    "ab3": _longer("tree ab3", 40.0, step=2e-5),
    "euler": _longer("tree euler", 40.0, step=1e-5),
    "dead points": _longer("dead_points reduced", 60.0),
    "partitioned": _longer("dead_points partitioned", 60.0),
    "switches": _longer("switches rk4", 2.0, every=1e-3, step=5e-7),
    "adams": _longer("tree adams", 400.0),
    "bdf with a controller": _longer("sampled bdf", 100.0),
    "ida": _longer("tree ida", 200.0),
    "adams with stops": _longer("stops adams", 400.0),
    "closed loops by adams": _longer("bricard adams", 60.0),
}
BEGIN_ANEW = {"adams", "bdf", "ida", "pece", "partitioned"}
"""Methods that begin anew behind each block: the same bits need blocks at the same states."""


def rhythm(setup: Setup, path: Path) -> ResultFile:
    """Return the file of a run: with a block every so often, or every so many states."""
    if setup.how.get("method") in BEGIN_ANEW:
        return ResultFile(path, states=50, every=1e9)
    return ResultFile(path, every=0.02)


def whole_run(setup: Setup, path: Path) -> tuple[Run, float]:
    """Return the run that nobody kills, and the seconds that it takes."""
    if setup.how.get("method") in BEGIN_ANEW:
        run = setup.run(file=rhythm(setup, path))
    else:
        run = setup.run()
    return run, run.account.wall


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
        how = rhythm(setup, path)
        if path.exists():
            setup.resume(path, file=how)
        else:
            setup.run(file=how)
        os._exit(0)
    os.close(writing)
    while not path.exists() or not path.stat().st_size:
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
            whole[name] = whole_run(setup, folder / f"{name}.sarrus")
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
            assert_same(setup.resume(path, file=rhythm(setup, path)), run, counts=False)
        except AssertionError:
            found["different"] += 1
        path.unlink()
    return found


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
