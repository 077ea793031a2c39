"""Simulations whose disk becomes full, and that are resumed when there is room again.

python -m run_files.filling_run FOLDER tmpfs | limit
"""

from __future__ import annotations

import json
import resource
import shutil
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import sarrus
from run_files.machines import STOPS, Setup, assert_begins, assert_same, pendulum, swinging
from sarrus import EnvironmentProblem, ResultFile
from sarrus.system import Run

LONG = {"until": 4.0, "every": 5e-4, "method": "rk4", "step": 1e-4}
RUNS = {
    "plain": Setup(pendulum, swinging, LONG),
    "with stops": Setup(pendulum, swinging, {**LONG, "events": STOPS}),
}
ROOM, MOST = 200_000, 1_000_000
PATIENCE = 0.3


class Disk:
    """A disk of 1 MB with a ballast on it, or a limit on the size of files."""

    def __init__(self, folder: Path, way: str) -> None:
        self.way, self.ballast = way, folder / "ballast"

    def leave(self, room: int) -> None:
        """Leave this many bytes."""
        if self.way == "limit":
            most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, most))
        else:
            self.ballast.write_bytes(b"")
            free = shutil.disk_usage(self.ballast.parent).free
            self.ballast.write_bytes(bytes(max(0, free - room)))


def failed(setup: Setup, path: Path, patience: float) -> tuple[EnvironmentProblem | None, float]:
    """Return the error of a run, and how long it took to give up."""
    began = time.perf_counter()
    try:
        how = ResultFile(path, states=500, patience=patience)
        close(setup.resume(path, file=how) if path.exists() else setup.run(file=how))
        return None, 0.0
    except EnvironmentProblem as error:
        return error, time.perf_counter() - began


def holds(check: Any, *given: Any, **how: Any) -> bool:
    """Return whether a check passes."""
    try:
        check(*given, **how)
    except AssertionError:
        return False
    return True


def resumed(setup: Setup, whole: Run, path: Path) -> str:
    """Go on with a file; return what is wrong about that."""
    try:
        run = setup.resume(path)
    except sarrus.errors.SarrusError as error:
        return str(error)
    same = holds(assert_same, run, whole, counts=False)
    close(run)
    return "" if same else "another run"


def close(*runs: Run | None) -> None:
    """Close the files of runs, so that their room is free once they are removed."""
    for run in runs:
        if run is not None:
            run.states.close()  # type: ignore[attr-defined]


def filled(setup: Setup, whole: Run, path: Path, disk: Disk) -> dict[str, Any]:
    """Fill the disk, look at what is there, make room, go on."""
    disk.leave(ROOM)
    error, waited = failed(setup, path, PATIENCE)
    kept = getattr(error, "run", None)
    again, _ = failed(setup, path, 0.0)
    opened = sarrus.open_run(path)
    found = {
        "code": error.problems[0].code if error else "",
        "message": str(error),
        "waited": waited,
        "kept": 0 if kept is None else len(kept),
        "intact": kept is not None and holds(assert_begins, kept, whole),
        "readable": len(opened),
        "right": holds(assert_begins, opened, whole),
        "still full": again is not None and again.problems[0].code == "E-DISK",
    }
    close(opened, kept, getattr(again, "run", None))
    disk.leave(MOST)
    found["resumed"] = resumed(setup, whole, path)
    path.unlink()
    return found


def patient(setup: Setup, whole: Run, path: Path, disk: Disk) -> dict[str, Any]:
    """Room is made while the run waits for it: it goes on by itself."""
    disk.leave(ROOM)
    relief = threading.Timer(0.5, disk.leave, [MOST])
    relief.start()
    began = time.perf_counter()
    run = setup.run(file=ResultFile(path, states=500, patience=20.0))
    waited = time.perf_counter() - began
    relief.join()
    same = holds(assert_same, run, whole)
    close(run)
    path.unlink()
    return {"same": same, "waited": waited}


def at_the_end(setup: Setup, whole: Run, path: Path, disk: Disk) -> dict[str, Any]:
    """Only the very last block does not fit."""
    disk.leave(MOST)
    close(setup.run(file=ResultFile(path, states=500)))
    size = path.stat().st_size
    path.unlink()
    disk.leave(size - 50)
    error, _ = failed(setup, path, 0.0)
    kept = getattr(error, "run", None)
    disk.leave(MOST)
    return {
        "code": error.problems[0].code if error else "",
        "kept": 0 if kept is None else len(kept),
        "intact": kept is not None and holds(assert_begins, kept, whole),
        "resumed": resumed(setup, whole, path),
    }


def at_the_start(setup: Setup, path: Path, disk: Disk) -> dict[str, Any]:
    """Not even the head fits."""
    disk.leave(0)
    error, _ = failed(setup, path, 0.0)
    disk.leave(MOST)
    return {"code": error.problems[0].code if error else "", "left": path.exists()}


def main(folder: Path, way: str) -> dict[str, Any]:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    sys.dont_write_bytecode = True  # a full disk would take only a part of it
    disk, found = Disk(folder, way), {}
    for name, setup in RUNS.items():
        whole, path = setup.run(), folder / f"{name}.sarrus"
        found[name] = filled(setup, whole, path, disk)
    setup = RUNS["plain"]
    whole = setup.run()
    found["patient"] = patient(setup, whole, folder / "patient.sarrus", disk)
    found["at the start"] = at_the_start(setup, folder / "start.sarrus", disk)
    if way == "limit":
        found["at the end"] = at_the_end(setup, whole, folder / "end.sarrus", disk)
    return found


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), sys.argv[2])))
