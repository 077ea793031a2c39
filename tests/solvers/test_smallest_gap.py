"""The position where loops that cannot close are open least, by exact derivatives."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import least_squares

from sarrus import AssemblyError, Mechanism, Pose, System
from sarrus.solvers.assembly import smallest_gap


def ladder(rungs: int, short: float) -> System:
    """Return parallelograms in a row, each with a ball at one end, whose last rod is too short."""
    m = Mechanism("ladder")
    beam = m.ground
    for k in range(rungs):
        x = 0.5 * k
        named = (f"a_{k}", f"b_{k}", f"rod_{k}")
        *bodies, rod = [m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1), at=(0, 0, 0)) for n in named]
        m.revolute(f"A{k}", beam, bodies[0], at=(x, 0, 0), axis="z")
        m.revolute(f"B{k}", m.ground, bodies[1], at=(x + 0.4, 0, 0), axis="z")
        m.revolute(f"C{k}", bodies[0], rod, at=(x, 0.2, 0), axis="z")
        length = short if k == rungs - 1 else 0.4
        ends = {"on_parent": Pose((x + length, 0.2, 0)), "on_child": Pose((x + 0.4, 0.2, 0))}
        m.spherical(f"D{k}", rod, bodies[1], **ends)
    return m.build().compile()


@pytest.mark.parametrize("short", [0.1, 0.9])
def test_it_is_the_minimum_that_finite_differences_find(short: float) -> None:
    system = ladder(3, -short)
    loops = system.compiled.loops
    scale, columns = loops.row_scale, loops.column_scale

    def gap(q: np.ndarray) -> np.ndarray:
        return scale * loops.closure(q)[0]

    def both(q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        phi, Phi = loops.closure(q)[:2]
        return scale * phi, scale[:, None] * Phi * columns

    q0 = system.add(system.neutral(), np.full(system.nv, 0.2))
    asked = 0

    def counted(q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        nonlocal asked
        asked += 1
        return both(q)

    q, r = smallest_gap(counted, lambda x, dx: system.add(x, dx * columns), q0)
    other = least_squares(lambda x: gap(system.add(q0, x * columns)), np.zeros(system.nv))
    assert r @ r == pytest.approx(2.0 * other.cost, rel=1e-6)
    np.testing.assert_allclose(r, gap(q), atol=0)
    assert asked < other.nfev * system.nv  # no evaluation for each unknown


def test_a_robot_that_cannot_close_says_the_gap_that_is_left() -> None:
    """A rod of 0.9 m between ends that are 0.4 + 0.2 + 0.2 m apart at most."""
    with pytest.raises(AssemblyError, match=r"joint 'D2'.*a gap of 0.1 m"):
        ladder(3, -0.9).assemble()
    assert ladder(3, 0.39).assemble() is not None
