"""The loop over output times that all integrators share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus.solvers.sundials.errors import IntegrationFailed, IntegrationInterrupted
from sarrus.solvers.sundials.options import Roots
from sarrus.solvers.sundials.result import Result, Root

Observer = Callable[[float, np.ndarray], Any]


class Recording:
    """States at output times while they come in."""

    def __init__(self, stepper: Any, size: int, with_rates: bool) -> None:
        self._stepper = stepper
        n = stepper.y.size
        self._t, self._y = np.zeros(size), np.zeros((size, n))
        self._yp = np.zeros((size, n)) if with_rates else None
        self._orders = np.zeros(size, int)
        self._length = 0
        self.roots: list[Root] = []

    def add(self, t: float, y: np.ndarray, yp: np.ndarray | None, order: int) -> None:
        """Append an output."""
        i = self._length
        self._t[i], self._y[i], self._orders[i] = t, y, order
        if self._yp is not None:
            self._yp[i] = yp
        self._length += 1

    def result(self, message: str, success: bool) -> Result:
        """Return what has come in."""
        end = self._length
        return Result(
            self._t[:end],
            self._y[:end],
            None if self._yp is None else self._yp[:end],
            self._stepper.counts,
            self._orders[:end],
            tuple(self.roots),
            message,
            success,
            self._stepper.path,
        )


def over_grid(
    stepper: Any, times: np.ndarray, roots: Roots | None, observe: Observer | None
) -> Result:
    """Return the states at the output times; failures carry those that were reached."""
    with_rates = hasattr(stepper, "yp")
    recording = Recording(stepper, times.size, with_rates)
    try:
        if times[0] == stepper.t:
            recording.add(stepper.t, stepper.y, stepper.yp if with_rates else None, 0)
            times = times[1:]
        for target in times.tolist():
            if not _go_to(stepper, target, recording, roots):
                return recording.result("it stopped at a root", True)
            if observe is not None:
                observe(stepper.t, stepper.y)
    except IntegrationFailed as failure:
        failure.partial = recording.result(str(failure), False)
        raise
    except KeyboardInterrupt as interrupt:
        raise IntegrationInterrupted(recording.result("interrupted", False)) from interrupt
    return recording.result("the last output time was reached", True)


def _go_to(stepper: Any, target: float, recording: Recording, roots: Roots | None) -> bool:
    """Go to an output time and record it; say whether the integration may go on."""
    while True:
        t, y, *rest = stepper.advance(target)
        if stepper.event != "root":
            recording.add(t, y, rest[0] if rest else None, stepper.order)
            return True
        recording.roots.append(Root(t, y, stepper.roots_found))
        if roots is not None and roots.stop:
            return False
