"""The law of a fastest motion: constant acceleration along the path between its stations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.robotics.trajectory.checking import positive
from sarrus.robotics.trajectory.law import Law


def duration_of(h: np.ndarray, x: np.ndarray) -> float:
    """Return the time [s] that the stations h take with the squares x of the rates there."""
    y = np.sqrt(x)
    return float(np.sum(2.0 * np.diff(h) / (y[1:] + y[:-1])))


@dataclass(frozen=True)
class FastestLaw(Law):
    """h(t) from 0 to 1 that passes given stations at given rates, evenly accelerated between them.

    stations: increasing, 0 to 1; rates: dh/dt [1/s] at them. The acceleration jumps at stations.
    """

    stations: tuple[float, ...] = ()
    rates: tuple[float, ...] = ()

    @staticmethod
    def of(h: np.ndarray, x: np.ndarray) -> FastestLaw:
        """Return the law of the squares x of the rates at the stations h."""
        stations, rates = tuple(h.tolist()), tuple(np.sqrt(x).tolist())
        return FastestLaw(duration_of(h, x), stations=stations, rates=rates)

    def __post_init__(self) -> None:
        self._numbers("duration")
        t, y = self.times, np.array(self.rates)
        u = np.diff(y) / np.diff(t)
        rows = np.stack([np.array(self.stations[:-1]), y[:-1], 0.5 * u], axis=1)
        self._settle(t, rows)

    @property
    def times(self) -> np.ndarray:
        """When each station is passed [s]."""
        y = np.array(self.rates)
        steps = 2.0 * np.diff(self.stations) / (y[1:] + y[:-1])
        t = np.concatenate([[0.0], np.cumsum(steps)])
        return t * (self.duration / t[-1])

    def with_duration(self, duration: float) -> FastestLaw:
        """Return the same shape over another time [s]."""
        T = positive("FastestLaw / duration", duration, "s")
        rates = tuple(y * self.duration / T for y in self.rates)
        return replace(self, duration=T, rates=rates)
