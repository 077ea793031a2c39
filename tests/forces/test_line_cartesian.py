"""The elements seen by another formulation: accelerations in absolute coordinates."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cartesian.mechanisms import placed
from closeness import assert_close
from forces.test_line_identities import BRAKE, DAMPER, ENERGY, PUSH, SPRING
from random_trees import random_tree
from sarrus import Mechanism, System
from sarrus.cartesian import CartesianSystem
from sarrus.model.forces import (
    ForceElement,
    GasSpring,
    JointGasSpring,
    Moment,
    PointWindowForce,
    Strut,
    UserForce,
    VaryingForce,
    WindowForce,
)
from sarrus.model.forces.recorder import slope

A, B = (0.1, 0.0, 0.2), (0.0, 0.1, -0.3)


def own_law(m: Mechanism) -> UserForce:
    def law(s: Any) -> Any:
        gap = s.position("far") - s.position("near")
        spin = s.angular_velocity("b1") * s.axes("b2")[:, 1]
        return [s.force("near", 3.0 * gap - s.velocity("near")), s.moment("b2", spin)]

    for name in ("b1", "b2"):
        m.body(name, 1.0, (0, 0, 0), (1, 1, 1))
        m.free(f"free_{name}", m.ground, name)
    m.user_force("own", law, points={"near": ("b2", A), "far": ("b1", B)})
    (element,) = m.build().forces
    return element  # type: ignore[return-value]


def elements(joint: str) -> tuple[ForceElement, ...]:
    gas = {"area": 0.8, "volume": 0.6, "pressure": 5.0, "reference": 0.4, "exponent": 1.3}
    stops = {"bump_clearance": 0.1, "bump_stiffness": 30.0, "bump_exponent": 2.0}
    window = {"force": 3.0, "start": -1.0, "stop": 1.0, "width": 0.5, "moving": 1}
    return (
        Strut("s", "b0", "b3", A, B, spring=SPRING, damper=DAMPER, free_length=0.8, **stops),
        Strut("e", "ground", "b4", A, B, spring=slope(ENERGY), energy=ENERGY, damper=BRAKE),
        Strut("r", "ground", "b2", A, B, k=20.0, c_rebound=2.0, acts="pull", free_length=0.2),
        GasSpring("g", "b1", "b4", A, B, **gas),
        JointGasSpring("h", joint, 3.0, 1.2, 1.3, 0.1, 0.4),
        VaryingForce("v", "b1", A, ((B, PUSH), ((1.0, 0.0, 0.0), 2.0)), follower=True),
        Moment("m", "b4", ((A, PUSH),), axes="b2", reaction="b0"),
        WindowForce(name="w", joint=joint, **window),
        PointWindowForce(name="p", body="b3", point=B, direction=(0.6, 0.0, 0.8), **window),
        own_law(Mechanism()),
    )


@pytest.mark.parametrize("seed", range(6))
def test_accelerations_agree_with_absolute_coordinates(seed: int) -> None:
    model = random_tree(seed, 6)
    joint = next(j.name for j in model.joints if j.type.nv and j.type.quaternion_at is None)
    model = replace(model, forces=elements(joint))
    system = System(model, kernels=())
    rng = np.random.default_rng(1000 + seed)
    q = system.compiled.layout.with_unit_quaternions(rng.uniform(-1, 1, system.nq))
    v = rng.normal(size=system.nv)
    vdot = system.forward_dynamics(q, v, np.zeros(system.nv))
    motion = system.kinematics(q, v, vdot)
    found = CartesianSystem(model, compiled=False).accelerations(placed(model, system, q, v))
    names = list(found)
    for quantity in ("acceleration", "angular_acceleration"):
        expected = [getattr(motion[name], quantity) for name in names]
        assert_close([getattr(found[n], quantity) for n in names], expected, 1e-9, quantity)
