"""One joint at many states: its coordinates, velocities, accelerations and efforts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sarrus.model import Joint
from sarrus.system.history.chunk import Chunk
from sarrus.system.history.equations import cut_bias

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
        return self.joint.name in self.system.loops.cut_q

    @property
    def words(self) -> str:
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
        places = self.system.loops.cut_v if self.cut else self.system.layout.v_slice
        return places[self.joint.name]

    def coordinates(self, chunk: Chunk) -> np.ndarray:
        """Return its coordinates, a row for each state."""
        places = self.system.loops.cut_q if self.cut else self.system.layout.q_slice
        return (chunk.cut_q if self.cut else chunk.q)[:, places[self.joint.name]]

    def velocities(self, chunk: Chunk) -> np.ndarray:
        """Return its velocities."""
        return (chunk.cut_v if self.cut else chunk.v)[:, self.place]

    def accelerations(self, chunk: Chunk) -> np.ndarray:
        """Return the rates of its velocities."""
        found = chunk.once(cut_accelerations) if self.cut else chunk.solution.vdot
        return found[:, self.place]

    def efforts(self, chunk: Chunk) -> np.ndarray:
        """Return the efforts of drives on its velocities, given and found."""
        return (chunk.solution.tau_cut if self.cut else chunk.solution.tau)[:, self.place]


def cut_accelerations(chunk: Chunk) -> np.ndarray:
    """Return the accelerations of all cut joints: C vdot + bias."""
    kernel = chunk.system.loops.kernel("history_cut_bias", ("q", "v"), cut_bias)
    steady = chunk.outputs(kernel)["bias"]
    return np.einsum("kij,kj->ki", chunk.closure["C"], chunk.solution.vdot) + steady
