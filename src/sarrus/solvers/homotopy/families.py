"""Families of systems: solutions led from one member of a family to another, or found by loops.

`led_solutions` is the parameter homotopy (Morgan and Sommese 1989): from all solutions at general
parameters, all isolated ones at others. `monodromy_solutions` finds solutions at general parameters
from one of them, by loops in the space of parameters that exchange them; that none is missing is
judged by the trace test (Sommese, Verschelde and Wampler 2002) on a family that is cut by a plane.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.homotopy.polynomials import Polynomial, PolynomialSystem
from sarrus.solvers.homotopy.projective import Blocks
from sarrus.solvers.homotopy.solutions import SAME, SEED
from sarrus.solvers.homotopy.tracking import ends_of_paths

Family = Callable[[np.ndarray], Sequence[Polynomial]]
"""The equations, in n variables, at values of the parameters."""


@dataclass(frozen=True)
class Segment:
    """The members of a family between two, f((1 - t) b + t a), in coordinates (x_0, x).

    Their coefficients must be linear in the parameters; degrees are those of the first.
    """

    target: PolynomialSystem
    start: PolynomialSystem
    blocks: Blocks

    def at(self, x: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return H, H_x and H_t."""
        f, F = self.target.values_and_jacobians(x)
        g, G = self.start.values_and_jacobians(x)
        s = t[:, None]
        return (1.0 - s) * f + s * g, (1.0 - s[:, :, None]) * F + s[:, :, None] * G, g - f


def _segment(family: Family, a: np.ndarray, b: np.ndarray) -> Segment:
    start, target = list(family(a)), list(family(b))
    n = start[0].n
    degrees = [max(f.degree, g.degree) for f, g in zip(start, target, strict=True)]

    def system(equations: Sequence[Polynomial]) -> PolynomialSystem:
        lifted = []
        for f, degree in zip(equations, degrees, strict=True):
            terms = {(degree - sum(key), *key): c for key, c in f.terms.items()}
            lifted.append(Polynomial(n + 1, terms))
        return PolynomialSystem(lifted)

    return Segment(system(target), system(start), Blocks([n + 1]))


def led_solutions(
    family: Family,
    points: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    error: float = 1e-6,
) -> tuple[np.ndarray, np.ndarray]:
    """Return where solutions at the parameters a are at b, and which have come to a finite end.

    The coefficients must be linear in the parameters, and those at a general: complex ones.
    """
    segment = _segment(family, a, b)
    x = np.concatenate([np.ones((len(points), 1)), points], axis=1).astype(complex)
    ones = np.ones(len(x), dtype=complex)
    found = ends_of_paths(segment, x, ones, 0.0 * ones, error)
    arrived = found.arrived & (np.abs(found.x[:, 0]) > 1e-8)
    safe = np.where(arrived, found.x[:, 0], 1.0)
    return np.asarray(found.x[:, 1:] / safe[:, None]), arrived


@dataclass(frozen=True)
class MonodromyResult:
    """Solutions at general parameters, and whether the trace test says that none is missing.

    trace: how far the sum of the solutions is from moving along a line, in parts of its size; not a
    number where no test was made; loops: how many were gone round.
    """

    points: np.ndarray
    trace: float
    loops: int

    @property
    def complete(self) -> bool:
        """Whether the trace test holds."""
        return bool(self.trace < 1e-6)


def monodromy_solutions(
    family: Family,
    point: np.ndarray,
    parameters: np.ndarray,
    *,
    slide: np.ndarray | None = None,
    most_loops: int = 60,
    quiet_loops: int = 8,
    seed: int = SEED,
) -> MonodromyResult:
    """Return the solutions that loops of parameters lead one of them to.

    point: a solution at complex parameters; slide: a direction of parameters that shifts a plane of
    the family in parallel (the constant of a linear equation), along which the sum of all solutions
    moves on a line, and that of fewer does not. Loops end after `quiet_loops` without a new one.
    """
    random = np.random.default_rng(seed)
    known = np.asarray(point, dtype=complex)[None]
    quiet = loops = 0
    while quiet < quiet_loops and loops < most_loops:
        loops += 1
        corners = [
            np.exp(2j * np.pi * random.uniform(size=len(parameters)))
            * random.uniform(0.5, 1.5, len(parameters))
            for _ in range(2)
        ]
        at, here, alive = parameters, known, np.ones(len(known), dtype=bool)
        for corner in (*corners, parameters):
            here, arrived = led_solutions(family, here, at, corner)
            alive, at = alive & arrived, corner
        before = len(known)
        known = _with_new(known, here[alive])
        quiet = 0 if len(known) > before else quiet + 1
    trace = float("nan") if slide is None else _trace(family, known, parameters, slide)
    return MonodromyResult(known, trace, loops)


def _with_new(known: np.ndarray, found: np.ndarray) -> np.ndarray:
    for x in found:
        size = 1.0 + float(np.abs(x).max())
        if np.abs(known - x).max(axis=1).min() > SAME * size:
            known = np.concatenate([known, x[None]])
    return known


def _trace(family: Family, points: np.ndarray, at: np.ndarray, slide: np.ndarray) -> float:
    """Return the second difference of the sum of solutions along a slide, relative."""
    sums = [points.sum(axis=0)]
    for step in (1.0, -1.0):
        moved, arrived = led_solutions(family, points, at, at + step * slide)
        if not np.all(arrived):
            return float("inf")
        sums.append(moved.sum(axis=0))
    bend = np.abs(sums[1] - 2.0 * sums[0] + sums[2]).max()
    size = max(float(np.abs(sums[1] - sums[0]).max()), float(np.abs(points).max()), 1e-300)
    return float(bend / size)
