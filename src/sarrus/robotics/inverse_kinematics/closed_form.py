"""All solutions of the inverse kinematics of arms of six revolute joints, in closed form.

Three geometries are recognized from the axes, whatever they were described with:

- the last three axes meet in a point (spherical wrist): three joints for the position, by a quartic
  in general (Pieper), then three for the orientation;
- the first three axes meet: the same from the other end;
- axes 2, 3 and 4 are parallel and the last two meet (or 3, 4, 5 and the first two).

An arm of seven joints is one of six with a joint fixed, whose angle then is the parameter of its
redundancy.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.robotics.inverse_kinematics.arm import Branches, BranchSearch, Geometry
from sarrus.robotics.inverse_kinematics.branches import (
    LABELS,
    ArmSolution,
    Singularity,
    anthropomorphic,
)
from sarrus.robotics.inverse_kinematics.limits import Limits
from sarrus.robotics.inverse_kinematics.screws import Chain, Screws, chain_of, no_closed_form
from sarrus.robotics.inverse_kinematics.singular import singularities
from sarrus.spatial import Transform
from sarrus.spatial.arrays import cross
from sarrus.system import System

MEET = 1e-9
"""Distance of axes, over the size of the arm, and sine between parallel ones, that counts as 0."""
ZERO = np.zeros(6)


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

    @cached_property
    def _search(self) -> BranchSearch:
        return BranchSearch(self.chain, self.geometry, self.lower, self.upper)

    def solutions(self, pose: Any, *, near: Any = None) -> list[ArmSolution]:
        """Return all solutions, those within limits first; none if the pose is out of reach.

        pose: of the frame in the world (Pose, Transform or 4 x 4). near: q of the system, zero by
        default; of angles that differ by whole turns, the one nearest to it is taken, and angles
        that are free in a singular position have its value.
        """
        around = ZERO
        if near is not None:
            around = np.asarray(near, dtype=float)[self._columns]
        found = self._search.branches(pose, around)
        solutions = [self._solution(k, found) for k in range(len(found.angles))]
        return sorted(solutions, key=_is_beyond) if found.some_beyond else solutions

    def _solution(self, k: int, found: Branches) -> ArmSolution:
        """Return branch k; `found` has all of them."""
        names, angles = self.chain.names, found.chosen[k]
        whole = self.chain.base.copy()
        whole[self._columns] = angles
        over = found.beyond[k]
        beyond = {n: x for n, x in zip(names, over, strict=True) if x} if any(over) else {}
        doubtful = found.doubtful[k]
        singular = self._singularities(found.angles[k], found.pose) if doubtful else ()
        branch = self._names.get(found.signs[k]) or f"branch {k + 1}"
        return ArmSolution(whole, dict(zip(names, angles, strict=True)), branch, beyond, singular)

    @cached_property
    def _columns(self) -> list[int]:
        return list(self.chain.columns)

    @cached_property
    def _names(self) -> dict[tuple[bool, bool, bool], str]:
        """What branches are called, by the signs that tell them apart; nothing for other arms."""
        g = self.geometry
        return {} if g.reversed or not anthropomorphic(g.arm) else LABELS

    def _singularities(self, q: Any, pose: Transform) -> tuple[Singularity, ...]:
        here, g = self.chain.screws.at_position(np.array(q)), self.geometry
        center = g.center if g.reversed else (pose @ self.chain.home.inverse).point(g.center)
        return singularities(g.kind, g.reversed, here, self.chain.names, center)


def _is_beyond(solution: ArmSolution) -> bool:
    return not solution.allowed


@with_checks
def closed_form(
    system: System, frame: str, *, fixed: Mapping[str, float] | None = None
) -> ClosedForm:
    """Return the closed form of the arm that carries a frame or body.

    fixed: joints that stay where they are, by name, with their angles [rad]. Raises `ModelError`
    where the arm has no closed form here.

    Example:
        robotics.closed_form(arm, "L6")
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
            center = test(arm)
            if center is not None:
                return Geometry(kind, arm, center, way)
    raise no_closed_form(
        frame,
        "hangs on six axes of which neither the first nor the last three meet in a point, "
        "nor are the three in between parallel",
    )


def _moves_in_all_directions(arm: Screws) -> bool:
    """Whether the arm has positions that are not singular; two are tried."""
    scale = np.repeat([arm.length, 1.0], 3)[:, None]
    for q in ((0.0, 0.3, 0.7, 0.4, 1.1, 0.2), (0.0, 1.9, -1.1, 2.5, -0.8, 1.3)):
        here = arm.at_position(q)
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
