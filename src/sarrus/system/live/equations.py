"""What the kernels of a live machine compute, as functions of a flow, a time and named arrays.

Coordinates that motors move have laws whose value, rate and time are inputs, so that they can be
changed while the machine runs: value + rate (t - time).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.energy import element_energy, gravity_energy, kinetic_energy
from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.loads import TreeScene
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.errors import ModelError
from sarrus.kernels.derivative import jacobian
from sarrus.late_dataclass import dataclass
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar, angle_of, join, length
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.channels.loads import form_of, joint_load
from sarrus.system.channels.traced_state import TracedState
from sarrus.system.flow.driven_rows import Rows, held_poses
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.steps import Step
from sarrus.system.quantities import loop_equations
from sarrus.system.simulation.event_watch import watched_value

if TYPE_CHECKING:
    from sarrus.system.live.events import LiveEvents
    from sarrus.system.system import System

EVENT_NUMBERS, ALIVE = "event_numbers", "alive"
"""Inputs of the kernel of events: levels and other numbers, and 1 for those not yet over."""
MOTOR = 3
"""Numbers of a motor: value, rate, and the time at which it has that value."""

Arrays = Mapping[str, Any]
Body = Callable[[Flow, Any, Arrays], Mapping[str, Any]]


@dataclass(frozen=True)
class LiveEquations:
    """Bodies of the kernels; motors: names of the coordinates that motors move.

    stopped: those among them that do not in this mode, since an event has released them or given
    them another law.
    """

    system: System
    motors: tuple[str, ...] = ()
    stopped: frozenset[str] = frozenset()

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shapes of the inputs that motors add to every kernel."""
        return {"motors": (len(self.motors), MOTOR)} if self.motors else {}

    def driven(self, body: Body) -> Body:
        """Return a body whose flow has motors that follow the input `motors`."""
        if not self.motors:
            return body

        def with_motors(flow: Flow, t: Any, arrays: Arrays) -> Mapping[str, Any]:
            laws = {}
            for name, motor in zip(self.motors, arrays["motors"], strict=True):
                if name not in self.stopped:
                    laws[name] = _constant_rate(motor)
            moved = tuple(
                replace(d, law=laws[d.name]) if d.name in laws else d for d in flow.driven
            )
            return body(replace(flow, driven=moved), t, arrays)

        return with_motors

    def step(self, formula: Step) -> Body:
        """Return the body of one step of a method: y_next and the watch."""

        def body(flow: Flow, t: Any, arrays: Arrays) -> Mapping[str, Any]:
            following, watch = formula(flow, arrays["y"], t, arrays["h"][0])
            return {"y_next": following, "watch": np.array([watch])}

        return self.driven(body)

    def rows(self) -> Body:
        """Return the body of all rows of loops, drives and locks: gaps, Phi, slip, turned.

        here: where driven and locked coordinates are, in the order of the input `hold`.
        """

        def body(flow: Flow, t: Any, arrays: Arrays) -> Mapping[str, Any]:
            y = arrays["y"]
            v = y[flow.nq : flow.nq + flow.nv]
            x = flow.with_rest(
                flow._inputs(flow.compiler.layout.with_unit_quaternions(y[: flow.nq]), v, t), y
            )
            rows = flow.rows_of(x, t)
            cuts = rows.closed.cuts if flow.compiler.tree.wrapped else ()
            turned = [cuts[k].coordinates[j] for k, j in flow.compiler.tree.wrapped]
            found = {
                "gaps": rows.gap,
                "Phi": rows.jacobian,
                "slip": rows.slip(v),
                "turned": as_vector(turned),
            }
            return {**found, "here": _held_at(rows)} if flow.driven else found

        return self.driven(body)

    def move(self) -> Body:
        """Return the body of y moved by a change of the velocity coordinates."""

        def body(flow: Flow, t: Any, arrays: Arrays) -> Mapping[str, Any]:
            y, layout = arrays["y"], flow.compiler.layout
            q = y[: flow.nq]
            q = layout.with_unit_quaternions(q + layout.rate(q, arrays["change"]))
            return {"moved_y": join(q, y[flow.nq :])}

        return body

    def poses(self, bodies: Sequence[str]) -> Body:
        """Return the body of poses (12 numbers: rows of the rotation, position) and velocities."""

        def body(flow: Flow, t: Any, arrays: Arrays) -> Mapping[str, Any]:
            x = flow.inputs_at(t, arrays["y"])
            scene = TreeScene(x.velocities, x.time)
            poses, rates = [], []
            for name in bodies:
                point = scene.point(name, np.zeros(3))
                axes = [scene.direction(name, axis) for axis in np.eye(3)]
                poses += [axes[k][i] for i in range(3) for k in range(3)]
                poses += list(point.position)
                rates += [*point.velocity, *scene.angular_velocity(name)]
            return {"poses": as_vector(poses), "rates": as_vector(rates)}

        return self.driven(body)

    def observe(self, outputs: Outputs, joints: Sequence[str]) -> Body:
        """Return the body of channels, energies, loads of joints, efforts of drives, gaps.

        The load of a joint is 6 numbers: the force on its child in world axes, and its point.
        """

        def body(flow: Flow, t: Any, arrays: Arrays) -> Mapping[str, Any]:
            y = arrays["y"]
            state = TracedState(self.system, flow.inputs_at(t, y), flow, y)
            loads: list[Scalar] = []
            for joint in joints:
                if joint not in self.system.compiled.loops.joints:  # an event has taken it away
                    loads += [0.0] * 6
                    continue
                form = form_of(self.system, "reaction", "child", "world", None)
                force, point = (joint_load(state, joint, form, k) for k in (0, 2))
                loads += [*force, *point]
            x = state.inputs.without_bearing_friction()
            energy = [
                kinetic_energy(x.velocities),
                gravity_energy(x.positions),
                element_energy(x.velocities, x.time),
            ]
            found = {
                "channels": outputs.values(state),
                "loads": as_vector(loads),
                "energy": as_vector(energy),
                "efforts": as_vector([]) if state.slope.efforts is None else state.slope.efforts,
                "watch": np.array([state.slope.watch]),
            }
            return {name: value for name, value in found.items() if np.size(value)}

        return self.driven(body)

    def events(self, events: LiveEvents) -> Body:
        """Return the body of what events watch, less their levels, 0 where they are over."""

        def body(flow: Flow, t: Any, arrays: Arrays) -> Mapping[str, Any]:
            return {"g": self._event_values(events, flow, t, arrays)}

        return self.driven(body)

    def _event_values(self, events: LiveEvents, flow: Flow, t: Any, arrays: Arrays) -> Array:
        y, numbers, alive = arrays["y"], arrays[EVENT_NUMBERS], arrays[ALIVE]
        reader = TracedState(self.system, flow.inputs_at(t, y), flow, y)
        return as_vector(
            [
                alive[k] * (watched_value(event, t, reader) - numbers[events.levels[k]])
                for k, event in enumerate(events.events)
            ]
        )

    def impact(self, events: LiveEvents) -> Body:
        """Return the body of the mass matrix, and of dg/dt = J v + still of what is thrown back."""

        def body(flow: Flow, t: Any, arrays: Arrays) -> Mapping[str, Any]:
            y = arrays["y"]
            x = flow.inputs_at(t, y)
            found = {"M": mass_matrix(x.positions)}
            if not events.thrown:
                return found
            g = self._event_values(events, flow, t, arrays)[events.thrown]
            by_q = jacobian(g, y)[:, : flow.nq]
            layout, q = flow.compiler.layout, y[: flow.nq]
            columns = [by_q @ layout.rate(q, unit) for unit in np.eye(flow.nv)]
            J = np.array(columns).T
            return {**found, "J": J, "still": jacobian(g, np.array([t]))[:, 0]}

        return self.driven(body)

    def body_of_changes(self, events: LiveEvents) -> Body:
        """Return the body of the values that events set by functions of time and state."""

        def body(flow: Flow, t: Any, arrays: Arrays) -> Mapping[str, Any]:
            y = arrays["y"]
            reader = TracedState(self.system, flow.inputs_at(t, y), flow, y)
            return {"computed": as_vector([law(t, reader) for law in events.computed])}

        return self.driven(body)

    def made_frames(self, joints: Sequence[str]) -> Body:
        """Return the body of frames M on the children, where joints that are made have them.

        As `joining.made_frame`: 14 numbers each, position and rotation by rows, and how far the
        frames are apart [m], [rad].
        """

        def body(flow: Flow, t: Any, arrays: Arrays) -> Mapping[str, Any]:
            x = flow.inputs_at(t, arrays["y"])
            scene = TreeScene(x.velocities, x.time)
            found: list[Scalar] = []
            for name in joints:
                joint = self.system.model.joint(name)
                X_WF = _world_pose(scene, joint.parent) @ joint.on_parent.transform
                X_Wb = _world_pose(scene, joint.child) @ joint.on_child.transform
                X_Fb = X_WF.inverse @ X_Wb
                X_FM = joint.type.nearest_pose(X_Fb)
                X_BM = joint.on_child.transform @ X_Fb.inverse @ X_FM
                R = X_Fb.matrix.T @ X_FM.matrix
                across = [R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]
                turn = angle_of(length(as_vector(across)), R[0, 0] + R[1, 1] + R[2, 2] - 1.0)
                found += [*X_BM.position, *X_BM.matrix.ravel()]
                found += [length(X_Fb.position - X_FM.position), turn]
            return {"frames": as_vector(found)}

        return self.driven(body)

    def push(self) -> Body:
        """Return the body of efforts tau that wrenches on bodies stand for."""

        def body(flow: Flow, t: Any, arrays: Arrays) -> Mapping[str, Any]:
            x = flow.inputs_at(t, arrays["y"])
            x = replace(x, arrays={"q": x.arrays["q"], "ext": arrays["ext"]})
            return {"pushed": loop_equations.external_efforts(x)["efforts"]}

        return self.driven(body)


