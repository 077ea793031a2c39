"""Contact and tracks in absolute coordinates: the two formulations agree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cartesian.mechanisms import placed
from closeness import assert_close
from random_trees import random_tree
from sarrus import System, analysis
from sarrus.cartesian import CartesianSystem
from sarrus.model.forces import PointContact, Track, WheelContact
from sarrus.road import SineRoad

WAVES = SineRoad(0.2, 3.0)
ELEMENTS = (
    PointContact(
        "p", "b1", ((0.1, 0, 0.2), (0, 0.3, 0)), 50.0, 0.1, 1.5, 0.4, 0.3, origin=(0, 0, 9)
    ),
    PointContact("r", "b4", ((0.1, 0, 0.2),), 20.0, 0.1, road=WAVES, base="b0", origin=(0, 0, 4)),
    WheelContact(
        "w",
        "b2",
        (0.1, 0.2, 0),
        0.4,
        WAVES,
        9.0,
        2.0,
        mu=0.5,
        mu_across=0.2,
        speed=3.0,
        origin=(0, 0, 7),
    ),
    WheelContact("v", "b3", (0, 0, 0), 0.4, WAVES, 9.0, 2.0, vertical=True, origin=(0, 0, 7)),
    Track(
        "t",
        ("b0", "b3", "b5"),
        ((0.5, 0, 0), (0, 3.0, 0), (0, 0, 4.0)),
        (0.1, 0.05, 0.08),
        (2.0, 2.0, 2.0),
        1.0,
        3.0,
        0.4,
        base="b1",
    ),
)


@pytest.mark.parametrize("seed", range(4))
def test_CHK_C01_accelerations_under_contact_agree(seed: int) -> None:
    model = replace(random_tree(seed, 6), forces=ELEMENTS)
    system = System(model, kernels=())
    rng = np.random.default_rng(1000 + seed)
    q = system.compiled.layout.with_unit_quaternions(rng.uniform(-1, 1, system.nq))
    v, tau = rng.normal(size=(2, system.nv))
    vdot = system.forward_dynamics(q, v, tau)
    bare = System(replace(model, forces=()), kernels=()).forward_dynamics(q, v, tau)
    assert np.max(np.abs(vdot - bare)) > 1.0
    cartesian = CartesianSystem(model, compiled=False)
    slices = system.compiled.layout.v_slice
    efforts = {j.name: tau[slices[j.name]] for j in model.joints}
    state = placed(model, system, q, v)
    found = cartesian.accelerations(state, efforts=efforts)
    motion = system.kinematics(q, v, vdot)
    for part in ("acceleration", "angular_acceleration"):
        ours = [getattr(motion[name], part) for name in found]
        assert_close([getattr(a, part) for a in found.values()], ours, 1e-9, part)
    assert_close(cartesian.dissipation(state), analysis.dissipation(system, q, v), 1e-11)
    assert_close(cartesian.energy(state).elements, system.energy(q, v).elements, 1e-11)
