"""Derivatives of rows of a cut joint: its constraint equations, or the rates that it measures.

Rows W(X_FM) give the rate W V of something from the velocity V of M relative to F. What they yield
depends on the six numbers of a twist of M relative to F: derivatives by these are found with dual
numbers, and hold for every coordinate that displaces M.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from sarrus.dynamics.derivatives.cut_tangents import (
    CutTangents,
    Displacement,
    flat_rate,
)
from sarrus.dynamics.derivatives.steady import steady
from sarrus.dynamics.tree import Cut
from sarrus.late_dataclass import dataclass
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, columns, motion_cross
from sarrus.spatial.dual import rate_of

Rows = Callable[[Array], Array]
"""W(X_FM), n x 6, as a function of the twelve numbers of X_FM."""


@dataclass(frozen=True)
class RowDerivatives:
    """Rows of a cut joint, and their derivatives in the six directions of a twist at M."""

    at: CutTangents
    rows: Rows

    @cached_property
    def W(self) -> Array:
        """The rows."""
        return self.rows(self.at.flat)

    @cached_property
    def _changes(self) -> list[Array]:
        """The change of W along every direction, n x 6 each."""
        flat = self.at.flat
        return [rate_of(self.rows, flat, flat_rate(flat, e)) for e in np.eye(6)]

    def wrench(self, lam: Array) -> Array:
        """Return W^T lam, on the child at M in M's axes."""
        return self.W.T @ lam

    def wrench_change(self, lam: Array) -> Array:
        """Return the derivative of W^T lam, 6 x 6."""
        return columns(*[dW.T @ lam for dW in self._changes])

    @cached_property
    def _by_velocity(self) -> Array:
        """The derivative of (dW/dt) V by V."""
        return self._turned + self._rate(self.at.flat, self.at.V)

    @cached_property
    def _turned(self) -> Array:
        """The derivative of W V by X_FM, at constant V."""
        return columns(*[dW @ self.at.V for dW in self._changes])

    def _rate(self, flat: Array, V: Array) -> Array:
        return rate_of(self.rows, flat, flat_rate(flat, V))

    def _acceleration(self, flat: Array) -> Array:
        V, V_rate = steady(self.at.V), steady(self.at.V_rate)
        return self.rows(flat) @ V_rate + self._rate(flat, V) @ V

    @cached_property
    def _by_displacement(self) -> Array:
        """The derivative of W dV/dt + (dW/dt) V by X_FM, at constant V and dV/dt."""
        flat = self.at.flat
        return columns(*[rate_of(self._acceleration, flat, flat_rate(flat, e)) for e in np.eye(6)])

    def velocity_by_q(self, d: Displacement) -> Array:
        """Return the change of W V with a displacement."""
        return self._turned @ d.x + self.W @ self.at.velocity_change(d)

    def acceleration_by_q(self, d: Displacement) -> Array:
        """Return the change of d(W V)/dt with a displacement."""
        at = self.at
        change = d.x_second + motion_cross(at.V_rate, d.x) + motion_cross(at.V, d.x_rate)
        return (
            self._by_displacement @ d.x
            + self._by_velocity @ at.velocity_change(d)
            + self.W @ change
        )

    def acceleration_by_v(self, d: Displacement) -> Array:
        """Return the change of d(W V)/dt with the velocity coordinate of a displacement."""
        change = d.drift + motion_cross(self.at.V, d.x)
        return self._by_velocity @ d.x + self.W @ change


def joint_rows(cut: Cut) -> Rows:
    """Return the constraint rows of a cut joint."""
    return lambda flat: cut.combined_rows(cut.type.residual_rows(Transform.of_numbers(flat)))


def rate_rows(cut: Cut) -> Rows:
    """Return the rows that give the joint's own velocities."""
    kind = cut.type
    if kind.has_constant_efforts:  # balls and free joints
        constant = kind.effort_directions(kind.neutral()).T
        return lambda flat: constant

    def rows(flat: Array) -> Array:
        X_FM = Transform.of_numbers(flat)
        return kind.rate_directions(X_FM, kind.coordinates_of(X_FM)).T

    return rows
