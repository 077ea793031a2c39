"""The two frames of a joint: marker F on the parent, marker M on the child."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from sarrus.cartesian.bodies import MovingBody
from sarrus.cartesian.moving import Moving, dot
from sarrus.late_dataclass import dataclass
from sarrus.model import Joint, Pose
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, cross, matrix, vector
from sarrus.spatial.rotation import quaternion_of, quaternion_product


@dataclass(frozen=True)
class Marker:
    """A frame fixed to a body; side: 0 on the parent of the joint, 1 on the child."""

    body: MovingBody
    pose: Pose
    side: int

    @cached_property
    def origin(self) -> Moving:
        """The origin."""
        return self.body.point(self.pose.transform.position, self.side)

    @cached_property
    def axes(self) -> tuple[Moving, Moving, Moving]:
        """The unit vectors x, y, z."""
        x, y, z = (self.body.direction(u, self.side) for u in self.pose.transform.matrix.T)
        return x, y, z

    @cached_property
    def rotation(self) -> Array:
        """The rotation matrix from the marker's axes to world axes."""
        return self.body.rotation @ self.pose.transform.matrix

    @property
    def quaternion(self) -> Array:
        """The rotation as a quaternion, continuous along a motion."""
        return quaternion_product(self.body.quaternion, quaternion_of(self.pose.transform.matrix))


@dataclass(frozen=True)
class JointMarkers:
    """Markers F and M of one joint."""

    joint: Joint
    F: Marker
    M: Marker

    @staticmethod
    def of(joint: Joint, bodies: Mapping[str, MovingBody]) -> JointMarkers:
        """Return the markers of a joint."""
        F = Marker(bodies[joint.parent], joint.on_parent, 0)
        return JointMarkers(joint, F, Marker(bodies[joint.child], joint.on_child, 1))

    @cached_property
    def separation(self) -> Moving:
        """d, from the origin of F to that of M."""
        return self.M.origin - self.F.origin

    def cosine(self, f: int, m: int) -> Moving:
        """Return entry (f, m) of R_FM: axis f of F times axis m of M."""
        return dot(self.F.axes[f], self.M.axes[m])

    def shift(self, f: int) -> Moving:
        """Return the displacement of M along axis f of F."""
        return dot(self.F.axes[f], self.separation)

    @property
    def X_FM(self) -> Transform:
        """The relative pose."""
        R = matrix(*[tuple(self.cosine(f, m).value for m in range(3)) for f in range(3)])
        return Transform.of(R, vector(*[self.shift(f).value for f in range(3)]))

    @property
    def quaternion(self) -> Array:
        """R_FM as a quaternion."""
        w, x, y, z = self.F.quaternion
        return quaternion_product(vector(w, -x, -y, -z), self.M.quaternion)

    @cached_property
    def turning(self) -> Array:
        """Angular velocity of the child relative to the parent, in world axes."""
        return self.M.body.angular_velocity - self.F.body.angular_velocity

    @cached_property
    def sliding(self) -> Array:
        """Velocity of M's origin as seen from F, in world axes: ddot - w_F x d."""
        carried = cross(self.F.body.angular_velocity, self.separation.value)
        return self.separation.rate - carried
