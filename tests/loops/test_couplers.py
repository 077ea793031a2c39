"""Gears, racks and distances: relations that are never joints of the tree."""

from __future__ import annotations

import numpy as np
import pytest

from closeness import assert_close
from loops.free_bodies import imbalance
from sarrus import Mechanism, System
from sarrus.system.one_state.reactions import joint_reactions

J1, J2, RATIO = 0.3, 0.07, -2.5


def gear_pair() -> System:
    m = Mechanism("gears", (0, 0, 0))
    one = m.body("one", 2.0, (0, 0, 0), (0.2, 0.2, J1))
    two = m.body("two", 1.0, (0, 0, 0), (0.05, 0.05, J2), at=(1, 0, 0))
    m.revolute("A", m.ground, one, at=(0, 0, 0), axis="z")
    m.revolute("B", m.ground, two, at=(1, 0, 0), axis="z")
    m.gear("teeth", "A", "B", RATIO)
    return m.build().compile()


def test_gear_pair_has_one_inertia():
    system = gear_pair()
    assert system.compiled.loops.m == 1 and system.mobility().freedom == 1
    state = system.assemble({"A": 0.4}, {"A": 3.0})
    assert state["B"] == pytest.approx(RATIO * 0.4, abs=1e-13)
    assert state["B.rate"] == pytest.approx(RATIO * 3.0, abs=1e-12)
    moving = system.accelerations(state, efforts={"A": 5.0})
    inertia = J1 + RATIO**2 * J2
    assert moving["A"] == pytest.approx(5.0 / inertia, rel=1e-12)
    assert moving["B"] == pytest.approx(RATIO * 5.0 / inertia, rel=1e-12)
    native = system.forward_dynamics(state.q, state.v, system.velocities_of({"A": 5.0}))
    assert_close(native, moving.vdot, 1e-12)
    # the teeth pass the torque that the second wheel needs
    through = joint_reactions(system, moving, part="wrench")
    assert through["B"].moment[2] == pytest.approx(J2 * moving["B"], rel=1e-12)
    driven = system.accelerations(state, driven={"B": 2.0})
    assert driven.efforts["B"] == pytest.approx(2.0 * (J2 + J1 / RATIO**2), rel=1e-12)


def test_rack_and_pinion_with_units():
    m = Mechanism("rack", (0, -9.81, 0))
    rack = m.body("rack", 3.0, (0, 0, 0), (0.1, 0.1, 0.1))
    pinion = m.body("pinion", 1.0, (0, 0, 0), (0.01, 0.01, 0.02), at=(0, 0.02, 0))
    m.prismatic("slide", m.ground, rack, at=(0, 0, 0), axis=(0, 1, 0))
    m.revolute("shaft", m.ground, pinion, at=(0, 0.02, 0), axis="z")
    m.couple("teeth", {"slide.displacement": 1, "shaft.angle": "-20 mm/rad"})
    system = m.build().compile()
    state = system.assemble({"shaft": 1.5})
    assert state["slide"] == pytest.approx(0.03, abs=1e-13)
    moving = system.accelerations(state)
    assert moving["slide"] == pytest.approx(-9.81 * 3.0 / (3.0 + 0.02 / 0.02**2), rel=1e-12)


def test_differential_couples_three_coordinates():
    m = Mechanism("differential", (0, 0, 0))
    for k, name in enumerate(("left", "right", "cage")):
        wheel = m.body(name, 1.0, (0, 0, 0), (0.1, 0.1, 0.1 * (k + 1)), at=(k, 0, 0))
        m.revolute(name[0].upper(), m.ground, wheel, at=(k, 0, 0), axis="z")
    m.couple("mean", {"L": 1.0, "R": 1.0, "C": -2.0}, offset=0.3)
    system = m.build().compile()
    state = system.assemble({"L": 0.5, "C": 0.1}, {"L": 1.0, "C": 2.0})
    assert state["R"] == pytest.approx(0.3 + 0.2 - 0.5, abs=1e-12)
    assert state["R.rate"] == pytest.approx(3.0, abs=1e-12)
    assert system.mobility().freedom == 2
    moving = system.accelerations(state, efforts={"C": 1.0})
    assert moving["L"] + moving["R"] - 2 * moving["C"] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("spatial", [False, True])
