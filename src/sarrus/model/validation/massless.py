"""M01: a joint that can move although nothing outboard of it has inertia in that direction.

Bodies with one joint left are taken off one after the other. Each hands its articulated
inertia K - U D^-1 U^T, with U = K S and D = S^T K S, to its neighbour. Where D is singular,
forces on the joint would give infinite accelerations, unless a coupler ties it to others. Bodies in
loops are never taken off; see `massless_loops`.
"""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND, Body
from sarrus.model.building.entry import text_of
from sarrus.model.joint import Joint
from sarrus.model.joints.joint_type import JointType
from sarrus.model.joints.reversed import Reversed
from sarrus.model.model import Model
from sarrus.model.pose import Pose
from sarrus.model.validation.massless_loops import check_loops
from sarrus.spatial import Inertia

if TYPE_CHECKING:
    from sarrus.model.validation.physics import Places

SINGULAR = 1e-13
"""An inertia below this part of the whole outboard inertia is taken as zero."""
CONFIGURATIONS = 3
AMPLE = 2.0 * SINGULAR
STARTS = (0.0, 0.37, -0.71)
"""Where joints are looked at."""


@dataclass(frozen=True)
class Leaf:
    """A body with one joint left, and that joint."""

    body: str
    joint: Joint


@dataclass(frozen=True)
class Finding:
    """A joint that has a direction without inertia: its number, outboard mass and inertia."""

    index: int
    mass: float
    inertia: float


def check_outboard_inertia(model: Model, places: Places) -> None:
    """Report every joint with a free direction without inertia in all tried configurations."""
    if not any(joint.type.nv for joint in model.joints):
        return  # nothing can move
    leaves = list(_leaves(model))
    if len(leaves) == len(model.joints) and _has_ample_inertia(model, leaves):
        return
    source = _scattered_numbers()
    found, whole = _singular(model, leaves, source)
    check_loops(model, places, [leaf.joint.name for leaf in leaves], whole)
    for _ in range(CONFIGURATIONS - 1):
        if not found:
            return
        again = _singular(model, leaves, source)[0]
        found = {name: finding for name, finding in found.items() if name in again}
    found = _findings_left_by_couplers(model, found)
    for leaf in leaves:
        if leaf.joint.name in found:
            _report(model, places, leaf, found[leaf.joint.name])


def _has_ample_inertia(model: Model, leaves: list[Leaf]) -> bool:
    """Return whether the inertia of every body itself is enough for the joint that it hangs on.

    True is a proof, found by bounds and without articulated inertias, which take most of the time
    that a large model needs; False says nothing. What hangs on a body adds to its articulated
    inertia, so that D >= S^T M S with the body's own M. Of a body of mass m and least moment J
    about its centre of mass, at the distance c from the joint, the energy of a velocity v, w at the
    joint is m |v + w x c|^2 + J |w|^2 >= min(m/4, J/(8 c^2)) |v|^2 + J/2 |w|^2: either |w| c is
    less than |v|/2, or |w| is more than |v|/(2c). The inertia outboard, to which that is compared,
    is at most that of all of it as far away as the joints between can bring it.
    """
    if not model.bodies:
        return True
    moments = np.linalg.eigvalsh(np.array([body.inertia for body in model.bodies]))
    own: dict[str, tuple[Body, float]] = {}
    # what hangs on a body and itself: mass, a point of the body, and the root of the integral of
    # r^2 dm about it
    outboard: dict[str, list[tuple[float, Any, float]]] = {}
    for body, (least, between, most) in zip(model.bodies, moments.tolist(), strict=True):
        if not body.mass > 0.0 or not least > 0.0:
            return False
        own[body.name] = body, least
        outboard[body.name] = [(body.mass, body.com, math.sqrt(0.5 * (least + between + most)))]
    for leaf in leaves:
        joint = leaf.joint
        if joint.child != leaf.body or not _is_simple(joint.type):
            return False
        (body, least), parts, at = own[leaf.body], outboard[leaf.body], joint.on_child.position
        mass = math.fsum([m for m, _, _ in parts])
        weight = math.sqrt(mass)
        reach = math.hypot(*[r + math.dist(p, at) * math.sqrt(m) for m, p, r in parts])
        arm = math.dist(body.com, at)
        # products, for powers of huge lengths raise, and squares of tiny ones are 0
        light = min(0.25 * body.mass, _ratio(0.125 * least, arm * arm)) / mass
        if (axis := _axis(joint.type)) is not None:  # the inertia about it is known
            u, v, w = axis
            a, b, c = [u * x + v * y + w * z for x, y, z in joint.on_child.rotation]
            x, y, z = [p - q for p, q in zip(body.com, at, strict=True)]
            far = math.hypot(b * z - c * y, c * x - a * z, a * y - b * x)
            light, least = math.inf, 2.0 * (least + body.mass * far * far)
        whole = reach + math.hypot(*at) * weight
        small = _ratio(0.25 * least, whole * whole)  # seen from the body, too
        if min(light, small) <= AMPLE and joint.type.nv and not joint.armature:
            return False
        if joint.parent != GROUND:
            travel = 0.0 if axis is not None else joint.type.nv  # numbers from -1 to 1 are tried
            moved = reach + travel * weight
            outboard[joint.parent].append((mass, joint.on_parent.position, moved))
    return True


