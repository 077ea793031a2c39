"""Programs as sums of products: the same numbers, and as short as one would write them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sarrus.kernels.polynomial import Expansion, Polynomial, TooManyTerms, expansion
from sarrus.kernels.trace import trace


def expansion_of(function: Any, names: bool = False, **inputs: tuple[int, ...]) -> Expansion:
    return expansion(trace(lambda **x: {"y": np.array([function(**x)])}, inputs), names)


def value(e: Expansion, a: Polynomial, x: list[float]) -> float:
    """Evaluate a polynomial over inputs, sines, cosines, roots and names."""
    total = 0.0
    for monomial, coefficient in a.items():
        for atom, power in monomial:
            op, *rest = e.algebra.atoms[atom]
            if op == "input":
                coefficient *= x[rest[1]] ** power
            elif op == "shared":
                coefficient *= value(e, e.algebra.shared[rest[0]], x) ** power
            else:
                inside = value(e, rest[0], x)
                coefficient *= (inside if op == "sum" else getattr(np, op)(inside)) ** power
        total += coefficient
    return total


CASES = {
    "sine of a sum": (lambda q: np.sin(q[0]) * np.cos(q[1]) + np.cos(q[0]) * np.sin(q[1]), 1),
    "sine of a difference": (
        lambda q: np.cos(q[0]) * np.sin(q[1]) - np.sin(q[0]) * np.cos(q[1]), 1),
    "cosine of a sum": (lambda q: np.sin(q[0]) * np.sin(q[1]) - np.cos(q[0]) * np.cos(q[1]), 1),
    "cosine of a difference": (
        lambda q: np.sin(q[0]) * np.sin(q[1]) + np.cos(q[0]) * np.cos(q[1]), 1),
    "quarter turns": (
        lambda q: np.sin(q[0] + 0.5 * np.pi) - np.cos(q[0]) + np.cos(q[1] - 0.5 * np.pi)
        - np.sin(q[1] + np.pi) + np.cos(q[2] + np.pi) + np.sin(q[2] - 1.5 * np.pi), 1),
    "rounding of a quarter turn": (
        lambda q: 9.81 * q[0] + 9.81 * np.cos(0.5 * np.pi) * q[1] + np.sin(np.pi) * q[2], 1),
    "one": (lambda q: (np.sin(q[0]) ** 2 + np.cos(q[0]) ** 2) * q[1], 1),
    "double angle": (lambda q: 3.0 * q[1] * (np.cos(q[0]) ** 2 - np.sin(q[0]) ** 2), 1),
    "rotated and back": (
        lambda q: np.cos(q[2]) * (np.cos(q[2]) * q[0] - np.sin(q[2]) * q[1])
        + np.sin(q[2]) * (np.sin(q[2]) * q[0] + np.cos(q[2]) * q[1]), 1),
    "square of a binomial": (lambda q: (q[0] + q[1]) ** 2 - (q[0] - q[1]) ** 2, 1),
    "rounding": (lambda q: 0.1 * q[0] + 0.2 * q[0] - 0.3 * q[0] + q[1], 1),
    "root of a square": (lambda q: np.sqrt(q[0] * q[0] + 1e-100) ** 2 + q[1], 2),
    "square over a length": (lambda q: q[0] ** 2 / np.sqrt(4.0 * q[0] * q[0] + 1e-100), 1),
    "quotient": (lambda q: (q[0] * q[1]) / (2.0 * q[1]), 1),
    "reciprocal of a sum": (lambda q: q[0] / (q[1] + q[2] + 3.0), 1),
}  # fmt: skip


@pytest.mark.parametrize("names", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_terms_and_value(case: str, names: bool) -> None:
    function, terms = CASES[case]
    e = expansion_of(function, names, q=(3,))
    ((found,),) = e.outputs
    if not names:
        assert len(found) == terms
    rng = np.random.default_rng(5)
    for _ in range(5):
        x = rng.uniform(-2.0, 2.0, 3)
        assert value(e, found, x.tolist()) == pytest.approx(
            float(function(x)), rel=1e-12, abs=1e-14
        )


def test_random_products_of_turns_keep_their_value() -> None:
    rng = np.random.default_rng(8)
    for _ in range(30):
        ops = rng.integers(0, 2, (6, 3))
        which = rng.integers(0, 3, (6, 3))
        weights = rng.integers(-2, 3, 6)

        def function(q: Any, ops: Any = ops, which: Any = which, weights: Any = weights) -> Any:
            total = 0.5 * q[0]
            for row, places, weight in zip(ops, which, weights, strict=True):
                term = float(weight)
                for op, k in zip(row, places, strict=True):
                    term = term * (np.sin(q[k]) if op else np.cos(q[k]))
                total = total + term
            return total

        x = rng.uniform(-2.0, 2.0, 3)
        for names in (False, True):
            e = expansion_of(function, names, q=(3,))
            assert value(e, e.outputs[0][0], x.tolist()) == pytest.approx(
                float(function(x)), abs=1e-12
            )


def test_hopeless_expansions_are_given_up() -> None:
    def function(q: Any) -> Any:
        total = q[0]
        for _ in range(6):
            total = (total + q[1] + q[2] + 1.0) * (total - q[2] + q[0] + 2.0)
        return total

    with pytest.raises(TooManyTerms):
        expansion_of(function, q=(3,))
    e = expansion_of(function, True, q=(3,))
    x = np.array([0.1, -0.2, 0.3])
    assert value(e, e.outputs[0][0], x.tolist()) == pytest.approx(float(function(x)), rel=1e-12)
