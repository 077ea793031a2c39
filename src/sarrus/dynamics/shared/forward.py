"""Forward and hybrid dynamics for one link of a kind; see `sarrus.dynamics.forward`."""

from __future__ import annotations

from collections.abc import Mapping
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
    lone_positions,
    lone_velocities,
)
from sarrus.public_names import LateModule
from sarrus.spatial import ArticulatedInertia
from sarrus.spatial.arrays import Array, matrix

if TYPE_CHECKING:
    from sarrus.dynamics import forward as equations
    from sarrus.dynamics import inverse
    from sarrus.dynamics.forward import ArticulatedJoint
    from sarrus.dynamics.tree import BaseMotion, Link
else:
    equations = LateModule("sarrus.dynamics.forward")
    inverse = LateModule("sarrus.dynamics.inverse")

FIELDS = {"w": 3, "A": 6, "p": 6, "K": 21}
"""Angular velocity, acceleration, bias force and articulated inertia; K as in `_numbers_of`."""
UPPER = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))


def own(kind: LinkKind) -> Mapping[str, int]:
    """Return what a joint keeps between the ways inward and outward: bias, U, L, 1/d and u."""
    n = kind.type.nv - len(kind.driven)
    return {"bias": 6, "U": 6 * n, "L": n * (n - 1) // 2, "D": n, "u": n}


def velocity(kind: LinkKind, link: Link, x: Arrays) -> Arrays:
    """Return velocity, bias, and the inertia and bias force of the link alone."""
    speed = lone_velocities(link, x["q"], x["v"], x[f"{PARENT}w"])
    w = speed.w[0]
    p = link.inertia.centrifugal_force(w)
    return {
        "w": w,
        "bias": equations.joint_drift(speed, 0),
        "p": p - x[LOAD] if LOAD in x else p,
        "K": _numbers_of(link.inertia.articulated),
    }


def rest(kind: LinkKind, link: Link, x: Arrays) -> Arrays:
    """Return the inertia of the link alone, and no bias force."""
    return {"p": np.zeros(6), "K": _numbers_of(link.inertia.articulated)}


def articulated_link(kind: LinkKind, link: Link, x: Arrays) -> Arrays:
    """Return what the parent feels of the link through its joint, and what the joint keeps."""
    where, joint = lone_positions(link, x["q"]), _joint(kind, link, x)
    K, p = _articulated_inertia(x["K"]), x["p"]
    joint.project(K, p)
    K_up, p_up = joint.passed_on(K, p)
    step = where.steps[0]
    rows, reciprocals = joint.factors if joint.free else ([], [])
    return {
        f"{PARENT}K": _numbers_of(K_up.seen_from(step.second).seen_from(step.first)),
        f"{PARENT}p": step.force(p_up),
        "U": inverse.as_vector([entry for U in joint.U for entry in U]),
        "L": inverse.as_vector([entry for row in rows for entry in row]),
        "D": inverse.as_vector(reciprocals),
        "u": inverse.as_vector(joint.u),
    }


def acceleration(kind: LinkKind, link: Link, x: Arrays) -> Arrays:
    """Return the acceleration of the link, its coordinates' accelerations, and all efforts."""
    where, joint = lone_positions(link, x["q"]), _joint(kind, link, x)
    n = len(joint.free)
    joint.U = [x["U"][6 * k : 6 * k + 6] for k in range(n)]
    starts = [k * (k - 1) // 2 for k in range(n)]
    joint.factors = ([list(x["L"][a : a + k]) for k, a in enumerate(starts)], list(x["D"]))
    joint.u = list(x["u"])
    A, found = joint.motion(where.steps[0].motion(x[f"{PARENT}A"]))
    vdot = {**dict(found), **dict(joint.driven)}
    made = {"A": A, "accelerations": inverse.as_vector([vdot[k] for k in range(kind.type.nv)])}
    if "K" in x:
        F = _articulated_inertia(x["K"]).apply(A) + x["p"]
        driven = {k: joint.column(k) @ F for k, _ in joint.driven}
        if APPLIED in x:
            driven = {k: effort - x[APPLIED][k] for k, effort in driven.items()}
        tau = [driven.get(k, x["tau"][k]) for k in range(kind.type.nv)]
        made["efforts"] = inverse.as_vector(tau)
    return made


def _joint(kind: LinkKind, link: Link, x: Arrays) -> ArticulatedJoint:
    tau = x.get("tau", np.zeros(kind.type.nv)) + x.get(APPLIED, 0.0)
    efforts = {k: tau[k] for k in range(kind.type.nv) if k not in kind.driven}
    values = [(k, x["vdot"][k]) for k in kind.driven]
    S = link.type.subspace(x["q"])
    return equations.ArticulatedJoint(link, S, x.get("bias", np.zeros(6)), efforts, values)


def _numbers_of(K: ArticulatedInertia) -> Array:
    """Return the upper triangles of the linear and angular blocks, and the mixed one between."""
    linear = [K.linear[i, j] for i, j in UPPER]
    return inverse.as_vector([*linear, *K.mixed.ravel(), *(K.angular[i, j] for i, j in UPPER)])


def _articulated_inertia(K: Array) -> ArticulatedInertia:
    def symmetric(entries: Array) -> Array:
        known = dict(zip(UPPER, entries, strict=True))
        return matrix(*[[known[min(i, j), max(i, j)] for j in range(3)] for i in range(3)])

    return ArticulatedInertia(symmetric(K[0:6]), K[6:15].reshape(3, 3), symmetric(K[15:21]))


def ground_at_rest(base: BaseMotion, gravity: Array) -> Arrays:
    """Return that nothing accelerates."""
    return {"A": np.zeros(6)}


UP = (f"{PARENT}K", f"{PARENT}p")
KEPT = ("U", "L", "D", "u")
VELOCITY = Piece("velocity", velocity, ("q", "v", f"{PARENT}w"), ("w", "bias", "p", "K"))
REST = Piece("rest", rest, (), ("p", "K"))
FOUND = ("accelerations",)
FORWARD = Recursion(
    (
        VELOCITY,
        Piece(
            "articulated", articulated_link, ("q", "tau", "bias", "K", "p"), KEPT, UP, inward=True
        ),
        Piece("acceleration", acceleration, ("q", "bias", *KEPT, f"{PARENT}A"), ("A",), (), FOUND),
    ),
    ground_motion,
    FIELDS,
    own,
)
"""vdot from M vdot + c = tau."""
HYBRID = Recursion(
    (
        VELOCITY,
        Piece(
            "articulated",
            articulated_link,
            ("q", "tau", "vdot", "bias", "K", "p"),
            KEPT,
            UP,
            inward=True,
        ),
        Piece(
            "acceleration",
            acceleration,
            ("q", "tau", "vdot", "bias", *KEPT, "K", "p", f"{PARENT}A"),
            ("A",),
            (),
            ("accelerations", "efforts"),
        ),
    ),
    ground_motion,
    FIELDS,
    own,
)
"""Accelerations of free and efforts of driven velocities."""
MASS_SOLVE = Recursion(
    (
        REST,
        Piece("articulated", articulated_link, ("q", "tau", "K", "p"), KEPT, UP, inward=True),
        Piece("acceleration", acceleration, ("q", *KEPT, f"{PARENT}A"), ("A",), (), FOUND),
    ),
    ground_at_rest,
    FIELDS,
    own,
)
"""M^-1 tau."""
