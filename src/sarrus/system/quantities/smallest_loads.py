"""Loads of all joints of a mechanism with loops, smallest where they are open, in one kernel.

Rows of cut joints that are zero whatever the position, as those across the plane of a planar
mechanism, decide nothing about the motion: the load that such a row alone carries is a self-stress.
The others, all independent, give accelerations and multipliers. Of the loads that go with them,
those of smallest norm over all joints are found, and what self-stresses move of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sarrus.dynamics.joint_loads import all_joint_loads, joint_frames
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, Scalar, cross, is_zero, maximum, minimum
from sarrus.spatial.linear import ldl_factors, ldl_solution
from sarrus.system.quantities.equations import Inputs, Outputs
from sarrus.system.quantities.loop_equations import closed_forward, self_stress

UNIQUE_ALL, FOUND = 1, 2
"""Outcomes: all components are unique; some may not be."""


@dataclass(frozen=True)
class OpenRows:
    """What is asked for, and what is known of the rows of the loops.

    part: "wrench" or "reaction"; joints: all of them; kept: rows of the system that are in use, all
    independent, scale: of all its rows; stressed: rows in space that are zero, spatial_scale: of
    all of these, owner: whose each is that is stressed, owners: their number; length: that compares
    forces and moments.
    """

    part: str
    joints: tuple[str, ...]
    kept: tuple[int, ...]
    scale: tuple[float, ...]
    stressed: tuple[int, ...]
    spatial_scale: tuple[float, ...]
    owner: tuple[int, ...]
    owners: int
    length: float


@dataclass(frozen=True)
class Limits:
    """Where results can be relied on, and what is unique.

    watch: the least of the watches of the rows; pivot: of the factor of the normal equations,
    scaled to ones on their diagonal; largest: of the state; unique: part of its size below which a
    self-stress leaves a load alone.
    """

    watch: float
    pivot: float
    largest: float
    unique: float


def smallest_loads(x: Inputs, rows: OpenRows, limits: Limits) -> Outputs:
    """Forces, moments and points of all joints, labels and reasons, the outcome; a watch.

    Labels are zero or more where a component is unique, reasons more than zero where rows of an
    owner are one; both are left out where nothing is open. The watch is 1 or more where all that
    can be relied on.
    """
    solved, loads = _loads(x, rows)
    turned, _, _, points = joint_frames(x.positions, rows.joints)
    turns = turned[:, 1]
    own = loads[rows.part]
    least = minimum(solved["watch"][0], solved["watch"][1]) * (1.0 / limits.watch)
    labels: list[Scalar] = []
    if rows.stressed:
        stresses = _stresses(x, rows)
        compared = [
            _at_points(stress["reaction"], points, 1.0 / rows.length) for stress in stresses
        ]
        now = _at_points(loads["reaction"], points, 1.0 / rows.length)
        z, pivot = _least_squares(compared, now)
        least = minimum(least, pivot * (1.0 / limits.pivot**2))
        for value, stress in zip(z, stresses, strict=True):
            own = own + value * stress[rows.part]
        if rows.part != "reaction":
            compared = [_at_points(s[rows.part], points, 1.0 / rows.length) for s in stresses]
        labels = _labels(compared, turns, rows, limits.unique)
    found = _at_points(own, points, 1.0)
    force = [turns[j].T @ found[j, 0:3] for j in range(len(turns))]
    moment = [turns[j].T @ found[j, 3:6] for j in range(len(turns))]
    outcome = FOUND if rows.stressed else UNIQUE_ALL
    numbers = [*force, *moment, *points, np.array([*labels, float(outcome)])]
    for value in (*x.arrays["q"], *x.arrays["v"]):
        least = minimum(least, 2.0 - abs(value) * (1.0 / limits.largest))
    return {"found": np.concatenate(numbers), "watch": np.array([least])}


def _loads(x: Inputs, rows: OpenRows) -> tuple[Outputs, Outputs]:
    """Return the motion without drives, and wrenches and reactions by multipliers of its rows."""
    free = replace(x, arrays={**x.arrays, "tau": np.zeros(x.tree.nv)})
    solved = closed_forward(free, rows.kept, False, rows.scale)
    lam: Array = np.zeros(x.tree.n_rows, dtype=object)
    for k, row in enumerate(rows.kept):
        lam[row] = rows.scale[row] * solved["lam"][k]
    moving = replace(x, arrays={**x.arrays, "vdot": solved["vdot"]})
    still = np.zeros(sum(cut.type.nv for cut in x.tree.cuts))
    found = all_joint_loads(moving.accelerations, x.loads, lam, still, rows.joints)
    return solved, {"wrench": found[0], "reaction": found[1]}


def _stresses(x: Inputs, rows: OpenRows) -> list[Outputs]:
    """Return what every row in space that is zero does to the joints, alone."""
    cuts = tuple(replace(cut, mix=None) for cut in x.tree.cuts)
    still = np.zeros(sum(cut.type.nv for cut in cuts))
    found = []
    for row in rows.stressed:
        lam = np.zeros(len(rows.spatial_scale))
        lam[row] = rows.spatial_scale[row]
        arrays = {"q": x.arrays["q"], "lam": lam, "tau_cut": still}
        alone = replace(x, tree=replace(x.tree, cuts=cuts), arrays=arrays)
        found.append(self_stress(alone, rows.joints))
    return found


def _at_points(loads: Array, points: Array, factor: float) -> Array:
    """Return loads at the joints' own points, moments times a factor."""
    found = []
    for load, point in zip(loads, points, strict=True):
        moment = load[3:6] - cross(point, load[0:3])
        found.append(np.concatenate([load[0:3], factor * moment]))
    return np.array(found).reshape(len(points), 6)


