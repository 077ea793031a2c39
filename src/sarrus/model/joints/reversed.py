"""A joint that the tree passes from its child to its parent."""

from __future__ import annotations

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.joint_type import JointType
from sarrus.model.joints.wrapped_joint import WrappedJoint
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, columns, motion_cross


@dataclass(frozen=True)
class Reversed(WrappedJoint):
    """The same joint and coordinates, with frame F on the outboard body.

    X_MF = X_FM^-1, and the velocity of F relative to M is -X_FM S v in F's axes.
    """

    def mirror_image(self) -> JointType:
        return Reversed(self.joint.mirror_image())

    def pose(self, q: Array) -> Transform:
        return self.joint.pose(q).inverse

    def subspace(self, q: Array) -> Array:
        S = self.joint.subspace(q)
        if self.axial or self.nv == 0:
            return -S
        X_FM = self.joint.pose(q)
        return columns(*[-X_FM.motion_back(S[:, k]) for k in range(self.nv)])

    def subspace_rate(self, q: Array, v: Array) -> Array:
        if self.axial or self.nv == 0:
            return -self.joint.subspace_rate(q, v)
        X_FM = self.joint.pose(q)
        S, S_rate = self.joint.subspace(q), self.joint.subspace_rate(q, v)
        motion = X_FM.motion_back(S @ v)
        return columns(
            *[
                -(X_FM.motion_back(S_rate[:, k]) + motion_cross(motion, X_FM.motion_back(S[:, k])))
                for k in range(self.nv)
            ]
        )

    def effort_directions(self, q: Array) -> Array:
        T = self.joint.effort_directions(q)
        if self.axial or self.nv == 0:
            return -T
        X_FM = self.joint.pose(q)
        return columns(*[-X_FM.force(T[:, k]) for k in range(self.nv)])

    @property
    def complement(self) -> Array:
        return self.joint.complement if self.axial else super().complement

    def residual(self, X_MF: Transform) -> Array:
        return self.joint.residual(X_MF.inverse)

    def residual_rows(self, X_MF: Transform) -> Array:
        # V_FM in M = -(V_MF in F) moved to M
        return -self.joint.residual_rows(X_MF.inverse) @ X_MF.inverse.motion_matrix

    def coordinates_of(self, X_MF: Transform) -> Array:
        return self.joint.coordinates_of(X_MF.inverse)
