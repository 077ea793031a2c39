"""Beams: Timoshenko's cantilever, rods and shafts in closed form, the gradient, mirror images."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import sarrus
from derivatives.mechanisms import Moving
from forces.joint_identities import (
    assert_derivatives,
    assert_gradient,
    assert_power,
    assert_traced,
    mechanism,
    with_element,
)
from random_trees import random_pose
from sarrus import Mechanism
from sarrus.model import GROUND
from sarrus.model.forces import Beam
from sarrus.spatial.rotation import rotation_about

L, WIDE, HIGH = 0.8, 0.02, 0.03
E, G = 2.1e11, 8.1e10
A, I_Y, I_Z, J = WIDE * HIGH, HIGH * WIDE**3 / 12, WIDE * HIGH**3 / 12, 6e-8
SECTION = {
    "length": L, "area": A, "torsion_constant": J, "second_moment_y": I_Y, "second_moment_z": I_Z,
    "young_modulus": E, "shear_modulus": G,
}  # fmt: skip
SMALL = 1e-4
"""Of a load: so small that the beam is linear to the digits that are compared."""


def cantilever(size: float = 1.0, shear: float = 1.2) -> Mechanism:
    """A beam along x with a body at its end; size: of all lengths, 1e-6 for micrometres."""
    m = Mechanism("cantilever", (0.0, 0.0, 0.0))
    m.body("tip", size**3, inertia=(size**5,) * 3, at=(L * size, 0, 0))
    m.free("free", "ground", "tip", at=(L * size, 0, 0))
    section = {
        **SECTION,
        "length": L * size,
        "area": A * size**2,
        **{
            k: SECTION[k] * size**4
            for k in ("torsion_constant", "second_moment_y", "second_moment_z")
        },
    }
    m.beam("beam", "ground", "tip", on_a=(0, 0, 0), on_b=(0, 0, 0), shear_ratio_y=shear,
           shear_ratio_z=shear, **section)  # fmt: skip
    return m


@pytest.mark.parametrize("size", [1.0, 1e-6, 1e3])
@pytest.mark.parametrize("shear", [0.0, 1.2])
def test_cantilever_bends_as_timoshenko_says(size: float, shear: float) -> None:
    m = cantilever(size, shear)
    F = SMALL * size**2
    m.point_force("load", "tip", (0, F, 2 * F), on=(0, 0, 0))
    system = m.build().compile()
    y = F * L**3 / (3 * E * I_Z) + shear * F * L / (G * A)
    z = 2 * F * L**3 / (3 * E * I_Y) + shear * 2 * F * L / (G * A)
    about_z, about_y = F * L**2 / (2 * E * I_Z), -2 * F * L**2 / (2 * E * I_Y)
    # loads grow with the square of the size: deflections with the size, slopes not at all
    turn = np.array([0.0, about_y, about_z]) / size**2
    R = rotation_about(turn / np.linalg.norm(turn), float(np.linalg.norm(turn)))
    at = np.array([L * size, y / size, z / size])
    state = system.state(poses={"tip": (at, R)})
    motion = system.accelerations(state)
    rest = system.kinematics(state.q, state.v, motion.vdot)["tip"]
    # what is left of the load, which bends the beam as far as it should
    assert np.linalg.norm(rest.acceleration) * size**3 < 1e-6 * F
    assert np.linalg.norm(rest.angular_acceleration) * size**5 < 1e-6 * F * L * size


def test_rod_and_shaft() -> None:
    m = cantilever()
    m.point_force("pull", "tip", (300.0, 0, 0), on=(0, 0, 0))
    m.moment("twist", "tip", (0.5, 0, 0))
    system = m.build().compile()
    found = system.kinematics(system.equilibrium(system.assemble()).state.q)["tip"]
    assert found.position[0] - L == pytest.approx(300.0 * L / (E * A), rel=1e-6)
    assert math.asin(found.rotation[2][1]) == pytest.approx(0.5 * L / (G * J), rel=1e-6)


def test_two_halves_bend_as_the_whole() -> None:
    # with its middle free, a beam of two halves has the stiffness of one beam
    m = Mechanism("halves", (0.0, 0.0, 0.0))
    half = {**SECTION, "length": L / 2}
    for k, name in enumerate(("middle", "tip"), 1):
        m.body(name, 1.0, inertia=(1.0, 1.0, 1.0), at=(k * L / 2, 0, 0))
        m.free(f"free {name}", "ground", name, at=(k * L / 2, 0, 0))
    m.beam("first", "ground", "middle", on_a=(0, 0, 0), on_b=(0, 0, 0), shear_ratio_y=1.2, **half)
    m.beam("second", "middle", "tip", on_a=(0, 0, 0), on_b=(0, 0, 0), shear_ratio_y=1.2, **half)
    m.point_force("load", "tip", (0, SMALL, 0), on=(0, 0, 0))
    system = m.build().compile()
    found = system.kinematics(system.equilibrium(system.assemble()).state.q)["tip"]
    y = SMALL * L**3 / (3 * E * I_Z) + 1.2 * SMALL * L / (G * A)
    assert found.position[1] == pytest.approx(y, rel=1e-6)


def random_beam(rng: np.random.Generator, m: Moving) -> Beam:
    names = [GROUND, *(body.name for body in m.model.bodies)]
    a, b = (str(name) for name in rng.choice(names, 2, replace=False))
    numbers = (float(x) for x in rng.uniform(0.5, 2.0, 10))
    return Beam("e", a, b, random_pose(rng), random_pose(rng), *numbers)


@pytest.mark.parametrize("seed", range(4))
def test_identities(seed: int) -> None:
    m = mechanism(seed)
    beam = random_beam(np.random.default_rng(seed), m)
    assert_gradient(with_element(m, replace(beam, damping_time=0.0)))
    moving = with_element(m, beam)
    assert assert_power(moving) >= 0.0
    assert_traced(moving, {"young_modulus": 1.7, "length": 0.9})
    assert_derivatives(moving)


@pytest.mark.parametrize("plane", ["x", "y", "z"])
def test_mirror_image_bends_as_a_mirror_image(plane: str) -> None:
    part = Mechanism("part", (0.0, 0.0, 0.0))
    part.body("tip", 1.0, inertia=(0.01, 0.02, 0.025), at=(0.7, 0.1, 0.2))
    part.free("free", "ground", "tip", at=(0.7, 0.1, 0.2))
    part.beam("beam", "ground", "tip", on_a=(0, 0, 0), on_b=(0, 0, 0), shear_ratio_y=1.2,
              **{**SECTION, "young_modulus": 1e6, "shear_modulus": 1e6})  # fmt: skip
    flip = np.array([-1.0 if axis == plane else 1.0 for axis in "xyz"])
    rates = []
    for mirror in (None, plane):
        whole = Mechanism("whole", (0.0, 0.0, 0.0))
        whole.add("p", part, mirror=mirror)
        system = whole.build().compile()
        state = system.assemble()
        motion = system.accelerations(state)
        body = system.kinematics(state.q, state.v, motion.vdot)["p.tip"]
        rates.append((body.acceleration, body.angular_acceleration))
    np.testing.assert_allclose(rates[1][0], flip * rates[0][0], rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(rates[1][1], -flip * rates[0][1], rtol=1e-10, atol=1e-12)


def test_wrong_sections_are_refused() -> None:
    m = cantilever()
    m.forces[-1].options["area"] = "-2 mm^2"
    with pytest.raises(sarrus.ModelError, match="area"):
        m.build()
