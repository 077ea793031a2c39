"""All solutions of the inverse kinematics of arms of six revolute joints, in closed form.

Three geometries are recognised from the axes, whatever they were described with:

- the last three axes meet in a point (spherical wrist): three joints for the position, by a quartic
  in general (Pieper), then three for the orientation;
- the first three axes meet: the same from the other end;
- axes 2, 3 and 4 are parallel and the last two meet (or 3, 4, 5 and the first two).

An arm of seven joints is one of six with a joint fixed, whose angle then is the parameter of its
redundancy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.arguments import checked
from sarrus.late_dataclass import dataclass
from sarrus.robotics.inverse_kinematics.arm_position import arm_angles
from sarrus.robotics.inverse_kinematics.branches import (
    ArmSolution,
    anthropomorphic,
    label,
)
from sarrus.robotics.inverse_kinematics.limits import Limits, nearest_turn
from sarrus.robotics.inverse_kinematics.parallel_axes import parallel_angles
from sarrus.robotics.inverse_kinematics.screws import Chain, Screws, chain_of, no_closed_form
from sarrus.robotics.inverse_kinematics.singular import singularities
from sarrus.robotics.inverse_kinematics.targets import pose_of
from sarrus.robotics.inverse_kinematics.wrist import wrist_angles
from sarrus.spatial import Transform
from sarrus.spatial.arrays import cross
from sarrus.system import System

MEET = 1e-9
"""Distance of axes, over the size of the arm, and sine between parallel ones, that counts as 0."""
EXACT = 1e-10
"""What may be left, in metres over the size of the arm and in radians, of a solution."""


@dataclass(frozen=True)
class Geometry:
    """What makes an arm solvable: its axes, from the frame on if `reversed`, and the centre."""

    kind: str
    arm: Screws
    centre: np.ndarray
    reversed: bool

    def angles(self, G: Transform, near: np.ndarray) -> list[np.ndarray]:
        """Return all q for the motion G, from the base on."""
        sense = -1.0 if self.reversed else 1.0
        order = slice(None, None, -1 if self.reversed else 1)
        wanted, around = (G.inverse if self.reversed else G), sense * near[order]
        if self.kind == "parallel axes":
            found = parallel_angles(self.arm, self.centre, wanted, float(around[5]))
        else:
            found = self._wrist_apart(wanted, float(around[3]))
        exact = [_refined_angles(self.arm, q, wanted) for q in found]
        return [sense * q[order] for q in exact if q is not None]

    def _wrist_apart(self, G: Transform, first: float) -> list[np.ndarray]:
        arm, wrist = self.arm.part(0, 3), self.arm.z[3:6]
        found = []
        for three in arm_angles(arm, self.centre, G.point(self.centre)):
            left = arm.motion(three).matrix.T @ G.matrix
            found += [np.concatenate([three, q]) for q in wrist_angles(wrist, left, first)]
        return found


class ClosedForm:
    """The inverse kinematics of one arm; `kind` says which form it has."""

    def __init__(self, system: System, frame: str, fixed: Mapping[str, float]) -> None:
        self.system, self.frame = system, frame
        self.chain: Chain = chain_of(system, frame, fixed)
        n = len(self.chain.screws)
        if n != 6:
            action = "fix one of them (fixed=)" if n == 7 else "six are needed"
            raise no_closed_form(frame, f"hangs on {n} revolute joints; {action}")
        self.geometry = _geometry(self.chain.screws, frame)
        limits = Limits.of(system)
        places = [_velocity_of(system, name) for name in self.chain.names]
        self.lower, self.upper = limits.lower[places], limits.upper[places]

    @property
    def kind(self) -> str:
        """One of "spherical wrist", "spherical shoulder" and "parallel axes"."""
        if self.geometry.kind == "spherical wrist" and self.geometry.reversed:
            return "spherical shoulder"
        return self.geometry.kind

    def solutions(self, pose: Any, *, near: Any = None) -> list[ArmSolution]:
        """Return all solutions, those within limits first; none if the pose is out of reach.

        pose: of the frame in the world (Pose, Transform or 4 x 4). near: q of the system, zero by
        default; of angles that differ by whole turns, the one nearest to it is taken, and angles
        that are free in a singular position have its value.
        """
        around = np.zeros(6)
        if near is not None:
            around = np.asarray(near, dtype=float)[list(self.chain.columns)]
        G = pose_of(pose) @ self.chain.home.inverse
        found = [self._solution(k, q, around, G) for k, q in enumerate(self._distinct(G, around))]
        return sorted(found, key=lambda s: not s.allowed)

    def _distinct(self, G: Transform, around: np.ndarray) -> list[np.ndarray]:
        found: list[np.ndarray] = []
        for q in self.geometry.angles(G, around):
            apart = [np.max(np.abs(np.remainder(q - o + np.pi, 2 * np.pi) - np.pi)) for o in found]
            if min(apart, default=1.0) > 1e-7:
                found.append(q)
        return found

    def _solution(self, k: int, q: np.ndarray, around: np.ndarray, G: Transform) -> ArmSolution:
        names, chosen, beyond = self.chain.names, [], {}
        for name, x, lower, upper, near in zip(
            names, q, self.lower, self.upper, around, strict=True
        ):
            value, excess = nearest_turn(float(x), lower, upper, near)
            chosen.append(value)
            if excess:
                beyond[name] = excess
        angles = np.array(chosen)
        whole = self.chain.base.copy()
        whole[list(self.chain.columns)] = angles
        here = self.chain.screws.moving(q)
        g = self.geometry
        centre = g.centre if g.reversed else G.point(g.centre)
        singular = singularities(g.kind, g.reversed, here, names, centre)
        return ArmSolution(
            whole, dict(zip(names, chosen, strict=True)), self._branch(k, here, G), beyond, singular
        )

    def _branch(self, k: int, here: Screws, G: Transform) -> str:
        g = self.geometry
        if g.reversed or not anthropomorphic(g.arm):
            return f"branch {k + 1}"
        centre = G.point(g.centre)
        return label(here, centre, here.p[3] if g.kind == "parallel axes" else centre)


@checked
def closed_form(
    system: System, frame: str, *, fixed: Mapping[str, float] | None = None
) -> ClosedForm:
    """Return the closed form of the arm that carries a frame or body.

    fixed: joints that stay where they are, by name, with their angles [rad]. Raises `ModelError`
    where the arm has no closed form here.
    """
    return ClosedForm(system, frame, dict(fixed or {}))


def _velocity_of(system: System, joint: str) -> int:
    return system.compiled.layout.v_slice[joint].start


def _geometry(screws: Screws, frame: str) -> Geometry:
    """Return the first geometry that the axes have, or refuse."""
    if not _moves_in_all_directions(screws):
        raise no_closed_form(
            frame, "cannot be moved in all directions by its six joints, wherever it is"
        )
    for kind, test in (("spherical wrist", _spherical), ("parallel axes", _parallel)):
        for way in (False, True):
            arm = screws.reversed if way else screws
            centre = test(arm)
            if centre is not None:
                return Geometry(kind, arm, centre, way)
    raise no_closed_form(
        frame,
        "hangs on six axes of which neither the first nor the last three meet in a point, "
        "nor are the three in between parallel",
    )


def _moves_in_all_directions(arm: Screws) -> bool:
    """Whether the arm has positions that are not singular; two are tried."""
    scale = np.repeat([arm.length, 1.0], 3)[:, None]
    for q in ((0.0, 0.3, 0.7, 0.4, 1.1, 0.2), (0.0, 1.9, -1.1, 2.5, -0.8, 1.3)):
        here = arm.moving(q)
        if np.linalg.svd(here.jacobian(here.p[5]) / scale, compute_uv=False)[5] > MEET:
            return True
    return False


def _spherical(arm: Screws) -> np.ndarray | None:
    """Return where the last three axes meet, if they do."""
    c = _meeting(arm.part(3, 6), arm.length)
    skew = [np.linalg.norm(cross(arm.z[k], arm.z[k + 1])) for k in (3, 4)]
    return None if min(skew) < 1e-6 else c


def _parallel(arm: Screws) -> np.ndarray | None:
    """Return where the last two axes meet, if axes 2, 3 and 4 are parallel."""
    z = arm.z
    if max(np.linalg.norm(cross(z[1], z[k])) for k in (2, 3)) > MEET:
        return None
    if min(np.linalg.norm(cross(z[a], z[b])) for a, b in ((0, 1), (3, 4), (4, 5))) < 1e-6:
        return None
    return _meeting(arm.part(4, 6), arm.length)


def _meeting(axes: Screws, length: float) -> np.ndarray | None:
    """Return the point that lies on all axes, None if there is none."""
    across = [np.eye(3) - np.outer(z, z) for z in axes.z]
    A = np.vstack(across)
    b = np.concatenate([N @ p for N, p in zip(across, axes.p, strict=True)])
    c = np.linalg.lstsq(A, b, rcond=None)[0]
    gaps = np.linalg.norm((A @ c - b).reshape(-1, 3), axis=1)
    return c if float(np.max(gaps)) <= MEET * length else None


def _refined_angles(arm: Screws, q: np.ndarray, G: Transform) -> np.ndarray | None:
    """Return q after Newton's steps as long as they help; None if it is no solution."""
    shift, turn = arm.miss(q, G)
    gap = _size(shift, turn, arm.length)
    for _ in range(3):
        if gap < 1e-14:
            break
        J = arm.moving(q).jacobian(G.position - shift)
        step = np.linalg.lstsq(J, np.concatenate([shift, turn]), rcond=1e-9)[0]
        left = arm.miss(q + step, G)
        if not _size(*left, arm.length) < 0.5 * gap:
            break
        q, (shift, turn), gap = q + step, left, _size(*left, arm.length)
    return q if gap <= EXACT else None


def _size(shift: np.ndarray, turn: np.ndarray, length: float) -> float:
    return float(max(np.linalg.norm(shift) / max(length, 1e-300), np.linalg.norm(turn)))
