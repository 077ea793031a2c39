"""A wheel of a railway vehicle on a rail: normal force and creep forces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sarrus.curves import SpaceCurve
from sarrus.curves.curve import STEPS, still
from sarrus.late_dataclass import dataclass
from sarrus.model.building.orientation import product
from sarrus.model.fields import body_name, body_point, choice, field, number, unit_vector
from sarrus.model.forces.curve_contact import ORIGIN, CurveCarrier, CurveField
from sarrus.model.forces.element import Load, Measure, MomentLoad, PointLoad, Scene
from sarrus.model.forces.ground_contact import power_of, release
from sarrus.model.forces.shaping import positive_part
from sarrus.model.options import NO_UNIT
from sarrus.model.pose import Pose, Vector3
from sarrus.model.registry import element
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar, angle_of, cross, dot, select, vector

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading

CREEPAGES = ("exact", "linear")
ACROSS = 0.7071
"""The least cosine between the axle and the direction across the rail."""
TINY_FORCE = 1e-9
"""Added to a normal force before it divides [N]."""


@dataclass(frozen=True)
class RailTouch:
    """Where a wheel meets a rail, in axes of the rail: x across, y up, z along.

    center, axle: of the wheel, the axle towards x; point: of the wheel that is deepest in the rail;
    up: the unit normal of the rail there, across: its tangent; place: along the axle from the
    center, radius: of the wheel there [m]; depth [m]; bend: curvature of the rail [1/m].
    """

    center: Array
    axle: Array
    point: Array
    up: Array
    across: Array
    place: Scalar
    radius: Scalar
    depth: Scalar
    bend: Scalar


@dataclass(frozen=True)
class Creep:
    """How the wheel creeps on the rail, in axes of the rail.

    along, across: unit vectors of creep forces; nu: creepages along and across, spin: [1/m]; slip:
    velocity of the wheel on the rail at the contact [m/s].
    """

    along: Array
    across: Array
    nu: tuple[Scalar, Scalar]
    spin: Scalar
    slip: Array


@dataclass(frozen=True)
class RailForces:
    """Forces of the rail on the wheel [N], and where and how it creeps there.

    elastic: the part of the normal force N by the depth alone; T_x, T_y: creep forces along and
    across; room: by how much they are below the friction that the normal force allows.
    """

    touch: RailTouch
    creep: Creep
    elastic: Scalar
    N: Scalar
    T_x: Scalar
    T_y: Scalar
    room: Scalar


@element(kw_only=True)
class RailContact(CurveCarrier):
    """A conical wheel on a rail: a stiff normal force N, and creep forces T by Kalker's theory.

        N = k d^exponent max(0, 1 + a dd/dt),  c^3 = 3 (1 - poisson) E N/(2 pi (A + B) G sqrt(g))
        T_x = -mu N tanh(G c^2 c11 nu_x/(mu N))
        T_y = -mu N tanh((G c^2 c22 nu_y + G c^3 c23 phi)/(mu N)),  at most mu N together

    d: depth of the cone in the rail; 2 A, 2 B: curvatures of wheel and rail; E: complete elliptic
    integral of 1 - g^2; nu, phi: slip along and across and spin over the mean of the speeds of the
    contact on wheel and rail. With a speed the rail moves back under a wheelset that stays.
    creepages "linear" are those of the wheelset of the Test Set for IVP Solvers (B. Simeon,
    C. Fuehrer, P. Rentrop, Surv. Math. Ind. 1, 1991; law of A. Jaschinski, DLR-FB 90-06, 1990):
    the yaw angle is divided by the cosine of the contact angle, and the spin leaves out the roll.
    """

    name: str
    body: str = body_name("the wheel or wheelset")
    point: Vector3 = body_point("body", "the center of the wheel, on its axle", at="at", on="on")
    axle: Vector3 = unit_vector("direction of the axle, outward", body="body", kept=(1, 0, 0))
    radius: float = number("m", "of the wheel at its center", above=0.0)
    conicity: float = number(
        NO_UNIT, "by how much the radius falls per length outward", default=0.0
    )
    curve: SpaceCurve = field(CurveField())
    k: float = number("N/m^n", "stiffness, n the exponent", above=0.0)
    a: float = number("s/m", "damping, as a part of the stiffness", default=0.0, at_least=0.0)
    exponent: float = number(
        NO_UNIT, "of the depth; 1.5 by Hertz", default=1.0, at_least=1.0, is_input=False
    )
    mu: float = number(NO_UNIT, "coefficient of friction", above=0.0)
    shear_modulus: float = number(
        "Pa", "shear modulus G of wheel and rail", default=8.0e10, above=0.0
    )
    poisson: float = number(NO_UNIT, "ratio of wheel and rail", default=0.28, at_least=0.0)
    ellipse: float = number(
        NO_UNIT, "g, the ratio of the semi-axes of the contact ellipse, (A/B)^(2/3) or so",
        above=0.0, is_input=False,
    )  # fmt: skip
    c11: float = number(NO_UNIT, "coefficient of Kalker of creep along", above=0.0)
    c22: float = number(NO_UNIT, "of creep across", above=0.0)
    c23: float = number(NO_UNIT, "of spin", at_least=0.0)
    creepages: str = choice(CREEPAGES, "how slip and spin are measured", default="exact")
    speed: float = number("m/s", "of the vehicle, if it stays in the model", default=0.0)
    smoothing: float = number(
        "m/s", "the rolling speed below which creepages fade", default=1e-3, above=0.0
    )
    base: str = body_name("the body that carries the rail, ground if not given", default=None)
    on_base: Pose = Pose()

    positional = ("body",)

    def check(self, reading: Reading) -> None:
        entry = reading.entry
        if self.body == self.base:
            rule, action = "is also what carries the rail", "give another base or body"
            entry.report("M09", "body", rule, value=f"'{self.body}'", action=action)
            return
        if not self.ellipse < 1.0:
            rule = "must be below 1: the ratio of the shorter to the longer semi-axis"
            entry.report("M04", "ellipse", rule, value=f"{self.ellipse:g}")
        scope = reading.scope
        rail = np.array(product(scope.pose_of(self.base), self.on_base).rotation)
        axle = np.array(scope.pose_of(self.body).rotation) @ self.axle
        off = float(abs(rail[:, 0] @ axle))
        if off < ACROSS:
            angle = np.degrees(np.arccos(off))
            entry.report(
                "S70",
                "axle",
                f"stands at {angle:.4g} degrees to x of the rail, 45 are the most: a wheel rolls "
                "along its rail",
                value=entry.literal("axle", reading.get("axle")),
                cause="axis is not along the rail, or x_axis not across it",
                action="give axis along the rail, x_axis across it, and the axle near to x_axis",
            )

    @cached_property
    def elliptic(self) -> float:
        """The complete elliptic integral of the second kind of 1 - g^2."""
        from scipy.special import ellipe

        return float(ellipe(1.0 - self.ellipse**2))

    def _touch(self, scene: Scene) -> RailTouch:
        """Return where the wheel meets the rail.

        A cone touches along the line on which its normal is across the rail; this line is straight,
        so that the place on the rail is that with the same normal.
        """
        X_WF: Transform = scene.pose(self.base) @ self.on_base.transform
        p = X_WF.inverse.point(scene.point(self.body, scene.value(self, "point")).position)
        outward = X_WF.rotation.back(scene.direction(self.body, self.axle))
        side = select(outward[0] > 0.0, 1.0, -1.0)
        e, slope = side * outward, -side * scene.value(self, "conicity")
        level = np.sqrt(1.0 - e[2] * e[2])
        ahead = (vector(0.0, 0.0, 1.0) - e[2] * e) / level
        lean = slope * e[2] / level
        down = np.sqrt(1.0 - lean * lean) * cross(e, ahead) + lean * ahead
        normal, line = down - slope * e, e + slope * down  # of the cone, which has no part along z
        size = 1.0 / np.sqrt(1.0 + slope * slope)
        n = vector(size * normal[0], size * normal[1], 0.0 * size)
        u = self._place(n)
        c, d, b = (self.curve.derivative(order, u) for order in range(3))
        across = vector(-n[1], n[0], 0.0 * size)
        top = p + scene.value(self, "radius") * down
        place = dot(across, c - top) / dot(across, line)
        speed = d[0] * d[0] + d[1] * d[1]
        bend = self.curve.outward * (d[0] * b[1] - d[1] * b[0]) / (speed * np.sqrt(speed))
        return RailTouch(
            center=p,
            axle=e,
            point=top + place * line,
            up=-n,
            across=across,
            place=place,
            radius=scene.value(self, "radius") + slope * place,
            depth=n[0] * (top[0] - c[0]) + n[1] * (top[1] - c[1]),
            bend=bend,
        )

    def _place(self, n: Array) -> Scalar:
        """Return the parameter at which the rail is farthest against n, by Newton's method."""
        fixed = vector(*[still(x) for x in n])
        best: Scalar = self.curve.starts[0]
        least = self.curve.derivative(0, best) @ fixed
        for u in self.curve.starts[1:]:
            here = self.curve.derivative(0, u) @ fixed
            farther = here < least
            best, least = select(farther, u, best), select(farther, here, least)
        u = 0.0 * n[0] + best
        for _ in range(STEPS):
            u = u - (self.curve.derivative(1, u) @ n) / (self.curve.derivative(2, still(u)) @ fixed)
        return u

    def _normal_force(self, scene: Scene, touch: RailTouch, slip: Array) -> tuple[Scalar, Scalar]:
        """Return the elastic part of the normal force, and all of it."""
        elastic = scene.value(self, "k") * power_of(touch.depth, self.exponent)
        rate = -dot(touch.up, slip)
        return elastic, elastic * positive_part(1.0 + scene.value(self, "a") * rate)

    def _creep(self, scene: Scene, touch: RailTouch) -> Creep:
        arm, passing, omega = self._motion(scene, touch, scene.value(self, "point"))
        slip = passing + cross(omega, arm)
        if self.creepages == "linear":
            return self._linear_creep(scene, touch, slip)
        along = cross(touch.axle, touch.up)
        along = along / np.sqrt(dot(along, along))
        across = cross(touch.up, along)
        rolling = self._rolling(scene, slip, passing)
        nu = dot(along, slip) / rolling, dot(across, slip) / rolling
        return Creep(along, across, nu, dot(touch.up, omega) / rolling, slip)

    def _motion(self, scene: Scene, touch: RailTouch, place: Array) -> tuple[Array, Array, Array]:
        """Return the way from a point of the body to the contact, and how the point moves.

        Its velocity over the rail, and the angular velocity; all in axes of the rail.
        """
        X_WF: Transform = scene.pose(self.base) @ self.on_base.transform
        at, back = scene.point(self.body, place), X_WF.rotation.back
        base, turning = scene.point(self.base, ORIGIN), scene.angular_velocity(self.base)
        carried = base.velocity + cross(turning, at.position - base.position)
        ahead = vector(0.0, 0.0, scene.value(self, "speed"))
        omega = back(scene.angular_velocity(self.body) - turning)
        return (
            touch.point - X_WF.inverse.point(at.position),
            back(at.velocity - carried) + ahead,
            omega,
        )

    def _rolling(self, scene: Scene, slip: Array, passing: Array) -> Scalar:
        """Return the mean of the speeds of the contact over wheel and rail."""
        twice, least = slip - 2.0 * passing, scene.value(self, "smoothing")
        return np.sqrt(0.25 * dot(twice, twice) + least * least)

    def _linear_creep(self, scene: Scene, touch: RailTouch, slip: Array) -> Creep:
        """Return creepages with the yaw angle in the plane of contact, yaw/cos(contact angle).

        The rolling speed is that of the origin of the body, the middle of a wheelset.
        """
        e = touch.axle
        arm, passing, omega = self._motion(scene, touch, vector(*ORIGIN))
        sin_roll = e[1]
        cos_roll = np.sqrt(1.0 - sin_roll * sin_roll)
        cos_yaw, sin_yaw = e[0] / cos_roll, -e[2] / cos_roll
        up = vector(-cos_yaw * sin_roll, cos_roll, sin_yaw * sin_roll)
        ahead = vector(sin_yaw, 0.0, cos_yaw)
        rolls = dot(ahead, omega)
        spins = (omega[0] * cos_yaw - omega[2] * sin_yaw) / cos_roll
        yaws = omega[1] - spins * sin_roll
        contact = touch.across[0], touch.across[1]  # cosine and sine of the contact angle
        yaw = angle_of(sin_yaw, cos_yaw) / contact[0]
        c, s = np.cos(yaw), np.sin(yaw)
        axle = vector(c * cos_roll, sin_roll, -s * cos_roll)
        along = vector(s, 0.0, c)
        turned = dot(arm, e) * axle + dot(arm, ahead) * along
        turned = turned + dot(arm, up) * vector(-c * sin_roll, cos_roll, s * sin_roll)
        turning = vector(0.0, yaws, 0.0) + rolls * along + spins * axle
        creeping = passing + cross(turning, turned)
        rolling = self._rolling(scene, creeping, passing)
        across = vector(c * contact[0], contact[1], -s * contact[0])
        nu = dot(along, creeping) / rolling, dot(across, creeping) / rolling
        spin = (contact[0] * yaws - contact[1] * spins) / rolling
        return Creep(along, across, nu, spin, slip)

    def _forces(self, scene: Scene) -> RailForces:
        touch = self._touch(scene)
        creep = self._creep(scene, touch)
        elastic, N = self._normal_force(scene, touch, creep.slip)
        slope = scene.value(self, "conicity")
        A = 0.5 / (touch.radius * np.sqrt(1.0 + slope * slope))
        B = 0.5 * touch.bend
        G, load = scene.value(self, "shear_modulus"), N + TINY_FORCE
        cube = 3.0 * load * (1.0 - scene.value(self, "poisson")) * self.elliptic
        cube = cube / (2.0 * np.pi * (A + B) * G * np.sqrt(self.ellipse))
        c = cube ** (1.0 / 3.0)
        most = scene.value(self, "mu") * load
        along, across = creep.nu
        x = G * c * c * scene.value(self, "c11") * along
        y = G * c * c * scene.value(self, "c22") * across
        y = y + G * cube * scene.value(self, "c23") * creep.spin
        T_x, T_y = -most * np.tanh(x / most), -most * np.tanh(y / most)
        size = np.sqrt(T_x * T_x + T_y * T_y + TINY_FORCE * TINY_FORCE)
        held = select(size > most, most / size, 1.0)
        touching = select(touch.depth > 0.0, held, 0.0)
        return RailForces(touch, creep, elastic, N, touching * T_x, touching * T_y, most - size)

    def gaps(self, scene: Scene) -> Sequence[Scalar]:
        return [-self._touch(scene).depth]

    def loads(self, scene: Scene) -> Sequence[Load]:
        found = self._forces(scene)
        touch, creep = found.touch, found.creep
        X_WF: Transform = scene.pose(self.base) @ self.on_base.transform
        force = found.N * touch.up + found.T_x * creep.along + found.T_y * creep.across
        force = X_WF.rotation.apply(force)
        at, origin = X_WF.point(touch.point), scene.point(self.base, ORIGIN).position
        return (
            PointLoad(self.body, at, force),
            PointLoad(self.base, origin, -force),
            MomentLoad(self.base, -cross(at - origin, force)),
        )

    def potential(self, scene: Scene) -> Scalar:
        more = self.exponent + 1.0
        return scene.value(self, "k") / more * power_of(self._touch(scene).depth, more)

    def dissipation(self, scene: Scene) -> Scalar:
        found = self._forces(scene)
        creep, slip = found.creep, found.creep.slip
        rubbing = found.T_x * dot(creep.along, slip) + found.T_y * dot(creep.across, slip)
        return (found.elastic - found.N) * dot(found.touch.up, slip) - rubbing

    def supply(self, scene: Scene) -> Scalar:
        """Return the power of a rail that moves with the speed."""
        found = self._forces(scene)
        along, across = found.T_x * found.creep.along[2], found.T_y * found.creep.across[2]
        return -scene.value(self, "speed") * (along + across)

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("normal_force", "N", "force of the rail on the wheel along the rail's normal"),
            Measure("force_along", "N", "creep force on the wheel along the rail"),
            Measure("force_across", "N", "creep force on the wheel across, in the contact plane"),
            Measure("creepage_along", "", "slip along over the rolling speed"),
            Measure("creepage_across", "", "slip across over the rolling speed"),
            Measure("spin", "1/m", "turn about the normal over the rolling speed"),
            Measure("gap", "m", "distance of wheel and rail, below 0 where they touch"),
            Measure("place", "m", "place of the contact along the axle from the wheel's center"),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        found = self._forces(scene)
        touch, creep = found.touch, found.creep
        forces = (found.N, found.T_x, found.T_y)
        return (*forces, *creep.nu, creep.spin, -touch.depth, touch.place)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        found = self._forces(scene)
        gap = -found.touch.depth
        saturates = release(found.room, gap)
        if not self.a:
            return gap, saturates
        rate = -dot(found.touch.up, found.creep.slip)
        return gap, saturates, release(1.0 + scene.value(self, "a") * rate, gap)
