"""Derivatives of tree dynamics, side by side with Pinocchio in one process.

Chains of revolute joints. Ours: what calls of the system run, in a native loop: a kernel, and for
large trees a kernel of factors and the native products of these; Pinocchio: its call from Python
less the same call on an empty model. Ratios above 1: we are faster. Inverse: dtau/dq, dtau/dv and M
at (q, v, vdot) against `computeRNEADerivatives`; forward: dvdot/dq, dvdot/dv, M^-1 and vdot at
(q, v, tau) against `computeABADerivatives`. Then operation counts of kernels, and what making them
takes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import programs
import timing
from rows import NOT_INSTALLED, TOO_SHORT, Group, Row, less

from random_trees import random_tree, topology_of
from sarrus import Model, System
from sarrus.dynamics import Tree
from sarrus.dynamics.derivatives import forward_derivatives, inverse_derivatives
from sarrus.dynamics.derivatives.factors import LARGE
from sarrus.dynamics.kinematics import accelerations, positions, velocities
from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.system.analysis.factor_products import FactorProducts, put_accelerations, put_efforts
from sarrus.system.quantities import derivative_equations

pin = programs.found("pinocchio")
SIZES = (7, 30, 60)


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


class Written:
    """A kernel in which every entry is written out."""

    def __init__(self, tree: Tree, name: str, n: int) -> None:
        function, last = QUANTITIES[name]
        shapes = {"q": (n,), "v": (n,), last: (n,)}
        self.kernel: Kernel = KernelFactory(Cache(None)).make(f"{name} {n}", function(tree), shapes)

    def __call__(self, state: np.ndarray) -> Sequence[np.ndarray]:
        return self.kernel(*state)

    def measurement(self, state: np.ndarray) -> timing.Measurement:
        return timing.native(self.kernel, state)


class Products:
    """A kernel of factors, and their native products."""

    def __init__(self, model: Model, name: str) -> None:
        self.system = System(model, kernels=())
        self.what = put_accelerations if name == "forward" else put_efforts
        equation = getattr(derivative_equations, f"{name}_factors")
        n, last = self.system.nv, QUANTITIES[name][1]
        shapes = {"q": (n,), "v": (n,), last: (n,)}
        called = f"{name}_derivatives factors"
        self.kernel = self.system.compiled.kernel_of(called, shapes, equation, True, True)
        self.vdot = name == "forward"
        self.products = FactorProducts(self.system.compiled.compiler.tree)

    def factors(self, state: np.ndarray) -> dict[str, np.ndarray]:
        names = [port.name for port in self.kernel.outputs]
        return dict(zip(names, self.kernel.call(*state), strict=True))

    def __call__(self, state: np.ndarray) -> Sequence[np.ndarray]:
        found = self.factors(state)
        call, matrices = self.products.native_call(self.what, found)
        call()
        return (*matrices, found["vdot"]) if self.vdot else tuple(matrices)

    def measurement(self, state: np.ndarray) -> timing.Measurement:
        factors = timing.native(self.kernel, state)
        products = timing.call(self.products.native_call(self.what, self.factors(state))[0])
        return lambda: factors() + products()


Timed = Written | Products


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
        self.work: dict[str, Timed] = {}
        self.seconds: dict[str, float] = {}
        for name in QUANTITIES:
            started = time.perf_counter()
            self.work[name] = Products(model, name) if n >= LARGE else Written(tree, name, n)
            self.seconds[name] = time.perf_counter() - started

    def check(self) -> None:
        """Compare the numbers before the times."""
        data = self.robot.createData()
        q, v, x = self.state
        pin.computeRNEADerivatives(self.robot, data, q, v, x)
        M = np.triu(data.M) + np.triu(data.M, 1).T
        dtau_dq, dtau_dv, ours = self.work["inverse"](self.state)
        close(dtau_dq, data.dtau_dq)
        close(dtau_dv, data.dtau_dv)
        close(ours, M)
        pin.computeABADerivatives(self.robot, data, q, v, x)
        inverse = np.triu(data.Minv) + np.triu(data.Minv, 1).T
        expected = (data.ddq_dq, data.ddq_dv, inverse, data.ddq)
        for found, theirs in zip(self.work["forward"](self.state), expected, strict=True):
            close(found, theirs)

    def ours(self) -> dict[str, timing.Measurement]:
        return {name: work.measurement(self.state) for name, work in self.work.items()}


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
    """Print operations of kernels, per entry of the three matrices, and the time to make them."""
    rows: list[list[Any]] = [["", "derivatives of", "operations", "per entry", "made in s"]]
    for pair in pairs:
        for name, work in pair.work.items():
            operations, seconds = work.kernel.operations, f"{pair.seconds[name]:.2f}"
            entries = 3 * pair.n * pair.n
            rows.append([title(pair.n), name, operations, f"{operations / entries:.1f}", seconds])
    print(timing.table("\nOperation counts of kernels", rows))


def main() -> None:
    theirs = programs.version("pin") or NOT_INSTALLED
    print(timing.heading(f"Sarrus against Pinocchio {theirs}: derivatives of chains"))
    pairs = [Pair(n) for n in SIZES]
    speeds(compared(pairs))
    counts(pairs)


if __name__ == "__main__":
    main()
