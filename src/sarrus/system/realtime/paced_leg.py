"""A leg of equal steps that waits for the clock, and exchanges inputs and outputs in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.system.realtime.channel_row import ChannelRow
from sarrus.system.realtime.links import Ended, FunctionLink, Wiring
from sarrus.system.realtime.pacing import Pacer
from sarrus.system.realtime.timing import time_text
from sarrus.system.simulation.methods.fixed_leg import FixedLeg
from sarrus.system.simulation.methods.leg import Crossing, LegState
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.recorded_inputs import InputRecord


class Exchange:
    """What happens at every sample of a run: wait, write the channels, read the efforts.

    stride: steps between two samples; stops: whether an overrun ends the run; reached: the number
    of the last sample, -1 before the first.
    """

    def __init__(
        self,
        pacer: Pacer,
        wiring: Wiring,
        links: tuple[Any, Any],
        inputs: InputRecord | None,
        stride: int,
        stops: bool,
    ) -> None:
        self.pacer, self.wiring, self.inputs = pacer, wiring, inputs
        self.source, self.target = links
        self.stride, self.stops = stride, stops
        self.reached = -1
        self._rows: dict[int, tuple[Simulator, ChannelRow]] = {}

    @property
    def links(self) -> list[Any]:
        """What is joined to the run, each once, also where it is read and written."""
        every = {id(link): link for link in (self.source, self.target) if link is not None}
        return list(every.values())

    def row_of(self, sim: Simulator) -> ChannelRow | None:
        """Return the kernel of the channels in a mode, None where none are written."""
        if self.target is None:
            return None
        if id(sim) not in self._rows:
            self._rows[id(sim)] = sim, ChannelRow(sim, self.wiring.channels)
        return self._rows[id(sim)][1]

    def arrive(self, n: int) -> float:
        """Wait for sample n; return by how much its deadline is missed."""
        self.reached = n
        if n:
            return self.pacer.arrive(n)
        self.pacer.begin()
        return 0.0

    def write(self, n: int, t: float, values: np.ndarray) -> None:
        """Write the channels of a sample."""
        self._ask("write", t, lambda: self.target.write(n, t, values))

    def read(self, n: int, t: float) -> None:
        """Let the efforts of the latest input hold from a sample on, or those before it."""
        if self.inputs is None:
            return
        new = self._ask("read", t, lambda: self.source.read(n, t))
        last = self.inputs.last
        if new is None:
            row = last
        elif np.isnan(new).any():  # what a function has not named
            row = np.where(np.isnan(new), last, new)
        else:
            row = new
        self.inputs.set(n, row)

    def _ask(self, what: str, t: float, call: Callable[[], Any]) -> Any:
        """Ask the other side; what goes wrong there is told with the time."""
        try:
            return call()
        except StopIteration:
            raise Ended(f"{what} ended the run") from None
        except (Ended, ModelError):
            raise
        except Exception as problem:
            rule = f"fails at t = {t:.9g} s: {type(problem).__name__}: {problem}"
            raise ModelError(Problem("D08", what, rule)) from problem


class PacedLeg(FixedLeg):
    """Steps by equal steps, of which every `stride`-th waits for the clock."""

    def __init__(self, here: LegState, exchange: Exchange) -> None:
        self.exchange = exchange
        super().__init__(here)
        self.stride = exchange.stride
        self.row = exchange.row_of(here.sim)
        if isinstance(exchange.source, FunctionLink):
            exchange.source.state = lambda: here.sim.state_of(self.y, self._time(self.k))

    def _begin(self) -> Crossing | None:
        found = super()._begin()
        if found is None and self.k % self.stride == 0:
            self._sample()
        return found

    def _sample(self) -> None:
        """Exchange inputs and outputs, once for each sample, then go on as other legs do."""
        if self.k % self.stride:
            return
        n = self.k // self.stride
        if n > self.exchange.reached:
            self._exchange(n)
            super()._sample()

    def _exchange(self, n: int) -> None:
        exchange, record, t = self.exchange, self.here.record, self._time(self.k)
        missed = exchange.arrive(n)
        if missed and exchange.stops:
            raise record.stop_error(_overrun(t, missed, exchange.pacer.period))
        try:
            if self.row is not None:
                values = self.row.values(self.y, t, self.loop.inputs_but_state)
                exchange.write(n, t, values)
            if self.k < self.here.order.plan.steps:
                exchange.read(n, t)
        except ModelError as problem:
            raise record.stop_error(*problem.problems) from problem


def _overrun(t: float, missed: float, period: float) -> Problem:
    return Problem(
        "E-OVERRUN",
        f"t = {t:.9g} s",
        f"the step was not done at its deadline, which it missed by {time_text(missed)} of a "
        f"period of {time_text(period)}",
        cause="the step takes too long, the other side keeps the run waiting, or the machine has "
        "other work",
        action="lower the rate, or let overrun='slip' move the deadlines",
    )
