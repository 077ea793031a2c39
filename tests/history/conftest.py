"""Runs that many tests of histories read."""

from __future__ import annotations

import pytest

from history import machines
from sarrus.system import Run
from sarrus.system.history import History


@pytest.fixture(scope="session")
def swing() -> Run:
    """The open arm."""
    return machines.swing(machines.arm().compile(kernels=()))


@pytest.fixture(scope="session")
def turn() -> Run:
    """The closed slider-crank."""
    return machines.turn(machines.crank_slider().compile(kernels=()))


@pytest.fixture(scope="session")
def four_bar() -> Run:
    """The overconstrained four-bar."""
    return machines.four_bar_run()


@pytest.fixture(scope="session")
def bricard() -> Run:
    """The overconstrained Bricard loop."""
    return machines.bricard_run()


@pytest.fixture(scope="session")
def histories(swing: Run, turn: Run, four_bar: Run, bricard: Run) -> dict[str, History]:
    """The histories of all runs by name."""
    runs = {"swing": swing, "turn": turn, "four_bar": four_bar, "bricard": bricard}
    return {name: History(run) for name, run in runs.items()}
