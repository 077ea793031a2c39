"""A coin that rolls on a table without slip."""

from __future__ import annotations

from sarrus.gallery.drawing import DARK, GROUND, ORANGE, block, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model


def rolling_coin(
    *, mass: float = 0.008, radius: float = 0.012, thickness: float = 0.002, crown: float = 0.0
) -> Model:
    """Return the model: the body `coin` upright on the ground, its axis y, free to roll along x.

    mass [kg], radius and thickness [m] of a uniform cylinder; crown: radius of the edge across [m],
    0 for a knife edge. Joint `coin_joint`: all motions of the coin against ground; contact `edge`.
    A thin coin that rolls straight on is stable above the speed sqrt(g radius/3). All numbers are
    assumed.
    """
    m = Mechanism("rolling coin", (0.0, 0.0, -GRAVITY))
    across, about = mass * (3.0 * radius**2 + thickness**2) / 12.0, mass * radius**2 / 2.0
    center = (0.0, 0.0, radius)
    coin = m.body("coin", mass, (0, 0, 0), (across, about, across), at=center)
    m.free("coin_joint", m.ground, coin)
    m.rolling("edge", coin, radius=radius, center=center, axis="y", crown=crown)
    pin(coin, (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), radius, thickness, ORANGE)
    block(coin, (0.4 * radius, 0.0, 0.0), (0.6 * radius, 1.1 * thickness, 0.15 * radius), DARK)
    size = 40.0 * radius
    block(m.ground, (0.0, 0.0, -0.01 * size), (size, size, 0.02 * size), GROUND)
    return m.build()


EXAMPLE = Example(
    "rolling_coin",
    rolling_coin,
    "a coin that rolls on a table without slip, leans and goes round",
    rates={"coin_joint.omega_x": 2.0, "coin_joint.omega_y": 30.0, "coin_joint.omega_z": 4.0},
    until=1.0,
    every=0.005,
    outputs=("coin.position", "edge.grip"),
)
