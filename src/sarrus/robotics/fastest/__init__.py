"""Fastest motions along a path: as fast as torques, speeds, powers and reactions allow."""

from sarrus.robotics.fastest.law import FastestLaw
from sarrus.robotics.fastest.motion import FastestMotion, fastest

__all__ = ["FastestLaw", "FastestMotion", "fastest"]
