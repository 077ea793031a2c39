"""Complex roots of a polynomial as eigenvalues of its companion matrix, to be compiled.

The shifted QR iteration of Hessenberg matrices as LAPACK has it (`zgebal`, `zlahqr`), so that the
roots come in the order in which `numpy.roots` has them. Complex numbers are pairs of arrays.
"""

from __future__ import annotations

from math import copysign, sqrt

from sarrus.kernels.native import Floats, at, native

ULP = 2.220446049250313e-16
TINY = 2.2250738585072014e-308
MOST_STEPS = 300
EXCEPTIONAL = 10
"""Steps after which a shift of another kind is tried."""


@native
def put_roots(p: Floats, i: int, n: int, roots: Floats, k: int, w: Floats) -> None:
    """Put the roots of a polynomial of degree n in their places, pairs of real and imaginary part.

    p: the coefficients from place i on, in pairs, the highest power first, which is not zero.
    w: 2 n n numbers to work in.
    """
    hr = w
    hi = at(w, n * n)
    lead = p[i] * p[i] + p[i + 1] * p[i + 1]
    for r in range(n):
        for c in range(n):
            hr[r * n + c] = 1.0 if r == c + 1 else 0.0
            hi[r * n + c] = 0.0
    for c in range(n):
        x = p[i + 2 * c + 2]
        y = p[i + 2 * c + 3]
        hr[c] = -(x * p[i] + y * p[i + 1]) / lead
        hi[c] = -(y * p[i] - x * p[i + 1]) / lead
    balance(hr, hi, n)
    put_eigenvalues(hr, hi, n, roots, k)


@native
def balance(hr: Floats, hi: Floats, n: int) -> None:
    """Scale rows and columns by powers of two until their sizes are alike."""
    again = 1
    while again == 1:
        again = 0
        for i in range(n):
            c = 0.0
            r = 0.0
            for j in range(n):
                c += hr[j * n + i] * hr[j * n + i] + hi[j * n + i] * hi[j * n + i]
                r += hr[i * n + j] * hr[i * n + j] + hi[i * n + j] * hi[i * n + j]
            c = sqrt(c)
            r = sqrt(r)
            if c > 0.0 and r > 0.0 and c < 1e150 and r < 1e150:
                f = 1.0
                before = c + r
                while c < 0.5 * r:
                    f = 2.0 * f
                    c = 2.0 * c
                    r = 0.5 * r
                while 0.5 * c >= r:
                    f = 0.5 * f
                    c = 0.5 * c
                    r = 2.0 * r
                if c + r < 0.95 * before:
                    again = 1
                    for j in range(n):
                        hr[i * n + j] = hr[i * n + j] / f
                        hi[i * n + j] = hi[i * n + j] / f
                    for j in range(n):
                        hr[j * n + i] = hr[j * n + i] * f
                        hi[j * n + i] = hi[j * n + i] * f


@native
def taxicab(hr: Floats, hi: Floats, k: int) -> float:
    """Return |re| + |im|."""
    return abs(hr[k]) + abs(hi[k])


@native
def is_small(hr: Floats, hi: Floats, n: int, k: int) -> int:
    """Return 1 where the entry before the diagonal of row k is negligible (Ahues and Tisseur)."""
    below = k * n + k - 1
    above = (k - 1) * n + k
    here = k * n + k
    before = (k - 1) * n + k - 1
    if taxicab(hr, hi, below) <= TINY * (float(n) / ULP):
        return 1
    total = taxicab(hr, hi, before) + taxicab(hr, hi, here)
    if total == 0.0:
        if k >= 2:
            total += abs(hr[(k - 1) * n + k - 2])
        if k + 1 < n:
            total += abs(hr[(k + 1) * n + k])
    if not abs(hr[below]) <= ULP * total:
        return 0
    apart = abs(hr[before] - hr[here]) + abs(hi[before] - hi[here])
    ab = max(taxicab(hr, hi, below), taxicab(hr, hi, above))
    ba = min(taxicab(hr, hi, below), taxicab(hr, hi, above))
    aa = max(taxicab(hr, hi, here), apart)
    bb = min(taxicab(hr, hi, here), apart)
    s = aa + ab
    limit = max(TINY * (float(n) / ULP), ULP * (bb * (aa / s)))
    return 1 if ba * (ab / s) <= limit else 0


