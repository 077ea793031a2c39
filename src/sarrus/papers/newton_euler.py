"""The recursion of Luh, Walker and Paul in link frames (paper 3).

Nothing of it is shared with the equations of Sarrus: it reads the table of Denavit and Hartenberg
itself, and goes from the base to the last link and back with 3-vectors in the axes of each link.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.entry import Entry

TABLE = "R40"
"""The code of what is wrong with a table."""

Z = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, eq=False)
class Link:
    """A row of a classic table with its link: theta [rad], d [m], a [m], alpha [rad] at q = 0.

    slides: whether the joint is prismatic; mass [kg]; com: centre of mass in the link frame [m];
    inertia: about it in link axes [kg m^2], 3 x 3.
    """

    theta: float
    d: float
    a: float
    alpha: float
    slides: bool
    mass: float
    com: np.ndarray
    inertia: np.ndarray

    def rotation(self, q: float) -> np.ndarray:
        """Return R, the axes of this link in those of the one before."""
        theta = self.theta + (0.0 if self.slides else q)
        c, s, ca, sa = np.cos(theta), np.sin(theta), np.cos(self.alpha), np.sin(self.alpha)
        return np.array([[c, -s * ca, s * sa], [s, c * ca, -c * sa], [0.0, sa, ca]])

    def arm(self, q: float) -> np.ndarray:
        """Return p*, from the frame before to this one, in the axes of this link [m]."""
        d = self.d + (q if self.slides else 0.0)
        return np.array([self.a, d * np.sin(self.alpha), d * np.cos(self.alpha)])


@dataclass(frozen=True, eq=False)
class LinkLoads:
    """What the link before exerts on each link: force [N], and moment [N m] about its own origin.

    That origin is the frame of the link before; the components are in the axes of the link.
    efforts: of the joints [N m or N].
    """

    efforts: np.ndarray
    forces: np.ndarray
    moments: np.ndarray


def table_links(
    rows: Sequence[Mapping[str, Any]], links: Sequence[Mapping[str, Any]]
) -> tuple[Link, ...]:
    """Return the links of a classic table as `sarrus.from_dh` takes it.

    links: mass, com and inertia about it, 3 principal moments or 3 x 3.
    """
    problems: list[Problem] = []
    if len(rows) != len(links):
        rule = f"has {len(links)} entries for {len(rows)} rows; give one for each"
        problems.append(Problem(TABLE, "links", rule))
    found = [
        _link(Entry(f"row {k + 1}", {}, problems), row, link)
        for k, (row, link) in enumerate(zip(rows, links, strict=False))
    ]
    if problems:
        raise ModelError(problems)
    return tuple(found)


def _link(entry: Entry, row: Mapping[str, Any], link: Mapping[str, Any]) -> Link:
    kind = row.get("type", "revolute")
    if kind not in ("revolute", "prismatic"):
        rule = "must be 'revolute' or 'prismatic'"
        entry.report(TABLE, "type", rule, value=repr(kind))
    units = {"theta": "rad", "d": "m", "a": "m", "alpha": "rad"}
    units["offset"] = "m" if kind == "prismatic" else "rad"
    p = {key: entry.number(key, row.get(key, 0.0), unit) or 0.0 for key, unit in units.items()}
    p["d" if kind == "prismatic" else "theta"] += p.pop("offset")
    mass = entry.number("mass", link.get("mass", 0.0), "kg", least=0.0) or 0.0
    com = entry.numbers("com", link.get("com", (0.0, 0.0, 0.0)), "m", 3) or (0.0, 0.0, 0.0)
    J = np.array(link.get("inertia", (0.0, 0.0, 0.0)), dtype=float)
    full = np.diag(J) if J.shape == (3,) else J
    if full.shape != (3, 3):
        entry.report(TABLE, "inertia", "must be 3 or 3 x 3 numbers", value=f"shape {J.shape}")
        full = np.zeros((3, 3))
    return Link(**p, slides=kind == "prismatic", mass=mass, com=np.array(com), inertia=full)


def luh_walker_paul(
    links: Sequence[Link],
    q: Any,
    qd: Any,
    qdd: Any,
    gravity: Any = (0.0, 0.0, -9.81),
) -> LinkLoads:
    """Return the efforts and loads of a motion by the recursion of paper 3, section 4.

    q, qd, qdd: of all joints; gravity: in the axes of the base frame [m/s^2]. The base accelerates
    by -gravity, which loads the links as their weight does.
    """
    w, al, vd = np.zeros(3), np.zeros(3), -np.asarray(gravity, dtype=float)
    R, p, F, N = [], [], [], []
    for link, x, rate, acceleration in zip(links, q, qd, qdd, strict=True):
        turn, arm = link.rotation(x).T, link.arm(x)
        if link.slides:
            w, al = turn @ w, turn @ al
            sliding = turn @ (vd + Z * acceleration) + 2.0 * np.cross(w, turn @ (Z * rate))
            vd = sliding + np.cross(al, arm) + np.cross(w, np.cross(w, arm))
        else:
            al = turn @ (al + Z * acceleration + np.cross(w, Z * rate))
            w = turn @ (w + Z * rate)
            vd = np.cross(al, arm) + np.cross(w, np.cross(w, arm)) + turn @ vd
        center = np.cross(al, link.com) + np.cross(w, np.cross(w, link.com)) + vd
        R.append(turn.T)
        p.append(arm)
        F.append(link.mass * center)
        N.append(link.inertia @ al + np.cross(w, link.inertia @ w))
    return _inward(links, R, p, F, N)


def _inward(
    links: Sequence[Link],
    R: list[np.ndarray],
    p: list[np.ndarray],
    F: list[np.ndarray],
    N: list[np.ndarray],
) -> LinkLoads:
    """Sum forces and moments from the last link to the base."""
    n = len(links)
    forces, moments, efforts = np.zeros((n, 3)), np.zeros((n, 3)), np.zeros(n)
    f, moment, outer = np.zeros(3), np.zeros(3), np.eye(3)
    for i in range(n - 1, -1, -1):
        passed = outer @ (moment + np.cross(outer.T @ p[i], f))
        moment = passed + np.cross(p[i] + links[i].com, F[i]) + N[i]
        f = outer @ f + F[i]
        axis = R[i].T @ Z
        forces[i], moments[i] = f, moment
        efforts[i] = (f if links[i].slides else moment) @ axis
        outer = R[i]
    return LinkLoads(efforts, forces, moments)
