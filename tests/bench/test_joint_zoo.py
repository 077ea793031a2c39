"""A tree with all joint types: mass matrix, bias, accelerations, motion and every reaction.

The case counts spherical joints in successive angles about x, y, z and cylindrical ones as
(displacement, angle); `Zoo` leads from its coordinates to ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import sarrus
from closeness import assert_close

STEP = 1e-30
"""For derivatives by a complex step, which are exact to rounding."""


class Zoo:
    """The model, and the states of the case in our coordinates."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.system = sarrus.load(case).compile()
        self.names = list(case["expected"]["states"][0]["coords"])
        self.row = {name: i for i, name in enumerate(self.names)}

    def vector(self, values: dict[str, float]) -> np.ndarray:
        return np.array([values[name] for name in self.names])

    def own(self, joint: str, *parts: str) -> list[int]:
        return [self.row[f"{joint}.{part}"] for part in parts]

    def q(self, x: np.ndarray) -> np.ndarray:
        values: dict[str, Any] = {}
        for joint in self.system.model.joints:
            kind, name = joint.type.type_name, joint.name
            if kind == "spherical":
                turn = Rotation.from_euler("XYZ", x[self.own(name, "x", "y", "z")])
                values[name] = np.roll(turn.as_quat(), 1)
            elif kind == "cylindrical":
                values[name] = x[self.own(name, "r", "d")]
            elif kind == "universal":
                values[name] = x[self.own(name, "1", "2")]
            else:
                values[name] = x[self.row[name]]
        return self.system.coordinates_of(values)

    def transformation(self, x: np.ndarray) -> np.ndarray:
        """Return T with v = T xdot; x may be complex."""
        T = np.zeros((self.system.nv, len(self.names)), dtype=x.dtype)
        for joint in self.system.model.joints:
            kind, name = joint.type.type_name, joint.name
            rows = np.arange(self.system.nv)[self.system.compiled.layout.v_slice[name]]
            if kind == "spherical":
                columns = self.own(name, "x", "y", "z")
                T[np.ix_(rows, columns)] = body_rates(*x[columns[1:]])
            elif kind == "cylindrical":
                T[rows, self.own(name, "r", "d")] = 1.0
            elif kind == "universal":
                T[rows, self.own(name, "1", "2")] = 1.0
            else:
                T[rows, self.row[name]] = 1.0
        return T

    def drift(self, x: np.ndarray, xdot: np.ndarray) -> np.ndarray:
        """Return Tdot xdot."""
        return self.transformation(x + 1j * STEP * xdot).imag / STEP @ xdot


def body_rates(y: Any, z: Any) -> np.ndarray:
    """Return E: the angular velocity in body axes is E times the rates of the angles x, y, z."""
    c, s, cz, sz = np.cos(y), np.sin(y), np.cos(z), np.sin(z)
    return np.array([[c * cz, sz, 0.0], [-c * sz, cz, 0.0], [s, 0.0, 1.0]])


class State:
    """One state of the case, in its coordinates x and in ours."""

    def __init__(self, zoo: Zoo, expected: dict[str, Any]) -> None:
        self.expected = expected
        x, xdot, xddot = (
            zoo.vector(expected[key]) for key in ("coords", "rates", "expected_accel")
        )
        self.T, self.drift = zoo.transformation(x), zoo.drift(x, xdot)
        self.q, self.v = zoo.q(x), self.T @ xdot
        self.vdot = self.T @ xddot + self.drift


@pytest.fixture(scope="module")
def case(reference: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    return reference("joint_zoo_tree")


@pytest.fixture(scope="module")
def zoo(case: dict[str, Any]) -> Zoo:
    return Zoo(case)


@pytest.fixture(params=range(4))
def state(request: pytest.FixtureRequest, zoo: Zoo, case: dict[str, Any]) -> State:
    return State(zoo, case["expected"]["states"][request.param])


@pytest.fixture
def rel(case: dict[str, Any]) -> float:
    return case["tolerance"]["rel"]


def test_mass_matrix_and_bias(zoo: Zoo, state: State, rel: float) -> None:
    M, c = zoo.system.mass_matrix(state.q), zoo.system.bias(state.q, state.v)
    assert_close(state.T.T @ M @ state.T, state.expected["M"], rel, "M")
    assert_close(state.T.T @ (c + M @ state.drift), state.expected["h"], rel, "h")


def test_accelerations(zoo: Zoo, state: State, rel: float) -> None:
    free = zoo.system.forward_dynamics(state.q, state.v, np.zeros(zoo.system.nv))
    assert_close(free, state.vdot, rel)


def test_motion_of_bodies(zoo: Zoo, state: State, rel: float) -> None:
    motion = zoo.system.kinematics(state.q, state.v, state.vdot)
    parts = {
        "com": "position",
        "R": "rotation",
        "v_com": "velocity",
        "omega": "angular_velocity",
        "a_com": "acceleration",
        "alpha": "angular_acceleration",
    }
    for theirs, ours in parts.items():
        expected = {name: body[theirs] for name, body in state.expected["bodies"].items()}
        found = [getattr(motion[name], ours) for name in expected]
        assert_close(found, list(expected.values()), rel, ours)


def test_reactions(zoo: Zoo, state: State, rel: float) -> None:
    """Nothing drives the joints, so that all that passes through them is reaction."""
    for found in (
        zoo.system.wrenches(state.q, state.v, state.vdot, axes="world"),
        zoo.system.reactions(state.q, state.v, state.vdot, axes="world"),
    ):
        joints = state.expected["reactions_on_b"]
        for part, ours in (("point", "at"), ("force", "force"), ("torque", "moment")):
            expected = [joints[name][part] for name in joints]
            assert_close([getattr(found[name], ours) for name in joints], expected, rel, part)


def test_energy(zoo: Zoo, state: State, rel: float) -> None:
    energy = zoo.system.energy(state.q, state.v)
    assert_close([energy.kinetic, energy.potential], state.expected["T_V"], rel)
