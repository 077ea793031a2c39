"""What an integrator tells about its work."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from sarrus.late_dataclass import dataclass
from sarrus.solvers.sundials.result import Counts

Call = Callable[..., None]
"""Calls a function of one integrator by its name without prefix."""


@dataclass(frozen=True)
class Statistics:
    """Counters since the last (re-)initialisation, the last step size and the time reached."""

    steps: int
    evaluations: int
    rejected: int
    last_step: float
    t: float


def statistics(call: Call) -> Statistics:
    """Return the statistics of an integrator; before the first step, the step it intends."""
    counters = [ctypes.c_long() for _ in range(4)]
    orders = [ctypes.c_int() for _ in range(2)]
    numbers = [ctypes.c_double() for _ in range(4)]
    places: list[Any] = [*counters, *orders, *numbers]
    call("GetIntegratorStats", *[ctypes.byref(place) for place in places])
    steps, evaluations, _, rejected = (counter.value for counter in counters)
    _, last, ahead, t = (number.value for number in numbers)
    return Statistics(steps, evaluations, rejected, last or ahead, t)


def counts(call: Call, linear_evaluations: str | None) -> Counts:
    """Return the work since the last (re-)initialisation.

    `linear_evaluations` names the counter of evaluations for difference quotients; None where
    there is no linear solver.
    """
    work = statistics(call)

    def counter(name: str) -> int:
        number = ctypes.c_long()
        call(name, ctypes.byref(number))
        return number.value

    return Counts(
        work.steps,
        work.rejected,
        work.evaluations + (counter(linear_evaluations) if linear_evaluations else 0),
        counter("GetNumJacEvals") if linear_evaluations else 0,
        counter("GetNumNonlinSolvIters"),
        counter("GetNumNonlinSolvConvFails"),
    )
