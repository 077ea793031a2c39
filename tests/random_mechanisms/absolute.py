"""An independent solver: all coordinates of all bodies, constraints of joints, plain NumPy.

Each body has the position of its centre of mass, a unit quaternion, and V = (velocity, angular
velocity in world axes). With the rows G of all joints,

    G V = 0,   G Vdot = gamma,   M Vdot = f + G^T lambda,

accelerations are Vdot = P gamma + N y with a basis N of the null space of G and its inverse P, from
a singular value decomposition; masses take no part in the decision on ranks:

    N^T M N y = N^T (f - M P gamma).

DOP853 of SciPy integrates; after every step positions and velocities are put back on the
constraints. Nothing of Sarrus is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.integrate import DOP853

RANK = 1e-8
"""Scaled singular values below this belong to redundant rows."""


@dataclass(frozen=True)
class Motion:
    """Where the bodies are at the end, and how near to a singular position they came.

    t: where it ended, before its time after the most steps that were allowed; watch: least singular
    value of the independent rows on the way, scaled by lengths, usual: the middle one; finished:
    false where it broke off.
    """

    t: float
    positions: np.ndarray
    rotations: np.ndarray
    V: np.ndarray
    watch: float
    usual: float
    finished: bool


class Mechanism:
    """A mechanism in the neutral format; lengths: of each body, for scaling."""

    def __init__(self, model: dict[str, Any], lengths: dict[str, float]) -> None:
        bodies = model["bodies"]
        self.n = len(bodies)
        self.place = {body["name"]: k for k, body in enumerate(bodies)} | {"ground": self.n}
        self.mass = np.array([body["mass"] for body in bodies])
        self.inertia = np.array([body["inertia_com_body"] for body in bodies], dtype=float)
        self.com = np.array([body["com"] for body in bodies], dtype=float)
        self.gravity = np.array(model["gravity"], dtype=float)
        self.start_V = np.zeros((self.n, 6))
        for k, body in enumerate(bodies):
            self.start_V[k] = [*body.get("v_com", (0, 0, 0)), *body.get("omega_world", (0, 0, 0))]
        self.length = np.array([lengths[body["name"]] for body in bodies])
        self.columns = np.repeat(np.stack([self.length, np.ones(self.n)], axis=1).ravel(), 3)
        self.points, self.dots, self.slides = _Rows(3), _Rows(1), _Rows(1)
        self.spans: list[float] = []
        self.rods = _Rows(1)
        for joint in model["joints"]:
            self._add(joint)
        for rows in (self.points, self.dots, self.slides, self.rods):
            rows.close(self.n)
        self.springs = [self._spring(load) for load in model.get("loads", [])]
        self.y0 = np.concatenate(
            [self.com.ravel(), np.tile([1.0, 0, 0, 0], self.n), self.start_V.ravel()]
        )
        _, S, _, _ = self._solved(*self._placed(self.y0)[:2])
        self.rank = int(np.sum(S > RANK))
        self.freedoms = 6 * self.n - self.rank

    # --- joints -----------------------------------------------------------------------------------

    def _local(self, body: str, point: Any) -> np.ndarray:
        k = self.place[body]
        return np.asarray(point, dtype=float) - (self.com[k] if k < self.n else 0.0)

    def _add(self, joint: dict[str, Any]) -> None:
        a, b = joint["a"], joint["b"]
        pair, kind = (self.place[a], self.place[b]), joint["type"]
        if kind == "distance":
            ends = self._local(a, joint["point_a"]), self._local(b, joint["point_b"])
            self.rods.add(pair, *ends)
            self.spans.append(joint["length"])
            return
        at = self._local(a, joint["point"]), self._local(b, joint["point"])
        if kind in ("revolute", "spherical", "universal"):
            self.points.add(pair, *at)
        if kind == "universal":
            self.dots.add(pair, np.array(joint["axis_a"]), np.array(joint["axis_b"]))
        if kind in ("revolute", "prismatic", "cylindrical"):
            axis = np.array(joint["axis"])
            across = _across(axis)
            for x in across:
                self.dots.add(pair, x, axis)
            if kind != "revolute":
                for x in across:
                    self.slides.add(pair, *at, x)
            if kind == "prismatic":
                self.dots.add(pair, *across)

    def _spring(self, load: dict[str, Any]) -> tuple[Any, ...]:
        ends = [(self.place[load[s]], self._local(load[s], load[f"point_{s}"])) for s in "ab"]
        return (*ends, load["k"], load["c"], load["L0"])

    # --- equations --------------------------------------------------------------------------------

    def _placed(self, y: np.ndarray) -> tuple[np.ndarray, ...]:
        """Return positions, rotations, velocities and angular velocities; those of ground last."""
        n = self.n
        r = np.concatenate([y[: 3 * n].reshape(n, 3), np.zeros((1, 3))])
        p = y[3 * n : 7 * n].reshape(n, 4)
        R = np.concatenate([_matrices(p), np.eye(3)[None]])
        V = np.concatenate([y[7 * n :].reshape(n, 6), np.zeros((1, 6))])
        return r, R, V[:, :3], V[:, 3:]

    def _rows(
        self, r: np.ndarray, R: np.ndarray, v: Any = None, w: Any = None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return gaps, rows G, and gamma (zero without velocities)."""
        n = self.n
        gaps, parts, right = [], [], []
        v = np.zeros((n + 1, 3)) if v is None else v
        w = np.zeros((n + 1, 3)) if w is None else w

        def arms(rows: _Rows) -> tuple[np.ndarray, ...]:
            """Return arms in world axes, the way between the points, its rate, its bias."""
            a, b = rows.a, rows.b
            x, y = _turned(R[a], rows.first), _turned(R[b], rows.second)
            d = r[b] + y - r[a] - x
            rate = v[b] + _cross(w[b], y) - v[a] - _cross(w[a], x)
            bias = _cross(w[b], _cross(w[b], y)) - _cross(w[a], _cross(w[a], x))
            return x, y, d, rate, bias

        if len(self.points):
            x, y, d, _, bias = arms(self.points)
            G = np.zeros((len(self.points), 3, n + 1, 6))
            k = np.arange(len(self.points))
            G[k, :, self.points.b, :3] += np.eye(3)
            G[k, :, self.points.a, :3] -= np.eye(3)
            G[k, :, self.points.b, 3:] -= _skew(y)
            G[k, :, self.points.a, 3:] += _skew(x)
            gaps.append(d.ravel())
            parts.append(G.reshape(-1, n + 1, 6))
            right.append(-bias.ravel())
        if len(self.dots):
            rows = self.dots
            a, b = rows.a, rows.b
            x, y = _turned(R[a], rows.first), _turned(R[b], rows.second)
            c = _cross(x, y)
            G = np.zeros((len(rows), n + 1, 6))
            k = np.arange(len(rows))
            G[k, a, 3:] += c
            G[k, b, 3:] -= c
            rate = _cross(_cross(w[a], x), y) + _cross(x, _cross(w[b], y))
            gaps.append(np.sum(x * y, axis=1))
            parts.append(G)
            right.append(-np.sum((w[a] - w[b]) * rate, axis=1))
        if len(self.slides):
            rows = self.slides
            a, b = rows.a, rows.b
            x, y, d, rate, bias = arms(rows)
            e = _turned(R[a], rows.third)
            G = np.zeros((len(rows), n + 1, 6))
            k = np.arange(len(rows))
            G[k, b, :3] += e
            G[k, a, :3] -= e
            G[k, b, 3:] += _cross(y, e)
            G[k, a, 3:] += _cross(e, d) - _cross(x, e)
            turn = _cross(w[a], e)
            second = 2.0 * np.sum(turn * rate, axis=1) + np.sum(_cross(w[a], turn) * d, axis=1)
            gaps.append(np.sum(e * d, axis=1))
            parts.append(G)
            right.append(-second - np.sum(e * bias, axis=1))
        if len(self.rods):
            rows = self.rods
            a, b = rows.a, rows.b
            x, y, d, rate, bias = arms(rows)
            span = np.array(self.spans)
            e = d / span[:, None]
            G = np.zeros((len(rows), n + 1, 6))
            k = np.arange(len(rows))
            G[k, b, :3] += e
            G[k, a, :3] -= e
            G[k, b, 3:] += _cross(y, e)
            G[k, a, 3:] -= _cross(x, e)
            gaps.append(0.5 * (np.sum(d * d, axis=1) - span**2) / span)
            parts.append(G)
            right.append(-np.sum(rate * rate, axis=1) / span - np.sum(e * bias, axis=1))
        if not parts:
            return np.zeros(0), np.zeros((0, 6 * n)), np.zeros(0)
        G = np.concatenate(parts)[:, :n].reshape(-1, 6 * n)
        return np.concatenate(gaps), G, np.concatenate(right)

    def _solved(
        self, r: np.ndarray, R: np.ndarray, v: Any = None, w: Any = None
    ) -> tuple[Any, ...]:
        """Return gaps and gamma, and the decomposition of rows, with lengths scaled out."""
        gap, G, gamma = self._rows(r, R, v, w)
        scaled = G * self.columns
        norms = np.linalg.norm(scaled, axis=1)
        norms = 1.0 / np.where(norms > 0.0, norms, 1.0)
        U, S, Vt = np.linalg.svd(scaled * norms[:, None], full_matrices=True)
        return (gap * norms, gamma * norms), S, U, Vt

    def _inverse(self, right: np.ndarray, U: np.ndarray, S: np.ndarray, Vt: np.ndarray) -> Any:
        r = self.rank
        return self.columns * (Vt[:r].T @ ((U[:, :r].T @ right) / S[:r]))

    def slope(self, t: float, y: np.ndarray) -> np.ndarray:
        """Return ydot."""
        n = self.n
        r, R, v, w = self._placed(y)
        (_, gamma), S, U, Vt = self._solved(r, R, v, w)
        J = R[:n] @ self.inertia @ np.swapaxes(R[:n], 1, 2)
        f = np.zeros((n + 1, 6))
        f[:n, :3] = self.mass[:, None] * self.gravity
        f[:n, 3:] = -_cross(w[:n], np.einsum("kij,kj->ki", J, w[:n]))
        for (a, x), (b, z), k, c, rest in self.springs:
            x, z = R[a] @ x, R[b] @ z
            d = r[b] + z - r[a] - x
            span = np.linalg.norm(d)
            e = d / span
            rate = e @ (v[b] + _cross(w[b], z) - v[a] - _cross(w[a], x))
            force = -(k * (span - rest) + c * rate) * e
            f[b] += np.concatenate([force, _cross(z, force)])
            f[a] -= np.concatenate([force, _cross(x, force)])
        Vdot = self._inverse(gamma, U, S, Vt)
        N = self.columns[:, None] * Vt[self.rank :].T

        def massed(A: np.ndarray) -> np.ndarray:
            parts = A.reshape(n, 2, 3, -1)
            linear = self.mass[:, None, None] * parts[:, 0]
            return np.stack([linear, J @ parts[:, 1]], axis=1).reshape(A.shape)

        if N.shape[1]:
            MN = massed(N)
            reduced = N.T @ MN
            size = 1.0 / np.sqrt(np.diag(reduced))
            right = N.T @ (f[:n].ravel() - massed(Vdot[:, None])[:, 0])
            found = np.linalg.solve(size[:, None] * reduced * size, size * right)
            Vdot = Vdot + N @ (size * found)
        p = y[3 * n : 7 * n].reshape(n, 4)
        return np.concatenate([v[:n].ravel(), _quaternion_rates(p, w[:n]).ravel(), Vdot])

    def closed(self, y: np.ndarray) -> tuple[np.ndarray, float]:
        """Return y put back on the constraints, and its least independent singular value."""
        n, watch = self.n, 1.0
        y = y.copy()
        for _ in range(3):
            p = y[3 * n : 7 * n].reshape(n, 4)
            p /= np.linalg.norm(p, axis=1)[:, None]
            r, R = self._placed(y)[:2]
            (gap, _), S, U, Vt = self._solved(r, R)
            watch = float(S[self.rank - 1]) if self.rank else 1.0
            if np.max(np.abs(gap), initial=0.0) < 1e-14:
                break
            step = self._inverse(-gap, U, S, Vt).reshape(n, 6)
            y[: 3 * n] += step[:, :3].ravel()
            p += _quaternion_rates(p, step[:, 3:])
        p = y[3 * n : 7 * n].reshape(n, 4)
        p /= np.linalg.norm(p, axis=1)[:, None]
        V = y[7 * n :]
        free = Vt[self.rank :]
        y[7 * n :] = self.columns * (free.T @ (free @ (V / self.columns)))
        return y, watch

    def allowed_velocity(self, random: np.random.Generator) -> np.ndarray:
        """Return random velocities of all bodies that the joints allow; the largest speed is 1."""
        _, _, _, Vt = self._solved(*self._placed(self.y0)[:2])
        free = self.columns * (Vt[self.rank :].T @ random.normal(size=self.freedoms))
        parts = free.reshape(-1, 2, 3)
        speeds = np.linalg.norm(parts, axis=2) * np.stack([np.ones(self.n), self.length], axis=1)
        top = float(np.max(speeds, initial=0.0))
        return free / top if top > 0.0 else free

    def run(
        self, until: float, *, rtol: float = 1e-10, shift: float = 0.0, most: int = 4000
    ) -> Motion:
        """Return the motion from the drawing, until a time or for a number of steps.

        shift: relative change of the start.
        """
        n, size = self.n, float(np.max(self.length))
        y0, watch = self.closed(self.y0)
        if shift:
            y0[7 * n :] *= 1.0 + shift
            y0[: 3 * n] += shift * size * np.cos(np.arange(3 * n))
            y0, watch = self.closed(y0)
        units = np.concatenate(
            [np.repeat(self.length, 3), np.ones(4 * n), self.columns / max(until, 1e-300)]
        )
        solver = DOP853(self.slope, 0.0, y0, until, rtol=rtol, atol=rtol * units)
        seen = [watch]
        while solver.status == "running" and len(seen) <= most:
            try:
                solver.step()
            except np.linalg.LinAlgError:
                seen.append(0.0)
                break
            solver.y, here = self.closed(solver.y)
            solver.f = self.slope(solver.t, solver.y)
            seen.append(here)
        r, R, _, _ = self._placed(solver.y)
        V = solver.y[7 * n :].reshape(n, 6)
        whole = bool(solver.status != "failed" and min(seen) > 0.0 and solver.t > 0.0)
        return Motion(solver.t, r[:n], R[:n], V, min(seen), float(np.median(seen)), whole)


