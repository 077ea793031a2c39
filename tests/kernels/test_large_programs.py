"""Large programs are generated at a lower level, which changes no bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sarrus.kernels import Cache, KernelFactory
from sarrus.kernels.targets.llvm import machine


def mixed(x: Any) -> dict[str, Any]:
    """Sums of products, quotients and functions that feed on each other, beyond one part."""
    values = [x[k] for k in range(6)]
    for k in range(400):
        a, b, c = values[-1], values[-4], values[k % 6]
        values.append(np.sin(a) * b + c * (a - b) / (1.0 + b * b))
    return {"y": np.array(values[-5:])}


@pytest.mark.parametrize("rows", [0, 9])
def test_the_level_of_code_generation_changes_no_bit(
    monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    x = np.random.default_rng(2).normal(size=(rows, 6) if rows else 6)
    found = []
    for limit in (0, 10**9):
        monkeypatch.setattr(machine, "LARGE", limit)
        kernel = KernelFactory(Cache(None)).make("mixed", mixed, {"x": (6,)})
        found.append(np.asarray(kernel.call(x)))
    assert found[0].tobytes() == found[1].tobytes()
