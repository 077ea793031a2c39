"""Which of several dry frictions stick, and which slide, at an instant (Coulomb's law).

Accelerations of the coordinates with friction are linear in the efforts f of friction,

    a = a_0 + G f,   G symmetric, positive semidefinite.

A friction slides in the sense s of its motion, with f = -s times its sliding friction. Of one at
rest, either a = 0 and |f| is at most its bound at rest; or it begins to slide, s a >= 0. This is a
linear complementarity problem where bounds are constant. It is solved by changing one friction at a
time, from all that are at rest sticking, and where that goes round in circles by enumeration. With
constant bounds there is always an answer (Loetstedt, 1981). Where bounds depend on reactions, and
these on f, there may be none, or several (Painleve, 1895).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from sarrus.late_dataclass import dataclass

REST = 1e-9
"""Accelerations below this part of what they are made of are none."""
OVER = 5e-10
"""By what part efforts may exceed their bounds, for rounding."""
ALIKE = 1e-6
"""Accelerations that differ by less than this part of what they are made of are the same."""
RANK = 1e-9
"""Eigenvalues of the scaled G below this are zero."""
ENUMERATED = 6
"""Frictions at rest of which all modes are tried."""
SWEEPS, MOST = 20, 60
"""Repetitions for bounds that depend on efforts, and iterations with those of Newton's method."""
CONVERGED = 1e-12


@dataclass(frozen=True, eq=False)
class Frictions:
    """Frictions at an instant.

    a_0: accelerations without friction; G: their change for unit efforts; mobility: the same for
    each alone where nothing holds it, by which zeros of G are told; senses: 1 or -1 of those that
    slide, 0 of those at rest; static, sliding: bounds at rest and efforts while sliding, under
    efforts; constant: whether these do not depend on the efforts.
    """

    a_0: np.ndarray
    G: np.ndarray
    mobility: np.ndarray
    senses: np.ndarray
    static: Callable[[np.ndarray], np.ndarray]
    sliding: Callable[[np.ndarray], np.ndarray]
    constant: bool = True

    @property
    def scaled(self) -> tuple[np.ndarray, np.ndarray]:
        """G for accelerations and efforts of comparable size, and the scale of accelerations."""
        scale = np.sqrt(np.maximum(self.mobility, 1e-300))
        return self.G / np.outer(scale, scale), scale


@dataclass(frozen=True, eq=False)
class Sticking:
    """What frictions do: senses, 0 where they stick; efforts; accelerations.

    held: those that stick, each of which holds something more than those before; shared: those
    whose efforts at rest are not unique.
    """

    senses: np.ndarray
    efforts: np.ndarray
    a: np.ndarray
    held: tuple[int, ...]
    shared: np.ndarray


class NoSticking(ArithmeticError):
    """No mode is consistent, or several with different accelerations are; `found` are these."""

    def __init__(self, found: Sequence[Sticking], tried: int) -> None:
        super().__init__(f"{len(found)} consistent modes of {tried}")
        self.found, self.tried = tuple(found), tried


def sticking(of: Frictions, first: Sequence[int] = (), hits: Sequence[int] = ()) -> Sticking:
    """Return what frictions do.

    first: those that should be held if others can do without; hits: those whose efforts were at
    their bounds, of which others should take as much as they can where efforts are shared.
    """
    with np.errstate(all="ignore"):  # iterations that diverge have no answer
        return _sticking(of, first, hits)


def _sticking(of: Frictions, first: Sequence[int], hits: Sequence[int]) -> Sticking:
    at_rest = np.flatnonzero(of.senses == 0)
    found, tried = _step_by_step(of, at_rest, first, hits), 1
    if found is None and len(at_rest) <= ENUMERATED:
        for senses in _all_senses(of.senses, at_rest):
            tried += 1
            found = _consistent(of, senses, first, hits)
            if found is not None:
                break
    if found is None:
        raise NoSticking((), tried)
    goes_on = bool(first) and not np.any(found.senses[at_rest])
    if not of.constant and len(at_rest) <= ENUMERATED and not goes_on:
        several = _different(of, at_rest)
        if len(several) > 1:
            raise NoSticking(several, 3 ** len(at_rest))
    return found


