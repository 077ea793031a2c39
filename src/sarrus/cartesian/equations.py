"""The equations of the absolute coordinates as functions of arrays, numbers or symbols.

M Ydot = Q + Phi_Y^T lambda,   Phi_Y Ydot = gamma
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from sarrus.cartesian.bodies import VELOCITIES
from sarrus.cartesian.forces import generalized_forces
from sarrus.cartesian.joints import cartesian_joint
from sarrus.cartesian.moving import WIDTH, Moving
from sarrus.cartesian.scene import CartesianScene, total
from sarrus.late_dataclass import dataclass
from sarrus.model import Joint, Model
from sarrus.spatial.arrays import Array, Scalar, vector

Outputs = Mapping[str, Array]


@dataclass(frozen=True)
class Condition:
    """A row of the constraints, or one term of it, between the two bodies of a joint."""

    row: int
    joint: Joint
    moving: Moving


@dataclass(frozen=True)
class CartesianEquations:
    """What is computed for a model; length: the model length that makes all conditions metres."""

    model: Model
    length: float

    @cached_property
    def structure(self) -> list[Condition]:
        """The conditions anywhere, for what does not depend on the position."""
        n = len(self.model.bodies)
        anywhere = np.tile([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], n)
        return self._conditions(self._scene(anywhere, np.zeros(VELOCITIES * n)))

    @cached_property
    def n_rows(self) -> int:
        """Number of constraint equations, of joints and couplers."""
        return max((condition.row + 1 for condition in self.structure), default=0)

    def constraints(self, y: Array, near: Array) -> Outputs:
        """Phi [m], and for each condition its derivative to the velocities of its two bodies."""
        at_rest = np.zeros(VELOCITIES * len(self.model.bodies))
        found = self._conditions(self._scene(y, at_rest, near))
        return {"phi": self._sums(found, "value"), "pairs": _pairs(found)}

    def slip(self, y: Array, Y: Array, near: Array) -> Array:
        """Return Phi_Y Y [m/s]."""
        return self._sums(self._conditions(self._scene(y, Y, near)), "rate")

    def terms(
        self, y: Array, Y: Array, near: Array, efforts: Array, wrenches: Array, t: Array
    ) -> Outputs:
        """Rows of Phi_Y, gamma = -(d Phi_Y / dt) Y and the generalised forces Q."""
        scene = self._scene(y, Y, near, t[0])
        found = self._conditions(scene)
        forces = generalized_forces(scene, efforts, wrenches)
        return {"pairs": _pairs(found), "gamma": -self._sums(found, "bias"), "Q": forces}

    def energy(self, y: Array, Y: Array, near: Array, t: Array) -> Outputs:
        """Kinetic energy, energy of gravity and of the force elements [J]; power lost [W]."""
        scene = self._scene(y, Y, near, t[0])
        kinetic: Scalar = 0.0
        gravity: Scalar = 0.0
        for body in self.model.bodies:
            moving, inertia = scene.bodies[body.name], np.array(body.inertia)
            v, w = moving.velocity, moving.spin
            kinetic = kinetic + 0.5 * (body.mass * (v @ v) + w @ (inertia @ w))
            gravity = gravity - body.mass * (np.array(self.model.gravity) @ moving.center)
        stored: Scalar = 0.0
        lost: Scalar = 0.0
        for element in self.model.forces:
            stored = stored + element.potential(scene)
            lost = lost + element.dissipation(scene)
        return {"energy": vector(kinetic, gravity, stored, lost)}

    def switches(self, y: Array, Y: Array, near: Array, t: Scalar) -> list[Scalar]:
        """Return the values at whose zeros the laws of force elements have kinks."""
        scene = self._scene(y, Y, near, t)
        return [value for element in self.model.forces for value in element.switches(scene)]

    def joint_measures(self, y: Array, Y: Array, near: Array) -> Outputs:
        """Coordinates and rates of all joints, and the numbers that an assembly has positive."""
        scene = self._scene(y, Y, near)
        names = [joint.name for joint in self.model.joints]
        signs = [cartesian_joint(m.joint.type).aligned(m) for m in scene.markers.values()]
        return {
            "coordinates": vector(*[q for name in names for q in scene.coordinates(name)]),
            "rates": vector(*[v for name in names for v in scene.rates(name)]),
            "signs": vector(*[sign for found in signs for sign in found]),
        }

    def _scene(
        self, y: Array, Y: Array, near: Array | None = None, t: Scalar = 0.0
    ) -> CartesianScene:
        start = np.zeros(total(self.model, "nq")) if near is None else near
        return CartesianScene.of(self.model, y, Y, start, t)

    def _conditions(self, scene: CartesianScene) -> list[Condition]:
        """Return the conditions of all joints, then the terms of all couplers."""
        found: list[Condition] = []
        for markers in scene.markers.values():
            kind = cartesian_joint(markers.joint.type)
            for condition in kind.conditions(markers, self.length):
                found.append(Condition(len(found), markers.joint, condition))
        first = len(found)
        for k, coupler in enumerate(self.model.couplers):
            length = self.length if coupler.unit == "rad" else 1.0
            for i, term in enumerate(coupler.terms):
                coordinate = scene.moving_coordinates(term.joint)[term.index]
                part = coordinate.times(term.factor).plus(0.0 if i else -coupler.offset)
                joint = scene.markers[term.joint].joint
                found.append(Condition(first + k, joint, part.times(length)))
        return found

    def _sums(self, found: list[Condition], part: str) -> Array:
        """Return a part of the conditions, those of one row added up."""
        values: list[Scalar] = [0.0] * self.n_rows
        for condition in found:
            values[condition.row] = values[condition.row] + getattr(condition.moving, part)
        return vector(*values)


def _pairs(found: list[Condition]) -> Array:
    return np.array([condition.moving.rows for condition in found]).reshape(len(found), WIDTH)


def model_length(model: Model) -> float:
    """Return the largest distance on one body between its joints and centre of mass, or 1 m."""
    longest = 0.0
    for body in model.bodies:
        points = [np.array(body.com)]
        for joint in model.joints:
            if joint.parent == body.name:
                points.append(np.array(joint.on_parent.position))
            if joint.child == body.name:
                points.append(np.array(joint.on_child.position))
        longest = max(longest, *(float(np.linalg.norm(a - b)) for a in points for b in points))
    return longest if longest > 0.0 else 1.0
