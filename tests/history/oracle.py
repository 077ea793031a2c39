"""Every channel once more, state by state, from the public calls of a system and by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from sarrus import analysis
from sarrus.model.forces import CoordinateLoad, ForceElement, PointLoad, PointMotion
from sarrus.spatial import Rotation, Transform
from sarrus.system import Motion, Run, State, System
from sarrus.system.one_state.reactions import joint_reactions

MOTION = ("velocity", "angular_velocity", "acceleration", "angular_acceleration")
POSE = ("position", "rotation", "quat_wxyz", *MOTION)


def rpy_matrix(roll: float, pitch: float, yaw: float) -> np.ndarray:
    """Return Rz(yaw) Ry(pitch) Rx(roll)."""
    c, s = np.cos, np.sin
    X = np.array([[1, 0, 0], [0, c(roll), -s(roll)], [0, s(roll), c(roll)]])
    Y = np.array([[c(pitch), 0, s(pitch)], [0, 1, 0], [-s(pitch), 0, c(pitch)]])
    Z = np.array([[c(yaw), -s(yaw), 0], [s(yaw), c(yaw), 0], [0, 0, 1]])
    return Z @ Y @ X


@dataclass
class StateScene:
    """What a force element sees, put together from the kinematics of one state."""

    system: System
    state: State

    @cached_property
    def motion(self) -> dict[str, Any]:
        return self.system.kinematics(self.state.q, self.state.v)

    @property
    def time(self) -> float:
        return self.state.t

    def value(self, element: ForceElement, parameter: str) -> Any:
        number = getattr(element, parameter)
        return np.array(number) if isinstance(number, tuple) else number

    def pose(self, body: str) -> Transform:
        if body == "ground":
            return Transform.identity()
        return Transform(Rotation(self.motion[body].rotation), self.motion[body].position)

    def point(self, body: str, r: Any) -> PointMotion:
        X = self.pose(body)
        arm = X.matrix @ np.asarray(r, dtype=float)
        if body == "ground":
            return PointMotion(X.position + arm, np.zeros(3))
        turning = np.cross(self.angular_velocity(body), arm)
        return PointMotion(X.position + arm, self.motion[body].velocity + turning)

    def direction(self, body: str, u: Any) -> np.ndarray:
        return self.pose(body).matrix @ np.asarray(u, dtype=float)

    def angular_velocity(self, body: str) -> np.ndarray:
        return np.zeros(3) if body == "ground" else self.motion[body].angular_velocity

    def coordinate(self, joint: str, index: int) -> float:
        return float(np.atleast_1d(self.state[joint])[index])

    def rate(self, joint: str, index: int) -> float:
        return float(self.state[self.system.model.joint(joint).velocity_names[index]])


@dataclass
class Oracle:
    """The expected value of any channel at state k of a run."""

    run: Run
    k: int

    @property
    def system(self) -> System:
        return self.run.system

    @cached_property
    def motion(self) -> Motion:
        return self.run.motion(self.k)

    @cached_property
    def state(self) -> State:
        return self.run.state(self.k)

    def value(self, kind: str, name: str) -> Any:
        """Return the value of a channel; a channel that nobody checks is an error."""
        return getattr(self, f"_{kind}")(name)

    # --- joints -----------------------------------------------------------------------------

    def _joint(self, name: str) -> Any:
        joint = next(j for j in self.system.model.joints if name.startswith(f"{j.name}."))
        what = name[len(joint.name) + 1 :]
        if name in joint.coordinate_names or name in joint.velocity_names:
            return self.state[name]
        part, _, vector = what.partition(".")
        if part in ("reaction", "wrench"):
            return getattr(self.loads(part)[joint.name], vector)
        if what.endswith("_acceleration"):
            k = joint.coordinate_names.index(name.removesuffix("_acceleration"))
            return self.motion[joint.velocity_names[k]]
        if what.endswith("_dot"):
            return self.motion[name.removesuffix("_dot")]
        if what.endswith("drive_effort"):
            found = self.drive_efforts(joint.name)
            velocity = what.removesuffix("drive_effort").rstrip(".")
            names = [c.name for c in joint.type.velocities]
            return found[names.index(velocity) if velocity else 0]
        effort = self.efforts(joint.name)
        rates = np.array([self.state[n] for n in joint.velocity_names])
        if what == "effort":
            return effort if len(effort) > 1 else effort[0]
        if what == "power":
            return float(effort @ rates)
        velocity, _, kind = what.partition(".")
        k = joint.velocity_names.index(f"{joint.name}.{velocity}")
        return {"effort": effort[k], "power": effort[k] * rates[k]}[kind]

    def loads(self, part: str) -> dict[str, Any]:
        return joint_reactions(self.system, self.motion, part=part)

    def efforts(self, joint: str) -> np.ndarray:
        place = self.system.compiled.located_rate(joint)
        total = np.zeros(place[1].stop - place[1].start)
        for name, value in self.motion.efforts.items():
            vector, at = self.system.compiled.located_rate(name)
            if vector == place[0] and place[1].start <= at.start < place[1].stop:
                total[at.start - place[1].start : at.stop - place[1].start] += value
        return total

    def drive_efforts(self, joint: str) -> np.ndarray:
        vector, place = self.system.compiled.located_rate(joint)
        return (self.motion.drive_tau if vector == "v" else self.motion.drive_tau_cut)[place]

    # --- bodies and frames ------------------------------------------------------------------

    @cached_property
    def kinematics(self) -> dict[str, Any]:
        return self.system.kinematics(self.state.q, self.state.v, self.motion.vdot)

    def _frame(self, name: str) -> Any:
        return self._body(name)

    def _body(self, name: str) -> Any:
        owner, _, what = name.rpartition(".")
        if what == "rpy":
            return self.kinematics[owner].rotation  # compared as a rotation
        if what in POSE:
            return getattr(self.kinematics[owner], what)
        body, moving = self.system.model.body(owner), self.kinematics[owner]
        R, w = moving.rotation, moving.angular_velocity
        arm = R @ np.array(body.com)
        speed = moving.velocity + np.cross(w, arm)
        spin = R @ np.array(body.inertia) @ R.T @ w
        turning = np.cross(moving.angular_acceleration, arm) + np.cross(w, np.cross(w, arm))
        return {
            "com": moving.position + arm,
            "com_velocity": speed,
            "com_acceleration": moving.acceleration + turning,
            "momentum": body.mass * speed,
            "angular_momentum": np.cross(moving.position + arm, body.mass * speed) + spin,
            "kinetic_energy": 0.5 * (body.mass * speed @ speed + w @ spin),
        }[what]

    # --- force elements ---------------------------------------------------------------------

    @cached_property
    def scene(self) -> StateScene:
        return StateScene(self.system, self.state)

    def _force(self, name: str) -> Any:
        element = next(e for e in self.system.model.forces if name.startswith(f"{e.name}."))
        what = name[len(element.name) + 1 :]
        if what in ("potential", "dissipation", "supply"):
            return getattr(element, what)(self.scene)
        loads = list(element.loads(self.scene))
        if what == "power":
            return sum(self._power(load) for load in loads)
        if what in ("length", "length_rate", "force"):
            return self._line(loads)[what]
        owner, _, part = what.rpartition(".")
        if part == "effort":
            return sum(load.effort for load in loads if isinstance(load, CoordinateLoad))
        force, moment = np.zeros(3), np.zeros(3)
        for load in loads:
            if load.body == owner and isinstance(load, PointLoad):
                force += load.force
                moment += np.cross(load.point - self.scene.pose(owner).position, load.force)
            elif load.body == owner:
                moment += load.moment
        return {"force": force, "moment": moment}[part]

    def _power(self, load: Any) -> float:
        if isinstance(load, CoordinateLoad):
            return float(load.effort * self.scene.rate(load.joint, load.index))
        w = self.scene.angular_velocity(load.body)
        if not isinstance(load, PointLoad):
            return float(load.moment @ w)
        X = self.scene.pose(load.body)
        r = X.matrix.T @ (load.point - X.position)
        return float(load.force @ self.scene.point(load.body, r).velocity)

    def _line(self, loads: list[Any]) -> dict[str, float]:
        a, b = loads
        gap = b.point - a.point
        along = gap / np.linalg.norm(gap)
        speeds = []
        for load in loads:
            X = self.scene.pose(load.body)
            speeds.append(self.scene.point(load.body, X.matrix.T @ (load.point - X.position)))
        rate = (speeds[1].velocity - speeds[0].velocity) @ along
        return {"length": np.linalg.norm(gap), "length_rate": rate, "force": a.force @ along}

    # --- the whole mechanism ----------------------------------------------------------------

    def _system(self, name: str) -> Any:
        energy = self.system.energy(self.state.q, self.state.v)
        total = self.system.momentum(self.state.q, self.state.v)
        bodies = self.system.model.bodies
        found: dict[str, Callable[[], Any]] = {
            **{f"energy.{n}": (lambda n=n: getattr(energy, n)) for n in ENERGIES},
            **{f"energy.{n}": (lambda n=n: getattr(self.run, n)[self.k]) for n in LEDGER},
            "power.dissipation": lambda: analysis.dissipation(
                self.system, self.state.q, self.state.v
            ),
            "momentum.linear": lambda: total.linear,
            "momentum.angular": lambda: total.angular_about_origin,
            "momentum.angular_about_com": lambda: total.angular,
            "com.position": lambda: total.com,
            "com.velocity": lambda: total.com_velocity,
            "com.acceleration": lambda: (
                sum(b.mass * self._body(f"{b.name}.com_acceleration") for b in bodies) / total.mass
            ),
        }
        return found[name]()


ENERGIES = ("kinetic", "gravity", "elements", "potential", "total")
LEDGER = ("work", "loss", "corrections")
