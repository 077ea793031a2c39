"""The factors of derivatives for one link of a kind; see `sarrus.dynamics.derivatives.factors`.

Numbers of a link are given in its frame R, that of the first link on the way from ground, which is
a kind of its own: the tree of that link alone has the same R.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from sarrus.dynamics import kinematics
from sarrus.dynamics.derivatives.inverse import Outer
from sarrus.dynamics.derivatives.joint_shape import is_constant
from sarrus.dynamics.derivatives.moving_inertia import MovingInertia
from sarrus.dynamics.derivatives.rigid_field import RigidField
from sarrus.dynamics.derivatives.tangents import Tangent, ground_field, joint_tangents
from sarrus.dynamics.inverse import as_vector
from sarrus.dynamics.shared import forward
from sarrus.dynamics.shared.link_kind import LinkKind
from sarrus.dynamics.shared.recursion import PARENT, Arrays, Piece, Recursion, lone_accelerations
from sarrus.dynamics.tree import BaseMotion, Link, Tree
from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import Array, Scalar, join, matrix

FIELDS = {"R": 9, "o": 3, "V": 6, "rate": 6, "B": 28}
"""Pose X_RC; the link's twist in R and its rate; the moving inertia of what it carries."""
TANGENT = {"S": 6, "drift": 6, "second": 6, "twice": 3}
OUTER = {"h": 6, "c": 3, "dq_wrench": 6, "dv_wrench": 6}
FACTORS = {**TANGENT, **OUTER}
"""Numbers of each velocity."""
OWN_BENDS = "own_bends"
"""How the columns of a joint's own S change with each of its coordinates."""
BENDS = tuple(f"bend{a}" for a in range(6))
"""What these changes do to the efforts of the joint: of each velocity, for up to six columns."""


def own(kind: LinkKind) -> Mapping[str, int]:
    """Return what a joint keeps of its velocities."""
    return {f"own_{name}": size * kind.type.nv for name, size in TANGENT.items()}


def tangent(kind: LinkKind, link: Link, x: Arrays) -> Arrays:
    """Return the motion of the link, its moving inertia, and the tangents of its joint."""
    vdot = x["vdot"] if "vdot" in x else x["accelerations"]
    motion = lone_accelerations(link, x["q"], x["v"], vdot, np.zeros(3), np.zeros(6))
    step = motion.velocities.positions.steps[0]
    parent = RigidField(x[f"{PARENT}V"], x[f"{PARENT}rate"])
    if kind.first:
        X_RC = Transform.identity()
        carrier = RigidField(step.motion(parent.V), step.motion(parent.A))
    else:
        X_RP = Transform(Rotation(x[f"{PARENT}R"].reshape(3, 3)), x[f"{PARENT}o"])
        X_RC, carrier = X_RP @ step.first @ step.second, parent
    field, found = joint_tangents(motion, 0, X_RC, carrier)
    made = {
        "S": as_vector([entry for one in found for entry in one.S]),
        "drift": as_vector([entry for one in found for entry in one.drift]),
        "second": as_vector([entry for one in found for entry in one.second]),
        "twice": as_vector([entry for one in found for entry in one.twice[3:6]]),
    }
    kept = {f"own_{name}": value for name, value in made.items()}
    body = _numbers_of(MovingInertia.of(link.inertia, X_RC, field))
    pose = {"R": X_RC.matrix.ravel(), "o": X_RC.position}
    bends = as_vector([entry for one in found for bend in one.bends for entry in bend])
    moving = {"V": field.V, "rate": field.A, "B": body, OWN_BENDS: bends}
    return {**made, **kept, **pose, **moving}


def outer(kind: LinkKind, link: Link, x: Arrays) -> Arrays:
    """Return the velocities of the joint as those that others carry, and their efforts."""
    body = _moving_inertia(x["B"])
    made: dict[str, list[Array]] = {name: [] for name in OUTER}
    efforts = []
    for k in range(kind.type.nv):
        parts = {n: x[f"own_{n}"][size * k : size * (k + 1)] for n, size in TANGENT.items()}
        twice = join(np.zeros(3), parts["twice"])
        one = Tangent(0, parts["S"], twice, parts["second"], parts["drift"], ())
        found = Outer(body, one)
        for name, value in (
            ("h", found.h),
            ("c", found.c),
            ("dq_wrench", found.dq_wrench),
            ("dv_wrench", found.dv_wrench),
        ):
            made[name] += list(value)
        efforts.append(one.S @ body.wrench)
    vectors = {name: as_vector(values) for name, values in made.items()}
    vectors |= _bend_efforts(kind, body, x.get(OWN_BENDS, np.zeros(0)))
    return {**vectors, "efforts": as_vector(efforts), f"{PARENT}B": x["B"]}


