"""Mechanisms with loops: those of the papers, and the classical ones of the textbooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus import Mechanism, Model

DOWN = (0.0, 0.0, -9.81)
Point = Sequence[float]


def rod_axes(a: Any, b: Any) -> np.ndarray:
    """Return a rotation whose y axis points from a to b."""
    y = np.subtract(b, a) / np.linalg.norm(np.subtract(b, a))
    x = np.cross(y, np.eye(3)[int(np.argmin(np.abs(y)))])
    x /= np.linalg.norm(x)
    return np.column_stack([x, y, np.cross(x, y)])


def rod(
    m: Mechanism, name: str, a: Any, b: Any, mass: float = 1.0, spin: float = 1e-3, **extra: Any
) -> Any:
    """Add a slender rod from a to b: its frame at the middle, y along it, `spin` about it."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    I = mass * float((b - a) @ (b - a)) / 12
    inertia = extra.pop("inertia", (I, spin, I))
    where = {"at": tuple((a + b) / 2), "rotation": rod_axes(a, b).tolist()}
    return m.body(name, mass, (0, 0, 0), inertia, **where)


# --- planar loops in space -----------------------------------------------------------------------

FOUR_BAR = {"A": (0.0, 0.0, 0.0), "B": (0.3, 0.9, 0.0), "C": (2.0, 1.6, 0.0), "D": (2.2, 0.0, 0.0)}


def four_bar(
    points: Mapping[str, Point] = FOUR_BAR,
    types: str = "RRRR",
    axis: Any = "z",
    more: Any = None,
    gravity: Any = (0.5, -9.81, 0.7),
) -> Model:
    """Crank AB, coupler BC, rocker CD; types: of the joints A, B, C, D."""
    m = Mechanism("four_bar", gravity)
    p = points
    crank = rod(m, "crank", p["A"], p["B"], 1.0)
    coupler = rod(m, "coupler", p["B"], p["C"], 2.0)
    rocker = rod(m, "rocker", p["C"], p["D"], 1.5)
    pairs = [(m.ground, crank), (crank, coupler), (coupler, rocker), (m.ground, rocker)]
    for name, kind, (a, b) in zip("ABCD", types, pairs, strict=True):
        joint(m, kind, name, a, b, p[name], axis)
    if more:
        more(m)
    return m.build()


def joint(m: Mechanism, kind: str, name: str, a: Any, b: Any, at: Any, axis: Any) -> None:
    """Add a joint by its letter: R, S, C or P."""
    if kind == "S":
        m.spherical(name, a, b, at=tuple(at))
    else:
        add = {"R": m.revolute, "C": m.cylindrical, "P": m.prismatic}[kind]
        add(name, a, b, at=tuple(at), axis=axis)


def five_bar() -> Model:
    """Two cranks, two rods: a loop with two freedoms and a point that can be led anywhere."""
    m = Mechanism("five_bar", (0.0, -9.81, 0.0))
    A, B, P, C, D = (0, 0, 0), (-0.3, 0.8, 0), (0.5, 1.6, 0), (1.4, 0.9, 0), (1.0, 0, 0)
    left = rod(m, "left", A, B)
    right = rod(m, "right", D, C, 1.2)
    rod_l = rod(m, "rod_l", B, P, 0.8)
    rod_r = rod(m, "rod_r", C, P, 0.7)
    m.revolute("A", m.ground, left, at=A, axis="z")
    m.revolute("B", left, rod_l, at=B, axis="z")
    m.revolute("P", rod_l, rod_r, at=P, axis="z")
    m.revolute("C", right, rod_r, at=C, axis="z")
    m.revolute("D", m.ground, right, at=D, axis="z")
    return m.build()


