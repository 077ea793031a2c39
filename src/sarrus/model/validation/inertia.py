"""M03 and M04: mass and inertia that a rigid body can have."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from sarrus.model.body import GROUND, Body
from sarrus.model.building.entry import Entry
from sarrus.model.joint import Joint
from sarrus.model.mass_properties import total_mass_properties
from sarrus.model.pose import Matrix3, Vector3, matrix3

MARGIN = 5e-13
"""Relative to the greatest principal moment; smaller violations are round-off."""
NOISE = 1e-9
"""Relative to mass times size squared; moments that are wrong by less have no influence on any
motion: they are what is left of differences, in point masses and thin rods of real files."""


def check_inertia(
    entry: Entry, mass: float, inertia: Matrix3, size: float = 0.0, carried: bool = False
) -> Matrix3:
    """Return the inertia of a body, without noise; report what no body can have.

    With moments p1 <= p2 <= p3 of I about the centre of mass: p1 >= 0 (else an error) and
    p1 + p2 >= p3 (else a warning). size: of the body with its joints [m]: moments that are negative
    by less than a small part of mass times size squared count as zero, with a notice. carried:
    whether the body is fixed to others with which together it is sound; nothing is then an error.
    """
    if not np.all(np.isfinite(inertia)):
        rule = "about the centre of mass is too large for a number of double precision"
        entry.report("M04", "inertia", rule)
        return inertia
    moments, axes = np.linalg.eigh(np.array(inertia))
    a, b, c = map(float, moments)
    margin = MARGIN * max(abs(a), abs(c))
    noise = max(margin, NOISE * mass * size * size)
    a, b, c = [0.0 if abs(p) <= margin else p for p in (a, b, c)]
    shown = f"principal moments {a:.6g}, {b:.6g}, {c:.6g} kg m^2"
    if -noise <= a < 0.0:
        kept = np.where(moments > (noise if c <= noise else 0.0), moments, 0.0)
        rule = f"are negative by rounding, below {noise:.2g} kg m^2 of this body: taken as zero"
        entry.report("M03", "inertia", rule, value=shown, severity="notice")
        return matrix3(axes @ np.diag(kept) @ axes.T)
    if a < 0.0:
        rule = "are not those of a body: none may be negative"
        cause = "products of inertia with the wrong sign, or an inertia about another point"
        severity = "warning" if carried else "error"
        action = "correct the inertia"
        entry.report(
            "M03", "inertia", rule, value=shown, cause=cause, action=action, severity=severity
        )
    elif a + b < c - margin:
        rule = f"break the triangle rule: {a:.6g} + {b:.6g} < {c:.6g}, by {c - a - b:.3g} kg m^2"
        cause = "inertia in another frame or about the joint, or products with the wrong sign"
        action = "correct the inertia, or ignore this warning at your own risk"
        severity = "warning"
        if c - a - b <= noise:
            cause, action, severity = "rounding of the numbers", "", "notice"
        entry.report(
            "M03", "inertia", rule, value=shown, cause=cause, action=action, severity=severity
        )
    if mass == 0.0 and c > 0.0:
        rule = f"while the inertia is not zero: {shown}"
        action = "give the mass, or leave it if this is intended (tables of robots do it)"
        entry.report("M04", "mass", rule, value="mass 0 kg", action=action, severity="warning")
    return inertia


def check_inertias(
    bodies: Sequence[Body], joints: Iterable[Joint], entry: Callable[[str], Entry]
) -> list[Body]:
    """Return the bodies with inertias that bodies can have; entry: of a body, by its name.

    Bodies that welds hold together are one body to all others: a part whose inertia is wrong by
    itself is a warning where the whole is sound, and where the whole is fixed to ground.
    """
    doubtful = _doubtful(bodies)
    if not doubtful:
        return list(bodies)
    listed = list(joints)
    sizes = _sizes(bodies, listed)
    sound = _sound(bodies, listed)
    checked = list(bodies)
    for i in doubtful:
        body = bodies[i]
        carried = body.name in sound
        inertia = check_inertia(
            entry(body.name), body.mass, body.inertia, sizes[body.name], carried
        )
        if inertia is not body.inertia:
            checked[i] = replace(body, inertia=inertia)
    return checked


def _doubtful(bodies: Sequence[Body]) -> list[int]:
    """Return the places of the bodies that `check_inertia` may have something to say of.

    The moments of all are found at once; almost all bodies are beyond doubt.
    """
    if not bodies:
        return []
    inertias = np.array([body.inertia for body in bodies])
    masses = np.array([body.mass for body in bodies])
    finite = np.isfinite(inertias).all(axis=(1, 2))
    a, b, c = np.linalg.eigvalsh(np.where(finite[:, None, None], inertias, 0.0)).T
    clear = finite & (a >= 0.0) & (a + b >= c) & ((masses != 0.0) | (c == 0.0))
    return [int(i) for i in np.flatnonzero(~clear)]


def _sizes(bodies: Sequence[Body], joints: Sequence[Joint]) -> Mapping[str, float]:
    """Return how far from its centre of mass a body goes [m]; the greatest, where it is a point."""
    points: dict[str, list[Vector3]] = defaultdict(list)
    for joint in joints:
        points[joint.parent].append(joint.on_parent.position)
        points[joint.child].append(joint.on_child.position)
    sizes = {}
    for body in bodies:
        reach = [math.dist(point, body.com) for point in points[body.name]]
        reach += [math.dist(p.pose.position, body.com) + p.shape.extent for p in body.shapes]
        sizes[body.name] = max(reach, default=0.0)
    greatest = max(sizes.values(), default=0.0)
    return {name: size or greatest for name, size in sizes.items()}


def _sound(bodies: Sequence[Body], joints: Sequence[Joint]) -> set[str]:
    """Return the bodies that are fixed to ground, or with others have a sound inertia."""
    group = {body.name: {body.name} for body in bodies} | {GROUND: {GROUND}}
    for joint in joints:
        if joint.type.nv == 0 and joint.type.n_rows == 6:
            first, second = group.get(joint.parent), group.get(joint.child)
            if first is not None and second is not None and first is not second:
                fewer, more = sorted((first, second), key=len)
                more |= fewer
                group |= dict.fromkeys(fewer, more)
    found: set[str] = set()
    place = {body.name: i for i, body in enumerate(bodies)}
    for names in {id(g): g for g in group.values() if len(g) > 1}.values():
        parts = [bodies[i] for i in sorted(place[name] for name in names if name != GROUND)]
        moments = np.linalg.eigvalsh(np.array(total_mass_properties(parts).inertia))
        if GROUND in names or moments[0] >= -MARGIN * moments[-1]:
            found |= names
    return found
