"""CHK-R05: the operation counts of Table 1 of paper 0, counted one by one."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from closeness import assert_same
from sarrus.papers.state_vector import recursive_wrench, selected_wrench

N = 7


@dataclass
class Counts:
    mult: int = 0
    add: int = 0


@dataclass(frozen=True)
class Counted:
    """A number that writes down what is done with it."""

    value: float
    counts: Counts = field(repr=False)

    def __mul__(self, other: Counted) -> Counted:
        self.counts.mult += 1
        return Counted(self.value * other.value, self.counts)

    def __add__(self, other: Counted) -> Counted:
        self.counts.add += 1
        return Counted(self.value + other.value, self.counts)

    def __sub__(self, other: Counted) -> Counted:
        self.counts.add += 1
        return Counted(self.value - other.value, self.counts)


def numbers(rng: np.random.Generator, counts: Counts, *shape: int) -> np.ndarray:
    values = rng.normal(size=shape)
    flat = [Counted(float(x), counts) for x in values.ravel()]
    return np.array(flat, dtype=object).reshape(shape)


def of_the_selected_joint(i: int) -> Counts:
    rng, counts = np.random.default_rng(i), Counts()
    K, L, acceleration = (numbers(rng, counts, *shape) for shape in ((6, 6), (6,), (6,)))
    outboard = [(numbers(rng, counts, 6, 1), numbers(rng, counts, 1)) for _ in range(N - i)]
    selected_wrench(K, L, acceleration, outboard)
    return counts


def of_the_backward_recursion(i: int) -> Counts:
    rng, counts = np.random.default_rng(i), Counts()
    carried: list[np.ndarray] = []
    for _ in range(N, i - 1, -1):
        M_hat, Q_hat, acceleration = (numbers(rng, counts, *s) for s in ((6, 6), (6,), (6,)))
        carried = [recursive_wrench(M_hat, Q_hat, acceleration, carried)]
    return counts


@pytest.mark.parametrize("i", range(1, N + 1))
def test_CHK_R05_selected_joint(i: int) -> None:
    """6 (n - i) + 36 multiplications and as many additions."""
    counts = of_the_selected_joint(i)
    assert_same((counts.mult, counts.add), (6 * (N - i) + 36, 6 * (N - i) + 36))


@pytest.mark.parametrize("i", range(1, N + 1))
def test_CHK_R05_backward_recursion(i: int) -> None:
    """36 (n - i) + 36 multiplications and 42 (n - i) + 36 additions to reach joint i."""
    counts = of_the_backward_recursion(i)
    assert_same((counts.mult, counts.add), (36 * (N - i) + 36, 42 * (N - i) + 36))


def test_CHK_R05_largest_gain() -> None:
    """At the first of seven joints the multiplications are 3.5 times fewer, and nowhere more."""
    gains = [
        of_the_backward_recursion(i).mult / of_the_selected_joint(i).mult for i in range(1, N + 1)
    ]
    assert_same((max(gains), gains[0]), (3.5, 3.5))
