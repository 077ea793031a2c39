"""Two points of a body on one curve: a carriage on a bent rail and on a wire."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from loops.free_bodies import imbalance
from loops.test_against_cartesian import absolute
from sarrus import Mechanism
from sarrus.curves import CircleCurve, FormulaCurve, PointCurve, SpaceCurve
from sarrus.model.joints import TwoPointsOnCurve, contradictions
from sarrus.system import System

WAVE = PointCurve([[0.2 * k, 0.04 * np.sin(2.1 * k)] for k in range(-8, 9)])
HELIX = FormulaCurve(
    lambda u: 0.3 * np.cos(u), lambda u: 0.3 * np.sin(u), lambda u: 0.05 * u, start_at=-3, end=3
)


def carriage(curve: SpaceCurve, at: Any, along: Any, spacing: float, how: str) -> System:
    """A body free to move but for two of its points, held by one joint or by two."""
    m = Mechanism("carriage", gravity=(0.3, -9.81, 0.5))
    m.body("body", 2.0, (0.05, 0.1, 0.02), (0.03, 0.02, 0.01), at=at)
    if curve.is_plane:
        m.planar("free", m.ground, "body", at=at, axis="z")
    else:
        m.free("free", m.ground, "body")
    direction = np.asarray(along) / np.linalg.norm(along)
    second = np.asarray(at) + spacing * direction
    if how == "one":
        m.two_points_on_curve("pair", m.ground, "body", curve=curve, point=at, spacing=spacing,
                              x_axis_other=tuple(direction))  # fmt: skip
    else:
        m.point_on_curve("a", m.ground, "body", curve=curve, point=at)
        m.point_on_curve("b", m.ground, "body", curve=curve, point=tuple(second))
    return m.build().compile()


def places(curve: SpaceCurve, u: float, w: float) -> tuple[Any, Any, float]:
    """Return where a carriage stands that touches a curve at two parameters."""
    a, b = curve.points(np.array([u, w]))
    return tuple(a), tuple(b - a), float(np.linalg.norm(b - a))


@pytest.mark.parametrize("radius", [0.0, 0.01])
@pytest.mark.parametrize("curve", [WAVE, CircleCurve(0.5), HELIX], ids=["wave", "circle", "helix"])
def test_rows_follow_from_the_gaps(curve: SpaceCurve, radius: float) -> None:
    if curve.is_plane or not radius:
        assert contradictions(TwoPointsOnCurve(0.2, radius, curve)) == ()


@pytest.mark.parametrize(("curve", "u", "w"), [(WAVE, 1.1, 1.6), (HELIX, 0.4, 1.2)])
def test_it_is_two_joints_of_one_point(curve: SpaceCurve, u: float, w: float) -> None:
    """Accelerations and forces of one joint and of two; Newton and Euler; absolute coordinates."""
    found = {}
    for how in ("one", "two"):
        system = carriage(curve, *places(curve, u, w), how)
        start = system.assemble()
        rates = np.asarray(system.compiled.loops.closure(start.q)[1], dtype=float)
        free = np.linalg.svd(rates)[2][len(rates) :]
        v = free.T @ (free @ np.arange(1.0, 1.0 + system.nv))
        state = system.state(q=start.q, v=v)
        motion = system.accelerations(state)
        assert imbalance(system, motion) < 1e-10
        loads = system.reactions(motion, axes="world")
        names = ("pair",) if how == "one" else ("a", "b")
        found[how] = v, motion.vdot, sum(loads[name].force for name in names)
        solver, there = absolute(system, state)
        theirs = solver.accelerations(there)["body"].acceleration
        ours = system.kinematics(state.q, state.v, motion.vdot)["body"].acceleration
        assert np.max(np.abs(ours - theirs)) < 1e-9 * (1.0 + np.max(np.abs(ours)))
    for one, two in zip(*found.values(), strict=True):
        assert np.max(np.abs(one - two)) < 1e-9 * np.max(np.abs(two))


def test_on_a_circle_it_is_a_pendulum() -> None:
    """Two points on a circle turn a body about its centre; the forces are those of the hinge."""
    radius, half = 0.5, 0.3
    down = -np.sqrt(radius**2 - half**2)
    m = Mechanism("pendulum", gravity=(0.0, -9.81, 0.0))
    m.body("body", 2.0, (0.1, 0.05, 0.0), (0.03, 0.02, 0.01), at=(0, down, 0))
    m.planar("free", m.ground, "body", at=(0, down, 0), axis="z")
    m.two_points_on_curve("pair", m.ground, "body", curve=CircleCurve(radius),
                          point=(-half, down, 0), x_axis_other="x", spacing=2 * half)  # fmt: skip
    rolling = m.build().compile()
    m = Mechanism("hinge", gravity=(0.0, -9.81, 0.0))
    m.body("body", 2.0, (0.1, 0.05, 0.0), (0.03, 0.02, 0.01), at=(0, down, 0))
    m.revolute("A", m.ground, "body", at=(0, 0, 0), axis="z")
    hinged = m.build().compile()
    more: dict[str, Any] = {"until": 1.5, "every": 0.05, "rtol": 1e-10, "atol": 1e-12}
    run = rolling.simulate(rolling.assemble(), **more)
    other = hinged.simulate(hinged.assemble(), **more)
    assert np.ptp(other["A.angle"]) > 0.3
    assert np.max(np.abs(run["free.angle"] - other["A.angle"])) < 1e-8
    both = run["pair.reaction.force@world"] - other["A.reaction.force@world"]
    assert np.max(np.abs(both)) < 1e-6 * np.max(np.abs(other["A.reaction.force@world"]))
    # along both radii, which lean by the half angle of the chord
    lean = half / radius
    inward = -(run["pair.normal_force_1"] - run["pair.normal_force_2"]) * lean
    turned = run["free.angle"]
    along = run["pair.reaction.force@world"]
    local = along[:, 0] * np.cos(turned) + along[:, 1] * np.sin(turned)
    assert np.max(np.abs(inward - local)) < 1e-6 * np.max(np.abs(along))
    assert run.energy_error < 1e-9


def test_a_carriage_goes_over_a_wave() -> None:
    system = carriage(WAVE, *places(WAVE, 1.1, 1.6), "one")
    run = system.simulate(system.assemble(), until=0.8, every=0.02, rtol=1e-10, atol=1e-12)
    assert run.energy_error < 1e-6 and run.drift < 1e-10
    for name in ("pair.parameter", "pair.parameter_2"):
        assert np.ptp(run[name]) > 0.01
    first = WAVE.points(run["pair.parameter"])
    second = WAVE.points(run["pair.parameter_2"])
    spacing = places(WAVE, 1.1, 1.6)[2]
    assert np.linalg.norm(second - first, axis=1) == pytest.approx(spacing, abs=1e-9)
