"""The quantities of mechanisms with loops, as functions of `Inputs`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sarrus.dynamics.closed_form import SchurFactors
from sarrus.dynamics.constraints import ClosedPositions, ClosedVelocities, cut_coordinates
from sarrus.dynamics.formulations import RECURSIVE
from sarrus.dynamics.inverse import inverse_dynamics
from sarrus.dynamics.joint_loads import all_joint_loads, chosen_joint_loads, joint_frames
from sarrus.dynamics.kinematics import accelerations
from sarrus.dynamics.loads import AppliedLoads
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.dynamics.tree import BaseMotion
from sarrus.spatial import Rotation, Transform
from sarrus.spatial.arrays import Array, join, vector
from sarrus.system.quantities.equations import Inputs, Outputs


def closure(x: Inputs) -> Outputs:
    """Phi, Phi_v, the coordinates of the cut joints and the rows of their rates."""
    closed = ClosedPositions(x.positions)
    return {
        "phi": closed.residual,
        "Phi": closed.jacobian,
        "y": cut_coordinates(closed),
        "C": _cut_rates(closed),
    }


def _cut_rates(closed: ClosedPositions) -> Array:
    cuts = closed.where.tree.cuts
    rows = [closed.cut_rates(k) for k, cut in enumerate(cuts) if cut.type.nv]
    return np.concatenate(rows) if rows else np.zeros((0, closed.where.tree.nv))


def gap(x: Inputs) -> Outputs:
    """The relative pose of the two frames of every cut joint: rotation and position."""
    cuts = ClosedPositions(x.positions).cuts
    n = len(cuts)
    return {
        "rotation": np.array([cut.X_FM.matrix for cut in cuts]).reshape(n, 3, 3),
        "position": np.array([cut.X_FM.position for cut in cuts]).reshape(n, 3),
    }


def cut_poses(x: Inputs) -> Outputs:
    """How far the frames of every cut joint are from a pose of the joint: rotation, position.

    Where its rows are zero, that is nothing, or an axis is turned round.
    """
    found = []
    for cut in ClosedPositions(x.positions).cuts:
        X = cut.cut.type.pose(cut.cut.type.coordinates_of(cut.X_FM))
        turned = X.matrix - cut.X_FM.matrix
        found.append(np.concatenate([turned.ravel(), X.position - cut.X_FM.position]))
    return {"off": np.array(found).reshape(len(found), 12)}


def closed_terms(x: Inputs) -> Outputs:
    """M, h = f - c, Phi_v, gamma, the rows of the cut joints' rates and their accelerations.

    Friction of bearings, which depends on reactions, is left out of f.
    """
    x = x.without_bearing_friction()
    motion = ClosedVelocities(x.velocities)
    closed = motion.positions
    cuts = x.tree.cuts
    bias = [motion.cut_rate_bias(k) for k, cut in enumerate(cuts) if cut.type.nv]
    return {
        "M": mass_matrix(x.positions),
        "h": -passive_efforts(x),
        "Phi": closed.jacobian,
        "gamma": motion.gamma,
        "C": _cut_rates(closed),
        "C_bias": np.concatenate(bias) if bias else np.zeros(0),
    }


def passive_efforts(x: Inputs) -> Array:
    """C - f: what inverse dynamics needs at vdot = 0, without loops."""
    y = x.without_wrenches()
    still = accelerations(y.velocities, np.zeros(y.tree.nv))
    return inverse_dynamics(still, x.loads).tau


def closed_forward(x: Inputs, kept: Sequence[int], mixing: bool, scale: Sequence[float]) -> Outputs:
    """vdot, multipliers and watches by the Schur complement of rows that are independent.

    kept: rows that are not zero by construction; mixing: whether the input T combines them;
    scale: of the rows if not, so that metres and radians are comparable. The multipliers are
    those of the rows as they are used.
    """
    motion = ClosedVelocities(x.velocities)
    rows = list(kept)
    Phi, gamma = motion.positions.jacobian[rows], motion.gamma[rows]
    if mixing:
        Phi, gamma = x.arrays["T"] @ Phi, x.arrays["T"] @ gamma
    else:
        weights = np.array(scale)[rows]
        Phi, gamma = weights[:, None] * Phi, weights * gamma
    h = x.arrays["tau"] - passive_efforts(x)
    found = SchurFactors(mass_matrix(x.positions), Phi, tips_inward(x)).solve(h, gamma)
    return {
        "vdot": found.vdot,
        "lam": found.lam,
        "watch": vector(found.watch_own, found.watch_mean),
    }


def tips_inward(x: Inputs) -> tuple[int, ...]:
    """Return the velocity coordinates from the tips of the tree to its root."""
    return tuple(k for link in reversed(x.tree.links) for k in range(link.v.start, link.v.stop))


def joint_loads(x: Inputs, joints: Sequence[str], formulation: str = RECURSIVE) -> Outputs:
    """Wrenches and reactions of joints on their children, about the world's origin."""
    if "bearing" in x.arrays:
        x = x.with_bearing_loads(x.arrays["bearing"])
    loads = _with_external(x, x.loads)
    wrenches, reactions = all_joint_loads(
        x.accelerations, loads, x.arrays["lam"], x.arrays["tau_cut"], joints, formulation
    )
    return {"wrench": wrenches, "reaction": reactions}


