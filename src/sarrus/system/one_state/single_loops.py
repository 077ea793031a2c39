"""Closed chains of six unknown hinges and slides, with 24 paths for any geometry.

A hinge is the dual quaternion cos(u/2) + sin(u/2) a, a slide 1 + s d epsilon: both are linear in a
pair of numbers. The product of three is linear in the 2 x 2 x 2 products of their pairs, and so is
the inverse of the product of the other three. Both are the same pose, up to a factor, where

    y = M (p1 (x) p2 (x) p3)  is a product  p4 (x) p5 (x) p6,

with a matrix M of eight rows. That y has the factor p4 are four equations, linear in each of the
pairs p1 to p4: 4! = 24 paths. The other two then follow, because poses are on Study's quadric.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.solvers.homotopy.polynomials import Polynomial, variables
from sarrus.solvers.homotopy.solutions import Solutions, all_solutions
from sarrus.spatial import Transform
from sarrus.spatial.rotation import quaternion_matrix, quaternion_of, quaternion_product
from sarrus.system.one_state.rigid_groups import Groups, Link

UNKNOWN, CHAIN_PATHS = 6, 24
WORST = 1e-7
"""Least singular value of three joints' products, in parts of the largest."""


@dataclass(frozen=True)
class Factor:
    """A pose in a chain: a constant one, or a hinge or slide about or along an axis.

    group: that which it leads to, -1 inside of a joint.
    """

    basis: tuple[np.ndarray, ...]
    slides: bool
    group: int


def chain_of(groups: Groups, size: float) -> list[Factor] | None:
    """Return the factors of a mechanism that is one loop with six unknowns, None if it is not."""
    if groups.lengths or len(groups.links) != len(groups.members):
        return None
    found: list[Factor] = []
    here, left = 0, list(groups.links)
    while left:
        link = next((k for k in left if here in (k.a, k.b)), None)
        if link is None:
            return None
        left.remove(link)
        steps = _factors(link, here == link.a, size)
        if steps is None:
            return None
        found += steps
        here = link.b if here == link.a else link.a
    unknown = sum(len(factor.basis) == 2 for factor in found)
    return found if here == 0 and unknown == UNKNOWN else None


def _factors(link: Link, forward: bool, size: float) -> list[Factor] | None:
    """Return the factors of one joint from one of its groups to the other."""
    kind = link.joint.type
    chain = kind.chain
    if any(step.follows is not None for step in chain):
        return None
    if not chain or len(chain) != kind.nq:  # balls have two sets of angles for each position
        return None
    first, last = (link.on_a, link.on_b) if forward else (link.on_b, link.on_a)
    steps = []
    for k, step in enumerate(chain):
        axis = np.zeros(4)
        axis[1 + "xyz".index(step.axis)] = 1.0 if forward else -1.0
        zero, one = np.zeros(4), np.array([1.0, 0.0, 0.0, 0.0])
        turn = np.concatenate([zero, axis] if step.slides else [axis, zero])
        unit = np.concatenate([one, zero])
        known = link.known.get(k)
        if known is None:
            steps.append(Factor((unit, turn), step.slides, -1))
        elif step.slides:
            steps.append(Factor((unit + known / size * turn,), True, -1))
        else:
            both = np.cos(0.5 * known) * unit + np.sin(0.5 * known) * turn
            steps.append(Factor((both,), False, -1))
    steps = steps if forward else steps[::-1]
    other = link.b if forward else link.a
    begin = Factor((_dual(first, size),), False, -1)
    return [begin, *steps, Factor((_conjugate(_dual(last, size)),), False, other)]


def _dual(X: Transform, size: float) -> np.ndarray:
    """Return the dual quaternion (e, g = p e) of a pose."""
    e = np.asarray(quaternion_of(X.matrix), dtype=float)
    p = np.array([0.0, *(X.position / size)])
    return np.concatenate([e, quaternion_product(p, e)])


def _conjugate(d: np.ndarray) -> np.ndarray:
    """Return the inverse of a dual quaternion of length 1."""
    return np.asarray(d * np.array([1.0, -1.0, -1.0, -1.0] * 2))


