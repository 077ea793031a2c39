"""DC motors: a straight line of torque over speed, cut off by the current."""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np

from sarrus.file_fields import number
from sarrus.late_dataclass import dataclass
from sarrus.robotics.motors.motor import Lines, Motor


@dataclass(frozen=True)
class DCMotor(Motor):
    """A motor with brushes, or a brushless one at a fixed voltage U.

        T = k (U - k w)/R,    i = T/k,    heat = R i^2

    torque_constant: k [N m/A] = [V s/rad]; resistance: R [ohm]; voltage: U [V]. The line goes from
    the stall torque k U/R to the speed without load U/k; peak_torque and rated_torque cut it off.
    """

    torque_constant: float = field(
        kw_only=True, metadata=number("N*m/A", "torque per current, voltage per speed", above=0.0)
    )
    resistance: float = field(kw_only=True, metadata=number("ohm", "of the winding", above=0.0))
    voltage: float = field(kw_only=True, metadata=number("V", "of the supply", above=0.0))

    kind = "dc"

    @property
    def stall_torque(self) -> float:
        """The torque [N m] at rest with the full voltage, as if the current were not limited."""
        return self.torque_constant * self.voltage / self.resistance

    @property
    def no_load_speed(self) -> float:
        """The speed [rad/s] at which nothing of the voltage is left."""
        return self.voltage / self.torque_constant

    def driving(self, torque: float, speed: Any) -> Any:
        line = self.stall_torque * (1.0 - np.asarray(speed, dtype=float) / self.no_load_speed)
        return np.minimum(torque, np.maximum(line, 0.0))

    def braking_torque_at(self, speed: Any) -> Any:
        """Return the largest torque against the motion: that of the peak current at any speed."""
        return np.where(self.turns(speed), self.peak_torque, 0.0)

    def torque_lines(self, speed: np.ndarray) -> Lines:
        even, stall = np.ones_like(speed), self.stall_torque
        line = stall * even, -stall / self.no_load_speed * even
        return [(self.peak_torque * even, 0.0 * even), line]

    def braking_lines(self, speed: np.ndarray) -> Lines:
        return [(self.peak_torque * np.ones_like(speed), np.zeros_like(speed))]

    def current(self, torque: Any) -> Any:
        """Return the current [A] of a torque [N m]."""
        return np.asarray(torque, dtype=float) / self.torque_constant

    def heat(self, torque: Any) -> Any:
        """Return the heat [W] in the winding at a torque [N m]."""
        return self.resistance * self.current(torque) ** 2
