"""The three four-bars that draw the same curve (Roberts 1875, Chebyshev)."""

from __future__ import annotations

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.synthesis.families import FAMILIES
from sarrus.synthesis.linkage import Linkage


def cognates(linkage: Linkage) -> tuple[Linkage, Linkage, Linkage]:
    """Return the four-bar and its two cognates, whose tracers draw the same curve.

    With k = (P - B)/(C - B) as complex numbers, the third pivot is G = A + k (D - A). The cognate
    at A and G has the links |k| b, |k| a, |k| c, that at G and D the links |1 - k| a, |1 - k| c,
    |1 - k| b. The crank of the former is parallel to BP; that of the latter is AB turned by the
    angle of 1 - k: it turns round where the first does.

    Example:
        first, second, third = synthesis.cognates(found.best.linkage)
    """
    if linkage.family.name != "four-bar":
        rule = "has no cognates of Roberts; they are those of a four-bar"
        raise ModelError(Problem("Y01", f"linkage '{linkage.family.name}'", rule))
    v = linkage.values
    A, D = complex(v["Ax"], v["Ay"]), complex(v["Dx"], v["Dy"])
    a, b, c = v["a"], v["b"], v["c"]
    k = complex(v["p"], v["q"]) / b
    if min(abs(k), abs(1.0 - k)) < 1e-9:
        rule = "draws with a hinge of the coupler: its curve is a circle, without cognates"
        raise ModelError(Problem("Y01", "linkage 'four-bar'", rule,
                                 action="take a tracer that is neither B nor C"))  # fmt: skip
    G = A + k * (D - A)
    motion = linkage.turn
    worst = np.abs(motion.cosines[:, 0])
    at = int(worst.argmin())  # where the links are farthest from a dead point
    B, C, P = (complex(*motion.points[name][at]) for name in ("B", "C", "P"))
    second_B, third_B = A + P - B, D + P - C
    second_C = second_B + k * (P - second_B)
    third_C = third_B + (1.0 - k) * (P - third_B)
    return (
        linkage,
        _four_bar((A, G), (abs(k) * b, abs(k) * a, abs(k) * c), 1.0 / k, second_B, second_C),
        _four_bar((G, D), (abs(1.0 - k) * a, abs(1.0 - k) * c, abs(1.0 - k) * b),
                  (P - third_C) / (third_B - third_C), third_C, third_B),
    )  # fmt: skip


def _four_bar(
    pivots: tuple[complex, complex],
    links: tuple[float, float, float],
    ratio: complex,
    B: complex,
    C: complex,
) -> Linkage:
    A, D = pivots
    a, b, c = links
    values = {
        "Ax": A.real, "Ay": A.imag, "Dx": D.real, "Dy": D.imag, "a": a, "b": b, "c": c,
        "p": float(ratio.real) * b, "q": float(ratio.imag) * b,
    }  # fmt: skip
    sign = 1 if ((D - B).conjugate() * (C - B)).imag >= 0.0 else -1
    return Linkage(FAMILIES["four-bar"], values, (sign,))
