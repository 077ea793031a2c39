"""The spatial four-bar of paper 1: revolute, spherical, spherical, revolute."""

from __future__ import annotations

import numpy as np

from sarrus.gallery.drawing import BLUE, GREEN, ORANGE, ball, bearing
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import rod
from sarrus.gallery.wheels import GRAVITY, Point
from sarrus.model import BodyHandle, Mechanism, Model
from sarrus.spatial.arrays import norm


def rssr(
    *,
    crank: tuple[Point, Point] = ((0.0, 0.0, 0.0), (0.0, 0.5, 0.0)),
    follower: tuple[Point, Point] = ((1.0, 0.8, 0.0), (1.0, 0.8, 0.5)),
    mass: float = 1.0,
    spin: float = 1e-3,
) -> Model:
    """Return the model: joints A (about x), B, C (balls) and D (about y).

    crank, follower: from their pivots to the coupler, in the drawing [m]; slender rods of `mass`
    [kg], whose inertia about themselves is `spin` [kg m^2]. The coupler turns freely about itself:
    of two degrees of freedom one is passive. Masses and the lengths of crank and follower are the
    paper's, the rest is assumed.
    """
    m = Mechanism("RSSR", (0.0, 0.0, -GRAVITY))
    first = _rod(m, "crank", *crank, mass, spin, BLUE)
    middle = _rod(m, "coupler", crank[1], follower[1], mass, spin, ORANGE)
    last = _rod(m, "follower", *follower, mass, spin, GREEN)
    m.revolute("A", m.ground, first, at=crank[0], axis="x")
    m.spherical("B", first, middle, at=crank[1])
    m.spherical("C", middle, last, at=follower[1])
    m.revolute("D", m.ground, last, at=follower[0], axis="y")
    for body, (start, end) in ((first, crank), (last, follower)):
        ball(body, (0.0, 0.0, 0.5 * float(norm(np.subtract(end, start)))), 0.03)
    bearing(m, crank[0], (1.0, 0.0, 0.0), 0.035, 0.08)
    bearing(m, follower[0], (0.0, 1.0, 0.0), 0.035, 0.08)
    return m.build()


def _rod(
    m: Mechanism, name: str, a: Point, b: Point, mass: float, spin: float, color: str
) -> BodyHandle:
    """Add a slender rod with its z axis from a to b."""
    across = mass * float(np.sum(np.subtract(b, a) ** 2)) / 12.0
    return rod(m, name, a, b, mass, inertia=(across, spin), radius=0.02, color=color)


EXAMPLE = Example(
    "rssr",
    rssr,
    "four-bar with two ball joints and a freely spinning coupler, released from rest (paper 1)",
    until=2.0,
    outputs=("A.angle", "D.angle", "crank.acceleration"),
)
