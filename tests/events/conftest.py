"""No simulation of this folder takes long: one that hangs is a failure, not a wait."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator

import pytest

LONGEST = 20
"""Seconds that a test may take, on a busy machine too."""


@pytest.fixture(autouse=True)
def no_hang() -> Iterator[None]:
    """End a test that hangs, where the system has alarms."""
    if sys.platform == "win32":
        yield
        return

    def late(number: int, frame: object) -> None:
        raise TimeoutError(f"the test hangs: {LONGEST} s are over")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(LONGEST)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
