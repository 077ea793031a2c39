"""A tyre on a road: load, slip, and the forces of a tyre model between wheel and road."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.fields import (
    Field,
    body_name,
    body_point,
    choice,
    field,
    flag,
    number,
    unit_vector,
)
from sarrus.model.forces.element import (
    ElementState,
    ForceElement,
    Load,
    Measure,
    MomentLoad,
    PointLoad,
    Scene,
)
from sarrus.model.forces.ground_contact import (
    LEVEL,
    Above,
    AlongField,
    GroundContact,
    OriginField,
    RoadField,
)
from sarrus.model.forces.road_contact import FOLLOWS, loaded_rate, standing
from sarrus.model.forces.shaping import positive_part, smooth_step
from sarrus.model.options import NO_UNIT, REQUIRED, TYRE, Option
from sarrus.model.pose import Vector3
from sarrus.model.registry import element
from sarrus.road import Road
from sarrus.spatial.arrays import Array, Scalar, cross, dot, matrix, select
from sarrus.tyres.patch import Patch, TyreForces
from sarrus.tyres.tyre import Tyre

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

SIDES = ("left", "right")
DAMPING = 0.3
"""Part of critical damping that slip has at rest, of the load's mass on the carcass."""
BEYOND, BACK = 3.0, 10.0
"""At rest the carcass gives way at this many times the slip that friction holds, and how fast."""
FREE = 1e3
"""Slip that the carcass may have when the wheel rolls: none that is ever reached."""
FALL = 9.81


