"""Formulas of collocation: what states and their rates at the stages of an interval must meet."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sarrus.late_dataclass import dataclass


@dataclass(frozen=True)
class Method:
    """A formula: sum_s X[d, s] x_s = h sum_s F[d, s] f_s for each condition d.

    stages: places in the interval, from 0 to 1; order: of the error of the states at its end.
    The first condition is the quadrature of the interval. Between stages rates and all else are
    polynomials through them.
    """

    stages: tuple[float, ...]
    X: tuple[tuple[float, ...], ...]
    F: tuple[tuple[float, ...], ...]
    order: int

    @property
    def steps(self) -> int:
        """Nodes that an interval has more than its first."""
        return len(self.stages) - 1

    @cached_property
    def _coefficients(self) -> np.ndarray:
        """Polynomials through the stages: powers over stages."""
        return np.linalg.inv(np.vander(np.array(self.stages), increasing=True))

    def weights(self, s: np.ndarray) -> np.ndarray:
        """Return the weights of the stages at places s: places over stages."""
        return np.vander(s, len(self.stages), increasing=True) @ self._coefficients

    def integrals(self, s: np.ndarray) -> np.ndarray:
        """Return the weights of rates at the stages in what they gather from 0 to s."""
        powers = np.arange(1, len(self.stages) + 1)
        return (s[:, None] ** powers / powers) @ self._coefficients


METHODS = {
    "trapezoid": Method((0.0, 1.0), ((-1.0, 1.0),), ((0.5, 0.5),), 2),
    "hermite-simpson": Method(
        (0.0, 0.5, 1.0),
        ((-1.0, 0.0, 1.0), (-0.5, 1.0, -0.5)),
        ((1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0), (1.0 / 8.0, 0.0, -1.0 / 8.0)),
        4,
    ),
}
