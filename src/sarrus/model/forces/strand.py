"""Belts and ropes laid over wheels in a plane: their straight parts, angles, and what they stretch.

A strand passes wheels in an order, each anticlockwise about the normal of the plane (radius above
0), clockwise (below 0), or as a point (0). From wheel i to the next, with D between their centres
and r the difference of the radii, the straight part has the length l = sqrt(D.D - r^2) and the
direction u = D/(l + i r) in complex numbers. Where both wheels take the strand along, it
stretches by

    e = l - l0 + (r_i - r_k) (turn of u) - r_i (turn of wheel i) + r_k (turn of wheel k),

whose rate is u . (v_k - v_i) - r_i w_i + r_k w_k. A strand over points alone needs no plane: its
straight parts run anywhere in space.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND
from sarrus.model.building.drawing import drawn_direction, drawn_point_or_frame
from sarrus.model.building.entry import is_list
from sarrus.model.building.orientation import axis_frame, direction, in_frame
from sarrus.model.building.points import read_point
from sarrus.model.fields import Beside, body_name, field
from sarrus.model.forces.belt import Planar
from sarrus.model.forces.element import Description, ForceElement, MomentLoad, PointLoad, Scene
from sarrus.model.options import AXIS, WHEELS, Option
from sarrus.model.pose import Vector3, vector3
from sarrus.model.registry import element
from sarrus.spatial.arrays import Array, Scalar, cross, dot, length, norm
from sarrus.spatial.tracking import fixed_value

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

LAID = "a belt or rope, laid over its wheels when the model is built, follows it"
BESIDE = 1e-3
"""Part of its radius by which the axis of a wheel may miss its centre."""
ALIKE = 1e-6
"""Sine of the angle between axes that count as parallel."""
WHEELS_OPTION = Option(
    "wheels",
    WHEELS,
    "(body, centre in the drawing or frame of the body, radius [m]) each, in their order; a "
    "negative radius is passed clockwise, 0 is a point; points alone may be anywhere in space",
)
AXIS_OPTION = Option(
    "axis", AXIS, "normal of the plane, parallel to the axes of the wheels, carried by base", "z"
)


@dataclass(frozen=True)
class Span:
    """A straight part: its direction, its length, and its turn in the plane since the drawing.

    u: in the plane; of a strand over points alone in world axes.
    """

    u: Any
    length: Scalar
    turn: Scalar


def straight_part(a: Planar, b: Planar, r: Scalar) -> tuple[Planar, Scalar]:
    """Return direction and length from a wheel to the next; r: the second radius less the first."""
    x, y = b[0] - a[0], b[1] - a[1]
    square = x * x + y * y
    s = np.sqrt(square - r * r)
    return ((x * s + y * r) / square, (y * s - x * r) / square), s


def span_between(a: Planar, b: Planar, r: Scalar, drawn: Planar) -> Span:
    """Return the straight part from a wheel to the next, with its turn from a direction."""
    u, s = straight_part(a, b, r)
    sine, cosine = drawn[0] * u[1] - drawn[1] * u[0], drawn[0] * u[0] + drawn[1] * u[1]
    return Span(u, s, 2.0 * np.arctan(sine / (1.0 + cosine)))


def wrap(before: Planar, after: Planar, radius: float) -> float:
    """Return the angle of contact in numbers [rad]: of a wheel between -90 and 270 deg."""
    if radius == 0.0:
        return 0.0
    sine = before[0] * after[1] - before[1] * after[0]
    angle = float(np.arctan2(sine, before[0] * after[0] + before[1] * after[1]))
    middle = float(np.copysign(0.5 * np.pi, radius))
    return middle + float(np.remainder(angle - middle + np.pi, 2.0 * np.pi)) - np.pi


@element(kw_only=True)
class Strand(ForceElement):
    """What belts and ropes share: wheels in an order, with the joints in which they turn.

    wheels, points, radii: bodies, centres in their frames [m], radii; e1, e2: perpendicular unit
    vectors in the frame of base; drawn: directions of the straight parts in the drawing, lengths
    theirs [m], wraps: angles of contact [rad]; hinges: the joints of the wheels, empty where one
    does not turn, with their senses about the normal, and their carriers.
    """

    name: str
    wheels: tuple[str, ...]
    points: tuple[Vector3, ...] = field(Beside("m"))
    radii: tuple[float, ...]
    drawn: tuple[Planar, ...]
    lengths: tuple[float, ...]
    wraps: tuple[float, ...]
    hinges: tuple[str, ...]
    senses: tuple[float, ...]
    carriers: tuple[str, ...]
    base: str = body_name("the body that carries the plane, ground if not given", default=None)
    e1: Vector3 = (1.0, 0.0, 0.0)
    e2: Vector3 = (0.0, 1.0, 0.0)

    @property
    def is_closed(self) -> bool:
        """Whether it runs from the last wheel to the first again."""
        return len(self.drawn) == len(self.wheels)

    @property
    def is_spatial(self) -> bool:
        """Whether it passes points alone, anywhere in space."""
        return not any(self.radii)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The wheels at the ends of each straight part."""
        n = len(self.wheels)
        return [(i, (i + 1) % n) for i in range(len(self.drawn))]

    @property
    def bodies(self) -> tuple[str, ...]:
        return (*self.wheels, *self.carriers, self.base)

    @property
    def joints(self) -> tuple[str, ...]:
        return tuple(name for name in self.hinges if name)

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        wheels = [
            [body, drawn_point_or_frame(drawing, body, point), radius]
            for body, point, radius in zip(self.wheels, self.points, self.radii, strict=True)
        ]
        found = {"wheels": wheels, **self.as_options(drawing)}
        axis = vector3(np.cross(self.e1, self.e2) + 0.0)
        yield self.method, {**found, "axis": drawn_direction(drawing, self.base, axis)}

    def in_part(self, part: Part) -> ForceElement:
        # e1 and e2 span the plane of the image, in which all turns are about their product, as in
        # the joints of the wheels, whose axes are axial
        return replace(  # type: ignore[type-var]
            super().in_part(part),
            wheels=tuple(part.body(wheel) for wheel in self.wheels),
            points=tuple(map(part.point, self.wheels, self.points)),
            e1=part.direction(self.base, self.e1),
            e2=part.direction(self.base, self.e2),
            hinges=tuple(part.name_in_host(name) if name else "" for name in self.hinges),
            carriers=tuple(part.body(body) for body in self.carriers),
            zero_directions=tuple(map(part.direction, self.carriers, self.zero_directions)),
        )

    # --- at an instant ----------------------------------------------------------------------------

    def axes(self, scene: Scene) -> tuple[Array, Array]:
        """Return the two directions of the plane, in world axes."""
        return scene.direction(self.base, self.e1), scene.direction(self.base, self.e2)

    def spans(self, scene: Scene) -> list[Span]:
        """Return the straight parts."""
        e1, e2 = self.axes(scene)
        points = scene.value(self, "points")
        at = [scene.point(body, points[i]).position for i, body in enumerate(self.wheels)]
        if self.is_spatial:
            ways = [at[k] - at[i] for i, k in self.pairs]
            sizes = [length(way) for way in ways]
            return [Span(way / size, size, 0.0) for way, size in zip(ways, sizes, strict=True)]
        flat = [(dot(e1, p), dot(e2, p)) for p in at]
        return [
            span_between(flat[i], flat[k], self.radii[k] - self.radii[i], drawn)
            for (i, k), drawn in zip(self.pairs, self.drawn, strict=True)
        ]

    def turns(self, scene: Scene) -> list[Scalar]:
        """Return by how much the wheels have turned in the plane since the drawing [rad]."""
        return [self._turn(scene, i) if self.radii[i] else 0.0 for i in range(len(self.wheels))]

    def _turn(self, scene: Scene, i: int) -> Scalar:
        carried = self._carrier_turn(scene, self.carriers[i])
        if not self.hinges[i]:
            return carried
        return carried + self.senses[i] * scene.coordinate(self.hinges[i], 0)

    def _carrier_turn(self, scene: Scene, body: str) -> Scalar:
        """Return the turn of a carrier against the base since the drawing, below half a turn."""
        if body == self.base:
            return 0.0
        e1, e2 = self.axes(scene)
        x = scene.direction(body, self._in_carrier(body))
        return 2.0 * np.arctan(dot(e2, x) / (1.0 + dot(e1, x)))

    def _in_carrier(self, body: str) -> Vector3:
        """Return e1 of the drawing in the frame of a carrier."""
        return self.zero_directions[self.carriers.index(body)]

    zero_directions: tuple[Vector3, ...] = ()

    def speeds(self, scene: Scene) -> list[Scalar]:
        """Return the growth of each straight part, what its wheels give and take [m/s]."""
        if self.is_spatial:
            points = scene.value(self, "points")
            v = [scene.point(body, points[i]).velocity for i, body in enumerate(self.wheels)]
            spans = zip(self.pairs, self.spans(scene), strict=True)
            return [(dot(span.u, v[k] - v[i]), 0.0, 0.0) for (i, k), span in spans]
        e1, e2 = self.axes(scene)
        turning, normal = scene.angular_velocity(self.base), cross(e1, e2)
        points = scene.value(self, "points")
        moving, rates = [], []
        for i, body in enumerate(self.wheels):
            at = scene.point(body, points[i])
            v = at.velocity - cross(turning, at.position)
            moving.append((dot(e1, v), dot(e2, v)))
            spin = dot(normal, scene.angular_velocity(body) - turning) if self.radii[i] else 0.0
            rates.append(self.radii[i] * spin)
        found = []
        for (i, k), span in zip(self.pairs, self.spans(scene), strict=True):
            x, y = span.u
            growth = x * (moving[k][0] - moving[i][0]) + y * (moving[k][1] - moving[i][1])
            found.append((growth, rates[i], rates[k]))
        return found

    def pull_loads(
        self, scene: Scene, spans: Sequence[Span], pulls: Sequence[Scalar], takes: Sequence[bool]
    ) -> list[PointLoad | MomentLoad]:
        """Return the loads of tensions in the straight parts; takes: the wheels that they turn."""
        e1, e2 = self.axes(scene)
        normal, points = cross(e1, e2), scene.value(self, "points")
        found: list[PointLoad | MomentLoad] = []
        for (i, k), span, pull in zip(self.pairs, spans, pulls, strict=True):
            along = span.u if self.is_spatial else span.u[0] * e1 + span.u[1] * e2
            along = pull * along
            for wheel, sign in ((i, 1.0), (k, -1.0)):
                body = self.wheels[wheel]
                place = scene.point(body, points[wheel]).position
                found.append(PointLoad(body, place, sign * along))
                if takes[wheel] and self.radii[wheel]:
                    moment = (sign * self.radii[wheel] * pull) * normal
                    found.append(MomentLoad(body, moment))
        return found

    def wrap_angles(self, spans: Sequence[Span]) -> list[Scalar]:
        """Return the angles of contact [rad], positive where the strand is on its side."""
        n, closed = len(self.wheels), self.is_closed
        found: list[Scalar] = []
        for i in range(n):
            if self.radii[i] == 0.0 or (not closed and i in (0, n - 1)):
                found.append(0.0)
                continue
            change = spans[i].turn - spans[i - 1].turn
            found.append(np.sign(self.radii[i]) * (self.wraps[i] + change))
        return found


