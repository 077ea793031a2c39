"""Simulations that get Ctrl-C (SIGINT) at random moments, each in a process of its own.

python -m run_files.interrupted_runs FOLDER ROUNDS SEED
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
from run_files.killed_runs import RUNS, rhythm, whole_run
from run_files.machines import assert_begins, assert_same
from sarrus.storage import RunReader
from sarrus.system import Run

KEPT, OTHER, FAILED = 0, 3, 4
"""How a child ends: with its run and the notice; with its whole run; with an error."""


def child(name: str, path: Path) -> int:
    """Simulate, and tell how that ended."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        run = RUNS[name].run(file=rhythm(RUNS[name], path))
    except BaseException:
        return FAILED
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return KEPT if "E-INTERRUPT" in [notice.code for notice in run.notices] else OTHER


def main(folder: Path, rounds: int, seed: int) -> dict[str, Any]:
    source, found = random.Random(seed), {"kept": 0, "whole": 0, "failed": 0}
    found |= {"wrong": 0, "open": 0, "not resumed": 0, "resumed": 0}
    whole: dict[str, tuple[Run, float]] = {}
    for turn in range(rounds):
        name = source.choice(list(RUNS))
        setup, path = RUNS[name], folder / f"{turn}.sarrus"
        if name not in whole:
            whole[name] = whole_run(setup, folder / f"{name}.sarrus")
        run, wall = whole[name]
        process = os.fork()
        if not process:
            os._exit(child(name, path))
        while not path.exists():
            time.sleep(0.001)
        time.sleep(0.02 + source.random() * wall)
        os.kill(process, signal.SIGINT)
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        found[{KEPT: "kept", OTHER: "whole"}.get(code, "failed")] += 1
        with RunReader.open(path) as reader:
            found["open"] += reader._log.tail != 0
        opened = sarrus.open_run(path, **setup.again())
        try:
            assert_begins(opened, run)
        except AssertionError:
            found["wrong"] += 1
        resumed = setup.resume(path, file=rhythm(setup, path))
        if len(resumed) < len(run):
            found["not resumed"] += 1
            continue
        try:
            assert_same(resumed, run, counts=False)
            found["resumed"] += 1
        except AssertionError:
            found["wrong"] += 1
    return found


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
