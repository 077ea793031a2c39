"""A mechanism at known coordinates: bodies that stand still to each other are one, legs lengths.

Joints whose coordinates are all known are rigid; the bodies that they connect make a group. A group
between two balls, or between a ball and a universal joint, keeps two points at a distance, and
turns idly about their line, or is turned by the universal joint; one with three balls keeps three
points at three distances. Such groups are taken out, and put in again when the others are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Joint
from sarrus.spatial import Transform

if TYPE_CHECKING:
    from sarrus.system.system import System

HALF_TURN_TRIES = 8


class OutOfReachError(ValueError):
    """A leg cannot point where a solution wants it: its universal joint does not turn there."""


class NotPolynomialError(ValueError):
    """The loops are not polynomials, or not of a kind that is written as such; says why."""


@dataclass(frozen=True)
class Link:
    """A joint between two groups: its frames on both, and its known coordinates by index."""

    joint: Joint
    a: int
    b: int
    on_a: Transform
    on_b: Transform
    known: Mapping[int, float]

    @property
    def is_ball(self) -> bool:
        """Whether it leaves all rotations free about a point."""
        return self.joint.type.keeps_origin and self.joint.type.nv == 3 and not self.known

    @property
    def is_fork(self) -> bool:
        """Whether it leaves two rotations free about a point."""
        return self.joint.type.keeps_origin and self.joint.type.nv == 2 and not self.known


@dataclass(frozen=True)
class Length:
    """Two points of groups at a distance."""

    a: int
    b: int
    on_a: np.ndarray
    on_b: np.ndarray
    length: float


@dataclass(frozen=True)
class Removed:
    """A group that was taken out, with the links that held it."""

    group: int
    links: tuple[Link, ...]


@dataclass
class Groups:
    """Rigid groups of bodies (group 0 has ground), what connects them, what was taken out.

    place: the group of each body and its pose in the group; lengths are those of the model.
    """

    place: dict[str, tuple[int, Transform]]
    links: list[Link]
    lengths: list[Length]
    removed: list[Removed]

    @property
    def members(self) -> set[int]:
        """The groups that are left."""
        gone = {removed.group for removed in self.removed}
        return {group for group, _ in self.place.values()} - gone


def known_coordinates(system: System, wanted: Mapping[str, Any]) -> dict[str, dict[int, float]]:
    """Return the values wanted by joint and place within it."""
    found: dict[str, dict[int, float]] = {}
    compiled = system.compiled
    for name, value in wanted.items():
        joint, place = compiled.joint_at(*compiled.place_of(name, ("q", "cut_q")))
        values = np.atleast_1d(np.asarray(value, dtype=float))
        known = found.setdefault(joint, {})
        known |= {place.start + k: float(x) for k, x in enumerate(values)}
    return found


def rigid_groups(system: System, wanted: Mapping[str, Any]) -> Groups:
    """Return the groups of a mechanism with some coordinates known."""
    model, known = system.model, known_coordinates(system, wanted)
    refuse_what_is_no_polynomial(system)
    place = {body: (k, Transform.identity())
             for k, body in enumerate((GROUND, *(body.name for body in model.bodies)))}  # fmt: skip
    loose, lengths = [], []
    for joint in model.joints:
        kind, values = joint.type, known.get(joint.name, {})
        if kind.is_open or (not kind.n_rows and not values):
            continue
        if kind.in_tree and len(values) == kind.nq:
            X_FM = kind.pose(np.array([values[k] for k in range(kind.nq)]))
            _join(place, joint, X_FM)
        else:
            loose.append(joint)
    links = []
    for joint in loose:
        (a, X_A), (b, X_B) = place[joint.parent], place[joint.child]
        on_a, on_b = X_A @ joint.on_parent.transform, X_B @ joint.on_child.transform
        if a == b:
            raise NotPolynomialError(
                f"joint '{joint.name}' is held by those whose values are known"
            )
        if not joint.type.in_tree:
            if joint.type.placement != "two points":
                raise NotPolynomialError(
                    f"joint '{joint.name}' is {joint.type.type_name}, which has no polynomials here"
                )
            length = float(joint.type.parameters["length"])
            lengths.append(Length(a, b, on_a.position, on_b.position, length))
            continue
        some = known.get(joint.name, {})
        start = joint.type.quaternion_at
        if start is not None and any(start <= k < start + 4 for k in some):
            raise NotPolynomialError(f"a part of the quaternion of joint '{joint.name}' is wanted")
        links.append(Link(joint, a, b, on_a, on_b, some))
    groups = Groups(place, links, lengths, [])
    _take_out_legs(groups)
    return groups


def refuse_what_is_no_polynomial(system: System) -> None:
    """Raise where the loops are not only joints that turn and slide."""
    model, compiled = system.model, system.compiled
    if model.couplers:
        names = ", ".join(f"'{c.name}'" for c in model.couplers)
        raise NotPolynomialError(f"angles coupled by a ratio ({names}) are no polynomials")
    if compiled.rolls:
        raise NotPolynomialError("rows of velocities, as in rolling, leave positions open")
    if compiled.loops.set_aside is not None:
        raise NotPolynomialError("the loops close within the tolerance of the data only")


def _join(place: dict[str, tuple[int, Transform]], joint: Joint, X_FM: Transform) -> None:
    """Make one group of the two that a rigid joint connects; that with ground keeps its frame."""
    (a, X_A), (b, X_B) = place[joint.parent], place[joint.child]
    if a == b:
        return
    X_AB = X_A @ joint.on_parent.transform @ X_FM
    X_AB = X_AB @ (X_B @ joint.on_child.transform).inverse
    if b == 0:
        a, b, X_AB = b, a, X_AB.inverse
    for body, (group, X) in list(place.items()):
        if group == b:
            place[body] = (a, X_AB @ X)


def _take_out_legs(groups: Groups) -> None:
    """Replace groups that are held at points alone by distances, until there are none."""
    while (found := _leg(groups)) is not None:
        group, links = found
        points = [_end(link, group) for link in links]
        for i in range(len(links)):
            for j in range(i):
                (a, on_a, own_a), (b, on_b, own_b) = points[i], points[j]
                apart = float(np.linalg.norm(own_a - own_b))
                if a != b:  # two balls on one group keep their distance by themselves
                    groups.lengths.append(Length(a, b, on_a, on_b, apart))
        groups.links = [link for link in groups.links if link not in links]
        groups.removed.append(Removed(group, tuple(links)))


def _leg(groups: Groups) -> tuple[int, list[Link]] | None:
    for group in sorted(groups.members - {0}):
        links = [link for link in groups.links if group in (link.a, link.b)]
        if any(group in (length.a, length.b) for length in groups.lengths):
            continue
        balls = sum(link.is_ball for link in links)
        ends = {_end(link, group)[0] for link in links}
        fork = len(links) == 2 and balls == 1 and any(link.is_fork for link in links)
        if fork or (len(links) in (2, 3) and balls == len(links)):
            if len(ends) == len(links) or (len(links) == 2 and len(ends) == 2):
                return group, links
            if len(links) == 3 and len(ends) > 1:
                return group, links
    return None


def _end(link: Link, group: int) -> tuple[int, np.ndarray, np.ndarray]:
    """Return the other group of a link, its point there, and its point on this group."""
    if link.a == group:
        return link.b, link.on_b.position, link.on_a.position
    return link.a, link.on_a.position, link.on_b.position


def body_poses(
    groups: Groups, poses: dict[int, Transform], drawn: Mapping[str, Transform]
) -> dict[str, Transform]:
    """Return the poses of all bodies from those of the groups that were not taken out.

    drawn: poses of bodies in the drawing; idle turns are as little as possible from there. Raises
    `OutOfReachError` where a leg cannot point where it should.
    """
    found = dict(poses)
    for removed in reversed(groups.removed):
        body, (_, X_GB) = next(
            (name, entry) for name, entry in groups.place.items() if entry[0] == removed.group
        )
        guess = drawn[body] @ X_GB.inverse
        found[removed.group] = _put_in(removed, found, guess)
    return {body: found[group] @ X for body, (group, X) in groups.place.items()}


def _put_in(removed: Removed, poses: Mapping[int, Transform], guess: Transform) -> Transform:
    """Return the pose of a group that was taken out, the nearest to a guess."""
    ends = [_end(link, removed.group) for link in removed.links]
    world = np.array([poses[other].point(on_other) for other, on_other, _ in ends])
    own = np.array([point for *_, point in ends])
    fork = next((link for link in removed.links if link.is_fork), None)
    if fork is not None:
        k = removed.links.index(fork)
        return _pose_on_fork(fork, removed.group, poses, own[1 - k], world[1 - k], guess)
    turn = _fit(own, world, guess)
    return Transform.of(turn, world[0] - turn @ own[0])


def _fit(own: np.ndarray, world: np.ndarray, guess: Transform) -> np.ndarray:
    """Return the rotation that leads points to points, nearest to a guess where that is open."""
    # of two points, one direction: the others are those of the guess, with little weight
    base = guess.matrix
    first, there = own[1] - own[0], world[1] - world[0]
    moved = base @ first
    turn = _least_turn(moved, there) @ base
    if len(own) == 2:
        return turn
    axis = there / np.linalg.norm(there)
    a, b = turn @ (own[2] - own[0]), world[2] - world[0]
    a, b = a - axis * (axis @ a), b - axis * (axis @ b)
    angle = np.arctan2(axis @ np.cross(a, b), a @ b)
    return about(axis, angle) @ turn


def _least_turn(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the least rotation that leads the direction a to b."""
    u, w = a / np.linalg.norm(a), b / np.linalg.norm(b)
    axis = np.cross(u, w)
    size = float(np.linalg.norm(axis))
    if size < 1e-12:
        if u @ w > 0.0:
            return np.eye(3)
        axis = np.cross(u, np.eye(3)[int(np.argmin(np.abs(u)))])
        return about(axis / np.linalg.norm(axis), np.pi)
    return about(axis / size, float(np.arctan2(size, u @ w)))


