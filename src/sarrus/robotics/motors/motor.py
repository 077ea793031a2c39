"""Motors: what torque they can give at a speed, for a moment and for ever."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.robotics.trajectory.checking import number, positive

MOTOR = "R45"
"""The code of what is wrong with a motor, a gear or a catalogue."""


@dataclass(frozen=True)
class Motor(ABC):
    """A motor by its torque over speed at the rotor; both directions are alike.

    rated_torque [N m]: for ever, at rest too; peak_torque [N m]: for a moment; max_speed [rad/s];
    rotor_inertia [kg m^2]; mass [kg].
    """

    name: str
    rated_torque: float = field(kw_only=True)
    peak_torque: float = field(kw_only=True)
    max_speed: float = field(kw_only=True)
    rotor_inertia: float = field(kw_only=True)
    mass: float = field(default=0.0, kw_only=True)

    def __post_init__(self) -> None:
        self._check("rated_torque", "peak_torque", "max_speed", units=("N m", "N m", "rad/s"))
        self._check_not_negative("rotor_inertia", "mass")
        if self.peak_torque < self.rated_torque:
            rule = f"is below the rated torque of {self.rated_torque:g} N m"
            value = f"{self.peak_torque:g} N m"
            raise ModelError(Problem(MOTOR, f"motor '{self.name}' / peak_torque", rule, value))

    def _check(self, *names: str, units: tuple[str, ...]) -> None:
        for name, unit in zip(names, units, strict=True):
            value = positive(f"motor '{self.name}' / {name}", getattr(self, name), unit)
            object.__setattr__(self, name, value)

    def _check_not_negative(self, *names: str) -> None:
        for name in names:
            value = number(f"motor '{self.name}' / {name}", getattr(self, name), 0.0)
            object.__setattr__(self, name, value)

    @abstractmethod
    def driving(self, torque: float, speed: Any) -> Any:
        """Return what voltage leaves of a torque [N m] that the current allows, at a speed."""

    def peak(self, speed: Any) -> Any:
        """Return the largest torque [N m] at a speed [rad/s]; 0 beyond the highest speed."""
        return self._limited(self.peak_torque, speed)

    def rated(self, speed: Any) -> Any:
        """Return the torque [N m] that the motor can give for ever at a speed [rad/s]."""
        return self._limited(self.rated_torque, speed)

    def _limited(self, torque: float, speed: Any) -> Any:
        w = np.abs(np.asarray(speed, dtype=float))
        return np.where(self.turns(w), self.driving(torque, w), 0.0)

    def turns(self, speed: Any) -> Any:
        """Return whether a speed [rad/s] is not above the highest."""
        return np.abs(speed) <= self.max_speed * (1.0 + 1e-12)

    def braking(self, speed: Any) -> Any:
        """Return the largest torque [N m] against the motion at a speed [rad/s]."""
        return self.peak(speed)

    @property
    def rated_power(self) -> float:
        """The largest power [W] that the motor can give for ever."""
        w = np.linspace(0.0, self.max_speed, 2001)
        return float(np.max(w * self.rated(w)))
