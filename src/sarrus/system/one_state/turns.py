"""Whole turns of angles that are wanted: how a mechanism gets there from where it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.solvers.assembly import CLOSED

if TYPE_CHECKING:
    from sarrus.system.system import System

TURN = 2.0 * np.pi
NEAR = 0.8
"""Angles [rad] up to which a position is found without being led there."""
STEP, SHORT, MOST_POSITIONS = 0.5, 0.25, 4000
"""Angle [rad] between positions on the way to a wanted one, within half a turn the second, and how
many of them at most."""
JUMP = 1.5
"""What moves by more than this [rad, lengths of the model] in such a step has jumped."""
LED = 1e-6
"""How near [rad or m] to what it should be a position on the way is."""


def led_position(
    system: System,
    q: np.ndarray,
    values: dict[str, Any],
    found: Callable[[np.ndarray, dict[str, Any]], tuple[np.ndarray, float] | None],
    last: tuple[np.ndarray, ...] = (),
    near: float = NEAR,
) -> np.ndarray | None:
    """Return the position to which the mechanism is led from q when angles turn far.

    How often joints have turned, and where the nut of a screw is, then follow from the way:
    every wanted coordinate goes straight from where it is to its value, that of a closed curve the
    shorter way round. None where all angles are near, or where the mechanism cannot go this way;
    near = 0: also where lengths alone are wanted.

    found(q, values): the closed position near q with these values, and how far off they are.
    """
    goals = {name: np.atleast_1d(np.asarray(x, dtype=float)) for name, x in values.items()}
    rates = {name: turns_among(system, name) for name in goals}
    if not system.closed or (near and not any(rate.any() for rate in rates.values())):
        return None
    loops = system.compiled.loops
    phi = loops.closure(q, *last)[0]
    if not float(np.abs(loops.row_scale * phi).max(initial=0.0)) <= CLOSED:
        first = found(q, {})
        if first is None:
            return None
        q = first[0]
    starts = {name: coordinate(system, q, name, last) for name in goals}
    if any(starts[name].shape != goal.shape for name, goal in goals.items()):
        return None  # parts of quaternions
    ways = {n: shorter_way(system, n, goal - starts[n]) for n, goal in goals.items()}
    length = loops.length
    far = max(
        float(np.max(np.abs(way) * np.where(rates[n], rates[n], 0.0 if near else 1.0 / length)))
        for n, way in ways.items()
    )
    if not near < far <= STEP * MOST_POSITIONS:
        return None
    n = int(np.ceil(far / (STEP if far > np.pi else SHORT)))
    size = system.compiled.loops.column_scale
    for k in range(1, n + 1):
        there = found(q, {name: starts[name] + k / n * way for name, way in ways.items()})
        if there is None or there[1] > LED:
            return None
        if float(np.max(np.abs(system.difference(there[0], q) / size))) > JUMP:
            return None  # to another assembly
        q = there[0]
    return q


def coordinate(
    system: System, q: np.ndarray, name: str, last: tuple[np.ndarray, ...] = ()
) -> np.ndarray:
    """Return the coordinates of a name, in the tree or cut."""
    vector, place = system.compiled.place_of(name, ("q", "cut_q"))
    return (q if vector == "q" else system.compiled.loops.closure(q, *last)[2])[place].copy()


def angles_among(system: System, name: str) -> np.ndarray:
    """Return which of the coordinates of a name are angles."""
    joint, within = system.compiled.joint_at(*system.compiled.place_of(name, ("q", "cut_q")))
    kind = system.model.joint(joint).type
    angles = [c.unit == "rad" and kind.quaternion_at is None for c in kind.coordinates[within]]
    return np.array(angles, dtype=bool)


def turns_among(system: System, name: str) -> np.ndarray:
    """Return by how much [rad] the coordinates of a name turn per unit, 0 for lengths.

    Once round a closed curve is a whole turn.
    """
    joint, within = system.compiled.joint_at(*system.compiled.place_of(name, ("q", "cut_q")))
    kind = system.model.joint(joint).type
    periods = np.array(kind.periods[within])
    rounds = np.where(periods, TURN / np.where(periods, periods, 1.0), 0.0)
    return np.where(angles_among(system, name), 1.0, rounds)


def shorter_way(system: System, name: str, way: np.ndarray) -> np.ndarray:
    """Return a way of the coordinates of a name, less the rounds that are not counted."""
    joint, within = system.compiled.joint_at(*system.compiled.place_of(name, ("q", "cut_q")))
    kind = system.model.joint(joint).type
    if kind.counts_rounds:
        return way
    periods = np.array(kind.periods[within])
    return np.asarray(way - periods * np.rint(way / np.where(periods, periods, 1.0)))


def with_wanted_turns(
    system: System, q: np.ndarray, values: dict[str, Any], last: tuple[np.ndarray, ...] = ()
) -> np.ndarray:
    """Return q with whole turns of the tree, so that angles of cut joints are as they are wanted.

    A turn more of the sum that such an angle is must be one of a joint in the loop, which leads
    back to the same position. Joints that are wanted themselves keep theirs.
    """
    compiled, y = system.compiled, None
    for name, value in values.items():
        vector, place = compiled.place_of(name, ("q", "cut_q"))
        if vector != "cut_q":
            continue
        joint, within = compiled.joint_at(vector, place)
        cut = compiled.compiler.tree.cuts[compiled.compiler.tree.cut_index[joint]]
        if cut.angle is None or not within.start <= cut.angle.place < within.stop:
            continue
        y = compiled.loops.closure(q, *last)[2] if y is None else y
        at = cut.angle.place - within.start
        off = float(np.atleast_1d(np.asarray(value, dtype=float))[at] - y[place][at])
        missing = TURN * np.round(off / TURN)
        free = _free_turns(system, joint, cut.angle.terms, values) if missing else []
        if free:
            k, sign = free[0]
            q, y = q.copy(), None
            q[k] += sign * missing
    return q


def _free_turns(
    system: System, joint: str, terms: tuple[tuple[int, float], ...], values: dict[str, Any]
) -> list[tuple[int, float]]:
    """Return the terms of an angle that whole turns may be added to, the best first."""
    compiled = system.compiled
    kept = [compiled.place_of(name, ("q", "cut_q")) for name in values]
    others = [c.angle.terms for c in compiled.compiler.tree.cuts if c.angle and c.joint != joint]
    shared = {k for own in others for k, _ in own}
    found = []
    for k, sign in terms:
        owner, within = compiled.joint_at("q", slice(k, k + 1))
        wanted = any(v == "q" and place.start <= k < place.stop for v, place in kept)
        if system.model.joint(owner).type.periodic[within.start] and not wanted:
            found.append((k, sign))
    return sorted(found, key=lambda term: term[0] in shared)
