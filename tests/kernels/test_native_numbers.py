"""Numbers and conditions in native functions: the same bits as in Python."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import inf, nan, sqrt
from typing import Any

import numpy as np
import pytest

from kernels.both_ways import agree
from sarrus.kernels.native import Floats, Ints, compile_function, native, root

FLOATS = [0.0, -0.0, 1.0, -1.0, 0.1, -2.5, 3.75, 1e-300, -5e-324, 1e300, inf, -inf, nan]
INTS = [0, 1, -1, 2, 7, -12, 1000, 2**40, -(2**40)]
WHOLE = [0, 1, 2, 3, 7, 12, 1000, 2**40]
X = np.array([1.5, -2.0, 0.25, 8.0, -0.5, 3.0])
K = np.array([3, 1, 4, 1, 5, 9])

HALF, FOUR, TRUE, LARGE, DENORMAL = 0.5, 4, True, -(2**62), 5e-324


# Numbers --------------------------------------------------------------------------------------


@native
def add(a: float, b: float) -> float:
    return a + b


@native
def subtract(a: float, b: float) -> float:
    return a - b


@native
def multiply(a: float, b: float) -> float:
    return a * b


@native
def negative(a: float) -> float:
    return -a


@native
def smaller(a: float, b: float) -> float:
    return min(a, b)


@native
def larger(a: float, b: float) -> float:
    return max(a, b)


@native
def size(a: float) -> float:
    return abs(a)


@native
def add_whole(a: int, b: int) -> int:
    return a + b


@native
def subtract_whole(a: int, b: int) -> int:
    return a - b


@native
def negative_whole(a: int) -> int:
    return -a


@native
def smaller_whole(a: int, b: int) -> int:
    return min(a, b)


@native
def larger_whole(a: int, b: int) -> int:
    return max(a, b)


@pytest.mark.parametrize("function", [add, subtract, multiply, smaller, larger])
def test_floats(function: Callable[..., Any]) -> None:
    """Also what is infinite or not a number, and the sign of zero."""
    for a, b in product(FLOATS, FLOATS):
        agree(function, a, b)


@pytest.mark.parametrize("function", [negative, size])
def test_one_float(function: Callable[..., Any]) -> None:
    for a in FLOATS:
        agree(function, a)


def test_min_and_max_keep_the_first_unless_the_second_is_beyond_it() -> None:
    """Python's order: what is not a number is kept if it comes first, and lost if second."""
    for function in (smaller, larger):
        assert math.isnan(compile_function(function)(nan, 1.0))
        assert compile_function(function)(1.0, nan) == 1.0
        assert math.copysign(1.0, compile_function(function)(0.0, -0.0)) == 1.0
        assert math.copysign(1.0, compile_function(function)(-0.0, 0.0)) == -1.0


@pytest.mark.parametrize(
    "function", [add_whole, subtract_whole, smaller_whole, larger_whole], ids=lambda f: f.__name__
)
def test_integers(function: Callable[..., Any]) -> None:
    for a, b in product(INTS, INTS):
        agree(function, a, b)
    for a in INTS:
        agree(negative_whole, a)


@native
def divide(a: float, b: float) -> float:
    return a / b


def test_quotients() -> None:
    for a, b in product(FLOATS, FLOATS):
        if b != 0.0:
            agree(divide, a, b)


def test_a_quotient_by_zero_is_not_an_error() -> None:
    """In machine code it is infinite or not a number."""
    assert compile_function(divide)(1.0, 0.0) == inf and compile_function(divide)(1.0, -0.0) == -inf
    assert math.isnan(compile_function(divide)(0.0, 0.0))


@native
def multiply_whole(a: int, b: int) -> int:
    return a * b


@native
def quotient(a: int, b: int) -> int:
    return a // b


@native
def rest(a: int, b: int) -> int:
    return a % b


def test_quotients_and_rests_of_numbers_that_are_not_negative() -> None:
    for a, b in product(WHOLE, WHOLE):
        if a * b < 2**63:
            agree(multiply_whole, a, b)
            agree(multiply_whole, -a, b)
        if b:
            agree(quotient, a, b)
            agree(rest, a, b)


@native
def fused(a: float, b: float, c: float) -> float:
    return a * b + c


def test_a_product_may_be_added_without_being_rounded() -> None:
    """The result is one of two: rounded twice, or once."""
    random = np.random.default_rng(1)
    for a, b, c in random.normal(size=(300, 3)).tolist():
        once = float(Fraction(a) * Fraction(b) + Fraction(c))
        assert compile_function(fused)(a, b, c) in (a * b + c, once)