def _different(of: Frictions, at_rest: np.ndarray) -> list[Sticking]:
    """Return the consistent modes that move differently, if friction at rest were not larger.

    Where it is larger, those that stick may do so although they could slide: the past decides.
    """
    plain, found = replace(of, static=of.sliding), list[Sticking]()
    for senses in _all_senses(of.senses, at_rest):
        other = _consistent(plain, senses, (), ())
        if other is not None and not any(_moves_alike(of, other, k) for k in found):
            found.append(other)
    return found


def _all_senses(senses: np.ndarray, at_rest: np.ndarray) -> Iterator[np.ndarray]:
    """Go through the modes of those at rest, those with most sticking first."""
    modes = sorted(product((0, 1, -1), repeat=len(at_rest)), key=lambda m: sum(map(abs, m)))
    for mode in modes:
        found = senses.copy()
        found[at_rest] = mode
        yield found


def _moves_alike(of: Frictions, a: Sticking, b: Sticking) -> bool:
    """Whether two modes have the same accelerations."""
    size = np.abs(of.a_0) + np.abs(of.G) @ (np.abs(a.efforts) + np.abs(b.efforts))
    return bool(np.all(np.abs(a.a - b.a) <= ALIKE * size))


def _step_by_step(
    of: Frictions, at_rest: np.ndarray, first: Sequence[int], hits: Sequence[int]
) -> Sticking | None:
    """Return a consistent mode, found by changing the worst friction until all are consistent."""
    senses, seen = of.senses.copy(), set()
    while tuple(senses) not in seen:
        seen.add(tuple(senses))
        tried = _answer(of, senses, first, hits)
        if tried is None:
            return None
        worst, k = _worst(of, tried, at_rest)
        if worst <= 0.0:
            return tried
        senses = senses.copy()
        senses[k] = -np.sign(tried.efforts[k]) if senses[k] == 0 else 0
    return None


def _consistent(
    of: Frictions, senses: np.ndarray, first: Sequence[int], hits: Sequence[int]
) -> Sticking | None:
    """Return what frictions do in a mode, None where it is not consistent."""
    found = _answer(of, senses, first, hits)
    at_rest = np.flatnonzero(of.senses == 0)
    return found if found is not None and _worst(of, found, at_rest)[0] <= 0.0 else None


def _worst(of: Frictions, tried: Sticking, at_rest: np.ndarray) -> tuple[float, int]:
    """Return the friction at rest that is least consistent, and by how much, relative."""
    bounds = of.static(tried.efforts)
    sizes = np.abs(of.a_0) + np.abs(of.G) @ np.abs(tried.efforts) + 1e-300
    worst, at = 0.0, -1
    for k in at_rest:
        if tried.senses[k] == 0:
            off = abs(tried.efforts[k]) / max(float(bounds[k]), 1e-300) - (1.0 + OVER)
        else:
            off = -tried.senses[k] * tried.a[k] / sizes[k] - REST
        if off > worst:
            worst, at = float(off), int(k)
    return worst, at


def _answer(
    of: Frictions, senses: np.ndarray, first: Sequence[int], hits: Sequence[int]
) -> Sticking | None:
    """Return efforts and accelerations in a mode, None where there are none."""
    stuck = np.flatnonzero(senses == 0)
    rest = [int(k) for k in stuck]
    order = [*(k for k in first if k in rest), *(k for k in rest if k not in first)]
    held, null = _independent(of, order), _null_space(of, stuck)
    near_bounds = [k for k in hits if k in held]

    def following(f: np.ndarray) -> np.ndarray | None:
        new = -senses * of.sliding(f)
        if len(stuck):
            found = _holding(of, stuck, null, new, of.static(f), near_bounds)
            if found is None:
                return None
            new[stuck] = found
        return new if np.all(np.isfinite(new)) else None

    f = _fixed_point(following, len(senses), of.constant)
    if f is None:
        return None
    a = of.a_0 + of.G @ f
    a[stuck] = 0.0
    shared = np.zeros(len(senses), dtype=bool)
    if null.shape[1]:
        shared[stuck] = np.max(np.abs(null), axis=1) > 1e-6
    return Sticking(senses, f, a, tuple(held), shared)


