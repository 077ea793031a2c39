"""Consistent states from rough ones, and what is said when there is none."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from cartesian.mechanisms import parallelogram, rssr
from sarrus import Mechanism, SimulationStopped
from sarrus.cartesian import CartesianState, CartesianSystem
from sarrus.cartesian.state import state_after

CASES = ("iftomm_A04_bricard", "iftomm_spatial_slider_crank")


def shaken(state: CartesianState, length: float, seed: int, size: float = 0.3) -> CartesianState:
    """Return the state with every body displaced by up to 20 % and turned by up to 0.3 rad."""
    rng = np.random.default_rng(seed)
    n = len(state.centers)
    shift = rng.uniform(-1, 1, (n, 6)) * np.repeat([0.2 * length, size], 3)
    y = state_after(state.y, shift.ravel())
    return CartesianState(state.time, y, rng.normal(size=6 * n), state.near)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("seed", range(3))
def test_rough_state_is_closed(reference, name: str, seed: int) -> None:
    system = CartesianSystem(sarrus.load(reference(name)), compiled=False)
    state = system.project(shaken(system.drawing_state(), system.length, seed))
    assert system.constraint_error(state) < 1e-12
    assert system.velocity_error(state) < 1e-12
    assert system.rank(state).rank == system.rank(system.drawing_state()).rank


def test_closed_state_stays() -> None:
    system = CartesianSystem(rssr(), compiled=False)
    start = system.drawing_state()
    state = system.project(start)
    np.testing.assert_allclose(state.y, start.y, atol=1e-14)


def test_projection_is_idempotent() -> None:
    system = CartesianSystem(parallelogram(), compiled=False)
    once = system.project(shaken(system.drawing_state(), 0.2, 1, 0.1))
    twice = system.project(once)
    np.testing.assert_allclose(twice.y, once.y, atol=1e-13)
    np.testing.assert_allclose(twice.Y, once.Y, atol=1e-12)


def test_impossible_assembly_names_the_joints() -> None:
    machine = Mechanism("too_short")
    inertia = (0.01, 0.01, 0.01)
    left = machine.body("left", 1.0, (0, 0, 0), inertia)
    right = machine.body("right", 1.0, (0, 0, 0), inertia)
    machine.revolute("A", machine.ground, left, on_parent=(0, 0, 0), on_child=(0, 0, 0), axis="z")
    machine.revolute("B", machine.ground, right, on_parent=(3, 0, 0), on_child=(0, 0, 0), axis="z")
    machine.revolute("C", left, right, on_parent=(1, 0, 0), on_child=(-1, 0, 0), axis="z")
    system = CartesianSystem(machine.build(), compiled=False)
    with pytest.raises(SimulationStopped, match=r"widest gaps are in the joints .*'[ABC]'"):
        system.project(system.drawing_state())


def test_reversed_axis_is_no_assembly() -> None:
    machine = Mechanism("door")
    door = machine.body("door", 1.0, (0.5, 0, 0), (0.1, 0.1, 0.1))
    machine.revolute("hinge", machine.ground, door, at=(0, 0, 0), axis="z")
    system = CartesianSystem(machine.build(), compiled=False)
    upside_down = system.state({"door": (np.diag([1.0, -1.0, -1.0]), np.zeros(3))})
    assert system.constraint_error(upside_down) < 1e-14
    with pytest.raises(SimulationStopped, match="reversed"):
        system.project(upside_down)
