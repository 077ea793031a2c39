"""Derivatives of tree dynamics, side by side with Pinocchio in one process.

Chains of revolute joints. Ours: the kernels in a native loop; Pinocchio: its call from Python less
the same call on an empty model. Ratios above 1: we are faster. Inverse: dtau/dq, dtau/dv and M at
(q, v, vdot) against `computeRNEADerivatives`; forward: dvdot/dq, dvdot/dv, M^-1 and vdot at
(q, v, tau) against `computeABADerivatives`. Then operation counts and compile times.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import programs
import timing
from rows import NOT_INSTALLED, TOO_SHORT, Group, Row, less

from random_trees import random_tree, topology_of
from sarrus import Model
from sarrus.dynamics import Tree
from sarrus.dynamics.derivatives import forward_derivatives, inverse_derivatives
from sarrus.dynamics.kinematics import accelerations, positions, velocities
from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.trace import trace

pin = programs.found("pinocchio")
SIZES = (7, 30, 60)
COUNTED = (7, 30, 60, 100)


def chain(n: int) -> Model:
    """A chain of revolute joints with random axes, points and full inertias; 7 are an arm."""
    return random_tree(1, n, ["revolute"], chain=True, reversals=False)


def title(n: int) -> str:
    return "7-dof arm" if n == 7 else f"{n} bodies"


def inverse(tree: Tree) -> Callable[..., dict[str, Any]]:
    def outputs(q: Any, v: Any, vdot: Any) -> dict[str, Any]:
        d = inverse_derivatives(accelerations(velocities(positions(tree, q), v), vdot))
        return {"dtau_dq": d.dtau_dq, "dtau_dv": d.dtau_dv, "M": d.M}

    return outputs


def forward(tree: Tree) -> Callable[..., dict[str, Any]]:
    def outputs(q: Any, v: Any, tau: Any) -> dict[str, Any]:
        d = forward_derivatives(velocities(positions(tree, q), v), tau)
        return {
            "dvdot_dq": d.dvdot_dq,
            "dvdot_dv": d.dvdot_dv,
            "dvdot_dtau": d.dvdot_dtau,
            "vdot": d.vdot,
        }

    return outputs


QUANTITIES: dict[str, tuple[Callable[[Tree], Callable[..., dict[str, Any]]], str]] = {
    "inverse": (inverse, "vdot"),
    "forward": (forward, "tau"),
}
"""The functions, and the name of their third input."""


class Pair:
    """One chain in both programs, at one random state."""

    def __init__(self, n: int) -> None:
        self.n = n
        model = chain(n)
        tree = Tree.of(*topology_of(model))
        self.robot: Any = None
        if pin is not None:
            from peers.pin_models import to_pinocchio

            self.robot = to_pinocchio(model).robot
        self.state = np.random.default_rng(0).normal(size=(3, n))
        self.kernels: dict[str, Kernel] = {}
        self.seconds: dict[str, float] = {}
        for name, (function, last) in QUANTITIES.items():
            started = time.perf_counter()
            shapes = {"q": (n,), "v": (n,), last: (n,)}
            factory = KernelFactory(Cache(None))
            self.kernels[name] = factory.make(f"{name} {n}", function(tree), shapes)
            self.seconds[name] = time.perf_counter() - started

    def check(self) -> None:
        """Compare the numbers before the times."""
        data = self.robot.createData()
        q, v, x = self.state
        pin.computeRNEADerivatives(self.robot, data, q, v, x)
        M = np.triu(data.M) + np.triu(data.M, 1).T
        dtau_dq, dtau_dv, ours = self.kernels["inverse"](*self.state)
        close(dtau_dq, data.dtau_dq)
        close(dtau_dv, data.dtau_dv)
        close(ours, M)
        pin.computeABADerivatives(self.robot, data, q, v, x)
        inverse = np.triu(data.Minv) + np.triu(data.Minv, 1).T
        expected = (data.ddq_dq, data.ddq_dv, inverse, data.ddq)
        for found, theirs in zip(self.kernels["forward"](*self.state), expected, strict=True):
            close(found, theirs)

    def ours(self) -> dict[str, timing.Measurement]:
        return {name: timing.native(kernel, self.state) for name, kernel in self.kernels.items()}


def close(ours: np.ndarray, theirs: np.ndarray) -> None:
    np.testing.assert_allclose(ours, theirs, rtol=0.0, atol=1e-9 * np.max(np.abs(theirs)))


def pin_calls(robot: Any, *state: np.ndarray) -> dict[str, timing.Measurement]:
    data = robot.createData()
    return {
        "inverse": timing.call(pin.computeRNEADerivatives, robot, data, *state),
        "forward": timing.call(pin.computeABADerivatives, robot, data, *state),
    }


BODIES = "Body against body (native loop; Pinocchio less an empty call)"


def measured(quick: bool = False) -> Group:
    """Return the times of both derivatives."""
    return compared([Pair(n) for n in (SIZES[:1] if quick else SIZES)], 3 if quick else 7)


def compared(pairs: list[Pair], rounds: int = 7) -> Group:
    """Return the rows of the table."""
    group = Group("derivatives", "Derivatives of tree dynamics: chains of revolute joints")
    for pair in pairs:
        groups = {"ours": pair.ours()}
        if pair.robot is not None:
            pair.check()
            groups["pin"] = pin_calls(pair.robot, *pair.state)
            groups["none"] = pin_calls(pin.Model(), *np.zeros((3, 0)))
        work = {f"{kind} {name}": m for kind, made in groups.items() for name, m in made.items()}
        found = timing.interleaved(work, rounds)
        for name in QUANTITIES:
            ours = found[f"ours {name}"]
            theirs = less(found.get(f"pin {name}"), found.get(f"none {name}"))
            missing = "" if theirs else TOO_SHORT if pair.robot else NOT_INSTALLED
            given = {"peer": "Pinocchio", "theirs": theirs, "missing": missing}
            group.rows.append(Row(BODIES, name, title(pair.n), pair.n, ours, **given))
    return group


def speeds(group: Group) -> None:
    rows: list[list[Any]] = [["", "derivatives of", "Sarrus us", "Pinocchio us", "ratio"]]
    for row in group.rows:
        seconds = timing.micro(row.ours), timing.micro(row.theirs)
        rows.append([row.case, row.what, *seconds, timing.times(row.ratio)])
    print(timing.table(f"\n{BODIES}", rows))


def counts(pairs: list[Pair]) -> None:
    """Print operations, per entry of the three matrices, and the time that kernels took to make."""
    rows: list[list[Any]] = [["", "derivatives of", "operations", "per entry", "trace+compile s"]]
    made = {pair.n: pair for pair in pairs}
    for n in COUNTED:
        tree = Tree.of(*topology_of(chain(n)))
        for name, (function, last) in QUANTITIES.items():
            if n in made:
                operations = made[n].compiled.kernels[name].operations
                seconds = f"{made[n].seconds[name]:.2f}"
            else:
                program = trace(function(tree), {"q": (n,), "v": (n,), last: (n,)})
                operations, seconds = program.operations, ""
            rows.append([title(n), name, operations, f"{operations / (3 * n * n):.1f}", seconds])
    print(timing.table("\nOperation counts", rows))


def main() -> None:
    theirs = programs.version("pin") or NOT_INSTALLED
    print(timing.heading(f"Sarrus against Pinocchio {theirs}: derivatives of chains"))
    pairs = [Pair(n) for n in SIZES]
    speeds(compared(pairs))
    counts(pairs)


if __name__ == "__main__":
    main()
