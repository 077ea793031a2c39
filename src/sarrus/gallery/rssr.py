"""The spatial four-bar of paper 1: revolute, spherical, spherical, revolute."""

from __future__ import annotations

import numpy as np

from sarrus.gallery.wheels import GRAVITY, Point
from sarrus.model import BodyHandle, Capsule, Mechanism, Model


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
    first = _rod(m, "crank", *crank, mass, spin)
    middle = _rod(m, "coupler", crank[1], follower[1], mass, spin)
    last = _rod(m, "follower", *follower, mass, spin)
    m.revolute("A", m.ground, first, at=crank[0], axis="x")
    m.spherical("B", first, middle, at=crank[1])
    m.spherical("C", middle, last, at=follower[1])
    m.revolute("D", m.ground, last, at=follower[0], axis="y")
    return m.build()


def _rod(m: Mechanism, name: str, a: Point, b: Point, mass: float, spin: float) -> BodyHandle:
    """Add a slender rod with its z axis from a to b."""
    along = np.subtract(b, a)
    length = float(np.linalg.norm(along))
    z = along / length
    x = np.cross(z, np.eye(3)[int(np.argmin(np.abs(z)))])
    x /= np.linalg.norm(x)
    axes = np.column_stack([x, np.cross(z, x), z])
    I = mass * length**2 / 12.0
    middle = tuple(0.5 * np.add(a, b))
    shape = Capsule(0.02, length)
    return m.body(name, mass, (0, 0, 0), (I, I, spin), at=middle, rotation=axes.tolist(),
                  shape=shape)  # fmt: skip
