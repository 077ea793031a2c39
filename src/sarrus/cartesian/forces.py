"""The generalised forces Q of the bodies: M Ydot = Q + Phi_Y^T lambda.

M = diag(m I, J') is constant; Q = (f, n' - w' x J' w') for every body, with the force f in world
axes and the moment n' about the centre of mass in body axes.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sarrus.cartesian.joints import cartesian_joint
from sarrus.cartesian.scene import CartesianScene, starts
from sarrus.model import GROUND
from sarrus.model.forces.element import CoordinateLoad, Load, MomentLoad, PointLoad
from sarrus.spatial.arrays import Array, cross, join


def generalized_forces(scene: CartesianScene, efforts: Array, wrenches: Array) -> Array:
    """Return Q of all bodies, one after the other.

    efforts: along the velocity coordinates of all joints in the order of the model; wrenches:
    n x 6, force at the origin of each body frame and moment, in world axes.
    """
    model = scene.model
    gravity = np.array(model.gravity)
    totals = {body.name: (body.mass * gravity, np.zeros(3)) for body in model.bodies}
    loads = [load for element in model.forces for load in element.loads(scene)]
    for load in [*loads, *_applied_loads(scene, efforts, wrenches)]:
        for part in _on_bodies(scene, load):
            if part.body != GROUND:
                totals[part.body] = _sum_with_load(scene, totals[part.body], part)
    return join(*[_forces_of(scene, body.name, totals[body.name]) for body in model.bodies])


def _applied_loads(scene: CartesianScene, efforts: Array, wrenches: Array) -> Iterable[Load]:
    at = starts(scene.model, "nv")
    for joint in scene.model.joints:
        for k in range(joint.type.nv):
            yield CoordinateLoad(joint.name, k, efforts[at[joint.name] + k])
    for i, body in enumerate(scene.model.bodies):
        where = scene.bodies[body.name].position_of(np.zeros(3))
        yield PointLoad(body.name, where, wrenches[i, 0:3])
        yield MomentLoad(body.name, wrenches[i, 3:6])


def _on_bodies(scene: CartesianScene, load: Load) -> Iterable[PointLoad | MomentLoad]:
    """A load on a joint coordinate acts on the child, and its opposite on the parent."""
    if not isinstance(load, CoordinateLoad):
        yield load
        return
    markers = scene.markers[load.joint]
    freedom = cartesian_joint(markers.joint.type).freedoms[load.index]
    force, moment = freedom.wrench(markers, load.effort)
    if moment is not None:
        yield MomentLoad(markers.joint.child, moment)
        yield MomentLoad(markers.joint.parent, -moment)
    if force is not None:
        at = markers.M.origin.value
        yield PointLoad(markers.joint.child, at, force)
        yield PointLoad(markers.joint.parent, at, -force)


def _sum_with_load(
    scene: CartesianScene, before: tuple[Array, Array], load: PointLoad | MomentLoad
) -> tuple[Array, Array]:
    """Return force and moment about the centre of mass, with one load more."""
    force, moment = before
    if isinstance(load, MomentLoad):
        return force, moment + load.moment
    arm = load.point - scene.bodies[load.body].center
    return force + load.force, moment + cross(arm, load.force)


def _forces_of(scene: CartesianScene, name: str, values: tuple[Array, Array]) -> Array:
    force, moment = values
    moving, inertia = scene.bodies[name], np.array(scene.model.body(name).inertia)
    gyroscopic = cross(moving.spin, inertia @ moving.spin)
    return join(force, moving.rotation.T @ moment - gyroscopic)
