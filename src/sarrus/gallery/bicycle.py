"""The bicycle of Whipple: two frames, two wheels with knife edges that roll without slip."""

from __future__ import annotations

import math

from sarrus.gallery.drawing import BLUE, DARK, GROUND, ORANGE, STEEL, block, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY, roll_on
from sarrus.model import BodyHandle, Mechanism, Model

TYRE = 0.02
"""Radius of tubes and width of wheels as drawn [m]."""


def bicycle(
    *,
    wheelbase: float = 1.02,
    trail: float = 0.08,
    tilt: float = math.pi / 10.0,
    rear_radius: float = 0.3,
    front_radius: float = 0.35,
    rider: float = 85.0,
    rider_at: tuple[float, float] = (0.3, 0.9),
    rider_inertia: tuple[float, float, float, float] = (9.2, 11.0, 2.8, -2.4),
    fork: float = 4.0,
    fork_at: tuple[float, float] = (0.9, 0.7),
    fork_inertia: tuple[float, float, float, float] = (0.05892, 0.06, 0.00708, 0.00756),
    rear: float = 2.0,
    rear_inertia: tuple[float, float] = (0.0603, 0.12),
    front: float = 3.0,
    front_inertia: tuple[float, float] = (0.1405, 0.28),
    speed: float = 0.0,
    gravity: float = GRAVITY,
) -> Model:
    """Return the model: bodies `frame` with its rider, `fork`, `rear_wheel`, `front_wheel`.

    x is forward, y to the left, z up; the rear wheel touches the ground at the origin. wheelbase,
    trail [m]; tilt [rad]: of the steering axis against the vertical, backward. rider, fork, rear,
    front: masses [kg]; rider_at, fork_at: their centres of mass (x, z) [m]; rider_inertia,
    fork_inertia: xx, yy, zz, xz about these [kg m^2]; rear_inertia, front_inertia: of a wheel about
    a diameter and about its axis; speed [m/s]: at the start, upright and straight on, which
    rolling without loss keeps. Joints: `cradle`, all motions of the frame against ground;
    `steer`, positive to the left; `rear_hub` and `front_hub`, positive when it rolls forward. The
    contacts are `rear` and `front`. The numbers are those of the benchmark of Meijaard,
    Papadopoulos, Ruina and Schwab, Proc. R. Soc. A 463 (2007) 1955-1982, whose z is down: xz has
    the other sign there. Straight running is stable between 4.292 and 6.024 m/s.
    """
    m = Mechanism("bicycle", (0.0, 0.0, -gravity))
    frame = m.body("frame", rider, (rider_at[0], 0.0, rider_at[1]), _tensor(*rider_inertia))
    bars = m.body("fork", fork, (fork_at[0], 0.0, fork_at[1]), _tensor(*fork_inertia))
    back, ahead = (0.0, 0.0, rear_radius), (wheelbase, 0.0, front_radius)
    wheels = {
        name: m.body(name, mass, (0, 0, 0), (across, about, across), at=at)
        for name, mass, (across, about), at in (
            ("rear_wheel", rear, rear_inertia, back),
            ("front_wheel", front, front_inertia, ahead),
        )
    }
    axis = (-math.sin(tilt), 0.0, math.cos(tilt))
    m.free("cradle", m.ground, frame)
    m.revolute("steer", frame, bars, at=(wheelbase + trail, 0.0, 0.0), axis=axis)
    m.revolute("rear_hub", frame, wheels["rear_wheel"], at=back, axis="y")
    m.revolute("front_hub", bars, wheels["front_wheel"], at=ahead, axis="y")
    m.rolling("rear", wheels["rear_wheel"], radius=rear_radius, center=back, axis="y")
    m.rolling("front", wheels["front_wheel"], radius=front_radius, center=ahead, axis="y")
    if speed:
        roll_on(
            m, speed, ["frame", "fork"], {"rear_wheel": rear_radius, "front_wheel": front_radius}
        )
    _draw_wheel(wheels["rear_wheel"], rear_radius)
    _draw_wheel(wheels["front_wheel"], front_radius)
    head = _on_axis(wheelbase + trail, tilt, fork_at[1])
    top = _on_axis(wheelbase + trail, tilt, fork_at[1] + 0.3)
    saddle = (rider_at[0], 0.0, 0.9 * rider_at[1])
    for start, end in ((back, saddle), (saddle, head), (back, head)):
        link(frame, start, end, TYRE, BLUE)
    block(frame, (rider_at[0], 0.0, rider_at[1]), (0.25, 0.1, 0.06), DARK)
    link(bars, ahead, head, TYRE, ORANGE)
    link(bars, head, top, TYRE, ORANGE)
    link(bars, (top[0], -0.25, top[2]), (top[0], 0.25, top[2]), 0.7 * TYRE, ORANGE)
    block(m.ground, (4.0, 0.0, -0.51 * TYRE), (10.0, 4.0, TYRE), GROUND)
    return m.build()


def _tensor(xx: float, yy: float, zz: float, xz: float) -> tuple[float, ...]:
    """Return the inertia of a body that is its own mirror image left and right."""
    return xx, yy, zz, 0.0, 0.0, xz


def _on_axis(x: float, tilt: float, height: float) -> tuple[float, float, float]:
    """Return the point of the steering axis at a height; x: where it meets the ground."""
    return x - height * math.tan(tilt), 0.0, height


def _draw_wheel(wheel: BodyHandle, radius: float) -> None:
    """Draw a rim and three spokes that show how it turns."""
    pin(wheel, (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), radius, TYRE, DARK)
    for k in range(3):
        angle = 2.0 * math.pi * k / 3.0
        end = (0.95 * radius * math.cos(angle), 0.0, 0.95 * radius * math.sin(angle))
        link(wheel, (0.0, 0.0, 0.0), end, 0.7 * TYRE, STEEL)


EXAMPLE = Example(
    "bicycle",
    bicycle,
    "a bicycle that rides itself at 5 m/s and rights itself after a push (Whipple's model)",
    rates={"rear_hub": 5.0 / 0.3, "cradle.omega_x": 0.3, "steer": 0.0},
    until=3.0,
    every=0.01,
    outputs=("steer.angle", "frame.position", "front.grip"),
)