def _world_pose(scene: TreeScene, body: str) -> Transform:
    """Return the pose X_WB of a body."""
    axes = [scene.direction(body, axis) for axis in np.eye(3)]
    rotation = np.array([[axes[k][i] for k in range(3)] for i in range(3)])
    return Transform.of(rotation, scene.point(body, np.zeros(3)).position)


def _held_at(rows: Rows) -> Array:
    """Return where driven coordinates are, 0 for parts of ball joints, then held poses."""
    found: list[Scalar] = []
    for d in rows.driven:
        if d.cut is not None and not d.posed and d.whole is None:
            coordinates = rows.closed.cuts[d.cut[0]].coordinates
            found.append(coordinates[d.cut[1]] if d.cut[1] < len(coordinates) else 0.0)
        else:
            found.append(rows.closed.where.q[d.q] if d.q >= 0 else 0.0)
    poses = [rows.closed.cuts[k].coordinates for k in held_poses(rows.driven)]
    return join(as_vector(found), *poses) if poses else as_vector(found)


def _constant_rate(motor: Array) -> Callable[[Any], tuple[Any, Any, Any]]:
    """Return the law of a motor."""
    return lambda t: (motor[0] + motor[1] * (t - motor[2]), motor[1], 0.0)


def readable(system: System, names: Sequence[str]) -> dict[str, str]:
    """Return why channels cannot be read in a live machine, by name."""
    found: dict[str, str] = {}
    for name in names:
        try:
            if system.compiled.catalogue.find(name).accumulates:
                found[name] = "it is an integral over the run"
        except ModelError as problem:
            found[name] = str(problem.problems[0].rule)
    return found
