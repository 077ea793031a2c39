"""The truly spatial R-U-S-R four-bar (Haug, section 10.3): crossed axes, nothing constant.

Its derivatives on the loop, at positions found by turning the crank, against complex steps through
the whole problem and against the rates of its own motion.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from closeness import assert_close
from derivatives.differences import along, along_q
from derivatives.mechanisms import Moving, matrix_of
from loops.mechanisms import rod
from sarrus import Mechanism, Model
from sarrus.dynamics import BaseMotion, Tree
from sarrus.dynamics.constraints import ClosedPositions
from sarrus.dynamics.derivatives import ClosedForward, closed_forward_derivatives
from sarrus.dynamics.kinematics import positions, velocities
from sarrus.topology import analyze, layout

A, B = (0.0, 0.0, 0.0), (0.0, 0.0, 2.0)
C, D = (-7.506, -8.500, 6.511), (-4.0, -8.5, 0.0)
ANGLES = (0.0, 0.4, -0.7, 1.5)


def mechanism() -> Model:
    m = Mechanism("rusr_crossed", (0.0, 0.0, -9.81))
    crank, coupler = rod(m, "crank", A, B), rod(m, "coupler", B, C, 3.0)
    rocker = rod(m, "rocker", C, D)
    across = np.cross((1.0, 0.0, 0.0), np.subtract(C, B))
    m.revolute("A", m.ground, crank, at=A, axis="x")
    m.universal("B", crank, coupler, at=B, axis="x", axis2=tuple(across / np.linalg.norm(across)))
    m.spherical("C", coupler, rocker, at=C)
    m.revolute("D", m.ground, rocker, at=D, axis="-y")
    m.spring_damper("S", crank, rocker, at_a=(0, 0, 1), at_b=C, k=20.0, c=3.0, free_length=8.0)
    return m.build()


@cache
def at_angle(angle: float) -> Moving:
    """The mechanism with its crank turned in small steps, closed by Newton's method."""
    model = mechanism()
    topology = analyze(model, cut=["C"])
    places = layout(topology)
    tree = Tree.of(topology, places)
    crank = places.v_slice["A"].start
    free = [k for k in range(places.nv) if k != crank]
    q = places.neutral()
    for target in np.linspace(0.0, angle, 12):
        q[crank] = target
        for _ in range(12):
            closed = ClosedPositions(positions(tree, q))
            q[free] -= np.linalg.solve(closed.jacobian[:, free], closed.residual)
    Phi = ClosedPositions(positions(tree, q)).jacobian
    v = np.zeros(places.nv)
    v[crank] = np.pi
    v[free] = np.linalg.solve(Phi[:, free], -Phi[:, crank] * np.pi)
    nothing = np.zeros(0)
    return Moving(model, ("C",), q, v, np.zeros(4), np.zeros(3), nothing, BaseMotion.at_rest())


def solved(m: Moving, q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> ClosedForward:
    speed = velocities(positions(m.tree, q), v)
    return closed_forward_derivatives(speed, tau, np.eye(3))


@pytest.mark.parametrize("angle", ANGLES)
def test_it_is_closed_and_spatial(angle: float) -> None:
    m = at_angle(angle)
    closed = ClosedPositions(positions(m.tree, m.q))
    assert np.max(np.abs(closed.residual)) <= 1e-12
    assert np.min(np.abs(m.v)) > 0.05  # every coordinate moves


@pytest.mark.parametrize("angle", ANGLES)
def test_CHK_J01_accelerations_and_multipliers(angle: float) -> None:
    m, tau = at_angle(angle), np.array([0.3, -0.2, 0.1, 0.4])
    d = solved(m, m.q, m.v, tau).derivatives
    condition = float(np.linalg.cond(matrix_of(m.factors(m.q)).astype(float)))
    # the multipliers of other rows are those of ours, mixed
    mixed = m.rows
    for expected, dvdot, dlam in (
        (along_q(m, lambda q: m.solution(q, m.v, tau)), d.dvdot_dq, d.dlam_dq),
        (along(lambda v: m.solution(m.q, v, tau), m.v), d.dvdot_dv, d.dlam_dv),
        (along(lambda x: m.solution(m.q, m.v, x), tau), d.dvdot_dtau, d.dlam_dtau),
    ):
        assert_close(dvdot, expected[:4], 1e-12 * condition)
        assert_close(mixed @ dlam, expected[4:], 1e-12 * condition)


@pytest.mark.parametrize("angle", ANGLES)
def test_rates_along_the_motion(angle: float) -> None:
    """d(vdot, lambda)/dt = d/dq v + d/dv vdot, on the path that the mechanism takes."""
    m, tau, h = at_angle(angle), np.zeros(4), 1e-4
    found = solved(m, m.q, m.v, tau)
    d = found.derivatives

    def later(t: float) -> np.ndarray:
        q = m.layout.add(m.q, t * m.v + 0.5 * t * t * found.vdot)
        x = solved(m, q, m.v + t * found.vdot, tau)
        return np.concatenate([x.vdot, x.lam])

    expected = (later(h) - later(-h)) / (2 * h)
    vdot_rate = d.dvdot_dq @ m.v + d.dvdot_dv @ found.vdot
    lam_rate = d.dlam_dq @ m.v + d.dlam_dv @ found.vdot
    assert_close(np.concatenate([vdot_rate, lam_rate]), expected, 1e-6)
    # what the loop allows: a displacement along it keeps the equations closed
    Phi = ClosedPositions(positions(m.tree, m.q)).jacobian
    assert_close(Phi @ d.dvdot_dtau, np.zeros((3, 4)), 1e-12 * np.max(np.abs(d.dvdot_dtau)))
