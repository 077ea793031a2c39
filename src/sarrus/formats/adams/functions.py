"""The functions of function expressions that are arithmetic of their operands.

They are written without branches, so that they are evaluated on numbers and traced alike. STEP is
the cubic h0 + (h1 - h0) s^2 (3 - 2 s), STEP5 the quintic h0 + (h1 - h0) s^3 (10 - 15 s + 6 s^2),
HAVSIN the half sine, s = (x - x0)/(x1 - x0) held between 0 and 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from sarrus.model.expressions.operations import OPERATIONS, angle_of, least, most
from sarrus.spatial.arrays import Scalar, is_zero, select


def _is_one(x: Scalar) -> bool:
    return isinstance(x, (int, float)) and x == 1.0


def total(a: Scalar, b: Scalar) -> Scalar:
    """Return a + b; nothing is done to a traced value beside the number 0."""
    return b if is_zero(a) else a if is_zero(b) else a + b


def difference(a: Scalar, b: Scalar) -> Scalar:
    """Return a - b; nothing is done to a traced value beside the number 0."""
    return a if is_zero(b) else a - b


def product(a: Scalar, b: Scalar) -> Scalar:
    """Return a b; nothing is done to a traced value beside the number 1."""
    return b if _is_one(a) else a if _is_one(b) else a * b


def quotient(a: Scalar, b: Scalar) -> Scalar:
    """Return a/b; nothing is done to a traced value over the number 1."""
    return a if _is_one(b) else a / b


ARITHMETIC: Mapping[str, Callable[..., Scalar]] = {
    "add": total, "sub": difference, "mul": product, "div": quotient, "neg": OPERATIONS["neg"],
}  # fmt: skip


def power(base: Scalar, exponent: Scalar) -> Scalar:
    """Return base**exponent; an exponent that moves needs a positive base."""
    if isinstance(exponent, (int, float)):
        whole = float(exponent).is_integer() and abs(exponent) < 1e6
        return base ** (int(exponent) if whole and isinstance(base, (int, float)) else exponent)
    return np.exp(exponent * np.log(base))


def _part(x: Scalar, x0: Scalar, x1: Scalar) -> Scalar:
    """Return how far x is from x0 to x1, held between 0 and 1."""
    return most(0.0, least(1.0, quotient(difference(x, x0), x1 - x0)))


def step(x: Scalar, x0: Scalar, h0: Scalar, x1: Scalar, h1: Scalar) -> Scalar:
    """Return the cubic from h0 at x0 to h1 at x1."""
    s = _part(x, x0, x1)
    return total(h0, product(h1 - h0, s * s * (3.0 - 2.0 * s)))


def step5(x: Scalar, x0: Scalar, h0: Scalar, x1: Scalar, h1: Scalar) -> Scalar:
    """Return the quintic from h0 at x0 to h1 at x1."""
    s = _part(x, x0, x1)
    return total(h0, product(h1 - h0, s * s * s * (10.0 + s * (6.0 * s - 15.0))))


def half_sine(x: Scalar, x0: Scalar, h0: Scalar, x1: Scalar, h1: Scalar) -> Scalar:
    """Return the half sine from h0 at x0 to h1 at x1 (HAVSIN)."""
    s = _part(x, x0, x1)
    return 0.5 * (h0 + h1) + 0.5 * (h1 - h0) * np.sin((s - 0.5) * math.pi)


def arithmetic_if(x: Scalar, below: Scalar, zero: Scalar, above: Scalar) -> Scalar:
    """Return one of three values by the sign of x."""
    return select(x < 0.0, below, select(x > 0.0, above, zero))


def impact(
    x: Scalar, rate: Scalar, x1: Scalar, k: Scalar, e: Scalar, cmax: Scalar, d: Scalar
) -> Scalar:
    """Return the push of a stop at x1 from below: none, or of a spring and a damper.

    max(0, k (x1 - x)^e - STEP(x, x1 - d, cmax, x1, 0) dx/dt) where x < x1.
    """
    depth = most(x1 - x, 0.0)
    push = k * power(depth, e) - step(x, x1 - d, cmax, x1, 0.0) * rate
    return select(x < x1, most(push, 0.0), 0.0)


def two_stops(
    x: Scalar, rate: Scalar, x1: Scalar, x2: Scalar, k: Scalar, e: Scalar, cmax: Scalar, d: Scalar
) -> Scalar:
    """Return the push of two stops, at x1 from below and at x2 from above (BISTOP)."""
    return impact(x, rate, x1, k, e, cmax, d) - impact(-x, -rate, -x2, k, e, cmax, d)


def polynomial(x: Scalar, x0: Scalar, *coefficients: Scalar) -> Scalar:
    """Return a0 + a1 (x - x0) + a2 (x - x0)^2 + ..."""
    found: Scalar = 0.0
    for a in reversed(coefficients):
        found = a + (x - x0) * found
    return found


def chebyshev(x: Scalar, x0: Scalar, *coefficients: Scalar) -> Scalar:
    """Return the sum of c_k T_k(x - x0)."""
    u = x - x0
    terms: list[Scalar] = [1.0, u]
    while len(terms) < len(coefficients):
        terms.append(2.0 * u * terms[-1] - terms[-2])
    found: Scalar = 0.0
    for c, t in zip(coefficients, terms, strict=False):
        found = found + c * t
    return found


def cosine_series(x: Scalar, x0: Scalar, w: Scalar, *coefficients: Scalar) -> Scalar:
    """Return the sum of c_k cos(k w (x - x0)), from k = 0 (FORCOS)."""
    found: Scalar = 0.0
    for k, c in enumerate(coefficients):
        found = found + (c if k == 0 else c * np.cos(k * w * (x - x0)))
    return found


def sine_series(x: Scalar, x0: Scalar, w: Scalar, *coefficients: Scalar) -> Scalar:
    """Return c_0 and the sum of c_k sin(k w (x - x0)) (FORSIN)."""
    found: Scalar = 0.0
    for k, c in enumerate(coefficients):
        found = found + (c if k == 0 else c * np.sin(k * w * (x - x0)))
    return found


def harmonic(
    x: Scalar, x0: Scalar, a: Scalar, w: Scalar, phase: Scalar = 0.0, b: Scalar = 0.0
) -> Scalar:
    """Return a sin(w (x - x0) - phase) + b (SHF)."""
    return total(product(a, np.sin(difference(product(w, difference(x, x0)), phase))), b)


def magnitude_with_sign(a: Scalar, b: Scalar) -> Scalar:
    """Return |a| with the sign of b."""
    return select(b < 0.0, -abs(a), abs(a))


def _hyperbolic(sign: float) -> Callable[[Scalar], Scalar]:
    return lambda x: 0.5 * (np.exp(x) + sign * np.exp(-x))


FUNCTIONS: Mapping[str, tuple[int, int, Callable[..., Scalar]]] = {
    **{
        name.upper(): (1, 1, getattr(np, name)) for name in ("sqrt", "exp", "sin", "cos", "tan",
                                                             "tanh")
    },
    **{f"A{name.upper()}": (1, 1, getattr(np, f"arc{name}")) for name in ("sin", "cos", "tan")},
    "ABS": (1, 1, abs),
    "ATAN2": (2, 2, angle_of),
    "LOG": (1, 1, np.log),
    "LOG10": (1, 1, lambda x: np.log(x) / math.log(10.0)),
    "SINH": (1, 1, _hyperbolic(-1.0)),
    "COSH": (1, 1, _hyperbolic(1.0)),
    "DIM": (2, 2, lambda a, b: most(a - b, 0.0)),
    "SIGN": (2, 2, magnitude_with_sign),
    "MIN": (2, 30, least),
    "MAX": (2, 30, most),
    "IF": (4, 4, arithmetic_if),
    "STEP": (5, 5, step),
    "STEP5": (5, 5, step5),
    "HAVSIN": (5, 5, half_sine),
    "IMPACT": (7, 7, impact),
    "BISTOP": (8, 8, two_stops),
    "POLY": (3, 33, polynomial),
    "CHEBY": (3, 33, chebyshev),
    "FORCOS": (4, 34, cosine_series),
    "FORSIN": (4, 34, sine_series),
    "SHF": (4, 6, harmonic),
}  # fmt: skip
"""The least and most operands of each, and what it is."""

ROUNDED = "its value jumps, and has no derivative"
FORCES = "forces and accelerations are results here, and no force can depend on them"
OWN_CODE = "programs of users are not run"
REFUSED: Mapping[str, str] = {
    **dict.fromkeys(("AINT", "ANINT", "MOD", "CEIL", "FLOOR", "INT", "NINT", "RTOI"), ROUNDED),
    **dict.fromkeys(
        (
            *("ACCM", "ACCX", "ACCY", "ACCZ", "WDTM", "WDTX", "WDTY", "WDTZ"),
            *("FM", "FX", "FY", "FZ", "TM", "TX", "TY", "TZ", "BEAM", "BUSH", "FIELD", "GFORCE"),
            *("SFORCE", "VFORCE", "VTORQ", "SPDP", "JOINT", "JPRIM", "MOTION", "FRICTION"),
            *("CVCV", "PTCV", "NFORCE", "CONTACT", "GEAR", "COUPLER", "TIRE"),
        ),
        FORCES,
    ),
    **dict.fromkeys(("USER", "INVPSD", "UVX", "UVY", "UVZ"), OWN_CODE),
    **dict.fromkeys(
        ("CURVE", "INTERP", "SWEEP", "PINVAL", "POUVAL", "SENVAL", "DELAY", "Q", "FXFREQ"),
        "it is not held",
    ),
    **dict.fromkeys(("INCANG",), "write the angle by AX, AY or AZ"),
}
"""Functions that are known and not held, and why."""
