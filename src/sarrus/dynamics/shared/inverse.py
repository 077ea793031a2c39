"""Inverse dynamics for one link of a kind; see `sarrus.dynamics.inverse`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sarrus.dynamics.shared.link_kind import LinkKind
from sarrus.dynamics.shared.recursion import (
    APPLIED,
    LOAD,
    PARENT,
    Arrays,
    Piece,
    Recursion,
    ground_motion,
    lone_accelerations,
    lone_positions,
)
from sarrus.public_names import LateModule

if TYPE_CHECKING:
    from sarrus.dynamics import inverse as equations
    from sarrus.dynamics.tree import Link
else:
    equations = LateModule("sarrus.dynamics.inverse")

FIELDS = {"w": 3, "A": 6, "F": 6}
FROM_PARENT = (f"{PARENT}w", f"{PARENT}A")


def outward(kind: LinkKind, link: Link, x: Arrays) -> Arrays:
    """Return angular velocity, acceleration and inertial force of the link."""
    vdot = x.get("vdot", np.zeros(kind.type.nv))
    v = x.get("v", np.zeros(kind.type.nv))
    w_P, A_P = x.get(f"{PARENT}w", np.zeros(3)), x[f"{PARENT}A"]
    motion = lone_accelerations(link, x["q"], v, vdot, w_P, A_P)
    A, w = motion.felt[0], motion.velocities.w[0]
    F = link.inertia.inertial_force(A, w)
    return {"w": w, "A": A, "F": F - x[LOAD] if LOAD in x else F}


def inward(kind: LinkKind, link: Link, x: Arrays) -> Arrays:
    """Return what the parent feels of the wrench through the joint, and its efforts."""
    where, F = lone_positions(link, x["q"]), x["F"]
    efforts = equations.joint_efforts(where.subspaces, [link], [F], kind.type.nv)
    if APPLIED in x:
        efforts = [effort - load for effort, load in zip(efforts, x[APPLIED], strict=True)]
    return {f"{PARENT}F": where.steps[0].force(F), "efforts": equations.as_vector(efforts)}


INWARD = Piece("inward", inward, ("q", "F"), (), (f"{PARENT}F",), ("efforts",), inward=True)
MOTION = Piece("motion", outward, ("q", "v", "vdot", *FROM_PARENT), tuple(FIELDS))
DRIFT = Piece("drift", outward, ("q", "v", *FROM_PARENT), tuple(FIELDS))
PUSH = Piece("push", outward, ("q", "vdot", f"{PARENT}A"), ("A", "F"))

INVERSE = Recursion((MOTION, INWARD), ground_motion, FIELDS)
"""tau = M vdot + c."""
BIAS = Recursion((DRIFT, INWARD), ground_motion, FIELDS)
"""c(q, v)."""
PRODUCT = Recursion((PUSH, INWARD), ground_motion, FIELDS)
"""M vdot, ground at rest without gravity."""
