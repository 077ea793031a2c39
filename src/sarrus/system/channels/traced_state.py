"""A state as events, outputs and gradients see it: any channel by name, in numbers or symbols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.constraints import ClosedPositions, ClosedVelocities
from sarrus.dynamics.cut_joints import CutVelocity
from sarrus.dynamics.input_names import STATES
from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.joint_loads import all_joint_loads
from sarrus.dynamics.kinematics import velocities
from sarrus.dynamics.loads import TreeScene
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar
from sarrus.system.channels import elements
from sarrus.system.channels.definition import Definition
from sarrus.system.channels.equations import OF_ALL, OF_BODIES, joint_frames
from sarrus.system.channels.labels import Labels
from sarrus.system.channels.markers import point_on_body
from sarrus.system.channels.view import JointLoads, Part
from sarrus.system.flow.flow import ENERGY_BALANCE, Flow, Slope
from sarrus.system.quantities import equations
from sarrus.system.quantities.equations import Inputs, Outputs

if TYPE_CHECKING:
    from sarrus.system.system import System

ORIGIN = (0.0, 0.0, 0.0)
VECTORS = ("position", "velocity", "acceleration", "angular_velocity", "angular_acceleration")
"""What can be read of a point or body by a method of that name."""


@dataclass(frozen=True)
class Reader:
    """What a law of effort sees: any coordinate or velocity by name."""

    system: System
    inputs: Inputs

    def __getitem__(self, name: str) -> Any:
        vector, place = self.system.compiled.place_of(name, ("q", "v", "cut_q", "cut_v", "z"))
        part = getattr(self, vector)[place]
        return part[0] if len(part) == 1 else part

    @property
    def values(self) -> Mapping[str, Any]:
        """Numbers of the model that are inputs, by their full names."""
        return self.inputs.tree.values

    @property
    def q(self) -> Array:
        """Coordinates of the tree."""
        return self.inputs.arrays["q"]

    @property
    def v(self) -> Array:
        """Velocities of the tree."""
        return self.inputs.arrays["v"]

    @property
    def z(self) -> Array:
        """States of force elements."""
        return self.inputs.tree.values.get(STATES, self.system.compiled.compiler.start_states())

    @cached_property
    def _cuts(self) -> Any:
        return ClosedPositions(self.inputs.positions).cuts

    @cached_property
    def cut_q(self) -> Array:
        """Coordinates of the cut joints; angles in (-pi, pi]."""
        parts = [cut.coordinates for cut in self._cuts if cut.cut.type.nq]
        return np.concatenate(parts) if parts else np.zeros(0)

    @cached_property
    def cut_v(self) -> Array:
        """Velocities of the cut joints."""
        speed = velocities(self.inputs.positions, self.inputs.arrays["v"])
        parts = [CutVelocity(cut, speed).rates for cut in self._cuts if cut.cut.type.nv]
        return np.concatenate(parts) if parts else np.zeros(0)


@dataclass(frozen=True)
class TracedState(Reader):
    """Reads a state: `state["A.angle"]`, `state["A.reaction.force.x"]`, `state.position("tip")`."""

    flow: Flow
    y: Array

    @cached_property
    def asked(self) -> set[str]:
        """The channels read so far."""
        return set()

    def __getitem__(self, name: str) -> Any:
        self.asked.add(name)
        value = self.channel(name).equation(self)
        return value[()] if isinstance(value, np.ndarray) and not value.ndim else value

    def channel(self, name: str) -> Definition:
        """Return the channel of a name; unknown ones are refused."""
        return self.system.compiled.catalogue.find(name)

    # --- points of bodies -----------------------------------------------------------------------

    @cached_property
    def _scene(self) -> TreeScene:
        return TreeScene(self.inputs.velocities, self.inputs.time)

    def position(self, body: str, point: Sequence[float] = ORIGIN) -> Array:
        """Return where a point of a body or frame is, in the world [m]."""
        return self._scene.point(*point_on_body(self.system, body, point, self.values)).position

    def velocity(self, body: str, point: Sequence[float] = ORIGIN) -> Array:
        """Return how fast a point of a body or frame moves, in the world [m/s]."""
        return self._scene.point(*point_on_body(self.system, body, point, self.values)).velocity

    def acceleration(self, body: str, point: Sequence[float] = ORIGIN) -> Array:
        """Return the acceleration of a point of a body or frame, in the world [m/s^2]."""
        on, r = point_on_body(self.system, body, point, self.values)
        x = replace(self._moving, arrays={**self._moving.arrays, "r": r})
        return equations.point(x, on)["acceleration"]

    def direction(self, body: str, axis: Sequence[float]) -> Array:
        """Return where an axis of a body points, in the world."""
        return self._scene.direction(body, np.asarray(axis, dtype=float))

    def angular_velocity(self, body: str) -> Array:
        """Return the angular velocity of a body, in the world [rad/s]."""
        return self._scene.angular_velocity(
            point_on_body(self.system, body, ORIGIN, self.values)[0]
        )

    def angular_acceleration(self, body: str) -> Array:
        """Return the angular acceleration of a body, in the world [rad/s^2]."""
        i = self.inputs.tree.index[point_on_body(self.system, body, ORIGIN, self.values)[0]]
        A = self._moving.accelerations.true(i)
        return self._moving.positions.frame(i).rotation.apply(A[3:6])

    def distance(
        self, a: str, b: str, on_a: Sequence[float] = ORIGIN, on_b: Sequence[float] = ORIGIN
    ) -> Scalar:
        """Return the distance of a point of one body from a point of another [m]."""
        between = self.position(b, on_b) - self.position(a, on_a)
        return np.sqrt(between @ between + 1e-300)

    # --- joints ---------------------------------------------------------------------------------

    def acceleration_of(self, name: str) -> Any:
        """Return the acceleration of a coordinate or velocity, in the tree or cut."""
        vector, place = self.system.compiled.located_rate(name)
        part = (self.vdot if vector == "v" else self.cut_vdot)[place]
        return part[0] if len(part) == 1 else part

    def effort(self, name: str) -> Any:
        """Return the effort by drives, given or found, on a coordinate or all of a joint."""
        vector, place = self.system.compiled.located_rate(name)
        part = (self.tau if vector == "v" else self.tau_cut)[place]
        return part[0] if len(part) == 1 else part

    def drive_effort(self, name: str) -> Any:
        """Return the part of it that drives or locks have found, 0 where nothing does."""
        vector, place = self.system.compiled.located_rate(name)
        part = (self.drive_tau if vector == "v" else self.drive_tau_cut)[place]
        return part[0] if len(part) == 1 else part

    def reaction(self, joint: str) -> tuple[Array, Array]:
        """Return force and moment of the constraint on the child, at its joint, in joint axes.

        Where redundant loops leave it open, it is one of many: check its label first.
        """
        return self[f"joint:{joint}.reaction.force"], self[f"joint:{joint}.reaction.moment"]

    def wrench(self, joint: str) -> tuple[Array, Array]:
        """Return force and moment of all that passes through a joint, drives included."""
        return self[f"joint:{joint}.wrench.force"], self[f"joint:{joint}.wrench.moment"]

    # --- what channels are read from: see `StateView` -------------------------------------------

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
        """The motion with its accelerations, and the loads of bearings that go with them."""
        arrays: Mapping[str, Array] = {**self.inputs.arrays, "vdot": self.vdot}
        x, loads = self.inputs, self.slope.bearing
        if loads is not None:
            arrays = {**arrays, "bearing": loads}
            x = x.with_bearing_loads(loads)
        return replace(x, arrays=arrays)

    @cached_property
    def cut_vdot(self) -> Array:
        """Accelerations of the cut joints."""
        motion = ClosedVelocities(self.inputs.velocities)
        parts = [
            motion.positions.cut_rates(k) @ self.vdot + motion.cut_rate_bias(k)
            for k, cut in enumerate(self.inputs.tree.cuts)
            if cut.type.nv
        ]
        return np.concatenate(parts) if parts else np.zeros(0)

    @cached_property
    def _efforts(self) -> tuple[Array, Array]:
        """Efforts on the tree and on cut joints: those given, and those that drives have found."""
        tau, tau_cut = self.flow.efforts(self.inputs)
        if not self.flow.driven:
            return tau, tau_cut
        return tau + self.drive_tau, tau_cut + self.drive_tau_cut

    @cached_property
    def _drive_efforts(self) -> tuple[Array, Array]:
        tau: list[Scalar] = [0.0] * self.flow.nv
        tau_cut: list[Scalar] = [0.0] * self.system.compiled.loops.n_cut_v
        found = () if self.slope.efforts is None else self.slope.efforts
        for d, effort in zip(self.flow.driven, found, strict=False):
            part, at = (tau, d.v) if d.cut is None else (tau_cut, self._cut_place(d.cut))
            part[at] = part[at] + effort
        return as_vector(tau), as_vector(tau_cut)

    @property
    def drive_tau(self) -> Array:
        """The part of tau that drives and locks have found to enforce their motions."""
        return self._drive_efforts[0]

    @property
    def drive_tau_cut(self) -> Array:
        """The same part of tau_cut."""
        return self._drive_efforts[1]

    @property
    def tau(self) -> Array:
        """Efforts of drives on the velocities of the tree, given and found."""
        return self._efforts[0]

    @property
    def tau_cut(self) -> Array:
        """Efforts of drives on the velocities of the cut joints, given and found."""
        return self._efforts[1]

    def _cut_place(self, cut: tuple[int, int]) -> int:
        joint = self.system.topology.cuts[cut[0]].name
        return self.system.compiled.loops.cut_v[joint].start + cut[1]

    @cached_property
    def multipliers(self) -> Array:
        """Multipliers of all rows of loops and couplers."""
        x = self.inputs
        rows = x.tree.n_rows
        if not self.flow.closes or self.slope.lam is None:
            return np.zeros(rows)
        return self.flow.all_multipliers(self.slope.lam, rows + len(self.flow.driven))[:rows]

    @property
    def balance(self) -> Array:
        """Work, loss and corrections since the start of a run."""
        return self.y[len(self.y) - ENERGY_BALANCE :]

    @property
    def base(self) -> Array | None:
        """The motion of a prescribed ground, None where it is fixed."""
        return self.flow.base_at(self.inputs.time)

    def of_body(self, quantity: str, body: str) -> Outputs:
        """Return a quantity of one body."""
        chosen = OF_BODIES[quantity]
        x = self._moving if "vdot" in chosen.inputs else self.inputs
        i = self.inputs.tree.index[body]
        return self._once((quantity, body), lambda: chosen.each(x, i))  # type: ignore[misc]

    def of_all(self, quantity: str) -> Outputs:
        """Return a quantity of the whole mechanism."""
        if quantity == "frames":
            frames = joint_frames(self.system.compiled.loops.joints)
            return self._once(quantity, lambda: frames(self.inputs))
        chosen = OF_ALL[quantity]
        solved = "vdot" in chosen.inputs or "bearing" in chosen.inputs
        x = self._moving if solved else self.inputs
        return self._once(quantity, lambda: chosen.every(x))

    def of_element(self, part: Part) -> Array | None:
        """Return what a force element does, None where it is switched off."""
        x = self._moving if self.inputs.bearings else self.inputs
        found = [element for element in x.tree.forces if element.name == part[0]]
        if not found:
            return None
        scene = TreeScene(x.velocities, x.time)
        return self._once(("element", part[0]), lambda: elements.of_element(scene, found[0]))[part]

    @cached_property
    def joint_loads(self) -> JointLoads:
        """Loads of all joints on their children, about the origin."""
        x, joints = self._moving, self.system.compiled.loops.joints
        lam, tau_cut = self.multipliers, self.tau_cut
        return JointLoads(*all_joint_loads(x.accelerations, x.loads, lam, tau_cut, joints))

    @property
    def kept(self) -> None:
        """None: nothing is recorded with it."""

    def load_labels(self, joint: str, form: Any, k: int) -> Labels:
        """Refuse to tell what is unique about a load."""
        raise ModelError(_no_labels(f"uniqueness of the load of joint '{joint}'"))

    def effort_labels(self, vector: str, places: tuple[int, ...]) -> Labels:
        """Refuse to tell whether efforts are unique."""
        raise ModelError(_no_labels("uniqueness of an effort"))

    def row_labels(self, row: int, owner: str) -> Labels:
        """Refuse to tell whether a multiplier is unique."""
        raise ModelError(_no_labels(f"uniqueness of the effort of '{owner}'"))

    @cached_property
    def _made(self) -> dict[Any, Any]:
        return {}

    def _once(self, key: Any, make: Any) -> Any:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]


@dataclass(frozen=True)
class SolvedState(TracedState):
    """A state whose equations of motion are solved already."""

    solution: Slope

    @cached_property
    def slope(self) -> Slope:
        """The solution of the equations of motion."""
        return self.solution


def _no_labels(what: str) -> Problem:
    return Problem(
        "S09",
        what,
        "is decided by the rank of the loops' rows at a state in numbers, so that it is no smooth "
        "function of a state and its inputs",
        action="read it from the history of a run or a drive",
    )
