"""A clock that goes when it is told to, so that tests of time need none."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from sarrus import Mechanism, System


class FakeClock:
    """Sleeps exactly, or longer by what `slow` says; computing takes no time but for `advance`."""

    def __init__(self, on_sleep: Callable[[], None] | None = None) -> None:
        self.t = 100.0
        self.slow = 0.0
        self.on_sleep = on_sleep

    def now(self) -> float:
        """Return the time; it goes on by a little, so that spinning comes to an end."""
        self.t += 1e-9
        return self.t

    def sleep(self, seconds: float) -> None:
        """Let time pass; once longer, if that was asked for."""
        if self.on_sleep is not None:
            self.on_sleep()
        self.t += seconds + self.slow
        self.slow = 0.0

    def advance(self, seconds: float) -> None:
        """Let time pass by computing."""
        self.t += seconds


@cache
def pendulum() -> System:
    """Return a pendulum about y."""
    m = Mechanism("pendulum")
    bob = m.body("bob", mass=1.0, com=(0.5, 0, 0), inertia=(1e-3, 2e-2, 2e-2))
    m.revolute("A", m.ground, bob, at=(0, 0, 0), axis="y")
    m.frame("tip", bob, at=(1.0, 0, 0))
    return m.build().compile(kernels=())


@cache
def four_bar() -> System:
    """Return a four-bar linkage, whose crank is A."""
    m = Mechanism("four_bar")
    crank = m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    coupler = m.body("coupler", mass=2.0, com=(0.2, 0, 0.1), inertia=(1e-3, 2e-2, 2e-2))
    rocker = m.body("rocker", mass=1.5, com=(0.3, 0, 0.1), inertia=(1e-3, 5e-3, 5e-3))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(0.1, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis="y")
    return m.build().compile(planar=True, kernels=())
