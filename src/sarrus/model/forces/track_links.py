"""Links of a track, one body each, on the wheels that they run around and on their sprocket."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.building.drawing import drawn_direction, drawn_point_or_frame
from sarrus.model.building.entry import is_list
from sarrus.model.building.orientation import axis_frame, direction, in_frame
from sarrus.model.fields import Beside, Field, body_name, body_point, field, number, unit_vector
from sarrus.model.forces.belt import rotated_row
from sarrus.model.forces.element import (
    Description,
    ForceElement,
    Load,
    Measure,
    MomentLoad,
    PointLoad,
    PointMotion,
    Scene,
)
from sarrus.model.forces.shaping import positive_part
from sarrus.model.forces.track_reading import Wheel, read_wheels
from sarrus.model.options import AXIS, NAMES, NO_UNIT, NUMBERS, WHEELS, Option
from sarrus.model.pose import Vector3, vector3
from sarrus.model.registry import element
from sarrus.spatial.arrays import Array, Scalar, cross, dot, length, select
from sarrus.spatial.tracking import fixed_value

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

BESIDE = 1e-6
"""Of the pitch: by how much pins and centres may lie beside one plane."""
LAID = "the links of a track are looked at as they are drawn when the model is built"


class LinksField(Field):
    """The bodies of the links, in order."""

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, NAMES, "bodies of the links, in the order of the track"),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        raw, entry = reading.get(name), reading.entry
        if not is_list(raw) or len(raw) < 3:
            rule = "must be the names of three bodies or more"
            entry.report("M25", name, rule, value=entry.literal(name, raw))
            return {}
        found = [reading.scope.body(entry, f"{name}[{i}]", part) for i, part in enumerate(raw)]
        if None in found:
            return {}
        twice = sorted({body for body in found if body and found.count(body) > 1})
        if twice:
            entry.report("M28", name, f"names '{twice[0]}' twice", action="name each link once")
            return {}
        return {name: tuple(found)}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        return {name: list(getattr(element, name))}

    def in_part(self, name: str, element: Any, part: Part) -> dict[str, Any]:
        return {name: tuple(map(part.body, getattr(element, name)))}


class PinField(Field):
    """A pin of every link, in the frames of the links [m]."""

    text: str

    unit = "m"

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, NUMBERS, self.text, unit="m"),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        found = reading.entry.vector(name, reading.get(name), "m")
        return {} if found is None else {name: found}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        return {name: getattr(element, name)}

    def in_part(self, name: str, element: Any, part: Part) -> dict[str, Any]:
        return {name: part.point(element.links[0], getattr(element, name))}


class StiffnessField(Field):
    """The stiffnesses of wheels: one number for all of them, or one for each."""

    unit = "N/m"

    def options(self, name: str) -> Sequence[Option]:
        text = "stiffness of wheels on a link: one number, or a list with one for each wheel"
        return (Option(name, NUMBERS, text, unit="N/m"),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        raw, entry = reading.get(name), reading.entry
        if not is_list(raw):
            found = reading.number(name, "N/m", above=0.0)
            return {} if found is None else {name: (found,)}
        values = entry.numbers(name, raw, "N/m", len(reading.get("wheels") or ()))
        if values is None:
            return {}
        if min(values) <= 0.0:
            value = f"{min(values):g} N/m"
            entry.report("M04", name, "is not above 0 N/m, as it must be", value=value)
            return {}
        return {name: values}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        found = getattr(element, name)
        return {name: found[0] if len(set(found)) == 1 else list(found)}


@dataclass(frozen=True)
class Flat:
    """The motion of a point and of its body in the plane: places and velocities along e1 and e2.

    turning: angular velocity about e1 x e2 [rad/s].
    """

    x: Scalar
    y: Scalar
    vx: Scalar
    vy: Scalar
    turning: Scalar


@dataclass(frozen=True)
class Touch:
    """A wheel on a link, in the axes of the link: t along its pins, n to the inside of the track.

    s, h: centre of the wheel from the first pin, along t and n; arm: from the face to the centre;
    depth: of the wheel in the face, 0 where it is off; rate: of the depth; slip: of the wheel's rim
    along t.
    """

    s: Scalar
    h: Scalar
    arm: Scalar
    depth: Scalar
    rate: Scalar
    slip: Scalar


@dataclass(frozen=True)
class Crossing:
    """A wheel between two links: which part of it each carries, by two numbers of the geometry.

    before, behind: parts for the links before and behind the pin, with their derivatives by their
    arguments; inside: how far the wheel's centre is inside of both ends [m].
    """

    before: Scalar
    behind: Scalar
    before_slope: Scalar
    behind_slope: Scalar
    inside: Scalar


@dataclass(frozen=True)
class Mesh:
    """A pin at the sprocket: x, y from its centre; depth in the curve, 0 where it is off it.

    rate: of the depth; radius: from the centre; slope: of the curve's radius by the angle.
    """

    x: Scalar
    y: Scalar
    depth: Scalar
    rate: Scalar
    radius: Scalar
    slope: Scalar


@dataclass(frozen=True)
class Instant:
    """Everything that touches, at one instant: links and wheels, then pins and sprocket.

    bends: how far the pins are bent, between 0 and 1, with the derivatives by the sines of their
    angles; crossings: of each pin and wheel.
    """

    e1: Array
    e2: Array
    links: Sequence[Flat]
    along: Sequence[tuple[Scalar, Scalar]]
    pins: Sequence[PointMotion]
    wheels: Sequence[Flat]
    centers: Sequence[PointMotion]
    hub: Flat
    hub_at: PointMotion
    touches: Sequence[Sequence[Touch]]
    bends: Sequence[tuple[Scalar, Scalar]]
    crossings: Sequence[Sequence[Crossing]]
    meshes: Sequence[Mesh]

    def share(self, i: int, wheel: int) -> Scalar:
        """Return the part of a wheel that link i carries; crossing i is at its first pin."""
        after = self.crossings[(i + 1) % len(self.links)][wheel]
        return self.crossings[i][wheel].behind * after.before


@element
class TrackLinks(ForceElement):
    """Links of a track, bodies with pins between them, on wheels and on the teeth of a sprocket.

        on a wheel: N = share k p max(0, 1 + a dp/dt),   friction = -mu N slip/sqrt(slip^2 + v^2)
        on a pin:   N = tooth_k p max(0, 1 + a dp/dt),   p = r(angle) - distance from the centre

    Each link is a flat face between its pins, `face` inside of their line; a wheel presses on it by
    the depth p. While a wheel goes from a link to the next, both carry a share of it, over the
    length `patch` of its footprint; their sum is 1 unless the track bends around the wheel, where
    each link carries by itself. Pins lie against the curve
    r(angle) of the sprocket, the pitch circle with a rounded gap for each tooth,

        r = R + tooth (sqrt(sin^2(z angle/2) + b^2) - b)/(sqrt(1 + b^2) - b),   b = rounding

    R = pitch/(2 sin(pi/z)), z teeth: the flanks push pins along and outward, as teeth do, and a
    slack track climbs over them. All forces are equal and opposite, act in the plane across `axis`,
    which base carries, and the springs have a potential. Pins are joints of the mechanism, the
    ground touches links by `point_contact`.
    """

    name: str
    links: tuple[str, ...] = field(LinksField())
    first: Vector3 = field(PinField("the pin to the link before, in the frames of all links"))
    second: Vector3 = field(PinField("the pin to the link behind, in the frames of all links"))
    wheels: tuple[str, ...]
    points: tuple[Vector3, ...] = field(Beside("m"))
    radii: tuple[float, ...]
    sprocket: str = body_name("the body of the sprocket")
    center: Vector3 = body_point("sprocket", "centre of the sprocket")
    teeth: float = number(NO_UNIT, "of the sprocket", at_least=4.0, is_input=False)
    k: tuple[float, ...] = field(StiffnessField())
    tooth_k: float = number("N/m", "stiffness of a pin on the sprocket", above=0.0)
    tooth: float = number("m", "height of the teeth above the pitch circle", above=0.0)
    gap: Vector3 = unit_vector(
        "from the centre of the sprocket to a gap between its teeth", body="sprocket", default="x",
        kept=(1.0, 0.0, 0.0),
    )  # fmt: skip
    rounding: float = number(NO_UNIT, "of the gaps, b in the formula", default=0.2, above=0.0)
    face: float = number("m", "from the line of pins to the face on which wheels run", default=0.0)
    patch: float = number(
        "m", "length of a wheel's footprint, the pitch if not given", default=None,
        above=0.0, is_input=False, kept=0.0,
    )  # fmt: skip
    a: float = number("s/m", "damping, as a part of the stiffness", default=0.0, at_least=0.0)
    mu: float = number(NO_UNIT, "friction of wheels on links", default=0.0, at_least=0.0)
    slip: float = number(
        "m/s", "the speed of slip at which 0.7 of the friction is there", default=0.1, above=0.0
    )
    base: str = body_name(
        "the body that carries the plane of the track, ground if not given", default=None
    )
    e1: Vector3 = (1.0, 0.0, 0.0)
    e2: Vector3 = (0.0, 0.0, 1.0)

    positional = ("links",)
    more_options = (
        Option(
            "wheels", WHEELS,
            "(body, centre in the drawing or frame of the body, radius [m]) each, all inside",
        ),
        Option("axis", AXIS, "normal of the plane of the track, carried by base", "y"),
    )  # fmt: skip

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        wheels = read_wheels(reading, least=1)
        axis = direction(reading.entry, "axis", reading.get("axis"))
        reading.attributes(cls)
        if reading.failed or wheels is None or axis is None or "center" not in reading.values:
            return None
        reading.values |= _layout(reading, wheels, axis)
        return super().read(reading)

    def check(self, reading: Reading) -> None:
        entry = reading.entry
        if not float(self.teeth).is_integer():
            entry.report("M04", "teeth", "is not a whole number", value=f"{self.teeth:g}")
        if self.patch > self.pitch * (1.0 + 1e-9):
            rule = f"is longer than a link, {self.pitch:g} m from pin to pin"
            entry.report("M04", "patch", rule, value=f"{self.patch:g} m")

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        wheels = [
            [body, drawn_point_or_frame(drawing, body, point), radius]
            for body, point, radius in zip(self.wheels, self.points, self.radii, strict=True)
        ]
        found = {"wheels": wheels, **self.as_options(drawing)}
        normal = np.cross(self.e1, self.e2)
        for axis in (normal, -normal):
            drawn = drawn_direction(drawing, self.base, vector3(axis + 0.0))
            yield self.method, {**found, "axis": drawn}

    def in_part(self, part: Part) -> ForceElement:
        # as in `track.py`: e1 and e2 span the same plane of the image, links stay in their order
        return replace(  # type: ignore[type-var]
            super().in_part(part),
            wheels=tuple(map(part.body, self.wheels)),
            points=tuple(map(part.point, self.wheels, self.points)),
            e1=part.direction(self.base, self.e1),
            e2=part.direction(self.base, self.e2),
        )

    @property
    def bodies(self) -> tuple[str, ...]:
        return (*self.links, *self.wheels, self.sprocket, self.base)

    @property
    def pitch(self) -> float:
        """From pin to pin [m]."""
        return float(np.linalg.norm(np.subtract(self.second, self.first)))

    @property
    def pitch_radius(self) -> float:
        """Of the circle on which pins lie at the sprocket [m]."""
        return self.pitch / (2.0 * math.sin(math.pi / self.teeth))

    @property
    def _bent(self) -> float:
        """Sine of the angle of a pin from which on both its links lie around a wheel.

        Half of the angle between links that lie around the largest wheel.
        """
        return math.sin(math.atan(0.5 * self.pitch / (max(self.radii) + abs(self.face))))

    @property
    def measures(self) -> tuple[Measure, ...]:
        loads = [
            Measure(f"load{i + 1}", "N", f"sum of the pushes of links on wheel {i + 1}")
            for i in range(len(self.wheels))
        ]
        return (
            *loads,
            Measure("torque", "N*m", "of the pins on the sprocket, about e1 x e2"),
            Measure("push", "N", "sum of the pushes of pins on the sprocket"),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        now = self._instant(scene)
        loads: list[Scalar] = [0.0] * len(self.wheels)
        for i, row in enumerate(now.touches):
            pushes = [now.share(i, w) * self._push(scene, w, at) for w, at in enumerate(row)]
            loads = [load + push for load, push in zip(loads, pushes, strict=True)]
        torque: Scalar = 0.0
        push: Scalar = 0.0
        for at in now.meshes:
            radial = self._tooth_push(scene, at)
            torque = torque + radial * at.slope
            along = at.slope / at.radius
            push = push + radial * np.sqrt(1.0 + along * along)
        return (*loads, torque, push)

    def _instant(self, scene: Scene) -> Instant:
        """Return what touches, with all motion in the plane of the track."""
        e1, e2 = scene.direction(self.base, self.e1), scene.direction(self.base, self.e2)
        normal = cross(e1, e2)

        def flat(at: PointMotion, body: str) -> Flat:
            r, v = at.position, at.velocity
            turning = dot(normal, scene.angular_velocity(body))
            return Flat(dot(e1, r), dot(e2, r), dot(e1, v), dot(e2, v), turning)

        points, first = scene.value(self, "points"), scene.value(self, "first")
        centers = [scene.point(body, points[i]) for i, body in enumerate(self.wheels)]
        pins = [scene.point(body, first) for body in self.links]
        wheels = [flat(at, body) for at, body in zip(centers, self.wheels, strict=True)]
        links = [flat(at, body) for at, body in zip(pins, self.links, strict=True)]
        line = scene.value(self, "second") - first
        pitch = length(line)
        to_next = [scene.direction(body, line / pitch) for body in self.links]
        along = [(dot(e1, t), dot(e2, t)) for t in to_next]
        hub_at = scene.point(self.sprocket, scene.value(self, "center"))
        hub = flat(hub_at, self.sprocket)
        touches = [
            [self._touch(scene, link, t, wheel, r)
             for wheel, r in zip(wheels, self.radii, strict=True)]
            for link, t in zip(links, along, strict=True)
        ]  # fmt: skip
        to_gap = scene.direction(self.sprocket, self.gap)
        gap = dot(e1, to_gap), dot(e2, to_gap)
        meshes = [self._mesh(scene, pin, hub, gap, pitch) for pin in links]
        bends = [
            self._bend(before, behind)
            for before, behind in zip(rotated_row(along), along, strict=True)
        ]
        crossings = [
            [self._crossing(bend[0], pitch - i.s, j.s) for i, j in zip(before, behind, strict=True)]
            for before, behind, bend in zip(rotated_row(touches), touches, bends, strict=True)
        ]
        return Instant(e1, e2, links, along, pins, wheels, centers, hub, hub_at, touches, bends,
                       crossings, meshes)  # fmt: skip

    def _bend(
        self, before: tuple[Scalar, Scalar], behind: tuple[Scalar, Scalar]
    ) -> tuple[Scalar, Scalar]:
        """Return how far two links are bent around what is inside, and the slope of that."""
        full = self._bent
        sine = before[0] * behind[1] - before[1] * behind[0]
        x = _within(sine / full)
        return x * x * (3.0 - 2.0 * x), 6.0 * x * (1.0 - x) / full

    def _crossing(self, bend: Scalar, u: Scalar, v: Scalar) -> Crossing:
        """Return the parts of a wheel on both sides of a pin.

        u, v: how far its centre is inside the ends of the links before and behind, along them; on a
        straight track v = -u. Where the links bend away from each other both are below 0: the wheel
        stands on the pin, and half of the difference tells the parts. Where they bend around it
        each counts by itself.
        """
        inside, ahead = 0.5 * (u + v), 0.5 * (v - u)
        common = bend * inside
        x = _within(0.5 + (common - ahead) / self.patch)
        y = _within(0.5 + (common + ahead) / self.patch)
        return Crossing(
            x * x * (3.0 - 2.0 * x),
            y * y * (3.0 - 2.0 * y),
            6.0 * x * (1.0 - x) / self.patch,
            6.0 * y * (1.0 - y) / self.patch,
            inside,
        )

    def _touch(
        self,
        scene: Scene,
        link: Flat,
        t: tuple[Scalar, Scalar],
        wheel: Flat,
        radius: float,
    ) -> Touch:
        """Return a wheel on a link; n = (-t_y, t_x) points to the inside."""
        tx, ty = t
        dx, dy = wheel.x - link.x, wheel.y - link.y
        s, h = dx * tx + dy * ty, dy * tx - dx * ty
        ux, uy = wheel.vx - link.vx, wheel.vy - link.vy
        face = scene.value(self, "face")
        arm = h - face
        rate = link.turning * s - (uy * tx - ux * ty)
        slip = ux * tx + uy * ty + wheel.turning * arm + link.turning * face
        return Touch(s, h, arm, positive_part(radius - arm), rate, slip)

    def _mesh(
        self, scene: Scene, pin: Flat, hub: Flat, gap: tuple[Scalar, Scalar], pitch: Scalar
    ) -> Mesh:
        """Return a pin at the sprocket, whose curve turns with it."""
        x, y = pin.x - hub.x, pin.y - hub.y
        radius = np.sqrt(x * x + y * y + 1e-12)
        # cos(z angle) + i sin(z angle), of the angle from a gap, as a power of a complex number
        cosine, sine = _power(
            (x * gap[0] + y * gap[1]) / radius, (y * gap[0] - x * gap[1]) / radius, int(self.teeth)
        )
        b = scene.value(self, "rounding")
        height = scene.value(self, "tooth") / (np.sqrt(1.0 + b * b) - b)
        bowl = np.sqrt(0.5 * (1.0 - cosine) + b * b)  # sin^2(z angle/2) = (1 - cos(z angle))/2
        slope = height * self.teeth * sine / (4.0 * bowl)
        depth = pitch / (2.0 * math.sin(math.pi / self.teeth)) + height * (bowl - b) - radius
        ux, uy = pin.vx - hub.vx, pin.vy - hub.vy
        outward = (ux * x + uy * y) / radius
        around = (uy * x - ux * y) / (radius * radius) - hub.turning
        return Mesh(x, y, positive_part(depth), slope * around - outward, radius, slope)

    def _push(self, scene: Scene, wheel: int, at: Touch) -> Scalar:
        """Return the push of a wheel that stands on one link alone."""
        return scene.value(self, "k")[wheel] * at.depth * self._damping_factor(scene, at.rate)

    def _tooth_push(self, scene: Scene, at: Mesh) -> Scalar:
        return scene.value(self, "tooth_k") * at.depth * self._damping_factor(scene, at.rate)

    def _damping_factor(self, scene: Scene, rate: Scalar) -> Scalar:
        return positive_part(1.0 + scene.value(self, "a") * rate)

    def _friction(self, scene: Scene, at: Touch, push: Scalar) -> Scalar:
        """Return the friction on the wheel, along the link."""
        v = scene.value(self, "slip")
        return -scene.value(self, "mu") * push * at.slip / np.sqrt(at.slip * at.slip + v * v)

    def _asides(self, scene: Scene, now: Instant) -> tuple[list[list[Scalar]], list[Scalar]]:
        """Return what the change of the shares does: forces on wheels along links, moments of pins.

        With U = sum of share k p^2/2 these are -dU/ds of each link and wheel, and the moment -dU/d
        (angle of the pin) on the link behind it. On a straight track, where both links carry the
        same depth, the forces sum to 0.
        """
        n, count = len(self.links), len(self.wheels)
        half_k = [0.5 * k for k in scene.value(self, "k")]
        forces: list[list[Scalar]] = [[0.0] * count for _ in range(n)]
        moments: list[Scalar] = []
        for j in range(n):
            before, behind = (j - 1) % n, j
            bend, bend_slope = now.bends[j]
            by_bend: Scalar = 0.0
            for w in range(count):
                at = now.crossings[j][w]
                one, other = now.touches[before][w], now.touches[behind][w]
                # U = L_before e_before R_before + L_behind e_behind R_behind, and what has no part
                # of this pin; e = k p^2/2
                mine = at.before_slope * now.crossings[before][w].behind * one.depth * one.depth
                next_at = now.crossings[(j + 1) % n][w]
                yours = at.behind_slope * next_at.before * other.depth * other.depth
                common, ahead = half_k[w] * (mine + yours), half_k[w] * (yours - mine)
                # of u = pitch - s of the link before and v = s of the link behind
                by_u, by_v = 0.5 * (bend * common - ahead), 0.5 * (bend * common + ahead)
                forces[before][w] = forces[before][w] + by_u
                forces[behind][w] = forces[behind][w] - by_v
                by_bend = by_bend + common * at.inside
            cosine = now.along[before][0] * now.along[behind][0]
            cosine = cosine + now.along[before][1] * now.along[behind][1]
            moments.append(-by_bend * bend_slope * cosine)
        return forces, moments

    def loads(self, scene: Scene) -> Sequence[Load]:
        now = self._instant(scene)
        asides, moments = self._asides(scene, now)
        on_wheels: list[tuple[Scalar, Scalar, Scalar]] = [(0.0, 0.0, 0.0)] * len(self.wheels)
        on_links: list[tuple[Scalar, Scalar, Scalar]] = []
        for i, (row, (tx, ty)) in enumerate(zip(now.touches, now.along, strict=True)):
            fx, fy = 0.0, 0.0
            moment = moments[i] - moments[(i + 1) % len(self.links)]
            for w, at in enumerate(row):
                push = now.share(i, w) * self._push(scene, w, at)
                friction = self._friction(scene, at, push)
                along = asides[i][w] + friction
                x, y = along * tx - push * ty, along * ty + push * tx
                ax, ay, am = on_wheels[w]
                # friction acts at the face, -arm n from the centre
                on_wheels[w] = ax + x, ay + y, am + at.arm * friction
                fx, fy = fx - x, fy - y
                moment = moment - (at.s * push - at.h * along) - at.arm * friction
            on_links.append((fx, fy, moment))
        return self._as_loads(scene, now, on_links, on_wheels)

    def _as_loads(
        self,
        scene: Scene,
        now: Instant,
        on_links: Sequence[tuple[Scalar, Scalar, Scalar]],
        on_wheels: Sequence[tuple[Scalar, Scalar, Scalar]],
    ) -> list[Load]:
        """Return loads of plane forces and moments, with those of pins on the sprocket."""
        e1, e2 = now.e1, now.e2
        normal = cross(e1, e2)
        found: list[Load] = []
        hub_x, hub_y, hub_moment = 0.0, 0.0, 0.0
        for body, pin, (fx, fy, moment), at in zip(
            self.links, now.pins, on_links, now.meshes, strict=True
        ):
            push = self._tooth_push(scene, at)
            out, around = push / at.radius, push * at.slope / (at.radius * at.radius)
            x, y = out * at.x + around * at.y, out * at.y - around * at.x
            found.append(PointLoad(body, pin.position, (fx + x) * e1 + (fy + y) * e2))
            found.append(MomentLoad(body, moment * normal))
            hub_x, hub_y, hub_moment = hub_x - x, hub_y - y, hub_moment + push * at.slope
        found.append(PointLoad(self.sprocket, now.hub_at.position, hub_x * e1 + hub_y * e2))
        found.append(MomentLoad(self.sprocket, hub_moment * normal))
        for body, center, (x, y, moment) in zip(self.wheels, now.centers, on_wheels, strict=True):
            found.append(PointLoad(body, center.position, x * e1 + y * e2))
            found.append(MomentLoad(body, moment * normal))
        return found

    def potential(self, scene: Scene) -> Scalar:
        now = self._instant(scene)
        k = scene.value(self, "k")
        total: Scalar = 0.0
        teeth: Scalar = 0.0
        for i, row in enumerate(now.touches):
            for w, at in enumerate(row):
                total = total + k[w] * now.share(i, w) * at.depth * at.depth
        for mesh in now.meshes:
            teeth = teeth + mesh.depth * mesh.depth
        return 0.5 * (total + scene.value(self, "tooth_k") * teeth)

    def dissipation(self, scene: Scene) -> Scalar:
        now = self._instant(scene)
        k, tooth_k = scene.value(self, "k"), scene.value(self, "tooth_k")
        total: Scalar = 0.0
        for i, row in enumerate(now.touches):
            for w, at in enumerate(row):
                share, push = now.share(i, w), self._push(scene, w, at)
                friction = self._friction(scene, at, share * push)
                total = total + share * (push - k[w] * at.depth) * at.rate - friction * at.slip
        for mesh in now.meshes:
            more = self._tooth_push(scene, mesh) - tooth_k * mesh.depth
            total = total + more * mesh.rate
        return total


def _within(x: Scalar) -> Scalar:
    """Return x where it is between 0 and 1, else the nearer of them."""
    return select(x > 0.0, select(x < 1.0, x, 1.0), 0.0)


def _power(x: Scalar, y: Scalar, n: int) -> tuple[Scalar, Scalar]:
    """Return (x + i y)^n by squares."""
    if n == 1:
        return x, y
    a, b = _power(x, y, n // 2)
    a, b = a * a - b * b, 2.0 * a * b
    return (a * x - b * y, a * y + b * x) if n % 2 else (a, b)


def _layout(reading: Reading, wheels: list[Wheel], axis: Vector3) -> dict[str, Any]:
    """Return plane, wheels and footprint of links as they are drawn; nothing after a problem."""
    entry, scope, values = reading.entry, reading.scope, reading.values
    e1, e2 = np.array(axis_frame(axis)).T[:2]
    bodies, points, radii = (tuple(part) for part in zip(*wheels, strict=True))
    radii = fixed_value(radii, LAID)
    line = np.subtract(values["second"], values["first"])
    pitch = float(np.linalg.norm(line))
    if pitch == 0.0:
        entry.report("M04", "second", "is the same point as first", action="give both pins")
        return {}
    poses = [scope.pose_of(body).transform for body in values["links"]]
    first = np.array([X.point(np.array(values["first"])) for X in poses], dtype=float)
    second = np.array([X.point(np.array(values["second"])) for X in poses], dtype=float)
    centers = np.array(
        [
            scope.pose_of(b).transform.point(np.array(p))
            for b, p in zip(bodies, points, strict=True)
        ],
        dtype=float,
    )
    if not _in_plane(reading, first, second, centers, np.array(axis)) or not all(
        _is_outward(entry, i, r) for i, r in enumerate(radii)
    ):
        return {}
    x, y = first @ e1, first @ e2
    if float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) < 0.0:
        e2 = -e2  # the links go the other way round
    _check_chain(entry, values["links"], first, second, pitch)
    _check_sides(reading, np.stack([first @ e1, first @ e2], axis=1),
                 np.stack([second @ e1, second @ e2], axis=1),
                 np.stack([centers @ e1, centers @ e2], axis=1), radii)  # fmt: skip
    base = scope.pose_of(values["base"])
    return {
        "wheels": bodies, "points": points, "radii": radii,
        "k": values["k"] if len(values["k"]) > 1 else values["k"] * len(bodies),
        "patch": values.get("patch") or pitch,
        "e1": in_frame(base, vector3(e1)), "e2": in_frame(base, vector3(e2)),
    }  # fmt: skip


def _in_plane(
    reading: Reading, first: np.ndarray, second: np.ndarray, centers: np.ndarray, axis: np.ndarray
) -> bool:
    """Report what lies beside the plane of the pins, where forces would have other moments."""
    values, entry = reading.values, reading.entry
    hub = reading.scope.pose_of(values["sprocket"]).transform.point(np.array(values["center"]))
    level = float(first[0] @ axis)
    parts = [(f"links[{i}]", pin) for pins in (first, second) for i, pin in enumerate(pins)]
    parts += [(f"wheels[{i}]", center) for i, center in enumerate(centers)]
    parts.append(("sprocket", hub))
    size = float(np.linalg.norm(second[0] - first[0]))
    for name, place in parts:
        beside = float(np.asarray(place, dtype=float) @ axis) - level
        if abs(beside) > BESIDE * size:
            rule = f"lies {abs(beside):.4g} m beside the plane of the track, across its axis"
            action = "put the centre lines of links, wheels and sprocket into one plane"
            entry.report("M04", name, rule, action=action)
            return False
    return True


def _is_outward(entry: Any, i: int, radius: float) -> bool:
    if radius > 0.0:
        return True
    rule = "has a radius below 0: wheels outside the track are not held by its links"
    entry.report("M04", f"wheels[{i}]", rule, value=f"{radius:g} m")
    return False


def _check_chain(
    entry: Any, links: tuple[str, ...], first: np.ndarray, second: np.ndarray, pitch: float
) -> None:
    """Report a link whose second pin is not the first of the next: the shares would be wrong.

    Links in the wrong order are refused; a gap of about one link, where one may be missing in the
    list or the track is not drawn closed, is a warning.
    """
    apart = np.linalg.norm(second - np.roll(first, -1, axis=0), axis=1)
    worst = int(np.argmax(apart))
    if apart[worst] > 0.5 * pitch:
        after = links[(worst + 1) % len(links)]
        rule = f"ends {apart[worst]:.4g} m from where '{after}' begins, more than half a link"
        cause = "a link that is missing, links that are not in order, or first and second exchanged"
        entry.report(
            "M04", f"links[{worst}]", rule, value=f"'{links[worst]}'", cause=cause,
            action="name all links in the order of the closed track",
            severity="error" if apart[worst] > 1.5 * pitch else "warning",
        )  # fmt: skip


def _check_sides(
    reading: Reading,
    first: np.ndarray,
    second: np.ndarray,
    centers: np.ndarray,
    radii: tuple[float, ...],
) -> None:
    """Report a wheel that is not inside of the links as they are drawn."""
    t = second - first
    t = t / np.linalg.norm(t, axis=1)[:, None]
    n = np.stack([-t[:, 1], t[:, 0]], axis=1)
    for i, (center, radius) in enumerate(zip(centers, radii, strict=True)):
        d = center - first
        s, h = np.sum(d * t, axis=1), np.sum(d * n, axis=1) - float(reading.values["face"])
        size = np.linalg.norm(second - first, axis=1)
        under = (s > -BESIDE * size) & (s < (1.0 + BESIDE) * size)
        deep = np.where(under & (h > -2.0 * radius), radius - h, -np.inf)
        worst = int(np.argmax(deep))
        if deep[worst] > 0.5 * radius:
            link = reading.values["links"][worst]
            rule = f"stands {deep[worst]:.4g} m deep in '{link}', more than half of its radius"
            cause = "a wheel outside the track, or face with the wrong sign"
            reading.entry.report("M04", f"wheels[{i}]", rule, cause=cause)
            return
