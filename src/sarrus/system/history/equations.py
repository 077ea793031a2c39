"""Quantities of a history that no other part of the system needs, as functions of `Inputs`."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.dynamics.constraints import ClosedVelocities
from sarrus.dynamics.energy import dissipation
from sarrus.dynamics.tree import Link
from sarrus.spatial.arrays import Array, cross, join, vector
from sarrus.spatial.dual import rate_of
from sarrus.system.quantities.equations import Inputs, Outputs
from sarrus.topology import Layout


def cut_bias(x: Inputs) -> Outputs:
    """The accelerations of the cut joints when vdot = 0."""
    motion = ClosedVelocities(x.velocities)
    cuts = x.tree.cuts
    parts = [motion.cut_rate_bias(k) for k, cut in enumerate(cuts) if cut.type.nv]
    return {"bias": np.concatenate(parts) if parts else np.zeros(0)}


def heat(x: Inputs) -> Outputs:
    """The power that force elements turn into heat, bearings with their loads among them."""
    loaded = x.with_bearing_loads(x.arrays["bearing"])
    return {"heat": vector(dissipation(loaded.velocities, x.time))}


def masses(x: Inputs) -> Outputs:
    """Of every body: centre of mass and its velocity, momentum about the world's origin, energy."""
    n = len(x.tree.links)
    com, speed, momentum, kinetic = [], [], [], []
    for i, link in enumerate(x.tree.links):
        c, V, X_WC = _com(link), x.velocities.six(i), x.positions.world[i]
        MV = link.inertia.momentum(V)
        com.append(X_WC.point(c))
        speed.append(X_WC.rotation.apply(V[0:3] + cross(V[3:6], c)))
        momentum.append(X_WC.force(MV))
        kinetic.append(0.5 * (V @ MV))
    table = np.array(momentum).reshape(n, 6)
    return {
        "com": np.array(com).reshape(n, 3),
        "com_velocity": np.array(speed).reshape(n, 3),
        "momentum": table[:, 0:3],
        "angular_momentum": table[:, 3:6],
        "kinetic_energy": np.array(kinetic).reshape(n),
    }


def mass_accelerations(x: Inputs) -> Outputs:
    """The accelerations of all centres of mass, and of that of the whole mechanism."""
    n = len(x.tree.links)
    found, total, mass = [], np.zeros(3), 0.0
    for i, link in enumerate(x.tree.links):
        A, w, c = x.accelerations.true(i), x.velocities.w[i], _com(link)
        inside = A[0:3] + cross(A[3:6], c) + cross(w, cross(w, c))
        a = x.positions.world[i].rotation.apply(inside)
        found.append(a)
        total, mass = total + link.inertia.mass * a, mass + link.inertia.mass
    return {"com_acceleration": np.array(found).reshape(n, 3), "force": total, "mass": vector(mass)}


def _com(link: Link) -> Array:
    """Return the centre of mass in the link's frame; of a body without mass, its origin."""
    mass = link.inertia.mass
    if isinstance(mass, (int, float)) and mass == 0.0:
        return link.X_CB.position
    return link.inertia.moment / mass


def path(x: Inputs, layout: Layout) -> Outputs:
    """The first and second rates of q along a motion."""
    q, v, vdot = x.arrays["q"], x.arrays["v"], x.arrays["vdot"]
    first = layout.rate(q, v)
    nq = len(q)

    def rate(y: Array) -> Array:
        return layout.rate(y[:nq], y[nq:])

    return {"qdot": first, "qddot": rate_of(rate, join(q, v), join(first, vdot))}


def velocities_on_path(q: Array, qdot: Array, layout: Layout) -> dict[str, Any]:
    """Return normalised coordinates and the velocities of a path that is almost normalised."""
    unit = layout.normalized(q)
    rate = rate_of(layout.normalized, q, qdot)
    parts = [
        joint.type.velocity_of(unit[layout.q_slice[joint.name]], rate[layout.q_slice[joint.name]])
        for joint in layout.joints
        if joint.type.nv
    ]
    return {"q": unit, "v": np.concatenate(parts) if parts else np.zeros(0)}
