"""The inversor of Peaucellier and Lipkin: seven bars that draw an exact straight line."""

from __future__ import annotations

import math

import numpy as np

from sarrus.gallery.drawing import BLUE, GREEN, ORANGE, RED, ball
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import bar, foot, hinge, meeting
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model
from sarrus.spatial.arrays import norm


def peaucellier(
    *,
    long: float = 1.0,
    short: float = 0.4,
    crank: float = 0.375,
    angle: float = 0.0,
    density: float = 1.0,
    thickness: float = 0.02,
) -> Model:
    """Return the model: hinge `crank` drives P on a circle through O; `tracer` draws the line.

    long: bars OB and OD, short: the rhombus PBQD, crank: CP, which is also OC [m]; angle: of the
    crank in the drawing, from the way O to C on [rad]; density: mass of a bar per length [kg/m];
    thickness: radius of the bars [m]. Ground holds O and C. As OP times OQ is long^2 - short^2 and
    P runs on a circle through O, Q runs on the line x = (long^2 - short^2)/(2 crank), which the
    frame `tracer` of the bar QB marks. y is up. All numbers are assumed.
    """
    m = Mechanism("Peaucellier", (0.0, -GRAVITY, 0.0))
    O, C = np.zeros(3), np.array([crank, 0.0, 0.0])
    P = C + crank * np.array([math.cos(angle), math.sin(angle), 0.0])
    B = meeting(O, long, P, short, 1.0, "long and short bars")
    D = meeting(O, long, P, short, -1.0, "long and short bars")
    Q = B + D - P
    bars = {
        "OB": (O, B, BLUE, 1), "OD": (O, D, BLUE, -1), "PB": (P, B, ORANGE, 0),
        "PD": (P, D, ORANGE, 0), "QB": (Q, B, GREEN, 2), "QD": (Q, D, GREEN, -2),
        "CP": (C, P, RED, -1),
    }  # fmt: skip
    b = {
        name: bar(m, name, (start, end), density * float(norm(end - start)),
                  radius=thickness, color=color, layer=layer)
        for name, (start, end, color, layer) in bars.items()
    }  # fmt: skip
    hinge(m, "crank", m.ground, b["CP"], C)
    hinge(m, "O1", m.ground, b["OB"], O)
    hinge(m, "O2", m.ground, b["OD"], O)
    hinge(m, "P1", b["CP"], b["PB"], P)
    hinge(m, "P2", b["CP"], b["PD"], P)
    hinge(m, "B1", b["OB"], b["PB"], B)
    hinge(m, "B2", b["OB"], b["QB"], B)
    hinge(m, "D1", b["OD"], b["PD"], D)
    hinge(m, "D2", b["OD"], b["QD"], D)
    hinge(m, "Q", b["QB"], b["QD"], Q)
    m.frame("tracer", b["QB"], (0.0, 0.0, 0.0))
    ball(b["QB"], (0.0, 0.0, 0.0), 2.0 * thickness)
    foot(m, O, thickness)
    foot(m, C, thickness)
    return m.build()


EXAMPLE = Example(
    "peaucellier",
    peaucellier,
    "inversor of seven bars whose tracer runs in an exact straight line",
    drives={"crank": "sin(pi*t)"},
    until=2.0,
    outputs=("tracer.position", "crank.effort"),
)