def strand_over_wheels(reading: Reading, closed: bool, least: int) -> dict[str, Any]:
    """Return the attributes of a strand laid over its wheels as drawn; nothing after a problem."""
    entry, scope = reading.entry, reading.scope
    raw = reading.get("wheels")
    if not is_list(raw) or len(raw) < least:
        rule = f"must be {least} or more: (body, centre, radius) each"
        entry.report("M25", "wheels", rule, value=entry.literal("wheels", raw))
        return {}
    wheels = [_wheel(reading, f"wheels[{i}]", part) for i, part in enumerate(raw)]
    axis = direction(entry, "axis", reading.get("axis"))
    base = reading.values.get("base")
    if None in wheels or axis is None or base is None:
        return {}
    normal = np.array(axis)
    e1, e2 = np.array(axis_frame(axis)).T[:2]
    bodies, points, radii = (tuple(part) for part in zip(*wheels, strict=True))
    radii = fixed_value(radii, LAID)
    at = [
        scope.pose_of(body).transform.point(np.array(point))
        for body, point in zip(bodies, points, strict=True)
    ]
    heights = [float(normal @ p) for p in at]
    in_space = not any(radii)
    if not in_space and not _is_flat(reading, heights, radii):
        return {}
    flat = [(float(e1 @ p), float(e2 @ p)) for p in at]
    n = len(bodies)
    pairs = [(i, (i + 1) % n) for i in range(n if closed else n - 1)]
    if in_space:
        ways = [float(norm(at[k] - at[i])) for i, k in pairs]
        spans = [((1.0, 0.0), way) for way in ways]
        if not _are_apart(reading, ways):
            return {}
    elif not _fits(reading, flat, radii, pairs):
        return {}
    else:
        spans = [straight_part(flat[i], flat[k], radii[k] - radii[i]) for i, k in pairs]
    wraps = [
        wrap(spans[i - 1][0], spans[i][0], radii[i]) if closed or 0 < i < n - 1 else 0.0
        for i in range(n)
    ]
    lifted = [i for i in range(n) if wraps[i] * radii[i] < 0.0]
    if lifted:
        i = lifted[0]
        rule = (
            f"is not touched: on this side the belt or rope would be bent back by "
            f"{np.degrees(abs(wraps[i])):.4g} degrees"
        )
        action = "change the sign of its radius, its place, or leave it out"
        entry.report("M46", f"wheels[{i}]", rule, action=action)
        return {}
    held = [_hinge(reading, i, bodies[i], at[i], radii[i], normal) for i in range(n)]
    if reading.failed:
        return {}
    X = scope.pose_of(base)
    return {
        "wheels": bodies,
        "points": points,
        "radii": radii,
        "drawn": tuple((float(u[0]), float(u[1])) for u, _ in spans),
        "lengths": tuple(float(way) for _, way in spans),
        "wraps": tuple(wraps),
        "hinges": tuple(name for name, _, _ in held),
        "senses": tuple(sense for _, sense, _ in held),
        "carriers": tuple(carrier for _, _, carrier in held),
        "zero_directions": tuple(
            in_frame(scope.pose_of(carrier), vector3(e1)) for _, _, carrier in held
        ),
        "e1": in_frame(X, vector3(e1)),
        "e2": in_frame(X, vector3(e2)),
    }


