"""A serial arm as a product of rotations about its axes.

With the axes z_k through the points p_k, all in the world at q = 0, and the pose M that the frame
has there, the frame is at

    T(q) = Rot_1(q_1) Rot_2(q_2) ... Rot_n(q_n) M,

whatever the conventions that the arm was described with.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.spatial import Transform
from sarrus.spatial.arrays import skew
from sarrus.system import System

CHAIN = "R30"
"""The code of what is wrong with an arm."""


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the vector products of the rows of two matrices."""
    return a[:, [1, 2, 0]] * b[:, [2, 0, 1]] - a[:, [2, 0, 1]] * b[:, [1, 2, 0]]


@dataclass(frozen=True)
class Screws:
    """Axes z (n x 3) through points p (n x 3) of the joints from the base on."""

    z: np.ndarray
    p: np.ndarray

    def __len__(self) -> int:
        return len(self.z)

    @cached_property
    def _turns(self) -> tuple[np.ndarray, np.ndarray]:
        """The matrices of Rot = 1 + sin ~z + (1 - cos) ~z ~z of all axes."""
        skews = np.array([skew(z) for z in self.z], dtype=float)
        return skews, skews @ skews

    def _frames(self, q: Any) -> tuple[np.ndarray, np.ndarray]:
        """Return rotations and shifts that the first 0, 1, ..., n joints make together."""
        n = len(q)
        once, twice = self._turns
        s, c = np.sin(q)[:, None, None], np.cos(q)[:, None, None]
        turned = np.eye(3) + s * once[:n] + (1.0 - c) * twice[:n]
        R, x = np.empty((n + 1, 3, 3)), np.zeros((n + 1, 3))
        R[0] = np.eye(3)
        shifts = self.p[:n] - np.einsum("kij,kj->ki", turned, self.p[:n])
        for k in range(n):
            R[k + 1] = R[k] @ turned[k]
            x[k + 1] = x[k] + R[k] @ shifts[k]
        return R, x

    def motion(self, q: Any) -> Transform:
        """Return the product of the rotations."""
        R, x = self._frames(q)
        return Transform.of(R[-1], x[-1])

    def at_position(self, q: Any) -> Screws:
        """Return the axes where they are at q."""
        R, x = self._frames(q)
        z = np.einsum("kij,kj->ki", R[:-1], self.z)
        return Screws(z, x[:-1] + np.einsum("kij,kj->ki", R[:-1], self.p))

    def jacobian(self, at: np.ndarray) -> np.ndarray:
        """Return J, 6 x n: velocity of the world point `at` that moves along, and angular."""
        return np.vstack([_cross(self.z, at - self.p).T, self.z.T])

    @property
    def reversed(self) -> Screws:
        """The same axes from the frame to the base: the motion of -q there is inverse to ours."""
        return Screws(self.z[::-1].copy(), self.p[::-1].copy())

    def part(self, first: int, last: int) -> Screws:
        """Return some of the axes."""
        return Screws(self.z[first:last], self.p[first:last])

    @cached_property
    def length(self) -> float:
        """A length typical of the arm: the largest distance between neighbouring points."""
        steps = np.linalg.norm(np.diff(self.p, axis=0), axis=1)
        return float(np.max(steps, initial=0.0)) or 1.0

    def miss(self, q: Any, wanted: Transform) -> tuple[np.ndarray, np.ndarray]:
        """Return what is left to the wanted motion: shift [m] of its origin, turn [rad].

        The turn is exact in the first order where it is small, and large where it is not.
        """
        R, x = self._frames(q)
        D = wanted.matrix @ R[-1].T
        half = 0.5 * np.array([D[2, 1] - D[1, 2], D[0, 2] - D[2, 0], D[1, 0] - D[0, 1]])
        return wanted.position - x[-1], half if np.trace(D) > 2.0 else np.full(3, np.pi)