def _fixed_point(
    following: Callable[[np.ndarray], np.ndarray | None], n: int, constant: bool
) -> np.ndarray | None:
    """Return efforts that are those which follow from them; None where iterations diverge.

    By repetition, then by Newton's method with differences where that is slow.
    """
    f = np.zeros(n)
    for k in range(MOST):
        new = following(f)
        if new is None:
            return None
        size = float(np.max(np.abs(new), initial=0.0))
        off = new - f
        if float(np.max(np.abs(off), initial=0.0)) <= CONVERGED * size:
            return new
        if constant or k < SWEEPS:
            f = new
            continue
        moved = [following(f + step) for step in 1e-7 * (size + 1e-300) * np.eye(n)]
        if any(one is None for one in moved):
            return None
        slope = (np.array(moved) - new).T / (1e-7 * (size + 1e-300))
        if np.max(np.abs(np.linalg.eigvals(slope))) >= 1.0:
            return None  # friction raises the load that causes it without end
        f = f + np.linalg.solve(np.eye(n) - slope, off)
    return None


def _independent(of: Frictions, order: Sequence[int]) -> list[int]:
    """Return those of some frictions, each of which moves something that those before do not."""
    C, _ = of.scaled
    chosen: list[int] = []
    for k in order:
        left = C[k, k]
        if chosen:
            left -= C[k, chosen] @ np.linalg.solve(C[np.ix_(chosen, chosen)], C[chosen, k])
        if left > RANK:
            chosen.append(int(k))
    return chosen


def _null_space(of: Frictions, stuck: np.ndarray) -> np.ndarray:
    """Return the efforts, in scaled units, by which stuck frictions strain only each other."""
    C, _ = of.scaled
    values, vectors = np.linalg.eigh(C[np.ix_(stuck, stuck)])
    return np.asarray(vectors[:, values <= RANK])


def _holding(
    of: Frictions,
    stuck: np.ndarray,
    null: np.ndarray,
    others: np.ndarray,
    bounds: np.ndarray,
    hits: Sequence[int],
) -> np.ndarray | None:
    """Return efforts that hold the stuck frictions at rest; None where nothing does.

    Of several, those of the least sum of squares over the bounds, unless some exceed them.
    """
    C, scale = of.scaled
    free = others.copy()
    free[stuck] = 0.0
    right = -(of.a_0 + of.G @ free)[stuck] / scale[stuck]
    if not null.shape[1]:
        return np.asarray(np.linalg.solve(C[np.ix_(stuck, stuck)], right) / scale[stuck])
    against = np.abs(of.a_0[stuck]) + np.abs(of.G[stuck]) @ np.abs(free)
    if np.any(np.abs(null.T @ right) > 1e-8 * np.linalg.norm(against / scale[stuck]) + 1e-12):
        return None
    g = np.linalg.lstsq(C[np.ix_(stuck, stuck)], right, rcond=RANK)[0]
    own = np.maximum(bounds[stuck], 1e-12 * float(np.max(bounds, initial=1e-300)))
    weight = 1.0 / (scale[stuck] * own)
    z = -np.linalg.lstsq(weight[:, None] * null, weight * g, rcond=None)[0]
    f = np.asarray((g + null @ z) / scale[stuck])
    if hits or np.any(np.abs(f) > own):
        return _efforts_within(g, null, scale[stuck], own, [list(stuck).index(k) for k in hits], f)
    return f


def _efforts_within(
    g: np.ndarray,
    null: np.ndarray,
    scale: np.ndarray,
    own: np.ndarray,
    hits: Sequence[int],
    otherwise: np.ndarray,
) -> np.ndarray:
    """Return efforts (g + null z)/scale within their bounds, whose largest share is least.

    Of the hits alone, where there are some; otherwise: where nothing is within the bounds.
    """
    from scipy.optimize import linprog  # seldom needed

    n, free = null.shape
    rows, offsets = null / (scale * own)[:, None], g / (scale * own)
    least = np.ones(n, dtype=bool) if not hits else np.isin(np.arange(n), hits)
    most = np.where(least, 1.0, 0.0)
    A = np.vstack([np.column_stack([rows, -most]), np.column_stack([-rows, -most])])
    rest = np.where(least, 0.0, 1.0)
    b = np.concatenate([rest - offsets, rest + offsets])
    cost = np.append(np.zeros(free), 1.0)
    limits = [(None, None)] * free + [(0.0, None)]
    found = linprog(cost, A_ub=A, b_ub=b, bounds=limits)
    if found.status != 0:
        return otherwise
    return np.asarray((g + null @ found.x[:free]) / scale)
