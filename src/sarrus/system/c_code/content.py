"""What a system in C consists of: programs by name, and the mode of motion that its steps have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.jacobians import point_jacobian
from sarrus.errors import ModelError, Problem
from sarrus.kernels.program import Program
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND
from sarrus.model.outside_code import refuse_outside_code
from sarrus.spatial.arrays import Array, cross
from sarrus.system.analysis.outputs import Outputs, output_kernel
from sarrus.system.checks import numbers
from sarrus.system.flow import flow_kernels
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.steps import METHODS
from sarrus.system.live.equations import LiveEquations
from sarrus.system.names import QUANTITIES, unknown
from sarrus.system.quantities.equations import Inputs, body_velocity
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode, Modes
from sarrus.system.simulation.stable_step import StableStep, stable_step
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System

Points = Sequence[str] | Mapping[str, Any]
"""Frames and bodies by name, or names with one of these or with (body, place)."""

OF_TREES = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "bias", "energy")
OF_LOOPS = ("slope", "projection")
"""What is written unless it is said."""


def _projection(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the state with its loops closed."""
    return {"y_closed": flow_kernels.projection(flow, t, arrays)["y"]}


OF_MOTION = {"slope": flow_kernels.slope, "projection": _projection}
"""Quantities of the motion of a whole state y, with loops, drives and efforts."""
CODE = "S16"
"""The code of what cannot be written as C."""

Place = tuple[str, np.ndarray, np.ndarray]
"""A body, a point on it and a rotation from its axes."""


@dataclass(frozen=True, eq=False)
class Content:
    """The programs of the functions, by name, and what they are made of."""

    system: System
    start: State
    sim: Simulator | None
    channels: Outputs
    methods: tuple[str, ...]
    points: Mapping[str, Place]
    functions: Mapping[str, Program]

    @classmethod
    def of(
        cls,
        system: System,
        quantities: Iterable[str] | None,
        methods: Iterable[str],
        inputs: Mapping[str, Any] | None,
        driven: Mapping[str, Any] | None,
        locked: Iterable[str],
        outputs: Sequence[str],
        points: Points,
    ) -> Content:
        """Return what is wanted; all that cannot be written is refused together."""
        reason = "its program is not ours to write as C"
        refuse_outside_code(system.model, "C code", reason, "connect both where the code is used")
        chosen = tuple(methods)
        loops = system.closed and (
            system.compiled.followers is None or bool(system.compiled.loops.bearings)
        )
        usual = (OF_LOOPS if chosen else ()) if loops else OF_TREES
        wanted = tuple(usual if quantities is None else quantities)
        problems = [*_method_problems(chosen), *_quantity_problems(wanted)]
        if problems:
            raise ModelError(problems)
        places = point_places(system, points)
        functions = {q: system.compiled.kernel(q).program() for q in wanted if q not in OF_MOTION}
        functions |= _point_programs(system, places)
        moving = [q for q in wanted if q in OF_MOTION]
        channels, start, sim = Outputs(list(outputs)), system.assemble(), None
        if chosen or moving or outputs:
            mode = Mode.first(system, inputs, driven, locked)
            sim = Modes(system, {}, (0.0, 1.0)).simulator(mode, start.q)
            shape, laws = {"y": (sim.size,)}, sim.actuation.efforts
            functions |= {q: sim.program(shape, OF_MOTION[q], laws) for q in moving}
            functions |= _steps(sim, chosen)
            if sim.mixing:
                functions["rows"] = sim.program(shape, _rows(system), laws)
            if outputs:
                functions["outputs"] = output_kernel(sim, channels).program()
        return cls(system, start, sim, channels, chosen, places, functions)

    @cached_property
    def input_values(self) -> dict[str, np.ndarray]:
        """Values of the inputs that do not change during steps, at the assembled position."""
        if self.sim is None:
            return {}
        return {k: np.asarray(x) for k, x in self.sim.inputs(self.sim.choice(self.y)).items()}

    @cached_property
    def y(self) -> np.ndarray:
        """The state at the start, at rest."""
        if self.sim is None:
            return np.zeros(0)
        y = np.concatenate([self.start.q, np.zeros(self.sim.size - len(self.start.q))])
        self.sim.z(y)[...] = self.system.compiled.states_at(self.start)
        return y

    @cached_property
    def stable_step(self) -> StableStep | None:
        """The step at which the motion is stable from the start on; None without a motion."""
        return None if self.sim is None else stable_step(self.sim, 0.0, self.y)

    @property
    def state_parts(self) -> list[tuple[str, int]]:
        """What y consists of, and how many numbers each part has."""
        sim, system = self.sim, self.system
        if sim is None:
            return []
        angles = sim.size - system.nq - system.nv - sim.nz - 3
        parts = [("q", system.nq), ("v", system.nv), ("angles of cut joints", angles)]
        parts += [("states z", sim.nz), ("work", 1), ("loss", 1), ("corrections", 1)]
        return [(name, size) for name, size in parts if size]


