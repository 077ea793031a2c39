"""Elasticity and damping of a segment of a flexible beam."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sarrus.model.fields import JointField, field, flag, number
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, Measure, Scene
from sarrus.model.joints.beam_segment import Segment, TimoshenkoSegment
from sarrus.model.registry import element
from sarrus.spatial.arrays import TINY, Scalar

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading

NO_UNIT = "dimensionless"
SHIFTS = ("stretch", "shear_y", "shear_z")
TURNS = ("twist", "bend_y", "bend_z")


@element
class SegmentElasticity(ForceElement):
    """The elasticity of a segment of a flexible beam, of the length L of its joint.

    Each coordinate q of the joint, a beam_segment or a timoshenko_segment, has the effort
    -K (q + damping_time dq/dt), with the moduli E and G and J = torsion_constant

        K_twist = G J/L,  K_bend_y = E I_y/L,  K_bend_z = E I_z/L,
        K_stretch = E A/L,  K_shear_y = G A/(shear_ratio_y L),  K_shear_z = G A/(shear_ratio_z L).

    The energy is the sum of 1/2 K q^2: that of strains q/L that are the same along the segment.
    A shear ratio is 6/5 for a rectangle, 10/9 for a circle. Channels are the strains beyond rest,
    the moments and forces of the section, and with outer_y and outer_z the largest normal stress.
    """

    name: str
    joint: str = field(JointField("the name of a joint of type beam_segment, timoshenko_segment"))
    area: float = number("m^2", "area of the section", above=0.0)
    torsion_constant: float = number(
        "m^4", "torsion constant, of a circle its polar moment", above=0.0
    )
    second_moment_y: float = number("m^4", "second moment of area about y", above=0.0)
    second_moment_z: float = number("m^4", "second moment of area about z", above=0.0)
    young_modulus: float = number("Pa", "modulus of elasticity", above=0.0)
    shear_modulus: float = number("Pa", "shear modulus", above=0.0)
    shear_ratio_y: float = number(NO_UNIT, "factor of the shear along y", default=0.0, at_least=0.0)
    shear_ratio_z: float = number(NO_UNIT, "factor of the shear along z", default=0.0, at_least=0.0)
    damping_time: float = number("s", "damping as part of the stiffness", default=0.0, at_least=0.0)
    outer_y: float = number(
        "m", "distance of the outermost fibre along y, for the stress", default=0.0, at_least=0.0
    )
    outer_z: float = number(
        "m", "distance of the outermost fibre along z, for the stress", default=0.0, at_least=0.0
    )
    is_round: bool = flag("whether the section is round, without corners", default=False)
    length: float = 0.0
    sheared: bool = False

    positional = ("joint",)

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        reading.only(cls, "joint")
        joint = reading.values.get("joint")
        if joint is not None:
            kind = reading.scope.joints[joint].type
            if not isinstance(kind, Segment):
                rule = f"is a {kind.type_name} joint, which is no segment of a beam"
                action = "name a beam_segment, or use joint_spring"
                reading.entry.report("M09", "joint", rule, value=f"'{joint}'", action=action)
                return None
            reading.values["length"] = kind.length
            reading.values["sheared"] = isinstance(kind, TimoshenkoSegment)
        return super().read(reading)

    def check(self, reading: Reading) -> None:
        for name in ("shear_ratio_y", "shear_ratio_z") if self.sheared else ():
            if not getattr(self, name) > 0.0:
                rule = "is 0, but the joint is a segment that shears"
                action = "give the factor, 1.2 for a rectangle, or take a beam_segment"
                reading.entry.report("M04", name, rule, action=action)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates of the joint."""
        return (*SHIFTS, *TURNS) if self.sheared else TURNS

    @property
    def elastic_coordinates(self) -> tuple[str, ...]:
        return tuple(f"{self.joint}.{name}" for name in self.coordinates)

    def _stiffnesses(self, scene: Scene) -> dict[str, Scalar]:
        """Return K of each coordinate, by name."""
        get = scene.value
        E, G, area = (get(self, name) for name in ("young_modulus", "shear_modulus", "area"))
        L = self.length
        found = {
            "twist": G * get(self, "torsion_constant") / L,
            "bend_y": E * get(self, "second_moment_y") / L,
            "bend_z": E * get(self, "second_moment_z") / L,
        }
        if self.sheared:
            found["stretch"] = E * area / L
            found["shear_y"] = G * area / (get(self, "shear_ratio_y") * L)
            found["shear_z"] = G * area / (get(self, "shear_ratio_z") * L)
        return found

    def _forces(self, scene: Scene) -> dict[str, Scalar]:
        """Return the force or moment of the section with each coordinate, by name."""
        K, loss = self._stiffnesses(scene), scene.value(self, "damping_time")
        return {
            name: K[name] * (scene.coordinate(self.joint, i) + loss * scene.rate(self.joint, i))
            for i, name in enumerate(self.coordinates)
        }

    def loads(self, scene: Scene) -> Sequence[Load]:
        forces = self._forces(scene)
        return tuple(
            CoordinateLoad(self.joint, i, -forces[name]) for i, name in enumerate(self.coordinates)
        )

    def potential(self, scene: Scene) -> Scalar:
        K, energy = self._stiffnesses(scene), 0.0
        for i, name in enumerate(self.coordinates):
            q = scene.coordinate(self.joint, i)
            energy = energy + 0.5 * K[name] * q * q
        return energy

    def dissipation(self, scene: Scene) -> Scalar:
        K, power = self._stiffnesses(scene), 0.0
        for i, name in enumerate(self.coordinates):
            rate = scene.rate(self.joint, i)
            power = power + K[name] * rate * rate
        return scene.value(self, "damping_time") * power

    @property
    def measures(self) -> tuple[Measure, ...]:
        found = [
            Measure("twist_per_length", "rad/m", "twist beyond rest, per length"),
            Measure("curvature_y", "rad/m", "curvature about y beyond rest"),
            Measure("curvature_z", "rad/m", "curvature about z beyond rest"),
            Measure("torsion_moment", "N*m", "moment of the section about x"),
            Measure("moment_y", "N*m", "moment of the section about y"),
            Measure("moment_z", "N*m", "moment of the section about z"),
        ]
        if self.sheared:
            found += [
                Measure("axial_force", "N", "tension in the section"),
                Measure("shear_force_y", "N", "shear force of the section along y"),
                Measure("shear_force_z", "N", "shear force of the section along z"),
            ]
        if self.outer_y or self.outer_z:
            found.append(Measure("stress", "Pa", "largest normal stress at the surface"))
        return tuple(found)

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        forces = self._forces(scene)
        start = len(self.coordinates) - 3
        found = [scene.coordinate(self.joint, start + i) / self.length for i in range(3)]
        found += [forces[name] for name in TURNS]
        if self.sheared:
            found += [forces[name] for name in SHIFTS]
        if self.outer_y or self.outer_z:
            found.append(self._stress(scene, forces))
        return found

    def _stress(self, scene: Scene, forces: dict[str, Scalar]) -> Scalar:
        get = scene.value
        y = forces["bend_y"] * get(self, "outer_z") / get(self, "second_moment_y")
        z = forces["bend_z"] * get(self, "outer_y") / get(self, "second_moment_z")
        size = np.sqrt(y * y + z * z + TINY) if self.is_round else _size(y) + _size(z)
        return size + _size(forces["stretch"] / get(self, "area")) if self.sheared else size


def _size(x: Scalar) -> Scalar:
    """Return |x|, differentiable at zero."""
    return np.sqrt(x * x + TINY)