def parallelogram(cranks: int = 2, angle: float = 1.0) -> Model:
    """A bar on equal parallel cranks; with three the third is superfluous, in the plane too."""
    m = Mechanism("parallelogram", (0.3, -9.81, 0.0))
    tip = np.array([np.cos(angle), np.sin(angle), 0.0])
    span = 2.0
    bar = rod(m, "bar", tip, np.add(tip, (span, 0, 0)), 2.0)
    for k in range(cranks):
        foot = np.array([span * k / (cranks - 1), 0.0, 0.0])
        crank = rod(m, f"crank{k}", foot, foot + tip)
        m.revolute(f"A{k}", m.ground, crank, at=tuple(foot), axis="z")
        m.revolute(f"B{k}", crank, bar, at=tuple(foot + tip), axis="z")
    return m.build()


QUICK_RETURN = {"crank": 1000.0, "block": 5.0, "rocker": 100.0, "coupler": 30.0, "slider": 50.0}
QUICK_INERTIA = {"crank": 2000.0, "block": 0.5, "rocker": 100.0, "coupler": 10.0, "slider": 1.5}
QUICK_SIZES = {"A": (2.5, 5.0, 2.0, 5.0), "B": (2.0, 4.0, 2.0, 4.0)}
"""Height of the crank's centre, lengths of rocker and coupler, height of the guide."""


def quick_return(
    cut_links: bool = False,
    gravity: Any = (0.0, -9.81, 0.0),
    variant: str = "A",
    J: float = QUICK_INERTIA["crank"],
) -> Model:
    """The shaper of paper 2, simulation 1, drawn at theta = 0.44 rad.

    cut_links: with a massless piece of ground behind the pivot and the guide, as in the paper.
    variant: of the lengths, A or B. J: inertia of the crank.
    """
    height, rocker, coupler, guide_height = QUICK_SIZES[variant]
    theta, r, center = 0.44, 1.5, np.array([0.0, height, 0.0])
    pin = center + r * np.array([np.cos(theta), np.sin(theta), 0.0])
    along = pin / np.linalg.norm(pin)
    tip = rocker * along
    reach = np.sqrt(coupler**2 - (guide_height - tip[1]) ** 2)
    end = np.array([tip[0] - reach, guide_height, 0.0])
    inertia = {**QUICK_INERTIA, "crank": J}
    m = Mechanism("quick_return", gravity)
    places = {
        "crank": center,
        "block": pin,
        "rocker": tip / 2,
        "coupler": (tip + end) / 2,
        "slider": end,
    }
    b = {
        name: m.body(name, mass, (0, 0, 0), (inertia[name],) * 3, at=tuple(places[name]))
        for name, mass in QUICK_RETURN.items()
    }
    pivot = guide = m.ground
    if cut_links:
        pivot, guide = m.body("pivot_piece"), m.body("guide_piece")
        m.weld("pivot_cut", m.ground, pivot)
        m.weld("guide_cut", m.ground, guide)
    m.revolute("crank_pivot", m.ground, b["crank"], at=tuple(center), axis="z")
    m.revolute("pin", b["crank"], b["block"], at=tuple(pin), axis="z")
    m.prismatic("slot", b["block"], b["rocker"], at=tuple(pin), axis=tuple(along))
    m.revolute("tip", b["rocker"], b["coupler"], at=tuple(tip), axis="z")
    m.revolute("wrist", b["coupler"], b["slider"], at=tuple(end), axis="z")
    m.revolute("rocker_pivot", pivot, b["rocker"], at=(0, 0, 0), axis="z")
    m.prismatic("guide", guide, b["slider"], at=tuple(end), axis="x")
    return m.build()


# --- the spatial slider-crank of paper 2 ---------------------------------------------------------

CENTER = np.array([0.0, 0.1, 0.12])
PIN = np.array([0.0, 0.1, 0.20])


