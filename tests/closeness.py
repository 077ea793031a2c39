"""How numbers from two sources are compared."""

from __future__ import annotations

from typing import Any

import numpy as np


def relative_error(actual: Any, expected: Any) -> float:
    """Return the greatest difference as a part of the greatest expected number."""
    a, b = np.asarray(actual, dtype=float), np.asarray(expected, dtype=float)
    if a.shape != b.shape:
        raise AssertionError(f"shape {a.shape} instead of {b.shape}")
    scale = float(np.max(np.abs(b), initial=0.0))
    gap = float(np.max(np.abs(a - b), initial=0.0))
    return gap / scale if scale else gap


def assert_close(actual: Any, expected: Any, rel: float, what: str = "") -> None:
    """Fail if the greatest difference is above `rel` times the greatest expected number."""
    error = relative_error(actual, expected)
    assert error <= rel, f"{what or 'the numbers'} differ by {error:.2e} relative, above {rel:g}"


def plain(value: Any) -> Any:
    """Return a value with lists instead of arrays and tuples, so that `==` compares all of it."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    return value


def number_of_values(value: Any) -> int:
    """Return how many numbers and names there are in a value, its parts counted one by one."""
    if isinstance(value, dict):
        return sum(number_of_values(part) for part in value.values())
    if isinstance(value, list | set | frozenset):
        return sum(number_of_values(part) for part in value)
    return 1


def assert_same(actual: Any, expected: Any, what: str = "") -> int:
    """Fail if numbers and names are not exactly the same; return how many there are."""
    a, b = plain(actual), plain(expected)
    assert a == b, f"{what or 'the values'} are {a!r} instead of {b!r}"
    return number_of_values(b)


def assert_above(actual: float, bound: float, what: str = "") -> None:
    """Fail if a ratio is not above its bound."""
    assert actual > bound, f"{what or 'the number'} is {actual:g}, not above {bound:g}"
