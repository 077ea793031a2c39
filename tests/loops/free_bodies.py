"""The free-body balance of every body, written literally in world axes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus import System
from sarrus.system.one_state.reactions import joint_reactions
from sarrus.system.rows.motion import Motion


def imbalance(
    system: System,
    moving: Motion,
    loads: Mapping[str, tuple[Any, Any]] | None = None,
) -> float:
    """Return the largest force or moment (about the centre of mass) that is left over.

    m a = m g + sum of forces, J alpha + w x J w = sum of moments; the joints act with +wrench
    on their child and -wrench on their parent. Relative to the largest term.
    """
    state = moving.state
    motion = system.kinematics(state.q, state.v, moving.vdot)
    through = joint_reactions(system, moving, part="wrench", axes="world")
    worst, size = 0.0, 1e-300
    for body in system.model.bodies:
        b = motion[body.name]
        R, w, al = b.rotation, b.angular_velocity, b.angular_acceleration
        arm = R @ np.asarray(body.com)
        a = b.acceleration + np.cross(al, arm) + np.cross(w, np.cross(w, arm))
        J = R @ np.asarray(body.inertia) @ R.T
        force = body.mass * (np.asarray(system.model.gravity) - a)
        moment = -(J @ al + np.cross(w, J @ w))
        terms = [force, moment]
        f, n = (loads or {}).get(body.name, (np.zeros(3), np.zeros(3)))
        force, moment = force + f, moment + n - np.cross(arm, f)
        center = b.position + arm
        for joint in system.model.joints:
            for owner, sign in ((joint.child, 1.0), (joint.parent, -1.0)):
                if owner == body.name:
                    load = through[joint.name]
                    f = sign * load.force
                    n = sign * load.moment + np.cross(load.at - center, f)
                    terms += [f, n]
                    force, moment = force + f, moment + n
        worst = max(worst, np.max(np.abs(force)), np.max(np.abs(moment)))
        size = max(size, *(np.max(np.abs(term)) for term in terms))
    return float(worst / size)


def power_of_reactions(system: System, moving: Motion) -> float:
    """Return the largest |S^T reaction| of any joint: reactions do no work."""
    found = joint_reactions(system, moving)
    worst = 0.0
    for joint in system.model.joints:
        if joint.type.nv:
            q = np.atleast_1d(np.asarray(moving.state[joint.name], dtype=float))
            S = np.asarray(joint.type.subspace(q), dtype=float)
            load = found[joint.name]
            along = S.T @ np.concatenate([load.force, load.moment])
            worst = max(worst, float(np.max(np.abs(along), initial=0.0)))
    return worst
