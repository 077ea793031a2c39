"""The equations of channels: quantities of one body, of all, of the whole mechanism.

A kernel of a history computes a quantity of all bodies at once; a traced state that of the one
body which it is asked for. Both are made of the same functions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from sarrus.dynamics.constraints import ClosedPositions, ClosedVelocities
from sarrus.dynamics.energy import dissipation
from sarrus.dynamics.tree import Link
from sarrus.late_dataclass import dataclass
from sarrus.model.joints import GearPair, Rolling
from sarrus.model.joints.on_curve import OnCurve
from sarrus.spatial.arrays import Array, angle_of, cross, vector
from sarrus.system.quantities import equations, loop_equations
from sarrus.system.quantities.equations import Equation, Inputs, Outputs


def cut_bias(x: Inputs) -> Outputs:
    """The accelerations of the cut joints when vdot = 0."""
    motion = ClosedVelocities(x.velocities)
    cuts = x.tree.cuts
    parts = [motion.cut_rate_bias(k) for k, cut in enumerate(cuts) if cut.type.nv]
    return {"bias": np.concatenate(parts) if parts else np.zeros(0)}


def contacts(x: Inputs) -> Outputs:
    """The points, in the world, at which wheels touch what they roll on."""
    found = [
        cut.X_WF.point(cut.cut.type.contact(cut.X_FM).point)
        for cut in ClosedPositions(x.positions).cuts
        if isinstance(cut.cut.type, Rolling)
    ]
    return {"point": np.array(found).reshape(len(found), 3)}


def meshes(x: Inputs) -> Outputs:
    """The rates at which wheels 1 of gears turn against their lines of centres."""
    found = [
        kind.roll(cut.position.X_FM)[1] @ cut.relative
        for cut in ClosedVelocities(x.velocities).cuts
        if isinstance(kind := cut.position.cut.type, GearPair)
    ]
    return {"rolling": vector(*found)}


def touches(x: Inputs) -> Outputs:
    """What joints on curves do: parameters, point and normal in the world, pressure angle."""
    closed = ClosedVelocities(x.velocities)
    parameters, points, normals, angles = [], [], [], []
    for moving in closed.cuts:
        cut = moving.position
        if not isinstance(cut.cut.type, OnCurve):
            continue
        first, second, point, normal = cut.cut.type.at(cut.X_FM)
        n, where = cut.X_WF.rotation.apply(normal), cut.X_WF.point(point)
        link = cut.cut.child
        V, X = x.velocities.six(link), x.positions.frame(link)
        led = where if hasattr(cut.cut.type, "other") else cut.X_WM.position
        v = X.rotation.apply(V[0:3]) + cross(X.rotation.apply(V[3:6]), led - X.position)
        parameters.append(vector(first, second))
        points.append(where)
        normals.append(n)
        aside = cross(n, v)
        angles.append(angle_of(np.sqrt(aside @ aside), np.sqrt((n @ v) * (n @ v))))
    count = len(points)
    return {
        "parameters": np.array(parameters).reshape(count, 2),
        "point": np.array(points).reshape(count, 3),
        "normal": np.array(normals).reshape(count, 3),
        "pressure_angle": np.array(angles).reshape(count),
    }


def heat(x: Inputs) -> Outputs:
    """The power that force elements turn into heat, bearings with their loads among them."""
    loaded = x.with_bearing_loads(x.arrays["bearing"])
    return {"heat": vector(dissipation(loaded.velocities, x.time))}


def body_mass(x: Inputs, i: int) -> Outputs:
    """Centre of mass and its velocity, momentum about the world's origin, energy of a body."""
    link = x.tree.links[i]
    c, V, X_WC = _com(link), x.velocities.six(i), x.positions.world[i]
    MV = link.inertia.momentum(V)
    com = X_WC.point(c)
    speed = X_WC.rotation.apply(V[0:3] + cross(V[3:6], c))
    momentum = X_WC.force(MV)
    return {
        "com": com,
        "com_velocity": speed,
        "momentum": momentum[0:3],
        "angular_momentum": momentum[3:6],
        "kinetic_energy": 0.5 * (V @ MV),
    }