def _wheel(reading: Reading, name: str, raw: Any) -> tuple[str, Vector3, float] | None:
    scope, entry = reading.scope, reading.entry
    if not is_list(raw) or len(raw) != 3:
        value = entry.literal(name, raw)
        entry.report("M25", name, "must be (body, centre, radius)", value=value)
        return None
    body = scope.body(entry, name, raw[0])
    radius = entry.number(name, raw[2], "m")
    drawn = is_list(raw[1])
    at, on = (name, f"{name} frame") if drawn else (f"{name} point", name)
    point = body and read_point(scope, entry, {at if drawn else on: raw[1]}, body, at, on)
    return None if body is None or radius is None or not point else (body, point, radius)


def _is_flat(reading: Reading, heights: list[float], radii: Sequence[float]) -> bool:
    """Report (M46) wheels that are not in one plane."""
    size = max(max(map(abs, radii)), 1e-9 * max(map(abs, heights), default=1.0), 1e-9)
    off = [h - heights[0] for h in heights]
    worst = int(np.argmax(np.abs(off)))
    if abs(off[worst]) <= 1e-6 * size + 1e-9:
        return True
    rule = (
        f"is {off[worst]:.4g} m out of the plane of wheels[0], along the axis: belts and ropes run "
        "in a plane across the axes of their wheels"
    )
    action = "give all centres in one plane, or another axis"
    reading.entry.report("M46", f"wheels[{worst}]", rule, action=action)
    return False


