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


Lines = list[tuple[np.ndarray, np.ndarray]]
"""Lines (c, m): a torque c + m w [N m] over a speed w [rad/s]; an infinite c is no line."""


def lines_of_table(w: np.ndarray, torque: np.ndarray, speed: np.ndarray) -> Lines:
    """Return the lines of a table around speeds: of up to five parts that bend downwards."""
    m = np.diff(torque) / np.diff(w)
    c = torque[:-1] - m * w[:-1]
    here = np.clip(np.searchsorted(w, speed, side="right") - 1, 0, len(m) - 1)
    bends = np.append(np.diff(m) <= 1e-12 * np.max(np.abs(m), initial=0.0), False)
    found = [(c[here], m[here])]
    for step in (1, -1):
        together = np.ones(len(here), dtype=bool)
        for k in (1, 2):
            place = here + step * k
            inside = (place >= 0) & (place < len(m))
            kink = np.clip(np.minimum(place, place - step), 0, len(m) - 1)
            together = together & inside & bends[kink]
            at = np.clip(place, 0, len(m) - 1)
            found.append((np.where(together, c[at], np.inf), np.where(together, m[at], 0.0)))
    return found


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
    def speeds(self) -> np.ndarray:
        """Speeds [rad/s] between which the peak torque is nearly a straight line."""
        return np.linspace(0.0, self.max_speed, 65)

    def torque_lines(self, speed: np.ndarray) -> Lines:
        """Return lines whose least is the peak torque [N m] near speeds of 0 or more [rad/s]."""
        w = self.speeds
        return lines_of_table(w, np.asarray(self._allowed_torque(self.peak_torque, w)), speed)

    def braking_lines(self, speed: np.ndarray) -> Lines:
        """Return the same of the largest torque against the motion."""
        return self.torque_lines(speed)

    @property
    def rated_power(self) -> float:
        """The largest power [W] that the motor can give for ever."""
        w = np.linspace(0.0, self.max_speed, 2001)
        return float(np.max(w * self.rated_torque_at(w)))
