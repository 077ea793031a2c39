"""Polynomials with complex coefficients, and systems of them that are evaluated on many points.

A monomial x_1^e_1 ... x_n^e_n is the tuple (e_1, ..., e_n). A `PolynomialSystem` keeps one table of
monomials that is closed under differentiation: its values at all points are found degree by degree,
each as a product of a monomial and one variable, and the equations and all their derivatives are
then one product of matrices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np

Monomial = tuple[int, ...]
NEGLIGIBLE = 1e-14
"""Part of the largest coefficient below which one is what rounding has left of 0."""


class Polynomial:
    """A polynomial in n variables, with the arithmetic of rings: + - * and whole powers."""

    __array_priority__ = 100.0
    __slots__ = ("n", "terms")

    def __init__(self, n: int, terms: Mapping[Monomial, complex]) -> None:
        self.n = n
        self.terms = {key: complex(c) for key, c in terms.items() if c != 0}

    def __repr__(self) -> str:
        parts = [f"{c:.4g}*x^{list(e)}" for e, c in sorted(self.terms.items(), reverse=True)]
        return " + ".join(parts) or "0"

    def _like(self, other: object) -> Polynomial | None:
        """Return a number as a polynomial of the same variables, None for what is neither."""
        if isinstance(other, Polynomial):
            return other
        if isinstance(other, (int, float, complex, np.number)):
            return Polynomial(self.n, {(0,) * self.n: complex(other)})
        return None

    def __add__(self, other: object) -> Polynomial:
        summand = self._like(other)
        if summand is None:
            return NotImplemented
        terms = dict(self.terms)
        for key, c in summand.terms.items():
            terms[key] = terms.get(key, 0.0) + c
        return Polynomial(self.n, terms)

    __radd__ = __add__

    def __neg__(self) -> Polynomial:
        return Polynomial(self.n, {key: -c for key, c in self.terms.items()})

    def __sub__(self, other: object) -> Polynomial:
        summand = self._like(other)
        return NotImplemented if summand is None else self + (-summand)

    def __rsub__(self, other: object) -> Polynomial:
        return (-self) + other

    def __mul__(self, other: object) -> Polynomial:
        factor = self._like(other)
        if factor is None:
            return NotImplemented
        terms: dict[Monomial, complex] = {}
        for a, x in self.terms.items():
            for b, y in factor.terms.items():
                key = tuple(i + j for i, j in zip(a, b, strict=True))
                terms[key] = terms.get(key, 0.0) + x * y
        return Polynomial(self.n, terms)

    __rmul__ = __mul__

    def __truediv__(self, other: complex) -> Polynomial:
        return self * (1.0 / other)

    def __pow__(self, exponent: int) -> Polynomial:
        found = Polynomial(self.n, {(0,) * self.n: 1.0})
        for _ in range(exponent):
            found = found * self
        return found

    @property
    def degree(self) -> int:
        """The largest sum of exponents; 0 of a constant."""
        return max((sum(key) for key in self.terms), default=0)

    def degree_in(self, group: Iterable[int]) -> int:
        """Return the largest sum of exponents of some variables."""
        chosen = tuple(group)
        return max((sum(key[k] for k in chosen) for key in self.terms), default=0)

    @property
    def size(self) -> float:
        """The largest absolute coefficient."""
        return max((abs(c) for c in self.terms.values()), default=0.0)

    @property
    def variables(self) -> set[int]:
        """The variables that it contains."""
        return {k for key in self.terms for k, e in enumerate(key) if e}

    def without_noise(self, size: float | None = None) -> Polynomial:
        """Return it without coefficients that are rounding, as compared with `size`."""
        least = NEGLIGIBLE * (self.size if size is None else size)
        return Polynomial(self.n, {key: c for key, c in self.terms.items() if abs(c) > least})

    def with_values(self, values: Mapping[int, Polynomial | complex]) -> Polynomial:
        """Return it with polynomials of the same variables, or numbers, in place of some."""
        found = Polynomial(self.n, {})
        for key, c in self.terms.items():
            kept = tuple(0 if k in values else e for k, e in enumerate(key))
            product = Polynomial(self.n, {kept: c})
            for k, value in values.items():
                for _ in range(key[k]):
                    product = product * value
            found = found + product
        return found

    def of_variables(self, kept: Sequence[int]) -> Polynomial:
        """Return it as a polynomial of some variables, the only ones that it contains."""
        terms = {tuple(key[k] for k in kept): c for key, c in self.terms.items()}
        return Polynomial(len(kept), terms)

    def homogeneous_form(self, groups: Sequence[Sequence[int]]) -> Polynomial:
        """Return it with one more variable in front of each group, homogeneous in each.

        The variables of the result are those of the groups, one group after the other.
        """
        degrees = [self.degree_in(group) for group in groups]
        terms = {}
        for key, c in self.terms.items():
            parts = [[key[k] for k in group] for group in groups]
            blocks = [(d - sum(part), *part) for d, part in zip(degrees, parts, strict=True)]
            terms[tuple(e for block in blocks for e in block)] = c
        return Polynomial(self.n + len(groups), terms)


def variables(n: int) -> list[Polynomial]:
    """Return the polynomials x_1, ..., x_n."""
    unit = np.eye(n, dtype=int)
    return [Polynomial(n, {tuple(int(e) for e in row): 1.0}) for row in unit]


class PolynomialSystem:
    """Equations that are evaluated, with their derivatives, at many points at once."""

    def __init__(self, equations: Sequence[Polynomial]) -> None:
        if not equations:
            raise ValueError("a polynomial system needs at least one equation")
        self.equations = tuple(equations)
        self.n = equations[0].n
        self.m = len(equations)
        self.degrees = tuple(f.degree for f in equations)
        self._tabulate()

    def _tabulate(self) -> None:
        """List the monomials that occur, with all of lower powers, and the coefficients of rows.

        The rows are the equations, then the derivatives of the first by x_1, x_2, ..., of the
        second, and so on: values and derivatives are one product with the same monomials.
        """
        closed: set[Monomial] = set()
        waiting = [key for f in self.equations for key in f.terms]
        while waiting:
            key = waiting.pop()
            if key in closed:
                continue
            closed.add(key)
            waiting += [_lower_power(key, k) for k, e in enumerate(key) if e]
        closed.add((0,) * self.n)
        table = sorted(closed, key=lambda key: (sum(key), key))
        index = {key: i for i, key in enumerate(table)}
        self.monomials = len(table)
        levels: dict[int, list[tuple[int, int, int]]] = {}
        for i, key in enumerate(table[1:], start=1):
            last = max(k for k, e in enumerate(key) if e)
            levels.setdefault(sum(key), []).append((i, index[_lower_power(key, last)], last))
        # (place, place of the monomial without one variable, that variable), degree by degree
        self._levels = [np.array(levels[d], dtype=int).T for d in sorted(levels)]
        rows = np.zeros((self.m * (1 + self.n), self.monomials), dtype=complex)
        for i, f in enumerate(self.equations):
            for key, c in f.terms.items():
                rows[i, index[key]] += c
                for k, e in enumerate(key):
                    if e:
                        rows[self.m + i * self.n + k, index[_lower_power(key, k)]] += e * c
        self._coefficients = rows

    @cached_property
    def absolute(self) -> PolynomialSystem:
        """The same system with the absolute values of its coefficients."""
        return PolynomialSystem(
            [Polynomial(f.n, {key: abs(c) for key, c in f.terms.items()}) for f in self.equations]
        )

    def _monomials_at(self, x: np.ndarray) -> np.ndarray:
        """Return all monomials at all points, (monomials, points), degree by degree."""
        found = np.empty((self.monomials, len(x)), dtype=x.dtype)
        found[0] = 1.0
        columns = np.ascontiguousarray(x.T)
        for place, lower, variable in self._levels:
            found[place] = found[lower] * columns[variable]
        return found

    def values(self, x: np.ndarray) -> np.ndarray:
        """Return f at points x (points, n), as (points, m)."""
        return np.asarray((self._coefficients[: self.m] @ self._monomials_at(x)).T)

    def values_and_jacobians(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return f and df/dx at points x (points, n), as (points, m) and (points, m, n)."""
        found = (self._coefficients @ self._monomials_at(x)).T
        return found[:, : self.m], found[:, self.m :].reshape(len(x), self.m, self.n)


def _lower_power(key: Monomial, k: int) -> Monomial:
    return (*key[:k], key[k] - 1, *key[k + 1 :])
