"""A track: a massless band under tension around sprocket, idler, rollers and road wheels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.building.drawing import drawn_direction, drawn_point_or_frame
from sarrus.model.building.entry import Entry, is_list
from sarrus.model.building.orientation import axis_frame, direction, in_frame
from sarrus.model.building.points import read_point
from sarrus.model.fields import Beside, body_name, field, number
from sarrus.model.forces.belt import Belt, belt, rotated_row, wrap_angles
from sarrus.model.forces.element import (
    Description,
    ForceElement,
    Load,
    MomentLoad,
    PointLoad,
    PointMotion,
    Scene,
)
from sarrus.model.forces.shaping import positive_part
from sarrus.model.options import AXIS, WHEELS, Option
from sarrus.model.pose import Vector3, vector3
from sarrus.model.registry import element
from sarrus.spatial.arrays import Array, Scalar, cross, dot

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

Wheel = tuple[str, Vector3, float]
"""A body, the centre of a wheel in its frame [m], and the radius [m]."""


@element
class Track(ForceElement):
    """A massless band with tension around wheels, in the order of its way.

        T = max(0, preload + k (L - length) + c dL/dt),   force on a wheel = T (u_after - u_before)

    L: length of the band around the wheels; length: that of the drawing, where the tension is the
    preload. u: unit vectors along its straight parts before and behind the wheel, anticlockwise
    about e1 x e2. wheels, points: their bodies, and their centres in the body frames [m]; radii
    [m]: negative for wheels outside the loop; wraps: angles of contact in the drawing [rad]; e1,
    e2: perpendicular unit vectors in the frame of base.

    Each wheel keeps its contact: on one that rises above the line of its neighbours the band pulls
    down, and its neighbours are pulled up (they carry less, it carries more). That is so while the
    ground holds the band against the wheel.
    """

    name: str
    wheels: tuple[str, ...]
    points: tuple[Vector3, ...] = field(Beside("m"))
    radii: tuple[float, ...]
    wraps: tuple[float, ...]
    length: float = field(Beside("m"))
    k: float = number("N/m", "stiffness of the band", above=0.0)
    c: float = number("N*s/m", "its damping", default=0.0, at_least=0.0)
    preload: float = number("N", "tension in the drawing", default=0.0, at_least=0.0)
    base: str = body_name(
        "the body that carries the plane of the band, ground if not given", default=None
    )
    e1: Vector3 = (1.0, 0.0, 0.0)
    e2: Vector3 = (0.0, 0.0, 1.0)

    positional = ("wheels",)
    more_options = (
        Option(
            "wheels",
            WHEELS,
            "(body, centre in the drawing or frame of the body, radius [m]) each; a negative "
            "radius is a wheel outside the loop",
        ),
        Option("axis", AXIS, "normal of the plane of the band, carried by base", "y"),
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        wheels = _wheels(reading)
        axis = direction(reading.entry, "axis", reading.get("axis"))
        reading.attributes(cls)
        if reading.failed or wheels is None or axis is None:
            return None
        reading.values |= _laid_band(reading, wheels, axis)
        return super().read(reading)

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        wheels = [
            [body, drawn_point_or_frame(drawing, body, point), radius]
            for body, point, radius in zip(self.wheels, self.points, self.radii, strict=True)
        ]
        found = {"wheels": wheels, **self.written(drawing)}
        normal = np.cross(self.e1, self.e2)
        for axis in (normal, -normal):
            drawn = drawn_direction(drawing, self.base, vector3(axis + 0.0))
            yield self.method, {**found, "axis": drawn}

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


def _wheels(reading: Reading) -> list[Wheel] | None:
    raw, entry = reading.get("wheels"), reading.entry
    if not is_list(raw) or len(raw) < 2:
        value = entry.literal("wheels", raw)
        rule = "must be two wheels or more: (body, centre, radius) each"
        entry.report("M25", "wheels", rule, value=value)
        return None
    found = [_wheel(reading, f"wheels[{i}]", part) for i, part in enumerate(raw)]
    return None if None in found else found  # type: ignore[return-value]


def _wheel(reading: Reading, name: str, raw: Any) -> Wheel | None:
    scope, entry = reading.scope, reading.entry
    if not is_list(raw) or len(raw) != 3:
        value = entry.literal(name, raw)
        entry.report("M25", name, "must be (body, centre, radius)", value=value)
        return None
    body = scope.body(entry, name, raw[0])
    radius = entry.number(name, raw[2], "m")
    if radius == 0.0:
        rule = "has the radius 0: give that of the middle of the band"
        entry.report("M04", name, rule)
        radius = None
    drawn = is_list(raw[1])
    at, on = (name, f"{name} frame") if drawn else (f"{name} point", name)
    point = body and read_point(scope, entry, {at if drawn else on: raw[1]}, body, at, on)
    return None if body is None or radius is None or not point else (body, point, radius)


def _laid_band(reading: Reading, wheels: list[Wheel], axis: Vector3) -> dict[str, Any]:
    """Return the band around its wheels as they are drawn; nothing after a problem."""
    entry, base = reading.entry, reading.scope.pose_of(reading.values["base"])
    e1, e2 = np.array(axis_frame(axis)).T[:2]
    bodies, points, radii = (tuple(part) for part in zip(*wheels, strict=True))
    drawn = [
        reading.scope.pose_of(body).transform.point(np.array(point))
        for body, point in zip(bodies, points, strict=True)
    ]
    places = [(float(e1 @ r), float(e2 @ r)) for r in drawn]
    if not _can_be_laid(entry, places, radii):
        return {}
    wraps = wrap_angles(places, radii)
    if not _is_loop(wraps):  # the wheels may be named the other way round
        e2 = -e2
        places = [(x, -y) for x, y in places]
        wraps = wrap_angles(places, radii)
    if not _is_loop(wraps):
        rule = "are not in the order in which a band goes once around them"
        action = (
            "name them in the order of the band; a wheel outside the loop has a negative radius"
        )
        entry.report("M04", "wheels", rule, action=action)
        return {}
    length = float(belt(places, radii, wraps).length)
    axes = {"e1": in_frame(base, vector3(e1)), "e2": in_frame(base, vector3(e2))}
    found = {"wheels": bodies, "points": points, "radii": radii, "wraps": wraps}
    return {**found, "length": length, **axes}


def _can_be_laid(entry: Entry, places: list[tuple[float, float]], radii: tuple[float, ...]) -> bool:
    """Return whether there is a straight part from each wheel to the next."""
    good = True
    pairs = zip(places, rotated_row(places, -1), radii, rotated_row(radii, -1), strict=True)
    for i, (one, other, r, s) in enumerate(pairs):
        distance = float(np.hypot(other[0] - one[0], other[1] - one[1]))
        if distance <= abs(s - r):
            rule = f"is {distance:.4g} m from the next wheel: one is inside the other"
            entry.report("M04", f"wheels[{i}]", rule)
            good = False
    return good


def _is_loop(wraps: tuple[float, ...]) -> bool:
    """Return whether a band turns once around, anticlockwise."""
    return abs(sum(wraps) - 2.0 * np.pi) < 1e-6
