"""Wheels on rails: the wheelset of the test set, Klingel's formula, energy, bad input."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from forces.joint_identities import (
    assert_derivatives,
    assert_gradient,
    assert_power,
    assert_traced,
    mechanism,
    scene,
    with_element,
)
from forces.wheelset_formulas import ELLIPTIC, MASS, RATIO, Wheel, accelerations
from sarrus import Mechanism, ModelError, gallery
from sarrus.curves import CircleCurve, PointCurve
from sarrus.model import GROUND
from sarrus.model.forces import RailContact
from sarrus.model.pose import Pose, matrix3, vector3
from sarrus.system import System

PUBLISHED = 0.86355386965811e-2
"""Lateral displacement after 10 s [m]: DASSL at 1e-9, Test Set for IVP Solvers, problem wheel."""


@pytest.fixture(scope="module")
def system() -> System:
    return gallery.wheelset().compile()


@pytest.mark.parametrize("seed", range(4))
def test_accelerations_by_the_formulas_of_the_test_set(system: System, seed: int) -> None:
    rng = np.random.default_rng(seed)
    q = rng.normal(size=6) * [2e-3, 0.0, 1e-4, 5e-3, 1e-3, 0.0]
    v = rng.normal(size=6) * [0.05, 1e-4, 0.01, 0.1, 1e-3, 0.3]
    k = 1e9
    for _ in range(8):  # until the wheels carry 70 and 90 N at rest
        off = [Wheel(q, side).overlap - load / k for side, load in ((1, 70.0), (-1, 90.0))]
        slopes = np.array([Wheel(q, side).normal[[1, 4]] for side in (1, -1)])
        q[[1, 4]] += np.linalg.solve(slopes, off)
    normals = np.array([Wheel(q, side).normal for side in (1, -1)])
    v[[1, 4]] += np.linalg.solve(normals[:, [1, 4]], [1e-4, -1e-4] - normals @ v)
    damping = 0.5 * math.sqrt(2.0 * k * MASS) / (0.5 * MASS * 9.81)
    N = {}
    for side in (1, -1):
        wheel = Wheel(q, side)
        N[side] = k * wheel.overlap * max(0.0, 1.0 - damping * float(wheel.normal @ v))
    order = [2, 0, 1, 3, 4, 5]
    ours = q[order], v[order] + [0, 0, 0, 0, 0, 300.0]
    found = np.asarray(system.forward_dynamics(*ours, np.zeros(6)))
    expected = accelerations(q, v, N)[order]
    # the elliptic integral is rounded to six digits there
    assert np.max(np.abs(found - expected)) < 1e-5 * np.max(np.abs(expected))
    assert N[1] > 0.0 and N[-1] > 0.0


def test_the_elliptic_integral_is_that_of_the_test_set() -> None:
    contact = gallery.wheelset().forces[-1]
    assert isinstance(contact, RailContact) and contact.ellipse == RATIO
    assert contact.elliptic == pytest.approx(ELLIPTIC, rel=5e-6)


def lateral_at_the_end(stiffness: float, rtol: float) -> float:
    """Return the lateral displacement of the wheelset of the test set after 10 s [m]."""
    example = gallery.EXAMPLES["wheelset"]
    system = gallery.wheelset(stiffness=stiffness).compile()
    sunk = 0.5 * MASS * 9.81 / stiffness
    start = system.assemble({**example.start, "vertical": 0.40089e-6 - sunk}, rates=example.rates)
    run = system.simulate(start, until=10.0, every=1.0, method="bdf", rtol=rtol, atol=1e-3 * rtol)
    return float(run["lateral.displacement"][-1])


@pytest.mark.slow
def test_the_wheelset_of_the_test_set_after_ten_seconds() -> None:
    """Wheel on rail are rigid there: what a stiffness k leaves falls with 1/k."""
    off = [lateral_at_the_end(k, 1e-8) / PUBLISHED - 1.0 for k in (1e10, 1e11)]
    assert abs(off[1]) < 1e-5
    assert off[0] / off[1] == pytest.approx(10.0, rel=0.5)


def free_wheelset(speed: float, conicity: float, half: float, radius: float) -> Mechanism:
    """A wheelset without guides on rails that are round on top, in axes that go along."""
    m = Mechanism("hunting", gravity=(0.0, 0.0, -9.81))
    axle = m.body("axle", 10.0, (0, 0, 0), (1e-3, 1e-3, 1e-3))
    m.free("A", m.ground, axle)
    for name, side in (("left", 1.0), ("right", -1.0)):
        angle = math.atan(conicity)
        rail = (0.0, side * (half + math.sin(angle) * 0.01), -radius - math.cos(angle) * 0.01)
        m.rail_contact(
            name, axle, on=(0, side * half, 0), axle=(0, side, 0), radius=radius,
            conicity=conicity, curve=CircleCurve(0.01), origin=rail, axis="x", x_axis="y",
            k=1e6, a=1.0, mu=0.5, ellipse=0.3, c11=4.0, c22=4.0, c23=0.0, speed=speed,
        )  # fmt: skip
    return m


def test_hunting_has_the_wavelength_of_klingel() -> None:
    """2 pi sqrt(r s/gamma): J. Klingel, Organ f. d. Fortschritte d. Eisenbahnwesens, 1883."""
    speed, conicity, half, radius = 2.0, 0.02, 0.75, 0.45
    system = free_wheelset(speed, conicity, half, radius).build().compile()
    start = system.assemble({"A.y": 2e-3, "A.z": -4.9e-5}, rates={"A.omega_y": speed / radius})
    wavelength = 2.0 * math.pi * math.sqrt(radius * half / conicity)
    run = system.simulate(
        start, until=0.85 * wavelength / speed, every=0.02, method="bdf", rtol=1e-5
    )
    y = np.asarray(run["A.y"])
    crossing = np.flatnonzero(np.diff(np.sign(y)))
    times = [t - b * 0.02 / (c - b) for t, b, c in
             ((run.t[i], y[i], y[i + 1]) for i in crossing)]  # fmt: skip
    assert len(times) == 2
    assert times[1] - times[0] == pytest.approx(0.5 * wavelength / speed, rel=0.01)
    assert run.energy_error < 1e-5


def test_a_wheel_that_rolls_straight_does_not_creep() -> None:
    """The spin of a cone, its angular velocity across the contact, is all that is left."""
    angle, radius, speed = 0.05, 0.4, 5.0
    system = free_wheelset(speed, math.tan(angle), 0.7, radius).build().compile()
    start = system.assemble({"A.z": -4.9e-5}, rates={"A.omega_y": speed / radius})
    run = system.simulate(start, until=1e-9, every=1e-9, method="bdf")
    for side in ("left", "right"):
        assert run[f"{side}.normal_force"][0] == pytest.approx(49.0, rel=2e-2)
        assert abs(run[f"{side}.creepage_along"][0]) < 1e-5
        assert abs(run[f"{side}.creepage_across"][0]) < 1e-12
        assert abs(run[f"{side}.spin"][0]) == pytest.approx(math.sin(angle) / radius, rel=1e-4)


@pytest.mark.parametrize("seed", range(6))
def test_identities(seed: int) -> None:
    rng = np.random.default_rng(seed)
    m = mechanism(seed)
    names = [body.name for body in m.model.bodies]
    body = str(rng.choice(names))
    base = str(rng.choice([GROUND, *(name for name in names if name != body)]))
    here = scene(m, m.q, m.v)
    wheel = here.pose(body)
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    turn = turn * np.sign(np.linalg.det(turn))
    axle = turn[:, 0] + 0.1 * rng.normal(size=3)
    axle = axle / np.linalg.norm(axle)
    element = RailContact(
        name="touch", body=body, point=(0.1, 0.0, 0.2), radius=0.3, conicity=0.05,
        axle=vector3(np.asarray(wheel.rotation.back(axle), dtype=float)), curve=CircleCurve(0.1),
        k=1e4, a=0.2, exponent=1.5, mu=0.3, ellipse=0.6, c11=4.0, c22=3.7, c23=1.5,
        shear_modulus=1e6, base=base, speed=float(rng.normal()),
    )  # fmt: skip
    # the rail under the wheel, so that it sinks in by a few millimetres
    centre = np.asarray(wheel.point(np.array(element.point)), dtype=float)
    world = Pose(vector3(centre - turn[:, 1] * 0.38), matrix3(turn))
    carrier = here.pose(base)
    rotation = np.asarray(carrier.matrix, dtype=float).T @ turn
    position = np.asarray(carrier.inverse.point(np.array(world.position)), dtype=float)
    world = Pose(vector3(position), matrix3(rotation))
    for how in ("exact", "linear"):
        whole = with_element(m, replace(element, on_base=world, creepages=how))
        still = replace(element, on_base=world, creepages=how, speed=0.0)
        assert_gradient(with_element(m, still))
        heat = assert_power(whole)
        assert how == "linear" or heat > 0.0
        assert_derivatives(whole, near=1e-6)
        assert_traced(whole, {"radius": 0.31, "mu": 0.2})


def test_a_rail_of_points_is_that_of_the_circle() -> None:
    angles = np.linspace(0.2, math.pi - 0.2, 41)  # from right to left: its outside is up
    rail = PointCurve(0.06 * np.column_stack([-np.cos(angles), np.sin(angles)])[::-1])
    contact: Any = gallery.wheelset().forces[-1]
    found = []
    for curve in (CircleCurve(0.06), rail):
        m = Mechanism("one", gravity=(0.0, 0.0, -9.81))
        axle = m.body("axle", 10.0, (0, 0, 0), (0.1, 0.1, 0.1))
        m.free("A", m.ground, axle)
        m.rail_contact(
            "touch", axle, on=(0, 0, 0), axle="y", radius=0.1, conicity=0.1, curve=curve,
            origin=(0, 0, -0.158), axis="x", x_axis="y", k=1e4, mu=0.3, ellipse=0.7,
            c11=contact.c11, c22=contact.c22, c23=contact.c23,
        )  # fmt: skip
        system = m.build().compile()
        start = system.assemble({"A.y": 2e-3}, rates={"A.vx": 2.0, "A.omega_z": 0.3})
        found.append(np.asarray(system.forward_dynamics(start.q, start.v, np.zeros(6))))
    assert np.max(np.abs(found[0] - found[1])) < 1e-5 * np.max(np.abs(found[0]))


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ({"axle": (0, 1, 2)}, "S70", "stands at 63.43 degrees to x of the rail"),
        ({"ellipse": 1.2}, "M04", "must be below 1"),
        ({"body": "ground", "base": None}, "M09", "ground"),
    ],
)
def test_bad_input_is_named(changes: dict[str, object], code: str, words: str) -> None:
    options: dict[str, object] = {
        "body": "axle", "on": (0, 0, 0), "axle": (0, 1, 0), "radius": 0.1,
        "curve": CircleCurve(0.06), "axis": "x", "x_axis": "y", "k": 1e8, "mu": 0.1,
        "ellipse": 0.7, "c11": 4.0, "c22": 4.0, "c23": 1.0,
    }  # fmt: skip
    m = Mechanism("bad")
    m.body("axle", 10.0, (0, 0, 0), (0.1, 0.1, 0.1))
    m.free("A", m.ground, "axle")
    m.rail_contact("touch", **(options | changes))  # type: ignore[arg-type]
    with pytest.raises(ModelError) as caught:
        m.build()
    assert code in [problem.code for problem in caught.value.problems]
    assert words in str(caught.value)


def test_a_wheel_across_its_rail_is_named_with_its_line_in_a_file(tmp_path: Path) -> None:
    text = """\
sarrus: 1
bodies: {axle: {mass: 10 kg, inertia: [0.1, 0.1, 0.1]}}
joints: {A: {type: free, parent: ground, child: axle}}
forces:
  touch: {type: rail_contact, body: axle, on: [0, 0, 0], axle: x, radius: 10 cm, axis: x,
          curve: {type: CircleCurve, radius: 6 cm}, x_axis: y, k: 1e8, mu: 0.1, ellipse: 0.7,
          c11: 4, c22: 4, c23: 1}
"""
    file = tmp_path / "m.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        sarrus.load(file)
    (problem,) = caught.value.problems
    assert problem.code == "S70" and "90 degrees" in str(problem) and ":5" in str(caught.value)
