"""The task of paper 3 with the PUMA 560 of section 4.4, and a small arm for hand calculations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

import sarrus
from robotics.arms import PUMA_RANGES, PUMA_TABLE
from sarrus.robotics import Grip, MassProperties, Move, Release, Sequence, Task, Trapezoid
from sarrus.robotics import joint_move as moved

POSES = json.loads(
    (Path(__file__).parents[1] / "reference/refs/paper3_puma560_poses.json").read_text("utf-8")
)
QA, QB, QC = (np.array(POSES[name]) for name in ("qA", "qB", "qC"))
PA, PB, PC = (np.array(POSES[name]) for name in ("PA", "PB", "PC"))
LAW = Trapezoid(1.0, 0.25)
PAYLOAD = MassProperties(2.0, (0.0, 0.0, 0.10))
EFFORTS = (97.6, 186.4, 89.4, 24.2, 20.1, 21.3)
MASSES = (0.0, 17.4, 4.8, 0.82, 0.34, 0.09)
COMS = (
    (0.0, 0.0, 0.0),
    (-0.3638, 0.006, 0.2275),
    (-0.0203, -0.0141, 0.070),
    (0.0, 0.019, 0.0),
    (0.0, 0.0, 0.0),
    (0.0, 0.0, 0.032),
)
INERTIAS = (
    (0.0, 0.35, 0.0),
    (0.13, 0.524, 0.539),
    (0.066, 0.086, 0.0125),
    (1.8e-3, 1.3e-3, 1.8e-3),
    (0.3e-3, 0.4e-3, 0.3e-3),
    (0.15e-3, 0.15e-3, 0.04e-3),
)
LINKS = [
    {"mass": m, "com": com, "inertia": inertia}
    for m, com, inertia in zip(MASSES, COMS, INERTIAS, strict=True)
]


def puma_rows(scale: float = 1.0) -> list[dict[str, Any]]:
    rows = zip(PUMA_TABLE, PUMA_RANGES, EFFORTS, strict=True)
    return [
        {
            "d": scale * d,
            "a": scale * a,
            "alpha": np.radians(alpha),
            "limits": tuple(np.radians(limits)),
            "effort_limit": effort,
        }
        for (d, a, alpha), limits, effort in rows
    ]


def puma_model(scale: float = 1.0, **options: Any) -> sarrus.Model:
    return sarrus.from_dh(puma_rows(scale), "classic", links=LINKS, **options)


def puma_sequence(payload: MassProperties | None = PAYLOAD) -> Sequence:
    legs = [
        Move(moved(a, b, LAW), label)
        for a, b, label in ((QA, QB, "A-B"), (QB, QC, "B-C"), (QC, QA, "C-A"))
    ]
    if payload is None:
        return Sequence(legs)
    return Sequence([legs[0], Grip(payload), legs[1], Release(), legs[2]])


def puma_task(payload: MassProperties | None = PAYLOAD, **options: Any) -> Task:
    return Task(puma_model(), puma_sequence(payload), **options)


LENGTH, MASS, OWN = 0.5, 2.0, 0.03


def swing_arm(gravity: float = 0.0, **joint: Any) -> sarrus.Model:
    """One arm on a hinge about y: 2 kg, 0.5 m from the hinge, along x at q = 0."""
    m = sarrus.Mechanism("swing", gravity=(0.0, 0.0, -gravity))
    arm = m.body("arm", mass=MASS, com=(LENGTH, 0.0, 0.0), inertia=(OWN, OWN, OWN))
    m.revolute("hinge", m.ground, arm, at=(0.0, 0.0, 0.0), axis=(0.0, -1.0, 0.0), **joint)
    return m.build()


INERTIA = OWN + MASS * LENGTH**2
"""Of the arm about its hinge [kg m^2]."""
