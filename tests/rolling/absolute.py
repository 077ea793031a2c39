"""An independent solver for rolling machines: all coordinates of all bodies, plain NumPy and SciPy.

A body has the position of its centre of mass, a unit quaternion, and V = (velocity in world axes,
angular velocity in body axes). Every joint and contact says how fast it is violated, linear in V,

    c(x, V) = G(x) V = b(t),

those that are holonomic also by how much: g(x) = 0. Columns of G are values of c at unit
velocities; the second time derivative needs Gdot V, the derivative of c(x, V) along x with V held,
which a complex step gives to the last digit. Accelerations are those of Gauss: with M = L L^T and
z = L^T Vdot, the z nearest to L^-1 f among those with G L^-T z = bdot - Gdot V; rows that say the
same twice do not matter. DOP853 integrates; after every step positions are put back on g = 0 and
velocities on G V = b. Nothing of Sarrus is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from scipy.integrate import DOP853

GROUND = "ground"
STEP = 1e-40
"""Of complex steps; it is squared nowhere that matters, so that it may be tiny."""
RANK = 1e-9
"""Singular values below this, relative to the largest, belong to rows that say the same twice."""


class Place:
    """Where bodies are and how they move; V: (bodies, 6, columns), all velocities at once."""

    def __init__(self, names: Mapping[str, int], x: np.ndarray, V: np.ndarray) -> None:
        self._names, self._x, self._V = names, x, V
        self._R = [rotation(p[3:]) for p in x]
        self._still = np.zeros((3, V.shape[2]))

    def _moves(self, body: str) -> int | None:
        return None if body == GROUND else self._names[body]

    def point(self, body: str, local: np.ndarray) -> np.ndarray:
        """Return a point given from the centre of mass, in axes of the body."""
        k = self._moves(body)
        return local if k is None else self._x[k, :3] + self._R[k] @ local

    def direction(self, body: str, local: np.ndarray) -> np.ndarray:
        """Return a direction that is fixed in a body."""
        k = self._moves(body)
        return local if k is None else self._R[k] @ local

    def velocity(self, body: str, point: np.ndarray) -> np.ndarray:
        """Return the velocity of the point of a body that is at a place of the world now."""
        k = self._moves(body)
        if k is None:
            return self._still
        return self._V[k, :3] + skew(self._x[k, :3] - point) @ (self._R[k] @ self._V[k, 3:])

    def spin(self, body: str) -> np.ndarray:
        """Return the angular velocity in world axes."""
        k = self._moves(body)
        return self._still if k is None else self._R[k] @ self._V[k, 3:]


class Rows(Protocol):
    """`size` conditions on velocities, `held` of them also on positions: these stand first."""

    held: int
    size: int

    def gap(self, at: Place) -> np.ndarray:
        """Return the values that vanish, one for each row on positions."""
        ...

    def speed(self, at: Place) -> np.ndarray:
        """Return G V, as (rows, columns)."""
        ...


@dataclass(frozen=True)
class Ball:
    """Two points coincide."""

    a: str
    b: str
    on_a: np.ndarray
    on_b: np.ndarray
    held: int = 3
    size: int = 3

    def gap(self, at: Place) -> np.ndarray:
        return at.point(self.b, self.on_b) - at.point(self.a, self.on_a)

    def speed(self, at: Place) -> np.ndarray:
        first = at.velocity(self.a, at.point(self.a, self.on_a))
        return at.velocity(self.b, at.point(self.b, self.on_b)) - first


@dataclass(frozen=True)
class Across:
    """A direction of one body stays across a direction of another."""

    a: str
    b: str
    on_a: np.ndarray
    on_b: np.ndarray
    held: int = 1
    size: int = 1

    def gap(self, at: Place) -> np.ndarray:
        return np.array([at.direction(self.a, self.on_a) @ at.direction(self.b, self.on_b)])

    def speed(self, at: Place) -> np.ndarray:
        moment = np.cross(at.direction(self.b, self.on_b), at.direction(self.a, self.on_a))
        return moment[None] @ (at.spin(self.b) - at.spin(self.a))


@dataclass(frozen=True)
class Slide:
    """The way between two points has no component along a direction of the first body."""

    a: str
    b: str
    on_a: np.ndarray
    on_b: np.ndarray
    along: np.ndarray
    held: int = 1
    size: int = 1

    def gap(self, at: Place) -> np.ndarray:
        way = at.point(self.b, self.on_b) - at.point(self.a, self.on_a)
        return np.array([at.direction(self.a, self.along) @ way])

    def speed(self, at: Place) -> np.ndarray:
        # The point of a that is where b's point is moves with a: its velocity is all of the rest.
        there = at.point(self.b, self.on_b)
        e = at.direction(self.a, self.along)
        return e[None] @ (at.velocity(self.b, there) - at.velocity(self.a, there))


@dataclass(frozen=True)
class Rod:
    """Two points keep their distance."""

    a: str
    b: str
    on_a: np.ndarray
    on_b: np.ndarray
    length: float
    held: int = 1
    size: int = 1

    def gap(self, at: Place) -> np.ndarray:
        way = at.point(self.b, self.on_b) - at.point(self.a, self.on_a)
        return np.array([(way @ way / self.length - self.length) / 2.0])

    def speed(self, at: Place) -> np.ndarray:
        a, b = at.point(self.a, self.on_a), at.point(self.b, self.on_b)
        return (b - a)[None] / self.length @ (at.velocity(self.b, b) - at.velocity(self.a, a))


@dataclass(frozen=True)
class Motor:
    """A body turns against another about an axis of the latter at a given rate."""

    a: str
    b: str
    axis: np.ndarray
    rate: Callable[[float], float]
    change: Callable[[float], float] = lambda t: 0.0
    held: int = 0
    size: int = 1

    def gap(self, at: Place) -> np.ndarray:
        return np.zeros(0)

    def speed(self, at: Place) -> np.ndarray:
        return at.direction(self.a, self.axis)[None] @ (at.spin(self.b) - at.spin(self.a))


@dataclass(frozen=True)
class Condition:
    """A condition on velocities alone, by a function of the place."""

    function: Callable[[Place], np.ndarray]
    held: int = 0
    size: int = 1

    def gap(self, at: Place) -> np.ndarray:
        return np.zeros(0)

    def speed(self, at: Place) -> np.ndarray:
        return np.atleast_2d(self.function(at))


@dataclass(frozen=True)
class Profile:
    """A road: height over the way, with slope and its derivative; they take complex numbers."""

    height: Callable[[Any], Any]
    slope: Callable[[Any], Any]
    bend: Callable[[Any], Any]


@dataclass(frozen=True)
class Rolling:
    """A wheel (torus about `axis`, knife edge with crown 0) or a ball on a plane or road.

    The wheel's centre line is a circle of radius `radius - crown`; for a ball it is its centre.
    The contact is where that line is nearest to the road, by `crown` below it.
    """

    wheel: str
    deck: str
    center: np.ndarray
    axis: np.ndarray | None
    radius: float
    crown: float
    origin: np.ndarray
    normal: np.ndarray
    along: np.ndarray
    road: Profile | None = None
    held: int = 1
    size: int = 3

    def touch(self, at: Place) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the contact point, the axes there (normal, along, across), and the gap."""
        n, t = at.direction(self.deck, self.normal), at.direction(self.deck, self.along)
        c, o = at.point(self.wheel, self.center), at.point(self.deck, self.origin)
        if self.axis is not None:
            a = at.direction(self.wheel, self.axis)
            down = (n @ a) * a - n
            down = down / np.sqrt(down @ down)
        if self.road is not None:
            return self._touch_road(at, n, t, c, o)
        lowest = c if self.axis is None else c + (self.radius - self.crown) * down
        thick = self.radius if self.axis is None else self.crown
        point = lowest - thick * n
        return point, np.array([n, t, np.cross(n, t)]), n @ (point - o)

    def _touch_road(
        self, at: Place, n: np.ndarray, t: np.ndarray, c: np.ndarray, o: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Newton's method for the foot s on the road and the angle on the centre line."""
        road, thick = self.road, self.radius if self.axis is None else self.crown
        assert road is not None
        big = 0.0
        if self.axis is not None:
            big = self.radius - self.crown
            a = self.axis
            first = np.cross(a, np.eye(3)[int(np.argmin(np.abs(a)))])
            first = first / np.linalg.norm(first)
            e, f = at.direction(self.wheel, first), at.direction(self.wheel, np.cross(a, first))
            angle = np.arctan2(-(f @ n).real, -(e @ n).real) + 0j
        s = (t @ (c - o)).real + 0j
        more = 3
        for _ in range(40):
            q, turned, inward = c, 0.0 * n, 0.0 * n
            if big:
                q = c + big * (np.cos(angle) * e + np.sin(angle) * f)
                turned = big * (np.cos(angle) * f - np.sin(angle) * e)
                inward = c - q
            h, slope, bend = road.height(s), road.slope(s), road.bend(s)
            up, level = n @ (q - o) - h, t @ (q - o) - s
            F = [level + slope * up, n @ turned - slope * (t @ turned)]
            J = [
                [-1.0 - slope**2 + bend * up, t @ turned + slope * (n @ turned)],
                [-bend * (t @ turned), n @ inward - slope * (t @ inward)],
            ]
            size = 2 if big else 1
            step = np.linalg.solve(np.array(J)[:size, :size], -np.array(F)[:size])
            s = s + step[0]
            angle = angle + step[1] if big else 0.0
            # The complex part converges one step behind the real one.
            more -= bool(np.max(np.abs(step.real)) < 1e-8 * self.radius)
            if not more:
                break
        q = c + big * (np.cos(angle) * e + np.sin(angle) * f) if big else c
        slope = road.slope(s)
        N = (n - slope * t) / np.sqrt(1.0 + slope**2)
        T = (t + slope * n) / np.sqrt(1.0 + slope**2)
        gap = N @ (q - o - s * t - road.height(s) * n) - thick
        if not np.iscomplexobj(c) and not np.iscomplexobj(n):
            q, N, T, gap = q.real, N.real, T.real, gap.real
        return q - thick * N, np.array([N, T, np.cross(N, T)]), gap

    def gap(self, at: Place) -> np.ndarray:
        return np.array([self.touch(at)[2]])

    def speed(self, at: Place) -> np.ndarray:
        point, axes, _ = self.touch(at)
        return axes @ (at.velocity(self.wheel, point) - at.velocity(self.deck, point))


Load = Callable[[Place], list[tuple[str, np.ndarray, np.ndarray]]]
"""Returns (body, force in world axes at its centre of mass, moment in world axes)."""


@dataclass(frozen=True)
class Grip:
    """What a contact needs: force on the wheel [N] in world axes, and the same along its axes."""

    point: np.ndarray
    force: np.ndarray
    normal: float
    needed: float


@dataclass
class World:
    """Bodies, joints, contacts and loads, drawn in world axes, where all bodies are unturned."""

    gravity: Sequence[float] = (0.0, 0.0, -9.81)
    names: dict[str, int] = field(default_factory=dict)
    masses: list[float] = field(default_factory=list)
    coms: list[np.ndarray] = field(default_factory=list)
    inertias: list[np.ndarray] = field(default_factory=list)
    rows: dict[str, Rows] = field(default_factory=dict)
    loads: list[Load] = field(default_factory=list)

    # --- description ------------------------------------------------------------------------------

    def body(self, name: str, mass: float, com: Any, inertia: Any) -> str:
        """Add a body; inertia: about its centre of mass, 3 x 3 or the diagonal."""
        J = np.asarray(inertia, dtype=float)
        self.names[name] = len(self.names)
        self.masses.append(float(mass))
        self.coms.append(np.asarray(com, dtype=float))
        self.inertias.append(np.diag(J) if J.ndim == 1 else J)
        return name

    def local(self, body: str, point: Any) -> np.ndarray:
        """Return a point of the drawing as seen from the centre of mass of a body."""
        p = np.asarray(point, dtype=float)
        return p if body == GROUND else p - self.coms[self.names[body]]

    def _pair(self, a: str, b: str, at: Any) -> tuple[str, str, np.ndarray, np.ndarray]:
        return a, b, self.local(a, at), self.local(b, at)

    def ball(self, name: str, a: str, b: str, at: Any) -> None:
        """Add a ball joint."""
        self.rows[name] = Ball(*self._pair(a, b, at))

    def revolute(self, name: str, a: str, b: str, at: Any, axis: Any) -> None:
        """Add a hinge."""
        self.ball(name, a, b, at)
        self._parallel(name, a, b, axis)

    def universal(self, name: str, a: str, b: str, at: Any, axis_a: Any, axis_b: Any) -> None:
        """Add a Cardan joint whose axes are across each other."""
        self.ball(name, a, b, at)
        self.rows[f"{name}/axes"] = Across(a, b, unit(axis_a), unit(axis_b))

    def cylindrical(self, name: str, a: str, b: str, at: Any, axis: Any) -> None:
        """Add a joint that turns about an axis and slides along it."""
        for k, across in enumerate(frame_about(axis)[:2]):
            self.rows[f"{name}/slide{k}"] = Slide(*self._pair(a, b, at), across)
        self._parallel(name, a, b, axis)

    def prismatic(self, name: str, a: str, b: str, at: Any, axis: Any) -> None:
        """Add a joint that slides along an axis."""
        self.cylindrical(name, a, b, at, axis)
        x, y, _ = frame_about(axis)
        self.rows[f"{name}/turn"] = Across(a, b, x, y)

    def rod(self, name: str, a: str, b: str, at_a: Any, at_b: Any) -> None:
        """Add a rod without mass between two points of the drawing."""
        span = float(np.linalg.norm(np.subtract(at_b, at_a)))
        self.rows[name] = Rod(a, b, self.local(a, at_a), self.local(b, at_b), span)

    def _parallel(self, name: str, a: str, b: str, axis: Any) -> None:
        x, y, z = frame_about(axis)
        self.rows[f"{name}/x"] = Across(a, b, x, z)
        self.rows[f"{name}/y"] = Across(a, b, y, z)

    def motor(self, name: str, a: str, b: str, axis: Any, rate: float) -> None:
        """Let b turn against a at a constant rate about an axis of a."""
        self.rows[name] = Motor(a, b, unit(axis), lambda t: rate)

    def rolling(
        self,
        name: str,
        wheel: str,
        *,
        radius: float,
        center: Any,
        axis: Any = None,
        crown: float = 0.0,
        on: str = GROUND,
        origin: Any = (0.0, 0.0, 0.0),
        normal: Any = (0.0, 0.0, 1.0),
        along: Any = (1.0, 0.0, 0.0),
        road: Profile | None = None,
    ) -> None:
        """Add a wheel, or a ball without `axis`, that rolls on a plane or road of a body."""
        n = unit(normal)
        t = np.asarray(along, dtype=float)
        self.rows[name] = Rolling(
            wheel, on, self.local(wheel, center), None if axis is None else unit(axis), radius,
            crown, self.local(on, origin), n, unit(t - (t @ n) * n), road,
        )  # fmt: skip

    def condition(self, name: str, function: Callable[[Place], np.ndarray]) -> None:
        """Add a condition on velocities: function(place) is linear in them and must vanish."""
        self.rows[name] = Condition(function)

    def blade(self, name: str, body: str, at: Any, across: Any) -> None:
        """Let a point of a body not move along a direction that is fixed in it."""
        local, e = self.local(body, at), unit(across)
        self.condition(
            name, lambda at: at.direction(body, e) @ at.velocity(body, at.point(body, local))
        )

    def planar(self, name: str, a: str, b: str, at: Any, axis: Any) -> None:
        """Add a joint that slides and turns in the plane across an axis."""
        self.rows[f"{name}/plane"] = Slide(*self._pair(a, b, at), unit(axis))
        self._parallel(name, a, b, axis)

    def spring(
        self, a: str, b: str, at_a: Any, at_b: Any, k: float, length: float, c: float = 0.0
    ) -> None:
        """Add a spring with a damper between two points of the drawing."""
        on_a, on_b = self.local(a, at_a), self.local(b, at_b)

        def load(at: Place) -> list[tuple[str, np.ndarray, np.ndarray]]:
            p, q = at.point(a, on_a), at.point(b, on_b)
            span = float(np.linalg.norm(q - p))
            e = (q - p) / span
            rate = float(e @ (at.velocity(b, q) - at.velocity(a, p))[:, 0])
            force = -(k * (span - length) + c * rate) * e
            return [
                (b, force, self._arm(at, b, q, force)),
                (a, -force, self._arm(at, a, p, -force)),
            ]

        self.loads.append(load)

    def torque(self, a: str, b: str, axis: Any, moment: float) -> None:
        """Add a constant moment of a on b about an axis of a."""
        local = unit(axis)

        def load(at: Place) -> list[tuple[str, np.ndarray, np.ndarray]]:
            pull = moment * at.direction(a, local)
            return [(b, np.zeros(3), pull), (a, np.zeros(3), -pull)]

        self.loads.append(load)

    def _arm(self, at: Place, body: str, point: np.ndarray, force: np.ndarray) -> np.ndarray:
        return np.cross(point - at.point(body, np.zeros(3)), force)

    # --- equations --------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """Number of bodies."""
        return len(self.names)

    def start(self) -> np.ndarray:
        """Return x of the drawing: (bodies, 7)."""
        return np.array([[*com, 1.0, 0.0, 0.0, 0.0] for com in self.coms])

    def place(self, x: np.ndarray, V: np.ndarray | None = None) -> Place:
        """Return places and velocities; V: (bodies, 6), at rest unless given."""
        V = np.zeros((self.n, 6)) if V is None else V
        return Place(self.names, x, V.reshape(self.n, 6, -1))

    def gaps(self, x: np.ndarray) -> np.ndarray:
        """Return g."""
        at = self.place(x)
        return np.concatenate([np.zeros(0), *[rows.gap(at) for rows in self.rows.values()]])

    def matrix(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return G and which of its rows are on positions."""
        at = self.place(x, np.eye(6 * self.n))
        parts = [rows.speed(at) for rows in self.rows.values()]
        held = [k < rows.held for rows in self.rows.values() for k in range(rows.size)]
        return np.concatenate([np.zeros((0, 6 * self.n)), *parts]), np.array(held, dtype=bool)

    def wanted(self, t: float, change: bool = False) -> np.ndarray:
        """Return b, or its rate."""
        found: list[float] = []
        for rows in self.rows.values():
            if isinstance(rows, Motor):
                found.append(rows.change(t) if change else rows.rate(t))
            else:
                found += [0.0] * rows.size
        return np.array(found)

    def bias(self, x: np.ndarray, V: np.ndarray) -> np.ndarray:
        """Return Gdot V."""
        moved = x + 1j * STEP * self.rates(x, V)
        at = self.place(moved, V)
        speeds = [rows.speed(at)[:, 0].imag for rows in self.rows.values()]
        return np.concatenate([np.zeros(0), *speeds]) / STEP

    def rates(self, x: np.ndarray, V: np.ndarray) -> np.ndarray:
        """Return xdot."""
        w = V[:, 3:]
        p0, p = x[:, 3:4], x[:, 4:]
        turn = np.concatenate([-np.sum(p * w, axis=1, keepdims=True), p0 * w + np.cross(p, w)], 1)
        return np.concatenate([V[:, :3], 0.5 * turn], axis=1)

    @cached_property
    def factors(self) -> np.ndarray:
        """L, with M = L L^T."""
        L = np.zeros((6 * self.n, 6 * self.n))
        for k, (mass, J) in enumerate(zip(self.masses, self.inertias, strict=True)):
            i = 6 * k
            L[i : i + 3, i : i + 3] = np.sqrt(mass) * np.eye(3)
            L[i + 3 : i + 6, i + 3 : i + 6] = np.linalg.cholesky(J)
        return L

    def forces(self, x: np.ndarray, V: np.ndarray) -> np.ndarray:
        """Return f: weight, loads and gyroscopic moments, along V."""
        at = self.place(x, V)
        f = np.zeros((self.n, 6))
        for k, (mass, J) in enumerate(zip(self.masses, self.inertias, strict=True)):
            f[k, :3] = mass * np.asarray(self.gravity)
            f[k, 3:] = -np.cross(V[k, 3:], J @ V[k, 3:])
        for load in self.loads:
            for body, force, moment in load(at):
                if body != GROUND:
                    k = self.names[body]
                    f[k, :3] += force
                    f[k, 3:] += rotation(x[k, 3:]).T @ moment
        return f.ravel()

    @cached_property
    def ranks(self) -> tuple[int, int]:
        """Ranks of all rows and of those on positions, in the drawing.

        They hold for the run: between its steps, a bit off the constraints, redundant rows differ
        by more than a number can be told from zero.
        """
        positions, velocities = self.freedoms(self.closed(self.start(), False))
        return 6 * self.n - velocities, 6 * self.n - positions

    def inverse(self, A: np.ndarray, held: bool = False, ranked: bool = True) -> np.ndarray:
        """Return the pseudo-inverse of rows that are divided by masses."""
        U, S, Vt = np.linalg.svd(A, full_matrices=False)
        r = self.ranks[held] if ranked else int(np.sum(RANK * S[:1] < S))
        return (Vt[:r].T / S[:r]) @ U[:, :r].T

    def solve(self, t: float, x: np.ndarray, V: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return Vdot and the multipliers of smallest norm (of rows scaled by mass)."""
        L, (G, _) = self.factors, self.matrix(x)
        A = np.linalg.solve(L, G.T).T
        z0 = np.linalg.solve(L, self.forces(x, V))
        missing = self.wanted(t, change=True) - self.bias(x, V) - A @ z0
        inverse = self.inverse(A)
        push = inverse @ missing
        return np.linalg.solve(L.T, z0 + push).reshape(self.n, 6), inverse.T @ push

    def grips(self, t: float, x: np.ndarray, V: np.ndarray) -> dict[str, Grip]:
        """Return what each contact needs."""
        multipliers, at, k, found = self.solve(t, x, V)[1], self.place(x), 0, {}
        for name, rows in self.rows.items():
            if isinstance(rows, Rolling):
                point, axes, _ = rows.touch(at)
                normal, along, across = multipliers[k : k + 3]
                needed = float(np.hypot(along, across) / normal)
                found[name] = Grip(point, axes.T @ multipliers[k : k + 3], normal, needed)
            k += rows.size
        return found

    def energy(self, x: np.ndarray, V: np.ndarray) -> float:
        """Return kinetic energy and that of the weight."""
        kinetic = 0.5 * np.sum((self.factors.T @ V.ravel()) ** 2)
        heights = sum(m * p[:3] for m, p in zip(self.masses, x, strict=True))
        return float(kinetic - np.asarray(self.gravity) @ heights)

    # --- motion -----------------------------------------------------------------------------------

    def allowed(self, x: np.ndarray, V: np.ndarray, t: float = 0.0) -> np.ndarray:
        """Return the velocities nearest to V, by kinetic energy, that all rows allow."""
        L = self.factors
        A = np.linalg.solve(L, self.matrix(x)[0].T).T
        z = L.T @ V.ravel()
        z = z + self.inverse(A) @ (self.wanted(t) - A @ z)
        return np.linalg.solve(L.T, z).reshape(self.n, 6)

    def freedoms(self, x: np.ndarray) -> tuple[int, int]:
        """Return the freedoms of positions and of velocities."""
        G, held = self.matrix(x)
        A = np.linalg.solve(self.factors, G.T).T
        A = A / np.linalg.norm(A, axis=1, keepdims=True)
        ranks = [np.linalg.matrix_rank(part, tol=RANK) if len(part) else 0 for part in (A[held], A)]
        return 6 * self.n - int(ranks[0]), 6 * self.n - int(ranks[1])

    def closed(self, x: np.ndarray, ranked: bool = True) -> np.ndarray:
        """Return positions near x, by mass, on which all gaps vanish."""
        L, x = self.factors, x.copy()
        for _ in range(12):
            x[:, 3:] /= np.linalg.norm(x[:, 3:], axis=1, keepdims=True)
            gaps = self.gaps(x)
            if np.max(np.abs(gaps), initial=0.0) < 1e-14:
                break
            G, held = self.matrix(x)
            A = np.linalg.solve(L, G[held].T).T
            step = np.linalg.solve(L.T, self.inverse(A, True, ranked) @ -gaps)
            x = x + self.rates(x, step.reshape(self.n, 6))
        x[:, 3:] /= np.linalg.norm(x[:, 3:], axis=1, keepdims=True)
        return x

    def slope(self, t: float, y: np.ndarray) -> np.ndarray:
        """Return ydot of y = (x, V)."""
        x, V = self.split(y)
        return np.concatenate([self.rates(x, V).ravel(), self.solve(t, x, V)[0].ravel()])

    def split(self, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return x and V of y."""
        return y[: 7 * self.n].reshape(-1, 7), y[7 * self.n :].reshape(-1, 6)

    def run(
        self, times: Sequence[float] | np.ndarray, x: np.ndarray, V: np.ndarray, *,
        rtol: float = 1e-11, atol: float = 1e-12,
    ) -> list[tuple[np.ndarray, np.ndarray]]:  # fmt: skip
        """Return (x, V) at all times; the first is that of the start, which must be allowed."""
        y = np.concatenate([x.ravel(), V.ravel()])
        found = [self.split(y)]
        for t0, t1 in pairwise(times):
            solver = DOP853(self.slope, t0, y, t1, rtol=rtol, atol=atol)
            while solver.status == "running":
                solver.step()
                x, V = self.split(solver.y)
                x = self.closed(x)
                V = self.allowed(x, V, solver.t)
                solver.y = np.concatenate([x.ravel(), V.ravel()])
                solver.f = self.slope(solver.t, solver.y)
            assert solver.status == "finished", solver.t
            y = solver.y
            found.append(self.split(y))
        return found


def unit(direction: Any) -> np.ndarray:
    """Return a vector of length 1."""
    v = np.asarray(direction, dtype=float)
    return v / np.linalg.norm(v)


def frame_about(axis: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return two unit vectors across an axis, and the axis."""
    z = unit(axis)
    x = unit(np.cross(z, np.eye(3)[int(np.argmin(np.abs(z)))]))
    return x, np.cross(z, x), z


def skew(v: np.ndarray) -> np.ndarray:
    """Return the matrix of the cross product with v from the left, of real or complex numbers."""
    a, b, c = v
    return np.array([[0.0, -c, b], [c, 0.0, -a], [-b, a, 0.0]])


def rotation(p: np.ndarray) -> np.ndarray:
    """Return the matrix of a quaternion (scalar first) of any length."""
    e0, e = p[0], p[1:]
    s = p @ p
    return np.eye(3) + 2.0 / s * (e0 * skew(e) + skew(e) @ skew(e))
