"""The compiled descent of one system for one structure of targets."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from sarrus.kernels.loops.bound import BoundKernel
from sarrus.kernels.native import compile_function
from sarrus.late_dataclass import dataclass
from sarrus.robotics.inverse_kinematics import descent, equations
from sarrus.robotics.inverse_kinematics.limits import Limits
from sarrus.robotics.inverse_kinematics.targets import GOAL, Rows
from sarrus.system import System

MOST = 200
STALL = 0.5
PATIENT_STALL = 1.0 - 1e-6
"""For the nearest point of what is out of reach: go on as long as F falls at all."""


@dataclass(frozen=True)
class Descended:
    """Where a descent ended: status 1 within tolerance, 2 stuck, 0 where e is not a number."""

    q: np.ndarray
    status: int
    iterations: int
    cost: float

    @property
    def reached(self) -> bool:
        """Whether all rows are within tolerance."""
        return self.status == 1


class Solver:
    """Arrays and machine code of one descent; not to be shared by threads.

    places: where the rows of the targets stand; position, turned, loops: which rows are of which
    kind; usual: weights and 1 / tolerances of targets that count alike, by tolerance. It does not
    hold the system, whose end is its own.
    """

    def __init__(self, system: System, rows: tuple[Rows, ...]) -> None:
        self.rows = rows
        self.scale = tuple(map(float, system.compiled.loops.row_scale)) if system.closed else ()
        self.places = _places(rows)
        self.m = self.places[-1][2].stop + len(self.scale)
        self.position, self.turned = np.zeros((2, self.m), dtype=bool)
        for _, linear, angular in self.places:
            self.position[linear], self.turned[angular] = True, True
        self.loops = ~(self.position | self.turned)
        self.usual: dict[float, tuple[np.ndarray, np.ndarray]] = {}
        shapes: dict[str, tuple[int, ...]] = {"q": (system.nq,), "goal": (len(rows), GOAL)}
        name = f"inverse_kinematics {[(r.name, r.letters, r.turn) for r in rows]}"
        kernel = system.compiled.kernel_of(
            name, shapes, partial(equations.misses, targets=rows, scale=self.scale)
        )
        steps = {"q": (system.nq,), "dv": (system.nv,)}
        move = system.compiled.kernel_of(
            "moved", steps, partial(equations.coordinates_after_step, layout=system.compiled.layout)
        )
        self.kernel = BoundKernel(kernel, system.compiled.compiler.defaults)
        n = system.nv
        self.q, self.step = np.zeros(system.nq), np.zeros(n)
        shared = {"q": self.q, "dv": self.step}
        self.move = BoundKernel(move, system.compiled.compiler.defaults, shared)
        self.limits, self.drawing = Limits.of(system), system.drawing()
        self.weight, self.worth = np.ones(self.m), np.ones(self.m)
        self.lower, self.upper = self.limits.lower.copy(), self.limits.upper.copy()
        self.descent = descent.Descent(n=n, nq=system.nq, m=self.m)
        self.descent.bind(
            at=self.kernel.inputs["q"],
            q=self.q,
            step=self.step,
            tried=self.move.outputs["q1"],
            e=self.kernel.outputs["e"],
            J=np.reshape(self.kernel.outputs["J"], -1),
            weight=self.weight,
            worth=self.worth,
            place=self.limits.place.astype(float),
            lower=self.lower,
            upper=self.upper,
            scale=system.compiled.loops.column_scale.copy(),
            normal=np.zeros(n * n),
            gradient=np.zeros(n),
            matrix=np.zeros(n * n),
            exchanged=np.zeros(n),
            right=np.zeros(n),
            fixed=np.zeros(n),
            misses=self.kernel,
            move=self.move,
        )
        self._code = compile_function(descent.descend)

    def give(self, goal: np.ndarray, last: Mapping[str, np.ndarray]) -> None:
        """Set the numbers of the targets, and time, parameters and base."""
        self.kernel.update({"goal": goal, **last})

    def descend(
        self,
        q: np.ndarray,
        weight: np.ndarray,
        worth: np.ndarray,
        *,
        limited: bool = True,
        most: int = MOST,
        stall: float = STALL,
    ) -> Descended:
        """Return where the descent from q ends.

        weight: of the squares of the rows; worth: 1 / tolerance of the rows, 0 for those that are
        not looked at; limited: whether limits are kept.
        """
        bounds = self.limits if limited else self.limits.without()
        self.q[:], self.weight[:], self.worth[:] = q, weight, worth
        self.lower[:], self.upper[:] = bounds.lower, bounds.upper
        self.descent.most, self.descent.stall = most, stall
        status = self._code(self.descent.address)
        return Descended(
            self.q.copy(),
            int(status),
            self.descent.iterations,
            self.descent.cost,
        )

    def evaluate(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return e and J at q, all rows."""
        self.kernel.inputs["q"][...] = q
        self.kernel()
        return self.kernel.outputs["e"].copy(), self.kernel.outputs["J"].copy()


def _places(rows: tuple[Rows, ...]) -> list[tuple[Rows, slice, slice]]:
    """Return where the rows of every target stand: its position, its orientation."""
    found, at = [], 0
    for target in rows:
        p, r = target.count
        found.append((target, slice(at, at + p), slice(at + p, at + p + r)))
        at += p + r
    return found


_KEPT = threading.local()


def solver_of(system: System, rows: tuple[Rows, ...]) -> Solver:
    """Return the solver of a system for these rows, made once in every thread."""
    if not hasattr(_KEPT, "solvers"):
        _KEPT.solvers = WeakKeyDictionary()
    kept: dict[Any, Solver] = _KEPT.solvers.setdefault(system, {})
    if rows not in kept:
        kept[rows] = Solver(system, rows)
    return kept[rows]
