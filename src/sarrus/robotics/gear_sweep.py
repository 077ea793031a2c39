"""The best gear ratio of a motor for a joint of a task."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.late_dataclass import dataclass
from sarrus.robotics.motors import Drive, Gear, Motor
from sarrus.robotics.sizing import DriveCheck
from sarrus.robotics.task_result import TaskResult
from sarrus.robotics.trajectory.checking import vector


@dataclass(frozen=True, eq=False)
class GearSweep:
    """One motor over gear ratios: a number of each kind for every ratio.

    rms_torque and peak_torque [N m] of the motor, peak_speed [rad/s], margin: least of all demands.
    """

    checks: tuple[DriveCheck, ...]
    ratios: np.ndarray
    rms_torque: np.ndarray
    peak_torque: np.ndarray
    peak_speed: np.ndarray
    margin: np.ndarray

    @property
    def feasible(self) -> np.ndarray:
        """The ratios that meet all demands."""
        return self.ratios[self.margin >= 0.0]

    @property
    def coolest(self) -> float:
        """The ratio, of those looked at, with the least RMS torque."""
        return float(self.ratios[int(np.argmin(self.rms_torque))])

    @property
    def safest(self) -> float:
        """The ratio, of those looked at, with the largest margin."""
        return float(self.ratios[int(np.argmax(self.margin))])


@with_checks
def sweep_gear_ratio(
    result: TaskResult, joint: str, motor: Motor, ratios: Any, gear: Gear | None = None
) -> GearSweep:
    """Return what a motor has to do behind gears of many ratios.

    gear: whose efficiency, inertia and limits all of them have; a lossless one unless given.

    Example:
        motor = robotics.Catalogue.generic().motors[0]
        robotics.sweep_gear_ratio(result, "q2", motor, [50, 100, 150])
    """
    gear = _ideal(result, joint) if gear is None else gear
    N = vector("ratios", ratios)
    checks = tuple(
        DriveCheck(result, joint, Drive(motor, replace(gear, ratio=float(ratio)))) for ratio in N
    )
    return GearSweep(
        checks,
        N,
        np.array([c.rms_torque for c in checks]),
        np.array([float(np.max(np.abs(c.torque))) for c in checks]),
        np.array([float(np.max(np.abs(c.speed))) for c in checks]),
        np.array([c.margin for c in checks]),
    )


@with_checks
def coolest_ratio(result: TaskResult, joint: str, motor: Motor, gear: Gear | None = None) -> float:
    """Return the gear ratio at which the motor's RMS torque is least, whatever its speed.

    T = J N qdd + tau'/N, tau' with losses, so that <T^2> = J^2 <qdd^2> N^2 + 2 J <qdd tau'> +
    <tau'^2>/N^2 is least at N^4 = <tau'^2>/(J^2 <qdd^2>): for a load of pure inertia J_L,
    N = sqrt(J_L/J).

    Example:
        robotics.coolest_ratio(result, "q2", robotics.Catalogue.generic().motors[0])
    """
    drive = Drive(motor, replace(gear or _ideal(result, joint), ratio=1.0))
    k = result.column(joint)
    qdd = result.qdd[:, k]
    way = DriveCheck(result, joint, drive).direction
    passed = drive.torque(result.efforts[:, k], way, np.zeros_like(qdd))
    load = float(result.mean(passed**2))
    own = drive.inertia**2 * float(result.mean(qdd**2))
    return float((load / own) ** 0.25) if own > 0.0 else np.inf


def _ideal(result: TaskResult, joint: str) -> Gear:
    """Return a gear without losses and inertia for a joint."""
    return Gear("ideal", 1.0, slide=result.units[result.column(joint)] == "m")