def about(axis: np.ndarray, angle: float) -> np.ndarray:
    """Return the rotation by an angle about a direction of length 1."""
    K = np.cross(np.eye(3), axis)
    return np.asarray(np.eye(3) + np.sin(angle) * K + (1.0 - np.cos(angle)) * K @ K)


def _pose_on_fork(
    fork: Link,
    group: int,
    poses: Mapping[int, Transform],
    own: np.ndarray,
    target: np.ndarray,
    guess: Transform,
) -> Transform:
    """Return the pose of a leg on a universal joint whose other end is at a point.

    The joint has two positions for a direction of the leg, half a turn apart: the nearest counts.
    """
    from scipy.optimize import least_squares

    kind = fork.joint.type

    def pose(q: np.ndarray) -> Transform:
        X_FM = kind.pose(q)
        if fork.b == group:
            return poses[fork.a] @ fork.on_a @ X_FM @ fork.on_b.inverse
        return poses[fork.b] @ fork.on_b @ X_FM.inverse @ fork.on_a.inverse

    random, found = np.random.default_rng(1853), []
    for k in range(HALF_TURN_TRIES):
        q0 = np.zeros(2) if k == 0 else random.uniform(-np.pi, np.pi, 2)
        q = least_squares(lambda x: pose(x).point(own) - target, q0, xtol=1e-15, ftol=1e-15).x
        found.append(pose(q))

    size = max(float(np.linalg.norm(own - _point_of(fork, group))), 1e-300)
    there = [X for X in found if np.linalg.norm(X.point(own) - target) < 1e-6 * size]
    if not there:
        raise OutOfReachError(fork.joint.name)
    return min(there, key=lambda X: float(np.linalg.norm(X.matrix - guess.matrix)))


def _point_of(link: Link, group: int) -> np.ndarray:
    return link.on_a.position if link.a == group else link.on_b.position
