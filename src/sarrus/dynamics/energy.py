"""Energy, power and momentum of a tree."""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.kinematics import Positions, Velocities
from sarrus.dynamics.loads import TreeScene
from sarrus.spatial.arrays import Array, Scalar, cross, join


def kinetic_energy(speed: Velocities) -> Scalar:
    """Return T = 1/2 sum V_i^T M_i V_i [J]."""
    total: Scalar = 0.0
    for i, link in enumerate(speed.positions.tree.links):
        V = speed.six(i)
        total = total + 0.5 * (V @ link.inertia.momentum(V))
    return total


def gravity_energy(where: Positions) -> Scalar:
    """Return the potential energy of gravity [J], zero at the world's origin: -sum m g.r."""
    return -(where.tree.gravity @ first_moment(where)[1])


def first_moment(where: Positions) -> tuple[Scalar, Array]:
    """Return the mass [kg] and the first moment sum m r [kg m] in world axes."""
    mass: Scalar = 0.0
    moment: Array = np.zeros(3)
    for link, X_WC in zip(where.tree.links, where.world, strict=True):
        mass = mass + link.inertia.mass
        moment = moment + link.inertia.mass * X_WC.position
        moment = moment + X_WC.rotation.apply(link.inertia.moment)
    return mass, moment


def element_energy(speed: Velocities, time: Scalar) -> Scalar:
    """Return the energy stored in the force elements [J]."""
    scene = TreeScene(speed, time)
    total: Scalar = 0.0
    for element in speed.positions.tree.forces:
        total = total + element.potential(scene)
    return total


def dissipation(speed: Velocities, time: Scalar) -> Scalar:
    """Return the power that the force elements turn into heat [W]."""
    scene = TreeScene(speed, time)
    total: Scalar = 0.0
    for element in speed.positions.tree.forces:
        total = total + element.dissipation(scene)
    return total


def supply(speed: Velocities, time: Scalar) -> Scalar:
    """Return the power that the force elements bring in from outside [W]."""
    scene = TreeScene(speed, time)
    total: Scalar = 0.0
    for element in speed.positions.tree.forces:
        total = total + element.supply(scene)
    return total


def momentum(speed: Velocities) -> Array:
    """Return linear momentum and angular momentum about the world's origin, in world axes."""
    total: Array = np.zeros(6)
    for i, link in enumerate(speed.positions.tree.links):
        X_WC = speed.positions.world[i]
        total = total + X_WC.force(link.inertia.momentum(speed.six(i)))
    return total


def about_com(total: Array, com: Array) -> Array:
    """Return momentum about the centre of mass from that about the world's origin."""
    return join(total[0:3], total[3:6] - cross(com, total[0:3]))
