"""The plots of a task: angles, torques and powers over time, torque over speed (paper 3).

They are data; `sarrus.results.plots` draws them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.output_units import OutputUnits
from sarrus.robotics.limits import LimitCheck
from sarrus.robotics.sizing import DriveCheck
from sarrus.robotics.task_result import EFFORT, RPM, TaskResult
from sarrus.robotics.tracking import Tracking

USUAL = {"rad": "deg", "m": "mm", "rad/s": "rpm"}
"""Units of reports, where none are given for these."""
IN_USUAL = OutputUnits()
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


def shown_unit(unit: str, units: OutputUnits) -> tuple[str, float]:
    """Return the unit in which a report shows an SI unit, and how many of it one SI unit is."""
    usual = USUAL.get(unit, "")
    return units.shown_unit(unit, usual), units.factor(unit, usual)


def over_time(
    result: TaskResult, checks: Sequence[LimitCheck], units: OutputUnits = IN_USUAL
) -> list[Plot]:
    """Return angles, torques and powers over time; where limits are exceeded it is shaded."""
    plots = []
    second, a_second = shown_unit("s", units)
    watt, a_watt = shown_unit("W", units)
    t, time = a_second * result.t, f"time [{second}]"
    for unit in dict.fromkeys(result.units):
        columns = [k for k, u in enumerate(result.units) if u == unit]
        shown, factor = shown_unit(unit, units)
        load, a_load = shown_unit(EFFORT[unit], units)
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
                a_load * result.efforts,
                f"{'torque' if turns else 'force'} [{load}]",
            ),
        ):
            lines = [Line(result.joints[k], t, values[:, k]) for k in columns]
            over = _over(checks, quantity, [result.joints[k] for k in columns], a_second)
            plots.append(Plot(title, time, label, lines, over))
    powers = a_watt * result.powers
    power = [Line(name, t, powers[:, k]) for k, name in enumerate(result.joints)]
    shaded = _over(checks, "power", result.joints, a_second)
    plots.append(Plot("Power of the joints", time, f"power [{watt}]", power, shaded))
    return plots


def _over(
    checks: Sequence[LimitCheck], quantity: str, joints: Sequence[str], a_second: float
) -> list[tuple[float, float]]:
    chosen = [c for c in checks if c.quantity == quantity and c.joint in joints]
    return [(a_second * a, a_second * b) for check in chosen for a, b in check.intervals]


def joint_scatter(result: TaskResult, joint: str, units: OutputUnits = IN_USUAL) -> Plot:
    """Return torque over speed at a joint, as figure 7 of paper 3."""
    k = result.column(joint)
    turns = result.units[k] == "rad"
    speed, factor = shown_unit("rad/s" if turns else "m/s", units)
    load, a_load = shown_unit(EFFORT[result.units[k]], units)
    what = "torque" if turns else "force"
    line = Line(joint, factor * result.qd[:, k], a_load * result.efforts[:, k])
    title = f"{what.capitalize()} over speed of {joint}"
    return Plot(title, f"speed [{speed}]", f"{what} [{load}]", [line])


def motor_scatter(check: DriveCheck, units: OutputUnits = IN_USUAL) -> Plot:
    """Return torque over speed of a motor against its rated and peak curves."""
    motor = check.drive.motor
    speed, factor = shown_unit("rad/s", units)
    load, a_load = shown_unit("N m", units)
    w = np.linspace(-motor.max_speed, motor.max_speed, 241)
    lines = [Line(check.joint, factor / RPM * check.rpm, a_load * check.torque, dots=True)]
    forward = np.where(w >= 0.0, motor.peak_torque_at(w), motor.braking_torque_at(w))
    for label, curve, color in (
        ("rated", motor.rated_torque_at(w), PALE),
        ("peak", forward, CURVE),
    ):
        for sign in (1.0, -1.0):
            x, y = sign * factor * w, sign * a_load * curve
            lines.append(Line(label, x, y, dashed=True, color=color))
    title = f"Motor of {check.joint}: {check.drive.name}"
    return Plot(title, f"motor speed [{speed}]", f"motor torque [{load}]", lines)


def tracking_plots(tracking: Tracking, units: OutputUnits = IN_USUAL) -> list[Plot]:
    """Return the errors of the joints under control."""
    plots = []
    second, a_second = shown_unit("s", units)
    t, time = a_second * tracking.t, f"time [{second}]"
    layout = tracking.task.system.compiled.layout
    names = [joint.name for joint in layout.joints if joint.type.nv]
    for unit in dict.fromkeys(layout.q_units):
        shown, factor = shown_unit(unit, units)
        columns = [k for k, u in enumerate(layout.q_units) if u == unit]
        lines = [Line(names[k], t, factor * tracking.errors[:, k]) for k in columns]
        plots.append(Plot("Tracking errors", time, f"error [{shown}]", lines))
    return plots
