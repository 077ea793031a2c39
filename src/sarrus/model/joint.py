"""A joint of a model: its type, the two bodies and where it sits on each."""

from __future__ import annotations

from dataclasses import field

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.joint_type import JointType
from sarrus.model.pose import Pose

Interval = tuple[float, float]


@dataclass(frozen=True)
class Joint:
    """A joint from a parent (inboard) to a child (outboard) body.

    on_parent: X_PF, frame F on the parent; on_child: X_BM, frame M on the child. Frames F
    and M coincide when the coordinates are zero. The limits, one entry per velocity
    coordinate or none at all, are (lower, upper) [rad or m], speeds and efforts. armature: inertia
    of a rotor that turns with the one coordinate of the joint [kg m^2, kg]: it adds armature
    vdot to the effort that the joint needs and armature v^2/2 to the kinetic energy, and no more.
    """

    name: str
    type: JointType
    parent: str
    child: str
    on_parent: Pose = Pose()
    on_child: Pose = Pose()
    limits: tuple[Interval, ...] = ()
    speed_limits: tuple[float, ...] = ()
    effort_limits: tuple[float, ...] = ()
    armature: float = field(default=0.0, metadata={"unsaid": True})

    @property
    def coordinate_names(self) -> tuple[str, ...]:
        """Names of the position coordinates, such as `A.angle`."""
        return tuple(f"{self.name}.{c.name}" for c in self.type.coordinates)

    @property
    def velocity_names(self) -> tuple[str, ...]:
        """Names of the velocity coordinates, such as `A.rate`."""
        return tuple(f"{self.name}.{c.name}" for c in self.type.velocities)