def slider_crank(
    L: float = 0.3, gravity: Any = DOWN, style: str = "joints", more: Any = None, start: float = 0.0
) -> Model:
    """Crank about x, rod, slider on the x axis; drawn with the pin on top.

    style: "joints": R, S, U, P. "chain": RRRRRR-P of one-freedom joints with massless pieces,
    closed by a weld to ground behind P. "weld": as "joints", with that weld. start: turn of the
    crank in the drawing, about x [rad].
    """
    c, s = np.cos(start), np.sin(start)
    pin = CENTER + 0.08 * np.array([0.0, -s, c])
    end = np.array([np.sqrt(L * L - pin[1] ** 2 - pin[2] ** 2), 0.0, 0.0])
    m = Mechanism("slider_crank", gravity)
    crank = m.body("crank", 0.12, (0, 0, 0), (1e-4, 1e-5, 1e-4), at=tuple(CENTER))
    link = rod(m, "rod", end, pin, 0.5, inertia=(4e-3, 4e-4, 4e-3))
    slider = m.body("slider", 2.0, (0, 0, 0), (1e-4,) * 3, at=tuple(end))
    m.revolute("crank_pivot", m.ground, crank, at=tuple(CENTER), axis="x")
    across = np.cross([1.0, 0.0, 0.0], pin - end)
    across /= np.linalg.norm(across)
    if style == "chain":
        y, z, fork = m.body("ball_1"), m.body("ball_2"), m.body("fork")
        m.revolute("s1", crank, y, at=tuple(pin), axis="x")
        m.revolute("s2", y, z, at=tuple(pin), axis="y")
        m.revolute("s3", z, link, at=tuple(pin), axis="z")
        m.revolute("u2", link, fork, at=tuple(end), axis=tuple(-across))
        m.revolute("u1", fork, slider, at=tuple(end), axis="-x")
    else:
        m.spherical("ball", crank, link, at=tuple(pin))
        m.universal("fork", slider, link, at=tuple(end), axis="x", axis2=tuple(across))
    if style == "joints":
        m.prismatic("guide", m.ground, slider, at=tuple(end), axis="x")
    else:
        piece = m.body("guide_piece")
        m.prismatic("guide", piece, slider, at=tuple(end), axis="x")
        m.weld("guide_cut", m.ground, piece, at=tuple(end))
    if more:
        more(m)
    return m.build()


# --- other spatial loops -------------------------------------------------------------------------

RSSR = {"A": (0, 0, 0), "B": (0, 0.5, 0), "C": (1.0, 0.8, 0.5), "D": (1.0, 0.8, 0)}


def rssr(spin: float = 1e-3) -> Model:
    """The RSSR of paper 1: crank about X, follower about Y, coupler with a passive spin."""
    m = Mechanism("rssr", DOWN)
    crank = rod(m, "crank", RSSR["A"], RSSR["B"])
    coupler = rod(m, "coupler", RSSR["B"], RSSR["C"], spin=spin)
    follower = rod(m, "follower", RSSR["D"], RSSR["C"])
    m.revolute("A", m.ground, crank, at=RSSR["A"], axis="x")
    m.spherical("B", crank, coupler, at=RSSR["B"], rotation=coupler_axes().tolist())
    m.spherical("C", coupler, follower, at=RSSR["C"])
    m.revolute("D", m.ground, follower, at=RSSR["D"], axis="y")
    return m.build()


def coupler_axes() -> np.ndarray:
    """Return the axes of the coupler of the RSSR in the drawing: y along it."""
    return rod_axes(RSSR["B"], RSSR["C"])


def rusr(style: str = "joints") -> Model:
    """The four-bar of paper 4, drawn with all four angles zero (open there).

    style: "joints", or "weld" with the follower's pivot on a piece of ground.
    """
    m = Mechanism("rusr", (0.0, -9.81, 0.0))
    l2, l3, l4, foot = 1.0, 2.0, 1.5, (2.0, 0.0, -0.5)

    def slender(name: str, mass: float, length: float, at: Any) -> Any:
        I = mass * length**2 / 12
        return m.body(name, mass, (length / 2, 0, 0), (0.0, I, I), at=at)

    crank = slender("crank", 1.0, l2, (0, 0, 0))
    coupler = slender("coupler", 2.0, l3, (l2, 0, 0))
    follower = slender("follower", 1.5, l4, foot)
    m.revolute("crank_pivot", m.ground, crank, at=(0, 0, 0), axis="z")
    m.universal("cross", crank, coupler, at=(l2, 0, 0), axis="z", axis2="y")
    m.spherical("ball", coupler, follower, on_parent=(l3, 0, 0), on_child=(l4, 0, 0))
    pivot = m.ground
    if style == "weld":
        pivot = m.body("piece")
        m.weld("piece_cut", m.ground, pivot)
    m.revolute("follower_pivot", pivot, follower, at=foot, axis="z")
    return m.build()


