"""The plots of a task: angles, torques and powers over time, torque over speed (paper 3).

They are data; `sarrus.results.plots` draws them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.robotics.limits import LimitCheck
from sarrus.robotics.sizing import DriveCheck
from sarrus.robotics.task_result import EFFORT, RPM, TaskResult
from sarrus.robotics.tracking import Tracking

SHOWN = {"rad": ("deg", 180.0 / np.pi), "m": ("mm", 1e3)}
CURVE, PALE = "#222222", "#888888"


@dataclass(frozen=True, eq=False)
class Line:
    """A line (or points, `dots`) of a plot; dashed for limits and curves of motors."""

    label: str
    x: np.ndarray
    y: np.ndarray
    dashed: bool = False
    dots: bool = False
    color: str = ""


@dataclass(frozen=True, eq=False)
class Plot:
    """A plot with a title and axes that name their units; shaded: intervals of x to mark."""

    title: str
    x_label: str
    y_label: str
    lines: Sequence[Line]
    shaded: Sequence[tuple[float, float]] = ()

    @property
    def label(self) -> str:
        """What it shows, in one line."""
        return f"{self.title}: {self.y_label} over {self.x_label}"


def over_time(result: TaskResult, checks: Sequence[LimitCheck]) -> list[Plot]:
    """Return angles, torques and powers over time; where limits are exceeded it is shaded."""
    plots = []
    for unit in dict.fromkeys(result.units):
        columns = [k for k, u in enumerate(result.units) if u == unit]
        shown, factor = SHOWN[unit]
        turns = unit == "rad"
        efforts = "Joint torques" if turns else "Joint forces"
        for quantity, title, values, label in (
            (
                "position",
                "Joint angles" if turns else "Joint displacements",
                factor * result.q,
                f"{'angle' if turns else 'displacement'} [{shown}]",
            ),
            (
                "torque",
                efforts,
                result.efforts,
                f"{'torque' if turns else 'force'} [{EFFORT[unit]}]",
            ),
        ):
            lines = [Line(result.joints[k], result.t, values[:, k]) for k in columns]
            over = _over(checks, quantity, [result.joints[k] for k in columns])
            plots.append(Plot(title, "time [s]", label, lines, over))
    power = [Line(name, result.t, result.powers[:, k]) for k, name in enumerate(result.joints)]
    shaded = _over(checks, "power", result.joints)
    plots.append(Plot("Power of the joints", "time [s]", "power [W]", power, shaded))
    return plots


def _over(
    checks: Sequence[LimitCheck], quantity: str, joints: Sequence[str]
) -> list[tuple[float, float]]:
    chosen = [c for c in checks if c.quantity == quantity and c.joint in joints]
    return [interval for check in chosen for interval in check.intervals]


def joint_scatter(result: TaskResult, joint: str) -> Plot:
    """Return torque over speed at a joint, as figure 7 of paper 3."""
    k = result.column(joint)
    turns = result.units[k] == "rad"
    x = result.qd[:, k] * (RPM if turns else 1.0)
    label = "speed [rpm]" if turns else "speed [m/s]"
    what = "torque" if turns else "force"
    line = Line(joint, x, result.efforts[:, k])
    y_label = f"{what} [{EFFORT[result.units[k]]}]"
    return Plot(f"{what.capitalize()} over speed of {joint}", label, y_label, [line])


def motor_scatter(check: DriveCheck) -> Plot:
    """Return torque over speed of a motor against its rated and peak curves."""
    motor = check.drive.motor
    w = np.linspace(-motor.max_speed, motor.max_speed, 241)
    lines = [Line(check.joint, check.rpm, check.torque, dots=True)]
    forward = np.where(w >= 0.0, motor.peak(w), motor.braking(w))
    for label, curve, color in (("rated", motor.rated(w), PALE), ("peak", forward, CURVE)):
        for sign in (1.0, -1.0):
            lines.append(Line(label, sign * w * RPM, sign * curve, dashed=True, color=color))
    title = f"Motor of {check.joint}: {check.drive.name}"
    return Plot(title, "motor speed [rpm]", "motor torque [N m]", lines)


def tracking_plots(tracking: Tracking) -> list[Plot]:
    """Return the errors of the joints under control."""
    plots = []
    layout = tracking.task.system.compiled.layout
    names = [joint.name for joint in layout.joints if joint.type.nv]
    for unit in dict.fromkeys(layout.q_units):
        shown, factor = SHOWN[unit]
        columns = [k for k, u in enumerate(layout.q_units) if u == unit]
        lines = [Line(names[k], tracking.t, factor * tracking.errors[:, k]) for k in columns]
        plots.append(Plot("Tracking errors", "time [s]", f"error [{shown}]", lines))
    return plots
