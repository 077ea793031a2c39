"""Tree dynamics, side by side with Pinocchio in one process.

Two tables of ratios (Pinocchio's time over ours; above 1 we are faster): Python call against
Python call, and body against body, which is our kernel in a native loop against Pinocchio's
call less the cost of the same call on an empty model. Then operation counts, compile times and
the time of `import sarrus`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import programs
import timing
from rows import NOT_INSTALLED, TOO_SHORT, Group, Row, less

from random_trees import random_tree
from sarrus import Model, System

pin = programs.found("pinocchio")
SIZES = (7, 30, 100)
COMPILED_SIZES = (7, 30, 100, 300)
QUANTITIES = ("inverse dynamics", "forward dynamics", "mass matrix")


def chain(n: int) -> Model:
    """A chain of revolute joints with random axes, points and full inertias; 7 are an arm."""
    return random_tree(1, n, ["revolute"], chain=True, reversals=False)


class Pair:
    """One chain in both programs, at one random state."""

    def __init__(self, n: int) -> None:
        self.n = n
        model = chain(n)
        self.system = System(model, cache=None)
        self.peer: Any = None
        if pin is not None:
            from peers.pin_models import to_pinocchio

            self.peer = to_pinocchio(model)
        self.q, self.v, self.x = np.random.default_rng(0).normal(size=(3, n))

    @property
    def name(self) -> str:
        return "7-dof arm" if self.n == 7 else f"{self.n} bodies"

    def ours(self) -> dict[str, timing.Measurement]:
        s, q, v, x = self.system, self.q, self.v, self.x
        return {
            "inverse dynamics": timing.call(s.inverse_dynamics, q, v, x),
            "forward dynamics": timing.call(s.forward_dynamics, q, v, x),
            "mass matrix": timing.call(s.mass_matrix, q),
        }

    def theirs(self) -> dict[str, timing.Measurement]:
        return pin_calls(self.peer.robot, self.q, self.v, self.x)

    def bodies(self) -> dict[str, timing.Measurement]:
        s, q, v, x = self.system, self.q, self.v, self.x
        work = {
            "inverse dynamics": timing.native(s.compiled.kernel("inverse_dynamics"), [q, v, x]),
            "forward dynamics": timing.native(s.compiled.kernel("forward_dynamics"), [q, v, x]),
        }
        s.mass_matrix(q)
        if "mass_matrix" in s.compiled.kernels:
            work["mass matrix"] = timing.native(s.compiled.kernel("mass_matrix"), [q])
        else:  # large systems make it column by column
            column = timing.native(s.compiled.kernel("inertia_product"), [q, x])
            work["mass matrix"] = lambda: s.nv * column()
        return work

    def check(self) -> None:
        """Compare the numbers before the times."""
        s, p, q, v, x = self.system, self.peer, self.q, self.v, self.x
        np.testing.assert_allclose(
            s.inverse_dynamics(q, v, x), p.inverse_dynamics(q, v, x), rtol=1e-9, atol=1e-9
        )
        np.testing.assert_allclose(s.mass_matrix(q), p.mass_matrix(q), rtol=1e-9, atol=1e-9)


def pin_calls(robot: Any, *state: np.ndarray) -> dict[str, timing.Measurement]:
    data = robot.createData()
    q, v, x = state
    return {
        "inverse dynamics": timing.call(pin.rnea, robot, data, q, v, x),
        "forward dynamics": timing.call(pin.aba, robot, data, q, v, x),
        "mass matrix": timing.call(pin.crba, robot, data, q),
    }


CALLS = "Python call against Python call"
BODIES = "Body against body (native loop; Pinocchio less an empty call)"


def measured(quick: bool = False) -> Group:
    """Return the times of calls and of bodies."""
    return compared([Pair(n) for n in (SIZES[:2] if quick else SIZES)], 3 if quick else 7)


def compared(pairs: list[Pair], rounds: int = 7) -> Group:
    """Return the rows of both tables."""
    group = Group("trees", "Tree dynamics: chains of revolute joints")
    for pair in pairs:
        groups = {"call": pair.ours(), "body": pair.bodies()}
        if pair.peer is not None:
            pair.check()
            groups |= {"pin": pair.theirs(), "none": pin_calls(pin.Model(), *np.zeros((3, 0)))}
        work = {f"{kind} {name}": m for kind, made in groups.items() for name, m in made.items()}
        found = timing.interleaved(work, rounds)
        for name in QUANTITIES:
            theirs, empty = found.get(f"pin {name}"), found.get(f"none {name}")
            alone = less(theirs, empty)
            for table, kind, other in ((CALLS, "call", theirs), (BODIES, "body", alone)):
                ours = found[f"{kind} {name}"]
                missing = "" if other else TOO_SHORT if theirs else NOT_INSTALLED
                given = {"peer": "Pinocchio", "theirs": other, "missing": missing}
                group.rows.append(Row(table, name, pair.name, pair.n, ours, **given))
    return group


def tables(group: Group) -> None:
    for title in (CALLS, BODIES):
        rows: list[list[Any]] = [["", "quantity", "Sarrus us", "Pinocchio us", "ratio"]]
        for row in group.of(title):
            seconds = timing.micro(row.ours), timing.micro(row.theirs)
            rows.append([row.case, row.what, *seconds, timing.times(row.ratio)])
        print(timing.table(f"\n{title}", rows))


def operations(pairs: list[Pair]) -> None:
    rows = [["", "kernel", "operations", "of which + and -", "x", "/", "others", "per body"]]
    for pair in pairs:
        for name, kernel in pair.system.compiled.kernels.items():
            counts = dict(kernel.counts)
            plus = sum(counts.pop(op, 0) for op in ("add", "sub", "neg"))
            times, over = counts.pop("mul", 0), counts.pop("div", 0)
            others = sum(counts.values())
            numbers = (kernel.operations, plus, times, over, others, kernel.operations / pair.n)
            rows.append([pair.name, name, *(f"{number:.0f}" for number in numbers)])
    print(timing.table("\nOperation counts", rows))


def compile_times() -> None:
    rows = [["usual kernels", "cold s", "cold ms per body", "cached s", "cached ms per body"]]
    System(chain(2), cache=None)  # loads LLVM
    for n in COMPILED_SIZES:
        model = chain(n)
        with tempfile.TemporaryDirectory() as folder:
            cold = timing.elapsed(lambda: model.compile(cache=folder))  # noqa: B023
            cached = median(timing.elapsed(lambda: model.compile(cache=folder)) for _ in range(3))  # noqa: B023
        name = "7-dof arm" if n == 7 else f"{n} bodies"
        per_body = (f"{1e3 * seconds / n:.2f}" for seconds in (cold, cached))
        rows.append([name, f"{cold:.2f}", next(per_body), f"{cached:.3f}", next(per_body)])
    print(timing.table("\nCompile time of inverse and forward dynamics", rows))


def import_time() -> None:
    """Measure inside fresh interpreters, so that the start of Python itself does not count."""
    clock = "import time; t = time.perf_counter(); {}; print(time.perf_counter() - t)"
    print()
    for work in (
        "import sarrus",
        "import sarrus; sarrus.Mechanism",
        "import sarrus; sarrus.System",
    ):
        command = [sys.executable, "-c", clock.format(work)]
        runs = [
            subprocess.run(command, check=True, capture_output=True, text=True) for _ in range(5)
        ]
        print(f"{work + ':':<33} {median(float(run.stdout) for run in runs):.3f} s")


def main() -> None:
    theirs = programs.version("pin") or NOT_INSTALLED
    print(timing.heading(f"Sarrus against Pinocchio {theirs}: chains of revolute joints"))
    pairs = [Pair(n) for n in SIZES]
    tables(compared(pairs))
    operations(pairs)
    compile_times()
    import_time()


if __name__ == "__main__":
    main()
