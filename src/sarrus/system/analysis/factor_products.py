"""Derivatives of the dynamics of large trees from their factors, in machine code.

As `dynamics.derivatives.factors` has them, entries of M are products h_a . S_k of two coordinates,
of which k carries a. That M is never written: taking coordinates from the tips inward,

    y_a = h_a - P_a S_a,   D_a = S_a . y_a + armature_a,
    P_parent = sum over children of P + y y^T / D,

is M = L^T D L with L_ak = y_a . S_k / D_a, and M x = r is solved by passing six numbers inward, and
six outward, for every column of r at once:

    z_k = r_k - S_k . p_k,           p_parent = sum of p + y z / D
    x_a = (z_a - y_a . g_parent) / D_a,   g_a = g_parent + S_a x_a

Columns of -dtau/dq, whose rows inboard are -S_a . dF_k, begin as p = dF_k at the joint of k. The
cost is n^2, about 70 products for the three numbers of each pair.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from sarrus.dynamics.derivatives import ForwardDerivatives
from sarrus.dynamics.derivatives.factors import VECTORS, efforts_of_loads
from sarrus.dynamics.derivatives.inverse import InverseDerivatives
from sarrus.dynamics.model_numbers import ARMATURE
from sarrus.dynamics.tree import Tree
from sarrus.kernels.native import Floats, Ints, Record, at, compile_function, copy, native, record

S, DRIFT, SECOND, TWICE, H, C, DQ_WRENCH, DV_WRENCH = 0, 6, 12, 18, 21, 27, 30, 36
NUMBERS = 42
"""Where factors begin among the numbers of a coordinate, as `VECTORS` has them; how many."""
ROTATION = S + 3
"""Where the rotation of S begins."""


@record
class Products(Record):
    """A tree and the factors of its derivatives at `count` states, one after the other.

    n: coordinates; parent: the next one inboard, -1 for none; first, last: where those of the same
    joint begin and end; order: from ground outward; is_chain: whether each carries the next;
    ascending: whether carriers come first. factors: 42 numbers of each coordinate; of_q, of_v: what
    loads add to dtau/dq and dtau/dv, if `loaded`; armature: of every coordinate at all states;
    found: three matrices, of all states.

    inward, outward: which of the rooms for six numbers of each column a coordinate uses; merged:
    further ones that it takes in, from merged_at on; carried: the one that it begins with, -1 for
    its own, -2 for zeros; beginning: whether it has none to begin with inward.
    """

    n: int
    count: int
    is_chain: int
    ascending: int
    loaded: int
    order: Ints
    parent: Ints
    first: Ints
    last: Ints
    inward: Ints
    beginning: Ints
    merged: Ints
    merged_at: Ints
    outward: Ints
    carried: Ints
    factors: Floats
    armature: Floats
    of_q: Floats
    of_v: Floats
    turned: Floats
    y: Floats
    P: Floats
    reciprocal: Floats
    rooms: Floats
    found: Floats


@native
def put_transpose(A: Floats, n: int, size: int, B: Floats) -> None:
    """Put the first numbers of each of n coordinates in rows of B."""
    for i in range(size):
        for k in range(n):
            B[i * n + k] = A[k * NUMBERS + i]


@native
def add_products(row: Floats, a: Floats, size: int, B: Floats, n: int, lo: int, hi: int) -> None:
    """Add a . B to a part of a row: `size` numbers with rows of n, in threes."""
    for part in range(size // 3):
        i = 3 * part
        a0 = a[i]
        a1 = a[i + 1]
        a2 = a[i + 2]
        B0 = at(B, i * n)
        B1 = at(B, (i + 1) * n)
        B2 = at(B, (i + 2) * n)
        for k in range(lo, hi):
            row[k] = row[k] + (a0 * B0[k] + a1 * B1[k] + a2 * B2[k])


@native
def add_multiples(row: Floats, a: Floats, f: float, B: Floats, n: int, lo: int, hi: int) -> None:
    """Add multiples f a_i of a part of a row to six rows of n."""
    for i in range(6):
        Bi = at(B, i * n)
        ai = f * a[i]
        for k in range(lo, hi):
            Bi[k] = Bi[k] + ai * row[k]


@native
def product(a: Floats, b: Floats, n: int) -> float:
    """Return the scalar product."""
    total = 0.0
    for i in range(n):
        total += a[i] * b[i]
    return total


@native
def put_carried(
    s: Products, F: Floats, a: int, X: Floats, turning: int, moving: int, f: float, weight: float
) -> None:
    """Add f (weight c_a . turning_k + h_a . moving_k) to row a, for all k that carry a.

    F: the factors; turning, moving: where among them; s.turned has both by rows.
    """
    n = s.n
    row = at(X, a * n)
    c = at(F, NUMBERS * a + C)
    h = at(F, NUMBERS * a + H)
    if s.is_chain > 0:
        scaled = at(s.y, 6 * n)
        for i in range(3):
            scaled[i] = f * weight * c[i]
        for i in range(6):
            scaled[3 + i] = f * h[i]
        add_products(row, scaled, 9, s.turned, n, 0, s.last[a])
    else:
        k = s.last[a] - 1
        while k >= 0:
            turn = product(c, at(F, NUMBERS * k + turning), 3)
            move = product(h, at(F, NUMBERS * k + moving), 6)
            row[k] = row[k] + f * (weight * turn + move)
            k = s.parent[k]


@native
def put_zeros(X: Floats, size: int) -> None:
    """Put zeros in place of numbers."""
    for i in range(size):
        X[i] = 0.0


@native
def put_right_side(
    s: Products, F: Floats, X: Floats, of_loads: Floats, turning: int, moving: int, f: float,
    weight: float,
) -> None:  # fmt: skip
    """Put f times the part of dtau/dx in X that coordinates have of those that carry them."""
    n = s.n
    put_zeros(X, n * n)
    if s.loaded > 0:
        for i in range(n * n):
            X[i] = f * of_loads[i]
    if s.is_chain > 0:
        put_transpose(at(F, turning), n, 3, s.turned)
        put_transpose(at(F, moving), n, 6, at(s.turned, 3 * n))
    for a in range(n):
        put_carried(s, F, a, X, turning, moving, f, weight)


@native
def factor(s: Products, F: Floats, armature: Floats) -> int:
    """Leave y and 1 / D of all coordinates; return 0 where one moves no mass."""
    n = s.n
    put_zeros(s.P, 36 * n)
    for back in range(n):
        a = s.order[n - 1 - back]
        P = at(s.P, 36 * a)
        own = at(F, NUMBERS * a + S)
        h = at(F, NUMBERS * a + H)
        y = at(s.y, 6 * a)
        D = armature[a]
        for i in range(6):
            total = h[i]
            for j in range(6):
                total -= P[6 * i + j] * own[j]
            y[i] = total
            D += total * own[i]
        if not D > 0.0:
            return 0
        s.reciprocal[a] = 1.0 / D
        if s.parent[a] >= 0:
            Q = at(s.P, 36 * s.parent[a])
            for i in range(6):
                part = y[i] / D
                for j in range(6):
                    Q[6 * i + j] = Q[6 * i + j] + (P[6 * i + j] + part * y[j])
    return 1


@native
def solve(s: Products, F: Floats, X: Floats, wrenches: int, unit: int) -> None:
    """Replace X by M^-1 X, with the wrenches of columns at their joints, unless X is of units.

    Of units, what is left of the diagonal is left out where carriers come first.
    """
    n = s.n
    half = unit * s.ascending
    for back in range(n):
        a = s.order[n - 1 - back]
        lo = a if half > 0 else 0
        row = at(X, a * n)
        p = at(s.rooms, 6 * n * s.inward[a])
        if s.beginning[a] > 0:
            put_zeros(p, 6 * n)
        for m in range(s.merged_at[a], s.merged_at[a + 1]):
            other = at(s.rooms, 6 * n * s.merged[m])
            for i in range(6 * n):
                p[i] = p[i] + other[i]
        own = at(F, NUMBERS * a + S)
        y = at(s.y, 6 * a)
        against = at(s.y, 6 * n)
        for i in range(6):
            against[i] = -own[i]
        add_products(row, against, 6, p, n, lo, n)
        add_multiples(row, y, s.reciprocal[a], p, n, lo, n)
        if a == s.first[a] and unit == 0:
            for k in range(a, s.last[a]):
                for i in range(6):
                    p[i * n + k] = p[i * n + k] + F[NUMBERS * k + wrenches + i]
    for place in range(n):
        a = s.order[place]
        lo = a if half > 0 else 0
        row = at(X, a * n)
        g = at(s.rooms, 6 * n * s.outward[a])
        if s.carried[a] == -2:
            put_zeros(g, 6 * n)
        if s.carried[a] >= 0:
            copy(g, at(s.rooms, 6 * n * s.carried[a]), 6 * n)
        y = at(s.y, 6 * a)
        against = at(s.y, 6 * n)
        f = s.reciprocal[a]
        for i in range(6):
            against[i] = -f * y[i]
        for k in range(lo, n):
            row[k] = f * row[k]
        add_products(row, against, 6, g, n, lo, n)
        add_multiples(row, at(F, NUMBERS * a + S), 1.0, g, n, lo, n)


@native
def put_accelerations(s: Products) -> None:
    """Put the derivatives of accelerations by q, v and efforts in their places, at all states."""
    n = s.n
    size = n * n
    for state in range(s.count):
        F = at(s.factors, state * n * NUMBERS)
        by_q = at(s.found, state * size)
        by_v = at(s.found, (s.count + state) * size)
        by_x = at(s.found, (2 * s.count + state) * size)
        of_q = at(s.of_q, s.loaded * state * size)
        of_v = at(s.of_v, s.loaded * state * size)
        if factor(s, F, at(s.armature, state * n)) > 0:
            put_right_side(s, F, by_q, of_q, TWICE, SECOND, -1.0, 1.0)
            solve(s, F, by_q, DQ_WRENCH, 0)
            put_right_side(s, F, by_v, of_v, ROTATION, DRIFT, -1.0, 2.0)
            solve(s, F, by_v, DV_WRENCH, 0)
            put_zeros(by_x, size)
            for a in range(n):
                by_x[a * n + a] = 1.0
            solve(s, F, by_x, 0, 1)
            for a in range(n if s.ascending > 0 else 0):
                for k in range(a + 1, n):
                    by_x[k * n + a] = by_x[a * n + k]
        else:
            nothing = 0.0 / 0.0
            for i in range(size):
                by_q[i] = nothing
                by_v[i] = nothing
                by_x[i] = nothing


@native
def add_inboard(s: Products, F: Floats, X: Floats, wrenches: int) -> None:
    """Add S_a . dF_k to X where a carries the joint of k."""
    n = s.n
    if s.is_chain > 0:
        put_transpose(at(F, wrenches), n, 6, s.turned)
        for a in range(n):
            add_products(at(X, a * n), at(F, NUMBERS * a + S), 6, s.turned, n, s.last[a], n)
    else:
        for k in range(n):
            wrench = at(F, NUMBERS * k + wrenches)
            a = s.parent[s.first[k]]
            while a >= 0:
                X[a * n + k] = X[a * n + k] + product(at(F, NUMBERS * a + S), wrench, 6)
                a = s.parent[a]


@native
def put_mass_matrix(s: Products, F: Floats, armature: Floats, M: Floats) -> None:
    """Put M in its place."""
    n = s.n
    put_zeros(M, n * n)
    if s.is_chain > 0:
        put_transpose(at(F, S), n, 6, s.turned)
    for a in range(n):
        h = at(F, NUMBERS * a + H)
        if s.is_chain > 0:
            add_products(at(M, a * n), h, 6, s.turned, n, 0, a + 1)
            for k in range(a):
                M[k * n + a] = M[a * n + k]
        else:
            k = a
            while k >= 0:
                M[a * n + k] = product(h, at(F, NUMBERS * k + S), 6)
                M[k * n + a] = M[a * n + k]
                k = s.parent[k]
        M[a * n + a] = M[a * n + a] + armature[a]


@native
def put_efforts(s: Products) -> None:
    """Put the derivatives of efforts by q, v and accelerations in their places, at all states."""
    n = s.n
    size = n * n
    for state in range(s.count):
        F = at(s.factors, state * n * NUMBERS)
        by_q = at(s.found, state * size)
        by_v = at(s.found, (s.count + state) * size)
        of_q = at(s.of_q, s.loaded * state * size)
        of_v = at(s.of_v, s.loaded * state * size)
        put_right_side(s, F, by_q, of_q, TWICE, SECOND, 1.0, 1.0)
        add_inboard(s, F, by_q, DQ_WRENCH)
        put_right_side(s, F, by_v, of_v, ROTATION, DRIFT, 1.0, 2.0)
        add_inboard(s, F, by_v, DV_WRENCH)
        M = at(s.found, (2 * s.count + state) * size)
        put_mass_matrix(s, F, at(s.armature, state * n), M)


class FactorProducts:
    """The products of the factors of a tree; threads take turns."""

    def __init__(self, tree: Tree) -> None:
        self._tree, n = tree, tree.nv
        parent, first, last = _carriers(tree)
        ascending = all(b < a for a, b in enumerate(parent))
        outward = [k for link in tree.links for k in range(link.v.start, link.v.stop)]
        order = list(range(n)) if ascending else outward
        is_chain = all(parent[a] == a - 1 for a in range(n))
        rooms, arrays = _rooms(parent, order)
        s = self._state = Products(n=n, is_chain=int(is_chain), ascending=int(ascending))
        given = {"order": order, "parent": parent, "first": first, "last": last, **arrays}
        s.bind(
            **{name: np.array([*values, 0], dtype=np.int64) for name, values in given.items()},
            turned=np.zeros(9 * n), y=np.zeros(6 * n + 9), P=np.zeros(36 * n),
            reciprocal=np.zeros(n), rooms=np.zeros(6 * n * max(rooms, 1)),
            of_q=np.zeros(1), of_v=np.zeros(1),
        )  # fmt: skip
        self._lock = threading.RLock()

    def efforts(self, found: Mapping[str, np.ndarray]) -> InverseDerivatives:
        """Return the derivatives of inverse dynamics; factors may have axes of states in front."""
        by_q, by_v, M = self._matrices(put_efforts, found)
        return InverseDerivatives(found["tau"], by_q, by_v, M)

    def accelerations(
        self, vdot: np.ndarray, found: Mapping[str, np.ndarray]
    ) -> ForwardDerivatives:
        """Return the derivatives of accelerations, all of which are free."""
        return ForwardDerivatives(vdot, *self._matrices(put_accelerations, found))

    def _matrices(
        self, what: Callable[..., None], found: Mapping[str, np.ndarray]
    ) -> tuple[np.ndarray, ...]:
        with self._lock:
            call, matrices = self.native_call(what, found)
            call()
        return tuple(matrices)

    def native_call(
        self, what: Callable[..., None], found: Mapping[str, np.ndarray]
    ) -> tuple[Callable[[], None], np.ndarray]:
        """Return the call of one of the native functions, and the matrices that it fills.

        It is that of the last factors given; nobody else may call in the meantime.
        """
        factors = np.concatenate([found[name] for name in VECTORS], axis=-1, dtype=float)
        lead, n, s = factors.shape[:-2], self._tree.nv, self._state
        matrices = np.empty((3, *lead, n, n))
        loads = [self._of_loads(found, x) for x in "qv"]
        s.count, s.loaded = math.prod(lead), int(any(x is not None for x in loads))
        if s.loaded:
            none = np.zeros((*lead, n, n))
            of_q, of_v = (none if x is None else np.ascontiguousarray(x) for x in loads)
            s.bind(of_q=of_q, of_v=of_v)
        armature = np.zeros((*lead, n)) + found.get(ARMATURE, 0.0)
        s.bind(factors=factors, found=matrices, armature=armature)
        return partial(compile_function(what), s.address), matrices

    def _of_loads(self, found: Mapping[str, np.ndarray], x: str) -> np.ndarray | None:
        """Return what changes of loads by x add to the derivatives of tau, None for nothing."""
        loads, efforts = found[f"loads_{x}"], found[f"efforts_{x}"]
        if not loads.shape[-2] and not efforts.shape[-2]:
            return None
        return efforts_of_loads(self._tree, found["S"], loads, efforts)


def _carriers(tree: Tree) -> tuple[list[int], list[int], list[int]]:
    """Return for every coordinate the next one inboard, and where those of its joint begin and end.

    Of one joint, each coordinate carries the next.
    """
    parent, first, last = ([0] * tree.nv for _ in range(3))
    tip: list[int] = []  # of every link the outermost coordinate that moves it
    for link in tree.links:
        before = tip[link.parent] if link.parent >= 0 else -1
        for k in range(link.v.start, link.v.stop):
            parent[k], first[k], last[k] = before, link.v.start, link.v.stop
            before = k
        tip.append(before)
    return parent, first, last


def _rooms(parent: list[int], order: list[int]) -> tuple[int, dict[str, list[int]]]:
    """Return how many rooms for six numbers of all columns are needed, and who uses which.

    One that carries a single other has the same room; others are free again when they were taken
    in, or copied for the last time.
    """
    n = len(parent)
    children: list[list[int]] = [[] for _ in range(n)]
    for a, b in enumerate(parent):
        if b >= 0:
            children[b].append(a)
    most, free = 0, list[int]()

    def room() -> int:
        nonlocal most
        if free:
            return free.pop()
        most += 1
        return most - 1

    inward, merged_at = [0] * n, [0]
    merged: list[list[int]] = [[] for _ in range(n)]
    for a in reversed(order):
        taken = [inward[b] for b in children[a]]
        inward[a], merged[a] = (taken[0], taken[1:]) if taken else (room(), [])
        free += merged[a]
    for some in merged:
        merged_at.append(merged_at[-1] + len(some))
    free = list(range(most))
    outward, carried, left = [0] * n, [-2] * n, [len(some) for some in children]
    for a in order:
        b = parent[a]
        if b < 0:
            outward[a] = room()
        elif left[b] == 1:
            outward[a], carried[a] = outward[b], -1
        else:
            left[b] -= 1
            outward[a], carried[a] = room(), outward[b]
        if not children[a]:
            free.append(outward[a])
    return most, {
        "inward": inward,
        "beginning": [int(not some) for some in children],
        "merged": [m for some in merged for m in some],
        "merged_at": merged_at,
        "outward": outward,
        "carried": carried,
    }
