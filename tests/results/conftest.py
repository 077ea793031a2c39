"""Runs that the tests of exports read."""

from __future__ import annotations

import pytest

from history import machines
from sarrus.system import Run


@pytest.fixture(scope="session")
def arm_run() -> Run:
    """The open arm with every kind of force element."""
    return machines.swing(machines.arm().compile(kernels=()))


@pytest.fixture(scope="session")
def four_bar_run() -> Run:
    """The overconstrained four-bar, of which some reactions are not unique."""
    return machines.four_bar_run()
