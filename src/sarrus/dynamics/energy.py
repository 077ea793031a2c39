"""Energy, power and momentum of a tree."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sarrus.dynamics.kinematics import Accelerations, Positions, Velocities
from sarrus.dynamics.loads import AppliedLoads, TreeScene, ground_load
from sarrus.dynamics.mass_matrix import composite_inertias
from sarrus.model.forces.element import ForceElement
from sarrus.spatial.arrays import Array, Scalar, cross, join


def kinetic_energy(speed: Velocities) -> Scalar:
    """Return T = 1/2 sum V_i^T M_i V_i + 1/2 sum armature_k v_k^2 [J]."""
    total: Scalar = 0.0
    for i, link in enumerate(speed.positions.tree.links):
        V = speed.six(i)
        total = total + 0.5 * (V @ link.inertia.momentum(V))
    for k, armature in speed.positions.tree.armatures.items():
        total = total + 0.5 * armature * speed.v[k] * speed.v[k]
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
    return _sum_over_elements(speed, time, lambda element, scene: element.potential(scene))


def dissipation(speed: Velocities, time: Scalar) -> Scalar:
    """Return the power that the force elements turn into heat [W]."""
    return _sum_over_elements(speed, time, lambda element, scene: element.dissipation(scene))


def supply(speed: Velocities, time: Scalar) -> Scalar:
    """Return the power that the force elements bring in from outside [W]."""
    return _sum_over_elements(speed, time, lambda element, scene: element.supply(scene))


def _sum_over_elements(
    speed: Velocities, time: Scalar, quantity: Callable[[ForceElement, TreeScene], Scalar]
) -> Scalar:
    scene = TreeScene(speed, time)
    total: Scalar = 0.0
    for element in speed.positions.tree.forces:
        total = total + quantity(element, scene)
    return total


def base_power(motion: Accelerations, loads: AppliedLoads, time: Scalar) -> Scalar:
    """Return the power [W] of the forces that move the base: V_0 . W_0.

    W_0 is what ground puts on the mechanism, through joints and force elements: all that the
    links need for their motion, less what force elements put on them, and on ground.
    """
    speed = motion.velocities
    where, total = speed.positions, np.zeros(6)
    for i, link in enumerate(where.tree.links):
        W = link.inertia.inertial_force(motion.felt[i], speed.w[i])
        load = loads.on_links[i]
        total = total + where.world[i].force(W if load is None else W - load)
    total = total - ground_load(speed, loads, time)
    v, w = where.base.velocity[0:3], where.base.velocity[3:6]
    return v @ total[0:3] + w @ (total[3:6] - cross(where.base.pose.position, total[0:3]))


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


def centroidal_momentum(where: Positions) -> tuple[Scalar, Array, Array]:
    """Return mass, centre of mass, and A, 6 x nv: momentum about it is A v, world axes."""
    tree = where.tree
    mass, moment = first_moment(where)
    com = moment / mass
    composite = composite_inertias(where)
    columns: list[Array] = [np.zeros(6)] * tree.nv
    for i, link in enumerate(tree.links):
        for k in range(link.type.nv):
            p = composite[i].momentum(where.subspaces[i][:, k])
            columns[link.v.start + k] = about_com(where.world[i].force(p), com)
    if not columns:
        return mass, com, np.zeros((6, 0))
    return mass, com, np.array([[column[r] for column in columns] for r in range(6)])
