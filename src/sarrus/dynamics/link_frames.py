"""The frame in which the equations of each link are written.

Where a joint turns about or slides along z, its frames may be turned about and moved along
that axis without changing the motion. Denavit and Hartenberg's choice, x along the common
normal of a joint axis and the next, makes the constant transform to the next joint a turn
about x and a shift (a, 0, d): most of its entries are exact zeros, and the equations of a
serial chain need a third fewer operations.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.spatial import AxisRotation, Transform
from sarrus.spatial.arrays import Array, dot, norm

PARALLEL = 1e-12
ROUNDING = 4e-16
FAR = 10.0
"""Axes that are nearly parallel have their common normal far away, where digits are lost."""


@dataclass(frozen=True)
class LinkFrame:
    """How a link's frame C and its joint frame F' derive from the model's M and F.

    C = M Shift_z(slide) Turn_z(out_turn), F' = F Shift_z(slide) Turn_z(in_turn);
    fixed: X_PF', from the parent's C to F', where it is known to be simple.
    """

    slide: float = 0.0
    in_turn: float = 0.0
    out_turn: float = 0.0
    fixed: Transform | None = None

    @property
    def turn(self) -> float:
        """The constant turn about z that the joint's own motion gets in addition."""
        return self.out_turn - self.in_turn


@dataclass(frozen=True)
class _Normal:
    """The common normal of the z axis and the z axis of another frame."""

    x: Array
    height: float
    other_height: float
    distance: float
    cosine: float
    sine: float
    other_turn: float
    offset: float

    @property
    def near(self) -> bool:
        """Whether the feet of the normal are not much farther off than the two frames."""
        return max(abs(self.height), abs(self.other_height)) <= FAR * self.offset


def link_frames(
    parents: Sequence[int], axial: Sequence[bool], X_MF: Sequence[Transform | None]
) -> list[LinkFrame]:
    """Return the frames of all links.

    X_MF[k]: pose of the joint frame F of link k in the frame M of its parent link, in numbers;
    None where it is not constant or the parent is ground.
    """
    known = [X is not None for X in X_MF]
    found = {
        p: (k, _common_normal(X_MF[k])) for p, k in main_children(parents, axial, known).items()
    }
    main = {p: k for p, (k, normal) in found.items() if normal.near}
    normals = {k: normal for k, normal in found.values() if normal.near}
    frames: list[LinkFrame] = []
    for k in range(len(parents)):
        mine, follower = normals.get(k), main.get(k)
        next_normal = normals[follower] if follower is not None else None
        slide = mine.other_height if mine else next_normal.height if next_normal else 0.0
        in_turn = mine.other_turn if mine else 0.0
        out_turn = np.arctan2(next_normal.x[1], next_normal.x[0]) if next_normal else in_turn
        if mine is None:
            in_turn = out_turn
        fixed = _simple(mine, frames[parents[k]]) if mine else None
        frames.append(LinkFrame(slide, in_turn, float(out_turn), fixed))
    return frames


def main_children(
    parents: Sequence[int], axial: Sequence[bool], known: Sequence[bool]
) -> dict[int, int]:
    """Return for every axial link the axial child that carries most links.

    known: whether the step from the parent is constant.
    """
    size = [1] * len(parents)
    for k in range(len(parents) - 1, -1, -1):
        if parents[k] >= 0:
            size[parents[k]] += size[k]
    main: dict[int, int] = {}
    for k, p in enumerate(parents):
        fits = p >= 0 and axial[p] and axial[k] and known[k]
        if fits and (p not in main or size[k] > size[main[p]]):
            main[p] = k
    return main


def _common_normal(X_MF: Transform | None) -> _Normal:
    if X_MF is None:
        raise ValueError("a common normal needs a constant transform")
    p, z = np.asarray(X_MF.position), X_MF.matrix[:, 2]
    sine = float(np.hypot(z[0], z[1]))
    if sine > PARALLEL:
        x = np.array([-z[1], z[0], 0.0]) / sine
        distance = float(dot(p, x))
        # the feet: height e_z + distance x = p + other z
        y = np.array([-x[1], x[0], 0.0])
        other = -float(dot(p, y)) / float(dot(z, y))
        height = float(p[2] + other * z[2])
        cosine = float(z[2])
    else:
        sine, cosine = 0.0, float(np.sign(z[2]))
        distance = float(np.hypot(p[0], p[1]))
        x = np.array([p[0], p[1], 0.0]) / distance if distance > 0.0 else np.array([1.0, 0, 0])
        other, height = 0.0, float(p[2])
    seen = X_MF.rotation.back(x)
    turn, offset = float(np.arctan2(seen[1], seen[0])), float(norm(p))
    return _Normal(x, height, other, distance, cosine, sine, turn, offset)


def _simple(normal: _Normal, parent: LinkFrame) -> Transform:
    cosine, sine = without_noise(np.array([normal.cosine, normal.sine]), 1.0)
    shift = np.array([normal.distance, 0.0, normal.height - parent.slide])
    return Transform(
        AxisRotation.of(0, cosine, sine), without_noise(shift, float(np.max(np.abs(shift))))
    )


def without_noise(values: Array, scale: float) -> Array:
    """Return the numbers with those that are zero up to rounding set to zero."""
    return np.where(np.abs(values) <= ROUNDING * scale, 0.0, values)