@native
def put_eigenvalues(hr: Floats, hi: Floats, n: int, roots: Floats, place: int) -> None:
    """Put the eigenvalues of a Hessenberg matrix in their places; the matrix is used up.

    The entries below its diagonal are real.
    """
    i = n - 1
    stuck = 0
    steps = 0
    while i >= 0 and steps < MOST_STEPS:
        first = 0  # of the block that is not yet split
        k = i
        while k > first:
            if is_small(hr, hi, n, k) == 1:
                hr[k * n + k - 1] = 0.0
                hi[k * n + k - 1] = 0.0
                first = k
            else:
                k -= 1
        if first >= i:
            roots[place + 2 * i] = hr[i * n + i]
            roots[place + 2 * i + 1] = hi[i * n + i]
            stuck = 0
            i -= 1
        else:
            stuck += 1
            steps += 1
            sr, si = shift(hr, hi, n, first, i, stuck)
            step(hr, hi, n, first, i, sr, si)
    for r in range(i + 1):  # what has not converged is no root of use
        roots[place + 2 * r] = 0.0
        roots[place + 2 * r + 1] = 0.0


@native
def shift(hr: Floats, hi: Floats, n: int, first: int, i: int, stuck: int) -> tuple[float, float]:
    """Return Wilkinson's shift: the eigenvalue of the last block that is nearer to its corner."""
    here = i * n + i
    tr = hr[here]
    ti = hi[here]
    before = (i - 1) * n + i - 1
    # u = sqrt(h(i-1,i)) sqrt(h(i,i-1)), y = +- sqrt(x^2 + u^2), x half the difference
    ar, ai = square_root(hr[(i - 1) * n + i], hi[(i - 1) * n + i])
    br, bi = square_root(hr[i * n + i - 1], hi[i * n + i - 1])
    ur = ar * br - ai * bi
    ui = ar * bi + ai * br
    s = abs(ur) + abs(ui)
    if s != 0.0:
        xr = 0.5 * (hr[before] - tr)
        xi = 0.5 * (hi[before] - ti)
        sx = abs(xr) + abs(xi)
        s = max(s, sx)
        pr = xr / s
        pi = xi / s
        vr = ur / s
        vi = ui / s
        yr, yi = square_root(
            (pr * pr - pi * pi) + (vr * vr - vi * vi), 2.0 * pr * pi + 2.0 * vr * vi
        )
        yr = s * yr
        yi = s * yi
        if sx > 0.0 and (xr / sx) * yr + (xi / sx) * yi < 0.0:
            yr = -yr
            yi = -yi
        dr = xr + yr
        di = xi + yi
        size = dr * dr + di * di
        qr = (ur * dr + ui * di) / size
        qi = (ui * dr - ur * di) / size
        tr = tr - (ur * qr - ui * qi)
        ti = ti - (ur * qi + ui * qr)
    if stuck % EXCEPTIONAL == 0:
        at_end = stuck % (2 * EXCEPTIONAL) == 0
        corner = here if at_end else first * n + first
        low = i * n + i - 1 if at_end else (first + 1) * n + first
        tr = hr[corner] + 0.75 * abs(hr[low])
        ti = hi[corner]
    return tr, ti


@native
def square_root(x: float, y: float) -> tuple[float, float]:
    """Return the complex root with a real part that is not negative."""
    size = sqrt(x * x + y * y)
    larger = sqrt(0.5 * (size + abs(x)))
    other = 0.5 * abs(y) / larger if larger > 0.0 else 0.0
    re = larger if x >= 0.0 else other
    im = other if x >= 0.0 else larger
    return re, copysign(im, y)


