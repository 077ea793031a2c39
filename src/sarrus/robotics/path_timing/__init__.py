"""Fastest motions along a path: as fast as torques, speeds, powers and reactions allow."""

from sarrus.robotics.path_timing.law import FastestLaw
from sarrus.robotics.path_timing.motion import FastestMotion, fastest

__all__ = ["FastestLaw", "FastestMotion", "fastest"]
