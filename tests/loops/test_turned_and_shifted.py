"""A user's joint type with shifts and a quaternion, cut: its own rates change with its axes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np
import pytest

from loops.random_loops import random_loop
from sarrus.late_dataclass import dataclass
from sarrus.model.joints import TYPES, Coordinate, JointType, contradictions
from sarrus.model.joints.joint_type import position_rows
from sarrus.model.joints.spherical import OMEGA, QUATERNION, Spherical
from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import Array, columns, cross, join, vector
from sarrus.spatial.rotation import quaternion_matrix, quaternion_of

BALL = Spherical()


@dataclass(frozen=True)
class BallOnTable(JointType):
    """Shifts along x and y of F and any turn."""

    type_name: ClassVar[str] = "ball_on_table"
    weight: ClassVar[float] = 4.0
    coordinates: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("x", "m"),
        Coordinate("y", "m"),
        *QUATERNION,
    )
    velocities: ClassVar[tuple[Coordinate, ...]] = (
        Coordinate("vx", "m/s"),
        Coordinate("vy", "m/s"),
        *OMEGA,
    )
    row_names: ClassVar[tuple[str, ...]] = ("z",)

    def pose(self, q: Array) -> Transform:
        return Transform(Rotation(quaternion_matrix(q[2:])), vector(q[0], q[1], 0.0))

    def subspace(self, q: Array) -> Array:
        shifts = (join(quaternion_matrix(q[2:])[k], np.zeros(3)) for k in (0, 1))
        return columns(*shifts, *(join(np.zeros(3), e) for e in np.eye(3)))

    def subspace_rate(self, q: Array, v: Array) -> Array:
        R = quaternion_matrix(q[2:])
        shifts = (join(-cross(v[2:], R[k]), np.zeros(3)) for k in (0, 1))
        return columns(*shifts, *(np.zeros(6) for _ in range(3)))

    def residual(self, X_FM: Transform) -> Array:
        return X_FM.position[2:3]

    def residual_rows(self, X_FM: Transform) -> Array:
        return position_rows(X_FM, 2)

    def coordinates_of(self, X_FM: Transform) -> Array:
        return join(X_FM.position[0:2], quaternion_of(X_FM.matrix))

    def rate(self, q: Array, v: Array) -> Array:
        return join(v[:2], BALL.rate(q[2:], v[2:]))

    def velocity_of(self, q: Array, qdot: Array) -> Array:
        return join(qdot[:2], BALL.velocity_of(q[2:], qdot[2:]))

    def add(self, q: Array, dv: Array) -> Array:
        return np.concatenate([q[:2] + dv[:2], BALL.add(q[2:], dv[2:])])

    def difference(self, q1: Array, q0: Array) -> Array:
        return np.concatenate([q1[:2] - q0[:2], BALL.difference(q1[2:], q0[2:])])

    def neutral(self) -> Array:
        return np.array([0.0, 0.0, 1.0, 0.0, 0.0, 0.0])

    def with_unit_quaternion(self, q: Array) -> Array:
        return join(q[:2], BALL.with_unit_quaternion(q[2:]))

    @property
    def quaternion_at(self) -> int | None:
        return 2


@pytest.fixture
def table() -> Iterator[str]:
    TYPES.register(BallOnTable)
    yield BallOnTable.type_name
    TYPES.remove(BallOnTable)


def test_which_types_have_efforts_that_stay() -> None:
    assert contradictions(BallOnTable()) == ()
    assert BALL.has_constant_efforts and TYPES["free"]().has_constant_efforts
    assert not BallOnTable().has_constant_efforts


def test_rates_of_the_cut_joint_have_the_bias_of_its_axes(table: str) -> None:
    loop = random_loop(table, 5)
    system = loop.model.compile(cut=["loop"])
    q = loop.coordinates(system)
    N = system.compiled.loops.scaled_matrix(system.compiled.loops.closure(q)[1]).null_space
    v = N @ np.random.default_rng(3).normal(size=N.shape[1])
    h = 1e-5
    ends = [system.compiled.loops.closure(system.add(q, s * h * v))[3] for s in (1, -1)]
    C_rate = (ends[0] - ends[1]) / (2 * h)
    bias = system.compiled.loops.terms(q, v).C_bias
    assert np.max(np.abs(C_rate @ v)) > 1e-2
    assert np.max(np.abs(bias - C_rate @ v)) <= 1e-7 * (1 + np.max(np.abs(v)) ** 2)
