"""Compile times and memory, cold and cached, each in a process of its own.

Sarrus: the model from arrays, its analysis (`System`) and its two usual kernels, inverse and
forward dynamics, with an empty folder of kernels, then loaded from it by another process. The other
programs compile nothing: the time in which they build their model and its data is beside that of
loading. Memory is what is resident after the import, after that, and after 100 calls (Exudyn: two
implicit steps). Written-out kernels, waited for, are figures of our own.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import processes
import programs
import timing
import trees
from rows import NOT_INSTALLED, Group, Row, Time
from titles import CACHED, COLD, MEMORY, PER_BODY, RAN, WAITED

PARTS = "Cold: what takes how long"

SIZES = {"chain": trees.SIZES, "branched tree": (30, 100, 300, 1000)}
QUICK = {"chain": (1, 10, 30)}
PEERS = {"Pinocchio": "pinocchio", "MuJoCo": "mujoco", "Drake": "drake", "Exudyn": "exudyn"}
STAGES = {
    "after import": ("cold", "imported"),
    "after building, kernels on disk": ("cached", "built"),
    RAN: ("cached", "ran"),
}
"""Which of our processes and which of its figures; the other programs have one process."""
COMPILING = {
    "after compiling": ("cold", "built"),
    "after a run, cold": ("cold", "ran"),
    "the most, cold": ("cold", "peak"),
}
"""The same of a process that waits for the compiler, which the others have none of."""
SHOWN = 30
"""Bodies from which on the parts of a compilation are shown."""
PART_NAMES = {"before": "before: a system of one body, with what is loaded for the first"}
WRITTEN_OUT = (1, 3, 10, 30, 60)
"""Chains whose code is written out; that of longer ones is not."""
MEMORY_SIZES = (1, 30, 300, 1000)
"""Chains whose memory is shown."""
ORDER = (COLD, CACHED, WAITED, MEMORY, PARTS, PER_BODY)
"""The tables as the page shows them."""
LARGE = 300
"""Bodies from which on the memory of one more is shown."""

NOTES = [
    "The first use on a machine: from the numbers of the links, as arrays, to the model, `System` "
    "and the kernels of inverse and forward dynamics with an empty folder of kernels, in a new "
    "process, after the import and a system of one body. Chains of 1 and 3 bodies are interpreted; "
    "for the others the code that links share is compiled, once on a machine and not for each "
    "model. How that compares with the other programs, which come compiled, is the table "
    "[the same on an empty machine](#the-same-on-an-empty-machine). Kernels on disk: the same in "
    "another process that finds them there, beside the time in which the others build model and "
    "data from the same arrays; in each program after another model. MuJoCo's is built by calls "
    "(`MjSpec`), as its XML may not be nested so deeply.",
    "Code that is written out for one model is made in the background for what is called often. "
    "Who waits for it (`compile(wait=True)`) waits so long; nobody needs to.",
    "Memory after compiling holds LLVM, which is loaded when something is compiled, and by nothing "
    "else; the others have no compiler, and stand beside our figures without it.",
    "Pinocchio's data hold four dense tensors of n^3 numbers.",
]


def repeats(n: int) -> int:
    """Return how often a cold compilation is measured."""
    return 3 if n <= 30 else 2 if n <= 100 else 1


def measured(quick: bool = False) -> Group:
    """Return compile times and memory of all sizes."""
    group = Group("compile", "Compile times and memory", notes=NOTES)
    for kind, sizes in (QUICK if quick else SIZES).items():
        for n in sizes:
            print(f"  {kind} of {n}", file=sys.stderr, flush=True)
            group.rows += one(kind, n, 1 if quick else repeats(n), 1 if quick else 3)
    group.rows += waited("chain", WRITTEN_OUT[:2] if quick else WRITTEN_OUT, 1 if quick else 3)
    group.rows.sort(key=lambda row: ORDER.index(row.table))
    group.rows += per_body(group.of(MEMORY))
    return group


def one(kind: str, n: int, often: int, again: int) -> list[Row]:
    """Return the rows of one tree."""
    with tempfile.TemporaryDirectory() as folder:
        trees.save_trees(kind, n, Path(folder))
        return _one(kind, n, often, again, Path(folder))


def _one(kind: str, n: int, often: int, again: int, folder: Path) -> list[Row]:
    cold, cached = ours(kind, n, often, again, folder)
    build = {"cold": timed(cold, "build"), "cached": timed(cached, "build")}
    rows = (
        []
        if n < SHOWN
        else [
            Row(PARTS, PART_NAMES.get(name, name.replace("_", " ")), kind, n, timed(cold, name))
            for name in ("before", "model", "analysis", "inverse_dynamics", "forward_dynamics")
        ]
    )
    for peer, module in PEERS.items():
        found, missing = theirs(module, kind, n, folder)
        other = Time(found["build"], found["build"]) if found else None
        given = {"peer": peer, "theirs": other, "missing": missing}
        rows.append(Row(CACHED, "cached", kind, n, build["cached"], **given))
        if kind == "chain" and n in MEMORY_SIZES:
            rows += memory(kind, n, cold[-1], cached[-1], peer, found, missing)
    rows.append(Row(COLD, "cold", kind, n, build["cold"]))
    if kind == "chain" and n in MEMORY_SIZES:
        rows += [
            Row(MEMORY, stage, kind, n, amount(cold[-1], name), unit="MB")
            for stage, (_, name) in COMPILING.items()
        ]
    return rows


def waited(kind: str, sizes: Sequence[int], often: int) -> list[Row]:
    """Return the rows of code that is written out for one model, into empty folders."""
    rows = []
    for n in sizes:
        found = []
        for _ in range(often):
            with tempfile.TemporaryDirectory() as folder:
                found.append(checked(processes.measured("sarrus_waiting", kind, n, Path(folder))))
        rows.append(Row(WAITED, "both kernels", kind, n, timed(found, "build")))
    return rows


def ours(
    kind: str, n: int, often: int, again: int, arrays: Path
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return what new processes measure with an empty folder, and with the kernels in it."""
    cold = []
    for k in range(often):
        with tempfile.TemporaryDirectory() as folder:
            last = k == often - 1
            place = processes.kernels_of(kind, n) if last else Path(folder)
            if any(place.iterdir()):
                raise SystemExit(f"{place} is not empty")
            cold.append(checked(processes.measured("sarrus", kind, n, arrays, place)))
    place = processes.kernels_of(kind, n)
    return cold, [
        checked(processes.measured("sarrus", kind, n, arrays, place)) for _ in range(again)
    ]