def _ratio(value: float, by: float) -> float:
    """Return a quotient of positive numbers, without end where the divisor is 0."""
    return value / by if by else math.inf


@cache
def _is_simple(kind: JointType) -> bool:
    """Return whether the columns of S are constant unit turns and shifts, at right angles."""
    if not kind.nv:
        return kind.n_rows == 6
    first, *others = [
        _subspace(kind, [start + 0.3 * k for k in range(kind.nv)]) for start in STARTS
    ]
    parted = not np.any(np.any(first[0:3], axis=0) & np.any(first[3:6], axis=0))
    square = np.array_equal(first.T @ first, np.eye(kind.nv))
    return bool(parted and square) and all(np.array_equal(first, other) for other in others)


@cache
def _axis(kind: JointType) -> Any:
    """Return the axis of a hinge in M; None for other types, and for those that are not simple."""
    S = _subspace(kind, [0.0] * kind.nv)
    return (
        tuple(S[3:6, 0].tolist())
        if kind.nv == 1 and not np.any(S[0:3]) and _is_simple(kind)
        else None
    )


def _subspace(kind: JointType, moved: list[float]) -> Any:
    q = kind.add(kind.neutral(), np.array(moved))
    return np.asarray(kind.subspace(q), dtype=float)


def _scattered_numbers() -> Iterator[float]:
    """Go on with numbers between -1 and 1 that fill it evenly: parts of multiples of sqrt(2)."""
    part = 0.5  # modules of random numbers take longer to import than all that is checked
    while True:
        part = (part + 0.41421356237309515) % 1.0
        yield 2.0 * part - 1.0


def _leaves(model: Model) -> Iterator[Leaf]:
    """Yield the bodies of the branches, from their ends inwards, with their inboard joints."""
    around: dict[str, dict[str, Joint]] = defaultdict(dict)
    for joint in model.joints:
        around[joint.parent][joint.name] = joint
        around[joint.child][joint.name] = joint
    queue = deque(body.name for body in model.bodies if len(around[body.name]) == 1)
    while queue:
        body = queue.popleft()
        if len(around[body]) != 1:
            continue
        joint = next(iter(around[body].values()))
        other = joint.parent if joint.child == body else joint.child
        del around[other][joint.name], around[body][joint.name]
        yield Leaf(body, joint)
        if other != GROUND and len(around[other]) == 1:
            queue.append(other)


def _findings_left_by_couplers(model: Model, found: dict[str, Finding]) -> dict[str, Finding]:
    """Return the findings that couplers leave: a coordinate that follows others has their inertia.

    With the coordinates that have inertia at rest, the others move along the null space of their
    columns in the couplers.
    """
    places = [(name, finding.index) for name, finding in found.items()]
    rows = np.zeros((len(model.couplers), len(places)))
    for i, coupler in enumerate(model.couplers):
        for term in coupler.terms:
            if (term.joint, term.index) in places:
                rows[i, places.index((term.joint, term.index))] += term.factor
    sizes = np.max(np.abs(rows), axis=1, initial=0.0)
    rows = rows[sizes > 0.0] / sizes[sizes > 0.0, None]
    if not len(rows):
        return found
    _, values, V = np.linalg.svd(rows)
    free = V[int(np.sum(values > SINGULAR)) :]
    moved = np.max(np.abs(free), axis=0, initial=0.0) > SINGULAR
    return {name: finding for k, (name, finding) in enumerate(found.items()) if moved[k]}


