"""The robot that a controller moves: with rotors behind its gears, and with their friction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.model.forces.joint_friction import JointFriction
from sarrus.robotics.motors import Drive
from sarrus.robotics.rotors import joint_of_name, with_rotors
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
    """A robot with rotors, each coupled to its joint by q_rotor = N q (see `with_rotors`).

    On ground they add N^2 J to what the joint feels and nothing else, as the motors of sizing do;
    those of gyroscopic drives turn on the links that carry them. places: of the robot's joints
    among the coordinates of the system; rotors: place of each rotor, of its joint, and N.
    """

    system: System
    places: np.ndarray
    rotors: tuple[tuple[int, int, float], ...]

    @staticmethod
    def of(
        model: Model,
        drives: Mapping[str, Drive],
        friction: Mapping[str, Friction],
        names: Sequence[str] = (),
    ) -> Plant:
        """Return the plant of a robot; drives and friction: by joint; names: of its joints.

        Their order is that of the coordinates of the robot, of the joints of the model by default.
        """
        for name in (*drives, *friction):
            joint_of_name(model, name)
        whole = with_rotors(model, drives)
        rubbing = [how.element(name) for name, how in friction.items()]
        system = replace(whole, forces=(*whole.forces, *rubbing)).compile(kernels=())
        at = {name: place.start for name, place in system.compiled.layout.v_slice.items()}
        own = names or [joint.name for joint in model.joints if joint.type.nv]
        turning = [(name, d.gear.ratio) for name, d in drives.items() if d.inertia > 0.0]
        return Plant(
            system,
            np.array([at[name] for name in own], dtype=int),
            tuple((at[f"{name}_axle"], at[name], ratio) for name, ratio in turning),
        )

    def state(self, q: np.ndarray, qd: np.ndarray) -> State:
        """Return the state of the plant for that of the robot: the rotors turn along."""
        found = []
        for values in (q, qd):
            whole = np.zeros(self.system.nv)
            whole[self.places] = values
            for axle, joint, ratio in self.rotors:
                whole[axle] = ratio * whole[joint]
            found.append(whole)
        return self.system.state(found[0], found[1])
