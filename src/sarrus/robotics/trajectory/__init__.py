"""Trajectories: time laws, moves of joints and poses, and sequences of them.

A law is s(t) from 0 to 1; a move applies it to joints or to a path of a pose; a sequence has moves
one after the other, with waiting, gripping and releasing. All answer value, rate and acceleration
for numbers, dual numbers and traced values. Theory: docs/theory/robots.md.
"""

from sarrus.robotics.trajectory.drive_transformation import DriveAngles
from sarrus.robotics.trajectory.joint_move import JointMove, joint_move
from sarrus.robotics.trajectory.law import Law
from sarrus.robotics.trajectory.limits import Limits, PathLimits
from sarrus.robotics.trajectory.orientation_path import AxisAngle, DriveTurn
from sarrus.robotics.trajectory.piecewise import Piecewise
from sarrus.robotics.trajectory.polynomial import Cubic, Linear, Quintic, Septic
from sarrus.robotics.trajectory.pose_move import PoseMove, arc_move, line_move, spline_move
from sarrus.robotics.trajectory.position_path import Arc, Line
from sarrus.robotics.trajectory.s_curve import SCurve
from sarrus.robotics.trajectory.sequence import Sequence
from sarrus.robotics.trajectory.spline_path import SplinePath
from sarrus.robotics.trajectory.steps import Grip, Move, Release, Wait
from sarrus.robotics.trajectory.trapezoid import Trapezoid
from sarrus.robotics.trajectory.via_points import joint_blend, joint_spline

__all__ = [
    "Arc",
    "AxisAngle",
    "Cubic",
    "DriveAngles",
    "DriveTurn",
    "Grip",
    "JointMove",
    "Law",
    "Limits",
    "Line",
    "Linear",
    "Move",
    "PathLimits",
    "Piecewise",
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
]
