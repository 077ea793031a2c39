"""Flexible beams: chains of segments against closed forms, rigid bodies and other formulations."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import eigh, expm
from scipy.optimize import brentq
from scipy.special import ellipe, ellipeinc, ellipk, ellipkinc

import sarrus
from sarrus.model.joints import BeamSegment, TimoshenkoSegment

E, NU, RHO, LENGTH, DIAMETER = 210e9, 0.3, 7850.0, 1.0, 0.01
AREA, I = np.pi * DIAMETER**2 / 4, np.pi * DIAMETER**4 / 64
EI, GJ = E * I, E / (2 * (1 + NU)) * 2 * I


def cantilever(segments: int, *, root: bool = True, **options):
    """A round steel rod along x, clamped at the origin."""
    m = sarrus.Mechanism("cantilever", gravity=(0, 0, 0))
    given = {"section": "round", "diameter": DIAMETER, "material": "steel"} | options
    rod = m.flexible_beam("rod", (0, 0, 0), (LENGTH, 0, 0), segments=segments, **given)
    if root:
        m.weld("root", m.ground, rod.start, at=(0, 0, 0))
    return m, rod


def compiled(m):
    return m.build().compile(kernels=())


def tip(system, q, rod):
    """Position of the end and its axes."""
    motion = system.poses(q)[rod.end.name]
    return motion


@pytest.mark.parametrize("kind", [BeamSegment, TimoshenkoSegment])
def test_pose_of_a_segment_is_the_matrix_exponential_of_its_strains(kind):
    segment = kind(0.7, 0.3, -0.4, 0.9, 0.05, -0.02)
    rng = np.random.default_rng(3)
    for size in (0.0, 1e-9, 0.3, 1.2):
        q = size * rng.normal(size=segment.nv)
        strain = np.concatenate([np.zeros(3), q]) if segment.nv == 3 else q
        found = matrix_of(segment.pose(q))
        rest, now = (twist(segment, s) for s in (0.0 * strain, strain))
        expected = np.linalg.solve(expm(rest), expm(now))
        assert np.max(np.abs(found - expected)) < 1e-13


def matrix_of(X):
    found = np.eye(4)
    found[:3, :3], found[:3, 3] = X.matrix, X.position
    return found


def twist(segment, strain):
    """The 4 x 4 matrix of a strain times the length, that at rest included."""
    x, y, z = segment.rest_turn + strain[3:]
    found = np.zeros((4, 4))
    found[:3, :3] = ((0, -z, y), (z, 0, -x), (-y, x, 0))
    found[:3, 3] = segment.rest_span + strain[:3]
    return found


@pytest.mark.parametrize("segments", [1, 3])
@pytest.mark.parametrize("turn", [np.pi, 2 * np.pi])
def test_end_moment_bends_a_cantilever_to_a_circle_with_any_number_of_segments(segments, turn):
    m, rod = cantilever(segments)
    m.moment("M", rod.end, EI * turn / LENGTH, along="y")
    system = compiled(m)
    found = system.equilibrium()
    end = system.poses(found.state.q)[rod.end.name]
    radius = LENGTH / turn
    expected = (radius * np.sin(turn), 0.0, -radius * (1 - np.cos(turn)))
    assert np.max(np.abs(end.position - expected)) < 1e-10
    moment = found.state["rod.elasticity_1.moment_y"]
    assert moment == pytest.approx(EI * turn / LENGTH, rel=1e-10)
    assert found.state["rod.elasticity_1.stress"] == pytest.approx(
        E * DIAMETER / 2 * turn / LENGTH, rel=1e-10
    )


def elastica(alpha):
    """End of a cantilever under the end force alpha EI/L^2 across (Bisshopp and Drucker 1945)."""

    def gap(p):
        return ellipk(p * p) - ellipkinc(np.arcsin(1 / (p * np.sqrt(2))), p * p) - np.sqrt(alpha)

    p = brentq(gap, np.sqrt(0.5) + 1e-12, 1 - 1e-12, xtol=1e-15)
    phi = np.arcsin(1 / (p * np.sqrt(2)))
    across = 1 - 2 / np.sqrt(alpha) * (ellipe(p * p) - ellipeinc(phi, p * p))
    return np.sqrt(2 * (2 * p * p - 1) / alpha), across


def test_end_force_bends_a_cantilever_to_the_elastica_with_order_two():
    alpha, errors = 6.0, []
    for segments in (2, 4, 8):
        m, rod = cantilever(segments)
        m.point_force("F", rod.end, -alpha * EI / LENGTH**2, along="z", at=(LENGTH, 0, 0))
        system = compiled(m)
        end = system.poses(system.equilibrium().state.q)[rod.end.name].position
        x, z = elastica(alpha)
        errors.append(np.hypot(end[0] - x, end[2] + z))
    orders = np.log2(np.divide(errors[:-1], errors[1:]))
    assert errors[-1] < 4e-3
    assert orders[-1] == pytest.approx(2.0, abs=0.15)


def test_natural_frequencies_approach_those_of_a_bernoulli_beam_with_order_two():
    errors = []
    for segments in (5, 10):
        m, _ = cantilever(segments)
        system = compiled(m)
        found = np.sort(np.abs(np.imag(system.linearize(system.assemble()).eigenvalues)))[::2]
        roots = np.array([1.87510407, 4.69409113, 7.85475744])
        expected = roots**2 * np.sqrt(EI / (RHO * AREA)) / LENGTH**2
        bending = found[0:6:2]  # in pairs: the section is round
        errors.append(np.abs(bending / expected - 1))
    assert np.all(errors[1] < (2e-3, 9e-3, 2.5e-2))
    assert np.log2(errors[0][0] / errors[1][0]) == pytest.approx(2.0, abs=0.25)


def test_end_torque_twists_by_its_length_over_its_stiffness():
    m, rod = cantilever(3)
    m.moment("M", rod.end, 0.8 * GJ / LENGTH, along="x", follower=True)
    system = compiled(m)
    end = system.poses(system.equilibrium().state.q)[rod.end.name]
    assert np.arctan2(end.rotation[2, 1], end.rotation[1, 1]) == pytest.approx(0.8, rel=1e-11)
    assert end.position == pytest.approx((LENGTH, 0, 0), abs=1e-12)


if __name__ == "__main__":
    pass
