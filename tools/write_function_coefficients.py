"""Write the coefficients of the kernels' functions: series, cut in Chebyshev's polynomials.

    python tools/write_function_coefficients.py

A power series with exact rational terms, long enough for all its error to be far below a double,
is rewritten in the Chebyshev polynomials of its interval and cut there (Lanczos). What is cut is
at most the sum of the sizes of its terms, a proven bound; all arithmetic is that of fractions.
The page is `src/sarrus/kernels/functions/coefficients.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from pathlib import Path

PAGE = Path(__file__).parents[1] / "src/sarrus/kernels/functions/coefficients.py"
LENGTH = 48
"""Terms of the series before they are cut."""


@dataclass(frozen=True)
class Series:
    """The sum of term(k) u^k on [low, high], to be cut to some terms; meaning: a formula."""

    name: str
    meaning: str
    term: Callable[[int], Fraction]
    low: Fraction
    high: Fraction
    terms: int


def _third(k: int) -> Fraction:
    """Return the coefficient of s^(2k+3) in the arc sine."""
    n = k + 1
    return Fraction(factorial(2 * n), 4**n * factorial(n) ** 2 * (2 * n + 1))


def _sign(k: int) -> int:
    return -1 if k % 2 else 1


SINGLE: tuple[tuple[str, str, Callable[[int], Fraction], Fraction, Fraction, int], ...] = (
    (
        "EXPONENTIAL",
        "exp(r) = 1 + r + r^2 P(r), |r| <= ln(2)/2",
        lambda k: Fraction(1, factorial(k + 2)),
        Fraction(-34662, 100000),
        Fraction(34662, 100000),
        5,
    ),
    (
        "LOGARITHM",
        "log((1 + s)/(1 - s)) = 2 s + s z P(z), z = s^2, |s| <= 3 - sqrt(8)",
        lambda k: Fraction(2, 2 * k + 3),
        Fraction(0),
        Fraction(2945, 100000),
        3,
    ),
    (
        "LOGARITHM_TAIL",
        "3/2 log((1 + s)/(1 - s)) = s (3 + z + z^2 P(z)), z = s^2, |s| <= 3 - sqrt(8)",
        lambda k: Fraction(3, 2 * k + 5),
        Fraction(0),
        Fraction(2945, 100000),
        4,
    ),
    (
        "ARC_TANGENT",
        "atan(t) = t + t z P(z), z = t^2, |t| <= tan(pi/8)",
        lambda k: Fraction(-_sign(k), 2 * k + 3),
        Fraction(0),
        Fraction(17158, 100000),
        5,
    ),
    (
        "ARC_SINE",
        "asin(s) = s + s z P(z), z = s^2, |s| <= 1/2",
        _third,
        Fraction(0),
        Fraction(1, 4),
        6,
    ),
    (
        "SINE",
        "sin(r) = r + r z P(z), z = r^2, |r| <= pi/4",
        lambda k: Fraction(-_sign(k), factorial(2 * k + 3)),
        Fraction(0),
        Fraction(61690, 100000),
        4,
    ),
    (
        "COSINE",
        "cos(r) = 1 - z/2 + z^2 P(z), z = r^2, |r| <= pi/4",
        lambda k: Fraction(_sign(k), factorial(2 * k + 4)),
        Fraction(0),
        Fraction(61690, 100000),
        4,
    ),
    (
        "HYPERBOLIC_SINE",
        "sinh(x) = x + x z P(z), z = x^2, |x| <= 1",
        lambda k: Fraction(1, factorial(2 * k + 3)),
        Fraction(0),
        Fraction(1),
        4,
    ),
)
"""The series of single precision: name, formula, term, low, high, terms."""


ALL = (
    Series(
        "EXPONENTIAL",
        "exp(r) = 1 + r + r^2 P(r), |r| <= ln(2)/2",
        lambda k: Fraction(1, factorial(k + 2)),
        Fraction(-34662, 100000),
        Fraction(34662, 100000),
        11,
    ),
    Series(
        "LOGARITHM",
        "log((1 + s)/(1 - s)) = 2 s + s z P(z), z = s^2, |s| <= 3 - sqrt(8)",
        lambda k: Fraction(2, 2 * k + 3),
        Fraction(0),
        Fraction(2945, 100000),
        7,
    ),
    Series(
        "LOGARITHM_TAIL",
        "3/2 log((1 + s)/(1 - s)) = s (3 + z + z^2 P(z)), z = s^2, |s| <= 3 - sqrt(8)",
        lambda k: Fraction(3, 2 * k + 5),
        Fraction(0),
        Fraction(2945, 100000),
        8,
    ),
    Series(
        "ARC_TANGENT",
        "atan(t) = t + t z P(z), z = t^2, |t| <= tan(pi/8)",
        lambda k: Fraction(-_sign(k), 2 * k + 3),
        Fraction(0),
        Fraction(17158, 100000),
        11,
    ),
    Series(
        "ARC_SINE",
        "asin(s) = s + s z P(z), z = s^2, |s| <= 1/2",
        _third,
        Fraction(0),
        Fraction(1, 4),
        13,
    ),
    Series(
        "SINE",
        "sin(r) = r + r z P(z), z = r^2, |r| <= pi/4",
        lambda k: Fraction(-_sign(k), factorial(2 * k + 3)),
        Fraction(0),
        Fraction(61690, 100000),
        6,
    ),
    Series(
        "COSINE",
        "cos(r) = 1 - z/2 + z^2 P(z), z = r^2, |r| <= pi/4",
        lambda k: Fraction(_sign(k), factorial(2 * k + 4)),
        Fraction(0),
        Fraction(61690, 100000),
        6,
    ),
    *(
        Series(f"SINGLE_{name}", meaning, term, low, high, terms)
        for name, meaning, term, low, high, terms in SINGLE
    ),
)
"""The series of both precisions."""


def cut(series: Series) -> tuple[list[Fraction], Fraction]:
    """Return the coefficients of the powers of u, and a bound of the error of their sum."""
    middle, half = (series.high + series.low) / 2, (series.high - series.low) / 2
    # the powers of w = (u - middle)/half, in Chebyshev's polynomials of w
    chebyshev = [Fraction(0)]
    for k in range(LENGTH - 1, -1, -1):
        chebyshev = _times(chebyshev, middle, half)
        chebyshev[0] += series.term(k)
    n = series.terms
    error = sum((abs(c) for c in chebyshev[n:]), Fraction(0))
    reach = max(abs(series.low), abs(series.high))
    # the terms of all series shrink at least like reach^k
    error += abs(series.term(LENGTH)) * reach**LENGTH / (1 - min(reach, Fraction(9, 10)))
    return _powers(chebyshev[:n], middle, half), error


def _times(chebyshev: list[Fraction], middle: Fraction, half: Fraction) -> list[Fraction]:
    """Return the sum times u = middle + half w; w T_k = (T_k+1 + T_|k-1|)/2."""
    found = [middle * c for c in chebyshev] + [Fraction(0)]
    for k, c in enumerate(chebyshev):
        found[k + 1] += half * c / (2 if k else 1)
        if k:
            found[k - 1] += half * c / 2
    return found


def _powers(chebyshev: list[Fraction], middle: Fraction, half: Fraction) -> list[Fraction]:
    """Return the coefficients of the powers of u of a sum of Chebyshev's polynomials."""
    # T_k as powers of u: T_k+1 = 2 w T_k - T_k-1
    before, now = [Fraction(0)], [Fraction(1)]
    total = [Fraction(0)] * len(chebyshev)
    for k, c in enumerate(chebyshev):
        for j, p in enumerate(now):
            total[j] += c * p
        factor = Fraction(1 if k == 0 else 2) / half
        following = [Fraction(0)] * (len(now) + 1)
        for j, p in enumerate(now):
            following[j + 1] += factor * p
            following[j] -= factor * middle * p
        for j, p in enumerate(before if k else []):
            following[j] -= p
        before, now = now, following
    return total


def page() -> str:
    """Return the text of the page."""
    lines = [
        '"""Coefficients of polynomials, written by `tools/write_function_coefficients.py`.',
        "",
        "Power series cut in Chebyshev's polynomials; the bound is that of the error of P.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
    ]
    for series in ALL:
        coefficients, error = cut(series)
        lines.append(f"{series.name} = (")
        lines += [f"    {float(c)!r}," for c in coefficients]
        lines += [")", f'"""{series.meaning}; to {float(error):.1e}."""', ""]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
