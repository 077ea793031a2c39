"""Pairs of gears whose teeth touch: one row, whose multiplier is the force between the teeth.

F is at wheel 1 and M at wheel 2: z are their axes, x of F points to the other wheel and x of M back
to the first. A pair knows no housing: where the line of centres stands, seen from each wheel,

    phi_1 = atan2(p_y, p_x), p = O1O2 in F,    phi_2 = atan2(u_y, u_x), u = O2O1 in M,

says how far both have rolled on each other, on bearings that stand or on a carrier that turns. The
row is the gap of the teeth along their common normal n [m],

    g = cos(alpha_n) m_n/2 wrap(z_1 phi_1 + s z_2 phi_2) + ...,

wrapped to one pitch of the teeth, s = 1 for wheels that roll outside of each other and -1 for one
in a ring. What follows in the sum are the distance of the axes, the shift along them and the tilt,
each with the coefficient with which dg/dt = n . (v_2 - v_1) at the pitch point, where the teeth
touch. So the multiplier is the force of tooth on tooth, along n through the pitch point: bearings
and housing feel all of it. Of parallel axes it is the exact condition of involutes at any distance
of the axes.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import replace
from typing import ClassVar

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints.glyph import Mark, Part
from sarrus.model.joints.guided_point import HeldPoint
from sarrus.model.joints.joint_type import JointType, Placement, parameter
from sarrus.spatial import AxisRotation, Transform
from sarrus.spatial.arrays import Array, Scalar, angle_of, cross, join, matrix, vector

X, Y, Z = np.eye(3)
NORMAL_ANGLE = math.radians(20.0)
NOTHING = 1e-30
"""Added to a square before it divides [m^2]."""
TINY = 1e-9
"""Part of a square of lengths that rounds a corner without a change of its values elsewhere."""


@dataclass(frozen=True)
class Tooth:
    """The parts of a tooth force of 1 N on wheel 2, at the pitch point.

    tangential: along the motion of wheel 1, if it turns in the positive sense; radial: away from
    the axis of wheel 1 (of bevel gears: across its axis); axial: along the axis of wheel 1.
    """

    tangential: float
    radial: float
    axial: float


def teeth(text: str, above: float = 0.0) -> float:
    """Return the field of a number of teeth."""
    found: float = parameter(
        1.0, unit="dimensionless", text=f"number of teeth of {text}", required=True, above=above
    )
    return found


def module(text: str = "module, in the normal section of the teeth") -> float:
    """Return the field of a module."""
    found: float = parameter(1.0, unit="m", text=text, required=True, above=0.0)
    return found


def pressure_angle() -> float:
    """Return the field of the pressure angle."""
    found: float = parameter(
        NORMAL_ANGLE,
        unit="rad",
        text="in the normal section of the teeth, 20 degrees if it is not given",
        above=0.0,
        below=math.pi / 4,
    )
    return found


def helix_angle(text: str = "of wheel 1, positive for a right hand, as that of a screw") -> float:
    """Return the field of a helix angle."""
    found: float = parameter(
        0.0, unit="rad", text=text, above=-math.radians(89.0), below=math.radians(89.0)
    )
    return found


def flank() -> float:
    """Return the field that says which flank carries."""
    found: float = parameter(
        1.0,
        unit="dimensionless",
        text="which flanks carry: 1 those by which wheel 1 drives with a positive moment about its "
        "axis, -1 the others, 0 both, without a force that parts the wheels",
        above=-1.5,
        below=1.5,
    )
    return found


def profile_shift(text: str) -> float:
    """Return the field of a profile shift."""
    found: float = parameter(
        0.0,
        unit="dimensionless",
        text=f"profile shift of {text}, over the module",
        above=-2.0,
        below=2.0,
    )
    return found


def axis_distance() -> float:
    """Return the field of the distance of the axes."""
    found: float = parameter(
        0.0,
        unit="m",
        text="of the axes; that of the drawing, else of teeth and module, if it is not given",
        above=-1e-12,
    )
    return found


def involute(angle: float) -> float:
    """Return tan(a) - a."""
    return math.tan(angle) - angle


def wrap(angle: Scalar) -> Scalar:
    """Return an angle within half a turn."""
    return angle_of(np.sin(angle), np.cos(angle))


class GearPair(HeldPoint):
    """A pair of gears in mesh: 1 row, holonomic; never a joint of the tree."""

    pressure_angle: float
    flank: float

    row_names: ClassVar[tuple[str, ...]] = ("teeth",)
    placement: ClassVar[Placement] = "two wheels"
    axes: ClassVar[tuple[str, ...]] = ("axis", "axis2")
    mark: ClassVar[Mark] = Mark(size=5.4, inner="cross")
    meets: ClassVar[str] = "parallel"
    """How the axes of both wheels stand: parallel, crossing at a point, or skew."""
    elastic: ClassVar[str] = "gear_mesh"
    """The force element with the same teeth, elastic."""
    keeps: ClassVar[str] = "xz"
    """The axes of the frames that a mirror image keeps: of the wheels, and that from the other."""

    @property
    def glyph(self) -> tuple[Part, ...]:
        return ()

    @property
    @abstractmethod
    def tooth(self) -> Tooth:
        """The parts of the force between the teeth."""

    @property
    @abstractmethod
    def lever(self) -> float:
        """The moment [N m] about the axis of wheel 1 of a tooth force of 1 N."""

    @property
    def axial_sign(self) -> float:
        """1, or the flank where the axial force parts the wheels."""
        return 1.0

    @property
    def contact_ratio(self) -> float | None:
        """Return how many pairs of teeth touch on average; None where it is not known."""
        return None

    @property
    @abstractmethod
    def tooth_counts(self) -> tuple[float, ...]:
        """The numbers of teeth of wheel 1 and, if it is no rack, of wheel 2."""

    @property
    def rolling_axis(self) -> tuple[float, float]:
        """The direction about which the wheels turn on each other: its parts along both axes."""
        return 1.0, 0.0

    @property
    def sliding(self) -> tuple[float, float]:
        """How much both wheels turn about that, wheel 2 backwards, for a turn of wheel 1."""
        return 1.0, 0.0

    @property
    def least_teeth(self) -> tuple[float, float]:
        """Return the numbers of teeth of both wheels below which a rack undercuts them."""
        return 0.0, 0.0

    @property
    @abstractmethod
    def drawn(self) -> Transform:
        """X_FM of the drawing."""

    @abstractmethod
    def gap(self, X_FM: Transform) -> tuple[Scalar, Array]:
        """Return g and its rates dg = (by_v, by_w) . V, V as in `subspace`."""

    @abstractmethod
    def roll(self, X_FM: Transform) -> tuple[Scalar, Array]:
        """Return how far wheel 1 has turned against the line of centres, and its rates."""

    @property
    def row_units(self) -> tuple[str, ...]:
        return ("m",)

    @property
    def bears_moment(self) -> bool:
        return True

    def residual(self, X_FM: Transform) -> Array:
        return vector(self.gap(X_FM)[0])

    def residual_rows(self, X_FM: Transform) -> Array:
        return matrix(tuple(self.gap(X_FM)[1]))

    def nearest_pose(self, X_FM: Transform) -> Transform:
        g, row = self.gap(X_FM)
        return Transform(X_FM.rotation @ AxisRotation.about(2, -g / row[5]), X_FM.position)

    def mirror_image(self) -> JointType:
        return replace(self, flank=0.0 - self.flank)  # type: ignore[type-var]


# How what the gap depends on changes with the velocity V = (v, w) of M in F, in M's axes: by the
# gradient c of a function of p = O1O2 in F, of u = O2O1 in M, and of directions fixed in M or F.


def by_position(X_FM: Transform, c: Array) -> Array:
    """Return the rates of a function of p: dp/dt = R v."""
    return join(X_FM.rotation.back(c), np.zeros(3))


def by_return(X_FM: Transform, c: Array) -> Array:
    """Return the rates of a function of u: du/dt = -v - w x u."""
    return join(-c, cross(X_FM.rotation.back(X_FM.position), c))


def by_direction(X_FM: Transform, d: Array, c: Array) -> Array:
    """Return the rates of a function of R d, a direction of wheel 2 in F: R (w x d)."""
    return join(np.zeros(3), cross(d, X_FM.rotation.back(c)))


def by_first_axis(X_FM: Transform, c: Array) -> Array:
    """Return the rates of a function of the axis of wheel 1 in M, a: da/dt = -w x a."""
    return join(np.zeros(3), -cross(X_FM.rotation.back(Z), c))


def azimuth(a: Array) -> tuple[Scalar, Array]:
    """Return the angle of a direction about z, and its gradient."""
    square = a[0] * a[0] + a[1] * a[1] + NOTHING
    return angle_of(a[1], a[0]), vector(-a[1] / square, a[0] / square, 0.0)


# --- parallel axes --------------------------------------------------------------------------------


class _Cylinders(GearPair):
    """What pairs on parallel axes share: involute teeth, straight or along a helix."""

    teeth_1: float
    teeth_2: float
    module: float
    distance: float

    inside: ClassVar[float] = 1.0
    """-1 where wheel 1 rolls in wheel 2."""

    @property
    def helix(self) -> float:
        """The helix angle of wheel 1."""
        return 0.0

    @property
    def shifts(self) -> tuple[float, float]:
        """The profile shifts, over the module."""
        return 0.0, 0.0

    @property
    def transverse_module(self) -> float:
        """The module across the axes."""
        return self.module / math.cos(self.helix)

    @property
    def transverse_angle(self) -> float:
        """The pressure angle across the axes, of the tool."""
        return math.atan(math.tan(self.pressure_angle) / math.cos(self.helix))

    @property
    def base_helix(self) -> float:
        """The helix angle at the base cylinder of wheel 1."""
        return math.asin(math.sin(self.helix) * math.cos(self.pressure_angle))

    @property
    def base_distance(self) -> float:
        """The sum of the base radii; of a ring, their difference."""
        teeth = self.teeth_2 + self.inside * self.teeth_1
        return 0.5 * self.transverse_module * math.cos(self.transverse_angle) * teeth

    @property
    def nominal_distance(self) -> float:
        """The distance at which the teeth touch on both flanks, by numbers, module and shifts."""
        teeth, (x_1, x_2) = self.teeth_2 + self.inside * self.teeth_1, self.shifts
        more = 2.0 * (x_2 + self.inside * x_1) / teeth * math.tan(self.pressure_angle)
        wanted = involute(self.transverse_angle) + more
        if wanted <= 0.0:
            return self.base_distance
        angle = max(self.transverse_angle, 0.05)
        for _ in range(60):
            angle -= (involute(angle) - wanted) / math.tan(angle) ** 2
            angle = min(max(angle, 1e-3), 1.4)
        return self.base_distance / math.cos(angle)

    @property
    def axes_apart(self) -> float:
        """The distance of the axes in the drawing."""
        return self.distance or self.nominal_distance

    @property
    def working_angle(self) -> float:
        """The pressure angle across the axes at the distance of the drawing."""
        return math.acos(min(1.0, self.base_distance / self.axes_apart))

    @property
    def drawn(self) -> Transform:
        return Transform.of(np.diag((-1.0, -1.0, 1.0)), self.axes_apart * X)

    @property
    def tooth(self) -> Tooth:
        lean, angle = self.base_helix, self.working_angle
        across = math.cos(lean)
        return Tooth(across * math.cos(angle), across * math.sin(angle), -math.sin(lean))

    @property
    def lever(self) -> float:
        base = 0.5 * self.transverse_module * math.cos(self.transverse_angle) * self.teeth_1
        return math.cos(self.base_helix) * base

    @property
    def tooth_counts(self) -> tuple[float, ...]:
        return self.teeth_1, self.teeth_2

    @property
    def sliding(self) -> tuple[float, float]:
        return 1.0, self.inside * self.teeth_1 / self.teeth_2

    @property
    def contact_ratio(self) -> float | None:
        m, a = self.transverse_module, self.axes_apart
        (r_1, r_2), (x_1, x_2) = self._radii(m), self.shifts
        base = math.cos(self.transverse_angle)
        tip_1 = r_1 + (1.0 + x_1) * self.module
        tip_2 = r_2 + self.inside * (1.0 + self.inside * x_2) * self.module
        if tip_1 <= r_1 * base or tip_2 <= r_2 * base:
            return 0.0
        way_1 = math.sqrt(tip_1**2 - (r_1 * base) ** 2)
        way_2 = math.sqrt(tip_2**2 - (r_2 * base) ** 2)
        way = way_1 + self.inside * (way_2 - a * math.sin(self.working_angle))
        return way / (math.pi * m * base)

    def _radii(self, m: float) -> tuple[float, float]:
        return 0.5 * m * self.teeth_1, 0.5 * m * self.teeth_2

    @property
    def least_teeth(self) -> tuple[float, float]:
        size = 2.0 * math.cos(self.helix) / math.sin(self.transverse_angle) ** 2
        x_1, x_2 = self.shifts
        return size * (1.0 - x_1), 0.0 if self.inside < 0.0 else size * (1.0 - x_2)

    def tooth_lead(self, X_FM: Transform) -> tuple[Scalar, Array]:
        """Return the way [m] of the teeth on wheel 2 ahead of wheel 1, on the base circles."""
        p, u = X_FM.position, -X_FM.rotation.back(X_FM.position)
        (phi_1, c_1), (phi_2, c_2) = azimuth(p), azimuth(u)
        z_1, z_2 = self.teeth_1, self.inside * self.teeth_2
        way = 0.5 * self.transverse_module * math.cos(self.transverse_angle)
        rows = z_1 * by_position(X_FM, c_1) + z_2 * by_return(X_FM, c_2)
        return way * wrap(z_1 * phi_1 + z_2 * phi_2), way * rows

    def apart(self, X_FM: Transform) -> tuple[Scalar, Array]:
        """Return the way [m] by which a flank of wheel 2 is further off by the distance of axes.

        h(a) - h(drawn) with h = b (tan(alpha) - alpha), cos(alpha) = b/a, dh/da = sin(alpha).
        """
        b, p = self.base_distance, X_FM.position
        square = p[0] * p[0] + p[1] * p[1] + NOTHING
        over, tiny = square - b * b, TINY * b * b
        # the positive part, so that an assembly may pass where base circles overlap
        along = np.sqrt(0.5 * (over + np.sqrt(over * over + tiny * tiny)) + TINY * tiny)
        drawn = b * involute(self.working_angle)
        lean = along / square
        way = along - b * angle_of(along, b) - drawn
        return self.inside * way, self.inside * lean * by_position(X_FM, vector(p[0], p[1], 0.0))

    def axial_shift(self, X_FM: Transform) -> tuple[Scalar, Array]:
        """Return the shift [m] of wheel 2 along the axis of wheel 1, at the pitch point."""
        p, u = X_FM.position, -X_FM.rotation.back(X_FM.position)
        teeth = self.teeth_2 + self.inside * self.teeth_1
        w_1, w_2 = self.inside * self.teeth_1 / teeth, self.teeth_2 / teeth
        rows = w_1 * by_position(X_FM, Z) - w_2 * by_return(X_FM, Z)
        return w_1 * p[2] - w_2 * u[2], rows

    def gap(self, X_FM: Transform) -> tuple[Scalar, Array]:
        across, axial = math.cos(self.base_helix), math.sin(self.base_helix)
        g, row = self.tooth_lead(X_FM)
        if self.flank:
            way, rows = self.apart(X_FM)
            g, row = g + self.flank * way, row + self.flank * rows
        g, row = across * g, across * row
        if axial:
            way, rows = self.axial_shift(X_FM)
            g, row = g - axial * way, row - axial * rows
        return g, row

    def roll(self, X_FM: Transform) -> tuple[Scalar, Array]:
        phi, c = azimuth(X_FM.position)
        return -phi, -by_position(X_FM, c)


@dataclass(frozen=True)
class SpurGears(_Cylinders):
    """Two wheels with straight teeth on parallel axes: 1 row; never a joint of the tree."""

    teeth_1: float = teeth("wheel 1, of the parent")
    teeth_2: float = teeth("wheel 2, of the child")
    module: float = module("module: pitch diameter over number of teeth")
    pressure_angle: float = pressure_angle()
    shift_1: float = profile_shift("wheel 1")
    shift_2: float = profile_shift("wheel 2")
    flank: float = flank()
    distance: float = axis_distance()

    type_name: ClassVar[str] = "spur_gears"
    summary: ClassVar[str] = (
        "Two spur gears in mesh: wheel 1 on the parent turns about `axis` through `at`, wheel 2 on "
        "the child about the parallel axis through `at2`. The reaction is the force of the teeth."
    )

    @property
    def shifts(self) -> tuple[float, float]:
        return self.shift_1, self.shift_2


@dataclass(frozen=True)
class HelicalGears(_Cylinders):
    """Two wheels with teeth along helices on parallel axes: 1 row; never a joint of the tree."""

    teeth_1: float = teeth("wheel 1, of the parent")
    teeth_2: float = teeth("wheel 2, of the child")
    module: float = module()
    helix_angle: float = helix_angle()
    pressure_angle: float = pressure_angle()
    shift_1: float = profile_shift("wheel 1")
    shift_2: float = profile_shift("wheel 2")
    flank: float = flank()
    distance: float = axis_distance()

    type_name: ClassVar[str] = "helical_gears"
    summary: ClassVar[str] = (
        "Two helical gears in mesh on parallel axes: wheel 1 on the parent with `axis` through "
        "`at`, wheel 2 on the child, of the other hand, through `at2`."
    )

    @property
    def helix(self) -> float:
        return self.helix_angle

    @property
    def shifts(self) -> tuple[float, float]:
        return self.shift_1, self.shift_2

    def mirror_image(self) -> JointType:
        return replace(self, flank=0.0 - self.flank, helix_angle=0.0 - self.helix_angle)


@dataclass(frozen=True)
class InternalGears(_Cylinders):
    """A wheel that rolls in a ring with teeth inside: 1 row; never a joint of the tree."""

    teeth_1: float = teeth("the wheel inside, of the parent")
    teeth_2: float = teeth("the ring, of the child")
    module: float = module()
    helix_angle: float = helix_angle("of both, positive for a right hand, as that of a screw")
    pressure_angle: float = pressure_angle()
    flank: float = flank()
    distance: float = axis_distance()

    type_name: ClassVar[str] = "internal_gears"
    summary: ClassVar[str] = (
        "A wheel in a ring with teeth inside: the wheel on the parent turns about `axis` through "
        "`at`, the ring on the child about the parallel axis through `at2`."
    )
    inside: ClassVar[float] = -1.0

    @property
    def helix(self) -> float:
        return self.helix_angle

    def mirror_image(self) -> JointType:
        return replace(self, flank=0.0 - self.flank, helix_angle=0.0 - self.helix_angle)


@dataclass(frozen=True)
class RackAndPinion(GearPair):
    """A wheel on a rack: 1 row; never a joint of the tree. x of M is the rack's, y to the wheel."""

    teeth: float = teeth("the wheel, of the parent")
    module: float = module()
    helix_angle: float = helix_angle("of the wheel, positive for a right hand, as that of a screw")
    pressure_angle: float = pressure_angle()
    flank: float = flank()
    distance: float = axis_distance()

    type_name: ClassVar[str] = "rack_and_pinion"
    summary: ClassVar[str] = (
        "A wheel on a rack: the wheel on the parent turns about `axis` through `at`; the rack on "
        "the child lies along `axis2`, its pitch line through `at2`."
    )
    meets: ClassVar[str] = "rack"
    elastic: ClassVar[str] = "rack_mesh"
    keeps: ClassVar[str] = "yz"

    @property
    def nominal_distance(self) -> float:
        """The pitch radius."""
        return 0.5 * self.teeth * self.module / math.cos(self.helix_angle)

    @property
    def axes_apart(self) -> float:
        """The distance of the pitch line from the axis of the wheel in the drawing."""
        return self.distance or self.nominal_distance

    @property
    def tooth(self) -> Tooth:
        alpha, beta = self.pressure_angle, self.helix_angle
        across = math.cos(alpha)
        return Tooth(across * math.cos(beta), math.sin(alpha), -across * math.sin(beta))

    @property
    def least_teeth(self) -> tuple[float, float]:
        angle = math.atan(math.tan(self.pressure_angle) / math.cos(self.helix_angle))
        return 2.0 * math.cos(self.helix_angle) / math.sin(angle) ** 2, 0.0

    @property
    def drawn(self) -> Transform:
        return Transform.of(np.eye(3), -self.axes_apart * Y)

    @property
    def lever(self) -> float:
        return self.tooth.tangential * self.nominal_distance

    @property
    def tooth_counts(self) -> tuple[float, ...]:
        return (self.teeth,)

    @property
    def contact_ratio(self) -> float | None:
        m, r = self.module / math.cos(self.helix_angle), self.nominal_distance
        angle = math.atan(math.tan(self.pressure_angle) / math.cos(self.helix_angle))
        tip, base = r + self.module, r * math.cos(angle)
        way = math.sqrt(tip**2 - base**2) - r * math.sin(angle) + self.module / math.sin(angle)
        return way / (math.pi * m * math.cos(angle))

    def roll(self, X_FM: Transform) -> tuple[Scalar, Array]:
        psi, c = azimuth(X_FM.matrix[:, 0])
        return -psi, -by_direction(X_FM, X, c)

    def gap(self, X_FM: Transform) -> tuple[Scalar, Array]:
        u, parts = -X_FM.rotation.back(X_FM.position), self.tooth
        m = self.module / math.cos(self.helix_angle)
        turned, rows = self.roll(X_FM)
        way = 0.5 * m * parts.tangential
        g = way * wrap(-self.teeth * turned - 2.0 / m * u[0])
        row = -way * self.teeth * rows - parts.tangential * by_return(X_FM, X)
        if self.flank:
            off = self.flank * parts.radial
            g, row = g + off * (u[1] - self.axes_apart), row + off * by_return(X_FM, Y)
        if parts.axial:
            r, a = self.nominal_distance, parts.axial
            height = u[2] + r * X_FM.matrix[2, 1]
            rates = by_return(X_FM, Z) + r * by_first_axis(X_FM, Y)
            g, row = g - a * height, row - a * rates
        return g, row

    def nearest_pose(self, X_FM: Transform) -> Transform:
        g, row = self.gap(X_FM)
        return Transform(X_FM.rotation, X_FM.point(-g / row[0] * X))

    def mirror_image(self) -> JointType:
        return replace(self, flank=0.0 - self.flank, helix_angle=0.0 - self.helix_angle)


