"""Friction in a joint that does not depend on its load: viscous, Coulomb and Stribeck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sarrus.model.forces.dry_friction import dry_friction
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Scene
from sarrus.spatial.arrays import Scalar


@dataclass(frozen=True)
class JointFriction(ForceElement):
    """Effort -T(w) on a velocity coordinate w.

    T = d w + (sliding + (static - sliding) exp(-|w/stribeck|^exponent)) tanh(w/smoothing)

    sliding and static effort [N m] or [N], d [N m s/rad] or [N s/m], stribeck and smoothing
    [rad/s] or [m/s]. T rises with at most d + static/smoothing, at rest. There is no true
    sticking: under a load below `static` the joint creeps, at about smoothing atanh(load/static).
    """

    name: str
    joint: str
    sliding: float
    static: float
    d: float = 0.0
    smoothing: float = 1e-3
    stribeck: float = 1e-2
    exponent: float = 2.0
    index: int = 0

    type_name: ClassVar[str] = "joint_friction"
    units: ClassVar[dict[str, str]] = {
        "sliding": "N m or N",
        "static": "N m or N",
        "d": "N m s/rad or N s/m",
        "smoothing": "rad/s or m/s",
        "stribeck": "rad/s or m/s",
    }

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    def _friction(self, scene: Scene) -> tuple[Scalar, Scalar]:
        """Return the rate and the effort against it."""
        rate = scene.rate(self.joint, self.index)
        dry = dry_friction(
            rate,
            scene.value(self, "sliding"),
            scene.value(self, "static"),
            scene.value(self, "smoothing"),
            scene.value(self, "stribeck"),
            self.exponent,
        )
        return rate, scene.value(self, "d") * rate + dry

    def loads(self, scene: Scene) -> Sequence[Load]:
        return (CoordinateLoad(self.joint, self.index, -self._friction(scene)[1]),)

    def dissipation(self, scene: Scene) -> Scalar:
        rate, effort = self._friction(scene)
        return rate * effort
