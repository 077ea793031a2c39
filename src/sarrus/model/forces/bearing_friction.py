"""Friction in a bearing or guide, in proportion to the load that the joint carries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.errors import ModelError, Problem
from sarrus.model.forces.dry_friction import dry_friction
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Scene
from sarrus.spatial.arrays import Scalar

RADIAL, AXIAL, MOMENT = (0, 1), (2,), (3, 4, 5)
"""Places in the reaction of a joint, force and moment in its axes, z along its own axis."""

Part = tuple[Scalar, tuple[int, ...]]
"""A weight, and the places of the reaction whose length it multiplies."""


@dataclass(frozen=True)
class BearingFriction(ForceElement):
    """Effort -mu(w) L on the rate w of a revolute or prismatic joint.

    mu(w) = (mu + (static - mu) exp(-|w/stribeck|^exponent)) tanh(w/smoothing)

    revolute: L = radius |F_radial| + pivot |F_axial| [N m]; prismatic: L = |F_normal| + |M|/length
    [N], with F and M the joint's reaction on its child at the child's joint point; radius is 1
    there, pivot 0. A length of 0 leaves moments out. The load L is not a function of the motion:
    the equations solve for it, and give it to the element under the name `load`. lagged: in a
    simulation by equal steps, the load at the end of the last step is used instead.
    """

    name: str
    joint: str
    mu: float
    static: float
    radius: float = 1.0
    pivot: float = 0.0
    length: float = 0.0
    smoothing: float = 1e-3
    stribeck: float = 1e-2
    exponent: float = 2.0
    lagged: bool = False

    type_name: ClassVar[str] = "bearing_friction"
    units: ClassVar[dict[str, str]] = {
        "mu": "dimensionless",
        "static": "dimensionless",
        "radius": "m",
        "pivot": "m",
        "length": "m",
        "smoothing": "rad/s or m/s",
        "stribeck": "rad/s or m/s",
    }

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    @property
    def load(self) -> Scalar:
        """The load, where no equation has given it: unknown."""
        raise ModelError(
            Problem(
                "D12",
                f"bearing_friction '{self.name}'",
                f"depends on the reaction in joint '{self.joint}', which coordinates and "
                "velocities alone do not tell",
                action="ask for accelerations, reactions, a drive or a simulation; or use "
                "joint_friction, which does not depend on the load",
            )
        )

    def parts(self, scene: Scene) -> tuple[Part, ...]:
        """Return what the load is made of: weights, and places of the reaction."""
        found: list[Part] = [(scene.value(self, "radius"), RADIAL)]
        if self.pivot:
            found.append((scene.value(self, "pivot"), AXIAL))
        if self.length:
            found.append((1.0 / scene.value(self, "length"), MOMENT))
        return tuple(found)

    def slip(self, scene: Scene) -> Scalar:
        """Return mu(w): the friction for a load of 1, with the sign of the rate."""
        return dry_friction(
            scene.rate(self.joint, 0),
            scene.value(self, "mu"),
            scene.value(self, "static"),
            scene.value(self, "smoothing"),
            scene.value(self, "stribeck"),
            self.exponent,
        )

    def loads(self, scene: Scene) -> Sequence[Load]:
        effort = -self.slip(scene) * scene.value(self, "load")
        return (CoordinateLoad(self.joint, 0, effort),)

    def dissipation(self, scene: Scene) -> Scalar:
        return scene.rate(self.joint, 0) * self.slip(scene) * scene.value(self, "load")


def bearings_among(forces: Sequence[ForceElement]) -> tuple[BearingFriction, ...]:
    """Return the force elements whose loads are reactions."""
    return tuple(f for f in forces if isinstance(f, BearingFriction))
