"""Rows among the force elements, of ropes and of users: J v = 0, with J by q, and -(dJ/dt) v.

A row is linear in the velocities that it reads: of points and bodies, in world axes, and of joints.
Its factor in front of each of them, times how these follow from v, is J; the same factors times the
multiplier are the loads of the row. Its rate at vdot = 0 follows from the rates of what it reads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from sarrus.dynamics.cut_joints import CutPosition, CutVelocity
from sarrus.dynamics.jacobians import point_jacobian
from sarrus.dynamics.kinematics import Accelerations, Positions, velocities
from sarrus.dynamics.loads import TreeScene
from sarrus.model.forces.element import Load
from sarrus.spatial.arrays import Array, Scalar, cross
from sarrus.spatial.dual import Dual

if TYPE_CHECKING:
    from sarrus.model.forces.row import Row
    from sarrus.model.forces.user_motion import Read

OfJoint = Callable[[str, int], Scalar]
"""What is asked of a velocity coordinate: the name of its joint, and its number."""


def still_scene(where: Positions) -> TreeScene:
    """Return what rows see of positions alone."""
    return TreeScene(velocities(where, np.zeros(where.tree.nv)), 0.0)


def bare_row(where: Positions, row: Row, velocity_row: OfJoint) -> Array:
    """Return J, nv; velocity_row: of a velocity coordinate of a joint, in the tree or cut."""
    found: Array = np.zeros(where.tree.nv)
    for (kind, target, k), factor in row.coefficients(still_scene(where)).items():
        if kind == "rate":
            found = found + factor * velocity_row(*row.rate_place(target))
        elif kind == "angular velocity":
            found = found + factor * point_jacobian(where, target, np.zeros(3))[3 + k]
        else:
            body, place = row.point_place(target)
            found = found + factor * point_jacobian(where, body, np.array(place))[k]
    return found


def bare_bias(motion: Accelerations, row: Row, velocity_bias: OfJoint) -> Scalar:
    """Return (dJ/dt) v, the rate of the row at a motion with vdot = 0.

    velocity_bias: the rate of a velocity coordinate of a joint then, 0 in the tree.
    """
    scene = TreeScene(motion.velocities, 0.0)
    moving = {
        read: Dual(row.read_number(scene, read), _rate(motion, scene, row, read, velocity_bias))
        for read in row.reads
    }
    found = row.row_value(moving)
    return found.rate if isinstance(found, Dual) else 0.0


def bare_loads(where: Positions, row: Row, effort: Scalar) -> list[Load]:
    """Return the loads of a row for its multiplier."""
    return row.row_loads(still_scene(where), effort)


def _rate(
    motion: Accelerations,
    scene: TreeScene,
    row: Row,
    read: Read,
    velocity_bias: OfJoint,
) -> Scalar:
    """Return the rate of a number that a row reads."""
    kind, target, k = read
    if kind == "position":
        return scene.point(*row.point_place(target)).velocity[k]
    from sarrus.model.forces.user_force import AXES

    if kind in AXES:
        return cross(scene.angular_velocity(target), scene.direction(target, AXES[kind]))[k]
    if kind == "velocity":
        return _point_acceleration(motion, *row.point_place(target))[k]
    if kind == "angular velocity":
        where = motion.velocities.positions
        i = where.tree.index[target]
        return where.frame(i).rotation.apply(motion.true(i)[3:6])[k]
    if kind == "coordinate":
        return _coordinate_rate(motion, *row.coordinate_place(target))
    return velocity_bias(*row.rate_place(target)) if kind == "rate" else 0.0


def _point_acceleration(motion: Accelerations, body: str, place: tuple[float, ...]) -> Array:
    """Return the acceleration of a point of a body, in world axes."""
    speed = motion.velocities
    where = speed.positions
    i = where.tree.index[body]
    r = np.array(place)
    r_C = where.tree.links[i].X_CB.point(r) if i >= 0 else r
    w = speed.w[i] if i >= 0 else speed.w_base
    A = motion.true(i)
    return where.frame(i).rotation.apply(A[0:3] + cross(A[3:6], r_C) + cross(w, cross(w, r_C)))


def _coordinate_rate(motion: Accelerations, joint: str, index: int) -> Scalar:
    """Return the rate of a coordinate of a joint; those in rows have velocities of their own."""
    speed = motion.velocities
    tree, where = speed.positions.tree, speed.positions
    if joint in tree.cut_index:
        cut = CutPosition(where, tree.cuts[tree.cut_index[joint]])
        return CutVelocity(cut, speed).rates[index]
    link = tree.links[tree.joint_index[joint]]
    return link.type.rate(where.q[link.q], speed.v[link.v])[index]
