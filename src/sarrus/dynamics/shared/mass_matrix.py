"""The mass matrix for one link of a kind; see `sarrus.dynamics.mass_matrix`.

The way inward from a link to ground is not walked link by link: forces and axes are given in the
axes of the world, each at the origin of its own link, so that an entry of the matrix is

    M(a, b) = l_b . f_a + w_b . (n_a + (o_a - o_b) x f_a)

with the force and moment (f_a, n_a) that a unit acceleration along S_a needs, and S_b = (l_b, w_b).
Origins enter by their differences, so that no digits are lost far from the world's origin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.dynamics.shared.link_kind import LinkKind
from sarrus.dynamics.shared.recursion import PARENT, Arrays, Piece, Recursion, lone_positions
from sarrus.public_names import LateModule
from sarrus.spatial import Inertia, Rotation, Transform
from sarrus.spatial.arrays import Array, join, matrix

if TYPE_CHECKING:
    from sarrus.dynamics import inverse
    from sarrus.dynamics import mass_matrix as equations
    from sarrus.dynamics.tree import BaseMotion, Link
else:
    inverse = LateModule("sarrus.dynamics.inverse")
    equations = LateModule("sarrus.dynamics.mass_matrix")

FIELDS = {"R": 9, "o": 3, "I": 10}
AXES = ("l0", "l1", "l2", "w0", "w1", "w2", "o0", "o1", "o2")
FORCES = ("f0", "f1", "f2", "n0", "n1", "n2")


def frame(kind: LinkKind, link: Link, x: Arrays) -> Arrays:
    """Return the pose of the link in the world, the columns of S in its axes, and its inertia."""
    X_WP = Transform(Rotation(x[f"{PARENT}R"].reshape(3, 3)), x[f"{PARENT}o"])
    where = lone_positions(link, x["q"])
    X_WC = X_WP @ where.steps[0].first @ where.steps[0].second
    turn, n = X_WC.rotation.apply, kind.type.nv
    S = [where.subspaces[0][:, k] for k in range(n)]
    axes = [join(turn(s[0:3]), turn(s[3:6]), X_WC.position) for s in S]
    made = {name: inverse.as_vector([axis[c] for axis in axes]) for c, name in enumerate(AXES)}
    return {**made, "R": X_WC.matrix.ravel(), "o": X_WC.position, "I": _numbers_of(link.inertia)}


def composite(kind: LinkKind, link: Link, x: Arrays) -> Arrays:
    """Return the composite inertia as the parent sees it, and the forces along the joint."""
    where, inertia = lone_positions(link, x["q"]), _inertia(x["I"])
    turn = Rotation(x["R"].reshape(3, 3)).apply
    forces = []
    for k in range(kind.type.nv):
        F = inertia.momentum(where.subspaces[0][:, k])
        forces.append(join(turn(F[0:3]), turn(F[3:6])))
    made = {name: inverse.as_vector([F[c] for F in forces]) for c, name in enumerate(FORCES)}
    return {**made, f"{PARENT}I": _numbers_of(equations.carried_inertia(inertia, where.steps[0]))}


def ground_pose(base: BaseMotion, gravity: Array) -> Arrays:
    """Return the pose of ground: it does not count."""
    still = Transform.identity()
    return {"R": still.matrix.ravel(), "o": still.position}


def _numbers_of(inertia: Inertia) -> Array:
    J = inertia.about_origin
    parts = (J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[1, 2], J[0, 2])
    return inverse.as_vector([inertia.mass, *inertia.moment, *parts])


def _inertia(numbers: Array) -> Inertia:
    xx, yy, zz, xy, yz, xz = numbers[4:10]
    return Inertia(numbers[0], numbers[1:4], matrix((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))


MASS_MATRIX = Recursion(
    (
        Piece("frame", frame, ("q", f"{PARENT}R", f"{PARENT}o"), ("R", "o", "I"), columns=AXES),
        Piece(
            "composite",
            composite,
            ("q", "R", "I"),
            (),
            (f"{PARENT}I",),
            columns=FORCES,
            inward=True,
        ),
    ),
    ground_pose,
    FIELDS,
)
"""Axes and forces of all velocities, in that order."""
