"""Equations in sines and cosines that inverse kinematics comes down to, to be compiled.

Those of `trigonometry`, one number after the other; how many angles there are is returned.
"""

from __future__ import annotations

from math import copysign, sqrt

from sarrus.kernels.native import Floats, at, native
from sarrus.robotics.inverse_kinematics.polynomial_roots import put_roots
from sarrus.robotics.inverse_kinematics.small_matrices import PI, angle_of, turn_of
from sarrus.robotics.inverse_kinematics.trigonometry import CIRCLE, DEPENDENT, NEAR, NEARLY

MOST = 12
"""Candidates of `on_two_circles`: four of a quartic, twice four of equations one by one."""
EPSILON = 1.1102230246251565e-16


@native
def angles_of(a: float, b: float, c: float) -> tuple[int, float, float]:
    """Return how many angles x have a cos x + b sin x = c, and these: 2, 1 at a limit, or 0."""
    r = sqrt(a * a + b * b)
    middle = angle_of(b, a)
    off = angle_of(sqrt(max((r - c) * (r + c), 0.0)), c)
    count = 2
    if abs(c) > r and (off == 0.0 or off == PI):
        count = 1
        off = 0.0
    if r == 0.0 or not abs(c) <= (1.0 + NEAR) * r:
        count = 0
    return count, middle + off, middle - off


@native
def on_two_circles(A: Floats, B: Floats, d: Floats, found: Floats, w: Floats) -> int:
    """Put candidates (x, y) with A (cos x, sin x) + B (cos y, sin y) + d = 0 in their places.

    One of the vectors is eliminated, which leaves a quartic for the other; where A or B is nearly
    singular, the equations are also solved one after the other. All solutions are among the
    candidates, whose number is returned; not all candidates are solutions. w: 58 numbers.
    """
    of_a = condition(A)
    of_b = condition(B)
    count = 0
    if of_b < of_a:
        count = elimination(B, A, d, found, 0, 1, of_b, w)
    else:
        count = elimination(A, B, d, found, 0, 0, of_a, w)
    count = one_by_one(A, B, d, found, count, 0, w)
    return one_by_one(B, A, d, found, count, 1, w)


@native
def put_pair(found: Floats, count: int, x: float, y: float, exchanged: int) -> None:
    """Put a candidate in its place."""
    found[2 * count] = y if exchanged == 1 else x
    found[2 * count + 1] = x if exchanged == 1 else y


@native
def condition(A: Floats) -> float:
    """Return the ratio of the singular values of a 2 x 2 matrix, infinite where one is 0."""
    squares = A[0] * A[0] + A[1] * A[1] + A[2] * A[2] + A[3] * A[3]
    both = abs(A[0] * A[3] - A[1] * A[2])
    root = sqrt(squares + 2.0 * both) + sqrt(max(squares - 2.0 * both, 0.0))
    largest = 0.5 * root
    return largest * largest / both if both > 0.0 else 1e300


@native
def elimination(
    A: Floats,
    B: Floats,
    d: Floats,
    found: Floats,
    count: int,
    exchanged: int,
    conditioned: float,
    w: Floats,
) -> int:
    """Solve A u = -(B v + d) for the unit vector u, whose length then is an equation for v."""
    if conditioned > 1.0 / DEPENDENT:
        return count
    total = count
    both = A[0] * A[3] - A[1] * A[2]
    for k in range(3):
        first = d[0]
        second = d[1]
        if k < 2:
            first = B[k]
            second = B[2 + k]
        w[k] = -(A[3] * first - A[1] * second) / both
        w[3 + k] = -(A[0] * second - A[2] * first) / both
    Q00 = w[0] * w[0] + w[3] * w[3]
    Q01 = w[0] * w[1] + w[3] * w[4]
    Q11 = w[1] * w[1] + w[4] * w[4]
    Q02 = w[0] * w[2] + w[3] * w[5]
    Q12 = w[1] * w[2] + w[4] * w[5]
    Q22 = w[2] * w[2] + w[5] * w[5]
    # (c, s, 1) Q (c, s, 1)^T = 1, a polynomial in exp(i y) with conjugate coefficients k and 4 - k
    w[6] = 0.25 * (Q00 - Q11)
    w[7] = -0.5 * Q01
    w[8] = Q02
    w[9] = -Q12
    w[10] = 0.5 * (Q00 + Q11) + Q22 - 1.0
    w[11] = 0.0
    w[12] = Q02
    w[13] = Q12
    w[14] = w[6]
    w[15] = 0.5 * Q01
    largest = 0.0
    for k in range(5):
        largest = max(largest, sqrt(w[6 + 2 * k] * w[6 + 2 * k] + w[7 + 2 * k] * w[7 + 2 * k]))
    if not largest > 0.0:
        return count
    start = 6
    degree = 4
    if sqrt(w[6] * w[6] + w[7] * w[7]) <= 1e-14 * largest:
        start = 8
        degree = 2
    if degree == 2 and sqrt(w[8] * w[8] + w[9] * w[9]) <= 1e-300:
        return count
    put_roots(w, start, degree, w, 16, at(w, 26))
    for k in range(degree):
        re = w[16 + 2 * k]
        im = w[17 + 2 * k]
        if abs(sqrt(re * re + im * im) - 1.0) < CIRCLE:
            y = angle_of(im, re)
            s, c = turn_of(y)
            first = w[0] * c + w[1] * s + w[2]
            second = w[3] * c + w[4] * s + w[5]
            put_pair(found, total, angle_of(second, first), y, exchanged)
            total += 1
    return total


