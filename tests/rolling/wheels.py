"""Rolling machines for the tests of this folder."""

from __future__ import annotations

from typing import Any

import sarrus
from sarrus.system.system import System

RADIUS, MASS = 0.3, 2.0


def ball(**surface: Any) -> System:
    """Return a homogeneous ball on a plane."""
    m = sarrus.Mechanism("ball")
    inertia = 0.4 * MASS * RADIUS**2
    body = m.body("ball", mass=MASS, inertia=(inertia,) * 3, at=(0, 0, RADIUS))
    m.free("any", m.ground, body)
    m.rolling("contact", body, radius=RADIUS, center=(0, 0, RADIUS), **surface)
    return m.build().compile()


def disc(crown: float = 0.0, **surface: Any) -> System:
    """Return a thin disc that stands on a plane and could lean any way."""
    m = sarrus.Mechanism("disc")
    across, own = 0.25 * MASS * RADIUS**2, 0.5 * MASS * RADIUS**2
    body = m.body("disc", mass=MASS, inertia=(across, own, across), at=(0, 0, RADIUS))
    m.free("any", m.ground, body)
    m.rolling(
        "contact", body, radius=RADIUS, center=(0, 0, RADIUS), axis="y", crown=crown, **surface
    )
    return m.build().compile()


def rolling_hoop() -> System:
    """Return a disc on a plane by hinges: x, y, z, then yaw, lean, spin."""
    m = sarrus.Mechanism("hoop")
    across, own = 0.25 * MASS * RADIUS**2, 0.5 * MASS * RADIUS**2
    inner = m.ground
    at = (0, 0, RADIUS)
    for name, axis in (("x", "x"), ("y", "y"), ("z", "z")):
        body = m.body(f"slide_{name}", mass=0.0, at=at)
        m.prismatic(name, inner, body, at=at, axis=axis)
        inner = body
    for name, axis in (("yaw", "z"), ("lean", "x")):
        body = m.body(f"turn_{name}", mass=0.0, at=at)
        m.revolute(name, inner, body, at=at, axis=axis)
        inner = body
    disc = m.body("disc", mass=MASS, inertia=(across, own, across), at=at)
    m.revolute("spin", inner, disc, at=at, axis="y")
    m.rolling("contact", disc, radius=RADIUS, center=at, axis="y")
    return m.build().compile()
