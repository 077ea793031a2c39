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