@native
def square_root(a: float) -> float:
    return sqrt(a)


@native
def nth_root(a: float, n: float) -> float:
    return root(a, n)


def test_roots() -> None:
    for a in (0.0, -0.0, 1.0, 2.0, 0.1, 1e-300, 5e-324, 1e300, inf, nan):
        agree(square_root, a)
    assert math.isnan(compile_function(square_root)(-1.0))
    for a, n in product((1e-10, 0.3, 1.0, 7.5, 1e12), (1.0, 2.0, 8.0, 9.0)):
        expected = root(a, n)
        assert compile_function(nth_root)(a, n) == pytest.approx(expected, rel=4e-16)


@native
def whole(a: float) -> int:
    return int(a)


@native
def real(a: int) -> float:
    return float(a)


def test_conversions() -> None:
    """To integers towards zero; to floats as near as can be."""
    for a in (0.0, -0.0, 0.99, -0.99, 2.5, -2.5, 3.0, 1e15 + 0.5, -1e18):
        agree(whole, a)
    for k in (*INTS, 2**53, 2**53 + 1, 2**53 + 3, -(2**53) - 1, 2**63 - 1, -(2**63)):
        agree(real, k)


@native
def constants(x: Floats, k: Ints) -> None:
    x[0] = HALF
    x[1] = 0.1
    x[2] = 1e-310
    x[3] = DENORMAL
    x[4] = -inf
    x[5] = nan
    k[0] = FOUR
    k[1] = LARGE
    k[2] = 9223372036854775807
    if TRUE:
        k[3] = 1
    if False:
        k[4] = 1


def test_constants_are_exact() -> None:
    """In the function and from its module."""
    agree(constants, X, K)


# Conditions -----------------------------------------------------------------------------------


@native
def compared(a: float, b: float, k: Ints) -> None:
    k[0] = 1 if a < b else 0
    k[1] = 1 if a <= b else 0
    k[2] = 1 if a > b else 0
    k[3] = 1 if a >= b else 0
    k[4] = 1 if a == b else 0
    k[5] = 1 if a != b else 0


@native
def compared_whole(a: int, b: int, k: Ints) -> None:
    k[0] = 1 if a < b else 0
    k[1] = 1 if a <= b else 0
    k[2] = 1 if a > b else 0
    k[3] = 1 if a >= b else 0
    k[4] = 1 if a == b else 0
    k[5] = 1 if a != b else 0


def test_comparisons() -> None:
    """What is not a number is different from everything, and else compares with nothing."""
    for a, b in product(FLOATS, FLOATS):
        agree(compared, a, b, K)
    for m, n in product(INTS, INTS):
        agree(compared_whole, m, n, K)


@native
def logic(a: int, b: int, c: int) -> int:
    found = 0
    if a and b:
        found += 1
    if a or b or c:
        found += 2
    if not a:
        found += 4
    if not (a and not b) and (c or not a):
        found += 8
    if a == b and not b > c:
        found += 16
    flag = a < b
    if flag:
        found += 32
    other = not flag or c > 0
    if other and True:
        found += 64
    flag = other
    if flag == True:  # noqa: E712
        found += 128
    return found


def test_logic() -> None:
    for a, b, c in product((0, 1, 2), repeat=3):
        agree(logic, a, b, c)


@native
def chosen(a: float, b: float) -> float:
    return 1.0 if a > b else -1.0 if a < b else (0.0 if a == b else 9.0)


@native
def chosen_array(x: Floats, y: Floats, k: int) -> float:
    z = x if k > 0 else y
    z[1] = 7.0
    return z[0]


def test_conditional_expressions() -> None:
    for a, b in product(FLOATS, FLOATS):
        agree(chosen, a, b)
    for k in (0, 1):
        agree(chosen_array, X, X + 1.0, k)


@native
def every_branch(a: float) -> int:
    if a > 2.0:
        if a > 3.0:
            return 5
        found = 4
    elif a > 1.0:
        found = 3
    elif a > 0.0:
        return 2
    else:
        found = 1
        if a != a:
            found = 0
    return found


@native
def both_return(a: float) -> int:
    if a > 0.0:
        return 1
    else:
        return 2


def test_branches() -> None:
    for a in (4.0, 2.5, 1.5, 0.5, -1.0, nan):
        agree(every_branch, a)
        agree(both_return, a)
