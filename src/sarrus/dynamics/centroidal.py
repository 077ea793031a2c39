"""The momentum of a whole tree about its centre of mass, as a matrix of its velocities."""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.energy import about_com, first_moment
from sarrus.dynamics.kinematics import Positions
from sarrus.dynamics.mass_matrix import composite_inertias
from sarrus.spatial.arrays import Array, Scalar


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