def bricard(gravity: Any = (0.0, -9.81, 0.0)) -> Model:
    """Bricard's overconstrained loop of six hinges along the edges of a cube."""
    corners = [(0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)]
    axes = "yzxyzx"
    m = Mechanism("bricard", gravity)
    rods = [
        rod(m, f"rod{k + 1}", corners[k], corners[k + 1], 1.0, spin=0.0016666666666667)
        for k in range(5)
    ]
    bodies = [m.ground, *rods, m.ground]
    for k in range(6):
        m.revolute(f"R{k + 1}", bodies[k], bodies[k + 1], at=corners[k], axis=axes[k])
    return m.build()


def sarrus_linkage(angle: float = 0.6) -> Model:
    """A platform on two legs of three parallel hinges each, at a right angle: it moves straight."""
    m = Mechanism("sarrus", DOWN)
    s, h = np.sin(angle), 2 * np.cos(angle)
    platform = m.body("platform", 3.0, (0, 0, 0), (0.2, 0.2, 0.3), at=(0, 0, h))
    for name, out, axis in (("x", np.array([1.0, 0, 0]), "y"), ("y", np.array([0, 1.0, 0]), "x")):
        foot, top = 0.5 * out, 0.5 * out + (0, 0, h)
        knee = (0.5 + s) * out + (0, 0, h / 2)
        lower = rod(m, f"lower_{name}", foot, knee)
        upper = rod(m, f"upper_{name}", knee, top)
        m.revolute(f"foot_{name}", m.ground, lower, at=tuple(foot), axis=axis)
        m.revolute(f"knee_{name}", lower, upper, at=tuple(knee), axis=axis)
        m.revolute(f"top_{name}", upper, platform, at=tuple(top), axis=axis)
    return m.build()


def door(types: str = "RR", gravity: Any = DOWN) -> Model:
    """A door on two hinges above each other, on the z axis: R revolute, S spherical."""
    m = Mechanism("door", gravity)
    leaf = m.body("leaf", 20.0, (0.4, 0.0, 1.0), (6.0, 7.0, 1.1))
    for name, kind, height in zip(("low", "high"), types, (0.3, 1.8), strict=True):
        joint(m, kind, name, m.ground, leaf, (0, 0, height), "z")
    return m.build()


def delta() -> Model:
    """A platform on three legs R-U-U: three arms, three rods."""
    m = Mechanism("delta", DOWN)
    low = -0.55
    platform = m.body("platform", 1.0, (0, 0, 0), (4e-3, 4e-3, 7e-3), at=(0, 0, low))
    for k in range(3):
        turn = 2 * np.pi * k / 3
        out = np.array([np.cos(turn), np.sin(turn), 0.0])
        axis = np.array([-np.sin(turn), np.cos(turn), 0.0])
        hip = 0.2 * out
        elbow = hip + 0.3 * (np.cos(0.4) * out - np.sin(0.4) * np.array([0, 0, 1.0]))
        ankle = 0.06 * out + (0, 0, low)
        arm = rod(m, f"arm{k}", hip, elbow, 0.4)
        fore = rod(m, f"rod{k}", elbow, ankle, 0.2)
        second = np.cross(axis, ankle - elbow)
        second /= np.linalg.norm(second)
        m.revolute(f"hip{k}", m.ground, arm, at=tuple(hip), axis=tuple(axis))
        for name, body, at in ((f"elbow{k}", arm, elbow), (f"ankle{k}", platform, ankle)):
            m.universal(name, body, fore, at=tuple(at), axis=tuple(axis), axis2=tuple(second))
    return m.build()
