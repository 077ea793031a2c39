"""A gripper that holds a cube by friction, and lets it go."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import Box, Mechanism, Model

G = 9.81


def gripper(*, force: float = 20.0, until: float = 0.5, smoothing: float = 1e-6) -> Model:
    """Return the model: two fingers press on a cube, hold it by friction, and let it go.

    force [N]: of each finger; until [s]: when they open. smoothing [m/s]: the speed below which
    friction fades: the cube creeps down with a part of it, its weight over what friction can hold.
    """
    half = 0.02
    m = Mechanism("parallel gripper", (0.0, 0.0, -G))
    palm = m.body("palm", 1.0, inertia=(1e-3, 1e-3, 1e-3), at=(0.0, 0.0, 0.09))
    cube = m.body("cube", 0.2, inertia=(5e-5, 5e-5, 5e-5))
    m.weld("arm", m.ground, palm, at=(0.0, 0.0, 0.09))
    m.free("loose", m.ground, cube)
    for name, side in (("left", -1.0), ("right", 1.0)):
        x = side * (half + 0.006)
        finger = m.body(f"{name}_finger", 0.1, inertia=(1e-4, 1e-4, 1e-4), at=(x, 0.0, 0.0))
        m.prismatic(name, palm, finger, at=(x, 0.0, 0.08), axis="x")
        closing = -side * force
        times = [0.0, until, until + 0.05, until + 10.0]
        forces = [closing, closing, -0.2 * closing, -0.2 * closing]
        m.point_force(f"{name}_force", finger, (times, forces), along="x", on=(0.0, 0.0, 0.0))
        m.joint_damper(f"{name}_damper", name, 5.0)
        m.contact(
            f"{name}_grip", cube, finger, k=1e6, a=1.0, mu=0.6, smoothing=smoothing,
            shape=Box((2.0 * half, 2.0 * half, 2.0 * half)), base_shape=Box((0.012, 0.02, 0.024)),
        )  # fmt: skip
    m.contact("floor", cube, k=1e6, a=1.0, mu=0.6, smoothing=1e-3, origin=(0.0, 0.0, -0.1),
              shape=Box((2.0 * half, 2.0 * half, 2.0 * half)))  # fmt: skip
    return m.build()


@pytest.mark.slow
def test_a_gripper_holds_a_cube_and_lets_it_go() -> None:
    system = gripper(until=0.3).compile()
    run = system.simulate(system.assemble(), until=1.2, every=0.02, method="bdf", rtol=1e-6)
    height, held = run["cube.position"][:, 2], (run.t > 0.05) & (run.t < 0.29)
    assert np.max(np.abs(height[held])) < 1e-6
    assert run["left_grip.normal_force"][held] == pytest.approx(20.0, abs=1e-2)
    assert np.all(run["right_grip.points"][held] == 4.0)
    assert run["left_grip.points"][-1] == 0.0
    assert height[-1] == pytest.approx(-0.08, abs=1e-3)  # on the floor
    assert run["floor.points"][-1] == 4.0
    assert run.energy_error < 1e-4


@pytest.mark.slow
def test_a_gripper_holds_for_ten_minutes() -> None:
    """The cube creeps by smoothing L/sqrt((mu N)^2 - L^2) with the load L of half its weight."""
    system = gripper(until=610.0).compile()
    run = system.simulate(system.assemble(), until=600.0, every=60.0, method="bdf", rtol=1e-6)
    load, most = 0.5 * 0.2 * G, 0.6 * 20.0
    creep = 1e-6 * load / np.sqrt(most**2 - load**2)
    fallen = run["cube.position"][:, 2] - run["cube.position"][1, 2]
    assert fallen[1:] == pytest.approx(-creep * (run.t[1:] - run.t[1]), rel=0.02, abs=1e-9)
