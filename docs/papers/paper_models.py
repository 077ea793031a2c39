"""The mechanisms of the papers that the gallery does not hold; numbers as in the specification."""

from __future__ import annotations

from typing import Any

import numpy as np

import sarrus
from sarrus import Mechanism, Model
from sarrus.robotics import Grip, MassProperties, Move, Release, Sequence, Task, Trapezoid
from sarrus.robotics import joint_move as moved

# --- paper 0: the RRC arm ------------------------------------------------------------------------

WEIGHTS = (229.5, 122.0, 63.5, 45.0, 24.5, 12.5, 8.0)  # lb, table 2
MOMENTS = ((6.907, 10.0), (3.056, 7.0), (1.773, 4.868), (1.559, 1.7823), (0.374, 1.197),
           (0.299, 0.37), (0.2, 0.2))  # fmt: skip
"""About the long axis and across it [lbf in s^2], table 2."""
OFFSETS = ((20.0, -4.0, 0.0), (0.0, 4.0, 0.0), (21.5, 3.375, 0.0), (0.0, -3.375, 0.0),
           (21.5, 3.325, 0.0), (0.0, -3.325, 0.0), (7.0, 0.0, 0.0))  # fmt: skip
"""From each joint to the next [in]: those of the K-1207i."""
G = 386.0886
"""[in/s^2]"""


def rrc_arm(spring: float = 0.0) -> Model:
    """Return the arm with seven joints; spring: from its tip down to ground [lbf/in]."""
    m = Mechanism("RRC arm", gravity=("0", f"{-G} in/s^2", "0"))
    at, inboard = np.zeros(3), "ground"
    for i, (weight, (long, across), offset) in enumerate(zip(WEIGHTS, MOMENTS, OFFSETS,
                                                             strict=True)):  # fmt: skip
        name, here = f"link{i + 1}", inches(at)
        m.body(name, f"{weight / G!r} lbf*s^2/in", inches(0.5 * np.array(offset)),
               [f"{x} lbf*in*s^2" for x in (long, across, across)], at=here)  # fmt: skip
        m.revolute(f"joint{i + 1}", inboard, name, at=here, axis="z" if i % 2 else "x")
        at, inboard = at + np.array(offset), name
    m.frame("tip", inboard, inches(np.array(OFFSETS[-1])))
    if spring:
        m.spring_damper("spring", "ground", inboard, k=f"{spring!r} lbf/in", free_length="1 in",
                        at_a=inches(at - (0, 1, 0)), at_b=inches(at))  # fmt: skip
    return m.build()


def inches(values: Any) -> list[str]:
    """Return lengths with their unit."""
    return [f"{float(x)!r} in" for x in values]


# --- paper 2: the shaper and the slider-crank ----------------------------------------------------

CUT, TORQUE = 200_000.0, 165_521.0


def quick_return(J: float = 2000.0, cutting: bool = False) -> Model:
    """Return the shaper, drawn at theta = 0.44 rad; J: inertia of the crank [kg m^2]."""
    theta, centre = 0.44, np.array([0.0, 2.5, 0.0])
    pin = centre + 1.5 * np.array([np.cos(theta), np.sin(theta), 0.0])
    along = pin / np.linalg.norm(pin)
    tip = 5.0 * along
    end = np.array([tip[0] - np.sqrt(4.0 - (5.0 - tip[1]) ** 2), 5.0, 0.0])
    m = Mechanism("quick return", (0.0, -9.81, 0.0))
    for name, mass, inertia, at in (
        ("crank", 1000.0, J, centre), ("block", 5.0, 0.5, pin), ("rocker", 100.0, 100.0, tip / 2),
        ("coupler", 30.0, 10.0, (tip + end) / 2), ("slider", 50.0, 1.5, end),
    ):  # fmt: skip
        m.body(name, mass, (0, 0, 0), (inertia,) * 3, at=tuple(at))
    m.revolute("crank_pivot", m.ground, "crank", at=tuple(centre), axis="z")
    m.revolute("pin", "crank", "block", at=tuple(pin), axis="z")
    m.prismatic("slot", "block", "rocker", at=tuple(pin), axis=tuple(along))
    m.revolute("tip", "rocker", "coupler", at=tuple(tip), axis="z")
    m.revolute("wrist", "coupler", "slider", at=tuple(end), axis="z")
    m.revolute("rocker_pivot", m.ground, "rocker", at=(0, 0, 0), axis="z")
    m.prismatic("guide", m.ground, "slider", at=tuple(end), axis="x")
    if cutting:
        m.window_force("cut", CUT, (-4.0, 1.2), joint="guide", offset=float(end[0]), moving=-1,
                       width=0.0)  # fmt: skip
    return m.build()


