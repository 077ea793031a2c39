"""Loops, arrays and calls in native functions do what they do in Python."""

from __future__ import annotations

from itertools import product
from math import nan

import numpy as np
import pytest

from kernels.both_ways import agree, bits
from sarrus.kernels import Cache, KernelFactory
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.kernels.loops.event_search import crossings
from sarrus.kernels.native import (
    Code,
    Floats,
    Ints,
    Pointers,
    at,
    compile_function,
    copy,
    native,
    run_kernel,
)

X = np.array([1.5, -2.0, 0.25, 8.0, -0.5, 3.0])
K = np.array([3, 1, 4, 1, 5, 9])


# Loops ----------------------------------------------------------------------------------------


@native
def triangle(n: int) -> int:
    total = 0
    for i in range(n):
        for j in range(i, n):
            total += j - i
    return total


@native
def part_of_range(a: int, b: int) -> int:
    total = 0
    for i in range(a, b):
        total = 10 * total + i
    return total


@native
def bounds_are_taken_once(n: int) -> int:
    turns = 0
    for _i in range(n):
        n += 1
        turns += 1
    return turns + 100 * n


@native
def digits(n: int) -> int:
    count = 0
    while n > 0:
        n = n // 10
        count += 1
    return count


@native
def first_above(x: Floats, n: int, limit: float) -> int:
    found = -1
    for i in range(n):
        if x[i] > limit:
            found = i
            break
    return found


@native
def nested_breaks(n: int) -> int:
    count = 0
    k = 0
    while k < n:
        for j in range(n):
            if j > k:
                break
            count += 1
            for i in range(j):
                if i == 2:
                    break
                count += 10
        if count > 200:
            break
        k += 1
    return 1000 * k + count


@native
def return_from_the_middle(n: int) -> int:
    k = 0
    while True:
        for i in range(n):
            if i * k > 20:
                return 100 * i + k
        k += 1
        if k > 30:
            return -1


@native
def break_in_both(n: int) -> int:
    k = 0
    while k < 10:
        if k > n:
            break
        else:
            k += 2
            if k == 6:
                break
    return k


def test_loops() -> None:
    for n in (-1, 0, 1, 2, 3, 7, 12):
        for function in (
            *(triangle, bounds_are_taken_once, digits),
            *(nested_breaks, return_from_the_middle, break_in_both),
        ):
            agree(function, n)
    for a, b in product(range(-2, 6), repeat=2):
        agree(part_of_range, a, b)
    for limit in (-10.0, 1.6, 7.0, 8.0, nan):
        agree(first_above, X, 6, limit)


# Arrays ---------------------------------------------------------------------------------------


@native
def total(x: Floats, n: int) -> float:
    """Sum."""
    found = 0.0
    for i in range(n):
        found += x[i]
    return found


