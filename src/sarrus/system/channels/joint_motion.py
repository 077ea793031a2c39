"""One joint: its coordinates, velocities, accelerations and efforts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model import Joint
from sarrus.spatial.arrays import Array
from sarrus.system.channels.view import StateView, traced

if TYPE_CHECKING:
    from sarrus.system.system import System


@dataclass(frozen=True, eq=False)
class JointMotion:
    """A joint of a system, in the tree or cut."""

    system: System
    joint: Joint

    @property
    def cut(self) -> bool:
        """Whether it closes a loop."""
        return self.joint.name in self.system.compiled.loops.cut_q

    @property
    def description(self) -> str:
        """What it is, in words."""
        j = self.joint
        return f"{j.type.type_name} joint '{j.name}', of '{j.child}' relative to '{j.parent}'"

    @property
    def matched(self) -> bool:
        """Whether velocities are the rates of the coordinates, one by one."""
        return self.joint.type.quaternion_at is None

    @property
    def place(self) -> slice:
        """Where its velocities stand among those of the tree or of the cut joints."""
        places = (
            self.system.compiled.loops.cut_v if self.cut else self.system.compiled.layout.v_slice
        )
        return places[self.joint.name]

    def coordinates(self, at: StateView) -> Array:
        """Return its coordinates."""
        places = (
            self.system.compiled.loops.cut_q if self.cut else self.system.compiled.layout.q_slice
        )
        if self.cut:
            return self._closed_joint_motion(at, at.cut_q[..., places[self.joint.name]])
        return at.q[..., places[self.joint.name]]

    def velocities(self, at: StateView) -> Array:
        """Return its velocities."""
        if self.cut:
            return self._closed_joint_motion(at, at.cut_v[..., self.place])
        return at.v[..., self.place]

    def accelerations(self, at: StateView) -> Array:
        """Return the rates of its velocities."""
        if self.cut:
            return self._closed_joint_motion(at, at.cut_vdot[..., self.place])
        return at.vdot[..., self.place]

    def _closed_joint_motion(self, at: StateView, values: Array) -> Array:
        """Return the motion of a cut joint, not a number where events have it open.

        Equations that are traced see it at rest then.
        """
        name = self.joint.name
        is_open = any(j.type.is_open and j.name == name for j in at.system.topology.cuts)
        return np.full(values.shape, np.nan) if is_open and not traced(at.q) else values

    def efforts(self, at: StateView) -> Array:
        """Return the efforts of drives on its velocities, given and found."""
        return (at.tau_cut if self.cut else at.tau)[..., self.place]

    def drive_efforts(self, at: StateView) -> Array:
        """Return the part of them that drives and locks have found."""
        return (at.drive_tau_cut if self.cut else at.drive_tau)[..., self.place]