def masses(x: Inputs) -> Outputs:
    """The same of every body."""
    n = len(x.tree.links)
    found = [body_mass(x, i) for i in range(n)]
    shapes: dict[str, tuple[int, ...]] = {"com": (n, 3), "com_velocity": (n, 3)}
    shapes |= {"momentum": (n, 3), "angular_momentum": (n, 3), "kinetic_energy": (n,)}
    return {
        name: np.array([one[name] for one in found]).reshape(shape)
        for name, shape in shapes.items()
    }


def com_acceleration(x: Inputs, i: int) -> Outputs:
    """The acceleration of the centre of mass of a body."""
    A, w, c = x.accelerations.true(i), x.velocities.w[i], _com(x.tree.links[i])
    inside = A[0:3] + cross(A[3:6], c) + cross(w, cross(w, c))
    return {"com_acceleration": x.positions.world[i].rotation.apply(inside)}


def mass_accelerations(x: Inputs) -> Outputs:
    """The accelerations of all centres of mass, and of that of the whole mechanism."""
    n = len(x.tree.links)
    found, total, mass = [], np.zeros(3), 0.0
    for i, link in enumerate(x.tree.links):
        a = com_acceleration(x, i)["com_acceleration"]
        found.append(a)
        total, mass = total + link.inertia.mass * a, mass + link.inertia.mass
    return {"com_acceleration": np.array(found).reshape(n, 3), "force": total, "mass": vector(mass)}


def _com(link: Link) -> Array:
    """Return the centre of mass in the link's frame; of a body without mass, its origin."""
    mass = link.inertia.mass
    if isinstance(mass, (int, float)) and mass == 0.0:
        return link.X_CB.position
    return link.inertia.moment / mass


@dataclass(frozen=True)
class Quantity:
    """A quantity of channels: inputs and name of its kernel, equation for all and for one body.

    kernel: None where the kernel is one of the system's own.
    """

    inputs: tuple[str, ...]
    every: Equation
    kernel: str | None = None
    each: Callable[[Inputs, int], Outputs] | None = None


OF_BODIES: dict[str, Quantity] = {
    "body_positions": Quantity(("q",), equations.body_positions, each=equations.body_position),
    "body_velocities": Quantity(
        ("q", "v"), equations.body_velocities, each=equations.body_velocity
    ),
    "body_accelerations": Quantity(
        ("q", "v", "vdot"), equations.body_accelerations, each=equations.body_acceleration
    ),
    "masses": Quantity(("q", "v"), masses, "history_masses", body_mass),
    "mass_accelerations": Quantity(
        ("q", "v", "vdot"), mass_accelerations, "history_mass_accelerations", com_acceleration
    ),
}
"""Quantities of which every body has one."""

OF_ALL: dict[str, Quantity] = {
    "energy": Quantity(("q", "v"), equations.energy),
    "momentum": Quantity(("q", "v"), equations.momentum),
    "mass_accelerations": OF_BODIES["mass_accelerations"],
    "heat": Quantity(("q", "v", "bearing"), heat, "history_heat"),
    "cut_bias": Quantity(("q", "v"), cut_bias, "history_cut_bias"),
    "contacts": Quantity(("q",), contacts, "history_contacts"),
    "meshes": Quantity(("q", "v"), meshes, "history_meshes"),
    "touches": Quantity(("q", "v"), touches, "history_touches"),
}
"""Quantities of the whole mechanism."""


def joint_frames(joints: tuple[str, ...]) -> Equation:
    """Return the equation of axes of (F, M) and (parent, child), positions of F and M."""
    return partial(loop_equations.frames, joints=joints)