def checked(found: dict[str, Any] | str) -> dict[str, Any]:
    if isinstance(found, str):
        raise SystemExit(found)
    return found


def theirs(module: str, kind: str, n: int, folder: Path) -> tuple[dict[str, Any] | None, str]:
    """Return what another program needs, or why there is nothing."""
    if programs.found(programs.MODULES.get(module, module)) is None:
        return None, NOT_INSTALLED
    if module == "pinocchio" and not programs.pinocchio_fits(n):
        return None, f"its data need {programs.pinocchio_bytes(n) / 1e9:.0f} GB"
    found = processes.measured(module, kind, n, folder)
    return (None, found) if isinstance(found, str) else (found, "")


def timed(found: list[dict[str, Any]], name: str) -> Time:
    return Time.of([record[name] for record in found])


def memory(
    kind: str,
    n: int,
    cold: dict[str, Any],
    cached: dict[str, Any],
    peer: str,
    found: dict[str, Any] | None,
    missing: str,
) -> list[Row]:
    """Return the rows of memory: ours with cold and with cached kernels, beside another program."""
    own = {"cold": cold, "cached": cached}
    return [
        Row(
            MEMORY,
            stage,
            kind,
            n,
            amount(own[how], name),
            peer=peer,
            theirs=amount(found, name) if found else None,
            missing=missing,
            unit="MB",
        )
        for stage, (how, name) in STAGES.items()
    ]


def amount(found: dict[str, Any], name: str) -> Time | None:
    return None if found[name] is None else Time(found[name], found[name])


def per_body(rows: list[Row]) -> list[Row]:
    """Return what one more body takes: the difference to a chain of one after a run [kB]."""
    first = {(row.what, row.peer): row for row in rows if row.size == 1}
    found = []
    for row in rows:
        if row.size < LARGE or not row.what.startswith("after a run"):
            continue
        one, n = first[row.what, row.peer], row.size
        ours, theirs = grown(row.ours, one.ours, n), grown(row.theirs, one.theirs, n)
        given = {"peer": row.peer, "theirs": theirs, "missing": row.missing, "unit": "kB"}
        found.append(Row(PER_BODY, row.what, row.case, n, ours, **given))
    return found


def grown(many: Time | None, one: Time | None, n: int) -> Time | None:
    return (many - one) * (1024.0 / (n - 1)) if many and one else None


def tables(group: Group) -> None:
    """Print compile times with parts, then memory of the largest."""
    parts = ["before", "model", "analysis", "inverse", "forward"]
    rows = [["", "bodies", "cold s", "ms per body", *parts, "cached s"]]
    for row in group.of(COLD):
        same = [r for r in group.rows if (r.case, r.size) == (row.case, row.size)]
        parts = [f"{r.ours.median:.3g}" for r in same if r.table == PARTS and r.ours] or [""] * 5
        cached = next(r for r in same if r.table == CACHED)
        seconds = row.ours.median
        cells = [row.case, row.size, f"{seconds:.2f}", f"{1e3 * seconds / row.size:.2f}", *parts]
        rows.append([*cells, f"{cached.ours.median:.3f}"])
    print(timing.table("\nInverse and forward dynamics, seconds", rows))
    for title, unit in ((COLD, "s"), (MEMORY, "MB"), (PER_BODY, "kB")):
        rows = [["", "bodies", "", "program", f"Sarrus {unit}", f"other {unit}", "ratio"]]
        for row in group.of(title):
            pair = (f"{x.median:.4g}" if x else "n/a" for x in (row.ours, row.theirs))
            rows.append([row.case, row.size, row.what, row.peer, *pair, timing.times(row.ratio)])
        print(timing.table(f"\n{title}", rows))


if __name__ == "__main__":
    print(timing.heading("Compile times and memory"))
    tables(measured())
