"""Torsion bar on an angle of a joint, by its stiffness or by its geometry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Scene
from sarrus.spatial.arrays import Scalar


@dataclass(frozen=True)
class TorsionBar(ForceElement):
    """Torque -K (angle - preset) - d rate, K = k + G pi diameter^4 / (32 length).

    preset [rad]: the angle at which the bar is not twisted; k [N m/rad]: stiffness that does not
    come from the geometry; length and diameter of the round bar [m], its shear modulus G [Pa];
    d [N m s/rad]. A bar that is known by its stiffness alone has the diameter 0.
    """

    name: str
    joint: str
    k: float = 0.0
    preset: float = 0.0
    d: float = 0.0
    length: float = 1.0
    diameter: float = 0.0
    shear_modulus: float = 0.0
    index: int = 0

    type_name: ClassVar[str] = "torsion_bar"
    units: ClassVar[dict[str, str]] = {
        "k": "N m/rad",
        "preset": "rad",
        "d": "N m s/rad",
        "length": "m",
        "diameter": "m",
        "shear_modulus": "Pa",
    }

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    @property
    def stiffness(self) -> float:
        """K [N m/rad], of the numbers of the model."""
        return self.k + round_bar(self.length, self.diameter, self.shear_modulus)

    def shear_stress(self, angle: Any) -> Any:
        """Return the shear stress at the surface [Pa], G diameter/2 twist / length.

        angle: of the joint [rad], a number or a history; positive with the twist. 0 without
        geometry.
        """
        twist = np.asarray(angle, dtype=float) - self.preset
        return self.shear_modulus * (0.5 * self.diameter / self.length) * twist

    def _stiffness(self, scene: Scene) -> Scalar:
        sizes = [scene.value(self, name) for name in ("length", "diameter", "shear_modulus")]
        return scene.value(self, "k") + round_bar(*sizes)

    def _twist(self, scene: Scene) -> Scalar:
        return scene.coordinate(self.joint, self.index) - scene.value(self, "preset")

    def loads(self, scene: Scene) -> Sequence[Load]:
        spring = self._stiffness(scene) * self._twist(scene)
        damper = scene.value(self, "d") * scene.rate(self.joint, self.index)
        return (CoordinateLoad(self.joint, self.index, -spring - damper),)

    def potential(self, scene: Scene) -> Scalar:
        twist = self._twist(scene)
        return 0.5 * self._stiffness(scene) * twist * twist

    def dissipation(self, scene: Scene) -> Scalar:
        rate = scene.rate(self.joint, self.index)
        return scene.value(self, "d") * rate * rate


def round_bar(length: Scalar, diameter: Scalar, shear_modulus: Scalar) -> Scalar:
    """Return the torsional stiffness G pi d^4 / (32 L) of a round bar [N m/rad]."""
    return shear_modulus * (np.pi / 32.0) * diameter**4 / length
