"""The inertia of a rotor that turns with a joint, as a wheel of its own: another formulation.

A joint with an armature a has a v^2/2 of kinetic energy more. So has a wheel of inertia a on ground
that a coupler turns by the joint's coordinate, at the cost of a body and a row.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from sarrus.model.body import GROUND, Body
from sarrus.model.coupler import Coupler, CouplerTerm
from sarrus.model.joint import Joint
from sarrus.model.joints.revolute import Revolute
from sarrus.model.model import Model
from sarrus.model.pose import matrix3


def free_name(model: Model, wanted: str) -> str:
    """Return a name that nothing in a model has: the wanted one, or that with a number."""
    taken = {
        *model.body_index, *model.joint_index, *(f.name for f in model.forces),
        *(c.name for c in model.couplers), *(f.name for f in model.frames),
    }  # fmt: skip
    name, k = wanted, 2
    while name in taken:
        name, k = f"{wanted}_{k}", k + 1
    return name


def with_wheels(model: Model, joints: Collection[str] | None = None) -> Model:
    """Return a model with wheels on ground in place of the armatures of joints; None: of all.

    Bodies, joints and couplers of the wheels come last: elbow_rotor, elbow_axle, elbow_mesh.
    """
    found = model
    for joint in model.joints:
        if joint.armature and (joints is None or joint.name in joints):
            found = _with_wheel(found, joint)
    return found


def _with_wheel(model: Model, joint: Joint) -> Model:
    inertia = matrix3(np.diag([0.5, 0.5, 1.0]) * joint.armature)
    wheel = Body(free_name(model, f"{joint.name}_rotor"), 0.0, inertia=inertia)
    axle = Joint(free_name(model, f"{joint.name}_axle"), Revolute(), GROUND, wheel.name)
    terms = (CouplerTerm(axle.name, 0, 1.0), CouplerTerm(joint.name, 0, -1.0))
    mesh = Coupler(free_name(model, f"{joint.name}_mesh"), terms)
    kept = tuple(replace(j, armature=0.0) if j.name == joint.name else j for j in model.joints)
    return replace(
        model, bodies=(*model.bodies, wheel), joints=(*kept, axle),
        couplers=(*model.couplers, mesh),
    )  # fmt: skip
