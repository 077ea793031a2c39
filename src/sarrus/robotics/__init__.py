"""Robots: trajectories, tasks, limits, motors, control and reports.

The names below are the public ones, and each is imported when it is first used. Theory:
docs/theory/robots.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = [
    "PD",
    "Arc",
    "ArmSolution",
    "AxisAngle",
    "Catalogue",
    "Choice",
    "ClosedForm",
    "Comparison",
    "ComputedTorque",
    "Controller",
    "Cubic",
    "DCMotor",
    "Drive",
    "DriveAngles",
    "DriveCheck",
    "DriveTurn",
    "Friction",
    "Gear",
    "Grip",
    "JointLimits",
    "JointMove",
    "LimitCheck",
    "Limits",
    "Line",
    "Linear",
    "MassProperties",
    "Miss",
    "Motor",
    "Move",
    "PathLimits",
    "PoseMove",
    "Quintic",
    "Reached",
    "Release",
    "Report",
    "SCurve",
    "Septic",
    "Sequence",
    "ServoMotor",
    "Singularity",
    "SplinePath",
    "Target",
    "Task",
    "TaskFile",
    "TaskResult",
    "Tracking",
    "Trapezoid",
    "Wait",
    "arc_move",
    "check_limits",
    "choose_drive",
    "closed_form",
    "compare_robots",
    "coolest_ratio",
    "crank_angles",
    "joint_blend",
    "joint_move",
    "joint_spline",
    "joints_along",
    "joints_at",
    "leg_lengths",
    "line_move",
    "load_task",
    "meeting_points",
    "reach",
    "report_task",
    "size_file",
    "spline_move",
    "sweep_gear_ratio",
    "track",
    "violations",
]

if TYPE_CHECKING:
    from sarrus.model.mass_properties import MassProperties
    from sarrus.robotics.comparing import Comparison, compare_robots
    from sarrus.robotics.controllers import PD, ComputedTorque, Controller
    from sarrus.robotics.following import joints_at
    from sarrus.robotics.gear_sweep import coolest_ratio, sweep_gear_ratio
    from sarrus.robotics.inverse_kinematics import (
        ArmSolution,
        ClosedForm,
        Miss,
        Reached,
        Singularity,
        Target,
        closed_form,
        crank_angles,
        leg_lengths,
        meeting_points,
        reach,
    )
    from sarrus.robotics.limits import JointLimits, LimitCheck, check_limits, violations
    from sarrus.robotics.motors import Catalogue, DCMotor, Drive, Gear, Motor, ServoMotor
    from sarrus.robotics.path_joints import joints_along
    from sarrus.robotics.plant import Friction
    from sarrus.robotics.report import Report, report_task
    from sarrus.robotics.sizing import Choice, DriveCheck, choose_drive
    from sarrus.robotics.task import Task
    from sarrus.robotics.task_files import TaskFile, load_task, size_file
    from sarrus.robotics.task_result import TaskResult
    from sarrus.robotics.tracking import Tracking, track
    from sarrus.robotics.trajectory import (
        Arc,
        AxisAngle,
        Cubic,
        DriveAngles,
        DriveTurn,
        Grip,
        JointMove,
        Limits,
        Line,
        Linear,
        Move,
        PathLimits,
        PoseMove,
        Quintic,
        Release,
        SCurve,
        Septic,
        Sequence,
        SplinePath,
        Trapezoid,
        Wait,
        arc_move,
        joint_blend,
        joint_move,
        joint_spline,
        line_move,
        spline_move,
    )
else:
    from importlib import import_module

    _HOME = {
        "sarrus.model.mass_properties": ("MassProperties",),
        "sarrus.robotics.comparing": (
            "Comparison",
            "compare_robots",
        ),
        "sarrus.robotics.controllers": (
            "PD",
            "ComputedTorque",
            "Controller",
        ),
        "sarrus.robotics.following": ("joints_at",),
        "sarrus.robotics.gear_sweep": (
            "coolest_ratio",
            "sweep_gear_ratio",
        ),
        "sarrus.robotics.inverse_kinematics": (
            "ArmSolution",
            "ClosedForm",
            "Miss",
            "Reached",
            "Singularity",
            "Target",
            "closed_form",
            "crank_angles",
            "leg_lengths",
            "meeting_points",
            "reach",
        ),
        "sarrus.robotics.limits": (
            "JointLimits",
            "LimitCheck",
            "check_limits",
            "violations",
        ),
        "sarrus.robotics.motors": (
            "Catalogue",
            "DCMotor",
            "Drive",
            "Gear",
            "Motor",
            "ServoMotor",
        ),
        "sarrus.robotics.path_joints": ("joints_along",),
        "sarrus.robotics.plant": ("Friction",),
        "sarrus.robotics.report": (
            "Report",
            "report_task",
        ),
        "sarrus.robotics.sizing": (
            "Choice",
            "DriveCheck",
            "choose_drive",
        ),
        "sarrus.robotics.task": ("Task",),
        "sarrus.robotics.task_files": (
            "TaskFile",
            "load_task",
            "size_file",
        ),
        "sarrus.robotics.task_result": ("TaskResult",),
        "sarrus.robotics.tracking": (
            "Tracking",
            "track",
        ),
        "sarrus.robotics.trajectory": (
            "Arc",
            "AxisAngle",
            "Cubic",
            "DriveAngles",
            "DriveTurn",
            "Grip",
            "JointMove",
            "Limits",
            "Line",
            "Linear",
            "Move",
            "PathLimits",
            "PoseMove",
            "Quintic",
            "Release",
            "SCurve",
            "Septic",
            "Sequence",
            "SplinePath",
            "Trapezoid",
            "Wait",
            "arc_move",
            "joint_blend",
            "joint_move",
            "joint_spline",
            "line_move",
            "spline_move",
        ),
    }
    _MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used, and keep it."""
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'sarrus.robotics' has no attribute {name!r}")
        value = getattr(import_module(_MODULE_OF[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
