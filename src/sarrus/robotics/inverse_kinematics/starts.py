"""Where to begin again: random positions within the limits."""

from __future__ import annotations

import numpy as np

from sarrus.robotics.inverse_kinematics.limits import Limits
from sarrus.system import System


class Starts:
    """Random positions, the same for the same seed.

    Of open chains over the whole range of every joint, half a turn to either side where there is
    none; of closed ones around the start, farther away every time, because most random positions
    of many loops cannot be closed nearby.
    """

    def __init__(
        self, system: System, limits: Limits, limited: bool, q: np.ndarray, seed: int
    ) -> None:
        self.system, self.limits, self.limited, self.q = system, limits, limited, q
        self._random: np.random.Generator | None = None
        self._seed = seed

    def next(self, k: int) -> np.ndarray:
        """Return the start of try k >= 1."""
        if self._random is None:
            self._random = np.random.default_rng(self._seed)
        system, limits = self.system, self.limits
        size = min(0.15 * 1.25**k, np.pi) if system.closed else np.pi
        spread = size * system.compiled.loops.column_scale
        q = system.add(self.q, self._random.uniform(-spread, spread))
        if not self.limited:
            return q
        if not system.closed:
            ranged = np.flatnonzero(np.isfinite(limits.lower) & np.isfinite(limits.upper))
            low, high = limits.lower[ranged], limits.upper[ranged]
            q[limits.place[ranged]] = self._random.uniform(low, high)
        return limits.within_bounds(q)
