"""Inverse kinematics: in closed form where an arm allows, by iteration for any mechanism."""

from sarrus.robotics.inverse_kinematics.branches import ArmSolution, Singularity
from sarrus.robotics.inverse_kinematics.closed_form import ClosedForm, closed_form
from sarrus.robotics.inverse_kinematics.legs import (
    crank_angles,
    leg_lengths,
    meeting_points,
)
from sarrus.robotics.inverse_kinematics.numerical import reach
from sarrus.robotics.inverse_kinematics.result import Miss, Reached
from sarrus.robotics.inverse_kinematics.targets import Target

__all__ = [
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
]
