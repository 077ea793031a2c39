"""Inverse dynamics: the efforts and joint wrenches that a given motion needs.

The recursion of Luh, Walker and Paul (paper 3) and of paper 2, (23) and (24), for trees and
all joint types: forward for the motion, backward for the wrenches.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.dynamics.kinematics import Accelerations
from sarrus.dynamics.loads import AppliedLoads
from sarrus.dynamics.tree import Link
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, vector


@dataclass(frozen=True)
class JointEfforts:
    """What passes through the joints.

    wrenches[i]: all that acts on link i through its joint, at C in C's axes; tau: the efforts
    that actuators must add to the force elements on the coordinates.
    """

    wrenches: tuple[Array, ...]
    tau: Array


def inverse_dynamics(motion: Accelerations, loads: AppliedLoads) -> JointEfforts:
    """Return tau = M vdot + c - f and the wrench through every joint.

    In six-vectors, with X of every step (V_C = X V_P) and spatial accelerations,

        F_i = M_i A_i + V_i x* M_i V_i - load_i,   F_P <- F_P + X^T F_C,   tau_i = S_i^T F_i

    The first line is `inertial_force`, split into force and moment of true accelerations: they
    need no linear velocity. Gravity is in A already (see `felt_base`). A rotor takes armature times
    vdot of the effort; nothing of it passes through the joint.
    """
    where = motion.velocities.positions
    tree = where.tree
    wrenches = [
        link.inertia.inertial_force(motion.felt[i], motion.velocities.w[i])
        for i, link in enumerate(tree.links)
    ]
    for i, load in enumerate(loads.on_links):
        if load is not None:
            wrenches[i] = wrenches[i] - load
    for i in range(len(tree.links) - 1, -1, -1):
        parent = tree.links[i].parent
        if parent >= 0:
            wrenches[parent] = wrenches[parent] + where.steps[i].force(wrenches[i])
    efforts = joint_efforts(where.subspaces, tree.links, wrenches, tree.nv)
    applied = loads.efforts(tree.nv)
    tau = [effort - load for effort, load in zip(efforts, applied, strict=True)]
    for k, armature in tree.armatures.items():
        tau[k] = tau[k] + armature * motion.vdot[k]
    return JointEfforts(tuple(wrenches), as_vector(tau))


def joint_efforts(
    subspaces: Sequence[Array], links: Sequence[Link], wrenches: Sequence[Array], nv: int
) -> list[Scalar]:
    """Return S^T F of every link, in the order of the velocity coordinates."""
    efforts: list[Scalar] = [0.0] * nv
    for link, S, F in zip(links, subspaces, wrenches, strict=True):
        rows = link.v
        for k in range(rows.start, rows.stop):
            efforts[k] = S[:, k - rows.start] @ F
    return efforts


def as_vector(scalars: Sequence[Scalar]) -> Array:
    """Return scalars as a 1-D array, which may be empty."""
    return vector(*scalars) if scalars else np.zeros(0)