def slider_crank(L: float) -> Model:
    """Return the spatial slider-crank with a rod of length L [m], drawn with the pin on top."""
    centre, pin = np.array([0.0, 0.1, 0.12]), np.array([0.0, 0.1, 0.20])
    end = np.array([np.sqrt(L * L - pin[1] ** 2 - pin[2] ** 2), 0.0, 0.0])
    y = (pin - end) / L
    x = np.cross(y, (0.0, 0.0, 1.0))
    x /= np.linalg.norm(x)
    axes = np.column_stack([x, y, np.cross(x, y)])
    m = Mechanism("slider-crank", (0.0, 0.0, -9.81))
    m.body("crank", 0.12, (0, 0, 0), (1e-4, 1e-5, 1e-4), at=tuple(centre))
    m.body("rod", 0.5, (0, 0, 0), (4e-3, 4e-4, 4e-3), at=tuple((end + pin) / 2),
           rotation=axes.tolist())  # fmt: skip
    m.body("slider", 2.0, (0, 0, 0), (1e-4,) * 3, at=tuple(end))
    m.revolute("crank_pivot", m.ground, "crank", at=tuple(centre), axis="x")
    m.spherical("ball", "crank", "rod", at=tuple(pin))
    across = np.cross([1.0, 0.0, 0.0], pin - end)
    m.universal("fork", "slider", "rod", at=tuple(end), axis="x", axis2=tuple(across))
    m.prismatic("guide", m.ground, "slider", at=tuple(end), axis="x")
    return m.build()


# --- paper 3: the PUMA 560 -----------------------------------------------------------------------

SHAPE = ((0.0, 0.0, 90.0), (0.0, 0.4318, 0.0), (0.15005, 0.0203, -90.0), (0.4318, 0.0, 90.0),
         (0.0, 0.0, -90.0), (0.0, 0.0, 0.0))  # fmt: skip
"""d [m], a [m], alpha [deg]."""
LINKS = (
    (0.0, (0.0, 0.0, 0.0), (0.0, 0.35, 0.0)),
    (17.4, (-0.3638, 0.006, 0.2275), (0.13, 0.524, 0.539)),
    (4.8, (-0.0203, -0.0141, 0.070), (0.066, 0.086, 0.0125)),
    (0.82, (0.0, 0.019, 0.0), (1.8e-3, 1.3e-3, 1.8e-3)),
    (0.34, (0.0, 0.0, 0.0), (0.3e-3, 0.4e-3, 0.3e-3)),
    (0.09, (0.0, 0.0, 0.032), (0.15e-3, 0.15e-3, 0.04e-3)),
)
"""Mass [kg], centre of mass [m], moments of inertia [kg m^2]."""


def puma() -> Model:
    """Return the robot."""
    rows = [{"d": d, "a": a, "alpha": f"{alpha} deg"} for d, a, alpha in SHAPE]
    links = [{"mass": m, "com": com, "inertia": inertia} for m, com, inertia in LINKS]
    return sarrus.from_dh(rows, "classic", name="PUMA 560", links=links)


def puma_task(q: dict[str, list[float]], payload: bool) -> Task:
    """Return the task A-B-C-A, a second each; payload: 2 kg from B to C."""
    law = Trapezoid(1.0, 0.25)
    legs = [Move(moved(np.array(q[a]), np.array(q[b]), law), f"{a[1]}-{b[1]}")
            for a, b in (("qA", "qB"), ("qB", "qC"), ("qC", "qA"))]  # fmt: skip
    if not payload:
        return Task(puma(), Sequence(legs))
    load = MassProperties(2.0, (0.0, 0.0, 0.10))
    return Task(puma(), Sequence([legs[0], Grip(load), legs[1], Release(), legs[2]]))


# --- paper 4: pendulum and four-bar --------------------------------------------------------------


def pendulum() -> Model:
    """Return the rod of 1 kg and 1 m, drawn level."""
    m = Mechanism("pendulum", (0.0, -9.81, 0.0))
    m.body("rod", 1.0, (0.5, 0, 0), (0.0, 1 / 12, 1 / 12))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="z")
    m.frame("end", "rod", (1.0, 0.0, 0.0))
    return m.build()


def four_bar() -> Model:
    """Return the four-bar R-U-S-R, drawn with all four angles zero (open there)."""
    m = Mechanism("spatial four-bar", (0.0, -9.81, 0.0))
    l2, l3, l4, foot = 1.0, 2.0, 1.5, (2.0, 0.0, -0.5)
    for name, mass, length, at in (("crank", 1.0, l2, (0, 0, 0)), ("coupler", 2.0, l3, (l2, 0, 0)),
                                   ("follower", 1.5, l4, foot)):  # fmt: skip
        I = mass * length**2 / 12
        m.body(name, mass, (length / 2, 0, 0), (0.0, I, I), at=at)
    m.revolute("crank_pivot", m.ground, "crank", at=(0, 0, 0), axis="z")
    m.universal("cross", "crank", "coupler", at=(l2, 0, 0), axis="z", axis2="y")
    m.spherical("ball", "coupler", "follower", on_parent=(l3, 0, 0), on_child=(l4, 0, 0))
    m.revolute("follower_pivot", m.ground, "follower", at=foot, axis="z")
    return m.build()
