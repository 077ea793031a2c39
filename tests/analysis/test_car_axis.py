"""The car axis of the IVP test set: moving ground points as the motion of a driven body."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sarrus import Mechanism, Model
from sarrus.system import Run, System

L, L0, R, OMEGA, G = 1.0, 0.5, 0.1, 10.0, 1.0
MASS = 10.0 * 0.01**2 / 2.0
"""Of each wheel: M eps^2 / 2."""


def tilt(t: Any) -> Any:
    """The angle of the ground's chord, whose end is at height r sin(omega t)."""
    return np.arcsin(R * np.sin(OMEGA * t) / L)


def car_axis(closed: bool) -> Model:
    """The chord turns about the origin; the left wheel slides on its normal, springs have k = 1.

    closed: the axle is a rigid distance to a right wheel that moves in the plane, else a body
    that carries the right wheel at its end.
    """
    m = Mechanism("car axis", (0.0, -G, 0.0))
    m.body("chord", 1.0, (0, 0, 0), (1.0, 1.0, 1.0))
    m.body("left", MASS, (0, 0, 0), (1e-3, 1e-3, 1e-3), at=(0, L0, 0))
    m.revolute("tilt", m.ground, "chord", at=(0, 0, 0), axis="z")
    m.prismatic("rail", "chord", "left", at=(0, L0, 0), axis="y")
    if closed:
        m.body("right", MASS, (0, 0, 0), (1e-3, 1e-3, 1e-3), at=(L, L0, 0))
        m.planar("plane", m.ground, "right", at=(L, L0, 0), axis="z", x_axis="x")
        m.distance("axle", "left", "right", at_a=(0, L0, 0), at_b=(L, L0, 0))
    else:
        m.body("right", MASS, (L, 0, 0), (0.0, 0.0, 0.0), at=(0, L0, 0))
        m.revolute("axle", "left", "right", at=(0, L0, 0), axis="z")
    ends = {"at_a": (0, 0, 0), "at_b": (0, L0, 0)}
    m.spring_damper("spring_l", "chord", "left", k=1.0, free_length=L0, **ends)
    ends = {"at_a": (L, 0, 0), "at_b": (L, L0, 0)}
    m.spring_damper("spring_r", "chord", "right", k=1.0, free_length=L0, **ends)
    return m.build()


def simulated(system: System, **how: Any) -> Run:
    if system.closed:
        rates = {"tilt": R * OMEGA / L, "rail": 0.0, "plane.rate": 0.0}
        start = system.assemble({"tilt": 0.0, "rail": 0.0}, rates, guess=system.drawing())
    else:
        # the axle keeps its direction in space while the chord turns
        start = system.assemble({}, {"tilt": 1.0, "rail": 0.0, "axle": -1.0})
    return system.simulate(start, until=3.0, every=0.05, driven={"tilt": tilt}, **how)


def wheels(run: Run) -> tuple[np.ndarray, np.ndarray]:
    """Positions and velocities of both wheels, rows (xl, yl, xr, yr)."""
    on_right = (0, 0, 0) if run.system.closed else (L, 0, 0)
    found = [
        [run.system.point(body, r, q, v) for body, r in (("left", (0, 0, 0)), ("right", on_right))]
        for q, v in zip(run.q, run.v, strict=True)
    ]
    places = np.array([np.concatenate([p.position[:2] for p in row]) for row in found])
    speeds = np.array([np.concatenate([p.velocity[:2] for p in row]) for row in found])
    return places, speeds


CASES = [("closed", method) for method in ("auto", "pece", "bdf", "ida", "adams")]
CASES += [("open", method) for method in ("auto", "bdf", "ida")]


@pytest.mark.parametrize("form, method", CASES)
def test_car_axis(reference: Any, reference_table: Any, form: str, method: str) -> None:
    """To the tolerances of the case, at all times; the forces of rail and axle at the end."""
    case, table = reference("ivp_caraxis"), reference_table("bench/ivp_caraxis/reference.csv")
    system = car_axis(form == "closed").compile(kernels=())
    assert system.closed == (form == "closed")
    run = simulated(system, method=method, rtol=1e-11, atol=1e-12)
    places, speeds = wheels(run)
    expected = np.column_stack([table[name] for name in ("xl", "yl", "xr", "yr")])
    assert np.max(np.abs(places - expected)) <= case["tolerance"]["position_abs"]
    expected = np.column_stack([table[name] for name in ("vxl", "vyl", "vxr", "vyr")])
    assert np.max(np.abs(speeds - expected)) <= case["tolerance"]["velocity_abs"]
    published = np.array(case["expected"]["published_t3"])
    assert np.concatenate([places[-1], speeds[-1]]) == pytest.approx(published[:8], abs=1e-6)
    assert_forces(run, published[8:], places[-1])


def assert_forces(run: Run, lam: np.ndarray, at: np.ndarray) -> None:
    """The rail pushes with lam1 L along the chord, the axle with 2 lam2 L along itself."""
    found = run.system.reactions(run.motion(-1), axes="world")
    chord = np.array([np.cos(tilt(3.0)), np.sin(tilt(3.0))])
    rail, axle = found["rail"].force[:2], found["axle"].force[:2]
    along = (at[2:] - at[:2]) / L
    expected = -2.0 * lam[1] * L * along  # on the right wheel: 2 lam2 (xr - xl)
    push = lam[0] * L * chord
    if run.system.closed:
        assert rail == pytest.approx(push, abs=1e-6)
        assert axle == pytest.approx(-expected, abs=1e-6)
    else:  # the axle's own hinge carries what the wheel needs, the rail both
        assert rail @ chord == pytest.approx(push @ chord, abs=1e-6)
        assert abs(axle @ along) == pytest.approx(abs(expected @ along), abs=1e-6)


def test_both_forms_and_the_drive_agree() -> None:
    """Torque that tilts the ground: the same for open and closed form."""
    torques = []
    for closed in (True, False):
        run = simulated(car_axis(closed).compile(kernels=()), rtol=1e-11, atol=1e-12)
        torques.append([run.motion(k).efforts["tilt"][0] for k in range(0, len(run), 6)])
        assert run.energy_error < 1e-8
    assert torques[0] == pytest.approx(torques[1], abs=1e-6)


def test_midpoint_rule_on_the_car_axis(reference: Any) -> None:
    """Equal steps, moving ground: second order, no drift of the loop."""
    case: Callable[..., Any] = reference("ivp_caraxis")
    known = np.array(case["expected"]["at_end"]["xl_yl_xr_yr"])
    system = car_axis(True).compile(kernels=())
    errors = []
    for step in (1e-3, 5e-4):
        run = simulated(system, method="midpoint", step=step)
        errors.append(np.max(np.abs(wheels(run)[0][-1] - known)))
        assert run.drift < 1e-12
    assert errors[0] < 0.02
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.3)
