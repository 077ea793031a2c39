"""Motors by a table of torque over speed, as data sheets have it."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.arguments import real_array
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.robotics.motors.motor import MOTOR, Motor


@dataclass(frozen=True)
class CurveMotor(Motor):
    """A motor whose torque over speed is given by points, straight lines between them.

    curve: (speed [rad/s], torque [N m]) at increasing speeds from 0 on; between rest and the first
    point, and beyond the last one, the torque is that of the nearest point. peak_torque and
    rated_torque cut it off.
    """

    curve: tuple[tuple[float, float], ...] = ()

    kind = "curve"

    def __post_init__(self) -> None:
        super().__post_init__()
        where = f"motor '{self.name}' / curve"
        try:
            points = real_array(self.curve)
        except (TypeError, ValueError, OverflowError):
            points = np.zeros(0)
        if points.ndim != 2 or points.shape[1] != 2 or not np.all(np.isfinite(points)):
            rule, action = "must be pairs of speed and torque", "give ((0, 2.0), (300, 1.2), ...)"
            raise ModelError(Problem(MOTOR, where, rule, repr(self.curve)[:60], action=action))
        if np.any(np.diff(points[:, 0]) <= 0.0) or np.any(points < 0.0):
            rule = "must have increasing speeds, and no number below 0"
            raise ModelError(Problem(MOTOR, where, rule, repr(self.curve)[:60]))
        object.__setattr__(self, "curve", tuple(map(tuple, points.tolist())))

    def driving(self, torque: float, speed: Any) -> Any:
        return np.minimum(torque, np.interp(speed, *np.array(self.curve).T))

    @property
    def speeds(self) -> np.ndarray:
        """The speeds of the points [rad/s], and those at which peak torque cuts the curve off."""
        w, torque = np.array(self.curve).T
        over = torque - self.peak_torque
        crossed = np.flatnonzero(over[:-1] * over[1:] < 0.0)
        share = over[crossed] / (over[crossed] - over[crossed + 1])
        cuts = w[crossed] + share * np.diff(w)[crossed]
        return np.unique(np.concatenate([[0.0], w, cuts, [self.max_speed]]))
