"""Rotors of motors that turn with the links that carry them: gyroscopic moments.

A motor on link C, its axis a fixed in C, turns its rotor of inertia J at N qd against C. The link's
mass properties are with the rotor standing still in it (Sciavicco and Siciliano, *Modelling and
control of robot manipulators*), so that the spin adds

    T = 1/2 J N^2 qd^2 + J N qd a.w          kinetic energy, w: angular velocity of C
    n = -J N (qdd a + qd w x a)              moment on C, h = J N qd a being the spin's momentum
    N J (N qdd + a.dw/dt)                    effort that the rotor itself needs, at the joint

Drives without `gyroscopic` have the first term of T and the first part of the last line alone, as
if all rotors turned on ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from sarrus.arguments import real_array, with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Body, Joint, Model, Pose
from sarrus.model.building.references import nearest
from sarrus.model.coupler import Coupler, CouplerTerm
from sarrus.model.joints.revolute import Revolute
from sarrus.model.pose import matrix3
from sarrus.robotics.motors import Drive
from sarrus.robotics.motors.motor import MOTOR
from sarrus.spatial import Transform
from sarrus.spatial.rotation import triad
from sarrus.system import State, System


@dataclass(frozen=True, eq=False)
class Rotor:
    """A rotor behind the gear of a joint: inertia J [kg m^2] and ratio N.

    carrier: the body that carries the motor; axis: of length 1, in that body's axes; the rotor
    turns about it with the joint (q_rotor = N q). gyroscopic: whether it turns on its carrier, or
    counts as if it did on ground.
    """

    joint: str
    inertia: float
    ratio: float
    carrier: str
    axis: np.ndarray
    gyroscopic: bool

    @staticmethod
    def of(model: Model, name: str, drive: Drive) -> Rotor:
        """Return the rotor of the drive of a joint; refuse a carrier or axis that is none."""
        where = f"drive of joint '{name}'"
        joint = joint_of_name(model, name)
        drive.check_joint(name, joint.type.coordinates[0].unit)
        if not drive.gyroscopic:
            return Rotor(name, drive.inertia, drive.gear.ratio, GROUND, np.eye(3)[2], False)
        carrier = drive.carrier or joint.parent
        if carrier != GROUND and carrier not in model.body_index:
            known = [GROUND, *model.body_index]
            rule, action = "is not a body of this robot", nearest(carrier, known)
            raise ModelError(
                Problem(MOTOR, f"{where} / carrier", rule, repr(carrier), action=action)
            )
        if drive.axis is not None:
            axis = _direction(f"{where} / axis", drive.axis)
        elif carrier == joint.parent:
            axis = joint.on_parent.transform.matrix[:, 2]
        else:
            rule = f"must be given, in the axes of '{carrier}', which is not the joint's parent"
            raise ModelError(Problem(MOTOR, f"{where} / axis", rule, action="give axis=(x, y, z)"))
        return Rotor(name, drive.inertia, drive.gear.ratio, carrier, axis, True)

    @property
    def spin(self) -> float:
        """J N [kg m^2, or kg m on a slide]: the momentum of the spin for a unit rate."""
        return self.inertia * self.ratio

    @property
    def mounting(self) -> Transform:
        """The frame of the rotor on its carrier, z along the axis."""
        return Transform.of(triad(self.axis), np.zeros(3))


def joint_of_name(model: Model, name: str) -> Joint:
    """Return the joint of a name; refuse names of none."""
    if name not in model.joint_index:
        rule, action = "is not a joint of this robot", nearest(name, list(model.joint_index))
        raise ModelError(Problem("M09", f"joint '{name}'", rule, action=action))
    return model.joint(name)


def _direction(where: str, value: object) -> np.ndarray:
    try:
        axis = real_array(value)
    except (TypeError, ValueError, OverflowError):
        axis = np.zeros(0)
    if axis.shape != (3,) or not np.all(np.isfinite(axis)) or not np.any(axis):
        rule = "must be three numbers, not all zero: a direction in the axes of the carrier"
        raise ModelError(Problem(MOTOR, where, rule, repr(value)[:80]))
    return axis / np.linalg.norm(axis)


def rotors_of(model: Model, drives: Mapping[str, Drive]) -> tuple[Rotor, ...]:
    """Return the rotors of drives, by joint, that have any inertia."""
    found = [Rotor.of(model, name, drive) for name, drive in drives.items()]
    return tuple(rotor for rotor in found if rotor.inertia > 0.0)


@with_checks
def with_rotors(model: Model, drives: Mapping[str, Drive]) -> Model:
    """Return the robot with the rotors of its drives as bodies: simulate, linearize or save it.

    Each rotor turns on the link that carries it (gyroscopic drives) or on ground, coupled to its
    joint by q_rotor = N q. Body, joint and coupler are called after the joint: elbow_rotor,
    elbow_axle, elbow_mesh. It has the inertia of a flat disc, J about its axis and J/2 across, and
    no mass: its inertia is taken from its carrier, which is given with its rotors standing still,
    and across the axis it does not matter which of the two has it.

    Example:
        motors = robotics.Catalogue.generic()
        robotics.with_rotors(arm.model, {"q2": robotics.Drive(motors.motors[0], motors.gears[0])})
    """
    rotors = rotors_of(model, drives)
    bodies = {body.name: body for body in model.bodies}
    joints, meshes = list(model.joints), list(model.couplers)
    for rotor in rotors:
        X_C = Transform.identity()
        if rotor.carrier != GROUND:
            carrier = bodies[rotor.carrier]
            disc = 0.5 * rotor.inertia * (np.eye(3) + np.outer(rotor.axis, rotor.axis))
            own = matrix3(np.array(carrier.inertia) - disc)
            bodies[rotor.carrier] = replace(carrier, inertia=own)
            X_C = carrier.pose.transform
        inertia = matrix3(np.diag([0.5, 0.5, 1.0]) * rotor.inertia)
        name, X_CR = f"{rotor.joint}_rotor", rotor.mounting
        bodies[name] = Body(name, 0.0, inertia=inertia, pose=Pose.of(X_C @ X_CR))
        axle = f"{rotor.joint}_axle"
        joints.append(Joint(axle, Revolute(), rotor.carrier, name, on_parent=Pose.of(X_CR)))
        terms = (CouplerTerm(axle, 0, 1.0), CouplerTerm(rotor.joint, 0, -rotor.ratio))
        meshes.append(Coupler(f"{rotor.joint}_mesh", terms))
    return replace(
        model, bodies=tuple(bodies.values()), joints=tuple(joints), couplers=tuple(meshes)
    )


@dataclass(frozen=True, eq=False)
class RotorMotion:
    """Gyroscopic rotors at one state of a robot.

    moments: on carriers, world axes [N m]; turning: a.dw/dt of each rotor [rad/s^2]; energy: of
    all spins [J], 1/2 J N^2 qd^2 + J N qd a.w.
    """

    moments: dict[str, np.ndarray]
    turning: dict[str, float]
    energy: float


def rotor_motion(
    system: System,
    rotors: Iterable[Rotor],
    state: State,
    vdot: np.ndarray,
    rates: Mapping[str, tuple[float, float]],
) -> RotorMotion:
    """Return what gyroscopic rotors do; rates: qd and qdd of their joints."""
    bodies = system.kinematics(state.q, state.v, vdot)
    moments: dict[str, np.ndarray] = {}
    turning: dict[str, float] = {}
    energy = 0.0
    for rotor in rotors:
        qd, qdd = rates[rotor.joint]
        energy += 0.5 * rotor.spin * rotor.ratio * qd**2
        if rotor.carrier == GROUND:
            continue
        link = bodies[rotor.carrier]
        a, w = link.rotation @ rotor.axis, np.asarray(link.angular_velocity)
        n = -rotor.spin * (qdd * a + qd * np.cross(w, a))
        moments[rotor.carrier] = moments.get(rotor.carrier, np.zeros(3)) + n
        turning[rotor.joint] = float(a @ link.angular_acceleration)
        energy += rotor.spin * qd * float(a @ w)
    return RotorMotion(moments, turning, energy)


@dataclass(frozen=True, eq=False)
class RotorTerms:
    """What gyroscopic rotors add to the equations of an open robot whose joints all have drives.

        joints:  C qdd + c,    rotors, at their joints:  C^T qdd + b

    C: n x n, its column k is J N J_w^T a of the rotor of joint k; c: from qd w x a; b: from the
    part of dw/dt that does not depend on qdd. N^2 J qdd is not among them.
    """

    C: np.ndarray
    c: np.ndarray
    b: np.ndarray

    @staticmethod
    def at(system: System, rotors: Iterable[Rotor], q: np.ndarray, qd: np.ndarray) -> RotorTerms:
        """Return the terms at a state; rotors on ground have none."""
        n = system.nv
        C, c, b = np.zeros((n, n)), np.zeros(n), np.zeros(n)
        moving = [rotor for rotor in rotors if rotor.carrier != GROUND]
        bodies = system.kinematics(q, qd, np.zeros(n)) if moving else {}
        for rotor in moving:
            link = bodies[rotor.carrier]
            k = system.compiled.layout.v_slice[rotor.joint].start
            J_w = system.jacobian(rotor.carrier, (0.0, 0.0, 0.0), q)[3:6]
            a, w = link.rotation @ rotor.axis, np.asarray(link.angular_velocity)
            C[:, k] += rotor.spin * (J_w.T @ a)
            c += rotor.spin * qd[k] * (J_w.T @ np.cross(w, a))
            b[k] += rotor.spin * float(a @ link.angular_acceleration)
        return RotorTerms(C, c, b)
