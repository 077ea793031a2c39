"""The robot that a controller moves: with rotors behind its gears, and with their friction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Body, Joint, Model, Pose
from sarrus.model.building.references import nearest
from sarrus.model.coupler import Coupler, CouplerTerm
from sarrus.model.forces.joint_friction import JointFriction
from sarrus.model.joints.revolute import Revolute
from sarrus.robotics.motors import Drive
from sarrus.robotics.trajectory.checking import number, positive
from sarrus.system import State, System


@dataclass(frozen=True)
class Friction:
    """Friction of a gear at its joint: sliding and static effort [N m or N], d times the rate.

    smoothing [rad/s or m/s]: the rate within which the sliding effort builds up (`JointFriction`).
    """

    sliding: float
    static: float | None = None
    d: float = 0.0
    smoothing: float = 0.01

    def __post_init__(self) -> None:
        number("friction / sliding", self.sliding, 0.0)
        number("friction / d", self.d, 0.0)
        positive("friction / smoothing", self.smoothing, "rad/s")
        if self.static is not None:
            number("friction / static", self.static, 0.0)

    def element(self, joint: str) -> JointFriction:
        """Return the force element of this friction on a joint."""
        static = self.sliding if self.static is None else self.static
        name = f"{joint}_gear_friction"
        return JointFriction(
            name, joint, self.sliding, static, self.d, self.smoothing, 10.0 * self.smoothing
        )


@dataclass(frozen=True, eq=False)
class Plant:
    """A robot with rotors: each turns on ground, coupled to its joint by q_rotor = N q.

    So it adds N^2 J to what the joint feels and nothing else, as the motors of sizing do.
    """

    system: System
    joints: tuple[str, ...]
    ratios: tuple[float, ...]

    @staticmethod
    def of(model: Model, drives: Mapping[str, Drive], friction: Mapping[str, Friction]) -> Plant:
        """Return the plant of a robot; drives and friction: by joint."""
        known = {joint.name: joint for joint in model.joints}
        for name in (*drives, *friction):
            if name not in known:
                rule, action = "is not a joint of this robot", nearest(name, list(known))
                raise ModelError(Problem("M09", f"joint '{name}'", rule, action=action))
        for name, drive in drives.items():
            drive.check_joint(name, known[name].type.coordinates[0].unit)
        turning = {name: d for name, d in drives.items() if d.inertia > 0.0}
        bodies = [_rotor(name, drive) for name, drive in turning.items()]
        axles = [
            Joint(f"{name}_axle", Revolute(), GROUND, body.name)
            for name, body in zip(turning, bodies, strict=True)
        ]
        meshes = [_mesh(name, drive.gear.ratio) for name, drive in turning.items()]
        rubbing = [how.element(name) for name, how in friction.items()]
        whole = replace(
            model,
            bodies=(*model.bodies, *bodies),
            joints=(*model.joints, *axles),
            couplers=(*model.couplers, *meshes),
            forces=(*model.forces, *rubbing),
        )
        ratios = tuple(drive.gear.ratio for drive in turning.values())
        return Plant(whole.compile(kernels=()), tuple(turning), ratios)

    def state(self, q: np.ndarray, qd: np.ndarray) -> State:
        """Return the state of the plant for that of the robot: the rotors turn along."""
        places = [self.system.compiled.layout.v_slice[name].start for name in self.joints]
        N = np.array(self.ratios)
        return self.system.state(
            np.concatenate([q, N * q[places]]), np.concatenate([qd, N * qd[places]])
        )


def _rotor(joint: str, drive: Drive) -> Body:
    inertia = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, drive.inertia))
    return Body(f"{joint}_rotor", 0.0, inertia=inertia, pose=Pose())


def _mesh(joint: str, ratio: float) -> Coupler:
    terms = (CouplerTerm(joint, 0, ratio), CouplerTerm(f"{joint}_axle", 0, -1.0))
    return Coupler(f"{joint}_mesh", terms)
