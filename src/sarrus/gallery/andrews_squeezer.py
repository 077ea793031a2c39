"""Andrews' squeezing mechanism: seven bodies in the plane, three loops, milliseconds."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.gallery.drawing import BLUE, GREEN, ORANGE, RED, SAND, STEEL, block, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import foot, hinge, meeting
from sarrus.model import BodyHandle, Mechanism, Model
from sarrus.spatial.arrays import norm

LENGTHS = {
    "xa": -0.06934, "ya": -0.00227, "xb": -0.03635, "yb": 0.03273, "xc": 0.014, "yc": 0.072,
    "d": 0.028, "da": 0.0115, "e": 0.02, "ea": 0.01421, "rr": 0.007, "ra": 0.00092,
    "ss": 0.035, "sa": 0.01874, "sb": 0.01043, "sc": 0.018, "sd": 0.02, "ta": 0.02308,
    "tb": 0.00916, "u": 0.04, "ua": 0.01228, "ub": 0.00449, "zf": 0.02, "zt": 0.04, "fa": 0.01421,
}  # fmt: skip
"""Places and lengths in the letters of the published problem [m]."""
MASSES = (0.04325, 0.00365, 0.02373, 0.00706, 0.0705, 0.00706, 0.05498)
INERTIAS = (2.194e-6, 4.41e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5)
COLORS = (RED, BLUE, SAND, ORANGE, GREEN, ORANGE, GREEN)
LAYERS = (-1, 0, 1, 2, 3, -2, -3)
"""How far before the plane the bodies are drawn."""
THICK = 0.002
"""Radius of the bars that are drawn [m]."""
ACROSS = (0.0, 0.0, 1.0)


def andrews_squeezer(
    lengths: Mapping[str, float] | None = LENGTHS,
    *,
    masses: tuple[float, ...] = MASSES,
    inertias: tuple[float, ...] = INERTIAS,
    stiffness: float = 4530.0,
    free_length: float = 0.07785,
    torque: float = 0.033,
) -> Model:
    """Return the model: bodies K1 to K7, hinges O, F, B, G, A5, H, A7 and E3, E4, E6 at E.

    lengths: in place of some of `LENGTHS` [m]; masses [kg] and inertias [kg m^2] of K1 to K7;
    stiffness [N/m] and free_length [m] of the spring; torque of the motor on O [N m]. Drawn with
    K1 and K2 in line (Theta = 0), as the published problem starts; no gravity. K1 is the crank OF,
    K2 the rod FE, K3 the rocker BE with the spring at D, K4 and K6 the rods EG and EH, K5 and K7
    the levers AG and AH. The numbers are those of the published problem.
    """
    for name in lengths or {}:
        if name not in LENGTHS:
            raise ModelError(Problem("M09", f"length '{name}'", "is not known"))
    L = {**LENGTHS, **(lengths or {})}
    m = Mechanism("Andrews squeezer", (0.0, 0.0, 0.0))
    O = np.zeros(3)
    A, B = (np.array([L[f"x{p}"], L[f"y{p}"], 0.0]) for p in "ab")
    E = meeting(O, L["d"] - L["rr"], B, L["ss"], 1.0, "K2 and K3")
    F = -L["rr"] * E / norm(E)
    G = meeting(A, L["zt"], E, L["e"], 1.0, "K5 and K4")
    H = meeting(A, L["u"], E, L["zf"], -1.0, "K7 and K6")
    D = _beside(B, E, L["sc"], L["sd"])
    ends = {"K1": (O, F), "K2": (F, E), "K3": (B, E), "K4": (E, G), "K5": (A, G), "K6": (E, H),
            "K7": (A, H)}  # fmt: skip
    coms = (
        _beside(O, F, L["ra"]), _beside(F, E, L["da"]), _beside(B, E, L["sa"], L["sb"]),
        _beside(E, G, L["ea"]), _beside(A, G, L["ta"], L["tb"]), _beside(E, H, L["fa"]),
        _beside(A, H, L["ua"], -L["ub"]),
    )  # fmt: skip
    b: dict[str, BodyHandle] = {}
    for k, ((name, (start, end)), com) in enumerate(zip(ends.items(), coms, strict=True)):
        shift = np.array([0.0, 0.0, 2.2 * THICK * LAYERS[k]])
        b[name] = m.body(name, masses[k], (0.0, 0.0, 0.0), (inertias[k],) * 3, at=com)
        link(b[name], start - com + shift, end - com + shift, THICK, COLORS[k])
        if name in ("K1", "K5", "K7"):  # what makes them heavy
            pin(b[name], shift, ACROSS, 5.0 * THICK, 2.0 * THICK, COLORS[k])
        if name in ("K5", "K7"):
            link(b[name], start - com + shift, shift, THICK, COLORS[k])
    above = np.array([0.0, 0.0, 2.2 * THICK * LAYERS[2]])
    link(b["K3"], B - coms[2] + above, D - coms[2] + above, THICK, SAND)
    for name, parent, child, at in (
        ("O", m.ground, "K1", O), ("F", b["K1"], "K2", F), ("B", m.ground, "K3", B),
        ("A5", m.ground, "K5", A), ("G", b["K5"], "K4", G), ("A7", m.ground, "K7", A),
        ("H", b["K7"], "K6", H), ("E3", b["K2"], "K3", E), ("E4", b["K2"], "K4", E),
        ("E6", b["K2"], "K6", E),
    ):  # fmt: skip
        hinge(m, name, parent, b[child], at)
    C = (L["xc"], L["yc"], 0.0)
    m.spring_damper("spring", m.ground, b["K3"], at_a=C, at_b=D, k=stiffness,
                    free_length=free_length)  # fmt: skip
    m.joint_torque("motor", "O", torque)
    for at in (O, A, B):
        foot(m, at, THICK)
    block(m.ground, C, (4.0 * THICK,) * 3, STEEL)
    return m.build()


def _beside(start: np.ndarray, end: np.ndarray, along: float, left: float = 0.0) -> np.ndarray:
    """Return the point that lies so far along the way from start to end, and to its left."""
    way = (end - start) / norm(end - start)
    return np.asarray(start + along * way + left * np.cross(ACROSS, way))


EXAMPLE = Example(
    "andrews_squeezer",
    andrews_squeezer,
    "seven bodies in the plane, three loops, 30 milliseconds (test set for IVP solvers)",
    until=0.03,
    every=1e-4,
    outputs=("O.rate", "B.angle", "E3.reaction.force"),
)