def _are_apart(reading: Reading, ways: Sequence[float]) -> bool:
    """Report (M46) points in a row that are the same: no direction leads from one to the next."""
    for i, way in enumerate(ways):
        if way <= 1e-9 * max(ways):
            rule = f"is {way:.4g} m from the next point: a rope has no direction between them"
            reading.entry.report("M46", f"wheels[{i}]", rule, action="move the points apart")
            return False
    return True


def _fits(
    reading: Reading,
    flat: Sequence[Planar],
    radii: Sequence[float],
    pairs: Sequence[tuple[int, int]],
) -> bool:
    """Report (M46) wheels between which there is no straight part: they overlap."""
    good = True
    for i, k in pairs:
        apart = float(np.hypot(flat[k][0] - flat[i][0], flat[k][1] - flat[i][1]))
        least = abs(radii[k] - radii[i])
        if apart > least:
            continue
        crossed = radii[i] * radii[k] < 0.0
        rule = (
            f"is {apart:.4g} m from the next wheel, with radii of {abs(radii[i]):.4g} and "
            f"{abs(radii[k]):.4g} m: "
        )
        rule += (
            "they overlap, and it cannot cross between them"
            if crossed
            else ("one is inside the other")
        )
        reading.entry.report("M46", f"wheels[{i}]", rule, action="move the wheels apart")
        good = False
    return good