def _singular(
    model: Model, leaves: list[Leaf], source: Iterator[float]
) -> tuple[dict[str, Finding], dict[str, Any]]:
    """Return the joints without inertia in some direction, in one random configuration.

    And the inertia of every body with all that is outboard of it.
    """
    free = {body.name: _matrix(body) for body in model.bodies}
    rigid = dict(free)
    found = {}
    for leaf in leaves:
        joint, inward = leaf.joint, leaf.joint.child != leaf.body
        type_ = Reversed(joint.type) if inward else joint.type
        near, far = joint.on_parent, joint.on_child
        if inward:
            near, far = far, near
        drawn = np.array([next(source) for _ in range(joint.type.nv)])
        q = joint.type.add(joint.type.neutral(), drawn)
        to_body = far.transform.inverse.motion_matrix
        K, R = (to_body.T @ inertia[leaf.body] @ to_body for inertia in (free, rigid))
        S = np.asarray(type_.subspace(q), dtype=float)
        D = S.T @ K @ S
        sizes = _sizes(S, R, rigid[leaf.body])
        singular = _directions(D, sizes)
        if joint.armature:  # the joint has one coordinate, and its rotor is inertia enough
            singular, D, sizes = np.zeros(1, dtype=bool), D + joint.armature, np.ones(1)
        if singular.any():
            index = int(np.argmax(singular))
            found[joint.name] = Finding(index, float(R[0, 0]), float(S[:, index] @ R @ S[:, index]))
        other = joint.child if inward else joint.parent
        if other != GROUND:
            U = K @ S
            outward = (near.transform @ type_.pose(q)).motion_matrix
            free[other] = free[other] + outward.T @ (K - U @ _inverse(D, sizes) @ U.T) @ outward
            rigid[other] = rigid[other] + outward.T @ R @ outward
    return found, rigid


def _matrix(body: Body) -> Any:
    return Inertia.of(body.mass, np.array(body.com), np.array(body.inertia)).matrix


def _sizes(S: Any, R: Any, R_body: Any) -> Any:
    """Return the root of the greatest inertia that each coordinate could move.

    For a shift the mass outboard, for a turn the trace of its inertia at the joint or in the
    body frame, so that what is left of a cancellation counts as zero.
    """
    moment = max(np.trace(R[3:6, 3:6]), np.trace(R_body[3:6, 3:6]), 0.0)
    turns = np.any(S[3:6] != 0.0, axis=0)
    return np.where(turns, np.sqrt(moment), np.sqrt(R[0, 0]))


def _directions(D: Any, sizes: Any) -> Any:
    """Return which coordinates take part in a direction without inertia."""
    n = D.shape[0]
    if n == 0 or not np.all(sizes > 0.0):
        return sizes <= 0.0
    if n == 1:
        return D[0] < SINGULAR * sizes**2
    values, vectors = np.linalg.eigh(D / np.outer(sizes, sizes))
    weak = vectors[:, values < SINGULAR]
    if weak.shape[1] == 0:
        return np.zeros(n, dtype=bool)
    weight = np.abs(weak).max(axis=1)
    return weight >= 0.999 * weight.max()


def _inverse(D: Any, sizes: Any) -> Any:
    """Return D^-1, leaving out the directions without inertia."""
    if D.size == 0:
        return D
    if D.size == 1:
        return 1.0 / D if D[0, 0] else np.zeros((1, 1))
    scale = np.outer(*[np.where(sizes > 0.0, sizes, 1.0)] * 2)
    return np.linalg.pinv(D / scale, rcond=SINGULAR, hermitian=True) / scale


def _report(model: Model, places: Places, leaf: Leaf, finding: Finding) -> None:
    joint = leaf.joint
    S = np.asarray(joint.type.subspace(joint.type.neutral()), dtype=float)[:, finding.index]
    turns = bool(np.any(S[3:6]))
    X_WB = Pose() if joint.child == GROUND else model.body(joint.child).pose
    X_WM = X_WB.transform @ joint.on_child.transform
    axis = X_WM.rotation.apply(S[3:6] if turns else S[0:3])
    name = f"{joint.name}.{joint.type.velocities[finding.index].name}"
    motion = "turn about" if turns else "shift along"
    rule = (
        f"can {motion} {text_of([round(float(c), 6) + 0.0 for c in axis])} ({name}), but what it "
        f"moves, '{leaf.body}' and all outboard of it, has no inertia in that direction: mass "
        f"{finding.mass:.6g} kg"
    )
    if turns:
        rule += f", inertia about the axis {max(finding.inertia, 0.0):.3g} kg m^2"
    cause = "a body without mass or inertia at the end of a branch"
    action = (
        f"give '{leaf.body}' mass and inertia, or make the joint a weld; "
        "until then there are no dynamics, only kinematics"
    )
    places.entry("joint", joint.name).report(
        "M01",
        "",
        rule,
        cause=cause,
        action=action,
        severity="warning",
    )