@dataclass(frozen=True)
class Chain:
    """The moving joints of a system between ground and a frame: their axes at zero, and M.

    columns: their places in q; names: of their joints; base: q with the fixed joints set.
    """

    screws: Screws
    home: Transform
    columns: tuple[int, ...]
    names: tuple[str, ...]
    base: np.ndarray


def chain_of(system: System, frame: str, fixed: Mapping[str, float]) -> Chain:
    """Return the chain of a frame or body; the fixed joints count as rigid."""
    if system.closed and system.compiled.followers is None:
        raise ModelError(_unsolvable(frame, f"is part of '{system.model.name}', which has loops"))
    known = [*system.model.body_index, *(f.name for f in system.model.frames)]
    if frame not in known:
        raise ModelError(
            Problem("M09", f"frame '{frame}'", "does not exist", action=nearest(frame, known))
        )
    q = system.assemble(fixed).q if system.closed else system.coordinates_of(fixed)
    body, point = _frame_place(system, frame)
    J = system.jacobian(body, point, q)
    still = {k for name in fixed for k in _velocities(system, name)}
    moving = [k for k in _path(system, body) if k not in still]
    if coupled := _joint_of_coupler(system, moving):
        rule = f"moves by the joint '{coupled}', which follows others or leads them (mimic)"
        raise ModelError(_unsolvable(frame, rule))
    _check_revolute(system, frame, J, moving)
    here = system.poses(q)[frame]
    z = J[3:6, moving].T
    p = here.position + np.cross(z, J[0:3, moving].T)
    return Chain(
        Screws(z, p),
        Transform.of(here.rotation, here.position),
        tuple(_coordinate(system, k) for k in moving),
        tuple(_joint(system, k) for k in moving),
        q,
    )


def _path(system: System, body: str) -> list[int]:
    """Return the velocities of the joints from ground to a body, in this order."""
    tree, found = system.compiled.compiler.tree, []
    i = tree.index[body]
    while i >= 0:
        found.append(list(range(tree.links[i].v.start, tree.links[i].v.stop)))
        i = tree.links[i].parent
    return [k for joint in reversed(found) for k in joint]


def _joint_of_coupler(system: System, moving: list[int]) -> str:
    """Return the first of some joints that a coupler has, "" where there is none."""
    named = {term.joint for coupler in system.model.couplers for term in coupler.terms}
    return next((name for name in (_joint(system, k) for k in moving) if name in named), "")


def _frame_place(system: System, frame: str) -> tuple[str, np.ndarray]:
    for other in system.model.frames:
        if other.name == frame:
            return other.body, np.array(other.pose.position)
    return frame, np.zeros(3)


def _velocities(system: System, name: str) -> range:
    _, place = system.compiled.located_rate(name)
    return range(place.start, place.stop)


def _joint(system: System, k: int) -> str:
    return next(n for n, at in system.compiled.layout.v_slice.items() if at.start <= k < at.stop)


def _coordinate(system: System, k: int) -> int:
    return system.compiled.layout.q_slice[_joint(system, k)].start


def _check_revolute(system: System, frame: str, J: np.ndarray, moving: list[int]) -> None:
    """Refuse joints that do more, or something else, than turn about an axis."""
    for k in moving:
        kind = system.model.joint(_joint(system, k)).type
        linear, angular = J[0:3, k], J[3:6, k]
        pitch = abs(float(linear @ angular)) / (1.0 + float(np.linalg.norm(linear)))
        if kind.nv != 1 or abs(np.linalg.norm(angular) - 1.0) > 1e-9 or pitch > 1e-12:
            rule = f"hangs on joint '{_joint(system, k)}', which is not a revolute joint"
            raise ModelError(_unsolvable(frame, rule))


def _unsolvable(frame: str, rule: str) -> Problem:
    return Problem(
        CHAIN,
        f"frame '{frame}'",
        rule,
        cause="closed forms exist for some arms of six revolute joints",
        action="use sarrus.robotics.reach, which iterates",
    )


def no_closed_form(frame: str, rule: str) -> ModelError:
    """Return the error of an arm that has no closed form here."""
    return ModelError(_unsolvable(frame, rule))