def _hinge(
    reading: Reading, i: int, body: str, at: np.ndarray, radius: float, normal: np.ndarray
) -> tuple[str, float, str]:
    """Return the joint in which a wheel turns, its sense about the normal, and its carrier."""
    scope = reading.scope
    if radius == 0.0 or body == GROUND:
        return "", 1.0, reading.values["base"] if radius == 0.0 else body
    leaning = beside = None
    for name, joint in scope.joints.items():
        if body not in (joint.parent, joint.child) or not joint.type.is_hinge:
            continue
        X_WF = scope.pose_of(joint.parent).transform @ joint.on_parent.transform
        z = X_WF.matrix[:, 2]
        miss = at - X_WF.position
        miss = miss - z * (z @ miss)
        off = float(np.linalg.norm(miss))
        if off > BESIDE * abs(radius):
            if off <= (1.0 + ALIKE) * abs(radius):
                beside = (name, off)
            continue
        sine = float(np.linalg.norm(np.cross(z, normal)))
        if sine > ALIKE:
            leaning = (name, float(np.degrees(np.arcsin(min(sine, 1.0)))))
            continue
        sense = float(np.sign(z @ normal)) * (1.0 if joint.child == body else -1.0)
        return name, sense, joint.parent if joint.child == body else joint.child
    if leaning is not None:
        rule = (
            f"turns in '{leaning[0]}', whose axis is {leaning[1]:.4g} degrees off the normal of "
            "the plane: belts and ropes run in a plane across the axes of their wheels"
        )
        action = "let the axes be parallel, or give another axis of the plane"
        reading.entry.report("M46", f"wheels[{i}]", rule, action=action)
    elif beside is not None:
        rule = (
            f"has its centre {beside[1]:.4g} m beside the axis of '{beside[0]}', within its radius "
            f"of {abs(radius):g} m: it is taken as one that turns by itself on '{body}'"
        )
        action = "put the centre on the axis, if the wheel is what turns in that joint"
        reading.entry.report("M46", f"wheels[{i}]", rule, action=action, severity="warning")
    return "", 1.0, body