def chosen_loads(x: Inputs, wanted: Sequence[tuple[str, str]], formulation: str) -> Outputs:
    """Loads of chosen joints on their children, about the world's origin."""
    if "bearing" in x.arrays:
        x = x.with_bearing_loads(x.arrays["bearing"])
    loads = _with_external(x, x.loads)
    value = (x.arrays["lam"], x.arrays["tau_cut"], wanted, formulation)
    return {"loads": chosen_joint_loads(x.accelerations, loads, *value)}


def _with_external(x: Inputs, loads: AppliedLoads) -> AppliedLoads:
    """Add the input `ext`: a wrench on every body at its frame's origin, in world axes."""
    found = []
    for i, link in enumerate(x.tree.links):
        R = x.positions.world[i].rotation
        W = x.arrays["ext"][i]
        at_body = join(R.back(W[0:3]), R.back(W[3:6]))
        F = Transform(Rotation.identity(), link.X_CB.position).force(at_body)
        before = loads.on_links[i]
        found.append(F if before is None else before + F)
    return AppliedLoads(tuple(found), loads.on_coordinates, loads.on_cuts)


def external_efforts(x: Inputs) -> Outputs:
    """The efforts on the velocity coordinates that wrenches `ext` on the bodies stand for."""
    still = replace(x.without_gravity(), arrays={"q": x.arrays["q"]})
    nothing = AppliedLoads((None,) * len(x.tree.links), {})
    tau = inverse_dynamics(still.accelerations, _with_external(x, nothing)).tau
    return {"efforts": -tau}


def impulses(x: Inputs, joints: Sequence[str]) -> Outputs:
    """What all joints give their children, about the origin, where velocities jump by `vdot`.

    lam: impulses of the rows; tau_cut: on cut joints; ext: on the bodies, at their origins.
    """
    still = BaseMotion(x.base.pose, np.zeros(6), np.zeros(6))
    tree = replace(x.tree, gravity=np.zeros(3), forces=())
    jump = replace(x, tree=tree, base=still, arrays={k: x.arrays[k] for k in ("q", "vdot", "ext")})
    loads = _with_external(jump, AppliedLoads((None,) * len(tree.links), {}))
    lam, tau_cut = x.arrays["lam"], x.arrays["tau_cut"]
    found = all_joint_loads(jump.accelerations, loads, lam, tau_cut, joints)
    return {"wrench": found[0]}


def self_stress(x: Inputs, joints: Sequence[str]) -> Outputs:
    """What multipliers and efforts on cut joints cause alone, without motion, gravity, loads."""
    still = replace(x.without_gravity(), arrays={"q": x.arrays["q"]})
    nothing = AppliedLoads((None,) * len(x.tree.links), {})
    found = all_joint_loads(
        still.accelerations, nothing, x.arrays["lam"], x.arrays["tau_cut"], joints
    )
    return {"wrench": found[0], "reaction": found[1]}


def frames(x: Inputs, joints: Sequence[str]) -> Outputs:
    """Rotations of (F, M) and of (parent, child) bodies, positions of F and M, of all joints."""
    turned, bodies, at_F, at_M = joint_frames(x.positions, joints)
    return {"frames": turned, "bodies": bodies, "at_F": at_F, "at_M": at_M}
