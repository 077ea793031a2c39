"""The vehicle with five degrees of freedom of paper 1: seat, chassis, two wheels.

Its numbers are those that the literature on the model of Haug and Arora gives, in pounds and
inches; no public source for the paper's own was found.
"""

from __future__ import annotations

from sarrus.gallery.drawing import BLUE, ORANGE
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import wheel_body
from sarrus.model import Box, Mechanism, Model
from sarrus.road import CosineBump, Road

INCH = 0.0254
POUND = 0.45359237
GRAVITY_POUND = 9.80665
"""Standard gravity [m/s^2], by which pounds are weights."""
POUND_PER_INCH = POUND * GRAVITY_POUND / INCH
"""[N/m]; with seconds, [N s/m]."""

LENGTH = 120.0 * INCH
FRONT, REAR, SEAT = LENGTH / 3.0, 2.0 * LENGTH / 3.0, LENGTH / 12.0
STRUT = 0.4
"""Length of the springs as they are drawn [m]; the force along them does not depend on it."""
SPEED = 450.0 * INCH
"""Of the road below the vehicle [m/s]."""


def bump_of_paper_1(z0: float = 2.0 * INCH, l1: float = 360.0 * INCH, l2: float = 120.0 * INCH,
                    start: float = FRONT) -> Road:  # fmt: skip
    """Return the profile: up by 2 z0 over l1, and down over l2 [m], from x = start on."""
    return CosineBump(2.0 * z0, l1 + l2, at=start + l1, rise=l1)


def vehicle_5dof(
    *,
    seat: float = 290.0 * POUND,
    chassis: float = 4500.0 * POUND,
    wheel: float = 96.6 * POUND,
    pitch_inertia: float = 41_000.0 * POUND * GRAVITY_POUND * INCH,
    front: float = FRONT,
    rear: float = REAR,
    seat_ahead: float = SEAT,
    k: tuple[float, float, float] = (
        100.0 * POUND_PER_INCH,
        300.0 * POUND_PER_INCH,
        300.0 * POUND_PER_INCH,
    ),
    c: tuple[float, float, float] = (
        10.0 * POUND_PER_INCH,
        25.0 * POUND_PER_INCH,
        25.0 * POUND_PER_INCH,
    ),
    tyre_k: float = 1500.0 * POUND_PER_INCH,
    tyre_c: float = 5.0 * POUND_PER_INCH,
    radius: float = 0.35,
    height: float = 0.0,
    seat_height: float = 0.0,
    road: Road | None = None,
    speed: float = SPEED,
) -> Model:
    """Return the model: `bounce` and `pitch` of the chassis, on which seat and wheels slide.

    Masses [kg]; pitch_inertia [kg m^2]; wheels `front` [m] ahead of and `rear` behind the centre
    of mass of the chassis, the seat `seat_ahead` of it. k [N/m] and c [N s/m]: seat, front, rear.
    height: of the centre of mass of the chassis above the wheel centres, seat_height: of that of
    the seat above it [m]; zero, as equations of such vehicles that are derived by hand have it.
    The road, that of paper 1 if not given, passes with `speed` [m/s]. Drawn, and with all
    coordinates zero, the vehicle rests on level ground. Pitch is positive where the nose goes up.
    """
    road = bump_of_paper_1(start=front) if road is None else road
    m = Mechanism("vehicle with 5 degrees of freedom", (0.0, 0.0, -GRAVITY_POUND))
    base, moment = front + rear, seat * seat_ahead
    shares = ((chassis + seat) * rear + moment, (chassis + seat) * front - moment)
    loads = [share / base * GRAVITY_POUND for share in shares]
    lows = [radius - (load + wheel * GRAVITY_POUND) / tyre_k for load in loads]
    middle = 0.5 * (lows[0] + lows[1]) + height
    m.body("carriage", 0.0)
    m.prismatic("bounce", m.ground, "carriage", at=(0.0, 0.0, middle), axis="z")
    beam = m.body("chassis", chassis, (0, 0, 0),
                  (0.3 * pitch_inertia, pitch_inertia, pitch_inertia),
                  at=(0.0, 0.0, middle))  # fmt: skip
    beam.shape(Box((1.2 * base, 0.74, 0.15)), (0.5 * (front - rear), 0.0, 0.12), color=BLUE)
    m.revolute("pitch", "carriage", "chassis", at=(0.0, 0.0, middle), axis="-y")
    place, foot = (seat_ahead, 0.0, middle + seat_height), (seat_ahead, 0.0, middle - STRUT)
    chair = m.body("seat", seat, (0, 0, 0), (5.0, 5.0, 5.0), at=place)
    chair.shape(Box((0.5, 0.5, 0.12)), (0.0, 0.0, 0.45), color=ORANGE)
    chair.shape(Box((0.1, 0.5, 0.5)), (-0.25, 0.0, 0.7), color=ORANGE)
    m.prismatic("seat", "chassis", "seat", at=place, axis="z")
    m.spring_damper("seat spring", "chassis", "seat", at_a=foot, at_b=place,
                    k=k[0], c=c[0], preload=-seat * GRAVITY_POUND)  # fmt: skip
    for i, (name, x) in enumerate((("front", front), ("rear", -rear))):
        low, high = (x, 0.0, lows[i]), (x, 0.0, middle + STRUT)
        wheel_body(m, name, wheel, low, radius, apart=0.5)
        m.prismatic(name, "chassis", name, at=low, axis="z")
        m.spring_damper(f"{name} suspension", name, "chassis", at_a=low, at_b=high,
                        k=k[i + 1], c=c[i + 1], preload=-loads[i])  # fmt: skip
        m.wheel_contact(
            f"{name} tyre", name, road, at=low, radius=radius, k=tyre_k, c=tyre_c,
            follows="point", contact="vertical", speed=speed,
        )  # fmt: skip
    return m.build()


EXAMPLE = Example(
    "vehicle_5dof",
    vehicle_5dof,
    "seat, chassis and two wheels over a bump (paper 1, after Haug and Arora)",
    until=2.5,
    outputs=("seat.displacement", "bounce.displacement", "pitch.angle", "seat.acceleration"),
)
