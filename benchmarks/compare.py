"""All comparisons in one go: measures, then writes docs/benchmarks/results.json and the page.

    python benchmarks/compare.py [GROUP ...] [--quick] [--docs FOLDER]

Each group runs in a process of its own, so that one that fails loses only itself. Groups that are
not named keep the figures that they have, unless the machine or a version is another. Progress
goes to stderr.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import processes
import programs
from page import Results
from rows import Group
from write_page import DOCS, read, write_page, write_results

import sarrus

HERE = Path(__file__).parent
GROUPS = {
    "trees": "tree_dynamics",
    "derivatives": "derivatives",
    "design": "design",
    "loops": "loops",
    "large": "large_mechanisms",
    "selected": "selected_joints",
    "reactions": "reactions_in_runs",
    "kinematics": "inverse_kinematics",
    "motion": "motion",
    "simulate": "simulate",
    "vehicles": "vehicles",
    "cars": "cars",
    "coordinates": "coordinates",
    "realtime": "realtime",
    "live": "live",
    "beams": "beams",
    "batches": "batches",
    "cluster": "cluster",
    "compile": "compile_times",
    "first": "first_numbers",
    "scaling": "scaling",
    "load": "load_times",
}
"""The script of each group; scaling takes kernels that compile made."""
START = "import compare\n"
"""What the process of a group runs first."""


def measure(name: str, file: str, quick: bool) -> None:
    """Measure one group here, and write it to a file."""
    began = time.perf_counter()
    group: Group = import_module(GROUPS[name]).measured(quick)
    group.seconds = time.perf_counter() - began
    Path(file).write_text(json.dumps(group.record()), encoding="utf-8")


def measured(name: str, quick: bool, folder: Path) -> Group:
    """Measure one group in a new process; a group that fails says so."""
    file = folder / f"{name}.json"
    work = f"{START}compare.measure({name!r}, {str(file)!r}, {quick})"
    path = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
    kernels = folder / "kernels"
    kernels.mkdir(exist_ok=True)
    given = {**os.environ, "PYTHONPATH": path, processes.KERNELS: str(kernels)}
    given.setdefault("OPENBLAS_NUM_THREADS", "1")
    given["SARRUS_COMPILE"] = "wait"  # what is timed is compiled; new processes decide themselves
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", work], check=False, env=given, stdout=sys.stderr, cwd=folder
    )
    seconds = time.perf_counter() - began
    if done.returncode or not file.exists():
        failed = f"the process ended with {done.returncode}"
        return Group(name, GROUPS[name].replace("_", " "), failed=failed, seconds=seconds)
    return Group.read(json.loads(file.read_text(encoding="utf-8")))


def compare(names: list[str], quick: bool, docs: Path) -> Results:
    """Measure groups in turn; the others stay as they are."""
    here = {**programs.machine(), "load": programs.load()}
    before = read(docs)
    if before is None or not same_machine(before.machine, here):
        before = Results(here, {})  # figures of another machine are no comparison
    groups, smoke = dict(before.groups), set(before.quick)
    # installers make bytecode, as they did for the other programs; a source tree may have none
    compileall.compile_dir(Path(sarrus.__file__).parent, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        for k, name in enumerate(names, 1):
            print(f"[{k}/{len(names)}] {name}", file=sys.stderr, flush=True)
            groups[name] = measured(name, quick, Path(folder))
            (smoke.add if quick else smoke.discard)(name)
            state = groups[name].failed or "done"
            print(f"  {state} in {groups[name].seconds:.0f} s", file=sys.stderr, flush=True)
    ordered = {name: groups[name] for name in GROUPS if name in groups}
    return Results(here, ordered, tuple(sorted(smoke)))


def same_machine(before: dict[str, Any], here: dict[str, Any]) -> bool:
    """Return whether both were measured on one kind of machine with the same versions."""
    return all(before.get(name) == here[name] for name in ("processor", "cores", "versions"))


def main(words: list[str] | None = None) -> int:
    """Return 0 where all groups were measured, 1 where one failed."""
    parser = argparse.ArgumentParser(description="Compare with other programs; write the page.")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--quick", action="store_true", help="a smoke run of about a minute")
    parser.add_argument("--docs", type=Path, default=DOCS, help="where to write; docs by default")
    given = parser.parse_args(words)
    unknown = [name for name in given.groups if name not in GROUPS]
    if unknown:
        parser.error(f"no group {unknown[0]!r}; there are {', '.join(GROUPS)}")
    names = [name for name in GROUPS if not given.groups or name in given.groups]
    results = compare(names, given.quick, given.docs)
    write_results(results, given.docs)
    print(write_page(given.docs))
    return 1 if any(group.failed for group in results.groups.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
