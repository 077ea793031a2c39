"""What cannot be traced fails loudly: never a silent NaN, zero or wrong branch."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sarrus.kernels import KernelError
from sarrus.kernels.trace import trace


def assigned(x: Any, y: Any) -> Any:
    out = np.zeros(3)
    out[0] = x
    return out


def accumulated(x: Any, y: Any) -> Any:
    out = np.zeros(2)
    out += np.array([x, y])
    return out


AS_A_CONDITION: dict[str, Callable[[Any, Any], Any]] = {
    "if": lambda x, y: x if x > 0 else y,
    "and": lambda x, y: (x > 0) and (y > 0),
    "not": lambda x, y: not x,
    "max": lambda x, y: max(x, y),
    "sorted": lambda x, y: sorted([x, y])[0],
    "in": lambda x, y: x in [y],
    "np.where": lambda x, y: np.where(x > 0, x, y),
    "np.logical_and": lambda x, y: np.logical_and(x > 0, y > 0),
    "np.clip": lambda x, y: np.clip(x, 0.0, 1.0),
    "np.max": lambda x, y: np.max(np.array([x, y])),
}
AS_A_NUMBER: dict[str, Callable[[Any, Any], Any]] = {
    "float": lambda x, y: float(x),
    "math.sin": lambda x, y: math.sin(x),
    "math.hypot": lambda x, y: math.hypot(x, y),
    "np.zeros": assigned,
    "dtype": lambda x, y: np.asarray([x, y], dtype=float),
    "astype": lambda x, y: np.array([x, y]).astype(float),
    "np.full": lambda x, y: np.full(3, x, dtype=float),
}
NOT_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+=": accumulated,
    "int": lambda x, y: int(x),
    "round": lambda x, y: round(x),
    "range": lambda x, y: list(range(x)),
    "index": lambda x, y: [1.0, 2.0][x],
    "complex": lambda x, y: x * 1j,
    "None": lambda x, y: x + None,
    "format": lambda x, y: f"{x:.3f}",
    "solve": lambda x, y: np.linalg.solve(np.array([[x, 0.0], [0.0, y]]), np.ones(2)),
    "isnan": lambda x, y: np.isnan(x),
    "no such function": lambda x, y: np.degrees(x),
}


def traced(function: Callable[[Any, Any], Any]) -> None:
    trace(lambda x, y: {"out": function(x, y)}, {"x": (), "y": ()})


@pytest.mark.parametrize("name", AS_A_CONDITION)
def test_symbol_has_no_truth_value(name: str) -> None:
    with pytest.raises(KernelError, match="used as a condition; choose with `select"):
        traced(AS_A_CONDITION[name])


@pytest.mark.parametrize("name", AS_A_NUMBER)
def test_symbol_is_not_a_float(name: str) -> None:
    with pytest.raises(KernelError, match="turned into a number"):
        traced(AS_A_NUMBER[name])


@pytest.mark.parametrize("name", NOT_ARITHMETIC)
def test_other_uses_are_refused(name: str) -> None:
    with pytest.raises((TypeError, KernelError)):
        traced(NOT_ARITHMETIC[name])


def test_traced_exponent_is_computed_or_refused_for_what_it_is() -> None:
    """The message must not speak of a condition where there is none."""
    try:
        program = trace(lambda x, y: {"out": x**y}, {"x": (), "y": ()})
    except (TypeError, KernelError) as refusal:
        assert "condition" not in str(refusal)
    else:
        assert program.counts == {"pow": 1}


def test_text_is_not_a_number() -> None:
    with pytest.raises((TypeError, KernelError)):
        traced(lambda x, y: x + "1")


def test_known_results_are_floats() -> None:
    found: dict[str, Any] = {}

    def function(x: Any) -> dict[str, Any]:
        found.update(zero=x * 0.0, gone=x - x, one=x**0)
        return {"out": x}

    trace(function, {"x": ()})
    assert found == {"zero": 0.0, "gone": 0.0, "one": 1.0}
    assert all(isinstance(value, float) for value in found.values())


def test_symbols_say_what_they_are() -> None:
    shown: list[str] = []

    def function(x: Any) -> dict[str, Any]:
        shown.append(repr(np.sin(x)))
        return {"out": x}

    trace(function, {"x": ()})
    assert "traced value" in shown[0] and "sin" in shown[0]