def _times(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    e = quaternion_product(a[:4], b[:4])
    return np.concatenate([e, quaternion_product(a[4:], b[:4]) + quaternion_product(a[:4], b[4:])])


def _products(factors: list[Factor]) -> np.ndarray:
    """Return the products of factors, (8, choices), for each choice of their bases."""
    free = [factor for factor in factors if len(factor.basis) == 2]
    found = []
    for chosen in product((0, 1), repeat=len(free)):
        picks, d = iter(chosen), np.array([1.0] + [0.0] * 7)
        for factor in factors:
            d = _times(d, factor.basis[next(picks) if len(factor.basis) == 2 else 0])
        found.append(d)
    return np.array(found).T


def single_loop_solutions(
    factors: list[Factor], size: float
) -> tuple[Solutions, list[dict[int, Transform]]] | None:
    """Return the solutions of a chain, and the poses of its groups at each; None if it is special.

    The loop may be begun at any joint: that whose three other joints are the most independent.
    """
    free = [i for i, factor in enumerate(factors) if len(factor.basis) == 2]
    best: tuple[float, int] = (0.0, 0)
    for first in range(UNKNOWN):
        sizes = np.linalg.svd(_split(factors, free[first])[1], compute_uv=False)
        best = max(best, (float(sizes[-1] / sizes[0]), first))
    if best[0] < WORST:
        return None
    start = free[best[1]]
    A, B = _split(factors, start)
    M = np.linalg.solve(B, A).reshape(2, 2, 2, 2, 2, 2)  # p4 p5 p6 by p1 p2 p3
    order = [k % len(factors) for k in range(start, start + len(factors))]
    slides = [factors[k].slides for k in order if len(factors[k].basis) == 2]
    random = np.random.default_rng(1853)
    tilt = random.uniform(0.2, 1.3, UNKNOWN)  # no position of a joint that matters is at infinity
    t = variables(4)
    pairs = [
        (np.cos(a) - np.sin(a) * x, np.sin(a) + np.cos(a) * x)
        for a, x in zip(tilt, t, strict=False)
    ]
    equations = []
    for j, k in product((0, 1), repeat=2):
        y = [_contraction(M[i, j, k], pairs) for i in (0, 1)]
        equations.append(y[1] * pairs[3][0] - y[0] * pairs[3][1])
    # a turn by an imaginary angle is none, nor is a slide to infinity a position
    proper = [
        p * p if slide else p * p + q * q for (p, q), slide in zip(pairs, slides[:4], strict=True)
    ]
    groups = [((0,), (1,), (2,), (3,))]
    found = all_solutions(equations, groups=groups, proper=proper)
    poses = []
    for x in found.real:
        p = [np.array([np.cos(a) - np.sin(a) * v, np.sin(a) + np.cos(a) * v])
             for a, v in zip(tilt, x, strict=False)]  # fmt: skip
        y = np.einsum("ijkabc,a,b,c->ijk", M, *p[:3])
        Z = np.einsum("ijk,i->jk", y, p[3])
        U, _, V = np.linalg.svd(Z)
        p += [U[:, 0], V[0]]
        poses.append(_poses(factors, order, p, size))
    return found, poses


def _split(factors: list[Factor], start: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the products of three joints from a place on, and of the inverse of the others."""
    turned = [*factors[start:], *factors[:start]]
    free = [i for i, factor in enumerate(turned) if len(factor.basis) == 2]
    left, right = turned[: free[3]], turned[free[3] :]
    A = _products(left)
    B = _products(right) * np.array([1.0, -1.0, -1.0, -1.0] * 2)[:, None]
    return A, B


def _contraction(tensor: np.ndarray, pairs: list[tuple[Polynomial, Polynomial]]) -> Polynomial:
    total = 0.0 * pairs[0][0]
    for a, b, c in product((0, 1), repeat=3):
        total = total + float(tensor[a, b, c]) * pairs[0][a] * pairs[1][b] * pairs[2][c]
    return total


def _poses(
    factors: list[Factor], order: list[int], pairs: list[np.ndarray], size: float
) -> dict[int, Transform]:
    """Return the poses of the groups from the pairs of the joints, in the order of the solution."""
    values = dict(zip([k for k in order if len(factors[k].basis) == 2], pairs, strict=True))
    d, found = np.array([1.0] + [0.0] * 7), {0: Transform.identity()}
    for k, factor in enumerate(factors):
        if len(factor.basis) == 2:
            p = values[k]
            p = p / p[0] if factor.slides else p / np.linalg.norm(p)
            d = _times(d, p[0] * factor.basis[0] + p[1] * factor.basis[1])
        else:
            d = _times(d, factor.basis[0])
        if factor.group > 0:
            position = quaternion_product(d[4:], d[:4] * np.array([1.0, -1.0, -1.0, -1.0]))[1:]
            found[factor.group] = Transform.of(quaternion_matrix(d[:4]), size * position)
    return found
