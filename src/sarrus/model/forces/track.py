"""A track: a massless band under tension around sprocket, idler, rollers and road wheels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sarrus.model.body import GROUND
from sarrus.model.forces.belt import Belt, belt
from sarrus.model.forces.element import (
    ForceElement,
    Load,
    MomentLoad,
    PointLoad,
    PointMotion,
    Scene,
)
from sarrus.model.forces.shaping import positive_part
from sarrus.model.pose import Vector3
from sarrus.spatial.arrays import Array, Scalar, cross, dot


@dataclass(frozen=True)
class Track(ForceElement):
    """A closed band around wheels, in a plane of `base`, with the same tension everywhere.

        T = max(0, preload + k (L - length) + c dL/dt),   force on a wheel = T (u_after - u_before)

    L: length of the band around the wheels [m]; u: unit vectors along its straight parts before
    and behind the wheel, anticlockwise about e1 x e2. wheels: their bodies; points: centres in the
    body frames [m]; radii [m]: negative for wheels outside the loop; wraps: angles of contact in
    the drawing [rad]; e1, e2: perpendicular unit vectors in the frame of base; k [N/m]; c [N s/m];
    length: that of the drawing [m], where the tension is the preload [N].

    Each wheel keeps its contact: on one that rises above the line of its neighbours the band pulls
    down, and its neighbours are pulled up (they carry less, it carries more). That is so while the
    ground holds the band against the wheel.
    """

    name: str
    wheels: tuple[str, ...]
    points: tuple[Vector3, ...]
    radii: tuple[float, ...]
    wraps: tuple[float, ...]
    length: float
    k: float
    c: float = 0.0
    preload: float = 0.0
    base: str = GROUND
    e1: Vector3 = (1.0, 0.0, 0.0)
    e2: Vector3 = (0.0, 0.0, 1.0)

    type_name: ClassVar[str] = "track"
    units: ClassVar[dict[str, str]] = {
        "points": "m",
        "length": "m",
        "k": "N/m",
        "c": "N s/m",
        "preload": "N",
    }

    @property
    def bodies(self) -> tuple[str, ...]:
        return (*self.wheels, self.base)

    def _centres(self, scene: Scene) -> list[PointMotion]:
        points = scene.value(self, "points")
        return [scene.point(body, points[i]) for i, body in enumerate(self.wheels)]

    def _axes(self, scene: Scene) -> tuple[Array, Array]:
        return scene.direction(self.base, self.e1), scene.direction(self.base, self.e2)

    def _belt(self, scene: Scene) -> Belt:
        e1, e2 = self._axes(scene)
        places = [(dot(e1, c.position), dot(e2, c.position)) for c in self._centres(scene)]
        return belt(places, self.radii, self.wraps)

    def _slopes(self, scene: Scene, band: Belt) -> list[Array]:
        """Return dL/dr of the centres, in world axes."""
        e1, e2 = self._axes(scene)
        return [x * e1 + y * e2 for x, y in band.slopes()]

    def _rate(self, scene: Scene, slopes: Sequence[Array]) -> Scalar:
        """Return dL/dt; only the turning of the base shows, for the slopes add up to zero."""
        turning = scene.angular_velocity(self.base)
        total: Scalar = 0.0
        for slope, centre in zip(slopes, self._centres(scene), strict=True):
            total = total + dot(slope, centre.velocity - cross(turning, centre.position))
        return total

    def _stretch(self, scene: Scene, band: Belt) -> Scalar:
        """Return preload + k (L - length), the tension of a band that can push."""
        longer = band.length - scene.value(self, "length")
        return scene.value(self, "preload") + scene.value(self, "k") * longer

    def _tension(self, scene: Scene, band: Belt, slopes: Sequence[Array]) -> Scalar:
        damping = scene.value(self, "c") * self._rate(scene, slopes)
        return positive_part(self._stretch(scene, band) + damping)

    def tension(self, scene: Scene) -> Scalar:
        """Return the tension of the band [N]."""
        band = self._belt(scene)
        return self._tension(scene, band, self._slopes(scene, band))

    def loads(self, scene: Scene) -> Sequence[Load]:
        band = self._belt(scene)
        slopes = self._slopes(scene, band)
        tension = self._tension(scene, band, slopes)
        found, moment = [], np.zeros(3)
        for body, centre, slope in zip(self.wheels, self._centres(scene), slopes, strict=True):
            found.append(PointLoad(body, centre.position, -tension * slope))
            moment = moment + tension * cross(centre.position, slope)
        return (*found, MomentLoad(self.base, moment))

    def potential(self, scene: Scene) -> Scalar:
        tension = positive_part(self._stretch(scene, self._belt(scene)))
        return 0.5 * tension * tension / scene.value(self, "k")

    def dissipation(self, scene: Scene) -> Scalar:
        band = self._belt(scene)
        slopes = self._slopes(scene, band)
        stored = positive_part(self._stretch(scene, band))
        return (self._tension(scene, band, slopes) - stored) * self._rate(scene, slopes)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        band = self._belt(scene)
        stretch = self._stretch(scene, band)
        damping = scene.value(self, "c") * self._rate(scene, self._slopes(scene, band))
        return (stretch, stretch + damping)
