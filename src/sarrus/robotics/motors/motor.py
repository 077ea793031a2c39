"""Motors: what torque they can give at a speed, for a moment and for ever."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field
from typing import Any, ClassVar

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.file_fields import number, written_fields
from sarrus.late_dataclass import dataclass
from sarrus.robotics.trajectory.checking import number as finite
from sarrus.robotics.trajectory.checking import positive

MOTOR = "R45"
"""The code of what is wrong with a motor, a gear or a catalogue."""


def settle_ratings(part: Any, where: str) -> None:
    """Turn the numbers of a motor or gear into floats; refuse what its fields do not allow.

    A limit that is infinite by default may stay so.
    """
    for name, written in written_fields(type(part)).items():
        value = getattr(part, name)
        free = isinstance(value, float) and value == getattr(type(part), name, 0.0) == np.inf
        if free or written.kind != "number":
            continue
        place = f"{where} / {name}"
        if written.above is None:
            least = -np.inf if written.at_least is None else written.at_least
            found = finite(place, value, least)
        else:
            found = positive(place, value, written.unit.replace("*", " "))
        object.__setattr__(part, name, found)


@dataclass(frozen=True)
class Motor(ABC):
    """A motor by its torque over speed at the rotor; both directions are alike.

    rated_torque [N m]: for ever, at rest too; peak_torque [N m]: for a moment; max_speed [rad/s];
    rotor_inertia [kg m^2]; mass [kg].
    """

    name: str
    rated_torque: float = field(
        kw_only=True, metadata=number("N*m", "for ever, at rest too", above=0.0)
    )
    peak_torque: float = field(kw_only=True, metadata=number("N*m", "for a moment", above=0.0))
    max_speed: float = field(kw_only=True, metadata=number("rad/s", "of the rotor", above=0.0))
    rotor_inertia: float = field(
        kw_only=True, metadata=number("kg*m^2", "about the axis of the rotor", at_least=0.0)
    )
    mass: float = field(
        default=0.0, kw_only=True, metadata=number("kg", "of the motor", at_least=0.0)
    )

    kind: ClassVar[str] = ""
    """What catalogues call it."""

    def __post_init__(self) -> None:
        settle_ratings(self, f"motor '{self.name}'")
        if self.peak_torque < self.rated_torque:
            rule = f"is below the rated torque of {self.rated_torque:g} N m"
            value = f"{self.peak_torque:g} N m"
            raise ModelError(Problem(MOTOR, f"motor '{self.name}' / peak_torque", rule, value))

    @abstractmethod
    def driving(self, torque: float, speed: Any) -> Any:
        """Return what voltage leaves of a torque [N m] that the current allows, at a speed."""

    def peak_torque_at(self, speed: Any) -> Any:
        """Return the largest torque [N m] at a speed [rad/s]; 0 beyond the highest speed."""
        return self._allowed_torque(self.peak_torque, speed)

    def rated_torque_at(self, speed: Any) -> Any:
        """Return the torque [N m] that the motor can give for ever at a speed [rad/s]."""
        return self._allowed_torque(self.rated_torque, speed)

    def _allowed_torque(self, torque: float, speed: Any) -> Any:
        w = np.abs(np.asarray(speed, dtype=float))
        return np.where(self.turns(w), self.driving(torque, w), 0.0)

    def turns(self, speed: Any) -> Any:
        """Return whether a speed [rad/s] is not above the highest."""
        return np.abs(speed) <= self.max_speed * (1.0 + 1e-12)

    def braking_torque_at(self, speed: Any) -> Any:
        """Return the largest torque [N m] against the motion at a speed [rad/s]."""
        return self.peak_torque_at(speed)

    @property
    def rated_power(self) -> float:
        """The largest power [W] that the motor can give for ever."""
        w = np.linspace(0.0, self.max_speed, 2001)
        return float(np.max(w * self.rated_torque_at(w)))
