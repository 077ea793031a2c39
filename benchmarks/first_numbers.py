"""From a model to its first number: new models of 7 to 1,000 bodies, and a whole process.

A chain that no process has seen, its inverse dynamics once. Sarrus: from the built model (`System`,
then the call), in a process that has computed another chain before, with the code that links share
on disk and nothing of this model; and in a process with an empty folder of kernels, which computes
nothing before. The other programs: their model and data from the same arrays, then the call, after
another tree as well. Then `sarrus run four_bar.yaml`, from the start of the process to its end.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import processes
import programs
import timing
from rows import NOT_INSTALLED, Group, Row, Time
from titles import EMPTY_MACHINE, FIRST_NUMBER, WHOLE_PROCESS
from trees import save_trees

SIZES = (7, 30, 100, 300, 1000)
PEERS = {"Pinocchio": "pinocchio", "MuJoCo": "mujoco", "Drake": "drake"}
REPEATS = 5

NOTES = [
    "From the numbers of the links, as arrays, to the efforts: each program builds its model in "
    "that time, by calls from Python, after another model in the same process. Sarrus reads the "
    "code that links share from disk, where any model with joints of the same kinds has left it; "
    "nothing of this model is there.",
    "The empty machine has no code at all: the interpreter, or the code of the kinds, is compiled "
    "in that time, and the modules of the package are imported.",
]


def measured(quick: bool = False) -> Group:
    """Return first numbers and whole processes."""
    group = Group("first", "From a model to its first number", notes=NOTES)
    for n in SIZES[:2] if quick else SIZES:
        print(f"  chain of {n}", file=sys.stderr, flush=True)
        group.rows += one(n, 1 if quick else REPEATS)
    group.rows += whole_process(1 if quick else REPEATS)
    return group


def one(n: int, often: int) -> list[Row]:
    """Return the rows of a chain of n bodies."""
    shared = prepared()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        save_trees("chain", n, Path(folder))
        ours = first(
            "sarrus_first", n, often, Path(folder), lambda k: copied(shared, Path(folder), k)
        )
        bare = first(
            "sarrus_bare", n, min(often, 2), Path(folder), lambda k: empty(Path(folder), k)
        )
        for peer, program in PEERS.items():
            found, missing = theirs(program, n, often, Path(folder))
            given = {"peer": peer, "theirs": found, "missing": missing}
            rows.append(Row(FIRST_NUMBER, "inverse dynamics", "chain", n, ours, **given))
            rows.append(Row(EMPTY_MACHINE, "inverse dynamics", "chain", n, bare, **given))
    return rows


def first(program: str, n: int, often: int, folder: Path, place: Any) -> Time:
    """Return the seconds of new processes, each with a folder of kernels of its own."""
    found = (processes.measured(program, "chain", n, folder, place(k)) for k in range(often))
    return Time.of([_seconds(one) for one in found])


def theirs(program: str, n: int, often: int, folder: Path) -> tuple[Time | None, str]:
    """Return the seconds of another program, or why there are none."""
    if programs.found(programs.MODULES.get(program, program)) is None:
        return None, NOT_INSTALLED
    if program == "pinocchio" and not programs.pinocchio_fits(n):
        return None, f"its data need {programs.pinocchio_bytes(n) / 1e9:.0f} GB"
    few = often if n <= 300 else 1
    found = [processes.measured(f"{program}_first", "chain", n, folder) for _ in range(few)]
    return Time.of([_seconds(one) for one in found]), ""


def _seconds(found: dict[str, Any] | str) -> float:
    if isinstance(found, str):
        raise SystemExit(found)
    return float(found["first"])


def prepared() -> Path:
    """Return a folder of kernels in which another chain has left the code that links share."""
    folder = processes.kernels() / "kinds"
    if not folder.exists():
        folder.mkdir()
        with tempfile.TemporaryDirectory() as arrays:
            save_trees("chain", 12, Path(arrays))
            _seconds(processes.measured("sarrus_first", "chain", 12, Path(arrays), folder))
    return folder


def copied(shared: Path, folder: Path, k: int) -> Path:
    """Return a copy of that folder: a process may leave there what it has made."""
    import shutil

    to = folder / f"with_kinds_{k}"
    shutil.copytree(shared, to)
    os.chmod(to, 0o700)
    return to


def empty(folder: Path, k: int) -> Path:
    to = folder / f"empty_{k}"
    to.mkdir(mode=0o700)
    return to


def whole_process(often: int) -> list[Row]:
    """Return the rows of `sarrus run four_bar.yaml`, by what is on disk: nothing, code of the
    package that another model has left, the kernels of this one.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sarrus.cli"]
        place = Path(folder)
        for name in ("four-bar", "slider-crank"):
            subprocess.run([*command, "new", name], check=True, cwd=place, capture_output=True)

        def seconds(file: str, folder: Path) -> float:
            given = {**os.environ, "SARRUS_CACHE": str(folder)}
            given.pop("SARRUS_COMPILE", None)
            began = time.perf_counter()
            run = [*command, "run", "--force", file]
            subprocess.run(run, check=True, cwd=place, env=given, capture_output=True)
            return time.perf_counter() - began

        bare, cold, warm = [], [], []
        for k in range(often):
            here, other = empty(place, k), empty(place, often + k)
            bare.append(seconds("four_bar.yaml", here))
            warm.append(seconds("four_bar.yaml", here))
            seconds("slider_crank.yaml", other)
            cold.append(seconds("four_bar.yaml", other))
    cases = {"an empty machine": bare, "no kernels of it on disk": cold, "kernels on disk": warm}
    what = "`sarrus run four_bar.yaml`"
    return [Row(WHOLE_PROCESS, what, case, 3, Time.of(x)) for case, x in cases.items()]


def tables(group: Group) -> None:
    rows = [["", "bodies", "Sarrus ms", "program", "other ms", "ratio"]]
    for row in group.rows:
        pair = [f"{1e3 * x.median:.3g}" if x else "n/a" for x in (row.ours, row.theirs)]
        rows.append([row.table, row.size, pair[0], row.peer, pair[1], timing.times(row.ratio)])
    print(timing.table("\nFirst numbers", rows))


if __name__ == "__main__":
    print(timing.heading("First numbers"))
    tables(measured())