def test_pendulum_on_a_string(spatial: bool):
    """A ball held by a distance alone swings like one on a massless rod with a joint."""
    a, length, mass = np.array([0.1, 0.2, 1.0]), 0.8, 1.7
    out = np.array([0.6, 0.0, -0.8])
    J = 0.4 * mass * 0.05**2
    m = Mechanism("string")
    ball = m.body("ball", mass, (0, 0, 0), (J, J, J), at=tuple(a + length * out))
    m.free("loose", m.ground, ball)
    m.distance("string", m.ground, ball, at_a=tuple(a), at_b=tuple(a + length * out))
    system = m.build().compile()
    assert system.compiled.loops.m == 1 and system.mobility().freedom == 5
    speed = np.array([0.8, 0.0, 0.6]) * 2.0 + (np.array([0, 1.1, 0]) if spatial else 0)
    state = system.state(system.drawing(), np.concatenate([speed, np.zeros(3)]))
    moving = system.accelerations(state)
    motion = system.kinematics(state.q, state.v, moving.vdot)["ball"]
    g = np.array([0, 0, -9.81])
    tension = mass * (speed @ speed / length - g @ -out)  # along -out
    expected = g - tension / mass * out
    assert_close(motion.acceleration, expected, 1e-12)
    load = joint_reactions(system, moving, ["string"], axes="world")["string"]
    assert_close(load.force, -tension * out, 1e-12)
    assert np.max(np.abs(load.moment)) <= 1e-12 and load.unique
    assert imbalance(system, moving) <= 1e-12


def test_distance_instead_of_a_coupler_rod():
    """A four-bar whose coupler is a massless distance: two cranks tied together."""
    m = Mechanism("tied", (0, -9.81, 0))
    left = m.body("left", 1.0, (0, 0.5, 0), (0.1, 0.01, 0.1))
    right = m.body("right", 2.0, (2, 0.6, 0), (0.2, 0.02, 0.2))
    m.revolute("A", m.ground, left, at=(0, 0, 0), axis="z")
    m.revolute("D", m.ground, right, at=(2, 0, 0), axis="z")
    tied = {"at_a": (0.2, 1.0, 0), "at_b": (2.3, 1.4, 0)}
    m.distance("rod", left, right, **tied)
    system = m.build().compile()
    state = system.assemble({"A": 0.3}, {"A": 1.5})
    moving = system.accelerations(state, efforts={"D": 2.0})
    m2 = Mechanism("rod", (0, -9.81, 0))
    left = m2.body("left", 1.0, (0, 0.5, 0), (0.1, 0.01, 0.1))
    right = m2.body("right", 2.0, (2, 0.6, 0), (0.2, 0.02, 0.2))
    rod = m2.body("rod")
    m2.revolute("A", m2.ground, left, at=(0, 0, 0), axis="z")
    m2.revolute("D", m2.ground, right, at=(2, 0, 0), axis="z")
    m2.revolute("B", left, rod, at=tied["at_a"], axis="z")
    m2.revolute("C", right, rod, at=tied["at_b"], axis="z")
    other = m2.build().compile()
    twin = other.assemble({"A": 0.3}, {"A": 1.5})
    again = other.accelerations(twin, efforts={"D": 2.0})
    for name in ("A", "D"):
        assert state[name] == pytest.approx(twin[name], abs=1e-12)
        assert moving[name] == pytest.approx(again[name], rel=1e-10)
    force = joint_reactions(system, moving, ["rod"], axes="world")["rod"].force
    pin = joint_reactions(other, again, ["C"], on="parent", axes="world")["C"].force
    assert_close(force[:2], pin[:2], 1e-10)