# --- axes that meet, and skew ones ----------------------------------------------------------------


@dataclass(frozen=True)
class BevelGears(GearPair):
    """Two bevel gears with straight teeth: 1 row; never in the tree. F and M are at the apex.

    The axes point from the apex to the wheels.
    """

    teeth_1: float = teeth("wheel 1, of the parent")
    teeth_2: float = teeth("wheel 2, of the child")
    module: float = module("at the mean diameters, where the teeth touch: these over the teeth")
    pressure_angle: float = pressure_angle()
    flank: float = flank()
    angle: float = parameter(
        0.5 * math.pi,
        unit="rad",
        text="between the axes; that of the drawing if it is not given",
        above=0.0,
        below=math.pi,
    )

    type_name: ClassVar[str] = "bevel_gears"
    summary: ClassVar[str] = (
        "Two bevel gears in mesh, whose axes cross: wheel 1 on the parent with `axis` through "
        "`at`, wheel 2 on the child with `axis2` through `at2`."
    )
    meets: ClassVar[str] = "crossing"
    elastic: ClassVar[str] = "bevel_mesh"

    @property
    def drawn(self) -> Transform:
        s, c = math.sin(self.angle), math.cos(self.angle)
        return Transform.of(np.array([[-c, 0.0, s], [0.0, -1.0, 0.0], [s, 0.0, c]]), np.zeros(3))

    @property
    def cone(self) -> float:
        """The half angle of the pitch cone of wheel 1."""
        s, c = math.sin(self.angle), math.cos(self.angle)
        return math.atan2(s, self.teeth_2 / self.teeth_1 + c)

    @property
    def reach(self) -> float:
        """The distance of the pitch point from the apex."""
        return 0.5 * self.module * self.teeth_1 / math.sin(self.cone)

    @property
    def tooth(self) -> Tooth:
        alpha, cone = self.pressure_angle, self.cone
        s = math.sin(alpha)
        return Tooth(math.cos(alpha), s * math.cos(cone), -s * math.sin(cone))

    @property
    def least_teeth(self) -> tuple[float, float]:
        size = 2.0 / math.sin(self.pressure_angle) ** 2
        return size * math.cos(self.cone), size * abs(math.cos(self.angle - self.cone))

    @property
    def lever(self) -> float:
        return 0.5 * self.module * self.teeth_1 * math.cos(self.pressure_angle)

    @property
    def tooth_counts(self) -> tuple[float, ...]:
        return self.teeth_1, self.teeth_2

    @property
    def contact_ratio(self) -> float | None:
        # that of spur gears whose radii are those of the back cones (Tredgold)
        c_1, c_2 = math.cos(self.cone), math.cos(self.angle - self.cone)
        if min(c_1, c_2) < 1e-3:
            return None
        back = SpurGears(self.teeth_1 / c_1, self.teeth_2 / c_2, 1.0, self.pressure_angle)
        return back.contact_ratio

    @property
    def rolling_axis(self) -> tuple[float, float]:
        s = math.sin(self.angle)
        return math.sin(self.angle - self.cone) / s, math.sin(self.cone) / s

    @property
    def sliding(self) -> tuple[float, float]:
        ratio = self.teeth_1 / self.teeth_2
        return math.cos(self.cone), ratio * math.cos(self.angle - self.cone)

    @property
    def axial_sign(self) -> float:
        return self.flank

    def roll(self, X_FM: Transform) -> tuple[Scalar, Array]:
        phi, c = azimuth(X_FM.matrix[:, 2])
        return -phi, -by_direction(X_FM, Z, c)

    def gap(self, X_FM: Transform) -> tuple[Scalar, Array]:
        p, e = X_FM.position, X_FM.matrix[:, 2]
        a = X_FM.rotation.back(Z)
        u = -X_FM.rotation.back(p)
        (phi_1, c_1), (phi_2, c_2) = azimuth(e), azimuth(a)
        z_1, z_2, s = self.teeth_1, self.teeth_2, math.sin(self.angle)
        cosine = math.cos(self.pressure_angle)
        half = 0.5 * self.module
        # along e_t = z_1 x z_2 / s
        g = cosine * (half * wrap(z_1 * phi_1 + z_2 * phi_2) + (p[1] * e[0] - p[0] * e[1]) / s)
        row = cosine * (
            half * (z_1 * by_direction(X_FM, Z, c_1) + z_2 * by_first_axis(X_FM, c_2))
            + by_position(X_FM, vector(-e[1], e[0], 0.0)) / s
            + by_direction(X_FM, Z, vector(p[1], -p[0], 0.0)) / s
        )
        if self.flank:
            off = self.flank * math.sin(self.pressure_angle)
            lean, up = math.cos(self.cone) / s, math.sin(self.cone)
            along = -up - lean * math.cos(self.angle)
            # across the pitch cones: p . e_s, and the angle between the axes
            tilt = (math.cos(self.angle) - e[2]) * self.reach / s
            g = g + off * (along * p[2] - lean * u[2] + tilt)
            row = row + off * (
                along * by_position(X_FM, Z)
                - lean * by_return(X_FM, Z)
                - self.reach / s * by_direction(X_FM, Z, Z)
            )
        return g, row


