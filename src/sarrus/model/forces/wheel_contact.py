"""A wheel on a road."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.late_dataclass import dataclass
from sarrus.model.building.curve_laws import check_stiffness, read_law
from sarrus.model.building.entry import Entry
from sarrus.model.fields import Field, body_name, body_point, field, number, unit_vector
from sarrus.model.forces.element import Description, ForceElement, Load, PointLoad, Scene
from sarrus.model.forces.ground_contact import (
    LEVEL,
    Above,
    AlongField,
    GroundContact,
    OriginField,
    RoadField,
    release,
)
from sarrus.model.forces.law import law_switches
from sarrus.model.forces.shaping import positive_part
from sarrus.model.options import NO_UNIT, REQUIRED, SPAN, Option, choice_kind, curve_kind
from sarrus.model.pose import Vector3
from sarrus.model.registry import element
from sarrus.road import Flat, HalfRound, Road, Shifted, SumOfRoads, WheelEnvelope
from sarrus.spatial import Curve
from sarrus.spatial.arrays import Array, Scalar, cross, dot, is_zero, select
from sarrus.spatial.tracking import fixed_value

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

FOLLOWS = ("disc", "point")
CONTACT = ("normal", "vertical")
BETWEEN = 17
"""Places between two rows, ends included, at which curves of tyres are looked at."""
FAR = np.array([1.0, 100.0])
"""Deflections beyond the rows at which they are looked at, in lengths of the table."""


@dataclass(frozen=True)
class Tyre:
    """A wheel at one instant: its centre above the road, the forces of tyre and friction.

    spring, push: the force along `up` of the spring alone, and with damping [N]; normal: the
    direction of the whole normal force, whose part along up is 1; contact: where friction acts;
    slip: velocity of the tread on the road [m/s]; friction [N]; tread: the velocity that `spin`
    gives to the tread [m/s].
    """

    at: Above
    center: Array
    spring: Scalar
    push: Scalar
    normal: Array
    contact: Array
    slip: Array
    friction: Array
    tread: Array


@dataclass(frozen=True)
class Footing:
    """How a wheel stands on the road, for what runs between both.

    load: the normal force [N]; normal: its direction, a unit vector; arm: from the centre to where
    it touches [m]; passing: the velocity of the centre over the road [m/s]; turning: angular
    velocity of what carries the road [rad/s]; road: velocity that `speed` gives the road, against
    it [m/s]; across: unit vector across the road. Vectors in world axes.
    """

    load: Scalar
    normal: Array
    arm: Array
    passing: Array
    turning: Array
    road: Array
    across: Array


class TyreField(Field):
    """Stiffness or damping of a tyre: a number, or a curve of the deflection that never pulls."""

    unit: str
    y: str
    curve: str
    text: str
    default: Any

    def options(self, name: str) -> Sequence[Option]:
        unit = self.unit.replace("*", " ")
        return (Option(name, curve_kind("x", "m", self.y), self.text, self.default, unit),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        entry, raw = reading.entry, reading.get(name)
        law = read_law(entry, name, raw, self.unit, "m", self.y)
        if law is None:
            return {}
        found, curve = law
        rule = ""
        if found < 0.0:
            rule = "is below zero: a road would pull"
        elif name == "k" and found == 0.0 and curve is None:
            rule = "is 0: the tyre would not carry"
        if rule:
            entry.report("M04", name, rule, value=entry.literal(name, raw))
        if rule or (curve is not None and not _pushes(entry, name, curve)):
            return {}
        return {name: found, self.curve: curve}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        curve = getattr(element, self.curve)
        return {name: getattr(element, name) if curve is None else curve}


@element
class WheelContact(GroundContact):
    """A wheel with its centre at a point of a body, which a road pushes up through its tyre.

        p = h(x) + radius - z > 0:  push = max(0, k p + spring(p) + (c + damper(p)) dp/dt)
        force = push (up - h'(x) along) at the centre; push up, where the contact is vertical
        friction = -N (mu s_x t_x + mu_across s_y t_y)/sqrt(s_x^2 + s_y^2 + smoothing^2)

    x and z are those of the centre; h: the road as the wheel feels it (`Road.felt_by_wheel`, or the
    road itself for a point follower); p: the deflection of the tyre. N is the size of the force; s
    the velocity of the tread on the road where they touch, on the radius that the deflection
    leaves. With a speed the road moves against `along` (h(x + speed t)) under a vehicle that stays;
    with a spin the wheel turns in its body, forward. The power of both is supply. origin, along and
    up are in the drawing, carried by the body `base`.
    """

    name: str
    body: str = body_name()
    point: Vector3 = body_point("body", "the centre of the wheel")
    radius: float = number("m", "of the wheel", above=0.0, is_input=False)
    road: Road = field(RoadField(), default=LEVEL)
    k: float = field(
        TyreField("N/m", "N", "spring", "stiffness, or a curve or rows (p, N)", REQUIRED),
        default=0.0,
    )
    c: float = field(
        TyreField("N*s/m", "N*s/m", "damper", "damping, or a curve or rows of it over p", 0.0),
        default=0.0,
    )
    spring: Curve | None = None
    damper: Curve | None = None
    vertical: bool = False
    mu: float = number(NO_UNIT, "friction along the road", default=0.0, at_least=0.0)
    mu_across: float = number(
        NO_UNIT,
        "friction across it, as mu if not given",
        default=None,
        otherwise="mu",
        kept=0.0,
        at_least=0.0,
    )
    smoothing: float = number(
        "m/s", "the speed below which friction fades", default=1e-2, above=0.0
    )
    speed: float = number("m/s", "of the road towards a vehicle that stays", default=0.0)
    spin: float = number("rad/s", "of the wheel in its body, forward", default=0.0)
    base: str = body_name("the body that carries the ground, ground if not given", default=None)
    origin: Vector3 = field(OriginField(), default=(0.0, 0.0, 0.0))
    along: Vector3 = field(AlongField("x"), default=(1.0, 0.0, 0.0))
    up: Vector3 = unit_vector("normal of the plane", body="base", default="z", kept=(0.0, 0.0, 1.0))

    positional = ("body", "road")
    more_options = (
        Option(
            "follows",
            choice_kind(*FOLLOWS),
            '"disc", the road as a disc of that radius feels it; "point", the height below the '
            "center",
            "disc",
        ),
        Option(
            "contact",
            choice_kind(*CONTACT),
            '"normal" to the road, so that a bump pushes back, or "vertical"',
            "normal",
        ),
        Option("between", SPAN, "the x to tabulate for a disc on an endless road", None, "m"),
    )

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        follows, contact = reading.choice("follows", FOLLOWS), reading.choice("contact", CONTACT)
        reading.only(cls, "radius", "road")
        values = reading.values
        if follows == "disc" and "radius" in values and "road" in values:
            values["road"] = _enveloped_road(reading, values["road"], values["radius"])
        values["vertical"] = contact == "vertical"
        return super().read(reading)

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        found = self.as_options(drawing) | {"contact": CONTACT[self.vertical]}
        found.pop("road", None)
        for road, between in _before(self.road, self.radius):
            more: dict[str, Any] = {} if road == Flat() else {"road": road}
            more |= {} if between is None else {"between": list(between)}
            yield self.method, {**found, **more, "follows": "disc"}
        more = {} if self.road == Flat() else {"road": self.road}
        yield self.method, {**found, **more, "follows": "point"}

    @property
    def further_inputs(self) -> tuple[str, ...]:
        """The radius, unless the road is as a disc of this radius feels it."""
        more = () if _is_felt_by_disc(self.road) else ("radius",)
        return (*super().further_inputs, *more)

    def _center(self, scene: Scene) -> tuple[Array, Above]:
        center = scene.point(self.body, scene.value(self, "point"))
        speed = scene.value(self, "speed")
        return center.position, self.above(scene, center.position, center.velocity, speed)

    def _deflection(self, at: Above) -> Scalar:
        return at.depth + self.radius

    def _spring(self, scene: Scene, p: Scalar) -> Scalar:
        force = scene.value(self, "k") * p
        return force if self.spring is None else force + self.spring(p)

    def _unclipped_forces(self, scene: Scene, at: Above) -> tuple[Scalar, Scalar]:
        """Return the forces of the spring, and of spring and damper, as if tyres could pull."""
        p = self._deflection(at)
        spring = self._spring(scene, p)
        c = scene.value(self, "c")
        c = c if self.damper is None else c + self.damper(p)
        return spring, spring + c * at.depth_rate

    def _tyre(self, scene: Scene) -> Tyre:
        center, at = self._center(scene)
        touches = self._deflection(at) > 0.0
        spring, push = self._unclipped_forces(scene, at)
        spring = select(touches, spring, 0.0)
        push = select(touches, positive_part(push), 0.0)
        normal = at.up if self.vertical else at.normal
        size: Scalar = 1.0 if self.vertical else at.steepness
        n = normal / size
        arm = -(self.radius - positive_part(self._deflection(at)) / size) * n
        across = cross(at.up, at.along)
        tread = scene.value(self, "spin") * cross(across, arm)
        turning = scene.angular_velocity(self.body) - scene.angular_velocity(self.base)
        moving = at.velocity + cross(turning, arm) + tread + scene.value(self, "speed") * at.along
        forward, left = (cross(across, n), across) if self.vertical else at.tangents
        s_x, s_y = dot(moving, forward), dot(moving, left)
        smoothing = scene.value(self, "smoothing")
        load = push * size / np.sqrt(s_x * s_x + s_y * s_y + smoothing * smoothing)
        load = load * self.friction_at(at)
        friction = -load * (
            scene.value(self, "mu") * s_x * forward + scene.value(self, "mu_across") * s_y * left
        )
        slip = s_x * forward + s_y * left
        return Tyre(at, center, spring, push, normal, center + arm, slip, friction, tread)

    def footing(self, scene: Scene) -> Footing:
        """Return where the wheel stands on the road, and how hard."""
        tyre = self._tyre(scene)
        size: Scalar = 1.0 if self.vertical else tyre.at.steepness
        speed = scene.value(self, "speed")
        passing = tyre.at.velocity + speed * tyre.at.along
        turning = scene.angular_velocity(self.base)
        arm = tyre.contact - tyre.center
        return Footing(tyre.push * size, tyre.normal / size, arm, passing, turning,
                       speed * tyre.at.along, cross(tyre.at.up, tyre.at.along))  # fmt: skip

    def loads(self, scene: Scene) -> Sequence[Load]:
        tyre = self._tyre(scene)
        found = (
            PointLoad(self.body, tyre.center, tyre.push * tyre.normal),
            PointLoad(self.body, tyre.contact, tyre.friction),
        )
        return (*found, *self.on_base(scene, found))

    def potential(self, scene: Scene) -> Scalar:
        p = self._deflection(self._center(scene)[1])
        energy = 0.5 * scene.value(self, "k") * p * p
        if self.spring is not None:
            energy = energy + self.spring.integral(p) - self.spring.integral(0.0)
        return select(p > 0.0, energy, 0.0)

    def dissipation(self, scene: Scene) -> Scalar:
        tyre = self._tyre(scene)
        damping = (tyre.push - tyre.spring) * tyre.at.depth_rate
        return damping - dot(tyre.friction, tyre.slip)

    def supply(self, scene: Scene) -> Scalar:
        """Return the power of a road that moves, of `spin`, and of a slope felt vertically only."""
        tyre = self._tyre(scene)
        speed = scene.value(self, "speed")
        passing = speed + tyre.at.rate if self.vertical else speed
        drawn = dot(tyre.friction, tyre.tread + speed * tyre.at.along)
        rise = tyre.at.slope * passing
        if self.vertical and not is_zero(tyre.at.tilt):
            rise = rise + tyre.at.tilt * dot(tyre.at.across, tyre.at.velocity)
        return tyre.push * rise - drawn

    def gaps(self, scene: Scene) -> Sequence[Scalar]:
        return (-self._deflection(self._center(scene)[1]),)

    def grounds(self, scene: Scene) -> Sequence[Above]:
        return (self._center(scene)[1],)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        at = self._center(scene)[1]
        p = self._deflection(at)
        push = self._unclipped_forces(scene, at)[1]
        bends = [x for curve in (self.spring, self.damper) for x in law_switches(curve, p)]
        return (-p, release(push, -p), *bends, *self.road.switches(at.x, at.y))


def _enveloped_road(reading: Reading, road: Road, radius: float) -> Road | None:
    """Return the road as a disc feels it."""
    try:
        why = "the road as a wheel feels it follows it, which is part of the code"
        return road.felt_by_wheel(fixed_value(radius, why), between=reading.get("between"))
    except ModelError as error:
        for problem in error.problems:
            attribute = problem.element.rpartition(" / ")[2]
            name = attribute if attribute in ("between", "radius") else "road"
            value, action = problem.value or name, problem.action
            reading.entry.report(problem.code, name, problem.rule, value=value, action=action)
        return None


def _before(road: Road, radius: float) -> Iterator[tuple[Road, Any]]:
    """Yield roads, and the part of them, that a wheel may feel as the given one."""
    if isinstance(road, WheelEnvelope):
        yield road.road, road.between
        yield road.road, None
    elif isinstance(road, HalfRound):
        yield replace(road, wheel=max(0.0, road.wheel - radius)), None
    elif isinstance(road, Shifted):
        for inner, between in _before(road.road, radius):
            shifted = None if between is None else tuple(x + road.by for x in between)
            yield Shifted(inner, road.by), shifted
    elif isinstance(road, SumOfRoads):
        parts = [next(_before(part, radius), (part, None))[0] for part in road.roads]
        yield SumOfRoads(tuple(parts)), None
    elif isinstance(road, Flat):
        yield road, None


def _is_felt_by_disc(road: Road) -> bool:
    """Whether heights of a road follow the radius of a wheel."""
    if isinstance(road, SumOfRoads):
        return any(_is_felt_by_disc(part) for part in road.roads)
    inner = getattr(road, "road", None)
    felt = isinstance(road, WheelEnvelope) or (isinstance(road, HalfRound) and road.wheel != 0.0)
    return felt or (inner is not None and _is_felt_by_disc(inner))


def _pushes(entry: Entry, name: str, curve: Curve) -> bool:
    """Return whether a curve is nowhere negative for a compressed tyre; warn where it falls."""
    last = max(float(curve.x[-1]), 0.0)
    rows = np.concatenate([[0.0], curve.x[curve.x > 0.0], last + FAR * (last + 1.0)])
    parts = np.linspace(0.0, 1.0, BETWEEN)
    p = np.unique(rows[:-1, None] + parts * np.diff(rows)[:, None])
    y = curve(p)
    noise = 1e-12 * float(np.max(np.abs(curve.y)))
    if np.any(y < -noise):
        at = float(p[np.argmax(y < -noise)])
        rule = f"is negative at the deflection {at:.4g} m: a road would pull"
        entry.report("M04", name, rule, value=f"{float(curve(at)):.4g}")
        return False
    if name == "k" and abs(float(curve(0.0))) > noise:
        rule = "is not 0 at the deflection 0, where the tyre leaves the road"
        entry.report("M04", name, rule, value=f"{float(curve(0.0)):.4g} N")
        return False
    if name == "k":
        check_stiffness(entry, name, (0.0, curve), "N/m")
    return True