@native
def one_by_one(
    A: Floats, B: Floats, d: Floats, found: Floats, count: int, exchanged: int, w: Floats
) -> int:
    """Solve with A taken as of rank 1: a combination of the equations has no x in it."""
    put_values(A, w)
    largest = w[4]
    if not largest > 0.0 or w[5] > NEARLY * largest:
        return count
    total = count
    other_0 = w[0]
    other_1 = w[2]
    alone_0 = w[1]
    alone_1 = w[3]
    a = alone_0 * B[0] + alone_1 * B[2]
    b = alone_0 * B[1] + alone_1 * B[3]
    n, y_0, y_1 = angles_of(a, b, -(alone_0 * d[0] + alone_1 * d[1]))
    for i in range(n):
        y = y_0 if i == 0 else y_1
        s, c = turn_of(y)
        rest_0 = B[0] * c + B[1] * s + d[0]
        rest_1 = B[2] * c + B[3] * s + d[1]
        right = -(other_0 * rest_0 + other_1 * rest_1)
        m, x_0, x_1 = angles_of(largest * w[6], largest * w[7], right)
        for j in range(m):
            put_pair(found, total, x_0 if j == 0 else x_1, y, exchanged)
            total += 1
    return total


@native
def put_values(A: Floats, w: Floats) -> None:
    """Put U (2 x 2), the singular values and V^T (2 x 2) of a 2 x 2 matrix in w.

    With the signs of LAPACK: a reflection makes the matrix triangular, `dlasv2` does the rest.
    """
    alpha = A[0]
    low = A[2]
    f = alpha
    g = A[1]
    h = A[3]
    q0 = 1.0
    q1 = 0.0
    if low != 0.0:
        f = -copysign(sqrt(alpha * alpha + low * low), alpha)
        q0 = alpha / f  # the reflection is (q0, q1; q1, -q0)
        q1 = low / f
        g = q0 * A[1] + q1 * A[3]
        h = q1 * A[1] - q0 * A[3]
    cl = 1.0
    sl = 0.0
    cr = 1.0
    sr = 0.0
    largest = f
    least = h
    if abs(g) > 0.0:
        largest, least, cl, sl, cr, sr = triangular_values(f, g, h)
    # columns of U before the reflection: (cl, sl), (-sl, cl); rows of V^T: (cr, sr), (-sr, cr)
    u00 = cl
    u10 = sl
    u01 = -sl
    u11 = cl
    v00 = cr
    v01 = sr
    v10 = -sr
    v11 = cr
    if largest < 0.0:
        largest = -largest
        v00 = -v00
        v01 = -v01
    if least < 0.0:
        least = -least
        v10 = -v10
        v11 = -v11
    if least > largest:
        kept = least
        least = largest
        largest = kept
        u00 = -sl
        u10 = cl
        u01 = cl
        u11 = sl
        kept = v00
        v00 = v10
        v10 = kept
        kept = v01
        v01 = v11
        v11 = kept
    if low != 0.0:
        a0 = q0 * u00 + q1 * u10
        a1 = q1 * u00 - q0 * u10
        b0 = q0 * u01 + q1 * u11
        b1 = q1 * u01 - q0 * u11
        u00 = a0
        u10 = a1
        u01 = b0
        u11 = b1
    w[0] = u00
    w[1] = u01
    w[2] = u10
    w[3] = u11
    w[4] = largest
    w[5] = least
    w[6] = v00
    w[7] = v01
    w[8] = v10
    w[9] = v11


@native
def triangular_values(
    f: float, g: float, h: float
) -> tuple[float, float, float, float, float, float]:
    """Return the singular values of (f, g; 0, h), with signs, and the rotations to either side.

    LAPACK's `dlasv2` (Demmel and Kahan 1990); g is not zero.
    """
    swapped = abs(h) > abs(f)
    ft = h if swapped else f
    ht = f if swapped else h
    fa = abs(ft)
    ha = abs(ht)
    ga = abs(g)
    largest = ga
    least = 0.0
    clt = 1.0
    slt = ht / g
    srt = 1.0
    crt = ft / g
    if fa < EPSILON * ga:
        least = fa / (ga / ha) if ha > 1.0 else (fa / ga) * ha
    else:
        d = fa - ha
        share = 1.0 if d == fa else d / fa
        m = g / ft
        t = 2.0 - share
        s = sqrt(t * t + m * m)
        r = abs(m) if share == 0.0 else sqrt(share * share + m * m)
        a = 0.5 * (s + r)
        least = ha / a
        largest = fa * a
        t = (m / (s + t) + m / (r + share)) * (1.0 + a)
        if m * m == 0.0:
            if share == 0.0:
                t = copysign(2.0, ft) * copysign(1.0, g)
            else:
                t = g / copysign(d, ft) + m / (2.0 - share)
        norm = sqrt(t * t + 4.0)
        crt = 2.0 / norm
        srt = t / norm
        clt = (crt + srt * m) / a
        slt = (ht / ft) * srt / a
    cl = srt if swapped else clt
    sl = crt if swapped else slt
    cr = slt if swapped else crt
    sr = clt if swapped else srt
    sign = copysign(1.0, cr) * copysign(1.0, cl) * copysign(1.0, f)
    if ga > fa:
        sign = copysign(1.0, sr) * copysign(1.0, cl) * copysign(1.0, g)
    if swapped and not ga > fa:
        sign = copysign(1.0, sr) * copysign(1.0, sl) * copysign(1.0, h)
    first = copysign(largest, sign)
    second = copysign(least, sign * copysign(1.0, f) * copysign(1.0, h))
    return first, second, cl, sl, cr, sr