class TyreModelField(Field):
    """A tyre: one of `sarrus.tyres`."""

    def options(self, name: str) -> Sequence[Option]:
        text = "a tyre of sarrus.tyres; in files also the name of a tyre file"
        return (Option(name, TYRE, text, REQUIRED),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        raw, entry = reading.get(name), reading.entry
        if isinstance(raw, Tyre):
            return {name: raw}
        action = "give a tyre of sarrus.tyres, such as read_tyre('car.tir') or BrushTyre(...)"
        entry.report("M25", name, "is not a tyre", value=entry.literal(name, raw), action=action)
        return {}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        return {name: getattr(element, name)}


@dataclass(frozen=True)
class Rolling:
    """A wheel on the road at one instant, in world axes.

    n, x, y: normal of the road, forward and left in the road; centre: of the wheel; r: from it to
    the contact centre, down in the plane of the wheel, a unit vector; loaded: the length of it [m];
    gamma: camber [rad]; deflection [m] and its rate [m/s]; load: F_z [N]; spring: the elastic part
    of it on a wheel that does not turn, whose energy is stored; turning: speed of rotation [rad/s];
    V_x: of the wheel over the road; V_sx, V_sy: slip velocity [m/s]; spin: turn slip [1/m];
    velocity: of the centre over the road; turn: angular velocity of the wheel against what carries
    the road; mu: factor of friction.
    """

    n: Array
    x: Array
    y: Array
    center: Array
    r: Array
    loaded: Scalar
    gamma: Scalar
    deflection: Scalar
    deflection_rate: Scalar
    load: Scalar
    spring: Scalar
    turning: Scalar
    rolling_radius: Scalar
    V_x: Scalar
    V_sx: Scalar
    V_sy: Scalar
    spin: Scalar
    velocity: Array
    turn: Array
    mu: Scalar

    @property
    def contact(self) -> Array:
        """The contact centre."""
        return self.center + self.loaded * self.r


@element
class TyreContact(GroundContact):
    """A tyre of a wheel, a body that turns about its axle, on a road.

        load   F_z = max(0, spring(p) + c dp/dt), p = R - h/cos(gamma), h: height of the centre
        slip   kappa = -V_sx/|V_x|, tan(alpha) = V_sy/|V_x|, V_s: of the tread at the road
        forces F_x, F_y, M_x, M_y, M_z of the tyre model at load, slip and camber

    The road is its plane at the contact: below the wheel (follows: point), or where a rigid disc in
    the plane of the wheel would touch first (disc). Slip is built up over a relaxation length:
    sigma dkappa/dt = -V_sx - |V_x| kappa, and so for tan(alpha): both are states, and at rest the
    deflection of the carcass. Below the speed `low_speed` they are damped, and give way where
    friction does not hold them: a car on a slope stays. axle: to the left of the wheel, about which
    it turns forward.
    """

    name: str
    body: str = body_name("the wheel")
    point: Vector3 = body_point("body", "the centre of the wheel")
    tyre: Tyre = field(TyreModelField())
    axle: Vector3 = unit_vector(
        "axle, to the left", body="body", default="y", kept=(0.0, 1.0, 0.0), axial=True
    )
    side: str = choice(SIDES, "on which side of the vehicle; data are of the left", default="left")
    road: Road = field(RoadField(), default=LEVEL)
    follows: str = choice(
        FOLLOWS, "the road below the wheel, or what a rigid disc feels of it", default="point"
    )
    mu: float = number(NO_UNIT, "friction of the road, a factor", default=1.0, above=0.0)
    transient: bool = flag("whether slip is built up over relaxation lengths", default=True)
    low_speed: float = number("m/s", "below which slip is damped", default=1.0, above=0.0)
    initial_slip: float = number(NO_UNIT, "longitudinal slip at the start", default=0.0)
    initial_side_slip: float = number(NO_UNIT, "tan(alpha) at the start", default=0.0)
    base: str = body_name("the body that carries the ground, ground if not given", default=None)
    origin: Vector3 = field(OriginField(), default=(0.0, 0.0, 0.0))
    along: Vector3 = field(AlongField("x"), default=(1.0, 0.0, 0.0))
    up: Vector3 = unit_vector("normal of the plane", body="base", default="z", kept=(0.0, 0.0, 1.0))

    type_name = "tyre"
    positional = ("body", "tyre")
    states = (
        ElementState("slip", "", "longitudinal slip of the carcass, kappa"),
        ElementState("side_slip", "", "side slip of the carcass, tan(alpha)"),
    )

    def in_part(self, part: Part) -> ForceElement:
        made = super().in_part(part)
        if not part.is_mirrored:
            return made
        side = SIDES[1 - SIDES.index(self.side)]
        return replace(made, side=side, initial_side_slip=0.0 - self.initial_side_slip)  # type: ignore[type-var]

    @property
    def radius(self) -> float:
        """The radius without load [m]."""
        return self.tyre.free_radius

    @property
    def speed(self) -> float:
        """The road does not move below the wheel [m/s]."""
        return 0.0

    # --- geometry -------------------------------------------------------------------------------

    def rolling(self, scene: Scene) -> Rolling:
        """Return how the wheel stands and rolls on the road."""
        center = scene.point(self.body, scene.value(self, "point"))
        at = self.above(scene, center.position, center.velocity)
        axle = scene.direction(self.body, self.axle)
        turn = scene.angular_velocity(self.body) - scene.angular_velocity(self.base)
        ground = matrix(at.along, cross(at.up, at.along), at.up)  # to the axes of the ground
        origin = scene.point(self.base, self.origin)
        place = ground @ (center.position - origin.position), ground @ axle
        moving = ground @ at.velocity, ground @ cross(turn, axle)
        radius = self.tyre.free_radius
        stands = standing(self.road, *place, radius, self.follows)
        rate = loaded_rate(self.road, *place, *moving, radius, self.follows)
        n, sine, cosine = stands.normal @ ground, stands.sine, stands.cosine
        loaded = stands.loaded
        x = cross(axle, n) / cosine
        deflection = radius - loaded
        turning = dot(turn, axle)
        touches = deflection > 0.0
        pressed = positive_part(deflection)
        spring = self.tyre.vertical_force(pressed, 0.0, None)
        elastic = self.tyre.vertical_force(pressed, turning, None)
        load = positive_part(elastic - self.tyre.vertical_damping * rate)
        load, spring = select(touches, load, 0.0), select(touches, spring, 0.0)
        r = -(n - sine * axle) / cosine
        y = cross(n, x)
        effective = self.tyre.rolling_radius(load, turning)
        V_x = dot(at.velocity, x)
        V_sx = dot(at.velocity + effective * cross(turn, r), x)
        V_sy = dot(at.velocity + loaded * cross(turn, r), y)
        slow = scene.value(self, "low_speed")
        spin = (dot(turn, n) - turning * sine) / np.sqrt(V_x * V_x + slow * slow)
        mu = scene.value(self, "mu")
        if self.road.has_patches:
            mu = mu * self.road.friction(stands.x, stands.y)
        return Rolling(
            n, x, y, center.position, r, loaded, np.arcsin(sine), deflection, -rate, load, spring,
            turning, effective, V_x, V_sx, V_sy, spin, at.velocity, turn, mu,
        )  # fmt: skip

    # --- slip and forces ------------------------------------------------------------------------

    def patch(self, scene: Scene, at: Rolling, kappa: Scalar, tan_alpha: Scalar) -> Patch:
        """Return what the tyre feels, as the data have it: of a left one."""
        s = 1.0 if self.side == "left" else -1.0
        speed = at.V_x
        return Patch(at.load, kappa, s * tan_alpha, s * at.gamma, s * at.spin, speed, at.turning)

    def slips(self, scene: Scene, at: Rolling) -> tuple[Scalar, Scalar]:
        """Return kappa and tan(alpha) that the forces are of."""
        slow = scene.value(self, "low_speed")
        if not self.transient:
            speed = np.sqrt(at.V_x * at.V_x + slow * slow * 0.01)
            return -at.V_sx / speed, at.V_sy / speed
        kappa, tan_alpha = scene.state(self, "slip"), scene.state(self, "side_slip")
        known = self.tyre.forces(self.patch(scene, at, 0.0, 0.0))
        along, across = self.tyre.relaxation_lengths(self.patch(scene, at, 0.0, 0.0))
        fade = 1.0 - smooth_step(abs(at.V_x) / slow, 1.0)
        mass = at.load / FALL
        by_x = _slip_with_damping(known.K_x, along, mass) * fade * at.V_sx
        by_y = _slip_with_damping(known.K_y, across, mass) * fade * at.V_sy
        return kappa - by_x, tan_alpha + by_y

    def forces(self, scene: Scene, at: Rolling) -> TyreForces:
        """Return the forces in axes of the road, of this side of the vehicle."""
        mu = at.mu
        kappa, tan_alpha = self.slips(scene, at)
        patch = self.patch(scene, at, kappa / mu, tan_alpha / mu)
        found = self.tyre.forces(patch)
        s = 1.0 if self.side == "left" else -1.0
        return TyreForces(
            mu * found.F_x, mu * s * found.F_y, mu * s * found.M_x, found.M_y,
            mu * s * found.M_z, found.K_x, found.K_y, mu * found.mu_x, mu * found.mu_y,
        )  # fmt: skip

    def loads(self, scene: Scene) -> Sequence[Load]:
        at = self.rolling(scene)
        f = self.forces(scene, at)
        force = PointLoad(self.body, at.contact, f.F_x * at.x + f.F_y * at.y + at.load * at.n)
        moment = f.M_x * at.x + f.M_y * at.y + f.M_z * at.n
        on_base = (*self.on_base(scene, (force,)), MomentLoad(self.base, -moment))
        return (force, MomentLoad(self.body, moment), *on_base)

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        if not self.transient:
            return (0.0, 0.0)
        at = self.rolling(scene)
        rest = self.patch(scene, at, 0.0, 0.0)
        known, lengths = self.tyre.forces(rest), self.tyre.relaxation_lengths(rest)
        mu, slow = at.mu, scene.value(self, "low_speed")
        held = (mu * known.mu_x, known.K_x), (mu * known.mu_y, known.K_y)
        states = scene.state(self, "slip"), scene.state(self, "side_slip")
        found = []
        for state, sigma, (most, K), slip in zip(
            states, lengths, held, (-at.V_sx, at.V_sy), strict=True
        ):
            limit = BEYOND * most * at.load / (abs(K) + 1.0) + 1e-3
            limit = limit + FREE * smooth_step(abs(at.V_x) / slow - 1.0, 1.0)
            over = positive_part(state - limit) - positive_part(-state - limit)
            rate = (slip - abs(at.V_x) * state) / sigma
            found.append(rate - BACK * slow / sigma * over)
        return found

    # --- energy ---------------------------------------------------------------------------------

    def potential(self, scene: Scene) -> Scalar:
        at = self.rolling(scene)
        energy = self.tyre.vertical_energy(positive_part(at.deflection), 0.0, None)
        return select(at.deflection > 0.0, energy, 0.0)

    def dissipation(self, scene: Scene) -> Scalar:
        """Return the power that leaves the mechanism: slip, rolling, damping, the carcass."""
        at = self.rolling(scene)
        f = self.forces(scene, at)
        force = f.F_x * at.x + f.F_y * at.y + at.load * at.n
        moment = f.M_x * at.x + f.M_y * at.y + f.M_z * at.n
        power = dot(force, at.velocity + cross(at.turn, at.loaded * at.r)) + dot(moment, at.turn)
        return -power - at.spring * at.deflection_rate

    # --- what it shows --------------------------------------------------------------------------

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (
            Measure("kappa", "", "longitudinal slip"),
            Measure("alpha", "rad", "slip angle"),
            Measure("gamma", "rad", "camber against the road"),
            Measure("F_x", "N", "longitudinal force, forward"),
            Measure("F_y", "N", "lateral force, to the left"),
            Measure("F_z", "N", "load"),
            Measure("M_x", "N*m", "overturning moment"),
            Measure("M_y", "N*m", "moment of the resistance to rolling"),
            Measure("M_z", "N*m", "aligning moment"),
            Measure("deflection", "m", "of the tyre"),
            Measure("rolling_radius", "m", "effective radius"),
        )

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        at = self.rolling(scene)
        kappa, tan_alpha = self.slips(scene, at)
        f = self.forces(scene, at)
        shown = kappa, np.arctan(tan_alpha), at.gamma, f.F_x, f.F_y, at.load, f.M_x, f.M_y, f.M_z
        return (*shown, positive_part(at.deflection), at.rolling_radius)

    def gaps(self, scene: Scene) -> Sequence[Scalar]:
        return (-self.rolling(scene).deflection,)

    def grounds(self, scene: Scene) -> Sequence[Above]:
        center = scene.point(self.body, scene.value(self, "point"))
        return (self.above(scene, center.position, center.velocity),)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        (at,) = self.grounds(scene)
        return (-self.rolling(scene).deflection, *self.road.switches(at.x, at.y))


def _slip_with_damping(K: Scalar, sigma: Scalar, mass: Scalar) -> Scalar:
    """Return the slip for a slip velocity that damps a mass on a carcass of stiffness K/sigma."""
    size = abs(K) + 1.0
    return 2.0 * DAMPING * np.sqrt(mass / (sigma * size) + 1e-12)