def _bend_efforts(kind: LinkKind, body: MovingInertia, own_bends: Array) -> Arrays:
    """Return for each column of S what its change with each coordinate does to its effort."""
    n = kind.type.nv
    found: list[list[Scalar]] = [[0.0] * n for _ in BENDS]
    if len(own_bends):
        for k in range(n):
            for a in range(n):
                begin = 6 * (n * k + a)
                found[a][k] = own_bends[begin : begin + 6] @ body.wrench
    return {name: as_vector(values) for name, values in zip(BENDS, found, strict=True)}


def ground(base: BaseMotion, gravity: Array) -> Arrays:
    """Return the motion of ground in its own frame, with gravity subtracted."""
    nothing = np.zeros(0)
    where = kinematics.positions(Tree((), gravity, (), 0, 0, {}), nothing, base)
    still = kinematics.accelerations(kinematics.velocities(where, nothing), nothing)
    field = ground_field(still)
    return {"V": field.V, "rate": field.A}


def ground_of_forward(base: BaseMotion, gravity: Array) -> Arrays:
    """Return the same, and what forward dynamics needs."""
    return {**forward.FORWARD.ground(base, gravity), **ground(base, gravity)}


def _numbers_of(body: MovingInertia) -> Array:
    E = body.second
    second = (E[0, 0], E[1, 1], E[2, 2], E[0, 1], E[1, 2], E[0, 2])
    parts = (*body.moment, *second, *body.momentum, *body.flow.ravel(), *body.wrench)
    return as_vector([body.mass, *parts])


def _moving_inertia(numbers: Array) -> MovingInertia:
    xx, yy, zz, xy, yz, xz = numbers[4:10]
    return MovingInertia(
        mass=numbers[0],
        moment=numbers[1:4],
        second=matrix((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)),
        momentum=numbers[10:13],
        flow=numbers[13:22].reshape(3, 3),
        wrench=numbers[22:28],
    )


KEPT = tuple(f"own_{name}" for name in TANGENT)
UP = tuple(f"{PARENT}{name}" for name in ("R", "o", "V", "rate"))
OUTWARD = Piece(
    "tangent", tangent, ("q", "v", "vdot", *UP), (*FIELDS, *KEPT), results=tuple(TANGENT)
)
INWARD = Piece(
    "outer",
    outer,
    ("B", *KEPT),
    (),
    (f"{PARENT}B",),
    ("efforts", *OUTER),
    inward=True,
)
INVERSE_FACTORS = Recursion((OUTWARD, INWARD), ground, FIELDS, own, first=True)
"""tau, and the factors of its derivatives."""


def _own_of_forward(kind: LinkKind) -> Mapping[str, int]:
    return {**forward.own(kind), **own(kind)}


FORWARD_FACTORS = Recursion(
    (
        *forward.FORWARD.pieces,
        Piece(
            "tangent",
            tangent,
            ("q", "v", "accelerations", *UP),
            (*FIELDS, *KEPT),
            results=tuple(TANGENT),
        ),
        INWARD,
    ),
    ground_of_forward,
    {**forward.FIELDS, **FIELDS},
    _own_of_forward,
    first=True,
)
"""vdot, and the factors of the derivatives of tau at it."""


def with_bends(recursion: Recursion) -> Recursion:
    """Return the same for trees with joints whose S depends on q."""

    def changed_piece(piece: Piece) -> Piece:
        if piece.name == "tangent":
            return replace(piece, writes=(*piece.writes, OWN_BENDS))
        if piece.name == "outer":
            return replace(piece, reads=(*piece.reads, OWN_BENDS), columns=BENDS)
        return piece

    def kept_places(kind: LinkKind) -> Mapping[str, int]:
        size = 0 if is_constant(kind.type) else 6 * kind.type.nv**2
        return {**recursion.own(kind), OWN_BENDS: size}

    return replace(recursion, pieces=tuple(map(changed_piece, recursion.pieces)), own=kept_places)
