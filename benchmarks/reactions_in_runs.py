"""Reactions recorded inside a run: table 3 of paper 0 where it counts (Kim and You 1996).

Simulation 1 of the paper, its arm and its integrator (Adams-Bashforth of order 3, one evaluation a
step), with the reactions of 0, 1, 3 and all 7 joints recorded at every step: by formula (30) beside
the mass matrix of (15), from whose terms it is made, and by the recursion (28) beside articulated
bodies, from which accelerations come otherwise. Times are those of the loop, without preparation.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import timing
from rows import Group, Row, Time, less

from sarrus import System, gallery
from sarrus.gallery.rrc_arm import ROLLS
from sarrus.system import Run

STEP, STEPS = 1e-4, 20_000
SELECTED, RECURSION = "state_vector", "recursive"
COUNTS = (0, 1, 3, 7)
NAMES = {SELECTED: "(15), (30)", RECURSION: "recursion (28)"}


def swing(t: Any) -> Any:
    """Return q2 of simulation 1."""
    return np.pi / 3 * np.sin(np.pi * t / 5)


class Arm:
    """Simulation 1 with reactions of the first joints, by either formulation."""

    def __init__(self, steps: int) -> None:
        self.system: System = gallery.rrc_arm().compile(kernels=())
        rate = [0.0, np.pi**2 / 15, 0.0, 0.0, 0.0, 0.0, 0.0]
        self.start = self.system.state(np.zeros(7), rate)
        self.steps = steps
        self.made: dict[tuple[str, int], Run] = {}

    def run(self, formulation: str, count: int) -> Run:
        """Return a run that records the reactions of so many joints, from the base on."""
        keep = [f"joint{k + 1}.reaction" for k in range(count)]
        how = formulation if count or formulation == SELECTED else "auto"
        run = self.system.simulate(
            self.start, until=STEP * self.steps, method="ab3", step=STEP, certify=False,
            driven={"joint2": swing}, locked=ROLLS, keep=keep, formulation=how,
        )  # fmt: skip
        self.made[formulation, count] = run
        return run

    def operations(self, formulation: str, count: int) -> int:
        """Return the operations of a step."""
        run = self.made[formulation, count]
        sim, method = run.segments[0].sim, "ab3"
        if run.keeping is None:
            return sim.step_kernel(method, formulation == SELECTED).operations
        return run.keeping.step_kernel(sim, method).operations

    def check(self) -> None:
        """Both must record the same reactions."""
        for name in ("joint1", "joint4", "joint7"):
            a, b = (
                np.hstack([np.asarray(self.made[f, 7][f"{name}.reaction.{part}"])
                           for part in ("force", "moment")])
                for f in (SELECTED, RECURSION)
            )  # fmt: skip
            np.testing.assert_allclose(a, b, rtol=0, atol=1e-9 * np.max(np.abs(b)))


def times(arm: Arm, rounds: int) -> dict[tuple[str, int], Time]:
    """Return the time of a step of every run, measured in turns."""
    cases = [(f, count) for f in (SELECTED, RECURSION) for count in COUNTS]
    for case in cases:
        arm.run(*case)
    found = timing.interleaved(
        {f"{f} {n}": lambda f=f, n=n: arm.run(f, n).account.wall / arm.steps for f, n in cases},
        rounds,
    )
    return {(f, n): found[f"{f} {n}"] for f, n in cases}


def measured(quick: bool = False) -> Group:
    """Return times and operations of a step, with the reactions of 0, 1, 3 and 7 joints."""
    arm = Arm(2_000 if quick else STEPS)
    found = times(arm, 3 if quick else 9)
    arm.check()
    notes = [
        "Simulation 1 of paper 0: the RRC arm, `ab3`, reactions of the first joints recorded at "
        "every step by `simulate(keep=[...])`. (30) uses terms of the mass matrix (15); (28) runs "
        "beside articulated bodies, which have none. See check CHK-R06."
    ]
    group = Group("reactions", "Reactions recorded inside a run", notes=notes)
    for n in COUNTS:
        case = f"{n} of 7 joints"
        given: dict[str, Any] = {"by": NAMES[SELECTED], "peer": NAMES[RECURSION]}
        mine, other = found[SELECTED, n], found[RECURSION, n]
        group.rows.append(Row("A step", "time", case, n, mine, theirs=other, **given))
        counts = [Time.of([float(arm.operations(f, n))]) for f in (SELECTED, RECURSION)]
        group.rows.append(
            Row("Operations of a step", "operations", case, n, counts[0], theirs=counts[1],
                unit="operations", **given)
        )  # fmt: skip
        if n:
            added = [less(found[f, n], found[f, 0]) for f in (SELECTED, RECURSION)]
            group.rows.append(
                Row("Added by the reactions", "time", case, n, added[0], theirs=added[1], **given)
            )
    return group


def main(quick: bool = False) -> None:
    print(timing.heading("Reactions of the RRC arm recorded inside a run, per step"))
    arm = Arm(2_000 if quick else STEPS)
    found = times(arm, 3 if quick else 9)
    arm.check()
    head = ["joints", "(30) ns", "(28) ns", "(28)/(30)", "+ns (30)", "+ns (28)", "ops (30)",
            "ops (28)", "+ops (30)", "+ops (28)"]  # fmt: skip
    rows = [head]
    for n in COUNTS:
        ns = [1e9 * found[f, n].least for f in (SELECTED, RECURSION)]
        zero = [1e9 * found[f, 0].least for f in (SELECTED, RECURSION)]
        ops = [arm.operations(f, n) for f in (SELECTED, RECURSION)]
        base = [arm.operations(f, 0) for f in (SELECTED, RECURSION)]
        more = [f"{a - b:.0f}" for a, b in zip(ns, zero, strict=True)]
        work = [str(a - b) for a, b in zip(ops, base, strict=True)]
        figures = [f"{x:.0f}" for x in ns]
        rows.append([str(n), *figures, f"{ns[1] / ns[0]:.2f}", *more, *map(str, ops), *work])
    print(
        timing.table(
            "\nTable 3 inside a run: one step, its reactions recorded (least of all rounds)", rows
        )
    )


if __name__ == "__main__":
    main("--quick" in sys.argv)
