"""A state as events, outputs and gradients see it: any channel by name, in numbers or symbols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.dynamics.constraints import ClosedVelocities
from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.joint_loads import all_joint_loads, joint_frames
from sarrus.dynamics.loads import TreeScene
from sarrus.errors import ModelError, Problem
from sarrus.model.building.references import nearest
from sarrus.spatial.arrays import Array, Scalar, cross
from sarrus.system.flow.flow import Flow, Slope
from sarrus.system.quantities import equations
from sarrus.system.quantities.equations import Inputs
from sarrus.system.simulation.actuation import Reader

ORIGIN = (0.0, 0.0, 0.0)
BODY = ("position", "velocity", "acceleration", "angular_velocity", "angular_acceleration")
LOADS = ("reaction", "wrench")


@dataclass(frozen=True)
class TracedState(Reader):
    """Reads a state: `state["A.angle"]`, `state["A.reaction.force.x"]`, `state.position("tip")`."""

    flow: Flow
    y: Array

    def __getitem__(self, name: str) -> Any:
        if self.system.locate(name) is not None:
            return super().__getitem__(name)
        whole, _, part = name.rpartition(".")
        if part in ("x", "y", "z") and whole:
            return self[whole]["xyz".index(part)]
        found = self._channel(name)
        if found is None:
            raise ModelError(self._unknown(name))
        return found

    def knows(self, name: str) -> bool:
        """Whether a name is one of the channels that can be traced."""
        whole, _, part = name.rpartition(".")
        if part in ("x", "y", "z") and whole:
            return self.knows(whole)
        known, owner = self.system.model.joint_index, whole
        place = [*self.system.model.body_index, *(f.name for f in self.system.model.frames)]
        joint, _, kind = owner.rpartition(".")
        bare = name.removesuffix("_acceleration")
        return (
            self.system.locate(name) is not None
            or (part in BODY and owner in place)
            or (part in ("force", "moment") and kind in LOADS and joint in known)
            or (part == "effort" and owner in (*known, *self.system.names()))
            or (bare != name and self.system.locate(bare) is not None)
            or (part == "acceleration" and owner in known)
        )

    def _channel(self, name: str) -> Any:
        owner, _, what = name.rpartition(".")
        place = [*self.system.model.body_index, *(f.name for f in self.system.model.frames)]
        if what in BODY and owner in place:
            return getattr(self, what)(owner)
        joint, _, kind = owner.rpartition(".")
        known = self.system.model.joint_index
        if what in ("force", "moment") and kind in LOADS and joint in known:
            return getattr(self, kind)(joint)[0 if what == "force" else 1]
        if what == "effort" and owner in (*known, *self.system.names()):
            return self.effort(owner)
        bare = name.removesuffix("_acceleration")
        if bare != name and self.system.locate(bare) is not None:
            return self.acceleration_of(bare)
        if what == "acceleration" and owner in known:
            return self.acceleration_of(owner)
        return None

    def _unknown(self, name: str) -> Problem:
        known = self.system.names()
        known += [f"{body}.{what}" for body in self.system.model.body_index for what in BODY]
        known += [
            f"{joint}.{what}"
            for joint in self.system.model.joint_index
            for what in ("effort", "reaction.force", "reaction.moment")
        ]
        return Problem("M09", f"'{name}'", "is no channel of a state", action=nearest(name, known))

    # --- bodies -------------------------------------------------------------------------------

    @cached_property
    def _scene(self) -> TreeScene:
        return TreeScene(self.inputs.velocities, self.inputs.time)

    def _placed(self, body: str, point: Sequence[float]) -> tuple[str, Array]:
        """Return the body and the point in its frame; `body` may be a named frame."""
        for frame in self.system.model.frames:
            if frame.name == body:
                return frame.body, frame.pose.transform.point(np.asarray(point, dtype=float))
        if body not in self.inputs.tree.index:
            raise ModelError(self._unknown(body))
        return body, np.asarray(point, dtype=float)

    def position(self, body: str, point: Sequence[float] = ORIGIN) -> Array:
        """Return where a point of a body or frame is, in the world [m]."""
        return self._scene.point(*self._placed(body, point)).position

    def velocity(self, body: str, point: Sequence[float] = ORIGIN) -> Array:
        """Return how fast a point of a body or frame moves, in the world [m/s]."""
        return self._scene.point(*self._placed(body, point)).velocity

    def acceleration(self, body: str, point: Sequence[float] = ORIGIN) -> Array:
        """Return the acceleration of a point of a body or frame, in the world [m/s^2]."""
        on, r = self._placed(body, point)
        arrays = {**self._moving.arrays, "r": r}
        x = Inputs(self._moving.tree, self._moving.base, self._moving.time, arrays)
        return equations.point(x, on)["acceleration"]

    def direction(self, body: str, axis: Sequence[float]) -> Array:
        """Return where an axis of a body points, in the world."""
        return self._scene.direction(body, np.asarray(axis, dtype=float))

    def angular_velocity(self, body: str) -> Array:
        """Return the angular velocity of a body, in the world [rad/s]."""
        return self._scene.angular_velocity(self._placed(body, ORIGIN)[0])

    def angular_acceleration(self, body: str) -> Array:
        """Return the angular acceleration of a body, in the world [rad/s^2]."""
        i = self.inputs.tree.index[self._placed(body, ORIGIN)[0]]
        A = self._moving.accelerations.true(i)
        return self._moving.positions.frame(i).rotation.apply(A[3:6])

    def distance(
        self, a: str, b: str, on_a: Sequence[float] = ORIGIN, on_b: Sequence[float] = ORIGIN
    ) -> Scalar:
        """Return the distance of a point of one body from a point of another [m]."""
        between = self.position(b, on_b) - self.position(a, on_a)
        return np.sqrt(between @ between + 1e-300)

    # --- motion -------------------------------------------------------------------------------

    @cached_property
    def slope(self) -> Slope:
        """The solution of the equations of motion at this state."""
        return self.flow.slope(self.inputs.time, self.y)

    @property
    def vdot(self) -> Array:
        """Accelerations of the velocities of the tree."""
        return self.slope.ydot[self.flow.nq : self.flow.nq + self.flow.nv]

    @cached_property
    def _moving(self) -> Inputs:
        arrays: Mapping[str, Array] = {**self.inputs.arrays, "vdot": self.vdot}
        x, loads = self.inputs, self.slope.bearing
        tree = x.tree if loads is None else x.with_bearing_loads(loads).tree
        return Inputs(tree, x.base, x.time, arrays)

    def acceleration_of(self, name: str) -> Scalar:
        """Return the acceleration of a coordinate or velocity, in the tree or cut."""
        vector, place = self.system.located_rate(name)
        part = self.vdot[place] if vector == "v" else self._cut_accelerations[place]
        return part[0] if len(part) == 1 else part

    @cached_property
    def _cut_accelerations(self) -> Array:
        motion = ClosedVelocities(self.inputs.velocities)
        parts = [
            motion.positions.cut_rates(k) @ self.vdot + motion.cut_rate_bias(k)
            for k, cut in enumerate(self.inputs.tree.cuts)
            if cut.type.nv
        ]
        return np.concatenate(parts)

    # --- forces -------------------------------------------------------------------------------

    def effort(self, name: str) -> Scalar:
        """Return the effort that drives or holds a coordinate, 0 where nothing does.

        Of a joint, all that drive or hold its coordinates.
        """
        vector, place = self.system.located_rate(name)  # an unknown name is refused
        efforts: list[Scalar] = []
        for k, d in enumerate(self.flow.driven):
            at = d.v if d.cut is None else self._cut_place(d.cut)
            if (vector == "v") == (d.cut is None) and place.start <= at < place.stop:
                efforts.append(0.0 if self.slope.efforts is None else self.slope.efforts[k])
        if len(efforts) > 1:
            return as_vector(efforts)
        return efforts[0] if efforts else 0.0

    def reaction(self, joint: str) -> tuple[Array, Array]:
        """Return force and moment of the constraint on the child, at its joint, in joint axes.

        Where redundant loops leave it open, it is one of many: check its label first.
        """
        return self._seen(joint, self._loads[1])

    def wrench(self, joint: str) -> tuple[Array, Array]:
        """Return force and moment of all that passes through a joint, drives included."""
        return self._seen(joint, self._loads[0])

    @cached_property
    def _joints(self) -> tuple[str, ...]:
        return tuple(joint.name for joint in self.system.model.joints)

    @cached_property
    def _loads(self) -> tuple[Array, Array]:
        x = self._moving
        rows = sum(cut.n_rows for cut in x.tree.cuts) + len(x.tree.couplers)
        lam: Array = np.zeros(rows)
        _, tau_cut = self.flow.efforts(self.inputs)
        if self.flow.closes and self.slope.lam is not None:
            every = self.flow.all_multipliers(self.slope.lam, rows + len(self.flow.driven))
            lam = every[:rows]
            tau_cut = as_vector([*tau_cut])
            for k, d in enumerate(self.flow.driven):
                if d.cut is not None:
                    tau_cut = _added(tau_cut, self._cut_place(d.cut), every[rows + k])
        return all_joint_loads(x.accelerations, x.loads, lam, tau_cut, self._joints)

    def _cut_place(self, cut: tuple[int, int]) -> int:
        joint = self.system.topology.cuts[cut[0]].name
        return self.system.loops.cut_v[joint].start + cut[1]

    def _seen(self, joint: str, loads: Array) -> tuple[Array, Array]:
        j = self._joints.index(joint)
        turned, _, _, at_M = joint_frames(self.inputs.positions, self._joints)
        force = loads[j][0:3]
        moment = loads[j][3:6] - cross(at_M[j], force)
        return turned[j][1].T @ force, turned[j][1].T @ moment


def _added(values: Array, k: int, more: Scalar) -> Array:
    listed = list(values)
    listed[k] = listed[k] + more
    return as_vector(listed)
