"""The object that the user calls: a model with its topology, equations and native kernels."""

from sarrus.system.base_input import GroundMotion
from sarrus.system.results import BodyMotion, Energy, HybridMotion, Momentum, PointMotion, Wrench
from sarrus.system.system import System

__all__ = [
    "BodyMotion",
    "Energy",
    "GroundMotion",
    "HybridMotion",
    "Momentum",
    "PointMotion",
    "System",
    "Wrench",
]
