"""The numbers of all links of a tree as arrays, a row for each, made without a loop over links.

Frames are chosen as in `link_frames`, and the numbers are those of `Tree.of` to rounding.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from sarrus.dynamics.link_frames import FAR, PARALLEL, main_children, without_noise
from sarrus.dynamics.shared.link_kind import (
    ABOUT,
    FIXED,
    MASS,
    MOMENT,
    PARAMETER,
    ROW,
    LinkKind,
    with_parameter,
)
from sarrus.late_dataclass import dataclass
from sarrus.topology import Layout, Topology

Floats = np.ndarray


@dataclass(frozen=True)
class Poses:
    """Poses of n frames: rotations, n x 3 x 3, and positions, n x 3."""

    R: Floats
    p: Floats

    def __matmul__(self, other: Poses) -> Poses:
        """Return X_AB X_BC = X_AC, one by one."""
        return Poses(self.R @ other.R, self.p + _turned_vectors(self.R, other.p))

    @property
    def inverse(self) -> Poses:
        """Return X_BA, one by one."""
        back = self.R.transpose(0, 2, 1)
        return Poses(back, -_turned_vectors(back, self.p))

    def __getitem__(self, k: Any) -> Poses:
        return Poses(self.R[k], self.p[k])


class LinkTable:
    """The links of a tree as arrays.

    parent: index of the inboard link, -1 for ground; q, v: where the coordinates of the joint
    begin; nv: how many velocities it has; X_CB: the body frame in the link frame; rows: see
    `link_kind`.
    """

    def __init__(self, topology: Topology, layout: Layout) -> None:
        self.topology = topology
        branches, model = topology.branches, topology.model
        self.n = len(branches)
        self.parent = np.array(topology.parent, dtype=np.int64)
        self.types = [branch.type for branch in branches]
        names = [branch.joint.name for branch in branches]
        q, v = layout.q_slice, layout.v_slice
        self.q = np.array([q[name].start for name in names], dtype=np.int64)
        self.v = np.array([v[name].start for name in names], dtype=np.int64)
        self.nv = np.array([v[name].stop for name in names], dtype=np.int64) - self.v
        bodies = [model.body(branch.outboard) for branch in branches]
        self.mass = np.array([body.mass for body in bodies])
        self._com = np.array([body.com for body in bodies]).reshape(-1, 3)
        self._about_com = np.array([body.inertia for body in bodies]).reshape(-1, 3, 3)
        self.X_PF = _pose_arrays([branch.on_inboard for branch in branches])
        self.X_MB = _pose_arrays([branch.on_outboard for branch in branches]).inverse

    @cached_property
    def kinds(self) -> list[LinkKind]:
        """The kind of every link, none of its velocities being driven."""
        made: dict[Any, LinkKind] = {}
        found = []
        for kind, simple in zip(self.types, self._frames.simple.tolist(), strict=True):
            key = (kind, simple)
            if key not in made:
                made[key] = LinkKind(with_parameter(kind, 1.0), simple)
            found.append(made[key])
        return found

    @cached_property
    def _frames(self) -> _Frames:
        return _Frames.of(self)

    @cached_property
    def X_CB(self) -> Poses:
        """Poses of the body frames in the link frames."""
        return self._frames.X_CM @ self.X_MB

    @cached_property
    def moment(self) -> Floats:
        """First moments of mass about the origins of the link frames."""
        return self.mass[:, None] * self._com_C

    @cached_property
    def _com_C(self) -> Floats:
        return self.X_CB.p + _turned_vectors(self.X_CB.R, self._com)

    @cached_property
    def rows(self) -> Floats:
        """The row of every link, n x ROW."""
        frames, R = self._frames, self.X_CB.R
        c = self._com_C
        about = R @ self._about_com @ R.transpose(0, 2, 1)
        # -m ~c ~c = m (c.c I - c c^T)
        about = about + self.mass[:, None, None] * (
            np.sum(c * c, axis=1)[:, None, None] * np.eye(3) - c[:, :, None] * c[:, None, :]
        )
        rows = np.zeros((self.n, ROW))
        rows[:, MASS] = self.mass
        rows[:, MOMENT : MOMENT + 3] = self.moment
        for k, (i, j) in enumerate(((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2))):
            rows[:, ABOUT + k] = about[:, i, j]
        rows[:, FIXED:PARAMETER] = frames.geometry
        known = {kind: kind.parameters for kind in set(self.types)}
        if any(len(parameters) == 1 for parameters in known.values()):
            rows[:, PARAMETER] = [next(iter(known[kind].values()), 0.0) for kind in self.types]
        return rows

    @cached_property
    def body_rows(self) -> Floats:
        """The same with the pose of every body frame in its link frame, n x BODY_ROW."""
        return np.concatenate([self.rows, self.X_CB.R.reshape(-1, 9), self.X_CB.p], axis=1)


@dataclass(frozen=True)
class _Frames:
    """Which steps are simple, their geometry as in rows, and the frames M in the link frames."""

    simple: Floats
    geometry: Floats
    X_CM: Poses

    @staticmethod
    def of(table: LinkTable) -> _Frames:
        n, parent = table.n, table.parent
        carried = np.maximum(parent, 0)
        on_link = parent >= 0
        X_MF = table.X_MB[carried] @ table.X_PF
        axial = [kind.axial for kind in table.types]
        turning = {kind: kind.turns_about_axis for kind in dict.fromkeys(table.types)}
        turns = np.array([turning[kind] for kind in table.types], dtype=bool)
        normal = _Normals.of(X_MF)
        main = main_children(table.topology.parent, axial, on_link.tolist())
        pairs = np.array([(p, k) for p, k in main.items() if normal.near[k]], dtype=np.int64)
        followed, mine = pairs.reshape(-1, 2).T
        slide, in_turn, out_turn = np.zeros(n), np.zeros(n), np.zeros(n)
        slide[followed] = normal.height[mine]
        slide[mine] = normal.other_height[mine]
        in_turn[mine] = normal.other_turn[mine]
        out_turn[:] = in_turn
        out_turn[followed] = np.arctan2(normal.x[mine, 1], normal.x[mine, 0])
        has_normal = np.zeros(n, dtype=bool)
        has_normal[mine] = True
        in_turn = np.where(has_normal, in_turn, out_turn)
        X_MC, X_FF = _axial(out_turn, slide), _axial(in_turn, slide)
        X_CM = X_MC.inverse
        on_parent = X_CM[carried] @ X_MF
        X_PC = Poses(
            np.where(on_link[:, None, None], on_parent.R, table.X_PF.R),
            np.where(on_link[:, None], on_parent.p, table.X_PF.p),
        )
        turn = out_turn - in_turn
        # where nothing turns about z, the constant turn comes before the joint's motion, not after
        fixed = X_PC @ X_FF @ _axial(np.where(turns, 0.0, turn), np.zeros(n))
        simple = has_normal & turns
        geometry = np.zeros((n, 13))
        geometry[:, 0] = np.where(turns, turn, 0.0)
        geometry[:, 1:10] = without_noise(fixed.R, 1.0).reshape(n, 9)
        geometry[:, 10:] = without_noise(
            fixed.p, np.max(np.abs(fixed.p), axis=1, initial=0.0)[:, None]
        )
        shift = np.stack([normal.distance, normal.height - slide[carried]], axis=1)
        chosen = np.concatenate(
            [
                without_noise(np.stack([normal.cosine, normal.sine], axis=1), 1.0),
                without_noise(shift, np.max(np.abs(shift), axis=1, initial=0.0)[:, None]),
            ],
            axis=1,
        )
        geometry[simple, 1:5] = chosen[simple]
        geometry[simple, 5:] = 0.0
        return _Frames(simple, geometry, X_CM)


@dataclass(frozen=True)
class _Normals:
    """Common normals of the z axes of n pairs of frames, as in `link_frames`."""

    x: Floats
    height: Floats
    other_height: Floats
    distance: Floats
    cosine: Floats
    sine: Floats
    other_turn: Floats
    near: Floats

    @staticmethod
    def of(X_MF: Poses) -> _Normals:
        p, z = X_MF.p, X_MF.R[:, :, 2]
        sine = np.hypot(z[:, 0], z[:, 1])
        crossed = sine > PARALLEL
        across = np.hypot(p[:, 0], p[:, 1])
        apart = ~crossed & (across > 0.0)
        length = np.where(crossed, sine, np.where(apart, across, 1.0))
        x = np.zeros_like(p)
        x[:, 0] = np.where(crossed, -z[:, 1], np.where(apart, p[:, 0], 1.0)) / length
        x[:, 1] = np.where(crossed, z[:, 0], np.where(apart, p[:, 1], 0.0)) / length
        y = np.stack([-x[:, 1], x[:, 0], np.zeros(len(p))], axis=1)
        along = np.where(crossed, np.sum(z * y, axis=1), 1.0)
        other = np.where(crossed, -np.sum(p * y, axis=1) / along, 0.0)
        height = p[:, 2] + other * z[:, 2]
        distance = np.where(crossed, np.sum(p * x, axis=1), across)
        cosine = np.where(crossed, z[:, 2], np.sign(z[:, 2]))
        seen = _turned_vectors(X_MF.R.transpose(0, 2, 1), x)
        near = np.maximum(np.abs(height), np.abs(other)) <= FAR * np.sqrt(np.sum(p * p, axis=1))
        turn = np.arctan2(seen[:, 1], seen[:, 0])
        sine = np.where(crossed, sine, 0.0)
        return _Normals(x, height, other, distance, cosine, sine, turn, near)


def _pose_arrays(poses: list[Any]) -> Poses:
    """Return poses of a model as arrays."""
    R = np.array([pose.rotation for pose in poses]).reshape(-1, 3, 3)
    return Poses(R, np.array([pose.position for pose in poses]).reshape(-1, 3))


def _axial(angle: Floats, slide: Floats) -> Poses:
    """Return turns about z with shifts along it."""
    n = len(angle)
    R, p = np.zeros((n, 3, 3)), np.zeros((n, 3))
    cosine, sine = np.cos(angle), np.sin(angle)
    R[:, 0, 0], R[:, 0, 1], R[:, 1, 0], R[:, 1, 1], R[:, 2, 2] = cosine, -sine, sine, cosine, 1.0
    p[:, 2] = slide
    return Poses(R, p)


def _turned_vectors(R: Floats, a: Floats) -> Floats:
    return (R @ a[:, :, None])[:, :, 0]
