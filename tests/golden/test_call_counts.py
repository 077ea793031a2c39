"""Warm calls do not call more Python functions than they did; nothing is timed.

`python tests/golden/call_counts.py` writes the counts anew, when fewer are needed.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from golden.call_counts import SLACK, calls_of, counts, law, stored
from sarrus.gallery import four_bar


@cache
def found() -> dict[str, int]:
    return counts()


@pytest.mark.parametrize("name", stored())
def test_not_more_calls_than_before(name: str) -> None:
    most = int(stored()[name] * SLACK) + 1
    assert found()[name] <= most, f"{name}: {found()[name]} calls, {stored()[name]} before"


def test_all_that_is_counted_is_stored() -> None:
    assert list(found()) == list(stored())


def test_one_call_more_is_counted() -> None:
    def inner() -> None:
        return None

    def once() -> None:
        inner()

    def twice() -> None:
        inner()
        inner()

    assert calls_of(once) == 2 and calls_of(twice) == 3


@pytest.mark.slow
def test_counts_repeat() -> None:
    assert counts() == found()


def test_arguments_are_checked_at_the_door_and_not_at_every_instant() -> None:
    system = four_bar().compile()

    def checks(instants: int) -> int:
        times = np.linspace(0.0, 0.2, instants)
        return calls_of(lambda: system.drive({"A": law}, times=times), "check", "arguments.py")

    assert 0 < checks(5) == checks(25) < 20
