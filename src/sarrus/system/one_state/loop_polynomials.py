"""The loops of rigid groups as polynomial equations, in coordinates that keep their number low.

Turns are pairs of variables, shifts are variables themselves, and what turns in all directions is a
quaternion. Plane mechanisms have one pair (z, w) = (exp(i u), exp(-i u)) with z w = 1 for the
direction of each group, so that loops are linear in directions (isotropic coordinates, Wampler
1999). A platform on six lengths has the eight numbers of
Study, e and g with e . g = 0 (Husty 1996, Wampler 1996): its seven quadrics have a start system of
84 paths. All others have the joints of a tree, with (cos u, sin u) for each angle, and the other
joints are the equations: frames that meet have those columns and rows of their rotation in common
that no coordinate changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.joints import JointType
from sarrus.solvers.homotopy.polynomials import Polynomial
from sarrus.solvers.homotopy.solutions import (
    Solutions,
    TooManyPathsError,
    all_solutions,
    homogeneous_solutions,
)
from sarrus.solvers.homotopy.start_systems import Groups as Partition
from sarrus.spatial import Transform
from sarrus.spatial.rotation import quaternion_matrix, quaternion_product
from sarrus.system.one_state.rigid_groups import Groups, Link, NotPolynomialError, about
from sarrus.system.one_state.single_loops import CHAIN_PATHS, chain_of, single_loop_solutions

Pair = tuple[Polynomial, Polynomial]
PARALLEL = 1e-9
"""Sine of the angle within which axes are parallel."""
CONSTANT = 1e-11
"""Coefficients, in parts of the largest, that are rounding after elimination."""


class Unknowns:
    """Variables that are made one by one, each with its kind and its partner.

    A turn is a pair: (exp(i u), exp(-i u)), partners of each other, or (cos u, sin u).
    """

    def __init__(self, most: int, isotropic: bool) -> None:
        self.most, self.isotropic = most, isotropic
        self.kinds: list[str] = []
        self.partner: list[int] = []
        self.pairs: list[tuple[int, int]] = []
        self.spheres: list[Polynomial] = []
        self.groups: list[tuple[int, ...]] = []

    def _variables(self, *kinds: str) -> list[Polynomial]:
        first = len(self.kinds)
        self.kinds += kinds
        self.partner += range(first, len(self.kinds))
        self.groups.append(tuple(range(first, len(self.kinds))))
        if len(self.kinds) > self.most:
            raise NotPolynomialError(f"there are more than {self.most} unknowns")
        units = np.eye(self.most, dtype=int)[first : len(self.kinds)]
        return [Polynomial(self.most, {tuple(int(e) for e in unit): 1.0}) for unit in units]

    def number(self, value: complex) -> Polynomial:
        """Return a constant."""
        return Polynomial(self.most, {(0,) * self.most: value})

    def shift(self) -> Polynomial:
        """Return a variable that is real."""
        return self._variables("shift")[0]

    def turn(self) -> tuple[Polynomial, Polynomial]:
        """Return the pair of an unknown angle."""
        z, w = self._variables("turn", "back")
        i, j = len(self.kinds) - 2, len(self.kinds) - 1
        if self.isotropic:
            self.partner[i], self.partner[j] = j, i
        self.pairs.append((i, j))
        return z, w

    def quaternion(self) -> list[Polynomial]:
        """Return the four parts of a unit quaternion."""
        parts = self._variables(*["quaternion"] * 4)
        self.spheres.append(sum((p * p for p in parts), self.number(-1.0)))
        return parts

    def in_unit_circle(self, f: Polynomial, gone: Collection[int] = ()) -> Polynomial:
        """Return a polynomial with z w = 1, or s^2 = 1 - c^2, of every turn put in.

        gone: variables that were eliminated; turns that have one of these are left.
        """
        pairs = [pair for pair in self.pairs if not (pair[0] in gone or pair[1] in gone)]
        terms: dict[tuple[int, ...], complex] = {}
        waiting = list(f.terms.items())
        while waiting:
            key, c = waiting.pop()
            for i, j in pairs:
                if self.isotropic and key[i] and key[j]:
                    waiting.append((_with_exponents(key, {i: -1, j: -1}), c))
                    break
                if not self.isotropic and key[j] > 1:
                    lower = _with_exponents(key, {j: -2})
                    waiting += [(lower, c), (_with_exponents(lower, {i: 2}), -c)]
                    break
            else:
                terms[key] = terms.get(key, 0.0) + c
        return Polynomial(f.n, terms).without_noise(f.size)

    @property
    def conditions(self) -> list[Polynomial]:
        """The circle of every turn, and the length of every quaternion."""
        units, none = [], (0,) * self.most
        for i, j in self.pairs:
            if self.isotropic:
                terms = {_with_exponents(none, {i: 1, j: 1}): 1.0}
            else:
                terms = {_with_exponents(none, {i: 2}): 1.0, _with_exponents(none, {j: 2}): 1.0}
            units.append(Polynomial(self.most, terms) - 1.0)
        return [*units, *self.spheres]


def _with_exponents(key: tuple[int, ...], by: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(e + by.get(k, 0) for k, e in enumerate(key))


class Angle:
    """An unknown angle: only its cosine and sine are polynomials."""

    def __init__(self, cosine: Polynomial, sine: Polynomial) -> None:
        self._cosine, self._sine = cosine, sine

    def cos(self) -> Polynomial:
        """Return the cosine; NumPy asks for it by this name."""
        return self._cosine

    def sin(self) -> Polynomial:
        """Return the sine."""
        return self._sine

    def __mul__(self, other: object) -> Polynomial:
        raise NotPolynomialError("a shift that goes with an angle, as of a screw, is no polynomial")

    __rmul__ = __add__ = __radd__ = __sub__ = __mul__

    def __neg__(self) -> Angle:
        return Angle(self._cosine, -self._sine)


@dataclass(frozen=True)
class LoopEquations:
    """Equations of loops; poses: those of the groups at values of all variables."""

    unknowns: Unknowns
    equations: list[Polynomial]
    poses: Callable[[np.ndarray], dict[int, Transform]]


def loop_solutions(
    groups: Groups, drawn: Mapping[int, Transform], length: float, most_paths: int
) -> tuple[Solutions, list[dict[int, Transform]]]:
    """Return the solutions of the loops, and the poses of the groups at each real one.

    drawn: poses of groups in the drawing; length: a length of the model, which is made 1.
    """
    if _is_platform(groups):
        return _platform_solutions(groups, length)
    planar = _plane(groups, drawn)
    if planar is not None:
        return _solutions(_plane_equations(groups, drawn, planar, length), most_paths)
    equations = _spatial_equations(groups, length)
    chain = chain_of(groups, length)
    try:
        return _solutions(equations, most_paths if chain is None else CHAIN_PATHS)
    except TooManyPathsError:
        found = None if chain is None else single_loop_solutions(chain, length)
        return found or _solutions(equations, most_paths)


# --- a platform on six lengths -------------------------------------------------------------------


def _is_platform(groups: Groups) -> bool:
    """Tell whether one group is held by six lengths to ground, and nothing else."""
    return (
        len(groups.members) == 2
        and not groups.links
        and len(groups.lengths) == 6
        and all(0 in (length.a, length.b) for length in groups.lengths)
    )


def _platform_solutions(
    groups: Groups, size: float
) -> tuple[Solutions, list[dict[int, Transform]]]:
    """Return the postures of a platform: points b on it are at distances L from points a.

    With the quaternions e and g of a pose (g = p e, p its position), |g + e b - a e| = L |e|.
    """
    group = next(iter(groups.members - {0}))
    base, top, legs = [], [], []
    for length in groups.lengths:
        low, high = (length.on_a, length.on_b) if length.a == 0 else (length.on_b, length.on_a)
        base.append(low / size)
        top.append(high / size)
        legs.append(length.length / size)
    v = [Polynomial(8, {tuple(int(j == k) for j in range(8)): 1.0}) for k in range(8)]
    e, g = np.array(v[:4], dtype=object), np.array(v[4:], dtype=object)
    # from the points of one leg, |g|^2 = L^2 |e|^2 of which the others are free of g g
    origin, corner = base[0], top[0]
    equations = []
    for a, b, leg in zip(base, top, legs, strict=True):
        w = g + _right(b - corner) @ e - _left(a - origin) @ e
        equations.append(sum((x * x for x in w), 0.0 * v[0]) - leg**2 * (e @ e))
    first = equations[0]
    equations = [
        first,
        *((f - first).without_noise(max(f.size, 1.0)) for f in equations[1:]),
        e @ g,
    ]
    every, turning = tuple(range(8)), tuple(range(4))
    factors = [(every, every), *([(every, turning)] * 6)]
    found = homogeneous_solutions(
        equations, factors, turning, lambda x: np.abs(np.sum(x[:, :4] ** 2, axis=1))
    )
    poses = []
    for x in (*found.real, *_real_ones(found.singular, np.arange(8))):
        unit = x / np.linalg.norm(x[:4])
        rotation = quaternion_matrix(unit[:4])
        # p = g e*, from the point of the first leg to that on the platform
        p = (_product(unit[4:], unit[:4] * (1.0, -1.0, -1.0, -1.0)))[1:]
        position = size * (p + origin - rotation @ corner)
        poses.append({0: Transform.identity(), group: Transform.of(rotation, position)})
    return found, poses


def _real_ones(points: np.ndarray, partner: np.ndarray) -> np.ndarray:
    """Return those of points, known to half of the digits, that are real."""
    mirrored = points.conj()[:, partner]
    near = np.abs(points - mirrored).max(axis=1, initial=0.0) < 1e-5 * (
        1.0 + np.abs(points).max(axis=1, initial=0.0)
    )
    return np.asarray(0.5 * (points + mirrored)[near])


def _product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.asarray(quaternion_product(a, b))


def _left(a: np.ndarray) -> np.ndarray:
    """Return the matrix of the product a e of a vector with a quaternion."""
    return np.array([_product(np.array([0.0, *a]), unit) for unit in np.eye(4)]).T


def _right(b: np.ndarray) -> np.ndarray:
    """Return the matrix of the product e b."""
    return np.array([_product(unit, np.array([0.0, *b])) for unit in np.eye(4)]).T


# --- plane mechanisms ----------------------------------------------------------------------------


def _plane(groups: Groups, drawn: Mapping[int, Transform]) -> np.ndarray | None:
    """Return the normal of the plane in which all groups move, None if they do not."""
    normal = None
    for link in groups.links:
        if link.joint.type.is_hinge or _slides_in_plane(link.joint.type):
            axis = drawn[link.a].matrix @ link.on_a.matrix[:, 2]
            normal = axis if normal is None else normal
    if normal is None:
        return None
    for link in groups.links:
        kind = link.joint.type
        if kind.is_hinge or _slides_in_plane(kind):
            aligned = bool(np.linalg.norm(np.cross(_axis(link, drawn), normal)) < PARALLEL)
        elif kind.is_slider:
            aligned = bool(abs(_axis(link, drawn) @ normal) < PARALLEL)
        else:
            aligned = False
        if not aligned:
            return None
        # the drawing must be closed as to axes: groups are turned from it in the plane alone
        other = drawn[link.b].matrix @ link.on_b.matrix[:, 2]
        if np.linalg.norm(_axis(link, drawn) - other) > 1e-6:
            return None
    connected, waiting = {0}, [0]
    while waiting:
        here = waiting.pop()
        for link in groups.links:
            for one, other in ((link.a, link.b), (link.b, link.a)):
                if one == here and other not in connected:
                    connected.add(other)
                    waiting.append(other)
    return normal if connected >= groups.members else None


def _slides_in_plane(kind: JointType) -> bool:
    """Tell whether a joint is two shifts across z and a turn about it."""
    return tuple(c.unit for c in kind.coordinates) == ("m", "m", "rad")


def _axis(link: Link, drawn: Mapping[int, Transform]) -> np.ndarray:
    return np.asarray(drawn[link.a].matrix @ link.on_a.matrix[:, 2])


def _plane_equations(
    groups: Groups, drawn: Mapping[int, Transform], normal: np.ndarray, size: float
) -> LoopEquations:
    """Return the equations of a plane mechanism.

    A vector of the plane is a complex number. Group k, turned by z_k from the drawing, has its
    point a at p_k + z_k a; the conjugate of everything holds beside it.
    """
    unknowns = Unknowns(2 * len(groups.members) + 2 * len(groups.links) + 2, isotropic=True)
    x = np.cross(normal, np.eye(3)[int(np.argmin(np.abs(normal)))])
    x = x / np.linalg.norm(x)
    y = np.cross(normal, x)
    one = unknowns.number(1.0)
    turns: dict[int, Pair] = {0: (one, one)}
    places: dict[int, Pair] = {0: (0.0 * one, 0.0 * one)}
    equations: list[Polynomial] = []

    def complex_of(vector: np.ndarray) -> complex:
        return complex(vector @ x, vector @ y)

    def arm(group: int, at: np.ndarray) -> Pair:
        a = complex_of(drawn[group].matrix @ at) / size
        return a * turns[group][0], a.conjugate() * turns[group][1]

    def shift(link: Link) -> Pair:
        """Return the shift of M against F that a joint allows."""
        z, w = turns[link.a]
        frame = drawn[link.a].matrix @ link.on_a.matrix
        kind, found = link.joint.type, (0.0 * one, 0.0 * one)
        lengths = [k for k, c in enumerate(kind.coordinates) if c.unit == "m"]
        for k, column in zip(lengths, (2,) if kind.is_slider else (0, 1), strict=False):
            known = link.known.get(k)
            s = unknowns.shift() if known is None else unknowns.number(known / size)
            d = complex_of(frame[:, column])
            found = (found[0] + d * s * z, found[1] + d.conjugate() * s * w)
        return found

    def turn(link: Link) -> complex | None:
        """Return the turn of b against a, both from the drawing, where a joint fixes it."""
        kind = link.joint.type
        angles = [k for k, c in enumerate(kind.coordinates) if c.unit == "rad"]
        if angles and angles[0] not in link.known:
            return None
        F = drawn[link.a].matrix @ link.on_a.matrix
        M = drawn[link.b].matrix @ link.on_b.matrix
        axis = 2 if kind.is_slider else 0  # one that lies in the plane
        now = np.arctan2(normal @ np.cross(F[:, axis], M[:, axis]), F[:, axis] @ M[:, axis])
        angle = float(np.sign(normal @ F[:, 2])) * link.known[angles[0]] if angles else 0.0
        return complex(np.exp(1j * (angle - now)))

    left = list(groups.links)
    while left:
        link = next(k for k in left if k.a in turns or k.b in turns)
        left.remove(link)
        change = turn(link)
        for one_, other, factor in ((link.a, link.b, change), (link.b, link.a, change)):
            if other not in turns:
                if factor is None:
                    turns[other] = unknowns.turn()
                else:
                    by = factor if other == link.b else factor.conjugate()
                    z, w = turns[one_]
                    turns[other] = (by * z, by.conjugate() * w)
                change = None  # it is put in
        if change is not None:
            (z, w), (z_b, w_b) = turns[link.a], turns[link.b]
            equations += [z_b - change * z, w_b - change.conjugate() * w]
        u = shift(link)
        a, b = arm(link.a, link.on_a.position), arm(link.b, link.on_b.position)
        if link.b not in places:
            p = places[link.a]
            places[link.b] = (p[0] + a[0] + u[0] - b[0], p[1] + a[1] + u[1] - b[1])
        elif link.a not in places:
            p = places[link.b]
            places[link.a] = (p[0] + b[0] - u[0] - a[0], p[1] + b[1] - u[1] - a[1])
        else:
            p, q = places[link.a], places[link.b]
            equations += [p[k] + a[k] + u[k] - q[k] - b[k] for k in range(2)]
    for length in groups.lengths:
        apart = [
            places[length.a][k] + arm(length.a, length.on_a)[k]
            - places[length.b][k] - arm(length.b, length.on_b)[k]
            for k in range(2)
        ]  # fmt: skip
        ends = drawn[length.a].point(length.on_a) - drawn[length.b].point(length.on_b)
        square = (length.length**2 - float(ends @ normal) ** 2) / size**2
        equations.append(apart[0] * apart[1] - square)

    def poses(values: np.ndarray) -> dict[int, Transform]:
        found = {}
        for group in turns:
            angle = float(np.angle(_value(turns[group][0], values)))
            at = size * _value(places[group][0], values)
            height = float(normal @ drawn[group].position)
            position = at.real * x + at.imag * y + height * normal
            found[group] = Transform.of(about(normal, angle) @ drawn[group].matrix, position)
        return found

    return LoopEquations(unknowns, [unknowns.in_unit_circle(f) for f in equations], poses)


# --- mechanisms in space -------------------------------------------------------------------------


def _spatial_equations(groups: Groups, size: float) -> LoopEquations:
    """Return the equations of a mechanism in space, in the joints of a tree of its groups."""
    unknowns = Unknowns(4 * len(groups.links) + 8 * len(groups.members), isotropic=False)
    poses: dict[int, Transform] = {0: _symbolic(Transform.identity(), unknowns)}
    equations: list[Polynomial] = []
    left = list(groups.links)
    depth = {0: 0}
    while len(poses) < len(groups.members):
        # breadth first: loops are then cut in the middle, where the degrees of both sides are low
        reachable = [k for k in left if (k.a in poses) != (k.b in poses) and not k.is_ball]
        link = min(
            reachable,
            key=lambda k: (depth.get(k.a, depth.get(k.b, 0)), k.joint.type.weight),
            default=None,
        )
        if link is None:  # what is held by points alone
            group = min(groups.members - set(poses))
            free = Transform.of(
                quaternion_matrix(np.array(unknowns.quaternion(), dtype=object)),
                np.array([unknowns.shift() for _ in range(3)], dtype=object),
            )
            poses[group], depth[group] = free, 0
            continue
        left.remove(link)
        inner, outer = (link.a, link.b) if link.a in poses else (link.b, link.a)
        depth[outer] = depth[inner] + 1
        X_FM = _pose(link, unknowns, size)
        on_a, on_b = (_pose_of_size(X, size) for X in (link.on_a, link.on_b))
        if link.a in poses:
            poses[link.b] = _reduced_pose(poses[link.a] @ on_a @ X_FM @ on_b.inverse, unknowns)
        else:
            poses[link.a] = _reduced_pose(
                poses[link.b] @ on_b @ X_FM.inverse @ on_a.inverse, unknowns
            )
    for link in left:
        equations += _meeting(link, poses, unknowns, size)
    for length in groups.lengths:
        a, b = poses[length.a].point(length.on_a / size), poses[length.b].point(length.on_b / size)
        apart = [unknowns.in_unit_circle(f) for f in a - b]
        equations.append(
            sum((f * f for f in apart), unknowns.number(-((length.length / size) ** 2)))
        )

    def at(values: np.ndarray) -> dict[int, Transform]:
        found = {}
        for group, X in poses.items():
            R = np.array([[_value(f, values).real for f in row] for row in X.matrix])
            U, _, V = np.linalg.svd(R)
            p = np.array([_value(f, values).real for f in X.position])
            found[group] = Transform.of(U @ V, size * p)
        return found

    return LoopEquations(unknowns, [unknowns.in_unit_circle(f) for f in equations], at)


def _symbolic(X: Transform, unknowns: Unknowns) -> Transform:
    """Return a transform of numbers as one of polynomials."""
    zero = unknowns.number(0.0)
    return Transform.of(X.matrix + np.full((3, 3), zero), X.position + np.full(3, zero))


def _pose_of_size(X: Transform, size: float) -> Transform:
    return Transform.of(X.matrix, X.position / size)


def _reduced_pose(X: Transform, unknowns: Unknowns) -> Transform:
    matrix = np.array([[unknowns.in_unit_circle(f) for f in row] for row in X.matrix], dtype=object)
    return Transform.of(
        matrix, np.array([unknowns.in_unit_circle(f) for f in X.position], dtype=object)
    )


def _pose(link: Link, unknowns: Unknowns, size: float) -> Transform:
    """Return X_FM of a joint with its known coordinates, and unknowns for the others."""
    kind = link.joint.type
    q: list[Any] = []
    start = kind.quaternion_at
    parts = unknowns.quaternion() if start is not None else []
    for k, coordinate in enumerate(kind.coordinates):
        known = link.known.get(k)
        if start is not None and start <= k < start + 4:
            q.append(parts[k - start])
        elif coordinate.unit == "m":
            q.append(unknowns.shift() if known is None else unknowns.number(known / size))
        elif known is None:
            q.append(Angle(*unknowns.turn()))
        else:
            q.append(Angle(unknowns.number(np.cos(known)), unknowns.number(np.sin(known))))
    X = kind.pose(np.array(q, dtype=object))
    zero = unknowns.number(0.0)
    return Transform.of(
        np.array([[f + zero for f in row] for row in X.matrix], dtype=object),
        np.array([f + zero for f in X.position], dtype=object),
    )


def _samples(link: Link) -> list[Transform]:
    """Return X_FM at some values of the coordinates that are not known."""
    random, kind = np.random.default_rng(1853), link.joint.type
    found = []
    for _ in range(3):
        q = kind.with_unit_quaternion(random.normal(size=kind.nq))
        q[list(link.known)] = list(link.known.values())
        X = kind.pose(q)
        found.append(Transform.of(np.array(X.matrix, float), np.array(X.position, float)))
    return found


def _meeting(
    link: Link, poses: Mapping[int, Transform], unknowns: Unknowns, size: float
) -> list[Polynomial]:
    """Return the equations of a joint that is not in the tree: frames F and M as it allows.

    R_F c = R_M e_j where column j of R_FM is always c, R_M r = R_F e_i where row i is always r;
    x_F . y_M where an entry alone is constant; and p_F + R_F p_FM = p_M.
    """
    X_F = poses[link.a] @ _pose_of_size(link.on_a, size)
    X_M = poses[link.b] @ _pose_of_size(link.on_b, size)
    first, *others = _samples(link)
    R = first.matrix
    same = np.all([np.abs(R - X.matrix) < 1e-12 for X in others], axis=0)
    columns = [j for j in range(3) if same[:, j].all()]
    rows = [i for i in range(3) if same[i].all() and not columns]
    found: list[Polynomial] = []
    for j in columns:
        found += list(X_F.matrix @ R[:, j] - X_M.matrix[:, j])
    for i in rows:
        found += list(X_M.matrix @ R[i] - X_F.matrix[:, i])
    for i, j in np.argwhere(same):
        if j not in columns and i not in rows and not (columns and R[i, j] == 0.0):
            found.append(X_F.matrix[:, i] @ X_M.matrix[:, j] - R[i, j])
    if np.all([np.abs(first.position - X.position) < 1e-12 for X in others]):
        shift = first.position / size
    else:
        shift = _shift_along(link, unknowns, size)
    found += list(X_F.point(shift) - X_M.position)
    return found


def _shift_along(link: Link, unknowns: Unknowns, size: float) -> np.ndarray:
    """Return p_FM with unknowns for the shifts of a joint."""
    kind = link.joint.type
    q: list[Any] = []
    random = np.random.default_rng(7)
    for k, coordinate in enumerate(kind.coordinates):
        known = link.known.get(k)
        if coordinate.unit == "m":
            q.append(unknowns.shift() if known is None else unknowns.number(known / size))
        else:
            q.append(random.uniform() if known is None else known)
    position = kind.pose(np.array(q, dtype=object)).position
    zero = unknowns.number(0.0)
    return np.array([f + zero for f in position], dtype=object)


# --- elimination and solution --------------------------------------------------------------------


def _value(f: Polynomial, values: np.ndarray) -> complex:
    return complex(sum(c * np.prod(values ** np.array(key)) for key, c in f.terms.items()))


def _solutions(
    loops: LoopEquations, most_paths: int
) -> tuple[Solutions, list[dict[int, Transform]]]:
    """Return the solutions of equations from which what is linear has been eliminated."""
    unknowns = loops.unknowns
    count = len(unknowns.kinds)
    equations = [*loops.equations, *unknowns.conditions]
    left, put_in, consistent = _without_linear(equations, unknowns)
    kept = sorted(set(range(count)) - {k for k, _ in put_in})
    used = set().union(*(f.variables for f in left)) if left else set()
    if not consistent:
        return _none("the loops contradict each other for these values"), []
    idle = [k for k in kept if k not in used]
    if idle or len(left) < len(kept):
        free = max(len(kept) - len(left), len(idle))
        raise NotPolynomialError(
            f"{free} more coordinate{'s' if free > 1 else ''} must be wanted: the mechanism moves"
        )
    index = {k: i for i, k in enumerate(kept)}
    closed = all(unknowns.partner[k] in index for k in kept)
    if not kept:
        found = _only_one()
    else:
        partner = [index[unknowns.partner[k]] for k in kept] if closed else None
        found = all_solutions(
            [f.of_variables(kept) for f in left],
            groups=_partitions(unknowns, kept),
            partner=partner,
            most_paths=most_paths,
        )
    poses = []
    swap = np.array(unknowns.partner, dtype=int)
    every = [_all_variables(x, kept, put_in, count, unknowns.most) for x in found.points]
    real = found.is_real
    if not closed:  # conjugation exchanges none of the variables that are left
        real = np.array([_near_own_conjugate(values, swap) for values in every], dtype=bool)
    for values, is_real in zip(every, real, strict=True):
        if is_real:
            poses.append(loops.poses(values))
    for x in found.singular:
        values = _all_variables(x, kept, put_in, count, unknowns.most)
        if _near_own_conjugate(values, swap, 1e-4):
            poses.append(loops.poses(values))
    return replace(found, is_real=real), poses


def _near_own_conjugate(values: np.ndarray, partner: np.ndarray, near: float = 1e-8) -> bool:
    known = values[: len(partner)]
    off = np.abs(known - known[partner].conj()).max(initial=0.0)
    return bool(off < near * (1.0 + np.abs(known).max(initial=0.0)))


def _all_variables(
    x: np.ndarray, kept: list[int], put_in: list[tuple[int, Polynomial]], count: int, most: int
) -> np.ndarray:
    """Return the values of all variables from those that were not eliminated."""
    values = np.zeros(most, dtype=complex)
    values[kept] = x
    for k, f in reversed(put_in):
        values[k] = _value(f, values)
    return values


def _partitions(unknowns: Unknowns, kept: list[int]) -> list[Partition]:
    """Return groups of the variables that are left, which may give low bounds."""
    index = {k: i for i, k in enumerate(kept)}

    def present(groups: Sequence[Sequence[int]]) -> Partition:
        chosen = [tuple(index[k] for k in group if k in index) for group in groups]
        return tuple(group for group in chosen if group)

    def of(kind: str) -> list[int]:
        return [k for k in kept if unknowns.kinds[k] == kind]

    by_kind = [of(kind) for kind in ("turn", "back", "shift", "quaternion")]
    shifts = [[k] for k in of("shift")]
    found = [
        present(by_kind),
        present([of("turn"), of("back"), *shifts, of("quaternion")]),
        present([of("turn") + of("shift"), of("back"), of("quaternion")]),
        present(unknowns.groups),
    ]
    return [groups for groups in found if groups]


def _without_linear(
    equations: list[Polynomial], unknowns: Unknowns
) -> tuple[list[Polynomial], list[tuple[int, Polynomial]], bool]:
    """Return equations without those that are linear, what these put in, and if all agree."""
    left = [f * (1.0 / f.size) for f in equations if f.terms]
    put_in: list[tuple[int, Polynomial]] = []
    gone: set[int] = set()
    order = {"turn": 0, "back": 0, "quaternion": 1, "shift": 1}
    while True:
        linear = [f for f in left if f.degree == 1]
        if not linear:
            break
        # pairs of conjugate equations give up pairs of conjugate variables: those of the largest
        # coefficients, of turns if there are any
        best = max(
            ((f, k) for f in linear for k in f.variables),
            key=lambda pair: (-order[unknowns.kinds[pair[1]]], abs(_linear(pair[0], pair[1]))),
        )
        f, k = best
        c = _linear(f, k)
        value = (f * (-1.0 / c)) + Polynomial(f.n, {_unit(f.n, k): 1.0})
        value = value.without_noise()
        put_in.append((k, value))
        gone.add(k)
        after = []
        for g in left:
            if g is f:
                continue
            if k in g.variables:
                size = g.size
                g = unknowns.in_unit_circle(g.with_values({k: value}), gone)
                g = Polynomial(g.n, {e: x for e, x in g.terms.items() if abs(x) > CONSTANT * size})
            if not g.terms:
                continue
            if g.degree == 0:
                if g.size > 1e-7:
                    return left, put_in, False
                continue
            after.append(g * (1.0 / g.size) if g.size < 1e-3 else g)
        left = after
    return left, put_in, True


def _unit(n: int, k: int) -> tuple[int, ...]:
    return tuple(int(j == k) for j in range(n))


def _linear(f: Polynomial, k: int) -> complex:
    return f.terms.get(_unit(f.n, k), 0.0)


def _none(reason: str) -> Solutions:
    empty = np.zeros((0, 0), dtype=complex)
    flags = np.zeros(0, dtype=bool)
    return Solutions(empty, np.zeros(0), flags, empty, np.zeros(0, int), 0, 0, 0, True, reason)


def _only_one() -> Solutions:
    point = np.zeros((1, 0), dtype=complex)
    none = np.zeros((0, 0), dtype=complex)
    reason = "the equations are linear"
    return Solutions(
        point, np.zeros(1), np.ones(1, dtype=bool), none, np.zeros(0, int), 0, 0, 1, True, reason
    )
