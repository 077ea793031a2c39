"""Servo motors with field weakening: constant torque, then constant power."""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.file_fields import number
from sarrus.late_dataclass import dataclass
from sarrus.robotics.motors.motor import MOTOR, Lines, Motor


@dataclass(frozen=True)
class ServoMotor(Motor):
    """A motor whose torque is limited by current up to a base speed, and by power beyond.

        T = T_max  for w <= w_b,    T = T_max w_b/w  for w_b < w <= max_speed

    base_speed: w_b [rad/s], where the voltage is used up; the field is weakened above it.
    """

    base_speed: float = field(
        kw_only=True, metadata=number("rad/s", "up to which the torque is constant", above=0.0)
    )

    kind = "servo"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.base_speed > self.max_speed:
            rule = f"is above the highest speed of {self.max_speed:g} rad/s"
            where = f"motor '{self.name}' / base_speed"
            raise ModelError(Problem(MOTOR, where, rule, f"{self.base_speed:g} rad/s"))

    def driving(self, torque: float, speed: Any) -> Any:
        return torque * np.minimum(1.0, self.base_speed / np.maximum(speed, self.base_speed))

    def torque_lines(self, speed: np.ndarray) -> Lines:
        even, w = np.ones_like(speed), np.maximum(speed, self.base_speed)
        most = self.peak_torque * self.base_speed / w
        return [(self.peak_torque * even, 0.0 * even), (2.0 * most, -most / w)]
