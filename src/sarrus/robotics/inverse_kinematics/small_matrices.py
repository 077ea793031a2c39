"""Vectors, rotations and small equations of arms, to be compiled.

Vectors are three numbers of an array from a place on, rotations nine, row by row.
"""

from __future__ import annotations

from math import copysign, sqrt

from sarrus.kernels.functions.arcs import atan2
from sarrus.kernels.functions.tangent import sine_cosine
from sarrus.kernels.loops.least_squares import smallest_solution
from sarrus.kernels.loops.linear import factor, solve
from sarrus.kernels.native import Floats, at, native

PI = 3.141592653589793
TWO_PI = 6.283185307179586
REGULAR = 1e-6
"""Pivots whose ratios are above this leave no doubt about the rank."""


@native
def angle_of(y: float, x: float) -> float:
    """Return the angle of the direction (x, y), 0 where there is none."""
    found, ranged = atan2(y, x)
    if not ranged:  # one of them is zero, or very large or small
        largest = max(abs(x), abs(y))
        if not largest > 0.0:
            return 0.0 if x >= 0.0 else PI
        found, _ranged = atan2(without_noise(y / largest), without_noise(x / largest))
    return found


@native
def without_noise(x: float) -> float:
    """Return the number, 0 where it is next to nothing."""
    return x if abs(x) > 1e-200 else 0.0 * x


@native
def turn_of(x: float) -> tuple[float, float]:
    """Return sine and cosine."""
    s, c, ranged = sine_cosine(x)
    if not ranged:
        s, c, _ranged = sine_cosine(x - TWO_PI * nearest_integer(x / TWO_PI))
    return s, c


@native
def sine(x: float) -> float:
    """Return sin(x)."""
    s, _c = turn_of(x)
    return s


@native
def product(a: Floats, i: int, b: Floats, j: int) -> float:
    """Return a . b."""
    return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2]


@native
def size(a: Floats, i: int) -> float:
    """Return |a|."""
    return sqrt(product(a, i, a, i))


@native
def put_cross(c: Floats, k: int, a: Floats, i: int, b: Floats, j: int) -> None:
    """Put a x b in its place."""
    x = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1]
    y = a[i + 2] * b[j] - a[i] * b[j + 2]
    z = a[i] * b[j + 1] - a[i + 1] * b[j]
    c[k] = x
    c[k + 1] = y
    c[k + 2] = z


@native
def triple(a: Floats, i: int, b: Floats, j: int, c: Floats, k: int) -> float:
    """Return a . (b x c)."""
    x = b[j + 1] * c[k + 2] - b[j + 2] * c[k + 1]
    y = b[j + 2] * c[k] - b[j] * c[k + 2]
    z = b[j] * c[k + 1] - b[j + 1] * c[k]
    return a[i] * x + a[i + 1] * y + a[i + 2] * z


@native
def sine_between(a: Floats, i: int, b: Floats, j: int) -> float:
    """Return |a x b|."""
    x = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1]
    y = a[i + 2] * b[j] - a[i] * b[j + 2]
    z = a[i] * b[j + 1] - a[i + 1] * b[j]
    return sqrt(x * x + y * y + z * z)


@native
def put_difference(c: Floats, k: int, a: Floats, i: int, b: Floats, j: int) -> None:
    """Put a - b in its place."""
    for r in range(3):
        c[k + r] = a[i + r] - b[j + r]


@native
def put_across(c: Floats, k: int, a: Floats, i: int, z: Floats, j: int) -> None:
    """Put what of a is perpendicular to the unit vector z in its place."""
    along = product(z, j, a, i)
    for r in range(3):
        c[k + r] = a[i + r] - along * z[j + r]


@native
def put_turned(c: Floats, k: int, R: Floats, i: int, a: Floats, j: int) -> None:
    """Put R a in its place."""
    x = product(R, i, a, j)
    y = product(R, i + 3, a, j)
    z = product(R, i + 6, a, j)
    c[k] = x
    c[k + 1] = y
    c[k + 2] = z


@native
def put_turned_back(c: Floats, k: int, R: Floats, i: int, a: Floats, j: int) -> None:
    """Put R^T a in its place."""
    x = R[i] * a[j] + R[i + 3] * a[j + 1] + R[i + 6] * a[j + 2]
    y = R[i + 1] * a[j] + R[i + 4] * a[j + 1] + R[i + 7] * a[j + 2]
    z = R[i + 2] * a[j] + R[i + 5] * a[j + 1] + R[i + 8] * a[j + 2]
    c[k] = x
    c[k + 1] = y
    c[k + 2] = z