@dataclass(frozen=True)
class WormGears(GearPair):
    """A worm and its wheel, or two helical gears on skew axes: 1 row; never a joint of the tree."""

    starts: float = teeth("the worm, of the parent: its threads")
    teeth: float = teeth("the wheel, of the child")
    module: float = module()
    lead_angle: float = parameter(
        0.1,
        unit="rad",
        text="of the worm at its pitch cylinder, positive for a right hand",
        required=True,
        above=-0.5 * math.pi,
        below=0.5 * math.pi,
        zero="the worm would not advance",
        instead="give the lead angle, as '5 deg'",
    )
    pressure_angle: float = pressure_angle()
    flank: float = flank()
    distance: float = axis_distance()
    twist: float = parameter(
        0.5 * math.pi,
        unit="rad",
        text="turn from the axis of the worm to that of the wheel about the way between them; that "
        "of the drawing if it is not given",
    )

    type_name: ClassVar[str] = "worm_gears"
    summary: ClassVar[str] = (
        "A worm and its wheel: the worm on the parent turns about `axis` through `at`, the wheel "
        "on the child about the skew `axis2` through `at2`."
    )
    meets: ClassVar[str] = "skew"
    elastic: ClassVar[str] = "worm_mesh"

    @property
    def helix(self) -> float:
        """The helix angle of the worm."""
        return math.copysign(0.5 * math.pi, self.lead_angle) - self.lead_angle

    @property
    def second_helix(self) -> float:
        """The angle of the teeth at the pitch point from the axis of the wheel."""
        return self.twist + self.helix

    @property
    def radii(self) -> tuple[float, float]:
        """The pitch radii."""
        half, least = 0.5 * self.module, 1e-9
        return (
            half * self.starts / max(math.cos(self.helix), least),
            half * self.teeth / max(abs(math.cos(self.second_helix)), least),
        )

    @property
    def nominal_distance(self) -> float:
        """The sum of the pitch radii."""
        return sum(self.radii)

    @property
    def axes_apart(self) -> float:
        """The distance of the axes in the drawing."""
        return self.distance or self.nominal_distance

    @property
    def tooth(self) -> Tooth:
        alpha, beta = self.pressure_angle, self.helix
        across = math.cos(alpha)
        return Tooth(across * math.cos(beta), math.sin(alpha), -across * math.sin(beta))

    @property
    def drawn(self) -> Transform:
        s, c = math.sin(self.twist), math.cos(self.twist)
        R = np.array([[-1.0, 0.0, 0.0], [0.0, -c, -s], [0.0, -s, c]])
        return Transform.of(R, self.axes_apart * X)

    @property
    def lever(self) -> float:
        return 0.5 * self.module * self.starts * math.cos(self.pressure_angle)

    @property
    def tooth_counts(self) -> tuple[float, ...]:
        return self.starts, self.teeth

    @property
    def contact_ratio(self) -> float | None:
        # in the plane of the axis of a worm its threads are a rack, if the axes are perpendicular
        if abs(math.cos(self.twist)) > 1e-6:
            return None
        across = math.cos(self.lead_angle)
        angle = math.atan(math.tan(self.pressure_angle) / across)
        return RackAndPinion(self.teeth, self.module / across, 0.0, angle).contact_ratio

    def roll(self, X_FM: Transform) -> tuple[Scalar, Array]:
        phi, c = azimuth(X_FM.position)
        return -phi, -by_position(X_FM, c)

    def gap(self, X_FM: Transform) -> tuple[Scalar, Array]:
        p, u = X_FM.position, -X_FM.rotation.back(X_FM.position)
        (phi_1, c_1), (phi_2, c_2) = azimuth(p), azimuth(u)
        z_1 = self.starts
        z_2 = math.copysign(self.teeth, math.cos(self.second_helix))
        w_1, w_2 = (r / self.nominal_distance for r in self.radii)
        lean_1, lean_2 = -w_1 * math.sin(self.helix), w_2 * math.sin(self.second_helix)
        across, half = math.cos(self.pressure_angle), 0.5 * self.module
        g = half * wrap(z_1 * phi_1 + z_2 * phi_2) + lean_1 * p[2] + lean_2 * u[2]
        row = half * (z_1 * by_position(X_FM, c_1) + z_2 * by_return(X_FM, c_2))
        row = row + lean_1 * by_position(X_FM, Z) + lean_2 * by_return(X_FM, Z)
        g, row = across * g, across * row
        if self.flank:
            off, length = self.flank * math.sin(self.pressure_angle), np.sqrt(p @ p)
            g = g + off * (length - self.axes_apart)
            row = row + off / length * by_position(X_FM, p)
        return g, row

    def mirror_image(self) -> JointType:
        return replace(
            self,
            flank=0.0 - self.flank,
            lead_angle=0.0 - self.lead_angle,
            twist=0.0 - self.twist,
        )
