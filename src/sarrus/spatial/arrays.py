"""The small vocabulary of array operations that numbers and symbols share.

Equations build arrays with `vector`, `matrix`, `join` and `columns` and combine them with
`+ - * / @` and NumPy's elementary functions; they choose with `select`. They never assign
into an array of floats, which a symbol refuses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Array = Any  # a NumPy array of floats, or of traced values
Scalar = Any  # a float, or a traced value

TINY = 1e-100
"""Added under the root of a length, so that its derivative exists at zero."""


def vector(*components: Scalar) -> Array:
    """Return the 1-D array of the given scalars."""
    return np.array(components)


def matrix(*rows: Sequence[Scalar]) -> Array:
    """Return the 2-D array of the given rows of scalars."""
    return np.array(rows)


def join(*parts: Array) -> Array:
    """Return the 1-D arrays, one after the other."""
    return np.concatenate(parts)


def columns(*parts: Array) -> Array:
    """Return the matrix with the given 1-D arrays as columns."""
    return np.array(parts).T


def cross(a: Array, b: Array) -> Array:
    """Return the vector product a x b."""
    return vector(
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def skew(a: Array) -> Array:
    """Return the matrix ~a with ~a b = a x b."""
    return matrix((0.0, -a[2], a[1]), (a[2], 0.0, -a[0]), (-a[1], a[0], 0.0))


def motion_cross(V: Array, s: Array) -> Array:
    """Return the rate of a six-vector velocity s that is carried along by the velocity V."""
    linear = cross(V[3:6], s[0:3]) + cross(V[0:3], s[3:6])
    return join(linear, cross(V[3:6], s[3:6]))


def matrix_product(a: Array, b: Array) -> Array:
    """Return a @ b of two small arrays; of numbers, with the same bits on every processor.

    NumPy leaves products of floats to a library that has other code, with other roundings, for
    each kind of processor: a model would have other numbers, and its kernels other zeros, on
    another machine. `einsum` multiplies and adds one after the other everywhere.
    """
    a, b = np.asarray(a), np.asarray(b)
    sums = None if a.dtype == object or b.dtype == object else _SUMS.get((a.ndim, b.ndim))
    return a @ b if sums is None else np.einsum(sums, a, b)


_SUMS = {(1, 1): "i,i", (2, 1): "ij,j->i", (1, 2): "i,ij->j", (2, 2): "ij,jk->ik"}


def dot(a: Array, b: Array) -> Scalar:
    """Return the scalar product of two vectors."""
    return matrix_product(a, b)


def norm(a: Array) -> Scalar:
    """Return the length of a vector of numbers, zero included; for equations see `length`."""
    return np.sqrt(matrix_product(a, a))


def sparse_product(A: Array, B: Array) -> Array:
    """Return A @ B where B is mostly zeros: of traced values only products that count are made.

    NumPy would multiply and add all of them, one by one, which takes longer than the rest.
    """
    if A.dtype != object and B.dtype != object:
        return matrix_product(A, B)
    (n, _), m = A.shape, B.shape[1]
    inner = [[(k, b) for k, b in enumerate(column) if not is_zero(b)] for column in B.T]
    found = np.zeros((n, m), dtype=object)
    for i, row in enumerate(A):
        for j, entries in enumerate(inner):
            total: Scalar = 0.0
            for k, b in entries:
                total = total + row[k] * b
            found[i, j] = total
    return found


def is_zero(x: Scalar) -> bool:
    """Whether a scalar is the number 0; a traced value never is."""
    return isinstance(x, (int, float)) and x == 0.0


def length(a: Array) -> Scalar:
    """Return the length of a vector, differentiable at zero."""
    return np.sqrt(matrix_product(a, a) + TINY)


def select(condition: Scalar, a: Scalar, b: Scalar) -> Scalar:
    """Return a where the condition holds, else b; without a branch when traced."""
    dual = a if hasattr(a, "parts") else b
    if hasattr(dual, "parts"):  # dual numbers: value and rate are chosen alike
        (x, x_rate), (y, y_rate) = dual.parts(a), dual.parts(b)
        return type(dual)(select(condition, x, y), select(condition, x_rate, y_rate))
    if hasattr(condition, "select"):
        return condition.select(a, b)
    return a if condition else b


def minimum(a: Scalar, b: Scalar) -> Scalar:
    """Return the smaller of two scalars."""
    if hasattr(a, "parts") or hasattr(b, "parts"):
        return select(a < b, a, b)
    if hasattr(a, "minimum"):
        return a.minimum(b)
    return b.minimum(a) if hasattr(b, "minimum") else min(a, b)


def maximum(a: Scalar, b: Scalar) -> Scalar:
    """Return the larger of two scalars."""
    if hasattr(a, "parts") or hasattr(b, "parts"):
        return select(a > b, a, b)
    if hasattr(a, "maximum"):
        return a.maximum(b)
    return b.maximum(a) if hasattr(b, "maximum") else max(a, b)


def clamp(x: Scalar, most: Scalar) -> Scalar:
    """Return x where it is between -most and most, else the nearer of the two."""
    return select(x > most, most, select(x < -most, -most, x))


def angle_of(y: Scalar, x: Scalar) -> Scalar:
    """Return the angle of the point (x, y), in (-pi, pi].

    NumPy asks y for the function, which a number does not have: where y is known while x is
    traced, the angle follows from the sign of y and the ratio of the two.
    """
    if not isinstance(y, (int, float)) or isinstance(x, (int, float)):
        return np.arctan2(y, x)
    if y == 0.0:
        return select(x < 0.0, np.copysign(np.pi, y), y)
    return np.copysign(0.5 * np.pi, y) - np.arctan(x / y)


def symmetric(entries: Sequence[Scalar]) -> Array:
    """Return the symmetric 3x3 matrix of (xx, yy, zz, xy, yz, xz)."""
    xx, yy, zz, xy, yz, xz = entries
    return matrix((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))


def symmetric_from_upper(a: Array) -> Array:
    """Return the symmetric matrix that has the upper triangle of a."""
    n = a.shape[0]
    return np.array([[a[min(i, j), max(i, j)] for j in range(n)] for i in range(n)])
