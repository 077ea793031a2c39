"""Where the coordinates of every joint stand in the vectors q and v."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.joint import Joint
from sarrus.topology.topology import Topology

Array = Any  # of floats, or traced with the same interface


@dataclass(frozen=True)
class Layout:
    """The joints of the tree in the order of their declaration, one after the other in q and v.

    The order does not depend on the shape of the tree. Names such as `A.angle` (in q) and
    `A.rate` (in v) have units; a quaternion's unit is "".
    """

    joints: tuple[Joint, ...]
    cut_joints: tuple[str, ...] = ()

    @cached_property
    def q_slice(self) -> dict[str, slice]:
        """Place in q of every tree joint, by name."""
        return _slices(self.joints, lambda joint: joint.type.nq)

    @cached_property
    def v_slice(self) -> dict[str, slice]:
        """Place in v of every tree joint, by name."""
        return _slices(self.joints, lambda joint: joint.type.nv)

    @cached_property
    def nq(self) -> int:
        """Number of position coordinates."""
        return sum(joint.type.nq for joint in self.joints)

    @cached_property
    def nv(self) -> int:
        """Number of velocity coordinates."""
        return sum(joint.type.nv for joint in self.joints)

    @cached_property
    def q_names(self) -> tuple[str, ...]:
        """Names of the position coordinates, such as `A.angle`."""
        return tuple(name for joint in self.joints for name in joint.coordinate_names)

    @cached_property
    def v_names(self) -> tuple[str, ...]:
        """Names of the velocity coordinates, such as `A.rate`."""
        return tuple(name for joint in self.joints for name in joint.velocity_names)

    @cached_property
    def q_units(self) -> tuple[str, ...]:
        """Units of the position coordinates."""
        return tuple(c.unit for joint in self.joints for c in joint.type.coordinates)

    @cached_property
    def v_units(self) -> tuple[str, ...]:
        """Units of the velocity coordinates."""
        return tuple(c.unit for joint in self.joints for c in joint.type.velocities)

    @cached_property
    def _places(self) -> dict[str, tuple[str, slice]]:
        places = {name: ("q", place) for name, place in self.q_slice.items()}
        for vector, names in (("q", self.q_names), ("v", self.v_names)):
            places |= {name: (vector, slice(i, i + 1)) for i, name in enumerate(names)}
        return places

    def find(self, name: str) -> tuple[str, slice]:
        """Return ("q" or "v", place) of a coordinate name; of a joint name, its place in q."""
        bare = name.removeprefix("joint:")
        if bare in self._places:
            return self._places[bare]
        hint = nearest(bare, self._places)
        rule = "is not the name of a joint of the tree or of one of its coordinates"
        if any(bare == cut or bare.startswith(f"{cut}.") for cut in self.cut_joints):
            rule, hint = "belongs to a cut joint, which has no place in q and v", ""
        raise ModelError(Problem("M09", "coordinate", rule, value=repr(name), action=hint))

    def neutral(self) -> Array:
        """Return the q at which the two frames of every tree joint coincide."""
        return _concatenation([joint.type.neutral() for joint in self.joints])

    def add(self, q: Array, dv: Array) -> Array:
        """Return q moved by the tangent increment dv (nv)."""
        return self._over(lambda joint, at: joint.type.add(q[at], dv[self.v_slice[joint.name]]))

    def difference(self, q1: Array, q0: Array) -> Array:
        """Return the increment dv (nv) with add(q0, dv) = q1."""
        return self._over(lambda joint, at: joint.type.difference(q1[at], q0[at]))

    def with_unit_quaternions(self, q: Array) -> Array:
        """Return q with every quaternion scaled to length one."""
        return self._over(lambda joint, at: joint.type.with_unit_quaternion(q[at]))

    def rate(self, q: Array, v: Array) -> Array:
        """Return dq/dt of the velocities v; numbers or symbols."""
        return self._over(lambda joint, at: joint.type.rate(q[at], v[self.v_slice[joint.name]]))

    def _over(self, function: Callable[[Joint, slice], Array]) -> Array:
        return _concatenation([function(joint, self.q_slice[joint.name]) for joint in self.joints])


def layout(topology: Topology) -> Layout:
    """Return the coordinate layout of a tree."""
    cut = tuple(joint.name for joint in topology.cuts)
    return Layout(tuple(j for j in topology.model.joints if j.name not in set(cut)), cut)


def _slices(joints: tuple[Joint, ...], size: Callable[[Joint], int]) -> dict[str, slice]:
    ends = np.cumsum([size(joint) for joint in joints], dtype=int).tolist()
    starts = [0, *ends[:-1]]
    return {j.name: slice(a, b) for j, a, b in zip(joints, starts, ends, strict=False)}


def _concatenation(parts: list[Array]) -> Array:
    kept = [part for part in parts if part.shape[0] > 0]
    return np.concatenate(kept) if kept else np.zeros(0)