def _method_problems(methods: Iterable[str]) -> list[Problem]:
    known = ", ".join(m for m in METHODS if METHODS[m].step is not None)
    return [
        Problem(CODE, f"method '{method}'", f"is not a step that can be written as C: {known}")
        for method in methods
        if not METHODS.knows(method) or METHODS[method].step is None
    ]


def _quantity_problems(quantities: Iterable[str]) -> list[Problem]:
    known = [*QUANTITIES, *OF_MOTION]
    return [unknown("quantity", q, known) for q in quantities if q not in known]


def point_places(system: System, points: Points) -> dict[str, Place]:
    """Return body, point and rotation of each point, frame or body."""
    frames = {frame.name: frame for frame in system.model.frames}
    bodies = [*system.model.body_index, GROUND]
    listed = points if isinstance(points, Mapping) else {name: name for name in points}
    found: dict[str, Place] = {}
    problems: list[Problem] = []
    for name, where in listed.items():
        if isinstance(where, str):
            if where in bodies:
                found[name] = (where, np.zeros(3), np.eye(3))
            elif where in frames:
                pose = frames[where].pose.transform
                found[name] = (frames[where].body, pose.position, pose.rotation.matrix)
            else:
                problems.append(unknown("frame", where, [*frames, *bodies]))
            continue
        body, place = where
        if body not in bodies:
            problems.append(unknown("body", body, bodies))
            continue
        r = numbers(f"point '{name}'", place)
        if r.shape != (3,):
            rule = "must have three numbers, its place in the axes of the body [m]"
            problems.append(Problem(CODE, f"point '{name}'", rule, repr(place)[:80]))
            continue
        found[name] = (body, r, np.eye(3))
    if problems:
        raise ModelError(problems)
    return found


def _point_programs(system: System, places: Mapping[str, Place]) -> dict[str, Program]:
    if not places:
        return {}
    key = repr([(b, r.tolist(), R.tolist()) for b, r, R in places.values()])
    where = tuple(places.values())
    q, v = (system.nq,), (system.nv,)
    kernel = system.compiled.kernel_of
    poses = kernel(f"frames {key}", {"q": q, "v": v}, partial(_frames, places=where))
    jacobians = kernel(f"frame jacobians {key}", {"q": q}, partial(_jacobians, places=where))
    return {"points": poses.program(), "jacobians": jacobians.program()}


def _frames(x: Inputs, places: Sequence[Place]) -> dict[str, Array]:
    """Positions, rotations, velocities and angular velocities of frames on bodies, world axes."""
    found: dict[str, list[Any]] = {"position": [], "rotation": [], "velocity": [], "spin": []}
    for body, r, R in places:
        i = x.tree.index[body]
        X = x.positions.body(body)
        V = body_velocity(x, i)
        w, arm = V["angular_velocity"], X.rotation.apply(r)
        found["position"].append(X.position + arm)
        found["rotation"].append(X.matrix @ R)
        found["velocity"].append(V["velocity"] + cross(w, arm))
        found["spin"].append(w)
    n = len(places)
    return {
        "position": np.array(found["position"]).reshape(n, 3),
        "rotation": np.array(found["rotation"]).reshape(n, 3, 3),
        "velocity": np.array(found["velocity"]).reshape(n, 3),
        "angular_velocity": np.array(found["spin"]).reshape(n, 3),
    }


def _jacobians(x: Inputs, places: Sequence[Place]) -> dict[str, Array]:
    """J, 6 x nv, of each of some points: linear rows, then angular; world axes."""
    found = [point_jacobian(x.positions, body, r) for body, r, _ in places]
    return {"J": np.array(found).reshape(len(places), 6, x.tree.nv)}


def _rows(system: System) -> Any:
    """Return the body of all rows of loops, drives and locks."""
    rows = LiveEquations(system).rows()

    def body(flow: Any, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"Phi": rows(flow, t, arrays)["Phi"]}

    return body


def _steps(sim: Simulator, methods: Iterable[str]) -> dict[str, Program]:
    """Return the programs of the steps, and of what begins those with a history."""
    found = {f"step_{method}": sim.step_kernel(method).program() for method in methods}
    if any(METHODS[method].history for method in methods):
        found["slope"] = sim.slope_kernel().program()
        found["step_rk4"] = found.get("step_rk4") or sim.step_kernel("rk4").program()
    return found
