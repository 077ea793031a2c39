"""The four-bar of paper 4: revolute, universal, spherical, revolute."""

from __future__ import annotations

from sarrus.gallery.drawing import BLUE, GREEN, ORANGE, ball, bearing, link
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY, Point
from sarrus.model import BodyHandle, Mechanism, Model


def rusr(
    *,
    lengths: tuple[float, float, float] = (1.0, 2.0, 1.5),
    masses: tuple[float, float, float] = (1.0, 2.0, 1.5),
    foot: Point = (2.0, 0.0, -0.5),
    thickness: float = 0.03,
) -> Model:
    """Return the model: crank_pivot about z, cross (about z, then y), ball, follower_pivot about z.

    lengths [m] and masses [kg] of crank, coupler and follower, slender rods; foot: pivot of the
    follower [m]; thickness: radius as drawn [m]. In the drawing all angles are zero, as the paper
    counts them, and the ball is open; y is up. The paper prints no data: all numbers are assumed.
    As both pivots turn about z, the second angle of the cross never changes.
    """
    m = Mechanism("RUSR", (0.0, -GRAVITY, 0.0))
    l2, l3, l4 = lengths

    def slender(name: str, k: int, at: Point, color: str) -> BodyHandle:
        I = masses[k] * lengths[k] ** 2 / 12.0
        body = m.body(name, masses[k], (0.5 * lengths[k], 0.0, 0.0), (0.0, I, I), at=at)
        link(body, (0.0, 0.0, 0.0), (lengths[k], 0.0, 0.0), thickness, color)
        return body

    crank = slender("crank", 0, (0.0, 0.0, 0.0), BLUE)
    coupler = slender("coupler", 1, (l2, 0.0, 0.0), ORANGE)
    follower = slender("follower", 2, foot, GREEN)
    ball(crank, (l2, 0.0, 0.0), 1.5 * thickness)
    ball(follower, (l4, 0.0, 0.0), 1.7 * thickness)
    m.revolute("crank_pivot", m.ground, crank, at=(0.0, 0.0, 0.0), axis="z")
    m.universal("cross", crank, coupler, at=(l2, 0.0, 0.0), axis="z", axis2="y")
    m.spherical("ball", coupler, follower, on_parent=(l3, 0.0, 0.0), on_child=(l4, 0.0, 0.0))
    m.revolute("follower_pivot", m.ground, follower, at=foot, axis="z")
    for at in ((0.0, 0.0, 0.0), foot):
        bearing(m, at, (0.0, 0.0, 1.0), 1.8 * thickness, 4.0 * thickness)
    return m.build()


EXAMPLE = Example(
    "rusr",
    rusr,
    "four-bar of revolute, universal, spherical, revolute joints, released from rest (paper 4)",
    start={"crank_pivot": 1.0471975511965976},
    guess={"cross.angle_1": -0.7353, "cross.angle_2": 0.2527, "follower_pivot": 1.34},
    until=5.0,
    outputs=("crank_pivot.angle", "follower_pivot.angle", "ball.reaction.force"),
)
