"""Warm calls do not call more Python functions than they did; nothing is timed.

`python tests/golden/call_counts.py` writes the counts anew, when fewer are needed.
"""

from __future__ import annotations

from functools import cache

import pytest

from golden.call_counts import SLACK, calls_of, counts, stored


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


def test_counts_repeat() -> None:
    assert counts() == found()
