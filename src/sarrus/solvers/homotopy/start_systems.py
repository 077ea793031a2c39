"""Start systems: products of linear forms, whose solutions are known and bound the count.

Each equation of degree d is replaced by a product of d random linear forms, each in a set of the
variables. The system has all monomials of the one to be solved, so it has at least as many isolated
solutions. One set for all is the theorem of Bezout; sets that are groups of a partition give the
multihomogeneous numbers (Morgan, Sommese 1987); other sets the linear products of Verschelde and
Cools (1993). A solution belongs to each choice of one form of every equation that fixes a point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import numpy as np

from sarrus.late_dataclass import dataclass

Groups = tuple[tuple[int, ...], ...]
MOST_CHOICES = 200_000
FEW = 8
"""Variables up to which groups are looked for from single ones on."""


@dataclass(frozen=True)
class LinearProducts:
    """Equations g_i(x) = prod_k (forms[i][k] . x) in homogeneous coordinates, and solutions."""

    forms: tuple[np.ndarray, ...]
    solutions: np.ndarray

    def values_and_jacobians(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return g and dg/dx at points x (points, n + 1)."""
        points, n = x.shape
        values = np.empty((points, len(self.forms)), dtype=complex)
        jacobians = np.zeros((points, len(self.forms), n), dtype=complex)
        for i, forms in enumerate(self.forms):
            factors = x @ forms.T
            values[:, i] = np.prod(factors, axis=1)
            for k, form in enumerate(forms):
                others = np.prod(np.delete(factors, k, axis=1), axis=1)
                jacobians[:, i] += others[:, None] * form
        return values, jacobians


def multihomogeneous_bound(degrees: np.ndarray, sizes: Sequence[int]) -> int:
    """Return the coefficient of prod_j a_j^sizes_j in prod_i sum_j degrees_ij a_j."""
    counts: dict[tuple[int, ...], int] = {tuple(int(k) for k in sizes): 1}
    for row in degrees:
        after: dict[tuple[int, ...], int] = {}
        for left, ways in counts.items():
            for j, d in enumerate(row):
                if d and left[j]:
                    key = (*left[:j], left[j] - 1, *left[j + 1 :])
                    after[key] = after.get(key, 0) + ways * int(d)
        counts = after
    return counts.get((0,) * len(sizes), 0)


def group_degrees(exponents: Sequence[np.ndarray], groups: Groups) -> np.ndarray:
    """Return the degree of each equation, given by its exponents (terms, n), in each group."""
    return np.array(
        [[int(e[:, list(g)].sum(axis=1).max(initial=0)) for g in groups] for e in exponents]
    )


def best_groups(exponents: Sequence[np.ndarray], n: int, values: Sequence[Groups]) -> Groups:
    """Return the partition with the least bound: of those given, or found by merging of groups."""

    def bound(groups: Groups) -> int:
        return multihomogeneous_bound(group_degrees(exponents, groups), [len(g) for g in groups])

    candidates: list[Groups] = [(tuple(range(n)),), *values]
    first = tuple((k,) for k in range(n)) if n <= FEW else max(values, key=len, default=())
    candidates += [first] if first else []
    here = first
    while len(here) > 2:
        merged = [
            (*(g for k, g in enumerate(here) if k not in (i, j)), tuple(sorted(here[i] + here[j])))
            for i, j in combinations(range(len(here)), 2)
        ]
        here = min(merged, key=bound)
        candidates.append(here)
    return min(candidates, key=lambda groups: (bound(groups), len(groups)))


def _choices(degrees: np.ndarray, left: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield (group, form) for every equation, so that each group has as many as it needs."""
    if not len(degrees):
        if not any(left):
            yield ()
        return
    reachable = degrees.astype(bool).sum(axis=0)
    if any(need > can for need, can in zip(left, reachable, strict=True)):
        return
    for j, d in enumerate(degrees[0]):
        if d and left[j]:
            after = (*left[:j], left[j] - 1, *left[j + 1 :])
            for rest in _choices(degrees[1:], after):
                for k in range(int(d)):
                    yield ((j, k), *rest)


def grouped_start(
    exponents: Sequence[np.ndarray], groups: Groups, random: np.random.Generator
) -> LinearProducts:
    """Return the start system of groups, in coordinates with a block (x_0, ...) for each."""
    degrees = group_degrees(exponents, groups)
    sizes = tuple(len(g) for g in groups)
    n, ends = sum(sizes) + len(groups), np.cumsum([k + 1 for k in sizes])
    blocks = [range(end - size - 1, end) for size, end in zip(sizes, ends, strict=True)]
    forms: list[list[np.ndarray]] = []
    place: list[dict[tuple[int, int], int]] = []
    for row in degrees:
        forms.append([])
        place.append({})
        for j, d in enumerate(row):
            for k in range(int(d)):
                place[-1][j, k] = len(forms[-1])
                forms[-1].append(_form(n, blocks[j], random))
    chosen = [
        [forms[i][place[i][pick]] for i, pick in enumerate(picks)]
        for picks in _choices(degrees, sizes)
    ]
    A = np.array(chosen, dtype=complex).reshape(-1, sum(sizes), n)
    first = [block[0] for block in blocks]
    others = np.delete(np.arange(n), first)
    solutions = np.ones((len(A), n), dtype=complex)
    right = -A[:, :, first].sum(axis=2)[:, :, None]
    solutions[:, others] = np.linalg.solve(A[:, :, others], right)[:, :, 0]
    return LinearProducts(tuple(np.array(f) for f in forms), solutions)


def product_start(
    factors: Sequence[Sequence[Sequence[int]]],
    n: int,
    proper: Sequence[int],
    random: np.random.Generator,
) -> LinearProducts:
    """Return the start system with forms in sets of n homogeneous coordinates.

    factors: for each of the n - 1 equations, the sets of its forms; proper: coordinates that are
    not all 0 at solutions that count.
    """
    forms = [np.array([_form(n, chosen, random) for chosen in sets]) for sets in factors]
    count = int(np.prod([len(f) for f in forms]))
    if count > MOST_CHOICES:
        raise ValueError(f"{count} choices of linear forms are more than {MOST_CHOICES}")
    A = np.array([np.array(picked) for picked in product(*forms)])
    _, size, V = np.linalg.svd(A, full_matrices=True)
    point = V[:, -1].conj()
    independent = size[:, -1] > 1e-9 * size[:, 0]
    regular = np.abs(point[:, list(proper)]).max(axis=1) > 1e-9
    return LinearProducts(tuple(forms), point[independent & regular])


def _form(n: int, chosen: Sequence[int], random: np.random.Generator) -> np.ndarray:
    form = np.zeros(n, dtype=complex)
    form[list(chosen)] = np.exp(2j * np.pi * random.uniform(size=len(chosen)))
    return form
