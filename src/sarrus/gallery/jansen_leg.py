"""The leg of Theo Jansen's beach animals: a crank makes a foot walk."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.gallery.drawing import BLUE, GREEN, ORANGE, RED, SAND, ball
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import bar, foot, hinge, meeting, polar
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model
from sarrus.spatial.arrays import norm

LENGTHS = {
    "a": 38.0, "b": 41.5, "c": 39.3, "d": 40.1, "e": 55.8, "f": 39.4, "g": 36.7,
    "h": 65.7, "i": 49.0, "j": 50.0, "k": 61.9, "l": 7.8, "m": 15.0,
}  # fmt: skip
"""Jansen's thirteen numbers; only their ratios matter."""


def jansen_leg(
    lengths: Mapping[str, float] | None = LENGTHS,
    *,
    scale: float = 0.01,
    angle: float = math.radians(60.0),
    density: float = 1.0,
    thickness: float = 0.012,
) -> Model:
    """Return the model: hinge `crank` at the origin; the frame `foot` is that of the leg.

    lengths: in place of some of `LENGTHS`, times `scale` [m]; angle: of the crank in the drawing
    [rad]; density: mass of a bar per length [kg/m]; thickness: radius of the bars [m]. The hip is
    the length a behind (along -x) and l below the crank, whose length is m. Bodies: crank, the
    rods j, k, c and f, and the triangles thigh (b, d, e) and shank (g, h, i). The hinges are named
    after what they join. y is up. Masses are assumed.
    """
    for name in lengths or {}:
        if name not in LENGTHS:
            raise ModelError(Problem("M09", f"length '{name}'", "is none of Jansen's"))
    L = {name: scale * value for name, value in {**LENGTHS, **(lengths or {})}.items()}
    m = Mechanism("Jansen leg", (0.0, -GRAVITY, 0.0))
    O, hip = np.zeros(3), np.array([-L["a"], -L["l"], 0.0])
    pin = polar(L["m"], angle)
    U = meeting(pin, L["j"], hip, L["b"], -1.0, "j and b")
    V = meeting(hip, L["d"], U, L["e"], 1.0, "d and e")
    W = meeting(pin, L["k"], hip, L["c"], 1.0, "k and c")
    X = meeting(V, L["f"], W, L["g"], -1.0, "f and g")
    F = meeting(X, L["h"], W, L["i"], -1.0, "h and i")
    parts = {
        "crank": ((O, pin), RED, 0), "j": ((pin, U), BLUE, 1), "k": ((pin, W), BLUE, -1),
        "thigh": ((hip, U, V), ORANGE, 0), "c": ((hip, W), SAND, 1), "f": ((V, X), SAND, 1),
        "shank": ((W, X, F), GREEN, 0),
    }  # fmt: skip
    b = {}
    for name, (points, color, layer) in parts.items():
        way = [*points, points[0]] if len(points) > 2 else list(points)
        length = sum(float(norm(q - p)) for p, q in pairwise(way))
        b[name] = bar(m, name, points, density * length, radius=thickness, color=color,
                      layer=layer)  # fmt: skip
    hinge(m, "crank", m.ground, b["crank"], O)
    hinge(m, "crank_j", b["crank"], b["j"], pin)
    hinge(m, "crank_k", b["crank"], b["k"], pin)
    hinge(m, "hip", m.ground, b["thigh"], hip)
    hinge(m, "hip_c", m.ground, b["c"], hip)
    hinge(m, "j_thigh", b["j"], b["thigh"], U)
    hinge(m, "thigh_f", b["thigh"], b["f"], V)
    hinge(m, "c_shank", b["c"], b["shank"], W)
    hinge(m, "k_shank", b["k"], b["shank"], W)
    hinge(m, "f_shank", b["f"], b["shank"], X)
    m.frame("foot", b["shank"], F - W)
    ball(b["shank"], F - W, 1.6 * thickness)
    foot(m, O, thickness)
    foot(m, hip, thickness)
    return m.build()


EXAMPLE = Example(
    "jansen_leg",
    jansen_leg,
    "leg of Jansen's beach animals: a crank makes a foot walk",
    parameters={"lengths": {name: 0.01 * value for name, value in LENGTHS.items()}, "scale": 1.0},
    drives={"crank": "2*pi*t"},
    until=2.0,
    outputs=("foot.position", "crank.effort"),
)
