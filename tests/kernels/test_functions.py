"""The functions of our own: near the true values, special values of C, the same bits anywhere."""

from __future__ import annotations

import math
import runpy
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from kernels.functions import REFERENCES, arguments, errors, exact, plain, values
from sarrus.kernels.functions import PAIRS, RANGED
from sarrus.kernels.targets.llvm.lanes import widest

MOST_ULPS = {
    **{"exp": 0.9, "log": 0.9, "pow": 1.1, "sinh": 1.7, "cosh": 1.3, "tanh": 1.4, "tan": 1.2},
    **{"asin": 1.2, "acos": 1.1, "atan": 0.8, "atan2": 0.8, "hypot": 1.2, "mod": 0.0},
}
"""Errors in units in the last place, those of the theory page; no function may have above 2."""

LONGER = np.finfo(np.longdouble).nmant >= 63
needs_reference = pytest.mark.skipif(not LONGER, reason="long doubles are no longer than doubles")

inf, nan = math.inf, math.nan
SIZES = np.array(
    [
        *(0.0, 5e-324, 1e-310, 2.0**-1022, 1e-300, 1e-160, 2.0**-27, 0.5, 1.0 - 2.0**-53, 1.0),
        *(1.0 + 2.0**-52, 1.5, 2.0, 3.0, 22.0, 708.0, 709.5, 711.0, 746.0, 1e5, 1e5 + 1e-10),
        *(1e9, 2.0**53 - 1, 2.0**53 + 2, 1e155, 1e300, 1.7e308, inf),
    ]
)
SPECIAL = np.concatenate([SIZES, -SIZES, [nan]])


def special(op: str) -> tuple[np.ndarray, ...]:
    """Return all special values, or all pairs of them."""
    if op not in PAIRS:
        return (SPECIAL,)
    rows = np.array(list(product(SPECIAL, SPECIAL)))
    return rows[:, 0].copy(), rows[:, 1].copy()


def bits(x: np.ndarray) -> np.ndarray:
    """Return the bits, all that is not a number being one."""
    return np.where(np.isnan(x), np.float64(nan), x).view(np.int64)


def assert_accurate(op: str, n: int) -> None:
    given = arguments(op, n)
    found = errors(op, *given)
    worst = int(np.argmax(found))  # a NaN is the largest
    at = [float(x[worst]) for x in given]
    assert found[worst] <= MOST_ULPS[op], f"{op}{at} is {found[worst]} off"


def test_every_function_is_looked_at() -> None:
    assert set(RANGED) == set(REFERENCES) == set(MOST_ULPS)
    assert max(MOST_ULPS.values()) <= 2.0


@needs_reference
@pytest.mark.parametrize("op", RANGED)
def test_accuracy(op: str) -> None:
    assert_accurate(op, 40_000)


@needs_reference
@pytest.mark.slow
@pytest.mark.parametrize("op", RANGED)
def test_accuracy_at_many_places(op: str) -> None:
    assert_accurate(op, 4_000_000)


@needs_reference
@pytest.mark.parametrize("op", RANGED)
def test_accuracy_without_fused_operations(op: str) -> None:
    """Processors that cannot fuse a product and a sum round twice."""
    given = arguments(op, 20_000)
    assert np.max(errors(op, *given, found=plain(op, *given))) <= MOST_ULPS[op]


@needs_reference
@pytest.mark.parametrize("op", RANGED)
def test_special_values_are_those_of_c(op: str) -> None:
    """Zeros with their signs, infinities, NaN, and all that is very large or small."""
    given = special(op)
    with np.errstate(all="ignore"):
        expected = exact(op, *given).astype(float)
        found = values(op, *given)
        off = np.abs(found - expected) / np.spacing(np.abs(expected))
    plainly = np.isnan(expected) | np.isinf(expected) | (expected == 0.0)
    assert np.array_equal(bits(found[plainly]), bits(expected[plainly]))
    assert np.max(off[~plainly]) <= (0.0 if op == "mod" else 2.0)


@pytest.mark.parametrize("width", [1, 2, 4, 8])
@pytest.mark.parametrize("op", RANGED)
def test_lanes_change_no_bit(op: str, width: int) -> None:
    """One number or several at once: the same, whatever the others are."""
    random = np.random.default_rng(3)
    given = tuple(
        random.permuted(np.concatenate([inside[::9], odd[: len(inside) // 9 + 1]]))
        for inside, odd in zip(arguments(op, 3000), special(op), strict=True)
    )
    expected = values(op, *given)
    assert np.array_equal(bits(values(op, *given, width=width)), bits(expected))
    alone = [values(op, *(x[k : k + 1] for x in given))[0] for k in range(len(given[0]))]
    assert np.array_equal(bits(np.array(alone)), bits(expected))


@pytest.mark.parametrize("op", RANGED)
def test_a_neighbor_beyond_the_range_changes_no_bit(op: str) -> None:
    given = arguments(op, 8 * widest().width)
    expected = values(op, *given)
    for lane in range(widest().width):
        disturbed = [x.copy() for x in given]
        for x in disturbed:
            x[lane :: widest().width] = nan
        found = values(op, *disturbed)
        others = np.arange(len(found)) % widest().width != lane
        assert np.array_equal(bits(found[others]), bits(expected[others]))
        assert np.all(np.isnan(found[~others]))


def test_remainders_of_quotients_next_to_an_integer() -> None:
    """The quotient is rounded up to an integer that it does not reach."""
    y = np.repeat([0.1, 0.3, 0.7, 1.1, 1e-7, 3e100], 2000)
    x = np.nextafter(np.tile(np.arange(1.0, 2001.0), 6) * y, 0.0)
    assert np.array_equal(values("mod", x, y), np.fmod(x, y))


def test_coefficients_are_those_of_the_tool() -> None:
    path = Path(__file__).parents[2] / "tools" / "write_function_coefficients.py"
    tool = runpy.run_path(str(path))
    assert tool["PAGE"].read_text(encoding="utf-8") == tool["page"]()
