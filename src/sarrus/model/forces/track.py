"""A track: a band under tension around sprocket, idler, rollers and road wheels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.building.drawing import drawn_direction, drawn_point_or_frame
from sarrus.model.building.entry import is_list
from sarrus.model.building.orientation import direction
from sarrus.model.fields import Beside, body_name, field, number
from sarrus.model.forces.belt import Belt, belt, rotated_row
from sarrus.model.forces.element import (
    CoordinateLoad,
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
from sarrus.model.forces.track_reading import laid_band, read_wheels
from sarrus.model.forces.wheel_contact import WheelContact
from sarrus.model.options import AXIS, NAME, NAMES, NO_UNIT, NUMBER, WHEELS, Option
from sarrus.model.pose import Vector3, vector3
from sarrus.model.registry import element
from sarrus.spatial.arrays import Array, Scalar, cross, dot, minimum

if TYPE_CHECKING:
    from sarrus.model.building.entry import Entry
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

SLOW = 1e-3
"""Speed of a band [m/s] below which its centrifugal tension, then below 1e-6 of its mass, fades."""
NEED_SPROCKET = ("ground", "mu", "rolling", "mass")
"""Options that mean nothing where the band does not run."""


@dataclass(frozen=True)
class Grip:
    """The ground under one wheel: the force of friction on the band, and what resists its running.

    friction [N], where: from the centre of the wheel [m]; run: direction in which the band passes
    there; slip: velocity of the band on the road [m/s]; road: that of a road that is driven [m/s];
    resistance [N] against running.
    """

    wheel: int
    contact: WheelContact
    friction: Array
    arm: Array
    run: Array
    slip: Array
    road: Array
    resistance: Scalar


@dataclass(frozen=True)
class RunningBand:
    """A band at one instant.

    e1, e2: axes of its plane; pulls [N]: of each run, from a wheel to the next, on the wheels: its
    tension less the centrifugal part; excess: the tension that sagging runs add to the mean [N];
    margin: of the mean above that at which a run sags [N]; taut: the mean by elasticity and
    damping; elastic: by elasticity alone; lifting: the centrifugal tension [N]; rate: dL/dt; speeds
    [m/s]: at which the band passes the wheels.
    """

    shape: Belt
    e1: Array
    e2: Array
    centers: Sequence[PointMotion]
    rate: Scalar
    elastic: Scalar
    taut: Scalar
    lifting: Scalar
    excess: Scalar
    margin: Scalar
    pulls: Sequence[Scalar]
    speeds: Sequence[Scalar]
    grips: Sequence[Grip]

    def on_wheels(self) -> list[Array]:
        """Return the forces of the band on the wheels at their centres, in world axes."""
        found = []
        spans, pulls = self.shape.spans, self.pulls
        for (x, y), T, (a, b), S in zip(
            spans, pulls, rotated_row(spans), rotated_row(pulls), strict=True
        ):
            found.append((T * x - S * a) * self.e1 + (T * y - S * b) * self.e2)
        return found


@element
class Track(ForceElement):
    """A band with tension around wheels, in the order of its way; it runs with a sprocket.

        mean T = preload + k (L - length) + c dL/dt,   T_after - T_before = resistance - grip
        force on a wheel = T_after u_after - T_before u_before,   no T below 0

    L: length of the band around the wheels; length: that of the drawing, where the tension is the
    preload. u: unit vectors along its straight parts before and behind the wheel, anticlockwise
    about e1 x e2. wheels, points: their bodies, and their centres in the body frames [m]; radii
    [m]: negative for wheels outside the loop; wraps: angles of contact in the drawing [rad]; e1,
    e2: perpendicular unit vectors in the frame of base.

    Without a sprocket one tension goes all around. With one the band runs, by the rate of its
    joint: at each wheel with a wheel_contact in `ground` the road holds it by friction, the wheel
    resists its running by rolling times its load, and both change the tension there; the sum is
    what the sprocket feels. The mean is taken by the lengths of the runs (shares). A band that runs
    pulls less by its centrifugal tension, mass speed^2; its inertia against running belongs to the
    body of the sprocket (mass length radius^2).

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
    mu: float = number(
        NO_UNIT, "friction of the band on the ground, along and across", default=0.0, at_least=0.0
    )
    slip: float = number(
        "m/s", "the speed of slip at which 0.7 of the friction is there", default=0.5, above=0.0
    )
    rolling: float = number(
        NO_UNIT, "resistance of a road wheel, by its load", default=0.0, at_least=0.0
    )
    mass: float = number(
        "kg/m", "of the band, for the tension by its running", default=0.0, at_least=0.0
    )
    ground: tuple[str, ...] = ()
    sprocket: str = ""
    driver: int = 0
    """Which wheel is the sprocket."""
    sense: float = 1.0
    """1 where the joint of the sprocket turns anticlockwise about e1 x e2, else -1."""
    shares: tuple[float, ...] = ()
    """Parts of the length in the drawing from each wheel to the next."""

    positional = ("wheels",)
    more_options = (
        Option(
            "wheels",
            WHEELS,
            "(body, centre in the drawing or frame of the body, radius [m]) each; a negative "
            "radius is a wheel outside the loop",
        ),
        Option("axis", AXIS, "normal of the plane of the band, carried by base", "y"),
        Option("sprocket", NAME, "the revolute joint that turns a wheel and runs the band", None),
        Option(
            "ground",
            NAMES,
            "names of the wheel contacts of road wheels, between which and the road the band lies",
            None,
        ),
        Option(
            "free_length",
            NUMBER,
            "length of the band without tension, instead of preload",
            None,
            "m",
        ),
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        wheels = read_wheels(reading)
        axis = direction(reading.entry, "axis", reading.get("axis"))
        reading.attributes(cls)
        _check_running(reading)
        if reading.failed or wheels is None or axis is None:
            return None
        reading.values |= laid_band(reading, wheels, axis)
        return super().read(reading)

    def check_among(self, others: Mapping[str, ForceElement], entry: Entry) -> None:
        for i, name in enumerate(self.ground):
            _check_contact(self, f"ground[{i}]", others.get(name), name, entry)

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        wheels = [
            [body, drawn_point_or_frame(drawing, body, point), radius]
            for body, point, radius in zip(self.wheels, self.points, self.radii, strict=True)
        ]
        found = {"wheels": wheels, **self.as_options(drawing)}
        if self.preload < 0.0:  # slack: of a band that was given by its length
            found["free_length"] = self.length - found.pop("preload") / self.k
        if self.sprocket:
            found["sprocket"] = self.sprocket
        if self.ground:
            found["ground"] = list(self.ground)
        normal = np.cross(self.e1, self.e2)
        for axis in (normal, -normal):
            drawn = drawn_direction(drawing, self.base, vector3(axis + 0.0))
            yield self.method, {**found, "axis": drawn}

    def in_part(self, part: Part) -> ForceElement:
        # e1 and e2 span the same plane of the image; the band turns about their product there, and
        # so does the sprocket, whose axis is axial
        return replace(  # type: ignore[type-var]
            super().in_part(part),
            wheels=tuple(part.body(wheel) for wheel in self.wheels),
            points=tuple(map(part.point, self.wheels, self.points)),
            e1=part.direction(self.base, self.e1),
            e2=part.direction(self.base, self.e2),
            ground=tuple(part.name_in_host(name) for name in self.ground),
            sprocket=part.name_in_host(self.sprocket) if self.sprocket else "",
        )

    @property
    def bodies(self) -> tuple[str, ...]:
        return (*self.wheels, self.base)

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.sprocket,) if self.sprocket else ()

    @property
    def measures(self) -> tuple[Measure, ...]:
        n = len(self.wheels)
        runs = [
            Measure(f"tension{i + 1}", "N", f"tension from wheel {i + 1} to {(i + 1) % n + 1}")
            for i in range(n)
        ]
        return (
            *runs,
            Measure("length", "m", "length around the wheels"),
            Measure("length_rate", "m/s", "rate of the length around the wheels"),
            Measure("speed", "m/s", "speed of the band at its sprocket, along its way"),
            Measure("centrifugal", "N", "tension that turns the mass around the wheels"),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        band = self._band(scene)
        tensions = [positive_part(pull) + band.lifting for pull in band.pulls]  # 0 but for rounding
        speed = band.speeds[self.driver]
        return (*tensions, band.shape.length, band.rate, speed, band.lifting)

    def _centers(self, scene: Scene) -> list[PointMotion]:
        points = scene.value(self, "points")
        return [scene.point(body, points[i]) for i, body in enumerate(self.wheels)]

    def _axes(self, scene: Scene) -> tuple[Array, Array]:
        return scene.direction(self.base, self.e1), scene.direction(self.base, self.e2)

    def _belt(self, scene: Scene) -> Belt:
        e1, e2 = self._axes(scene)
        places = [(dot(e1, c.position), dot(e2, c.position)) for c in self._centers(scene)]
        return belt(places, self.radii, self.wraps)

    def _band(self, scene: Scene) -> RunningBand:
        """Return the band at this instant; see `docs/theory/forces.md`."""
        e1, e2 = self._axes(scene)
        centers, shape = self._centers(scene), self._belt(scene)
        # how fast each run grows between the centres, seen from the base, which may turn
        turning = scene.angular_velocity(self.base)
        moving = [c.velocity - cross(turning, c.position) for c in centers]
        flat = [(dot(e1, v), dot(e2, v)) for v in moving]
        growth = [
            x * (c - a) + y * (d - b)
            for (x, y), (a, b), (c, d) in zip(shape.spans, flat, rotated_row(flat, -1), strict=True)
        ]
        rate = _sum(growth)
        longer = shape.length - scene.value(self, "length")
        elastic = scene.value(self, "preload") + scene.value(self, "k") * longer
        mean = elastic + scene.value(self, "c") * rate
        taut = positive_part(mean)
        if not self.sprocket:
            still = [0.0] * len(self.wheels)
            pulls = [taut] * len(self.wheels)
            return RunningBand(
                shape, e1, e2, centers, rate, elastic, taut, 0.0, 0.0, mean, pulls, still, ()
            )
        speeds = self._speeds(scene, growth, rate)
        grips = self._grips(scene, cross(e1, e2), turning, speeds)
        rises = self._rises(grips)
        middle = _sum([part * rise for part, rise in zip(self.shares, rises, strict=True)])
        slack = middle - reduce(minimum, rises)  # the mean at which the least tension is 0
        u = speeds[self.driver]
        less = mean - scene.value(self, "mass") * u * u
        lifted = positive_part(less)
        excess = positive_part(slack - lifted)
        pulls = [lifted + excess + rise - middle for rise in rises]
        lifting = taut - lifted
        margin = less - slack
        return RunningBand(
            shape,
            e1,
            e2,
            centers,
            rate,
            elastic,
            taut,
            lifting,
            excess,
            margin,
            pulls,
            speeds,
            grips,
        )

    def _speeds(self, scene: Scene, growth: Sequence[Scalar], rate: Scalar) -> list[Scalar]:
        """Return how fast the band passes each wheel, along its way.

        Where wheels move apart it passes slower behind them: all runs stretch by the same part of
        their lengths, by dL/dt together.
        """
        n, at = len(self.wheels), self.driver
        speed = self.sense * self.radii[at] * scene.rate(self.sprocket, 0)
        found: list[Scalar] = [speed] * n
        for step in range(n - 1):
            i = (at + step) % n
            speed = speed - growth[i] + self.shares[i] * rate
            found[(i + 1) % n] = speed
        return found

    def _under(self, scene: Scene) -> Iterator[tuple[int, WheelContact]]:
        """Yield the wheels that the road may touch, with their contacts."""
        for name in self.ground:
            contact = scene.element(name)
            if isinstance(contact, WheelContact):  # else an event has switched it off
                yield _wheel_of(self, contact)[0], contact

    def _grips(
        self, scene: Scene, normal: Array, turning: Array, speeds: Sequence[Scalar]
    ) -> list[Grip]:
        found = []
        smooth = scene.value(self, "slip")
        for i, contact in self._under(scene):
            at = contact.footing(scene)
            run = cross(at.normal, normal)  # normal x (-at.normal): anticlockwise below the wheel
            u = speeds[i]
            slip = at.passing + cross(turning - at.turning, at.arm) + u * run
            forward = cross(at.across, at.normal)
            s_x, s_y = dot(slip, forward), dot(slip, at.across)
            size = np.sqrt(s_x * s_x + s_y * s_y + smooth * smooth)
            slip = s_x * forward + s_y * at.across
            friction = -(scene.value(self, "mu") * at.load / size) * slip
            against = u / np.sqrt(u * u + smooth * smooth)
            resistance = scene.value(self, "rolling") * at.load * against
            found.append(Grip(i, contact, friction, at.arm, run, slip, at.road, resistance))
        return found

    def _rises(self, grips: Sequence[Grip]) -> list[Scalar]:
        """Return by how much the tension of each run is above that behind the sprocket."""
        n = len(self.wheels)
        at_wheel: dict[int, Scalar] = {
            grip.wheel: grip.resistance - dot(grip.friction, grip.run) for grip in grips
        }
        found: list[Scalar] = [0.0] * n
        rise: Scalar = 0.0
        for step in range(1, n):
            i = (self.driver + step) % n
            rise = rise + at_wheel.get(i, 0.0)
            found[i] = rise
        return found

    def tension(self, scene: Scene) -> Scalar:
        """Return the mean tension of the band [N]."""
        band = self._band(scene)
        return band.taut + band.excess

    def loads(self, scene: Scene) -> Sequence[Load]:
        band = self._band(scene)
        found: list[Load] = []
        moment = np.zeros(3)
        for body, center, force in zip(self.wheels, band.centers, band.on_wheels(), strict=True):
            found.append(PointLoad(body, center.position, force))
            moment = moment - cross(center.position, force)
        for grip in band.grips:
            center = band.centers[grip.wheel]
            found.append(PointLoad(self.wheels[grip.wheel], center.position, grip.friction))
            moment = moment + cross(grip.arm, grip.friction)
            there = PointLoad(self.base, center.position + grip.arm, grip.friction)
            found.extend(grip.contact.on_base(scene, (there,)))
        found.append(MomentLoad(self.base, moment))
        if self.sprocket:
            effort = self.sense * self.radii[self.driver] * self._drive(band)
            found.append(CoordinateLoad(self.sprocket, 0, effort))
        return found

    def _drive(self, band: RunningBand) -> Scalar:
        """Return the force of the band on its sprocket, along its way.

        The last part is what the mass of a band gives up to its length: m du/dt = Q - mass u dL/dt,
        whose power is that of the centrifugal tension.
        """
        u = band.speeds[self.driver]
        of_mass = band.lifting * u / (u * u + SLOW * SLOW) * band.rate
        return band.pulls[self.driver] - band.pulls[self.driver - 1] - of_mass

    def potential(self, scene: Scene) -> Scalar:
        tension = positive_part(self._band(scene).elastic)
        return 0.5 * tension * tension / scene.value(self, "k")

    def dissipation(self, scene: Scene) -> Scalar:
        band = self._band(scene)
        lost = (band.taut - positive_part(band.elastic)) * band.rate
        for grip in band.grips:
            lost = lost + grip.resistance * band.speeds[grip.wheel] - dot(grip.friction, grip.slip)
        return lost

    def supply(self, scene: Scene) -> Scalar:
        """Return the power of roads that are driven, and of the slack that runs take up."""
        if not self.sprocket:
            return 0.0
        band = self._band(scene)
        value = -band.excess * band.rate
        for grip in band.grips:
            value = value - dot(grip.friction, grip.road)
        return value

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        band = self._band(scene)
        if not self.sprocket:
            return (band.elastic, band.margin)
        mean = band.elastic + scene.value(self, "c") * band.rate
        return (band.elastic, mean, band.margin)


def _sum(parts: Sequence[Scalar]) -> Scalar:
    return reduce(lambda a, b: a + b, parts)


def _wheel_of(track: Track, contact: WheelContact) -> tuple[int, float]:
    """Return the wheel on the body of a contact that is nearest to it, and how far it is [m]."""
    on_body = [
        (float(np.linalg.norm(np.subtract(point, contact.point))), i)
        for i, (body, point) in enumerate(zip(track.wheels, track.points, strict=True))
        if body == contact.body
    ]
    distance, wheel = min(on_body, default=(np.inf, -1))
    return wheel, distance


def _check_running(reading: Reading) -> None:
    """Report (M28) what only a band with a sprocket has, and read the names of contacts."""
    entry, raw = reading.entry, reading.get("ground")
    if reading.get("sprocket") is None:
        values = [name for name in NEED_SPROCKET if reading.get(name)]
        for name in values:
            rule = "means nothing for a band that does not run"
            action = "give sprocket, the joint of the wheel that drives it"
            entry.report("M28", name, rule, action=action)
        return
    if raw is None:
        return
    if not is_list(raw) or not all(isinstance(name, str) for name in raw):
        value = entry.literal("ground", raw)
        entry.report("M25", "ground", "must be names of wheel contacts", value=value)
        return
    twice = sorted({name for name in raw if list(raw).count(name) > 1})
    if twice:
        entry.report("M28", "ground", f"names '{twice[0]}' twice")
    reading.values["ground"] = tuple(raw)


def _check_contact(
    track: Track, attribute: str, contact: ForceElement | None, name: str, entry: Entry
) -> None:
    """Report a contact of the ground that is not that of a wheel of the band."""
    if not isinstance(contact, WheelContact):
        rule = "is not the name of a wheel_contact"
        entry.report("M09", attribute, rule, value=f"'{name}'", action="name those of road wheels")
        return
    wheel, distance = _wheel_of(track, contact)
    if wheel < 0:
        rule = f"is a wheel on '{contact.body}', which carries no wheel of the band"
        entry.report("M09", attribute, rule, value=f"'{name}'")
    elif distance > 1e-6 * abs(track.radii[wheel]) or track.radii[wheel] < 0.0:
        rule = f"has its centre {distance:.4g} m beside that of wheels[{wheel}]"
        if track.radii[wheel] < 0.0:
            rule = f"is that of wheels[{wheel}], which is outside the loop"
        entry.report("M04", attribute, rule, value=f"'{name}'")
    elif contact.mu or contact.mu_across or contact.spin:
        rule = (
            f"has friction of its own (mu {contact.mu:g}, mu_across {contact.mu_across:g}, spin "
            f"{contact.spin:g}): between wheel and road lies the band"
        )
        entry.report("M28", attribute, rule, value=f"'{name}'", action="give mu to the track")
