"""States of a system from the poses and velocities of its bodies, and rows of tables.

The reference problems say where the bodies are; which coordinates describe them is our choice.
In their models the frame of a body sits at its centre of mass.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus import System
from sarrus.model import GROUND
from sarrus.spatial import Transform
from sarrus.spatial.rotation import quaternion_matrix
from sarrus.system.state import State

Bodies = Mapping[str, Mapping[str, Any]]
"""By body name: `com`, `R`, and where it moves `v_com` and `omega`, in world axes."""


def position_of(system: System, bodies: Bodies) -> np.ndarray:
    """Return the q of the tree joints that lie between bodies at given places."""

    def frame(body: str) -> Transform:
        if body == GROUND:
            return Transform.identity()
        return Transform.of(np.array(bodies[body]["R"]), np.array(bodies[body]["com"]))

    parts = [np.zeros(0)]
    for name in system.compiled.layout.q_slice:
        joint = system.model.joint(name)
        X_WF = frame(joint.parent) @ joint.on_parent.transform
        X_WM = frame(joint.child) @ joint.on_child.transform
        parts.append(joint.type.coordinates_of(X_WF.inverse @ X_WM))
    return np.concatenate(parts)


def state_of(system: System, bodies: Bodies) -> State:
    """Return the state that has the bodies at given places with given velocities.

    The velocities follow by least squares; `System.state` refuses what the loops do not allow.
    """
    q = position_of(system, bodies)
    moving = [name for name in bodies if "v_com" in bodies[name]]
    if not moving:
        return system.state(q)
    J = np.vstack([system.jacobian(name, np.zeros(3), q) for name in moving])
    wanted = [np.r_[bodies[name]["v_com"], bodies[name]["omega"]] for name in moving]
    return system.state(q, np.linalg.lstsq(J, np.concatenate(wanted), rcond=None)[0])


def body_of_row(row: np.void) -> dict[str, np.ndarray]:
    """Return place and velocity of a body from columns x.., q0.., vx.., wx.. of a table."""
    return {
        "com": in_row(row, ""),
        "R": np.asarray(quaternion_matrix(in_row(row, "q", "0123")), dtype=float),
        "v_com": in_row(row, "v"),
        "omega": in_row(row, "w"),
    }


def in_row(row: np.void, name: str, parts: str = "xyz") -> np.ndarray:
    """Return the columns `name`x, `name`y, `name`z of a row of a table."""
    return np.array([row[f"{name}{part}"] for part in parts])


def acceleration_in_table(t: np.ndarray, x: np.ndarray, xdot: np.ndarray, k: int) -> float:
    """Return the second derivative at row k of the polynomial through x and xdot around it.

    Seven rows give 14 conditions, so that the error is of the order of (step)^12.
    """
    near = slice(k - 3, k + 4)
    h = float(t[k + 3] - t[k])
    s = (t[near] - t[k]) / h
    powers = np.arange(14)
    values = s[:, None] ** powers
    slopes = powers * np.where(powers > 0, s[:, None] ** np.maximum(powers - 1, 0), 0.0)
    wanted = np.concatenate([x[near], h * xdot[near]])
    return float(2.0 * np.linalg.solve(np.vstack([values, slopes]), wanted)[2] / h**2)


def energy_rate(system: System, state: State, vdot: np.ndarray, step: float = 1e-5) -> float:
    """Return dE/dt [W] of a motion by central differences."""
    ends = [
        system.energy(system.add(state.q, h * state.v + h * h / 2 * vdot), state.v + h * vdot)
        for h in (step, -step)
    ]
    return (ends[0].total - ends[1].total) / (2.0 * step)