@native
def reversed_in_place(x: Floats, k: Ints, n: int) -> None:
    for i in range(n // 2):
        last = x[n - 1 - i]
        x[n - 1 - i] = x[i]
        x[i] = last
        k[i] += k[n - 1 - i] * 2
        k[n - 1 - i] -= 1
    return


@native
def gathered(x: Floats, k: Ints, n: int) -> float:
    found = 0.0
    for i in range(n):
        found = found + x[k[k[i] % n] % n]
    return found


@native
def moved(x: Floats, k: Ints) -> float:
    rest = at(x, 2)
    rest[0] = 5.0
    further = at(rest, k[1])
    further[1] += x[2]
    at(k, 3)[0] = 77
    return at(at(x, 1), 2)[1]


def test_arrays() -> None:
    for n in range(7):
        assert agree(total, X, n) == pytest.approx(sum(X[:n]))
        agree(reversed_in_place, X, K, n)
    agree(gathered, X, K, 6)
    agree(moved, X, K)


@native
def copied(x: Floats, target: int, source: int, n: int) -> None:
    copy(at(x, target), at(x, source), n)


@native
def copied_whole(k: Ints, target: int, source: int, n: int) -> None:
    copy(at(k, target), at(k, source), n)


@native
def copied_addresses(a: Pointers, b: Pointers) -> float:
    copy(a, at(b, 1), 2)
    return a[0][0] + 10.0 * a[1][0]


@pytest.mark.parametrize("target, source", [*product(range(4), repeat=2)])
def test_copies_may_overlap(target: int, source: int) -> None:
    for n in range(3):
        agree(copied, X, target, source, n)
        agree(copied_whole, K, target, source, n)


@pytest.mark.parametrize("n", [17, 300, 4000])
@pytest.mark.parametrize("shift", [1, 3, 16])
def test_long_copies_may_overlap(n: int, shift: int) -> None:
    long = np.arange(float(n + shift))
    agree(copied, long, 0, shift, n)
    agree(copied, long, shift, 0, n)


def test_addresses_can_be_copied() -> None:
    arrays = [np.array([float(k)]) for k in range(6)]
    assert agree(copied_addresses, arrays[:3], arrays[3:]) == 4.0 + 10.0 * 5.0


@native
def nested(a: Pointers, k: Ints) -> float:
    a[1][2] = a[0][k[1]] * 2.0
    a[k[1]][0] += 1.0
    a[0][int(a[2][0])] = -1.0
    row = a[2]
    row[1] = 4.0
    return a[1][0] + a[2][1]


@native
def redirected(a: Pointers) -> float:
    """The second array moves along, the third becomes the first."""
    a[1] = at(a[1], 2)
    a[2] = a[0]
    a[2][1] = 9.0
    last = at(a, 1)
    return a[1][0] + last[1][1]


def test_arrays_of_arrays() -> None:
    arrays = [X.copy(), X + 10.0, np.array([3.0, 1.0])]
    agree(nested, arrays, K)
    agree(redirected, arrays)


# Other functions ------------------------------------------------------------------------------


@native
def factorial(n: int) -> int:
    if n <= 1:
        return 1
    return n * factorial(n - 1)


@native
def is_even(n: int) -> int:
    if n == 0:
        return 1
    return is_odd(n - 1)


@native
def is_odd(n: int) -> int:
    if n == 0:
        return 0
    return is_even(n - 1)


@native
def tail(x: Floats, n: int) -> Floats:
    return at(x, n)


@native
def fill(x: Floats, n: int, value: float) -> None:
    for i in range(n):
        x[i] = value


@native
def calls(x: Floats, k: Ints, n: int) -> float:
    fill(tail(x, 2), n, total(x, n) + tail(x, 1)[0])
    before = x[0]
    x[0] = -1.0
    x[1] = 1.0
    k[0] = crossings(tail(x, 0), at(x, 1), k, 1) + factorial(n)
    return total(x, n) + before


def test_calls_of_other_functions() -> None:
    for n in range(13):
        agree(factorial, n)
        agree(is_even, n)
    for n in range(4):
        agree(calls, X, K, n)


@native
def arguments_are_own(n: int, x: float) -> float:
    n += 1
    x = x * float(n)
    return x


@native
def calls_with_own(n: int, x: float) -> float:
    y = arguments_are_own(n, x)
    return y + x * float(n)


def test_arguments_are_variables_of_the_function() -> None:
    agree(arguments_are_own, 3, 0.5)
    agree(calls_with_own, 3, 0.5)


@native
def iterate(f: Code, ins: Pointers, outs: Pointers, work: Floats, n: int) -> None:
    for _k in range(n):
        run_kernel(f, ins, outs, work)
        copy(ins[0], outs[0], 2)


def test_kernels_are_run() -> None:
    kernel = KernelFactory(Cache(None)).make("f", lambda x: {"y": np.sin(x) + 0.5 * x}, {"x": (2,)})
    start = np.array([0.3, -0.4])
    bound = BoundKernel(kernel, {"x": start})
    compile_function(iterate)(*bound.arguments, 5)

    def f(ins: list[np.ndarray], outs: list[np.ndarray], work: np.ndarray) -> None:
        outs[0][...] = kernel(ins[0])

    ins, outs = [start.copy()], [np.zeros(2)]
    iterate(f, ins, outs, np.zeros(1), 5)
    assert bits(bound.inputs["x"]) == bits(ins[0])
    assert not np.array_equal(ins[0], start)
