"""Beam: a massless elastic beam of Timoshenko's theory between two frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sarrus.model.building.orientation import product
from sarrus.model.fields import number
from sarrus.model.forces.element import ForceElement, Load, Scene
from sarrus.model.forces.frame_pair import Deflection, FramePair
from sarrus.model.pose import Pose
from sarrus.model.registry import element
from sarrus.spatial.arrays import Array, Scalar, join, matrix, vector

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part

NO_UNIT = "dimensionless"
HALF_TURN = Pose(rotation=((-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0)))
"""About z: what is mirrored along the beam becomes what is mirrored across it."""


@element
class Beam(FramePair):
    """A massless elastic beam of uniform section from a frame on a, along its x axis, to one on b.

    The generalised force -K e - damping_time K de/dt acts on the deflection e, which is
    (p - (L, 0, 0), phi): the position [m] of the frame on b seen from that on a, less L = length of
    the beam at rest, and the rotation vector [rad] between them. With the moduli E and G, the area
    A, J = torsion_constant, I_y and I_z the second moments about y and z,

        P_y = 12 E I_z shear_ratio_y / (G A L^2),  P_z = 12 E I_y shear_ratio_z / (G A L^2),

        K_xx = E A/L,  K_yy = 12 E I_z/(L^3 (1 + P_y)),  K_zz = 12 E I_y/(L^3 (1 + P_z)),
        K_aa = G J/L,  K_bb = (4 + P_z) E I_y/(L (1 + P_z)),  K_cc = (4 + P_y) E I_z/(L (1 + P_y)),
        K_yc = -6 E I_z/(L^2 (1 + P_y)),  K_zb = 6 E I_y/(L^2 (1 + P_z)),

    a, b, c being the turns about x, y, z. A shear ratio is that of the sheared area: 6/5 for a
    rectangle, 10/9 for a circle, 0 for a beam without shear (Euler and Bernoulli). It is linear in
    e: for large bending take several beams with bodies between them. The mass of the beam is that
    of the bodies at its ends. The energy is 1/2 e^T K e.
    """

    length: float = number("m", "length at rest", above=0.0)
    area: float = number("m^2", "area of the section", above=0.0)
    torsion_constant: float = number(
        "m^4", "torsion constant, of a circle its polar moment", at_least=0.0
    )
    second_moment_y: float = number("m^4", "second moment of area about y", at_least=0.0)
    second_moment_z: float = number("m^4", "second moment of area about z", at_least=0.0)
    young_modulus: float = number("Pa", "modulus of elasticity", above=0.0)
    shear_modulus: float = number("Pa", "shear modulus", above=0.0)
    shear_ratio_y: float = number(NO_UNIT, "factor of the shear along y", default=0.0, at_least=0.0)
    shear_ratio_z: float = number(NO_UNIT, "factor of the shear along z", default=0.0, at_least=0.0)
    damping_time: float = number("s", "damping as part of the stiffness", default=0.0, at_least=0.0)

    positional = ("a", "b")

    def in_part(self, part: Part) -> ForceElement:
        made = super().in_part(part)
        if not part.is_mirrored or part.flips[0] > 0.0 or not isinstance(made, Beam):
            return made
        a, b = product(made.on_a, HALF_TURN), product(made.on_b, HALF_TURN)
        return replace(made, on_a=a, on_b=b)

    def _stiffness(self, scene: Scene) -> Array:
        """Return K."""
        L, area, E, G = (
            scene.value(self, name) for name in ("length", "area", "young_modulus", "shear_modulus")
        )
        J, I_y, I_z, s_y, s_z = (
            scene.value(self, name)
            for name in (
                "torsion_constant", "second_moment_y", "second_moment_z", "shear_ratio_y",
                "shear_ratio_z",
            )
        )  # fmt: skip
        P_y = 12.0 * E * I_z * s_y / (G * area * L * L)
        P_z = 12.0 * E * I_y * s_z / (G * area * L * L)
        B_y, B_z = E * I_z / (L * (1.0 + P_y)), E * I_y / (L * (1.0 + P_z))
        yy, yc, cc = 12.0 * B_y / (L * L), -6.0 * B_y / L, (4.0 + P_y) * B_y
        zz, zb, bb = 12.0 * B_z / (L * L), 6.0 * B_z / L, (4.0 + P_z) * B_z
        return matrix(
            (E * area / L, 0.0, 0.0, 0.0, 0.0, 0.0),
            (0.0, yy, 0.0, 0.0, 0.0, yc),
            (0.0, 0.0, zz, 0.0, zb, 0.0),
            (0.0, 0.0, 0.0, G * J / L, 0.0, 0.0),
            (0.0, 0.0, zb, 0.0, bb, 0.0),
            (0.0, yc, 0.0, 0.0, 0.0, cc),
        )

    def _bending(self, scene: Scene) -> tuple[Deflection, Array]:
        """Return where the frames stand, and the deflection from rest."""
        now = self.deflection(scene)
        return now, now.e - join(
            vector(scene.value(self, "length"), 0.0, 0.0), vector(0.0, 0.0, 0.0)
        )

    def loads(self, scene: Scene) -> Sequence[Load]:
        now, e = self._bending(scene)
        loss = scene.value(self, "damping_time")
        return self.frame_loads(now, -(self._stiffness(scene) @ (e + loss * now.rate)))

    def potential(self, scene: Scene) -> Scalar:
        e = self._bending(scene)[1]
        return 0.5 * (e @ (self._stiffness(scene) @ e))

    def dissipation(self, scene: Scene) -> Scalar:
        rate = self.deflection(scene).rate
        return scene.value(self, "damping_time") * (rate @ (self._stiffness(scene) @ rate))
