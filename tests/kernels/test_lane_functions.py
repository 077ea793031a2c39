"""Look-ups of vectors: the bits of the look-up of one number, whatever the other lanes hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernels.native import over_rows
from sarrus.kernels.trace import trace
from sarrus.spatial.curve import Curve

ORDERS = range(-1, 4)


def rows_of(spacing: str, n: int) -> np.ndarray:
    random = np.random.default_rng(n)
    return {
        "equal": np.linspace(-1.0, 2.0, n),
        "nearly equal": (np.arange(n) + random.uniform(-0.12, 0.12, n)) / n,
        "random": np.cumsum(random.uniform(0.01, 2.0, n)),
        "crowded": np.linspace(0.0, 1.0, n) ** 4,
    }[spacing]


@pytest.mark.parametrize("spacing", ["equal", "nearly equal", "random", "crowded"])
@pytest.mark.parametrize("n", [2, 3, 8, 300])
@pytest.mark.parametrize("smooth, beyond", [(0, "hold"), (1, "line"), (2, "hold")])
def test_lanes_give_the_bits_of_one_number(spacing: str, n: int, smooth: int, beyond: str) -> None:
    x = rows_of(spacing, max(n, 4) if smooth == 2 else n)
    random = np.random.default_rng(n + 1)
    curve = Curve(x, random.normal(size=len(x)), smooth, beyond)

    def function(x: Any) -> dict[str, Any]:
        return {"y": np.array([curve.derivative(order, x[0]) for order in ORDERS])}

    span = x[-1] - x[0]
    inside = random.uniform(x[0] - 0.2 * span, x[-1] + 0.2 * span, 400)
    sides = np.concatenate([x, np.nextafter(x, -np.inf), np.nextafter(x, np.inf)])
    odd = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.7e308, -1.7e308]
    at = random.permutation(np.concatenate([inside, sides, odd]))[:, None]
    program = trace(function, {"x": (1,)})
    expected = over_rows(program, 1)(at, threads=1)
    assert len(np.unique(expected[:, 1])) > 100
    for width in (2, 4, 8):
        found = over_rows(program, width)(at, threads=1)
        assert np.array_equal(found, expected, equal_nan=True)
        assert np.array_equal(signs(found, at), signs(expected, at))


def signs(values: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Return the signs, of zeros too, but not of what is not a number."""
    return np.signbit(values[at[:, 0] == at[:, 0]])