def _least_squares(stresses: Sequence[Array], now: Array) -> tuple[list[Scalar], Scalar]:
    """Return the parts of self-stresses that make loads smallest, by the normal equations.

    With it the least pivot of their factor, as part of its own diagonal.
    """
    columns = [
        [(i, value) for i, value in enumerate(stress.ravel()) if not is_zero(value)]
        for stress in stresses
    ]
    k, flat = len(columns), now.ravel()
    gram: Array = np.zeros((k, k), dtype=object)
    for c, column in enumerate(columns):
        own = dict(column)
        for d in range(c + 1):
            products = [own[i] * value for i, value in columns[d] if i in own]
            gram[c, d] = gram[d, c] = sum(products, 0.0)
    right = [-sum((value * flat[i] for i, value in column), 0.0) for column in columns]
    factors = ldl_factors(gram)
    least: Scalar = 1.0
    for c in range(k):
        least = minimum(least, 1.0 / (gram[c, c] * factors[1][c]))
    return ldl_solution(factors, right), least


def _labels(compared: Sequence[Array], turns: Array, rows: OpenRows, unique: float) -> list[Scalar]:
    """Return what is left until a component is not unique, and by how much owners exceed it."""
    joints = len(rows.joints)
    left: Array = np.full((joints, 6), 1.0, dtype=object)
    blamed: Array = np.full((joints, rows.owners), -1.0, dtype=object)
    for stress, owner in zip(compared, rows.owner, strict=True):
        size: Scalar = 1e-300
        for value in stress.ravel():
            size = size if is_zero(value) else maximum(size, abs(value))
        limit = unique * size
        for j in range(joints):
            seen = np.concatenate([turns[j].T @ stress[j, 0:3], turns[j].T @ stress[j, 3:6]])
            for i, value in enumerate(seen):
                if not is_zero(value):
                    rest = limit - abs(value)
                    left[j, i] = minimum(left[j, i], rest)
                    blamed[j, owner] = maximum(blamed[j, owner], -rest)
    return [*left.ravel(), *blamed.ravel()]
