"""A cam that lifts a roller follower against its spring by the law 3-4-5."""

from __future__ import annotations

import math

from sarrus.curves import CamCurve
from sarrus.gallery.drawing import BLUE, DARK, ORANGE, bearing, link, pin, rail
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model


def cam_follower(
    *,
    base_radius: float = 0.03,
    roller_radius: float = 0.008,
    lift: float = 0.012,
    offset: float = 0.004,
    law: str = "3-4-5",
    mass: float = 0.1,
    stiffness: float = 2000.0,
    preload: float = 30.0,
    inertia: float = 2e-3,
) -> Model:
    """Return the model: cam about `A`, follower in the guide `B`, roller on the profile `touch`.

    The cam turns anticlockwise: rise over 120 degrees, dwell over 60, fall over 120, dwell. base,
    roller: radii, offset of the guide [m]; mass of the follower [kg], stiffness [N/m] and preload
    [N] of its spring; inertia of the cam [kg m^2]. The contact only pushes. y is up.
    """
    profile = CamCurve(
        "roller",
        tuple(math.radians(a) for a in (0.0, 120.0, 180.0, 300.0)),
        (0.0, lift, lift, 0.0),
        base_radius,
        law,
        roller_radius=roller_radius,
        offset=offset,
    )
    height = math.sqrt((base_radius + roller_radius) ** 2 - offset**2)
    m = Mechanism("cam with roller follower", (0.0, -GRAVITY, 0.0))
    cam = m.body("cam", 0.3, (0.0, 0.0, 0.0), (inertia, inertia, inertia))
    follower = m.body("follower", mass, (0.0, 0.05, 0.0), (1e-4, 1e-4, 1e-4),
                      at=(offset, height, 0.0))  # fmt: skip
    m.revolute("A", m.ground, cam, at=(0.0, 0.0, 0.0), axis="z")
    m.prismatic("B", m.ground, follower, at=(offset, height, 0.0), axis="y")
    m.point_on_curve("touch", cam, follower, curve=profile, radius=roller_radius,
                     point=(offset, height, 0.0), only_pushes=True)  # fmt: skip
    m.joint_spring("spring", "B", k=stiffness, preload=-preload)
    pin(cam, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.95 * base_radius, 0.4 * base_radius, DARK)
    pin(follower, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), roller_radius, 0.4 * base_radius, ORANGE)
    link(follower, (0.0, 0.0, 0.0), (0.0, 3.0 * base_radius, 0.0), 0.75 * roller_radius, BLUE)
    bearing(m, (0.0, 0.0, 0.6 * base_radius), (0.0, 0.0, 1.0), 0.12 * base_radius, 0.01)
    rail(m, (offset + 1.2 * roller_radius, height + 2.2 * base_radius, 0.0), (0.0, 1.0, 0.0),
         base_radius, 0.5 * roller_radius)  # fmt: skip
    return m.build()


EXAMPLE = Example(
    "cam_follower",
    cam_follower,
    "cam with roller follower and return spring, lift law 3-4-5",
    drives={"A": "20*pi*t"},
    until=0.2,
    every=0.001,
    outputs=("B.displacement", "touch.normal_force", "touch.pressure_angle"),
)