@native
def step(hr: Floats, hi: Floats, n: int, first: int, i: int, tr: float, ti: float) -> None:
    """Take one step of the single-shift QR iteration on the block of rows first to i."""
    m = i - 1
    looking = 1
    vr = 0.0
    vi = 0.0
    v2r = 0.0
    v2i = 0.0
    while looking == 1:
        here = m * n + m
        vr = hr[here] - tr
        vi = hi[here] - ti
        v2r = hr[here + n]
        s = abs(vr) + abs(vi) + abs(v2r)
        vr = vr / s
        vi = vi / s
        v2r = v2r / s
        if m == first:
            looking = 0
        else:
            before = abs(hr[m * n + m - 1])
            sizes = taxicab(hr, hi, here) + taxicab(hr, hi, here + n + 1)
            if before * abs(v2r) <= ULP * ((abs(vr) + abs(vi)) * sizes):
                looking = 0
            else:
                m -= 1
    for k in range(m, i):
        if k > m:
            vr = hr[k * n + k - 1]
            vi = hi[k * n + k - 1]
            v2r = hr[(k + 1) * n + k - 1]
            v2i = hi[(k + 1) * n + k - 1]
        # the reflection that makes the second of two numbers zero (zlarfg)
        t1r = 0.0
        t1i = 0.0
        length = sqrt(v2r * v2r + v2i * v2i)
        if length != 0.0 or vi != 0.0:
            beta = -copysign(sqrt(vr * vr + vi * vi + length * length), vr)
            t1r = (beta - vr) / beta
            t1i = -vi / beta
            dr = vr - beta
            size = dr * dr + vi * vi
            kept = (v2r * dr + v2i * vi) / size
            v2i = (v2i * dr - v2r * vi) / size
            v2r = kept
            vr = beta
            vi = 0.0
        if k > m:
            hr[k * n + k - 1] = vr
            hi[k * n + k - 1] = vi
            hr[(k + 1) * n + k - 1] = 0.0
            hi[(k + 1) * n + k - 1] = 0.0
        t2 = t1r * v2r - t1i * v2i
        for j in range(k, i + 1):
            a = k * n + j
            b = a + n
            xr = t1r * hr[a] + t1i * hi[a] + t2 * hr[b]
            xi = t1r * hi[a] - t1i * hr[a] + t2 * hi[b]
            hr[a] = hr[a] - xr
            hi[a] = hi[a] - xi
            hr[b] = hr[b] - (xr * v2r - xi * v2i)
            hi[b] = hi[b] - (xr * v2i + xi * v2r)
        for j in range(first, min(k + 2, i) + 1):
            a = j * n + k
            b = a + 1
            xr = t1r * hr[a] - t1i * hi[a] + t2 * hr[b]
            xi = t1r * hi[a] + t1i * hr[a] + t2 * hi[b]
            hr[a] = hr[a] - xr
            hi[a] = hi[a] - xi
            hr[b] = hr[b] - (xr * v2r + xi * v2i)
            hi[b] = hi[b] - (xi * v2r - xr * v2i)
        if k == m and m > first:
            # the step began within the block: entries below the diagonal are made real again
            fr = 1.0 - t1r
            fi = -t1i
            size = sqrt(fr * fr + fi * fi)
            fr = fr / size
            fi = fi / size
            turn(hr, hi, (m + 1) * n + m, fr, -fi)
            if m + 2 <= i:
                turn(hr, hi, (m + 2) * n + m + 1, fr, fi)
            for j in range(m, i + 1):
                if j != m + 1:
                    for c in range(j + 1, i + 1):
                        turn(hr, hi, j * n + c, fr, fi)
                    for r in range(first, j):
                        turn(hr, hi, r * n + j, fr, -fi)
    low = i * n + i - 1
    if hi[low] != 0.0:
        size = sqrt(hr[low] * hr[low] + hi[low] * hi[low])
        fr = hr[low] / size
        fi = hi[low] / size
        hr[low] = size
        hi[low] = 0.0
        for r in range(first, i):
            turn(hr, hi, r * n + i, fr, fi)


@native
def turn(hr: Floats, hi: Floats, k: int, fr: float, fi: float) -> None:
    """Multiply an entry by a number."""
    kept = hr[k] * fr - hi[k] * fi
    hi[k] = hr[k] * fi + hi[k] * fr
    hr[k] = kept