class _Rows:
    """Constraints of one kind: pairs of bodies and vectors that are fixed in them."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pairs: list[tuple[int, int]] = []
        self._vectors: list[tuple[np.ndarray, ...]] = []

    def add(self, pair: tuple[int, int], *vectors: np.ndarray) -> None:
        self._pairs.append(pair)
        self._vectors.append(vectors)

    def close(self, n: int) -> None:
        """Make arrays of what was added."""
        pairs = np.array(self._pairs, dtype=int).reshape(-1, 2)
        self.a, self.b = pairs[:, 0], pairs[:, 1]
        columns = [np.array(c, dtype=float) for c in zip(*self._vectors, strict=True)]
        self.first, self.second, self.third = [*columns, *[np.zeros((0, 3))] * 3][:3]

    def __len__(self) -> int:
        return len(self._pairs)


def _across(axis: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return two unit vectors across an axis and each other."""
    x = _cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    x /= np.linalg.norm(x)
    return x, _cross(axis, x)


def _cross(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return products of vectors, five times as fast as NumPy's for a few of them."""
    return x[..., NEXT] * y[..., LAST] - x[..., LAST] * y[..., NEXT]


NEXT, LAST = np.array([1, 2, 0]), np.array([2, 0, 1])


def _turned(R: np.ndarray, x: np.ndarray) -> np.ndarray:
    return (R @ x[:, :, None])[:, :, 0]


def _skew(x: np.ndarray) -> np.ndarray:
    S = np.zeros((len(x), 3, 3))
    S[:, 0, 1], S[:, 0, 2], S[:, 1, 2] = -x[:, 2], x[:, 1], -x[:, 0]
    return S - np.swapaxes(S, 1, 2)


def _matrices(p: np.ndarray) -> np.ndarray:
    """Return the rotations of quaternions (w, x, y, z)."""
    p = p / np.linalg.norm(p, axis=1)[:, None]
    w, x = p[:, :1, None], p[:, 1:]
    outer = x[:, :, None] * x[:, None, :]
    eye = np.eye(3)[None]
    squares = np.sum(x * x, axis=1)[:, None, None]
    return (w * w - squares) * eye + 2.0 * outer + 2.0 * w * _skew(x)


def _quaternion_rates(p: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Return pdot of quaternions of bodies that turn with w, in world axes."""
    scalar = -0.5 * np.sum(w * p[:, 1:], axis=1)
    vector = 0.5 * (p[:, :1] * w + _cross(w, p[:, 1:]))
    return np.concatenate([scalar[:, None], vector], axis=1)
