"""Torsion bar on an angle of a joint, by its stiffness or by its geometry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.building.curve_laws import check_stiffness
from sarrus.model.fields import joint_coordinate, number
from sarrus.model.forces.element import CoordinateLoad, Description, ForceElement, Load, Scene
from sarrus.model.options import NUMBER, Option
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

GEOMETRY = ("length", "diameter", "shear_modulus")


@element
class TorsionBar(ForceElement):
    """A torsion bar on an angle of a joint: torque -K (angle - preset) - d rate.

    K = k + shear_modulus pi diameter^4 / (32 length): users give k, or the geometry of a round
    bar; and the angle without twist, or the torque at the angle zero. A bar that is known by its
    stiffness alone has the diameter 0.
    """

    name: str
    joint: str = joint_coordinate()
    k: float = number("N*m/rad", "stiffness", default=None, kept=0.0)
    preset: float = number("rad", "the angle without twist", default=None, kept=0.0)
    d: float = number("N*m*s/rad", "damping", default=0.0, at_least=0.0)
    length: float = number("m", "length of a round bar", default=None, kept=1.0, above=0.0)
    diameter: float = number("m", "its diameter", default=None, kept=0.0, above=0.0)
    shear_modulus: float = number("Pa", "its shear modulus", default=None, kept=0.0, above=0.0)
    index: int = 0

    positional = ("joint", "k")
    more_options = (
        Option("preload", NUMBER, "torque at the angle zero, instead of preset", None, "N m"),
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        entry = reading.entry
        reading.only(cls, "joint", "d")
        if reading.is_angle is False:
            rule = "is a shift; a torsion bar acts on an angle"
            entry.report("M09", "coordinate", rule, action="use joint_spring")
        reading.only(cls, *_stiffness_options(reading))
        if reading.failed:
            return None
        if "k" in reading.values:
            check_stiffness(entry, "k", (reading.values["k"], None), "N*m/rad")
        _read_preset(reading)
        return super().read(reading)

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        left_out = ("k",) if self.diameter else GEOMETRY
        found = self.as_options(drawing)
        yield self.method, {key: x for key, x in found.items() if key not in left_out}

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


def _stiffness_options(reading: Reading) -> tuple[str, ...]:
    """Return which options give the stiffness; report (M28) none or too many."""
    values = [name for name in GEOMETRY if reading.get(name) is not None]
    if (reading.get("k") is None) == (not values):
        rule = f"is given together with {values[0]}" if values else "is missing"
        action = "give k, or length, diameter and shear_modulus"
        reading.entry.report("M28", "k", rule, action=action)
        return ()
    for name in GEOMETRY if values else ():
        if name not in values:
            reading.number(name, "m")  # which reports that it is missing
    return GEOMETRY if values else ("k",)


def _read_preset(reading: Reading) -> None:
    """Read the angle without twist, given as such or by the torque at the angle zero."""
    entry, values = reading.entry, reading.values
    if reading.get("preload") is None:
        if reading.get("preset") is not None:
            reading.only(TorsionBar, "preset")
        return
    if reading.get("preset") is not None:
        entry.report("M28", "preload", "is given together with preset; give only one of them")
        return
    torque = reading.number("preload", "N*m")
    K = values["k"] if "k" in values else round_bar(*[values[name] for name in GEOMETRY])
    if K == 0.0:
        entry.report("M04", "preload", "cannot be carried by a bar whose k is 0")
    elif torque is not None:
        values["preset"] = torque / K