@native
def put_product(C: Floats, k: int, A: Floats, i: int, B: Floats, j: int) -> None:
    """Put A B in a place of its own."""
    for r in range(3):
        for c in range(3):
            C[k + 3 * r + c] = (
                A[i + 3 * r] * B[j + c]
                + A[i + 3 * r + 1] * B[j + 3 + c]
                + A[i + 3 * r + 2] * B[j + 6 + c]
            )


@native
def put_back_product(C: Floats, k: int, A: Floats, i: int, B: Floats, j: int) -> None:
    """Put A^T B in a place of its own."""
    for r in range(3):
        for c in range(3):
            C[k + 3 * r + c] = (
                A[i + r] * B[j + c] + A[i + 3 + r] * B[j + 3 + c] + A[i + 6 + r] * B[j + 6 + c]
            )


@native
def put_rotation(R: Floats, k: int, z: Floats, i: int, angle: float) -> None:
    """Put the rotation about a unit vector in its place."""
    s, c = turn_of(angle)
    x = z[i]
    y = z[i + 1]
    w = z[i + 2]
    v = 1.0 - c
    R[k] = 1.0 - v * (y * y + w * w)
    R[k + 1] = v * x * y - s * w
    R[k + 2] = v * x * w + s * y
    R[k + 3] = v * x * y + s * w
    R[k + 4] = 1.0 - v * (x * x + w * w)
    R[k + 5] = v * y * w - s * x
    R[k + 6] = v * x * w - s * y
    R[k + 7] = v * y * w + s * x
    R[k + 8] = 1.0 - v * (x * x + y * y)


@native
def angle_about(z: Floats, i: int, a: Floats, j: int, b: Floats, k: int, w: Floats) -> float:
    """Return the angle about a unit axis that takes the direction of a to that of b."""
    put_cross(w, 0, z, i, a, j)  # exact where both nearly fall into the axis too
    put_cross(w, 3, z, i, b, k)
    return angle_of(triple(z, i, w, 0, w, 3), product(w, 0, w, 3))


@native
def angle_between(a: Floats, i: int, b: Floats, j: int) -> float:
    """Return the angle between two directions, exact where it is small too."""
    return angle_of(sine_between(a, i, b, j), product(a, i, b, j))


@native
def apart(a: Floats, i: int, b: Floats, j: int, n: int) -> float:
    """Return the largest difference of some angles, whole turns not counted."""
    largest = 0.0
    for k in range(n):
        x = (a[i + k] - b[j + k]) / TWO_PI
        off = abs(x - nearest_integer(x)) * TWO_PI
        largest = max(largest, off)
    return largest


@native
def nearest_integer(x: float) -> float:
    """Return the integer nearest to a number, the even one where two are."""
    big = copysign(6755399441055744.0, x)
    if not abs(x) < 2251799813685248.0:
        return x
    return (x + big) - big


@native
def square_solution(A: Floats, b: Floats, x: Floats, n: int, cutoff: float, w: Floats) -> None:
    """Put the smallest x that solves A x = b best in its place; A, n x n, is kept.

    Singular values below `cutoff` times the largest count as zero. w: n (2 n + 1) numbers to work
    in. Elimination where there is no doubt about the rank, else singular values.
    """
    for i in range(n * n):
        w[i] = A[i]
    exchanged = at(w, n * n)
    if factor(w, exchanged, n) == 1 and pivot_ratio(w, n) > REGULAR:
        for k in range(n):
            x[k] = b[k]
        solve(w, exchanged, x, n)
    else:
        smallest_solution(A, b, x, n, n, cutoff, 0.0, w)


@native
def pivot_ratio(A: Floats, n: int) -> float:
    """Return the least over the largest diagonal entry of factors."""
    least = abs(A[0])
    largest = least
    for k in range(n):
        least = min(least, abs(A[k * n + k]))
        largest = max(largest, abs(A[k * n + k]))
    return least / largest


@native
def inverse_size(A: Floats, n: int, w: Floats) -> float:
    """Return |A^-1| (Frobenius), infinite where A is singular: 1 over it is below all values."""
    exchanged = at(w, n * n)
    b = at(w, n * n + n)
    for i in range(n * n):
        w[i] = A[i]
    if factor(w, exchanged, n) == 0:
        return 1e300
    total = 0.0
    for j in range(n):
        for i in range(n):
            b[i] = 1.0 if i == j else 0.0
        solve(w, exchanged, b, n)
        for i in range(n):
            total += b[i] * b[i]
    return sqrt(total) if total < 1e300 else 1e300
