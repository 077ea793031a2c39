"""Events that Python evaluates are looked for at several times within a step, one after another."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sarrus.system.simulation.methods import leg


def watch_of(function: Any, start: float) -> Any:
    """Return the little that a search needs of the watch over events."""
    return SimpleNamespace(
        values=lambda y, t: np.array([function(t)]),
        before=np.array([function(start)]),
        directions=np.array([0]),
    )


def state_at(t: float) -> np.ndarray:
    return np.array([t])


def test_the_first_crossing_of_a_step_is_found() -> None:
    watch = watch_of(lambda t: np.sin(7.0 * t + 0.5), 0.0)
    found = leg.crossing_in_step(watch, state_at, 0.0, 1.0)
    assert found is not None and found.which == (0,)
    assert found.t == pytest.approx((np.pi - 0.5) / 7.0, abs=1e-12)
    assert found.y == found.t


def test_without_a_crossing_the_watch_has_the_values_at_the_end() -> None:
    watch = watch_of(lambda t: 1.0 + t, 0.0)
    assert leg.crossing_in_step(watch, state_at, 0.0, 1.0) is None
    assert watch.before == 2.0


def test_a_sign_that_was_rounding_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search goes on behind an interval in which nothing crosses after all."""
    first, second = (np.pi - 0.5) / 7.0, (2.0 * np.pi - 0.5) / 7.0
    looked: list[tuple[float, float]] = []

    def none_at_first(watch: Any, at: Any, t0: float, before: Any, t1: float) -> Any:
        looked.append((t0, t1))
        assert len(looked) <= 2, "it looks there again"
        return None if len(looked) == 1 else leg_search(watch, at, t0, before, t1)

    leg_search = leg.crossing_between
    monkeypatch.setattr(leg, "crossing_between", none_at_first)
    watch = watch_of(lambda t: np.sin(7.0 * t + 0.5), 0.0)
    found = leg.crossing_in_step(watch, state_at, 0.0, 1.0)
    assert looked[0][0] < first <= looked[0][1] <= looked[1][0]
    assert found is not None and found.t == pytest.approx(second, abs=1e-12)
